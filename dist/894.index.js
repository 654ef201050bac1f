"use strict";
exports.id = 894;
exports.ids = [894];
exports.modules = {

/***/ 1173:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   NW: () => (/* binding */ resultMarkdown),
/* harmony export */   Oj: () => (/* binding */ taskTitle),
/* harmony export */   TM: () => (/* binding */ folded),
/* harmony export */   bM: () => (/* binding */ causeSection),
/* harmony export */   gG: () => (/* binding */ stepMarkdown)
/* harmony export */ });
/* harmony import */ var _safe_markdown_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6149);
/* harmony import */ var _safe_text_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(695);
/* harmony import */ var _shared_json_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(618);
/* harmony import */ var _shared_format_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(275);
/* harmony import */ var _entry_summary_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(7152);
/* harmony import */ var _cause_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(1370);
/* harmony import */ var _safe_links_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(1583);
/* harmony import */ var _safe_rendered_markdown_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(4267);
/** Parts of the summary and the comment that both show alike: cause, result, steps (contract 9 and 6.4). Markdown. Pure. */








const TITLE_MAX = 120;
const WORDS_MAX = 300;
const TOOL_MAX = 60;
/** The first line of the task, as plain text, or null if the task may not be shown. Agent text: it may quote others. */
function taskTitle({ provenance: { task = '' } }) {
    const line = task.split('\n').find((text) => text.trim() !== '');
    // Of a heading or an item of a list only the words.
    const words = line?.replace(/^\s*(?:#{1,6}|[-*+>])\s+/, '').trim() ?? '';
    return words === '' ? null : (0,_safe_text_js__WEBPACK_IMPORTED_MODULE_1__/* .ellipsis */ .gO)(words, TITLE_MAX);
}
/** Folded content with a title that is safe between HTML tags. Markdown inside `details` needs a blank line on both sides. */
function folded(title, content) {
    return content === '' ? '' : `<details><summary>${title}</summary>\n\n${content}\n\n</details>`;
}
/** Empty if the run did not fail or its log contains no reason. */
function causeSection(view, detailMax) {
    const reason = (0,_cause_js__WEBPACK_IMPORTED_MODULE_3__/* .reasonOf */ .A3)(view);
    if (reason === null)
        return '';
    const { cause, said, errors } = reason;
    const overcome = errors > 0 ? '**Cause:** not in the log: no error was left open, each was followed by a success.' : '';
    return (0,_shared_format_js__WEBPACK_IMPORTED_MODULE_5__/* .joined */ .oR)([
        cause === null ? overcome : `**Cause:** ${failure(cause, detailMax)}`,
        cause === null || cause.then === null ? '' : `**Then:** ${failure({ error: cause.then }, detailMax)}`,
        // The text is already shown as the result.
        said === null || isInResult(said.headline, view.result)
            ? ''
            : `**Last words:** ${(0,_safe_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdownText */ .p7)(said.headline, WORDS_MAX)}`,
    ]);
}
/** A long line in a code block would have to be scrolled, so a single line is quoted. */
function failure(cause, detailMax) {
    const detail = (0,_cause_js__WEBPACK_IMPORTED_MODULE_3__/* .causeDetail */ .fn)(cause);
    const quoted = detail.includes('\n')
        ? (0,_safe_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdownFence */ .p0)(detail, 'text', detailMax)
        : `> ${(0,_safe_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdownText */ .p7)(detail, detailMax)}`;
    return `${(0,_safe_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdownText */ .p7)((0,_cause_js__WEBPACK_IMPORTED_MODULE_3__/* .causeTitle */ .ev)(cause), 200)}\n\n${quoted}`;
}
function isInResult(words, result) {
    const plain = (text) => text.replace(/\s+/g, ' ').trim();
    return plain(result.slice(0, 4_000)).startsWith(plain(words.replace(/…$/, '')).slice(0, 100));
}
/** At most `max` UTF-16 units of the result, readable, then as source text, with a mark if it was truncated. Empty without a result. */
function resultMarkdown(view, max) {
    if (view.result.trim() === '')
        return '';
    const structured = structuredResult(view, max);
    if (structured !== null)
        return structured;
    const { text, rest, beyond } = (0,_safe_rendered_markdown_js__WEBPACK_IMPORTED_MODULE_4__/* .renderMarkdown */ .G)(view.result, {
        links: (0,_safe_links_js__WEBPACK_IMPORTED_MODULE_6__/* .repositoryLinks */ .A)(view.provenance),
        maxLength: max,
    });
    // The space left after the readable part.
    const more = (0,_safe_text_js__WEBPACK_IMPORTED_MODULE_1__/* .head */ .d5)(rest, Math.max(0, max - (view.result.length - beyond - rest.length)));
    const missing = rest.length - more.length + beyond;
    const shown = view.result.length - missing;
    const where = view.resultFile === null ? 'the file that the output `result_file` names' : 'the result file';
    return (0,_shared_format_js__WEBPACK_IMPORTED_MODULE_5__/* .joined */ .oR)([
        text,
        folded('The rest of the result, as text', more === '' ? '' : (0,_safe_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdownFence */ .p0)(more, 'text', more.length)),
        missing > 0
            ? `*The result is cut: ${shown} of ${view.result.length} characters are shown. The whole text is in ${where}.*`
            : '',
    ]);
}
/** A result that satisfies `output_schema`: a flat object as a table, anything else as indented JSON. Null without one. */
function structuredResult({ resultJson = null, corrected = false }, max) {
    if (resultJson === null)
        return null;
    const value = (0,_shared_json_js__WEBPACK_IMPORTED_MODULE_7__/* .parseJson */ .qF)(resultJson);
    // Indented it is longer than the result.
    const text = (0,_safe_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdownFence */ .p0)((0,_entry_summary_js__WEBPACK_IMPORTED_MODULE_2__/* .jsonText */ .s$)(value), 'json', 4 * max);
    const note = `*Matches \`output_schema\`${corrected ? ', corrected once' : ''}.*`;
    return (0,_shared_format_js__WEBPACK_IMPORTED_MODULE_5__/* .joined */ .oR)([flatTable(value) ?? text, note]);
}
const ROWS_MAX = 30;
const CELL_MAX = 500;
/** Null unless every value is short and no object. */
function flatTable(value) {
    if (!(0,_shared_json_js__WEBPACK_IMPORTED_MODULE_7__/* .isRecord */ .u4)(value))
        return null;
    const rows = Object.entries(value).map(([name, field]) => ({ name, text: cellText(field) }));
    if (rows.length === 0 || rows.length > ROWS_MAX || rows.some(({ text }) => text === null))
        return null;
    const lines = rows.map(({ name, text }) => `| ${(0,_safe_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdownText */ .p7)(name, 100)} | ${(0,_safe_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdownText */ .p7)(text ?? '', CELL_MAX)} |`);
    return ['| Field | Value |', '| :-- | :-- |', ...lines].join('\n');
}
function cellText(value) {
    if (Array.isArray(value)) {
        const items = value.map((item) => (Array.isArray(item) ? null : cellText(item)));
        const text = items.join(', ');
        return items.includes(null) || text.length > CELL_MAX ? null : text;
    }
    if (typeof value === 'object' && value !== null && (0,_shared_json_js__WEBPACK_IMPORTED_MODULE_7__/* .isRecord */ .u4)(value))
        return null;
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return text.length > CELL_MAX || text.trim().includes('\n') ? null : text;
}
/** A step as one line of Markdown: `**bash** npm test`. */
function stepMarkdown(step, wordsMax) {
    const said = (0,_safe_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdownText */ .p7)(step.headline, wordsMax);
    return `**${(0,_safe_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdownText */ .p7)((0,_entry_summary_js__WEBPACK_IMPORTED_MODULE_2__/* .stepLabel */ .vO)(step), TOOL_MAX) || 'Step'}**${said === '' ? '' : ` ${said}`}`;
}


/***/ }),

/***/ 5894:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  e: () => (/* binding */ SUMMARY_MAX_BYTES),
  N: () => (/* binding */ bytes),
  renderSummary: () => (/* binding */ renderSummary)
});

// EXTERNAL MODULE: ./build/src/safe/markdown.js
var markdown = __webpack_require__(6149);
// EXTERNAL MODULE: ./build/src/safe/url.js
var url = __webpack_require__(7255);
// EXTERNAL MODULE: ./build/src/shared/format.js
var format = __webpack_require__(275);
// EXTERNAL MODULE: ./build/src/report/cause.js
var report_cause = __webpack_require__(1370);
// EXTERNAL MODULE: ./build/src/report/ending.js
var ending = __webpack_require__(1682);
// EXTERNAL MODULE: ./build/src/safe/links.js
var safe_links = __webpack_require__(1583);
// EXTERNAL MODULE: ./build/src/safe/rendered-markdown.js + 3 modules
var rendered_markdown = __webpack_require__(4267);
// EXTERNAL MODULE: ./build/src/report/pull-request-text.js
var pull_request_text = __webpack_require__(8588);
// EXTERNAL MODULE: ./build/src/report/sections.js
var sections = __webpack_require__(1173);
// EXTERNAL MODULE: ./build/src/report/entry-summary.js
var entry_summary = __webpack_require__(7152);
;// CONCATENATED MODULE: ./build/src/report/timeline.js
/**
 * How a run spent its time, and the chart of it in the summary: a Mermaid Gantt chart, which GitHub renders in its light or dark theme. Pure. An entry has only the time stamp of its creation, and a tool's entry already contains the output. The
 * duration of an entry is therefore the time since the previous one.
 */


/** The tool, or the kind of a step without a tool. Agent text. */
function stepName(step) {
    return step.tool !== null && step.tool.trim() !== '' ? step.tool : (0,entry_summary/* stepLabel */.vO)(step);
}
/** The steps on the time axis. Times never decrease. An entry without a usable time takes no time. */
function spansOf(steps) {
    const origin = steps.find((step) => step.time !== null)?.time ?? 0;
    let now = 0;
    return steps.map((step) => {
        const start = now;
        now = Math.max(now, (step.time ?? 0) - origin);
        return { step, start, end: now };
    });
}
/** Steps, time and errors per tool, longest first. */
function toolUse(spans) {
    const uses = new Map();
    for (const { step, start, end } of spans) {
        const name = stepName(step);
        const use = uses.get(name);
        uses.set(name, {
            name,
            steps: (use?.steps ?? 0) + 1,
            ms: (use?.ms ?? 0) + end - start,
            errors: (use?.errors ?? 0) + (step.error ? 1 : 0),
        });
    }
    return [...uses.values()].sort((a, b) => b.ms - a.ms || b.steps - a.steps);
}
function join(a, b) {
    const main = b.nameMs > a.nameMs ? b : a;
    return {
        first: a.first,
        last: b.last,
        start: a.start,
        end: b.end,
        steps: a.steps + b.steps,
        errors: a.errors + b.errors,
        name: main.name,
        nameMs: a.name === b.name ? a.nameMs + b.nameMs : main.nameMs,
    };
}
/** Index of the adjacent pair with the shortest total duration. */
function shortestPair(drafts) {
    let best = 0;
    let bestMs = Infinity;
    for (const [index, draft] of drafts.entries()) {
        const next = drafts[index + 1];
        if (next === undefined || next.end - draft.start >= bestMs)
            continue;
        bestMs = next.end - draft.start;
        best = index;
    }
    return best;
}
/** Searching for the shortest pair is quadratic, so beyond this number bars are first merged by position. */
const COMPARED_MAX = 2000;
function coarsened(drafts) {
    const together = Math.ceil(drafts.length / COMPARED_MAX);
    return drafts.reduce((joined, draft, index) => {
        const before = joined.at(-1);
        if (before === undefined || index % together === 0)
            joined.push(draft);
        else
            joined.splice(-1, 1, join(before, draft));
        return joined;
    }, []);
}
/** At most `max` bars that cover all steps. Merges neighbours with the same name first, then the shortest neighbours. */
function phases(spans, max) {
    const single = [];
    for (const { step, start, end } of spans) {
        const errors = step.error ? 1 : 0;
        const draft = {
            first: step,
            last: step,
            start,
            end,
            steps: 1,
            errors,
            name: stepName(step),
            nameMs: end - start,
        };
        const before = single.at(-1);
        if (before?.name === draft.name && spans.length > max)
            single.splice(-1, 1, join(before, draft));
        else
            single.push(draft);
    }
    const drafts = single.length > max ? coarsened(single) : single;
    while (drafts.length > Math.max(1, max)) {
        const at = shortestPair(drafts);
        const [a, b] = drafts.slice(at, at + 2);
        if (a === undefined || b === undefined)
            break;
        drafts.splice(at, 2, join(a, b));
    }
    return drafts;
}
/** The number of bars that fit on a screen. More steps are merged. */
const BARS_MAX = 16;
/** Minimum share of errors among a bar's steps to show it in red. */
const RED_SHARE = 0.25;
/** With fewer steps or less time a chart is not useful. */
const SPAN_MIN_MS = 2000;
/** An arbitrary day. Dates are parsed and shown in the viewer's time zone, and only the time since midnight is displayed. */
const MIDNIGHT = Date.UTC(2001, 0, 1);
function stamp(ms) {
    return new Date(MIDNIGHT + ms).toISOString().slice(0, 23).replace('T', ' ');
}
/** Agent text as a Mermaid label: only letters, digits, spaces and `_.-`. */
function mermaidLabel(text) {
    const words = text
        .slice(0, 400)
        .replace(/[^A-Za-z0-9 _.-]+/g, ' ')
        .replace(/ +/g, ' ')
        .trim();
    return words === '' ? 'step' : words.slice(0, 32).trim();
}
function bar(phase) {
    const from = phase.first.index + 1;
    const to = phase.last.index + 1;
    // A leading number prevents a tool named `section` or `title` from being parsed as a keyword.
    const label = from === to ? `${from} ${mermaidLabel(phase.name)}` : `${from} to ${to} mostly ${mermaidLabel(phase.name)}`;
    const errors = phase.errors > 0 ? ` - ${(0,format/* counted */.hS)(phase.errors, 'error')}` : '';
    // In a long run most bars contain an error, so only bars with a large share of errors are red.
    const failed = phase.errors > 0 && phase.errors >= phase.steps * RED_SHARE;
    return `  ${label}${errors} :${failed ? 'crit, ' : ''}${stamp(phase.start)}, ${stamp(phase.end)}`;
}
/** A fenced Mermaid chart with a sentence on how to read it, or an empty string if there is nothing to show. */
function timeChart(steps) {
    const spans = spansOf(steps);
    const total = spans.at(-1)?.end ?? 0;
    if (total < SPAN_MIN_MS)
        return '';
    const bars = phases(spans, BARS_MAX);
    const joined = bars.length < spans.length ? `${(0,format/* counted */.hS)(spans.length, 'step')} in ${(0,format/* counted */.hS)(bars.length, 'bar')}. ` : '';
    const lines = [
        '```mermaid',
        'gantt',
        '  dateFormat YYYY-MM-DD HH:mm:ss.SSS',
        `  axisFormat ${total < 3_600_000 ? '%M:%S' : '%H:%M'}`,
        '  todayMarker off',
        ...bars.map(bar),
        '```',
        `${joined}A bar begins where the step before ended. It is red if at least a quarter of its steps are errors.`,
    ];
    return lines.join('\n');
}

;// CONCATENATED MODULE: ./build/src/report/summary.js
/**
 * The job summary (contract 1.1 `summary`): outcome and pull request first, then the cause of a failure, the result and the errors, and
 * everything else folded. Pure. It always stays under the runner's limit of 1 MiB, has at most 60 folds, and says what was left out.
 */










/** Bytes of UTF-8. The runner drops a summary over 1 MiB completely. */
const SUMMARY_MAX_BYTES = 900_000;
/** Limits of the parts that can grow. Together they leave 100,000 bytes for the others, which are short. */
const RESULT_MAX_BYTES = 400_000;
const ERRORS_MAX_BYTES = 250_000;
const TASK_MAX_BYTES = 40_000;
const LIST_MAX_BYTES = 55_000;
const CAUSE_MAX = 4_000;
/** A summary has at most 60 folds, most of them for errors. */
const GROUPS_MAX = 50;
const TITLE_MAX = 160;
const PLACES_MAX = 5;
const TOOLS_MAX = 20;
/** Fewer steps are seen at a glance. */
const TIME_STEPS_MIN = 5;
const CHART_STEPS_MIN = 8;
const REVIEW_TEXT_MAX = 20_000;
const FINDINGS_MAX = 200;
/** The summary as Markdown, at most `SUMMARY_MAX_BYTES`, with a trailing line feed. */
function renderSummary(view) {
    const answer = [(0,ending/* nextSteps */.Zn)(view, { inThread: false }), resultSection(view)];
    const parts = [
        heading(view),
        (0,pull_request_text/* pullRequestLine */.Zu)(view),
        facts(view),
        taskSection(view),
        (0,sections/* causeSection */.bM)(view, CAUSE_MAX),
        // The question comes before how to answer it.
        ...(view.outcome === 'needs_input' ? answer.toReversed() : answer),
        errorsSection(view),
        detailsSection(view),
        provenanceLine(view),
    ];
    return `${(0,format/* joined */.oR)(parts)}\n`;
}
/** The task's first line is the title, if it may be shown. */
function heading(view) {
    const title = (0,sections/* taskTitle */.Oj)(view);
    const mark = (0,ending/* outcomeMark */.eD)(view.outcome);
    return title === null ? `## ${mark} ${(0,ending/* happened */.Y5)(view)}` : `## ${mark} ${(0,markdown/* markdownText */.p7)(title)}\n\n**${(0,ending/* happened */.Y5)(view)}**`;
}
function facts(view) {
    const address = view.webUrl === null ? null : (0,url/* safeHttpsUrl */.Wb)(view.webUrl);
    const errors = view.steps.filter((step) => step.error).length;
    return (0,format/* joined */.oR)([
        address === null ? '' : `**${(0,markdown/* markdownLink */.iQ)('Open the run', address)}**`,
        view.status === null ? '' : `status ${(0,markdown/* markdownText */.p7)(view.status, 80)}`,
        view.totalLogs > 0 ? (0,format/* counted */.hS)(view.totalLogs, 'log entry', 'log entries') : '',
        errors > 0 ? `${(0,format/* counted */.hS)(errors, 'error')}${view.outcome === 'succeeded' ? ' on the way' : ''}` : '',
    ], ' · ');
}
/** Nothing where the title shows all of it. */
function taskSection(view) {
    const task = (view.provenance.task ?? '').trim();
    if (task === '' || task === (0,sections/* taskTitle */.Oj)(view))
        return '';
    return (0,sections/* folded */.TM)('The task', fitting(task.length, TASK_MAX_BYTES, (max) => (0,markdown/* markdownFence */.p0)(task, 'text', max)));
}
function resultSection(view) {
    // The result of a review is JSON that the review's own section shows.
    if ((view.review ?? null) !== null)
        return reviewSection(view);
    if (view.result.trim() === '')
        return '';
    const name = view.outcome === 'needs_input' ? 'Question' : 'Result';
    const title = view.resultIsOld ? '### Result from before the follow-up' : `### ${name}`;
    return (0,format/* joined */.oR)([title, fitting(view.result.length, RESULT_MAX_BYTES, (max) => (0,sections/* resultMarkdown */.NW)(view, max))]);
}
const PLACES = { inline: 'on its lines', body: 'in the review', known: 'known before' };
/** What a review found, as a table (contract 17.5). Empty without a review. */
function reviewSection({ review = null, provenance }) {
    if (review === null)
        return '';
    const links = (0,safe_links/* repositoryLinks */.A)(provenance);
    const address = review.url === null ? null : (links.read(review.url)?.url ?? null);
    const where = address === null ? '' : (0,markdown/* markdownRunnerLink */.os)('Open the review', address);
    return (0,format/* joined */.oR)([
        `### Review: ${review.findings.length === 0 ? 'nothing found' : (0,format/* counted */.hS)(review.findings.length, 'finding')}`,
        (0,format/* joined */.oR)([verdict(review), where], ' · '),
        (0,rendered_markdown/* renderMarkdown */.G)(review.summary, { links, maxLength: REVIEW_TEXT_MAX }).text,
        findingsTable(review.findings),
    ]);
}
function verdict({ pass }) {
    return pass === null ? '' : pass ? 'The review passes.' : '**The review does not pass.**';
}
function findingsTable(findings) {
    if (findings.length === 0)
        return '';
    const rows = findings.slice(0, FINDINGS_MAX).map(({ severity, path, startLine, line, title, placed }) => {
        const lines = startLine === line ? `${line}` : `${startLine}-${line}`;
        const posted = placed === null ? 'not posted' : PLACES[placed];
        return `| ${severity} | ${(0,markdown/* markdownText */.p7)(title, 300)} | ${(0,markdown/* markdownText */.p7)(`${path}:${lines}`, 300)} | ${posted} |`;
    });
    const left = findings.length - rows.length;
    const table = ['| Severity | Finding | Where | Posted |', '| --- | --- | --- | --- |', ...rows].join('\n');
    return left === 0 ? table : (0,format/* joined */.oR)([table, `*${(0,format/* counted */.hS)(left, 'more finding')} in the output \`findings\`.*`]);
}
/** Errors of one kind and tool with the same text, in the order of their first occurrence. */
function groupErrors(steps) {
    const groups = new Map();
    for (const error of steps) {
        if (!error.error)
            continue;
        const key = JSON.stringify([error.kind, error.tool, error.detail ?? error.headline]);
        const group = groups.get(key);
        if (group === undefined)
            groups.set(key, { error, steps: [error.index + 1] });
        else
            group.steps.push(error.index + 1);
    }
    return [...groups.values()];
}
function places(steps) {
    const shown = steps.slice(0, PLACES_MAX).join(', ');
    const rest = steps.length > PLACES_MAX ? ', …' : '';
    return steps.length === 1 ? `step ${shown}` : `${steps.length} times, steps ${shown}${rest}`;
}
function groupText({ error, steps }) {
    const label = (0,report_cause/* causeTitle */.ev)({ error }).replace(/, step \d+$/, '');
    const message = error.headline.trim() === '' ? '' : `: ${error.headline}`;
    const title = `${(0,markdown/* markdownTitle */.St)(`${label}${message}`, TITLE_MAX)} (${places(steps)})`;
    return (0,sections/* folded */.TM)(title, (0,markdown/* markdownFence */.p0)(error.detail ?? error.headline, 'text'));
}
/** Without an error that is shown as the cause. */
function errorsSection(view) {
    const cause = (0,report_cause/* reasonOf */.A3)(view)?.cause ?? null;
    const isCause = ({ index }) => index === cause?.error.index || index === cause?.then?.index;
    const groups = groupErrors(view.steps.filter((step) => !isCause(step)));
    if (groups.length === 0)
        return '';
    const count = groups.reduce((sum, { steps }) => sum + steps.length, 0);
    const { shown } = fittingItems(groups.slice(0, GROUPS_MAX), ERRORS_MAX_BYTES, groupText);
    const rest = groups.slice(shown.length).reduce((sum, { steps }) => sum + steps.length, 0);
    const note = rest > 0 ? `*${(0,format/* counted */.hS)(rest, 'more error')}: see the logs file or the trace report.*` : '';
    // A successful run recovered from them.
    const title = view.outcome === 'succeeded' ? 'Errors on the way' : cause === null ? 'Errors' : 'Other errors';
    return (0,format/* joined */.oR)([`### ${title} (${count})`, ...shown, note]);
}
function detailsSection(view) {
    const details = (0,format/* joined */.oR)([timeSection(view), warningsSection(view), resumeSection(view), filesSection(view)]);
    return details === '' ? '' : `### Details\n\n${details}`;
}
function toolTable(view) {
    const uses = toolUse(spansOf(view.steps));
    const timed = uses.reduce((sum, use) => sum + use.ms, 0);
    const share = (ms) => (timed === 0 ? '–' : `${Math.round((100 * ms) / timed)} %`);
    const rows = uses
        .slice(0, TOOLS_MAX)
        .map((use) => `| ${(0,markdown/* markdownText */.p7)(use.name, 60)} | ${use.steps} | ${(0,format/* duration */.p0)(use.ms)} | ${share(use.ms)} | ${use.errors || ''} |`);
    const rest = uses.slice(TOOLS_MAX);
    const sum = (pick) => rest.reduce((total, use) => total + pick(use), 0);
    if (rest.length > 0) {
        const ms = sum((use) => use.ms);
        rows.push(`| *${rest.length} more* | ${sum((use) => use.steps)} | ${(0,format/* duration */.p0)(ms)} | ${share(ms)} | ${sum((use) => use.errors) || ''} |`);
    }
    return ['| Tool or kind of step | Steps | Time | Share | Errors |', '| :-- | --: | --: | --: | --: |', ...rows].join('\n');
}
function timeSection(view) {
    const { steps } = view;
    if (steps.length < TIME_STEPS_MIN)
        return '';
    const chart = steps.length < CHART_STEPS_MIN ? '' : timeChart(steps);
    return (0,sections/* folded */.TM)(`Where the time went: ${(0,format/* counted */.hS)(steps.length, 'step')}`, (0,format/* joined */.oR)([chart, toolTable(view)]));
}
function warningsSection(view) {
    if (view.warnings.length === 0)
        return '';
    const { shown, rest } = fittingItems(view.warnings, LIST_MAX_BYTES, (warning) => `- ${(0,markdown/* markdownMessage */.ju)(warning, 1000)}`);
    const note = rest > 0 ? `*${(0,format/* counted */.hS)(rest, 'more warning')} in the job log.*` : '';
    return (0,sections/* folded */.TM)(`Warnings (${view.warnings.length})`, (0,format/* joined */.oR)([shown.join('\n'), note]));
}
function resumeSection(view) {
    if (view.runId === null)
        return '';
    const lines = [
        '```yaml',
        'with:',
        ...(view.provenance.orgId === null ? [] : [`  org_id: "${view.provenance.orgId}"`]),
        `  agent_run_id: "${view.runId}"`,
        '  prompt: Your follow-up instruction # leave it out to only follow the run',
        '```',
    ];
    return (0,sections/* folded */.TM)('Resume this run', lines.join('\n'));
}
function filesSection(view) {
    const files = [
        ['result_file', view.resultFile],
        ['logs_file', view.logsFile],
        ['report_file', view.reportFile],
    ];
    const rows = files.flatMap(([name, path]) => path === null || path === '' ? [] : [`- \`${name}\`: ${(0,markdown/* markdownCode */.D9)(path)}`]);
    if (rows.length === 0)
        return '';
    const hint = 'They are deleted when the job ends. To keep them, upload them with `actions/upload-artifact` under `if: always()`; with `archive: false` the report opens in the browser.';
    return (0,sections/* folded */.TM)(view.reportFile === null || view.reportFile === '' ? 'Files' : 'Files and trace report', (0,format/* joined */.oR)([rows.join('\n'), hint]));
}
function provenanceLine(view) {
    const { event, actor, repository, workflow, workflowRunUrl, promptHash } = view.provenance;
    const chain = view.resumed ? ' (resumed)' : view.attached ? ' (attached)' : '';
    const name = workflow === '' ? 'workflow run' : workflow.slice(0, 100);
    const parts = [
        event === '' ? '' : `event ${(0,markdown/* markdownText */.p7)(event, 60)}`,
        actor === '' ? '' : `by ${(0,markdown/* markdownText */.p7)(actor, 60)}`,
        repository === '' ? '' : `in ${(0,markdown/* markdownText */.p7)(repository, 200)}`,
        workflowRunUrl === null && workflow === '' ? '' : (0,markdown/* markdownRunnerLink */.os)(name, workflowRunUrl),
        promptHash === null ? 'no prompt sent' : `prompt SHA-256 \`${promptHash.replace(/[^0-9a-f]/g, '')}\``,
        view.runId === null ? '' : `run ${view.runId}${chain}`,
        (0,format/* counted */.hS)(view.requests, 'request'),
    ];
    return `<sub>${(0,format/* joined */.oR)(parts, ' · ')}</sub>`;
}
const bytes = (text) => Buffer.byteLength(text, 'utf8');
/** Tries shorter and shorter renderings until one fits. Sanitizing may lengthen a text, so the rendered size is measured. */
function fitting(length, budget, render) {
    for (let max = Math.min(length, budget);; max = Math.floor(max * 0.6)) {
        const rendered = render(max);
        if (bytes(rendered) <= budget || max === 0)
            return rendered;
    }
}
/** As many complete items as fit. Items are rendered one by one, so the others cost nothing. */
function fittingItems(items, budget, render) {
    const shown = [];
    let left = budget;
    for (const item of items) {
        const rendered = render(item);
        left -= bytes(rendered);
        if (left < 0)
            break;
        shown.push(rendered);
    }
    return { shown, rest: items.length - shown.length };
}


/***/ })

};
;