/**
 * Who is asked about on which event (contract 6.1), on the payloads GitHub has published as
 * examples.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import {
  accountTypeInPayload,
  isBotType,
  isOwnPullRequest,
  peopleBehind,
} from '../../src/github/people.ts';
import { isTrusted } from '../../src/github/event-rules.ts';
import { readEvent, type EventContext } from '../../src/github/event.ts';

type Payload = Readonly<Record<string, unknown>>;

interface Recorded {
  readonly name: string;
  readonly examples: readonly (Payload & {
    readonly repository?: { readonly full_name?: string };
  })[];
}

const EXAMPLES = '../../node_modules/@octokit/webhooks-examples/api.github.com/index.json';
const RECORDED = JSON.parse(
  readFileSync(resolve(import.meta.dirname, EXAMPLES), 'utf8'),
) as readonly Recorded[];
/** Events that start a workflow and have no webhook of that name. */
const WITHOUT_WEBHOOK: Readonly<Record<string, Payload>> = {
  schedule: {
    schedule: '23 4 * * 1',
    repository: { full_name: 'Codertocat/Hello-World' },
    workflow: 'w.yml',
  },
  registry_package: {
    action: 'published',
    registry_package: { name: 'hello' },
    sender: { login: 'x', type: 'User' },
  },
  image_version: {
    action: 'ready',
    image_version: { version: '1.0.0' },
    sender: { login: 'x', type: 'User' },
  },
  something_new: {},
};

function event(
  name: string,
  payload: unknown,
  people: Readonly<Record<string, string>> = {},
): EventContext {
  return readEvent(
    {
      GITHUB_EVENT_NAME: name,
      GITHUB_REPOSITORY: 'Codertocat/Hello-World',
      GITHUB_ACTOR: 'actor',
      GITHUB_TRIGGERING_ACTOR: 'again',
      ...people,
    },
    payload,
  );
}

function recorded(name: string): Recorded['examples'] {
  const found = RECORDED.find(
    (one) => one.name === (name === 'pull_request_target' ? 'pull_request' : name),
  );
  return found?.examples ?? [WITHOUT_WEBHOOK[name]!];
}

const TRUSTED = [
  ...['push', 'schedule', 'workflow_dispatch', 'repository_dispatch', 'merge_group'],
  ...['release', 'create', 'delete', 'deployment'],
];
const ASKING = [
  ...[
    'branch_protection_rule',
    'check_run',
    'check_suite',
    'commit_comment',
    'deployment_status',
    'discussion',
  ],
  ...[
    'fork',
    'gollum',
    'image_version',
    'issues',
    'label',
    'milestone',
    'page_build',
    'public',
    'pull_request_target',
  ],
  ...['registry_package', 'status', 'watch', 'something_new', 'toString', '__proto__'],
];

const COMMENTS = [
  'discussion_comment',
  'issue_comment',
  'pull_request_review',
  'pull_request_review_comment',
];

describe('recorded payloads', () => {
  it.each(TRUSTED)('%s goes without a question', (name) => {
    for (const payload of recorded(name)) {
      const repository = payload.repository?.full_name ?? 'Codertocat/Hello-World';
      expect(isTrusted(event(name, payload, { GITHUB_REPOSITORY: repository }))).toBe(true);
    }
  });

  it.each(ASKING)('%s asks about the actor and who triggered it again', (name) => {
    for (const payload of recorded(name)) {
      expect(isTrusted(event(name, payload))).toBe(false);
      expect(peopleBehind(event(name, payload))).toEqual({
        logins: ['actor', 'again'],
        unnamed: null,
      });
    }
  });

  it.each(COMMENTS)(
    '%s asks about nobody else if it is new, because its author is the actor',
    (name) => {
      for (const payload of recorded(name)) {
        for (const action of ['created', 'submitted', undefined]) {
          expect(peopleBehind(event(name, { ...payload, action }))).toEqual({
            logins: ['actor', 'again'],
            unnamed: null,
          });
        }
      }
    },
  );

  it.each(COMMENTS)(
    '%s asks about the author as well if it was edited, unless it is one of these',
    (name) => {
      expect(recorded(name).length).toBeGreaterThan(0);
      for (const example of recorded(name)) {
        const payload = { ...example, action: 'edited' };
        const { login } = (example as Record<string, { user: { login: string } }>)[
          name === 'pull_request_review' ? 'review' : 'comment'
        ]!.user;
        expect(isTrusted(event(name, payload))).toBe(false);
        expect(peopleBehind(event(name, payload))).toEqual({
          logins: ['actor', 'again', login],
          unnamed: null,
        });
        const people = { GITHUB_ACTOR: login, GITHUB_TRIGGERING_ACTOR: login.toUpperCase() };
        expect(peopleBehind(event(name, payload, people)).logins).toEqual([login]);
      }
    },
  );

  it('an author whose account is gone cannot be asked about', () => {
    expect(
      peopleBehind(event('issue_comment', { action: 'edited', comment: { body: 'x', user: null } }))
        .unnamed,
    ).toBe('comment.user');
  });

  it('workflow_run asks about the people behind the run as well', () => {
    const people = recorded('workflow_run').map((payload) =>
      peopleBehind(event('workflow_run', payload)),
    );
    expect(people.map(({ unnamed }) => unnamed)).toEqual(people.map(() => null));
    const all = people.map(({ logins }) => logins);
    // The oldest example is from before the fields were there.
    expect(all).toContainEqual(['actor', 'again']);
    expect(all).toContainEqual(['actor', 'again', 'Codertocat']);
  });

  it('names the type of every account shown', () => {
    for (const { name, examples: payloads } of RECORDED) {
      for (const payload of payloads) {
        const sender = payload['sender'] as { login?: string; type?: string } | undefined;
        if (sender?.login === undefined || sender.type === undefined) {
          continue;
        }
        const type = accountTypeInPayload(event(name, payload), sender.login.toUpperCase());
        // An account that was converted stands there with two types.
        expect(type === null ? name : 'shown').toBe('shown');
      }
    }
  });
});

const head = (repo: unknown): object => ({
  pull_request: { head: { repo }, base: { repo: { full_name: 'evil/fork' } } },
});

describe('a pull request', () => {
  it('whose head lies here asks about its author and the actors, whatever the letter case', () => {
    for (const payload of recorded('pull_request')) {
      const own = event('pull_request', payload, {
        GITHUB_REPOSITORY: payload.repository!.full_name!.toUpperCase(),
      });
      const { login } = (payload as unknown as { pull_request: { user: { login: string } } })
        .pull_request.user;
      expect([isTrusted(own), isOwnPullRequest(own)]).toEqual([false, true]);
      expect(peopleBehind(own)).toEqual({ logins: ['actor', 'again', login], unnamed: null });
    }
    const gone = {
      pull_request: { user: null, head: { repo: { full_name: 'codertocat/hello-world' } } },
    };
    expect(peopleBehind(event('pull_request', gone)).unnamed).toBe('pull_request.user');
  });

  it.each([
    ['a fork', head({ full_name: 'evil/fork' })],
    ['a repository that is gone', head(null)],
    ['no name', head({})],
    ['no head', { pull_request: {} }],
    ['no pull request', {}],
    ['no payload', null],
  ])('from %s asks', (_, payload) => {
    for (const people of [{}, { GITHUB_REPOSITORY: '' }]) {
      const asking = event('pull_request', payload, people);
      expect([isTrusted(asking), isOwnPullRequest(asking)]).toEqual([false, false]);
    }
  });

  it('of another event is not taken for one whose bots pass', () => {
    const own = { pull_request: { head: { repo: { full_name: 'Codertocat/Hello-World' } } } };
    expect(isOwnPullRequest(event('pull_request_target', own))).toBe(false);
  });
});

describe('people behind a run', () => {
  const run = (actor: unknown, triggering: unknown): EventContext =>
    event('workflow_run', { workflow_run: { actor, triggering_actor: triggering } });

  it('are asked about once each', () => {
    const people = peopleBehind(run({ login: 'Again' }, { login: 'mallory' }));
    expect(people).toEqual({ logins: ['actor', 'again', 'mallory'], unnamed: null });
  });

  it.each([
    ['an account that is gone', null],
    ['no login', {}],
    ['an odd login', { login: 7 }],
    ['an empty login', { login: '' }],
  ])('with %s cannot be asked about', (_, actor) => {
    expect(peopleBehind(run({ login: 'ann' }, actor)).unnamed).toBe(
      'workflow_run.triggering_actor',
    );
    expect(peopleBehind(run(actor, { login: 'ann' })).unnamed).toBe('workflow_run.actor');
  });
});

describe('outside GitHub', () => {
  it('nobody is asked about without an event, and with a payload of no name somebody is', () => {
    expect(isTrusted(event('', {}))).toBe(true);
    expect(isTrusted(event('', { issue: {} }))).toBe(false);
    const nobody = event('', { issue: {} }, { GITHUB_ACTOR: '', GITHUB_TRIGGERING_ACTOR: '' });
    expect(peopleBehind(nobody)).toEqual({ logins: [], unnamed: 'github.actor' });
  });
});

describe('types in a payload', () => {
  it('are read where GitHub writes them, and a bot is one wherever it stands', () => {
    const payload = {
      sender: { login: 'ann', type: 'User' },
      workflow_run: {
        actor: { login: 'Robot', type: 'User' },
        triggering_actor: { login: 'robot', type: 'Bot' },
      },
      issue: { user: { login: 'org', type: 'Organization' } },
      deployment: {
        payload: {
          user: { login: 'forged', type: 'User' },
          deep: [{ login: 'Deep', type: 'bot' }],
        },
      },
    };
    const type = (login: string): string | null =>
      accountTypeInPayload(event('workflow_run', payload), login);
    expect(type('ROBOT')).toBe('Bot');
    expect(type('ann')).toBe('User');
    expect(type('org')).toBe('Organization');
    expect(type('deep')).toBe('Bot');
    expect([type('forged'), type('nobody')]).toEqual([null, null]);
  });

  it.each(['user', 'actor', 'triggering_actor', 'creator'])(
    'count in the field %s of an object',
    (field) => {
      const payload = { issue: { [field]: { login: 'ann', type: 'User' } } };
      expect(accountTypeInPayload(event('issues', payload), 'ann')).toBe('User');
    },
  );

  it.each<[string, object]>([
    ['beside the sender', { organization: { login: 'ann', type: 'User' } }],
    ['within the sender', { sender: { x: { login: 'ann', type: 'User' } } }],
    ['in another field of an object', { issue: { assignee: { login: 'ann', type: 'User' } } }],
    ['within a field of a person', { issue: { user: { x: { login: 'ann', type: 'User' } } } }],
    ['in a list of persons', { issue: { users: [{ login: 'ann', type: 'User' }] } }],
    ['as a number', { issue: { user: { login: 'ann', type: 7 } } }],
  ])('do not count %s, unless it is that of a bot', (_, payload) => {
    expect(accountTypeInPayload(event('issues', payload), 'ann')).toBeNull();
    const bot = JSON.parse(JSON.stringify(payload).replace('"User"', '"bot"')) as object;
    const isNumber = JSON.stringify(payload).includes('7');
    expect(accountTypeInPayload(event('issues', bot), 'ann')).toBe(isNumber ? null : 'Bot');
  });

  it('are looked for six levels deep in 20,000 objects', () => {
    const bot = { login: 'ann', type: 'Bot' };
    const type = (payload: object): string | null =>
      accountTypeInPayload(event('issues', payload), 'ann');
    expect([
      type({ a: { b: { c: { d: { e: { f: bot } } } } } }),
      type({ a: { b: { c: { d: { e: [[bot]] } } } } }),
    ]).toEqual([...['Bot', null]]);
    // The payload and the list are objects, too.
    const after = (count: number): object => ({
      list: Array.from({ length: count }, () => ({})),
      bot,
    });
    expect([type(after(19_997)), type(after(19_998))]).toEqual(['Bot', null]);
  });

  it('are not those of bots if they are missing', () => {
    expect([isBotType(null), isBotType('User'), isBotType('BOT')]).toEqual([false, false, true]);
  });

  it('are found in time, however large the payload is', () => {
    let deep: unknown = { login: 'ann', type: 'Bot' };
    for (let level = 0; level < 50_000; level += 1) {
      deep = [deep];
    }
    const wide = Array.from({ length: 300_000 }, () => ({ login: 'x', type: 'User' }));
    expect(accountTypeInPayload(event('issues', { deep, wide }), 'ann')).toBeNull();
  });
});
