"use strict";
exports.id = 275;
exports.ids = [275,465,343];
exports.modules = {

/***/ 6773:
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
/** Reads the whole log page by page; each page overlaps the previous one by one entry. */


/** Disturbed full scans in a row before reading the log is suspended. */
const SCAN_LIMIT = 3;
/** Services do not cut pages at fewer entries. If a short log is announced as longer, the total is wrong. */
const SMALLEST_CAP = 10;
class FullScan {
    /** 1 for the first scan; one more for each disturbed scan directly before it. */
    attempt;
    /** Stores the entries read. */
    shelf;
    #seen = [];
    /** Length of the log when the last page was read. */
    #total = null;
    #next = 0;
    #hasGrown = false;
    /** Length of the last page if it was not full but the total promised more. */
    #short = null;
    #cap = null;
    #longest = 0;
    constructor(attempt, shelf) {
        this.attempt = attempt;
        this.shelf = shelf;
    }
    get hasBegun() {
        return this.#next > 0;
    }
    /** Whether the pages show that entries were added in front of the first one since it was read. */
    get hasGrown() {
        return this.#hasGrown;
    }
    /** The length at which the service cuts pages, if a page that seemed to be the last one was continued. */
    get cap() {
        return this.#cap;
    }
    next() {
        return { skip: this.#next, limit: entry/* PAGE_LIMIT */.W };
    }
    /** Returns the whole log in the service's order, `more` while pages are left, or `disturbed` if a page does not continue the previous one. */
    read({ skip, entries, full }, hints) {
        const { total, promised, order, known } = hints;
        const short = this.#short;
        const growth = total === null || this.#total === null ? null : total - this.#total;
        const overlap = continuation(this.#seen, { page: entries, growth, order });
        this.#total = total;
        this.#next = skip + Math.max(0, entries.length - 1);
        // A service without the promised entries may answer with none, or with the same ones again.
        if (overlap === null)
            return short !== null && this.#isRepeated(entries) ? this.#seen : 'disturbed';
        this.#hasGrown ||= overlap > 1;
        const rest = entries.slice(overlap);
        // If the page before had a gap, an equal entry may stand where its last one should.
        const isDoubtful = short !== null && rest[0]?.fingerprint === entries[overlap - 1]?.fingerprint;
        if (this.attempt < SCAN_LIMIT && (isDoubtful || this.#repeats(rest)))
            return 'disturbed';
        for (const entry of rest)
            this.#seen.push(this.shelf.keep(entry));
        if (short !== null && rest.length > 0)
            this.#cap = short;
        // A page shorter than another one was not cut.
        const goesOn = promised && rest.length > 0 && entries.length >= Math.max(SMALLEST_CAP, this.#longest);
        this.#longest = Math.max(this.#longest, entries.length);
        this.#short = goesOn && !full ? entries.length : null;
        // A total is trusted to end the scan only if everything known before was found; some services send the page's own count.
        const whole = total === this.#seen.length &&
            total >= known.count &&
            [known.last, known.bottom ?? known.last].every((known) => this.#seen.some(({ fingerprint }) => fingerprint === known));
        return (full || goesOn) && !whole ? 'more' : this.#seen;
    }
    #isRepeated(page) {
        const before = this.#seen.slice(this.#seen.length - page.length);
        return page.every(({ fingerprint }, index) => fingerprint === before[index]?.fingerprint);
    }
    /**
     * Whether entries that were just read follow the last one with another date, because a page was out of order and the one before it not
     * complete. If each scan shows them, they are equal entries that came late.
     */
    #repeats(rest) {
        const time = this.#seen.at(-1)?.time ?? null;
        const read = new Set(this.#seen.slice(-entry/* PAGE_LIMIT */.W).map(({ fingerprint }) => fingerprint));
        return rest.some((entry) => entry.time !== null && entry.time !== time && read.has(entry.fingerprint));
    }
}
/**
 * Counts the entries at the start of `page` that were already read, given that it was requested with one entry of overlap; null if it does
 * not continue `seen`. If the log grew by `growth` in between, the overlap may have grown by up to as much: in a descending log by the new
 * entries, in an ascending one by entries that arrived late, which another scan then finds. The likelier end is tried first. If the growth
 * is unknown (null), the smallest overlap that fits is used in a descending log. An ascending one must not overlap by more then, because
 * nothing but a total tells afterwards that late entries were missed.
 */
function continuation(seen, { page, growth, order, }) {
    if (seen.length === 0)
        return 0;
    const most = Math.min(page.length, seen.length);
    const isDescending = ((0,log_entry/* detectOrder */.e$)(seen) ?? order) === 'desc';
    const isUnknown = growth === null || growth < 0;
    const grown = isUnknown ? (isDescending ? most : 0) : growth;
    const overlaps = Array.from({ length: Math.min(1 + grown, most) }, (_, index) => index + 1);
    if (isDescending && !isUnknown)
        overlaps.reverse();
    const fits = (known) => seen.slice(-known).every(({ fingerprint }, index) => fingerprint === page[index]?.fingerprint);
    return overlaps.find(fits) ?? null;
}

// EXTERNAL MODULE: ./build/src/shared/multiset.js
var multiset = __webpack_require__(595);
;// CONCATENATED MODULE: ./build/src/run/log/emitted.js
/** The entries of this turn that were emitted, as often as they were, in whatever form the service shows them now (contract 4.7). */

/** This many whole logs in a row that lack the same entries are believed. */
const BELIEVED_SCANS = 3;
class Emitted {
    #watched;
    #times = new Map();
    #amended = [];
    /** What the last doubtful log lacked, and how many in a row lacked the same. */
    #lacked = null;
    constructor(watched) {
        this.#watched = watched;
    }
    /** How often each entry was emitted, by fingerprint. */
    get times() {
        return this.#times;
    }
    /** Returns the entries filled in since the last call. */
    takeAmended() {
        const amended = this.#amended;
        this.#amended = [];
        return amended;
    }
    /** Records that an emitted entry has a new form. */
    amend({ was, now }) {
        if (!(0,multiset/* take */.s)(this.#times, was.fingerprint))
            return;
        (0,multiset/* add */.W)(this.#times, now.fingerprint);
        this.#watched.replace({ was, now });
        this.#amended.push({ was, now });
    }
    /** Compares entries that were read with known ones, which were emitted. */
    compare(entries, known) {
        const gone = new Map(known);
        const amended = [];
        const unknown = entries.filter(({ fingerprint }) => !(0,multiset/* take */.s)(gone, fingerprint));
        const fresh = unknown.filter((entry) => !this.#isOtherForm(entry, { gone, amended }));
        return { fresh, amended, gone };
    }
    /**
     * Whether the whole log in this comparison is doubtful: it has new entries, but lacks emitted ones. Services do not remove entries, so
     * one page probably had a gap and another showed an entry twice. Call this once for each log, because it counts those that lack the same.
     */
    isDoubtful({ fresh, gone }) {
        const lacked = [...gone].filter(([, times]) => times > 0);
        if (lacked.length === 0)
            this.#lacked = null;
        if (fresh.length === 0 || lacked.length === 0)
            return false;
        const entries = lacked.map(([fingerprint, times]) => `${fingerprint} ${times}`).join();
        const scans = entries === this.#lacked?.entries ? this.#lacked.scans + 1 : 1;
        this.#lacked = { entries, scans };
        return scans < BELIEVED_SCANS;
    }
    /** Records what the comparison found, and returns the new entries in a list of their own, which the caller empties as it emits them. */
    accept({ fresh, amended }) {
        for (const amendment of amended)
            this.amend(amendment);
        for (const { fingerprint } of fresh)
            (0,multiset/* add */.W)(this.#times, fingerprint);
        this.#watched.emitted(fresh);
        return [...fresh];
    }
    /**
     * Whether `now` is another form of an entry in `gone`, from which that entry is then removed. A later form is added to `amended`; an
     * earlier one is that of a stale answer.
     */
    #isOtherForm(now, { gone, amended }) {
        if (gone.size === 0)
            return false;
        const isGone = (fingerprint) => (gone.get(fingerprint) ?? 0) > 0;
        const later = this.#watched.laterForm(now, isGone);
        if (later !== null)
            return (0,multiset/* take */.s)(gone, later);
        const was = this.#watched.earlierForm(now, isGone);
        if (was === null)
            return false;
        amended.push({ was, now });
        return (0,multiset/* take */.s)(gone, was.fingerprint);
    }
}

;// CONCATENATED MODULE: ./build/src/run/log/turn-entries.js
/** Separates this turn's entries in a whole log from those of earlier turns. Pure. */

/**
 * Returns the entries of this turn, oldest first, without any that were seen before it. From `placeDecidesFrom` on, position alone
 * decides. Before that, the time decides, because an entry of an earlier turn may be late or a page out of order; if the time is equal or
 * unreadable, position decides.
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
/** Returns a stateful check for entries seen before the turn, counting duplicates. Call it for every entry, oldest first. */
function wasThere({ seen }) {
    const left = new Map(seen);
    return ({ fingerprint }) => (0,multiset/* take */.s)(left, fingerprint);
}
/** Whether the earlier turns still begin and end at the same positions. */
function standsAsRead(rising, { count, first = null, end = null, last, order }) {
    const oldest = order === 'desc' ? end : first;
    if (oldest === null || last === null)
        return false;
    return rising[0]?.fingerprint === oldest.fingerprint && rising[count - 1]?.fingerprint === last.fingerprint;
}
/**
 * The position from which all entries belong to this turn, whatever their time stamps: that of the follow-up's own message, or of the first
 * entry that shows that the service's clock was set back. Infinity if there is neither.
 */
function placeDecidesFrom(rising, baseline, isEcho) {
    const start = turnStart(rising, baseline);
    const echo = rising.findIndex((entry, index) => index >= start && isEcho(entry));
    return Math.min(echo === -1 ? Infinity : echo, clockSetBackAt(rising, baseline));
}
/**
 * The first position after the earlier turns whose date implies that the clock was set back: dated before all of their entries, or before
 * their newest while no entry is dated after it. Late entries of theirs are expected only before the first entry dated after them. Infinity
 * if there is none, or if the earlier turns have moved.
 */
function clockSetBackAt(rising, baseline) {
    const newest = baseline.last?.time ?? null;
    const end = endOfEarlierTurns(rising, baseline);
    if (newest === null || end === null)
        return Infinity;
    const times = rising.map(({ time }) => time ?? newest);
    const before = times.slice(0, end);
    const isOld = wasThere(baseline);
    // A page out of order may have moved an entry of this turn among the earlier ones.
    const isMoved = !standsAsRead(rising, baseline);
    if (isMoved && rising.slice(0, end).some((entry, index) => !isOld(entry) && (times[index] ?? newest) > newest))
        return Infinity;
    const oldest = before.reduce((least, time) => Math.min(least, time));
    const later = times.findIndex((time, index) => index >= end && time > newest);
    const at = times.findIndex((time, index) => index >= end && time < (index < later ? oldest : newest));
    return at === -1 ? Infinity : at;
}
/**
 * The position after the earlier turns, from which a page with a gap may lack entries. Null if they reach further than they did, or were not
 * read.
 */
function endOfEarlierTurns(rising, baseline) {
    const { count, last } = baseline;
    if (last === null)
        return null;
    if (rising[count - 1]?.fingerprint === last.fingerprint)
        return count;
    const isOld = wasThere(baseline);
    const end = rising.findLastIndex((entry) => isOld(entry) || entry.fingerprint === last.fingerprint) + 1;
    return end > 0 && end <= count ? end : null;
}
/** If the clocks agree, the follow-up's message is logged within this time of being sent. */
const MESSAGE_WITHIN_MS = 60_000;
/**
 * Finds the start of this turn in a log that was not read completely before the turn: after all entries seen, at the length reported then.
 * Without that length, it is the follow-up's message, otherwise the first entry dated at or after `since`. The message wins over the clock
 * unless later entries show that it is an earlier one with the same text; `sure` rules that out.
 */
function findTurnStart(rising, { since, isEcho, seen = new Map(), stated = null }) {
    const from = rising.findLastIndex(wasThere({ seen })) + 1;
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
/** The position after the newest entry of the earlier turns. */
function turnStart(rising, { count, last }) {
    if (last === null)
        return count;
    // A late entry of an earlier turn may have shifted it.
    const at = rising.findIndex(({ fingerprint }, index) => index >= count - 1 && fingerprint === last.fingerprint);
    if (at !== -1)
        return at + 1;
    if (rising.length >= count)
        return count;
    // A log that became shorter was restarted or lost entries.
    return rising.findLastIndex(({ fingerprint }) => fingerprint === last.fingerprint) + 1;
}
/** Whether an entry's time stamp allows it to belong to an earlier turn. */
function isBefore(entry, { last }) {
    const before = last?.time ?? null;
    const { time } = entry;
    return before !== null && time !== null && time <= before;
}
/** Late entries that may be dated before the only entry known from before the turn. */
const LATE_MAX = 2;
/**
 * The order shown by the entries from before the turn, where they now stand together at one end of the log only. It holds even if the time
 * stamps contradict it, because the service's clock may have been set back. Null if their place shows no order, or another one than
 * their own time stamps.
 */
function orderByPlace(seen, { count, first = null, end = null, last, order }, isEcho) {
    const bottom = order === 'desc' ? end : last;
    if (first === null || bottom === null || seen.length <= count)
        return null;
    const isAt = (start) => seen[start]?.fingerprint === first.fingerprint && seen[start + count - 1]?.fingerprint === bottom.fingerprint;
    const [leads, trails] = [isAt(0), isAt(seen.length - count)];
    if (leads === trails)
        return null;
    if (leads)
        return order === 'desc' ? null : 'asc';
    if (order === 'asc')
        return null;
    // In front of a single entry, an earlier date may also be that of a late entry of the turn before, but not of many, nor of the follow-up.
    const oldestNew = seen.at(-count - 1);
    const isClear = count > 1 || seen.length - count > LATE_MAX || (oldestNew !== undefined && isEcho(oldestNew));
    return isClear ? 'desc' : null;
}
/** The order of a log whose time stamps do not determine it: descending if the earlier entries now follow the new ones. */
function orderByBaseline(seen, { count, first = null, last }) {
    if (last === null || seen[count - 1]?.fingerprint === last.fingerprint)
        return null;
    const behind = seen[seen.length - count]?.fingerprint;
    if (behind === last.fingerprint)
        return 'desc';
    const asBefore = first !== null && behind === first.fingerprint && seen.at(-1)?.fingerprint === last.fingerprint;
    return asBefore ? 'desc' : null;
}

// EXTERNAL MODULE: ./build/src/run/log/watched.js + 1 modules
var watched = __webpack_require__(7818);
;// CONCATENATED MODULE: ./build/src/run/log/ledger.js
/** Records how far a log was read, which entries were emitted, and which may still be filled in. Tail reads and full scans share it. */





/** After this many full scans of an unchanged log, its last message is accepted as this turn's although its date is too early. */
const DOUBTED_SCANS = 3;
class Ledger {
    /** With the newest entry that the order implies. `#listed` has it as read: an order taken from pages out of order is corrected later. */
    #baseline;
    #listed;
    #isEcho;
    /** Entries read, earlier turns included. */
    #count;
    /** Fingerprint of entry `count - 1`; null if there is none or it is unknown, in which case it cannot be checked. */
    #last;
    #order;
    /** Entries of this turn may be dated before earlier turns, so time stamps are ignored. */
    #placeDecides = false;
    /** Consecutive full scans that left the start of the turn in doubt, and the length of the log in the last one. */
    #doubted = { scans: 0, length: 0 };
    #watched = new watched/* Watched */.lO();
    #emitted = new Emitted(this.#watched);
    /** Entries emitted but missing from the last full scan; if they reappear, they are not new. */
    #owed = new Map();
    constructor(baseline, isEcho) {
        this.#baseline = this.#listed = baseline;
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
    /** Fingerprint of the last entry of a descending log before the turn, if it was read. */
    get bottom() {
        return this.#order === 'desc' ? (this.#baseline.end?.fingerprint ?? null) : null;
    }
    /** Order of the service's pages; null while unknown. */
    get order() {
        return this.#order;
    }
    /** Whether finding the start of this turn needs the whole log: it could not be read before the turn, or it was once shorter than then. */
    get isUnplaced() {
        return this.#baseline.since !== undefined || this.#count < this.#baseline.count;
    }
    /** Position of the earliest entry that may still be filled in; null if there is none. */
    get watchedFrom() {
        return this.#watched.earliest;
    }
    /** Returns the entries filled in since the last call. */
    takeAmended() {
        return this.#emitted.takeAmended();
    }
    learnOrder(order) {
        this.#order = order ?? this.#order;
    }
    /** Sets the newest entry of the earlier turns if it was unknown, so that later reads are checked against it. */
    learnLast(known) {
        if (this.#last !== null)
            return;
        this.#baseline = this.#listed = (0,log_baseline/* withLast */.jT)(this.#baseline, known);
        this.#last = known.fingerprint;
    }
    /**
     * Whether the known entries are still at their positions, filled in or not. `stretch` is a part of the log, oldest first, that begins
     * at `at`; `last` is its entry at the position of the last known one.
     */
    confirms(stretch, { at, last }) {
        const amended = this.#watched.compare(stretch, at);
        if (amended === null)
            return false;
        for (const amendment of amended) {
            if (amendment.was.fingerprint === this.#last)
                this.#last = amendment.now.fingerprint;
            this.#emitted.amend(amendment);
        }
        return this.#last === null || last?.fingerprint === this.#last;
    }
    /** Whether an entry is unknown to this turn and not dated before it. */
    isUnseen(entry) {
        return !this.#emitted.times.has(entry.fingerprint) && !isBefore(entry, this.#baseline);
    }
    /**
     * Records entries that follow the known ones and returns the new ones. Returns null if one equals a known entry, because only the whole
     * log shows whether it is a duplicate.
     */
    extend(entries) {
        if (entries.some((entry) => this.#isDubious(entry)))
            return null;
        this.#watched.add(entries, { at: this.#count, count: this.#count + entries.length });
        this.#count += entries.length;
        this.#last = entries.at(-1)?.fingerprint ?? this.#last;
        const compared = this.#emitted.compare(entries, this.#owed);
        this.#owed = compared.gone;
        return this.#emitted.accept(compared);
    }
    /**
     * Compares the whole log, in the service's order, with the emitted entries as multisets; surplus entries are new. Returns null while
     * the start of the turn, or the log itself, is in doubt.
     *
     * @param total the length that the service reports, or null
     */
    reconcile(seen, total) {
        const [begun, was] = [this.#emitted.times.size > 0, this.#order];
        const placed = orderByPlace(seen, this.#listed, this.#isEcho);
        this.#order = placed ?? (0,log_entry/* detectOrder */.e$)(seen, was) ?? was ?? orderByBaseline(seen, this.#listed);
        const descending = this.#order === 'desc';
        this.#baseline = descending ? (0,log_baseline/* asDescending */.tz)(this.#listed) : this.#listed;
        const rising = descending ? seen.toReversed() : seen;
        if (!this.#findStart(rising, total))
            return null;
        const ofTurn = entriesOfTurn(rising, this.#baseline, this.#isEcho);
        this.#placeDecides = placeDecidesFrom(rising, this.#baseline, this.#isEcho) < Infinity;
        const compared = this.#emitted.compare(ofTurn, this.#emitted.times);
        if (this.#emitted.isDoubtful(compared))
            return null;
        const fresh = this.#emitted.accept(compared);
        const moved = fresh.length > 0 || rising.length !== this.#count;
        this.#owed = new Map([...compared.gone].filter(([, times]) => times > 0));
        this.#count = rising.length;
        this.#last = rising.at(-1)?.fingerprint ?? null;
        this.#watched.clear();
        this.#watched.add(rising, { at: 0, count: rising.length });
        const turned = begun && descending !== (was === 'desc');
        return { fresh, moved, order: turned ? ofTurn.map(({ fingerprint }) => fingerprint) : null };
    }
    /** Sets the baseline of a log that could not be read before the turn; false while the start of the turn is in doubt. */
    #findStart(rising, total) {
        const { since, seen = new Map(), stated = null } = this.#baseline;
        if (since === undefined)
            return true;
        // A service that reports a wrong length now may have done so before the turn.
        const usable = total === rising.length ? stated : null;
        const { at, sure } = findTurnStart(rising, { since, isEcho: this.#isEcho, seen, stated: usable });
        const { scans, length } = this.#doubted;
        // If the log grows by entries dated before the turn, the service's clock is behind ours.
        const grown = scans > 0 && rising.length > length;
        this.#doubted = { scans: scans + 1, length: rising.length };
        if (!sure && !grown && this.#doubted.scans < DOUBTED_SCANS)
            return false;
        this.#baseline = this.#listed = (0,log_baseline/* baselineWithin */.jV)(rising, { at, order: this.#order });
        return true;
    }
    #isDubious(entry) {
        if ((this.#owed.get(entry.fingerprint) ?? 0) > 0)
            return false;
        return this.#emitted.times.has(entry.fingerprint) || (!this.#placeDecides && isBefore(entry, this.#baseline));
    }
}

;// CONCATENATED MODULE: ./build/src/run/log/page-size.js
/** Detects the page size of the log, which is below the requested limit if the service caps its pages. */

/** Common page caps. */
const ROUND_SIZES = new Set([10, 20, 25, 50]);
class PageSize {
    #most = entry/* PAGE_LIMIT */.W;
    get most() {
        return this.#most;
    }
    /** Sets a cap that a full scan has shown. */
    learn(cap) {
        this.#most = cap ?? this.#most;
    }
    /** Whether an answer of `length` entries is a full page. A short page of a round size with more entries after it shows a cap. */
    isFull(asked, length, total) {
        if (this.isKnownFull(asked, length))
            return true;
        const more = asked.skip + length < (total ?? 0);
        if (!more || !ROUND_SIZES.has(length))
            return false;
        this.#most = length;
        return true;
    }
    /** The same, but by a known cap only, which applies even without a total. A page with a gap may have a round size by chance. */
    isKnownFull({ limit }, length) {
        if (length > this.#most)
            this.#most = entry/* PAGE_LIMIT */.W;
        return length >= limit || length === this.#most;
    }
}

;// CONCATENATED MODULE: ./build/src/run/log/tail.js
/**
 * Reads the new entries at the end of a log. In ascending order, entry `i` of a page has the position `skip + i`; in descending order, it
 * has the position `total_logs - 1 - skip - i`.
 */


const GROWTH_MARGIN = 1; // Room for an entry added meanwhile; a larger margin costs a long log more requests.
/**
 * Requests a page that overlaps the last known entry and, with the first page of a poll, those before it that may still be filled in.
 *
 * @param isFirst the page is the first of a poll; the entries before the following ones have just been read
 */
function nextAscending({ count, watchedFrom }, { pageSize, isFirst }) {
    // At least half a page is left for new entries.
    const watched = isFirst ? Math.max(watchedFrom ?? Infinity, count - Math.floor(pageSize / 2)) : Infinity;
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
/** Requests the page that contains the last known entry. */
function nextDescending({ count }, { total, pageSize }) {
    if (total === null)
        return { skip: 0, limit: entry/* PAGE_LIMIT */.W };
    const unread = total - count;
    // If the newest page reaches back to the last known entry, it contains everything new.
    const skip = unread + 1 <= pageSize ? 0 : unread - pageSize + 1 + GROWTH_MARGIN;
    return { skip: Math.min(skip, Math.max(0, total - pageSize)), limit: entry/* PAGE_LIMIT */.W };
}
/** @param reported the service's total if it can be trusted; otherwise the total is known only for a log that fits on one page */
function readDescending(ledger, page, reported) {
    const { skip, entries, full } = page;
    const { count } = ledger;
    const total = reported ?? (full ? null : skip + entries.length);
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
/** Without a trusted total, the new entries are those listed before the last known one. */
function readByContent(ledger, entries) {
    const at = entries.findIndex(({ fingerprint }) => fingerprint === ledger.last);
    if (at === -1)
        return { kind: 'doubt' };
    // Equal neighbours make the position uncertain, and an unknown entry after it arrived late.
    const twin = entries[at + 1]?.fingerprint === ledger.last;
    if (twin || entries.slice(at).some((entry) => ledger.isUnseen(entry)))
        return { kind: 'doubt' };
    return { kind: 'new', entries: entries.slice(0, at).toReversed(), full: false, placed: false };
}

;// CONCATENATED MODULE: ./build/src/run/log/total.js
/** The length of the log as reported in `total_logs`, and whether it can be trusted. */
/** Consecutive mismatches between the total and the entries read at which the whole log is read again. */
const RESCAN_AT = new Set([1, 4, 16, 64, 256]);
class LogTotal {
    #reported = null;
    /** A total that proved wrong is not used for positions until it agrees again. */
    #trusted = true;
    /** What the total was too high by in the last full scan. */
    #excess = 0;
    /** Difference at the last comparison, and how often in a row it was the same. */
    #difference = 0;
    #mismatches = 0;
    /** How often the difference changed since the total was last right. */
    #changes = 0;
    /** Stores the total of an answer; null or undefined keeps the last one. */
    update(total) {
        this.#reported = total ?? this.#reported;
    }
    /** The last total received, or null. */
    get reported() {
        return this.#reported;
    }
    /** The total if positions can be derived from it. */
    get usable() {
        return this.#trusted ? this.#reported : null;
    }
    /** Entries promised beyond `count`; negative if fewer were promised. */
    beyond(count) {
        return this.#reported === null ? 0 : this.#reported - count;
    }
    /** Whether more entries are promised beyond `count` than those that the last full scan did not find. */
    promisesBeyond(count) {
        const beyond = this.beyond(count);
        return beyond > 0 && beyond !== this.#excess;
    }
    /** Whether all entries were read after `count` of them. Without a total, a page that is not full shows the end (contract 4.4). */
    agrees(count, full) {
        if (this.#reported === null)
            return !full;
        const agrees = this.#reported === count;
        this.#trusted ||= agrees;
        return agrees;
    }
    /**
     * Whether a mismatch justifies a full scan: yes if it is new, and ever more rarely while it persists, or while it changes all the time.
     */
    isWorthARescan(count) {
        const difference = this.#lack(count);
        const isSame = difference === this.#difference;
        this.#difference = difference;
        if (difference === 0) {
            this.#mismatches = this.#changes = 0;
            return false;
        }
        this.#mismatches = isSame ? this.#mismatches + 1 : 1;
        if (isSame)
            return RESCAN_AT.has(this.#mismatches);
        this.#changes += 1;
        return Number.isInteger(Math.log2(this.#changes));
    }
    /** Records that a full scan found `count` entries; a total that differs is wrong. */
    measured(count) {
        // `agrees` restores the trust in a correct total.
        this.#trusted = this.#reported === null;
        this.#difference = this.#lack(count);
        this.#excess = this.beyond(count);
        if (this.#excess === 0)
            this.#changes = 0;
    }
    /** Treats all totals that are too low as the same mismatch, because the amount may change from page to page. */
    #lack(count) {
        return Math.max(-1, this.beyond(count));
    }
}

;// CONCATENATED MODULE: ./build/src/run/log/cursor.js
/**
 * The log cursor tracks the position in a run's log and interprets each page (contract 4.5, 4.7; spec 4.5).
 *
 * The log is an array indexed from the oldest entry, and a page is a window on it. New entries are read at the tail, which is the first
 * page of a descending log (`tail.ts`). Each page overlaps the last known entry: if that entry is still at its position, everything after
 * it is new, including duplicates. If it is not (late entry, other order, wrong total), the whole log is read (`full-scan.ts`) and compared
 * with the entries already emitted (`emitted.ts`), so that no entry is lost or repeated.
 *
 * The cursor does no IO except for storing the entries of a full scan: `next()` returns the page to request, `take()` interprets it.
 */









/** A log that ends before the current position may come from a stale replica; after this many such answers it is accepted. */
const STALE_LIMIT = 3;
class LogCursor {
    #ledger;
    #total = new LogTotal();
    #pageSize = new PageSize();
    #openShelf;
    #scan = null;
    /** Holds the entries of the last full scan until the next request. */
    #handingOut = null;
    /** Consecutive answers that ended before the current position. */
    #stale = 0;
    #hasMore = false;
    constructor(baseline = log_baseline/* NO_BASELINE */.gN, { isEcho = () => false, store = new entry_store.EntryStore(null) } = {}) {
        this.#ledger = new Ledger(baseline, (entry) => entry.traits?.isEcho ?? isEcho(entry));
        this.#openShelf = () => store.open(isEcho);
    }
    /** Entries that `total_logs` promises but that were not received. Negative if more were received than promised. */
    get missing() {
        return this.#total.beyond(this.#ledger.count);
    }
    /** Whether the last page left more to read. */
    get hasMore() {
        return this.#hasMore;
    }
    /** Whether a full scan is in progress, or begins again because it was disturbed (at most twice in a row). */
    get midway() {
        return this.#scan !== null && (this.#scan.hasBegun || this.#scan.attempt > 1);
    }
    /** Releases stored entries. The cursor must not be used afterwards. */
    close() {
        this.#releaseHandedOut();
        this.#scan?.shelf.release();
        this.#scan = null;
    }
    /** The next page to request, always of full size to detect a page cap at once. Releases the entries handed out before. */
    next() {
        this.#releaseHandedOut();
        if (this.#needsScan)
            this.#scan ??= new FullScan(1, this.#openShelf());
        if (this.#scan !== null)
            return this.#scan.next();
        const pageSize = this.#pageSize.most;
        if (this.#ledger.order !== 'desc')
            return nextAscending(this.#ledger, { pageSize, isFirst: !this.#hasMore });
        return nextDescending(this.#ledger, { total: this.#total.usable, pageSize });
    }
    /** Interprets the answer to `asked`, which must be the last request that `next()` returned. */
    take(asked, { logs, total_logs: total }) {
        this.#total.update(total);
        // A scan reads on wherever the total promises more, because another page is all that it costs to be sure.
        const full = this.#scan === null
            ? this.#pageSize.isFull(asked, logs.length, this.#total.usable)
            : this.#pageSize.isKnownFull(asked, logs.length);
        const page = { skip: asked.skip, entries: logs.map(log_entry/* rawEntry */.rI), full };
        const taken = this.#scan === null ? this.#act(this.#readTail(page)) : this.#readOn(this.#scan, page);
        this.#hasMore = taken.more;
        const amended = this.#ledger.takeAmended();
        return amended.length === 0 ? taken : { ...taken, amended };
    }
    /**
     * New entries can be identified only by reading the whole log in two cases: it fits on a page and its time stamps show no order (with
     * equal entries, a descending log passes the overlap check), or the start of this turn is unknown.
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
                // Entries found by content alone do not prove the length of the log.
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
    /** Counts an answer that ended too early; false once there were enough of them to accept it. */
    #isStale() {
        this.#stale += 1;
        return this.#stale < STALE_LIMIT;
    }
    #releaseHandedOut() {
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
        const { count, last, bottom, order } = this.#ledger;
        const promised = this.#total.promisesBeyond(page.skip + page.entries.length);
        const seen = scan.read(page, { total: this.#total.reported, promised, order, known: { count, last, bottom } });
        this.#pageSize.learn(scan.cap);
        if (seen === 'more')
            return nothingNew({ more: true });
        if (seen === 'disturbed')
            return this.#rescan(scan.attempt + 1);
        this.#scan = null;
        this.#handingOut = scan.shelf;
        if (seen.length < count && this.#isStale())
            return nothingNew();
        return this.#settle(seen, scan.hasGrown);
    }
    #settle(seen, hasGrown) {
        const found = this.#ledger.reconcile(seen, this.#total.reported);
        if (found === null)
            return nothingNew();
        this.#stale = 0;
        const { fresh, moved, order } = found;
        this.#total.measured(seen.length);
        // Without a total, entries added on top of a descending log during the scan show only in one more page.
        const descending = this.#ledger.order === 'desc';
        const unsure = (moved || hasGrown) && descending && this.#total.reported === null && seen.length > entry/* PAGE_LIMIT */.W;
        const agrees = this.#total.agrees(seen.length, false) && !unsure;
        return { fresh, more: unsure, agrees, nonsense: false, ...(order !== null && { order }) };
    }
}
/** Returns a new list each time, because the caller empties it. */
function nothingNew(flags = {}) {
    return { fresh: [], more: false, agrees: false, nonsense: false, ...flags };
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

/***/ 7215:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   m: () => (/* binding */ Reader)
/* harmony export */ });
/* harmony import */ var _service_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2313);
/* harmony import */ var _service_retry_after_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(5451);
/* harmony import */ var _service_schema_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5343);



/** A new run may not be visible on all replicas yet (contract 4.1). */
const NOT_FOUND_GRACE_MS = 30_000;
const NOT_FOUND_TRIES = 3;
/** Polls between two retries of a failing logs endpoint. */
const LOGS_RETRY_LOOKS = 5;
/** Consecutive failures before the logs endpoint is suspended; a timeout suspends it at once. */
const LOGS_STUMBLES = 2;
/** Share of the request's time that the logs endpoint may use, so that enough is left for the run endpoint. */
const LOGS_PATIENCE = { part: 1 / 3, leastMs: 2_000 };
/** Consecutive log pages without a status before the run endpoint is read as well. */
const STATUSLESS_LOOKS = 3;
class Reader {
    #options;
    #logsFailures = 0;
    /** Polls left until the logs endpoint is retried; null while it is in use. */
    #untilLogs = null;
    #unauthorized = 0;
    #notFound = 0;
    #seen = false;
    /** Starts one below the limit: the very first page without a status would be reported as unknown. */
    #statusless = STATUSLESS_LOOKS - 1;
    /** The last answer of the run endpoint, while log pages have no status, with the result of a later page. */
    #told = null;
    #notBefore = 0;
    #logsProblem = null;
    #logsRead = false;
    #beyondLimit = 0;
    #triedLogsAt = -Infinity;
    /** Whether the run endpoint has answered. */
    #runKnown = false;
    constructor(options) {
        this.#options = options;
    }
    /** Why the logs endpoint is suspended; null while it is in use. */
    get logsProblem() {
        return this.#untilLogs === null ? null : this.#logsProblem;
    }
    /** Whether the log was read at least once. */
    get logsRead() {
        return this.#logsRead;
    }
    /** Entries on the last page beyond the requested limit. */
    get beyondLimit() {
        return this.#beyondLimit;
    }
    /** Time of the last logs request (as `clock.now`). */
    get triedLogsAt() {
        return this.#triedLogsAt;
    }
    /** Whether the service offers the log at neither of its addresses. */
    get logsNotOffered() {
        return !this.#logsRead && this.logsProblem instanceof _service_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .LogsNotOffered */ .cG;
    }
    /** @param how `logs: 'now'` tries the logs endpoint even if suspended; `logs: 'only'` does not fall back to the run endpoint */
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
    /** Records the minimum wait that a failed request asks for. */
    refused(error) {
        const { clock } = this.#options;
        this.#notBefore = Math.max(this.#notBefore, clock.now() + ((0,_service_retry_after_js__WEBPACK_IMPORTED_MODULE_2__/* .answerFloor */ .Vp)(error, clock.wall()) ?? 0));
    }
    /** Earliest time of the next request (as `clock.now`). */
    get notBefore() {
        return this.#notBefore;
    }
    /** Reads the run itself (endpoint 2). */
    async readRun(call) {
        const run = await this.#options.client.run(this.#options.runId, call);
        this.#runKnown = true;
        return run;
    }
    /** Null if the log failed and the run endpoint should be read instead. */
    async #lookAtLogs(call) {
        const { client, clock, cursor, runId } = this.#options;
        const patienceMs = Math.max(LOGS_PATIENCE.leastMs, (call.deadline - clock.now()) * LOGS_PATIENCE.part);
        try {
            const asked = cursor.next();
            const of = { runId, runKnown: this.#runKnown, goesOn: cursor.hasMore };
            this.#triedLogsAt = clock.now();
            const page = await client.logs({ ...of, ...asked }, { ...call, patienceMs });
            const taken = cursor.take(asked, page);
            this.#logsRead = true;
            this.#beyondLimit = page.beyond_limit ?? 0;
            if (taken.nonsense) {
                this.#suspendLogs(nonsense());
                // Only the entries contradict each other. What the page says of the run counts.
                return page.status === null ? null : this.#tookRun((0,_service_schema_js__WEBPACK_IMPORTED_MODULE_1__.runOf)(page));
            }
            this.#logsFailures = 0;
            this.#untilLogs = null;
            this.#sawRun();
            return { kind: 'page', run: await this.#withStatus((0,_service_schema_js__WEBPACK_IMPORTED_MODULE_1__.runOf)(page), { more: taken.more, call }), taken };
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
            // A new run's log may appear soon, so a 404 does not suspend the logs endpoint.
            if (error instanceof _service_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .LogsNotOffered */ .cG)
                return this.#suspendLogs(error);
            if (error.status !== 404 || !this.#isFresh())
                return this.#suspendLogs(error);
            this.#logsProblem = error;
            return null;
        }
    }
    /**
     * Fills in a status missing from a log page, which should have all fields of the run (spec 2.2). The run endpoint is read at intervals
     * and its answer reused in between, so that status and result do not appear to change.
     */
    async #withStatus(run, { more, call }) {
        if (run.status !== null) {
            this.#statusless = 0;
            this.#told = null;
            return run;
        }
        // The pages of one long log count once. If a read of the run is due, it comes with the first of them.
        if (!more || this.#statusless === STATUSLESS_LOOKS - 1)
            this.#statusless += 1;
        const completed = this.#told === null ? run : (0,_service_schema_js__WEBPACK_IMPORTED_MODULE_1__.completedBy)(run, this.#told);
        // A page without a result must not bring back the older answer.
        if ((run.result ?? null) !== null)
            this.#told = completed;
        if (this.#statusless < STATUSLESS_LOOKS)
            return completed;
        this.#statusless = 0;
        try {
            this.#told = (0,_service_schema_js__WEBPACK_IMPORTED_MODULE_1__.completedBy)(await this.readRun(call), run);
            return this.#told;
        }
        catch (error) {
            if (!(error instanceof _service_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .ServiceError */ ._7) || error.redirect)
                throw error;
            this.refused(error);
            return completed;
        }
    }
    #suspendLogs(problem) {
        this.#logsProblem = problem;
        this.#untilLogs = LOGS_RETRY_LOOKS;
        return null;
    }
    /** Polls the run endpoint only. */
    async lookAtRun(call) {
        try {
            return this.#tookRun(await this.readRun(call));
        }
        catch (error) {
            if (!(error instanceof _service_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .ServiceError */ ._7))
                throw error;
            // The run endpoint fails as well, so the logs endpoint is not at fault and is tried first again.
            if (this.#untilLogs !== null)
                this.#untilLogs = 0;
            if (error.throttled)
                return { kind: 'throttled', error };
            return { kind: this.#isFatal(error) ? 'fatal' : 'fault', error };
        }
    }
    #tookRun(run) {
        this.#told = run;
        // Without a recognized status, only the log can show the end of the run, if there is one.
        const mayWait = this.#options.tells(run.status) || this.logsNotOffered;
        if (this.#untilLogs !== null)
            this.#untilLogs = mayWait ? this.#untilLogs - 1 : 0;
        this.#sawRun();
        return { kind: 'run', run };
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
    /** Whether the run is known to exist: it was accepted or read. */
    #wasThere() {
        return this.#seen || this.#options.acceptedAt !== null;
    }
    #isFresh() {
        const { acceptedAt, clock } = this.#options;
        return acceptedAt !== null && clock.now() - acceptedAt < NOT_FOUND_GRACE_MS;
    }
}
function nonsense() {
    const message = 'the pages of the log contradict each other';
    return new _service_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .ServiceError */ ._7(message, { kind: 'body', proof: 'ambiguous', status: null, headers: {}, said: '' });
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


/***/ }),

/***/ 5343:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   completedBy: () => (/* binding */ completedBy),
/* harmony export */   count: () => (/* binding */ count),
/* harmony export */   id: () => (/* binding */ id),
/* harmony export */   parseLogsPage: () => (/* binding */ parseLogsPage),
/* harmony export */   parseRun: () => (/* binding */ parseRun),
/* harmony export */   runOf: () => (/* binding */ runOf),
/* harmony export */   text: () => (/* binding */ text)
/* harmony export */ });
/* harmony import */ var zod_mini__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8395);
/* harmony import */ var zod_mini__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3305);
/* harmony import */ var _shared_integer_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(9176);
/* harmony import */ var _shared_json_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(618);
/**
 * Schemas of the spec (sections 2.1 to 2.4), deliberately tolerant (contract 2.2): unknown fields are allowed, optional
 * ones may be absent or null, and a field of the wrong type counts as absent. Only a body that is not a JSON object is
 * rejected. The run ID on create is checked by the caller.
 */



const text = zod_mini__WEBPACK_IMPORTED_MODULE_0__/* ["catch"] */ .MfU(zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .nullable */ .mee(zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP()), null);
/** Absent and null differ: a page without the field says nothing, while null means that the run has no value (any more). */
const mayBeAbsent = zod_mini__WEBPACK_IMPORTED_MODULE_0__/* ["catch"] */ .MfU(zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .optional */ .lqM(zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .nullable */ .mee(zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP())), undefined);
/** The spec has a text. Some services return the structured answer itself, which counts as its JSON. */
const result = zod_mini__WEBPACK_IMPORTED_MODULE_0__/* ["catch"] */ .MfU(zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .optional */ .lqM(zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .pipe */ .FsL(zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .transform */ .pdi(answerText), zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .nullable */ .mee(zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP()))), undefined);
const count = zod_mini__WEBPACK_IMPORTED_MODULE_0__/* ["catch"] */ .MfU(zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .nullable */ .mee(zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .int */ .Whr().check(zod_mini__WEBPACK_IMPORTED_MODULE_1__/* ._nonnegative */ .UI())), null);
/** A positive integer, or the same as a string of digits. */
const id = zod_mini__WEBPACK_IMPORTED_MODULE_0__/* ["catch"] */ .MfU(zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .nullable */ .mee(zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .pipe */ .FsL(zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .union */ .KCZ([zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .int */ .Whr(), zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .pipe */ .FsL(zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(), zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .transform */ .pdi(_shared_integer_js__WEBPACK_IMPORTED_MODULE_2__/* .integerOf */ .c))]), zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .int */ .Whr().check(zod_mini__WEBPACK_IMPORTED_MODULE_1__/* ._positive */ .NC()))), null);
const runFields = {
    id,
    status: text,
    web_url: text,
    result,
    created_at: text,
    organization_id: id,
    /** Published beyond the spec: a short text that may exist even if the result is null. */
    summary: mayBeAbsent,
    /** Published beyond the spec: the metadata of the create request. */
    metadata: zod_mini__WEBPACK_IMPORTED_MODULE_0__/* ["catch"] */ .MfU(zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .nullable */ .mee(zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .record */ .g1P(zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(), zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .unknown */ .L5J())), null),
    github_pull_requests: zod_mini__WEBPACK_IMPORTED_MODULE_0__/* ["catch"] */ .MfU(zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod_mini__WEBPACK_IMPORTED_MODULE_0__/* ["catch"] */ .MfU(zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ url: text }), { url: null })), []),
};
const runSchema = zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc(runFields);
const logsPageSchema = zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ ...runFields, logs: zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .unknown */ .L5J()), total_logs: count });
/** Larger objects and lists are ignored, because every poll would take long to write them. */
const ANSWER_MAX = { values: 10_000, levels: 100 };
function answerText(value) {
    if (typeof value !== 'object' || value === null)
        return value;
    return (0,_shared_json_js__WEBPACK_IMPORTED_MODULE_3__/* .isWithin */ .UO)(ANSWER_MAX, value) ? JSON.stringify(value) : undefined;
}
/** Reads a run from a response body. Returns null if it is not a JSON object. */
function parseRun(body) {
    const parsed = runSchema.safeParse(body);
    return parsed.success ? parsed.data : null;
}
/**
 * Reads a page of logs. Returns null if the body is not an object or has no `logs` array. `logs: null` is accepted if
 * the total is 0.
 */
function parseLogsPage(body) {
    const parsed = logsPageSchema.safeParse(isEmptyLog(body) ? { ...body, logs: [] } : body);
    return parsed.success ? parsed.data : null;
}
/**
 * Checked by hand, because a schema that usually fails creates an error per page, which keeps the page in memory until
 * the next full garbage collection.
 */
function isEmptyLog(body) {
    if (typeof body !== 'object' || body === null)
        return false;
    return 'logs' in body && body.logs === null && 'total_logs' in body && body.total_logs === 0;
}
/** The run's fields of a page, without its entries, so that those can be freed. */
function runOf({ logs, total_logs, beyond_limit, ...run }) {
    return run;
}
/** The fields of a page, updated with those of the run. The page's value stays where the run, which may be an older copy, has null. */
function completedBy(run, page) {
    const shown = page;
    const known = Object.entries(run).filter(([name, value]) => value !== null || (shown[name] ?? null) === null);
    return { ...page, ...Object.fromEntries(known) };
}


/***/ })

};
;