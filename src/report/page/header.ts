/**
 * The header and the overview of a run in the report (contract 9): outcome, links and facts; one
 * panel for every end that is not good news; the task; the rendered result. Written as HTML, so
 * that it is visible before the script has run and without it.
 */
import { checksHtml } from '../checks.ts';
import { outcomeWords, SHOWN } from '../../outcomes.ts';
import { bareBranch, shortLabel, shownPullRequests, CONFIRMED_TITLE } from '../pull-requests.ts';
import { duration, ellipsis, joined, shortId } from '../../safe/text.ts';
import { causeDetail, endCause, OVERCOME, wordsOf } from '../cause.ts';
import {
  asksSomething,
  dateText,
  isItem,
  nextSteps,
  originText,
  resultTitle,
  runName,
  taskBeyondTitle,
  taskTitle,
  threadLink,
  totalsText,
} from '../verdict.ts';
import { repositoryLinks, safeHttpsUrl, type ReadLink } from '../../safe/url.ts';
import {
  htmlLink,
  htmlMessage,
  htmlText,
  renderMarkdownHtml,
  scriptJson,
} from '../../safe/html.ts';
import { parseJson } from '../../safe/json.ts';
import { deedOf, jsonText, stepName } from '../../agents/entry.ts';
import { verdictIn, verdictText } from '../review-words.ts';
import { reviewHtml, reviewLinkHtml } from './findings.ts';
import { resultLinks, sandboxHtml } from '../sandbox-note.ts';
import type { StepDigest, StepView } from '../step-view.ts';
import { TURN_NAMES } from './data.ts';
import { followUpOf } from './follow-up.ts';

const ERROR_MAX = 4_000;
const TASK_MAX = 20_000;
const TITLE_MAX = 120;
/** Of a step that led to a failure. */
const ITEM_MAX = 160;
/** UTF-16 units of a task that is shown without unfolding it. */
const SHORT_TASK = 800;

/** The number of the run, unless the title says it. */
const numberOf = (head: StepView): string =>
  head.runId === null || titleOf(head) === runName(head) ? '' : `run ${shortId(head.runId)}`;

/** A verdict comes before the task's first line. */
export function titleOf(head: StepView): string {
  const review = verdictIn(head);
  return review === null ? (taskTitle(head) ?? runName(head)) : verdictText(review);
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
  const pulls = shownPullRequests(head).map(({ address, live, title, mark, isConfirmed }) => {
    if (live === null) {
      return `<span>${kind}<code>${htmlText(ellipsis(address, 200))}</code>${mark}</span>`;
    }
    const name = `${kind}${shortLabel(live.label, own)} ${ellipsis(title, TITLE_MAX)}`.trim();
    // The tick says nothing by itself.
    return htmlLink(name + mark, live.url, {
      title: isConfirmed ? CONFIRMED_TITLE : '',
    });
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
export function runLinksHtml(head: StepView): string {
  const run = safeHttpsUrl(head.webUrl);
  return joined(
    [
      head.review === null ? '' : reviewLinkHtml(head.review, linksOf(head)),
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
function headerHtml(head: StepView, key: string | null): string {
  const { outcome } = head;
  const before = key === null ? '' : `<code class="key">${htmlText(key)}</code> `;
  const number = numberOf(head);
  const after = number === '' ? '' : ` <small>${number}</small>`;
  const words = `<span class="outcome ${SHOWN[outcome].colour}">${outcomeWords(outcome)}</span>`;
  const links = joined(
    [pullsHtml(head), branchHtml(head), runLinksHtml(head), workflowLinksHtml(head)],
    ' ',
  );
  return `<header class="run-head">
<h1>${before}${htmlText(titleOf(head))}${after}</h1>${words}
<nav class="links" aria-label="Links">${links}</nav>
<p class="facts">${htmlText(factsOf(head))}</p>
${sandboxHtml(head)}</header>`;
}

const stepLink = ({ index }: Pick<StepDigest, 'index'>): string =>
  `<a href="#step-${index + 1}" data-step="${index}">Step ${index + 1}</a>`;
const stepTitle = (step: StepDigest): string => `${stepLink(step)} ${htmlText(stepName(step))}`;
const message = (html: string): string => `<p class="message">${html}</p>`;

/** `Step 2 Ran npm test`, or where no verb says it `Step 3 Plan: look first`. */
function stepItem(step: StepDigest): string {
  const deed = deedOf(step);
  const exit = exitText(step);
  if (deed === null) {
    return `<li>${stepTitle(step)}: ${htmlText(ellipsis(step.headline, ITEM_MAX))}${exit}</li>`;
  }
  const what = htmlText(ellipsis(deed.what, ITEM_MAX));
  return `<li>${stepLink(step)} ${deed.verb} <code>${what}</code>${exit}</li>`;
}

/** The exit code of a command that failed. */
const exitText = ({ error, exitCode = 0 }: StepDigest): string =>
  error || exitCode === 0 ? '' : ` <span class="exit bad">exit ${exitCode}</span>`;

/** What the log tells of a failure. */
function causeHtml(head: StepView): string {
  const found = endCause(head);
  if (found === null) {
    return '';
  }
  const { told, isInResult, inLog, lastWords, isOvercome } = found;
  const list = (title: string, items: readonly StepDigest[]): string =>
    items.length === 0 ? '' : `<h3>${title}</h3><ol>${items.map(stepItem).join('\n')}</ol>`;
  const parts: string[] = [];
  if (told !== null && !isInResult) {
    parts.push(message(htmlText(ellipsis(told, ERROR_MAX))));
  }
  if (told === null && isOvercome) {
    parts.push(message(`The cause is ${OVERCOME}`));
  }
  if (inLog !== null) {
    parts.push(
      told === null ? '' : '<h3>In the log</h3>',
      failureHtml(inLog.error),
      inLog.command === null ? '' : `<h3>The command before it</h3>${failureHtml(inLog.command)}`,
      list('What led to it', inLog.before),
      list('What followed', inLog.then === null ? [] : [inLog.then]),
    );
  }
  if (lastWords !== null) {
    parts.push(
      `<h3>Last words</h3>${message(`${stepLink(lastWords)} ${htmlText(lastWords.headline)}`)}`,
    );
  }
  return joined(parts, '\n');
}

function failureHtml(step: StepDigest): string {
  const detail = htmlText(ellipsis(causeDetail(step), ERROR_MAX));
  return joined(
    [
      message(`${stepTitle(step)}${exitText(step)}`),
      `<pre class="error" tabindex="0" role="group" aria-label="Error">${detail}</pre>`,
    ],
    '\n',
  );
}

/** For the buttons that copy it. */
function followUpHtml(head: StepView): string {
  const followUp = followUpOf(head);
  if (followUp === null) {
    return '';
  }
  return `<script type="application/json" class="follow-up">${scriptJson(followUp)}</script>`;
}

/** What happened, with the problems that it quotes as a list, and what to do next. */
function nextStepsHtml(head: StepView): string {
  const { why = '', advice = '' } = nextSteps(head, { inThread: false });
  const thread = threadLink(head);
  const links = new Map(thread === null ? [] : [[thread.label, thread.url]]);
  const written = (line: string): string => htmlMessage(line, links);
  const html = (line: string): string =>
    isItem(line) ? `<li>${written(line.slice(2))}</li>` : message(written(line));
  const lines = why === '' ? [] : ellipsis(why, ERROR_MAX).split('\n').map(html);
  const list = lines.join('\n').replace(/^<li>.*(?:\n<li>.*)*$/gm, '<ul>$&</ul>');
  return joined([list, advice === '' ? '' : message(htmlMessage(advice, links))], '\n');
}

/** One panel for every end that is not good news. Empty for the others. */
function panelHtml(head: StepView): string {
  const { outcome, errorCode, standing } = head;
  const { cutBy, ending, fails, heading, mayGoOn } = SHOWN[outcome];
  if (!fails) {
    return '';
  }
  const next = nextStepsHtml(head);
  const advice = (title: string): string => (next === '' ? '' : `<h3>${title}</h3>${next}`);
  const panel = (kind: string, title: string, parts: readonly string[]): string =>
    `<section class="panel ${kind}"><h2>${title}</h2>\n${joined(parts, '\n')}\n</section>`;
  if (ending === 'question') {
    const asked = `<div class="markdown result">${markdown(wordsOf(head), head)}</div>`;
    return asksSomething(head)
      ? panel('asks', heading, [asked, advice('How to answer')])
      : panel('asks', 'The agent waits', [next]);
  }
  if (mayGoOn && (cutBy !== 'signal' || standing !== 'ended')) {
    return panel('waits', asksSomething(head) ? heading : 'The agent waits', [next]);
  }
  if (verdictIn(head) !== null) {
    return panel('cause', 'What to do', [next]);
  }
  if (ending === 'failure') {
    return panel('cause', heading, [causeHtml(head), advice('What to do')]);
  }
  const title = errorCode === 'schema_mismatch' ? 'What is missing' : heading;
  return panel('cause', title, [next, causeHtml(head)]);
}

function taskHtml(head: StepView): string {
  const whole = (head.provenance.task ?? '').trim();
  const task = verdictIn(head) === null ? taskBeyondTitle(head) : whole;
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

const linksOf = (head: StepView): ReadLink => repositoryLinks(head.provenance);

const markdown = (text: string, head: StepView): string =>
  renderMarkdownHtml(text, { links: resultLinks(head) });

function resultHtml(head: StepView): string {
  if (head.review !== null) {
    return reviewHtml(head.review, linksOf(head));
  }
  if (head.result.trim() === '') {
    return '';
  }
  return `<section><h2>${resultTitle(head)}</h2>${resultBodyHtml(head)}</section>`;
}

function resultBodyHtml(head: StepView): string {
  if (head.resultJson === null) {
    return `<div class="markdown result">${markdown(head.result, head)}</div>`;
  }
  const json = htmlText(jsonText(parseJson(head.resultJson)));
  return `<pre class="result" tabindex="0" role="group" aria-label="Result">${json}</pre>`;
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
function overviewHtml(head: StepView): string {
  // The panel shows what the agent asks.
  const isQuestion = SHOWN[head.outcome].ending === 'question' && asksSomething(head);
  const result = isQuestion && !head.resultIsOld ? '' : resultHtml(head);
  const parts = [panelHtml(head), checksHtml(head), turnsHtml(head), taskHtml(head), result];
  const text = joined(parts, '\n');
  const shown = text === '' ? '<p class="note">There is no result.</p>' : text;
  return `<div class="overview">${shown}</div>`;
}

/**
 * The run's part of a page before its entries.
 *
 * @param key of the run in a fleet, where it is hidden at first, or null
 */
export function runStart(head: StepView, key: string | null): string {
  const error = endCause(head)?.inLog?.error ?? null;
  const cause = error === null ? '' : ` data-cause="${error.index + 1}"`;
  const turns = head.turnStarts.map(({ index, why }) => `${index + 1}:${why}`).join(' ');
  const starts = turns === '' ? '' : ` data-turns="${turns}"`;
  const hidden = key === null ? '' : ` data-key="${htmlText(key)}" hidden`;
  return `<div class="run"${cause}${starts}${hidden}>
${headerHtml(head, key)}
${overviewHtml(head)}
${followUpHtml(head)}
`;
}
