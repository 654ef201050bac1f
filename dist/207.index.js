"use strict";
exports.id = 207;
exports.ids = [207];
exports.modules = {

/***/ 8588:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   IF: () => (/* binding */ pullRequestCells),
/* harmony export */   Nm: () => (/* binding */ pullRequestItems),
/* harmony export */   Zu: () => (/* binding */ pullRequestLine),
/* harmony export */   o_: () => (/* binding */ ownPullRequests)
/* harmony export */ });
/* harmony import */ var _safe_links_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1583);
/* harmony import */ var _pull_request_check_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2919);
/* harmony import */ var _safe_markdown_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6149);
/* harmony import */ var _safe_url_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(7255);
/**
 * Pull requests of the run as Markdown: those of this repository as links built from validated parts, others as code (contract 6.4). Pure.
 */




const SHOWN_MAX = 10;
const TITLE_MAX = 120;
/** `[#128 Fix price filter](…)` or `` `https://elsewhere.example/…` `` for each pull request, this repository's first. */
function pullRequestItems(view) {
    const links = (0,_safe_links_js__WEBPACK_IMPORTED_MODULE_2__/* .repositoryLinks */ .A)(view.provenance);
    const states = new Map(view.checks?.map(({ url, state }) => [links.read(url)?.url ?? (0,_safe_url_js__WEBPACK_IMPORTED_MODULE_3__/* .safeHttpsUrl */ .Wb)(url), state]));
    // Two spellings of the same address are one pull request.
    const found = new Map();
    for (const url of view.pullRequests) {
        const link = links.read(url);
        const address = link?.url ?? (0,_safe_url_js__WEBPACK_IMPORTED_MODULE_3__/* .safeHttpsUrl */ .Wb)(url);
        if (address === null || (found.has(address) && !view.pullRequestTitles?.has(url)))
            continue;
        const title = (0,_safe_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdownText */ .p7)(view.pullRequestTitles?.get(url) ?? '', TITLE_MAX);
        const state = states.get(address);
        // A pull request that does not exist gets no link.
        const text = link === null || state === 'not_found'
            ? (0,_safe_markdown_js__WEBPACK_IMPORTED_MODULE_1__/* .markdownCode */ .D9)(address, 300)
            : `[${link.label}${title === '' ? '' : ` ${title}`}](${link.url})`;
        found.set(address, { own: link !== null, text: `${text}${(0,_pull_request_check_js__WEBPACK_IMPORTED_MODULE_0__/* .checkMark */ .kQ)(state)}` });
    }
    const items = [...found.values()];
    return [true, false].flatMap((own) => items.filter((item) => item.own === own).map(({ text }) => text));
}
/** `[#128](…) ✓` for each pull request of this repository, safe for a table cell, because it contains no untrusted text. */
function pullRequestCells({ pullRequests, provenance, checks, }) {
    const links = (0,_safe_links_js__WEBPACK_IMPORTED_MODULE_2__/* .repositoryLinks */ .A)(provenance);
    const states = new Map(checks?.map(({ url, state }) => [links.read(url)?.url, state]));
    const own = new Map(pullRequests.flatMap((url) => links.read(url) ?? []).map((link) => [link.url, link]));
    return [...own.values()].map(({ label, url }) => {
        const state = states.get(url);
        return `${state === 'not_found' ? label : `[${label}](${url})`}${(0,_pull_request_check_js__WEBPACK_IMPORTED_MODULE_0__/* .checkMark */ .kQ)(state)}`;
    });
}
/** Addresses of the pull requests in this repository, built from validated parts. */
function ownPullRequests({ pullRequests, provenance, }) {
    const { read } = (0,_safe_links_js__WEBPACK_IMPORTED_MODULE_2__/* .repositoryLinks */ .A)(provenance);
    return [...new Set(pullRequests.flatMap((url) => read(url)?.url ?? []))];
}
/** A line that names them. Empty if there are none. */
function pullRequestLine(view) {
    const items = pullRequestItems(view);
    const rest = items.length - SHOWN_MAX;
    const shown = items.slice(0, SHOWN_MAX).join(' · ');
    if (items.length === 0)
        return '';
    const name = items.length === 1 ? 'Pull request' : 'Pull requests';
    return `**${name}:** ${shown}${rest > 0 ? ` · and ${rest} more` : ''}`;
}


/***/ })

};
;