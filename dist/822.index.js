"use strict";
exports.id = 822;
exports.ids = [822];
exports.modules = {

/***/ 9822:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  follow: () => (/* binding */ follow)
});

// EXTERNAL MODULE: ./build/src/service/retry-after.js
var retry_after = __webpack_require__(5451);
// EXTERNAL MODULE: ./build/src/run/status.js
var run_status = __webpack_require__(3220);
;// CONCATENATED MODULE: ./build/src/run/completion.js
/** Decides when a turn is over, based on the polls (contract 4.3, 4.5). Pure. */

/** Three polls in a row without news, over at least this long, end a turn whose status word is unknown (4.3) … */
const UNKNOWN_QUIET_MS = 30_000;
/** … or whose old terminal status may be the new one (4.5). */
const RESUMED_QUIET_MS = 5_000;
/** The resume response said "active" and entries arrived, but no poll saw the run active. Long enough for a stale status to change. */
const REPLIED_QUIET_MS = 60_000;
const QUIET_LOOKS = 3;
/** With a sign of work, fewer polls over `RESUMED_QUIET_MS` are enough. */
const QUIET_LOOKS_AFTER_SIGN = 2;
/** If the run was active when the follow-up was sent, an end may belong to the previous turn. */
const BUSY_QUIET_MS = 30_000;
/** The final answer exists, the status stays active and nothing changes: the service did not end the run (4.3). */
const FORGOTTEN_MS = 600_000;
/** A resumed run that shows no sign of work for this long did not act on the follow-up (4.5). */
const NO_SIGN_LIMIT_MS = 600_000;
/** Nobody knows what happened after a poll that is older than this. */
const NO_SIGN_FRESH_MS = 30_000;
function observe(state, seen) {
    const works = seen.kinds.some((kind) => kind !== 'USER_MESSAGE'); // An echo of the prompt is not a sign of work.
    const another = seen.statusClass === 'unknown' && seen.status !== null && seen.status !== state.statusBefore;
    const active = seen.statusClass === 'active' || another;
    const { echo = null, newAnswer = false, answerMoved = false, outdated = false, logless = false, withoutLog = false, } = seen;
    // The first poll brings news only if it shows the end of a run that was still at work.
    const statusMoved = state.looks > 0 ? seen.status !== state.status : state.busyBefore && (0,run_status/* isTerminal */.Hd)(seen.statusClass);
    const news = seen.kinds.length > 0 || statusMoved || (state.looks > 0 && answerMoved);
    // A status word proves nothing if the previous one is unknown.
    const wordChanged = seen.status !== null && state.statusBefore !== null && !(0,run_status/* isSameStatus */.F0)(seen.status, state.statusBefore);
    const changed = state.changed || wordChanged || newAnswer || (logless && state.replyActive);
    const isAnswer = (kind) => kind === 'FINAL_ANSWER' || kind === 'ERROR';
    const turnWord = state.mode === 'created' ? undefined : 'USER_MESSAGE';
    const lastWord = seen.kinds.findLast((kind) => kind === 'FINAL_ANSWER' || kind === turnWord);
    const afterEcho = state.echoed ? seen.kinds : echo === null ? [] : seen.kinds.slice(echo + 1);
    return {
        ...state,
        changed,
        endSeen: state.endSeen || (0,run_status/* isTerminal */.Hd)(seen.statusClass),
        // An older copy may still show the turn before at work.
        activeAfterEnd: state.activeAfterEnd || (state.endSeen && active && !outdated),
        // A service that always announces too few entries is believed the second time.
        outdated: outdated && !(0,run_status/* isTerminal */.Hd)(state.statusClass),
        echoed: state.echoed || echo !== null,
        answeredAfterEcho: state.answeredAfterEcho || afterEcho.some(isAnswer),
        neverStatus: state.neverStatus && seen.status === null,
        hasResult: newAnswer,
        status: seen.status,
        statusClass: seen.statusClass,
        seenActive: state.seenActive || active,
        sign: state.sign || active || works || changed,
        worked: state.worked || works,
        finalAnswer: state.finalAnswer || seen.kinds.includes('FINAL_ANSWER'),
        answerStands: lastWord === undefined ? state.answerStands : lastWord === 'FINAL_ANSWER',
        errorEntry: state.errorEntry || seen.kinds.includes('ERROR'),
        logSeen: !withoutLog,
        complete: !seen.more,
        // A poll that leaves more to read counts as neither, because some logs must be read completely each time.
        quietLooks: news ? 0 : state.quietLooks + (seen.more ? 0 : 1),
        lastNews: news ? seen.now : state.lastNews,
        looks: state.looks + 1,
        lookedAt: seen.now,
    };
}
function judge(state, now) {
    const quiet = (ms, looks = QUIET_LOOKS) => state.complete && state.quietLooks >= looks && now - state.lastNews >= ms;
    if ((0,run_status/* isTerminal */.Hd)(state.statusClass)) {
        if (endCounts(state, quiet))
            return { kind: 'terminal', meaning: state.statusClass };
    }
    // Without the log, a poll does not show whether the run goes on after the answer.
    const answered = (state.answerStands && state.logSeen) || (state.neverStatus && state.hasResult);
    const forgotten = state.answerStands && quiet(FORGOTTEN_MS);
    if (state.statusClass === 'unknown' && (forgotten || (answered && quiet(UNKNOWN_QUIET_MS))))
        return { kind: 'assumed_success' };
    if (state.statusClass === 'active' && state.logSeen && forgotten)
        return { kind: 'assumed_success' };
    if (showsNoSign(state, now) && now - state.startedAt >= NO_SIGN_LIMIT_MS)
        return { kind: 'not_taken_up' };
    return { kind: 'continue' };
}
/** Whether a terminal status belongs to this turn (contract 4.5). */
function endCounts(state, quiet) {
    if (state.mode !== 'resumed')
        return true;
    if (state.outdated)
        return false;
    if (state.busyBefore)
        return state.answeredAfterEcho || state.activeAfterEnd || quiet(BUSY_QUIET_MS);
    if (state.seenActive)
        return true;
    if (state.changed && quiet(RESUMED_QUIET_MS, QUIET_LOOKS_AFTER_SIGN))
        return true;
    if ((state.finalAnswer || state.errorEntry) && quiet(RESUMED_QUIET_MS))
        return true;
    return state.worked && state.replyActive && quiet(REPLIED_QUIET_MS);
}
/** A resumed run that was readable until now and did nothing. */
function showsNoSign(state, now) {
    return state.mode === 'resumed' && !state.sign && state.looks > 0 && now - state.lookedAt <= NO_SIGN_FRESH_MS;
}
/** The turn seems finished and only needs polls without news, so these may come soon. */
function isSettling(state) {
    if ((0,run_status/* isTerminal */.Hd)(state.statusClass))
        return state.mode !== 'resumed' || state.sign || state.finalAnswer || state.errorEntry;
    return state.statusClass === 'unknown' && (state.answerStands || (state.neverStatus && state.hasResult));
}

// EXTERNAL MODULE: ./build/src/run/error-message.js
var error_message = __webpack_require__(9880);
// EXTERNAL MODULE: ./build/src/shared/format.js
var format = __webpack_require__(275);
;// CONCATENATED MODULE: ./build/src/run/follow-end.js
/** How following a run can end, and the messages that explain it (contract 4.3, 4.5). */

function ended(outcome) {
    return { outcome, failure: null, obstacle: null, notTakenUp: false };
}
/** The status never changed, although the answer arrived long ago. */
function forgotten(word) {
    return `The status stays "${String(word)}", but the final answer came ten minutes ago and nothing has moved since: taken as succeeded. If the word means the end, name it in the input \`success_statuses\` or \`failure_statuses\`.`;
}
function unknownStatus(word) {
    const what = word === null ? 'The service sends no status' : `Unrecognized status "${word}"`;
    return `${what}; still waiting for the run. If the word means the end, name it in the input \`success_statuses\` or \`failure_statuses\`.`;
}
function notTakenUp({ runId, webUrl, status }) {
    const where = (0,format/* shownAddress */.Uk)(webUrl) ?? `run ${runId} at the service`;
    const word = status === null ? 'no status' : `status "${status}"`;
    const message = `The service accepted the follow-up, but the run never acted on it: run ${runId} still shows ${word} and no new work. Look at ${where}; if nothing happens there, start a new run without \`agent_run_id\`.`;
    return { ...ended('error'), failure: { code: 'bad_response', message }, notTakenUp: true };
}

// EXTERNAL MODULE: ./build/src/service/errors.js + 1 modules
var errors = __webpack_require__(2313);
;// CONCATENATED MODULE: ./build/src/run/drain.js
/** Decides when the rest of a log has been read, based on the last polls (contract 4.4). Pure. */
/** Draining ends after this time without progress. */
const NO_PROGRESS_MS = 30_000;
/** This many consecutive 429 responses do not count as lack of progress. */
const REFUSALS = 5;
/** If no final answer was seen, how long to wait for late entries, and the time to reserve for the final read. */
const LATE_GRACE_MS = 2_000;
const FINAL_READ_MS = 1_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 4_000;
function drainStart(given) {
    const { now, deadline, more, agrees, left } = given;
    return {
        ...{ deadline, more, agrees },
        graceUntil: Math.min(now + LATE_GRACE_MS, deadline - FINAL_READ_MS),
        lastProgress: now,
        // A suspended log is retried immediately, once.
        pauseMs: left ? 0 : FIRST_PAUSE_MS,
        refusals: 0,
        leftBefore: left,
        hopeless: false,
    };
}
function drainNext(state, { now, finalAnswer, midway, notBefore }) {
    const { deadline, more, agrees } = state;
    const late = finalAnswer ? 0 : Math.max(0, state.graceUntil - now);
    if (!more && agrees && late === 0)
        return { kind: 'done', incomplete: false };
    // The step was only waiting for late entries.
    const done = { kind: 'done', incomplete: !agrees || more };
    if (state.hopeless)
        return done;
    const left = state.lastProgress + NO_PROGRESS_MS - now;
    // A full scan in progress is finished. The cursor limits how often it begins again.
    if (left <= 0 && !(more && midway))
        return done;
    const usualMs = more ? 0 : Math.min(left, agrees ? Math.min(late, LATE_GRACE_MS / 2) : state.pauseMs);
    // The minimum wait after a 429 is kept even if it leaves no time for another poll.
    const waitMs = Math.max(0, notBefore - now, usualMs);
    // A poll exactly at the deadline would start a request that exceeds it.
    return now + waitMs >= deadline ? done : { kind: 'look', waitMs };
}
/** Waiting for this client's own rate limit is no lack of progress. */
function drainHeld(state, heldMs) {
    return { ...state, lastProgress: state.lastProgress + heldMs };
}
function drainSaw(state, seen, { now, notBefore }) {
    const slower = Math.min(LONGEST_PAUSE_MS, Math.max(FIRST_PAUSE_MS, state.pauseMs * 2));
    if (seen.kind === 'page') {
        const { more, agrees } = seen;
        const read = { ...state, more, agrees, leftBefore: false };
        if (seen.fresh === 0)
            return { ...read, pauseMs: slower };
        return { ...read, pauseMs: FIRST_PAUSE_MS, lastProgress: now, refusals: 0 };
    }
    const failed = { ...state, more: false, agrees: false, pauseMs: slower };
    if (!seen.throttled)
        return { ...failed, hopeless: state.leftBefore && seen.left };
    // A 429 says nothing about the log, so the time limit restarts after the wait, a few times.
    const refusals = state.refusals + 1;
    return { ...failed, refusals, lastProgress: refusals <= REFUSALS ? Math.max(now, notBefore) : state.lastProgress };
}

// EXTERNAL MODULE: ./build/src/run/record.js
var record = __webpack_require__(8251);
;// CONCATENATED MODULE: ./build/src/run/last-reads.js





const JUST_NOW_MS = 5_000;
/** How long to retry a null result. A run that failed or was cancelled is not expected to have one. */
const NULL_RESULT_MS = { expected: 10_000, unlikely: 2_000 };
/** How long to retry the final read if there is no other result, and if the log already contains one. */
const RESULT_PATIENCE_MS = 30_000;
const SURE_RESULT_PATIENCE_MS = 10_000;
/** Waits for the rate limit extend this by at most so much, because a 429 says nothing about the run. */
const REFUSED_MS = 180_000;
const last_reads_FIRST_PAUSE_MS = 500;
/**
 * Reads the rest of the log and warns about missing entries. Returns a redirect, which fails the turn (contract 5), otherwise null.
 */
async function drainLog(turn, known) {
    const { reader, cursor } = turn;
    const { clock, call, client } = turn.options;
    // Both log addresses were just tried. There is no log, so the end is reported immediately.
    if (reader.logsNotOffered && clock.now() - reader.triedLogsAt < JUST_NOW_MS)
        return null;
    let state = drainStart({ now: clock.now(), deadline: call.deadline, left: isLeft(turn), ...known });
    for (;;) {
        // One request is left for the final read, which may have no time to wait for the rate limit.
        const heldMs = client.readDelay(1);
        state = drainHeld(state, heldMs);
        const notBefore = Math.max(reader.notBefore, clock.now() + heldMs);
        // A final answer whose text the service has yet to fill in is a late entry, unless something else tells the result.
        const finalAnswer = (0,record/* hasFinalAnswer */.n_)(turn.record) && (0,record/* resultSource */.Tb)(turn.record) !== null;
        const step = drainNext(state, { now: clock.now(), finalAnswer, midway: cursor.midway, notBefore });
        if (step.kind === 'done') {
            // An unreadable log is reported once (2.3). Missing entries of a partially read log are a separate warning.
            if (step.incomplete && !turn.saidToHaveNoLog)
                turn.warn(incomplete(turn));
            return null;
        }
        if (step.waitMs > 0)
            await clock.sleep(step.waitMs, call.signal);
        const look = await reader.look(call, { logs: 'only' });
        if (look.kind === 'fatal')
            return look.error;
        if (look.kind === 'page' || look.kind === 'run')
            turn.answer(endedOnly(turn, look.run));
        if (look.kind === 'page') {
            const { more, agrees, fresh } = look.taken;
            const seen = { kind: 'page', fresh: fresh.length, more, agrees };
            await turn.entries(look.taken);
            turn.facts(endedOnly(turn, look.run));
            state = drainSaw(state, seen, { now: clock.now(), notBefore: reader.notBefore });
            continue;
        }
        if (look.kind !== 'run')
            reader.refused(look.error);
        const seen = { kind: 'trouble', throttled: look.kind === 'throttled', left: isLeft(turn) };
        state = drainSaw(state, seen, { now: clock.now(), notBefore: reader.notBefore });
    }
}
/** A stale response may show the run as active again, or the end of the turn before. It is ignored, because the end was seen. */
function endedOnly({ options, started, record }, run) {
    const { status } = run;
    const { mode, statusBefore } = started;
    if (status === null || status === record.status)
        return run;
    const isOld = mode === 'resumed' && statusBefore !== null && (0,run_status/* isSameStatus */.F0)(status, statusBefore);
    return isOld || !(0,run_status/* isTerminal */.Hd)(options.classify(status)) ? { ...run, status: null } : run;
}
/** The log request failed. Contradictory pages do not count as a failed request. */
function isLeft({ reader }) {
    const problem = reader.logsProblem;
    return problem !== null && (problem.status !== null || problem.timedOut);
}
function incomplete(turn) {
    const { missing } = turn.cursor;
    const entries = (count) => (0,format/* counted */.hS)(count, 'entry', 'entries');
    const received = entries(turn.record.entries);
    if (missing > 0)
        return `The log is incomplete: ${received} of this turn received, ${missing} more announced.`;
    if (missing < 0)
        return `The log has ${entries(-missing)} more than the service announced; what was received (${received}) is kept.`;
    return `The end of the log could not be read; ${received} of this turn received.`;
}
/**
 * Reads the run once more for its final result. Retries for a while on temporary failures, and if the result is null and there is no other
 * source. Returns a redirect, otherwise null.
 */
async function readFinal(turn, outcome) {
    const { clock, call, client } = turn.options;
    const startedAt = clock.now();
    const expected = outcome === 'succeeded' || outcome === 'needs_input';
    const nullMs = expected ? NULL_RESULT_MS.expected : NULL_RESULT_MS.unlikely;
    const sure = (0,record/* resultSource */.Tb)(turn.record) !== null;
    const patienceMs = sure ? SURE_RESULT_PATIENCE_MS : RESULT_PATIENCE_MS;
    // Waiting for this client's own rate limit takes nothing from the time for the service.
    let heldMs = 0;
    let refusedMs = 0;
    const within = (ms) => Math.min(call.deadline, startedAt + heldMs + ms);
    let pauseMs = last_reads_FIRST_PAUSE_MS;
    for (;;) {
        const ownMs = client.readDelay();
        heldMs += ownMs;
        const until = within(patienceMs);
        const waitMs = Math.max(ownMs, turn.reader.notBefore - clock.now());
        if (clock.now() + Math.max(0, waitMs) >= until)
            break;
        try {
            if (waitMs > 0)
                await clock.sleep(waitMs, call.signal);
            const limited = { signal: call.signal, deadline: until };
            const run = endedOnly(turn, await turn.reader.readRun(limited));
            turn.answer(run);
            turn.facts(run);
            const nullUntil = within(nullMs);
            if ((0,record/* resultSource */.Tb)(turn.record) !== null || clock.now() >= nullUntil)
                return null;
            await clock.sleep(Math.min(pauseMs, nullUntil - clock.now()), call.signal);
            pauseMs *= 2;
        }
        catch (error) {
            if (!(error instanceof errors/* ServiceError */._7))
                throw error;
            if (error.redirect)
                return error;
            // A replica that lags behind may not know a new run yet.
            if (error.proof === 'permanent' && !error.passing && error.status !== 404)
                break;
            turn.reader.refused(error);
            pauseMs *= 2;
            if (error.throttled) {
                const pause = Math.max(pauseMs, turn.reader.notBefore - clock.now());
                refusedMs += pause;
                if (refusedMs <= REFUSED_MS)
                    heldMs += pause;
            }
            if (clock.now() + pauseMs >= within(patienceMs))
                break;
            await clock.sleep(pauseMs, call.signal);
        }
    }
    if (!sure)
        turn.warn('The final result could not be read from the service; the log has everything that was received.');
    return null;
}
/**
 * Reads the rest of the log, of which `logRead` was read at the end, and the final result. Returns the outcome, which follows another
 * terminal status if one is shown by then, or a redirect that prevented the reading.
 */
async function readToTheEnd(turn, { logRead, outcome }) {
    // A log that was not read at the end may have more, and there may be no time to wait.
    const { more, agrees } = logRead ?? { more: true, agrees: false };
    const redirect = (await drainLog(turn, { more, agrees })) ?? (await readFinal(turn, outcome));
    const meaning = turn.options.classify(turn.record.status);
    return redirect ?? ((0,run_status/* isTerminal */.Hd)(meaning) ? (0,run_status/* outcomeOf */.sG)(meaning) : outcome);
}

// EXTERNAL MODULE: ./build/src/shared/json.js
var json = __webpack_require__(618);
;// CONCATENATED MODULE: ./build/src/run/log/echo.js

/** Characters compared; services may truncate or wrap longer prompts. */
const HEAD = 200;
function isEcho(view, prompt) {
    if (prompt === null || view.message_type !== 'USER_MESSAGE')
        return false;
    const sent = squeezed(prompt);
    const { thought, observation, tool_input: input, tool_output: output, rest } = view;
    // `rest` holds the text fields that are objects or lists.
    const texts = [thought, observation, input, output, ...((0,json/* isRecord */.u4)(rest) ? Object.values(rest) : [])];
    return sent !== '' && texts.some((text) => holds(text, sent));
}
function holds(field, sent) {
    if (field === null)
        return false;
    if (typeof field === 'object')
        return Object.values(field).some((part) => typeof part === 'string' && holds(part, sent));
    if (typeof field !== 'string')
        return false;
    const text = squeezed(field);
    return text !== '' && (text.includes(sent.slice(0, HEAD)) || sent.startsWith(text));
}
function squeezed(text) {
    return text.replace(/\s+/g, ' ').trim();
}

// EXTERNAL MODULE: ./build/src/run/pacing/poll-interval.js
var poll_interval = __webpack_require__(976);
// EXTERNAL MODULE: ./build/src/run/send-with-retry.js
var send_with_retry = __webpack_require__(2042);
// EXTERNAL MODULE: ./build/src/service/entry.js
var entry = __webpack_require__(1570);
// EXTERNAL MODULE: ./build/src/run/log/cursor.js + 7 modules
var cursor = __webpack_require__(6773);
// EXTERNAL MODULE: ./build/src/run/log/entry.js
var log_entry = __webpack_require__(3061);
;// CONCATENATED MODULE: ./build/src/run/places.js
/** Reorders entries that were emitted in an assumed order once the actual order is known (contract 4.7). */
/**
 * Maps each item of `sequence` (fingerprints as emitted) to its position in `order` (oldest first), as a permutation of 0 … n - 1. Equal
 * items keep their relative order; items missing from `order` go to the end.
 */
function placesIn(order, sequence) {
    const positions = new Map();
    // Last positions first, because `pop` is O(1).
    order.toReversed().forEach((fingerprint, behind) => {
        const at = order.length - 1 - behind;
        const known = positions.get(fingerprint);
        if (known === undefined)
            positions.set(fingerprint, [at]);
        else
            known.push(at);
    });
    const wanted = sequence.map((fingerprint) => positions.get(fingerprint)?.pop() ?? order.length);
    const sorted = wanted.map((at, index) => ({ at, index })).sort((a, b) => a.at - b.at);
    const places = [];
    sorted.forEach(({ index }, place) => (places[index] = place));
    return places;
}

// EXTERNAL MODULE: ./build/src/run/log/poller.js
var poller = __webpack_require__(7215);
;// CONCATENATED MODULE: ./build/src/run/turn.js








/** Milliseconds of emitting entries after which the event loop gets a turn. */
const SLICE_MS = 50;
/** UTF-16 units from which reading and showing an entry each take a slice of their own. */
const LARGE = 1024 * 1024;
class Turn {
    options;
    started;
    startedAt;
    cursor;
    reader;
    #record;
    #emit;
    #said = new Set();
    /** Fingerprints of the entries in the order in which they were emitted. */
    #sequence = [];
    constructor(options, started, emit) {
        const { client, clock } = options;
        this.options = options;
        this.started = started;
        this.#emit = emit;
        this.startedAt = clock.now();
        this.#record = (0,record/* recordOf */.zv)(started);
        this.cursor = new cursor/* LogCursor */.z(started.baseline, {
            isEcho: ({ value }) => isEcho((0,entry/* viewEntry */.g)(value), started.prompt),
            store: options.entryStore,
        });
        const acceptedAt = started.mode === 'attached' ? null : this.startedAt;
        const tells = (word) => options.classify(word) !== 'unknown';
        this.reader = new poller/* Reader */.m({ client, clock, cursor: this.cursor, runId: started.runId, tells, acceptedAt });
    }
    get record() {
        return this.#record;
    }
    /** Emits an event of the turn and updates the record, so that it always matches what reporters have received. */
    tell(event) {
        this.#record = (0,record/* reduceRun */.sT)(this.#record, event);
        this.#emit(event);
    }
    /** Emits each warning once. */
    warn(message, subject = message) {
        if (this.#said.has(subject))
            return;
        this.#said.add(subject);
        this.tell({ type: 'warning', message });
    }
    /** Emits the run's data about its work, if it changed. */
    answer(run) {
        const changed = (0,record/* changedAnswer */.Ld)(this.#record, run);
        if (changed !== null)
            this.tell({ type: 'answer', ...changed });
    }
    /** Emits status and address, if they changed. */
    facts(run) {
        const changed = (0,record/* changedFacts */.o0)(this.#record, run);
        if (changed !== null)
            this.tell({ type: 'status', ...changed });
    }
    /** Emits entries of this turn. Pauses regularly so that signals are handled (contract 6.5). */
    async entries({ fresh, order, amended = [] }, onEntry = () => undefined) {
        const { clock, call } = this.options;
        for (const { was, now } of amended) {
            const index = this.#sequence.lastIndexOf(was.fingerprint);
            if (index === -1)
                continue;
            this.#sequence[index] = now.fingerprint;
            this.tell({ type: 'amended', entry: (0,log_entry/* toEntry */.q0)(now, index) });
        }
        const { runId } = this.started;
        // Emptying this list as it is read avoids keeping a whole page in memory.
        const stack = fresh
            .splice(0)
            .filter((raw) => isOfRun(raw, runId))
            .reverse();
        let begun = clock.now();
        const letOthersRun = async () => {
            await clock.sleep(1, call.signal);
            begun = clock.now();
        };
        for (let raw = stack.pop(); raw !== undefined; raw = stack.pop()) {
            const entry = (0,log_entry/* toEntry */.q0)(raw, this.#record.entries);
            this.#sequence.push(raw.fingerprint);
            const isLarge = entry.line.length >= LARGE;
            if (isLarge)
                await letOthersRun();
            const pause = isLarge || clock.now() - begun >= SLICE_MS;
            this.tell({ type: 'entry', entry, more: stack.length > 0 && !pause });
            onEntry(entry);
            if (pause)
                await letOthersRun();
        }
        if (order !== undefined)
            this.tell({ type: 'order', places: placesIn(order, this.#sequence) });
    }
    logsTrouble() {
        const problem = this.reader.logsProblem;
        if (problem === null)
            return;
        if (this.reader.logsNotOffered)
            this.warn(`The service offers no log of this run (${problem.message}): its status and result are followed without it.`, 'logs');
        this.warn(`The log of the run cannot be read at the moment (${problem.message}); the status is followed without it, and the log is tried again, for the last time when the run has ended.`, 'logs');
    }
    pageTrouble() {
        const { beyondLimit } = this.reader;
        if (beyondLimit === 0)
            return;
        this.warn(`The service sent ${(0,format/* counted */.hS)(beyondLimit, 'log entry', 'log entries')} more on one page than the ${entry/* PAGE_LIMIT */.W} that were asked for; they were left out of that page.`, 'page');
    }
    /** A warning said that the log cannot be read, and no attempt succeeded since. */
    get saidToHaveNoLog() {
        return this.#said.has('logs') && !this.reader.logsRead;
    }
}
/** Services usually name the run in each entry. One that names another run does not belong here. */
function isOfRun(entry, runId) {
    return entry.runId === null || entry.runId === runId;
}

;// CONCATENATED MODULE: ./build/src/run/turn-state.js
function turnStart(options) {
    return {
        busyBefore: false,
        ...options,
        status: null,
        statusClass: 'unknown',
        seenActive: false,
        sign: false,
        changed: false,
        endSeen: false,
        activeAfterEnd: false,
        outdated: false,
        echoed: false,
        answeredAfterEcho: false,
        neverStatus: true,
        hasResult: false,
        worked: false,
        finalAnswer: false,
        answerStands: false,
        errorEntry: false,
        logSeen: false,
        complete: true,
        quietLooks: 0,
        lastNews: options.startedAt,
        looks: 0,
        lookedAt: options.startedAt,
    };
}

;// CONCATENATED MODULE: ./build/src/run/follow.js












/** The last poll is sent this long before the deadline, so that an end just before it is still noticed. */
const LAST_LOOK_MS = 1_500;
/** A 404 counts after 30 seconds and a few more tries (contract 4.1), which must not take minutes. */
const MOST_NOT_FOUND_ATTEMPT = 3;
/** A last read of the run starts only if this much time is left. */
const LAST_READ_MS = 250;
/** A log that could be read before the follow-up may be readable again within this time. */
const LOGS_BACK_MS = 30_000;
/** Follows one turn. Rejects with the reason of `context.call.signal` on abort. */
async function follow(context, started, emit) {
    const { runId, mode, webUrl, status, resultBefore, summaryBefore, baseline } = started;
    const before = { resultBefore, ...(summaryBefore !== undefined && { summaryBefore }) };
    emit({ type: 'started', runId, mode, webUrl, status, ...before, entriesBefore: baseline.count });
    const turn = new Turn(context, started, emit);
    try {
        return await new Following(turn).run();
    }
    finally {
        turn.cursor.close();
    }
}
class Following {
    #turn;
    #pace;
    #state;
    #faults = 0;
    #throttled = false;
    /** Requests that had reached the service when following began. */
    #reachedBefore;
    #obstacle = null;
    /** The last failure of a request that was sent. */
    #sentFault = null;
    /** The run itself was read a last time before the deadline (contract 1.2, `pull_requests`). */
    #readLast = false;
    /** What the last poll read of the log, or null if it did not. */
    #logRead = null;
    constructor(turn) {
        this.#turn = turn;
        const { classify, pace } = turn.options;
        const { mode, statusBefore, status, elsewhere } = turn.started;
        this.#pace = (0,poll_interval/* paceStart */.kQ)(pace);
        this.#reachedBefore = turn.options.client.reached();
        this.#state = turnStart({
            // A new run that replaced the one to resume has no earlier end.
            mode: elsewhere ? 'created' : mode,
            startedAt: turn.startedAt,
            statusBefore,
            replyActive: classify(status) === 'active',
            busyBefore: classify(statusBefore) === 'active',
        });
    }
    async run() {
        const { reader, started, options } = this.#turn;
        const { clock, call, client } = options;
        let delayMs = started.mode === 'attached' ? 0 : this.#next({ kind: 'started', refusedMs: started.refusedMs });
        for (;;) {
            const next = await this.#wait(delayMs);
            if (next === 'over')
                return this.#outOfTime();
            const look = next === 'look' ? await reader.look(call) : await reader.lookAtRun(call);
            if (look.kind === 'fatal')
                return this.#fatal(look.error);
            if (look.kind === 'throttled' || look.kind === 'fault') {
                delayMs = this.#trouble(look);
                if (this.#untilHopeless() <= 0)
                    return this.#fatal(look.error);
                continue;
            }
            const { finalAnswer } = this.#state;
            const logBefore = this.#logRead;
            this.#logRead = look.kind === 'page' ? { more: look.taken.more, agrees: look.taken.agrees } : null;
            const news = await this.#takeIn(look);
            const verdict = judge(this.#state, clock.now());
            if (verdict.kind === 'not_taken_up')
                return notTakenUp(this.#turn.record);
            if (verdict.kind === 'terminal' || verdict.kind === 'assumed_success') {
                const outcome = verdict.kind === 'terminal' ? (0,run_status/* outcomeOf */.sG)(verdict.meaning) : 'succeeded';
                if (this.#state.statusClass === 'active')
                    this.#turn.warn(forgotten(look.run.status));
                this.#turn.tell({ type: 'finished' });
                // A last read of the run alone that brought nothing new confirms what the poll before it read of the log.
                const logRead = next === 'last' && this.#state.quietLooks > 0 ? logBefore : this.#logRead;
                const end = await readToTheEnd(this.#turn, { logRead, outcome });
                return typeof end === 'string' ? ended(end) : this.#fatal(end);
            }
            const full = look.kind === 'page' && look.taken.more;
            const usualMs = this.#next({
                kind: 'ok',
                news,
                active: this.#state.statusClass === 'active',
                full,
                finalAnswer: this.#state.finalAnswer && !finalAnswer,
                settling: isSettling(this.#state),
            });
            const spacingMs = full ? 0 : client.spacing();
            delayMs = Math.max(usualMs, spacingMs, reader.notBefore - clock.now());
        }
    }
    /** Emits the changes. Returns true if there were any. */
    async #takeIn(look) {
        const turn = this.#turn;
        const { clock, classify } = turn.options;
        const { run } = look;
        this.#faults = 0;
        this.#throttled = false;
        this.#obstacle = null;
        const { result, summary, pullRequests } = turn.record;
        turn.answer(run);
        const answerMoved = turn.record.result !== result || turn.record.summary !== summary || turn.record.pullRequests !== pullRequests;
        turn.logsTrouble();
        const kinds = [];
        let echo = null;
        if (look.kind === 'page') {
            turn.pageTrouble();
            await turn.entries(look.taken, ({ view }) => {
                if (echo === null && isEcho(view, turn.started.prompt))
                    echo = kinds.length;
                kinds.push(view.message_type);
            });
        }
        // After the entries, so that the log is in chronological order.
        turn.facts(run);
        const statusClass = classify(run.status);
        if (statusClass === 'unknown')
            turn.warn(unknownStatus(run.status));
        const more = look.kind === 'page' && look.taken.more;
        this.#state = observe(this.#state, {
            ...{ now: clock.now(), status: run.status, statusClass, kinds, more, echo, answerMoved },
            newAnswer: (0,record/* showsNewAnswer */.hh)(turn.record),
            outdated: look.kind === 'page' && turn.cursor.missing < 0,
            ...{ withoutLog: look.kind === 'run', logless: this.#isLogless },
        });
        return this.#state.quietLooks === 0;
    }
    /** The log cannot be read, and probably not soon either. */
    get #isLogless() {
        const { reader, started, startedAt, options } = this.#turn;
        if (reader.logsProblem === null || reader.logsRead)
            return false;
        const wasReadable = started.baseline.since === undefined;
        return !wasReadable || options.clock.now() - startedAt >= LOGS_BACK_MS;
    }
    #trouble(look) {
        const { reader, options } = this.#turn;
        const { error } = look;
        const floorMs = (0,retry_after/* answerFloor */.Vp)(error, options.clock.wall());
        // A request that came too late to be sent says nothing about the service, unless there was no other.
        if (error.kind !== 'no_time' || this.#state.looks === 0)
            this.#obstacle = error;
        if (error.kind !== 'no_time')
            this.#sentFault = error;
        reader.refused(error);
        this.#faults += 1;
        const seen = look.kind === 'throttled' || floorMs !== null
            ? { kind: 'refused', floorMs }
            : {
                kind: 'fault',
                attempt: error.status === 404 ? Math.min(this.#faults, MOST_NOT_FOUND_ATTEMPT) : this.#faults,
            };
        const waitMs = Math.min(this.#next(seen), this.#untilHopeless());
        if (look.kind === 'throttled') {
            if (!this.#throttled)
                this.#turn.tell({ type: 'throttled', waitMs });
            this.#throttled = true;
        }
        else if (this.#faults === 1) {
            this.#turn.tell({ type: 'outage', message: error.message, waitMs });
        }
        return waitMs;
    }
    /** The next action after the wait. `last`: there is no time for another read of the log, but for one of the run. */
    async #wait(delayMs) {
        const { reader, options, startedAt } = this.#turn;
        const { clock, call } = options;
        const now = clock.now();
        const left = call.deadline - now;
        // A wait that the service requested is kept even if it leaves no time for a last poll. Added jitter and backoff are not.
        const lastLook = Math.max(left - LAST_LOOK_MS, reader.notBefore - now);
        const early = delayMs >= left && lastLook > 0;
        const isLast = !early && delayMs + LAST_READ_MS > left;
        if (isLast && !this.#readLast && left >= LAST_READ_MS && reader.notBefore <= now) {
            this.#readLast = true;
            return 'last';
        }
        const waitMs = Math.min(early ? lastLook : delayMs, left);
        if (waitMs > 0) {
            this.#turn.tell({ type: 'waiting', waitMs, elapsedMs: now - startedAt });
            await (options.wait?.(waitMs, call.signal) ?? clock.sleep(waitMs, call.signal));
        }
        // Clocks return fractions, so less than a millisecond counts as none.
        return call.deadline - clock.now() >= 1 ? 'look' : 'over';
    }
    #next(seen) {
        const { clock, random } = this.#turn.options;
        const { state, delayMs } = (0,poll_interval/* paceNext */.PY)(this.#pace, seen, { now: clock.now(), random });
        this.#pace = state;
        return delayMs;
    }
    get #connected() {
        return this.#turn.options.client.reached() > this.#reachedBefore;
    }
    /** If no connection was ever established, it is unknown whether an attached run exists (contract 5, `network`). */
    get #neverReached() {
        return this.#turn.started.mode === 'attached' && this.#state.looks === 0 && !this.#connected;
    }
    /** Milliseconds left for the first connection. */
    #untilHopeless() {
        const { startedAt, options } = this.#turn;
        return this.#neverReached ? Math.max(0, startedAt + send_with_retry/* NEVER_CONNECTED_MS */.s - options.clock.now()) : Infinity;
    }
    #outOfTime() {
        if (showsNoSign(this.#state, this.#turn.options.clock.now()))
            return notTakenUp(this.#turn.record);
        if (this.#neverReached && this.#sentFault !== null)
            return this.#fatal(this.#sentFault);
        return { ...ended('timed_out'), obstacle: this.#obstacle?.message ?? null };
    }
    #fatal(error) {
        const { options, record, started } = this.#turn;
        const { baseUrl, orgId } = options;
        const { runId, webUrl } = record;
        const untouched = started.mode !== 'attached' || this.#state.looks > 0;
        const failure = (0,error_message/* failureOf */.g)(error, { call: 'read', baseUrl, orgId, runId, webUrl, untouched });
        return { ...ended('error'), failure };
    }
}


/***/ }),

/***/ 976:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Lp: () => (/* binding */ aloneInterval),
/* harmony export */   PY: () => (/* binding */ paceNext),
/* harmony export */   kQ: () => (/* binding */ paceStart)
/* harmony export */ });
/* harmony import */ var _matrix_start_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6557);
/**
 * Decides when to poll a run next (contract 3.2 and 3.3). Pure: computes a delay from the observations, the time and a random number.
 *
 * Without refusals a job follows `aloneInterval`. A refusal shows that other jobs use the token. From then on the job keeps an interval
 * between polls as its share of the limit. Refusals lengthen it (multiplicatively), and responses shorten it (additively in the rate, and
 * faster the longer there was no refusal) until the job is alone again. A refused poll is retried much sooner than the interval, so that
 * jobs that have waited get through. Repeated retries become less frequent, because a service may count refused requests. The constants
 * were found with `bench/fleet`; see bench/README.md.
 */

/** Without refusals: the first poll, the growth of the waits, and their final value. */
const ALONE = { firstMs: 2500, growth: 1.4, earlyMs: 20_000, earlyEndsMs: 150_000, lateMs: 9600 };
const JITTER = 0.06;
/**
 * Shares in ms. `pull` and `creep` are what one response adds to the rate and takes off the share; `gain` accelerates
 * both.
 */
const SHARE = {
    firstMs: 40_000,
    leastMs: 6600,
    youngRefusal: 1.2,
    youngAgain: 1.16,
    refusal: 1.12,
    again: 1.04,
    pull: 0.00053,
    creep: 0.014,
    gain: 0.22,
};
/** Feedback for a job that knew its share from the start. */
const INFORMED = { refusal: 1.21, pull: 0.00015 };
/** The wait after a refusal, as a fraction of the share, and its growth: slow at first, then fast. */
const RETRY = {
    youngFor: 4,
    young: [0.3, 0.5],
    old: [0.15, 0.31],
    shareMost: 40_000,
    slow: 1.1,
    slowFor: 5,
    fast: 1.32,
    matrix: [0.3, 0.8],
    matrixGrowth: 1.3,
};
const FIXED_GROWTH = 1.5;
/**
 * How the jitter above a floor grows with consecutive refusals, and its maximum (unless the floor is longer). Jobs that are told to retry
 * after a second must become rare too, and a long series of such refusals must not look like a thousand other jobs.
 */
const ABOVE_FLOOR = { leastMs: 1000, growth: 1.3, mostMs: 420_000 };
/** Runs end while a matrix is still starting, so no more than this many are active at once. */
const MATRIX = { perJobMs: 1400, mostJobs: 82 };
/** What the time in the queue for a create (`refusedMs`) indicates about the number of other jobs. */
const QUEUE = { leastMs: 10_000, part: 0.59, mostMs: 69_100, informsMs: 87_700 };
/** Consecutive faults, with full jitter. */
const FAULT = { baseMs: 1000, mostMs: 60_000 };
/** Polls since the end came into sight. */
const SETTLE = { firstMs: 1000, growth: 1.6 };
function paceStart(options) {
    return {
        options,
        startedAt: null,
        shareMs: 0,
        matrixMs: 0,
        informed: options.siblings > 1,
        refusals: 0,
        felt: 0,
        answers: 0,
        settled: 0,
        unsettled: 0,
    };
}
function paceNext(state, seen, context) {
    const startedAt = state.startedAt ?? context.now;
    const matrixMs = matrixShare(state.options, context.now - startedAt);
    // While a matrix is still starting, its load grows predictably, and the share grows with it.
    const grown = state.matrixMs > 0 ? Math.max(1, matrixMs / state.matrixMs) : 1;
    const here = { ...state, startedAt, matrixMs, shareMs: state.shareMs * grown };
    switch (seen.kind) {
        case 'started':
            return started(here, seen.refusedMs, context);
        case 'ok':
            return answered(here, seen, context);
        case 'refused':
            return refused(here, seen.floorMs, context);
        case 'fault':
            return { state: here, delayMs: context.random() * Math.min(FAULT.mostMs, FAULT.baseMs * 2 ** seen.attempt) };
    }
}
/**
 * Milliseconds until the next poll of a run of this age that does not share its token. Few runs end in their first
 * minutes, and those that do end almost immediately. So there is an early poll, then longer waits than later on. The
 * end of a two-second run is seen within two more seconds, and an eight-minute run costs fewer than 50 polls.
 */
function aloneInterval(ageMs) {
    if (ageMs < ALONE.firstMs / 2)
        return ALONE.firstMs;
    return Math.min(ageMs < ALONE.earlyEndsMs ? ALONE.earlyMs : ALONE.lateMs, ageMs * ALONE.growth);
}
function started(state, refusedMs, context) {
    // A single short refusal is not a queue.
    const queued = refusedMs < QUEUE.leastMs ? 0 : Math.max(SHARE.firstMs, Math.min(QUEUE.mostMs, refusedMs * QUEUE.part));
    const shareMs = state.informed ? state.matrixMs : queued;
    const informed = state.informed || refusedMs > QUEUE.informsMs;
    return look({ ...state, shareMs, informed }, context);
}
function answered(state, seen, context) {
    const rule = state.informed ? INFORMED : SHARE;
    const shrink = 1 + (SHARE.creep + (rule.pull * state.shareMs) / 1000) * (1 + SHARE.gain * state.answers);
    const share = Math.max(state.shareMs / 2, state.shareMs / shrink);
    const next = {
        ...state,
        shareMs: share < SHARE.leastMs ? 0 : share,
        answers: state.answers + 1,
        refusals: 0,
    };
    // Another page costs one request. If other jobs are waiting, pages alternate with them.
    if (seen.full)
        return { state: next, delayMs: Math.min(next.shareMs / 10, 5000) };
    if (seen.finalAnswer)
        return { state: { ...next, settled: 1 }, delayMs: 500 + 500 * context.random() };
    if (!seen.settling && state.settled === 0) {
        return seen.active ? look(next, context) : { state: next, delayMs: regularWait(next, context) };
    }
    // News set the count back, each time less: a run that goes on after an apparent end would be polled every second.
    const unsettled = state.unsettled + (seen.news ? 1 : 0);
    const settled = seen.news ? unsettled : state.settled + 1;
    const soon = SETTLE.firstMs * SETTLE.growth ** (settled - 1) * Math.max(1, Math.min(3, next.shareMs / 10_000));
    const delayMs = Math.min(regularWait(next, context), soon * jitter(context));
    return { state: { ...next, settled, unsettled }, delayMs };
}
function refused(state, floorMs, context) {
    const again = state.refusals > 0;
    const young = isYoung(state);
    const rule = state.informed ? INFORMED : SHARE;
    const factor = again ? (young ? SHARE.youngAgain : SHARE.again) : young ? SHARE.youngRefusal : rule.refusal;
    // If the service says when to retry, that determines the share. Otherwise the guess is more careful.
    const first = Math.min(SHARE.firstMs, Math.max(SHARE.leastMs, floorMs ?? SHARE.firstMs));
    const shareMs = state.shareMs === 0 ? first : state.shareMs * factor;
    const next = { ...state, shareMs, answers: 0, refusals: state.refusals + 1, felt: state.felt + 1 };
    if (floorMs === null)
        return { state: next, delayMs: retryWait(state, shareMs, context) };
    // Jitter above the floor, because all refused jobs got the same retry time.
    const scatter = Math.max(ABOVE_FLOOR.leastMs, floorMs / 2) * ABOVE_FLOOR.growth ** state.refusals;
    const most = Math.max(ABOVE_FLOOR.mostMs, floorMs);
    return { state: next, delayMs: floorMs + context.random() * Math.min(scatter, most) };
}
/** The wait after a refusal without a retry time, given the resulting share. */
function retryWait(state, shareMs, { random }) {
    const { fixedMs } = state.options;
    if (fixedMs !== null)
        return fixedMs * (0.5 + random()) * FIXED_GROWTH ** Math.min(state.refusals, 15);
    // If the share is known from the matrix, a refusal is coincidence and there is no hurry.
    if (state.options.siblings > 1)
        return shareMs * within(RETRY.matrix, random()) * RETRY.matrixGrowth ** state.refusals;
    const slow = RETRY.slow ** Math.min(state.refusals, RETRY.slowFor);
    const fast = RETRY.fast ** Math.max(0, state.refusals - RETRY.slowFor);
    const base = Math.min(shareMs, RETRY.shareMost);
    return base * slow * fast * within(isYoung(state) ? RETRY.young : RETRY.old, random());
}
function within([least, most], dice) {
    return least + (most - least) * dice;
}
/** A job without experience adapts faster. */
function isYoung(state) {
    return !state.informed && state.felt < RETRY.youngFor;
}
/** The next regular poll, which the client of a fleet spaces itself. */
function look(state, context) {
    const { scheduled = false, fixedMs } = state.options;
    return { state, delayMs: scheduled && fixedMs === null ? 0 : regularWait(state, context) };
}
function regularWait(state, context) {
    const { fixedMs } = state.options;
    if (fixedMs !== null)
        return fixedMs * (0.9 + 0.2 * context.random());
    const alone = aloneInterval(context.now - (state.startedAt ?? context.now));
    return Math.max(alone, state.shareMs) * jitter(context);
}
function jitter(context) {
    return 1 + JITTER * (2 * context.random() - 1);
}
/** The share of each job once this many jobs of the matrix have started. 0 without siblings. */
function matrixShare({ siblings, index }, ageMs) {
    if (siblings <= 1)
        return 0;
    return MATRIX.perJobMs * Math.min(siblings, (0,_matrix_start_js__WEBPACK_IMPORTED_MODULE_0__/* .startedBy */ .l3)(index, ageMs), MATRIX.mostJobs);
}


/***/ })

};
;