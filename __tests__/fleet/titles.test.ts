/** What tells the tasks of a fleet apart (contract 13). */
import { expect, it } from '@jest/globals';
import { taskTitles } from '../../src/fleet/titles.ts';
import { stepView } from '../support/step-view.ts';

const { provenance } = stepView();

function titlesOf(tasks: Readonly<Record<string, string>>) {
  const rows = Object.entries(tasks).map(([key, task]) => ({
    key,
    provenance: { ...provenance, task },
  }));
  const { shared, own } = taskTitles(rows);
  return { shared, own: Object.fromEntries(own) };
}

it('says a sentence that all tasks share once, and what differs in each row', () => {
  const titles = titlesOf({
    '0': 'Update the dependencies of octo/shop and open a pull request.',
    '1': 'Update the dependencies of octo/mail and open a pull request.',
  });
  expect(titles).toEqual({
    shared: 'Update the dependencies of … and open a pull request.',
    own: { '0': 'octo/shop', '1': 'octo/mail' },
  });
});

it('says nothing that the key says', () => {
  const titles = titlesOf({
    'octo/shop': 'Update the dependencies of octo/shop.',
    'octo/mail': 'Update the dependencies of octo/mail.',
    third: 'Update the dependencies of octo/third.',
  });
  expect(titles).toEqual({
    shared: 'Update the dependencies of …',
    own: { third: 'octo/third' },
  });
});

it('finds what differs below a first line that is the same', () => {
  const titles = titlesOf({
    '0': 'Translate the docs.\n\nLanguage: German',
    '1': 'Translate the docs.\n\nLanguage: French',
  });
  expect(titles).toEqual({
    shared: 'Translate the docs.',
    own: { '0': 'German', '1': 'French' },
  });
});

it('tells tasks with the same words by their repository', () => {
  const task = 'Update the dependencies.';
  const rows = ['octo/shop', 'octo/mail'].map((repository, nth) => ({
    key: String(nth),
    provenance: { ...provenance, task, repositories: [repository] },
  }));
  const { shared, own } = taskTitles(rows);
  expect(shared).toBe(task);
  expect([...own.values()]).toEqual(['octo/shop', 'octo/mail']);
});

it('says nothing of a repository that all have', () => {
  const rows = ['a', 'b'].map((key) => ({
    key,
    provenance: { ...provenance, task: 'Go.', repositories: ['octo/shop'] },
  }));
  expect([...taskTitles(rows).own]).toEqual([]);
});

it('gives each task its title where they have nothing in common', () => {
  expect(titlesOf({ a: 'Fix the linter.\nNow.', b: 'Test the parser.' })).toEqual({
    shared: null,
    own: { a: 'Fix the linter.', b: 'Test the parser.' },
  });
});

it('shows no task that may not be shown', () => {
  const { task: _, ...hidden } = { ...provenance, task: '' };
  const rows = ['a', 'b'].map((key) => ({ key, provenance: hidden }));
  expect(taskTitles(rows)).toEqual({ shared: null, own: new Map() });
});

it('says once what tasks that are the same throughout are asked', () => {
  expect(titlesOf({ a: 'Fix it.', b: 'Fix it.' })).toEqual({ shared: 'Fix it.', own: {} });
  expect(titlesOf({ a: 'Go.', b: 'Go.' })).toEqual({ shared: 'Go.', own: {} });
});
