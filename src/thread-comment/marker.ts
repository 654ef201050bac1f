/**
 * The hidden marker that links a comment to a run and records which comments were delivered to it (contract 7.2). Anyone can read and
 * copy it, so it is valid only with a signature over its content and the place it belongs to.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { integerOf } from '../shared/integer.ts';
import { MARKER_START } from './identity.ts';
import { EMPTY_MAILBOX, type Mailbox, type Sent } from './mailbox.ts';

/** The place that a comment belongs to. */
export interface MarkerPlace {
  /** The service's API token, used as the signature's key. A new token invalidates older markers. */
  readonly secret: string;
  /** `owner/name`, case-insensitive as on GitHub. */
  readonly repository: string;
  /** Number of the issue or pull request. */
  readonly thread: number;
  /** The input `comment_key`, as given. */
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
  /** Null while the run is about to be created; the comment is then a claim (see `claim.ts`). */
  readonly runId: number | null;
  /** Null in markers of the first version. */
  readonly writer: Writer | null;
  readonly mailbox: Mailbox;
}

export type MarkerContent = MarkerPlace & Pick<ThreadRecord, 'runId'> & Partial<ThreadRecord>;

/** A parsed marker whose signature has not been verified. */
export interface Marker extends ThreadRecord {
  readonly signature: string;
  /** The text covered by the signature, besides the place. */
  readonly signed: string;
}

const MARKER =
  /^<!-- agent-run-action:(v[12]) ((?:[a-z]+=[A-Za-z0-9.,-]* ){1,12})sig=([0-9a-f]{64}) -->[ \t]*(?:\r?\n|$)/;
const WRITER = /^([0-9a-f]{32})\.([1-9]\d{0,8})\.(created|resumed)$/;

/**
 * Serializes a marker as one HTML comment on one line, which must be the first line of the body. It contains only numbers and words of
 * this action, so no name or key can break out of the comment.
 */
export function writeMarker(content: MarkerContent): string {
  const { runId, writer = null, mailbox = EMPTY_MAILBOX } = content;
  const { turns, high, settled, intended, doubtful } = mailbox;
  const fields: readonly (readonly [name: string, value: string])[] = [
    ['run', String(runId ?? 0)],
    ['by', writer === null ? '' : `${writer.key}.${writer.attempt}.${writer.mode}`],
    ['turns', turns === 0 ? '' : String(turns)],
    ['high', high === 0 ? '' : String(high)],
    ['settled', settled.join(',')],
    ['intended', intended?.ids.join(',') ?? ''],
    ['mark', intended?.mark ?? ''],
    ['at', intended === null ? '' : String(intended.at)],
    ['doubtful', doubtful.map(({ mark, ids }) => [mark, ...ids].join('.')).join(',')],
  ];
  const kept = fields.filter(([, value]) => value !== '');
  const signed = `v2 ${kept.map(([name, value]) => `${name}=${value}`).join(' ')}`;
  return `${MARKER_START}${signed} sig=${signature(content, signed)} -->`;
}

/**
 * Parses the marker of a comment's body, or returns null. Only the beginning of the body is read, so that a quoted marker is ignored.
 */
export function readMarker(body: string): Marker | null {
  const found = MARKER.exec(body);
  if (found === null) return null;
  const [, version, text, sig] = found as unknown as readonly [string, string, string, string];
  const content = text.trim();
  const fields = new Map(content.split(' ').map((pair) => pair.split('=', 2) as [string, string]));
  const field = (name: string): string => fields.get(name) ?? '';
  const number = (name: string): number => integerOf(field(name)) || 0;
  // Run 0 denotes a claim, because older versions ignore a marker without a run.
  const runId = field('run') === '0' ? null : number('run');
  if (runId === 0) return null;
  const mailbox: Mailbox = {
    turns: number('turns'),
    high: number('high'),
    settled: numbers(field('settled')),
    intended: field('mark') === '' ? null : { ids: numbers(field('intended')), mark: field('mark'), at: number('at') },
    doubtful: doubtfulOf(field('doubtful')),
  };
  const signed = `${version} ${content}`;
  return { runId, writer: writerOf(field('by')), mailbox, signature: sig, signed };
}

/** Returns the data that a comment's body records for this place, or null if its marker is absent, invalid or for another place. */
export function verifyMarker(body: string, place: MarkerPlace): ThreadRecord | null {
  const marker = readMarker(body);
  // With an empty secret, anyone could sign.
  if (marker === null || place.secret === '') return null;
  const { runId, writer, mailbox, signed } = marker;
  // The first version signed only the run, so its other fields are ignored.
  const isFirst = signed.startsWith('v1 ');
  if (isFirst && signed !== `v1 run=${runId}`) return null;
  const right = isFirst ? firstSignature(place, runId) : signature(place, signed);
  const same = timingSafeEqual(Buffer.from(right, 'hex'), Buffer.from(marker.signature, 'hex'));
  return same ? { runId, writer, mailbox } : null;
}

/** Whether the body's marker has this content, whichever step wrote it. */
export function isRecordedBy(body: string, content: MarkerContent): boolean {
  const marker = readMarker(body);
  return marker !== null && body.startsWith(writeMarker({ ...content, writer: marker.writer }));
}

/** Replaces the marker in the first line of the body. */
export function withMarker(body: string, marker: string): string {
  return `${marker}\n${body.slice(MARKER.exec(body)?.[0].length)}`;
}

function writerOf(text: string): Writer | null {
  const found = WRITER.exec(text);
  if (found === null) return null;
  const [, key, attempt, mode] = found as unknown as readonly [string, string, string, Writer['mode']];
  return { key, attempt: Number(attempt), mode };
}

function doubtfulOf(text: string): Sent[] {
  const items = text.split(',').filter((item) => item !== '');
  return items.map((item) => {
    const [mark, ...ids] = item.split('.') as [string, ...string[]];
    return { mark, ids: numbers(ids.join(',')) };
  });
}

function numbers(text: string): number[] {
  return text
    .split(',')
    .map(integerOf)
    .filter((id) => id > 0);
}

/** The parts are joined as a JSON array, so that different places never yield the same text. */
function signature(place: MarkerPlace, signed: string): string {
  const { secret, repository, thread, commentKey } = place;
  return hmac(secret, ['agent-run-action/v2', repository.toLowerCase(), thread, commentKey, signed]);
}

/** The signature of markers written before the mailbox was introduced. */
function firstSignature({ secret, repository, thread, commentKey }: MarkerPlace, runId: number | null): string {
  return hmac(secret, ['agent-run-action/v1', repository.toLowerCase(), thread, commentKey, runId]);
}

function hmac(secret: string, parts: readonly unknown[]): string {
  return createHmac('sha256', secret).update(JSON.stringify(parts)).digest('hex');
}
