/** Entries of a log, with the fields that their type has (spec 2.5). */
type Entry = Record<string, unknown>;

interface Entries {
  /** An ACTION by default. @param second its time */
  readonly entry: (second: number, fields?: Readonly<Record<string, unknown>>) => Entry;
  readonly finalAnswer: (second: number, observation?: unknown) => Entry;
}

export const RUN_ID = '77';

/** @param epoch the time of second 0, in milliseconds since the epoch */
export function entriesSince(epoch: number): Entries {
  const entry: Entries['entry'] = (second, fields = {}) => ({
    agent_run_id: Number(RUN_ID),
    created_at: new Date(epoch + second * 1000).toISOString(),
    message_type: 'ACTION',
    thought: `thought ${second}`,
    tool_name: 'bash',
    tool_input: { command: `step ${second}` },
    tool_output: { exit_code: 0 },
    observation: null,
    ...fields,
  });
  const nothing = { thought: null, tool_name: null, tool_input: null, tool_output: null };
  return {
    entry,
    finalAnswer: (second, observation = 'The answer.') =>
      entry(second, { ...nothing, message_type: 'FINAL_ANSWER', observation }),
  };
}
