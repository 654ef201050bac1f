"use strict";
exports.id = 8689;
exports.ids = [8689,9431,1503];
exports.modules = {

/***/ 8689:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  finishFleet: () => (/* binding */ finishFleet)
});

// EXTERNAL MODULE: ./build/src/event/event.js
var event_event = __webpack_require__(269);
// EXTERNAL MODULE: ./build/src/event/provenance.js
var provenance = __webpack_require__(1002);
// EXTERNAL MODULE: ./build/src/safe/job-log.js
var job_log = __webpack_require__(870);
// EXTERNAL MODULE: ./build/src/service/client.js + 1 modules
var service_client = __webpack_require__(8653);
// EXTERNAL MODULE: ./build/src/session/after-kill/message.js
var message = __webpack_require__(8452);
// EXTERNAL MODULE: ./build/src/session/after-kill/scene.js
var after_kill_scene = __webpack_require__(9839);
// EXTERNAL MODULE: ./build/src/session/commit-status.js
var commit_status = __webpack_require__(7671);
// EXTERNAL MODULE: ./build/src/session/ends.js
var ends = __webpack_require__(3291);
// EXTERNAL MODULE: ./build/src/session/step.js + 1 modules
var session_step = __webpack_require__(1973);
// EXTERNAL MODULE: ./build/src/shared/format.js
var format = __webpack_require__(275);
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
        const run = await (0,after_kill.runLeftByCreate)({ clock, published: () => client.published() }, state, call);
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

// EXTERNAL MODULE: ./build/src/commit-status/decide.js
var decide = __webpack_require__(8315);
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
    return (0,decide/* statusOfMany */.Pz)({ outcome, passes, runs: rows.length, counts: (0,telling_rows/* countsText */.WN)(rows), durationMs: 0 });
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
    return { ...row, stopped: answer.kind, errorMessage: (0,stop_run.stopSentence)(answer, { runId, address: (0,format/* shownAddress */.Uk)(webUrl) }) };
}
async function patiently({ ports, client }, runId, call) {
    for (let attempt = 1;; attempt += 1) {
        const answer = await (0,stop_run/* stopRun */.K)(client, runId, call);
        const over = attempt === TRIES || ports.clock.now() + PAUSE_MS >= call.deadline;
        if (answer.kind !== 'unknown' || over)
            return answer;
        await ports.clock.sleep(PAUSE_MS, call.signal);
    }
}

// EXTERNAL MODULE: ./build/src/session/after-kill/traces.js
var traces = __webpack_require__(3054);
;// CONCATENATED MODULE: ./build/src/fleet/afterwards/trace.js



/** Never rejects: failures become warnings. */
async function traceLeftRuns({ ports, inputs, provenance, path }, notes) {
    for (const { phase, runId = null, webUrl = null, logsFile = null, before = 0 } of notes) {
        if (phase !== 'running' || runId === null)
            continue;
        const run = { runId, webUrl, provenance, logsFile, before };
        try {
            await (0,traces/* appendLeftTrace */.lA)({ ports, inputs, run }, path);
        }
        catch (error) {
            const why = `The trace of run ${runId} could not be written: ${(0,format/* messageOf */.bD)(error)}.`;
            ports.host.warning((0,job_log/* annotation */.w7)(why));
            return;
        }
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
    const event = (0,event_event/* readEvent */.j_)(env, ports.payload);
    const step = new session_step/* Step */.p({ clock, host, requests: () => ports.http.reached() }, (0,provenance/* provenanceOf */.J)(event));
    const notes = (0,journal/* readJournal */.a)(files.readText(state.journal ?? ''));
    const parsed = (0,after_kill_scene/* inputsAfterwards */.l_)(ports);
    const scene = { ports, event, step, state, notes };
    const killed = state.phase === 'fleet';
    if (parsed.ok)
        return killed ? afterKill(scene, parsed.inputs) : afterSignal(scene, parsed.inputs);
    const unread = (0,message/* unreadInputs */.z_)(parsed.problems);
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
    const { trace = null } = scene.state;
    const { provenance } = step.state;
    if (trace !== null)
        await traceLeftRuns({ ports, inputs, provenance, path: trace }, notes);
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
    await Promise.all([
        thread?.finish({ ...step.view(), runId }, { budgetMs: afterwards_BUDGET_MS }),
        (0,commit_status/* endLeftStatusWith */.RM)({ ports, event, inputs, step }, { state, budgetMs: afterwards_BUDGET_MS, otherwise }),
    ]);
}


/***/ }),

/***/ 1503:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Q: () => (/* binding */ runOfKey),
/* harmony export */   runLeftByCreate: () => (/* binding */ runLeftByCreate)
/* harmony export */ });
/* harmony import */ var _runner_saved_state_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1870);
/* harmony import */ var _runner_signals_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8788);
/* harmony import */ var _create_once_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(9431);
/* harmony import */ var _lookup_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(6893);
/** Finds the run of a create whose response a killed step did not receive (contract 4.9, 7.3). */




/**
 * The only listed run with the key and generation of the create, or null if there is none, if that is uncertain, or if
 * the step was killed during another request.
 */
async function runLeftByCreate(ports, { identity, runId }, call) {
    const sent = (0,_runner_saved_state_js__WEBPACK_IMPORTED_MODULE_0__/* .readIdentity */ .xN)(identity ?? '');
    // A known run was being resumed: the key belongs to its create, which was answered.
    if (sent === null || (runId ?? null) !== null)
        return null;
    try {
        const found = await (0,_lookup_js__WEBPACK_IMPORTED_MODULE_3__/* .lookForCreated */ .xZ)((0,_create_once_js__WEBPACK_IMPORTED_MODULE_2__/* .lookupPorts */ .P)(ports), { ...sent, call });
        return found.kind === 'one' ? found.run : null;
    }
    catch (error) {
        if (error instanceof _runner_signals_js__WEBPACK_IMPORTED_MODULE_1__/* .Cancelled */ .c)
            return null;
        throw error;
    }
}
/** The run of a create with this key and generation, or null if it cannot be determined with certainty. */
async function runOfKey(ports, { key, attempt }, call) {
    const identity = { key, generation: attempt, asked: '' };
    const found = await (0,_lookup_js__WEBPACK_IMPORTED_MODULE_3__/* .lookForEarlier */ .db)((0,_create_once_js__WEBPACK_IMPORTED_MODULE_2__/* .lookupPorts */ .P)(ports), { identity, call });
    // What was asked is not known here, so that the one run of the key counts whatever it was.
    if (found.kind !== 'ambiguous' || found.why !== 'other_request' || found.generation !== attempt)
        return null;
    return found.runs[0]?.id ?? null;
}


/***/ }),

/***/ 9431:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  createOnce: () => (/* binding */ createOnce),
  P: () => (/* binding */ lookupPorts)
});

// EXTERNAL MODULE: ./build/src/run/log/entry.js
var entry = __webpack_require__(3061);
// EXTERNAL MODULE: ./build/src/run/start.js + 1 modules
var start = __webpack_require__(8499);
// EXTERNAL MODULE: ./build/src/idempotency/lookup.js + 1 modules
var lookup = __webpack_require__(6893);
// EXTERNAL MODULE: ./build/src/idempotency/metadata.js
var metadata = __webpack_require__(9147);
// EXTERNAL MODULE: ./build/src/shared/format.js
var format = __webpack_require__(275);
;// CONCATENATED MODULE: ./build/src/idempotency/messages.js

const METADATA_REFUSED = 'The service refused the request with metadata and accepted it without, so `idempotency: metadata` is off for this run: a lost answer or a re-run cannot find it. Remove the input, or use a service that keeps metadata.';
const METADATA_DROPPED = 'The service did not give the metadata of the created run back, so `idempotency: metadata` is off: a lost answer or a re-run cannot find the run. Remove the input, or use a service that keeps metadata.';
/** The service has no list of runs, or this token may not read it. */
function noList(error) {
    return `The list of runs cannot be read (${error.message}), so \`idempotency: metadata\` is off: it is not known whether an earlier attempt started a run, and a new one is created. Remove the input, or give the token access to the list of runs.`;
}
function whyAmbiguous({ why, runs }) {
    const named = runs.map(nameOf).join(', ');
    return why === 'several'
        ? `More than one run carries the key of this step: ${named}. Nothing was sent. Follow the right one with \`agent_run_id\` and no \`prompt\`, or set another \`idempotency_key\`.`
        : `A run with the key of this step was asked something else: ${named}. Nothing was sent. Follow it with \`agent_run_id\` and no \`prompt\`, or set another \`idempotency_key\` to start a new run.`;
}
/** No run is created, because an earlier one may exist. */
function notChecked(found) {
    const why = found.kind === 'bound' ? whereItEnded(found) : `the list of runs could not be read (${found.error.message})`;
    return `An earlier attempt of this step may have started a run, and that could not be checked: ${why}. Nothing was created. Look at the list of runs in the web interface of the service: if the run is there, follow it with \`agent_run_id\` and no \`prompt\`; if not, start the workflow anew.`;
}
function whereItEnded({ by, oldest }) {
    if (by === 'age')
        return 'the list of runs was read back to 30 days and goes on behind that';
    const reach = oldest === null ? '' : `, which reach back to ${new Date(oldest).toISOString().slice(0, 10)}`;
    return `the list of runs is longer than 20 pages of 100${reach}`;
}
/** An ambiguous create that the list of runs did not settle. @param failure the error message of the create */
function notSettled(failure, found) {
    switch (found.kind) {
        case 'ambiguous': {
            const named = found.runs.map(nameOf).join(', ');
            return found.why === 'several'
                ? `${failure} More than one run carries the key of this request: ${named}. Follow the right one with \`agent_run_id\` and no \`prompt\`.`
                : `${failure} The run that carries the key of this request was asked something else: ${named}.`;
        }
        case 'unreadable':
            return `${failure} The list of runs could not be read to find out (${found.error.message}).`;
        case 'none':
        case 'bound':
            return `${failure} No run in the list carries the key of this request; it was looked for until two minutes or the time of this step were over.`;
    }
}
function nameOf({ id, webUrl }) {
    const address = (0,format/* shownAddress */.Uk)(webUrl);
    return address === null ? `run ${id}` : `run ${id} (${address})`;
}

;// CONCATENATED MODULE: ./build/src/idempotency/create-once.js
/**
 * A create that makes at most one run (contract 4.8, 4.9): it searches for the run of an earlier attempt before the create, and for the new
 * run if the response to the create was lost. The request itself is never sent again after an ambiguous failure.
 */





async function* createOnce(ports, { body, once }, call) {
    const before = once.lookFirst ? yield* earlierRun(ports, once.identity, call) : create(once.identity);
    if (before.kind === 'found')
        return { ok: true, started: (0,start/* attachTo */.jT)(before.run.id) };
    if (before.kind === 'refused')
        return before.result;
    if (before.kind === 'off')
        return yield* (0,start/* createRun */.ut)(ports, body, call);
    const { identity } = before;
    const sentAt = ports.clock.wall();
    yield { type: 'keyed', identity, sentAt };
    const marked = (0,metadata/* withIdentity */.BF)(body, identity);
    const sent = yield* (0,start/* createRun */.ut)(ports, marked, call);
    if (sent.ok) {
        if (!(0,metadata/* carriesIdentity */.Uk)(sent.started.metadata, identity))
            yield { type: 'warning', message: METADATA_DROPPED };
        return sent;
    }
    // A refused create was not carried out, so it may be sent again without the key.
    if (sent.error?.status === 400 || sent.error?.status === 422)
        return yield* withoutIdentity(ports, body, call);
    if (sent.failure.code !== 'ambiguous_create')
        return sent;
    return yield* settle(ports, { identity, sentAt, sent }, call);
}
async function* withoutIdentity(ports, body, call) {
    yield { type: 'note', message: 'The service refused the create request; it is sent again without the key.' };
    const plain = yield* (0,start/* createRun */.ut)(ports, body, call);
    // If it is refused without the key too, the key was not the reason.
    if (plain.ok)
        yield { type: 'warning', message: METADATA_REFUSED };
    return plain;
}
/** Finds the run of the lost response. */
async function* settle(ports, { identity, sentAt, sent }, call) {
    yield {
        type: 'note',
        message: `${sent.error?.message ?? 'The response was lost'}: looking for the run in the list of runs, for up to two minutes.`,
    };
    const found = await (0,lookup/* lookForCreated */.xZ)(lookupPorts(ports), { identity, sentAt, call: stoppable(ports, call) });
    if (found.kind === 'one') {
        const { id, webUrl, status } = found.run;
        yield { type: 'note', message: `Run ${id} carries the key of this request: it is the run that was created.` };
        return { ok: true, started: { ...(0,start/* attachTo */.jT)(id), mode: 'created', webUrl, status } };
    }
    return { ...sent, failure: { code: 'ambiguous_create', message: notSettled(sent.failure.message, found) } };
}
function create(identity) {
    return { kind: 'create', identity };
}
/** The run of an earlier request with this key. */
async function* earlierRun(ports, identity, call) {
    const found = await (0,lookup/* lookForEarlier */.db)(lookupPorts(ports), { identity, call: stoppable(ports, call) });
    switch (found.kind) {
        case 'none':
            return create(identity);
        case 'one': {
            const generation = found.identity.generation;
            if (!endedBadly(ports, found.run)) {
                yield {
                    type: 'note',
                    message: `Run ${found.run.id} was started by attempt ${generation} of this step: attaching to it.`,
                };
                return { kind: 'found', run: found.run };
            }
            yield {
                type: 'note',
                message: `Run ${found.run.id} of attempt ${generation} ended as ${String(found.run.status)}: starting a new run.`,
            };
            return create(following(identity, generation));
        }
        case 'ambiguous': {
            const generation = found.generation;
            // A run that failed or was cancelled is ignored, whatever its request.
            if (found.runs.every((run) => endedBadly(ports, run)))
                return create(following(identity, generation));
            return refused(whyAmbiguous(found));
        }
        case 'bound':
            return refused(notChecked(found));
        case 'unreadable':
            if (!found.permanent)
                return refused(notChecked(found));
            yield { type: 'warning', message: noList(found.error) };
            return { kind: 'off' };
    }
}
function endedBadly({ classify }, { status }) {
    const meaning = classify(status);
    return meaning === 'failure' || meaning === 'cancelled';
}
function following(identity, generation) {
    return { ...identity, generation: Math.max(identity.generation, generation + 1) };
}
function refused(message) {
    return {
        kind: 'refused',
        result: { ok: false, failure: { code: 'ambiguous_create', message }, error: null, outOfTime: false },
    };
}
/** No create is in flight during a lookup, so it ends with the step's own signal. */
function stoppable({ stop }, { deadline }) {
    return { signal: stop, deadline };
}
/** Converts the pages of the service's list for the search. */
function lookupPorts({ clock, published }) {
    const list = async ({ skip }, call) => {
        const { items, next } = await (await published()).runs({ skip, limit: PAGE }, call);
        const runs = items.map(({ id, status, web_url: webUrl, created_at: createdAt, metadata }) => {
            return { id, status, webUrl, createdAt: (0,entry/* parseTime */.pe)(createdAt), metadata };
        });
        return { runs, next };
    };
    return { clock, list };
}
const PAGE = 100;


/***/ }),

/***/ 6893:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  lR: () => (/* binding */ SETTLE_MS),
  xZ: () => (/* binding */ lookForCreated),
  db: () => (/* binding */ lookForEarlier)
});

// EXTERNAL MODULE: ./build/src/service/errors.js + 1 modules
var errors = __webpack_require__(2313);
// EXTERNAL MODULE: ./build/src/service/retry-after.js
var retry_after = __webpack_require__(5451);
// EXTERNAL MODULE: ./build/src/idempotency/metadata.js
var metadata = __webpack_require__(9147);
;// CONCATENATED MODULE: ./build/src/idempotency/listing.js
/**
 * Searches the pages of the list of runs for a key, newest first (contract 4.9). Pure: takes pages and returns what is
 * known so far. Entries may appear twice, because new runs move others to the next page.
 */

/** Pages of at most 100 runs. */
const MAX_PAGES = 20;
/** Maximum clock skew between service and runner. */
const CLOCK_SKEW_MS = 5 * 60_000;
function scanStart(search) {
    return { search, matches: [], pages: 0, next: 0, oldest: null, state: 'more' };
}
function scanPage(scan, page) {
    const { search } = scan;
    const known = new Set(scan.matches.map(({ run }) => run.id));
    const found = page.runs.flatMap((run) => {
        const identity = (0,metadata/* identityIn */.K2)(run.metadata);
        if (identity === null || identity.key !== search.key || known.has(run.id))
            return [];
        if (search.generation !== null && identity.generation !== search.generation)
            return [];
        known.add(run.id);
        return [{ run, identity }];
    });
    const matches = [...scan.matches, ...found];
    const pages = scan.pages + 1;
    const dated = page.runs.flatMap(({ createdAt }) => createdAt ?? []);
    const oldest = Math.min(scan.oldest ?? Infinity, ...dated);
    const seen = { search, matches, pages, next: page.next ?? scan.next, oldest: oldest === Infinity ? null : oldest };
    if (page.next === null || isBeyond(dated, floorOf(search, matches)))
        return { ...seen, state: 'complete' };
    if (isBeyond(dated, search.readBackTo ?? -Infinity))
        return { ...seen, state: 'age' };
    return { ...seen, state: pages >= MAX_PAGES ? 'bound' : 'more' };
}
/**
 * Once a run with the key was found, only runs of about the same time matter: a second one of the same generation would
 * make it ambiguous.
 */
function floorOf({ notBefore }, matches) {
    const times = matches.flatMap(({ run }) => run.createdAt ?? []);
    return Math.max(notBefore ?? -Infinity, times.length === 0 ? -Infinity : Math.min(...times) - CLOCK_SKEW_MS);
}
/** An old run proves that all later ones are older only if the list is sorted by age, newest first. */
function isBeyond(dated, floor) {
    const [first = 0, last = 0] = [dated[0], dated.at(-1)];
    return first >= last && dated.some((createdAt) => createdAt < floor);
}
/**
 * The result of a finished scan: the run of the newest generation. For runs that ended badly, the caller decides about
 * `other_request`.
 */
function foundIn({ matches, state, oldest }, asked) {
    const newest = Math.max(0, ...matches.map(({ identity }) => identity.generation));
    const [first, ...others] = matches.filter(({ identity }) => identity.generation === newest);
    if (first === undefined && (state === 'age' || state === 'bound'))
        return { kind: 'bound', by: state === 'age' ? 'age' : 'pages', oldest };
    if (first === undefined)
        return { kind: 'none' };
    if (others.length > 0)
        return { kind: 'ambiguous', why: 'several', generation: newest, runs: [first, ...others].map(({ run }) => run) };
    if (first.identity.asked !== asked)
        return { kind: 'ambiguous', why: 'other_request', generation: newest, runs: [first.run] };
    return { kind: 'one', ...first };
}

;// CONCATENATED MODULE: ./build/src/idempotency/lookup.js



/** How long a run may take to appear in the list (contract 4.9). */
const SETTLE_MS = 120_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 15_000;
/** How far back the runs of earlier attempts are looked for (contract 4.9). */
const LOOK_BACK_MS = 30 * 24 * 3_600_000;
/** The last look-up starts this long before the end, to leave time for its response. If it fails, one more starts closer to the end. */
const LAST_LOOK_MS = { usual: 3_000, repeated: 1_000 };
/**
 * Searches repeatedly, for two minutes, for the run of an ambiguous create.
 *
 * @param options `sentAt`: when the create was sent, on the wall clock of this machine
 */
async function lookForCreated(ports, { identity, sentAt, call }) {
    const { key, generation, asked } = identity;
    const search = { key, generation, notBefore: sentAt - CLOCK_SKEW_MS, readBackTo: null };
    return repeatedly(ports, { search, asked, call, until: ({ kind }) => kind !== 'none' && kind !== 'bound' });
}
/** Searches once for the newest run with the key, back to 30 days. Retries only if the list cannot be read. */
async function lookForEarlier(ports, { identity, call }) {
    const search = {
        key: identity.key,
        generation: null,
        notBefore: null,
        readBackTo: ports.clock.wall() - LOOK_BACK_MS,
    };
    return repeatedly(ports, { search, asked: identity.asked, call, until: () => true });
}
async function repeatedly({ clock, list }, { search, asked, call, until }) {
    const end = Math.min(clock.now() + SETTLE_MS, call.deadline);
    let failures = 0;
    for (let pauseMs = FIRST_PAUSE_MS;; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
        const result = await scan(list, search, { signal: call.signal, deadline: end });
        const lookup = result instanceof errors/* ServiceError */._7 ? unreadable(result) : foundIn(result, asked);
        if (lookup.kind === 'unreadable' ? lookup.permanent : until(lookup))
            return lookup;
        const floorMs = lookup.kind === 'unreadable' ? ((0,retry_after/* answerFloor */.Vp)(lookup.error, clock.wall()) ?? 0) : 0;
        const reserveMs = lookup.kind === 'unreadable' ? LAST_LOOK_MS.repeated : LAST_LOOK_MS.usual;
        const leftMs = end - reserveMs - clock.now();
        if (leftMs <= 0 || floorMs > leftMs)
            return lookup;
        failures = lookup.kind === 'unreadable' && lookup.error.status !== 429 ? failures + 1 : 0;
        // A failed look-up is repeated soon: the list may show the run by now.
        const soonMs = failures === 0 ? pauseMs : Math.min(pauseMs, FIRST_PAUSE_MS * 2 ** (failures - 1));
        await clock.sleep(Math.min(Math.max(soonMs, floorMs), leftMs), call.signal);
    }
}
async function scan(list, search, call) {
    let known = scanStart(search);
    try {
        while (known.state === 'more')
            known = scanPage(known, await list({ skip: known.next }, call));
        return known;
    }
    catch (error) {
        if (error instanceof errors/* ServiceError */._7)
            return error;
        throw error;
    }
}
function unreadable(error) {
    const { status } = error;
    const permanent = error.redirect || (status !== null && [401, 403, 404, 405, 410, 501].includes(status));
    return { kind: 'unreadable', error, permanent };
}


/***/ }),

/***/ 9147:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   BF: () => (/* binding */ withIdentity),
/* harmony export */   K2: () => (/* binding */ identityIn),
/* harmony export */   Uk: () => (/* binding */ carriesIdentity)
/* harmony export */ });
/* harmony import */ var _shared_integer_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(9176);
/* harmony import */ var _shared_json_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(618);
/** Stores the identity as three flat text fields in a run's `metadata`, beside the user's own fields (contract 4.9). Pure. */


const KEY = 'agent_run_action_key';
const GENERATION = 'agent_run_action_generation';
const ASKED = 'agent_run_action_request';
const HASH = /^[0-9a-f]{32}$/;
/** The request fields with the identity in their metadata. The user's fields are kept, except those with the same names. */
function withIdentity(fields, identity) {
    const own = (0,_shared_json_js__WEBPACK_IMPORTED_MODULE_0__/* .isRecord */ .u4)(fields['metadata']) ? fields['metadata'] : {};
    // Only text, because services often accept nothing else in metadata.
    const ours = { [KEY]: identity.key, [GENERATION]: String(identity.generation), [ASKED]: identity.asked };
    return { ...fields, metadata: { ...own, ...ours } };
}
/** The identity in a run's metadata. Null if there is none or it was not written by this action. */
function identityIn(metadata) {
    if (!(0,_shared_json_js__WEBPACK_IMPORTED_MODULE_0__/* .isRecord */ .u4)(metadata))
        return null;
    const { [KEY]: key, [GENERATION]: attempt, [ASKED]: asked } = metadata;
    const generation = (0,_shared_integer_js__WEBPACK_IMPORTED_MODULE_1__/* .integerOf */ .c)(String(attempt));
    if (typeof key !== 'string' || typeof asked !== 'string' || !HASH.test(key) || !HASH.test(asked))
        return null;
    return generation >= 1 ? { key, generation, asked } : null;
}
/** Whether returned metadata contains this identity. */
function carriesIdentity(metadata, identity) {
    const found = identityIn(metadata);
    return (found !== null &&
        found.key === identity.key &&
        found.generation === identity.generation &&
        found.asked === identity.asked);
}


/***/ })

};
;