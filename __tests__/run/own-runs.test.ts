/**
 * The flow over a service whose turns are runs of their own, whose creates always carry a key and
 * whose follow-ups bring new ids (contract 18.2 to 18.5).
 */
import { describe, expect, it } from '@jest/globals';
import { RunBusy, RunGone, type RunShown } from '../../src/agents/port.ts';
import { readEvent } from '../../src/github/event.ts';
import { provenanceOf } from '../../src/github/provenance.ts';
import { lackOfPullRequest } from '../../src/report/pull-request-lines.ts';
import { reduceStep, stepStart, viewOf } from '../../src/report/step.ts';
import { nextSteps } from '../../src/report/next-steps.ts';
import { whyOf } from '../../src/report/verdict.ts';
import { repairMarks, type ExactlyOnce } from '../../src/run/once/key.ts';
import { settleKilled } from '../../src/run/once/after-kill.ts';
import type { OutputSchema } from '../../src/run/output-schema.ts';
import { runSession } from '../../src/run/session.ts';
import type { StartOrder } from '../../src/run/start.ts';
import type { SavedRunState } from '../../src/runner/saved-state.ts';
import { foldedRun } from '../support/folded-run.ts';
import { httpError, linkError, MemoryClient } from '../support/memory-client.ts';
import { scriptedAgent, SHOWN, type AgentScript } from '../support/scripted-agent.ts';
import { inputsOf, orderOf, runContext } from '../support/start-of.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

const KEY = 'a'.repeat(32);
const ONCE: ExactlyOnce = {
  identity: { key: KEY, generation: 1, asked: 'b'.repeat(32) },
  isRandom: false,
  lookFirst: false,
  began: null,
  followUp: {
    of: (generation) => `ara-${String(generation).repeat(16)}`,
    lookFirst: false,
    isRepeated: true,
  },
  isLaterAttempt: false,
};
const CREATE: StartOrder = { kind: 'create', order: orderOf() };
const resume = (otherwise = false, runId = 'bc-1'): StartOrder => ({
  kind: 'resume',
  runId,
  prompt: 'Go on.',
  marks: ONCE.followUp,
  otherwise: otherwise ? orderOf() : null,
});
const MINUTE = 60_000;

interface Setting {
  readonly start?: StartOrder;
  readonly once?: Partial<ExactlyOnce>;
  readonly schema?: OutputSchema | null;
  readonly clock?: VirtualClock;
  readonly timeoutMs?: number;
  readonly inputs?: Parameters<typeof inputsOf>[0];
}

async function play(
  script: AgentScript,
  {
    start = CREATE,
    once = {},
    schema = null,
    clock = new VirtualClock(),
    timeoutMs = inputsOf().timeoutMs,
    inputs: given = {},
  }: Setting = {},
) {
  const { agent, calls } = scriptedAgent(script);
  const { events, emit, turn } = foldedRun();
  const inputs = inputsOf(given);
  const client = new MemoryClient(clock, {});
  const exactlyOnce = { ...ONCE, ...once };
  const plain = runContext({ clock, client, inputs, timeoutMs, emit, turn, exactlyOnce });
  await runSession({ ...plain, agent }, { start, schema });
  const state = events.reduce(reduceStep, stepStart(provenanceOf(readEvent({}, {}))));
  const notes = events.flatMap((event) => (event.type === 'note' ? [event.message] : []));
  return { view: viewOf(state, { now: 0, requests: 0 }), state, events, calls, clock, notes };
}

const CAPITALS: OutputSchema = {
  source: {},
  promptAddition: '',
  repairPrompt: () => 'In capitals.',
  read: (text) =>
    /^"?[A-Z]+"?$/.test(text)
      ? { ok: true, json: JSON.stringify(text.replaceAll('"', '')) }
      : { ok: false, errors: ['not in capitals'] },
};

const found = (run: RunShown) =>
  ({ kind: 'found', matches: [{ run, generation: 1, asks: 'same' }] }) as const;
const count = (calls: readonly string[], name: string): number =>
  calls.filter((call) => call.startsWith(name)).length;

describe('a create whose answer was lost', () => {
  const lost = (): never => {
    throw linkError('reset');
  };

  it('is settled by its key', async () => {
    const { view, calls } = await play({
      create: lost,
      find: (nth) => (nth < 3 ? { kind: 'none' } : found(SHOWN)),
    });
    expect([view.outcome, view.runId]).toEqual(['succeeded', SHOWN.id]);
    expect([count(calls, 'create'), count(calls, 'find')]).toEqual([1, 3]);
  });

  it('is sent once more under the same key, three minutes after it was sent', async () => {
    const { view, calls, clock } = await play({
      create: (nth) => (nth === 1 ? lost() : SHOWN),
    });
    expect(view.outcome).toBe('succeeded');
    expect(calls.filter((call) => call.startsWith('create'))).toEqual([
      `create ${KEY}`,
      `create ${KEY}`,
    ]);
    expect(clock.elapsed).toBeGreaterThanOrEqual(3 * MINUTE);
  });

  it('that hung for two minutes is looked for one more before it is sent again', async () => {
    const clock = new VirtualClock();
    let againAt = NaN;
    const slow = async (nth: number): Promise<RunShown> => {
      if (nth > 1) {
        againAt = clock.elapsed;
        return SHOWN;
      }
      await clock.sleep(2 * MINUTE);
      throw linkError('headers_timeout');
    };
    const { view, notes } = await play({ create: slow }, { clock });
    expect(view.outcome).toBe('succeeded');
    expect(againAt).toBe(3 * MINUTE);
    expect(notes[0]).toContain('for up to one minute.');
  });

  it('has its three minutes from when it went out, not from when its turn was waited for', async () => {
    const clock = new VirtualClock();
    let againAt = NaN;
    const late = async (nth: number, onSending: () => void): Promise<RunShown> => {
      if (nth > 1) {
        againAt = clock.elapsed;
        return SHOWN;
      }
      await clock.sleep(4 * MINUTE);
      onSending();
      throw linkError('reset');
    };
    await play({ create: (nth, _, onSending) => late(nth, onSending) }, { clock });
    expect(againAt).toBe(7 * MINUTE);
  });

  it('is looked for two minutes more where that is in conflict, and never sent a third time', async () => {
    const { view, calls, clock } = await play({
      create: (nth) => {
        throw nth === 1 ? linkError('reset') : httpError(500);
      },
    });
    expect(view).toMatchObject({ outcome: 'error', errorCode: 'ambiguous_create' });
    expect(view.errorMessage).toMatch(
      /^Creating the agent run failed twice: .+; sent once more under the same key.+: HTTP 500/,
    );
    expect(view.errorMessage).toContain('the request was not sent a third time. Look at');
    expect(view.errorMessage).not.toContain('not sent again');
    expect(count(calls, 'create')).toBe(2);
    expect(clock.elapsed).toBeGreaterThan(5 * MINUTE - 10_000);
    expect(clock.elapsed).toBeLessThanOrEqual(5 * MINUTE);
  });

  it('is looked for two minutes where its key is taken, and never sent again', async () => {
    const { view, calls, clock, notes } = await play({
      create: () => {
        // What an adapter makes of it where the key may be its own.
        throw httpError(409).proving('ambiguous');
      },
    });
    expect(view).toMatchObject({ outcome: 'error', errorCode: 'ambiguous_create' });
    expect(view.errorMessage).toContain('looked for until two minutes');
    expect(notes[0]).toContain('for up to two minutes');
    expect(count(calls, 'create')).toBe(1);
    expect(clock.elapsed).toBeGreaterThan(2 * MINUTE - 10_000);
    expect(clock.elapsed).toBeLessThanOrEqual(2 * MINUTE);
  });

  it.each([
    ['not found', lost, {}],
    [
      'taken, though nobody else can know it',
      (): never => {
        throw httpError(409).proving('ambiguous');
      },
      { isRandom: true },
    ],
  ])('is told with the id that its key decides, which is %s', async (_, create, once) => {
    const { view } = await play({ create, keys: { idToBe: () => 'bc-77' } }, { once });
    expect(view.errorCode).toBe('ambiguous_create');
    expect(view.errorMessage).toContain('If the run exists, its id is `bc-77`.');
  });

  it('is never sent again where the service cannot tell two creates of a key apart', async () => {
    const { view, calls } = await play({ create: lost, keys: { resends: false } });
    expect(view.errorCode).toBe('ambiguous_create');
    expect(count(calls, 'create')).toBe(1);
  });

  it('is not sent again when the time of the step is over first', async () => {
    const { calls } = await play({ create: lost, keys: { settleMs: 600 * MINUTE } });
    expect(count(calls, 'create')).toBe(1);
  });

  it.each([
    [2.5, 1, 'ambiguous_create'],
    // The time of the step and that of the search end together.
    [3, 1, 'ambiguous_create'],
    [4, 2, null],
  ])(
    'only after two minutes is sent again within the time of the step: %i minutes',
    async (minutes, creates, errorCode) => {
      const clock = new VirtualClock();
      const timeoutMs = minutes * MINUTE;
      const slow = async (nth: number): Promise<RunShown> => {
        if (nth > 1) {
          return SHOWN;
        }
        await clock.sleep(2 * MINUTE);
        throw linkError('headers_timeout');
      };
      const { view, calls } = await play({ create: slow }, { clock, timeoutMs });
      expect(count(calls, 'create')).toBe(creates);
      expect(view.errorCode).toBe(errorCode);
      expect(clock.elapsed).toBeLessThanOrEqual(timeoutMs);
    },
  );
});

describe('a follow-up', () => {
  const NEW: RunShown = { ...SHOWN, id: 'bc-1/run-2', result: 'Again.' };

  it('brings a new run, which is the one that is followed', async () => {
    const { view, calls } = await play({ send: () => NEW }, { start: resume() });
    expect(view).toMatchObject({ outcome: 'succeeded', mode: 'resumed', runId: NEW.id });
    expect(calls.at(-1)).toBe(`read ${NEW.id}`);
  });

  it('may be answered with what the run before said: its end is its own', async () => {
    const { view, clock } = await play(
      { send: () => NEW, read: (_, id) => ({ ...SHOWN, id }) },
      { start: resume() },
    );
    expect([view.outcome, view.result, view.resultIsOld]).toEqual(['succeeded', 'Done.', false]);
    expect(clock.elapsed).toBeLessThan(30_000);
  });

  it.each([
    [401, '<h1>Please wait</h1>', 'before'],
    [403, '{"detail": "no"}', undefined],
  ])('after a %s with %s reads what is before it: %s', async (status, body, memo) => {
    let attempts = 0;
    const remembered: (string | undefined)[] = [];
    await play(
      {
        before: () => {
          attempts += 1;
          if (attempts === 1) {
            throw httpError(status, { body });
          }
          return { entries: 0, memo: 'before' };
        },
        send: () => {
          throw linkError('reset');
        },
        findFollowUp: (run) => {
          remembered.push(run.before?.memo);
          return NEW;
        },
      },
      { start: resume() },
    );
    expect(remembered).toEqual([memo]);
  });

  it('waits for a run that is at work, and reads what is before it anew', async () => {
    const { view, calls, notes, clock } = await play(
      {
        send: (nth) => {
          if (nth < 4) {
            throw new RunBusy('bc-1/run-9', null);
          }
          return NEW;
        },
      },
      { start: resume() },
    );
    expect(view.runId).toBe(NEW.id);
    expect(count(calls, 'send')).toBe(4);
    expect(clock.elapsed).toBeGreaterThanOrEqual(30_000);
    expect(notes).toEqual([expect.stringContaining('Run bc-1/run-9 is at work')]);
  });

  it('is rejected naming the run at work where that takes all the time', async () => {
    const { view, state } = await play(
      {
        send: () => {
          throw new RunBusy('bc-1/run-9', null);
        },
      },
      { start: resume() },
    );
    expect(view).toMatchObject({ outcome: 'error', errorCode: 'rejected' });
    expect(view.errorMessage).toContain('bc-1/run-9');
    expect(state.sending).toBe(false);
  });

  it('tells the run at work from the agent that both are of', async () => {
    const agent = 'bc-5f0c1d2e-3a4b-4c5d-8e6f-708192a3b4c5';
    const { view, notes } = await play(
      {
        send: () => {
          throw new RunBusy(`${agent}/run-91d2c3b4-3a4b-4c5d-8e6f-708192a3b4c5`, null);
        },
      },
      { start: resume(false, agent) },
    );
    expect(view.errorMessage).toMatch(/run 5f0c1d2e failed: run 91d2c3b4 was at work/);
    expect(notes).toEqual([expect.stringContaining('Run 91d2c3b4 is at work')]);
  });

  const archived = (): never => {
    throw new RunGone('the agent is archived', null);
  };

  it('to one that is gone starts a new run where the thread recorded it', async () => {
    const { view, events } = await play({ send: archived }, { start: resume(true) });
    expect(view).toMatchObject({ outcome: 'succeeded', mode: 'created', runId: SHOWN.id });
    expect(events).toContainEqual({ type: 'gone', runId: 'bc-1', isClosed: true });
  });

  it('to one that is gone is rejected with advice where an input named it', async () => {
    const { view } = await play({ send: archived }, { start: resume() });
    expect(view.errorCode).toBe('rejected');
    expect(view.errorMessage).toMatch(/the agent is archived.*without `agent_run_id`/);
  });

  it('to one that the service does not know starts a new run, which a gateway says of none', async () => {
    const refused = (body: string) => (): never => {
      throw httpError(404, { body });
    };
    const unknown = refused('{"detail":"Not found"}');
    const unread = refused('<h1>Please wait</h1>');
    expect((await play({ send: unknown }, { start: resume(true) })).view.mode).toBe('created');
    for (const script of [{ send: unread }, { read: unread }]) {
      const { view } = await play(script, { start: resume(true) });
      expect(view).toMatchObject({ mode: null, errorCode: 'not_found' });
    }
  });

  it('in a thread is not sent by a later attempt whose own run an earlier one has created', async () => {
    const once = { lookFirst: true, isLaterAttempt: true };
    const own = { ...SHOWN, id: 'bc-7/run-1' };
    const attached = await play({ find: () => found(own) }, { start: resume(true), once });
    expect(attached.view).toMatchObject({ mode: 'attached', runId: own.id });
    expect(count(attached.calls, 'send')).toBe(0);
    const attaching = expect.stringContaining('was started by an earlier attempt of this step');
    expect(attached.notes).toContainEqual(attaching);
    const failed = { ...own, meaning: 'failed', status: 'ERROR' } as const;
    for (const find of [() => found(failed), () => ({ kind: 'none' }) as const]) {
      const sent = await play({ find, send: () => NEW }, { start: resume(true), once });
      expect(sent.view).toMatchObject({ mode: 'resumed', runId: NEW.id });
    }
  });

  it.each<[string, RunShown | null, string, number]>([
    ['is followed where its log shows it', NEW, 'succeeded', 0],
    ['is not sent where it does not', null, 'error', 0],
  ])(
    'in a thread, of a later attempt whose list of runs stays open, %s',
    async (...[, there, outcome, sends]) => {
      const marks = { ...ONCE.followUp, lookFirst: true };
      const find = () => ({ kind: 'open', why: 'the list goes on' }) as const;
      const { view, calls } = await play(
        { find, findFollowUp: () => there, send: () => NEW },
        {
          start: { ...resume(true), marks } as StartOrder,
          once: { lookFirst: true, isLaterAttempt: true },
        },
      );
      expect([view.outcome, count(calls, 'send')]).toEqual([outcome, sends]);
      expect(view.errorCode).toBe(there === null ? 'ambiguous_create' : null);
    },
  );

  it('whose answer was lost is found by its mark, with what was remembered', async () => {
    const { view, calls } = await play(
      {
        send: () => {
          throw linkError('reset');
        },
        findFollowUp: (_, mark) => (mark === ONCE.followUp.of(1) ? NEW : null),
      },
      { start: resume() },
    );
    expect(view).toMatchObject({ outcome: 'succeeded', runId: NEW.id });
    expect([count(calls, 'send'), calls.includes('find-follow-up before')]).toEqual([1, true]);
  });
});

it('follows the newest run of an agent that is attached to', async () => {
  const { view } = await play(
    { read: (_, id) => ({ ...SHOWN, id: id === 'bc-1' ? 'bc-1/run-7' : id }) },
    { start: { kind: 'attach', runId: 'bc-1' } },
  );
  expect(view).toMatchObject({ outcome: 'succeeded', mode: 'attached', runId: 'bc-1/run-7' });
});

describe('the answer', () => {
  it('is read apart from the text where the service gives it so', async () => {
    const { state, calls } = await play(
      { read: () => ({ ...SHOWN, structured: '"YES"' }) },
      { schema: CAPITALS },
    );
    expect([state.resultJson, count(calls, 'send')]).toEqual(['"YES"', 0]);
  });

  it('that does not fit is corrected with what is wrong with it, not with the text', async () => {
    const asked: (readonly string[])[] = [];
    const schema: OutputSchema = {
      ...CAPITALS,
      read: (text) => ({ ok: false, errors: [`not in capitals: ${text}`] }),
      repairPrompt: (errors) => {
        asked.push(errors);
        return 'In capitals.';
      },
    };
    await play({ read: () => ({ ...SHOWN, structured: '"no"' }) }, { schema });
    expect(asked).toEqual([['not in capitals: "no"']]);
  });

  it('may stand in what was said last, where neither it nor the result fits', async () => {
    const texts = { structured: null, result: 'Done.', lastWords: 'YES' };
    const { state, calls } = await play(
      { read: () => ({ ...SHOWN, ...texts }) },
      {
        schema: CAPITALS,
      },
    );
    expect([state.resultJson, count(calls, 'send')]).toEqual(['"YES"', 0]);
  });

  it('may stand in the text where the output that was asked for is not there', async () => {
    const read = () => ({ ...SHOWN, meaning: 'unverified', result: 'YES' }) as const;
    const { state, view } = await play({ read }, { schema: CAPITALS });
    expect([view.outcome, state.resultJson]).toEqual(['succeeded', '"YES"']);
  });

  it('is corrected by another run, and the step keeps the id of its first', async () => {
    const { state, view, notes } = await play(
      {
        send: () => ({ ...SHOWN, id: 'bc-1/run-2' }),
        read: (_, id) => ({ ...SHOWN, id, result: id === 'bc-1/run-2' ? 'YES' : 'no' }),
      },
      { schema: CAPITALS },
    );
    expect([state.resultJson, view.runId, view.result]).toEqual(['"YES"', SHOWN.id, 'YES']);
    expect(view.turn?.followed).toBe('bc-1/run-2');
    expect(notes).toContain(`Run bc-1/run-2 corrects the answer of run ${SHOWN.id}.`);
  });
});

describe('the end', () => {
  it('is unverified without the output that was asked for, with what the service tells', async () => {
    const cause = 'It ended without the output.';
    const { view } = await play({ read: () => ({ ...SHOWN, meaning: 'unverified', cause }) });
    expect(view.outcome).toBe('unverified');
    expect(nextSteps(view, { inThread: false }).why).toBe(cause);
    expect(whyOf(view, { maxLength: 99 })).toBe(cause);
  });

  it('is the one failure with a code where there was no money left', async () => {
    const { view } = await play({
      read: () => ({ ...SHOWN, status: 'suspended', meaning: 'failed', isOutOfMoney: true }),
    });
    expect(view).toMatchObject({ outcome: 'failed', errorCode: 'quota_exceeded' });
  });

  it.each([
    [1, 5_000],
    [2, 15_000],
    [3, 30_000],
    [9, 30_000],
  ])('waits for a pull request that is named at look %i', async (named, ms) => {
    const url = 'https://github.com/octo/widgets/pull/1';
    let ended = -1;
    const { view, events, clock, notes } = await play({
      read: (nth) => {
        ended = ended < 0 ? nth : ended;
        // One poll sees the end; then the rest of the log is read, and the final result.
        const isNamed = nth - ended > named + 1;
        return {
          ...SHOWN,
          awaitsPullRequest: isNamed ? 'no' : 'yes',
          pullRequests: isNamed ? [{ kind: 'address', url, isEarlier: false }] : [],
        };
      },
    });
    expect(view.pullRequests).toEqual(named > 3 ? [] : [url]);
    expect(notes.filter((text) => text.includes('names no pull request yet'))).toHaveLength(1);
    const told = events.filter(({ type }) => type === 'notice');
    expect(told).toHaveLength(named > 3 ? 1 : 0);
    expect(lackOfPullRequest(view)).toBe(
      named > 3 ? '**Pull request:** none, although one was asked for' : '',
    );
    const finished = events.findIndex(({ type }) => type === 'finished');
    expect(finished).toBeGreaterThan(0);
    expect(clock.elapsed).toBeGreaterThanOrEqual(ms);
    expect(clock.elapsed).toBeLessThan(ms + 15_000);
  });

  it.each([
    { timeoutMs: 25_000, note: 'it is read again until the time of the step is up.' },
    { timeoutMs: 7_000, note: null },
  ])(
    'does not say of a pull request that it is missing where no time was left: $timeoutMs ms',
    async ({ timeoutMs, note }) => {
      const shown = { ...SHOWN, awaitsPullRequest: 'yes' } as const;
      const { view, events, notes } = await play({ read: () => shown }, { timeoutMs });
      expect(view.outcome).toBe('succeeded');
      const told = notes.filter((text) => text.includes('names no pull request yet'));
      expect(told).toEqual(note === null ? [] : [expect.stringContaining(note)]);
      const notices = events.flatMap((event) => (event.type === 'notice' ? [event.message] : []));
      expect(notices).toEqual([expect.stringContaining('The time of the step was up before')]);
    },
  );

  it.each([
    ['pull_request', 30_000],
    ['none', 0],
  ] as const)(
    'waits for a pull request of which it is not known whether it was asked for: expect %s',
    async (expected, ms) => {
      const { notes, clock } = await play(
        { read: (_, id) => ({ ...SHOWN, id, awaitsPullRequest: 'perhaps' }) },
        { start: { kind: 'attach', runId: SHOWN.id }, inputs: { expect: expected } },
      );
      const told = notes.filter((text) => text.includes('names no pull request yet'));
      expect(told).toHaveLength(ms === 0 ? 0 : 1);
      expect(clock.elapsed).toBeGreaterThanOrEqual(ms);
      expect(clock.elapsed).toBeLessThan(ms + 15_000);
    },
  );

  it('of a frozen record is the end of the step, never by its log', async () => {
    const { view } = await play({
      read: () => ({ ...SHOWN, status: 'RUNNING', meaning: 'active', result: null }),
    });
    expect(view.outcome).toBe('timed_out');
  });
});

describe('a follow-up that an earlier attempt may have sent (4.8)', () => {
  const NEW: RunShown = { ...SHOWN, id: 'bc-1/run-2' };
  const again = { ...resume(), marks: { ...ONCE.followUp, lookFirst: true } } as StartOrder;
  const marked =
    (shown: Readonly<Record<string, RunShown>>) =>
    (_: unknown, mark: string): RunShown | null =>
      shown[mark] ?? null;

  it('is sent where its mark is not there, after one look', async () => {
    const { calls } = await play({ send: () => NEW }, { start: again });
    expect(calls.filter((call) => /^(find|send)/.test(call))).toEqual([
      'find-follow-up',
      'send bc-1',
    ]);
  });

  it('is followed where it succeeded, and not sent', async () => {
    const findFollowUp = marked({ [ONCE.followUp.of(1)]: NEW });
    const { calls, view } = await play({ findFollowUp }, { start: again });
    expect(calls.filter((call) => call.startsWith('send'))).toEqual([]);
    expect([view.outcome, view.turn?.runId]).toEqual(['succeeded', NEW.id]);
  });

  it('is sent under the next mark where it ended badly', async () => {
    const failed = { ...NEW, status: 'ERROR', meaning: 'failed' } as const;
    const texts: string[] = [];
    await play(
      {
        findFollowUp: marked({ [ONCE.followUp.of(1)]: failed }),
        send: (_, { text }) => {
          texts.push(text);
          return NEW;
        },
      },
      { start: again },
    );
    expect(texts).toEqual([expect.stringContaining(ONCE.followUp.of(2))]);
  });
});

describe('a request to correct an answer that an earlier attempt may have sent (4.8)', () => {
  const once = { lookFirst: true, isLaterAttempt: true };
  const wrong = { ...SHOWN, result: 'small' };
  const right = { ...SHOWN, id: 'bc-1/run-2', result: 'GOOD' };
  const script: AgentScript = {
    find: () => found(wrong),
    read: (_, id) => (id === right.id ? right : wrong),
    send: () => right,
  };
  const mark = repairMarks(ONCE.identity, { lookFirst: true }).of(1);

  it('is followed where it is there, and not sent', async () => {
    const findFollowUp = (_: unknown, sought: string) => (sought === mark ? right : null);
    const { calls, view } = await play({ ...script, findFollowUp }, { once, schema: CAPITALS });
    expect([count(calls, 'create'), count(calls, 'send')]).toEqual([0, 0]);
    expect([view.outcome, view.result]).toEqual(['succeeded', 'GOOD']);
  });

  it('is sent once where it is not', async () => {
    const { calls, view } = await play(script, { once, schema: CAPITALS });
    expect([count(calls, 'find-follow-up'), count(calls, 'send')]).toEqual([1, 1]);
    expect(view.outcome).toBe('succeeded');
  });

  it('is not looked for by the attempt that created the run', async () => {
    const first = { ...script, create: () => wrong };
    const { calls } = await play(first, { schema: CAPITALS });
    expect([count(calls, 'find-follow-up'), count(calls, 'send')]).toEqual([0, 1]);
  });
});

it('after a kill a create with a random key is found by it (7.3)', async () => {
  const clock = new VirtualClock();
  const { agent } = scriptedAgent({ find: () => found(SHOWN) });
  const state: SavedRunState = { phase: 'sending', identity: `${KEY}.1.${'b'.repeat(32)}` };
  const ports = { agent, clock, random: () => 0.5, say: () => undefined };
  const call = { signal: new AbortController().signal, deadline: clock.now() + 8_000 };
  expect(await settleKilled(ports, state, call)).toMatchObject({
    phase: 'running',
    runId: SHOWN.id,
    mode: 'created',
  });
});

it('a timeout names what the last request for the run failed with, while its log went on (5)', async () => {
  const read = (): RunShown => ({ ...SHOWN, status: 'RUNNING', meaning: 'active' });
  const script = { create: read, read, obstacle: 'HTTP 429: slow down' };
  const { view } = await play(script, { timeoutMs: 5 * MINUTE });
  expect([view.outcome, view.cutShort]).toEqual([
    'timed_out',
    expect.stringMatching(/The last look failed: HTTP 429: slow down\.$/),
  ]);
});
