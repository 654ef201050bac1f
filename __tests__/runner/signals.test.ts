import { describe, expect, it } from '@jest/globals';
import { Cancelled, lateSignal } from '../../src/runner/signals.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

const reason = new Cancelled('SIGINT');
const never = new AbortController().signal;

describe('the late signal', () => {
  it('aborts a moment after the first one, with its reason', async () => {
    const clock = new VirtualClock();
    const stop = new AbortController();
    const late = lateSignal(clock, { stop: stop.signal, done: never });
    clock.after(3_000, () => stop.abort(reason));
    await expect(clock.sleep(60_000, late)).rejects.toBe(reason);
    expect(clock.elapsed).toBe(4_000);
  });

  it('aborts if the first one has aborted before', async () => {
    const clock = new VirtualClock();
    await expect(clock.sleep(60_000, lateSignal(clock, { stop: AbortSignal.abort(reason), done: never }))).rejects.toBe(
      reason,
    );
    expect(clock.elapsed).toBe(1_000);
  });

  it('aborts after the given delay', async () => {
    const clock = new VirtualClock();
    const late = lateSignal(clock, { stop: AbortSignal.abort(reason), done: never, lateMs: 400 });
    await expect(clock.sleep(60_000, late)).rejects.toBe(reason);
    expect(clock.elapsed).toBe(400);
  });

  it('never aborts by itself', async () => {
    const clock = new VirtualClock();
    const late = lateSignal(clock, { stop: never, done: never });
    await clock.sleep(60_000);
    expect(late.aborted).toBe(false);
  });

  it('clears its timer once everything was done', async () => {
    const clock = new VirtualClock();
    const [stop, done] = [new AbortController(), new AbortController()];
    const late = lateSignal(clock, { stop: stop.signal, done: done.signal });
    clock.after(3_000, () => stop.abort(reason));
    clock.after(3_100, () => done.abort());
    await clock.sleep(60_000);
    expect(late.aborted).toBe(false);
  });

  it('does not begin when the first one aborts after that', async () => {
    const clock = new VirtualClock();
    const late = lateSignal(clock, { stop: AbortSignal.abort(reason), done: AbortSignal.abort() });
    await clock.sleep(60_000);
    expect(late.aborted).toBe(false);
  });
});

it('names the signal', () => {
  expect(reason).toMatchObject({ name: 'Cancelled', message: 'The step was cancelled (SIGINT).' });
});
