/** `npm run sandbox`: serves until it is stopped, and prints the variables to use it. */
import { parseArgs } from 'node:util';
import { BUILT_IN, loadScenario } from './library.ts';
import { ScenarioError } from './scenario.ts';
import { startSandbox } from './server.ts';

const HELP = `npm run sandbox -- [options]
  --scenario NAME|FILE   a built-in scenario, auto (by the prompt, the default), or a YAML or JSON file
  --speed N              scenario seconds per second (1)
  --order asc|desc       in which order the log is returned (asc)
  --port N               (any free port)
  --token TEXT           (random)
  --list                 the built-in scenarios
  --print NAME           a built-in scenario as YAML, to start an own one from`;

async function cli(): Promise<void> {
  const { values } = parseArgs({
    options: {
      scenario: { type: 'string', default: 'auto' },
      speed: { type: 'string', default: '1' },
      order: { type: 'string', default: 'asc' },
      port: { type: 'string', default: '0' },
      token: { type: 'string' },
      list: { type: 'boolean' },
      print: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help === true) {
    console.log(HELP);
    return;
  }
  if (values.list === true) {
    for (const [name, { description = '' }] of Object.entries(BUILT_IN))
      console.log(`${name.padEnd(16)}${description}`);
    return;
  }
  if (values.print !== undefined) {
    const { stringify } = await import('yaml');
    console.log(stringify(BUILT_IN[values.print] ?? {}));
    return;
  }
  const speed = Number(values.speed);
  const port = Number(values.port);
  if (!(speed > 0) || !Number.isInteger(port) || !['asc', 'desc'].includes(values.order)) throw new ScenarioError(HELP);
  const sandbox = await startSandbox({
    port,
    speed,
    scenario: await loadScenario(values.scenario),
    logOrder: values.order === 'desc' ? 'desc' : 'asc',
    ...(values.token === undefined ? {} : { token: values.token }),
  });
  const { url, token, orgId } = sandbox;
  console.log(`The sandbox serves until it is stopped (Ctrl+C).

  export AGENT_RUN_BASE_URL=${url}
  export INPUT_TOKEN=${token}
  export INPUT_ORG_ID=${orgId}

  curl -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' \\
    -d '{"prompt": "Fix the bug."}' ${url}/v1/organizations/${orgId}/agent/run

With these variables and INPUT_PROMPT set, \`node dist/index.js\` is the action.`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void sandbox.close());
}

try {
  await cli();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}
