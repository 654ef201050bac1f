"use strict";
exports.id = 344;
exports.ids = [344,92];
exports.modules = {

/***/ 4344:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  preflight: () => (/* binding */ preflight)
});

// EXTERNAL MODULE: ./build/src/service/errors.js + 1 modules
var errors = __webpack_require__(2313);
// EXTERNAL MODULE: ./build/src/service/read-all.js
var read_all = __webpack_require__(8386);
// EXTERNAL MODULE: ./build/src/shared/format.js
var format = __webpack_require__(275);
;// CONCATENATED MODULE: ./build/src/organization/finding.js

const ok = (text) => ({ kind: 'ok', text, code: null });
const note = (text) => ({ kind: 'note', text, code: null });
const problem = (code, text) => ({ kind: 'problem', text, code });
function redirectTarget({ headers }, baseUrl) {
    const target = headers['location'] === undefined ? null : URL.parse(headers['location'], baseUrl);
    return target === null ? ' elsewhere' : ` to ${target.origin}`;
}
/** Problems that any request can have. */
function troubleOf(error, { orgId, baseUrl }) {
    const said = error.said === '' ? '' : ` ${(0,format/* asSentence */.KG)(`The service said: "${error.said}"`)}`;
    if (error.status === 401)
        return problem('unauthorized', `The service does not accept the token.${said} Check the input \`token\`.`);
    if (error.status === 403)
        return problem('forbidden', `The token may not use organization ${orgId}.${said} Check the input \`org_id\`, or use a token of that organization.`);
    if (error.throttled)
        return problem('rate_limited', `The token is over its rate limit.${said} Run the check again later.`);
    if (error.redirect)
        return problem('bad_response', `${baseUrl} redirects${redirectTarget(error, baseUrl)}, and redirects are never followed. Set \`base_url\` to the final address of the service.`);
    if (error.status === null)
        return problem('network', `${baseUrl} cannot be reached (${error.message}). Check the input \`base_url\` and the way to it (DNS, firewall, HTTPS_PROXY).`);
    return problem(error.status < 500 && error.kind === 'status' ? 'rejected' : 'bad_response', `${baseUrl} does not answer as the agent service does (${error.message}). Check the input \`base_url\`.`);
}

// EXTERNAL MODULE: ./build/src/organization/repository.js + 1 modules
var repository = __webpack_require__(8092);
// EXTERNAL MODULE: ./build/src/organization/wording.js
var wording = __webpack_require__(3912);
;// CONCATENATED MODULE: ./build/src/organization/preflight.js





/** Runs all checks. Stops early only if the remaining checks cannot succeed. */
async function preflight(ports, call) {
    const published = await ports.client.published();
    const token = await tokenFinding(ports, published, call);
    if (token?.kind === 'problem')
        return [token];
    const organization = await organizationFinding(ports, published, call);
    if (organization?.kind === 'problem')
        return compact([token, organization]);
    const spec = organization === null ? await specFinding(ports, call) : null;
    if (spec?.kind === 'problem')
        return compact([token, spec]);
    const repository = await repositoryFinding(ports, published, call);
    const integrations = await integrationsFinding(ports, published, call);
    return compact([token, organization, spec, repository, integrations]);
}
function compact(findings) {
    return findings.filter((finding) => finding !== null);
}
async function ask({ clock, random, say }, read, call) {
    try {
        return { ok: true, value: await (0,read_all/* persistently */.p)(read, { clock, random, say }, call) };
    }
    catch (error) {
        if (!(error instanceof errors/* ServiceError */._7))
            throw error;
        return error.notOffered ? null : { ok: false, error };
    }
}
async function tokenFinding(ports, published, call) {
    const answer = await ask(ports, (read) => published.me(read), call);
    if (answer === null)
        return null;
    if (!answer.ok) {
        // A token without access to this endpoint may still have access to all others.
        if (answer.error.status === 403)
            return null;
        return troubleOf(answer.error, ports.inputs);
    }
    const { github_username: login, full_name: name, email } = answer.value;
    return ok(`The token is valid; it belongs to ${login ?? name ?? email ?? 'an account without a name'}.`);
}
async function organizationFinding(ports, published, call) {
    const { orgId } = ports.inputs;
    const known = [];
    const answer = await ask(ports, async (read) => {
        known.length = 0;
        for await (const page of (0,read_all/* pagesOf */.E)((which) => published.organizations(which, read)))
            known.push(...page);
    }, call);
    if (answer === null)
        return null;
    if (!answer.ok)
        return answer.error.status === 403 ? null : troubleOf(answer.error, ports.inputs);
    const own = known.find(({ id }) => id === orgId);
    if (own !== undefined)
        return ok(`Organization ${orgId}${own.name === null ? '' : ` (${own.name})`} is one of the token's.`);
    const others = known.slice(0, 5).map(({ id, name }) => (name === null ? String(id) : `${id} (${name})`));
    const instead = others.length === 0 ? 'The token belongs to none.' : `The token's are ${others.join(', ')}.`;
    return problem('forbidden', `Organization ${orgId} is not one of the token's. ${instead} Correct the input \`org_id\`.`);
}
/**
 * Reads the run of `agent_run_id`, or else any run ID: a 404 for a missing run proves access just as well, and so does a response about
 * another run.
 */
async function specFinding(ports, call) {
    const { client, inputs } = ports;
    const { agentRunId, baseUrl, orgId } = inputs;
    const readAny = async (read) => {
        try {
            await client.run(1, read);
        }
        catch (error) {
            if (!(error instanceof errors/* AnotherRun */.dO))
                throw error;
        }
    };
    const answer = await ask(ports, agentRunId === null ? readAny : (read) => client.run(agentRunId, read), call);
    const fits = `The service answers at ${baseUrl}, and token and organization ${orgId} fit together.`;
    if (answer === null)
        return problem('not_found', `There is no agent service at ${baseUrl}: the address of a run is unknown there. Check the input \`base_url\` (without \`/v1\`).`);
    if (answer.ok)
        return ok(fits);
    if (answer.error.status !== 404)
        return troubleOf(answer.error, inputs);
    return agentRunId === null
        ? ok(fits)
        : problem('not_found', `${fits} Run ${agentRunId} does not exist there: check the input \`agent_run_id\`.`);
}
async function repositoryFinding(ports, published, call) {
    const { repo, repoId, orgId } = ports.inputs;
    const noList = (name) => note(`Repository ${name} could not be checked: this service has no list of repositories.`);
    if (repo !== null) {
        const answer = await ask(ports, (read) => (0,repository.findRepository)(repo, { ...ports, published }, read), call);
        if (answer === null)
            return problem('not_found', `\`repo\` needs the service's list of repositories, and it has none. Use \`repo_id\`.`);
        if (!answer.ok)
            return troubleOf(answer.error, ports.inputs);
        const found = answer.value;
        if (!found.found)
            return problem('not_found', (0,wording.missingRepository)(repo, { orgId, close: found.close }));
        const { id, fullName, archived } = found.repository;
        return archived ? note((0,wording.archivedRepository)(fullName)) : ok(`Repository ${fullName} is there (repo_id ${id}).`);
    }
    if (repoId === null)
        return ports.inputs.agentRunId === null ? note((0,wording.withoutRepository)()) : null;
    const answer = await ask(ports, (read) => repositoryById(published, repoId, read), call);
    if (answer === null)
        return noList(String(repoId));
    if (!answer.ok)
        return troubleOf(answer.error, ports.inputs);
    const found = answer.value;
    if (found === null)
        return problem('not_found', `Organization ${orgId} has no repository ${repoId}. Correct the input \`repo_id\`.`);
    return found.archived ? note((0,wording.archivedRepository)(found.fullName)) : ok(`Repository ${repoId} is ${found.fullName}.`);
}
async function repositoryById(published, repoId, call) {
    for await (const page of (0,read_all/* pagesOf */.E)((which) => published.repositories(which, call))) {
        const found = page.find(({ id }) => id === repoId);
        if (found !== undefined)
            return found;
    }
    return null;
}
async function integrationsFinding(ports, published, call) {
    const answer = await ask(ports, (read) => published.integrations(read), call);
    if (answer === null || !answer.ok)
        return null;
    const { active } = answer.value;
    if (active.includes('github'))
        return ok(`Active integrations: ${active.join(', ')}.`);
    return note('The GitHub integration is not active: agents can neither read repositories nor open pull requests until it is connected.');
}


/***/ }),

/***/ 8092:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  findRepository: () => (/* binding */ findRepository)
});

// EXTERNAL MODULE: ./build/src/service/read-all.js
var read_all = __webpack_require__(8386);
// EXTERNAL MODULE: ./node_modules/fastest-levenshtein/mod.js
var mod = __webpack_require__(1916);
;// CONCATENATED MODULE: ./build/src/organization/close-names.js
/** Suggests names similar to a mistyped one. */

/** The most similar names first. If none is similar, names of the same owner. Ignores case. */
function closeNames(wanted, { among, most }) {
    const target = wanted.toLowerCase();
    const [owner = '', targetName = ''] = target.split('/');
    const scored = among.map((fullName) => {
        const candidate = fullName.toLowerCase();
        const [, name = ''] = candidate.split('/');
        // A wrong owner is as likely as a typing error, so the same name with another owner comes first.
        const sameName = name === targetName ? 0 : (0,mod/* distance */.Io)(name, targetName);
        const related = name !== '' && (name.includes(targetName) || targetName.includes(name));
        const score = Math.min(sameName + 0.5, (0,mod/* distance */.Io)(candidate, target), related ? 2 : Infinity);
        return { fullName, score };
    });
    const limit = Math.max(2.5, Math.ceil(targetName.length / 3));
    const close = scored.filter(({ score }) => score <= limit);
    const sameOwner = scored.filter(({ fullName }) => fullName.toLowerCase().startsWith(`${owner}/`));
    return (close.length > 0 ? close : sameOwner)
        .sort((a, b) => a.score - b.score || (a.fullName < b.fullName ? -1 : 1))
        .slice(0, most)
        .map(({ fullName }) => fullName);
}

;// CONCATENATED MODULE: ./build/src/organization/repository.js


const MOST_CLOSE_NAMES = 5;
/** Reads pages until the name is found. Rejects with `ServiceError`. @param fullName `owner/name` in any letter case */
async function findRepository(fullName, { published, ...ports }, call) {
    const seen = [];
    const pages = (0,read_all/* pagesOf */.E)((page) => (0,read_all/* persistently */.p)((read) => published.repositories(page, read), ports, call));
    for await (const repositories of pages) {
        const repository = repositories.find((each) => each.fullName.toLowerCase() === fullName.toLowerCase());
        if (repository !== undefined)
            return { found: true, repository };
        seen.push(...repositories.map((each) => each.fullName));
    }
    return { found: false, close: closeNames(fullName, { among: seen, most: MOST_CLOSE_NAMES }) };
}


/***/ }),

/***/ 8386:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   E: () => (/* binding */ pagesOf),
/* harmony export */   p: () => (/* binding */ persistently)
/* harmony export */ });
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2313);
/* harmony import */ var _retry_after_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5451);
/* harmony import */ var _shared_format_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(275);



/** Conflict and "too early" pass by themselves. Any other refusal of these endpoints, which not all services have, is final. */
const PASSING_STATUSES = new Set([409, 425]);
/** Retries a read until the call's deadline. Rejects with the last `ServiceError`, immediately if it is permanent. */
async function persistently(read, { clock, random, faultPatienceMs = Infinity, say }, call) {
    let met = null;
    let failingSince = null;
    let saidAt = null;
    for (let attempt = 1;; attempt += 1) {
        try {
            return await read(call);
        }
        catch (error) {
            call.signal.throwIfAborted();
            // The service's last error explains more than the lack of time for another attempt.
            if (error instanceof _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .ServiceError */ ._7 && error.kind === 'no_time')
                throw met ?? error;
            if (!(error instanceof _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .ServiceError */ ._7))
                throw error;
            if (error.proof === 'permanent' && !PASSING_STATUSES.has(error.status))
                throw error;
            failingSince = error.throttled ? null : (failingSince ?? clock.now());
            const patienceMs = error.proof === 'unsent' ? Math.min(faultPatienceMs, error.patienceMs) : faultPatienceMs;
            const until = failingSince === null ? Infinity : failingSince + patienceMs;
            const leftMs = Math.min(call.deadline, until) - clock.now();
            const floorMs = (0,_retry_after_js__WEBPACK_IMPORTED_MODULE_1__/* .answerFloor */ .Vp)(error, clock.wall());
            const waitMs = (0,_retry_after_js__WEBPACK_IMPORTED_MODULE_1__/* .connectingWait */ .AO)((0,_retry_after_js__WEBPACK_IMPORTED_MODULE_1__/* .backoff */ .JN)({ attempt, floorMs, random, leftMs }), error);
            if (waitMs >= leftMs)
                throw error;
            met = error;
            if ((0,_retry_after_js__WEBPACK_IMPORTED_MODULE_1__/* .isDue */ .nZ)(saidAt, { now: clock.now(), waitMs })) {
                saidAt = clock.now();
                say?.(`${error.throttled ? 'Rate limited' : `No answer yet: ${error.message}`}; trying again in ${(0,_shared_format_js__WEBPACK_IMPORTED_MODULE_2__/* .duration */ .p0)(waitMs)}.`);
            }
            await clock.sleep(waitMs, call.signal);
        }
    }
}
const PAGE_LIMIT = 100;
/** 5,000 items. The bound only stops a service whose pages never end. */
const MAX_PAGES = 50;
/** Yields the items of a list page by page. Rejects like `read`. */
async function* pagesOf(read) {
    let skip = 0;
    for (let page = 0; page < MAX_PAGES && skip !== null; page += 1) {
        const { items, next } = await read({ skip, limit: PAGE_LIMIT });
        yield items;
        skip = next;
    }
}


/***/ })

};
;