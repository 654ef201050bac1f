/** Where the turn of a follow-up ends that an earlier attempt has sent. */
import { describe, expect, it } from '@jest/globals';
import { FoundTurn, foundTurnOf, type TurnSign } from '../../../src/agents/kit/found-turn.ts';
import { findMark } from '../../../src/agents/kit/marks.ts';
import { httpError } from '../../support/memory-client.ts';
import { SHOWN } from '../../support/scripted-agent.ts';

const OWN = 'Go on. (ara-1f)';
const OTHER = 'Something else. (ara-2e)';

/** `> text` is a message; every other piece is a sign. */
const SIGNS = {
  promptOf: (piece: string) => (piece.startsWith('> ') ? piece.slice(2) : null),
  signOf: (piece: string) => piece as TurnSign,
};

function taken(...pieces: readonly string[]): readonly string[] {
  return new FoundTurn(SIGNS, 'ara-1f').take(pieces);
}

async function* pagesOf(pages: readonly (readonly string[])[]): AsyncGenerator<readonly string[]> {
  await Promise.resolve();
  yield* pages;
}

describe('a turn of an earlier attempt', () => {
  it.each(['ended', 'answered'])('ends before the next message, once it has %s', (sign) => {
    const own = [`> ${OWN}`, 'works', sign];
    expect(taken(...own, `> ${OTHER}`, 'works', 'ended', `> ${OWN}`)).toEqual(own);
  });

  it('goes on with a message that it takes in while it is at work', () => {
    const all = [`> ${OWN}`, 'works', `> ${OTHER}`, 'works', 'ended'];
    expect(taken(...all)).toEqual(all);
    expect(taken(...all, '> More.')).toEqual(all);
    const afterWords = [`> ${OWN}`, 'answered', 'works', `> ${OTHER}`];
    expect(taken(...afterWords)).toEqual(afterWords);
  });

  it('is over by a word of the log, whatever comes late', () => {
    const own = [`> ${OWN}`, 'ended', 'works', 'none'];
    expect(taken(...own, `> ${OTHER}`)).toEqual(own);
  });

  it('is not closed by what stands before it', () => {
    const all = ['> First.', 'ended', `> ${OTHER}`, 'ended', `> ${OWN}`];
    expect(taken(...all, 'ended', `> ${OTHER}`)).toEqual([...all, 'ended']);
  });

  it('does not begin anew with a message that quotes its own', () => {
    const own = [`> ${OWN}`, 'works', 'ended'];
    expect(taken(...own, `> They said: ${OWN} ${OTHER}`, 'works', 'ended')).toEqual(own);
  });

  it('tells whether it has begun, and whether a later one has', () => {
    const turn = new FoundTurn(SIGNS, 'ara-1f');
    turn.take([`> ${OTHER}`, 'ended']);
    expect([turn.hasBegun, turn.isClosed]).toEqual([false, false]);
    turn.take([`> ${OWN}`, 'ended']);
    expect([turn.hasBegun, turn.isClosed]).toEqual([true, false]);
    turn.take([`> ${OTHER}`]);
    expect([turn.hasBegun, turn.isClosed]).toEqual([true, true]);
  });
});

it.each([
  ['the run', [`> ${OWN}`, 'works']],
  ['the run as a turn left it that is past', [`> ${OWN}`, 'ended', `> ${OTHER}`]],
])('a follow-up has arrived, although %s cannot be read', async (_, pieces) => {
  const error = httpError(500);
  const read = () => Promise.reject(error);
  const told = () => SHOWN;
  const turn = (mark: string) => new FoundTurn(SIGNS, mark);
  const log = { pages: () => pagesOf([pieces]), told, turn, read, readPast: read };
  const run = { id: 'devin-1', before: null };
  const call = { signal: new AbortController().signal, deadline: Infinity };
  const found = await findMark(log, { run, mark: 'ara-1f' }, call);
  expect(found).toEqual({ kind: 'unread', id: 'devin-1', inLog: SHOWN, error });
});

describe('a look for the mark', () => {
  const look = (pieces: readonly string[], isEndTold = false) => {
    const read = () => Promise.resolve(SHOWN);
    const log = {
      pages: () => pagesOf([pieces]),
      turn: (mark: string) => new FoundTurn(SIGNS, mark),
      read,
    };
    const searched = isEndTold ? { ...log, readPast: read } : log;
    const run = { id: 'devin-1', before: null };
    const call = { signal: new AbortController().signal, deadline: Infinity };
    return findMark(searched, { run, mark: 'ara-1f' }, call);
  };

  it('tells a run that was given another message since, where no log says when a turn is over', async () => {
    const gone = [`> ${OWN}`, 'none', `> ${OTHER}`, 'none'];
    expect(await look(gone)).toMatchObject({ kind: 'found', run: SHOWN, hasGoneOn: true });
    const still = [`> ${OTHER}`, `> ${OWN}`, 'none'];
    expect(await look(still)).toMatchObject({ kind: 'found', run: SHOWN, hasGoneOn: false });
    expect(await look([`> ${OTHER}`])).toEqual({ kind: 'none' });
  });

  it('tells a turn that was at work as the run is, where a log does', async () => {
    const takenIn = [`> ${OWN}`, 'works', `> ${OTHER}`, 'works'];
    expect(await look(takenIn, true)).toMatchObject({
      kind: 'found',
      run: SHOWN,
      hasGoneOn: false,
    });
    const past = [`> ${OWN}`, 'ended', `> ${OTHER}`];
    expect(await look(past, true)).toMatchObject({ kind: 'found', run: SHOWN, isPast: true });
  });
});

it('a turn that this step has begun is followed to the end', () => {
  const sent = { text: OWN, mark: 'ara-1f', images: [] };
  expect(foundTurnOf({ sent }, SIGNS)).toBeNull();
  expect(foundTurnOf({ sent, isFound: true }, SIGNS)).not.toBeNull();
});
