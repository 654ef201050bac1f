/**
 * The commits and checks of a run's pull request, as summary and report show them (contract 18.8).
 * Titles and names are the agent's, or of workflows that it may have changed. Pure.
 */
import { htmlLink, htmlText } from '../safe/html.ts';
import { markdownCode, markdownText } from '../safe/markdown.ts';
import { counted, ellipsis, joined } from '../safe/text.ts';
import { repositoryLinks } from '../safe/url.ts';
import type { PullRequestWork, StepView } from './step-view.ts';

const COMMITS_MAX = 20;
const TITLE_MAX = 120;
const CHECKS_MAX = 30;
const NAME_MAX = 80;

/** Missing checks are not green ones. */
const NO_CHECKS =
  'none on the head commit. GitHub runs workflows on what its agent pushes after a person has ' +
  'approved them, unless the repository allows them.';

type Worked = Pick<StepView, 'provenance' | 'work'>;

interface ShownCommit {
  readonly label: string;
  /** Null if there is no link to it. */
  readonly url: string | null;
  readonly title: string;
}

function commitsOf({ provenance, work }: Worked): readonly ShownCommit[] {
  const read = repositoryLinks(provenance);
  return (work?.commits ?? []).slice(0, COMMITS_MAX).map(({ sha, title }) => {
    const address = `${provenance.serverUrl}/${String(work?.repository)}/commit/${sha}`;
    const url = read(address)?.url ?? null;
    return { label: sha.slice(0, 7), url, title: ellipsis(title, TITLE_MAX) };
  });
}

/** Empty if nothing was read. */
export function workMarkdown(view: Worked): string {
  const { work } = view;
  if (work === null) {
    return '';
  }
  const commits = commitsOf(view).map(({ label, url, title }) => {
    const name = url === null ? markdownCode(label) : `[\`${label}\`](${url})`;
    return `- ${name} ${markdownText(title)}`;
  });
  const checks = checksText(work, (text) => markdownText(text));
  return joined(
    [
      work.commits === null ? '' : `**${commitsTitle(work)}**\n\n${commits.join('\n')}`.trim(),
      checks === '' ? '' : `**Checks:** ${checks}`,
    ],
    '\n\n',
  );
}

/** Empty if nothing was read. */
export function workHtml(view: Worked): string {
  const { work } = view;
  if (work === null) {
    return '';
  }
  const commits = commitsOf(view).map(({ label, url, title }) => {
    const name = url === null ? `<code>${htmlText(label)}</code>` : htmlLink(label, url);
    return `<li>${name} ${htmlText(title)}</li>`;
  });
  const checks = checksText(work, htmlText);
  const list = work.commits === null ? '' : `<ol>${commits.join('\n')}</ol>`;
  const title = work.commits === null ? 'Pull request' : commitsTitle(work);
  const line = checks === '' ? '' : `<p class="message">Checks: ${checks}</p>`;
  return `<section><h2>${title}</h2>${list}${line}</section>`;
}

function commitsTitle({ commits }: PullRequestWork): string {
  const count = commits?.length ?? 0;
  const rest = count - COMMITS_MAX;
  return `${counted(count, 'commit')}${rest > 0 ? `, the first ${COMMITS_MAX} of them` : ''}`;
}

function checksText({ checks }: PullRequestWork, safe: (text: string) => string): string {
  if (checks === null) {
    return '';
  }
  if (checks.length === 0) {
    return NO_CHECKS;
  }
  const shown = checks
    .slice(0, CHECKS_MAX)
    .map(({ name, state }) => `${safe(ellipsis(name, NAME_MAX))} ${safe(stateWord(state))}`);
  const rest = checks.length - shown.length;
  return `${shown.join(' · ')}${rest > 0 ? ` · and ${rest} more` : ''}`;
}

/** `action_required` as `action required`. */
function stateWord(state: string): string {
  return ellipsis(state, NAME_MAX).replaceAll('_', ' ');
}
