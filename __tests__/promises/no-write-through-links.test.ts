/**
 * No file is written or read through a link that leads out, into `.git` or into the runner's own
 * files (contract 1.1 `logs_file`): links made before the step and during it.
 *
 * Shown red by: opening files without O_NOFOLLOW.
 */
import { mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { entry, finalAnswer, inputsFor, serveRun, type FakeRun } from '../support/fake-run.ts';
import { jsonLines, runAction, type ActionRun } from '../support/run-action.ts';
import type { ScriptedService } from '../support/scripted-service.ts';

let service: ScriptedService | undefined;
afterEach(() => service?.close());

interface Act {
  readonly logsFile: string;
  /** Called with the workspace before the step starts. */
  readonly before?: (workspace: string) => void;
  /** Called with the workspace once the first entry has been printed. */
  readonly during?: (workspace: string, temp: string) => void;
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * A run whose log goes on once `seen` is resolved. Two entries are there before: one alone shows no
 * order, so it is not printed yet.
 */
const waiting = (seen: Promise<unknown>): FakeRun => ({
  entries: [entry(0), entry(1), finalAnswer(2, 'Done.')],
  moments: [
    { status: 'ACTIVE', entries: 2 },
    { status: 'COMPLETE', entries: 3, result: 'Done.' },
  ],
  answer: async (call, _, nth) => {
    if (call === 'GET logs' && nth === 2) {
      await seen;
    }
    return undefined;
  },
});

async function act({ logsFile, before, during, env = {} }: Act): Promise<ActionRun> {
  const seen = Promise.withResolvers<unknown>();
  if (during === undefined) {
    seen.resolve(null);
  }
  service = await serveRun(waiting(seen.promise));
  let done = false;
  const run = await runAction({
    inputs: inputsFor(service, { logs_file: logsFile, logs: 'full' }),
    env,
    files: { '.git/config': '[core]\n', 'other.txt': 'kept' },
    ...(before !== undefined && { prepare: before }),
    onOutput: (_, stdout, { workspace, temp }) => {
      if (done || during === undefined || !stdout.includes('step 0')) {
        return;
      }
      done = true;
      during(workspace, temp);
      seen.resolve(null);
    },
  });
  expect(done).toBe(during !== undefined);
  return run;
}

/**
 * In one step: between the removal of a file and a new link, the running action may write the file
 * again.
 */
function replaceByLink(path: string, target: string): void {
  symlinkSync(target, `${path}.link`);
  renameSync(`${path}.link`, path);
}

const config = ({ workspace }: ActionRun): string =>
  readFileSync(join(workspace, '.git/config'), 'utf8');

describe('logs_file', () => {
  it.each([
    ['.git/config', 'leads into .git'],
    ['.GIT/log', 'leads into .git'],
    ['to-git/config', 'leads into .git'],
    ['config-link', 'leads into .git'],
    ['sub/.git/hooks/post-checkout', 'leads into .git'],
  ])('%s is rejected', async (logsFile, why) => {
    const run = await act({
      logsFile,
      before: (workspace) => {
        symlinkSync(join(workspace, '.git'), join(workspace, 'to-git'));
        symlinkSync(join(workspace, '.git/config'), join(workspace, 'config-link'));
      },
    });
    expect(run.outputs).toMatchObject({ outcome: 'error', error_code: 'invalid_input' });
    expect(run.outputs['error_message']).toContain(why);
    expect(config(run)).toBe('[core]\n');
  });

  it.each(['event.json', 'output', 'state', 'summary', 'env', 'path'])(
    "the runner's own %s is rejected",
    async (name) => {
      const run = await act({
        logsFile: 'own',
        before: (workspace) => symlinkSync(join(workspace, '..', name), join(workspace, 'own')),
      });
      expect(run.outputs).toMatchObject({ outcome: 'error', error_code: 'invalid_input' });
    },
  );

  it("a folder of the runner's in RUNNER_TEMP is rejected", async () => {
    for (const name of ['_runner_file_commands', '_github_workflow']) {
      const run = await act({
        logsFile: `temp-link/${name}/x`,
        before: (workspace) => {
          symlinkSync(join(workspace, '../temp'), join(workspace, 'temp-link'));
          mkdirSync(join(workspace, '../temp', name));
        },
      });
      expect(run.outputs['error_message']).toContain("one of the runner's own files");
      await service?.close();
    }
  });

  it('replaces a file completely', async () => {
    const run = await act({ logsFile: 'other.txt' });
    expect(run.outputs['outcome']).toBe('succeeded');
    expect(jsonLines(run.outputs['logs_file'])).toHaveLength(3);
  });
});

describe('a link created while the step runs is not followed', () => {
  it('instead of the log file', async () => {
    const run = await act({
      logsFile: 'log.jsonl',
      during: (workspace) => {
        replaceByLink(join(workspace, 'log.jsonl'), join(workspace, '.git/config'));
      },
    });
    expect(config(run)).toBe('[core]\n');
    expect(run.outputs['outcome']).toBe('succeeded');
    expect(run.stdout).toMatch(/^::warning[^\n]*could not be written/m);
  });

  it('instead of its folder', async () => {
    const run = await act({
      logsFile: 'logs/config',
      during: (workspace) => {
        renameSync(join(workspace, 'logs'), join(workspace, 'gone'));
        symlinkSync(join(workspace, '.git'), join(workspace, 'logs'));
      },
    });
    expect(config(run)).toBe('[core]\n');
    expect(run.outputs['outcome']).toBe('succeeded');
  });

  it('instead of the result and the report', async () => {
    const run = await act({
      logsFile: 'log.jsonl',
      during: (workspace, temp) => {
        for (const name of ['agent-run-77-result.txt', 'agent-run-77.html']) {
          symlinkSync(join(workspace, '.git/config'), join(temp, name));
        }
        writeFileSync(join(workspace, 'seen'), '');
      },
    });
    expect(config(run)).toBe('[core]\n');
    expect(run.outputs['outcome']).toBe('succeeded');
  });
});

describe('prompt_file', () => {
  it.each([
    [
      'a link into .git',
      (workspace: string) => symlinkSync(join(workspace, '.git/config'), join(workspace, 'task')),
    ],
    [
      'a link to the event',
      (workspace: string) => symlinkSync(join(workspace, '../event.json'), join(workspace, 'task')),
    ],
  ])('%s is rejected', async (_, before) => {
    service = await serveRun({ entries: [], moments: [{ status: 'COMPLETE', entries: 0 }] });
    const run = await runAction({
      inputs: { ...inputsFor(service), prompt: '', prompt_file: 'task' },
      files: { '.git/config': '[core]\n' },
      prepare: before,
    });
    expect(run.outputs).toMatchObject({ outcome: 'error', error_code: 'invalid_input' });
    expect(service.requests).toEqual([]);
  });
});

describe('every other file that is read', () => {
  const SECRET = '{"type":"object","token":"of-the-checkout"}';
  it.each([
    ['output_schema', 'given.json', {}],
    ['tasks', 'given.json', { prompt: '' }],
    ['images', 'given.png', {}],
    ['images', '*.png', {}],
  ])('%s: %s, a link into .git or to the event, is rejected', async (name, given, more) => {
    service = await serveRun({ entries: [], moments: [{ status: 'COMPLETE', entries: 0 }] });
    for (const target of ['.git/config', '../event.json']) {
      const run = await runAction({
        inputs: { ...inputsFor(service), ...more, [name]: given },
        files: { '.git/config': SECRET },
        prepare: (workspace) => {
          for (const link of ['given.json', 'given.png']) {
            symlinkSync(join(workspace, target), join(workspace, link));
          }
        },
      });
      expect(run.outputs).toMatchObject({ outcome: 'error', error_code: 'invalid_input' });
      expect(run.outputs['error_message']).toMatch(
        new RegExp(`\`${name}\`[^]*(?:leads into \\.git|leads out of|runner's own)`),
      );
      expect(JSON.stringify([run.stdout, run.outputs])).not.toContain('of-the-checkout');
    }
    expect(service.requests).toEqual([]);
  });
});

describe('every other file that is written', () => {
  const OWN = [
    'agent-run-77.jsonl',
    'agent-run-77-result.txt',
    'agent-run-77.html',
    'agent-run-77-otlp.jsonl',
  ];
  const DONE = {
    entries: [finalAnswer(0, 'Done.')],
    moments: [{ status: 'COMPLETE', result: 'Done.' }],
  };

  it.each(['workspace/.git/config', 'event.json', 'output'])(
    'does not go through links made before it to %s',
    async (target) => {
      service = await serveRun(DONE);
      let before = '';
      const run = await runAction({
        inputs: inputsFor(service, { otlp: 'true' }),
        files: { '.git/config': '[core]\n' },
        prepare: (workspace) => {
          const job = join(workspace, '..');
          before = readFileSync(join(job, target), 'utf8');
          for (const name of OWN) {
            symlinkSync(join(job, target), join(job, 'temp', name));
          }
        },
      });
      expect(run.outputs['outcome']).toBe('succeeded');
      const after = readFileSync(join(run.workspace, '..', target), 'utf8');
      if (target === 'output') {
        expect(after).not.toMatch(/^(?:<!doctype|\{"agent_run_id"|\{"resourceSpans)/m);
      } else {
        expect(after).toBe(before);
      }
    },
  );

  it('does not follow links created while the step runs', async () => {
    const seen = Promise.withResolvers<unknown>();
    service = await serveRun(waiting(seen.promise));
    let done = false;
    const run = await runAction({
      inputs: inputsFor(service, { otlp: 'true', logs: 'full' }),
      files: { '.git/config': '[core]\n' },
      onOutput: (_, stdout, { workspace, temp }) => {
        if (done || !stdout.includes('step 0')) {
          return;
        }
        done = true;
        for (const name of OWN) {
          replaceByLink(join(temp, name), join(workspace, '.git/config'));
        }
        seen.resolve(null);
      },
    });
    expect(done).toBe(true);
    expect(config(run)).toBe('[core]\n');
    expect(run.outputs['outcome']).toBe('succeeded');
  });

  it('does not follow links in the files of a fleet', async () => {
    service = await serveRun(DONE);
    const run = await runAction({
      inputs: inputsFor(service, { tasks: '[{"key":"a"}]', otlp: 'true' }),
      files: { '.git/config': '[core]\n' },
      prepare: (workspace) => {
        for (const name of OWN) {
          symlinkSync(join(workspace, '.git/config'), join(workspace, '../temp', name));
        }
      },
    });
    expect(config(run)).toBe('[core]\n');
    expect(run.outputs['outcome']).toBe('succeeded');
  });
});

describe('base_url', () => {
  it('is only read from the input, whatever an earlier step has put into the environment', async () => {
    const elsewhere = await serveRun({ entries: [], moments: [{ status: 'COMPLETE' }] });
    service = await serveRun({
      entries: [finalAnswer(0)],
      moments: [{ status: 'COMPLETE', result: 'ok' }],
    });
    const NAMES = [
      'BASE_URL',
      'AGENT_RUN_BASE_URL',
      'CODEGEN_BASE_URL',
      'AGENT_BASE_URL',
      'API_BASE_URL',
      'base_url',
    ];
    const env = Object.fromEntries(NAMES.map((name) => [name, elsewhere.url]));
    const given = await runAction({ inputs: inputsFor(service), env });
    const missing = await runAction({ inputs: { ...inputsFor(service), base_url: '' }, env });
    await elsewhere.close();
    expect(given.outputs['outcome']).toBe('succeeded');
    expect(missing.outputs).toMatchObject({ outcome: 'error', error_code: 'invalid_input' });
    expect(elsewhere.requests).toEqual([]);
  });
});
