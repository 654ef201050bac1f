/** Formats single lines of the job log from their data (contract 1.1 `logs`). Agent text in them is sanitized. */
import type { Outcome } from '../../run/events.ts';
import { MESSAGE_TYPES, messageType } from '../../service/entry.ts';
import { counted, duration } from '../../safe/format.ts';
import { logInline, logJoined, logPiece } from '../../safe/job-log.ts';
import { safeHttpsUrl } from '../../safe/url.ts';
import type { StepDigest } from '../step-view.ts';

const WORDS_MAX = 160;

/** What the step is going to do. */
export interface JobLogPlan {
  readonly mode: 'create' | 'resume' | 'attach';
  readonly orgId: number;
  /** Null if a run is created. */
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

/** When something happens: `in 5s`, or `now` rather than `in 0s`. */
export function inTime(ms: number): string {
  return ms < 500 ? 'now' : `in ${duration(ms)}`;
}

/** The first line of the log. */
export function planLine(plan: JobLogPlan): string {
  const run = plan.runId === null ? 'an agent run' : `agent run ${plan.runId}`;
  const verb = { create: 'Creating', resume: 'Resuming', attach: 'Following' }[plan.mode];
  const patience = plan.wait
    ? `waiting up to ${duration(plan.timeoutMs)} for it to end`
    : 'not waiting for it to end (wait: false)';
  return `${verb} ${run} in organization ${plan.orgId}, ${patience}.`;
}

/** The longest name of a kind, so that what follows is aligned. */
const KIND_WIDTH = Math.max(...MESSAGE_TYPES.map((type) => messageType(type)?.label.length ?? 0));

const RED = '\u001b[31m';
const PLAIN = '\u001b[0m';

export interface StepLineOptions {
  /** Milliseconds, or null if the time of the step is unknown. */
  readonly sinceStart: number | null;
  /** Errors in red, by ANSI colour. */
  readonly colour?: boolean;
}

/**
 * A step on one line: time, kind, tool, first words. The line always begins with a visible character, even if the time is unknown, because
 * many problem matchers skip leading white space.
 */
export function stepLine(step: StepDigest, { sinceStart, colour = false }: StepLineOptions): string {
  const time = sinceStart === null ? '–' : clockTime(sinceStart);
  const kind = logPiece(messageType(step.kind)?.label ?? step.kind ?? '', 40) || '(no type)';
  const tool = logPiece(step.tool ?? '', 60);
  const words = logPiece(step.headline, WORDS_MAX);
  const pieces = `${kind.padEnd(KIND_WIDTH)}  ${tool === '' ? '' : `${tool}  `}${words}`;
  const start = ` ${time.padStart(6)}  `;
  const line = logJoined(start, pieces.trimEnd());
  // The colour is added after sanitizing, so that it cannot hide anything from the sanitizer.
  return step.error && colour ? `${start}${RED}${line.slice(start.length)}${PLAIN}` : line;
}

/** The content of the last line. */
export interface JobLogEnd {
  readonly outcome: Outcome;
  readonly durationMs: number;
  readonly requests: number;
  readonly steps: number;
  readonly errors: number;
  /** Addresses built from validated parts. */
  readonly pullRequests: readonly string[];
  readonly webUrl: string | null;
  /** The output `error_message`, or null. */
  readonly message?: string | null;
}

const PULL_REQUESTS_MAX = 3;
const MESSAGE_MAX = 8_000;

/** The last line of the log: outcome, pull request and links, or what went wrong, which also says where to look. */
export function endLine(end: JobLogEnd): string {
  const onTheWay = end.outcome === 'succeeded' ? ' on the way' : '';
  const errors = end.errors > 0 ? `, ${counted(end.errors, 'error')}${onTheWay}` : '';
  const outcome = `Outcome: ${end.outcome} after ${duration(end.durationMs)}, ${counted(end.steps, 'step')}, ${counted(end.requests, 'request')}${errors}.`;
  const named = end.pullRequests.slice(0, PULL_REQUESTS_MAX).join(' ');
  const rest = end.pullRequests.length - PULL_REQUESTS_MAX;
  const pullRequests = named === '' ? '' : `Pull request: ${named}${rest > 0 ? ` and ${rest} more` : ''}`;
  const address = end.webUrl === null ? null : safeHttpsUrl(end.webUrl);
  const message = end.message ?? '';
  const isNamed = address === null || message.includes(address);
  const where = isNamed ? '' : `Details: ${logInline(address, 2000)}`;
  const parts = [outcome, logInline(message, MESSAGE_MAX), pullRequests, where];
  return parts.filter((part) => part !== '').join(' ');
}

export function goneNotice(runId: number): string {
  return `Run ${runId}, recorded in this thread, no longer exists at the service: a new run is created.`;
}
