/**
 * Reports to look at, by name: runs that end in every way, a long one, and a fleet. The development
 * server, pictures and tests use them.
 */
import { writeFleetTrace } from '../../src/report/page/index.ts';
import type { FleetRun } from '../../src/report/page/index.ts';
import type { StepView } from '../../src/report/step-view.ts';
import { whyInRow } from '../../src/report/verdict.ts';
import { WHY_MAX } from '../../src/fleet/rows.ts';
import { report } from './report.ts';
import { linesOf, logOf, sampleEntries, sampleView } from './sample-run.ts';
import type { RawEntry } from './sample-run.ts';

const TASK = `Make the retry test of the HTTP client reliable.

It fails about once in twenty runs on CI. Find out why, fix the cause and not the test, and open a pull request.`;

const entry = (second: number, fields: RawEntry): RawEntry => ({
  agent_run_id: 48213,
  created_at: new Date(Date.parse('2026-03-02T09:15:00Z') + second * 1000).toISOString(),
  ...fields,
});

/** A short run that asks. */
const QUESTION: readonly RawEntry[] = [
  entry(0, { message_type: 'PLAN_EVALUATION', thought: 'Two databases would do. Better ask.' }),
  entry(9.5, {
    message_type: 'ACTION',
    tool_name: 'ripgrep_search',
    tool_input: { query: 'redis' },
    tool_output: [],
  }),
  entry(10.5, {
    message_type: 'FINAL_ANSWER',
    observation: 'Shall the cache live in **Redis** or in the database?',
  }),
];

const FAILED = sampleEntries(48).slice(0, -4);

/** A run whose last command was killed. The service put its output beside the exit code. */
const KILLED: readonly RawEntry[] = [
  ...sampleEntries(22).slice(0, -4),
  entry(420, {
    message_type: 'ACTION',
    tool_name: 'run_command',
    tool_input: { command: 'npm run build -- --mode production' },
    tool_output: { exit_code: 137 },
    observation:
      'vite v7.1.2 building for production...\ntransforming (4812) src/charts/index.ts\nKilled: out of memory',
  }),
];

/** What the author asked, beside what every sample has. */
const asked = (task: string): Pick<StepView, 'provenance'> => ({
  provenance: { ...sampleView([]).provenance, task },
});

interface Sample {
  readonly entries: readonly RawEntry[];
  readonly head?: Partial<StepView>;
}

const SAMPLES: Readonly<Record<string, Sample>> = {
  success: { entries: sampleEntries(48), head: asked(TASK) },
  failure: {
    entries: FAILED,
    head: {
      ...asked(TASK),
      outcome: 'failed',
      status: 'FAILED',
      result: 'I could not finish: the tests never came up.',
      pullRequests: [],
    },
  },
  killed: {
    entries: KILLED,
    head: {
      ...asked('Build the shop for production.'),
      outcome: 'failed',
      status: 'FAILED',
      result: '',
      pullRequests: [],
    },
  },
  question: {
    entries: QUESTION,
    head: {
      outcome: 'needs_input',
      status: 'WAITING_FOR_INPUT',
      result: '',
      pullRequests: [],
      durationMs: 12_000,
      provenance: {
        ...asked('Build a cache for the price list.').provenance,
        reply: { thread: 12, phrase: '@agent', isHandedOn: true, turnsMost: null },
      },
    },
  },
  timed_out: {
    entries: sampleEntries(30).slice(0, -4),
    head: {
      ...asked(TASK),
      outcome: 'timed_out',
      status: 'ACTIVE',
      result: '',
      pullRequests: [],
      standing: 'going_on',
      cutShort: 'The run did not end within 60 minutes.',
    },
  },
  schema: {
    entries: sampleEntries(12),
    head: {
      ...asked('Review this change and answer in JSON.'),
      outcome: 'error',
      errorCode: 'schema_mismatch',
      pullRequests: [],
      errorMessage:
        "The result does not satisfy `output_schema`, also after the run was asked once to correct it:\n- at the root: must have required property 'pass'\n- at /findings/0/line: must be integer\nThe raw text is in `result`. Describe the expected format more precisely in the prompt, or loosen the schema.",
      result: '{"verdict": "looks good", "findings": [{"line": "12"}]}',
    },
  },
  sandbox: {
    entries: sampleEntries(48),
    head: {
      isSandbox: true,
      webUrl: null,
      provenance: {
        ...asked(TASK).provenance,
        actionUrl: 'https://github.com/octo-tools/agent-run-action',
      },
    },
  },
  large: { entries: sampleEntries(5000), head: asked(TASK) },
};

export function fleetRun(key: string, count: number, head: Partial<StepView> = {}): FleetRun {
  const entries = sampleEntries(count);
  const view = { ...sampleView(entries), ...head };
  return {
    key,
    task: null,
    head: view,
    why: whyInRow(view, { maxLength: WHY_MAX }),
    log: logOf(linesOf(entries)),
    reportFile: `agent-run-${key.replaceAll('/', '-')}.html`,
  };
}

/** Five runs. */
function fiveRuns(): readonly FleetRun[] {
  const question = SAMPLES['question'] ?? { entries: [] };
  return [
    fleetRun('octo/webshop', 48, asked('Update the dependencies of octo/webshop.')),
    fleetRun('octo/prices', 20, {
      runId: '2',
      ...asked('Update the dependencies of octo/prices.'),
    }),
    fleetRun('octo/search', 30, {
      runId: '3',
      ...asked('Update the dependencies of octo/search.'),
      outcome: 'failed',
      result: '',
      pullRequests: [],
    }),
    {
      ...fleetRun('octo/cache', 6),
      head: { ...sampleView(question.entries), ...question.head, runId: '4' },
      log: logOf(linesOf(question.entries)),
    },
    {
      ...fleetRun('octo/docs', 6, {
        runId: null,
        outcome: 'skipped',
        result: '',
        pullRequests: [],
      }),
      reportFile: null,
    },
  ];
}

/** What differs between the twenty runs, beside the repository: what became of each. */
const ENDS: readonly (readonly [repository: string, head: Partial<StepView>])[] = [
  ['webshop', {}],
  ['prices', {}],
  ['search', { outcome: 'failed', status: 'FAILED', result: '', pullRequests: [] }],
  [
    'payments-gateway-europe',
    { outcome: 'failed', status: 'FAILED', result: '', pullRequests: [] },
  ],
  [
    'cache',
    {
      outcome: 'needs_input',
      status: 'WAITING_FOR_INPUT',
      result: 'Shall the cache live in **Redis** or in the database?',
      pullRequests: [],
    },
  ],
  [
    'mail',
    {
      outcome: 'timed_out',
      status: 'ACTIVE',
      result: '',
      pullRequests: [],
      cutShort: 'The run did not end within 60 minutes (timeout_minutes).',
    },
  ],
  ['export', { outcome: 'cancelled', result: '', pullRequests: [], cutShort: 'SIGINT.' }],
  [
    'legacy',
    {
      outcome: 'cancelled',
      status: 'CANCELLED',
      result: '',
      pullRequests: [],
      standing: 'ended',
    },
  ],
  [
    'invoices',
    {
      outcome: 'unverified',
      claims: [
        {
          url: 'https://github.com/octo-org/invoices/pull/404',
          state: 'not_found',
        },
      ],
    },
  ],
  [
    'internal',
    {
      runId: null,
      outcome: 'error',
      result: '',
      pullRequests: [],
      errorCode: 'not_found',
      errorMessage:
        "Organization 42 has no repository octo-org/internal at the service. Correct the input `repo`, or connect the repository in the service's web interface.",
    },
  ],
  ['docs', { runId: null, outcome: 'skipped', result: '', pullRequests: [] }],
  ['handbook', { outcome: 'started', result: '', pullRequests: [] }],
  ...['login', 'cart', 'settings', 'templates', 'reports', 'imports', 'images', 'admin'].map(
    (name): readonly [string, Partial<StepView>] => [name, {}],
  ),
];

/** Twenty runs with every outcome. */
export function twentyRuns(): readonly FleetRun[] {
  return ENDS.map(([repository, head], nth) => {
    const task = `Update the dependencies of octo-org/${repository}.`;
    const { provenance } = asked(task);
    const url = `https://github.com/octo-org/${repository}/pull/${300 + nth}`;
    return fleetRun(`octo-org/${repository}`, 12 + 3 * nth, {
      runId: String(9000 + nth),
      pullRequests: [url],
      webUrl: head.runId === null ? null : `https://agents.example.com/runs/${9000 + nth}`,
      provenance: { ...provenance, repositories: [`octo-org/${repository}`] },
      usage: head.runId === null ? null : { unit: 'tokens', amount: 181_234 + nth, costUsd: 1.17 },
      ...head,
    });
  });
}

const FLEETS: Readonly<Record<string, () => readonly FleetRun[]>> = {
  fleet: fiveRuns,
  twenty: twentyRuns,
};
export const SAMPLE_NAMES = [...Object.keys(SAMPLES), ...Object.keys(FLEETS)];

/** The report of several runs, as HTML. */
async function fleetReport(runs: readonly FleetRun[]): Promise<string> {
  const chunks: string[] = [];
  const title = `${runs.length} agent runs`;
  const facts = '2h 40m · 4,812,345 tokens (21.07 USD) by 18 of 20 runs · Cursor · octo/fleet';
  const task = 'Update the dependencies of …';
  await writeFleetTrace({ title, facts, task, runs, write: (chunk) => void chunks.push(chunk) });
  return chunks.join('');
}

/** The report with this name, as HTML. */
export function sampleReport(name: string): Promise<string> {
  const fleet = FLEETS[name];
  const sample = SAMPLES[name];
  if (fleet !== undefined) {
    return fleetReport(fleet());
  }
  if (sample === undefined) {
    throw new Error(`There is no sample ${name}`);
  }
  return report(sample.entries, sample.head);
}
