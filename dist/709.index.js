"use strict";
exports.id = 709;
exports.ids = [709];
exports.modules = {

/***/ 9709:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   createGitHub: () => (/* binding */ createGitHub)
/* harmony export */ });
/* harmony import */ var _actions_github__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8134);
/* harmony import */ var zod_mini__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(8395);
/* harmony import */ var _shared_format_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(275);
/* harmony import */ var _service_retry_after_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(5451);
/* harmony import */ var _port_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2125);
/**
 * GitHub over REST with `@actions/github` (contract 7). Loaded with `import()` only when a feature needs it. The
 * proxy variables are honoured as that package does, for the address in `GITHUB_API_URL`.
 */





const PAGE = 100;
/** GitHub allows 2,500 comments a thread; the bound only stops a server whose pages never end. */
const MAX_PAGES = 100;
/** What GitHub asks for when a limit was hit and no header says more. */
const SECONDARY_LIMIT_MS = 60_000;
const commentSchema = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({
    id: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .int */ .Whr(),
    body: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* ["catch"] */ .MfU(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .string */ .YjP(), ''),
    html_url: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .string */ .YjP(),
    user: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* ["catch"] */ .MfU(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .nullable */ .mee(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({ login: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .string */ .YjP(), type: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .string */ .YjP() })), null),
});
const permissionSchema = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({ permission: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .string */ .YjP(), role_name: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* ["catch"] */ .MfU(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .string */ .YjP(), '') });
const userSchema = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({ login: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .string */ .YjP() });
const accountSchema = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({ type: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .string */ .YjP() });
// Octokit's own logger writes GitHub's text to standard error, which the runner reads for commands.
const quiet = () => undefined;
const SILENT = { debug: quiet, info: quiet, warn: quiet, error: quiet };
/** The repository at `apiUrl` as the token's owner. Never throws; an empty token makes every call fail with 401. */
function createGitHub(options) {
    const { token, clock, timeoutMs = 10_000 } = options;
    const [owner = '', repo = ''] = options.repository.split('/');
    const octokit = token === '' ? null : (0,_actions_github__WEBPACK_IMPORTED_MODULE_0__/* .getOctokit */ .Q)(token, { baseUrl: options.apiUrl, userAgent: options.userAgent, log: SILENT });
    /** One attempt under the timeout; whatever fails becomes a `GitHubError`, an abort becomes its reason. */
    async function call(send, signal) {
        signal.throwIfAborted();
        if (octokit === null) {
            throw new _port_js__WEBPACK_IMPORTED_MODULE_1__/* .GitHubError */ .y({ status: 401, message: 'the input github_token is empty', retryAfterMs: null });
        }
        const timer = new AbortController();
        const timeout = new AbortController();
        clock.sleep(timeoutMs, timer.signal).then(() => timeout.abort(), quiet);
        try {
            return await send(octokit, { signal: AbortSignal.any([signal, timeout.signal]), log: SILENT });
        }
        catch (error) {
            signal.throwIfAborted();
            if (!timeout.signal.aborted)
                throw asGitHubError(error, clock.wall());
            const message = `no answer within ${timeoutMs / 1000} seconds`;
            throw new _port_js__WEBPACK_IMPORTED_MODULE_1__/* .GitHubError */ .y({ status: null, message, retryAfterMs: null }, { cause: error });
        }
        finally {
            timer.abort();
        }
    }
    return {
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
                if (error instanceof _port_js__WEBPACK_IMPORTED_MODULE_1__/* .GitHubError */ .y && error.status === 404)
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
                // An installation token, which the one of GitHub Actions is, may not ask: its comments are a bot account's.
                if (error instanceof _port_js__WEBPACK_IMPORTED_MODULE_1__/* .GitHubError */ .y && (error.status === 401 || error.status === 403))
                    return null;
                throw error;
            }
        },
        async *comments(thread, signal) {
            for (let page = 1; page <= MAX_PAGES; page++) {
                const reply = await call((kit, request) => kit.rest.issues.listComments({ owner, repo, issue_number: thread, per_page: PAGE, page, request }), signal);
                const items = read(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .array */ .YOg(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .unknown */ .L5J()), reply.data);
                yield items.map((item) => commentSchema.safeParse(item)).flatMap((r) => (r.success ? [asComment(r.data)] : []));
                const link = reply.headers['link'];
                // A full page without the header: a proxy may have dropped it, so look once more.
                if (typeof link === 'string' ? !/rel="?next\b/i.test(link) : items.length < PAGE)
                    return;
            }
        },
        async createComment(thread, body, signal) {
            const reply = await call((kit, request) => kit.rest.issues.createComment({ owner, repo, issue_number: thread, body, request }), signal);
            return asComment(read(commentSchema, reply.data));
        },
        async updateComment(commentId, body, signal) {
            const reply = await call((kit, request) => kit.rest.issues.updateComment({ owner, repo, comment_id: commentId, body, request }), signal);
            return asComment(read(commentSchema, reply.data));
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
/** What cannot be read is as good as no answer: the call may have been carried out. */
function read(schema, data) {
    const parsed = schema.safeParse(data);
    if (parsed.success)
        return parsed.data;
    const message = 'the answer is not what GitHub documents; something between may have written it';
    throw new _port_js__WEBPACK_IMPORTED_MODULE_1__/* .GitHubError */ .y({ status: null, message, retryAfterMs: null }, { cause: parsed.error });
}
function asGitHubError(error, wall) {
    const message = (0,_shared_format_js__WEBPACK_IMPORTED_MODULE_3__/* .messageOf */ .bD)(error);
    const answer = answerOf(error);
    // Octokit gives a request that had no answer the status 500; only a response proves one.
    if (answer === null)
        return new _port_js__WEBPACK_IMPORTED_MODULE_1__/* .GitHubError */ .y({ status: null, message, retryAfterMs: null }, { cause: error });
    const { status } = answer;
    return new _port_js__WEBPACK_IMPORTED_MODULE_1__/* .GitHubError */ .y({ status, message, retryAfterMs: limitOf(answer, message, wall) }, { cause: error });
}
function answerOf(error) {
    const parsed = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({ response: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({ status: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .int */ .Whr(), headers: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .record */ .g1P(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .string */ .YjP(), zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .string */ .YjP()) }) })
        .safeParse(error);
    return parsed.success ? parsed.data.response : null;
}
/** Milliseconds GitHub wants to be left alone, null when no limit was hit: every answer carries the reset header. */
function limitOf(answer, message, wall) {
    const { status, headers } = answer;
    if (status < 400)
        return null;
    const { 'x-ratelimit-reset': reset, ...others } = headers;
    const spent = headers['x-ratelimit-remaining'] === '0' && reset !== undefined;
    const floor = (0,_service_retry_after_js__WEBPACK_IMPORTED_MODULE_4__/* .retryFloor */ .fH)(spent ? headers : others, wall);
    if (floor !== null)
        return floor;
    // A secondary limit without a header is told from a missing permission by its words alone.
    return status === 429 || (status === 403 && /\brate limit\b/i.test(message)) ? SECONDARY_LIMIT_MS : null;
}


/***/ })

};
;