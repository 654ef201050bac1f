/** What a step was, in words for people, and the phases that a run goes through. Pure. */
import { messageType, type MessageType } from '../service/message-types.ts';
import { markdownText } from './sanitize/index.ts';
import type { StepDigest } from './step-view.ts';

const TOOL_MAX = 60;

type Phase = MessageType['phase'];

const PHASES: Readonly<Record<Phase, string>> = {
  plan: 'Plan',
  work: 'Work',
  pull_request: 'Open the pull request',
  checks: 'Check the pull request',
  talk: 'Messages',
};

/** Steps of one phase in a row. */
export interface StepPhase {
  readonly phase: Phase;
  readonly name: string;
  readonly steps: number;
}

/** Types that are not known are work. */
export function phaseOf(step: Pick<StepDigest, 'kind'>): Phase {
  return messageType(step.kind)?.phase ?? 'work';
}

/** `Plan`, `Work`, … */
export function phaseName(phase: Phase): string {
  return PHASES[phase];
}

/** The phases so far, in order. Messages belong to the phase they come in. */
export function phasesOf(steps: readonly StepDigest[]): readonly StepPhase[] {
  const found: StepPhase[] = [];
  for (const step of steps) {
    const phase = phaseOf(step);
    const last = found.at(-1);
    const stays = last !== undefined && (last.phase === phase || phase === 'talk');
    if (stays) found.splice(-1, 1, { ...last, steps: last.steps + 1 });
    else if (phase !== 'talk') found.push({ phase, name: PHASES[phase], steps: 1 });
  }
  return found;
}

/** What a step is called. A tool's own name says more than that there was an action. Agent text: sanitise per sink. */
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

/** A step on one line of Markdown: `**bash** npm test`. */
export function stepMarkdown(step: StepDigest, wordsMax: number): string {
  const said = markdownText(step.headline, wordsMax);
  return `**${markdownText(stepLabel(step), TOOL_MAX) || 'Step'}**${said === '' ? '' : ` ${said}`}`;
}
