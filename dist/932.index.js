"use strict";
exports.id = 932;
exports.ids = [932];
exports.modules = {

/***/ 2624:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  z: () => (/* binding */ LogCursor)
});

// EXTERNAL MODULE: ./build/src/service/entry.js
var entry = __webpack_require__(1570);
;// CONCATENATED MODULE: ./build/src/shared/multiset.js
function add(bag, item) {
    bag.set(item, (bag.get(item) ?? 0) + 1);
}
/** Removes one occurrence of an item. Returns false if there is none. */
function take(bag, item) {
    const times = bag.get(item) ?? 0;
    if (times > 0)
        bag.set(item, times - 1);
    return times > 0;
}

// EXTERNAL MODULE: ./build/src/run/log/entry.js
var log_entry = __webpack_require__(3061);
// EXTERNAL MODULE: ./build/src/run/log/full-scan.js
var full_scan = __webpack_require__(9748);
;// CONCATENATED MODULE: ./build/src/run/log/watched.js
/** How far back incomplete entries are looked at again; each costs bandwidth, none a request. */
const REACH = 50;
/** Incomplete entries further back that are remembered, should the whole log be read again. */
const FADED_MOST = 1_000;
/** UTF-16 units of an entry as a line; larger ones are watched only while they are the newest, so that little is held. */
const LARGE = 4_096;
const ALWAYS = {
    ACTION: ['tool_input', 'tool_output'],
    PLAN_EVALUATION: ['thought'],
    ERROR: ['observation'],
    FINAL_ANSWER: ['observation'],
};
class Watched {
    #entries = new Map();
    /** By fingerprint: out of reach, and incomplete when they were seen last. */
    #faded = new Map();
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
    }
    clear() {
        this.#entries.clear();
    }
    /** The earlier form of an entry, wherever it stands, among those for which `isGone`. */
    earlierForm({ value }, isGone) {
        for (const known of [this.#entries, this.#faded])
            for (const { fingerprint, value: before } of known.values())
                if (isGone(fingerprint) && isFilledIn(before, value))
                    return fingerprint;
        return null;
    }
    #fade(entry) {
        this.#faded.set(entry.fingerprint, entry);
        for (const oldest of this.#faded.keys()) {
            if (this.#faded.size <= FADED_MOST)
                break;
            this.#faded.delete(oldest);
        }
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
            found.push({ was: known.fingerprint, now, place });
        }
        // Only now: where an entry has come between, the whole log is compared with the forms that are known.
        for (const { place, now } of found)
            this.#entries.set(place, now);
        return found;
    }
}
function isIncomplete({ line, value }) {
    if (line.length > LARGE)
        return false;
    const fields = fieldsOf(value);
    const type = fields?.['message_type'];
    return (fields !== null && typeof type === 'string' && (ALWAYS[type] ?? []).some((name) => (fields[name] ?? null) === null));
}
/** The same entry with fields that were null now set: time and type are equal, and so is whatever was there. */
function isFilledIn(before, after) {
    const [old, filled] = [fieldsOf(before), fieldsOf(after)];
    if (old === null || filled === null || typeof old['created_at'] !== 'string')
        return false;
    if (old['created_at'] !== filled['created_at'] || old['message_type'] !== filled['message_type'])
        return false;
    return Object.entries(old).every(([name, value]) => value === null || JSON.stringify(value) === JSON.stringify(filled[name]));
}
function fieldsOf(value) {
    return value !== null && typeof value === 'object' && !Array.isArray(value)
        ? value
        : null;
}

;// CONCATENATED MODULE: ./build/src/run/log/cursor.js
/**
 * The log cursor: where in a run's log we are, and what a page that came back means (contract 4.5, 4.7; spec 4.5).
 *
 * The log is seen as an array indexed from the oldest entry; a page is a window on it. Ascending services map
 * `skip + i` to that index, descending ones `total_logs - 1 - skip - i`. Each read asks for the last entry
 * already known once more: when it stands where it was left, everything behind it is new, equal entries included. When
 * it does not (late entry, other order, wrong total), the whole log is read again and compared as a multiset, so
 * that nothing is lost and nothing comes twice.
 *
 * The cursor does no IO: `next()` says what to ask for, `take()` says what an answer holds.
 *
 * Longer than other modules because the ascending, descending and full readings share one count of what was handed out; they are to
 * become strategies over one ledger.
 */





const GROWTH_MARGIN = 1; // Room for an entry that comes meanwhile; each more costs a long log requests.
/** Answers that end before the place we have reached may be a stale replica's; after so many they are believed. */
const STALE_LIMIT = 3;
/** Sizes that services cap their pages at. */
const ROUND_SIZES = new Set([10, 20, 25, 50]);
const REREAD_LIMIT = 3; // A full reading that is disturbed so often is given up for the moment.
/** Readings in a row that end elsewhere than the total says, after which the whole log is read again. */
const REREAD_AT = new Set([1, 4, 16, 64, 256]);
class LogCursor {
    #baseline;
    /** Entries of the log accounted for, earlier turns included. */
    #count;
    /** Fingerprint of entry `count - 1`; null when unknown (no check is possible then), so when there is none. */
    #last;
    #order;
    #total = null;
    /** A total that has led us astray is not used for positions until it agrees again. */
    #trustTotal = true;
    #stale = 0;
    /** `total_logs` less our count at the end of the last reading, and how often in a row it was so. */
    #difference = 0;
    #mismatches = 0;
    #reread = null;
    /** Entries of this turn are dated before those of the turns before it: their time stamps tell nothing. */
    #clockSetBack = false;
    /** What a page may hold: less than was asked for where the service caps its pages. */
    #limit = entry/* PAGE_LIMIT */.W;
    #watched = new Watched();
    #amended = [];
    /** How often each entry of this turn was handed out. */
    #handedOut = new Map();
    /** Handed out, but not in the last full reading: when they come again, they are not new. */
    #owed = new Map();
    constructor(baseline = full_scan/* NO_BASELINE */.gN) {
        this.#baseline = baseline;
        this.#count = baseline.count;
        this.#last = baseline.last?.fingerprint ?? null;
        this.#order = baseline.order;
    }
    /** Entries of this turn that should exist but were not received; 0 when the count agrees. Negative: more than promised. */
    get missing() {
        return this.#total === null ? 0 : this.#total - this.#count;
    }
    /** A full reading has begun and was not disturbed since. */
    get midway() {
        return this.#reread !== null && this.#reread.next > 0;
    }
    /** What to ask for next. */
    next() {
        // More than the service gives is asked for all the same: a cap that was only suspected shows at once.
        const limit = entry/* PAGE_LIMIT */.W;
        if (this.#reread !== null)
            return { skip: this.#reread.next, limit };
        if (this.#needsAll)
            return { skip: 0, limit };
        if (this.#order !== 'desc')
            return { skip: Math.max(0, Math.min(this.#count - 1, this.#watchedFrom)), limit };
        if (this.#total === null || !this.#trustTotal)
            return { skip: 0, limit };
        const unread = this.#total - this.#count;
        // As long as the known end fits on the newest page, that page tells everything.
        const skip = unread + 1 <= this.#limit ? 0 : unread - this.#limit + 1 + GROWTH_MARGIN;
        return { skip: Math.min(skip, Math.max(0, this.#total - this.#limit)), limit };
    }
    /** Takes the answer to `asked`, which must be what `next()` said. */
    take(asked, page) {
        const entries = page.logs.map(log_entry/* rawEntry */.rI);
        this.#total = page.total_logs ?? this.#total;
        this.#amended = [];
        const taken = this.#takeEntries(this.#capped(asked, entries.length), entries);
        return this.#amended.length === 0 ? taken : { ...taken, amended: this.#amended };
    }
    /** The place that reads begin at so that incomplete entries are seen again. */
    get #watchedFrom() {
        // Half a page is left for what is new.
        return Math.max(this.#watched.earliest ?? Infinity, this.#count - this.#limit / 2);
    }
    /** A short page of a round size with more behind it is a full one of a service that caps its pages. */
    #capped(asked, length) {
        if (length > this.#limit)
            this.#limit = entry/* PAGE_LIMIT */.W;
        if (length >= asked.limit)
            return asked;
        // A cap that was seen before needs no total to be believed, which may be in doubt just then.
        const isKnown = length === this.#limit;
        const more = this.#trustTotal && this.#total !== null && asked.skip + length < this.#total;
        if (!isKnown && !(more && ROUND_SIZES.has(length)))
            return asked;
        this.#limit = length;
        return { ...asked, limit: length };
    }
    #takeEntries(asked, entries) {
        if (this.#needsAll)
            this.#reread ??= { seen: [], attempt: 1, total: null, next: 0 };
        if (this.#reread !== null)
            return this.#takeReread(this.#reread, { asked, entries });
        return this.#order === 'desc' ? this.#takeDescending(asked, entries) : this.#takeAscending(asked, entries);
    }
    /**
     * Only the whole log tells what is new: while it fits on a page and its time stamps show no order (a descending one
     * passes the check of the overlap where entries are equal), or when it once fell behind the start of this turn.
     */
    get #needsAll() {
        const orderless = this.#order === null && this.#count > 0 && this.#count < entry/* PAGE_LIMIT */.W;
        return orderless || this.#count < this.#baseline.count;
    }
    #takeAscending(asked, entries) {
        const full = entries.length >= asked.limit;
        const overlap = Math.max(0, this.#count - asked.skip);
        if (this.#count > 0 && entries.length < overlap)
            return this.#ended();
        const known = overlap === 0 ? entries[0] : entries[overlap - 1];
        if (!this.#isKnown(entries, { at: asked.skip, last: known }))
            return this.#startReread();
        const order = (0,log_entry/* detectOrder */.e$)(entries);
        if (order === 'desc') {
            if (this.#count > 0)
                return this.#startReread();
            this.#order = 'desc';
            return this.#takeDescending(asked, entries);
        }
        this.#order ??= order;
        this.#stale = 0;
        const fresh = entries.slice(overlap);
        // Before the first overlap is known, the entry that stands there is what later reads are checked against.
        if (this.#last === null && known !== undefined) {
            this.#baseline = (0,full_scan/* withLast */.jT)(this.#baseline, known);
            this.#last = known.fingerprint;
        }
        return this.#consume(fresh, full);
    }
    #takeDescending(asked, entries) {
        const full = entries.length >= asked.limit;
        const total = this.#positionTotal(asked, { length: entries.length, full });
        if (total === null)
            return this.#takeByContent(entries);
        if (total < this.#count)
            return this.#ended();
        const rising = entries.toReversed();
        const lowest = total - asked.skip - entries.length;
        if (lowest < 0 || (!full && lowest !== 0))
            return this.#startReread();
        const known = rising[this.#count - 1 - lowest];
        if (known !== undefined && !this.#isKnown(rising, { at: lowest, last: known }))
            return this.#startReread();
        if (known === undefined && lowest > 0) {
            return { fresh: [], more: true, agrees: false, nonsense: false };
        }
        const fresh = rising.slice(this.#count - lowest);
        if (this.#count > 0 && fresh.length > 0 && (0,log_entry/* detectOrder */.e$)(entries) === 'asc')
            return this.#startReread();
        this.#stale = 0;
        return this.#consume(fresh, lowest + entries.length < total);
    }
    /** Whether what was read before stands where it was left, filled in or not. */
    #isKnown(stretch, { at, last }) {
        const amended = this.#watched.compare(stretch, at);
        if (amended === null)
            return false;
        for (const { was, now } of amended) {
            if (was === this.#last)
                this.#last = now.fingerprint;
            if (!take(this.#handedOut, was))
                continue;
            add(this.#handedOut, now.fingerprint);
            this.#amended.push({ was, now });
        }
        return this.#last === null || last?.fingerprint === this.#last;
    }
    /** In a whole log: an entry that is the filled-in form of one that is not there any more. */
    #isAmended(entry, gone) {
        const was = this.#watched.earlierForm(entry, (fingerprint) => (gone.get(fingerprint) ?? 0) > 0);
        if (was === null || !take(gone, was) || !take(this.#handedOut, was))
            return false;
        add(this.#handedOut, entry.fingerprint);
        this.#amended.push({ was, now: entry });
        return true;
    }
    /** The total that positions are counted from: the service's own, or what a whole log on one page shows. */
    #positionTotal(asked, page) {
        if (this.#trustTotal && this.#total !== null)
            return this.#total;
        return page.full ? null : asked.skip + page.length;
    }
    /** A descending page without a usable total: new is what stands before the entry known last. */
    #takeByContent(entries) {
        const at = entries.findIndex(({ fingerprint }) => fingerprint === this.#last);
        if (at === -1)
            return this.#startReread();
        // Equal entries in a row make the place uncertain, and one behind it that nobody has seen came late.
        const twin = entries[at + 1]?.fingerprint === this.#last;
        if (twin || entries.slice(at).some((entry) => this.#isUnseen(entry)))
            return this.#startReread();
        return this.#consume(entries.slice(0, at).toReversed(), false);
    }
    /** Accounts for entries that follow the ones known. `full`: the page was, so more may stand behind it. */
    #consume(entries, full) {
        if (entries.some((entry) => this.#isDubious(entry)))
            return this.#startReread();
        this.#watched.add(entries, { at: this.#count, count: this.#count + entries.length });
        this.#count += entries.length;
        this.#last = entries.at(-1)?.fingerprint ?? this.#last;
        const fresh = entries.filter(({ fingerprint }) => !take(this.#owed, fingerprint));
        for (const { fingerprint } of fresh)
            add(this.#handedOut, fingerprint);
        const agrees = this.#agrees(full);
        if (!full && this.#isWorthAReread())
            return { ...this.#startReread(), fresh };
        return { fresh, more: full && entries.length > 0 && !agrees, agrees, nonsense: false };
    }
    /** An entry that looks like one that is accounted for is handed out only when the whole log has one more of it. */
    #isDubious(entry) {
        if ((this.#owed.get(entry.fingerprint) ?? 0) > 0)
            return false;
        return this.#handedOut.has(entry.fingerprint) || (!this.#clockSetBack && (0,full_scan/* isBefore */.Y8)(entry, this.#baseline));
    }
    #isUnseen(entry) {
        return !this.#handedOut.has(entry.fingerprint) && !(0,full_scan/* isBefore */.Y8)(entry, this.#baseline);
    }
    /** Entries that are missing; a total that is too low is one and the same by however much, which may change from page to page. */
    get #lack() {
        return Math.max(-1, this.missing);
    }
    /** Looked into when it is new, and less and less often while it stays. */
    #isWorthAReread() {
        const difference = this.#lack;
        this.#mismatches = difference === 0 ? 0 : difference === this.#difference ? this.#mismatches + 1 : 1;
        this.#difference = difference;
        return REREAD_AT.has(this.#mismatches);
    }
    /** A full last page needs no further one when the total agrees (contract 4.4); without a total only a short page tells. */
    #agrees(full) {
        if (this.#total === null)
            return !full;
        const agrees = this.#total === this.#count;
        this.#trustTotal ||= agrees;
        return agrees;
    }
    /** The answer ends before the place we have reached: stale, or the log was shortened. */
    #ended() {
        this.#stale += 1;
        if (this.#stale >= STALE_LIMIT)
            return this.#startReread();
        return { fresh: [], more: false, agrees: false, nonsense: false };
    }
    #startReread(attempt = 1) {
        const nonsense = attempt > REREAD_LIMIT;
        this.#reread = nonsense ? null : { seen: [], attempt, total: null, next: 0 };
        return { fresh: [], more: !nonsense, agrees: false, nonsense };
    }
    #takeReread(reread, { asked, entries }) {
        const { seen } = reread;
        const growth = this.#total === null || reread.total === null ? null : this.#total - reread.total;
        const known = (0,full_scan/* continuation */.wi)(seen, { page: entries, growth, order: this.#order });
        reread.total = this.#total;
        reread.next = asked.skip + Math.max(0, entries.length - 1);
        if (known === null)
            return this.#startReread(reread.attempt + 1);
        seen.push(...entries.slice(known));
        const full = entries.length >= asked.limit;
        if (full && !this.#isWhole(seen))
            return { fresh: [], more: true, agrees: false, nonsense: false };
        this.#reread = null;
        return this.#finishReread(seen);
    }
    /** Whether a total says so, and it is not the page's own count: what was known before is all there. */
    #isWhole(seen) {
        if (this.#total !== seen.length || seen.length < this.#count)
            return false;
        return seen.some(({ fingerprint }) => fingerprint === this.#last);
    }
    #finishReread(seen) {
        if (seen.length < this.#count) {
            // Shorter than it was: a stale replica, or an answer with a hole. Believed when it stays so.
            this.#stale += 1;
            if (this.#stale < STALE_LIMIT)
                return { fresh: [], more: false, agrees: false, nonsense: false };
        }
        const assumed = this.#order !== 'desc' && this.#handedOut.size > 0;
        const placed = (0,full_scan/* beginsWith */.t$)(seen, this.#baseline) ? 'asc' : null;
        this.#order = placed ?? (0,log_entry/* detectOrder */.e$)(seen) ?? this.#order ?? (0,full_scan/* orderByBaseline */.pm)(seen, this.#baseline);
        if (this.#order === 'desc')
            this.#baseline = (0,full_scan/* asDescending */.tz)(this.#baseline);
        const rising = this.#order === 'desc' ? seen.toReversed() : seen;
        const known = new Map(this.#handedOut);
        const ofTurn = (0,full_scan/* entriesOfTurn */.J_)(rising, this.#baseline);
        this.#clockSetBack = (0,full_scan/* clockSetBackAt */.zN)(rising, this.#baseline) < Infinity;
        const unknown = ofTurn.filter(({ fingerprint }) => !take(known, fingerprint));
        const fresh = unknown.filter((entry) => !this.#isAmended(entry, known));
        const moved = fresh.length > 0 || rising.length !== this.#count;
        for (const { fingerprint } of fresh)
            add(this.#handedOut, fingerprint);
        this.#owed = known;
        this.#stale = 0;
        this.#count = rising.length;
        this.#last = rising.at(-1)?.fingerprint ?? null;
        this.#watched.clear();
        this.#watched.add(rising, { at: 0, count: rising.length });
        // `#agrees` trusts a total again that is right.
        this.#trustTotal = this.#total === null;
        this.#difference = this.#lack;
        // What came on top meanwhile shows only in a total, or in another look, which may lead here again: then that is enough.
        const unsure = moved && this.#order === 'desc' && this.#total === null && seen.length > entry/* PAGE_LIMIT */.W;
        const taken = { fresh, more: unsure, agrees: this.#agrees(false) && !unsure, nonsense: false };
        if (!assumed || this.#order !== 'desc')
            return taken;
        return { ...taken, order: ofTurn.map(({ fingerprint }) => fingerprint) };
    }
}


/***/ }),

/***/ 9748:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   J_: () => (/* binding */ entriesOfTurn),
/* harmony export */   Y8: () => (/* binding */ isBefore),
/* harmony export */   gN: () => (/* binding */ NO_BASELINE),
/* harmony export */   jT: () => (/* binding */ withLast),
/* harmony export */   pm: () => (/* binding */ orderByBaseline),
/* harmony export */   t$: () => (/* binding */ beginsWith),
/* harmony export */   tz: () => (/* binding */ asDescending),
/* harmony export */   wi: () => (/* binding */ continuation),
/* harmony export */   yN: () => (/* binding */ placesIn),
/* harmony export */   zN: () => (/* binding */ clockSetBackAt)
/* harmony export */ });
/* harmony import */ var _entry_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3061);
/** Reading a whole log page by page, and telling this turn's entries from those before it. Pure. */

const NO_BASELINE = { count: 0, last: null, order: null };
/** Once the order is known to be descending: what was taken for the newest entry because it ended the list was the oldest. */
function asDescending(baseline) {
    if (baseline.order !== null || baseline.first === undefined)
        return baseline;
    return { ...baseline, last: baseline.first, order: 'desc' };
}
/**
 * How many entries at the head of the next page are already read, when `page` was asked for with one entry of overlap;
 * null when it does not continue `seen`. Where a descending log grew by `growth` meanwhile, the overlap did too, or by less
 * where an entry came late; when the service does not say by how much (null), the smallest that fits is taken.
 */
function continuation(seen, { page, growth, order, }) {
    if (seen.length === 0)
        return 0;
    const grown = ((0,_entry_js__WEBPACK_IMPORTED_MODULE_0__/* .detectOrder */ .e$)(seen) ?? order) === 'desc' ? growth : 0;
    const most = Math.min(page.length, seen.length);
    const fits = (known) => seen.slice(-known).every(({ fingerprint }, index) => fingerprint === page[index]?.fingerprint);
    if (grown !== null && grown >= 0) {
        for (let known = Math.min(1 + grown, most); known >= 1; known -= 1)
            if (fits(known))
                return known;
        return null;
    }
    for (let known = 1; known <= most; known += 1)
        if (fits(known))
            return known;
    return null;
}
/**
 * The entries of this turn in a whole log, oldest first. From where the service's clock was set back, place alone decides. Before
 * that, time tells a late entry of an earlier turn, or a page out of order; where it cannot (equal, unreadable), place decides.
 */
function entriesOfTurn(rising, baseline) {
    const start = turnStart(rising, baseline);
    const before = baseline.last === null ? null : (0,_entry_js__WEBPACK_IMPORTED_MODULE_0__/* .timeOf */ .nR)(baseline.last);
    const setBack = clockSetBackAt(rising, baseline);
    return rising.filter((entry, index) => {
        if (index >= setBack)
            return true;
        const time = (0,_entry_js__WEBPACK_IMPORTED_MODULE_0__/* .timeOf */ .nR)(entry);
        return before === null || time === null || time === before ? index >= start : time > before;
    });
}
/**
 * The first entry of this turn that is dated before the whole log of the turns before, which stands where it was read: no late entry of
 * theirs, but a clock that was set back. Infinity when there is none.
 */
function clockSetBackAt(rising, { count, last }) {
    if (last === null || rising[count - 1]?.fingerprint !== last.fingerprint)
        return Infinity;
    const newest = (0,_entry_js__WEBPACK_IMPORTED_MODULE_0__/* .timeOf */ .nR)(last) ?? -Infinity;
    let oldest = Infinity;
    for (const entry of rising.slice(0, count)) {
        const time = (0,_entry_js__WEBPACK_IMPORTED_MODULE_0__/* .timeOf */ .nR)(entry) ?? newest;
        // A page out of order has put an entry of this turn among those before it.
        if (time > newest)
            return Infinity;
        oldest = Math.min(oldest, time);
    }
    const at = rising.findIndex((entry, index) => index >= count && ((0,_entry_js__WEBPACK_IMPORTED_MODULE_0__/* .timeOf */ .nR)(entry) ?? Infinity) < oldest);
    return at === -1 ? Infinity : at;
}
/** Where this turn begins by place: behind the newest entry of the turns before it. */
function turnStart(rising, { count, last }) {
    if (last === null)
        return count;
    // A late entry of an earlier turn may have moved it back.
    const at = rising.findIndex(({ fingerprint }, index) => index >= count - 1 && fingerprint === last.fingerprint);
    if (at !== -1)
        return at + 1;
    if (rising.length >= count)
        return count;
    // A log shorter than before was begun anew, or has a hole.
    return rising.findLastIndex(({ fingerprint }) => fingerprint === last.fingerprint) + 1;
}
/** Whether the time stamp says that an entry is not of this turn, or may not be. */
function isBefore(entry, { last }) {
    const before = last === null ? null : (0,_entry_js__WEBPACK_IMPORTED_MODULE_0__/* .timeOf */ .nR)(last);
    const time = (0,_entry_js__WEBPACK_IMPORTED_MODULE_0__/* .timeOf */ .nR)(entry);
    return before !== null && time !== null && time <= before;
}
/**
 * Whether the log begins with what was there before the turn, and does not end with it too: then it is ascending, also where the service's
 * clock was set back since and its time stamps fall.
 */
function beginsWith(seen, { count, first = null, last, order }) {
    if (first === null || last === null || order === 'desc' || seen.length <= count)
        return false;
    const isAt = (start) => seen[start]?.fingerprint === first.fingerprint && seen[start + count - 1]?.fingerprint === last.fingerprint;
    return isAt(0) && !isAt(seen.length - count);
}
/** The order of a log whose time stamps do not tell it: descending when all that was there before now stands behind the new. */
function orderByBaseline(seen, { count, first = null, last }) {
    if (last === null || seen[count - 1]?.fingerprint === last.fingerprint)
        return null;
    const behind = seen[seen.length - count]?.fingerprint;
    if (behind === last.fingerprint)
        return 'desc';
    const asBefore = first !== null && behind === first.fingerprint && seen.at(-1)?.fingerprint === last.fingerprint;
    return asBefore ? 'desc' : null;
}
/**
 * Where each of `sequence` (fingerprints in the order they were handed out) stands in `order` (oldest first): a permutation of
 * 0 … n - 1. Equal ones keep their order among themselves; what `order` does not have goes to the end.
 */
function placesIn(order, sequence) {
    const positions = new Map();
    // Last places first, since taking from the end of a list costs nothing.
    for (let at = order.length - 1; at >= 0; at -= 1) {
        const fingerprint = order[at] ?? '';
        const known = positions.get(fingerprint);
        if (known === undefined)
            positions.set(fingerprint, [at]);
        else
            known.push(at);
    }
    const wanted = sequence.map((fingerprint) => positions.get(fingerprint)?.pop() ?? order.length);
    const sorted = wanted.map((at, index) => ({ at, index })).sort((a, b) => a.at - b.at);
    const places = new Array(sequence.length);
    sorted.forEach(({ index }, place) => (places[index] = place));
    return places;
}
/** The baseline once its newest entry is seen, where the page read before the turn did not show it. */
function withLast(baseline, last) {
    return baseline.count === 0 ? baseline : { ...baseline, last };
}


/***/ }),

/***/ 7215:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   m: () => (/* binding */ Reader)
/* harmony export */ });
/* harmony import */ var _service_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2313);
/* harmony import */ var _service_retry_after_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5451);


/** A fresh run may not be visible everywhere at once (contract 4.1). */
const NOT_FOUND_GRACE_MS = 30_000;
const NOT_FOUND_TRIES = 3;
/** A failing log is tried again every so many looks. */
const LOGS_RETRY_LOOKS = 5;
/** One stumble of the log is no reason to leave it, unless it took all the patience there is for an answer. */
const LOGS_STUMBLES = 2;
/** A log that hangs leaves most of the time for the run itself, but has so many milliseconds at least. */
const LOGS_PATIENCE = { part: 1 / 3, leastMs: 2_000 };
/** Where the log's own run fields lack the status so often in a row, the run is asked as well. */
const STATUSLESS_LOOKS = 3;
class Reader {
    #options;
    #logsFailures = 0;
    /** Looks left until the log is tried again; null while the log is in use. */
    #untilLogs = null;
    #unauthorized = 0;
    #notFound = 0;
    #seen = false;
    /** The first page without a status is one too many: it would be reported as unknown. */
    #statusless = STATUSLESS_LOOKS - 1;
    /** The status that the run itself told last, while its log tells none. */
    #told = null;
    #notBefore = 0;
    #logsProblem = null;
    #logsRead = false;
    #beyondLimit = 0;
    #triedLogsAt = -Infinity;
    /** Endpoint 2 answered. */
    #runKnown = false;
    constructor(options) {
        this.#options = options;
    }
    /** Why the log was left, while it is not in use and the run itself can be read; null else. */
    get logsProblem() {
        return this.#untilLogs === null ? null : this.#logsProblem;
    }
    /** The log was read at least once. */
    get logsRead() {
        return this.#logsRead;
    }
    /** Entries that the last page held beyond what was asked for. */
    get beyondLimit() {
        return this.#beyondLimit;
    }
    /** On the clock's `now`: when the log was asked for last. */
    get triedLogsAt() {
        return this.#triedLogsAt;
    }
    /** The service has the log at neither of its addresses. */
    get logsNotOffered() {
        return !this.#logsRead && this.logsProblem instanceof _service_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .LogsNotOffered */ .cG;
    }
    /** @param how `logs: 'now'` tries the log also when it was left; `logs: 'only'` does not go over to the run */
    async look(call, how = { logs: 'usual' }) {
        if (this.#untilLogs === null || this.#untilLogs <= 0 || how.logs !== 'usual') {
            const look = await this.#lookAtLogs(call);
            if (look !== null)
                return look;
            if (how.logs === 'only' && this.#logsProblem !== null)
                return { kind: 'fault', error: this.#logsProblem };
        }
        return this.lookAtRun(call);
    }
    /** Keeps what a failed request's answer asks to wait at least. */
    refused(error) {
        const { clock } = this.#options;
        this.#notBefore = Math.max(this.#notBefore, clock.now() + ((0,_service_retry_after_js__WEBPACK_IMPORTED_MODULE_1__/* .answerFloor */ .Vp)(error, clock.wall()) ?? 0));
    }
    /** On the clock's `now`: no request before this. */
    get notBefore() {
        return this.#notBefore;
    }
    /** Reads the run itself (endpoint 2). */
    async readRun(call) {
        const run = await this.#options.client.run(this.#options.runId, call);
        this.#runKnown = true;
        return run;
    }
    /** Null: the log fails, look at the run. */
    async #lookAtLogs(call) {
        const { client, clock, cursor, runId } = this.#options;
        const patienceMs = Math.max(LOGS_PATIENCE.leastMs, (call.deadline - clock.now()) * LOGS_PATIENCE.part);
        try {
            const asked = cursor.next();
            this.#triedLogsAt = clock.now();
            const page = await client.logs({ runId, ...asked, runKnown: this.#runKnown }, { ...call, patienceMs });
            const taken = cursor.take(asked, page);
            this.#logsRead = true;
            this.#beyondLimit = page.beyond_limit ?? 0;
            if (taken.nonsense)
                return this.#leaveLogs(nonsense());
            this.#logsFailures = 0;
            this.#untilLogs = null;
            this.#sawRun();
            return { kind: 'page', run: await this.#withStatus(runOf(page), call), taken };
        }
        catch (error) {
            if (!(error instanceof _service_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .ServiceError */ ._7))
                throw error;
            if (error.redirect)
                return { kind: 'fatal', error };
            if (error.throttled)
                return { kind: 'throttled', error };
            if (error.proof === 'unsent')
                return { kind: 'fault', error };
            this.#logsFailures += 1;
            const stumble = error.proof === 'ambiguous' && this.#untilLogs === null && this.#logsFailures < LOGS_STUMBLES;
            if (stumble && !error.timedOut)
                return { kind: 'fault', error };
            // Not there yet is no reason to leave the log for long.
            if (error instanceof _service_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .LogsNotOffered */ .cG)
                return this.#leaveLogs(error);
            if (error.status !== 404 || !this.#isFresh())
                return this.#leaveLogs(error);
            this.#logsProblem = error;
            return null;
        }
    }
    /**
     * "All fields of the run" are promised with its log (spec 2.2); where the status is not among them, the run is asked at times, and
     * what it said holds in between: a word that comes and goes would look like news.
     */
    async #withStatus(run, call) {
        if (run.status !== null) {
            this.#statusless = 0;
            this.#told = null;
            return run;
        }
        this.#statusless += 1;
        if (this.#statusless < STATUSLESS_LOOKS)
            return { ...run, status: this.#told };
        this.#statusless = 0;
        try {
            const asked = { ...run, ...withoutNulls(await this.readRun(call)) };
            this.#told = asked.status;
            return asked;
        }
        catch (error) {
            if (!(error instanceof _service_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .ServiceError */ ._7) || error.redirect)
                throw error;
            this.refused(error);
            return { ...run, status: this.#told };
        }
    }
    #leaveLogs(problem) {
        this.#logsProblem = problem;
        this.#untilLogs = LOGS_RETRY_LOOKS;
        return null;
    }
    /** Reads the run alone. */
    async lookAtRun(call) {
        try {
            const run = await this.readRun(call);
            this.#told = run.status;
            // Without a status that says anything only the log can show the end.
            if (this.#untilLogs !== null)
                this.#untilLogs = this.#options.tells(run.status) ? this.#untilLogs - 1 : 0;
            this.#sawRun();
            return { kind: 'run', run };
        }
        catch (error) {
            if (!(error instanceof _service_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .ServiceError */ ._7))
                throw error;
            // The run cannot be read either: it is not the log's own trouble, so the log comes first again.
            if (this.#untilLogs !== null)
                this.#untilLogs = 0;
            if (error.throttled)
                return { kind: 'throttled', error };
            return { kind: this.#isFatal(error) ? 'fatal' : 'fault', error };
        }
    }
    #isFatal(error) {
        if (error.passing)
            return false;
        if (error.status === 401) {
            this.#unauthorized += 1;
            return !this.#wasThere() || this.#unauthorized > 1;
        }
        if (error.status === 404) {
            if (this.#isFresh())
                return false;
            this.#notFound += 1;
            return !this.#wasThere() || this.#notFound > NOT_FOUND_TRIES;
        }
        return true;
    }
    #sawRun() {
        this.#seen = true;
        this.#unauthorized = 0;
        this.#notFound = 0;
    }
    /** The run is known to exist: it was accepted or seen. */
    #wasThere() {
        return this.#seen || this.#options.acceptedAt !== null;
    }
    #isFresh() {
        const { acceptedAt, clock } = this.#options;
        return acceptedAt !== null && clock.now() - acceptedAt < NOT_FOUND_GRACE_MS;
    }
}
/** The run's own fields of a page, so that its entries are not kept along with them. */
function runOf({ logs, total_logs, beyond_limit, ...run }) {
    return run;
}
function withoutNulls(run) {
    return Object.fromEntries(Object.entries(run).filter(([, value]) => value !== null));
}
function nonsense() {
    const message = 'the pages of the log contradict each other';
    return new _service_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .ServiceError */ ._7(message, { kind: 'body', proof: 'ambiguous', status: null, headers: {}, said: '' });
}


/***/ })

};
;