/**
 * A step: its state, computed from events by a pure reducer, so that every ending is reported
 * consistently, the view of it that reporters show, and the listeners that receive each event with
 * the state after it.
 */
import type { EventContext } from '../github/event.ts';
import type { Provenance } from '../github/provenance.ts';
import { pullRequestAddresses } from '../github/pull-request-check.ts';
import type { OpenGitHub } from '../github/port.ts';
import type { Clock, Env, Files, Host } from '../runner/port.ts';
import type { FurtherTurn, RunEvent, SessionEnd } from '../run/events.ts';
import {
  answeredTurn,
  foldTurn,
  hasAnswered,
  hasOldResult,
  resultSource,
  resultText,
  type TurnRecord,
} from '../run/state.ts';
import { annotation } from '../safe/job-log.ts';
import { redactedValue, type Redact } from '../safe/redaction.ts';
import { isFailedCommand, reasonIn } from './cause.ts';
import { digest, pullRequestUrls } from './entry-summary.ts';
import { planIn } from './plan.ts';
import { isWithheld } from './prompt-entries.ts';
import type {
  HeadChecks,
  Standing,
  StepDigest,
  StepFiles,
  StepState,
  StepView,
  TurnOpening,
} from './step-view.ts';

/** Steps kept in memory, and how many of these are the first ones. The files have them all. */
const STEPS = { most: 10_000, first: 2_000 } as const;

export type StepEvent =
  | RunEvent
  /** Adds details about the origin of the step. */
  | ({ readonly type: 'asked' } & Partial<Provenance>)
  /** A warning that was already printed, kept for the summary. */
  | { readonly type: 'noted'; readonly message: string }
  /** What the step did beside its run: files, the comment, looking up pull requests, the review. */
  | ({ readonly type: 'known' } & Partial<
      StepFiles &
        Pick<
          StepState,
          | 'arrived'
          | 'budget'
          | 'claims'
          | 'earlier'
          | 'fixes'
          | 'isReplayed'
          | 'led'
          | 'lookedUp'
          | 'mentions'
          | 'review'
          | 'threadTurns'
          | 'unclear'
        >
    >)
  /**
   * The run is not at work, and its checks are to be looked at, and waited for (contract 19). Comes
   * before each look.
   */
  | { readonly type: 'checks_awaited' }
  /** What is checked of the pull request's head, as it was read, and has changed (contract 19). */
  | { readonly type: 'checks'; readonly head: HeadChecks }
  /** A run of a fleet was started, or one of its tasks has ended. */
  | { readonly type: 'runs' }
  /**
   * The run succeeded, and its verification or review puts another end in the place of that one.
   * The run's time stays that of the first end.
   */
  | { readonly type: 'overruled'; readonly end: SessionEnd; readonly at: number }
  /** The service was asked to stop the run. */
  | ({ readonly type: 'stop_requested' } & Pick<StepState, 'errorMessage' | 'stopped'>);

/** What a step and its parts work with. */
export interface StepPorts {
  readonly clock: Clock;
  readonly env: Env;
  readonly event: EventContext;
  readonly files: Files;
  readonly github: OpenGitHub;
  readonly host: Host;
  readonly step: Step;
  /** Aborts with the step. */
  readonly stop: AbortSignal;
  readonly warn: (message: string) => void;
}

export type Listener = (event: StepEvent, state: StepState) => void;

interface StepOptions {
  readonly clock: Pick<Clock, 'now'>;
  readonly host: Pick<Host, 'warning'>;
  /** Number of requests that reached the service so far. Absent if no report shows it. */
  readonly requests?: () => number;
  /** The sandbox answers (contract 10). */
  readonly isSandbox?: (() => boolean) | undefined;
  /**
   * Takes secrets out of what this action says, which may quote inputs: before it is written for a
   * destination, where escapes could split a secret. Entries and answers of the service come
   * without them.
   */
  readonly redact?: Redact | undefined;
}

/** Events whose texts are this action's own, or the author's. */
const OWN_WORDS: ReadonlySet<StepEvent['type']> = new Set([
  'asked',
  'ended',
  'noted',
  'overruled',
  'stop_requested',
]);

export class Step {
  readonly #options: StepOptions;
  readonly #listeners: Listener[] = [];
  #state: StepState;

  constructor(options: StepOptions, provenance: Provenance) {
    this.#options = options;
    this.#state = stepStart(provenance);
  }

  get state(): StepState {
    return this.#state;
  }

  listen(listener: Listener): void {
    this.#listeners.push(listener);
  }

  /** @param turn the record of the turn after the event, where a session has folded it */
  dispatch(given: StepEvent, turn = turnAfter(this.#state, given)): void {
    const { redact } = this.#options;
    const event =
      redact && OWN_WORDS.has(given.type) ? (redactedValue(given, redact) as StepEvent) : given;
    this.#state = stateAfter(this.#state, { event, turn });
    for (const listener of this.#listeners) {
      listener(event, this.#state);
    }
  }

  /** Forgets the steps, which the files have, but for the first with a time. */
  dropSteps(): void {
    this.#state = {
      ...this.#state,
      steps: this.#state.steps.filter(({ time }) => time !== null).slice(0, 1),
    };
  }

  /** Prints a warning to the job log and keeps it for the summary. */
  warn(message: string): void {
    this.dispatch({ type: 'noted', message });
    this.#options.host.warning(annotation(message), { title: 'Agent run' });
  }

  /** The sandbox answers (contract 10). */
  get isSandbox(): boolean {
    return this.#options.isSandbox?.() ?? false;
  }

  view(): StepView {
    const { clock, requests } = this.#options;
    return viewOf(this.#state, {
      now: clock.now(),
      requests: requests?.() ?? 0,
      isSandbox: this.isSandbox,
    });
  }
}

export function stepStart(provenance: Provenance): StepState {
  return {
    provenance,
    outcome: 'running',
    errorCode: null,
    errorMessage: null,
    skipReason: null,
    cutShort: null,
    stopped: null,
    stoppedAtBudget: false,
    budget: null,
    resultJson: null,
    lacks: null,
    fileStem: null,
    resultFile: null,
    logsFile: null,
    reportFile: null,
    reportUrl: null,
    otlpFile: null,
    sarifFile: null,
    commentUrl: null,
    mode: null,
    expected: null,
    idToBe: null,
    seen: null,
    sending: false,
    before: null,
    arrived: false,
    turn: null,
    unclear: false,
    corrected: null,
    earlierEntries: 0,
    callAt: null,
    endAt: null,
    entriesBefore: 0,
    threadTurns: 0,
    steps: [],
    errors: 0,
    failedCommands: 0,
    turnStarts: [],
    opening: null,
    inLog: { cause: null, lastWords: null, isOvercome: false },
    plan: [],
    pullRequests: [],
    led: [],
    lookedUp: [],
    warnings: [],
    claims: null,
    earlier: [],
    mentions: [],
    headChecks: null,
    fixes: null,
    review: null,
    isReplayed: false,
  };
}

export function reduceStep(state: StepState, event: StepEvent): StepState {
  return stateAfter(state, { event, turn: turnAfter(state, event) });
}

/** For events that no session has folded: those of the step, and what the post step replays. */
function turnAfter({ turn }: StepState, event: StepEvent): TurnRecord | null {
  switch (event.type) {
    case 'asked':
    case 'checks':
    case 'checks_awaited':
    case 'known':
    case 'noted':
    case 'overruled':
    case 'runs':
    case 'stop_requested':
      return turn;
    default:
      return foldTurn(turn, event);
  }
}

function stateAfter(
  state: StepState,
  { event, turn }: { readonly event: StepEvent; readonly turn: TurnRecord | null },
): StepState {
  switch (event.type) {
    case 'begin':
      return { ...state, expected: event.runId, seen: null, callAt: state.callAt ?? event.at };
    case 'found':
      return {
        ...state,
        seen: { webUrl: event.webUrl, status: event.status },
      };
    case 'sending':
      return { ...state, sending: true, before: event.before ?? null, arrived: false };
    case 'keyed':
      return { ...state, idToBe: event.idToBe };
    case 'unsent':
      return { ...state, sending: false };
    case 'started': {
      const begun = { ...state, turn, sending: false };
      // A further turn of the same run changes nothing else.
      if (event.again !== undefined) {
        const corrected = event.again === 'repair' ? state.turn : null;
        const { again: why, isOfUnknownHead = false } = event;
        const opening = openingOf({ why, isOfUnknownHead }, state);
        return { ...begun, corrected, opening, earlierEntries: entriesOf(state) };
      }
      return {
        ...begun,
        mode: event.mode,
        opening: event.mode === 'resumed' ? { why: 'follow-up' } : null,
        entriesBefore: event.entriesBefore ?? 0,
      };
    }
    case 'entry':
      // One that may be of an earlier turn stands in the files alone.
      return event.isUncertain === true ? { ...state, turn } : withEntry({ ...state, turn }, event);
    case 'warning':
    case 'noted':
      if (state.warnings.includes(event.message)) {
        return state;
      }
      return { ...state, warnings: [...state.warnings, event.message] };
    case 'ended':
    case 'overruled':
      return {
        ...state,
        ...event.end,
        endAt: state.endAt ?? event.at,
        inLog: reasonIn(state),
      };
    case 'runs':
      return state;
    case 'stopped':
      return { ...state, stopped: event.stopped, stoppedAtBudget: true };
    case 'stop_requested': {
      const { errorMessage, stopped } = event;
      return { ...state, errorMessage, stopped, stoppedAtBudget: false };
    }
    case 'checks':
      return { ...state, headChecks: event.head };
    case 'asked': {
      const { type, ...known } = event;
      return { ...state, provenance: { ...state.provenance, ...known } };
    }
    case 'known': {
      const { type, ...known } = event;
      return { ...state, ...known };
    }
    default:
      return turn === state.turn ? state : { ...state, turn };
  }
}

function withEntry(state: StepState, { entry }: Extract<RunEvent, { type: 'entry' }>): StepState {
  const { steps, errors, failedCommands, pullRequests, provenance } = state;
  const step = withoutPrompt(digest(entry), provenance);
  const plan = planIn(entry.view);
  const added = pullRequestUrls(entry.view).filter((url) => !pullRequests.includes(url));
  return {
    ...state,
    steps: withStep(steps, step),
    opening: null,
    turnStarts: turnStartsWith(state, step),
    errors: errors + (step.error ? 1 : 0),
    failedCommands: failedCommands + (isFailedCommand(step) ? 1 : 0),
    plan: plan.length === 0 ? state.plan : plan,
    pullRequests: added.length === 0 ? pullRequests : [...pullRequests, ...added],
  };
}

/** A mend is asked for what was read last of the head, unless an earlier attempt has asked. */
function openingOf(
  { why, isOfUnknownHead }: { readonly why: FurtherTurn; readonly isOfUnknownHead: boolean },
  { fixes, headChecks }: StepState,
): TurnOpening {
  if (why !== 'mend' || fixes === null || headChecks === null) {
    return { why };
  }
  return { why, mend: { number: fixes, head: isOfUnknownHead ? null : headChecks } };
}

/** The first step of a turn tells where it begins. */
function turnStartsWith(
  { opening, turnStarts }: StepState,
  { index }: StepDigest,
): StepState['turnStarts'] {
  return opening === null ? turnStarts : [...turnStarts, { ...opening, index }];
}

/** What the agent was asked may be for nobody to read. */
function withoutPrompt(step: StepDigest, provenance: Provenance): StepDigest {
  return isWithheld(step.kind, provenance) ? { ...step, headline: '' } : step;
}

function withStep(steps: readonly StepDigest[], step: StepDigest): readonly StepDigest[] {
  const kept = steps.length < STEPS.most ? steps : steps.toSpliced(STEPS.first, STEPS.first);
  return [...kept, step];
}

/** Entries of all turns of the step so far, without notes of the action's own. */
export function entriesOf({ turn, earlierEntries }: StepState): number {
  return earlierEntries + (turn === null ? 0 : turn.entries - turn.notes);
}

function standingOf({ turn, unclear, expected, sending, arrived }: StepState): Standing {
  if (sending && arrived) {
    return 'going_on';
  }
  // A schema repair is sent to a run that has ended.
  if (turn !== null && !sending) {
    const open = unclear ? 'not_known' : 'going_on';
    return turn.ended ? 'ended' : open;
  }
  if (turn === null && expected === null) {
    return sending ? 'maybe_created' : 'no_run';
  }
  return sending ? 'maybe_resumed' : 'untouched';
}

/** @param at the clock's `now`, and the number of requests sent to the service so far */
export function viewOf(
  state: StepState,
  at: { readonly now: number; readonly requests: number; readonly isSandbox?: boolean },
): StepView {
  const { mode, turn, corrected, callAt, endAt } = state;
  const { isSandbox = false } = at;
  const answered = turn === null ? null : answeredTurn(turn, corrected);
  return {
    ...state,
    standing: standingOf(state),
    runId: turn?.runId ?? state.expected,
    isSandbox,
    webUrl: isSandbox ? null : ((turn ?? state.seen)?.webUrl ?? null),
    status: (turn ?? state.seen)?.status ?? null,
    durationMs: callAt === null ? 0 : (endAt ?? at.now) - callAt,
    requests: at.requests,
    totalLogs: entriesOf(state),
    usage: turn?.usage ?? null,
    result: answered === null ? '' : resultText(resultSource(answered)),
    resultIsOld: mode === 'resumed' && answered !== null && hasOldResult(answered),
    resultIsEarlier: turn !== null && !hasAnswered(turn),
    pullRequests: pullRequestsOf(state),
  };
}

/** All that are known, each once. */
export function pullRequestsOf({
  led,
  provenance,
  pullRequests,
  turn,
}: StepState): readonly string[] {
  const all = [...(turn?.pullRequests ?? []), ...pullRequests, ...led];
  return pullRequestAddresses(all, provenance.serverUrl);
}
