/** The combined outcome of a fleet's rows, and how they are reported and stored. */
import { describe, expect, it } from '@jest/globals';
import { Journal, readJournal } from '../../src/fleet/journal.ts';
import { fileLine, fleetOutputs } from '../../src/fleet/outputs.ts';
import {
  countsOf,
  failureLines,
  fleetOutcome,
  noteLine,
  outcomeCounts,
  progressLine,
  rowLine,
  rowOf,
  rowStart,
  sentence,
  stopsText,
  type TaskRow,
} from '../../src/fleet/rows.ts';
import { countsBar, fleetComment, fleetSummary, fleetTable } from '../../src/fleet/summary.ts';
import { fleetTelling } from '../../src/fleet/telling.ts';
import type { Provenance } from '../../src/github/provenance.ts';
import { worstFirst } from '../../src/outcomes.ts';
import { stepStart, viewOf } from '../../src/report/step.ts';
import { recordOf } from '../../src/run/state.ts';
import type { StepView } from '../../src/report/step-view.ts';
import { SUMMARY_MAX_BYTES } from '../../src/runner/host.ts';
import { saveRunState } from '../../src/runner/saved-state.ts';
import { serviceNamed } from '../../src/inputs/service.ts';
import { MemoryFiles } from '../support/memory-files.ts';
import { stepView } from '../support/step-view.ts';

const row = (key: string, of: Partial<TaskRow> = {}): TaskRow => ({
  ...rowStart(key, viewOf(stepStart(provenance), { now: 0, requests: 0 })),
  outcome: 'succeeded',
  ...of,
});
const withOutcomes = (...outcomes: TaskRow['outcome'][]): TaskRow[] =>
  outcomes.map((outcome, index) => row(String(index), { outcome }));
const provenance = {
  service: serviceNamed('agent-run'),
  serverUrl: 'https://github.com',
  repository: 'octo/repo',
} as Provenance;

it('how runs are collected or answered says what the step has to drop (5, 20)', () => {
  const dropping = { ...provenance, service: serviceNamed('devin'), toDrop: ['budget'] };
  const cut = row('a', { runId: '1', outcome: 'cancelled', standing: 'going_on' });
  const asking = row('b', { runId: '2', outcome: 'needs_input' });
  const told = (of: Partial<TaskRow>): readonly string[] => [
    sentence([{ ...cut, ...of }], { isCut: true }),
    fleetTable([{ ...asking, ...of }], { most: 9, elsewhere: '' }),
  ];
  const collect = 'collect them with tasks of `key` and `agent_run_id` from `runs`';
  const answer = 'a task of its `key` and `agent_run_id`, and your answer as `prompt`';
  expect(told({})).toEqual([
    expect.stringContaining(`${collect}.`),
    expect.stringContaining(`${answer}.`),
  ]);
  expect(told({ provenance: dropping })).toEqual([
    expect.stringContaining(`${collect}, but no \`budget\`.`),
    expect.stringContaining(`${answer}, but no \`budget\`.`),
  ]);
  const atLimit = recordOf({ mode: 'created', runId: '2', webUrl: null, status: null });
  const turn = { ...atLimit, isAtLimit: true };
  expect(told({ provenance: dropping, turn })[1]).not.toContain('To answer');
});

describe('the outcome', () => {
  it('is succeeded only if all runs are, otherwise the worst in the order of the contract', () => {
    expect(fleetOutcome(withOutcomes('succeeded', 'succeeded'))).toBe('succeeded');
    const order = [
      'error',
      'failed',
      'timed_out',
      'cancelled',
      'needs_input',
      'unverified',
      'started',
      'skipped',
    ] as const;
    for (const [index, outcome] of order.entries()) {
      expect(fleetOutcome(withOutcomes('succeeded', ...order.slice(index).toReversed()))).toBe(
        outcome,
      );
    }
  });

  it('counts rows, and sorts the worst first', () => {
    const rows = withOutcomes('succeeded', 'failed', 'succeeded', 'error');
    expect(countsOf(rows)).toEqual({ error: 1, failed: 1, succeeded: 2 });
    expect(worstFirst(rows).map(({ key }) => key)).toEqual(['3', '1', '0', '2']);
  });
});

describe('the outputs', () => {
  it('omit nothing from the file', () => {
    const line = fileLine(
      row('a', {
        runId: '7',
        result: 'All\nof it.',
        resultFile: '/temp/a.txt',
        resultJson: '{"a":1}',
        usage: { unit: 'tokens', amount: 81_234, costUsd: 0.42 },
      }),
    );
    expect(line).not.toContain('\n');
    expect(JSON.parse(line)).toMatchObject({
      key: 'a',
      agent_run_id: 7,
      result: 'All\nof it.',
      result_file: '/temp/a.txt',
      usage: { unit: 'tokens', amount: 81_234, cost_usd: 0.42 },
    });
  });

  it('have ids as text where a service has them so', () => {
    const line = fileLine(
      row('a', { runId: '77', provenance: { ...provenance, service: serviceNamed('devin') } }),
    );
    expect(JSON.parse(line)).toMatchObject({ agent_run_id: '77', usage: null });
  });
});

describe('the summary of a fleet', () => {
  it('does not tell to upload a report that was uploaded', () => {
    const rows = [row('a', {})];
    const local = stepView({ reportFile: '/temp/report.html' });
    const told = fleetSummary({ rows, view: local, runsFile: '/temp/runs.jsonl', note: '' });
    expect(told).toContain('- `report_file`: `/temp/report.html`');
    const view = { ...local, reportUrl: 'https://github.com/o/r/artifacts/1' };
    const summary = fleetSummary({ rows, view, runsFile: '/temp/runs.jsonl', note: '' });
    expect(summary).toContain('- `runs_file`: `/temp/runs.jsonl`');
    expect(summary).not.toContain('report_file');
    expect(fleetSummary({ rows, view, runsFile: null, note: '' })).not.toContain('### Files');
  });
});

describe('the journal', () => {
  const path = '/temp/state.jsonl';

  it('has the last state of each task, in the order of the tasks, even if a kill truncated its last line', () => {
    const files = new MemoryFiles();
    const journal = new Journal(files, path, () => undefined);
    for (const key of ['a', 'octo/b']) {
      journal.save(key, 'phase', 'idle');
    }
    const host = journal.host('octo/b');
    saveRunState(host, { phase: 'sending', runId: null });
    saveRunState(host, { phase: 'running', runId: '5' });
    saveRunState(host, { phase: 'running', runId: '5' });
    expect(files.readText(path).split('\n')).toHaveLength(7);
    expect([...readJournal(`${files.readText(path)}["a","phase","run`)]).toEqual([
      ['a', { phase: 'idle' }],
      ['octo/b', { phase: 'running', runId: '5' }],
    ]);
    expect(host.state('phase')).toBe('running');
  });

  it('is given up and removed if the disk is full, because an outdated one would tell what is wrong', () => {
    const files = new MemoryFiles();
    const errors: unknown[] = [];
    const journal = new Journal(files, path, (error) => void errors.push(error));
    journal.save('a', 'phase', 'idle');
    files.guard = () => {
      throw new Error('ENOSPC');
    };
    journal.save('a', 'phase', 'sending');
    journal.save('a', 'phase', 'running');
    expect([errors.length, files.isFile(path)]).toEqual([1, false]);
  });
});

it('counts the answers to requests to stop runs', () => {
  const stops = ['accepted', 'unknown', null, 'refused', 'missing', 'unsent', 'over'] as const;
  const rows = stops.map((stopped) => ({ runId: '7', stopped, stoppedAtBudget: false }));
  const atBudget = { runId: '8', stopped: 'accepted', stoppedAtBudget: true } as const;
  expect(stopsText([...rows, atBudget])).toBe(
    'The service accepted the request to stop 1 of 6 unfinished runs (`on_cancel: stop`). For 1 run nothing was left to stop. It has no endpoint that stops runs: 1 run may go on. It refused to stop 1 run, which may go on. For 1 run the request could not be made in time; the post step asks again. For 1 run there was no clear answer in time; the post step asks again.',
  );
  expect(stopsText([...rows.slice(2, 3), atBudget])).toBe('');
});

it('counts a run that was cancelled at the service as one that does not go on', () => {
  const cancelled = { outcome: 'cancelled', runId: '7' } as const;
  const rows = [
    row('a', { ...cancelled, standing: 'ended' }),
    row('b', { ...cancelled, standing: 'going_on' }),
  ];
  expect(sentence(rows, { isCut: true })).toContain('2 cancelled. 1 run may still be going on');
});

describe('failures', () => {
  const failed = (key: string, of: Partial<TaskRow> = {}): TaskRow =>
    row(key, { outcome: 'failed', message: `${key} broke.`, why: `${key} broke.`, ...of });

  it('are listed at the end of the log, the worst last, each with its cause and its address', () => {
    const webUrl = 'https://agents.example.com/runs/7';
    const rows = [
      row('green'),
      failed('lint', { webUrl }),
      failed('a', { outcome: 'error', message: `Refused. See ${webUrl}.`, webUrl }),
      row('later', { outcome: 'skipped', message: 'Not started.' }),
    ];
    expect(failureLines(rows)).toEqual([
      ` lint  failed  lint broke.  ${webUrl}`,
      ` a     error  Refused. See ${webUrl}.`,
    ]);
  });

  it('are told by what differs between the tasks, where their keys are numbers', () => {
    const asked = (nth: number): TaskRow =>
      failed(String(nth), {
        provenance: { ...provenance, task: `Update the dependencies of octo/r${nth}.` },
      });
    expect(failureLines([asked(0), asked(1)])).toEqual([
      ' 1  failed  octo/r1  1 broke.',
      ' 0  failed  octo/r0  0 broke.',
    ]);
  });

  it('above fifty are counted', () => {
    const lines = failureLines(Array.from({ length: 60 }, (_, nth) => failed(`k${nth}`)));
    expect(lines).toHaveLength(51);
    expect(lines[0]).toBe(' 10 more failures, named in runs_file');
  });

  it('are all named in one sentence, or counted', () => {
    expect(sentence([failed('a'), row('b')])).toBe(
      '2 agent runs: 1 failed, 1 succeeded. The task "a" ended as failed: a broke.',
    );
    expect(sentence([failed('a'), failed('b', { outcome: 'timed_out' }), row('c')])).toBe(
      '3 agent runs: 1 failed, 1 timed out, 1 succeeded. The task "a" ended as failed: a broke. ' +
        'Also "b" timed out: b broke.',
    );
    const many = sentence(Array.from({ length: 13 }, (_, nth) => failed(`k${nth}`)));
    expect(many).toContain('"k9" failed: k9 broke; and 3 more.');
    expect(many).not.toContain('"k10"');
  });
});

describe('the line of progress', () => {
  const at = { ended: 1, tasks: 6, elapsedMs: 5_000 };
  const rows = withOutcomes('running', 'running', 'waiting', 'waiting', 'succeeded');

  it('says what is waited for', () => {
    const waits = { toBegin: 'the creation limit, next in 40s', halted: 0, checking: 1 };
    expect(progressLine(rows, at, waits)).toContain(
      '1 running, with 0 steps so far, 1 waits for checks, ' +
        '2 wait for the creation limit, next in 40s',
    );
    const idle = { toBegin: '', halted: 0, checking: 0 };
    expect(progressLine(rows, at, idle)).toMatch(/, 2 wait$/);
    expect(progressLine(rows, at, { ...idle, halted: 1 })).toMatch(
      /, 1 waits, 1 will not be started$/,
    );
    expect(progressLine(rows, at, { ...idle, halted: 2 })).toMatch(
      /so far, 2 will not be started$/,
    );
  });

  it('counts the steps of all runs, and those that somebody has paused', () => {
    const begun = { mode: 'created', runId: '7', webUrl: null, status: null } as const;
    const turn = { ...recordOf({ ...begun, meaning: 'active' }), waitsFor: 'paused' } as const;
    const all = [
      row('a', { totalLogs: 5 }),
      row('b', { outcome: 'running', totalLogs: 2 }),
      row('c', { outcome: 'running', turn }),
    ];
    expect(progressLine(all, at, { toBegin: '', halted: 0, checking: 0 })).toMatch(
      /2 running, with 7 steps so far, 1 of them paused$/,
    );
  });
});

describe('what the runs used', () => {
  const rows = [
    row('a', { runId: '7', usage: { unit: 'acu', amount: 2, costUsd: null } }),
    row('b', { runId: '8' }),
  ];
  const view = stepView({ outcome: 'succeeded', durationMs: 60_000, requests: 9 });

  it('is the output, with the number of those that tell it', () => {
    expect(fleetOutputs(view, { rows, runsFile: null }).usage).toBe(
      '{"unit":"acu","amount":2,"cost_usd":null,"runs":1,"of":2}',
    );
    expect(fleetOutputs(view, { rows: rows.slice(1), runsFile: null }).usage).toBe('');
  });

  it('stands in the summary, in the comment and in the last line, and beside each run', () => {
    const fleet = { rows, view, runsFile: null, note: '' };
    expect(fleetSummary(fleet)).toContain(' · 2 ACU by 1 of 2 runs');
    expect(fleetSummary(fleet)).toContain('| a | ✅ succeeded · run 7 · 2 ACU |');
    expect(fleetComment(fleet, { marker: '', now: 0, full: true })).toContain(
      '2 ACU by 1 of 2 runs',
    );
    const telling = fleetTelling({
      view: () => ({ rows, step: view, runsFile: null, note: '' }),
      files: [],
      leavesRuns: () => false,
    });
    expect(telling.lastLines()).toEqual([
      'Agent runs: succeeded after 1m 00s (2 succeeded; 2 ACU by 1 of 2 runs; 9 requests).',
    ]);
    const at = { ended: 1, tasks: 2, elapsedMs: 5_000 };
    expect(rows.map((one) => rowLine(one, at))).toEqual([
      expect.stringMatching(/run 7 {2}2 ACU$/),
      expect.stringMatching(/run 8$/),
    ]);
  });
});

it('the comment of a fleet is as of when it is written', () => {
  let durationMs = 17_000;
  const start = viewOf(stepStart(provenance), { now: 0, requests: 0 });
  const telling = fleetTelling({
    view: () => ({
      rows: [row('a', {})],
      step: { ...start, outcome: 'running', durationMs },
      runsFile: null,
      note: '',
    }),
    files: [],
    leavesRuns: () => false,
  });
  const words = telling.comment();
  durationMs = 30_000;
  expect(words.render({ marker: '', now: 0, full: true })).toContain('30s so far');
});

describe('a run whose answer says that it did not pass (contract 15)', () => {
  const rows = [
    ...Array.from({ length: 6 }, (_, index) => row(`t${index}`, { passed: true })),
    row('bad', { passed: false }),
    row('broken', { outcome: 'failed', message: 'The run failed.' }),
  ];

  it('is counted as that', () => {
    expect(outcomeCounts(rows)).toBe('1 failed, 7 succeeded (1 did not pass)');
    expect(outcomeCounts(withOutcomes('succeeded'))).toBe('1 succeeded');
  });

  it('stands in the table before those that did', () => {
    const [shown = '', folded = ''] = fleetTable(rows, { most: 100, elsewhere: '' }).split(
      '<details>',
    );
    expect(shown).toContain('| bad | ✅ succeeded, **did not pass** |');
    expect(folded).toContain('6 succeeded');
    const few = fleetTable(rows.slice(5, 7), { most: 100, elsewhere: '' });
    expect(few.indexOf('| bad |')).toBeLessThan(few.indexOf('| t5 |'));
  });

  it('is named in the job log, where it ends', () => {
    const at = { ended: 1, tasks: 8, elapsedMs: 5_000 };
    expect(rowLine(row('bad', { passed: false }), at)).toMatch(/bad +succeeded +did not pass$/);
  });
});

describe('the display', () => {
  it('has at most a hundred rows, worst first, without live content', () => {
    const rows = Array.from({ length: 150 }, (_, index) =>
      row(`t${index}`, { result: '@mona [x](https://evil.example)' }),
    );
    const table = fleetTable([...rows, row('bad', { outcome: 'failed', message: '| a\nb' })], {
      most: 100,
      elsewhere: '`runs_file`',
    });
    // With the titles of two tables: those that succeeded are folded.
    expect(table.split('\n').filter((line) => line.startsWith('| '))).toHaveLength(104);
    expect(table.split('\n')[2]).toMatch(/^\| bad \| ❌ failed<br>\S+ a b \|/);
    expect(table).toContain('<details><summary>99 succeeded</summary>\n\n| Task');
    expect(table).toContain('51 more tasks');
    expect(table).not.toMatch(/@mona|\]\(https:\/\/evil/);
  });

  it('has the question beside the outcome, without the words around it, and says once how to answer', () => {
    const start = viewOf(stepStart(provenance), { now: 0, requests: 0 });
    const view = { ...start, outcome: 'needs_input', runId: '7', result: 'Which port?' } as const;
    const asks = rowOf('a', view);
    expect(asks.message).toContain('To answer, run this action');
    const table = fleetTable([asks, { ...asks, key: 'b' }], { most: 100, elsewhere: '' });
    expect(table).toContain('| a | 💬 needs input · run 7<br>Which port? |');
    expect(table.match(/To answer/g)).toHaveLength(1);
    const unproven = rowOf('c', { ...view, outcome: 'unverified', claims: [] });
    expect(fleetTable([unproven], { most: 100, elsewhere: '' })).toContain(
      'The run names no pull request.',
    );
  });

  it('advises no answer to runs that wait on their page and have asked nothing', () => {
    const turn = recordOf({ mode: 'created', runId: '7', webUrl: null, status: null });
    const view = { outcome: 'needs_input', runId: '7', result: 'Which port?' } as const;
    const table = (waitsFor: 'approval' | 'paused'): string =>
      fleetTable([rowOf('a', stepView({ ...view, turn: { ...turn, waitsFor } }))], {
        most: 100,
        elsewhere: '',
      });
    expect(table('approval')).toContain('Waits for an approval on its page. |');
    expect(table('approval')).not.toContain('To answer');
    expect(table('paused')).not.toContain('To answer');
  });

  it('links the pull request of a repository that the task names', () => {
    const url = 'https://github.com/octo/shop/pull/7';
    const named = {
      provenance: { ...provenance, repositories: ['octo/shop'] },
      pullRequests: [url],
    };
    const table = fleetTable([row('a', named), row('b')], { most: 100, elsewhere: '' });
    expect(table).toContain('| Task | PR | Outcome |');
    expect(table).toContain(`| a | [#7](${url}) | ✅ succeeded |`);
    expect(table).toContain('| b |  | ✅ succeeded |');
    const line = rowLine(row('a', named), { ended: 1, tasks: 2, elapsedMs: 0 });
    expect(line).toContain(`succeeded             ${url}`);
  });

  const asked = (task: string): Partial<TaskRow> => ({ provenance: { ...provenance, task } });

  it('has the task beside the key, or above the table if all have the same', () => {
    const table = (...rows: TaskRow[]): string => fleetTable(rows, { most: 100, elsewhere: '' });
    expect(table(row('a', asked('Fix *it*.\nNow.')), row('b', asked('Test it.')))).toContain(
      '| a<br>Fix &#42;it&#42;. | ✅ succeeded |\n| b<br>Test it. | ✅ succeeded |',
    );
    const rows = ['a', 'b'].map((key) => row(key, asked('Fix it.')));
    expect(table(...rows)).toContain('| a | ✅ succeeded |');
    const view = viewOf(stepStart(provenance), { now: 0, requests: 0 });
    expect(fleetSummary({ rows, view, runsFile: null, note: '' })).toContain('\n\n**Fix it.**\n\n');
  });

  it('has a reason of at most 240 characters for every outcome, without addresses', () => {
    const start = viewOf(stepStart(provenance), { now: 0, requests: 0 });
    const webUrl = 'https://agents.example.com/runs/7';
    const told = (change: Partial<TaskRow>): string =>
      rowOf('a', { ...start, runId: '7', webUrl, ...change } as StepView).why;
    const cutShort = 'The run did not end within 60 minutes (timeout_minutes).';
    expect(told({ outcome: 'timed_out', cutShort })).toBe(cutShort);
    expect(told({ outcome: 'cancelled', standing: 'ended', status: 'STOPPED' })).toBe(
      'Ended at the service (status STOPPED).',
    );
    const cut = { outcome: 'cancelled', cutShort: 'The step was cancelled (SIGINT).' } as const;
    expect(told({ ...cut, standing: 'going_on' })).toBe('It goes on.');
    expect(told({ ...cut, runId: null, standing: 'maybe_created' })).toBe(
      'A run may exist: its create had no answer.',
    );
    expect(told({ ...cut, standing: 'maybe_resumed', stopped: 'accepted' })).toBe(
      'It may have got the follow-up. The service accepted the request to stop it.',
    );
    const url = 'https://github.com/octo/repo/pull/404';
    const claims = [{ url, state: 'not_found' } as const];
    expect(told({ outcome: 'unverified', claims })).toBe('Its pull request is claimed, not found.');
    expect(told({ outcome: 'needs_input', result: '**Redis** or not?' })).toBe('Redis or not?');
    expect(told({ outcome: 'failed', status: 'OUT_OF_TOKENS' })).toBe(
      'Failed (status OUT_OF_TOKENS); its log names no cause.',
    );
    expect(told({ outcome: 'failed', errorMessage: 'No check ran.' })).toBe('No check ran.');
    expect(told({ outcome: 'needs_input' })).toBe('Waits for an answer.');
    const long = `${'No. '.repeat(58)}Correct \`repo\`.`;
    const error = told({ outcome: 'error', errorCode: 'not_found', errorMessage: long });
    expect(error.length).toBeLessThanOrEqual(240);
    expect(error.split('`').length % 2).toBe(1);
  });

  it('has a square for each run, worst first', () => {
    expect(countsBar(withOutcomes('succeeded', 'failed', 'succeeded'))).toBe('🟥🟩🟩');
    const many = Array.from({ length: 300 }, () => 'succeeded' as const);
    expect([...countsBar(withOutcomes(...many, 'failed'))]).toHaveLength(31);
  });

  it('fits into a job summary whatever the service sends, and says where the rest is', () => {
    const view = viewOf(stepStart({ ...provenance, workflow: '', workflowRunUrl: null }), {
      now: 0,
      requests: 0,
    });
    const rows = (webUrl: string): TaskRow[] =>
      Array.from({ length: 120 }, (_, index) =>
        row(`t${index}`, { runId: String(index + 1), webUrl, result: '|'.repeat(200) }),
      );
    const summaryOf = (webUrl: string): string =>
      fleetSummary({ rows: rows(webUrl), view, runsFile: '/r', note: '' });
    expect(summaryOf('https://x.example')).toContain('20 more tasks');
    // Each of these characters becomes five bytes.
    const large = summaryOf(`https://x.example/${'&'.repeat(2_000)}`);
    expect(Buffer.byteLength(large)).toBeLessThanOrEqual(SUMMARY_MAX_BYTES);
    expect(large).toContain('*60 more tasks: see `runs_file`.*');
    expect(large).toContain('`runs_file`: `/r`');
  });

  it('has a line per start and end in the job log', () => {
    const at = { ended: 3, tasks: 4, elapsedMs: 5_000 };
    expect(rowLine(row('w', { outcome: 'running', runId: '7' }), at)).toBe(
      `      5s        3/4  ${'w'.padEnd(20)}  running               run 7`,
    );
    const note = noteLine({ key: 'x', message: '::error::no\n##[group]' }, at);
    expect(note).toMatch(/^ +5s +3\/4 {2}x {21}:/);
    expect(note).not.toContain('\n');
    const line = rowLine(row('x', { outcome: 'error', message: '::error::no\n##[group]' }), at);
    expect(line).not.toContain('\n');
    expect(line).toContain('error');
    expect(line.trimStart().startsWith('::')).toBe(false);
  });
});
