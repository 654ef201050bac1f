"use strict";
exports.id = 449;
exports.ids = [449,431];
exports.modules = {

/***/ 1503:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Q: () => (/* binding */ runOfKey),
/* harmony export */   u: () => (/* binding */ runLeftByCreate)
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





async function createOnce(ports, { body, once }, call) {
    const before = once.lookFirst ? await earlierRun(ports, once.identity, call) : create(once.identity);
    if (before.kind === 'found')
        return { ok: true, started: (0,start/* attachTo */.jT)(before.run.id) };
    if (before.kind === 'refused')
        return before.result;
    if (before.kind === 'off')
        return await (0,start/* createRun */.ut)(ports, body, call);
    const { identity } = before;
    const sentAt = ports.clock.wall();
    ports.emit({ type: 'keyed', identity, sentAt });
    const marked = (0,metadata/* withIdentity */.BF)(body, identity);
    const sent = await (0,start/* createRun */.ut)(ports, marked, call);
    if (sent.ok) {
        if (!(0,metadata/* carriesIdentity */.Uk)(sent.started.metadata, identity))
            ports.emit({ type: 'warning', message: METADATA_DROPPED });
        return sent;
    }
    // A refused create was not carried out, so it may be sent again without the key.
    if (sent.error?.status === 400 || sent.error?.status === 422)
        return await withoutIdentity(ports, body, call);
    if (sent.failure.code !== 'ambiguous_create')
        return sent;
    return await settle(ports, { identity, sentAt, sent }, call);
}
async function withoutIdentity(ports, body, call) {
    ports.emit({ type: 'note', message: 'The service refused the create request; it is sent again without the key.' });
    const plain = await (0,start/* createRun */.ut)(ports, body, call);
    // If it is refused without the key too, the key was not the reason.
    if (plain.ok)
        ports.emit({ type: 'warning', message: METADATA_REFUSED });
    return plain;
}
/** Finds the run of the lost response. */
async function settle(ports, { identity, sentAt, sent }, call) {
    ports.emit({
        type: 'note',
        message: `${sent.error?.message ?? 'The response was lost'}: looking for the run in the list of runs, for up to two minutes.`,
    });
    const found = await (0,lookup/* lookForCreated */.xZ)(lookupPorts(ports), { identity, sentAt, call: stoppable(ports, call) });
    if (found.kind === 'one') {
        const { id, webUrl, status } = found.run;
        ports.emit({ type: 'note', message: `Run ${id} carries the key of this request: it is the run that was created.` });
        return { ok: true, started: { ...(0,start/* attachTo */.jT)(id), mode: 'created', webUrl, status } };
    }
    return { ...sent, failure: { code: 'ambiguous_create', message: notSettled(sent.failure.message, found) } };
}
function create(identity) {
    return { kind: 'create', identity };
}
/** The run of an earlier request with this key. */
async function earlierRun(ports, identity, call) {
    const found = await (0,lookup/* lookForEarlier */.db)(lookupPorts(ports), { identity, call: stoppable(ports, call) });
    switch (found.kind) {
        case 'none':
            return create(identity);
        case 'one': {
            const generation = found.identity.generation;
            if (!endedBadly(ports, found.run)) {
                ports.emit({
                    type: 'note',
                    message: `Run ${found.run.id} was started by attempt ${generation} of this step: attaching to it.`,
                });
                return { kind: 'found', run: found.run };
            }
            ports.emit({
                type: 'note',
                message: `Run ${found.run.id} of attempt ${generation} ended as ${String(found.run.status)}: starting a new run.`,
            });
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
            ports.emit({ type: 'warning', message: noList(found.error) });
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