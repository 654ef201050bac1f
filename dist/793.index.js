"use strict";
exports.id = 793;
exports.ids = [793];
exports.modules = {

/***/ 1793:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   writeFleetTrace: () => (/* binding */ writeFleetTrace)
/* harmony export */ });
/* harmony import */ var _cause_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1370);
/* harmony import */ var _safe_html_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1157);
/* harmony import */ var _safe_text_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(695);
/* harmony import */ var _entries_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(9453);
/* harmony import */ var _header_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(5152);
/* harmony import */ var _index_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(1606);
/**
 * The report of a fleet (contract 13): one HTML file with a table of its runs and the report of each run, within the size limit. If space
 * is short, unsuccessful runs have priority.
 */






const MAX_BYTES = 50_000_000;
/** Bytes reserved for the page itself. */
const PAGE_BYTES = 400_000;
/** Maximum bytes of a run's row, including links and reason. */
const ROW_BYTES = 6_000;
const REASON_MAX = 300;
const bytes = (text) => Buffer.byteLength(text, 'utf8');
function whyOf(head) {
    const { outcome, errorCode, errorMessage } = head;
    if (outcome === 'succeeded' || outcome === 'running')
        return '';
    if (errorCode !== null)
        return (0,_safe_text_js__WEBPACK_IMPORTED_MODULE_2__/* .ellipsis */ .gO)(`${errorCode}: ${errorMessage ?? ''}`, REASON_MAX);
    const cause = (0,_cause_js__WEBPACK_IMPORTED_MODULE_0__/* .reasonOf */ .A3)(head)?.cause ?? null;
    return cause === null ? '' : (0,_cause_js__WEBPACK_IMPORTED_MODULE_0__/* .causeLine */ .mB)(cause, REASON_MAX);
}
function rowOf({ key, head, reportFile }, inside) {
    const { outcome, durationMs, steps } = head;
    const errors = steps.filter((step) => step.error).length;
    const status = head.status === null ? null : (0,_safe_text_js__WEBPACK_IMPORTED_MODULE_2__/* .ellipsis */ .gO)(head.status, 80);
    return {
        key,
        title: (0,_header_js__WEBPACK_IMPORTED_MODULE_4__/* .titleOf */ .Gg)(head),
        outcome,
        status,
        durationMs,
        steps: steps.length,
        errors,
        reason: whyOf(head),
        inside,
        reportFile,
    };
}
/** The run's own report, or null if it exceeds the remaining space. */
async function runHtml({ key, head, entryLines }, room) {
    const parts = [(0,_index_js__WEBPACK_IMPORTED_MODULE_5__/* .runStart */ .cM)(head, ` data-key="${(0,_safe_html_js__WEBPACK_IMPORTED_MODULE_1__/* .htmlText */ .j)(key)}" hidden`)];
    let size = bytes(parts.join(''));
    if (size > room)
        return null;
    for await (const block of (0,_entries_js__WEBPACK_IMPORTED_MODULE_3__/* .runBlocks */ .gP)(entryLines?.() ?? [], { max: room, packed: true })) {
        parts.push(...block.parts);
        for (const part of block.parts)
            size += bytes(part);
        if (size > room)
            return null;
    }
    return [...parts, '</div>\n'];
}
/**
 * Writes the fleet's report. Holds at most one run in memory at a time. Resolves to the keys of the included reports. Rejects only if
 * `entryLines` or `write` rejects.
 */
async function writeFleetTrace({ title, runs, write, maxBytes = MAX_BYTES, }) {
    await write((0,_index_js__WEBPACK_IMPORTED_MODULE_5__/* .pageStart */ .qd)({ title: (0,_safe_html_js__WEBPACK_IMPORTED_MODULE_1__/* .htmlText */ .j)(title), bodyClass: 'fleet' }));
    let room = maxBytes - PAGE_BYTES - ROW_BYTES * runs.length;
    const inside = new Set();
    const isGood = ({ head }) => head.outcome === 'succeeded';
    for (const run of [...runs.filter((one) => !isGood(one)), ...runs.filter(isGood)]) {
        if (run.head.runId === null)
            continue;
        const parts = await runHtml(run, room);
        if (parts === null)
            continue;
        for (const part of parts) {
            await write(part);
            room -= bytes(part);
        }
        inside.add(run.key);
    }
    await write(`<main class="index"><h1>${(0,_safe_html_js__WEBPACK_IMPORTED_MODULE_1__/* .htmlText */ .j)(title)}</h1>\n`);
    for (const { key, head } of runs)
        await write(`<div class="links" data-key="${(0,_safe_html_js__WEBPACK_IMPORTED_MODULE_1__/* .htmlText */ .j)(key)}">${(0,_header_js__WEBPACK_IMPORTED_MODULE_4__/* .linksHtml */ .lL)(head)}</div>\n`);
    await write(`<script type="application/json" class="fleet-rows">[${runs.map((run) => (0,_safe_html_js__WEBPACK_IMPORTED_MODULE_1__/* .scriptJson */ .e)(rowOf(run, inside.has(run.key)))).join(',\n')}]</script>\n</main>\n${(0,_index_js__WEBPACK_IMPORTED_MODULE_5__/* .pageEnd */ .N7)()}`);
    return inside;
}


/***/ })

};
;