/**
 * In a thread whose jobs run one at a time, each job brings its own comment and nothing else, and
 * none that was delivered is delivered again (contract 7.2), wherever a job is killed.
 *
 * Shown red by: bringing the comments of other jobs.
 */
import { describe, expect, it } from '@jest/globals';
import type { SandboxOptions } from '../../sandbox/options.ts';
import type { FakeComment } from '../support/fake-github.ts';
import { startMentionThread, type Job, type MentionThread } from '../support/mention-thread.ts';
import type { ActionRun } from '../support/run-action.ts';

/** A thread, and what the tests count in it. */
interface Scene extends MentionThread {
  readonly ask: (text: string, login?: string) => FakeComment;
  /** A new comment, and its job. */
  readonly mention: (text: string, options?: Job) => Promise<ActionRun>;
  /** How often each text reached the service. */
  readonly delivered: (...texts: readonly string[]) => readonly number[];
  readonly patches: () => number;
  readonly posts: (kind: string) => number;
}

/**
 * The jobs of one thread run one after another; several threads at once, because each mostly waits.
 */
async function inThread(
  options: SandboxOptions,
  play: (scene: Scene) => Promise<void>,
): Promise<void> {
  const thread = await startMentionThread(options);
  const ask: Scene['ask'] = (text, login) => thread.say(`@agent ${text}`, login);
  try {
    await play({
      ...thread,
      ask,
      mention: (text, job = {}) => thread.job(ask(text), job),
      delivered: (...texts) =>
        texts.map((text) => thread.prompts().join('\n').split(`@agent ${text}`).length - 1),
      patches: () => thread.github.requests.filter(({ method }) => method === 'PATCH').length,
      posts: (kind) =>
        thread.sandbox.requests.filter(
          ({ method, path }) => method === 'POST' && path.endsWith(kind),
        ).length,
    });
  } finally {
    await thread.close();
  }
}

const outcome = ({ outputs }: ActionRun): string | undefined => outputs['outcome'];

it.concurrent('the first turn brings the event’s own comment alone', async () => {
  await inThread({}, async ({ ask, mention, delivered }) => {
    ask('long ago');
    const run = await mention('first');
    expect(run.outputs).toMatchObject({ outcome: 'succeeded', resumed: 'false' });
    expect(delivered('long ago', 'first')).toEqual([0, 1]);
  });
});

it.concurrent('each job brings its own comment, in whatever order GitHub starts them', async () => {
  await inThread({}, async ({ say, ask, mention, job, prompts, delivered }) => {
    await mention('first');
    const second = ask('second', 'ann');
    say('just talk');
    const third = await mention('third');
    expect(third.outputs).toMatchObject({ outcome: 'succeeded', resumed: 'true' });
    expect(delivered('first', 'second', 'third')).toEqual([1, 0, 1]);
    const late = await job(second);
    expect(late.outputs).toMatchObject({ outcome: 'succeeded', resumed: 'true' });
    expect(prompts().join('\n')).not.toContain('just talk');
    expect(delivered('first', 'second', 'third')).toEqual([1, 1, 1]);
  });
});

it.concurrent('a comment of a refused author is never delivered', async () => {
  await inThread({}, async ({ ask, mention, delivered }) => {
    await mention('first');
    ask('let me in', 'eve');
    for (const text of ['second', 'third']) {
      expect(outcome(await mention(text))).toBe('succeeded');
    }
    expect(delivered('first', 'let me in', 'second', 'third')).toEqual([1, 0, 1, 1]);
  });
});

it.concurrent('a follow-up whose answer was lost is settled by its echo', async () => {
  await inThread(
    { faults: [{ on: 'resume', nth: 1, do: 'reset-after' }] },
    async ({ mention, delivered }) => {
      for (const text of ['first', 'second', 'third']) {
        await mention(text);
      }
      expect(delivered('first', 'second', 'third')).toEqual([1, 1, 1]);
    },
  );
});

describe('a follow-up whose job is killed', () => {
  interface Moment {
    readonly name: string;
    /** How often the service has got its comment. */
    readonly delivered: 0 | 1;
    readonly options: SandboxOptions;
    /** Tells when to kill it. */
    readonly prepare: (scene: Scene) => () => boolean;
  }
  const MOMENTS: readonly Moment[] = [
    {
      name: 'before anything was written',
      delivered: 0,
      options: {},
      prepare: ({ github }) => {
        const before = github.requests.length;
        github.faults.push({ path: /permission$/, times: 10, act: 'hang' });
        return () => github.requests.length > before;
      },
    },
    {
      name: 'after the request',
      delivered: 1,
      options: { faults: [{ on: 'resume', nth: 1, do: 'stall-headers' }] },
      prepare:
        ({ posts }) =>
        () =>
          posts('/resume') > 0,
    },
    {
      name: 'between acceptance and recording',
      delivered: 1,
      options: {},
      prepare: ({ github, patches }) => {
        github.faults.push({ method: 'PATCH', times: 10, act: 'hang' });
        const before = patches();
        return () => patches() > before;
      },
    },
  ];
  describe.each(MOMENTS)('$name', ({ delivered: expected, options, prepare }) => {
    it.concurrent.each([
      ['and its post step runs', true],
      ['and the machine is gone with it', false],
    ])('%s: the next job brings its own comment, and no other', async (_name, isPost) => {
      await inThread(options, async (scene) => {
        const { ask, mention, job, delivered, github } = scene;
        await mention('first');
        const comment = ask('second');
        const killed = await job(comment, { killWhen: prepare(scene) });
        expect(killed.signal).toBe('SIGKILL');
        github.faults.length = 0;
        if (isPost) {
          await job(comment, { state: killed.state });
        }
        expect(outcome(await mention('third'))).toBe('succeeded');
        expect(delivered('first', 'second', 'third')).toEqual([1, expected, 1]);
      });
    });
  });
});

it.concurrent(
  'a first job that is killed after its create: its run is resumed, not created again',
  async () => {
    await inThread({}, async ({ ask, mention, job, delivered, posts, github, sandbox }) => {
      github.faults.push(
        { method: 'PATCH', times: 10, act: 'hang' },
        { method: 'POST', path: /comments$/, times: 10, skip: 1, act: 'hang' },
      );
      const comment = ask('first');
      const killed = await job(comment, {
        killWhen: () => sandbox.requests.some(({ path }) => path.endsWith('/logs')),
      });
      expect(killed.signal).toBe('SIGKILL');
      github.faults.length = 0;
      await job(comment, { state: killed.state });
      const next = await mention('second');
      expect(next.outputs).toMatchObject({ outcome: 'succeeded', resumed: 'true' });
      expect([posts('/run'), ...delivered('first', 'second')]).toEqual([1, 1, 1]);
    });
  },
);

it.concurrent('a thread that cannot be read for a while starts no second run', async () => {
  await inThread({}, async ({ mention, prompts, posts, github }) => {
    await mention('first');
    const comments = { method: 'GET', path: /\/issues\/7\/comments$/ };
    github.faults.push({ ...comments, times: 2, act: { status: 502 } });
    expect((await mention('second')).outputs).toMatchObject({
      outcome: 'succeeded',
      resumed: 'true',
    });
    github.faults.push({
      ...comments,
      times: 1000,
      act: { status: 429, headers: { 'retry-after': '600' } },
    });
    const down = await mention('third');
    expect(down.outputs).toMatchObject({
      outcome: 'error',
      error_code: 'thread_unavailable',
      agent_run_id: '',
    });
    expect([prompts().length, posts('/run')]).toEqual([2, 1]);
  });
});

it.concurrent(
  'a marker that a person copied into a comment of their own is not believed',
  async () => {
    await inThread({}, async ({ mention, github }) => {
      await mention('first');
      const [own] = github.comments(7).filter(({ author }) => author.type === 'Bot');
      github.deleteComment(own?.id ?? 0);
      github.addComment(7, own?.body ?? '', { login: 'eve', type: 'User' });
      expect((await mention('second')).outputs).toMatchObject({
        outcome: 'succeeded',
        resumed: 'false',
      });
    });
  },
);

it.concurrent('`max_turns` counts the follow-ups of the thread', async () => {
  await inThread({}, async ({ mention }) => {
    const outcomes: unknown[] = [];
    for (const text of ['a', 'b', 'c']) {
      outcomes.push(outcome(await mention(text, { inputs: { max_turns: '1' } })));
    }
    expect(outcomes).toEqual(['succeeded', 'succeeded', 'skipped']);
  });
});
