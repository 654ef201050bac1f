"use strict";
exports.id = 8117;
exports.ids = [8117,1370];
exports.modules = {

/***/ 1370:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   a: () => (/* binding */ lastWords),
/* harmony export */   r: () => (/* binding */ causeOf)
/* harmony export */ });
/** Whether a later step resolves an error: a success of the same tool, or a pull request after a failed one. */
function overcomes(step) {
    if (step.error)
        return null;
    if (step.kind === 'INITIAL_PR_GENERATION')
        return 'PR_CREATION_FAILED';
    return step.tool === null || step.tool === '' ? null : `tool ${step.tool}`;
}
function need(error) {
    if (error.kind === 'PR_CREATION_FAILED')
        return error.kind;
    return error.tool === null || error.tool === '' ? null : `tool ${error.tool}`;
}
/** The cause of a failure, or null if no step reports an error. */
function causeOf(steps) {
    const overcome = new Set();
    let last = null;
    let open = null;
    let failedPullRequest = null;
    for (const step of steps.toReversed()) {
        if (!step.error) {
            overcome.add(overcomes(step));
            continue;
        }
        last ??= step;
        const needed = need(step);
        if (needed !== null && overcome.has(needed))
            continue;
        if (step.kind === 'PR_CREATION_FAILED')
            failedPullRequest ??= step;
        else {
            open = step;
            break;
        }
    }
    const error = open ?? failedPullRequest ?? last;
    if (error === null)
        return null;
    const at = steps.indexOf(error);
    return {
        error,
        then: error === failedPullRequest ? null : failedPullRequest,
        before: steps.slice(Math.max(0, at - 3), at),
    };
}
/** The beginning of the agent's last answer, plan or thought, or null if there is none. */
function lastWords(steps) {
    const said = (step) => (step.kind === 'FINAL_ANSWER' || step.kind === 'PLAN_EVALUATION') && step.headline !== '';
    return steps.findLast(said) ?? null;
}


/***/ }),

/***/ 3415:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   b: () => (/* binding */ causeSection)
/* harmony export */ });
/* harmony import */ var _shared_format_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(275);
/* harmony import */ var _cause_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1370);
/* harmony import */ var _safe_markdown_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6149);
/* harmony import */ var _step_words_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3695);
/** Why a run failed, as Markdown for the summary and comment: the cause and the agent's last message (contract 9). Pure. */




const WORDS_MAX = 300;
/** Outcomes for which the log may contain the reason. */
const FAILED = new Set(['failed', 'unverified']);
/** Empty if the run did not fail or its log contains no reason. */
function causeSection(view, detailMax) {
    if (!FAILED.has(view.outcome))
        return '';
    const cause = (0,_cause_js__WEBPACK_IMPORTED_MODULE_2__/* .causeOf */ .r)(view.steps);
    const words = (0,_cause_js__WEBPACK_IMPORTED_MODULE_2__/* .lastWords */ .a)(view.steps);
    return (0,_shared_format_js__WEBPACK_IMPORTED_MODULE_3__/* .joined */ .oR)([
        cause === null ? '' : `**Cause:** ${failure(cause.error, detailMax)}`,
        cause === null || cause.then === null ? '' : `**Then:** ${failure(cause.then, detailMax)}`,
        // The text is already shown as the result.
        words === null || isInResult(words.headline, view.result)
            ? ''
            : `**Last words:** ${(0,_safe_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdownText */ .p7)(words.headline, WORDS_MAX)}`,
    ]);
}
/** A long line in a code block would have to be scrolled, so a single line is quoted. */
function failure(error, detailMax) {
    const detail = detailOf(error).trim();
    const quoted = detail.includes('\n')
        ? (0,_safe_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdownFence */ .p0)(detail, 'text', detailMax)
        : `> ${(0,_safe_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdownText */ .p7)(detail, detailMax)}`;
    return `${(0,_step_words_js__WEBPACK_IMPORTED_MODULE_1__/* .errorLabel */ .Vk)(error)}, step ${error.index + 1}\n\n${quoted}`;
}
function detailOf({ detail, headline }) {
    return [detail, headline].find((text) => text !== null && text.trim() !== '') ?? 'No details were given.';
}
function isInResult(words, result) {
    const plain = (text) => text.replace(/\s+/g, ' ').trim();
    return plain(result.slice(0, 4_000)).startsWith(plain(words.replace(/…$/, '')).slice(0, 100));
}


/***/ }),

/***/ 1773:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   AP: () => (/* binding */ commentHeading),
/* harmony export */   Wm: () => (/* binding */ headingOf),
/* harmony export */   Zn: () => (/* binding */ nextSteps),
/* harmony export */   eD: () => (/* binding */ outcomeMark)
/* harmony export */ });
/* harmony import */ var _shared_format_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(275);
/* harmony import */ var _safe_markdown_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6149);
/* harmony import */ var _safe_url_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(7255);
/* harmony import */ var _links_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(1056);
/* harmony import */ var _pull_request_check_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2919);
/** Names of the outcomes and advice on what to do next, as Markdown. Pure. */





const WORDS = {
    succeeded: { mark: '✅', verb: 'succeeded', heading: 'The agent is done' },
    failed: { mark: '❌', verb: 'failed', heading: 'The agent did not succeed' },
    cancelled: { mark: '🚫', verb: 'was cancelled', heading: 'Cancelled' },
    needs_input: { mark: '💬', verb: 'needs input', heading: 'The agent needs an answer' },
    timed_out: { mark: '⏱️', verb: 'timed out', heading: 'Timed out: this workflow no longer waits for the agent' },
    started: { mark: '🚀', verb: 'was started', heading: 'The agent has started' },
    skipped: { mark: '⏭️', verb: 'was skipped', heading: 'Skipped' },
    error: { mark: '⚠️', verb: 'ended with an error', heading: 'Something went wrong' },
    unverified: {
        mark: '❓',
        verb: 'succeeded, but is unverified',
        heading: 'Done, but no pull request could be verified',
    },
    running: { mark: '⏳', verb: 'is running', heading: 'The agent is at work' },
};
function outcomeMark(outcome) {
    return WORDS[outcome].mark;
}
/** The summary's first line: icon, run, outcome, duration. */
function headingOf(view) {
    const { mark, verb } = WORDS[view.outcome];
    const run = view.runId === null ? 'Agent run' : `Agent run ${view.runId}`;
    const time = view.runId !== null && view.durationMs > 0 ? ` after ${(0,_shared_format_js__WEBPACK_IMPORTED_MODULE_2__/* .duration */ .p0)(view.durationMs)}` : '';
    return `## ${mark} ${run} ${verb}${time}`;
}
/** The beginning of a comment: `✅ The agent is done`. */
function commentHeading({ outcome }) {
    return `${WORDS[outcome].mark} ${WORDS[outcome].heading}`;
}
/** The known state of the run. */
function standingOf(view) {
    const address = view.webUrl === null ? null : (0,_safe_url_js__WEBPACK_IMPORTED_MODULE_3__/* .safeHttpsUrl */ .Wb)(view.webUrl);
    const where = address === null ? 'at the service' : `at ${(0,_safe_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdownLink */ .iQ)(address, address)}`;
    const run = address === null ? `Run ${String(view.runId)}` : 'The run';
    switch (view.standing) {
        case 'no_run':
            return 'No run was created.';
        case 'maybe_created':
            return 'Whether a run was created is not known: check the list of runs at the service.';
        case 'untouched':
            return `Nothing was sent to run ${String(view.runId)} ${where}.`;
        case 'maybe_resumed':
            return `Whether run ${String(view.runId)} received the follow-up is not known: check ${where}.`;
        case 'going_on':
            return `${run} goes on ${where}.`;
        case 'not_known':
            return `${address === null ? `The state of run ${String(view.runId)}` : 'The state of the run'} could not be confirmed: check ${where}.`;
        case 'ended':
            return `${run} has ended: see its page ${where}.`;
    }
}
function follow(view) {
    return view.runId === null
        ? ''
        : ` To follow it from another step, set \`agent_run_id: "${view.runId}"\` and no prompt.`;
}
/** Does not use the status word, because a resumed run still shows the previous one and inputs may define others. */
function stepCancelled({ cutShort, standing }) {
    return cutShort !== null || standing !== 'ended';
}
/** Instructions to continue the same run. `what` is an answer or an instruction. */
function howToContinue({ provenance, runId }, { what, inThread }) {
    const { reply } = provenance;
    const elsewhere = `run this action with \`agent_run_id: "${String(runId)}"\` and ${what} as \`prompt\``;
    if (reply === undefined)
        return `${elsewhere}. The same run continues.`;
    const thread = (0,_links_js__WEBPACK_IMPORTED_MODULE_4__/* .repositoryLinks */ .A)(provenance).issue(reply.thread);
    const link = thread === null ? `#${reply.thread}` : `[${thread.label}](${thread.url})`;
    const where = inThread ? 'here' : `in ${link}`;
    return reply.phrase === null
        ? `trigger this workflow again ${where} with ${what}, or ${elsewhere}. The same run continues.`
        : `comment ${where} with ${(0,_safe_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdownCode */ .D9)(reply.phrase, 100)} and ${what}. The same run continues.`;
}
/** The meaning of the outcome and what to do next. Empty if there is nothing to add. */
function nextSteps(view, { inThread }) {
    switch (view.outcome) {
        case 'succeeded':
        case 'running':
            return '';
        case 'failed':
            return view.runId === null
                ? ''
                : `To try again, ${howToContinue(view, { what: 'what to do differently', inThread })} Or start a new run with a narrower task.`;
        case 'cancelled':
            return stepCancelled(view)
                ? `This step was cancelled${view.errorMessage === null && view.standing !== 'not_known' ? ', not the run' : ''}. ${leftOf(view)}${follow(view)}`
                : 'The run was stopped at the service. Resume it with a follow-up prompt to go on.';
        case 'needs_input':
            return view.runId === null
                ? 'The agent is waiting for an answer.'
                : `The agent is waiting for an answer. To answer, ${howToContinue(view, { what: 'your answer', inThread })}`;
        case 'timed_out':
            return `${cutShort(view)}${leftOf(view)} Raise \`timeout_minutes\` to wait longer.${follow(view)}`;
        case 'started':
            return `${standingOf(view)} This step did not wait for it.${follow(view)}`;
        case 'skipped':
            return view.skipReason === null ? 'No request was sent.' : (0,_safe_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdownMessage */ .ju)(view.skipReason, 2000);
        case 'unverified':
            return `${(0,_safe_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdownMessage */ .ju)((0,_pull_request_check_js__WEBPACK_IMPORTED_MODULE_1__/* .whyUnverified */ .ki)(view.checks ?? null), 2000)} Resume the run and ask for one, or remove \`expect: pull_request\`.`;
        case 'error':
            return `**${(0,_safe_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdownText */ .p7)(view.errorCode ?? 'internal', 40)}**${reason(view)}`;
    }
}
/** The run that the step left running: whether it was asked to stop, or else its state. */
function leftOf(view) {
    return view.errorMessage === null ? standingOf(view) : (0,_safe_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdownMessage */ .ju)(view.errorMessage, 2000);
}
function cutShort(view) {
    return view.cutShort === null ? '' : `${(0,_safe_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdownMessage */ .ju)(view.cutShort, 2000)} `;
}
/** The message of an error. It may quote the service. */
function reason(view) {
    if (view.errorMessage === null || view.errorMessage === '')
        return '';
    return `\n\n${(0,_safe_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdownFence */ .p0)(view.errorMessage, 'text', 8000)}`;
}


/***/ }),

/***/ 1550:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   N: () => (/* binding */ resultMarkdown)
/* harmony export */ });
/* harmony import */ var _shared_format_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(275);
/* harmony import */ var _links_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(1056);
/* harmony import */ var _markdown_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8351);
/* harmony import */ var _safe_markdown_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6149);
/* harmony import */ var _safe_text_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(695);
/** The result as readable Markdown, followed by the rest as folded source text. Pure. */





/** At most `max` UTF-16 units of the result, with a mark if it was truncated. Empty without a result. */
function resultMarkdown(view, max) {
    if (view.result.trim() === '')
        return '';
    const { text, rest, beyond } = (0,_markdown_index_js__WEBPACK_IMPORTED_MODULE_0__/* .renderMarkdown */ .G)(view.result, {
        links: (0,_links_js__WEBPACK_IMPORTED_MODULE_3__/* .repositoryLinks */ .A)(view.provenance),
        maxLength: max,
    });
    // The space left after the readable part.
    const more = (0,_safe_text_js__WEBPACK_IMPORTED_MODULE_2__/* .head */ .d5)(rest, Math.max(0, max - (view.result.length - beyond - rest.length)));
    const missing = rest.length - more.length + beyond;
    const shown = view.result.length - missing;
    const where = view.resultFile === null ? 'the file that the output `result_file` names' : 'the result file';
    return (0,_shared_format_js__WEBPACK_IMPORTED_MODULE_4__/* .joined */ .oR)([
        text,
        more === ''
            ? ''
            : `<details><summary>The rest of the result, as text</summary>\n\n${(0,_safe_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdownFence */ .p0)(more, 'text', more.length)}\n\n</details>`,
        missing > 0
            ? `*The result is cut: ${shown} of ${view.result.length} characters are shown. The whole text is in ${where}.*`
            : '',
    ]);
}


/***/ }),

/***/ 4453:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   K8: () => (/* binding */ fittingItems),
/* harmony export */   TM: () => (/* binding */ folded),
/* harmony export */   _Q: () => (/* binding */ fitting),
/* harmony export */   ee: () => (/* binding */ bytes)
/* harmony export */ });
/** Keeps the parts of a summary within a byte limit. Pure. */
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
/** Folded content with a one-line Markdown title. Markdown inside `details` needs a blank line on both sides. */
function folded(title, content) {
    return content === '' ? '' : `<details><summary>${title}</summary>\n\n${content}\n\n</details>`;
}


/***/ }),

/***/ 8117:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  e: () => (/* binding */ SUMMARY_MAX_BYTES),
  renderSummary: () => (/* binding */ renderSummary)
});

// EXTERNAL MODULE: ./build/src/shared/format.js
var format = __webpack_require__(275);
// EXTERNAL MODULE: ./build/src/report/failure-text.js
var failure_text = __webpack_require__(3415);
// EXTERNAL MODULE: ./build/src/report/outcome-text.js
var outcome_text = __webpack_require__(1773);
// EXTERNAL MODULE: ./build/src/report/pull-request-text.js
var pull_request_text = __webpack_require__(8588);
// EXTERNAL MODULE: ./build/src/report/result-section.js
var result_section = __webpack_require__(1550);
// EXTERNAL MODULE: ./build/src/safe/markdown.js
var markdown = __webpack_require__(6149);
// EXTERNAL MODULE: ./build/src/safe/url.js
var url = __webpack_require__(7255);
// EXTERNAL MODULE: ./build/src/report/step-words.js
var step_words = __webpack_require__(3695);
;// CONCATENATED MODULE: ./build/src/report/summary/timeline.js
/**
 * How a run spent its time. Pure. An entry has only the time stamp of its creation, and a tool's entry already contains the output. The
 * duration of an entry is therefore the time since the previous one.
 */

/** The tool, or the kind of a step without a tool. Agent text. */
function stepName(step) {
    return step.tool !== null && step.tool.trim() !== '' ? step.tool : (0,step_words/* stepLabel */.vO)(step);
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

;// CONCATENATED MODULE: ./build/src/report/summary/chart.js
/** The chart in the summary: a Mermaid Gantt chart, which GitHub renders in its light or dark theme. Pure. */


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

// EXTERNAL MODULE: ./build/src/report/summary/fit.js
var fit = __webpack_require__(4453);
;// CONCATENATED MODULE: ./build/src/report/summary/details.js
/** The folded parts of a summary: time by tool, how to resume, files, provenance. Pure. */





const TOOLS_MAX = 20;
const LIST_MAX_BYTES = 55_000;
/** Fewer steps need no chart. */
const CHART_STEPS_MIN = 8;
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
    if (steps.length === 0)
        return '';
    const chart = steps.length < CHART_STEPS_MIN ? '' : timeChart(steps);
    return (0,fit/* folded */.TM)(`Where the time went: ${(0,format/* counted */.hS)(steps.length, 'step')}`, (0,format/* joined */.oR)([chart, toolTable(view)]));
}
function warningsSection(view) {
    if (view.warnings.length === 0)
        return '';
    const { shown, rest } = (0,fit/* fittingItems */.K8)(view.warnings, LIST_MAX_BYTES, (warning) => `- ${(0,markdown/* markdownMessage */.ju)(warning, 1000)}`);
    const note = rest > 0 ? `*${(0,format/* counted */.hS)(rest, 'more warning')} in the job log.*` : '';
    return (0,fit/* folded */.TM)(`Warnings (${view.warnings.length})`, (0,format/* joined */.oR)([shown.join('\n'), note]));
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
    return (0,fit/* folded */.TM)('Resume this run', lines.join('\n'));
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
    return (0,fit/* folded */.TM)(view.reportFile === null || view.reportFile === '' ? 'Files' : 'Files and trace report', (0,format/* joined */.oR)([rows.join('\n'), hint]));
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

;// CONCATENATED MODULE: ./build/src/report/summary/errors.js
/** The errors of a run, with repeated errors merged and counted (contract 6.4). Pure. */




const ERRORS_MAX_BYTES = 250_000;
/** A summary has at most 60 folds, most of them for errors. */
const GROUPS_MAX = 50;
const TITLE_MAX = 160;
const PLACES_MAX = 5;
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
    const message = (0,markdown/* markdownText */.p7)(error.headline, TITLE_MAX);
    const title = `${(0,step_words/* errorLabel */.Vk)(error)}${message === '' ? '' : `: ${message}`} (${places(steps)})`;
    return (0,fit/* folded */.TM)(title, (0,markdown/* markdownFence */.p0)(error.detail ?? error.headline, 'text'));
}
function errorsSection(view) {
    const groups = groupErrors(view.steps);
    if (groups.length === 0)
        return '';
    const count = groups.reduce((sum, { steps }) => sum + steps.length, 0);
    const { shown } = (0,fit/* fittingItems */.K8)(groups.slice(0, GROUPS_MAX), ERRORS_MAX_BYTES, groupText);
    const rest = groups.slice(shown.length).reduce((sum, { steps }) => sum + steps.length, 0);
    const note = rest > 0 ? `*${(0,format/* counted */.hS)(rest, 'more error')}: see the logs file or the trace report.*` : '';
    // A successful run recovered from them.
    const title = view.outcome === 'succeeded' ? 'Errors on the way' : 'Errors';
    return (0,format/* joined */.oR)([`### ${title} (${count})`, ...shown, note]);
}

// EXTERNAL MODULE: ./build/src/report/links.js
var report_links = __webpack_require__(1056);
// EXTERNAL MODULE: ./build/src/report/markdown/index.js + 5 modules
var report_markdown = __webpack_require__(8351);
;// CONCATENATED MODULE: ./build/src/report/summary/review.js
/** What a review found, as a table (contract 17.5). Pure. */




const SUMMARY_MAX = 20_000;
const ROWS_MAX = 200;
const PLACES = { inline: 'on its lines', body: 'in the review', known: 'known before' };
/** Empty without a review. */
function reviewSection({ review = null, provenance }) {
    if (review === null)
        return '';
    const links = (0,report_links/* repositoryLinks */.A)(provenance);
    const address = review.url === null ? null : (links.read(review.url)?.url ?? null);
    const where = address === null ? '' : (0,markdown/* markdownRunnerLink */.os)('Open the review', address);
    return (0,format/* joined */.oR)([
        `### Review: ${review.findings.length === 0 ? 'nothing found' : (0,format/* counted */.hS)(review.findings.length, 'finding')}`,
        (0,format/* joined */.oR)([verdict(review), where], ' · '),
        (0,report_markdown/* renderMarkdown */.G)(review.summary, { links, maxLength: SUMMARY_MAX }).text,
        table(review.findings),
    ]);
}
function verdict({ pass }) {
    return pass === null ? '' : pass ? 'The review passes.' : '**The review does not pass.**';
}
function table(findings) {
    if (findings.length === 0)
        return '';
    const rows = findings.slice(0, ROWS_MAX).map(({ severity, path, startLine, line, title, placed }) => {
        const lines = startLine === line ? `${line}` : `${startLine}-${line}`;
        const posted = placed === null ? 'not posted' : PLACES[placed];
        return `| ${severity} | ${(0,markdown/* markdownText */.p7)(title, 300)} | ${(0,markdown/* markdownText */.p7)(`${path}:${lines}`, 300)} | ${posted} |`;
    });
    const left = findings.length - rows.length;
    const table = ['| Severity | Finding | Where | Posted |', '| --- | --- | --- | --- |', ...rows].join('\n');
    return left === 0 ? table : (0,format/* joined */.oR)([table, `*${(0,format/* counted */.hS)(left, 'more finding')} in the output \`findings\`.*`]);
}

;// CONCATENATED MODULE: ./build/src/report/summary/index.js
/**
 * The job summary (contract 1.1 `summary`): outcome and pull request first, then the cause of a failure, the result and the errors, and
 * everything else folded. Pure. It always stays under the runner's limit of 1 MiB, has at most 60 folds, and says what was left out.
 */











/** Bytes of UTF-8. The runner drops a summary over 1 MiB completely. */
const SUMMARY_MAX_BYTES = 900_000;
/** Limits of the parts that can grow. Together they leave 140,000 bytes for the others, which are short. */
const RESULT_MAX_BYTES = 400_000;
const CAUSE_MAX = 4_000;
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
function resultSection(view) {
    // The result of a review is JSON that the review's own section shows.
    if ((view.review ?? null) !== null)
        return reviewSection(view);
    if (view.result.trim() === '')
        return '';
    const name = view.outcome === 'needs_input' ? 'Question' : 'Result';
    const heading = view.resultIsOld ? '### Result from before the follow-up' : `### ${name}`;
    return (0,format/* joined */.oR)([heading, (0,fit/* fitting */._Q)(view.result.length, RESULT_MAX_BYTES, (max) => (0,result_section/* resultMarkdown */.N)(view, max))]);
}
function detailsSection(view) {
    const details = (0,format/* joined */.oR)([timeSection(view), warningsSection(view), resumeSection(view), filesSection(view)]);
    return details === '' ? '' : `### Details\n\n${details}`;
}
/** The summary as Markdown, at most `SUMMARY_MAX_BYTES`, with a trailing line feed. */
function renderSummary(view) {
    const answer = [(0,outcome_text/* nextSteps */.Zn)(view, { inThread: false }), resultSection(view)];
    const parts = [
        (0,outcome_text/* headingOf */.Wm)(view),
        (0,pull_request_text/* pullRequestLine */.Zu)(view),
        facts(view),
        (0,failure_text/* causeSection */.b)(view, CAUSE_MAX),
        // The question comes before how to answer it.
        ...(view.outcome === 'needs_input' ? answer.toReversed() : answer),
        errorsSection(view),
        detailsSection(view),
        provenanceLine(view),
    ];
    return `${(0,format/* joined */.oR)(parts)}\n`;
}


/***/ })

};
;