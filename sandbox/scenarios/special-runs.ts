/** Runs that the published API starts through special endpoints. */
import type { ScenarioSource } from '../scenario.ts';

export const setupCommandsScenario: ScenarioSource = {
  description: 'Generates the setup commands of a repository',
  match: '^generate setup commands for ',
  turns: [
    {
      steps: [
        {
          at: 0,
          status: 'ACTIVE',
          entry: {
            thought: 'The lock file tells the package manager.',
            tool_name: 'search',
            tool_input: { query: 'package-lock.json' },
            tool_output: { matches: ['package-lock.json'] },
          },
        },
        {
          at: '1s',
          entry: {
            tool_name: 'bash',
            tool_input: { command: 'npm ci && npm test' },
            tool_output: { exit_code: 0, stdout: '31 passed\n' },
            observation: '31 passed',
          },
        },
        {
          at: '2s',
          status: 'COMPLETE',
          result: 'npm ci\nnpm run build',
          summary: 'Two setup commands',
          entry: { message_type: 'FINAL_ANSWER', observation: 'npm ci\nnpm run build' },
        },
      ],
    },
  ],
};

export const analyzeLogsScenario: ScenarioSource = {
  description: 'Analyzes the logs of a sandbox',
  match: '^analyze the logs of sandbox ',
  turns: [
    {
      steps: [
        {
          at: 0,
          status: 'ACTIVE',
          entry: {
            thought: 'The end of the log tells most.',
            tool_name: 'read_file',
            tool_input: { path: '/var/log/setup.log' },
            tool_output: { text: 'npm error code ERESOLVE' },
          },
        },
        {
          at: '2s',
          status: 'COMPLETE',
          result: 'The setup failed because two packages need different versions of `react`.',
          summary: 'Conflict of versions',
          entry: {
            message_type: 'FINAL_ANSWER',
            observation:
              'The setup failed because two packages need different versions of `react`.',
          },
        },
      ],
    },
  ],
};
