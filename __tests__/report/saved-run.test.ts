/** What the main step saves of its run while it goes on (contract 7.3). */
import { expect, it } from '@jest/globals';
import { runSaver } from '../../src/report/saved-run.ts';
import { Step } from '../../src/report/step.ts';
import { readRunState } from '../../src/runner/saved-state.ts';
import { provenanceOf, readEvent } from '../../src/github/event.ts';
import { memoryScene } from '../support/memory-scene.ts';

it.each([
  ['this attempt', false, null],
  ['an earlier one', true, 'earlier_attempt'],
])('a follow-up that %s has sent is saved as that', (_, isFound, sentBy) => {
  const { clock, host } = memoryScene({});
  const step = new Step({ clock, host }, provenanceOf(readEvent({}, {})));
  step.listen(runSaver({ host, clock }));
  step.dispatch({ type: 'begin', runId: '77', at: 0 });
  step.dispatch({
    type: 'started',
    mode: 'resumed',
    runId: '77',
    webUrl: null,
    status: null,
    isFound,
  });
  expect(readRunState(host)).toMatchObject({ phase: 'running', mode: 'resumed', sentBy });
});
