/** The live stream on a virtual clock: what it survives, and when it gives up (contract 18.3). */
import { describe, expect, it } from '@jest/globals';
import type { Frame } from '../../../src/agents/cursor/entries.ts';
import { StreamSlots, STREAMS_MAX } from '../../../src/agents/cursor/slots.ts';
import { RunStream } from '../../../src/agents/cursor/stream.ts';
import { judge } from '../../../src/agents/cursor/refusals.ts';
import { statusError, transportFailure } from '../../../src/http/errors.ts';
import type { HttpStream } from '../../../src/http/port.ts';
import { TransportError } from '../../../src/http/proof.ts';
import type { CallOptions } from '../../../src/http/limits.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

/** A piece of a body, or a pause in milliseconds. */
type Step = number | string;

/** One connection: what it sends, and how it ends. */
type Connection =
  | { readonly steps: readonly Step[]; readonly ends: 'cut' | 'ended' | 'never' }
  | { readonly status: number; readonly code: string; readonly headers?: Record<string, string> }
  /** No headers come. */
  | 'hangs';

const block = (id: string | null, event: string, data: unknown): string =>
  `${id === null ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
const said = (id: string, text: string): string => block(id, 'assistant', { text });
const HEARTBEAT = block(null, 'heartbeat', {});
const RESULT = block('9-0', 'result', { runId: 'run-1', status: 'FINISHED', text: 'Done.' });

interface Played {
  readonly frames: readonly Frame[];
  readonly lastEventIds: readonly (string | null)[];
  readonly connectedAt: readonly number[];
  /** When a connection came to its own end too early. */
  readonly closedAt: readonly number[];
  readonly said: readonly string[];
  readonly notes: readonly string[];
  readonly leftOut: number;
  /** When the log was over; null: never. */
  readonly overAt: number | null;
}

interface Play {
  /** When the run is seen to have ended. */
  readonly after?: number;
  readonly acceptedAt?: number | null;
  /** For so long each request waits for its turn under the rate limits. */
  readonly turnMs?: number;
}

async function play(
  connections: readonly Connection[],
  { after = Infinity, acceptedAt = null, turnMs = 0 }: Play = {},
): Promise<Played> {
  const clock = new VirtualClock();
  const frames: Frame[] = [];
  const lastEventIds: (string | null)[] = [];
  const connectedAt: number[] = [];
  const told: string[] = [];
  let leftOut = 0;
  const closedAt: number[] = [];
  const notes: string[] = [];
  let overAt: number | null = null;
  const over = Promise.withResolvers<undefined>();
  const stream = async (
    { lastEventId }: { readonly lastEventId: string | null },
    { signal, patienceMs = Infinity, onSending }: CallOptions,
  ): Promise<HttpStream> => {
    const connection = connections[lastEventIds.length] ?? 'hangs';
    lastEventIds.push(lastEventId);
    if (turnMs > 0) {
      await clock.sleep(turnMs, signal);
    }
    connectedAt.push(clock.elapsed);
    onSending?.();
    await Promise.resolve();
    if (connection === 'hangs') {
      await clock.sleep(patienceMs, signal);
      throw transportFailure(new TransportError('headers_timeout', 'no answer in time'));
    }
    if ('status' in connection) {
      const { status, code, headers = {} } = connection;
      const body = JSON.stringify({ error: { code, message: 'Some words.' } });
      throw statusError({ status, headers, body }, { judge });
    }
    return { status: 200, headers: {}, pieces: piecesOf(connection, { clock, signal }) };
  };
  const since = acceptedAt === null ? null : clock.now() - acceptedAt;
  const ref = { agentId: 'bc-1', runId: 'run-1' };
  const one = new RunStream(
    { client: { stream }, clock, slots: new StreamSlots(), ref, acceptedAt: since, since: 0 },
    {
      frame: (frame) => frames.push(frame),
      omitted: () => {
        leftOut += 1;
      },
      fatal: (cause) => told.push(`fatal: ${cause}`),
      over: () => {
        overAt = clock.elapsed;
        over.resolve(undefined);
      },
      closed: () => closedAt.push(clock.elapsed),
      room: () => null,
      redacts: () => undefined,
      warn: (message) => told.push(message),
      note: (message) => notes.push(message),
    },
  );
  one.start();
  if (after < Infinity) {
    clock.after(after, () => one.runEnded());
  }
  const late = clock.sleep(3_600_000);
  await Promise.race([over.promise, late]);
  one.stop();
  return { frames, lastEventIds, connectedAt, closedAt, said: told, notes, leftOut, overAt };
}

async function* piecesOf(
  { steps, ends }: { readonly steps: readonly Step[]; readonly ends: string },
  { clock, signal }: { readonly clock: VirtualClock; readonly signal: AbortSignal },
): AsyncGenerator<string> {
  for (const step of steps) {
    if (typeof step === 'number') {
      await clock.sleep(step, signal);
    } else {
      yield step;
    }
  }
  if (ends === 'never') {
    await clock.sleep(10_000_000, signal);
  }
  if (ends === 'cut') {
    throw transportFailure(new TransportError('reset', 'the connection was lost'));
  }
}

const texts = ({ frames }: Played): readonly unknown[] => frames.map(({ data }) => data['text']);

describe('a stream', () => {
  it('is over with the result of the run, and not with a frame that claims it', async () => {
    const status = block(null, 'status', { runId: 'run-1', status: 'FINISHED' });
    const foreign = block('8-0', 'result', { runId: 'run-2', status: 'FINISHED' });
    const played = await play([
      {
        steps: [status, said('1-0', 'a'), foreign, block('8-1', 'done', {}), RESULT],
        ends: 'never',
      },
    ]);
    expect(played.frames.map(({ event }) => event)).toEqual(['assistant', 'result', 'result']);
    expect(played.overAt).toBe(0);
  });

  it('may have other line ends, comments, and data of several lines', async () => {
    const odd =
      ': a comment\r\nid: 1-0\r\nevent: assistant\r\ndata: {"text":\r\ndata: "a"}\r\nretry: 10\r\n\r\n';
    const played = await play([
      { steps: [odd.slice(0, 30), odd.slice(30), RESULT], ends: 'never' },
    ]);
    expect(texts(played)).toEqual(['a', 'Done.']);
  });

  it('is taken up where it broke, at once, and then with longer and longer pauses', async () => {
    const played = await play([
      { steps: [said('1-0', 'a'), said('2-0', 'b'), 'id: 3-0\nevent: as'], ends: 'cut' },
      { status: 503, code: 'upstream_error' },
      { status: 503, code: 'upstream_error' },
      { steps: [said('2-0', 'b'), said('3-0', 'c'), RESULT], ends: 'ended' },
    ]);
    expect(texts(played)).toEqual(['a', 'b', 'c', 'Done.']);
    expect(played.lastEventIds).toEqual([null, '1-0', '1-0', '1-0']);
    expect(played.connectedAt).toEqual([0, 500, 1_500, 3_500]);
  });

  it('waits as long as the service asks', async () => {
    const played = await play([
      { status: 429, code: 'rate_limit_exceeded', headers: { 'retry-after': '40' } },
      { steps: [RESULT], ends: 'ended' },
    ]);
    expect(played.connectedAt).toEqual([0, 40_000]);
  });

  it('counts as broken after a minute of silence, in which heartbeats are no silence', async () => {
    const beats = Array.from({ length: 10 }, () => [15_000, HEARTBEAT]).flat();
    const played = await play([
      { steps: [said('1-0', 'a'), ...beats], ends: 'never' },
      'hangs',
      { steps: [RESULT], ends: 'ended' },
    ]);
    expect(played.connectedAt).toEqual([0, 210_500, 271_500]);
  });

  it('that stays away is noted, and tried on', async () => {
    const played = await play([
      ...Array.from({ length: 9 }, () => ({ status: 500, code: 'internal_error' })),
      { steps: [RESULT], ends: 'ended' as const },
    ]);
    expect(played.said).toEqual([]);
    expect(played.notes).toEqual([
      expect.stringMatching(/^The live log is not there yet \(HTTP 500/),
      expect.stringMatching(/^The live log cannot be read at the moment/),
    ]);
    expect(played.connectedAt.at(-1)).toBe(120_500);
  });

  it('that has expired is over, with one warning', async () => {
    const played = await play([{ status: 410, code: 'stream_expired' }]);
    expect(played).toMatchObject({ overAt: 0, said: [expect.stringMatching(/no longer keeps/)] });
  });

  it.each([409, 410, 404])('%i means "not yet" at first', async (status) => {
    const early = { status, code: 'stream_unavailable' };
    const played = await play([early, early, { steps: [RESULT], ends: 'ended' }], {
      acceptedAt: 0,
    });
    expect(played).toMatchObject({ connectedAt: [0, 1_000, 2_000], said: [] });
    const late = await play([early], { acceptedAt: 31_000, after: 50 });
    expect(late.said).toEqual([
      expect.stringMatching(status === 410 ? /no longer keeps/ : /could not be read to its end/),
    ]);
  });

  it('whose last id is refused is read from its start, once, without a repetition', async () => {
    const played = await play([
      { steps: [said('1-0', 'a'), said('2-0', 'b')], ends: 'cut' },
      { status: 400, code: 'invalid_last_event_id' },
      { steps: [said('1-0', 'a'), said('2-0', 'b'), said('3-0', 'c'), RESULT], ends: 'ended' },
    ]);
    expect(played.lastEventIds).toEqual([null, '1-0', null]);
    expect(played.connectedAt).toEqual([0, 500, 500]);
    expect(texts(played)).toEqual(['a', 'b', 'c', 'Done.']);
  });

  it('that gives silence for its last id is read from its start', async () => {
    const again = [said('1-0', 'a'), said('2-0', 'b'), said('3-0', 'c'), RESULT];
    const played = await play([
      { steps: [said('1-0', 'a'), said('2-0', 'b')], ends: 'cut' },
      { steps: [], ends: 'never' },
      { steps: again, ends: 'ended' },
    ]);
    expect(texts(played)).toEqual(['a', 'b', 'c', 'Done.']);
    expect(played.lastEventIds).toEqual([null, '1-0', null]);
    expect(played.connectedAt).toEqual([0, 500, 60_500]);
  });

  it('that gives silence for its last id is read from its start once the run has ended', async () => {
    const played = await play(
      [
        { steps: [said('1-0', 'a'), said('2-0', 'b')], ends: 'cut' },
        { steps: [10_000, HEARTBEAT], ends: 'never' },
        { steps: [said('1-0', 'a'), said('2-0', 'b'), RESULT], ends: 'ended' },
      ],
      { after: 20_000 },
    );
    expect(texts(played)).toEqual(['a', 'b', 'Done.']);
    expect(played.overAt).toBe(25_000);
  });

  it('with an error for good says so, and is over', async () => {
    const error = block(null, 'error', { code: 'forbidden', message: 'No.' });
    const played = await play([{ steps: [said('1-0', 'a'), error], ends: 'ended' }]);
    expect(played).toMatchObject({
      overAt: 0,
      said: ['fatal: forbidden: No.', expect.stringMatching(/ended the log of the run/)],
    });
  });

  it('with an error that passes goes on in the same connection', async () => {
    const error = block(null, 'error', { code: 'stream_error', message: 'A fault.' });
    const steps = [said('1-0', 'a'), error, said('2-0', 'b'), error, 500, said('3-0', 'c'), RESULT];
    const played = await play([{ steps, ends: 'never' }]);
    expect(texts(played)).toEqual(['a', 'b', 'c', 'Done.']);
    expect(played).toMatchObject({ connectedAt: [0], said: [] });
  });

  it('with an error after which nothing comes but heartbeats is taken up again', async () => {
    const error = block('2-0', 'error', { code: 'stream_error', message: 'A fault.' });
    const steps = [said('1-0', 'a'), error, 600, HEARTBEAT, 600, HEARTBEAT];
    const played = await play([
      { steps, ends: 'never' },
      { steps: [error, RESULT], ends: 'ended' },
    ]);
    expect(texts(played)).toEqual(['a', 'Done.']);
    expect(played.connectedAt).toEqual([0, 1_500]);
  });

  it('says when it ends before the run, with `done` although it stays open', async () => {
    const done = block('1-0', 'done', {});
    const played = await play([
      { steps: [10_000, said('1-0', 'a'), done], ends: 'never' },
      { steps: [said('1-0', 'a'), done, RESULT], ends: 'ended' },
    ]);
    expect(played.closedAt).toEqual([11_000]);
    expect(texts(played)).toEqual(['a', 'Done.']);
  });

  it('with an error that passes goes on', async () => {
    const error = block(null, 'error', { code: 'stream_unavailable', message: 'Not yet.' });
    const done = block(null, 'done', {});
    const played = await play([
      { steps: [error, done], ends: 'ended' },
      { steps: [RESULT], ends: 'ended' },
    ]);
    expect(played).toMatchObject({ connectedAt: [0, 500], said: [] });
  });

  it('holds nothing up that has ended', async () => {
    const missing = { status: 500, code: 'internal_error' };
    const gone = await play(Array(20).fill(missing), { after: 100_000 });
    expect(gone.overAt).toBeLessThan(102_000);
    expect(gone.said.at(-1)).toMatch(/could not be read to its end/);
    const hanging = await play(['hangs', 'hangs', 'hangs', 'hangs'], { after: 100_000 });
    expect(hanging.overAt).toBeLessThanOrEqual(111_000);
    const silent = await play([{ steps: [said('1-0', 'a')], ends: 'never' }, 'hangs', 'hangs'], {
      after: 10_000,
    });
    expect(silent.overAt).toBeLessThan(22_000);
  });

  it('that waits for its turn under the rate limits is not silent, ended or not', async () => {
    const whole = { steps: [said('1-0', 'a'), RESULT], ends: 'ended' } as const;
    for (const after of [10_000, 200_000]) {
      const played = await play([whole], { after, turnMs: 100_000 });
      expect(texts(played)).toEqual(['a', 'Done.']);
      expect(played).toMatchObject({ connectedAt: [100_000], said: [] });
    }
  });

  it('that ends without a result is read on until nothing more comes, and says so', async () => {
    const finished = block(null, 'status', { runId: 'run-1', status: 'FINISHED' });
    const last = { steps: [said('3-0', 'c'), finished], ends: 'ended' } as const;
    const played = await play(
      [
        { steps: [said('1-0', 'a')], ends: 'never' },
        { steps: [said('2-0', 'b'), finished], ends: 'ended' },
        ...[last, last, last],
      ],
      { after: 10_000 },
    );
    expect(texts(played)).toEqual(['a', 'b', 'c']);
    expect(played.said).toEqual([
      expect.stringMatching(/could not be read to its end \(the connection was closed\)/),
    ]);
    expect(played.overAt).toBeLessThan(20_000);
  });

  it('that ends early at one place again and again is read on', async () => {
    const early = { steps: [said('1-0', 'a')], ends: 'ended' } as const;
    const whole = { steps: [said('1-0', 'a'), said('2-0', 'b'), RESULT], ends: 'ended' } as const;
    const played = await play([early, early, whole], { after: 0 });
    expect(texts(played)).toEqual(['a', 'b', 'Done.']);
    expect(played.said).toEqual([]);
  });

  it('that is read from its start and ends before what is known is read again', async () => {
    const frames = ['1-0', '2-0', '3-0', '4-0'].map((id) => said(id, id));
    const played = await play(
      [
        { steps: frames.slice(0, 3), ends: 'never' },
        { steps: frames.slice(0, 2), ends: 'ended' },
        { steps: [...frames.slice(1), RESULT], ends: 'ended' },
      ],
      { after: 10_000 },
    );
    expect(texts(played)).toEqual(['1-0', '2-0', '3-0', '4-0', 'Done.']);
  });

  it('leaves out an event that is too large, once, and goes on', async () => {
    const head = 'id: 2-0\nevent: assistant\ndata: {"text":"';
    const chunk = 'x'.repeat(1024 * 1024);
    const large = [head, ...Array<string>(17).fill(chunk), '"}\n\n'];
    const played = await play([
      { steps: [said('1-0', 'a'), ...large, said('3-0', 'c')], ends: 'cut' },
      { steps: [said('1-0', 'a'), ...large, said('3-0', 'c'), RESULT], ends: 'ended' },
    ]);
    expect(texts(played)).toEqual(['a', 'c', 'Done.']);
    expect(played.leftOut).toBe(1);
  });

  it('with what is no JSON leaves it out', async () => {
    const odd = 'id: 1-0\nevent: assistant\ndata: {oh\n\nid: 2-0\nevent: assistant\ndata: 7\n\n';
    const played = await play([{ steps: [odd, RESULT], ends: 'ended' }]);
    expect(texts(played)).toEqual(['Done.']);
  });
});

describe('places', () => {
  const never = new AbortController().signal;

  it('running runs get some of them, the oldest first, and ended ones the rest', async () => {
    const slots = new StreamSlots();
    const order: string[] = [];
    const take = (kind: 'ended' | 'running', since: number) =>
      slots.take({ kind, since }, never).then((giveBack) => {
        order.push(`${kind} ${since}`);
        return giveBack;
      });
    const running = Array.from({ length: 18 }, (_, at) => take('running', at));
    const first = await Promise.race([running[0]]);
    void take('running', -1);
    const ended = await Promise.all([1, 2, 3, 4].map((since) => take('ended', since)));
    expect(order).toHaveLength(STREAMS_MAX);
    ended[0]?.();
    await Promise.resolve();
    expect(order).toHaveLength(STREAMS_MAX);
    first?.();
    await Promise.resolve();
    await Promise.resolve();
    expect(order.at(-1)).toBe('running -1');
  });

  it('a stream that is stopped as it gets one gives it back', async () => {
    const slots = new StreamSlots();
    const given = { taken: 0, back: 0 };
    const counted = {
      take: async (...order: Parameters<StreamSlots['take']>) => {
        const giveBack = await slots.take(...order);
        given.taken += 1;
        return () => {
          given.back += 1;
          giveBack();
        };
      },
    };
    const nothing = (): undefined => undefined;
    const one = new RunStream(
      {
        client: { stream: () => Promise.reject(new Error('not to be opened')) },
        clock: new VirtualClock(),
        slots: counted as StreamSlots,
        ref: { agentId: 'bc-1', runId: 'run-1' },
        acceptedAt: null,
        since: 0,
      },
      {
        frame: nothing,
        omitted: nothing,
        fatal: nothing,
        over: nothing,
        closed: nothing,
        room: () => null,
        redacts: nothing,
        warn: nothing,
        note: nothing,
      },
    );
    one.start();
    one.stop();
    await new VirtualClock().sleep(1_000);
    expect(given).toEqual({ taken: 1, back: 1 });
  });

  it('nobody waits for one after its end', async () => {
    const slots = new StreamSlots();
    const stop = new AbortController();
    const taken = Array.from({ length: STREAMS_MAX }, (_, since) =>
      slots.take({ kind: 'ended', since }, never),
    );
    const [giveBack] = await Promise.all(taken);
    const late = slots.take({ kind: 'ended', since: 0 }, stop.signal);
    stop.abort(new Error('enough'));
    await expect(late).rejects.toThrow('enough');
    giveBack?.();
    await slots.take({ kind: 'ended', since: 0 }, never);
  });
});
