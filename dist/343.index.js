"use strict";
exports.id = 343;
exports.ids = [343];
exports.modules = {

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