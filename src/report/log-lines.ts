/** Single lines of the job log, each from what it tells alone (contract 1.1 `logs`). Agent text in them is harmless. */
import { duration } from '../shared/format.ts';
import { logJoined, logPiece } from './sanitize/index.ts';
import type { StepDigest } from './step-view.ts';

const WORDS_MAX = 160;

/** What the step is about to do. */
export interface JobLogPlan {
  readonly mode: 'create' | 'resume' | 'attach';
  readonly orgId: number;
  /** Null when a run is created. */
  readonly runId: number | null;
  /** `false`: the step ends as soon as the run exists. */
  readonly wait: boolean;
  readonly timeoutMs: number;
}

/** `0:07`, `12:45`, `1:02:03`. */
export function clockTime(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const two = (value: number): string => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** The sentence the log opens with. */
export function planLine(plan: JobLogPlan): string {
  const run = plan.runId === null ? 'an agent run' : `agent run ${plan.runId}`;
  const verb = { create: 'Creating', resume: 'Resuming', attach: 'Following' }[plan.mode];
  const patience = plan.wait
    ? `waiting up to ${duration(plan.timeoutMs)} for it to end`
    : 'not waiting for it to end (wait: false)';
  return `${verb} ${run} in organization ${plan.orgId}, ${patience}.`;
}

/**
 * One step on one line: time, kind, tool, first words. A visible sign of ours comes first, also where the time is not known:
 * many a problem matcher lets blanks pass and looks at what stands behind them.
 */
export function stepLine(step: StepDigest, sinceStart: number | null): string {
  const time = sinceStart === null ? '–' : clockTime(sinceStart);
  const kind = logPiece(step.kind ?? '', 40) || '(no type)';
  const tool = logPiece(step.tool ?? '', 60);
  const words = logPiece(step.headline, WORDS_MAX);
  const pieces = `${kind.padEnd(15)}  ${tool === '' ? '' : `${tool}  `}${words}`;
  return logJoined(` ${time.padStart(6)}  `, pieces.trimEnd());
}
