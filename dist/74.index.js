"use strict";
exports.id = 74;
exports.ids = [74];
exports.modules = {

/***/ 1074:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  createPublished: () => (/* binding */ createPublished)
});

// EXTERNAL MODULE: ./build/src/service/errors.js + 1 modules
var errors = __webpack_require__(2313);
// EXTERNAL MODULE: ./node_modules/zod/v4/mini/schemas.js + 5 modules
var schemas = __webpack_require__(8395);
// EXTERNAL MODULE: ./build/src/service/schema.js
var schema = __webpack_require__(5343);
;// CONCATENATED MODULE: ./build/src/service/published-schema.js
/** Schemas of the published API, as tolerant as those of the spec (contract 2.2): malformed fields count as absent. */


const flag = schemas/* catch */.MfU(schemas/* boolean */.zMY(), false);
const listSchema = schemas/* object */.Ikc({ items: schemas/* array */.YOg(schemas/* unknown */.L5J()), total: schema.count });
/** Reads a page of a list, or returns null if the body has none. A page shorter than requested need not be the last one. */
function parseList(body, { skip, limit, read }) {
    const parsed = listSchema.safeParse(body);
    if (!parsed.success)
        return null;
    const { items, total } = parsed.data;
    const reached = skip + items.length;
    const hasMore = total === null ? items.length >= limit : reached < total;
    return {
        items: items.flatMap((item) => read(item) ?? []),
        total,
        next: hasMore && items.length > 0 ? reached : null,
    };
}
const repositorySchema = schemas/* object */.Ikc({ id: schema.id, full_name: schema.text, archived: flag });
function parseRepository(item) {
    const parsed = repositorySchema.safeParse(item);
    if (!parsed.success || parsed.data.id === null || parsed.data.full_name === null)
        return null;
    return { id: parsed.data.id, fullName: parsed.data.full_name, archived: parsed.data.archived };
}
const organizationSchema = schemas/* object */.Ikc({ id: schema.id, name: schema.text });
function parseOrganization(item) {
    const parsed = organizationSchema.safeParse(item);
    return parsed.success && parsed.data.id !== null ? { id: parsed.data.id, name: parsed.data.name } : null;
}
const userSchema = schemas/* object */.Ikc({ id: schema.id, email: schema.text, github_username: schema.text, full_name: schema.text, role: schema.text });
function parseUser(body) {
    const parsed = userSchema.safeParse(body);
    return parsed.success ? parsed.data : null;
}
const integrationSchema = schemas/* object */.Ikc({ integration_type: schema.text, active: flag });
const integrationsSchema = schemas/* object */.Ikc({ integrations: schemas/* array */.YOg(schemas/* unknown */.L5J()) });
function parseIntegrations(body) {
    const parsed = integrationsSchema.safeParse(body);
    if (!parsed.success)
        return null;
    const known = parsed.data.integrations.flatMap((item) => {
        const { success, data } = integrationSchema.safeParse(item);
        return success && data.integration_type !== null ? [{ type: data.integration_type, active: data.active }] : [];
    });
    const types = (active) => known.filter((each) => each.active === active).map(({ type }) => type);
    return { active: types(true), inactive: types(false) };
}
const startedRunSchema = schemas/* object */.Ikc({ agent_run_id: schema.id, status: schema.text, url: schema.text });
/** The run started by one of these endpoints, or null without a readable run ID. */
function parseStartedRun(body) {
    const parsed = startedRunSchema.safeParse(body);
    if (!parsed.success || parsed.data.agent_run_id === null)
        return null;
    const { agent_run_id: runId, status, url } = parsed.data;
    const run = (0,schema.parseRun)({ status, web_url: url });
    return run && { ...run, id: runId };
}

;// CONCATENATED MODULE: ./build/src/service/published.js



function createPublished(requests) {
    const { organizationPath: root } = requests;
    const list = async (path, { page: { skip, limit }, read }, call) => {
        const answer = await requests.get(`${path}?skip=${skip}&limit=${limit}`, call);
        const { body } = await requests.json(answer, call, { key: 'items', limit });
        return known(answer, parseList(body, { skip, limit, read }), 'its body has no list of items');
    };
    const one = async (path, read, call) => {
        const answer = await requests.get(path, call);
        const { body } = await requests.json(answer, call);
        return known(answer, read(body), 'its body is not the JSON object expected');
    };
    const about = async (verb, runId, call) => {
        const path = `${root}/agent/run/${verb}`;
        await requests.post({ path, body: { agent_run_id: runId }, category: 'standard' }, call);
    };
    const start = async (request, call) => {
        const answer = await requests.post(request, call);
        const { body } = await requests.json(answer, call);
        return known(answer, parseStartedRun(body), 'without a readable run id');
    };
    return {
        runs: (page, call) => list(`${root}/agent/runs`, { page, read: parseListedRun }, call),
        repositories: (page, call) => list(`${root}/repos`, { page, read: parseRepository }, call),
        organizations: (page, call) => list('/v1/organizations', { page, read: parseOrganization }, call),
        me: (call) => one('/v1/users/me', parseUser, call),
        integrations: (call) => one(`${root}/integrations`, parseIntegrations, call),
        ban: (runId, call) => about('ban', runId, call),
        unban: (runId, call) => about('unban', runId, call),
        generateSetupCommands: (body, call) => start({ path: `${root}/setup-commands/generate`, body, category: 'setup' }, call),
        analyzeLogs: (sandboxId, call) => start({ path: `${root}/sandbox/${sandboxId}/analyze-logs`, body: null, category: 'analysis' }, call),
    };
}
function known(answer, value, problem) {
    if (value === null)
        throw (0,errors/* bodyError */.fT)(answer, problem);
    return value;
}
function parseListedRun(item) {
    const run = (0,schema.parseRun)(item);
    return run === null || run.id === null ? null : { ...run, id: run.id };
}


/***/ })

};
;