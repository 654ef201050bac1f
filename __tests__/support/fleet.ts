/** Fleets against the sandbox, for tests of the bundle (contract 13). */
import { UNLIMITED } from '../../sandbox/options.ts';
import type { ScenarioSource } from '../../sandbox/scenario.ts';
import {
  startSandbox,
  type Sandbox,
  type SandboxOptions,
  type SandboxRequest,
} from '../../sandbox/server.ts';
import { runAction, type ActionOptions, type ActionRun } from './run-action.ts';

/** Serves without rate limits by default. */
export function serveFleet(options: SandboxOptions = {}): Promise<Sandbox> {
  return startSandbox({ limits: UNLIMITED, ...options });
}

/** A run of `ms` milliseconds with two entries. */
export function short(status: string, ms = 300, result = `Ended as ${status}.`): ScenarioSource {
  return {
    description: 'short',
    turns: [
      {
        steps: [
          {
            at: 0,
            status: 'ACTIVE',
            entry: { message_type: 'PLAN_EVALUATION', thought: 'Soon done.' },
          },
          {
            at: `${ms}ms`,
            status,
            result,
            entry: { message_type: 'FINAL_ANSWER', observation: result },
          },
        ],
      },
    ],
  };
}

export const LONG = short('COMPLETE', 600_000);

export function runFleet(
  { url, token, orgId }: Sandbox,
  tasks: unknown,
  options: Partial<ActionOptions> = {},
): Promise<ActionRun> {
  const connection = { token, org_id: String(orgId), base_url: url };
  const inputs = {
    ...connection,
    tasks: JSON.stringify(tasks),
    timeout_minutes: '5',
    ...options.inputs,
  };
  return runAction({ ...options, inputs });
}

export const named = (...keys: string[]) => keys.map((key) => ({ key, prompt: `Task ${key}` }));

interface ShownRun {
  readonly key: string;
  readonly outcome: string;
  readonly agent_run_id: number;
  readonly error_message: string | null;
}

export function runsOf({ outputs }: Pick<ActionRun, 'outputs'>): readonly ShownRun[] {
  return JSON.parse(outputs['runs'] || '[]') as ShownRun[];
}

/** Outcome by key. */
export function outcomes(run: Pick<ActionRun, 'outputs'>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(runsOf(run).map(({ key, outcome }) => [key, outcome]));
}

export function posts(service: Sandbox): readonly SandboxRequest[] {
  return service.requests.filter(({ method }) => method === 'POST');
}
