"use strict";
exports.id = 428;
exports.ids = [428];
exports.modules = {

/***/ 8403:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Hy: () => (/* binding */ joinedLines),
/* harmony export */   IJ: () => (/* binding */ SPAN_KIND),
/* harmony export */   _W: () => (/* binding */ nanoseconds),
/* harmony export */   uD: () => (/* binding */ STATUS_ERROR),
/* harmony export */   uK: () => (/* binding */ attributes),
/* harmony export */   vV: () => (/* binding */ tracesLine)
/* harmony export */ });
/** OTLP/JSON as its specification writes protobuf messages: IDs in hexadecimal, 64-bit integers as text, enums as numbers. */
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
function tracesLine(spans, { resource, scope, schemaUrl, }) {
    const scopeSpans = [{ scope, spans, schemaUrl }];
    const data = { resourceSpans: [{ resource: { attributes: resource }, scopeSpans, schemaUrl }] };
    return JSON.stringify(data);
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

/***/ 7047:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  sendOtlp: () => (/* binding */ sendOtlp)
});

// EXTERNAL MODULE: ./build/src/service/errors.js + 1 modules
var errors = __webpack_require__(2313);
// EXTERNAL MODULE: ./build/src/shared/json.js
var json = __webpack_require__(618);
// EXTERNAL MODULE: ./build/src/shared/format.js
var format = __webpack_require__(275);
// EXTERNAL MODULE: ./build/src/report/otlp/encode.js
var encode = __webpack_require__(8403);
;// CONCATENATED MODULE: ./build/src/report/otlp/protobuf.js
const [VARINT, FIXED64, LENGTH] = [0, 1, 2];
function tracesBytes({ resourceSpans }) {
    return Buffer.concat(resourceSpans.map(({ resource, scopeSpans, schemaUrl }) => message(1, [
        message(1, resource.attributes.map(attribute(1))),
        ...scopeSpans.map(({ scope, spans, schemaUrl: url }) => message(2, [
            message(1, [protobuf_text(1, scope.name), protobuf_text(2, scope.version)]),
            ...spans.map((span) => message(2, spanFields(span))),
            protobuf_text(3, url),
        ])),
        protobuf_text(3, schemaUrl),
    ])));
}
function spanFields(span) {
    const { parentSpanId, events = [], droppedEventsCount = 0, status } = span;
    return [
        bytes(1, Buffer.from(span.traceId, 'hex')),
        bytes(2, Buffer.from(span.spanId, 'hex')),
        ...(parentSpanId === undefined ? [] : [bytes(4, Buffer.from(parentSpanId, 'hex'))]),
        protobuf_text(5, span.name),
        integer(6, span.kind),
        time(7, span.startTimeUnixNano),
        time(8, span.endTimeUnixNano),
        ...span.attributes.map(attribute(9)),
        ...events.map((event) => message(11, eventFields(event))),
        ...(droppedEventsCount === 0 ? [] : [integer(12, droppedEventsCount)]),
        ...(status === undefined ? [] : [message(15, [integer(3, status.code)])]),
    ];
}
function eventFields({ timeUnixNano, name, attributes }) {
    return [time(1, timeUnixNano), protobuf_text(2, name), ...attributes.map(attribute(3))];
}
const attribute = (field) => ({ key, value }) => message(field, [protobuf_text(1, key), message(2, [anyValue(value)])]);
function anyValue(value) {
    if ('stringValue' in value)
        return protobuf_text(1, value.stringValue);
    if ('boolValue' in value)
        return integer(2, value.boolValue ? 1 : 0);
    if ('intValue' in value)
        return integer(3, value.intValue);
    const eight = Buffer.alloc(8);
    eight.writeDoubleLE(value.doubleValue);
    return Buffer.concat([tag(4, FIXED64), eight]);
}
const tag = (field, type) => varint((field << 3) | type);
const protobuf_text = (field, value) => bytes(field, Buffer.from(value));
const message = (field, parts) => bytes(field, Buffer.concat(parts));
const integer = (field, value) => Buffer.concat([tag(field, VARINT), varint(value)]);
function bytes(field, value) {
    return Buffer.concat([tag(field, LENGTH), varint(value.length), value]);
}
function time(field, nanoseconds) {
    const eight = Buffer.alloc(8);
    eight.writeBigUInt64LE(BigInt(nanoseconds));
    return Buffer.concat([tag(field, FIXED64), eight]);
}
/** Encodes seven bits per byte, lowest first. Negative numbers use 64-bit two's complement. */
function varint(value) {
    const parts = [];
    let left = BigInt.asUintN(64, BigInt(value));
    for (; left > 0x7fn; left >>= 7n)
        parts.push(Number(left & 0x7fn) | 0x80);
    parts.push(Number(left));
    return Buffer.from(parts);
}

;// CONCATENATED MODULE: ./build/src/report/otlp/send.js





const TOTAL_MS = 10_000;
/** Maximum UTF-16 length of a request. Collectors accept a few megabytes. */
const REQUEST_MAX = 2_000_000;
const NO_REASON = 'no reason was given';
const UNSUPPORTED_MEDIA_TYPE = 415;
/** Returns a sentence about what failed, or null if everything arrived. Sends nothing twice. Rejects with the signal's reason. */
async function sendOtlp(options) {
    const { clock, endpoint, lines, signal, timeLeftMs = Infinity } = options;
    const deadline = clock.now() + Math.min(TOTAL_MS, timeLeftMs);
    let { protobuf } = options;
    for await (const json of (0,encode/* joinedLines */.Hy)(lines, REQUEST_MAX)) {
        const left = () => deadline - clock.now();
        if (left() <= 0)
            return trouble(endpoint, 'there was no time left');
        try {
            let answer = await post(options, { json, protobuf, timeoutMs: left() });
            if (answer.status === UNSUPPORTED_MEDIA_TYPE && !protobuf && left() > 0) {
                protobuf = true;
                answer = await post(options, { json, protobuf, timeoutMs: left() });
            }
            const problem = problemOf(answer);
            if (problem !== null)
                return trouble(endpoint, problem);
        }
        catch (error) {
            signal.throwIfAborted();
            return trouble(endpoint, (0,format/* messageOf */.bD)(error));
        }
    }
    return null;
}
function post({ http, endpoint, headers, userAgent, signal }, { json, protobuf, timeoutMs }) {
    const type = protobuf ? 'application/x-protobuf' : 'application/json';
    const request = {
        method: 'POST',
        url: endpoint,
        headers: { ...headers, 'content-type': type, 'user-agent': userAgent },
        ...(protobuf ? { body: null, bytes: tracesBytes(JSON.parse(json)) } : { body: json }),
        fresh: false,
    };
    return http.send({ ...request, headersTimeoutMs: timeoutMs, totalTimeoutMs: timeoutMs }, signal);
}
function problemOf({ status, body }) {
    if (status < 200 || status > 299) {
        const said = (0,errors/* whatTheServiceSaid */._Q)(body);
        return `HTTP ${status}${said === '' ? '' : `: ${said}`}`;
    }
    const partial = body.startsWith('{') ? partialSuccess(body) : partialSuccessInProtobuf(body);
    return partial === null ? null : `some spans were rejected: ${partial}`;
}
/** A collector that accepts only some of the spans still answers 200. */
function partialSuccess(body) {
    try {
        const answer = JSON.parse(body);
        const partial = (0,json/* isRecord */.u4)(answer) ? answer['partialSuccess'] : null;
        if (!(0,json/* isRecord */.u4)(partial) || Number(partial['rejectedSpans'] ?? 0) === 0)
            return null;
        const { errorMessage } = partial;
        return typeof errorMessage === 'string' ? errorMessage.slice(0, 500) : NO_REASON;
    }
    catch {
        return null;
    }
}
/**
 * Parses a message (tag 0x0a) with one or two length bytes. Its first field, the number of rejected spans (tag 0x08), is absent if it is 0.
 * Of the rest, only the reason is readable text.
 */
function partialSuccessInProtobuf(body) {
    const field = [2, 3].find((at) => body.charCodeAt(at) === 0x08);
    if (body.charCodeAt(0) !== 0x0a || field === undefined)
        return null;
    const reason = body
        .slice(field + 1)
        .split(String.fromCharCode(0x12))
        .slice(1)
        .join(' ');
    return (reason
        .replace(/[^ -~]+/g, ' ')
        .trim()
        .slice(0, 500) || NO_REASON);
}
function trouble(endpoint, why) {
    const { origin } = new URL(endpoint);
    return `The trace could not be sent to ${origin}: ${why}. It takes an OTLP/HTTP endpoint (usually port 4318, not 4317); the trace is in \`otlp_file\`.`;
}


/***/ })

};
;