/** Runs the bundle as a runner would, with a local service that responds immediately. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { listen } from '../__tests__/support/loopback.ts';

const ROOT = resolve(import.meta.dirname, '..');
const BUNDLE = join(ROOT, 'dist', 'index.js');

/** Serves requests with `answer`. `baseUrl` has no trailing slash. */
export async function serve(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<{ readonly baseUrl: string; readonly close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => answer(request, response));
  });
  const { host, close } = await listen(server);
  return { baseUrl: `http://${host}`, close };
}

export function sendJson(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Runs `use` with a temporary directory and removes it afterwards. */
export async function inTemporary<T>(use: (directory: string) => Promise<T>): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), 'agent-run-bench-'));
  try {
    return await use(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/**
 * Starts `dist/index.js` with the defaults of `action.yml` and these inputs. `node` contains
 * arguments for Node itself.
 */
export function startStep(
  inputs: Readonly<Record<string, string>>,
  options: { readonly directory: string; readonly node?: readonly string[] },
): ChildProcess {
  const { directory, node = [] } = options;
  const file = (name: string): string => {
    writeFileSync(join(directory, name), '');
    return join(directory, name);
  };
  const env: Record<string, string> = {
    PATH: process.env['PATH'] ?? '',
    GITHUB_WORKSPACE: directory,
    RUNNER_TEMP: directory,
    GITHUB_OUTPUT: file('output'),
    GITHUB_STATE: file('state'),
    GITHUB_ENV: file('env'),
    GITHUB_PATH: file('path'),
    GITHUB_STEP_SUMMARY: file('summary'),
    GITHUB_EVENT_NAME: 'workflow_dispatch',
    GITHUB_REPOSITORY: 'owner/name',
    GITHUB_WORKFLOW: 'bench',
    GITHUB_JOB: 'bench',
    GITHUB_RUN_ID: '1',
    GITHUB_ACTOR: 'bench',
  };
  const given = { token: 'bench-token', org_id: '1', prompt: 'bench', ...inputs };
  for (const [name, value] of Object.entries({ ...defaults(), ...given })) {
    env[`INPUT_${name.toUpperCase()}`] = value;
  }
  return spawn(process.execPath, [...node, BUNDLE], {
    cwd: directory,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** Defaults of the inputs. Expressions are left empty, because only a runner can evaluate them. */
function defaults(): Record<string, string> {
  const action = parse(readFileSync(join(ROOT, 'action.yml'), 'utf8')) as {
    readonly inputs: Readonly<Record<string, { readonly default?: string | number | boolean }>>;
  };
  return Object.fromEntries(
    Object.entries(action.inputs).map(([name, input]) => {
      const value = String(input.default ?? '');
      return [name, value.includes('${{') ? '' : value];
    }),
  );
}

export function exited(child: ChildProcess): Promise<number | null> {
  return new Promise((done, failed) => child.once('error', failed).once('exit', done));
}

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}
