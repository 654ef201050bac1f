"use strict";
exports.id = 423;
exports.ids = [423,207,36];
exports.modules = {

/***/ 9036:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   v: () => (/* binding */ COMMENT_MAX),
/* harmony export */   w: () => (/* binding */ renderComment)
/* harmony export */ });
/* harmony import */ var _safe_markdown_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6149);
/* harmony import */ var _shared_format_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(275);
/* harmony import */ var _ending_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1682);
/* harmony import */ var _entry_summary_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(7152);
/* harmony import */ var _pull_request_text_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(8588);
/* harmony import */ var _sections_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(1173);
/**
 * The comment in the thread (contract 7.1). Shows the outcome and pull request first, then the result, with details folded. Pure. The first
 * line is always the given marker, never text from the service.
 */






/** UTF-16 units. GitHub's limit is 65,536 characters. */
const COMMENT_MAX = 65_000;
const STEPS_MAX = 5;
const STEP_WORDS_MAX = 160;
const WARNINGS_MAX = 5;
const CAUSE_MAX = 1_500;
/** A result up to this size is shown in full, a larger one folded. */
const OPEN_RESULT = { characters: 4_000, lines: 60 };
/** The task's first line is the title, if it may be shown. */
function heading(view) {
    const title = (0,_sections_js__WEBPACK_IMPORTED_MODULE_4__/* .taskTitle */ .Oj)(view);
    const mark = (0,_ending_js__WEBPACK_IMPORTED_MODULE_1__/* .outcomeMark */ .eD)(view.outcome);
    const words = (0,_ending_js__WEBPACK_IMPORTED_MODULE_1__/* .commentWords */ .Nh)(view);
    return title === null ? `### ${mark} ${words}` : `### ${mark} ${(0,_safe_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdownText */ .p7)(title)}\n\n**${words}**`;
}
/** `` `succeeded` after 3m 20s · run 1 · workflow run ``. */
function facts(view, now) {
    const running = view.outcome === 'running';
    // The value of the output `outcome`.
    const outcome = running ? '' : `\`${view.outcome}\``;
    const time = view.durationMs > 0 ? (0,_shared_format_js__WEBPACK_IMPORTED_MODULE_5__/* .duration */ .p0)(view.durationMs) : '';
    const took = time === '' ? '' : running ? `${time} so far` : `after ${time}`;
    const run = view.runId === null ? '' : (0,_safe_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdownLink */ .iQ)(`run ${view.runId}`, view.webUrl);
    const { workflowRunUrl } = view.provenance;
    return (0,_shared_format_js__WEBPACK_IMPORTED_MODULE_5__/* .joined */ .oR)([
        (0,_shared_format_js__WEBPACK_IMPORTED_MODULE_5__/* .joined */ .oR)([outcome, took], ' '),
        run === '' ? '' : `${run}${view.resumed ? ' (continued)' : ''}`,
        workflowRunUrl === null ? '' : (0,_safe_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdownRunnerLink */ .os)('workflow run', workflowRunUrl),
        running && now !== undefined ? `as of ${new Date(now).toISOString().slice(11, 16)} UTC` : '',
    ], ' · ');
}
/** A single line, for a comment that only stores the marker. */
function oneLine(view) {
    return (0,_shared_format_js__WEBPACK_IMPORTED_MODULE_5__/* .joined */ .oR)([`**${(0,_ending_js__WEBPACK_IMPORTED_MODULE_1__/* .outcomeMark */ .eD)(view.outcome)} ${(0,_ending_js__WEBPACK_IMPORTED_MODULE_1__/* .commentWords */ .Nh)(view)}**`, (0,_pull_request_text_js__WEBPACK_IMPORTED_MODULE_3__/* .pullRequestItems */ .Nm)(view)[0] ?? '', facts(view, undefined)], ' · ');
}
/** The phases of the run as a checklist. The last one is unchecked while the run is in progress. */
function checklist(view) {
    const parts = (0,_entry_summary_js__WEBPACK_IMPORTED_MODULE_2__/* .partsOf */ .CI)(view.steps);
    return parts
        .map(({ name, steps }, at) => `- [${at === parts.length - 1 ? ' ' : 'x'}] ${name} (${(0,_shared_format_js__WEBPACK_IMPORTED_MODULE_5__/* .counted */ .hS)(steps, 'step')})`)
        .join('\n');
}
function progress(view) {
    const [current] = view.steps.slice(-1);
    if (current === undefined)
        return 'No steps to show yet.';
    return (0,_shared_format_js__WEBPACK_IMPORTED_MODULE_5__/* .joined */ .oR)([checklist(view), `**Now:** ${(0,_sections_js__WEBPACK_IMPORTED_MODULE_4__/* .stepMarkdown */ .gG)(current, STEP_WORDS_MAX)}`, lastSteps(view)]);
}
function lastSteps(view) {
    const last = view.steps.slice(-STEPS_MAX);
    if (last.length === 0)
        return '';
    const total = Math.max(view.totalLogs, view.steps.length);
    const list = last.map((step) => `- ${(0,_sections_js__WEBPACK_IMPORTED_MODULE_4__/* .stepMarkdown */ .gG)(step, STEP_WORDS_MAX)}`).join('\n');
    return (0,_sections_js__WEBPACK_IMPORTED_MODULE_4__/* .folded */ .TM)(`${last.length < total ? `Last ${last.length} of ` : ''}${(0,_shared_format_js__WEBPACK_IMPORTED_MODULE_5__/* .counted */ .hS)(total, 'step')}`, list);
}
function resultSection(view, maxLength) {
    const text = (0,_sections_js__WEBPACK_IMPORTED_MODULE_4__/* .resultMarkdown */ .NW)(view, maxLength);
    if (text === '')
        return '';
    const name = view.resultIsOld ? 'The result from before the follow-up' : 'The result';
    const open = view.result.length <= OPEN_RESULT.characters && view.result.split('\n').length <= OPEN_RESULT.lines;
    if (!open)
        return (0,_sections_js__WEBPACK_IMPORTED_MODULE_4__/* .folded */ .TM)(name, text);
    // Below other text it would read as the action's own words.
    const isAfterText = view.outcome !== 'succeeded' && view.outcome !== 'needs_input';
    return (0,_shared_format_js__WEBPACK_IMPORTED_MODULE_5__/* .joined */ .oR)([view.resultIsOld || isAfterText ? `**${name}:**` : '', text]);
}
function warnings(view) {
    if (view.warnings.length === 0)
        return '';
    const items = view.warnings.slice(-WARNINGS_MAX).map((warning) => `- ${(0,_safe_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdownMessage */ .ju)(warning, 500)}`);
    return (0,_sections_js__WEBPACK_IMPORTED_MODULE_4__/* .folded */ .TM)((0,_shared_format_js__WEBPACK_IMPORTED_MODULE_5__/* .counted */ .hS)(view.warnings.length, 'warning'), items.join('\n'));
}
function wholeBody(view, options, resultMax) {
    const running = view.outcome === 'running';
    // The question comes before how to answer it.
    const parts = [(0,_ending_js__WEBPACK_IMPORTED_MODULE_1__/* .nextSteps */ .Zn)(view, { inThread: true }), resultSection(view, resultMax)];
    return (0,_shared_format_js__WEBPACK_IMPORTED_MODULE_5__/* .joined */ .oR)([
        `${options.marker}\n${heading(view)}`,
        (0,_pull_request_text_js__WEBPACK_IMPORTED_MODULE_3__/* .pullRequestLine */ .Zu)(view),
        facts(view, options.now),
        ...(running
            ? [progress(view)]
            : [
                (0,_sections_js__WEBPACK_IMPORTED_MODULE_4__/* .causeSection */ .bM)(view, CAUSE_MAX),
                ...(view.outcome === 'needs_input' ? parts.toReversed() : parts),
                lastSteps(view),
            ]),
        warnings(view),
    ]);
}
/**
 * The comment's body, at most `maxLength` UTF-16 units, with a mark if it was truncated. Deterministic for the same view and options.
 */
function renderComment(view, options) {
    const max = options.maxLength ?? COMMENT_MAX;
    const short = `${options.marker}\n${oneLine(view)}`;
    if (!options.full)
        return short;
    for (let resultMax = Math.min(view.result.length, max);;) {
        const body = wholeBody(view, options, resultMax);
        if (body.length <= max)
            return body;
        if (resultMax === 0)
            return `${short}\n\n*More does not fit here: see the job summary.*`;
        // Sanitizing may lengthen a text, so the result must be shortened by more than the excess of the body.
        resultMax = Math.max(Math.floor(resultMax * 0.6), resultMax - (body.length - max) - 50);
    }
}


/***/ }),

/***/ 8588:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   IF: () => (/* binding */ pullRequestCells),
/* harmony export */   Nm: () => (/* binding */ pullRequestItems),
/* harmony export */   Zu: () => (/* binding */ pullRequestLine),
/* harmony export */   o_: () => (/* binding */ ownPullRequests)
/* harmony export */ });
/* harmony import */ var _safe_links_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1583);
/* harmony import */ var _pull_request_check_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2919);
/* harmony import */ var _safe_markdown_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6149);
/* harmony import */ var _safe_url_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(7255);
/**
 * Pull requests of the run as Markdown: those of this repository as links built from validated parts, others as code (contract 6.4). Pure.
 */




const SHOWN_MAX = 10;
const TITLE_MAX = 120;
/** `[#128 Fix price filter](…)` or `` `https://elsewhere.example/…` `` for each pull request, this repository's first. */
function pullRequestItems(view) {
    const links = (0,_safe_links_js__WEBPACK_IMPORTED_MODULE_2__/* .repositoryLinks */ .A)(view.provenance);
    const states = new Map(view.checks?.map(({ url, state }) => [links.read(url)?.url ?? (0,_safe_url_js__WEBPACK_IMPORTED_MODULE_3__/* .safeHttpsUrl */ .Wb)(url), state]));
    // Two spellings of the same address are one pull request.
    const found = new Map();
    for (const url of view.pullRequests) {
        const link = links.read(url);
        const address = link?.url ?? (0,_safe_url_js__WEBPACK_IMPORTED_MODULE_3__/* .safeHttpsUrl */ .Wb)(url);
        if (address === null || (found.has(address) && !view.pullRequestTitles?.has(url)))
            continue;
        const title = (0,_safe_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdownText */ .p7)(view.pullRequestTitles?.get(url) ?? '', TITLE_MAX);
        const state = states.get(address);
        // A pull request that does not exist gets no link.
        const text = link === null || state === 'not_found'
            ? (0,_safe_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdownCode */ .D9)(address, 300)
            : `[${link.label}${title === '' ? '' : ` ${title}`}](${link.url})`;
        found.set(address, { own: link !== null, text: `${text}${(0,_pull_request_check_js__WEBPACK_IMPORTED_MODULE_0__/* .checkMark */ .kQ)(state)}` });
    }
    const items = [...found.values()];
    return [true, false].flatMap((own) => items.filter((item) => item.own === own).map(({ text }) => text));
}
/** `[#128](…) ✓` for each pull request of this repository, safe for a table cell, because it contains no untrusted text. */
function pullRequestCells({ pullRequests, provenance, checks, }) {
    const links = (0,_safe_links_js__WEBPACK_IMPORTED_MODULE_2__/* .repositoryLinks */ .A)(provenance);
    const states = new Map(checks?.map(({ url, state }) => [links.read(url)?.url, state]));
    const own = new Map(pullRequests.flatMap((url) => links.read(url) ?? []).map((link) => [link.url, link]));
    return [...own.values()].map(({ label, url }) => {
        const state = states.get(url);
        return `${state === 'not_found' ? label : `[${label}](${url})`}${(0,_pull_request_check_js__WEBPACK_IMPORTED_MODULE_0__/* .checkMark */ .kQ)(state)}`;
    });
}
/** Addresses of the pull requests in this repository, built from validated parts. */
function ownPullRequests({ pullRequests, provenance, }) {
    const { read } = (0,_safe_links_js__WEBPACK_IMPORTED_MODULE_2__/* .repositoryLinks */ .A)(provenance);
    return [...new Set(pullRequests.flatMap((url) => read(url)?.url ?? []))];
}
/** A line that names them. Empty if there are none. */
function pullRequestLine(view) {
    const items = pullRequestItems(view);
    const rest = items.length - SHOWN_MAX;
    const shown = items.slice(0, SHOWN_MAX).join(' · ');
    if (items.length === 0)
        return '';
    const name = items.length === 1 ? 'Pull request' : 'Pull requests';
    return `**${name}:** ${shown}${rest > 0 ? ` · and ${rest} more` : ''}`;
}


/***/ }),

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

/***/ 9256:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   S4: () => (/* binding */ judge),
/* harmony export */   WE: () => (/* binding */ explain),
/* harmony export */   eQ: () => (/* binding */ explainLate),
/* harmony export */   ho: () => (/* binding */ explainRace)
/* harmony export */ });
/* harmony import */ var _shared_format_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(275);
/* harmony import */ var _github_port_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2125);
/** Interprets failed GitHub calls about the thread's comment, and words them for users. Pure. */


function judge(error, action) {
    if (!(error instanceof _github_port_js__WEBPACK_IMPORTED_MODULE_0__/* .GitHubError */ .y_))
        return { kind: 'stop' };
    const { status, retryAfterMs } = error;
    const ambiguous = status === null || status >= 500 || status === 408;
    if (ambiguous || retryAfterMs !== null)
        return { kind: 'later', waitMs: retryAfterMs ?? 0, ambiguous };
    if (action === 'edit' && (status === 403 || status === 404))
        return { kind: 'replace' };
    if (action !== 'find' && status === 422)
        return { kind: 'shorten' };
    return { kind: 'stop' };
}
/** The message for users: what failed, what GitHub said, what to do. It quotes GitHub, so sanitize it for its sink. */
function explain(trouble) {
    const { error, action, thread, kind } = trouble;
    const noun = kind === 'issue' ? 'issue' : 'pull request';
    const doing = { find: 'looked for', create: 'written', edit: 'edited' }[action];
    const said = (0,_shared_format_js__WEBPACK_IMPORTED_MODULE_1__/* .messageOf */ .bD)(error);
    const status = error instanceof _github_port_js__WEBPACK_IMPORTED_MODULE_0__/* .GitHubError */ .y_ ? error.status : null;
    const code = status === null ? '' : ` (${status})`;
    return `${(0,_shared_format_js__WEBPACK_IMPORTED_MODULE_1__/* .asSentence */ .KG)(`The comment in ${noun} #${thread} could not be ${doing}${code}: ${said}`)} ${advice(trouble, status)}`;
}
/** The warning that the last edit was not made. `failure`: what GitHub said last, or null. */
function explainLate({ thread, failure }) {
    const said = failure === null ? '' : ` ${(0,_shared_format_js__WEBPACK_IMPORTED_MODULE_1__/* .asSentence */ .KG)(`GitHub said last: ${failure}`)}`;
    return `The comment in #${thread} could not be brought up to date; it may not show the end.${said}`;
}
function advice({ verdict, kind }, status) {
    if (verdict === 'later')
        return 'It is tried again later.';
    if (verdict === 'replace')
        return 'A new one is written.';
    if (verdict === 'shorten')
        return 'A shorter one is written.';
    if (status === 401)
        return 'Check the input `github_token`.';
    if (status === 410)
        return 'The conversation is locked or gone: nothing more is written there.';
    if (status !== 403 && status !== 404)
        return 'Nothing more is written there.';
    const line = kind === 'issue' ? 'issues: write' : 'pull-requests: write';
    const fork = kind === 'issue' ? '' : ' On pull requests from forks the token may only read, whatever the file says.';
    return `Unless the conversation is locked, the job lacks a permission: add "${line}" under "permissions:" of the job in the workflow file.${fork}`;
}
/**
 * The message for users if jobs that read the same state of the thread have each started a run. Null if the thread's run is the one that
 * this job found. `recorded`: see `CommentWriterOptions`.
 */
function explainRace({ theirs, ours, recorded, }) {
    const isOthers = recorded === undefined ? Number(theirs) > ours : theirs !== ours && theirs !== recorded;
    if (theirs === null || !isOthers)
        return null;
    return `Another job started run ${theirs} in this thread at the same time as run ${ours}: comments may have been delivered to both. Use a concurrency group with \`queue: max\`.`;
}


/***/ }),

/***/ 3036:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   findThreadComment: () => (/* binding */ findThreadComment),
/* harmony export */   readThread: () => (/* binding */ readThread)
/* harmony export */ });
/* harmony import */ var _github_port_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2125);
/* harmony import */ var _github_wait_out_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3758);
/* harmony import */ var _mailbox_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(2595);
/* harmony import */ var _marker_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(6937);
/** Finds the action's comment in an issue or pull request by its marker (contract 7.1, 7.2). */




async function findThreadComment(github, place, signal) {
    return (await readThread(github, { place, asks: () => Promise.resolve(false) }, signal)).found;
}
/**
 * Reads the whole thread. Only markers by bot accounts and by the token's own login are valid; the login is requested only if needed.
 * Rejects with `GitHubError` if the thread cannot be read, and with the signal's reason on abort.
 */
async function readThread(github, { place, asks }, signal) {
    let found = null;
    const claims = [];
    const requests = [];
    let own;
    for await (const page of github.comments(place.thread, signal)) {
        for (const comment of page) {
            if (await asks(comment))
                requests.push(comment);
            const record = (0,_marker_js__WEBPACK_IMPORTED_MODULE_3__/* .verifyMarker */ .KH)(comment.body, place);
            if (record === null)
                continue;
            if (!comment.authorIsBot) {
                if (own === undefined)
                    own = await ownLogin(github, signal);
                if (own === null || own.toLowerCase() !== comment.author.toLowerCase())
                    continue;
            }
            const { runId, mailbox } = record;
            // Jobs that could not agree may have created a run each. What one of them delivered is not delivered again to the other.
            const all = found === null ? mailbox : (0,_mailbox_js__WEBPACK_IMPORTED_MODULE_2__/* .withSettled */ .Gt)(mailbox, found.record.mailbox);
            if (runId !== null)
                found = { comment, record: { ...record, runId, mailbox: all } };
            else if (mailbox.intended !== null)
                claims.push({ comment, record, intent: mailbox.intended });
        }
    }
    return { found, claims, requests };
}
/**
 * Null if GitHub refuses to say it, because a person who copies a marker must not be able to prevent the comment. Rejects if it may say it
 * later: a marker that was not recognized could lead to a second run.
 */
async function ownLogin(github, signal) {
    try {
        return await github.ownLogin(signal);
    }
    catch (error) {
        if (error instanceof _github_port_js__WEBPACK_IMPORTED_MODULE_0__/* .GitHubError */ .y_ && !(0,_github_wait_out_js__WEBPACK_IMPORTED_MODULE_1__/* .isPassing */ .WG)(error))
            return null;
        throw error;
    }
}


/***/ }),

/***/ 6937:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   A3: () => (/* binding */ isRecordedBy),
/* harmony export */   KH: () => (/* binding */ verifyMarker),
/* harmony export */   Pe: () => (/* binding */ withMarker),
/* harmony export */   en: () => (/* binding */ writeMarker)
/* harmony export */ });
/* unused harmony export readMarker */
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7598);
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__webpack_require__.n(node_crypto__WEBPACK_IMPORTED_MODULE_0__);
/* harmony import */ var _shared_integer_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(9176);
/* harmony import */ var _identity_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1121);
/* harmony import */ var _mailbox_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2595);
/**
 * The hidden marker that links a comment to a run and records which comments were delivered to it (contract 7.2). Anyone can read and
 * copy it, so it is valid only with a signature over its content and the place it belongs to.
 */




const MARKER = /^<!-- agent-run-action:(v[12]) ((?:[a-z]+=[A-Za-z0-9.,-]* ){1,12})sig=([0-9a-f]{64}) -->[ \t]*(?:\r?\n|$)/;
const WRITER = /^([0-9a-f]{32})\.([1-9]\d{0,8})\.(created|resumed)$/;
/**
 * Serializes a marker as one HTML comment on one line, which must be the first line of the body. It contains only numbers and words of
 * this action, so no name or key can break out of the comment.
 */
function writeMarker(content) {
    const { runId, writer = null, mailbox = _mailbox_js__WEBPACK_IMPORTED_MODULE_1__/* .EMPTY_MAILBOX */ .Xn } = content;
    const { turns, high, settled, intended, doubtful } = mailbox;
    const fields = [
        ['run', String(runId ?? 0)],
        ['by', writer === null ? '' : `${writer.key}.${writer.attempt}.${writer.mode}`],
        ['turns', turns === 0 ? '' : String(turns)],
        ['high', high === 0 ? '' : String(high)],
        ['settled', settled.join(',')],
        ['intended', intended?.ids.join(',') ?? ''],
        ['mark', intended?.mark ?? ''],
        ['at', intended === null ? '' : String(intended.at)],
        ['doubtful', doubtful.map(({ mark, ids }) => [mark, ...ids].join('.')).join(',')],
    ];
    const kept = fields.filter(([, value]) => value !== '');
    const signed = `v2 ${kept.map(([name, value]) => `${name}=${value}`).join(' ')}`;
    return `${_identity_js__WEBPACK_IMPORTED_MODULE_2__/* .MARKER_START */ ._8}${signed} sig=${signature(content, signed)} -->`;
}
/**
 * Parses the marker of a comment's body, or returns null. Only the beginning of the body is read, so that a quoted marker is ignored.
 */
function readMarker(body) {
    const found = MARKER.exec(body);
    if (found === null)
        return null;
    const [, version, text, sig] = found;
    const content = text.trim();
    const fields = new Map(content.split(' ').map((pair) => pair.split('=', 2)));
    const field = (name) => fields.get(name) ?? '';
    const number = (name) => (0,_shared_integer_js__WEBPACK_IMPORTED_MODULE_3__/* .integerOf */ .c)(field(name)) || 0;
    // Run 0 denotes a claim, because older versions ignore a marker without a run.
    const runId = field('run') === '0' ? null : number('run');
    if (runId === 0)
        return null;
    const mailbox = {
        turns: number('turns'),
        high: number('high'),
        settled: numbers(field('settled')),
        intended: field('mark') === '' ? null : { ids: numbers(field('intended')), mark: field('mark'), at: number('at') },
        doubtful: doubtfulOf(field('doubtful')),
    };
    const signed = `${version} ${content}`;
    return { runId, writer: writerOf(field('by')), mailbox, signature: sig, signed };
}
/** Returns the data that a comment's body records for this place, or null if its marker is absent, invalid or for another place. */
function verifyMarker(body, place) {
    const marker = readMarker(body);
    // With an empty secret, anyone could sign.
    if (marker === null || place.secret === '')
        return null;
    const { runId, writer, mailbox, signed } = marker;
    // The first version signed only the run, so its other fields are ignored.
    const isFirst = signed.startsWith('v1 ');
    if (isFirst && signed !== `v1 run=${runId}`)
        return null;
    const right = isFirst ? firstSignature(place, runId) : signature(place, signed);
    const same = (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.timingSafeEqual)(Buffer.from(right, 'hex'), Buffer.from(marker.signature, 'hex'));
    return same ? { runId, writer, mailbox } : null;
}
/** Whether the body's marker has this content, whichever step wrote it. */
function isRecordedBy(body, content) {
    const marker = readMarker(body);
    return marker !== null && body.startsWith(writeMarker({ ...content, writer: marker.writer }));
}
/** Replaces the marker in the first line of the body. */
function withMarker(body, marker) {
    return `${marker}\n${body.slice(MARKER.exec(body)?.[0].length)}`;
}
function writerOf(text) {
    const found = WRITER.exec(text);
    if (found === null)
        return null;
    const [, key, attempt, mode] = found;
    return { key, attempt: Number(attempt), mode };
}
function doubtfulOf(text) {
    const items = text.split(',').filter((item) => item !== '');
    return items.map((item) => {
        const [mark, ...ids] = item.split('.');
        return { mark, ids: numbers(ids.join(',')) };
    });
}
function numbers(text) {
    return text
        .split(',')
        .map(_shared_integer_js__WEBPACK_IMPORTED_MODULE_3__/* .integerOf */ .c)
        .filter((id) => id > 0);
}
/** The parts are joined as a JSON array, so that different places never yield the same text. */
function signature(place, signed) {
    const { secret, repository, thread, commentKey } = place;
    return hmac(secret, ['agent-run-action/v2', repository.toLowerCase(), thread, commentKey, signed]);
}
/** The signature of markers written before the mailbox was introduced. */
function firstSignature({ secret, repository, thread, commentKey }, runId) {
    return hmac(secret, ['agent-run-action/v1', repository.toLowerCase(), thread, commentKey, runId]);
}
function hmac(secret, parts) {
    return (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.createHmac)('sha256', secret).update(JSON.stringify(parts)).digest('hex');
}


/***/ }),

/***/ 7423:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  EDIT_INTERVAL_MS: () => (/* binding */ EDIT_INTERVAL_MS),
  createThreadComment: () => (/* binding */ createThreadComment),
  findThreadComment: () => (/* reexport */ find.findThreadComment),
  readThread: () => (/* reexport */ find.readThread)
});

// EXTERNAL MODULE: ./build/src/thread-comment/errors.js
var errors = __webpack_require__(9256);
// EXTERNAL MODULE: ./build/src/report/comment.js
var comment = __webpack_require__(9036);
// EXTERNAL MODULE: ./build/src/shared/format.js
var format = __webpack_require__(275);
// EXTERNAL MODULE: ./build/src/github/port.js
var port = __webpack_require__(2125);
// EXTERNAL MODULE: ./build/src/thread-comment/find.js
var find = __webpack_require__(3036);
// EXTERNAL MODULE: ./build/src/thread-comment/marker.js
var marker = __webpack_require__(6937);
;// CONCATENATED MODULE: ./build/src/thread-comment/latest.js
/** Reads what the thread records before this step writes its comment, so that what other jobs recorded there is kept (contract 7.2). */



class LatestRecord {
    #options;
    /** The comment with the thread's run when the whole thread was last read. */
    #latestId = null;
    constructor(options) {
        this.#options = options;
    }
    /** Reads the whole thread: the comment with its run, otherwise this step's own claim to create one. */
    async find(signal) {
        const { github, memory } = this.#options;
        const asks = () => Promise.resolve(false);
        const { found, claims } = await (0,find.readThread)(github, { place: this.#options, asks }, signal);
        this.#latestId = found?.comment.id ?? null;
        return found ?? claims.find(({ intent }) => intent.mark === memory?.mark) ?? null;
    }
    /**
     * Reads only the known comment if it was the one with the thread's run and still records a run, otherwise the whole thread: in a thread
     * of 1,000 comments, reading all of them before each edit would use up the rate limit of `GITHUB_TOKEN`.
     */
    async reread(commentId, signal) {
        const known = commentId === this.#latestId ? await this.#readOne(commentId, signal) : null;
        return known ?? this.find(signal);
    }
    /** Returns null if the comment was deleted or no longer records a run. The author was checked when the whole thread was read. */
    async #readOne(commentId, signal) {
        try {
            const comment = await this.#options.github.comment(commentId, signal);
            const record = (0,marker/* verifyMarker */.KH)(comment.body, this.#options);
            return record === null || record.runId === null ? null : { comment, record };
        }
        catch (error) {
            if (error instanceof port/* GitHubError */.y_ && error.status === 404)
                return null;
            throw error;
        }
    }
}

// EXTERNAL MODULE: ./build/src/thread-comment/turns/announced.js
var announced = __webpack_require__(7341);
;// CONCATENATED MODULE: ./build/src/thread-comment/publish.js
/** Publishes views in the action's comment (contract 7.1), which is found or created once and then edited. */






const SHORT_MAX = 15_000; // Maximum length after GitHub rejected a comment as too long.
/** For this long after a claim was confirmed, no other job has overwritten it. */
const CLAIM_MS = 20_000;
const MAX_CALLS = 5; // Enough to find, edit, replace and shorten the comment.
class CommentWriter {
    #options;
    #told = new Set();
    #latest;
    #failure = null;
    #comment;
    #searched;
    #toldOf = null;
    /** The comment that could no longer be edited. It is replaced only once. */
    #refused = null;
    #maxLength = comment/* COMMENT_MAX */.v;
    /** The body last seen in the thread. */
    #written = '';
    #blockedUntil = -Infinity;
    #stopped = false;
    #announcements;
    /** When the comment was taken (as `clock.now`), while it contains only this step's claim. -Infinity once an edit of it failed. */
    #claimedAt = null;
    constructor(options) {
        this.#options = options;
        this.#comment = options.known;
        this.#searched = options.known !== null;
        this.#announcements = new announced/* Announcements */.Z(options.clock);
        this.#latest = new LatestRecord(options);
    }
    /** Uses this comment from now on. */
    take(comment) {
        this.#searched = true;
        this.#claimedAt = this.#options.clock.now();
        this.#comment = comment;
    }
    /** The comment's address, or null while no comment reports a run. */
    get url() {
        return this.#claimedAt === null ? (this.#comment?.htmlUrl ?? null) : null;
    }
    /** The earliest time for the next request (as `clock.now`), as GitHub asked. */
    get blockedUntil() {
        return this.#blockedUntil;
    }
    /** Whether GitHub has permanently refused further writes. */
    get stopped() {
        return this.#stopped;
    }
    /** The last failure, in GitHub's words, or null. */
    get failure() {
        return this.#failure;
    }
    /** Warns once per topic. */
    warn(topic, message) {
        if (this.#isNew(topic))
            this.#options.warn(message);
    }
    #isNew(topic) {
        if (this.#told.has(topic))
            return false;
        this.#told.add(topic);
        return true;
    }
    /** Publishes the view. Returns false if it may be retried after `blockedUntil`. Never rejects. */
    async show(view, signal) {
        for (let calls = 0; calls < MAX_CALLS && !this.#stopped; calls += 1) {
            const action = this.#comment !== null ? 'edit' : this.#searched ? 'create' : 'find';
            try {
                if (await this.#call(view, action, signal))
                    return true;
            }
            catch (error) {
                // The edit may have been carried out and followed by another job's, so the thread is read before the next attempt.
                if (this.#claimedAt !== null)
                    this.#claimedAt = -Infinity;
                if (signal.aborted) {
                    if (action === 'create')
                        this.#searched = false;
                    return false;
                }
                if (this.#handle(error, action) === 'later')
                    return false;
            }
        }
        return true;
    }
    /** Makes one call. Returns true once the view is published. */
    async #call(view, action, signal) {
        const { github, thread, full, clock, memory, shared = false, render = comment/* renderComment */.w } = this.#options;
        if (action === 'find') {
            const found = await this.#latest.find(signal);
            this.#searched = true;
            if (found !== null && found.comment.id !== this.#refused) {
                this.#adopt(found.comment);
                this.#remember(found.record, view);
            }
            return false;
        }
        const isFreshClaim = this.#claimedAt !== null && clock.now() - this.#claimedAt < CLAIM_MS;
        if (shared && this.#comment !== null && !isFreshClaim) {
            const isProgress = view.outcome === 'running' && this.#claimedAt === null;
            const latest = await (isProgress ? this.#latest.reread(this.#comment.id, signal) : this.#latest.find(signal));
            if (latest !== null) {
                this.#remember(latest.record, view);
                // A slow job may have overwritten what this one recorded about its turn.
                if (latest.comment.id === this.#comment.id)
                    this.#written = latest.comment.body;
            }
        }
        const content = { ...this.#options, runId: view.runId, ...memory?.content() };
        // A step that has announced a request may record its delivery at any moment, and an edit prepared before that would overwrite the
        // record. Only progress is skipped here, whichever step wrote last; the final edit is always written.
        const hasNews = view.outcome !== 'running' || !(0,marker/* isRecordedBy */.A3)(this.#written, content);
        if (!hasNews && this.#announcements.isInProgress(memory?.announcedByOthers ?? null))
            return true;
        const body = render(view, { marker: (0,marker/* writeMarker */.en)(content), full, maxLength: this.#maxLength, now: clock.wall() });
        if (this.#comment === null)
            this.#adopt(await github.createComment(thread, body, signal));
        else if (body !== this.#written)
            this.#adopt(await github.updateComment(this.#comment.id, body, signal));
        this.#written = body;
        return true;
    }
    #remember(record, { runId }) {
        const { memory, shared = false, isNamed = false, recorded } = this.#options;
        memory?.take(record);
        const message = shared && !isNamed ? (0,errors/* explainRace */.ho)({ theirs: record.runId, ours: runId, recorded }) : null;
        if (message !== null)
            this.warn('raced', message);
    }
    #adopt({ id, htmlUrl }) {
        this.#comment = { id, htmlUrl };
        this.#claimedAt = null;
        if (this.#toldOf !== id)
            this.#options.onComment?.(this.#comment);
        this.#toldOf = id;
    }
    #handle(error, action) {
        const { thread, kind, clock } = this.#options;
        let verdict = (0,errors/* judge */.S4)(error, action);
        if (verdict.kind === 'replace' && this.#refused !== null)
            verdict = { kind: 'stop' };
        if (verdict.kind === 'shorten' && this.#maxLength === SHORT_MAX)
            verdict = { kind: 'stop' };
        const message = (0,errors/* explain */.WE)({ error, action, verdict: verdict.kind, thread, kind });
        if (verdict.kind === 'stop')
            this.warn('stop', message);
        else if (this.#isNew(verdict.kind))
            this.#options.note(message);
        this.#failure = (0,format/* messageOf */.bD)(error);
        switch (verdict.kind) {
            case 'later':
                // The comment may exist after all, so the thread is searched before creating another one.
                if (action === 'create' && verdict.ambiguous)
                    this.#searched = false;
                this.#blockedUntil = clock.now() + verdict.waitMs;
                return 'later';
            case 'replace':
                this.#refused = this.#comment?.id ?? null;
                this.#comment = null;
                this.#written = '';
                return 'again';
            case 'shorten':
                this.#maxLength = SHORT_MAX;
                return 'again';
            case 'stop':
                this.#stopped = true;
                return 'stop';
        }
    }
}

;// CONCATENATED MODULE: ./build/src/thread-comment/schedule.js



/** Milliseconds between edits while the run is active (contract 7.1). */
const EDIT_INTERVAL_MS = 30_000;
const FINAL_ATTEMPTS = 4;
const FINAL_BACKOFF_MS = 1_000;
/** Time after which GitHub's answers show an edit, and after which another job has made the edit that it prepared before. */
const RACE_MS = 5_000;
const RACE_CHECKS = 3;
function createThreadComment(options) {
    const { clock, thread, memory } = options;
    const writer = new CommentWriter(options);
    const closing = new AbortController();
    /** Aborts the request in flight. */
    let current = new AbortController();
    let pending = null;
    let working = false;
    let task = Promise.resolve();
    async function work() {
        let nextEdit = -Infinity;
        for (;;) {
            const wait = Math.max(nextEdit, writer.blockedUntil) - clock.now();
            if (wait > 0)
                await clock.sleep(wait, closing.signal).catch(quiet);
            if (closing.signal.aborted || writer.stopped || pending === null)
                break;
            const view = pending;
            pending = null;
            await writer.show(view, current.signal);
            nextEdit = clock.now() + EDIT_INTERVAL_MS;
        }
        working = false;
    }
    /** Returns whether nothing is left to do. */
    async function writeLast(view, deadline, signal) {
        for (let attempt = 0; attempt < FINAL_ATTEMPTS && !writer.stopped; attempt += 1) {
            const backoff = attempt === 0 ? 0 : FINAL_BACKOFF_MS * 2 ** (attempt - 1);
            const wait = Math.max(backoff, writer.blockedUntil - clock.now());
            if (signal.aborted || clock.now() + wait >= deadline)
                break;
            if (wait > 0)
                await clock.sleep(wait, signal).catch(quiet);
            if (await writer.show(view, signal)) {
                await keepRecord(view, deadline, signal);
                return true;
            }
        }
        if (!writer.stopped)
            writer.warn('late', (0,errors/* explainLate */.eQ)({ thread, failure: writer.failure }));
        return writer.stopped;
    }
    /** Another job whose edits overwrote what this step recorded may do so once more, without having seen the last edit. */
    async function keepRecord(view, deadline, signal) {
        for (let check = 0; check < RACE_CHECKS && memory?.isOverwritten === true; check += 1) {
            if (clock.now() + RACE_MS >= deadline)
                return;
            await clock.sleep(RACE_MS, signal).catch(quiet);
            if (signal.aborted)
                return;
            await writer.show(view, signal);
        }
    }
    async function finish(view, { budgetMs, signal: cut }) {
        const deadline = clock.now() + budgetMs;
        const timers = new AbortController();
        const after = (ms, controller) => {
            clock.sleep(ms, timers.signal).then(() => controller.abort(), quiet);
        };
        closing.abort();
        // The edit in flight gets half of the budget, because after an abort it could still overtake the last one.
        after(budgetMs / 2, current);
        const previous = { task, current };
        current = new AbortController();
        after(budgetMs, current);
        const last = current;
        const end = () => [previous.current, last].forEach((controller) => controller.abort());
        if (cut?.aborted === true)
            end();
        cut?.addEventListener('abort', end, { once: true, signal: timers.signal });
        const edit = previous.task.then(() => (hasRun(view) ? writeLast(view, deadline, last.signal) : true));
        task = edit.then(quiet);
        return edit.finally(() => timers.abort());
    }
    return {
        take: (comment) => writer.take(comment),
        update(view) {
            if (!hasRun(view) || writer.stopped || closing.signal.aborted)
                return;
            pending = view;
            if (working)
                return;
            working = true;
            task = work();
        },
        async finish(view, options) {
            const done = await finish(view, options);
            return { url: writer.url, late: !done };
        },
    };
}
function hasRun(view) {
    return view.runId !== null;
}
const quiet = () => undefined;


/***/ }),

/***/ 7341:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Z: () => (/* binding */ Announcements)
/* harmony export */ });
/** An announcement unchanged for this long belongs to a killed job. */
const INTENT_MS = 120_000;
/** Maximum clock skew between two runners. */
const CLOCK_SKEW_MS = 5 * 60_000;
class Announcements {
    #clock;
    #firstSeen = new Map();
    constructor(clock) {
        this.#clock = clock;
    }
    isInProgress(announced) {
        return announced !== null && !this.isAbandoned(announced);
    }
    /** The date alone suffices only for old announcements. Otherwise the time since it was first seen counts, which needs no other machine's clock. */
    isAbandoned({ mark, at }) {
        const key = `${mark} ${at}`;
        const firstSeen = this.#firstSeen.get(key) ?? this.#clock.now();
        this.#firstSeen.set(key, firstSeen);
        if (this.#clock.now() - firstSeen >= INTENT_MS)
            return true;
        return this.#clock.wall() - at * 1000 >= INTENT_MS + CLOCK_SKEW_MS;
    }
}


/***/ })

};
;