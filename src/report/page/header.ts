/**
 * The header of the report (contract 9): outcome, links and facts, then for a failure its cause, the preceding steps and the agent's last
 * message, then the rendered result. Written as HTML, so that it is visible before the script has run and without it.
 */
import { checkMark } from '../pull-request-check.ts';
import { counted, duration, grouped } from '../../shared/format.ts';
import { causeDetail, reasonOf, type Reason } from '../cause.ts';
import { repositoryLinks } from '../../safe/links.ts';
import type { RepositoryLinks } from '../../safe/links.ts';
import { renderMarkdownHtml } from '../../safe/rendered-markdown.ts';
import { htmlText } from '../../safe/html.ts';
import { safeHttpsUrl } from '../../safe/url.ts';
import { ellipsis } from '../../safe/text.ts';
import type { StepDigest, StepView } from '../step-view.ts';
import { stepName } from './data.ts';

/** UTF-16 units of the result that are rendered. */
const RESULT_MAX = 100_000;
const ERROR_MAX = 4_000;
const LINKS_MAX = 20;
const TITLE_MAX = 120;
/** Milliseconds since the epoch. A date cannot be later. */
const LAST_TIME = 8.64e15;

export type TraceHead = Pick<
  StepView,
  | 'outcome'
  | 'errorCode'
  | 'errorMessage'
  | 'runId'
  | 'webUrl'
  | 'status'
  | 'durationMs'
  | 'requests'
  | 'result'
  | 'resultIsOld'
  | 'pullRequests'
  | 'pullRequestTitles'
  | 'checks'
  | 'steps'
  | 'failures'
  | 'provenance'
>;

/** Outcomes for which the result is shown first. */
const GOOD: ReadonlySet<TraceHead['outcome']> = new Set(['succeeded', 'started', 'running', 'skipped']);

export function titleOf({ runId }: Pick<TraceHead, 'runId'>): string {
  return runId === null ? 'Agent run' : `Agent run ${runId}`;
}

/** Addresses that may be links: those of the workflow's repository. */
export function linksOf({ provenance }: Pick<TraceHead, 'provenance'>): RepositoryLinks {
  return repositoryLinks(provenance);
}

const anchor = (url: string, text: string): string =>
  `<a href="${htmlText(url)}" target="_blank" rel="noopener noreferrer">${htmlText(text)}</a>`;

/** The run and the pull requests of this repository, as links. */
export function linksHtml(
  head: Pick<TraceHead, 'webUrl' | 'pullRequests' | 'pullRequestTitles' | 'provenance' | 'checks'>,
): string {
  const { read } = linksOf(head);
  const run = head.webUrl === null ? null : safeHttpsUrl(head.webUrl);
  const states = new Map(head.checks?.map((check) => [read(check.url)?.url ?? check.url, check.state]));
  const isThere = (address: string): boolean => states.get(read(address)?.url ?? '') !== 'not_found';
  const titled = head.pullRequests.flatMap((address) => {
    const link = isThere(address) ? read(address) : null;
    if (link === null) return [];
    const title = head.pullRequestTitles?.get(address) ?? '';
    const words = title === '' ? '' : ` ${ellipsis(title, TITLE_MAX)}`;
    return [[link.url, `Pull request ${link.label}${words}${checkMark(states.get(link.url))}`] as const];
  });
  const own = [...new Map(titled)].slice(0, LINKS_MAX);
  const others = head.pullRequests.filter((address) => read(address) === null || !isThere(address)).slice(0, LINKS_MAX);
  return [
    ...own.map(([url, text]) => anchor(url, text)),
    run === null ? '' : anchor(run, 'Open the run'),
    ...others.map(
      (address) =>
        `<span>Pull request <code>${htmlText(ellipsis(address, 200))}</code>${checkMark(states.get(read(address)?.url ?? address))}</span>`,
    ),
  ].join(' ');
}

function factsOf(head: TraceHead): string {
  const { provenance } = head;
  const first = head.steps.find(({ time }) => time !== null)?.time ?? null;
  const facts = [
    first === null || Math.abs(first) > LAST_TIME
      ? ''
      : `${new Date(first).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    duration(head.durationMs),
    grouped(counted(head.steps.length, 'step')),
    counted(head.requests, 'request'),
    head.status === null ? '' : `status ${ellipsis(head.status, 80)}`,
    provenance.repository,
    provenance.workflow,
    provenance.event === '' ? '' : `event ${provenance.event}`,
    provenance.actor === '' ? '' : `by ${provenance.actor}`,
  ];
  return facts.filter((fact) => fact !== '').join(' · ');
}

export function headerHtml(head: TraceHead): string {
  const { outcome } = head;
  return `<header class="run-head">
<h1>${htmlText(titleOf(head))}</h1><span class="outcome ${outcome}">${outcome.replaceAll('_', ' ')}</span>
<nav class="links" aria-label="Links">${linksHtml(head)}</nav>
<p class="facts">${htmlText(factsOf(head))}</p>
</header>`;
}

const stepLink = ({ index }: StepDigest): string =>
  `<a href="#step-${index + 1}" data-step="${index}">Step ${index + 1}</a>`;

function causeHtml({ cause, errors }: Reason): string {
  if (cause === null && errors > 0)
    return '<section class="cause"><h2>What went wrong</h2><p class="message">The log does not tell: no error was left open.</p></section>';
  if (cause === null) return '';
  const { error, then, before } = cause;
  const text = htmlText(ellipsis(causeDetail(cause), ERROR_MAX));
  const line = (step: StepDigest): string =>
    `<li>${stepLink(step)} ${htmlText(stepName(step.kind, step.tool))}: ${htmlText(ellipsis(step.headline, 160))}</li>`;
  const list = (title: string, items: readonly StepDigest[]): string =>
    items.length === 0 ? '' : `<h3>${title}</h3><ol>${items.map(line).join('\n')}</ol>`;
  return `<section class="cause"><h2>What went wrong</h2>
<p class="message">${stepLink(error)} ${htmlText(stepName(error.kind, error.tool))}${exitText(error)}</p>
<pre tabindex="0" role="group" aria-label="Error">${text}</pre>
${list('What led to it', before)}${list('What followed', then === null ? [] : [then])}
</section>`;
}

function exitText({ error, exitCode = 0 }: StepDigest): string {
  return error || exitCode === 0 ? '' : `: exit code ${exitCode}`;
}

function wordsHtml(head: TraceHead, { said: last }: Reason): string {
  // Skipped if the result begins with the same text.
  if (last === null || (last.kind === 'FINAL_ANSWER' && head.result.trim() !== '')) return '';
  return `<section><h2>Last words</h2><p class="message">${stepLink(last)} ${htmlText(last.headline)}</p></section>`;
}

function nextHtml({ outcome, runId }: TraceHead): string {
  if (outcome !== 'failed' || runId === null) return '';
  return `<section><h2>What to do</h2><p class="message">To try again, resume the run with <code>agent_run_id: "${runId}"</code> and a prompt that says what to do differently, or start a new run with a narrower task.</p></section>`;
}

function resultHtml(head: TraceHead): string {
  if (head.result.trim() === '') return '';
  const title = head.resultIsOld ? 'Result from before the follow-up' : 'Result';
  const html = renderMarkdownHtml(head.result, { links: linksOf(head), maxLength: RESULT_MAX });
  return `<section><h2>${title}</h2><div class="markdown result">${html}</div></section>`;
}

/** What happened. */
export function overviewHtml(head: TraceHead): string {
  const error = head.errorCode === null ? '' : `${head.errorCode}: ${head.errorMessage ?? ''}`;
  const reason = reasonOf(head);
  const parts = GOOD.has(head.outcome)
    ? [resultHtml(head)]
    : [
        error === '' ? '' : `<p class="message">${htmlText(ellipsis(error, ERROR_MAX))}</p>`,
        ...(reason === null ? [] : [causeHtml(reason), wordsHtml(head, reason)]),
        nextHtml(head),
        resultHtml(head),
      ];
  const text = parts.filter((part) => part !== '').join('\n');
  return `<div class="overview">${text === '' ? '<p class="note">There is no result.</p>' : text}</div>`;
}
