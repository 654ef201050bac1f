"use strict";
exports.id = 392;
exports.ids = [392];
exports.modules = {

/***/ 1719:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  prepareFleet: () => (/* binding */ prepareFleet)
});

// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: ./build/src/organization/wording.js
var wording = __webpack_require__(3912);
// EXTERNAL MODULE: ./build/src/safe/job-log.js
var job_log = __webpack_require__(870);
// EXTERNAL MODULE: ./build/src/runner/saved-state.js
var saved_state = __webpack_require__(1870);
// EXTERNAL MODULE: ./build/src/service/rate-limit.js
var rate_limit = __webpack_require__(5072);
// EXTERNAL MODULE: ./build/src/session/commit-status.js
var commit_status = __webpack_require__(7671);
// EXTERNAL MODULE: ./build/src/session/reporters.js + 3 modules
var reporters = __webpack_require__(6944);
// EXTERNAL MODULE: ./build/src/shared/format.js
var format = __webpack_require__(275);
// EXTERNAL MODULE: ./build/src/thread-comment/index.js + 1 modules
var thread_comment = __webpack_require__(5276);
// EXTERNAL MODULE: ./build/src/runner/outputs.js + 1 modules
var outputs = __webpack_require__(5692);
// EXTERNAL MODULE: ./build/src/runner/signals.js
var signals = __webpack_require__(8788);
// EXTERNAL MODULE: ./build/src/session/ends.js
var ends = __webpack_require__(3291);
// EXTERNAL MODULE: ./build/src/session/otlp.js
var otlp = __webpack_require__(9406);
// EXTERNAL MODULE: ./build/src/shared/within.js
var within = __webpack_require__(9327);
// EXTERNAL MODULE: ./build/src/fleet/stop.js
var stop = __webpack_require__(6125);
// EXTERNAL MODULE: ./build/src/safe/outputs.js
var safe_outputs = __webpack_require__(3184);
// EXTERNAL MODULE: ./build/src/report/pull-request-check.js
var pull_request_check = __webpack_require__(2919);
// EXTERNAL MODULE: ./build/src/fleet/telling/rows.js
var telling_rows = __webpack_require__(5858);
;// CONCATENATED MODULE: ./build/src/fleet/telling/outputs.js
/** The outputs of a fleet, and the file with all of its data (contract 13). Pure. */




/**
 * The runner accepts 1 MB of outputs per job, counted in UTF-16. Some room is left for other steps
 * (docs/decisions/output-budget.md).
 */
const BUDGET_UNITS = 490_000;
/** Prevents a single text of the service from taking the room of other runs. */
const TEXT_UNITS = 2_000;
const PULL_REQUESTS_MOST = 20;
const outputs_text = (value) => (value === null ? null : (0,safe_outputs/* outputValue */.r)(value.slice(0, TEXT_UNITS)));
function shortForm(row) {
    return {
        key: row.key,
        agent_run_id: row.runId,
        web_url: outputs_text(row.webUrl),
        status: outputs_text(row.status),
        outcome: row.outcome,
        pull_requests: addresses(row)
            .filter((url) => url.length <= TEXT_UNITS)
            .slice(0, PULL_REQUESTS_MOST),
        error_code: row.errorCode,
        error_message: outputs_text(row.errorMessage),
    };
}
function addresses({ pullRequests }) {
    return pullRequests.filter((url) => /^https?:\/\//i.test(url)).map(safe_outputs/* outputValue */.r);
}
/** A line of `runs_file`. */
function fileLine(row) {
    const { result, resultFile, logsFile, reportFile, totalLogs, durationMs, checks } = row;
    const pull = (0,pull_request_check/* lastPullRequest */.Nv)(checks ?? []);
    return JSON.stringify({
        ...shortForm(row),
        pull_requests: addresses(row),
        error_message: row.errorMessage,
        result,
        ...(row.resultJson !== null && { result_json: row.resultJson }),
        ...{ result_file: resultFile, logs_file: logsFile, report_file: reportFile, total_logs: totalLogs },
        duration_seconds: Math.round(durationMs / 100) / 10,
        ...(pull !== null && { pull_request_number: pull.number, head_branch: pull.headBranch, head_sha: pull.headSha }),
    });
}
/** As many whole objects as fit, in the order of the tasks. */
function runsOutput(rows, units) {
    const fitting = [];
    let room = units - 2;
    for (const row of rows) {
        const json = JSON.stringify(shortForm(row));
        room -= json.length + 1;
        if (room < 0)
            break;
        fitting.push(json);
    }
    return { json: `[${fitting.join(',')}]`, left: rows.length - fitting.length };
}
function fleetOutputs({ rows, runsFile, ...step }) {
    const seen = new Set(rows.flatMap(addresses));
    const resumed = rows.some((row) => row.resumed);
    const others = {
        ...(0,outputs/* stepOutputs */.tH)({ ...step, view: { ...step.view, resumed, pullRequests: [...seen] } }),
        ...{ agent_run_id: '', web_url: '', result: '', status: '', result_json: '' },
        total_logs: String(rows.reduce((sum, row) => sum + row.totalLogs, 0)),
        counts: JSON.stringify((0,telling_rows/* countsOf */.mQ)(rows)),
        runs_file: runsFile === null ? '' : (0,safe_outputs/* outputValue */.r)(runsFile),
        runs: '',
    };
    const spent = Object.values(others).reduce((sum, value) => sum + value.length, 0);
    return { ...others, runs: runsOutput(rows, BUDGET_UNITS - spent).json };
}

// EXTERNAL MODULE: ./build/src/report/cause.js
var cause = __webpack_require__(1370);
// EXTERNAL MODULE: ./build/src/report/entry-summary.js
var entry_summary = __webpack_require__(7152);
// EXTERNAL MODULE: ./build/src/run/log/entry.js
var entry = __webpack_require__(3061);
// EXTERNAL MODULE: ./build/src/shared/json.js
var json = __webpack_require__(618);
;// CONCATENATED MODULE: ./build/src/fleet/telling/reports.js
/** The trace reports of a fleet: one for each run, and one with an index of all (contract 9, 13). */








/**
 * The steps without their words, but for errors: a fleet may have a thousand runs, and the index shows only how many steps and errors each
 * of them had, and since when. Equal steps are one object.
 */
function stepsForIndex(steps) {
    const first = steps.find(({ time }) => time !== null);
    const plain = { index: 0, time: null, kind: null, tool: null, headline: '', error: false, detail: null };
    return steps.map((step) => (step.error || step === first ? step : plain));
}
/**
 * Writes the run's own report from its log file, because sessions of a fleet keep no steps. Returns what the index
 * shows about it.
 */
async function writeRunReport({ files, env }, step) {
    const { logsFile } = step.state;
    const view = step.view();
    const steps = [];
    let { failures = cause/* NO_FAILURES */.oH } = view;
    if (logsFile !== null && view.runId !== null) {
        for await (const line of files.lines(logsFile))
            if (line !== '')
                steps.push((0,entry_summary/* digest */.br)((0,entry/* toEntry */.q0)((0,entry/* rawEntry */.rI)((0,json/* parseJson */.qF)(line)), steps.length)));
        failures = (0,cause/* failuresOf */.dJ)(steps);
        const path = `${step.state.fileStem ?? (0,reporters/* fileStem */.E8)({ files, env }, view.runId)}.html`;
        const { writeTrace } = await __webpack_require__.e(/* import() */ 606).then(__webpack_require__.bind(__webpack_require__, 1606));
        files.write(path, '');
        await writeTrace({
            // In the order of the file, which may be another one than that of arrival.
            head: { ...view, steps, failures },
            entryLines: files.lines(logsFile),
            write: (chunk) => files.append(path, chunk),
        });
        step.dispatch({ type: 'wrote', reportFile: path });
    }
    return { ...view, warnings: [], failures, steps: stepsForIndex(steps) };
}
/** Writes one file with the index and the runs' reports, as far as their size allows. */
async function writeIndex({ files }, { path, rows, heads }) {
    const { writeFleetTrace } = await Promise.all(/* import() */[__webpack_require__.e(606), __webpack_require__.e(793)]).then(__webpack_require__.bind(__webpack_require__, 1793));
    files.write(path, '');
    const runs = rows.flatMap(({ key, logsFile, reportFile }, index) => {
        const head = heads.get(index);
        if (head === undefined)
            return [];
        const entryLines = logsFile === null ? null : () => files.lines(logsFile);
        return [{ key, head, entryLines, reportFile: reportFile === null ? null : (0,safe_outputs/* fileNamePart */.B)((0,external_node_path_.basename)(reportFile)) }];
    });
    await writeFleetTrace({
        title: (0,format/* counted */.hS)(rows.length, 'agent run'),
        runs,
        write: (chunk) => files.append(path, chunk),
    });
}

// EXTERNAL MODULE: ./build/src/github/commit-status-state.js
var commit_status_state = __webpack_require__(5562);
;// CONCATENATED MODULE: ./build/src/fleet/telling/status.js
/** The commit status of a fleet (contract 13, 15). */


function statusOfRows(rows, { outcome, durationMs }) {
    const passes = rows.map(({ resultJson }) => (0,commit_status_state/* passOf */.FA)(resultJson));
    return (0,commit_status_state/* statusOfMany */.Pz)({ outcome, durationMs, passes, runs: rows.length, counts: (0,telling_rows/* countsText */.WN)(rows) });
}

// EXTERNAL MODULE: ./build/src/fleet/telling/summary.js
var telling_summary = __webpack_require__(6864);
;// CONCATENATED MODULE: ./build/src/fleet/conclude.js














/** For comment, commit status and traces. */
const BUDGET_MS = 20_000;
async function concludeFleet(conclusion) {
    const { ports, step, inputs, rows, paths } = conclusion;
    const { host, clock } = ports;
    const { reason } = ports.stop;
    const cancelled = reason instanceof signals/* Cancelled */.c ? reason.message : null;
    // A bug in this action has its own outcome.
    if (step.state.errorCode !== 'internal')
        step.dispatch({ type: 'ended', end: endOf(rows, cancelled), at: clock.now() });
    const stops = (0,stop/* stopSummary */.BT)(rows);
    if (stops !== null)
        step.dispatch({ type: 'left', message: (0,format/* joined */.oR)([step.state.errorMessage ?? '', stops], ' ') });
    const { outcome, errorCode, errorMessage } = step.state;
    const said = statusOfRows(rows, { outcome, durationMs: step.view().durationMs });
    (0,saved_state/* saveRunState */.iZ)(host, { outcome, errorCode, errorMessage, statusState: said.state, statusText: said.description });
    const written = new Map();
    const files = { runs: null };
    const setAll = () => {
        const { resultJson, commentUrl, otlpFile } = step.state;
        const values = fleetOutputs({ view: step.view(), resultJson, commentUrl, otlpFile, rows, runsFile: files.runs });
        for (const name of outputs/* OUTPUT_NAMES */.P0) {
            if (written.get(name) === values[name])
                continue;
            written.set(name, values[name]);
            host.output(name, values[name]);
        }
    };
    if (inputs.otlp && ports.files.isFile(paths.trace))
        step.dispatch({ type: 'wrote', otlpFile: paths.trace });
    await attempt(conclusion, 'runs file', () => {
        ports.files.write(paths.runs, rows.map((row) => `${fileLine(row)}\n`).join(''));
        files.runs = paths.runs;
    });
    setAll();
    // After a signal, two seconds remain for everything.
    if (inputs.report && cancelled === null)
        await attempt(conclusion, 'trace report', async () => {
            await writeIndex(ports, { path: paths.report, rows, heads: conclusion.heads });
            step.dispatch({ type: 'wrote', reportFile: paths.report });
        });
    if (inputs.summary) {
        const shown = outcome === 'running' ? 'error' : outcome;
        const { reportFile } = step.state;
        const summary = { rows, outcome: shown, view: step.view(), runsFile: files.runs, reportFile };
        const note = (0,format/* joined */.oR)([cancelled ?? '', stops ?? ''], ' ') || null;
        await attempt(conclusion, 'job summary', () => host.summary((0,telling_summary/* fleetSummary */.N)({ ...summary, note })));
    }
    (0,saved_state/* saveRunState */.iZ)(host, { phase: 'fleet_end' });
    const late = await tellOthers(conclusion, said);
    setAll();
    tell(conclusion, cancelled);
    const asksAgain = rows.some(({ stopped }) => stopped === 'unknown');
    if (!late && !asksAgain)
        (0,saved_state/* saveRunState */.iZ)(host, { phase: 'done' });
}
/** Updates comment, commit status and traces in parallel. Returns true if comment or status is left to the post step. */
async function tellOthers({ ports, step, thread, status, view }, said) {
    const { clock, late, timeLeft } = ports;
    const budgetMs = Math.min(BUDGET_MS, timeLeft());
    const [edit, ended] = await (0,within/* within */.u)({ clock, ms: budgetMs, signal: late }, (signal) => Promise.all([
        thread?.finish(view(), { budgetMs, signal }),
        status?.finish(step.view(), { said, signal }),
        attempt({ step }, 'OTLP trace', () => (0,otlp/* sendTraces */.Lt)({ ...ports, step }, { path: step.state.otlpFile, signal })),
    ]));
    if (edit !== undefined && edit.url !== null)
        step.dispatch({ type: 'wrote', commentUrl: edit.url });
    return edit?.late === true || ended === false;
}
function endOf(rows, cancelled) {
    const outcome = (0,telling_rows/* fleetOutcome */.FG)(rows, { cancelled: cancelled !== null });
    const end = { ...(0,ends/* plainEnd */._u)(outcome), cutShort: cancelled };
    const errors = rows.filter((row) => row.outcome === 'error');
    const [first] = errors;
    if (outcome !== 'error' || first === undefined)
        return end;
    const many = errors.length === 1
        ? `The task "${first.key}" ended with an error`
        : `${errors.length} of ${(0,format/* counted */.hS)(rows.length, 'task')} ended with an error; the first, "${first.key}"`;
    return { ...end, errorCode: first.errorCode, errorMessage: `${many}: ${first.errorMessage ?? ''}` };
}
async function attempt({ step }, what, work) {
    try {
        await work();
    }
    catch (error) {
        step.warn(`The ${what} could not be written: ${(0,format/* messageOf */.bD)(error)}.`);
    }
}
function tell({ ports, step, inputs, rows, startedAt }, cancelled) {
    const { host, clock } = ports;
    const { outcome, errorCode } = step.state;
    const failed = rows.some((row) => inputs.failOn.has(row.outcome));
    const red = failed || cancelled !== null || errorCode === 'internal' || inputs.failOn.has(outcome);
    const message = sentenceOf(rows, { cancelled, crash: errorCode === 'internal' ? step.state.errorMessage : null });
    const level = red
        ? 'error'
        : outcome === 'succeeded' || outcome === 'started' || outcome === 'skipped'
            ? 'notice'
            : 'warning';
    if (red || level === 'warning')
        host[level]((0,job_log/* annotation */.w7)(message), { title: `Agent runs: ${outcome.replace('_', ' ')}` });
    const { requests } = step.view();
    const took = (0,format/* duration */.p0)(clock.now() - startedAt);
    host.line((0,job_log/* logInline */.Ab)(`Agent runs: ${outcome} after ${took} (${(0,telling_rows/* countsText */.WN)(rows)}; ${(0,format/* counted */.hS)(requests, 'request')}).`));
    if (red)
        host.fail();
}
function sentenceOf(rows, { cancelled, crash }) {
    if (crash !== null)
        return crash;
    const [worst] = (0,telling_rows/* worstFirst */.md)(rows);
    const open = rows.filter((row) => row.runId !== null && row.outcome === 'cancelled' && row.stopped === null).length;
    const stops = (0,stop/* stopSummary */.BT)(rows) ?? '';
    const goOn = cancelled === null || open === 0
        ? ''
        : `${(0,format/* counted */.hS)(open, 'run')} may still be going on; collect them with tasks of \`key\` and \`agent_run_id\` from \`runs\`.`;
    const first = worst === undefined || cancelled !== null ? '' : explained(worst);
    const counts = `${(0,format/* counted */.hS)(rows.length, 'agent run')}: ${(0,telling_rows/* countsText */.WN)(rows)}.`;
    return (0,format/* joined */.oR)([cancelled ?? '', counts, first, stops, goOn], ' ');
}
function explained({ key, outcome, errorMessage, webUrl }) {
    const what = `The task "${key}" ended as ${outcome}`;
    if (errorMessage !== null)
        return (0,format/* asSentence */.KG)(`${what}: ${errorMessage}`);
    const address = (0,format/* shownAddress */.Uk)(webUrl);
    return address === null ? `${what}.` : `${what}. Look at ${address}.`;
}

// EXTERNAL MODULE: ./build/src/run/status.js
var run_status = __webpack_require__(3220);
// EXTERNAL MODULE: ./build/src/service/logs-address.js
var logs_address = __webpack_require__(5258);
// EXTERNAL MODULE: ./build/src/finish.js + 2 modules
var finish = __webpack_require__(9544);
;// CONCATENATED MODULE: ./build/src/fleet/files.js





/**
 * Returns what the index of the reports shows about the run, or null without a report. Failures are recorded in the
 * run's row.
 */
async function keepFiles({ keeper, prompt, calledAt, tracePath, ...scene }) {
    const { ports, inputs, step } = scene;
    // After a signal, two seconds remain for all runs.
    const hurried = ports.stop.reason instanceof signals/* Cancelled */.c;
    let head = null;
    const attempt = async (what, work) => {
        try {
            await work();
        }
        catch (error) {
            step.warn(`The ${what} could not be written: ${(0,format/* messageOf */.bD)(error)}.`);
        }
    };
    await attempt('log file', () => keeper.finish());
    await attempt('result file', () => (0,finish.writeResult)({ ...ports, inputs, step }));
    if (tracePath !== null)
        await attempt('OTLP trace', () => (0,otlp/* appendTrace */.CV)({ ...ports, inputs, step, prompt, calledAt }, tracePath));
    if (inputs.report && !hurried)
        await attempt('trace report', async () => {
            head = await writeRunReport(ports, step);
        });
    return head;
}
/**
 * The log file of each key: each task has its own, even if `logs_file` names one for all. The names also differ if the file system ignores
 * case, as those of Windows and macOS do.
 */
function logsFilesOf({ logsFile }, tasks) {
    const taken = new Set();
    const nameOf = (key) => {
        let name = key;
        for (let nth = 2; taken.has(name.toLowerCase()); nth += 1)
            name = `${key}-${nth}`;
        taken.add(name.toLowerCase());
        return name;
    };
    const fileOf = (key) => logsFile?.replace(/(\.[^./\\]*)?$/, `-${nameOf(key)}$1`) ?? null;
    return new Map(tasks.map(({ key }) => [key, fileOf(key)]));
}

// EXTERNAL MODULE: ./build/src/organization/repo-input.js
var repo_input = __webpack_require__(1467);
;// CONCATENATED MODULE: ./build/src/fleet/repositories.js

/** The task was not started because something it needs does not exist. */
class NotStarted extends Error {
    name = 'NotStarted';
    failure;
    constructor(failure) {
        super(failure.message);
        this.failure = failure;
    }
}
class Repositories {
    #ports;
    #known = new Map();
    /** The pages of the list, by their `skip`. */
    #pages = new Map();
    constructor(ports) {
        this.#ports = ports;
    }
    /** Null if the task names no repository. Rejects with `NotStarted` if it is not available. */
    async idFor(inputs, { client, warn, deadline }) {
        const { repo, agentRunId } = inputs;
        const ports = this.#ports;
        const published = async () => this.#readOnce(await client.published());
        const look = () => (0,repo_input/* repoIdFor */.Z)(inputs, { ...ports, client: { published }, warn }, { signal: ports.stop, deadline });
        const found = await (repo === null || agentRunId !== null ? look() : this.#once(repo, look));
        if (!found.ok)
            throw new NotStarted(found.failure);
        return found.repoId;
    }
    /** Tasks share the pages of the list, since each page counts against the rate limit. */
    #readOnce(published) {
        return {
            ...published,
            repositories: async (page, call) => {
                const known = this.#pages.get(page.skip) ?? published.repositories(page, call);
                this.#pages.set(page.skip, known);
                try {
                    return await known;
                }
                catch (error) {
                    this.#pages.delete(page.skip);
                    throw error;
                }
            },
        };
    }
    async #once(repo, look) {
        const known = this.#known.get(repo) ?? look();
        this.#known.set(repo, known);
        let keep = false;
        try {
            const found = await known;
            keep = found.ok || found.failure.code === 'not_found';
            return found;
        }
        finally {
            // A temporary failure must not affect later tasks.
            if (!keep)
                this.#known.delete(repo);
        }
    }
}

;// CONCATENATED MODULE: ./build/src/fleet/run-list.js
class RunList {
    #pages = new Map();
    /**
     * Until `hasSent`, reuses pages that another task has read: the run to find is older than the fleet, and runs created
     * by the fleet only move it further down the list.
     */
    before(fresh, hasSent) {
        return {
            runs: (page, call) => (hasSent() ? fresh.runs(page, call) : this.#once(page, () => fresh.runs(page, call))),
        };
    }
    async #once({ skip, limit }, read) {
        const name = `${skip} ${limit}`;
        const page = this.#pages.get(name) ?? read();
        this.#pages.set(name, page);
        try {
            return await page;
        }
        catch (error) {
            // A temporary failure must not affect later tasks.
            this.#pages.delete(name);
            throw error;
        }
    }
}

// EXTERNAL MODULE: ./build/src/service/client.js + 1 modules
var service_client = __webpack_require__(8653);
// EXTERNAL MODULE: ./build/src/service/errors.js + 1 modules
var errors = __webpack_require__(2313);
// EXTERNAL MODULE: ./build/src/service/limiter.js
var service_limiter = __webpack_require__(8150);
// EXTERNAL MODULE: ./build/src/service/retry-after.js
var retry_after = __webpack_require__(5451);
// EXTERNAL MODULE: ./build/src/fleet/scheduling/listing.js
var scheduling_listing = __webpack_require__(5932);
;// CONCATENATED MODULE: ./build/src/fleet/scheduling/list-reader.js





/** A slower page would be outdated. */
const PATIENCE_MS = 20_000;
function listReader(options, classify) {
    const { clock, stop } = options;
    return async (skip, granted) => {
        const client = (0,service_client/* createClient */.U)({
            ...options,
            limiter: {
                ...service_limiter/* UNSPACED */.E,
                acquire: () => Promise.resolve({
                    done: ({ status, headers, unsent }) => {
                        const refused = status === 429 ? { floorMs: (0,retry_after/* retryFloor */.fH)(headers, clock.wall()) } : null;
                        granted.done({ refused, unsent });
                    },
                }),
            },
        });
        try {
            const published = await client.published();
            const page = await published.runs({ skip, limit: scheduling_listing/* WINDOW */.jf }, { signal: stop, deadline: clock.now() + PATIENCE_MS });
            return page.items.map(({ id, status }) => ({ id, meaning: classify(status) }));
        }
        catch (error) {
            const absent = error instanceof errors/* ServiceError */._7 && (error.notOffered || error.status === 403 || error.status === 404);
            return absent ? 'absent' : null;
        }
    };
}

// EXTERNAL MODULE: ./build/src/service/http/port.js
var port = __webpack_require__(7408);
;// CONCATENATED MODULE: ./build/src/fleet/scheduling/refused.js
/** Why a request of a fleet's session was not sent. */


/** The deadline passed before the request could be sent, or will. */
class TooLate extends Error {
    name = 'TooLate';
}
function asServiceError(error) {
    if (error instanceof TooLate)
        throw (0,errors/* transportFailure */.qO)(new port/* TransportError */.wX('no_time', error.message));
    throw error;
}
/** The task that waits for the permit is not started any more. */
class Withdrawn extends Error {
    name = 'Withdrawn';
}

;// CONCATENATED MODULE: ./build/src/fleet/scheduling/budget.js
/**
 * The part of a token's rate limits that one process may use (contract 3.1 and 13). Pure: the caller reports requests
 * and responses, and asks how long to wait.
 *
 * Unlike `service/rate-limit`, this counts many requests in flight at once and leaves room for other users of the
 * token: a refusal (429) lowers the rate, which recovers while there are no others.
 */

const MINUTE_MS = 60_000;
/** Maximum requests in a burst after a pause. With many runs, bursts would recur every minute, so polls are spaced. */
const BURSTS = { even: 10, brisk: 30 };
/** A refusal lowers the rate to this fraction. Each period of `raiseMs` without one raises it by one per minute. */
const REQUESTS = { lowered: 0.75, least: 6, raiseMs: 4_000 };
const CREATIONS = { lowered: 0.6, least: 0.5, raiseMs: 30_000 };
function budgetStart(now, { siblings, index }) {
    const requests = rate_limit/* LIMITS */.b1.shared.requests / siblings;
    const creations = rate_limit/* LIMITS */.b1.creation.requests / siblings;
    return {
        spent: [],
        requests: { perMinute: requests, at: now, most: requests },
        creations: { perMinute: creations, at: now, most: creations },
        slot: -Infinity,
        notBefore: -Infinity,
        // The jobs of a large matrix take turns with their first creations.
        createNotBefore: now + Math.floor(index / rate_limit/* LIMITS */.b1.creation.requests) * MINUTE_MS,
    };
}
/** The part of the limit for low-priority requests, so that a poll is possible at once when the list shows an end. */
const SPARE = { log: 0.85, live: 0.7 };
/** Milliseconds until a request may be sent. 0 if it may be sent now, Infinity if that depends on a response in flight. */
function budgetDelay(budget, { category, manner, spare }, now) {
    const rate = requestRate(budget, now) * (spare === undefined || spare === null ? 1 : SPARE[spare]);
    const shared = windowDelay(budget.spent, { most: rate, ...rate_limit/* LIMITS */.b1.shared }, now);
    const paused = Math.max(0, budget.notBefore - now);
    const even = manner === 'now' ? 0 : Math.max(0, slotAt(budget, manner, now) - now);
    return Math.max(shared, paused, even, category === 'standard' ? 0 : categoryDelay(budget, category, now));
}
function categoryDelay(budget, category, now) {
    if (category !== 'creation')
        return windowDelay(budget.spent, { most: rate_limit/* LIMITS */.b1[category].requests, ...rate_limit/* LIMITS */.b1[category] }, now);
    const perMinute = creationRate(budget, now);
    const paused = Math.max(0, budget.createNotBefore - now);
    const window = windowDelay(budget.spent, { ...rate_limit/* LIMITS */.b1.creation, most: budget.creations.most }, now);
    if (perMinute >= rate_limit/* LIMITS */.b1.creation.requests)
        return Math.max(paused, window);
    // After a refusal, creations are spaced evenly at the lower rate. The window still counts earlier ones.
    const last = budget.spent.findLast((one) => one.category === 'creation');
    const gap = last === undefined ? 0 : last.at === null ? Infinity : last.at + MINUTE_MS / perMinute - now;
    return Math.max(paused, window, gap);
}
/** Milliseconds until fewer than `most` requests count in the window. 0 or less if that is so already. */
function windowDelay(spent, { most, windowMs, counts, }, now) {
    const counted = spent.filter(({ category }) => counts.includes(category));
    const room = Math.max(1, Math.floor(most));
    if (counted.length < room)
        return 0;
    const leaving = counted.map(({ at }) => (at === null ? Infinity : at + windowMs - now)).sort((a, b) => a - b)[counted.length - room];
    return leaving ?? 0;
}
function budgetSent(budget, { id, category, manner }, now) {
    const spent = budget.spent.filter(({ at }) => at === null || now - at < MINUTE_MS);
    const slot = slotAt(budget, manner, now) + MINUTE_MS / requestRate(budget, now);
    return { ...budget, slot, spent: [...spent, { id, category, at: null }] };
}
function budgetAnswered(budget, { id, refused, unsent, dice }, now) {
    const own = budget.spent.find((one) => one.id === id);
    const spent = unsent
        ? budget.spent.filter((one) => one.id !== id)
        : budget.spent.map((one) => (one.id === id ? { ...one, at: now } : one));
    const counted = { ...budget, spent };
    if (refused === null || own === undefined)
        return counted;
    return own.category === 'creation'
        ? createRefused(counted, { refused, dice }, now)
        : lookRefused(counted, { refused, dice }, now);
}
function lookRefused(budget, { refused, dice }, now) {
    const perMinute = Math.min(budget.requests.most, Math.max(REQUESTS.least, requestRate(budget, now) * REQUESTS.lowered));
    const pauseMs = refused.floorMs ?? (MINUTE_MS / perMinute) * 2;
    const notBefore = Math.max(budget.notBefore, now + pauseMs + (dice * MINUTE_MS) / perMinute);
    // Requests that were in flight together are refused together, which counts as one refusal.
    return now < budget.notBefore
        ? { ...budget, notBefore }
        : { ...budget, notBefore, requests: { ...budget.requests, perMinute, at: now } };
}
function createRefused(budget, { refused, dice }, now) {
    const perMinute = Math.min(budget.creations.most, Math.max(CREATIONS.least, creationRate(budget, now) * CREATIONS.lowered));
    const pauseMs = refused.floorMs ?? MINUTE_MS / rate_limit/* LIMITS */.b1.creation.requests;
    const createNotBefore = Math.max(budget.createNotBefore, now + pauseMs + dice * (MINUTE_MS / rate_limit/* LIMITS */.b1.creation.requests));
    return now < budget.createNotBefore
        ? { ...budget, createNotBefore }
        : { ...budget, createNotBefore, creations: { ...budget.creations, perMinute, at: now } };
}
/** The current rate in requests per minute. */
function requestRate({ requests }, now) {
    return raised(requests, REQUESTS.raiseMs, now);
}
function creationRate({ creations }, now) {
    return raised(creations, CREATIONS.raiseMs, now);
}
function raised({ perMinute, at, most }, raiseMs, now) {
    return Math.min(most, perMinute + (now - at) / raiseMs);
}
/** The slot lags behind by at most one burst. */
function slotAt(budget, manner, now) {
    const burst = BURSTS[manner === 'even' ? 'even' : 'brisk'];
    return Math.max(budget.slot, now - (burst * MINUTE_MS) / requestRate(budget, now));
}

;// CONCATENATED MODULE: ./build/src/fleet/scheduling/scheduler.js


/** From this many waiting sessions, polls are evenly spaced. */
const CROWD = 20;
/** While logs wait, one log request follows each series of this many polls. */
const LOOKS_PER_LOG = 3;
function schedulerStart(now, share) {
    return { asks: [], budget: budgetStart(now, share), listing: (0,scheduling_listing/* listingStart */.dQ)(), readingList: false, passed: 0 };
}
function asked(state, ask) {
    return { ...state, asks: [...state.asks, ask] };
}
/** The session no longer waits for this request. */
function withdrawn(state, id) {
    return { ...state, asks: state.asks.filter((ask) => ask.id !== id) };
}
/** Records that the request is sent now, with this number. */
function sent(state, { request, id }, now) {
    const list = request.kind === 'list';
    const spent = { id, category: list ? 'standard' : request.ask.category, manner: streamOf(state) };
    const budget = budgetSent(state.budget, spent, now);
    if (list)
        return { ...state, budget, readingList: true, passed: state.passed + 1 };
    const { purpose } = request.ask;
    const passed = purpose === 'log' ? 0 : purpose === 'look' ? state.passed + 1 : state.passed;
    return { ...withdrawn(state, request.ask.id), budget, passed };
}
function answered(state, answer, now) {
    return { ...state, budget: budgetAnswered(state.budget, answer, now) };
}
/** Lower ranks go first. All requests of the last rank compete. */
const RANKS = { late: 0, create: 1, start: 2, final: 3, ended: 4, open: 5, idle: 6 };
function next(state, now) {
    const candidates = [...state.asks.map((ask) => candidateOf(state, ask, now)), ...windowOf(state, now)];
    const delays = new Map();
    const readyAt = ({ request, rank, readyAt: dueAt }) => {
        const category = request.kind === 'list' ? 'standard' : request.ask.category;
        const manner = mannerOf(state, request, rank);
        const spare = spareOf(state, request, rank);
        const key = `${category} ${manner} ${String(spare)}`;
        const delay = delays.get(key) ?? budgetDelay(state.budget, { category, manner, spare }, now);
        delays.set(key, delay);
        return Math.max(dueAt, now + delay);
    };
    let best = null;
    let until = Infinity;
    for (const candidate of candidates) {
        const at = readyAt(candidate);
        if (at > now)
            until = Math.min(until, at);
        else if (best === null || isBefore(candidate, best))
            best = candidate;
    }
    return best === null ? { kind: 'wait', until } : { kind: 'send', request: best.request };
}
/** A window of the list is due when it is worth a request. An end is worth one immediately. */
function mannerOf(state, request, rank) {
    return request.kind === 'list' || rank <= RANKS.ended ? 'now' : streamOf(state);
}
/** If the list shows ends, logs are read after them. */
function spareOf({ listing }, request, rank) {
    if (listing.mode !== 'there' || request.kind === 'list')
        return null;
    if (rank === RANKS.idle)
        return 'live';
    return request.ask.purpose === 'log' ? 'log' : null;
}
/** If the list shows news, few individual polls remain. */
function streamOf({ asks, listing }) {
    return asks.length > CROWD && listing.mode !== 'there' ? 'even' : 'brisk';
}
function isBefore(one, other) {
    return one.rank !== other.rank ? one.rank < other.rank : one.worth > other.worth;
}
function candidateOf(state, ask, now) {
    const request = { kind: 'ask', ask };
    const age = (now - ask.since) / 1000;
    const of = (rank, readyAt, worth = age) => ({ request, rank, readyAt, worth });
    if (now >= ask.lastAt)
        return of(RANKS.late, now);
    const { purpose, runId, meaning: known } = ask;
    if (purpose === 'create' || purpose === 'start' || purpose === 'final')
        return of(RANKS[purpose], now);
    const readyAt = Math.min(ask.dueAt, ask.lastAt);
    if (purpose === 'log')
        return of(RANKS.open, readyAt, state.passed >= LOOKS_PER_LOG ? Infinity : -1 / (1 + age));
    if (runId !== null && (0,scheduling_listing/* hasChanged */.$H)(state.listing, { runId, known }))
        return of(RANKS.ended, Math.min(now, readyAt));
    if (runId !== null && (0,scheduling_listing/* isListed */.yy)(state.listing, runId))
        return of(RANKS.idle, Math.min(ask.logDueAt, ask.lastAt));
    return of(RANKS.open, readyAt, age * age);
}
function windowOf({ listing, readingList }, now) {
    const window = readingList ? null : (0,scheduling_listing/* nextWindow */.KC)(listing, now);
    if (window === null)
        return [];
    return [
        { request: { kind: 'list', skip: window.skip }, rank: RANKS.open, readyAt: window.dueAt, worth: window.worth },
    ];
}

;// CONCATENATED MODULE: ./build/src/fleet/scheduling/permits.js



class Permits {
    #options;
    #waiting = new Map();
    #scheduler;
    #ids = 0;
    #alarm = new AbortController();
    #isDeciding = false;
    constructor(options) {
        this.#options = options;
        this.#scheduler = schedulerStart(options.clock.now(), options.share);
    }
    get listing() {
        return this.#scheduler.listing;
    }
    /** Number of requests in the queue. */
    get queued() {
        return this.#waiting.size;
    }
    /** Resolves when the request may be sent. Rejects with `signal.reason`, or with `TooLate` at the deadline. */
    ask(wanted, { signal, deadline, impatient = false }) {
        signal.throwIfAborted();
        const id = ++this.#ids;
        return new Promise((resolve, reject) => {
            const over = () => {
                this.#waiting.delete(id);
                this.#scheduler = withdrawn(this.#scheduler, id);
                signal.removeEventListener('abort', aborted);
            };
            const aborted = () => {
                over();
                // The alarm set for it would keep the process alive. The signal may withdraw more requests, which must not be granted before.
                this.#decideSoon();
                reject(signal.reason instanceof Error ? signal.reason : new Error('aborted', { cause: signal.reason }));
            };
            signal.addEventListener('abort', aborted);
            const ending = (settle) => (value) => {
                over();
                settle(value);
            };
            this.#waiting.set(id, { deadline, impatient, grant: ending(resolve), refuse: ending(reject) });
            this.#scheduler = asked(this.#scheduler, { ...wanted, id });
            this.#decideSoon();
        });
    }
    /** A run exists and is followed from now on. */
    follow(runId, created) {
        const now = this.#options.clock.now();
        this.#list((listing) => (0,scheduling_listing/* listingAdd */.YY)(listing, { runId, created, now }));
    }
    /** Records the result of polling the run itself. */
    saw(runId, meaning) {
        const now = this.#options.clock.now();
        this.#list((listing) => (0,scheduling_listing/* listingSaw */.W8)(listing, { runId, meaning, now }));
    }
    /** The run needs no more polls. */
    leave(runId) {
        this.#list((listing) => (0,scheduling_listing/* listingRemove */.Nd)(listing, runId));
    }
    #list(change) {
        this.#scheduler = { ...this.#scheduler, listing: change(this.#scheduler.listing) };
        this.#decideSoon();
    }
    /** Decides once for all that happens at the same time, because each decision looks at every request that waits. */
    #decideSoon() {
        if (this.#isDeciding)
            return;
        this.#isDeciding = true;
        queueMicrotask(() => {
            this.#isDeciding = false;
            this.#sendDue();
        });
    }
    /** Sends all requests that may be sent now, and schedules the next wake-up. */
    #sendDue() {
        this.#alarm.abort();
        const { clock } = this.#options;
        let until = Infinity;
        for (;;) {
            const now = clock.now();
            this.#refuse(({ deadline }) => deadline <= now);
            const decision = next(this.#scheduler, now);
            if (decision.kind === 'wait') {
                // Infinity may become sooner with the next response.
                if (Number.isFinite(decision.until))
                    this.#refuse(({ deadline, impatient }) => impatient && deadline <= decision.until);
                until = Math.min(decision.until, ...[...this.#waiting.values()].map(({ deadline }) => deadline));
                break;
            }
            const { request } = decision;
            const id = request.kind === 'ask' ? request.ask.id : ++this.#ids;
            this.#scheduler = sent(this.#scheduler, { request, id }, now);
            const granted = this.#granted(id);
            if (request.kind === 'list')
                void this.#readList(request.skip, granted);
            else
                this.#waiting.get(id)?.grant(granted);
        }
        if (Number.isFinite(until))
            this.#wakeAt(until);
    }
    #refuse(which) {
        for (const waiting of [...this.#waiting.values()])
            if (which(waiting))
                waiting.refuse(new TooLate('the time was up before the request could be sent'));
    }
    #wakeAt(until) {
        const alarm = new AbortController();
        this.#alarm = alarm;
        const { clock } = this.#options;
        // Waking up slightly late is fine, but slightly early would be for nothing.
        clock.sleep(Math.max(1, until - clock.now()), alarm.signal).then(() => this.#decideSoon(), () => undefined);
    }
    #granted(id) {
        let over = false;
        return {
            done: ({ refused, unsent }) => {
                if (over)
                    return;
                over = true;
                const { clock, random } = this.#options;
                this.#scheduler = answered(this.#scheduler, { id, refused, unsent, dice: random() }, clock.now());
                this.#decideSoon();
            },
        };
    }
    async #readList(skip, granted) {
        const page = await this.#options.readList(skip, granted);
        granted.done({ refused: null, unsent: false });
        const now = this.#options.clock.now();
        this.#scheduler = { ...this.#scheduler, readingList: false };
        this.#list((listing) => {
            if (page === 'absent')
                return (0,scheduling_listing/* listingAbsent */.o2)(listing);
            return (0,scheduling_listing/* listingTake */.K4)(listing, { skip, items: page, now });
        });
    }
}

// EXTERNAL MODULE: ./build/src/github/provenance.js
var github_provenance = __webpack_require__(2529);
// EXTERNAL MODULE: ./build/src/idempotency/index.js
var idempotency = __webpack_require__(7148);
// EXTERNAL MODULE: ./build/src/organization/step-client.js
var step_client = __webpack_require__(7254);
// EXTERNAL MODULE: ./build/src/prompt/prompt.js
var prompt_prompt = __webpack_require__(4483);
// EXTERNAL MODULE: ./build/src/report/view-of-step.js
var view_of_step = __webpack_require__(3895);
// EXTERNAL MODULE: ./build/src/session/order.js
var order = __webpack_require__(6437);
// EXTERNAL MODULE: ./build/src/session/session.js + 1 modules
var session = __webpack_require__(2771);
// EXTERNAL MODULE: ./build/src/session/step.js + 1 modules
var step = __webpack_require__(1973);
// EXTERNAL MODULE: ./build/src/session/verify.js
var verify = __webpack_require__(624);
// EXTERNAL MODULE: ./build/src/run/pacing/poll-interval.js
var poll_interval = __webpack_require__(976);
;// CONCATENATED MODULE: ./build/src/fleet/scheduling/looks.js
/** When to poll a single run of a fleet (contract 3.3, 13). Pure. Times are in milliseconds on the clock's `now`. */

/** The last poll is sent this long before the deadline, so that an end just before it is still noticed. */
const LAST_LOOK_MS = 1_500;
/** While the list shows the status, a log is read once it has about this many new entries, within these bounds. */
const LIVE = { entries: 95, firstMs: 600_000, leastMs: 60_000, mostMs: 1_200_000 };
/** The schedule of a run on its own. */
function lookDueAt({ lookedAt, startedAt, active, goesOn }, now) {
    if (lookedAt === -Infinity || goesOn || !active)
        return now;
    return lookedAt + (0,poll_interval/* aloneInterval */.Lp)(lookedAt - startedAt);
}
/** When the log is worth a request, if the list of runs shows the status. */
function logDueAt({ lookedAt: seenAt, startedAt, entries, goesOn }) {
    const lookedAt = Math.max(seenAt, startedAt);
    if (goesOn)
        return lookedAt;
    if (entries === 0)
        return lookedAt + LIVE.firstMs;
    const perEntry = (lookedAt - startedAt) / entries;
    return lookedAt + Math.min(LIVE.mostMs, Math.max(LIVE.leastMs, perEntry * LIVE.entries));
}
/**
 * Both of the above. `rested`: the session waited on its own before it asked (between quiet polls, for a recognized status, after a
 * failure), so the look is due now. `fixed`: the session keeps a fixed poll interval itself, so both are.
 */
function looksDue(followed, { now, rested, fixed }) {
    if (fixed)
        return { dueAt: now, logDueAt: now };
    return { dueAt: rested ? now : lookDueAt(followed, now), logDueAt: logDueAt(followed) };
}
/** Guarantees one last poll before the deadline. Later ones are not urgent. */
function lastLookAt({ lookedAt }, deadline) {
    return lookedAt < deadline - LAST_LOOK_MS ? deadline - LAST_LOOK_MS : Infinity;
}

;// CONCATENATED MODULE: ./build/src/fleet/scheduling/session-clock.js
class SessionClock {
    #clock;
    #behindMs = 0;
    /** How long the session has slept since this was last reset. */
    restedMs = 0;
    constructor(clock) {
        this.#clock = clock;
    }
    now() {
        return this.#clock.now() - this.#behindMs;
    }
    wall() {
        return this.#clock.wall();
    }
    sleep(ms, signal) {
        this.restedMs += ms;
        return this.#clock.sleep(ms, signal);
    }
    /** A time of this clock on that of the fleet. */
    onFleetClock(time) {
        return time + this.#behindMs;
    }
    /** The time since then, on the fleet's clock, has not passed for the session. */
    forget(since) {
        this.#behindMs += this.#clock.now() - since;
    }
}

;// CONCATENATED MODULE: ./build/src/fleet/scheduling/watched-run.js
class WatchedRun {
    #runId = null;
    #startedAt = 0;
    #lookedAt = 0;
    #meaning = 'unknown';
    #isNew = false;
    #entries = 0;
    #goesOn = false;
    /** Null before the run exists. */
    get runId() {
        return this.#runId;
    }
    get meaning() {
        return this.#meaning;
    }
    get followed() {
        return {
            startedAt: this.#startedAt,
            lookedAt: this.#lookedAt,
            entries: this.#entries,
            // A run that has just begun is unlikely to have ended.
            active: this.#meaning === 'active' || this.#isNew,
            goesOn: this.#goesOn,
        };
    }
    /** The run, or its next turn, is followed from now on. */
    begin(runId, mode, now) {
        this.#runId = runId;
        this.#meaning = 'unknown';
        this.#isNew = mode !== 'attached';
        this.#startedAt = now;
        // A run started elsewhere may have ended already, so it is polled as soon as possible.
        this.#lookedAt = mode === 'attached' ? -Infinity : now;
    }
    sawStatus(meaning, now) {
        this.#lookedAt = now;
        this.#isNew = false;
        this.#meaning = meaning;
    }
    /** The next read. `goesOn`: it continues the log, because the page before it showed that there is more. */
    reads({ goesOn }) {
        this.#goesOn = goesOn;
    }
    sawPage({ logs }, { skip }) {
        this.#entries = Math.max(this.#entries, skip + logs.length);
    }
}

;// CONCATENATED MODULE: ./build/src/fleet/scheduling/member.js







/** Shorter waits of a session only let the event loop run between entries. */
const RESTED_MS = 250;
/** Consecutive refusals after which a session is told about them. */
const REFUSALS = 8;
class Member {
    #options;
    #base;
    #purpose = 'start';
    #frozen = false;
    /** The current request is a create or resume. */
    #irrevocable = false;
    #impatient = false;
    #watched = new WatchedRun();
    #withdrawn = new AbortController();
    clock;
    client;
    /** Number of requests sent. */
    requests = 0;
    /** A create or resume was sent. */
    sent = false;
    constructor(options) {
        this.#options = options;
        this.clock = new SessionClock(options.clock);
        const limiter = { ...service_limiter/* UNSPACED */.E, acquire: (category, call) => this.#acquire(category, call) };
        this.#base = options.client({ limiter, clock: this.clock });
        this.client = this.#calls();
    }
    /** The run exists and is followed from now on. */
    follows(runId, mode) {
        const { permits, clock } = this.#options;
        if (this.#watched.runId === null)
            permits.follow(runId, mode === 'created');
        this.#watched.begin(runId, mode, clock.now());
    }
    /** Sends nothing more, and rejects what waits to be sent with `Withdrawn`, unless a create or resume was sent. */
    withdraw() {
        if (!this.sent)
            this.#withdrawn.abort(new Withdrawn());
    }
    /** From now on, a request that cannot be sent by its deadline is refused at once. */
    hurries() {
        this.#impatient = true;
    }
    /** The session has ended. */
    leaves() {
        const { runId } = this.#watched;
        if (runId !== null)
            this.#options.permits.leave(runId);
    }
    #calls() {
        const base = this.#base;
        return {
            spacing: () => 0,
            readDelay: () => 0,
            serviceTime: () => base.serviceTime(),
            reached: () => base.reached(),
            published: () => {
                this.#purpose = 'start';
                this.#frozen = this.#irrevocable = false;
                return base.published();
            },
            create: (body, call) => this.#sending('create', () => base.create(body, call)),
            resume: (body, call) => this.#sending('start', () => base.resume(body, call)),
            run: async (runId, call) => {
                const purpose = this.#readFor('final', false);
                const run = await this.#patiently(purpose, () => base.run(runId, call));
                this.#saw(run.status);
                return run;
            },
            logs: async (page, call) => {
                const purpose = this.#readFor('log', page.goesOn === true);
                const answer = await this.#patiently(purpose, () => base.logs(page, call));
                this.#watched.sawPage(answer, page);
                this.#saw(answer.status);
                return answer;
            },
        };
    }
    /** The purpose of a read of the run. `afterwards` applies once its end was seen. */
    #readFor(afterwards, goesOn) {
        this.#watched.reads({ goesOn });
        return this.#watched.runId === null ? 'start' : this.#options.hasEnded() ? afterwards : 'look';
    }
    #saw(status) {
        const { permits, clock, classify } = this.#options;
        const { runId } = this.#watched;
        if (runId === null)
            return;
        const meaning = classify(status);
        this.#watched.sawStatus(meaning, clock.now());
        permits.saw(runId, meaning);
    }
    async #sending(purpose, send) {
        // The wait for the first request is caused by the fleet, so the run's time has not begun.
        this.#frozen = true;
        this.#irrevocable = true;
        return this.#again(purpose, send, (refused) => {
            this.#frozen = false;
            this.#options.onSending(!refused);
        });
    }
    /** The end was seen, so later reads may wait for other runs' polls without using up the session's patience. */
    #patiently(purpose, send) {
        this.#frozen = purpose === 'final' || purpose === 'log';
        this.#irrevocable = false;
        return this.#again(purpose, send, () => undefined);
    }
    /** After a 429, the request is queued again behind the scheduler's pause. */
    async #again(purpose, send, onRefused) {
        let refusal = null;
        for (let attempt = 1;; attempt += 1) {
            this.#purpose = purpose;
            try {
                return await send();
            }
            catch (error) {
                if (!(error instanceof errors/* ServiceError */._7))
                    throw error;
                if (refusal !== null && error.kind === 'no_time')
                    throw refusal;
                if (error.throttled || error.proof !== 'ambiguous')
                    onRefused(true);
                if (!error.throttled)
                    throw error;
                refusal = error;
                if (purpose !== 'create' && attempt >= REFUSALS)
                    throw error;
            }
        }
    }
    async #acquire(category, call) {
        const { permits, clock, fixedInterval = false } = this.#options;
        const [purpose, frozen] = [this.#purpose, this.#frozen];
        const since = clock.now();
        const deadline = frozen ? Infinity : this.clock.onFleetClock(call.deadline);
        const look = purpose === 'look';
        const { runId, meaning, followed } = this.#watched;
        const wanted = {
            ...{ purpose, category, runId, meaning },
            ...looksDue(followed, { now: since, rested: this.clock.restedMs >= RESTED_MS, fixed: fixedInterval }),
            ...(look ? { since: followed.lookedAt } : { since, dueAt: since }),
            lastAt: look ? lastLookAt(followed, deadline) : Infinity,
        };
        const signal = AbortSignal.any([call.signal, this.#withdrawn.signal]);
        const granted = await permits
            .ask(wanted, { signal, deadline, impatient: this.#impatient })
            .catch(asServiceError)
            .finally(() => {
            if (frozen)
                this.clock.forget(since);
        });
        this.requests += 1;
        this.clock.restedMs = 0;
        if (this.#irrevocable) {
            this.sent = true;
            this.#options.onSending(true);
        }
        return {
            done: ({ status, headers, unsent }) => {
                const refused = status === 429 ? { floorMs: (0,retry_after/* retryFloor */.fH)(headers, clock.wall()) } : null;
                granted.done({ refused, unsent });
            },
        };
    }
}

;// CONCATENATED MODULE: ./build/src/fleet/task-run.js
/** One task of a fleet: a session with its own client, row and files (contract 13). */






















class TaskRun {
    #options;
    #inputs;
    #member;
    #step;
    #keeper;
    #prompt = null;
    /** When the create, resume or first read was sent, on the wall clock: the member's clock stops while it waits. */
    #calledAt = null;
    /** Why the task is not started any more, or null. */
    #withdrawal = null;
    #head = null;
    constructor(options) {
        const { ports, task, journal, permits, provenance } = options;
        const { clock } = ports;
        this.#options = options;
        this.#inputs = { ...options.inputs, ...task.own, logsFile: options.logsFile };
        const inputs = this.#inputs;
        this.#member = new Member({
            ...{ permits, clock, classify: (0,run_status/* createClassifier */.CC)(inputs), fixedInterval: inputs.pollIntervalMs !== null },
            client: (parts) => (0,service_client/* createClient */.U)({ ...ports, ...inputs, ...parts, logsAddress: options.logsAddress }),
            hasEnded: () => this.#step.state.turn?.ended === true,
            onSending: (sending) => {
                const { state } = this.#step;
                if (sending && state.turn === null)
                    this.#calledAt = clock.wall();
                // A schema repair is sent to a run that was started before.
                const before = state.turn === null ? 'idle' : 'running';
                journal.note({ key: task.key, phase: sending ? 'sending' : before, runId: (0,view_of_step/* runIdOf */.SR)(state) });
            },
        });
        // The fleet prints the annotations, because many runs may have the same one.
        const host = { warning: () => undefined };
        this.#step = new step/* Step */.p({ clock: this.#member.clock, host, requests: () => this.#member.requests, lean: true }, { ...(0,github_provenance/* namedBy */.T)(inputs), ...provenance });
        this.#keeper = new reporters/* LogKeeper */.$g({ ...ports, inputs, step: this.#step });
        // The journal names the run before its log file is created.
        this.#step.listen(this.#noting());
        this.#step.listen((event) => this.#keeper.take(event));
    }
    /** The current state, or null before anything was sent for the task. */
    get row() {
        const { state } = this.#step;
        return state.turn === null && state.outcome === 'running' && (0,view_of_step/* runIdOf */.SR)(state) === null ? null : this.#row();
    }
    /** What the index of the reports shows about the run, or null without a report. */
    get head() {
        return this.#head;
    }
    /** Does not start the task any more, unless its create or resume was sent. */
    withdraw(why) {
        this.#withdrawal = why;
        this.#member.withdraw();
    }
    /** Never rejects. */
    async run() {
        const { ports, journal, task, tracePath, stopBudget } = this.#options;
        const scene = { ports, inputs: this.#inputs, step: this.#step };
        try {
            await this.#session();
        }
        catch (error) {
            const { state } = this.#step;
            if (error instanceof Withdrawn)
                return this.#skipped();
            const known = { runId: (0,view_of_step/* runIdOf */.SR)(state), webUrl: (0,view_of_step/* webUrlOf */.n6)(state) };
            const end = error instanceof NotStarted ? (0,ends/* failedEnd */.FA)(error.failure.code, error.failure.message) : (0,ends/* endOfCrash */.cG)(error, known);
            this.#step.dispatch({ type: 'ended', end, at: this.#member.clock.now() });
        }
        const left = { journal, key: task.key, member: this.#member, patienceMs: stopBudget() };
        const stopped = await (0,stop/* stopLeftMember */.ut)({ ...scene, ...left });
        this.#member.leaves();
        this.#head = await keepFiles({
            ...{ ...scene, ports: { ...ports, clock: this.#member.clock } },
            ...{ prompt: this.#prompt, calledAt: this.#calledAt, keeper: this.#keeper, tracePath },
        });
        const row = { ...this.#row(), stopped };
        journal.note({
            ...{ key: task.key, phase: 'ended', passed: (0,commit_status_state/* passOf */.FA)(row.resultJson) },
            ...(row.outcome !== 'waiting' && row.outcome !== 'running' && { outcome: row.outcome }),
        });
        return row;
    }
    #skipped() {
        const { journal, task } = this.#options;
        this.#member.leaves();
        journal.note({ key: task.key, phase: 'idle' });
        return { ...(0,telling_rows/* rowStart */.T9)(task.key), outcome: 'skipped', errorMessage: this.#withdrawal };
    }
    #row() {
        const { resultJson } = this.#step.state;
        return (0,telling_rows/* rowOf */.OB)(this.#options.task.key, { view: this.#step.view(), resultJson });
    }
    /** Records what the post step needs after a kill, and tells the member which run it follows. */
    #noting() {
        const { ports, journal, task, onStarted, warn } = this.#options;
        const { clock } = ports;
        const { key } = task;
        return (event, { mode, entriesBefore }) => {
            if (event.type === 'begin')
                this.#calledAt = clock.wall();
            if (event.type === 'wrote' && event.logsFile !== undefined)
                journal.note({ key, phase: 'running', logsFile: event.logsFile });
            if (event.type === 'noted' || event.type === 'warning')
                warn(event.message);
            if (event.type === 'keyed')
                journal.note({ key, phase: 'idle', identity: (0,saved_state/* identityText */.Ky)(event) });
            if (event.type !== 'started' && event.type !== 'status')
                return;
            const { runId, webUrl } = event;
            journal.note({ key, phase: 'running', runId, webUrl, resumed: mode === 'resumed', before: entriesBefore });
            if (event.type === 'status')
                return;
            this.#member.follows(runId, event.mode);
            onStarted();
        };
    }
    /** Rejects with `NotStarted`, or as `runSession` does. */
    async #session() {
        const { ports, event, schema, task, repositories, runList } = this.#options;
        const { clock, stop, random, entryStore } = ports;
        const inputs = this.#inputs;
        const member = this.#member;
        const step = this.#step;
        const prompt = await (0,prompt_prompt/* assemblePrompt */.BR)({ inputs, schema, event, marker: ports.uuid() });
        this.#prompt = prompt;
        const warn = (message) => step.warn(message);
        const client = (0,step_client/* stepClient */.m)(member.client, { ...ports, inputs, warn });
        const timeout = () => member.clock.now() + inputs.timeoutMs;
        const repoId = await repositories.idFor(inputs, { client, warn, deadline: timeout() });
        const exactlyOnce = await (0,idempotency/* exactlyOnceOf */.Bh)({ ...ports, inputs, event, task: task.key }, async () => runList.before(await client.published(), () => member.sent));
        const mark = exactlyOnce?.followUpMark ?? null;
        // The timeout counts from the creation of the run, not from the look-up of its repository.
        const deadline = timeout();
        const start = (0,order/* startOrderOf */._)({ ...inputs, repoId }, { prompt, recordedRun: null, mark });
        const done = new AbortController();
        const lateStop = (0,signals/* lateSignal */.r)(clock, { stop, done: done.signal });
        const context = { client, clock: member.clock, random, stop, lateStop, scheduled: true, entryStore };
        // The matrix shares the budget of the whole fleet, not of single sessions.
        const alone = { ...inputs, siblings: 1, siblingIndex: 0 };
        try {
            const order = { start, schema, exactlyOnce, inputs: alone, deadline };
            await (0,session/* runSession */.I)(context, order, (runEvent) => step.dispatch(runEvent));
        }
        finally {
            done.abort();
        }
        const calledAt = this.#calledAt;
        await (0,verify/* verifyClaims */.d)({ ports: { ...ports, clock: member.clock }, event, inputs, step, deadline, calledAt });
    }
}

;// CONCATENATED MODULE: ./build/src/fleet/fleet.js










/** Maximum number of sessions that are starting a run at the same time. The others do not use memory yet. */
const STARTING_MOST = 12;
/** Errors that every other task would encounter too, and how many in a row prove it. */
const HOPELESS = new Set(['unauthorized', 'quota_exceeded', 'network']);
const HOPELESS_MOST = 3;
class Fleet {
    #options;
    #permits;
    #rows;
    #active = new Map();
    #starting = new Set();
    #heads = new Map();
    #repositories;
    #runList = new RunList();
    #logsAddress = new logs_address/* KnownLogsAddress */.T();
    #logsFiles;
    #stopBudget;
    #changed = Promise.withResolvers();
    #ended = 0;
    #hopeless = 0;
    #created = false;
    /** Why no more sessions are started, or null. */
    #halt = null;
    constructor(options) {
        const { ports, inputs, tasks } = options;
        this.#options = options;
        this.#logsFiles = logsFilesOf(inputs, tasks);
        this.#repositories = new Repositories(ports);
        this.#stopBudget = (0,stop/* stopBudget */.KM)(ports);
        this.#rows = tasks.map(({ key }) => (0,telling_rows/* rowStart */.T9)(key));
        this.#permits = new Permits({
            clock: ports.clock,
            random: ports.random,
            share: { siblings: inputs.siblings, index: inputs.siblingIndex },
            readList: listReader({ ...ports, ...inputs }, (0,run_status/* createClassifier */.CC)(inputs)),
        });
    }
    /** The current state, in the order of the tasks. A task is waiting until its create is sent. */
    rows() {
        return this.#rows.map((row, index) => this.#active.get(index)?.row ?? row);
    }
    /** What the index of the reports shows about each run that has a report. */
    heads() {
        return this.#heads;
    }
    /** Runs all tasks to their end. After a signal, rejects with `Cancelled` once every session has ended. */
    async run() {
        const { stop } = this.#options.ports;
        const sessions = [];
        const wake = () => this.#wake();
        stop.addEventListener('abort', wake, { once: true });
        for (const [index, task] of this.#options.tasks.entries()) {
            while (!this.#mayStart() && this.#halt === null && !stop.aborted)
                await this.#changed.promise;
            if (this.#halt !== null || stop.aborted)
                break;
            sessions.push(this.#runTask(index, task));
        }
        await Promise.all(sessions);
        stop.removeEventListener('abort', wake);
        const why = stop.aborted ? 'The step was cancelled before this task was started.' : this.#halt;
        for (const [index, row] of this.#rows.entries())
            if (row.outcome === 'waiting')
                this.#rows[index] = { ...row, outcome: 'skipped', errorMessage: why };
        stop.throwIfAborted();
    }
    #mayStart() {
        const { maxParallel } = this.#options.inputs;
        return this.#starting.size < STARTING_MOST && this.#active.size < (maxParallel ?? Infinity);
    }
    #wake() {
        this.#changed.resolve(null);
        this.#changed = Promise.withResolvers();
    }
    async #runTask(index, task) {
        const { onStarted, onEnd } = this.#options;
        const run = new TaskRun({
            ...{ ...this.#options, task, permits: this.#permits, repositories: this.#repositories },
            ...{ logsAddress: this.#logsAddress, runList: this.#runList, stopBudget: this.#stopBudget },
            logsFile: this.#logsFiles.get(task.key) ?? null,
            onStarted: () => {
                this.#created = true;
                this.#starting.delete(index);
                this.#wake();
                onStarted();
            },
        });
        this.#active.set(index, run);
        this.#starting.add(index);
        const row = await run.run();
        this.#rows[index] = row;
        if (run.head !== null)
            this.#heads.set(index, run.head);
        this.#active.delete(index);
        this.#starting.delete(index);
        this.#judge(row);
        this.#ended += 1;
        onEnd(row, this.#ended);
        this.#wake();
    }
    #judge({ key, outcome, errorCode }) {
        const { failFast, failOn } = this.#options.inputs;
        const failed = outcome === 'failed' || outcome === 'error' || outcome === 'timed_out' || outcome === 'cancelled';
        if (failFast && (failed || (outcome === 'unverified' && failOn.has(outcome))))
            this.#halt ??= `Not started: the task "${key}" ended as ${outcome}, and \`fail_fast\` is set.`;
        this.#hopeless = HOPELESS.has(errorCode) && !this.#created ? this.#hopeless + 1 : 0;
        if (this.#hopeless >= HOPELESS_MOST)
            this.#halt ??= `Not started: the first tasks all ended with the error ${String(errorCode)}, as this one would.`;
        if (this.#halt !== null)
            for (const index of this.#starting)
                this.#active.get(index)?.withdraw(this.#halt);
    }
}

// EXTERNAL MODULE: ./build/src/fleet/journal.js
var fleet_journal = __webpack_require__(3006);
// EXTERNAL MODULE: ./build/src/fleet/telling/comment.js
var comment = __webpack_require__(6626);
// EXTERNAL MODULE: ./build/src/report/job-log/lines.js
var lines = __webpack_require__(1461);
;// CONCATENATED MODULE: ./build/src/fleet/telling/progress.js
/** The job log of a fleet: one line per finished run, and counts from time to time. Plain text, which the log sanitizes. */




/** ` 12:45  3/20  lint             failed       4m 05s  run 812` */
function endLine(row, { ended, tasks, elapsedMs }) {
    const time = row.durationMs > 0 ? (0,format/* duration */.p0)(row.durationMs) : '';
    const run = row.runId === null ? '' : `run ${row.runId}`;
    const why = row.errorMessage === null ? '' : `  ${(0,job_log/* logPiece */.Pl)(row.errorMessage.split('\n')[0] ?? '', 160)}`;
    const head = ` ${(0,lines/* clockTime */.qo)(elapsedMs).padStart(6)}  ${`${ended}/${tasks}`.padStart(9)}  `;
    const key = (0,job_log/* logPiece */.Pl)(row.key, 64).padEnd(20);
    return (0,job_log/* logJoined */.ik)(head, `${key}  ${row.outcome.padEnd(11)}  ${time.padStart(7)}  ${run}${why}`.trimEnd());
}
/** `18 of 20 ended (2 failed, 16 succeeded), 2 at work, 0 to start, about 3m left` */
function countsLine(rows, moment) {
    const over = rows.filter(({ outcome }) => outcome !== 'waiting' && outcome !== 'running');
    const counts = over.length === 0 ? '' : ` (${(0,telling_rows/* countsText */.WN)(over)})`;
    const atWork = rows.filter(({ outcome }) => outcome === 'running').length;
    const toStart = rows.length - over.length - atWork;
    const left = leftMs(rows, moment);
    const eta = left === null ? '' : `, about ${(0,format/* duration */.p0)(left)} left`;
    const head = ` ${(0,lines/* clockTime */.qo)(moment.elapsedMs).padStart(6)}  `;
    return (0,job_log/* logJoined */.ik)(head, `${over.length} of ${rows.length} ended${counts}, ${atWork} at work, ${toStart} to start${eta}`);
}
/**
 * The estimated remaining time from the average duration of finished runs, after the last run has started. Null before three have ended.
 */
function leftMs(rows, { perMinute }) {
    const took = rows.flatMap(({ outcome, durationMs }) => outcome === 'succeeded' || outcome === 'failed' ? [durationMs] : []);
    if (took.length < 3)
        return null;
    const mean = took.reduce((sum, ms) => sum + ms, 0) / took.length;
    const waiting = rows.filter(({ outcome }) => outcome === 'waiting').length;
    const youngest = Math.min(...rows.flatMap(({ outcome, durationMs }) => (outcome === 'running' ? [durationMs] : [])), mean);
    if (waiting > 0)
        return (waiting / perMinute) * 60_000 + mean;
    return Math.max(1000, mean - youngest);
}

;// CONCATENATED MODULE: ./build/src/fleet/step.js
/** A step with `tasks`: many runs instead of one, from the first request to the outputs (contract 13). */















const PROGRESS_MS = 30_000;
/** The runner shows at most ten annotations per step. */
const WARNINGS_MOST = 5;
async function prepareFleet(scene, order) {
    const { ports, event, step } = scene;
    const { inputs, schema, tasks } = order;
    const { host, clock } = ports;
    const paths = pathsOf(scene);
    ports.files.makeDirectory((0,external_node_path_.dirname)(paths.journal));
    const repositories = [inputs.repo, ...tasks.map(({ own }) => own.repo ?? null)].filter((name) => name !== null);
    step.dispatch({ type: 'asked', orgId: inputs.orgId, repositories: [...new Set(repositories)] });
    step.dispatch({ type: 'begin', runId: null, at: scene.startedAt });
    const keys = tasks.map(({ key }) => key);
    const journal = new fleet_journal/* Journal */.C(ports.files, paths.journal, keys);
    (0,saved_state/* saveRunState */.iZ)(host, { phase: 'fleet', journal: paths.journal });
    const view = () => ({
        ...step.view(),
        runId: fleet.rows().find(({ runId }) => runId !== null)?.runId ?? null,
    });
    const warn = (message) => step.warn(message);
    const onComment = (commentUrl) => step.dispatch({ type: 'wrote', commentUrl });
    const thread = await (0,thread_comment/* openThread */.D)({ ...ports, inputs, event, warn, onComment }, { render: (shown, options) => (0,comment/* fleetComment */.a)({ rows: fleet.rows(), view: shown, note: shown.cutShort }, options) });
    const status = await (0,commit_status/* openCommitStatus */.yf)({ ...ports, event, step }, inputs);
    const elapsedMs = () => clock.now() - scene.startedAt;
    let started = false;
    const fleet = new Fleet({
        ...{ ports, event, inputs, schema, tasks, journal },
        provenance: step.state.provenance,
        tracePath: inputs.otlp ? paths.trace : null,
        warn: warnOnce(scene),
        onStarted: () => {
            if (started)
                return;
            started = true;
            thread?.update(view());
            status?.begin(view(), statusOfRows(fleet.rows(), { outcome: 'running', durationMs: elapsedMs() }));
        },
        onEnd: (row, ended) => host.line(endLine(row, { ended, tasks: tasks.length, elapsedMs: elapsedMs() })),
    });
    return {
        run: async () => {
            host.line((0,job_log/* logInline */.Ab)(openingLine(order)));
            sayWithoutRepository(host, tasks);
            const done = new AbortController();
            const progress = step_tell(scene, { fleet, thread, view, done: done.signal, elapsedMs });
            try {
                await fleet.run();
            }
            finally {
                done.abort();
                await progress;
            }
        },
        conclude: () => {
            const rows = fleet.rows();
            return concludeFleet({ ...scene, inputs, thread, status, view, rows, heads: fleet.heads(), paths });
        },
    };
}
function sayWithoutRepository(host, tasks) {
    const some = tasks.filter(({ own }) => own.repo === null && own.repoId === null && own.agentRunId === null).length;
    if (some === 0)
        return;
    const message = (0,wording.withoutRepository)({ some, all: tasks.length });
    host.notice((0,job_log/* annotation */.w7)(message), { title: 'Agent runs: repository' });
}
/**
 * A warning common to several runs is printed once, also if it names the address of each run's endpoint. The reports of
 * the runs contain each of them.
 */
function warnOnce({ step }) {
    const said = new Set();
    return (message) => {
        const common = message.replace(/\/run\/\d+/g, '/run');
        if (said.has(common) || said.size >= WARNINGS_MOST)
            return;
        said.add(common);
        step.warn(message);
    };
}
/** Other steps of the job may be fleets as well. */
function pathsOf({ ports }) {
    const name = `agent-runs-${ports.uuid().slice(0, 8)}`;
    const path = (ending) => (0,reporters/* temporaryFile */.Ic)(ports.env, `${name}${ending}`);
    return {
        journal: path('-state.jsonl'),
        runs: path('.jsonl'),
        report: path('.html'),
        trace: path('-otlp.jsonl'),
    };
}
function openingLine({ tasks, inputs }) {
    const { maxParallel, wait, orgId } = inputs;
    const parallel = maxParallel === null ? '' : `, ${(0,format/* counted */.hS)(maxParallel, 'run')} at a time`;
    const until = wait ? 'until all have ended' : 'until all are started (wait: false)';
    return `${(0,format/* counted */.hS)(tasks.length, 'task')} in organization ${orgId}${parallel}, ${until}. Each run has its own log file.`;
}
/** Regularly reports counts in the job log and the comment. */
async function step_tell({ ports }, { fleet, thread, view, done, elapsedMs }) {
    let said = '';
    while (!done.aborted) {
        try {
            await ports.clock.sleep(PROGRESS_MS, done);
        }
        catch {
            return;
        }
        const rows = fleet.rows();
        const outcomes = rows.map(({ outcome }) => outcome).join();
        if (outcomes === said)
            continue;
        said = outcomes;
        ports.host.line(countsLine(rows, { elapsedMs: elapsedMs(), perMinute: rate_limit/* LIMITS */.b1.creation.requests }));
        thread?.update(view());
    }
}


/***/ }),

/***/ 4214:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   KV: () => (/* binding */ stopRun),
/* harmony export */   WQ: () => (/* binding */ stopSentence),
/* harmony export */   mq: () => (/* binding */ stopRunInTime)
/* harmony export */ });
/* harmony import */ var _service_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2313);
/* harmony import */ var _shared_within_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(9327);


/** Sends one request. Rejects with `signal.reason` if aborted. */
async function stopRun(service, runId, call) {
    try {
        const published = await service.published();
        await published.ban(runId, call);
        return { kind: 'accepted' };
    }
    catch (error) {
        if (!(error instanceof _service_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .ServiceError */ ._7))
            throw error;
        if (error.notOffered)
            return { kind: 'missing' };
        const isRefusal = error.status !== null && error.proof === 'permanent';
        return { kind: isRefusal ? 'refused' : 'unknown', why: error.message };
    }
}
/** Sends one request within a time limit. Never rejects for its end. */
async function stopRunInTime(service, runId, limit) {
    return (0,_shared_within_js__WEBPACK_IMPORTED_MODULE_1__/* .within */ .u)(limit, async (signal) => {
        const deadline = (limit.callClock ?? limit.clock).now() + limit.ms;
        try {
            return await stopRun(service, runId, { signal, deadline });
        }
        catch (error) {
            if (!signal.aborted)
                throw error;
            return { kind: 'unknown', why: 'there was no time left' };
        }
    });
}
/** The text for `error_message`: whether the service accepted the request, and what to do next. */
function stopSentence(answer, { runId, address }) {
    const where = address === null ? 'in the web interface of the service' : `at ${address}`;
    switch (answer.kind) {
        case 'accepted':
            return `The service accepted the request to stop run ${runId} (\`on_cancel: stop\`); look ${where}.`;
        case 'missing':
            return `Run ${runId} could not be stopped: this service has no endpoint for it (\`on_cancel: stop\`). It goes on; stop it ${where}.`;
        case 'refused':
            return `The service refused to stop run ${runId} (${answer.why}). It goes on; stop it ${where}.`;
        case 'unknown':
            return `It is not known whether run ${runId} was stopped: the request to stop it (\`on_cancel: stop\`) had no clear answer (${answer.why}). Look ${where}.`;
    }
}


/***/ }),

/***/ 9327:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   u: () => (/* binding */ within)
/* harmony export */ });
/** Passes the work a signal that aborts after `ms` or with `signal`, whichever comes first. The timer ends with the work. */
async function within({ clock, ms, signal }, work) {
    const over = new AbortController();
    const done = new AbortController();
    clock.sleep(Math.max(0, ms), done.signal).then(() => over.abort(new Error('there was no time left')), () => undefined);
    try {
        return await work(AbortSignal.any([signal, over.signal]));
    }
    finally {
        done.abort();
    }
}


/***/ }),

/***/ 5276:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  D: () => (/* binding */ openThread),
  $: () => (/* binding */ ownCommentId)
});

// EXTERNAL MODULE: ./build/src/safe/job-log.js
var job_log = __webpack_require__(870);
// EXTERNAL MODULE: ./build/src/github/event.js
var github_event = __webpack_require__(7736);
// EXTERNAL MODULE: ./build/src/thread-comment/identity.js
var identity = __webpack_require__(1121);
// EXTERNAL MODULE: ./build/src/thread-comment/mailbox.js
var thread_comment_mailbox = __webpack_require__(2595);
;// CONCATENATED MODULE: ./build/src/thread-comment/memory.js

class ThreadMemory {
    /** Requests left to a later step; `high` of the mailbox stays below them. */
    #waiting = [];
    #writer = null;
    #mailbox = thread_comment_mailbox/* EMPTY_MAILBOX */.Xn;
    /** The mark of this step's own follow-up. What the thread says about it is older than what is known here. */
    #mark = null;
    /** The accepted request with `#mark`, until it is merged into what the thread records. */
    #sent = null;
    #isOverwritten = false;
    /** Whether the thread, when last read, lacked comments that are settled here: another job has edited the comment without seeing them. */
    get isOverwritten() {
        return this.#isOverwritten;
    }
    get mark() {
        return this.#mark;
    }
    get mailbox() {
        return this.#mailbox;
    }
    /** Another step's announcement, as the thread shows it. */
    get announcedByOthers() {
        const { intended } = this.#mailbox;
        return intended?.mark === this.#mark ? null : intended;
    }
    /** The content for the marker, with this step as writer once its request was accepted. */
    content() {
        return { writer: this.#writer, mailbox: this.#mailbox };
    }
    /** Merges a record read from the thread, except for this step's own announcement, which is known better here. */
    take({ writer, mailbox }) {
        this.#writer ??= writer;
        this.#isOverwritten = this.#mark !== null && lacks(mailbox, this.#mailbox) && mailbox.intended?.mark !== this.#mark;
        const ours = this.announcedByOthers === null ? this.#mailbox : (0,thread_comment_mailbox/* withdrawn */.VJ)(this.#mailbox);
        this.#mailbox = (0,thread_comment_mailbox/* merge */.h1)(ours, this.#withoutOwn(mailbox));
    }
    #withoutOwn(mailbox) {
        const sent = this.#sent;
        this.#sent = null;
        if (sent !== null)
            return (0,thread_comment_mailbox/* acknowledged */.Hn)(mailbox, sent);
        return mailbox.intended?.mark === this.#mark ? (0,thread_comment_mailbox/* withdrawn */.VJ)(mailbox) : mailbox;
    }
    /** Records the accepted request of a step that could not record it itself. */
    sent(mark, { writer, ids }) {
        this.#mark = mark;
        this.#sent = { mark, ids, isTurn: writer.mode === 'resumed' };
        this.#writer = writer;
        this.settle(ids);
    }
    /** Replaces the content with a record read from the thread. */
    restart(record) {
        this.#writer = record?.writer ?? null;
        this.#mailbox = record?.mailbox ?? thread_comment_mailbox/* EMPTY_MAILBOX */.Xn;
    }
    settle(ids, waiting = this.#waiting) {
        this.#waiting = waiting;
        this.#mailbox = (0,thread_comment_mailbox/* settle */.G9)(this.#mailbox, ids, waiting);
    }
    intend(intent) {
        this.#mark = intent.mark;
        this.#mailbox = (0,thread_comment_mailbox/* intend */.fY)(this.#mailbox, intent);
    }
    /** Records that the follow-up with this mark was accepted, with or without comments. Another step's announcement stays. */
    accepted(mark = this.#mark) {
        const { intended } = this.#mailbox;
        const theirs = intended?.mark === mark ? null : intended;
        const ours = theirs === null ? this.#mailbox : (0,thread_comment_mailbox/* withdrawn */.VJ)(this.#mailbox);
        this.#mailbox = { ...(0,thread_comment_mailbox/* delivered */.bI)(ours, this.#waiting), intended: theirs };
    }
    /** Removes the announcement with this mark. Another step's announcement stays. */
    withdraw(mark = this.#mark) {
        if (this.#mailbox.intended?.mark === mark)
            this.#mailbox = (0,thread_comment_mailbox/* withdrawn */.VJ)(this.#mailbox);
    }
    /** Takes over the comments of an announcement whose step was killed. */
    doubt() {
        this.#mailbox = (0,thread_comment_mailbox/* doubted */.Q3)(this.#mailbox);
    }
    /** Settles the doubtful follow-up with this mark, which the run's log shows. */
    prove(mark) {
        this.#mailbox = (0,thread_comment_mailbox/* proven */.H3)(this.#mailbox, mark);
    }
    wroteAs(writer) {
        this.#writer = writer;
    }
}
function lacks(theirs, { settled }) {
    return settled.some((id) => !(0,thread_comment_mailbox/* isSettled */.Is)(theirs, id));
}

// EXTERNAL MODULE: ./build/src/thread-comment/patience.js
var patience = __webpack_require__(6684);
;// CONCATENATED MODULE: ./build/src/thread-comment/index.js





const NOTE_MAX = 1000;
/** `issue_comment` events also cover pull requests, which their `issue` indicates. */
function kindOf({ payload }) {
    const { issue } = payload;
    const marked = issue !== null && typeof issue === 'object' && 'pull_request' in issue;
    return 'pull_request' in payload || marked ? 'pull_request' : 'issue';
}
/**
 * Returns null if neither `comment` nor `resume: thread` is set, or the event has no thread.
 *
 * @throws ThreadUnavailable if the thread is needed and cannot be read for now
 */
async function openThread(ports, options = {}) {
    const { inputs, event, host, clock, warn, stop } = ports;
    const { afterwards = false, rerun = false, asks = () => Promise.resolve(false), render } = options;
    if (!inputs.comment && inputs.resume !== 'thread')
        return null;
    const thread = (0,github_event/* threadNumber */.sR)(event);
    if (thread === null || event.repository === '') {
        if (afterwards)
            return null;
        host.notice(`The event ${event.name === '' ? '(none)' : event.name} belongs to no issue or pull request, so there is no thread to comment in or to resume from.`);
        return null;
    }
    const [github, { createThreadComment, readThread }] = await Promise.all([
        ports.github({ token: inputs.githubToken, event }),
        Promise.all(/* import() */[__webpack_require__.e(267), __webpack_require__.e(423)]).then(__webpack_require__.bind(__webpack_require__, 7423)),
    ]);
    const place = { secret: inputs.token, repository: event.repository, thread, commentKey: (0,identity/* commentKeyOf */.EV)(inputs, event) };
    const resuming = inputs.resume === 'thread' && inputs.agentRunId === null;
    const wanted = !afterwards && inputs.agentRunId === null && (resuming || rerun);
    const readAt = clock.now();
    const { deadline = readAt + inputs.timeoutMs } = options;
    const reading = wanted
        ? await (0,patience/* readPatiently */.Bk)((asked) => readThread(asked, { place, asks }, stop), {
            github,
            clock,
            stop,
            warn,
            deadline,
        })
        : null;
    const memory = new ThreadMemory();
    const note = (message) => host.line((0,job_log/* logInline */.Ab)(message, NOTE_MAX));
    memory.restart(reading?.found?.record ?? null);
    const comment = createThreadComment({
        ...place,
        github,
        clock,
        kind: kindOf(event),
        full: inputs.comment,
        ...(render !== undefined && { render }),
        known: reading?.found?.comment ?? null,
        memory,
        shared: inputs.resume === 'thread',
        ...(reading !== null && { recorded: reading.found?.record.runId ?? null }),
        isNamed: inputs.agentRunId !== null,
        warn,
        note,
        onComment: ({ htmlUrl }) => ports.onComment(htmlUrl),
    });
    /** A token without the permission is no reason for a warning. */
    const react = async (reaction, signal) => {
        const id = ownCommentId(event);
        if (id !== null && inputs.triggerPhrase !== null)
            await github.react(id, reaction, signal).catch(() => undefined);
    };
    /** Runs the work with a signal that also aborts when the budget is used up. */
    const inTime = async ({ budgetMs, signal = stop }, run) => {
        const limit = new AbortController();
        const done = new AbortController();
        clock.sleep(budgetMs, done.signal).then(() => limit.abort(), () => undefined);
        return run(AbortSignal.any([signal, limit.signal])).finally(() => done.abort());
    };
    return {
        pickedUp: () => void react('eyes', stop),
        recordedRun: resuming ? (reading?.found?.record.runId ?? null) : null,
        reading,
        readAt,
        memory,
        github,
        place,
        update: (view) => comment.update(view),
        take: (ref) => comment.take(ref),
        release: (announced, { fate, ...within }) => inTime(within, async (signal) => {
            const { releaseTurn } = await __webpack_require__.e(/* import() */ 729).then(__webpack_require__.bind(__webpack_require__, 5729));
            return releaseTurn({ github, place }, { ...announced, fate }, signal).then(() => true, () => false);
        }),
        finish: async (view, finishOptions) => {
            // The step whose turn delivers this comment reports about it.
            if (view.outcome === 'skipped')
                return { url: null, late: false };
            const done = view.outcome === 'succeeded' ? inTime(finishOptions, (signal) => react('rocket', signal)) : null;
            const [edit] = await Promise.all([comment.finish(view, finishOptions), done]);
            return edit;
        },
    };
}
/** The issue comment that started this step, or null. */
function ownCommentId(event) {
    return event.name === 'issue_comment' ? (0,github_event/* payloadNumber */.gV)(event, 'comment', 'id') : null;
}


/***/ }),

/***/ 2595:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   G9: () => (/* binding */ settle),
/* harmony export */   Gt: () => (/* binding */ withSettled),
/* harmony export */   H3: () => (/* binding */ proven),
/* harmony export */   Hn: () => (/* binding */ acknowledged),
/* harmony export */   Is: () => (/* binding */ isSettled),
/* harmony export */   Q3: () => (/* binding */ doubted),
/* harmony export */   VJ: () => (/* binding */ withdrawn),
/* harmony export */   Xn: () => (/* binding */ EMPTY_MAILBOX),
/* harmony export */   bI: () => (/* binding */ delivered),
/* harmony export */   fY: () => (/* binding */ intend),
/* harmony export */   h1: () => (/* binding */ merge),
/* harmony export */   zR: () => (/* binding */ reminded)
/* harmony export */ });
/* unused harmony exports DOUBTFUL_MAX, SETTLED_MAX */
/**
 * Tracks which comments of a thread were delivered to its run (contract 7.2). Pure. A comment is settled once it was delivered or its
 * author was refused. It is not considered again, even if edited.
 */
const EMPTY_MAILBOX = { turns: 0, high: 0, settled: [], intended: null, doubtful: [] };
/** Doubtful follow-ups that are remembered. */
const DOUBTFUL_MAX = 3;
/** Limit on ids listed individually. Beyond it, the oldest are covered by `high`, so that the marker stays small. */
const SETTLED_MAX = 100;
function isSettled({ high, settled }, id) {
    return id <= high || settled.includes(id);
}
/**
 * Records comments as settled.
 *
 * @param waiting ids of requests not delivered yet; `high` stays below them while there is room in `settled`
 */
function settle(mailbox, ids, waiting = []) {
    const next = fold(mailbox, ids, waiting);
    return { ...next, doubtful: next.doubtful.filter((sent) => isOpen(next, sent)) };
}
function isOpen(mailbox, { ids }) {
    return ids.some((id) => !isSettled(mailbox, id));
}
function fold(mailbox, ids, waiting) {
    const all = new Set([...mailbox.settled, ...ids].filter((id) => id > mailbox.high));
    const settled = [...all].sort((a, b) => a - b);
    if (settled.length <= SETTLED_MAX)
        return { ...mailbox, settled };
    const floor = Math.min(Infinity, ...waiting.filter((id) => !all.has(id)));
    const half = settled.slice(0, -SETTLED_MAX / 2);
    const folded = half.filter((id) => id < floor);
    // A request that never gets settled must not let the marker grow without limit.
    const high = folded.at(-1) ?? (settled.length > 2 * SETTLED_MAX ? half.at(-1) : undefined) ?? mailbox.high;
    return { ...mailbox, high, settled: settled.filter((id) => id > high) };
}
/** Announces a follow-up that is about to be sent. */
function intend(mailbox, intent) {
    return { ...mailbox, intended: intent };
}
/** Settles the comments of a follow-up that was accepted. */
function delivered(mailbox, waiting = []) {
    const { intended, turns } = mailbox;
    return { ...settle(mailbox, intended?.ids ?? [], waiting), turns: turns + 1, intended: null };
}
/** Settles the comments of an accepted request, even if another step has overwritten its announcement. Returns the same mailbox if it says so already. */
function acknowledged(mailbox, { ids, mark, isTurn }) {
    const { intended, turns } = mailbox;
    const isAnnounced = intended?.mark === mark;
    if (!isAnnounced && !isOpen(mailbox, { ids }))
        return mailbox;
    const settled = settle(mailbox, isAnnounced ? [...ids, ...intended.ids] : ids);
    return { ...settled, turns: isTurn ? turns + 1 : turns, intended: isAnnounced ? null : intended };
}
/** Returns the comments of a follow-up that was certainly not carried out to the waiting ones. */
function withdrawn(mailbox) {
    return { ...mailbox, intended: null };
}
/** Marks the announced follow-up as doubtful. Its comments wait again, unless the log shows later that it was sent. */
function doubted(mailbox) {
    const { intended, doubtful } = mailbox;
    if (intended === null)
        return mailbox;
    const { ids, mark } = intended;
    return { ...mailbox, doubtful: [...doubtful, { ids, mark }].slice(-DOUBTFUL_MAX), intended: null };
}
/**
 * Records a follow-up that may have been sent, if another step has overwritten its announcement. Returns the same mailbox if it is still
 * there, or no longer matters.
 */
function reminded(mailbox, sent) {
    const { intended, doubtful } = mailbox;
    const isKnown = intended?.mark === sent.mark || doubtful.some(({ mark }) => mark === sent.mark);
    if (isKnown || !isOpen(mailbox, sent))
        return mailbox;
    return { ...mailbox, doubtful: [...doubtful, sent].slice(-DOUBTFUL_MAX) };
}
/** Settles the comments of a doubtful follow-up that the log shows. */
function proven(mailbox, mark) {
    const ids = mailbox.doubtful.filter((sent) => sent.mark === mark).flatMap((sent) => sent.ids);
    return { ...settle(mailbox, ids), turns: mailbox.turns + 1 };
}
/** Adds what another record of the thread says is settled. */
function withSettled(ours, theirs) {
    return settle({ ...ours, high: Math.max(ours.high, theirs.high) }, theirs.settled);
}
/** Merges the records of two writers. Keeps the intent of the first, otherwise the second's, unless all its comments are settled. */
function merge(ours, theirs) {
    const doubtful = [...new Map([...theirs.doubtful, ...ours.doubtful].map((sent) => [sent.mark, sent])).values()];
    const known = { ...ours, turns: Math.max(ours.turns, theirs.turns), doubtful: doubtful.slice(-DOUBTFUL_MAX) };
    const both = withSettled(known, theirs);
    const intended = [ours.intended, theirs.intended].find((intent) => intent !== null && isOpen(both, intent)) ?? null;
    return { ...both, intended };
}


/***/ })

};
;