"use strict";
exports.id = 867;
exports.ids = [867];
exports.modules = {

/***/ 1377:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Hy: () => (/* binding */ joinedLines),
/* harmony export */   IJ: () => (/* binding */ SPAN_KIND),
/* harmony export */   _W: () => (/* binding */ nanoseconds),
/* harmony export */   uD: () => (/* binding */ STATUS_ERROR),
/* harmony export */   uK: () => (/* binding */ attributes),
/* harmony export */   vV: () => (/* binding */ tracesLine)
/* harmony export */ });
/** OTLP/JSON messages: IDs in hexadecimal, 64-bit integers as text, enums as numbers. Pure. */
const SPAN_KIND = { internal: 1, client: 3 };
const STATUS_ERROR = 2;
/** Leaves out null, undefined and empty strings. */
function attributes(values) {
    return Object.entries(values).flatMap(([key, value]) => {
        if (value === null || value === undefined || value === '')
            return [];
        if (typeof value === 'boolean')
            return [{ key, value: { boolValue: value } }];
        if (typeof value === 'string')
            return [{ key, value: { stringValue: value.toWellFormed() } }];
        if (!Number.isFinite(value))
            return [];
        return [{ key, value: Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value } }];
    });
}
/** Milliseconds since the epoch, microseconds as a fraction, as nanoseconds in decimal digits. */
function nanoseconds(ms) {
    return `${BigInt(Math.max(0, Math.round(ms * 1000))) * 1000n}`;
}
/** One line of the file, and the body of one request: a TracesData message. */
function tracesLine(spans, { resource, scope, schemaUrl }) {
    const scopeSpans = [{ scope, spans, schemaUrl }];
    return JSON.stringify({ resourceSpans: [{ resource: { attributes: resource }, scopeSpans, schemaUrl }] });
}
const [LINE_START, LINE_END] = ['{"resourceSpans":[', ']}'];
/** Merges lines of a trace file into messages of at most `most` UTF-16 units. Longer lines are kept as they are. */
async function* joinedLines(lines, most) {
    let parts = [];
    let size = 0;
    const message = () => `${LINE_START}${parts.join(',')}${LINE_END}`;
    for await (const line of lines) {
        if (!line.startsWith(LINE_START) || !line.endsWith(LINE_END))
            continue;
        if (parts.length > 0 && size + line.length > most) {
            yield message();
            [parts, size] = [[], 0];
        }
        parts.push(line.slice(LINE_START.length, -LINE_END.length));
        size += line.length;
    }
    if (parts.length > 0)
        yield message();
}


/***/ }),

/***/ 3867:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   sendOtlp: () => (/* binding */ sendOtlp)
/* harmony export */ });
/* harmony import */ var _service_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2313);
/* harmony import */ var _shared_json_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(618);
/* harmony import */ var _shared_format_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(275);
/* harmony import */ var _message_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1377);




const TOTAL_MS = 10_000;
/** Maximum UTF-16 length of a request. Collectors accept a few megabytes. */
const REQUEST_MAX = 2_000_000;
const NO_REASON = 'no reason was given';
const UNSUPPORTED_MEDIA_TYPE = 415;
/** Returns a sentence about what failed, or null if everything arrived. Sends nothing twice. Rejects with the signal's reason. */
async function sendOtlp(options) {
    const { clock, endpoint, lines, signal } = options;
    const deadline = clock.now() + TOTAL_MS;
    for await (const body of (0,_message_js__WEBPACK_IMPORTED_MODULE_1__/* .joinedLines */ .Hy)(lines, REQUEST_MAX)) {
        const timeoutMs = deadline - clock.now();
        if (timeoutMs <= 0)
            return trouble(endpoint, 'there was no time left');
        try {
            const problem = problemOf(await post(options, { body, timeoutMs }));
            if (problem !== null)
                return trouble(endpoint, problem);
        }
        catch (error) {
            signal.throwIfAborted();
            return trouble(endpoint, (0,_shared_format_js__WEBPACK_IMPORTED_MODULE_2__/* .messageOf */ .bD)(error));
        }
    }
    return null;
}
function post({ http, endpoint, headers, userAgent, signal }, { body, timeoutMs }) {
    const own = { 'content-type': 'application/json', 'user-agent': userAgent };
    const request = { method: 'POST', url: endpoint, headers: { ...headers, ...own }, body, fresh: false };
    return http.send({ ...request, headersTimeoutMs: timeoutMs, totalTimeoutMs: timeoutMs }, signal);
}
function problemOf({ status, body }) {
    if (status === UNSUPPORTED_MEDIA_TYPE)
        return 'HTTP 415: the receiver does not take OTLP as JSON';
    if (status < 200 || status > 299) {
        const said = (0,_service_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .whatTheServiceSaid */ ._Q)(body);
        return `HTTP ${status}${said === '' ? '' : `: ${said}`}`;
    }
    const partial = partialSuccess(body);
    return partial === null ? null : `some spans were rejected: ${partial}`;
}
/** A collector that accepts only some of the spans still answers 200. */
function partialSuccess(body) {
    try {
        const answer = JSON.parse(body);
        const partial = (0,_shared_json_js__WEBPACK_IMPORTED_MODULE_3__/* .isRecord */ .u4)(answer) ? answer['partialSuccess'] : null;
        if (!(0,_shared_json_js__WEBPACK_IMPORTED_MODULE_3__/* .isRecord */ .u4)(partial) || Number(partial['rejectedSpans'] ?? 0) === 0)
            return null;
        const { errorMessage } = partial;
        return typeof errorMessage === 'string' ? errorMessage.slice(0, 500) : NO_REASON;
    }
    catch {
        return null;
    }
}
function trouble(endpoint, why) {
    const { origin } = new URL(endpoint);
    return `The trace could not be sent to ${origin}: ${why}. It takes an endpoint for OTLP over HTTP as JSON (usually port 4318, not 4317); the trace is in \`otlp_file\`.`;
}


/***/ })

};
;