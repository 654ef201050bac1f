/**
 * The sandbox as an action. The main step starts a copy of this bundle as a server in the
 * background and outputs its address. The post step stops it. Copy and post step are recognized by
 * an argument, which the entry of the post step sets itself (`scripts/post-entry.mjs`).
 */
import { spawn, type ChildProcess } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SERVICES, type ServiceName } from './faces/face.ts';
import { BUILT_IN } from './library.ts';
import { createRunner, type Runner } from './runner.ts';
import { APIS, LOG_ADDRESSES, type Api, type LogAddresses } from './scenario.ts';
import { requestLine, startSandbox } from './server.ts';

const SERVE = 'serve';
const POST = 'post';
const READY_MS = 20_000;
const STOP_MS = 2000;
const LOOK_MS = 25;
/** A fallback: the post step stops the server, and the runner ends remaining processes of a job. */
const LIFETIME_MS = 6 * 3_600_000;

interface Plan {
  readonly service: ServiceName;
  readonly scenario: string;
  readonly speed: number;
  readonly api: Api;
  /** Null: that of the API. */
  readonly logs: LogAddresses | null;
  readonly port: number;
  /** The file to which the server writes its address once it listens. */
  readonly readyFile: string;
}

interface Ready {
  readonly url: string;
  readonly token: string;
  readonly orgId: string;
}

async function serve(plan: Plan): Promise<void> {
  const { service, scenario, speed, api, logs, port, readyFile } = plan;
  const sandbox = await startSandbox({
    service,
    scenario,
    speed,
    port,
    api,
    ...(logs !== null && { logs }),
    onRequest: (request) => console.log(requestLine(request)),
  });
  const { url, token, orgId } = sandbox;
  // Renamed into place, so that an incomplete file is never read.
  writeFileSync(`${readyFile}.tmp`, JSON.stringify({ url, token, orgId } satisfies Ready), {
    mode: 0o600,
  });
  renameSync(`${readyFile}.tmp`, readyFile);
  const lifetime = setTimeout(() => void sandbox.close(), LIFETIME_MS);
  process.once('SIGTERM', () => {
    clearTimeout(lifetime);
    void sandbox.close();
  });
}

async function main(runner: Runner): Promise<void> {
  const folder = mkdtempSync(join(process.env['RUNNER_TEMP'] ?? tmpdir(), 'agent-run-sandbox-'));
  const plan = readPlan(runner, join(folder, 'ready.json'));
  const logFile = join(folder, 'server.log');
  const log = openSync(logFile, 'a', 0o600);
  const child = spawn(process.execPath, [process.argv[1] ?? '', SERVE, JSON.stringify(plan)], {
    detached: true,
    stdio: ['ignore', log, log],
    windowsHide: true,
  });
  closeSync(log);
  runner.saveState('pid', String(child.pid ?? ''));
  const ready = await untilReady(child, plan.readyFile);
  child.unref();
  if (ready === null) {
    child.kill('SIGKILL');
    throw new Error(
      `The sandbox did not start. ${readFileSync(logFile, 'utf8').trim().slice(0, 2000)}`,
    );
  }
  runner.mask(ready.token);
  runner.output('base_url', ready.url);
  runner.output('token', ready.token);
  runner.output('org_id', ready.orgId);
  runner.info(
    `The sandbox service listens at ${ready.url} until the end of this job. Its log: ${logFile}`,
  );
}

/** @throws Error naming every input that is wrong */
function readPlan(runner: Runner, readyFile: string): Plan {
  const service = SERVICES.find((word) => word === (runner.input('service') || 'agent-run'));
  const scenario = runner.input('scenario') || 'auto';
  const speed = Number(runner.input('speed') || '1');
  const port = Number(runner.input('port') || '0');
  const api = APIS.find((word) => word === (runner.input('api') || 'published'));
  const logs = LOG_ADDRESSES.find((word) => word === runner.input('logs')) ?? null;
  const isName = scenario === 'auto' || Object.hasOwn(BUILT_IN, scenario);
  const wrong = [
    service !== undefined ? '' : `\`service\` must be one of ${SERVICES.join(', ')}.`,
    speed > 0 && Number.isFinite(speed) ? '' : '`speed` must be a positive number.',
    Number.isInteger(port) && port >= 0 && port <= 65_535
      ? ''
      : '`port` must be a port number, or 0 for any.',
    api !== undefined ? '' : `\`api\` must be one of ${APIS.join(', ')}.`,
    logs !== null || runner.input('logs') === ''
      ? ''
      : `\`logs\` must be one of ${LOG_ADDRESSES.join(', ')}.`,
  ].filter((problem) => problem !== '');
  if (wrong.length > 0) {
    throw new Error(`Inputs that cannot be used: ${wrong.join(' ')}`);
  }
  const workspace = process.env['GITHUB_WORKSPACE'] ?? '';
  const path =
    /\.(ya?ml|json)$/i.test(scenario) && !isName ? resolve(workspace, scenario) : scenario;
  const chosen = {
    service: service ?? 'agent-run',
    api: api ?? 'published',
    logs,
  } as const;
  return { scenario: path, speed, port, ...chosen, readyFile };
}

/** Null if the server ended or did not start in time. */
async function untilReady(child: ChildProcess, file: string): Promise<Ready | null> {
  const ended = new AbortController();
  for (const event of ['exit', 'error']) {
    child.once(event, () => ended.abort());
  }
  const until = performance.now() + READY_MS;
  while (performance.now() < until && !ended.signal.aborted) {
    if (existsSync(file)) {
      return JSON.parse(readFileSync(file, 'utf8')) as Ready;
    }
    await sleep(LOOK_MS);
  }
  return null;
}

/** Stops the server and waits for its end. Succeeds if it has already ended. */
async function post(runner: Runner): Promise<void> {
  const pid = Number(runner.state('pid'));
  if (!Number.isInteger(pid) || pid <= 0) {
    runner.info('The step saved nothing: there is no sandbox service to stop.');
    return;
  }
  if (!signal(pid, 'SIGTERM')) {
    runner.info('The sandbox service was gone already.');
    return;
  }
  const killAt = performance.now() + STOP_MS;
  // In a container without an init process, an ended process stays as a zombie that still accepts
  // signals.
  const giveUpAt = killAt + STOP_MS;
  while (signal(pid, 0) && performance.now() < giveUpAt) {
    if (performance.now() > killAt) {
      signal(pid, 'SIGKILL');
    }
    await sleep(LOOK_MS);
  }
  runner.info('The sandbox service is stopped.');
}

/** False if the process does not exist or belongs to another user. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

const runner = createRunner(process.env, (line) => console.log(line));
const [, , command, plan = '{}'] = process.argv;
try {
  if (command === SERVE) {
    await serve(JSON.parse(plan) as Plan);
  } else if (command === POST) {
    await post(runner);
  } else {
    await main(runner);
  }
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  if (command === SERVE) {
    console.error(message);
  } else {
    runner.error(message);
  }
  process.exitCode = 1;
}
