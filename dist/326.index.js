"use strict";
exports.id = 326;
exports.ids = [326];
exports.modules = {

/***/ 3326:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  createGitHub: () => (/* binding */ createGitHub)
});

// EXTERNAL MODULE: ./build/node_modules/@actions/github/lib/github.js + 22 modules
var github = __webpack_require__(8134);
// EXTERNAL MODULE: ./node_modules/zod/v4/mini/schemas.js + 5 modules
var schemas = __webpack_require__(8395);
// EXTERNAL MODULE: ./build/src/shared/format.js
var format = __webpack_require__(275);
// EXTERNAL MODULE: ./build/src/service/retry-after.js
var retry_after = __webpack_require__(5451);
// EXTERNAL MODULE: ./build/src/github/port.js
var port = __webpack_require__(2125);
;// CONCATENATED MODULE: ./build/src/github/read.js

/** An unreadable response counts as no response: the call may have been carried out. */
function read(schema, data) {
    const parsed = schema.safeParse(data);
    if (parsed.success)
        return parsed.data;
    const message = 'the answer is not what GitHub documents; something between may have written it';
    throw new port/* GitHubError */.y_({ status: null, message, retryAfterMs: null }, { cause: parsed.error });
}

;// CONCATENATED MODULE: ./build/src/github/comments.js
/** The comments of issues and pull requests, and reactions to them (contract 7). */


const PAGE = 100;
/** GitHub allows 2,500 comments per thread. The bound only stops a server whose pages never end. */
const MAX_PAGES = 100;
const commentSchema = schemas/* object */.Ikc({
    id: schemas/* int */.Whr(),
    body: schemas/* catch */.MfU(schemas/* string */.YjP(), ''),
    html_url: schemas/* string */.YjP(),
    user: schemas/* catch */.MfU(schemas/* nullable */.mee(schemas/* object */.Ikc({ login: schemas/* string */.YjP(), type: schemas/* string */.YjP() })), null),
});
function commentCalls(call, { owner, repo }) {
    return {
        async *comments(thread, signal) {
            for (let page = 1; page <= MAX_PAGES; page++) {
                const reply = await call((kit, request) => kit.rest.issues.listComments({ owner, repo, issue_number: thread, per_page: PAGE, page, request }), signal);
                const items = read(schemas/* array */.YOg(schemas/* unknown */.L5J()), reply.data);
                yield items.map((item) => commentSchema.safeParse(item)).flatMap((r) => (r.success ? [asComment(r.data)] : []));
                const link = reply.headers['link'];
                // A full page without the header: a proxy may have dropped it, so read another page.
                if (typeof link === 'string' ? !/rel="?next\b/i.test(link) : items.length < PAGE)
                    return;
            }
        },
        async comment(commentId, signal) {
            const reply = await call((kit, request) => kit.rest.issues.getComment({ owner, repo, comment_id: commentId, request }), signal);
            return asComment(read(commentSchema, reply.data));
        },
        async createComment(thread, body, signal) {
            const reply = await call((kit, request) => kit.rest.issues.createComment({ owner, repo, issue_number: thread, body, request }), signal);
            return asComment(read(commentSchema, reply.data));
        },
        async updateComment(commentId, body, signal) {
            const reply = await call((kit, request) => kit.rest.issues.updateComment({ owner, repo, comment_id: commentId, body, request }), signal);
            return asComment(read(commentSchema, reply.data));
        },
        async deleteComment(commentId, signal) {
            await call((kit, request) => kit.rest.issues.deleteComment({ owner, repo, comment_id: commentId, request }), signal);
        },
        async react(commentId, content, signal) {
            await call((kit, request) => kit.rest.reactions.createForIssueComment({ owner, repo, comment_id: commentId, content, request }), signal);
        },
    };
}
function asComment(raw) {
    return {
        id: raw.id,
        body: raw.body,
        htmlUrl: raw.html_url,
        author: raw.user?.login ?? '',
        authorIsBot: raw.user?.type === 'Bot',
    };
}

// EXTERNAL MODULE: ./node_modules/zod/v4/core/api.js + 1 modules
var api = __webpack_require__(3305);
;// CONCATENATED MODULE: ./build/src/github/pull-requests.js
/**
 * Pull requests and commits of any repository that the token can read (contract 14). The last response of each address
 * is kept, because GitHub does not count conditional requests against the rate limit if nothing has changed.
 */



const pullRequestSchema = schemas/* object */.Ikc({
    number: schemas/* int */.Whr(),
    created_at: schemas/* catch */.MfU(schemas/* string */.YjP(), ''),
    user: schemas/* catch */.MfU(schemas/* nullable */.mee(schemas/* object */.Ikc({ login: schemas/* string */.YjP() })), null),
    head: schemas/* object */.Ikc({
        ref: schemas/* string */.YjP(),
        sha: schemas/* string */.YjP().check(api/* _regex */.Fk(/^[0-9a-f]{40,64}$/i)),
        repo: schemas/* catch */.MfU(schemas/* nullable */.mee(schemas/* object */.Ikc({ full_name: schemas/* string */.YjP() })), null),
    }),
    title: schemas/* optional */.lqM(schemas/* string */.YjP()),
    base: schemas/* object */.Ikc({ sha: schemas/* catch */.MfU(schemas/* string */.YjP(), ''), repo: schemas/* object */.Ikc({ full_name: schemas/* string */.YjP() }) }),
    state: schemas/* catch */.MfU(schemas/* string */.YjP(), 'open'),
    merged: schemas/* catch */.MfU(schemas/* boolean */.zMY(), false),
});
const commitSchema = schemas/* object */.Ikc({
    commit: schemas/* object */.Ikc({ committer: schemas/* nullable */.mee(schemas/* object */.Ikc({ date: schemas/* optional */.lqM(schemas/* string */.YjP()) })) }),
});
function pullRequestReader(call) {
    const kept = new Map();
    async function conditional(key, send, signal) {
        const known = kept.get(key);
        const headers = known === undefined ? {} : { 'if-none-match': known.etag };
        try {
            const reply = await call((kit, request) => send(kit, request, headers), signal);
            const { etag } = reply.headers;
            if (typeof etag === 'string')
                kept.set(key, { etag, data: reply.data });
            return reply.data;
        }
        catch (error) {
            if (known !== undefined && error instanceof port/* GitHubError */.y_ && error.status === 304)
                return known.data;
            throw error;
        }
    }
    return {
        async pullRequest({ repository, number }, signal) {
            const data = await conditional(`${repository}#${number}`, (kit, request, headers) => kit.rest.pulls.get({ ...partsOf(repository), pull_number: number, headers, request }), signal);
            const pull = read(pullRequestSchema, data);
            return {
                repository: pull.base.repo.full_name,
                number: pull.number,
                author: pull.user?.login ?? '',
                openedAt: timeOf(pull.created_at),
                title: pull.title ?? '',
                headBranch: pull.head.ref,
                headSha: pull.head.sha.toLowerCase(),
                headRepository: pull.head.repo?.full_name ?? null,
                baseSha: pull.base.sha.toLowerCase(),
                abandoned: pull.state === 'closed' && !pull.merged,
            };
        },
        async committedAt({ repository, sha }, signal) {
            const data = await conditional(`${repository}@${sha}`, (kit, request, headers) => kit.rest.repos.getCommit({ ...partsOf(repository), ref: sha, headers, request }), signal);
            return timeOf(read(commitSchema, data).commit.committer?.date ?? '');
        },
    };
}
function partsOf(repository) {
    const [owner = '', repo = ''] = repository.split('/');
    return { owner, repo };
}
function timeOf(stamp) {
    const time = Date.parse(stamp);
    return Number.isNaN(time) ? null : time;
}

;// CONCATENATED MODULE: ./build/src/github/request.js
// Octokit's logger would write GitHub's text to standard error, which the runner scans for commands.
const quiet = () => undefined;
const SILENT = { debug: quiet, info: quiet, warn: quiet, error: quiet };

;// CONCATENATED MODULE: ./build/src/github/reviews.js
/** The files and reviews of a pull request of this repository (contract 17). */


const reviews_PAGE = 100;
/** GitHub gives the first 3,000 files. For the other lists, the bound only stops a server whose pages never end. */
const reviews_MAX_PAGES = 100;
const fileSchema = schemas/* object */.Ikc({
    filename: schemas/* string */.YjP(),
    previous_filename: schemas/* optional */.lqM(schemas/* string */.YjP()),
    patch: schemas/* optional */.lqM(schemas/* string */.YjP()),
});
const author = schemas/* catch */.MfU(schemas/* nullable */.mee(schemas/* object */.Ikc({ login: schemas/* string */.YjP(), type: schemas/* string */.YjP() })), null);
const reviewSchema = schemas/* object */.Ikc({
    id: schemas/* int */.Whr(),
    body: schemas/* catch */.MfU(schemas/* string */.YjP(), ''),
    html_url: schemas/* string */.YjP(),
    user: author,
});
const reviews_commentSchema = schemas/* extend */.X$i(reviewSchema, { in_reply_to_id: schemas/* optional */.lqM(schemas/* int */.Whr()) });
function reviewCalls(call, { owner, repo }) {
    /** Every item of a list, page by page. */
    async function all(schema, ask) {
        const found = [];
        for (let page = 1; page <= reviews_MAX_PAGES; page++) {
            const reply = await ask({ per_page: reviews_PAGE, page });
            const items = read(schemas/* array */.YOg(schema), reply.data);
            found.push(...items);
            const link = reply.headers['link'];
            // A full page without the header: a proxy may have dropped it, so read another page.
            if (typeof link === 'string' ? !/rel="?next\b/i.test(link) : items.length < reviews_PAGE)
                break;
        }
        return found;
    }
    const place = (number) => ({ owner, repo, pull_number: number });
    return {
        async pullRequestFiles(number, signal) {
            const files = await all(fileSchema, (page) => call((kit, request) => kit.rest.pulls.listFiles({ ...place(number), ...page, request }), signal));
            return files.map(({ filename, previous_filename: previousPath = null, patch = null }) => ({
                path: filename,
                previousPath,
                patch,
            }));
        },
        async reviews(number, signal) {
            const reviews = await all(reviewSchema, (page) => call((kit, request) => kit.rest.pulls.listReviews({ ...place(number), ...page, request }), signal));
            return reviews.map(asReview);
        },
        async reviewComments(number, signal) {
            const comments = await all(reviews_commentSchema, (page) => call((kit, request) => kit.rest.pulls.listReviewComments({ ...place(number), ...page, request }), signal));
            return comments.map((comment) => ({ ...asReview(comment), inReplyTo: comment.in_reply_to_id ?? null }));
        },
        async createReview({ number, commitId, body, comments }, signal) {
            const commit = commitId === null ? {} : { commit_id: commitId };
            const reply = await call((kit, request) => kit.rest.pulls.createReview({
                ...place(number),
                ...commit,
                event: 'COMMENT',
                body,
                comments: comments.map(({ path, side, line, startLine, body: text }) => ({
                    path,
                    side,
                    line,
                    ...(startLine === null ? {} : { start_line: startLine, start_side: side }),
                    body: text,
                })),
                request,
            }), signal);
            return asReview(read(reviewSchema, reply.data));
        },
        async updateReviewComment(commentId, body, signal) {
            await call((kit, request) => kit.rest.pulls.updateReviewComment({ owner, repo, comment_id: commentId, body, request }), signal);
        },
    };
}
function asReview(raw) {
    return {
        id: raw.id,
        body: raw.body,
        htmlUrl: raw.html_url,
        author: raw.user?.login ?? '',
        authorIsBot: raw.user?.type === 'Bot',
    };
}

// EXTERNAL MODULE: ./build/src/github/wait-out.js
var wait_out = __webpack_require__(3758);
;// CONCATENATED MODULE: ./build/src/github/octokit.js
/**
 * GitHub's REST API through `@actions/github` (contract 7). Loaded with `import()` only if a feature needs it. Like
 * that package, it applies the proxy variables to the address in `GITHUB_API_URL`.
 */











/** The wait that GitHub recommends if a limit was reached and no header gives a time. */
const SECONDARY_LIMIT_MS = 60_000;
const permissionSchema = schemas/* object */.Ikc({ permission: schemas/* string */.YjP(), role_name: schemas/* catch */.MfU(schemas/* string */.YjP(), '') });
const userSchema = schemas/* object */.Ikc({ login: schemas/* string */.YjP() });
const accountSchema = schemas/* object */.Ikc({ type: schemas/* string */.YjP() });
/** The repository at `apiUrl`, accessed with the token. Never throws. With an empty token every call fails with 401. */
function createGitHub(options) {
    const { token, clock, timeoutMs = 10_000 } = options;
    const [owner = '', repo = ''] = options.repository.split('/');
    const octokit = token === '' ? null : (0,github/* getOctokit */.Q)(token, { baseUrl: options.apiUrl, userAgent: options.userAgent, log: SILENT });
    const call = async (send, signal) => {
        signal.throwIfAborted();
        if (octokit === null) {
            throw new port/* GitHubError */.y_({ status: 401, message: 'the input `github_token` is empty', retryAfterMs: null });
        }
        const timer = new AbortController();
        const timeout = new AbortController();
        clock.sleep(timeoutMs, timer.signal).then(() => timeout.abort(), SILENT.debug);
        try {
            return await send(octokit, { signal: AbortSignal.any([signal, timeout.signal]), log: SILENT });
        }
        catch (error) {
            signal.throwIfAborted();
            if (!timeout.signal.aborted)
                throw asGitHubError(error, clock.wall());
            const message = `no answer within ${timeoutMs / 1000} seconds`;
            throw new port/* GitHubError */.y_({ status: null, message, retryAfterMs: null }, { cause: error });
        }
        finally {
            timer.abort();
        }
    };
    return {
        ...commentCalls(call, { owner, repo }),
        ...pullRequestReader(call),
        ...reviewCalls(call, { owner, repo }),
        async createCommitStatus({ sha, state, context, description, targetUrl }, signal) {
            const target = targetUrl === null ? {} : { target_url: targetUrl };
            await call((kit, request) => kit.rest.repos.createCommitStatus({ owner, repo, sha, state, context, description, ...target, request }), signal);
        },
        async permissionOf(login, signal) {
            const reply = await call((kit, request) => kit.rest.repos.getCollaboratorPermissionLevel({ owner, repo, username: login, request }), signal);
            const { permission, role_name } = read(permissionSchema, reply.data);
            return { permission, roleName: role_name };
        },
        async accountType(login, signal) {
            try {
                const reply = await call((kit, request) => kit.rest.users.getByUsername({ username: login, request }), signal);
                return read(accountSchema, reply.data).type;
            }
            catch (error) {
                if (error instanceof port/* GitHubError */.y_ && error.status === 404)
                    return null;
                throw error;
            }
        },
        async ownLogin(signal) {
            try {
                const reply = await call((kit, request) => kit.rest.users.getAuthenticated({ request }), signal);
                return read(userSchema, reply.data).login;
            }
            catch (error) {
                // Installation tokens, such as the one of GitHub Actions, have no user; their comments belong to a bot account.
                const isRefused = error instanceof port/* GitHubError */.y_ && (error.status === 401 || error.status === 403);
                if (isRefused && !(0,wait_out/* isRateLimit */.a5)(error))
                    return null;
                throw error;
            }
        },
    };
}
function asGitHubError(error, wall) {
    const message = (0,format/* messageOf */.bD)(error);
    const answer = answerOf(error);
    // Octokit reports a missing response as status 500; only a response object proves that there was one.
    if (answer === null)
        return new port/* GitHubError */.y_({ status: null, message, retryAfterMs: null }, { cause: error });
    const { status } = answer;
    return new port/* GitHubError */.y_({ status, message, retryAfterMs: limitOf(answer, message, wall) }, { cause: error });
}
function answerOf(error) {
    const parsed = schemas/* object */.Ikc({ response: schemas/* object */.Ikc({ status: schemas/* int */.Whr(), headers: schemas/* record */.g1P(schemas/* string */.YjP(), schemas/* string */.YjP()) }) })
        .safeParse(error);
    return parsed.success ? parsed.data.response : null;
}
/** Milliseconds to wait for GitHub's rate limit, or null if no limit was reached. Every response has the reset header. */
function limitOf(answer, message, wall) {
    const { status, headers } = answer;
    if (status < 400)
        return null;
    const { 'x-ratelimit-reset': reset, ...others } = headers;
    const spent = headers['x-ratelimit-remaining'] === '0' && reset !== undefined;
    const floor = (0,retry_after/* retryFloor */.fH)(spent ? headers : others, wall);
    if (floor !== null)
        return floor;
    // The reset time has already passed, so retrying may succeed immediately.
    if (spent && (status === 403 || status === 429))
        return 0;
    // Without a header, only the message distinguishes a secondary rate limit from a missing permission.
    return status === 429 || (status === 403 && /\brate limit\b/i.test(message)) ? SECONDARY_LIMIT_MS : null;
}


/***/ })

};
;