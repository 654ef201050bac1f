/**
 * `npm run doctor`: checks whether token, organization, repository and base URL match, without
 * starting a run. Options that are not given come from the variable of the action's input, such as
 * INPUT_BASE_URL.
 */
import { parseArgs } from 'node:util';
import { describeProblems } from '../src/inputs/reader.ts';
import { parseInputs } from '../src/inputs/parse.ts';
import { preflight } from '../src/run/preflight.ts';
import { logInline } from '../src/safe/job-log.ts';
import { realClock } from '../src/runner/clock.ts';
import { realFiles } from '../src/runner/files.ts';
import { createRedactor } from '../src/safe/redaction.ts';
import { SERVICE_NAMES } from '../src/agents/service-table.ts';
import { SERVICES } from '../src/agents/services.ts';
import { UndiciHttp } from '../src/http/undici.ts';
import type { Wait } from '../src/http/retry.ts';
import { VERSION } from '../src/runner/host.ts';

const HELP = `npm run doctor -- [options]
  --service NAME       ${SERVICE_NAMES.join(', ')}; the first by default (INPUT_SERVICE)
  --base-url URL       root of the service (INPUT_BASE_URL)
  --org-id ID          the organization's number, or its text with devin and openhands (INPUT_ORG_ID)
  --repo OWNER/NAME    a repository to look up (INPUT_REPO)
  --repo-id N          a repository by its number (INPUT_REPO_ID)
  --agent-run-id ID    a run to read, where the service has the specification's endpoints alone (INPUT_AGENT_RUN_ID)
  --help

The API token is read from INPUT_TOKEN alone, so that it stands in no list of processes.`;

const OPTIONS = {
  service: { type: 'string' },
  'base-url': { type: 'string' },
  'org-id': { type: 'string' },
  repo: { type: 'string' },
  'repo-id': { type: 'string' },
  'agent-run-id': { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

const MARKS = { ok: 'ok      ', note: 'note    ', problem: 'PROBLEM ', wait: '...     ' } as const;
/** The end of a finding says what to do. */
const WHOLE = 4_000;
const PATIENCE_MS = 60_000;

/** Advice for the `with:` block of a workflow, as what to give here. */
function forTerminal(text: string): string {
  return text
    .replaceAll("Correct the step's `with:` block.", 'Correct these options or variables.')
    .replaceAll(
      'Set `repo: ${{ github.repository }}` for that of this workflow.',
      'Check one with `--repo owner/name`.',
    )
    .replace(/ Is the secret defined .*/g, '')
    .replace(
      /(?:(the) )?(?:inputs? )?`token`/gi,
      (_, article = 'the') => `${article} variable INPUT_TOKEN (\`export INPUT_TOKEN=…\`)`,
    )
    .replace(
      /(?:the )?(?:inputs? )?`(service|base_url|org_id|repo|repo_id|agent_run_id)`/g,
      (_, name: string) => {
        return `\`--${name.replaceAll('_', '-')}\``;
      },
    );
}

/** The exit code: 0 if nothing needs to change. */
async function doctor(): Promise<number> {
  const { help, ...options } = parseArgs({ options: OPTIONS }).values;
  if (help) {
    console.log(HELP);
    return 0;
  }
  const { env } = process;
  const given: Readonly<Record<string, string | undefined>> = Object.fromEntries(
    Object.entries(options).map(([name, value]) => [name.replaceAll('-', '_'), value]),
  );
  const read = new Set([
    'token',
    'service',
    'base_url',
    'org_id',
    'repo',
    'repo_id',
    'agent_run_id',
  ]);
  const input = (name: string): string => {
    if (name === 'task') {
      return 'check';
    }
    return read.has(name) ? (given[name] ?? env[`INPUT_${name.toUpperCase()}`] ?? '').trim() : '';
  };
  const { inputs, problems } = parseInputs({ input, env, files: realFiles });
  if (problems.length > 0) {
    console.error(`${forTerminal(describeProblems(problems))}\n\n${HELP}`);
    return 2;
  }
  const http = new UndiciHttp({
    httpProxy: env['http_proxy'] ?? env['HTTP_PROXY'],
    httpsProxy: env['https_proxy'] ?? env['HTTPS_PROXY'],
    noProxy: env['no_proxy'] ?? env['NO_PROXY'],
  });
  const agent = await SERVICES[inputs.service.name]({
    ...inputs,
    env,
    http,
    clock: realClock,
    userAgent: `agent-run-action/${VERSION}`,
  });
  const stop = new AbortController();
  const call = { signal: stop.signal, deadline: realClock.now() + PATIENCE_MS };
  const redact = createRedactor([inputs.token]);
  const show = (mark: string, text: string): void =>
    console.log(mark + logInline(forTerminal(redact(text)), WHOLE));
  const onWait = ({ text }: Wait): void => show(MARKS.wait, text);
  const findings = await preflight(
    { agent, inputs, clock: realClock, random: Math.random, onWait },
    call,
  );
  await http.close();
  for (const { kind, message } of findings) {
    show(MARKS[kind], message);
  }
  return findings.some(({ kind }) => kind === 'problem') ? 1 : 0;
}

try {
  process.exitCode = await doctor();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}
