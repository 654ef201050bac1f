/** The first message of a run, as its stream gives it back (sheet, section 6). */
import { createParser } from 'eventsource-parser';
import { ServiceError, transportFailure } from '../../http/errors.ts';
import type { CallOptions } from '../../http/limits.ts';
import { TransportError } from '../../http/proof.ts';
import type { Clock } from '../../runner/port.ts';
import { isRecord, parseJson } from '../../safe/json.ts';
import type { CursorClient, RunRef } from './client.ts';

/** The echo is among the first frames, or does not come. */
const FRAMES_MAX = 20;
/** What the first frames may take. */
const FIRST_FRAMES_MS = 5_000;
/** UTF-16 units of one frame. */
const FRAME_MAX = 1024 * 1024;

export interface Echo {
  /** Null where the stream does not tell it. */
  readonly text: string | null;
  /** Why it could not be read, where a later read may tell it; otherwise null. */
  readonly failure: ServiceError | null;
}

/** Rejects with `call.signal.reason` on abort. */
export async function readEcho(
  { client, clock }: { readonly client: Pick<CursorClient, 'stream'>; readonly clock: Clock },
  ref: RunRef,
  call: CallOptions,
): Promise<Echo> {
  const over = new AbortController();
  const signal = AbortSignal.any([call.signal, over.signal]);
  const patienceMs = Math.min(FIRST_FRAMES_MS, Math.max(0, call.deadline - clock.now()));
  const isLate = clock.sleep(patienceMs, signal).then(
    () => over.abort(),
    () => undefined,
  );
  try {
    const mostMs = Math.min(patienceMs, call.patienceMs ?? patienceMs);
    const order = { ...ref, lastEventId: null };
    const stream = await client.stream(order, { ...call, signal, patienceMs: mostMs });
    return { text: await firstMessage(stream.pieces), failure: null };
  } catch (error) {
    call.signal.throwIfAborted();
    if (over.signal.aborted) {
      return { text: null, failure: null };
    }
    const failure = error instanceof TransportError ? transportFailure(error) : error;
    if (!(failure instanceof ServiceError)) {
      throw failure;
    }
    // 410: it has expired (sheet, section 6).
    const mayPass = failure.passing && failure.status !== 410;
    return { text: null, failure: mayPass ? failure : null };
  } finally {
    over.abort();
    await isLate;
  }
}

async function firstMessage(pieces: AsyncIterable<string>): Promise<string | null> {
  const echoes: string[] = [];
  let frames = 0;
  const parser = createParser({
    maxBufferSize: FRAME_MAX,
    onEvent: ({ event, data }) => {
      frames += 1;
      if (event === 'interaction_update') {
        echoes.push(...messageIn(data));
      }
    },
    // Too large for an echo.
    onError: () => undefined,
  });
  for await (const piece of pieces) {
    parser.feed(piece);
    if (echoes.length > 0 || frames >= FRAMES_MAX) {
      break;
    }
  }
  return echoes[0] ?? null;
}

function messageIn(data: string): readonly string[] {
  let value: unknown;
  try {
    value = parseJson(data);
  } catch {
    return [];
  }
  if (!isRecord(value) || value['type'] !== 'user-message-appended') {
    return [];
  }
  const { userMessage } = value;
  const text = isRecord(userMessage) ? userMessage['text'] : null;
  return typeof text === 'string' ? [text] : [];
}
