"use strict";
exports.id = 720;
exports.ids = [720];
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

/***/ 9720:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  EDIT_INTERVAL_MS: () => (/* binding */ EDIT_INTERVAL_MS),
  createThreadComment: () => (/* binding */ createThreadComment),
  findThreadComment: () => (/* reexport */ findThreadComment)
});

// EXTERNAL MODULE: ./build/src/shared/format.js
var format = __webpack_require__(275);
// EXTERNAL MODULE: ./build/src/report/sanitize/index.js + 5 modules
var sanitize = __webpack_require__(4256);
// EXTERNAL MODULE: ./build/src/report/sanitize/text.js
var sanitize_text = __webpack_require__(8494);
// EXTERNAL MODULE: ./build/src/report/outcome-text.js
var outcome_text = __webpack_require__(1773);
;// CONCATENATED MODULE: ./build/src/report/comment.js
/**
 * The comment in the thread (contract 7.1): for the people who asked there. Outcome first, then the result, details
 * folded. Pure. Its first line is the marker it is handed; nothing from the service can take that place.
 */




/** UTF-16 units; GitHub takes 65,536 characters. */
const COMMENT_MAX = 65_000;
const STEPS_MAX = 5;
const STEP_WORDS_MAX = 160;
const WARNINGS_MAX = 5;
const PULL_REQUESTS_MAX = 10;
/** A result up to this size is shown open, a larger one folded. */
const OPEN_RESULT = { characters: 3_000, lines: 40 };
const HEADINGS = {
    running: '⏳ **The agent is at work**',
    succeeded: '✅ **The agent is done**',
    failed: '❌ **The agent did not succeed**',
    cancelled: '🚫 **Cancelled**',
    needs_input: '💬 **The agent needs an answer**',
    timed_out: '⏱️ **Not done in time: this workflow no longer waits for the agent**',
    started: '🚀 **The agent has started**',
    skipped: '⏭️ **Skipped**',
    error: '⚠️ **Something went wrong**',
    unverified: '❓ **Done, but no pull request could be verified**',
};
/** What a step was, in plain words (spec 2.4). */
const STEP_WORDS = {
    PLAN_EVALUATION: 'Thought about the plan',
    FINAL_ANSWER: 'Answered',
    ERROR: 'Met an error',
    USER_MESSAGE: 'Was told',
    USER_GITHUB_ISSUE_COMMENT: 'Read a comment',
    INITIAL_PR_GENERATION: 'Prepared a pull request',
    DETECT_PR_ERRORS: 'Looked for errors in the pull request',
    FIX_PR_ERRORS: 'Worked on errors in the pull request',
    PR_CREATION_FAILED: 'Could not create the pull request',
    PR_EVALUATION: 'Looked over the pull request',
    COMMIT_EVALUATION: 'Looked over the commits',
    AGENT_RUN_LINK: 'Pointed to another run',
};
/** `⏳ **The agent is at work** · 3m 20s so far · run 1 · workflow run`, on one line. */
function headline(view, now) {
    const running = view.outcome === 'running';
    const time = view.durationMs > 0 ? `${running ? '' : 'after '}${(0,format/* duration */.p0)(view.durationMs)}${running ? ' so far' : ''}` : '';
    const run = view.runId === null ? '' : `run ${view.runId}`;
    return (0,format/* joined */.oR)([
        HEADINGS[view.outcome],
        // The word that the output `outcome` has.
        running ? '' : `\`${view.outcome}\``,
        time,
        run === '' ? '' : `${(0,sanitize/* markdownLink */.iQ)(run, view.webUrl)}${view.resumed ? ' (continued)' : ''}`,
        view.provenance.workflowRunUrl === null ? '' : (0,sanitize/* markdownRunnerLink */.os)('workflow run', view.provenance.workflowRunUrl),
        running && now !== undefined ? `as of ${new Date(now).toISOString().slice(11, 16)} UTC` : '',
    ], ' · ');
}
function stepWords(step) {
    const kind = step.kind ?? '';
    const tool = step.tool === null || step.tool.trim() === '' ? '' : (0,sanitize/* markdownText */.p7)(step.tool, 60);
    const own = Object.hasOwn(STEP_WORDS, kind) ? (STEP_WORDS[kind] ?? '') : '';
    const used = tool === '' ? 'Did something' : `Used ${tool}`;
    const what = own !== '' ? own : kind === 'ACTION' || kind === '' ? used : (0,sanitize/* markdownText */.p7)(kind, 60);
    const said = (0,sanitize/* markdownText */.p7)(step.headline, STEP_WORDS_MAX);
    return said === '' ? `- ${what}` : `- ${what}: ${said}`;
}
function steps(view) {
    const last = view.steps.slice(-STEPS_MAX);
    if (last.length === 0)
        return view.outcome === 'running' ? 'No steps to show yet.' : '';
    const list = last.map(stepWords).join('\n');
    const total = Math.max(view.totalLogs, view.steps.length);
    if (view.outcome === 'running')
        return (0,format/* joined */.oR)([`Latest of ${(0,format/* counted */.hS)(total, 'step')}:`, list]);
    return folded(`Last ${last.length} of ${(0,format/* counted */.hS)(total, 'step')}`, list);
}
/** The title is ours. A blank line on both sides lets Markdown inside stay Markdown. */
function folded(title, content) {
    return (0,format/* joined */.oR)([`<details><summary>${title}</summary>`, content, '</details>']);
}
function resultSection(view, max) {
    if (view.result.trim() === '')
        return '';
    const open = view.result.length <= OPEN_RESULT.characters && view.result.split('\n').length <= OPEN_RESULT.lines;
    const shown = (0,sanitize_text/* head */.d5)(view.result, max);
    const cut = shown.length < view.result.length;
    const mark = `*The result is cut: ${shown.length} of ${view.result.length} characters are shown. The whole of it is in the file that the output result_file names.*`;
    // The fence would cut as well, and two cuts make the numbers wrong.
    const fence = (0,sanitize/* markdownFence */.p0)(shown, 'text', shown.length);
    const name = view.resultIsOld ? 'The result from before the follow-up' : 'The result';
    const named = view.resultIsOld ? (0,format/* joined */.oR)([`${name}:`, fence]) : fence;
    return (0,format/* joined */.oR)([open ? named : folded(name, fence), cut ? mark : '']);
}
function pullRequests(view) {
    if (view.pullRequests.length === 0)
        return '';
    // No links: the agent chose the addresses, and a live one would also show up in the thread it points to.
    const items = view.pullRequests.slice(0, PULL_REQUESTS_MAX).map((url) => `- ${(0,sanitize/* markdownText */.p7)(url, 300)}`);
    const rest = view.pullRequests.length - items.length;
    return (0,format/* joined */.oR)(['Pull requests:', (0,format/* joined */.oR)([...items, rest > 0 ? `- and ${rest} more` : ''], '\n')]);
}
function warnings(view) {
    if (view.warnings.length === 0)
        return '';
    const items = view.warnings.slice(-WARNINGS_MAX).map((warning) => `- ${(0,sanitize/* markdownText */.p7)(warning, 500)}`);
    return folded((0,format/* counted */.hS)(view.warnings.length, 'warning'), items.join('\n'));
}
function wholeBody(view, options, resultMax) {
    const ended = view.outcome !== 'running';
    return (0,format/* joined */.oR)([
        `${options.marker}\n${headline(view, options.now)}`,
        ended ? (0,outcome_text/* nextSteps */.Z)(view) : '',
        ended ? resultSection(view, resultMax) : '',
        pullRequests(view),
        steps(view),
        warnings(view),
    ]);
}
/**
 * The comment's body, at most `maxLength` UTF-16 units and cut with a mark where it must be. The same view and options
 * give the same body.
 */
function renderComment(view, options) {
    const max = options.maxLength ?? COMMENT_MAX;
    const short = `${options.marker}\n${headline(view, undefined)}`;
    if (!options.full)
        return short;
    // Sanitising may lengthen a text, so only the outcome is measured.
    for (let resultMax = Math.min(view.result.length, max);; resultMax = Math.floor(resultMax * 0.95)) {
        const body = wholeBody(view, options, resultMax);
        if (body.length <= max)
            return body;
        if (resultMax === 0)
            return `${short}\n\n*More does not fit here: see the job summary.*`;
    }
}

// EXTERNAL MODULE: ./build/src/thread-comment/marker.js + 1 modules
var thread_comment_marker = __webpack_require__(1909);
// EXTERNAL MODULE: ./build/src/github/port.js
var port = __webpack_require__(2125);
;// CONCATENATED MODULE: ./build/src/thread-comment/errors.js
/** What a failed call about the thread's comment means, and how to say it. Pure. */


function judge(error, action) {
    if (!(error instanceof port/* GitHubError */.y))
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
/** For people: what failed, what GitHub said, what happens or what to do. Quotes GitHub: sanitise it for its sink. */
function explain(trouble) {
    const { error, action, thread, kind } = trouble;
    const noun = kind === 'issue' ? 'issue' : 'pull request';
    const doing = { find: 'looked for', create: 'written', edit: 'edited' }[action];
    const said = (0,format/* messageOf */.bD)(error);
    const status = error instanceof port/* GitHubError */.y ? error.status : null;
    const code = status === null ? '' : ` (${status})`;
    return `The comment in ${noun} #${thread} could not be ${doing}${code}: ${said}. ${advice(trouble, status)}`;
}
function advice({ verdict, kind }, status) {
    if (verdict === 'later')
        return 'It is tried again later.';
    if (verdict === 'replace')
        return 'A new one is written.';
    if (verdict === 'shorten')
        return 'A shorter one is written.';
    if (status === 401)
        return 'Check the input github_token.';
    if (status === 410)
        return 'The conversation is locked or gone: nothing more is written there.';
    if (status !== 403 && status !== 404)
        return 'Nothing more is written there.';
    const line = kind === 'issue' ? 'issues: write' : 'pull-requests: write';
    const fork = kind === 'issue' ? '' : ' On pull requests from forks the token may only read, whatever the file says.';
    return `Unless the conversation is locked, the job lacks a permission: add "${line}" under "permissions:" of the job in the workflow file.${fork}`;
}

;// CONCATENATED MODULE: ./build/src/thread-comment/find.js
/** Finds the action's comment in an issue or pull request by its marker (contract 7.1, 7.2). */


/**
 * The latest comment with a valid marker of this place, and the run it records; null when there is none. Markers count
 * only by bot accounts and by the token's own login, which is asked for only when it matters. Rejects with
 * `GitHubError` when the thread cannot be read, and with the signal's reason when it is aborted.
 */
async function findThreadComment(github, place, signal) {
    let found = null;
    let own;
    for await (const page of github.comments(place.thread, signal)) {
        for (const comment of page) {
            const record = (0,thread_comment_marker/* verifyMarker */.KH)(comment.body, place);
            if (record === null)
                continue;
            if (!comment.authorIsBot) {
                if (own === undefined)
                    own = await ownLogin(github, signal);
                if (own === null || own.toLowerCase() !== comment.author.toLowerCase())
                    continue;
            }
            found = { comment, record };
        }
    }
    return found;
}
/** Null as well when the question fails: a person who copies a marker must not be able to keep the comment from being written. */
async function ownLogin(github, signal) {
    try {
        return await github.ownLogin(signal);
    }
    catch (error) {
        if (error instanceof port/* GitHubError */.y)
            return null;
        throw error;
    }
}

;// CONCATENATED MODULE: ./build/src/thread-comment/publish.js




/** For a comment that GitHub found too long. */
const SHORT_MAX = 15_000;
/** Find, edit, replace, shorten: no honest exchange takes more. */
const MAX_CALLS = 5;
class CommentWriter {
    #options;
    #warned = new Set();
    #comment;
    #searched;
    #told = null;
    /** The comment that could not be edited any more; one replacement is enough. */
    #refused = null;
    #maxLength = COMMENT_MAX;
    /** The body as it stands in the thread. */
    #written = '';
    #blockedUntil = -Infinity;
    #stopped = false;
    constructor(options) {
        this.#options = options;
        this.#comment = options.known;
        this.#searched = options.known !== null;
    }
    /** The comment's address, null as long as there is none. */
    get url() {
        return this.#comment?.htmlUrl ?? null;
    }
    /** Before this, on the monotonic clock, GitHub wants to hear nothing. */
    get blockedUntil() {
        return this.#blockedUntil;
    }
    /** Nothing more will be written: GitHub said no for good. */
    get stopped() {
        return this.#stopped;
    }
    /** Each topic once. */
    warn(topic, message) {
        if (this.#warned.has(topic))
            return;
        this.#warned.add(topic);
        this.#options.warn(message);
    }
    /** Brings the view into the thread. False: it may be tried again after `blockedUntil`. Never rejects. */
    async show(view, signal) {
        for (let calls = 0; calls < MAX_CALLS && !this.#stopped; calls += 1) {
            const action = this.#comment !== null ? 'edit' : this.#searched ? 'create' : 'find';
            try {
                if (await this.#call(view, action, signal))
                    return true;
            }
            catch (error) {
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
    /** One call. True: the view is in the thread. */
    async #call(view, action, signal) {
        const { github, thread, full, clock } = this.#options;
        if (action === 'find') {
            const found = await findThreadComment(github, this.#options, signal);
            this.#searched = true;
            if (found !== null && found.comment.id !== this.#refused)
                this.#adopt(found.comment);
            return false;
        }
        const marker = (0,thread_comment_marker/* writeMarker */.en)({ ...this.#options, runId: view.runId });
        const body = renderComment(view, { marker, full, maxLength: this.#maxLength, now: clock.wall() });
        if (this.#comment === null)
            this.#adopt(await github.createComment(thread, body, signal));
        else if (body !== this.#written)
            this.#adopt(await github.updateComment(this.#comment.id, body, signal));
        this.#written = body;
        return true;
    }
    #adopt({ id, htmlUrl }) {
        this.#comment = { id, htmlUrl };
        if (this.#told !== id)
            this.#options.onComment?.(this.#comment);
        this.#told = id;
    }
    #handle(error, action) {
        const { thread, kind, clock } = this.#options;
        let verdict = judge(error, action);
        if (verdict.kind === 'replace' && this.#refused !== null)
            verdict = { kind: 'stop' };
        if (verdict.kind === 'shorten' && this.#maxLength === SHORT_MAX)
            verdict = { kind: 'stop' };
        this.warn(verdict.kind, explain({ error, action, verdict: verdict.kind, thread, kind }));
        switch (verdict.kind) {
            case 'later':
                // A comment may have been written after all: the thread is searched before another one is.
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


/** Milliseconds between edits while the run goes on (contract 7.1). */
const EDIT_INTERVAL_MS = 30_000;
const FINAL_ATTEMPTS = 4;
const FINAL_BACKOFF_MS = 1_000;
function createThreadComment(options) {
    const { clock, thread } = options;
    const writer = new CommentWriter(options);
    const closing = new AbortController();
    /** Ends what is in flight. */
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
    /** Whether nothing is left to do. */
    async function writeLast(view, deadline, signal) {
        for (let attempt = 0; attempt < FINAL_ATTEMPTS && !writer.stopped; attempt += 1) {
            const backoff = attempt === 0 ? 0 : FINAL_BACKOFF_MS * 2 ** (attempt - 1);
            const wait = Math.max(backoff, writer.blockedUntil - clock.now());
            if (signal.aborted || clock.now() + wait >= deadline)
                break;
            if (wait > 0)
                await clock.sleep(wait, signal).catch(quiet);
            if (await writer.show(view, signal))
                return true;
        }
        if (!writer.stopped)
            writer.warn('late', `The comment in #${thread} could not be brought up to date; it may not show the end.`);
        return writer.stopped;
    }
    async function finish(view, { budgetMs, signal: cut }) {
        const deadline = clock.now() + budgetMs;
        const timers = new AbortController();
        const after = (ms, controller) => {
            clock.sleep(ms, timers.signal).then(() => controller.abort(), quiet);
        };
        closing.abort();
        // What is in flight may use half of the budget: cut off at once, an edit could still overtake the last one.
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


/***/ })

};
;