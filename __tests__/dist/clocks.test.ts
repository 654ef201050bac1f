/** Service and runner whose clocks differ: no entry is lost, repeated or taken from another turn (contract 4.5). From outside. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { entry, finalAnswer, inputsFor, serveRun, type FakeRun } from '../support/fake-run.ts';
import { jsonLines, runAction, type ActionRun } from '../support/run-action.ts';
import type { ScriptedService } from '../support/scripted-service.ts';

let service: ScriptedService | undefined;
afterEach(() => service?.close());

const HOUR_S = 3_600;
const FOLLOW_UP = 'Now the tests.';

const message = (at: number, text: string): Record<string, unknown> =>
  entry(at, { message_type: 'USER_MESSAGE', thought: null, tool_name: null, observation: text });

/** `Date` of the service in the moment of its entry `at`. */
const dateAt = (at: number): string => new Date(Date.parse(String(entry(at)['created_at']))).toUTCString();

/**
 * Resumes a run of which `before` entries exist; before the follow-up is sent, the log can be read `readable`: wholly, its first page alone,
 * or (false) not at all.
 */
async function resume(
  entries: readonly unknown[],
  {
    before,
    date,
    readable = false,
  }: { readonly before: number; readonly date?: string; readonly readable?: boolean | 'first page' },
): Promise<ActionRun> {
  let sent = false;
  const headers = date === undefined ? {} : { date };
  const run: FakeRun = {
    entries,
    moments: [
      { status: 'COMPLETE', result: 'Old.', entries: before },
      { status: 'ACTIVE', entries: entries.length - 1 },
      { status: 'COMPLETE', result: 'New.', entries: entries.length },
    ],
    answer: (call, { query }) => {
      sent ||= call === 'POST resume';
      const refused = readable === 'first page' ? query.get('skip') !== '0' : !readable;
      if (call === 'GET logs' && !sent && refused) return { status: 403, headers, body: { detail: 'Not now' } };
      if (call === 'POST resume') return { headers, body: { id: 77, status: 'ACTIVE' } };
      if (call === 'GET run')
        return { headers, body: { id: 77, status: sent ? 'ACTIVE' : 'COMPLETE', result: 'Old.' } };
      return undefined;
    },
  };
  service = await serveRun(run);
  return runAction({ inputs: inputsFor(service, { agent_run_id: '77', prompt: FOLLOW_UP }) });
}

const byTime = (one: Record<string, unknown>, other: Record<string, unknown>): number =>
  Date.parse(String(one['created_at'])) - Date.parse(String(other['created_at']));

const turnAt = (at: number): Record<string, unknown>[] => [
  message(at, FOLLOW_UP),
  entry(at + 1),
  entry(at + 2),
  finalAnswer(at + 3, 'New.'),
];
const BEFORE = [message(0, 'Fix it.'), entry(1), finalAnswer(2, 'Old.')];

function expectTurn({ outputs }: ActionRun, turn: readonly unknown[]): void {
  expect(jsonLines(outputs['logs_file'])).toEqual(turn);
  expect(outputs).toMatchObject({ outcome: 'succeeded', result: 'New.', total_logs: String(turn.length) });
}

describe('if the log could not be read before the follow-up', () => {
  it("and the service's clock is months behind, without a message", async () => {
    const turn = turnAt(60).slice(1);
    expectTurn(await resume([...BEFORE, ...turn], { before: 3, date: dateAt(60) }), turn);
  });

  it("and the service's clock is years ahead, without a message", async () => {
    const ahead = 10 * 365 * 24 * HOUR_S;
    const before = [entry(ahead), finalAnswer(ahead + 1, 'Old.')];
    const turn = turnAt(ahead + 60).slice(1);
    expectTurn(await resume([...before, ...turn], { before: 2, date: dateAt(ahead + 60) }), turn);
  });

  it('and the log has its own clock, months behind, the message shows where the turn begins', async () => {
    const turn = turnAt(60);
    expectTurn(await resume([...BEFORE, ...turn], { before: 3 }), turn);
  });

  it('and the log has its own clock, years ahead, the message shows where the turn begins', async () => {
    const ahead = 10 * 365 * 24 * HOUR_S;
    const before = [message(ahead, FOLLOW_UP), finalAnswer(ahead + 1, 'Old.')];
    const turn = turnAt(ahead + 60);
    expectTurn(await resume([...before, ...turn], { before: 2 }), turn);
  });

  it('a log of several pages works too', async () => {
    const before = Array.from({ length: 230 }, (_, index) => entry(index));
    const turn = [
      message(300, FOLLOW_UP),
      ...Array.from({ length: 120 }, (_, index) => entry(301 + index)),
      finalAnswer(500, 'New.'),
    ];
    expectTurn(await resume([...before, ...turn], { before: 230 }), turn);
  });
});

describe('if only the first page of the log could be read before the follow-up', () => {
  // The clock was hours ahead, and was set back in the middle of the log.
  const before = Array.from({ length: 103 }, (_, index) => entry(index < 56 ? index + 3 * HOUR_S : index));
  const turn = turnAt(120).slice(1);

  it.each([
    ['agrees', dateAt(118)],
    ['is months ahead of the log', undefined],
  ])('what it showed and the length it stated tell where the turn begins: the clock %s', async (_, date) => {
    const options = { before: before.length, readable: 'first page', ...(date !== undefined && { date }) } as const;
    expectTurn(await resume([...before, ...turn], options), turn);
  });
});

describe("if the service's clock was set back between the turns", () => {
  const before = Array.from({ length: 40 }, (_, index) => (index < 39 ? entry(index * 10) : finalAnswer(390, 'Old.')));

  it.each([
    ['into the time of the turn before', 100],
    ['to before the run began', -HOUR_S],
  ])('%s, nothing of the turn is lost', async (_, at) => {
    const turn = turnAt(at);
    expectTurn(await resume([...before, ...turn], { before: 40, readable: true }), turn);
  });

  it('into the time of the previous turn, and the turn lasts longer than that, nothing is lost', async () => {
    const turn = [...turnAt(350).slice(0, 3), entry(380), entry(400), finalAnswer(420, 'New.')];
    expectTurn(await resume([...before, ...turn], { before: 40, readable: true }), turn);
  });

  it('in the middle of the previous turns, none of their entries counts for this turn', async () => {
    const stumbled = [entry(900), entry(910), ...before];
    // One that comes late has the whole log read.
    const turn = [entry(500), entry(510), finalAnswer(505, 'New.')];
    const run = await resume([...stumbled, ...turn], { before: stumbled.length, readable: true });
    expect(jsonLines(run.outputs['logs_file'])).toEqual(turn.toSorted(byTime));
    expect(run.outputs).toMatchObject({ outcome: 'succeeded', result: 'New.', total_logs: '3' });
  });

  it('in the middle of the turn, into the time of the previous turn, nothing is lost', async () => {
    const turn = [entry(500), entry(510), entry(100), entry(110), finalAnswer(120, 'New.')];
    const run = await resume([...before, ...turn], { before: 40, readable: true });
    expect(jsonLines(run.outputs['logs_file'])).toHaveLength(turn.length);
    expect(jsonLines(run.outputs['logs_file'])).toEqual(expect.arrayContaining(turn));
    expect(run.outputs).toMatchObject({ outcome: 'succeeded', result: 'New.', total_logs: '5' });
  });

  it('and there is no message, nothing is lost while entries are dated before the end of the previous turn', async () => {
    const turn = turnAt(100).slice(1);
    expectTurn(await resume([...before, ...turn], { before: 40, readable: true }), turn);
  });
});
