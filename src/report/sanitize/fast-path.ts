/**
 * Cheap answers to "is there anything to do?": most text needs no sanitising, and finding that out costs a small part of doing
 * it. A no may be wrong, a yes never: text that is clean or calm comes out of the slow way as it went in. The tests prove
 * it, character by character and by throwing tricky text at both ways.
 */

/**
 * ASCII that prints, tab, line feed, and stretches below U+10000 without control, format, default ignorable or enclosing
 * characters, without surrogates and without other forms of colon, hash and bracket.
 */
const UNCLEAN =
  /[^\t\n -~\u00a0-\u00ac\u00ae-\u034e\u0370-\u0487\u048a-\u05ff\u2010-\u2027\u2030-\u205f\u20a0-\u20cf\u2100-\u2fff\u3000-\u3163\u3165-\ua66f\uac00-\ud7a3]/;
/** How the severities of `log.ts` begin, and a place at the end of a line without a colon. */
const SEVERITY = /err|warn|info|not[ei]|hint|debu|fata|crit|seve|fail|synt|line\s+\d+\.?$/im;

const LINE_FEED = 0x0a;
const COLON = 0x3a;

/** No escape sequence, invisible character, lone surrogate, or line break other than `\n`. */
export function isClean(text: string): boolean {
  return !UNCLEAN.test(text);
}

/** Clean, and no line of it holds what could begin a command of the runner or take part in a matcher's hit. */
export function isCalm(text: string): boolean {
  return isClean(text) && !text.includes('#') && hasCalmColons(text) && !SEVERITY.test(text);
}

/** Whether no colon is half of a `::` (whatever stands between) or ends a place or a file name (`log.ts`). */
function hasCalmColons(text: string): boolean {
  for (let at = text.indexOf(':'); at !== -1; at = text.indexOf(':', at + 1)) {
    const next = text.charCodeAt(at + 1);
    // Only plain ASCII keeps this colon and a later one apart; lines are looked at one by one.
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
