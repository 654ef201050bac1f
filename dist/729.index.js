"use strict";
exports.id = 729;
exports.ids = [729,36];
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

/***/ 3036:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   findThreadComment: () => (/* binding */ findThreadComment),
/* harmony export */   readThread: () => (/* binding */ readThread)
/* harmony export */ });
/* harmony import */ var _github_port_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2125);
/* harmony import */ var _github_wait_out_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3758);
/* harmony import */ var _mailbox_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(2595);
/* harmony import */ var _marker_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(6937);
/** Finds the action's comment in an issue or pull request by its marker (contract 7.1, 7.2). */




async function findThreadComment(github, place, signal) {
    return (await readThread(github, { place, asks: () => Promise.resolve(false) }, signal)).found;
}
/**
 * Reads the whole thread. Only markers by bot accounts and by the token's own login are valid; the login is requested only if needed.
 * Rejects with `GitHubError` if the thread cannot be read, and with the signal's reason on abort.
 */
async function readThread(github, { place, asks }, signal) {
    let found = null;
    const claims = [];
    const requests = [];
    let own;
    for await (const page of github.comments(place.thread, signal)) {
        for (const comment of page) {
            if (await asks(comment))
                requests.push(comment);
            const record = (0,_marker_js__WEBPACK_IMPORTED_MODULE_3__/* .verifyMarker */ .KH)(comment.body, place);
            if (record === null)
                continue;
            if (!comment.authorIsBot) {
                if (own === undefined)
                    own = await ownLogin(github, signal);
                if (own === null || own.toLowerCase() !== comment.author.toLowerCase())
                    continue;
            }
            const { runId, mailbox } = record;
            // Jobs that could not agree may have created a run each. What one of them delivered is not delivered again to the other.
            const all = found === null ? mailbox : (0,_mailbox_js__WEBPACK_IMPORTED_MODULE_2__/* .withSettled */ .Gt)(mailbox, found.record.mailbox);
            if (runId !== null)
                found = { comment, record: { ...record, runId, mailbox: all } };
            else if (mailbox.intended !== null)
                claims.push({ comment, record, intent: mailbox.intended });
        }
    }
    return { found, claims, requests };
}
/**
 * Null if GitHub refuses to say it, because a person who copies a marker must not be able to prevent the comment. Rejects if it may say it
 * later: a marker that was not recognized could lead to a second run.
 */
async function ownLogin(github, signal) {
    try {
        return await github.ownLogin(signal);
    }
    catch (error) {
        if (error instanceof _github_port_js__WEBPACK_IMPORTED_MODULE_0__/* .GitHubError */ .y_ && !(0,_github_wait_out_js__WEBPACK_IMPORTED_MODULE_1__/* .isPassing */ .WG)(error))
            return null;
        throw error;
    }
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

/***/ 5729:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   releaseTurn: () => (/* binding */ releaseTurn)
/* harmony export */ });
/* harmony import */ var _claim_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4197);
/* harmony import */ var _find_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3036);
/* harmony import */ var _mailbox_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(2595);
/* harmony import */ var _marker_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(6937);




/** Rejects with `GitHubError`, or with the signal's reason on abort. */
async function releaseTurn({ github, place }, { mark, ids = [], fate }, signal) {
    const { found, claims } = await (0,_find_js__WEBPACK_IMPORTED_MODULE_1__.readThread)(github, { place, asks: () => Promise.resolve(false) }, signal);
    const claim = claims.find(({ intent }) => intent.mark === mark);
    if (claim !== undefined && fate === 'unsent')
        await (0,_claim_js__WEBPACK_IMPORTED_MODULE_0__/* .revokeClaim */ .TN)({ github }, claim.comment, signal);
    // The claim remains, so that the next job knows that a run may exist. It loses its date if waiting cannot reveal the run.
    if (claim !== undefined && (fate === 'unknown' || fate === 'lost')) {
        const intent = fate === 'lost' ? { ...claim.intent, at: 0 } : claim.intent;
        await (0,_claim_js__WEBPACK_IMPORTED_MODULE_0__/* .renewClaim */ .GP)({ github, place }, { claim: { ...claim, intent }, standing: 'unknown' }, signal);
    }
    if (found === null)
        return;
    const { comment, record } = found;
    const mailbox = settled(record.mailbox, { mark, ids, fate });
    if (mailbox === record.mailbox)
        return;
    await github.updateComment(comment.id, (0,_marker_js__WEBPACK_IMPORTED_MODULE_3__/* .withMarker */ .Pe)(comment.body, (0,_marker_js__WEBPACK_IMPORTED_MODULE_3__/* .writeMarker */ .en)({ ...place, ...record, mailbox })), signal);
}
function settled(mailbox, { mark, ids, fate }) {
    switch (fate) {
        case 'sent':
            return (0,_mailbox_js__WEBPACK_IMPORTED_MODULE_2__/* .acknowledged */ .Hn)(mailbox, { mark, ids, isTurn: true });
        case 'unsent':
            return mailbox.intended?.mark === mark ? (0,_mailbox_js__WEBPACK_IMPORTED_MODULE_2__/* .withdrawn */ .VJ)(mailbox) : mailbox;
        case 'unknown':
        case 'lost':
            return (0,_mailbox_js__WEBPACK_IMPORTED_MODULE_2__/* .reminded */ .zR)(mailbox, { mark, ids });
    }
}


/***/ })

};
;