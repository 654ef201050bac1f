/**
 * `docs/faults.md` and `src/service/errors.ts` must agree: each row is checked against the code, and none is
 * missing.
 */
import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bodyError, statusProof, TRANSPORT_PROOF } from '../../src/service/errors.ts';

const rows = readFileSync(join(import.meta.dirname, '../../docs/faults.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) =>
    line
      .split('|')
      .map((cell) => cell.trim())
      .slice(1, -1),
  );

/** First cell → what it proves according to the table. */
const documented = (column: number, pattern: RegExp): Record<string, string | undefined> =>
  Object.fromEntries(rows.flatMap(([first = '', ...rest]) => (pattern.test(first) ? [[first, rest[column - 1]]] : [])));

describe('docs/faults.md', () => {
  it('lists every transport fault and what it proves, as in the code', () => {
    const told = Object.fromEntries(Object.entries(TRANSPORT_PROOF).map(([kind, proof]) => [`\`${kind}\``, proof]));
    expect(documented(2, /^`[a-z_]+`$/)).toEqual(told);
  });

  it('lists what each status proves, as in the code', () => {
    const told = documented(2, /^(HTTP|2xx)/);
    const samples: Record<string, readonly number[]> = {
      'HTTP 429': [429],
      'HTTP 408, 5xx': [408, 500, 502, 503, 504, 599],
      'HTTP 3xx, other 4xx': [300, 301, 302, 307, 308, 400, 401, 402, 403, 404, 409, 410, 422, 451],
    };
    for (const [row, statuses] of Object.entries(samples))
      for (const status of statuses) expect([row, status, told[row]]).toEqual([row, status, statusProof(status)]);
    const unreadable = bodyError({ status: 200, headers: {}, body: '' }, 'its body is not JSON');
    expect(told['2xx that cannot be read']).toBe(unreadable.proof);
    expect(Object.keys(told)).toHaveLength(4);
  });
});
