/**
 * The job log: turns the events of a step into lines of the runner's log (contract 1.1 `logs`). Has
 * no timer: progress is printed on `waiting` events. Errors in the agent's work create no
 * annotations (contract 6.4). Agent text in the lines is sanitized.
 */
import type { Clock, Host } from '../runner/port.ts';
import type { Inputs } from '../inputs/parse.ts';
import type { RunFacts } from '../run/events.ts';
import type { Entry } from '../agents/port.ts';
import { counted, duration, inTime, joined, shortId, shortLine } from '../safe/text.ts';
import { annotation, logInline, logJoined, logLines } from '../safe/job-log.ts';
import { safeHttpsUrl } from '../safe/url.ts';
import { deedOf, jsonText, readableText } from '../agents/entry.ts';
import { MESSAGE_TYPES, messageType } from '../message-types.ts';
import { pauseOf } from './next-steps.ts';
import { endMessage, totalsText } from './verdict.ts';
import { howItFailed, isFailedCommand } from './cause.ts';
import { isWithheld } from './prompt-entries.ts';
import { checksLogLine } from './checks.ts';
import { bareBranch, shownPullRequests } from './pull-requests.ts';
import { entriesOf, type StepEvent } from './step.ts';
import type { HeadChecks, StepDigest, StepState, StepView } from './step-view.ts';

export type LogMode = Inputs['logs'];
export type LogHost = Pick<
  Host,
  'line' | 'block' | 'startGroup' | 'endGroup' | 'warning' | 'notice'
>;

/** From one line that says how the run stands to the next, whatever is printed between them. */
const PROGRESS_MS = 60_000;

export interface JobLogOptions {
  readonly host: LogHost;
  readonly mode: LogMode;
  /**
   * Random token for `stop-commands`, which begins and ends sections in which the runner ignores
   * commands.
   */
  readonly stopToken: string;
  /**
   * Times in the log count from the call that starts the run, including the wait for the create.
   */
  readonly clock: Pick<Clock, 'now' | 'wall'>;
  /** The sandbox answers (contract 10), whose runs have no page to watch. */
  readonly isSandbox?: () => boolean;
}

export class JobLog {
  readonly #options: JobLogOptions;
  /** From when times count, in ms since the epoch. */
  #origin: number | null = null;
  #address: string | null = null;
  #status: string | null = null;
  #isThrottleTold = false;
  #progressAt = 0;
  #checksLine = '';
  /** What the run waits for while it is followed, or null. */
  #paused: string | null = null;

  constructor(options: JobLogOptions) {
    this.#options = options;
  }

  /** @param state after the event */
  event(event: StepEvent, state: StepState): void {
    const { host } = this.#options;
    switch (event.type) {
      case 'started':
        this.#say(`Agent run ${logInline(shortId(event.runId))} ${startWord(event)}.`);
        this.#facts(event);
        return;
      case 'status':
        this.#facts(event);
        this.#pause(state);
        return;
      case 'entry':
        this.#entry(event.entry, state);
        return;
      case 'warning':
        host.warning(annotation(event.message), { title: 'Agent run' });
        return;
      case 'note':
        this.#say(logInline(event.message));
        return;
      case 'notice':
        host.notice(annotation(event.message), { title: 'Agent run' });
        return;
      case 'throttled':
        this.#throttled(event.waitMs, state);
        return;
      case 'outage':
        this.#outage(event, state);
        return;
      case 'waiting':
        this.#progress(event.waitMs, state);
        return;
      case 'checks':
        this.#checks(event.head);
        return;
      case 'gone': {
        const what = event.isClosed
          ? 'takes no follow-up any more'
          : 'no longer exists at the service';
        const message =
          `Run ${shortId(event.runId)}, recorded in this thread, ${what}: ` +
          'a new run is created.';
        host.notice(annotation(message), { title: 'Agent run: thread' });
        return;
      }
      default:
    }
  }

  get #chatty(): boolean {
    return this.#options.mode === 'full' || this.#options.mode === 'compact';
  }

  #say(text: string): void {
    this.#options.host.line(text);
  }

  #facts({ webUrl, status }: RunFacts): void {
    const address = safeHttpsUrl(webUrl);
    // Each known address once, and only https addresses.
    if (address !== null && address !== this.#address && this.#options.isSandbox?.() !== true) {
      this.#say(`Watch it at ${logInline(address)}`);
    }
    this.#address = address ?? this.#address;
    if (status === null || status === this.#status) {
      return;
    }
    this.#status = status;
    if (this.#chatty) {
      this.#say(`Status: ${logInline(status, 80)}`);
    }
  }

  /** Once for each time that the run begins to wait while it is followed (contract 18.5). */
  #pause(state: StepState): void {
    const pause = pauseOf(this.#shown(state));
    if (this.#chatty && pause !== null && pause !== this.#paused) {
      this.#say(logInline(`The run ${pause}.`));
    }
    this.#paused = pause;
  }

  /** Runs of the sandbox have no page. */
  #shown({ turn }: StepState): Pick<StepView, 'turn' | 'webUrl'> {
    const isSandbox = this.#options.isSandbox?.() === true;
    return { turn, webUrl: isSandbox ? null : (turn?.webUrl ?? null) };
  }

  /** Once for each change that people see. */
  #checks(head: HeadChecks): void {
    const line = checksLogLine(head);
    if (!this.#chatty || line === this.#checksLine) {
      return;
    }
    this.#checksLine = line;
    this.#say(logInline(line));
  }

  #outage(
    { message, waitMs, sinceMs = 0 }: Extract<StepEvent, { type: 'outage' }>,
    { turn }: StepState,
  ): void {
    const words = logInline(message, 300);
    if (sinceMs > 0) {
      this.#say(
        `Still no connection after ${duration(sinceMs)}: ${words}; trying again ${inTime(waitMs)}.`,
      );
      return;
    }
    this.#say(`The service is having problems: ${words}`);
    this.#say(
      `${turn !== null ? 'The run itself goes on; checking' : 'Trying'} again ${inTime(waitMs)}.`,
    );
  }

  #throttled(waitMs: number, { turn }: StepState): void {
    if (!this.#chatty) {
      return;
    }
    const next = `next ${turn !== null ? 'check' : 'try'} ${inTime(waitMs)}`;
    if (!this.#isThrottleTold) {
      this.#say(
        `Rate limited (the limit is shared by all jobs with this token); ${next}. Nothing is lost.`,
      );
    }
    // Before the run exists, nothing else shows progress.
    else if (turn === null) {
      this.#say(`Still rate limited; ${next}.`);
    }
    this.#isThrottleTold = true;
  }

  #progress(waitMs: number, state: StepState): void {
    const now = this.#options.clock.now();
    const elapsed = now - (state.callAt ?? now);
    if (elapsed - this.#progressAt < PROGRESS_MS) {
      return;
    }
    this.#progressAt = elapsed;
    if (!this.#chatty) {
      return;
    }
    const soFar = `${duration(elapsed)}, ${counted(entriesOf(state), 'step')} so far`;
    const standing = this.#paused === null ? 'running' : 'paused';
    this.#say(`Still ${standing} after ${soFar}; next check ${inTime(waitMs)}.`);
  }

  /** Milliseconds from the call that starts the run, or from the first entry of an attached run. */
  #sinceStart(time: number | null, { callAt }: StepState): number | null {
    const { clock } = this.#options;
    if (time === null) {
      return null;
    }
    this.#origin ??= Math.min(clock.wall() - (clock.now() - (callAt ?? clock.now())), time);
    return time - this.#origin;
  }

  #entry(entry: Entry, state: StepState): void {
    const { mode } = this.#options;
    const step = state.steps.at(-1);
    if (step === undefined) {
      return;
    }
    const line = stepLine(step, this.#sinceStart(step.time, state));
    if (mode === 'full' && !isWithheld(step.kind, state.provenance)) {
      this.#whole(entry, line);
      return;
    }
    const isWanted = this.#chatty || (mode === 'errors' && step.error);
    // The end of the log says why, or that nothing does.
    if (isWanted && step.namesNoCause !== true) {
      this.#say(line);
    }
  }

  /**
   * One entry in full, as a folded group without commands. Groups do not nest, so the sections
   * inside are plain headings. In one write, because what waits to be written costs memory for each
   * write.
   */
  #whole({ view }: Entry, title: string): void {
    const { host, stopToken } = this.#options;
    const lines = SECTIONS.flatMap(([heading, field]) => {
      const value = view[field];
      const text =
        typeof value === 'object' && value !== null ? jsonText(value) : readableText(value);
      return text === '' ? [] : [` ${heading}`, ...logLines(text)];
    });
    host.startGroup(title);
    host.block([`::stop-commands::${stopToken}`, ...lines, `::${stopToken}::`]);
    host.endGroup();
  }
}

const SECTIONS = [
  ['thought', 'thought'],
  ['input', 'tool_input'],
  ['output', 'tool_output'],
  ['observation', 'observation'],
  ['other', 'rest'],
] as const;

/** The longest name of a kind, so that what follows is aligned. */
const KIND_WIDTH = Math.max(...MESSAGE_TYPES.map((type) => messageType(type)?.label.length ?? 0));
const WORDS_MAX = 160;

/**
 * A step on one line: time (null: not known), kind, tool, first words. Without a time it begins
 * with a dash: many problem matchers skip leading white space, and would take the agent's words for
 * the beginning of the line.
 */
function stepLine(step: StepDigest, sinceStart: number | null): string {
  const time = sinceStart === null ? '–' : duration(sinceStart);
  const kind = shortLine(messageType(step.kind)?.label ?? step.kind ?? '', 40) || '(no type)';
  const deed = deedOf(step);
  const told =
    deed === null
      ? [shortLine(step.tool ?? '', 60), shortLine(step.headline, WORDS_MAX)]
      : [`${deed.verb} \`${shortLine(deed.what, WORDS_MAX)}\``];
  const failure = isFailedCommand(step) ? howItFailed(step) : '';
  const pieces = [kind.padEnd(KIND_WIDTH), ...told, failure];
  return logJoined(` ${time.padStart(7)}  `, joined(pieces, '  ').trimEnd());
}

/** What became of the run by this step. A follow-up that an earlier attempt sent is followed. */
function startWord({ mode, isFound }: Extract<StepEvent, { readonly type: 'started' }>): string {
  return mode === 'resumed' && isFound === true ? 'followed' : mode;
}

/**
 * The last line of the log but the annotation, if there is one: outcome, what a run took, pull
 * request and links. What went wrong, and where to look, the annotation says.
 */
export function endLine(view: StepView): string {
  const { outcome, callAt, durationMs } = view;
  const facts = callAt === null ? '' : ` after ${duration(durationMs)}, ${totalsText(view, ', ')}`;
  const pullRequests = shownPullRequests(view).flatMap(({ link, isMissing }) =>
    isMissing ? [] : (link?.url ?? []),
  );
  const branch = bareBranch(view);
  const address = safeHttpsUrl(view.webUrl);
  const message = endMessage(view) ?? '';
  const parts = [
    `Outcome: ${outcome}${facts}.`,
    pullRequests.length === 0 ? '' : `Pull request: ${pullRequests.join(' ')}`,
    branch === null
      ? ''
      : `Branch without a pull request: ${logInline(branch, 300)} (not checked).`,
    address === null || message.includes(address) ? '' : `Details: ${logInline(address)}`,
  ];
  return joined(parts, ' ');
}
