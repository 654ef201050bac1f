/** What the post step gets to know (contract 7.3). */
import { describe, expect, it } from '@jest/globals';
import { readRunState, saveRunState, type RunState } from '../../src/action/state.ts';
import { MemoryHost } from '../support/memory-host.ts';

describe('the state', () => {
  it.each<RunState>([
    { phase: 'sending', runId: null, webUrl: null },
    { phase: 'running', runId: 77, webUrl: 'https://a.example/77' },
    { phase: 'comment', runId: 77, webUrl: null },
    { phase: 'done', runId: 77, webUrl: null },
  ])('comes back as it was saved: %j', (state) => {
    const host = new MemoryHost();
    saveRunState(host, state);
    expect(readRunState(host)).toEqual(state);
  });

  it('keeps what is not said again', () => {
    const host = new MemoryHost();
    saveRunState(host, { phase: 'running', runId: 77, webUrl: 'https://a.example/77' });
    saveRunState(host, { phase: 'done' });
    expect(readRunState(host)).toMatchObject({ phase: 'done', runId: 77, webUrl: 'https://a.example/77' });
  });

  it.each(['', 'else'])('is none with the phase %j', (phase) => {
    expect(readRunState(new MemoryHost({}, { phase, runId: '7' }))).toBeNull();
  });

  it.each(['', 'x', '-1', '1.5', '9'.repeat(20)])('has no run in %j', (runId) => {
    expect(readRunState(new MemoryHost({}, { phase: 'running', runId }))?.runId).toBeNull();
  });
});
