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
const asked = (login: string): number =>
  github.log().filter((request) => request.includes(`/collaborators/${login}/`)).length;

describe('three mentions in ten seconds', () => {
  it('are all delivered exactly once, whichever job is dropped from the queue', async () => {
    await start();
    const first = say('@agent first');
    expect((await job(first)).outputs).toMatchObject({ outcome: 'succeeded', resumed: 'false' });
    const second = say('@agent second', 'ann');
    say('just talk');
    const third = say('@agent third');
    // GitHub kept the newest of the waiting jobs alone.
    const kept = await job(third);
    expect(kept.outputs).toMatchObject({ outcome: 'succeeded', resumed: 'true' });
    const followUp = prompts()[1] ?? '';
    expect(followUp.indexOf('@agent second')).toBeGreaterThan(0);
    expect(followUp.indexOf('@agent third')).toBeGreaterThan(followUp.indexOf('@agent second'));
    expect(followUp).not.toContain('@agent first');
    expect(followUp).not.toContain('just talk');
    expect(followUp).toContain('Author: ann');
    expect(followUp.match(/----- begin of comment /g)).toHaveLength(2);

    const late = await job(second);
    expect(late.outputs).toMatchObject({ outcome: 'skipped' });
    expect(late.outputs['skip_reason']).toContain(`run ${String(kept.outputs['agent_run_id'])}`);
    expect(late.exitCode).toBe(0);
    expect(prompts()).toHaveLength(2);
  });

  it('are delivered together to the first run if they precede it', async () => {
    await start();
    const all = [say('@agent first'), say('@agent second', 'ann'), say('@agent third')];
    const outcomes: unknown[] = [];
    for (const comment of all) outcomes.push((await job(comment)).outputs['outcome']);
    expect(outcomes).toEqual(['succeeded', 'skipped', 'skipped']);
    expect(prompts()).toHaveLength(1);
    expect(prompts()[0]).toMatch(/@agent first[^]*@agent second[^]*@agent third/);
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

  it('result in one follow-up if two jobs run at the same moment', async () => {
    await start();
    await job(say('@agent first'));
    const [second, third] = [say('@agent second'), say('@agent third')];
    const both = await Promise.all([job(second), job(third)]);
    const delivered = prompts().slice(1).join('\n');
    expect(delivered.match(/@agent second/g)).toHaveLength(1);
    expect(delivered.match(/@agent third/g)).toHaveLength(1);
    expect(both.map(({ outputs }) => outputs['outcome']).sort()).toEqual(
      prompts().length === 2 ? ['skipped', 'succeeded'] : ['succeeded', 'succeeded'],
    );
  });
});

describe('a comment', () => {
  it('of a refused author is settled after one permission check', async () => {
    await start();
    await job(say('@agent first'));
    say('@agent let me in', 'eve');
    await job(say('@agent second'));
    await job(say('@agent third'));
    expect(prompts().join('\n')).not.toContain('let me in');
    expect(asked('eve')).toBe(1);
  });

  it('that is edited after its delivery sends nothing', async () => {
    await start();
    const comment = say('@agent first');
    await job(comment);
    const { outputs } = await job({ ...comment, body: '@agent first, really' }, { action: 'edited' });
    expect(outputs['outcome']).toBe('skipped');
    expect(prompts()).toHaveLength(1);
  });

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

describe('max_turns', () => {
  it('counts the follow-ups of the thread', async () => {
    await start();
    const outcomes: unknown[] = [];
    let last: ActionRun | undefined;
    for (const text of ['@agent a', '@agent b', '@agent c', '@agent d']) {
      last = await job(say(text), { inputs: { max_turns: '2' } });
      outcomes.push(last.outputs['outcome']);
    }
    expect(outcomes).toEqual(['succeeded', 'succeeded', 'succeeded', 'skipped']);
    expect(last?.outputs['skip_reason']).toContain('`max_turns` allows 2');
    expect(prompts()).toHaveLength(3);
  });
});

describe('a follow-up that failed', () => {
  it('leaves its comments for the next step if it was refused', async () => {
    await start({ faults: [{ on: 'resume', nth: 1, do: { status: 402, body: { message: 'No credit.' } } }] });
    await job(say('@agent first'));
    const refused = await job(say('@agent second'));
    expect(refused.outputs).toMatchObject({ outcome: 'error', error_code: 'quota_exceeded' });
    const next = await job(say('@agent third'));
    expect(next.outputs['outcome']).toBe('succeeded');
    expect(prompts().at(-1)).toMatch(/@agent second[^]*@agent third/);
  });

  it('is settled by its echo if its response was lost', async () => {
    await start({ faults: [{ on: 'resume', nth: 1, do: 'reset-after' }] });
    await job(say('@agent first'));
    const lost = await job(say('@agent second'));
    expect(lost.outputs).toMatchObject({ outcome: 'error', error_code: 'ambiguous_create' });
    const next = await job(say('@agent third'));
    expect(next.outputs['outcome']).toBe('succeeded');
    const last = prompts().at(-1) ?? '';
    expect(last).toContain('@agent third');
    expect(last).not.toContain('@agent second');
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

describe('a thread that is temporarily unreadable', () => {
  it('starts no second run', async () => {
    await start();
    await job(say('@agent first'));
    const thread = { method: 'GET', path: /\/issues\/7\/comments$/ };
    github.faults.push({ ...thread, times: 2, act: { status: 502 } });
    const { outputs } = await job(say('@agent second'));
    expect(outputs).toMatchObject({ outcome: 'succeeded', resumed: 'true' });
    github.faults.push({ ...thread, skip: 0, times: 1000, act: { status: 429, headers: { 'retry-after': '600' } } });
    const down = await job(say('@agent third'));
    expect(down.outputs).toMatchObject({ outcome: 'error', error_code: 'thread_unavailable', agent_run_id: '' });
    expect(prompts()).toHaveLength(2);
  });
});
