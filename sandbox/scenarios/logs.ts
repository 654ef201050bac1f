/** Scenarios about the log itself: long, large, hostile, complete, and read under faults. */
import type { ScenarioSource } from '../scenario.ts';

/** Text that an agent may print and that neither a runner nor a page may act on. */
const HOSTILE = [
  '::error::not an annotation',
  '::set-output name=outcome::forged',
  'text\r::warning::after a bare return',
  '##[error]not this either',
  '\u001b[31mred\u001b[0m and \u202Ereversed\u202C',
  '<script>document.title = "owned"</script><img src=x onerror=alert(1)>',
  '[a link](https://example.com) @octocat #1',
].join('\n');

export const noisy: ScenarioSource = {
  description: 'A long and noisy run: 600 entries with large and hostile output',
  match: '\\bnois',
  turns: [
    {
      steps: [
        { at: 0, status: 'ACTIVE' },
        {
          at: '100ms',
          repeat: { times: 600, every: '50ms' },
          entry: {
            thought: 'Step {{n}}',
            tool_name: 'bash',
            tool_input: { command: 'make step-{{n}}' },
            tool_output: {
              exit_code: 0,
              stdout: `${HOSTILE}\n${'output of step {{n}}\n'.repeat(20)}`,
            },
            observation: HOSTILE,
          },
        },
        {
          at: '31s',
          status: 'COMPLETE',
          result: HOSTILE,
          entry: { message_type: 'FINAL_ANSWER', observation: HOSTILE },
        },
      ],
    },
  ],
};

export const huge: ScenarioSource = {
  description: '5,500 entries of 2 KB, all there after half a second',
  turns: [
    {
      steps: [
        {
          at: 0,
          status: 'ACTIVE',
          repeat: { times: 5499, every: '0.1ms' },
          entry: {
            thought: 'Step {{n}}',
            tool_name: 'read_file',
            tool_input: { path: 'src/file-{{n}}.ts' },
            tool_output: { text: 'All work and no play makes a dull log. '.repeat(48) },
          },
        },
        {
          at: '550ms',
          status: 'COMPLETE',
          result: 'Read them all.',
          entry: { message_type: 'FINAL_ANSWER', observation: 'Read them all.' },
        },
      ],
    },
  ],
};

export const allTypes: ScenarioSource = {
  description: 'One entry of each of the 13 log types, with the fields the spec shows for it',
  turns: [
    {
      steps: [
        {
          at: 0,
          status: 'ACTIVE',
          entry: { message_type: 'USER_MESSAGE', observation: '{{prompt}}' },
        },
        {
          at: '100ms',
          entry: {
            message_type: 'USER_GITHUB_ISSUE_COMMENT',
            observation: 'Please also look at the footer.',
          },
        },
        {
          at: '200ms',
          entry: {
            message_type: 'PLAN_EVALUATION',
            thought: 'Header first, footer second.',
            observation: 'Plan updated',
          },
        },
        {
          at: '300ms',
          entry: {
            message_type: 'ACTION',
            thought: 'Look around.',
            tool_name: 'search',
            tool_input: { query: 'footer' },
            tool_output: { matches: [] },
            observation: { matches: 0 },
          },
        },
        {
          at: '400ms',
          entry: {
            message_type: 'ERROR',
            tool_name: 'search',
            observation: { error: 'index not ready' },
          },
        },
        {
          at: '500ms',
          entry: {
            message_type: 'INITIAL_PR_GENERATION',
            tool_output: { url: '{{repository}}/pull/7' },
          },
        },
        { at: '600ms', entry: { message_type: 'DETECT_PR_ERRORS', observation: 'lint failed' } },
        { at: '700ms', entry: { message_type: 'FIX_PR_ERRORS', thought: 'A missing semicolon.' } },
        {
          at: '800ms',
          entry: { message_type: 'PR_CREATION_FAILED', observation: 'the branch is protected' },
        },
        { at: '900ms', entry: { message_type: 'PR_EVALUATION', observation: 'checks pass' } },
        { at: '1s', entry: { message_type: 'COMMIT_EVALUATION', observation: 'one commit' } },
        {
          at: '1100ms',
          entry: {
            message_type: 'AGENT_RUN_LINK',
            observation: 'https://agents.example.com/runs/8',
          },
        },
        {
          at: '1200ms',
          status: 'COMPLETE',
          result: null,
          entry: {
            message_type: 'FINAL_ANSWER',
            thought: 'Done.',
            observation: { content: 'Header and footer match now.' },
          },
        },
      ],
    },
  ],
};

export const rough: ScenarioSource = {
  description: 'The quick run on a bad day: refused, reset and failing requests on the way',
  turns: [
    {
      steps: [
        {
          at: 0,
          status: 'ACTIVE',
          entry: { message_type: 'PLAN_EVALUATION', thought: 'It will be windy.' },
        },
        {
          at: '1s',
          entry: {
            tool_name: 'bash',
            tool_input: { command: 'true' },
            tool_output: { exit_code: 0 },
          },
        },
        {
          at: '3s',
          status: 'COMPLETE',
          result: 'Got through.',
          entry: { message_type: 'FINAL_ANSWER', observation: 'Got through.' },
        },
      ],
    },
  ],
  faults: [
    { on: 'create', nth: 1, do: { status: 429, headers: { 'retry-after': '1' } } },
    { on: 'logs', nth: 1, do: { status: 500, body: { message: 'the log store is busy' } } },
    { on: 'logs', nth: 2, do: 'cut-body' },
    { on: 'read', nth: 1, do: 'reset-after' },
  ],
};
