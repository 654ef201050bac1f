/** Jobs of one thread at the same moment (contract 7.2), from outside: no comment is delivered twice, and none is lost. */
import { afterEach, describe, expect, it } from '@jest/globals';
import type { SandboxOptions } from '../../sandbox/options.ts';
import { readMarker } from '../../src/thread-comment/marker.ts';
import { startMentionThread, type Job, type MentionThread } from '../support/mention-thread.ts';
import type { ActionRun } from '../support/run-action.ts';

let thread: MentionThread;
afterEach(() => thread.close());

async function start(options: SandboxOptions = {}): Promise<void> {
  thread = await startMentionThread(options);
}

/** All jobs at once, for one new comment each. */
async function mentionAtOnce(texts: readonly string[], options: Job = {}): Promise<readonly ActionRun[]> {
  const comments = texts.map((text) => thread.say(`@agent ${text}`));
  return Promise.all(comments.map((comment) => thread.job(comment, options)));
}

const delivered = (text: string): number => thread.prompts().join('\n').split(`@agent ${text}`).length - 1;
const ownComments = (): number => thread.github.comments(7).filter(({ author }) => author.type === 'Bot').length;

/** Each job has brought its comment, or says by which run it was brought. */
function expectAllHeard(jobs: readonly ActionRun[], texts: readonly string[]): void {
  expect(texts.map(delivered)).toEqual(texts.map(() => 1));
  const [run] = thread.sandbox.runs();
  for (const { outputs } of jobs) {
    expect(['succeeded', 'skipped']).toContain(outputs['outcome']);
    if (outputs['outcome'] === 'skipped') expect(outputs['skip_reason']).toContain(`run ${String(run?.id)}`);
    else expect(outputs['agent_run_id']).toBe(String(run?.id));
  }
}

describe('the first mentions of a thread, all at once', () => {
  it.each([2, 5])('%d of them create one run', async (count) => {
    await start();
    const texts = Array.from({ length: count }, (_, index) => `wish-${index}`);
    const jobs = await mentionAtOnce(texts);
    expectAllHeard(jobs, texts);
    expect(thread.sandbox.runs()).toHaveLength(1);
    expect(ownComments()).toBe(1);
  });

  it('create one run if comments cannot be deleted', async () => {
    await start();
    thread.github.faults.push({ method: 'DELETE', times: 100, act: { status: 403 } });
    const texts = ['a1', 'b2', 'c3'];
    expectAllHeard(await mentionAtOnce(texts), texts);
    expect(thread.sandbox.runs()).toHaveLength(1);
    const bodies = thread.github.comments(7).map(({ body }) => body);
    expect(bodies.filter((body) => readMarker(body) !== null)).toHaveLength(1);
  });

  it('create one run if GitHub is slow', async () => {
    await start();
    thread.github.delays.push({ method: 'POST', path: /comments$/, ms: 1_500, times: 1 });
    const texts = ['a1', 'b2', 'c3'];
    expectAllHeard(await mentionAtOnce(texts), texts);
    expect(thread.sandbox.runs()).toHaveLength(1);
  });

  it('leave no trace of a claim whose create was refused', async () => {
    await start({ faults: [{ on: 'create', nth: 1, do: { status: 402, body: { message: 'No credit.' } } }] });
    const [refused] = await mentionAtOnce(['a1']);
    expect(refused?.outputs).toMatchObject({ outcome: 'error', error_code: 'quota_exceeded' });
    expect(ownComments()).toBe(0);
    const [next] = await mentionAtOnce(['b2']);
    expect(next?.outputs['outcome']).toBe('succeeded');
    expect(thread.prompts().at(-1)).toMatch(/@agent a1[^]*@agent b2/);
  });

  it('report that the token may not comment, so that jobs cannot coordinate', async () => {
    await start();
    thread.github.faults.push({ method: 'POST', path: /comments$/, times: 100, act: { status: 403 } });
    const [only] = await mentionAtOnce(['a1']);
    expect(only?.outputs['outcome']).toBe('succeeded');
    expect(only?.stdout).toMatch(/^::warning.*issues: write/m);
  });
});

describe('a mention that is alone', () => {
  const log = (): string[] =>
    thread.github
      .log()
      .filter((request) => !/reactions|permission/.test(request))
      .map((request) => request.replace(/\/repos\/octo\/repo\/|\?.*| *[?].*/g, ''));

  it('costs one more reading and one more edit than a comment without a claim', async () => {
    await start();
    await mentionAtOnce(['first']);
    const [look, write] = ['GET issues/7/comments', 'POST issues/7/comments'];
    const edit = `PATCH issues/comments/${String(thread.github.comments(7).at(-1)?.id)}`;
    // The claim and a look at who else claims; the run's record without another look; the end.
    expect(log()).toEqual([look, write, look, edit, look, edit]);
  });
});

describe('mentions of a thread with a run, all at once', () => {
  it.each([2, 5])('%d of them are delivered, each once', async (count) => {
    await start();
    await mentionAtOnce(['first']);
    const texts = Array.from({ length: count }, (_, index) => `wish-${index}`);
    expectAllHeard(await mentionAtOnce(texts), texts);
    expect(thread.sandbox.runs()).toHaveLength(1);
  });

  it('count towards `max_turns` together', async () => {
    await start();
    await mentionAtOnce(['first']);
    const jobs = await mentionAtOnce(['a1', 'b2', 'c3'], { inputs: { max_turns: '1' } });
    expect(thread.prompts()).toHaveLength(2);
    expect(jobs.filter(({ outputs }) => outputs['outcome'] === 'succeeded')).toHaveLength(1);
  });
});
