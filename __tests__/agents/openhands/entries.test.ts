import { describe, expect, it } from '@jest/globals';
import { TurnLog } from '../../../src/agents/kit/turn-log.ts';
import { EventReader } from '../../../src/agents/openhands/entries.ts';
import type { RawEvent } from '../../../src/agents/openhands/client.ts';

const event = (kind: string, fields: RawEvent['fields'], id = kind): RawEvent => ({
  id,
  timestamp: '2026-01-01T00:00:00.000000',
  kind,
  fields,
});
const call = event(
  'ActionEvent',
  {
    action: { kind: 'FileEditorAction', path: 'a.ts' },
    tool_name: 'file_editor',
    tool_call_id: 'c1',
  },
  'a1',
);
const content = (text: string) => [{ type: 'text', text }];

describe('a call that failed', () => {
  it.each<[string, RawEvent, unknown, string]>([
    [
      'with its exit code',
      event('ObservationEvent', {
        action_id: 'a1',
        observation: { content: content('red'), exit_code: 2, is_error: false },
      }),
      { exit_code: 2 },
      'red',
    ],
    [
      'with the mark of an error alone',
      event('ObservationEvent', {
        action_id: 'a1',
        observation: { content: content('No such file.'), is_error: true },
      }),
      { exit_code: 1, is_error: true },
      'No such file.',
    ],
    [
      'at the service',
      event('AgentErrorEvent', { tool_call_id: 'c1', error: 'The tool crashed.' }),
      { exit_code: 1, is_error: true },
      'The tool crashed.',
    ],
    [
      'because a person has refused it',
      event('UserRejectObservation', { action_id: 'a1', rejection_reason: 'No.' }),
      { exit_code: 1, is_error: true },
      'No.',
    ],
  ])('%s counts as a failed command and says why', (...[, told, output, observation]) => {
    const reader = new EventReader();
    expect(reader.take(call)).toEqual([]);
    const [piece] = reader.take(told);
    const draft = { tool: 'file_editor', output, observation };
    expect(piece).toMatchObject({ drafts: [draft] });
  });
});

describe('a call of another agent inside', () => {
  const frame = (status: string | null, output: unknown = null, callId = 'c7') =>
    event('ACPToolCallEvent', {
      tool_call_id: callId,
      title: 'gh pr create',
      raw_input: { command: 'gh pr create' },
      raw_output: output,
      status,
    });
  const said = event('MessageEvent', {
    source: 'agent',
    llm_message: { content: content('All good.') },
  });
  const finished = event('ConversationStateUpdateEvent', {
    key: 'execution_status',
    value: 'finished',
  });
  const url = 'https://github.com/acme/shop/pull/5';

  it('is told once, as soon as a frame says that it has ended', () => {
    const reader = new EventReader();
    expect(reader.take(frame('in_progress'))).toEqual([]);
    const told = reader.take(frame('completed', url));
    expect(told).toMatchObject([{ drafts: [{ tool: 'gh pr create', output: url }] }]);
    expect(reader.take(frame('in_progress'))).toEqual([]);
    expect([reader.end(), reader.told.pulls]).toEqual([[], [url]]);
  });

  it.each([
    ['a text', 'No such file.', { exit_code: 1, is_error: true, output: 'No such file.' }],
    ['nothing', null, { exit_code: 1, is_error: true }],
    ['an exit code', { exit_code: 2 }, { exit_code: 2, is_error: true }],
    ['the exit code 0', { exit_code: 0 }, { exit_code: 1, is_error: true }],
  ])('that failed and brought %s counts as a failed command', (...[, brought, output]) => {
    const [piece] = new EventReader().take(frame('failed', brought));
    expect(piece).toMatchObject({ drafts: [{ tool: 'gh pr create', output }] });
  });

  it('that shows no end is told before the answer', () => {
    const reader = new EventReader();
    const log = new TurnLog(
      { mode: 'created', runId: 'r', sent: null },
      { wall: () => Date.parse('2026-01-01T00:00:00Z') },
    );
    const events = [frame(null), said, finished];
    const together = log.take([...events.flatMap((one) => reader.take(one)), ...reader.end()]);
    const types = together.map(({ entry }) => entry.view.message_type);
    expect(types).toEqual(['ACTION', 'FINAL_ANSWER']);
  });

  it('that shows no end makes no thought of an answer that was read before', () => {
    const reader = new EventReader();
    const log = new TurnLog(
      { mode: 'created', runId: 'r', sent: null },
      { wall: () => Date.parse('2026-01-01T00:00:00Z') },
    );
    const read = [frame(null), said, finished].flatMap((one) => log.take(reader.take(one)));
    const told = [...read, ...log.take(reader.end())];
    expect(told.map(({ entry }) => entry.view.message_type)).toEqual(['ACTION', 'FINAL_ANSWER']);
  });
});

it.each([null, 'none', {}])('a part of the stats that is %j hides no other', (condenser) => {
  const reader = new EventReader();
  const agent = {
    accumulated_cost: 0.7,
    accumulated_token_usage: { prompt_tokens: 10, completion_tokens: 1 },
  };
  const value = { usage_to_metrics: { agent, condenser } };
  reader.take(event('ConversationStateUpdateEvent', { key: 'stats', value }));
  expect(reader.told.use).toEqual({ tokens: 11, costUsd: 0.7 });
});
