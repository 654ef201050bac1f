/**
 * Runs the committed bundle as a GitHub runner would, with inputs and files, and returns everything
 * a user can see.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parse } from 'yaml';

const ROOT = resolve(import.meta.dirname, '../..');

/**
 * Where a process of Node finds its code compiled, which takes a third of a short step's time. For
 * the environment of every process that tests start.
 */
export const COMPILED = {
  NODE_COMPILE_CACHE: resolve(import.meta.dirname, '../../node_modules/.cache/compiled'),
};

/** After a signal the process is gone within six seconds (contract 6.5, 7.3). */
export const SIGNAL_LIMIT_MS = 6_000;

export interface ActionRun {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly state: Readonly<Record<string, string>>;
  readonly summary: string;
  /** The folder used as `RUNNER_TEMP`. */
  readonly temp: string;
  readonly workspace: string;
  readonly durationMs: number;
}

export interface ActionOptions {
  readonly inputs: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly event?: { readonly name: string; readonly payload: unknown };
  /** What the main step saved, also if that is nothing. If set, the post step runs. */
  readonly state?: Readonly<Record<string, string>>;
  /** Files of the workspace, by relative path. */
  readonly files?: Readonly<Record<string, string>>;
  /**
   * Called with the workspace before the process starts. `temp`, the event and the runner's files
   * are in the same folder.
   */
  readonly prepare?: (workspace: string) => void;
  /** Called with the process and what it has printed so far, each time it prints. */
  readonly onOutput?: (
    process: { kill(signal: NodeJS.Signals): void },
    stdout: string,
    folders: { readonly workspace: string; readonly temp: string },
  ) => void;
  /**
   * Called with the process once it runs, and with what it has printed so far. The returned
   * function is called when it exits.
   */
  readonly onStart?: (
    process: { kill(signal: NodeJS.Signals): void },
    stdout: () => string,
  ) => () => void;
  /** The manifest that names the files to start. Default: the action's own. */
  readonly manifest?: 'action.yml' | 'sandbox/action.yml';
  /** Started instead of the file that the manifest names. */
  readonly script?: string;
}

interface Entries {
  readonly main: string;
  readonly post: string;
}

/** The file that a runner starts, as the manifest names it. */
function entryOf({ manifest = 'action.yml', state, script }: ActionOptions): string {
  if (script !== undefined) {
    return script;
  }
  const path = join(ROOT, manifest);
  const { runs } = parse(readFileSync(path, 'utf8')) as { readonly runs: Entries };
  return join(dirname(path), state === undefined ? runs.main : runs.post);
}

/**
 * Sends the signal once the condition holds, which is checked every 10 ms, and SIGKILL after it if
 * a time is given.
 */
export function signalWhen(
  signal: NodeJS.Signals,
  isTime: (stdout: string) => boolean,
  { killAfterMs }: { readonly killAfterMs?: number } = {},
): { readonly onStart: NonNullable<ActionOptions['onStart']>; readonly at: number } {
  const sent = {
    /** By `performance.now()`. */
    at: NaN,
    onStart: ((child, stdout) => {
      let killing: NodeJS.Timeout | undefined;
      const watch = setInterval(() => {
        if (!isTime(stdout())) {
          return;
        }
        clearInterval(watch);
        sent.at = performance.now();
        child.kill(signal);
        if (killAfterMs !== undefined) {
          killing = setTimeout(() => child.kill('SIGKILL'), killAfterMs);
        }
      }, 10);
      return () => {
        clearInterval(watch);
        clearTimeout(killing);
      };
    }) satisfies NonNullable<ActionOptions['onStart']>,
  };
  return sent;
}

export async function runAction(options: ActionOptions): Promise<ActionRun> {
  const folder = mkdtempSync(join(tmpdir(), 'agent-run-'));
  const at = (name: string): string => join(folder, name);
  const workspace = at('workspace');
  const temp = at('temp');
  for (const directory of [workspace, temp]) {
    mkdirSync(directory);
  }
  for (const [path, text] of Object.entries(options.files ?? {})) {
    mkdirSync(join(workspace, path, '..'), { recursive: true });
    writeFileSync(join(workspace, path), text);
  }
  for (const file of ['output', 'state', 'summary', 'env', 'path']) {
    writeFileSync(at(file), '');
  }
  writeFileSync(at('event.json'), JSON.stringify(options.event?.payload ?? {}));
  const inputs = Object.entries(options.inputs).map(
    ([name, value]) => [`INPUT_${name.toUpperCase()}`, value] as const,
  );
  const state = Object.entries(options.state ?? {}).map(
    ([name, value]) => [`STATE_${name}`, value] as const,
  );
  const env: Record<string, string | undefined> = {
    PATH: process.env['PATH'],
    ...COMPILED,
    RUNNER_TEMP: temp,
    GITHUB_WORKSPACE: workspace,
    GITHUB_OUTPUT: at('output'),
    GITHUB_STATE: at('state'),
    GITHUB_STEP_SUMMARY: at('summary'),
    GITHUB_ENV: at('env'),
    GITHUB_PATH: at('path'),
    GITHUB_EVENT_NAME: options.event?.name ?? 'workflow_dispatch',
    GITHUB_EVENT_PATH: at('event.json'),
    GITHUB_REPOSITORY: 'octo/widgets',
    GITHUB_ACTOR: 'mona',
    GITHUB_TRIGGERING_ACTOR: 'mona',
    GITHUB_WORKFLOW: 'Agent',
    GITHUB_JOB: 'fix',
    GITHUB_RUN_ID: '7001',
    GITHUB_SERVER_URL: 'https://github.com',
    ...Object.fromEntries([...inputs, ...state]),
    ...options.env,
  };
  options.prepare?.(workspace);
  const startedAt = performance.now();
  const child = spawn(process.execPath, [entryOf(options)], {
    cwd: workspace,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  const atEnd = options.onStart?.({ kill: (signal) => child.kill(signal) }, () => stdout);
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    options.onOutput?.({ kill: (signal) => child.kill(signal) }, stdout, { workspace, temp });
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const [exitCode, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((done) =>
    child.on('close', (code, name) => done([code, name])),
  );
  atEnd?.();
  return {
    exitCode,
    signal,
    stdout,
    stderr,
    outputs: parseFileCommands(at('output')),
    state: parseFileCommands(at('state')),
    summary: readFileSync(at('summary'), 'utf8'),
    temp,
    workspace,
    durationMs: performance.now() - startedAt,
  };
}

/** Parses `key<<delimiter` blocks as the runner does. The last value of a key is used. */
function parseFileCommands(path: string): Record<string, string> {
  const values: Record<string, string> = {};
  const lines = readFileSync(path, 'utf8').split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const match = /^([^=]+?)<<(.+)$/.exec(lines[at] ?? '');
    if (match === null) {
      continue;
    }
    const [, key = '', delimiter = ''] = match;
    const end = lines.indexOf(delimiter, at + 1);
    if (end === -1) {
      throw new Error(`no end of ${key} in ${path}`);
    }
    values[key] = lines.slice(at + 1, end).join('\n');
    at = end;
  }
  return values;
}

/** The lines of a file the action wrote, parsed as JSON. */
export function jsonLines(path: string | undefined): unknown[] {
  if (path === undefined || !existsSync(path)) {
    throw new Error(`no file at ${String(path)}`);
  }
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line));
}
