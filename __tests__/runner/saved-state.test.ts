/** What the post step gets to know (contract 7.3). */
import { describe, expect, it } from '@jest/globals';
import {
  isLeft,
  readRunState,
  readSavedJson,
  saveRunState,
  type SavedRunState,
} from '../../src/runner/saved-state.ts';
import { MemoryHost } from '../support/memory-host.ts';

describe('the state', () => {
  it.each<SavedRunState>([
    { phase: 'sending', runId: null, webUrl: null },
    { phase: 'running', runId: '77', webUrl: 'https://a.example/77' },
    { phase: 'running', runId: '77', webUrl: null, mode: 'resumed' },
    { phase: 'running', runId: '77', mode: 'resumed', sentBy: 'earlier_attempt' },
    {
      phase: 'ended',
      left: 'stop,comment',
      runId: '77',
      webUrl: null,
      startedAt: 1_760_000_000_123,
      playedBy: 'sandbox',
      durationMs: 90_000,
      outcome: 'error',
      errorCode: 'network',
      errorMessage: 'Two\nlines.',
      cutShort: 'The step was cancelled (SIGINT).',
      stopped: 'accepted',
    },
    { phase: 'done', runId: '77', webUrl: null, fileStem: '/temp/agent-run-77-2' },
    { phase: 'running', runId: '9007199254740991', webUrl: null },
    { phase: 'sending', runId: null, identity: 'a.1.b.2' },
    { phase: 'fleet', runId: null, journal: '/temp/journal.jsonl' },
    { phase: 'running', runId: '77', repair: 'sent', turnSeen: 'ended' },
    {
      phase: 'done',
      runId: '77',
      statusSha: 'c0ffee',
      statusState: 'pending',
      statusText: 'At work.',
    },
    { phase: 'idle', runId: null },
    { phase: 'ended', runId: null, left: 'stop,comment' },
  ])('is read back as saved: %j', (state) => {
    const host = new MemoryHost();
    saveRunState(host, state);
    const unknown = {
      mode: null,
      sentBy: null,
      identity: null,
      startedAt: null,
      durationMs: null,
      fileStem: null,
      journal: null,
      statusSha: null,
      statusState: null,
      statusText: null,
      statusUrl: null,
      reviewHead: null,
      reviewedHead: null,
      work: null,
      review: null,
      left: null,
      playedBy: null,
      followed: null,
      repair: null,
      turnSeen: null,
      outcome: null,
      errorCode: null,
      errorMessage: null,
      cutShort: null,
      lacks: null,
      stopped: null,
      before: null,
    };
    expect(readRunState(host)).toEqual({ ...unknown, webUrl: null, ...state });
  });

  it('keeps fields that are not saved again', () => {
    const host = new MemoryHost();
    saveRunState(host, { phase: 'running', runId: '77', webUrl: 'https://a.example/77' });
    saveRunState(host, { phase: 'done' });
    expect(readRunState(host)).toMatchObject({
      phase: 'done',
      runId: '77',
      webUrl: 'https://a.example/77',
    });
  });

  it('ignores unknown words', () => {
    const saved = { phase: 'running', mode: 'stolen', outcome: 'fine', errorCode: 'x' };
    expect(readRunState(new MemoryHost({}, saved))).toMatchObject({
      mode: null,
      outcome: null,
      errorCode: null,
    });
  });

  it('is limited in length, because it is passed in environment variables', () => {
    const host = new MemoryHost();
    saveRunState(host, { phase: 'ended', errorMessage: `${'x'.repeat(7_999)}😀` });
    expect(host.saved['errorMessage']).toBe(`${'x'.repeat(7_999)}\ufffd`);
  });

  it.each(['', 'else'])('is none with the phase %j', (phase) => {
    expect(readRunState(new MemoryHost({}, { phase, runId: '7' }))).toBeNull();
  });

  it.each<[SavedRunState, readonly string[]]>([
    [{ phase: 'running' }, ['stop', 'comment', 'summary']],
    [{ phase: 'ended', left: 'stop,comment' }, ['stop', 'comment']],
    [{ phase: 'ended', left: null }, []],
    [{ phase: 'sending', left: 'stop' }, ['stop']],
    [{ phase: 'done', left: null }, []],
  ])('%j leaves %j', (state, names) => {
    const all = ['stop', 'comment', 'summary'];
    expect(all.filter((name) => isLeft(state, name))).toEqual(names);
  });

  it('has no run where none was saved', () => {
    expect(readRunState(new MemoryHost({}, { phase: 'running', runId: '' }))?.runId).toBeNull();
  });
});

it.each([
  ['{"edits":3}', { edits: 3 }],
  // A secret of digits stood in the number.
  ['{"edits":***}', null],
  [null, null],
])('what was saved as JSON, %s, is read as %j', (saved, read) => {
  expect(readSavedJson(saved)).toEqual(read);
});
