"use strict";
exports.id = 4214;
exports.ids = [4214];
exports.modules = {

/***/ 4214:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   KV: () => (/* binding */ stopRun),
/* harmony export */   WQ: () => (/* binding */ stopSentence),
/* harmony export */   mq: () => (/* binding */ stopRunInTime)
/* harmony export */ });
/* harmony import */ var _service_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2313);
/* harmony import */ var _shared_within_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(9327);


/** Sends one request. Rejects with `signal.reason` if aborted. */
async function stopRun(service, runId, call) {
    try {
        const published = await service.published();
        await published.ban(runId, call);
        return { kind: 'accepted' };
    }
    catch (error) {
        if (!(error instanceof _service_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .ServiceError */ ._7))
            throw error;
        if (error.notOffered)
            return { kind: 'missing' };
        const isRefusal = error.status !== null && error.proof === 'permanent';
        return { kind: isRefusal ? 'refused' : 'unknown', why: error.message };
    }
}
/** Sends one request within a time limit. Never rejects for its end. */
async function stopRunInTime(service, runId, limit) {
    return (0,_shared_within_js__WEBPACK_IMPORTED_MODULE_1__/* .within */ .u)(limit, async (signal) => {
        const deadline = (limit.callClock ?? limit.clock).now() + limit.ms;
        try {
            return await stopRun(service, runId, { signal, deadline });
        }
        catch (error) {
            if (!signal.aborted)
                throw error;
            return { kind: 'unknown', why: 'there was no time left' };
        }
    });
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


/***/ }),

/***/ 9327:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   u: () => (/* binding */ within)
/* harmony export */ });
/** Passes the work a signal that aborts after `ms` or with `signal`, whichever comes first. The timer ends with the work. */
async function within({ clock, ms, signal }, work) {
    const over = new AbortController();
    const done = new AbortController();
    clock.sleep(Math.max(0, ms), done.signal).then(() => over.abort(new Error('there was no time left')), () => undefined);
    try {
        return await work(AbortSignal.any([signal, over.signal]));
    }
    finally {
        done.abort();
    }
}


/***/ })

};
;