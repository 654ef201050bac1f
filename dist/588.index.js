"use strict";
exports.id = 588;
exports.ids = [588];
exports.modules = {

/***/ 3588:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   check: () => (/* binding */ check)
/* harmony export */ });
/* harmony import */ var _safe_job_log_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(870);
/* harmony import */ var _safe_markdown_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6149);


const MARKS = { ok: '✅', note: 'ℹ', problem: '❌' };
/** Maximum length of a finding in the summary, in UTF-16 units. */
const FINDING_MAX = 2_000;
/** Prints every finding. Returns the failure of the step, or null if nothing needs to change. */
async function check(ports, call) {
    const { host } = ports;
    const { preflight } = await __webpack_require__.e(/* import() */ 344).then(__webpack_require__.bind(__webpack_require__, 4344));
    const say = (message) => host.line((0,_safe_job_log_js__WEBPACK_IMPORTED_MODULE_0__/* .logInline */ .Ab)(message, 400));
    const findings = await preflight({ ...ports, say }, call);
    for (const { kind, text } of findings)
        host.line((0,_safe_job_log_js__WEBPACK_IMPORTED_MODULE_0__/* .logInline */ .Ab)(`${MARKS[kind]} ${text}`));
    if (ports.summary) {
        const rows = findings.map(({ kind, text }) => `- ${MARKS[kind]} ${(0,_safe_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdownMessage */ .ju)(text, FINDING_MAX)}`);
        await host.summary(`## Agent service check\n\n${rows.join('\n')}\n`);
    }
    const problems = findings.filter(({ kind }) => kind === 'problem');
    const [first] = problems;
    if (first === undefined)
        return null;
    return { code: first.code ?? 'internal', message: problems.map(({ text }) => text).join(' ') };
}


/***/ })

};
;