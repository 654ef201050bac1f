/** What a fleet knows about a run, which determines when it polls it again (contract 13). */
import { describe, expect, it } from '@jest/globals';
import { WatchedRun, type WatchMode } from '../../src/fleet/scheduling/watched-run.ts';
import type { LogsPage } from '../../src/service/schema.ts';
import { entry } from '../support/fake-run.ts';

const NOW = 5_000;

function watched(mode: WatchMode = 'created'): WatchedRun {
  const run = new WatchedRun();
  run.begin(77, mode, NOW);
  return run;
}

const page = (...logs: readonly unknown[]): LogsPage => ({ logs }) as unknown as LogsPage;
const AT_START = { skip: 0, limit: 3 };

describe('a watched run', () => {
  it('has no ID before it exists', () => {
    expect(new WatchedRun()).toMatchObject({ runId: null, meaning: 'unknown' });
  });

  it('is new to the fleet before it exists', () => {
    const nothing = { startedAt: 0, lookedAt: 0, entries: 0, active: false, goesOn: false };
    expect(new WatchedRun().followed).toEqual(nothing);
  });

  it.each([
    ['created', NOW, true],
    ['resumed', NOW, true],
    // Started elsewhere, so it may have ended.
    ['attached', -Infinity, false],
  ] as const)('%s: was last looked at %d, active %s', (mode, lookedAt, active) => {
    const run = watched(mode);
    expect(run.runId).toBe(77);
    expect(run.followed).toMatchObject({ startedAt: NOW, lookedAt, active });
  });

  it.each([
    ['active', true],
    ['unknown', false],
    ['needs_input', false],
    ['success', false],
    ['failure', false],
    ['cancelled', false],
  ] as const)('seen as %s: active %s', (meaning, active) => {
    const run = watched();
    run.sawStatus(meaning, NOW + 10);
    expect([run.followed.active, run.followed.lookedAt]).toEqual([active, NOW + 10]);
    expect(run.meaning).toBe(meaning);
  });

  it('knows its number of entries, and whether the log goes on', () => {
    const run = watched();
    run.sawPage(page(entry(0), entry(1), entry(2)), AT_START);
    run.reads({ goesOn: true });
    expect(run.followed).toMatchObject({ entries: 3, goesOn: true });
    run.sawPage(page(entry(3)), { skip: 3 });
    run.reads({ goesOn: false });
    expect(run.followed).toMatchObject({ entries: 4, goesOn: false });
    run.sawPage(page(entry(0)), AT_START);
    expect(run.followed.entries).toBe(4);
  });

  it('starts over with its next turn', () => {
    const run = watched();
    run.sawStatus('success', NOW + 10);
    run.begin(77, 'resumed', NOW + 20);
    expect(run.meaning).toBe('unknown');
    expect(run.followed).toMatchObject({ startedAt: NOW + 20, active: true });
  });
});
