/** Thirty common mistakes in setups and their messages: what happened, why, what to do. */
import { describe, expect, it } from '@jest/globals';
import { describeProblems, mistypedHint } from '../../src/inputs/reader.ts';
import { mistypedInputs, parseInputs } from '../../src/inputs/parse.ts';
import { failureOf } from '../../src/run/failure.ts';
import { bodyError, statusError, transportFailure } from '../../src/http/errors.ts';
import { TransportError } from '../../src/http/proof.ts';
import { MemoryFiles } from '../support/memory-files.ts';
import { tokenCause } from '../../src/run/token-advice.ts';
import { serviceNamed } from '../../src/inputs/service.ts';

const REQUIRED = {
  token: 'tok-secret',
  org_id: '42',
  base_url: 'https://agents.example.com',
  prompt: 'Fix it.',
};
const ENV = {
  GITHUB_WORKSPACE: '/workspace',
  RUNNER_TEMP: '/temp',
  GITHUB_REPOSITORY: 'octo/website',
};
const FILES = new MemoryFiles({ '/workspace/task.md': 'Task.' }, { directories: ['/temp'] });

/** The message for these inputs, or empty if they are valid. */
function told(given: Readonly<Record<string, string>>): string {
  const all: Readonly<Record<string, string>> = { ...REQUIRED, ...given };
  const env = {
    ...ENV,
    ...Object.fromEntries(
      Object.entries(all).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]),
    ),
  };
  const { problems } = parseInputs({ input: (name) => all[name] ?? '', env, files: FILES });
  const mistyped = mistypedInputs(env);
  return problems.length === 0
    ? mistyped.map(mistypedHint).join('\n')
    : describeProblems(problems, mistyped);
}

describe('inputs', () => {
  it.each<[string, Readonly<Record<string, string>>, readonly RegExp[]]>([
    [
      'a secret that is not defined',
      { token: '' },
      [/`token`: got nothing/, /Is the secret defined/, /may this event read it/],
    ],
    [
      'a header instead of a token',
      { token: 'Bearer tok-secret' },
      [/begins with "Bearer"/, /adds "Bearer" itself/],
    ],
    ['a token in quotes', { token: '"tok-secret"' }, [/in quotes/, /remove the quotation marks/]],
    ['a token with a line break', { token: 'tok\nsecret' }, [/spaces or line breaks/]],
    [
      'an expression without braces',
      { token: 'secrets.AGENT_TOKEN' },
      [/expression that was not evaluated/, /\$\{\{ secrets\./],
    ],
    [
      'no organization',
      { org_id: '' },
      [/`org_id`: got nothing/, /positive integer/, /not its name/],
    ],
    ['an organization by name', { org_id: 'octo' }, [/got "octo"/, /not its name/]],
    [
      'a base_url from a variable that is not defined',
      { base_url: '' },
      [/`base_url`: got nothing/, /root URL of the service's API/, /variable[^.]*is that defined/],
    ],
    [
      'an organization from a variable that is not defined',
      { org_id: '' },
      [/`org_id`: got nothing/, /variable[^.]*is that defined/],
    ],
    [
      'a host without a scheme',
      { base_url: 'agents.example.com/api' },
      [/Did you mean "https:\/\/agents\.example\.com\/api"\?/],
    ],
    ['plain http', { base_url: 'http://agents.example.com' }, [/only for loopback/]],
    [
      'an address with a password',
      { base_url: 'https://u:p@agents.example.com' },
      [/an address with a user name or password/],
    ],
    [
      'an address with a query',
      { base_url: 'https://agents.example.com/?org=1' },
      [/without user name, password, query or fragment/],
    ],
    [
      'a repository by name as an ID',
      { repo_id: 'octo/shop' },
      [/got "octo\/shop"/, /the input `repo` with `owner\/name` instead/],
    ],
    [
      'a repository by address',
      { repo: 'https://github.com/octo/shop' },
      [/`repo`: got/, /`owner\/name`/, /Did you mean "octo\/shop"\?/],
    ],
    [
      'a repository twice',
      { repo: 'octo/shop', repo_id: '1' },
      [/together with `repo_id`/, /one of the two/],
    ],
    ['no prompt', { prompt: '' }, [/`prompt`/]],
    ['two prompts', { prompt_file: 'task.md' }, [/prompt_file/]],
    [
      'a prompt file that is not there',
      { prompt: '', prompt_file: 'tasks.md' },
      [/prompt_file/, /tasks\.md/],
    ],
    ['a boolean that is none', { wait: 'yes' }, [/`wait`: got "yes"/, /`true` or `false`/]],
    [
      'a unit in a number',
      { timeout_minutes: '30m' },
      [/`timeout_minutes`: got "30m"/, /Did you mean `30`\?/],
    ],
    ['hours', { timeout_minutes: '1h' }, [/Did you mean `60`\?/]],
    ['hours and minutes', { timeout_minutes: '1h 30 min' }, [/Did you mean `90`\?/]],
    ['half a minute', { poll_interval_seconds: '0.5 minutes' }, [/Did you mean `30`\?/]],
    ['a decimal comma', { timeout_minutes: '7,5' }, [/Did you mean `7.5`\?/]],
    [
      'an unknown choice',
      { logs: 'verbose' },
      [/`logs`: got "verbose"/, /`full`, |`compact`/, /Did you mean `full`\?/],
    ],
    ['all of the log', { logs: 'all' }, [/Did you mean `full`\?/]],
    ['one letter too few', { logs: 'error' }, [/Did you mean `errors`\?/]],
    ['another word for stop', { on_cancel: 'cancel' }, [/Did you mean `stop`\?/]],
    ['a short name', { expect: 'pr' }, [/Did you mean `pull_request`\?/]],
    ['a noun for a verb', { review: 'advice' }, [/Did you mean `advise`\?/]],
    ['a boolean for a choice', { resume: 'true' }, [/Did you mean `thread`\?/]],
    ['a role by another name', { require_permission: 'owner' }, [/Did you mean `admin`\?/]],
    ['a boolean with more words', { comment: 'yes please' }, [/Did you mean `true`\?/]],
    ['a boolean of another kind', { summary: 'off' }, [/Did you mean `false`\?/]],
    [
      'an outcome nobody knows',
      { fail_on: 'failure' },
      [/`fail_on`: got "failure"/, /Did you mean `failed`\?/],
    ],
    ['an American spelling', { fail_on: 'canceled' }, [/Did you mean `cancelled`\?/]],
    [
      'several of them',
      { fail_on: 'failure, error, timeout, zebra' },
      [/Did you mean `failed` for "failure", `timed_out` for "timeout"\?/],
    ],
    [
      'a repository without its owner',
      { repo: 'shop' },
      [/`repo`: got "shop"/, /owner is missing: did you mean "octo\/shop"\?/],
    ],
    [
      'a folder as the repository',
      { repo: '..' },
      [/`repo`: got ".."; accepted: a repository as `owner\/name`$/m],
    ],
    [
      'an address of no repository',
      { repo: 'https://github.com/octo/..' },
      [/`repo`: got ".*"; accepted: a repository as `owner\/name`$/m],
    ],
    [
      'a page of a repository',
      { repo: 'https://github.com/octo/shop/tree/main' },
      [/Did you mean "octo\/shop"\?/],
    ],
    [
      'the address of a workflow run',
      { agent_run_id: 'https://github.com/octo/shop/actions/runs/123' },
      [/`agent_run_id`: got "https/, /address of a workflow run/],
    ],
    [
      'a schema in YAML',
      { output_schema: 'type: object\nrequired: [pass]' },
      [/`output_schema`: got several lines that are not JSON/, /written as JSON/],
    ],
    [
      'a prompt where its file is expected',
      { prompt: '', prompt_file: 'Fix it.\nThen test.' },
      [/`prompt_file`: got several lines of text/, /Did you mean the input `prompt`\?/],
    ],
    [
      'the name of a token elsewhere',
      { token: '', api_key: 'tok-secret' },
      [/`token`: got nothing[^\n]*`api_key`: did you mean `token`\?/],
    ],
    [
      'the name of an organization elsewhere',
      { org_id: '', organization: '42' },
      [/`org_id`: got nothing[^\n]*`organization`: did you mean `org_id`\?/],
    ],
    [
      'the name of a repository elsewhere',
      { repository: 'octo/shop' },
      [/^`repository`: did you mean `repo`\?$/],
    ],
    [
      'the name of a time elsewhere',
      { timeout_minutes: '60', timeout: '5' },
      [/^`timeout`: did you mean `timeout_minutes`\?$/],
    ],
    [
      'a schema without waiting',
      { output_schema: '{}', wait: 'false' },
      [/`output_schema`/, /`wait: true`/],
    ],
    ['fields that are not JSON', { request_fields: 'model: x' }, [/which is not JSON/]],
    [
      'a mistyped name',
      { promt: 'Fix it.', prompt: '' },
      [/`prompt`/, /`promt`: did you mean `prompt`\?/],
    ],
    [
      'a mistyped name alone',
      { timeout_minute: '5' },
      [/^`timeout_minute`: did you mean `timeout_minutes`\?$/],
    ],
    ['a dash for an underscore', { 'org-id': '42' }, [/^`org-id`: did you mean `org_id`\?$/]],
  ])('%s', (_, given, parts) => {
    const message = told(given);
    for (const part of parts) {
      expect(message).toMatch(part);
    }
    expect(message).not.toContain('tok-secret');
  });

  it('that an input is given for are not taken for it', () => {
    expect(told({ repo: 'octo/shop', repository: 'octo/other' })).toBe('');
  });

  it('that are meant for another tool are ignored', () => {
    expect(told({ cache_dependency_path: 'x', node_version: '24' })).toBe('');
  });

  it.each(['constructor', '__proto__'])('%s is no name of anything', (name) => {
    expect(told({ [name]: 'x' })).toBe('');
  });
});

describe('addresses', () => {
  const context = {
    call: 'create',
    baseUrl: 'https://agents.example.com',
    service: serviceNamed('agent-run'),
    orgId: '42',
    repo: null,
    runId: null,
    webUrl: null,
    runList: 'the list of runs',
    tokenCause: tokenCause('a token', serviceNamed('agent-run')),
    retiredTokenCause: null,
    toDrop: [],
  } as const;
  const URL_CALLED = 'POST https://agents.example.com/v1/organizations/42/agent/run';
  const page = {
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: '<h1>Welcome</h1>',
  };

  it.each([200, 404, 405, 403] as const)('that serve a web page (%s)', (status) => {
    const answer = { status, ...page };
    const error = status === 200 ? bodyError(answer, '') : statusError(answer);
    const { message } = failureOf(error, context);
    for (const part of ['a web page, not an answer of the API', URL_CALLED, '`base_url`']) {
      expect(message).toContain(part);
    }
    expect(message.match(/web page/g)).toHaveLength(1);
  });

  it('are not blamed for the page of a gateway', () => {
    const { message } = failureOf(statusError({ status: 502, ...page }), context);
    expect(message).toContain('HTTP 502. The service said: "Welcome".');
    expect(message).not.toContain('`base_url`');
  });

  it('that cannot be reached', () => {
    const error = transportFailure(new TransportError('dns', 'the name could not be resolved'));
    const { code, message } = failureOf(error, context);
    expect(code).toBe('network');
    for (const part of [`${URL_CALLED} was never reached`, 'host name', 'Nothing was sent']) {
      expect(message).toContain(part);
    }
  });
});
