import { describe, expect, it } from '@jest/globals';
import type { ListPage } from '../../src/idempotency/listing.ts';
import { lookForCreated, lookForEarlier } from '../../src/idempotency/lookup.ts';
import { withIdentity } from '../../src/idempotency/metadata.ts';
import { followUpArrived, signOf, type Sign } from '../../src/idempotency/settle-resume.ts';
import type { StatusClass } from '../../src/run/status.ts';
import type { CallOptions } from '../../src/service/client.ts';
import { statusError, transportFailure, type ServiceError } from '../../src/service/errors.ts';
import { TransportError } from '../../src/service/http/port.ts';
import { viewEntry } from '../../src/service/entry.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

const identity = { key: 'a'.repeat(32), generation: 1, asked: 'b'.repeat(32) };
const { metadata } = withIdentity({ metadata: {} }, identity);
const refused = (status: number, headers: Record<string, string> = {}): ServiceError =>
  statusError({ status, headers, body: '' });

function scene(answer: (call: number) => ListPage | Error) {
  const clock = new VirtualClock();
  const skips: number[] = [];
  const times: number[] = [];
  const calls: CallOptions[] = [];
  const list = async ({ skip }: { readonly skip: number }, given: CallOptions): Promise<ListPage> => {
    skips.push(skip);
    times.push(clock.elapsed);
    calls.push(given);
    const page = answer(skips.length);
    if (page instanceof Error) throw page;
    return Promise.resolve(page);
  };
  const ported = { clock, list };
  const call = { signal: new AbortController().signal, deadline: clock.now() + 3_600_000 };
  return { clock, skips, times, calls, ports: ported, call, took: () => clock.now() - clock.start };
}

const EMPTY: ListPage = { runs: [], next: null };
/** Somebody else's run. */
const other = (createdAt: number, id = 9): ListPage['runs'][number] => ({
  ...{ id, status: null, webUrl: null, createdAt, metadata: null },
});
const ours = (clock: VirtualClock): ListPage => ({
  runs: [{ id: 5, status: 'ACTIVE', webUrl: null, createdAt: clock.wall(), metadata }],
  next: null,
});

describe('looking for the run of an ambiguous create', () => {
  it('waits for a list that lags behind', async () => {
    const made = scene((call) => (call < 4 ? EMPTY : ours(made.clock)));
    const found = await lookForCreated(made.ports, { identity, sentAt: made.clock.wall(), call: made.call });
    expect(found).toMatchObject({ kind: 'one', run: { id: 5 } });
    expect(made.skips).toEqual([0, 0, 0, 0]);
  });

  it('looks less and less often, and for the last time three seconds before the end', async () => {
    const made = scene(() => EMPTY);
    await lookForCreated(made.ports, { identity, sentAt: made.clock.wall(), call: made.call });
    expect(made.times).toEqual([0, 1, 3, 7, 15, 30, 45, 60, 75, 90, 105, 117].map((seconds) => seconds * 1_000));
    const [first] = made.calls;
    expect(first).toEqual({ signal: made.call.signal, deadline: made.clock.start + 120_000 });
  });

  it('repeats a failed last look-up', async () => {
    const made = scene((call) => (call < 12 ? EMPTY : call === 12 ? refused(502) : ours(made.clock)));
    const found = await lookForCreated(made.ports, { identity, sentAt: made.clock.wall(), call: made.call });
    expect([found.kind, made.times.slice(-2)]).toEqual(['one', [117_000, 118_000]]);
  });

  it('repeats a failed look-up soon, unless it was refused by the rate limit', async () => {
    const times = async (fault: ServiceError): Promise<number[]> => {
      const made = scene((call) => ([6, 7, 8].includes(call) ? fault : call === 10 ? ours(made.clock) : EMPTY));
      await lookForCreated(made.ports, { identity, sentAt: made.clock.wall(), call: made.call });
      return made.times.slice(5).map((ms) => ms / 1_000);
    };
    expect(await times(refused(502))).toEqual([30, 31, 33, 37, 52]);
    expect(await times(refused(429))).toEqual([30, 45, 60, 75, 90]);
  });

  it('ends with the deadline of the step', async () => {
    const made = scene(() => EMPTY);
    const call = { ...made.call, deadline: made.clock.now() + 10_000 };
    await lookForCreated(made.ports, { identity, sentAt: made.clock.wall(), call });
    expect(made.times).toEqual([0, 1_000, 3_000, 7_000]);
  });

  it('reads back to five minutes before the create, because clocks differ', async () => {
    const made = scene((call) => {
      const { runs } = ours(made.clock);
      const sent = made.clock.wall();
      return call === 1 ? { runs: [other(sent), other(sent - 240_000)], next: 2 } : { runs, next: null };
    });
    const found = await lookForCreated(made.ports, { identity, sentAt: made.clock.wall(), call: made.call });
    expect([found.kind, made.skips, made.took()]).toEqual(['one', [0, 2], 0]);
    const late = scene((call) => (call === 1 ? { runs: [other(late.clock.wall() - 300_001)], next: 1 } : EMPTY));
    await lookForCreated(late.ports, { identity, sentAt: late.clock.wall(), call: late.call });
    expect(late.skips.slice(0, 2)).toEqual([0, 0]);
  });

  it('looks again if the list is too long to be read to its end', async () => {
    const made = scene((call) =>
      call > 20 ? ours(made.clock) : { runs: [other(made.clock.wall(), call)], next: call },
    );
    const found = await lookForCreated(made.ports, { identity, sentAt: made.clock.wall(), call: made.call });
    expect([found.kind, made.skips.length, made.took()]).toEqual(['one', 21, 1_000]);
  });

  it.each([
    [119, [0, 119_000]],
    [120, [0]],
  ])('waits %i seconds as the service asks, if there is time for that', async (seconds, times) => {
    const made = scene(() => refused(429, { 'retry-after': String(seconds) }));
    const found = await lookForCreated(made.ports, { identity, sentAt: made.clock.wall(), call: made.call });
    expect([found.kind, made.times]).toEqual(['unreadable', times]);
  });

  it('reports a bug', async () => {
    const made = scene(() => new RangeError('a bug'));
    const found = lookForCreated(made.ports, { identity, sentAt: made.clock.wall(), call: made.call });
    await expect(found).rejects.toThrow('a bug');
  });

  it('gives up after two minutes', async () => {
    const made = scene(() => EMPTY);
    const found = await lookForCreated(made.ports, { identity, sentAt: made.clock.wall(), call: made.call });
    expect(found).toEqual({ kind: 'none' });
    expect(made.took()).toBeGreaterThan(100_000);
    expect(made.took()).toBeLessThanOrEqual(120_000);
    expect(made.skips.length).toBeLessThan(20);
  });

  it('retries temporary faults and rate limits', async () => {
    const faults = [
      refused(503),
      refused(429, { 'retry-after': '30' }),
      transportFailure(new TransportError('reset', 'reset')),
    ];
    const made = scene((call) => faults[call - 1] ?? ours(made.clock));
    const found = await lookForCreated(made.ports, { identity, sentAt: made.clock.wall(), call: made.call });
    expect(found).toMatchObject({ kind: 'one' });
    expect(made.took()).toBeGreaterThanOrEqual(31_000);
  });

  it.each([404, 405, 403])('reads once if there is no such list (%d)', async (status) => {
    const made = scene(() => refused(status));
    const found = await lookForCreated(made.ports, { identity, sentAt: made.clock.wall(), call: made.call });
    expect(found).toMatchObject({ kind: 'unreadable', permanent: true });
    expect(made.skips).toHaveLength(1);
  });

  it('ends with the signal', async () => {
    const stop = new AbortController();
    const made = scene(() => {
      stop.abort(new Error('stopped'));
      return EMPTY;
    });
    const call = { ...made.call, signal: stop.signal };
    await expect(lookForCreated(made.ports, { identity, sentAt: 0, call })).rejects.toThrow('stopped');
  });
});

describe('looking for the run of an earlier attempt', () => {
  it('reads the pages of the list once', async () => {
    const made = scene((call) =>
      call < 3
        ? {
            runs: Array.from({ length: 100 }, (_, index) => ({
              id: 1000 * call + index,
              status: null,
              webUrl: null,
              createdAt: made.clock.wall(),
              metadata: null,
            })),
            next: call * 100,
          }
        : EMPTY,
    );
    const found = await lookForEarlier(made.ports, { identity: { ...identity, generation: 2 }, call: made.call });
    expect(found).toEqual({ kind: 'none' });
    expect(made.skips).toEqual([0, 100, 200]);
    expect(made.took()).toBe(0);
  });

  it('finds the run of any attempt', async () => {
    const made = scene(() => ours(made.clock));
    const found = await lookForEarlier(made.ports, { identity: { ...identity, generation: 2 }, call: made.call });
    expect(found).toMatchObject({ kind: 'one', run: { id: 5 }, identity });
  });

  it.each([
    [29, 'one', [0, 1]],
    [31, 'bound', [0]],
  ])('reads back 30 days: one of %i days is %s', async (days, kind, skips) => {
    const made = scene((call) =>
      call === 1 ? { runs: [other(made.clock.wall() - days * 24 * 3_600_000)], next: 1 } : ours(made.clock),
    );
    const found = await lookForEarlier(made.ports, { identity, call: made.call });
    expect([found.kind, made.skips]).toEqual([kind, skips]);
  });

  it('does not mistake a failing list for an empty one', async () => {
    const made = scene(() => refused(500));
    const found = await lookForEarlier(made.ports, { identity, call: made.call });
    expect(found).toMatchObject({ kind: 'unreadable', permanent: false });
  });
});

describe('whether a follow-up arrived', () => {
  const mark = 'ara-0123456789abcdef';
  const follow = { prompt: 'Do what the comments ask for.', mark };

  const message = (observation: unknown) => ({ message_type: 'USER_MESSAGE', observation });
  it.each<{ what: string; fields: object; sign: Sign | null }>([
    { what: 'its mark', fields: message(`Go on (${mark})`), sign: 'echo' },
    { what: 'something else', fields: message('Something else'), sign: 'other_message' },
    {
      what: "another step's mark",
      fields: message(`${follow.prompt}\n\n(ara-fedcba9876543210)`),
      sign: 'other_message',
    },
    { what: 'no text', fields: message(null), sign: 'other_message' },
    { what: 'its beginning', fields: message('Do what the comments…'), sign: null },
    { what: 'its beginning between blanks', fields: message('  Do what the \n'), sign: null },
    { what: 'its beginning, dots and a new line', fields: message('Do what the...\n'), sign: null },
    { what: 'its beginning and more after dots', fields: message('Do what the…rest'), sign: 'other_message' },
    { what: 'work', fields: { message_type: 'ACTION', tool_name: 'x', observation: mark }, sign: 'work' },
  ])('an entry with $what is $sign', ({ fields, sign }) => {
    expect(signOf({ view: viewEntry(fields), line: JSON.stringify(fields) }, follow)).toBe(sign);
  });

  it.each(['Wait ... and then go on', '\n  Wait ... and then go on'])(
    'an entry begins as the prompt %j does',
    (prompt) => {
      const fields = message('Wait ... and then');
      expect(signOf({ view: viewEntry(fields), line: JSON.stringify(fields) }, { prompt, mark })).toBeNull();
    },
  );

  it.each<{ what: string; statusBefore: StatusClass; status?: StatusClass; signs?: Sign[]; arrived: boolean }>([
    { what: 'its echo, though the run was at work', statusBefore: 'active', signs: ['work', 'echo'], arrived: true },
    {
      what: 'its echo after another message',
      statusBefore: 'failure',
      signs: ['other_message', 'echo'],
      arrived: true,
    },
    { what: 'work of a run that was at work', statusBefore: 'active', signs: ['work'], arrived: false },
    { what: 'new work of a run that had ended', statusBefore: 'success', signs: ['work'], arrived: true },
    { what: 'a run that waited and is active', statusBefore: 'needs_input', status: 'active', arrived: true },
    { what: "somebody else's message", statusBefore: 'success', signs: ['other_message'], arrived: false },
    {
      what: "work on somebody else's message",
      statusBefore: 'failure',
      signs: ['other_message', 'work'],
      arrived: false,
    },
    {
      what: "a run that is active for somebody else's message",
      statusBefore: 'failure',
      status: 'active',
      signs: ['other_message'],
      arrived: false,
    },
    { what: 'nothing', statusBefore: 'success', arrived: false },
    {
      what: 'work where nobody knows what the run did before',
      statusBefore: 'unknown',
      signs: ['work'],
      arrived: false,
    },
  ])('is told by $what: $arrived', ({ statusBefore, status = statusBefore, signs = [], arrived }) => {
    expect(followUpArrived({ statusBefore, status, signs: new Set(signs) })).toBe(arrived);
  });
});
