/** Where a turn begins in a log, and which words are its answer. */
import { describe, expect, it } from '@jest/globals';
import { TurnLog, type LogPiece } from '../../../src/agents/kit/turn-log.ts';
import type { Turn, TurnEntry } from '../../../src/agents/port.ts';

const NOW = Date.UTC(2026, 0, 2);
const SENT = { text: 'More.\n(ara-1f)', mark: 'ara-1f', images: [] };

let ids = 0;
const stamp = (): { readonly id: string; readonly at: null } => ({ id: String(ids++), at: null });
const asked = (text: string): LogPiece => ({ ...stamp(), kind: 'prompt', text });
const said = (text: string): LogPiece => ({ ...stamp(), kind: 'said', text });
const DONE: LogPiece = { ...stamp(), kind: 'end', end: 'succeeded' };
const failed = (reason: string): LogPiece => ({ ...stamp(), kind: 'end', end: 'failed', reason });
const work = (observation: string): LogPiece => ({
  ...stamp(),
  kind: 'other',
  drafts: [{ type: 'ACTION', tool: 'shell', observation }],
});
const silent: LogPiece = { ...stamp(), kind: 'other', drafts: [] };

const logOf = (mode: Turn['mode'] = 'created', sent: Turn['sent'] = null): TurnLog =>
  new TurnLog({ runId: '7', mode, sent }, { wall: () => NOW });
const told = (entries: readonly TurnEntry[]): readonly string[] =>
  entries.map(({ entry: { index, view }, isEcho }) =>
    [index, isEcho ? 'echo' : '', view.message_type, view.thought ?? view.observation]
      .filter((part) => part !== '')
      .join(' '),
  );

describe('the last words of a turn', () => {
  it('are held until it goes on, when they were a thought', () => {
    const log = logOf();
    expect(told(log.take([said('First.')]))).toEqual([]);
    expect(log.isHolding).toBe(true);
    expect(told(log.take([silent]))).toEqual([]);
    expect(told(log.take([work('ls')]))).toEqual(['0 PLAN_EVALUATION First.', '1 ACTION ls']);
    expect(told(log.take([said('Second.'), said('Third.')]))).toEqual([
      '2 PLAN_EVALUATION Second.',
    ]);
    expect(log.lastSaid).toBe('Third.');
  });

  it('are its answer where it ends, also with something in between', () => {
    const log = logOf();
    const entries = log.take([said('First.'), said('Done.'), work('push'), DONE]);
    expect(told(entries)).toEqual([
      '0 PLAN_EVALUATION First.',
      '1 FINAL_ANSWER Done.',
      '2 ACTION push',
    ]);
    expect(log.end).toBe(DONE);
  });

  it.each([
    ['before a call that was begun since and stays open', 2, [], ['First.', 'ls'], []],
    ['behind one that was begun before them', 0, [], ['ls'], ['First.']],
    ['behind one that the end has cut off', 2, [DONE], ['ls', 'First.'], []],
  ] as const)('stand %s', (...[, second, end, taken, closed]) => {
    const at = (seconds: number): string => new Date(NOW + seconds * 1_000).toISOString();
    const words = (entries: readonly TurnEntry[]): readonly unknown[] =>
      entries.map(({ entry: { view } }) => view.thought ?? view.observation);
    const log = logOf();
    log.take([{ ...said('First.'), at: at(1) }]);
    const drafts = [{ type: 'ACTION', tool: 'shell', observation: 'ls' }];
    const call: LogPiece = {
      id: '9',
      at: at(second),
      kind: 'other',
      drafts,
      isUnfinished: true,
    };
    expect(words(log.take([call, ...end]))).toEqual(taken);
    expect(words(log.close())).toEqual(closed);
  });

  it('are its answer where the record ends it', () => {
    const log = logOf();
    log.take([said('Done.')]);
    expect(told(log.settle())).toEqual(['0 FINAL_ANSWER Done.']);
    expect(told(log.close())).toEqual([]);
  });

  it('are a thought where nobody knows', () => {
    const log = logOf();
    log.take([said('Hm.')]);
    expect(told(log.close())).toEqual(['0 PLAN_EVALUATION Hm.']);
  });

  it('stand before the error of a turn that failed', () => {
    expect(told(logOf().take([said('Oh.'), failed('No tests.')]))).toEqual([
      '0 FINAL_ANSWER Oh.',
      '1 ERROR No tests.',
    ]);
    expect(told(logOf().take([failed('')]))).toEqual(['0 ERROR The service gives no reason.']);
  });
});

describe('a follow-up', () => {
  it('begins with its own piece; what came before is of the turn before', () => {
    const log = logOf('resumed', SENT);
    expect(told(log.take([said('Old.'), DONE]))).toEqual([]);
    expect([log.hasBegun, log.end]).toEqual([false, null]);
    expect(told(log.take([asked(`${SENT.text} `), said('New.'), DONE]))).toEqual([
      '0 echo USER_MESSAGE More.\n(ara-1f) ',
      '1 FINAL_ANSWER New.',
    ]);
    expect(log.lastSaid).toBe('New.');
  });

  it('without a mark is known by its text', () => {
    const log = logOf('resumed', { ...SENT, text: 'Go  on.', mark: null });
    expect(told(log.take([asked('Other.'), asked(' Go on. ')]))).toEqual([
      '0 echo USER_MESSAGE  Go on. ',
    ]);
  });

  it('begins with its own piece also where the log is read for the first time later', () => {
    const log = logOf('resumed', SENT);
    expect(log.overdue(30_000)).toEqual([]);
    expect(told(log.take([asked('First.'), work('ls'), asked(SENT.text), work('pwd')]))).toEqual([
      '0 echo USER_MESSAGE More.\n(ara-1f)',
      '1 ACTION pwd',
    ]);
  });

  it('that is not shown takes in what came, after half a minute', () => {
    const log = logOf('resumed', SENT);
    log.take([work('ls')]);
    expect(told(log.overdue(29_999))).toEqual([]);
    expect(told(log.overdue(30_000))).toEqual(['0 ACTION ls']);
    expect(log.hasBegun).toBe(true);
  });
});

it('a further prompt in a run that is only followed takes the end back', () => {
  const log = logOf('attached');
  log.take([said('Done.'), DONE, asked('More.')]);
  expect([log.end, log.lastSaid]).toEqual([null, null]);
});

/** The same piece at a second of the minute in which all happens. */
const at = (second: number, piece: LogPiece): LogPiece => ({
  ...piece,
  at: `2026-01-01T12:00:${String(second).padStart(2, '0')}Z`,
});

describe('what is read late', () => {
  it('of a prompt takes back only what is older', () => {
    const log = logOf('attached');
    log.take([at(10, said('Done.')), at(11, DONE)]);
    expect(told(log.take([at(1, asked('Do it.'))]))).toEqual(['1 USER_MESSAGE Do it.']);
    expect([log.lastSaid, log.end?.kind]).toEqual(['Done.', 'end']);
    log.take([at(20, asked('More.'))]);
    expect([log.lastSaid, log.end]).toEqual([null, null]);
  });

  it('of a prompt leaves the newer words held', () => {
    const log = logOf();
    log.take([at(10, said('Done.'))]);
    expect(told(log.take([at(1, asked('Do it.')), at(11, DONE)]))).toEqual([
      '0 USER_MESSAGE Do it.',
      '1 FINAL_ANSWER Done.',
    ]);
  });

  it('of words is a thought', () => {
    const log = logOf();
    log.take([at(10, said('Done.'))]);
    expect(told(log.take([at(9, said('Hm.')), at(11, DONE)]))).toEqual([
      '0 PLAN_EVALUATION Hm.',
      '1 FINAL_ANSWER Done.',
    ]);
    expect(told(log.take([at(8, said('Oh.'))]))).toEqual(['2 PLAN_EVALUATION Oh.']);
    expect(log.lastSaid).toBe('Done.');
  });

  it('of words and the end before a later prompt is not of that turn', () => {
    const log = logOf('attached');
    log.take([at(20, asked('More.')), at(22, said('New.'))]);
    expect(told(log.take([at(10, said('Old.')), at(11, DONE)]))).toEqual([
      '1 PLAN_EVALUATION Old.',
    ]);
    expect([log.isHolding, log.lastSaid, log.end]).toEqual([true, 'New.', null]);
  });

  it('of the own follow-up, long after it was accepted, keeps the answer to it', () => {
    const log = logOf('resumed', SENT);
    log.take([at(10, said('Old.')), at(22, said('New.'))]);
    expect(told(log.overdue(30_000))).toEqual(['0 PLAN_EVALUATION Old.']);
    expect(told([...log.take([at(20, asked(SENT.text))]), ...log.settle()])).toEqual([
      '1 echo USER_MESSAGE More.\n(ara-1f)',
      '2 FINAL_ANSWER New.',
    ]);
    expect(log.lastSaid).toBe('New.');
  });
});

describe('a turn that a later one has followed', () => {
  const turn = { runId: '7', mode: 'resumed', sent: SENT } as const;

  it('is past once the log was read to there', () => {
    const log = new TurnLog(turn, { wall: () => NOW });
    log.take([asked(SENT.text), said('Done.')]);
    expect(log.isPast).toBe(false);
    expect(told(log.leave())).toEqual(['1 FINAL_ANSWER Done.']);
    expect(log.isPast).toBe(true);
  });

  it('is past from the start where that is known', () => {
    expect(new TurnLog({ ...turn, isPast: true }, { wall: () => NOW }).isPast).toBe(true);
  });
});
