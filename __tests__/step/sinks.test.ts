/**
 * What each reporter receives of each event (contract 1.2: ID and address as soon as they are
 * known).
 */
import { describe, expect, it } from '@jest/globals';
import { createContext } from '../../src/context.ts';
import { parseInputs } from '../../src/inputs/parse.ts';
import { temporaryFile } from '../../src/report/step-files.ts';
import { tellingOfRun } from '../../src/report/telling.ts';
import { rawEntry, toEntry } from '../../src/agents/agent-run/log/entry.ts';
import type { RunEvent } from '../../src/run/events.ts';
import { Sinks } from '../../src/step/finish.ts';
import type { Thread } from '../../src/thread/thread.ts';
import { entry, RUN_ID, WEB_URL } from '../support/memory-client.ts';
import { INPUTS, memoryScene } from '../support/memory-scene.ts';

function setUp(given: Readonly<Record<string, string>> = {}, left: readonly string[] = []) {
  const scene = memoryScene();
  const { files } = scene;
  for (const path of left) {
    files.write(path, 'of an earlier step');
  }
  const all: Readonly<Record<string, string>> = { ...INPUTS, ...given };
  const env = { RUNNER_TEMP: '/temp', GITHUB_WORKSPACE: '/workspace' };
  const { inputs } = parseInputs({ input: (name) => all[name] ?? '', env, files });
  const context = createContext({ ...scene.ports, env });
  const { step } = context;
  const sinks = new Sinks(context);
  sinks.open('step');
  sinks.open('run');
  let updates = 0;
  const thread = { update: () => (updates += 1) } as unknown as Thread;
  sinks.useThread(thread);
  context.written.set('web_url', '');
  sinks.begin({ inputs, prompt: null, telling: tellingOfRun(step, null) });
  const finish = () => sinks.finish({ inputs: { ...inputs, report: 'none' } });
  return { ...scene, step, finish, updates: () => updates };
}

const started = {
  type: 'started',
  mode: 'created',
  runId: RUN_ID,
  webUrl: null,
  status: null,
} as const;
const event = (second: number): RunEvent => ({
  type: 'entry',
  entry: toEntry(rawEntry(entry(second)), second),
});

describe('the sinks of a run', () => {
  it('announce ID and address immediately, each once', () => {
    const { step, host } = setUp();
    step.dispatch(started);
    expect(host.outputs).toEqual({ agent_run_id: '77' });
    expect(host.saved).toMatchObject({ phase: 'running', runId: '77' });
    step.dispatch({ type: 'status', runId: RUN_ID, webUrl: WEB_URL, status: 'ACTIVE' });
    step.dispatch({ type: 'status', runId: RUN_ID, webUrl: WEB_URL, status: 'DONE' });
    expect(host.outputOrder).toEqual(['agent_run_id', 'web_url']);
    expect(host.saved['webUrl']).toBe(WEB_URL);
  });

  it('keep the run of a schema repair as the known one, whether or not it is sent', () => {
    const { step, host } = setUp();
    step.dispatch(started);
    for (const type of ['sending', 'unsent'] as const) {
      step.dispatch({ type, runId: RUN_ID });
    }
    expect(host.saved).toMatchObject({ phase: 'running', runId: '77' });
  });

  it('write to logs_file', () => {
    const { step, files } = setUp({ logs_file: 'log.jsonl' });
    step.dispatch(started);
    step.dispatch(event(1));
    expect(step.state.logsFile).toBe('/workspace/log.jsonl');
    expect(files.paths()).toEqual(['/workspace/log.jsonl']);
  });

  it.each([
    [[], '/temp/agent-run-77'],
    [['/temp/agent-run-77.jsonl'], '/temp/agent-run-77-2'],
    [['/temp/agent-run-77-result.txt'], '/temp/agent-run-77-2'],
    [['/temp/agent-run-77.html', '/temp/agent-run-77-2.jsonl'], '/temp/agent-run-77-3'],
    [['/temp/agent-run-7.jsonl'], '/temp/agent-run-77'],
  ])('do not overwrite files of earlier steps: with %j the names begin with %s', (left, stem) => {
    const { step, files, host } = setUp({}, left);
    step.dispatch(started);
    step.dispatch(event(1));
    step.dispatch({ ...started, mode: 'resumed', again: 'repair' });
    step.dispatch(event(2));
    expect(step.state.logsFile).toBe(`${stem}.jsonl`);
    expect(host.saved['fileStem']).toBe(stem);
    for (const path of left) {
      expect(files.readText(path)).toBe('of an earlier step');
    }
  });

  it('write no file if the step does not wait', async () => {
    const { finish, files, step } = setUp({ wait: 'false' });
    step.dispatch(started);
    await finish();
    expect([files.paths(), step.state.logsFile]).toEqual([[], null]);
  });

  it.each([
    ['opened', 1, 'cannot be written'],
    ['written to its end', 3, 'could not be written to its end'],
  ])('do not lose the run if the file cannot be %s, and warn once', (...[, strike, words]) => {
    const { files, step, host } = setUp();
    let writes = 0;
    files.guard = () => {
      writes += 1;
      if (writes >= strike) {
        throw new Error('ENOSPC');
      }
    };
    step.dispatch(started);
    for (const second of [1, 2, 3]) {
      step.dispatch(event(second));
    }
    expect(step.view().totalLogs).toBe(3);
    expect(host.messages('warning')).toEqual([expect.stringContaining(words)]);
  });

  it('record warnings, and keep the comment up to date with each entry and while waiting', () => {
    const { step, updates } = setUp();
    step.dispatch(started);
    step.dispatch({ type: 'warning', message: 'Careful.' });
    step.dispatch(event(1));
    expect(updates()).toBe(2);
    step.dispatch({ type: 'waiting', waitMs: 5_000 });
    step.dispatch({ type: 'throttled', waitMs: 5_000 });
    step.dispatch({ type: 'outage', message: 'Down.', waitMs: 5_000 });
    expect(updates()).toBe(3);
    expect(step.view().warnings).toEqual(['Careful.']);
  });
});

it('put files of the step into RUNNER_TEMP', () => {
  expect(temporaryFile({ RUNNER_TEMP: '/temp' }, 'x')).toBe('/temp/x');
  expect(temporaryFile({}, 'x')).toBe('x');
});
