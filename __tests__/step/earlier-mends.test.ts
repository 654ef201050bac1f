/** Mends of earlier attempts, found by their marks (contract 19.4, 19.7). */
import { describe, expect, it } from '@jest/globals';
import type { FoundMark } from '../../src/agents/port.ts';
import { mendMark } from '../../src/run/once/mend-mark.ts';
import { earlierMends } from '../../src/step/earlier-mends.ts';
import { httpError } from '../support/memory-client.ts';
import { scriptedAgent, SHOWN } from '../support/scripted-agent.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

const KEY = '0123456789abcdef';
const [HEAD, OTHER] = ['a'.repeat(40), 'b'.repeat(40)] as const;
const marked = (number: number, head: string): string => mendMark(KEY, { number, head });

/** @param find what a look for a text tells */
async function mends(find: (text: string) => FoundMark, most = 2) {
  const clock = new VirtualClock();
  const { agent } = scriptedAgent({});
  const { followUps } = agent;
  if (followUps === undefined) {
    throw new Error('the scripted agent takes follow-ups');
  }
  const looking = (_: unknown, text: string): Promise<FoundMark> =>
    Promise.resolve().then(() => find(text));
  return earlierMends(
    { clock, random: () => 0.5, stop: new AbortController().signal },
    {
      agent: { followUps: { ...followUps, find: looking } },
      runId: 'bc-1/run-1',
      key: KEY,
      headSha: HEAD,
      most,
      deadline: 3_600_000,
    },
  );
}

const among =
  (...sent: readonly string[]) =>
  (text: string): FoundMark =>
    sent.some((mark) => mark.includes(text)) ? { kind: 'found', run: SHOWN } : { kind: 'none' };

describe('the mends of earlier attempts', () => {
  it('are none where none was sent', async () => {
    expect(await mends(among())).toEqual([]);
  });

  it('are counted for whichever head, and the one of this head is known', async () => {
    const sent = [marked(1, OTHER), marked(2, HEAD)];
    expect(await mends(among(...sent))).toEqual([
      { number: 1, head: '-' },
      { number: 2, head: HEAD },
    ]);
  });

  it('are not looked for beyond those that may be sent', async () => {
    expect(await mends(among(marked(1, OTHER), marked(2, OTHER)), 1)).toHaveLength(1);
  });

  it('count where it cannot be told which run does one', async () => {
    expect(await mends(() => ({ kind: 'open', why: 'two may' }), 1)).toHaveLength(1);
  });

  it('count where the log shows them, and their run cannot be read', async () => {
    const unread = { kind: 'unread', id: 'bc-1/run-1', error: httpError(500) } as const;
    expect(await mends(() => unread, 1)).toHaveLength(1);
  });

  it('are left out where nothing tells of them', async () => {
    expect(await mends(() => ({ kind: 'untold', why: 'nothing is shown' }))).toEqual([]);
    const refused = (): never => {
      throw httpError(403);
    };
    expect(await mends(refused)).toEqual([]);
  });

  it('are looked for two minutes at most', async () => {
    const clock = new VirtualClock();
    const { agent } = scriptedAgent({
      findFollowUp: () => {
        throw httpError(503);
      },
    });
    const order = { agent, runId: 'bc-1/run-1', key: KEY, headSha: HEAD, most: 2 };
    const { signal: stop } = new AbortController();
    const deadline = clock.now() + 60 * 60_000;
    expect(await earlierMends({ clock, random: () => 0.5, stop }, { ...order, deadline })).toEqual(
      [],
    );
    expect(clock.elapsed).toBeGreaterThan(60_000);
    expect(clock.elapsed).toBeLessThanOrEqual(121_000);
  });
});
