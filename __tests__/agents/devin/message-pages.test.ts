/**
 * Pages of messages that announce a next one for ever (contract 4.7; cases, C11): one that brings
 * nothing is the last for now.
 */
import { expect, it } from '@jest/globals';
import { DevinTurn } from '../../../src/agents/devin/turn.ts';
import { beforeOf } from '../../../src/agents/devin/memo.ts';
import { KnownSessions } from '../../../src/agents/devin/known-sessions.ts';
import {
  parseSession,
  type DevinPage,
  type SessionMessage,
} from '../../../src/agents/devin/schema.ts';
import { ManualClock } from '../../support/manual-clock.ts';

const CALL = { signal: new AbortController().signal, deadline: 1e12 };

const message = (id: string, text: string): SessionMessage => ({
  id,
  isAgent: text !== 'Fix it.',
  text,
  createdAt: 1_000,
});

/** What each page holds. `isWhole`: each holds all messages, whatever cursor leads to it. */
class EndlessPages {
  readonly messages: SessionMessage[] = [message('m1', 'Fix it.'), message('m2', 'A plan.')];
  status = 'running';
  detail = 'working';
  reads = 0;
  readonly #isWhole: boolean;

  constructor(isWhole: boolean) {
    this.#isWhole = isWhole;
  }

  client() {
    return {
      session: () => {
        const body = { session_id: 's1', status: this.status, status_detail: this.detail };
        const session = parseSession(body);
        return session === null ? Promise.reject(new Error()) : Promise.resolve(session);
      },
      messages: (_: string, after: string | null): Promise<DevinPage<SessionMessage>> => {
        this.reads += 1;
        const from = this.#isWhole || after === null ? 0 : Number(after.split('-')[0]);
        const items = this.messages.slice(from);
        const cursor = `${from + items.length}-${this.reads}`;
        return Promise.resolve({ items, cursor, hasNext: true, problem: null });
      },
    };
  }
}

it.each([
  ['the rest', false],
  ['everything', true],
])('each page brings %s: the session is read on, and nothing is lost', async (_, isWhole) => {
  const pages = new EndlessPages(isWhole);
  const clock = new ManualClock();
  const turn = new DevinTurn(
    { client: pages.client(), clock, seen: new KnownSessions(clock) },
    {
      turn: {
        runId: 's1',
        mode: 'created',
        runBefore: null,
        before: null,
        sent: null,
        acceptedAt: clock.now(),
      },
      ports: { warn: () => undefined, note: () => undefined, notice: () => undefined },
    },
  );
  const told: unknown[] = [];
  const read = async (last = false) => {
    for (;;) {
      const part = await turn.read(CALL, { last });
      told.push(...part.entries.map(({ entry }) => entry.view.thought ?? entry.view.observation));
      if (!part.more) {
        return part;
      }
    }
  };
  await read();
  pages.messages.push(message('m3', 'Halfway.'));
  clock.advance(60_000);
  await read();
  pages.messages.push(message('m4', 'Done.'));
  pages.detail = 'finished';
  clock.advance(10_000);
  expect((await read()).run).toMatchObject({ status: 'running/finished' });
  const end = await read(true);
  expect(end).toMatchObject({ complete: true });
  expect(told).toEqual(['Fix it.', 'A plan.', 'Halfway.', 'Done.']);
  expect(pages.reads).toBeLessThan(16);
});

it('what is remembered before a follow-up is read to its last message', async () => {
  const pages = new EndlessPages(true);
  const { entries } = await beforeOf(pages.client(), 's1', CALL);
  expect(entries).toBe(2);
});
