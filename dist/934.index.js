"use strict";
exports.id = 934;
exports.ids = [934,465];
exports.modules = {

/***/ 1490:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  z: () => (/* binding */ LogCursor)
});

// EXTERNAL MODULE: ./build/src/service/entry.js
var entry = __webpack_require__(1570);
// EXTERNAL MODULE: ./build/src/run/log/baseline.js
var log_baseline = __webpack_require__(2758);
// EXTERNAL MODULE: ./build/src/run/log/entry.js
var log_entry = __webpack_require__(3061);
// EXTERNAL MODULE: ./build/src/run/log/entry-store.js
var entry_store = __webpack_require__(465);
;// CONCATENATED MODULE: ./build/src/run/log/full-scan.js
/** Reading the whole log page by page, each with the last entry of the page before once more. */


class FullScan {
    /** How many scans in a row it is; the ones before were disturbed. */
    attempt;
    /** Holds the entries read. */
    shelf;
    #seen = [];
    /** The log's length when the last page was read, and where its last entry stood then. */
    #total = null;
    #next = 0;
    constructor(attempt, shelf) {
        this.attempt = attempt;
        this.shelf = shelf;
    }
    get hasBegun() {
        return this.#next > 0;
    }
    next() {
        return { skip: this.#next, limit: entry/* PAGE_LIMIT */.W };
    }
    /** The whole log in the service's order; `more` while pages are left, `disturbed` when one does not continue the page before. */
    read({ skip, entries, full }, { total, order, known }) {
        const growth = total === null || this.#total === null ? null : total - this.#total;
        const overlap = continuation(this.#seen, { page: entries, growth, order });
        this.#total = total;
        this.#next = skip + Math.max(0, entries.length - 1);
        if (overlap === null)
            return 'disturbed';
        for (const entry of entries.slice(overlap))
            this.#seen.push(this.shelf.keep(entry));
        // A total that is not the page's own count says that it is whole: what was known before is all there.
        const whole = total === this.#seen.length &&
            total >= known.count &&
            this.#seen.some(({ fingerprint }) => fingerprint === known.last);
        return full && !whole ? 'more' : this.#seen;
    }
}
/**
 * How many entries at the head of the next page are already read, when `page` was asked for with one entry of overlap;
 * null when it does not continue `seen`. Where a descending log grew by `growth` meanwhile, the overlap did too, or by less
 * where an entry came late; when the service does not say by how much (null), the smallest that fits is taken.
 */
function continuation(seen, { page, growth, order, }) {
    if (seen.length === 0)
        return 0;
    const grown = ((0,log_entry/* detectOrder */.e$)(seen) ?? order) === 'desc' ? growth : 0;
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

// EXTERNAL MODULE: ./build/src/shared/multiset.js
var multiset = __webpack_require__(595);
;// CONCATENATED MODULE: ./build/src/run/log/turn-entries.js
/** Telling this turn's entries in a whole log from those of the turns before it. Pure. */

/**
 * The entries of this turn in a whole log, oldest first: none that was seen before it, wherever it stands. Of the others, from a place on, place alone decides (`placeDecidesFrom`). Before that, time tells a
 * late entry of an earlier turn, or a page out of order; where it cannot (equal, unreadable), place decides.
 */
function entriesOfTurn(rising, baseline, isEcho) {
    const start = turnStart(rising, baseline);
    const before = baseline.last?.time ?? null;
    const from = placeDecidesFrom(rising, baseline, isEcho);
    const isOld = wasThere(baseline);
    const unmoved = standsAsRead(rising, baseline) ? baseline.count : 0;
    return rising.filter((entry, index) => {
        if (isOld(entry) || index < unmoved)
            return false;
        if (index >= from)
            return true;
        const { time } = entry;
        return before === null || time === null || time === before ? index >= start : time > before;
    });
}
/** Whether an entry was seen before the turn; each counts as often as it was there. To be asked of the whole log, oldest first. */
function wasThere({ seen }) {
    const left = new Map(seen);
    return ({ fingerprint }) => (0,multiset/* take */.s)(left, fingerprint);
}
/** Whether the turns before begin and end where they did when they were read. */
function standsAsRead(rising, { count, first = null, end = null, last, order }) {
    const oldest = order === 'desc' ? end : first;
    if (oldest === null || last === null)
        return false;
    return rising[0]?.fingerprint === oldest.fingerprint && rising[count - 1]?.fingerprint === last.fingerprint;
}
/**
 * From where on everything is of this turn, whatever its time stamp says: the follow-up's own message, or the first entry that can only be
 * explained by a clock that was set back. Infinity when there is neither.
 */
function placeDecidesFrom(rising, baseline, isEcho) {
    const start = turnStart(rising, baseline);
    const echo = rising.findIndex((entry, index) => index >= start && isEcho(entry));
    return Math.min(echo === -1 ? Infinity : echo, clockSetBackAt(rising, baseline));
}
/**
 * Where the turns before stand as they were read: the first entry behind them whose date only a clock that was set back explains. It is
 * dated before all of theirs, or within their time, but behind an entry of this turn; while nothing is dated after them, any that is dated
 * before the newest of them. A late entry of theirs comes before this turn shows its work. Infinity when there is none.
 */
function clockSetBackAt(rising, baseline) {
    const { count, last } = baseline;
    if (last === null || rising[count - 1]?.fingerprint !== last.fingerprint)
        return Infinity;
    const newest = last.time;
    if (newest === null)
        return Infinity;
    const times = rising.map(({ time }) => time ?? newest);
    const before = times.slice(0, count);
    const isOld = wasThere(baseline);
    // A page out of order has put an entry of this turn among those before it.
    const isMoved = !standsAsRead(rising, baseline);
    if (isMoved && rising.slice(0, count).some((entry, index) => !isOld(entry) && (times[index] ?? newest) > newest))
        return Infinity;
    const oldest = before.reduce((least, time) => Math.min(least, time));
    const later = times.findIndex((time, index) => index >= count && time > newest);
    const at = times.findIndex((time, index) => index >= count && time < (index < later ? oldest : newest));
    return at === -1 ? Infinity : at;
}
/** A follow-up's message is in the log so soon after it was sent, if the clocks agree. */
const MESSAGE_WITHIN_MS = 60_000;
/**
 * Where this turn begins in a log that was not read to its end before it had begun: behind all that was seen, at the length that was stated
 * then. Without one, at the follow-up's message, else at the first entry dated at or after `since`. The message decides against the clock, unless
 * entries behind it say that it is an earlier one of the same words; `sure`: it is not.
 */
function findTurnStart(rising, { since, isEcho, seen, stated = null }) {
    const from = seen === undefined ? 0 : rising.findLastIndex(wasThere({ seen })) + 1;
    const length = rising.length;
    if (stated !== null && stated >= from && stated <= length)
        return { at: stated, sure: true };
    const { at, sure } = startByTime(rising.slice(from), { since, isEcho });
    // A log that is shorter than it was may be a stale answer.
    return { at: from + at, sure: sure && (stated ?? 0) <= length };
}
function startByTime(rising, { since, isEcho }) {
    const isRecent = (entry) => (entry.time ?? since) >= since;
    const recent = rising.findIndex(isRecent);
    const echo = rising.findLastIndex(isEcho);
    const message = rising[echo];
    if (message !== undefined && (recent === -1 || isRecent(message))) {
        const time = message.time ?? since;
        return { at: echo, sure: time >= since && time < since + MESSAGE_WITHIN_MS };
    }
    return { at: recent === -1 ? rising.length : recent, sure: true };
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
    const before = last?.time ?? null;
    const { time } = entry;
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

// EXTERNAL MODULE: ./build/src/run/log/watched.js
var watched = __webpack_require__(1199);
;// CONCATENATED MODULE: ./build/src/run/log/ledger.js
/** What of a log is accounted for: how far it was read, what was handed out, and what may still be filled in. All ways of reading share it. */





/** Full scans that showed the same log before its last message is taken for this turn's, although it is dated too early. */
const DOUBTED_SCANS = 3;
class Ledger {
    #baseline;
    #isEcho;
    /** Entries of the log accounted for, earlier turns included. */
    #count;
    /** Fingerprint of entry `count - 1`; null when unknown (no check is possible then), so when there is none. */
    #last;
    #order;
    /** Entries of this turn may be dated before those of the turns before it: their time stamps tell nothing. */
    #placeDecides = false;
    /** Full scans in a row in which the log was so long and the beginning of the turn in doubt. */
    #doubted = { scans: 0, length: 0 };
    #watched = new watched/* Watched */.lO();
    #amended = [];
    /** How often each entry of this turn was handed out. */
    #handedOut = new Map();
    /** Handed out, but not in the last full scan: when they come again, they are not new. */
    #owed = new Map();
    constructor(baseline, isEcho) {
        this.#baseline = baseline;
        this.#isEcho = isEcho;
        this.#count = baseline.count;
        this.#last = baseline.last?.fingerprint ?? null;
        this.#order = baseline.order;
    }
    get count() {
        return this.#count;
    }
    get last() {
        return this.#last;
    }
    /** Which way the service's pages run; null while nothing has told it. */
    get order() {
        return this.#order;
    }
    /** Only the whole log tells where this turn begins: it could not be read before, or it once fell behind that place. */
    get isUnplaced() {
        return this.#baseline.since !== undefined || this.#count < this.#baseline.count;
    }
    /** The place of the earliest entry that may still be filled in; null when there is none. */
    get watchedFrom() {
        return this.#watched.earliest;
    }
    /** Entries filled in since this was asked last. */
    takeAmended() {
        const amended = this.#amended;
        this.#amended = [];
        return amended;
    }
    learnOrder(order) {
        this.#order = order ?? this.#order;
    }
    /** The newest entry of the turns before, where it was not known: later reads are checked against it. */
    learnLast(known) {
        if (this.#last !== null)
            return;
        this.#baseline = (0,log_baseline/* withLast */.jT)(this.#baseline, known);
        this.#last = known.fingerprint;
    }
    /**
     * Whether what was read before stands where it was left, filled in or not, given a stretch of the log that begins at `at`
     * (oldest first) and what it has in the place of the last entry known.
     */
    confirms(stretch, { at, last }) {
        const amended = this.#watched.compare(stretch, at);
        if (amended === null)
            return false;
        for (const { was, now } of amended) {
            if (was.fingerprint === this.#last)
                this.#last = now.fingerprint;
            this.#amend(was, now);
        }
        return this.#last === null || last?.fingerprint === this.#last;
    }
    /** An entry that this turn has not seen and that is not dated before it. */
    isUnseen(entry) {
        return !this.#handedOut.has(entry.fingerprint) && !isBefore(entry, this.#baseline);
    }
    /**
     * Accounts for entries that stand behind those known; gives back the new ones, or null when one looks like an entry that is accounted
     * for: that is new only when the whole log has one more of it.
     */
    extend(entries) {
        if (entries.some((entry) => this.#isDubious(entry)))
            return null;
        this.#watched.add(entries, { at: this.#count, count: this.#count + entries.length });
        this.#count += entries.length;
        this.#last = entries.at(-1)?.fingerprint ?? this.#last;
        const unknown = entries.filter(({ fingerprint }) => !(0,multiset/* take */.s)(this.#owed, fingerprint));
        const fresh = unknown.filter((entry) => !this.#isOtherForm(entry, this.#owed));
        for (const { fingerprint } of fresh)
            (0,multiset/* add */.W)(this.#handedOut, fingerprint);
        return fresh;
    }
    /**
     * Compares the whole log, in the service's order, with what was handed out, as multisets: what it has more often is new. `moved`: it
     * is not what was known. `order`: see `Taken`. Null: where the turn begins cannot be told yet.
     *
     * @param total what the service says its length is; null when it says nothing
     */
    reconcile(seen, total) {
        const assumed = this.#order !== 'desc' && this.#handedOut.size > 0;
        const placed = beginsWith(seen, this.#baseline) ? 'asc' : null;
        this.#order = placed ?? (0,log_entry/* detectOrder */.e$)(seen) ?? this.#order ?? orderByBaseline(seen, this.#baseline);
        const descending = this.#order === 'desc';
        if (descending)
            this.#baseline = (0,log_baseline/* asDescending */.tz)(this.#baseline);
        const rising = descending ? seen.toReversed() : seen;
        if (!this.#findStart(rising, total))
            return null;
        const ofTurn = entriesOfTurn(rising, this.#baseline, this.#isEcho);
        this.#placeDecides = placeDecidesFrom(rising, this.#baseline, this.#isEcho) < Infinity;
        const known = new Map(this.#handedOut);
        const unknown = ofTurn.filter(({ fingerprint }) => !(0,multiset/* take */.s)(known, fingerprint));
        const fresh = unknown.filter((entry) => !this.#isOtherForm(entry, known));
        const moved = fresh.length > 0 || rising.length !== this.#count;
        for (const { fingerprint } of fresh)
            (0,multiset/* add */.W)(this.#handedOut, fingerprint);
        this.#owed = new Map([...known].filter(([, times]) => times > 0));
        this.#count = rising.length;
        this.#last = rising.at(-1)?.fingerprint ?? null;
        this.#watched.clear();
        this.#watched.add(rising, { at: 0, count: rising.length });
        return { fresh, moved, order: assumed && descending ? ofTurn.map(({ fingerprint }) => fingerprint) : null };
    }
    /** In a log that could not be read before the turn: finds what was there before, from then on as if it had been read. */
    #findStart(rising, total) {
        const { since, seen = new Map(), stated = null } = this.#baseline;
        if (since === undefined)
            return true;
        // A service that states a wrong length now may have done so before.
        const usable = total === rising.length ? stated : null;
        const { at, sure } = findTurnStart(rising, { since, isEcho: this.#isEcho, seen, stated: usable });
        const { scans, length } = this.#doubted;
        // A log that grows by entries dated so early has a clock of its own.
        const grown = scans > 0 && rising.length > length;
        this.#doubted = { scans: scans + 1, length: rising.length };
        if (!sure && !grown && this.#doubted.scans < DOUBTED_SCANS)
            return false;
        this.#baseline = (0,log_baseline/* baselineWithin */.jV)(rising, { at, order: this.#order });
        return true;
    }
    #isDubious(entry) {
        if ((this.#owed.get(entry.fingerprint) ?? 0) > 0)
            return false;
        return this.#handedOut.has(entry.fingerprint) || (!this.#placeDecides && isBefore(entry, this.#baseline));
    }
    /**
     * An entry that is not new, but another form of one that was handed out and is `gone`: the filled-in one, or, in an older snapshot, the
     * one before.
     */
    #isOtherForm(entry, gone) {
        if (gone.size === 0)
            return false;
        const later = this.#watched.laterForm(entry);
        if (later !== null && (0,multiset/* take */.s)(gone, later))
            return true;
        const was = this.#watched.earlierForm(entry, (fingerprint) => (gone.get(fingerprint) ?? 0) > 0);
        return was !== null && (0,multiset/* take */.s)(gone, was.fingerprint) && this.#amend(was, entry);
    }
    #amend(was, now) {
        if (!(0,multiset/* take */.s)(this.#handedOut, was.fingerprint))
            return false;
        (0,multiset/* add */.W)(this.#handedOut, now.fingerprint);
        this.#watched.replace({ was, now });
        this.#amended.push({ was, now });
        return true;
    }
}

;// CONCATENATED MODULE: ./build/src/run/log/page-size.js
/** What a page of the log may hold: less than was asked for where the service caps its pages. */

/** Sizes that services cap their pages at. */
const ROUND_SIZES = new Set([10, 20, 25, 50]);
class PageSize {
    #most = entry/* PAGE_LIMIT */.W;
    get most() {
        return this.#most;
    }
    /** Whether an answer of `length` entries is full: a short page of a round size with more behind it is one of a service with a cap. */
    isFull({ skip, limit }, length, total) {
        if (length > this.#most)
            this.#most = entry/* PAGE_LIMIT */.W;
        if (length >= limit)
            return true;
        // A cap that was seen before needs no total to be believed, which may be in doubt just then.
        const isKnown = length === this.#most;
        const more = skip + length < (total ?? 0);
        if (!isKnown && !(more && ROUND_SIZES.has(length)))
            return false;
        this.#most = length;
        return true;
    }
}

;// CONCATENATED MODULE: ./build/src/run/log/tail-ascending.js
/** Reading on at the end of a log whose oldest entry comes first: `skip + i` is the place of an entry. */


/** Asks for the last entry known once more, and for those before it that may still be filled in. */
function nextAscending({ count, watchedFrom }, pageSize) {
    // Half a page is left for what is new.
    const watched = Math.max(watchedFrom ?? Infinity, count - pageSize / 2);
    return { skip: Math.max(0, Math.min(count - 1, watched)), limit: entry/* PAGE_LIMIT */.W };
}
function readAscending(ledger, { skip, entries, full }) {
    const { count } = ledger;
    const overlap = Math.max(0, count - skip);
    if (entries.length < overlap)
        return { kind: 'shorter' };
    const known = entries[overlap - 1];
    if (!ledger.confirms(entries, { at: skip, last: known }))
        return { kind: 'doubt' };
    const order = (0,log_entry/* detectOrder */.e$)(entries);
    if (order === 'desc')
        return count > 0 ? { kind: 'doubt' } : { kind: 'descending' };
    ledger.learnOrder(order);
    if (known !== undefined)
        ledger.learnLast(known);
    return { kind: 'new', entries: entries.slice(overlap), full, placed: true };
}

;// CONCATENATED MODULE: ./build/src/run/log/tail-descending.js
/** Reading on at the end of a log whose newest entry comes first: the place of an entry is `total_logs - 1 - skip - i`. */


const GROWTH_MARGIN = 1; // Room for an entry that comes meanwhile; each more costs a long log requests.
/** Asks for the page that has the last entry known. */
function nextDescending({ count }, { total, pageSize }) {
    if (total === null)
        return { skip: 0, limit: entry/* PAGE_LIMIT */.W };
    const unread = total - count;
    // As long as the known end fits on the newest page, that page tells everything.
    const skip = unread + 1 <= pageSize ? 0 : unread - pageSize + 1 + GROWTH_MARGIN;
    return { skip: Math.min(skip, Math.max(0, total - pageSize)), limit: entry/* PAGE_LIMIT */.W };
}
/** @param said the service's total where it can be used; else a log that fits on one page shows it */
function readDescending(ledger, page, said) {
    const { skip, entries, full } = page;
    const { count } = ledger;
    const total = said ?? (full ? null : skip + entries.length);
    if (total === null)
        return readByContent(ledger, entries);
    if (total < count)
        return { kind: 'shorter' };
    const lowest = total - skip - entries.length;
    if (lowest < 0 || (!full && lowest !== 0))
        return { kind: 'doubt' };
    const rising = entries.toReversed();
    const known = rising[count - 1 - lowest];
    if (known !== undefined && !ledger.confirms(rising, { at: lowest, last: known }))
        return { kind: 'doubt' };
    if (known === undefined && lowest > 0)
        return { kind: 'not_reached' };
    const fresh = rising.slice(count - lowest);
    if (count > 0 && fresh.length > 0 && (0,log_entry/* detectOrder */.e$)(entries) === 'asc')
        return { kind: 'doubt' };
    return { kind: 'new', entries: fresh, full: lowest + entries.length < total, placed: true };
}
/** Without a usable total, new is what stands before the entry known last. */
function readByContent(ledger, entries) {
    const at = entries.findIndex(({ fingerprint }) => fingerprint === ledger.last);
    if (at === -1)
        return { kind: 'doubt' };
    // Equal entries in a row make the place uncertain, and one behind it that nobody has seen came late.
    const twin = entries[at + 1]?.fingerprint === ledger.last;
    if (twin || entries.slice(at).some((entry) => ledger.isUnseen(entry)))
        return { kind: 'doubt' };
    return { kind: 'new', entries: entries.slice(0, at).toReversed(), full: false, placed: false };
}

;// CONCATENATED MODULE: ./build/src/run/log/total.js
/** The length of the log as the service tells it in `total_logs`, and how far it can be believed. */
/** Readings in a row that end elsewhere than the total says, after which the whole log is read again. */
const RESCAN_AT = new Set([1, 4, 16, 64, 256]);
class LogTotal {
    #said = null;
    /** A total that has led us astray is not used for positions until it agrees again. */
    #trusted = true;
    /** What the total lacked at the end of the last reading, and how often in a row it was so. */
    #difference = 0;
    #mismatches = 0;
    /** Takes the total of an answer; null where it has none. */
    hear(total) {
        this.#said = total ?? this.#said;
    }
    /** The last one heard; null when none was. */
    get said() {
        return this.#said;
    }
    /** The total that positions can be counted from. */
    get usable() {
        return this.#trusted ? this.#said : null;
    }
    /** Entries that should exist beyond `count`; negative: fewer than that were promised. */
    beyond(count) {
        return this.#said === null ? 0 : this.#said - count;
    }
    /** Whether a reading that ended at `count` has read everything. Without a total only a page that is not full tells (contract 4.4). */
    agrees(count, full) {
        if (this.#said === null)
            return !full;
        const agrees = this.#said === count;
        this.#trusted ||= agrees;
        return agrees;
    }
    /** Whether a disagreement is worth reading the whole log for: when it is new, and less and less often while it stays. */
    isWorthARescan(count) {
        const difference = this.#lack(count);
        this.#mismatches = difference === 0 ? 0 : difference === this.#difference ? this.#mismatches + 1 : 1;
        this.#difference = difference;
        return RESCAN_AT.has(this.#mismatches);
    }
    /** The whole log was read and has `count` entries: a total that says otherwise is wrong. */
    measured(count) {
        // `agrees` trusts a total again that is right.
        this.#trusted = this.#said === null;
        this.#difference = this.#lack(count);
    }
    /** A total that is too low is one and the same by however much, which may change from page to page. */
    #lack(count) {
        return Math.max(-1, this.beyond(count));
    }
}

;// CONCATENATED MODULE: ./build/src/run/log/cursor.js
/**
 * The log cursor: where in a run's log we are, and what a page that came back means (contract 4.5, 4.7; spec 4.5).
 *
 * The log is seen as an array indexed from the oldest entry; a page is a window on it. It is read on at its end, which for a descending
 * log is its first page (`tail-ascending.ts`, `tail-descending.ts`). Each read asks for the last entry known once more: when it stands
 * where it was left, everything behind it is new, equal entries included. When it does not (late entry, other order, wrong
 * total), the whole log is read (`full-scan.ts`) and compared with what was handed out (`ledger.ts`), so that nothing is lost and
 * nothing comes twice.
 *
 * The cursor does no IO but for the store of a full scan's entries: `next()` says what to ask for, `take()` says what an answer holds.
 */










/** Answers that end before the place we have reached may be a stale replica's; after so many they are believed. */
const STALE_LIMIT = 3;
const SCAN_LIMIT = 3; // A full scan that is disturbed so often is given up for the moment.
class LogCursor {
    #ledger;
    #total = new LogTotal();
    #pageSize = new PageSize();
    #openShelf;
    #scan = null;
    /** Holds what the last full scan found, until the next request. */
    #handingOut = null;
    /** Answers in a row that ended too early. */
    #stale = 0;
    constructor(baseline = log_baseline/* NO_BASELINE */.gN, { isEcho = () => false, store = new entry_store.EntryStore(null) } = {}) {
        this.#ledger = new Ledger(baseline, (entry) => entry.traits?.isEcho ?? isEcho(entry));
        this.#openShelf = () => store.open(isEcho);
    }
    /** Entries of this turn that should exist but were not received; 0 when the count agrees. Negative: more than promised. */
    get missing() {
        return this.#total.beyond(this.#ledger.count);
    }
    /** A full scan has begun and was not disturbed since. */
    get midway() {
        return this.#scan?.hasBegun ?? false;
    }
    /** Lets go of what is kept outside of memory. The cursor may not be used after that. */
    close() {
        this.#letGo();
        this.#scan?.shelf.release();
        this.#scan = null;
    }
    /** What to ask for next: always whole pages, so that a cap that was only suspected shows at once. What was handed out before is let go. */
    next() {
        this.#letGo();
        if (this.#needsScan)
            this.#scan ??= new FullScan(1, this.#openShelf());
        if (this.#scan !== null)
            return this.#scan.next();
        const pageSize = this.#pageSize.most;
        if (this.#ledger.order !== 'desc')
            return nextAscending(this.#ledger, pageSize);
        return nextDescending(this.#ledger, { total: this.#total.usable, pageSize });
    }
    /** Takes the answer to `asked`, which must be what `next()` said. */
    take(asked, { logs, total_logs: total }) {
        this.#total.hear(total);
        const full = this.#pageSize.isFull(asked, logs.length, this.#total.usable);
        const page = { skip: asked.skip, entries: logs.map(log_entry/* rawEntry */.rI), full };
        const taken = this.#scan === null ? this.#act(this.#readTail(page)) : this.#readOn(this.#scan, page);
        const amended = this.#ledger.takeAmended();
        return amended.length === 0 ? taken : { ...taken, amended };
    }
    /**
     * Only the whole log tells what is new: while it fits on a page and its time stamps show no order (a descending one
     * passes the check of the overlap where entries are equal), or when the start of this turn is not known in it.
     */
    get #needsScan() {
        const { count, order, isUnplaced } = this.#ledger;
        return isUnplaced || (order === null && count > 0 && count < entry/* PAGE_LIMIT */.W);
    }
    #readTail(page) {
        if (this.#ledger.order !== 'desc') {
            const finding = readAscending(this.#ledger, page);
            if (finding.kind !== 'descending')
                return finding;
            this.#ledger.learnOrder('desc');
        }
        return readDescending(this.#ledger, page, this.#total.usable);
    }
    #act(finding) {
        switch (finding.kind) {
            case 'new':
                // Found by content alone, entries do not show how long the log is.
                if (finding.placed)
                    this.#stale = 0;
                return this.#extend(finding.entries, finding.full);
            case 'not_reached':
                return nothingNew({ more: true });
            case 'shorter':
                return this.#isStale() ? nothingNew() : this.#rescan(1);
            case 'doubt':
                return this.#rescan(1);
        }
    }
    #extend(entries, full) {
        const fresh = this.#ledger.extend(entries);
        if (fresh === null)
            return this.#rescan(1);
        const { count } = this.#ledger;
        const agrees = this.#total.agrees(count, full);
        if (!full && this.#total.isWorthARescan(count))
            return { ...this.#rescan(1), fresh };
        return { fresh, more: full && entries.length > 0 && !agrees, agrees, nonsense: false };
    }
    /** An answer that ended too early; false when that has been so often enough to be believed. */
    #isStale() {
        this.#stale += 1;
        return this.#stale < STALE_LIMIT;
    }
    #letGo() {
        this.#handingOut?.release();
        this.#handingOut = null;
    }
    #rescan(attempt) {
        const nonsense = attempt > SCAN_LIMIT;
        this.#scan?.shelf.release();
        this.#scan = nonsense ? null : new FullScan(attempt, this.#openShelf());
        return nothingNew({ more: !nonsense, nonsense });
    }
    #readOn(scan, page) {
        const { count, last, order } = this.#ledger;
        const seen = scan.read(page, { total: this.#total.said, order, known: { count, last } });
        if (seen === 'more')
            return nothingNew({ more: true });
        if (seen === 'disturbed')
            return this.#rescan(scan.attempt + 1);
        this.#scan = null;
        this.#handingOut = scan.shelf;
        if (seen.length < count && this.#isStale())
            return nothingNew();
        return this.#settle(seen);
    }
    #settle(seen) {
        const found = this.#ledger.reconcile(seen, this.#total.said);
        this.#stale = 0;
        if (found === null)
            return nothingNew();
        const { fresh, moved, order } = found;
        this.#total.measured(seen.length);
        // What came on top meanwhile shows only in a total, or in another look, which may lead here again: then that is enough.
        const descending = this.#ledger.order === 'desc';
        const unsure = moved && descending && this.#total.said === null && seen.length > entry/* PAGE_LIMIT */.W;
        const agrees = this.#total.agrees(seen.length, false) && !unsure;
        return { fresh, more: unsure, agrees, nonsense: false, ...(order !== null && { order }) };
    }
}
/** Each with a list of its own, since who hands entries out empties it. */
function nothingNew(told = {}) {
    return { fresh: [], more: false, agrees: false, nonsense: false, ...told };
}


/***/ }),

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