"use strict";
exports.id = 428;
exports.ids = [428];
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

// EXTERNAL MODULE: ./build/src/context.js + 2 modules
var context = __webpack_require__(4842);
// EXTERNAL MODULE: ./build/src/report/sanitize/index.js + 5 modules
var sanitize = __webpack_require__(4256);
// EXTERNAL MODULE: ./build/src/runner/saved-state.js
var saved_state = __webpack_require__(1870);
// EXTERNAL MODULE: ./build/src/runner/signals.js
var signals = __webpack_require__(8788);
// EXTERNAL MODULE: ./build/src/service/client.js + 6 modules
var service_client = __webpack_require__(4978);
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
    const thread = await (0,thread_comment/* openThread */.Dx)({ ...ports, inputs, event, warn, onComment: () => undefined }, { afterwards: true });
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
    const thread = await (0,thread_comment/* openThread */.Dx)({ ...ports, inputs, event, warn: () => undefined, onComment: () => undefined }, { afterwards: true });
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
            await (await Promise.all(/* import() */[__webpack_require__.e(863), __webpack_require__.e(970), __webpack_require__.e(739), __webpack_require__.e(636), __webpack_require__.e(689)]).then(__webpack_require__.bind(__webpack_require__, 8689))).finishFleet(ports, state);
        else if (isUnfinished(state))
            await finishStep(ports, state);
        if (trace !== null)
            await (0,traces/* sendLeftTraces */.EN)(ports, trace);
    }
    catch (error) {
        // Caught because Node would print it to standard error, which the runner scans for commands.
        if (error instanceof signals/* Cancelled */.c)
            return;
        host.warning((0,sanitize/* annotation */.w7)(`The post step could not be finished: ${String(error)}`), { title: 'Agent run: killed' });
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
        ports.host.warning((0,sanitize/* annotation */.w7)((0,message/* unreadMessage */.Hh)(state, parsed.problems)), { title: 'Agent run: killed' });
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
        ports.host.line((0,sanitize/* logInline */.Ab)(`Run ${run.id} carries the key of the create that the killed step had sent.`));
        const found = { runId: run.id, webUrl: run.webUrl, mode: 'created', announced: 'sent' };
        return finish(ports, { inputs, state: { ...state, ...found, phase: 'running' } });
    }
    if (await hasArrived(ports, left)) {
        ports.host.line((0,sanitize/* logInline */.Ab)(`The log of run ${Number(state.runId)} shows the follow-up that the killed step had sent.`));
        return finish(ports, { inputs, state: { ...state, phase: 'running', mode: 'resumed', announced: 'sent' } });
    }
    await sayDoubt(ports, left);
    await settleLeft(ports, left, 'unknown');
}
async function leftRun(ports, { inputs, state }) {
    if ((state.identity ?? null) === null)
        return null;
    const { runLeftByCreate } = await __webpack_require__.e(/* import() */ 503).then(__webpack_require__.bind(__webpack_require__, 1503));
    const client = (0,service_client/* createClient */.U)({ ...ports, ...inputs });
    const call = { signal: ports.stop, deadline: ports.clock.now() + after_kill_scene/* POST_BUDGET_MS */.qn };
    return runLeftByCreate({ clock: ports.clock, published: () => client.published() }, state, call);
}
/** Reports that it is unknown whether the request was carried out. */
async function sayDoubt(ports, left) {
    const { state } = left;
    const runId = state.runId ?? null;
    ports.host.warning((0,sanitize/* annotation */.w7)((0,message/* doubtMessage */.Mj)(state)), { title: 'Agent run: killed' });
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
        host.warning((0,sanitize/* annotation */.w7)((0,message/* killedMessage */.FH)(step, { look, stopped }, state)), { title: 'Agent run: killed' });
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
    const { renderSummary } = await Promise.all(/* import() */[__webpack_require__.e(863), __webpack_require__.e(970), __webpack_require__.e(739)]).then(__webpack_require__.bind(__webpack_require__, 6739));
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


/***/ })

};
;