/**
 * Where do the secrets go? The committed bundle against a service and a GitHub that echo them in
 * every field and in every writing, debug logging on, and every byte that leaves the process is
 * looked at.
 */
import { dirname } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { SECRET_VARIABLES } from '../../src/secrets.ts';
import { canaryOf, INPUT_CANARIES } from '../support/canaries.ts';
import { echo, filesBelow, leaks, writings } from '../support/canary.ts';
import { startFakeProxy, type FakeProxy } from '../support/fake-proxy.ts';
import { startFakeGitHub, type FakeGitHub, type Fault } from '../support/fake-github.ts';
import { entry, inputsFor, serveRun, type FakeRun } from '../support/fake-run.ts';
import { NO_SUCH_HOST } from '../support/names.ts';
import {
  runAction,
  signalWhen,
  type ActionOptions,
  type ActionRun,
} from '../support/run-action.ts';
import { scriptedService, type Reply, type ScriptedService } from '../support/scripted-service.ts';

const { token: TOKEN, github_token: GITHUB_TOKEN } = INPUT_CANARIES;
const OF_INPUTS = Object.values(INPUT_CANARIES);
const VARIABLES = SECRET_VARIABLES.flatMap(({ names }) => names);
const PROXY_PASSWORD = canaryOf('HTTPS_PROXY').secret;
const PROXY_PAIR = `carol:${PROXY_PASSWORD}`;
const SECRETS = [
  ...new Set([...OF_INPUTS, ...VARIABLES.map((name) => canaryOf(name).secret), PROXY_PAIR]),
];

const ECHO = echo(OF_INPUTS);
const PROXY_ECHO = echo([PROXY_PASSWORD, PROXY_PAIR], 1500);
const WORDS = echo(OF_INPUTS, 900);
const DEBUG = { RUNNER_DEBUG: '1', ACTIONS_STEP_DEBUG: 'true', ACTIONS_RUNNER_DEBUG: 'true' };
/** In a header only what may stand there; the proxy's among them. */
const HEADERS = {
  'x-echo': `${TOKEN} ${GITHUB_TOKEN}`,
  'x-request-id': encodeURIComponent(TOKEN),
  'content-language': Buffer.from(`Bearer ${TOKEN}`).toString('base64'),
  'set-cookie': `session=${encodeURIComponent(GITHUB_TOKEN)}`,
};

function loudEntry(index: number, type: string): Record<string, unknown> {
  const value = { [WORDS]: ECHO, command: ECHO, deep: [{ a: writings(TOKEN) }] };
  return entry(index, {
    message_type: type,
    thought: ECHO,
    tool_name: WORDS,
    tool_input: value,
    tool_output: value,
    observation: type === 'ACTION' ? value : ECHO,
    [WORDS]: ECHO,
  });
}

const KINDS = [
  'ACTION',
  'ERROR',
  'PLAN_EVALUATION',
  'INITIAL_PR_GENERATION',
  'PR_CREATION_FAILED',
  WORDS,
  'FINAL_ANSWER',
];
const ENTRIES = KINDS.map((type, index) => loudEntry(index, type));
/** As a part of an address is written. */
const IN_ADDRESS = [TOKEN, `Bearer ${TOKEN}`, Buffer.from(TOKEN).toString('base64')].map(
  encodeURIComponent,
);
const LOUD = {
  web_url: `https://agents.example.com/runs/77?${IN_ADDRESS.join('&')}`,
  github_pull_requests: IN_ADDRESS.map((text, at) => ({
    url: `https://github.com/o/r/pull/${at}?${text}`,
  })),
  [WORDS]: ECHO,
};
const BODIES: readonly unknown[] = [
  { message: ECHO },
  { detail: [{ loc: ['body', WORDS], msg: ECHO }] },
  { error: { code: WORDS, message: ECHO } },
  `<html>${ECHO}</html>`,
];
const failing = (status: number, body: unknown = BODIES[0]): Reply => ({
  status,
  headers: {
    ...HEADERS,
    location: `http://127.0.0.1:1/${encodeURIComponent(TOKEN)}?${encodeURIComponent(GITHUB_TOKEN)}`,
  },
  body,
});
const comment = {
  name: 'issue_comment',
  payload: {
    action: 'created',
    issue: {
      number: 7,
      title: 'It is broken',
      body: 'Since yesterday.',
      html_url: 'https://github.com/octo/repo/issues/7',
      user: { login: 'ann' },
    },
    comment: {
      id: 1,
      body: 'Please fix it.',
      html_url: 'https://github.com/octo/repo/issues/7#issuecomment-1',
      user: { login: 'mona', type: 'User' },
    },
    repository: { full_name: 'octo/repo' },
    sender: { login: 'mona', type: 'User' },
  },
};

let service: ScriptedService | undefined;
let github: FakeGitHub | undefined;
let gate: FakeProxy | undefined;
let collector: ScriptedService | undefined;
afterEach(async () => {
  await service?.close();
  await github?.close();
  await gate?.close();
  await collector?.close();
  [service, github, gate, collector] = [undefined, undefined, undefined, undefined];
});

interface Act extends Pick<ActionOptions, 'onStart'> {
  readonly fake?: Partial<FakeRun>;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly prepare?: (github: FakeGitHub) => void;
}

/** The run's moments: status words that echo, and one that ends it. */
const ENDING: FakeRun['moments'] = [
  { status: WORDS, entries: 3 },
  { status: WORDS, entries: 5 },
  { status: 'COMPLETE', entries: 7, result: ECHO },
];

function quietHeaders({ headers }: { readonly headers: object }): object {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'authorization'));
}

/** Everything that left the process, by where it went. */
function everything(run: ActionRun): Record<string, string> {
  const lines = run.stdout.split('\n').filter((line) => !line.startsWith('::add-mask::'));
  const files = Object.entries(filesBelow(dirname(run.temp))).filter(
    ([path]) => path !== 'event.json',
  );
  const sent = (service?.requests ?? []).map((request) => ({
    ...request,
    query: request.query.toString(),
    headers: quietHeaders(request),
  }));
  const asked = (github?.requests ?? []).map((request) => ({
    method: request.method,
    path: request.path,
    query: request.query,
    body: request.body,
    headers: quietHeaders(request),
  }));
  return {
    stdout: lines.join('\n'),
    stderr: run.stderr,
    ...Object.fromEntries(files),
    ...Object.fromEntries(
      sent.map((request, at) => [`service request ${at}`, JSON.stringify(request)]),
    ),
    ...Object.fromEntries(
      asked.map((request, at) => [`GitHub request ${at}`, JSON.stringify(request)]),
    ),
    ...Object.fromEntries(
      asked.map(({ body }, at) => [
        `GitHub body ${at}`,
        String((body as { body?: unknown } | undefined)?.body),
      ]),
    ),
  };
}

function found(run: ActionRun): string[] {
  return Object.entries(everything(run)).flatMap(([where, text]) =>
    leaks(text, SECRETS).map((what) => `${where}: ${what}`),
  );
}

async function act({
  fake = {},
  inputs = {},
  env = {},
  prepare,
  ...more
}: Act): Promise<ActionRun> {
  const answer: FakeRun['answer'] = async (...call) => {
    const special = await fake.answer?.(...call);
    return special === undefined
      ? undefined
      : { ...special, headers: { ...HEADERS, ...special.headers } };
  };
  service = await serveRun({ entries: ENTRIES, moments: ENDING, extra: LOUD, ...fake, answer });
  github = await startFakeGitHub();
  github.permissions.set('mona', { permission: 'write', role_name: 'write' });
  prepare?.(github);
  return runAction({
    inputs: inputsFor(service, {
      ...INPUT_CANARIES,
      logs: 'full',
      comment: 'true',
      context: 'event',
      ...inputs,
    }),
    event: comment,
    env: { GITHUB_API_URL: github.url, GITHUB_REPOSITORY: 'octo/repo', ...DEBUG, ...env },
    ...more,
  });
}

describe('the search for secrets', () => {
  it.each(writings(TOKEN))('finds %j', (text) => {
    expect(leaks(`some text ${text} and more`, [TOKEN])).not.toEqual([]);
  });

  it('finds what is decoded twice, of each secret', () => {
    const text = writings(GITHUB_TOKEN).map((one) => encodeURIComponent(JSON.stringify(one)));
    for (const one of text) {
      expect(leaks(one, [TOKEN, GITHUB_TOKEN])).not.toEqual([]);
      expect(leaks(one, [TOKEN])).toEqual([]);
    }
  });

  it('finds pieces', () => {
    expect(leaks(`x ${TOKEN.slice(4, 18)} y`, [TOKEN])).not.toEqual([]);
    expect(leaks(`nothing *** of it`, [TOKEN])).toEqual([]);
  });
});

interface Row extends Act {
  readonly name: string;
  /** What the step ends with, to see that it came to what the row is about. */
  readonly outputs?: Readonly<Record<string, unknown>>;
}

const ended = (status: string): Partial<FakeRun> => ({
  moments: [{ status: WORDS }, { status, result: ECHO }],
});
const answering = (call: string, reply: Reply): Partial<FakeRun> => ({
  answer: (asked) => (asked === call ? reply : undefined),
});
const SUCCEEDED = { outcome: 'succeeded' };
const INVALID = { outcome: 'error', error_code: 'invalid_input' };
const ROWS: readonly Row[] = [
  ...['full', 'compact'].map((logs) => ({
    name: `a run that succeeds (logs: ${logs})`,
    inputs: { logs },
    outputs: {
      ...SUCCEEDED,
      total_logs: String(ENTRIES.length),
      comment_url: expect.stringContaining('issuecomment'),
    },
  })),
  ...['FAILED', 'CANCELLED', 'PAUSED'].map((status) => ({
    name: `a run that ends as ${status}`,
    fake: ended(status),
  })),
  {
    name: 'a timeout with unknown status words',
    fake: { moments: [{ status: WORDS }] },
    // Long enough for a create on a busy machine, without which it is no timeout of a run.
    inputs: { timeout_minutes: '0.2' },
    outputs: { outcome: 'timed_out' },
  },
  ...[302, 400, 401, 402, 403, 404, 409, 422, 500].map((status) => ({
    name: `a create answered with ${status}`,
    fake: answering('POST create', failing(status, BODIES[status % BODIES.length])),
    outputs: { outcome: 'error' },
  })),
  ...[302, 404, 500].map((status): Row => ({
    name: `reads answered with ${status}`,
    fake: {
      answer: (call, _, nth) => (call.startsWith('GET') && nth < 4 ? failing(status) : undefined),
    },
    inputs: { timeout_minutes: '0.05' },
  })),
  { name: 'an attached run', inputs: { prompt: '', agent_run_id: '77' }, outputs: SUCCEEDED },
  {
    name: 'a follow-up that is refused',
    inputs: { agent_run_id: '77' },
    fake: answering('POST resume', failing(409)),
    outputs: { error_code: 'rejected' },
  },
  {
    name: 'request_fields that are no JSON',
    inputs: { request_fields: `{"key": ${TOKEN}}` },
    outputs: INVALID,
  },
  {
    name: 'a base_url with user info',
    inputs: { base_url: `https://x:${TOKEN}@agents.example.com` },
    outputs: INVALID,
  },
  {
    name: 'a token in the wrong places',
    inputs: {
      org_id: TOKEN,
      logs: TOKEN,
      fail_on: TOKEN,
      prompt_file: TOKEN,
      prompt: '',
      logs_file: `../../${TOKEN}`,
    },
    outputs: INVALID,
  },
  { name: 'a token with a space in it', inputs: { token: `${TOKEN} x` }, outputs: INVALID },
];

describe('no secret leaves', () => {
  it.each(ROWS)('$name', async ({ name: _, outputs = {}, ...given }) => {
    const run = await act(given);
    expect(run.outputs).toMatchObject(outputs);
    expect(found(run)).toEqual([]);
  });

  it('a result that does not satisfy the schema, with the repair', async () => {
    const run = await act({
      fake: {
        moments: [
          { status: 'COMPLETE', result: JSON.stringify({ [TOKEN]: GITHUB_TOKEN, a: TOKEN }) },
        ],
      },
      inputs: {
        output_schema:
          '{"type":"object","additionalProperties":false,"properties":{"a":{"enum":["x"]}}}',
        timeout_minutes: '0.1',
      },
    });
    expect(service?.calls).toContain('POST resume');
    expect(found(run)).toEqual([]);
  });

  it('a GitHub that echoes', async () => {
    const run = await act({
      prepare: (fake) => {
        for (const method of ['POST', 'PATCH']) {
          fake.faults.push({
            method,
            times: 99,
            act: {
              status: 403,
              headers: HEADERS,
              body: { message: ECHO, documentation_url: ECHO },
            },
          });
        }
      },
    });
    expect(run.outputs['outcome']).toBe('succeeded');
    expect(found(run)).toEqual([]);
  });

  const HTML_URL = `https://github.test/${encodeURIComponent(TOKEN)}`;
  it.each<[string, RegExp, Exclude<Fault['act'], string>]>([
    [
      'an odd role',
      /permission$/,
      { status: 200, body: { permission: 'write', role_name: ECHO, user: { login: WORDS } } },
    ],
    [
      'a refused role',
      /permission$/,
      { status: 422, body: { message: ECHO, errors: [{ message: ECHO, code: WORDS }] } },
    ],
    [
      'a moved role',
      /permission$/,
      {
        status: 301,
        headers: { location: `http://127.0.0.1:1/${encodeURIComponent(TOKEN)}` },
        body: { message: ECHO },
      },
    ],
    [
      'an odd thread',
      /comments$/,
      {
        status: 200,
        body: [{ id: 5, body: ECHO, html_url: HTML_URL, user: { login: WORDS, type: 'Bot' } }],
      },
    ],
    ['a refused thread', /comments$/, { status: 403, body: { message: ECHO } }],
  ])('a GitHub that echoes with %s', async (_, path, answer) => {
    const run = await act({
      // What may pass is asked again until the time of the step is over (contract 6.1).
      inputs: { resume: 'thread', timeout_minutes: '0.1' },
      prepare: (fake) => void fake.faults.push({ method: 'GET', path, times: 99, act: answer }),
    });
    expect(found(run)).toEqual([]);
  });
});

describe('no secret leaves a step that is stopped', () => {
  const RUNNING: Partial<FakeRun> = { moments: [{ status: WORDS }] };
  const following = (signal: NodeJS.Signals) =>
    signalWhen(signal, (stdout) => stdout.includes('Status: '));

  it.each(['SIGINT', 'SIGTERM'] as const)('by %s', async (signal) => {
    const run = await act({ fake: RUNNING, ...following(signal) });
    expect(run.outputs['outcome']).toBe('cancelled');
    expect(found(run)).toEqual([]);
  });

  it.each(['as it is', 'GitHub echoing', 'service echoing'])(
    'by SIGKILL, and the post step (%s)',
    async (how) => {
      const run = await act({ fake: RUNNING, ...following('SIGKILL') });
      expect(run.signal).toBe('SIGKILL');
      expect(found(run)).toEqual([]);
      await service?.close();
      service = await serveRun({
        entries: ENTRIES,
        moments: ENDING.slice(0, 1),
        extra: LOUD,
        answer: () => (how === 'service echoing' ? failing(500) : undefined),
      });
      if (how === 'GitHub echoing') {
        github?.faults.push({
          times: 99,
          act: { status: 403, headers: HEADERS, body: { message: ECHO } },
        });
      }
      const post = await runAction({
        inputs: inputsFor(service, { ...INPUT_CANARIES, comment: 'true' }),
        state: run.state,
        event: comment,
        env: { GITHUB_API_URL: github?.url, GITHUB_REPOSITORY: 'octo/repo', ...DEBUG },
      });
      expect(post.stdout).toContain('::warning title=Agent run%3A killed::');
      expect(post.exitCode).toBe(0);
      expect(found(post)).toEqual([]);
    },
  );

  it('nor the post step by a signal, whose stack trace is not printed', async () => {
    const run = await act({ fake: RUNNING, ...following('SIGKILL') });
    await service?.close();
    service = await serveRun({ moments: [], answer: () => ({ hang: true }) });
    const { calls } = service;
    const post = await runAction({
      inputs: inputsFor(service, INPUT_CANARIES),
      state: run.state,
      event: comment,
      env: { GITHUB_API_URL: github?.url, GITHUB_REPOSITORY: 'octo/repo' },
      ...signalWhen('SIGTERM', () => calls.length > 0),
    });
    expect(post.stderr).toBe('');
    expect(post.stdout).not.toMatch(/\n\s+at /);
  });
});

describe('no secret of the environment leaves: service and collector echo', () => {
  it.each(VARIABLES)('that of %s', async (name) => {
    const { value, secret } = canaryOf(name);
    const said = echo([secret], 900);
    const entries = [
      entry(0, { observation: said }),
      entry(1, { message_type: 'ERROR', observation: said }),
    ];
    collector = await scriptedService(() => ({ status: 403, body: { message: said } }));
    const run = await act({
      fake: { entries, moments: [{ status: 'COMPLETE', result: said }], extra: {} },
      inputs: { otlp: 'true' },
      env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, [name]: value(collector.url) },
    });
    expect(run.outputs).toMatchObject(SUCCEEDED);
    expect(collector.requests).toHaveLength(1);
    expect(run.stdout).toContain('The trace could not be sent');
    expect(found(run)).toEqual([]);
  });
});

describe('no proxy password leaves', () => {
  const BEHIND = { base_url: 'https://agents.example.com', timeout_minutes: '0.02' };

  it.each([`407 ${PROXY_PAIR}`, '403 Forbidden', '502 Bad Gateway'])(
    'when it answers %s',
    async (answer) => {
      gate = await startFakeProxy({
        refusal: `HTTP/1.1 ${answer}\r\nx-echo: ${PROXY_PAIR}\r\n\r\n${PROXY_ECHO}`,
      });
      const url = `http://${PROXY_PAIR}@${gate.host}`;
      // Long enough for a busy machine to ask the proxy at all.
      const inputs = { ...BEHIND, timeout_minutes: '0.1' };
      const run = await act({ inputs, env: { HTTP_PROXY: url, HTTPS_PROXY: url } });
      expect(gate.authorizations[0]).toBe(`Basic ${Buffer.from(PROXY_PAIR).toString('base64')}`);
      expect(found(run)).toEqual([]);
    },
  );

  it.each([
    ['cannot be found', `http://${PROXY_PAIR}@${NO_SUCH_HOST}:1`],
    ['is no address', `ht!tp://${PROXY_PAIR}@@:::`],
    ['has a port out of range', `http://${PROXY_PAIR}@127.0.0.1:99999`],
    ['speaks another scheme', `socks5://${PROXY_PAIR}@127.0.0.1:1`],
  ])('when it %s', async (_, url) => {
    const run = await act({ inputs: BEHIND, env: { HTTP_PROXY: url, HTTPS_PROXY: url } });
    expect(found(run)).toEqual([]);
  });
});
