"use strict";
exports.id = 827;
exports.ids = [827];
exports.modules = {

/***/ 2827:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  writeOtlp: () => (/* binding */ writeOtlp)
});

// EXTERNAL MODULE: ./build/src/run/log/entry.js
var log_entry = __webpack_require__(3061);
// EXTERNAL MODULE: ./build/src/service/entry.js
var service_entry = __webpack_require__(1570);
// EXTERNAL MODULE: ./build/src/report/otlp/message.js
var message = __webpack_require__(1377);
// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(7598);
// EXTERNAL MODULE: ./build/src/safe/url.js
var url = __webpack_require__(7255);
// EXTERNAL MODULE: ./build/src/report/entry-summary.js
var entry_summary = __webpack_require__(7152);
;// CONCATENATED MODULE: ./build/src/report/otlp/spans.js
/**
 * The spans and span events of a turn and its entries (contract 16), with names of OpenTelemetry's GenAI semantic conventions. These are in
 * development, so a later version changes the tables of names here. Pure.
 */




/** Names as in OpenTelemetry semantic conventions 1.41, the last version that includes the GenAI conventions. */
const SCHEMA_URL = 'https://opentelemetry.io/schemas/1.41.0';
const OPERATION = { invokeAgent: 'invoke_agent', executeTool: 'execute_tool' };
const ATTRIBUTE = {
    operation: 'gen_ai.operation.name',
    provider: 'gen_ai.provider.name',
    conversation: 'gen_ai.conversation.id',
    model: 'gen_ai.request.model',
    inputMessages: 'gen_ai.input.messages',
    outputMessages: 'gen_ai.output.messages',
    toolName: 'gen_ai.tool.name',
    toolType: 'gen_ai.tool.type',
    toolArguments: 'gen_ai.tool.call.arguments',
    toolResult: 'gen_ai.tool.call.result',
    errorType: 'error.type',
    exitCode: 'process.exit.code',
    serverAddress: 'server.address',
    serverPort: 'server.port',
    serviceName: 'service.name',
    serviceVersion: 'service.version',
    pipelineName: 'cicd.pipeline.name',
    pipelineRunUrl: 'cicd.pipeline.run.url.full',
    // Custom names, where the conventions have none.
    runId: 'agent_run.id',
    organization: 'agent_run.organization.id',
    runUrl: 'agent_run.url',
    outcome: 'agent_run.outcome',
    status: 'agent_run.status',
    entryIndex: 'agent_run.entry.index',
    entryType: 'agent_run.entry.type',
    /**
     * The start of a tool's span, or the start or end of the run's span, is the time of a neighbouring entry, because an entry has only one
     * time stamp.
     */
    timeInferred: 'agent_run.time.inferred',
    thought: 'agent_run.thought',
    observation: 'agent_run.observation',
};
/** Prefix of the span events for entries other than tool executions: `agent_run.plan_evaluation`. */
const EVENT_PREFIX = 'agent_run.';
const NAME_MAX = 200;
const TEXT_MAX = 16_384;
const GOOD = new Set(['succeeded', 'started', 'running', 'skipped']);
function turnSpan(source, { traceId, turnId, start, end, events, dropped }) {
    const { head, parent, runId, model, content, prompt, baseUrl, beganAt, endedAt } = source;
    const server = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
    const error = GOOD.has(head.outcome) ? null : (head.errorCode ?? head.outcome);
    const said = (role, text, more = {}) => JSON.stringify([{ role, parts: [{ type: 'text', content: text.slice(0, TEXT_MAX) }], ...more }]);
    return {
        traceId,
        spanId: turnId,
        ...(parent === null ? {} : { parentSpanId: parent.spanId }),
        name: OPERATION.invokeAgent,
        kind: message/* SPAN_KIND */.IJ.client,
        startTimeUnixNano: (0,message/* nanoseconds */._W)(start),
        endTimeUnixNano: (0,message/* nanoseconds */._W)(end),
        attributes: (0,message/* attributes */.uK)({
            [ATTRIBUTE.operation]: OPERATION.invokeAgent,
            [ATTRIBUTE.provider]: server?.hostname,
            [ATTRIBUTE.conversation]: String(runId),
            [ATTRIBUTE.model]: model,
            [ATTRIBUTE.serverAddress]: server?.hostname,
            [ATTRIBUTE.serverPort]: server === null ? null : Number(server.port === '' ? defaultPort(server) : server.port),
            [ATTRIBUTE.errorType]: error,
            [ATTRIBUTE.runId]: runId,
            [ATTRIBUTE.organization]: head.provenance.orgId,
            [ATTRIBUTE.runUrl]: head.webUrl === null ? null : (0,url/* safeHttpsUrl */.Wb)(head.webUrl),
            [ATTRIBUTE.outcome]: head.outcome,
            [ATTRIBUTE.status]: head.status === null ? null : spans_name(head.status),
            [ATTRIBUTE.timeInferred]: start !== beganAt || end !== endedAt,
            [ATTRIBUTE.inputMessages]: content && prompt !== null ? said('user', prompt) : null,
            [ATTRIBUTE.outputMessages]: content && head.result !== ''
                ? said('assistant', head.result, { finish_reason: error === null ? 'stop' : 'error' })
                : null,
        }),
        events,
        ...(dropped === 0 ? {} : { droppedEventsCount: dropped }),
        ...(error === null ? {} : { status: { code: message/* STATUS_ERROR */.uD } }),
    };
}
const defaultPort = ({ protocol }) => (protocol === 'http:' ? 80 : 443);
/** A tool's entry already contains its output, so its duration is the time since the previous entry. */
function toolSpan(view, { runId, traceId, turnId, index, from, at, content }) {
    const tool = spans_name(view.tool_name ?? '');
    const exitCode = (0,entry_summary/* exitCodeOf */.FO)(view.tool_output);
    const failed = exitCode !== null && exitCode !== 0;
    return {
        traceId,
        spanId: spanIdOf(runId, index),
        parentSpanId: turnId,
        name: tool === '' ? OPERATION.executeTool : `${OPERATION.executeTool} ${tool}`,
        kind: message/* SPAN_KIND */.IJ.internal,
        startTimeUnixNano: (0,message/* nanoseconds */._W)(from),
        endTimeUnixNano: (0,message/* nanoseconds */._W)(at),
        attributes: (0,message/* attributes */.uK)({
            [ATTRIBUTE.operation]: OPERATION.executeTool,
            [ATTRIBUTE.toolName]: tool,
            [ATTRIBUTE.toolType]: 'function',
            [ATTRIBUTE.exitCode]: exitCode,
            [ATTRIBUTE.errorType]: failed ? String(exitCode) : null,
            [ATTRIBUTE.entryIndex]: index,
            [ATTRIBUTE.timeInferred]: true,
            ...(content && {
                [ATTRIBUTE.toolArguments]: jsonOf(view.tool_input),
                [ATTRIBUTE.toolResult]: jsonOf(view.tool_output),
                [ATTRIBUTE.thought]: spans_text(view.thought),
                [ATTRIBUTE.observation]: spans_text((0,entry_summary/* entryText */.u0)(view.observation)),
            }),
        }),
        ...(failed && { status: { code: message/* STATUS_ERROR */.uD } }),
    };
}
const ERROR_TYPES = new Set(['ERROR', 'PR_CREATION_FAILED']);
function entryEvent(view, { index, at, content }) {
    const type = view.message_type ?? '';
    const plain = /^[A-Z][A-Z_]{0,60}$/.test(type) ? type.toLowerCase() : 'entry';
    return {
        timeUnixNano: (0,message/* nanoseconds */._W)(at),
        name: `${EVENT_PREFIX}${plain}`,
        attributes: (0,message/* attributes */.uK)({
            [ATTRIBUTE.entryIndex]: index,
            [ATTRIBUTE.entryType]: spans_name(type),
            [ATTRIBUTE.toolName]: spans_name(view.tool_name ?? ''),
            [ATTRIBUTE.errorType]: ERROR_TYPES.has(type) ? type : null,
            ...(content && {
                [ATTRIBUTE.thought]: spans_text(view.thought),
                [ATTRIBUTE.observation]: spans_text((0,entry_summary/* entryText */.u0)(view.observation)),
            }),
        }),
    };
}
/** Shortens a word of the service to one line for use in a name. */
function spans_name(word) {
    return word
        .slice(0, NAME_MAX)
        .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
        .trim();
}
function spans_text(value) {
    return value === null ? null : value.slice(0, TEXT_MAX);
}
function jsonOf(value) {
    return value === undefined || value === null ? null : (0,entry_summary/* jsonText */.s$)(value, 0).slice(0, TEXT_MAX);
}
/** IDs are derived from the run, so that the same run gives the same trace. */
function digits(text, length) {
    const hex = (0,external_node_crypto_.createHash)('sha256').update(`agent-run-action ${text}`).digest('hex').slice(0, length);
    // An ID of only zeros is invalid.
    return /[^0]/.test(hex) ? hex : `${'0'.repeat(length - 1)}1`;
}
function traceIdOf(runId) {
    return digits(`trace ${runId}`, 32);
}
/** @param entry position of the entry in the run, or the turn's own span with the position it begins at */
function spanIdOf(runId, entry) {
    return digits(`span ${runId} ${entry}`, 16);
}

;// CONCATENATED MODULE: ./build/src/report/otlp/index.js
/**
 * The run as OTLP/JSON lines (contract 16): one `invoke_agent` span for the turn, an `execute_tool` span for each ACTION, span events for
 * the rest. Entries stream through from the logs file, so a long run costs little memory. Agent text is included only if content recording
 * is enabled.
 */




/** Spans per line, which is also a request. */
const SPANS_PER_LINE = 500;
/** Maximum UTF-16 length of a line. Collectors accept a few megabytes per request. */
const LINE_MAX = 2_000_000;
/** A collector must hold the run's span with all its events in memory. */
const EVENTS_MAX = 10_000;
const EVENT_TEXT_MAX = 4_000_000;
/** The runner's clock is used for the start and end of the turn if it differs from the log's by no more than this. */
const NEAR_MS = 10 * 60_000;
/** Rejects only with what `entryLines` or `write` reject with. */
async function writeOtlp(source) {
    const { runId, before, content, beganAt, endedAt } = source;
    const traceId = source.parent?.traceId ?? traceIdOf(runId);
    const turnId = spanIdOf(runId, `turn ${before}`);
    const events = [];
    let eventText = 0;
    let dropped = 0;
    let spans = [];
    let size = 0;
    const flush = () => {
        if (spans.length > 0)
            source.write(encoded(source, spans));
        [spans, size] = [[], 0];
    };
    let [first, last] = [null, null];
    let index = before;
    for await (const text of source.entryLines) {
        const entry = entryOf(text);
        if (entry === undefined)
            continue;
        const view = (0,service_entry/* viewEntry */.g)(entry);
        const known = (0,log_entry/* parseTime */.pe)(view.created_at);
        if (first === null && known !== null)
            first = known;
        const from = last ?? (first === null ? beganAt : near(beganAt, first) ? Math.min(beganAt, first) : first);
        // Times never decrease. An entry without a usable time takes no time.
        const at = Math.max(from, known ?? from);
        last = at;
        if (view.message_type === 'ACTION') {
            const span = toolSpan(view, { runId, traceId, turnId, index, from, at, content });
            spans.push(span);
            size += content ? text.length : 600;
            if (spans.length >= SPANS_PER_LINE || size >= LINE_MAX)
                flush();
        }
        else {
            const event = entryEvent(view, { index, at, content });
            eventText += content ? text.length : 0;
            if (events.length < EVENTS_MAX && eventText < EVENT_TEXT_MAX)
                events.push(event);
            else
                dropped += 1;
        }
        index += 1;
    }
    const start = first === null || near(beganAt, first) ? Math.min(beganAt, first ?? beganAt) : first;
    const end = last === null || near(endedAt, last) ? Math.max(endedAt, last ?? endedAt) : last;
    spans.push(turnSpan(source, { traceId, turnId, start, end, events, dropped }));
    flush();
}
/** Undefined for an invalid line, for example the last one after a kill. */
function entryOf(line) {
    try {
        return JSON.parse(line);
    }
    catch {
        return undefined;
    }
}
const near = (one, other) => Math.abs(one - other) <= NEAR_MS;
function encoded({ serviceName, version, head }, spans) {
    const { workflow, workflowRunUrl } = head.provenance;
    const resource = (0,message/* attributes */.uK)({
        [ATTRIBUTE.serviceName]: serviceName,
        [ATTRIBUTE.serviceVersion]: version,
        [ATTRIBUTE.pipelineName]: workflow,
        [ATTRIBUTE.pipelineRunUrl]: workflowRunUrl,
    });
    return (0,message/* tracesLine */.vV)(spans, { resource, scope: { name: 'agent-run-action', version }, schemaUrl: SCHEMA_URL });
}


/***/ }),

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


/***/ })

};
;