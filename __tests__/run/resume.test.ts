/**
 * A follow-up over any service: what people read while a run is at work or gone, what is read
 * before it is sent, and what is known of the turn after it (contract 4.5, 18.4).
 */
import { describe, expect, it } from '@jest/globals';
import { RunBusy, RunGone, type Agent, type RunShown } from '../../src/agents/port.ts';
import { NotOffered, type ServiceError } from '../../src/http/errors.ts';
import type { RunEvent } from '../../src/run/events.ts';
import type { FollowUpMarks } from '../../src/run/once/key.ts';
import { resumeRun } from '../../src/run/resume.ts';
import { readRun, waitTeller } from '../../src/run/send.ts';
import { recordOf, type TurnRecord } from '../../src/run/state.ts';
import { startOrderOf } from '../../src/run/start.ts';
import { entriesSince } from '../support/entries.ts';
import { httpError, linkError, MemoryClient } from '../support/memory-client.ts';
import { scriptedAgent, SHOWN, type AgentScript } from '../support/scripted-agent.ts';
import { inputsOf, marksOf, resultOf, runContext } from '../support/start-of.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

interface Setting {
  readonly timeoutMs?: number;
  readonly stop?: AbortSignal;
  /** What the agent does otherwise than scripted. */
  readonly agent?: Partial<Agent>;
  /** The turn whose work the follow-up corrects. */
  readonly corrects?: TurnRecord;
}

function contextOf(script: AgentScript, { timeoutMs = 3_600_000, stop, agent }: Setting = {}) {
  const clock = new VirtualClock();
  const scripted = scriptedAgent(script);
  const events: RunEvent[] = [];
  const emit = (event: RunEvent): void => void events.push(event);
  const client = new MemoryClient(clock, {});
  const plain = runContext({ clock, client, emit, timeoutMs, ...(stop && { stop }) });
  const context = { ...plain, agent: Object.assign(scripted.agent, agent) };
  return { context, events, clock, calls: scripted.calls };
}

async function resume(script: AgentScript, setting: Setting = {}) {
  const played = contextOf(script, setting);
  const { corrects } = setting;
  const order = { runId: 'bc-1', prompt: 'Go on.', marks: null, ...(corrects && { corrects }) };
  const result = await resultOf(resumeRun(played.context, order));
  return { ...played, result };
}

const rejecting = (error: Error) => (): never => {
  throw error;
};

describe('a run that is at work', () => {
  const busy = rejecting(new RunBusy('bc-1/run-7', httpError(409)));

  it('is waited for in one sentence, as long as one more try is in time', async () => {
    const { events, result, calls, clock } = await resume({ send: busy }, { timeoutMs: 30_000 });
    const notes = events.flatMap((event) => (event.type === 'note' ? [event.message] : []));
    expect(notes).toEqual(['Run bc-1/run-7 is at work: the follow-up waits until it has ended.']);
    expect(result).toMatchObject({
      ok: false,
      failure: {
        code: 'rejected',
        message:
          'Resuming the agent run bc-1 failed: run bc-1/run-7 was at work until the timeout, and no ' +
          'follow-up is taken meanwhile. The run did not receive it. Run this again once that ' +
          'has ended, or raise `timeout_minutes`.',
      },
    });
    expect(calls.filter((call) => call.startsWith('send'))).toHaveLength(3);
    expect(clock.elapsed).toBe(20_000);
  });
});

it('a run that is starting is waited for, and told as that', async () => {
  const starting = rejecting(new RunBusy('bc-1', null, { isStarting: true }));
  const { events, result } = await resume({ send: starting }, { timeoutMs: 30_000 });
  const notes = events.flatMap((event) => (event.type === 'note' ? [event.message] : []));
  expect(notes).toEqual(['Run bc-1 is starting: the follow-up waits until it has started.']);
  expect(result).toMatchObject({
    failure: {
      code: 'rejected',
      message: expect.stringMatching(/was starting until the timeout.*once that has started/),
    },
  });
});

it('a run that is gone is told with what to do', async () => {
  const gone = rejecting(new RunGone('the agent is archived', httpError(409)));
  expect((await resume({ send: gone })).result).toMatchObject({
    failure: {
      code: 'rejected',
      message:
        'Resuming the agent run failed: the agent is archived, so run bc-1 takes no follow-up ' +
        'any more. Start a new run without `agent_run_id`.',
    },
  });
});

it('a run that is gone before its work could be corrected is not told as one that was named', async () => {
  const gone = rejecting(new RunGone('the agent is archived', httpError(409)));
  const corrects = recordOf({ mode: 'created', runId: 'bc-1', webUrl: null, status: null });
  expect((await resume({ send: gone }, { corrects })).result).toMatchObject({
    failure: { message: expect.stringMatching(/takes no follow-up any more\.$/) },
  });
});

it('a run that waits for an approval gets no message, which might be taken for it', async () => {
  const webUrl = 'https://a.example/1';
  const read = () => ({ ...SHOWN, waitsFor: 'approval', webUrl }) as const;
  const { result, calls, events } = await resume({ read });
  // Its address and its word are known all the same.
  expect(events).toMatchObject([{ type: 'found', webUrl, status: SHOWN.status }]);
  expect(result).toMatchObject({
    failure: {
      code: 'rejected',
      message: expect.stringMatching(/waits until somebody confirms.*at https:\/\/a\.example\/1/),
    },
  });
  expect(calls.filter((call) => call.startsWith('send'))).toEqual([]);
});

it('a service without follow-ups is sent nothing', async () => {
  const { result, calls } = await resume({}, { agent: { followUps: undefined } });
  expect(result).toMatchObject({
    failure: { code: 'rejected', message: 'This service takes no message to a run that exists.' },
  });
  expect(calls).toEqual([]);
});

describe('what is known of the turn', () => {
  const running: RunShown = { ...SHOWN, id: 'bc-1/run-2', status: 'RUNNING', meaning: 'active' };

  it('of a run of its own, is what the response shows', async () => {
    const { result } = await resume({ send: () => running });
    expect(result).toMatchObject({ value: { status: 'RUNNING', meaning: 'active' } });
    const silent = await resume({ send: () => null });
    expect(silent.result).toMatchObject({ value: { status: null, meaning: 'unknown' } });
  });

  it.each([
    ['at work', 'active', true],
    ['at its end', 'succeeded', false],
  ] as const)('of a run that was %s before, is told as that', async (_, meaning, busyBefore) => {
    const { result } = await resume({
      turnIsRun: false,
      read: (_nth, id) => ({ ...SHOWN, id, meaning }),
    });
    expect(result).toMatchObject({ value: { busyBefore, meaning } });
  });
});

it.each([
  { what: 'came late', before: null, meaning: 'active', reply: 'First.', expected: 'First.' },
  { what: 'is newer than it was', before: 'A.', meaning: 'active', reply: 'B.', expected: 'B.' },
  { what: 'is not told again', before: 'A.', meaning: 'active', reply: null, expected: 'A.' },
  { what: 'may be the new one', before: null, meaning: 'succeeded', reply: 'Yes.', expected: null },
] as const)(
  'the result of the turn before, which $what',
  async ({ before, meaning, reply, expected }) => {
    const { result } = await resume({
      turnIsRun: false,
      read: (_nth, id) => ({ ...SHOWN, id, result: before }),
      send: () => ({ ...SHOWN, id: 'bc-1', status: 'ANY', meaning, result: reply }),
    });
    expect(result).toMatchObject({ value: { resultBefore: expected } });
  },
);

it.each([
  [3_600_000, '1m 57s'],
  [30_000, '27s'],
])('a lost follow-up is looked for as long as there is time: %i ms', async (timeoutMs, time) => {
  const { context } = contextOf({ send: rejecting(httpError(502)) }, { timeoutMs });
  const order = { runId: 'bc-1', prompt: 'Go on.', marks: marksOf('ara-1') };
  expect(await resultOf(resumeRun(context, order))).toMatchObject({
    failure: {
      code: 'ambiguous_create',
      message: expect.stringContaining(`log was read for ${time} and does not show the follow-up`),
    },
  });
});

it.each([
  ['active', undefined, true],
  ['failed', undefined, false],
  ['failed', 'active', true],
  ['failed', 'failed', false],
] as const)('a run is %s, and %s in its log, when a lost follow-up is found', async (...row) => {
  const [meaning, logged, isSeenAtWork] = row;
  const inLog = logged && { ...SHOWN, id: 'bc-1', meaning: logged };
  const { context } = contextOf({
    turnIsRun: false,
    read: (_nth, id) => ({ ...SHOWN, id, meaning: 'failed' }),
    send: rejecting(httpError(502)),
    findFollowUp: () => ({ kind: 'found', run: { ...SHOWN, id: 'bc-1', meaning }, inLog }),
  });
  const order = { runId: 'bc-1', prompt: 'Go on.', marks: marksOf('ara-1') };
  expect(await resultOf(resumeRun(context, order))).toMatchObject({
    value: { busyBefore: false, isSeenAtWork },
  });
});

it('a lost follow-up that its log shows has arrived, whether or not its run can be read', async () => {
  const inLog = { ...SHOWN, id: 'bc-1', meaning: 'active' } as const;
  const { context, clock } = contextOf({
    turnIsRun: false,
    send: rejecting(httpError(502)),
    findFollowUp: () => ({ kind: 'unread', id: 'bc-1', inLog, error: httpError(500) }),
  });
  const order = { runId: 'bc-1', prompt: 'Go on.', marks: marksOf('ara-1') };
  expect(await resultOf(resumeRun(context, order))).toMatchObject({
    value: { runId: 'bc-1', isSeenAtWork: true },
  });
  expect(clock.elapsed).toBe(0);
});

it.each<[string, string, NonNullable<AgentScript['findFollowUp']>]>([
  [
    'cannot be told',
    'follow-up was looked for during 1m 57s, which tells nothing: nothing shows what was said.',
    () => ({ kind: 'untold', why: 'nothing shows what was said' }),
  ],
  [
    'cannot be looked for',
    'log could not be read for 1m 57s (HTTP 503).',
    rejecting(httpError(503)),
  ],
])('a lost follow-up that %s is not said to be missing', async (_, why, findFollowUp) => {
  const { context } = contextOf({ send: rejecting(httpError(502)), findFollowUp });
  const order = { runId: 'bc-1', prompt: 'Go on.', marks: marksOf('ara-1') };
  const result = await resultOf(resumeRun(context, order));
  expect(result).toMatchObject({
    failure: { code: 'ambiguous_create', message: expect.stringContaining(why) },
  });
  expect(JSON.stringify(result)).not.toContain('does not show');
});

it('a lost follow-up that has arrived, in which run is not known, is not to be sent again', async () => {
  const { context } = contextOf({
    send: rejecting(httpError(502)),
    findFollowUp: () => ({ kind: 'open', why: 'only the conversation shows it' }),
  });
  const order = { runId: 'bc-1', prompt: 'Go on.', marks: marksOf('ara-1') };
  expect(await resultOf(resumeRun(context, order))).toMatchObject({
    failure: {
      code: 'ambiguous_create',
      message:
        'Resuming the agent run failed: HTTP 502. The follow-up has arrived: only the ' +
        'conversation shows it. Look at run bc-1, and do not send the follow-up again.',
    },
  });
});

it('a lost follow-up that the agent has looked for already is not looked for again', async () => {
  const lost = httpError(502).with({ wasLookedFor: true });
  const { context, clock } = contextOf({ send: rejecting(lost) });
  const order = { runId: 'bc-1', prompt: 'Go on.', marks: marksOf('ara-1') };
  expect(await resultOf(resumeRun(context, order))).toMatchObject({
    failure: {
      code: 'ambiguous_create',
      message: expect.stringContaining('log was read meanwhile and does not show the follow-up'),
    },
  });
  expect(clock.elapsed).toBe(0);
});

describe('a follow-up that an earlier attempt has sent (4.8)', () => {
  const marks = { ...marksOf('ara-1'), lookFirst: true };
  const again = async (script: AgentScript, marked: FollowUpMarks = marks) => {
    const played = contextOf({ turnIsRun: false, ...script });
    const order = { runId: 'bc-1', prompt: 'Go on.', marks: marked };
    const result = await resultOf(resumeRun(played.context, order));
    return { ...played, result };
  };

  it.each([
    ['that has ended: what the run shows may be of this turn', 'succeeded', null],
    ['at work: what the run shows is of the turn before', 'active', 'Done.'],
  ] as const)('%s', async (_, meaning, resultBefore) => {
    const shown = { ...SHOWN, id: 'bc-1', meaning };
    const findFollowUp = (_: unknown, mark: string) => (mark === marks.of(1) ? shown : null);
    const { result } = await again({ findFollowUp });
    // Its end counts also without a word of the agent, once nothing comes (devin, jobs 921001444).
    expect(result).toMatchObject({
      value: {
        mode: 'resumed',
        isFound: true,
        runBefore: null,
        before: null,
        resultBefore,
        busyBefore: true,
      },
    });
  });

  it('in a run of its own, shows nothing of a turn before', async () => {
    const shown = { ...SHOWN, meaning: 'active' } as const;
    const { result } = await again({ turnIsRun: true, findFollowUp: () => shown });
    expect(result).toMatchObject({
      value: { mode: 'resumed', isFound: true, resultBefore: null, busyBefore: false },
    });
  });

  it('whose turn ended badly, is sent as the next generation', async () => {
    const failed = { ...SHOWN, id: 'bc-1', status: 'FAILED', meaning: 'failed' } as const;
    const findFollowUp = (_: unknown, mark: string) => (mark === marks.of(1) ? failed : null);
    const texts: string[] = [];
    await again({
      findFollowUp,
      send: (_, { text }) => {
        texts.push(text);
        return null;
      },
    });
    expect(texts).toEqual([expect.stringContaining(marks.of(2))]);
  });

  it('is not sent again where the bad end may be that of a later turn', async () => {
    const stopped = { ...SHOWN, id: 'bc-1', status: 'STOPPED', meaning: 'cancelled' } as const;
    const found = { kind: 'found', run: stopped, hasGoneOn: true } as const;
    const findFollowUp = (_: unknown, mark: string) => (mark === marks.of(1) ? found : null);
    const { result, calls } = await again({ findFollowUp });
    expect(result).toMatchObject({ value: { isFound: true, sent: { mark: marks.of(1) } } });
    expect(calls.filter((call) => call.startsWith('send'))).toEqual([]);
  });

  it('where there is none, begins behind what its run wrote during the look (4.5)', async () => {
    let entries = 54;
    const { result } = await again({
      before: () => ({ entries, memo: '' }),
      findFollowUp: () => {
        entries += 1;
        return null;
      },
    });
    expect(result).toMatchObject({ value: { before: { entries: 55 } } });
  });

  it('is followed however it ended, where it has one mark alone', async () => {
    const failed = { ...SHOWN, id: 'bc-1', status: 'FAILED', meaning: 'failed' } as const;
    const { result, calls } = await again(
      { findFollowUp: () => failed },
      { of: () => 'ara-1', lookFirst: true, isRepeated: false },
    );
    expect(result).toMatchObject({ value: { isFound: true } });
    expect(calls.filter((call) => call.startsWith('send'))).toEqual([]);
  });

  it('and again after it had ended badly, is followed as it was sent last', async () => {
    const shown = { ...SHOWN, id: 'bc-1' };
    const sent = [marks.of(1), marks.of(2)];
    const findFollowUp = (_: unknown, mark: string) => (sent.includes(mark) ? shown : null);
    const { result, calls } = await again({ findFollowUp });
    expect(result).toMatchObject({ value: { isFound: true, sent: { mark: marks.of(2) } } });
    expect(calls.filter((call) => call.startsWith('send'))).toEqual([]);
  });

  it('is followed where no further one may be sent, and not sent where it was not', async () => {
    const order = {
      runId: 'bc-1',
      prompt: 'Go on.',
      marks,
      onlyFound: 'The thread had its turns.',
    };
    const shown = { ...SHOWN, id: 'bc-1' };
    const findFollowUp = (_: unknown, mark: string) => (mark === marks.of(1) ? shown : null);
    const found = contextOf({ turnIsRun: false, findFollowUp });
    expect(await resultOf(resumeRun(found.context, order))).toMatchObject({
      value: { isFound: true },
    });
    const none = contextOf({ turnIsRun: false, findFollowUp: () => null });
    await resultOf(resumeRun(none.context, order));
    expect(none.calls.filter((call) => call.startsWith('send'))).toEqual([]);
  });

  it('is not sent where the log cannot be read for two minutes', async () => {
    const findFollowUp = rejecting(httpError(503));
    const { result, calls, clock } = await again({ findFollowUp });
    expect(result).toMatchObject({
      failure: {
        code: 'ambiguous_create',
        message: expect.stringMatching(
          /run bc-1, whose log could not be read for two minutes \(HTTP 503.*Nothing was sent/,
        ),
      },
    });
    expect(clock.elapsed).toBeLessThanOrEqual(120_000);
    expect(calls.filter((call) => call.startsWith('send'))).toEqual([]);
  });

  it('is not sent where the service offers no log that could tell, which says nothing of the run', async () => {
    const noLog = new NotOffered(httpError(404), { advice: '' });
    const { result, calls } = await again({ findFollowUp: rejecting(noLog) });
    expect(result).toMatchObject({
      failure: {
        code: 'ambiguous_create',
        message: expect.stringMatching(
          /run bc-1, and the service offers no log .*Nothing was sent/,
        ),
      },
    });
    expect(calls.filter((call) => call.startsWith('send'))).toEqual([]);
  });

  it('is looked for no longer than the step may take', async () => {
    const played = contextOf(
      { turnIsRun: false, findFollowUp: rejecting(httpError(503)) },
      { timeoutMs: 30_000 },
    );
    const order = { runId: 'bc-1', prompt: 'Go on.', marks };
    const result = await resultOf(resumeRun(played.context, order));
    expect(result).toMatchObject({
      failure: { code: null, message: expect.stringContaining('could not be read within') },
    });
    expect(played.clock.elapsed).toBeLessThanOrEqual(30_000);
  });

  it('a service that shows every mark is asked for no more than a hundred', async () => {
    const failed = { ...SHOWN, id: 'bc-1', status: 'FAILED', meaning: 'failed' } as const;
    const looked: string[] = [];
    const { result, calls } = await again({
      findFollowUp: (_, mark) => {
        looked.push(mark);
        return failed;
      },
    });
    expect(result).toMatchObject({
      failure: {
        code: 'ambiguous_create',
        message: expect.stringMatching(/more than 100 times.*Nothing was sent/),
      },
    });
    expect(looked).toHaveLength(100);
    expect(calls.filter((call) => call.startsWith('send'))).toEqual([]);
  });

  it('is not sent where the service shows it, and not which run does it', async () => {
    const findFollowUp = () => ({ kind: 'open', why: 'only the conversation shows it' }) as const;
    const { result, calls } = await again({ findFollowUp });
    expect(result).toMatchObject({
      failure: {
        code: 'ambiguous_create',
        message: expect.stringMatching(/only the conversation shows it.*Nothing was sent again/),
      },
    });
    expect(calls.filter((call) => call.startsWith('send'))).toEqual([]);
  });

  it('is not sent where nothing can be told of it and it has one mark alone', async () => {
    const findFollowUp = () => ({ kind: 'untold', why: 'nothing shows what was said' }) as const;
    const { result, calls } = await again(
      { findFollowUp },
      { of: () => 'ara-1', lookFirst: true, isRepeated: false },
    );
    expect(result).toMatchObject({
      failure: {
        code: 'ambiguous_create',
        message: expect.stringMatching(/nothing shows what was said\. Nothing was sent\. Look at/),
      },
    });
    expect(calls.filter((call) => call.startsWith('send'))).toEqual([]);
  });

  it('is sent with a warning where nothing can be told of it', async () => {
    const findFollowUp = () => ({ kind: 'untold', why: 'nothing shows what was said' }) as const;
    const { result, events } = await again({ findFollowUp });
    expect(result.ok).toBe(true);
    expect(events).toContainEqual({
      type: 'warning',
      message: expect.stringMatching(/nothing shows what was said\. It is sent, .* second time/),
    });
  });
});

describe('a follow-up of an earlier attempt in a log that shows an error', () => {
  const marks = { ...marksOf('ara-1'), lookFirst: true };
  const { entry, finalAnswer } = entriesSince(0);
  const message = (second: number, observation: string) =>
    entry(second, { message_type: 'USER_MESSAGE', observation });
  const error = entry(2, { message_type: 'ERROR', observation: 'timed out' });
  const sent = [message(0, `Go on. (${marks.of(1)})`), entry(1), error];
  const interrupted = [...sent, message(3, 'Use pnpm, not npm.'), entry(4)];

  it.each<[string, readonly unknown[], string, string[]]>([
    ['is followed at work, whatever a person says behind it', interrupted, 'ACTIVE', []],
    ['is followed to its answer', [...interrupted, finalAnswer(5)], 'COMPLETE', []],
    ['is sent anew where the run has failed', sent, 'FAILED', ['ara-1-2']],
    ['is sent anew where the run has failed since', interrupted, 'FAILED', ['ara-1-2']],
  ])('%s', async (...[, entries, status, marksSent]) => {
    const clock = new VirtualClock();
    const client = new MemoryClient(clock, { entries, moments: [{ at: 0, status }] });
    const order = { runId: '77', prompt: 'Go on.', marks };
    const result = await resultOf(resumeRun(runContext({ clock, client }), order));
    const prompts = client.calls.flatMap(({ name, body }) => (name === 'resume' ? [body] : []));
    expect(prompts).toEqual(
      marksSent.map((mark) => expect.objectContaining({ prompt: expect.stringContaining(mark) })),
    );
    const isFound = marksSent.length === 0;
    expect(result).toMatchObject({ value: isFound ? { isFound, isPast: false } : {} });
  });
});

describe('what is read before a follow-up', () => {
  const page = (): ServiceError => httpError(404, { body: '<h1>Please wait</h1>' });

  it('the run: the page of a gateway says that it is not there, as it was never seen', async () => {
    const { result, clock, calls } = await resume({ read: rejecting(page()) });
    expect(result).toMatchObject({ failure: { code: 'not_found' } });
    expect([clock.elapsed, calls.length]).toEqual([0, 1]);
  });

  it.each<[string, Required<AgentScript>['read'], boolean, number]>([
    ['is there', () => SHOWN, true, 1],
    ['is refused', rejecting(httpError(403)), false, 1],
    ['is missing', rejecting(httpError(404)), false, 2],
  ])('the run that a thread records is read as often as it has to be: it %s', async (...row) => {
    const [, read, ok, reads] = row;
    const { context, calls } = contextOf({ read });
    const order = { runId: 'bc-1', prompt: 'Go on.', marks: null, isRecorded: true };
    expect(await resultOf(resumeRun(context, order))).toMatchObject({ ok });
    expect(calls.filter((call) => call.startsWith('read'))).toHaveLength(reads);
  });

  it('a correction: the run was seen, so that the page of a gateway passes', async () => {
    const { context, clock } = contextOf({
      read: (nth) => (nth === 1 ? rejecting(page())() : SHOWN),
    });
    const read = readRun(context, { runId: 'bc-1', seen: true });
    expect(await resultOf(read)).toMatchObject({ ok: true });
    expect(clock.elapsed).toBeGreaterThan(0);
  });

  it('its log: a service that has none is asked once', async () => {
    let asked = 0;
    const before = (): never => {
      asked += 1;
      throw new NotOffered(httpError(501), { advice: 'Go on without.' });
    };
    const { result } = await resume({ before });
    expect(result).toMatchObject({ ok: true, value: { before: null } });
    expect(asked).toBe(1);
  });

  it.each([
    ['leads elsewhere', httpError(302), 'redirected'],
    ['cannot be connected to', linkError('refused'), 'network'],
  ])('its log: nothing is sent where it %s', async (_, error) => {
    const { result, calls } = await resume({ before: rejecting(error) }, { timeoutMs: 60_000 });
    expect(result.ok).toBe(false);
    expect(calls.some((call) => call.startsWith('send'))).toBe(false);
  });

  it.each([
    ['is refused for as long as it goes', 429, 60_000],
    ['has failed once', 500, 1],
  ])('its log: nothing is sent where the time is over first: it %s', async (...row) => {
    const [, status, timeoutMs] = row;
    const { result, calls } = await resume({ before: rejecting(httpError(status)) }, { timeoutMs });
    expect(result.ok).toBe(false);
    expect(calls.some((call) => call.startsWith('send'))).toBe(false);
  });

  it('ends with the step, while a message would be sent to its end', async () => {
    const signals: (AbortSignal | undefined)[] = [];
    const stop = new AbortController();
    const { context } = contextOf({}, { stop: stop.signal });
    const agent: Agent = {
      ...context.agent,
      read: (id, { signal }) => {
        signals.push(signal);
        return context.agent.read(id, { signal, deadline: Infinity });
      },
    };
    await readRun({ ...context, agent, sendStop: new AbortController().signal }, { runId: 'bc-1' });
    expect(signals).toHaveLength(1);
    // By identity: every signal that is not aborted equals every other.
    expect(signals[0]).toBe(stop.signal);
  });
});

it.each([
  ['brings a run of its own', true, { entries: 0, memo: 'before' }],
  ['goes on in its run', false, null],
])('what was before a follow-up goes with its sending where it %s', async (...row) => {
  const [, turnIsRun, before] = row;
  const { events } = await resume({ turnIsRun });
  const sendings = events.filter(({ type }) => type === 'sending');
  expect(sendings).toEqual([{ type: 'sending', runId: 'bc-1', before }]);
});

it('what makes a refusal pass is told once, before each wait', () => {
  const events: RunEvent[] = [];
  const tell = waitTeller(
    (event) => void events.push(event),
    () => true,
  );
  const refused = (advice: string | null, status = 429) => {
    const error = httpError(status);
    tell({
      text: '',
      error: advice === null ? error : error.meaning('rate_limited', advice),
      waitMs: 5_000,
      sinceMs: 0,
    });
  };
  refused('End a session.');
  refused('End a session.');
  refused(null);
  refused('Raise the limit.');
  refused('Go on.', 503);
  const waits = { type: 'throttled', waitMs: 5_000 };
  expect(events).toEqual([
    { type: 'note', message: 'HTTP 429. End a session.' },
    waits,
    waits,
    waits,
    { type: 'note', message: 'HTTP 429. Raise the limit.' },
    waits,
    { type: 'outage', message: 'HTTP 503', waitMs: 5_000, sinceMs: 0 },
  ]);
});

it.each([
  ['run', 'run'],
  ['check', 'run'],
  ['setup-commands', 'setup-commands'],
] as const)('the order of the task "%s" is one of "%s"', (task, ordered) => {
  const inputs = { ...inputsOf(), task };
  const asked = { prompt: 'Fix it.', recordedRun: null, marks: null, limit: null, schema: null };
  const start = startOrderOf(inputs, { ...asked, repository: null, repositoryId: null });
  expect(start).toMatchObject({ kind: 'create', order: { task: ordered } });
});
