/** What a conversation means after a follow-up whose events are not there yet. */
import { describe, expect, it } from '@jest/globals';
import type { Conversation } from '../../../src/agents/openhands/client.ts';
import { EventReader, NO_USE, type ToldByEvents } from '../../../src/agents/openhands/entries.ts';
import { shownRecord, type ConversationFacts } from '../../../src/agents/openhands/shown.ts';
import type { Meaning, RunShown } from '../../../src/agents/port.ts';
import { SHOWN } from '../../support/scripted-agent.ts';

const ENDED: Conversation = {
  id: '0123456789abcdef0123456789abcdef',
  sandbox_id: null,
  selected_repository: null,
  pr_number: [],
  metrics: null,
  created_at: null,
  sandbox_status: 'RUNNING',
  execution_status: 'finished',
  conversation_url: null,
  session_api_key: null,
};
const AT_REST = { ...ENDED, sandbox_status: 'PAUSED', execution_status: null };

const before = (meaning: Meaning): RunShown => ({ ...SHOWN, meaning });

function eventsOf(told: Partial<ToldByEvents>, hasBegun = false): ConversationFacts['events'] {
  const log = { hasBegun, isPast: false, lastSaid: hasBegun ? 'Done.' : null };
  return { log, told: { ...new EventReader().told, ...told } };
}

const FOLLOWED_UP: ConversationFacts = {
  mode: 'resumed',
  baseUrl: 'https://app.all-hands.dev',
  serverUrl: 'https://github.com',
  events: eventsOf({ word: 'finished' }),
  restMs: 5_000,
  isStopped: false,
  pullsPreset: [],
  pullsBefore: null,
  useSeen: NO_USE,
  useBefore: NO_USE,
  runBefore: before('succeeded'),
  isLeftAsleep: false,
  isLogOut: false,
  hasWorked: true,
};
const NOTHING_SEEN = { hasWorked: false, runBefore: before('failed') };

type Given = Partial<ConversationFacts> & { readonly shows?: Conversation };

describe('an end that is shown after a follow-up without an event of its turn', () => {
  it.each<[string, Meaning, Given]>([
    ['waits for the event, whatever those of before say', 'active', {}],
    ['counts after 40 seconds', 'succeeded', { restMs: 40_000 }],
    ['waits also where the sandbox sleeps by then', 'active', { shows: AT_REST }],
    ['is that of before where no work was seen', 'failed', NOTHING_SEEN],
    ['is that of before where that was at work', 'active', { runBefore: before('active') }],
    ['counts with its event', 'succeeded', { events: eventsOf({ word: 'finished' }, true) }],
  ])('%s: %s', (_, meaning, { shows = ENDED, ...facts }) => {
    const record = { kind: 'conversation', conversation: shows } as const;
    expect(shownRecord(record, { ...FOLLOWED_UP, ...facts })).toMatchObject({ meaning });
  });
});

describe('a conversation of which its sandbox knows nothing', () => {
  const UNKNOWN = { ...ENDED, execution_status: null };
  const finished = eventsOf({ word: 'finished' }, true);
  const shownAs = (facts: Partial<ConversationFacts>): RunShown =>
    shownRecord({ kind: 'conversation', conversation: UNKNOWN }, { ...FOLLOWED_UP, ...facts });

  it('has after a minute the end that its events tell', () => {
    expect(shownAs({ events: finished, restMs: 60_000 })).toMatchObject({
      status: 'RUNNING/finished',
      meaning: 'succeeded',
      result: 'Done.',
      isOwnEnd: true,
    });
  });

  it.each<[string, Partial<ConversationFacts>]>([
    ['within that minute', { events: finished, restMs: 59_999 }],
    ['where they tell no end', { events: eventsOf({ word: 'running' }, true), restMs: 60_000 }],
    ['where that is of the turn before', { restMs: 60_000 }],
  ])('counts as at work %s', (_, facts) => {
    expect(shownAs(facts)).toMatchObject({ status: 'RUNNING', meaning: 'active' });
  });
});

it.each([
  ['in a loop says that', {}, /^The agent went round in a loop/],
  ['in a loop with a reason of its own gives that', { failure: 'Broken: x' }, /^Broken: x$/],
])('a conversation that the service ended %s', (_, told, cause) => {
  const stuck = { ...ENDED, execution_status: 'stuck' };
  const facts = { ...FOLLOWED_UP, events: eventsOf({ word: 'stuck', ...told }, true) };
  const shown = shownRecord({ kind: 'conversation', conversation: stuck }, facts);
  expect(shown.meaning).toBe('failed');
  expect(shown.cause).toMatch(cause);
});

it('of thousands of pull requests that a tool shows, the last hundred are looked at', () => {
  const shows = { ...ENDED, selected_repository: 'acme/shop' };
  const addressOf = (number: number): string => `https://github.com/acme/shop/pull/${number}`;
  const pulls = Array.from({ length: 5_000 }, (_, nth) => addressOf(nth));
  const elsewhere = pulls.map((url) => url.replace('shop', 'other'));
  const facts = { ...FOLLOWED_UP, events: eventsOf({ pulls: [...pulls, ...elsewhere] }, true) };
  const { pullRequests } = shownRecord({ kind: 'conversation', conversation: shows }, facts);
  const first = { kind: 'seen', url: addressOf(4_900) };
  expect([pullRequests.length, pullRequests[0]]).toEqual([100, first]);
});

it('a cost is told without the noise of a difference', () => {
  const told = { ...new EventReader().told, use: { tokens: 20, costUsd: 1.4 } };
  const facts = { events: eventsOf(told, true), useBefore: { tokens: 10, costUsd: 1 } };
  const record = { kind: 'conversation', conversation: ENDED } as const;
  expect(shownRecord(record, { ...FOLLOWED_UP, ...facts }).usage).toMatchObject({ costUsd: 0.4 });
});
