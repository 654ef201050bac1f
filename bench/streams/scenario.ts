/** Runs for the bench of streams: tool calls at even distances, and an answer. */
import type { ScenarioSource } from '../../sandbox/scenario.ts';

/**
 * What a tool call is as frames of the stream: thinking and its twin, and three twins of the call.
 */
export const FRAMES_EACH = 8;

export function evenRun({
  calls,
  durationMs,
}: {
  readonly calls: number;
  readonly durationMs: number;
}): ScenarioSource {
  const steps = Array.from({ length: calls }, (_, index) => ({
    at: `${Math.round((durationMs * index) / calls)}ms`,
    entry: {
      thought: `Look${index}.`,
      tool_name: 'read_file',
      tool_input: { path: `src/${index}.ts` },
      tool_output: { content: `line ${index}` },
    },
  }));
  const end = {
    at: `${durationMs}ms`,
    status: 'COMPLETE',
    result: 'Done.',
    entry: { message_type: 'FINAL_ANSWER', observation: 'Done.' },
  };
  return { turns: [{ steps: [{ at: 0, status: 'ACTIVE' }, ...steps, end] }] };
}
