/** What a step does in its thread (contract 4.8, 7.2). */
import { describe, expect, it, jest } from '@jest/globals';
import { openAgent } from '../../src/context.ts';
import { readEvent } from '../../src/github/event.ts';
import { parseInputs } from '../../src/inputs/parse.ts';
import type { Listener, Step } from '../../src/report/step.ts';
import { stepKey } from '../../src/run/once/key.ts';
import { readPatiently } from '../../src/thread/find.ts';
import {
  NEW_TURN,
  withTurn,
  writeMarker,
  writerOf,
  type ThreadRecord,
} from '../../src/thread/record.ts';
import { openThread } from '../../src/thread/thread.ts';
import { openTurn, planTurn } from '../../src/thread/turn.ts';
import { BOT } from '../support/fake-github.ts';
import type { Answering } from '../support/memory-http.ts';
import { INPUTS, memoryGitHub, memoryScene, service, TOKEN } from '../support/memory-scene.ts';

const PLACE = { secret: TOKEN, repository: 'octo/widgets', thread: 7, commentKey: 'key' };
const ENV = {
  GITHUB_EVENT_NAME: 'issue_comment',
  GITHUB_REPOSITORY: 'octo/widgets',
  GITHUB_RUN_ID: '900',
};

interface Setting {
  /** What the thread records. Default: nothing. */
  readonly record?: Partial<ThreadRecord>;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly comment?: Readonly<Record<string, unknown>>;
  /** Default: no review. */
  readonly headSha?: string | null;
  /** Default: the service of the spec. */
  readonly answer?: Answering;
  readonly warn?: (message: string) => void;
}

function given({ inputs = {}, env = {}, comment = {}, headSha = null }: Setting) {
  const all: Readonly<Record<string, string>> = {
    ...INPUTS,
    resume: 'thread',
    trigger_phrase: '@agent',
    comment_key: 'key',
    ...inputs,
  };
  const { files } = memoryScene({});
  const parsed = parseInputs({ input: (name) => all[name] ?? '', env: {}, files });
  const payload = {
    issue: { number: 7 },
    comment: { id: 5, body: '@agent go', updated_at: '2026-04-01T12:00:00Z', ...comment },
  };
  return { inputs: parsed.inputs, event: readEvent({ ...ENV, ...env }, payload), headSha };
}

async function plan(setting: Setting) {
  const github = memoryGitHub();
  const { record, answer, warn = () => undefined } = setting;
  if (record !== undefined) {
    github.addComment(7, writeMarker({ ...PLACE, runId: '77', ...record }), BOT);
  }
  const { clock, ports } = memoryScene({ github, ...(answer && { answer }) });
  const sources = given(setting);
  const ready = {
    ...ports,
    ...sources,
    warn,
    deadline: clock.now() + 600_000,
    step: { dispatch: () => undefined },
  };
  const thread = await openThread(ready, { read: (reading) => readPatiently(reading, ready) });
  if (thread === null) {
    throw new Error('there is a thread');
  }
  const agent = await openAgent(ports, sources.inputs);
  return planTurn({ ...ready, thread, agent });
}

describe('a thread', () => {
  it.each([
    ['that records no run gets a new one', undefined],
    ['with a comment about many runs resumes none of them', { runId: null }],
  ])('%s', async (_, record) => {
    expect(await plan({ ...(record && { record }) })).toEqual({ kind: 'create' });
  });

  it('goes on with the run that it records', async () => {
    expect(await plan({ record: {} })).toEqual({
      kind: 'resume',
      runId: '77',
      marks: { of: expect.any(Function), lookFirst: false, isRepeated: true },
      wasStopped: false,
      onlyFound: null,
    });
  });

  it('says that its run was stopped', async () => {
    expect(await plan({ record: { isStopped: true } })).toMatchObject({ wasStopped: true });
  });

  it('has had its turns', async () => {
    const inputs = { max_turns: '2' };
    expect(await plan({ record: { turns: 1 }, inputs })).toMatchObject({ kind: 'resume' });
    expect(await plan({ record: { turns: 2 }, inputs })).toMatchObject({
      kind: 'skip',
      reason: expect.stringMatching(/^This thread has had 2 follow-ups, and `max_turns` allows 2/),
    });
  });
});

it('a thread that has had its turns is still searched for what an earlier attempt sent', async () => {
  const inputs = { max_turns: '2' };
  const env = { GITHUB_RUN_ATTEMPT: '2' };
  expect(await plan({ record: { turns: 2 }, inputs, env })).toMatchObject({
    kind: 'resume',
    marks: { lookFirst: true },
    onlyFound: expect.stringMatching(/`max_turns` allows 2/),
  });
});

it.each([
  ['another prompt', 'Something else.', 1],
  ['the same prompt', 'Fix it.', 0],
])('a run that a twin of this attempt has sent %s is told (4.9)', async (_, prompt, warned) => {
  const writer = writerOf(given({ inputs: { prompt } }));
  const told: string[] = [];
  const record = { creator: writer, writer };
  const made = await plan({ record, warn: (message) => void told.push(message) });
  expect(made).toMatchObject({ kind: 'resume', runId: '77' });
  const advice = told.filter((message) => message.includes('its own `comment_key`'));
  expect(advice).toHaveLength(warned);
});

describe('a follow-up that the run has accepted', () => {
  const own = { key: stepKey(given({})), workflowRun: '900', attempt: 1 };
  const other = { key: 'f'.repeat(32), workflowRun: '899', attempt: 1 };
  const { counted } = withTurn(withTurn(NEW_TURN, own), other);

  it.each<[string, boolean, Partial<ThreadRecord>, number]>([
    ['counts as a turn', false, { writer: other }, 1],
    ['does not count again where the attempt that sent it says so', true, { counted }, 0],
    ['counts where that attempt was killed before it could', true, { writer: other }, 1],
    ['counts also where the run was not created for the thread', true, { writer: null }, 1],
    ['counts also after a later turn', true, { writer: { ...other, workflowRun: '1000' } }, 1],
    ['counts also after one that was run again', true, { writer: { ...other, attempt: 2 } }, 1],
    ['counts also beside another job', true, { writer: { ...other, workflowRun: '900' } }, 1],
  ])('%s', async (...[, isFound, recorded, expected]) => {
    const github = memoryGitHub();
    github.addComment(7, writeMarker({ ...PLACE, runId: '77', ...recorded }), BOT);
    const { clock, ports } = memoryScene({ github });
    const sources = given({ env: { GITHUB_RUN_ATTEMPT: isFound ? '2' : '1' } });
    const listeners: Listener[] = [];
    const step = {
      dispatch: () => undefined,
      listen: (listener: Listener) => void listeners.push(listener),
    } as unknown as Step;
    const context = { ...ports, ...sources, warn: () => undefined, step };
    const accepted = jest.fn();
    await openTurn(context, {
      ...sources,
      agent: await openAgent(ports, sources.inputs),
      deadline: clock.now() + 600_000,
      onThread: (thread) => Object.assign(thread, { accepted }),
    });
    const started = { type: 'started', mode: 'resumed', runId: '77', webUrl: null, status: null };
    listeners.forEach((listen) =>
      listen({ ...started, isFound } as Parameters<Listener>[0], null as never),
    );
    expect(accepted).toHaveBeenCalledTimes(expected);
  });
});

describe('the mark of a turn', () => {
  const markOf = async (setting: Setting): Promise<string> => {
    const made = await plan({ record: {}, ...setting });
    return made.kind === 'resume' ? made.marks.of(1) : made.kind;
  };

  it('is the same in each attempt of the job', async () => {
    const later = await markOf({ env: { GITHUB_RUN_ATTEMPT: '2' } });
    expect(later).toBe(await markOf({}));
  });

  it.each<[string, Setting]>([
    ['another comment', { comment: { id: 6 } }],
    ['an edit of it', { comment: { updated_at: '2026-04-01T12:00:01Z' } }],
    ['another workflow run', { env: { GITHUB_RUN_ID: '901' } }],
  ])('is another one for %s', async (_, setting) => {
    expect(await markOf(setting)).not.toBe(await markOf({}));
  });

  it('tells comments apart also under one key', async () => {
    const inputs = { idempotency: 'on', idempotency_key: 'issue-7' };
    const other = await markOf({ inputs, comment: { id: 6 } });
    expect(other).not.toBe(await markOf({ inputs }));
  });
});

describe('an earlier attempt of the step', () => {
  const env = { GITHUB_RUN_ATTEMPT: '2' };
  const writer = { key: stepKey(given({})), workflowRun: '900', attempt: 1 };
  const created = { creator: writer, writer };
  const stranger = { key: 'f'.repeat(32), workflowRun: '899', attempt: 1 };
  const ended = (status: string): Answering => service([], { fields: { status, result: null } });

  it.each(['ACTIVE', 'COMPLETE', 'WAITING_FOR_INPUT'])(
    'whose run is %s is attached to',
    async (status) => {
      expect(await plan({ record: created, env, answer: ended(status) })).toEqual({
        kind: 'attach',
        runId: '77',
      });
    },
  );

  it('whose new run ended badly is done again by a new one', async () => {
    expect(await plan({ record: created, env, answer: ended('FAILED') })).toEqual({
      kind: 'create',
    });
  });

  it.each([
    ['was stopped by it is done again by a new one', true, { kind: 'create' }],
    ['somebody else has paused is attached to', false, { kind: 'attach', runId: '77' }],
  ])('whose run is paused, and %s', async (_, isStopped, expected) => {
    const conversation = { id: '77', sandbox_status: 'RUNNING', execution_status: 'paused' };
    const answer: Answering = ({ url }) => ({
      body: url.includes('/events/') ? { items: [], next_page_id: null } : [conversation],
    });
    const inputs = { service: 'openhands' };
    const asking = writerOf(given({ inputs }));
    const record = { creator: asking, writer: asking, isStopped };
    expect(await plan({ record, env, inputs, answer })).toEqual(expected);
  });

  it('whose new run another step has gone on with since is attached to (4.8)', async () => {
    const record = { creator: writer, writer: stranger, turns: 1 };
    expect(await plan({ record, env, answer: ended('COMPLETE') })).toEqual({
      kind: 'attach',
      runId: '77',
    });
    const again = await plan({ record, env, answer: ended('FAILED') });
    expect(again).toMatchObject({ kind: 'resume', runId: '77' });
  });

  it('whose new run is not the one that a later follow-up has made is attached to', async () => {
    const record = { creator: writer, createdRunId: '70', writer: stranger, turns: 1 };
    const answer: Answering = (request, nth) =>
      ended(request.url.includes('/70') ? 'COMPLETE' : 'FAILED')(request, nth);
    expect(await plan({ record, env, answer })).toEqual({ kind: 'attach', runId: '70' });
  });

  const missing = { status: 404, headers: {}, body: '{"message":"Not found"}' };
  const page = { status: 404, headers: {}, body: '<h1>No such app</h1>' };

  it.each([
    ['a replica that lags does not have', missing],
    ['a gateway hides for a moment', page],
  ])('whose run %s is attached to', async (_, first) => {
    const shown = ended('ACTIVE');
    const answer: Answering = (request, nth) => (nth === 1 ? first : shown(request, nth));
    expect(await plan({ record: created, env, answer })).toEqual({ kind: 'attach', runId: '77' });
  });

  it('whose run is gone is done again', async () => {
    expect(await plan({ record: created, env, answer: () => missing })).toEqual({
      kind: 'create',
    });
  });

  it('whose run a gateway hides for long is attached to, so that no second one begins', async () => {
    expect(await plan({ record: created, env, answer: () => page })).toEqual({
      kind: 'attach',
      runId: '77',
    });
  });

  it.each(['ACTIVE', 'COMPLETE', 'FAILED'])(
    'whose follow-up was the last one is looked for by its mark, in a run that is %s',
    async (status) => {
      const resumed = { creator: stranger, writer, turns: 1 };
      const made = await plan({ record: resumed, env, answer: ended(status) });
      expect(made).toMatchObject({ kind: 'resume', runId: '77', marks: { lookFirst: true } });
    },
  );

  describe('whose marker says what it was asked', () => {
    const alone = { resume: 'none', comment: 'true' };
    const otherPrompt = 'Something else.';

    /** How a later attempt goes on with the marker of one that was asked `prompt`. */
    const again = (prompt: string, { inputs = {}, status = 'COMPLETE' } = {}) => {
      const asking = writerOf(given({ inputs: { ...inputs, prompt } }));
      return plan({
        record: { creator: asking, writer: asking },
        env,
        inputs,
        answer: ended(status),
      });
    };

    it('is attached to where that is the same', async () => {
      const made = await again('Fix it.', { inputs: alone });
      expect(made).toEqual({ kind: 'attach', runId: '77' });
    });

    it.each(['thread', 'none'])(
      'is not taken for this one where that is something else: resume %s (4.9)',
      async (resume) => {
        expect(await again(otherPrompt, { inputs: { ...alone, resume } })).toEqual({
          kind: 'refused',
          why: expect.stringMatching(/run 77.* with another prompt.*its own `comment_key`/),
        });
      },
    );

    it('leaves it to the key which run is this one’s', async () => {
      const inputs = { ...alone, idempotency: 'on' };
      expect(await again(otherPrompt, { inputs })).toEqual({ kind: 'create' });
    });

    it('is done again where its run ended badly', async () => {
      const made = await again(otherPrompt, { inputs: alone, status: 'FAILED' });
      expect(made).toEqual({ kind: 'create' });
    });

    it('is looked for by its mark where it went on with a run of the other', async () => {
      const record = {
        creator: writerOf(given({ inputs: { prompt: otherPrompt } })),
        writer: writerOf(given({})),
        turns: 1,
      };
      const made = await plan({ record, env, answer: ended('COMPLETE') });
      expect(made).toMatchObject({ kind: 'resume', marks: { lookFirst: true } });
    });
  });

  it.each([
    ['none', { kind: 'create' }],
    ['thread', { kind: 'resume', marks: { lookFirst: true } }],
  ])(
    'that reviewed another head asked for something else: resume %s (4.9)',
    async (resume, made) => {
      const inputs = { comment: 'true', resume, review: 'advise', prompt: '' };
      const asking = writerOf(given({ inputs, headSha: 'aaaa' }));
      const record = { creator: asking, writer: asking };
      const answer = ended('COMPLETE');
      const planned = { record, inputs, env, answer };
      expect(await plan({ ...planned, headSha: 'aaaa' })).toEqual({ kind: 'attach', runId: '77' });
      expect(await plan({ ...planned, headSha: 'bbbb' })).toMatchObject(made);
    },
  );

  it.each([
    ['another step', { ...writer, key: 'f'.repeat(32) }],
    ['another workflow run', { ...writer, workflowRun: '899' }],
    ['this very attempt', { ...writer, attempt: 2 }],
  ])('is none by a marker of %s', async (_, other) => {
    const made = await plan({
      record: { creator: other, writer: other },
      env,
      answer: ended('COMPLETE'),
    });
    expect(made).toMatchObject({ kind: 'resume' });
  });
});
