/** The adapter over real HTTP against its face, on a clock that moves on request. */
import { openCopilot } from '../../../src/agents/copilot/index.ts';
import type { Search } from '../../../src/agents/port.ts';
import type { ServiceError } from '../../../src/http/errors.ts';
import type { FaultSource, ScenarioSource } from '../../../sandbox/scenario.ts';
import { FIRST_IDENTITY, openScene, ORDER, type Scene, type SceneOrder } from '../scene.ts';

export const TASKS = '/agents/repos/acme/shop/tasks';

/** Two seconds, with a pull request after one. */
const SHORT: ScenarioSource = {
  turns: [
    {
      steps: [
        { at: 0, status: 'ACTIVE' },
        {
          at: '1s',
          github_pull_requests: [{ url: '{{repository}}/pull/41', title: 'Round taxes' }],
        },
        { at: '2s', status: 'COMPLETE', result: 'Rounded.', usage: { ai_credits: 33.04 } },
      ],
    },
  ],
};

export const sceneOf = (
  faults: readonly FaultSource[] = [],
  {
    scenario = SHORT,
    ...ports
  }: Partial<Pick<SceneOrder, 'env' | 'http' | 'scenario' | 'token'>> = {},
): Promise<Scene> =>
  openScene({
    service: 'copilot',
    open: openCopilot,
    scenario: { ...scenario, faults },
    env: { GITHUB_REPOSITORY: 'acme/ci' },
    ...ports,
  });

/** For the first create of `ORDER`, whose answer was lost. */
export const lostSearch = ({ search }: Scene, given: Partial<Search> = {}): Search =>
  search({ identity: FIRST_IDENTITY, order: ORDER, ...given });

/** "METHOD path?query status" of every request so far. */
export const asked = ({ sandbox }: Scene): string[] =>
  sandbox.requests.map(({ method, path, query, status }) => {
    const address = query.size === 0 ? path : `${path}?${query.toString()}`;
    return `${method} ${address} ${String(status)}`;
  });

/** The error of a call that must fail. */
export async function failure(promise: Promise<unknown>): Promise<ServiceError> {
  const error: unknown = await promise.then(
    () => 'no error',
    (reason: unknown) => reason,
  );
  if (!(error instanceof Error) || error.name !== 'ServiceError') {
    throw new Error(`not a ServiceError: ${String(error)}`);
  }
  return error as ServiceError;
}
