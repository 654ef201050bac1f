/**
 * The panel of the report for an end that is not good news (contract 9): what happened and why, and
 * what to do next. Written as HTML.
 */
import { deedOf, stepName } from '../../agents/entry.ts';
import { SHOWN } from '../../outcomes.ts';
import { htmlMessage, htmlText, htmlTitle, renderMarkdownHtml } from '../../safe/html.ts';
import { ellipsis, joined } from '../../safe/text.ts';
import { causeDetail, noCauseText, OVERCOME, wordsOf } from '../cause.ts';
import { resultLinks } from '../sandbox-note.ts';
import type { ShownStep } from '../shown.ts';
import type { StepDigest, StepView } from '../step-view.ts';
import { asksSomething, nextSteps, threadLink } from '../next-steps.ts';
import { haveChecksTimedOut, linesOf, type MessageLine } from '../verdict.ts';

const ERROR_MAX = 4_000;
/** UTF-16 units of a step that led to a failure. */
const ITEM_MAX = 160;

export const stepLink = ({ index }: Pick<StepDigest, 'index'>): string =>
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
function exitText({ error, exitCode = 0, isExitUntold = false }: StepDigest): string {
  const how = isExitUntold ? 'failed' : `exit ${exitCode}`;
  return error || exitCode === 0 ? '' : ` <span class="exit bad">${how}</span>`;
}

/** What is told of a failure, by the service and the log. */
function causeHtml({ cause, view }: ShownStep): string {
  if (cause === null) {
    return '';
  }
  const { told, isResult, isOvercome, isUntold, inLog, explains, lastWords } = cause;
  const list = (title: string, items: readonly StepDigest[]): string =>
    items.length === 0 ? '' : `<h3>${title}</h3><ol>${items.map(stepItem).join('\n')}</ol>`;
  const parts: string[] = [];
  if (told !== null) {
    parts.push(message(htmlTitle(ellipsis(told, ERROR_MAX))));
  }
  if (isResult) {
    parts.push(wordsHtml(view.result, view));
  }
  if (isOvercome) {
    parts.push(message(`The cause is ${OVERCOME}`));
  }
  if (isUntold) {
    parts.push(message(`The cause is not known: ${noCauseText(view)}`));
  }
  if (inLog !== null) {
    parts.push(
      explains ? '<h3>In the log</h3>' : '',
      isUntold ? '' : failureHtml(inLog.error),
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

/** What the agent wrote. */
export function wordsHtml(words: string, view: StepView): string {
  const text = renderMarkdownHtml(words, { links: resultLinks(view) });
  return `<div class="markdown result">${text}</div>`;
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

/** What happened, with the problems that it quotes as a list, and what to do next. */
function nextStepsHtml(head: StepView): string {
  const { why = '', advice = '' } = nextSteps(head, { inThread: false });
  const thread = threadLink(head);
  const links = new Map(thread === null ? [] : [[thread.label, thread.url]]);
  const written = (text: string): string => htmlMessage(text, links);
  const html = ({ text, isItem }: MessageLine): string =>
    isItem ? `<li>${written(text)}</li>` : message(written(text));
  const lines = why === '' ? [] : linesOf(ellipsis(why, ERROR_MAX)).map(html);
  const list = lines.join('\n').replace(/^<li>.*(?:\n<li>.*)*$/gm, '<ul>$&</ul>');
  return joined([list, advice === '' ? '' : message(htmlMessage(advice, links))], '\n');
}

/** The heading where a step ended before its run, or before what it does once that has ended. */
function waitsTitle(head: StepView): string {
  if (haveChecksTimedOut(head)) {
    return 'Checks not settled';
  }
  if (head.standing === 'ended') {
    return 'Out of time';
  }
  return asksSomething(head) ? SHOWN[head.outcome].heading : 'The agent waits';
}

/** One panel for every end that is not good news. Empty for the others. */
export function panelHtml(shown: ShownStep): string {
  const head = shown.view;
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
    const asked = wordsHtml(wordsOf(head), head);
    return asksSomething(head)
      ? panel('asks', heading, [asked, advice('How to answer')])
      : panel('asks', 'The agent waits', [next]);
  }
  if (mayGoOn && (cutBy !== 'signal' || standing !== 'ended')) {
    return panel('waits', waitsTitle(head), [next]);
  }
  if (shown.title.isVerdict) {
    return panel('cause', 'What to do', [next]);
  }
  if (ending === 'failure') {
    return panel('cause', heading, [causeHtml(shown), advice('What to do')]);
  }
  const title = errorCode === 'schema_mismatch' ? 'What is missing' : heading;
  return panel('cause', title, [next, causeHtml(shown)]);
}
