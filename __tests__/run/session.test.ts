/** Create, resume, attach, follow and one schema repair, as one step (contract 4, 7.2, 8). */
import { describe, expect, it } from '@jest/globals';
import { readEvent } from '../../src/github/event.ts';
import { provenanceOf } from '../../src/github/provenance.ts';
import type { OutputSchema } from '../../src/run/output-schema.ts';
import { runSession, type EndedRun, type ProvenEnd } from '../../src/run/session.ts';
import type { RunContext } from '../../src/run/send.ts';
import type { StartOrder } from '../../src/run/start.ts';
import { repairMarks, type ExactlyOnce } from '../../src/run/once/key.ts';
import { reduceStep, stepStart, viewOf } from '../../src/report/step.ts';
import type { RunEvent } from '../../src/run/events.ts';
import {
  entry,
  finalAnswer,
  httpError,
  linkError,
  MemoryClient,
  RUN_ID,
  WEB_URL,
  type ServiceScript,
} from '../support/memory-client.ts';
import { foldedRun } from '../support/folded-run.ts';
import { inputsOf, marksOf, orderOf, runContext } from '../support/start-of.ts';
import { VirtualClock } from '../support/virtual-clock.ts';
import { compiledSchema } from '../support/compiled-schema.ts';

/** Satisfied by any text in capitals. */
const CAPITALS: OutputSchema = {
  source: {},
  promptAddition: 'In capitals.',
  repairPrompt: (errors) => `Wrong: ${errors.join()}`,
  read: (text) =>
    /^[A-Z]+$/.test(text)
      ? { ok: true, value: text, json: JSON.stringify(text) }
      : { ok: false, errors: [`not in capitals: ${text}`] },
};

interface Setting {
  readonly inputs?: Readonly<Record<string, string>>;
  readonly start?: StartOrder;
  readonly schema?: OutputSchema;
  /** Ends the session; what is in flight may still be answered. */
  readonly stop?: AbortSignal;
  /** Takes the events as they come. */
  readonly events?: RunEvent[];
  readonly once?: ExactlyOnce | null;
  readonly beforeSending?: RunContext['beforeSending'];
  readonly prove?: (ended: EndedRun) => Promise<ProvenEnd>;
}

const CREATE: StartOrder = { kind: 'create', order: orderOf() };
const RESUME: StartOrder = {
  kind: 'resume',
  runId: RUN_ID,
  prompt: 'Fix it.',
  marks: null,
  otherwise: null,
};
const ATTACH: StartOrder = { kind: 'attach', runId: RUN_ID };

const TOLD: ReadonlySet<string> = new Set(['sending', 'unsent', 'gone']);

async function play(script: ServiceScript, setting: Setting = {}) {
  const {
    start = CREATE,
    schema = null,
    stop = new AbortController().signal,
    events = [],
    once = null,
    prove = (ended: EndedRun) => Promise.resolve(ended),
  } = setting;
  const clock = new VirtualClock();
  const client = new MemoryClient(clock, { moments: [{ at: 0, status: 'COMPLETE' }], ...script });
  const inputs = inputsOf(setting.inputs);
  const { emit, turn } = foldedRun(events);
  const { timeoutMs } = inputs;
  const { beforeSending } = setting;
  const context = runContext({
    clock,
    client,
    stop,
    timeoutMs,
    inputs,
    emit,
    turn,
    exactlyOnce: once,
    beforeSending,
  });
  await runSession(context, { start, schema, prove });
  const state = events.reduce(reduceStep, stepStart(provenanceOf(readEvent({}, {}))));
  const step = {
    ...viewOf(state, { now: clock.now(), requests: client.calls.length }),
    resultJson: state.resultJson,
  };
  const said = events.map(({ type }) => type).filter((type) => TOLD.has(type));
  return { step, events, client, clock, said };
}

describe('a new run', () => {
  const script = { entries: [finalAnswer(1)] };
  it("is created after the post step's state was saved", async () => {
    const { step, client, said } = await play(script);
    expect(client.names()).toEqual(['create', 'logs', 'run']);
    expect([step.outcome, said]).toEqual(['succeeded', ['sending']]);
  });

  it('of one of the first siblings is created immediately, and of a late one below 10 a minute', async () => {
    const early = await play(script, { inputs: { siblings: '64', sibling_index: '9' } });
    expect(early.client.times('create')).toEqual([0]);
    expect(early.clock.slept).not.toContain(0);
    const late = await play(script, { inputs: { siblings: '64', sibling_index: '40' } });
    expect(late.client.times('create')[0]).toBeGreaterThan(60_000);
  });

  it('of a late sibling does not wait beyond the time left', async () => {
    const inputs = { siblings: '64', sibling_index: '40', timeout_minutes: '0.5' };
    expect((await play(script, { inputs })).clock.elapsed).toBeLessThanOrEqual(30_000);
  });
});

it.each([
  [CREATE, 'create'],
  [RESUME, 'resume'],
] as const)('asks before it sends a %j', async (start, name) => {
  const calls: string[] = [];
  const answer: ServiceScript['answer'] = (call) => void calls.push(call.name);
  const beforeSending = (): Promise<void> => Promise.reject(new Error('taken'));
  await expect(play({ answer }, { start, beforeSending })).rejects.toThrow('taken');
  expect(calls).not.toContain(name);
});

it.each([
  // The service takes it, and does nothing.
  { isStillDue: () => Promise.resolve(true), became: 'not_taken_up', resumes: 1 },
  { isStillDue: () => Promise.resolve(false), became: 'outdated', resumes: 0 },
  { isStillDue: null, became: 'not_started', resumes: 0 },
])('a mend is sent only while it is due: $became', async ({ isStillDue, became, resumes }) => {
  let kind = '';
  const prove = async (ended: EndedRun): Promise<ProvenEnd> => {
    const asked = { prompt: 'Mend it.', mark: 'ara-1-fix1-', lookFirst: true, isStillDue };
    ({ kind } = await ended.mend(asked));
    return ended;
  };
  const { client } = await play({ entries: [finalAnswer(1)] }, { prove });
  expect([kind, client.times('resume').length]).toEqual([became, resumes]);
});

describe('a run that no longer exists', () => {
  const gone: ServiceScript = {
    entries: [finalAnswer(1)],
    answer: ({ name }) => (name === 'resume' ? httpError(404) : undefined),
  };

  it('is replaced if the thread recorded it (7.2)', async () => {
    const { client, said, step } = await play(gone, {
      start: { ...RESUME, otherwise: orderOf() },
    });
    expect(client.names()).toContain('create');
    expect(said).toEqual(['sending', 'unsent', 'gone', 'sending']);
    expect(step.outcome).toBe('succeeded');
  });

  it.each([
    ['once, which a replica that lags may say, is gone on with', httpError(404), 1, 'resume'],
    [
      'once by the page of a gateway is gone on with',
      httpError(404, { body: '<h1>No</h1>' }),
      1,
      'resume',
    ],
    ['twice is replaced', httpError(404), 2, 'create'],
  ] as const)('recorded by the thread and missing %s', async (...[, failure, times, sent]) => {
    let reads = 0;
    const answer: ServiceScript['answer'] = ({ name }) => {
      reads += name === 'run' ? 1 : 0;
      return name === 'run' && reads <= times ? failure : undefined;
    };
    const { client } = await play(
      { entries: [finalAnswer(1)], answer },
      { start: { ...RESUME, otherwise: orderOf() } },
    );
    const changes = client.names().filter((name) => name === 'resume' || name === 'create');
    expect(changes).toEqual([sent]);
  });

  it('leaves none of its data to a run that may have been created in its place', async () => {
    const answer: ServiceScript['answer'] = (call) =>
      call.name === 'create' ? httpError(500) : gone.answer?.(call);
    const { step } = await play(
      { ...gone, answer },
      { start: { ...RESUME, otherwise: orderOf() } },
    );
    expect(step).toMatchObject({ errorCode: 'ambiguous_create', webUrl: null, status: null });
  });

  it.each([
    ['still there', undefined, 'succeeded', null],
    ['not to be resumed', httpError(402), 'error', 'quota_exceeded'],
  ] as const)('is not one that is %s', async (...[, failure, outcome, errorCode]) => {
    const moments = [
      { at: 0, status: 'COMPLETE' },
      { at: 1_000, status: 'ACTIVE' },
      { at: 20_000, status: 'COMPLETE', result: 'Done.' },
    ];
    const answer: ServiceScript['answer'] = ({ name }) => (name === 'resume' ? failure : undefined);
    const { client, step } = await play(
      { moments, answer },
      { start: { ...RESUME, otherwise: orderOf() } },
    );
    expect(client.names()).not.toContain('create');
    expect(step).toMatchObject({ outcome, errorCode });
  });

  it('is not_found if the input named it', async () => {
    const { client, step } = await play(gone, { start: RESUME });
    expect(client.names()).not.toContain('create');
    expect(step.errorCode).toBe('not_found');
  });
});

describe('a resume', () => {
  it('reports the state of the run before the follow-up is sent', async () => {
    const { step, said, client } = await play(
      { answer: ({ name }) => (name === 'resume' ? httpError(500) : undefined) },
      { start: RESUME },
    );
    expect(client.names()).toEqual(['run', 'logs', 'resume']);
    expect(said).toEqual(['sending']);
    expect(step).toMatchObject({
      errorCode: 'ambiguous_create',
      standing: 'maybe_resumed',
      webUrl: WEB_URL,
      status: 'COMPLETE',
    });
  });

  it.each([
    [
      'refused by the limiter until the timeout',
      'resume',
      () => httpError(429),
      'rate_limited',
      'untouched',
    ],
    [
      'not begun, as reads are refused by the limiter',
      '',
      () => httpError(429),
      'rate_limited',
      'untouched',
    ],
    [
      'not begun, as nothing could be connected to',
      '',
      () => linkError('refused'),
      'network',
      'untouched',
    ],
  ] as const)('that is %s: %s', async (...[, only, failure, code, standing]) => {
    const answer: ServiceScript['answer'] = ({ name }) =>
      only === '' || name === only ? failure() : undefined;
    const { step } = await play({ answer }, { start: RESUME, inputs: { timeout_minutes: '5' } });
    expect(step).toMatchObject({ outcome: 'error', errorCode: code, standing, runId: RUN_ID });
  });

  it('of a run that answers with 503 until the timeout is timed out, and nothing was sent (5)', async () => {
    const { step, client } = await play(
      { answer: () => httpError(503) },
      { start: RESUME, inputs: { timeout_minutes: '5' } },
    );
    expect(step).toMatchObject({ outcome: 'timed_out', errorCode: null, standing: 'untouched' });
    expect(step.cutShort).toBe(
      'The run could not be read within 5 minutes (timeout_minutes). The last look failed: HTTP 503.',
    );
    expect(client.names()).not.toContain('resume');
  });
});

describe('wait: false', () => {
  const inputs = { wait: 'false' };
  it('ends a created run as started', async () => {
    const { step, client } = await play({}, { inputs });
    expect([step.outcome, client.names()]).toEqual(['started', ['create']]);
  });

  it('reports the run, and ends as cancelled by a signal that came while it was created', async () => {
    const stop = new AbortController();
    const events: RunEvent[] = [];
    const answer: ServiceScript['answer'] = () => {
      stop.abort(new Error('SIGTERM'));
      return undefined;
    };
    await expect(play({ answer }, { inputs, events, stop: stop.signal })).rejects.toThrow(
      'SIGTERM',
    );
    expect(events.map(({ type }) => type)).toContain('started');
  });

  it('reads a run that is only followed once, and leaves its status to who waits for it', async () => {
    const { step, client } = await play(
      { moments: [{ at: 0, status: 'FAILED' }] },
      { inputs, start: ATTACH },
    );
    expect([step.outcome, step.webUrl, client.names()]).toEqual(['started', WEB_URL, ['run']]);
  });

  it.each([
    [503, 'timed_out', null],
    [429, 'timed_out', null],
    [null, 'error', 'network'],
  ] as const)(
    'whose look meets %s until the timeout ends as %s',
    async (status, outcome, errorCode) => {
      const answer = () => (status === null ? linkError('refused') : httpError(status));
      const { step } = await play(
        { answer },
        { inputs: { ...inputs, timeout_minutes: '3' }, start: ATTACH },
      );
      expect(step).toMatchObject({ outcome, errorCode });
    },
  );

  it('fails if that read fails', async () => {
    const { step } = await play({ answer: () => httpError(401) }, { inputs, start: ATTACH });
    expect(step).toMatchObject({ outcome: 'error', errorCode: 'unauthorized' });
  });
});

describe('the end of a session', () => {
  it('names the time limit and the last failure', async () => {
    const late = await play(
      { moments: [{ at: 0, status: 'ACTIVE' }] },
      { inputs: { timeout_minutes: '2' } },
    );
    expect(late.step).toMatchObject({
      outcome: 'timed_out',
      cutShort: expect.stringContaining('within 2 minutes'),
    });
    const blocked = await play(
      { answer: ({ name }) => (name === 'create' ? undefined : httpError(503)) },
      { inputs: { timeout_minutes: '1' } },
    );
    expect(blocked.step.cutShort).toContain(
      'within 1 minute (timeout_minutes). The last look failed: HTTP 503.',
    );
  });

  it('by a failure during the run is an error', async () => {
    const { step } = await play({
      answer: ({ name }) => (name === 'create' ? undefined : httpError(403)),
    });
    expect(step).toMatchObject({ outcome: 'error', errorCode: 'forbidden' });
    // Whoever reads this must not think that the run is lost.
    expect(step.errorMessage).toContain(`The run itself is not affected: look at ${WEB_URL}`);
    expect(step.errorMessage).toContain('`agent_run_id: 77`');
  });

  it('by a run that is not found any more says that it may have been deleted', async () => {
    const { step } = await play({
      answer: ({ name }) => (name === 'create' ? undefined : httpError(404)),
    });
    expect(step).toMatchObject({ outcome: 'error', errorCode: 'not_found' });
    expect(step.errorMessage).toMatch(/The run was there, and GET \S+ does not exist any more\./);
    expect(step.errorMessage).toContain(`Unless it was deleted, look at ${WEB_URL}, or follow it`);
    expect(step.errorMessage).not.toContain('Check the inputs');
  });

  it('does not mention a run that was never seen', async () => {
    const { step } = await play({ answer: () => httpError(403) }, { start: ATTACH });
    expect(step.errorMessage).not.toContain('The run itself');
  });
});

describe('a structured result (8)', () => {
  /** The first turn answers in small letters; the second one with `second`. */
  const repaired = (
    second: string,
    answer: ServiceScript['answer'] = () => undefined,
  ): ServiceScript => ({
    entries: [finalAnswer(1, 'small'), finalAnswer(100, second)],
    moments: [
      { at: 0, status: 'COMPLETE', entries: 1, result: 'small' },
      { at: 30_000, entries: 2, result: second },
    ],
    answer,
  });

  it('is used if it satisfies the schema', async () => {
    const { step, client } = await play(
      { moments: [{ at: 0, status: 'COMPLETE', result: 'GOOD' }] },
      { schema: CAPITALS },
    );
    expect(step).toMatchObject({ outcome: 'succeeded', resultJson: '"GOOD"' });
    expect(client.names()).not.toContain('resume');
  });

  it('is not looked for in a run that failed', async () => {
    const { step, client } = await play(
      { moments: [{ at: 0, status: 'FAILED', result: 'small' }] },
      { schema: CAPITALS },
    );
    expect(step).toMatchObject({ outcome: 'failed', errorCode: null });
    expect(client.names()).not.toContain('resume');
  });

  it('is requested once more within the time limit of the step', async () => {
    const script = repaired('GOOD');
    const moments = [...script.moments!.slice(0, 1), { at: 30_000, status: 'ACTIVE' }];
    const { step, client } = await play(
      { ...script, moments },
      { schema: CAPITALS, inputs: { timeout_minutes: '3' } },
    );
    expect(client.times('resume')).toHaveLength(1);
    expect(step).toMatchObject({
      outcome: 'timed_out',
      cutShort: expect.stringContaining('within 3 minutes'),
    });
  });

  it('is requested once more in the same run, without changing the output resumed', async () => {
    const { step, client, events } = await play(repaired('GOOD'), { schema: CAPITALS });
    expect(step).toMatchObject({ outcome: 'succeeded', resultJson: '"GOOD"' });
    expect(client.calls.filter(({ name }) => name === 'resume').map(({ body }) => body)).toEqual([
      { agent_run_id: RUN_ID, prompt: 'Wrong: not in capitals: small' },
    ]);
    expect(step).toMatchObject({ mode: 'created', totalLogs: 2 });
    expect(events.flatMap((event) => (event.type === 'entry' ? [event.entry.index] : []))).toEqual([
      0, 1,
    ]);
  });

  it('is not the result from before the follow-up, even if that satisfies the schema (4.6)', async () => {
    const { step, client } = await play(
      {
        moments: [
          { at: 0, status: 'COMPLETE', result: 'OLD' },
          { at: 1_000, status: 'ACTIVE' },
          { at: 20_000, status: 'COMPLETE' },
          { at: 60_000, status: 'ACTIVE' },
          { at: 90_000, status: 'COMPLETE', result: 'NEW' },
        ],
      },
      { schema: CAPITALS, start: RESUME },
    );
    expect(client.times('resume')).toHaveLength(2);
    expect(step).toMatchObject({ outcome: 'succeeded', resultJson: '"NEW"' });
  });

  it.each([
    ['that last a while are waited out before it is requested once more', 15_000, null],
    ['that last end the step with their status', 600_000, 'unauthorized'],
  ])('pages of a gateway %s', async (_, forMs, errorCode) => {
    const page = httpError(401, { body: '<html>401 Authorization Required</html>' });
    let ended = Infinity;
    const script = repaired('GOOD', ({ name, nth, at }) => {
      // The run's end was seen and its result read.
      if (name === 'run' && nth === 1) {
        ended = at;
        return undefined;
      }
      return at >= ended && at < ended + forMs ? page : undefined;
    });
    const { step, client } = await play(script, { schema: CAPITALS });
    expect(step).toMatchObject({ outcome: errorCode === null ? 'succeeded' : 'error', errorCode });
    expect(client.times('resume')).toHaveLength(errorCode === null ? 1 : 0);
  });

  it('is reported as requested if a signal comes during that request', async () => {
    const stop = new AbortController();
    const events: RunEvent[] = [];
    const answer: ServiceScript['answer'] = ({ name, signal }) => {
      if (name !== 'resume') {
        return undefined;
      }
      stop.abort(new Error('SIGTERM'));
      return signal.aborted ? linkError('reset') : undefined;
    };
    const played = play(repaired('GOOD', answer), { schema: CAPITALS, events, stop: stop.signal });
    await expect(played).rejects.toThrow('SIGTERM');
    expect(events).toContainEqual(expect.objectContaining({ type: 'started', again: 'repair' }));
    expect(events.filter(({ type }) => type === 'sending')).toHaveLength(2);
  });

  it('that is still wrong is schema_mismatch, with the raw text', async () => {
    const { step, client } = await play(repaired('still small'), { schema: CAPITALS });
    expect(step).toMatchObject({
      outcome: 'error',
      errorCode: 'schema_mismatch',
      resultJson: null,
    });
    expect(step.errorMessage).toContain('also after the run was asked once');
    expect(step.result).toBe('still small');
    expect(client.times('resume')).toHaveLength(1);
  });

  it.each([
    [
      '`output_schema`',
      { output_schema: '{"type":"string"}' },
      /^The result does not satisfy `output_schema`.*loosen/s,
    ],
    // A review has the action's own schema.
    [
      'the form of a review',
      {},
      /^The answer is not a review in the form that was asked for((?!schema).)*$/s,
    ],
  ])('that does not satisfy %s is told by that name', async (_, inputs, message) => {
    const { step } = await play(repaired('still small'), { schema: CAPITALS, inputs });
    expect(step.errorMessage).toMatch(message);
    expect(step.errorMessage).toContain('still small.\nThe raw text is in `result`.');
  });

  it('is not requested again in a run that is only followed', async () => {
    const inputs = { agent_run_id: String(RUN_ID), prompt: '' };
    const given = { schema: CAPITALS, start: ATTACH, inputs };
    const { step, client } = await play(repaired('GOOD'), given);
    expect(step).toMatchObject({ outcome: 'error', errorCode: 'schema_mismatch' });
    expect(client.names()).not.toContain('resume');
  });

  it.each([
    ['is refused', 'resume', 1, 402, 'quota_exceeded'],
    [
      'is refused by the limiter until the timeout, as its reads are',
      'run',
      2,
      429,
      'rate_limited',
    ],
  ] as const)(
    'whose repair %s is reported with the reason',
    async (...[, refused, since, status, errorCode]) => {
      const { step } = await play(
        repaired('GOOD', ({ name, nth }) =>
          name === refused && nth >= since ? httpError(status) : undefined,
        ),
        { schema: CAPITALS },
      );
      expect(step).toMatchObject({ outcome: 'error', errorCode });
      expect(step.errorMessage).toContain('does not satisfy the schema');
    },
  );

  it('whose repair the run does not act on is schema_mismatch', async () => {
    const script = {
      entries: [finalAnswer(1, 'small')],
      moments: [{ at: 0, status: 'COMPLETE', result: 'small' }],
    };
    const { step } = await play(script, { schema: CAPITALS });
    expect(step).toMatchObject({ outcome: 'error', errorCode: 'schema_mismatch' });
    expect(step.errorMessage).toContain('the run never acted on that request');
    expect(step.errorMessage).toContain('not in capitals: small');
    expect(step.result).toBe('small');
  });

  it('stays the original one if the repair brings none', async () => {
    const notTakenUp = [{ at: 0, status: 'COMPLETE', entries: 1 }];
    const withoutWords = [
      ...notTakenUp,
      { at: 30_000, status: 'ACTIVE' },
      { at: 60_000, status: 'COMPLETE', entries: 2 },
    ];
    for (const moments of [notTakenUp, withoutWords]) {
      const { step, client } = await play(
        { entries: [finalAnswer(1, 'small'), entry(100)], moments },
        { schema: CAPITALS },
      );
      expect(client.times('resume')).toHaveLength(1);
      expect(step).toMatchObject({ outcome: 'error', errorCode: 'schema_mismatch' });
      expect(step.result).toBe('small');
    }
  });

  it('may be an object that contains a text: the object itself is read first', async () => {
    const schema = compiledSchema('{"type": "object", "required": ["message"]}');
    const answers = (observation: unknown) => ({
      entries: [entry(1, { message_type: 'FINAL_ANSWER', observation })],
    });
    for (const observation of [{ message: 'hi' }, { content: '{"message": "hi"}' }]) {
      const { step, client } = await play(answers(observation), { schema });
      expect(step).toMatchObject({ outcome: 'succeeded', resultJson: '{"message":"hi"}' });
      expect(client.names()).not.toContain('resume');
    }
  });

  it('whose repair fails ends like that turn', async () => {
    const script = repaired('GOOD', ({ name, at }) =>
      name === 'logs' && at >= 30_000 ? { status: 'FAILED' } : undefined,
    );
    const { step } = await play(script, { schema: CAPITALS });
    expect(step.outcome).toBe('failed');
  });
});

it('finds a repair whose response was lost by a mark of its own (4.9)', async () => {
  const once: ExactlyOnce = {
    identity: { key: 'a'.repeat(32), generation: 2, asked: 'b'.repeat(32) },
    isRandom: false,
    lookFirst: false,
    began: null,
    followUp: marksOf('ara-1111111111111111'),
    isLaterAttempt: false,
  };
  const entries: unknown[] = [finalAnswer(1, 'small')];
  const answer: ServiceScript['answer'] = ({ name, body }) => {
    if (name !== 'resume') {
      return { id: RUN_ID, result: entries.length > 1 ? 'GOOD' : 'small' };
    }
    const { prompt } = body as { readonly prompt: string };
    entries.push(
      entry(90, { message_type: 'USER_MESSAGE', observation: prompt }),
      finalAnswer(100, 'GOOD'),
    );
    return httpError(500);
  };
  const { step, client } = await play({ entries, answer }, { once, schema: CAPITALS });
  const [sent] = client.calls.filter(({ name }) => name === 'resume');
  const mark = repairMarks(once.identity, { lookFirst: false }).of(1);
  expect(sent?.body).toMatchObject({ prompt: expect.stringContaining(mark) });
  expect(step).toMatchObject({ outcome: 'succeeded', resultJson: '"GOOD"' });
});
