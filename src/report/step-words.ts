/** Names of agent steps and of the phases of a run. Pure. */
import { messageType, type MessageType } from '../service/message-types.ts';
import { markdownText } from '../safe/markdown.ts';
import type { StepDigest } from './step-view.ts';

const TOOL_MAX = 60;

/** The phases of a run in order. A run never returns to an earlier phase. */
export const PARTS = ['Plan', 'Work', 'Pull request'] as const;

/** The index in `PARTS` of a step's own phase. Unknown types count as work. */
export function partOf({ kind }: Pick<StepDigest, 'kind'>): number {
  const phase: MessageType['phase'] = messageType(kind)?.phase ?? 'work';
  return phase === 'plan' || phase === 'talk' ? 0 : phase === 'work' ? 1 : 2;
}

export interface RunPart {
  readonly name: string;
  readonly steps: number;
}

/** The phases so far, in order. A step of an earlier phase counts towards the current one. */
export function partsOf(steps: readonly StepDigest[]): readonly RunPart[] {
  const counts = PARTS.map(() => 0);
  let current = 0;
  for (const step of steps) {
    current = Math.max(current, partOf(step));
    counts[current] = (counts[current] ?? 0) + 1;
  }
  return PARTS.map((name, at) => ({ name, steps: counts[at] ?? 0 })).filter((part) => part.steps > 0);
}

/** The name of a step. Uses the tool's name if there is one. Agent text: sanitize for the destination. */
export function stepLabel({ kind, tool }: Pick<StepDigest, 'kind' | 'tool'>): string {
  const known = messageType(kind);
  const named = tool !== null && tool.trim() !== '';
  if (known === undefined) return kind === null || kind.trim() === '' ? (named ? tool : 'Step') : kind;
  return kind === 'ACTION' && named ? tool : known.label;
}

/** `Error in bash`, as Markdown. */
export function errorLabel(step: StepDigest): string {
  const tool = step.tool === null || step.tool.trim() === '' ? '' : ` in ${markdownText(step.tool, TOOL_MAX)}`;
  return `${markdownText(messageType(step.kind)?.label ?? 'Error', TOOL_MAX)}${tool}`;
}

/** A step as one line of Markdown: `**bash** npm test`. */
export function stepMarkdown(step: StepDigest, wordsMax: number): string {
  const said = markdownText(step.headline, wordsMax);
  return `**${markdownText(stepLabel(step), TOOL_MAX) || 'Step'}**${said === '' ? '' : ` ${said}`}`;
}
