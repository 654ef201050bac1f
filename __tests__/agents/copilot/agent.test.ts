/** Copilot's adapter against the sandbox, member by member (contract 18; its sheet). */
import { describe, expect, it } from '@jest/globals';
import type { FaultSource } from '../../../sandbox/scenario.ts';
import { StateEntries } from '../../../src/agents/copilot/entries.ts';
import { tokenKind, whatToCheck } from '../../../src/agents/copilot/refusals.ts';
import { parseTask } from '../../../src/agents/copilot/schema.ts';
import { judgedSession } from '../../../src/agents/copilot/shown.ts';
import { FIRST_IDENTITY, ORDER, type Scene } from '../scene.ts';
import { asked, failure, sceneOf, TASKS } from './scene.ts';

const MARKER = `ara-${FIRST_IDENTITY.key}-1-${FIRST_IDENTITY.asked}`;
const bodyOf = ({ sandbox }: Scene): unknown =>
  JSON.parse(sandbox.requests.find(({ method }) => method === 'POST')?.body ?? 'null');
const text = expect.any(String) as unknown;

describe('a create', () => {
  it('sends the task with GitHub’s headers, and returns it as it is queued', async () => {
    const one = await sceneOf();
    const run = await one.agent.create(ORDER, null, one.call);
    const [request] = one.sandbox.requests;
    expect(asked(one)).toEqual([`POST ${TASKS} 201`]);
    expect(bodyOf(one)).toEqual({ prompt: ORDER.prompt, create_pull_request: true });
    expect(request?.headers).toMatchObject({
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${one.sandbox.token}`,
      'x-github-api-version': '2026-03-10',
      'user-agent': 'agent-run-action/0.0.0',
    });
    const id = one.sandbox.store.all()[0]?.id;
    expect(run).toEqual({
      id,
      webUrl: `https://github.com/acme/shop/agents/tasks/${id}`,
      status: 'queued',
      meaning: 'active',
      result: null,
      cause: null,
      isOutOfMoney: false,
      pullRequests: [],
      branches: [],
      awaitsPullRequest: 'no',
      usage: null,
      createdAt: one.clock.wall(),
      key: null,
    });
  });

  it('says whether to open a pull request, from which branch, with which model', async () => {
    const one = await sceneOf();
    const order = {
      ...ORDER,
      ref: 'release/2',
      model: 'gpt-5.4',
      createPullRequest: false,
      fields: { custom_agent: 'tester' },
    };
    await one.agent.create(order, null, one.call);
    expect(bodyOf(one)).toEqual({
      prompt: ORDER.prompt,
      create_pull_request: false,
      base_ref: 'release/2',
      model: 'gpt-5.4',
      custom_agent: 'tester',
    });
  });

  it('carries its key in a line of its own at the end of the prompt', async () => {
    const one = await sceneOf();
    const { id } = await one.agent.create(ORDER, FIRST_IDENTITY, one.call);
    expect(bodyOf(one)).toMatchObject({ prompt: `${ORDER.prompt}\n\n${MARKER}` });
    one.clock.advance(1_000);
    expect((await one.agent.read(id, one.call)).key).toEqual({
      key: FIRST_IDENTITY.key,
      generation: 1,
      asked: FIRST_IDENTITY.asked,
    });
  });

  it.each<[string, FaultSource, object]>([
    ['an answer lost', { on: 'create', do: 'reset-after' }, { proof: 'ambiguous' }],
    ['half an answer', { do: 'cut-answer' }, { proof: 'ambiguous' }],
    ['a 502 of a proxy', { do: 'error-after' }, { proof: 'ambiguous', status: 502 }],
    ['an answer without a task', { on: 'create', do: 'empty' }, { proof: 'ambiguous' }],
    [
      'a 422 with its reason',
      { do: 'unprocessable' },
      {
        proof: 'permanent',
        said: 'Validation Failed: The model is not available.',
      },
    ],
    [
      'a secondary limit',
      { on: 'create', do: 'secondary-limit' },
      {
        proof: 'unsent',
        throttled: true,
        code: 'rate_limited',
        retryAfterMs: 1_000,
      },
    ],
    [
      'a secondary limit without a time',
      { on: 'create', do: 'secondary-limit-bare' },
      {
        throttled: true,
        retryAfterMs: 60_000,
      },
    ],
    [
      'the hourly limit',
      { on: 'create', do: 'primary-limit' },
      {
        throttled: true,
        retryAfterMs: 1_000,
      },
    ],
  ])('%s', async (_, fault, expected) => {
    const one = await sceneOf([fault]);
    expect(await failure(one.agent.create(ORDER, null, one.call))).toMatchObject(expected);
    expect(one.sandbox.requests).toHaveLength(1);
  });

  it.each<[FaultSource, string]>([
    [{ on: 'create', do: 'refused' }, 'forbidden'],
    [{ on: 'create', do: 'installation-token' }, 'forbidden'],
    [{ on: 'create', do: 'hidden' }, 'not_found'],
    [{ on: 'create', do: { status: 401, body: { message: 'Bad credentials' } } }, 'unauthorized'],
  ])('that is refused (%j) explains tokens, permission, plan and policy', async (fault, code) => {
    const one = await sceneOf([fault]);
    const error = await failure(one.agent.create(ORDER, null, one.call));
    const mayConcernRepository = code !== 'unauthorized';
    expect(error).toMatchObject({ code, proof: 'permanent', mayConcernRepository });
    for (const word of ['GITHUB_TOKEN', '"Agent tasks"', 'plan', 'policy', 'docs/setup.md']) {
      expect(error.advice).toContain(word);
    }
    expect(error.advice).not.toContain('`ghs_`');
  });

  it('to a repository that was renamed says so', async () => {
    const location = 'https://api.github.com/repositories/9001/agents/tasks';
    const moved = { status: 307, headers: { location }, body: { message: 'Moved' } };
    const one = await sceneOf([{ on: 'create', do: moved }]);
    const error = await failure(one.agent.create(ORDER, null, one.call));
    expect(error).toMatchObject({ proof: 'permanent', mayConcernRepository: true });
    expect(error.advice).toMatch(/renamed or moved .*: set `repo`/);
  });

  it('at an address of GHE.com is told that nobody has tried it there', async () => {
    const told = { repository: 'acme/shop', tokenKind: 'other' } as const;
    const ghe = whatToCheck(404, { ...told, baseUrl: 'https://api.acme.ghe.com' });
    expect(ghe).toMatch(/^`base_url` is an address of GHE.com/);
    const server = whatToCheck(404, { ...told, baseUrl: 'https://git.acme.test/api/v3' });
    expect(server).toMatch(/^GitHub Enterprise Server has no agent tasks/);
    expect(whatToCheck(404, { ...told, baseUrl: 'https://api.github.com' })).toMatch(
      /^Most likely/,
    );
  });

  it.each<[string, number, RegExp]>([
    ['ghs_1', 401, /^This `token` is one of an app installation/],
    ['ghs_1', 403, /^This `token` is one of an app installation/],
    ['github_pat_1', 401, /^The `token` is mistyped, expired or revoked\./],
    ['ghp_1', 401, /^The `token` is mistyped, expired or revoked\./],
    [
      'github_pat_1',
      403,
      /^The fine-grained `token` most likely lacks .*"Agent tasks".* acme\/shop/,
    ],
    ['ghp_1', 404, /^The classic `token` most likely lacks the scope `repo`/],
    ['gho_1', 403, /^Most likely the person behind `token` may not write to acme\/shop/],
  ])('names the likely cause first, by token and status: %s, %d', (token, status, cause) => {
    const where = { repository: 'acme/shop', baseUrl: 'https://api.github.com' };
    expect(whatToCheck(status, { ...where, tokenKind: tokenKind(token) })).toMatch(cause);
  });

  it.each<[string, RegExp]>([
    [
      'Resource protected by organization SAML enforcement. You must grant your Personal Access ' +
        'token access to this organization.',
      /^The organization asks for single sign-on: authorize the token in `token`.*SSO\)\.$/,
    ],
    [
      'The `octo` organization has an IP allow list enabled, and your IP address is not permitted ' +
        'to access this resource.',
      /^The organization lets only certain addresses in/,
    ],
    ['Repository was archived so is read-only.', /^The repository is archived/],
    [
      '`octo` forbids access via a personal access token (classic).',
      /^The organization takes no token of this kind: give `token` one that it allows\.$/,
    ],
    ['Resource not accessible by personal access token', /"Agent tasks".*docs\/setup\.md/],
  ])('for a cause that GitHub names is told as that: %s', async (message, advice) => {
    const one = await sceneOf([{ on: 'create', do: { status: 403, body: { message } } }]);
    const error = await failure(one.agent.create(ORDER, null, one.call));
    expect(error).toMatchObject({ code: 'forbidden', message: `HTTP 403: ${message}` });
    expect(error.advice).toMatch(advice);
  });

  it.each<[string, unknown, string]>([
    ['a bare text', ['base_ref does not exist'], ': base_ref does not exist'],
    ['one beside null', [{ code: 'custom', message: 'base_ref bad' }, null], ': base_ref bad'],
    ['each that says something', [{ code: 'invalid' }, 7, {}, 'odd'], ': invalid; odd'],
    ['nothing', [null], ''],
    ['no list', 'odd', ''],
  ])('with a 422 tells what its errors say: %s', async (_, errors, said) => {
    const body = { message: 'Validation Failed', errors };
    const one = await sceneOf([{ on: 'create', do: { status: 422, body } }]);
    const error = await failure(one.agent.create(ORDER, null, one.call));
    expect(error.message).toBe(`HTTP 422: Validation Failed${said}`);
  });

  it('as too many at once, with a 422, was not carried out', async () => {
    const body = { message: 'Validation Failed', errors: [{ code: 'abuse' }] };
    const one = await sceneOf([{ on: 'create', do: { status: 422, body } }]);
    expect(await failure(one.agent.create(ORDER, null, one.call))).toMatchObject({
      throttled: true,
      proof: 'unsent',
    });
  });

  it('names the token of the job where it is one', async () => {
    const one = await sceneOf([], { token: 'ghs_0123' });
    const error = await failure(one.agent.create(ORDER, null, one.call));
    expect(error.advice).toMatch(/^This `token` is one of an app installation .*`ghs_`/);
    expect(error.message).not.toContain('0123');
  });
});

describe('a read', () => {
  const ended = async (faults: readonly FaultSource[] = []): Promise<[Scene, string]> => {
    const one = await sceneOf(faults);
    const { id } = await one.agent.create(ORDER, null, one.call);
    one.clock.advance(2_500);
    return [one, id];
  };

  it('tells the end, the pull request and the use', async () => {
    const [one, id] = await ended();
    expect(await one.agent.read(id, one.call)).toMatchObject({
      status: 'completed',
      meaning: 'succeeded',
      result: null,
      usage: { unit: 'ai_credits', amount: 33, costUsd: null },
      pullRequests: [
        {
          kind: 'database_id',
          repository: 'acme/shop',
          id: expect.any(Number) as unknown,
          nodeId: expect.stringMatching(/^PR_kw/) as unknown,
          branch: expect.stringMatching(/^copilot\//) as unknown,
        },
      ],
      awaitsPullRequest: 'no',
    });
  });

  it.each<[string, FaultSource, object]>([
    ['credits count as not told', { do: 'credits' }, { usage: null }],
    ['nothing is told of the use', { do: 'no-usage' }, { usage: null }],
    ['bare numbers', { do: 'bare-numbers' }, { status: 'completed' }],
    [
      'a late pull request',
      { do: 'late-pull-request' },
      {
        pullRequests: [],
        awaitsPullRequest: 'yes',
      },
    ],
    ['no sessions', { do: 'no-sessions' }, { status: 'completed', usage: null }],
    ['no address', { do: 'no-address' }, { webUrl: 'https://github.com/copilot/agents' }],
  ])('%s', async (_, fault, expected) => {
    const [one, id] = await ended([fault]);
    expect(await one.agent.read(id, one.call)).toMatchObject(expected);
  });

  it('waits for no pull request that was not asked for', async () => {
    const one = await sceneOf();
    const order = { ...ORDER, createPullRequest: false };
    const { id } = await one.agent.create(order, null, one.call);
    one.clock.advance(2_500);
    const run = await one.agent.read(id, one.call);
    expect(run).toMatchObject({ meaning: 'succeeded', awaitsPullRequest: 'no' });
  });

  it('does not know whether a task that is only followed was asked for one', async () => {
    const [one, id] = await ended([{ do: 'late-pull-request' }]);
    const run = await one.anew({ repository: 'acme/shop' }).read(id, one.call);
    expect(run).toMatchObject({ meaning: 'succeeded', awaitsPullRequest: 'perhaps' });
  });

  it('leaves an address elsewhere out', async () => {
    const one = await sceneOf([], { env: { GITHUB_SERVER_URL: 'https://github.acme.example/' } });
    const { webUrl } = await one.agent.create(ORDER, null, one.call);
    expect(webUrl).toBe('https://github.acme.example/copilot/agents');
  });

  it('is sent what has changed alone', async () => {
    const [one, id] = await ended();
    const first = await one.agent.read(id, one.call);
    const second = await one.agent.read(id, one.call);
    expect(second).toEqual(first);
    expect(asked(one).slice(1)).toEqual([`GET ${TASKS}/${id} 200`, `GET ${TASKS}/${id} 304`]);
  });

  it('of a task that is only followed looks here first, then among the own', async () => {
    const [one, id] = await ended();
    const other = one.anew();
    const before = one.sandbox.requests.length;
    expect(await other.read(id, one.call)).toMatchObject({
      status: 'completed',
      pullRequests: [{ repository: 'acme/shop' }],
    });
    await other.read(id, one.call);
    expect(asked(one).slice(before)).toEqual([
      `GET /agents/repos/acme/ci/tasks/${id} 404`,
      `GET /agents/tasks/${id} 200`,
      `GET /agents/tasks/${id} 304`,
    ]);
  });

  it('of a task that is only followed looks in the repository that the input names', async () => {
    const [one, id] = await ended();
    const before = one.sandbox.requests.length;
    await one.anew({ repository: 'acme/shop' }).read(id, one.call);
    expect(asked(one).slice(before)).toEqual([`GET ${TASKS}/${id} 200`]);
  });

  it('of a task that is gone is a 404', async () => {
    const one = await sceneOf();
    expect(await failure(one.agent.read('7', one.call))).toMatchObject({ status: 404 });
  });
});

describe('what counts where a person has started a further session', () => {
  it('our own, for a task of ours', async () => {
    const one = await sceneOf([{ do: 'reopened' }]);
    const { id } = await one.agent.create(ORDER, FIRST_IDENTITY, one.call);
    one.clock.advance(2_500);
    expect(await one.agent.read(id, one.call)).toMatchObject({
      status: 'completed',
      meaning: 'succeeded',
      key: { key: FIRST_IDENTITY.key },
    });
  });

  it('the newest, for a task that is only followed', async () => {
    const one = await sceneOf([{ do: 'reopened' }]);
    const { id } = await one.agent.create(ORDER, FIRST_IDENTITY, one.call);
    one.clock.advance(2_500);
    expect(await one.anew().read(id, one.call)).toMatchObject({
      status: 'in_progress',
      meaning: 'active',
    });
  });
});

describe('ends of other kinds', () => {
  const endingAs = async (status: string, faults: readonly FaultSource[] = []) => {
    const one = await sceneOf(faults, {
      scenario: {
        turns: [
          { steps: [{ at: '1s', status, entry: { message_type: 'ERROR', observation: 'Boom.' } }] },
        ],
      },
    });
    const { id } = await one.agent.create(ORDER, null, one.call);
    one.clock.advance(1_500);
    return { one, id, run: await one.agent.read(id, one.call) };
  };

  it.each<[string, string, string | RegExp | null]>([
    ['FAILED', 'failed', 'Boom.'],
    ['TIMEOUT', 'failed', /limit of the service/],
    ['CANCELLED', 'cancelled', null],
    ['WAITING_FOR_INPUT', 'needs_input', null],
    ['strange', 'unknown', null],
  ])('%s', async (word, meaning, cause) => {
    const { run } = await endingAs(word);
    expect(run.meaning).toBe(meaning);
    if (cause === null) {
      expect(run.cause).toBeNull();
    } else {
      expect(run.cause).toMatch(cause);
    }
  });

  it('an error that is a bare text', async () => {
    expect((await endingAs('FAILED', [{ do: 'error-text' }])).run.cause).toBe('Boom.');
  });

  it('idle is followed, and asks for a person when nothing changes for ten minutes', async () => {
    const { one, id, run } = await endingAs('idle');
    expect(run).toMatchObject({ status: 'idle', meaning: 'active' });
    one.clock.advance(599_000);
    expect((await one.agent.read(id, one.call)).meaning).toBe('active');
    one.clock.advance(1_000);
    expect((await one.agent.read(id, one.call)).meaning).toBe('needs_input');
  });
});

describe('a turn', () => {
  it('is told by its changes of state, each once, and that there is no log', async () => {
    const one = await sceneOf();
    const { id } = await one.agent.create(ORDER, null, one.call);
    const reader = one.follow({ runId: id });
    const seen: unknown[] = [];
    for (const ms of [0, 600, 0, 1_400, 0]) {
      one.clock.advance(ms);
      const part = await reader.read(one.call);
      seen.push(part.entries.map(({ entry }) => [entry.index, entry.view.observation]));
      expect(part).toMatchObject({ complete: true, more: false, run: { id } });
    }
    expect(seen).toEqual([[[0, 'queued']], [[1, 'in_progress']], [], [[2, 'completed']], []]);
    expect(one.said).toEqual([expect.stringContaining('no log')]);
    await one.follow({ runId: id }).read(one.call);
    expect(one.said).toHaveLength(1);
  });

  it('has entries in the form of the specification, with the id and the time of GitHub', async () => {
    const one = await sceneOf();
    const { id } = await one.agent.create(ORDER, null, one.call);
    one.clock.advance(2_500);
    const { entries } = await one.follow({ runId: id, mode: 'attached' }).read(one.call);
    const [{ entry } = { entry: null }] = entries;
    expect(entry?.time).toBe(one.clock.wall() - 500);
    expect(JSON.parse(entry?.line ?? '')).toEqual({
      agent_run_id: id,
      created_at: '2026-01-02T03:04:08Z',
      message_type: 'STATE',
      thought: null,
      tool_name: null,
      tool_input: null,
      tool_output: null,
      observation: 'completed',
      source_id: text,
    });
  });

  it('tells a state once, also where the session of a task comes in it', async () => {
    const states = new StateEntries('t1', () => 0);
    const told = [[], ['queued'], ['completed'], []].map((words, nth) => {
      const sessions = words.map((state) => ({ id: 's1', state }));
      // Without sessions the task shows its own state, also when they are gone again.
      const task = parseTask({ id: 't1', state: nth === 3 ? 'completed' : 'queued', sessions });
      if (task === null) {
        throw new Error('no task');
      }
      const entries = states.take(task, judgedSession(task, null));
      return entries.map(({ view }) => view.observation);
    });
    expect(told).toEqual([['queued'], [], ['completed'], []]);
  });

  it('mentions a further session, which decides nothing', async () => {
    const one = await sceneOf([{ do: 'reopened' }]);
    const { id } = await one.agent.create(ORDER, null, one.call);
    one.clock.advance(2_500);
    const { entries, run } = await one.follow({ runId: id }).read(one.call);
    expect(entries.map(({ entry }) => entry.view.observation)).toEqual([
      'queued',
      'completed',
      expect.stringMatching(/^in_progress \(another session/),
    ]);
    expect(run?.meaning).toBe('succeeded');
  });

  it('is read again for the end', async () => {
    const one = await sceneOf();
    const { id } = await one.agent.create(ORDER, null, one.call);
    one.clock.advance(2_500);
    expect(await one.follow({ runId: id }).run(one.call)).toMatchObject({ meaning: 'succeeded' });
    expect([one.follow({ runId: id }).overdue(), one.follow({ runId: id }).close()]).toEqual([
      [],
      [],
    ]);
  });
});

describe('the states of many tasks', () => {
  it('are read in one list', async () => {
    const one = await sceneOf();
    const ids = [];
    for (let nth = 0; nth < 3; nth += 1) {
      ids.push((await one.agent.create(ORDER, null, one.call)).id);
    }
    one.clock.advance(2_500);
    const standings = await one.agent.standings?.(ids, one.call);
    expect(ids.map((id) => standings?.get(id)?.meaning)).toEqual(Array(3).fill('succeeded'));
    expect(asked(one).slice(3)).toEqual([
      `GET ${TASKS}?sort=created_at&direction=desc&is_archived=false&per_page=100&page=1 200`,
    ]);
  });

  it('over several repositories are those of the person', async () => {
    const one = await sceneOf();
    const first = await one.agent.create(ORDER, null, one.call);
    const order = { ...ORDER, repository: 'acme/docs' };
    const second = await one.agent.create(order, null, one.call);
    const standings = await one.agent.standings?.([first.id, second.id], one.call);
    expect([...(standings?.keys() ?? [])].toSorted()).toEqual([first.id, second.id].toSorted());
    expect(asked(one).at(-1)).toMatch(/^GET \/agents\/tasks\?/);
  });

  it('are not told of a task with several sessions, nor of one that is not listed', async () => {
    const one = await sceneOf([{ do: 'reopened' }]);
    const { id } = await one.agent.create(ORDER, null, one.call);
    one.clock.advance(2_500);
    const standings = await one.agent.standings?.([id, '7'], one.call);
    expect([standings?.get(id), standings?.get('7')]).toEqual([null, null]);
  });
});

describe('a check', () => {
  const check = async (one: Scene, more: object = {}) =>
    one.agent.check(
      {
        repository: 'acme/shop',
        repositoryId: null,
        runId: null,
        patiently: (read) => read(),
        ...more,
      },
      one.call,
    );

  it('asks who, and the list, and creates nothing', async () => {
    const one = await sceneOf();
    const findings = await check(one);
    expect(findings.map(({ kind }) => kind)).toEqual(['ok', 'ok', 'note']);
    expect(findings[0]?.kind === 'ok' && findings[0].message).toContain('answers at http');
    expect(asked(one)).toEqual([
      'GET /user 200',
      `GET ${TASKS}?sort=updated_at&direction=desc&is_archived=false&per_page=1&page=1 200`,
    ]);
    expect(JSON.stringify(findings)).not.toContain('octo-dev');
  });

  it('looks at the task that is to be followed', async () => {
    const one = await sceneOf();
    const { id } = await one.agent.create(ORDER, null, one.call);
    expect((await check(one, { runId: id })).at(-1)).toEqual({
      kind: 'ok',
      message: `Task ${id} is there: its state is queued.`,
    });
  });

  it.each<[string, FaultSource, string]>([
    ['a refusal', { on: 'runs', do: 'refused' }, 'forbidden'],
    ['a hidden repository', { on: 'runs', do: 'hidden' }, 'not_found'],
    ['a wrong token', { on: 'me', do: { status: 401, body: { message: 'No' } } }, 'unauthorized'],
  ])('explains %s', async (_, fault, code) => {
    const findings = await check(await sceneOf([fault]));
    expect(findings.at(-1)).toMatchObject({
      kind: 'failed',
      error: { code, advice: expect.stringContaining('"Agent tasks"') as unknown },
    });
  });

  it('says nothing of a service that has not answered', async () => {
    const findings = await check(await sceneOf([{ on: 'me', do: 'reset-before' }]));
    expect(findings.map(({ kind }) => kind)).toEqual(['failed']);
  });

  it('asks for a repository', async () => {
    const one = await sceneOf([], { env: {} });
    expect((await check(one, { repository: null })).at(-1)).toMatchObject({
      kind: 'problem',
      code: 'invalid_input',
    });
  });
});

describe('beside it', () => {
  it('takes no follow-up, cannot be stopped, and reads GitHub with its own token', async () => {
    const one = await sceneOf();
    const { agent, call } = one;
    expect([agent.followUps, agent.stop, agent.repository]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(await agent.readGitHub?.('/repos/acme/shop/pulls?state=all', call)).toEqual([]);
    expect([agent.pollMs, agent.turnIsRun, agent.keys.always]).toEqual([15_000, true, false]);
    expect([agent.spacing(), agent.readDelay(), agent.reached()]).toEqual([0, 0, 1]);
  });

  it('under another limiter knows the tasks of the step', async () => {
    const one = await sceneOf([{ do: 'reopened' }]);
    const { id } = await one.agent.create(ORDER, null, one.call);
    one.clock.advance(2_500);
    const limiter = {
      acquire: () => Promise.resolve({ done: () => undefined }),
      spacing: () => 7,
      delay: () => 0,
      asked: () => 0,
    };
    const other = one.agent.under(limiter);
    expect(await other.read(id, one.call)).toMatchObject({ meaning: 'succeeded' });
    expect(other.spacing()).toBe(7);
  });

  it('without a repository creates nothing', async () => {
    const one = await sceneOf([], { env: {} });
    const order = { ...ORDER, repository: null };
    await expect(one.agent.create(order, null, one.call)).rejects.toThrow('needs a repository');
  });
});
