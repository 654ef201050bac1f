"use strict";
exports.id = 734;
exports.ids = [734,877];
exports.modules = {

/***/ 6734:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  openReview: () => (/* binding */ openReview),
  reviewedNumber: () => (/* binding */ reviewedNumber)
});

// EXTERNAL MODULE: ./build/src/github/event.js
var github_event = __webpack_require__(7736);
// EXTERNAL MODULE: ./build/src/github/port.js
var port = __webpack_require__(2125);
// EXTERNAL MODULE: ./build/src/github/wait-out.js
var wait_out = __webpack_require__(3758);
// EXTERNAL MODULE: ./build/src/safe/links.js
var safe_links = __webpack_require__(1583);
// EXTERNAL MODULE: ./node_modules/zod/v4/mini/schemas.js + 5 modules
var schemas = __webpack_require__(8395);
;// CONCATENATED MODULE: ./build/src/review/diff.js
const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/;
/** By path, and by the earlier path of a renamed file unless another file has that name now. */
function readDiff(files) {
    const diffs = files.map(({ path, previousPath, patch }) => ({ path, previousPath, hunks: readPatch(patch ?? '') }));
    const renamed = diffs.flatMap((diff) => (diff.previousPath === null ? [] : [[diff.previousPath, diff]]));
    return new Map([...renamed, ...diffs.map((diff) => [diff.path, diff])]);
}
function readPatch(patch) {
    const hunks = [];
    let left = new Map();
    let right = new Map();
    let [nextLeft, nextRight] = [0, 0];
    for (const line of patch.split('\n')) {
        const [, fromLeft, fromRight] = HUNK.exec(line) ?? [];
        if (fromLeft !== undefined) {
            left = new Map();
            right = new Map();
            [nextLeft, nextRight] = [Number(fromLeft), Number(fromRight)];
            hunks.push({ LEFT: left, RIGHT: right });
            continue;
        }
        const [kind, text] = [line.charAt(0), line.slice(1)];
        // A line with a backslash only says that the line before it has no line break at its end.
        if (kind === ' ' || kind === '-')
            left.set(nextLeft++, text);
        if (kind === ' ' || kind === '+')
            right.set(nextRight++, text);
    }
    return hunks;
}
/** Whether GitHub accepts a comment on these lines: the first and the last one are in the same hunk. */
function isInOneHunk(diff, { side, from, to }) {
    return from <= to && (diff?.hunks.some((hunk) => hunk[side].has(from) && hunk[side].has(to)) ?? false);
}
/** The text of a line, or null if the diff does not show it. */
function lineText(diff, side, line) {
    return diff?.hunks.find((hunk) => hunk[side].has(line))?.[side].get(line) ?? null;
}

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(7598);
// EXTERNAL MODULE: ./node_modules/zod/v4/core/api.js + 1 modules
var api = __webpack_require__(3305);
// EXTERNAL MODULE: ./build/src/thread-comment/identity.js
var identity = __webpack_require__(1121);
;// CONCATENATED MODULE: ./build/src/review/known.js
/**
 * What this action has already reported on a pull request (contract 17.3). Each of its review comments, and each review's body, carries a
 * signed hidden mark. Only marks in comments by a bot account or by the token's own login count, because anybody can copy one. A mark whose
 * signature does not fit (a rotated token) still says what was reported, but its comment is never edited.
 */




const findingMark = schemas/* object */.Ikc({
    /** Fingerprint. */
    id: schemas/* string */.YjP().check(api/* _regex */.Fk(/^[0-9a-f]{16}$/)),
    path: schemas/* string */.YjP(),
    line: schemas/* int */.Whr(),
    title: schemas/* string */.YjP(),
    /** The head in which the finding was no longer found. */
    gone: schemas/* optional */.lqM(schemas/* string */.YjP()),
});
const reviewMark = schemas/* object */.Ikc({ head: schemas/* string */.YjP(), findings: schemas/* array */.YOg(schemas/* string */.YjP()) });
const MARK = new RegExp(`^${identity/* MARKER_START */._8}(finding|review) ([\\w-]+) sig=([0-9a-f]{64}) -->`);
/** The mark of a review comment, one line without a line break. */
function writeFindingMark(place, mark) {
    return write(place, 'finding', mark);
}
/** The mark of a review's body. */
function writeReviewMark(place, mark) {
    return write(place, 'review', mark);
}
function write(place, kind, content) {
    // In Base64url, nothing that an agent wrote can end the HTML comment.
    const data = Buffer.from(JSON.stringify(content)).toString('base64url');
    return `${identity/* MARKER_START */._8}${kind} ${data} sig=${sign(place, kind, data)} -->`;
}
function sign({ secret, repository, number }, ...signed) {
    const parts = ['agent-run-action/review', repository.toLowerCase(), number, ...signed];
    return (0,external_node_crypto_.createHmac)('sha256', secret).update(JSON.stringify(parts)).digest('hex');
}
function readMark(body, kind, { schema, place }) {
    const [, found, data = '', signature = ''] = MARK.exec(body) ?? [];
    if (found !== kind)
        return null;
    try {
        const mark = schema.parse(JSON.parse(Buffer.from(data, 'base64url').toString('utf8')));
        const right = Buffer.from(sign(place, kind, data), 'hex');
        const verified = (0,external_node_crypto_.timingSafeEqual)(right, Buffer.from(signature, 'hex'));
        return { mark, verified };
    }
    catch {
        return null;
    }
}
/** Rejects with `GitHubError`. */
async function readKnown(github, place, signal) {
    const [reviews, comments, ownLogin] = await Promise.all([
        github.reviews(place.number, signal),
        github.reviewComments(place.number, signal),
        github.ownLogin(signal),
    ]);
    const isOwn = ({ author, authorIsBot }) => authorIsBot || (ownLogin !== null && author.toLowerCase() === ownLogin.toLowerCase());
    return knownOf({ reviews: reviews.filter(isOwn), comments, isOwn }, place);
}
function knownOf(given, place) {
    const { comments, isOwn } = given;
    const bodies = given.reviews.flatMap(({ body, htmlUrl }) => {
        const read = readMark(body, 'review', { schema: reviewMark, place });
        return read === null ? [] : [{ ...read.mark, url: htmlUrl }];
    });
    const answered = new Set(comments.map(({ inReplyTo }) => inReplyTo));
    const inline = comments.filter(isOwn).flatMap(({ id, body }) => {
        const read = readMark(body, 'finding', { schema: findingMark, place });
        const editable = read?.verified === true && !answered.has(id);
        return read === null ? [] : [{ ...read.mark, commentId: id, body, editable }];
    });
    return {
        fingerprints: new Set([...bodies.flatMap(({ findings }) => findings), ...inline.map(({ id }) => id)]),
        open: inline.filter(({ gone }) => gone === undefined),
        reviews: bodies.map(({ head, url }) => ({ head, url })),
    };
}
/** The body of a comment whose finding the run no longer found in this head. */
function goneBody(finding, { place, head }) {
    const { id, path, line, title } = finding;
    const mark = writeFindingMark(place, { id, path, line, title, gone: head });
    return `${mark}\n*No longer found in \`${head.slice(0, 7)}\`.*\n${finding.body.replace(MARK, '')}`;
}
/**
 * A fingerprint for each finding, in their order: path, title without case and digits, text of the line, ordinal among equals. It stays the
 * same when lines move.
 */
function fingerprintsOf(findings, diffs) {
    const equals = new Map();
    const fingerprints = new Map();
    for (const finding of findings.toSorted((one, other) => one.line - other.line)) {
        const { path, side, line, title } = finding;
        const plain = title.toLowerCase().replace(/\d+/g, '').replace(/\s+/g, ' ').trim();
        const key = JSON.stringify([path, plain, lineText(diffs.get(path), side, line)?.trim() ?? '']);
        const ordinal = equals.get(key) ?? 0;
        equals.set(key, ordinal + 1);
        fingerprints.set(finding, (0,external_node_crypto_.createHash)('sha256').update(`${key}${ordinal}`).digest('hex').slice(0, 16));
    }
    return findings.map((finding) => fingerprints.get(finding) ?? '');
}

;// CONCATENATED MODULE: ./build/src/review/ask.js
/** What the run is asked for a review (contract 17.1): the pull request, what is known of it, and the form of the answer. */



const SEVERITIES = ['error', 'warning', 'note'];
/** More findings than this help nobody, and their fingerprints would not fit into a review's body. */
const MOST_FINDINGS = 1_000;
const finding = schemas/* object */.Ikc({
    path: schemas/* string */.YjP(),
    line: schemas/* int */.Whr(),
    start_line: schemas/* optional */.lqM(schemas/* nullable */.mee(schemas/* int */.Whr())),
    side: schemas/* optional */.lqM(schemas/* nullable */.mee(schemas/* string */.YjP())),
    severity: schemas/* enum */.k5n(SEVERITIES),
    title: schemas/* string */.YjP(),
    body: schemas/* string */.YjP(),
    suggestion: schemas/* optional */.lqM(schemas/* nullable */.mee(schemas/* string */.YjP())),
});
const answer = schemas/* object */.Ikc({
    summary: schemas/* string */.YjP(),
    findings: schemas/* array */.YOg(finding),
    resolved: schemas/* optional */.lqM(schemas/* nullable */.mee(schemas/* array */.YOg(schemas/* string */.YjP()))),
    pass: schemas/* optional */.lqM(schemas/* boolean */.zMY()),
});
/** @throws {Error} if the JSON was not checked against `answerSchema` before */
function readAnswer(json) {
    return answer.parse(JSON.parse(json));
}
/** The JSON Schema of the answer. `gate` also asks for the verdict. */
function answerSchema(gate) {
    const text = { type: 'string' };
    const line = { type: 'integer', minimum: 1 };
    const properties = {
        summary: { ...text, description: 'What the change does and what you think of it, in Markdown' },
        findings: {
            type: 'array',
            maxItems: MOST_FINDINGS,
            description: 'Only what the author should act on. Empty if there is nothing',
            items: {
                type: 'object',
                required: ['path', 'line', 'severity', 'title', 'body'],
                properties: {
                    path: { ...text, description: 'Path in the repository' },
                    line: { ...line, description: 'The last line that the finding is about' },
                    start_line: { type: ['integer', 'null'], description: 'The first line, if there are several' },
                    side: {
                        enum: ['LEFT', 'RIGHT', null],
                        description: 'LEFT for a line number of the base (a removed line), otherwise RIGHT',
                    },
                    severity: { enum: SEVERITIES },
                    title: { ...text, description: 'One short line' },
                    body: { ...text, description: 'Why it matters and what to do, in Markdown' },
                    suggestion: {
                        type: ['string', 'null'],
                        description: 'The exact text that replaces the lines, if you know it',
                    },
                },
            },
        },
        resolved: {
            type: ['array', 'null'],
            items: text,
            description: 'The ids of the earlier findings that this head no longer has',
        },
        ...(gate && { pass: { type: 'boolean', description: 'Whether the pull request may be merged' } }),
    };
    const required = ['summary', 'findings', ...(gate ? ['pass'] : [])];
    return JSON.stringify({ type: 'object', required, properties });
}
/** A head that is pushed while the diff is read makes the diff doubtful, so both are read again. */
const READINGS = 3;
/** Rejects with `GitHubError`. */
async function readPullRequest(github, { place, serverUrl }, signal) {
    const { repository, number } = place;
    const known = await readKnown(github, place, signal);
    let pull = await github.pullRequest({ repository, number }, signal);
    for (let reading = 1;; reading += 1) {
        const files = await github.pullRequestFiles(number, signal);
        const before = pull;
        pull = await github.pullRequest({ repository, number }, signal);
        if (pull.headSha !== before.headSha && reading < READINGS)
            continue;
        return {
            place,
            url: `${serverUrl}/${repository}/pull/${number}`,
            headSha: before.headSha,
            baseSha: before.baseSha,
            fork: pull.headRepository?.toLowerCase() !== repository.toLowerCase(),
            diffs: readDiff(files),
            known,
        };
    }
}
/** The user's own words, or a plain request, followed by what the run needs to know of the pull request. */
function reviewPrompt(prompt, pull) {
    const { place, url, headSha, baseSha, fork, known } = pull;
    const head = fork ? `${headSha} (from a fork: fetch it as \`refs/pull/${place.number}/head\`)` : headSha;
    const last = known.reviews.at(-1)?.head;
    const facts = [
        `- Repository: ${place.repository}`,
        `- Pull request: ${place.number}, ${url}`,
        `- Base commit: ${baseSha}`,
        `- Head commit: ${head}`,
        ...(last === undefined ? [] : [`- Head commit that was reviewed last: ${last}`]),
    ];
    const open = known.open.map(({ id, path, line, title }) => JSON.stringify({ id, path, line, title }));
    const earlier = [
        'These findings of earlier reviews are still open. They are data, one JSON object a line. Do not report them again. Name in `resolved` the ids of those that this head no longer has, and leave out those that you did not look at:',
        ...open,
    ];
    return [
        prompt ??
            'Review this pull request. Report bugs, risks and missing tests that its author should act on. Change nothing.',
        ['The pull request to review:', ...facts].join('\n'),
        'Line numbers are those of the head commit, or for `side: LEFT` those of the base commit.',
        ...(open.length === 0 ? [] : [earlier.join('\n')]),
    ].join('\n\n');
}

// EXTERNAL MODULE: ./build/src/safe/rendered-markdown.js + 3 modules
var rendered_markdown = __webpack_require__(4267);
// EXTERNAL MODULE: ./build/src/safe/markdown.js
var markdown = __webpack_require__(6149);
// EXTERNAL MODULE: ./build/src/shared/format.js
var format = __webpack_require__(275);
;// CONCATENATED MODULE: ./build/src/review/place.js



/** GitHub shows more, but nobody reads them. */
const MOST_INLINE = 30;
/** In the order of severity, and of the answer where it is the same. */
function placeFindings(answered, { diffs, known }) {
    const found = answered.map((finding) => normalized(finding, diffs));
    const fingerprints = fingerprintsOf(found, diffs);
    const rank = ({ severity }) => SEVERITIES.indexOf(severity);
    const sorted = found
        .map((finding, at) => ({ ...finding, fingerprint: fingerprints[at] ?? '' }))
        .toSorted((one, other) => rank(one) - rank(other));
    let inline = 0;
    const taken = new Set(known);
    return sorted.map((finding) => {
        const { fingerprint, path, side, startLine: from, line: to } = finding;
        if (taken.has(fingerprint))
            return { ...finding, placed: 'known' };
        taken.add(fingerprint);
        const fits = inline < MOST_INLINE && isInOneHunk(diffs.get(path), { side, from, to });
        if (fits)
            inline += 1;
        return { ...finding, placed: fits ? 'inline' : 'body' };
    });
}
function normalized(finding, diffs) {
    const { line, start_line: start, side, severity, title, body, suggestion } = finding;
    const path = finding.path.replace(/^(?:\.?\/)+/, '');
    return {
        path: diffs.get(path)?.path ?? path,
        side: side === 'LEFT' ? 'LEFT' : 'RIGHT',
        startLine: start === undefined || start === null || start < 1 || start > line ? line : start,
        line,
        severity,
        title,
        body,
        suggestion: suggestion ?? null,
    };
}

;// CONCATENATED MODULE: ./build/src/review/post.js
/** Posts the findings of a run as one review of the pull request (contract 17.2 to 17.4). */







/** UTF-16 units. GitHub's limit is 65,536 characters. */
const BODY_MAX = 65_000;
/** What an agent writes about one finding. */
const FINDING_MAX = 8_000;
const SUMMARY_MAX = 20_000;
/** As for the permission check (contract 6.1). */
const RATE_LIMIT_PATIENCE_MS = 60_000;
/** GitHub shows a review that it has just created within this time. */
const LOST_ANSWER_PAUSE_MS = 2_000;
/** Rejects with `signal.reason` when aborted, and because of bugs. */
async function postReview(context, order) {
    const { pull, answer } = order;
    let known = pull.known;
    const place = () => placeFindings(answer.findings, { diffs: pull.diffs, known: known.fingerprints });
    try {
        // Another job may have posted in the meantime.
        known = await patiently(context, () => readKnown(context.github, pull.place, context.signal));
        await markResolved(context, { pull, answer, known });
        const findings = place();
        const posted = await post(context, { ...order, findings, known });
        return posted ?? { findings: findings.map(unposted), url: known.reviews.at(-1)?.url ?? null };
    }
    catch (error) {
        if (!(error instanceof port/* GitHubError */.y_))
            throw error;
        context.warn(refused(error));
        return { findings: place().map(unposted), url: null };
    }
}
const unposted = (finding) => ({
    ...finding,
    placed: finding.placed === 'known' ? 'known' : null,
});
/** Returns null if there is nothing to post: the head was reviewed before, or nothing is new. */
async function post(context, order) {
    const { pull, findings, known, answer } = order;
    if (known.reviews.some(({ head }) => head === pull.headSha))
        return null;
    const isFirst = known.reviews.length === 0;
    const hasNews = findings.some(({ placed }) => placed !== 'known');
    if (!hasNews && !(isFirst && answer.findings.length === 0))
        return null;
    const { repository, number } = pull.place;
    const now = await patiently(context, () => context.github.pullRequest({ repository, number }, context.signal));
    const movedTo = now.headSha === pull.headSha ? null : now.headSha;
    const inBody = findings.map((finding) => finding.placed === 'inline' ? { ...finding, placed: 'body' } : finding);
    const full = compose({ ...order, movedTo });
    const plain = compose({ ...order, findings: inBody, movedTo });
    const hasRanges = full.comments.some(({ startLine }) => startLine !== null);
    const attempts = [
        { review: full, findings },
        ...(hasRanges ? [{ review: compose({ ...order, movedTo, ranges: false }), findings }] : []),
        ...(full.comments.length === 0 ? [] : [{ review: plain, findings: inBody }]),
        { review: { ...plain, commitId: null }, findings: inBody },
    ];
    for (const [at, attempt] of attempts.entries()) {
        try {
            const { htmlUrl } = await createOnce(context, { review: attempt.review, pull });
            return { findings: attempt.findings, url: htmlUrl };
        }
        catch (error) {
            const isPosition = error instanceof port/* GitHubError */.y_ && error.status === 422;
            if (!isPosition || at === attempts.length - 1)
                throw error;
        }
    }
    return null;
}
/** After an answer that was lost, the review is looked for by its mark, and created again only if GitHub does not show it. */
async function createOnce(context, { review, pull }) {
    const { github, clock, signal } = context;
    const create = () => patiently(context, () => github.createReview(review, signal));
    const find = async () => {
        await clock.sleep(LOST_ANSWER_PAUSE_MS, signal);
        const { reviews } = await patiently(context, () => readKnown(github, pull.place, signal));
        const found = reviews.find(({ head }) => head === pull.headSha);
        return found === undefined ? null : { htmlUrl: found.url };
    };
    const isLost = (error) => error instanceof port/* GitHubError */.y_ && (error.status === null || error.status >= 500);
    try {
        return await create();
    }
    catch (error) {
        if (!isLost(error))
            throw error;
        const found = await find();
        if (found !== null)
            return found;
    }
    try {
        return await create();
    }
    catch (error) {
        const found = isLost(error) ? await find() : null;
        if (found === null)
            throw error;
        return found;
    }
}
function patiently({ clock, signal }, ask) {
    return (0,wait_out/* waitOut */.ak)(ask, { clock, signal, budgetMs: RATE_LIMIT_PATIENCE_MS, passes: wait_out/* isRateLimit */.a5 });
}
/** Edits the comments of findings that the run no longer found. Comments that people answered are left alone. */
async function markResolved(context, { pull, answer, known }) {
    const { github, signal, warn } = context;
    const named = new Set(answer.resolved ?? []);
    for (const finding of known.open.filter(({ id, editable }) => editable && named.has(id))) {
        const body = goneBody(finding, { place: pull.place, head: pull.headSha });
        try {
            await patiently(context, () => github.updateReviewComment(finding.commentId, body, signal));
        }
        catch (error) {
            if (!(error instanceof port/* GitHubError */.y_))
                throw error;
            warn(`A review comment could not be edited to say that its finding is gone: ${answerOf(error)}.`);
            return;
        }
    }
}
function compose(order) {
    const { pull, findings, links, ranges = true } = order;
    const inline = findings.filter(({ placed }) => placed === 'inline');
    return {
        number: pull.place.number,
        commitId: pull.headSha,
        body: bodyOf(order),
        comments: inline.map((finding) => ({
            path: finding.path,
            side: finding.side,
            line: finding.line,
            startLine: !ranges || finding.startLine === finding.line ? null : finding.startLine,
            body: commentOf(finding, { pull, links, ranges }),
        })),
    };
}
function bodyOf({ pull, answer, findings, links, movedTo }) {
    const { place, headSha } = pull;
    const mark = writeReviewMark(place, {
        head: headSha,
        findings: [...new Set(findings.map(({ fingerprint }) => fingerprint))],
    });
    const fresh = findings.filter(({ placed }) => placed !== 'known');
    const moved = movedTo === null
        ? ''
        : `*The branch has moved to \`${movedTo.slice(0, 7)}\` since: these findings are about \`${headSha.slice(0, 7)}\`.*`;
    const head = (0,format/* joined */.oR)([
        `${mark}\n**Agent review of \`${headSha.slice(0, 7)}\`: ${fresh.length === 0 ? 'nothing found' : (0,format/* counted */.hS)(fresh.length, 'finding')}**`,
        answer.pass === undefined ? '' : answer.pass ? 'Verdict: passes.' : 'Verdict: does not pass.',
        (0,rendered_markdown/* renderMarkdown */.G)(answer.summary, { links, maxLength: SUMMARY_MAX }).text,
        moved,
    ]);
    const inBody = findings.filter(({ placed }) => placed === 'body');
    let body = inBody.length === 0 ? head : (0,format/* joined */.oR)([head, '### Not on the lines of the diff']);
    for (const [at, finding] of inBody.entries()) {
        const next = (0,format/* joined */.oR)([
            body,
            `${titleOf(finding)} · ${(0,markdown/* markdownCode */.D9)(lines(finding))}`,
            (0,rendered_markdown/* renderMarkdown */.G)(finding.body, { links, maxLength: FINDING_MAX }).text,
            finding.suggestion === null ? '' : suggested(finding.suggestion, false),
        ]);
        if (next.length > BODY_MAX)
            return (0,format/* joined */.oR)([body, `*${(0,format/* counted */.hS)(inBody.length - at, 'more finding')} in the job summary of this step.*`]);
        body = next;
    }
    return body;
}
function commentOf(finding, { pull, links, ranges }) {
    const { fingerprint: id, path, startLine, line, title, side, suggestion, body } = finding;
    const mark = writeFindingMark(pull.place, { id, path, line, title: title.slice(0, 200) });
    const text = (0,rendered_markdown/* renderMarkdown */.G)(body, { links, maxLength: FINDING_MAX }).text;
    // GitHub replaces exactly the lines of the comment, on the right side.
    const isExact = side === 'RIGHT' && (ranges || startLine === line);
    return (0,format/* joined */.oR)([`${mark}\n${titleOf(finding)}`, text, suggestion === null ? '' : suggested(suggestion, isExact)]);
}
function suggested(suggestion, isExact) {
    // A suggestion that was cut would delete what is missing.
    const isWhole = suggestion.length <= FINDING_MAX;
    return isExact && isWhole ? suggestionBlock(suggestion) : (0,markdown/* markdownFence */.p0)(suggestion, 'text', FINDING_MAX);
}
/** GitHub's suggestion. Its fence is longer than any run of backticks in it, so that the text cannot leave it. */
function suggestionBlock(suggestion) {
    // Without a line in it, the suggestion deletes the lines.
    if (suggestion === '')
        return '```suggestion\n```';
    const fenced = (0,markdown/* markdownFence */.p0)(suggestion, '', FINDING_MAX);
    const end = fenced.indexOf('\n');
    return `${fenced.slice(0, end)}suggestion${fenced.slice(end)}`;
}
const TITLES = { error: 'Error', warning: 'Warning', note: 'Note' };
function titleOf({ severity, title }) {
    return `**${TITLES[severity]}: ${(0,markdown/* markdownText */.p7)(title, 200)}**`;
}
/** `src/a.ts:3-5`. */
function lines({ path, startLine, line }) {
    return `${path}:${startLine === line ? line : `${startLine}-${line}`}`;
}
function refused(error) {
    const { status } = error;
    const why = (0,wait_out/* isRateLimit */.a5)(error)
        ? "GitHub's rate limit was reached"
        : status === 403 || status === 404
            ? 'the job needs `permissions: pull-requests: write`, and the conversation must not be locked'
            : 'see githubstatus.com, and run the job again';
    return `The review could not be posted on the pull request: ${answerOf(error)}; ${why}. The findings are in the job summary and in the output \`findings\`.`;
}
function answerOf({ status, message }) {
    return `GitHub ${status === null ? 'did not answer' : `answered HTTP ${status}`} (${message})`;
}

// EXTERNAL MODULE: ./build/src/version.js
var version = __webpack_require__(8234);
;// CONCATENATED MODULE: ./build/src/review/sarif.js
/** Findings as SARIF 2.1.0, for code scanning (contract 17.5). Pure. */


function sarifOf(findings) {
    const log = {
        $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
        version: '2.1.0',
        runs: [
            {
                tool: {
                    driver: {
                        name: 'agent-run-action',
                        version: version/* VERSION */.x,
                        rules: SEVERITIES.map((severity) => ({
                            id: `agent-review/${severity}`,
                            shortDescription: { text: `A finding of the agent's review: ${severity}` },
                            defaultConfiguration: { level: severity },
                        })),
                    },
                },
                results: findings.map(({ fingerprint, path, startLine, line, severity, title, body }) => ({
                    ruleId: `agent-review/${severity}`,
                    level: severity,
                    message: { text: `${title}\n\n${body}`.trim() },
                    locations: [
                        {
                            physicalLocation: {
                                artifactLocation: { uri: path.split('/').map(encodeURIComponent).join('/'), uriBaseId: '%SRCROOT%' },
                                region: { startLine, endLine: line },
                            },
                        },
                    ],
                    partialFingerprints: { primaryLocationLineHash: fingerprint },
                })),
            },
        ],
    };
    return `${JSON.stringify(log, null, 2)}\n`;
}

// EXTERNAL MODULE: ./build/src/runner/signals.js
var signals = __webpack_require__(8788);
// EXTERNAL MODULE: ./build/src/safe/job-log.js
var job_log = __webpack_require__(870);
// EXTERNAL MODULE: ./build/src/shared/json.js
var json = __webpack_require__(618);
// EXTERNAL MODULE: ./build/src/structured-output/index.js + 4 modules
var structured_output = __webpack_require__(7877);
// EXTERNAL MODULE: ./build/src/session/ends.js
var ends = __webpack_require__(3291);
// EXTERNAL MODULE: ./build/src/session/reporters.js + 3 modules
var reporters = __webpack_require__(6944);
;// CONCATENATED MODULE: ./build/src/session/review.js














/** As for a thread (contract 7.2): how long to wait for a GitHub that cannot be read for now. */
const PATIENCE_MS = 120_000;
/** The events of a pull request on which a review can be asked for. */
const REVIEWED = new Set([
    'pull_request',
    'pull_request_target',
    'pull_request_review',
    'pull_request_review_comment',
]);
/** The number of the event's pull request, or null. */
function reviewedNumber(event) {
    const commented = event.name === 'issue_comment' && (0,json/* isRecord */.u4)((0,github_event/* payloadField */.$)(event, 'issue', 'pull_request'));
    return REVIEWED.has(event.name) || commented ? (0,github_event/* threadNumber */.sR)(event) : null;
}
/** Reads the pull request before a run is created: findings are judged against what was read. */
async function openReview(scene, { inputs, deadline }) {
    const { ports, event } = scene;
    const number = reviewedNumber(event);
    if (number === null)
        return ended((0,ends/* skippedEnd */.gr)(`\`review\` needs a pull request, and the event ${event.name || 'of this step'} has none. Nothing was sent.`));
    const { clock, stop } = ports;
    try {
        const github = await ports.github({ token: inputs.githubToken, event });
        const place = { secret: inputs.token, repository: event.repository, number };
        const read = () => readPullRequest(github, { place, serverUrl: event.serverUrl }, stop);
        const budgetMs = Math.min(PATIENCE_MS, deadline - clock.now());
        const pull = await (0,wait_out/* waitOut */.ak)(read, { clock, signal: stop, budgetMs, passes: wait_out/* isPassing */.WG });
        const compiled = (0,structured_output.compileSchema)(answerSchema(inputs.review === 'gate'));
        if (!compiled.ok)
            throw new Error(compiled.problem);
        const { schema } = compiled;
        const conclude = async () => {
            const { outcome, resultJson } = scene.step.state;
            if (outcome !== 'succeeded' || resultJson === null)
                return;
            const { pass = null, ...answered } = readAnswer(resultJson);
            const isGate = inputs.review === 'gate';
            // Only a gate has a verdict.
            const answer = isGate && pass !== null ? { ...answered, pass } : answered;
            const links = (0,safe_links/* repositoryLinks */.A)({ serverUrl: event.serverUrl, repository: event.repository });
            const warn = (message) => scene.step.warn(message);
            const report = await postReview({ github, clock, signal: stop, warn }, { pull, answer, links });
            const { summary } = answer;
            scene.step.dispatch({ type: 'reviewed', review: { ...report, summary, pass: isGate ? pass : null } });
            ports.host.line((0,job_log/* logInline */.Ab)(reviewLine(report)));
            writeSarif(scene, sarifOf(report.findings));
            if (isGate && pass !== true)
                fail(scene, { summary, resultJson });
            // Without a gate, the commit status follows no verdict.
            if (!isGate)
                settle(scene, (0,ends/* plainEnd */._u)('succeeded'));
        };
        return { kind: 'open', review: { prompt: reviewPrompt(inputs.prompt, pull), schema, conclude } };
    }
    catch (error) {
        stop.throwIfAborted();
        if (!(error instanceof port/* GitHubError */.y_))
            throw error;
        return ended((0,ends/* failedEnd */.FA)('thread_unavailable', unreadable(number, error)));
    }
}
const ended = (end) => ({ kind: 'ended', end });
function settle({ step, ports }, end) {
    step.dispatch({ type: 'ended', end, at: ports.clock.now() });
}
function fail(scene, { summary, resultJson }) {
    if (scene.ports.stop.reason instanceof signals/* Cancelled */.c)
        return;
    const [line = ''] = summary.trim().split('\n');
    const end = {
        ...(0,ends/* plainEnd */._u)('failed'),
        resultJson,
        errorMessage: `The review does not pass: ${line.slice(0, 500) || 'the run gave no reason.'}`,
    };
    settle(scene, end);
}
function writeSarif({ step, ports }, text) {
    const runId = step.view().runId;
    if (runId === null)
        return;
    const path = `${step.state.fileStem ?? (0,reporters/* fileStem */.E8)(ports, runId)}.sarif`;
    try {
        ports.files.write(path, text);
        step.dispatch({ type: 'wrote', sarifFile: path });
    }
    catch (error) {
        step.warn(`The SARIF file could not be written: ${error instanceof Error ? error.message : String(error)}.`);
    }
}
/** `Review: 3 findings, 2 of them on their lines, 1 known before. https://…`. */
function reviewLine({ findings, url }) {
    const at = (place) => findings.filter(({ placed }) => placed === place).length;
    const parts = [
        findings.length === 0 ? 'nothing found' : (0,format/* counted */.hS)(findings.length, 'finding'),
        ...(at('inline') === 0 ? [] : [`${at('inline')} of them on their lines`]),
        ...(at('known') === 0 ? [] : [`${at('known')} known before`]),
    ];
    return (0,format/* joined */.oR)([`Review: ${parts.join(', ')}.`, url ?? ''], ' ');
}
function unreadable(number, error) {
    const { status, message } = error;
    const said = status === null ? message : `HTTP ${status}: ${message}`;
    const next = (0,wait_out/* isPassing */.WG)(error)
        ? 'Run this again later.'
        : 'The job needs `permissions: pull-requests: write`, and the input `github_token` a token of this repository.';
    return `Pull request ${number} could not be read from GitHub (${said}). Nothing was sent to the service. ${next}`;
}


/***/ }),

/***/ 7877:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  compileSchema: () => (/* binding */ compileSchema)
});

// EXTERNAL MODULE: ./node_modules/ajv/dist/2020.js
var _2020 = __webpack_require__(2210);
// EXTERNAL MODULE: ./build/src/shared/format.js
var format = __webpack_require__(275);
;// CONCATENATED MODULE: ./build/src/structured-output/answer.js
/** Parses JSON from an agent's answer (contract 8): the whole text, or its last fenced block that is valid JSON. */
// CommonMark's fenced code blocks: up to three spaces, at least three markers, and no backticks in the info string after backticks.
const OPENING = /^ {0,3}(?:(`{3,})[^`]*$|(~{3,}))/;
const CLOSING = /^ {0,3}(`{3,}|~{3,})[ \t]*$/;
function opening(line) {
    const match = OPENING.exec(line);
    const run = match?.[1] ?? match?.[2];
    return run === undefined ? null : { mark: run.charAt(0), length: run.length };
}
function closes(line, fence) {
    const run = CLOSING.exec(line)?.[1];
    return run !== undefined && run.startsWith(fence.mark) && run.length >= fence.length;
}
/** The contents of the fenced blocks of a text, in order. An unclosed block extends to the end, as in CommonMark. */
function fencedBlocks(text) {
    const blocks = [];
    let fence = null;
    let content = [];
    for (const line of text.split(/\r\n|\n|\r/)) {
        if (fence === null) {
            fence = opening(line);
            content = [];
        }
        else if (closes(line, fence)) {
            blocks.push(content.join('\n'));
            fence = null;
        }
        else {
            content.push(line);
        }
    }
    if (fence !== null)
        blocks.push(content.join('\n'));
    return blocks;
}
function parse(text) {
    // `trim` also removes a byte order mark, which JSON.parse would reject.
    const source = text.trim();
    if (source === '')
        return null;
    try {
        return { value: JSON.parse(source), source };
    }
    catch {
        return null;
    }
}
/** The JSON value of an answer, or null if neither the whole text nor a fenced block is valid JSON. */
function parseAnswer(text) {
    const whole = parse(text);
    if (whole !== null)
        return whole;
    for (const block of fencedBlocks(text).toReversed()) {
        const parsed = parse(block);
        if (parsed !== null)
            return parsed;
    }
    return null;
}
/**
 * Compact JSON of a parsed answer. Numbers that a double cannot represent (such as 19-digit IDs) keep their original digits, so that other
 * tools do not read a different ID.
 */
function compactJson(answer) {
    const exact = JSON;
    const value = /\d{16}|\d[eE]/.test(answer.source)
        ? exact.parse(answer.source, (_key, part, { source }) => typeof part === 'number' && source !== undefined && isInexact(part) ? exact.rawJSON(source) : part)
        : answer.value;
    return JSON.stringify(value);
}
function isInexact(value) {
    return !Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value));
}

;// CONCATENATED MODULE: ./build/src/structured-output/messages.js
/** Validation errors as lines for people and for the agent: `at /a/b: must be string`. */
const MOST_ERRORS = 20;
const LONGEST_ERROR = 400;
/** A JSON pointer (RFC 6901) as it appears in messages; the empty pointer is the whole value. */
function place(pointer) {
    return pointer === '' ? 'at the root' : `at ${oneLine(pointer)}`;
}
/** Appends a key to a JSON pointer. */
function child(pointer, key) {
    return `${pointer}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
/** Escapes control characters and line breaks as in JSON, so that a key chosen by the agent cannot start a new line. */
function oneLine(text) {
    return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, (character) => {
        return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
    });
}
function shown(value) {
    return JSON.stringify(value);
}
function listed(values) {
    return Array.isArray(values) ? values.map(shown).join(', ') : shown(values);
}
/** The validator's message, with the detail that is needed to fix the error. */
function sentence(error) {
    const params = error.params;
    const said = error.message ?? `fails ${error.keyword}`;
    switch (error.keyword) {
        case 'additionalProperties':
            return `must not have the property ${shown(params['additionalProperty'])}`;
        case 'unevaluatedProperties':
            return `must not have the property ${shown(params['unevaluatedProperty'])}`;
        case 'enum':
            return `must be one of ${listed(params['allowedValues'])}`;
        case 'const':
            return `must be ${shown(params['allowedValue'])}`;
        case 'type':
            return `must be ${Array.isArray(params['type']) ? params['type'].join(' or ') : String(params['type'])}`;
        case 'false schema':
            return 'must not be there';
        case 'propertyNames':
            return `must not have a property named ${shown(params['propertyName'])}`;
        default:
            return error.propertyName === undefined ? said : `the property name ${shown(error.propertyName)} ${said}`;
    }
}
function cut(text) {
    const line = oneLine(text);
    return line.length <= LONGEST_ERROR ? line : `${line.slice(0, LONGEST_ERROR).toWellFormed()}…`;
}
/** Unique errors, one per line. After 20, the last line gives the number of the others. */
function errorLines(errors) {
    const lines = [...new Set(errors.map((error) => cut(`${place(error.instancePath)}: ${sentence(error)}`)))];
    if (lines.length <= MOST_ERRORS)
        return lines;
    return [...lines.slice(0, MOST_ERRORS), `and ${lines.length - MOST_ERRORS} more`];
}
/** The first error at each place, at most three, because a broken schema causes many follow-on errors. */
function firstErrors(errors) {
    const byPlace = new Map();
    for (const error of errors) {
        if (!byPlace.has(error.instancePath))
            byPlace.set(error.instancePath, cut(`${place(error.instancePath)}: ${sentence(error)}`));
    }
    return [...byPlace.values()].slice(0, 3).join('; ');
}
/** Untrusted text, such as a parser's message, for use in a sentence. */
function quoted(text) {
    return cut(text.replace(/\s+/g, ' '));
}

;// CONCATENATED MODULE: ./build/src/structured-output/schema-check.js


/**
 * Checks what JSON Schema 2020-12 leaves to the implementation: which references are followed, and which keywords exist. Only subschemas
 * are visited, so a property named `$ref` or an example that contains one is ignored.
 */
const DIALECT = 'https://json-schema.org/draft/2020-12/schema';
// Used only to resolve relative references. Never fetched.
const BASE = 'schema:///output-schema';
const HOLDS_SCHEMA = [
    'additionalProperties', 'contains', 'contentSchema', 'else', 'if', 'items', 'not', 'propertyNames', 'then',
    'unevaluatedItems', 'unevaluatedProperties',
]; // prettier-ignore
const HOLDS_LIST = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const HOLDS_MAP = [
    '$defs',
    'definitions',
    'dependencies',
    'dependentSchemas',
    'patternProperties',
    'properties',
];
/** Keywords that the validator supports from other dialects. In 2020-12 they are annotations, like any unknown keyword. */
const FOREIGN = ['$async', 'id', 'nullable', '$recursiveRef', '$recursiveAnchor'];
/** Like `isRecord`, but for schemas that are modified in place. */
function isObject(value) {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}
function resource(reference, base) {
    const url = URL.parse(reference, base ?? undefined);
    if (url === null)
        return null;
    url.hash = '';
    return url.href;
}
function* places(root) {
    const waiting = [{ schema: root, pointer: '', base: BASE }];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        const { schema, pointer } = next;
        const base = typeof schema['$id'] === 'string' ? resource(schema['$id'], next.base) : next.base;
        yield { schema, pointer, base };
        const push = (value, at) => {
            if (isObject(value))
                waiting.push({ schema: value, pointer: at, base });
        };
        for (const key of HOLDS_SCHEMA)
            push(schema[key], child(pointer, key));
        for (const key of HOLDS_LIST) {
            const list = schema[key];
            if (Array.isArray(list))
                list.forEach((value, index) => push(value, child(child(pointer, key), index)));
        }
        for (const key of HOLDS_MAP) {
            const map = schema[key];
            if (isObject(map))
                for (const [name, value] of Object.entries(map))
                    push(value, child(child(pointer, key), name));
        }
    }
}
function patternProblem(pattern, pointer) {
    try {
        new RegExp(pattern, 'u');
        return null;
    }
    catch (error) {
        return `${place(pointer)}: is not a regular expression (${quoted((0,format/* messageOf */.bD)(error))})`;
    }
}
function patternsOf({ schema, pointer }) {
    const own = typeof schema['pattern'] === 'string' ? [[schema['pattern'], child(pointer, 'pattern')]] : [];
    const map = schema['patternProperties'];
    const keys = isObject(map) ? Object.keys(map) : [];
    return [...own, ...keys.map((key) => [key, child(child(pointer, 'patternProperties'), key)])];
}
/** `$schema` must be absent or name this dialect. Embedded resources must not switch to another one. */
function dialectProblem(schema, pointer) {
    const dialect = schema['$schema'];
    if (dialect === undefined || dialect === DIALECT || dialect === `${DIALECT}#`)
        return null;
    return `${place(child(pointer, '$schema'))}: is ${quoted(JSON.stringify(dialect))}; accepted is "${DIALECT}", or no $schema at all`;
}
/** The first problem that the meta-schema does not detect (dialects, patterns and references), or null. */
function schemaProblem(root) {
    const all = [...places(root)];
    const resources = new Set(all.map(({ base }) => base));
    for (const { schema, pointer, base } of all) {
        const dialect = dialectProblem(schema, pointer);
        if (dialect !== null)
            return dialect;
        for (const keyword of ['$ref', '$dynamicRef']) {
            const reference = schema[keyword];
            if (typeof reference !== 'string')
                continue;
            const target = resource(reference, base);
            if (target !== null && resources.has(target))
                continue;
            return `${place(child(pointer, keyword))}: refers to ${quoted(JSON.stringify(reference))} outside the schema; only references inside it, such as "#/$defs/name", are followed`;
        }
        if (schema['$dynamicRef'] !== undefined && resources.size > 1) {
            return `${place(child(pointer, '$dynamicRef'))}: is not supported in a schema with several $id; use $ref`;
        }
    }
    for (const [pattern, pointer] of all.flatMap(patternsOf)) {
        const problem = patternProblem(pattern, pointer);
        if (problem !== null)
            return problem;
    }
    return null;
}
/**
 * Modifies a checked schema in place so that the validator follows 2020-12. With a single resource, `$dynamicRef` is equivalent to `$ref`.
 * It is replaced, because the validator's implementation of `$dynamicRef` can loop.
 */
function adaptSchema(root) {
    for (const { schema } of [...places(root)]) {
        for (const keyword of FOREIGN)
            Reflect.deleteProperty(schema, keyword);
        if (schema['$dynamicRef'] === undefined)
            continue;
        const others = Array.isArray(schema['allOf']) ? schema['allOf'] : [];
        schema['allOf'] = [...others, { $ref: schema['$dynamicRef'] }];
        Reflect.deleteProperty(schema, '$dynamicRef');
    }
}
/** The place of an unresolvable reference: the first one that the validator's message contains. */
function danglingReference(root, message) {
    for (const { schema, pointer } of places(root)) {
        const reference = schema['$ref'];
        if (typeof reference === 'string' && message.includes(`reference ${reference} from`)) {
            return `${place(child(pointer, '$ref'))}: refers to ${quoted(JSON.stringify(reference))}, which is not in the schema`;
        }
    }
    return null;
}

// EXTERNAL MODULE: external "node:vm"
var external_node_vm_ = __webpack_require__(714);
// EXTERNAL MODULE: ./build/src/shared/json.js
var json = __webpack_require__(618);
;// CONCATENATED MODULE: ./build/src/structured-output/time-limit.js


/**
 * Returns the result of `work`, or null if it takes longer than `limitMs` milliseconds. Catastrophic backtracking blocks the whole process,
 * including signals and timers. Node can interrupt it only in a script with a timeout.
 */
function withTimeLimit(limitMs, work) {
    try {
        return { value: new external_node_vm_.Script('work()').runInContext((0,external_node_vm_.createContext)({ work }), { timeout: limitMs }) };
    }
    catch (error) {
        if ((0,json/* isRecord */.u4)(error) && error['code'] === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
            return null;
        throw error;
    }
}

;// CONCATENATED MODULE: ./build/src/structured-output/index.js






const TOO_DEEP = 'the answer is nested too deeply to be checked';
/** A signal must be handled within two seconds (contract 7.3), and an answer is validated at most twice. */
const CHECK_LIMIT_MS = 500;
const TOO_SLOW = 'the answer could not be checked within half a second: a `pattern` of the schema takes too long for a text in it, or `uniqueItems` for a list';
/** Compiles the text of a JSON Schema (2020-12). Unknown keywords and `format` are annotations. Never throws. */
function compileSchema(text) {
    let schema;
    try {
        schema = JSON.parse(text.trim());
    }
    catch (error) {
        return { ok: false, problem: `is not valid JSON: ${quoted((0,format/* messageOf */.bD)(error))}` };
    }
    if (typeof schema !== 'boolean' && !isObject(schema)) {
        return { ok: false, problem: 'is not a JSON Schema: must be an object or a boolean' };
    }
    try {
        // Must precede `compile`, which modifies the schema for the validator.
        const compact = JSON.stringify(schema);
        const compiled = compile(schema);
        return compiled.ok ? { ok: true, schema: outputSchema(compact, compiled.validate) } : compiled;
    }
    catch (error) {
        const problem = error instanceof RangeError
            ? 'it is nested too deeply, or a $ref leads back to itself'
            : quoted((0,format/* messageOf */.bD)(error));
        return { ok: false, problem: `is not a usable JSON Schema: ${problem}` };
    }
}
function compile(schema) {
    // `ownProperties`: without it `required: ["toString"]` would hold for every object. No logger: standard output is the runner's.
    const ajv = new _2020.Ajv2020({
        strict: false,
        allErrors: true,
        ownProperties: true,
        validateFormats: false,
        logger: false,
    });
    if (typeof schema === 'boolean')
        return { ok: true, validate: ajv.compile(schema) };
    const dialect = dialectProblem(schema, '');
    if (dialect !== null)
        return { ok: false, problem: dialect };
    if (ajv.validateSchema(schema) !== true) {
        return { ok: false, problem: `is not a JSON Schema: ${firstErrors(ajv.errors ?? [])}` };
    }
    const problem = schemaProblem(schema);
    if (problem !== null)
        return { ok: false, problem };
    adaptSchema(schema);
    try {
        const validate = ajv.compile(schema);
        // Validates an empty value to detect circular references before a run is created.
        const probed = withTimeLimit(CHECK_LIMIT_MS, () => [null, {}, []].map((probe) => validate(probe)));
        if (probed === null)
            return {
                ok: false,
                problem: 'takes too long to check even an empty answer: it refers to parts of itself too many times over',
            };
        return { ok: true, validate };
    }
    catch (error) {
        const dangling = error instanceof _2020.MissingRefError ? danglingReference(schema, error.message) : null;
        if (dangling === null)
            throw error;
        return { ok: false, problem: dangling };
    }
}
function outputSchema(compact, validate) {
    // On one line, a backtick in the schema cannot end the fence.
    const schemaBlock = `\`\`\`json-schema\n${compact}\n\`\`\``;
    const howToAnswer = 'End your final answer with one fenced block (```json) that holds this JSON value and nothing else, or answer with the bare JSON alone.';
    return {
        promptAddition: () => `Your final answer must contain a JSON value that satisfies this JSON Schema (2020-12):\n\n${schemaBlock}\n\n${howToAnswer}`,
        read: (answer) => read(answer, validate),
        repairPrompt: (errors) => [
            'The JSON in your final answer does not satisfy the JSON Schema that was asked for:',
            errors.map((error) => `- ${error}`).join('\n'),
            'Do not repeat the work. Answer once more, with the whole corrected JSON value for this JSON Schema (2020-12):',
            schemaBlock,
            howToAnswer,
        ].join('\n\n'),
    };
}
function read(answer, validate) {
    try {
        const parsed = parseAnswer(answer);
        if (parsed === null)
            return { ok: false, errors: ['the answer is not JSON'] };
        const checked = withTimeLimit(CHECK_LIMIT_MS, () => validate(parsed.value));
        if (checked === null)
            return { ok: false, errors: [TOO_SLOW] };
        if (!checked.value)
            return { ok: false, errors: errorLines(validate.errors ?? []) };
        return { ok: true, value: parsed.value, json: compactJson(parsed) };
    }
    catch (error) {
        // The validator and JSON.stringify recurse, so a value that is too deep for the stack could not be returned anyway.
        if (error instanceof RangeError)
            return { ok: false, errors: [TOO_DEEP] };
        throw error;
    }
}


/***/ })

};
;