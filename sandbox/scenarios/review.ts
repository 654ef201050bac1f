/** A review of a pull request, and the review after the next push. */
import type { ScenarioSource } from '../scenario.ts';

const FILE = 'src/catalogue/price-filter.ts';
const CONTEXT_BEFORE = ` import type { Filter, Product } from './types.ts';
 
 export function applyFilter(products: readonly Product[], filter: Filter): Product[] {
-  return products.filter((product) => product.price <= filter.maxPrice);`;
const CACHE = '+const found = new Map<string, Product[]>();';

/**
 * The changes that the two scenarios review: one file with its `patch`, as GitHub lists it, before
 * and after the second push. For whoever plays GitHub beside the sandbox.
 */
export const REVIEWED = {
  path: FILE,
  patches: [
    `@@ -1,5 +1,9 @@
${CONTEXT_BEFORE}
+  const affordable = products.filter((product) => product.price <= filter.maxPrice);
+  if (filter.inStock) {
+    return affordable.filter((product) => product.stock >= 0);
+  }
+  return affordable;
 }`,
    `@@ -1,5 +1,10 @@
 import type { Filter, Product } from './types.ts';
${CACHE}
 
 export function applyFilter(products: readonly Product[], filter: Filter): Product[] {
-  return products.filter((product) => product.price <= filter.maxPrice);
+  const affordable = products.filter((product) => product.price <= filter.maxPrice);
+  if (filter.inStock) {
+    return affordable.filter((product) => product.stock > 0);
+  }
+  return affordable;
 }`,
  ],
} as const;

/**
 * What the action calls the first finding: its fingerprint, which depends on path, title and text
 * of the line alone.
 */
const FIRST_FINDING = '3735ab70194ad230';

const withoutPrice = (line: number) => ({
  path: FILE,
  line,
  severity: 'warning',
  title: 'A filter without a maximum price finds nothing',
  body:
    'Comparing with `undefined` is always false. `filter.maxPrice` is optional (`types.ts:9`), ' +
    'so a filter for stock alone hides every product.',
});

/** As JSON, as the action asks for it. `pass` counts only with `review: gate`. */
const ANSWERS = [
  {
    summary:
      'The filter now takes the stock into account. One comparison is off by one, so the bug ' +
      'that this change is about stays.',
    findings: [
      {
        path: FILE,
        line: 6,
        severity: 'error',
        title: 'Sold-out products stay in the list',
        body:
          '`stock >= 0` is true for a stock of 0. ' +
          'Only products with at least one piece are in stock.',
        suggestion: '    return affordable.filter((product) => product.stock > 0);',
      },
      withoutPrice(4),
      {
        path: 'test/price-filter.test.ts',
        line: 1,
        severity: 'note',
        title: 'No test has a sold-out product',
        body: 'A product with a stock of 0 would have shown the first finding.',
      },
    ],
    resolved: [],
    pass: false,
  },
  {
    summary:
      'Sold-out products are hidden now. The new cache is not used and would never be emptied.',
    findings: [
      withoutPrice(5),
      {
        path: FILE,
        line: 2,
        severity: 'warning',
        title: 'The cache grows without a limit',
        body: 'Nothing reads `found`, and nothing removes an entry. Remove it until it is needed.',
        suggestion: '',
      },
    ],
    resolved: [FIRST_FINDING],
    pass: true,
  },
].map((answer) => JSON.stringify(answer, null, 2));

function reviewing(answer: string, description: string): ScenarioSource {
  return {
    description,
    turns: [
      {
        steps: [
          {
            at: 0,
            status: 'ACTIVE',
            entry: {
              message_type: 'PLAN_EVALUATION',
              thought: 'Read the change, then what it touches, then its tests.',
            },
          },
          {
            at: '1s',
            entry: {
              thought: 'What has changed?',
              tool_name: 'bash',
              tool_input: { command: 'git diff origin/main...HEAD --stat' },
              tool_output: { exit_code: 0, stdout: ` ${FILE} | 7 ++++++-\n 1 file changed` },
            },
          },
          {
            at: '2s',
            entry: {
              thought: 'What does the type say about the fields that it reads?',
              tool_name: 'view_file',
              tool_input: { path: 'src/catalogue/types.ts' },
              tool_output: {
                content: 'export interface Filter {\n  maxPrice?: number;\n  inStock?: boolean;\n}',
              },
            },
          },
          {
            at: '4s',
            status: 'COMPLETE',
            result: answer,
            entry: { message_type: 'FINAL_ANSWER', observation: answer },
          },
        ],
      },
    ],
  };
}

const [first = '', second = ''] = ANSWERS;

export const review: ScenarioSource = {
  ...reviewing(first, 'A review of a pull request: three findings, one of them with a suggestion'),
  match: 'the pull request to review:',
};

export const reviewAgain = reviewing(
  second,
  'The review after the next push: one finding is resolved, one known, one new',
);
