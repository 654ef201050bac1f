/** The pull requests of a run, and a branch that has none, as lines of Markdown. Pure. */
import { markdownCode, markdownText } from '../safe/markdown.ts';
import {
  bareBranch,
  lacksPullRequest,
  shortLabel,
  shownPullRequests,
  type Claims,
} from './pull-requests.ts';
import type { StepView } from './step-view.ts';

export const SHOWN_MAX = 10;
const TITLE_MAX = 120;

/**
 * `[#128](…) ✓` for each of the step's repositories, safe for a table cell, because it contains no
 * untrusted text.
 *
 * @param options.own the repository whose name need not be said, or null
 */
export function pullRequestCells(
  claims: Claims,
  { own = null }: { readonly own?: string | null } = {},
): readonly string[] {
  return shownPullRequests(claims).flatMap(({ link, live, mark }) => {
    if (link === null) {
      return [];
    }
    // GitHub would make a link of the bare number.
    const label = shortLabel(link.label, own);
    const name = live === null ? markdownCode(label) : `[${label}](${live.url})`;
    return [`${name}${mark}`];
  });
}

/**
 * `**Pull request:** [#128 Fix price filter](…) ✓`, or of another repository ``
 * `https://elsewhere.example/…` ``. Empty if there are none.
 */
export function pullRequestLine(claims: Claims): string {
  const items = shownPullRequests(claims).map(({ address, live, title, mark, explanation }) => {
    if (live === null) {
      return `${markdownCode(address, { maxLength: 300 })}${mark}`;
    }
    const label = `${live.label} ${markdownText(title, TITLE_MAX)}`.trim();
    const explained = explanation === '' ? '' : ` "${explanation}"`;
    return `[${label}](${live.url}${explained})${mark}`;
  });
  if (items.length === 0) {
    return '';
  }
  const rest = items.length - SHOWN_MAX;
  const more = rest > 0 ? ` · and ${rest} more` : '';
  return (
    `**Pull request${items.length === 1 ? '' : 's'}:** ` +
    `${items.slice(0, SHOWN_MAX).join(' · ')}${more}`
  );
}

/** `**Branch without a pull request:** `agent/fix` (not checked)`. Empty if there is none. */
export function branchLine(view: Parameters<typeof bareBranch>[0]): string {
  const name = bareBranch(view);
  return name === null
    ? ''
    : `**Branch without a pull request:** ${markdownCode(name, { maxLength: 300 })} (not checked)`;
}

/** That a run ended without the pull request that it was asked for. Otherwise empty. */
export function lackOfPullRequest(view: Pick<StepView, 'standing' | 'turn'>): string {
  return lacksPullRequest(view) ? '**Pull request:** none, although one was asked for' : '';
}
