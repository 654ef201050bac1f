"use strict";
exports.id = 92;
exports.ids = [92];
exports.modules = {

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