"use strict";
exports.id = 36;
exports.ids = [36];
exports.modules = {

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


/***/ })

};
;