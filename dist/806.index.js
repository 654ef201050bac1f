"use strict";
exports.id = 806;
exports.ids = [806];
exports.modules = {

/***/ 2806:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   prepareDelivery: () => (/* binding */ prepareDelivery)
/* harmony export */ });
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(9256);
/* harmony import */ var _mailbox_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2595);
/* harmony import */ var _marker_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6937);
/* harmony import */ var _patience_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(6684);




/** How long an intent is given to be overwritten by a job that read the thread at the same time. */
const RACE_MS = 2_000;
/** The same where this job took longer than that to write its own. */
const LATE_RACE_MS = 10_000;
/** The intent of another job is waited for so long; then that job was killed. */
const INTENT_MS = 120_000;
const INTENT_PAUSE_MS = 5_000;
const BUDGET_MS = 300_000;
async function prepareDelivery(ports, order, first) {
    const { clock, memory, place, stop, read } = ports;
    const { own, mark } = order;
    const verdicts = new Map();
    const until = clock.now() + BUDGET_MS;
    let reading = first;
    let readAt = clock.now();
    for (;;) {
        const { found } = reading;
        memory.restart(found?.record ?? null);
        if (!(await settleForeignIntent(ports, { reading, mark }))) {
            await clock.sleep(INTENT_PAUSE_MS, stop);
        }
        else if (!order.again && (0,_mailbox_js__WEBPACK_IMPORTED_MODULE_1__/* .isSettled */ .Is)(memory.mailbox, own.id)) {
            return { kind: 'settled', runId: found?.record.runId ?? null };
        }
        else {
            const comments = await choose(ports, { order, reading, verdicts });
            if (found === null || order.anew)
                return { kind: 'deliver', runId: null, comments };
            memory.intend({ ids: comments.map(({ id }) => id), mark, at: Math.floor(clock.wall() / 1000) });
            const { comment, record } = found;
            const marker = (0,_marker_js__WEBPACK_IMPORTED_MODULE_2__/* .writeMarker */ .en)({ ...place, runId: record.runId, ...memory.content() });
            const written = await write(ports, { id: comment.id, body: (0,_marker_js__WEBPACK_IMPORTED_MODULE_2__/* .withMarker */ .Pe)(comment.body, marker) });
            // A comment that cannot be edited cannot be agreed upon: people are told when the end cannot be written either.
            if (written === 'refused')
                return { kind: 'deliver', runId: record.runId, comments };
            await clock.sleep(clock.now() - readAt > RACE_MS ? LATE_RACE_MS : RACE_MS, stop);
            const after = await read();
            if (after.found?.comment.id === comment.id && after.found.record.mailbox.intended?.mark === mark)
                return { kind: 'deliver', runId: record.runId, comments };
            ports.note('Another job of this thread is delivering comments at the same moment: looking again.');
        }
        if (clock.now() > until)
            throw new _patience_js__WEBPACK_IMPORTED_MODULE_3__/* .ThreadUnavailable */ .X('Other jobs kept writing to this thread for five minutes, so this one could not tell which comments are delivered. Nothing was sent. Use a concurrency group with `queue: max`, and run the job again.');
        readAt = clock.now();
        reading = await read();
    }
}
async function write({ github, stop }, { id, body }) {
    try {
        await github.updateComment(id, body, stop);
        return 'written';
    }
    catch (error) {
        stop.throwIfAborted();
        return (0,_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .judge */ .S)(error, 'edit').kind === 'later' ? 'later' : 'refused';
    }
}
/** False: another job is about to send, or its fate is not known yet. */
async function settleForeignIntent({ memory, clock, arrived, note }, { reading: { found }, mark }) {
    const { intended } = memory.mailbox;
    if (intended === null || found === null)
        return true;
    if ((await arrived(found.record.runId, intended.mark)) === true) {
        memory.accepted();
        return true;
    }
    const age = clock.wall() - intended.at * 1000;
    // An intent of this very step that is still there was written before it was killed, or just now in another round.
    if (intended.mark !== mark && age >= 0 && age < INTENT_MS)
        return false;
    if (intended.mark !== mark)
        note('A killed job left comments undelivered: they are delivered now.');
    memory.withdraw();
    return true;
}
async function choose({ memory, verdictOf }, { order: { own, again }, reading, verdicts, }) {
    const open = (0,_mailbox_js__WEBPACK_IMPORTED_MODULE_1__/* .waitingRequests */ .cS)(reading.requests, memory.mailbox, own);
    const waiting = again && !open.includes(own) ? [...open, own].sort((a, b) => a.id - b.id) : open;
    for (const author of (0,_mailbox_js__WEBPACK_IMPORTED_MODULE_1__/* .authorsToAsk */ .z6)(waiting, own)) {
        const login = author.author.toLowerCase();
        // Asked about once, however often the thread is read.
        if (!verdicts.has(login))
            verdicts.set(login, await verdictOf(author));
    }
    const { deliver, refused, later } = (0,_mailbox_js__WEBPACK_IMPORTED_MODULE_1__/* .sortRequests */ .p9)(waiting, { own, verdicts });
    memory.settle(refused, later);
    return deliver;
}


/***/ }),

/***/ 9256:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   S: () => (/* binding */ judge),
/* harmony export */   W: () => (/* binding */ explain)
/* harmony export */ });
/* harmony import */ var _shared_format_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(275);
/* harmony import */ var _github_port_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2125);
/** What a failed call about the thread's comment means, and how to say it. Pure. */


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
/** For people: what failed, what GitHub said, what happens or what to do. Quotes GitHub: sanitise it for its sink. */
function explain(trouble) {
    const { error, action, thread, kind } = trouble;
    const noun = kind === 'issue' ? 'issue' : 'pull request';
    const doing = { find: 'looked for', create: 'written', edit: 'edited' }[action];
    const said = (0,_shared_format_js__WEBPACK_IMPORTED_MODULE_1__/* .messageOf */ .bD)(error);
    const status = error instanceof _github_port_js__WEBPACK_IMPORTED_MODULE_0__/* .GitHubError */ .y_ ? error.status : null;
    const code = status === null ? '' : ` (${status})`;
    return `The comment in ${noun} #${thread} could not be ${doing}${code}: ${said}. ${advice(trouble, status)}`;
}
function advice({ verdict, kind }, status) {
    if (verdict === 'later')
        return 'It is tried again later.';
    if (verdict === 'replace')
        return 'A new one is written.';
    if (verdict === 'shorten')
        return 'A shorter one is written.';
    if (status === 401)
        return 'Check the input github_token.';
    if (status === 410)
        return 'The conversation is locked or gone: nothing more is written there.';
    if (status !== 403 && status !== 404)
        return 'Nothing more is written there.';
    const line = kind === 'issue' ? 'issues: write' : 'pull-requests: write';
    const fork = kind === 'issue' ? '' : ' On pull requests from forks the token may only read, whatever the file says.';
    return `Unless the conversation is locked, the job lacks a permission: add "${line}" under "permissions:" of the job in the workflow file.${fork}`;
}


/***/ })

};
;