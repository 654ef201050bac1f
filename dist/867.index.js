"use strict";
exports.id = 867;
exports.ids = [867];
exports.modules = {

/***/ 3867:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   sendOtlp: () => (/* binding */ sendOtlp)
/* harmony export */ });
/* harmony import */ var _service_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2313);
/* harmony import */ var _shared_json_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(618);
/* harmony import */ var _shared_format_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(275);



const TOTAL_MS = 10_000;
/** What went wrong, in a sentence; null when all of it arrived. Nothing is sent twice. Rejects with the signal's reason. */
async function sendOtlp(options) {
    const { http, clock, endpoint, headers, userAgent, lines, signal, budgetMs = TOTAL_MS } = options;
    const deadline = clock.now() + budgetMs;
    for await (const line of lines) {
        if (line === '')
            continue;
        const left = deadline - clock.now();
        if (left <= 0)
            return trouble(endpoint, 'there was no time left');
        try {
            const request = {
                method: 'POST',
                url: endpoint,
                headers: { ...headers, 'content-type': 'application/json', 'user-agent': userAgent },
                body: line,
                fresh: false,
            };
            const answer = await http.send({ ...request, headersTimeoutMs: left, totalTimeoutMs: left }, signal);
            const problem = problemOf(answer);
            if (problem !== null)
                return trouble(endpoint, problem);
        }
        catch (error) {
            signal.throwIfAborted();
            return trouble(endpoint, (0,_shared_format_js__WEBPACK_IMPORTED_MODULE_1__/* .messageOf */ .bD)(error));
        }
    }
    return null;
}
function problemOf({ status, body }) {
    if (status < 200 || status > 299) {
        const said = (0,_service_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .whatTheServiceSaid */ ._Q)(body);
        return `HTTP ${status}${said === '' ? '' : `: ${said}`}`;
    }
    const partial = partialSuccess(body);
    return partial === null ? null : `some spans were rejected: ${partial}`;
}
/** A collector that takes only some of the spans still answers 200. */
function partialSuccess(body) {
    try {
        const answer = JSON.parse(body);
        const partial = (0,_shared_json_js__WEBPACK_IMPORTED_MODULE_2__/* .isRecord */ .u)(answer) ? answer['partialSuccess'] : null;
        if (!(0,_shared_json_js__WEBPACK_IMPORTED_MODULE_2__/* .isRecord */ .u)(partial) || Number(partial['rejectedSpans'] ?? 0) === 0)
            return null;
        const { errorMessage } = partial;
        return typeof errorMessage === 'string' ? errorMessage.slice(0, 500) : 'no reason was given';
    }
    catch {
        return null;
    }
}
function trouble(endpoint, why) {
    const { origin } = new URL(endpoint);
    return `The trace could not be sent to ${origin}: ${why}. It takes an OTLP/HTTP endpoint that accepts JSON (usually port 4318); the trace is in \`otlp_file\`.`;
}


/***/ })

};
;