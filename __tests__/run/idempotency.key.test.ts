/**
 * The key of a create, its identity in the metadata of the run, and the mark of a follow-up
 * (contract 4.9).
 */
import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { readEvent } from '../../src/github/event.ts';
import { sectionsOf } from '../../src/github/event-sections.ts';
import {
  askedInPublic,
  followUpMark,
  identityOf,
  identityText,
  readIdentity,
  stepKey,
  threadMark,
  withMark,
} from '../../src/run/once/key.ts';
import { identityIn, withIdentity } from '../../src/agents/agent-run/key.ts';
import { inputsOf } from '../support/start-of.ts';

const ENV = {
  GITHUB_REPOSITORY: 'octo/widgets',
  GITHUB_RUN_ID: '7001',
  GITHUB_WORKFLOW: 'Agent',
  GITHUB_JOB: 'fix',
  GITHUB_ACTION: '__octo_agent',
  GITHUB_RUN_ATTEMPT: '2',
};
const INPUTS = inputsOf({ token: 'api-token', prompt: 'Go' });
const ISSUE = { env: { GITHUB_EVENT_NAME: 'issues' }, payload: { issue: { number: 7 } } };

const key = ({
  env = {},
  payload = {},
  turn = 0,
  task = null,
  ...inputs
}:
  | (Partial<typeof INPUTS> & {
      env?: object;
      payload?: object;
      turn?: number;
      task?: string | null;
    })
  | Record<string, unknown>): string =>
  stepKey(
    {
      inputs: { ...INPUTS, ...inputs },
      event: readEvent({ ...ENV, ...(env as object) }, payload),
      task: task as string | null,
    },
    turn as number,
  );

describe('the key of a request', () => {
  it('is the same for the same step, regardless of the case of the repository', () => {
    expect(key({})).toMatch(/^[0-9a-f]{32}$/);
    expect(key({ env: { GITHUB_REPOSITORY: 'Octo/Widgets' } })).toBe(key({}));
  });

  it.each([
    { token: 'another' },
    { env: { GITHUB_REPOSITORY: 'octo/other' } },
    { env: { GITHUB_RUN_ID: '7002' } },
    { idempotencyKey: '7001' },
    { env: { GITHUB_JOB: 'test' } },
    { siblingIndex: 1 },
    { env: { GITHUB_ACTION: '__octo_agent_2' } },
    { commentKey: 'review' },
    { turn: 1 },
    { task: 'docs' },
  ])('differs with %j', (change) => {
    expect(key(change)).not.toBe(key({}));
  });

  it('spans workflow runs if the user set one', () => {
    const own = { idempotencyKey: 'release-1.2' };
    expect(key({ ...own, env: { GITHUB_RUN_ID: '7002' } })).toBe(key(own));
    expect(key({ idempotencyKey: 'release-1.3' })).not.toBe(key(own));
  });

  it('of a review is about the head that was read, and who asked for it', () => {
    const review = { ...inputsOf(), review: 'advise' } as const;
    const event = readEvent({ GITHUB_EVENT_NAME: 'pull_request' }, { number: 7 });
    const keyOf = (headSha: string) => stepKey({ inputs: review, event, headSha });
    expect(keyOf('a')).not.toBe(keyOf('c'));
    expect(stepKey({ inputs: inputsOf(), event, headSha: 'a' })).toBe(
      stepKey({ inputs: inputsOf(), event, headSha: 'c' }),
    );
  });

  it.each([
    { review: 'advise', resume: 'never' },
    { review: 'none', resume: 'thread' },
  ] as const)('is another one for each comment that asks: %j', (change) => {
    const inputs = { ...inputsOf(), ...change };
    const keyOf = (id: number) => {
      const payload = { issue: { number: 7 }, comment: { id } };
      return stepKey({ inputs, event: readEvent({ GITHUB_EVENT_NAME: 'issue_comment' }, payload) });
    };
    expect(keyOf(5)).not.toBe(keyOf(6));
  });

  it('of a thread without a comment is that of its workflow run, also under a key of its own', () => {
    const inputs = { ...inputsOf(), resume: 'thread', idempotencyKey: 'own' } as const;
    const keyOf = (run: string, number: number) => {
      const env = { GITHUB_EVENT_NAME: 'issues', GITHUB_RUN_ID: run };
      return stepKey({ inputs, event: readEvent(env, { issue: { number } }) });
    };
    expect(new Set([keyOf('1', 7), keyOf('2', 7), keyOf('1', 8)]).size).toBe(3);
  });

  it.each(['workflow_dispatch', 'discussion_comment'])(
    'with `resume: thread` on an event without a thread is as without: %s',
    (name) => {
      const keyOf = (resume: 'never' | 'thread', run: string) => {
        const env = { ...ENV, GITHUB_EVENT_NAME: name, GITHUB_RUN_ID: run };
        const event = readEvent(env, { comment: { id: Number(run) } });
        return stepKey({ inputs: { ...INPUTS, resume, idempotencyKey: 'release-7' }, event });
      };
      expect(keyOf('thread', '7001')).toBe(keyOf('never', '7001'));
      expect(keyOf('thread', '7002')).toBe(keyOf('thread', '7001'));
    },
  );

  // Nobody without the token can make it: a run that somebody else marked is not found.
  it.each([
    [{}, ['run', '7001'], []],
    [{ idempotencyKey: 'release-1.2' }, ['own', 'release-1.2'], []],
    [{ resume: 'thread', ...ISSUE }, ['run', '7001'], ['thread', null, 7, '7001']],
    [{ review: 'advise' }, ['run', '7001'], ['review', null, null, null]],
  ])('is an HMAC under the token: %j', (inputs, scope, asked) => {
    const place = [
      'key/2',
      'octo/widgets',
      ...scope,
      'fix',
      0,
      '__octo_agent',
      'Agent/fix/0',
      ...asked,
      0,
      null,
    ];
    const made = createHmac('sha256', 'api-token').update(JSON.stringify(place)).digest('hex');
    expect(key(inputs)).toBe(made.slice(0, 32));
  });
});

const hash = (parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');

describe('the identity of a request', () => {
  const identity = (inputs: Partial<typeof INPUTS> = {}, turn = 0) =>
    identityOf({ inputs: { ...INPUTS, ...inputs }, event: readEvent(ENV, {}) }, turn);

  it('has the first generation, and what the author asked', () => {
    const made = identity();
    expect(made).toMatchObject({ key: key({}), generation: 1 });
    expect(identity({ prompt: 'Go on' }).asked).not.toBe(made.asked);
    expect(identity({ prompt: 'Go on' }).key).toBe(made.key);
    expect(made.asked).toBe(hash(['asked/2', 'Go', '', []]).slice(0, 32));
    expect(identity({ prompt: null }).asked).toBe(hash(['asked/2', '', '', []]).slice(0, 32));
  });

  it('is told in public as an HMAC under the token, which nobody else can try out', () => {
    const sources = { inputs: INPUTS, event: readEvent(ENV, {}) };
    const { asked } = identityOf(sources);
    const made = createHmac('sha256', 'api-token').update(`asked/public ${asked}`).digest('hex');
    expect(askedInPublic(sources)).toBe(made.slice(0, 32));
  });

  it('has what the event says, if that is sent, without the random marker of its frame', () => {
    const event = readEvent(
      { ...ENV, GITHUB_EVENT_NAME: 'issues' },
      { issue: { body: 'It broke.' } },
    );
    const asked = (context: 'event' | 'none') =>
      identityOf({ inputs: { ...INPUTS, context }, event }).asked;
    expect(asked('none')).toBe(identity().asked);
    expect(asked('event')).toBe(hash(['asked/2', 'Go', '', sectionsOf(event)]).slice(0, 32));
  });

  it.each<[string, Partial<typeof INPUTS>, Partial<typeof INPUTS>]>([
    ['prompt', { prompt: 'One.\r\nTwo.\r' }, { prompt: 'One.\nTwo.\n' }],
    ['schema', { outputSchema: '{\r\n}' }, { outputSchema: '{\n}' }],
  ])('is the same with other line ends in its %s', (_, one, other) => {
    expect(identity(one)).toEqual(identity(other));
    expect(identity(one)).not.toEqual(identity());
  });

  it('is the same with other line ends in what the event says', () => {
    const asked = (body: string) => {
      const env = { ...ENV, GITHUB_EVENT_NAME: 'issues' };
      const event = readEvent(env, { issue: { title: 'It', body } });
      return identityOf({ inputs: { ...INPUTS, context: 'event' }, event }).asked;
    };
    expect(asked('It broke.\r\nTwice.')).toBe(asked('It broke.\nTwice.'));
    expect(asked('It broke. Twice.')).not.toBe(asked('It broke.\nTwice.'));
  });

  it("is stored next to the user's own fields, and read back", () => {
    const made = identity();
    const body = withIdentity({ prompt: 'Go', metadata: { team: 'core' } }, made);
    expect(body).toMatchObject({ prompt: 'Go', metadata: { team: 'core' } });
    expect(identityIn(JSON.parse(JSON.stringify(body.metadata)))).toEqual(made);
  });

  const STORED = {
    agent_run_action_key: 'k',
    agent_run_action_generation: '1',
    agent_run_action_request: 'r',
  };

  it.each([
    ...[null, undefined, 'text', [], {}],
    { ...STORED, agent_run_action_key: 7 },
    { ...STORED, agent_run_action_request: null },
    ...['0', '-1', 'x', null].map((attempt) => ({
      ...STORED,
      agent_run_action_generation: attempt,
    })),
  ])('is not found in %j', (metadata) => {
    expect(identityIn(metadata)).toBeNull();
    expect(identityIn(STORED)).toEqual({ key: 'k', generation: 1, asked: 'r' });
  });

  describe('of a turn in a thread', () => {
    interface Turn {
      readonly event?: string;
      readonly env?: Readonly<Record<string, string>>;
      readonly issue?: number;
      readonly comment?: Readonly<Record<string, unknown>>;
      readonly prompt?: string;
      readonly generation?: number;
    }
    const markOf = (turn: Turn = {}): string => {
      const { event = 'issue_comment', env = {}, issue = 7, generation = 1 } = turn;
      const comment = { id: 5, updated_at: '2026-04-01T12:00:00Z', ...turn.comment };
      const number = { number: issue };
      const payload = { issue: number, pull_request: number, comment, review: comment };
      const prompt = turn.prompt ?? 'Go';
      const own = { idempotency: 'on', idempotency_key: 'own' };
      const inputs = inputsOf({ token: 'api-token', ...own, prompt });
      const sources = {
        inputs,
        event: readEvent({ ...ENV, GITHUB_EVENT_NAME: event, ...env }, payload),
      };
      return threadMark(sources, generation);
    };

    it.each<[string, Turn]>([
      ['thread', { issue: 8 }],
      ['workflow run', { env: { GITHUB_RUN_ID: '7002' } }],
      ['comment', { comment: { id: 6 } }],
      ['edit of it', { comment: { updated_at: '2026-04-01T12:00:01Z' } }],
      ['step', { env: { GITHUB_ACTION: 'other' } }],
      ['generation', { generation: 2 }],
    ])('has another mark for each %s', (_, turn) => {
      expect(markOf(turn)).not.toBe(markOf());
    });

    it('has one mark in all attempts, whatever the prompt says by then', () => {
      expect(markOf({ env: { GITHUB_RUN_ATTEMPT: '3' }, prompt: 'Go, please' })).toBe(markOf());
    });

    it.each([
      ['pull_request_review', { submitted_at: '1', updated_at: undefined }, { submitted_at: '2' }],
      ['pull_request_review_comment', {}, { id: 6 }],
    ])('knows the text that an event %s brings', (event, comment, change) => {
      const one = markOf({ event, comment });
      expect(markOf({ event, comment: { ...comment, ...change } })).not.toBe(one);
    });
  });

  it('makes a short mark, which ends the follow-up', () => {
    const made = identity({}, 1);
    const mark = followUpMark(made);
    expect(mark).toBe(`ara-${hash(['mark/1', made.key, 1, made.asked]).slice(0, 16)}`);
    expect(followUpMark({ ...made, generation: 3 })).not.toBe(mark);
    const text = withMark('Go on', mark);
    expect([text, withMark('Go on', null)]).toEqual([
      `Go on\n\n(Reference of this message: ${mark})`,
      'Go on',
    ]);
  });

  it('is saved, and read back', () => {
    const sent = { key: 'a'.repeat(32), generation: 2, asked: 'b'.repeat(32) };
    const text = identityText(sent);
    expect(text).toBe(`${sent.key}.2.${sent.asked}`);
    expect(readIdentity(text)).toEqual(sent);
    expect(readIdentity(text.replace('.2.', '.42.'))).toEqual({ ...sent, generation: 42 });
    for (const other of [
      '',
      `x${text}`,
      `${text}x`,
      text.replace('.2.', '..'),
      text.replace('a', 'A'),
    ]) {
      expect(readIdentity(other)).toBeNull();
    }
  });
});
