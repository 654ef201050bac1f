/**
 * The creates of a fleet: how many are on their way at once, by the service, and what a refusal
 * means for those that come after it (contract 3.2, 13, 18.6).
 */
import { describe, expect, it } from '@jest/globals';
import { main } from '../../src/main.ts';
import type { HttpRequest } from '../../src/http/port.ts';
import { Cancelled } from '../../src/runner/clock.ts';
import { scenarioOf } from '../support/memory-sandbox.ts';
import { memoryScene, TOKEN } from '../support/memory-scene.ts';
import { sandboxOn } from '../support/sandbox-scene.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

const MINUTE = 60_000;
const CREATE_MS = 20_000;
const RUN_MS = 5 * MINUTE;
const INPUTS = { org_id: '', repo: 'octo/widgets', report: 'false' };

const isCreate = ({ method, url }: Pick<HttpRequest, 'method' | 'url'>): boolean =>
  method === 'POST' && /\/(?:sessions|v1\/agents)$/.test(url);

interface Played {
  readonly counts: unknown;
  /** Creates that were on their way at once. */
  readonly most: number;
  readonly refused: number;
  /** Numbers of the tasks, in the order of their creates. */
  readonly order: readonly string[];
  /** What the job log said of how far the runs are. */
  readonly progress: readonly string[];
  readonly ms: number;
  /** Why tasks were not started. */
  readonly skipped: readonly string[];
}

/** A step with six tasks at a service whose creates take a while. @param cap on runs at work */
async function play(
  inputs: Readonly<Record<string, string>> & { readonly service: 'cursor' | 'devin' },
  {
    cap = Infinity,
    refusal,
    quota = Infinity,
  }: { readonly cap?: number; readonly refusal?: object; readonly quota?: number } = {},
): Promise<Played> {
  const clock = new VirtualClock();
  const scenario = scenarioOf([{ steps: [{ at: RUN_MS, status: 'COMPLETE', result: 'Done.' }] }]);
  const sandbox = sandboxOn(clock, { service: inputs.service, choose: () => scenario });
  const [created, order] = [[] as number[], [] as string[]];
  const tally = { open: 0, most: 0, refused: 0 };
  const scene = memoryScene({
    clock,
    inputs: {
      ...INPUTS,
      idempotency: 'on',
      tasks: JSON.stringify(
        Array.from({ length: 6 }, (_, index) => ({ key: `k${index}`, prompt: `Task ${index}.` })),
      ),
      ...inputs,
    },
    answer: (request) => {
      if (!isCreate(request)) {
        return { delayMs: 50, ...sandbox.answer(request) };
      }
      if (refusal !== undefined) {
        tally.refused += 1;
        return { status: 400, body: refusal };
      }
      if (created.filter((at) => clock.now() - at < RUN_MS).length >= cap) {
        tally.refused += 1;
        return { status: 429, body: { status: 429, detail: 'Too many concurrent sessions.' } };
      }
      if (created.length >= quota) {
        tally.refused += 1;
        return { status: 429, headers: { 'retry-after': '86400' }, body: { detail: 'Enough.' } };
      }
      created.push(clock.now());
      order.push(/Task (\d)/.exec(request.body ?? '')?.[1] ?? '');
      tally.open += 1;
      tally.most = Math.max(tally.most, tally.open);
      clock.after(CREATE_MS, () => void (tally.open -= 1));
      return { ...sandbox.answer(request), delayMs: CREATE_MS };
    },
  });
  await main(scene.ports);
  const { most, refused } = tally;
  const counts: unknown = JSON.parse(scene.host.outputs['counts'] ?? '{}');
  const progress = scene.host.lines.filter((line) => line.includes(' so far'));
  const rows = JSON.parse(scene.host.outputs['runs'] ?? '[]') as Readonly<Record<string, string>>[];
  const skipped = rows
    .filter(({ outcome }) => outcome === 'skipped')
    .map(({ error_message: message = '' }) => message);
  return { counts, most, refused, order, progress, ms: clock.now(), skipped };
}

it.each([
  [{ service: 'devin', org_id: 'org-5a4db0c1' }, 1],
  [{ service: 'cursor' }, 4],
] as const)('%j: %d', async (inputs, most) => {
  expect(await play(inputs)).toMatchObject({ counts: { succeeded: 6 }, most, refused: 0 });
});

it('a spent quota stops the creating, whatever status tells of it', async () => {
  const refusal = { error: { code: 'usage_limit_exceeded', message: 'Less than $2 are left.' } };
  const { counts, refused } = await play({ service: 'cursor' }, { refusal });
  expect(counts).toEqual({ error: 2, skipped: 4 });
  expect(refused).toBe(2);
});

it('a create that a cap refuses is waited out while others end, and none passes it', async () => {
  const { counts, refused, order } = await play(
    { service: 'devin', org_id: 'org-5a4db0c1' },
    { cap: 2 },
  );
  expect(counts).toEqual({ succeeded: 6 });
  expect(refused).toBeGreaterThan(0);
  expect(order.join('')).toBe('012345');
});

it('the time of a run counts from its own creation, not from the creates that were refused before', async () => {
  const inputs = { service: 'devin', org_id: 'org-5a4db0c1', timeout_minutes: '8' } as const;
  const played = await play(inputs, { cap: 2 });
  expect(played.refused).toBeGreaterThan(0);
  expect(played.counts).toEqual({ succeeded: 6 });
});

it('a run that does not end within its own time is timed out then', async () => {
  const inputs = { service: 'devin', org_id: 'org-5a4db0c1', timeout_minutes: '4' } as const;
  const { counts, ms } = await play(inputs, { cap: 6 });
  expect(counts).toEqual({ timed_out: 6 });
  // Six creates, one after the other.
  expect(ms).toBeLessThan(4 * MINUTE + 7 * CREATE_MS);
});

it.each([{ service: 'devin', org_id: 'org-5a4db0c1' }, { service: 'cursor' }] as const)(
  'a quota that is spent for longer than the timeout is not waited out by one after the other: %j',
  async (inputs) => {
    const { counts, ms, skipped } = await play({ ...inputs, timeout_minutes: '10' }, { quota: 2 });
    expect(counts).toEqual({ succeeded: 2, error: 1, skipped: 3 });
    expect(ms).toBeLessThan(25 * MINUTE);
    for (const message of skipped) {
      expect(message).toMatch(/^Not started: the service takes no more runs for 23h/);
    }
  },
);

it.each([{ service: 'devin', org_id: 'org-5a4db0c1' }, { service: 'cursor' }] as const)(
  'the job log says how long the creates that were refused wait: %j',
  async (inputs) => {
    const { progress } = await play(inputs, { cap: 2 });
    // Both places are taken by then, and neither is free yet.
    const refusing = progress.filter((line) => /^ +[1-4]m /.test(line));
    expect(refusing.length).toBeGreaterThan(5);
    for (const line of refusing) {
      expect(line).toMatch(/4 wait for the creation limit(?:, next in \d|$)/);
    }
  },
);

it('the job log names the limit that holds the only place, where nothing runs', async () => {
  const inputs = { service: 'devin', org_id: 'org-5a4db0c1', max_parallel: '1' } as const;
  const { progress } = await play({ ...inputs, timeout_minutes: '5' }, { cap: 0 });
  const waiting = progress.filter((line) => / 0 running/.test(line));
  expect(waiting.length).toBeGreaterThan(1);
  for (const line of waiting) {
    expect(line).toMatch(/ waits? for the creation limit/);
  }
});

it('a create that may have been carried out is sent again under its key also after a failure', async () => {
  const clock = new VirtualClock();
  const endsAs = (status: string) => scenarioOf([{ steps: [{ at: 20_000, status }] }]);
  const sandbox = sandboxOn(clock, {
    service: 'cursor',
    choose: (_, prompt) => endsAs(prompt.includes('Fail') ? 'FAILED' : 'COMPLETE'),
  });
  let isLost = false;
  const tasks = [
    { key: 'lost', prompt: 'Do it.' },
    { key: 'fails', prompt: 'Fail.' },
  ];
  const scene = memoryScene({
    clock,
    inputs: {
      ...INPUTS,
      service: 'cursor',
      fail_fast: 'true',
      tasks: JSON.stringify(tasks),
    },
    answer: (request) => {
      if (isCreate(request) && !isLost) {
        isLost = true;
        return { status: 500, body: {} };
      }
      return { delayMs: 50, ...sandbox.answer(request) };
    },
  });
  await main(scene.ports);
  expect(scene.host.outputs).toMatchObject({ counts: '{"failed":1,"succeeded":1}' });
  expect(sandbox.store.all()).toHaveLength(2);
});

it('follow-ups to agents at work, which are no creates, hold up no other task', async () => {
  const clock = new VirtualClock();
  const first = (prompt: string) => (prompt.startsWith('Long') ? 10 * MINUTE : 5_000);
  const sandbox = sandboxOn(clock, {
    service: 'cursor',
    choose: (_, prompt) =>
      scenarioOf([
        { steps: [{ at: first(prompt), status: 'COMPLETE', result: 'Done.' }] },
        { steps: [{ at: 5_000, status: 'COMPLETE', result: 'Again.' }] },
      ]),
  });
  const url = 'https://api.cursor.com/v1/agents';
  const agents = ['Long 1.', 'Long 2.', 'Short 3.', 'Short 4.'].map((text) => {
    const body = JSON.stringify({ prompt: { text }, repos: [{ url: 'octo/widgets' }] });
    const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
    const answer = sandbox.answer({ method: 'POST', url, headers, body });
    return (answer.body as { readonly agent: { readonly id: string } }).agent.id;
  });
  await clock.sleep(MINUTE);
  const sent: string[] = [];
  const tasks = agents.map((id, nth) => ({ key: `k${nth}`, agent_run_id: id, prompt: 'Go on.' }));
  const scene = memoryScene({
    clock,
    inputs: { ...INPUTS, service: 'cursor', base_url: '', tasks: JSON.stringify(tasks) },
    answer: (request) => {
      if (request.method === 'POST' && clock.elapsed < 5 * MINUTE) {
        sent.push(request.url);
      }
      return { delayMs: 50, ...sandbox.answer(request) };
    },
  });
  await main(scene.ports);
  expect(scene.host.outputs).toMatchObject({ counts: '{"succeeded":4}' });
  // Those to agents at work are refused, and sent again.
  expect(new Set(sent)).toEqual(new Set(agents.map((id) => `${url}/${id}/runs`)));
});

it.each(['30', '31', '60'])(
  'in a matrix of %s jobs a task looks its repository up under the share that its create needs too',
  async (siblings) => {
    const clock = new VirtualClock();
    const scenario = scenarioOf([{ steps: [{ at: MINUTE, status: 'COMPLETE', result: 'Done.' }] }]);
    const sandbox = sandboxOn(clock, { service: 'agent-run', choose: () => scenario });
    const sentAt: number[] = [];
    const tasks = ['a', 'b'].map((key) => ({ key, prompt: `Task ${key}.` }));
    const inputs = { repo: 'octo/shop', report: 'false', siblings, sibling_index: '0' };
    const scene = memoryScene({
      clock,
      inputs: { ...inputs, tasks: JSON.stringify(tasks) },
      answer: (request) => {
        sentAt.push(clock.elapsed);
        return { delayMs: 50, ...sandbox.answer(request) };
      },
    });
    await main(scene.ports);
    expect(scene.host.outputs).toMatchObject({ counts: '{"succeeded":2}' });
    const share = Math.floor(60 / Number(siblings));
    for (const [index, at] of sentAt.entries()) {
      expect(at - (sentAt[index - share] ?? -Infinity)).toBeGreaterThanOrEqual(MINUTE);
    }
  },
);

/** A new run beside two that are followed: one is refused for 30 seconds, one is not there. */
async function heldUp({ inputs = {}, signalAfterMs = Infinity } = {}) {
  const clock = new VirtualClock();
  const scenario = scenarioOf([{ steps: [{ at: 5_000, status: 'COMPLETE', result: 'Done.' }] }]);
  const sandbox = sandboxOn(clock, { service: 'jules', choose: () => scenario });
  const created: number[] = [];
  let isRefused = false;
  const tasks = [
    { key: 'refused', agent_run_id: '1111111111' },
    { key: 'gone', agent_run_id: '2222222222' },
    { key: 'new', prompt: 'Do it.' },
  ];
  const scene = memoryScene({
    clock,
    inputs: {
      org_id: '',
      prompt: '',
      repo: 'octo/widgets',
      report: 'false',
      service: 'jules',
      tasks: JSON.stringify(tasks),
      ...inputs,
    },
    answer: (request) => {
      if (isCreate(request)) {
        created.push(clock.elapsed);
      }
      if (request.url.endsWith('/sessions/1111111111') && !isRefused) {
        isRefused = true;
        return { status: 429, headers: { 'retry-after': '30' }, body: {}, delayMs: 500 };
      }
      const delayMs = request.url.endsWith('/sessions/2222222222') ? 5_000 : 1_000;
      return { ...sandbox.answer(request), delayMs };
    },
  });
  if (signalAfterMs < Infinity) {
    clock.after(signalAfterMs, () => scene.stop.abort(new Cancelled('SIGINT')));
  }
  await main(scene.ports);
  const rows = scene.files.linesOf(scene.host.outputs['runs_file'] ?? '');
  const row = JSON.parse(rows.at(-1) ?? '') as Readonly<Record<string, unknown>>;
  return { created, row };
}

describe('a create that is held up by the refusal of another request, while it reads before it', () => {
  it('waits as long as that asks', async () => {
    const { created, row } = await heldUp();
    expect(created).toHaveLength(1);
    expect(created[0]).toBeGreaterThanOrEqual(30_000);
    expect(row).toMatchObject({ key: 'new', outcome: 'succeeded' });
  });

  it.each([
    ['after a failure with `fail_fast`', { inputs: { fail_fast: 'true' } }, '`fail_fast` is set'],
    ['after a signal', { signalAfterMs: 10_000 }, 'cancelled before this task was started'],
  ])('is not sent %s', async (...[, setting, why]) => {
    const { created, row } = await heldUp(setting);
    expect(created).toEqual([]);
    const message: unknown = expect.stringContaining(why);
    expect(row).toMatchObject({ key: 'new', outcome: 'skipped', error_message: message });
  });
});
