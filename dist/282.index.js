"use strict";
exports.id = 282;
exports.ids = [282];
exports.modules = {

/***/ 5562:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   FA: () => (/* binding */ passOf),
/* harmony export */   Pz: () => (/* binding */ statusOfMany),
/* harmony export */   Wr: () => (/* binding */ statusTarget),
/* harmony export */   c2: () => (/* binding */ statusOf)
/* harmony export */ });
/* harmony import */ var _event_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7736);
/* harmony import */ var _shared_format_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(275);
/* harmony import */ var _shared_json_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(618);
/** The state and target commit of the commit status (contract 15). Pure. */



/** GitHub refuses longer descriptions. */
const DESCRIPTION_MAX = 140;
/**
 * The target is the head of the event's pull request. For a comment on a pull request it must be read, because the payload does not contain
 * it. For all other events it is `sha` (`GITHUB_SHA`).
 */
function statusTarget(event, sha) {
    const head = (0,_event_js__WEBPACK_IMPORTED_MODULE_0__/* .payloadText */ .Ai)(event, 'pull_request', 'head', 'sha');
    const commented = event.name === 'issue_comment' && (0,_shared_json_js__WEBPACK_IMPORTED_MODULE_1__/* .isRecord */ .u4)((0,_event_js__WEBPACK_IMPORTED_MODULE_0__/* .payloadField */ .$)(event, 'issue', 'pull_request'));
    const number = commented ? (0,_event_js__WEBPACK_IMPORTED_MODULE_0__/* .payloadNumber */ .gV)(event, 'issue', 'number') : null;
    if (number !== null)
        return { kind: 'pull_request', number };
    const chosen = event.name.startsWith('pull_request') && head !== '' ? head : sha;
    return /^[0-9a-f]{40,64}$/i.test(chosen) ? { kind: 'commit', sha: chosen.toLowerCase() } : { kind: 'none' };
}
/** The boolean `pass` at the top level of a structured result (compact JSON), or null if there is none. */
function passOf(resultJson) {
    if (resultJson === null)
        return null;
    const value = JSON.parse(resultJson);
    const pass = (0,_shared_json_js__WEBPACK_IMPORTED_MODULE_1__/* .isRecord */ .u4)(value) && Object.hasOwn(value, 'pass') ? value['pass'] : null;
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
    cancelled: 'was cancelled, or the step that waited for it was cancelled',
    unverified: 'reported success, but no pull request of it was found',
    needs_input: 'waits for an answer',
    timed_out: 'did not end in time',
    started: 'was started; the step did not wait for it',
    skipped: 'was skipped',
    error: 'ended with an error',
};
/** The status of many runs. It is a success if all runs succeeded and no result has `pass: false`. */
function statusOfMany({ outcome, runs, counts, passes, durationMs }) {
    const time = outcome === 'running' || durationMs < 1000 ? '' : ` after ${(0,_shared_format_js__WEBPACK_IMPORTED_MODULE_2__/* .duration */ .p0)(durationMs)}`;
    const failed = passes.filter((pass) => pass === false).length;
    const said = (state, words) => ({
        state,
        description: `${(0,_shared_format_js__WEBPACK_IMPORTED_MODULE_2__/* .counted */ .hS)(runs, 'agent run')}: ${words}${time}`.slice(0, DESCRIPTION_MAX),
    });
    if (outcome !== 'succeeded' || passes.every((pass) => pass === null))
        return said(STATES[outcome], counts);
    return failed > 0 ? said('failure', `${failed} did not pass`) : said('success', 'all passed');
}
/** @param pass the value of `passOf` for the validated result */
function statusOf(view, pass) {
    const { outcome, errorCode, runId, durationMs } = view;
    const run = runId === null ? 'Agent run' : `Agent run ${runId}`;
    const time = outcome === 'running' || durationMs < 1000 ? '' : ` after ${(0,_shared_format_js__WEBPACK_IMPORTED_MODULE_2__/* .duration */ .p0)(durationMs)}`;
    if (outcome === 'succeeded' && pass !== null)
        return {
            state: pass ? 'success' : 'failure',
            description: `${run}: ${pass ? 'passed' : 'did not pass'}${time}`.slice(0, DESCRIPTION_MAX),
        };
    const code = errorCode === null ? '' : ` (${errorCode})`;
    return { state: STATES[outcome], description: `${run} ${WORDS[outcome]}${code}${time}`.slice(0, DESCRIPTION_MAX) };
}


/***/ }),

/***/ 3282:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   CommitStatusKeeper: () => (/* binding */ CommitStatusKeeper),
/* harmony export */   passOf: () => (/* reexport safe */ _commit_status_state_js__WEBPACK_IMPORTED_MODULE_1__.FA),
/* harmony export */   statusOf: () => (/* reexport safe */ _commit_status_state_js__WEBPACK_IMPORTED_MODULE_1__.c2)
/* harmony export */ });
/* harmony import */ var _port_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2125);
/* harmony import */ var _shared_format_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(275);
/* harmony import */ var _commit_status_state_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5562);




/** Stands for the head of the pull request while it has not been read. */
const UNREAD = 'head';
const TRIES = 3;
const PAUSE_MS = 1_000;
/** A longer wait that GitHub asks for is left to the post step. */
const WAIT_MOST_MS = 10_000;
class CommitStatusKeeper {
    #options;
    /** The target commit, or null until the head of the pull request has been read. */
    #sha;
    /** What `onLeft` last received. */
    #left;
    /** The update to `pending`. */
    #begun = null;
    /** Aborts when `finish` has no time left. Null until `finish` is called. */
    #ends = null;
    #warned = false;
    constructor(options) {
        const { event, sha, known = null } = options;
        const target = (0,_commit_status_state_js__WEBPACK_IMPORTED_MODULE_1__/* .statusTarget */ .Wr)(event, sha);
        this.#options = options;
        this.#left = known;
        this.#sha = known !== null && known !== UNREAD ? known : target.kind === 'commit' ? target.sha : null;
    }
    /** Sets `pending`, once. Returns immediately. */
    begin(view, said = (0,_commit_status_state_js__WEBPACK_IMPORTED_MODULE_1__/* .statusOf */ .c2)(view, null)) {
        const { stop } = this.#options;
        if (!stop.aborted)
            this.#begun ??= this.#send(view, { said, signal: stop });
    }
    /** Sets the final status. Returns false if it may not be the last one and is left to the post step. Never rejects. */
    async finish(view, { said, signal }) {
        this.#ends = signal;
        // The final status must follow `pending`, or GitHub would show `pending` permanently.
        const begun = this.#begun === null ? 'unsent' : await Promise.race([this.#begun, aborted(signal)]);
        const sent = await this.#send(view, { said, signal });
        // A `pending` without a response may still be carried out, after the final status.
        const settled = sent === 'refused' || (sent === 'sent' && begun !== 'unknown');
        if (settled)
            this.#leave(null);
        return settled;
    }
    #leave(sha) {
        if (sha !== this.#left)
            this.#options.onLeft(sha);
        this.#left = sha;
    }
    async #readHead(signal) {
        const { event, sha, github } = this.#options;
        const target = (0,_commit_status_state_js__WEBPACK_IMPORTED_MODULE_1__/* .statusTarget */ .Wr)(event, sha);
        if (target.kind !== 'pull_request')
            throw new Error('the event names no commit');
        const place = { repository: event.repository, number: target.number };
        this.#sha = (await (await github()).pullRequest(place, signal)).headSha;
        return this.#sha;
    }
    async #send(view, { said, signal }) {
        const { name, github, clock } = this.#options;
        const targetUrl = (0,_shared_format_js__WEBPACK_IMPORTED_MODULE_2__/* .shownAddress */ .Uk)(view.webUrl) ?? view.provenance.workflowRunUrl;
        const isPending = said.state === 'pending';
        this.#leave(this.#sha ?? UNREAD);
        for (let attempt = 1;; attempt += 1) {
            let sha = null;
            try {
                signal.throwIfAborted();
                sha = this.#sha ?? (await this.#readHead(signal));
                if (isPending && (signal.aborted || this.#ends?.aborted === true))
                    return 'unsent';
                this.#leave(sha);
                const status = { sha, context: name, targetUrl, ...said };
                await (await github()).createCommitStatus(status, signal);
                return 'sent';
            }
            catch (error) {
                if (signal.aborted)
                    return sha === null ? 'unsent' : 'unknown';
                const { status = 0, retryAfterMs = null } = error instanceof _port_js__WEBPACK_IMPORTED_MODULE_0__/* .GitHubError */ .y_ ? error : {};
                const mayPass = status === null || status >= 500 || retryAfterMs !== null;
                const waitMs = retryAfterMs ?? PAUSE_MS * attempt;
                // A failed `pending` is not retried, because the final status follows.
                if (mayPass && isPending)
                    return sha === null || retryAfterMs !== null ? 'unsent' : 'unknown';
                if (mayPass && attempt < TRIES && waitMs <= WAIT_MOST_MS) {
                    await clock.sleep(waitMs, signal).catch(() => undefined);
                    continue;
                }
                this.#warn(error, sha === null
                    ? 'reading the head commit of the pull request needs `permissions: pull-requests: read`'
                    : 'the job needs `permissions: statuses: write`');
                if (mayPass)
                    return 'unknown';
                this.#leave(null);
                return 'refused';
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
        const status = error instanceof _port_js__WEBPACK_IMPORTED_MODULE_0__/* .GitHubError */ .y_ ? error.status : null;
        const code = status === null ? '' : ` (${status})`;
        const advice = status === 401
            ? ' Check the input `github_token`.'
            : status === 403 || status === 404
                ? ` Under "permissions:" of the workflow, ${need}.`
                : '';
        this.#options.warn(`The commit status "${name}" could not be set${code}: ${(0,_shared_format_js__WEBPACK_IMPORTED_MODULE_2__/* .messageOf */ .bD)(error)}.${advice}`);
    }
}
function aborted(signal) {
    return new Promise((resolve) => {
        if (signal.aborted)
            resolve('unknown');
        signal.addEventListener('abort', () => resolve('unknown'), { once: true });
    });
}


/***/ })

};
;