/**
 * The job log: turns run events into lines of the runner's log (contract 1.1 `logs`). Has no timer: progress is printed on `waiting`
 * events. Errors in the agent's work create no annotations (contract 6.4).
 */
import type { Clock, Host } from '../../ports.ts';
import type { Entry, RunFacts } from '../../run/events.ts';
import { counted, duration } from '../../safe/format.ts';
import { digest, PARTS, partOf } from '../entry-summary.ts';
import { endLine, goneNotice, inTime, planLine, stepLine, type JobLogEnd, type JobLogPlan } from './lines.ts';
import { printEntry } from './entry.ts';
import { annotation, logInline } from '../../safe/job-log.ts';
import { safeHttpsUrl } from '../../safe/url.ts';
import type { StepEvent } from '../step-state.ts';

export type LogMode = 'full' | 'compact' | 'errors' | 'none';
export type LogHost = Pick<Host, 'line' | 'startGroup' | 'endGroup' | 'warning' | 'notice'>;

const PROGRESS_MS = 60_000;
export interface JobLogOptions {
  readonly host: LogHost;
  readonly mode: LogMode;
  /** Random token for `stop-commands`, which begins and ends sections in which the runner ignores commands. */
  readonly stopToken: string;
  /** Times in the log count from the call that starts the run, including the wait for the create. */
  readonly clock: Pick<Clock, 'now' | 'wall'>;
  /** Errors in red. */
  readonly colour?: boolean;
}

export interface JobLog {
  /** Prints what the step will do, before the first request. */
  begin(plan: JobLogPlan): void;
  event(event: StepEvent): void;
  /** Prints the last line, once. */
  end(end: Omit<JobLogEnd, 'steps' | 'errors'>): void;
}

class Log implements JobLog {
  readonly #options: JobLogOptions;
  /** When the run was requested, on both clocks. */
  #start: { readonly now: number; readonly wall: number };
  #origin: number | null = null;
  #address: string | null = null;
  #status: string | null = null;
  #steps = 0;
  #errors = 0;
  #throttleSaid = false;
  #running = false;
  #part = -1;
  #open = false;
  #progressAt = 0;

  constructor(options: JobLogOptions) {
    this.#options = options;
    this.#start = { now: options.clock.now(), wall: options.clock.wall() };
  }

  begin(plan: JobLogPlan): void {
    this.#say(planLine(plan));
  }

  event(event: StepEvent): void {
    const { host, clock } = this.#options;
    switch (event.type) {
      case 'begin':
        this.#start = { now: event.at, wall: clock.wall() - (clock.now() - event.at) };
        return;
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
        host.warning(annotation(event.message), { title: 'Agent run' });
        return;
      case 'note':
        this.#say(logInline(event.message, 1000));
        return;
      case 'throttled':
        this.#throttled(event.waitMs);
        return;
      case 'outage':
        this.#outage(event);
        return;
      case 'waiting':
        this.#progress(event.waitMs);
        return;
      case 'finished':
      case 'ended':
        this.#closeGroup();
        return;
      case 'gone':
        host.notice(annotation(goneNotice(event.runId)));
        return;
      default:
    }
  }

  #outage({ message, waitMs, sinceMs = 0 }: Extract<StepEvent, { type: 'outage' }>): void {
    if (sinceMs > 0) {
      this.#say(
        `Still no connection after ${duration(sinceMs)}: ${logInline(message, 300)}; trying again ${inTime(waitMs)}.`,
      );
      return;
    }
    this.#say(`The service is having problems: ${logInline(message, 300)}`);
    const next = this.#running ? 'The run itself goes on; checking' : 'Trying';
    this.#say(`${next} again ${inTime(waitMs)}.`);
  }

  end(end: Omit<JobLogEnd, 'steps' | 'errors'>): void {
    this.#closeGroup();
    this.#say(endLine({ ...end, steps: this.#steps, errors: this.#errors }));
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
    if (this.#chatty) this.#say(`Status: ${logInline(facts.status, 80)}`);
  }

  /** Prints each known address once, and only https addresses. */
  #watch(webUrl: string | null): void {
    const address = webUrl === null ? null : safeHttpsUrl(webUrl);
    if (address === null || address === this.#address) return;
    this.#address = address;
    this.#say(`Watch it at ${logInline(address, 2000)}`);
  }

  #throttled(waitMs: number): void {
    if (!this.#chatty) return;
    const next = `next ${this.#running ? 'check' : 'try'} ${inTime(waitMs)}`;
    if (!this.#throttleSaid) {
      this.#throttleSaid = true;
      this.#say(`Rate limited (the limit is shared by all jobs with this token); ${next}. Nothing is lost.`);
    } else if (!this.#running && waitMs >= PROGRESS_MS) {
      // Before the run exists, nothing else shows progress.
      this.#say(`Still rate limited; ${next}.`);
    }
  }

  /** Printed every minute, even if other lines were printed. */
  #progress(waitMs: number): void {
    const elapsed = this.#options.clock.now() - this.#start.now;
    if (elapsed - this.#progressAt < PROGRESS_MS) return;
    this.#progressAt = elapsed;
    if (this.#chatty)
      this.#say(
        `Still running after ${duration(elapsed)}, ${counted(this.#steps, 'step')} so far; next check ${inTime(waitMs)}.`,
      );
  }

  /** Milliseconds from the start, or from the first entry of an attached run. */
  #sinceStart(entry: Entry): number | null {
    if (entry.time === null) return null;
    this.#origin ??= Math.min(this.#start.wall, entry.time);
    return entry.time - this.#origin;
  }

  #entry(entry: Entry): void {
    this.#steps += 1;
    const step = digest(entry);
    const { host, mode, stopToken, colour = false } = this.#options;
    const line = stepLine(step, { sinceStart: this.#sinceStart(entry), colour });
    if (step.error) this.#errors += 1;
    if (mode === 'full') printEntry(entry, { title: line, host, stopToken });
    else if (mode === 'compact') {
      this.#enter(partOf(step));
      this.#say(line);
    } else if (mode === 'errors' && step.error) this.#say(line);
  }

  /** Opens the group of a later phase. Steps of an earlier phase in between stay in the current group. */
  #enter(part: number): void {
    if (part <= this.#part) return;
    this.#closeGroup();
    this.#part = part;
    this.#open = true;
    this.#options.host.startGroup(PARTS[part] ?? '');
  }

  #closeGroup(): void {
    if (this.#open) this.#options.host.endGroup();
    this.#open = false;
  }
}

/** Creates the job log of a step. */
export function createJobLog(options: JobLogOptions): JobLog {
  return new Log(options);
}
