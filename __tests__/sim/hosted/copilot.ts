/** GitHub's agent tasks in the simulation. */
import { always, passing, type Subject } from './subject.ts';

const TIMED: readonly [number, number] = [500, 20_000];
/** A task that rests unchanged for so long asks for somebody (sheet, section 4). */
const IDLE_MS = 600_000;

export const COPILOT_SUBJECT: Subject = {
  service: 'copilot',
  kinds: { create: 'create', followUp: null, stops: [], search: 'runs', log: null },
  faults: [
    passing('error-before', { source: 'Sheet of Copilot 7' }),
    passing('error-after', { source: 'Sheet of Copilot 7' }),
    passing('cut-answer', { source: 'Sheet of Copilot 7' }),
    passing('html-502', { source: 'Sheet of Copilot 2', most: 12 }),
    passing('secondary-limit', { source: 'Sheet of Copilot 2', most: 12 }),
    passing('secondary-limit-bare', { source: 'Sheet of Copilot 2', most: 12 }),
    passing('primary-limit', { source: 'Sheet of Copilot 2', most: 12 }),
    passing('refused', { source: 'Sheet of Copilot 2', excuses: ['refused'], on: 'create' }),
    passing('installation-token', {
      source: 'Sheet of Copilot 2',
      excuses: ['refused'],
      on: 'create',
    }),
    passing('hidden', { source: 'Sheet of Copilot 2', excuses: ['refused'], on: 'create' }),
    passing('unprocessable', { source: 'Sheet of Copilot 2', excuses: ['refused'] }),
    always('list-lag', { source: 'Sheet of Copilot 7', forMs: [500, 60_000] }),
    always('link-only', { source: 'Sheet of Copilot 2' }),
    always('foreign-tasks', { source: 'Sheet of Copilot 3.2' }),
    always('equal-marker', { source: 'Sheet of Copilot 7', excuses: ['found'] }),
    always('archived', { source: 'Sheet of Copilot 3.2' }),
    always('no-sessions', { source: 'Sheet of Copilot 4', excuses: ['found', 'usage'] }),
    always('late-sessions', {
      source: 'Sheet of Copilot 7',
      forMs: TIMED,
      excuses: ['usage'],
    }),
    always('no-prompt', { source: 'Sheet of Copilot 7', excuses: ['found'] }),
    always('renamed', { source: 'Sheet of Copilot 3.3' }),
    // An attached task is judged by its newest session (contract 18.8). And "no sessions -> task
    // state" (sheet, section 4), which is that of the latest one: an end that lasted for less than
    // the pause between two reads cannot be seen then.
    always('reopened', {
      source: 'Sheet of Copilot 4',
      forMs: [0, 60_000],
      excuses: ['attached_end'],
      excusesWith: { 'no-sessions': ['end', 'pull'] },
    }),
    // "The late pull request is waited for only where one was asked for and the task completed"
    // (contract 18.8): a step that only follows a task has asked for nothing.
    always('late-pull-request', {
      source: 'Sheet of Copilot 5',
      forMs: [1_000, 25_000],
      excuses: ['attached_pull'],
    }),
    always('no-pull-request', { source: 'Sheet of Copilot 4', excuses: ['pull'] }),
    always('error-text', { source: 'Sheet of Copilot 1' }),
    always('bare-numbers', { source: 'Sheet of Copilot 1' }),
    always('credits', { source: 'Sheet of Copilot 1', excuses: ['usage'] }),
    always('no-usage', { source: 'Sheet of Copilot 3.4', excuses: ['usage'] }),
    always('no-address', { source: 'Sheet of Copilot 5' }),
  ],
  ends: [
    { word: 'COMPLETE', outcome: 'succeeded', status: 'completed', code: '', entry: null },
    { word: 'FAILED', outcome: 'failed', status: 'failed', code: '', entry: null },
    { word: 'CANCELLED', outcome: 'cancelled', status: 'cancelled', code: '', entry: null },
    { word: 'TIMEOUT', outcome: 'failed', status: 'timed_out', code: '', entry: null },
    { word: 'PAUSED', outcome: 'needs_input', status: 'waiting_for_user', code: '', entry: null },
    {
      word: 'idle',
      outcome: 'needs_input',
      status: 'idle',
      code: '',
      entry: null,
      waitMs: IDLE_MS,
    },
  ],
  inputs: () => ({ repo: 'octo/widgets' }),
  createsAtOnce: 1,
  oldRequest: { prompt: 'What was asked before.', create_pull_request: true },
  idOf: ({ id }) => id,
  isAlwaysKeyed: false,
  hasText: false,
  keyIn: ({ keys }) => keys.at(-1) ?? null,
  usageOf: ({ usage }) =>
    usage === null
      ? ''
      : JSON.stringify({ unit: 'ai_credits', amount: usage.ai_credits, cost_usd: null }),
  entriesOf: () => [],
  logsStates: true,
  resetIsEpoch: true,
  // A primary limit names the time of its end, which has passed here.
  isThrottled: ({ status, body }) =>
    status === 429 || (status === 403 && body.includes('secondary rate limit')),
  isRefusal: (status) => status >= 400 && status < 500 && status !== 408,
  mayResend: () => false,
};
