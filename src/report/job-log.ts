/**
 * The job log: run events in, lines of the runner's log out (contract 1.1 `logs`). Holds no timer: the heartbeat is
 * decided from the `waiting` events alone.
 */
import type { Host } from '../ports.ts';
import type { Entry, Outcome, RunFacts } from '../run/events.ts';
import { counted, duration } from '../shared/format.ts';
import { digest, entryText, jsonText } from './entry-summary.ts';
import { planLine, stepLine, type JobLogPlan } from './log-lines.ts';
import {
  annotation,
  annotationTitle,
  beginAgentText,
  endAgentText,
  logInline,
  logLines,
  safeHttpsUrl,
} from './sanitize/index.ts';
import type { StepEvent } from './step-state.ts';
import type { StepDigest } from './step-view.ts';

export type LogMode = 'full' | 'compact' | 'errors' | 'none';
export type LogHost = Pick<Host, 'line' | 'startGroup' | 'endGroup' | 'error' | 'warning' | 'notice'>;

/** The runner keeps ten annotations of a kind; eight leave room for the rest's count and the step's own failure. */
const ANNOTATIONS_MAX = 8;
const HEARTBEAT_MS = 60_000;
const GUTTER = '  │ ';
const BODY = { gutter: GUTTER, maxLine: 4000, maxLines: 2000 } as const;

export interface JobLogOptions {
  readonly host: LogHost;
  readonly mode: LogMode;
  /** Random token that opens and closes stretches in which the runner obeys no command. */
  readonly stopToken: string;
  /** When the step got to work, milliseconds since the epoch; step times count from here, a queue for the create included. */
  readonly startedAt: number;
}

/** How the step ended. */
export interface JobLogEnd {
  readonly outcome: Outcome;
  readonly durationMs: number;
  readonly requests: number;
  readonly webUrl: string | null;
}

export interface JobLog {
  /** Says what will be done; before the first request. */
  begin(plan: JobLogPlan): void;
  event(event: StepEvent): void;
  /** The last line; once. */
  end(end: JobLogEnd): void;
}

const SECTIONS = [
  ['thought', 'thought'],
  ['input', 'tool_input'],
  ['output', 'tool_output'],
  ['observation', 'observation'],
  ['other', 'rest'],
] as const;

/** Indented JSON for objects, strings as the agent wrote them. */
function pretty(value: unknown): string {
  return typeof value === 'object' && value !== null ? jsonText(value) : entryText(value);
}

class Log implements JobLog {
  readonly #options: JobLogOptions;
  #origin: number | null = null;
  #address: string | null = null;
  #status: string | null = null;
  #steps = 0;
  #errors = 0;
  #annotated = 0;
  #throttleSaid = false;
  #running = false;
  /** Whether anything came since the last `waiting`, and when that was. */
  #news = true;
  #quietSinceMs = 0;

  constructor(options: JobLogOptions) {
    this.#options = options;
  }

  begin(plan: JobLogPlan): void {
    this.#say(planLine(plan));
  }

  event(event: StepEvent): void {
    switch (event.type) {
      case 'started':
        this.#running = true;
        this.#say(`Agent run ${event.runId} ${event.mode}.`);
        this.#facts(event);
        return;
      case 'status':
        this.#facts(event);
        return;
      case 'entry':
        this.#entry(event.entry);
        return;
      case 'warning':
        this.#options.host.warning(annotation(event.message), { title: 'Agent run' });
        return;
      case 'throttled':
        this.#throttled(event.waitMs);
        return;
      case 'outage':
        this.#outage(event.message, event.waitMs);
        return;
      case 'waiting':
        this.#heartbeat(event.elapsedMs, event.waitMs);
        return;
      case 'gone':
        this.#options.host.notice(
          annotation(
            `Run ${event.runId}, recorded in this thread, no longer exists at the service: a new run is created.`,
          ),
        );
        return;
      default:
    }
  }

  #outage(message: string, waitMs: number): void {
    this.#say(`The service does not answer well: ${logInline(message, 300)}`);
    const next = this.#running ? 'The run itself goes on; asking' : 'Trying';
    this.#say(`${next} again in ${duration(waitMs)}.`);
  }

  end(end: JobLogEnd): void {
    const rest = this.#errors - this.#annotated;
    if (rest > 0 && this.#annotated > 0)
      this.#options.host.error(
        annotation(`${counted(rest, 'more error')} of this run not shown as annotations; all are in the logs file.`),
        { title: 'Agent run' },
      );
    this.#watch(end.webUrl);
    const errors = this.#errors > 0 ? `, ${counted(this.#errors, 'error')} on the way` : '';
    this.#say(
      `Outcome: ${end.outcome} after ${duration(end.durationMs)}, ${counted(this.#steps, 'step')}, ${counted(end.requests, 'request')}${errors}.`,
    );
  }

  get #chatty(): boolean {
    return this.#options.mode === 'full' || this.#options.mode === 'compact';
  }

  #say(text: string): void {
    this.#options.host.line(text);
  }

  #facts(facts: RunFacts): void {
    this.#watch(facts.webUrl);
    if (facts.status === null || facts.status === this.#status) return;
    this.#status = facts.status;
    this.#news = true;
    if (this.#chatty) this.#say(`Status: ${logInline(facts.status, 80)}`);
  }

  /** The address, once for each that is known; only an https one is worth a click. */
  #watch(webUrl: string | null): void {
    const address = webUrl === null ? null : safeHttpsUrl(webUrl);
    if (address === null || address === this.#address) return;
    this.#address = address;
    this.#say(`Watch it at ${logInline(address, 2000)}`);
  }

  #throttled(waitMs: number): void {
    if (!this.#chatty) return;
    const next = `next ${this.#running ? 'look' : 'try'} in ${duration(waitMs)}`;
    if (!this.#throttleSaid) {
      this.#throttleSaid = true;
      this.#say(
        `The service asked for fewer requests (the limit is shared by all jobs with this token); ${next}. Nothing is lost.`,
      );
    } else if (!this.#running && waitMs >= HEARTBEAT_MS) {
      // Before there is a run nothing else gives a sign of life.
      this.#say(`Still refused; ${next}.`);
    }
  }

  /** A sign of life when no entry and no new status came for a minute. */
  #heartbeat(elapsedMs: number, waitMs: number): void {
    if (this.#news) {
      this.#news = false;
      this.#quietSinceMs = elapsedMs;
    }
    if (elapsedMs - this.#quietSinceMs < HEARTBEAT_MS) return;
    this.#quietSinceMs = elapsedMs;
    if (this.#chatty)
      this.#say(
        `Still running after ${duration(elapsedMs)}, ${counted(this.#steps, 'step')} so far; next look in ${duration(waitMs)}.`,
      );
  }

  /** Milliseconds from the start; of an attached run, from its first entry. */
  #sinceStart(entry: Entry): number | null {
    if (entry.time === null) return null;
    this.#origin ??= Math.min(this.#options.startedAt, entry.time);
    return entry.time - this.#origin;
  }

  #entry(entry: Entry): void {
    this.#news = true;
    this.#steps += 1;
    const step = digest(entry);
    const line = stepLine(step, this.#sinceStart(entry));
    if (step.error) this.#errors += 1;
    if (this.#options.mode === 'none') return;
    if (this.#options.mode === 'full') this.#group(line, entry);
    else if (this.#options.mode === 'compact' || step.error) this.#say(line);
    if (step.error) this.#annotate(step);
  }

  /** A folded group; groups do not nest, so the sections inside are plain headings. */
  #group(title: string, entry: Entry): void {
    const { host, stopToken } = this.#options;
    host.startGroup(title);
    host.line(beginAgentText(stopToken));
    for (const [heading, field] of SECTIONS) {
      const text = pretty(entry.view[field]);
      if (text === '') continue;
      host.line(` ${heading}`);
      for (const line of logLines(text, BODY)) host.line(line);
    }
    host.line(endAgentText(stopToken));
    host.endGroup();
  }

  #annotate(step: StepDigest): void {
    if (this.#annotated >= ANNOTATIONS_MAX) return;
    this.#annotated += 1;
    const where = step.tool === null || step.tool === '' ? '' : ` in ${annotationTitle(step.tool, 60)}`;
    const what = step.kind === 'PR_CREATION_FAILED' ? 'Pull request not created' : 'Agent error';
    const text = step.detail ?? '';
    this.#options.host.error(annotation(text.trim() === '' ? 'No details were given.' : text), {
      title: `${what}${where}`,
    });
  }
}

/** A job log for one step. */
export function createJobLog(options: JobLogOptions): JobLog {
  return new Log(options);
}
