/**
 * `npm run demo`: the committed bundle at work against the sandbox, as a runner would run it.
 * Imports nothing from npm, so that it needs no install where Node can run TypeScript.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { BUILT_IN } from '../sandbox/library.ts';
import { fleetRun } from '../sandbox/scenarios/fleet.ts';
import { SERVICES, type ServiceName } from '../sandbox/faces/face.ts';
import { startSandbox } from '../sandbox/server.ts';
import { DEFAULT_SERVICE, SERVICE_TABLE } from '../src/agents/service-table.ts';
import { REPOSITORY, reviewText, startDemoPullRequest } from './demo-review.ts';
import { createLogView } from './runner-view.ts';

const HELP = `npm run demo                          a bug fix with a pull request
npm run demo -- SCENARIO              another run: ${Object.keys(BUILT_IN).join(', ')}
npm run demo -- SCENARIO --open       opens the report in the browser
npm run demo -- --service NAME        played by another service: ${SERVICES.join(', ')}

With OTEL_EXPORTER_OTLP_ENDPOINT set, the run's trace is sent there.`;
const { scenario, service, open } = readArguments();
const { baseUrl, can, repository } = SERVICE_TABLE[service];
/** The service is GitHub itself, whose address is the runner's. */
const isOnGitHub = baseUrl.kind === 'variable';
const root = resolve(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'agent-run-demo-'));
const at = (name: string): string => join(folder, name);
for (const file of ['output', 'state', 'summary.md']) {
  writeFileSync(at(file), '');
}
for (const name of ['temp', 'workspace']) {
  mkdirSync(at(name));
}

const fleet = scenario === 'fleet';
const pull = scenario === 'review' ? await startDemoPullRequest() : null;
const scenarios = pull === null ? [scenario] : ['review', 'review-again'];
const sandbox = await startSandbox({
  service,
  scenarios,
  // Green is read twice, 30 seconds of real time apart.
  speed: fleet ? 1.5 : 8,
  webUrlRoot: null,
});
const task =
  'The price filter shows products that are out of stock. ' +
  'Find out why, fix it and open a pull request.';
const SCHEMA = { type: 'object', properties: { verdict: { type: 'string' } } };
let asked: Record<string, string> = { prompt: task };
if (fleet) {
  asked = { tasks: JSON.stringify(fleetTasks()) };
} else if (scenario === 'checks') {
  asked = { prompt: 'Round taxes to the cent.', expect: 'checks', github_token: 'ghs_demo' };
} else if (pull !== null) {
  asked = { review: 'advise', github_token: 'ghs_demo' };
}
/** Whether the scenario opens one, or several. */
const hasPullRequest = scenario === 'bug-fix' || scenario === 'checks' || fleet;
const inputs: Record<string, string> = {
  service,
  token: sandbox.token,
  org_id: sandbox.orgId,
  base_url: sandbox.url,
  // The others take that of the workflow.
  ...(repository === 'none' ? { repo_id: '42' } : {}),
  ...(isOnGitHub ? { github_token: sandbox.token } : {}),
  // One that was asked for is waited for after the end (contract 18.5).
  ...(can.createPullRequest && !hasPullRequest ? { create_pull_request: 'false' } : {}),
  timeout_minutes: '2',
  ...asked,
  ...(process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] === undefined ? {} : { otlp: 'true' }),
  ...(scenario === 'structured' ? { output_schema: JSON.stringify(SCHEMA) } : {}),
};
/**
 * Starts ten runs at the maximum rate, and collects ten that were started a few seconds earlier.
 */
function fleetTasks(): object[] {
  const tens = [...Array(10).keys()];
  const collected = tens.map((nth) => {
    const run = sandbox.seedRun({ scenario: fleetRun(nth + 10), elapsedMs: 1000 * (nth % 4) });
    return { key: `collect-${nth}`, agent_run_id: run.id };
  });
  return [
    ...tens.map((nth) => ({ key: `start-${nth}`, prompt: `${task} (${nth})` })),
    ...collected,
  ];
}

/** A row of the output `runs`. */
interface FleetRun {
  readonly key: string;
  readonly outcome: string;
  readonly error_message: string | null;
}

/** If this runs inside a job, the job's own variables must not affect the demo. */
const ofRunner = /^(?:INPUT|STATE|GITHUB|RUNNER|ACTIONS|AGENT_RUN)_/;
/** The service is on this machine, which a proxy cannot reach. */
const noProxy = [process.env['no_proxy'] ?? process.env['NO_PROXY'] ?? '', '127.0.0.1']
  .filter(Boolean)
  .join(',');
const env = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !ofRunner.test(name))),
  NO_PROXY: noProxy,
  no_proxy: noProxy,
  RUNNER_TEMP: at('temp'),
  GITHUB_WORKSPACE: at('workspace'),
  GITHUB_OUTPUT: at('output'),
  GITHUB_STATE: at('state'),
  GITHUB_STEP_SUMMARY: at('summary.md'),
  GITHUB_REPOSITORY: REPOSITORY,
  GITHUB_EVENT_NAME: pull === null ? 'workflow_dispatch' : 'pull_request',
  GITHUB_EVENT_PATH: at('event.json'),
  ...gitHub(),
  ...Object.fromEntries(
    Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]),
  ),
};

/** The GitHub that the step may ask: that of the review, or the one that plays the service. */
function gitHub(): Record<string, string> {
  if (pull !== null) {
    return { GITHUB_API_URL: pull.url, GITHUB_ACTOR: 'mona', GITHUB_TRIGGERING_ACTOR: 'mona' };
  }
  // What it left is read where it works.
  if (isOnGitHub) {
    return { GITHUB_API_URL: sandbox.url };
  }
  return scenario === 'checks' ? { GITHUB_API_URL: sandbox.gitHubUrl } : {};
}

console.log(
  `A sandbox plays the agent service (${service}) at ${sandbox.url}. This is the log of the step:\n`,
);
let exitCode = await playStep();
if (pull !== null && exitCode === 0) {
  pull.push();
  console.log('\nSomebody pushes another commit. This is the log of the next review:\n');
  exitCode = await playStep();
  console.log(`\nThis is what stands on the pull request:\n\n${reviewText(pull)}`);
}
pull?.close();
await sandbox.close();

/** Runs the bundle as a runner does, and shows its log. Resolves to the exit code. */
async function playStep(): Promise<number> {
  writeFileSync(at('event.json'), JSON.stringify(pull?.payload() ?? {}));
  const view = createLogView({ colour: process.stdout.isTTY, print: (line) => console.log(line) });
  const child = spawn(process.execPath, [join(root, 'dist/index.js')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    view.take(line);
  }
  return new Promise<number>((done) => {
    if (child.exitCode === null) {
      child.on('close', (code) => done(code ?? 1));
    } else {
      done(child.exitCode);
    }
  });
}

const outputs = new Map(
  [...readFileSync(at('output'), 'utf8').matchAll(/^(\w+)<<(\S+)\n([\s\S]*?)\n\2$/gm)].map(
    ([, name = '', , value = '']) => [name, value] as const,
  ),
);
const kept = process.env['CI'] === undefined;
const report = outputs.get('report_file') ?? '';
const pullRequests = JSON.parse(outputs.get('pull_requests') || '[]') as string[];
const runs = JSON.parse(outputs.get('runs') || '[]') as readonly FleetRun[];
const shown = (path: string): string => {
  if (path === '') {
    return 'none';
  }
  return kept ? pathToFileURL(path).href : '(deleted)';
};
console.log(`
Outcome:      ${outputs.get('outcome') ?? 'none'}
Pull request: ${pullRequests.length === 0 ? 'none' : pullRequests.join(`\n${' '.repeat(14)}`)}${failuresText()}
Report:       ${shown(report)}
Summary:      ${shown(at('summary.md'))}

Next: ${nextOf({ scenario, service })}`);
if (open && report !== '') {
  const opener = { darwin: 'open', win32: 'explorer' }[process.platform as string] ?? 'xdg-open';
  const opened = spawn(opener, [report], { stdio: 'ignore', detached: true });
  opened.on('error', () =>
    console.error(`No browser could be started with ${opener}; open the file by hand.`),
  );
  opened.unref();
}
if (!kept) {
  rmSync(folder, { recursive: true, force: true });
}
// A run that is meant to fail does not fail the demo.
process.exitCode = scenario === 'bug-fix' ? exitCode : 0;

interface Arguments {
  readonly scenario: string;
  readonly service: ServiceName;
  readonly open: boolean;
}

function readArguments(): Arguments {
  const options = {
    help: { type: 'boolean', default: false },
    open: { type: 'boolean', default: false },
    scenario: { type: 'string' },
    service: { type: 'string', default: DEFAULT_SERVICE },
  } as const;
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const { help, open, scenario = positionals[0] ?? 'bug-fix' } = values;
    if (!Object.hasOwn(BUILT_IN, scenario)) {
      throw new Error(`There is no scenario "${scenario}".`);
    }
    const service = SERVICES.find((name) => name === values.service);
    if (service === undefined) {
      throw new Error(`There is no service "${values.service}".`);
    }
    if (!help) {
      return { scenario, service, open };
    }
    console.log(HELP);
    process.exit(0);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`);
    process.exit(2);
  }
}

/** The runs of a fleet that did not succeed, each with its reason. */
function failuresText(): string {
  return runs
    .filter(({ outcome }) => outcome !== 'succeeded')
    .map(({ key, outcome, error_message: why }) => `\n${key.padEnd(13)} ${outcome}: ${why ?? ''}`)
    .join('');
}

/** What to try after a scenario. */
function nextOf(played: Pick<Arguments, 'scenario' | 'service'>): string {
  const others: Readonly<Record<string, string>> = {
    'bug-fix': 'failed',
    failed: 'asks',
    // A service that gives no text reviews nothing.
    asks: SERVICE_TABLE[played.service].can.text ? 'review' : 'fleet',
    review: 'checks',
    checks: 'fleet',
  };
  const other = others[played.scenario];
  if (other === undefined) {
    return 'README.md, "With your account".';
  }
  const same = played.service === DEFAULT_SERVICE ? '' : ` --service ${played.service}`;
  return `npm run demo -- ${other}${same}`;
}
