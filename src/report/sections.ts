/**
 * What the summary and the comment show alike: title, cause, next steps, result, warnings (contract
 * 9 and 6.4). Markdown. Pure.
 */
import { SHOWN } from '../outcomes.ts';
import {
  markdownCode,
  markdownFence,
  markdownLink,
  markdownMessage,
  markdownText,
  markdownTitle,
  renderMarkdown,
} from '../safe/markdown.ts';
import { counted, duration, ellipsis, head, joined, shortId } from '../safe/text.ts';
import type { CheckVerdict } from '../github/head-checks.ts';
import { checksInShort, type ShownMend } from './checks.ts';
import { causeDetail, causeTitle, noCauseText, OVERCOME } from './cause.ts';
import { otherRepository } from './pull-requests.ts';
import { nextStepsText, threadLink } from './next-steps.ts';
import { after, linesOf } from './verdict.ts';
import { planInShort, unfinished } from './plan.ts';
import { ACTION } from '../runner/host.ts';
import { safeHttpsUrl } from '../safe/url.ts';
import { resultLinks, type SandboxNote } from './sandbox-note.ts';
import type { ShownResult, ShownStep } from './shown.ts';
import type { StepDigest, StepView } from './step-view.ts';

const MESSAGE_MAX = 8_000;
/** Items of a plan that are named at the end. */
const LEFT_MAX = 5;
const WARNING_MAX = 500;

/**
 * What happened. The task's first line is the title, if it may be shown, but a verdict comes before
 * it.
 */
export function heading(
  { title: { happened, isVerdict, task }, view }: ShownStep,
  level: '##' | '###',
  { inThread = false }: { readonly inThread?: boolean } = {},
): string {
  // In its own thread the number alone says nothing.
  const isNumber = inThread && view.provenance.subject?.title === null;
  const about = task === null || isNumber ? '' : markdownText(task);
  const start = `${level} ${SHOWN[view.outcome].mark}`;
  if (isVerdict || about === '') {
    return joined([`${start} ${happened}`, about]);
  }
  return `${start} ${about}\n\n**${happened}**`;
}

/**
 * Folded content with a title that is safe between HTML tags. Markdown inside `details` needs a
 * blank line on both sides.
 */
export function folded(title: string, content: string): string {
  return content === '' ? '' : `<details><summary>${title}</summary>\n\n${content}\n\n</details>`;
}

/**
 * The plan with its boxes while the run goes on. Of a run that has succeeded, what it left of its
 * plan: a box would look like work that goes on.
 */
export function planSection({ outcome, plan }: StepView): string {
  const { ending } = SHOWN[outcome];
  if (ending === 'open' && plan.length > 0) {
    const items = plan.map(({ text, state }) => {
      const words = markdownText(text);
      const now = state === 'current' ? `**${words}**` : words;
      return `- [${state === 'done' ? 'x' : ' '}] ${now}`;
    });
    return joined([`**Plan:** ${markdownText(planInShort(plan))}`, items.join('\n')]);
  }
  const left = unfinished(plan);
  if (ending !== 'good' || left.length === 0) {
    return '';
  }
  const named = left.map(({ text }) => `“${markdownText(text)}”`).slice(0, LEFT_MAX);
  return `**Plan left unfinished:** ${left.length} of ${plan.length}: ${named.join(', ')}`;
}

const CHECK_MARKS: Readonly<Record<CheckVerdict, string>> = {
  bad: '❌',
  good: '✅',
  person: '✋',
  running: '⏳',
  stopped: '🚫',
};

/** Green checks are folded. Empty if there is nothing to tell. */
export function checksSection({ checks }: Pick<ShownStep, 'checks'>): string {
  if (checks === null) {
    return '';
  }
  const { title, listed, rest, isGood } = checks;
  const items = listed.map(({ verdict, name, words, link, address }) => {
    const label = markdownText(name);
    const named = link === null ? label : `[${label}](${link})`;
    const where = address === null ? '' : ` · ${markdownCode(address, { maxLength: 200 })}`;
    return `- ${CHECK_MARKS[verdict]} ${named} ${markdownText(words)}${where}`;
  });
  const more = rest > 0 ? [`- and ${rest} more`] : [];
  const list = [...items, ...more].join('\n');
  // The title is safe between HTML tags: it has numbers and words of ours alone.
  return isGood ? folded(title, list) : joined([`**${markdownText(title)}**`, list]);
}

/** Each mend as the turn that it was. Empty if there was none. */
export function mendsSection({ mends }: Pick<ShownStep, 'mends'>): string {
  return mends.map(mendLine).join('\n');
}

/** `- **Mend 1** of `ac4ae97` (build failed), from step 4: Fixed the build.` */
function mendLine({ number, head, failed, firstStep, answer }: ShownMend): string {
  const what = `**Mend ${number}**${head === null ? '' : ` of ${markdownCode(head)}`}`;
  const why = failed === '' ? '' : ` (${markdownText(failed)})`;
  const from = firstStep === null ? '' : `, from step ${firstStep}`;
  return `- ${what}${why}${from}${answer === '' ? '' : `: ${markdownText(answer)}`}`;
}

/** A block that GitHub shows as a note. Empty for other services. */
export function sandboxSection(note: SandboxNote | null): string {
  if (note === null) {
    return '';
  }
  return `> [!NOTE]\n> ${markdownText(note.words)} ${markdownLink(note.next, note.address)}.`;
}

/**
 * What to do next, with links to the run and the thread, and the result. A question comes before
 * how to answer it, and a cause before what to do about it.
 */
export function answerSection(
  { cause, view }: Pick<ShownStep, 'cause' | 'view'>,
  { inThread, result }: { readonly inThread: boolean; readonly result: string },
): string {
  const address = safeHttpsUrl(view.webUrl);
  const thread = threadLink(view);
  const links = new Map([
    ...(address === null ? [] : [[address, address] as const]),
    ...(thread === null ? [] : [[thread.label, thread.url] as const]),
  ]);
  const lines = linesOf(ellipsis(nextStepsText(view, { inThread }), MESSAGE_MAX));
  const steps = lines.map(({ text, isItem }) => {
    const written = markdownMessage(text, { maxLength: MESSAGE_MAX, links });
    return isItem ? `- ${written}` : written;
  });
  const parts = [steps.join('\n\n').replaceAll('\n\n- ', '\n- '), result];
  const isFirst = SHOWN[view.outcome].ending === 'question' || cause?.isResult === true;
  return joined(isFirst ? parts.toReversed() : parts);
}

/** Empty if the run did not fail or its log contains no reason. */
export function causeSection(
  { cause, view }: Pick<ShownStep, 'cause' | 'view'>,
  detailMax: number,
): string {
  if (cause === null) {
    return '';
  }
  const { told, isOvercome, isUntold, explains, lastWords } = cause;
  const inLog = isUntold ? null : cause.inLog;
  const command = inLog?.command ?? null;
  const then = inLog?.then ?? null;
  const label = explains ? 'In the log' : 'Cause';
  return joined([
    told === null ? '' : `**Cause:** ${markdownTitle(told, detailMax)}`,
    isOvercome ? `**Cause:** ${OVERCOME}` : '',
    isUntold ? `**Cause:** not known: ${noCauseText(view)}` : '',
    inLog === null ? '' : `**${label}:** ${failure(inLog.error, detailMax)}`,
    command === null ? '' : `**Before that:** ${failure(command, detailMax)}`,
    then === null ? '' : `**Then:** ${failure(then, detailMax)}`,
    lastWords === null ? '' : `**Last words:** ${markdownText(lastWords.headline)}`,
  ]);
}

/** A long line in a code block would have to be scrolled, so a single line is quoted. */
function failure(step: StepDigest, detailMax: number): string {
  const detail = causeDetail(step);
  const quoted = detail.includes('\n')
    ? markdownFence(detail, 'text', detailMax)
    : `> ${markdownText(detail, detailMax)}`;
  return `${markdownText(causeTitle(step), 200)}\n\n${quoted}`;
}

/**
 * At most `max` UTF-16 units of the result, readable, then as source text, with a mark if it was
 * truncated.
 */
export function resultMarkdown(
  result: Extract<ShownResult, { kind: 'json' | 'text' }>,
  { view, max }: { readonly view: StepView; readonly max: number },
): string {
  if (result.kind === 'json') {
    // Indented it is longer than the result.
    const json = markdownFence(result.json, 'json', 4 * max);
    return `${json}\n\n*Matches \`output_schema\`${result.isCorrected ? ', corrected once' : ''}.*`;
  }
  const { text, rest } = renderMarkdown(view.result, {
    links: resultLinks(view),
    maxLength: max,
  });
  // The space left after the readable part.
  const more = head(rest, Math.max(0, max - (view.result.length - rest.length)));
  const missing = rest.length - more.length;
  const shown = view.result.length - missing;
  return joined([
    text,
    folded(
      'The rest of the result, as text',
      more === '' ? '' : markdownFence(more, 'text', more.length),
    ),
    missing > 0
      ? `*${cutSentence('The result', { shown, all: view.result.length })} ` +
        'The whole text is in the file that the output `result_file` names.*'
      : '',
  ]);
}

/** @param what the text: `The result` */
export function cutSentence(
  what: string,
  { shown, all }: { readonly shown: number; readonly all: number },
): string {
  return `${what} is cut: ${shown} of ${all} characters are shown.`;
}

/** A link to the uploaded report. Empty without one. */
export function reportLink({ reportUrl }: Pick<StepView, 'reportUrl'>): string {
  if (reportUrl === null) {
    return '';
  }
  return markdownLink('Open the trace report', reportUrl, { allowHttp: true });
}

/** The path of the report, or null if there is none, or if it is linked as an artifact already. */
export function reportToUpload({
  reportFile,
  reportUrl,
}: Pick<StepView, 'reportFile' | 'reportUrl'>): string | null {
  return reportUrl === null ? reportFile : null;
}

/** The last `most` warnings, but for one that says why the step was skipped: it stands above. */
export function warningsSection(view: StepView, most: number): string {
  const warnings = view.warnings.filter((warning) => warning !== view.skipReason);
  const items = warnings
    .slice(-most)
    .map((warning) => `- ${markdownMessage(warning, { maxLength: WARNING_MAX })}`);
  const rest = warnings.length - items.length;
  const note = rest > 0 ? `*${counted(rest, 'earlier warning')} in the job log.*` : '';
  return folded(counted(warnings.length, 'warning'), joined([items.join('\n'), note]));
}

/**
 * A rendering that fits, with at most `max` UTF-16 units of text. Sanitizing may lengthen a text,
 * so what is rendered is measured, and more is left out than what is too much. What is not seen, or
 * stands elsewhere, makes nothing shorter: twice as much more is left out each time, so that few
 * renderings are tried (contract 6.5, in time).
 *
 * @param options.excess by how much the rendering is too long, or 0 and less if it fits
 */
export function fitting(
  max: number,
  options: {
    readonly render: (max: number) => string;
    readonly excess: (rendered: string) => number;
  },
): string {
  let room = max;
  for (let least = 50; ; least *= 2) {
    const rendered = options.render(room);
    const excess = options.excess(rendered);
    if (excess <= 0 || room === 0) {
      return rendered;
    }
    room = Math.max(Math.floor(room * 0.6), room - excess - least);
  }
}

/**
 * `3m 20s so far · run 1 (resumed) at the service · workflow run · as of 03:04 UTC`. Of many runs
 * also how they ended. At the end with the version of this action in the place of the time.
 */
export function facts(view: StepView, now?: number): string {
  const running = view.outcome === 'running';
  const { provenance } = view;
  const { workflowRunUrl } = provenance;
  // The heading of a single run says it.
  const ended = running || view.runId !== null ? '' : `\`${view.outcome}\`${after(view)}`;
  return joined(
    [
      running && view.durationMs > 0 ? `${duration(view.durationMs)} so far` : ended,
      runAtService(view),
      checksOnTheWay(view),
      workflowRunUrl === null
        ? ''
        : markdownLink('workflow run', workflowRunUrl, { allowHttp: true }),
      running && now !== undefined ? `as of ${new Date(now).toISOString().slice(11, 16)} UTC` : '',
      running ? '' : ACTION,
    ],
    ' · ',
  );
}

/**
 * `run 1 (resumed) at the service in octo/other`, or without a run the service alone, if it is
 * known.
 */
function runAtService({ mode, provenance, runId, webUrl }: StepView): string {
  const { title, titleInText } = provenance.service.facts;
  if (runId === null) {
    return provenance.namesNoService === true ? '' : title;
  }
  const how = mode === null || mode === 'created' ? '' : ` (${mode})`;
  const run = `${markdownLink(`run ${shortId(runId)}`, webUrl)}${how} at ${titleInText}`;
  return joined([run, markdownText(otherRepository(provenance) ?? '')], ' in ');
}

/** `checks 3 of 5, waiting for build` while they are waited for. What failed is listed below. */
function checksOnTheWay({ outcome, headChecks }: StepView): string {
  const isOpen = SHOWN[outcome].ending === 'open' && headChecks !== null;
  return isOpen && headChecks.state.kind !== 'red' ? markdownText(checksInShort(headChecks)) : '';
}
