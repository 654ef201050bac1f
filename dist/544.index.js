"use strict";
exports.id = 544;
exports.ids = [544,207];
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
// EXTERNAL MODULE: ./build/src/report/ending.js
var ending = __webpack_require__(1682);
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
    if (view.outcome === 'skipped')
        return view.skipReason ?? '';
    return ((0,ending/* endMessage */.rd)(view) ??
        (chosen ? `The agent run ${String(view.runId)} ended as ${view.outcome}, which \`fail_on\` names.` : ''));
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

// EXTERNAL MODULE: ./build/src/shared/format.js
var format = __webpack_require__(275);
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
    const { writeTrace } = await Promise.all(/* import() */[__webpack_require__.e(267), __webpack_require__.e(606)]).then(__webpack_require__.bind(__webpack_require__, 1606));
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
    const { renderSummary } = await Promise.all(/* import() */[__webpack_require__.e(267), __webpack_require__.e(894)]).then(__webpack_require__.bind(__webpack_require__, 5894));
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
    const message = (0,ending/* endMessage */.rd)(view);
    if (reporters !== null && outcome !== 'running')
        reporters.log.end({ outcome, durationMs, requests, webUrl, message, pullRequests: (0,pull_request_text/* ownPullRequests */.o_)(view) });
    else
        host.line((0,job_log/* logInline */.Ab)(`Agent run: ${outcome}.${message === null ? '' : ` ${message}`}`, 8_000));
    if (verdict.red)
        host.fail();
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

/***/ 8588:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   IF: () => (/* binding */ pullRequestCells),
/* harmony export */   Nm: () => (/* binding */ pullRequestItems),
/* harmony export */   Zu: () => (/* binding */ pullRequestLine),
/* harmony export */   o_: () => (/* binding */ ownPullRequests)
/* harmony export */ });
/* harmony import */ var _safe_links_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1583);
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
    const links = (0,_safe_links_js__WEBPACK_IMPORTED_MODULE_2__/* .repositoryLinks */ .A)(view.provenance);
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
    const links = (0,_safe_links_js__WEBPACK_IMPORTED_MODULE_2__/* .repositoryLinks */ .A)(provenance);
    const states = new Map(checks?.map(({ url, state }) => [links.read(url)?.url, state]));
    const own = new Map(pullRequests.flatMap((url) => links.read(url) ?? []).map((link) => [link.url, link]));
    return [...own.values()].map(({ label, url }) => {
        const state = states.get(url);
        return `${state === 'not_found' ? label : `[${label}](${url})`}${(0,_pull_request_check_js__WEBPACK_IMPORTED_MODULE_0__/* .checkMark */ .kQ)(state)}`;
    });
}
/** Addresses of the pull requests in this repository, built from validated parts. */
function ownPullRequests({ pullRequests, provenance, }) {
    const { read } = (0,_safe_links_js__WEBPACK_IMPORTED_MODULE_2__/* .repositoryLinks */ .A)(provenance);
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
        __webpack_require__.e(/* import() */ 827).then(__webpack_require__.bind(__webpack_require__, 2827)),
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
    const { endpoint, headers, problem } = otlpSettings(env);
    if (problem !== null)
        step.warn(`The trace was not sent: ${problem}.`);
    if (endpoint === null)
        return;
    const { sendOtlp } = await __webpack_require__.e(/* import() */ 867).then(__webpack_require__.bind(__webpack_require__, 3867));
    const http = context.otlpHttp?.() ?? context.http;
    try {
        const lines = files.lines(path);
        const failed = await sendOtlp({ http, clock, endpoint, headers, userAgent, lines, signal });
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


/***/ })

};
;