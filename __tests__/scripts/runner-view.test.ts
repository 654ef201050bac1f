import { expect, it } from '@jest/globals';
import { createLogView } from '../../scripts/runner-view.ts';

it('shows a step as the runner does: without masks, commands and secrets, with groups and annotations', () => {
  const shown: string[] = [];
  const view = createLogView({ colour: false, print: (line) => shown.push(line) });
  for (const line of [
    '::add-mask::tok-1',
    'a tok-1 b',
    '::group::Plan',
    ' one',
    '::endgroup::',
    '::error title=Agent run%3A failed::it%0Abroke',
    '::set-output name=a::b',
    '::stop-commands::s-t',
    '::warning::raw',
    '::s-t::',
    'end',
  ]) {
    view.take(line);
  }
  expect(shown).toEqual([
    'a *** b',
    '▾ Plan',
    '   one',
    'Error: it\nbroke',
    '::warning::raw',
    'end',
  ]);
});
