/**
 * Each document that says something of every service has a place for each of them, so that a new
 * service is missed where nobody has written of it. What is said there is held against the code in
 * `docs.test.ts`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from '@jest/globals';
import { DEFAULT_SERVICE, SERVICE_NAMES } from '../src/agents/service-table.ts';

const ROOT = resolve(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** The part of a document between two marks that stand in it. */
function part(path: string, [from, to]: readonly [string, string]): string {
  const text = read(path);
  const [start, end] = [text.indexOf(from), text.indexOf(to, text.indexOf(from))];
  if (start === -1 || end === -1) {
    throw new Error(`${path} has no part from ${from} to ${to}`);
  }
  return text.slice(start, end);
}

/** What the pattern captures wherever it is found. */
const named = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([, name = '']) => name);

const NEEDS_AND_CAN = part('docs/contract.md', [
  '1. **What each needs and can',
  '2. **Ids and words.**',
]);
const HEADS = NEEDS_AND_CAN.split('\n').filter((line) => line.startsWith('| |'));

const EXAMPLES = readdirSync(join(ROOT, 'examples'))
  .filter((name) => name.endsWith('.yml'))
  .map((name) => read(join('examples', name)))
  .join('\n');

it.each([
  ['the tables of the contract (18.1)', named(HEADS.join('\n'), /`([\w-]+)`/g)],
  [
    'docs/what-happens-when.md, a create whose answer is lost',
    named(
      part('docs/what-happens-when.md', ['## An answer to a create is lost', '\n## An answer to']),
      /^\| `([\w-]+)` \|/gm,
    ),
  ],
  [
    'bench/README.md, from the end of a run to the end of its step',
    named(
      part('bench/README.md', ['## From the end of a run', '\n## Live streams']),
      /^\| `([\w-]+)`/gm,
    ),
  ],
  [
    'bench/README.md, one create',
    named(read('bench/README.md'), /^\| this action, `([\w-]+)` \|/gm),
  ],
])('%s', (_, services) => {
  expect([...new Set(services)].toSorted()).toEqual([...SERVICE_NAMES].toSorted());
});

// What the service by default does stands in 4.9, and no workflow has to name it.
it.each([
  [
    'the contract, what is never sent twice (18.4)',
    named(part('docs/contract.md', ['4. **Never twice.**', '- Follow-ups of']), /^ +- `(\w+)`:/gm),
  ],
  ['README.md, with your account', named(read('README.md'), /^- \[.*?: `service: ([\w-]+)`,/gm)],
  ['examples', named(EXAMPLES, /^ +service: ([\w-]+)$/gm)],
])('%s', (_, services) => {
  const others = SERVICE_NAMES.filter((name) => name !== DEFAULT_SERVICE);
  expect([...new Set(services)].toSorted()).toEqual(others.toSorted());
});
