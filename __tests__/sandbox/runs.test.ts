/**
 * What runs show over time: steps, speed, turns after a resume, and the built-in scenarios from end
 * to end.
 */
import { afterEach, describe, expect, it } from '@jest/globals';
import type { Sandbox } from '../../sandbox/server.ts';
import { SPEC_TYPES } from '../support/spec-types.ts';
import { bench, call, create, logsOf, NOON, ORG, type Reply } from './client.ts';

const { start, advance, close } = bench();
afterEach(close);

const look = (sandbox: Sandbox): Promise<Reply> => call(sandbox, `GET ${ORG}/1001/logs`);
const resume = (sandbox: Sandbox, prompt = 'More.'): Promise<Reply> =>
  call(sandbox, `POST ${ORG}/resume`, { body: { agent_run_id: 1001, prompt } });

describe('time', () => {
  it.each([1, 10, 0.5])('determines when steps happen, at speed %d', async (speed) => {
    const sandbox = await start({ speed });
    await create(sandbox);
    const seen: unknown[] = [];
    for (const ms of [0, 499, 1, 499, 1, 999, 1]) {
      advance(ms / speed);
      const { json } = await look(sandbox);
      seen.push([json['status'], json['total_logs']]);
    }
    expect(seen).toEqual([
      ...[1, 1, 2, 2, 3, 3].map((count) => ['ACTIVE', count]),
      ['COMPLETE', 4],
    ]);
    const stamps = logsOf(await look(sandbox)).map(
      (each) => Date.parse(String(each['created_at'])) - NOON,
    );
    expect(stamps).toEqual([0, 500, 1000, 2000]);
  });

  it('passes: a step sets the fields that it names, and null is a value', async () => {
    const pulls = [{ url: 'https://github.com/octo/shop/pull/{{run}}', number: 3 }];
    const steps = [
      {
        at: '1s',
        status: 'ODD WORD',
        web_url: 'https://agents.example/{{run}}',
        github_pull_requests: pulls,
      },
      { at: '2s', status: null, web_url: null, result: 'Did: {{prompt}}' },
      { at: '3s', result: null },
    ];
    const sandbox = await start({ scenario: { turns: [{ steps }] } });
    await create(sandbox, 'This.');
    expect((await look(sandbox)).json).not.toHaveProperty('github_pull_requests');
    advance(1000);
    expect((await look(sandbox)).json).toMatchObject({
      status: 'ODD WORD',
      web_url: 'https://agents.example/1001',
      github_pull_requests: [{ url: 'https://github.com/octo/shop/pull/1001', number: 3 }],
    });
    advance(1000);
    expect((await look(sandbox)).json).toMatchObject({
      status: null,
      web_url: null,
      result: 'Did: This.',
    });
    advance(1000);
    expect((await look(sandbox)).json).toMatchObject({ result: null });
  });

  it('passes: entries get the fields of the spec, and raw ones stay unchanged', async () => {
    const steps = [
      { at: 0, entry: { message_type: 'PLAN_EVALUATION', thought: '{{prompt}}' } },
      { at: 0, raw: { message_type: 'NEW', odd: '{{prompt}}' } },
      { at: 0, raw: 'text' },
      { at: 0, raw: null },
    ];
    const sandbox = await start({ scenario: { turns: [{ steps }] } });
    await create(sandbox, 'This.');
    expect(logsOf(await look(sandbox))).toEqual([
      {
        agent_run_id: 1001,
        created_at: new Date(NOON).toISOString(),
        message_type: 'PLAN_EVALUATION',
        thought: 'This.',
        tool_name: null,
        tool_input: null,
        tool_output: null,
        observation: null,
      },
      { message_type: 'NEW', odd: '{{prompt}}' },
      'text',
      null,
    ]);
  });
});

it('a replica that lags behind shows earlier states, and no run or turn that is younger', async () => {
  const sandbox = await start();
  await create(sandbox);
  advance(1000);
  await resume(sandbox);
  const seen = [0, 500, 1001].map((lagMs) => {
    const replica = sandbox.store.behind(lagMs);
    return replica.all().map((run) => replica.state(run).entries.length);
  });
  expect(seen).toEqual([[5], [2], []]);
  expect(sandbox.store.behind(1001).get('1001')).toBeUndefined();
});

describe('resume', () => {
  const turn = (status: string): { steps: object[] } => ({
    steps: [
      { at: '1s', status, entry: { message_type: 'FINAL_ANSWER', observation: '{{prompt}}' } },
    ],
  });
  const kinds = (reply: Reply): unknown[] =>
    logsOf(reply).map((each) => [each['message_type'], each['observation']]);

  it('plays the next turn, echoes the follow-up, and keeps earlier entries', async () => {
    const sandbox = await start({ scenario: { turns: [turn('PAUSED'), turn('DONE')] } });
    await create(sandbox, 'First.');
    advance(5000);
    expect((await look(sandbox)).json['status']).toBe('PAUSED');
    const reply = await resume(sandbox, 'Second.');
    expect([reply.status, reply.json['id'], reply.json['status']]).toEqual([200, 1001, 'ACTIVE']);
    expect(kinds(await look(sandbox))).toEqual([
      ['FINAL_ANSWER', 'First.'],
      ['USER_MESSAGE', 'Second.'],
    ]);
    advance(1000);
    expect((await look(sandbox)).json['status']).toBe('DONE');
    await resume(sandbox, 'Third.');
    advance(1000);
    expect(kinds(await look(sandbox)).slice(2)).toEqual([
      ['FINAL_ANSWER', 'Second.'],
      ['USER_MESSAGE', 'Third.'],
      ['FINAL_ANSWER', 'Third.'],
    ]);
  });

  it('can keep the old status visible for a while, and omit the echo', async () => {
    const second = { ...turn('DONE'), statusLag: '500ms', echo: false };
    const sandbox = await start({ scenario: { turns: [turn('PAUSED'), second] }, speed: 10 });
    await create(sandbox);
    advance(100);
    await resume(sandbox);
    const seen: unknown[] = [];
    for (const ms of [0, 49, 1, 50]) {
      advance(ms);
      const { json } = await look(sandbox);
      seen.push([json['status'], json['total_logs']]);
    }
    expect(seen).toEqual([
      ['PAUSED', 1],
      ['PAUSED', 1],
      ['ACTIVE', 1],
      ['DONE', 2],
    ]);
  });

  it('interrupts an active run', async () => {
    const sandbox = await start({ scenario: { turns: [turn('PAUSED'), turn('DONE')] } });
    await create(sandbox, 'First.');
    advance(999);
    await resume(sandbox, 'Second.');
    advance(5000);
    expect(kinds(await look(sandbox))).toEqual([
      ['USER_MESSAGE', 'Second.'],
      ['FINAL_ANSWER', 'Second.'],
    ]);
  });

  it('waits for the end of an active run if its turn is queued, and is stopped with it by a ban', async () => {
    const sandbox = await start({
      scenario: { turns: [turn('PAUSED'), { ...turn('DONE'), queued: true }] },
    });
    await create(sandbox, 'First.');
    advance(400);
    expect((await resume(sandbox, 'Second.')).json).toMatchObject({ status: 'ACTIVE' });
    expect(kinds(await look(sandbox))).toEqual([]);
    advance(600);
    expect(kinds(await look(sandbox))).toEqual([
      ['FINAL_ANSWER', 'First.'],
      ['USER_MESSAGE', 'Second.'],
    ]);
    advance(999);
    expect((await look(sandbox)).json).toMatchObject({ status: 'ACTIVE', total_logs: 2 });
    advance(1);
    expect((await look(sandbox)).json).toMatchObject({ status: 'DONE', total_logs: 3 });
    await resume(sandbox);
    await resume(sandbox);
    const { store } = sandbox;
    store.ban(store.get('1001')!);
    advance(5000);
    expect((await look(sandbox)).json).toMatchObject({ status: 'CANCELLED', total_logs: 4 });
  });

  it.each([
    [{ agent_run_id: 9, prompt: 'x' }, 404, 'Agent run 9 not found'],
    [{ prompt: 'x' }, 400, 'agent_run_id must be a positive integer'],
    [{ agent_run_id: '1001', prompt: 'x' }, 400, 'agent_run_id must be a positive integer'],
    [{ agent_run_id: 1001 }, 400, 'prompt must be a string that is not empty'],
    [
      { agent_run_id: 1001, prompt: 'x', repo_id: 7 },
      400,
      'Unknown field repo_id; known are agent_run_id, prompt',
    ],
    [{ agent_run_id: 1001, prompt: 'x', model: 'a' }, 400, 'Unknown field model'],
  ])('%j is refused', async (body, status, message) => {
    const sandbox = await start();
    await create(sandbox);
    const reply = await call(sandbox, `POST ${ORG}/resume`, { body });
    expect([reply.status, reply.json['message']]).toEqual([
      status,
      expect.stringContaining(message),
    ]);
    expect(sandbox.store.get('1001')?.turns).toHaveLength(1);
  });
});

describe('built-in scenarios', () => {
  it.each([
    ['quick', 'COMPLETE', 4, 2000],
    ['bug-fix', 'COMPLETE', 19, 25_000],
    ['checks', 'COMPLETE', 3, 18_000],
    ['failed', 'FAILED', 4, 4000],
    ['asks', 'WAITING_FOR_INPUT', 2, 1500],
    ['noisy', 'COMPLETE', 601, 31_000],
    ['unknown-status', 'ARCHIVED', 3, 2000],
    ['structured', 'COMPLETE', 2, 1000],
    ['review', 'COMPLETE', 4, 4000],
    ['review-again', 'COMPLETE', 4, 4000],
    ['huge', 'COMPLETE', 5500, 550],
    ['all-types', 'COMPLETE', 13, 1200],
  ])('%s ends %s with %d entries', async (scenario, status, ...[entries, ms]) => {
    const sandbox = await start({ scenario });
    await create(sandbox);
    advance(ms - 1);
    expect((await look(sandbox)).json['status']).not.toBe(status);
    advance(1);
    expect((await look(sandbox)).json).toMatchObject({ status, total_logs: entries });
  });

  it('all-types has each of the 13 types once; bug-fix has all of the pull request types', async () => {
    const types = async (scenario: string): Promise<unknown[]> => {
      const sandbox = await start({ scenario });
      await create(sandbox);
      advance(60_000);
      return logsOf(await look(sandbox)).map((each) => each['message_type']);
    };
    expect((await types('all-types')).sort()).toEqual([...SPEC_TYPES].sort());
    expect(await types('bug-fix')).toEqual(
      expect.arrayContaining([
        ...[
          'INITIAL_PR_GENERATION',
          'DETECT_PR_ERRORS',
          'FIX_PR_ERRORS',
          'PR_CREATION_FAILED',
          'PR_EVALUATION',
        ],
        ...['COMMIT_EVALUATION', 'ERROR', 'FINAL_ANSWER'],
      ]),
    );
  });

  it('asks continues with the answer, and completes', async () => {
    const sandbox = await start({ scenario: 'asks' });
    await create(sandbox);
    advance(2000);
    await resume(sandbox, 'Redis.');
    expect((await look(sandbox)).json['status']).toBe('WAITING_FOR_INPUT');
    advance(4000);
    expect((await look(sandbox)).json).toMatchObject({
      status: 'COMPLETE',
      result: 'The cache is built as you said: Redis.',
    });
  });

  it('structured repairs its answer in the second turn', async () => {
    const sandbox = await start({ scenario: 'structured' });
    await create(sandbox);
    advance(1000);
    expect((await look(sandbox)).json['result']).not.toContain('summary');
    await resume(sandbox);
    advance(2500);
    expect((await look(sandbox)).json['result']).toContain('"summary"');
  });

  it('huge has entries of about 2 KB', async () => {
    const sandbox = await start({ scenario: 'huge' });
    await create(sandbox);
    const { text } = await call(sandbox, `GET ${ORG}/1001/logs?limit=1`);
    expect(text.length).toBeGreaterThan(1900);
    expect(text.length).toBeLessThan(2600);
  });
});
