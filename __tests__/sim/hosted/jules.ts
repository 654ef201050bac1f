/** Jules in the simulation. */
import { always, passing, type Subject } from './subject.ts';

const TIMED: readonly [number, number] = [500, 20_000];
const MARKER = /^ara-[0-9a-f]{32}-\d+-[0-9a-f]{32}$/;

export const JULES_SUBJECT: Subject = {
  service: 'jules',
  kinds: { create: 'create', followUp: 'resume', stops: [], search: 'runs', log: 'logs' },
  faults: [
    passing('lost-answer', { source: 'Sheet of Jules 7' }),
    passing('error-before', { source: 'Sheet of Jules 7' }),
    passing('error-after', { source: 'Sheet of Jules 12' }),
    passing('html-503', { source: 'Sheet of Jules 2', most: 12 }),
    passing('rate-limited-bare', { source: 'Sheet of Jules 2', most: 12 }),
    passing('source-busy', { source: 'Sheet of Jules 2', excuses: ['refused'] }),
    passing('source-missing', { source: 'Sheet of Jules 2', excuses: ['refused'] }),
    passing('bad-field', { source: 'Sheet of Jules 2', excuses: ['refused'] }),
    passing('wrong-key', { source: 'Sheet of Jules 2', excuses: ['refused'], on: 'create' }),
    always('late-activities', { source: 'Sheet of Jules 3', forMs: TIMED }),
    always('list-lag', { source: 'Sheet of Jules 10', forMs: [500, 60_000] }),
    always('oldest-first', { source: 'Sheet of Jules 10' }),
    // Not newest first: with equal times besides no order could be told (unit tests have it).
    // The marker stands in the prompt and in the title: a list that shows neither tells nothing.
    always('prompt-cut', {
      source: 'Sheet of Jules 10',
      excusesWith: { 'title-rewritten': ['found'] },
    }),
    always('title-rewritten', { source: 'Sheet of Jules 7' }),
    always('bare-names', { source: 'Sheet of Jules 3' }),
    always('source-names', { source: 'Sheet of Jules 3' }),
    always('archived', { source: 'Sheet of Jules 7' }),
    always('equal-marker', { source: 'Sheet of Jules 7' }),
    // "A person paused it" (sheet, section 4): no message is sent to it, and after ten minutes
    // without a change it asks for that person.
    always('paused', { source: 'Sheet of Jules 4', excuses: ['early', 'refused'] }),
    always('stays-queued', { source: 'Sheet of Jules 4', excuses: ['end'] }),
    always('end-untold', { source: 'Sheet of Jules 4' }),
    // The activities tell the end before the session shows its pull request.
    always('stale-session', { source: 'Sheet of Jules 4', forMs: TIMED, excuses: ['pull'] }),
    always('no-output', { source: 'Sheet of Jules 4', excuses: ['pull'] }),
    // Where the session shows an earlier one, that of a follow-up is waited for by a step alone
    // that expects one.
    always('late-pull-request', {
      source: 'Sheet of Jules 5',
      forMs: [1_000, 25_000],
      excuses: ['attached_pull'],
    }),
    always('no-reason', { source: 'Sheet of Jules 12' }),
    always('activity-lag', { source: 'Sheet of Jules 6', forMs: [500, 4_000] }),
    always('repeated-token', { source: 'Sheet of Jules 12' }),
    always('equal-times', { source: 'Sheet of Jules 6' }),
    always('nine-digits', { source: 'Sheet of Jules 2' }),
    always('filter-refused', { source: 'Sheet of Jules 6' }),
    always('filter-ignored', { source: 'Sheet of Jules 3' }),
    always('unknown-activity', { source: 'Sheet of Jules 6' }),
    always('huge-artifact', { source: 'Sheet of Jules 6', count: [1, 300] }),
  ],
  ends: [
    {
      word: 'COMPLETE',
      outcome: 'succeeded',
      status: 'COMPLETED',
      code: '',
      entry: 'FINAL_ANSWER',
    },
    {
      word: 'PAUSED',
      outcome: 'needs_input',
      status: 'AWAITING_USER_FEEDBACK',
      code: '',
      entry: 'FINAL_ANSWER',
    },
    { word: 'FAILED', outcome: 'failed', status: 'FAILED', code: '', entry: 'ERROR' },
    {
      word: 'AWAITING_PLAN_APPROVAL',
      outcome: 'needs_input',
      status: 'AWAITING_PLAN_APPROVAL',
      code: '',
      entry: null,
    },
  ],
  otherStatus: { 'end-untold': 'IN_PROGRESS', paused: 'PAUSED', 'stays-queued': 'QUEUED' },
  // Only somebody who closes the session stops one, and that reads as a failure.
  stoppedEntry: 'ERROR',
  // Nothing tells that a turn has ended with a question.
  earlierEntry: ({ word, entry }) => (word === 'PAUSED' ? 'PLAN_EVALUATION' : entry),
  showsEnd: ({ word }) => ['COMPLETE', 'FAILED', 'PAUSED'].includes(word),
  // It tells no use, takes messages also when it is archived, and has no answer that says that
  // there is no money left: a 402 comes from the way alone, about once in 3,000 seeds.
  unreachable: ['usage_told', 'thread_gone', 'refused'],
  inputs: () => ({ repo: 'octo/widgets' }),
  createsAtOnce: 1,
  oldRequest: {
    prompt: 'What was asked before.',
    sourceContext: {
      source: 'sources/github/octo/widgets',
      githubRepoContext: { startingBranch: 'main' },
    },
    automationMode: 'AUTO_CREATE_PR',
    requirePlanApproval: false,
  },
  idOf: ({ id }) => id,
  isAlwaysKeyed: true,
  hasText: true,
  pullText: 'What was asked for.',
  keyIn: ({ keys }) => keys.find((key) => MARKER.test(key)) ?? null,
  usageOf: () => '',
  // The prompt that a session was made with is no activity.
  entriesOf: ({ index, labels }, met) => [
    ...(index === 0 ? [] : ['prompt']),
    ...(met.has('unknown-activity') ? ['CODE_REVIEWED'] : []),
    ...labels.map(({ label }) => label),
  ],
  isThrottled: ({ status }) => status === 429,
  isRefusal: (status) => status >= 400 && status < 500 && status !== 408,
  mayResend: () => false,
};
