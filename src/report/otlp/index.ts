/**
 * The run as OTLP/JSON lines (contract 16): one `invoke_agent` span for the turn, an `execute_tool` span for each ACTION, span events for
 * the rest. Entries stream through from the logs file, so a long run costs little memory. Agent text is included only if content recording
 * is enabled.
 */
import { parseTime } from '../../run/entry.ts';
import { viewEntry } from '../../service/entry.ts';
import { attributes, tracesLine, type Span, type SpanEvent } from './message.ts';
import {
  ATTRIBUTE,
  entryEvent,
  SCHEMA_URL,
  spanIdOf,
  toolSpan,
  traceIdOf,
  turnSpan,
  type TurnSource,
} from './spans.ts';

/** Spans per line, which is also a request. */
const SPANS_PER_LINE = 500;
/** Maximum UTF-16 length of a line. Collectors accept a few megabytes per request. */
const LINE_MAX = 2_000_000;
/** A collector must hold the run's span with all its events in memory. */
const EVENTS_MAX = 10_000;
const EVENT_TEXT_MAX = 4_000_000;
/** The runner's clock is used for the start and end of the turn if it differs from the log's by no more than this. */
const NEAR_MS = 10 * 60_000;

export interface OtlpSource extends TurnSource {
  /** Entries of the run before this turn. */
  readonly before: number;
  /** The lines of the logs file, oldest first. */
  readonly entryLines: AsyncIterable<string> | Iterable<string>;
  readonly serviceName: string;
  readonly version: string;
  /** Receives a line without its line end. */
  readonly write: (line: string) => void;
}

/** Rejects only with what `entryLines` or `write` reject with. */
export async function writeOtlp(source: OtlpSource): Promise<void> {
  const { runId, before, content, beganAt, endedAt } = source;
  const traceId = source.parent?.traceId ?? traceIdOf(runId);
  const turnId = spanIdOf(runId, `turn ${before}`);
  const events: SpanEvent[] = [];
  let eventText = 0;
  let dropped = 0;
  let spans: Span[] = [];
  let size = 0;
  const flush = (): void => {
    if (spans.length > 0) source.write(encoded(source, spans));
    [spans, size] = [[], 0];
  };
  let [first, last]: [number | null, number | null] = [null, null];
  let index = before;
  for await (const text of source.entryLines) {
    const entry = entryOf(text);
    if (entry === undefined) continue;
    const view = viewEntry(entry);
    const known = parseTime(view.created_at);
    if (first === null && known !== null) first = known;
    const from: number = last ?? (first === null ? beganAt : near(beganAt, first) ? Math.min(beganAt, first) : first);
    // Times never decrease. An entry without a usable time takes no time.
    const at: number = Math.max(from, known ?? from);
    last = at;
    if (view.message_type === 'ACTION') {
      const span = toolSpan(view, { runId, traceId, turnId, index, from, at, content });
      spans.push(span);
      size += content ? text.length : 600;
      if (spans.length >= SPANS_PER_LINE || size >= LINE_MAX) flush();
    } else {
      const event = entryEvent(view, { index, at, content });
      eventText += content ? text.length : 0;
      if (events.length < EVENTS_MAX && eventText < EVENT_TEXT_MAX) events.push(event);
      else dropped += 1;
    }
    index += 1;
  }
  const start = first === null || near(beganAt, first) ? Math.min(beganAt, first ?? beganAt) : first;
  const end = last === null || near(endedAt, last) ? Math.max(endedAt, last ?? endedAt) : last;
  spans.push(turnSpan(source, { traceId, turnId, start, end, events, dropped }));
  flush();
}

/** Undefined for an invalid line, for example the last one after a kill. */
function entryOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

const near = (one: number, other: number): boolean => Math.abs(one - other) <= NEAR_MS;

function encoded({ serviceName, version, head }: OtlpSource, spans: readonly Span[]): string {
  const { workflow, workflowRunUrl } = head.provenance;
  const resource = attributes({
    [ATTRIBUTE.serviceName]: serviceName,
    [ATTRIBUTE.serviceVersion]: version,
    [ATTRIBUTE.pipelineName]: workflow,
    [ATTRIBUTE.pipelineRunUrl]: workflowRunUrl,
  });
  return tracesLine(spans, { resource, scope: { name: 'agent-run-action', version }, schemaUrl: SCHEMA_URL });
}
