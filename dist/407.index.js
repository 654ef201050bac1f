"use strict";
exports.id = 407;
exports.ids = [407];
exports.modules = {

/***/ 1773:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   W: () => (/* binding */ headingOf),
/* harmony export */   Z: () => (/* binding */ nextSteps)
/* harmony export */ });
/* harmony import */ var _shared_format_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(275);
/* harmony import */ var _sanitize_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4256);
/** What an outcome is called and what to do about it. Pure. */


const MARKS = {
    succeeded: '✅',
    failed: '❌',
    cancelled: '🚫',
    needs_input: '💬',
    timed_out: '⏱️',
    started: '🚀',
    skipped: '⏭️',
    error: '⚠️',
    unverified: '❓',
    running: '⏳',
};
const WORDS = {
    succeeded: 'succeeded',
    failed: 'failed',
    cancelled: 'was cancelled',
    needs_input: 'needs input',
    timed_out: 'did not end in time',
    started: 'was started',
    skipped: 'was skipped',
    error: 'met an error',
    unverified: 'succeeded, but is unverified',
    running: 'is running',
};
/** The first line: mark, run, outcome, time. */
function headingOf(view) {
    const run = view.runId === null ? 'Agent run' : `Agent run ${view.runId}`;
    const time = view.runId !== null && view.durationMs > 0 ? ` after ${(0,_shared_format_js__WEBPACK_IMPORTED_MODULE_1__/* .duration */ .p0)(view.durationMs)}` : '';
    return `## ${MARKS[view.outcome]} ${run} ${WORDS[view.outcome]}${time}`;
}
/** What became of the run, as far as it is known. */
function standingOf(view) {
    const address = view.webUrl === null ? null : (0,_sanitize_index_js__WEBPACK_IMPORTED_MODULE_0__/* .safeHttpsUrl */ .Wb)(view.webUrl);
    const where = address === null ? 'at the service' : `at ${(0,_sanitize_index_js__WEBPACK_IMPORTED_MODULE_0__/* .markdownLink */ .iQ)(address, address)}`;
    const run = address === null ? `Run ${String(view.runId)}` : 'The run';
    switch (view.standing) {
        case 'no_run':
            return 'No run was created.';
        case 'maybe_created':
            return 'Whether a run was created is not known: look at the list of runs at the service.';
        case 'untouched':
            return `Nothing was sent to run ${String(view.runId)} ${where}.`;
        case 'maybe_resumed':
            return `Whether run ${String(view.runId)} took the follow-up is not known: look ${where}.`;
        case 'going_on':
            return `${run} goes on ${where}.`;
        case 'ended':
            return `${run} has ended: look ${where}.`;
    }
}
function follow(view) {
    return view.runId === null
        ? ''
        : ` To follow it from another step, give \`agent_run_id: "${view.runId}"\` and no prompt.`;
}
/** Not by the status word: a resumed run still shows the one from before, and inputs may name others. */
function stepCancelled({ cutShort, standing }) {
    return cutShort !== null || standing !== 'ended';
}
/** What the outcome means and what to do next; empty where there is nothing to add. */
function nextSteps(view) {
    switch (view.outcome) {
        case 'succeeded':
        case 'running':
            return '';
        case 'failed':
            return 'The agent gave up or broke off: its last words and its errors are below. Resume the run with a follow-up prompt, or start anew with a narrower task.';
        case 'cancelled':
            return stepCancelled(view)
                ? `This step was cancelled, not the run. ${standingOf(view)}${follow(view)}`
                : 'The run was stopped at the service. Resume it with a follow-up prompt to go on.';
        case 'needs_input':
            return 'The agent waits for an answer. Resume the run with a prompt that gives it.';
        case 'timed_out':
            return `${cutShort(view)}${standingOf(view)} Raise \`timeout_minutes\` to wait longer.${follow(view)}`;
        case 'started':
            return `${standingOf(view)} This step did not wait for it.${follow(view)}`;
        case 'skipped':
            return view.skipReason === null ? 'No request was sent.' : (0,_sanitize_index_js__WEBPACK_IMPORTED_MODULE_0__/* .markdownText */ .p7)(view.skipReason, 2000);
        case 'unverified':
            return 'The run succeeded, but no pull request of it could be verified on GitHub.';
        case 'error':
            return `**${(0,_sanitize_index_js__WEBPACK_IMPORTED_MODULE_0__/* .markdownText */ .p7)(view.errorCode ?? 'internal', 40)}**${reason(view)}`;
    }
}
function cutShort(view) {
    return view.cutShort === null ? '' : `${(0,_sanitize_index_js__WEBPACK_IMPORTED_MODULE_0__/* .markdownText */ .p7)(view.cutShort, 2000)} `;
}
/** The message of an error, as text that may quote the service. */
function reason(view) {
    if (view.errorMessage === null || view.errorMessage === '')
        return '';
    return `\n\n${(0,_sanitize_index_js__WEBPACK_IMPORTED_MODULE_0__/* .markdownFence */ .p0)(view.errorMessage, 'text', 8000)}`;
}


/***/ }),

/***/ 2407:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  renderSummary: () => (/* binding */ renderSummary)
});

// UNUSED EXPORTS: SUMMARY_MAX_BYTES

// EXTERNAL MODULE: ./build/src/shared/format.js
var format = __webpack_require__(275);
// EXTERNAL MODULE: ./build/src/report/sanitize/index.js + 5 modules
var sanitize = __webpack_require__(4256);
;// CONCATENATED MODULE: ./build/src/report/summary/timeline.js
/** The tool, or the kind of a step without one. Agent text. */
function stepName(step) {
    return step.tool !== null && step.tool.trim() !== '' ? step.tool : (step.kind ?? 'unknown');
}
/** The steps on the time axis. Time never runs backwards: an entry without a usable time takes none. */
function spansOf(steps) {
    const origin = steps.find((step) => step.time !== null)?.time ?? 0;
    let now = 0;
    return steps.map((step) => {
        const start = now;
        now = Math.max(now, (step.time ?? 0) - origin);
        return { step, start, end: now };
    });
}
/** Steps, time and errors by tool, the longest first. */
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
/** Index of the pair of neighbours that is shortest together. */
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
/** Looking for the shortest pair again and again costs the square of so many; more are joined by their place before. */
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
/** At most `max` bars that cover all steps: neighbours with one name first, then the shortest neighbours, joined. */
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
/** The picture of the summary: a Mermaid Gantt chart, which GitHub draws in its own light or dark theme. Pure. */


/** So many bars fit on a screen; more steps than that are joined into phases. */
const BARS_MAX = 16;
/** Share of a bar's steps that are errors from which it is red. */
const RED_SHARE = 0.25;
/** Below this a picture of the time says nothing. */
const SPAN_MIN_MS = 2000;
/** Any day does: dates are read and drawn in the viewer's own zone, and only the time since midnight is shown. */
const MIDNIGHT = Date.UTC(2001, 0, 1);
function stamp(ms) {
    return new Date(MIDNIGHT + ms).toISOString().slice(0, 23).replace('T', ' ');
}
/** Agent text as a Mermaid label: letters, digits, space and `_.-` are the whole alphabet. */
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
    // A leading number keeps a tool called `section` or `title` from being read as a keyword.
    const label = from === to ? `${from} ${mermaidLabel(phase.name)}` : `${from} to ${to} mostly ${mermaidLabel(phase.name)}`;
    const errors = phase.errors > 0 ? ` - ${(0,format/* counted */.hS)(phase.errors, 'error')}` : '';
    // In a long run most bars hold some error; red is for those where it is what happened.
    const failed = phase.errors > 0 && phase.errors >= phase.steps * RED_SHARE;
    return `  ${label}${errors} :${failed ? 'crit, ' : ''}${stamp(phase.start)}, ${stamp(phase.end)}`;
}
/** A fenced Mermaid chart with a sentence on how to read it, or an empty string when there is nothing to see. */
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
        `${joined}A bar lasts from the step before; red means that a quarter of its steps or more are errors.`,
    ];
    return lines.join('\n');
}

// EXTERNAL MODULE: ./build/src/report/outcome-text.js
var outcome_text = __webpack_require__(1773);
;// CONCATENATED MODULE: ./build/src/report/summary/index.js
/**
 * The job summary (contract 1.1 `summary`): outcome first, result next, then where the time went and what else a
 * person may need. Pure. Whatever comes in, it stays under the runner's 1 MiB and says what was cut.
 */





/** Bytes of UTF-8. The runner drops a summary over 1 MiB whole. */
const SUMMARY_MAX_BYTES = 900_000;
/** The bounds of the parts that grow with what came in; all others are short. Together they leave 140,000 for those. */
const RESULT_MAX_BYTES = 400_000;
const ERRORS_MAX_BYTES = 250_000;
const LIST_MAX_BYTES = 55_000;
const TOOLS_MAX = 20;
const bytes = (text) => Buffer.byteLength(text, 'utf8');
/** The longest of ever shorter renderings that fits; sanitising may lengthen a text, so only the outcome is measured. */
function fitting(text, budget, render) {
    for (let max = Math.min(text.length, budget);; max = Math.floor(max * 0.6)) {
        const rendered = render(text.slice(0, max));
        if (bytes(rendered) <= budget || max === 0)
            return rendered;
    }
}
/** As many whole items as fit; they are rendered one by one, so that what does not fit costs nothing. */
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
function pullRequestLinks(view) {
    return view.pullRequests.flatMap((url) => (0,sanitize/* safeHttpsUrl */.Wb)(url) ?? []);
}
function facts(view) {
    const address = view.webUrl === null ? null : (0,sanitize/* safeHttpsUrl */.Wb)(view.webUrl);
    const errors = view.steps.filter((step) => step.error).length;
    const pullRequests = pullRequestLinks(view).length;
    return (0,format/* joined */.oR)([
        address === null ? '' : `**${(0,sanitize/* markdownLink */.iQ)('Open the run', address)}**`,
        view.status === null ? '' : `status ${(0,sanitize/* markdownText */.p7)(view.status, 80)}`,
        view.totalLogs > 0 ? (0,format/* counted */.hS)(view.totalLogs, 'log entry', 'log entries') : '',
        errors > 0 ? (0,format/* counted */.hS)(errors, 'error') : '',
        pullRequests > 0 ? (0,format/* counted */.hS)(pullRequests, 'pull request') : '',
    ], ' · ');
}
function resultSection(view) {
    if (view.result.trim() === '')
        return '';
    const fence = (text) => {
        const cut = text.length < view.result.length;
        const where = view.resultFile === null ? '' : ' The whole text is in the result file.';
        const note = cut ? `*Cut: the first ${text.length} of ${view.result.length} characters.${where}*` : '';
        const heading = view.resultIsOld ? '### Result from before the follow-up' : '### Result';
        return (0,format/* joined */.oR)([heading, (0,sanitize/* markdownFence */.p0)(text, 'text', RESULT_MAX_BYTES), note]);
    };
    return fitting(view.result, RESULT_MAX_BYTES, fence);
}
function toolTable(view) {
    const uses = toolUse(spansOf(view.steps));
    const timed = uses.reduce((sum, use) => sum + use.ms, 0);
    const share = (ms) => (timed === 0 ? '–' : `${Math.round((100 * ms) / timed)} %`);
    const rows = uses
        .slice(0, TOOLS_MAX)
        .map((use) => `| ${(0,sanitize/* markdownText */.p7)(use.name, 60)} | ${use.steps} | ${(0,format/* duration */.p0)(use.ms)} | ${share(use.ms)} | ${use.errors || ''} |`);
    const rest = uses.slice(TOOLS_MAX);
    const sum = (pick) => rest.reduce((total, use) => total + pick(use), 0);
    if (rest.length > 0) {
        const ms = sum((use) => use.ms);
        rows.push(`| *${rest.length} more* | ${sum((use) => use.steps)} | ${(0,format/* duration */.p0)(ms)} | ${share(ms)} | ${sum((use) => use.errors) || ''} |`);
    }
    return ['| Tool or kind of step | Steps | Time | Share | Errors |', '| :-- | --: | --: | --: | --: |', ...rows].join('\n');
}
function timeSection(view) {
    if (view.steps.length === 0)
        return '';
    return (0,format/* joined */.oR)(['### Where the time went', timeChart(view.steps), toolTable(view)]);
}
function errorDetails(step) {
    const tool = step.tool === null || step.tool === '' ? '' : ` in ${(0,sanitize/* markdownText */.p7)(step.tool, 60)}`;
    const head = `Step ${step.index + 1}, ${(0,sanitize/* markdownText */.p7)(step.kind ?? 'ERROR', 40)}${tool}`;
    return (0,format/* joined */.oR)([
        `<details><summary>${head}</summary>`,
        (0,sanitize/* markdownFence */.p0)(step.detail ?? step.headline, 'text'),
        '</details>',
    ]);
}
function errorsSection(view) {
    const errors = view.steps.filter((step) => step.error);
    if (errors.length === 0)
        return '';
    const { shown, rest } = fittingItems(errors, ERRORS_MAX_BYTES, errorDetails);
    const note = rest > 0 ? `*${(0,format/* counted */.hS)(rest, 'more error')}: see the logs file or the trace report.*` : '';
    return (0,format/* joined */.oR)([`### Errors (${errors.length})`, ...shown, note]);
}
function pullRequestsSection(view) {
    const urls = pullRequestLinks(view);
    if (urls.length === 0)
        return '';
    const { shown, rest } = fittingItems(urls, LIST_MAX_BYTES, (url) => `- ${(0,sanitize/* markdownCode */.D9)(url)}`);
    return (0,format/* joined */.oR)(['### Pull requests', shown.join('\n'), rest > 0 ? `*${rest} more in the output pull_requests.*` : '']);
}
function warningsSection(view) {
    if (view.warnings.length === 0)
        return '';
    const { shown, rest } = fittingItems(view.warnings, LIST_MAX_BYTES, (warning) => `- ${(0,sanitize/* markdownText */.p7)(warning, 1000)}`);
    const note = rest > 0 ? `*${(0,format/* counted */.hS)(rest, 'more warning')} in the job log.*` : '';
    return (0,format/* joined */.oR)(['### Warnings', shown.join('\n'), note]);
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
    return (0,format/* joined */.oR)(['### Resume this run', lines.join('\n')]);
}
function filesSection(view) {
    const files = [
        ['result_file', view.resultFile],
        ['logs_file', view.logsFile],
        ['report_file', view.reportFile],
    ];
    const rows = files.flatMap(([name, path]) => path === null || path === '' ? [] : [`- \`${name}\`: ${(0,sanitize/* markdownCode */.D9)(path)}`]);
    if (rows.length === 0)
        return '';
    const hint = 'They go when the job ends: upload them with `actions/upload-artifact` under `if: always()`. The report is one HTML file to open in a browser.';
    return (0,format/* joined */.oR)(['### Files', rows.join('\n'), hint]);
}
function provenanceLine(view) {
    const { event, actor, repository, workflow, workflowRunUrl, promptHash } = view.provenance;
    const chain = view.resumed ? ' (resumed)' : view.attached ? ' (attached)' : '';
    const name = workflow === '' ? 'workflow run' : workflow.slice(0, 100);
    const parts = [
        event === '' ? '' : `event ${(0,sanitize/* markdownText */.p7)(event, 60)}`,
        actor === '' ? '' : `by ${(0,sanitize/* markdownText */.p7)(actor, 60)}`,
        repository === '' ? '' : `in ${(0,sanitize/* markdownText */.p7)(repository, 200)}`,
        workflowRunUrl === null && workflow === '' ? '' : (0,sanitize/* markdownRunnerLink */.os)(name, workflowRunUrl),
        promptHash === null ? 'no prompt sent' : `prompt SHA-256 \`${promptHash.replace(/[^0-9a-f]/g, '')}\``,
        view.runId === null ? '' : `run ${view.runId}${chain}`,
        (0,format/* counted */.hS)(view.requests, 'request'),
    ];
    return `<sub>${(0,format/* joined */.oR)(parts, ' · ')}</sub>`;
}
/** The summary as Markdown, at most `SUMMARY_MAX_BYTES`, ending in a line feed. */
function renderSummary(view) {
    const parts = [
        (0,outcome_text/* headingOf */.W)(view),
        facts(view),
        (0,outcome_text/* nextSteps */.Z)(view),
        resultSection(view),
        pullRequestsSection(view),
        timeSection(view),
        errorsSection(view),
        warningsSection(view),
        resumeSection(view),
        filesSection(view),
        provenanceLine(view),
    ];
    return `${(0,format/* joined */.oR)(parts)}\n`;
}


/***/ })

};
;