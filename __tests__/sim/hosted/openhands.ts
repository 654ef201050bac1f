/** OpenHands' conversations in the simulation. */
import { always, passing, type Subject } from './subject.ts';

const TIMED: readonly [number, number] = [500, 20_000];
/** The id that is made from the key, with the version of such (RFC 9562). */
const KEYED_ID = /^[0-9a-f]{12}8[0-9a-f]{3}8[0-9a-f]{15}$/;

/** With the last word that the events tell, which is no final one where those were lost. */
const statusesWith = (sandbox: string): readonly string[] =>
  ['finished', 'error', 'paused', 'running'].map((word) => `${sandbox}/${word}`);

/** What is not told of a turn of which the last events never came. */
const UNTOLD = ['early', 'log', 'lost', 'result', 'tail', 'usage'] as const;
/**
 * The sandbox is gone while its last events were on their way, or while it slept in mid-turn:
 * nothing tells how the turn ended.
 */
const LOST_BEFORE_THE_END = { 'late-events': UNTOLD, 'sleeps-in-mid-turn': UNTOLD };
/** Words of a scenario with which a turn ends. */
const WORDS = ['COMPLETE', 'FAILED', 'CANCELLED'];

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

export const OPENHANDS_SUBJECT: Subject = {
  service: 'openhands',
  kinds: {
    create: 'create',
    followUp: 'resume',
    stops: ['stop'],
    // The address of its sandbox, and the key of that.
    beforeStop: ({ kind }) => kind === 'read',
    search: 'read',
    log: 'logs',
  },
  faults: [
    always('slow-start', { source: 'Sheet of OpenHands 3.1', forMs: [500, 60_000] }),
    // Not a start that fails, nor a sandbox that is lost: nothing runs then, and everything here is
    // about what runs (unit tests have them).
    always('open-source', { source: 'Sheet of OpenHands 2' }),
    passing('error-before', { source: 'Sheet of OpenHands 2' }),
    passing('error-after', { source: 'Sheet of OpenHands 2' }),
    passing('blocked-message', { source: 'Sheet of OpenHands 3.5' }),
    passing('unreached', { source: 'Sheet of OpenHands 3.5' }),
    passing('rate-limited', { source: 'Sheet of OpenHands 2', most: 12 }),
    passing('day-quota', { source: 'Sheet of OpenHands 2', excuses: ['refused'] }),
    passing('web-page', { source: 'Sheet of OpenHands 2', most: 12 }),
    always('late-events', { source: 'Sheet of OpenHands 6', forMs: [500, 32_000] }),
    always('repeated-events', { source: 'Sheet of OpenHands A12' }),
    always('shifted-page', { source: 'Sheet of OpenHands 2' }),
    always('unknown-events', { source: 'Sheet of OpenHands A12' }),
    always('no-word', { source: 'Sheet of OpenHands 4', forMs: TIMED }),
    always('sandbox-error', { source: 'Sheet of OpenHands 4', forMs: TIMED }),
    always('sleeps', { source: 'Sheet of OpenHands 4', forMs: [0, 60_000] }),
    always('sleeps-in-mid-turn', { source: 'Sheet of OpenHands A12', forMs: TIMED }),
    always('missing', {
      source: 'Sheet of OpenHands 4',
      excuses: ['gone', 'refused'],
      excusesWith: LOST_BEFORE_THE_END,
    }),
    always('missing-410', {
      source: 'Sheet of OpenHands 3.5',
      excuses: ['gone', 'refused'],
      excusesWith: LOST_BEFORE_THE_END,
    }),
    always('stale-word', { source: 'Sheet of OpenHands 3.5', forMs: [100, 5_000] }),
    always('no-metrics', { source: 'Sheet of OpenHands 5' }),
    always('shell-pull-request', { source: 'Sheet of OpenHands A5' }),
    always('earlier-pull-request', { source: 'Sheet of OpenHands A5' }),
    always('interrupt-ignored', { source: 'Sheet of OpenHands 3.6' }),
  ],
  ends: [
    {
      word: 'COMPLETE',
      outcome: 'succeeded',
      status: 'RUNNING/finished',
      code: '',
      entry: 'FINAL_ANSWER',
    },
    { word: 'FAILED', outcome: 'failed', status: 'RUNNING/error', code: '', entry: null },
  ],
  // The word of the sandbox is half of the status. One that fails is an end without a word.
  otherStatus: {
    missing: statusesWith('MISSING'),
    'missing-410': statusesWith('MISSING'),
    'sandbox-error': statusesWith('ERROR'),
    sleeps: statusesWith('PAUSED'),
    'sleeps-in-mid-turn': statusesWith('PAUSED'),
  },
  // Nobody goes on with one that was stopped where its sandbox is gone (sheet, section 4).
  stoppedStatus: { missing: 'MISSING/paused', 'missing-410': 'MISSING/paused' },
  inputs: () => ({}),
  createsAtOnce: 1,
  fleetMost: 3,
  oldRequest: {
    initial_message: {
      role: 'user',
      content: [{ type: 'text', text: 'What was asked before.' }],
    },
    selected_repository: 'octo/widgets',
  },
  idOf: ({ id }) => id,
  isAlwaysKeyed: true,
  isKeyedByPrompt: true,
  hasText: true,
  keyIn: ({ id }) => (KEYED_ID.test(id) ? id : null),
  // The final word; of one that was interrupted there is none (sheet, section 4).
  showsEnd: ({ word }) => ['COMPLETE', 'FAILED'].includes(word),
  unreachable: ['other_request'],
  stoppedEntry: 'ERROR',
  budget: { unit: 'usd', kept: 'watched', usedOf: ({ cost_usd: cost }) => cost ?? 0 },
  // What an agent finishes a turn with is told as its answer, also of earlier turns.
  earlierEntry: ({ entry }) => entry,
  usageOf: ({ notes }, turns, since) => {
    // Of a message that a turn at work took in, the difference to before it is told. And a turn
    // that rests with a word that nobody knows tells nothing of its use.
    if (notes.length > 0 || turns.slice(0, -1).some(({ word }) => !WORDS.includes(word))) {
      return null;
    }
    const told = turns.slice(since).map(({ usage }) => usage);
    const amount = sumOf(told.map((one) => one?.tokens ?? 0));
    const cost = sumOf(told.map((one) => one?.cost_usd ?? 0));
    const cost_usd = cost === 0 ? null : cost;
    return amount === 0 ? '' : JSON.stringify({ unit: 'tokens', amount, cost_usd });
  },
  entriesOf: ({ index, labels, pullRequest, startAt, acceptedAt }, met) => [
    // At the begin of the conversation, and not of a message that its first turn took in.
    ...(index === 0 && acceptedAt <= startAt && met.has('unknown-events') ? ['SANDBOX'] : []),
    'prompt',
    ...labels.map(({ label }) => label),
    // The command that has opened it.
    ...(met.has('shell-pull-request') && pullRequest !== null ? ['ACTION'] : []),
  ],
  atEnd: ['ACTION'],
  isThrottled: ({ status }) => status === 429,
  isRefusal: (status) => status >= 400 && status < 500 && status !== 408,
  mayResend: () => false,
};
