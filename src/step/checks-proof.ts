/**
 * `expect: checks` (contract 19): the head of the run's pull request is looked at until its checks
 * are green, and the run is asked to mend what fails. What was read decides, nothing is remembered
 * from an earlier attempt but what the run's log shows.
 */
import {
  isMendable,
  judgeHead,
  type HeadCheck,
  type HeadReading,
  type JudgedHead,
} from '../github/head-checks.ts';
import type { GitHubError, GitHubPullRequest } from '../github/port.ts';
import type { PullRequestCheck, ExistingPullRequest } from '../github/pull-request-check.ts';
import { githubFailure, OutOfTime, remedy } from '../github/wait-out.ts';
import { OUTCOME_TABLE } from '../outcomes.ts';
import { noCauseText, reasonIn } from '../report/cause.ts';
import { checksInShort, failuresInShort, namesInShort, placeText } from '../report/checks.ts';
import { whyOf } from '../report/verdict.ts';
import { note, notice, type SessionEnd } from '../run/events.ts';
import { plainEnd } from '../run/failure.ts';
import { mayBeMadeBefore } from '../run/once/key.ts';
import {
  isOfHead,
  mendCount,
  mendMark,
  mendMarkStart,
  mendsOf,
  type MendMark,
} from '../run/once/mend-mark.ts';
import type { MendEnd } from '../run/session.ts';
import { asSentence, counted, joined } from '../safe/text.ts';
import { afterReading, watchOf, type HeadWatch } from './check-pace.ts';
import { openReads, type GitHubReads } from './github-reads.ts';
import {
  leftOutOf,
  lookAtHead,
  lookAtPull,
  type HeadLook,
  type LookedFor,
  type HeadLookPorts,
} from './head-look.ts';
import { earlierMends } from './earlier-mends.ts';
import { failedSections, mendSentence } from './mend-text.ts';
import { lacking, type Answered, type Look, type OpenedProof, type ProofPorts } from './proof.ts';

export async function openChecksProof(
  ports: ProofPorts,
  pull: ExistingPullRequest,
): Promise<OpenedProof> {
  return new ChecksProof({ ...ports, pull, reads: await openReads(ports.context, ports) });
}

interface OpenedPorts extends ProofPorts {
  readonly pull: ExistingPullRequest;
  readonly reads: GitHubReads;
}

/** When a new head is looked for after the turn of a mend (contract 19.4). */
const NEW_HEAD_MS = [0, 5_000, 15_000, 30_000];

/** A head that was mended, until the one that follows from it is seen. */
interface Mended {
  readonly headSha: string;
  /** When the turn ended, on the clock's `now`. */
  readonly at: number;
}

class ChecksProof implements OpenedProof {
  readonly #ports: OpenedPorts;
  #watch: HeadWatch;
  #seen: JudgedHead | null = null;
  /** The mends of this attempt. The log of the run has those of all attempts. */
  #asked: MendMark[] = [];
  /** Those of earlier attempts that the log of the run does not show. Null: not looked for yet. */
  #earlier: readonly MendMark[] | null = null;
  #mended: Mended | null = null;
  /** The turn of an earlier mend is followed for what it tells, and not to mend anything. */
  #looksBack = false;
  /** Trouble with GitHub was told, and lasts. */
  #isTroubleTold = false;

  constructor(ports: OpenedPorts) {
    const { context, pull } = ports;
    this.#ports = ports;
    this.#watch = watchOf(pull.headSha, context.clock.now());
  }

  async look(): Promise<Look> {
    const { context, pull } = this.#ports;
    context.step.dispatch({ type: 'checks_awaited' });
    // The last mend of earlier attempts, whose turn is yet to be followed.
    let behind: MendMark | null = null;
    if (this.#earlier === null) {
      this.#earlier = await this.#earlierMends();
      behind = this.#goesOn() ? (this.#earlier.at(-1) ?? null) : null;
    }
    const mended = this.#mended;
    if (mended !== null) {
      const look = await this.#lookForNewHead(mended);
      if (look !== null) {
        return look;
      }
      this.#mended = null;
    }
    const seen = await lookAtHead(pull, this.#lookPorts);
    if (seen.kind !== 'read') {
      return lacking(this.#unread(seen));
    }
    this.#isTroubleTold = false;
    if (seen.reading !== null) {
      this.#take(seen.pull, this.#judged(seen.reading));
    }
    if (behind !== null && (seen.pull.closed || !this.#isStillRed(behind))) {
      return this.#lookBack(behind);
    }
    if (seen.pull.closed) {
      return this.#closed(seen.pull);
    }
    return this.#judge();
  }

  timedOut(): SessionEnd {
    const time = 'the time of the step was over (`timeout_minutes`)';
    const became =
      this.#seen?.state.kind === 'green'
        ? `were seen green once, and ${time} before the second look, 30 seconds later, that counts.`
        : `were not done until ${time}.`;
    return this.#cutShort(
      `the checks of ${this.#placeWithin} ${became}${this.#asLastSeen('stand')}`,
    );
  }

  /** As a further sentence. */
  #asLastSeen(stand: 'stand' | 'stood'): string {
    return this.#seen === null ? '' : ` They ${stand} at: ${checksInShort(this.#seen)}.`;
  }

  /** The turn has ended, or there was none. */
  answered(end: MendEnd): Answered {
    const { context } = this.#ports;
    if (this.#looksBack) {
      this.#looksBack = false;
      const isCutShort = 'end' in end && end.end.cutShort !== null;
      return isCutShort ? lacking(end.end) : { kind: 'look_again' };
    }
    switch (end.kind) {
      case 'outdated':
        this.#takeBack();
        context.step.dispatch(note(OUTDATED));
        return { kind: 'look_again' };
      case 'not_taken_up':
        return lacking(this.#unmended('The run never acted on the request to mend them.'));
      case 'not_started':
        if (end.end.errorCode !== 'ambiguous_create') {
          this.#takeBack();
        }
        // It may have arrived, or the time was over: nothing more is known than that.
        if (end.end.errorCode === 'ambiguous_create' || end.end.cutShort !== null) {
          return lacking(end.end);
        }
        return lacking(
          this.#unmended(asSentence(end.end.errorMessage ?? 'It could not be asked to')),
        );
      case 'ended':
    }
    const { outcome, cutShort } = end.end;
    const { ending } = OUTCOME_TABLE[outcome];
    if (ending === 'good') {
      this.#mended = { headSha: this.#watch.headSha, at: context.clock.now() };
      return { kind: 'look_again' };
    }
    if (ending === 'question' || cutShort !== null) {
      return lacking(end.end);
    }
    const view = { ...context.step.view(), ...end.end };
    const why = whyOf({ ...view, inLog: reasonIn(view) }, { maxLength: WHY_MAX });
    const told = why === '' ? `; ${noCauseText(view)}` : `: ${why}`;
    return lacking(
      this.#unmended(asSentence(`The run was asked to mend them, and ended as ${outcome}${told}`)),
    );
  }

  get #place(): string {
    return placeText(this.#ports.pull);
  }

  /** In the middle of a sentence. */
  get #placeWithin(): string {
    return lowerFirst(this.#place);
  }

  #judged(reading: HeadReading): JudgedHead {
    const { context, inputs } = this.#ports;
    return judgeHead(reading, leftOutOf(context, inputs));
  }

  get #lookPorts(): HeadLookPorts {
    const { context, reads, deadline } = this.#ports;
    return {
      ...reads,
      clock: context.clock,
      signal: context.stop,
      deadline,
      watch: this.#watch,
      onTrouble: (error) => this.#tellTrouble(error),
    };
  }

  /** Once for each outage. */
  #tellTrouble(error: GitHubError): void {
    if (this.#isTroubleTold) {
      return;
    }
    this.#isTroubleTold = true;
    const trouble = githubFailure(error);
    const message = `GitHub cannot be read for now${trouble}; the checks are asked for again.`;
    this.#ports.context.step.dispatch(note(message));
  }

  /** Takes in what was read, and tells what has changed. */
  #take({ headSha }: GitHubPullRequest, judged: JudgedHead): void {
    const { context, pull } = this.#ports;
    const { step, clock } = context;
    if (headSha !== this.#watch.headSha) {
      this.#watch = watchOf(headSha, clock.now());
      const claims = (step.state.claims ?? []).map((claim) => withHead(claim, { pull, headSha }));
      step.dispatch({ type: 'known', claims });
    }
    this.#seen = judged;
    const { repository, number, here } = pull;
    const head = { ...judged, repository, number, here, headSha };
    this.#count();
    if (JSON.stringify(head) !== JSON.stringify(step.state.headChecks)) {
      step.dispatch({ type: 'checks', head });
    }
  }

  /** The run has not got the last request to mend. */
  #takeBack(): void {
    this.#asked.pop();
    this.#count();
  }

  #count(): void {
    const { step } = this.#ports.context;
    const fixes = mendCount(this.#mends);
    if (fixes !== step.state.fixes) {
      step.dispatch({ type: 'known', fixes });
    }
  }

  async #judge(): Promise<Look> {
    const { clock } = this.#ports.context;
    if (this.#seen === null) {
      throw new Error('an open pull request was read without its checks');
    }
    const { state } = this.#seen;
    const { watch, verdict } = afterReading(this.#watch, { state, now: clock.now() });
    this.#watch = watch;
    if (verdict.kind === 'wait') {
      return { kind: 'open', waitMs: verdict.waitMs };
    }
    switch (state.kind) {
      case 'green':
        return { kind: 'proven' };
      case 'red':
        return this.#red(state.failed);
      case 'person':
        return this.#lacking(
          `${this.#place} has checks that wait for a person: ${namesInShort(state.waitsFor)}. ` +
            'Approve them there, or leave them out with `ignore_checks`.',
        );
      case 'queued':
        return this.#lacking(
          `a workflow on the head of ${this.#placeWithin} has been queued for ten minutes ` +
            'without a job. It may wait for a concurrency group that this very job holds, or for ' +
            'a runner: see why on the page of its run.',
        );
      case 'none':
        return this.#lacking(
          (state.hasOthers ? NONE_LEFT : NO_CHECKS).replace('PLACE', this.#placeWithin),
        );
      case 'running':
        throw new Error('checks that run are waited for');
    }
  }

  async #red(failed: readonly HeadCheck[]): Promise<Look> {
    const { agent, context, inputs, request, withheld } = this.#ports;
    const { clock } = context;
    const { headSha } = this.#watch;
    const mends = this.#mends;
    const last = mendCount(mends);
    const what = `${this.#place} is not green: ${failuresInShort(failed)}.`;
    const asked = mends.find((mend) => isOfHead(mend, headSha));
    if (asked !== undefined && this.#earlier?.includes(asked) === true) {
      // Its run may be at work: it is found by its mark, and followed.
      return this.#ask(failed, asked);
    }
    if (asked !== undefined) {
      // An earlier attempt has asked, and was ended before the new head was there.
      this.#mended = { headSha, at: clock.now() };
      return { kind: 'open', waitMs: 0 };
    }
    if (!isMendable(failed)) {
      return this.#lacking(`${what} Nothing is wrong that could be mended: run them again.`);
    }
    if (request === null) {
      return this.#lacking(`${what} A run that is only followed is not asked to mend anything.`);
    }
    if (agent.followUps === undefined) {
      return this.#lacking(`${what} ${NO_FOLLOW_UPS}`);
    }
    const why = withheld();
    if (why !== null) {
      return this.#lacking(`${what} ${why}`);
    }
    if (last >= inputs.maxFixes) {
      const them = failed.length === 1 ? 'it' : 'them';
      const tried = last === 0 ? '' : ` again after ${counted(last, 'mend')}`;
      return this.#lacking(`${what} The run is not asked to mend ${them}${tried} (\`max_fixes\`).`);
    }
    return this.#ask(failed, { number: last + 1, head: headSha });
  }

  async #ask(failed: readonly HeadCheck[], mend: MendMark): Promise<Look> {
    const { context, inputs, reads, pull, request, mendKey, promptMax } = this.#ports;
    const { deadline, pace } = this.#ports;
    const { clock, step, stop, uuid } = context;
    const detailsMs = pace === undefined ? DETAILS_MS : PACED_DETAILS_MS;
    const ms = Math.min(detailsMs, deadline - clock.now());
    const ports = { ...reads, clock, signal: stop, ms, repository: pull.repository };
    let readAt = clock.now();
    // Somebody may have pushed or begun them anew meanwhile.
    const isStillDue = async (): Promise<boolean> => {
      if (clock.now() - readAt <= STALE_MS) {
        return true;
      }
      readAt = clock.now();
      const again = await lookAtHead(pull, this.#lookPorts);
      return again.kind === 'read' && this.#isAsRead(again);
    };
    const sections = await failedSections(failed, ports);
    if (!(await isStillDue())) {
      return { kind: 'open', waitMs: 0 };
    }
    const of = this.#seen?.checks.length ?? failed.length;
    const sentence = mendSentence({ place: this.#place, branch: pull.headBranch, failed, of });
    const own = joined([sentence, request ?? '']);
    const most = promptMax === null ? Infinity : promptMax - own.length - MARK_LINE;
    const { checksContext } = await import(/* webpackMode: "eager" */ '../run/untrusted-text.ts');
    const prompt = joined([own, checksContext(sections, { fence: uuid(), most })]);
    step.dispatch(
      note(
        `Not green: ${failuresInShort(failed)}. Asking the run to mend it ` +
          `(${mend.number} of ${inputs.maxFixes}).`,
      ),
    );
    this.#asked.push(mend);
    this.#count();
    const mark = mendMark(mendKey, mend);
    // The log of the first run does not show it where a turn is a run of its own.
    const lookFirst = this.#mayBeAskedBefore;
    return { kind: 'ask', request: { prompt, mark, lookFirst, isStillDue } };
  }

  /** An earlier attempt may have asked the run for mends, unless this one has created it. */
  get #mayBeAskedBefore(): boolean {
    const { context, inputs } = this.#ports;
    const isNew = context.step.state.mode === 'created';
    return !isNew && mayBeMadeBefore({ inputs, event: context.event });
  }

  /**
   * Whether this attempt goes on behind a turn that an earlier one has begun, so that the mends are
   * later turns. One that was sent now comes after them.
   */
  #goesOn(): boolean {
    const { turn, mode } = this.#ports.context.step.state;
    return mode === 'attached' || turn?.isFound === true;
  }

  /** What it was asked for fails as it did: it is asked for once more, which follows it. */
  #isStillRed(mend: MendMark): boolean {
    return this.#seen?.state.kind === 'red' && isOfHead(mend, this.#watch.headSha);
  }

  /** Follows the turn of a mend of an earlier attempt, because it is the last one. */
  #lookBack(mend: MendMark): Look {
    this.#looksBack = true;
    // No other mark begins so, whichever head it is of.
    const mark = mendMarkStart(this.#ports.mendKey, mend.number);
    const isOfUnknownHead = !isOfHead(mend, this.#watch.headSha);
    const request = { prompt: '', mark, lookFirst: true, isStillDue: null, isOfUnknownHead };
    return { kind: 'ask', request };
  }

  /** Whether a look shows the head that was read last, and red as it was. */
  #isAsRead({ pull, reading }: Extract<HeadLook, { readonly kind: 'read' }>): boolean {
    const isSameHead = pull.headSha === this.#watch.headSha && !pull.closed;
    return isSameHead && reading !== null && this.#judged(reading).state.kind === 'red';
  }

  /** Those of earlier attempts stand in the log of the run, or were looked for. */
  get #mends(): readonly MendMark[] {
    const { context, mendKey } = this.#ports;
    const told = mendsOf(mendKey, context.step.state.turn?.mendMarks ?? []);
    const all = [...told, ...(this.#earlier ?? []), ...this.#asked];
    return all.toSorted((a, b) => a.number - b.number);
  }

  /** Nothing is asked of a run that is only followed. */
  async #earlierMends(): Promise<readonly MendMark[]> {
    const { agent, context, inputs, request, mendKey: key, deadline } = this.#ports;
    const { turn, mode } = context.step.state;
    // A run that is attached to shows its whole log, and nothing is read behind a follow-up's turn.
    const isInLog = !agent.turnIsRun && mode === 'attached';
    if (isInLog || !this.#mayBeAskedBefore || request === null || turn === null) {
      return [];
    }
    const runId = turn.followed;
    const { headSha } = this.#watch;
    const most = inputs.maxFixes;
    return earlierMends(context, { agent, runId, key, headSha, most, deadline });
  }

  /** Null: there is one. */
  async #lookForNewHead({ headSha, at }: Mended): Promise<Look | null> {
    const { context, pull, deadline } = this.#ports;
    const { clock, stop } = context;
    for (const afterMs of NEW_HEAD_MS) {
      const due = at + afterMs;
      if (due > deadline) {
        return lacking(this.timedOut());
      }
      await clock.sleep(Math.max(0, due - clock.now()), stop);
      const seen = await lookAtPull(pull, this.#lookPorts);
      if (seen.kind !== 'read') {
        return lacking(this.#unread(seen));
      }
      if (seen.pull.headSha !== headSha || seen.pull.closed) {
        return null;
      }
    }
    return lacking(this.#unmended('The run was asked to mend them, but the run changed nothing.'));
  }

  /** Merged, or closed without that. */
  #closed({ abandoned }: GitHubPullRequest): Look {
    const { step } = this.#ports.context;
    const words =
      this.#seen === null ? 'could not be read' : `stood at: ${checksInShort(this.#seen)}`;
    if (abandoned) {
      return this.#lacking(
        `${this.#place} was closed without a merge. Its checks ${words}. ` +
          'Reopen it, or start a new run.',
      );
    }
    const missed = this.#seen?.state.kind === 'green' ? 'seen green twice' : 'green';
    const message = `${this.#place} was merged before its checks were ${missed}; they ${words}.`;
    step.dispatch(notice(message));
    return { kind: 'proven' };
  }

  #unread(look: Exclude<HeadLook, { readonly kind: 'read' }>): SessionEnd {
    const what = `the checks of ${this.#placeWithin} could not be read${githubFailure(look.error)}`;
    if (look.kind === 'late') {
      // The last look was cut off, and nothing was wrong with GitHub.
      if (look.error instanceof OutOfTime && !this.#isTroubleTold) {
        return this.timedOut();
      }
      const { context, deadline } = this.#ports;
      const lasted = context.clock.now() >= deadline ? LASTED : LASTS_LONGER;
      return this.#cutShort(`${asSentence(what)} ${lasted}${this.#asLastSeen('stood')}`);
    }
    const needed = `The job needs \`permissions: ${PERMISSIONS[look.what]}\`.`;
    return this.#unverified(
      `${asSentence(what)} ${remedy(look.error, needed, { asked: 'guard' })}`,
    );
  }

  #unmended(why: string): SessionEnd {
    const failed = this.#seen?.state.kind === 'red' ? this.#seen.state.failed : [];
    return this.#unverified(`${this.#place} is not green: ${failuresInShort(failed)}. ${why}`);
  }

  #lacking(why: string): Look {
    return lacking(this.#unverified(why));
  }

  /** @param why sentences, which may quote names of checks and messages of others */
  #unverified(why: string): SessionEnd {
    return {
      ...plainEnd('unverified'),
      lacks: 'checks',
      errorMessage: `The agent reported success, but ${lowerFirst(why)}`,
    };
  }

  /** The run has ended, but what is waited for has not. */
  #cutShort(why: string): SessionEnd {
    return {
      ...plainEnd('timed_out'),
      lacks: 'checks',
      cutShort: `The run itself has ended, but ${lowerFirst(why)}`,
    };
  }
}

/** A claim with the head that its pull request has by now (contract 1.2, `head_sha`). */
function withHead(
  claim: PullRequestCheck,
  { pull, headSha }: { readonly pull: ExistingPullRequest; readonly headSha: string },
): PullRequestCheck {
  if (claim.state !== 'exists') {
    return claim;
  }
  const { pullRequest } = claim;
  const isIt = pullRequest.number === pull.number && pullRequest.repository === pull.repository;
  return isIt ? { ...claim, pullRequest: { ...pullRequest, headSha } } : claim;
}

const OUTDATED =
  'The request to mend was not sent: meanwhile the checks have begun anew, or another head was ' +
  'pushed.';
const WHY_MAX = 300;
/** For what is read of failed checks beside themselves. */
const DETAILS_MS = 30_000;
/** Where many share GitHub's limit, each read waits for its turn. */
const PACED_DETAILS_MS = 600_000;
/** What was read of the checks is older than this. */
const STALE_MS = 5_000;
/** Kept for the line with the mark. */
const MARK_LINE = 100;
const LASTED = 'That lasted until the time of the step was over (`timeout_minutes`).';
/** GitHub names a time for the next request that is not waited for. */
const LASTS_LONGER =
  'GitHub allows the next request after the time of the step only (`timeout_minutes`).';
const NO_FOLLOW_UPS =
  'This service takes no message to a run that exists, so it is not asked to mend them.';
const NO_CHECKS =
  'no check ran on the head of PLACE within two minutes. That is common: the workflows of a pull ' +
  "request that was made with a workflow's own token do not start, or wait for approval. See " +
  'docs/proof-of-work.md.';

const NONE_LEFT =
  'no check on the head of PLACE counts: `ignore_checks`, this very workflow run and its own ' +
  '`commit_status` leave out all that there are.';

/** What the job needs to read it. */
const PERMISSIONS: Readonly<Record<LookedFor, string>> = {
  checks: 'checks: read',
  pull_request: 'pull-requests: read',
  statuses: 'statuses: read',
};

/** `Pull request #12` in the middle of a sentence. */
function lowerFirst(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}
