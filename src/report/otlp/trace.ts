/**
 * A run as OTLP/JSON lines (contract 16): one `invoke_agent` span for the turn, an `execute_tool` span for each ACTION, span events for the
 * rest. Entries stream through from the logs file, so a long run costs little memory. Agent text is included only if content recording is
 * enabled. Names are those of OpenTelemetry's GenAI semantic conventions, which are in development, and `agent_run.…` where these have none.
 */
import { hash } from 'node:crypto';
import { parseTime } from '../../run/entry.ts';
import { safeHttpsUrl } from '../../safe/url.ts';
import { entryText, jsonText, viewEntry, type EntryView } from '../../service/entry.ts';
import { VERSION } from '../../version.ts';
import { isGoodNews } from '../ending.ts';
import { exitCodeOf } from '../entry-summary.ts';
import { leftOut, type Log } from '../kept-entries.ts';
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
/** The runner's clock is used for the start and end of the turn if it differs from the log's by no more than this. */
const NEAR_MS = 10 * 60_000;
const KIND = { internal: 1, client: 3 } as const;
const STATUS_ERROR = { code: 2 } as const;

export interface TraceSource extends Pick<OtlpSettings, 'parent' | 'content' | 'serviceName'> {
  readonly head: Pick<StepView, 'outcome' | 'errorCode' | 'webUrl' | 'status' | 'result' | 'provenance'>;
  readonly runId: number;
  /** Entries of the run before this turn. */
  readonly before: number;
  /** When the turn began and ended by the runner's clock, ms since the epoch. */
  readonly beganAt: number;
  readonly endedAt: number;
  /** The prompt that was sent, or null. */
  readonly prompt: string | null;
  readonly model: string | null;
  /** Address of the agent service. */
  readonly baseUrl: string;
  readonly log: Log;
  /** Receives a line without its line end. */
  readonly write: (line: string) => void;
}

/** Writes the trace. Rejects only with what `log` or `write` reject with. */
export async function writeTrace(source: TraceSource): Promise<void> {
  const { runId, before, beganAt, endedAt, log, write } = source;
  const turn = { traceId: source.parent?.traceId ?? traceIdOf(runId), spanId: spanIdOf(runId, `turn ${before}`) };
  const gap = (await leftOut(log)) ?? { from: 0, to: 0 };
  const events: string[] = [];
  let [eventText, dropped] = [0, 0];
  let spans: string[] = [];
  let size = 0;
  const add = (span: string): void => {
    if (spans.length > 0 && size + span.length > LINE_MAX) {
      write(lineOf(source, spans));
      [spans, size] = [[], 0];
    }
    spans.push(span);
    size += span.length;
  };
  let start: number | null = null;
  let last: number | null = null;
  let read = -1;
  for await (const line of log.lines()) {
    read += 1;
    if (read >= gap.from && read < gap.to) {
      // The time of what is left out is no time of the next entry.
      last = null;
      continue;
    }
    const entry = parsed(line);
    if (entry === undefined) continue;
    const view = viewEntry(entry);
    const time = parseTime(view.created_at);
    start ??= time === null || isNear(beganAt, time) ? Math.min(beganAt, time ?? beganAt) : time;
    const from: number = last ?? (read === 0 ? start : (time ?? start));
    // Times never decrease. An entry without a usable time takes no time.
    const at: number = Math.max(from, time ?? from);
    last = at;
    const moment = { index: before + read, from, at };
    if (view.message_type === 'ACTION') add(JSON.stringify(toolSpan(source, { view, turn, ...moment })));
    else {
      const event = JSON.stringify(entryEvent(source, { view, ...moment }));
      eventText += event.length;
      if (eventText < EVENTS_MAX) events.push(event);
      else dropped += 1;
    }
  }
  start ??= beganAt;
  const end = last === null || isNear(endedAt, last) ? Math.max(endedAt, last ?? endedAt) : last;
  const span = turnSpan(source, { turn, start, end, dropped, missing: gap.to - gap.from });
  add(`${JSON.stringify(span).slice(0, -1)},"events":[${events.join(',')}]}`);
  write(lineOf(source, spans));
}

const isNear = (one: number, other: number): boolean => Math.abs(one - other) <= NEAR_MS;

/** Undefined for an invalid line, for example the last one after a kill. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** A TracesData message. */
function lineOf({ serviceName, head: { provenance } }: TraceSource, spans: readonly string[]): string {
  const resource = {
    attributes: attributes({
      'service.name': serviceName,
      'service.version': VERSION,
      'cicd.pipeline.name': provenance.workflow,
      'cicd.pipeline.run.url.full': provenance.workflowRunUrl,
    }),
  };
  const scope = JSON.stringify({ name: 'agent-run-action', version: VERSION });
  const scopeSpans = `[{"scope":${scope},"schemaUrl":"${SCHEMA_URL}","spans":[${spans.join(',')}]}]`;
  const one = `{"resource":${JSON.stringify(resource)},"schemaUrl":"${SCHEMA_URL}","scopeSpans":${scopeSpans}}`;
  return `${LINE_START}${one}${LINE_END}`;
}

const [LINE_START, LINE_END] = ['{"resourceSpans":[', ']}'];

/** Merges lines of a trace file into messages of at most `LINE_MAX` UTF-16 units, so that many runs need few requests. */
export async function* messagesOf(lines: AsyncIterable<string>): AsyncGenerator<string, void> {
  let parts: string[] = [];
  let size = 0;
  const message = (): string => `${LINE_START}${parts.join(',')}${LINE_END}`;
  for await (const line of lines) {
    if (!line.startsWith(LINE_START) || !line.endsWith(LINE_END)) continue;
    if (parts.length > 0 && size + line.length > LINE_MAX) {
      yield message();
      [parts, size] = [[], 0];
    }
    parts.push(line.slice(LINE_START.length, -LINE_END.length));
    size += line.length;
  }
  if (parts.length > 0) yield message();
}

interface SpanIds {
  readonly traceId: string;
  readonly spanId: string;
}

interface TurnFacts {
  readonly turn: SpanIds;
  readonly start: number;
  readonly end: number;
  /** Number of events for which there is no room. */
  readonly dropped: number;
  /** Number of entries that a very long log has between the first and the newest ones. */
  readonly missing: number;
}

function turnSpan(source: TraceSource, { turn, start, end, dropped, missing }: TurnFacts): object {
  const { head, parent, runId, model, content, prompt, baseUrl, beganAt, endedAt } = source;
  const server = URL.parse(baseUrl);
  const error = isGoodNews(head.outcome) ? null : (head.errorCode ?? head.outcome);
  const said = (role: string, text: string | null, more: object = {}): string | null =>
    content && text !== null && text !== ''
      ? JSON.stringify([{ role, parts: [{ type: 'text', content: text.slice(0, TEXT_MAX) }], ...more }])
      : null;
  return {
    ...turn,
    ...(parent !== null && { parentSpanId: parent.spanId }),
    name: 'invoke_agent',
    kind: KIND.client,
    startTimeUnixNano: nanoseconds(start),
    endTimeUnixNano: nanoseconds(end),
    attributes: attributes({
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.provider.name': server?.hostname,
      'gen_ai.conversation.id': String(runId),
      'gen_ai.request.model': model,
      'server.address': server?.hostname,
      'server.port': server === null ? null : Number(server.port || (server.protocol === 'http:' ? 80 : 443)),
      'error.type': error,
      'agent_run.id': runId,
      'agent_run.organization.id': head.provenance.orgId,
      'agent_run.url': safeHttpsUrl(head.webUrl),
      'agent_run.outcome': head.outcome,
      'agent_run.status': nameOf(head.status),
      'agent_run.time.inferred': start !== beganAt || end !== endedAt,
      'agent_run.entries.left_out': missing > 0 ? missing : null,
      'gen_ai.input.messages': said('user', prompt),
      'gen_ai.output.messages': said('assistant', head.result, { finish_reason: error === null ? 'stop' : 'error' }),
    }),
    ...(dropped > 0 && { droppedEventsCount: dropped }),
    ...(error !== null && { status: STATUS_ERROR }),
  };
}

interface EntryFacts {
  readonly view: EntryView;
  /** Position in the run. */
  readonly index: number;
  /** The time of the entry before it, and its own. */
  readonly from: number;
  readonly at: number;
}

/** A tool's entry already contains its output, so its duration is the time since the previous entry. */
function toolSpan(
  { runId, content }: TraceSource,
  { view, turn, index, from, at }: EntryFacts & { readonly turn: SpanIds },
): object {
  const tool = nameOf(view.tool_name);
  const exitCode = exitCodeOf(view.tool_output);
  const failed = exitCode !== null && exitCode !== 0;
  return {
    traceId: turn.traceId,
    spanId: spanIdOf(runId, index),
    parentSpanId: turn.spanId,
    name: `execute_tool ${tool}`.trim(),
    kind: KIND.internal,
    startTimeUnixNano: nanoseconds(from),
    endTimeUnixNano: nanoseconds(at),
    attributes: attributes({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': tool,
      'gen_ai.tool.type': 'function',
      'process.exit.code': exitCode,
      'error.type': failed ? String(exitCode) : null,
      'agent_run.entry.index': index,
      // The start is the time of the entry before it.
      'agent_run.time.inferred': true,
      ...(content && {
        'gen_ai.tool.call.arguments': jsonOf(view.tool_input),
        'gen_ai.tool.call.result': jsonOf(view.tool_output),
        ...words(view),
      }),
    }),
    ...(failed && { status: STATUS_ERROR }),
  };
}

function entryEvent({ content }: TraceSource, { view, index, at }: EntryFacts): object {
  const type = view.message_type ?? '';
  return {
    timeUnixNano: nanoseconds(at),
    name: `agent_run.${/^[A-Z][A-Z_]{0,60}$/.test(type) ? type.toLowerCase() : 'entry'}`,
    attributes: attributes({
      'agent_run.entry.index': index,
      'agent_run.entry.type': nameOf(type),
      'gen_ai.tool.name': nameOf(view.tool_name),
      'error.type': type === 'ERROR' || type === 'PR_CREATION_FAILED' ? type : null,
      ...(content && words(view)),
    }),
  };
}

function words({ thought, observation }: EntryView): Attributes {
  return {
    'agent_run.thought': thought?.slice(0, TEXT_MAX),
    'agent_run.observation': entryText(observation).slice(0, TEXT_MAX),
  };
}

/** Shortens a word of the service to one line for use in a name. */
function nameOf(word: string | null): string {
  return (word ?? '')
    .slice(0, NAME_MAX)
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim();
}

function jsonOf(value: unknown): string | null {
  return value === undefined || value === null ? null : jsonText(value, 0).slice(0, TEXT_MAX);
}

type Attributes = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Integers of 64 bits are written as text. Leaves out null, undefined and empty strings. */
function attributes(values: Attributes): readonly object[] {
  return Object.entries(values).flatMap(([key, value]): readonly object[] => {
    if (value === null || value === undefined || value === '') return [];
    if (typeof value === 'boolean') return [{ key, value: { boolValue: value } }];
    if (typeof value === 'number') return [{ key, value: { intValue: String(value) } }];
    return [{ key, value: { stringValue: value.toWellFormed() } }];
  });
}

/** Milliseconds since the epoch, microseconds as a fraction, as nanoseconds in decimal digits. */
function nanoseconds(ms: number): string {
  return `${BigInt(Math.max(0, Math.round(ms * 1000))) * 1000n}`;
}

/** IDs are derived from the run, so that the same run gives the same trace. */
const digits = (text: string, length: number): string => hash('sha256', `agent-run-action ${text}`).slice(0, length);

const traceIdOf = (runId: number): string => digits(`trace ${runId}`, 32);

/** @param entry position of the entry in the run, or the turn's own span with the position it begins at */
const spanIdOf = (runId: number, entry: number | `turn ${number}`): string => digits(`span ${runId} ${entry}`, 16);
