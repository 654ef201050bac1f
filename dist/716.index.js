"use strict";
exports.id = 716;
exports.ids = [716];
exports.modules = {

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


/***/ }),

/***/ 5716:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  resumeOnce: () => (/* binding */ resumeOnce)
});

// EXTERNAL MODULE: ./build/src/run/log/entry.js
var entry = __webpack_require__(3061);
// EXTERNAL MODULE: ./build/src/run/log/cursor.js + 7 modules
var log_cursor = __webpack_require__(6773);
// EXTERNAL MODULE: ./build/src/run/log/poller.js
var poller = __webpack_require__(7215);
// EXTERNAL MODULE: ./build/src/run/start.js + 1 modules
var start = __webpack_require__(8499);
// EXTERNAL MODULE: ./build/src/idempotency/lookup.js + 1 modules
var lookup = __webpack_require__(6893);
// EXTERNAL MODULE: ./build/src/idempotency/mark.js
var idempotency_mark = __webpack_require__(8715);
;// CONCATENATED MODULE: ./build/src/idempotency/settle-resume.js

/** Null for a message that begins as this follow-up does but lacks the mark, because some services shorten what they echo. */
function signOf(entry, { prompt, mark }) {
    const { message_type: type, observation } = entry.view;
    if (type !== 'USER_MESSAGE')
        return 'work';
    if ((0,idempotency_mark/* isEcho */.yU)(entry, mark))
        return 'echo';
    const text = typeof observation === 'string' ? observation.replace(/(\.\.\.|…)\s*$/, '').trim() : '';
    return text !== '' && (0,idempotency_mark/* withMark */.kN)(prompt, mark).trim().startsWith(text) ? null : 'other_message';
}
/**
 * True if the follow-up certainly arrived: its mark is echoed, or an idle run is active again without anybody else's message to explain it.
 * The work of a run that was active before proves nothing.
 */
function followUpArrived({ statusBefore, status, signs }) {
    if (signs.has('echo'))
        return true;
    if (statusBefore === 'active' || statusBefore === 'unknown' || signs.has('other_message'))
        return false;
    return status === 'active' || signs.has('work');
}

;// CONCATENATED MODULE: ./build/src/idempotency/resume-once.js
/**
 * Determines from the run's log and status whether a follow-up arrived whose response was lost (contract 4.9). It is
 * never sent again.
 */







/** Milliseconds between two reads of the log. */
const PAUSE_MS = 3_000;
/** Resumes with the mark appended to the prompt, and resolves an ambiguous response from the run's state. */
async function resumeOnce(ports, { runId, prompt, mark }, call) {
    const resumed = await (0,start/* resumeRun */.ZL)(ports, { runId, prompt: (0,idempotency_mark/* withMark */.kN)(prompt, mark) }, call);
    if (resumed.ok || resumed.failure.code !== 'ambiguous_create' || resumed.pending === undefined)
        return resumed;
    const { pending, failure } = resumed;
    ports.emit({
        type: 'note',
        message: 'The response to the follow-up was lost: looking for it in the log, for up to two minutes.',
    });
    const arrived = await looksArrived(ports, { pending, prompt, mark }, call);
    if (!arrived)
        return { ...resumed, failure: { ...failure, message: `${failure.message} ${UNSETTLED}` } };
    ports.emit({ type: 'note', message: `The follow-up has arrived: run ${runId} shows it.` });
    return { ok: true, started: pending };
}
const UNSETTLED = 'Its log was read for two minutes and shows neither the follow-up nor new work that proves it.';
async function looksArrived(ports, { pending, prompt, mark }, { deadline }) {
    const { client, clock, classify, stop, entryStore } = ports;
    const end = Math.min(clock.now() + lookup/* SETTLE_MS */.lR, deadline);
    const call = { signal: stop, deadline: end };
    const store = await entryStore?.();
    const cursor = new log_cursor/* LogCursor */.z(pending.baseline, { isEcho: (raw) => (0,idempotency_mark/* isEcho */.yU)((0,entry/* toEntry */.q0)(raw, 0), mark), store });
    const reader = new poller/* Reader */.m({
        ...{ client, clock, cursor },
        runId: pending.runId,
        tells: (word) => classify(word) !== 'unknown',
        acceptedAt: clock.now(),
    });
    const statusBefore = classify(pending.statusBefore);
    const signs = new Set();
    for (;;) {
        const look = await reader.look(call);
        if (look.kind === 'fatal')
            return false;
        if (look.kind === 'page' || look.kind === 'run') {
            // Read one by one, because together they may exceed the memory.
            for (const raw of look.kind === 'page' ? look.taken.fresh : []) {
                const sign = signOf((0,entry/* toEntry */.q0)(raw, 0), { prompt, mark });
                if (sign !== null)
                    signs.add(sign);
            }
            // A message by somebody else, who may have started the work, can be on a later page.
            const isAllRead = look.kind === 'run' || !look.taken.more;
            const status = classify(look.run.status);
            if ((isAllRead || signs.has('echo')) && followUpArrived({ statusBefore, status, signs }))
                return true;
            if (!isAllRead)
                continue;
        }
        else {
            reader.refused(look.error);
        }
        const waitMs = Math.max(PAUSE_MS, reader.notBefore - clock.now());
        if (clock.now() + waitMs >= end)
            return false;
        await clock.sleep(waitMs, stop);
    }
}


/***/ })

};
;