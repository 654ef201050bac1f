/**
 * The sandbox as an action: main starts a copy of this bundle in the background that serves, and hands out its address;
 * post stops it. The copy is told by an argument, the post step by saved state.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as core from '@actions/core';
import { loadScenario } from './library.ts';
import { startSandbox } from './server.ts';

const SERVE = 'serve';
const READY_MS = 20_000;
/** No job lasts longer; a server that post could not stop ends by itself. */
const LIFETIME_MS = 6 * 3_600_000;

interface Plan {
  readonly scenario: string;
  readonly speed: number;
  readonly order: 'asc' | 'desc';
  readonly port: number;
  /** Where the server writes its address once it listens. */
  readonly readyFile: string;
}

interface Ready {
  readonly url: string;
  readonly token: string;
  readonly orgId: number;
}

async function serve(plan: Plan): Promise<void> {
  const scenario = await loadScenario(plan.scenario);
  const sandbox = await startSandbox({ scenario, speed: plan.speed, logOrder: plan.order, port: plan.port });
  const { url, token, orgId } = sandbox;
  // Renamed into place, so that it is never read half-written.
  writeFileSync(`${plan.readyFile}.tmp`, JSON.stringify({ url, token, orgId } satisfies Ready), { mode: 0o600 });
  renameSync(`${plan.readyFile}.tmp`, plan.readyFile);
  setTimeout(() => process.exit(0), LIFETIME_MS).unref();
}

async function main(): Promise<void> {
  core.saveState('is_post', 'true');
  const folder = mkdtempSync(join(process.env['RUNNER_TEMP'] ?? tmpdir(), 'agent-run-sandbox-'));
  const plan = readPlan(join(folder, 'ready.json'));
  const logFile = join(folder, 'server.log');
  const log = openSync(logFile, 'a');
  const script = process.argv[1] ?? '';
  const child = spawn(process.execPath, [script, SERVE, JSON.stringify(plan)], {
    detached: true,
    stdio: ['ignore', log, log],
  });
  let ended = false;
  child.on('exit', () => (ended = true));
  core.saveState('pid', String(child.pid ?? ''));
  const ready = await waitFor(plan.readyFile, () => ended);
  if (ready === null)
    throw new Error(`The sandbox did not start: ${readFileSync(logFile, 'utf8').trim().slice(0, 2000)}`);
  child.unref();
  core.setSecret(ready.token);
  core.setOutput('base_url', ready.url);
  core.setOutput('token', ready.token);
  core.setOutput('org_id', String(ready.orgId));
  core.info(`The sandbox service listens at ${ready.url} until the end of this job; its log is ${logFile}.`);
}

function readPlan(readyFile: string): Plan {
  const scenario = core.getInput('scenario') || 'auto';
  const speed = Number(core.getInput('speed') || '1');
  const port = Number(core.getInput('port') || '0');
  const order = core.getInput('order') || 'asc';
  if (!(speed > 0)) throw new Error('The input `speed` must be a positive number.');
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error('The input `port` must be a port number, or 0.');
  if (order !== 'asc' && order !== 'desc') throw new Error('The input `order` must be `asc` or `desc`.');
  return { scenario, speed, port, order, readyFile };
}

async function waitFor(file: string, ended: () => boolean): Promise<Ready | null> {
  const until = performance.now() + READY_MS;
  while (performance.now() < until) {
    if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Ready;
    if (ended()) return null;
    await new Promise((done) => setTimeout(done, 25));
  }
  return null;
}

/** Ends the server; that it is gone already is no fault. */
function post(): void {
  const pid = Number(core.getState('pid'));
  if (!Number.isInteger(pid) || pid <= 0) return;
  try {
    process.kill(pid, 'SIGTERM');
    core.info('The sandbox service is stopped.');
  } catch {
    core.info('The sandbox service was gone already.');
  }
}

try {
  if (process.argv[2] === SERVE) await serve(JSON.parse(process.argv[3] ?? '{}') as Plan);
  else if (core.getState('is_post') === 'true') post();
  else await main();
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  if (process.argv[2] === SERVE) {
    console.error(message);
    process.exitCode = 1;
  } else core.setFailed(message);
}
