"use strict";
exports.id = 74;
exports.ids = [74,343];
exports.modules = {

/***/ 1074:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  createPublished: () => (/* binding */ createPublished)
});

// EXTERNAL MODULE: ./build/src/service/answer.js
var service_answer = __webpack_require__(9786);
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
/**
 * The published endpoints beyond the spec, one attempt per call, under the client's rate limiter (contract 2.1, 3.1). A
 * service may lack any of them (see `ServiceError.notOffered`). Loaded only when an input needs them.
 */




function createPublished(requests) {
    const { organizationPath: root } = requests;
    const list = async (path, { page: { skip, limit }, read }, call) => {
        const answer = await requests.get(`${path}?skip=${skip}&limit=${limit}`, call);
        return known(answer, parseList((0,service_answer/* readJson */.V)(answer), { skip, limit, read }), 'its body has no list of items');
    };
    const one = async (path, read, call) => {
        const answer = await requests.get(path, call);
        return known(answer, read((0,service_answer/* readJson */.V)(answer)), 'its body is not the JSON object expected');
    };
    const about = async (verb, runId, call) => {
        const path = `${root}/agent/run/${verb}`;
        await requests.post({ path, body: { agent_run_id: runId }, category: 'standard' }, call);
    };
    const start = async (request, call) => {
        const answer = await requests.post(request, call);
        return known(answer, parseStartedRun((0,service_answer/* readJson */.V)(answer)), 'without a readable run id');
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


/***/ }),

/***/ 5343:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   completedBy: () => (/* binding */ completedBy),
/* harmony export */   count: () => (/* binding */ count),
/* harmony export */   id: () => (/* binding */ id),
/* harmony export */   parseLogsPage: () => (/* binding */ parseLogsPage),
/* harmony export */   parseRun: () => (/* binding */ parseRun),
/* harmony export */   runOf: () => (/* binding */ runOf),
/* harmony export */   text: () => (/* binding */ text)
/* harmony export */ });
/* harmony import */ var zod_mini__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8395);
/* harmony import */ var zod_mini__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3305);
/* harmony import */ var _shared_integer_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(9176);
/* harmony import */ var _shared_json_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(618);
/**
 * Schemas of the spec (sections 2.1 to 2.4), deliberately tolerant (contract 2.2): unknown fields are allowed, optional
 * ones may be absent or null, and a field of the wrong type counts as absent. Only a body that is not a JSON object is
 * rejected. The run ID on create is checked by the caller.
 */



const text = zod_mini__WEBPACK_IMPORTED_MODULE_0__/* ["catch"] */ .MfU(zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .nullable */ .mee(zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP()), null);
/** Absent and null differ: a page without the field says nothing, while null means that the run has no value (any more). */
const mayBeAbsent = zod_mini__WEBPACK_IMPORTED_MODULE_0__/* ["catch"] */ .MfU(zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .optional */ .lqM(zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .nullable */ .mee(zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP())), undefined);
/** The spec has a text. Some services return the structured answer itself, which counts as its JSON. */
const result = zod_mini__WEBPACK_IMPORTED_MODULE_0__/* ["catch"] */ .MfU(zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .optional */ .lqM(zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .pipe */ .FsL(zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .transform */ .pdi(answerText), zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .nullable */ .mee(zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP()))), undefined);
const count = zod_mini__WEBPACK_IMPORTED_MODULE_0__/* ["catch"] */ .MfU(zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .nullable */ .mee(zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .int */ .Whr().check(zod_mini__WEBPACK_IMPORTED_MODULE_1__/* ._nonnegative */ .UI())), null);
/** A positive integer, or the same as a string of digits. */
const id = zod_mini__WEBPACK_IMPORTED_MODULE_0__/* ["catch"] */ .MfU(zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .nullable */ .mee(zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .pipe */ .FsL(zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .union */ .KCZ([zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .int */ .Whr(), zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .pipe */ .FsL(zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(), zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .transform */ .pdi(_shared_integer_js__WEBPACK_IMPORTED_MODULE_2__/* .integerOf */ .c))]), zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .int */ .Whr().check(zod_mini__WEBPACK_IMPORTED_MODULE_1__/* ._positive */ .NC()))), null);
const runFields = {
    id,
    status: text,
    web_url: text,
    result,
    created_at: text,
    organization_id: id,
    /** Published beyond the spec: a short text that may exist even if the result is null. */
    summary: mayBeAbsent,
    /** Published beyond the spec: the metadata of the create request. */
    metadata: zod_mini__WEBPACK_IMPORTED_MODULE_0__/* ["catch"] */ .MfU(zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .nullable */ .mee(zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .record */ .g1P(zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(), zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .unknown */ .L5J())), null),
    github_pull_requests: zod_mini__WEBPACK_IMPORTED_MODULE_0__/* ["catch"] */ .MfU(zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod_mini__WEBPACK_IMPORTED_MODULE_0__/* ["catch"] */ .MfU(zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ url: text }), { url: null })), []),
};
const runSchema = zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc(runFields);
const logsPageSchema = zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ ...runFields, logs: zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .unknown */ .L5J()), total_logs: count });
/** Larger objects and lists are ignored, because every poll would take long to write them. */
const ANSWER_MAX = { values: 10_000, levels: 100 };
function answerText(value) {
    if (typeof value !== 'object' || value === null)
        return value;
    return (0,_shared_json_js__WEBPACK_IMPORTED_MODULE_3__/* .isWithin */ .UO)(ANSWER_MAX, value) ? JSON.stringify(value) : undefined;
}
/** Reads a run from a response body. Returns null if it is not a JSON object. */
function parseRun(body) {
    const parsed = runSchema.safeParse(body);
    return parsed.success ? parsed.data : null;
}
/**
 * Reads a page of logs. Returns null if the body is not an object or has no `logs` array. `logs: null` is accepted if
 * the total is 0.
 */
function parseLogsPage(body) {
    const parsed = logsPageSchema.safeParse(isEmptyLog(body) ? { ...body, logs: [] } : body);
    return parsed.success ? parsed.data : null;
}
/**
 * Checked by hand, because a schema that usually fails creates an error per page, which keeps the page in memory until
 * the next full garbage collection.
 */
function isEmptyLog(body) {
    if (typeof body !== 'object' || body === null)
        return false;
    return 'logs' in body && body.logs === null && 'total_logs' in body && body.total_logs === 0;
}
/** The run's fields of a page, without its entries, so that those can be freed. */
function runOf({ logs, total_logs, beyond_limit, ...run }) {
    return run;
}
/** The fields of a page, updated with those of the run. The page's value stays where the run, which may be an older copy, has null. */
function completedBy(run, page) {
    const shown = page;
    const known = Object.entries(run).filter(([name, value]) => value !== null || (shown[name] ?? null) === null);
    return { ...page, ...Object.fromEntries(known) };
}


/***/ })

};
;