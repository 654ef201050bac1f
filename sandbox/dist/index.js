import { createRequire as __WEBPACK_EXTERNAL_createRequire } from "module";
/******/ var __webpack_modules__ = ({

/***/ 181:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("buffer");

/***/ }),

/***/ 1421:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:child_process");

/***/ }),

/***/ 7598:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:crypto");

/***/ }),

/***/ 3024:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:fs");

/***/ }),

/***/ 8161:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:os");

/***/ }),

/***/ 6760:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:path");

/***/ }),

/***/ 8500:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:timers/promises");

/***/ }),

/***/ 932:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("process");

/***/ }),

/***/ 6800:
/***/ ((__webpack_module__, __unused_webpack___webpack_exports__, __nccwpck_require__) => {

__nccwpck_require__.a(__webpack_module__, async (__webpack_handle_async_dependencies__, __webpack_async_result__) => { try {
/* harmony import */ var node_child_process__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(1421);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(3024);
/* harmony import */ var node_os__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(8161);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_3__ = __nccwpck_require__(6760);
/* harmony import */ var node_timers_promises__WEBPACK_IMPORTED_MODULE_4__ = __nccwpck_require__(8500);
/* harmony import */ var _library_js__WEBPACK_IMPORTED_MODULE_5__ = __nccwpck_require__(5662);
/* harmony import */ var _runner_js__WEBPACK_IMPORTED_MODULE_6__ = __nccwpck_require__(8628);
/* harmony import */ var _scenario_js__WEBPACK_IMPORTED_MODULE_7__ = __nccwpck_require__(320);
/* harmony import */ var _server_js__WEBPACK_IMPORTED_MODULE_8__ = __nccwpck_require__(4273);
/**
 * The sandbox as an action. The main step starts a copy of this bundle as a server in the background and outputs its address. The post step
 * stops it. The copy is recognized by an argument, the post step by saved state.
 */









const SERVE = 'serve';
const READY_MS = 20_000;
const STOP_MS = 2000;
const LOOK_MS = 25;
/** A fallback: the post step stops the server, and the runner ends remaining processes of a job. */
const LIFETIME_MS = 6 * 3_600_000;
async function serve({ scenario, speed, order, api, logs, port, readyFile }) {
    const sandbox = await (0,_server_js__WEBPACK_IMPORTED_MODULE_8__/* .startSandbox */ .OT)({
        ...{ scenario, speed, port, api, logOrder: order },
        ...(logs !== null && { logs }),
        onRequest: (request) => console.log((0,_server_js__WEBPACK_IMPORTED_MODULE_8__/* .requestLine */ .uA)(request)),
    });
    const { url, token, orgId } = sandbox;
    // Renamed into place, so that an incomplete file is never read.
    (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.writeFileSync)(`${readyFile}.tmp`, JSON.stringify({ url, token, orgId }), { mode: 0o600 });
    (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.renameSync)(`${readyFile}.tmp`, readyFile);
    const lifetime = setTimeout(() => void sandbox.close(), LIFETIME_MS);
    process.once('SIGTERM', () => {
        clearTimeout(lifetime);
        void sandbox.close();
    });
}
async function main(runner) {
    runner.saveState('is_post', 'true');
    const folder = (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.mkdtempSync)((0,node_path__WEBPACK_IMPORTED_MODULE_3__.join)(process.env['RUNNER_TEMP'] ?? (0,node_os__WEBPACK_IMPORTED_MODULE_2__.tmpdir)(), 'agent-run-sandbox-'));
    const plan = readPlan(runner, (0,node_path__WEBPACK_IMPORTED_MODULE_3__.join)(folder, 'ready.json'));
    const logFile = (0,node_path__WEBPACK_IMPORTED_MODULE_3__.join)(folder, 'server.log');
    const log = (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.openSync)(logFile, 'a', 0o600);
    const child = (0,node_child_process__WEBPACK_IMPORTED_MODULE_0__.spawn)(process.execPath, [process.argv[1] ?? '', SERVE, JSON.stringify(plan)], {
        detached: true,
        stdio: ['ignore', log, log],
        windowsHide: true,
    });
    (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.closeSync)(log);
    runner.saveState('pid', String(child.pid ?? ''));
    const ready = await untilReady(child, plan.readyFile);
    child.unref();
    if (ready === null) {
        child.kill('SIGKILL');
        throw new Error(`The sandbox did not start. ${(0,node_fs__WEBPACK_IMPORTED_MODULE_1__.readFileSync)(logFile, 'utf8').trim().slice(0, 2000)}`);
    }
    runner.mask(ready.token);
    runner.output('base_url', ready.url);
    runner.output('token', ready.token);
    runner.output('org_id', String(ready.orgId));
    runner.info(`The sandbox service listens at ${ready.url} until the end of this job. Its log: ${logFile}`);
}
/** @throws Error naming every input that is wrong */
function readPlan(runner, readyFile) {
    const scenario = runner.input('scenario') || 'auto';
    const speed = Number(runner.input('speed') || '1');
    const port = Number(runner.input('port') || '0');
    const order = runner.input('order') || 'asc';
    const api = _scenario_js__WEBPACK_IMPORTED_MODULE_7__/* .APIS */ .yc.find((word) => word === (runner.input('api') || 'published'));
    const logs = _scenario_js__WEBPACK_IMPORTED_MODULE_7__/* .LOG_ADDRESSES */ .Cx.find((word) => word === runner.input('logs')) ?? null;
    const isName = scenario === 'auto' || Object.hasOwn(_library_js__WEBPACK_IMPORTED_MODULE_5__/* .BUILT_IN */ .$A, scenario);
    const wrong = [
        speed > 0 && Number.isFinite(speed) ? '' : '`speed` must be a positive number.',
        Number.isInteger(port) && port >= 0 && port <= 65_535 ? '' : '`port` must be a port number, or 0 for any.',
        order === 'asc' || order === 'desc' ? '' : '`order` must be `asc` or `desc`.',
        api !== undefined ? '' : `\`api\` must be one of ${_scenario_js__WEBPACK_IMPORTED_MODULE_7__/* .APIS */ .yc.join(', ')}.`,
        logs !== null || runner.input('logs') === '' ? '' : `\`logs\` must be one of ${_scenario_js__WEBPACK_IMPORTED_MODULE_7__/* .LOG_ADDRESSES */ .Cx.join(', ')}.`,
    ].filter((problem) => problem !== '');
    if (wrong.length > 0)
        throw new Error(`Inputs that cannot be used: ${wrong.join(' ')}`);
    const workspace = process.env['GITHUB_WORKSPACE'] ?? '';
    const path = /\.(ya?ml|json)$/i.test(scenario) && !isName ? (0,node_path__WEBPACK_IMPORTED_MODULE_3__.resolve)(workspace, scenario) : scenario;
    const chosen = { api: api ?? 'published', logs, order: order === 'desc' ? 'desc' : 'asc' };
    return { scenario: path, speed, port, ...chosen, readyFile };
}
/** Null if the server ended or did not start in time. */
async function untilReady(child, file) {
    const ended = new AbortController();
    for (const event of ['exit', 'error'])
        child.once(event, () => ended.abort());
    const until = performance.now() + READY_MS;
    while (performance.now() < until && !ended.signal.aborted) {
        if ((0,node_fs__WEBPACK_IMPORTED_MODULE_1__.existsSync)(file))
            return JSON.parse((0,node_fs__WEBPACK_IMPORTED_MODULE_1__.readFileSync)(file, 'utf8'));
        await (0,node_timers_promises__WEBPACK_IMPORTED_MODULE_4__.setTimeout)(LOOK_MS);
    }
    return null;
}
/** Stops the server and waits for its end. Succeeds if it has already ended. */
async function post(runner) {
    const pid = Number(runner.state('pid'));
    if (!Number.isInteger(pid) || pid <= 0)
        return;
    if (!signal(pid, 'SIGTERM')) {
        runner.info('The sandbox service was gone already.');
        return;
    }
    const killAt = performance.now() + STOP_MS;
    // In a container without an init process, an ended process stays as a zombie that still accepts signals.
    const giveUpAt = killAt + STOP_MS;
    while (signal(pid, 0) && performance.now() < giveUpAt) {
        if (performance.now() > killAt)
            signal(pid, 'SIGKILL');
        await (0,node_timers_promises__WEBPACK_IMPORTED_MODULE_4__.setTimeout)(LOOK_MS);
    }
    runner.info('The sandbox service is stopped.');
}
/** False if the process does not exist or belongs to another user. */
function signal(pid, name) {
    try {
        return process.kill(pid, name);
    }
    catch {
        return false;
    }
}
const runner = (0,_runner_js__WEBPACK_IMPORTED_MODULE_6__/* .createRunner */ .j)(process.env, (line) => console.log(line));
const [, , command, plan = '{}'] = process.argv;
try {
    if (command === SERVE)
        await serve(JSON.parse(plan));
    else if (runner.state('is_post') === 'true')
        await post(runner);
    else
        await main(runner);
}
catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (command === SERVE)
        console.error(message);
    else
        runner.error(message);
    process.exitCode = 1;
}

__webpack_async_result__();
} catch(e) { __webpack_async_result__(e); } }, 1);

/***/ }),

/***/ 5662:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {


// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  $A: () => (/* binding */ BUILT_IN),
  cz: () => (/* binding */ createLibrary)
});

// UNUSED EXPORTS: findScenario, loadScenario

;// CONCATENATED MODULE: external "node:fs/promises"
const promises_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:fs/promises");
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __nccwpck_require__(6760);
// EXTERNAL MODULE: ./build/sandbox/read-scenario.js
var read_scenario = __nccwpck_require__(41);
// EXTERNAL MODULE: ./build/sandbox/scenario.js
var scenario = __nccwpck_require__(320);
;// CONCATENATED MODULE: ./build/sandbox/scenarios/bug-fix.js
const PULL_REQUEST = 'https://github.com/octo/shop/pull/128';
const TEST = 'npm test -- price-filter';
/** A bug is found, fixed, tested and proposed; the checks of the pull request fail once. */
const bugFix = {
    description: 'A bug fix with a pull request whose checks fail once, 25 seconds',
    match: '\\b(fix|bug|broken|error)\\b',
    turns: [
        {
            steps: [
                { at: 0, status: 'ACTIVE' },
                {
                    at: '1s',
                    entry: {
                        message_type: 'PLAN_EVALUATION',
                        thought: 'Plan: 1. find the price filter, 2. reproduce the report in a test, 3. fix it, 4. open a pull request.',
                    },
                },
                {
                    at: '2s',
                    entry: {
                        thought: 'The filter must be somewhere in the catalogue.',
                        tool_name: 'search',
                        tool_input: { query: 'priceFilter', path: 'src/catalogue' },
                        tool_output: { matches: ['src/catalogue/price-filter.ts:14', 'src/catalogue/index.ts:8'] },
                        observation: '2 matches',
                    },
                },
                {
                    at: '3.2s',
                    entry: {
                        thought: 'Let me read the whole filter.',
                        tool_name: 'read_file',
                        tool_input: { path: 'src/catalogue/price-filter.ts' },
                        tool_output: {
                            text: 'export function priceFilter(items: Item[], max: number): Item[] {\n  return items.filter((item) => item.price <= max || item.stock === 0);\n}\n',
                        },
                    },
                },
                {
                    at: '3.8s',
                    entry: {
                        thought: 'Who uses it? A change must not break them.',
                        tool_name: 'search',
                        tool_input: { query: 'priceFilter(', path: 'src' },
                        tool_output: { matches: ['src/catalogue/index.ts:31', 'src/search/facets.ts:77'] },
                        observation: 'Two callers; both want what can be bought.',
                    },
                },
                {
                    at: '4.5s',
                    entry: {
                        thought: 'Items without stock pass whatever they cost: `||` should be `&&` with stock above zero. A test first.',
                        tool_name: 'edit_file',
                        tool_input: {
                            path: 'test/price-filter.test.ts',
                            append: "it('leaves out what is out of stock', () => {\n  expect(priceFilter([{ price: 5, stock: 0 }], 10)).toEqual([]);\n});\n",
                        },
                        tool_output: { changed: 1 },
                    },
                },
                {
                    at: '6s',
                    entry: {
                        thought: 'It should fail now.',
                        tool_name: 'bash',
                        tool_input: { command: TEST },
                        tool_output: {
                            exit_code: 1,
                            stdout: 'FAIL test/price-filter.test.ts\n  \u2715 leaves out what is out of stock\n\n1 failed, 6 passed\n',
                        },
                        observation: 'The test fails as expected: 1 failed, 6 passed.',
                    },
                },
                {
                    at: '7.5s',
                    entry: {
                        thought: 'Now the fix.',
                        tool_name: 'edit_file',
                        tool_input: { path: 'src/catalogue/price-filter.ts', old: '|| item.stock === 0', new: '&& item.stock > 0' },
                        tool_output: { changed: 1 },
                    },
                },
                {
                    at: '8s',
                    entry: {
                        message_type: 'ERROR',
                        tool_name: 'bash',
                        observation: 'No space left on device while the suite wrote its coverage report: npm test -- --coverage',
                    },
                },
                {
                    at: '10s',
                    entry: {
                        thought: 'Coverage is not needed here; the one file is enough for now.',
                        tool_name: 'bash',
                        tool_input: { command: TEST },
                        tool_output: { exit_code: 0, stdout: 'PASS test/price-filter.test.ts\n\n7 passed\n' },
                        observation: '7 passed',
                    },
                },
                {
                    at: '10.4s',
                    entry: {
                        thought: 'Both callers have tests of their own.',
                        tool_name: 'bash',
                        tool_input: { command: 'npm test -- catalogue search' },
                        tool_output: {
                            exit_code: 0,
                            stdout: 'PASS test/catalogue.test.ts\nPASS test/facets.test.ts\n\n31 passed\n',
                        },
                        observation: '31 passed',
                    },
                },
                {
                    at: '10.7s',
                    entry: {
                        tool_name: 'bash',
                        tool_input: { command: 'git commit -am "Leave items without stock out of the price filter"' },
                        tool_output: {
                            exit_code: 0,
                            stdout: '[fix-price-filter 4f1c2ab] 2 files changed, 5 insertions(+), 1 deletion(-)\n',
                        },
                    },
                },
                {
                    at: '11s',
                    entry: {
                        message_type: 'COMMIT_EVALUATION',
                        observation: 'One commit: \u201cLeave items without stock out of the price filter\u201d, 2 files changed.',
                    },
                },
                {
                    at: '11.5s',
                    entry: {
                        message_type: 'PR_CREATION_FAILED',
                        tool_name: 'create_pull_request',
                        tool_input: { title: 'Leave items without stock out of the price filter', base: 'master' },
                        observation: 'The base branch master does not exist; the default branch is main.',
                    },
                },
                {
                    at: '12s',
                    github_pull_requests: [{ url: PULL_REQUEST, number: 128 }],
                    entry: {
                        message_type: 'INITIAL_PR_GENERATION',
                        tool_name: 'create_pull_request',
                        tool_input: { title: 'Leave items without stock out of the price filter', base: 'main' },
                        tool_output: { url: PULL_REQUEST },
                        observation: `Opened ${PULL_REQUEST}`,
                    },
                },
                {
                    at: '16s',
                    entry: {
                        message_type: 'DETECT_PR_ERRORS',
                        observation: { check: 'lint', conclusion: 'failure', url: `${PULL_REQUEST}/checks` },
                    },
                },
                {
                    at: '18s',
                    entry: {
                        message_type: 'FIX_PR_ERRORS',
                        thought: 'The linter wants a line break there.',
                        tool_name: 'edit_file',
                        tool_input: { path: 'test/price-filter.test.ts', line: 31 },
                        tool_output: { changed: 1 },
                    },
                },
                { at: '22s', entry: { message_type: 'PR_EVALUATION', observation: `All checks of ${PULL_REQUEST} pass.` } },
                {
                    at: '23s',
                    entry: {
                        message_type: 'PLAN_EVALUATION',
                        thought: 'Everything in the plan is done.',
                        observation: '4 of 4 steps done',
                    },
                },
                {
                    at: '25s',
                    status: 'COMPLETE',
                    result: `The price filter let items without stock through because of an \`||\` where an \`&&\` belongs.\n\n- Fixed in \`src/catalogue/price-filter.ts\`\n- Covered by a new test\n- Proposed in ${PULL_REQUEST}`,
                    entry: {
                        message_type: 'FINAL_ANSWER',
                        thought: 'Sum up.',
                        observation: `Fixed and proposed in ${PULL_REQUEST}.`,
                    },
                },
            ],
        },
        {
            statusLag: '2s',
            steps: [
                { at: '1s', entry: { message_type: 'PLAN_EVALUATION', thought: 'The follow-up: {{prompt}}' } },
                {
                    at: '4s',
                    entry: {
                        tool_name: 'bash',
                        tool_input: { command: TEST },
                        tool_output: { exit_code: 0 },
                        observation: '7 passed',
                    },
                },
                {
                    at: '6s',
                    status: 'COMPLETE',
                    result: 'The follow-up is done; the pull request is up to date.',
                    entry: {
                        message_type: 'FINAL_ANSWER',
                        observation: 'The follow-up is done; the pull request is up to date.',
                    },
                },
            ],
        },
    ],
};

;// CONCATENATED MODULE: ./build/sandbox/scenarios/endings.js
const failed = {
    description: 'A run that fails: no pull request can be created',
    match: '\\bfail',
    turns: [
        {
            steps: [
                { at: 0, status: 'ACTIVE' },
                { at: '500ms', entry: { message_type: 'PLAN_EVALUATION', thought: 'Update the lock file and propose it.' } },
                {
                    at: '1s',
                    entry: {
                        thought: 'Refresh everything.',
                        tool_name: 'bash',
                        tool_input: { command: 'npm update' },
                        tool_output: { exit_code: 1, stderr: 'npm error code ERESOLVE' },
                        observation: 'npm error code ERESOLVE',
                    },
                },
                {
                    at: '2s',
                    entry: {
                        message_type: 'ERROR',
                        tool_name: 'bash',
                        observation: 'npm update failed twice: two packages want different versions of a third.',
                    },
                },
                {
                    at: '3s',
                    entry: {
                        message_type: 'PR_CREATION_FAILED',
                        observation: 'There is nothing to propose: the branch has no commits.',
                    },
                },
                {
                    at: '4s',
                    status: 'FAILED',
                    result: 'The dependencies could not be updated: two packages contradict each other.',
                },
            ],
        },
    ],
};
const asks = {
    description: 'A run that asks a question; resume it with the answer',
    match: '\\bask',
    turns: [
        {
            steps: [
                {
                    at: 0,
                    status: 'ACTIVE',
                    entry: { message_type: 'PLAN_EVALUATION', thought: 'Two databases would do. Better ask.' },
                },
                {
                    at: '1.5s',
                    status: 'WAITING_FOR_INPUT',
                    entry: { message_type: 'FINAL_ANSWER', observation: 'Shall the cache live in Redis or in the database?' },
                },
            ],
        },
        {
            statusLag: '2s',
            steps: [
                { at: '1s', entry: { message_type: 'PLAN_EVALUATION', thought: 'The answer was: {{prompt}}' } },
                { at: '2.5s', status: 'ACTIVE' },
                {
                    at: '3s',
                    entry: { tool_name: 'edit_file', tool_input: { path: 'src/cache.ts' }, tool_output: { changed: 1 } },
                },
                {
                    at: '4s',
                    status: 'COMPLETE',
                    result: 'The cache is built as you said: {{prompt}}',
                    entry: { message_type: 'FINAL_ANSWER', observation: 'The cache is built as you said: {{prompt}}' },
                },
            ],
        },
    ],
};
const unknownStatus = {
    description: 'Status words that no table knows; the answer comes all the same',
    turns: [
        {
            steps: [
                { at: 0, status: 'THINKING', entry: { message_type: 'PLAN_EVALUATION', thought: 'Hm.' } },
                {
                    at: '1s',
                    status: 'POLISHING',
                    entry: { tool_name: 'bash', tool_input: { command: 'make' }, tool_output: { exit_code: 0 } },
                },
                { at: '2s', status: 'ARCHIVED', entry: { message_type: 'FINAL_ANSWER', observation: 'Everything is built.' } },
            ],
        },
    ],
};
const structured = {
    description: 'Answers in JSON; the first answer lacks a field, the repair has it',
    match: 'json schema|json block',
    turns: [
        {
            steps: [
                {
                    at: 0,
                    status: 'ACTIVE',
                    entry: { tool_name: 'read_diff', tool_input: { base: 'main' }, tool_output: { files: 3 } },
                },
                {
                    at: '1s',
                    status: 'COMPLETE',
                    result: 'The change looks good.\n\n```json\n{"verdict": "pass"}\n```',
                    entry: {
                        message_type: 'FINAL_ANSWER',
                        observation: 'The change looks good.\n\n```json\n{"verdict": "pass"}\n```',
                    },
                },
            ],
        },
        {
            statusLag: '500ms',
            steps: [
                { at: '600ms', status: 'ACTIVE', entry: { message_type: 'PLAN_EVALUATION', thought: 'A field was missing.' } },
                {
                    at: '2.5s',
                    status: 'COMPLETE',
                    result: '```json\n{"verdict": "pass", "summary": "Small and tested."}\n```',
                    entry: {
                        message_type: 'FINAL_ANSWER',
                        observation: '```json\n{"verdict": "pass", "summary": "Small and tested."}\n```',
                    },
                },
            ],
        },
    ],
};

;// CONCATENATED MODULE: ./build/sandbox/scenarios/fleet.js
const PLACES = [
    'price filter',
    'login form',
    'search page',
    'cart',
    'export',
    'mail templates',
    'settings',
    'invoices',
];
/** Of ten runs, the one that fails and the one that asks. */
const FAILING = 3;
const ASKING = 7;
/** The `nth` run of a fleet, from 0. Deterministic. */
function fleetRun(nth) {
    const place = PLACES[nth % PLACES.length] ?? '';
    const seconds = 6 + ((nth * 7) % 13);
    const file = `src/${place.replaceAll(' ', '-')}.ts`;
    return {
        description: 'One of many runs that differ: 6 to 18 seconds, one in ten fails, one asks',
        turns: [
            {
                steps: [
                    {
                        at: 0,
                        status: 'ACTIVE',
                        entry: { message_type: 'PLAN_EVALUATION', thought: `Look at the ${place}, change it, run its tests.` },
                    },
                    {
                        at: '1s',
                        entry: {
                            tool_name: 'search',
                            tool_input: { query: place },
                            tool_output: { matches: [`${file}:${nth + 3}`] },
                        },
                    },
                    {
                        at: '2s',
                        repeat: { times: seconds - 4, every: '1s' },
                        entry: {
                            thought: `Step {{n}} in the ${place}.`,
                            tool_name: 'edit_file',
                            tool_input: { path: file },
                            tool_output: { changed: 1 },
                        },
                    },
                    ...endOf(nth, { place, at: `${seconds}s` }),
                ],
            },
        ],
    };
}
function endOf(nth, { place, at }) {
    if (nth % 10 === FAILING) {
        const observation = `npm test: 2 of 14 tests of the ${place} fail.`;
        const result = `Gave up on the ${place}: two of its tests fail, and I could not find out why.`;
        return [
            { at, entry: { message_type: 'ERROR', tool_name: 'bash', observation } },
            { at, status: 'FAILED', result, entry: { message_type: 'FINAL_ANSWER', observation: result } },
        ];
    }
    if (nth % 10 === ASKING) {
        const observation = `Shall old links to the ${place} go on working?`;
        return [{ at, status: 'WAITING_FOR_INPUT', entry: { message_type: 'FINAL_ANSWER', observation } }];
    }
    const url = `https://github.com/octo/shop/pull/${200 + nth}`;
    const result = `Corrected the ${place}, with a test: ${url}`;
    return [
        {
            at,
            status: 'COMPLETE',
            result,
            github_pull_requests: [{ url, title: `Correct the ${place}`, head_branch_name: `agent/${nth}` }],
            entry: { message_type: 'FINAL_ANSWER', observation: result },
        },
    ];
}

;// CONCATENATED MODULE: ./build/sandbox/scenarios/logs.js
/** Text that an agent may print and that neither a runner nor a page may act on. */
const HOSTILE = [
    '::error::not an annotation',
    '::set-output name=outcome::forged',
    'text\r::warning::after a bare return',
    '##[error]not this either',
    '\u001b[31mred\u001b[0m and \u202Ereversed\u202C',
    '<script>document.title = "owned"</script><img src=x onerror=alert(1)>',
    '[a link](https://example.com) @octocat #1',
].join('\n');
const noisy = {
    description: 'A long and noisy run: 600 entries with large and hostile output',
    match: '\\bnois',
    turns: [
        {
            steps: [
                { at: 0, status: 'ACTIVE' },
                {
                    at: '100ms',
                    repeat: { times: 600, every: '50ms' },
                    entry: {
                        thought: 'Step {{n}}',
                        tool_name: 'bash',
                        tool_input: { command: 'make step-{{n}}' },
                        tool_output: { exit_code: 0, stdout: `${HOSTILE}\n${'output of step {{n}}\n'.repeat(20)}` },
                        observation: HOSTILE,
                    },
                },
                {
                    at: '31s',
                    status: 'COMPLETE',
                    result: HOSTILE,
                    entry: { message_type: 'FINAL_ANSWER', observation: HOSTILE },
                },
            ],
        },
    ],
};
const huge = {
    description: '5,500 entries of 2 KB, all there after half a second',
    turns: [
        {
            steps: [
                {
                    at: 0,
                    status: 'ACTIVE',
                    repeat: { times: 5499, every: '0.1ms' },
                    entry: {
                        thought: 'Step {{n}}',
                        tool_name: 'read_file',
                        tool_input: { path: 'src/file-{{n}}.ts' },
                        tool_output: { text: 'All work and no play makes a dull log. '.repeat(48) },
                    },
                },
                {
                    at: '550ms',
                    status: 'COMPLETE',
                    result: 'Read them all.',
                    entry: { message_type: 'FINAL_ANSWER', observation: 'Read them all.' },
                },
            ],
        },
    ],
};
const allTypes = {
    description: 'One entry of each of the 13 log types, with the fields the spec shows for it',
    turns: [
        {
            steps: [
                { at: 0, status: 'ACTIVE', entry: { message_type: 'USER_MESSAGE', observation: '{{prompt}}' } },
                {
                    at: '100ms',
                    entry: { message_type: 'USER_GITHUB_ISSUE_COMMENT', observation: 'Please also look at the footer.' },
                },
                {
                    at: '200ms',
                    entry: {
                        message_type: 'PLAN_EVALUATION',
                        thought: 'Header first, footer second.',
                        observation: 'Plan updated',
                    },
                },
                {
                    at: '300ms',
                    entry: {
                        message_type: 'ACTION',
                        thought: 'Look around.',
                        tool_name: 'search',
                        tool_input: { query: 'footer' },
                        tool_output: { matches: [] },
                        observation: { matches: 0 },
                    },
                },
                {
                    at: '400ms',
                    entry: { message_type: 'ERROR', tool_name: 'search', observation: { error: 'index not ready' } },
                },
                {
                    at: '500ms',
                    entry: { message_type: 'INITIAL_PR_GENERATION', tool_output: { url: 'https://github.com/octo/shop/pull/7' } },
                },
                { at: '600ms', entry: { message_type: 'DETECT_PR_ERRORS', observation: 'lint failed' } },
                { at: '700ms', entry: { message_type: 'FIX_PR_ERRORS', thought: 'A missing semicolon.' } },
                { at: '800ms', entry: { message_type: 'PR_CREATION_FAILED', observation: 'the branch is protected' } },
                { at: '900ms', entry: { message_type: 'PR_EVALUATION', observation: 'checks pass' } },
                { at: '1s', entry: { message_type: 'COMMIT_EVALUATION', observation: 'one commit' } },
                { at: '1100ms', entry: { message_type: 'AGENT_RUN_LINK', observation: 'https://agents.example.com/runs/8' } },
                {
                    at: '1200ms',
                    status: 'COMPLETE',
                    result: null,
                    entry: {
                        message_type: 'FINAL_ANSWER',
                        thought: 'Done.',
                        observation: { content: 'Header and footer match now.' },
                    },
                },
            ],
        },
    ],
};
const rough = {
    description: 'The quick run on a bad day: refused, reset and failing requests on the way',
    turns: [
        {
            steps: [
                { at: 0, status: 'ACTIVE', entry: { message_type: 'PLAN_EVALUATION', thought: 'It will be windy.' } },
                { at: '1s', entry: { tool_name: 'bash', tool_input: { command: 'true' }, tool_output: { exit_code: 0 } } },
                {
                    at: '3s',
                    status: 'COMPLETE',
                    result: 'Got through.',
                    entry: { message_type: 'FINAL_ANSWER', observation: 'Got through.' },
                },
            ],
        },
    ],
    faults: [
        { on: 'create', nth: 1, do: { status: 429, headers: { 'retry-after': '1' } } },
        { on: 'logs', nth: 1, do: { status: 500, body: { message: 'the log store is busy' } } },
        { on: 'logs', nth: 2, do: 'cut-body' },
        { on: 'read', nth: 1, do: 'reset-after' },
    ],
};

;// CONCATENATED MODULE: ./build/sandbox/scenarios/quick.js
/** Two seconds, four entries. */
const quick = {
    description: 'Two seconds and four entries, for trying things out',
    turns: [
        {
            steps: [
                {
                    at: 0,
                    status: 'ACTIVE',
                    entry: { message_type: 'PLAN_EVALUATION', thought: 'A small task: look, change, check.' },
                },
                {
                    at: '500ms',
                    entry: {
                        thought: 'Where is the greeting?',
                        tool_name: 'search',
                        tool_input: { query: 'greeting', path: 'src' },
                        tool_output: { matches: ['src/greet.ts:3'] },
                    },
                },
                {
                    at: '1s',
                    entry: {
                        thought: 'One word is wrong.',
                        tool_name: 'edit_file',
                        tool_input: { path: 'src/greet.ts', old: 'Helo', new: 'Hello' },
                        tool_output: { changed: 1 },
                        observation: 'src/greet.ts changed',
                    },
                },
                {
                    at: '2s',
                    status: 'COMPLETE',
                    result: 'Corrected the greeting in `src/greet.ts`.',
                    entry: { message_type: 'FINAL_ANSWER', observation: 'Corrected the greeting in `src/greet.ts`.' },
                },
            ],
        },
    ],
};

;// CONCATENATED MODULE: ./build/sandbox/scenarios/review.js
const FILE = 'src/catalogue/price-filter.ts';
const CONTEXT_BEFORE = ` import type { Filter, Product } from './types.ts';
 
 export function applyFilter(products: readonly Product[], filter: Filter): Product[] {
-  return products.filter((product) => product.price <= filter.maxPrice);`;
const CACHE = '+const found = new Map<string, Product[]>();';
/**
 * The changes that the two scenarios review: one file with its `patch`, as GitHub lists it, before and after the second push. For whoever plays
 * GitHub beside the sandbox.
 */
const REVIEWED = {
    path: FILE,
    patches: [
        `@@ -1,5 +1,9 @@
${CONTEXT_BEFORE}
+  const affordable = products.filter((product) => product.price <= filter.maxPrice);
+  if (filter.inStock) {
+    return affordable.filter((product) => product.stock >= 0);
+  }
+  return affordable;
 }`,
        `@@ -1,5 +1,10 @@
 import type { Filter, Product } from './types.ts';
${CACHE}
 
 export function applyFilter(products: readonly Product[], filter: Filter): Product[] {
-  return products.filter((product) => product.price <= filter.maxPrice);
+  const affordable = products.filter((product) => product.price <= filter.maxPrice);
+  if (filter.inStock) {
+    return affordable.filter((product) => product.stock > 0);
+  }
+  return affordable;
 }`,
    ],
};
/** What the action calls the first finding: its fingerprint, which depends on path, title and text of the line alone. */
const FIRST_FINDING = '3735ab70194ad230';
const withoutPrice = (line) => ({
    path: FILE,
    line,
    severity: 'warning',
    title: 'A filter without a maximum price finds nothing',
    body: 'Comparing with `undefined` is always false. `filter.maxPrice` is optional (`types.ts:9`), so a filter for stock alone hides every product.',
});
/** As JSON, as the action asks for it. `pass` counts only with `review: gate`. */
const ANSWERS = [
    {
        summary: 'The filter now takes the stock into account. One comparison is off by one, so the bug that this change is about stays.',
        findings: [
            {
                path: FILE,
                line: 6,
                severity: 'error',
                title: 'Sold-out products stay in the list',
                body: '`stock >= 0` is true for a stock of 0. Only products with at least one piece are in stock.',
                suggestion: '    return affordable.filter((product) => product.stock > 0);',
            },
            withoutPrice(4),
            {
                path: 'test/price-filter.test.ts',
                line: 1,
                severity: 'note',
                title: 'No test has a sold-out product',
                body: 'A product with a stock of 0 would have shown the first finding.',
            },
        ],
        resolved: [],
        pass: false,
    },
    {
        summary: 'Sold-out products are hidden now. The new cache is not used and would never be emptied.',
        findings: [
            withoutPrice(5),
            {
                path: FILE,
                line: 2,
                severity: 'warning',
                title: 'The cache grows without a limit',
                body: 'Nothing reads `found`, and nothing removes an entry. Remove it until it is needed.',
                suggestion: '',
            },
        ],
        resolved: [FIRST_FINDING],
        pass: true,
    },
].map((answer) => JSON.stringify(answer, null, 2));
function reviewing(answer, description) {
    return {
        description,
        turns: [
            {
                steps: [
                    {
                        at: 0,
                        status: 'ACTIVE',
                        entry: {
                            message_type: 'PLAN_EVALUATION',
                            thought: 'Read the change, then what it touches, then its tests.',
                        },
                    },
                    {
                        at: '1s',
                        entry: {
                            thought: 'What has changed?',
                            tool_name: 'bash',
                            tool_input: { command: 'git diff origin/main...HEAD --stat' },
                            tool_output: { exit_code: 0, stdout: ` ${FILE} | 7 ++++++-\n 1 file changed` },
                        },
                    },
                    {
                        at: '2s',
                        entry: {
                            thought: 'What does the type say about the fields that it reads?',
                            tool_name: 'view_file',
                            tool_input: { path: 'src/catalogue/types.ts' },
                            tool_output: { content: 'export interface Filter {\n  maxPrice?: number;\n  inStock?: boolean;\n}' },
                        },
                    },
                    {
                        at: '4s',
                        status: 'COMPLETE',
                        result: answer,
                        entry: { message_type: 'FINAL_ANSWER', observation: answer },
                    },
                ],
            },
        ],
    };
}
const [first = '', second = ''] = ANSWERS;
const review = {
    ...reviewing(first, 'A review of a pull request: three findings, one of them with a suggestion'),
    match: 'the pull request to review:',
};
const reviewAgain = reviewing(second, 'The review after the next push: one finding is resolved, one known, one new');

;// CONCATENATED MODULE: ./build/sandbox/scenarios/special-runs.js
const setupCommands = {
    description: 'Generates the setup commands of a repository',
    match: '^generate setup commands for ',
    turns: [
        {
            steps: [
                {
                    at: 0,
                    status: 'ACTIVE',
                    entry: {
                        thought: 'The lock file tells the package manager.',
                        tool_name: 'search',
                        tool_input: { query: 'package-lock.json' },
                        tool_output: { matches: ['package-lock.json'] },
                    },
                },
                {
                    at: '1s',
                    entry: {
                        tool_name: 'bash',
                        tool_input: { command: 'npm ci && npm test' },
                        tool_output: { exit_code: 0, stdout: '31 passed\n' },
                        observation: '31 passed',
                    },
                },
                {
                    at: '2s',
                    status: 'COMPLETE',
                    result: 'npm ci\nnpm run build',
                    summary: 'Two setup commands',
                    entry: { message_type: 'FINAL_ANSWER', observation: 'npm ci\nnpm run build' },
                },
            ],
        },
    ],
};
const analyzeLogs = {
    description: 'Analyzes the logs of a sandbox',
    match: '^analyze the logs of sandbox ',
    turns: [
        {
            steps: [
                {
                    at: 0,
                    status: 'ACTIVE',
                    entry: {
                        thought: 'The end of the log tells most.',
                        tool_name: 'read_file',
                        tool_input: { path: '/var/log/setup.log' },
                        tool_output: { text: 'npm error code ERESOLVE' },
                    },
                },
                {
                    at: '2s',
                    status: 'COMPLETE',
                    result: 'The setup failed because two packages need different versions of `react`.',
                    summary: 'Conflict of versions',
                    entry: {
                        message_type: 'FINAL_ANSWER',
                        observation: 'The setup failed because two packages need different versions of `react`.',
                    },
                },
            ],
        },
    ],
};

;// CONCATENATED MODULE: ./build/sandbox/library.js
/** The built-in scenarios, loading of scenario files, and selection of the scenario for a new run. */











/** In the order in which `auto` tries them. */
const BUILT_IN = {
    quick: quick,
    'setup-commands': setupCommands,
    'analyze-logs': analyzeLogs,
    review: review,
    'review-again': reviewAgain,
    structured: structured,
    failed: failed,
    asks: asks,
    noisy: noisy,
    'bug-fix': bugFix,
    'unknown-status': unknownStatus,
    huge: huge,
    'all-types': allTypes,
    rough: rough,
    fleet: fleetRun(0),
};
/** Selects a scenario for each run. */
const FLEET = 'fleet';
/** Reads the scenarios for successive runs. @throws ScenarioError if one is invalid */
async function createLibrary(choices) {
    const builtIn = new Map();
    const named = (name) => {
        const scenario = builtIn.get(name) ?? findScenario(name);
        builtIn.set(name, scenario);
        return scenario;
    };
    const find = (choice, prompt) => {
        if (typeof choice === 'string')
            return named(choice === 'auto' ? nameFor(prompt) : choice);
        return 'checked' in choice ? choice : (0,read_scenario/* readScenario */.ZN)('scenario', choice);
    };
    const loaded = await Promise.all(choices.map(async (choice) => (typeof choice === 'string' ? await loadScenario(choice) : find(choice, ''))));
    const choose = (nth, prompt) => {
        const choice = loaded[Math.min(nth, loaded.length - 1)] ?? 'auto';
        return choice === FLEET ? (0,read_scenario/* readScenario */.ZN)(FLEET, fleetRun(nth)) : find(choice, prompt);
    };
    return { find, choose };
}
/** A built-in scenario. @throws ScenarioError with the names of all built-in ones */
function findScenario(name) {
    const source = Object.hasOwn(BUILT_IN, name) ? BUILT_IN[name] : undefined;
    if (source === undefined)
        throw new scenario/* ScenarioError */.tp(`no scenario "${name}"; built in are ${Object.keys(BUILT_IN).join(', ')} and auto`);
    return (0,read_scenario/* readScenario */.ZN)(name, source);
}
/** The first built-in scenario whose expression matches the prompt, or `quick`. */
function nameFor(prompt) {
    const found = Object.entries(BUILT_IN).find(([, { match }]) => match !== undefined && new RegExp(match, 'i').test(prompt));
    return found?.[0] ?? 'quick';
}
/** A built-in name, or the path of a YAML or JSON file. @throws ScenarioError if it cannot be read or is invalid */
async function loadScenario(nameOrPath) {
    if (nameOrPath === 'auto' || Object.hasOwn(BUILT_IN, nameOrPath))
        return nameOrPath;
    if (!['.yml', '.yaml', '.json'].includes((0,external_node_path_.extname)(nameOrPath).toLowerCase()))
        return findScenario(nameOrPath);
    let text;
    try {
        text = await (0,promises_namespaceObject.readFile)(nameOrPath, 'utf8');
    }
    catch (cause) {
        throw new scenario/* ScenarioError */.tp(`the scenario file ${nameOrPath} cannot be read`, { cause });
    }
    const { parse } = await __nccwpck_require__.e(/* import() */ 815).then(__nccwpck_require__.t.bind(__nccwpck_require__, 8815, 19));
    let source;
    try {
        source = parse(text);
    }
    catch (cause) {
        const why = cause instanceof Error ? cause.message : String(cause);
        throw new scenario/* ScenarioError */.tp(`${nameOrPath} is not valid YAML or JSON: ${why}`, { cause });
    }
    return (0,read_scenario/* readScenario */.ZN)((0,external_node_path_.basename)(nameOrPath), source);
}


/***/ }),

/***/ 41:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   G6: () => (/* binding */ readFaults),
/* harmony export */   ZN: () => (/* binding */ readScenario)
/* harmony export */ });
/* unused harmony export LOG_TYPES */
/* harmony import */ var _scenario_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(320);
/** Validates scenarios and converts times to milliseconds. Strict, so that typing errors are reported with their place. */

/** The 13 log types (spec 2.4) and their required fields (spec 2.5, where defined). */
const LOG_TYPES = {
    ACTION: ['tool_name', 'tool_input', 'tool_output'],
    PLAN_EVALUATION: ['thought'],
    FINAL_ANSWER: ['observation'],
    ERROR: ['observation'],
    USER_MESSAGE: [],
    USER_GITHUB_ISSUE_COMMENT: [],
    INITIAL_PR_GENERATION: [],
    DETECT_PR_ERRORS: [],
    FIX_PR_ERRORS: [],
    PR_CREATION_FAILED: [],
    PR_EVALUATION: [],
    COMMIT_EVALUATION: [],
    AGENT_RUN_LINK: [],
};
const KNOWN = {
    scenario: ['description', 'match', 'turns', 'faults', 'extraFields', 'errorFormat', 'api', 'logs', 'metadata'],
    turn: ['steps', 'echo', 'statusLag'],
    step: ['at', 'status', 'result', 'summary', 'web_url', 'github_pull_requests', 'entry', 'raw', 'repeat'],
    entry: ['message_type', 'thought', 'tool_name', 'tool_input', 'tool_output', 'observation', 'created_at'],
    fault: ['on', 'nth', 'from', 'to', 'every', 'do'],
    answer: ['status', 'body', 'headers', 'delay', 'after'],
};
/** Fields of a scenario with a fixed set of values. */
const WORDS = { errorFormat: _scenario_js__WEBPACK_IMPORTED_MODULE_0__/* .ERROR_FORMATS */ .AW, api: _scenario_js__WEBPACK_IMPORTED_MODULE_0__/* .APIS */ .yc, logs: _scenario_js__WEBPACK_IMPORTED_MODULE_0__/* .LOG_ADDRESSES */ .Cx, metadata: _scenario_js__WEBPACK_IMPORTED_MODULE_0__/* .METADATA_USES */ .T3 };
const MAX_REPEATS = 100_000;
/** Validates a scenario. @throws ScenarioError with the place and the problem */
function readScenario(name, source) {
    const scenario = fields(source, { where: name, known: KNOWN.scenario });
    const turns = list(scenario['turns'], `${name}.turns`);
    if (turns.length === 0)
        throw new _scenario_js__WEBPACK_IMPORTED_MODULE_0__/* .ScenarioError */ .tp(`${name}.turns: at least one turn is needed`);
    const { description, match, faults = [], extraFields = [] } = scenario;
    if (description !== undefined)
        text(description, `${name}.description`);
    for (const [field, allowed] of Object.entries(WORDS))
        if (scenario[field] !== undefined && !allowed.includes(scenario[field]))
            throw new _scenario_js__WEBPACK_IMPORTED_MODULE_0__/* .ScenarioError */ .tp(`${name}.${field}: must be one of ${allowed.join(', ')}`);
    return {
        checked: true,
        name,
        description: typeof description === 'string' ? description : '',
        match: match === undefined ? null : pattern(match, `${name}.match`),
        turns: turns.map((turn, index) => readTurn(turn, `${name}.turns[${index}]`)),
        faults: readFaults(`${name}.faults`, faults),
        extraFields: list(extraFields, `${name}.extraFields`).map((field, index) => text(field, `${name}.extraFields[${index}]`)),
        errorFormat: scenario['errorFormat'] ?? null,
        mode: Object.fromEntries(['api', 'logs', 'metadata'].flatMap((field) => (scenario[field] === undefined ? [] : [[field, scenario[field]]]))),
    };
}
function readTurn(source, where) {
    const turn = fields(source, { where, known: KNOWN.turn });
    const steps = list(turn['steps'], `${where}.steps`).flatMap((step, index) => readStep(step, `${where}.steps[${index}]`));
    if (turn['echo'] !== undefined && typeof turn['echo'] !== 'boolean')
        throw new _scenario_js__WEBPACK_IMPORTED_MODULE_0__/* .ScenarioError */ .tp(`${where}.echo: must be true or false`);
    return {
        // A stable sort keeps the order of steps at the same time.
        steps: steps.sort((a, b) => a.at - b.at),
        echo: turn['echo'] !== false,
        statusLag: turn['statusLag'] === undefined ? 0 : (0,_scenario_js__WEBPACK_IMPORTED_MODULE_0__/* .parseTime */ .pe)(turn['statusLag'], `${where}.statusLag`),
    };
}
function readStep(source, where) {
    const { at: time = 0, repeat, ...rest } = fields(source, { where, known: KNOWN.step });
    const at = (0,_scenario_js__WEBPACK_IMPORTED_MODULE_0__/* .parseTime */ .pe)(time, `${where}.at`);
    for (const name of ['status', 'result', 'summary', 'web_url'])
        if (rest[name] !== undefined && rest[name] !== null)
            text(rest[name], `${where}.${name}`);
    list(rest['github_pull_requests'] ?? [], `${where}.github_pull_requests`).forEach((pull, index) => {
        const at = `${where}.github_pull_requests[${index}]`;
        text(fields(pull, { where: at, known: null })['url'], `${at}.url`);
    });
    if (rest['entry'] !== undefined)
        readEntry(rest['entry'], `${where}.entry`);
    if (repeat === undefined)
        return [{ ...rest, at }];
    const { times, every = 0 } = fields(repeat, { where: `${where}.repeat`, known: ['times', 'every'] });
    const count = positive(times, `${where}.repeat.times`);
    if (count > MAX_REPEATS)
        throw new _scenario_js__WEBPACK_IMPORTED_MODULE_0__/* .ScenarioError */ .tp(`${where}.repeat.times: at most ${MAX_REPEATS}`);
    const gap = (0,_scenario_js__WEBPACK_IMPORTED_MODULE_0__/* .parseTime */ .pe)(every, `${where}.repeat.every`);
    return Array.from({ length: count }, (_, index) => ({
        ...(0,_scenario_js__WEBPACK_IMPORTED_MODULE_0__/* .fill */ .GS)(rest, { n: String(index + 1) }),
        at: at + index * gap,
    }));
}
function readEntry(source, where) {
    const entry = fields(source, { where, known: KNOWN.entry });
    const type = entry['message_type'] ?? 'ACTION';
    const needed = typeof type === 'string' && Object.hasOwn(LOG_TYPES, type) ? LOG_TYPES[type] : undefined;
    if (needed === undefined)
        throw new _scenario_js__WEBPACK_IMPORTED_MODULE_0__/* .ScenarioError */ .tp(`${where}.message_type: no log type of the spec; write the entry under raw to send it anyway`);
    for (const name of needed)
        if (entry[name] === undefined || entry[name] === null)
            throw new _scenario_js__WEBPACK_IMPORTED_MODULE_0__/* .ScenarioError */ .tp(`${where}: the log type always has ${name} (spec 2.5)`);
}
/** Validates a list of faults. @throws ScenarioError with `where` */
function readFaults(where, source) {
    return list(source, where).map((fault, index) => readFault(fault, `${where}[${index}]`));
}
function readFault(source, where) {
    const fault = fields(source, { where, known: KNOWN.fault });
    if (!_scenario_js__WEBPACK_IMPORTED_MODULE_0__/* .FAULT_KINDS */ .ln.includes(fault['on']))
        throw new _scenario_js__WEBPACK_IMPORTED_MODULE_0__/* .ScenarioError */ .tp(`${where}.on: must be one of ${_scenario_js__WEBPACK_IMPORTED_MODULE_0__/* .FAULT_KINDS */ .ln.join(', ')}`);
    for (const name of ['nth', 'every', 'from', 'to'])
        if (fault[name] !== undefined)
            positive(fault[name], `${where}.${name}`);
    readAction(fault['do'], `${where}.do`);
    return fault;
}
function readAction(action, where) {
    if (_scenario_js__WEBPACK_IMPORTED_MODULE_0__/* .FAULT_NAMES */ .cT.includes(action))
        return;
    const spelled = action !== null && typeof action === 'object' && ('status' in action || 'delay' in action);
    if (!spelled)
        throw new _scenario_js__WEBPACK_IMPORTED_MODULE_0__/* .ScenarioError */ .tp(`${where}: must be {status: \u2026}, {delay: \u2026} or one of ${_scenario_js__WEBPACK_IMPORTED_MODULE_0__/* .FAULT_NAMES */ .cT.join(', ')}`);
    const answer = fields(action, { where, known: KNOWN.answer });
    if (answer['delay'] !== undefined)
        (0,_scenario_js__WEBPACK_IMPORTED_MODULE_0__/* .parseTime */ .pe)(answer['delay'], `${where}.delay`);
    const status = answer['status'];
    if (status !== undefined && !(positive(status, `${where}.status`) >= 200 && Number(status) <= 599))
        throw new _scenario_js__WEBPACK_IMPORTED_MODULE_0__/* .ScenarioError */ .tp(`${where}.status: must be from 200 to 599`);
    const headers = fields(answer['headers'] ?? {}, { where: `${where}.headers`, known: null });
    for (const [name, value] of Object.entries(headers))
        text(value, `${where}.headers.${name}`);
}
function fields(value, { where, known }) {
    if (value === null || typeof value !== 'object' || Array.isArray(value))
        throw new _scenario_js__WEBPACK_IMPORTED_MODULE_0__/* .ScenarioError */ .tp(`${where}: must be an object`);
    const unknown = known === null ? [] : Object.keys(value).filter((key) => !known.includes(key));
    if (unknown.length > 0)
        throw new _scenario_js__WEBPACK_IMPORTED_MODULE_0__/* .ScenarioError */ .tp(`${where}: unknown ${unknown.join(', ')}; known are ${(known ?? []).join(', ')}`);
    return value;
}
function list(value, where) {
    if (!Array.isArray(value))
        throw new _scenario_js__WEBPACK_IMPORTED_MODULE_0__/* .ScenarioError */ .tp(`${where}: must be a list`);
    return value;
}
function text(value, where) {
    if (typeof value !== 'string')
        throw new _scenario_js__WEBPACK_IMPORTED_MODULE_0__/* .ScenarioError */ .tp(`${where}: must be a text`);
    return value;
}
function positive(value, where) {
    if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 1)
        throw new _scenario_js__WEBPACK_IMPORTED_MODULE_0__/* .ScenarioError */ .tp(`${where}: must be a positive integer`);
    return value;
}
function pattern(value, where) {
    try {
        return new RegExp(text(value, where), 'i');
    }
    catch (cause) {
        if (cause instanceof _scenario_js__WEBPACK_IMPORTED_MODULE_0__/* .ScenarioError */ .tp)
            throw cause;
        throw new _scenario_js__WEBPACK_IMPORTED_MODULE_0__/* .ScenarioError */ .tp(`${where}: is no regular expression`, { cause });
    }
}


/***/ }),

/***/ 8628:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   j: () => (/* binding */ createRunner)
/* harmony export */ });
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(7598);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(3024);
/* harmony import */ var node_os__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(8161);
/** A minimal runner interface for the sandbox's action, which keeps the bundle small. */



function createRunner(env, print) {
    const append = (variable, { name, value }) => {
        const file = env[variable];
        if (file === undefined || file === '')
            throw new Error(`${variable} is not set: this script is a step of a job.`);
        // Random, so that no value can contain it.
        const end = `end_${(0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.randomUUID)()}`;
        (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.appendFileSync)(file, [`${name}<<${end}`, value, end, ''].join(node_os__WEBPACK_IMPORTED_MODULE_2__.EOL));
    };
    const escaped = (text) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
    return {
        input: (name) => env[`INPUT_${name.toUpperCase()}`]?.trim() ?? '',
        output: (name, value) => append('GITHUB_OUTPUT', { name, value }),
        state: (name) => env[`STATE_${name}`] ?? '',
        saveState: (name, value) => append('GITHUB_STATE', { name, value }),
        mask: (value) => print(`::add-mask::${escaped(value)}`),
        info: print,
        error: (message) => print(`::error::${escaped(message)}`),
    };
}


/***/ }),

/***/ 320:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   AW: () => (/* binding */ ERROR_FORMATS),
/* harmony export */   Cx: () => (/* binding */ LOG_ADDRESSES),
/* harmony export */   GS: () => (/* binding */ fill),
/* harmony export */   T3: () => (/* binding */ METADATA_USES),
/* harmony export */   cT: () => (/* binding */ FAULT_NAMES),
/* harmony export */   ln: () => (/* binding */ FAULT_KINDS),
/* harmony export */   pe: () => (/* binding */ parseTime),
/* harmony export */   tp: () => (/* binding */ ScenarioError),
/* harmony export */   yc: () => (/* binding */ APIS)
/* harmony export */ });
/* unused harmony export CALL_KINDS */
/**
 * Scenarios script how a run develops over time: log entries, status words, the result, and faults of the service. They are plain data from
 * YAML or JSON (see README.md in this folder). `read-scenario.ts` validates them.
 */
/** `reset-before` takes effect before the request is carried out, all others after it. `stale` applies to the list of runs. */
const FAULT_NAMES = [
    'reset-before',
    'reset-after',
    'cut-body',
    'wrong-body',
    'html',
    'empty',
    'gzip',
    'redirect',
    'stall-headers',
    'stall-body',
    'drip',
    'stale',
];
/** The kinds of requests: the four of the specification, then those of the published API. */
const CALL_KINDS = [
    'create',
    'resume',
    'read',
    'logs',
    'runs',
    'ban',
    'unban',
    'remove-from-pr',
    'setup-commands',
    'analyze-logs',
    'me',
    'organizations',
    'users',
    'user',
    'repos',
    'integrations',
];
const FAULT_KINDS = [...CALL_KINDS, 'any'];
const APIS = ['published', 'spec'];
const LOG_ADDRESSES = ['both', 'spec', 'alpha', 'none'];
const METADATA_USES = ['keep', 'drop', 'refuse'];
const ERROR_FORMATS = ['message', 'detail', 'validation', 'published'];
class ScenarioError extends Error {
    name = 'ScenarioError';
}
const UNITS = { ms: 1, s: 1000, m: 60_000 };
/** Converts a `Time` to milliseconds. @throws ScenarioError with `where` */
function parseTime(time, where) {
    const given = typeof time === 'string' || typeof time === 'number' ? String(time).trim() : '';
    const match = /^(\d+(?:\.\d+)?)\s*(ms|s|m)?$/.exec(given);
    if (match === null)
        throw new ScenarioError(`${where}: ${JSON.stringify(time)} is no time; write 250ms, 1.5s or 2m`);
    return Number(match[1]) * (UNITS[match[2] ?? 's'] ?? 1000);
}
/** Replaces `{{name}}` in every string of the data. Names without a value are kept. */
function fill(value, values) {
    if (typeof value === 'string') {
        if (!value.includes('{{'))
            return value;
        return value.replace(/\{\{(\w+)\}\}/g, (mark, name) => Object.hasOwn(values, name) ? (values[name] ?? mark) : mark);
    }
    if (Array.isArray(value))
        return value.map((item) => fill(item, values));
    if (value === null || typeof value !== 'object')
        return value;
    return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, fill(field, values)]));
}


/***/ }),

/***/ 4273:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {


// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  uA: () => (/* binding */ requestLine),
  OT: () => (/* binding */ startSandbox)
});

// UNUSED EXPORTS: serviceOptions

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __nccwpck_require__(7598);
;// CONCATENATED MODULE: external "node:http"
const external_node_http_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:http");
// EXTERNAL MODULE: external "node:timers/promises"
var promises_ = __nccwpck_require__(8500);
;// CONCATENATED MODULE: external "node:zlib"
const external_node_zlib_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:zlib");
// EXTERNAL MODULE: ./build/sandbox/scenario.js
var scenario = __nccwpck_require__(320);
;// CONCATENATED MODULE: ./build/sandbox/faults.js



/** Counts requests by kind and finds the fault for the current one. */
class FaultPlan {
    #counts = new Map();
    /** The first matching rule, or null. Counts the request. */
    next({ kind, runId }, rules) {
        const all = { [kind]: this.#count(`all ${kind}`), any: this.#count('all any') };
        // The run of a create has no ID yet, so all creates are counted together.
        const run = runId === null ? all : { [kind]: this.#count(`${runId} ${kind}`), any: this.#count(`${runId} any`) };
        const rule = rules.own.find((each) => hits(each, all[each.on])) ?? rules.scenario.find((each) => hits(each, run[each.on]));
        return rule?.do ?? null;
    }
    /** Resets all counts. */
    clear() {
        this.#counts.clear();
    }
    #count(name) {
        const count = (this.#counts.get(name) ?? 0) + 1;
        this.#counts.set(name, count);
        return count;
    }
}
function hits(rule, count) {
    if (count === undefined)
        return false;
    if (rule.nth !== undefined)
        return count === rule.nth;
    if (count < (rule.from ?? 1) || count > (rule.to ?? Infinity))
        return false;
    return rule.every === undefined || count % rule.every === 0;
}
/** Whether the fault takes effect before the request is carried out. */
function strikesBefore(action) {
    if (typeof action === 'string')
        return action === 'reset-before';
    return action.status !== undefined && action.after !== true;
}
/** The status that the client receives, or null. */
function statusSeen(action, status) {
    if (typeof action === 'object')
        return action.status ?? status;
    if (action === 'reset-before' || action === 'reset-after' || action === 'stall-headers')
        return null;
    return action === 'redirect' ? 302 : status;
}
const JSON_TYPE = { 'content-type': 'application/json' };
const DRIP_MS = 20;
/** Sends the fault's response instead of `prepared`. Ends early if the client disconnects or the sandbox closes. */
async function answerFaulty(response, action, prepared) {
    const { status, body } = prepared;
    if (typeof action === 'object') {
        if (action.delay !== undefined && !(await pause(response, (0,scenario/* parseTime */.pe)(action.delay, 'delay'))))
            return;
        if (action.status === undefined) {
            response.writeHead(status, { ...JSON_TYPE, ...action.headers }).end(body);
            return;
        }
        const said = action.body ?? { message: `A fault of the scenario: status ${action.status}` };
        const text = typeof said === 'string' ? said : JSON.stringify(said);
        response.writeHead(action.status, { ...JSON_TYPE, ...action.headers }).end(text);
        return;
    }
    const bytes = Buffer.from(body);
    const whole = { ...JSON_TYPE, 'content-length': bytes.length };
    const half = bytes.subarray(0, Math.max(1, Math.floor(bytes.length / 2)));
    switch (action) {
        case 'reset-before':
        case 'reset-after':
            response.socket?.resetAndDestroy();
            return;
        case 'cut-body':
            response.writeHead(status, whole);
            response.write(half, () => response.socket?.destroy());
            return;
        case 'stale':
            response.writeHead(status, JSON_TYPE).end(body);
            return;
        case 'wrong-body':
            response.writeHead(status, JSON_TYPE).end('{"half": ');
            return;
        case 'html':
            response
                .writeHead(status, { 'content-type': 'text/html' })
                .end('<!doctype html><title>Busy</title><p>Please wait.</p>');
            return;
        case 'empty':
            response.writeHead(status, JSON_TYPE).end();
            return;
        case 'gzip':
            response.writeHead(status, { ...JSON_TYPE, 'content-encoding': 'gzip' }).end((0,external_node_zlib_namespaceObject.gzipSync)(bytes));
            return;
        case 'redirect':
            response.writeHead(302, { location: 'https://example.com/elsewhere' }).end();
            return;
        case 'stall-headers':
            return;
        case 'stall-body':
            response.writeHead(status, whole).write(half);
            return;
        case 'drip':
            response.writeHead(status, whole);
            for (const byte of bytes) {
                response.write(Buffer.of(byte));
                if (!(await pause(response, DRIP_MS)))
                    return;
            }
            response.end();
    }
}
/** False if the connection ended in the meantime. Leaves no timer behind. */
async function pause(response, ms) {
    const gone = new AbortController();
    const end = () => gone.abort();
    response.once('close', end);
    try {
        await (0,promises_.setTimeout)(ms, undefined, { signal: gone.signal });
        return !response.destroyed;
    }
    catch {
        return false;
    }
    finally {
        response.off('close', end);
    }
}

// EXTERNAL MODULE: ./build/sandbox/library.js + 8 modules
var sandbox_library = __nccwpck_require__(5662);
;// CONCATENATED MODULE: ./build/sandbox/limits.js
/**
 * The service's rate limits (spec 8): sliding windows over the requests of the sandbox's only token. Each limit can be changed or switched
 * off.
 */
const SPEC_LIMITS = {
    standard: { limit: 60, windowMs: 30_000 },
    shared: { limit: 60, windowMs: 60_000 },
    creation: { limit: 10, windowMs: 60_000 },
    setup: { limit: 5, windowMs: 60_000 },
    analysis: { limit: 5, windowMs: 60_000 },
};
/** Counts accepted requests. Refused ones do not count. */
class RateLimiter {
    #limits;
    /** Times of the accepted requests in each window, oldest first. */
    #taken = new Map();
    constructor(limits) {
        this.#limits = limits;
    }
    /** Null if the request is within all limits (and was counted), otherwise the exceeded limit with the longest wait. */
    take(category, now) {
        const windows = [category, 'shared'].flatMap((limit) => {
            const window = this.#limits[limit];
            if (window === null)
                return [];
            const times = (this.#taken.get(limit) ?? []).filter((time) => time > now - window.windowMs);
            return [{ limit, window, times }];
        });
        const refusals = windows
            .filter(({ window, times }) => times.length >= window.limit)
            .map(({ limit, window, times }) => ({ limit, retryMs: (times[0] ?? now) + window.windowMs - now }));
        const [worst] = refusals.sort((a, b) => b.retryMs - a.retryMs);
        if (worst !== undefined)
            return worst;
        for (const { limit, times } of windows)
            this.#taken.set(limit, [...times, now]);
        return null;
    }
    /** Forgets every request. */
    clear() {
        this.#taken.clear();
    }
}

;// CONCATENATED MODULE: ./build/sandbox/organization.js
/** The data of the sandbox's organization: the token's owner, users, repositories and integrations. */
const ME = { id: 11, login: 'octo-dev', isAdmin: true };
const SAMPLE_ORGANIZATION = {
    name: 'Octo Shop',
    me: ME,
    users: [ME, { id: 12, login: 'octo-reviewer' }],
    repositories: [
        { id: 1, fullName: 'octo/shop' },
        { id: 2, fullName: 'octo/shop-api' },
        { id: 3, fullName: 'octo/docs' },
        { id: 4, fullName: 'octo/legacy-shop', archived: true },
    ],
    integrations: [
        { type: 'github', active: true },
        { type: 'slack', active: false },
    ],
};

// EXTERNAL MODULE: ./build/sandbox/read-scenario.js
var read_scenario = __nccwpck_require__(41);
;// CONCATENATED MODULE: ./build/sandbox/errors.js
class Refused extends Error {
    name = 'Refused';
    status;
    /** The location of the problem in the request, such as `['body', 'prompt']`. */
    at;
    constructor(status, message, at = []) {
        super(message);
        this.status = status;
        this.at = at;
    }
}
/** 429, with the time when a request will be possible again. */
class RateLimited extends Refused {
    refusal;
    constructor(refusal) {
        super(429, `Rate limit exceeded (${refusal.limit})`);
        this.refusal = refusal;
    }
}
/** Status and body of an error response. */
function errorAnswer({ status, message, at }, format) {
    switch (format) {
        case 'message':
            return { status, body: { message } };
        case 'detail':
            return { status, body: { detail: message } };
        case 'validation':
            return { status, body: validation(at, message) };
        case 'published':
            if (at.length > 0)
                return { status: 422, body: validation(at, message) };
            if (status === 405)
                return { status, body: { detail: 'Method Not Allowed' } };
            return { status, body: { message, status_code: status } };
    }
}
function validation(at, message) {
    return { detail: [{ loc: at, msg: message, type: 'value_error' }] };
}
/** `now` in milliseconds since the epoch. */
function retryHeaders({ retryMs }, { say, now }) {
    switch (say) {
        case 'none':
            return {};
        case 'seconds':
            return { 'retry-after': String(Math.ceil(retryMs / 1000)) };
        case 'date':
            // HTTP dates have whole seconds. Rounded up, so that a retry at that time is not too early.
            return { 'retry-after': new Date(now + retryMs + 999).toUTCString() };
        case 'ms':
            return { 'retry-after-ms': String(Math.ceil(retryMs)) };
        case 'reset':
            return { 'x-ratelimit-reset': String(Math.ceil((now + retryMs) / 1000)) };
    }
}

;// CONCATENATED MODULE: ./build/sandbox/endpoints/request.js
/** Validation of requests. Undocumented fields are refused, so that client errors are noticed. */

/** The body's fields, all of them in `allowed`. @throws Refused */
function bodyFields({ query, contentType, body }, allowed) {
    onlyQuery(query, []);
    if (!/^application\/json\s*(;|$)/i.test(contentType)) {
        throw new Refused(400, 'Requests with a body must carry Content-Type: application/json', [
            'header',
            'content-type',
        ]);
    }
    let parsed;
    try {
        parsed = JSON.parse(body);
    }
    catch {
        throw new Refused(400, 'The body is not valid JSON', ['body']);
    }
    if (parsed === null || typeof parsed !== 'object' || Array.isArray(parsed))
        throw new Refused(400, 'The body must be a JSON object', ['body']);
    for (const name of Object.keys(parsed)) {
        if (!allowed.includes(name))
            throw new Refused(400, `Unknown field ${name}; known are ${allowed.join(', ')}`, ['body', name]);
    }
    return parsed;
}
/** @throws Refused for any other parameter, and for one that is given twice */
function onlyQuery(query, allowed) {
    for (const name of query.keys()) {
        if (!allowed.includes(name))
            throw new Refused(400, `Unknown query parameter ${name}`, ['query', name]);
        if (query.getAll(name).length > 1)
            throw new Refused(400, `Query parameter ${name} is given twice`, ['query', name]);
    }
}
/** @throws Refused */
function request_text(body, name) {
    const value = body[name];
    if (typeof value !== 'string' || value.trim() === '')
        throw new Refused(400, `${name} must be a string that is not empty`, ['body', name]);
    return value;
}
/** Null if the field is null or absent. @throws Refused */
function optional(body, name, read) {
    return body[name] === undefined || body[name] === null ? null : read(body, name);
}
/** @throws Refused */
function positive(body, name) {
    const value = body[name];
    if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 1)
        throw new Refused(400, `${name} must be a positive integer`, ['body', name]);
    return value;
}
/** Images as data URIs. @throws Refused */
function dataUris(body, name) {
    const value = body[name];
    const isUri = (item) => typeof item === 'string' && /^data:image\/[\w.+-]+;base64,/.test(item);
    if (!Array.isArray(value) || !value.every(isUri))
        throw new Refused(400, `${name} must be a list of images as data URIs`, ['body', name]);
    return value;
}
/** @throws Refused */
function jsonObject(body, name) {
    const value = body[name];
    if (typeof value !== 'object' || value === null || Array.isArray(value))
        throw new Refused(400, `${name} must be an object`, ['body', name]);
    return value;
}
/** An ID in a path. @throws Refused */
function pathId(value, name) {
    if (!/^[1-9]\d{0,14}$/.test(value))
        throw new Refused(400, `${name} must be a positive integer, not "${value}"`, ['path', name]);
    return Number(value);
}
/** `skip` and `limit` (spec 4.5); lists of the published API take the same. @throws Refused */
function pageOf(query) {
    return {
        skip: queryInteger(query, { name: 'skip', initial: 0, min: 0, max: Infinity }),
        limit: queryInteger(query, { name: 'limit', initial: 100, min: 1, max: 100 }),
    };
}
/** `page` and `pages` are counted in pages of `size` = `limit`; the specification does not show how. */
function pageFields({ skip, limit }, total) {
    return { page: Math.floor(skip / limit) + 1, size: limit, pages: Math.ceil(total / limit) };
}
/** A page of a list in the published API's form. */
function listPage(items, page) {
    const shown = items.slice(page.skip, page.skip + page.limit);
    return { items: shown, total: items.length, ...pageFields(page, items.length) };
}
/** @throws Refused */
function queryInteger(query, rule) {
    const given = query.get(rule.name);
    if (given === null)
        return rule.initial;
    const value = /^\d{1,15}$/.test(given) ? Number(given) : NaN;
    if (value >= rule.min && value <= rule.max)
        return value;
    const bound = rule.max === Infinity ? `at least ${rule.min}` : `from ${rule.min} to ${rule.max}`;
    throw new Refused(400, `${rule.name} must be an integer ${bound}, not "${given}"`, ['query', rule.name]);
}

;// CONCATENATED MODULE: ./build/sandbox/endpoints/organization.js
/** The published endpoints that read an organization's data. */


function readMe({ organization }, { query }) {
    onlyQuery(query, []);
    return userBody(organization.me);
}
function listOrganizations({ organization, orgId }, { query }) {
    const page = pageFor(query);
    const settings = { enable_pr_creation: true, enable_rules_detection: true };
    return listPage([{ id: orgId, name: organization.name, settings }], page);
}
function listUsers({ organization }, { query }) {
    return listPage(organization.users.map(userBody), pageFor(query));
}
function readUser({ organization }, { query, userId }) {
    onlyQuery(query, []);
    const id = pathId(userId, 'user_id');
    const user = organization.users.find((each) => each.id === id);
    if (user === undefined)
        throw new Refused(404, 'User not found');
    return userBody(user);
}
function listRepositories({ organization, orgId }, { query }) {
    const page = pageFor(query);
    const items = organization.repositories.map(({ id, fullName, archived = false }) => ({
        id,
        name: fullName.split('/').at(-1),
        full_name: fullName,
        description: null,
        github_id: String(900_000 + id),
        organization_id: orgId,
        visibility: 'private',
        archived,
        setup_status: 'completed',
        language: 'TypeScript',
    }));
    return listPage(items, page);
}
function readIntegrations({ organization, orgId }, { query }) {
    onlyQuery(query, []);
    const integrations = organization.integrations.map(({ type, active }) => ({ integration_type: type, active }));
    return {
        organization_id: orgId,
        organization_name: organization.name,
        integrations,
        total_active_integrations: integrations.filter(({ active }) => active).length,
    };
}
function pageFor(query) {
    onlyQuery(query, ['skip', 'limit']);
    return pageOf(query);
}
function userBody({ id, login, isAdmin = false }) {
    return {
        id,
        email: `${login}@sandbox.example`,
        github_user_id: String(500_000 + id),
        github_username: login,
        avatar_url: null,
        full_name: null,
        role: isAdmin ? 'ADMIN' : 'MEMBER',
        is_admin: isAdmin,
    };
}

;// CONCATENATED MODULE: ./build/sandbox/endpoints/run-body.js
/** The response of create, resume and read, and an item of the list of runs. */
function runBody(run, { store, mode }) {
    const { pullRequests, summary } = store.state(run);
    const base = commonBody(run, { store, mode });
    if (mode.api === 'spec') {
        return { ...base, ...(pullRequests === null ? {} : { github_pull_requests: pullRequests }) };
    }
    return {
        ...base,
        summary,
        source_type: run.sourceType,
        github_pull_requests: pullRequests?.map((pull, index) => pullRequestBody(run, { pull, index })) ?? null,
    };
}
/** The run's fields on a page of logs. In the published API it has no summary, source or pull requests. */
function logsBody(run, shown) {
    return shown.mode.api === 'spec' ? runBody(run, shown) : commonBody(run, shown);
}
function commonBody(run, { store, mode }) {
    const { status, webUrl, result } = store.state(run);
    return {
        id: run.id,
        organization_id: run.orgId,
        status,
        created_at: new Date(run.createdAt).toISOString(),
        web_url: webUrl,
        result,
        ...(mode.api === 'spec' ? {} : { metadata: run.metadata }),
    };
}
/** `id` is the service's own number, not GitHub's. */
function pullRequestBody(run, { pull, index }) {
    const { url = null, title = null, head_branch_name = null } = pull;
    return {
        id: run.id * 100 + index + 1,
        title,
        url,
        created_at: new Date(run.createdAt).toISOString(),
        head_branch_name,
    };
}

;// CONCATENATED MODULE: ./build/sandbox/endpoints/runs.js
/** The four endpoints of the specification (spec 4), and the published list of runs. */



const PUBLISHED_FIELDS = ['images', 'metadata', 'model', 'agent_type'];
const AGENT_TYPES = ['codegen', 'claude_code'];
/** Endpoint 1 (spec 4.2). */
function createRun(options, request) {
    const { store, orgId, mode } = options;
    const isPublished = mode.api === 'published';
    const scenario = options.scenarioFor(promptIn(request.body));
    const known = ['prompt', 'repo_id', ...options.extraFields, ...scenario.extraFields];
    const body = bodyFields(request, isPublished ? [...new Set([...known, ...PUBLISHED_FIELDS])] : known);
    const prompt = request_text(body, 'prompt');
    const repoId = isPublished
        ? optional(body, 'repo_id', positive)
        : body['repo_id'] === undefined
            ? null
            : positive(body, 'repo_id');
    knownRepository(options, repoId);
    const fields = isPublished ? publishedFields(body, mode) : {};
    const metadata = mode.metadata === 'drop' ? null : optional(fields, 'metadata', jsonObject);
    return runBody(store.create({ orgId, repoId, prompt, scenario, metadata, request: body }), { store, mode });
}
/** Checks fields that the published API accepts beyond the specification. @throws Refused */
function publishedFields(body, { metadata }) {
    optional(body, 'images', dataUris);
    optional(body, 'model', request_text);
    optional(body, 'metadata', jsonObject);
    const agentType = optional(body, 'agent_type', request_text);
    if (agentType !== null && !AGENT_TYPES.includes(agentType))
        throw new Refused(400, `agent_type must be one of ${AGENT_TYPES.join(', ')}`, ['body', 'agent_type']);
    if (metadata === 'refuse' && body['metadata'] !== undefined && body['metadata'] !== null)
        throw new Refused(400, 'Extra inputs are not permitted', ['body', 'metadata']);
    return body;
}
/** @throws Refused if the organization has no such repository */
function knownRepository({ repoIds }, repoId) {
    if (repoId !== null && repoIds !== null && !repoIds.includes(repoId))
        throw new Refused(404, `Repository ${repoId} not found`);
}
/** Endpoint 3 (spec 4.4). */
function resumeRun({ store, mode }, request) {
    const isPublished = mode.api === 'published';
    const body = bodyFields(request, ['agent_run_id', 'prompt', ...(isPublished ? ['images', 'model'] : [])]);
    const id = positive(body, 'agent_run_id');
    const prompt = request_text(body, 'prompt');
    if (isPublished)
        publishedFields(body, mode);
    return runBody(store.resume(knownRun({ store, mode }, id), prompt), { store, mode });
}
/** Endpoint 2 (spec 4.3). */
function readRun({ store, mode }, { runId, query }) {
    onlyQuery(query, []);
    return runBody(knownRun({ store, mode }, pathId(runId, 'agent_run_id')), { store, mode });
}
/** Endpoint 4 (spec 4.5). */
function readLogs({ store, mode, logOrder }, { runId, query }) {
    onlyQuery(query, ['skip', 'limit', ...(mode.api === 'published' ? ['reverse'] : [])]);
    const page = pageOf(query);
    const reverse = query.get('reverse');
    if (reverse !== null && !['true', 'false'].includes(reverse))
        throw new Refused(400, `reverse must be true or false, not "${reverse}"`, ['query', 'reverse']);
    const run = knownRun({ store, mode }, pathId(runId, 'agent_run_id'));
    const { entries } = store.state(run);
    const newestFirst = (logOrder === 'desc') !== (reverse === 'true');
    const ordered = newestFirst ? entries.toReversed() : entries;
    return {
        ...logsBody(run, { store, mode }),
        logs: ordered.slice(page.skip, page.skip + page.limit),
        total_logs: entries.length,
        ...pageFields(page, entries.length),
    };
}
/** The list of runs, newest first. `stale`: without the newest run, to simulate a list that lags behind. */
function listRuns({ store, mode, organization }, { query, stale }) {
    onlyQuery(query, ['skip', 'limit', 'user_id', 'source_type']);
    const page = pageOf(query);
    const userId = queryInteger(query, { name: 'user_id', initial: 0, min: 0, max: Infinity });
    const sourceType = query.get('source_type');
    const ofUser = userId === 0 || userId === organization.me.id;
    const newestFirst = store.all().toSorted((a, b) => b.createdAt - a.createdAt || b.id - a.id);
    const runs = (stale ? newestFirst.slice(1) : newestFirst).filter((run) => ofUser && (sourceType === null || run.sourceType === sourceType));
    const shown = listPage(runs, page);
    return { ...shown, items: shown['items'].map((run) => runBody(run, { store, mode })) };
}
/** @throws Refused */
function knownRun({ store, mode }, id) {
    const run = store.get(id);
    if (run !== undefined)
        return run;
    throw new Refused(404, mode.api === 'published' ? 'Agent run not found.' : `Agent run ${id} not found`);
}
/** The prompt, which selects a scenario before the request is validated. */
function promptIn(body) {
    try {
        const prompt = JSON.parse(body)?.['prompt'];
        return typeof prompt === 'string' ? prompt : '';
    }
    catch {
        return '';
    }
}

;// CONCATENATED MODULE: ./build/sandbox/endpoints/special-runs.js


/** Starts a run that generates the setup commands of a repository. */
function generateSetupCommands(options, request) {
    const body = bodyFields(request, ['repo_id', 'prompt']);
    const repoId = positive(body, 'repo_id');
    const hint = optional(body, 'prompt', request_text);
    knownRepository(options, repoId);
    const { store, orgId, organization, scenarioFor } = options;
    const name = organization.repositories.find(({ id }) => id === repoId)?.fullName ?? `repository ${repoId}`;
    const prompt = [`Generate setup commands for ${name}.`, ...(hint === null ? [] : [hint])].join('\n\n');
    const scenario = scenarioFor(prompt);
    const run = store.create({ orgId, repoId, prompt, scenario, sourceType: 'SETUP_COMMANDS', request: body });
    const { status, webUrl } = store.state(run);
    return { agent_run_id: run.id, status, url: webUrl };
}
/** Starts a run that analyzes the logs of a sandbox. */
function analyzeLogs({ store, orgId, scenarioFor }, { sandboxId, query }) {
    onlyQuery(query, []);
    const id = pathId(sandboxId, 'sandbox_id');
    const prompt = `Analyze the logs of sandbox ${id}.`;
    const run = store.create({ orgId, repoId: null, prompt, scenario: scenarioFor(prompt), request: {} });
    return { agent_run_id: run.id, status: store.state(run).status, message: `Analyzing the logs of sandbox ${id}` };
}
/** Stops the run and all later turns until `unban`. */
function ban({ store, mode }, request) {
    const run = knownRun({ store, mode }, namedRun(request));
    store.ban(run);
    return { message: 'All agents of the pull request are stopped.' };
}
/** Allows later turns again. */
function unban({ store, mode }, request) {
    const run = knownRun({ store, mode }, namedRun(request));
    store.unban(run);
    return { message: 'Agents may work on the pull request again.' };
}
/** Has no effect, because runs of the sandbox have no real pull request. */
function removeFromPullRequest({ store, mode }, request) {
    knownRun({ store, mode }, namedRun(request));
    return { message: 'The agent is removed from the pull request.' };
}
function namedRun(request) {
    return positive(bodyFields(request, ['agent_run_id']), 'agent_run_id');
}

;// CONCATENATED MODULE: ./build/sandbox/endpoints/table.js
const always = () => true;
const published = ({ api }) => api === 'published';
const logsAtSpecPath = ({ logs }) => logs === 'both' || logs === 'spec';
const logsAtAlphaPath = ({ logs }) => logs === 'both' || logs === 'alpha';
/** In matching order: names such as `resume` come before `{agent_run_id}`. */
const ENDPOINTS = [
    row('POST ORG/agent/run', 'create', { category: 'creation' }),
    row('POST ORG/agent/run/resume', 'resume'),
    row('POST ORG/agent/run/ban', 'ban', { isServed: published }),
    row('POST ORG/agent/run/unban', 'unban', { isServed: published }),
    row('POST ORG/agent/run/remove-from-pr', 'remove-from-pr', { isServed: published }),
    row('GET ORG/agent/runs', 'runs', { isServed: published }),
    row('GET ORG/agent/run/RUN/logs', 'logs', { isServed: logsAtSpecPath }),
    row('GET ALPHA/agent/run/RUN/logs', 'logs', { isServed: logsAtAlphaPath }),
    row('GET ORG/agent/run/RUN', 'read'),
    row('GET /v1/users/me', 'me', { isServed: published }),
    row('GET /v1/organizations', 'organizations', { isServed: published }),
    row('GET ORG/users', 'users', { isServed: published }),
    row('GET ORG/users/ITEM', 'user', { isServed: published }),
    row('GET ORG/repos', 'repos', { isServed: published }),
    row('GET ORG/integrations', 'integrations', { isServed: published }),
    row('POST ORG/setup-commands/generate', 'setup-commands', { category: 'setup', isServed: published }),
    row('POST ORG/sandbox/ITEM/analyze-logs', 'analyze-logs', { category: 'analysis', isServed: published }),
];
function row(target, kind, rest = {}) {
    const [method, template = ''] = target.split(' ');
    const path = template
        .replace('ORG', '/v1/organizations/(?<org>[^/]+)')
        .replace('ALPHA', '/v1/alpha/organizations/(?<org>[^/]+)')
        .replace('RUN', '(?<run>[^/]+)')
        .replace('ITEM', '(?<item>[^/]+)');
    const { category = 'standard', isServed = always } = rest;
    return { kind, method: method === 'POST' ? 'POST' : 'GET', category, isServed, path: new RegExp(`^${path}$`) };
}
/** The endpoint of a path in a mode of the service, or null. */
function findRoute(path, { prefix, mode }) {
    if (!path.startsWith(prefix))
        return null;
    const rest = path.slice(prefix.length);
    const endpoint = ENDPOINTS.find((each) => each.isServed(mode) && each.path.test(rest));
    if (endpoint === undefined)
        return null;
    const { org = null, run = null, item = null } = endpoint.path.exec(rest)?.groups ?? {};
    const { kind, method, category } = endpoint;
    return { kind, method, category, orgId: org, runId: run, itemId: item };
}

;// CONCATENATED MODULE: ./build/sandbox/service.js





/** Finds the endpoint. The scenario of a run, or of the next run, may set its own mode. */
function routeOf(options, path) {
    const { store, scenarioFor, pathPrefix: prefix } = options;
    const named = /\/agent\/run\/(\d+)(?:\/|$)/.exec(path)?.[1];
    const scenario = store.get(Number(named ?? NaN))?.scenario ?? scenarioFor('');
    const mode = { ...options.mode, ...(scenario.mode.api === 'spec' && { logs: 'spec' }), ...scenario.mode };
    const errorFormat = scenario.errorFormat ?? options.errorFormat ?? (mode.api === 'published' ? 'published' : 'message');
    return { route: findRoute(path, { prefix, mode }), mode, errorFormat };
}
/** Carries a request out or returns an error response. `stale`: the list lags behind. Never throws. */
function answerTo(options, { request, routed, stale }) {
    const { mode, errorFormat } = routed;
    try {
        const route = admit(options, { request, routed });
        return { status: 200, body: carryOut({ ...options, mode }, { request, route, stale }), headers: {} };
    }
    catch (error) {
        if (error instanceof NoEndpoint && errorFormat === 'published')
            return { status: 404, body: { detail: 'Not Found' }, headers: {} };
        if (!(error instanceof Refused))
            return { status: 500, body: { message: `Sandbox: ${String(error)}` }, headers: {} };
        const { retryAfter: say, now } = options;
        const headers = error instanceof RateLimited
            ? retryHeaders(error.refusal, { say, now: now() })
            : error.status === 405 && routed.route !== null
                ? { allow: routed.route.method }
                : {};
        return { ...errorAnswer(error, errorFormat), headers };
    }
}
class NoEndpoint extends Refused {
    constructor(path) {
        super(404, `No endpoint ${path}`);
    }
}
/** Checks authentication, path and limits in this order: 401, 404, 400 for an organization that is not a number, 403, 405, 429. */
function admit(options, { request, routed: { route } }) {
    const { method, path, headers } = request;
    if (headers['authorization'] !== `Bearer ${options.token}`)
        throw new Refused(401, 'Invalid or missing API token');
    if (route === null)
        throw new NoEndpoint(path);
    if (route.orgId !== null && !/^[1-9]\d{0,14}$/.test(route.orgId))
        throw new Refused(400, `org_id must be a positive integer, not "${route.orgId}"`, ['path', 'org_id']);
    if (route.orgId !== null && route.orgId !== String(options.orgId))
        throw new Refused(403, `The token has no permission for organization ${route.orgId}`);
    if (method !== route.method)
        throw new Refused(405, `${path} takes ${route.method}, not ${method}`);
    const refusal = options.limiter.take(route.category, options.now());
    if (refusal !== null)
        throw new RateLimited(refusal);
    return route;
}
function carryOut(options, { request, route, stale }) {
    const { method, query, headers, body } = request;
    if (method === 'GET' && body !== '')
        throw new Refused(400, 'A GET request takes no body', ['body']);
    const given = headers['content-type'];
    const sent = { query, contentType: typeof given === 'string' ? given : '', body };
    const runId = route.runId ?? '';
    const itemId = route.itemId ?? '';
    switch (route.kind) {
        case 'create':
            return createRun(options, sent);
        case 'resume':
            return resumeRun(options, sent);
        case 'read':
            return readRun(options, { runId, query });
        case 'logs':
            return readLogs(options, { runId, query });
        case 'runs':
            return listRuns(options, { query, stale });
        case 'ban':
            return ban(options, sent);
        case 'unban':
            return unban(options, sent);
        case 'remove-from-pr':
            return removeFromPullRequest(options, sent);
        case 'setup-commands':
            return generateSetupCommands(options, sent);
        case 'analyze-logs':
            return analyzeLogs(options, { sandboxId: itemId, query });
        case 'me':
            return readMe(options, { query });
        case 'organizations':
            return listOrganizations(options, { query });
        case 'users':
            return listUsers(options, { query });
        case 'user':
            return readUser(options, { query, userId: itemId });
        case 'repos':
            return listRepositories(options, { query });
        case 'integrations':
            return readIntegrations(options, { query });
    }
}

;// CONCATENATED MODULE: ./build/sandbox/store.js
/** The runs. The state of a run is a function of its scenario and the time, without timers. */

const FIRST_ID = 1001;
class Store {
    #options;
    #runs = new Map();
    #nextId = FIRST_ID;
    #created = 0;
    constructor(options) {
        this.#options = options;
    }
    create(order) {
        const createdAt = this.#options.now() - (order.elapsedMs ?? 0) / this.#options.speed;
        while (this.#runs.has(this.#nextId))
            this.#nextId++;
        const id = order.id ?? this.#nextId++;
        const script = scriptOf(order.scenario, 0);
        const turn = { prompt: order.prompt, startedAt: createdAt, script, stoppedAt: Infinity };
        const { orgId, repoId, scenario, sourceType = 'API', metadata = null, request = {} } = order;
        const about = { orgId, repoId, scenario, sourceType, metadata, request };
        const run = { id, ...about, createdAt, turns: [turn], banned: false };
        this.#runs.set(id, run);
        if (order.seeded !== true)
            this.#created++;
        return run;
    }
    /** Number of runs created since the start or the last `clear`. */
    get created() {
        return this.#created;
    }
    get(id) {
        return this.#runs.get(id);
    }
    all() {
        return [...this.#runs.values()];
    }
    clear() {
        this.#runs.clear();
        this.#nextId = FIRST_ID;
        this.#created = 0;
    }
    /** Begins the next turn of the scenario, or repeats the last one. Interrupts an active run. */
    resume(run, prompt) {
        const script = scriptOf(run.scenario, run.turns.length);
        const startedAt = this.#scenarioNow(run);
        const turn = { prompt, startedAt, script, stoppedAt: run.banned ? startedAt : Infinity };
        const resumed = { ...run, turns: [...run.turns, turn] };
        this.#runs.set(run.id, resumed);
        return resumed;
    }
    /** Stops the current turn unless it has ended, and all turns that begin before `unban`. */
    ban(run) {
        const now = this.#scenarioNow(run);
        const turns = run.turns.map((turn, index) => {
            const isOver = turn.script.steps.every(({ at }) => turn.startedAt + at <= now);
            return index < run.turns.length - 1 || isOver ? turn : { ...turn, stoppedAt: Math.min(turn.stoppedAt, now) };
        });
        this.#runs.set(run.id, { ...run, turns, banned: true });
    }
    unban(run) {
        this.#runs.set(run.id, { ...run, banned: false });
    }
    /** The current state of the run. */
    state(run) {
        const now = this.#scenarioNow(run);
        let status = 'ACTIVE';
        let result = null;
        let summary = null;
        let webUrl = `${this.#options.webUrlRoot}/${run.id}`;
        let pullRequests = null;
        const entries = [];
        run.turns.forEach((turn, index) => {
            // A turn stops when the next one begins.
            const until = Math.min(now, run.turns[index + 1]?.startedAt ?? Infinity, turn.stoppedAt) - turn.startedAt;
            const resumed = index > 0;
            if (resumed && until >= turn.script.statusLag)
                status = 'ACTIVE';
            if (resumed && turn.script.echo)
                entries.push(echo(run, turn));
            const values = { prompt: turn.prompt, run: String(run.id) };
            for (const step of turn.script.steps) {
                if (step.at > until)
                    break;
                const statusVisible = !resumed || until >= turn.script.statusLag;
                if (step.status !== undefined && statusVisible)
                    status = step.status;
                if (step.result !== undefined)
                    result = step.result === null ? null : (0,scenario/* fill */.GS)(step.result, values);
                if (step.summary !== undefined)
                    summary = (0,scenario/* fill */.GS)(step.summary, values);
                if (step.web_url !== undefined)
                    webUrl = (0,scenario/* fill */.GS)(step.web_url, values);
                if (step.github_pull_requests !== undefined)
                    pullRequests = (0,scenario/* fill */.GS)(step.github_pull_requests, values);
                if (step.raw !== undefined)
                    entries.push(step.raw);
                if (step.entry !== undefined)
                    entries.push(entryOf(run, step, { startedAt: turn.startedAt, values }));
            }
            if (turn.stoppedAt <= now)
                status = 'CANCELLED';
        });
        return { status, result, summary, webUrl, pullRequests, entries };
    }
    /** Scenario time is scaled by the speed. */
    #scenarioNow(run) {
        return run.createdAt + (this.#options.now() - run.createdAt) * this.#options.speed;
    }
}
const EMPTY_ENTRY = {
    message_type: 'ACTION',
    thought: null,
    tool_name: null,
    tool_input: null,
    tool_output: null,
    observation: null,
};
function scriptOf({ turns }, index) {
    const script = turns[Math.min(index, turns.length - 1)];
    if (script === undefined)
        throw new Error('a scenario has at least one turn');
    return script;
}
function entryOf(run, step, { startedAt, values }) {
    const created_at = new Date(startedAt + step.at).toISOString();
    return { ...EMPTY_ENTRY, agent_run_id: run.id, created_at, ...(0,scenario/* fill */.GS)(step.entry, values) };
}
function echo(run, turn) {
    const created_at = new Date(turn.startedAt).toISOString();
    return { ...EMPTY_ENTRY, agent_run_id: run.id, created_at, message_type: 'USER_MESSAGE', observation: turn.prompt };
}

;// CONCATENATED MODULE: ./build/sandbox/server.js
/** The sandbox: the service of the spec as a real HTTP server on this machine (contract 10). */









/** The sandbox has no web interface, so the address uses a reserved name. */
const WEB_URL_ROOT = 'https://sandbox.example/runs';
const MAX_BODY_BYTES = 10_000_000;
/** The service's settings, with defaults for missing options. */
function serviceOptions(options, library) {
    const { api = 'published', logs = api === 'published' ? 'both' : 'spec', metadata = 'keep' } = options;
    const now = options.now ?? Date.now;
    const store = new Store({ now, speed: options.speed ?? 1, webUrlRoot: WEB_URL_ROOT });
    return {
        store,
        orgId: options.orgId ?? 1,
        organization: { ...SAMPLE_ORGANIZATION, ...options.organization },
        mode: { api, logs, metadata },
        token: options.token ?? `sbx_${(0,external_node_crypto_.randomBytes)(16).toString('hex')}`,
        pathPrefix: options.pathPrefix ?? '',
        limiter: new RateLimiter({ ...SPEC_LIMITS, ...options.limits }),
        now,
        scenarioFor: (prompt) => library.choose(store.created, prompt),
        logOrder: options.logOrder ?? 'asc',
        repoIds: options.repoIds ?? null,
        extraFields: options.extraFields ?? ['model', 'metadata'],
        retryAfter: options.retryAfter ?? 'none',
        errorFormat: options.errorFormat ?? null,
    };
}
/** Starts the service. @throws ScenarioError if a scenario cannot be read or is invalid */
async function startSandbox(options = {}) {
    const { host = '127.0.0.1' } = options;
    const library = await (0,sandbox_library/* createLibrary */.cz)(options.scenarios ?? [options.scenario ?? 'auto']);
    const service = serviceOptions(options, library);
    const { store, limiter, now, token, orgId, pathPrefix } = service;
    const faults = new FaultPlan();
    const ownFaults = (0,read_scenario/* readFaults */.G6)('faults', options.faults ?? []);
    const requests = [];
    async function serve(incoming, response) {
        const body = await readBody(incoming);
        if (body === null)
            return void response.writeHead(413, { connection: 'close' }).end();
        const [path = '', query = ''] = (incoming.url ?? '/').split(/\?(.*)/s);
        const { method = '', headers } = incoming;
        const request = {
            ...{ method, path, query: new URLSearchParams(query), headers, body },
            at: now(),
            status: null,
        };
        requests.push(request);
        await respond(request, response);
        options.onRequest?.(request);
    }
    async function respond(request, response) {
        const routed = routeOf(service, request.path);
        const fault = faultFor(request, routed);
        // With a fault that takes effect before the request, the request must not be carried out.
        if (fault !== null && strikesBefore(fault)) {
            request.status = statusSeen(fault, 503);
            return answerFaulty(response, fault, { status: 503, body: '' });
        }
        const answer = answerTo(service, { request, routed, stale: fault === 'stale' });
        const body = JSON.stringify(answer.body);
        request.status = answer.status;
        // Refused requests need no fault.
        if (fault === null || answer.status >= 300) {
            response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers }).end(body);
            return;
        }
        request.status = statusSeen(fault, answer.status);
        return answerFaulty(response, fault, { status: answer.status, body });
    }
    function faultFor(request, { route }) {
        if (route === null)
            return null;
        const run = store.get(Number(route.runId ?? bodyField(request.body, 'agent_run_id') ?? NaN));
        const prompt = bodyField(request.body, 'prompt');
        const scenario = run?.scenario ??
            (route.kind === 'create' ? service.scenarioFor(typeof prompt === 'string' ? prompt : '') : undefined);
        const rules = { own: ownFaults, scenario: scenario?.faults ?? [] };
        return faults.next({ kind: route.kind, runId: run?.id ?? null }, rules);
    }
    const sockets = new Set();
    const server = (0,external_node_http_namespaceObject.createServer)((incoming, response) => {
        // A client that disconnects during its request is not an error of the sandbox.
        serve(incoming, response).catch(() => response.destroy());
    });
    server.on('connection', (socket) => {
        sockets.add(socket);
        socket.on('close', () => sockets.delete(socket));
    });
    await new Promise((done, failed) => server.once('error', failed).listen(options.port ?? 0, host, done));
    const { port } = server.address();
    return {
        url: `http://${host.includes(':') ? `[${host}]` : host}:${port}${pathPrefix}`,
        token,
        orgId,
        requests,
        store,
        runs: () => store.all().map((run) => ({ ...run, ...store.state(run) })),
        seedRun: ({ scenario, prompt = 'An earlier prompt.', ...known } = {}) => {
            const chosen = scenario === undefined ? library.choose(0, prompt) : library.find(scenario, prompt);
            return store.create({ orgId, repoId: null, prompt, scenario: chosen, seeded: true, ...known });
        },
        clear: () => {
            requests.length = 0;
            for (const each of [store, limiter, faults])
                each.clear();
        },
        close: () => new Promise((done) => {
            server.close(() => done());
            for (const socket of sockets)
                socket.destroy();
        }),
    };
}
/** Null if it is too long. It is still read to its end, because a client that is still sending does not receive a response. */
async function readBody(incoming) {
    const chunks = [];
    let size = 0;
    for await (const chunk of incoming) {
        size += chunk.length;
        if (size <= MAX_BODY_BYTES)
            chunks.push(chunk);
    }
    if (size > MAX_BODY_BYTES)
        return null;
    return Buffer.concat(chunks).toString('utf8');
}
function bodyField(body, name) {
    try {
        return JSON.parse(body)?.[name];
    }
    catch {
        return undefined;
    }
}
/** A request as a line for the console. */
function requestLine({ at, method, path, query, status }) {
    const asked = query.size === 0 ? path : `${path}?${query.toString()}`;
    return `${new Date(at).toISOString()} ${method} ${asked} ${status ?? 'no answer'}`;
}


/***/ })

/******/ });
/************************************************************************/
/******/ // The module cache
/******/ var __webpack_module_cache__ = {};
/******/ 
/******/ // The require function
/******/ function __nccwpck_require__(moduleId) {
/******/ 	// Check if module is in cache
/******/ 	var cachedModule = __webpack_module_cache__[moduleId];
/******/ 	if (cachedModule !== undefined) {
/******/ 		return cachedModule.exports;
/******/ 	}
/******/ 	// Create a new module (and put it into the cache)
/******/ 	var module = __webpack_module_cache__[moduleId] = {
/******/ 		// no module.id needed
/******/ 		// no module.loaded needed
/******/ 		exports: {}
/******/ 	};
/******/ 
/******/ 	// Execute the module function
/******/ 	var threw = true;
/******/ 	try {
/******/ 		__webpack_modules__[moduleId](module, module.exports, __nccwpck_require__);
/******/ 		threw = false;
/******/ 	} finally {
/******/ 		if(threw) delete __webpack_module_cache__[moduleId];
/******/ 	}
/******/ 
/******/ 	// Return the exports of the module
/******/ 	return module.exports;
/******/ }
/******/ 
/******/ // expose the modules object (__webpack_modules__)
/******/ __nccwpck_require__.m = __webpack_modules__;
/******/ 
/************************************************************************/
/******/ /* webpack/runtime/asset-relocator-loader */
/******/ if (typeof __nccwpck_require__ !== 'undefined') __nccwpck_require__.ab = decodeURIComponent(new URL('.', import.meta.url).pathname).slice(import.meta.url.match(/^file:\/\/\/\w:/) ? 1 : 0, -1) + "/";
/******/ 
/******/ /* webpack/runtime/async module */
/******/ (() => {
/******/ 	var webpackQueues = typeof Symbol === "function" ? Symbol("webpack queues") : "__webpack_queues__";
/******/ 	var webpackExports = typeof Symbol === "function" ? Symbol("webpack exports") : "__webpack_exports__";
/******/ 	var webpackError = typeof Symbol === "function" ? Symbol("webpack error") : "__webpack_error__";
/******/ 	var resolveQueue = (queue) => {
/******/ 		if(queue && queue.d < 1) {
/******/ 			queue.d = 1;
/******/ 			queue.forEach((fn) => (fn.r--));
/******/ 			queue.forEach((fn) => (fn.r-- ? fn.r++ : fn()));
/******/ 		}
/******/ 	}
/******/ 	var wrapDeps = (deps) => (deps.map((dep) => {
/******/ 		if(dep !== null && typeof dep === "object") {
/******/ 			if(dep[webpackQueues]) return dep;
/******/ 			if(dep.then) {
/******/ 				var queue = [];
/******/ 				queue.d = 0;
/******/ 				dep.then((r) => {
/******/ 					obj[webpackExports] = r;
/******/ 					resolveQueue(queue);
/******/ 				}, (e) => {
/******/ 					obj[webpackError] = e;
/******/ 					resolveQueue(queue);
/******/ 				});
/******/ 				var obj = {};
/******/ 				obj[webpackQueues] = (fn) => (fn(queue));
/******/ 				return obj;
/******/ 			}
/******/ 		}
/******/ 		var ret = {};
/******/ 		ret[webpackQueues] = x => {};
/******/ 		ret[webpackExports] = dep;
/******/ 		return ret;
/******/ 	}));
/******/ 	__nccwpck_require__.a = (module, body, hasAwait) => {
/******/ 		var queue;
/******/ 		hasAwait && ((queue = []).d = -1);
/******/ 		var depQueues = new Set();
/******/ 		var exports = module.exports;
/******/ 		var currentDeps;
/******/ 		var outerResolve;
/******/ 		var reject;
/******/ 		var promise = new Promise((resolve, rej) => {
/******/ 			reject = rej;
/******/ 			outerResolve = resolve;
/******/ 		});
/******/ 		promise[webpackExports] = exports;
/******/ 		promise[webpackQueues] = (fn) => (queue && fn(queue), depQueues.forEach(fn), promise["catch"](x => {}));
/******/ 		module.exports = promise;
/******/ 		body((deps) => {
/******/ 			currentDeps = wrapDeps(deps);
/******/ 			var fn;
/******/ 			var getResult = () => (currentDeps.map((d) => {
/******/ 				if(d[webpackError]) throw d[webpackError];
/******/ 				return d[webpackExports];
/******/ 			}))
/******/ 			var promise = new Promise((resolve) => {
/******/ 				fn = () => (resolve(getResult));
/******/ 				fn.r = 0;
/******/ 				var fnQueue = (q) => (q !== queue && !depQueues.has(q) && (depQueues.add(q), q && !q.d && (fn.r++, q.push(fn))));
/******/ 				currentDeps.map((dep) => (dep[webpackQueues](fnQueue)));
/******/ 			});
/******/ 			return fn.r ? promise : getResult();
/******/ 		}, (err) => ((err ? reject(promise[webpackError] = err) : outerResolve(exports)), resolveQueue(queue)));
/******/ 		queue && queue.d < 0 && (queue.d = 0);
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/create fake namespace object */
/******/ (() => {
/******/ 	var getProto = Object.getPrototypeOf ? (obj) => (Object.getPrototypeOf(obj)) : (obj) => (obj.__proto__);
/******/ 	var leafPrototypes;
/******/ 	// create a fake namespace object
/******/ 	// mode & 1: value is a module id, require it
/******/ 	// mode & 2: merge all properties of value into the ns
/******/ 	// mode & 4: return value when already ns object
/******/ 	// mode & 16: return value when it's Promise-like
/******/ 	// mode & 8|1: behave like require
/******/ 	__nccwpck_require__.t = function(value, mode) {
/******/ 		if(mode & 1) value = this(value);
/******/ 		if(mode & 8) return value;
/******/ 		if(typeof value === 'object' && value) {
/******/ 			if((mode & 4) && value.__esModule) return value;
/******/ 			if((mode & 16) && typeof value.then === 'function') return value;
/******/ 		}
/******/ 		var ns = Object.create(null);
/******/ 		__nccwpck_require__.r(ns);
/******/ 		var def = {};
/******/ 		leafPrototypes = leafPrototypes || [null, getProto({}), getProto([]), getProto(getProto)];
/******/ 		for(var current = mode & 2 && value; typeof current == 'object' && !~leafPrototypes.indexOf(current); current = getProto(current)) {
/******/ 			Object.getOwnPropertyNames(current).forEach((key) => (def[key] = () => (value[key])));
/******/ 		}
/******/ 		def['default'] = () => (value);
/******/ 		__nccwpck_require__.d(ns, def);
/******/ 		return ns;
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/define property getters */
/******/ (() => {
/******/ 	// define getter functions for harmony exports
/******/ 	__nccwpck_require__.d = (exports, definition) => {
/******/ 		for(var key in definition) {
/******/ 			if(__nccwpck_require__.o(definition, key) && !__nccwpck_require__.o(exports, key)) {
/******/ 				Object.defineProperty(exports, key, { enumerable: true, get: definition[key] });
/******/ 			}
/******/ 		}
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/ensure chunk */
/******/ (() => {
/******/ 	__nccwpck_require__.f = {};
/******/ 	// This file contains only the entry chunk.
/******/ 	// The chunk loading function for additional chunks
/******/ 	__nccwpck_require__.e = (chunkId) => {
/******/ 		return Promise.all(Object.keys(__nccwpck_require__.f).reduce((promises, key) => {
/******/ 			__nccwpck_require__.f[key](chunkId, promises);
/******/ 			return promises;
/******/ 		}, []));
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/get javascript chunk filename */
/******/ (() => {
/******/ 	// This function allow to reference async chunks
/******/ 	__nccwpck_require__.u = (chunkId) => {
/******/ 		// return url for filenames based on template
/******/ 		return "" + chunkId + ".index.js";
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/hasOwnProperty shorthand */
/******/ (() => {
/******/ 	__nccwpck_require__.o = (obj, prop) => (Object.prototype.hasOwnProperty.call(obj, prop))
/******/ })();
/******/ 
/******/ /* webpack/runtime/make namespace object */
/******/ (() => {
/******/ 	// define __esModule on exports
/******/ 	__nccwpck_require__.r = (exports) => {
/******/ 		if(typeof Symbol !== 'undefined' && Symbol.toStringTag) {
/******/ 			Object.defineProperty(exports, Symbol.toStringTag, { value: 'Module' });
/******/ 		}
/******/ 		Object.defineProperty(exports, '__esModule', { value: true });
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/import chunk loading */
/******/ (() => {
/******/ 	// no baseURI
/******/ 	
/******/ 	// object to store loaded and loading chunks
/******/ 	// undefined = chunk not loaded, null = chunk preloaded/prefetched
/******/ 	// [resolve, Promise] = chunk loading, 0 = chunk loaded
/******/ 	var installedChunks = {
/******/ 		792: 0
/******/ 	};
/******/ 	
/******/ 	var installChunk = (data) => {
/******/ 		var {ids, modules, runtime} = data;
/******/ 		// add "modules" to the modules object,
/******/ 		// then flag all "ids" as loaded and fire callback
/******/ 		var moduleId, chunkId, i = 0;
/******/ 		for(moduleId in modules) {
/******/ 			if(__nccwpck_require__.o(modules, moduleId)) {
/******/ 				__nccwpck_require__.m[moduleId] = modules[moduleId];
/******/ 			}
/******/ 		}
/******/ 		if(runtime) runtime(__nccwpck_require__);
/******/ 		for(;i < ids.length; i++) {
/******/ 			chunkId = ids[i];
/******/ 			if(__nccwpck_require__.o(installedChunks, chunkId) && installedChunks[chunkId]) {
/******/ 				installedChunks[chunkId][0]();
/******/ 			}
/******/ 			installedChunks[ids[i]] = 0;
/******/ 		}
/******/ 	
/******/ 	}
/******/ 	
/******/ 	__nccwpck_require__.f.j = (chunkId, promises) => {
/******/ 			// import() chunk loading for javascript
/******/ 			var installedChunkData = __nccwpck_require__.o(installedChunks, chunkId) ? installedChunks[chunkId] : undefined;
/******/ 			if(installedChunkData !== 0) { // 0 means "already installed".
/******/ 	
/******/ 				// a Promise means "currently loading".
/******/ 				if(installedChunkData) {
/******/ 					promises.push(installedChunkData[1]);
/******/ 				} else {
/******/ 					if(true) { // all chunks have JS
/******/ 						// setup Promise in chunk cache
/******/ 						var promise = import("./" + __nccwpck_require__.u(chunkId)).then(installChunk, (e) => {
/******/ 							if(installedChunks[chunkId] !== 0) installedChunks[chunkId] = undefined;
/******/ 							throw e;
/******/ 						});
/******/ 						var promise = Promise.race([promise, new Promise((resolve) => (installedChunkData = installedChunks[chunkId] = [resolve]))])
/******/ 						promises.push(installedChunkData[1] = promise);
/******/ 					}
/******/ 				}
/******/ 			}
/******/ 	};
/******/ 	
/******/ 	// no prefetching
/******/ 	
/******/ 	// no preloaded
/******/ 	
/******/ 	// no external install chunk
/******/ 	
/******/ 	// no on chunks loaded
/******/ })();
/******/ 
/************************************************************************/
/******/ 
/******/ // startup
/******/ // Load entry module and return exports
/******/ // This entry module used 'module' so it can't be inlined
/******/ var __webpack_exports__ = __nccwpck_require__(6800);
/******/ __webpack_exports__ = await __webpack_exports__;
/******/ 
