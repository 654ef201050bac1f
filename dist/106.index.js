"use strict";
exports.id = 106;
exports.ids = [106];
exports.modules = {

/***/ 6106:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  provesWork: () => (/* reexport */ provesWork),
  verifyPullRequests: () => (/* binding */ verifyPullRequests)
});

// EXTERNAL MODULE: ./build/src/github/port.js
var port = __webpack_require__(2125);
;// CONCATENATED MODULE: ./build/src/github/claims.js
/** Which pull requests a run claims, and in which order to look them up on GitHub. Pure. */
const PULL_REQUEST = /^\/([\w.-]{1,100})\/([\w.-]{1,100})\/pull\/([1-9]\d{0,9})(?:\/|$)/;
/** @param serverUrl `GITHUB_SERVER_URL`. Pull requests on other hosts cannot be looked up */
function readClaim(url, serverUrl) {
    const none = { url, repository: null, number: 0 };
    if (!URL.canParse(url) || !URL.canParse(serverUrl))
        return none;
    const { host, pathname } = new URL(url);
    const [, owner = '', name = '', number = ''] = PULL_REQUEST.exec(pathname) ?? [];
    const dots = /^\.+$/;
    if (host !== new URL(serverUrl).host || owner === '' || dots.test(owner) || dots.test(name))
        return none;
    return { url, repository: `${owner}/${name}`, number: Number(number) };
}
function claimsOf(urls, { serverUrl, repository, most }) {
    const claims = urls.map((url) => readClaim(url, serverUrl));
    const elsewhere = claims.filter((claim) => claim.repository === null);
    const known = new Map();
    for (const claim of claims.toReversed()) {
        if (claim.repository === null)
            continue;
        const key = `${claim.repository.toLowerCase()}#${claim.number}`;
        if (!known.has(key))
            known.set(key, claim);
    }
    const isHere = (claim) => sameRepository(claim.repository ?? '', repository);
    const ordered = [...known.values()].sort((a, b) => Number(isHere(b)) - Number(isHere(a)));
    return {
        asked: ordered.slice(0, most),
        left: [
            ...elsewhere.map(({ url }) => ({ url, reason: 'it is not on this GitHub server' })),
            ...ordered.slice(most).map(({ url }) => ({ url, reason: `only ${most} pull requests are checked` })),
        ],
    };
}
function sameRepository(one, other) {
    return one.toLowerCase() === other.toLowerCase();
}

// EXTERNAL MODULE: ./build/src/shared/format.js
var format = __webpack_require__(275);
;// CONCATENATED MODULE: ./build/src/github/verification-rules.js


/** Tolerated clock skew between GitHub, the runner and the service. */
const SKEW_MS = 5 * 60_000;
/** Whether a time is after the start of the run, with tolerance for clock skew. */
function isSince(time, since) {
    return time !== null && time >= since - SKEW_MS;
}
function checkOf(claim, answer, { repository, since }) {
    if (answer.kind === 'found') {
        const { pull, committedAt } = answer;
        const times = [pull.openedAt, committedAt].filter((time) => time !== null);
        return {
            url: claim.url,
            state: 'verified',
            reason: null,
            pullRequest: {
                repository: pull.repository,
                number: pull.number,
                author: pull.author,
                title: pull.title ?? '',
                headBranch: pull.headBranch,
                headSha: pull.headSha,
                here: sameRepository(pull.repository, repository),
                byRun: times.some((time) => isSince(time, since)),
                changedAt: times.length === 0 ? null : Math.max(...times),
            },
        };
    }
    const { status, message } = answer.failure;
    const here = sameRepository(claim.repository ?? '', repository);
    const gone = isGone(answer.failure);
    if (gone && here)
        return { url: claim.url, state: 'not_found', reason: null, pullRequest: null };
    const reason = gone
        ? 'it does not exist, or the token cannot read that repository'
        : `the look-up on GitHub failed${status === null ? '' : ` (${status})`}: ${message}`;
    return { url: claim.url, state: 'unchecked', reason, pullRequest: null };
}
/** The warning about failed look-ups, or null if there is nothing to change. A 404 is not a failed look-up. */
function troubleOf(answers) {
    const failed = answers.filter(({ kind, failure }) => failure !== null && (kind === 'found' || !isGone(failure)));
    const failure = failed[0]?.failure ?? null;
    if (failure === null)
        return null;
    const { status, message } = failure;
    const code = status === null ? '' : ` (${status})`;
    const what = `${(0,format/* counted */.hS)(failed.length, 'pull request')} could not be checked on GitHub${code}: ${message}`;
    return `${(0,format/* asSentence */.KG)(what)} ${advice(status)}`;
}
function isGone({ status }) {
    return status === 404 || status === 410;
}
function advice(status) {
    if (status === 401)
        return 'Check the input `github_token`.';
    if (status === 403 || status === 404)
        return 'The job needs `permissions: pull-requests: read`, and `contents: read` for pull requests that existed before the run.';
    return 'Run the step again once GitHub answers.';
}
/** Whether a success is confirmed: `expect: pull_request` requires a verified pull request of this run. */
function provesWork(checks) {
    return checks.some(({ pullRequest }) => pullRequest?.byRun === true);
}

;// CONCATENATED MODULE: ./build/src/github/verification.js
/**
 * Looks up the pull requests that a run claims on GitHub (contract 14). Sends a limited number of read requests within a limited time, one
 * after the other as GitHub recommends. A signal ends it at once.
 */




const MOST = 10;
const TRIES = 3;
const PAUSE_MS = 1_000;
const OUT_OF_TIME = { status: null, message: 'there was no time left', retryAfterMs: null };
const CANCELLED = { status: null, message: 'the step was cancelled first', retryAfterMs: null };
/** Never rejects because of GitHub. Claims without a result when the time is up are `unchecked`. */
async function verifyPullRequests(urls, options) {
    const { clock, budgetMs, stop } = options;
    const { asked, left } = claimsOf(urls, { ...options, most: MOST });
    const deadline = clock.now() + budgetMs;
    const timer = new AbortController();
    const over = new AbortController();
    clock.sleep(budgetMs, timer.signal).then(() => over.abort(), () => undefined);
    const signal = AbortSignal.any([stop, over.signal]);
    const several = asked.length > 1;
    const answers = [];
    try {
        for (const claim of asked)
            answers.push({ claim, answer: await ask(claim, { ...options, deadline, signal, several }) });
    }
    finally {
        timer.abort();
    }
    const checked = answers.map(({ claim, answer }) => checkOf(claim, answer, options));
    const unchecked = left.map(({ url, reason }) => ({ url, state: 'unchecked', reason, pullRequest: null }));
    const order = (check) => urls.indexOf(check.url);
    const checks = [...checked, ...unchecked].sort((a, b) => order(a) - order(b));
    const failures = answers.flatMap(({ answer }) => (answer.failure === null ? [] : [answer]));
    return { checks, warning: stop.aborted ? null : troubleOf(failures) };
}
async function ask({ repository, number }, asking) {
    const { github, since, several, signal } = asking;
    const place = { repository: repository ?? '', number };
    const pull = await persistently(() => github.pullRequest(place, signal), asking);
    if (!pull.ok)
        return { kind: 'refused', failure: pull.failure };
    const found = { kind: 'found', pull: pull.value };
    const opened = isSince(pull.value.openedAt, since);
    if (opened && !several)
        return { ...found, committedAt: null, failure: null };
    const head = { repository: pull.value.repository, sha: pull.value.headSha };
    const commit = await persistently(() => github.committedAt(head, signal), asking);
    if (commit.ok)
        return { ...found, committedAt: commit.value, failure: null };
    // A new pull request is confirmed without the commit time of its head, which requires another permission.
    return { ...found, committedAt: null, failure: opened ? null : commit.failure };
}
/** Retries temporary failures within the time limit: no response, 5xx, and rate limits after the wait that GitHub requests. */
async function persistently(read, asking) {
    const { clock, deadline, signal, stop } = asking;
    for (let attempt = 1;; attempt += 1) {
        try {
            signal.throwIfAborted();
            return { ok: true, value: await read() };
        }
        catch (error) {
            if (signal.aborted)
                return { ok: false, failure: stop.aborted ? CANCELLED : OUT_OF_TIME };
            if (!(error instanceof port/* GitHubError */.y_))
                throw error;
            const { status, retryAfterMs } = error;
            const mayPass = status === null || status >= 500 || retryAfterMs !== null;
            const waitMs = retryAfterMs ?? PAUSE_MS * attempt;
            if (!mayPass || attempt === TRIES || clock.now() + waitMs >= deadline)
                return { ok: false, failure: error };
            await clock.sleep(waitMs, signal).catch(() => undefined);
        }
    }
}


/***/ })

};
;