/** The order of checks (contract 1.1): no-token skip, inputs, phrase, permission. */
import { describe, expect, it } from '@jest/globals';
import { admit } from '../../src/step/admission.ts';
import { readEvent } from '../../src/github/event.ts';
import type { GitHub } from '../../src/github/port.ts';
import type { Fault, GitHubModel } from '../support/fake-github.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { MemoryFiles } from '../support/memory-files.ts';
import { clientOf, INPUTS, memoryGitHub, refusal } from '../support/memory-scene.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

interface Setting {
  readonly inputs?: Readonly<Record<string, string>>;
  readonly event?: string;
  readonly actor?: string;
  readonly payload?: unknown;
  readonly github?: GitHubModel;
  readonly env?: Readonly<Record<string, string>>;
  readonly files?: MemoryFiles;
  readonly stop?: AbortController;
  /** Instead of these methods of the client of `github`. */
  readonly client?: Partial<GitHub>;
}

async function ask(setting: Setting = {}) {
  const { inputs = {}, event = 'workflow_dispatch', actor = 'mona', payload = {} } = setting;
  const all: Readonly<Record<string, string>> = { ...INPUTS, ...inputs };
  const github = setting.github ?? memoryGitHub({ mona: 'write' });
  const tokens: string[] = [];
  const clock = new ManualClock();
  const admission = await admit({
    input: (name) => all[name] ?? '',
    env: setting.env ?? {},
    files: setting.files ?? new MemoryFiles(),
    event: readEvent(
      { GITHUB_EVENT_NAME: event, GITHUB_ACTOR: actor, GITHUB_REPOSITORY: 'octo/widgets' },
      payload,
    ),
    github: (token) => {
      tokens.push(token);
      return Promise.resolve(Object.assign(clientOf(github, clock, { token }), setting.client));
    },
    clock,
    signal: (setting.stop ?? new AbortController()).signal,
    // On a busy machine the test takes no longer than on another one.
  });
  return {
    admission,
    asked: github.log().filter((request) => request.includes('/collaborators/')).length,
    tokens,
  };
}

const FORK = {
  pull_request: {
    number: 7,
    head: { repo: { full_name: 'mallory/widgets' } },
    base: { repo: { full_name: 'octo/widgets' } },
  },
};
const COMMENT = { issue: { number: 7 }, comment: { body: 'please @agent fix it' } };

describe('an event without text (1.1)', () => {
  const noticeOn = async (setting: Setting): Promise<unknown> => {
    const { admission } = await ask({
      ...setting,
      inputs: { context: 'event', ...setting.inputs },
    });
    return admission.kind === 'go' ? admission.notice : admission;
  };

  it.each(['push', 'workflow_dispatch', 'schedule', 'merge_group', 'commit_comment', 'release'])(
    'has nothing for `context`, which is told on %s',
    async (event) => {
      expect(await noticeOn({ event })).toBe(
        `Without effect in this step: \`context\` (the event ${event} has no text that it appends).`,
      );
    },
  );

  it.each<Setting>([
    { event: 'issue_comment', payload: COMMENT },
    { event: 'push', inputs: { context: 'none' } },
  ])('nothing is told of %j', async (setting) => {
    expect(await noticeOn(setting)).toBeNull();
  });

  it('is not told beside a better reason', async () => {
    const inputs = { agent_run_id: '77', prompt: '' };
    expect(await noticeOn({ event: 'push', inputs })).toBe(
      'Without effect in this step: `context` (it is sent with a `prompt`, and without one the ' +
        'run is only followed).',
    );
  });
});

describe('a step may run', () => {
  it('on an event that outsiders cannot write, without asking GitHub', async () => {
    const { admission, tokens } = await ask();
    expect(admission).toMatchObject({ kind: 'go', schema: null, inputs: { orgId: '1' } });
    expect(tokens).toEqual([]);
  });

  it('by someone with permission, asked for with github_token', async () => {
    const { admission, tokens } = await ask({
      event: 'issue_comment',
      payload: COMMENT,
      inputs: { github_token: 'ghs_x', trigger_phrase: '@agent' },
    });
    expect(admission.kind).toBe('go');
    expect(new Set(tokens)).toEqual(new Set(['ghs_x']));
  });

  it('on a comment where no phrase is asked for', async () => {
    expect((await ask({ event: 'issue_comment', payload: COMMENT })).admission.kind).toBe('go');
  });

  it('on a pull request from a fork that has the token', async () => {
    expect((await ask({ event: 'pull_request', payload: FORK })).admission.kind).toBe('go');
  });

  it('with tasks, which may be blank', async () => {
    expect((await ask({ inputs: { tasks: '[{"key": "a"}, {}]' } })).admission).toMatchObject({
      tasks: [{ key: 'a' }, { key: '1' }],
    });
    expect((await ask({ inputs: { tasks: ' \n' } })).admission).toMatchObject({
      kind: 'go',
      tasks: null,
    });
  });

  it('not on a deleted comment whose text the agent would get', async () => {
    const deleted = { event: 'issue_comment', payload: { ...COMMENT, action: 'deleted' } };
    expect((await ask(deleted)).admission.kind).toBe('go');
    expect((await ask({ ...deleted, inputs: { context: 'event' } })).admission.kind).toBe('skip');
  });

  it.each([
    ['issue_comment', { ...COMMENT, action: 'deleted' }],
    ['pull_request_review', { ...COMMENT, action: 'dismissed', review: { body: 'Fix it.' } }],
  ])('not to review a pull request that nobody asks to be reviewed any more: %s', async (...on) => {
    const [event, payload] = on;
    const asked = await ask({ event, payload, inputs: { review: 'advise' } });
    expect(asked.admission).toMatchObject({
      kind: 'skip',
      reason: expect.stringMatching(/was (?:deleted|dismissed), so it starts nothing/),
    });
    expect(asked.tokens).toEqual([]);
  });

  it('not by an account that GitHub says is a bot', async () => {
    const github = memoryGitHub({ mona: 'write' });
    github.accountTypes.set('mona', 'Bot');
    expect((await ask({ event: 'issues', github })).admission).toMatchObject({
      kind: 'skip',
      reason: expect.stringContaining('allowed_bots'),
    });
  });

  it('with a schema that compiles', async () => {
    const { admission } = await ask({ inputs: { output_schema: '{"type": "object"}' } });
    expect(admission.kind === 'go' && admission.schema?.read('{}')).toMatchObject({
      ok: true,
      json: '{}',
    });
  });
});

describe('no token', () => {
  it.each([
    ['a pull request from a fork', { event: 'pull_request', payload: FORK }],
    [
      'a pull request by Dependabot',
      {
        event: 'pull_request',
        actor: 'dependabot[bot]',
        payload: { pull_request: { head: { repo: { full_name: 'octo/widgets' } } } },
      },
    ],
  ])('on %s is skipped, before inputs are looked at', async (_, setting) => {
    for (const token of ['', ' \n']) {
      const { admission } = await ask({ ...setting, inputs: { token, org_id: 'x' } });
      expect(admission).toEqual({
        kind: 'skip',
        reason:
          'The input `token` is empty: workflows started by a pull request from a fork or by ' +
          'Dependabot get no secrets. Nothing was sent to the agent service.',
        warns: false,
        inputs: null,
      });
    }
  });

  it('elsewhere is an invalid input', async () => {
    expect((await ask({ inputs: { token: '' } })).admission.kind).toBe('invalid');
    expect(
      (await ask({ event: 'pull_request_target', payload: FORK, inputs: { token: '' } })).admission
        .kind,
    ).toBe('invalid');
  });
});

describe('invalid inputs', () => {
  it('come before phrase and permission, a wrong schema along with the others', async () => {
    const { admission, tokens } = await ask({
      event: 'issue_comment',
      actor: 'mallory',
      payload: COMMENT,
      inputs: { org_id: 'x', output_schema: '{"type": 7}', trigger_phrase: '@other' },
    });
    const message = admission.kind === 'invalid' ? admission.message : '';
    expect(message).toContain('`org_id`');
    expect(message).toMatch(
      /`output_schema`.*a schema that .*a JSON Schema \(2020-12\) without references outside itself/,
    );
    expect(tokens).toEqual([]);
  });

  it('may be the schema alone, or the tasks', async () => {
    expect((await ask({ inputs: { output_schema: '{' } })).admission).toMatchObject({
      kind: 'invalid',
    });
    expect((await ask({ inputs: { tasks: '[{' } })).admission).toMatchObject({ kind: 'invalid' });
  });
});

describe('the gate', () => {
  it('asks for the phrase first, then for permission', async () => {
    const phrase = await ask({
      event: 'issue_comment',
      actor: 'mallory',
      payload: COMMENT,
      inputs: { trigger_phrase: '@other' },
    });
    expect([phrase.admission.kind, phrase.asked]).toEqual(['skip', 0]);
    const permission = await ask({
      event: 'issue_comment',
      actor: 'mallory',
      payload: COMMENT,
      inputs: { trigger_phrase: '@agent' },
    });
    expect(permission.admission.kind).toBe('skip');
    expect(permission.asked).toBeGreaterThan(0);
  });
});

describe('a permission that cannot be read', () => {
  const refused = (): GitHubModel => {
    const github = memoryGitHub();
    github.faults.push({ path: /collaborators/, act: refusal(403) });
    return github;
  };
  const commented = (association: string) => ({
    payload: {
      issue: { number: 7 },
      comment: { id: 41, body: '@agent go', author_association: association },
    },
    inputs: { trigger_phrase: '@agent' },
    event: 'issue_comment',
  });

  it('is something to change', async () => {
    const { admission } = await ask({ event: 'issues', github: refused() });
    expect(admission).toMatchObject({
      kind: 'skip',
      warns: true,
      reason: expect.stringContaining('metadata: read'),
    });
    expect((await ask({ event: 'issues', actor: 'mallory' })).admission).toMatchObject({
      kind: 'skip',
      warns: false,
    });
  });

  it.each([
    ['OWNER', commented('OWNER'), true],
    ['MEMBER', commented('MEMBER'), true],
    ['COLLABORATOR', commented('COLLABORATOR'), true],
    ['a review comment', { ...commented('MEMBER'), event: 'pull_request_review_comment' }, true],
    ['a contributor', commented('CONTRIBUTOR'), false],
    ['nobody known', commented('NONE'), false],
    ['no phrase', { ...commented('OWNER'), inputs: {} }, false],
    [
      'a discussion, to which REST adds no reaction',
      { ...commented('OWNER'), event: 'discussion_comment' },
      false,
    ],
  ])('is told in the thread by a reaction: %s', async (_, setting, told) => {
    const github = refused();
    const { admission } = await ask({ ...setting, github });
    expect(admission).toMatchObject({ kind: 'skip', warns: true });
    expect(github.reactions).toEqual(told ? [{ comment: 41, content: 'confused' }] : []);
  });

  it('is not told where the payload names no comment', async () => {
    const github = refused();
    const setting = commented('OWNER');
    const { issue, comment } = setting.payload;
    const payload = { issue, comment: { ...comment, id: undefined } };
    expect((await ask({ ...setting, payload, github })).admission.kind).toBe('skip');
    expect(github.log().filter((request) => request.includes('/reactions'))).toEqual([]);
  });

  it('ends with a signal that comes while it is told', async () => {
    const stop = new AbortController();
    const react = (): Promise<never> => {
      stop.abort(new Error('SIGINT'));
      return Promise.reject(new Error('aborted'));
    };
    const setting = { ...commented('OWNER'), github: refused(), client: { react }, stop };
    await expect(ask(setting)).rejects.toThrow('SIGINT');
  });

  it('skips the step even if GitHub refuses the reaction', async () => {
    const github = refused();
    github.failure = refusal(403);
    expect((await ask({ ...commented('OWNER'), github })).admission).toMatchObject({
      kind: 'skip',
      warns: true,
    });
  });
});

/** Two people, about whom GitHub answers with these faults first. */
async function admitted(faults: readonly Fault[], inputs: Readonly<Record<string, string>> = {}) {
  const clock = new VirtualClock();
  const github = memoryGitHub({ mona: 'write', hubot: 'write' });
  github.faults.push(...faults);
  const all: Readonly<Record<string, string>> = { ...INPUTS, github_token: 'ghs_x', ...inputs };
  const env = {
    GITHUB_EVENT_NAME: 'issues',
    GITHUB_ACTOR: 'mona',
    GITHUB_TRIGGERING_ACTOR: 'hubot',
  };
  const admission = await admit({
    input: (name) => all[name] ?? '',
    env: {},
    files: new MemoryFiles(),
    event: readEvent({ ...env, GITHUB_REPOSITORY: 'octo/widgets' }, { issue: { number: 7 } }),
    github: () => Promise.resolve(clientOf(github, clock)),
    clock,
    signal: new AbortController().signal,
  });
  return { admission, waitedMs: clock.elapsed };
}

const SECONDARY = refusal(403, 'You have exceeded a secondary rate limit.');

describe('a GitHub that does not answer for now', () => {
  it.each([
    ['a secondary limit without a time', SECONDARY, 60_000],
    ['a limit with its time', refusal(403, 'rate limit', 40_000), 40_000],
    ['one 502', refusal(502, 'Bad gateway'), 2_000],
    ['a lost connection', 'reset', 2_000],
    ['an unreadable answer', { status: 200, body: '<html>' }, 2_000],
  ] as const)('is waited out: %s', async (_, act, ms) => {
    const { admission, waitedMs } = await admitted([{ path: /collaborators/, act }]);
    expect([admission.kind, waitedMs]).toEqual(['go', ms]);
  });

  it('is waited out for two minutes in all, not for each person', async () => {
    const faults = ['mona', 'hubot'].map((login) => ({
      path: new RegExp(`collaborators/${login}`),
      times: 2,
      act: refusal(403, 'rate limit', 40_000),
    }));
    const { admission, waitedMs } = await admitted(faults);
    expect([admission.kind, waitedMs]).toEqual(['skip', 120_000]);
  });

  it('is waited out until the timeout', async () => {
    const fault = { path: /collaborators/, times: 99, act: refusal(502, 'Bad gateway') };
    const { admission, waitedMs } = await admitted([fault], { timeout_minutes: '0.5' });
    expect([admission.kind, waitedMs]).toEqual(['skip', 30_000]);
  });

  it.each([
    ['stays so', SECONDARY, 120_000],
    ['refuses at once', refusal(403, 'Resource not accessible by integration'), 0],
    ['accepts no token', refusal(401, 'Bad credentials'), 0],
  ])('and %s lets no gate pass', async (_, act, ms) => {
    const fault = { path: /collaborators/, times: 99, act };
    const gate = await admitted([fault], { review: 'gate' });
    expect(gate.admission).toMatchObject({
      kind: 'unavailable',
      message: expect.stringMatching(
        /could not be read .*Nothing was reviewed.*a gate \(`review: gate`\) does not pass because something could not be read\.$/,
      ),
    });
    expect(gate.waitedMs).toBe(ms);
    expect((await admitted([fault], { review: 'advise' })).admission.kind).toBe('skip');
  });

  it('lets a gate be skipped for people without the permission', async () => {
    const { admission } = await admitted([], { review: 'gate', require_permission: 'admin' });
    expect(admission.kind).toBe('skip');
  });
});
