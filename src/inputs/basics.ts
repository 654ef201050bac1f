/** Input rows for the service, the credentials and the agent's task. */
import { isLoopback } from '../service/http/proxy.ts';
import { isRecord, parseJson } from '../safe/json.ts';
import { images, prompt } from './files.ts';
import { POSITIVE_INTEGER, row, type InputReader } from './reader.ts';

export const CONNECTION = {
  token: row({
    field: 'token',
    description:
      'API token of the agent service. Store it as a secret. Pull requests from forks and by Dependabot get no secrets; the step is then skipped.',
    required: true,
    read: ({ read }) => token(read),
  }),
  org_id: row({
    field: 'orgId',
    description: 'Numeric ID of your organization at the agent service.',
    required: true,
    read: ({ read }) => orgId(read),
  }),
  base_url: row({
    field: 'baseUrl',
    description:
      'Root URL of the agent service, such as `https://agents.example.com`. Must use `https:`, except for loopback addresses.',
    required: true,
    read: ({ read }) => baseUrl(read),
  }),
};

export const TASK = {
  prompt: row({
    field: 'prompt',
    description:
      'Task for the agent, or the follow-up when a run is resumed. With `agent_run_id` and no prompt, the run is only followed.',
    read: prompt,
  }),
  prompt_file: row({
    field: 'promptFile',
    description: 'File in the workspace that contains the prompt, in UTF-8. Cannot be combined with `prompt`.',
    read: ({ read }) => read.optional('prompt_file'),
  }),
  repo: row({
    field: 'repo',
    description: 'Repository that the agent works on, as `owner/name`. Cannot be combined with `repo_id`.',
    read: ({ read }) => repo(read),
  }),
  repo_id: row({
    field: 'repoId',
    description: 'Numeric ID of the repository at the agent service. Sent only when a run is created.',
    read: ({ read }) => repoId(read),
  }),
  agent_run_id: row({
    field: 'agentRunId',
    description: 'ID of an existing run to resume instead of creating a new one. Takes precedence over `resume`.',
    read: ({ read }) => read.integer('agent_run_id', { min: 1, accepted: POSITIVE_INTEGER }),
  }),
  resume: row({
    field: 'resume',
    description:
      '`never`, or `thread` to resume the run recorded in this issue or pull request. Creates a run if none is recorded. Needs a `github_token` that can write comments.',
    default: 'never',
    read: ({ read }) => read.choice('resume', ['never', 'thread']),
  }),
  context: row({
    field: 'context',
    description:
      '`none`, or `event` to append the issue, comment or pull request that triggered the workflow to the prompt, fenced as untrusted text.',
    default: 'none',
    read: ({ read }) => read.choice('context', ['none', 'event']),
  }),
  model: row({
    field: 'model',
    description: 'Model for a new run. Pass other fields, such as `agent_type`, in `request_fields`.',
    read: ({ read }) => read.optional('model'),
  }),
  images: row({
    field: 'images',
    description:
      'Images in the workspace to send with the prompt (PNG, JPEG, GIF or WebP), separated by commas or new lines. Globs are allowed; at most 10 files of 5 MB each.',
    read: images,
  }),
  request_fields: row({
    field: 'requestFields',
    description:
      'JSON object with additional fields for the create request, such as `metadata`. Must not contain `prompt` or `repo_id`.',
    read: ({ read }) => requestFields(read),
  }),
  task: row({
    field: 'task',
    description:
      '`run`, `check` to test the configuration without spending a run, `setup-commands` (needs `repo` or `repo_id`) or `analyze-logs` (needs `sandbox_id`).',
    default: 'run',
    read: ({ read }) => read.choice('task', ['run', 'check', 'setup-commands', 'analyze-logs']),
  }),
  sandbox_id: row({
    field: 'sandboxId',
    description: 'ID of the sandbox whose logs `task: analyze-logs` looks at.',
    read: ({ read }) => read.integer('sandbox_id', { min: 1, accepted: POSITIVE_INTEGER }),
  }),
};

const TOKEN = 'the API token of the service, visible ASCII characters without spaces or quotes';

/** Describes the problem with a token without repeating it, or null if the token is usable. */
function tokenProblem(value: string): readonly [given: string, accepted: string] | null {
  if (value === '')
    return [
      'nothing',
      `${TOKEN}. Is the secret defined for this repository, organization or environment under exactly this name, and may this event read it? Workflows from forks and by Dependabot, and reusable workflows without \`secrets: inherit\`, get no secrets`,
    ];
  if (/^bearer\b/i.test(value))
    return ['a value that begins with "Bearer"', `${TOKEN}; the action adds "Bearer" itself`];
  if (/^["'`]|["'`]$/.test(value))
    return ['a value in quotes', `${TOKEN}; remove the quotation marks from the value of the secret`];
  if (/\$\{\{|^secrets\./i.test(value))
    return ['an expression that was not evaluated', `${TOKEN}, as in \`token: \${{ secrets.AGENT_RUN_TOKEN }}\``];
  // Other characters are not valid in a header value and would make the request fail with a less helpful error.
  if (/\s/.test(value)) return ['a value with spaces or line breaks in it', TOKEN];
  return /^[\x21-\x7e]+$/.test(value) ? null : ['a value with characters that no token has', TOKEN];
}

function token(read: InputReader): string {
  const value = read.text('token');
  const problem = tokenProblem(value);
  if (problem !== null) read.problem('token', ...problem);
  return value;
}

/** Parses an ID. The message says where to find the number, because users often give the name instead. */
function orgId(read: InputReader): number {
  const accepted = `${POSITIVE_INTEGER}, the organization's number in the settings of the service and not its name`;
  return read.integer('org_id', { min: 1, accepted, required: true }) ?? 0;
}

function repoId(read: InputReader): number | null {
  const given = read.text('repo_id');
  const named = /^(?:https?:\/\/\S+\/)?[\w.-]+\/[\w.-]+$/.test(given);
  const accepted = named
    ? `${POSITIVE_INTEGER}. To give the repository as \`owner/name\`, use the input \`repo\` instead`
    : `${POSITIVE_INTEGER}, or the input \`repo\` with \`owner/name\` instead`;
  return read.integer('repo_id', { min: 1, accepted });
}

/** Without a trailing slash, and without the `/v1` that every path of the spec already has. */
function baseUrl(read: InputReader): string {
  const given = read.text('base_url');
  const accepted =
    "the root URL of the service's API, such as `https://agents.example.com` (`http://` only for loopback addresses), without user name, password, query or fragment";
  const authority = /^[a-z]+:\/*([^/?#]*)/i.exec(given)?.[1] ?? '';
  // User info usually contains a password, so the value is not repeated.
  const shown = authority.includes('@')
    ? 'an address with a user name or password'
    : given === ''
      ? 'nothing'
      : `"${given}"`;
  const refuse = (): string => {
    read.problem('base_url', shown, accepted);
    return '';
  };
  if (/^[\w-]+(?:\.[\w-]+)+(?:[/:]|$)/.test(given) && !given.includes('://')) {
    read.problem('base_url', shown, `${accepted}. Did you mean "https://${given}"?`);
    return '';
  }
  if (!URL.canParse(given)) return refuse();
  const url = new URL(given);
  const safe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  if (!safe || authority.includes('@') || /[?#]/.test(given) || url.username !== '' || url.password !== '')
    return refuse();
  return `${url.origin}${url.pathname.replace(/\/+$/, '').replace(/\/v1$/, '')}`;
}

function repo(read: InputReader): string | null {
  const given = read.optional('repo');
  if (given !== null && !/^[\w.-]+\/[\w.-]+$/.test(given)) {
    const [, meant] = /^(?:https:\/\/|git@)[^/:]+[/:]([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/.exec(given) ?? [];
    const hint = meant === undefined ? '' : `. Did you mean "${meant}"?`;
    read.problem('repo', `"${given}"`, `a repository as \`owner/name\`${hint}`);
  } else if (given !== null && read.text('repo_id') !== '') {
    read.problem('repo', `"${given}" together with \`repo_id\``, 'one of the two');
  }
  return given;
}

/** Further fields of the create request. */
function requestFields(read: InputReader): Readonly<Record<string, unknown>> {
  const given = read.text('request_fields');
  if (given === '') return {};
  const accepted = 'a JSON object without `prompt` and `repo_id`';
  let parsed: unknown;
  try {
    parsed = parseJson(given);
  } catch {
    read.problem('request_fields', `"${given}", which is not JSON`, accepted);
    return {};
  }
  if (!isRecord(parsed) || 'prompt' in parsed || 'repo_id' in parsed) {
    read.problem('request_fields', `"${given}"`, accepted);
    return {};
  }
  if ('model' in parsed && read.text('model') !== '')
    read.problem('model', `"${read.text('model')}", with another in \`request_fields\``, 'the model in one of the two');
  if ('images' in parsed && read.text('images') !== '')
    read.problem('images', 'images, with others in `request_fields`', 'the images in one of the two');
  const { metadata } = parsed;
  if (read.text('idempotency').toLowerCase() === 'metadata' && !takesFields(metadata))
    read.problem(
      'request_fields',
      `\`metadata\` ${JSON.stringify(metadata)} together with \`idempotency: metadata\``,
      '`metadata` as a JSON object, which the key of `idempotency` is added to',
    );
  return parsed;
}

/** Whether the key of `idempotency: metadata` can be added. It would replace metadata that is not an object. */
function takesFields(metadata: unknown): boolean {
  return metadata === undefined || metadata === null || isRecord(metadata);
}
