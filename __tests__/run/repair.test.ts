/** The structured answer, and the one request to correct it (contract 8). */
import { describe, expect, it } from '@jest/globals';
import type { RunEvent, SessionEnd } from '../../src/run/events.ts';
import { ended, type FollowEnd } from '../../src/run/follow.ts';
import { recordOf, type RunRecord } from '../../src/run/state.ts';
import type { Started, StartResult } from '../../src/run/start.ts';
import { statusError } from '../../src/service/errors.ts';
import { failedEnd, plainEnd, succeededWith } from '../../src/run/ends.ts';
import { checkAndRepairOnce, type FollowUp } from '../../src/run/repair.ts';
import type { OutputSchema } from '../../src/run/output-schema.ts';

/** Satisfied by texts in capitals. */
const CAPITALS: OutputSchema = {
  promptAddition: () => '',
  repairPrompt: (errors) => `Wrong: ${errors.join()}`,
  read: (text) =>
    /^[A-Z]+$/.test(text)
      ? { ok: true, value: text, json: JSON.stringify(text) }
      : { ok: false, errors: [`not in capitals: ${text}`] },
};
const STARTED = { mode: 'resumed', runId: 77 } as unknown as Started;

const record = (fields: Partial<RunRecord>): RunRecord => ({
  ...recordOf({ mode: 'created', runId: 77, webUrl: null, status: 'COMPLETE', resultBefore: null }),
  ...fields,
});

interface Setting {
  readonly first: Partial<RunRecord>;
  readonly mayRepair?: boolean;
  readonly schema?: OutputSchema;
  readonly sending?: StartResult;
  /** What is told while the request is sent. */
  readonly told?: readonly RunEvent[];
  readonly end?: FollowEnd;
  readonly second?: Partial<RunRecord>;
}

async function play({
  first,
  mayRepair = true,
  schema = CAPITALS,
  sending = { ok: true, started: STARTED },
  told = [],
  end = ended('succeeded'),
  second = {},
}: Setting): Promise<{ end: SessionEnd; events: RunEvent[]; asked: FollowUp[]; followed: unknown[] }> {
  const events: RunEvent[] = [];
  const asked: FollowUp[] = [];
  const followed: unknown[] = [];
  const reached = await checkAndRepairOnce(
    {
      timeoutMs: 60_000,
      emit: (event) => void events.push(event),
      repair(followUp, emit) {
        asked.push(followUp);
        told.forEach(emit);
        return Promise.resolve(sending);
      },

      follow(started, after) {
        followed.push(started, after);
        return Promise.resolve({ end, record: record({ mode: 'resumed', ...second }) });
      },
    },
    { schema, record: record(first), mayRepair },
  );
  return { end: reached, events, asked, followed };
}

const wrong = (tried: string, error = 'not in capitals: small'): SessionEnd =>
  failedEnd(
    'schema_mismatch',
    `The result does not satisfy \`output_schema\`${tried}:\n- ${error}\nThe raw text is in \`result\`. Describe the expected format more precisely in the prompt, or loosen the schema.`,
  );

describe('an answer', () => {
  it('that satisfies the schema is the result', async () => {
    expect(await play({ first: { result: 'GOOD' } })).toEqual({
      ...{ end: succeededWith('"GOOD"'), events: [], asked: [], followed: [] },
    });
  });

  it('that does not is not corrected in a run that is only followed', async () => {
    const { end, events, asked } = await play({ first: { result: 'small' }, mayRepair: false });
    expect([end, events, asked]).toEqual([wrong(''), [], []]);
  });

  it('that does not is reported with each error', async () => {
    const schema = { ...CAPITALS, read: () => ({ ok: false as const, errors: ['one', 'two'] }) };
    const { end } = await play({ first: { result: 'small' }, mayRepair: false, schema });
    expect(end).toEqual(wrong('', 'one\n- two'));
  });

  it('of an earlier turn is none', async () => {
    const old = { mode: 'resumed', result: 'GOOD', resultBefore: 'GOOD' } as const;
    const { end } = await play({ first: old, mayRepair: false });
    expect(end).toEqual(wrong('', 'this turn produced no answer of its own'));
  });

  const seen: string[] = [];
  const reading = (accepted: string): OutputSchema => ({
    ...CAPITALS,
    read: (text) => {
      seen.push(text);
      return text === accepted ? { ok: true, value: text, json: text } : { ok: false, errors: ['no'] };
    },
  });

  it.each([
    ['an object', { content: 'hi' }, '{"content":"hi"}', ['{"content":"hi"}']],
    ['an object around a text', { content: 'hi' }, 'hi', ['{"content":"hi"}', 'hi']],
    ['a text', 'hi', 'hi', ['hi']],
    ['nothing', null, '', ['']],
  ])('that is %s is read as it is first', async (...[, observation, accepted, texts]) => {
    seen.length = 0;
    const { end } = await play({
      first: { finalAnswer: { index: 0, observation } },
      schema: reading(accepted),
    });
    expect([end.outcome, seen]).toEqual(['succeeded', texts]);
  });
});

describe('the request to correct it', () => {
  const first = { result: 'small' };
  const tried = ', also after the run was asked once to correct it';

  it('names the errors, and the corrected answer is the result', async () => {
    const { end, events, asked, followed } = await play({ first, second: { result: 'GOOD' } });
    expect(end).toEqual(succeededWith('"GOOD"'));
    expect(asked).toEqual([{ runId: 77, prompt: 'Wrong: not in capitals: small' }]);
    expect(followed).toEqual([STARTED, record(first)]);
    const message = 'The result does not match the schema; asking the run once to correct it.';
    expect(events).toEqual([{ type: 'note', message }]);
  });

  it('shows only what it waits for', async () => {
    const waits: readonly RunEvent[] = [
      { type: 'throttled', waitMs: 1 },
      { type: 'outage', message: 'HTTP 503', waitMs: 1 },
      { type: 'note', message: 'Noted.' },
    ];
    const told: RunEvent[] = [{ type: 'sending', runId: 77 }, ...waits, { type: 'unsent' }];
    const { events } = await play({ first, told, second: { result: 'GOOD' } });
    expect(events.slice(1)).toEqual(waits);
  });

  it.each([
    [{ result: 'still small' }, 'not in capitals: still small'],
    [{}, 'not in capitals: small'],
  ])('may bring no better answer: %j', async (second, error) => {
    expect((await play({ first, second })).end).toEqual(wrong(tried, error));
  });

  it('may not be acted on', async () => {
    const end = { ...ended('error'), notTakenUp: true };
    expect((await play({ first, end, second: { result: 'GOOD' } })).end).toEqual(
      wrong(`${tried} (the run never acted on that request)`),
    );
  });

  it('may end badly', async () => {
    expect((await play({ first, end: ended('failed'), second: { result: 'GOOD' } })).end).toEqual(plainEnd('failed'));
  });

  const error = statusError({ status: 402, headers: {}, body: '' });
  const failure = { code: 'quota_exceeded', message: 'What to do.' } as const;

  it('may fail', async () => {
    const { end, followed } = await play({ first, sending: { ok: false, error, failure, outOfTime: false } });
    expect(end).toEqual(
      failedEnd(
        'quota_exceeded',
        'The result does not satisfy the schema, and asking the run to correct it failed. What to do.',
      ),
    );
    expect(followed).toEqual([]);
  });

  it('may come too late', async () => {
    const { end } = await play({ first, sending: { ok: false, error, failure, outOfTime: true } });
    expect(end).toMatchObject({ outcome: 'timed_out', errorCode: null, errorMessage: null });
  });
});
