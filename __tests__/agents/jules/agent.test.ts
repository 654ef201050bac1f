/** The adapter of Jules, member by member, over real HTTP against the sandbox's face. */
import { describe, expect, it } from '@jest/globals';
import { openJules } from '../../../src/agents/jules/index.ts';
import { markerOf } from '../../../src/agents/kit/marker.ts';
import {
  RunBusy,
  RunGone,
  type Agent,
  type RunId,
  type RunShown,
  type TurnReader,
} from '../../../src/agents/port.ts';
import { ServiceError } from '../../../src/http/errors.ts';
import type { FaultSource, ScenarioSource } from '../../../sandbox/scenario.ts';
import { MemoryHttp } from '../../support/memory-http.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { agentOver, IDENTITY, ORDER, openScene, type Scene } from '../scene.ts';

const MARKER = markerOf(IDENTITY);

const WORK: ScenarioSource = {
  turns: [
    {
      steps: [
        { at: 0, status: 'ACTIVE', entry: { message_type: 'PLAN_EVALUATION', thought: 'A plan.' } },
        {
          at: '1s',
          entry: {
            tool_name: 'bash',
            tool_input: { command: 'npm test' },
            tool_output: { stdout: 'red', exit_code: 1 },
          },
        },
        {
          at: '2s',
          status: 'COMPLETE',
          github_pull_requests: [{ url: '{{repository}}/pull/812' }],
          entry: { message_type: 'FINAL_ANSWER', observation: 'Fixed.' },
        },
      ],
    },
    {
      steps: [
        { at: 0, status: 'ACTIVE' },
        { at: '1s', entry: { message_type: 'PLAN_EVALUATION', thought: 'Once more.' } },
        { at: '2s', status: 'COMPLETE', result: 'Done again.' },
      ],
    },
  ],
};
const ending = (status: string, result: string | null = null): ScenarioSource => ({
  turns: [
    { steps: [{ at: '2s', status, ...(result !== null && { result }) }] },
    { steps: [{ at: '2s', status, ...(result !== null && { result }) }] },
  ],
});

const scene = (faults: readonly FaultSource[] = [], scenario = WORK): Promise<Scene> =>
  openScene({ service: 'jules', open: openJules, scenario: { ...scenario, faults } });

const failureOf = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (failure: unknown) => failure,
  );
const errorOf = async (promise: Promise<unknown>): Promise<ServiceError> => {
  const error = await failureOf(promise);
  if (!(error instanceof ServiceError)) {
    throw new Error(`no ServiceError: ${String(error)}`);
  }
  return error;
};
/** Lets a request wait as long as it says. */
async function after<T>(
  { clock }: Scene,
  made: Promise<T>,
  pausesMs: readonly number[],
): Promise<T> {
  for (const pauseMs of pausesMs) {
    await clock.sleeping(pauseMs);
    clock.advance(pauseMs);
  }
  return made;
}
const bodyOf = ({ sandbox }: Scene): Readonly<Record<string, unknown>> =>
  sandbox.store.all()[0]?.request ?? {};
const requestsOf = ({ sandbox }: Scene, kind: string): number =>
  sandbox.requests.filter((request) => request.kind === kind).length;

/** What a turn tells until it is read to its end. */
async function told(
  { call, clock }: Scene,
  reader: TurnReader,
): Promise<{ readonly entries: readonly string[]; readonly run: unknown }> {
  const entries: string[] = [];
  for (let nth = 0; nth < 10; nth += 1) {
    const part = await reader.read(call, { last: true });
    entries.push(
      ...part.entries.map(({ entry: { view } }) =>
        [view.message_type, view.thought ?? view.observation ?? view.tool_name].join(' '),
      ),
    );
    if (part.complete) {
      return { entries, run: part.run };
    }
    clock.advance(1_000);
  }
  throw new Error('the log never came to its end');
}

describe('create', () => {
  it('sends what the sheet names and nothing else, with the key in prompt and title', async () => {
    const at = await scene();
    const shown = await at.create({ prompt: `${'long '.repeat(40)}\nmore`, ref: 'next' });
    expect(bodyOf(at)).toEqual({
      prompt: `${'long '.repeat(40)}\nmore\n\n${MARKER}`,
      title: `${'long '.repeat(40).slice(0, 79)}… ${MARKER}`,
      sourceContext: {
        source: 'sources/github/acme/shop',
        githubRepoContext: { startingBranch: 'next' },
      },
      automationMode: 'AUTO_CREATE_PR',
      requirePlanApproval: false,
    });
    const [run] = at.sandbox.store.all();
    expect(shown).toMatchObject({
      id: run?.id,
      webUrl: `https://sandbox.example/runs/${run?.id}`,
      status: 'QUEUED',
      meaning: 'active',
      key: { key: IDENTITY.key, generation: 2 },
    });
  });

  it('carries no key that an event quotes, in prompt or title', async () => {
    const at = await scene();
    const quoted = markerOf({ ...IDENTITY, key: 'c3'.repeat(16) });
    await at.create({ prompt: `See ${quoted}.` });
    expect(bodyOf(at)).toMatchObject({
      prompt: `See ara-….\n\n${MARKER}`,
      title: `See ara-…. ${MARKER}`,
    });
  });

  it('starts from the default branch, and says nothing of plans without a pull request', async () => {
    const at = await scene();
    await at.create({ createPullRequest: false });
    expect(bodyOf(at)).toMatchObject({
      sourceContext: { githubRepoContext: { startingBranch: 'main' } },
    });
    expect(bodyOf(at)).not.toHaveProperty('automationMode');
    expect(bodyOf(at)).not.toHaveProperty('requirePlanApproval');
  });

  it('takes the name of the source as it comes, and reads it once for a fleet', async () => {
    const at = await scene([{ do: 'source-names' }]);
    await at.create();
    await at.create();
    expect(bodyOf(at)).toMatchObject({ sourceContext: { source: 'sources/github-acme-shop' } });
    expect(requestsOf(at, 'source')).toBe(1);
  });

  it('works without a repository', async () => {
    const at = await scene();
    await at.create({ repository: null });
    expect(Object.keys(bodyOf(at))).toEqual(['prompt', 'title']);
    expect(requestsOf(at, 'source')).toBe(0);
  });

  it('a source is believed to be missing only when it was read again', async () => {
    const passing = await scene([{ do: 'source-missing', nth: 1 }]);
    await after(passing, passing.create(), [5_000]);
    expect(passing.sandbox.store.created).toBe(1);
    const gone = await scene([{ do: 'source-missing' }]);
    const error = await errorOf(after(gone, gone.create(), [5_000]));
    expect([error.code, error.proof, error.mayConcernRepository]).toEqual([
      'not_found',
      'permanent',
      true,
    ]);
    expect(error.advice).toContain('Jules does not see acme/shop');
    expect([requestsOf(gone, 'source'), requestsOf(gone, 'create')]).toEqual([2, 0]);
  });

  it('"Could not get source" after it was read is sent again after 5 and 15 seconds', async () => {
    const passing = await scene([{ do: 'source-busy', from: 1, to: 2 }]);
    await after(passing, passing.create(), [5_000, 15_000]);
    expect([requestsOf(passing, 'create'), passing.sandbox.store.created]).toEqual([3, 1]);
    const busy = await scene([{ do: 'source-busy' }]);
    const error = await errorOf(after(busy, busy.create(), [5_000, 15_000]));
    expect([error.code, error.proof]).toEqual(['not_found', 'permanent']);
    expect([requestsOf(busy, 'create'), busy.sandbox.store.created]).toEqual([3, 0]);
  });

  it.each([500, 503])(
    '%i "Could not get source" is ambiguous: it is not sent again',
    async (status) => {
      const body = { error: { code: status, message: 'Could not get source.' } };
      const at = await scene([{ on: 'create', do: { status, body } }]);
      const error = await errorOf(at.create());
      expect([error.proof, error.code]).toEqual(['ambiguous', null]);
      expect(requestsOf(at, 'create')).toBe(1);
    },
  );

  it.each([
    ['lost-answer', 1],
    ['error-after', 1],
    ['error-before', 0],
  ])('%s is ambiguous, and not sent again', async (fault, made) => {
    const at = await scene([{ on: 'create', do: fault }]);
    expect((await errorOf(at.create())).proof).toBe('ambiguous');
    expect([requestsOf(at, 'create'), at.sandbox.store.created]).toEqual([1, made]);
  });

  it('a source that cannot be read is no lost create', async () => {
    const at = await scene([{ on: 'source', do: { status: 502 } }]);
    const error = await errorOf(at.create());
    expect([error.proof, error.code]).toEqual(['unsent', 'bad_response']);
  });

  it('a refusal names its fields, and a wrong key is told as that although it is 400', async () => {
    const at = await scene([{ do: 'bad-field' }]);
    const refused = await errorOf(at.create());
    expect([refused.proof, refused.status]).toEqual(['permanent', 400]);
    expect(refused.message).toContain('source_context');
    expect(refused.message).toContain('The branch does not exist.');
    const other = await openScene({
      service: 'jules',
      open: openJules,
      scenario: WORK,
      token: 'other',
    });
    const error = await errorOf(other.create());
    expect([error.status, error.code, error.passing]).toEqual([400, 'unauthorized', false]);
  });

  it('a refusal without them in its sentence has them after a colon', async () => {
    const fieldViolations = [{ field: 'source_context', description: 'No such branch.' }];
    const message = 'Request contains an invalid argument.';
    const body = { error: { message, details: [{ fieldViolations }] } };
    const at = await scene([{ on: 'create', do: { status: 400, body } }]);
    expect((await errorOf(at.create())).message).toBe(
      'HTTP 400: Request contains an invalid argument: source_context: No such branch.',
    );
  });

  it('a 429 is refused for now', async () => {
    const at = await scene([{ on: 'create', do: 'rate-limited-bare' }]);
    const error = await errorOf(at.create());
    expect([error.throttled, error.proof]).toEqual([true, 'unsent']);
  });
});

describe('the run of a lost create', () => {
  it.each<[string, readonly FaultSource[]]>([
    ['as it is', []],
    ['archived', [{ do: 'archived' }]],
    ['where the list cuts prompts', [{ do: 'prompt-cut' }]],
    ['where the title is another', [{ do: 'title-rewritten' }]],
    ['in a list that goes in a circle', [{ do: 'repeated-token' }]],
    ['in a list that is oldest first', [{ do: 'oldest-first' }]],
    ['where archived ones cannot be listed', [{ do: 'archive-refused' }]],
  ])('is found %s', async (_, faults) => {
    const at = await scene(faults);
    const { id } = await at.create({ prompt: 'x '.repeat(150) });
    const found = await at.agent.find(at.search(), at.call);
    expect(found).toMatchObject({ kind: 'found', matches: [{ run: { id }, asks: 'same' }] });
  });

  it('may be an archived one where those cannot be listed', async () => {
    const at = await scene([{ do: 'archive-refused' }]);
    const earlier = await at.agent.find(at.search({ kind: 'earlier' }), at.call);
    expect(earlier).toMatchObject({ kind: 'open', why: expect.stringContaining('archived') });
    expect(await at.agent.find(at.search(), at.call)).toEqual({ kind: 'none' });
  });

  it('is none before the list shows it', async () => {
    const at = await scene([{ do: 'list-lag' }]);
    await at.create();
    expect(await at.agent.find(at.search(), at.call)).toEqual({ kind: 'none' });
    at.clock.advance(5_000);
    expect(await at.agent.find(at.search(), at.call)).toMatchObject({ kind: 'found' });
  });

  it('is the oldest of several that ask the same; the others are named', async () => {
    const at = await scene();
    const first = await at.create();
    at.clock.advance(10);
    const second = await at.create();
    const found = await at.agent.find(at.search(), at.call);
    expect(found).toMatchObject({ matches: [{ run: { id: first.id } }] });
    expect(found).toMatchObject({ warning: expect.stringContaining(second.webUrl ?? '-') });
  });

  it.each<[string, readonly FaultSource[]]>([
    ['as they are', []],
    ['as in examples of the documentation', [{ do: 'source-names' }]],
  ])('is none that works in another repository, with names of sources %s', async (_, faults) => {
    const at = await scene(faults);
    await at.create();
    const inRepository = (repository: string | null) =>
      at.agent.find(at.search({ kind: 'earlier', order: { ...ORDER, repository } }), at.call);
    expect(await inRepository('Acme/Shop')).toMatchObject({ kind: 'found' });
    expect(await inRepository('acme/other')).toEqual({ kind: 'none' });
    expect(await inRepository(null)).toEqual({ kind: 'none' });
  });

  it('is read with its activities before a new one: a session may be done and never say so', async () => {
    const meanings = async (faults: readonly FaultSource[]): Promise<unknown> => {
      const at = await scene([{ do: 'end-untold' }, ...faults], ending('FAILED'));
      await at.create();
      at.clock.advance(3_000);
      const found = await at.agent.find(at.search({ kind: 'earlier' }), at.call);
      return found.kind === 'found' && found.matches.map(({ run }) => [run.status, run.meaning]);
    };
    expect(await meanings([])).toEqual([['IN_PROGRESS', 'failed']]);
    // Where they cannot be read, the session counts as it says: what works is followed.
    expect(await meanings([{ on: 'logs', do: { status: 500 } }])).toEqual([
      ['IN_PROGRESS', 'active'],
    ]);
  });

  it('that asks something else is told apart', async () => {
    const at = await scene();
    await at.create();
    at.clock.advance(10);
    const other = { ...IDENTITY, asked: 'a'.repeat(32) };
    await at.agent.create(ORDER, other, at.call);
    const found = await at.agent.find(at.search(), at.call);
    expect(found.kind === 'found' && found.matches.map(({ asks }) => asks)).toEqual([
      'same',
      'other',
    ]);
  });
});

describe('a turn', () => {
  it('tells each activity once, and the last words as the answer', async () => {
    const at = await scene();
    const { id } = await at.create();
    const reader = at.follow({ runId: id });
    const first = await reader.read(at.call);
    expect(first.run).toMatchObject({ status: 'QUEUED', meaning: 'active' });
    at.clock.advance(2_000);
    const rest = await told(at, reader);
    expect([...first.entries.map(({ entry }) => entry.view.thought), ...rest.entries]).toEqual([
      '1. A plan.: The first step.',
      'ACTION bash',
      'FINAL_ANSWER Fixed.',
    ]);
    expect(rest.run).toMatchObject({
      status: 'COMPLETED',
      meaning: 'succeeded',
      result: 'Fixed.',
      pullRequests: [{ url: 'https://github.com/acme/shop/pull/812', isEarlier: false }],
      awaitsPullRequest: 'no',
    });
  });

  it('a command is an entry of the shell, with how it ended', async () => {
    const at = await scene();
    const { id } = await at.create();
    at.clock.advance(1_500);
    const { entries } = await at.follow({ runId: id }).read(at.call);
    expect(entries.at(-1)?.entry.view).toMatchObject({
      message_type: 'ACTION',
      tool_name: 'shell',
      thought: 'bash',
      tool_input: { command: 'npm test' },
      tool_output: { output: 'red', exit_code: 1 },
    });
    expect(JSON.parse(entries.at(-1)?.entry.line ?? '')).toMatchObject({
      agent_run_id: id,
      source_id: expect.stringMatching(/^[0-9a-f]{16}$/),
    });
  });

  it.each([
    [['src/tax.ts'], { path: 'src/tax.ts' }],
    [['src/tax.ts', 'a b.md'], { files: ['src/tax.ts', 'a b.md'] }],
    [[], {}],
  ])('a change of %j is an entry that names the files', async (paths, named) => {
    const unidiffPatch = paths.map((path) => `diff --git a/${path} b/${path}\n-1\n+2\n`).join('');
    const raw = {
      progressUpdated: { title: 'Rounded' },
      artifacts: [{ changeSet: { gitPatch: { unidiffPatch } } }],
    };
    const at = await scene([], { turns: [{ steps: [{ at: 0, status: 'ACTIVE', raw }] }] });
    const { id } = await at.create();
    at.clock.advance(500);
    const { entries } = await at.follow({ runId: id }).read(at.call);
    expect(entries.map(({ entry }) => entry.view)).toMatchObject([
      { message_type: 'ACTION', tool_name: 'edit', thought: 'Rounded' },
    ]);
    expect(entries[0]?.entry.view.tool_input).toEqual({ ...named, patch: unidiffPatch });
  });

  it.each<[string, readonly FaultSource[]]>([
    ['whose end the state never tells', [{ do: 'end-untold' }]],
    ['whose filter of activities is refused', [{ do: 'filter-refused' }]],
    ['whose filter of activities does nothing', [{ do: 'filter-ignored' }]],
    ['whose activities are listed newest first', [{ do: 'newest-first' }]],
    ['whose last page has a token', [{ do: 'repeated-token' }]],
    ['whose activities have equal times', [{ do: 'equal-times' }]],
    ['whose times have nine digits', [{ do: 'nine-digits' }]],
    ['whose activities have pictures', [{ do: { fault: 'huge-artifact', count: 200 } }]],
    [
      'whose activities are newest first without a filter',
      ['newest-first', 'filter-refused'].map((name) => ({ do: name })),
    ],
  ])('%s is read to its end', async (_, faults) => {
    const at = await scene(faults);
    const { id } = await at.create();
    const reader = at.follow({ runId: id });
    const lines: string[] = [];
    for (let nth = 0; nth < 6; nth += 1) {
      const { entries } = await reader.read(at.call);
      lines.push(...entries.map(({ entry }) => String(entry.view.message_type)));
      at.clock.advance(500);
    }
    expect(lines).toEqual(['PLAN_EVALUATION', 'ACTION', 'FINAL_ANSWER']);
    const { run } = await told(at, reader);
    expect(run).toMatchObject({ meaning: 'succeeded', result: 'Fixed.' });
  });

  it('whose end is shown just before the time of the step is up lacks what the log brings late', async () => {
    const at = await scene([{ do: 'activity-lag' }]);
    const { id } = await at.create();
    const reader = at.follow({ runId: id });
    at.clock.advance(2_000);
    const tight = { ...at.call, deadline: at.clock.now() + 4_000 };
    expect(await reader.read(at.call)).toMatchObject({ complete: true, lacksEnd: false });
    expect(await reader.read(tight)).toMatchObject({ complete: true, lacksEnd: true });
    expect(await reader.read(tight, { last: true })).toMatchObject({ complete: false });
    at.clock.advance(3_500);
    expect(await reader.read(tight, { last: true })).toMatchObject({ lacksEnd: false });
  });

  it('that waits for the approval of its plan asks nothing', async () => {
    const at = await scene([], ending('AWAITING_PLAN_APPROVAL', null));
    const { id } = await at.create();
    at.clock.advance(2_000);
    const { run } = await told(at, at.follow({ runId: id }));
    expect(run).toMatchObject({ meaning: 'needs_input', waitsFor: 'approval', cause: null });
  });

  it('an activity of a kind that no document names is kept under its name', async () => {
    const at = await scene([{ do: 'unknown-activity' }]);
    const { id } = await at.create();
    at.clock.advance(2_000);
    const { entries } = await told(at, at.follow({ runId: id }));
    expect(entries).toContainEqual(expect.stringContaining('CODE_REVIEWED The code was reviewed.'));
    expect(entries).toContainEqual(expect.stringContaining('Looks fine.'));
  });

  it.each([
    ['FAILED', 'No tests.', 'failed', 'No tests.', ['FINAL_ANSWER No tests.', 'ERROR No tests.']],
    ['PAUSED', 'Which one?', 'needs_input', 'Which one?', ['FINAL_ANSWER Which one?']],
  ])('%s is told as what it is', async (...[status, result, meaning, cause, entries]) => {
    const at = await scene([], ending(status, result));
    const { id } = await at.create();
    at.clock.advance(2_000);
    const all = await told(at, at.follow({ runId: id }));
    expect(all.run).toMatchObject({ meaning, cause });
    expect(all.entries).toEqual(entries);
  });

  it('a failure without a reason says so', async () => {
    const at = await scene([{ do: 'no-reason' }], ending('FAILED'));
    const { id } = await at.create();
    at.clock.advance(2_000);
    const { run, entries } = await told(at, at.follow({ runId: id }));
    expect(run).toMatchObject({ meaning: 'failed', cause: null });
    expect(entries).toEqual(['ERROR The service gives no reason.']);
  });

  it('a pause waits for a person after ten minutes without a change', async () => {
    const at = await scene([{ do: 'paused' }], ending('ACTIVE'));
    const { id } = await at.create();
    at.clock.advance(2_000);
    const reader = at.follow({ runId: id });
    expect((await reader.read(at.call)).run).toMatchObject({
      meaning: 'active',
      waitsFor: 'paused',
    });
    at.clock.advance(599_000);
    expect((await reader.read(at.call)).run).toMatchObject({ meaning: 'active' });
    at.clock.advance(1_000);
    expect((await reader.read(at.call)).run).toMatchObject({
      meaning: 'needs_input',
      waitsFor: 'paused',
    });
  });

  const quiet: ScenarioSource = {
    turns: [1, 2].map((number) => ({
      steps: [
        {
          at: '2s',
          status: 'COMPLETE',
          github_pull_requests: [{ url: `https://x.test/${number}` }],
        },
      ],
    })),
  };

  it.each<[string, readonly FaultSource[]]>([
    ['as it is', []],
    ['where the session does not show that it was', [{ do: 'input-only' }]],
  ])('a pull request that was asked for is waited for, its text stands in: %s', async (...row) => {
    const at = await scene([{ do: 'late-pull-request' }, ...row[1]], quiet);
    const { id } = await at.create();
    at.clock.advance(2_000);
    const reader = at.follow({ runId: id });
    expect((await told(at, reader)).run).toMatchObject({ awaitsPullRequest: 'yes', result: null });
    at.clock.advance(10_000);
    expect(await reader.run(at.call)).toMatchObject({
      awaitsPullRequest: 'no',
      result: 'What was asked for.',
    });
  });

  it('only the step that sent the create knows what a session does not show', async () => {
    const faults = [{ do: 'late-pull-request' }, { do: 'input-only' }];
    const at = await scene(faults, quiet);
    const awaited = async (agent: Agent, id: RunId): Promise<unknown> => {
      const nothingBefore = { mode: 'created', runBefore: null, before: null, sent: null } as const;
      const turn = { ...nothingBefore, runId: id, acceptedAt: at.clock.now() };
      const silent = { warn: () => {}, note: () => {}, notice: () => {} };
      const { run } = await told(at, agent.turn(turn, silent));
      return (run as RunShown).awaitsPullRequest;
    };
    const { id } = await at.create();
    at.clock.advance(2_000);
    const [another, finder] = [at.anew(), at.anew()];
    expect(await awaited(another, id)).toBe('perhaps');
    await finder.find(at.search({ order: ORDER }), at.call);
    expect(await awaited(finder, id)).toBe('yes');
    const plain = await scene(faults, quiet);
    const without = await plain.create({ createPullRequest: false });
    plain.clock.advance(2_000);
    const { run } = await told(plain, plain.follow({ runId: without.id }));
    expect(run).toMatchObject({ awaitsPullRequest: 'no' });
  });

  it('whose session cannot be read says that its log was not asked for', async () => {
    const at = await scene([{ on: 'read', from: 2, do: { status: 503 } }]);
    const { id } = await at.create();
    const reader = at.follow({ runId: id });
    await reader.read(at.call);
    expect(reader.failedAtRun).toBe(false);
    await errorOf(reader.read(at.call));
    expect([reader.failedAtRun, requestsOf(at, 'logs')]).toEqual([true, 1]);
  });

  it('whose log cannot be read for now shows its end all the same (4.4)', async () => {
    const at = await scene([{ on: 'logs', do: { status: 429 } }], quiet);
    const { id } = await at.create();
    at.clock.advance(2_000);
    const reader = at.follow({ runId: id });
    expect(reader.runBeforeLog?.()).toBeNull();
    await errorOf(reader.read(at.call));
    expect(reader.runBeforeLog?.()).toMatchObject({ meaning: 'succeeded' });
  });

  it('of which the log is not there yet is a failure of the log alone, which passes', async () => {
    const at = await scene([{ do: 'late-activities' }]);
    const { id } = await at.create();
    const reader = at.follow({ runId: id });
    const error = await errorOf(reader.read(at.call));
    expect([error.status, error.passing]).toEqual([404, true]);
    expect(await reader.run(at.call)).toMatchObject({ status: 'QUEUED', meaning: 'active' });
    expect(await at.agent.read(id, at.call)).toMatchObject({ meaning: 'active' });
  });

  it('an activity that is too large ends the log with one warning', async () => {
    const at = await scene([
      { on: 'logs', do: { status: 200, body: { activities: [{ id: 'x'.repeat(17_000_000) }] } } },
    ]);
    const { id } = await at.create();
    const reader = at.follow({ runId: id });
    expect((await reader.read(at.call)).complete).toBe(true);
    at.clock.advance(2_000);
    expect((await reader.read(at.call)).run).toMatchObject({ meaning: 'succeeded' });
    expect(at.said).toEqual([expect.stringContaining('16 MB')]);
    expect(at.sandbox.requests.filter(({ kind }) => kind === 'logs')).toHaveLength(4);
  });
});

it.each([
  ['ACTIVE', 'IN_PROGRESS', 'active'],
  ['COMPLETE', 'COMPLETED', 'succeeded'],
  ['FAILED', 'FAILED', 'failed'],
])('a session whose log cannot be read is told by itself: %s', async (word, status, meaning) => {
  const at = await scene([{ on: 'logs', do: { status: 500 } }], ending(word));
  const { id } = await at.create();
  at.clock.advance(2_000);
  const run = await at.agent.read(id, at.call);
  expect(run).toMatchObject({ status, meaning });
  // So that a follow-up goes on without the log once it was tried for a while (contract 4.5).
  expect(await errorOf(at.agent.followUps!.before(run, at.call))).toMatchObject({ status: 500 });
});

it('a session is told as far as it tells itself where the time is up in a long log', async () => {
  const clock = new VirtualClock();
  const http = new MemoryHttp(clock, ({ url }) => {
    const { pathname, searchParams } = new URL(url);
    const from = Number(searchParams.get('pageToken') ?? 0);
    const body = pathname.endsWith('/activities')
      ? { activities: [{ id: `a${from}`, progressUpdated: {} }], nextPageToken: String(from + 1) }
      : { id: '31415', state: 'IN_PROGRESS' };
    return { body, delayMs: 120 };
  });
  const agent = await agentOver('jules', { http, clock });
  const call = { signal: new AbortController().signal, deadline: clock.now() + 4_000 };
  expect(await agent.read('31415', call)).toMatchObject({ status: 'IN_PROGRESS' });
});

describe('a follow-up', () => {
  const MESSAGE = {
    text: 'More.\n\n(Reference of this message: ara-1f)',
    mark: 'ara-1f',
    images: [],
  };

  async function followed(at: Scene, id: string) {
    const { followUps } = at.agent;
    if (followUps === undefined) {
      throw new Error('it takes none');
    }
    const runBefore = await at.agent.read(id, at.call);
    const before = await followUps.before(runBefore, at.call);
    const known = { id, before };
    const send = () => followUps.send(known, MESSAGE, at.call);
    const find = () => followUps.find(known, 'ara-1f', at.call);
    const reader = () =>
      at.follow({ runId: id, mode: 'resumed', runBefore, before, sent: MESSAGE });
    return { before, runBefore, send, find, reader };
  }

  it.each<[string, readonly FaultSource[]]>([
    ['as it is', []],
    ['where the filter is refused', [{ do: 'filter-refused' }]],
    ['where times are equal', [{ do: 'equal-times' }]],
    ['where the old state is shown for a while', [{ do: 'stale-session' }]],
    ['where activities are newest first', [{ do: 'newest-first' }]],
  ])('has entries and an answer of its own: %s', async (_, faults) => {
    const at = await scene(faults);
    const { id } = await at.create();
    at.clock.advance(2_000);
    const turn = await followed(at, id);
    expect(turn.runBefore).toMatchObject({ meaning: 'succeeded', result: 'Fixed.' });
    expect([turn.before.entries, Buffer.byteLength(turn.before.memo) < 2_000]).toEqual([4, true]);
    expect(await turn.find()).toEqual({ kind: 'none' });
    await turn.send();
    expect(await turn.find()).toMatchObject({ kind: 'found', run: { id } });
    const reader = turn.reader();
    const first = await reader.read(at.call);
    expect(first.entries.map(({ isEcho }) => isEcho)).toEqual([true]);
    at.clock.advance(2_000);
    const { entries, run } = await told(at, reader);
    expect(entries).toEqual([
      'PLAN_EVALUATION 1. Once more.: The first step.',
      'FINAL_ANSWER Done again.',
    ]);
    expect(run).toMatchObject({
      meaning: 'succeeded',
      result: 'Done again.',
      pullRequests: [{ isEarlier: true }],
    });
  });

  it('may bring a pull request of its own beside one from before', async () => {
    const pull = (number: number) => ({ url: `https://github.com/acme/shop/pull/${number}` });
    const steps = (number: number) => [
      { at: '2s', status: 'COMPLETE', result: 'Done.', github_pull_requests: [pull(number)] },
    ];
    const turns = [{ steps: steps(1) }, { steps: steps(2) }];
    const at = await scene([{ do: 'late-pull-request' }], { turns });
    const { id } = await at.create();
    at.clock.advance(12_000);
    const turn = await followed(at, id);
    await turn.send();
    at.clock.advance(2_000);
    const reader = turn.reader();
    expect((await told(at, reader)).run).toMatchObject({
      pullRequests: [{ ...pull(1), isEarlier: true }],
      awaitsPullRequest: 'perhaps',
    });
    at.clock.advance(10_000);
    expect(await reader.run(at.call)).toMatchObject({
      pullRequests: [{ isEarlier: true }, { ...pull(2), isEarlier: false }],
      awaitsPullRequest: 'no',
    });
  });

  it('reads the log before it once', async () => {
    const at = await scene();
    const { id } = await at.create();
    at.clock.advance(2_000);
    const { send } = await followed(at, id);
    await send();
    expect(requestsOf(at, 'logs')).toBe(1);
  });

  it('to a session that is waited for reads on in its log, which may be large', async () => {
    const at = await scene();
    const { id } = await at.create();
    at.clock.advance(1_000);
    expect(await failureOf((await followed(at, id)).send())).toBeInstanceOf(RunBusy);
    at.clock.advance(10_000);
    const { before, runBefore, send } = await followed(at, id);
    await send();
    const logs = at.sandbox.requests.filter(({ kind }) => kind === 'logs');
    expect(logs.map(({ query }) => query.get('filter') === null)).toEqual([true, false]);
    expect([runBefore.result, before.entries]).toEqual(['Fixed.', 4]);
  });

  it('that is found is not told by its session alone: a bad end would be sent again for', async () => {
    const at = await scene([{ on: 'logs', from: 3, do: { status: 500 } }]);
    const { id } = await at.create();
    at.clock.advance(2_000);
    const turn = await followed(at, id);
    await turn.send();
    const found = await turn.find();
    expect(found).toMatchObject({ kind: 'unread', id, error: { status: 500 } });
  });

  it('before it stands in the log, the end of the turn before counts as that', async () => {
    const at = await scene([{ do: 'activity-lag' }, { do: 'stale-session' }]);
    const { id } = await at.create();
    at.clock.advance(6_000);
    const turn = await followed(at, id);
    await turn.send();
    const { run, entries } = await turn.reader().read(at.call);
    expect([run?.status, run?.meaning, entries]).toEqual(['COMPLETED', 'succeeded', []]);
    expect(run?.result).toBeUndefined();
  });

  it.each([
    ['FAILED', 'failed'],
    ['WEIRD', 'unknown'],
  ])('whose log cannot be read ends as %s once it was at work', async (status, meaning) => {
    const first = { steps: [{ at: '2s', status: 'COMPLETE', result: 'Done.' }] };
    const second = { steps: [{ at: '9s', status }] };
    const faults: readonly FaultSource[] = [{ on: 'logs', from: 2, do: { status: 500 } }];
    const at = await scene(faults, { turns: [first, second] });
    const { id } = await at.create();
    at.clock.advance(2_000);
    const turn = await followed(at, id);
    await turn.send();
    const reader = turn.reader();
    at.clock.advance(5_000);
    expect(await reader.run(at.call)).toMatchObject({ status: 'IN_PROGRESS', meaning: 'active' });
    at.clock.advance(5_000);
    expect(await reader.run(at.call)).toMatchObject({ status, meaning });
  });

  it('waits for a session at work, unless its activities tell that it is done', async () => {
    const at = await scene();
    const { id } = await at.create();
    const busy = await failureOf((await followed(at, id)).send());
    expect(busy).toBeInstanceOf(RunBusy);
    const untold = await scene([{ do: 'end-untold' }]);
    const run = await untold.create();
    untold.clock.advance(2_000);
    await (await followed(untold, run.id)).send();
    expect(untold.sandbox.store.get(run.id)?.turns).toHaveLength(2);
  });

  it('answers a question at once, and says nothing to a plan that waits for approval', async () => {
    const asks = await scene([], ending('PAUSED', 'Which one?'));
    const { id } = await asks.create();
    asks.clock.advance(2_000);
    await (await followed(asks, id)).send();
    expect(asks.sandbox.store.get(id)?.turns).toHaveLength(2);
    const waits = await scene([], ending('AWAITING_PLAN_APPROVAL'));
    const run = await waits.create();
    waits.clock.advance(2_000);
    const error = await errorOf((await followed(waits, run.id)).send());
    expect([error.code, error.kind]).toEqual(['rejected', 'unsendable']);
    expect(error.advice).toContain(run.webUrl);
    expect(requestsOf(waits, 'resume')).toBe(0);
  });

  it('to a session that is gone is told as that', async () => {
    const at = await scene();
    const { id } = await at.create();
    at.clock.advance(2_000);
    const turn = await followed(at, id);
    const [run] = at.sandbox.store.all();
    if (run !== undefined) {
      at.sandbox.store.remove(run);
    }
    expect(await failureOf(turn.send())).toBeInstanceOf(RunGone);
  });
});

describe('the list', () => {
  it('tells the states of many, but not of a session that has not moved', async () => {
    const at = await scene([{ do: 'end-untold' }]);
    const { id } = await at.create();
    const first = await at.agent.standings?.([id], at.call);
    expect(first?.get(id)).toMatchObject({ meaning: 'active' });
    at.clock.advance(2_000);
    await at.agent.standings?.([id], at.call);
    at.clock.advance(60_000);
    expect((await at.agent.standings?.([id], at.call))?.get(id)).toBeNull();
  });
});

describe('check', () => {
  const patiently = <T>(read: () => Promise<T>): Promise<T> => read();
  const asked = (at: Scene, order: { readonly repository?: string; readonly runId?: string }) =>
    at.agent.check(
      { repository: null, runId: null, ...order, repositoryId: null, patiently },
      at.call,
    );

  it('says whether key, repository and run fit', async () => {
    const at = await scene();
    const { id } = await at.create();
    const findings = await asked(at, { repository: 'acme/shop', runId: id });
    expect(findings.map(({ kind }) => kind)).toEqual(['ok', 'note', 'ok', 'ok']);
    expect(JSON.stringify(findings)).toContain('its default branch is main');
  });

  it('ends at what does not fit', async () => {
    const hidden = await scene([{ do: 'source-missing' }]);
    const order = { repository: 'acme/shop', runId: 'x' };
    const findings = await after(hidden, asked(hidden, order), [5_000]);
    expect(findings.map(({ kind }) => kind)).toEqual(['ok', 'note', 'problem']);
    const key = await scene([{ do: 'wrong-key' }]);
    expect((await asked(key, {})).map(({ kind }) => kind)).toEqual(['failed']);
  });
});
