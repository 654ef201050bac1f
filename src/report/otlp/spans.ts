/**
 * The spans and span events of a turn and its entries (contract 16), with names of OpenTelemetry's GenAI semantic conventions. These are in
 * development, so a later version changes the tables of names here. Pure.
 */
import { createHash } from 'node:crypto';
import type { EntryView } from '../../service/entry.ts';
import { safeHttpsUrl } from '../../safe/url.ts';
import { entryText, exitCodeOf, jsonText } from '../entry-summary.ts';
import type { StepView } from '../step-view.ts';
import { attributes, nanoseconds, SPAN_KIND, STATUS_ERROR, type Span, type SpanEvent } from './message.ts';
import type { TraceParent } from './settings.ts';

/** Names as in OpenTelemetry semantic conventions 1.41, the last version that includes the GenAI conventions. */
export const SCHEMA_URL = 'https://opentelemetry.io/schemas/1.41.0';

export const OPERATION = { invokeAgent: 'invoke_agent', executeTool: 'execute_tool' } as const;

export const ATTRIBUTE = {
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
} as const;

/** Prefix of the span events for entries other than tool executions: `agent_run.plan_evaluation`. */
export const EVENT_PREFIX = 'agent_run.';

const NAME_MAX = 200;
const TEXT_MAX = 16_384;

/** The data of the turn's span. */
export interface TurnSource {
  readonly head: Pick<StepView, 'outcome' | 'errorCode' | 'webUrl' | 'status' | 'result' | 'provenance'>;
  readonly runId: number;
  /** When the turn began and ended by the runner's clock, ms since the epoch. */
  readonly beganAt: number;
  readonly endedAt: number;
  readonly parent: TraceParent | null;
  /** The prompt that was sent, or null. */
  readonly prompt: string | null;
  readonly model: string | null;
  /** Address of the agent service. */
  readonly baseUrl: string;
  /** Whether prompts, thoughts and outputs are recorded. */
  readonly content: boolean;
}

export interface TurnFacts {
  readonly traceId: string;
  readonly turnId: string;
  readonly start: number;
  readonly end: number;
  readonly events: readonly SpanEvent[];
  readonly dropped: number;
}

const GOOD: ReadonlySet<StepView['outcome']> = new Set(['succeeded', 'started', 'running', 'skipped']);

export function turnSpan(source: TurnSource, { traceId, turnId, start, end, events, dropped }: TurnFacts): Span {
  const { head, parent, runId, model, content, prompt, baseUrl, beganAt, endedAt } = source;
  const server = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  const error = GOOD.has(head.outcome) ? null : (head.errorCode ?? head.outcome);
  const said = (role: string, text: string, more: object = {}): string =>
    JSON.stringify([{ role, parts: [{ type: 'text', content: text.slice(0, TEXT_MAX) }], ...more }]);
  return {
    traceId,
    spanId: turnId,
    ...(parent === null ? {} : { parentSpanId: parent.spanId }),
    name: OPERATION.invokeAgent,
    kind: SPAN_KIND.client,
    startTimeUnixNano: nanoseconds(start),
    endTimeUnixNano: nanoseconds(end),
    attributes: attributes({
      [ATTRIBUTE.operation]: OPERATION.invokeAgent,
      [ATTRIBUTE.provider]: server?.hostname,
      [ATTRIBUTE.conversation]: String(runId),
      [ATTRIBUTE.model]: model,
      [ATTRIBUTE.serverAddress]: server?.hostname,
      [ATTRIBUTE.serverPort]: server === null ? null : Number(server.port === '' ? defaultPort(server) : server.port),
      [ATTRIBUTE.errorType]: error,
      [ATTRIBUTE.runId]: runId,
      [ATTRIBUTE.organization]: head.provenance.orgId,
      [ATTRIBUTE.runUrl]: head.webUrl === null ? null : safeHttpsUrl(head.webUrl),
      [ATTRIBUTE.outcome]: head.outcome,
      [ATTRIBUTE.status]: head.status === null ? null : name(head.status),
      [ATTRIBUTE.timeInferred]: start !== beganAt || end !== endedAt,
      [ATTRIBUTE.inputMessages]: content && prompt !== null ? said('user', prompt) : null,
      [ATTRIBUTE.outputMessages]:
        content && head.result !== ''
          ? said('assistant', head.result, { finish_reason: error === null ? 'stop' : 'error' })
          : null,
    }),
    events,
    ...(dropped === 0 ? {} : { droppedEventsCount: dropped }),
    ...(error === null ? {} : { status: { code: STATUS_ERROR } }),
  };
}

const defaultPort = ({ protocol }: URL): number => (protocol === 'http:' ? 80 : 443);

interface EntryFacts {
  /** Position in the run. */
  readonly index: number;
  readonly at: number;
  readonly content: boolean;
}

type ToolFacts = EntryFacts & Pick<TurnFacts, 'traceId' | 'turnId'> & { readonly runId: number; readonly from: number };

/** A tool's entry already contains its output, so its duration is the time since the previous entry. */
export function toolSpan(view: EntryView, { runId, traceId, turnId, index, from, at, content }: ToolFacts): Span {
  const tool = name(view.tool_name ?? '');
  const exitCode = exitCodeOf(view.tool_output);
  const failed = exitCode !== null && exitCode !== 0;
  return {
    traceId,
    spanId: spanIdOf(runId, index),
    parentSpanId: turnId,
    name: tool === '' ? OPERATION.executeTool : `${OPERATION.executeTool} ${tool}`,
    kind: SPAN_KIND.internal,
    startTimeUnixNano: nanoseconds(from),
    endTimeUnixNano: nanoseconds(at),
    attributes: attributes({
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
        [ATTRIBUTE.thought]: text(view.thought),
        [ATTRIBUTE.observation]: text(entryText(view.observation)),
      }),
    }),
    ...(failed && { status: { code: STATUS_ERROR } }),
  };
}

const ERROR_TYPES: ReadonlySet<string> = new Set(['ERROR', 'PR_CREATION_FAILED']);

export function entryEvent(view: EntryView, { index, at, content }: EntryFacts): SpanEvent {
  const type = view.message_type ?? '';
  const plain = /^[A-Z][A-Z_]{0,60}$/.test(type) ? type.toLowerCase() : 'entry';
  return {
    timeUnixNano: nanoseconds(at),
    name: `${EVENT_PREFIX}${plain}`,
    attributes: attributes({
      [ATTRIBUTE.entryIndex]: index,
      [ATTRIBUTE.entryType]: name(type),
      [ATTRIBUTE.toolName]: name(view.tool_name ?? ''),
      [ATTRIBUTE.errorType]: ERROR_TYPES.has(type) ? type : null,
      ...(content && {
        [ATTRIBUTE.thought]: text(view.thought),
        [ATTRIBUTE.observation]: text(entryText(view.observation)),
      }),
    }),
  };
}

/** Shortens a word of the service to one line for use in a name. */
function name(word: string): string {
  return word
    .slice(0, NAME_MAX)
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim();
}

function text(value: string | null): string | null {
  return value === null ? null : value.slice(0, TEXT_MAX);
}

function jsonOf(value: unknown): string | null {
  return value === undefined || value === null ? null : jsonText(value, 0).slice(0, TEXT_MAX);
}

/** IDs are derived from the run, so that the same run gives the same trace. */
function digits(text: string, length: number): string {
  const hex = createHash('sha256').update(`agent-run-action ${text}`).digest('hex').slice(0, length);
  // An ID of only zeros is invalid.
  return /[^0]/.test(hex) ? hex : `${'0'.repeat(length - 1)}1`;
}

export function traceIdOf(runId: number): string {
  return digits(`trace ${runId}`, 32);
}

/** @param entry position of the entry in the run, or the turn's own span with the position it begins at */
export function spanIdOf(runId: number, entry: number | `turn ${number}`): string {
  return digits(`span ${runId} ${entry}`, 16);
}
