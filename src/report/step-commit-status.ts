/**
 * What the commit status of a step says, from `pending` to its final state, in the main step and in
 * the post step (contract 15).
 */
import { CommitStatusKeeper, statusTarget, type ToldStatus } from '../github/commit-status.ts';
import type { Inputs } from '../inputs/parse.ts';
import { saveRunState, type SavedRunState } from '../runner/saved-state.ts';
import { counted } from '../safe/text.ts';
import { isRecord } from '../safe/json.ts';
import { namesProperty } from '../run/schema-parts.ts';
import { verdictIn, verdictText } from './review-words.ts';
import { SHOWN, type CommitState, type ShownTable } from '../outcomes.ts';
import { after, happened, runName } from './verdict.ts';
import type { StepView } from './step-view.ts';
import type { StepPorts } from './step.ts';

/** GitHub refuses longer descriptions. */
const DESCRIPTION_MAX = 140;

/**
 * What `pass` at the top level of a structured result (compact JSON) decides, or null if nothing.
 * Anything but `true` is a failure, and so is a result without it where the schema names it.
 *
 * @param schema the text of `output_schema`, or null
 */
export function passOf(resultJson: string | null, schema: string | null): boolean | null {
  if (resultJson === null) {
    return null;
  }
  const value: unknown = JSON.parse(resultJson);
  if (isRecord(value) && Object.hasOwn(value, 'pass')) {
    return value['pass'] === true;
  }
  return schema !== null && namesProperty(JSON.parse(schema), 'pass') ? false : null;
}

export interface ManyRuns {
  readonly outcome: StepView['outcome'];
  /** The number of runs per outcome, as text. */
  readonly counts: string;
  /** The value of `passOf` for the result of each run. */
  readonly passes: readonly (boolean | null)[];
  readonly durationMs: number;
}

/**
 * The status of many runs. It is a success if all runs succeeded and no result has `pass: false`.
 */
export function statusOfMany(
  { outcome, counts, passes, durationMs }: ManyRuns,
  table: ShownTable = SHOWN,
): ToldStatus {
  const { commitState, ending } = table[outcome];
  const failed = passes.filter((pass) => pass === false).length;
  const verdict = ending === 'good' && passes.some((pass) => pass !== null) ? failed === 0 : null;
  let words = counts;
  if (verdict !== null) {
    words = verdict ? 'all passed' : `${failed} did not pass`;
  }
  const runs = counted(passes.length, 'agent run');
  const told = `${runs}: ${words}${after({ outcome, durationMs })}`;
  return toldStatusOf({ commitState, verdict }, told);
}

/**
 * The status for the state of a step. With a structured result, `passOf` decides whether it is a
 * success.
 */
export function statusOf(view: StepView, schema: string | null): ToldStatus {
  const { outcome, errorCode } = view;
  const { commitState, ending } = SHOWN[outcome];
  const review = verdictIn(view);
  if (review !== null) {
    const told = toldStatusOf({ commitState, verdict: review.pass }, verdictText(review));
    return { ...told, targetUrl: review.url };
  }
  const verdict = ending === 'good' ? passOf(view.resultJson, schema) : null;
  const code = errorCode === null ? '' : ` (${errorCode})`;
  const passed = `${runName(view)}: ${verdict === true ? 'passed' : 'did not pass'}${after(view)}`;
  return toldStatusOf(
    { commitState, verdict },
    verdict === null ? `${happened(view)}${code}` : passed,
  );
}

function toldStatusOf(
  { commitState, verdict }: { readonly commitState: CommitState; readonly verdict: boolean | null },
  words: string,
): ToldStatus {
  const judged = verdict === true ? 'success' : 'failure';
  const state = verdict === null ? commitState : judged;
  return { state, description: words.slice(0, DESCRIPTION_MAX) };
}

type StatusInputs = Pick<Inputs, 'commitStatus' | 'githubToken' | 'wait'>;

interface OpenStatus {
  readonly inputs: StatusInputs;
  /** The commit that has the status already, null for none. */
  readonly known?: string | null;
}

/**
 * Keeps the status of the step's run. Null if no status is requested, if no process would be left
 * to finish it, or if the step is about no commit.
 */
export function openCommitStatus(
  { clock, env, event, github, host, stop, warn }: StepPorts,
  { inputs, known = null }: OpenStatus,
): CommitStatusKeeper | null {
  const { commitStatus: name, githubToken, wait } = inputs;
  // A notice says that it does nothing without waiting.
  if (name === null || !wait) {
    return null;
  }
  const sha = env['GITHUB_SHA']?.trim() ?? '';
  if (statusTarget(event, sha).kind === 'none' && known === null) {
    warn(
      `The commit status "${name}" was not set: the event names no commit, and \`GITHUB_SHA\` ` +
        'holds none. Use `commit_status` on the event of a push or of a pull request.',
    );
    return null;
  }
  return new CommitStatusKeeper({
    name,
    known,
    event,
    sha,
    clock,
    stop,
    warn,
    github: () => github({ token: githubToken, event }),
    onLeft: (statusSha) => saveRunState(host, { statusSha }),
  });
}

/** For the post step: what the status says at the end, or that there is none. */
export function savedStatus(told: ToldStatus | null): Partial<SavedRunState> {
  const { state = null, description = null, targetUrl = null } = told ?? {};
  return { statusState: state, statusText: description, statusUrl: targetUrl };
}

interface LeftStatus {
  readonly inputs: StatusInputs;
  readonly state: SavedRunState;
  /** The status if the main step had not reached its final one. */
  readonly otherwise: () => ToldStatus;
  /** As in `LastUpdate`. */
  readonly budgetMs: number;
  readonly signal: AbortSignal;
}

/** Finishes a `pending` status that the main step left. */
export async function endLeftStatus(
  context: StepPorts,
  { inputs, state, otherwise, budgetMs, signal }: LeftStatus,
): Promise<void> {
  const { statusSha = null, statusState = null, statusText = null, statusUrl = null } = state;
  const keeper =
    statusSha === null ? null : openCommitStatus(context, { inputs, known: statusSha });
  let told: ToldStatus;
  if (statusState !== null && statusText !== null) {
    told = { state: statusState, description: statusText, targetUrl: statusUrl };
  } else {
    told = otherwise();
  }
  await keeper?.finish(context.step.view(), { told, budgetMs, signal });
}
