/** What each service denies is refused when the inputs are read (contract 18.1). */
import { describe, expect, it } from '@jest/globals';
import { SERVICE_NAMES, SERVICE_TABLE, type ServiceName } from '../../src/agents/service-table.ts';
import { describeProblems } from '../../src/inputs/reader.ts';
import { parseInputs, type Inputs } from '../../src/inputs/parse.ts';
import { INPUT_NAMES, INPUT_ROWS, type InputName } from '../../src/inputs/table.ts';
import { readTasks, taskFormat } from '../../src/inputs/tasks.ts';
import { MemoryFiles } from '../support/memory-files.ts';
import { serviceRows } from '../support/service-rows.ts';

type Given = Readonly<Record<string, string>>;

const ENV = {
  GITHUB_WORKSPACE: '/workspace',
  RUNNER_TEMP: '/temp',
  GITHUB_REPOSITORY: 'octo/website',
  GITHUB_API_URL: 'https://api.github.example',
};
const FILES = new MemoryFiles(
  {
    '/workspace/long.md': 'x'.repeat(16_001),
    ...Object.fromEntries(
      ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [`/workspace/${name}.gif`, 'GIF89a']),
    ),
  },
  { directories: ['/temp'] },
);
const BY_DEFAULT: Readonly<Record<ServiceName, Given>> = {
  'agent-run': { org_id: '42', base_url: 'https://agents.example.com' },
  cursor: {},
  devin: {},
  copilot: {},
  jules: {},
  openhands: {},
};

function sourcesOf(service: ServiceName, given: Given, env: Given = ENV) {
  const all: Given = {
    token: 'tok-secret',
    prompt: 'Fix it.',
    service,
    ...BY_DEFAULT[service],
    ...given,
  };
  return { input: (name: string) => all[name] ?? '', env, files: FILES };
}

function parse(service: ServiceName, given: Given, env?: Given) {
  return parseInputs(sourcesOf(service, given, env));
}

function linesFor(service: ServiceName, given: Given, env?: Given): readonly string[] {
  const [, ...lines] = describeProblems(parse(service, given, env).problems).split('\n');
  return lines;
}

const UUID = '5f0c1d2e-3a4b-4c5d-8e6f-708192a3b4c5';
const BARE_UUID = UUID.replaceAll('-', '');
const COMMIT = 'a'.repeat(40);
const FOLLOW =
  'which takes no message to a run that exists; leave it out to follow the run, or leave ' +
  '`agent_run_id` out to start another';

/** Forms of an organization; null: the service takes none. */
const ORGANIZATIONS = serviceRows<readonly string[]>({
  'agent-run': ['42'],
  cursor: null,
  devin: ['org-51', 'org_51'],
  copilot: null,
  jules: null,
  openhands: [UUID, 'org-51'],
});
it.each(ORGANIZATIONS)('with %s, each of %j is an organization', (service, ids) => {
  const read = ids.map((id) => parse(service, { org_id: id }));
  expect(read.map(({ inputs }) => inputs.orgId)).toEqual(ids);
  expect(read.flatMap(({ problems }) => problems)).toEqual([]);
});

describe('`repo: none` is a run without a repository (contract 1.1)', () => {
  const WITHOUT = SERVICE_NAMES.filter((name) => SERVICE_TABLE[name].repository === 'optional');
  it.each(WITHOUT)('with %s', (service) => {
    const { inputs, problems } = parse(service, { repo: 'none' });
    expect(problems).toEqual([]);
    expect([inputs.repo, inputs.createPullRequest]).toEqual([null, false]);
  });

  const ALWAYS_IN_ONE = SERVICE_NAMES.filter((name) =>
    ['required', 'workflow'].includes(SERVICE_TABLE[name].repository),
  );
  it.each(ALWAYS_IN_ONE)('refused with %s', (service) => {
    expect(linesFor(service, { repo: 'none' })).toEqual([
      `- \`repo\`: got "none"; accepted: a repository as \`owner/name\` with \`service: ${service}\`, ` +
        'whose runs always work in one',
    ]);
  });

  it('refused where runs have no repository of their own', () => {
    expect(linesFor('agent-run', { repo: 'none' })).toEqual([
      '- `repo`: got "none"; accepted: nothing for a run without a repository with ' +
        '`service: agent-run`',
    ]);
  });

  it('refuses what needs one', () => {
    const wants = { ref: 'main', create_pull_request: 'true', expect: 'pull_request' };
    expect(linesFor('openhands', { repo: 'none', ...wants })).toEqual([
      '- `ref`: got "main" together with `repo: none`; accepted: nothing: there is no branch to ' +
        'start from',
      '- `create_pull_request`: got "true" together with `repo: none`; accepted: `auto` or `false`',
      '- `expect`: got "pull_request" together with `repo: none`; accepted: `none` or `result`',
    ]);
  });

  it('a task of a fleet may say it too', async () => {
    const tasks = JSON.stringify([{ prompt: 'a', repo: 'none' }, { prompt: 'b' }]);
    const sources = sourcesOf('jules', { prompt: '', tasks });
    const { problems: known } = parseInputs(sources);
    const format = await taskFormat(tasks);
    const read = readTasks(sources, { known, format: format as NonNullable<typeof format> });
    expect(read.tasks.map(({ own }) => own.repo)).toEqual([null, 'octo/website']);
  });

  it.each(['pull_request', 'checks'])('a task is refused it with `expect: %s`', async (value) => {
    const tasks = JSON.stringify([{ key: 'a', repo: 'none' }, { key: 'b' }]);
    const sources = sourcesOf('devin', { expect: value, tasks });
    const { problems: known } = parseInputs(sources);
    const format = await taskFormat(tasks);
    const { problems } = readTasks(sources, { known, format: format! });
    const [, ...lines] = describeProblems([...known, ...problems]).split('\n');
    expect(lines).toEqual([
      `- \`tasks[a].expect\`: got "${value}" together with \`repo: none\`; ` +
        'accepted: `none` or `result`',
    ]);
  });
});

describe('refused in one line that names service, input and what to do instead', () => {
  it.each<[ServiceName, Given, string]>([
    [
      'agent-run',
      { ref: 'main' },
      '- `ref`: got "main"; accepted: nothing with `service: agent-run`, which cannot be told ' +
        'where to start; name the branch or commit in the prompt',
    ],
    [
      'agent-run',
      { create_pull_request: 'true' },
      '- `create_pull_request`: got "true"; accepted: `auto` with `service: agent-run`, which ' +
        'cannot be told; say in the prompt whether it is to open a pull request',
    ],
    [
      'agent-run',
      { create_pull_request: 'false', expect: 'pull_request' },
      '- `create_pull_request`: got "false"; accepted: `auto` with `service: agent-run`, which ' +
        'cannot be told; say in the prompt whether it is to open a pull request',
    ],
    [
      'cursor',
      { org_id: '42' },
      '- `org_id`: got "42"; accepted: nothing with `service: cursor`, where the token alone ' +
        'says whose agent it is; leave it out',
    ],
    [
      'cursor',
      { repo_id: '7' },
      '- `repo_id`: got "7"; accepted: nothing with `service: cursor`, which knows repositories ' +
        'by their names; use `repo` with `owner/name`',
    ],
    [
      'cursor',
      { sandbox_id: '3', task: 'analyze-logs', prompt: '' },
      '- `task`: got "analyze-logs"; accepted: `run` or `check` with `service: cursor`, which ' +
        'has no other tasks; ask for it in the prompt',
    ],
    [
      'cursor',
      { sandbox_id: '3' },
      '- `sandbox_id`: got "3"; accepted: nothing with `service: cursor`, which has no ' +
        'sandboxes to look at; leave it out',
    ],
    [
      'cursor',
      { images: '*.gif' },
      '- `images`: got more than 5 files; accepted: at most 5 PNG, JPEG, GIF or WebP files in ' +
        'the workspace, of at most 5 MB each with `service: cursor`',
    ],
    [
      'cursor',
      { request_fields: '{"prompt": "x", "repos": [], "agentId": "bc-1"}' },
      '- `request_fields`: got "{"prompt": "x", "repos": [], "agentId": "bc-1"}"; accepted: a ' +
        'JSON object without `prompt`, `agentId`, `repos`, `autoCreatePR` and `envVars`, which ' +
        'the action sets itself with `service: cursor`; for `prompt`, use the input `prompt`; ' +
        'for `agentId`, leave it to the action, which makes it so that nothing is created ' +
        'twice; for `repos`, use the inputs `repo` and `ref`',
    ],
    [
      'cursor',
      { agent_run_id: '12' },
      '- `agent_run_id`: got "12"; accepted: `bc-<uuid>`, `bc-<uuid>/run-<uuid>`, or the ' +
        'address of an agent that contains it, with `service: cursor`',
    ],
    [
      'cursor',
      { base_url: 'api.cursor.com' },
      '- `base_url`: got "api.cursor.com"; accepted: nothing for `https://api.cursor.com`, or ' +
        "the root URL of the service's API, such as `https://api.cursor.com` (`http://` only " +
        'for loopback addresses), without user name, password, query or fragment, with ' +
        '`service: cursor`. Did you mean "https://api.cursor.com"?',
    ],
    [
      'cursor',
      { create_pull_request: 'false', expect: 'pull_request' },
      '- `create_pull_request`: got "false" together with `expect: pull_request`; accepted: ' +
        '`auto` or `true`',
    ],
    [
      'cursor',
      { create_pull_request: 'false', expect: 'checks' },
      '- `create_pull_request`: got "false" together with `expect: checks`; accepted: ' +
        '`auto` or `true`',
    ],
    [
      'devin',
      { org_id: 'org/51' },
      '- `org_id`: got "org/51"; accepted: the ID of the organization as its settings show it, ' +
        '`org-…`, or nothing for the one of the token, with `service: devin`',
    ],
    [
      'devin',
      { org_id: '5' },
      '- `org_id`: got "5"; accepted: the ID of the organization as its settings show it, ' +
        '`org-…`, or nothing for the one of the token, with `service: devin`',
    ],
    [
      'devin',
      { org_id: 'acme' },
      '- `org_id`: got "acme"; accepted: the ID of the organization as its settings show it, ' +
        '`org-…`, or nothing for the one of the token, with `service: devin`',
    ],
    [
      'openhands',
      { org_id: 'my team' },
      '- `org_id`: got "my team"; accepted: the ID of the organization as its settings show it, ' +
        'or nothing for the one of the token, with `service: openhands`',
    ],
    [
      'devin',
      { images: 'a.gif' },
      '- `images`: got "a.gif"; accepted: nothing with `service: devin`, which takes no ' +
        'images; commit them and name their paths in the prompt',
    ],
    [
      'devin',
      { model: 'fast', request_fields: '{"devin_mode": "lite"}' },
      '- `model`: got "fast", which `request_fields` has as `devin_mode`; accepted: the model ' +
        'in one of the two',
    ],
    [
      'copilot',
      { agent_run_id: UUID },
      `- \`prompt\`: got "Fix it." together with \`agent_run_id\`; accepted: nothing with \`service: copilot\`, ${FOLLOW}`,
    ],
    [
      'copilot',
      { agent_run_id: UUID, prompt: '', prompt_file: 'a.gif' },
      `- \`prompt_file\`: got "a.gif" together with \`agent_run_id\`; accepted: nothing with \`service: copilot\`, ${FOLLOW}`,
    ],
    [
      'copilot',
      { prompt: '', prompt_file: 'long.md' },
      '- `prompt_file`: got a text of 16,001 characters; accepted: at most 16,000 characters ' +
        'with `service: copilot`; shorten it, or put the details into a file of the repository ' +
        'and name that',
    ],
    [
      'jules',
      {
        repo: 'octo/widgets',
        prompt: 'x'.repeat(19_000),
        output_schema: JSON.stringify({ title: 'y'.repeat(1_000) }),
      },
      '- `output_schema`: got a schema of 1,012 characters; accepted: with the prompt at most ' +
        '20,000 characters with `service: jules`, whose prompt it is a part of; ask for less in it',
    ],
    [
      'jules',
      {
        repo: 'octo/widgets',
        prompt: '',
        prompt_file: 'long.md',
        output_schema: JSON.stringify({ title: 'y'.repeat(4_000) }, null, 2),
      },
      '- `output_schema`: got a schema of 4,012 characters; accepted: with the prompt at most ' +
        '20,000 characters with `service: jules`, whose prompt it is a part of; ask for less in it',
    ],
    [
      'copilot',
      { ref: COMMIT },
      `- \`ref\`: got "${COMMIT}", which is a commit; accepted: the name of a branch with ` +
        '`service: copilot`, which starts from branches alone; push a branch at this commit ' +
        'and name it',
    ],
    [
      'copilot',
      { ref: 'refs/pull/7/merge' },
      '- `ref`: got "refs/pull/7/merge"; accepted: the name of a branch with ' +
        '`service: copilot`. The branch of a pull request is `${{ github.head_ref }}`',
    ],
    [
      'cursor',
      { ref: 'refs/tags/v1' },
      '- `ref`: got "refs/tags/v1"; accepted: the name of a branch, or a commit with ' +
        '`service: cursor`; push a branch at this tag and name it',
    ],
    [
      'agent-run',
      { ref: 'refs/tags/v1' },
      '- `ref`: got "refs/tags/v1"; accepted: nothing with `service: agent-run`, which cannot be ' +
        'told where to start; name the branch or commit in the prompt',
    ],
    [
      'copilot',
      { resume: 'thread' },
      '- `resume`: got "thread"; accepted: `never` with `service: copilot`, which takes no ' +
        'message to a run that exists; each comment can start a run of its own',
    ],
    [
      'agent-run',
      { agent_run_id: `bc-${UUID}` },
      `- \`agent_run_id\`: got "bc-${UUID}"; accepted: a positive integer, or the address of a run ` +
        'that contains it, with `service: agent-run`',
    ],
    [
      'copilot',
      { max_turns: '3' },
      '- `max_turns`: got "3"; accepted: nothing with `service: copilot`, which takes no message ' +
        'to a run that exists, so that a thread has no turns to count; leave it out',
    ],
    [
      'copilot',
      { on_cancel: 'stop' },
      '- `on_cancel`: got "stop"; accepted: `leave` with `service: copilot`, whose runs cannot ' +
        'be stopped from here; stop one on its page, the output `web_url`',
    ],
    [
      'copilot',
      { output_schema: '{}' },
      '- `output_schema`: got "{}"; accepted: nothing with `service: copilot`, which gives no ' +
        'text as result; ask for a file in the pull request instead',
    ],
    [
      'copilot',
      { expect: 'result' },
      '- `expect`: got "result"; accepted: `none`, `pull_request` or `checks` with `service: copilot`, ' +
        'which gives no text as result; its work is a pull request',
    ],
    [
      'copilot',
      { review: 'gate' },
      '- `review`: got "gate"; accepted: `none` with `service: copilot`, which gives no text as ' +
        'result; review with another service',
    ],
    [
      'jules',
      { model: 'gemini' },
      '- `model`: got "gemini"; accepted: nothing with `service: jules`, which cannot be told ' +
        'its model; leave it out',
    ],
    [
      'jules',
      { on_cancel: 'stop' },
      '- `on_cancel`: got "stop"; accepted: `leave` with `service: jules`, whose runs cannot ' +
        'be stopped from here; stop one on its page, the output `web_url`',
    ],
    [
      'jules',
      { ref: COMMIT },
      `- \`ref\`: got "${COMMIT}", which is a commit; accepted: the name of a branch with ` +
        '`service: jules`, which starts from branches alone; push a branch at this commit ' +
        'and name it',
    ],
    [
      'jules',
      { request_fields: '{"automationMode": "MANUAL"}' },
      '- `request_fields`: got "{"automationMode": "MANUAL"}"; accepted: a JSON object without ' +
        '`prompt`, `title`, `sourceContext`, `automationMode` and `requirePlanApproval`, which ' +
        'the action sets itself with `service: jules`; for `automationMode`, use the input ' +
        '`create_pull_request`',
    ],
    [
      'jules',
      { agent_run_id: '../x' },
      '- `agent_run_id`: got "../x"; accepted: the ID of a session, `sessions/<ID>`, or the ' +
        'address of one, with `service: jules`',
    ],
    [
      'devin',
      { agent_run_id: `bc-${UUID}` },
      `- \`agent_run_id\`: got "bc-${UUID}"; accepted: the ID of a session, with or without ` +
        '`devin-`, or the address of one, with `service: devin`',
    ],
  ])('%s: %j', (service, given, line) => {
    expect(linesFor(service, given)).toContain(line);
  });

  it('all at once, each once', () => {
    const given = { org_id: '1', repo_id: '2', ref: COMMIT, images: 'a.gif', on_cancel: 'stop' };
    const more = { output_schema: '{}', expect: 'result', review: 'advise', sandbox_id: '3' };
    const found = parse('copilot', { ...given, ...more, prompt: 'x'.repeat(16_001) }).problems;
    const names = found.map(({ name }) => name).sort();
    expect([...new Set(names)]).toEqual(names);
    expect(names).toEqual([...Object.keys(given), ...Object.keys(more), 'prompt'].sort());
  });

  it('also in the tasks of a fleet, each with its key and once', async () => {
    const tasks =
      '[{"key":"a","images":["a.gif"]},{"key":"b","repo_id":5},' +
      '{"key":"c","create_pull_request":false},{"key":"d","ref":"refs/heads/next"},' +
      '{"key":"e","agent_run_id":"devin-7c1e0a55f2d94b"},{"key":"f","agent_run_id":"7c1e0a55f2d94b"}]';
    const sources = sourcesOf('devin', { tasks, org_id: 'org/1', expect: 'pull_request' });
    const known = parseInputs(sources).problems;
    const format = await taskFormat(tasks);
    const read = readTasks(sources, { known, format: format as NonNullable<typeof format> });
    expect(known.map(({ name }) => name)).toEqual(['org_id']);
    expect(read.problems.map(({ name }) => name)).toEqual([
      'tasks[a].images',
      'tasks[b].repo_id',
      'tasks[c].create_pull_request',
      'tasks[f].agent_run_id',
    ]);
    expect(read.tasks.find(({ key }) => key === 'd')?.own).toMatchObject({
      ref: 'next',
      createPullRequest: true,
      repo: 'octo/website',
    });
  });
});

describe('what the facts deny, of every service', () => {
  /** Steps that ask for what a limit of the input is about, one for each, in their order. */
  const ASKING: Readonly<Partial<Record<InputName, readonly Given[]>>> = {
    org_id: [{ org_id: '42' }],
    prompt: [{ agent_run_id: UUID }],
    prompt_file: [{ agent_run_id: UUID, prompt: '', prompt_file: 'a.gif' }],
    repo_id: [{ repo: '', repo_id: '7' }],
    ref: [{ ref: 'main' }, { ref: COMMIT }],
    create_pull_request: [{ create_pull_request: 'true' }],
    resume: [{ resume: 'thread' }],
    model: [{ model: 'opus' }],
    images: [{ images: 'a.gif' }],
    task: [{ task: 'analyze-logs', sandbox_id: '3', prompt: '' }],
    sandbox_id: [{ sandbox_id: '3', task: 'analyze-logs', prompt: '' }],
    budget: [
      { budget: '5 acu', agent_run_id: 'devin-7c1e0a55f2d94b' },
      { budget: '5 usd', wait: 'false' },
    ],
    on_cancel: [{ on_cancel: 'stop' }],
    output_schema: [{ output_schema: '{}' }],
    expect: [{ expect: 'result' }],
    review: [{ review: 'gate' }],
    max_turns: [{ max_turns: '3', resume: 'thread' }],
  };
  const denialsOf = (name: InputName) =>
    INPUT_ROWS[name].limits.flatMap((limit) => (limit.by === 'service' ? [limit] : []));
  const LIMITED = INPUT_NAMES.filter((name) => denialsOf(name).length > 0);

  it('is asked for here', () => {
    const asked = Object.entries(ASKING).map(([name, steps]) => [name, steps.length]);
    expect(asked).toEqual(LIMITED.map((name) => [name, denialsOf(name).length]));
  });

  const cases = LIMITED.flatMap((name) =>
    denialsOf(name).flatMap((limit, at) =>
      SERVICE_NAMES.map((service) => [service, ASKING[name]?.[at] ?? {}, name, limit] as const),
    ),
  );
  it.each(cases)('is refused by them alone: %s, %j, %s', (...asked) => {
    const [service, given, name, limit] = asked;
    const words = `${limit.accepted} with \`service: ${service}\`, ${limit.why}`;
    const { problems } = parse(service, given);
    const isRefused = problems.some((one) => one.name === name && one.accepted === words);
    expect(isRefused).toBe(limit.denies(SERVICE_TABLE[service]));
  });
});

describe('a service', () => {
  it('that is not known leaves what depends on it unjudged', () => {
    const { problems } = parseInputs(sourcesOf('cursr' as ServiceName, { org_id: 'x' }));
    expect(problems.map(({ name, accepted }) => [name, accepted.split('. ')[1]])).toEqual([
      ['service', 'Did you mean `cursor`?'],
    ]);
  });

  it.each(SERVICE_NAMES)('needs nothing but a token and a prompt beside its own: %s', (service) => {
    expect(parse(service, {}).problems).toEqual([]);
  });

  it('counts of a schema what the prompt has of it, which is no white space', () => {
    const output_schema = JSON.stringify({ enum: Array.from({ length: 4_000 }, () => 1) }, null, 2);
    expect(output_schema.length).toBeGreaterThan(20_000);
    expect(parse('jules', { output_schema }).problems).toEqual([]);
  });

  it('is named with the day of its document, in order', () => {
    for (const name of SERVICE_NAMES) {
      expect(SERVICE_TABLE[name].documentDate).toMatch(/^\d{4}-\d\d-\d\d$/);
    }
  });
});

describe('accepted', () => {
  const ACCEPTED = serviceRows<readonly (readonly [Given, Partial<Inputs>])[]>({
    'agent-run': [[{}, { repo: null, orgId: '42', createPullRequest: true }]],
    cursor: [
      [{}, { repo: 'octo/website', baseUrl: 'https://api.cursor.com', orgId: '' }],
      [{ base_url: 'https://api.cursor.com/v1/' }, { baseUrl: 'https://api.cursor.com' }],
      [
        { repo: 'octo/shop', ref: COMMIT },
        { repo: 'octo/shop', ref: COMMIT },
      ],
      [{ agent_run_id: `bc-${UUID}` }, { agentRunId: `bc-${UUID}` }],
      [{ agent_run_id: `bc-${UUID}/run-${UUID}` }, { agentRunId: `bc-${UUID}/run-${UUID}` }],
      [
        { agent_run_id: `https://cursor.com/agents/bc-${UUID}?tab=diff` },
        { agentRunId: `bc-${UUID}` },
      ],
      [{ create_pull_request: 'false' }, { createPullRequest: false }],
      [{ output_schema: '{}' }, { createPullRequest: false }],
      [{ review: 'advise' }, { createPullRequest: false }],
      [{ output_schema: '{}', expect: 'pull_request' }, { createPullRequest: true }],
      [{ output_schema: '{}', create_pull_request: 'true' }, { createPullRequest: true }],
    ],
    devin: [
      [{}, { baseUrl: 'https://api.devin.ai', orgId: '' }],
      [{ agent_run_id: 'devin-7c1e0a55f2d94b' }, { agentRunId: 'devin-7c1e0a55f2d94b' }],
      [
        { agent_run_id: 'https://app.devin.ai/sessions/7c1e0a55f2d94b' },
        { agentRunId: '7c1e0a55f2d94b' },
      ],
    ],
    copilot: [
      [{}, { baseUrl: 'https://api.github.example', repo: 'octo/website' }],
      [{ ref: 'refs/heads/next' }, { ref: 'next' }],
      [
        { agent_run_id: UUID, prompt: '' },
        { agentRunId: UUID, prompt: null },
      ],
      [{ agent_run_id: 'Task_7f3c', prompt: '' }, { agentRunId: 'Task_7f3c' }],
      [
        { agent_run_id: `https://github.com/octo/website/agents/tasks/${UUID}`, prompt: '' },
        { agentRunId: UUID },
      ],
      [{ prompt: 'x'.repeat(16_000) }, { prompt: 'x'.repeat(16_000) }],
    ],
    jules: [
      [{}, { baseUrl: 'https://jules.googleapis.com', repo: 'octo/website', orgId: '' }],
      [{ agent_run_id: '31415926535897932384' }, { agentRunId: '31415926535897932384' }],
      [{ agent_run_id: 'sessions/3141592653' }, { agentRunId: '3141592653' }],
      [
        { agent_run_id: 'https://jules.google.com/session/3141592653' },
        { agentRunId: '3141592653' },
      ],
      [
        { agent_run_id: 'https://jules.google.com/task/3141592653?tab=diff' },
        { agentRunId: '3141592653' },
      ],
    ],
    openhands: [
      [{}, { baseUrl: 'https://app.all-hands.dev', repo: 'octo/website', orgId: '' }],
      [{ agent_run_id: UUID }, { agentRunId: BARE_UUID }],
      [
        { agent_run_id: `https://app.all-hands.dev/conversations/${UUID}?tab=diff` },
        { agentRunId: BARE_UUID },
      ],
    ],
  });
  describe.each(ACCEPTED)('with %s', (service, rows) => {
    it.each(rows)('%j', (given, expected) => {
      const { inputs, problems } = parse(service, given);
      expect(problems).toEqual([]);
      expect(inputs).toMatchObject(expected);
    });
  });

  it('the address of GitHub from the variable of the runner alone, and only if it is safe', () => {
    const env = { ...ENV, GITHUB_API_URL: 'http://ghe.example/api/v3' };
    expect(linesFor('copilot', {}, env)).toEqual([
      expect.stringContaining('`base_url`: got nothing, and `GITHUB_API_URL` is no such address'),
    ]);
    const without = { GITHUB_WORKSPACE: '/workspace', RUNNER_TEMP: '/temp' };
    const { inputs, problems } = parse('copilot', { repo: 'octo/shop' }, without);
    expect([problems, inputs.baseUrl]).toEqual([[], 'https://api.github.com']);
    expect(parse('copilot', {}, without).problems.map(({ name }) => name)).toEqual(['repo']);
    const loopback = { ...ENV, GITHUB_API_URL: 'http://127.0.0.1:8080/api/v3' };
    expect(parse('copilot', {}, loopback).inputs.baseUrl).toBe('http://127.0.0.1:8080/api/v3');
  });
});

describe('a token of another service than the default', () => {
  const missing = (token: string, given: Given = {}): string =>
    describeProblems(
      parseInputs(sourcesOf('agent-run', { token, org_id: '', base_url: '', ...given })).problems,
    );

  const TOKENS = SERVICE_NAMES.flatMap((service) =>
    SERVICE_TABLE[service].tokenPrefixes.map((prefix) => [`${prefix}0123`, service] as const),
  );
  it.each(TOKENS)('%s offers it where inputs are missing', (token, service) => {
    for (const written of ['', 'agent-run']) {
      const message = missing(token, { service: written });
      expect(message).toContain(`did you mean \`service: ${service}\`?`);
      expect(message).not.toContain(token);
    }
  });

  it('offers nothing where none is missing, or for another token', () => {
    expect(parse('agent-run', { token: 'crsr_0123' }).problems).toEqual([]);
    expect(missing('tok-secret')).not.toContain('did you mean');
    expect(missing('crsr_0123', { service: 'devin' })).not.toContain('service: cursor');
  });

  it('begins with what no other service begins with', () => {
    const all = SERVICE_NAMES.flatMap((name) => [...SERVICE_TABLE[name].tokenPrefixes]);
    expect(new Set(all).size).toBe(all.length);
  });
});
