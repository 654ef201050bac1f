/** One turn of a conversation, by events that come late and out of order (sheet, section 6). */
import { describe, expect, it } from '@jest/globals';
import type { OpenHandsClient, RawEvent } from '../../../src/agents/openhands/client.ts';
import { OpenHandsMemory, type OpenHands } from '../../../src/agents/openhands/records.ts';
import { turnOf } from '../../../src/agents/openhands/turn.ts';
import type { Entry, RunShown, Turn } from '../../../src/agents/port.ts';
import { SHOWN } from '../../support/scripted-agent.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

const ID = '0123456789abcdef0123456789abcdef';
const MARK = 'ara-0123456789abcdef';
const content = (text: string) => [{ type: 'text', text }];

/** @param second of the minute in which all happens, by the sandbox's clock */
const event = (second: number, kind: string, fields: RawEvent['fields']): RawEvent => ({
  id: `e${second}`,
  timestamp: `2026-04-01T12:00:${String(second).padStart(2, '0')}.000000`,
  kind,
  fields,
});
const usage = (cost: number) => ({
  key: 'stats',
  value: {
    usage_to_metrics: {
      agent: {
        accumulated_cost: cost,
        accumulated_token_usage: { prompt_tokens: 100 * cost, completion_tokens: 0 },
      },
    },
  },
});
const ofBefore = event(10, 'ConversationStateUpdateEvent', usage(1));
const echo = event(11, 'MessageEvent', {
  source: 'user',
  llm_message: { content: content(`Go on. ${MARK}`) },
});
const action = event(12, 'ActionEvent', {
  action: { command: 'npm test' },
  tool_name: 'terminal',
  tool_call_id: 'c1',
});
const observation = event(14, 'ObservationEvent', {
  action_id: 'e12',
  tool_call_id: 'c1',
  tool_name: 'terminal',
  observation: { content: content('red'), exit_code: 2 },
});
const answer = event(16, 'ActionEvent', { action: { message: 'Second.' }, tool_name: 'finish' });
const used = event(17, 'ConversationStateUpdateEvent', usage(3));
const over = (word: string, second = 18) =>
  event(second, 'ConversationStateUpdateEvent', { key: 'execution_status', value: word });

interface Told {
  readonly entries: readonly Entry[];
  readonly run: RunShown | null;
  /** So often the sandbox was woken. */
  readonly wakes: number;
}

interface Setting {
  /** Default: resumed. */
  readonly mode?: Turn['mode'];
  readonly runBefore?: RunShown | null;
  /** Default: the sandbox runs throughout. */
  readonly sandbox?: string;
  /** So many; default: until the turn is over. */
  readonly polls?: number;
  /** Until the time of the step is up. */
  readonly timeMs?: number;
}

/**
 * @param reads how far the events are there, read by read; the last one stands
 * @param word of the conversation; null: its sandbox tells none
 */
async function follow(
  reads: readonly (readonly RawEvent[])[],
  word: string | null,
  setting: Setting = {},
): Promise<Told> {
  const { mode = 'resumed', runBefore = null, sandbox = 'RUNNING' } = setting;
  const { polls = Infinity, timeMs = 600_000 } = setting;
  const clock = new VirtualClock();
  let nth = 0;
  let wakes = 0;
  const client: Pick<OpenHandsClient, 'conversation' | 'events' | 'wake'> = {
    conversation: () =>
      Promise.resolve({
        id: ID,
        sandbox_id: ID,
        selected_repository: 'acme/shop',
        pr_number: [],
        metrics: null,
        created_at: null,
        sandbox_status: sandbox,
        execution_status: word,
        conversation_url: null,
        session_api_key: null,
      }),
    events: () => {
      const items = reads[Math.min(nth, reads.length - 1)] ?? [];
      nth += 1;
      return Promise.resolve({ items, next: null });
    },
    wake: () => {
      wakes += 1;
      return Promise.resolve();
    },
  };
  const service = {
    client: client as OpenHandsClient,
    clock,
    memory: new OpenHandsMemory(),
    baseUrl: 'https://oh.example',
    serverUrl: 'https://github.com',
  } as unknown as OpenHands;
  const memo = { newest: null, ids: [], pulls: [], use: { tokens: 50, costUsd: 0.5 } };
  const turn: Turn = {
    runId: ID,
    mode,
    runBefore,
    before: mode === 'resumed' ? { entries: 0, memo: JSON.stringify(memo) } : null,
    sent: { text: `Go on. ${MARK}`, mark: MARK, images: [] },
    acceptedAt: clock.now(),
  };
  const nothing = (): void => undefined;
  const reader = turnOf(service, turn, { warn: nothing, note: nothing, notice: nothing });
  const call = { signal: new AbortController().signal, deadline: clock.now() + timeMs };
  const entries: Entry[] = [];
  let last = false;
  for (let poll = 1; ; poll += 1) {
    const { run, entries: told, complete } = await reader.read(call, { last });
    entries.push(...told.map(({ entry }) => entry));
    const isOver = polls === Infinity ? last && complete : poll === polls;
    if (isOver) {
      entries.push(...reader.close().map(({ entry }) => entry));
      return { entries, run, wakes };
    }
    last = run !== null && run.meaning !== 'active';
    await clock.sleep(4_000);
  }
}

const shown = ({ entries }: Told) =>
  entries.map(({ view }) => [view.message_type, view.observation, view.tool_output ?? null]);
const SECOND = [
  ['USER_MESSAGE', `Go on. ${MARK}`, null],
  ['ACTION', 'red', { exit_code: 2 }],
  ['FINAL_ANSWER', 'Second.', null],
];

describe('a turn', () => {
  const all = [ofBefore, echo, action, observation, answer, used, over('finished')];

  it.each<[string, readonly (readonly RawEvent[])[]]>([
    ['come in order', [all]],
    ['come with the message that began it last', [all.filter((one) => one !== echo), all]],
    ['come with an observation first', [all.filter((one) => one !== action), all]],
    ['come with an observation last', [all.filter((one) => one !== observation), all]],
    ['come with the last words first', [[ofBefore, answer, used, over('finished')], all]],
  ])('whose events %s', async (_, reads) => {
    const told = await follow(reads, 'finished');
    expect(shown(told)).toEqual(SECOND);
    expect(told.run).toMatchObject({
      meaning: 'succeeded',
      result: 'Second.',
      usage: { amount: 200, costUsd: 2 },
    });
  });

  const words = event(15, 'MessageEvent', {
    source: 'agent',
    llm_message: { content: content('I look at it.') },
  });
  const thought = ['PLAN_EVALUATION', null, null];

  it.each<[string, readonly (readonly RawEvent[])[], readonly unknown[]]>([
    ['the prompt last', [[action, observation, answer], all], [SECOND[1], SECOND[0], SECOND[2]]],
    [
      'the prompt behind the end',
      [[action, observation, answer, used, over('finished')], all],
      [SECOND[1], SECOND[0], SECOND[2]],
    ],
    ['the prompt between a call and its end', [[action], all], SECOND],
    [
      'words behind the answer',
      [
        [echo, action, observation, answer],
        [...all, words],
      ],
      [SECOND[0], SECOND[1], thought, SECOND[2]],
    ],
    ['words behind the end', [all, [...all, words]], [SECOND[0], SECOND[1], thought, SECOND[2]]],
  ])('of a run that was created keeps its answer where events come with %s', async (...given) => {
    const [, reads, entries] = given;
    const told = await follow(reads, 'finished', { mode: 'created' });
    expect(shown(told)).toEqual(entries);
    expect(told.run).toMatchObject({ meaning: 'succeeded', result: 'Second.' });
  });

  it.each(['MISSING', 'PAUSED'])(
    'whose end is told before an older status stays over in a sandbox that is %s',
    async (sandbox) => {
      const older = { ...over('running', 11), id: 'r11' };
      const reads = [all, [...all, older]];
      const told = await follow(reads, null, { mode: 'created', sandbox, polls: 20 });
      expect(told.run).toMatchObject({ meaning: 'succeeded', result: 'Second.' });
      expect(told.wakes).toBe(0);
    },
  );

  const nothing: readonly RawEvent[] = [];
  it.each([
    ['created', 'no event', 1, nothing],
    ['created', 'its prompt alone', 1, [echo]],
    ['resumed', 'no event', 1, nothing],
    ['resumed', 'its message alone', 1, [echo]],
    // Nobody knows whether it was at work.
    ['attached', 'its prompt alone', 0, [echo]],
    ['attached', 'a word of work', 1, [echo, over('running')]],
  ] as const)('that was %s and sleeps with %s is woken %d times', async (...given) => {
    const [mode, , wakes, events] = given;
    const told = await follow([events], null, { mode, sandbox: 'PAUSED', polls: 40 });
    expect(told.wakes).toBe(wakes);
    expect(told.run).toMatchObject({ waitsFor: 'waking' });
  });

  it.each([
    ['its prompt alone', 29, [echo], 'active'],
    ['its prompt alone', 32, [echo], 'needs_input'],
    ['a word of work', 32, [echo, over('running')], 'active'],
  ] as const)('that is only followed and sleeps with %s: poll %d', async (...given) => {
    const [, polls, events, meaning] = given;
    const told = await follow([events], null, { mode: 'attached', sandbox: 'PAUSED', polls });
    expect(told.run).toMatchObject({ meaning, waitsFor: 'waking' });
  });

  it('that ends with an empty finish has what was said before it as its answer', async () => {
    const words = event(15, 'MessageEvent', {
      source: 'agent',
      llm_message: { content: content('Real text') },
    });
    const empty = event(16, 'ActionEvent', { action: { message: ' ' }, tool_name: 'finish' });
    const told = await follow([[echo, words, empty, over('finished')]], 'finished');
    expect(shown(told).slice(1)).toEqual([['FINAL_ANSWER', 'Real text', null]]);
    expect(told.run).toMatchObject({ meaning: 'succeeded', result: 'Real text' });
  });

  it.each([
    ['with', [[echo, action, over('stuck', 13), observation]]],
    [
      'after',
      [
        [echo, action, over('stuck', 13)],
        [echo, action, over('stuck', 13), observation],
      ],
    ],
  ])('whose last observation comes %s its final word', async (_, reads) => {
    const told = await follow(reads, 'stuck');
    expect(shown(told).slice(1)).toEqual([['ACTION', 'red', { exit_code: 2 }]]);
    expect(told.run).toMatchObject({ meaning: 'failed' });
  });

  it.each([
    ['with its message in the log', [[ofBefore, echo]]],
    ['without', [[ofBefore]]],
  ])('that is never taken up shows the end of before: %s', async (_, reads) => {
    const runBefore: RunShown = {
      ...SHOWN,
      id: ID,
      status: 'RUNNING/finished',
      meaning: 'succeeded',
    };
    // Longer than the 40 seconds in which events of an end of its own may come.
    const { run } = await follow(reads, 'finished', { runBefore, polls: 30 });
    expect(run).toMatchObject({ status: 'RUNNING/finished', meaning: 'succeeded' });
    expect([run?.result, run?.isOwnEnd]).toEqual([undefined, undefined]);
  });

  it('with two calls of one ID gives each its own output', async () => {
    const other = event(13, 'ActionEvent', { ...action.fields, action: { command: 'npm ci' } });
    const own = { ...observation.fields, action_id: 'e13' };
    const events = [echo, action, other, event(14, 'ObservationEvent', own), over('stuck')];
    const told = await follow([events], 'stuck');
    expect(told.entries.slice(1).map(({ view }) => [view.tool_input, view.observation])).toEqual([
      [{ command: 'npm ci' }, 'red'],
      [{ command: 'npm test' }, null],
    ]);
  });

  it('with a call that could not be made tells that in its place', async () => {
    const failure = { tool_call_id: 'c0', error: 'No such tool.' };
    const error = { ...event(11, 'AgentErrorEvent', failure), id: 'e0' };
    const told = await follow([[echo, error, action, observation, over('stuck')]], 'stuck');
    expect(shown(told).map(([type]) => type)).toEqual(['USER_MESSAGE', 'ERROR', 'ACTION']);
  });

  it('keeps a call open until its observation, also just before the time is up', async () => {
    const begun = [echo, action];
    const reads = [begun, begun, [...begun, observation]];
    const told = await follow(reads, 'running', { polls: 3, timeMs: 8_500 });
    expect(shown(told).slice(1)).toEqual([['ACTION', 'red', { exit_code: 2 }]]);
  });

  it('with an observation whose action never comes tells that all the same', async () => {
    const told = await follow([[echo, observation, answer, over('finished')]], 'finished');
    expect(shown(told)).toEqual([
      SECOND[0],
      ['ACTION', 'red', { exit_code: 2 }],
      ['FINAL_ANSWER', 'Second.', null],
    ]);
  });
});
