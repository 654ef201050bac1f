/** Where the stories of a service are played: its face behind HTTP, and steps of the bundle. */
import { UNLIMITED } from '../../sandbox/options.ts';
import type { FaultSource, ScenarioSource } from '../../sandbox/scenario.ts';
import { startSandbox, type Sandbox } from '../../sandbox/server.ts';
import type { ServiceName } from '../../src/agents/service-table.ts';
import { Servers } from '../promises/step.ts';
import { runAction, type ActionOptions, type ActionRun } from '../support/run-action.ts';
import { subjectOf, type Subject } from './subjects.ts';

const SPEED = 20;

export const WORK = [
  { at: 0, status: 'ACTIVE' },
  { at: '1s', entry: { message_type: 'PLAN_EVALUATION', thought: 'A first thought.' } },
  { at: '4s', entry: { message_type: 'PLAN_EVALUATION', thought: 'A second thought.' } },
] as const;

/** A run that works for ten seconds in each turn, and ends with this word. */
export const scenarioOf = (status: string): ScenarioSource => ({
  turns: ['The first result.', 'The second result.', 'The third result.'].map((result) => ({
    steps: [
      ...WORK,
      { at: '10s', status, result, entry: { message_type: 'FINAL_ANSWER', observation: result } },
    ],
  })),
});

export const ENDLESS: ScenarioSource = { turns: [{ steps: [...WORK] }] };

export interface Step extends ActionRun {
  readonly sandbox: Sandbox;
}

type Inputs = Readonly<Record<string, string>>;

export interface Stage {
  readonly subject: Subject;
  /** @param scenario that of every run; one that ends well where none is given */
  serve(scenario?: ScenarioSource, faults?: readonly FaultSource[]): Promise<Sandbox>;
  /** A step with these inputs, and those that every step needs. */
  act(sandbox: Sandbox, inputs?: Inputs, more?: Partial<ActionOptions>): Promise<Step>;
  close(): Promise<void>;
}

export function openStage(service: ServiceName): Stage {
  const servers = new Servers();
  const subject = subjectOf(service);
  return {
    subject,
    async serve(scenario = scenarioOf('COMPLETE'), faults = []) {
      const options = { service, scenario: { ...scenario, faults }, speed: SPEED };
      return servers.add(await startSandbox({ ...options, limits: UNLIMITED }));
    },
    async act(sandbox, inputs = {}, more = {}) {
      const always = {
        token: sandbox.token,
        base_url: sandbox.url,
        prompt: 'Fix the bug.',
        poll_interval_seconds: '0.1',
        timeout_minutes: '1',
        service,
        ...subject.inputs,
      };
      return { ...(await runAction({ inputs: { ...always, ...inputs }, ...more })), sandbox };
    },
    close: () => servers.close(),
  };
}

export const requestsOf = (
  { requests }: Pick<Sandbox, 'requests'>,
  kind: string | null,
): Sandbox['requests'] => requests.filter((request) => request.kind === kind);

/** Outcome, code and message of a step. */
export const said = (run: ActionRun): string =>
  `${run.outputs['outcome']} ${run.outputs['error_code']} ${run.outputs['error_message']}`;
