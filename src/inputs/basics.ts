/** Input rows for the service, the credentials and the agent's task. */
import { isLoopback } from '../service/http/proxy.ts';
import { isRecord, parseJson } from '../safe/json.ts';
import { images, prompt } from './files.ts';
import { rows, type InputReader, type InputRow } from './reader.ts';

export const CONNECTION = {
  token: {
    description:
      'API token of the agent service. Store it as a secret. Pull requests from forks and by Dependabot get no secrets; the step is then skipped.',
    required: true,
    read: ({ read }) => token(read),
  },
  org_id: {
    description: 'Numeric ID of your organization at the agent service.',
    required: true,
    // Users often give the name instead.
    read: ({ read }) => read.integer('org_id', { isRequired: true, more: ORG_NUMBER }) ?? 0,
  },
  base_url: {
    description:
      'Root URL of the agent service, such as `https://agents.example.com`. Must use `https:`, except for loopback addresses.',
    required: true,
    read: ({ read }) => baseUrl(read),
  },
} satisfies Readonly<Record<string, InputRow>>;

export const TASK = {
  prompt: {
    description:
      'Task for the agent, or the follow-up when a run is resumed. With `agent_run_id` and no prompt, the run is only followed.',
    read: prompt,
  },
  prompt_file: rows.text('File in the workspace that contains the prompt, in UTF-8. Cannot be combined with `prompt`.'),
  repo: {
    description: 'Repository that the agent works on, as `owner/name`. Cannot be combined with `repo_id`.',
    read: ({ read }) => repo(read),
  },
  repo_id: {
    description: 'Numeric ID of the repository at the agent service. Sent only when a run is created.',
    read: ({ read }, name) => read.integer(name, { more: ', or the input `repo` with `owner/name` instead' }),
  },
  agent_run_id: rows.integer(
    'ID of an existing run to resume instead of creating a new one. Takes precedence over `resume`.',
  ),
  resume: rows.choice(
    ['never', 'thread'],
    '`never`, or `thread` to resume the run recorded in this issue or pull request. Creates a run if none is recorded. Needs a `github_token` that can write comments.',
  ),
  context: rows.choice(
    ['none', 'event'],
    '`none`, or `event` to append the issue, comment or pull request that triggered the workflow to the prompt, fenced as untrusted text.',
  ),
  model: rows.text('Model for a new run. Pass other fields, such as `agent_type`, in `request_fields`.'),
  images: {
    description:
      'Images in the workspace to send with the prompt (PNG, JPEG, GIF or WebP), separated by commas or new lines. Globs are allowed; at most 10 files of 5 MB each.',
    read: images,
  },
  request_fields: {
    description:
      'JSON object with additional fields for the create request, such as `metadata`. Must not contain `prompt` or `repo_id`.',
    read: ({ read }) => requestFields(read),
  },
  task: rows.choice(
    ['run', 'check', 'setup-commands', 'analyze-logs'],
    '`run`, `check` to test the configuration without spending a run, `setup-commands` (needs `repo` or `repo_id`) or `analyze-logs` (needs `sandbox_id`).',
  ),
  sandbox_id: rows.integer('ID of the sandbox whose logs `task: analyze-logs` looks at.'),
} satisfies Readonly<Record<string, InputRow>>;

const ORG_NUMBER = ", the organization's number in the settings of the service and not its name";
const TOKEN = 'the API token of the service, visible ASCII characters without spaces or quotes';

/** What is wrong with a token, which is not repeated, and what to do about it. The first that fits is told. */
const TOKEN_PROBLEMS: readonly (readonly [pattern: RegExp, given: string, advice: string])[] = [
  [
    /^$/,
    'nothing',
    '. Is the secret defined for this repository, organization or environment under exactly this name, and may this event read it? Workflows from forks and by Dependabot, and reusable workflows without `secrets: inherit`, get no secrets',
  ],
  [/^bearer\b/i, 'a value that begins with "Bearer"', '; the action adds "Bearer" itself'],
  [/^["'`]|["'`]$/, 'a value in quotes', '; remove the quotation marks from the value of the secret'],
  [/\$\{\{|^secrets\./i, 'an expression that was not evaluated', ', as in `token: ${{ secrets.AGENT_RUN_TOKEN }}`'],
  [/\s/, 'a value with spaces or line breaks in it', ''],
  // Not valid in a header value, which would make the request fail with a less helpful error.
  [/[^\x21-\x7e]/, 'a value with characters that no token has', ''],
];

function token(read: InputReader): string {
  const value = read.text('token');
  const problem = TOKEN_PROBLEMS.find(([pattern]) => pattern.test(value));
  if (problem !== undefined) read.problem('token', problem[1], `${TOKEN}${problem[2]}`);
  return value;
}

const ROOT_URL =
  "the root URL of the service's API, such as `https://agents.example.com` (`http://` only for loopback addresses), without user name, password, query or fragment";

/** Without a trailing slash, and without the `/v1` that every path of the spec already has. */
function baseUrl(read: InputReader): string {
  const given = read.text('base_url');
  // User info usually contains a password, so the value is not repeated.
  if (/^[a-z]+:\/*[^/?#]*@/i.test(given)) {
    read.problem('base_url', 'an address with a user name or password', ROOT_URL);
    return '';
  }
  const url = URL.parse(given);
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  if (url !== null && isSafe && !/[?#]/.test(given) && url.username === '')
    return `${url.origin}${url.pathname.replace(/\/+$/, '').replace(/\/v1$/, '')}`;
  const lacksScheme = /^[\w-]+(?:\.[\w-]+)+(?:[/:]|$)/.test(given) && !given.includes('://');
  read.refuse('base_url', `${ROOT_URL}${lacksScheme ? `. Did you mean "https://${given}"?` : ''}`);
  return '';
}

function repo(read: InputReader): string | null {
  const given = read.text('repo') || null;
  if (given !== null && !/^[\w.-]+\/[\w.-]+$/.test(given)) {
    const [, meant] = /^(?:https:\/\/|git@)[^/:]+[/:]([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/.exec(given) ?? [];
    read.refuse('repo', `a repository as \`owner/name\`${meant === undefined ? '' : `. Did you mean "${meant}"?`}`);
  } else if (given !== null && read.text('repo_id') !== '') {
    read.refuse('repo', 'one of the two', ' together with `repo_id`');
  }
  return given;
}

/** Further fields of the create request. */
function requestFields(read: InputReader): Readonly<Record<string, unknown>> {
  const given = read.text('request_fields');
  if (given === '') return {};
  const accepted = 'a JSON object without `prompt` and `repo_id`';
  let fields: unknown;
  try {
    fields = parseJson(given);
  } catch {
    read.refuse('request_fields', accepted, ', which is not JSON');
    return {};
  }
  if (!isRecord(fields) || 'prompt' in fields || 'repo_id' in fields) {
    read.refuse('request_fields', accepted);
    return {};
  }
  for (const name of ['model', 'images'])
    if (name in fields && read.text(name) !== '')
      read.refuse(name, `the ${name} in one of the two`, ', which `request_fields` has too');
  const { metadata = null } = fields;
  // The key would replace metadata that is not an object.
  if (read.text('idempotency').toLowerCase() === 'metadata' && metadata !== null && !isRecord(metadata))
    read.problem(
      'request_fields',
      `\`metadata\` ${JSON.stringify(metadata)} together with \`idempotency: metadata\``,
      '`metadata` as a JSON object, which the key of `idempotency` is added to',
    );
  return fields;
}
