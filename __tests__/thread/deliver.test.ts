/** The plan of a turn while GitHub limits requests and the log lags behind (contract 6.1, 7.2). */
import { describe, expect, it } from '@jest/globals';
import { readEvent } from '../../src/github/event.ts';
import { GitHubError } from '../../src/github/port.ts';
import { parseInputs, type Inputs } from '../../src/inputs/parse.ts';
import { createClient } from '../../src/service/client.ts';
import { planTurn } from '../../src/thread/deliver.ts';
import { readPatiently } from '../../src/thread/find.ts';
import { EMPTY_MAILBOX, type Mailbox, readMarker, writeMarker } from '../../src/thread/mailbox.ts';
import { renderComment } from '../../src/report/comment.ts';
import { openThread } from '../../src/thread/thread.ts';
import { entry } from '../support/memory-client.ts';
import type { Answering } from '../support/memory-http.ts';
import { INPUTS, memoryScene, MemoryGitHub, service, TOKEN } from '../support/memory-scene.ts';

const PLACE = { secret: TOKEN, repository: 'octo/widgets', thread: 7, commentKey: 'key' };
const MARK = 'ara-0123456789abcdef';
const echo = entry(0, { message_type: 'USER_MESSAGE', observation: `Go on. ${MARK}` });

interface Setting {
  readonly mailbox?: Partial<Mailbox>;
  readonly answer?: Answering;
  /** The authors of the comments; the last one is the own comment. */
  readonly authors?: readonly string[];
  readonly event?: { readonly name: string; readonly payload: object };
  readonly prepare?: (github: MemoryGitHub) => void;
}

/** Plans the turn of the last comment in a thread that records run 77. */
async function plan({ mailbox, answer, authors = ['ann', 'mona'], event, prepare }: Setting) {
  const github = new MemoryGitHub({ ann: 'write', mona: 'write' });
  if (mailbox !== undefined)
    await github.createComment(7, writeMarker({ ...PLACE, runId: 77, mailbox: { ...EMPTY_MAILBOX, ...mailbox } }));
  for (const author of authors) {
    const id = github.thread.length + 1;
    github.thread.push({ id, body: '@agent go', htmlUrl: `https://github.com/c/${id}`, author, authorIsBot: false });
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
  const { inputs } = parseInputs({ input: (name) => all[name] ?? '', env: {}, files: scene.files }) as {
    inputs: Inputs;
  };
  const comment = { id: own?.id, body: own?.body, user: { login: own?.author, type: 'User' } };
  const { name, payload } = event ?? { name: 'issue_comment', payload: { issue: { number: 7 }, comment } };
  const context = readEvent({ GITHUB_EVENT_NAME: name, GITHUB_REPOSITORY: 'octo/widgets' }, payload);
  const warnings: string[] = [];
  const warn = (message: string): void => void warnings.push(message);
  const deadline = clock.now() + 600_000;
  const given = { ...ports, inputs, event: context, warn, deadline, step: { dispatch: () => undefined } };
  const thread = await openThread(given, {
    render: renderComment,
    read: (reading) => readPatiently(reading, given),
  });
  if (thread === null) throw new Error('there is a thread');
  const client = createClient({ ...ports, ...inputs });
  const made = await planTurn({ ...given, thread, client });
  const recorded = readMarker(github.thread[0]?.body ?? '', PLACE)?.mailbox;
  return { ...scene, made, warnings, thread, recorded };
}

it('asks about authors for a minute in all, and leaves their comments to a later step', async () => {
  const asked: string[] = [];
  const { made, clock, thread, warnings } = await plan({
    mailbox: {},
    authors: ['ann', 'ben', 'eve', 'mona'],
    prepare: (github) =>
      Object.assign(github, {
        permissionOf: (login: string) => {
          asked.push(login);
          return Promise.reject(
            new GitHubError({ status: 403, message: 'secondary rate limit', retryAfterMs: 40_000 }),
          );
        },
      }),
  });
  expect(made).toMatchObject({ kind: 'send', runId: 77, comments: [{ id: 5 }] });
  expect(asked).toEqual(['ann', 'ann']);
  expect(clock.elapsed).toBeLessThan(60_000);
  expect(thread.mailbox).toMatchObject({ settled: [], intended: { ids: [5] } });
  expect(warnings).toEqual([expect.stringContaining('3 comments of this thread could not be delivered')]);
});

describe('what a killed step left announced', () => {
  const left = { intended: { ids: [2], mark: MARK } };

  it('is settled by its echo, though the log shows it late', async () => {
    let reads = 0;
    const answer: Answering = (request, nth) => service((reads += 1) > 2 ? [echo] : [])(request, nth);
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

describe('the authors', () => {
  const asking = async (authors: readonly string[], permissionOf: (login: string) => string) => {
    const asked: string[] = [];
    const prepare = (github: MemoryGitHub): void =>
      void Object.assign(github, {
        permissionOf: (login: string) => {
          asked.push(login);
          return Promise.resolve({ permission: permissionOf(login), roleName: permissionOf(login) });
        },
      });
    const { thread } = await plan({ mailbox: {}, authors, prepare });
    return { asked, delivered: thread.mailbox.intended?.ids, settled: thread.mailbox.settled };
  };

  it('are asked about once each but for the own comment, and those of refused ones are settled undelivered', async () => {
    const authors = ['ann', 'eve', 'Ann', 'eve', 'mona'];
    expect(await asking(authors, (login) => (login === 'ann' ? 'write' : 'read'))).toEqual({
      asked: ['ann', 'eve'],
      delivered: [2, 4, 6],
      settled: [3, 5],
    });
  });

  it('are at most twenty: the comments of others wait', async () => {
    const users = Array.from({ length: 22 }, (_, index) => `user${index + 1}`);
    const { asked, delivered, settled } = await asking([...users, 'user1', 'mona'], () => 'write');
    expect(asked).toEqual(users.slice(0, 20));
    expect([delivered, settled]).toEqual([[...asked.map((_, index) => index + 2), 24, 25], []]);
  });
});

describe('the announcement', () => {
  const editing = (errors: readonly GitHubError[]) => (github: MemoryGitHub) => {
    const updateComment = github.updateComment.bind(github);
    const left = [...errors];
    Object.assign(github, {
      updateComment: (...given: Parameters<typeof updateComment>) => {
        const error = left.shift();
        return error === undefined ? updateComment(...given) : Promise.reject(error);
      },
    });
  };
  const fault = (status: number, retryAfterMs: number | null = null): GitHubError =>
    new GitHubError({ status, message: 'No.', retryAfterMs });

  it('waits for GitHub', async () => {
    const { recorded, clock } = await plan({ mailbox: {}, prepare: editing([fault(502), fault(403, 30_000)]) });
    expect(recorded?.intended?.ids).toEqual([2, 3]);
    expect(clock.elapsed).toBeGreaterThanOrEqual(32_000);
  });

  it('that cannot be written for two minutes ends the step before anything is sent', async () => {
    const ended = plan({ mailbox: {}, prepare: editing(Array.from({ length: 99 }, () => fault(503))) });
    await expect(ended).rejects.toMatchObject({
      name: 'ThreadUnavailable',
      message: expect.stringContaining('Nothing was sent'),
    });
  });

  it('goes into a new comment if the old one cannot be edited', async () => {
    const { github, made } = await plan({ mailbox: {}, prepare: editing([fault(403)]) });
    expect(made.kind).toBe('send');
    expect(readMarker(github.thread.at(-1)?.body ?? '', PLACE)).toMatchObject({
      runId: 77,
      mailbox: { intended: { ids: [2, 3] } },
    });
  });
});

describe('a first turn', () => {
  it('of a comment leaves older comments to their own jobs', async () => {
    const { made, thread } = await plan({ authors: ['ann', 'mona'] });
    expect(made).toMatchObject({ kind: 'send', runId: null, comments: [{ id: 2 }], mark: null });
    expect(thread.mailbox).toMatchObject({ since: 2, intended: { ids: [2] } });
  });

  it('of another event leaves comments to their own jobs that are older than the event', async () => {
    const at = (time: string) => Date.parse(`2026-04-01T${time}Z`);
    const { made, thread } = await plan({
      authors: ['ann', 'ben', 'mona'],
      event: { name: 'issues', payload: { issue: { number: 7, updated_at: '2026-04-01T12:00:00Z' } } },
      prepare: ({ thread: comments }) => {
        const times = ['09:00:00', '11:59:59', '12:00:05'].map(at);
        comments.forEach((comment, index) => (comments[index] = { ...comment, createdAt: times[index] ?? null }));
      },
    });
    expect(made).toMatchObject({ kind: 'send', runId: null, comments: null });
    expect(thread.mailbox.since).toBe(2);
  });
});
