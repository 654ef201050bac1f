/** The service of the specification in the simulation. */
import { integerOf } from '../../../src/safe/json.ts';
import { SAMPLE_ORGANIZATION } from '../../../sandbox/faces/agent-run/sample-organization.ts';
import { UNLIMITED } from '../../../sandbox/options.ts';
import { LOG_FAULTS, PERMANENT_FAULTS, REFUSED_LOOKS } from '../engine/faults.ts';
import { always, passing, type Subject } from './subject.ts';

/** A replica lags behind for less than half a minute (contract 4.1, 4.5). */
const LAG: readonly [number, number] = [200, 8_000];
/** Where the runs of the simulation work. */
const REPOSITORY = { id: 5, fullName: 'octo/widgets' };

/** Other people's runs have numbers from here on. */
const OTHERS = 900_000;

function otherKey(index: number): Readonly<Record<string, string>> {
  const hex = (number: number): string => (number + 0xabc).toString(16).padStart(32, '0');
  return {
    agent_run_action_key: hex(index),
    agent_run_action_generation: '1',
    agent_run_action_request: hex(index + 1),
  };
}

export const AGENT_RUN_SUBJECT: Subject = {
  service: 'agent-run',
  sandbox: {
    limits: UNLIMITED,
    organization: { repositories: [...SAMPLE_ORGANIZATION.repositories, REPOSITORY] },
  },
  // Two addresses have the log (contract 2.3).
  setUp: (dice) => ({ logs: dice.pick(['both', 'both', 'spec', 'alpha'] as const) }),
  mayLack: /\/logs\?/,
  kinds: {
    create: 'create',
    followUp: 'resume',
    stops: ['ban', 'unban'],
    wakes: 'unban',
    search: 'runs',
    log: 'logs',
  },
  faults: [
    always('list-lag', { source: 'Contract 4.9', forMs: [500, 100_000] }),
    always('uneven-list', { source: 'Contract 4.9', forMs: [500, 15_000] }),
    passing('read-lag', { source: 'Contract 4.1, 4.5', forMs: LAG, most: 12 }),
    passing('log-lag', { source: 'Contract 4.5, 4.7', forMs: LAG, most: 12 }),
    passing('foreign-run', { source: 'Contract 2.3', most: 6 }),
    always('no-list', { source: 'Contract 4.9', excuses: ['found'] }),
    always('no-log', { source: 'Contract 2.3', excuses: ['log', 'found'] }),
    always('no-result', { source: 'Contract 4.6', excusesWith: { 'no-log': ['result'] } }),
    always('late-result', {
      source: 'Contract 4.6',
      forMs: [500, 6_000],
      excusesWith: { 'no-log': ['result'] },
    }),
    always('silent-reply', { source: 'Contract 4.5' }),
    always('lost-metadata', { source: 'Contract 4.9', excuses: ['found'] }),
  ],
  oddReads: {
    kinds: ['read', 'logs'],
    faults: [...REFUSED_LOOKS, ...LOG_FAULTS, ...PERMANENT_FAULTS],
  },
  ends: [
    { word: 'COMPLETE', outcome: 'succeeded', status: 'COMPLETE', code: '', entry: 'FINAL_ANSWER' },
    {
      word: 'completed',
      outcome: 'succeeded',
      status: 'completed',
      code: '',
      entry: 'FINAL_ANSWER',
    },
    { word: 'PAUSED', outcome: 'needs_input', status: 'PAUSED', code: '', entry: null },
    { word: 'FAILED', outcome: 'failed', status: 'FAILED', code: '', entry: null },
    { word: 'TIMEOUT', outcome: 'failed', status: 'TIMEOUT', code: '', entry: null },
    { word: 'Timed Out', outcome: 'failed', status: 'Timed Out', code: '', entry: null },
    { word: 'CANCELLED', outcome: 'cancelled', status: 'CANCELLED', code: '', entry: null },
  ],
  showsEnd: ({ word, isStopped }) => ['COMPLETE', 'completed'].includes(word) && !isStopped,
  earlierEntry: ({ entry }) => entry,
  dropsKey: { fault: 'lost-metadata', says: 'did not give the metadata' },
  otherRun: (index) => ({
    id: String(OTHERS + index),
    // Some are of this action under another key.
    metadata: index % 3 === 0 ? otherKey(index) : null,
  }),
  hasOwnClock: true,
  // The last look is up to 15 seconds before the end of two minutes (contract 4.9).
  foundWithin: { ms: 17_000, lags: ['list-lag', 'uneven-list'] },
  tellsLastTurn: true,
  queuesTurns: true,
  inputs: () => ({
    org_id: '1',
    repo_id: String(REPOSITORY.id),
    // It decides itself.
    create_pull_request: 'auto',
  }),
  countsRequests: true,
  oldRequest: { prompt: 'What was asked before.', repo_id: REPOSITORY.id },
  isAlwaysKeyed: false,
  hasText: true,
  idOf: ({ id }) => id,
  keyIn: ({ metadata }) => {
    const key = metadata?.['agent_run_action_key'];
    const generation = integerOf(String(metadata?.['agent_run_action_generation']));
    return typeof key === 'string' ? `${key}/${generation}` : null;
  },
  // The service does not tell it.
  usageOf: () => '',
  unreachable: ['usage_told', 'thread_gone'],
  // The prompt of a create does not stand in the log.
  entriesOf: ({ index, labels }) => [
    ...(index === 0 ? [] : ['prompt']),
    ...labels.map(({ label }) => label),
  ],
  isThrottled: ({ status }) => status === 429,
  isRefusal: (status) => status >= 400 && status < 500 && status !== 408,
  mayResend: () => false,
};
