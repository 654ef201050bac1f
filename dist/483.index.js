"use strict";
exports.id = 483;
exports.ids = [483];
exports.modules = {

/***/ 2483:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   openScratch: () => (/* binding */ openScratch)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__webpack_require__.n(node_fs__WEBPACK_IMPORTED_MODULE_0__);
/* harmony import */ var _careful_open_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(626);
/** The real `Scratch`: a file that is unlinked as soon as it is open. */


const { O_CREAT, O_EXCL, O_RDWR } = node_fs__WEBPACK_IMPORTED_MODULE_0__.constants;
/** @param path of a file that does not exist yet @throws if it cannot be created */
function openScratch(path) {
    const descriptor = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.openSync)(path, O_RDWR | O_CREAT | O_EXCL | _careful_open_js__WEBPACK_IMPORTED_MODULE_1__/* .CAREFUL */ .Rp, 0o600);
    let end = 0;
    removeName(path);
    return {
        add(text) {
            const place = { from: end, bytes: write(descriptor, { text, at: end }) };
            end += place.bytes;
            return place;
        },
        read: (place) => read(descriptor, place),
        close() {
            (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.closeSync)(descriptor);
            // Windows cannot delete an open file.
            removeName(path);
        },
    };
}
function removeName(path) {
    try {
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.rmSync)(path, { force: true });
    }
    catch {
        // The runner empties its folder after the job.
    }
}
function write(descriptor, { text, at }) {
    const bytes = Buffer.from(text);
    let written = 0;
    while (written < bytes.length)
        written += (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.writeSync)(descriptor, bytes, written, bytes.length - written, at + written);
    return bytes.length;
}
function read(descriptor, { from, bytes }) {
    const buffer = Buffer.allocUnsafe(bytes);
    let got = 0;
    while (got < bytes) {
        const more = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.readSync)(descriptor, buffer, got, bytes - got, from + got);
        if (more === 0)
            throw new Error('the temporary file is shorter than what was written to it');
        got += more;
    }
    return buffer.toString();
}


/***/ })

};
;