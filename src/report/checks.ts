/**
 * The checks of a pull request's head, as people read them (contract 19.5): in a few words, as a
 * list, and as a line of the job log. Names and addresses are untrusted text. Pure.
 */
import { counted, ellipsis, joined, shortLine } from '../safe/text.ts';
import { checkPage, safeHttpsUrl, type RepositoryPlace } from '../safe/url.ts';
import {
  failedOf,
  type CheckVerdict,
  type HeadCheck,
  type HeadState,
} from '../github/head-checks.ts';
import type { HeadChecks, StepView, TurnOpening, TurnStart } from './step-view.ts';
import { entryMeaning } from '../message-types.ts';

const LISTED_MAX = 50;
const NAMED_MAX = 5;
const NAME_MAX = 80;
const ANSWER_MAX = 160;

/** Those that need a look come first. */
const ORDER: readonly CheckVerdict[] = ['bad', 'stopped', 'person', 'running', 'good'];

/** `build, lint and 3 more` */
export function namesInShort(names: readonly string[]): string {
  const shown = names.slice(0, NAMED_MAX).map((name) => shortLine(name, NAME_MAX));
  const rest = names.length - shown.length;
  return rest > 0 ? `${shown.join(', ')} and ${rest} more` : shown.join(', ');
}

/** `build failed, lint timed out` */
export function failuresInShort(failed: readonly HeadCheck[]): string {
  return namesInShort(
    failed.map((check) => {
      const words = check.conclusion === 'failure' ? 'failed' : conclusionWords(check);
      return `${shortLine(check.name, NAME_MAX)} ${words}`;
    }),
  );
}

/** `checks 3 of 5, lint failed, waiting for build` */
export function checksInShort({ checks, state }: Pick<HeadChecks, 'checks' | 'state'>): string {
  if (state.kind === 'none') {
    return 'no checks yet';
  }
  const done = checks.filter(({ verdict }) => verdict !== 'running' && verdict !== 'person').length;
  const count = checks.length === 0 ? 'checks' : `checks ${done} of ${checks.length}`;
  // A head that is red says itself what failed.
  const failed = state.kind === 'red' ? '' : failuresInShort(failedOf(checks));
  return joined([count, failed, stateWords(state)], ', ');
}

function stateWords(state: Exclude<HeadState, { readonly kind: 'none' }>): string {
  switch (state.kind) {
    case 'running':
      return `waiting for ${namesInShort(state.waitsFor)}`;
    case 'queued':
      return 'waiting for a workflow that has not begun';
    case 'red':
      return `failed: ${namesInShort(state.failed.map(({ name }) => name))}`;
    case 'person':
      return `waiting for somebody to approve ${namesInShort(state.waitsFor)}`;
    case 'green':
      return 'all green';
  }
}

/** The line of the job log for a change. */
export function checksLogLine(head: HeadChecks): string {
  return `${placeText(head)}, head ${head.headSha.slice(0, 7)}: ${checksInShort(head)}.`;
}

/** `Pull request #12`, of another repository `Pull request octo/shop#12`. */
export function placeText({
  here,
  repository,
  number,
}: Pick<HeadChecks, 'here' | 'number' | 'repository'>): string {
  return `Pull request ${here ? '' : repository}#${number}`;
}

function conclusionWords({ conclusion, verdict }: HeadCheck): string {
  if (conclusion !== null) {
    return shortLine(conclusion, NAME_MAX).replaceAll('_', ' ');
  }
  return verdict === 'person' ? 'waits for approval' : 'running';
}

/** What is shown of a check. Name and address are untrusted text. */
interface ShownCheck {
  readonly verdict: CheckVerdict;
  readonly name: string;
  readonly words: string;
  /** The address of its page here, which is live. Null: it has none. */
  readonly link: string | null;
  /** Where people find it otherwise, as text. Null: not told. */
  readonly address: string | null;
}

/** The checks of a head, as every place shows them. */
export interface ShownChecks {
  /** `Checks of 0a1b2c3: 4 of 5 passed, 1 mend asked for`. */
  readonly title: string;
  /** Those that need a look first. */
  readonly listed: readonly ShownCheck[];
  /** How many are not listed. */
  readonly rest: number;
  /** Whether nobody needs to look at the list. */
  readonly isGood: boolean;
}

/** Null if there is nothing to tell: no checks are news only where they were waited for. */
export function shownChecks({
  fixes,
  headChecks,
  provenance,
}: Pick<StepView, 'fixes' | 'headChecks' | 'provenance'>): ShownChecks | null {
  const isNews = headChecks !== null && (headChecks.checks.length > 0 || fixes !== null);
  if (!isNews) {
    return null;
  }
  const { checks } = headChecks;
  const rank = ({ verdict }: HeadCheck): number => ORDER.indexOf(verdict);
  const ordered = checks.toSorted((a, b) => rank(a) - rank(b));
  const listed = ordered.slice(0, LISTED_MAX).map((check) => shownCheck(check, provenance));
  return {
    title: checksTitle(headChecks, fixes),
    listed,
    rest: ordered.length - listed.length,
    isGood: checks.every(({ verdict }) => verdict === 'good'),
  };
}

function shownCheck(check: HeadCheck, place: RepositoryPlace): ShownCheck {
  const link = check.addresses.map((address) => checkPage(address, place)).find(isLink) ?? null;
  const elsewhere = check.addresses.map((address) => safeHttpsUrl(address)).find(isLink) ?? null;
  return {
    verdict: check.verdict,
    name: ellipsis(check.name, NAME_MAX),
    words: conclusionWords(check),
    link,
    address: link === null ? elsewhere : null,
  };
}

const isLink = (address: string | null): address is string => address !== null;

/** @param fixes as in the state of a step */
function checksTitle({ checks, headSha }: HeadChecks, fixes: number | null): string {
  const passed = checks.filter(({ verdict }) => verdict === 'good').length;
  const count = checks.length === 0 ? 'none' : `${passed} of ${checks.length} passed`;
  const mends = fixes === null || fixes === 0 ? '' : `, ${counted(fixes, 'mend')} asked for`;
  return `Checks of ${headSha.slice(0, 7)}: ${count}${mends}`;
}

/** A turn in which the run mended what failed, as every place shows it. */
export interface ShownMend {
  readonly number: number;
  /** The head that it mended, shortened. Null: it is not known. */
  readonly head: string | null;
  /** `build failed, lint timed out`. Agent text. */
  readonly failed: string;
  /** The number of its first step. Null: there is none yet. */
  readonly firstStep: number | null;
  /** What the agent said at its end, or empty. Agent text. */
  readonly answer: string;
}

/** The mends of this attempt, oldest first. */
export function shownMends({
  opening,
  steps,
  turnStarts,
}: Pick<StepView, 'opening' | 'steps' | 'turnStarts'>): readonly ShownMend[] {
  const turns: readonly (TurnOpening & Partial<TurnStart>)[] =
    opening === null ? turnStarts : [...turnStarts, opening];
  return turns.flatMap(({ index = null, mend }, at) => {
    if (mend === undefined) {
      return [];
    }
    const { headSha = null, state = null } = mend.head ?? {};
    const end = turns[at + 1]?.index ?? Infinity;
    const last = steps.findLast(
      (step) =>
        index !== null &&
        step.index >= index &&
        step.index < end &&
        entryMeaning(step.kind) === 'answer',
    );
    return {
      number: mend.number,
      head: headSha?.slice(0, 7) ?? null,
      failed: state?.kind === 'red' ? failuresInShort(state.failed) : '',
      firstStep: index === null ? null : index + 1,
      answer: shortLine(last?.headline ?? '', ANSWER_MAX),
    };
  });
}

/** The output `checks`, as `runs_file` has it too (contract 1.2). */
export function checkValues({ headChecks }: Pick<StepView, 'headChecks'>): readonly object[] {
  return (headChecks?.checks ?? []).map(({ name, conclusion, addresses }) => ({
    name,
    conclusion,
    url: addresses[0] ?? null,
  }));
}
