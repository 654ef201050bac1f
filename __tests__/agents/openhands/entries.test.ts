import { describe, expect, it } from '@jest/globals';
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
