"use strict";
exports.id = 555;
exports.ids = [555];
exports.modules = {

/***/ 5555:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  finishFleet: () => (/* binding */ finishFleet)
});

// EXTERNAL MODULE: ./build/src/github/event.js
var github_event = __webpack_require__(7736);
// EXTERNAL MODULE: ./build/src/github/provenance.js
var provenance = __webpack_require__(2529);
// EXTERNAL MODULE: ./build/src/inputs/parse.js
var parse = __webpack_require__(2549);
// EXTERNAL MODULE: ./build/src/inputs/reader.js
var reader = __webpack_require__(8279);
// EXTERNAL MODULE: ./build/src/safe/job-log.js
var job_log = __webpack_require__(870);
// EXTERNAL MODULE: ./build/src/service/client.js + 1 modules
var service_client = __webpack_require__(8653);
// EXTERNAL MODULE: ./build/src/session/commit-status.js
var commit_status = __webpack_require__(7671);
// EXTERNAL MODULE: ./build/src/session/ends.js
var ends = __webpack_require__(3291);
// EXTERNAL MODULE: ./build/src/session/step.js + 1 modules
var session_step = __webpack_require__(1973);
// EXTERNAL MODULE: ./build/src/shared/format.js
var format = __webpack_require__(275);
// EXTERNAL MODULE: ./build/src/shared/within.js
var within = __webpack_require__(9327);
// EXTERNAL MODULE: ./build/src/thread-comment/index.js + 1 modules
var thread_comment = __webpack_require__(5276);
// EXTERNAL MODULE: ./build/src/idempotency/after-kill.js
var after_kill = __webpack_require__(1503);
// EXTERNAL MODULE: ./build/src/fleet/scheduling/listing.js
var listing = __webpack_require__(5932);
;// CONCATENATED MODULE: ./build/src/fleet/afterwards/look.js


/** The runner gives post steps little time when a job is cancelled. */
const BUDGET_MS = 5_000;
/** The killed step may have used most of the rate limit. */
const PAGES_MOST = 10;
const READS_MOST = 20;
/** Adds the runs of creates that were in flight, if they carried a key and can be found by it (contract 4.9). */
async function withAdopted({ ports, client }, notes) {
    const { clock, stop } = ports;
    const call = { signal: stop, deadline: clock.now() + BUDGET_MS };
    return Promise.all(notes.map(async (note) => {
        const { phase, runId = null, identity = null } = note;
        if (phase !== 'sending' || runId !== null || identity === null)
            return note;
        const state = { identity, runId };
        const run = await (0,after_kill/* runLeftByCreate */.u)({ clock, published: () => client.published() }, state, call);
        return run === null ? note : { ...note, phase: 'running', runId: run.id, webUrl: run.webUrl };
    }));
}
/** The runs by ID, as far as a few requests allow: from the list of runs, or one by one. */
async function lookAtAll({ ports, client }, notes) {
    const open = notes.filter(({ phase }) => phase === 'running');
    const call = { signal: ports.stop, deadline: ports.clock.now() + BUDGET_MS };
    const ids = new Set(open.flatMap(({ runId }) => runId ?? []));
    const found = new Map();
    try {
        const published = await client.published();
        for (let page = 0; ids.size >= 3 && page < PAGES_MOST && found.size < ids.size; page += 1) {
            const { items, next } = await published.runs({ skip: page * listing/* WINDOW */.jf, limit: listing/* WINDOW */.jf }, call);
            for (const run of items)
                if (ids.has(run.id))
                    found.set(run.id, run);
            if (next === null)
                break;
        }
    }
    catch {
        // Without a list, the runs are read individually.
    }
    const rest = [...ids].filter((id) => !found.has(id)).slice(0, READS_MOST);
    await Promise.allSettled(rest.map(async (id) => found.set(id, await client.run(id, call))));
    return found;
}

// EXTERNAL MODULE: ./build/src/github/commit-status-state.js
var commit_status_state = __webpack_require__(5562);
// EXTERNAL MODULE: ./build/src/run/status.js
var run_status = __webpack_require__(3220);
// EXTERNAL MODULE: ./build/src/fleet/telling/rows.js
var telling_rows = __webpack_require__(5858);
;// CONCATENATED MODULE: ./build/src/fleet/afterwards/rows.js
/** The state of each task after a kill, from the journal and one read of the service, and their combined outcome. Pure. */



/** @param how `inputs` is null if they could not be read; `run` is the run's current state, if it was read */
function rowAfterwards(note, { inputs, run }) {
    const { key, phase, runId = null, outcome = null } = note;
    const webUrl = run?.web_url ?? note.webUrl ?? null;
    const row = { ...(0,telling_rows/* rowStart */.T9)(key), runId, webUrl, status: run?.status ?? null };
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
    const meaning = (0,run_status/* createClassifier */.CC)(inputs)(run.status);
    // One read cannot tell whether a resumed run still shows its previous end (contract 4.5).
    if ((0,run_status/* isTerminal */.Hd)(meaning) && note.resumed !== true)
        return {
            ...row,
            outcome: (0,run_status/* outcomeOf */.sG)(meaning),
            errorMessage: `Has ended since (status ${String(run.status)}); read its result with its \`agent_run_id\`.`,
        };
    return { ...row, outcome: 'running', errorMessage: `Goes on (status ${String(run.status)}).` };
}
/** Outcomes for which nothing shows that the run has ended. */
const OPEN = new Set(['running', 'cancelled']);
function sentenceAfterwards(notes, rows) {
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
/** The final commit status if the killed step had none. A success only if every run is known to have succeeded. */
function statusAfterwards(notes, { rows, inputs }) {
    const open = rows.some((row, index) => notes[index]?.phase !== 'ended' && OPEN.has(row.outcome));
    const outcome = (0,telling_rows/* fleetOutcome */.FG)(rows, { cancelled: open });
    const unchecked = notes.some(({ phase }) => phase !== 'ended');
    if (outcome === 'succeeded' && unchecked && (inputs.outputSchema !== null || inputs.expect !== 'none'))
        return { state: 'error', description: 'The runs ended, but the step was killed before all answers were checked' };
    const passes = notes.map(({ passed = null }) => passed);
    return (0,commit_status_state/* statusOfMany */.Pz)({ outcome, passes, runs: rows.length, counts: (0,telling_rows/* countsText */.WN)(rows), durationMs: 0 });
}

// EXTERNAL MODULE: ./build/src/organization/stop-run.js
var stop_run = __webpack_require__(4214);
;// CONCATENATED MODULE: ./build/src/fleet/afterwards/stop.js


/** For all runs. Requests respect the rate limit, which the main step may have used up. */
const stop_BUDGET_MS = 120_000;
const TRIES = 4;
const PAUSE_MS = 5_000;
/** The rows, with the results of the stop requests. */
async function stopAfterwards(left, rows) {
    const { ports, inputs, notes } = left;
    if (inputs.onCancel !== 'stop')
        return rows;
    const call = { signal: ports.stop, deadline: ports.clock.now() + stop_BUDGET_MS };
    const told = [];
    for (const [index, row] of rows.entries()) {
        const { phase, stop } = notes[index] ?? {};
        const isOpen = phase === 'running' && (row.outcome === 'running' || row.outcome === 'cancelled');
        const isDue = stop === 'pending' || (isOpen && stop !== 'done');
        told.push(row.runId === null || !isDue ? row : await stopped(left, { ...row, runId: row.runId }, call));
    }
    return told;
}
async function stopped(left, row, call) {
    const { runId, webUrl } = row;
    const answer = await patiently(left, runId, call);
    return { ...row, stopped: answer.kind, errorMessage: (0,stop_run/* stopSentence */.WQ)(answer, { runId, address: (0,format/* shownAddress */.Uk)(webUrl) }) };
}
async function patiently({ ports, client }, runId, call) {
    for (let attempt = 1;; attempt += 1) {
        const answer = await (0,stop_run/* stopRun */.KV)(client, runId, call);
        const over = attempt === TRIES || ports.clock.now() + PAUSE_MS >= call.deadline;
        if (answer.kind !== 'unknown' || over)
            return answer;
        await ports.clock.sleep(PAUSE_MS, call.signal);
    }
}

// EXTERNAL MODULE: ./build/src/fleet/journal.js
var journal = __webpack_require__(3006);
// EXTERNAL MODULE: ./build/src/fleet/stop.js
var stop = __webpack_require__(6125);
// EXTERNAL MODULE: ./build/src/fleet/telling/comment.js
var comment = __webpack_require__(6626);
// EXTERNAL MODULE: ./build/src/fleet/telling/summary.js
var telling_summary = __webpack_require__(6864);
;// CONCATENATED MODULE: ./build/src/fleet/afterwards/index.js



















/** For the comment and the commit status. */
const afterwards_BUDGET_MS = 8_000;
async function finishFleet(ports, state) {
    const { host, env, files, clock } = ports;
    const event = (0,github_event/* readEvent */.j_)(env, ports.payload);
    const step = new session_step/* Step */.p({ clock, host, requests: () => ports.http.reached() }, (0,provenance/* provenanceOf */.Jj)(event));
    const notes = (0,journal/* readJournal */.a)(files.readText(state.journal ?? ''));
    const parsed = (0,parse/* parseInputs */.T)({ ...ports, input: (name) => host.input(name), afterwards: true });
    const scene = { ports, event, step, state, notes };
    const killed = state.phase === 'fleet';
    if (parsed.ok)
        return killed ? afterKill(scene, parsed.inputs) : afterSignal(scene, parsed.inputs);
    const unread = (0,reader/* unreadInputs */.z_)(parsed.problems);
    if (killed)
        say(scene, rowsOf(notes, null), unread);
    else
        host.warning((0,job_log/* annotation */.w7)(unread), { title: 'Agent runs: killed' });
}
/** The main step could not report its end. */
async function afterKill(given, inputs) {
    const { ports, step } = given;
    const client = (0,service_client/* createClient */.U)({ ...ports, ...inputs });
    const notes = await withAdopted({ ports, client }, given.notes);
    const scene = { ...given, notes };
    const runs = await lookAtAll({ ports, client }, notes);
    const before = notes.map((note) => rowAfterwards(note, { inputs, run: runs.get(note.runId ?? -1) }));
    const rows = await stopAfterwards({ ports, client, inputs, notes }, before);
    const message = say(scene, rows, (0,stop/* stopSummary */.BT)(rows, { afterwards: true }));
    step.dispatch({ type: 'ended', end: { ...(0,ends/* plainEnd */._u)('cancelled'), cutShort: message }, at: ports.clock.now() });
    if (inputs.summary) {
        const summary = { rows, outcome: 'cancelled', view: step.view(), runsFile: null, reportFile: null };
        await ports.host.summary((0,telling_summary/* fleetSummary */.N)({ ...summary, note: message }));
    }
    await tellOthers(scene, { inputs, rows });
}
/** The main step reported its end, but ran out of time for the rest. */
async function afterSignal(scene, inputs) {
    const { ports, step, state, notes } = scene;
    const { outcome = 'cancelled', errorCode = null, errorMessage = null } = state;
    const end = (0,ends/* plainEnd */._u)(outcome === null || outcome === 'running' ? 'cancelled' : outcome);
    step.dispatch({ type: 'ended', end: { ...end, errorCode, errorMessage }, at: ports.clock.now() });
    const before = rowsOf(notes, inputs);
    const client = (0,service_client/* createClient */.U)({ ...ports, ...inputs });
    const rows = await stopAfterwards({ ports, client, inputs, notes }, before);
    const stops = (0,stop/* stopSummary */.BT)(rows.filter((row, index) => row !== before[index]), { afterwards: true });
    if (stops !== null)
        ports.host.notice((0,job_log/* annotation */.w7)(stops), { title: 'Agent runs: stop' });
    await tellOthers(scene, { inputs, rows });
}
function rowsOf(notes, inputs) {
    return notes.map((note) => rowAfterwards(note, { inputs, run: undefined }));
}
/** Prints the state of all runs, and returns it as a message. `more` is a sentence for its end. */
function say({ ports: { host }, notes }, rows, more) {
    for (const row of rows)
        host.line((0,job_log/* logInline */.Ab)(` ${row.key}: ${row.errorMessage ?? row.outcome}`));
    const message = `The step was killed while it followed ${(0,format/* counted */.hS)(notes.length, 'task')}. ${sentenceAfterwards(notes, rows)}${more === null ? '' : ` ${more}`}`;
    host.warning((0,job_log/* annotation */.w7)(message), { title: 'Agent runs: killed' });
    return message;
}
async function tellOthers({ ports, event, step, state, notes }, { inputs, rows }) {
    const note = step.state.cutShort;
    const thread = await (0,thread_comment/* openThread */.D)({ ...ports, inputs, event, warn: (message) => step.warn(message), onComment: () => undefined }, { afterwards: true, render: (view, options) => (0,comment/* fleetComment */.a)({ rows, view, note }, options) });
    const runId = rows.find((row) => row.runId !== null)?.runId ?? null;
    const otherwise = () => statusAfterwards(notes, { rows, inputs });
    await (0,within/* within */.u)({ clock: ports.clock, ms: afterwards_BUDGET_MS, signal: ports.stop }, (signal) => Promise.all([
        thread?.finish({ ...step.view(), runId }, { budgetMs: afterwards_BUDGET_MS }),
        (0,commit_status/* endLeftStatus */.rd)({ ...ports, event, step }, { inputs, state, otherwise, signal }),
    ]));
}


/***/ })

};
;