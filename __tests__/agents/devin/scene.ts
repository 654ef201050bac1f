/** Devin's adapter over real HTTP against the sandbox's face, on a clock that moves on request. */
import { openDevin } from '../../../src/agents/devin/index.ts';
import type { FaultSource, ScenarioSource } from '../../../sandbox/scenario.ts';
import { openScene, type Scene, type SceneOrder } from '../scene.ts';

/** Two seconds of work, and what is said. */
export const WORK: ScenarioSource = {
  turns: [
    {
      steps: [
        { at: 0, status: 'ACTIVE', entry: { message_type: 'PLAN_EVALUATION', thought: 'A plan.' } },
        {
          at: '2s',
          status: 'COMPLETE',
          result: 'Fixed in {{repository}}/pull/812.',
          github_pull_requests: [{ url: '{{repository}}/pull/812' }],
          usage: { acu: 1.5 },
          entry: { message_type: 'FINAL_ANSWER', observation: 'Fixed.' },
        },
      ],
    },
    {
      steps: [
        { at: '1s', entry: { message_type: 'PLAN_EVALUATION', thought: 'Once more.' } },
        { at: '2s', status: 'COMPLETE', result: 'Done again.' },
      ],
    },
  ],
};

export const sceneOf = (
  faults: readonly FaultSource[] = [],
  { scenario = WORK, ...given }: Partial<Pick<SceneOrder, 'orgId' | 'scenario' | 'token'>> = {},
): Promise<Scene> =>
  openScene({ service: 'devin', open: openDevin, scenario: { ...scenario, faults }, ...given });
