/**
 * What whole steps (`whole-step.property.test.ts`) do not show: texts that only together match a
 * problem matcher, what a fleet shows of its runs, and an ID that no adapter lets through.
 */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { LogMode } from '../../src/report/job-log.ts';
import { rowOf } from '../../src/fleet/rows.ts';
import { fleetComment, fleetSummary } from '../../src/fleet/summary.ts';
import { runStart } from '../../src/report/page/header.ts';
import type { StepEvent } from '../../src/report/step.ts';
import type { StepView } from '../../src/report/step-view.ts';
import type { Entry } from '../../src/agents/port.ts';
import { OUTCOMES } from '../../src/outcomes.ts';
import { viewEntry } from '../../src/agents/entry.ts';
import { serviceNamed } from '../../src/inputs/service.ts';
import { alive, render } from '../support/markdown-oracle.ts';
import { MemoryHost } from '../support/memory-host.ts';
import { printing } from '../support/printing-host.ts';
import { RunnerOutput } from '../support/runner-parser.ts';
import { seeded } from '../support/random.ts';
import { jobLogOf, stepView } from '../support/step-view.ts';
import { TRICKS, trickyText } from '../support/tricks.ts';

const tricky = fc.oneof(
  fc.constantFrom(
    ...TRICKS,
    'error',
    'warning',
    '@user #1 www.x.example',
    '<img src=x>',
    '[a](https://x.example)',
  ),
  fc.integer().map((seed) => trickyText(seeded(seed))),
);
const kind = fc.oneof(fc.constantFrom('ACTION', 'ERROR', 'FINAL_ANSWER'), tricky);

const TOKEN = '8c7c4f3e-stop';

function entry(index: number, raw: object): Entry {
  return { index, line: JSON.stringify(raw), view: viewEntry(raw), time: 1000 * index };
}

function view([
  type = '',
  tool = '',
  headline = '',
  text = '',
  status = '',
]: readonly string[]): StepView {
  const step = { time: 1000, kind: type, tool, headline, error: true, detail: text };
  return stepView({
    outcome: 'error',
    errorCode: 'rejected',
    errorMessage: text,
    standing: 'going_on',
    runId: '12',
    webUrl: `https://x.example/${headline}`,
    status,
    durationMs: 5000,
    requests: 3,
    totalLogs: 2,
    result: text,
    pullRequests: [text, `https://github.com/o/r/pull/1?${headline}`],
    steps: [
      { index: 0, ...step },
      { index: 1, ...step, time: 4000 },
    ],
    warnings: [headline],
    resultFile: '/tmp/result.md',
    logsFile: '/tmp/logs.jsonl',
    provenance: {
      event: 'issues',
      service: serviceNamed('agent-run'),
      actor: tool,
      repository: 'o/r',
      workflow: headline,
      serverUrl: 'https://github.com',
      workflowRunUrl: 'https://github.com/o/r/actions/runs/1',
      earlierAttemptUrl: null,
      actionUrl: null,
    },
  });
}

/** What matchers are made of, cut where one field of an entry may end and the next begin. */
const HALVES = [
  '',
  'ERROR',
  'src/a.ts(3,5)',
  'src/a.ts:3:5',
  'src/a.ts:3:5:',
  'A.cs(3,5):',
  './x.go:',
  'a.js: line 3, col 5,',
  'a.js:',
  'line 3, col 5, Error - m (r)',
  ': error TS1: owned',
  '- error TS1: owned',
  'error TS1: owned',
  'error CS1: x [y]',
  'warning: owned',
  '3:5',
  'File "a.py", line 3, in f',
  "raise E('owned')",
  'Exception in thread "m" E: x',
  '[ERROR] a.java:3:5: m [X]',
  'ERROR: /home/runner/a/b/c.ts:1:2 - m',
] as const;
const SECOND = 1000;
const HOUR = 3600 * SECOND;

const texts = fc.tuple(kind, tricky, tricky, tricky, tricky);

it('the ID of a run is text in log and report, whatever an adapter lets through', () => {
  const runId = '##[error]<b>';
  const { host, stdout } = printing(new MemoryHost());
  const clock = { now: () => 0, wall: () => 0 };
  const tell = jobLogOf({ host, mode: 'full', stopToken: TOKEN, clock });
  tell({ type: 'started', mode: 'created', runId, webUrl: null, status: null });
  const runner = new RunnerOutput();
  runner.feed(stdout());
  expect([stdout(), runner.commands]).toEqual([expect.stringContaining('[error]<b>'), []]);
  expect(runStart(stepView({ runId }), null)).not.toContain('<b>');
});

describe('problem matchers whose parts come from different texts', () => {
  const modes = ['full', 'compact', 'errors', 'none'] as const;
  /** A line of `errors` is one of `compact` too, and the title of a group in `full`. */
  const times = {
    full: [null, HOUR + 62 * SECOND],
    compact: [null, 2 * SECOND, HOUR + 62 * SECOND],
    errors: [null],
    none: [null],
  };
  const PAIRS = HALVES.flatMap((first) => HALVES.map((second) => [first, second] as const));

  /** What matches in one log of these events. */
  function matched(mode: LogMode, events: readonly StepEvent[]): readonly string[] {
    const { host, stdout } = printing(new MemoryHost());
    const tell = jobLogOf({ host, mode, stopToken: TOKEN, clock: { now: () => 0, wall: () => 0 } });
    for (const event of events) {
      tell(event);
    }
    const runner = new RunnerOutput();
    runner.feed(stdout());
    return runner.matched.map(({ owner, line }) => `${owner}: ${line}`).slice(0, 5);
  }

  /** Entries that share their time. */
  const entries = (raws: readonly object[], time: number | null): StepEvent[] =>
    raws.map((raw, index) => ({ type: 'entry', entry: { ...entry(index, raw), time } }));

  it.each(modes)('match no line built from kind, tool and words (%s)', (mode) => {
    for (const time of times[mode]) {
      for (const message_type of HALVES) {
        const raws = PAIRS.map(([tool_name, thought]) => ({
          message_type,
          tool_name,
          thought,
          observation: null,
        }));
        expect(matched(mode, entries(raws, time))).toEqual([]);
      }
    }
  });

  it.each(modes)('match no two lines (%s)', (mode) => {
    for (const time of times[mode]) {
      for (const field of ['message_type', 'tool_name', 'thought']) {
        const raws = PAIRS.flat().map((half) => ({ [field]: half }));
        expect(matched(mode, entries(raws, time))).toEqual([]);
      }
    }
  });

  it.each(modes)('match no line about status, address and outage (%s)', (mode) => {
    const events = PAIRS.flatMap(([first, second]): StepEvent[] => [
      {
        type: 'status',
        runId: '1',
        webUrl: `https://x.example/${first}`,
        status: `${first}  ${second}`,
      },
      { type: 'outage', message: `${first} ${second}`, waitMs: SECOND },
    ]);
    expect(matched(mode, events)).toEqual([]);
  });
});

const NO_FILES = { runsFile: null } as const;
/** What summary and comment are made of, and a result in Markdown. */
const OWN_ELEMENTS: ReadonlySet<string> = new Set(
  [
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'p',
    'strong',
    'em',
    'del',
    'a',
    'pre',
    'code',
    'ul',
    'ol',
    'li',
    'sub',
    'br',
    'hr',
  ].concat(['blockquote', 'details', 'summary', 'table', 'thead', 'tbody', 'tr', 'th', 'td']),
);

function fleetOf(given: StepView) {
  const row = rowOf(given.result.slice(0, 64), given);
  const rows = [row, { ...row, message: given.result }, { ...row, message: null }];
  return { rows, view: { ...given, cutShort: given.result }, note: given.result };
}

describe('summary and comment of a fleet', () => {
  it.each([
    [
      'comment',
      (given: StepView) => fleetComment(fleetOf(given), { marker: '<!-- ours -->', full: true }),
    ],
    ['summary', (given: StepView) => fleetSummary({ ...fleetOf(given), ...NO_FILES })],
  ] as const)('the %s shows agent text and nothing that lives', (_name, draw) => {
    fc.assert(
      fc.property(texts, fc.constantFrom(...OUTCOMES, 'running' as const), (given, outcome) => {
        const rendered = render(draw({ ...view(given), outcome }));
        // The marker of a comment stands first.
        const elements = rendered.elements.slice(rendered.elements[0] === '#comment' ? 1 : 0);
        const isTask = (tag: string, at: number): boolean =>
          tag === 'input' && elements[at - 1] === 'li';
        expect(elements.filter((tag, at) => !OWN_ELEMENTS.has(tag) && !isTask(tag, at))).toEqual(
          [],
        );
        for (const link of rendered.links) {
          expect(link).toMatch(/^https:\/\/(?:x\.example|github\.com)\//);
        }
        expect(alive(rendered).filter((name) => name !== 'commit')).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });
});
