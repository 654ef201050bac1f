/**
 * The header and the overview of a run in the report (contract 9): outcome, links and facts; one
 * panel for every end that is not good news; the task; the rendered result. Written as HTML, so
 * that it is visible before the script has run and without it.
 */
import type { CheckVerdict } from '../../github/head-checks.ts';
import { outcomeWords, SHOWN } from '../../outcomes.ts';
import { htmlLink, htmlText, scriptJson } from '../../safe/html.ts';
import { counted, duration, ellipsis, joined, shortId } from '../../safe/text.ts';
import { repositoryLinks, safeHttpsUrl } from '../../safe/url.ts';
import { bareBranch, shortLabel, shownPullRequests } from '../pull-requests.ts';
import type { SandboxNote } from '../sandbox-note.ts';
import { shownStep, shownTitle, type ShownStep } from '../shown.ts';
import type { StepView } from '../step-view.ts';
import { asksSomething } from '../next-steps.ts';
import { dateText, originText, runName, totalsText } from '../verdict.ts';
import { TURN_NAMES } from './data.ts';
import { reviewHtml } from './findings.ts';
import { followUpOf } from './follow-up.ts';
import { panelHtml, stepLink, wordsHtml } from './panel.ts';

const TASK_MAX = 20_000;
const TITLE_MAX = 120;
/** UTF-16 units of a task that is shown without unfolding it. */
const SHORT_TASK = 800;

/** The number of the run, unless the title says it. */
const numberOf = (head: StepView): string =>
  head.runId === null || titleOf(head) === runName(head) ? '' : `run ${shortId(head.runId)}`;

/** A verdict comes before the task's first line. */
export function titleOf(head: StepView): string {
  const { happened, isVerdict, task } = shownTitle(head);
  return isVerdict ? happened : (task ?? runName(head));
}

/** The title of the tab, which carries the outcome. */
export function tabTitle(head: StepView): string {
  return joined([`${SHOWN[head.outcome].mark} ${titleOf(head)}`, numberOf(head)], ' · ');
}

/**
 * The pull requests, those of the step's repositories as links.
 *
 * @param options.isInColumn they stand below a title that says what they are
 */
export function pullsHtml(head: StepView, { isInColumn = false } = {}): string {
  const kind = isInColumn ? '' : 'Pull request ';
  const own = isInColumn ? (head.provenance.repositories?.[0] ?? null) : null;
  const pulls = shownPullRequests(head).map(({ address, live, title, mark, explanation }) => {
    if (live === null) {
      return `<span>${kind}<code>${htmlText(ellipsis(address, 200))}</code>${mark}</span>`;
    }
    const name = `${kind}${shortLabel(live.label, own)} ${ellipsis(title, TITLE_MAX)}`.trim();
    return htmlLink(name + mark, live.url, { title: explanation });
  });
  return joined(pulls, ' ');
}

function branchHtml(head: StepView): string {
  const name = bareBranch(head);
  return name === null
    ? ''
    : `<span>Branch <code>${htmlText(ellipsis(name, 200))}</code> (not checked)</span>`;
}

/** The review and the run. */
export function runLinksHtml({ result, view }: ShownStep): string {
  const run = safeHttpsUrl(view.webUrl);
  const review = result.kind === 'review' ? result.review.link : null;
  return joined(
    [
      review === null ? '' : htmlLink('Open the review', review),
      run === null ? '' : htmlLink('Open the run', run),
    ],
    ' ',
  );
}

/** The workflow run, and the attempt before it, which has the report of that time. */
function workflowLinksHtml({ provenance }: StepView): string {
  const { workflowRunUrl, earlierAttemptUrl } = provenance;
  return joined(
    [
      workflowRunUrl === null ? '' : htmlLink('Open the workflow run', workflowRunUrl),
      earlierAttemptUrl === null
        ? ''
        : htmlLink('Open the earlier attempt, with its report', earlierAttemptUrl),
    ],
    ' ',
  );
}

function factsOf(head: StepView): string {
  const { provenance } = head;
  const ofLog = head.steps.find(({ time }) => time !== null)?.time ?? null;
  const first = ofLog ?? provenance.startedAt ?? null;
  const facts = [
    first === null ? '' : dateText(first),
    duration(head.durationMs),
    totalsText(head, ' · '),
    head.status === null ? '' : `status ${ellipsis(head.status, 80)}`,
    originText(provenance),
  ];
  return joined(facts, ' · ');
}

/**
 * The heading of a run, with its links and facts.
 *
 * @param key of the run in a fleet, or null
 */
function headerHtml(shown: ShownStep, key: string | null): string {
  const head = shown.view;
  const { outcome } = head;
  const before = key === null ? '' : `<code class="key">${htmlText(key)}</code> `;
  const number = numberOf(head);
  const after = number === '' ? '' : ` <small>${htmlText(number)}</small>`;
  const words = `<span class="outcome ${SHOWN[outcome].colour}">${outcomeWords(outcome)}</span>`;
  const links = joined(
    [pullsHtml(head), branchHtml(head), runLinksHtml(shown), workflowLinksHtml(head)],
    ' ',
  );
  return `<header class="run-head">
<h1>${before}${htmlText(titleOf(head))}${after}</h1>${words}
<nav class="links" aria-label="Links">${links}</nav>
<p class="facts">${htmlText(factsOf(head))}</p>
${sandboxHtml(shown.sandbox)}</header>`;
}

/** For the buttons that copy it. */
function followUpHtml(head: StepView): string {
  const followUp = followUpOf(head);
  if (followUp === null) {
    return '';
  }
  return `<script type="application/json" class="follow-up">${scriptJson(followUp)}</script>`;
}

function taskHtml({ task: beyondTitle, title, view }: ShownStep): string {
  const whole = (view.provenance.task ?? '').trim();
  // A verdict stands in the place of its title.
  const task = title.isVerdict ? whole : beyondTitle;
  if (task === '') {
    return '';
  }
  const shown = htmlText(ellipsis(task, TASK_MAX));
  const text = `<pre tabindex="0" role="group" aria-label="Task">${shown}</pre>`;
  return (
    `<section><details class="task"${task.length <= SHORT_TASK ? ' open' : ''}><summary>` +
    `<h2>Task</h2></summary>${text}</details></section>`
  );
}

function resultHtml({ result, view }: ShownStep): string {
  switch (result.kind) {
    case 'none':
      return '';
    case 'review':
      return reviewHtml(result.review, repositoryLinks(view.provenance));
    case 'json': {
      const json = htmlText(result.json);
      const attributes = 'class="result" tabindex="0" role="group" aria-label="Result"';
      return `<section><h2>${result.title}</h2><pre ${attributes}>${json}</pre></section>`;
    }
    case 'text': {
      return `<section><h2>${result.title}</h2>${wordsHtml(view.result, view)}</section>`;
    }
  }
}

const CHECK_MARKS: Readonly<Record<CheckVerdict, string>> = {
  bad: '✗',
  good: '✓',
  person: '!',
  running: '…',
  stopped: '–',
};

/** Without pictures, which the report's fonts may not have. Empty if there is nothing to tell. */
export function checksHtml({ checks }: Pick<ShownStep, 'checks'>): string {
  if (checks === null) {
    return '';
  }
  const items = checks.listed.map(({ verdict, name, words, link, address }) => {
    const named = link === null ? htmlText(name) : htmlLink(name, link);
    const where = address === null ? '' : ` <code>${htmlText(address)}</code>`;
    return `<li>${CHECK_MARKS[verdict]} ${named} ${htmlText(words)}${where}</li>`;
  });
  const more = checks.rest > 0 ? [`<li>and ${counted(checks.rest, 'more', 'more')}</li>`] : [];
  const list = [...items, ...more].join('\n');
  return `<section><h2>${htmlText(checks.title)}</h2><ul class="checks">${list}</ul></section>`;
}

/** A paragraph. Empty for other services. */
export function sandboxHtml(note: SandboxNote | null): string {
  if (note === null) {
    return '';
  }
  const { words, next, address } = note;
  const where = address === null ? htmlText(next) : htmlLink(next, address);
  return `<p class="played">${htmlText(words)} ${where}.</p>`;
}

/** The turns of the step, with where each begins. Empty if there is one alone. */
function turnsHtml({ mode, turnStarts }: StepView): string {
  if (turnStarts.length === 0) {
    return '';
  }
  const items = turnStarts.map(
    ({ index, why }) => `<li>${stepLink({ index })} ${TURN_NAMES[why]}</li>`,
  );
  if (mode !== 'resumed') {
    items.unshift(`<li>${stepLink({ index: 0 })} Task</li>`);
  }
  const list = `<ol>${items.join('\n')}</ol>`;
  return `<section class="turns"><h2>Turns</h2>${list}</section>`;
}

/** What happened. */
function overviewHtml(shown: ShownStep): string {
  const head = shown.view;
  // The panel shows what the agent asks, and a result that is the cause.
  const isQuestion = SHOWN[head.outcome].ending === 'question' && asksSomething(head);
  const isInPanel = (isQuestion && !head.resultIsEarlier) || shown.cause?.isResult === true;
  const result = isInPanel ? '' : resultHtml(shown);
  const parts = [panelHtml(shown), checksHtml(shown), turnsHtml(head), taskHtml(shown), result];
  const text = joined(parts, '\n');
  const told = text === '' ? '<p class="note">There is no result.</p>' : text;
  return `<div class="overview">${told}</div>`;
}

/**
 * The run's part of a page before its entries.
 *
 * @param key of the run in a fleet, where it is hidden at first, or null
 */
export function runStart(head: StepView, key: string | null): string {
  const shown = shownStep(head);
  const error = shown.cause?.inLog?.error ?? null;
  const cause = error === null ? '' : ` data-cause="${error.index + 1}"`;
  const turns = head.turnStarts.map(({ index, why }) => `${index + 1}:${why}`).join(' ');
  const starts = turns === '' ? '' : ` data-turns="${turns}"`;
  const hidden = key === null ? '' : ` data-key="${htmlText(key)}" hidden`;
  return `<div class="run"${cause}${starts}${hidden}>
${headerHtml(shown, key)}
${overviewHtml(shown)}
${followUpHtml(head)}
`;
}
