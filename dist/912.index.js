"use strict";
exports.id = 912;
exports.ids = [912];
exports.modules = {

/***/ 3912:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   archivedRepository: () => (/* binding */ archivedRepository),
/* harmony export */   missingRepository: () => (/* binding */ missingRepository)
/* harmony export */ });
/** Messages about repositories that several checks share. */
/** Why the input `repo` cannot be used, with suggestions. */
function missingRepository(repo, { orgId, close }) {
    const meant = close.length === 0 ? '' : ` Close names: ${close.join(', ')}.`;
    return `Organization ${orgId} has no repository ${repo} at the service.${meant} Correct the input \`repo\`, or connect the repository in the service's web interface.`;
}
function archivedRepository(fullName) {
    return `The repository ${fullName} is archived: the agent can read it, but neither push nor open pull requests.`;
}


/***/ })

};
;