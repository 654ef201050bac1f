/** Every line of the table of inputs (contract 1.1). */
import { describe, expect, it } from '@jest/globals';
import { describeProblems } from '../../src/inputs/reader.ts';
import { parseInputs, type Inputs, type Problem } from '../../src/inputs/parse.ts';
import { INPUT_TABLE } from '../../src/inputs/table.ts';
import { serviceNamed } from '../../src/inputs/service.ts';
import { MemoryFiles } from '../support/memory-files.ts';

const REQUIRED = {
  token: 'tok-secret',
  org_id: '42',
  base_url: 'https://agents.example.com',
  prompt: 'Fix it.',
};
const ENV = { GITHUB_WORKSPACE: '/workspace', RUNNER_TEMP: '/temp' };

const FILES = new MemoryFiles(
  {
    '/workspace/a.gif': 'GIF89a',
    '/workspace/task.md': 'From a file: ä.\n',
    '/workspace/empty.md': ' \n',
    '/workspace/latin1.md': Uint8Array.of(0x61, 0xe4, 0x62),
    '/workspace/utf16le.md': Buffer.from('Fix it.', 'utf16le'),
    '/workspace/utf16be.md': Buffer.from('Fix it.', 'utf16le').swap16(),
    '/workspace/utf16-mark.md': Buffer.from('\ufeffFix it.', 'utf16le'),
    '/workspace/utf16-wide.md': Buffer.from('修复。 Ok?', 'utf16le'),
    '/workspace/utf16-other.md': Buffer.from('Исправь это, пожалуйста.\n', 'utf16le'),
    '/workspace/utf16-ideographs.md': Buffer.from('请修复这个问题\n', 'utf16le'),
    '/workspace/utf32le.md': Buffer.from('\ufeff\0F\0i\0x\0', 'utf16le'),
    '/workspace/utf32be.md': Buffer.from('\0\ufeff\0F\0i\0x', 'utf16le').swap16(),
    '/workspace/zero.md': 'Fix\0\0 it.',
    '/workspace/one-zero.md': 'Fix\0it',
    '/workspace/list-of-find.md': 'one\0three\0seven\0',
    '/workspace/schema.json': '{"type": "object"}',
    '/workspace/spaced.json': '\u00a0{"type": "object"}\n\f\n',
    '/workspace/large.json': `{"a":"${'x'.repeat(2 ** 18)}"}`,
    '/workspace/.git/config': 'AUTHORIZATION: basic x',
    '/etc/passwd': 'root',
  },
  {
    directories: ['/workspace/folder', '/temp', '/elsewhere'],
    links: {
      '/workspace/escape': '/etc',
      '/workspace/alias': '/workspace/folder',
      '/workspace/plan.md': '/workspace/.git/config',
    },
  },
);

type Given = Readonly<Record<string, string>>;

function parse(given: Given, env: Given = ENV) {
  const all: Given = { ...REQUIRED, ...given };
  return parseInputs({ input: (name) => all[name] ?? '', env, files: FILES });
}

function accepted(given: Given, env?: Given): Inputs {
  const parsed = parse(given, env);
  if (parsed.problems.length > 0) {
    throw new Error(describeProblems(parsed.problems));
  }
  return parsed.inputs;
}

function problems(given: Given, env?: Given): readonly Problem[] {
  return parse(given, env).problems;
}

describe('with only the required inputs', () => {
  it('everything else has the default of the table', () => {
    expect(accepted({})).toEqual({
      token: 'tok-secret',
      orgId: '42',
      baseUrl: 'https://agents.example.com',
      prompt: 'Fix it.',
      promptFile: null,
      service: serviceNamed('agent-run'),
      repo: null,
      repoId: null,
      ref: null,
      createPullRequest: true,
      agentRunId: null,
      resume: 'never',
      context: 'none',
      model: null,
      images: [],
      requestFields: {},
      task: 'run',
      sandboxId: null,
      showPrompt: true,
      wait: true,
      timeoutMs: 3_600_000,
      pollIntervalMs: null,
      onCancel: 'leave',
      successStatuses: [],
      failureStatuses: [],
      failOn: new Set(['failed', 'cancelled', 'needs_input', 'timed_out', 'error', 'unverified']),
      outputSchema: null,
      expect: 'none',
      maxFixes: 2,
      ignoreChecks: [],
      logs: 'compact',
      logsFile: null,
      summary: true,
      report: 'file',
      otlp: false,
      budget: null,
      comment: false,
      commentKey: null,
      commitStatus: null,
      siblings: 1,
      siblingIndex: 0,
      githubToken: '',
      triggerPhrase: null,
      review: 'none',
      requirePermission: 'write',
      allowedBots: [],
      idempotency: 'none',
      idempotencyKey: null,
      maxTurns: null,
      tasks: null,
      maxParallel: null,
      failFast: false,
    });
  });
});

it('keeps every digit of a number in request_fields', () => {
  const { inputs } = parse({ request_fields: '{"id": 12345678901234567890, "n": 1.5}' });
  expect(JSON.stringify(inputs.requestFields)).toBe('{"id":12345678901234567890,"n":1.5}');
});

describe('accepted', () => {
  const at = (base_url: string): Given => ({ base_url });
  it.each<[string, Given, Partial<Inputs>]>([
    ['token with signs', { token: 'a-b_c.d+/=~' }, { token: 'a-b_c.d+/=~' }],
    [
      'base_url with slashes at its end',
      at('https://a.example//'),
      { baseUrl: 'https://a.example' },
    ],
    ['base_url with a prefix', at('https://a.example/x/y/'), { baseUrl: 'https://a.example/x/y' }],
    [
      'base_url that ends in /v1',
      at('https://a.example/x/v1/'),
      { baseUrl: 'https://a.example/x' },
    ],
    ['base_url with a port', at('https://a.example:8443'), { baseUrl: 'https://a.example:8443' }],
    ['base_url on localhost', at('http://localhost:3000'), { baseUrl: 'http://localhost:3000' }],
    ['base_url on 127.0.0.1', at('http://127.0.0.1:3000/'), { baseUrl: 'http://127.0.0.1:3000' }],
    ['base_url on 127.9.9.9', at('http://127.9.9.9'), { baseUrl: 'http://127.9.9.9' }],
    ['base_url on ::1', at('http://[::1]:3000'), { baseUrl: 'http://[::1]:3000' }],
    ['prompt_file', { prompt: '', prompt_file: 'task.md' }, { prompt: 'From a file: ä.\n' }],
    [
      'prompt_file, absolute',
      { prompt: '', prompt_file: '/workspace/task.md' },
      { prompt: 'From a file: ä.\n' },
    ],
    ['repo', { repo: 'octo/web.app' }, { repo: 'octo/web.app' }],
    [
      'task: check without a prompt',
      { task: 'check', prompt: '' },
      { task: 'check', prompt: null },
    ],
    [
      'task: setup-commands',
      { task: 'setup-commands', repo: 'a/b', prompt: '' },
      { task: 'setup-commands' },
    ],
    ['task: analyze-logs', { task: 'analyze-logs', sandbox_id: '3', prompt: '' }, { sandboxId: 3 }],
    [
      'images',
      { images: 'a.gif, ./a.gif' },
      { images: [{ path: '/workspace/a.gif', mimeType: 'image/gif' }] },
    ],
    [
      'idempotency',
      { idempotency: 'on', idempotency_key: 'nightly-1' },
      { idempotency: 'on', idempotencyKey: 'nightly-1' },
    ],
    ['commit_status', { commit_status: 'agent / review' }, { commitStatus: 'agent / review' }],
    [
      'tasks without a prompt',
      { tasks: '[{"prompt":"x"}]', prompt: '' },
      { tasks: '[{"prompt":"x"}]' },
    ],
    [
      'max_parallel and fail_fast',
      { tasks: 'tasks.json', max_parallel: '4', fail_fast: 'true' },
      { maxParallel: 4, failFast: true },
    ],
    [
      'expect: checks',
      { expect: 'checks', max_fixes: '0', ignore_checks: 'codecov/*\nbuild (ubuntu, 20)\n' },
      {
        expect: 'checks',
        maxFixes: 0,
        ignoreChecks: ['codecov/*', 'build (ubuntu, 20)'],
        createPullRequest: true,
      },
    ],
    ['agent_run_id with a prompt', { agent_run_id: '77' }, { agentRunId: '77', prompt: 'Fix it.' }],
    ...[
      'https://agents.example.com/octo/runs/77',
      'https://agents.example.com/agent/trace/77/',
      'https://agents.example.com/v1/organizations/42/agent/run/77?tab=log#12',
      'https://agents.example.com/app?org=42&run_id=77',
      'https://agents.example.com/agents/5/runs/77',
    ].map((agent_run_id): [string, Given, Partial<Inputs>] => [
      `agent_run_id as ${agent_run_id}`,
      { agent_run_id },
      { agentRunId: '77' },
    ]),
    [
      'agent_run_id alone: only followed',
      { agent_run_id: '77', prompt: '' },
      { agentRunId: '77', prompt: null },
    ],
    [
      'request_fields',
      { request_fields: '{"model": "large", "n": [1]}' },
      { requestFields: { model: 'large', n: [1] } },
    ],
    ['timeout_minutes with a fraction', { timeout_minutes: '0.5' }, { timeoutMs: 30_000 }],
    ['poll_interval_seconds: auto', { poll_interval_seconds: 'auto' }, { pollIntervalMs: null }],
    ['poll_interval_seconds', { poll_interval_seconds: '2.5' }, { pollIntervalMs: 2_500 }],
    [
      'success_statuses by commas and lines',
      { success_statuses: 'merged, ready\nshipped\r\n,' },
      { successStatuses: ['merged', 'ready', 'shipped'] },
    ],
    [
      'fail_on',
      { fail_on: 'failed,\nskipped' },
      { failOn: new Set(['failed', 'skipped'] as const) },
    ],
    [
      'fail_on with every outcome',
      { fail_on: 'succeeded,failed,cancelled,needs_input,timed_out,started,skipped,error' },
      {},
    ],
    ['fail_on: none', { fail_on: 'none' }, { failOn: new Set() }],
    [
      'output_schema inline',
      { output_schema: '{"type": "object"}' },
      { outputSchema: '{"type": "object"}' },
    ],
    [
      'output_schema as a file',
      { output_schema: 'schema.json' },
      { outputSchema: '{"type": "object"}' },
    ],
    [
      'output_schema as a file, without the white space around it',
      { output_schema: 'spaced.json' },
      { outputSchema: '{"type": "object"}' },
    ],
    [
      'logs_file, relative to the workspace',
      { logs_file: 'out/log.jsonl' },
      { logsFile: '/workspace/out/log.jsonl' },
    ],
    ['logs_file in RUNNER_TEMP', { logs_file: '/temp/log.jsonl' }, { logsFile: '/temp/log.jsonl' }],
    [
      'logs_file through a link that stays inside',
      { logs_file: 'alias/log.jsonl' },
      { logsFile: '/workspace/folder/log.jsonl' },
    ],
    [
      'siblings and sibling_index',
      { siblings: '8', sibling_index: '7' },
      { siblings: 8, siblingIndex: 7 },
    ],
    ['siblings alone', { siblings: '8' }, { siblings: 8, siblingIndex: 0 }],
    [
      'allowed_bots',
      { allowed_bots: 'renovate[bot], me[bot]' },
      { allowedBots: ['renovate[bot]', 'me[bot]'] },
    ],
  ])('%s', (_, given, expected) => {
    expect(accepted(given)).toMatchObject(expected);
  });

  it('base_url only from the input, because an earlier step could set a variable and receive the token', () => {
    const found = problems(
      { base_url: '' },
      { ...ENV, AGENT_RUN_BASE_URL: 'https://env.example/' },
    );
    expect(found.map(({ name }) => name)).toEqual(['base_url']);
  });

  it.each([
    ['', 'file'],
    ['TRUE', 'file'],
    ['false', 'none'],
    ['Upload', 'upload'],
  ])('report %j as %s', (report, read) => {
    expect(accepted({ report }).report).toBe(read);
    const [problem] = problems({ report: 'artifact' });
    expect(problem?.accepted).toBe('`true` or `false`, or `upload`');
  });

  it('booleans of the YAML 1.2 core schema only', () => {
    for (const yes of ['true', 'True', 'TRUE']) {
      expect(accepted({ wait: yes }).wait).toBe(true);
    }
    for (const no of ['false', 'False', 'FALSE']) {
      expect(accepted({ wait: no }).wait).toBe(false);
    }
  });
});

type RejectedRow = [what: string, given: Given, name: string, said: RegExp];

function inUtf16(what: string, file: string, order: 'big' | 'little'): RejectedRow {
  const said = new RegExp(`^"${file}", which is UTF-16 \\(${order} endian\\) and not UTF-8`);
  return [`prompt_file in UTF-16 ${what}`, { prompt: '', prompt_file: file }, 'prompt_file', said];
}

describe('rejected, with the name, the given value and the accepted values', () => {
  it.each<RejectedRow>([
    ['org_id 0', { org_id: '0' }, 'org_id', /"0"/],
    ['org_id beyond integers', { org_id: '9'.repeat(20) }, 'org_id', /"9+"/],
    ['repo without an owner', { repo: 'tool' }, 'repo', /"tool"/],
    ['repo with a path', { repo: 'a/b/c' }, 'repo', /"a\/b\/c"/],
    ...['octo/..', 'octo/.', '../..', './x', '../x'].map((repo): RejectedRow => {
      return [`repo ${repo}, which an address drops`, { repo }, 'repo', /"[.\/octx]+"/];
    }),
    [
      'model here and in request_fields',
      { model: 'm', request_fields: '{"model":"n"}' },
      'model',
      /"m"/,
    ],
    [
      'images here and in request_fields',
      { images: 'a.gif', request_fields: '{"images":[]}' },
      'images',
      /request_fields/,
    ],
    [
      'metadata that the key cannot be added to',
      { idempotency: 'on', request_fields: '{"metadata":["mine"]}' },
      'request_fields',
      /\["mine"\]/,
    ],
    ['max_fixes of a word', { expect: 'checks', max_fixes: 'twice' }, 'max_fixes', /"twice"/],
    ['max_fixes above ten', { expect: 'checks', max_fixes: '11' }, 'max_fixes', /"11"/],
    ['max_fixes below zero', { expect: 'checks', max_fixes: '-1' }, 'max_fixes', /"-1"/],
    ['max_fixes alone', { max_fixes: '1' }, 'max_fixes', /without `expect: checks`/],
    [
      'ignore_checks of another proof',
      { expect: 'pull_request', ignore_checks: 'x' },
      'ignore_checks',
      /without `expect: checks`/,
    ],
    [
      'expect: checks without waiting',
      { expect: 'checks', wait: 'false' },
      'expect',
      /wait: false/,
    ],
    ...['advise', 'gate'].map((review): RejectedRow => [
      `expect: checks with review: ${review}`,
      { expect: 'checks', review },
      'expect',
      /`review`/,
    ]),
    ['wait together with a schema', { output_schema: '{}', wait: 'maybe' }, 'wait', /"maybe"/],
    ['task', { task: 'deploy' }, 'task', /"deploy"/],
    [
      'task setup-commands without a repository',
      { task: 'setup-commands' },
      'task',
      /without a repository/,
    ],
    [
      'task analyze-logs without a sandbox',
      { task: 'analyze-logs', prompt: '' },
      'task',
      /without a sandbox/,
    ],
    [
      'sandbox_id without its task',
      { sandbox_id: '3' },
      'sandbox_id',
      /^"3" together with `task: run`/,
    ],
    [
      'idempotency_key alone',
      { idempotency_key: 'a' },
      'idempotency_key',
      /^"a" without `idempotency/,
    ],
    [
      'max_parallel without waiting',
      { tasks: 'tasks.json', max_parallel: '2', wait: 'false' },
      'max_parallel',
      /^"2" together with `wait/,
    ],
    [
      'a schema that is too large',
      { output_schema: `{"a":"${'x'.repeat(2 ** 18)}"}` },
      'output_schema',
      /256 kB/,
    ],
    [
      'a schema file that is too large',
      { output_schema: 'large.json' },
      'output_schema',
      /larger than 256 kB/,
    ],
    ['a long value', { max_parallel: '9'.repeat(300), wait: 'false' }, 'max_parallel', /^"9+…"$/],
    ['idempotency_key with spaces', { idempotency_key: 'a b' }, 'idempotency_key', /"a b"/],
    ['idempotency_key too long', { idempotency_key: 'k'.repeat(201) }, 'idempotency_key', /k…/],
    ['commit_status over two lines', { commit_status: 'a\nb' }, 'commit_status', /a/],
    [
      'tasks with another task',
      { tasks: '[{}]', task: 'check' },
      'tasks',
      /^"\[\{\}\]" together with `task: check/,
    ],
    [
      'tasks in a thread',
      { tasks: '[{}]', resume: 'thread' },
      'tasks',
      /^"\[\{\}\]" together with `resume: thread/,
    ],
    [
      'base_url over http on a name that only looks local',
      { base_url: 'http://localhost.example.com' },
      'base_url',
      /localhost/,
    ],
    [
      'base_url over http on 127.0.0.1.example',
      { base_url: 'http://127.0.0.1.example' },
      'base_url',
      /127/,
    ],
    ['base_url of another scheme', { base_url: 'ftp://a.example' }, 'base_url', /ftp/],
    ['base_url with an empty query', { base_url: 'https://a.example/?' }, 'base_url', /\?/],
    ['base_url with a fragment', { base_url: 'https://a.example/#top' }, 'base_url', /#top/],
    [
      'base_url with empty user info',
      { base_url: 'https://@a.example' },
      'base_url',
      /^an address with a user name or password$/,
    ],
    ...['robot1:secret@a.example', 'secret@a.example:8443/x'].map((base_url): RejectedRow => [
      `base_url with user info and without a scheme, ${base_url}`,
      { base_url },
      'base_url',
      /^an address with a user name or password$/,
    ]),
    [
      'base_url with a password that ends the host',
      { base_url: 'https://robot:sec/ret@a.example' },
      'base_url',
      /^an address with an `@` in it, which is not shown$/,
    ],
    [
      'prompt_file with a long name, and why',
      { prompt: '', prompt_file: 'x'.repeat(250) },
      'prompt_file',
      /^"x{199}…", but there is no such file; /,
    ],
    [
      'prompt_file that is a folder',
      { prompt: '', prompt_file: 'folder' },
      'prompt_file',
      /^"folder", which is a folder/,
    ],
    ['prompt_file that is empty', { prompt: '', prompt_file: 'empty.md' }, 'prompt_file', /empty/],
    [
      'prompt_file that is not UTF-8',
      { prompt: '', prompt_file: 'latin1.md' },
      'prompt_file',
      /not UTF-8/,
    ],
    inUtf16('without a byte order mark', 'utf16le.md', 'little'),
    inUtf16('of the other byte order', 'utf16be.md', 'big'),
    inUtf16('with a byte order mark', 'utf16-mark.md', 'little'),
    inUtf16('of another script', 'utf16-wide.md', 'little'),
    inUtf16('of letters that are not Latin', 'utf16-other.md', 'little'),
    inUtf16('of ideographs', 'utf16-ideographs.md', 'little'),
    ...['utf32le.md', 'utf32be.md'].map((file): RejectedRow => {
      const said = /", which is UTF-32 and not UTF-8; save it as UTF-8$/;
      return [`prompt_file ${file}`, { prompt: '', prompt_file: file }, 'prompt_file', said];
    }),
    ...['zero.md', 'one-zero.md', 'list-of-find.md'].map((file): RejectedRow => {
      const said = /", which contains a zero byte, as no text does$/;
      return [`prompt_file ${file}`, { prompt: '', prompt_file: file }, 'prompt_file', said];
    }),
    [
      'max_turns that counts nothing',
      { max_turns: '3' },
      'max_turns',
      /^"3" without `resume: thread`/,
    ],
    ['fail_fast with one run', { fail_fast: 'true' }, 'fail_fast', /^"true" without `tasks`/],
    ['max_parallel with one run', { max_parallel: '2' }, 'max_parallel', /^"2" without `tasks`/],
    [
      'prompt_file outside',
      { prompt: '', prompt_file: '/etc/passwd' },
      'prompt_file',
      /out of the workspace/,
    ],
    [
      'prompt_file through ..',
      { prompt: '', prompt_file: '../etc/passwd' },
      'prompt_file',
      /out of the workspace/,
    ],
    [
      'prompt_file in .git',
      { prompt: '', prompt_file: '.git/config' },
      'prompt_file',
      /into \.git/,
    ],
    [
      'prompt_file through a link into .git',
      { prompt: '', prompt_file: 'plan.md' },
      'prompt_file',
      /into \.git/,
    ],
    [
      'prompt_file through a link',
      { prompt: '', prompt_file: 'escape/passwd' },
      'prompt_file',
      /out of the workspace/,
    ],
    [
      'agent_run_id as an address without a run',
      { agent_run_id: 'https://agents.example.com/octo/42' },
      'agent_run_id',
      /agents\.example\.com\/octo\/42/,
    ],
    ['agent_run_id without prompt', { agent_run_id: 'abc', prompt: '' }, 'agent_run_id', /"abc"/],
    ['request_fields that is no object', { request_fields: '[1]' }, 'request_fields', /\[1\]/],
    ['request_fields null', { request_fields: 'null' }, 'request_fields', /null/],
    [
      'request_fields with prompt',
      { request_fields: '{"prompt": "x"}' },
      'request_fields',
      /prompt/,
    ],
    [
      'request_fields with repo_id',
      { request_fields: '{"repo_id": 1}' },
      'request_fields',
      /repo_id/,
    ],
    ['timeout_minutes 0', { timeout_minutes: '0' }, 'timeout_minutes', /"0"/],
    ['poll_interval_seconds 0', { poll_interval_seconds: '0' }, 'poll_interval_seconds', /"0"/],
    [
      'a status in both lists',
      { success_statuses: 'ready', failure_statuses: 'Ready' },
      'failure_statuses',
      /Ready/,
    ],
    ['fail_on with none and others', { fail_on: 'none,failed' }, 'fail_on', /none,failed/],
    ['fail_on with nothing but commas', { fail_on: ',' }, 'fail_on', /","/],
    [
      'output_schema that is not there',
      { output_schema: 'gone.json' },
      'output_schema',
      /no such file/,
    ],
    ...['[]', 'null', '5', '"object"'].map((output_schema): RejectedRow => {
      const said = /, which is JSON but no JSON Schema$/;
      return [`output_schema ${output_schema}`, { output_schema }, 'output_schema', said];
    }),
    [
      'output_schema outside',
      { output_schema: '/etc/passwd' },
      'output_schema',
      /out of the workspace/,
    ],
    ['logs_file through ..', { logs_file: '../x' }, 'logs_file', /\.\./],
    ['logs_file through a link', { logs_file: 'escape/x' }, 'logs_file', /escape/],
    ['logs_file that is a folder', { logs_file: 'folder' }, 'logs_file', /folder/],
    ['logs_file below a file', { logs_file: 'task.md/sub/log' }, 'logs_file', /task\.md/],
    ['logs_file that ends with a slash', { logs_file: 'new/' }, 'logs_file', /new\//],
    ['logs_file with a null byte', { logs_file: 'a\0b' }, 'logs_file', /a/],
    ['sibling_index', { sibling_index: '-1' }, 'sibling_index', /"-1"/],
  ])('%s', (...[, given, name, shown]) => {
    const found = problems(given);
    expect(found.map((problem) => problem.name)).toEqual([name]);
    expect(found[0]?.given).toMatch(shown);
    expect(found[0]?.accepted).not.toBe('');
  });

  it('prompt_file without a workspace', () => {
    expect(problems({ prompt: '', prompt_file: 'task.md' }, {}).map(({ name }) => name)).toEqual([
      'prompt_file',
    ]);
  });

  it('logs_file without a workspace and a temporary folder', () => {
    expect(problems({ logs_file: 'x' }, {}).map(({ name }) => name)).toEqual(['logs_file']);
  });

  const SETUP = { task: 'setup-commands', repo_id: '7', prompt: '' };
  const LOGS = { task: 'analyze-logs', sandbox_id: '3', prompt: '' };
  it.each<[string, Given, string]>([
    ...[SETUP, LOGS].flatMap((task): [string, Given, string][] => [
      ['agent_run_id', task, '5'],
      ['model', task, 'm'],
      ['images', task, 'a.gif'],
      ['request_fields', task, '{"x":1}'],
      ['resume', task, 'thread'],
      ['idempotency', task, 'on'],
    ]),
    ['prompt', LOGS, 'x'],
    ['repo', LOGS, 'octo/shop'],
    ['repo_id', LOGS, '7'],
    ['prompt_file', LOGS, 'task.md'],
  ])('%s, because %j does not use it', (name, task, value) => {
    const [problem, ...others] = problems({ ...task, [name]: value });
    expect([problem?.name, others]).toEqual([name, []]);
    expect(problem?.given).toBe(`"${value}" together with \`task: ${task['task']}\``);
  });

  it('a file that cannot be read', () => {
    const denied = Object.assign(new MemoryFiles({ '/workspace/task.md': 'x' }), {
      readBytes: () => {
        throw Object.assign(new Error('EACCES'), { code: 'EACCES' });
      },
    });
    const all: Given = { ...REQUIRED, prompt: '', prompt_file: 'task.md' };
    const parsed = parseInputs({ input: (name) => all[name] ?? '', env: ENV, files: denied });
    expect(parsed.problems).toMatchObject([
      { name: 'prompt_file', given: '"task.md", which cannot be read' },
    ]);
  });
});

describe('an invalid proxy variable', () => {
  it.each(['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY'])(
    'is named without its value: %s',
    (name) => {
      const [problem, ...others] = problems({}, { ...ENV, [name]: 'ht!tp://carol:s3cret@@:::' });
      expect(others).toEqual([]);
      expect(problem?.name).toBe(name);
      expect(JSON.stringify(problem)).not.toMatch(/carol|s3cret/);
      expect(problems({}, { ...ENV, [name]: 'proxy.example:3128' })).toEqual([]);
    },
  );
});

describe('problems', () => {
  /** Inputs for which `x` is right, or not told to be wrong. */
  const FREE = [
    'allowed_bots',
    'comment_key',
    'commit_status',
    'github_token',
    'idempotency_key',
    'ignore_checks',
    'model',
    // What an organization is called depends on the service, which is wrong, too.
    'org_id',
    'prompt',
    'ref',
    'success_statuses',
    'tasks',
    'trigger_phrase',
  ];
  const WRONG: Given = {
    ...Object.fromEntries(Object.keys(INPUT_TABLE).map((name) => [name, 'x'])),
    token: 'secret token',
    logs_file: '/x',
  };

  it('are all reported at once, in one message that never shows the token', () => {
    const found = problems(WRONG);
    const expected = Object.keys(WRONG).filter((name) => !FREE.includes(name));
    expect(found.map(({ name }) => name).sort()).toEqual(expected.sort());
    const message = describeProblems(found);
    for (const name of expected) {
      expect(message).toContain(`\`${name}\``);
    }
    expect(message).not.toContain('secret token');
    expect(message).toContain('nothing was sent');
  });

  it('include a wrong schema', () => {
    const parsed = parse({ org_id: 'x', output_schema: '{"type": 7}' });
    expect(parsed.inputs.outputSchema).toBe('{"type": 7}');
  });
});
