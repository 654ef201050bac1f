/** Cursor's cloud agents in the simulation. */
import { runIdOf } from '../../../sandbox/faces/cursor/agents.ts';
import { always, passing, type Subject } from './subject.ts';
import { isSaid } from './turn.ts';

const TIMED: readonly [number, number] = [500, 20_000];
const FRAMES: readonly [number, number] = [0, 40];

/** A create may be under way for so long before it is sent again (contract 18.4). */
const RESEND_MS = 178_000;

export const CURSOR_SUBJECT: Subject = {
  service: 'cursor',
  kinds: {
    create: 'create',
    followUp: 'resume',
    stops: ['cancel'],
    // Which run is the newest of the agent: the one that is stopped (contract 7.3).
    beforeStop: ({ kind, isInDoubt }) => isInDoubt && kind === 'agent',
    search: 'agent',
    log: 'logs',
  },
  faults: [
    passing('slow-create', { source: 'Sheet of Cursor 3.1', forMs: [10_000, 170_000] }),
    passing('error-before', { source: 'Sheet of Cursor 2, 8', excuses: ['found'] }),
    passing('error-after', { source: 'Sheet of Cursor 8' }),
    passing('usage-limit', { source: 'Sheet of Cursor 2', excuses: ['refused'] }),
    passing('plan-required', { source: 'Contract 18.6', excuses: ['refused'] }),
    passing('branch-unverified', { source: 'Sheet of Cursor 2', excuses: ['refused'] }),
    passing('rate-limited', { source: 'Sheet of Cursor 2', most: 12 }),
    always('flat-error', { source: 'Sheet of Cursor 2' }),
    always('string-error', { source: 'Sheet of Cursor 2' }),
    passing('conflict', { source: 'Sheet of Cursor 8', excuses: ['found'] }),
    passing('agent-busy', { source: 'Sheet of Cursor 3.3' }),
    always('plain-200', { source: 'Sheet of Cursor 2' }),
    always('bare-run', { source: 'Sheet of Cursor 3.3' }),
    always('lag', { source: 'Sheet of Cursor 2', forMs: TIMED }),
    always('foreign-run', { source: 'Sheet of Cursor 4' }),
    always('null-cursor', { source: 'Sheet of Cursor 2' }),
    always('empty-cursor', { source: 'Sheet of Cursor 2' }),
    always('bare-list', { source: 'Sheet of Cursor 3.3' }),
    // What the record did not name when it froze, it never names.
    always('frozen-record', {
      source: 'Sheet of Cursor 4',
      excuses: ['end', 'usage'],
      excusesWith: { 'late-pull-request': ['pull'] },
    }),
    always('no-result', { source: 'Sheet of Cursor 3.3, 5', excuses: ['result'] }),
    always('stale-git', { source: 'Sheet of Cursor 5' }),
    always('late-pull-request', { source: 'Sheet of Cursor 5', forMs: [1_000, 25_000] }),
    passing('cancel-fails', { source: 'Sheet of Cursor 3.3' }),
    always('cancel-empty', { source: 'Sheet of Cursor 3.3' }),
    always('usage-denied', { source: 'Sheet of Cursor 3.3', excuses: ['usage'] }),
    always('late-usage', {
      source: 'Sheet of Cursor 3.3',
      forMs: [500, 20_000],
      excuses: ['usage'],
    }),
    always('stream-late', { source: 'Sheet of Cursor 6', forMs: TIMED }),
    always('stream-409', { source: 'Sheet of Cursor 6', forMs: TIMED }),
    always('stream-410', { source: 'Sheet of Cursor 6', forMs: TIMED }),
    passing('stream-expired', { source: 'Sheet of Cursor 2, 6', excuses: ['log'] }),
    passing('cut-stream', { source: 'Sheet of Cursor 6', count: FRAMES, most: 4 }),
    passing('cut-between-twins', { source: 'Sheet of Cursor 6', count: [1, 12], most: 4 }),
    passing('stream-error', { source: 'Sheet of Cursor 6', count: FRAMES, most: 4 }),
    passing('silent-stream', { source: 'Sheet of Cursor 6', excuses: ['log'] }),
    always('no-heartbeats', { source: 'Sheet of Cursor 6' }),
    passing('finished-frame', { source: 'Sheet of Cursor 6', count: FRAMES, most: 4 }),
    always('no-result-frame', { source: 'Sheet of Cursor 6' }),
    always('open-stream', { source: 'Sheet of Cursor 6' }),
    always('open-call', { source: 'Sheet of Cursor 6' }),
    always('no-echo', { source: 'Sheet of Cursor 10', excuses: ['found'] }),
  ],
  ends: [
    { word: 'COMPLETE', outcome: 'succeeded', status: 'FINISHED', code: '', entry: 'FINAL_ANSWER' },
    { word: 'PAUSED', outcome: 'succeeded', status: 'FINISHED', code: '', entry: 'FINAL_ANSWER' },
    { word: 'FAILED', outcome: 'failed', status: 'ERROR', code: '', entry: 'ERROR' },
    { word: 'CANCELLED', outcome: 'cancelled', status: 'CANCELLED', code: '', entry: null },
    { word: 'TIMEOUT', outcome: 'failed', status: 'EXPIRED', code: '', entry: 'ERROR' },
  ],
  inputs: () => ({}),
  createsAtOnce: 4,
  oldRequest: { prompt: { text: 'What was asked before.' }, autoCreatePR: true },
  isAlwaysKeyed: true,
  isKeyedByPrompt: true,
  unreachable: ['other_request'],
  hasText: true,
  idOf: ({ id }, turn) => `${id}/${runIdOf(id, turn)}`,
  keyIn: ({ id }) => id,
  usageOf: ({ usage }) =>
    usage === null
      ? ''
      : JSON.stringify({ unit: 'tokens', amount: usage.tokens, cost_usd: usage.cost_usd }),
  entriesOf: (turn, met) => {
    const labels = turn.labels.map(({ label }) => label);
    // A call that never completes stands at the end.
    const open = met.has('open-call') ? labels.filter((label) => !isSaid(label)).slice(-1) : [];
    const told = labels.filter((label) => !open.includes(label));
    return [...(met.has('no-echo') ? [] : ['prompt']), ...told, ...open];
  },
  isThrottled: ({ status }) => status === 429,
  // A conflict may be about an agent of ours (contract 18.4).
  isRefusal: (status, kind) =>
    status >= 400 && status < 500 && status !== 408 && !(status === 409 && kind === 'create'),
  mayResend: ({ body, at }, again) =>
    body['agentId'] !== undefined &&
    again.body['agentId'] === body['agentId'] &&
    again.at - at >= RESEND_MS,
};
