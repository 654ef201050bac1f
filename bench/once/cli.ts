/**
 * `npm run bench:once [-- --only TEXT] [-- --json]`: how many agents one create starts when its
 * answer does not come back, for this action (`dist/index.js`) on each service and for the packages
 * that vendors publish, all on loopback services of this process. The packages go into a temporary
 * folder.
 *
 * A service starts an agent for every create that it would accept, and then spoils the answer.
 * Reads are answered well, so whoever looks for its agent finds it.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { SERVICES, type ServiceName } from '../../sandbox/faces/face.ts';
import type { FaultSource } from '../../sandbox/scenario.ts';
import { exited, inTemporary, startStep } from '../step.ts';
import { SDKS, type Sdk } from './clients.ts';
import { serveOther, serveSandbox, type Counted } from './service.ts';

/** Longer than any client here waits for an answer. */
const SLOW = '75s';
/** A client that has not given up by then is ended. */
const LIMIT_MS = 300_000;
/** Clients at work at the same time. They mostly wait. */
const AT_ONCE = 16;
const LOST = 'reset-after';
const BAD_GATEWAY = { status: 502, after: true };
const ROOT = resolve(import.meta.dirname, '..', '..');
const EGRESS_GUARD = join(ROOT, '__tests__', 'support', 'refuse-network.mjs');

/** What happens to the answers of creates. */
const TROUBLES: Readonly<Record<string, readonly FaultSource[]>> = {
  lost: [{ on: 'create', do: LOST }],
  '502': [{ on: 'create', do: BAD_GATEWAY }],
  slow: [{ on: 'create', do: { delay: SLOW } }],
  'in turn': [
    { on: 'create', nth: 1, do: LOST },
    { on: 'create', nth: 2, do: BAD_GATEWAY },
    { on: 'create', from: 3, do: { delay: SLOW } },
  ],
};

interface Result {
  readonly client: string;
  readonly trouble: string;
  readonly agents: number;
  readonly creates: number;
  /** How the client ended, in its words. */
  readonly end: string;
}

interface Client {
  readonly name: string;
  readonly serve: (faults: readonly FaultSource[]) => Promise<Counted>;
  /** Resolves with how the client ended. */
  readonly run: (service: Counted, directory: string) => Promise<string>;
}

/** This action, with its defaults. */
function actionOn(service: ServiceName): Client {
  return {
    name: `this action, \`${service}\``,
    serve: (faults) => serveSandbox(service, faults),
    run: async ({ url, token, orgId }, directory) => {
      const inputs = { service, base_url: url, token, org_id: orgId };
      const limited = { ...inputs, timeout_minutes: '4' };
      await exited(startStep(limited, { directory }));
      const outputs = readFileSync(join(directory, 'output'), 'utf8');
      // The last value of an output counts: the step sets some before it knows better.
      const outputOf = (name: string): string => {
        const values = outputs.matchAll(new RegExp(`^${name}<<(.*)\\n(.*)\\n\\1$`, 'gm'));
        return [...values].at(-1)?.[2] ?? '';
      };
      return outputOf('error_code') || outputOf('outcome') || 'no outcome';
    },
  };
}

/** Where the packages are, or why one is not there. */
interface Installed {
  readonly folder: string;
  readonly python: string;
  readonly missing: ReadonlyMap<Sdk, string>;
}

const sdkName = ({ name, version, registry }: Sdk): string =>
  `\`${name}\` ${version} (${registry})`;

/** Without scripts of packages. */
function install(sdks: readonly Sdk[], folder: string): Installed {
  const venv = join(folder, 'python');
  const python = join(venv, 'bin', 'python');
  const missing = new Map<Sdk, string>();
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}\n');
  if (sdks.some(({ registry }) => registry === 'PyPI')) {
    spawnSync('python3', ['-m', 'venv', venv], { stdio: 'ignore' });
  }
  for (const sdk of sdks) {
    const { status } =
      sdk.registry === 'npm'
        ? spawnSync('npm', ['install', '--ignore-scripts', `${sdk.name}@${sdk.version}`], {
            cwd: folder,
            stdio: 'ignore',
          })
        : spawnSync(python, ['-m', 'pip', 'install', '-q', `${sdk.name}==${sdk.version}`], {
            stdio: 'ignore',
          });
    if (status !== 0) {
      missing.set(sdk, `could not be installed from ${sdk.registry}`);
    }
  }
  return { folder, python, missing };
}

/** A package with its defaults. It reaches nothing but its service. */
function sdkClient(sdk: Sdk, { folder, python }: Installed): Client {
  const { speaksTo } = sdk;
  return {
    name: sdkName(sdk),
    serve: (faults) =>
      typeof speaksTo === 'string' ? serveSandbox(speaksTo, faults) : serveOther(speaksTo, faults),
    run: async (service, directory) => {
      const isNode = sdk.registry === 'npm';
      const file = join(isNode ? folder : directory, `bench-${new URL(service.url).port}.mjs`);
      writeFileSync(file, sdk.code);
      const egressLog = join(directory, 'egress');
      writeFileSync(egressLog, '');
      const nowhere = 'http://127.0.0.1:9';
      const child = spawn(
        isNode ? process.execPath : python,
        isNode ? ['--import', EGRESS_GUARD, file] : [file],
        {
          cwd: isNode ? folder : directory,
          stdio: ['ignore', 'ignore', 'pipe'],
          env: {
            PATH: process.env['PATH'] ?? '',
            HOME: directory,
            BASE_URL: service.url,
            TOKEN: service.token,
            ORG_ID: service.orgId,
            EGRESS_LOG: egressLog,
            EGRESS_ALLOWED: new URL(service.url).host,
            HTTP_PROXY: nowhere,
            HTTPS_PROXY: nowhere,
            NO_PROXY: '127.0.0.1',
          },
        },
      );
      let said = '';
      child.stderr.on('data', (text: Buffer) => (said += text.toString('utf8')));
      const limit = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS);
      const code = await exited(child);
      clearTimeout(limit);
      if (code === null) {
        return 'still trying after 5 minutes';
      }
      return code === 0 ? 'its agent' : errorIn(said);
    },
  };
}

/** The name of the error that ended a program of Node or Python. */
function errorIn(said: string): string {
  const names = [...said.matchAll(/^(?:[\w.]+\.)?(\w*(?:Error|Exception))\b/gm)];
  return names.at(-1)?.[1] ?? 'an error';
}

async function measure(client: Client, trouble: string, directory: string): Promise<Result> {
  mkdirSync(directory);
  const service = await client.serve(TROUBLES[trouble] ?? []);
  try {
    const end = await client.run(service, directory);
    const counted = { agents: service.agents(), creates: service.creates() };
    return { client: client.name, trouble, ...counted, end };
  } finally {
    await service.close();
  }
}

/** Runs the tasks in order, as many at once as `AT_ONCE`. The results have their order. */
async function inOrder<T>(tasks: readonly (() => Promise<T>)[]): Promise<readonly T[]> {
  const results: T[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next; index < tasks.length; index = next) {
      next += 1;
      const task = tasks[index];
      if (task !== undefined) {
        results[index] = await task();
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}

function tableOf(clients: readonly Client[], results: readonly Result[]): string {
  const troubles = Object.keys(TROUBLES);
  const cell = (client: Client, trouble: string): string => {
    const result = results.find((each) => each.client === client.name && each.trouble === trouble);
    if (result === undefined) {
      return '–';
    }
    const { agents, creates, end } = result;
    const asked = creates === agents ? '' : ` of ${creates} requests`;
    return `**${agents}**${asked}, ${end}`;
  };
  const rows = clients.map(
    (client) => `| ${[client.name, ...troubles.map((each) => cell(client, each))].join(' | ')} |`,
  );
  const head = [
    `| client | ${troubles.join(' | ')} |`,
    `| --- |${' --- |'.repeat(troubles.length)}`,
  ];
  return [...head, ...rows].join('\n');
}

const { values } = parseArgs({ options: { json: { type: 'boolean' }, only: { type: 'string' } } });
const isAsked = (name: string): boolean => name.includes(values.only ?? '');
await inTemporary(async (directory) => {
  const installed = install(
    SDKS.filter((sdk) => isAsked(sdkName(sdk))),
    directory,
  );
  const { missing } = installed;
  const present = SDKS.filter((sdk) => isAsked(sdkName(sdk)) && !missing.has(sdk));
  const isOther = ({ speaksTo }: Sdk): boolean => typeof speaksTo !== 'string';
  const ours = [
    ...SERVICES.map(actionOn).filter(({ name }) => isAsked(name)),
    ...present.filter((sdk) => !isOther(sdk)).map((sdk) => sdkClient(sdk, installed)),
  ];
  const others = present.filter(isOther).map((sdk) => sdkClient(sdk, installed));
  const tasks = [...ours, ...others].flatMap((client, row) =>
    Object.keys(TROUBLES).map(
      (trouble, column) => () => measure(client, trouble, join(directory, `${row}-${column}`)),
    ),
  );
  const results = await inOrder(tasks);
  if (values.json === true) {
    process.stdout.write(`${JSON.stringify(results, null, 2)}\n`);
    return;
  }
  const tables = [ours, others]
    .filter((clients) => clients.length > 0)
    .map((clients) => tableOf(clients, results));
  const notes = [...missing].map(([{ name, version }, why]) => `${name} ${version} ${why}.`);
  process.stdout.write(`${[...tables, ...notes].join('\n\n')}\n`);
});
