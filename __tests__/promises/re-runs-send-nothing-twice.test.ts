/**
 * "Re-run failed jobs" sends no follow-up a second time that an earlier attempt has sent (contract
 * 4.8): neither the prompt for a run that is named, nor a request to correct an answer.
 *
 * Shown red by: reading at most ten pages of a log for the mark; an attempt's number in a mark; a
 * random mark for the correction of an answer; attaching to a marker's run whatever it was asked.
 */
import { afterEach, describe, expect, it } from '@jest/globals';
import { startSandbox } from '../../sandbox/server.ts';
import { RUN_ID } from '../support/entries.ts';
import { entry, finalAnswer, inputsFor, serveRun } from '../support/fake-run.ts';
import { LONG, short } from '../support/fleet.ts';
import { startMentionThread } from '../support/mention-thread.ts';
import { runAction, signalWhen } from '../support/run-action.ts';
import { Servers } from './step.ts';

const servers = new Servers();
afterEach(() => servers.close());

it('a follow-up is followed by the re-run, however long the log is', async () => {
  const steps = (first: number) => Array.from({ length: 1_100 }, (_, nth) => entry(first + nth));
  const entries: unknown[] = [...steps(0), finalAnswer(1_100, 'Of the turn before.')];
  let isOver = false;
  const facts = () => ({ result: isOver ? 'Done as asked.' : 'Of the turn before.' });
  const service = servers.add(
    await serveRun({
      entries,
      moments: [{ status: 'COMPLETE' }],
      get extra() {
        return facts();
      },
      answer: (call, { body }) => {
        if (call === 'POST resume') {
          const { prompt } = body as { readonly prompt: string };
          const echo = { message_type: 'USER_MESSAGE', observation: prompt };
          entries.push(entry(1_400, echo), ...steps(1_401), finalAnswer(3_000, 'Done as asked.'));
          isOver = true;
        }
        return undefined;
      },
    }),
  );
  const inputs = inputsFor(service, { agent_run_id: String(RUN_ID), idempotency: 'on' });
  const env = (attempt: number) => ({ GITHUB_RUN_ATTEMPT: String(attempt) });
  await runAction({ inputs: { ...inputs, wait: 'false' }, env: env(1) });
  const { outputs } = await runAction({ inputs, env: env(2) });
  expect(outputs).toMatchObject({ outcome: 'succeeded', result: 'Done as asked.' });
  expect(service.calls.filter((call) => call === 'POST resume')).toHaveLength(1);
});

describe('a run that the comment of a thread records, with `idempotency: none`', () => {
  const wrong = short('COMPLETE', 300, 'No JSON.');
  const right = short('COMPLETE', 300, '{}');
  const inputs = { resume: 'never', comment: 'true', output_schema: '{"type":"object"}' };
  const attempt = (nth: number) => ({ env: { GITHUB_RUN_ATTEMPT: String(nth) } });

  it('keeps the answer that it was asked to correct once', async () => {
    const scenario = { ...LONG, turns: [...wrong.turns, ...right.turns] };
    const options = { service: 'cursor', scenario, speed: 10 } as const;
    const thread = servers.add(await startMentionThread(options));
    const comment = thread.say('@agent please');
    // A pull request that was asked for would be waited for (contract 18.5).
    const own = { service: 'cursor', org_id: '', create_pull_request: 'false' };
    const job = { inputs: { ...inputs, ...own } };
    const first = await thread.job(comment, job);
    const again = await thread.job(comment, { ...job, ...attempt(2) });
    expect([first, again].map(({ outputs }) => outputs)).toEqual([
      expect.objectContaining({ outcome: 'succeeded', result_json: '{}' }),
      expect.objectContaining({ outcome: 'succeeded', result_json: '{}' }),
    ]);
    expect(again.outputs['agent_run_id']).toBe(first.outputs['agent_run_id']);
    expect(thread.prompts()).toHaveLength(2);
  });

  it('is asked to correct its answer where the attempt before came to no end', async () => {
    const scenario = { turns: [...wrong.turns, ...right.turns] };
    const thread = servers.add(await startMentionThread({ scenario }));
    const comment = thread.say('@agent please');
    const isRecorded = (): boolean => thread.github.comments(7).length > 1;
    await thread.job(comment, { inputs, killWhen: isRecorded });
    const { outputs } = await thread.job(comment, { inputs, ...attempt(2) });
    expect(outputs).toMatchObject({ outcome: 'succeeded', result_json: '{}' });
    expect(thread.prompts()).toHaveLength(2);
  });
});

describe('two calls of one reusable workflow, which look the same to GitHub’s variables', () => {
  it('are told what sets them apart where the comment records the other’s run (4.9)', async () => {
    const scenario = short('COMPLETE', 300, 'Done.');
    const thread = servers.add(await startMentionThread({ scenario }));
    const comment = thread.say('@agent please');
    const call = async (prompt: string, attempt: number) => {
      const inputs = { resume: 'never', comment: 'true', prompt };
      const env = { GITHUB_RUN_ATTEMPT: String(attempt) };
      return (await thread.job(comment, { inputs, env })).outputs;
    };
    await call('Do ALPHA.', 1);
    const beta = await call('Do BETA.', 1);
    expect(await call('Do ALPHA.', 2)).toMatchObject({
      error_code: 'ambiguous_create',
      error_message: expect.stringContaining('its own `comment_key`'),
    });
    const { outcome, agent_run_id } = await call('Do BETA.', 2);
    expect([outcome, agent_run_id]).toEqual(['succeeded', beta['agent_run_id']]);
  });
});

it('a request to correct the answer is followed where it is a run of its own', async () => {
  const [wrong, right] = [short('COMPLETE', 300, 'No JSON.'), short('COMPLETE', 20_000, '{}')];
  const scenario = { ...LONG, turns: [...wrong.turns, ...right.turns] };
  const sandbox = servers.add(await startSandbox({ service: 'cursor', scenario, speed: 10 }));
  const inputs = {
    service: 'cursor',
    token: sandbox.token,
    base_url: sandbox.url,
    prompt: 'Go.',
    create_pull_request: 'false',
    output_schema: '{"type":"object"}',
    idempotency: 'on',
  };
  const sent = (): number =>
    sandbox.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/runs'))
      .length;
  const isAsked = (stdout: string): boolean => stdout.includes('corrects the answer');
  await runAction({ inputs, env: { GITHUB_RUN_ATTEMPT: '1' }, ...signalWhen('SIGKILL', isAsked) });
  const { outputs } = await runAction({ inputs, env: { GITHUB_RUN_ATTEMPT: '2' } });
  expect(outputs).toMatchObject({ outcome: 'succeeded', result_json: '{}' });
  expect(sent()).toBe(1);
});
