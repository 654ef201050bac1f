"use strict";
exports.id = 36;
exports.ids = [36];
exports.modules = {

/***/ 3036:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   findThreadComment: () => (/* binding */ findThreadComment),
/* harmony export */   readThread: () => (/* binding */ readThread)
/* harmony export */ });
/* harmony import */ var _github_port_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2125);
/* harmony import */ var _github_wait_out_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3758);
/* harmony import */ var _mailbox_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(2595);
/* harmony import */ var _marker_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(6937);
/** Finds the action's comment in an issue or pull request by its marker (contract 7.1, 7.2). */




async function findThreadComment(github, place, signal) {
    return (await readThread(github, { place, asks: () => Promise.resolve(false) }, signal)).found;
}
/**
 * Reads the whole thread. Only markers by bot accounts and by the token's own login are valid; the login is requested only if needed.
 * Rejects with `GitHubError` if the thread cannot be read, and with the signal's reason on abort.
 */
async function readThread(github, { place, asks }, signal) {
    let found = null;
    const claims = [];
    const requests = [];
    let own;
    for await (const page of github.comments(place.thread, signal)) {
        for (const comment of page) {
            if (await asks(comment))
                requests.push(comment);
            const record = (0,_marker_js__WEBPACK_IMPORTED_MODULE_3__/* .verifyMarker */ .KH)(comment.body, place);
            if (record === null)
                continue;
            if (!comment.authorIsBot) {
                if (own === undefined)
                    own = await ownLogin(github, signal);
                if (own === null || own.toLowerCase() !== comment.author.toLowerCase())
                    continue;
            }
            const { runId, mailbox } = record;
            // Jobs that could not agree may have created a run each. What one of them delivered is not delivered again to the other.
            const all = found === null ? mailbox : (0,_mailbox_js__WEBPACK_IMPORTED_MODULE_2__/* .withSettled */ .Gt)(mailbox, found.record.mailbox);
            if (runId !== null)
                found = { comment, record: { ...record, runId, mailbox: all } };
            else if (mailbox.intended !== null)
                claims.push({ comment, record, intent: mailbox.intended });
        }
    }
    return { found, claims, requests };
}
/**
 * Null if GitHub refuses to say it, because a person who copies a marker must not be able to prevent the comment. Rejects if it may say it
 * later: a marker that was not recognized could lead to a second run.
 */
async function ownLogin(github, signal) {
    try {
        return await github.ownLogin(signal);
    }
    catch (error) {
        if (error instanceof _github_port_js__WEBPACK_IMPORTED_MODULE_0__/* .GitHubError */ .y_ && !(0,_github_wait_out_js__WEBPACK_IMPORTED_MODULE_1__/* .isPassing */ .WG)(error))
            return null;
        throw error;
    }
}


/***/ })

};
;