/** What a table makes of refusals, and what is made again. */
import { describe, expect, it } from '@jest/globals';
import { beforehand, insist } from '../../../src/agents/kit/failures.ts';
import { refusalTable } from '../../../src/agents/kit/refusals.ts';
import { isMissing, statusError, type ServiceError } from '../../../src/http/errors.ts';
import { ManualClock } from '../../support/manual-clock.ts';

const judge = refusalTable(
  [
    { status: 400, reason: 'no_plan', means: { code: 'quota_exceeded' } },
    { said: /busy/i, means: { proof: 'unsent', reason: 'busy' } },
    { status: 404, means: { code: 'not_found', advice: 'Look again.' } },
  ],
  ({ body }) => JSON.parse(body) as { readonly reason: string; readonly said: string },
);
const failure = (status: number, reason = '', said = ''): ServiceError =>
  statusError({ status, headers: {}, body: JSON.stringify({ reason, said }) }, { judge });

it.each([
  [failure(400, 'no_plan'), 'quota_exceeded', 'permanent', 'no_plan'],
  [failure(403, 'no_plan'), null, 'permanent', 'no_plan'],
  [failure(404, '', 'Busy.'), null, 'unsent', 'busy'],
  [failure(404), 'not_found', 'permanent', null],
  [failure(500), null, 'ambiguous', null],
])('%s', (...[error, code, proof, reason]) => {
  expect([error.code, error.proof, error.reason]).toEqual([code, proof, reason]);
});

it('a read that has to come before a request proves that nothing was sent', () => {
  const error = beforehand(failure(502, '', 'Bad.'));
  expect([error.proof, error.code, error.status, error.said]).toEqual([
    'unsent',
    'bad_response',
    502,
    'Bad.',
  ]);
  const refused = failure(404);
  expect(beforehand(refused)).toBe(refused);
  expect(() => beforehand(new TypeError('x'))).toThrow('x');
});

describe('to insist', () => {
  const call = { signal: new AbortController().signal, deadline: 60_000 };

  async function made(failures: readonly ServiceError[], deadline = 60_000): Promise<unknown[]> {
    const clock = new ManualClock();
    const left = [...failures];
    let sent = 0;
    const send = (): Promise<string> => {
      sent += 1;
      const next = left.shift();
      return next === undefined ? Promise.resolve('done') : Promise.reject(next);
    };
    const ports = { clock, pausesMs: [5_000, 15_000], mayPass: isMissing };
    const result = insist(send, ports, { ...call, deadline }).catch((error: unknown) => error);
    for (const pauseMs of ports.pausesMs.slice(0, failures.length)) {
      await Promise.race([clock.sleeping(pauseMs), result]);
      clock.advance(pauseMs);
    }
    return [await result, sent];
  }

  it('sends again what may pass, so often and no more', async () => {
    const missing = failure(404);
    expect(await made([])).toEqual(['done', 1]);
    expect(await made([missing, missing])).toEqual(['done', 3]);
    expect(await made([missing, missing, missing])).toEqual([missing, 3]);
  });

  it('does not wait for what stays, nor beyond its time', async () => {
    const other = failure(403);
    const missing = failure(404);
    expect(await made([other])).toEqual([other, 1]);
    expect(await made([missing], 5_500)).toEqual([missing, 1]);
  });
});
