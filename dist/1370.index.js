"use strict";
exports.id = 1370;
exports.ids = [1370];
exports.modules = {

/***/ 1370:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   a: () => (/* binding */ lastWords),
/* harmony export */   r: () => (/* binding */ causeOf)
/* harmony export */ });
/** Whether a later step resolves an error: a success of the same tool, or a pull request after a failed one. */
function overcomes(step) {
    if (step.error)
        return null;
    if (step.kind === 'INITIAL_PR_GENERATION')
        return 'PR_CREATION_FAILED';
    return step.tool === null || step.tool === '' ? null : `tool ${step.tool}`;
}
function need(error) {
    if (error.kind === 'PR_CREATION_FAILED')
        return error.kind;
    return error.tool === null || error.tool === '' ? null : `tool ${error.tool}`;
}
/** The cause of a failure, or null if no step reports an error. */
function causeOf(steps) {
    const overcome = new Set();
    let last = null;
    let open = null;
    let failedPullRequest = null;
    for (const step of steps.toReversed()) {
        if (!step.error) {
            overcome.add(overcomes(step));
            continue;
        }
        last ??= step;
        const needed = need(step);
        if (needed !== null && overcome.has(needed))
            continue;
        if (step.kind === 'PR_CREATION_FAILED')
            failedPullRequest ??= step;
        else {
            open = step;
            break;
        }
    }
    const error = open ?? failedPullRequest ?? last;
    if (error === null)
        return null;
    const at = steps.indexOf(error);
    return {
        error,
        then: error === failedPullRequest ? null : failedPullRequest,
        before: steps.slice(Math.max(0, at - 3), at),
    };
}
/** The beginning of the agent's last answer, plan or thought, or null if there is none. */
function lastWords(steps) {
    const said = (step) => (step.kind === 'FINAL_ANSWER' || step.kind === 'PLAN_EVALUATION') && step.headline !== '';
    return steps.findLast(said) ?? null;
}


/***/ })

};
;