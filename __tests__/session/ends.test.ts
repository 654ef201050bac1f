/** The end of a session if something breaks (contract 5, 7.3). */
import { describe, expect, it } from '@jest/globals';
import { Cancelled } from '../../src/runner/signals.ts';
import { endOfCrash } from '../../src/session/ends.ts';

describe('a crash', () => {
  const bug = new RangeError('a bug');
  it.each([
    ['before a run', null, null, ''],
    ['with a run', 77, null, 'The run 77 may go on.'],
    ['with a run and its address', 77, 'https://a.example/77', 'The run 77 may go on at https://a.example/77.'],
  ])('%s is internal and names the run that may continue, without a stack', (...[, runId, webUrl, part]) => {
    const end = endOfCrash(bug, { runId, webUrl });
    expect(end).toMatchObject({ outcome: 'error', errorCode: 'internal' });
    expect(end.errorMessage).toContain('RangeError: a bug');
    expect(end.errorMessage).toContain(part);
    expect(end.errorMessage).not.toContain('ends.test');
    expect(endOfCrash('text', { runId, webUrl }).errorMessage).toContain('text');
  });

  it('is cancelled after a signal', () => {
    const end = endOfCrash(new Cancelled('SIGINT'), { runId: 77, webUrl: null });
    expect(end).toMatchObject({ outcome: 'cancelled', errorCode: null, cutShort: expect.stringContaining('SIGINT') });
  });
});
