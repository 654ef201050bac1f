import { describe, expect, it } from '@jest/globals';
import { GitHubError } from '../../src/github/port.ts';
import { readEvent, type EventContext } from '../../src/github/event.ts';
import {
  checkAccount,
  checkPermission,
  type PermissionCheck,
  type PermissionDecision,
} from '../../src/github/permissions.ts';

type Role = readonly [permission: string, roleName: string, maintains?: boolean];

const ROLES: Readonly<Record<string, Role>> = {
  reader: ['read', 'read'],
  triager: ['read', 'triage'],
  writer: ['write', 'write'],
  maintainer: ['write', 'maintain'],
  admin: ['admin', 'admin'],
  'custom-writer': ['write', 'release-manager'],
  'custom-reader': ['read', 'maintain-docs'],
  'custom-admin': ['admin', 'security'],
  'custom-maintainer': ['write', 'release-lead', true],
  stranger: ['none', ''],
  'no-base': ['none', 'maintain'],
};

interface Setting extends Partial<PermissionCheck> {
  readonly name?: string;
  readonly actor?: string;
  readonly triggeringActor?: string;
  readonly payload?: unknown;
}

function event(setting: Setting): EventContext {
  const actor = setting.actor ?? 'writer';
  return readEvent(
    {
      GITHUB_EVENT_NAME: setting.name ?? 'issue_comment',
      GITHUB_REPOSITORY: 'octo/repo',
      GITHUB_ACTOR: actor,
      GITHUB_TRIGGERING_ACTOR: setting.triggeringActor ?? actor,
    },
    setting.payload ?? { comment: { body: 'please look' } },
  );
}

async function decide(
  setting: Setting,
): Promise<{ decision: PermissionDecision; asked: string[]; reason: string }> {
  const asked: string[] = [];
  const decision = await checkPermission(event(setting), {
    requirePermission: 'write',
    allowedBots: [],
    triggerPhrase: '',
    commentAsks: false,
    accountType: () => Promise.resolve('User'),
    permissionOf: (login) => {
      asked.push(login);
      const [permission, roleName, maintains = false] = ROLES[login.toLowerCase()] ?? ['none', ''];
      return Promise.resolve({ permission, roleName, maintains });
    },
    ...setting,
  });
  return { decision, asked, reason: decision.go ? '' : decision.reason };
}

async function goes(setting: Setting): Promise<boolean> {
  return (await decide(setting)).decision.go;
}

describe('whose permission', () => {
  it('asks once when actor and triggering actor are the same, whatever the case', async () => {
    expect((await decide({ actor: 'Writer', triggeringActor: 'writer' })).asked).toEqual([
      'Writer',
    ]);
  });

  it('needs both', async () => {
    expect((await decide({ actor: 'writer', triggeringActor: 'admin' })).asked).toEqual([
      'writer',
      'admin',
    ]);
    expect(await goes({ actor: 'writer', triggeringActor: 'admin' })).toBe(true);
    expect(await goes({ actor: 'writer', triggeringActor: 'reader' })).toBe(false);
    expect(await goes({ actor: 'reader', triggeringActor: 'writer' })).toBe(false);
  });

  it.each([
    [
      'write',
      ['writer', 'maintainer', 'admin', 'custom-writer', 'custom-admin', 'custom-maintainer'],
    ],
    ['maintain', ['maintainer', 'admin', 'custom-admin', 'custom-maintainer']],
    ['admin', ['admin', 'custom-admin']],
    ['none', Object.keys(ROLES)],
  ] as const)('%s lets through %j', async (requirePermission, expected) => {
    const through: string[] = [];
    for (const actor of Object.keys(ROLES)) {
      if (await goes({ actor, requirePermission })) {
        through.push(actor);
      }
    }
    expect(through).toEqual(expected);
  });

  it('asks nothing where none is required', async () => {
    expect((await decide({ actor: 'stranger', requirePermission: 'none' })).asked).toEqual([]);
  });

  it.each<[string, Error, RegExp]>([
    [
      'refused',
      new GitHubError({ status: 403, message: 'No', retryAfterMs: null }),
      /\(No\)\. Give `github_token` the permission `metadata: read` on this repository: a job's own token has it; a GitHub App or a fine-grained token may lack it\.$/,
    ],
    // Nothing says that a permission is missing.
    ['unknown', new Error('No'), /could not be read \(No\)\.$/],
    [
      'limited',
      new GitHubError({ status: 403, message: 'No', retryAfterMs: 9_000 }),
      /rate limit.*run the step again/,
    ],
    [
      'not answered',
      new GitHubError({ status: 503, message: 'No', retryAfterMs: null }),
      /run the step again later/,
    ],
    [
      'a wrong token',
      new GitHubError({ status: 401, message: 'No', retryAfterMs: null }),
      /the input `github_token`/,
    ],
  ])(
    'stops when the permission cannot be read (%s), and says why and what to change',
    async (_, error, words) => {
      const { decision, reason } = await decide({ permissionOf: () => Promise.reject(error) });
      expect(decision).toMatchObject({ go: false, unread: true });
      expect(reason).toMatch(/could not be read \(No\)/);
      expect(reason).toMatch(words);
      expect(/metadata/.test(reason)).toBe(/metadata/.test(words.source));
    },
  );

  it('asks nobody on an event that only people with write access can trigger', async () => {
    for (const name of ['push', 'schedule', 'workflow_dispatch']) {
      expect(await decide({ name, actor: 'stranger', payload: {} })).toMatchObject({
        asked: [],
        decision: { go: true },
      });
    }
  });

  it('stops when nobody is named', async () => {
    const { decision, asked, reason } = await decide({ actor: '' });
    expect(decision.go).toBe(false);
    expect(reason).toBe(
      "The event has no login in `github.actor`, so that person's permission cannot be checked. " +
        'Have someone with access trigger the workflow again, or set require_permission: none.',
    );
    expect(asked).toEqual([]);
    expect(await goes({ actor: '', requirePermission: 'none' })).toBe(true);
  });

  it('says who has what and what is asked for', async () => {
    const { reason } = await decide({ actor: 'triager', requirePermission: 'maintain' });
    expect(reason).toBe(
      'triager has triage permission on octo/repo, and require_permission asks for maintain. ' +
        'Someone with maintain permission must trigger this workflow themselves.',
    );
    for (const nothing of ['', 'none']) {
      const held = { permission: nothing, roleName: '', maintains: false };
      const none = await decide({ permissionOf: () => Promise.resolve(held) });
      expect(none.reason).toContain('writer has no permission on octo/repo, and');
    }
  });
});

describe('bots', () => {
  const bot = { actor: 'helper[bot]' };

  it('go on only when listed, and are not asked about', async () => {
    expect((await decide(bot)).reason).toBe(
      'helper[bot] is a bot that is not listed in allowed_bots. ' +
        'Add "helper[bot]" to allowed_bots if it may trigger the agent.',
    );
    const listed = await decide({ ...bot, allowedBots: ['other[bot]', 'helper[bot]'] });
    expect(listed).toMatchObject({ decision: { go: true }, asked: [] });
  });

  it('also with require_permission none', async () => {
    expect(await goes({ ...bot, requirePermission: 'none' })).toBe(false);
    expect(await goes({ ...bot, requirePermission: 'none', allowedBots: ['helper[bot]'] })).toBe(
      true,
    );
  });

  it.each([['*'], ['helper'], ['Helper[bot]'], ['helper*'], ['.*'], ['']])(
    '%j in allowed_bots matches nothing',
    async (entry) => {
      expect(await goes({ ...bot, allowedBots: [entry] })).toBe(false);
      const payload = { sender: { login: '*', type: 'Bot' } };
      expect(await goes({ name: 'issues', actor: '*', allowedBots: ['*'], payload })).toBe(false);
    },
  );

  it('are known by the sender as well as by the name', async () => {
    const payload = { comment: { body: 'x' }, sender: { login: 'admin', type: 'Bot' } };
    expect(await goes({ actor: 'Admin', payload })).toBe(false);
    expect(await goes({ actor: 'admin', payload, allowedBots: ['admin'] })).toBe(true);
    expect(await goes({ actor: 'writer', payload })).toBe(true);
  });

  it('are known by the type that GitHub gives an account which the payload does not show', async () => {
    const asked: string[] = [];
    const accountType = (login: string): Promise<string> => {
      asked.push(login);
      return Promise.resolve('Bot');
    };
    const again = { actor: 'writer', triggeringActor: 'admin', accountType };
    const payload = { comment: { body: 'x', user: { login: 'writer', type: 'User' } } };
    expect(await decide({ ...again, payload })).toMatchObject({
      asked: ['writer'],
      decision: { go: false },
    });
    expect(asked).toEqual(['admin']);
    expect(await goes({ ...again, payload, allowedBots: ['admin'] })).toBe(true);
    expect(await goes({ ...again, payload, requirePermission: 'none' })).toBe(false);
  });

  it('an account whose type cannot be read does not go on, unless nothing is asked of people', async () => {
    const accountType = (): Promise<string> => Promise.reject(new Error('HTTP 500'));
    expect((await decide({ accountType })).reason).toContain('HTTP 500');
    expect(await goes({ accountType, requirePermission: 'none' })).toBe(true);
  });

  it.each(['write', 'none'] as const)(
    'an account that GitHub does not know counts as a bot, also with require_permission %s',
    async (requirePermission) => {
      const copilot = {
        accountType: () => Promise.resolve(null),
        actor: 'Copilot',
        requirePermission,
      };
      const { decision, asked, reason } = await decide(copilot);
      expect([decision.go, asked]).toEqual([false, []]);
      expect(reason).toContain('GitHub knows no user Copilot');
      expect(reason).toContain('Add "Copilot" to allowed_bots');
      expect(await goes({ ...copilot, allowedBots: ['Copilot'] })).toBe(true);
      expect(await goes({ ...copilot, allowedBots: ['copilot'] })).toBe(false);
    },
  );

  it('an account that GitHub does not know passes nowhere unlisted, not even where bots do', async () => {
    const payload = {
      pull_request: {
        user: { login: 'writer', type: 'User' },
        head: { repo: { full_name: 'octo/repo' } },
      },
    };
    const own = { name: 'pull_request', payload, actor: 'Copilot' };
    const accountType = (): Promise<null> => Promise.resolve(null);
    expect(await goes({ ...own, accountType: () => Promise.resolve('Bot') })).toBe(true);
    expect(await goes({ ...own, accountType })).toBe(false);
    expect(await goes({ ...own, accountType, allowedBots: ['Copilot'] })).toBe(true);
  });

  it('behind a workflow run need to be listed', async () => {
    const payload = {
      workflow_run: {
        actor: { login: 'writer', type: 'User' },
        triggering_actor: { login: 'r', type: 'Bot' },
      },
    };
    expect(await goes({ name: 'workflow_run', payload })).toBe(false);
    expect(await goes({ name: 'workflow_run', payload, allowedBots: ['r'] })).toBe(true);
  });

  it('do not carry the person who triggers again, nor the other way round', async () => {
    const both = { actor: 'helper[bot]', triggeringActor: 'reader', allowedBots: ['helper[bot]'] };
    expect(await goes(both)).toBe(false);
    expect(await goes({ ...both, triggeringActor: 'writer' })).toBe(true);
    expect(await goes({ actor: 'writer', triggeringActor: 'helper[bot]' })).toBe(false);
  });

  it('do not pass because nothing is said of bots', async () => {
    const decision = await checkAccount(
      { login: 'helper[bot]', type: null },
      {
        repository: 'octo/repo',
        requirePermission: 'none',
        allowedBots: [],
        accountType: () => Promise.resolve('Bot'),
        permissionOf: () => Promise.reject(new Error('not asked')),
      },
    );
    expect(decision.go).toBe(false);
  });

  it('listing a person does not spare the question', async () => {
    expect(await goes({ actor: 'reader', allowedBots: ['reader'] })).toBe(false);
  });
});

describe('the phrase', () => {
  const phrase = { triggerPhrase: '@agent' };

  it('comes before the permission', async () => {
    const { decision, asked, reason } = await decide({ ...phrase, actor: 'stranger' });
    expect(decision.go).toBe(false);
    expect(asked).toEqual([]);
    expect(reason).toBe(
      'The comment does not contain "@agent" as a word of its own outside quotes and code. ' +
        'Write it in a new comment to start the agent.',
    );
  });

  it.each([
    ['issue_comment', { comment: { body: '@agent fix' } }],
    ['pull_request_review', { review: { body: '@agent fix' } }],
    ['pull_request_review_comment', { comment: { body: '@agent fix' } }],
    ['discussion_comment', { comment: { body: '@agent fix' } }],
  ])('is looked for in %s', async (name, payload) => {
    expect(await goes({ ...phrase, name, payload })).toBe(true);
    expect(await goes({ ...phrase, name, payload, actor: 'reader' })).toBe(false);
    expect(await goes({ ...phrase, name, payload: {} })).toBe(false);
  });

  it.each(['issues', 'push', 'discussion', 'workflow_run'])('is ignored on %s', async (name) => {
    expect(await goes({ ...phrase, name, payload: { issue: { body: 'no phrase' } } })).toBe(true);
  });
});

describe('a comment by another person than the actor', () => {
  const by = (login: string, type = 'User'): Setting => ({
    payload: { action: 'edited', comment: { body: '@agent go', user: { login, type } } },
  });

  it('needs a permission of its author too', async () => {
    expect(await decide(by('stranger'))).toMatchObject({
      decision: { go: false },
      asked: ['writer', 'stranger'],
    });
    expect(await decide(by('admin'))).toMatchObject({
      decision: { go: true },
      asked: ['writer', 'admin'],
    });
    expect(await decide(by('Writer'))).toMatchObject({ decision: { go: true }, asked: ['writer'] });
    expect(await decide({ ...by('stranger'), requirePermission: 'none' })).toMatchObject({
      decision: { go: true },
      asked: [],
    });
  });

  it('needs its bot to be listed', async () => {
    for (const requirePermission of ['write', 'none'] as const) {
      const bot = { ...by('helper', 'Bot'), requirePermission };
      expect((await decide(bot)).reason).toContain('"helper" to allowed_bots');
      expect(await goes({ ...bot, allowedBots: ['helper'] })).toBe(true);
    }
  });

  it('is skipped without an author, unless nothing is asked of people', async () => {
    const gone = { payload: { action: 'edited', comment: { body: 'x', user: null } } };
    expect((await decide(gone)).reason).toContain('`comment.user`');
    expect(await goes({ ...gone, requirePermission: 'none' })).toBe(true);
  });
});

describe('a comment that was deleted', () => {
  const user = { login: 'writer', type: 'User' };
  const comment = { action: 'deleted', comment: { body: '@agent go', user } };
  const CASES = [
    ['issue_comment', comment],
    ['discussion_comment', comment],
    ['pull_request_review_comment', comment],
    ['pull_request_review', { action: 'dismissed', review: { body: '@agent go', user } }],
  ] as const;

  it.each(CASES)('starts nothing on %s', async (name, payload) => {
    for (const use of [{ triggerPhrase: '@agent' }, { commentAsks: true }]) {
      const { asked, reason } = await decide({ ...use, name, payload, requirePermission: 'none' });
      expect(asked).toEqual([]);
      const what = name === 'pull_request_review' ? 'review was dismissed' : 'comment was deleted';
      expect(reason).toBe(`The ${what}, so it starts nothing.`);
      expect(await goes({ ...use, name, payload: { ...payload, action: 'edited' } })).toBe(true);
    }
  });

  it('does not prevent a step that it does not ask for anything, nor other events', async () => {
    expect(await goes({ name: 'issue_comment', payload: comment })).toBe(true);
    expect(
      await goes({ name: 'issues', payload: { action: 'deleted', issue: {} }, commentAsks: true }),
    ).toBe(true);
  });
});

describe('a pull request of this repository', () => {
  const by = (
    login: string,
    { type = 'User', actor = 'writer', repo = 'octo/repo' } = {},
  ): Setting => {
    const payload = {
      pull_request: { user: { login, type }, head: { repo: { full_name: repo } } },
    };
    return { name: 'pull_request', actor, payload };
  };

  it('needs a permission of its author and of the actors', async () => {
    expect(await decide(by('stranger'))).toMatchObject({
      decision: { go: false },
      asked: ['writer', 'stranger'],
    });
    expect(await decide(by('admin'))).toMatchObject({
      decision: { go: true },
      asked: ['writer', 'admin'],
    });
    expect(await goes(by('admin', { actor: 'reader' }))).toBe(false);
    expect(await goes({ ...by('admin'), triggeringActor: 'reader' })).toBe(false);
    expect(
      await goes({ ...by('stranger', { actor: 'stranger' }), requirePermission: 'none' }),
    ).toBe(true);
  });

  it('lets bots pass, listed or not, because they could push', async () => {
    const bot = by('helper', { type: 'Bot', actor: 'other[bot]' });
    expect(await decide(bot)).toMatchObject({ decision: { go: true }, asked: [] });
    expect(await goes(by('helper', { type: 'Bot', actor: 'reader' }))).toBe(false);
  });

  it('does not let them pass where the head is elsewhere, or on another event', async () => {
    const fork = by('helper', { type: 'Bot', actor: 'other[bot]', repo: 'mallory/repo' });
    expect(await goes(fork)).toBe(false);
    expect(await goes({ ...fork, allowedBots: ['other[bot]'] })).toBe(true);
    expect(await goes({ ...by('x', { actor: 'other[bot]' }), name: 'pull_request_target' })).toBe(
      false,
    );
  });
});

describe("the action's own comments", () => {
  it('never trigger it, whoever wrote them and whatever is asked for', async () => {
    const body = '@agent <!-- agent-run-action:thread {} -->';
    const own: Setting = { payload: { comment: { body } } };
    for (const setting of [
      own,
      { ...own, requirePermission: 'none' as const },
      { ...own, triggerPhrase: '@agent' },
    ]) {
      const { decision, asked, reason } = await decide(setting);
      expect(decision.go).toBe(false);
      expect(asked).toEqual([]);
      expect(reason).toContain('own comments');
    }
    expect(await goes({ ...own, actor: 'helper[bot]', allowedBots: ['helper[bot]'] })).toBe(false);
    expect(await goes({ ...own, name: 'issues', payload: { issue: { body } } })).toBe(true);
  });
});
