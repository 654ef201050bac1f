"use strict";
exports.id = 221;
exports.ids = [221];
exports.modules = {

/***/ 6221:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   deliver: () => (/* binding */ deliver)
/* harmony export */ });
/* harmony import */ var _github_permissions_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8158);
/* harmony import */ var _github_port_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2125);
/* harmony import */ var _github_wait_out_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(3758);
/* harmony import */ var _idempotency_after_kill_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(1503);
/* harmony import */ var _idempotency_find_echo_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(9559);
/* harmony import */ var _idempotency_index_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(7148);
/* harmony import */ var _idempotency_key_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(7247);
/* harmony import */ var _runner_saved_state_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(1870);
/* harmony import */ var _thread_comment_patience_js__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(6684);
/* harmony import */ var _ports_js__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(669);
/** Determines which comments the turn delivers, from the thread, its authors and the run's log (contract 7.2). */










/** @throws ThreadUnavailable */
async function deliver(ports, { own, again, anew }) {
    const { clock, stop, inputs, thread, client, deadline, env, host, note, warn } = ports;
    const { github, place, memory, reading, readAt } = thread;
    const asks = (0,_ports_js__WEBPACK_IMPORTED_MODULE_9__/* .asksFor */ .e)(ports);
    const [{ prepareDelivery }, { readThread }] = await Promise.all([
        __webpack_require__.e(/* import() */ 897).then(__webpack_require__.bind(__webpack_require__, 6897)),
        __webpack_require__.e(/* import() */ 36).then(__webpack_require__.bind(__webpack_require__, 3036)),
    ]);
    const mark = await (0,_idempotency_index_js__WEBPACK_IMPORTED_MODULE_5__/* .commentMark */ .Hc)(ports, own.id);
    const writer = { key: (0,_idempotency_index_js__WEBPACK_IMPORTED_MODULE_5__/* .stepKey */ .Ug)(ports), attempt: (0,_idempotency_key_js__WEBPACK_IMPORTED_MODULE_6__/* .attemptOf */ .tx)(env), mode: 'created' };
    const call = { signal: stop, deadline };
    const delivery = await prepareDelivery({
        ...{ github, clock, stop, place, memory, note, warn },
        read: () => readAgain(ports, (asked) => readThread(asked, { place, asks }, stop)),
        verdictOf: verdicts(ports),
        arrived: (runId, of) => {
            const echoCall = { ...call, deadline: Math.min(deadline, clock.now() + ECHO_PATIENCE_MS) };
            return (0,_idempotency_find_echo_js__WEBPACK_IMPORTED_MODULE_4__/* .findEcho */ .r)(client, { runId, mark: of }, echoCall);
        },
        runOf: async (of) => inputs.idempotency === 'metadata' ? (0,_idempotency_after_kill_js__WEBPACK_IMPORTED_MODULE_3__/* .runOfKey */ .Q)({ clock, published: () => client.published() }, of, call) : null,
        announcing: () => (0,_runner_saved_state_js__WEBPACK_IMPORTED_MODULE_7__/* .saveRunState */ .iZ)(host, { phase: 'idle', mark, announced: 'unsent' }),
    }, { own, mark, writer, again, anew, maxTurns: inputs.maxTurns, deadline }, { reading: reading ?? { found: null, claims: [], requests: [] }, readAt });
    return { delivery, mark };
}
/** How long to retry reading the log before it counts as unreadable for now. */
const ECHO_PATIENCE_MS = 30_000;
/** How long to wait for GitHub's rate limits before comments are left to a later step. */
const PATIENCE_MS = 60_000;
async function readAgain({ clock, stop, thread: { github }, deadline }, read) {
    const reading = await (0,_thread_comment_patience_js__WEBPACK_IMPORTED_MODULE_8__/* .readPatiently */ .Bk)(read, { github, clock, stop, deadline, warn: () => undefined });
    if (reading === null)
        throw new _thread_comment_patience_js__WEBPACK_IMPORTED_MODULE_8__/* .ThreadUnavailable */ .Xz('The comments of this thread can no longer be read. Nothing was sent.');
    return reading;
}
/** Asks GitHub about authors. Its rate limits are waited out for a minute in all; then nobody else is asked about. */
function verdicts(ports) {
    const { clock, stop, inputs, event, thread, deadline } = ports;
    let until = null;
    let refusal = null;
    const ask = async (question) => {
        if (refusal !== null)
            throw refusal;
        until ??= Math.min(clock.now() + PATIENCE_MS, deadline);
        try {
            const budgetMs = until - clock.now();
            return await (0,_github_wait_out_js__WEBPACK_IMPORTED_MODULE_2__/* .waitOut */ .ak)(question, { clock, signal: stop, budgetMs, passes: _github_wait_out_js__WEBPACK_IMPORTED_MODULE_2__/* .isRateLimit */ .a5 });
        }
        catch (error) {
            if (error instanceof _github_port_js__WEBPACK_IMPORTED_MODULE_1__/* .GitHubError */ .y_ && (0,_github_wait_out_js__WEBPACK_IMPORTED_MODULE_2__/* .isRateLimit */ .a5)(error))
                refusal = error;
            throw error;
        }
    };
    return async ({ author, authorIsBot }) => {
        const unanswered = new Set();
        const answered = (question) => ask(question).catch((error) => {
            unanswered.add(author);
            throw error;
        });
        const { repository } = event;
        const { requirePermission, allowedBots } = inputs;
        const decision = await (0,_github_permissions_js__WEBPACK_IMPORTED_MODULE_0__/* .checkAccount */ .g)({ login: author, type: authorIsBot ? 'Bot' : 'User' }, {
            ...{ repository, requirePermission, allowedBots },
            permissionOf: (login) => answered(() => thread.github.permissionOf(login, stop)),
            accountType: (login) => answered(() => thread.github.accountType(login, stop)),
        });
        stop.throwIfAborted();
        if (decision.go)
            return 'admitted';
        return unanswered.size > 0 ? 'unknown' : 'refused';
    };
}


/***/ })

};
;