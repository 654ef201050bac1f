/**
 * A job of a thread that is killed at any point of its turn (contract 7.2, 7.3), from outside: its post step settles what can be
 * known, and the next job brings each comment that was not delivered, and no other.
 */
import { afterEach, describe, expect, it } from '@jest/globals';
import type { SandboxOptions } from '../../sandbox/options.ts';
import { readMarker } from '../../src/thread-comment/marker.ts';
import type { FakeComment } from '../support/fake-github.ts';
import { startMentionThread, type Job, type MentionThread } from '../support/mention-thread.ts';
import type { ActionRun } from '../support/run-action.ts';

let thread: MentionThread;
afterEach(() => thread.close());

async function start(options: SandboxOptions = {}): Promise<void> {
  thread = await startMentionThread(options);
}

const sent = (kind: string): number =>
  thread.sandbox.requests.filter(({ method, path }) => method === 'POST' && path.endsWith(kind)).length;
const delivered = (text: string): number => thread.prompts().join('\n').split(`@agent ${text}`).length - 1;
/** What the newest marker in the thread says. */
const remembered = (): ReturnType<typeof readMarker> =>
  thread.github
    .comments(7)
    .map(({ body }) => readMarker(body))
    .filter((marker) => marker !== null)
    .at(-1) ?? null;

/** The job is killed when that holds, and its post step runs, as on a runner. */
async function killed(comment: FakeComment, killWhen: () => boolean, options: Job = {}): Promise<ActionRun> {
  const main = await thread.job(comment, { ...options, killWhen });
  expect(main.signal).toBe('SIGKILL');
  thread.github.faults.length = 0;
  return thread.job(comment, { ...options, state: main.state });
}

/** The next job must not have to wait for anybody: two minutes is what an unsettled announcement costs. */
async function next(text: string, options: Job = {}): Promise<ActionRun> {
  const run = await thread.job(thread.say(`@agent ${text}`), options);
  expect(run.durationMs).toBeLessThan(60_000);
  return run;
}

describe('a follow-up', () => {
  const patches = (): number => thread.github.requests.filter(({ method }) => method === 'PATCH').length;

  it('killed before its announcement: the next one delivers its comment', async () => {
    await start();
    await next('first');
    const before = thread.github.requests.length;
    thread.github.faults.push({ path: /permission$/, times: 10, act: 'hang' });
    await killed(thread.say('@agent second'), () => thread.github.requests.length > before);
    expect((await next('third')).outputs['outcome']).toBe('succeeded');
    expect(['second', 'third'].map(delivered)).toEqual([1, 1]);
  });

  it('killed between announcement and request: the post step withdraws it', async () => {
    await start();
    await next('first');
    const before = patches();
    await killed(thread.say('@agent second'), () => patches() > before);
    expect(remembered()?.mailbox.intended).toBeNull();
    expect((await next('third')).outputs['outcome']).toBe('succeeded');
    expect(['second', 'third'].map(delivered)).toEqual([1, 1]);
    expect(sent('/resume')).toBe(1);
  });

  it('killed after the request: the post step finds it in the log', async () => {
    await start({ faults: [{ on: 'resume', nth: 1, do: 'stall-headers' }] });
    await next('first');
    const post = await killed(thread.say('@agent second'), () => sent('/resume') > 0);
    expect(post.stdout).toContain('shows the follow-up that the killed step had sent');
    expect(remembered()?.mailbox).toMatchObject({ intended: null, turns: 1 });
    expect((await next('third')).outputs['outcome']).toBe('succeeded');
    expect(['second', 'third'].map(delivered)).toEqual([1, 1]);
    expect(sent('/resume')).toBe(2);
  });

  it('killed between acceptance and recording: the post step records it', async () => {
    await start();
    await next('first');
    // The announcement goes through, what is told after the acceptance does not.
    thread.github.faults.push({ method: 'PATCH', skip: 1, times: 10, act: 'hang' });
    const before = patches();
    await killed(thread.say('@agent second'), () => patches() > before + 1);
    expect(remembered()?.mailbox).toMatchObject({ intended: null, turns: 1 });
    expect((await next('third')).outputs['outcome']).toBe('succeeded');
    expect(['second', 'third'].map(delivered)).toEqual([1, 1]);
  });

  it('accepted, then lost with the machine: the next job finds it in the log', async () => {
    await start();
    await next('first');
    thread.github.faults.push({ method: 'PATCH', skip: 1, times: 10, act: 'hang' });
    const before = patches();
    await thread.job(thread.say('@agent second'), { killWhen: () => patches() > before + 1 });
    thread.github.faults.length = 0;
    expect(remembered()?.mailbox.intended).not.toBeNull();
    expect((await next('third')).outputs['outcome']).toBe('succeeded');
    expect(['second', 'third'].map(delivered)).toEqual([1, 1]);
  });
});

describe('the first turn', () => {
  const claims = (): number => thread.github.comments(7).filter(({ author }) => author.type === 'Bot').length;

  it('killed between announcement and create: the post step withdraws the claim', async () => {
    await start();
    await killed(thread.say('@agent first'), () => claims() > 0);
    expect(claims()).toBe(0);
    expect((await next('second')).outputs['outcome']).toBe('succeeded');
    expect(['first', 'second'].map(delivered)).toEqual([1, 1]);
    expect(sent('/run')).toBe(1);
  });

  it('killed after the create, with a key: the post step finds the run, and the thread continues it', async () => {
    await start({ faults: [{ on: 'create', nth: 1, do: 'stall-headers' }] });
    const inputs = { idempotency: 'metadata' };
    await killed(thread.say('@agent first'), () => thread.sandbox.runs().length > 0, { inputs });
    expect(remembered()).toMatchObject({ runId: thread.sandbox.runs()[0]?.id, mailbox: { intended: null, turns: 0 } });
    expect((await next('second', { inputs })).outputs).toMatchObject({ outcome: 'succeeded', resumed: 'true' });
    expect(['first', 'second'].map(delivered)).toEqual([1, 1]);
    expect([sent('/run'), claims()]).toEqual([1, 1]);
  });

  it('killed after the create, without a key: the thread says that there may be a run', async () => {
    await start({ faults: [{ on: 'create', nth: 1, do: 'stall-headers' }] });
    await killed(thread.say('@agent first'), () => thread.sandbox.runs().length > 0);
    const [, comment] = thread.github.comments(7);
    expect(comment?.body).toContain('An agent run may have been started');
    expect(remembered()).toMatchObject({ runId: null, mailbox: { intended: { ids: [expect.any(Number)] } } });
    const after = await next('second');
    expect(after.outputs).toMatchObject({ outcome: 'succeeded', resumed: 'false' });
    expect(after.stdout).toMatch(/^::warning.*It is not known whether it created one/m);
    expect(claims()).toBe(1);
  });

  it('killed between acceptance and recording: the post step records the run', async () => {
    await start();
    thread.github.faults.push({ method: 'PATCH', times: 10, act: 'hang' });
    const patches = (): number => thread.github.requests.filter(({ method }) => method === 'PATCH').length;
    await killed(thread.say('@agent first'), () => patches() > 0);
    expect(remembered()).toMatchObject({ runId: thread.sandbox.runs()[0]?.id, mailbox: { turns: 0 } });
    expect((await next('second')).outputs).toMatchObject({ outcome: 'succeeded', resumed: 'true' });
    expect(['first', 'second'].map(delivered)).toEqual([1, 1]);
    expect([sent('/run'), claims()]).toEqual([1, 1]);
  });
});

describe('a step that is ended by a signal while it waits for others', () => {
  it('withdraws its announcement', async () => {
    await start();
    await next('first');
    const comment = thread.say('@agent second');
    const before = thread.github.requests.filter(({ method }) => method === 'PATCH').length;
    const isAnnounced = (): boolean =>
      thread.github.requests.filter(({ method }) => method === 'PATCH').length > before;
    const main = await thread.job(comment, { killWhen: isAnnounced, killSignal: 'SIGTERM' });
    expect(main.outputs['outcome']).toBe('cancelled');
    await thread.job(comment, { state: main.state });
    expect(remembered()?.mailbox.intended).toBeNull();
    expect((await next('third')).outputs['outcome']).toBe('succeeded');
    expect(['second', 'third'].map(delivered)).toEqual([1, 1]);
  });
});
