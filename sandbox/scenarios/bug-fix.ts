import type { ScenarioSource } from '../scenario.ts';

const PULL_REQUEST = '{{repository}}/pull/128';
const TEST = 'npm test -- price-filter';

/** A bug is found, fixed, tested and proposed; the checks of the pull request fail once. */
export const bugFix: ScenarioSource = {
  description: 'A bug fix with a pull request whose checks fail once, 25 seconds',
  match: '\\b(fix|bug|broken|error)\\b',
  turns: [
    {
      steps: [
        { at: 0, status: 'ACTIVE' },
        {
          at: '1s',
          entry: {
            message_type: 'PLAN_EVALUATION',
            thought:
              'Plan: 1. find the price filter, 2. reproduce the report in a test, 3. ' +
              'fix it, 4. open a pull request.',
          },
        },
        {
          at: '2s',
          entry: {
            thought: 'The filter must be somewhere in the catalogue.',
            tool_name: 'search',
            tool_input: { query: 'priceFilter', path: 'src/catalogue' },
            tool_output: {
              matches: ['src/catalogue/price-filter.ts:14', 'src/catalogue/index.ts:8'],
            },
            observation: '2 matches',
          },
        },
        {
          at: '3.2s',
          entry: {
            thought: 'Let me read the whole filter.',
            tool_name: 'read_file',
            tool_input: { path: 'src/catalogue/price-filter.ts' },
            tool_output: {
              text:
                'export function priceFilter(items: Item[], max: ' +
                'number): Item[] {\n' +
                '  return items.filter((item) => item.price <= max || item.stock === 0);\n' +
                '}\n',
            },
          },
        },
        {
          at: '3.8s',
          entry: {
            thought: 'Who uses it? A change must not break them.',
            tool_name: 'search',
            tool_input: { query: 'priceFilter(', path: 'src' },
            tool_output: { matches: ['src/catalogue/index.ts:31', 'src/search/facets.ts:77'] },
            observation: 'Two callers; both want what can be bought.',
          },
        },
        {
          at: '4.5s',
          entry: {
            thought:
              'Items without stock pass whatever they cost: ' +
              '`||` should be `&&` with stock above zero. A test first.',
            tool_name: 'edit_file',
            tool_input: {
              path: 'test/price-filter.test.ts',
              append:
                "it('leaves out what is out of stock', () => {\n" +
                '  expect(priceFilter([{ price: 5, stock: 0 }], 10)).toEqual([]);\n' +
                '});\n',
            },
            tool_output: { changed: 1 },
          },
        },
        {
          at: '6s',
          entry: {
            thought: 'It should fail now.',
            tool_name: 'bash',
            tool_input: { command: TEST },
            tool_output: {
              exit_code: 1,
              stdout:
                'FAIL test/price-filter.test.ts\n' +
                '  ✕ leaves out what is out of stock\n\n' +
                '1 failed, 6 passed\n',
            },
            observation: 'The test fails as expected: 1 failed, 6 passed.',
          },
        },
        {
          at: '7.5s',
          entry: {
            thought: 'Now the fix.',
            tool_name: 'edit_file',
            tool_input: {
              path: 'src/catalogue/price-filter.ts',
              old: '|| item.stock === 0',
              new: '&& item.stock > 0',
            },
            tool_output: { changed: 1 },
          },
        },
        {
          at: '8s',
          entry: {
            message_type: 'ERROR',
            tool_name: 'bash',
            tool_input: { command: 'npm test -- --coverage' },
            observation:
              'No space left on device while the suite wrote its coverage ' +
              'report: npm test -- --coverage',
          },
        },
        {
          at: '10s',
          entry: {
            thought: 'Coverage is not needed here; the one file is enough for now.',
            tool_name: 'bash',
            tool_input: { command: TEST },
            tool_output: { exit_code: 0, stdout: 'PASS test/price-filter.test.ts\n\n7 passed\n' },
            observation: '7 passed',
          },
        },
        {
          at: '10.4s',
          entry: {
            thought: 'Both callers have tests of their own.',
            tool_name: 'bash',
            tool_input: { command: 'npm test -- catalogue search' },
            tool_output: {
              exit_code: 0,
              stdout: 'PASS test/catalogue.test.ts\nPASS test/facets.test.ts\n\n31 passed\n',
            },
            observation: '31 passed',
          },
        },
        {
          at: '10.7s',
          entry: {
            tool_name: 'bash',
            tool_input: {
              command: 'git commit -am "Leave items without stock out of the price filter"',
            },
            tool_output: {
              exit_code: 0,
              stdout:
                '[fix-price-filter 4f1c2ab] 2 files changed, 5 insertions(+), 1 deletion(-)\n',
            },
          },
        },
        {
          at: '11s',
          entry: {
            message_type: 'COMMIT_EVALUATION',
            observation:
              'One commit: “Leave items without stock out of the price filter”, 2 files changed.',
          },
        },
        {
          at: '11.5s',
          entry: {
            message_type: 'PR_CREATION_FAILED',
            tool_name: 'create_pull_request',
            tool_input: {
              title: 'Leave items without stock out of the price filter',
              base: 'master',
            },
            observation: 'The base branch master does not exist; the default branch is main.',
          },
        },
        {
          at: '12s',
          github_pull_requests: [{ url: PULL_REQUEST, number: 128 }],
          entry: {
            message_type: 'INITIAL_PR_GENERATION',
            tool_name: 'create_pull_request',
            tool_input: {
              title: 'Leave items without stock out of the price filter',
              base: 'main',
            },
            tool_output: { url: PULL_REQUEST },
            observation: `Opened ${PULL_REQUEST}`,
          },
        },
        {
          at: '16s',
          entry: {
            message_type: 'DETECT_PR_ERRORS',
            observation: { check: 'lint', conclusion: 'failure', url: `${PULL_REQUEST}/checks` },
          },
        },
        {
          at: '18s',
          entry: {
            message_type: 'FIX_PR_ERRORS',
            thought: 'The linter wants a line break there.',
            tool_name: 'edit_file',
            tool_input: { path: 'test/price-filter.test.ts', line: 31 },
            tool_output: { changed: 1 },
          },
        },
        {
          at: '22s',
          entry: {
            message_type: 'PR_EVALUATION',
            observation: `All checks of ${PULL_REQUEST} pass.`,
          },
        },
        {
          at: '23s',
          entry: {
            message_type: 'PLAN_EVALUATION',
            thought: 'Everything in the plan is done.',
            observation: '4 of 4 steps done',
          },
        },
        {
          at: '25s',
          status: 'COMPLETE',
          result:
            'The price filter let items without stock through because of an `||` where an ' +
            '`&&` belongs.\n\n' +
            '- Fixed in `src/catalogue/price-filter.ts`\n' +
            '- Covered by a new test\n' +
            `- Proposed in ${PULL_REQUEST}`,
          entry: {
            message_type: 'FINAL_ANSWER',
            thought: 'Sum up.',
            observation: `Fixed and proposed in ${PULL_REQUEST}.`,
          },
        },
      ],
    },
    {
      statusLag: '2s',
      steps: [
        {
          at: '1s',
          entry: { message_type: 'PLAN_EVALUATION', thought: 'The follow-up: {{prompt}}' },
        },
        {
          at: '4s',
          entry: {
            tool_name: 'bash',
            tool_input: { command: TEST },
            tool_output: { exit_code: 0 },
            observation: '7 passed',
          },
        },
        {
          at: '6s',
          status: 'COMPLETE',
          result: 'The follow-up is done; the pull request is up to date.',
          entry: {
            message_type: 'FINAL_ANSWER',
            observation: 'The follow-up is done; the pull request is up to date.',
          },
        },
      ],
    },
  ],
};
