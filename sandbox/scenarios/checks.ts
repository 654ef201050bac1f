import type { CheckSource, ScenarioSource } from '../scenario.ts';

const ADDRESS = '{{repository}}/pull/131';
const TITLE = 'Round taxes to the cent';
const TEST = 'test/tax.test.ts';

const LOG = `2026-01-02T03:04:05.0000000Z ##[group]Run npm test
2026-01-02T03:04:05.1000000Z > shop@1.0.0 test
2026-01-02T03:04:07.2000000Z FAIL ${TEST}
2026-01-02T03:04:07.3000000Z   ● rounds half a cent up
2026-01-02T03:04:07.4000000Z     Expected: 10.35
2026-01-02T03:04:07.5000000Z     Received: 10.34
2026-01-02T03:04:08.6000000Z ##[error]Process completed with exit code 1.
`;

const LINT: CheckSource = { name: 'lint', after: '8s' };
const BUILD: CheckSource = { name: 'build', after: '20s' };
const PREVIEW: CheckSource = {
  name: 'deploy/preview',
  kind: 'status',
  after: '12s',
  title: 'Preview is ready',
};
const FAILED: CheckSource = {
  name: 'test',
  after: '40s',
  conclusion: 'failure',
  title: '1 test failed',
  summary: '**1 of 214 tests failed**, in `test/tax.test.ts`.',
  annotations: [{ path: TEST, line: 31, message: 'Expected 10.35, received 10.34' }],
  log: LOG,
};

/** A fix whose pull request is red, mended when the run is asked to, and green then. */
export const checks: ScenarioSource = {
  description: 'A pull request whose test fails, and that is mended when asked, 30 seconds',
  turns: [
    {
      steps: [
        { at: 0, status: 'ACTIVE' },
        {
          at: '3s',
          entry: {
            thought: 'Taxes are cut off instead of rounded.',
            tool_name: 'edit_file',
            tool_input: { path: 'src/tax.ts', old: 'Math.floor', new: 'Math.round' },
            tool_output: { changed: 1 },
          },
        },
        { at: '15s', push: { number: 131, title: TITLE, checks: [LINT, BUILD, PREVIEW, FAILED] } },
        {
          at: '16s',
          github_pull_requests: [{ url: ADDRESS, number: 131, title: TITLE }],
          entry: { message_type: 'INITIAL_PR_GENERATION', observation: `Opened ${ADDRESS}.` },
        },
        {
          at: '18s',
          entry: {
            message_type: 'FINAL_ANSWER',
            observation: `Taxes are rounded to the cent: ${ADDRESS}.`,
          },
        },
        { at: '18s', status: 'COMPLETE', result: `Taxes are rounded to the cent: ${ADDRESS}.` },
      ],
    },
    {
      steps: [
        { at: 0, status: 'ACTIVE' },
        {
          at: '4s',
          entry: {
            thought: 'Half a cent has to go up also where the product is a hair below it.',
            tool_name: 'edit_file',
            tool_input: { path: 'src/tax.ts', old: 'cents', new: 'cents + Number.EPSILON' },
            tool_output: { changed: 1 },
          },
        },
        {
          at: '9s',
          entry: {
            tool_name: 'bash',
            tool_input: { command: 'npm test -- tax' },
            tool_output: { stdout: '3 passed', exit_code: 0 },
          },
        },
        {
          at: '10s',
          push: {
            number: 131,
            title: TITLE,
            checks: [LINT, BUILD, PREVIEW, { name: 'test', after: '40s' }],
          },
        },
        {
          at: '12s',
          entry: {
            message_type: 'FINAL_ANSWER',
            observation: 'Half a cent goes up now, and the test of it passes.',
          },
        },
        {
          at: '12s',
          status: 'COMPLETE',
          result: 'Half a cent goes up now, and the test of it passes.',
        },
      ],
    },
  ],
};
