/** The end of a session if something breaks (contract 5, 7.3). */
import { describe, expect, it } from '@jest/globals';
import { Cancelled } from '../../src/runner/clock.ts';
import {
  endOfCrash,
  endOfFollow,
  endOfRequest,
  failedEnd,
  plainEnd,
  skippedEnd,
  succeededWith,
} from '../../src/run/ends.ts';
import { statusError } from '../../src/service/errors.ts';

describe('a crash', () => {
  const bug = new RangeError('a bug');
  it.each([
    ['before a run', null, null, ''],
    ['with a run', 77, null, ' The run 77 may go on.'],
    ['with a run and its address', 77, 'https://a.example/77', ' The run 77 may go on at https://a.example/77.'],
  ])('%s is internal and names the run that may continue, without a stack', (...[, runId, webUrl, part]) => {
    const end = endOfCrash(bug, { runId, webUrl });
    expect(end).toMatchObject({ outcome: 'error', errorCode: 'internal' });
    expect(end.errorMessage).toBe(
      `Something went wrong inside this action: RangeError: a bug.${part} Run it again with debug logging (ACTIONS_STEP_DEBUG) and report what it says.`,
    );
    expect(endOfCrash('text', { runId, webUrl }).errorMessage).toContain('text');
  });

  it('is cancelled after a signal', () => {
    const end = endOfCrash(new Cancelled('SIGINT'), { runId: 77, webUrl: null });
    expect(end).toMatchObject({ outcome: 'cancelled', errorCode: null, cutShort: expect.stringContaining('SIGINT') });
  });
});

const NOTHING = { errorCode: null, errorMessage: null, skipReason: null, cutShort: null, resultJson: null };

it('says no more than there is to say', () => {
  expect(plainEnd('started')).toEqual({ ...NOTHING, outcome: 'started' });
  expect(succeededWith('{}')).toEqual({ ...NOTHING, outcome: 'succeeded', resultJson: '{}' });
  expect(skippedEnd('Nobody asked.')).toEqual({ ...NOTHING, outcome: 'skipped', skipReason: 'Nobody asked.' });
  const failed = { ...NOTHING, outcome: 'error', errorCode: 'network', errorMessage: 'What to do.' };
  expect(failedEnd('network', 'What to do.')).toEqual(failed);
});

describe('a run that did not end in time', () => {
  const end = { outcome: 'timed_out', failure: null, obstacle: null, notTakenUp: false } as const;

  it.each([
    [60_000, null, 'The run did not end within 1 minute (timeout_minutes).'],
    [120_000, 'HTTP 503', 'The run did not end within 2 minutes (timeout_minutes). The last look failed: HTTP 503.'],
  ])('is timed out, and says why (%i ms, %j)', (timeoutMs, obstacle, cutShort) => {
    expect(endOfFollow({ ...end, obstacle }, timeoutMs)).toEqual({ ...NOTHING, outcome: 'timed_out', cutShort });
  });
});

it('is that of the run, or what kept it from being followed', () => {
  const end = { outcome: 'failed', failure: null, obstacle: 'HTTP 503', notTakenUp: false } as const;
  expect(endOfFollow(end, 60_000)).toEqual(plainEnd('failed'));
  const failure = { code: 'forbidden', message: 'What to do.' } as const;
  expect(endOfFollow({ ...end, outcome: 'error', failure }, 60_000)).toEqual(failedEnd('forbidden', 'What to do.'));
});

describe('a request that did not get through in time', () => {
  const failure = { code: 'network', message: 'What to do.' } as const;
  const refused = statusError({ status: 503, headers: {}, body: '' });

  it.each([
    [refused, 'The run could not be read within 1 minute (timeout_minutes). The last look failed: HTTP 503.'],
    [null, 'The run could not be read within 1 minute (timeout_minutes).'],
  ])('is timed out, and says why', (error, cutShort) => {
    const ended = endOfRequest({ ok: false, error, failure, outOfTime: true }, 60_000);
    expect(ended).toEqual({ ...NOTHING, outcome: 'timed_out', cutShort });
  });

  it('is an error if it failed for another reason', () => {
    expect(endOfRequest({ ok: false, error: refused, failure, outOfTime: false }, 60_000)).toEqual(
      failedEnd('network', 'What to do.'),
    );
  });
});
