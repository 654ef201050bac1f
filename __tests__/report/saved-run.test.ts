/** What is saved of a run for the post step while it goes on (contract 7.3). */
import { describe, expect, it } from '@jest/globals';
import { readEvent } from '../../src/github/event.ts';
import { provenanceOf } from '../../src/github/provenance.ts';
import { readKeptWork } from '../../src/report/kept-work.ts';
import { runSaver } from '../../src/report/saved-run.ts';
import { Step, type StepEvent } from '../../src/report/step.ts';
import type { HeadChecks } from '../../src/report/step-view.ts';
import { readRunState, SAVED_MAX } from '../../src/runner/saved-state.ts';
import { plainEnd } from '../../src/run/failure.ts';
import { memoryScene } from '../support/memory-scene.ts';

const RUN = { runId: '77', webUrl: null, status: null } as const;

/** A run that is followed, and whose state is saved. */
function savedStep() {
  const { clock, host } = memoryScene({});
  const step = new Step({ clock, host }, provenanceOf(readEvent({}, {})));
  step.listen(runSaver({ host, clock }));
  step.dispatch({ type: 'begin', runId: '77', at: 0 });
  return { step, saved: () => readRunState(host) };
}

it.each([
  ['this attempt', false, null],
  ['an earlier one', true, 'earlier_attempt'],
])('a follow-up that %s has sent is saved as that', (_, isFound, sentBy) => {
  const { step, saved } = savedStep();
  step.dispatch({ ...RUN, type: 'started', mode: 'resumed', isFound });
  expect(saved()).toMatchObject({ phase: 'running', mode: 'resumed', sentBy });
});

const FOLLOWED_UP = { ...RUN, type: 'started', mode: 'resumed' } as const;
const FURTHER = { ...FOLLOWED_UP, again: 'mend' } as const;
const AT_WORK = { ...RUN, type: 'status', status: 'RUNNING', meaning: 'active' } as const;
const SHOWS_END = { ...RUN, type: 'status', status: 'COMPLETE', meaning: 'succeeded' } as const;
const SENDING = { type: 'sending', runId: '77' } as const;

it.each<[string, readonly (readonly [StepEvent, string | null])[]]>([
  [
    'a follow-up',
    [
      [FOLLOWED_UP, null],
      [SHOWS_END, null],
      [AT_WORK, 'at_work'],
      [SHOWS_END, 'at_work'],
      [{ type: 'finished' }, 'ended'],
      // An older copy of the run.
      [AT_WORK, 'ended'],
    ],
  ],
  [
    'a follow-up to a run that was at work, whose next end may be no answer to it',
    [
      [{ ...FOLLOWED_UP, isBusyBefore: true }, null],
      [AT_WORK, null],
      [{ type: 'finished' }, 'ended'],
    ],
  ],
  [
    'further turns, each for itself',
    [
      [{ ...RUN, type: 'started', mode: 'created' }, null],
      [{ type: 'finished' }, 'ended'],
      [SENDING, 'ended'],
      [{ type: 'unsent' }, 'ended'],
      [SENDING, 'ended'],
      [FURTHER, null],
      [SHOWS_END, null],
      [AT_WORK, 'at_work'],
      [{ type: 'finished' }, 'ended'],
      [FURTHER, null],
    ],
  ],
])('what was seen of a turn is saved: %s', (_, story) => {
  const { step, saved } = savedStep();
  const seen = story.map(([event]) => {
    step.dispatch(event);
    return saved()?.turnSeen ?? null;
  });
  expect(seen).toEqual(story.map(([, expected]) => expected));
});

it('a further turn that was not sent leaves what is known of the one before', () => {
  const { step, saved } = savedStep();
  step.dispatch({ ...RUN, type: 'started', mode: 'created' });
  const events: readonly StepEvent[] = [
    { type: 'sending', runId: '77' },
    { type: 'unsent' },
    { type: 'sending', runId: '77' },
    { ...RUN, type: 'started', mode: 'resumed', again: 'repair' },
    { type: 'sending', runId: '77' },
    { type: 'unsent' },
  ];
  const repairs = events.map((event) => {
    step.dispatch(event);
    return saved()?.repair ?? null;
  });
  expect(repairs).toEqual(['sent', null, 'sent', 'accepted', 'sent', 'accepted']);
});

it('what was before a follow-up is saved while that is in flight, and no longer', () => {
  const { step, saved } = savedStep();
  const sending = (memo: string) =>
    ({ type: 'sending', runId: '77', before: { entries: 0, memo } }) as const;
  const events: readonly StepEvent[] = [
    sending('a'),
    { type: 'unsent' },
    sending('b'),
    FOLLOWED_UP,
    sending('c'),
    { type: 'unsent' },
    sending('d'),
    FURTHER,
  ];
  const memos = events.map((event) => {
    step.dispatch(event);
    return saved()?.before ?? null;
  });
  expect(memos).toEqual(['a', null, 'b', null, 'c', null, 'd', null]);
});

describe('the work of a run', () => {
  const pull = (number: number): string => `https://github.com/octo/shop/pull/${number}`;
  const tokens = (amount: number) => ({ unit: 'tokens', amount, costUsd: null }) as const;

  it('is saved with each pull request, and at the end: not with each use of a token', () => {
    const { step, saved } = savedStep();
    const nothing = readKeptWork(null);
    const works = new Set<string | null>();
    const note = (): void => void works.add(saved()?.work ?? null);
    step.listen(note);
    step.dispatch({ ...RUN, type: 'started', mode: 'created' });
    for (const amount of [1, 2, 3]) {
      step.dispatch({ ...AT_WORK, usage: tokens(amount) });
    }
    expect([...works]).toEqual([null]);
    step.dispatch({ ...AT_WORK, usage: tokens(4), pullRequests: [pull(31)] });
    step.dispatch({ ...AT_WORK, usage: tokens(5), pullRequests: [pull(31)] });
    step.dispatch({ type: 'ended', end: plainEnd('succeeded'), at: 0 });
    expect([...works].map(readKeptWork)).toEqual([
      nothing,
      { ...nothing, pullRequests: [pull(31)], usage: tokens(4) },
      { ...nothing, pullRequests: [pull(31)], usage: tokens(5) },
    ]);
  });

  it('is saved as far as there is room for it', () => {
    const { step, saved } = savedStep();
    step.dispatch({ ...RUN, type: 'started', mode: 'created' });
    const why = 'x'.repeat(SAVED_MAX / 4);
    const claims = [1, 2, 3, 4, 5].map((number) => {
      return { state: 'not_counted', url: pull(number), why } as const;
    });
    step.dispatch({ type: 'known', claims });
    const work = readKeptWork(saved()?.work ?? null);
    expect(work.claims).toEqual(claims.slice(0, work.claims?.length));
    expect(work.claims?.length).toBeGreaterThan(1);
  });

  it('is saved with why it does not count', () => {
    const { step, saved } = savedStep();
    step.dispatch({ ...RUN, type: 'started', mode: 'created' });
    const found = {
      claims: [],
      earlier: [{ state: 'not_found', url: pull(3) }],
      mentions: [{ state: 'not_found', url: pull(404) }],
    } as const;
    step.dispatch({ type: 'known', ...found });
    step.dispatch({ type: 'unread' });
    expect(readKeptWork(saved()?.work ?? null)).toMatchObject({ ...found, isUnread: true });
  });

  it('is saved with the checks of its head, of which all are told or none', () => {
    const { step, saved } = savedStep();
    const check = { conclusion: null, verdict: 'running', run: null, description: '' } as const;
    const head = (count: number): HeadChecks => ({
      number: 31,
      repository: 'octo/shop',
      here: true,
      headSha: 'd'.repeat(40),
      state: { kind: 'running', waitsFor: ['build 0'] },
      checks: Array.from({ length: count }, (_, nth) => {
        return { ...check, name: `build ${nth}`, addresses: [] };
      }),
    });
    step.dispatch({ ...RUN, type: 'started', mode: 'created' });
    step.dispatch({ type: 'known', fixes: 1 });
    step.dispatch({ type: 'checks', head: head(3) });
    expect(readKeptWork(saved()?.work ?? null)).toMatchObject({ fixes: 1, headChecks: head(3) });
    step.dispatch({ type: 'checks', head: head(500) });
    expect(readKeptWork(saved()?.work ?? null)).toMatchObject({ fixes: 1, headChecks: null });
  });
});
