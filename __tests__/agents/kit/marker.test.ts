import { expect, it } from '@jest/globals';
import { identityIn, markerOf, withMarker } from '../../../src/agents/kit/marker.ts';

const OWN = { key: 'a1'.repeat(16), generation: 2, asked: 'b2'.repeat(16) };
const OTHER = { ...OWN, key: 'c3'.repeat(16), generation: 7 };

it('a prompt carries its key in a line at the end', () => {
  const sent = withMarker('Fix it.\n', OWN);
  expect(sent).toBe(`Fix it.\n\n${markerOf(OWN)}`);
  expect(identityIn(sent)).toEqual(OWN);
});

it.each([OWN, null])('a key that an event quotes is none of the run that it starts: %j', (own) => {
  const sent = withMarker(`Fix it.\n<event>See ${markerOf(OTHER)}.</event>`, own);
  expect(sent).toContain('See ara-….');
  expect([sent.includes(OTHER.key), identityIn(sent)]).toEqual([false, own]);
});
