/**
 * Stories of the certificate (contract 18.9) about what a service answers: each has a rule of its
 * own above the agents, which an adapter that tells the answer as anything else does not bring
 * about. A service without such an answer says why in its subject, and has no story.
 */
import { expect, it } from '@jest/globals';
import type { Sandbox } from '../../sandbox/server.ts';
import { annotations } from '../promises/step.ts';
import { signalWhen } from '../support/run-action.ts';
import { ENDLESS, requestsOf, said, type Stage } from './stage.ts';

/** More runs than a search by key reads: 20 pages (contract 4.9) of at most 200. */
const LONG_LIST = 4_001;

export function playAnswers({ subject, serve, act }: Stage): void {
  const { kinds, another, busy, gone, longList, stopRefused } = subject;

  it('an answer about another run is not taken for one about this run', async () => {
    const { answer, word } = another;
    const run = await act(await serve(undefined, [{ on: 'read', to: 3, do: answer }]));
    expect([said(run), annotations(run, 'error')]).toEqual(['succeeded  ', []]);
    expect(run.stdout).not.toContain(`Status: ${word}`);
    expect(requestsOf(run.sandbox, 'read').length).toBeGreaterThan(1);
  });

  if ('faults' in busy) {
    it('a message to a run that takes none at work waits, and is not sent', async () => {
      const sandbox = await serve(ENDLESS, busy.faults);
      const first = await act(sandbox, { wait: 'false' });
      const run = await act(sandbox, {
        agent_run_id: first.outputs['agent_run_id'] ?? '',
        prompt: 'And now?',
        timeout_minutes: '0.1',
      });
      expect(said(run)).toMatch(/^error rejected .*was (at work|starting) until the timeout/);
      expect(run.stdout).toContain('the follow-up waits until it has');
      expect(sandbox.store.all()[0]?.turns).toHaveLength(1);
    });
  }

  if ('faults' in gone) {
    it('a run that is gone is told as one that takes no follow-up any more', async () => {
      const sandbox = await serve(undefined, gone.faults);
      const first = await act(sandbox);
      const run = await act(sandbox, {
        agent_run_id: first.outputs['agent_run_id'] ?? '',
        prompt: 'And now?',
      });
      expect(said(run)).toMatch(/^error rejected .*takes no follow-up any more/);
      // The answer to the message has told it, not what was read before.
      expect(requestsOf(sandbox, kinds.followUp)).toHaveLength(1);
      expect(sandbox.store.all()[0]?.turns).toHaveLength(1);
    });
  }

  if ('faults' in stopRefused) {
    it('a stop that is refused is told as refused', async () => {
      const sandbox = await serve(ENDLESS, stopRefused.faults);
      const cancel = signalWhen('SIGINT', () => sandbox.requests.length > 6);
      const run = await act(sandbox, { on_cancel: 'stop' }, cancel);
      expect(requestsOf(sandbox, kinds.stop).length).toBeGreaterThan(0);
      expect(run.outputs['outcome']).toBe('cancelled');
      expect(run.stdout).toMatch(/The service refused to stop run .* It goes on/);
    });
  }

  if ('faults' in longList) {
    it('a list that is longer than what is read of it leaves open whether it has the run', async () => {
      const sandbox = await serve(undefined, longList.faults);
      await act(sandbox, { idempotency: 'on' });
      for (let nth = 0; nth < LONG_LIST; nth += 1) {
        addOtherWork(sandbox);
      }
      const again = await act(sandbox, { idempotency: 'on' }, { env: { GITHUB_RUN_ATTEMPT: '2' } });
      expect(said(again)).toMatch(/^error ambiguous_create .*goes on behind the newest/);
      expect(requestsOf(sandbox, kinds.create)).toHaveLength(1);
    });
  }
}

/** A run like the first one, newer and without its key. */
function addOtherWork({ store }: Sandbox): void {
  const [first] = store.all();
  if (first === undefined) {
    throw new Error('there is no run yet');
  }
  const { scenario, repository } = first;
  const prompt = 'Other work.';
  const request = { ...first.request, prompt, title: '' };
  const metadata = { of: 'somebody else' };
  store.create({ prompt, scenario, repository, request, metadata, seeded: true });
}
