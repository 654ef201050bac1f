/** What is known of a step, made from events alone. */
import { describe, expect, it } from '@jest/globals';
import { readEvent } from '../../src/github/event.ts';
import { provenanceOf } from '../../src/github/provenance.ts';
import { reduceStep, Step, stepStart, viewOf, type StepEvent } from '../../src/report/step.ts';
import type { StepState, StepView } from '../../src/report/step-view.ts';
import { rawEntry, toEntry } from '../../src/agents/agent-run/log/entry.ts';
import { createRedactor } from '../../src/safe/redaction.ts';
import { serviceNamed } from '../../src/inputs/service.ts';
import { entry, finalAnswer } from '../support/memory-client.ts';

const EMPTY = stepStart(provenanceOf(readEvent({}, {})));
const after = (...events: readonly StepEvent[]): StepState => events.reduce(reduceStep, EMPTY);
const view = (...events: readonly StepEvent[]): StepView =>
  viewOf(after(...events), { now: 12_000, requests: 5 });

const started = (fields: object = {}): StepEvent => ({
  type: 'started',
  mode: 'created',
  runId: '77',
  webUrl: 'https://a.example/77',
  status: 'ACTIVE',
  ...fields,
});
const took = (value: unknown, index = 0): StepEvent => ({
  type: 'entry',
  entry: toEntry(rawEntry(value), index),
});
const answered = (result: string | null, pullRequests: readonly string[] = []): StepEvent => ({
  type: 'status',
  runId: '77',
  webUrl: 'https://a.example/77',
  status: 'ACTIVE',
  result,
  pullRequests,
});

describe('a step', () => {
  it('keeps its service, and redacts its task, where a secret is the name of the service', () => {
    const options = {
      clock: { now: () => 0 },
      host: { warning: () => undefined },
      redact: createRedactor(['cursor']),
    };
    const step = new Step(options, EMPTY.provenance);
    const service = serviceNamed('cursor');
    step.dispatch({ type: 'asked', service, task: 'Move the cursor.' });
    expect(step.state.provenance).toMatchObject({ service, task: 'Move the ***.' });
  });

  it('counts time from the first call to the end', () => {
    const calls = [
      { type: 'begin', runId: '77', at: 1_000 },
      { type: 'begin', runId: null, at: 3_000 },
    ] as const;
    expect(view(...calls)).toMatchObject({ durationMs: 11_000, requests: 5 });
    const nothing = {
      errorCode: null,
      errorMessage: null,
      skipReason: null,
      cutShort: null,
      resultJson: null,
      lacks: null,
    };
    const end = { ...nothing, outcome: 'succeeded' } as const;
    expect(view(...calls, { type: 'ended', end, at: 3_500 })).toMatchObject({ durationMs: 2_500 });
  });

  it.each<[string, StepEvent[], string]>([
    ['before a create', [{ type: 'begin', runId: null, at: 0 }], 'no_run'],
    ['while a create is on its way', [{ type: 'sending', runId: null }], 'maybe_created'],
    ['after a refused one', [{ type: 'sending', runId: null }, { type: 'unsent' }], 'no_run'],
    ['before a resume', [{ type: 'begin', runId: '77', at: 0 }], 'untouched'],
    [
      'while a resume is on its way',
      [
        { type: 'begin', runId: '77', at: 0 },
        { type: 'sending', runId: '77' },
      ],
      'maybe_resumed',
    ],
    ['with a run', [{ type: 'sending', runId: null }, started()], 'going_on'],
    [
      'after a poll that did not show whether it has ended',
      [started(), { type: 'known', unclear: true }],
      'not_known',
    ],
    ['once its end was seen', [started(), { type: 'finished' }], 'ended'],
    [
      'while a schema repair is sent to it',
      [started(), { type: 'finished' }, { type: 'sending', runId: '77' }],
      'maybe_resumed',
    ],
    [
      'once that is known not to have been sent',
      [started(), { type: 'finished' }, { type: 'sending', runId: '77' }, { type: 'unsent' }],
      'ended',
    ],
  ])('stands, %s, at the right place', (_, events, standing) => {
    expect(view(...events).standing).toBe(standing);
  });

  it('knows what the run showed before it was resumed, until another is created', () => {
    const found = [
      { type: 'begin', runId: '77', at: 0 },
      {
        type: 'found',
        runId: '77',
        webUrl: 'https://a.example/77',
        status: 'DONE',
        mark: null,
        memo: null,
      },
    ] as const;
    expect(view(...found)).toMatchObject({
      runId: '77',
      webUrl: 'https://a.example/77',
      status: 'DONE',
    });
    expect(view(...found, { type: 'begin', runId: null, at: 0 })).toMatchObject({
      webUrl: null,
      status: null,
    });
  });

  it.each(['created', 'resumed', 'attached'] as const)('of a run that was %s', (mode) => {
    const known = { runId: '77', webUrl: 'https://a.example/77', status: 'ACTIVE', mode };
    expect(view(started({ mode }))).toMatchObject(known);
    // A schema repair changes nothing of that (contract 1.2).
    expect(view(started({ mode }), started({ mode: 'resumed', again: 'repair' }))).toMatchObject(
      known,
    );
  });

  it('gathers entries, the result and pull requests from both sources, each once', () => {
    const pull = 'https://github.com/o/r/pull/1';
    const second = 'https://github.com/o/r/pull/2';
    const words = { message_type: 'PR_EVALUATION', observation: `see ${pull} and ${second}` };
    const seen = view(
      started(),
      answered(null, [pull]),
      took(entry(1)),
      took(entry(2, words), 1),
      took(finalAnswer(3, 'R'), 2),
    );
    expect(seen).toMatchObject({ totalLogs: 3, result: 'R', pullRequests: [pull, second] });
    expect(seen.steps).toHaveLength(3);
  });

  it('has one address for each pull request, however it is written', () => {
    const pull = 'https://github.com/o/r/pull/1';
    const other = 'https://gitlab.com/o/r/-/merge_requests/1/';
    const written = [
      'http://github.com/o/r/pull/1',
      `${pull}/`,
      `${pull}/files#r1`,
      'https://github.com/O/R/pull/1',
      other,
    ];
    expect(view(started(), answered(null, written)).pullRequests).toEqual([pull, other]);
  });

  it('keeps each warning once', () => {
    const warned = view(
      { type: 'noted', message: 'Careful.' },
      { type: 'warning', message: 'Careful.' },
      { type: 'warning', message: 'Found.' },
      { type: 'noted', message: 'Noted.' },
    );
    expect(warned.warnings).toEqual(['Careful.', 'Found.', 'Noted.']);
  });

  it('adds what becomes known about its origin', () => {
    const { provenance } = view(
      { type: 'asked', repositories: ['o/r'] },
      { type: 'asked', task: 'Fix it.' },
    );
    expect(provenance).toEqual({ ...EMPTY.provenance, repositories: ['o/r'], task: 'Fix it.' });
  });

  it('keeps the first and the newest steps of a very long log, and counts them all', () => {
    const events = Array.from({ length: 30_000 }, (_, index) => took(entry(index), index));
    const half = after(started(), ...events.slice(0, 1_500));
    const whole = events.slice(1_500).reduce(reduceStep, half);
    const at = { now: 0, requests: 0 };
    // No state changes once it is made.
    expect(viewOf(half, at).steps.map(({ index }) => index)).toEqual(
      Array.from({ length: 1_500 }, (_, index) => index),
    );
    const { steps, totalLogs } = viewOf(whole, at);
    expect([totalLogs, steps.length <= 10_000]).toEqual([30_000, true]);
    expect([steps[1_999]?.index, steps.at(-7_900)?.index, steps.at(-1)?.index]).toEqual([
      1_999, 22_100, 29_999,
    ]);
  });
});

it('keeps the first step with a time of those it forgets, and still counts the others and their errors', () => {
  const step = new Step(
    { clock: { now: () => 0 }, host: { warning: () => undefined } },
    EMPTY.provenance,
  );
  const entries = [{}, entry(1), entry(2), entry(3, { message_type: 'ERROR' })];
  for (const event of [started(), ...entries.map(took)]) {
    step.dispatch(event);
  }
  step.dropSteps();
  expect(step.view()).toMatchObject({ steps: [{ index: 1 }], totalLogs: 4, errors: 1 });
});

it('knows where each further turn begins', () => {
  const turns = view(
    started({ mode: 'resumed' }),
    took({ message_type: 'ACTION' }, 0),
    started({ mode: 'resumed', again: 'repair' }),
    started({ mode: 'resumed', again: 'mend' }),
    took({ message_type: 'ACTION' }, 1),
    took({ message_type: 'ACTION' }, 2),
  ).turnStarts;
  expect(turns).toEqual([
    { index: 0, why: 'follow-up' },
    { index: 1, why: 'mend' },
  ]);
  expect(view(started(), took({ message_type: 'ACTION' })).turnStarts).toEqual([]);
});

it('tells a stop at the budget from one that `on_cancel: stop` wants', () => {
  const atBudget: StepEvent = { type: 'stopped', stopped: 'accepted', errorMessage: null };
  const onCancel: StepEvent = { type: 'stop_requested', errorMessage: 'No.', stopped: 'refused' };
  expect(view(started(), atBudget)).toMatchObject({ stopped: 'accepted', stoppedAtBudget: true });
  expect(view(started(), atBudget, onCancel)).toMatchObject({
    errorMessage: 'No.',
    stopped: 'refused',
    stoppedAtBudget: false,
  });
});

it('knows what each mend was asked to mend', () => {
  const state = { kind: 'red', failed: [] } as const;
  const place = { repository: 'octo/repo', number: 9, here: true };
  const head = { checks: [], state, ...place, headSha: 'a'.repeat(40) };
  const asked: readonly StepEvent[] = [
    started(),
    { type: 'checks', head },
    { type: 'known', fixes: 2 },
    started({ again: 'mend' }),
  ];
  const mend = { number: 2, head };
  expect(view(...asked).opening).toEqual({ why: 'mend', mend });
  expect(view(...asked, took({ message_type: 'ACTION' }, 0))).toMatchObject({
    opening: null,
    turnStarts: [{ index: 0, why: 'mend', mend }],
  });
});

it('tells no head of a mend that an earlier attempt asked for, where it is not known', () => {
  const state = { kind: 'red', failed: [] } as const;
  const place = { repository: 'octo/repo', number: 9, here: true };
  const now = { checks: [], state, ...place, headSha: 'b'.repeat(40) };
  const { opening } = view(
    started(),
    { type: 'checks', head: now },
    { type: 'known', fixes: 1 },
    started({ again: 'mend', isFound: true, isOfUnknownHead: true }),
  );
  expect(opening).toEqual({ why: 'mend', mend: { number: 1, head: null } });
});

it('stays with its own final answer where a repair only shows the result from before the follow-up', () => {
  const turn = started({ mode: 'resumed', resultBefore: 'old' });
  const repair = started({ mode: 'resumed', resultBefore: 'old', again: 'repair' });
  const first = [turn, answered('old'), took(finalAnswer(0, 'new'))];
  for (const events of [first, [...first, repair, answered('old')]]) {
    expect(view(...events)).toMatchObject({ result: 'new', resultIsOld: false });
  }
});

it('knows that a result is of the turn that a repair was to correct', () => {
  const repair = started({ mode: 'resumed', resultBefore: 'first', again: 'repair' });
  const first = [started(), answered('first')];
  const seen = { result: 'first', resultIsOld: false };
  expect(view(...first)).toMatchObject({ ...seen, resultIsEarlier: false });
  expect(view(...first, repair)).toMatchObject({ ...seen, resultIsEarlier: true });
  expect(view(...first, repair, answered('next'))).toMatchObject({ resultIsEarlier: false });
});

it.each([
  ['old', 'old', true],
  ['old', 'new', false],
  ['old', '', true],
  ['new', 'new', false],
  ['new', '', false],
])(
  'knows of %s, then %s after a repair, whether it was there before the follow-up',
  (first, second, old) => {
    const turn = [started({ mode: 'resumed', resultBefore: 'old' }), answered(first)];
    expect(view(...turn).resultIsOld).toBe(first === 'old');
    const repair = started({ mode: 'resumed', resultBefore: first, again: 'repair' });
    expect(view(...turn, repair, answered(second)).resultIsOld).toBe(old);
  },
);
