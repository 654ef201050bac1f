/**
 * The checks of a pull request's head, as people read them (contract 19.5): in a few words, as a
 * list, and as a line of the job log. Names and addresses are untrusted text. Pure.
 */
import { htmlLink, htmlText } from '../safe/html.ts';
import { markdownCode, markdownText } from '../safe/markdown.ts';
import { counted, ellipsis, shortLine } from '../safe/text.ts';
import { checkPage, safeHttpsUrl, type RepositoryPlace } from '../safe/url.ts';
import type { CheckVerdict, HeadCheck, HeadState } from '../github/head-checks.ts';
import type { HeadChecks, StepView } from './step-view.ts';

const LISTED_MAX = 50;
const NAMED_MAX = 5;
const NAME_MAX = 80;

const MARKS: Readonly<Record<CheckVerdict, string>> = {
  bad: '❌',
  good: '✅',
  person: '✋',
  running: '⏳',
  stopped: '🚫',
};

/** In the report, whose fonts may have no pictures. */
const PLAIN_MARKS: Readonly<Record<CheckVerdict, string>> = {
  bad: '✗',
  good: '✓',
  person: '!',
  running: '…',
  stopped: '–',
};

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

/** `checks 3 of 5, waiting for build` */
export function checksInShort({ checks, state }: Pick<HeadChecks, 'checks' | 'state'>): string {
  const done = checks.filter(({ verdict }) => verdict !== 'running' && verdict !== 'person').length;
  const count = checks.length === 0 ? 'checks' : `checks ${done} of ${checks.length}`;
  return `${count}, ${stateWords(state)}`;
}

function stateWords(state: HeadState): string {
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
    case 'none':
      return 'none yet';
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

/** What is shown of a check. */
interface ShownCheck {
  readonly verdict: CheckVerdict;
  readonly name: string;
  readonly words: string;
  /** The address of its page here, which is live. Null: it has none. */
  readonly link: string | null;
  /** Where people find it otherwise, as text. Null: not told. */
  readonly address: string | null;
}

function shownChecks(
  { checks }: HeadChecks,
  place: RepositoryPlace,
): { readonly shown: readonly ShownCheck[]; readonly rest: number } {
  const rank = ({ verdict }: HeadCheck): number => ORDER.indexOf(verdict);
  const ordered = checks.toSorted((a, b) => rank(a) - rank(b));
  const shown = ordered.slice(0, LISTED_MAX).map((check) => {
    const link = check.addresses.map((address) => checkPage(address, place)).find(isLink) ?? null;
    const elsewhere = check.addresses.map((address) => safeHttpsUrl(address)).find(isLink) ?? null;
    return {
      verdict: check.verdict,
      name: ellipsis(check.name, NAME_MAX),
      words: conclusionWords(check),
      link,
      address: link === null ? elsewhere : null,
    };
  });
  return { shown, rest: ordered.length - shown.length };
}

const isLink = (address: string | null): address is string => address !== null;

type Checked = Pick<StepView, 'fixes' | 'headChecks' | 'provenance'>;

/** `Checks of 0a1b2c3: 4 of 5 passed, 1 mend asked for`. Plain text. */
function checksTitle({ headChecks, fixes }: Checked & { readonly headChecks: HeadChecks }): string {
  const { checks, headSha } = headChecks;
  const passed = checks.filter(({ verdict }) => verdict === 'good').length;
  const count = checks.length === 0 ? 'none' : `${passed} of ${checks.length} passed`;
  const mends = fixes === null || fixes === 0 ? '' : `, ${counted(fixes, 'mend')} asked for`;
  return `Checks of ${headSha.slice(0, 7)}: ${count}${mends}`;
}

/** The checks as a title and a list in Markdown. */
interface ChecksSection {
  /** Without markup that could be live, also between HTML tags. */
  readonly title: string;
  readonly list: string;
  /** Whether nobody needs to look at the list. */
  readonly isGood: boolean;
}

/** What there is to tell: that a head has no checks is news only where they were waited for. */
function toldChecks({ fixes, headChecks }: Checked): HeadChecks | null {
  const isNews = headChecks !== null && (headChecks.checks.length > 0 || fixes !== null);
  return isNews ? headChecks : null;
}

/** Null if there is nothing to tell. */
export function checksMarkdown(view: Checked): ChecksSection | null {
  const headChecks = toldChecks(view);
  if (headChecks === null) {
    return null;
  }
  const { shown, rest } = shownChecks(headChecks, view.provenance);
  const items = shown.map(({ verdict, name, words, link, address }) => {
    const label = markdownText(name);
    const named = link === null ? label : `[${label}](${link})`;
    const where = address === null ? '' : ` · ${markdownCode(address, { maxLength: 200 })}`;
    return `- ${MARKS[verdict]} ${named} ${markdownText(words)}${where}`;
  });
  const more = rest > 0 ? [`- and ${rest} more`] : [];
  const isGood = headChecks.checks.every(({ verdict }) => verdict === 'good');
  const title = checksTitle({ ...view, headChecks });
  return { title, list: [...items, ...more].join('\n'), isGood };
}

/** Empty if there is nothing to tell. */
export function checksHtml(view: Checked): string {
  const headChecks = toldChecks(view);
  if (headChecks === null) {
    return '';
  }
  const { shown, rest } = shownChecks(headChecks, view.provenance);
  const items = shown.map(({ verdict, name, words, link, address }) => {
    const named = link === null ? htmlText(name) : htmlLink(name, link);
    const where = address === null ? '' : ` <code>${htmlText(address)}</code>`;
    return `<li>${PLAIN_MARKS[verdict]} ${named} ${htmlText(words)}${where}</li>`;
  });
  const more = rest > 0 ? [`<li>and ${counted(rest, 'more', 'more')}</li>`] : [];
  const title = htmlText(checksTitle({ ...view, headChecks }));
  const list = [...items, ...more].join('\n');
  return `<section><h2>${title}</h2><ul class="checks">${list}</ul></section>`;
}

/** The output `checks`, as `runs_file` has it too (contract 1.2). */
export function checkValues({ headChecks }: Pick<StepView, 'headChecks'>): readonly object[] {
  return (headChecks?.checks ?? []).map(({ name, conclusion, addresses }) => ({
    name,
    conclusion,
    url: addresses[0] ?? null,
  }));
}
