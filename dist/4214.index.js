"use strict";
exports.id = 4214;
exports.ids = [4214];
exports.modules = {

/***/ 4214:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   K: () => (/* binding */ stopRun),
/* harmony export */   stopRunInTime: () => (/* binding */ stopRunInTime),
/* harmony export */   stopSentence: () => (/* binding */ stopSentence)
/* harmony export */ });
/* harmony import */ var _runner_signals_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8788);
/* harmony import */ var _service_errors_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2313);


/** Sends one request. Rejects with `signal.reason` if aborted. */
async function stopRun(service, runId, call) {
    try {
        const published = await service.published();
        await published.ban(runId, call);
        return { kind: 'accepted' };
    }
    catch (error) {
        if (!(error instanceof _service_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .ServiceError */ ._7))
            throw error;
        if (error.notOffered)
            return { kind: 'missing' };
        const isRefusal = error.status !== null && error.proof === 'permanent';
        return { kind: isRefusal ? 'refused' : 'unknown', why: error.message };
    }
}
/** Sends one request on behalf of a step whose own signal has ended everything else. Never rejects for a signal. */
async function stopRunInTime(service, runId, { ports, clock = ports.clock, patienceMs, hurriedMs }) {
    const done = new AbortController();
    const signal = (0,_runner_signals_js__WEBPACK_IMPORTED_MODULE_0__/* .lateSignal */ .r)(ports.clock, { stop: ports.stop, done: done.signal, lateMs: hurriedMs });
    try {
        return await stopRun(service, runId, { signal, deadline: clock.now() + patienceMs });
    }
    catch (error) {
        if (!signal.aborted)
            throw error;
        return { kind: 'unknown', why: 'the step was cancelled before the service answered' };
    }
    finally {
        done.abort();
    }
}
/** The text for `error_message`: whether the service accepted the request, and what to do next. */
function stopSentence(answer, { runId, address }) {
    const where = address === null ? 'in the web interface of the service' : `at ${address}`;
    switch (answer.kind) {
        case 'accepted':
            return `The service accepted the request to stop run ${runId} (\`on_cancel: stop\`); look ${where}.`;
        case 'missing':
            return `Run ${runId} could not be stopped: this service has no endpoint for it (\`on_cancel: stop\`). It goes on; stop it ${where}.`;
        case 'refused':
            return `The service refused to stop run ${runId} (${answer.why}). It goes on; stop it ${where}.`;
        case 'unknown':
            return `It is not known whether run ${runId} was stopped: the request to stop it (\`on_cancel: stop\`) had no clear answer (${answer.why}). Look ${where}.`;
    }
}


/***/ })

};
;