/**
 * A plausible run, for looking at: an agent that fixes a flaky retry test and opens a pull request.
 * Deterministic.
 */
import type { Log } from '../../src/report/kept-entries.ts';
import { digest } from '../../src/report/entry-summary.ts';
import { parseTime, viewEntry } from '../../src/agents/entry.ts';
import type { StepView } from '../../src/report/step-view.ts';
import { serviceNamed } from '../../src/inputs/service.ts';
import { stepView } from '../../__tests__/support/step-view.ts';

export type RawEntry = Readonly<Record<string, unknown>>;

const RESULT = `The flaky test was a real bug: the retry delay was computed from wall-clock time, so a clock adjustment made it negative.

- src/http/retry.ts: delays are measured on the monotonic clock
- test/http/retry.test.ts: the clock is handed in; 200 runs in a row pass
- docs/retry.md: says which clock is meant

Pull request: https://github.com/octo-org/webshop/pull/318`;

const THOUGHTS = [
  'The failing test depends on timing, so I look at how the delay is computed first.',
  'The helper is used in three places; all of them have to move to the new clock.',
  'The types no longer agree after the change, the compiler should say where.',
  'The suite is green on this file; now the whole package.',
] as const;

/** Seconds a tool takes, its input and its output. */
const ACTIONS = [
  [
    'ripgrep_search',
    3,
    { query: 'retryDelay', path: 'src' },
    {
      matches: [
        { file: 'src/http/retry.ts', line: 41 },
        { file: 'src/http/client.ts', line: 88 },
      ],
    },
  ],
  [
    'view_file',
    2,
    { path: 'src/http/retry.ts', start_line: 30, end_line: 60 },
    {
      content:
        'export function retryDelay(attempt: number): number {\n  return base * 2 ** attempt - (Date.now() - started);\n}',
    },
  ],
  [
    'edit_file',
    6,
    { path: 'src/http/retry.ts', edit: '-  Date.now() - started\n+  clock.now() - started' },
    { output: 'applied' },
  ],
  [
    'run_command',
    38,
    { command: 'npm test -- test/http/retry.test.ts', timeout: 120 },
    {
      exit_code: 0,
      stdout:
        'PASS test/http/retry.test.ts\n  ✓ waits longer each time (12 ms)\n  ✓ never waits less than zero (3 ms)',
    },
  ],
  [
    'run_command',
    14,
    { command: 'npx tsc --noEmit' },
    {
      exit_code: 2,
      stdout: 'src/http/client.ts(88,12): error TS2554: Expected 2 arguments, but got 1.',
    },
  ],
  [
    'list_directory',
    1,
    { path: 'test/http' },
    { entries: ['client.test.ts', 'retry.test.ts', 'fixtures'] },
  ],
] as const;

/** `count` entries (at least 6), the last a final answer. */
export function sampleEntries(count: number, pad = ''): readonly RawEntry[] {
  let at = Date.parse('2026-03-02T09:15:00Z');
  const entry = (seconds: number, fields: RawEntry): RawEntry => {
    at += seconds * 1000;
    const empty = {
      thought: null,
      tool_name: null,
      tool_input: null,
      tool_output: null,
      observation: null,
    };
    return { agent_run_id: 48213, created_at: new Date(at).toISOString(), ...empty, ...fields };
  };
  const first = entry(0, {
    message_type: 'PLAN_EVALUATION',
    thought: 'Reproduce the failure, find its cause, fix it, open a pull request.',
  });
  const middle = Array.from({ length: count - 5 }, (_, n): RawEntry => {
    if (n % 17 === 9) {
      return entry(9, {
        message_type: 'PLAN_EVALUATION',
        thought: THOUGHTS[n % 4],
        observation: null,
      });
    }
    if (n % 23 === 14) {
      return entry(21, {
        message_type: 'ERROR',
        tool_name: 'run_command',
        observation:
          'Command timed out after 120 s: npm run test:integration\nThe container is still starting.',
      });
    }
    const [tool_name, seconds, tool_input, tool_output] =
      ACTIONS[(n * 7 + (n >> 2)) % ACTIONS.length]!;
    const thought = n % 3 === 0 ? THOUGHTS[n % 4] : null;
    return entry(seconds + ((n * 13) % 7), {
      message_type: 'ACTION',
      tool_name,
      tool_input,
      tool_output,
      thought,
      ...(pad && { observation: pad }),
    });
  });
  return [
    first,
    ...middle,
    entry(7, {
      message_type: 'PR_CREATION_FAILED',
      observation: { message: 'Branch protection: the branch name must start with fix/.' },
    }),
    entry(12, {
      message_type: 'INITIAL_PR_GENERATION',
      tool_name: 'create_pull_request',
      tool_output: { html_url: 'https://github.com/octo-org/webshop/pull/318' },
    }),
    entry(25, {
      message_type: 'PR_EVALUATION',
      observation: 'All 14 checks of the pull request have passed.',
    }),
    entry(4, { message_type: 'FINAL_ANSWER', observation: RESULT }),
  ];
}

export function linesOf(entries: readonly RawEntry[]): readonly string[] {
  return entries.map((entry) => JSON.stringify(entry));
}

/** These lines as a logs file. */
export function logOf(lines: readonly string[]): Log {
  return {
    size: lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0),
    lines: () => lines,
  };
}

/** What the step knows when such a run has ended. */
export function sampleView(entries: readonly RawEntry[]): StepView {
  const steps = entries.map((raw, index) => {
    const view = viewEntry(raw);
    return digest({ index, line: JSON.stringify(raw), view, time: parseTime(view.created_at) });
  });
  const times = steps.flatMap((step) => step.time ?? []);
  return stepView({
    outcome: 'succeeded',
    standing: 'going_on',
    runId: '48213',
    webUrl: 'https://agents.example.com/runs/48213',
    status: 'COMPLETE',
    durationMs: (times.at(-1) ?? 0) - (times[0] ?? 0) + 6000,
    requests: 57,
    totalLogs: entries.length,
    result: RESULT,
    pullRequests: ['https://github.com/octo-org/webshop/pull/318'],
    steps,
    resultFile: '/home/runner/_temp/agent-run-48213-result.txt',
    logsFile: '/home/runner/_temp/agent-run-48213.jsonl',
    reportFile: '/home/runner/_temp/agent-run-48213.html',
    provenance: {
      service: serviceNamed('agent-run'),
      event: 'issues',
      actor: 'mona',
      repository: 'octo-org/webshop',
      workflow: 'Fix labelled issues',
      serverUrl: 'https://github.com',
      workflowRunUrl: 'https://github.com/octo-org/webshop/actions/runs/9121',
      earlierAttemptUrl: null,
      actionUrl: null,
    },
  });
}
