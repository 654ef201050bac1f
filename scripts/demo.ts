/** `npm run demo`: the committed bundle at work against the sandbox, as a runner would run it, then what it leaves behind. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startSandbox } from '../sandbox/server.ts';

const root = resolve(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'agent-run-demo-'));
const at = (name: string): string => join(folder, name);
for (const file of ['output', 'state', 'summary']) writeFileSync(at(file), '');
for (const name of ['temp', 'workspace']) mkdirSync(at(name));

const sandbox = await startSandbox({ scenario: 'bug-fix', speed: 3 });
console.log(`The sandbox service listens at ${sandbox.url}\n`);

const inputs = {
  token: sandbox.token,
  org_id: String(sandbox.orgId),
  base_url: sandbox.url,
  repo_id: '42',
  prompt: 'The price filter shows products that are out of stock. Find out why, fix it and open a pull request.',
  timeout_minutes: '2',
};
/** Where this runs in a job or beside one, that job's own variables are none of the demo's. */
const ofRunner = /^(?:INPUT|STATE|GITHUB|RUNNER|ACTIONS|AGENT_RUN)_/;
/** The service is on this machine, where no proxy finds it. */
const noProxy = [process.env['no_proxy'] ?? process.env['NO_PROXY'] ?? '', '127.0.0.1'].filter(Boolean).join(',');
const env = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !ofRunner.test(name))),
  NO_PROXY: noProxy,
  no_proxy: noProxy,
  RUNNER_TEMP: at('temp'),
  GITHUB_WORKSPACE: at('workspace'),
  GITHUB_OUTPUT: at('output'),
  GITHUB_STATE: at('state'),
  GITHUB_STEP_SUMMARY: at('summary'),
  GITHUB_EVENT_NAME: 'workflow_dispatch',
  ...Object.fromEntries(Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value])),
};

console.log('── Job log ─────────────────────────────────────────────');
const child = spawn(process.execPath, [join(root, 'dist/index.js')], { env, stdio: 'inherit' });
const exitCode = await new Promise<number>((done) => child.on('close', (code) => done(code ?? 1)));
await sandbox.close();

console.log('\n── Outputs ─────────────────────────────────────────────');
const output = readFileSync(at('output'), 'utf8');
for (const [, name, , value] of output.matchAll(/^(\w+)<<(\S+)\n([\s\S]*?)\n\2$/gm)) console.log(`${name}: ${value}`);
console.log('\n── Job summary (Markdown) ──────────────────────────────');
console.log(readFileSync(at('summary'), 'utf8'));

const report = /^report_file<<(\S+)\n(.*)\n\1$/m.exec(output)?.[2];
if (process.env['CI'] === undefined && report !== undefined)
  console.log(`The trace report to open in a browser: ${report}`);
else rmSync(folder, { recursive: true, force: true });
process.exitCode = exitCode;
