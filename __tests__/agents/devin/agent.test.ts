/** Devin's adapter, member by member, over real HTTP against the sandbox's face (contract 18). */
import { describe, expect, it } from '@jest/globals';
import {
  RunGone,
  type CheckFinding,
  type RequestIdentity,
  type Search,
} from '../../../src/agents/port.ts';
import { ServiceError } from '../../../src/http/errors.ts';
import { IDENTITY, ORDER, type Scene } from '../scene.ts';
import { sceneOf } from './scene.ts';

const KEY_TAG = `ar-${IDENTITY.key}`;
const ASKED_TAG = `ara-2-${IDENTITY.asked}`;

const bodyOf = ({ sandbox }: Scene): Readonly<Record<string, unknown>> =>
  sandbox.store.all()[0]?.request ?? {};
const failureOf = async (promise: Promise<unknown>): Promise<ServiceError> => {
  const error = await promise.then(
    () => null,
    (failure: unknown) => failure,
  );
  if (!(error instanceof ServiceError)) {
    throw new Error(`no ServiceError: ${String(error)}`);
  }
  return error;
};

describe('create', () => {
  it('has two tags of the key, a title, the repository and the schema of the action', async () => {
    const scene = await sceneOf();
    const shown = await scene.create({ prompt: `${'long '.repeat(40)}\nmore`, model: 'fast' });
    expect(bodyOf(scene)).toEqual({
      title: `${'long '.repeat(40).slice(0, 79)}…`,
      devin_mode: 'fast',
      prompt: `${'long '.repeat(40)}\nmore\n\nOpen a pull request with your changes.`,
      tags: [KEY_TAG, ASKED_TAG],
      repos: ['acme/shop'],
      structured_output_schema: expect.objectContaining({ required: ['outcome', 'message'] }),
    });
    expect(KEY_TAG).toMatch(/^ar-[0-9a-f]{24,37}$/);
    expect(ASKED_TAG).toMatch(/^[a-z0-9-]{1,40}$/);
    const [run] = scene.sandbox.store.all();
    expect(shown).toMatchObject({
      id: run?.id,
      webUrl: `https://sandbox.example/runs/${run?.id}`,
      status: 'new',
      meaning: 'active',
      pullRequests: [],
      usage: null,
      key: IDENTITY,
    });
    expect(shown.result).toBeUndefined();
  });

  it('says where to start and whether to open a pull request after the prompt', async () => {
    const scene = await sceneOf();
    await scene.create({ ref: 'main', createPullRequest: false, fields: { max_acu_limit: 4 } });
    expect(bodyOf(scene)).toMatchObject({
      prompt: 'Fix it.\n\nStart from the branch or commit `main`.\n\nDo not open a pull request.',
      max_acu_limit: 4,
    });
  });

  it('is not sent while its organization cannot be read, which is told as that', async () => {
    const scene = await sceneOf([{ on: 'self', do: { status: 500 } }]);
    const error = await failureOf(scene.create());
    expect([error.code, error.proof]).toEqual(['bad_response', 'unsent']);
    expect(error.advice).toContain('nothing was sent');
    expect(scene.sandbox.store.all()).toEqual([]);
  });

  it('takes the organization of the input without asking for it', async () => {
    const scene = await sceneOf([{ on: 'self', do: { status: 503 } }], { orgId: 'org-5a4db0c1' });
    await scene.create();
    expect(scene.sandbox.store.created).toBe(1);
  });

  it('asks for org_id where the key tells none', async () => {
    const scene = await sceneOf([{ do: 'no-org' }]);
    const error = await failureOf(scene.create());
    // No lack of time, behind which an earlier failure would be told.
    expect([error.kind, error.code, error.proof]).toEqual(['unsendable', 'not_found', 'permanent']);
    expect(error.advice).toContain('`org_id`');
    expect(scene.sandbox.store.created).toBe(0);
  });

  it('a failure to learn the organization is no lost create', async () => {
    const scene = await sceneOf([{ on: 'self', nth: 1, do: { status: 502 } }]);
    expect((await failureOf(scene.create())).proof).toBe('unsent');
    await scene.create();
    expect(scene.sandbox.store.created).toBe(1);
  });

  it.each([
    ['lost-answer', null, 1],
    ['error-before', 502, 0],
    ['error-after', 502, 1],
    ['html-503', 503, 0],
    ['conflict', 409, 0],
    ['conflict-after', 409, 1],
  ])('%s is ambiguous', async (fault, status, made) => {
    const scene = await sceneOf([{ on: 'create', do: fault }]);
    const error = await failureOf(scene.create());
    expect([error.proof, error.status]).toEqual(['ambiguous', status]);
    expect(scene.sandbox.store.created).toBe(made);
  });

  it.each([
    ['unregistered-tag', 422, null, 'tags'],
    ['unknown-repo', 422, null, null],
    ['out-of-credits', 403, 'quota_exceeded', 'credit'],
  ])('%s is refused for good', async (...[fault, status, code, advice]) => {
    const scene = await sceneOf([{ on: 'create', do: fault }]);
    const error = await failureOf(scene.create());
    expect([error.proof, error.status, error.code]).toEqual(['permanent', status, code]);
    expect(advice === null || error.advice?.includes(advice)).toBe(true);
  });

  it.each([
    ['body invalid: tags are not registered', 'tags'],
    ['repository acme/tag-service is not connected', ''],
    ['the snapshot https://example.com/tags/v1 is gone', ''],
  ])('a refusal that says "%s" has advice about "%s"', async (detail, advice) => {
    const body = { title: 'Unprocessable Content', status: 422, detail };
    const scene = await sceneOf([{ on: 'create', do: { status: 422, body } }]);
    const error = await failureOf(scene.create());
    expect(error.advice ?? '').toMatch(advice === '' ? /^$/ : advice);
  });

  it.each([
    ['Your organization has run out of credits', 'quota_exceeded'],
    ['org_usage_limit_exceeded', 'quota_exceeded'],
    ['User usage limit reached', 'quota_exceeded'],
    ['insufficient ACU credits', 'quota_exceeded'],
    ['Insufficient ACU balance', 'quota_exceeded'],
    ['ACU limit reached', 'quota_exceeded'],
    ['No credits remaining', 'quota_exceeded'],
    ['Quota exceeded for this organization', 'quota_exceeded'],
    ['max_acu_limit exceeded its maximum', null],
    ['prompt exceeds the limit of 100000 characters', null],
  ])('a refusal that says "%s" has the code %s of its own', async (detail, code) => {
    const body = { title: 'Bad Request', status: 400, detail };
    const scene = await sceneOf([{ on: 'create', do: { status: 400, body } }]);
    const error = await failureOf(scene.create());
    expect(error.code).toBe(code);
  });

  it.each([
    ['Session limit reached for your plan (7 sessions).', true],
    ['too many sessions', true],
    ['Too many requests: 7 sessions are running.', true],
    ['total_session_limit_exceeded', true],
    ['Rate limit of sessions reached.', false],
    ['Too many requests', false],
    ['At most 10 sessions per minute', false],
    ['', false],
  ])('a 429 that says "%s" is the cap on sessions: %j', async (detail, isCap) => {
    const body = { title: 'x', status: 429, detail };
    const scene = await sceneOf([{ on: 'create', do: { status: 429, body } }]);
    const { reason } = await failureOf(scene.create());
    expect(reason === 'session_cap').toBe(isCap);
  });

  it('a 429 may name the cap on sessions, and the wait in its body', async () => {
    const body = { title: 'x', status: 429, detail: 'Slow down.', retry_after: 7 };
    const faults = [
      { on: 'create', nth: 1, do: 'session-cap' },
      { on: 'create', nth: 2, do: { status: 429, body } },
    ];
    const scene = await sceneOf(faults);
    const capped = await failureOf(scene.create());
    expect([capped.throttled, capped.proof, capped.reason]).toEqual([
      true,
      'unsent',
      'session_cap',
    ]);
    expect(capped.advice).toContain('sessions');
    expect(capped.advice).not.toContain('of this step');
    const slow = await failureOf(scene.create());
    expect([slow.throttled, slow.retryAfterMs]).toEqual([true, 7_000]);
  });

  it('of a cap it is said how many sessions of the step hold a place', async () => {
    const scene = await sceneOf([{ on: 'create', from: 3, do: 'session-cap' }]);
    const [one] = [await scene.create(), await scene.create()];
    scene.clock.advance(2_000);
    await scene.agent.read(one.id, scene.call);
    expect((await failureOf(scene.create())).advice).toContain('1 session of this step has ended');
    // It sleeps by then, whether that was seen or not.
    scene.clock.advance(30 * 60_000);
    expect((await failureOf(scene.create())).advice).not.toContain('of this step');
  });

  it('a schema that is too large does not go: it is asked for in words', async () => {
    const scene = await sceneOf();
    await scene.create({ schema: { title: 'x'.repeat(66_000) } });
    expect(scene.sandbox.store.created).toBe(1);
  });

  it('tags that the answer lacks the session may have', async () => {
    const scene = await sceneOf([{ on: 'create', do: 'lost-tags' }]);
    const { id, key } = await scene.create();
    expect(key).toBeNull();
    expect((await scene.agent.read(id, scene.call)).key).toEqual(IDENTITY);
  });
});

describe('find', () => {
  const FAULTS = [
    [],
    [{ do: 'archived-hidden' }],
    [{ do: 'tags-any' }],
    [{ do: 'tags-ignored' }],
    [{ do: 'tags-whole' }],
    [{ do: 'oldest-first' }],
    [{ do: 'milliseconds' }],
    [{ do: 'prefixed-ids' }],
  ];
  it.each(FAULTS.map((faults) => [faults.map((fault) => fault.do).join(), faults] as const))(
    'finds a lost create by its tag: %s',
    async (_, faults) => {
      const scene = await sceneOf(faults);
      await scene.agent.create(ORDER, { ...IDENTITY, key: 'f'.repeat(32) }, scene.call);
      const { id } = await scene.create();
      await scene.agent.stop?.(id, scene.call);
      expect(await scene.agent.find(scene.search(), scene.call)).toEqual({
        kind: 'found',
        matches: [{ run: expect.objectContaining({ id }), generation: 2, asks: 'same' }],
      });
    },
  );

  it('asks by the tag of each key, then for all since the request, and for archived ones', async () => {
    const scene = await sceneOf();
    const other = { ...IDENTITY, key: 'f'.repeat(32) };
    const queriesOf = async (identity: RequestIdentity) => {
      const before = scene.sandbox.requests.length;
      await scene.agent.find(scene.search({ identity }), scene.call);
      return scene.sandbox.requests
        .slice(before)
        .filter(({ kind }) => kind === 'runs')
        .map(({ query }) => query.toString());
    };
    await scene.agent.create(ORDER, other, scene.call);
    expect(await queriesOf(IDENTITY)).toEqual([
      `first=200&tags=${KEY_TAG}`,
      `first=200&tags=${KEY_TAG}&is_archived=true`,
      'first=200&created_after=1767322746',
      'first=200&created_after=1767322746&is_archived=true',
    ]);
    // Another task of the fleet, at the same moment.
    expect(await queriesOf(other)).toEqual([
      `first=200&tags=ar-${other.key}`,
      `first=200&tags=ar-${other.key}&is_archived=true`,
    ]);
  });

  it('says how far an endless list was read for an earlier attempt', async () => {
    const pages = Array.from({ length: 20 }, (_, index) => ({
      on: 'runs',
      nth: index + 1,
      do: { status: 200, body: { items: [], has_next_page: true, end_cursor: `c${index}` } },
    }));
    const scene = await sceneOf(pages);
    const earlier = scene.search({ kind: 'earlier' });
    expect(await scene.agent.find(earlier, scene.call)).toEqual({
      kind: 'open',
      why: 'the list of sessions goes on behind the newest 20 pages of 200 sessions each',
    });
  });

  it('of several all choose the same one, and the others are named', async () => {
    const scene = await sceneOf();
    const [one, two, three] = [await scene.create(), await scene.create(), await scene.create()];
    await scene.agent.stop?.(one.id, scene.call);
    const [first = '', second = ''] = [two.id, three.id].toSorted();
    const found = await scene.agent.find(scene.search(), scene.call);
    expect(found).toMatchObject({ kind: 'found', matches: [{ run: { id: first } }] });
    const { warning = '' } = found as { warning?: string };
    expect([one.id, second].every((id) => warning.includes(id))).toBe(true);
  });

  it('none, also where others are listed, and not by another prompt alone', async () => {
    const scene = await sceneOf();
    await scene.agent.create(ORDER, { ...IDENTITY, generation: 3 }, scene.call);
    expect(await scene.agent.find(scene.search(), scene.call)).toEqual({ kind: 'none' });
  });

  it.each(['tags-ignored', 'oldest-first', 'archived-hidden'])(
    'an earlier attempt: the newest generation, in one look by the tag of the key (%s)',
    async (fault) => {
      const scene = await sceneOf([{ do: fault }]);
      const ids: string[] = [];
      for (const generation of [1, 2, 3]) {
        const identity = { ...IDENTITY, generation, asked: 'a'.repeat(32) };
        ids.push((await scene.agent.create(ORDER, identity, scene.call)).id);
      }
      for (const began of [scene.clock.wall() - 1_000, null]) {
        const search = scene.search({
          identity: { ...IDENTITY, generation: 1 },
          kind: 'earlier',
          began,
        });
        expect(await scene.agent.find(search, scene.call)).toMatchObject({
          matches: [{ run: { id: ids[2] }, generation: 3, asks: 'other' }],
        });
      }
    },
  );

  it.each([
    ['org-other', 'none'],
    ['org-5a4db0c1', 'found'],
    ['ORG_5a4db0c1', 'found'],
    [null, 'found'],
  ])('under the key in the organization %s: %s', async (org_id, kind) => {
    const tags = [KEY_TAG, ASKED_TAG];
    const session = { session_id: '0123456789ab', org_id, status: 'running', tags };
    const answer = { status: 200, body: { items: [session] } };
    const scene = await sceneOf([{ on: 'runs', do: answer }]);
    expect(await scene.agent.find(scene.search(), scene.call)).toMatchObject({ kind });
  });

  it('a key that may not list says which permission it needs', async () => {
    const scene = await sceneOf([{ do: 'list-forbidden' }]);
    const error = await failureOf(scene.agent.find(scene.search(), scene.call));
    expect([error.code, error.proof]).toEqual(['forbidden', 'permanent']);
    expect(error.advice).toContain('ViewOrgSessions');
    const began = scene.clock.wall();
    const earlier = scene.search({ kind: 'earlier', began });
    expect(await scene.agent.find(earlier, scene.call)).toMatchObject({
      kind: 'open',
      why: expect.stringContaining('ViewOrgSessions'),
    });
  });

  it.each(['next-without-cursor', 'repeated-cursor'])(
    '%s is an error, but where the session of a lost create stands before it',
    async (fault) => {
      const scene = await sceneOf([{ on: 'runs', do: fault }]);
      const find = (kind: Search['kind']) => scene.agent.find(scene.search({ kind }), scene.call);
      expect((await failureOf(find('lost'))).kind).toBe('body');
      const { id } = await scene.create();
      scene.clock.advance(2_000);
      expect(await find('lost')).toMatchObject({ kind: 'found', matches: [{ run: { id } }] });
      // Behind it a later generation may stand.
      expect((await failureOf(find('earlier'))).kind).toBe('body');
    },
  );
});

describe('a session', () => {
  it('that works has no result, so that whatever comes after a follow-up is new', async () => {
    const scene = await sceneOf();
    const { id } = await scene.create();
    expect(await scene.agent.read(id, scene.call)).toMatchObject({
      meaning: 'active',
      result: null,
    });
  });

  it.each(['bare-paths-only', 'bare-paths', 'prefixed-ids'])('is found with %s', async (fault) => {
    const scene = await sceneOf([{ do: fault }]);
    const { id } = await scene.create();
    scene.clock.advance(2_000);
    expect(await scene.agent.read(`devin-${id.replace('devin-', '')}`, scene.call)).toMatchObject({
      id,
      status: 'running/waiting_for_user',
      meaning: 'succeeded',
      result: 'Fixed in https://github.com/acme/shop/pull/812.',
      usage: { unit: 'acu', amount: 1.5, costUsd: null },
      pullRequests: [
        { kind: 'address', url: 'https://github.com/acme/shop/pull/812', isEarlier: false },
      ],
    });
  });

  it('is found without `devin-` after an answer that is none of the service', async () => {
    const scene = await sceneOf([
      { on: 'read', nth: 1, do: { status: 200, body: 'null' } },
      { do: 'bare-paths-only' },
    ]);
    const { id } = await scene.create();
    scene.clock.advance(2_000);
    expect((await failureOf(scene.agent.read(id, scene.call))).kind).toBe('body');
    expect(await scene.agent.read(id, scene.call)).toMatchObject({ id });
  });

  it('that is not there is a 404', async () => {
    const scene = await sceneOf();
    expect((await failureOf(scene.agent.read('devin-00', scene.call))).status).toBe(404);
  });

  it('is archived to stop it, which is read back', async () => {
    const scene = await sceneOf();
    const { id } = await scene.create();
    const stopped = await scene.agent.stop?.(id, scene.call);
    expect(stopped).toMatchObject({ kind: 'accepted' });
    expect(stopped?.text).toContain('suspended/user_request');
    expect(scene.sandbox.store.get(id)).toMatchObject({ isArchived: true, isClosed: false });
  });

  it('that is archived and sleeps was stopped, whatever its detail says', async () => {
    const scenario = { turns: [{ steps: [{ at: '1s', status: 'suspended/inactivity' }] }] };
    const scene = await sceneOf([], { scenario });
    const { agent, call, clock } = scene;
    const { id } = await scene.create();
    clock.advance(2_000);
    expect(await agent.read(id, call)).toMatchObject({
      meaning: 'needs_input',
      waitsFor: 'waking',
    });
    const { store } = scene.sandbox;
    store.archive(store.get(id)!, true);
    expect(await agent.read(id, call)).toMatchObject({
      status: 'suspended/inactivity',
      meaning: 'cancelled',
      waitsFor: null,
    });
  });

  const STOP_PAUSE_MS = 300;
  /** Stops it, while the pauses between the requests go by. */
  const stopOf = async ({ agent, call, clock }: Scene, id: string, pauses: number) => {
    const stopped = agent.stop!(id, call);
    for (let pause = 0; pause < pauses; pause += 1) {
      await Promise.race([stopped.catch(() => undefined), clock.sleeping(STOP_PAUSE_MS)]);
      clock.advance(STOP_PAUSE_MS);
    }
    return stopped;
  };
  const archivings = ({ sandbox }: Scene): number =>
    sandbox.requests.filter(({ kind }) => kind === 'archive').length;

  it.each([429, 502])('whose archiving is put off or fails (%i) is asked again', async (status) => {
    const scene = await sceneOf([{ on: 'archive', nth: 1, do: { status } }]);
    const { id } = await scene.create();
    expect(await stopOf(scene, id, 1)).toMatchObject({ kind: 'accepted' });
    expect(archivings(scene)).toBe(2);
    expect(scene.sandbox.store.get(id)).toMatchObject({ isArchived: true });
  });

  it.each([
    [409, 'permanent', 1],
    [502, 'ambiguous', 4],
  ])(
    'that the service does not archive (%i) goes on, as it shows',
    async (status, proof, requests) => {
      const scene = await sceneOf([{ on: 'archive', do: { status } }]);
      const { id } = await scene.create();
      const error = await failureOf(stopOf(scene, id, requests - 1));
      expect([error.status, error.proof]).toEqual([status, proof]);
      expect(archivings(scene)).toBe(requests);
    },
  );

  it('whose archiving has lost its answer is read back', async () => {
    const scene = await sceneOf([{ on: 'archive', do: { status: 502, after: true } }]);
    const { id } = await scene.create();
    expect(await scene.agent.stop?.(id, scene.call)).toMatchObject({ kind: 'accepted' });
  });

  it('that was archived is said to be, also where it cannot be read back', async () => {
    const page = { status: 401, body: '<h1>Please wait</h1>' };
    const refused = await sceneOf([{ on: 'read', do: page }]);
    const { id } = await refused.create();
    expect(await refused.agent.stop?.(id, refused.call)).toMatchObject({
      kind: 'accepted',
      text: expect.stringContaining('could not be read'),
    });
    const silent = await sceneOf([{ on: 'read', do: 'stall-headers' }]);
    const run = await silent.create();
    const call = { ...silent.call, deadline: silent.clock.now() + 600 };
    expect(await silent.agent.stop?.(run.id, call)).toMatchObject({ kind: 'accepted' });
  });

  it('that has exited is over, and takes no message', async () => {
    for (const faults of [[], [{ do: 'exited-404' }], [{ do: 'exited-422' }]]) {
      const scene = await sceneOf(faults);
      const { id } = await scene.create();
      const before = await scene.agent.followUps?.before(
        await scene.agent.read(id, scene.call),
        scene.call,
      );
      const [run] = scene.sandbox.store.all();
      if (run !== undefined) {
        scene.sandbox.store.close(run);
      }
      const message = { text: 'More.', mark: null, images: [] };
      const send = scene.agent.followUps?.send({ id, before: before ?? null }, message, scene.call);
      await expect(send).rejects.toThrow(RunGone);
      expect(await scene.agent.stop?.(id, scene.call)).toMatchObject({ kind: 'over' });
    }
  });

  it('is shown in the list with what it means', async () => {
    const scene = await sceneOf();
    const { id } = await scene.create();
    scene.clock.advance(2_000);
    const told = await scene.agent.standings?.([id, 'devin-00'], scene.call);
    expect([...(told ?? [])]).toEqual([
      [id, expect.objectContaining({ status: 'running/waiting_for_user', meaning: 'succeeded' })],
      ['devin-00', null],
    ]);
  });
});

describe('check', () => {
  const check = (
    { agent, call }: Scene,
    runId: string | null = null,
    repository: string | null = null,
  ): Promise<readonly CheckFinding[]> =>
    agent.check({ repository, repositoryId: null, runId, patiently: (read) => read() }, call);

  it('says what the reads prove, and no name', async () => {
    const scene = await sceneOf([{ do: 'personal-key' }]);
    const { id } = await scene.create();
    const findings = await check(scene, id);
    expect(findings).toMatchObject([
      { kind: 'ok', message: expect.stringContaining('a person') },
      { kind: 'ok', message: expect.stringContaining('org-5a4db0c1') },
      { kind: 'ok', message: expect.stringContaining('ViewOrgSessions') },
      { kind: 'note', message: expect.stringContaining('ManageOrgSessions') },
      { kind: 'ok', message: expect.stringContaining(id.slice(0, 8)) },
    ]);
    expect(JSON.stringify(findings)).not.toMatch(/Octo|user-1|sandbox/);
  });

  it('says of the repository that nothing is known before a create', async () => {
    const scene = await sceneOf();
    const repositoryLines = async (runId: string | null) =>
      JSON.stringify(await check(scene, runId, 'acme/shop')).match(/acme\/shop/g);
    expect(await repositoryLines(null)).toHaveLength(1);
    expect(await repositoryLines((await scene.create()).id)).toBeNull();
  });

  it('names the permission that is missing, and asks for an organization', async () => {
    expect((await check(await sceneOf([{ do: 'list-forbidden' }]))).at(-1)).toMatchObject({
      kind: 'problem',
      code: 'forbidden',
      message: expect.stringContaining('ViewOrgSessions'),
    });
    expect((await check(await sceneOf([{ do: 'no-org' }]))).at(-1)).toMatchObject({
      kind: 'problem',
      code: 'not_found',
      message: expect.stringContaining('`org_id`'),
    });
    const [failed] = await check(await sceneOf([], { token: 'cog_wrong' }));
    expect(failed).toMatchObject({ kind: 'failed', error: { status: 401 } });
  });

  it.each([403, 404])(
    'goes on without the owner of the key (%i) where `org_id` is given, as runs do',
    async (status) => {
      const refused = [{ on: 'self', do: { status } }];
      expect(await check(await sceneOf(refused, { orgId: 'org-5a4db0c1' }))).toMatchObject([
        { kind: 'note', message: expect.stringContaining('`org_id`') },
        { kind: 'ok', message: expect.stringContaining('ViewOrgSessions') },
        { kind: 'note' },
      ]);
      expect(await check(await sceneOf(refused))).toMatchObject([
        { kind: 'failed', error: { status } },
      ]);
    },
  );

  it('asks nothing of what follows a page of the list', async () => {
    const scene = await sceneOf([{ do: 'next-without-cursor' }]);
    const findings = await check(scene);
    expect(findings.map(({ kind }) => kind)).toEqual(['ok', 'ok', 'ok', 'note']);
  });
});
