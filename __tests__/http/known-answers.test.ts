import { expect, it } from '@jest/globals';
import { KnownAnswers } from '../../src/http/known-answers.ts';

const read = (answer: string, etag: string | null = 'v1') => ({
  answer,
  headers: etag === null ? {} : { etag },
});

it('knows an answer with its version, until one comes that tells none', () => {
  const known = new KnownAnswers<string>();
  expect(known.at('/a')).toBeNull();
  known.keep('/a', read('first'));
  known.keep('/a', read('second', 'v2'));
  expect(known.at('/a')).toEqual({ version: 'v2', answer: 'second' });
  known.keep('/a', read('third', null));
  expect(known.at('/a')).toBeNull();
});

it('forgets what was read longest ago where there is no room', () => {
  const known = new KnownAnswers<string>(2);
  for (const path of ['/a', '/b', '/a', '/c']) {
    known.keep(path, read(path));
  }
  expect(['/a', '/b', '/c'].map((path) => known.at(path)?.answer)).toEqual(['/a', undefined, '/c']);
});
