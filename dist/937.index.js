"use strict";
exports.id = 937;
exports.ids = [937,474];
exports.modules = {

/***/ 2937:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   saidIn: () => (/* binding */ saidIn)
/* harmony export */ });
/* harmony import */ var _shared_page_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(9474);
/** Extracts the author's own words from a comment, without quotes, code and hidden text. */

/** Elements whose text is quoted, shown as an example, or not visible. */
const NOT_SAID = new Set(`blockquote code img kbd pre rp samp script style template textarea title tt xmp ${_shared_page_index_js__WEBPACK_IMPORTED_MODULE_0__/* .ESCAPED */ .Oh} ${_shared_page_index_js__WEBPACK_IMPORTED_MODULE_0__/* .FOOTNOTE */ .RC} ${_shared_page_index_js__WEBPACK_IMPORTED_MODULE_0__/* .FORMULA */ .rP}`.split(' '));
/** Replaces text left out within a line. Not a space, so that the text beside it does not become a separate word. */
const GAP = '\ufffc';
/** The author's own words, one string per block with its line breaks. Empty if the comment could not be parsed. */
function saidIn(body) {
    const blocks = [];
    let block = '';
    const end = () => {
        if (block.trim() !== '')
            blocks.push(block);
        block = '';
    };
    const visit = (node) => {
        if (typeof node === 'string')
            block += node;
        else {
            if (node.isBlock)
                end();
            if (node.name === 'br')
                block += '\n';
            else if (!NOT_SAID.has(node.name))
                node.children.forEach(visit);
            else if (!node.isBlock)
                block += GAP;
            if (node.isBlock)
                end();
        }
    };
    (0,_shared_page_index_js__WEBPACK_IMPORTED_MODULE_0__.readPage)(body).nodes.forEach(visit);
    end();
    return blocks;
}


/***/ }),

/***/ 593:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Cp: () => (/* binding */ createParser),
/* harmony export */   Md: () => (/* binding */ NESTING_MAX),
/* harmony export */   a2: () => (/* binding */ markdownTree),
/* harmony export */   pg: () => (/* binding */ taskState)
/* harmony export */ });
/* unused harmony export markdownTokens */
/* harmony import */ var markdown_it__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7863);
/**
 * Parses Markdown as GitHub does (CommonMark with tables, strikethrough and bare web addresses) into a tree. Callers build their output
 * from the nodes. Importing this module loads markdown-it, so import it with `import()` only when there is text to parse.
 */

/** Maximum nesting depth. Deeper blocks are left out, and deeper inline syntax is text. */
const NESTING_MAX = 100;
const SCHEME = /(?:^|[^a-z])(https?)$/i;
const ADDRESS = /:\/\/[^\s<>`*\p{Cc}]*[^\s<>`*\p{Cc}.,;:!?)\]_~"']/uy;
/**
 * A bare `https://…` becomes one link with `info` "auto", as on GitHub, so a `_` in it is not emphasis. No other text is linked
 * automatically.
 */
function bareAddress(state, silent) {
    const { src, pos, pending, linkLevel } = state;
    if (linkLevel > 0 || src[pos] !== ':' || src[pos + 1] !== '/')
        return false;
    const scheme = SCHEME.exec(pending.slice(-6))?.[1];
    ADDRESS.lastIndex = pos;
    const rest = scheme === undefined ? undefined : ADDRESS.exec(src)?.[0];
    if (scheme === undefined || rest === undefined || pos + rest.length > state.posMax)
        return false;
    if (!silent) {
        state.pending = pending.slice(0, -scheme.length);
        const open = state.push('link_open', 'a', 1);
        open.attrSet('href', scheme + rest);
        open.info = 'auto';
        state.push('text', '', 0).content = scheme + rest;
        state.push('link_close', 'a', -1).info = 'auto';
    }
    state.pos += rest.length;
    return true;
}
function createParser(html) {
    const parser = (0,markdown_it__WEBPACK_IMPORTED_MODULE_0__/* ["default"] */ .A)('default', { html, linkify: false, typographer: false, maxNesting: NESTING_MAX });
    // Links with any scheme are kept, so the tree matches GitHub's. Callers must check an address before they use it.
    parser.validateLink = () => true;
    parser.normalizeLink = (url) => url;
    parser.normalizeLinkText = (text) => text;
    parser.inline.ruler.before('linkify', 'bare_address', bareAddress);
    return parser;
}
/** Parsers by their `html` option, created on first use so that a trace report opens fast. */
const parsers = new Map();
function parserFor(html) {
    const parser = parsers.get(html) ?? createParser(html);
    parsers.set(html, parser);
    return parser;
}
/** markdown-it's flat list of tokens. Inline tokens are the `children` of tokens of type `inline`. */
function markdownTokens(text, { html = false } = {}) {
    return parserFor(html).parse(text, {});
}
/** Converts the token list to a tree. */
function markdownTree(text, options) {
    return nodesOf(markdownTokens(text, options));
}
function nodesOf(tokens) {
    const top = [];
    const open = [top];
    for (const token of tokens) {
        const siblings = open.at(-1) ?? top;
        if (token.nesting < 0) {
            if (open.length > 1)
                open.pop();
        }
        else if (token.type === 'inline') {
            siblings.push(...nodesOf(token.children ?? []));
        }
        else {
            const children = token.children === null ? [] : nodesOf(token.children);
            siblings.push({ type: token.type.replace(/_open$/, ''), token, text: token.content, children });
            if (token.nesting > 0)
                open.push(children);
        }
    }
    return top;
}
/** Whether a task list item (`[ ]` or `[x]`) is checked, or null for other nodes. */
function taskState(item) {
    const [paragraph] = item.children;
    const [first] = paragraph?.type === 'paragraph' ? paragraph.children : [];
    const mark = first?.type === 'text' ? /^\[([ \txX])\][ \t]/.exec(first.text) : null;
    return mark === null ? null : /x/i.test(mark[1] ?? '');
}


/***/ }),

/***/ 8014:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   I5: () => (/* binding */ shownFormula),
/* harmony export */   YT: () => (/* binding */ formulaAt),
/* harmony export */   xk: () => (/* binding */ hidesText)
/* harmony export */ });
/** Formulas in GitHub's Markdown: where they begin and end, and which parts readers do not see. Pure. */
const DISPLAY = /\$\$([^]+?)\$\$/y;
const QUOTED = /\$`([^`]+)`\$/y;
const INLINE = /\$(?![\s$`])((?:[^$\\]|\\[^])*?)(?<!\s)\$(?![\w$])/y;
/** Commands that draw nothing, overlap other text, change colours or sizes, or define other commands. */
const HIDING = /\\(?:[hv]?phantom|(?:text|math)?color(?:box)?|fcolorbox|definecolor|(?:math)?[rlc]lap|smash|[hm]skip|m?kern|hspace|raise|lower|move(?:left|right)|(?:re)?new(?:command|environment)|providecommand|[gex]?def|let|label|style|class|cssId|data|href|require|tiny|scriptscriptstyle|mathchoice|(?:math|text)tip|toggle|mmlToken|unicode|DeclareMathOperator|if|iffalse|vphantom|Tiny|llap|mathstyle|hidewidth|verb)(?![a-zA-Z])/;
const COMMENT = /(?<!\\)((?:\\\\)*)%[^\n]*/g;
/** Content that may be Markdown rather than part of the formula: HTML, links, code, character references. */
const MARKUP = /<[a-z!?/]|\][ \t\n]*[([]|!\[|`|&#?\w+;|:\/\//i;
/** The formula that begins at `at`, with its delimiters, or null if there is none or its content may be markup instead. */
function formulaAt(text, at) {
    if (at > 0 && /[\w$\\]/.test(text[at - 1] ?? ''))
        return null;
    for (const pattern of [DISPLAY, QUOTED, INLINE]) {
        pattern.lastIndex = at;
        const [whole, inside = ''] = pattern.exec(text) ?? [];
        if (whole !== undefined)
            return hidesText(inside) || !MARKUP.test(inside) ? whole : null;
    }
    return null;
}
/** Whether some words of a formula may be invisible to readers. */
function hidesText(formula) {
    return HIDING.test(formula) || formula.search(COMMENT) !== -1;
}
/** The visible text of a formula, or null if a command in it makes that uncertain. */
function shownFormula(formula) {
    return HIDING.test(formula) ? null : formula.replace(COMMENT, '$1');
}


/***/ }),

/***/ 9474:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  Oh: () => (/* reexport */ ESCAPED),
  RC: () => (/* reexport */ FOOTNOTE),
  rP: () => (/* reexport */ FORMULA),
  READ_MAX: () => (/* binding */ READ_MAX),
  readPage: () => (/* binding */ readPage)
});

// EXTERNAL MODULE: ./node_modules/parse5/dist/index.js + 17 modules
var dist = __webpack_require__(3194);
;// CONCATENATED MODULE: ./build/src/shared/page/elements.js
/**
 * Elements for content that HTML has no element for. Raw HTML can contain them too, but then a writer can only have
 * their own text treated as escaped text, a formula or a footnote.
 */
const ESCAPED = 'x-escaped';
const FORMULA = 'x-formula';
const FOOTNOTE = 'x-footnote';

// EXTERNAL MODULE: ./build/src/shared/markdown.js
var shared_markdown = __webpack_require__(593);
;// CONCATENATED MODULE: ./build/src/shared/page/block-rules.js

const FOOTNOTE_LABEL = /^\[\^([^\]\s]+)\]:/;
/** The delimiter row of a table with one column. */
const NARROW_ROW = /^(?:\|[ \t]*:?-+:?[ \t]*\|?|:?-+:?[ \t]*\|)$/;
/** A line with nothing but a tag ends a table and begins HTML, although it does not end a paragraph. */
const TAG_LINE = /^<(?:\/[a-z][a-z0-9-]*\s*|[a-z][a-z0-9-]*(?:\s+[a-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?)*\s*\/?)>\s*$/i;
function tagAfterTable(...[state, line, , silent]) {
    const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
    return silent && state.parentType === 'table' && TAG_LINE.test(state.src.slice(start, state.eMarks[line]));
}
/** The text of a footnote: the rest of its first line, and lines indented by four columns. */
function footnote(...[state, line, end, silent]) {
    const { bMarks, tShift, sCount, eMarks, blkIndent, parentType } = state;
    const start = (bMarks[line] ?? 0) + (tShift[line] ?? 0);
    const [head, label = ''] = FOOTNOTE_LABEL.exec(state.src.slice(start, eMarks[line])) ?? [];
    if (head === undefined || (sCount[line] ?? 0) - blkIndent >= 4)
        return false;
    if (silent)
        return true;
    const [begin, shift, columns] = [bMarks[line] ?? 0, tShift[line] ?? 0, sCount[line] ?? 0];
    const rest = start + head.length;
    const blanks = /^[ \t]*/.exec(state.src.slice(rest, eMarks[line]))?.[0].length ?? 0;
    const open = state.push('footnote_open', FOOTNOTE, 1);
    open.attrSet('label', label);
    [bMarks[line], tShift[line], sCount[line]] = [rest, blanks, blkIndent + 4];
    state.blkIndent += 4;
    state.parentType = 'footnote';
    state.md.block.tokenize(state, line, end);
    state.blkIndent = blkIndent;
    state.parentType = parentType;
    [bMarks[line], tShift[line], sCount[line]] = [begin, shift, columns];
    state.push('footnote_close', FOOTNOTE, -1);
    return true;
}
/**
 * A table of one column whose header has no `|`, which markdown-it does not recognize. Its rows are parsed as
 * paragraphs; what matters is that no line continues them.
 */
function narrowTable(...[state, line, end, silent]) {
    const { bMarks, tShift, sCount, eMarks, blkIndent } = state;
    const at = (row) => state.src.slice((bMarks[row] ?? 0) + (tShift[row] ?? 0), eMarks[row]).trim();
    const isInside = (row) => row < end && at(row) !== '' && (sCount[row] ?? 0) >= blkIndent && (sCount[row] ?? 0) - blkIndent < 4;
    if (!isInside(line) || !isInside(line + 1) || at(line).includes('|') || !NARROW_ROW.test(at(line + 1)))
        return false;
    if (silent)
        return true;
    const enders = state.md.block.ruler.getRules('blockquote');
    const row = (number) => {
        state.push('paragraph_open', 'p', 1).map = [number, number + 1];
        const [cell = ''] = at(number)
            .replace(/^\|/, '')
            .split(/(?<!\\)\|/);
        Object.assign(state.push('inline', '', 0), { content: cell.trim(), map: [number, number + 1], children: [] });
        state.push('paragraph_close', 'p', -1);
    };
    const { parentType } = state;
    state.parentType = 'table';
    row(line);
    state.line = line + 2;
    for (; isInside(state.line); state.line += 1) {
        const next = state.line;
        if (enders.some((ends) => ends(state, next, end, true)))
            break;
        row(next);
    }
    state.parentType = parentType;
    return true;
}
/** Adds the rules to a parser with markdown-it's default rules. */
function addBlockRules({ block: { ruler } }) {
    ruler.before('reference', 'footnote', footnote, { alt: ['paragraph', 'reference', 'blockquote', 'list'] });
    // markdown-it checks for tables first, and would find one where GitHub sees the beginning of a comment or another
    // block.
    const [table] = ruler.getRules('');
    ruler.disable('table');
    if (table !== undefined)
        for (const [name, rule] of Object.entries({ github_table: table, narrow_table: narrowTable }))
            ruler.before('lheading', name, rule, { alt: ['paragraph', 'reference'] });
    ruler.push('tag_after_table', tagAfterTable, { alt: ['blockquote'] });
}

// EXTERNAL MODULE: ./build/src/shared/page/formula.js
var formula = __webpack_require__(8014);
;// CONCATENATED MODULE: ./build/src/shared/page/html.js





const FOOTNOTE_REFERENCE = /\[\^([^\]\s]+)\]/y;
/** Tags that GitHub shows as text. */
const SHOWN_TAG = /<(?=\/?(?:title|textarea|style|xmp|iframe|noembed|noframes|script|plaintext)(?:[\s/>]|$))/gi;
function footnoteReference(state, silent) {
    FOOTNOTE_REFERENCE.lastIndex = state.pos;
    const [whole, label = ''] = FOOTNOTE_REFERENCE.exec(state.src) ?? [];
    if (whole === undefined || state.pos + whole.length > state.posMax)
        return false;
    if (!silent)
        state.push('footnote_reference', '', 0).content = label;
    state.pos += whole.length;
    return true;
}
/**
 * Moves referenced footnotes to the end and removes others, because text that is not on the page must not open or close
 * a comment.
 */
function placeFootnotes(tokens) {
    const labels = tokens.flatMap(({ children }) => (children ?? []).flatMap(({ type, content }) => (type === 'footnote_reference' ? [content.toLowerCase()] : [])));
    const referred = new Set(labels);
    const open = [[]];
    const notes = [];
    for (const token of tokens) {
        if (token.type === 'footnote_open')
            open.push([]);
        open.at(-1)?.push(token);
        if (token.type !== 'footnote_close')
            continue;
        const note = open.pop() ?? [];
        // Of several footnotes with the same label, the first one applies.
        if (referred.delete(String(note[0]?.attrGet('label')).toLowerCase()))
            notes.push(...note);
    }
    return [...(open[0] ?? []), ...notes];
}
function html_formula(state, silent) {
    if (state.src[state.pos] !== '$')
        return false;
    const found = (0,formula/* formulaAt */.YT)(state.src.slice(0, state.posMax), state.pos);
    if (found === null)
        return false;
    if (!silent)
        state.push('formula', '', 0).content = found;
    state.pos += found.length;
    return true;
}
const parser = (0,shared_markdown/* createParser */.Cp)(true);
addBlockRules(parser);
parser.inline.ruler.before('escape', 'formula', html_formula);
parser.inline.ruler.after('image', 'footnote_reference', footnoteReference);
// Otherwise escapes and character references are merged with the surrounding text and can no longer be distinguished.
parser.core.ruler.disable('text_join');
const { escapeHtml, unescapeAll } = parser.utils;
const content = (tokens, at) => tokens[at]?.content ?? '';
const raw = (tokens, at) => content(tokens, at).replace(SHOWN_TAG, '&lt;');
const html_element = (name, text) => `<${name}>${escapeHtml(text)}</${name}>`;
Object.assign(parser.renderer.rules, {
    html_block: raw,
    html_inline: raw,
    formula: (tokens, at) => html_element(FORMULA, content(tokens, at)),
    footnote_reference: (tokens, at) => escapeHtml(`[^${content(tokens, at)}]`),
    hardbreak: () => '<br>',
    text_special: (tokens, at) => html_element(ESCAPED, content(tokens, at)),
    // Writes a fence's language the way GitHub does.
    fence: (tokens, at) => {
        const [language = ''] = unescapeAll(tokens[at]?.info ?? '')
            .trim()
            .split(/\s+/);
        return `<pre${language === '' ? '' : ` lang="${escapeHtml(language)}"`}>${html_element('code', content(tokens, at))}</pre>\n`;
    },
});
function githubHtml(markdown) {
    const environment = {};
    const tokens = placeFootnotes(parser.parse(markdown, environment));
    const openTag = tokens.findIndex(({ type, content }) => type === 'html_block' && endsInTag(content));
    const kept = openTag === -1 ? [...tokens] : tokens.slice(0, openTag);
    return {
        html: parser.renderer.render(kept, parser.options, environment),
        tooDeep: tokens.some(({ level }) => level > shared_markdown/* NESTING_MAX */.Md - 10),
        openTag: openTag !== -1,
    };
}
function endsInTag(html) {
    let ends = false;
    const ignore = () => undefined;
    const tokenizer = new dist/* Tokenizer */._F({}, {
        onParseError: ({ code }) => void (ends ||= code === dist/* ErrorCodes */.tG.eofInTag),
        ...{ onComment: ignore, onDoctype: ignore, onStartTag: ignore, onEndTag: ignore, onEof: ignore },
        ...{ onCharacter: ignore, onNullCharacter: ignore, onWhitespaceCharacter: ignore },
    });
    tokenizer.write(html, true);
    return ends;
}

;// CONCATENATED MODULE: ./build/src/shared/page/index.js
/**
 * The visible page that GitHub renders from a Markdown text, as a tree of HTML elements without comments. As on GitHub,
 * Markdown is converted to HTML, and an HTML parser determines where elements and comments end, because those may span
 * Markdown blocks. Loads markdown-it and parse5, so import it with `import()`.
 */




/** Maximum UTF-16 units to parse. GitHub accepts bodies of 65,536 characters. */
const READ_MAX = 2 * 65_536;
/** HTML parsers fix badly nested tags by repeating elements, which can multiply them without limit. */
const ELEMENTS_MAX = 60_000;
const DEPTH_MAX = 250;
const BLOCKS = new Set(`address article aside blockquote caption center dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr legend li
  main nav ol option p pre section summary table tbody td tfoot th thead tr ul ${FOOTNOTE}`.split(/\s+/));
class TooManyElements extends Error {
}
/** The page of the first `READ_MAX` units of a text, without nodes if it could not be parsed. */
function readPage(markdown) {
    // A leading byte order mark is not part of the text.
    const { html, tooDeep, openTag } = githubHtml(markdown.slice(0, READ_MAX).replace(/^\ufeff/, ''));
    const faults = new Set([
        ...(tooDeep ? ['too deep'] : []),
        ...(openTag ? ['open tag'] : []),
    ]);
    let elements = 0;
    const treeAdapter = {
        ...dist/* defaultTreeAdapter */.jh,
        createElement(...parts) {
            elements += 1;
            if (elements > ELEMENTS_MAX)
                throw new TooManyElements();
            return dist/* defaultTreeAdapter */.jh.createElement(...parts);
        },
    };
    try {
        const root = (0,dist/* parseFragment */.oH)(html, {
            treeAdapter,
            onParseError({ code }) {
                if (code === dist/* ErrorCodes */.tG.eofInComment)
                    faults.add('open comment');
            },
        });
        return { nodes: nodesOf(root.childNodes, { faults, depth: 0 }), faults: [...faults] };
    }
    catch (error) {
        if (!(error instanceof TooManyElements))
            throw error;
        return { nodes: [], faults: ['too many elements'] };
    }
}
function nodesOf(children, { faults, depth }) {
    if (depth > DEPTH_MAX) {
        faults.add('too deep');
        return [];
    }
    return children.flatMap((child) => {
        if ('value' in child)
            return [child.value];
        if (!('tagName' in child))
            return [];
        const inside = nodesOf(child.childNodes, { faults, depth: depth + 1 });
        const isBlock = BLOCKS.has(child.tagName) || inside.some((node) => typeof node !== 'string' && node.isBlock);
        const attributes = new Map(child.attrs.map(({ name, value }) => [name, value]));
        return [{ name: child.tagName, attributes, children: inside, isBlock }];
    });
}


/***/ })

};
;