import { expect, it } from '@jest/globals';
import { nodeTooOld } from '../src/version.ts';

it.each(['18.20.4', '20.20.2', '21.7.3'])('Node %s is too old, and the message says what to do', (version) => {
  expect(nodeTooOld(version)).toMatch(new RegExp(`Node ${version},.*Node 22 or later.*npm exec`));
});

it.each(['22.0.0', '24.21.0', '100.1.2', process.versions.node])('Node %s will do', (version) => {
  expect(nodeTooOld(version)).toBeNull();
});
