/**
 * The end of a text that may be long, such as the log of a job: read as a stream, of which the last
 * bytes are kept (contract 2.4).
 */
import type { Clock } from '../runner/port.ts';
import { within } from '../runner/within.ts';
import type { Http } from './port.ts';
import { TransportError } from './proof.ts';

/** UTF-16 units; contract 2.4 speaks of 64 kB. */
const KEPT = 64 * 1024;
/** For the headers of the answer, from when it was asked for. */
const HEADERS_MS = 10_000;
/** From the last byte, after which the stream is given up. */
const SILENCE_MS = 60_000;

/** Rejects with `TransportError`, or with `signal.reason` on abort. */
export async function readTail(
  url: string,
  {
    http,
    clock,
    signal,
  }: {
    readonly http: Pick<Http, 'open'>;
    readonly clock: Pick<Clock, 'sleep'>;
    readonly signal: AbortSignal;
  },
): Promise<string> {
  const over = new AbortController();
  const ends = AbortSignal.any([signal, over.signal]);
  const opened = await http.open({ url, headers: {}, headersTimeoutMs: HEADERS_MS }, ends);
  if (opened.kind === 'refused') {
    throw new TransportError('protocol', `the answer is HTTP ${opened.response.status}`);
  }
  const pieces = opened.stream.pieces[Symbol.asyncIterator]();
  let tail = '';
  try {
    for (;;) {
      const next = await within({ clock, ms: SILENCE_MS, signal }, (late) =>
        Promise.race([pieces.next(), aborted(late)]),
      );
      if (next.done === true) {
        return tail;
      }
      tail = (tail + next.value).slice(-KEPT);
    }
  } finally {
    over.abort();
  }
}

/** Rejects with the signal's reason. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason as Error);
    }
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}
