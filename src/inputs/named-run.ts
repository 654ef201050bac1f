/**
 * How a step is told, in a message, to name a run that exists, so that what is advised is not
 * refused (contract 5): which of its inputs it has to drop. The prompt is not among them, in
 * whichever input it stands: it is replaced, or left out.
 */
import type { RunId } from '../agents/port.ts';
import { quotedList } from './reader.ts';
import type { Inputs } from './table.ts';

/** What decides about it. */
export type DroppableInputs = Pick<Inputs, 'budget' | 'sandboxId' | 'service' | 'task'>;

/**
 * The inputs of a step that `agent_run_id` is refused beside, as the limits in `table` say: the
 * step has to drop them to name a run.
 */
export function inputsToDrop({
  budget,
  sandboxId,
  service,
  task,
}: DroppableInputs): readonly string[] {
  const isOrdinary = task === 'run' || task === 'check';
  // The limit of a run is set when it is created.
  const isLimitSent = budget !== null && service.facts.budget?.kept === 'sent';
  return [
    ...(isOrdinary ? [] : ['task']),
    // Refused without its task.
    ...(sandboxId === null ? [] : ['sandbox_id']),
    ...(isLimitSent ? ['budget'] : []),
  ];
}

/**
 * How a run is only followed: `` `agent_run_id: 7` and no `prompt` or `budget` ``.
 *
 * @param runId null where the reader has to find it
 * @param toDrop see `inputsToDrop`
 */
export function followingText(runId: RunId | null, toDrop: readonly string[]): string {
  return `${nameText(runId)} and no ${quotedList(['prompt', ...toDrop], 'or')}`;
}

/**
 * How a run is gone on with: `` `agent_run_id: 7` and your answer as `prompt`, but no `budget` ``.
 *
 * @param what an answer or an instruction
 */
export function askingText(
  runId: RunId,
  { what, toDrop }: { readonly what: string; readonly toDrop: readonly string[] },
): string {
  return `${nameText(runId)} and ${what} as \`prompt\`${butNo(toDrop)}`;
}

/** `` , but no `budget` ``, or empty. */
export function butNo(toDrop: readonly string[]): string {
  return toDrop.length === 0 ? '' : `, but no ${quotedList(toDrop, 'or')}`;
}

function nameText(runId: RunId | null): string {
  return runId === null ? '`agent_run_id`' : `\`agent_run_id: ${runId}\``;
}
