/**
 * The OpenHands app server on loopback, with the scripted model: started, asked as its own clients
 * ask it, and ended with everything that it has started.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { startModel, type Model } from './model.ts';

/** Prices of a token, in US$, so that conversations cost something. */
export const PRICES = { prompt: 0.000_01, completion: 0.000_03 };
const KEY = 'live-suite-key-0123456789';
/** It loads for a quarter of a minute on a machine with nothing else to do. */
const START_MS = 600_000;
const LOOK_MS = 500;
/** A process that was asked to end has ended by then. */
const END_MS = 5_000;
const LOG_TAIL = 4_000;

const conversationSchema = z.object({
  id: z.string(),
  sandbox_status: z.string().nullable(),
  execution_status: z.string().nullable(),
  session_api_key: z.string().nullable(),
});
type LiveConversation = z.infer<typeof conversationSchema>;

const taskSchema = z.object({
  status: z.string(),
  request: z.object({ conversation_id: z.string().nullable() }),
});

const eventSchema = z.object({
  kind: z.string(),
  source: z.string().optional(),
  llm_message: z.object({ content: z.array(z.object({ text: z.string().optional() })) }).optional(),
});

export interface LiveServer {
  readonly url: string;
  readonly key: string;
  /** Null: there is none, or none yet. */
  readonly conversation: (id: string) => Promise<LiveConversation | null>;
  /** How many creates have named this conversation, whatever became of them. */
  readonly createsOf: (id: string) => Promise<number>;
  /** How many creates there were in all. */
  readonly creates: () => Promise<number>;
  /** What the user has said in a conversation, in order. */
  readonly said: (id: string) => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
}

/** @param python the Python of the folder into which `requirements.txt` was installed */
export async function startServer(python: string): Promise<LiveServer> {
  // Short, because the path of a terminal's socket below it has at most 107 characters.
  const folder = await mkdtemp(join(tmpdir(), 'oh-'));
  const model = await startModel();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const log = join(folder, 'log');
  const child = startProcess({ python, folder, log, port });
  try {
    await untilItAnswers(url, child);
    await useModel(url, model);
  } catch (error) {
    await endAll(child, { folder, model });
    throw new Error(`The server did not start: ${tailOf(log)}`, { cause: error });
  }
  return {
    url,
    key: KEY,
    ...readsOf(url),
    close: async () => {
      await endAll(child, { folder, model });
      // What was ended may still have been writing.
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: LOOK_MS });
    },
  };
}

/** README.md says why each variable is set. */
function startProcess({
  python,
  folder,
  log,
  port,
}: {
  readonly python: string;
  readonly folder: string;
  readonly log: string;
  readonly port: number;
}): ChildProcess {
  const at = (...names: string[]): string => join(folder, ...names);
  for (const name of ['home', 'state', 'boxes', 'programs', join('web', 'frontend', 'build')]) {
    mkdirSync(at(name), { recursive: true });
  }
  writeFileSync(at('programs', 'chromium'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  writeFileSync(at('web', 'frontend', 'build', 'index.html'), '<!doctype html><title>App</title>');
  const logFile = openSync(log, 'a');
  const child = spawn(python, [join(import.meta.dirname, 'serve.py')], {
    cwd: at('web'),
    stdio: ['ignore', logFile, logFile],
    // A group of its own, so that the sandboxes end with it.
    detached: true,
    env: {
      PATH: `${at('programs')}:${process.env['PATH'] ?? ''}`,
      HOME: at('home'),
      LIVE_PORT: String(port),
      LIVE_DATABASE: at('state', 'openhands.db'),
      SESSION_API_KEY: KEY,
      RUNTIME: 'process',
      OH_PERSISTENCE_DIR: at('state'),
      OH_SANDBOX_KIND: 'ProcessSandboxServiceInjector',
      OH_SANDBOX_BASE_WORKING_DIR: at('boxes'),
      OH_WEBHOOKS_0_BASE_URL: `http://127.0.0.1:${port}/api/v1/webhooks`,
      OH_AGENT_SERVER_ENV: JSON.stringify({ TMUX_TMPDIR: '.' }),
      OH_ENABLE_VSCODE: '0',
      OH_PRELOAD_TOOLS: '0',
      LITELLM_LOCAL_MODEL_COST_MAP: 'True',
      DO_NOT_TRACK: '1',
    },
  });
  closeSync(logFile);
  return child;
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => done(port));
    });
  });
}

async function untilItAnswers(url: string, child: ChildProcess): Promise<void> {
  const until = Date.now() + START_MS;
  while (Date.now() < until) {
    if (child.exitCode !== null) {
      throw new Error(`it ended with ${child.exitCode}`);
    }
    const isThere = await fetch(`${url}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isThere) {
      return;
    }
    await sleep(LOOK_MS);
  }
  throw new Error(`it did not answer within ${START_MS / 1000} s`);
}

const HEADERS = { 'x-session-api-key': KEY, 'content-type': 'application/json' };

async function useModel(url: string, model: Model): Promise<void> {
  const llm = {
    model: 'openai/scripted',
    base_url: `http://127.0.0.1:${model.port}/v1`,
    api_key: 'none',
    input_cost_per_token: PRICES.prompt,
    output_cost_per_token: PRICES.completion,
  };
  const body = JSON.stringify({ agent_settings_diff: { llm } });
  const response = await fetch(`${url}/api/v1/settings`, {
    method: 'POST',
    headers: HEADERS,
    body,
  });
  if (!response.ok) {
    throw new Error(`the settings were refused: ${response.status} ${await response.text()}`);
  }
}

type Reads = Pick<LiveServer, 'conversation' | 'creates' | 'createsOf' | 'said'>;

function readsOf(url: string): Reads {
  const read = async (path: string): Promise<unknown> => {
    const response = await fetch(`${url}/api/v1${path}`, { headers: HEADERS });
    if (!response.ok) {
      throw new Error(`${path}: ${response.status} ${await response.text()}`);
    }
    return response.json();
  };
  const tasks = async (): Promise<readonly z.infer<typeof taskSchema>[]> => {
    const page = await read('/app-conversations/start-tasks/search?limit=100');
    return z.object({ items: z.array(taskSchema) }).parse(page).items;
  };
  return {
    async conversation(id) {
      const list = await read(`/app-conversations?ids=${id}`);
      const [found = null] = z.array(conversationSchema.nullable()).parse(list);
      return found;
    },
    creates: async () => (await tasks()).length,
    async createsOf(id) {
      const named = (await tasks()).map(({ request }) => request.conversation_id ?? '');
      return named.filter((each) => each.replaceAll('-', '') === id).length;
    },
    async said(id) {
      const page = await read(`/conversation/${id}/events/search?limit=100`);
      const { items } = z.object({ items: z.array(eventSchema) }).parse(page);
      return items
        .filter(({ kind, source }) => kind === 'MessageEvent' && source === 'user')
        .map(({ llm_message: message }) => message?.content[0]?.text ?? '');
    },
  };
}

/** The server with its sandboxes, and the terminals of these, which run on by themselves. */
async function endAll(
  child: ChildProcess,
  { folder, model }: { readonly folder: string; readonly model: Model },
): Promise<void> {
  signal(child, 'SIGTERM');
  const until = Date.now() + END_MS;
  while (child.exitCode === null && child.signalCode === null && Date.now() < until) {
    await sleep(LOOK_MS);
  }
  signal(child, 'SIGKILL');
  const boxes = await readdir(join(folder, 'boxes')).catch(() => []);
  for (const box of boxes) {
    const socket = join(folder, 'boxes', box, `tmux-${String(process.getuid?.())}`, 'openhands');
    if (existsSync(socket)) {
      spawnSync('tmux', ['-S', socket, 'kill-server'], { stdio: 'ignore' });
    }
  }
  await model.close();
}

/** To the whole group: none of it may be there any more. */
function signal({ pid }: ChildProcess, name: NodeJS.Signals): void {
  try {
    process.kill(-Number(pid), name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') {
      throw error;
    }
  }
}

function tailOf(log: string): string {
  return readFileSync(log, 'utf8').slice(-LOG_TAIL);
}
