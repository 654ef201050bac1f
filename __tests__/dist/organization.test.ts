/**
 * What the published API adds, from outside: the bundle against the sandbox over real HTTP
 * (contract 1.1, 12).
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/server.ts';
import { runAction, type ActionOptions, type ActionRun } from '../support/run-action.ts';

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const REPOSITORIES = Array.from({ length: 230 }, (_, index) => ({
  id: index + 1,
  fullName: `octo/repo-${index + 1}`,
}));
const SHOP = { id: 500, fullName: 'Octo/Shop' };
const ORGANIZATION = {
  repositories: [...REPOSITORIES, SHOP, { id: 501, fullName: 'octo/legacy', archived: true }],
};

let sandbox: Sandbox;
afterEach(() => sandbox.close());

interface Ended extends ActionRun {
  /** `POST create` and so on, in order. */
  readonly calls: readonly string[];
  /** The body of each request that has one. */
  readonly bodies: readonly Readonly<Record<string, unknown>>[];
}

async function run(
  inputs: Readonly<Record<string, string>>,
  { options = {}, ...rest }: Partial<ActionOptions> & { readonly options?: SandboxOptions } = {},
): Promise<Ended> {
  sandbox = await startSandbox({ speed: 50, organization: ORGANIZATION, ...options });
  return again(inputs, rest);
}

async function again(
  inputs: Readonly<Record<string, string>>,
  rest: Partial<ActionOptions> = {},
): Promise<Ended> {
  const before = sandbox.requests.length;
  const connection = { token: sandbox.token, org_id: String(sandbox.orgId), base_url: sandbox.url };
  const ended = await runAction({
    ...rest,
    inputs: { ...connection, poll_interval_seconds: '0.2', ...inputs },
  });
  const seen = sandbox.requests.slice(before);
  return {
    ...ended,
    calls: seen.map(
      ({ method, path }) => `${method} ${path.replace(/^\/v1\/(organizations\/1\/)?/, '')}`,
    ),
    bodies: seen.flatMap(({ body }) =>
      body === '' ? [] : [JSON.parse(body) as Readonly<Record<string, unknown>>],
    ),
  };
}

describe('repo', () => {
  it('is searched on every page, in any case, and sent as its number', async () => {
    const { outputs, calls, bodies } = await run({ prompt: 'Go.', repo: 'octo/SHOP' });
    expect([outputs['outcome'], outputs['error_message']]).toEqual(['succeeded', '']);
    expect(calls.slice(0, 4)).toEqual(['GET repos', 'GET repos', 'GET repos', 'POST agent/run']);
    expect(bodies).toEqual([{ prompt: 'Go.', repo_id: 500 }]);
  });

  it('that is archived is a warning', async () => {
    const { outputs, stdout } = await run({ prompt: 'Go.', repo: 'octo/legacy' });
    expect(outputs['outcome']).toBe('succeeded');
    expect(stdout).toMatch(/^::warning[^\n]*archived/m);
  });

  it('with a service that has no list says what to do', async () => {
    const { outputs, calls } = await run(
      { prompt: 'Go.', repo: 'octo/shop' },
      { options: { api: 'spec' } },
    );
    expect(outputs).toMatchObject({ outcome: 'error', error_code: 'not_found' });
    expect(outputs['error_message']).toMatch(/no list of repositories.*`repo_id`/);
    expect(calls).toEqual(['GET repos']);
  });

  it('is not looked up for an existing run', async () => {
    sandbox = await startSandbox({ speed: 50 });
    sandbox.seedRun({ scenario: 'quick', id: '7', elapsedMs: 60_000 });
    const { outputs, calls } = await again({ agent_run_id: '7', repo: 'octo/nowhere' });
    expect([outputs['outcome'], calls.includes('GET repos')]).toEqual(['succeeded', false]);
  });
});

describe('model and images', () => {
  const prepare = (workspace: string): void => {
    for (const name of ['a.png', 'b.png']) {
      writeFileSync(join(workspace, name), PNG);
    }
    writeFileSync(join(workspace, 'text.png'), 'no image');
  };
  const URI = `data:image/png;base64,${PNG.toString('base64')}`;

  it('are sent on create', async () => {
    const inputs = {
      prompt: 'Go.',
      model: 'large',
      images: '[ab].png',
      request_fields: '{"agent_type":"codegen"}',
    };
    const { outputs, bodies } = await run(inputs, { prepare });
    expect([outputs['outcome'], outputs['error_message']]).toEqual(['succeeded', '']);
    expect(bodies).toEqual([
      { agent_type: 'codegen', prompt: 'Go.', model: 'large', images: [URI, URI] },
    ]);
  });

  it('images are sent on resume', async () => {
    sandbox = await startSandbox({ speed: 50 });
    sandbox.seedRun({ scenario: 'quick', id: '7', elapsedMs: 60_000 });
    const { outputs, bodies } = await again(
      { agent_run_id: '7', prompt: 'Look.', images: 'a.png' },
      { prepare },
    );
    expect(outputs['outcome']).toBe('succeeded');
    expect(bodies).toEqual([{ agent_run_id: 7, prompt: 'Look.', images: [URI] }]);
  });

  it.each([{}, { agent_run_id: '7' }])(
    'images are not sent again in a schema repair: %p',
    async (given) => {
      sandbox = await startSandbox({ speed: 50, scenario: 'quick' });
      sandbox.seedRun({ scenario: 'quick', id: '7', elapsedMs: 60_000 });
      const output_schema = JSON.stringify({ type: 'object', required: ['pass'] });
      const { bodies } = await again(
        { ...given, prompt: 'Look.', images: 'a.png', output_schema },
        { prepare },
      );
      expect(bodies.map((body) => 'images' in body)).toEqual([true, false]);
    },
  );
});

describe('task', () => {
  it.each([
    [
      { task: 'setup-commands', repo_id: '500', prompt: 'Use npm.' },
      'POST setup-commands/generate',
      [{ repo_id: 500, prompt: 'Use npm.' }],
      'npm ci\nnpm run build',
    ],
    [
      { task: 'analyze-logs', sandbox_id: '5' },
      'POST sandbox/5/analyze-logs',
      [],
      'The setup failed',
    ],
  ])(
    '%j is started at the published endpoint and followed like any run',
    async (...[inputs, call, bodies, result]) => {
      const ended = await run(inputs);
      expect(ended.outputs).toMatchObject({
        outcome: 'succeeded',
        agent_run_id: '1001',
        status: 'COMPLETE',
      });
      expect(ended.outputs['result']).toContain(result);
      expect(ended.calls).toContain(call);
      expect(ended.calls).not.toContain('POST agent/run');
      expect(ended.bodies).toEqual(bodies);
    },
  );
});

describe('task: check', () => {
  const lines = ({ stdout }: ActionRun): string[] =>
    stdout.split('\n').filter((line) => /✅|ℹ|❌/u.test(line));

  it('reports that the settings match, without a run', async () => {
    const ended = await run({ task: 'check', repo: 'octo/shop' });
    expect(ended.outputs).toMatchObject({
      outcome: 'succeeded',
      agent_run_id: '',
      error_message: '',
    });
    expect([ended.exitCode, sandbox.store.created]).toEqual([0, 0]);
    expect(lines(ended)).toHaveLength(4);
    expect(ended.summary).toContain('Octo/Shop is there (repo_id 500)');
    expect(ended.summary.match(/^## /gm)).toHaveLength(1);
  });

  it.each<[string, Readonly<Record<string, string>>, SandboxOptions, string, RegExp]>([
    ['a wrong token', { token: 'wrong' }, {}, 'unauthorized', /HTTP 401.*`token`/],
    [
      'another organization',
      { org_id: '2' },
      {},
      'forbidden',
      /Organization 2 is not one of the token's\..* 1 \(Octo Shop\)/,
    ],
    [
      'a repository that is not there',
      { repo: 'octo/shp' },
      {},
      'not_found',
      /no repository octo\/shp.*Octo\/Shop/,
    ],
    ['a number that is not there', { repo_id: '999' }, {}, 'not_found', /no repository 999/],
    [
      'nothing at the address',
      { base_url: 'http://127.0.0.1:9', timeout_minutes: '0.05' },
      {},
      'network',
      /was never reached/,
    ],
    [
      'a wrong token, spec only',
      { token: 'wrong' },
      { api: 'spec' },
      'unauthorized',
      /HTTP 401.*`token`/,
    ],
    [
      'another organization, spec only',
      { org_id: '2' },
      { api: 'spec' },
      'forbidden',
      /organization 2 \(input `org_id`\)/,
    ],
    [
      'a redirect',
      {},
      { faults: [{ on: 'me', do: { status: 302 } }] },
      'bad_response',
      /final address/,
    ],
    [
      'something else',
      {},
      { faults: [{ on: 'me', do: { status: 418 } }] },
      'rejected',
      /`base_url`/,
    ],
    [
      'a run that is not there, spec only',
      { agent_run_id: '9' },
      { api: 'spec' },
      'not_found',
      /Run 9 does not exist/,
    ],
  ])('reports what to change: %s', async (...[, inputs, options, code, message]) => {
    const ended = await run({ task: 'check', ...inputs }, { options });
    expect(ended.outputs).toMatchObject({ outcome: 'error', error_code: code });
    expect([ended.outputs['error_message'], ended.exitCode]).toEqual([
      expect.stringMatching(message),
      1,
    ]);
    expect(lines(ended).filter((line) => line.includes('❌'))).toHaveLength(1);
  });

  /** The organization is the last of a hundred and one, on the second page. */
  const PAGED = [
    Array.from({ length: 100 }, (_, index) => ({
      id: index + 2,
      name: `Organization ${index + 2}`,
    })),
    [{ id: 1, name: 'Octo Shop' }],
  ].map((items, index) => ({
    on: 'organizations' as const,
    nth: index + 1,
    do: { status: 200, body: { items, total: 101, page: index + 1, size: 100, pages: 2 } },
  }));
  const UNREADABLE = [
    { on: 'me' as const, nth: 1, do: { status: 403, body: { detail: 'Not for this token.' } } },
  ];
  const INACTIVE = { ...ORGANIZATION, integrations: [{ type: 'github', active: false }] };

  it.each<[string, Readonly<Record<string, string>>, SandboxOptions, RegExp]>([
    [
      'no repository is named',
      {},
      {},
      /^(?:✅.*\n)*ℹ.*created without a repository.*(?:\n✅.*)*$/u,
    ],
    ['a repository is archived', { repo: 'octo/legacy' }, {}, /ℹ.*octo\/legacy.*archived/i],
    [
      'the repository of a number is archived',
      { repo_id: '501' },
      {},
      /ℹ.*octo\/legacy.*archived/i,
    ],
    [
      'the integration is not active',
      {},
      { organization: INACTIVE },
      /ℹ The GitHub integration is not active/,
    ],
    [
      'the organization is on another page',
      {},
      { faults: PAGED },
      /Organization 1 \(Octo Shop\) is one of the token/,
    ],
    [
      'the owner of the token is unknown',
      { repo: 'octo/shop' },
      { faults: UNREADABLE },
      /^(?:.*\n){2}.*$/u,
    ],
  ])('succeeds where %s, and says so', async (...[, inputs, options, said]) => {
    const ended = await run({ task: 'check', ...inputs }, { options });
    expect([ended.outputs['outcome'], ended.exitCode]).toEqual(['succeeded', 0]);
    expect(lines(ended).join('\n')).toMatch(said);
  });

  it('accepts an answer about any run where it reads one without asking for it', async () => {
    const faults = [
      { on: 'read' as const, nth: 1, do: { status: 200, body: { id: 4711, status: 'ACTIVE' } } },
    ];
    const ended = await run({ task: 'check' }, { options: { api: 'spec', faults } });
    expect([ended.outputs['outcome'], ended.outputs['requests']]).toEqual(['succeeded', '4']);
  });
});
