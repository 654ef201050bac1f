/**
 * A run as OTLP/JSON lines (contract 16): one `invoke_agent` span for the turn, an `execute_tool`
 * span for each ACTION, span events for the rest. Entries stream through from the logs file, so a
 * long run costs little memory. Agent text is included only if content recording is enabled. Names
 * are those of OpenTelemetry's GenAI semantic conventions, which are in development, and
 * `agent_run.…` where these have none.
 */
import { hash } from 'node:crypto';
import type { Inputs } from '../../inputs/parse.ts';
import type { Secretless } from '../../safe/redaction.ts';
import { shortLine } from '../../safe/text.ts';
import { safeHttpsUrl } from '../../safe/url.ts';
import { entryText, jsonText, type EntryView } from '../../agents/entry.ts';
import { entryMeaning, messageType } from '../../message-types.ts';
import { VERSION } from '../../runner/host.ts';
import { SHOWN } from '../../outcomes.ts';
import { exitCodeOf, isExitUntold } from '../entry-summary.ts';
import { keptEntries, type Log } from '../kept-entries.ts';
import type { StepView } from '../step-view.ts';
import type { OtlpSettings } from './settings.ts';

/** Semantic conventions 1.41, the last version that includes the GenAI conventions. */
const SCHEMA_URL = 'https://opentelemetry.io/schemas/1.41.0';
/** Maximum UTF-16 length of a line, which is also a request. Collectors accept a few megabytes. */
const LINE_MAX = 2_000_000;
/** UTF-16 length of the turn's events. A collector must hold them in memory as one span. */
const EVENTS_MAX = 4_000_000;
const NAME_MAX = 200;
const TEXT_MAX = 16_384;
/**
 * From the last entry of the log: a run that ended longer ago, for example an attached one, has its
 * end from there, and not from the runner's clock.
 */
const NEAR_MS = 10 * 60_000;
const KIND = { internal: 1, client: 3 } as const;
const STATUS_ERROR = { code: 2 } as const;

/** The inputs that a trace names. */
export type TracedInputs = Pick<Inputs, 'baseUrl' | 'model' | 'orgId'>;

export interface OtlpTraceSource {
  readonly settings: Pick<OtlpSettings, 'parent' | 'content' | 'resource'>;
  /** A step with a run. */
  readonly view: StepView;
  readonly inputs: TracedInputs & Secretless;
  /** The prompt that was sent, or null if none was. */
  readonly prompt: string | null;
  /** When the turn ended by the runner's clock, ms since the epoch. */
  readonly endedAt: number;
  readonly log: Log | null;
}

/** Yields the lines of the trace. Rejects only with what reading the log rejects with. */
export async function* traceLines(source: OtlpTraceSource): AsyncGenerator<string> {
  for await (const spans of batches(spansOf(source))) {
    yield lineOf(source, spans);
  }
}

/** Yields the spans as JSON, that of the turn last. */
async function* spansOf(source: OtlpTraceSource): AsyncGenerator<string> {
  const { settings, view, endedAt, log } = source;
  const beganAt = endedAt - view.durationMs;
  const within = {
    traceId: settings.parent?.traceId ?? idOf(`trace ${view.runId}`, 32),
    spanId: idOf(`span ${view.runId} turn ${view.entriesBefore}`, 16),
  };
  const events: object[] = [];
  let [eventText, dropped, missing] = [0, 0, 0];
  let start = beganAt;
  let last: number | null = null;
  for await (const entry of log === null ? [] : keptEntries(log)) {
    const { time, omittedBefore } = entry;
    if (last === null && time !== null) {
      start = Math.min(beganAt, time);
    }
    // Times never decrease. An entry without a usable time takes no time.
    const at: number = Math.max(last ?? start, time ?? 0);
    // The time since the entry before those that are left out is theirs.
    const from = omittedBefore > 0 ? at : (last ?? start);
    const facts = { view: entry.view, index: view.entriesBefore + entry.index, from, at };
    missing += omittedBefore;
    last = at;
    if (entryMeaning(entry.view.message_type) === 'tool') {
      yield JSON.stringify(toolSpan(source, { within, ...facts }));
    } else {
      const event = entryEvent(source, facts);
      eventText += JSON.stringify(event).length;
      if (eventText < EVENTS_MAX) {
        events.push(event);
      } else {
        dropped += 1;
      }
    }
  }
  const end = endOfTurn(endedAt, last);
  const span = turnSpan(source, { start, end, missing });
  yield JSON.stringify({ ...within, ...span, events, droppedEventsCount: dropped });
}

/** The time of the last entry, unless the turn ended near it. */
function endOfTurn(endedAt: number, last: number | null): number {
  if (last === null) {
    return endedAt;
  }
  return Math.abs(endedAt - last) <= NEAR_MS ? Math.max(endedAt, last) : last;
}

/** Groups texts, each group as long as a line may be, or a single text that is longer. */
async function* batches(texts: AsyncIterable<string>): AsyncGenerator<readonly string[]> {
  let batch: string[] = [];
  let size = 0;
  for await (const text of texts) {
    if (batch.length > 0 && size + text.length > LINE_MAX) {
      yield batch;
      [batch, size] = [[], 0];
    }
    batch.push(text);
    size += text.length;
  }
  if (batch.length > 0) {
    yield batch;
  }
}

/** A TracesData message. */
function lineOf(
  { settings: { resource: own }, view: { provenance } }: OtlpTraceSource,
  spans: readonly string[],
): string {
  const resource = {
    attributes: attributes({
      ...own,
      'service.version': VERSION,
      'cicd.pipeline.name': provenance.workflow,
      'cicd.pipeline.run.url.full': provenance.workflowRunUrl,
    }),
  };
  const scope = JSON.stringify({ name: 'agent-run-action', version: VERSION });
  const schema = `"schemaUrl":"${SCHEMA_URL}"`;
  const scopeSpans = `[{"scope":${scope},${schema},"spans":[${spans.join(',')}]}]`;
  const one = `{"resource":${JSON.stringify(resource)},${schema},"scopeSpans":${scopeSpans}}`;
  return `${LINE_START}${one}${LINE_END}`;
}

const [LINE_START, LINE_END] = ['{"resourceSpans":[', ']}'];

/** Merges lines of a trace file into messages, so that many runs need few requests. */
export async function* messagesOf(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const batch of batches(lines)) {
    const parts = batch.flatMap((line) => {
      if (line.startsWith(LINE_START) && line.endsWith(LINE_END)) {
        return [line.slice(LINE_START.length, -LINE_END.length)];
      }
      return [];
    });
    if (parts.length > 0) {
      yield `${LINE_START}${parts.join(',')}${LINE_END}`;
    }
  }
}

function turnSpan(
  { settings, view, inputs, prompt, endedAt }: OtlpTraceSource,
  { start, end, missing }: Readonly<Record<'start' | 'end' | 'missing', number>>,
): object {
  const { outcome } = view;
  const server = URL.parse(inputs.baseUrl);
  const error = SHOWN[outcome].fails ? (view.errorCode ?? outcome) : null;
  const messageJson = (role: string, text: string | null, more: object = {}): string | null => {
    if (settings.content && text !== null && text !== '') {
      return JSON.stringify([
        { role, parts: [{ type: 'text', content: text.slice(0, TEXT_MAX) }], ...more },
      ]);
    }
    return null;
  };
  return {
    parentSpanId: settings.parent?.spanId,
    name: 'invoke_agent',
    kind: KIND.client,
    startTimeUnixNano: nanoseconds(start),
    endTimeUnixNano: nanoseconds(end),
    attributes: attributes({
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.provider.name': server?.hostname,
      'gen_ai.conversation.id': String(view.runId),
      'gen_ai.request.model': inputs.model,
      'server.address': server?.hostname,
      'server.port': server === null ? null : portOf(server),
      'error.type': error,
      'agent_run.organization.id': inputs.orgId,
      'agent_run.url': safeHttpsUrl(view.webUrl),
      'agent_run.outcome': outcome,
      'agent_run.status': shortLine(view.status ?? '', NAME_MAX),
      'agent_run.checks': view.headChecks?.state.kind ?? null,
      'agent_run.fixes': view.fixes,
      'agent_run.time.inferred': end !== endedAt || start !== endedAt - view.durationMs,
      'agent_run.entries.left_out': missing > 0 ? missing : null,
      'gen_ai.input.messages': messageJson('user', prompt),
      'gen_ai.output.messages': messageJson('assistant', view.result, {
        finish_reason: error === null ? 'stop' : 'error',
      }),
    }),
    status: error === null ? undefined : STATUS_ERROR,
  };
}

/** As the address says it, or that of its protocol. */
function portOf({ port, protocol }: URL): number {
  if (port !== '') {
    return Number(port);
  }
  return protocol === 'http:' ? 80 : 443;
}

interface EntryFacts {
  readonly view: EntryView;
  /** Position in the run. */
  readonly index: number;
  /** The time of the entry before it, and its own. */
  readonly from: number;
  readonly at: number;
}

/**
 * A tool's entry already contains its output, so its duration is the time since the previous entry.
 */
function toolSpan(
  { settings: { content }, view: { runId } }: OtlpTraceSource,
  {
    within,
    view,
    index,
    from,
    at,
  }: EntryFacts & { readonly within: NonNullable<OtlpSettings['parent']> },
): object {
  const tool = shortLine(view.tool_name ?? '', NAME_MAX);
  const exitCode = exitCodeOf(view.tool_output);
  const failed = exitCode !== null && exitCode !== 0;
  const isUntold = isExitUntold(view.tool_output);
  // The conventions' word for one that is not known.
  const errorType = isUntold ? '_OTHER' : String(exitCode);
  return {
    traceId: within.traceId,
    spanId: idOf(`span ${runId} ${index}`, 16),
    parentSpanId: within.spanId,
    name: `execute_tool ${tool}`.trim(),
    kind: KIND.internal,
    startTimeUnixNano: nanoseconds(from),
    endTimeUnixNano: nanoseconds(at),
    attributes: attributes({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': tool,
      'gen_ai.tool.type': 'function',
      'process.exit.code': isUntold ? null : exitCode,
      'error.type': failed ? errorType : null,
      'agent_run.entry.index': index,
      'agent_run.time.inferred': true,
      'gen_ai.tool.call.arguments': content ? jsonOf(view.tool_input) : null,
      'gen_ai.tool.call.result': content ? jsonOf(view.tool_output) : null,
      ...words(view, content),
    }),
    status: failed ? STATUS_ERROR : undefined,
  };
}

function entryEvent(
  { settings: { content } }: OtlpTraceSource,
  { view, index, at }: EntryFacts,
): object {
  const type = view.message_type ?? '';
  return {
    timeUnixNano: nanoseconds(at),
    name: `agent_run.${/^[A-Z][A-Z_]{0,60}$/.test(type) ? type.toLowerCase() : 'entry'}`,
    attributes: attributes({
      'agent_run.entry.index': index,
      'agent_run.entry.type': shortLine(type, NAME_MAX),
      'gen_ai.tool.name': shortLine(view.tool_name ?? '', NAME_MAX),
      'error.type': messageType(type)?.error === true ? type : null,
      ...words(view, content),
    }),
  };
}

/** What the agent thought and saw. @param content whether it may be recorded */
function words({ thought, observation }: EntryView, content: boolean): Attributes {
  if (!content) {
    return {};
  }
  return {
    'agent_run.thought': thought?.slice(0, TEXT_MAX),
    'agent_run.observation': entryText(observation).slice(0, TEXT_MAX),
  };
}

function jsonOf(value: unknown): string | null {
  return value === undefined || value === null ? null : jsonText(value, 0).slice(0, TEXT_MAX);
}

type Attributes = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Integers of 64 bits are written as text. Leaves out null, undefined and empty strings. */
function attributes(values: Attributes): readonly object[] {
  return Object.entries(values).flatMap(([key, value]): readonly object[] => {
    if (value === null || value === undefined || value === '') {
      return [];
    }
    if (typeof value === 'boolean') {
      return [{ key, value: { boolValue: value } }];
    }
    if (typeof value === 'number') {
      return [{ key, value: { intValue: String(value) } }];
    }
    return [{ key, value: { stringValue: value.toWellFormed() } }];
  });
}

/** Milliseconds since the epoch, microseconds as a fraction, as nanoseconds in decimal digits. */
function nanoseconds(ms: number): string {
  return `${BigInt(Math.max(0, Math.round(ms * 1000))) * 1000n}`;
}

/** IDs are derived from the run, so that the same run gives the same trace. */
function idOf(what: string, digits: number): string {
  return hash('sha256', `agent-run-action ${what}`).slice(0, digits);
}
