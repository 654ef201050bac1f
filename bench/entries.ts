/** Log entries of a given size, similar to those of a working agent. */

/** Entry `index` of a run, with about `bytes` of JSON. */
export function sampleEntry(index: number, bytes: number): Record<string, unknown> {
  const words =
    `step ${index}: read src/module-${index % 40}.ts, line ${index * 7}, and changed “it” \n` +
    '\t';
  const filling = words.repeat(Math.ceil(bytes / words.length));
  return {
    agent_run_id: 1,
    created_at: new Date(Date.UTC(2026, 0, 1) + index * 1000).toISOString(),
    message_type: 'ACTION',
    thought: filling.slice(0, bytes * 0.2),
    tool_name: 'edit_file',
    tool_input: {
      path: `src/module-${index % 40}.ts`,
      old: filling.slice(0, bytes * 0.2),
      lines: [index, index + 7],
    },
    tool_output: { ok: true, text: filling.slice(0, bytes * 0.3) },
    observation: filling.slice(0, bytes * 0.1),
  };
}

export function finalAnswer(index: number): Record<string, unknown> {
  return { ...sampleEntry(index, 100), message_type: 'FINAL_ANSWER', observation: 'All done.' };
}
