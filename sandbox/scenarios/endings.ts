/** The other ways a run can end. */
import type { ScenarioSource } from '../scenario.ts';

/** What npm prints. */
const UNRESOLVED = [
  'npm error code ERESOLVE',
  'npm error ERESOLVE unable to resolve dependency tree',
  'npm error Found: react@18.3.1',
  'npm error Could not resolve dependency: peer react@"^17.0.0" from react-table@7.8.0',
].join('\n');

export const failed: ScenarioSource = {
  description: 'A run that fails: no pull request can be created',
  match: '\\bfail',
  turns: [
    {
      steps: [
        { at: 0, status: 'ACTIVE' },
        {
          at: '500ms',
          entry: {
            message_type: 'PLAN_EVALUATION',
            thought: 'Update the lock file and propose it.',
          },
        },
        {
          at: '1s',
          entry: {
            thought: 'Refresh everything.',
            tool_name: 'bash',
            tool_input: { command: 'npm update' },
            tool_output: { exit_code: 1, stderr: UNRESOLVED },
            observation: UNRESOLVED,
          },
        },
        {
          at: '2s',
          entry: {
            message_type: 'ERROR',
            tool_name: 'bash',
            tool_input: { command: 'npm update --force' },
            observation:
              'npm update failed twice: two packages want different versions of a third.',
          },
        },
        {
          at: '3s',
          entry: {
            message_type: 'PR_CREATION_FAILED',
            observation: 'There is nothing to propose: the branch has no commits.',
          },
        },
        {
          at: '4s',
          status: 'FAILED',
          result: 'The dependencies could not be updated: two packages contradict each other.',
        },
      ],
    },
  ],
};

export const asks: ScenarioSource = {
  description: 'A run that asks a question; resume it with the answer',
  match: '\\bask',
  turns: [
    {
      steps: [
        {
          at: 0,
          status: 'ACTIVE',
          entry: {
            message_type: 'PLAN_EVALUATION',
            thought: 'Two databases would do. Better ask.',
          },
        },
        {
          at: '1.5s',
          status: 'WAITING_FOR_INPUT',
          entry: {
            message_type: 'FINAL_ANSWER',
            observation: 'Shall the cache live in Redis or in the database?',
          },
        },
      ],
    },
    {
      statusLag: '2s',
      steps: [
        {
          at: '1s',
          entry: { message_type: 'PLAN_EVALUATION', thought: 'The answer was: {{prompt}}' },
        },
        { at: '2.5s', status: 'ACTIVE' },
        {
          at: '3s',
          entry: {
            tool_name: 'edit_file',
            tool_input: { path: 'src/cache.ts' },
            tool_output: { changed: 1 },
          },
        },
        {
          at: '4s',
          status: 'COMPLETE',
          result: 'The cache is built as you said: {{prompt}}',
          entry: {
            message_type: 'FINAL_ANSWER',
            observation: 'The cache is built as you said: {{prompt}}',
          },
        },
      ],
    },
  ],
};

export const unknownStatus: ScenarioSource = {
  description: 'Status words that no table knows; the answer comes all the same',
  turns: [
    {
      steps: [
        { at: 0, status: 'THINKING', entry: { message_type: 'PLAN_EVALUATION', thought: 'Hm.' } },
        {
          at: '1s',
          status: 'POLISHING',
          entry: {
            tool_name: 'bash',
            tool_input: { command: 'make' },
            tool_output: { exit_code: 0 },
          },
        },
        {
          at: '2s',
          status: 'ARCHIVED',
          entry: { message_type: 'FINAL_ANSWER', observation: 'Everything is built.' },
        },
      ],
    },
  ],
};

export const structured: ScenarioSource = {
  description: 'Answers in JSON; the first answer lacks a field, the repair has it',
  match: 'json schema|json block',
  turns: [
    {
      steps: [
        {
          at: 0,
          status: 'ACTIVE',
          entry: {
            tool_name: 'read_diff',
            tool_input: { base: 'main' },
            tool_output: { files: 3 },
          },
        },
        {
          at: '1s',
          status: 'COMPLETE',
          result: 'The change looks good.\n\n```json\n{"verdict": "pass"}\n```',
          entry: {
            message_type: 'FINAL_ANSWER',
            observation: 'The change looks good.\n\n```json\n{"verdict": "pass"}\n```',
          },
        },
      ],
    },
    {
      statusLag: '500ms',
      steps: [
        {
          at: '600ms',
          status: 'ACTIVE',
          entry: { message_type: 'PLAN_EVALUATION', thought: 'A field was missing.' },
        },
        {
          at: '2.5s',
          status: 'COMPLETE',
          result: '```json\n{"verdict": "pass", "summary": "Small and tested."}\n```',
          entry: {
            message_type: 'FINAL_ANSWER',
            observation: '```json\n{"verdict": "pass", "summary": "Small and tested."}\n```',
          },
        },
      ],
    },
  ],
};
