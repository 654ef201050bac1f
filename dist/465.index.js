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
/* harmony import */ var _watched_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7818);


/** Limit on entries in memory, in UTF-16 units. Parsed, a unit takes up to eight bytes. */
const MEMORY_UNITS = 8 * 1024 * 1024;
/** Limit on entries in files, in UTF-16 units. */
const FILE_UNITS = 2 * 1024 * 1024 * 1024;
/** Fields up to this length, in UTF-16 units, are always kept. */
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
    /** Reserves memory; false if there is no room. */
    takeMemory(units) {
        if (this.#inMemory + units > this.#limits.memory)
            return false;
        this.#inMemory += units;
        return true;
    }
    /** Reserves file space; false if there is no room. */
    takeFile(units) {
        if (this.#inFiles + units > this.#limits.files)
            return false;
        this.#inFiles += units;
        return true;
    }
    newScratch() {
        return this.#openScratch?.() ?? null;
    }
    release(units) {
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
    /** Stores an entry: in memory, in a file, or without its long fields. */
    keep(entry) {
        const units = entry.line.length;
        if (this.#store.takeMemory(units)) {
            this.#memory += units;
            return entry;
        }
        return this.#toFile(entry) ?? shortened(entry);
    }
    /** Releases all entries; those in files become unreadable. */
    release() {
        this.#scratch?.close();
        this.#scratch = null;
        this.#store.release({ memory: this.#memory, files: this.#files });
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
            // The disk is full or the folder is not writable.
            this.#failed = true;
            return null;
        }
    }
}
/** An entry in a file, which is read on each access to its line or value. */
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
        return (0,_shared_json_js__WEBPACK_IMPORTED_MODULE_1__/* .parseJson */ .qF)(this.line);
    }
}
/** The entry without its long fields. It keeps its fingerprint, so that it still compares equal to the full entry. */
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

/***/ 7818:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  lO: () => (/* binding */ Watched),
  Ne: () => (/* binding */ isIncomplete)
});

// UNUSED EXPORTS: isFilledIn

// EXTERNAL MODULE: ./build/src/shared/json.js
var json = __webpack_require__(618);
// EXTERNAL MODULE: ./build/src/run/log/entry.js
var log_entry = __webpack_require__(3061);
// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(7598);
;// CONCATENATED MODULE: ./build/src/run/log/outline.js
/** The outline of an entry: enough to recognize its earlier forms, in little memory even if the entry is large (contract 4.7). */



/** Entries with more fields have no outline. */
const FIELDS_MOST = 100;
/** Characters of the hash that stands for a field. A fleet keeps a hundred outlines for each of its runs. */
const HASH = 6;
/** Null if the entry has no readable date, without which its forms cannot be told from other entries. */
function outlineOf({ value, time }) {
    if (time === null || !(0,json/* isRecord */.u4)(value))
        return null;
    const counts = (name, field) => field !== null && name !== 'created_at';
    const fields = Object.entries({ message_type: null, ...value }).filter(([name, field]) => name === 'message_type' || counts(name, field));
    if (fields.length > FIELDS_MOST)
        return null;
    return [startOf(time), ...fields.map(([name, field]) => hashOf(name, field))].join('');
}
/** Whether an outline is that of an entry created at `time`. */
function isOf(time, outline) {
    return outline.startsWith(startOf(time));
}
/** As `isFilledIn`, for the outlines of two entries created at the same time. */
function isOutlineFilledIn(before, after) {
    const fields = new Set(hashesIn(after));
    return hashesIn(before).every((field) => fields.has(field));
}
function startOf(time) {
    return `${time}:`;
}
function hashOf(name, field) {
    // Texts are most of an entry, and are hashed without being serialized once more.
    const text = typeof field === 'string' ? `${name}:"${field}` : `${name}:${(0,log_entry/* lineOf */.cA)(field)}`;
    return (0,external_node_crypto_.createHash)('sha256').update(text).digest('binary').slice(0, HASH);
}
function hashesIn(outline) {
    const hashes = outline.slice(outline.indexOf(':') + 1);
    return Array.from({ length: hashes.length / HASH }, (_, index) => hashes.slice(index * HASH, (index + 1) * HASH));
}

;// CONCATENATED MODULE: ./build/src/run/log/watched.js
/**
 * Entries that the service may still fill in (contract 4.7): the newest one, and recent ones that lack fields their type always has
 * (spec 2.5). They are tracked by position, counted from the oldest entry.
 */



/** Number of recent entries that are read again while incomplete; this costs bandwidth but no extra requests. */
const REACH = 50;
/** Number of emitted entries whose outlines are kept, each about 100 bytes: more than a service writes while a replica lags behind. */
const OUTLINED = 100;
/** Limit on remembered entries out of reach and on replaced forms, for the case that the whole log is read again. */
const REMEMBERED = 1_000;
/** Limit on comparisons with earlier forms per full scan, each a few microseconds; beyond it, entries count as new (contract 6.5). */
const COMPARED_MOST = 20_000;
/** To save memory, entries above this size, in UTF-16 units, are watched only while they are the newest. */
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
    /** Entries out of reach that were incomplete when last seen, by fingerprint. */
    #faded = new Map();
    /** Maps each earlier form to the one that replaced it, by fingerprint; a stale answer may show it again. */
    #replaced = new Map();
    /** Outlines of emitted entries, by fingerprint; a stale answer may show a form from before the first one read. */
    #outlines = new Map();
    /** Comparisons since `clear`. */
    #compared = 0;
    /** Position of the earliest watched entry; null if there is none. */
    get earliest() {
        return this.#entries.size === 0 ? null : Math.min(...this.#entries.keys());
    }
    /** Watches those of `entries` that may be filled in. The first has the position `at`; the log has `count` entries with them. */
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
        // Entries in a file become unreadable once the scan's entries were emitted.
        for (const known of [this.#entries, this.#faded])
            for (const [key, entry] of known)
                known.set(key, (0,log_entry/* inMemory */.ZK)(entry));
    }
    /** Stops watching, but remembers incomplete entries in case they return filled in. */
    clear() {
        for (const entry of this.#entries.values())
            if (isIncomplete(entry))
                this.#fade(entry);
        this.#entries.clear();
        this.#compared = 0;
    }
    /** The earlier form of an entry at any position, limited to forms that satisfy `isGone`. */
    earlierForm(entry, isGone) {
        let now = null;
        for (const known of [this.#entries, this.#faded])
            for (const before of known.values()) {
                if (before.time !== entry.time || !isGone(before.fingerprint))
                    continue;
                this.#compared += 1;
                if (this.#compared > COMPARED_MOST)
                    return null;
                now ??= (0,log_entry/* inMemory */.ZK)(entry);
                if (isFilledIn(before.value, now.value))
                    return before;
            }
        return null;
    }
    /** Records that an emitted entry was replaced by a later form. */
    replace({ was, now }) {
        // Removing the current form's successor prevents a cycle if the service alternates between two forms.
        this.#replaced.delete(now.fingerprint);
        this.#replaced.set(was.fingerprint, now.fingerprint);
        forgetOldest(this.#replaced);
        this.#outlines.delete(was.fingerprint);
        this.emitted([now]);
    }
    /** Remembers the outlines of emitted entries. A scan of an older snapshot emits nothing, so it displaces none of them. */
    emitted(entries) {
        for (const entry of entries.slice(-OUTLINED)) {
            const outline = outlineOf(entry);
            if (outline !== null)
                this.#outlines.set(entry.fingerprint, outline);
        }
        forgetOldest(this.#outlines, OUTLINED);
    }
    /**
     * Fingerprint of a later form of the entry, limited to forms that satisfy `isGone`: the one that finally replaced it, or one that was
     * read without it. Null if there is none.
     */
    laterForm(entry, isGone) {
        let later = entry.fingerprint;
        for (let next = this.#replaced.get(later); next !== undefined; next = this.#replaced.get(next))
            later = next;
        return later !== entry.fingerprint && isGone(later) ? later : this.#formReadAlone(entry, isGone);
    }
    #formReadAlone(entry, isGone) {
        const { time } = entry;
        if (time === null)
            return null;
        let earlier = null;
        for (const [fingerprint, outline] of this.#outlines) {
            if (!isOf(time, outline) || !isGone(fingerprint))
                continue;
            this.#compared += 1;
            if (this.#compared > COMPARED_MOST)
                return null;
            earlier ??= outlineOf(entry);
            if (earlier !== null && isOutlineFilledIn(earlier, outline))
                return fingerprint;
        }
        return null;
    }
    #fade(entry) {
        this.#faded.set(entry.fingerprint, entry);
        forgetOldest(this.#faded);
    }
    /**
     * Returns the watched entries that were filled in, given a stretch of the log that begins at `at`; null if a different entry is at the
     * position of one.
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
        // Updated only if all match: after a null, a full scan compares the log with the forms known before.
        for (const { place, now } of found)
            this.#entries.set(place, now);
        return found;
    }
}
function forgetOldest(map, most = REMEMBERED) {
    for (const oldest of map.keys()) {
        if (map.size <= most)
            break;
        map.delete(oldest);
    }
}
/** Whether an entry lacks fields that its type always has. */
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
/** Whether `after` is `before` with null fields filled in: time, type and all other fields are equal. */
function isFilledIn(before, after) {
    const [old, filled] = [fieldsOf(before), fieldsOf(after)];
    if (old === null || filled === null || typeof old['created_at'] !== 'string')
        return false;
    if (old['message_type'] !== filled['message_type'])
        return false;
    return Object.entries(old).every(([name, value]) => value === null || isSame(value, filled[name]));
}
/** Compares two JSON values in time bounded by the size of the first, because the second may be megabytes large. */
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
    return (0,json/* isRecord */.u4)(value) ? value : null;
}


/***/ })

};
;