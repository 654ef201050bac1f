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
// EXTERNAL MODULE: ./build/src/safe/job-log.js
var job_log = __webpack_require__(870);
// EXTERNAL MODULE: ./build/src/runner/saved-state.js
var saved_state = __webpack_require__(1870);
// EXTERNAL MODULE: ./build/src/thread-comment/index.js + 1 modules
var thread_comment = __webpack_require__(5276);
// EXTERNAL MODULE: ./build/src/session/ends.js
var ends = __webpack_require__(3291);
// EXTERNAL MODULE: ./build/src/github/event.js
var github_event = __webpack_require__(7736);
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
    const { deliver } = await Promise.all(/* import() */[__webpack_require__.e(449), __webpack_require__.e(221)]).then(__webpack_require__.bind(__webpack_require__, 6221));
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
    const id = (0,thread_comment/* ownCommentId */.$)(event);
    if (id === null)
        return null;
    const text = (...path) => (0,github_event/* payloadText */.Ai)(event, 'comment', ...path);
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
            const own = happened.mode === 'attached' ? ids.filter((id) => id === (0,thread_comment/* ownCommentId */.$)(event)) : ids;
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
    const thread = await (0,thread_comment/* openThread */.D)({
        ...ports,
        inputs,
        event,
        warn: (message) => step.warn(message),
        onComment: (commentUrl) => step.dispatch({ type: 'wrote', commentUrl }),
    }, { deadline, rerun: (0,idempotency_key/* attemptOf */.tx)(ports.env) > 1, asks: (0,turn_ports/* asksFor */.e)({ ...ports, inputs }) });
    if (thread === null)
        return { kind: 'open', thread, plan: null };
    onThread(thread);
    const note = (message) => ports.host.line((0,job_log/* logInline */.Ab)(message, NOTE_MAX));
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
/* harmony import */ var _github_trigger_phrase_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(9500);
/* harmony import */ var _thread_comment_identity_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1121);
/** Ports shared by the parts of a turn. */


/** Whether the text of a comment addresses the agent. Yields between long comments, so that signals are handled. */
function asksFor({ inputs: { triggerPhrase }, clock, stop, }) {
    return async ({ body }) => {
        if (triggerPhrase === null || (0,_thread_comment_identity_js__WEBPACK_IMPORTED_MODULE_1__/* .isOwnComment */ ._M)(body))
            return false;
        const since = clock.now();
        const asks = (0,_github_trigger_phrase_js__WEBPACK_IMPORTED_MODULE_0__/* .hasTriggerPhrase */ .U)(body, triggerPhrase);
        if (clock.now() - since > 20)
            await clock.sleep(1, stop);
        return asks;
    };
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