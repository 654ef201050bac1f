/** The plan of a turn while GitHub limits requests and the log lags behind (contract 6.1, 7.2). */
import { describe, expect, it } from '@jest/globals';
import { readEvent } from '../../src/github/event.ts';
import { parseInputs } from '../../src/inputs/parse.ts';
import type { Agent } from '../../src/agents/port.ts';
import { scriptedAgent, SHOWN } from '../support/scripted-agent.ts';
import { openAgent } from '../../src/context.ts';
import { planTurn } from '../../src/thread/deliver.ts';
import { readPatiently } from '../../src/thread/find.ts';
import { EMPTY_MAILBOX, type Mailbox, readMarker, writeMarker } from '../../src/thread/mailbox.ts';
import { openThread } from '../../src/thread/thread.ts';
import { BOT, type FaultAct, type GitHubModel } from '../support/fake-github.ts';
import { entry } from '../support/memory-client.ts';
import type { Answering } from '../support/memory-http.ts';
import {
  INPUTS,
  memoryGitHub,
  memoryScene,
  refusal,
  service,
  TOKEN,
} from '../support/memory-scene.ts';

/** The accounts whose permission was asked for. */
const askedAbout = (github: GitHubModel): string[] =>
  github.log().flatMap((request) => /collaborators\/(\w+)/.exec(request)?.slice(1) ?? []);

const PLACE = { secret: TOKEN, repository: 'octo/widgets', thread: 7, commentKey: 'key' };
const MARK = 'ara-0123456789abcdef';
const echo = entry(0, { message_type: 'USER_MESSAGE', observation: `Go on. ${MARK}` });

interface Setting {
  /** What the thread records. Default: run 77. */
  readonly runId?: string | null;
  readonly mailbox?: Partial<Mailbox>;
  readonly answer?: Answering;
  /** Default: the service of the spec, which answers so. */
  readonly agent?: Agent;
  /** The authors of the comments; the last one is the own comment. */
  readonly authors?: readonly string[];
  readonly event?: { readonly name: string; readonly payload: object };
  readonly prepare?: (github: GitHubModel) => void;
}

/** Plans the turn of the last comment in a thread that records run 77. */
async function plan({
  runId = '77',
  mailbox,
  answer,
  agent: givenAgent,
  authors = ['ann', 'mona'],
  event,
  prepare,
}: Setting) {
  const github = memoryGitHub({ ann: 'write', mona: 'write' });
  github.nextId = 1;
  if (mailbox !== undefined) {
    github.addComment(
      7,
      writeMarker({ ...PLACE, runId, mailbox: { ...EMPTY_MAILBOX, ...mailbox } }),
      BOT,
    );
  }
  for (const author of authors) {
    github.addComment(7, '@agent go', { login: author, type: 'User' });
  }
  prepare?.(github);
  const own = github.thread.at(-1);
  const scene = memoryScene({ github, ...(answer && { answer }) });
  const { clock, ports } = scene;
  const all: Readonly<Record<string, string>> = {
    ...INPUTS,
    resume: 'thread',
    trigger_phrase: '@agent',
    comment_key: 'key',
  };
  const { inputs } = parseInputs({ input: (name) => all[name] ?? '', env: {}, files: scene.files });
  const comment = { id: own?.id, body: own?.body, user: own?.author };
  const { name, payload } = event ?? {
    name: 'issue_comment',
    payload: { issue: { number: 7 }, comment },
  };
  const context = readEvent(
    { GITHUB_EVENT_NAME: name, GITHUB_REPOSITORY: 'octo/widgets' },
    payload,
  );
  const warnings: string[] = [];
  const warn = (message: string): void => void warnings.push(message);
  const deadline = clock.now() + 600_000;
  const given = {
    ...ports,
    inputs,
    event: context,
    warn,
    deadline,
    step: { dispatch: () => undefined },
  };
  const thread = await openThread(given, {
    read: (reading) => readPatiently(reading, given),
  });
  if (thread === null) {
    throw new Error('there is a thread');
  }
  const agent = givenAgent ?? (await openAgent(ports, inputs));
  const made = await planTurn({ ...given, thread, agent });
  const recorded = readMarker(github.thread[0]?.body ?? '', PLACE)?.mailbox;
  return { ...scene, made, warnings, thread, recorded };
}

it('asks about authors for two minutes in all, and leaves their comments to a later step', async () => {
  const { made, clock, thread, warnings, github } = await plan({
    mailbox: {},
    authors: ['ann', 'ben', 'eve', 'mona'],
    prepare: ({ faults }) =>
      void faults.push({
        path: /collaborators/,
        times: 9,
        act: refusal(403, 'secondary rate limit', 40_000),
      }),
  });
  expect(made).toMatchObject({ kind: 'send', runId: '77', comments: [{ id: 5 }] });
  expect(askedAbout(github)).toEqual(['ann', 'ann', 'ann', 'ann']);
  expect(clock.elapsed).toBe(120_000);
  expect(thread.mailbox).toMatchObject({ settled: [], intended: { ids: [5] } });
  expect(warnings).toEqual([
    expect.stringContaining('3 comments of this thread could not be delivered'),
  ]);
});

describe('what a killed step left announced', () => {
  const left = { intended: { ids: [2], mark: MARK } };

  it('is settled by its echo, though the log shows it late', async () => {
    let reads = 0;
    const answer: Answering = (request, nth) =>
      service((reads += 1) > 2 ? [echo] : [])(request, nth);
    const { made, recorded } = await plan({ mailbox: left, answer });
    expect(made).toMatchObject({ kind: 'send', comments: [{ id: 3, mayRepeat: false }] });
    expect(recorded).toMatchObject({ turns: 1, settled: [2], intended: { ids: [3] } });
  });

  it.each([
    ['shows no echo', service([])],
    ['cannot be read', service([], { 'GET logs': { status: 403 } })],
  ])('is delivered again if the log %s', async (_, answer) => {
    const { made, recorded } = await plan({ mailbox: left, answer });
    expect(made).toMatchObject({
      comments: [
        { id: 2, mayRepeat: true },
        { id: 3, mayRepeat: false },
      ],
    });
    expect(recorded).toMatchObject({ turns: 0, settled: [], intended: { ids: [2, 3] } });
  });
});

describe('a run whose follow-ups are runs of their own', () => {
  it('leaves what is remembered of the newest one in the marker', async () => {
    const memo = 'newest: run-1 -->';
    const { agent } = scriptedAgent({ before: () => ({ entries: null, memo }) });
    const { recorded } = await plan({ runId: 'bc-1/run-1', mailbox: {}, agent });
    const before = recorded?.intended?.before ?? '';
    expect(before).toMatch(/^[\w-]+$/);
    expect(Buffer.from(before, 'base64url').toString()).toBe(memo);
  });

  it('is asked with it what became of a follow-up that was announced', async () => {
    const before = Buffer.from('newest: run-1').toString('base64url');
    const { agent, calls } = scriptedAgent({
      findFollowUp: (_, mark) => (mark === MARK ? { ...SHOWN, id: 'bc-1/run-2' } : null),
    });
    const mailbox = { intended: { ids: [2], mark: MARK, before } };
    const { recorded } = await plan({ runId: 'bc-1/run-1', mailbox, agent });
    expect(calls[0]).toBe('find-follow-up newest: run-1');
    expect(recorded).toMatchObject({ turns: 1, settled: [2] });
  });

  it.each([
    [true, [3], { turns: 1, settled: [2] }],
    [false, [2, 3], { turns: 0, settled: [] }],
  ])('that has begun since and cannot be read counts as theirs: %s', async (...given) => {
    const [hasUnread, brought, mailbox] = given;
    const before = Buffer.from('newest: run-1').toString('base64url');
    const { agent } = scriptedAgent({ hasUnread });
    const left = { intended: { ids: [2], mark: MARK, before } };
    const { made, recorded } = await plan({ runId: 'bc-1/run-1', mailbox: left, agent });
    expect(made).toMatchObject({ comments: brought.map((id) => ({ id })) });
    expect(recorded).toMatchObject(mailbox);
  });
});

describe('the authors', () => {
  const asking = async (authors: readonly string[], writers: readonly string[]) => {
    const prepare = ({ permissions }: GitHubModel): void =>
      writers.forEach((login) =>
        permissions.set(login, { permission: 'write', role_name: 'write' }),
      );
    const { thread, github } = await plan({ mailbox: {}, authors, prepare });
    return {
      asked: askedAbout(github),
      delivered: thread.mailbox.intended?.ids,
      settled: thread.mailbox.settled,
    };
  };

  it('are asked about once each but for the own comment, and those of refused ones are settled undelivered', async () => {
    const authors = ['ann', 'eve', 'Ann', 'eve', 'mona'];
    expect(await asking(authors, ['ann'])).toEqual({
      asked: ['ann', 'eve'],
      delivered: [2, 4, 6],
      settled: [3, 5],
    });
  });

  it('are at most twenty: the comments of others wait', async () => {
    const users = Array.from({ length: 22 }, (_, index) => `user${index + 1}`);
    const { asked, delivered, settled } = await asking([...users, 'user1', 'mona'], users);
    expect(asked).toEqual(users.slice(0, 20));
    expect([delivered, settled]).toEqual([[...asked.map((_, index) => index + 2), 24, 25], []]);
  });
});

describe('the announcement', () => {
  const editing =
    (...acts: readonly FaultAct[]) =>
    ({ faults }: GitHubModel) =>
      void faults.push(...acts.map((act) => ({ method: 'PATCH', act })));

  it('waits for GitHub', async () => {
    const { recorded, clock } = await plan({
      mailbox: {},
      prepare: editing(refusal(502), refusal(403, 'No.', 30_000)),
    });
    expect(recorded?.intended?.ids).toEqual([2, 3]);
    expect(clock.elapsed).toBeGreaterThanOrEqual(32_000);
  });

  it('that cannot be written for two minutes ends the step before anything is sent', async () => {
    const ended = plan({
      mailbox: {},
      prepare: editing(...Array.from({ length: 99 }, () => refusal(503))),
    });
    await expect(ended).rejects.toMatchObject({
      name: 'ThreadUnavailable',
      message: expect.stringContaining('Nothing was sent'),
    });
  });

  it('goes into a new comment if the old one cannot be edited', async () => {
    const { github, made } = await plan({ mailbox: {}, prepare: editing(refusal(403)) });
    expect(made.kind).toBe('send');
    expect(readMarker(github.thread.at(-1)?.body ?? '', PLACE)).toMatchObject({
      runId: '77',
      mailbox: { intended: { ids: [2, 3] } },
    });
  });
});

it('of a comment about many runs resumes none of them', async () => {
  const { made } = await plan({ runId: null, mailbox: {} });
  expect(made).toMatchObject({ kind: 'send', runId: null });
});

describe('a first turn', () => {
  it('of a comment leaves older comments to their own jobs', async () => {
    const { made, thread } = await plan({ authors: ['ann', 'mona'] });
    expect(made).toMatchObject({ kind: 'send', runId: null, comments: [{ id: 2 }], mark: null });
    expect(thread.mailbox).toMatchObject({ since: 2, intended: { ids: [2] } });
  });

  it('of another event leaves comments to their own jobs that are older than the event', async () => {
    const { made, thread } = await plan({
      authors: ['ann', 'ben', 'mona'],
      event: {
        name: 'issues',
        payload: { issue: { number: 7, updated_at: '2026-04-01T12:00:00Z' } },
      },
      prepare: ({ thread: comments }) => {
        const times = ['09:00:00', '11:59:59', '12:00:05'];
        comments.forEach((comment, index) =>
          Object.assign(comment, { createdAt: `2026-04-01T${times[index]}Z` }),
        );
      },
    });
    expect(made).toMatchObject({ kind: 'send', runId: null, comments: null });
    expect(thread.mailbox.since).toBe(2);
  });
});
