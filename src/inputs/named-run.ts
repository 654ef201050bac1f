/**
 * How a step is told, in a message, to name a run that exists, so that what is advised is not
 * refused (contract 5): which of its inputs it has to drop. `prompt` is not among them: it is
 * replaced, or left out. A test walks the table of the inputs and follows the advice to the letter.
 */
import type { RunId } from '../agents/port.ts';
import { quotedList } from './reader.ts';
import type { Inputs } from './table.ts';

/** Those that decide which inputs `agent_run_id` is refused beside. */
type RefusedInputs = Pick<Inputs, 'budget' | 'sandboxId' | 'service' | 'task'>;
/** Those that decide what a step has to drop. */
export type DroppableInputs = RefusedInputs & Pick<Inputs, 'promptFile'>;

/**
 * The inputs that a step has to drop to name a run, and to send it another prompt or none. A
 * `prompt_file` that stays would be refused beside the new `prompt`, or sent once more.
 */
export function inputsToDrop(inputs: DroppableInputs): readonly string[] {
  const hasFile = inputs.promptFile !== null;
  return [...(hasFile ? ['prompt_file'] : []), ...refusedBesideRun(inputs)];
}

/** The inputs of a step that `agent_run_id` is refused beside, as the limits in `table` say. */
export function refusedBesideRun({
  budget,
  sandboxId,
  service,
  task,
}: RefusedInputs): readonly string[] {
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
