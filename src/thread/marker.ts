/**
 * The hidden marker that links a comment to a run and records which comments were delivered to it (contract 7.2). Anyone can read and
 * copy it, so it is valid only with a signature over its content and the place it belongs to.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { integerOf } from '../service/schema.ts';
import { EMPTY_MAILBOX, type Mailbox } from './mailbox.ts';
import { MARKER_START } from '../github/own-comment.ts';

/** The place that a comment belongs to. */
export interface MarkerPlace {
  /** The service's API token, used as the signature's key. A new token invalidates older markers. */
  readonly secret: string;
  /** `owner/name`, case-insensitive as on GitHub. */
  readonly repository: string;
  /** Number of the issue or pull request. */
  readonly thread: number;
  readonly commentKey: string;
}

/** The step that recorded the run in the thread or sent its last follow-up. */
export interface Writer {
  /** The step's key: 32 hex digits. */
  readonly key: string;
  /** The attempt of its workflow run. */
  readonly attempt: number;
  /** Whether it created or resumed the run. */
  readonly mode: 'created' | 'resumed';
}

/** The data stored in a marker. */
export interface ThreadRecord {
  readonly runId: number;
  readonly writer: Writer | null;
  readonly mailbox: Mailbox;
}

export type MarkerContent = MarkerPlace & Pick<ThreadRecord, 'runId'> & Partial<ThreadRecord>;

const MARKER = /^<!-- agent-run-action:(v2 (?:[a-z]+=[A-Za-z0-9.,-]* ){1,12})sig=([0-9a-f]{64}) -->[ \t]*(?:\r?\n|$)/;
const WRITER = /^([0-9a-f]{32})\.([1-9]\d{0,8})\.(created|resumed)$/;

/**
 * Serializes a marker as one HTML comment on one line, which must be the first line of the body. It contains only numbers and words of
 * this action, so no name or key can break out of the comment.
 */
export function writeMarker(content: MarkerContent): string {
  const { runId, writer = null, mailbox = EMPTY_MAILBOX } = content;
  const { turns, since, high, settled, intended } = mailbox;
  const fields: readonly (readonly [name: string, value: string])[] = [
    ['run', String(runId)],
    ['by', writer === null ? '' : `${writer.key}.${writer.attempt}.${writer.mode}`],
    ['turns', numberText(turns)],
    ['since', numberText(since)],
    ['high', numberText(high)],
    ['settled', settled.join(',')],
    ['intended', intended?.ids.join(',') ?? ''],
    ['mark', intended?.mark ?? ''],
  ];
  const kept = fields.filter(([, value]) => value !== '');
  const signed = `v2 ${kept.map(([name, value]) => `${name}=${value}`).join(' ')}`;
  return `${MARKER_START}${signed} sig=${signature(content, signed).toString('hex')} -->`;
}

/**
 * The data that a comment's body records for this place, or null if its marker is absent, invalid or for another place. Only the first
 * line of the body is read, so that a quoted marker is ignored.
 */
export function readMarker(body: string, place: MarkerPlace): ThreadRecord | null {
  const found = MARKER.exec(body);
  // With an empty secret, anyone could sign.
  if (found === null || place.secret === '') return null;
  const [, text, sig] = found as unknown as readonly [string, string, string];
  const signed = text.trim();
  if (!timingSafeEqual(signature(place, signed), Buffer.from(sig, 'hex'))) return null;
  const fields = new Map(signed.split(' ').map((pair) => pair.split('=', 2) as [string, string]));
  const field = (name: string): string => fields.get(name) ?? '';
  const number = (name: string): number => integerOf(field(name)) || 0;
  const mark = field('mark');
  const mailbox: Mailbox = {
    turns: number('turns'),
    since: number('since'),
    high: number('high'),
    settled: numbers(field('settled')),
    intended: mark === '' ? null : { ids: numbers(field('intended')), mark },
  };
  const runId = number('run');
  return runId === 0 ? null : { runId, writer: writerOf(field('by')), mailbox };
}

/** Replaces the marker in the first line of the body. */
export function withMarker(body: string, marker: string): string {
  return `${marker}\n${body.slice(MARKER.exec(body)?.[0].length)}`;
}

function numberText(value: number): string {
  return value === 0 ? '' : String(value);
}

function writerOf(text: string): Writer | null {
  const found = WRITER.exec(text);
  if (found === null) return null;
  const [, key, attempt, mode] = found as unknown as readonly [string, string, string, Writer['mode']];
  return { key, attempt: Number(attempt), mode };
}

function numbers(text: string): number[] {
  return text
    .split(',')
    .map(integerOf)
    .filter((id) => id > 0);
}

/** The parts are joined as a JSON array, so that different places never yield the same text. */
function signature({ secret, repository, thread, commentKey }: MarkerPlace, signed: string): Buffer {
  const parts = ['agent-run-action/v2', repository.toLowerCase(), thread, commentKey, signed];
  return createHmac('sha256', secret).update(JSON.stringify(parts)).digest();
}
