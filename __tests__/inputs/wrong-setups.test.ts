/** Thirty common mistakes in setups and their messages: what happened, why, what to do. */
import { describe, expect, it } from '@jest/globals';
import { describeProblems } from '../../src/inputs/reader.ts';
import { mistypedInputs, parseInputs } from '../../src/inputs/parse.ts';
import { failureOf } from '../../src/run/failure.ts';
import { bodyError, statusError, transportFailure } from '../../src/http/errors.ts';
import { TransportError } from '../../src/http/port.ts';
import { MemoryFiles } from '../support/memory-files.ts';

const REQUIRED = {
  token: 'tok-secret',
  org_id: '42',
  base_url: 'https://agents.example.com',
  prompt: 'Fix it.',
};
const ENV = { GITHUB_WORKSPACE: '/workspace', RUNNER_TEMP: '/temp' };
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
  const hints = mistypedInputs(env);
  return problems.length === 0 ? hints.join('\n') : describeProblems(problems, hints);
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
    ['no base_url', { base_url: '' }, [/`base_url`: got nothing/, /root URL of the service's API/]],
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
    ['a unit in a number', { timeout_minutes: '30m' }, [/`timeout_minutes`: got "30m"/]],
    ['an unknown choice', { logs: 'verbose' }, [/`logs`: got "verbose"/, /`full`, |`compact`/]],
    ['an outcome nobody knows', { fail_on: 'failure' }, [/`fail_on`/, /failed/]],
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

  it('that are meant for another tool are ignored', () => {
    expect(told({ cache_dependency_path: 'x', node_version: '24' })).toBe('');
  });
});

describe('addresses', () => {
  const context = {
    call: 'create',
    baseUrl: 'https://agents.example.com',
    orgId: 42,
    runId: null,
    webUrl: null,
  } as const;
  const URL_CALLED = 'POST https://agents.example.com/v1/organizations/42/agent/run';
  const page = {
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: '<h1>Welcome</h1>',
  };

  it.each([200, 404, 405, 403] as const)('that serve a web page (%s)', (status) => {
    const { message } = failureOf(
      (status === 200 ? bodyError : statusError)({ status, ...page }, ''),
      context,
    );
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
