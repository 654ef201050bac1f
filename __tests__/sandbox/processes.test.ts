/** The command line and the action's entry, as processes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { BUILT_IN } from '../../sandbox/library.ts';
import { COMPILED, runAction, type ActionRun } from '../support/run-action.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const base = mkdtempSync(join(tmpdir(), 'sandbox-processes-'));

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Options {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Called with all output so far, whenever there is more. */
  readonly onOutput?: (stdout: string, stop: (signal: NodeJS.Signals) => void) => void;
}

function run(
  script: string,
  { args = [], env = {}, cwd = base, onOutput }: Options = {},
): Promise<Ended> {
  const options = { cwd, env: { PATH: process.env['PATH'], ...COMPILED, ...env } };
  const child = spawn(process.execPath, [join(ROOT, 'sandbox', script), ...args], options);
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
    onOutput?.(stdout, (signal) => child.kill(signal));
  });
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  return new Promise((done) => child.on('close', (code) => done({ code, stdout, stderr })));
}

function alive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const bearer = (token: string): Record<string, string> => ({
  authorization: `Bearer ${token}`,
  'content-type': 'application/json',
});

describe('the command line', () => {
  const pids: number[] = [];
  afterEach(() => {
    for (const pid of pids.splice(0)) {
      if (alive(pid)) {
        process.kill(pid, 'SIGKILL');
      }
    }
  });

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'prints its settings and serves until %s',
    async (signal) => {
      const seen: unknown[] = [];
      let asked = false;
      const ended = await run('cli.ts', {
        args: ['--scenario', 'failed', '--speed', '1e9', '--token', 'mine'],
        onOutput: (stdout, stop) => {
          const url = /INPUT_BASE_URL=(\S+)/.exec(stdout)?.[1];
          if (asked || url === undefined) {
            return;
          }
          asked = true;
          const address = `${url}/v1/organizations/1/agent/run`;
          const ask = async (): Promise<void> => {
            const { status } = await fetch(address, {
              method: 'POST',
              headers: bearer('mine'),
              body: '{"prompt":"x"}',
            });
            const page = (await (
              await fetch(`${address}/1001/logs`, { headers: bearer('mine') })
            ).json()) as {
              readonly status: string;
              readonly logs: readonly { readonly message_type: string }[];
            };
            seen.push(status, page.status, page.logs[0]?.message_type);
          };
          void ask().finally(() => stop(signal));
        },
      });
      expect(seen).toEqual([200, 'FAILED', 'PLAN_EVALUATION']);
      expect(ended.code).toBe(0);
      expect(ended.stdout).toMatch(
        /INPUT_TOKEN=mine\n.*INPUT_ORG_ID=1\n[\s\S]*curl -H 'Authorization: Bearer mine'/,
      );
      expect(ended.stderr).toMatch(
        /Z POST \/v1\/organizations\/1\/agent\/run 200\n.*Z GET .*\/logs 200\n/,
      );
    },
  );

  it("ends when npm's shell is gone", async () => {
    // Replaces the shell: prints the process ID of the command line, and shares its output with it.
    const between = `const { spawn } = require('node:child_process');
      console.log('pid=' + spawn(process.execPath, process.argv.slice(1), { stdio: 'inherit' }).pid);`;
    const shell = spawn(
      process.execPath,
      ['-e', between, join(ROOT, 'sandbox/cli.ts'), '--quiet'],
      {
        cwd: base,
        env: { PATH: process.env['PATH'], ...COMPILED, npm_lifecycle_event: 'sandbox' },
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    );
    let stdout = '';
    let url = '';
    shell.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
      url = /INPUT_BASE_URL=(\S+)\n/.exec(stdout)?.[1] ?? '';
      if (url === '' || pids.length > 0) {
        return;
      }
      pids.push(Number(/pid=(\d+)/.exec(stdout)?.[1]));
      shell.kill('SIGKILL');
    });
    // The output closes when both have ended.
    await once(shell.stdout, 'close');
    expect(url).not.toBe('');
    await expect(fetch(url)).rejects.toThrow('fetch failed');
  });

  it('lists and prints scenarios', async () => {
    const list = await run('cli.ts', { args: ['--list'] });
    expect(
      list.stdout
        .trim()
        .split('\n')
        .map((line) => line.split(' ')[0]),
    ).toEqual(Object.keys(BUILT_IN));
    const printed = await run('cli.ts', { args: ['--print', 'asks'] });
    expect(parse(printed.stdout)).toEqual(BUILT_IN['asks']);
    expect((await run('cli.ts', { args: ['--help'] })).stdout).toContain('--scenario NAME|FILE');
  });

  it.each([
    [['--speed', '0'], '--speed must be a positive number.'],
    [['--port', '70000'], '--port must be a port number'],
    [['--api', 'v2'], '--api must be one of published, spec.'],
    [['--logs', 'here'], '--logs must be one of both, spec, alpha, none.'],
    [['--service', 'x'], '--service must be one of agent-run, cursor'],
    [['--scenario', 'nope'], 'no scenario "nope"'],
    [['--print', 'nope'], 'no scenario "nope"'],
    [['--what'], "Unknown option '--what'"],
  ])('%j is refused', async (args, message) => {
    const { code, stdout, stderr } = await run('cli.ts', { args });
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(message)]);
  });
});

describe('the action', () => {
  const step = (inputs: Readonly<Record<string, string>>): Promise<ActionRun> =>
    runAction({ inputs, script: join(ROOT, 'sandbox/action.ts') });

  it.each([
    [{ speed: 'fast', port: '-1' }, ['`speed` must be', '`port` must be']],
    [
      { api: 'v2', logs: 'here', service: 'x' },
      [
        '`service` must be one of agent-run, cursor',
        '`api` must be one of published, spec',
        '`logs` must be one of both, spec, alpha',
      ],
    ],
    [{ scenario: 'nope' }, ['The sandbox did not start. no scenario "nope"']],
    [{ scenario: 'missing.yml' }, ['missing.yml cannot be read']],
  ])('%j fails the step and says why', async (inputs, messages) => {
    const { exitCode, stdout, outputs } = await step(inputs);
    expect([exitCode, outputs]).toEqual([1, {}]);
    expect(stdout).toMatch(/^::error::.*\n$/);
    for (const message of messages) {
      expect(stdout).toContain(message);
    }
  });
});
