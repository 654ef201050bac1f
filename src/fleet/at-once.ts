/** How many runs of a fleet are at work at once, for what the service can bear (contract 18.10). */
import type { ServiceFacts } from '../agents/facts.ts';
import type { Inputs } from '../inputs/parse.ts';
import type { FleetTask } from '../inputs/tasks.ts';
import { isFollowedOnly } from '../run/start.ts';

interface Wanted {
  readonly inputs: Pick<Inputs, 'maxParallel' | 'wait'>;
  readonly agent: { readonly facts: Pick<ServiceFacts, 'fleetMost'> };
  readonly tasks: readonly FleetTask[];
}

/** Those that are only followed begin nothing that the service has to bear. */
function countAtWork(tasks: readonly FleetTask[]): number {
  return tasks.filter(({ own }) => !isFollowedOnly(own)).length;
}

/** How many runs may be unfinished at a time: as many as it says, or as the service can bear. */
export function mostAtOnce({ inputs, agent, tasks }: Wanted): number {
  const isCollected = countAtWork(tasks) === 0;
  return inputs.maxParallel ?? (isCollected ? Infinity : agent.facts.fleetMost);
}

/**
 * What is said where `wait: false` starts more than that, because no task waits then until an
 * earlier run has ended. Null: the service can bear all of them.
 */
export function mayPauseText({ inputs, agent, tasks }: Wanted): string | null {
  const { fleetMost } = agent.facts;
  const atWork = countAtWork(tasks);
  if (inputs.wait || atWork <= fleetMost) {
    return null;
  }
  return (
    `With \`wait: false\` ${atWork} runs are set to work at once, and the service may have ` +
    `room for no more than ${fleetMost}: up to ${atWork - fleetMost} of them may be put to ` +
    'sleep in the middle of their work, until a step follows them by their `agent_run_id`. ' +
    `Leave \`wait\` out, so that ${fleetMost} work at a time, or start no more than ` +
    `${fleetMost} tasks.`
  );
}
