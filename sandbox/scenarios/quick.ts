import type { ScenarioSource } from '../scenario.ts';

/** Two seconds, four entries. */
export const quick: ScenarioSource = {
  description: 'Two seconds and four entries, for trying things out',
  turns: [
    {
      steps: [
        {
          at: 0,
          status: 'ACTIVE',
          entry: { message_type: 'PLAN_EVALUATION', thought: 'A small task: look, change, check.' },
        },
        {
          at: '500ms',
          entry: {
            thought: 'Where is the greeting?',
            tool_name: 'search',
            tool_input: { query: 'greeting', path: 'src' },
            tool_output: { matches: ['src/greet.ts:3'] },
          },
        },
        {
          at: '1s',
          entry: {
            thought: 'One word is wrong.',
            tool_name: 'edit_file',
            tool_input: { path: 'src/greet.ts', old: 'Helo', new: 'Hello' },
            tool_output: { changed: 1 },
            observation: 'src/greet.ts changed',
          },
        },
        {
          at: '2s',
          status: 'COMPLETE',
          result: 'Corrected the greeting in `src/greet.ts`.',
          entry: {
            message_type: 'FINAL_ANSWER',
            observation: 'Corrected the greeting in `src/greet.ts`.',
          },
        },
      ],
    },
  ],
};
