/**
 * No request in a thread is lost (contract 4.8, 7.2), from outside: the bundle between the sandbox
 * service and a GitHub on loopback.
 */
import { afterEach, describe, expect, it } from '@jest/globals';
import type { SandboxOptions } from '../../sandbox/options.ts';
import type { TurnSource } from '../../sandbox/scenario.ts';
import type { FakeComment, FakeGitHub } from '../support/fake-github.ts';
import { startMentionThread, type Job, type MentionThread } from '../support/mention-thread.ts';
import type { ActionRun } from '../support/run-action.ts';

let thread: MentionThread;
let github: FakeGitHub;

async function start(options: SandboxOptions = {}): Promise<void> {
  thread = await startMentionThread(options);
  ({ github } = thread);
}
afterEach(() => thread.close());

const say = (body: string, login?: string): FakeComment => thread.say(body, login);
const job = (comment: FakeComment, more?: Job): Promise<ActionRun> => thread.job(comment, more);
const prompts = (): string[] => thread.prompts();

describe('three mentions in ten seconds', () => {
  it.each([
    [
      'a token was rotated, which makes the signature invalid',
      (body: string) => body.replace(/sig=..../, 'sig=0123'),
      {},
    ],
    ['a job was renamed', (body: string) => body, { env: { GITHUB_JOB: 'renamed' } }],
    ['a comment was deleted', () => null, {}],
  ])('are not executed again after %s', async (_what, change, changed) => {
    await start();
    await job(say('@agent DEPLOY'));
    await job(say('@agent REVERT', 'ann'));
    for (const { id, author, body } of github
      .comments(7)
      .filter((comment) => comment.author.type === 'Bot')) {
      const left = change(body);
      github.deleteComment(id);
      if (left !== null) {
        github.addComment(7, left, author);
      }
    }
    const { outputs } = await job(say('@agent hello'), changed);
    expect(outputs).toMatchObject({ outcome: 'succeeded', resumed: 'false' });
    expect(prompts().at(-1)).toContain('@agent hello');
    expect(prompts().at(-1)).not.toMatch(/DEPLOY|REVERT/);
    // And not by the next turn.
    expect((await job(say('@agent again'), changed)).outputs['resumed']).toBe('true');
    expect(
      prompts()
        .join('\n')
        .match(/DEPLOY|REVERT/g),
    ).toHaveLength(2);
  });

  it('are delivered without `context: event` too, but without the issue', async () => {
    await start();
    const inputs = { context: '' };
    await job(say('@agent first'), { inputs });
    const second = say('@agent second');
    expect((await job(say('@agent third'), { inputs })).outputs['outcome']).toBe('succeeded');
    expect(prompts()[1]).toMatch(/^Do what is asked\.[^]*@agent second[^]*@agent third/);
    expect(prompts()[1]).not.toContain('Since yesterday.');
    expect((await job(second, { inputs })).outputs['outcome']).toBe('skipped');
  });
});

describe('231 waiting comments', () => {
  it('are brought whole, as many as fit into one follow-up, and the rest with the next ones', async () => {
    await start();
    await job(say('@agent first'));
    for (let n = 1; n <= 230; n += 1) {
      say(`@agent request [${n}] ${'x'.repeat(300)} end of [${n}]`);
    }
    const delivered = (): readonly number[] =>
      [
        ...prompts()
          .join('\n')
          .matchAll(/request \[(\d+)\] x{300} end of \[\1\]/g),
      ].map(([, n]) => Number(n));
    const { stdout } = await job(say('@agent request [231] ' + 'x'.repeat(300) + ' end of [231]'));
    const first = delivered();
    expect(first).toEqual(Array.from({ length: first.length }, (_, index) => index + 1));
    expect(first.length).toBeGreaterThan(80);
    expect(first.length).toBeLessThan(231);
    expect(stdout).toContain(
      `${231 - first.length} comments of this thread could not be delivered with this turn`,
    );
    for (const text of ['@agent go on', '@agent and on']) {
      await job(say(text));
    }
    expect(delivered()).toEqual(Array.from({ length: 231 }, (_, index) => index + 1));
  });

  it('the oldest of which is too long alone, is brought cut, and the others afterwards', async () => {
    await start();
    await job(say('@agent first'));
    say(`@agent ${'long '.repeat(13_000)}`);
    await job(say('@agent second'));
    expect(prompts().at(-1)).toContain('more characters)');
    expect(prompts().at(-1)).not.toContain('@agent second');
    await job(say('@agent third'));
    expect(prompts().at(-1)).toMatch(/@agent second[^]*@agent third/);
  });
});

describe('two steps of one job, side by side', () => {
  it.each([
    ['with ids', ['review', 'fix']],
    ['with generated names', ['__octo_agent-run-action', '__octo_agent-run-action_2']],
  ])(
    'have a comment and a run of their own, which the next turn of each goes on with: %s',
    async (_what, names) => {
      await start();
      const inputs = { comment: 'true' };
      const turn = (comment: FakeComment): Promise<ActionRun[]> =>
        Promise.all(names.map((name) => job(comment, { inputs, env: { GITHUB_ACTION: name } })));
      const told = (runs: readonly ActionRun[], output: string): string[] =>
        runs.map((run) => run.outputs[output] ?? '');
      const first = await turn(say('@agent first'));
      expect(told(first, 'resumed')).toEqual(['false', 'false']);
      expect([
        new Set(told(first, 'agent_run_id')).size,
        new Set(told(first, 'comment_url')).size,
      ]).toEqual([2, 2]);
      const second = await turn(say('@agent second'));
      expect(told(second, 'resumed')).toEqual(['true', 'true']);
      for (const output of ['agent_run_id', 'comment_url']) {
        expect(told(second, output)).toEqual(told(first, output));
      }
      const own = github.comments(7).filter(({ author }) => author.type === 'Bot');
      expect([own.length, thread.sandbox.runs().length]).toEqual([2, 2]);
      expect(second.map(({ stdout }) => stdout).join('\n')).not.toMatch(/^::(warning|error)/m);
    },
  );
});

describe('a comment', () => {
  it('gets reactions when it is picked up and done, and nothing if they are refused', async () => {
    await start();
    const first = say('@agent first');
    await job(first);
    expect(github.reactions).toEqual([
      { comment: first.id, content: 'eyes' },
      { comment: first.id, content: 'rocket' },
    ]);
    github.faults.push({ path: /reactions$/, times: 10, act: { status: 403 } });
    const { outputs, stdout } = await job(say('@agent second'));
    expect(outputs['outcome']).toBe('succeeded');
    expect(stdout).not.toMatch(/^::(warning|error)/m);
  });
});

describe('"Re-run failed jobs" in a thread, without `idempotency`', () => {
  const attempt = (comment: FakeComment, number: number, more: Job = {}): Promise<ActionRun> =>
    job(comment, { ...more, env: { GITHUB_RUN_ATTEMPT: String(number) } });

  it('attaches to the run that the comment records', async () => {
    await start();
    const comment = say('@agent first');
    const first = await attempt(comment, 1);
    const second = await attempt(comment, 2);
    expect(second.outputs).toMatchObject({
      outcome: 'succeeded',
      agent_run_id: first.outputs['agent_run_id'],
    });
    expect(prompts()).toHaveLength(1);
  });

  it('starts a new run if that one failed, with the same comment', async () => {
    await start({ scenarios: ['failed', 'quick'] });
    const comment = say('@agent first');
    const first = await attempt(comment, 1);
    const second = await attempt(comment, 2);
    expect([first.outputs['outcome'], second.outputs['outcome']]).toEqual(['failed', 'succeeded']);
    expect(second.outputs['agent_run_id']).not.toBe(first.outputs['agent_run_id']);
    expect(prompts()[1]).toContain('@agent first');
    // From now on the thread goes on with the new run.
    expect((await job(say('@agent second'))).outputs['agent_run_id']).toBe(
      second.outputs['agent_run_id'],
    );
  });

  it('resumes the same run again if its follow-up failed', async () => {
    const turn = (status: string): TurnSource => ({
      steps: [
        { at: '1s', status: 'ACTIVE' },
        { at: '2s', status, entry: { message_type: 'FINAL_ANSWER', observation: 'That is all.' } },
      ],
    });
    await start({ scenario: { turns: ['COMPLETE', 'FAILED', 'COMPLETE'].map(turn) } });
    const first = await job(say('@agent first'));
    const comment = say('@agent second');
    const [failed, again] = [await attempt(comment, 1), await attempt(comment, 2)];
    expect(failed.outputs).toMatchObject({ outcome: 'failed', resumed: 'true' });
    expect(again.outputs).toMatchObject({
      outcome: 'succeeded',
      agent_run_id: first.outputs['agent_run_id'],
    });
    expect(prompts()[2]).toContain('@agent second');
  });

  it('does so too if only the comment is kept', async () => {
    await start();
    const comment = say('@agent first');
    const inputs = { resume: 'never', comment: 'true' };
    const first = await attempt(comment, 1, { inputs });
    const second = await attempt(comment, 2, { inputs });
    expect(second.outputs['agent_run_id']).toBe(first.outputs['agent_run_id']);
    expect(prompts()).toHaveLength(1);
  });
});
