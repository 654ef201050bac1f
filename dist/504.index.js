"use strict";
exports.id = 504;
exports.ids = [504];
exports.modules = {

/***/ 2123:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  CommitStatusKeeper: () => (/* binding */ CommitStatusKeeper),
  passOf: () => (/* reexport */ passOf),
  statusOf: () => (/* reexport */ statusOf)
});

// EXTERNAL MODULE: ./build/src/github/port.js
var port = __webpack_require__(2125);
// EXTERNAL MODULE: ./build/src/shared/format.js
var format = __webpack_require__(275);
// EXTERNAL MODULE: ./build/src/event/event.js
var event_event = __webpack_require__(269);
// EXTERNAL MODULE: ./build/src/shared/json.js
var json = __webpack_require__(618);
;// CONCATENATED MODULE: ./build/src/commit-status/decide.js
/** What a commit status says of a step, and on which commit (contract 15). Pure. */



/** GitHub cuts nothing: a longer description is refused. */
const DESCRIPTION_MAX = 140;
/**
 * The head of the event's pull request; that of a comment's pull request, whose payload does not carry it, has to be read; `sha`
 * (`GITHUB_SHA`) on all other events.
 */
function statusTarget(event, sha) {
    const head = (0,event_event/* payloadText */.Ai)(event, 'pull_request', 'head', 'sha');
    const commented = event.name === 'issue_comment' && (0,json/* isRecord */.u)((0,event_event/* payloadField */.$)(event, 'issue', 'pull_request'));
    const number = commented ? (0,event_event/* payloadNumber */.gV)(event, 'issue', 'number') : null;
    if (number !== null)
        return { kind: 'pull_request', number };
    const chosen = event.name.startsWith('pull_request') && head !== '' ? head : sha;
    return /^[0-9a-f]{40,64}$/i.test(chosen) ? { kind: 'commit', sha: chosen.toLowerCase() } : { kind: 'none' };
}
/** The boolean `pass` at the top level of a structured result (compact JSON); null where there is none. */
function passOf(resultJson) {
    if (resultJson === null)
        return null;
    const value = JSON.parse(resultJson);
    const pass = (0,json/* isRecord */.u)(value) && Object.hasOwn(value, 'pass') ? value['pass'] : null;
    return typeof pass === 'boolean' ? pass : null;
}
const STATES = {
    running: 'pending',
    succeeded: 'success',
    failed: 'failure',
    cancelled: 'failure',
    unverified: 'failure',
    needs_input: 'error',
    timed_out: 'error',
    started: 'error',
    skipped: 'error',
    error: 'error',
};
const WORDS = {
    running: 'is running',
    succeeded: 'succeeded',
    failed: 'failed',
    cancelled: 'was cancelled, or the step that waited for it was',
    unverified: 'reported success, but no pull request of it was found',
    needs_input: 'waits for an answer',
    timed_out: 'did not end in time',
    started: 'was started and not waited for',
    skipped: 'was skipped',
    error: 'ended with an error',
};
/** @param pass what `passOf` gives for the validated result */
function statusOf(view, pass) {
    const { outcome, errorCode, runId, durationMs } = view;
    const run = runId === null ? 'Agent run' : `Agent run ${runId}`;
    const time = outcome === 'running' || durationMs < 1000 ? '' : ` after ${(0,format/* duration */.p0)(durationMs)}`;
    if (outcome === 'succeeded' && pass !== null)
        return {
            state: pass ? 'success' : 'failure',
            description: `${run}: ${pass ? 'passed' : 'did not pass'}${time}`.slice(0, DESCRIPTION_MAX),
        };
    const code = errorCode === null ? '' : ` (${errorCode})`;
    return { state: STATES[outcome], description: `${run} ${WORDS[outcome]}${code}${time}`.slice(0, DESCRIPTION_MAX) };
}

;// CONCATENATED MODULE: ./build/src/commit-status/index.js




const TRIES = 3;
const PAUSE_MS = 1_000;
class CommitStatusKeeper {
    #options;
    #head = null;
    /** The `pending` on its way; true when GitHub has taken it. */
    #begun = null;
    #warned = false;
    constructor(options) {
        this.#options = options;
    }
    /** Puts up `pending`, once. Returns at once. */
    begin(view) {
        this.#begun ??= this.#begin(view);
    }
    /** The last word. False: it is not known to have arrived, and `onPending` has left it to the post step. Never rejects. */
    async finish(view, { budgetMs, said, signal }) {
        const { clock, onPending, known = null } = this.#options;
        const deadline = clock.now() + budgetMs;
        const timer = new AbortController();
        const over = new AbortController();
        clock.sleep(budgetMs, timer.signal).then(() => over.abort(new Error('there was no time left')), () => undefined);
        const ends = AbortSignal.any([over.signal, signal]);
        try {
            // The last word has to come after `pending`, or GitHub would show that one for good.
            const begun = this.#begun === null ? true : await Promise.race([this.#begun, aborted(ends)]);
            const sha = known ?? (await Promise.race([this.#headCommit(), aborted(ends)]));
            if (typeof sha !== 'string')
                return true;
            const sent = await this.#send(sha, view, { said, deadline, signal: ends });
            if (sent !== 'later' && begun)
                onPending(null);
            return sent !== 'later';
        }
        finally {
            timer.abort();
        }
    }
    async #begin(view) {
        const { onPending, stop, clock } = this.#options;
        const sha = await this.#headCommit();
        if (sha === null || stop.aborted)
            return true;
        onPending(sha);
        const sent = await this.#send(sha, view, { said: statusOf(view, null), deadline: clock.now(), signal: stop });
        if (sent === 'refused')
            onPending(null);
        return sent !== 'later';
    }
    #headCommit() {
        this.#head ??= this.#findHead().catch((error) => {
            this.#warn(error, 'reading the head commit of the pull request needs `permissions: pull-requests: read`');
            return null;
        });
        return this.#head;
    }
    async #findHead() {
        const { event, sha, github, stop } = this.#options;
        const target = statusTarget(event, sha);
        if (target.kind === 'commit')
            return target.sha;
        if (target.kind === 'none')
            throw new Error('the event names no commit');
        const place = { repository: event.repository, number: target.number };
        return (await (await github()).pullRequest(place, stop)).headSha;
    }
    /** `refused`: GitHub said no for good, and that was told. `later`: it may not have arrived. */
    async #send(sha, view, { said, deadline, signal }) {
        const { name, github, clock } = this.#options;
        const targetUrl = (0,format/* shownAddress */.Uk)(view.webUrl) ?? view.provenance.workflowRunUrl;
        const status = { sha, context: name, targetUrl, ...said };
        for (let attempt = 1;; attempt += 1) {
            try {
                await (await github()).createCommitStatus(status, signal);
                return 'sent';
            }
            catch (error) {
                if (signal.aborted)
                    return 'later';
                const failure = error instanceof port/* GitHubError */.y_ ? error : null;
                const mayPass = failure !== null && (failure.status === null || failure.status >= 500 || failure.retryAfterMs !== null);
                const waitMs = failure?.retryAfterMs ?? PAUSE_MS * attempt;
                if (mayPass && attempt < TRIES && clock.now() + waitMs < deadline) {
                    await clock.sleep(waitMs, signal).catch(() => undefined);
                    continue;
                }
                // `pending` was only a courtesy: the last word tries again.
                if (mayPass && status.state === 'pending')
                    return 'later';
                this.#warn(error, 'the job needs `permissions: statuses: write`');
                return mayPass ? 'later' : 'refused';
            }
        }
    }
    #warn(error, need) {
        if (this.#warned)
            return;
        this.#warned = true;
        const { name, stop } = this.#options;
        if (stop.aborted)
            return;
        const status = error instanceof port/* GitHubError */.y_ ? error.status : null;
        const code = status === null ? '' : ` (${status})`;
        const advice = status === 401
            ? ' Check the input github_token.'
            : status === 403 || status === 404
                ? ` Under "permissions:" of the workflow, ${need}.`
                : '';
        this.#options.warn(`The commit status "${name}" could not be set${code}: ${(0,format/* messageOf */.bD)(error)}.${advice}`);
    }
}
function aborted(signal) {
    return new Promise((resolve) => {
        if (signal.aborted)
            resolve(false);
        signal.addEventListener('abort', () => resolve(false), { once: true });
    });
}


/***/ })

};
;