/**
 * The jobs of a thread, two steps of one of them, and re-runs (contract 4.8, 7.2), from outside:
 * the bundle between the sandbox service and a GitHub on loopback.
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

  it('attaches to the run that it created, though another job has gone on with it', async () => {
    await start();
    const comment = say('@agent first');
    const first = await attempt(comment, 1);
    await job(say('@agent second'));
    const again = await attempt(comment, 2);
    expect(again.outputs).toMatchObject({
      outcome: 'succeeded',
      agent_run_id: first.outputs['agent_run_id'],
    });
    expect(
      prompts()
        .join('\n')
        .match(/@agent first/g),
    ).toHaveLength(1);
  });

  it('follows its follow-up, which another job has gone on from', async () => {
    await start();
    await job(say('@agent first'));
    const comment = say('@agent second');
    await attempt(comment, 1);
    await job(say('@agent third'));
    expect((await attempt(comment, 2)).outputs['outcome']).toBe('succeeded');
    expect(
      prompts()
        .join('\n')
        .match(/@agent second/g),
    ).toHaveLength(1);
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
