/** No request in a thread is lost (contract 4.8, 7.2), from outside: the bundle between the sandbox service and a GitHub on loopback. */
import { afterEach, describe, expect, it } from '@jest/globals';
import type { SandboxOptions } from '../../sandbox/options.ts';
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
    expect(second.outputs).toMatchObject({ outcome: 'succeeded', agent_run_id: first.outputs['agent_run_id'] });
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
    expect((await job(say('@agent second'))).outputs['agent_run_id']).toBe(second.outputs['agent_run_id']);
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
