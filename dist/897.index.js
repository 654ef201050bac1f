"use strict";
exports.id = 897;
exports.ids = [897];
exports.modules = {

/***/ 9256:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   S4: () => (/* binding */ judge),
/* harmony export */   WE: () => (/* binding */ explain),
/* harmony export */   eQ: () => (/* binding */ explainLate),
/* harmony export */   ho: () => (/* binding */ explainRace)
/* harmony export */ });
/* harmony import */ var _shared_format_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(275);
/* harmony import */ var _github_port_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2125);
/** Interprets failed GitHub calls about the thread's comment, and words them for users. Pure. */


function judge(error, action) {
    if (!(error instanceof _github_port_js__WEBPACK_IMPORTED_MODULE_0__/* .GitHubError */ .y_))
        return { kind: 'stop' };
    const { status, retryAfterMs } = error;
    const ambiguous = status === null || status >= 500 || status === 408;
    if (ambiguous || retryAfterMs !== null)
        return { kind: 'later', waitMs: retryAfterMs ?? 0, ambiguous };
    if (action === 'edit' && (status === 403 || status === 404))
        return { kind: 'replace' };
    if (action !== 'find' && status === 422)
        return { kind: 'shorten' };
    return { kind: 'stop' };
}
/** The message for users: what failed, what GitHub said, what to do. It quotes GitHub, so sanitize it for its sink. */
function explain(trouble) {
    const { error, action, thread, kind } = trouble;
    const noun = kind === 'issue' ? 'issue' : 'pull request';
    const doing = { find: 'looked for', create: 'written', edit: 'edited' }[action];
    const said = (0,_shared_format_js__WEBPACK_IMPORTED_MODULE_1__/* .messageOf */ .bD)(error);
    const status = error instanceof _github_port_js__WEBPACK_IMPORTED_MODULE_0__/* .GitHubError */ .y_ ? error.status : null;
    const code = status === null ? '' : ` (${status})`;
    return `${(0,_shared_format_js__WEBPACK_IMPORTED_MODULE_1__/* .asSentence */ .KG)(`The comment in ${noun} #${thread} could not be ${doing}${code}: ${said}`)} ${advice(trouble, status)}`;
}
/** The warning that the last edit was not made. `failure`: what GitHub said last, or null. */
function explainLate({ thread, failure }) {
    const said = failure === null ? '' : ` ${(0,_shared_format_js__WEBPACK_IMPORTED_MODULE_1__/* .asSentence */ .KG)(`GitHub said last: ${failure}`)}`;
    return `The comment in #${thread} could not be brought up to date; it may not show the end.${said}`;
}
function advice({ verdict, kind }, status) {
    if (verdict === 'later')
        return 'It is tried again later.';
    if (verdict === 'replace')
        return 'A new one is written.';
    if (verdict === 'shorten')
        return 'A shorter one is written.';
    if (status === 401)
        return 'Check the input `github_token`.';
    if (status === 410)
        return 'The conversation is locked or gone: nothing more is written there.';
    if (status !== 403 && status !== 404)
        return 'Nothing more is written there.';
    const line = kind === 'issue' ? 'issues: write' : 'pull-requests: write';
    const fork = kind === 'issue' ? '' : ' On pull requests from forks the token may only read, whatever the file says.';
    return `Unless the conversation is locked, the job lacks a permission: add "${line}" under "permissions:" of the job in the workflow file.${fork}`;
}
/**
 * The message for users if jobs that read the same state of the thread have each started a run. Null if the thread's run is the one that
 * this job found. `recorded`: see `CommentWriterOptions`.
 */
function explainRace({ theirs, ours, recorded, }) {
    const isOthers = recorded === undefined ? Number(theirs) > ours : theirs !== ours && theirs !== recorded;
    if (theirs === null || !isOthers)
        return null;
    return `Another job started run ${theirs} in this thread at the same time as run ${ours}: comments may have been delivered to both. Use a concurrency group with \`queue: max\`.`;
}


/***/ }),

/***/ 6937:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   A3: () => (/* binding */ isRecordedBy),
/* harmony export */   KH: () => (/* binding */ verifyMarker),
/* harmony export */   Pe: () => (/* binding */ withMarker),
/* harmony export */   en: () => (/* binding */ writeMarker)
/* harmony export */ });
/* unused harmony export readMarker */
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7598);
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__webpack_require__.n(node_crypto__WEBPACK_IMPORTED_MODULE_0__);
/* harmony import */ var _shared_integer_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(9176);
/* harmony import */ var _identity_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1121);
/* harmony import */ var _mailbox_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2595);
/**
 * The hidden marker that links a comment to a run and records which comments were delivered to it (contract 7.2). Anyone can read and
 * copy it, so it is valid only with a signature over its content and the place it belongs to.
 */




const MARKER = /^<!-- agent-run-action:(v[12]) ((?:[a-z]+=[A-Za-z0-9.,-]* ){1,12})sig=([0-9a-f]{64}) -->[ \t]*(?:\r?\n|$)/;
const WRITER = /^([0-9a-f]{32})\.([1-9]\d{0,8})\.(created|resumed)$/;
/**
 * Serializes a marker as one HTML comment on one line, which must be the first line of the body. It contains only numbers and words of
 * this action, so no name or key can break out of the comment.
 */
function writeMarker(content) {
    const { runId, writer = null, mailbox = _mailbox_js__WEBPACK_IMPORTED_MODULE_1__/* .EMPTY_MAILBOX */ .Xn } = content;
    const { turns, high, settled, intended, doubtful } = mailbox;
    const fields = [
        ['run', String(runId ?? 0)],
        ['by', writer === null ? '' : `${writer.key}.${writer.attempt}.${writer.mode}`],
        ['turns', turns === 0 ? '' : String(turns)],
        ['high', high === 0 ? '' : String(high)],
        ['settled', settled.join(',')],
        ['intended', intended?.ids.join(',') ?? ''],
        ['mark', intended?.mark ?? ''],
        ['at', intended === null ? '' : String(intended.at)],
        ['doubtful', doubtful.map(({ mark, ids }) => [mark, ...ids].join('.')).join(',')],
    ];
    const kept = fields.filter(([, value]) => value !== '');
    const signed = `v2 ${kept.map(([name, value]) => `${name}=${value}`).join(' ')}`;
    return `${_identity_js__WEBPACK_IMPORTED_MODULE_2__/* .MARKER_START */ ._8}${signed} sig=${signature(content, signed)} -->`;
}
/**
 * Parses the marker of a comment's body, or returns null. Only the beginning of the body is read, so that a quoted marker is ignored.
 */
function readMarker(body) {
    const found = MARKER.exec(body);
    if (found === null)
        return null;
    const [, version, text, sig] = found;
    const content = text.trim();
    const fields = new Map(content.split(' ').map((pair) => pair.split('=', 2)));
    const field = (name) => fields.get(name) ?? '';
    const number = (name) => (0,_shared_integer_js__WEBPACK_IMPORTED_MODULE_3__/* .integerOf */ .c)(field(name)) || 0;
    // Run 0 denotes a claim, because older versions ignore a marker without a run.
    const runId = field('run') === '0' ? null : number('run');
    if (runId === 0)
        return null;
    const mailbox = {
        turns: number('turns'),
        high: number('high'),
        settled: numbers(field('settled')),
        intended: field('mark') === '' ? null : { ids: numbers(field('intended')), mark: field('mark'), at: number('at') },
        doubtful: doubtfulOf(field('doubtful')),
    };
    const signed = `${version} ${content}`;
    return { runId, writer: writerOf(field('by')), mailbox, signature: sig, signed };
}
/** Returns the data that a comment's body records for this place, or null if its marker is absent, invalid or for another place. */
function verifyMarker(body, place) {
    const marker = readMarker(body);
    // With an empty secret, anyone could sign.
    if (marker === null || place.secret === '')
        return null;
    const { runId, writer, mailbox, signed } = marker;
    // The first version signed only the run, so its other fields are ignored.
    const isFirst = signed.startsWith('v1 ');
    if (isFirst && signed !== `v1 run=${runId}`)
        return null;
    const right = isFirst ? firstSignature(place, runId) : signature(place, signed);
    const same = (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.timingSafeEqual)(Buffer.from(right, 'hex'), Buffer.from(marker.signature, 'hex'));
    return same ? { runId, writer, mailbox } : null;
}
/** Whether the body's marker has this content, whichever step wrote it. */
function isRecordedBy(body, content) {
    const marker = readMarker(body);
    return marker !== null && body.startsWith(writeMarker({ ...content, writer: marker.writer }));
}
/** Replaces the marker in the first line of the body. */
function withMarker(body, marker) {
    return `${marker}\n${body.slice(MARKER.exec(body)?.[0].length)}`;
}
function writerOf(text) {
    const found = WRITER.exec(text);
    if (found === null)
        return null;
    const [, key, attempt, mode] = found;
    return { key, attempt: Number(attempt), mode };
}
function doubtfulOf(text) {
    const items = text.split(',').filter((item) => item !== '');
    return items.map((item) => {
        const [mark, ...ids] = item.split('.');
        return { mark, ids: numbers(ids.join(',')) };
    });
}
function numbers(text) {
    return text
        .split(',')
        .map(_shared_integer_js__WEBPACK_IMPORTED_MODULE_3__/* .integerOf */ .c)
        .filter((id) => id > 0);
}
/** The parts are joined as a JSON array, so that different places never yield the same text. */
function signature(place, signed) {
    const { secret, repository, thread, commentKey } = place;
    return hmac(secret, ['agent-run-action/v2', repository.toLowerCase(), thread, commentKey, signed]);
}
/** The signature of markers written before the mailbox was introduced. */
function firstSignature({ secret, repository, thread, commentKey }, runId) {
    return hmac(secret, ['agent-run-action/v1', repository.toLowerCase(), thread, commentKey, runId]);
}
function hmac(secret, parts) {
    return (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.createHmac)('sha256', secret).update(JSON.stringify(parts)).digest('hex');
}


/***/ }),

/***/ 7341:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Z: () => (/* binding */ Announcements)
/* harmony export */ });
/** An announcement unchanged for this long belongs to a killed job. */
const INTENT_MS = 120_000;
/** Maximum clock skew between two runners. */
const CLOCK_SKEW_MS = 5 * 60_000;
class Announcements {
    #clock;
    #firstSeen = new Map();
    constructor(clock) {
        this.#clock = clock;
    }
    isInProgress(announced) {
        return announced !== null && !this.isAbandoned(announced);
    }
    /** The date alone suffices only for old announcements. Otherwise the time since it was first seen counts, which needs no other machine's clock. */
    isAbandoned({ mark, at }) {
        const key = `${mark} ${at}`;
        const firstSeen = this.#firstSeen.get(key) ?? this.#clock.now();
        this.#firstSeen.set(key, firstSeen);
        if (this.#clock.now() - firstSeen >= INTENT_MS)
            return true;
        return this.#clock.wall() - at * 1000 >= INTENT_MS + CLOCK_SKEW_MS;
    }
}


/***/ }),

/***/ 4197:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  GP: () => (/* binding */ renewClaim),
  TN: () => (/* binding */ revokeClaim),
  qG: () => (/* binding */ writeClaim)
});

;// CONCATENATED MODULE: ./build/src/report/claim.js
/** The visible text of a claim, the comment of a job that is about to create a thread's run (contract 7.2). Pure. */
const CLAIMS = {
    starting: '**⏳ Starting an agent run**',
    unknown: '**⚠️ An agent run may have been started:** the workflow lost sight of it. Check the list of runs at the service before you ask again.',
    revoked: 'No agent run was started from here.',
};
/** @param marker the first line, or null for none */
function claimBody(marker, standing) {
    return marker === null ? CLAIMS[standing] : `${marker}\n${CLAIMS[standing]}`;
}

// EXTERNAL MODULE: ./build/src/thread-comment/errors.js
var errors = __webpack_require__(9256);
// EXTERNAL MODULE: ./build/src/thread-comment/mailbox.js
var mailbox = __webpack_require__(2595);
// EXTERNAL MODULE: ./build/src/thread-comment/marker.js
var thread_comment_marker = __webpack_require__(6937);
;// CONCATENATED MODULE: ./build/src/thread-comment/turns/claim.js




/** Rejects with `GitHubError`, although the comment may have been created. */
function writeClaim({ github, place }, { intent, writer }, signal) {
    const marker = (0,thread_comment_marker/* writeMarker */.en)({ ...place, runId: null, writer, mailbox: { ...mailbox/* EMPTY_MAILBOX */.Xn, intended: intent } });
    return github.createComment(place.thread, claimBody(marker, 'starting'), signal);
}
/** Updates the date of the claim, so that it does not seem to belong to a killed job, or records that its run may exist. */
function renewClaim({ github, place }, { claim, standing, }, signal) {
    const { record, intent, comment } = claim;
    const marker = (0,thread_comment_marker/* writeMarker */.en)({ ...place, ...record, mailbox: { ...record.mailbox, intended: intent } });
    return github.updateComment(comment.id, claimBody(marker, standing), signal);
}
/** Deletes the claim. If that is not permitted, removes its marker. */
async function revokeClaim({ github }, { id }, signal) {
    try {
        await github.deleteComment(id, signal);
    }
    catch (error) {
        signal.throwIfAborted();
        if ((0,errors/* judge */.S4)(error, 'edit').kind === 'later')
            throw error;
        await github.updateComment(id, claimBody(null, 'revoked'), signal).catch((refusal) => {
            signal.throwIfAborted();
            if ((0,errors/* judge */.S4)(refusal, 'edit').kind === 'later')
                throw refusal;
        });
    }
}


/***/ }),

/***/ 6897:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  prepareDelivery: () => (/* binding */ prepareDelivery)
});

// EXTERNAL MODULE: ./build/src/thread-comment/turns/announced.js
var announced = __webpack_require__(7341);
// EXTERNAL MODULE: ./build/src/thread-comment/mailbox.js
var thread_comment_mailbox = __webpack_require__(2595);
;// CONCATENATED MODULE: ./build/src/thread-comment/waiting.js
/** Selects which comments of a thread wait for the agent, and which of them a follow-up delivers (contract 7.2). Pure. */

/** Maximum number of authors whose permission is checked for one follow-up. */
const AUTHORS_MAX = 20;
/**
 * The waiting requests, oldest first.
 *
 * @param requests comments of the thread that address the agent
 * @param own the comment that started this step; already admitted, and included even if the thread does not show it yet
 */
function waitingRequests(requests, mailbox, own) {
    const open = requests.filter(({ id }) => id !== own?.id && !(0,thread_comment_mailbox/* isSettled */.Is)(mailbox, id));
    const ours = own !== null && !(0,thread_comment_mailbox/* isSettled */.Is)(mailbox, own.id) ? [own] : [];
    return [...ours, ...open].sort((a, b) => a.id - b.id);
}
/** The authors whose permission must be checked, each once, oldest request first. */
function authorsToAsk(waiting, own) {
    const known = new Set();
    return waiting
        .filter(({ id, author }) => {
        const login = author.toLowerCase();
        if (id === own?.id || known.has(login))
            return false;
        known.add(login);
        return true;
    })
        .slice(0, AUTHORS_MAX);
}
/** @param verdicts by login in lower case */
function sortRequests(waiting, { own, verdicts }) {
    const verdictOf = ({ id, author }) => id === own?.id ? 'admitted' : (verdicts.get(author.toLowerCase()) ?? 'unknown');
    const ids = (verdict) => waiting.filter((message) => verdictOf(message) === verdict).map(({ id }) => id);
    return {
        deliver: waiting.filter((message) => verdictOf(message) === 'admitted'),
        refused: ids('refused'),
        later: ids('unknown'),
    };
}

;// CONCATENATED MODULE: ./build/src/thread-comment/turns/choose.js
/** Chooses the comments that a turn delivers (contract 7.2): waiting ones whose authors have permission. */

/** Returns the comments oldest first, and settles those of refused authors in the memory. */
async function chooseComments(requests, { memory, own, again, verdictOf, verdicts }) {
    const open = waitingRequests(requests, memory.mailbox, own);
    const waiting = again && !open.includes(own) ? [...open, own].sort((a, b) => a.id - b.id) : open;
    for (const author of authorsToAsk(waiting, own)) {
        const login = author.author.toLowerCase();
        if (!verdicts.has(login))
            verdicts.set(login, await verdictOf(author));
    }
    const { deliver, refused, later } = sortRequests(waiting, { own, verdicts });
    memory.settle(refused, later);
    return deliver;
}

// EXTERNAL MODULE: ./build/src/thread-comment/patience.js
var patience = __webpack_require__(6684);
;// CONCATENATED MODULE: ./build/src/thread-comment/turns/agreement.js



/** Time for a job that read the thread simultaneously to overwrite an announcement. */
const RACE_MS = 2_000;
/** The same if this job was slow or replaces one that seems to have been killed. */
const LATE_RACE_MS = 10_000;
/** Interval for reading the thread while waiting for another job's announcement. */
const INTENT_PAUSE_MS = 5_000;
/** A step with an older reading reads the thread again before it changes anything. */
const OLD_READING_MS = 1_000;
/** Older agreements are checked again before the request is sent. */
const FRESH_MS = 20_000;
const TAKEN = 'The request of this step was held up, and meanwhile another job of this thread took over its comments or proved to have sent them. This step has sent nothing.';
/** The state of one step while it agrees on a turn, and the operations shared by all turns. */
class Agreement {
    ports;
    order;
    announcements;
    raceMs = RACE_MS;
    /** Whether the thread was read again because choosing the comments took long. */
    hasReadAgain = false;
    #verdicts = new Map();
    constructor(ports, order) {
        this.ports = ports;
        this.order = order;
        this.announcements = new announced/* Announcements */.Z(ports.clock);
    }
    choose({ requests }) {
        const { memory, verdictOf } = this.ports;
        return chooseComments(requests, { ...this.order, memory, verdictOf, verdicts: this.#verdicts });
    }
    intend(comments) {
        const { announcing, clock, memory } = this.ports;
        announcing();
        const intent = { ids: comments.map(({ id }) => id), mark: this.order.mark, at: Math.floor(clock.wall() / 1000) };
        memory.intend(intent);
        return intent;
    }
    deliver(runId, { comments, claim, stands, renew }) {
        const { clock, memory, read } = this.ports;
        let confirmedAt = clock.now();
        const confirm = async () => {
            // After the response there is nothing left to announce.
            const isAnnounced = memory.mailbox.intended?.mark === this.order.mark;
            if (stands === undefined || !isAnnounced || clock.now() - confirmedAt < FRESH_MS)
                return;
            if (!(await stands(await read())))
                throw new patience/* TurnTaken */.TN(TAKEN);
            await renew?.();
            confirmedAt = clock.now();
        };
        return { kind: 'deliver', runId, comments, claim: claim ?? null, confirm };
    }
}

// EXTERNAL MODULE: ./build/src/github/port.js
var port = __webpack_require__(2125);
// EXTERNAL MODULE: ./build/src/thread-comment/turns/claim.js + 1 modules
var turns_claim = __webpack_require__(4197);
// EXTERNAL MODULE: ./build/src/thread-comment/errors.js
var errors = __webpack_require__(9256);
// EXTERNAL MODULE: ./build/src/thread-comment/marker.js
var thread_comment_marker = __webpack_require__(6937);
;// CONCATENATED MODULE: ./build/src/thread-comment/turns/first-turn.js
/** The first turn of a thread, which creates its run (contract 7.2). The job with the earliest claim wins. */






/** Maximum number of claims written. A claim is repeated if it was removed or GitHub had problems. */
const CLAIMS_MOST = 3;
/** A claim missing from this many readings is given up. */
const UNSEEN_MOST = 2;
/** GitHub shows a new comment, or an edit, within seconds. */
const LAG_MS = RACE_MS;
/**
 * Milliseconds until the thread is read again after this step took over the claim of a killed job. It is read again even if that claim was
 * removed, because a comment deleted between two pages moves the next one to a page already read.
 */
const AFTER_MS = { recorded: LAG_MS, removed: 0, changed: 0, later: INTENT_PAUSE_MS };
class FirstTurn {
    #agreement;
    #claim = null;
    #written = 0;
    /** The claim revoked last, which the thread may still show. */
    #dropped = null;
    /** Claims of killed jobs that this step has removed. The thread still shows those that GitHub does not let it change. */
    #removed = new Set();
    constructor(agreement) {
        this.#agreement = agreement;
    }
    async seek(reading) {
        const agreement = this.#agreement;
        const { announcements } = agreement;
        const ahead = this.#ahead(reading);
        if (ahead.some(({ intent }) => !announcements.isAbandoned(intent))) {
            await this.drop(reading);
            return INTENT_PAUSE_MS;
        }
        const [left] = ahead;
        if (left !== undefined)
            return AFTER_MS[await this.#takeOver(left)];
        if (this.#claim !== null) {
            const state = this.#look(this.#claim, reading);
            if (state === 'stands')
                return this.#deliver(this.#claim);
            if (state === 'late')
                return LAG_MS;
            this.#claim = null;
        }
        return this.#announce(reading);
    }
    /** Revokes this step's claim because another job created the run. If GitHub refuses, the claim remains and is ignored. */
    async drop(reading) {
        const { github, stop } = this.#agreement.ports;
        const ours = this.#listed(reading)?.comment ?? this.#claim?.comment;
        this.#claim = null;
        if (ours === undefined || ours.id === this.#dropped)
            return;
        this.#dropped = ours.id;
        await tried((0,turns_claim/* revokeClaim */.TN)({ github }, ours, stop), stop);
    }
    async #announce(reading) {
        const agreement = this.#agreement;
        const { clock, github, memory, place, stop } = agreement.ports;
        const readAt = clock.now();
        const comments = await agreement.choose(reading);
        if (clock.now() - readAt > OLD_READING_MS && !agreement.hasReadAgain) {
            agreement.hasReadAgain = true;
            return 0;
        }
        const { mailbox } = memory;
        const intent = agreement.intend(comments);
        // Left by an earlier attempt of this step, or written by this one with the response lost.
        const left = this.#listed(reading);
        const mayWrite = left !== undefined || this.#written < CLAIMS_MOST;
        const { writer } = agreement.order;
        const write = () => left === undefined
            ? (0,turns_claim/* writeClaim */.qG)({ github, place }, { intent, writer }, stop)
            : (0,turns_claim/* renewClaim */.GP)({ github, place }, { claim: { ...left, intent }, standing: 'starting' }, stop);
        const written = mayWrite ? await tried(write(), stop) : 'refused';
        if (written === 'later') {
            this.#written += 1;
            return INTENT_PAUSE_MS;
        }
        // Without a comment, jobs cannot agree. If that leads to two runs, the comment of the later one says so.
        if (written === 'refused')
            return agreement.deliver(null, { comments });
        this.#written += 1;
        this.#claim = { comment: written, comments, mailbox, shown: left !== undefined, unseen: 0 };
        return Math.max(LAG_MS, agreement.raceMs);
    }
    #listed({ claims }) {
        return claims.find(({ intent }) => intent.mark === this.#agreement.order.mark);
    }
    /** GitHub may show a new comment late. A comment that was shown and is missing now was removed. */
    #look(claim, reading) {
        if (this.#listed(reading) !== undefined)
            claim.shown = true;
        else if (claim.shown)
            return 'removed';
        else if ((claim.unseen += 1) < UNSEEN_MOST)
            return 'late';
        return 'stands';
    }
    /** The claims before this step's own, or all if it has none, without those that it has removed. */
    #ahead(reading) {
        const { mark } = this.#agreement.order;
        const ours = this.#listed(reading)?.comment.id ?? this.#claim?.comment.id ?? Infinity;
        return reading.claims.filter(({ comment, intent }) => intent.mark !== mark && comment.id < ours && !this.#removed.has(comment.id));
    }
    #deliver(claim) {
        const agreement = this.#agreement;
        const { github, memory, place, stop } = agreement.ports;
        const { writer } = agreement.order;
        const { comment, comments, mailbox } = claim;
        memory.restart({ writer: null, mailbox });
        agreement.intend(comments);
        const stands = (now) => now.found === null &&
            this.#look(claim, now) !== 'removed' &&
            this.#ahead(now).every(({ intent }) => agreement.announcements.isAbandoned(intent));
        const renew = () => {
            const intent = agreement.intend(comments);
            const record = { runId: null, writer, mailbox: thread_comment_mailbox/* EMPTY_MAILBOX */.Xn };
            const renewed = (0,turns_claim/* renewClaim */.GP)({ github, place }, { claim: { comment, record, intent }, standing: 'starting' }, stop);
            return tried(renewed, stop);
        };
        return agreement.deliver(null, { comments, stands, renew, claim: comment });
    }
    /**
     * `recorded`: the killed job's run was found and is recorded in the thread. `removed`: the claim no longer exists. `changed`: another job
     * has taken it over.
     */
    async #takeOver({ record, comment, intent }) {
        const agreement = this.#agreement;
        const { clock, github, memory, place, read, stop, runOf, warn, note } = agreement.ports;
        const readAt = clock.now();
        const runId = record.writer === null ? null : await runOf(record.writer);
        if (clock.now() - readAt > OLD_READING_MS) {
            const { found, claims } = await read();
            const isLeft = claims.some((claim) => claim.comment.id === comment.id && claim.intent.mark === intent.mark);
            if (found !== null || !isLeft)
                return 'changed';
        }
        agreement.raceMs = LATE_RACE_MS;
        if (runId === null) {
            const removed = await tried((0,turns_claim/* revokeClaim */.TN)({ github }, comment, stop), stop);
            if (removed === 'later')
                return 'later';
            this.#removed.add(comment.id);
            warn('Another job was about to create the run of this thread and was killed, or lost the response. It is not known whether it created one; a new run is created. Check the list of runs at the service.');
            return 'removed';
        }
        memory.restart(record);
        memory.settle(intent.ids);
        memory.withdraw(intent.mark);
        const marker = (0,thread_comment_marker/* writeMarker */.en)({ ...place, runId, ...memory.content() });
        const body = (0,thread_comment_marker/* withMarker */.Pe)(comment.body, marker);
        let recorded = await tried(github.updateComment(comment.id, body, stop), stop);
        // A comment of another account cannot be edited.
        if (recorded === 'refused')
            recorded = await tried(github.createComment(place.thread, body, stop), stop);
        if (recorded === 'later' || recorded === 'refused')
            return 'later';
        note(`Run ${runId} carries the key of a job that was killed before it could record it: going on with that run.`);
        return 'recorded';
    }
}
/** `later`: a temporary failure, after which the write may have been carried out. `refused`: a permanent failure. */
async function tried(writing, stop) {
    try {
        return await writing;
    }
    catch (error) {
        stop.throwIfAborted();
        if (!(error instanceof port/* GitHubError */.y_))
            throw error;
        return (0,errors/* judge */.S4)(error, 'edit').kind === 'later' ? 'later' : 'refused';
    }
}

;// CONCATENATED MODULE: ./build/src/thread-comment/turns/next-turn.js




/**
 * A write longer after its reading than a job takes from its announcement to its request may overwrite what that job recorded as delivered.
 * That job edits the comment again after 30 seconds, which reveals it.
 */
const COVERED_MS = 45_000;
async function seekNextTurn(agreement, { found, reading, readAt }) {
    const { ports, order } = agreement;
    const { clock, memory, read, stop, note } = ports;
    const { own, again, anew, maxTurns } = order;
    const { runId } = found.record;
    if (!(await settleForeignIntent(agreement, found)))
        return INTENT_PAUSE_MS;
    const { mailbox } = memory;
    if (!again && (0,thread_comment_mailbox/* isSettled */.Is)(mailbox, own.id))
        return { kind: 'settled', runId };
    if (!anew && maxTurns !== null && mailbox.turns >= maxTurns)
        return { kind: 'max_turns', runId, turns: mailbox.turns };
    const comments = await agreement.choose(reading);
    if (clock.now() - readAt > OLD_READING_MS && !agreement.hasReadAgain) {
        agreement.hasReadAgain = true;
        return 0;
    }
    const written = await announce(agreement, { found, intent: agreement.intend(comments) });
    const to = anew ? null : runId;
    // Without an editable comment, jobs cannot agree. Users are warned if the final edit fails as well.
    if (written === 'refused')
        return agreement.deliver(to, { comments });
    const isLate = clock.now() - readAt > RACE_MS;
    const waitMs = isLate ? COVERED_MS : agreement.raceMs;
    if (clock.now() + waitMs > order.deadline)
        return waitMs;
    await clock.sleep(waitMs, stop);
    // The follow-up of a killed job may have waited in the run's queue until now.
    if (await proveDoubtful(agreement, runId))
        return !again && (0,thread_comment_mailbox/* isSettled */.Is)(memory.mailbox, own.id) ? { kind: 'settled', runId } : 0;
    const isOurs = (now) => isStillOurs(now, { found, mark: order.mark, comments });
    if (isOurs(await read())) {
        const stands = async (now) => isOurs(now) && !(await proveDoubtful(agreement, runId));
        const renew = () => announce(agreement, { found, intent: agreement.intend(comments) });
        return agreement.deliver(to, { comments, stands, renew });
    }
    note('Another job of this thread is delivering comments at the same moment: looking again.');
    return 0;
}
/** False while another job is about to send or the result of its request is unknown. */
async function settleForeignIntent(agreement, { record }) {
    const { memory, arrived, note } = agreement.ports;
    const { intended } = memory.mailbox;
    await proveDoubtful(agreement, record.runId);
    if (intended === null)
        return true;
    if (intended.mark !== agreement.order.mark) {
        if ((await arrived(record.runId, intended.mark)) === true) {
            memory.accepted(intended.mark);
            return true;
        }
        if (!agreement.announcements.isAbandoned(intended))
            return false;
        note('A killed job left comments undelivered: they are delivered now.');
        agreement.raceMs = LATE_RACE_MS;
        memory.doubt();
        return true;
    }
    memory.withdraw();
    return true;
}
/** Settles the doubtful follow-ups that the log shows. Returns whether there are any. */
async function proveDoubtful({ ports: { memory, arrived } }, runId) {
    let isProven = false;
    for (const { mark } of memory.mailbox.doubtful) {
        const isShown = await arrived(runId, mark);
        // Each further read would be retried as long as this one, while this step's announcement grows old.
        if (isShown === null)
            break;
        if (isShown)
            memory.prove(mark);
        isProven ||= isShown;
    }
    return isProven;
}
async function announce({ ports: { github, memory, place, stop } }, { found: { comment, record }, intent }) {
    const { writer, mailbox } = memory.content();
    const marker = (0,thread_comment_marker/* writeMarker */.en)({ ...place, runId: record.runId, writer, mailbox: { ...mailbox, intended: intent } });
    try {
        await github.updateComment(comment.id, (0,thread_comment_marker/* withMarker */.Pe)(comment.body, marker), stop);
        return 'written';
    }
    catch (error) {
        stop.throwIfAborted();
        return (0,errors/* judge */.S4)(error, 'edit').kind === 'later' ? 'later' : 'refused';
    }
}
/** False also if a job whose announcement was overwritten by this one has delivered a comment of it. */
function isStillOurs({ found: now }, { found, mark, comments }) {
    if (now?.comment.id !== found.comment.id || now.record.runId !== found.record.runId)
        return false;
    const { mailbox } = now.record;
    const isNew = ({ id }) => !(0,thread_comment_mailbox/* isSettled */.Is)(found.record.mailbox, id) && (0,thread_comment_mailbox/* isSettled */.Is)(mailbox, id);
    return mailbox.intended?.mark === mark && !comments.some(isNew);
}

;// CONCATENATED MODULE: ./build/src/thread-comment/turns/deliver.js
/**
 * Agrees with the other jobs of the thread on the comments that this step delivers (contract 7.2). GitHub has no compare-and-set, so
 * a job announces its delivery in the comment, waits for others to overwrite it, and reads the thread again; the job whose announcement
 * remains sends. In a thread without a run, the announcement is a separate comment, a claim, and the earliest claim wins.
 */




/** How long to wait for other jobs of the thread. */
const BUDGET_MS = 300_000;
/**
 * @param first the first reading of the thread; `readAt` as `clock.now`
 * @throws ThreadUnavailable if the time is up before the jobs of the thread agree
 */
async function prepareDelivery(ports, order, first) {
    const { clock, memory, stop } = ports;
    const until = Math.min(clock.now() + BUDGET_MS, order.deadline);
    const agreement = new Agreement(ports, order);
    const firstTurn = new FirstTurn(agreement);
    let { reading, readAt } = first;
    for (;;) {
        const { found } = reading;
        memory.restart(found?.record ?? null);
        if (found !== null)
            await firstTurn.drop(reading);
        const next = found === null ? await firstTurn.seek(reading) : await seekNextTurn(agreement, { found, reading, readAt });
        if (typeof next !== 'number')
            return next;
        if (clock.now() + next > until)
            throw new patience/* ThreadUnavailable */.Xz(BUSY);
        if (next > 0)
            await clock.sleep(next, stop);
        readAt = clock.now();
        reading = await ports.read();
    }
}
const BUSY = 'The time was up before this job could agree with the other jobs of this thread on who delivers which comments. Nothing was sent. Use a concurrency group with `queue: max`, and run the job again.';


/***/ })

};
;