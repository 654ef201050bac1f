import { describe, expect, it } from '@jest/globals';
import { readEvent } from '../../src/event/event.ts';
import { provenanceOf } from '../../src/event/provenance.ts';
import { Step } from '../../src/session/state.ts';
import { rawEntry, toEntry } from '../../src/run/log/entry.ts';
import { RunRecord } from '../../src/run/record.ts';
import { attachTo } from '../../src/run/start.ts';
import { parseRun } from '../../src/service/schema.ts';
import { entry, finalAnswer } from '../support/memory-client.ts';
import { MemoryHost } from '../support/memory-host.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

function setUp() {
  const clock = new VirtualClock();
  const host = new MemoryHost();
  const step = new Step({ clock, host, requests: () => 5 }, provenanceOf(readEvent({}, {})));
  return { clock, host, step };
}

describe('a step', () => {
  it('begins with nothing', () => {
    expect(setUp().step.view()).toMatchObject({
      outcome: 'running',
      runId: null,
      webUrl: null,
      status: null,
      result: '',
      durationMs: 0,
      steps: [],
    });
  });

  it('counts time from the first call to the end', async () => {
    const { step, clock } = setUp();
    await clock.sleep(1_000);
    step.callMade(77);
    expect(step.runId).toBe(77);
    await clock.sleep(2_000);
    step.callMade(null);
    await clock.sleep(500);
    step.ended();
    await clock.sleep(9_000);
    step.ended();
    expect(step.view()).toMatchObject({ durationMs: 2_500, requests: 5 });
  });

  it.each([
    ['created', false, false],
    ['resumed', true, false],
    ['attached', false, true],
  ] as const)('of a run that was %s', (mode, resumed, attached) => {
    const { step } = setUp();
    step.setRun(new RunRecord({ ...attachTo(77), mode, webUrl: 'https://a.example/77', status: 'ACTIVE' }), {
      repair: false,
    });
    expect(step.view()).toMatchObject({
      runId: 77,
      webUrl: 'https://a.example/77',
      status: 'ACTIVE',
      resumed,
      attached,
    });
    expect(step.webUrl).toBe('https://a.example/77');
    // A schema repair changes nothing of that (contract 1.2).
    step.setRun(new RunRecord({ ...attachTo(77), mode: 'resumed' }), { repair: true });
    expect(step.view()).toMatchObject({ resumed, attached });
  });

  it('gathers entries, the result and pull requests from both sources, each once', () => {
    const { step } = setUp();
    const record = new RunRecord(attachTo(77));
    step.setRun(record, { repair: false });
    const pull = 'https://github.com/o/r/pull/1';
    record.takeRun(parseRun({ github_pull_requests: [{ url: pull }] })!);
    const second = 'https://github.com/o/r/pull/2';
    const entries = [
      entry(1),
      entry(2, { message_type: 'PR_EVALUATION', observation: `see ${pull} and ${second}` }),
      finalAnswer(3, 'R'),
    ];
    entries.forEach((value, index) => {
      const taken = toEntry(rawEntry(value), index);
      record.takeEntry(taken);
      step.addEntry(taken);
    });
    expect(step.view()).toMatchObject({ totalLogs: 3, result: 'R', pullRequests: [pull, second] });
    expect(step.view().steps).toHaveLength(3);
    expect(step.totalLogs).toBe(3);
  });

  it('keeps each warning once and says it as it comes', () => {
    const { step, host } = setUp();
    step.warn('Careful.');
    step.noteWarning('Careful.');
    step.noteWarning('Noted.');
    expect(step.view().warnings).toEqual(['Careful.', 'Noted.']);
    expect(host.messages('warning')).toEqual(['Careful.']);
  });

  it('is skipped with a reason, fails with a code', () => {
    const { step } = setUp();
    step.skip('Nobody.');
    expect(step.view()).toMatchObject({ outcome: 'skipped', skipReason: 'Nobody.' });
    step.fail('network', 'No way.');
    expect(step.view()).toMatchObject({ outcome: 'error', errorCode: 'network', errorMessage: 'No way.' });
  });
});

describe('a crash', () => {
  const bug = new RangeError('a bug');
  it.each([
    ['before a run', null, null, ''],
    ['with a run', 77, null, 'The run 77 may go on.'],
    ['with a run and its address', 77, 'https://a.example/77', 'The run 77 may go on at https://a.example/77.'],
  ])('%s is internal and says what goes on', (...[, runId, webUrl, part]) => {
    const { step } = setUp();
    if (runId !== null) step.setRun(new RunRecord({ ...attachTo(runId), webUrl }), { repair: false });
    step.crash(bug);
    expect(step).toMatchObject({ outcome: 'error', errorCode: 'internal' });
    expect(step.errorMessage).toContain('RangeError: a bug');
    expect(step.errorMessage).toContain(part);
  });

  it('shows a stack only with debug logging on (5)', () => {
    const { step, host } = setUp();
    step.crash(bug);
    expect(host.debugged).toEqual([]);
    host.debugOn = true;
    step.crash(bug);
    expect(host.debugged[0]).toContain('state.test');
    expect(step.errorMessage).not.toContain('state.test');
    step.crash('text');
    expect(step.errorMessage).toContain('text');
  });
});

it('stays with its own final answer where a repair only shows the result from before the follow-up', () => {
  const { step } = setUp();
  for (const repair of [false, true]) {
    const record = new RunRecord({ ...attachTo(77), mode: 'resumed', resultBefore: 'old' });
    record.takeRun(parseRun({ result: 'old' })!);
    if (!repair) record.takeEntry(toEntry(rawEntry(finalAnswer(0, 'new')), 0));
    step.setRun(record, { repair });
    expect(step.view()).toMatchObject({ result: 'new', resultIsOld: false });
  }
});

it.each([
  ['old', 'old', true],
  ['old', 'new', false],
  ['old', '', true],
  ['new', 'new', false],
  ['new', '', false],
])('knows of %s, then %s after a repair, whether it was there before the follow-up', (first, second, old) => {
  const { step } = setUp();
  for (const [result, resultBefore, repair] of [[first, 'old', false] as const, [second, first, true] as const]) {
    const record = new RunRecord({ ...attachTo(77), mode: 'resumed', resultBefore });
    record.takeRun(parseRun({ result })!);
    step.setRun(record, { repair });
    if (!repair) expect(step.view().resultIsOld).toBe(first === 'old');
  }
  expect(step.view().resultIsOld).toBe(old);
});
