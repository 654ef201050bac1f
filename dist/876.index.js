"use strict";
exports.id = 876;
exports.ids = [876];
exports.modules = {

/***/ 8876:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   tellAfterKill: () => (/* binding */ tellAfterKill)
/* harmony export */ });
/* harmony import */ var _event_event_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(269);
/* harmony import */ var _event_provenance_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1002);
/* harmony import */ var _inputs_parse_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(2549);
/* harmony import */ var _report_sanitize_index_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(4256);
/* harmony import */ var _run_status_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(3220);
/* harmony import */ var _service_client_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(3043);
/* harmony import */ var _session_ends_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(3291);
/* harmony import */ var _session_step_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(6519);
/* harmony import */ var _shared_format_js__WEBPACK_IMPORTED_MODULE_10__ = __webpack_require__(275);
/* harmony import */ var _journal_js__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(3006);
/* harmony import */ var _scheduling_listing_js__WEBPACK_IMPORTED_MODULE_11__ = __webpack_require__(5932);
/* harmony import */ var _rows_js__WEBPACK_IMPORTED_MODULE_12__ = __webpack_require__(1060);
/* harmony import */ var _summary_js__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(89);













/** The runner gives post steps little time when a job is cancelled. */
const BUDGET_MS = 5_000;
/** The killed step may have spent most of the rate limit. */
const PAGES_MOST = 10;
const READS_MOST = 20;
async function tellAfterKill(ports, journalPath) {
    const { host, env, files, clock } = ports;
    const notes = (0,_journal_js__WEBPACK_IMPORTED_MODULE_8__/* .readJournal */ .a)(files.readText(journalPath));
    const parsed = (0,_inputs_parse_js__WEBPACK_IMPORTED_MODULE_2__/* .parseInputs */ .T)({ input: (name) => host.input(name), env, files });
    const open = notes.filter(({ phase, runId }) => phase === 'running' && (runId ?? null) !== null);
    const runs = parsed.ok ? await lookAtAll(ports, parsed.inputs, open) : new Map();
    const rows = notes.map((note) => rowAfterwards(note, parsed.ok ? parsed.inputs : null, runs.get(note.runId ?? -1)));
    for (const row of rows)
        host.line((0,_report_sanitize_index_js__WEBPACK_IMPORTED_MODULE_3__/* .logInline */ .Ab)(` ${row.key}: ${row.errorMessage ?? row.outcome}`));
    const message = `The step was killed while it followed ${(0,_shared_format_js__WEBPACK_IMPORTED_MODULE_10__/* .counted */ .hS)(notes.length, 'task')}. ${sentence(notes, rows)}`;
    host.warning((0,_report_sanitize_index_js__WEBPACK_IMPORTED_MODULE_3__/* .annotation */ .w7)(message), { title: 'Agent runs: killed' });
    if (!parsed.ok || !parsed.inputs.summary)
        return;
    const step = new _session_step_js__WEBPACK_IMPORTED_MODULE_7__/* .Step */ .p({ clock, host, requests: () => ports.http.reached() }, (0,_event_provenance_js__WEBPACK_IMPORTED_MODULE_1__/* .provenanceOf */ .J)((0,_event_event_js__WEBPACK_IMPORTED_MODULE_0__/* .readEvent */ .j_)(env, ports.payload)));
    step.dispatch({ type: 'ended', end: (0,_session_ends_js__WEBPACK_IMPORTED_MODULE_6__/* .plainEnd */ ._u)('cancelled'), at: clock.now() });
    const summary = {
        rows,
        outcome: 'cancelled',
        view: step.view(),
        runsFile: null,
        reportFile: null,
        note: message,
    };
    await host.summary((0,_summary_js__WEBPACK_IMPORTED_MODULE_9__/* .fleetSummary */ .N)(summary));
}
/** What the service shows of the runs now, as far as a few requests tell: the list of runs, or the runs one by one. */
async function lookAtAll(ports, inputs, open) {
    const client = (0,_service_client_js__WEBPACK_IMPORTED_MODULE_5__/* .createClient */ .U)({ ...ports, ...inputs });
    const call = { signal: ports.stop, deadline: ports.clock.now() + BUDGET_MS };
    const ids = new Set(open.flatMap(({ runId }) => runId ?? []));
    const found = new Map();
    try {
        const published = await client.published();
        for (let page = 0; ids.size >= 3 && page < PAGES_MOST && found.size < ids.size; page += 1) {
            const { items, next } = await published.runs({ skip: page * _scheduling_listing_js__WEBPACK_IMPORTED_MODULE_11__/* .WINDOW */ .jf, limit: _scheduling_listing_js__WEBPACK_IMPORTED_MODULE_11__/* .WINDOW */ .jf }, call);
            for (const run of items)
                if (ids.has(run.id))
                    found.set(run.id, run);
            if (next === null)
                break;
        }
    }
    catch {
        // No list, or no answer: the runs themselves are asked.
    }
    const rest = [...ids].filter((id) => !found.has(id)).slice(0, READS_MOST);
    await Promise.allSettled(rest.map(async (id) => found.set(id, await client.run(id, call))));
    return found;
}
function rowAfterwards(note, inputs, run) {
    const { key, phase, runId = null, outcome = null } = note;
    const webUrl = run?.web_url ?? note.webUrl ?? null;
    const row = { ...(0,_rows_js__WEBPACK_IMPORTED_MODULE_12__/* .rowStart */ .T9)(key), runId, webUrl, status: run?.status ?? null };
    if (phase === 'ended')
        return { ...row, outcome: outcome ?? 'cancelled' };
    if (phase === 'idle')
        return { ...row, outcome: 'skipped', errorMessage: 'Not started.' };
    if (phase === 'sending') {
        const what = runId === null ? 'created a run' : `sent the follow-up to run ${runId}`;
        const errorMessage = `Killed while it ${what}: whether that was carried out is not known. Look at the list of runs before you send it again.`;
        return { ...row, outcome: 'error', errorCode: runId === null ? 'ambiguous_create' : null, errorMessage };
    }
    if (run === undefined || inputs === null)
        return { ...row, outcome: 'cancelled', errorMessage: 'Where the run stands now could not be read.' };
    const meaning = (0,_run_status_js__WEBPACK_IMPORTED_MODULE_4__/* .createClassifier */ .CC)(inputs)(run.status);
    // One look cannot tell whether a resumed run shows its old end (contract 4.5).
    if ((0,_run_status_js__WEBPACK_IMPORTED_MODULE_4__/* .isTerminal */ .Hd)(meaning) && note.resumed !== true)
        return {
            ...row,
            outcome: (0,_run_status_js__WEBPACK_IMPORTED_MODULE_4__/* .outcomeOf */ .sG)(meaning),
            errorMessage: `Has ended since (status ${String(run.status)}); read its result with its \`agent_run_id\`.`,
        };
    return { ...row, outcome: 'running', errorMessage: `Goes on (status ${String(run.status)}).` };
}
/** Where nothing shows that a run has ended. */
const OPEN = new Set(['running', 'cancelled']);
function sentence(notes, rows) {
    const phase = (wanted) => notes.filter((note) => note.phase === wanted).length;
    const since = notes.filter((note, index) => note.phase === 'running' && !OPEN.has(rows[index]?.outcome)).length;
    const parts = [
        [phase('ended'), 'had ended before'],
        [since, 'ended since'],
        [phase('running') - since, 'may go on'],
        [phase('sending'), 'may or may not have been sent'],
        [phase('idle'), 'not started'],
    ];
    const said = parts.filter(([count]) => count > 0).map(([count, words]) => `${count} ${words}`);
    const collect = phase('running') === 0
        ? ''
        : ' Collect the runs with tasks of `key` and `agent_run_id` alone; the job summary lists them.';
    return `${said.join(', ')}.${collect}`;
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
    /** Begins the file anew, with the keys of all tasks. */
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
            // A full disk loses what the post step could say, not the runs.
            this.#broken = true;
        }
    }
}
/** The last state of each task, in their order. Lines that make no sense are passed over: a kill may cut the last one. */
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
    if (!(0,_shared_json_js__WEBPACK_IMPORTED_MODULE_1__/* .isRecord */ .u)(value) || typeof value['key'] !== 'string')
        return null;
    const { key, runId, webUrl, resumed } = value;
    const phase = PHASES.find((known) => known === value['phase']);
    const outcome = _run_events_js__WEBPACK_IMPORTED_MODULE_0__/* .OUTCOMES */ .i.find((known) => known === value['outcome']);
    if (phase === undefined)
        return null;
    return {
        ...{ key, phase },
        ...(typeof runId === 'number' && { runId }),
        ...(typeof webUrl === 'string' && { webUrl }),
        ...(typeof resumed === 'boolean' && { resumed }),
        ...(outcome !== undefined && { outcome }),
    };
}


/***/ }),

/***/ 1060:
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
        ...{ totalLogs: 0, durationMs: 0 },
    };
}
/** The row of a task whose session is as `view` shows it. */
function rowOf(key, { view, resultJson }) {
    const { runId, webUrl, status, outcome, pullRequests, errorCode, totalLogs, durationMs } = view;
    const { result, resultFile, logsFile, reportFile } = view;
    return {
        ...{ key, runId, webUrl, status, outcome, pullRequests, errorCode, totalLogs, durationMs },
        ...{ result, resultJson, resultFile, logsFile, reportFile },
        errorMessage: view.errorMessage ?? view.cutShort ?? view.skipReason,
    };
}
/** From the worst on. What is still open counts as cancelled: the step ended before it. */
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
/** `succeeded` if all are, else the worst. */
function fleetOutcome(rows, { cancelled }) {
    if (cancelled)
        return 'cancelled';
    return ORDER.find((outcome) => rows.some((row) => row.outcome === outcome)) ?? 'succeeded';
}
/** How many rows have each outcome, the worst first; only those that occur. */
function countsOf(rows) {
    const all = [...ORDER.slice(0, -1), 'running', 'waiting', 'succeeded'];
    const counts = all.map((outcome) => [outcome, rows.filter((row) => row.outcome === outcome).length]);
    return Object.fromEntries(counts.filter(([, count]) => count > 0));
}
/** The worst first; among equals in the order of the tasks. */
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
const WINDOW = 100;
/** A run that was not in so many windows is followed by itself. */
const MOST_MISSES = 4;
/** A list pays from so many runs on. */
const WORTH_RUNS = 3;
/**
 * A window is due when the squares of the ages of what is known of its runs, in seconds, add up to this: one run is looked at every
 * 15 s, a hundred every 1.5 s if there were no least interval.
 */
const DUE = 225;
const LEAST_INTERVAL_MS = 3_500;
function listingStart() {
    return { mode: 'untried', runs: new Map(), created: 0 };
}
/** A run exists now. `created`: by this fleet, so that it stands at the top of the list. */
function listingAdd(listing, { runId, created, now }) {
    const count = listing.created + (created ? 1 : 0);
    const place = created ? -count : -listing.created;
    const runs = new Map(listing.runs).set(runId, { place, meaning: null, at: now, missed: 0 });
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
/** What a look at the run itself showed. */
function listingSaw(listing, { runId, meaning, now }) {
    const known = listing.runs.get(runId);
    return known === undefined
        ? listing
        : { ...listing, runs: new Map(listing.runs).set(runId, { ...known, meaning, at: now }) };
}
/** Whether the list tells when this run ends, so that it need not be looked at by itself. */
function isListed({ mode, runs }, runId) {
    const known = runs.get(runId);
    return mode === 'there' && known?.meaning === 'active' && known.missed < MOST_MISSES && runs.size >= WORTH_RUNS;
}
/** The list shows an end, or a word that says nothing: the run itself is to be looked at. */
function hasChanged({ mode, runs }, runId) {
    const meaning = runs.get(runId)?.meaning ?? null;
    return mode === 'there' && meaning !== null && meaning !== 'active' && meaning !== 'unknown';
}
/** The list may say more of it: it was not found yet, or is at work. */
function isOpen({ meaning, missed }) {
    return (meaning === null || meaning === 'active') && missed < MOST_MISSES;
}
/** The window that is due first; null when the list is not worth a request. */
function nextWindow(listing, now) {
    const { mode, runs, created } = listing;
    if (mode === 'absent' || runs.size < WORTH_RUNS)
        return null;
    const places = [...runs.values()]
        .filter(isOpen)
        .map(({ place, at }) => ({ place: Math.max(0, place + created), at }))
        .sort((a, b) => a.place - b.place);
    let first = null;
    for (let from = 0; from < places.length;) {
        const skip = places[from]?.place ?? 0;
        const end = places.findIndex(({ place }, index) => index > from && place >= skip + WINDOW);
        const ages = places.slice(from, end === -1 ? undefined : end).map(({ at }) => (now - at) / 1000);
        const worth = ages.reduce((total, age) => total + age * age, 0);
        const dueAt = now + dueIn(ages, worth);
        if (first === null || dueAt < first.dueAt || (dueAt === first.dueAt && worth > first.worth))
            first = { skip, dueAt, worth };
        from = end === -1 ? places.length : end;
    }
    return first;
}
/** Milliseconds until the squares of the ages (seconds) add up to what makes a window due. */
function dueIn(ages, worth) {
    const sum = ages.reduce((total, age) => total + age, 0);
    const root = Math.sqrt(Math.max(0, sum * sum - ages.length * (worth - DUE)));
    const least = LEAST_INTERVAL_MS - 1000 * Math.min(...ages);
    return Math.max(0, least, (1000 * (root - sum)) / ages.length);
}
/** Takes in a page: what it says of this fleet's runs. `items` in the order of the list, null where it could not be read. */
function listingTake(listing, { skip, items, now }) {
    const { created } = listing;
    const runs = new Map(listing.runs);
    const found = new Set();
    for (const [index, { id, meaning }] of (items ?? []).entries()) {
        if (!runs.has(id))
            continue;
        found.add(id);
        runs.set(id, { place: skip + index - created, meaning, at: now, missed: 0 });
    }
    for (const [id, known] of runs) {
        const place = Math.max(0, known.place + created);
        if (found.has(id) || place < skip || place >= skip + WINDOW)
            continue;
        // Others' runs have pushed it down, unless the list ends here; where nothing was read, the next try comes later.
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

/***/ 89:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   N: () => (/* binding */ fleetSummary),
/* harmony export */   d: () => (/* binding */ fleetTable)
/* harmony export */ });
/* harmony import */ var _shared_format_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(275);
/* harmony import */ var _report_sanitize_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4256);
/* harmony import */ var _report_outcome_text_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1773);
/* harmony import */ var _rows_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1060);




const ROWS_MOST = 100;
const WORDS_MOST = 200;
/** The table alone, for a comment as well. */
function fleetTable(rows, most = ROWS_MOST) {
    const shown = (0,_rows_js__WEBPACK_IMPORTED_MODULE_2__/* .worstFirst */ .md)(rows).slice(0, most);
    const rest = rows.length - shown.length;
    return (0,_shared_format_js__WEBPACK_IMPORTED_MODULE_3__/* .joined */ .oR)([
        ['| Task | Outcome | Run | Time | |', '| :-- | :-- | :-- | --: | :-- |', ...shown.map(tableRow)].join('\n'),
        rest > 0 ? `*${(0,_shared_format_js__WEBPACK_IMPORTED_MODULE_3__/* .counted */ .hS)(rest, 'more task')}: see \`runs_file\`.*` : '',
    ]);
}
function tableRow(row) {
    const address = row.webUrl === null ? null : (0,_report_sanitize_index_js__WEBPACK_IMPORTED_MODULE_0__/* .safeHttpsUrl */ .Wb)(row.webUrl);
    const run = row.runId === null ? '' : address === null ? String(row.runId) : (0,_report_sanitize_index_js__WEBPACK_IMPORTED_MODULE_0__/* .markdownLink */ .iQ)(String(row.runId), address);
    const outcome = `${row.outcome === 'waiting' ? '⏳' : (0,_report_outcome_text_js__WEBPACK_IMPORTED_MODULE_1__/* .outcomeMark */ .eD)(row.outcome)} ${row.outcome.replace('_', ' ')}`;
    const time = row.durationMs > 0 ? (0,_shared_format_js__WEBPACK_IMPORTED_MODULE_3__/* .duration */ .p0)(row.durationMs) : '';
    const code = row.errorCode === null ? '' : `${row.errorCode}: `;
    const words = row.errorMessage === null ? row.result : `${code}${row.errorMessage}`;
    const said = (0,_report_sanitize_index_js__WEBPACK_IMPORTED_MODULE_0__/* .markdownText */ .p7)(words, WORDS_MOST);
    return `| ${(0,_report_sanitize_index_js__WEBPACK_IMPORTED_MODULE_0__/* .markdownText */ .p7)(row.key, 64)} | ${outcome} | ${run} | ${time} | ${said} |`;
}
function fleetSummary(summary) {
    const { rows, outcome, view, runsFile, reportFile, note } = summary;
    const heading = `## ${(0,_report_outcome_text_js__WEBPACK_IMPORTED_MODULE_1__/* .outcomeMark */ .eD)(outcome)} ${(0,_shared_format_js__WEBPACK_IMPORTED_MODULE_3__/* .counted */ .hS)(rows.length, 'agent run')}: ${(0,_rows_js__WEBPACK_IMPORTED_MODULE_2__/* .countsText */ .WN)(rows)}`;
    const files = [
        ['runs_file', runsFile],
        ['report_file', reportFile],
    ];
    const list = files.flatMap(([name, path]) => (path === null ? [] : [`- \`${name}\`: ${(0,_report_sanitize_index_js__WEBPACK_IMPORTED_MODULE_0__/* .markdownCode */ .D9)(path)}`]));
    return `${(0,_shared_format_js__WEBPACK_IMPORTED_MODULE_3__/* .joined */ .oR)([
        heading,
        note === null ? '' : (0,_report_sanitize_index_js__WEBPACK_IMPORTED_MODULE_0__/* .markdownText */ .p7)(note, 2000),
        fleetTable(rows),
        list.length === 0
            ? ''
            : (0,_shared_format_js__WEBPACK_IMPORTED_MODULE_3__/* .joined */ .oR)([
                '### Files',
                list.join('\n'),
                'Deleted when the job ends: upload them with `actions/upload-artifact` under `if: always()`. Each run has a log, a result and a report of its own, named in `runs_file`.',
            ]),
        warnings(view),
        footer(view),
    ])}\n`;
}
function warnings({ warnings: said }) {
    if (said.length === 0)
        return '';
    return (0,_shared_format_js__WEBPACK_IMPORTED_MODULE_3__/* .joined */ .oR)([
        '### Warnings',
        said
            .slice(0, 50)
            .map((warning) => `- ${(0,_report_sanitize_index_js__WEBPACK_IMPORTED_MODULE_0__/* .markdownText */ .p7)(warning, 1000)}`)
            .join('\n'),
    ]);
}
function footer({ provenance, durationMs, requests }) {
    const { workflow, workflowRunUrl } = provenance;
    const parts = [
        workflowRunUrl === null && workflow === ''
            ? ''
            : (0,_report_sanitize_index_js__WEBPACK_IMPORTED_MODULE_0__/* .markdownRunnerLink */ .os)(workflow === '' ? 'workflow run' : workflow.slice(0, 100), workflowRunUrl),
        (0,_shared_format_js__WEBPACK_IMPORTED_MODULE_3__/* .duration */ .p0)(durationMs),
        (0,_shared_format_js__WEBPACK_IMPORTED_MODULE_3__/* .counted */ .hS)(requests, 'request'),
    ];
    return `<sub>${(0,_shared_format_js__WEBPACK_IMPORTED_MODULE_3__/* .joined */ .oR)(parts, ' · ')}</sub>`;
}


/***/ }),

/***/ 1773:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   AP: () => (/* binding */ commentHeading),
/* harmony export */   Wm: () => (/* binding */ headingOf),
/* harmony export */   Zn: () => (/* binding */ nextSteps),
/* harmony export */   eD: () => (/* binding */ outcomeMark)
/* harmony export */ });
/* harmony import */ var _shared_format_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(275);
/* harmony import */ var _sanitize_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4256);
/* harmony import */ var _pull_request_check_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(2919);
/** What an outcome is called and what to do about it, as Markdown. Pure. */



const WORDS = {
    succeeded: { mark: '✅', verb: 'succeeded', heading: 'The agent is done' },
    failed: { mark: '❌', verb: 'failed', heading: 'The agent did not succeed' },
    cancelled: { mark: '🚫', verb: 'was cancelled', heading: 'Cancelled' },
    needs_input: { mark: '💬', verb: 'needs input', heading: 'The agent needs an answer' },
    timed_out: { mark: '⏱️', verb: 'timed out', heading: 'Timed out: this workflow no longer waits for the agent' },
    started: { mark: '🚀', verb: 'was started', heading: 'The agent has started' },
    skipped: { mark: '⏭️', verb: 'was skipped', heading: 'Skipped' },
    error: { mark: '⚠️', verb: 'ended with an error', heading: 'Something went wrong' },
    unverified: {
        mark: '❓',
        verb: 'succeeded, but is unverified',
        heading: 'Done, but no pull request could be verified',
    },
    running: { mark: '⏳', verb: 'is running', heading: 'The agent is at work' },
};
function outcomeMark(outcome) {
    return WORDS[outcome].mark;
}
/** The summary's first line: mark, run, outcome, time. */
function headingOf(view) {
    const { mark, verb } = WORDS[view.outcome];
    const run = view.runId === null ? 'Agent run' : `Agent run ${view.runId}`;
    const time = view.runId !== null && view.durationMs > 0 ? ` after ${(0,_shared_format_js__WEBPACK_IMPORTED_MODULE_1__/* .duration */ .p0)(view.durationMs)}` : '';
    return `## ${mark} ${run} ${verb}${time}`;
}
/** `✅ The agent is done`: what a comment begins with. */
function commentHeading({ outcome }) {
    return `${WORDS[outcome].mark} ${WORDS[outcome].heading}`;
}
/** What became of the run, as far as it is known. */
function standingOf(view) {
    const address = view.webUrl === null ? null : (0,_sanitize_index_js__WEBPACK_IMPORTED_MODULE_0__/* .safeHttpsUrl */ .Wb)(view.webUrl);
    const where = address === null ? 'at the service' : `at ${(0,_sanitize_index_js__WEBPACK_IMPORTED_MODULE_0__/* .markdownLink */ .iQ)(address, address)}`;
    const run = address === null ? `Run ${String(view.runId)}` : 'The run';
    switch (view.standing) {
        case 'no_run':
            return 'No run was created.';
        case 'maybe_created':
            return 'Whether a run was created is not known: check the list of runs at the service.';
        case 'untouched':
            return `Nothing was sent to run ${String(view.runId)} ${where}.`;
        case 'maybe_resumed':
            return `Whether run ${String(view.runId)} received the follow-up is not known: check ${where}.`;
        case 'going_on':
            return `${run} goes on ${where}.`;
        case 'not_known':
            return `${address === null ? `The state of run ${String(view.runId)}` : 'The state of the run'} could not be confirmed: check ${where}.`;
        case 'ended':
            return `${run} has ended: see its page ${where}.`;
    }
}
function follow(view) {
    return view.runId === null
        ? ''
        : ` To follow it from another step, set \`agent_run_id: "${view.runId}"\` and no prompt.`;
}
/** Not by the status word: a resumed run still shows the one from before, and inputs may name others. */
function stepCancelled({ cutShort, standing }) {
    return cutShort !== null || standing !== 'ended';
}
/** Exactly what to write, and where. */
function howToAnswer({ provenance: { reply }, runId }) {
    if (runId === null)
        return '';
    const elsewhere = `run this action with \`agent_run_id: "${runId}"\` and a \`prompt\` that answers`;
    if (reply === undefined)
        return `To answer, ${elsewhere}. The same run continues.`;
    if (reply.phrase === null)
        return `To answer, write it here in the way that starts this workflow: the same run continues. Or ${elsewhere}.`;
    return `To answer, comment here with ${(0,_sanitize_index_js__WEBPACK_IMPORTED_MODULE_0__/* .markdownCode */ .D9)(reply.phrase, 100)} and your answer: the same run continues.`;
}
/** What the outcome means and what to do next; empty where there is nothing to add. */
function nextSteps(view) {
    switch (view.outcome) {
        case 'succeeded':
        case 'running':
            return '';
        case 'failed':
            return 'Resume the run with a follow-up prompt that says what to do differently, or start a new one with a narrower task.';
        case 'cancelled':
            return stepCancelled(view)
                ? `This step was cancelled${view.errorMessage === null && view.standing !== 'not_known' ? ', not the run' : ''}. ${leftOf(view)}${follow(view)}`
                : 'The run was stopped at the service. Resume it with a follow-up prompt to go on.';
        case 'needs_input':
            return `The agent waits for an answer. ${howToAnswer(view)}`.trim();
        case 'timed_out':
            return `${cutShort(view)}${leftOf(view)} Raise \`timeout_minutes\` to wait longer.${follow(view)}`;
        case 'started':
            return `${standingOf(view)} This step did not wait for it.${follow(view)}`;
        case 'skipped':
            return view.skipReason === null ? 'No request was sent.' : (0,_sanitize_index_js__WEBPACK_IMPORTED_MODULE_0__/* .markdownText */ .p7)(view.skipReason, 2000);
        case 'unverified':
            return `${(0,_sanitize_index_js__WEBPACK_IMPORTED_MODULE_0__/* .markdownText */ .p7)((0,_pull_request_check_js__WEBPACK_IMPORTED_MODULE_2__/* .whyUnverified */ .ki)(view.checks ?? null), 2000)} Resume the run and ask for one, or remove \`expect: pull_request\`.`;
        case 'error':
            return `**${(0,_sanitize_index_js__WEBPACK_IMPORTED_MODULE_0__/* .markdownText */ .p7)(view.errorCode ?? 'internal', 40)}**${reason(view)}`;
    }
}
/** The run that the step left at work: whether it was asked to stop, else where it stands. */
function leftOf(view) {
    return view.errorMessage === null ? standingOf(view) : (0,_sanitize_index_js__WEBPACK_IMPORTED_MODULE_0__/* .markdownText */ .p7)(view.errorMessage, 2000);
}
function cutShort(view) {
    return view.cutShort === null ? '' : `${(0,_sanitize_index_js__WEBPACK_IMPORTED_MODULE_0__/* .markdownText */ .p7)(view.cutShort, 2000)} `;
}
/** The message of an error, as text that may quote the service. */
function reason(view) {
    if (view.errorMessage === null || view.errorMessage === '')
        return '';
    return `\n\n${(0,_sanitize_index_js__WEBPACK_IMPORTED_MODULE_0__/* .markdownFence */ .p0)(view.errorMessage, 'text', 8000)}`;
}


/***/ })

};
;