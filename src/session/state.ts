/** What is known of this step at any moment, so that every way it can end tells the same story. */
import type { Clock, Host } from '../ports.ts';
import { digest, pullRequestUrls } from '../report/entry-summary.ts';
import { annotation } from '../report/sanitize/index.ts';
import type { Provenance, Standing, StepDigest, StepView } from '../report/step-view.ts';
import type { Entry, ErrorCode, Outcome, RunFacts } from '../run/events.ts';
import type { RunRecord } from '../run/record.ts';
import type { AgentRun } from '../service/schema.ts';
import { resultText } from '../report/result.ts';
import { shownAddress } from '../shared/format.ts';

export interface StepOptions {
  readonly clock: Pick<Clock, 'now'>;
  readonly host: Pick<Host, 'warning' | 'debug' | 'debugging'>;
  /** Requests that reached the service so far. */
  readonly requests: () => number;
}

export class Step {
  readonly #options: StepOptions;
  readonly #steps: StepDigest[] = [];
  readonly #pullRequests = new Set<string>();
  readonly #warnings: string[] = [];
  #record: RunRecord | null = null;
  /** The turn that a schema repair is to correct. */
  #corrected: RunRecord | null = null;
  #callAt: number | null = null;
  #endAt: number | null = null;
  #totalLogs = 0;
  #mode: RunRecord['mode'] | null = null;
  /** The run that is to be resumed or attached to, before the service has said anything. */
  #expected: number | null = null;
  /** What the service showed of the run before it was resumed. */
  #seen: Pick<RunFacts, 'webUrl' | 'status'> | null = null;
  /** A request that cannot be taken back is on its way, or its fate is not known. */
  sending = false;
  outcome: Outcome | 'running' = 'running';
  errorCode: ErrorCode | null = null;
  errorMessage: string | null = null;
  skipReason: string | null = null;
  /** Why the step ended before the run did, in words: timeout, signal. */
  cutShort: string | null = null;
  resultJson: string | null = null;
  resultFile: string | null = null;
  logsFile: string | null = null;
  reportFile: string | null = null;
  commentUrl: string | null = null;
  provenance: Provenance;

  constructor(options: StepOptions, provenance: Provenance) {
    this.#options = options;
    this.provenance = provenance;
  }

  get runId(): number | null {
    return this.#record?.runId ?? this.#expected;
  }

  get webUrl(): string | null {
    return (this.#record ?? this.#seen)?.webUrl ?? null;
  }

  get standing(): Standing {
    if (this.#record !== null) return this.#record.ended ? 'ended' : 'going_on';
    if (this.#expected === null) return this.sending ? 'maybe_created' : 'no_run';
    return this.sending ? 'maybe_resumed' : 'untouched';
  }

  /** The create, resume or first read is made now; only the first one counts. */
  callMade(expected: number | null): void {
    this.#expected = expected;
    this.#seen = null;
    this.#callAt ??= this.#options.clock.now();
  }

  /** The run as it was before it is resumed. */
  seen({ web_url: webUrl, status }: Pick<AgentRun, 'web_url' | 'status'>): void {
    this.#seen = { webUrl, status };
  }

  /** The run of this turn. A schema repair brings another turn of the same run and changes nothing else. */
  setRun(record: RunRecord, { repair }: { readonly repair: boolean }): void {
    if (repair) this.#corrected = this.#record;
    this.#record = record;
    if (!repair) this.#mode = record.mode;
  }

  /** How this step came to its run; null as long as there is none. */
  get mode(): RunRecord['mode'] | null {
    return this.#mode;
  }

  /** The turn whose result counts: a repair that brought none leaves the one that was to be corrected. */
  get #answered(): RunRecord | null {
    const brought = (this.#record?.resultSource() ?? '') !== '' && this.#record?.hasOldResult === false;
    return brought ? this.#record : (this.#corrected ?? this.#record);
  }

  /** What the result is made of; null when there is none. */
  get resultSource(): unknown {
    return this.#answered?.resultSource() ?? null;
  }

  /** What `resultSource` gives was there before this step's follow-up. */
  get hasOldResult(): boolean {
    return this.#mode === 'resumed' && this.#answered?.hasOldResult === true;
  }

  addEntry(entry: Entry): void {
    this.#totalLogs += 1;
    this.#steps.push(digest(entry));
    for (const url of pullRequestUrls(entry.view)) this.#pullRequests.add(url);
  }

  get totalLogs(): number {
    return this.#totalLogs;
  }

  /** Says a warning in the job log and keeps it for the summary. */
  warn(message: string): void {
    this.noteWarning(message);
    this.#options.host.warning(annotation(message));
  }

  /** Keeps a warning that was said already. */
  noteWarning(message: string): void {
    if (!this.#warnings.includes(message)) this.#warnings.push(message);
  }

  fail(code: ErrorCode, message: string): void {
    this.outcome = 'error';
    this.errorCode = code;
    this.errorMessage = message;
  }

  /** A bug of this action. The stack is for debug logging only. */
  crash(error: unknown): void {
    const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    const address = shownAddress(this.webUrl);
    const goesOn =
      this.runId === null ? '' : ` The run ${this.runId} may go on${address === null ? '' : ` at ${address}`}.`;
    this.fail(
      'internal',
      `Something went wrong inside this action: ${what}.${goesOn} Run it again with debug logging (ACTIONS_STEP_DEBUG) and report what it says.`,
    );
    if (this.#options.host.debugging() && error instanceof Error) this.#options.host.debug(error.stack ?? what);
  }

  skip(reason: string): void {
    this.outcome = 'skipped';
    this.skipReason = reason;
  }

  /** Stops the clock of `duration_seconds`. */
  ended(): void {
    this.#endAt ??= this.#options.clock.now();
  }

  view(): StepView {
    const { clock, requests } = this.#options;
    const record = this.#record;
    return {
      outcome: this.outcome,
      errorCode: this.errorCode,
      errorMessage: this.errorMessage,
      skipReason: this.skipReason,
      cutShort: this.cutShort,
      standing: this.standing,
      runId: this.runId,
      webUrl: this.webUrl,
      status: (record ?? this.#seen)?.status ?? null,
      resumed: this.#mode === 'resumed',
      attached: this.#mode === 'attached',
      durationMs: this.#callAt === null ? 0 : (this.#endAt ?? clock.now()) - this.#callAt,
      requests: requests(),
      totalLogs: this.#totalLogs,
      result: resultText(this.resultSource),
      resultIsOld: this.hasOldResult,
      pullRequests: [...new Set([...(record?.pullRequests ?? []), ...this.#pullRequests])],
      steps: this.#steps,
      warnings: this.#warnings,
      resultFile: this.resultFile,
      logsFile: this.logsFile,
      reportFile: this.reportFile,
      provenance: this.provenance,
    };
  }
}
