/** What is saved of a run for the post step while it goes on (contract 7.3). */
import { expect, it } from '@jest/globals';
import { provenanceOf, readEvent } from '../../src/github/event.ts';
import { runSaver } from '../../src/report/saved-run.ts';
import { Step, type StepEvent } from '../../src/report/step.ts';
import { readRunState } from '../../src/runner/saved-state.ts';
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

it('a further turn is saved as at work once the run was seen so, until the next one', () => {
  const { step, saved } = savedStep();
  const atWork = { ...RUN, type: 'status', status: 'RUNNING', meaning: 'active' } as const;
  const further = { ...RUN, type: 'started', mode: 'resumed', again: 'mend' } as const;
  const events: readonly StepEvent[] = [
    { ...RUN, type: 'started', mode: 'created' },
    atWork,
    further,
    { ...RUN, type: 'status', status: 'COMPLETE', meaning: 'succeeded' },
    atWork,
    { type: 'sending', runId: '77' },
    { type: 'unsent' },
    further,
  ];
  const repairs = events.map((event) => {
    step.dispatch(event);
    return saved()?.repair ?? null;
  });
  const [ofMend, ofNext] = [['accepted', 'accepted', 'at_work', 'sent', 'at_work'], ['accepted']];
  expect(repairs).toEqual([null, null, ...ofMend, ...ofNext]);
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
