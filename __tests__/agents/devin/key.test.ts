/** Which key the tags of a session carry (contract 18.4; sheet, section 8.1). */
import { expect, it } from '@jest/globals';
import { identityIn, tagsOf } from '../../../src/agents/devin/key.ts';
import { IDENTITY } from '../scene.ts';

const [KEY, ASKED] = tagsOf(IDENTITY);
const OTHER = { key: '1'.repeat(32), generation: 3, asked: '2'.repeat(32) };

it.each<[string, readonly string[]]>([
  ['both tags', [KEY, ASKED]],
  ['in any order, among tags of others', ['team', ASKED, 'ar-team', KEY]],
  ['in upper case', [KEY.toUpperCase(), ASKED.toUpperCase()]],
  ['the first of each, where there are several', [KEY, ASKED, ...tagsOf(OTHER)]],
])('a key is read from %s', (_, tags) => {
  expect(identityIn(tags)).toEqual(IDENTITY);
});

it('a generation of several digits is read whole', () => {
  const late = { ...IDENTITY, generation: 12 };
  expect(identityIn(tagsOf(late))).toEqual(late);
});

it.each<[string, readonly string[]]>([
  ['no tags', []],
  ['the tag of the key alone', [KEY]],
  ['the tag of what was asked alone', [ASKED]],
  ['a tag of the key with more before it', [`x${KEY}`, ASKED]],
  ['a tag of the key with more after it', [`${KEY}0`, ASKED]],
  ['a tag of what was asked with more before it', [KEY, `x${ASKED}`]],
  ['a tag of what was asked with more after it', [KEY, `${ASKED}0`]],
])('there is no key in %s', (_, tags) => {
  expect(identityIn(tags)).toBeNull();
});
