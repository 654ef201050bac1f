"use strict";
exports.id = 6047;
exports.ids = [6047];
exports.modules = {

/***/ 9559:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   r: () => (/* binding */ findEcho)
/* harmony export */ });
/* harmony import */ var _run_log_entry_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3061);
/* harmony import */ var _service_entry_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1570);
/* harmony import */ var _service_errors_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(2313);
/* harmony import */ var _mark_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(8715);
/** Searches the run's log for the echo of a follow-up, newest entries first (contract 7.2). */




/** Maximum number of pages. Nobody waits for a follow-up with an older echo. */
const PAGES_MAX = 10;
/** Null if the log cannot be read. */
async function findEcho(client, { runId, mark }, call) {
    const page = async (skip) => {
        const { logs, total_logs: total } = await client.logs({ runId, skip, limit: _service_entry_js__WEBPACK_IMPORTED_MODULE_1__/* .PAGE_LIMIT */ .W }, call);
        return { found: logs.some((value) => (0,_mark_js__WEBPACK_IMPORTED_MODULE_3__/* .isEcho */ .yU)((0,_run_log_entry_js__WEBPACK_IMPORTED_MODULE_0__/* .toEntry */ .q0)((0,_run_log_entry_js__WEBPACK_IMPORTED_MODULE_0__/* .rawEntry */ .rI)(value), 0), mark)), total: total ?? 0 };
    };
    try {
        const { found, total } = await page(0);
        if (found)
            return true;
        let skip = Math.max(_service_entry_js__WEBPACK_IMPORTED_MODULE_1__/* .PAGE_LIMIT */ .W, total - _service_entry_js__WEBPACK_IMPORTED_MODULE_1__/* .PAGE_LIMIT */ .W);
        for (let pages = 1; pages < PAGES_MAX && skip < total; pages += 1) {
            if ((await page(skip)).found)
                return true;
            if (skip === _service_entry_js__WEBPACK_IMPORTED_MODULE_1__/* .PAGE_LIMIT */ .W)
                break;
            skip = Math.max(_service_entry_js__WEBPACK_IMPORTED_MODULE_1__/* .PAGE_LIMIT */ .W, skip - _service_entry_js__WEBPACK_IMPORTED_MODULE_1__/* .PAGE_LIMIT */ .W);
        }
        return false;
    }
    catch (error) {
        if (error instanceof _service_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .ServiceError */ ._7)
            return null;
        throw error;
    }
}


/***/ }),

/***/ 6047:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  post: () => (/* binding */ post)
});

// EXTERNAL MODULE: ./build/src/context.js
var context = __webpack_require__(3433);
// EXTERNAL MODULE: ./build/src/safe/job-log.js
var job_log = __webpack_require__(870);
// EXTERNAL MODULE: ./build/src/runner/saved-state.js
var saved_state = __webpack_require__(1870);
// EXTERNAL MODULE: ./build/src/runner/signals.js
var signals = __webpack_require__(8788);
// EXTERNAL MODULE: ./build/src/service/client.js + 1 modules
var service_client = __webpack_require__(8653);
// EXTERNAL MODULE: ./build/src/run/record.js
var record = __webpack_require__(8251);
// EXTERNAL MODULE: ./build/src/run/status.js
var run_status = __webpack_require__(3220);
// EXTERNAL MODULE: ./build/src/service/errors.js + 1 modules
var errors = __webpack_require__(2313);
// EXTERNAL MODULE: ./build/src/session/ends.js
var ends = __webpack_require__(3291);
// EXTERNAL MODULE: ./build/src/session/reporters.js + 3 modules
var reporters = __webpack_require__(6944);
// EXTERNAL MODULE: ./build/src/session/after-kill/scene.js
var after_kill_scene = __webpack_require__(9839);
;// CONCATENATED MODULE: ./build/src/session/after-kill/look.js








/** Outcomes that the main step reports only after it saw the run end. */
const SEEN_ENDS = new Set(['succeeded', 'failed', 'needs_input']);
/**
 * Reads the run once and finishes the step: with the run's own outcome if it shows one that counts, otherwise with
 * `cancelled`.
 */
async function lookAfterKill(ports, { step, inputs }, state) {
    return settle(ports, { step, inputs, run: await readRun(ports, inputs, state.runId) }, state);
}
/** The run's current state, or null if it cannot be read. */
async function readRun(ports, inputs, runId) {
    const client = (0,service_client/* createClient */.U)({ ...ports, ...inputs });
    try {
        return await client.run(runId, { signal: ports.stop, deadline: ports.clock.now() + after_kill_scene/* POST_BUDGET_MS */.qn / 2 });
    }
    catch (error) {
        if (error instanceof errors/* ServiceError */._7 || error instanceof signals/* Cancelled */.c)
            return null;
        throw error;
    }
}
function settle(ports, { step, inputs, run }, state) {
    const { turn } = step.state;
    if (run !== null && turn !== null) {
        const answer = (0,record/* changedAnswer */.Ld)(turn, { ...run, result: resultOf(ports, state, run) });
        const facts = (0,record/* changedFacts */.o0)(turn, run);
        if (answer !== null)
            step.dispatch({ type: 'answer', ...answer });
        if (facts !== null)
            step.dispatch({ type: 'status', ...facts });
    }
    const meaning = (0,run_status/* createClassifier */.CC)(inputs)(run?.status ?? null);
    const seenEnd = SEEN_ENDS.has(state.outcome ?? null);
    const counts = (0,run_status/* isTerminal */.Hd)(meaning) && (seenEnd || state.mode !== 'resumed');
    if (seenEnd || counts)
        step.dispatch({ type: 'finished' });
    (0,after_kill_scene/* settleAs */._9)(step, counts ? (0,ends/* plainEnd */._u)((0,run_status/* outcomeOf */.sG)(meaning)) : (0,ends/* plainEnd */._u)('cancelled'), ports);
    keepOutcome(ports, step, state);
    if (seenEnd || counts)
        return 'ended';
    if (run === null || (0,run_status/* isTerminal */.Hd)(meaning))
        step.dispatch({ type: 'unclear' });
    if (run === null)
        return 'unread';
    return (0,run_status/* isTerminal */.Hd)(meaning) ? 'unclear' : 'at_work';
}
/**
 * The run's result as the service shows it now. A resumed run may still show the previous result, so there it is the
 * one that the main step saved, if it got that far.
 */
function resultOf({ env, files }, { mode, phase, runId, fileStem }, run) {
    if (mode !== 'resumed')
        return run.result ?? null;
    if (phase !== 'comment')
        return null;
    try {
        return files.readText(`${fileStem ?? (0,reporters/* temporaryFile */.Ic)(env, `agent-run-${Number(runId)}`)}-result.txt`);
    }
    catch {
        return null;
    }
}
/**
 * Keeps the outcome that the main step already wrote to its outputs and summary. If the step was cancelled, the run's
 * own outcome is still open.
 */
function keepOutcome(ports, step, { outcome = null, errorCode = null, errorMessage = null }) {
    if (outcome === null || outcome === 'cancelled' || outcome === 'running')
        return;
    (0,after_kill_scene/* settleAs */._9)(step, { ...(0,ends/* plainEnd */._u)(outcome), errorCode, errorMessage }, ports);
}

// EXTERNAL MODULE: ./build/src/session/after-kill/message.js
var message = __webpack_require__(8452);
// EXTERNAL MODULE: ./build/src/session/after-kill/traces.js
var traces = __webpack_require__(3054);
// EXTERNAL MODULE: ./build/src/session/commit-status.js
var commit_status = __webpack_require__(7671);
// EXTERNAL MODULE: ./build/src/session/leave.js
var leave = __webpack_require__(3106);
// EXTERNAL MODULE: ./build/src/idempotency/find-echo.js
var find_echo = __webpack_require__(9559);
// EXTERNAL MODULE: ./build/src/idempotency/index.js
var idempotency = __webpack_require__(7148);
// EXTERNAL MODULE: ./build/src/idempotency/key.js
var key = __webpack_require__(7247);
// EXTERNAL MODULE: ./build/src/thread-comment/index.js + 1 modules
var thread_comment = __webpack_require__(5276);
// EXTERNAL MODULE: ./build/src/session/turn/comments-state.js
var comments_state = __webpack_require__(9867);
;// CONCATENATED MODULE: ./build/src/session/turn/after-kill.js







const BUDGET_MS = 8_000;
const PAUSE_MS = 1_500;
/** Whether the log shows the follow-up that was in flight. False if it does not, or cannot be read, for some seconds. */
async function hasArrived(ports, { inputs, state }) {
    const { clock, stop } = ports;
    const { runId = null, mark = null } = state;
    if (runId === null || mark === null)
        return false;
    const client = (0,service_client/* createClient */.U)({ ...ports, ...inputs });
    const deadline = clock.now() + BUDGET_MS;
    try {
        while (clock.now() + PAUSE_MS < deadline) {
            if ((await (0,find_echo/* findEcho */.r)(client, { runId, mark }, { signal: stop, deadline })) === true)
                return true;
            await clock.sleep(PAUSE_MS, stop);
        }
    }
    catch (error) {
        if (!(error instanceof signals/* Cancelled */.c))
            throw error;
    }
    return false;
}
/** The thread for its final update, including what the killed step had announced there. */
async function threadAfterwards(ports, { event, inputs, state }, warn) {
    const thread = await (0,thread_comment/* openThread */.D)({ ...ports, inputs, event, warn, onComment: () => undefined }, { afterwards: true });
    if (thread === null)
        return null;
    const { mark = null, mode } = state;
    if (mode !== 'created' && mode !== 'resumed')
        return thread;
    const writer = { key: (0,idempotency/* stepKey */.Ug)({ inputs, event, env: ports.env }), attempt: (0,key/* attemptOf */.tx)(ports.env), mode };
    if (mark !== null)
        thread.memory.sent(mark, { writer, ids: (0,comments_state/* commentsOf */.u)(state) });
    else if (mode === 'created')
        thread.memory.wroteAs(writer);
    return thread;
}
/** Withdraws what was never sent, so that no other job waits for it, and records what was sent. */
async function settleAnnounced(ports, { event, inputs, state }, known) {
    const { mark = null, announced = null } = state;
    if (mark === null || announced === null)
        return;
    const seen = known ?? (await fateOf(ports, { inputs, state }));
    // Without a key, nothing can find the run of an ambiguous create later.
    const fate = seen === 'unknown' && inputs.idempotency !== 'metadata' ? 'lost' : seen;
    const thread = await (0,thread_comment/* openThread */.D)({ ...ports, inputs, event, warn: () => undefined, onComment: () => undefined }, { afterwards: true });
    await thread?.release({ mark, ids: (0,comments_state/* commentsOf */.u)(state) }, { fate, budgetMs: BUDGET_MS });
}
async function fateOf(ports, left) {
    const { announced } = left.state;
    if (announced !== 'sending')
        return announced ?? 'unsent';
    return (await hasArrived(ports, left)) ? 'sent' : 'unknown';
}

;// CONCATENATED MODULE: ./build/src/post.js
/** The post step: finishes what a killed main step could not (contract 7.3). Does nothing when all was done. */













async function post(given) {
    const ports = (0,context/* guarded */.N)(given);
    const { host } = ports;
    const state = (0,saved_state/* readRunState */.xz)(host);
    if (state === null)
        return;
    const { phase, trace = null } = state;
    try {
        if (phase.startsWith('fleet'))
            await (await Promise.all(/* import() */[__webpack_require__.e(7863), __webpack_require__.e(8351), __webpack_require__.e(8117), __webpack_require__.e(4636), __webpack_require__.e(8689)]).then(__webpack_require__.bind(__webpack_require__, 8689))).finishFleet(ports, state);
        else if (isUnfinished(state))
            await finishStep(ports, state);
        if (trace !== null)
            await (0,traces/* sendLeftTraces */.EN)(ports, trace);
    }
    catch (error) {
        // Caught because Node would print it to standard error, which the runner scans for commands.
        if (error instanceof signals/* Cancelled */.c)
            return;
        host.warning((0,job_log/* annotation */.w7)(`The post step could not be finished: ${String(error)}`), { title: 'Agent run: killed' });
        if (host.debugging() && error instanceof Error)
            host.debug(error.stack ?? '');
    }
}
/** Whether the main step left something to do. */
function isUnfinished({ phase, mark = null, announced = null, stop }) {
    if (phase !== 'idle' && phase !== 'done')
        return true;
    return (mark !== null && announced !== null) || (phase === 'done' && stop === 'pending');
}
async function finishStep(ports, state) {
    const parsed = (0,after_kill_scene/* inputsAfterwards */.l_)(ports);
    if (!parsed.ok) {
        ports.host.warning((0,job_log/* annotation */.w7)((0,message/* unreadMessage */.Hh)(state, parsed.problems)), { title: 'Agent run: killed' });
        return;
    }
    const { phase, stop } = state;
    const left = { inputs: parsed.inputs, state };
    if (phase === 'sending')
        await settleSending(ports, left);
    else if (phase === 'idle' || phase === 'done')
        await settleLeft(ports, left);
    if (phase === 'running' || phase === 'comment' || (phase === 'done' && stop === 'pending'))
        await finish(ports, left);
}
/** Settles what the main step announced in the thread before it ended. */
async function settleLeft(ports, left, fate) {
    if ((left.state.mark ?? null) !== null)
        await settleAnnounced(ports, { ...(0,after_kill_scene/* afterwards */.Q$)(ports, left), ...left }, fate);
}
/** Handles a kill during a create or resume: the create may be found by its key, and the follow-up by its mark. */
async function settleSending(ports, left) {
    const { inputs, state } = left;
    const run = await leftRun(ports, left);
    if (run !== null) {
        ports.host.line((0,job_log/* logInline */.Ab)(`Run ${run.id} carries the key of the create that the killed step had sent.`));
        const found = { runId: run.id, webUrl: run.webUrl, mode: 'created', announced: 'sent' };
        return finish(ports, { inputs, state: { ...state, ...found, phase: 'running' } });
    }
    if (await hasArrived(ports, left)) {
        ports.host.line((0,job_log/* logInline */.Ab)(`The log of run ${Number(state.runId)} shows the follow-up that the killed step had sent.`));
        return finish(ports, { inputs, state: { ...state, phase: 'running', mode: 'resumed', announced: 'sent' } });
    }
    await sayDoubt(ports, left);
    await settleLeft(ports, left, 'unknown');
}
async function leftRun(ports, { inputs, state }) {
    if ((state.identity ?? null) === null)
        return null;
    const { runLeftByCreate } = await __webpack_require__.e(/* import() */ 1503).then(__webpack_require__.bind(__webpack_require__, 1503));
    const client = (0,service_client/* createClient */.U)({ ...ports, ...inputs });
    const call = { signal: ports.stop, deadline: ports.clock.now() + after_kill_scene/* POST_BUDGET_MS */.qn };
    return runLeftByCreate({ clock: ports.clock, published: () => client.published() }, state, call);
}
/** Reports that it is unknown whether the request was carried out. */
async function sayDoubt(ports, left) {
    const { state } = left;
    const runId = state.runId ?? null;
    ports.host.warning((0,job_log/* annotation */.w7)((0,message/* doubtMessage */.Mj)(state)), { title: 'Agent run: killed' });
    const scene = (0,after_kill_scene/* afterwards */.Q$)(ports, left);
    const { step, inputs } = scene;
    step.dispatch({ type: 'begin', runId, at: ports.clock.now() });
    if (runId !== null)
        step.dispatch({ type: 'found', runId, webUrl: state.webUrl ?? null, status: null });
    step.dispatch({ type: 'sending', runId });
    (0,after_kill_scene/* settleAs */._9)(step, (0,ends/* plainEnd */._u)('cancelled'), ports);
    await (0,after_kill_scene/* summarize */.eh)(ports, { step, inputs });
    await (0,commit_status/* endLeftStatus */.rd)({ ports, ...scene }, { state, budgetMs: after_kill_scene/* POST_BUDGET_MS */.qn });
}
/** Reports what is known about the run, if the main step could not. Failures are only printed. */
async function finish(ports, left) {
    const { host } = ports;
    const { inputs, state } = left;
    const runId = state.runId ?? null;
    const scene = (0,after_kill_scene/* afterwards */.Q$)(ports, left);
    const { step } = scene;
    const endStatus = () => (0,commit_status/* endLeftStatus */.rd)({ ports, ...scene }, { state, budgetMs: after_kill_scene/* POST_BUDGET_MS */.qn });
    if (runId === null) {
        await settleLeft(ports, left);
        if (state.phase === 'comment')
            await endStatus();
        return;
    }
    step.dispatch({ type: 'started', runId, mode: state.mode ?? 'created', webUrl: state.webUrl ?? null, status: null });
    const look = await lookAfterKill(ports, { step, inputs }, { ...state, runId });
    const stopped = look === 'ended' ? null : await (0,leave/* stopAfterwards */.yQ)(ports, { inputs, step, state });
    if (state.phase === 'done')
        return;
    if (state.phase === 'running') {
        if (look === 'ended' && state.outcome === null && inputs.outputSchema !== null)
            step.dispatch({
                type: 'noted',
                message: 'The answer was not checked against `output_schema`: the step was killed before.',
            });
        host.warning((0,job_log/* annotation */.w7)((0,message/* killedMessage */.FH)(step, { look, stopped }, state)), { title: 'Agent run: killed' });
        await (0,after_kill_scene/* summarize */.eh)(ports, { step, inputs });
    }
    const thread = await threadAfterwards(ports, { ...scene, state }, (message) => step.warn(message));
    await Promise.all([
        thread?.finish(step.view(), { budgetMs: after_kill_scene/* POST_BUDGET_MS */.qn }),
        endStatus(),
        (0,traces/* traceAfterKill */.WA)({ ports, ...scene }, state),
    ]);
    if (state.announced !== 'sent')
        await settleLeft(ports, left);
}


/***/ }),

/***/ 8452:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   FH: () => (/* binding */ killedMessage),
/* harmony export */   Hh: () => (/* binding */ unreadMessage),
/* harmony export */   Mj: () => (/* binding */ doubtMessage),
/* harmony export */   z_: () => (/* binding */ unreadInputs)
/* harmony export */ });
/* harmony import */ var _report_view_of_step_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3895);
/* harmony import */ var _shared_format_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(275);
/** What the post step reports about a step that was killed while its run continued (contract 7.3). Pure. */


function killedMessage(step, { look, stopped }, { outcome = null }) {
    const runId = String((0,_report_view_of_step_js__WEBPACK_IMPORTED_MODULE_0__/* .runIdOf */ .SR)(step.state));
    const when = outcome === null
        ? `before it saw the agent run ${runId} end.`
        : `while it wrote down what it knew of the agent run ${runId} (outcome ${outcome}), so outputs and files may be missing.`;
    if (stopped !== null)
        return `The step was killed ${when} ${stopped}`;
    return `The step was killed ${when} ${standing(step.view(), look)} with \`agent_run_id: ${runId}\` and no \`prompt\`.`;
}
/** For a request that was in flight. */
function doubtMessage({ runId = null }) {
    const doubt = runId === null
        ? 'created an agent run, so it is not known whether there is one. Look at the list of runs'
        : `resumed the agent run ${runId}, so it is not known whether the run took the follow-up. Look at the run`;
    return `The step was killed while it ${doubt} in the web interface of the service before you run this again.`;
}
/** For inputs that the post step cannot use, for example because an expression in them has another value by then. */
function unreadInputs(problems) {
    const given = problems.map(({ name, given: what }) => `\`${name}\`: ${what}`).join('; ');
    return `The inputs are not valid in the post step (${given}), so a comment, a commit status or a request to stop a run may be left unfinished.`;
}
/** For a step that the post step cannot finish, with what is known of its run. */
function unreadMessage(state, problems) {
    const unread = unreadInputs(problems);
    const { phase, runId = null, webUrl = null } = state;
    if (phase === 'sending')
        return `${doubtMessage(state)} ${unread}`;
    if (phase !== 'running' || runId === null)
        return unread;
    const look = `Look at ${(0,_shared_format_js__WEBPACK_IMPORTED_MODULE_1__/* .shownAddress */ .Uk)(webUrl) ?? 'the service'}, or follow it with \`agent_run_id: ${runId}\` and no \`prompt\`.`;
    return `The step was killed before it saw the agent run ${runId} end. ${look} ${unread}`;
}
function standing({ status, webUrl }, look) {
    const address = (0,_shared_format_js__WEBPACK_IMPORTED_MODULE_1__/* .shownAddress */ .Uk)(webUrl);
    const where = address === null ? '' : ` at ${address}`;
    switch (look) {
        case 'ended':
            return `The run has ended since (status ${status ?? 'not known'})${where}; read its result`;
        case 'unclear':
            return `The run${where} shows the status ${String(status)}, which may be from before the follow-up; follow it`;
        case 'at_work':
            return `The run goes on${where}; follow it`;
        case 'unread':
            return `Where the run stands now could not be read; look${where === '' ? ' at the service' : where}, or follow it`;
    }
}


/***/ }),

/***/ 9839:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Q$: () => (/* binding */ afterwards),
/* harmony export */   _9: () => (/* binding */ settleAs),
/* harmony export */   eh: () => (/* binding */ summarize),
/* harmony export */   l_: () => (/* binding */ inputsAfterwards),
/* harmony export */   qn: () => (/* binding */ POST_BUDGET_MS)
/* harmony export */ });
/* harmony import */ var _event_event_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(269);
/* harmony import */ var _event_provenance_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1002);
/* harmony import */ var _inputs_parse_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(2549);
/* harmony import */ var _step_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(1973);




/** The runner gives post steps little time when a job is cancelled. */
const POST_BUDGET_MS = 8_000;
/** The inputs as far as the post step needs them: not the prompt, its images and the files that inputs name. */
function inputsAfterwards({ host, env, files }) {
    return (0,_inputs_parse_js__WEBPACK_IMPORTED_MODULE_2__/* .parseInputs */ .T)({ input: (name) => host.input(name), env, files, afterwards: true });
}
/** The step as reconstructed from its inputs and the saved state. */
function afterwards({ host, clock, http, env, payload }, { inputs, state }) {
    const event = (0,_event_event_js__WEBPACK_IMPORTED_MODULE_0__/* .readEvent */ .j_)(env, payload);
    const known = { orgId: inputs.orgId, promptHash: state.promptHash ?? null };
    const provenance = { ...(0,_event_provenance_js__WEBPACK_IMPORTED_MODULE_1__/* .provenanceOf */ .J)(event), ...(0,_event_provenance_js__WEBPACK_IMPORTED_MODULE_1__/* .replyOf */ .M)(event, inputs), ...known };
    const step = new _step_js__WEBPACK_IMPORTED_MODULE_3__/* .Step */ .p({ clock, host, requests: () => http.reached() }, provenance);
    return { event, inputs, step };
}
async function summarize({ host }, { step, inputs }) {
    if (!inputs.summary)
        return;
    const { renderSummary } = await Promise.all(/* import() */[__webpack_require__.e(7863), __webpack_require__.e(8351), __webpack_require__.e(8117), __webpack_require__.e(8588)]).then(__webpack_require__.bind(__webpack_require__, 8117));
    await host.summary(renderSummary(step.view()));
}
function settleAs(step, end, { clock }) {
    step.dispatch({ type: 'ended', end, at: clock.now() });
}


/***/ }),

/***/ 3054:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   EN: () => (/* binding */ sendLeftTraces),
/* harmony export */   WA: () => (/* binding */ traceAfterKill),
/* harmony export */   lA: () => (/* binding */ appendLeftTrace)
/* harmony export */ });
/* harmony import */ var _event_event_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(269);
/* harmony import */ var _event_provenance_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1002);
/* harmony import */ var _shared_format_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(275);
/* harmony import */ var _ends_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(3291);
/* harmony import */ var _otlp_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(9406);
/* harmony import */ var _step_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(1973);






/** Adds the run to a file of traces, as far as its log file goes. */
async function appendLeftTrace({ ports, inputs, run }, path) {
    const { clock, host, files } = ports;
    const { provenance, logsFile, before, ...known } = run;
    const step = new _step_js__WEBPACK_IMPORTED_MODULE_4__/* .Step */ .p({ clock, host }, provenance);
    // The trace does not show how the step got its run.
    step.dispatch({ type: 'started', ...known, mode: 'attached', status: null, entriesBefore: before });
    if (logsFile !== null && files.isFile(logsFile))
        step.dispatch({ type: 'wrote', logsFile });
    step.dispatch({ type: 'ended', end: (0,_ends_js__WEBPACK_IMPORTED_MODULE_2__/* .plainEnd */ ._u)('cancelled'), at: clock.now() });
    await (0,_otlp_js__WEBPACK_IMPORTED_MODULE_3__/* .appendTrace */ .CV)({ ports, inputs, step, prompt: null }, path);
}
/** Writes and sends the trace of a killed step that followed a run. Never rejects: failures become warnings. */
async function traceAfterKill({ ports, inputs, step }, { phase, runId = null, webUrl = null, fileStem = null, before = null }) {
    if (!inputs.otlp || phase !== 'running' || runId === null || fileStem === null)
        return;
    const path = `${fileStem}-otlp.jsonl`;
    const logsFile = inputs.logsFile ?? `${fileStem}.jsonl`;
    const { provenance } = step.state;
    const run = { runId, webUrl, provenance, logsFile, before: before ?? 0 };
    try {
        ports.files.write(path, '');
        await appendLeftTrace({ ports, inputs, run }, path);
        await (0,_otlp_js__WEBPACK_IMPORTED_MODULE_3__/* .sendTraces */ .Lt)({ ports, step, path });
    }
    catch (error) {
        step.warn(`The OTLP trace could not be written: ${(0,_shared_format_js__WEBPACK_IMPORTED_MODULE_5__/* .messageOf */ .bD)(error)}.`);
    }
}
/** Sends traces that the main step had no time to send after a signal. */
async function sendLeftTraces(ports, path) {
    const { clock, host, env, payload } = ports;
    const step = new _step_js__WEBPACK_IMPORTED_MODULE_4__/* .Step */ .p({ clock, host }, (0,_event_provenance_js__WEBPACK_IMPORTED_MODULE_1__/* .provenanceOf */ .J)((0,_event_event_js__WEBPACK_IMPORTED_MODULE_0__/* .readEvent */ .j_)(env, payload)));
    await (0,_otlp_js__WEBPACK_IMPORTED_MODULE_3__/* .sendTraces */ .Lt)({ ports, step, path });
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
/* harmony import */ var _version_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(8234);
/* harmony import */ var _runner_saved_state_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1870);
/* harmony import */ var _reporters_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6944);




/** Writes the file. Rejects if that fails. */
async function writeOtlpFile(options) {
    const { ports, step } = options;
    const runId = (0,_report_view_of_step_js__WEBPACK_IMPORTED_MODULE_0__/* .runIdOf */ .SR)(step.state);
    if (runId === null || step.state.turn === null)
        return;
    const path = `${step.state.fileStem ?? (0,_reporters_js__WEBPACK_IMPORTED_MODULE_2__/* .fileStem */ .E8)(ports, runId)}-otlp.jsonl`;
    ports.files.write(path, '');
    await appendTrace(options, path);
    step.dispatch({ type: 'wrote', otlpFile: path });
}
/** Adds the run to a file of traces. Does nothing without a run. */
async function appendTrace({ ports, inputs, step, prompt, calledAt }, path) {
    const { clock, env, files } = ports;
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
        ...{ head, runId, prompt, endedAt, version: _version_js__WEBPACK_IMPORTED_MODULE_3__/* .VERSION */ .x },
        beganAt: calledAt ?? endedAt - head.durationMs,
        before: state.entriesBefore,
        model: inputs.model,
        baseUrl: inputs.baseUrl,
        entryLines: state.logsFile === null ? [] : files.lines(state.logsFile),
        write: (line) => files.append(path, `${line}\n`),
    });
}
/** Sends the file once. After a signal it is left to the post step. All other failures become warnings. */
async function sendTraces({ ports, step, path, timeLeftMs = Infinity }) {
    const { clock, env, files, host, stop, userAgent } = ports;
    if (path === null || !files.isFile(path))
        return;
    const { otlpSettings } = await Promise.resolve(/* import() */).then(__webpack_require__.bind(__webpack_require__, 704));
    const { endpoint, headers, protobuf, problem } = otlpSettings(env);
    if (problem !== null)
        step.warn(`The trace was not sent: ${problem}.`);
    if (endpoint === null)
        return;
    if (stop.aborted) {
        (0,_runner_saved_state_js__WEBPACK_IMPORTED_MODULE_1__/* .saveRunState */ .iZ)(host, { trace: path });
        return;
    }
    const { sendOtlp } = await __webpack_require__.e(/* import() */ 7047).then(__webpack_require__.bind(__webpack_require__, 7047));
    // If the step is killed from here on, nothing is sent again, so that no trace arrives twice.
    (0,_runner_saved_state_js__WEBPACK_IMPORTED_MODULE_1__/* .saveRunState */ .iZ)(host, { trace: null });
    const http = ports.otlpHttp?.() ?? ports.http;
    try {
        const lines = files.lines(path);
        const sending = { http, clock, endpoint, headers, protobuf, userAgent, lines, timeLeftMs };
        const failed = await sendOtlp({ ...sending, signal: stop });
        if (failed !== null)
            step.warn(failed);
    }
    catch (error) {
        if (!isOver(stop))
            throw error;
    }
    finally {
        if (ports.otlpHttp !== undefined)
            await http.close();
    }
}
/** A function, because the value changes during an await. */
function isOver({ aborted }) {
    return aborted;
}


/***/ }),

/***/ 9867:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   O: () => (/* binding */ commentsText),
/* harmony export */   u: () => (/* binding */ commentsOf)
/* harmony export */ });
/* harmony import */ var _shared_integer_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(9176);

/** Saved state is bounded, and no request delivers this many comments. */
const COMMENTS_MAX = 300;
/** Null for a turn that delivers no comments of the thread. */
function commentsText(plan) {
    if (plan.kind !== 'send' || plan.comments === null)
        return null;
    return plan.comments
        .slice(0, COMMENTS_MAX)
        .map(({ id }) => id)
        .join(',');
}
function commentsOf({ comments }) {
    return (comments ?? '')
        .split(',')
        .map(_shared_integer_js__WEBPACK_IMPORTED_MODULE_0__/* .integerOf */ .c)
        .filter((id) => id > 0);
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
// EXTERNAL MODULE: ./build/src/event/event.js
var event_event = __webpack_require__(269);
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
    const thread = (0,event_event/* threadNumber */.sR)(event);
    if (thread === null || event.repository === '') {
        if (afterwards)
            return null;
        host.notice(`The event ${event.name === '' ? '(none)' : event.name} belongs to no issue or pull request, so there is no thread to comment in or to resume from.`);
        return null;
    }
    const [github, { createThreadComment, readThread }] = await Promise.all([
        ports.github({ token: inputs.githubToken, event }),
        Promise.all(/* import() */[__webpack_require__.e(7863), __webpack_require__.e(8351), __webpack_require__.e(7423)]).then(__webpack_require__.bind(__webpack_require__, 7423)),
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
            const { releaseTurn } = await __webpack_require__.e(/* import() */ 5729).then(__webpack_require__.bind(__webpack_require__, 5729));
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
    return event.name === 'issue_comment' ? (0,event_event/* payloadNumber */.gV)(event, 'comment', 'id') : null;
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