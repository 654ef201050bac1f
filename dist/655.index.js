"use strict";
exports.id = 655;
exports.ids = [655,207];
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

/***/ 3006:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   C: () => (/* binding */ Journal),
/* harmony export */   a: () => (/* binding */ readJournal)
/* harmony export */ });
/* harmony import */ var _shared_json_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(618);
/* harmony import */ var _run_events_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5507);


const PHASES = ['idle', 'sending', 'running', 'ended'];
class Journal {
    #files;
    #path;
    #broken = false;
    /** Starts a new file with the keys of all tasks. */
    constructor(files, path, keys) {
        this.#files = files;
        this.#path = path;
        files.write(path, keys.map((key) => `${JSON.stringify({ key, phase: 'idle' })}\n`).join(''));
    }
    note(note) {
        if (this.#broken)
            return;
        try {
            this.#files.append(this.#path, `${JSON.stringify(note)}\n`);
        }
        catch {
            // A full disk costs the post step's report, but must not fail the runs.
            this.#broken = true;
        }
    }
}
/**
 * The last state of each task, in the order of the tasks. Unreadable lines are skipped, because a kill may truncate the
 * last one.
 */
function readJournal(text) {
    const notes = new Map();
    for (const line of text.split('\n')) {
        const note = noteOf(line);
        if (note !== null)
            notes.set(note.key, { ...notes.get(note.key), ...note });
    }
    return [...notes.values()];
}
function noteOf(line) {
    let value;
    try {
        value = JSON.parse(line);
    }
    catch {
        return null;
    }
    if (!(0,_shared_json_js__WEBPACK_IMPORTED_MODULE_1__/* .isRecord */ .u4)(value) || typeof value['key'] !== 'string')
        return null;
    const { key, runId, webUrl, resumed, logsFile, before, identity, passed, stop } = value;
    const phase = PHASES.find((known) => known === value['phase']);
    const outcome = _run_events_js__WEBPACK_IMPORTED_MODULE_0__/* .OUTCOMES */ .i.find((known) => known === value['outcome']);
    if (phase === undefined)
        return null;
    return {
        ...{ key, phase },
        ...(typeof runId === 'number' && { runId }),
        ...(typeof webUrl === 'string' && { webUrl }),
        ...(typeof resumed === 'boolean' && { resumed }),
        ...(typeof logsFile === 'string' && { logsFile }),
        ...(typeof before === 'number' && { before }),
        ...(outcome !== undefined && { outcome }),
        ...(typeof identity === 'string' && { identity }),
        ...(typeof passed === 'boolean' && { passed }),
        ...((stop === 'pending' || stop === 'done') && { stop }),
    };
}


/***/ }),

/***/ 5932:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $H: () => (/* binding */ hasChanged),
/* harmony export */   K4: () => (/* binding */ listingTake),
/* harmony export */   KC: () => (/* binding */ nextWindow),
/* harmony export */   Nd: () => (/* binding */ listingRemove),
/* harmony export */   W8: () => (/* binding */ listingSaw),
/* harmony export */   YY: () => (/* binding */ listingAdd),
/* harmony export */   dQ: () => (/* binding */ listingStart),
/* harmony export */   jf: () => (/* binding */ WINDOW),
/* harmony export */   o2: () => (/* binding */ listingAbsent),
/* harmony export */   yy: () => (/* binding */ isListed)
/* harmony export */ });
/* harmony import */ var _run_pacing_poll_interval_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(976);
/* harmony import */ var _run_status_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3220);
/**
 * Tracks the positions of a fleet's runs in the list of runs (published API), and selects the most informative window
 * of the list. Pure. The list is sorted newest first. A window is one page of 100.
 */


const WINDOW = 100;
/** A run missing from this many windows is polled individually. */
const MOST_MISSES = 4;
/** Reading the list pays off from this many runs. */
const WORTH_RUNS = 3;
/**
 * A window is due when the squared ages of its runs' states, in seconds, add up to this value, or when one of its runs
 * would be polled if it were alone. Without a minimum interval, a hundred runs would be polled every 2 s.
 */
const DUE = 400;
const LEAST_INTERVAL_MS = 4_000;
/** The assumed age of the state of a run that this fleet did not create. */
const ELSEWHERE_MS = 20_000;
function listingStart() {
    return { mode: 'untried', runs: new Map(), created: 0 };
}
/** Adds a run. `created`: by this fleet, so it is at the top of the list. */
function listingAdd(listing, { runId, created, now }) {
    const count = listing.created + (created ? 1 : 0);
    const place = created ? -count : -listing.created;
    // A run from elsewhere may have ended long ago.
    const at = created ? now : now - ELSEWHERE_MS;
    const runs = new Map(listing.runs).set(runId, { place, meaning: null, at, startedAt: at, missed: 0 });
    return { ...listing, runs, created: count };
}
function listingRemove(listing, runId) {
    const runs = new Map(listing.runs);
    runs.delete(runId);
    return { ...listing, runs };
}
function listingAbsent(listing) {
    return { ...listing, mode: 'absent' };
}
/** Records the result of polling the run itself. */
function listingSaw(listing, { runId, meaning, now }) {
    const known = listing.runs.get(runId);
    return known === undefined
        ? listing
        : { ...listing, runs: new Map(listing.runs).set(runId, { ...known, meaning, at: now }) };
}
/** Whether the list is expected to show this run's end, so that it need not be polled individually. */
function isListed({ mode, runs }, runId) {
    const known = runs.get(runId);
    return mode !== 'absent' && known !== undefined && isOpen(known) && runs.size >= WORTH_RUNS;
}
/**
 * The list shows an end, so the run itself must be polled. `known` is what its last poll showed, which may be the end of
 * an earlier turn.
 */
function hasChanged({ mode, runs }, { runId, known }) {
    const meaning = runs.get(runId)?.meaning ?? null;
    return mode === 'there' && meaning !== null && meaning !== known && (0,_run_status_js__WEBPACK_IMPORTED_MODULE_1__/* .isTerminal */ .Hd)(meaning);
}
/** The list may have news about the run: it was not found yet, or is active. */
function isOpen({ meaning, missed }) {
    return (meaning === null || meaning === 'active') && missed < MOST_MISSES;
}
/** The window that is due first, or null if the list is not worth a request. */
function nextWindow(listing, now) {
    const { mode, runs, created } = listing;
    if (mode === 'absent' || runs.size < WORTH_RUNS)
        return null;
    const places = [...runs.values()]
        .filter(isOpen)
        .map(({ place, at, startedAt }) => ({
        place: Math.max(0, place + created),
        age: (now - at) / 1000,
        aloneAt: at + (0,_run_pacing_poll_interval_js__WEBPACK_IMPORTED_MODULE_0__/* .aloneInterval */ .Lp)(at - startedAt),
    }))
        .sort((a, b) => a.place - b.place);
    let first = null;
    for (let from = 0; from < places.length;) {
        const skip = places[from]?.place ?? 0;
        const end = places.findIndex(({ place }) => place >= skip + WINDOW);
        const inside = places.slice(from, end === -1 ? undefined : end);
        const ages = inside.map(({ age }) => age);
        const worth = ages.reduce((total, age) => total + age * age, 0);
        const leastAt = now + LEAST_INTERVAL_MS - 1000 * Math.min(...ages);
        const aloneAt = Math.min(...inside.map((run) => run.aloneAt));
        const dueAt = Math.max(now, leastAt, Math.min(aloneAt, now + dueIn(ages, worth)));
        if (first === null || dueAt < first.dueAt || (dueAt === first.dueAt && worth > first.worth))
            first = { skip, dueAt, worth };
        from = end === -1 ? places.length : end;
    }
    return first;
}
/** Milliseconds until the squared ages (in seconds) add up to the threshold for a window. */
function dueIn(ages, worth) {
    const sum = ages.reduce((total, age) => total + age, 0);
    const root = Math.sqrt(Math.max(0, sum * sum - ages.length * (worth - DUE)));
    return (1000 * (root - sum)) / ages.length;
}
/** Processes a page of the list. `items` is in list order, or null if the page could not be read. */
function listingTake(listing, { skip, items, now }) {
    const { created } = listing;
    const runs = new Map(listing.runs);
    const found = new Set();
    for (const [index, { id, meaning }] of (items ?? []).entries()) {
        const known = runs.get(id);
        if (known === undefined)
            continue;
        found.add(id);
        runs.set(id, { ...known, place: skip + index - created, meaning, at: now, missed: 0 });
    }
    for (const [id, known] of runs) {
        const place = Math.max(0, known.place + created);
        if (found.has(id) || place < skip || place >= skip + WINDOW)
            continue;
        // The run was moved down by others' runs, unless the list ends here. After a failed read, the next attempt comes
        // later.
        const pushed = items !== null && items.length >= WINDOW;
        runs.set(id, {
            ...known,
            place: pushed ? skip + WINDOW - created : known.place,
            at: now,
            missed: known.missed + 1,
        });
    }
    return { ...listing, mode: items === null ? listing.mode : 'there', runs };
}


/***/ }),

/***/ 6125:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   BT: () => (/* binding */ stopSummary),
/* harmony export */   KM: () => (/* binding */ stopBudget),
/* harmony export */   ut: () => (/* binding */ stopLeftMember)
/* harmony export */ });
/* harmony import */ var _organization_stop_run_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4214);
/* harmony import */ var _report_view_of_step_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3895);
/* harmony import */ var _finish_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(9544);
/* harmony import */ var _runner_signals_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(8788);
/* harmony import */ var _shared_format_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(275);





const PATIENCE_MS = 3_000;
/**
 * After a signal the process must exit within two seconds with all outputs and files written. What is left undone is
 * left to the post step.
 */
const HURRIED_MS = 1_200;
const HURRIED_LEAST_MS = 50;
/** Tracks the time left for stop requests after a signal. */
function stopBudget({ clock, stop }) {
    let signalledAt = null;
    const note = () => void (signalledAt = clock.now());
    if (stop.aborted)
        note();
    else
        stop.addEventListener('abort', note, { once: true });
    return () => signalledAt === null ? PATIENCE_MS : Math.max(HURRIED_LEAST_MS, signalledAt + HURRIED_MS - clock.now());
}
/** The result of the request, or null if there was nothing to stop. Never rejects because of the service. */
async function stopLeftMember(left) {
    const { ports, patienceMs, inputs, step, member, journal, key } = left;
    const runId = (0,_finish_js__WEBPACK_IMPORTED_MODULE_2__.runToStop)(step.state);
    if (inputs.onCancel !== 'stop' || runId === null)
        return null;
    journal.note({ key, phase: 'running', stop: 'pending' });
    const { client, clock } = member;
    // A thousand runs cannot be stopped within the rate limit. The time that waiting would take is needed for their files.
    member.hurries();
    const done = new AbortController();
    const signal = (0,_runner_signals_js__WEBPACK_IMPORTED_MODULE_3__/* .lateSignal */ .r)(ports.clock, { stop: ports.stop, done: done.signal, lateMs: HURRIED_MS });
    const limit = { clock: ports.clock, callClock: clock, ms: patienceMs, signal };
    const answer = await (0,_organization_stop_run_js__WEBPACK_IMPORTED_MODULE_0__/* .stopRunInTime */ .mq)(client, runId, limit).finally(() => done.abort());
    step.dispatch({
        type: 'left',
        message: (0,_organization_stop_run_js__WEBPACK_IMPORTED_MODULE_0__/* .stopSentence */ .WQ)(answer, { runId, address: (0,_shared_format_js__WEBPACK_IMPORTED_MODULE_4__/* .shownAddress */ .Uk)((0,_report_view_of_step_js__WEBPACK_IMPORTED_MODULE_1__/* .webUrlOf */ .n6)(step.state)) }),
    });
    if (answer.kind !== 'unknown')
        journal.note({ key, phase: 'running', stop: 'done' });
    return answer.kind;
}
/**
 * For `error_message`: how many stop requests were accepted, or null if none was made. `afterwards`: no later step
 * repeats them.
 */
function stopSummary(rows, { afterwards = false } = {}) {
    const asked = rows.filter(({ stopped }) => stopped !== null);
    if (asked.length === 0)
        return null;
    const count = (kind) => asked.filter(({ stopped }) => stopped === kind).length;
    const [accepted, missing, refused, unknown] = [
        count('accepted'),
        count('missing'),
        count('refused'),
        count('unknown'),
    ];
    const rest = afterwards ? `, so ${unknown === 1 ? 'it' : 'they'} may go on` : ' in time; the post step asks again';
    const parts = [
        `The service accepted the request to stop ${accepted} of ${(0,_shared_format_js__WEBPACK_IMPORTED_MODULE_4__/* .counted */ .hS)(asked.length, 'unfinished run')} (\`on_cancel: stop\`).`,
        missing === 0 ? '' : `It has no endpoint that stops runs: ${(0,_shared_format_js__WEBPACK_IMPORTED_MODULE_4__/* .counted */ .hS)(missing, 'run')} may go on.`,
        refused === 0 ? '' : `It refused to stop ${(0,_shared_format_js__WEBPACK_IMPORTED_MODULE_4__/* .counted */ .hS)(refused, 'run')}, which may go on.`,
        unknown === 0 ? '' : `For ${(0,_shared_format_js__WEBPACK_IMPORTED_MODULE_4__/* .counted */ .hS)(unknown, 'run')} there was no clear answer${rest}.`,
    ];
    return parts.filter((part) => part !== '').join(' ');
}


/***/ }),

/***/ 6626:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   a: () => (/* binding */ fleetComment)
/* harmony export */ });
/* harmony import */ var _report_comment_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(9036);
/* harmony import */ var _report_ending_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1682);
/* harmony import */ var _safe_markdown_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6149);
/* harmony import */ var _shared_format_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(275);
/* harmony import */ var _rows_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(5858);
/* harmony import */ var _summary_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(6864);






const ROWS_MOST = 50;
const WARNINGS_MOST = 5;
/**
 * The body, at most `maxLength` UTF-16 units: as many rows as fit.
 *
 * @param note why the step ended early, or null
 */
function fleetComment({ rows, view, note }, { marker, maxLength = _report_comment_js__WEBPACK_IMPORTED_MODULE_0__/* .COMMENT_MAX */ .v, now }) {
    for (let most = ROWS_MOST;; most = Math.floor(most / 2)) {
        const body = (0,_shared_format_js__WEBPACK_IMPORTED_MODULE_4__/* .joined */ .oR)([
            `${marker}\n### ${(0,_report_ending_js__WEBPACK_IMPORTED_MODULE_1__/* .outcomeMark */ .eD)(view.outcome)} ${(0,_shared_format_js__WEBPACK_IMPORTED_MODULE_4__/* .counted */ .hS)(rows.length, 'agent run')}: ${(0,_rows_js__WEBPACK_IMPORTED_MODULE_5__/* .countsText */ .WN)(rows)}`,
            facts(view, now),
            note === null ? '' : (0,_safe_markdown_js__WEBPACK_IMPORTED_MODULE_2__/* .markdownMessage */ .ju)(note, 1000),
            most === 0 ? '*The table does not fit here: see the job summary.*' : (0,_summary_js__WEBPACK_IMPORTED_MODULE_3__/* .fleetTable */ .d)(rows, { ...view, most }),
            ...view.warnings.slice(-WARNINGS_MOST).map((warning) => `- ${(0,_safe_markdown_js__WEBPACK_IMPORTED_MODULE_2__/* .markdownMessage */ .ju)(warning, 500)}`),
        ]);
        if (body.length <= maxLength || most === 0)
            return body;
    }
}
function facts({ outcome, durationMs, provenance: { workflowRunUrl } }, now) {
    const time = (0,_shared_format_js__WEBPACK_IMPORTED_MODULE_4__/* .duration */ .p0)(durationMs);
    const running = outcome === 'running';
    return (0,_shared_format_js__WEBPACK_IMPORTED_MODULE_4__/* .joined */ .oR)([
        running ? `${time} so far` : `\`${outcome}\` after ${time}`,
        workflowRunUrl === null ? '' : (0,_safe_markdown_js__WEBPACK_IMPORTED_MODULE_2__/* .markdownRunnerLink */ .os)('workflow run', workflowRunUrl),
        running && now !== undefined ? `as of ${new Date(now).toISOString().slice(11, 16)} UTC` : '',
    ], ' · ');
}


/***/ }),

/***/ 5858:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   FG: () => (/* binding */ fleetOutcome),
/* harmony export */   OB: () => (/* binding */ rowOf),
/* harmony export */   T9: () => (/* binding */ rowStart),
/* harmony export */   WN: () => (/* binding */ countsText),
/* harmony export */   mQ: () => (/* binding */ countsOf),
/* harmony export */   md: () => (/* binding */ worstFirst)
/* harmony export */ });
function rowStart(key) {
    return {
        ...{ key, runId: null, webUrl: null, status: null, outcome: 'waiting', pullRequests: [], errorCode: null },
        ...{ errorMessage: null, result: '', resultJson: null, resultFile: null, logsFile: null, reportFile: null },
        ...{ totalLogs: 0, resumed: false, durationMs: 0, checks: null, stopped: null },
    };
}
/** The row of a task with the given session state. */
function rowOf(key, { view, resultJson }) {
    const { runId, webUrl, status, outcome, pullRequests, errorCode, totalLogs, durationMs } = view;
    const { result, resultFile, logsFile, reportFile, resumed } = view;
    return {
        ...{ key, runId, webUrl, status, outcome, pullRequests, errorCode, totalLogs, durationMs },
        ...{ result, resultJson, resultFile, logsFile, reportFile, resumed, stopped: null },
        checks: view.checks ?? null,
        errorMessage: view.errorMessage ?? view.cutShort ?? view.skipReason,
    };
}
/** Worst first. Unfinished runs count as cancelled, because the step ended before them. */
const ORDER = [
    'error',
    'failed',
    'timed_out',
    'cancelled',
    'needs_input',
    'unverified',
    'started',
    'skipped',
    'succeeded',
];
/** `succeeded` if all runs succeeded, otherwise the worst outcome. */
function fleetOutcome(rows, { cancelled }) {
    if (cancelled)
        return 'cancelled';
    return ORDER.find((outcome) => rows.some((row) => row.outcome === outcome)) ?? 'succeeded';
}
/** The number of rows per outcome that occurs, worst first. */
function countsOf(rows) {
    const all = [...ORDER.slice(0, -1), 'running', 'waiting', 'succeeded'];
    const counts = all.map((outcome) => [outcome, rows.filter((row) => row.outcome === outcome).length]);
    return Object.fromEntries(counts.filter(([, count]) => count > 0));
}
/** Worst first, then in the order of the tasks. */
function worstFirst(rows) {
    const rank = ({ outcome }) => {
        const place = ORDER.indexOf(outcome);
        return place === -1 ? ORDER.length - 1.5 : place;
    };
    return [...rows].sort((a, b) => rank(a) - rank(b));
}
/** `2 failed, 18 succeeded` */
function countsText(rows) {
    return Object.entries(countsOf(rows))
        .map(([outcome, count]) => `${count} ${outcome.replace('_', ' ')}`)
        .join(', ');
}


/***/ }),

/***/ 6864:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   N: () => (/* binding */ fleetSummary),
/* harmony export */   d: () => (/* binding */ fleetTable)
/* harmony export */ });
/* harmony import */ var _shared_format_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(275);
/* harmony import */ var _safe_markdown_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6149);
/* harmony import */ var _safe_url_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(7255);
/* harmony import */ var _report_ending_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1682);
/* harmony import */ var _report_pull_request_text_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(8588);
/* harmony import */ var _report_summary_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(5894);
/* harmony import */ var _rows_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(5858);







const ROWS_MOST = 100;
const WORDS_MOST = 200;
const PULLS_MOST = 3;
/** Only the table, also for a comment. */
function fleetTable(rows, { provenance, most = ROWS_MOST, elsewhere = '`runs_file`' }) {
    const shown = (0,_rows_js__WEBPACK_IMPORTED_MODULE_4__/* .worstFirst */ .md)(rows).slice(0, most);
    const rest = rows.length - shown.length;
    const pulls = new Map(shown.map((row) => [row, (0,_report_pull_request_text_js__WEBPACK_IMPORTED_MODULE_2__/* .pullRequestCells */ .IF)({ ...row, provenance })]));
    const withPulls = shown.some((row) => pulls.get(row)?.length !== 0);
    const line = (cells, pull) => `| ${[...cells.slice(0, 3), ...(withPulls ? [pull] : []), ...cells.slice(3)].join(' | ')} |`;
    const lines = shown.map((row) => line(cellsOf(row), pulls.get(row)?.slice(0, PULLS_MOST).join(' ') ?? ''));
    return (0,_shared_format_js__WEBPACK_IMPORTED_MODULE_5__/* .joined */ .oR)([
        [
            line(['Task', 'Outcome', 'Run', 'Time', ''], 'Pull request'),
            line([':--', ':--', ':--', '--:', ':--'], ':--'),
            ...lines,
        ].join('\n'),
        rest > 0 ? `*${(0,_shared_format_js__WEBPACK_IMPORTED_MODULE_5__/* .counted */ .hS)(rest, 'more task')}: see ${elsewhere}.*` : '',
    ]);
}
function cellsOf(row) {
    const address = row.webUrl === null ? null : (0,_safe_url_js__WEBPACK_IMPORTED_MODULE_6__/* .safeHttpsUrl */ .Wb)(row.webUrl);
    const run = row.runId === null ? '' : address === null ? String(row.runId) : (0,_safe_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdownLink */ .iQ)(String(row.runId), address);
    const outcome = `${row.outcome === 'waiting' ? '⏳' : (0,_report_ending_js__WEBPACK_IMPORTED_MODULE_1__/* .outcomeMark */ .eD)(row.outcome)} ${row.outcome.replace('_', ' ')}`;
    const time = row.durationMs > 0 ? (0,_shared_format_js__WEBPACK_IMPORTED_MODULE_5__/* .duration */ .p0)(row.durationMs) : '';
    const code = row.errorCode === null ? '' : `${row.errorCode}: `;
    const words = row.errorMessage === null ? row.result : `${code}${row.errorMessage}`;
    return [(0,_safe_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdownText */ .p7)(row.key, 64), outcome, run, time, (0,_safe_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdownText */ .p7)(words, WORDS_MOST)];
}
/** The summary as Markdown, at most `SUMMARY_MAX_BYTES`: as many rows as fit, with a trailing line feed. */
function fleetSummary(summary) {
    for (let most = ROWS_MOST;; most = Math.floor(most / 2)) {
        const markdown = withRows(summary, most);
        if ((0,_report_summary_js__WEBPACK_IMPORTED_MODULE_3__/* .bytes */ .N)(markdown) <= _report_summary_js__WEBPACK_IMPORTED_MODULE_3__/* .SUMMARY_MAX_BYTES */ .e || most === 0)
            return markdown;
    }
}
function withRows(summary, most) {
    const { rows, outcome, view, runsFile, reportFile, note } = summary;
    const heading = `## ${(0,_report_ending_js__WEBPACK_IMPORTED_MODULE_1__/* .outcomeMark */ .eD)(outcome)} ${(0,_shared_format_js__WEBPACK_IMPORTED_MODULE_5__/* .counted */ .hS)(rows.length, 'agent run')}: ${(0,_rows_js__WEBPACK_IMPORTED_MODULE_4__/* .countsText */ .WN)(rows)}`;
    const files = [
        ['runs_file', runsFile],
        ['report_file', reportFile],
    ];
    const list = files.flatMap(([name, path]) => (path === null ? [] : [`- \`${name}\`: ${(0,_safe_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdownCode */ .D9)(path)}`]));
    return `${(0,_shared_format_js__WEBPACK_IMPORTED_MODULE_5__/* .joined */ .oR)([
        heading,
        note === null ? '' : (0,_safe_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdownMessage */ .ju)(note, 2000),
        fleetTable(rows, { ...view, most, ...(runsFile === null && { elsewhere: 'the job log' }) }),
        list.length === 0
            ? ''
            : (0,_shared_format_js__WEBPACK_IMPORTED_MODULE_5__/* .joined */ .oR)([
                '### Files',
                list.join('\n'),
                'Deleted when the job ends: upload them with `actions/upload-artifact` under `if: always()`. Each run has its own log, result and report, named in `runs_file`.',
            ]),
        warnings(view),
        footer(summary),
    ])}\n`;
}
function warnings({ warnings: said }) {
    if (said.length === 0)
        return '';
    return (0,_shared_format_js__WEBPACK_IMPORTED_MODULE_5__/* .joined */ .oR)([
        '### Warnings',
        said
            .slice(0, 50)
            .map((warning) => `- ${(0,_safe_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdownMessage */ .ju)(warning, 1000)}`)
            .join('\n'),
    ]);
}
function footer({ view: { provenance, durationMs, requests } }) {
    const { workflow, workflowRunUrl } = provenance;
    const parts = [
        workflowRunUrl === null && workflow === ''
            ? ''
            : (0,_safe_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdownRunnerLink */ .os)(workflow === '' ? 'workflow run' : workflow.slice(0, 100), workflowRunUrl),
        (0,_shared_format_js__WEBPACK_IMPORTED_MODULE_5__/* .duration */ .p0)(durationMs),
        (0,_shared_format_js__WEBPACK_IMPORTED_MODULE_5__/* .counted */ .hS)(requests, 'request'),
    ];
    return `<sub>${(0,_shared_format_js__WEBPACK_IMPORTED_MODULE_5__/* .joined */ .oR)(parts, ' · ')}</sub>`;
}


/***/ }),

/***/ 5562:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   FA: () => (/* binding */ passOf),
/* harmony export */   Pz: () => (/* binding */ statusOfMany),
/* harmony export */   Wr: () => (/* binding */ statusTarget),
/* harmony export */   c2: () => (/* binding */ statusOf)
/* harmony export */ });
/* harmony import */ var _event_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7736);
/* harmony import */ var _shared_format_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(275);
/* harmony import */ var _shared_json_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(618);
/** The state and target commit of the commit status (contract 15). Pure. */



/** GitHub refuses longer descriptions. */
const DESCRIPTION_MAX = 140;
/**
 * The target is the head of the event's pull request. For a comment on a pull request it must be read, because the payload does not contain
 * it. For all other events it is `sha` (`GITHUB_SHA`).
 */
function statusTarget(event, sha) {
    const head = (0,_event_js__WEBPACK_IMPORTED_MODULE_0__/* .payloadText */ .Ai)(event, 'pull_request', 'head', 'sha');
    const commented = event.name === 'issue_comment' && (0,_shared_json_js__WEBPACK_IMPORTED_MODULE_1__/* .isRecord */ .u4)((0,_event_js__WEBPACK_IMPORTED_MODULE_0__/* .payloadField */ .$)(event, 'issue', 'pull_request'));
    const number = commented ? (0,_event_js__WEBPACK_IMPORTED_MODULE_0__/* .payloadNumber */ .gV)(event, 'issue', 'number') : null;
    if (number !== null)
        return { kind: 'pull_request', number };
    const chosen = event.name.startsWith('pull_request') && head !== '' ? head : sha;
    return /^[0-9a-f]{40,64}$/i.test(chosen) ? { kind: 'commit', sha: chosen.toLowerCase() } : { kind: 'none' };
}
/** The boolean `pass` at the top level of a structured result (compact JSON), or null if there is none. */
function passOf(resultJson) {
    if (resultJson === null)
        return null;
    const value = JSON.parse(resultJson);
    const pass = (0,_shared_json_js__WEBPACK_IMPORTED_MODULE_1__/* .isRecord */ .u4)(value) && Object.hasOwn(value, 'pass') ? value['pass'] : null;
    return typeof pass === 'boolean' ? pass : null;
}
const STATES = {
    running: 'pending',
    succeeded: 'success',
    failed: 'failure',
    cancelled: 'failure',
    unverified: 'failure',
    needs_input: 'error',
    timed_out: 'error',
    started: 'error',
    skipped: 'error',
    error: 'error',
};
const WORDS = {
    running: 'is running',
    succeeded: 'succeeded',
    failed: 'failed',
    cancelled: 'was cancelled, or the step that waited for it was cancelled',
    unverified: 'reported success, but no pull request of it was found',
    needs_input: 'waits for an answer',
    timed_out: 'did not end in time',
    started: 'was started; the step did not wait for it',
    skipped: 'was skipped',
    error: 'ended with an error',
};
/** The status of many runs. It is a success if all runs succeeded and no result has `pass: false`. */
function statusOfMany({ outcome, runs, counts, passes, durationMs }) {
    const time = outcome === 'running' || durationMs < 1000 ? '' : ` after ${(0,_shared_format_js__WEBPACK_IMPORTED_MODULE_2__/* .duration */ .p0)(durationMs)}`;
    const failed = passes.filter((pass) => pass === false).length;
    const said = (state, words) => ({
        state,
        description: `${(0,_shared_format_js__WEBPACK_IMPORTED_MODULE_2__/* .counted */ .hS)(runs, 'agent run')}: ${words}${time}`.slice(0, DESCRIPTION_MAX),
    });
    if (outcome !== 'succeeded' || passes.every((pass) => pass === null))
        return said(STATES[outcome], counts);
    return failed > 0 ? said('failure', `${failed} did not pass`) : said('success', 'all passed');
}
/** @param pass the value of `passOf` for the validated result */
function statusOf(view, pass) {
    const { outcome, errorCode, runId, durationMs } = view;
    const run = runId === null ? 'Agent run' : `Agent run ${runId}`;
    const time = outcome === 'running' || durationMs < 1000 ? '' : ` after ${(0,_shared_format_js__WEBPACK_IMPORTED_MODULE_2__/* .duration */ .p0)(durationMs)}`;
    if (outcome === 'succeeded' && pass !== null)
        return {
            state: pass ? 'success' : 'failure',
            description: `${run}: ${pass ? 'passed' : 'did not pass'}${time}`.slice(0, DESCRIPTION_MAX),
        };
    const code = errorCode === null ? '' : ` (${errorCode})`;
    return { state: STATES[outcome], description: `${run} ${WORDS[outcome]}${code}${time}`.slice(0, DESCRIPTION_MAX) };
}


/***/ }),

/***/ 9036:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   v: () => (/* binding */ COMMENT_MAX),
/* harmony export */   w: () => (/* binding */ renderComment)
/* harmony export */ });
/* harmony import */ var _safe_markdown_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6149);
/* harmony import */ var _shared_format_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(275);
/* harmony import */ var _ending_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1682);
/* harmony import */ var _entry_summary_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(7152);
/* harmony import */ var _pull_request_text_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(8588);
/* harmony import */ var _sections_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(1173);
/**
 * The comment in the thread (contract 7.1). Shows the outcome and pull request first, then the result, with details folded. Pure. The first
 * line is always the given marker, never text from the service.
 */






/** UTF-16 units. GitHub's limit is 65,536 characters. */
const COMMENT_MAX = 65_000;
const STEPS_MAX = 5;
const STEP_WORDS_MAX = 160;
const WARNINGS_MAX = 5;
const CAUSE_MAX = 1_500;
/** A result up to this size is shown in full, a larger one folded. */
const OPEN_RESULT = { characters: 4_000, lines: 60 };
/** The task's first line is the title, if it may be shown. */
function heading(view) {
    const title = (0,_sections_js__WEBPACK_IMPORTED_MODULE_4__/* .taskTitle */ .Oj)(view);
    const mark = (0,_ending_js__WEBPACK_IMPORTED_MODULE_1__/* .outcomeMark */ .eD)(view.outcome);
    const words = (0,_ending_js__WEBPACK_IMPORTED_MODULE_1__/* .commentWords */ .Nh)(view);
    return title === null ? `### ${mark} ${words}` : `### ${mark} ${(0,_safe_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdownText */ .p7)(title)}\n\n**${words}**`;
}
/** `` `succeeded` after 3m 20s · run 1 · workflow run ``. */
function facts(view, now) {
    const running = view.outcome === 'running';
    // The value of the output `outcome`.
    const outcome = running ? '' : `\`${view.outcome}\``;
    const time = view.durationMs > 0 ? (0,_shared_format_js__WEBPACK_IMPORTED_MODULE_5__/* .duration */ .p0)(view.durationMs) : '';
    const took = time === '' ? '' : running ? `${time} so far` : `after ${time}`;
    const run = view.runId === null ? '' : (0,_safe_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdownLink */ .iQ)(`run ${view.runId}`, view.webUrl);
    const { workflowRunUrl } = view.provenance;
    return (0,_shared_format_js__WEBPACK_IMPORTED_MODULE_5__/* .joined */ .oR)([
        (0,_shared_format_js__WEBPACK_IMPORTED_MODULE_5__/* .joined */ .oR)([outcome, took], ' '),
        run === '' ? '' : `${run}${view.resumed ? ' (continued)' : ''}`,
        workflowRunUrl === null ? '' : (0,_safe_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdownRunnerLink */ .os)('workflow run', workflowRunUrl),
        running && now !== undefined ? `as of ${new Date(now).toISOString().slice(11, 16)} UTC` : '',
    ], ' · ');
}
/** A single line, for a comment that only stores the marker. */
function oneLine(view) {
    return (0,_shared_format_js__WEBPACK_IMPORTED_MODULE_5__/* .joined */ .oR)([`**${(0,_ending_js__WEBPACK_IMPORTED_MODULE_1__/* .outcomeMark */ .eD)(view.outcome)} ${(0,_ending_js__WEBPACK_IMPORTED_MODULE_1__/* .commentWords */ .Nh)(view)}**`, (0,_pull_request_text_js__WEBPACK_IMPORTED_MODULE_3__/* .pullRequestItems */ .Nm)(view)[0] ?? '', facts(view, undefined)], ' · ');
}
/** The phases of the run as a checklist. The last one is unchecked while the run is in progress. */
function checklist(view) {
    const parts = (0,_entry_summary_js__WEBPACK_IMPORTED_MODULE_2__/* .partsOf */ .CI)(view.steps);
    return parts
        .map(({ name, steps }, at) => `- [${at === parts.length - 1 ? ' ' : 'x'}] ${name} (${(0,_shared_format_js__WEBPACK_IMPORTED_MODULE_5__/* .counted */ .hS)(steps, 'step')})`)
        .join('\n');
}
function progress(view) {
    const [current] = view.steps.slice(-1);
    if (current === undefined)
        return 'No steps to show yet.';
    return (0,_shared_format_js__WEBPACK_IMPORTED_MODULE_5__/* .joined */ .oR)([checklist(view), `**Now:** ${(0,_sections_js__WEBPACK_IMPORTED_MODULE_4__/* .stepMarkdown */ .gG)(current, STEP_WORDS_MAX)}`, lastSteps(view)]);
}
function lastSteps(view) {
    const last = view.steps.slice(-STEPS_MAX);
    if (last.length === 0)
        return '';
    const total = Math.max(view.totalLogs, view.steps.length);
    const list = last.map((step) => `- ${(0,_sections_js__WEBPACK_IMPORTED_MODULE_4__/* .stepMarkdown */ .gG)(step, STEP_WORDS_MAX)}`).join('\n');
    return (0,_sections_js__WEBPACK_IMPORTED_MODULE_4__/* .folded */ .TM)(`${last.length < total ? `Last ${last.length} of ` : ''}${(0,_shared_format_js__WEBPACK_IMPORTED_MODULE_5__/* .counted */ .hS)(total, 'step')}`, list);
}
function resultSection(view, maxLength) {
    const text = (0,_sections_js__WEBPACK_IMPORTED_MODULE_4__/* .resultMarkdown */ .NW)(view, maxLength);
    if (text === '')
        return '';
    const name = view.resultIsOld ? 'The result from before the follow-up' : 'The result';
    const open = view.result.length <= OPEN_RESULT.characters && view.result.split('\n').length <= OPEN_RESULT.lines;
    if (!open)
        return (0,_sections_js__WEBPACK_IMPORTED_MODULE_4__/* .folded */ .TM)(name, text);
    // Below other text it would read as the action's own words.
    const isAfterText = view.outcome !== 'succeeded' && view.outcome !== 'needs_input';
    return (0,_shared_format_js__WEBPACK_IMPORTED_MODULE_5__/* .joined */ .oR)([view.resultIsOld || isAfterText ? `**${name}:**` : '', text]);
}
function warnings(view) {
    if (view.warnings.length === 0)
        return '';
    const items = view.warnings.slice(-WARNINGS_MAX).map((warning) => `- ${(0,_safe_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdownMessage */ .ju)(warning, 500)}`);
    return (0,_sections_js__WEBPACK_IMPORTED_MODULE_4__/* .folded */ .TM)((0,_shared_format_js__WEBPACK_IMPORTED_MODULE_5__/* .counted */ .hS)(view.warnings.length, 'warning'), items.join('\n'));
}
function wholeBody(view, options, resultMax) {
    const running = view.outcome === 'running';
    // The question comes before how to answer it.
    const parts = [(0,_ending_js__WEBPACK_IMPORTED_MODULE_1__/* .nextSteps */ .Zn)(view, { inThread: true }), resultSection(view, resultMax)];
    return (0,_shared_format_js__WEBPACK_IMPORTED_MODULE_5__/* .joined */ .oR)([
        `${options.marker}\n${heading(view)}`,
        (0,_pull_request_text_js__WEBPACK_IMPORTED_MODULE_3__/* .pullRequestLine */ .Zu)(view),
        facts(view, options.now),
        ...(running
            ? [progress(view)]
            : [
                (0,_sections_js__WEBPACK_IMPORTED_MODULE_4__/* .causeSection */ .bM)(view, CAUSE_MAX),
                ...(view.outcome === 'needs_input' ? parts.toReversed() : parts),
                lastSteps(view),
            ]),
        warnings(view),
    ]);
}
/**
 * The comment's body, at most `maxLength` UTF-16 units, with a mark if it was truncated. Deterministic for the same view and options.
 */
function renderComment(view, options) {
    const max = options.maxLength ?? COMMENT_MAX;
    const short = `${options.marker}\n${oneLine(view)}`;
    if (!options.full)
        return short;
    for (let resultMax = Math.min(view.result.length, max);;) {
        const body = wholeBody(view, options, resultMax);
        if (body.length <= max)
            return body;
        if (resultMax === 0)
            return `${short}\n\n*More does not fit here: see the job summary.*`;
        // Sanitizing may lengthen a text, so the result must be shortened by more than the excess of the body.
        resultMax = Math.max(Math.floor(resultMax * 0.6), resultMax - (body.length - max) - 50);
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


/***/ })

};
;