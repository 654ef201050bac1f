/** What each run of a fleet keeps of a single one, from outside: repair, exactly one run, following (contract 4.8, 4.9, 8, 13). */
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { ScenarioSource } from '../../sandbox/scenario.ts';
import type { Sandbox, SandboxOptions } from '../../sandbox/server.ts';
import { named, outcomes, posts, runFleet, runsOf, serveFleet, short } from '../support/fleet.ts';
import { jsonLines, signalWhen } from '../support/run-action.ts';

let sandbox: Sandbox;
afterEach(() => sandbox.close());

async function serve(options: SandboxOptions): Promise<void> {
  sandbox = await serveFleet(options);
}

const METADATA = { idempotency: 'metadata' };
const sentTo = (): readonly string[] => posts(sandbox).map(({ path }) => path.replace(/^.*\/agent\//, ''));
const attempt = (number: number) => ({ GITHUB_RUN_ATTEMPT: String(number) });

describe('output_schema', () => {
  const SCHEMA = JSON.stringify({ type: 'object', required: ['pass'], properties: { pass: { type: 'boolean' } } });
  const [right, wrong] = [short('COMPLETE', 200, '{"pass":true}'), short('COMPLETE', 200, '{"pass":"yes"}')];
  const repaired: ScenarioSource = { description: 'repaired', turns: [...wrong.turns, ...right.turns] };

  it('is checked in each run, and repaired once if needed', async () => {
    await serve({ scenarios: [right, repaired, { ...wrong, turns: [...wrong.turns, ...wrong.turns] }] });
    const inputs = { output_schema: SCHEMA, max_parallel: '1' };
    const { outputs } = await runFleet(sandbox, named('right', 'repaired', 'wrong'), { inputs });
    expect(outcomes({ outputs })).toEqual({ right: 'succeeded', repaired: 'succeeded', wrong: 'error' });
    expect(sentTo()).toEqual(['run', 'run', 'run/resume', 'run', 'run/resume']);
    expect(outputs).toMatchObject({ outcome: 'error', error_code: 'schema_mismatch' });
    const lines = jsonLines(outputs['runs_file']) as Record<string, string>[];
    expect(lines.map((line) => line['result_json'])).toEqual(['{"pass":true}', '{"pass":true}', undefined]);
    // Both turns of the repaired run: two entries each, and the follow-up's echo.
    expect(jsonLines(lines[1]?.['logs_file'])).toHaveLength(5);
    expect(readFileSync(lines[2]?.['result_file'] ?? '', 'utf8')).toBe('{"pass":"yes"}');
  });
});

describe('idempotency: metadata', () => {
  it('adopts each run whose create lost its response, by the key of its task', async () => {
    await serve({
      scenario: short('COMPLETE'),
      faults: [
        { on: 'create', nth: 1, do: 'reset-after' },
        { on: 'create', nth: 3, do: { status: 500, after: true } },
      ],
    });
    const step = await runFleet(sandbox, named('a', 'b', 'c'), { inputs: METADATA });
    expect(outcomes(step)).toEqual({ a: 'succeeded', b: 'succeeded', c: 'succeeded' });
    expect(sentTo()).toEqual(['run', 'run', 'run']);
    expect(new Set(runsOf(step).map((run) => run.agent_run_id))).toEqual(new Set([1001, 1002, 1003]));
    expect(step.stdout).not.toMatch(/^::(warning|error)/m);
  });

  it('lets the re-run of a killed fleet attach to all of its runs, reading the list once', async () => {
    await serve({ scenario: short('COMPLETE', 4_000), faults: [{ on: 'create', nth: 2, do: 'stall-headers' }] });
    const signal = signalWhen('SIGKILL', () => sandbox.runs().length === 3);
    await runFleet(sandbox, named('a', 'b', 'c'), { inputs: METADATA, env: attempt(1), ...signal });
    const before = sandbox.requests.length;
    const again = { inputs: { ...METADATA, max_parallel: '3' }, env: attempt(2) };
    const step = await runFleet(sandbox, named('a', 'b', 'c', 'd'), again);
    expect(outcomes(step)).toEqual({ a: 'succeeded', b: 'succeeded', c: 'succeeded', d: 'succeeded' });
    // Only the task that the first attempt did not come to is sent.
    expect(sentTo()).toEqual(['run', 'run', 'run', 'run']);
    expect(runsOf(step)[3]?.agent_run_id).toBe(1004);
    // One reading for all keys and one for the first status; the next status is asked about ten seconds later.
    const readings = sandbox.requests.slice(before).filter(({ path }) => path.endsWith('/agent/runs'));
    const start = readings[0]?.at ?? NaN;
    expect(readings.filter(({ at }) => at - start < 5_000).length).toBeLessThanOrEqual(2);
  });
});

it('creates, resumes and follows as each task says', async () => {
  await serve({ scenario: short('COMPLETE') });
  const followed = sandbox.seedRun({ elapsedMs: 60_000 });
  const resumed = sandbox.seedRun({ elapsedMs: 60_000 });
  const tasks = [
    { key: 'new', prompt: 'Start.' },
    { key: 'more', agent_run_id: resumed.id, prompt: 'Go on.' },
    { key: 'only', agent_run_id: followed.id },
  ];
  const step = await runFleet(sandbox, tasks, { inputs: { prompt: 'Not for the last one.' } });
  expect(outcomes(step)).toEqual({ new: 'succeeded', more: 'succeeded', only: 'succeeded' });
  expect([...sentTo()].sort()).toEqual(['run', 'run/resume']);
  expect(step.outputs['resumed']).toBe('true');
  expect(
    posts(sandbox)
      .map(({ body }) => (JSON.parse(body) as { prompt: string }).prompt)
      .sort(),
  ).toEqual(['Go on.', 'Start.']);
  const lines = jsonLines(step.outputs['runs_file']) as Record<string, string>[];
  // A run that is only followed has its whole log; a resumed one that of the turn.
  expect(lines.map((line) => jsonLines(line['logs_file']).length)).toEqual([2, 3, 2]);
});
