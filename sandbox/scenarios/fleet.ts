/**
 * Varied runs for trying out a step with `tasks`: 6 to 18 seconds each, most with a pull request.
 */
import type { ScenarioSource, StepSource } from '../scenario.ts';

const PLACES = [
  'price filter',
  'login form',
  'search page',
  'cart',
  'export',
  'mail templates',
  'settings',
  'invoices',
];
/** Of ten runs, the one that fails and the one that asks. */
const FAILING = 3;
const ASKING = 7;

/** The `nth` run of a fleet, from 0. Deterministic. */
export function fleetRun(nth: number): ScenarioSource {
  const place = PLACES[nth % PLACES.length] ?? '';
  const seconds = 6 + ((nth * 7) % 13);
  const file = `src/${place.replaceAll(' ', '-')}.ts`;
  return {
    description: 'One of many runs that differ: 6 to 18 seconds, one in ten fails, one asks',
    turns: [
      {
        steps: [
          {
            at: 0,
            status: 'ACTIVE',
            entry: {
              message_type: 'PLAN_EVALUATION',
              thought: `Look at the ${place}, change it, run its tests.`,
            },
          },
          {
            at: '1s',
            entry: {
              tool_name: 'search',
              tool_input: { query: place },
              tool_output: { matches: [`${file}:${nth + 3}`] },
            },
          },
          {
            at: '2s',
            repeat: { times: seconds - 4, every: '1s' },
            entry: {
              thought: `Step {{n}} in the ${place}.`,
              tool_name: 'edit_file',
              tool_input: { path: file },
              tool_output: { changed: 1 },
            },
          },
          ...endOf(nth, { place, at: `${seconds}s` }),
        ],
      },
    ],
  };
}

function endOf(
  nth: number,
  { place, at }: { readonly place: string; readonly at: string },
): StepSource[] {
  if (nth % 10 === FAILING) {
    const observation = `npm test: 2 of 14 tests of the ${place} fail.`;
    const result = `Gave up on the ${place}: two of its tests fail, and I could not find out why.`;
    return [
      { at, entry: { message_type: 'ERROR', tool_name: 'bash', observation } },
      {
        at,
        status: 'FAILED',
        result,
        entry: { message_type: 'FINAL_ANSWER', observation: result },
      },
    ];
  }
  if (nth % 10 === ASKING) {
    const observation = `Shall old links to the ${place} go on working?`;
    return [
      { at, status: 'WAITING_FOR_INPUT', entry: { message_type: 'FINAL_ANSWER', observation } },
    ];
  }
  const url = `{{repository}}/pull/${200 + nth}`;
  const result = `Corrected the ${place}, with a test: ${url}`;
  return [
    {
      at,
      status: 'COMPLETE',
      result,
      github_pull_requests: [
        { url, title: `Correct the ${place}`, head_branch_name: `agent/${nth}` },
      ],
      entry: { message_type: 'FINAL_ANSWER', observation: result },
    },
  ];
}
