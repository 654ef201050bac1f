/** `npm run sandbox`: serves until it is stopped, and prints the variables to use it. */
import { parseArgs } from 'node:util';
import { stringify } from 'yaml';
import { SERVICES, type ServiceName } from './faces/face.ts';
import { BUILT_IN, findScenario } from './library.ts';
import { APIS, LOG_ADDRESSES } from './scenario.ts';
import { requestLine, startSandbox, type Sandbox } from './server.ts';

const HELP = `npm run sandbox -- [options]
  --service NAME         ${SERVICES.join(', ')} (the first is the default)
  --scenario NAME|FILE   a built-in scenario, auto (by the prompt, the default), or a YAML or JSON file
  --speed N              scenario seconds per second (1)
  --api published|spec   the published API, or the specification's endpoints alone (published)
  --logs both|spec|alpha|none
                         where logs are served (both; spec with --api spec)
  --port N               (any free port)
  --token TEXT           (random)
  --quiet                no line for each request
  --list                 the built-in scenarios
  --print NAME           a built-in scenario as YAML, to start one of your own from
  --help`;

const OPTIONS = {
  service: { type: 'string', default: 'agent-run' },
  scenario: { type: 'string', default: 'auto' },
  speed: { type: 'string', default: '1' },
  api: { type: 'string', default: 'published' },
  logs: { type: 'string' },
  port: { type: 'string', default: '0' },
  token: { type: 'string' },
  quiet: { type: 'boolean', default: false },
  list: { type: 'boolean', default: false },
  print: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

/** Milliseconds between checks whether npm's shell is still running. */
const PARENT_LOOK_MS = 250;
const parent = process.ppid;

async function cli(): Promise<void> {
  const { values } = parseArgs({ options: OPTIONS });
  if (values.help) {
    console.log(HELP);
    return;
  }
  if (values.list) {
    for (const [name, { description = '' }] of Object.entries(BUILT_IN)) {
      console.log(name.padEnd(16) + description);
    }
    return;
  }
  if (values.print !== undefined) {
    const { name } = findScenario(values.print);
    console.log(stringify(BUILT_IN[name]));
    return;
  }
  const { scenario, token, quiet } = values;
  const service = SERVICES.find((word) => word === values.service);
  const api = APIS.find((word) => word === values.api);
  const logs = LOG_ADDRESSES.find((word) => word === values.logs);
  const speed = Number(values.speed);
  const port = Number(values.port);
  const wrong = [
    service !== undefined ? '' : `--service must be one of ${SERVICES.join(', ')}.`,
    speed > 0 && Number.isFinite(speed) ? '' : '--speed must be a positive number.',
    Number.isInteger(port) && port >= 0 && port <= 65_535
      ? ''
      : '--port must be a port number, or 0 for any.',
    api !== undefined ? '' : `--api must be one of ${APIS.join(', ')}.`,
    logs !== undefined || values.logs === undefined
      ? ''
      : `--logs must be one of ${LOG_ADDRESSES.join(', ')}.`,
    token === '' ? '--token must not be empty.' : '',
  ].filter((problem) => problem !== '');
  if (wrong.length > 0) {
    throw new Error(`${wrong.join('\n')}\n\n${HELP}`);
  }
  const played = service ?? 'agent-run';
  const sandbox = await startSandbox({
    service: played,
    scenario,
    speed,
    port,
    ...(api !== undefined && { api }),
    ...(logs !== undefined && { logs }),
    ...(token === undefined ? {} : { token }),
    ...(quiet ? {} : { onRequest: (request) => console.error(requestLine(request)) }),
  });
  console.log(directions(played, sandbox));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void sandbox.close());
  }
  // npm sends a signal to the shell that started this process, and the shell ends without
  // forwarding it. The check is only for npm, because a manually started background process should
  // outlive its shell.
  if (process.env['npm_lifecycle_event'] !== 'sandbox') {
    return;
  }
  const looking = setInterval(() => {
    if (!parentIsGone()) {
      return;
    }
    clearInterval(looking);
    void sandbox.close();
  }, PARENT_LOOK_MS).unref();
}

/** An orphan gets another parent, except on Windows, where it keeps the ID of the ended one. */
function parentIsGone(): boolean {
  if (process.ppid !== parent) {
    return true;
  }
  try {
    return !process.kill(parent, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

function directions(service: ServiceName, { url, token, orgId, example }: Sandbox): string {
  const variables = [
    ['SERVICE', service === 'agent-run' ? '' : service],
    ['BASE_URL', url],
    ['TOKEN', token],
    ['ORG_ID', orgId],
  ]
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `  export INPUT_${name}=${value}`);
  return `The sandbox serves until it is stopped (Ctrl+C).

${variables.join('\n')}

  curl -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' \\
    -d '${JSON.stringify(example.body)}' ${url}${example.path}

With these variables and INPUT_PROMPT set, \`npm exec -- node dist/index.js\` is the action.`;
}

try {
  await cli();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}
