"use strict";
exports.id = 465;
exports.ids = [465];
exports.modules = {

/***/ 465:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   EntryStore: () => (/* binding */ EntryStore),
/* harmony export */   LEFT_OUT: () => (/* binding */ LEFT_OUT),
/* harmony export */   Shelf: () => (/* binding */ Shelf)
/* harmony export */ });
/* harmony import */ var _shared_json_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(618);
/* harmony import */ var _watched_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1199);


/** UTF-16 units of the entries in memory. Parsed, they take up to eight bytes each. */
const MEMORY_UNITS = 8 * 1024 * 1024;
/** UTF-16 units of the entries in files. */
const FILE_UNITS = 2 * 1024 * 1024 * 1024;
/** UTF-16 units of a field that is kept in any case. */
const SHORT = 100;
const LEFT_OUT = '(left out: the log is too large to be kept until it is read to its end)';
class EntryStore {
    #openScratch;
    #limits;
    #inMemory = 0;
    #inFiles = 0;
    /** @param openScratch null keeps everything in memory */
    constructor(openScratch, { memory = MEMORY_UNITS, files = FILE_UNITS } = {}) {
        this.#openScratch = openScratch;
        this.#limits = { memory: openScratch === null ? Infinity : memory, files };
    }
    /** Opens a shelf for one scan. @param isEcho see `StoredTraits` */
    open(isEcho) {
        return new Shelf(this, isEcho);
    }
    /** Whether there is room for so many units, which are then taken. */
    takeMemory(units) {
        if (this.#inMemory + units > this.#limits.memory)
            return false;
        this.#inMemory += units;
        return true;
    }
    /** As `takeMemory`, in files. */
    takeFile(units) {
        if (this.#inFiles + units > this.#limits.files)
            return false;
        this.#inFiles += units;
        return true;
    }
    newScratch() {
        return this.#openScratch?.() ?? null;
    }
    giveBack(units) {
        this.#inMemory -= units.memory;
        this.#inFiles -= units.files;
    }
}
/** The entries of one scan. */
class Shelf {
    #store;
    #isEcho;
    #scratch = null;
    #memory = 0;
    #files = 0;
    #failed = false;
    constructor(store, isEcho) {
        this.#store = store;
        this.#isEcho = isEcho;
    }
    /** The same entry in the form in which it may be kept. */
    keep(entry) {
        const units = entry.line.length;
        if (this.#store.takeMemory(units)) {
            this.#memory += units;
            return entry;
        }
        return this.#toFile(entry) ?? shortened(entry);
    }
    /** Lets go of all entries: those in files cannot be read any more. */
    release() {
        this.#scratch?.close();
        this.#scratch = null;
        this.#store.giveBack({ memory: this.#memory, files: this.#files });
        this.#memory = 0;
        this.#files = 0;
    }
    #toFile(entry) {
        if (this.#failed)
            return null;
        const units = entry.line.length;
        if (!this.#store.takeFile(units))
            return null;
        this.#files += units;
        try {
            const scratch = (this.#scratch ??= this.#store.newScratch());
            if (scratch === null)
                return null;
            const traits = { isEcho: this.#isEcho(entry), isIncomplete: (0,_watched_js__WEBPACK_IMPORTED_MODULE_0__/* .isIncomplete */ .Ne)(entry) };
            return new StoredEntry(entry, { scratch, place: scratch.add(entry.line), traits });
        }
        catch {
            // No room on the disk, or no folder that can be written to.
            this.#failed = true;
            return null;
        }
    }
}
/** An entry in a file: its line and value are read each time they are asked for. */
class StoredEntry {
    fingerprint;
    time;
    runId;
    traits;
    #scratch;
    #place;
    constructor({ fingerprint, time, runId }, { scratch, place, traits }) {
        this.fingerprint = fingerprint;
        this.time = time;
        this.runId = runId;
        this.traits = traits;
        this.#scratch = scratch;
        this.#place = place;
    }
    get line() {
        return this.#scratch.read(this.#place);
    }
    get value() {
        return (0,_shared_json_js__WEBPACK_IMPORTED_MODULE_1__/* .parseJson */ .q)(this.line);
    }
}
/** The entry without its long fields. Its fingerprint stays that of the whole, so that it is still the same entry. */
function shortened(entry) {
    if (entry.line.length <= SHORT)
        return entry;
    const { value } = entry;
    const short = value === null || typeof value !== 'object' || Array.isArray(value)
        ? LEFT_OUT
        : Object.fromEntries(Object.entries(value)
            .slice(0, SHORT)
            .map(([name, field]) => [name.slice(0, SHORT), brief(field)]));
    return { ...entry, value: short, line: JSON.stringify(short) };
}
function brief(field) {
    const isShort = typeof field === 'string' ? field.length <= SHORT : field === null || typeof field !== 'object';
    return isShort ? field : LEFT_OUT;
}


/***/ }),

/***/ 1199:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Ne: () => (/* binding */ isIncomplete),
/* harmony export */   lO: () => (/* binding */ Watched)
/* harmony export */ });
/* unused harmony export isFilledIn */
/* harmony import */ var _shared_json_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(618);
/* harmony import */ var _entry_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3061);
/**
 * Entries that the service may still fill in (contract 4.7): the newest one, and recent ones that lack what their type always has
 * (spec 2.5). Each is known by its place in the log, counted from the oldest entry.
 */


/** How far back incomplete entries are looked at again; each costs bandwidth, none a request. */
const REACH = 50;
/** Incomplete entries further back, and forms that were replaced, that are remembered, should the whole log be read again. */
const REMEMBERED = 1_000;
/** Comparisons of one whole log with earlier forms, each of some microseconds; an entry that comes after them is new (contract 6.5). */
const COMPARED_MOST = 20_000;
/** UTF-16 units of an entry as a line; larger ones are watched only while they are the newest, so that little is held. */
const LARGE = 4_096;
/** What each type always has. A map, as a service may send any word as a type, also `constructor`. */
const ALWAYS = new Map([
    ['ACTION', ['tool_input', 'tool_output']],
    ['PLAN_EVALUATION', ['thought']],
    ['ERROR', ['observation']],
    ['FINAL_ANSWER', ['observation']],
]);
class Watched {
    #entries = new Map();
    /** By fingerprint: out of reach, and incomplete when they were seen last. */
    #faded = new Map();
    /** What each earlier form was replaced by, both by fingerprint: a stale answer may show it again. */
    #replaced = new Map();
    /** Since `clear`. */
    #compared = 0;
    /** The place of the earliest entry that is watched; null when none is. */
    get earliest() {
        return this.#entries.size === 0 ? null : Math.min(...this.#entries.keys());
    }
    /** Watches what of `entries` may be filled in, the first of which stands at `at`. The log is `count` entries long with them. */
    add(entries, { at, count }) {
        entries.forEach((entry, index) => {
            if (at + index === count - 1 || isIncomplete(entry))
                this.#entries.set(at + index, entry);
        });
        for (const [place, entry] of this.#entries) {
            const isComplete = !isIncomplete(entry);
            if (place >= count - REACH && (place === count - 1 || !isComplete))
                continue;
            this.#entries.delete(place);
            if (!isComplete)
                this.#fade(entry);
        }
        // What is read from a file is so only until the scan's entries are handed out.
        for (const known of [this.#entries, this.#faded])
            for (const [key, entry] of known)
                known.set(key, (0,_entry_js__WEBPACK_IMPORTED_MODULE_0__/* .inMemory */ .ZK)(entry));
    }
    /** Watches nothing for now; what was incomplete is remembered, should it come back filled in. */
    clear() {
        for (const entry of this.#entries.values())
            if (isIncomplete(entry))
                this.#fade(entry);
        this.#entries.clear();
        this.#compared = 0;
    }
    /** The earlier form of an entry, wherever it stands, among those for which `isGone`. */
    earlierForm(entry, isGone) {
        let now = null;
        for (const known of [this.#entries, this.#faded])
            for (const before of known.values()) {
                if (before.time !== entry.time || !isGone(before.fingerprint))
                    continue;
                this.#compared += 1;
                if (this.#compared > COMPARED_MOST)
                    return null;
                now ??= (0,_entry_js__WEBPACK_IMPORTED_MODULE_0__/* .inMemory */ .ZK)(entry);
                if (isFilledIn(before.value, now.value))
                    return before;
            }
        return null;
    }
    /** An entry was handed out in one form and is there in a later one. */
    replace({ was, now }) {
        // The form that is there has no later one: a service that goes back and forth makes no circle.
        this.#replaced.delete(now.fingerprint);
        this.#replaced.set(was.fingerprint, now.fingerprint);
        forgetOldest(this.#replaced);
    }
    /** The form that took the place of this one; null when there is none. */
    laterForm({ fingerprint }) {
        let later = null;
        for (let next = this.#replaced.get(fingerprint); next !== undefined; next = this.#replaced.get(next))
            later = next;
        return later;
    }
    #fade(entry) {
        this.#faded.set(entry.fingerprint, entry);
        forgetOldest(this.#faded);
    }
    /**
     * What of the watched entries was filled in, given a stretch of the log that begins at `at`; null when another entry stands in the
     * place of one.
     */
    compare(stretch, at) {
        const found = [];
        for (const [place, known] of this.#entries) {
            const now = stretch[place - at];
            if (now === undefined || now.fingerprint === known.fingerprint)
                continue;
            if (!isFilledIn(known.value, now.value))
                return null;
            found.push({ was: known, now, place });
        }
        // Only now: where an entry has come between, the whole log is compared with the forms that are known.
        for (const { place, now } of found)
            this.#entries.set(place, now);
        return found;
    }
}
function forgetOldest(map) {
    for (const oldest of map.keys()) {
        if (map.size <= REMEMBERED)
            break;
        map.delete(oldest);
    }
}
/** Whether it lacks what its type always has. */
function isIncomplete(entry) {
    if (entry.traits !== undefined)
        return entry.traits.isIncomplete;
    const { line, value } = entry;
    if (line.length > LARGE)
        return false;
    const fields = fieldsOf(value);
    if (fields === null)
        return false;
    return ALWAYS.get(fields['message_type'])?.some((name) => (fields[name] ?? null) === null) ?? false;
}
/** The same entry with fields that were null now set: time and type are equal, and so is whatever was there. */
function isFilledIn(before, after) {
    const [old, filled] = [fieldsOf(before), fieldsOf(after)];
    if (old === null || filled === null || typeof old['created_at'] !== 'string')
        return false;
    if (old['message_type'] !== filled['message_type'])
        return false;
    return Object.entries(old).every(([name, value]) => value === null || isSame(value, filled[name]));
}
/** Whether two JSON values are equal, in a time that depends on the first alone: the second may have megabytes. */
function isSame(a, b) {
    if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object')
        return a === b;
    if (Array.isArray(a) || Array.isArray(b))
        return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((part, at) => isSame(part, b[at]));
    let left = Object.keys(a).length;
    for (const name in b) {
        left -= 1;
        if (!Object.hasOwn(a, name))
            return false;
        if (!isSame(a[name], b[name]))
            return false;
    }
    return left === 0;
}
function fieldsOf(value) {
    return (0,_shared_json_js__WEBPACK_IMPORTED_MODULE_1__/* .isRecord */ .u)(value) ? value : null;
}


/***/ })

};
;