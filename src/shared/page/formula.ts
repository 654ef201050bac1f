/** Formulas in GitHub's Markdown: where they begin and end, and which parts readers do not see. Pure. */

const DISPLAY = /\$\$([^]+?)\$\$/y;
const QUOTED = /\$`([^`]+)`\$/y;
const INLINE = /\$(?![\s$`])((?:[^$\\]|\\[^])*?)(?<!\s)\$(?![\w$])/y;
/** Commands that draw nothing, overlap other text, change colours or sizes, or define other commands. */
const HIDING =
  /\\(?:[hv]?phantom|(?:text|math)?color(?:box)?|fcolorbox|definecolor|(?:math)?[rlc]lap|smash|[hm]skip|m?kern|hspace|raise|lower|move(?:left|right)|(?:re)?new(?:command|environment)|providecommand|[gex]?def|let|label|style|class|cssId|data|href|require|tiny|scriptscriptstyle|mathchoice|(?:math|text)tip|toggle|mmlToken|unicode|DeclareMathOperator|if|iffalse|vphantom|Tiny|llap|mathstyle|hidewidth|verb)(?![a-zA-Z])/;
const COMMENT = /(?<!\\)((?:\\\\)*)%[^\n]*/g;
/** Content that may be Markdown rather than part of the formula: HTML, links, code, character references. */
const MARKUP = /<[a-z!?/]|\][ \t\n]*[([]|!\[|`|&#?\w+;|:\/\//i;

/** The formula that begins at `at`, with its delimiters, or null if there is none or its content may be markup instead. */
export function formulaAt(text: string, at: number): string | null {
  if (at > 0 && /[\w$\\]/.test(text[at - 1] ?? '')) return null;
  for (const pattern of [DISPLAY, QUOTED, INLINE]) {
    pattern.lastIndex = at;
    const [whole, inside = ''] = pattern.exec(text) ?? [];
    if (whole !== undefined) return hidesText(inside) || !MARKUP.test(inside) ? whole : null;
  }
  return null;
}

/** Whether some words of a formula may be invisible to readers. */
export function hidesText(formula: string): boolean {
  return HIDING.test(formula) || formula.search(COMMENT) !== -1;
}

/** The visible text of a formula, or null if a command in it makes that uncertain. */
export function shownFormula(formula: string): string | null {
  return HIDING.test(formula) ? null : formula.replace(COMMENT, '$1');
}
