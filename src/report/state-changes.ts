/**
 * The states of a run whose service shows nothing else of its work, with their times (contract
 * 18.3). Pure.
 */
import { entryMeaning } from '../message-types.ts';
import { markdownText } from '../safe/markdown.ts';
import { duration } from '../safe/text.ts';
import type { StepDigest, StepView } from './step-view.ts';

const STATES_MAX = 12;
const STATE_MAX = 120;

/** `**States:** queued · in_progress (after 4s) · completed (after 5m 10s)`. Otherwise empty. */
export function statesLine({ steps }: Pick<StepView, 'steps'>): string {
  const isOfStates = steps.length > 0 && steps.every(({ kind }) => entryMeaning(kind) === 'state');
  if (!isOfStates) {
    return '';
  }
  const begin = steps.find(({ time }) => time !== null)?.time ?? null;
  const states = steps.slice(-STATES_MAX).map((step) => stateText(step, begin));
  return `**States:** ${states.join(' · ')}`;
}

function stateText({ headline, time }: StepDigest, begin: number | null): string {
  const word = markdownText(headline, STATE_MAX);
  const afterMs = time === null || begin === null ? 0 : time - begin;
  return afterMs <= 0 ? word : `${word} (after ${duration(afterMs)})`;
}
