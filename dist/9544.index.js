"use strict";
exports.id = 9544;
exports.ids = [9544,8588];
exports.modules = {

/***/ 9544:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  finish: () => (/* binding */ finish),
  runToStop: () => (/* binding */ runToStop),
  writeResult: () => (/* binding */ writeResult)
});

// EXTERNAL MODULE: ./build/src/organization/stop-run.js
var stop_run = __webpack_require__(4214);
// EXTERNAL MODULE: ./build/src/report/pull-request-text.js
var pull_request_text = __webpack_require__(8588);
// EXTERNAL MODULE: ./build/src/safe/job-log.js
var job_log = __webpack_require__(870);
// EXTERNAL MODULE: ./build/src/report/view-of-step.js
var view_of_step = __webpack_require__(3895);
// EXTERNAL MODULE: ./build/src/runner/outputs.js + 1 modules
var outputs = __webpack_require__(5692);
// EXTERNAL MODULE: ./build/src/runner/saved-state.js
var saved_state = __webpack_require__(1870);
// EXTERNAL MODULE: ./build/src/runner/signals.js
var signals = __webpack_require__(8788);
// EXTERNAL MODULE: ./build/src/service/client.js + 1 modules
var client = __webpack_require__(8653);
// EXTERNAL MODULE: ./build/src/session/commit-status.js
var commit_status = __webpack_require__(7671);
// EXTERNAL MODULE: ./build/src/report/pull-request-check.js
var pull_request_check = __webpack_require__(2919);
// EXTERNAL MODULE: ./build/src/shared/format.js
var format = __webpack_require__(275);
;// CONCATENATED MODULE: ./build/src/session/exit-status.js
/** Whether the step fails, and the message that says how it ended. */


function verdictOf({ view, failOn, cancelled }) {
    const { outcome } = view;
    const chosen = outcome !== 'running' && failOn?.has(outcome) === true;
    // Invalid inputs and signals fail the step regardless of `fail_on` (contract 1.1, 7.3).
    const red = chosen || view.errorCode === 'invalid_input' || cancelled !== null || (failOn === null && outcome === 'error');
    const quiet = outcome === 'skipped' || outcome === 'started' || outcome === 'succeeded';
    const level = red ? 'error' : quiet ? 'notice' : 'warning';
    // The signal arrived after the outcome was settled, and no longer changes it (see `conclude`).
    const late = cancelled === null || view.cutShort === cancelled
        ? ''
        : `${cancelled} That was too late to change the outcome, which stays ${view.outcome}, but the step is red.`;
    const message = sentenceOf(view, chosen);
    return { red, level, title: titleOf(view), message: [late, message].filter((part) => part !== '').join(' ') };
}
function titleOf({ outcome, errorCode }) {
    return `Agent run: ${errorCode ?? outcome.replace('_', ' ')}`;
}
/** @param chosen whether `fail_on` includes the outcome */
function sentenceOf(view, chosen) {
    const { cutShort } = view;
    const run = `agent run ${String(view.runId)}`;
    const status = view.status === null ? '' : ` (status ${view.status})`;
    const address = (0,format/* shownAddress */.Uk)(view.webUrl);
    const where = address === null ? '' : ` Look at ${address}.`;
    switch (view.outcome) {
        case 'error':
            return view.errorMessage ?? '';
        case 'skipped':
            return view.skipReason ?? '';
        case 'failed':
            return view.errorMessage ?? `The ${run} failed${status}.${where}`;
        case 'cancelled':
            return cutShort === null
                ? `The ${run} was cancelled at the service${status}.${where}`
                : `${cutShort} ${view.errorMessage ?? standingOf(view)}`;
        case 'timed_out':
            return `${cutShort ?? 'The run did not end in time.'} ${view.errorMessage ?? standingOf(view)}`;
        case 'unverified':
            return `${(0,pull_request_check/* whyUnverified */.ki)(view.checks ?? null)}${where}`;
        case 'needs_input':
            return `The ${run} waits for an answer${status}. Answer by running this action with \`agent_run_id: ${String(view.runId)}\` and a \`prompt\`.${where}`;
        case 'started':
        case 'succeeded':
        case 'running':
            return chosen ? `The ${run} ended as ${view.outcome}, which \`fail_on\` names.` : '';
    }
}
/** What happened to the run, and what to do about it. */
function standingOf({ standing, runId, webUrl, status }) {
    const where = `at ${(0,format/* shownAddress */.Uk)(webUrl) ?? 'the service'}`;
    const follow = `with \`agent_run_id: ${String(runId)}\` and no \`prompt\``;
    switch (standing) {
        case 'no_run':
            return 'No agent run was created.';
        case 'maybe_created':
            return 'Whether a run was created is not known: look at the list of runs in the web interface of the service.';
        case 'untouched':
            return `Nothing was sent to the run ${String(runId)} ${where}.`;
        case 'maybe_resumed':
            return `Whether the run ${String(runId)} received the follow-up is not known: check ${where} before you send it again, or follow the run ${follow}.`;
        case 'going_on':
            return `The run ${String(runId)} goes on ${where}; follow it ${follow}.`;
        case 'not_known':
            return `The state of the run ${String(runId)} could not be confirmed: check ${where}, or follow it ${follow}.`;
        case 'ended':
            return `The run ${String(runId)} has ended (status ${String(status)}); look ${where}, or read its result ${follow}.`;
    }
}

// EXTERNAL MODULE: ./build/src/session/otlp.js
var otlp = __webpack_require__(9406);
// EXTERNAL MODULE: ./build/src/session/reporters.js + 3 modules
var reporters = __webpack_require__(6944);
;// CONCATENATED MODULE: ./build/src/session/turn/leave.js

/**
 * The final update also tells other jobs what happened to the turn. Without one, only that is recorded. Never rejects.
 * Returns true if it is left to the post step.
 */
async function leaveThread({ step, host, thread }, options) {
    if (thread === null) {
        (0,saved_state/* saveRunState */.iZ)(host, { mark: null });
        return false;
    }
    const view = step.view();
    const { turn, sending } = step.state;
    const { url, late } = await thread.finish(view, options);
    if (url !== null)
        step.dispatch({ type: 'wrote', commentUrl: url });
    const { mark } = thread.memory;
    if (mark === null)
        return late;
    // An ambiguous request counts as lost, because the step has already searched for its run as long as that makes sense.
    const fate = turn !== null ? 'sent' : sending ? 'lost' : 'unsent';
    const isTold = view.runId !== null && view.outcome !== 'skipped';
    const settled = isTold ? !late : await thread.release({ mark }, { ...options, fate });
    // The post step may still find in the log that a follow-up arrived.
    if (settled && !(isTold && fate === 'lost'))
        (0,saved_state/* saveRunState */.iZ)(host, { mark: null });
    return late || !settled;
}

// EXTERNAL MODULE: ./build/src/shared/within.js
var within = __webpack_require__(9327);
;// CONCATENATED MODULE: ./build/src/finish.js















/** For comment, commit status and traces, unless a signal or the timeout leaves less. */
const FINISH_MS = 20_000;
/** For the request to stop the run. Summary and comment wait for it, because they report the answer. */
const STOP_MS = 2_000;
/** Maximum entries in the trace report, bounded by what browsers can handle. */
const REPORT_LINES_MAX = 50_000;
/** The outcome is settled when this begins. A later signal still fails the step, and the log says why. */
async function finish(context) {
    const { clock, host, step, commitStatus, late, timeLeft } = context;
    if ((0,view_of_step/* showsOldResult */.HM)(step.state) && step.state.outcome !== 'started')
        step.warn('`result` is what the run had said before the follow-up, because this turn produced no answer.');
    const said = commitStatus === null || step.state.outcome === 'skipped' ? null : await (0,commit_status/* lastWord */.bx)(step);
    const left = new Set(saved_state/* LEFTOVERS */.lb.filter((item) => isDue(item, context, said)));
    const { outcome, errorCode, errorMessage } = step.state;
    // If the step is killed from here on, the post step reports the same outcome and does what is left.
    (0,saved_state/* saveRunState */.iZ)(host, {
        ...{ phase: 'ended', outcome, errorCode, errorMessage, left: [...left].join() },
        ...{ statusState: said?.state ?? null, statusText: said?.description ?? null },
    });
    /** Saves that an item is done, if the work says so. */
    const settle = async (item, work) => {
        if (!left.has(item) || !(await work()))
            return;
        left.delete(item);
        (0,saved_state/* saveRunState */.iZ)(host, { left: [...left].join() });
    };
    tellOutputs(context);
    await writeFiles(context);
    await settle('stop', () => stopRun(context));
    await settle('summary', () => attempt(context, 'job summary', () => writeSummary(context)));
    tellOutputs(context);
    const budgetMs = Math.min(FINISH_MS, timeLeft());
    await (0,within/* within */.u)({ clock, ms: budgetMs, signal: late }, (signal) => Promise.all([
        settle('comment', async () => !(await leaveThread(context, { budgetMs, signal }))),
        settle('status', async () => said !== null && (await commitStatus?.finish(step.view(), { said, signal })) === true),
        attempt(context, 'OTLP trace', () => (0,otlp/* sendTraces */.Lt)(context, { path: step.state.otlpFile, signal })),
    ]));
    tellOutputs(context);
    tellVerdict(context);
    if (left.size === 0)
        (0,saved_state/* saveRunState */.iZ)(host, { phase: 'done' });
}
function isDue(item, { host, inputs, step, thread }, said) {
    switch (item) {
        case 'stop':
            return inputs?.onCancel === 'stop' && runToStop(step.state) !== null;
        case 'summary':
            return inputs?.summary ?? host.input('summary').toLowerCase() !== 'false';
        case 'comment':
            return thread !== null;
        case 'status':
            return said !== null;
    }
}
/** The run that is still working when the step ends, or null if there is none. */
function runToStop({ outcome, cutShort, turn, sending, expected }) {
    if ((outcome !== 'cancelled' && outcome !== 'timed_out') || cutShort === null)
        return null;
    if (turn !== null)
        return turn.ended ? null : turn.runId;
    return sending ? expected : null;
}
/** `on_cancel: stop` (contract 1.1). Returns false if the answer is not known. */
async function stopRun(context) {
    const { clock, inputs, late, step } = context;
    const runId = runToStop(step.state);
    if (inputs === null || runId === null)
        return true;
    const answer = await (0,stop_run/* stopRunInTime */.mq)((0,client/* createClient */.U)({ ...context, ...inputs }), runId, {
        clock,
        ms: STOP_MS,
        signal: late,
    });
    const address = (0,format/* shownAddress */.Uk)((0,view_of_step/* webUrlOf */.n6)(step.state));
    step.dispatch({ type: 'left', message: (0,stop_run/* stopSentence */.WQ)(answer, { runId, address }) });
    return answer.kind !== 'unknown';
}
async function writeFiles(context) {
    const { inputs, reporters } = context;
    await attempt(context, 'log file', () => reporters?.finish());
    await attempt(context, 'result file', () => writeResult(context));
    if (inputs?.report === true)
        await attempt(context, 'trace report', () => writeReport(context));
    if (inputs?.otlp === true)
        await attempt(context, 'OTLP trace', () => (0,otlp/* writeOtlpFile */.Dp)({ ...context, inputs }));
}
/** A failure in one of the last tasks is reported and does not prevent the others. */
async function attempt({ clock, step }, what, work) {
    // Yields before each task, so that a signal is handled in between (contract 6.5).
    await clock.sleep(0);
    try {
        await work();
    }
    catch (error) {
        step.warn(`The ${what} could not be written: ${(0,format/* messageOf */.bD)(error)}.`);
    }
    return true;
}
function writeResult({ env, files, inputs, step, }) {
    const runId = (0,view_of_step/* runIdOf */.SR)(step.state);
    if (runId === null || inputs?.wait !== true)
        return;
    const path = `${step.state.fileStem ?? (0,reporters/* fileStem */.E8)({ env, files }, runId)}-result.txt`;
    files.write(path, step.view().result);
    step.dispatch({ type: 'wrote', resultFile: path });
}
async function writeReport({ env, files, step, timeLeft }) {
    const runId = (0,view_of_step/* runIdOf */.SR)(step.state);
    const { logsFile } = step.state;
    if (runId === null || logsFile === null)
        return;
    const path = `${step.state.fileStem ?? (0,reporters/* fileStem */.E8)({ env, files }, runId)}.html`;
    const { writeTrace } = await Promise.all(/* import() */[__webpack_require__.e(7863), __webpack_require__.e(8351), __webpack_require__.e(1606), __webpack_require__.e(1370)]).then(__webpack_require__.bind(__webpack_require__, 1606));
    files.write(path, '');
    await writeTrace({
        hasTime: () => timeLeft() > 0,
        head: step.view(),
        entryLines: reportLines(files.lines(logsFile)),
        write: (chunk) => files.append(path, chunk),
    });
    step.dispatch({ type: 'wrote', reportFile: path });
}
async function* reportLines(lines) {
    let count = 0;
    for await (const line of lines) {
        count += 1;
        if (count <= REPORT_LINES_MAX) {
            yield line;
            continue;
        }
        yield JSON.stringify({ message_type: 'REPORT_CUT', thought: 'This report ends here; the log file has the rest.' });
        return;
    }
}
async function writeSummary({ host, step }) {
    const { renderSummary } = await Promise.all(/* import() */[__webpack_require__.e(7863), __webpack_require__.e(8351), __webpack_require__.e(8117)]).then(__webpack_require__.bind(__webpack_require__, 8117));
    await host.summary(renderSummary(step.view()));
}
function tellOutputs({ host, step, written }) {
    (0,outputs/* setOutputs */.n0)(host, { ...step.state, view: step.view() }, written);
}
function tellVerdict({ host, inputs, reporters, step, stop, written }) {
    const { resultJson, resultFile } = step.state;
    if (written.get('result_json') === '' && resultJson !== null)
        step.warn(`The structured result is larger than step outputs may be; read it from ${String(resultFile)} (result_file).`);
    const { reason } = stop;
    const view = step.view();
    const verdict = verdictOf({
        view,
        failOn: inputs?.failOn ?? null,
        cancelled: reason instanceof signals/* Cancelled */.c ? reason.message : null,
    });
    if (verdict.message !== '')
        host[verdict.level]((0,job_log/* annotation */.w7)(verdict.message), { title: verdict.title });
    const { outcome, durationMs, requests, webUrl } = view;
    if (reporters !== null && outcome !== 'running')
        reporters.log.end({ outcome, durationMs, requests, webUrl, pullRequests: (0,pull_request_text/* ownPullRequests */.o_)(view) });
    else
        host.line((0,job_log/* logInline */.Ab)(`Agent run: ${outcome}.`));
    if (verdict.red)
        host.fail();
}


/***/ }),

/***/ 1056:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   A: () => (/* binding */ repositoryLinks)
/* harmony export */ });
/* harmony import */ var _safe_url_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7255);
/**
 * Links to this repository on the runner's GitHub server (contract 6.4 "What is live"). Each link is built from validated parts: owner,
 * name, number, SHA, path. An address by the agent is only parsed for its parts and never copied. Pure.
 */

const REPOSITORY = /^[A-Za-z0-9][A-Za-z0-9-]{0,38}\/[\w.-]{1,100}$/;
const SHA = /^[0-9a-f]{7,64}$/i;
const REF = /^[\w][\w.-]{0,99}$/;
/** Path segments without escapes, `.` or `..`, so that the address shows its target. */
const PATH = /^(?!\/)(?:\/?(?!\.{1,2}(?:\/|$))[\w.+@-]+){1,40}$/;
const LINES = /^L\d{1,7}(?:-L\d{1,7})?$/;
const ADDRESS_MAX = 1_000;
const isNumber = (number) => Number.isInteger(number) && number > 0 && number < 1e10;
/** Links of one repository. All are null if the repository is unknown or its name is unusual. */
function repositoryLinks({ serverUrl, repository }) {
    const server = (0,_safe_url_js__WEBPACK_IMPORTED_MODULE_0__/* .safeRunnerUrl */ .Vd)(serverUrl)?.replace(/\/+$/, '') ?? null;
    const root = server !== null && REPOSITORY.test(repository) ? `${server}/${repository}` : null;
    const link = (kind, label, path) => root === null ? null : { kind, label, url: `${root}/${path}` };
    const pullRequest = (number) => isNumber(number) ? link('pull_request', `#${number}`, `pull/${number}`) : null;
    const issue = (number) => isNumber(number) ? link('issue', `#${number}`, `issues/${number}`) : null;
    const commit = (sha) => SHA.test(sha) ? link('commit', sha.slice(0, 7).toLowerCase(), `commit/${sha.toLowerCase()}`) : null;
    const file = ({ ref, path, lines = '' }) => {
        if (!REF.test(ref) || path.length > 400 || !PATH.test(path) || (lines !== '' && !LINES.test(lines)))
            return null;
        return link('file', path, `blob/${ref}/${path}${lines === '' ? '' : `#${lines}`}`);
    };
    const read = (address) => {
        if (root === null || address.length > ADDRESS_MAX)
            return null;
        // GitHub ignores case in hosts, owners and names.
        if (address.slice(0, root.length + 1).toLowerCase() !== `${root}/`.toLowerCase())
            return null;
        const [path = '', lines = ''] = address.slice(root.length + 1).split('#');
        const [, kind, number] = /^(pull|issues)\/(\d{1,9})\/?$/.exec(path) ?? [];
        if (number !== undefined)
            return kind === 'pull' ? pullRequest(Number(number)) : issue(Number(number));
        const [, sha] = /^commit\/([0-9a-f]{7,64})$/i.exec(path) ?? [];
        if (sha !== undefined)
            return commit(sha);
        const [, ref, name] = /^blob\/([^/]+)\/(.+)$/.exec(path) ?? [];
        return ref === undefined || name === undefined ? null : file({ ref, path: name, lines });
    };
    return { pullRequest, issue, commit, file, read };
}


/***/ }),

/***/ 8588:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   IF: () => (/* binding */ pullRequestCells),
/* harmony export */   Nm: () => (/* binding */ pullRequestItems),
/* harmony export */   Zu: () => (/* binding */ pullRequestLine),
/* harmony export */   o_: () => (/* binding */ ownPullRequests)
/* harmony export */ });
/* harmony import */ var _links_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1056);
/* harmony import */ var _pull_request_check_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2919);
/* harmony import */ var _safe_markdown_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6149);
/* harmony import */ var _safe_url_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(7255);
/**
 * Pull requests of the run as Markdown: those of this repository as links built from validated parts, others as code (contract 6.4). Pure.
 */




const SHOWN_MAX = 10;
const TITLE_MAX = 120;
/** `[#128 Fix price filter](…)` or `` `https://elsewhere.example/…` `` for each pull request, this repository's first. */
function pullRequestItems(view) {
    const links = (0,_links_js__WEBPACK_IMPORTED_MODULE_2__/* .repositoryLinks */ .A)(view.provenance);
    const states = new Map(view.checks?.map(({ url, state }) => [links.read(url)?.url ?? (0,_safe_url_js__WEBPACK_IMPORTED_MODULE_3__/* .safeHttpsUrl */ .Wb)(url), state]));
    // Two spellings of the same address are one pull request.
    const found = new Map();
    for (const url of view.pullRequests) {
        const link = links.read(url);
        const address = link?.url ?? (0,_safe_url_js__WEBPACK_IMPORTED_MODULE_3__/* .safeHttpsUrl */ .Wb)(url);
        if (address === null || (found.has(address) && !view.pullRequestTitles?.has(url)))
            continue;
        const title = (0,_safe_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdownText */ .p7)(view.pullRequestTitles?.get(url) ?? '', TITLE_MAX);
        const state = states.get(address);
        // A pull request that does not exist gets no link.
        const text = link === null || state === 'not_found'
            ? (0,_safe_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdownCode */ .D9)(address, 300)
            : `[${link.label}${title === '' ? '' : ` ${title}`}](${link.url})`;
        found.set(address, { own: link !== null, text: `${text}${(0,_pull_request_check_js__WEBPACK_IMPORTED_MODULE_0__/* .checkMark */ .kQ)(state)}` });
    }
    const items = [...found.values()];
    return [true, false].flatMap((own) => items.filter((item) => item.own === own).map(({ text }) => text));
}
/** `[#128](…) ✓` for each pull request of this repository, safe for a table cell, because it contains no untrusted text. */
function pullRequestCells({ pullRequests, provenance, checks, }) {
    const links = (0,_links_js__WEBPACK_IMPORTED_MODULE_2__/* .repositoryLinks */ .A)(provenance);
    const states = new Map(checks?.map(({ url, state }) => [links.read(url)?.url, state]));
    const own = new Map(pullRequests.flatMap((url) => links.read(url) ?? []).map((link) => [link.url, link]));
    return [...own.values()].map(({ label, url }) => {
        const state = states.get(url);
        return `${state === 'not_found' ? label : `[${label}](${url})`}${(0,_pull_request_check_js__WEBPACK_IMPORTED_MODULE_0__/* .checkMark */ .kQ)(state)}`;
    });
}
/** Addresses of the pull requests in this repository, built from validated parts. */
function ownPullRequests({ pullRequests, provenance, }) {
    const { read } = (0,_links_js__WEBPACK_IMPORTED_MODULE_2__/* .repositoryLinks */ .A)(provenance);
    return [...new Set(pullRequests.flatMap((url) => read(url)?.url ?? []))];
}
/** A line that names them. Empty if there are none. */
function pullRequestLine(view) {
    const items = pullRequestItems(view);
    const rest = items.length - SHOWN_MAX;
    const shown = items.slice(0, SHOWN_MAX).join(' · ');
    if (items.length === 0)
        return '';
    const name = items.length === 1 ? 'Pull request' : 'Pull requests';
    return `**${name}:** ${shown}${rest > 0 ? ` · and ${rest} more` : ''}`;
}


/***/ }),

/***/ 9406:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   CV: () => (/* binding */ appendTrace),
/* harmony export */   Dp: () => (/* binding */ writeOtlpFile),
/* harmony export */   Lt: () => (/* binding */ sendTraces)
/* harmony export */ });
/* harmony import */ var _report_view_of_step_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3895);
/* harmony import */ var _version_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(8234);
/* harmony import */ var _reporters_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6944);



/** Writes the file. Rejects if that fails. */
async function writeOtlpFile(options) {
    const { files, step } = options;
    const runId = (0,_report_view_of_step_js__WEBPACK_IMPORTED_MODULE_0__/* .runIdOf */ .SR)(step.state);
    if (runId === null || step.state.turn === null)
        return;
    const path = `${step.state.fileStem ?? (0,_reporters_js__WEBPACK_IMPORTED_MODULE_1__/* .fileStem */ .E8)(options, runId)}-otlp.jsonl`;
    files.write(path, '');
    await appendTrace(options, path);
    step.dispatch({ type: 'wrote', otlpFile: path });
}
/** Adds the run to a file of traces. Does nothing without a run. */
async function appendTrace(options, path) {
    const { clock, env, files, inputs, step, prompt, calledAt } = options;
    const { state } = step;
    const runId = (0,_report_view_of_step_js__WEBPACK_IMPORTED_MODULE_0__/* .runIdOf */ .SR)(state);
    if (runId === null || state.turn === null)
        return;
    const [{ writeOtlp }, { otlpSettings }] = await Promise.all([
        __webpack_require__.e(/* import() */ 6452).then(__webpack_require__.bind(__webpack_require__, 6452)),
        Promise.resolve(/* import() */).then(__webpack_require__.bind(__webpack_require__, 704)),
    ]);
    const head = step.view();
    const endedAt = clock.wall() - (clock.now() - (state.endAt ?? clock.now()));
    await writeOtlp({
        ...otlpSettings(env),
        ...{ head, runId, prompt, endedAt, version: _version_js__WEBPACK_IMPORTED_MODULE_2__/* .VERSION */ .x },
        beganAt: calledAt ?? endedAt - head.durationMs,
        before: state.entriesBefore,
        model: inputs.model,
        baseUrl: inputs.baseUrl,
        entryLines: state.logsFile === null ? [] : files.lines(state.logsFile),
        write: (line) => files.append(path, `${line}\n`),
    });
}
/** Sends a file of traces once. Failures become warnings. */
async function sendTraces(context, { path, signal }) {
    const { clock, env, files, step, userAgent } = context;
    if (path === null || !files.isFile(path))
        return;
    const { otlpSettings } = await Promise.resolve(/* import() */).then(__webpack_require__.bind(__webpack_require__, 704));
    const { endpoint, headers, protobuf, problem } = otlpSettings(env);
    if (problem !== null)
        step.warn(`The trace was not sent: ${problem}.`);
    if (endpoint === null)
        return;
    const { sendOtlp } = await __webpack_require__.e(/* import() */ 7047).then(__webpack_require__.bind(__webpack_require__, 7047));
    const http = context.otlpHttp?.() ?? context.http;
    try {
        const lines = files.lines(path);
        const failed = await sendOtlp({ http, clock, endpoint, headers, protobuf, userAgent, lines, signal });
        if (failed !== null)
            step.warn(failed);
    }
    catch (error) {
        if (!signal.aborted)
            throw error;
        step.warn('The trace was not sent: there was no time left.');
    }
    finally {
        if (context.otlpHttp !== undefined)
            await http.close();
    }
}


/***/ })

};
;