/** The client and the clock of one session of a fleet (contract 13). */
import { describe, expect, it } from '@jest/globals';
import { Member, type MemberOptions } from '../../src/fleet/scheduling/member.ts';
import { Permits, type Granted, type Wanted } from '../../src/fleet/scheduling/permits.ts';
import { Withdrawn } from '../../src/fleet/scheduling/refused.ts';
import { createClassifier } from '../../src/run/status.ts';
import { createClient, type CallOptions } from '../../src/service/client.ts';
import { TransportError } from '../../src/service/http/port.ts';
import { finalAnswer } from '../support/fake-run.ts';
import { MemoryHttp, type Answering } from '../support/memory-http.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

type Asked = Wanted & { readonly at: number; readonly deadline: number };
type Done = Parameters<Granted['done']>[0];

/** Records what the member asks of the permits. */
class RecordingPermits extends Permits {
  readonly asked: Asked[] = [];
  readonly done: Done[] = [];
  readonly impatient: (boolean | undefined)[] = [];
  readonly followed: unknown[] = [];
  /** How long each request waits for the fleet. */
  waitMs = 0;
  readonly #clock: VirtualClock;

  constructor(clock: VirtualClock) {
    super({ clock, random: () => 0, share: { siblings: 1, index: 0 }, readList: () => Promise.resolve('absent') });
    this.#clock = clock;
  }

  override async ask(wanted: Wanted, of: Parameters<Permits['ask']>[1]): Promise<Granted> {
    const { start, elapsed } = this.#clock;
    this.impatient.push(of.impatient);
    this.asked.push({ ...wanted, at: elapsed, deadline: of.deadline - start });
    if (this.waitMs > 0) await this.#clock.sleep(this.waitMs, of.signal);
    const granted = await super.ask({ ...wanted, purpose: 'start' }, of);
    return {
      done: (end) => {
        this.done.push(end);
        granted.done({ ...end, refused: null });
      },
    };
  }

  override follow(runId: number, created: boolean): void {
    this.followed.push(['follow', runId, created]);
  }

  override saw(...seen: Parameters<Permits['saw']>): void {
    this.followed.push(['saw', ...seen]);
  }

  override leave(runId: number): void {
    this.followed.push(['leave', runId]);
  }
}

function setUp(answer: Answering = () => ({ body: RUN }), changes: Partial<MemberOptions> = {}) {
  const clock = new VirtualClock();
  const http = new MemoryHttp(clock, answer);
  const permits = new RecordingPermits(clock);
  const told: boolean[] = [];
  const session = { hasEnded: false };
  const member = new Member({
    ...{ clock, permits, classify: createClassifier({ successStatuses: [], failureStatuses: [] }) },
    client: (parts) =>
      createClient({ http, ...parts, baseUrl: 'https://a.example.com', orgId: 1, token: 't', userAgent: 'u' }),
    hasEnded: () => session.hasEnded,
    onSending: (sending) => void told.push(sending),
    ...changes,
  });
  const call: CallOptions = { signal: new AbortController().signal, deadline: clock.now() + 600_000 };
  const page = { runId: 5, skip: 0, limit: 2 };
  return { clock, http, permits, told, session, member, call, page, client: member.client };
}

const RUN = { id: 5, status: 'ACTIVE', logs: [], total_logs: 0 };
const REFUSED = { status: 429, headers: { 'retry-after': '7' } };
const wants = ({ asked }: RecordingPermits) => asked.map(({ purpose, category, runId }) => [purpose, category, runId]);

it('asks for each kind of request with its purpose', async () => {
  const { client, session, member, permits, call, page } = setUp();
  await client.run(5, call);
  await client.create({ prompt: 'Go.' }, call);
  member.follows(5, 'created');
  await client.run(5, call);
  await client.logs(page, call);
  session.hasEnded = true;
  await client.run(5, call);
  await client.logs(page, call);
  await client.resume({ agent_run_id: 5, prompt: 'More.' }, call);
  expect(wants(permits)).toEqual([
    ['start', 'standard', null],
    ['create', 'creation', null],
    ['look', 'standard', 5],
    ['look', 'standard', 5],
    ['final', 'standard', 5],
    ['log', 'standard', 5],
    ['start', 'standard', 5],
  ]);
  expect(member.requests).toBe(7);
});

it('asks impatiently once it hurries', async () => {
  const { client, member, permits, call } = setUp();
  await client.run(5, call);
  member.hurries();
  await client.run(5, call);
  expect(permits.impatient).toEqual([false, true]);
});

describe('the run of a session', () => {
  it('is followed once, and left at the end', async () => {
    const { client, member, permits, call, page } = setUp();
    member.leaves();
    await client.run(5, call);
    member.follows(5, 'created');
    await client.run(5, call);
    member.follows(5, 'resumed');
    await client.logs(page, call);
    member.leaves();
    const seen = ['saw', 5, 'active'];
    expect(permits.followed).toEqual([['follow', 5, true], seen, seen, ['leave', 5]]);
    const other = setUp();
    other.member.follows(6, 'attached');
    expect(other.permits.followed).toEqual([['follow', 6, false]]);
  });

  it('is polled in the intervals of a run on its own, and at the latest before the deadline', async () => {
    const { client, clock, member, permits, call } = setUp();
    await clock.sleep(1_000);
    member.follows(5, 'created');
    await clock.sleep(4_000);
    await client.run(5, call);
    await client.run(5, call);
    const { start } = clock;
    const at = ({ since, dueAt, lastAt }: Asked) => [since, dueAt, lastAt].map((time) => time - start);
    expect(permits.asked.map(at)).toEqual([
      [1_000, 3_500, 598_500],
      [5_000, 10_600, 598_500],
    ]);
    expect(permits.asked.map(({ logDueAt }) => logDueAt - start)).toEqual([601_000, 605_000]);
  });

  it('is polled at once after its session has waited on its own, but not after its final answer alone', async () => {
    const answered = { ...RUN, logs: [finalAnswer(0)], total_logs: 1 };
    const { client, clock, member, permits, call } = setUp(() => ({ body: answered }));
    const page = { runId: 5, skip: 0, limit: 100 };
    member.follows(5, 'resumed');
    await member.clock.sleep(100);
    await client.logs(page, call);
    await client.logs(page, call);
    await member.clock.sleep(1);
    await member.clock.sleep(249);
    await client.logs(page, call);
    const { start } = clock;
    expect(permits.asked.map(({ dueAt }) => dueAt - start)).toEqual([2_500, 2_600, 350]);
  });

  it('is polled as its session asks if the interval is fixed', async () => {
    const { client, clock, member, permits, call } = setUp(undefined, { fixedInterval: true });
    member.follows(5, 'created');
    await clock.sleep(1_000);
    await client.run(5, call);
    expect(permits.asked).toMatchObject([{ dueAt: clock.start + 1_000, logDueAt: clock.start + 1_000 }]);
  });

  it.each([
    [1_500, Infinity],
    [1_501, 1],
  ])('has no last poll if it was polled within the last 1.5 s: %d ms left', async (leftMs, lastAt) => {
    const { client, clock, member, permits, call } = setUp();
    member.follows(5, 'created');
    await client.run(5, { ...call, deadline: clock.now() + leftMs });
    expect(permits.asked).toMatchObject([{ lastAt: clock.start + lastAt }]);
  });

  it('is read without haste once its end was seen, and its log is counted', async () => {
    const ended = { ...RUN, status: 'COMPLETE', logs: [{ agent_run_id: 5 }, { agent_run_id: 5 }], total_logs: 2 };
    const { client, clock, session, member, permits, call, page } = setUp(() => ({ body: ended }));
    member.follows(5, 'created');
    await client.logs(page, call);
    session.hasEnded = true;
    await clock.sleep(1_000);
    await client.run(5, call);
    const { start } = clock;
    expect(permits.asked[1]).toMatchObject({ purpose: 'final', since: start + 1_000, dueAt: start + 1_000 });
    expect(permits.asked[1]).toMatchObject({ lastAt: Infinity, logDueAt: start + 60_000 });
  });

  it('is read on at once only if the log goes on, however many entries a page had', async () => {
    const active = { ...RUN, status: 'ACTIVE', logs: [{ agent_run_id: 5 }, { agent_run_id: 5 }], total_logs: 2 };
    const { client, clock, member, permits, call, page } = setUp(() => ({ body: active }));
    member.follows(5, 'created');
    await client.logs(page, call);
    await client.logs({ ...page, goesOn: true }, call);
    await client.logs(page, call);
    const [, goesOn, usual] = permits.asked;
    expect(goesOn).toMatchObject({ dueAt: clock.start, logDueAt: clock.start });
    expect(usual).toMatchObject({ dueAt: clock.start + 2_500, logDueAt: clock.start + 60_000 });
  });

  it('is known not to be created if the connection was refused', async () => {
    const { client, told, call } = setUp(() => {
      throw new TransportError('refused', 'refused');
    });
    await expect(client.create({ prompt: 'Go.' }, call)).rejects.toThrow();
    expect(told).toEqual([true, false]);
  });

  it('is not started any more once it is withdrawn, unless its request was sent', async () => {
    const { client, member, http, call } = setUp();
    member.withdraw();
    await expect(client.create({ prompt: 'Go.' }, call)).rejects.toThrow(Withdrawn);
    expect(http.requests).toEqual([]);
    const sent = setUp();
    await sent.client.create({ prompt: 'Go.' }, sent.call);
    sent.member.withdraw();
    await sent.client.run(5, sent.call);
    expect(sent.http.requests).toHaveLength(2);
  });
});

describe("a session's clock", () => {
  const waiting = async (use: (made: ReturnType<typeof setUp>) => Promise<unknown>, answer?: Answering) => {
    const made = setUp(answer);
    made.permits.waitMs = 30_000;
    await use(made);
    return { ...made, passed: made.member.clock.now() - made.clock.start };
  };

  it('stands still while the fleet delays its first request, whose deadline does not pass then', async () => {
    const { passed, permits, clock, member, http } = await waiting(({ client, call }) =>
      client.create({ prompt: 'Go.' }, call),
    );
    expect([passed, clock.elapsed, permits.asked[0]?.deadline]).toEqual([0, 30_000, Infinity]);
    expect(http.requests).toHaveLength(1);
    expect(member.clock.wall()).toBe(clock.wall());
    await member.clock.sleep(500);
    expect(member.clock.now() - clock.start).toBe(500);
  });

  it('goes on during other waits, and its deadlines are later by what it stood still', async () => {
    const { passed, permits } = await waiting(async ({ client, member, call }) => {
      await client.resume({ agent_run_id: 5, prompt: 'Go.' }, call);
      member.follows(5, 'resumed');
      await client.run(5, call);
    });
    expect([passed, permits.asked.map(({ deadline }) => deadline)]).toEqual([30_000, [Infinity, 630_000]]);
  });

  it('stands still while a finished run waits for the polls of others', async () => {
    const end = { ...RUN, status: 'COMPLETE' };
    const { passed } = await waiting(
      async ({ client, session, member, call, page }) => {
        member.follows(5, 'created');
        await client.logs(page, call);
        session.hasEnded = true;
        await client.logs(page, call);
        await client.run(5, call);
      },
      () => ({ body: end }),
    );
    expect(passed).toBe(30_000);
  });

  it('goes on while a follow-up waits for its run, which still shows its earlier end', async () => {
    const { passed, permits } = await waiting(
      async ({ client, member, call, page }) => {
        member.follows(5, 'resumed');
        await client.logs(page, call);
        await client.logs(page, call);
      },
      () => ({ body: { ...RUN, status: 'COMPLETE' } }),
    );
    expect([passed, permits.asked.map(({ purpose }) => purpose)]).toEqual([60_000, ['look', 'look']]);
  });

  it('goes on during a read of the list of runs after a create', async () => {
    const { passed, told, member, permits } = await waiting(
      async ({ client, call }) => {
        await client.create({ prompt: 'Go.' }, call);
        const published = await client.published();
        await published.runs({ skip: 0, limit: 10 }, call).catch(() => undefined);
      },
      () => ({ body: { ...RUN, items: [] } }),
    );
    expect([passed, told, member.requests]).toEqual([30_000, [true], 2]);
    expect(wants(permits).map(([purpose]) => purpose)).toEqual(['create', 'start']);
  });
});

describe('a create or resume', () => {
  it('is reported when it is sent, and counts as sent', async () => {
    const { client, member, told, call } = setUp();
    await client.run(5, call);
    expect([told, member.sent]).toEqual([[], false]);
    await client.resume({ agent_run_id: 5, prompt: 'Go.' }, call);
    expect([told, member.sent]).toEqual([[true], true]);
    await client.run(5, call);
    expect(told).toEqual([true]);
  });

  it('is queued again after each refusal; a create as often as it takes', async () => {
    const { client, told, permits, call, http } = setUp((_, nth) => (nth <= 20 ? REFUSED : { body: RUN }));
    permits.waitMs = 1_000;
    await client.create({ prompt: 'Go.' }, call);
    expect([http.requests.length, wants(permits).length]).toEqual([21, 21]);
    expect(new Set(wants(permits).map(([purpose]) => purpose))).toEqual(new Set(['create']));
    expect(told).toEqual([...Array.from({ length: 20 }, () => [true, false]).flat(), true]);
    expect(permits.done.map(({ refused }) => refused)).toEqual([
      ...Array.from({ length: 20 }, () => ({ floorMs: 7_000 })),
      null,
    ]);
    // Only the wait for the first attempt stands outside the session's time.
    expect(permits.asked.map(({ deadline }) => deadline).slice(0, 3)).toEqual([Infinity, 601_000, 601_000]);
  });

  it('is not sent again after any other failure', async () => {
    const { client, told, http, call } = setUp(() => ({ status: 500, body: {} }));
    await expect(client.create({ prompt: 'Go.' }, call)).rejects.toMatchObject({ status: 500 });
    expect([told, http.requests.length]).toEqual([[true], 1]);
  });
});

describe('another request', () => {
  it('is reported after eight refusals', async () => {
    const { client, http, permits, call } = setUp(() => REFUSED);
    await expect(client.run(5, call)).rejects.toMatchObject({ status: 429 });
    expect([http.requests.length, permits.asked.length]).toEqual([8, 8]);
    await expect(client.resume({ agent_run_id: 5, prompt: 'Go.' }, call)).rejects.toMatchObject({ status: 429 });
    expect(http.requests).toHaveLength(16);
  });

  it('is reported as refused if the time is up before it can be sent again', async () => {
    const { client, clock, permits, call } = setUp(() => REFUSED);
    permits.waitMs = 4_000;
    const soon = { ...call, deadline: clock.now() + 6_000 };
    await expect(client.run(5, soon)).rejects.toMatchObject({ status: 429 });
    expect(clock.elapsed).toBe(8_000);
  });

  it('fails without a response if the time is up before it can be sent', async () => {
    const { client, permits, http, call, clock } = setUp();
    permits.waitMs = 4_000;
    const soon = { ...call, deadline: clock.now() + 3_000 };
    await expect(client.run(5, soon)).rejects.toMatchObject({
      ...{ kind: 'no_time', status: null, message: 'the time was up before the request could be sent' },
    });
    expect(http.requests).toEqual([]);
  });

  it('fails as its connection does, and the fleet learns whether it was sent', async () => {
    const { client, permits, call } = setUp((_, nth) => new TransportError(nth === 1 ? 'refused' : 'reset', 'gone'));
    await expect(client.run(5, call)).rejects.toMatchObject({ kind: 'refused' });
    await expect(client.run(5, call)).rejects.toMatchObject({ kind: 'reset' });
    expect(permits.done).toEqual([
      { refused: null, unsent: true },
      { refused: null, unsent: false },
    ]);
  });

  it('ends with the signal', async () => {
    const { client, permits, call } = setUp();
    permits.waitMs = 4_000;
    const stop = new AbortController();
    const reading = client.run(5, { ...call, signal: stop.signal });
    stop.abort(new RangeError('stop'));
    await expect(reading).rejects.toThrow(RangeError);
  });
});

it("passes on what the client knows of the service, and leaves the intervals to the fleet's scheduler", async () => {
  const { client, call, clock } = setUp(() => ({ headers: { date: 'Fri, 02 Jan 2026 03:00:00 GMT' }, body: RUN }));
  expect([client.spacing(), client.readDelay(), client.serviceTime(), client.reached()]).toEqual([0, 0, null, 0]);
  await client.run(5, call);
  expect([client.serviceTime(), client.reached()]).toEqual([Date.UTC(2026, 0, 2, 3), 1]);
  expect(clock.elapsed).toBe(0);
});

it('says nothing of a create that a signal or a bug ended while it was sent', async () => {
  const bug = new RangeError('a bug');
  const { client, call, told } = setUp(() => {
    throw bug;
  });
  await expect(client.create({ prompt: 'Fix it.' }, call)).rejects.toBe(bug);
  expect(told).toEqual([true]);
});
