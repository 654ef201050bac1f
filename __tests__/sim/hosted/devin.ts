/** Devin's sessions in the simulation. */
import { outcomeSchema } from '../../../src/agents/devin/outcome.ts';
import { always, passing, type Excuse, type Subject } from './subject.ts';
import { isSaid } from './turn.ts';

const TIMED: readonly [number, number] = [500, 20_000];
/** The tag of the key, and that of its generation. */
const KEY_TAGS = [/^ar-[0-9a-f]{32}$/, /^ara-\d+-[0-9a-f]{32}$/];
/** Without messages a step knows neither a mark nor what was said before. */
const UNREADABLE: readonly Excuse[] = ['early', 'found', 'log', 'result'];
const WAITS = 'running/waiting_for_user';

/**
 * One that was put to sleep after its end shows that, whatever it ended with. And the output of the
 * turn before stays: it counts once the agent has answered, and where a session is only followed
 * (contract 18.5); never for a turn that a re-run has found (4.8).
 */
const isUntold: NonNullable<Subject['isUntold']> = (
  { index, isStopped, labels, sleptAt, word },
  { at, as },
) => {
  if (sleptAt <= at && !isStopped) {
    return true;
  }
  const isAnswered = labels.some(({ label }) => isSaid(label));
  const mayCount = as === 'newest' || (as === 'own' && isAnswered);
  return word === 'CANCELLED' && index > 0 && mayCount;
};

export const DEVIN_SUBJECT: Subject = {
  service: 'devin',
  kinds: {
    create: 'create',
    followUp: 'resume',
    stops: ['archive', 'stop', 'unarchive'],
    wakes: 'unarchive',
    // The organization is part of the path.
    beforeStop: ({ kind }) => kind === 'self',
    search: 'runs',
    log: 'logs',
  },
  faults: [
    passing('slow-create', { source: 'Sheet of Devin 2', forMs: [10_000, 170_000] }),
    passing('lost-answer', { source: 'Sheet of Devin 8.1' }),
    passing('error-before', { source: 'Sheet of Devin 2, 8.1' }),
    passing('error-after', { source: 'Sheet of Devin 2, 8.1' }),
    passing('html-503', { source: 'Sheet of Devin 2', most: 12 }),
    passing('conflict', { source: 'Sheet of Devin 2' }),
    passing('conflict-after', { source: 'Sheet of Devin 2' }),
    passing('rate-limited', { source: 'Sheet of Devin 2', most: 12 }),
    passing('rate-limited-bare', { source: 'Sheet of Devin 2', most: 12 }),
    passing('session-cap', { source: 'Sheet of Devin 2' }),
    passing('out-of-credits', { source: 'Contract 18.6', excuses: ['refused'] }),
    always('list-forbidden', { source: 'Sheet of Devin 2', excuses: ['found'] }),
    passing('unregistered-tag', { source: 'Sheet of Devin 3.5', excuses: ['refused'] }),
    passing('unknown-repo', { source: 'Sheet of Devin 3.1', excuses: ['refused'] }),
    always('earlier-error', { source: 'Sheet of Devin 2' }),
    always('prefixed-ids', { source: 'Sheet of Devin 1' }),
    always('bare-paths', { source: 'Sheet of Devin 10' }),
    always('bare-paths-only', { source: 'Sheet of Devin 10' }),
    always('milliseconds', { source: 'Sheet of Devin 2' }),
    always('oldest-first', { source: 'Sheet of Devin 2' }),
    always('archived-hidden', { source: 'Sheet of Devin 3.3' }),
    always('list-lag', { source: 'Sheet of Devin 3.3', forMs: [500, 60_000] }),
    always('read-lag', { source: 'Contract 4.1', forMs: TIMED }),
    always('tags-any', { source: 'Sheet of Devin 3.3' }),
    always('tags-ignored', { source: 'Sheet of Devin 8.1' }),
    always('tags-whole', { source: 'Sheet of Devin 1' }),
    always('lost-tags', { source: 'Sheet of Devin 8.1', excuses: ['found'] }),
    always('next-without-cursor', { source: 'Sheet of Devin 2', excuses: UNREADABLE }),
    always('repeated-cursor', { source: 'Sheet of Devin 2', excuses: UNREADABLE }),
    always('finished', { source: 'Sheet of Devin 4' }),
    always('falls-asleep', { source: 'Sheet of Devin 4', forMs: [500, 60_000] }),
    always('stale-session', { source: 'Sheet of Devin 4', forMs: TIMED }),
    always('message-lag', {
      source: 'Sheet of Devin 10',
      forMs: [500, 4_000],
      excuses: ['tail'],
    }),
    always('no-output', { source: 'Sheet of Devin 4', excuses: ['early', 'result'] }),
    always('exited-404', { source: 'Sheet of Devin 4' }),
    always('exited-422', { source: 'Sheet of Devin 4' }),
    always('no-org', { source: 'Sheet of Devin 2', excuses: ['refused'] }),
    always('personal-key', { source: 'Sheet of Devin 3.7' }),
  ],
  ends: [
    { word: 'COMPLETE', outcome: 'succeeded', status: WAITS, code: '', entry: 'FINAL_ANSWER' },
    { word: 'PAUSED', outcome: 'needs_input', status: WAITS, code: '', entry: 'FINAL_ANSWER' },
    { word: 'FAILED', outcome: 'failed', status: WAITS, code: '', entry: 'FINAL_ANSWER' },
    {
      word: 'CANCELLED',
      outcome: 'cancelled',
      status: 'suspended/user_request',
      code: '',
      entry: null,
    },
    { word: 'error', outcome: 'failed', status: 'error', code: '', entry: 'ERROR' },
    {
      word: 'running/waiting_for_approval',
      outcome: 'needs_input',
      status: 'running/waiting_for_approval',
      code: '',
      entry: null,
    },
    {
      word: 'suspended/out_of_credits',
      outcome: 'failed',
      status: 'suspended/out_of_credits',
      code: 'quota_exceeded',
      entry: 'ERROR',
    },
  ],
  otherStatus: { finished: 'running/finished', 'falls-asleep': 'suspended/inactivity' },
  statusAfter: { ms: 1_800_000, status: 'suspended/inactivity' },
  isUntold,
  endsQuietly: true,
  tellsAllSince: true,
  // The service ends a session at its limit, so that none goes beyond.
  unreachable: ['budget_at_the_end'],
  budget: { unit: 'acu', kept: { field: 'max_acu_limit' }, usedOf: ({ acu }) => acu ?? 0 },
  inputs: (dice) => ({ org_id: dice.chance(0.5) ? 'org-5a4db0c1' : '' }),
  createsAtOnce: 1,
  oldRequest: {
    prompt: 'What was asked before.',
    repos: ['octo/widgets'],
    structured_output_schema: outcomeSchema(null),
  },
  idOf: ({ id }) => id,
  plainId: (id) => id.replace(/^devin-/, ''),
  isAlwaysKeyed: true,
  hasText: true,
  keyIn: ({ keys }) => {
    const own = keys.filter((key) => KEY_TAGS.some((tag) => tag.test(key)));
    return own.length === KEY_TAGS.length ? own.join(' ') : null;
  },
  usageOf: (_, turns) => {
    const amount = turns.reduce((sum, { usage }) => sum + (usage?.acu ?? 0), 0);
    return amount === 0 ? '' : JSON.stringify({ unit: 'acu', amount, cost_usd: null });
  },
  entriesOf: ({ labels }) => ['prompt', ...labels.map(({ label }) => label).filter(isSaid)],
  isNote: (line) => !('source_id' in line),
  isThrottled: ({ status }) => status === 429,
  isRefusal: (status) => status >= 400 && status < 500 && status !== 408 && status !== 409,
  mayResend: () => false,
};
