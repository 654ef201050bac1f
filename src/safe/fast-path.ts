/**
 * Cheap checks whether text needs sanitizing. Most text does not, and checking costs a small part of sanitizing. Text that passes a check
 * is never changed by the slow path. The reverse is not guaranteed. Tests verify this for each character and with hostile text.
 */

/**
 * Printable ASCII, tab, line feed, and ranges below U+10000 without control, format, default ignorable or enclosing characters, without
 * surrogates and without other forms of colon, hash and bracket.
 */
const UNCLEAN =
  /[^\t\n -~\u00a0-\u00ac\u00ae-\u034e\u0370-\u0487\u048a-\u05ff\u2010-\u2027\u2030-\u205f\u20a0-\u20cf\u2100-\u2fff\u3000-\u3163\u3165-\ua66f\uac00-\ud7a3]/;
/** The beginnings of the severities in `job-log.ts`, and a location at the end of a line without a colon. */
const SEVERITY = /err|warn|info|not[ei]|hint|debu|fata|crit|seve|fail|synt|line\s+\d+\.?$/im;

const LINE_FEED = 0x0a;
const COLON = 0x3a;

/** No escape sequence, invisible character, lone surrogate, or line break other than `\n`. */
export function isClean(text: string): boolean {
  return !UNCLEAN.test(text);
}

/** Clean, and no line contains text that could begin a runner command or be part of a problem matcher's match. */
export function isCalm(text: string): boolean {
  return isClean(text) && !text.includes('#') && hasCalmColons(text) && !SEVERITY.test(text);
}

/** Whether no colon is part of a `::` (with anything in between) or ends a location or file name (`job-log.ts`). */
function hasCalmColons(text: string): boolean {
  for (let at = text.indexOf(':'); at !== -1; at = text.indexOf(':', at + 1)) {
    const next = text.charCodeAt(at + 1);
    // Only plain ASCII reliably separates this colon from a later one. Lines are checked one by one.
    if (next === COLON || next > 0x7e || (next < 0x20 && next !== LINE_FEED)) return false;
    const goesOn = next > 0x20;
    if (!goesOn && endsPlaceOrFile(text, at)) return false;
  }
  return true;
}

function endsPlaceOrFile(text: string, colon: number): boolean {
  const before = text.slice(Math.max(0, colon - 24), colon);
  return /[\d)]$/.test(before) ? !/[^\d:(,\s]\s?\d+$/.test(before) : before.endsWith('.go');
}
