/** Which outcomes fail the step, and with which message (contract 1.1 `fail_on`, 7.3). */
import { describe, expect, it } from '@jest/globals';
import { endMessage, happened, totalsText, verdictOf } from '../../src/report/verdict.ts';
import { recordOf } from '../../src/run/state.ts';
import { countFindings } from '../../src/report/review-words.ts';
import type { StepView } from '../../src/report/step-view.ts';
import { OUTCOMES, OUTCOME_TABLE, type Outcome } from '../../src/outcomes.ts';
import { serviceNamed } from '../../src/inputs/service.ts';
import { stepDigest, stepView } from '../support/step-view.ts';

const DEFAULT: ReadonlySet<Outcome> = new Set([
  'failed',
  'cancelled',
  'needs_input',
  'timed_out',
  'error',
]);

type Sources = Parameters<typeof verdictOf>[1];

function verdict(view: Partial<StepView>, sources: Partial<Sources> = {}) {
  return verdictOf(stepView(view), { failOn: DEFAULT, cancelled: null, ...sources });
}

const AGAIN =
  'To try again, run this action with `agent_run_id: 77` and what to do differently as `prompt`. ' +
  'Or start a new run with a narrower task.';
const GOOD: ReadonlySet<Outcome> = new Set(['succeeded', 'started', 'skipped']);

describe('fail_on', () => {
  it.each(OUTCOMES)('decides about %s, and about nothing else', (outcome) => {
    const level = GOOD.has(outcome) ? 'notice' : 'warning';
    const errorCode = outcome === 'error' ? 'unauthorized' : null;
    expect(verdict({ outcome, errorCode }, { failOn: new Set() })).toMatchObject({
      red: false,
      level,
    });
    const red = OUTCOMES.filter(
      (other) => verdict({ outcome: other }, { failOn: new Set([outcome]) }).red,
    );
    expect(red).toEqual([outcome]);
    expect(verdict({ outcome }, { failOn: new Set([outcome]) }).level).toBe('error');
  });

  it('does not apply to invalid inputs', () => {
    expect(
      verdict({ outcome: 'error', errorCode: 'invalid_input' }, { failOn: new Set() }).red,
    ).toBe(true);
    expect(verdict({ outcome: 'error', errorCode: 'invalid_input' }, { failOn: null }).red).toBe(
      true,
    );
  });

  it('does not apply to a step that received a signal', () => {
    expect(
      verdict(
        { outcome: 'cancelled' },
        { failOn: new Set(), cancelled: 'The step was cancelled (SIGINT).' },
      ).red,
    ).toBe(true);
  });

  it('that is unknown fails on errors, not on skips', () => {
    expect(verdict({ outcome: 'error', errorCode: 'internal' }, { failOn: null }).red).toBe(true);
    expect(verdict({ outcome: 'skipped' }, { failOn: null }).red).toBe(false);
  });
});

describe('what happened', () => {
  it.each<[string, Partial<StepView>, string]>([
    [
      'the run goes on',
      { standing: 'going_on' },
      'The step that waited for agent run 77 ended with an error after 29s',
    ],
    [
      'nobody knows where it stands',
      { standing: 'not_known' },
      'The step that waited for agent run 77 ended with an error after 29s',
    ],
    ['a run may exist', { standing: 'maybe_created', runId: null }, 'The step ended with an error'],
    ['it has ended', { standing: 'ended' }, 'Agent run 77 ended with an error after 29s'],
    ['there is none', { standing: 'no_run', runId: null }, 'No agent run was started'],
  ])('is told of the step that ended with an error, where %s', (_, where, told) => {
    const view = stepView({ outcome: 'error', runId: '77', durationMs: 29_000, ...where });
    expect(happened(view)).toBe(told);
  });
});

describe('failure messages', () => {
  const run = {
    standing: 'going_on',
    runId: '77',
    webUrl: 'https://a.example/77',
    status: 'FAILED',
  } as const;
  it.each<[string, Partial<StepView>, Partial<Sources>, readonly string[]]>([
    ['error', { outcome: 'error', errorMessage: 'What to do.' }, {}, ['What to do.']],
    [
      'error with a list of problems',
      { outcome: 'error', errorMessage: 'It is wrong:\n- a\n- b\nThe text is in `result`.' },
      {},
      ['It is wrong: a · b. The text is in `result`.'],
    ],
    ['skipped', { outcome: 'skipped', skipReason: 'Nobody.' }, {}, ['Nobody.']],
    [
      'failed',
      { ...run, status: 'OUT_OF_TOKENS', outcome: 'failed' },
      {},
      ['77', 'OUT_OF_TOKENS', run.webUrl],
    ],
    [
      'cancelled at the service',
      { ...run, outcome: 'cancelled', standing: 'ended' },
      {},
      ['at the service', run.webUrl],
    ],
    [
      'cancelled here',
      { ...run, outcome: 'cancelled', cutShort: 'A signal.' },
      {},
      ['A signal.', 'goes on', run.webUrl, '`agent_run_id: 77`'],
    ],
    [
      'cancelled before anything',
      { outcome: 'cancelled', cutShort: 'A signal.' },
      {},
      ['No agent run was created.'],
    ],
    [
      'cancelled while creating',
      { outcome: 'cancelled', standing: 'maybe_created', cutShort: 'A signal.' },
      {},
      ['not known', 'list of runs'],
    ],
    [
      'cancelled while creating a run whose id is decided by its key',
      {
        outcome: 'cancelled',
        standing: 'maybe_created',
        idToBe: 'bc-7',
        cutShort: 'A signal.',
      },
      {},
      ['not known', 'list of runs', 'it has the id `bc-7`'],
    ],
    [
      'cancelled before the follow-up was sent',
      { ...run, outcome: 'cancelled', standing: 'untouched', cutShort: 'A signal.' },
      {},
      [`Nothing was sent to the run 77 at ${run.webUrl}.`],
    ],
    [
      'cancelled while resuming',
      { ...run, outcome: 'cancelled', standing: 'maybe_resumed', cutShort: 'A signal.' },
      {},
      [
        'Whether the run 77 received the follow-up is not known',
        run.webUrl,
        'before you send it again',
      ],
    ],
    [
      'cancelled after the end',
      { ...run, outcome: 'cancelled', standing: 'ended', cutShort: 'A signal.' },
      {},
      ['The run 77 has ended (status FAILED)', run.webUrl, '`agent_run_id: 77`'],
    ],
    [
      'cancelled, with a run whose state is not known',
      { ...run, outcome: 'cancelled', standing: 'not_known', cutShort: 'A signal.' },
      {},
      ['The state of the run 77 could not be confirmed', run.webUrl, '`agent_run_id: 77`'],
    ],
    [
      'unverified, without a token',
      { ...run, outcome: 'unverified' },
      {},
      ['`expect: pull_request`', '`github_token` is empty', run.webUrl],
    ],
    [
      'unverified',
      { ...run, outcome: 'unverified', claims: [] },
      {},
      ['the run names none', run.webUrl],
    ],
    [
      'timed out',
      { ...run, webUrl: null, outcome: 'timed_out', cutShort: 'Too long.' },
      {},
      ['Too long.', 'goes on at the service'],
    ],
    ['timed out without more', { ...run, outcome: 'timed_out' }, {}, ['did not end in time']],
    [
      'needs input',
      { ...run, outcome: 'needs_input' },
      {},
      ['waits for an answer', '`agent_run_id: 77`', '`prompt`'],
    ],
    [
      'succeeded, but red',
      { ...run, outcome: 'succeeded' },
      { failOn: new Set(['succeeded'] as const) },
      ['`fail_on`', 'ended as succeeded'],
    ],
    [
      'started, but red',
      { ...run, outcome: 'started' },
      { failOn: new Set(['started'] as const) },
      ['`fail_on`', 'ended as started'],
    ],
  ])('of %s', (...[, view, sources, parts]) => {
    const { message } = verdict(view, sources);
    for (const part of parts) {
      expect(message).toContain(part);
    }
    expect(message).not.toContain('too late');
  });

  it('explain why the step is red if a signal came too late to change the outcome', () => {
    const cancelled = 'The step was cancelled (SIGINT).';
    const late = (outcome: Outcome) =>
      `${cancelled} That was too late to change the outcome, which stays ${outcome}, but the step is red.`;
    expect(verdict({ ...run, outcome: 'succeeded' }, { cancelled })).toMatchObject({
      red: true,
      level: 'error',
      message: late('succeeded'),
    });
    expect(verdict({ outcome: 'error', errorMessage: 'What to do.' }, { cancelled }).message).toBe(
      `${late('error')} What to do.`,
    );
    expect(
      verdict({ ...run, outcome: 'cancelled', cutShort: cancelled }, { cancelled }).message,
    ).toMatch(/^The step was cancelled \(SIGINT\)\. The run 77 goes on/);
  });

  it.each<[Partial<StepView>, string]>([
    [
      { outcome: 'failed' },
      `The agent run 77 failed; its log names no cause. ${AGAIN} See ${run.webUrl}.`,
    ],
    [
      // In the words of summary, comment and report.
      { outcome: 'failed', inLog: { cause: null, lastWords: null, isOvercome: true } },
      'The agent run 77 failed; its cause is not in the log: no error was left open, each was ' +
        `followed by a success. ${AGAIN} See ${run.webUrl}.`,
    ],
    [
      { outcome: 'failed', status: null, webUrl: null },
      `The agent run 77 failed; its log names no cause. ${AGAIN}`,
    ],
    [
      { outcome: 'cancelled', standing: 'ended', status: null },
      'The run was cancelled at the service. If the task is still wanted, start a new run. ' +
        `See ${run.webUrl}.`,
    ],
    [{ outcome: 'skipped', skipReason: null }, ''],
  ])('omit unknown facts: %j', (view, message) => {
    expect(verdict({ ...run, ...view }).message).toBe(message);
  });

  it.each(['succeeded', 'started', 'running'] as const)('of %s are empty', (outcome) => {
    expect(verdict({ outcome }).message).toBe('');
  });

  it('of a gate that does not pass praise nothing where it names no finding', () => {
    const review = reviewOf(false);
    expect(happened(stepView({ outcome: 'failed', review }))).toBe(
      'The review of pull request 7 does not pass: it names no finding',
    );
  });

  it('have a title with the error code or the outcome', () => {
    expect(verdict({ outcome: 'timed_out' }).title).toBe('Agent run: timed out');
    expect(verdict({ outcome: 'error', errorCode: 'network' }).title).toBe('Agent run: network');
  });
});

describe('the message of each end that is not good', () => {
  const run = {
    standing: 'ended',
    runId: '7',
    status: null,
    webUrl: 'https://a.example/7',
  } as const;
  const again = 'run this action with `agent_run_id: 7`';
  const pull = { repository: 'octo/repo', number: 9, here: true, headSha: 'abc' } as const;
  const red = {
    name: 'test',
    conclusion: 'failure',
    verdict: 'bad',
    addresses: [],
    run: null,
    description: '',
  } as const;
  const checked: Partial<StepView> = {
    lacks: 'checks',
    errorMessage: 'The agent reported success, but #9 is not green: test (failure).',
    headChecks: { ...pull, checks: [red], state: { kind: 'red', failed: [red] } },
  };
  const turn = recordOf({ mode: 'created', runId: '7', webUrl: null, status: null });
  const atLimit = { ...turn, isAtLimit: true };
  const fromOther = { ...stepView().provenance, service: serviceNamed('copilot') };

  /** What happened, and what to do next. */
  const ROWS: Readonly<
    Record<Outcome, readonly (readonly [Partial<StepView>, string, string])[] | 'good'>
  > = {
    succeeded: 'good',
    started: 'good',
    skipped: 'good',
    failed: [
      [
        { steps: [stepDigest(0, 0, { exitCode: 1, headline: 'npm test' })] },
        'failed: bash exited with 1 in step 1',
        `To try again, ${again}`,
      ],
      [{ result: 'It broke' }, 'The agent said: "It broke". To', `To try again, ${again}`],
      [{ provenance: fromOther }, 'names no cause', 'Start a new run with a narrower task.'],
      [{ errorCode: 'quota_exceeded' }, 'failed', `Once that is settled, ${again}`],
      [
        { errorMessage: 'It does not pass. See https://a.example/r.', review: reviewOf(false) },
        'It does not pass.',
        'See https://a.example/r.',
      ],
    ],
    cancelled: [
      [{}, 'was cancelled at the service', 'start a new run'],
      [
        { standing: 'going_on', cutShort: 'A signal.' },
        'A signal. The run 7 goes on at https://a.example/7',
        'follow it with `agent_run_id: 7`',
      ],
    ],
    needs_input: [
      [{ result: 'Which one?' }, 'asks: "Which one?" To', `To answer, ${again}`],
      [{ result: 'Say which' }, 'asks: "Say which". To', `To answer, ${again}`],
    ],
    timed_out: [
      [
        { standing: 'going_on', cutShort: 'It did not end in time.' },
        'goes on at https://a.example/7',
        'follow it with `agent_run_id: 7`',
      ],
    ],
    error: [[{ errorCode: 'network', errorMessage: 'No way. Look.' }, 'No way.', 'Look.']],
    unverified: [
      [{ claims: [] }, 'the run names none', 'Resume the run and ask for one'],
      [{ lacks: 'result' }, 'found no result text', 'Resume the run and ask for one'],
      [
        { lacks: 'result', headChecks: checked.headChecks ?? null },
        'found no result text',
        'Resume the run and ask for one',
      ],
      [checked, '#9 is not green: test (failure)', `To have it mended, ${again}`],
      [{ ...checked, provenance: fromOther }, '#9 is not green', 'Mend it on its branch'],
      [{ ...checked, turn: atLimit }, '#9 is not green', 'Mend it on its branch'],
      [
        { lacks: 'checks', errorMessage: 'It names no pull request.', claims: [] },
        'It names no pull request.',
        'Resume the run and ask for one, or remove `expect: checks`.',
      ],
    ],
  };

  const rows = OUTCOMES.flatMap((outcome) => {
    const ends = ROWS[outcome];
    return ends === 'good' ? [] : ends.map((end) => [outcome, ...end] as const);
  });

  it('of checks that were called off alone is not to mend them', () => {
    const stopped = { ...red, conclusion: 'cancelled', verdict: 'stopped' } as const;
    const state = { kind: 'red', failed: [stopped] } as const;
    const errorMessage = 'test cancelled. Run them again.';
    const headChecks = { ...pull, checks: [stopped], state };
    const view = stepView({ ...run, ...checked, outcome: 'unverified', errorMessage, headChecks });
    expect(endMessage(view)).toBe(`${errorMessage} See https://a.example/7.`);
  });

  it.each(rows)('of %s with %j says what happened and what to do next', (...row) => {
    const [outcome, change, what, next] = row;
    const message = endMessage(stepView({ ...run, outcome, ...change })) ?? '';
    expect(message).toContain(what);
    expect(message).toContain(next);
    expect(message.indexOf(what)).toBeLessThan(message.indexOf(next));
  });

  it('is there for each outcome that fails the step', () => {
    const failing = OUTCOMES.filter((outcome) => OUTCOME_TABLE[outcome].fails);
    expect(OUTCOMES.filter((outcome) => ROWS[outcome] !== 'good')).toEqual(failing);
  });

  it('of a fleet has no advice for a single run', () => {
    const fleet = { outcome: 'failed', runId: null, errorMessage: '"lint" failed.' } as const;
    expect(endMessage(stepView({ ...fleet, provenance: fromOther }))).toBe('"lint" failed.');
  });
});

function reviewOf(pass: boolean) {
  return { number: 7, findings: [], counts: countFindings([]), url: null, summary: '', pass };
}

it('is one line, whatever breaks lines in what the service said', () => {
  const errorMessage = 'one\u0085two\u2028three\vfour\r\nfive';
  expect(endMessage(stepView({ outcome: 'error', errorMessage }))).toBe('one two three four five');
});

it.each([
  ['failed', [], '0 steps, 0 requests'],
  ['failed', [{ exitCode: 137 }], '1 step, 0 requests, 1 failed command'],
  [
    'succeeded',
    [{ error: true }, { exitCode: 1 }, { exitCode: 2 }, { exitCode: 0 }],
    '4 steps, 0 requests, 1 error, 2 failed commands on the way',
  ],
] as const)('the totals of a run that %s with %j', (outcome, changes, text) => {
  const steps = changes.map((change, index) => stepDigest(index, index, change));
  expect(totalsText(stepView({ outcome, steps }), ', ')).toBe(text);
});

it('a reason to skip is no message where a warning has said it and the step is green', () => {
  const given = { failOn: null, cancelled: null };
  const skipped = stepView({ outcome: 'skipped', skipReason: 'It could not be read.' });
  expect(verdictOf(skipped, given).message).toBe('It could not be read.');
  const warned = { ...skipped, warnings: ['It could not be read.'] };
  expect(verdictOf(warned, given).message).toBe('');
  const named = verdictOf(warned, { ...given, failOn: new Set(['skipped']) });
  expect(named).toMatchObject({ red: true, level: 'error', message: 'It could not be read.' });
});
