"use strict";
exports.id = 847;
exports.ids = [847];
exports.modules = {

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

/***/ 2847:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  post: () => (/* binding */ post)
});

// EXTERNAL MODULE: ./build/src/context.js
var src_context = __webpack_require__(3433);
// EXTERNAL MODULE: ./build/src/github/event.js
var github_event = __webpack_require__(7736);
// EXTERNAL MODULE: ./build/src/github/provenance.js
var provenance = __webpack_require__(2529);
// EXTERNAL MODULE: ./build/src/idempotency/after-kill.js
var after_kill = __webpack_require__(1503);
// EXTERNAL MODULE: ./build/src/inputs/parse.js
var parse = __webpack_require__(2549);
// EXTERNAL MODULE: ./build/src/inputs/reader.js
var reader = __webpack_require__(8279);
// EXTERNAL MODULE: ./build/src/organization/stop-run.js
var stop_run = __webpack_require__(4214);
// EXTERNAL MODULE: ./build/src/safe/job-log.js
var job_log = __webpack_require__(870);
// EXTERNAL MODULE: ./build/src/report/ending.js
var ending = __webpack_require__(1682);
// EXTERNAL MODULE: ./build/src/report/view-of-step.js
var view_of_step = __webpack_require__(3895);
// EXTERNAL MODULE: ./build/src/run/record.js
var record = __webpack_require__(8251);
// EXTERNAL MODULE: ./build/src/run/status.js
var run_status = __webpack_require__(3220);
// EXTERNAL MODULE: ./build/src/runner/saved-state.js
var saved_state = __webpack_require__(1870);
// EXTERNAL MODULE: ./build/src/runner/signals.js
var signals = __webpack_require__(8788);
// EXTERNAL MODULE: ./build/src/service/client.js + 1 modules
var service_client = __webpack_require__(8653);
// EXTERNAL MODULE: ./build/src/service/errors.js + 1 modules
var errors = __webpack_require__(2313);
// EXTERNAL MODULE: ./build/src/session/commit-status.js
var commit_status = __webpack_require__(7671);
// EXTERNAL MODULE: ./build/src/session/ends.js
var ends = __webpack_require__(3291);
// EXTERNAL MODULE: ./build/src/session/reporters.js + 3 modules
var reporters = __webpack_require__(6944);
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

// EXTERNAL MODULE: ./build/src/shared/format.js
var format = __webpack_require__(275);
// EXTERNAL MODULE: ./build/src/shared/within.js
var within = __webpack_require__(9327);
;// CONCATENATED MODULE: ./build/src/post.js
/**
 * The post step (contract 7.3): serves a killed step, and the list of what a step could not finish in time. Does nothing
 * else.
 */






















/** The runner gives post steps little time when a job is cancelled. For each request of this step. */
const POST_MS = 8_000;
const TITLE = { title: 'Agent run: killed' };
async function post(given) {
    const ports = (0,src_context/* guarded */.N)(given);
    const { host } = ports;
    const state = (0,saved_state/* readRunState */.xz)(host);
    if (state === null)
        return;
    try {
        if (state.phase.startsWith('fleet'))
            await (await Promise.all(/* import() */[__webpack_require__.e(267), __webpack_require__.e(894), __webpack_require__.e(655), __webpack_require__.e(555)]).then(__webpack_require__.bind(__webpack_require__, 5555))).finishFleet(ports, state);
        else if (isUnfinished(state))
            await serve(ports, state);
    }
    catch (error) {
        // Caught because Node would print it to standard error, which the runner scans for commands.
        if (error instanceof signals/* Cancelled */.c)
            return;
        host.warning((0,job_log/* annotation */.w7)(`The post step could not be finished: ${String(error)}`), TITLE);
        if (host.debugging() && error instanceof Error)
            host.debug(error.stack ?? '');
    }
}
function isUnfinished({ phase, mark = null, announced = null }) {
    return (phase !== 'idle' && phase !== 'done') || (mark !== null && announced !== null);
}
async function serve(ports, saved) {
    const parsed = (0,parse/* parseInputs */.T)({ ...ports, input: (name) => ports.host.input(name), afterwards: true });
    const known = { promptHash: saved.promptHash ?? null };
    if (!parsed.ok) {
        sayUnread((0,src_context/* createContext */.q)(ports, known), { state: saved, problems: parsed.problems });
        return;
    }
    const { inputs } = parsed;
    const reply = (0,provenance/* replyOf */.Me)((0,github_event/* readEvent */.j_)(ports.env, ports.payload), inputs);
    const context = (0,src_context/* createContext */.q)(ports, { ...known, ...reply, ...(0,provenance/* namedBy */.T)(inputs), orgId: inputs.orgId });
    context.inputs = inputs;
    const client = (0,service_client/* createClient */.U)({ ...ports, ...inputs });
    const state = saved.phase === 'sending' ? await searched({ context, inputs, client, state: saved }) : saved;
    const left = { context, inputs, client, state };
    const { phase, runId = null, announced = null } = state;
    const settled = { ...left, event: context.event };
    if (phase === 'sending' || phase === 'running' || phase === 'ended')
        await finish(left);
    if (phase === 'sending')
        await settleAnnounced(ports, settled, 'unknown');
    else if (announced !== 'sent' || runId === null || phase === 'idle' || phase === 'done')
        await settleAnnounced(ports, settled);
    context.close();
}
/** Looks for the run of a create by its key, and for a follow-up by its mark in the log (contract 4.9). */
async function searched({ context, inputs, client, state }) {
    const { clock, host, stop } = context;
    const call = { signal: stop, deadline: clock.now() + POST_MS };
    const run = await (0,after_kill/* runLeftByCreate */.u)({ clock, published: () => client.published() }, state, call);
    if (run !== null) {
        host.line((0,job_log/* logInline */.Ab)(`Run ${run.id} carries the key of the create that the killed step had sent.`));
        return { ...state, phase: 'running', runId: run.id, webUrl: run.webUrl, mode: 'created', announced: 'sent' };
    }
    if (!(await hasArrived(context, { inputs, state })))
        return state;
    host.line((0,job_log/* logInline */.Ab)(`The log of run ${Number(state.runId)} shows the follow-up that the killed step had sent.`));
    return { ...state, phase: 'running', mode: 'resumed', announced: 'sent' };
}
/** Reports where the run stands, and does what is left. */
async function finish(left) {
    const { context, inputs, state } = left;
    const { host, step, stop, clock } = context;
    const wasKilled = state.phase !== 'ended';
    const due = new Set(wasKilled ? saved_state/* LEFTOVERS */.lb : saved_state/* LEFTOVERS */.lb.filter((item) => isLeft(state, item)));
    replay(context, state);
    const hasRun = step.state.turn !== null;
    if (state.phase === 'running' && !hasRun)
        return;
    const seenEnd = await look(left);
    const stopped = due.has('stop') && hasRun && !seenEnd ? await stopRun(left) : null;
    if (due.has('summary')) {
        if (seenEnd && (state.outcome ?? null) === null && inputs.outputSchema !== null)
            step.dispatch({
                type: 'noted',
                message: 'The answer was not checked against `output_schema`: the step was killed before.',
            });
        host.warning((0,job_log/* annotation */.w7)(`${killed(state)} ${stopped ?? (0,ending/* standingText */.yd)(step.view())}`), TITLE);
        if (inputs.summary) {
            const { renderSummary } = await Promise.all(/* import() */[__webpack_require__.e(267), __webpack_require__.e(894), __webpack_require__.e(207)]).then(__webpack_require__.bind(__webpack_require__, 5894));
            await host.summary(renderSummary(step.view()));
        }
    }
    else if (stopped !== null)
        host.notice((0,job_log/* annotation */.w7)(stopped), { title: 'Agent run: stop' });
    const thread = due.has('comment') && hasRun
        ? await threadAfterwards(context, { event: context.event, inputs, state }, context.warn)
        : null;
    const unchecked = (state.outcome ?? null) === null && (inputs.outputSchema !== null || inputs.expect !== 'none');
    const otherwise = () => unchecked && step.state.outcome === 'succeeded'
        ? { state: 'error', description: 'The run ended, but the step was killed before its answer was checked' }
        : (0,commit_status/* lastWord */.bx)(step);
    await (0,within/* within */.u)({ clock, ms: POST_MS, signal: stop }, (signal) => Promise.all([
        thread?.finish(step.view(), { budgetMs: POST_MS }),
        due.has('status') ? (0,commit_status/* endLeftStatus */.rd)(context, { inputs, state, otherwise, signal }) : null,
    ]));
}
function isLeft({ left = null }, item) {
    return (left ?? '').split(',').includes(item);
}
/** The step as far as the saved state tells it. */
function replay({ step, clock }, { phase, runId = null, webUrl = null, mode }) {
    step.dispatch({ type: 'begin', runId, at: clock.now() });
    if (phase === 'sending') {
        if (runId !== null)
            step.dispatch({ type: 'found', runId, webUrl, status: null });
        step.dispatch({ type: 'sending', runId });
    }
    else if (runId !== null)
        step.dispatch({ type: 'started', runId, mode: mode ?? 'created', webUrl, status: null });
}
/** Outcomes that the main step reports only after it saw the run end. */
const SEEN_ENDS = ['succeeded', 'failed', 'needs_input'];
/**
 * Reads the run once and settles the outcome: the main step's, if it had one that was final, else the run's own. One
 * read cannot tell whether a resumed run still shows its previous end (contract 4.5). Returns whether the run has ended.
 */
async function look(left) {
    const { context, inputs, state } = left;
    const { step } = context;
    const { outcome = null, errorCode = null, errorMessage = null, mode } = state;
    const { turn } = step.state;
    const run = turn === null ? null : await readRun(left);
    if (run !== null && turn !== null) {
        const answer = (0,record/* changedAnswer */.Ld)(turn, { ...run, result: resultOf(context, { state, run }) });
        const facts = (0,record/* changedFacts */.o0)(turn, run);
        if (answer !== null)
            step.dispatch({ type: 'answer', ...answer });
        if (facts !== null)
            step.dispatch({ type: 'status', ...facts });
    }
    const meaning = (0,run_status/* createClassifier */.CC)(inputs)(run?.status ?? null);
    const counts = (0,run_status/* isTerminal */.Hd)(meaning) && (SEEN_ENDS.includes(outcome) || mode !== 'resumed');
    const ended = counts || SEEN_ENDS.includes(outcome);
    if (ended)
        step.dispatch({ type: 'finished' });
    else if (run === null || (0,run_status/* isTerminal */.Hd)(meaning))
        step.dispatch({ type: 'unclear' });
    const isFinal = outcome !== null && outcome !== 'cancelled' && outcome !== 'running';
    const end = (0,ends/* plainEnd */._u)(isFinal ? outcome : counts ? (0,run_status/* outcomeOf */.sG)(meaning) : 'cancelled');
    step.dispatch({ type: 'ended', end: isFinal ? { ...end, errorCode, errorMessage } : end, at: context.clock.now() });
    return turn !== null && ended;
}
/** Null if the run cannot be read. */
async function readRun({ context: { clock, stop }, client, state }) {
    try {
        return await client.run(Number(state.runId), { signal: stop, deadline: clock.now() + POST_MS / 2 });
    }
    catch (error) {
        if (error instanceof errors/* ServiceError */._7 || error instanceof signals/* Cancelled */.c)
            return null;
        throw error;
    }
}
/** A resumed run may still show the previous result, so there it is the one that the main step wrote, if it got that far. */
function resultOf({ env, files }, { state, run }) {
    if (state.mode !== 'resumed')
        return run.result ?? null;
    const stem = state.fileStem ?? (0,reporters/* temporaryFile */.Ic)(env, `agent-run-${Number(state.runId)}`);
    const path = `${stem}-result.txt`;
    return state.phase === 'ended' && files.isFile(path) ? files.readText(path) : null;
}
/** `on_cancel: stop`. Returns what to say about it, or null if that is not asked for. */
async function stopRun({ context, inputs, client, state }) {
    if (inputs.onCancel !== 'stop')
        return null;
    const { clock, step, stop } = context;
    const runId = Number(state.runId);
    const answer = await (0,stop_run/* stopRunInTime */.mq)(client, runId, { clock, ms: POST_MS, signal: stop });
    const message = (0,stop_run/* stopSentence */.WQ)(answer, { runId, address: (0,format/* shownAddress */.Uk)((0,view_of_step/* webUrlOf */.n6)(step.state)) });
    step.dispatch({ type: 'left', message });
    return message;
}
function killed({ phase, outcome = null }) {
    return phase === 'ended'
        ? `The step was killed while it wrote its files (outcome ${String(outcome)}), so some may be missing.`
        : 'The step was killed.';
}
/** For inputs that cannot be read here, for example because an expression in them has another value by now. */
function sayUnread(context, { state, problems }) {
    replay(context, state);
    context.step.dispatch({ type: 'unclear' });
    const isKilled = state.phase === 'sending' || (state.phase === 'running' && (state.runId ?? null) !== null);
    const standing = isKilled ? `${killed(state)} ${(0,ending/* standingText */.yd)(context.step.view())} ` : '';
    context.host.warning((0,job_log/* annotation */.w7)(`${standing}${(0,reader/* unreadInputs */.z_)(problems)}`), TITLE);
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