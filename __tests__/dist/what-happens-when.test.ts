/** Rows of docs/what-happens-when.md that no other end-to-end test drives (contract 4.8, 4.9, 7.2). */
import { afterEach, describe, expect, it } from '@jest/globals';
import type { SandboxOptions } from '../../sandbox/options.ts';
import { startSandbox, type Sandbox } from '../../sandbox/server.ts';
import { startMentionThread, type MentionThread } from '../support/mention-thread.ts';
import { runAction, type ActionOptions, type ActionRun } from '../support/run-action.ts';

const UNLIMITED = { standard: null, shared: null, creation: null };
const METADATA = { idempotency: 'metadata' };

describe('without a thread', () => {
  let sandbox: Sandbox;
  afterEach(() => sandbox.close());

  async function start(options: SandboxOptions = {}): Promise<void> {
    sandbox = await startSandbox({ scenario: 'quick', speed: 1000, limits: UNLIMITED, ...options });
  }

  function act(inputs: Readonly<Record<string, string>>, more: Partial<ActionOptions> = {}): Promise<ActionRun> {
    const { token, url } = sandbox;
    const usual = { token, base_url: url, org_id: '1', prompt: 'Fix the bug.', poll_interval_seconds: '0.05' };
    return runAction({ inputs: { ...usual, ...inputs }, ...more });
  }

  const attempt = (number: number): Pick<ActionOptions, 'env'> => ({ env: { GITHUB_RUN_ATTEMPT: String(number) } });
  const posts = (): number => sandbox.requests.filter(({ method }) => method === 'POST').length;

  it('two runs with the key: the re-run names both and creates nothing', async () => {
    await start();
    // A first attempt creates without a look at the list, so that the same step twice makes two runs of one key.
    await act(METADATA, attempt(1));
    await act(METADATA, attempt(1));
    const ids = sandbox.runs().map(({ id }) => id);
    const { outputs } = await act(METADATA, attempt(2));
    expect(outputs).toMatchObject({ outcome: 'error', error_code: 'ambiguous_create' });
    for (const id of ids) expect(outputs['error_message']).toContain(String(id));
    expect(posts()).toBe(2);
  });

  it('two runs with the key, both of which failed: the re-run creates a new one', async () => {
    await start({ scenarios: ['failed', 'failed', 'quick'] });
    await act(METADATA, attempt(1));
    await act(METADATA, attempt(1));
    const { outputs } = await act(METADATA, attempt(2));
    expect(outputs).toMatchObject({ outcome: 'succeeded', resumed: 'false' });
    expect(posts()).toBe(3);
  });

  describe('a step that is killed while its follow-up is in flight', () => {
    async function killedInFlight(inputs: Readonly<Record<string, string>>): Promise<ActionRun> {
      await start({ faults: [{ on: 'resume', nth: 1, do: 'stall-headers' }] });
      const given = { ...inputs, agent_run_id: String(sandbox.seedRun({ elapsedMs: 100_000 }).id) };
      const onStart: ActionOptions['onStart'] = (child) => {
        const watch = setInterval(() => posts() > 0 && child.kill('SIGKILL'), 10);
        return () => clearInterval(watch);
      };
      const main = await act(given, { onStart });
      expect(main.state['phase']).toBe('sending');
      return act(given, { state: main.state });
    }

    it('without `idempotency`: the post step says that it is unknown whether it arrived', async () => {
      const { stdout } = await killedInFlight({});
      expect(stdout).toMatch(/^::warning.*Whether the run \d+ received the follow-up is not known/m);
    });

    it('with `idempotency: metadata`: the post step finds it in the log', async () => {
      const { stdout } = await killedInFlight(METADATA);
      expect(stdout).toContain('shows the follow-up that the killed step had sent');
      expect(stdout).not.toContain('is not known');
      expect(posts()).toBe(1);
    });
  });
});

describe('in a thread', () => {
  let thread: MentionThread;
  afterEach(() => thread.close());

  it('the re-run of a step whose follow-up failed resumes the same run again', async () => {
    const entry = { message_type: 'FINAL_ANSWER', observation: 'That is all.' };
    const steps = (status: string): object => ({
      steps: [
        { at: '1s', status: 'ACTIVE' },
        { at: '2s', status, entry },
      ],
    });
    const turns = [steps('COMPLETE'), steps('FAILED'), steps('COMPLETE')] as never;
    thread = await startMentionThread({ scenario: { turns } });
    const first = await thread.job(thread.say('@agent first'));
    const comment = thread.say('@agent second');
    const failed = await thread.job(comment, { env: { GITHUB_RUN_ATTEMPT: '1' } });
    expect(failed.outputs).toMatchObject({ outcome: 'failed', resumed: 'true' });
    const again = await thread.job(comment, { env: { GITHUB_RUN_ATTEMPT: '2' } });
    expect(again.outputs).toMatchObject({
      ...{ outcome: 'succeeded', resumed: 'true', agent_run_id: first.outputs['agent_run_id'] },
    });
    expect(thread.prompts()[2]).toContain('@agent second');
  });

  it('a token that may not read the thread: one warning, and a new run', async () => {
    thread = await startMentionThread();
    await thread.job(thread.say('@agent first'));
    thread.github.faults.push({ path: /issues\/7\/comments$/, times: 100, act: { status: 403 } });
    const { outputs, stdout } = await thread.job(thread.say('@agent second'));
    expect(outputs).toMatchObject({ outcome: 'succeeded', resumed: 'false' });
    expect(stdout).toMatch(/^::warning.*a new run is created/m);
    expect(thread.sandbox.runs()).toHaveLength(2);
  });
});
