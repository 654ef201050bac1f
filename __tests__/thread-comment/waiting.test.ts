/** Which comments of a thread wait, and which of them a follow-up delivers (contract 7.2). */
import { describe, expect, it } from '@jest/globals';
import { EMPTY_MAILBOX, settle, type Mailbox } from '../../src/thread-comment/mailbox.ts';
import {
  AUTHORS_MAX,
  authorsToAsk,
  sortRequests,
  waitingRequests,
  type AuthorVerdict,
  type Message,
} from '../../src/thread-comment/waiting.ts';

const message = (id: number, fields: Partial<Message> = {}): Message => ({
  id,
  body: '@agent please',
  author: 'mona',
  authorIsBot: false,
  htmlUrl: `https://github.test/c/${id}`,
  ...fields,
});
const ids = (messages: readonly Message[]): number[] => messages.map(({ id }) => id);

describe('the requests that wait', () => {
  it('are the same for a step without a comment of its own', () => {
    const thread = [message(14), message(9)];
    expect(ids(waitingRequests(thread, EMPTY_MAILBOX, null))).toEqual([9, 14]);
    expect(ids(authorsToAsk(thread, null))).toEqual([14]);
    expect(sortRequests(thread, { own: null, verdicts: new Map() }).later).toEqual([14, 9]);
  });

  it("need no permission check of the step's own comment", () => {
    expect(authorsToAsk([message(1)], message(1))).toEqual([]);
    expect(ids(authorsToAsk([message(1), message(2), message(3)], message(1)))).toEqual([2]);
  });

  it('are those that were not settled, oldest first', () => {
    const mailbox: Mailbox = { ...EMPTY_MAILBOX, high: 10, settled: [12] };
    const thread = [message(14), message(9), message(11), message(12)];
    expect(ids(waitingRequests(thread, mailbox, thread[0] ?? null))).toEqual([11, 14]);
  });

  it("hold the step's own comment where the thread does not show it yet, and not once it is settled", () => {
    const own = message(20, { body: 'edited since: no phrase' });
    expect(ids(waitingRequests([message(19)], EMPTY_MAILBOX, own))).toEqual([19, 20]);
    expect(ids(waitingRequests([own], settle(EMPTY_MAILBOX, [20]), own))).toEqual([]);
  });

  it('need one permission check per author, for at most 20 authors', () => {
    const own = message(1);
    const many = Array.from({ length: 60 }, (_, index) => message(index + 2, { author: `User${index % 30}` }));
    const asked = authorsToAsk([own, message(500, { author: 'USER0' }), ...many], own);
    expect(asked).toHaveLength(AUTHORS_MAX);
    expect(new Set(asked.map(({ author }) => author.toLowerCase())).size).toBe(AUTHORS_MAX);
  });

  it('are delivered, refused or left to later steps by the verdict about their authors', () => {
    const waiting = [
      message(1, { author: 'Ann' }),
      message(2, { author: 'eve' }),
      message(3, { author: 'bob' }),
      message(4),
    ];
    const verdicts = new Map<string, AuthorVerdict>([
      ['ann', 'admitted'],
      ['eve', 'refused'],
    ]);
    const sorted = sortRequests(waiting, { own: waiting[3] ?? null, verdicts });
    expect([ids(sorted.deliver), sorted.refused, sorted.later]).toEqual([[1, 4], [2], [3]]);
  });
});
