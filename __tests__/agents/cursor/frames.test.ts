/** Which frames are new, whatever a service replays (sheet, section 6). */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { SeenFrames, type RawFrame } from '../../../src/agents/cursor/frames.ts';

const frame = (id: string | null, event: string, data = '{}'): RawFrame => ({ id, event, data });
const TWINS = [
  frame('1-0', 'thinking', '"a"'),
  frame('2-0', 'interaction_update', '"mirror"'),
  frame('2-0', 'tool_call', '"a"'),
  frame('3-0', 'assistant', '"a"'),
  frame('3-0', 'interaction_update', '"a"'),
  frame('4-0', 'result'),
  frame('4-0', 'done'),
];

/** What a service sends after this id. */
const after = (all: readonly RawFrame[], id: string | null): readonly RawFrame[] =>
  id === null ? all : all.slice(all.findLastIndex((one) => one.id === id) + 1);

describe('frames', () => {
  it('an id is acknowledged once another one has come', () => {
    const seen = new SeenFrames();
    seen.connect({ fromStart: true });
    const acknowledged = TWINS.map((one) => {
      seen.take(one);
      return seen.acknowledged;
    });
    expect(acknowledged).toEqual([null, '1-0', '1-0', '2-0', '2-0', '3-0', '3-0']);
  });

  it('each is new once, wherever the connections break and whatever they replay', () => {
    const breaks = fc.array(fc.tuple(fc.nat(TWINS.length), fc.boolean()), { maxLength: 8 });
    fc.assert(
      fc.property(breaks, (cuts) => {
        const seen = new SeenFrames();
        const taken: RawFrame[] = [];
        for (const [count, isFull] of [...cuts, [TWINS.length, false] as const]) {
          const from = isFull ? null : seen.acknowledged;
          seen.connect({ fromStart: from === null });
          taken.push(
            ...after(TWINS, from)
              .slice(0, count)
              .filter((one) => seen.take(one)),
          );
        }
        expect(taken).toEqual(TWINS);
      }),
    );
  });

  it('the same text under two ids is two frames, and twice under one id and event is one', () => {
    const seen = new SeenFrames();
    seen.connect({ fromStart: true });
    const all = [
      frame('1', 'assistant'),
      frame('2', 'assistant'),
      frame('2', 'interaction_update'),
    ];
    const repeated = all.flatMap((one) => [one, one]);
    expect(repeated.filter((one) => seen.take(one))).toEqual(all);
    seen.connect({ fromStart: true });
    expect(all.filter((one) => seen.take(one))).toEqual([]);
  });

  it('without ids the order tells them apart', () => {
    const seen = new SeenFrames();
    const all = ['a', 'a', 'b', 'a'].map((data) => frame(null, 'assistant', data));
    seen.connect({ fromStart: true });
    expect(all.slice(0, 2).filter((one) => seen.take(one))).toHaveLength(2);
    seen.connect({ fromStart: true });
    expect(all.filter((one) => seen.take(one))).toEqual(all.slice(2));
  });
});
