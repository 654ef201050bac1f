/**
 * What the checks of a pull request's head say together (contract 19.1, 19.2): which of them count,
 * and whether they are running, red, green, or wait for a person. Pure.
 */
import { escapePattern } from '../safe/text.ts';
import type { CheckRun, CheckSuite, StatusOfCommit } from './port.ts';

/**
 * What a check comes to. `stopped`: nobody knows, because it was called off; it is not green, and
 * nothing is wrong that could be mended. `person`: somebody has to let it run.
 */
export type CheckVerdict = 'bad' | 'good' | 'person' | 'running' | 'stopped';

/** GitHub's conclusions of check runs and suites, and its states of commit statuses. */
const CONCLUSIONS: Readonly<Record<string, CheckVerdict>> = {
  success: 'good',
  neutral: 'good',
  skipped: 'good',
  failure: 'bad',
  timed_out: 'bad',
  startup_failure: 'bad',
  error: 'bad',
  cancelled: 'stopped',
  stale: 'stopped',
  action_required: 'person',
  pending: 'running',
};

/** Whether something is wrong that a change could mend, among the checks of a red head. */
export function isMendable(failed: readonly Pick<HeadCheck, 'verdict'>[]): boolean {
  return failed.some(({ verdict }) => verdict !== 'stopped');
}

/** One that GitHub has not documented yet is none of the good ones. */
export function verdictOfConclusion(conclusion: string): CheckVerdict {
  return CONCLUSIONS[conclusion] ?? 'bad';
}

const ACTIONS = 'github-actions';
const COMPLETED = 'completed';
/** The status of a check run that a person has to approve. */
const WAITING = 'waiting';

/** What was read of a head commit at one time. */
export interface HeadReading {
  readonly suites: readonly CheckSuite[];
  readonly runs: readonly CheckRun[];
  readonly statuses: readonly StatusOfCommit[];
}

/** What does not count (contract 19.1). */
export interface LeftOut {
  /** `GITHUB_RUN_ID`: this very workflow run. Empty: unknown. */
  readonly workflowRunId: string;
  /** The name of the step's own commit status, or null. */
  readonly commitStatus: string | null;
  /** Names, in which `*` stands for any text. */
  readonly ignored: readonly string[];
}

/** A check that counts. Name and address are untrusted text. */
export interface HeadCheck {
  readonly name: string;
  /** GitHub's word; null while it is running. */
  readonly conclusion: string | null;
  readonly verdict: CheckVerdict;
  /** Where people see it; the first is that of its app. */
  readonly addresses: readonly string[];
  /** The check run, or null for a commit status, or a suite that has none. */
  readonly run: CheckRun | null;
  /** What a commit status says of itself. Empty if nothing. */
  readonly description: string;
}

export type HeadState =
  /** `waitsFor`: the names of what is running. */
  | { readonly kind: 'running'; readonly waitsFor: readonly string[] }
  /** Nothing runs but suites of GitHub Actions without a check run, which may never begin. */
  | { readonly kind: 'queued' }
  | { readonly kind: 'red'; readonly failed: readonly HeadCheck[] }
  /** Somebody has to let these run. */
  | { readonly kind: 'person'; readonly waitsFor: readonly string[] }
  | { readonly kind: 'green' }
  /** No check is left. `hasOthers`: there are some, which do not count. */
  | { readonly kind: 'none'; readonly hasOthers: boolean };

export interface JudgedHead {
  /** Those that count, in the order of their names. */
  readonly checks: readonly HeadCheck[];
  readonly state: HeadState;
}

export function judgeHead(reading: HeadReading, leftOut: LeftOut): JudgedHead {
  const isIgnored = ignoring(leftOut.ignored);
  const isOut = (run: CheckRun): boolean => isIgnored(run.name) || isOwn(run, leftOut);
  const runs = reading.runs.filter((run) => !isOut(run) && !isSuperseded(run, reading.runs));
  const statuses = newestStatuses(reading.statuses).filter(
    ({ context }) => !isIgnored(context) && context !== leftOut.commitStatus,
  );
  const suites = reading.suites.map((suite) => withRuns(suite, { reading, isOut }));
  const checksThemselves = suites.filter((suite) => isCheckItself(suite, suites));

  const checks = [
    ...runs.map(checkOfRun),
    ...statuses.map(checkOfStatus),
    ...checksThemselves.filter(({ appName }) => !isIgnored(appName)).map(checkOfSuite),
  ].sort((a, b) => a.name.localeCompare(b.name, 'en'));
  const all = [...reading.runs, ...reading.statuses, ...checksThemselves];
  const hasOthers = all.length > 0;
  return { checks, state: stateOf(checks, { suites, hasOthers }) };
}

function stateOf(
  checks: readonly HeadCheck[],
  { suites, hasOthers }: { readonly suites: readonly SuiteWithRuns[]; readonly hasOthers: boolean },
): HeadState {
  const open = suites.filter(isOpen);
  const running = namesOf(checks, 'running');
  const hasBegun = open.filter((suite) => suite.runs.length > 0);
  if (running.length > 0 || hasBegun.length > 0) {
    const apps = new Set(hasBegun.map(({ appName }) => appName));
    // What is still to come of an app has no name yet.
    return { kind: 'running', waitsFor: running.length > 0 ? running : [...apps] };
  }
  if (open.length > 0) {
    return { kind: 'queued' };
  }
  const failed = failedOf(checks);
  if (failed.length > 0) {
    return { kind: 'red', failed };
  }
  const waitsFor = namesOf(checks, 'person');
  if (waitsFor.length > 0) {
    return { kind: 'person', waitsFor };
  }
  return checks.length === 0 ? { kind: 'none', hasOthers } : { kind: 'green' };
}

/** What makes a head red, once nothing is running. */
export function failedOf(checks: readonly HeadCheck[]): readonly HeadCheck[] {
  return checks.filter(({ verdict }) => verdict === 'bad' || verdict === 'stopped');
}

function namesOf(checks: readonly HeadCheck[], wanted: CheckVerdict): readonly string[] {
  return checks.filter(({ verdict }) => verdict === wanted).map(({ name }) => name);
}

function checkOfRun(run: CheckRun): HeadCheck {
  const { name, conclusion, addresses } = run;
  const about = { name, addresses, run, description: '' };
  if (run.status === COMPLETED) {
    return { ...about, conclusion, verdict: verdictOfConclusion(conclusion ?? '') };
  }
  return { ...about, conclusion: null, verdict: run.status === WAITING ? 'person' : 'running' };
}

function checkOfStatus({ context, state, description, targetUrl }: StatusOfCommit): HeadCheck {
  const verdict = verdictOfConclusion(state);
  return {
    name: context,
    conclusion: verdict === 'running' ? null : state,
    verdict,
    addresses: targetUrl === null ? [] : [targetUrl],
    run: null,
    description,
  };
}

function checkOfSuite({ appName, conclusion }: SuiteWithRuns): HeadCheck {
  return {
    name: appName,
    conclusion,
    verdict: verdictOfConclusion(conclusion ?? ''),
    addresses: [],
    run: null,
    description: '',
  };
}

interface SuiteWithRuns extends CheckSuite {
  /** Its check runs, those that are left out included. */
  readonly runs: readonly CheckRun[];
  readonly isOut: (run: CheckRun) => boolean;
}

function withRuns(
  suite: CheckSuite,
  { reading, isOut }: { readonly reading: HeadReading; readonly isOut: SuiteWithRuns['isOut'] },
): SuiteWithRuns {
  return { ...suite, runs: reading.runs.filter(({ suiteId }) => suiteId === suite.id), isOut };
}

/**
 * Whether more is to come of the suite than its check runs tell: a job that waits for another one
 * has none yet. An app that checks nothing here leaves its suite queued for ever.
 */
function isOpen({ app, status, runs, runCount, isOut }: SuiteWithRuns): boolean {
  if (status === COMPLETED) {
    return false;
  }
  // They keep the suite open, and tell themselves whether that counts.
  if (runs.some((run) => run.status !== COMPLETED)) {
    return false;
  }
  // More jobs of a workflow may come. Of another app, what is left out is all that there is.
  if (app !== ACTIONS && runs.length > 0 && runs.every(isOut)) {
    return false;
  }
  return app === ACTIONS || runs.length > 0 || (runCount ?? 0) > 0;
}

/**
 * Whether a suite says by itself what its check runs do not: that a workflow could not begin, or
 * that a person has to let it.
 */
function isCheckItself(suite: SuiteWithRuns, all: readonly SuiteWithRuns[]): boolean {
  const { app, status, conclusion, runs, runCount, isOut } = suite;
  if (status !== COMPLETED || conclusion === null) {
    return false;
  }
  const isLeftOut = runs.length > 0 && runs.every(isOut);
  if (isLeftOut) {
    return false;
  }
  const verdict = verdictOfConclusion(conclusion);
  if (verdict === 'person') {
    return runs.every((run) => run.conclusion !== conclusion);
  }
  if (conclusion === 'startup_failure') {
    return true;
  }
  const isEmpty = runs.length === 0 && runCount === 0;
  const isNewest = all.every((other) => other.app !== app || other.id <= suite.id);
  return app === ACTIONS && isEmpty && (verdict === 'bad' || (verdict === 'stopped' && isNewest));
}

/**
 * Check runs of one name in different suites all count, as two workflows may have a job of one
 * name. One that was called off does not where the same was begun anew.
 */
function isSuperseded(run: CheckRun, all: readonly CheckRun[]): boolean {
  const isCalledOff = run.conclusion !== null && verdictOfConclusion(run.conclusion) === 'stopped';
  return isCalledOff && all.some((other) => isNewer(other, run));
}

function isNewer(other: CheckRun, run: CheckRun): boolean {
  if (other.name !== run.name || other.app !== run.app) {
    return false;
  }
  const [later, earlier] = [other.startedAt, run.startedAt];
  return later !== null && earlier !== null && later !== earlier
    ? later > earlier
    : other.id > run.id;
}

/** The newest of each name. */
function newestStatuses(statuses: readonly StatusOfCommit[]): readonly StatusOfCommit[] {
  const newest = new Map<string, StatusOfCommit>();
  for (const status of statuses) {
    const known = newest.get(status.context);
    // GitHub lists the newest first.
    if (known === undefined || isLaterStatus(status, known)) {
      newest.set(status.context, status);
    }
  }
  return [...newest.values()];
}

function isLaterStatus(status: StatusOfCommit, known: StatusOfCommit): boolean {
  const [later, earlier] = [status.createdAt ?? 0, known.createdAt ?? 0];
  return later === earlier ? status.id > known.id : later > earlier;
}

/** Whether a check run is a job of this very workflow run. */
function isOwn({ addresses }: CheckRun, { workflowRunId }: LeftOut): boolean {
  return addresses.some((address) => workflowRunIn(address) === workflowRunId);
}

/** `123` of `…/actions/runs/123/job/456`. */
function workflowRunIn(address: string): string | null {
  return /\/actions\/runs\/(\d+)(?:\/|$)/.exec(address)?.[1] ?? null;
}

function ignoring(names: readonly string[]): (name: string) => boolean {
  const patterns = names.map((name) => {
    const parts = name.split('*').map(escapePattern);
    return new RegExp(`^${parts.join('.*')}$`, 's');
  });
  return (name) => patterns.some((pattern) => pattern.test(name));
}
