/**
 * The body of a stream in virtual time: what the service writes arrives in pieces that begin and
 * end anywhere, and the connection may break or fall silent at any moment.
 */
import type { EventStream } from '../../../sandbox/faces/face.ts';
import { TransportError } from '../../../src/http/proof.ts';
import type { SimClock } from './clock.ts';
import type { Dice } from './dice.ts';

export interface VirtualStream {
  readonly source: EventStream;
  /** When the service may write next, beside its heartbeats. */
  readonly nextAt: () => number;
  /** When the connection breaks in the middle of what is on its way, or Infinity. */
  readonly cutAt: number;
  /** From when on nothing arrives any more, although the connection stays, or Infinity. */
  readonly silentAt: number;
}

interface Way {
  readonly clock: SimClock;
  readonly dice: Dice;
  readonly latencyMs: number;
  readonly trace: ((line: string) => void) | null;
  readonly signal: AbortSignal;
  /** Whether the process is gone, so that nothing reaches it. */
  readonly isGone: () => boolean;
}

/** Longest time between two looks at what is new: heartbeats come by the clock alone. */
const LOOK_MS = 5_000;

export async function* poured(
  { source, nextAt, cutAt, silentAt }: VirtualStream,
  way: Way,
): AsyncGenerator<string> {
  const { clock, dice, latencyMs, trace, signal } = way;
  for (;;) {
    signal.throwIfAborted();
    const now = clock.now();
    if (now >= silentAt) {
      await arrival(Infinity, way);
    }
    const { text, state } = source.take();
    const isCut = now >= cutAt;
    const arrives = isCut ? text.slice(0, Math.floor(text.length * dice.next())) : text;
    for (const piece of piecesOf(arrives, dice)) {
      await arrival(latencyMs * dice.next(), way);
      yield piece;
    }
    if (isCut || state === 'cut') {
      trace?.(`          the stream breaks`);
      throw new TransportError('reset', 'model: the stream was cut');
    }
    if (state === 'ended') {
      trace?.(`          the stream ends`);
      return;
    }
    const next = Math.min(nextAt(), cutAt, silentAt, now + LOOK_MS);
    await arrival(Math.max(1, next - clock.now()), way);
  }
}

/** One to three pieces. */
function piecesOf(text: string, dice: Dice): readonly string[] {
  if (text === '') {
    return [];
  }
  const cuts = Array.from({ length: dice.int(0, 2) }, () => dice.int(1, text.length)).sort(
    (a, b) => a - b,
  );
  const places = [0, ...cuts, text.length];
  return places
    .slice(1)
    .map((to, index) => text.slice(places[index], to))
    .filter((piece) => piece !== '');
}

/** Rejects with the reason of the signal. Never settles once the process is gone. */
function arrival(ms: number, { clock, signal, isGone }: Way): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (end: () => void): void => {
      cancel();
      signal.removeEventListener('abort', abort);
      if (!isGone()) {
        end();
      }
    };
    const abort = (): void => settle(() => reject(signal.reason as Error));
    const cancel =
      ms === Infinity ? () => undefined : clock.after(ms, () => settle(() => resolve()));
    signal.addEventListener('abort', abort, { once: true });
  });
}
