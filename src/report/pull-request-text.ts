/**
 * Pull requests of the run as Markdown: those of this repository as links built from validated parts, others as code (contract 6.4). Pure.
 */
import { repositoryLinks } from '../safe/links.ts';
import { checkMark } from './pull-request-check.ts';
import { markdownCode, markdownText } from '../safe/markdown.ts';
import { safeHttpsUrl } from '../safe/url.ts';
import type { StepView } from './step-view.ts';

const SHOWN_MAX = 10;
const TITLE_MAX = 120;

/** `[#128 Fix price filter](…)` or `` `https://elsewhere.example/…` `` for each pull request, this repository's first. */
export function pullRequestItems(
  view: Pick<StepView, 'pullRequests' | 'pullRequestTitles' | 'provenance' | 'checks'>,
): readonly string[] {
  const links = repositoryLinks(view.provenance);
  const states = new Map(view.checks?.map(({ url, state }) => [links.read(url)?.url ?? safeHttpsUrl(url), state]));
  // Two spellings of the same address are one pull request.
  const found = new Map<string, { readonly own: boolean; readonly text: string }>();
  for (const url of view.pullRequests) {
    const link = links.read(url);
    const address = link?.url ?? safeHttpsUrl(url);
    if (address === null || (found.has(address) && !view.pullRequestTitles?.has(url))) continue;
    const title = markdownText(view.pullRequestTitles?.get(url) ?? '', TITLE_MAX);
    const state = states.get(address);
    // A pull request that does not exist gets no link.
    const text =
      link === null || state === 'not_found'
        ? markdownCode(address, 300)
        : `[${link.label}${title === '' ? '' : ` ${title}`}](${link.url})`;
    found.set(address, { own: link !== null, text: `${text}${checkMark(state)}` });
  }
  const items = [...found.values()];
  return [true, false].flatMap((own) => items.filter((item) => item.own === own).map(({ text }) => text));
}

/** `[#128](…) ✓` for each pull request of this repository, safe for a table cell, because it contains no untrusted text. */
export function pullRequestCells({
  pullRequests,
  provenance,
  checks,
}: Pick<StepView, 'pullRequests' | 'provenance' | 'checks'>): readonly string[] {
  const links = repositoryLinks(provenance);
  const states = new Map(checks?.map(({ url, state }) => [links.read(url)?.url, state]));
  const own = new Map(pullRequests.flatMap((url) => links.read(url) ?? []).map((link) => [link.url, link]));
  return [...own.values()].map(({ label, url }) => {
    const state = states.get(url);
    return `${state === 'not_found' ? label : `[${label}](${url})`}${checkMark(state)}`;
  });
}

/** Addresses of the pull requests in this repository, built from validated parts. */
export function ownPullRequests({
  pullRequests,
  provenance,
}: Pick<StepView, 'pullRequests' | 'provenance'>): readonly string[] {
  const { read } = repositoryLinks(provenance);
  return [...new Set(pullRequests.flatMap((url) => read(url)?.url ?? []))];
}

/** A line that names them. Empty if there are none. */
export function pullRequestLine(view: Parameters<typeof pullRequestItems>[0]): string {
  const items = pullRequestItems(view);
  const rest = items.length - SHOWN_MAX;
  const shown = items.slice(0, SHOWN_MAX).join(' · ');
  if (items.length === 0) return '';
  const name = items.length === 1 ? 'Pull request' : 'Pull requests';
  return `**${name}:** ${shown}${rest > 0 ? ` · and ${rest} more` : ''}`;
}
