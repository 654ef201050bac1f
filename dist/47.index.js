"use strict";
exports.id = 47;
exports.ids = [47];
exports.modules = {

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

/***/ 5047:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  openTurn: () => (/* binding */ openTurn)
});

// EXTERNAL MODULE: ./build/src/idempotency/key.js
var idempotency_key = __webpack_require__(7247);
// EXTERNAL MODULE: ./build/src/session/turn/comments-state.js
var comments_state = __webpack_require__(9867);
// EXTERNAL MODULE: ./build/src/report/sanitize/index.js + 5 modules
var sanitize = __webpack_require__(4256);
// EXTERNAL MODULE: ./build/src/runner/saved-state.js
var saved_state = __webpack_require__(1870);
// EXTERNAL MODULE: ./build/src/thread-comment/index.js + 1 modules
var thread_comment = __webpack_require__(5276);
// EXTERNAL MODULE: ./build/src/session/ends.js
var ends = __webpack_require__(3291);
// EXTERNAL MODULE: ./build/src/event/event.js
var event_event = __webpack_require__(269);
// EXTERNAL MODULE: ./build/src/idempotency/index.js
var idempotency = __webpack_require__(7148);
// EXTERNAL MODULE: ./build/src/run/status.js
var run_status = __webpack_require__(3220);
// EXTERNAL MODULE: ./build/src/service/errors.js + 1 modules
var errors = __webpack_require__(2313);
// EXTERNAL MODULE: ./build/src/shared/format.js
var format = __webpack_require__(275);
// EXTERNAL MODULE: ./build/src/thread-comment/mailbox.js
var mailbox = __webpack_require__(2595);
;// CONCATENATED MODULE: ./build/src/session/turn/plan.js
/**
 * Plans a step in a thread: attach to an earlier attempt's run, skip, or send certain comments to a run (contract 4.8,
 * 7.2).
 */








/** @throws ThreadUnavailable if it is unknown what other jobs of the thread have delivered */
async function planTurn(ports) {
    const { inputs, thread, note } = ports;
    const record = thread.reading?.found?.record ?? null;
    const own = hasMailbox(inputs) ? ownMessage(ports.event) : null;
    // With a custom key, steps for other comments may have the same key.
    const isNew = own !== null && record !== null && !(0,mailbox/* isSettled */.Is)(record.mailbox, own.id);
    const earlier = isNew ? 'none' : await earlierAttempt(ports, record);
    if (earlier === 'attach' && record !== null) {
        note(`Run ${record.runId} was started by an earlier attempt of this step: attaching to it.`);
        return { kind: 'attach', runId: record.runId };
    }
    // A run that an earlier attempt created without result is replaced. A run with a history is resumed again.
    const anew = earlier === 'again' && record?.writer?.mode === 'created';
    const runId = anew ? null : thread.recordedRun;
    if (own !== null && thread.reading !== null)
        return delivered(ports, { own, again: earlier === 'again', anew });
    const { turns } = thread.memory.mailbox;
    if (runId !== null && inputs.maxTurns !== null && turns >= inputs.maxTurns)
        return { kind: 'skip', reason: tooManyTurns(turns, { runId, max: inputs.maxTurns }) };
    return { kind: 'send', runId, comments: null, mark: null };
}
/**
 * The mailbox needs a thread to resume, and a trigger phrase to distinguish requests from other comments (contract
 * 7.2).
 */
function hasMailbox({ resume, agentRunId, triggerPhrase }) {
    return resume === 'thread' && agentRunId === null && triggerPhrase !== null;
}
async function delivered(ports, order) {
    const { inputs, thread, note } = ports;
    const { deliver } = await __webpack_require__.e(/* import() */ 221).then(__webpack_require__.bind(__webpack_require__, 6221));
    const { delivery, mark } = await deliver(ports, order);
    if (delivery.kind === 'settled')
        return { kind: 'skip', reason: alreadySettled(delivery.runId) };
    if (delivery.kind === 'max_turns')
        return { kind: 'skip', reason: tooManyTurns(delivery.turns, { runId: delivery.runId, max: inputs.maxTurns ?? 0 }) };
    const { comments, runId, claim, confirm } = delivery;
    if (claim !== null)
        thread.take(claim);
    if (comments.length > 1)
        note(`This ${runId === null ? 'run' : 'follow-up'} brings ${comments.length} comments that were waiting.`);
    return { kind: 'send', runId, comments, mark: runId === null ? null : mark, confirm };
}
/** What to do with the run that an earlier attempt of this step left in the marker (contract 4.8). */
async function earlierAttempt(ports, record) {
    const { client, env, inputs, stop, deadline } = ports;
    const writer = record?.writer ?? null;
    if (record === null || writer === null || inputs.agentRunId !== null)
        return 'none';
    if (writer.key !== (0,idempotency/* stepKey */.Ug)(ports) || writer.attempt >= (0,idempotency_key/* attemptOf */.tx)(env))
        return 'none';
    try {
        const { status } = await client.run(record.runId, { signal: stop, deadline });
        const meaning = (0,run_status/* createClassifier */.CC)(inputs)(status);
        return meaning === 'failure' || meaning === 'cancelled' ? 'again' : 'attach';
    }
    catch (error) {
        if (!(error instanceof errors/* ServiceError */._7))
            throw error;
        // Following the run reports what is wrong, and waits if the service has temporary problems.
        return error.status === 404 ? 'again' : 'attach';
    }
}
function ownMessage(event) {
    const id = (0,thread_comment/* ownCommentId */.$p)(event);
    if (id === null)
        return null;
    const text = (...path) => (0,event_event/* payloadText */.Ai)(event, 'comment', ...path);
    return {
        id,
        body: text('body'),
        author: text('user', 'login'),
        authorIsBot: text('user', 'type') === 'Bot',
        htmlUrl: text('html_url'),
    };
}
function tooManyTurns(turns, { runId, max }) {
    return `Run ${runId} of this thread has had ${(0,format/* counted */.hS)(turns, 'follow-up')}, and \`max_turns\` allows ${max}. Raise \`max_turns\`, or start a new run in another thread.`;
}
function alreadySettled(runId) {
    const run = runId === null ? 'the run of this thread' : `run ${runId}`;
    return `This comment was already delivered: the turn of another step brought it to ${run}. Edits of a delivered comment are not delivered again; write a new comment instead.`;
}

// EXTERNAL MODULE: ./build/src/session/turn/ports.js
var turn_ports = __webpack_require__(669);
;// CONCATENATED MODULE: ./build/src/session/turn/memory.js
/**
 * Keeps the thread's comment and the state saved for the post step consistent with what happens to the request
 * (contract 7.2, 7.3).
 */




function remembering({ thread, env, host, inputs, event }, plan) {
    const { memory } = thread;
    const key = (0,idempotency/* stepKey */.Ug)({ inputs, event, env });
    const attempt = (0,idempotency_key/* attemptOf */.tx)(env);
    const ids = plan.kind === 'send' ? (plan.comments ?? []).map(({ id }) => id) : [];
    const announced = (state) => {
        if (memory.mark !== null)
            (0,saved_state/* saveRunState */.iZ)(host, { announced: state });
    };
    return (happened, { sending, turn }) => {
        if (turn === null && (happened.type === 'sending' || happened.type === 'unsent'))
            announced(happened.type === 'sending' ? 'sending' : 'unsent');
        if (happened.type === 'started' && happened.repair !== true) {
            announced('sent');
            if (happened.mode === 'resumed')
                memory.accepted();
            else
                memory.withdraw();
            // A run of an earlier attempt that was found by its key contains this step's own comment and no other.
            const own = happened.mode === 'attached' ? ids.filter((id) => id === (0,thread_comment/* ownCommentId */.$p)(event)) : ids;
            memory.settle(own);
            if (happened.mode !== 'attached')
                memory.wroteAs({ key, attempt, mode: happened.mode });
        }
        // Nothing was carried out, so the comments are left to another step. If that is unknown, the announcement stays
        // until the log settles it.
        if (happened.type === 'ended' && turn === null && !sending)
            memory.withdraw();
    };
}

;// CONCATENATED MODULE: ./build/src/session/turn/open.js









const NOTE_MAX = 1000;
/** @throws ThreadUnavailable */
async function openTurn({ ports, event, step }, { inputs, client, deadline, onThread, }) {
    const thread = await (0,thread_comment/* openThread */.Dx)({
        ...ports,
        inputs,
        event,
        warn: (message) => step.warn(message),
        onComment: (commentUrl) => step.dispatch({ type: 'wrote', commentUrl }),
    }, { deadline, rerun: (0,idempotency_key/* attemptOf */.tx)(ports.env) > 1, asks: (0,turn_ports/* asksFor */.e)({ ...ports, inputs }) });
    if (thread === null)
        return { kind: 'open', thread, plan: null };
    onThread(thread);
    const note = (message) => ports.host.line((0,sanitize/* logInline */.Ab)(message, NOTE_MAX));
    const warn = (message) => step.warn(message);
    const plan = await planTurn({ ...ports, inputs, event, thread, client, deadline, note, warn });
    if (plan.kind === 'skip')
        return { kind: 'ended', end: (0,ends/* skippedEnd */.gr)(plan.reason) };
    (0,saved_state/* saveRunState */.iZ)(ports.host, { comments: (0,comments_state/* commentsText */.O)(plan) });
    thread.pickedUp();
    step.listen(remembering({ ...ports, inputs, event, thread }, plan));
    return { kind: 'open', thread, plan };
}


/***/ }),

/***/ 669:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   e: () => (/* binding */ asksFor)
/* harmony export */ });
/* harmony import */ var _access_trigger_phrase_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(811);
/* harmony import */ var _thread_comment_marker_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6937);
/** Ports shared by the parts of a turn. */


/** Whether the text of a comment addresses the agent. Yields between long comments, so that signals are handled. */
function asksFor({ inputs: { triggerPhrase }, clock, stop, }) {
    return async ({ body }) => {
        if (triggerPhrase === null || (0,_thread_comment_marker_js__WEBPACK_IMPORTED_MODULE_1__/* .isOwnComment */ ._M)(body))
            return false;
        const since = clock.now();
        const asks = await (0,_access_trigger_phrase_js__WEBPACK_IMPORTED_MODULE_0__/* .hasTriggerPhrase */ .U)(body, triggerPhrase);
        if (clock.now() - since > 20)
            await clock.sleep(1, stop);
        return asks;
    };
}


/***/ })

};
;