"use strict";
exports.id = 267;
exports.ids = [267];
exports.modules = {

/***/ 1157:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   e: () => (/* binding */ scriptJson),
/* harmony export */   j: () => (/* binding */ htmlText)
/* harmony export */ });
/* harmony import */ var _text_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(695);
/** HTML for the report: agent text is always text, never markup (contract 9). */

const ENTITIES = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
    '`': '&#96;',
};
/** Text for element content and quoted attributes. `\n` is the only line break, and invisible characters are removed. */
function htmlText(text) {
    return (0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .visibleText */ .Q6)(text).replace(/[&<>"'`]/g, (character) => ENTITIES[character] ?? '');
}
/** A value as JSON that is safe inside `<script type="application/json">`. Undefined gives `null`. */
function scriptJson(value) {
    const json = JSON.stringify(value);
    return (json ?? 'null').replace(/[<>&\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}


/***/ }),

/***/ 4267:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  G: () => (/* binding */ renderMarkdown),
  F: () => (/* binding */ renderMarkdownHtml)
});

// EXTERNAL MODULE: ./build/src/safe/links.js
var links = __webpack_require__(1583);
// EXTERNAL MODULE: ./build/src/safe/html.js
var html = __webpack_require__(1157);
// EXTERNAL MODULE: ./build/src/safe/markdown.js
var markdown = __webpack_require__(6149);
// EXTERNAL MODULE: ./build/src/safe/text.js
var safe_text = __webpack_require__(695);
// EXTERNAL MODULE: ./build/src/shared/markdown.js + 13 modules
var shared_markdown = __webpack_require__(8594);
;// CONCATENATED MODULE: ./build/src/safe/markdown-document.js
/**
 * Parses agent Markdown into a small tree that contains only what is shown of it (contract 6.4 "Readable"). HTML is text, an image is its
 * alternative text, and a link is its text and host. Pure.
 */


/** Maximum UTF-16 length that is parsed as Markdown. The parser needs less than 200 ms for a hostile text of this size (contract 6.5). */
const READ_MAX = 20_000;
/** Text that the parser is slow with or does not parse to the end is shown as code. */
const HOSTILE = [
    /^(?:[ \t]*(?:>|[-+*][ \t]|\d{1,9}[.)][ \t])){20}/m,
    /^(?:[^|\n]*\|){100}/m,
    /(?:\[[^\n[]{0,3}){300}/,
];
/** The blocks of a text of at most `READ_MAX` units, or null if it should be shown as code. */
function readDocument(text, readLink) {
    const visible = (0,safe_text/* visibleText */.Q6)(text);
    if (visible.length > READ_MAX || HOSTILE.some((pattern) => pattern.test(visible)))
        return null;
    const tree = (0,shared_markdown/* markdownTree */.a2)(visible);
    return isDeep(tree) ? null : blocksOf(tree, readLink);
}
function isDeep(nodes) {
    return nodes.some(({ token, children }) => token.block && (token.level > shared_markdown/* NESTING_MAX */.Md - 10 || isDeep(children)));
}
function blocksOf(nodes, readLink) {
    const blocks = nodes.map((node) => {
        const inline = () => inlineOf(node.children, readLink);
        switch (node.type) {
            case 'heading':
                return { kind: 'heading', level: Number(node.token.tag.slice(1)), children: inline() };
            case 'bullet_list':
            case 'ordered_list':
                return listOf(node, readLink);
            case 'blockquote':
                return { kind: 'quote', blocks: blocksOf(node.children, readLink) };
            case 'fence':
            case 'code_block':
                return { kind: 'code', text: node.text, language: node.token.info.trim().split(/\s/)[0] ?? '' };
            case 'table':
                return tableOf(node, readLink);
            case 'hr':
                return { kind: 'rule' };
            default:
                return { kind: 'paragraph', children: inline() };
        }
    });
    return blocks.filter((block) => !isBlank(block));
}
/** Empty items are dropped, because they would be parsed as a thematic break or a setext underline. */
function isBlank(block) {
    if (block.kind === 'heading' || block.kind === 'paragraph')
        return isEmpty(block.children);
    return (block.kind === 'list' && block.items.length === 0) || (block.kind === 'quote' && block.blocks.length === 0);
}
function isEmpty(nodes) {
    return nodes.every((node) => (node.kind === 'text' ? node.text.trim() === '' : node.kind === 'break'));
}
function listOf(list, readLink) {
    const all = list.children.map((item) => {
        const checked = (0,shared_markdown/* taskState */.pg)(item);
        const task = checked === null ? [] : blocksOf(withoutMark(item.children), readLink);
        // A checkbox without text after it is not a task.
        return task[0]?.kind === 'paragraph'
            ? { checked, blocks: task }
            : { checked: null, blocks: blocksOf(item.children, readLink) };
    });
    const items = all.filter(({ blocks }) => blocks.length > 0);
    const paragraphs = list.children.flatMap(({ children }) => children.filter(({ type }) => type === 'paragraph'));
    const start = Number(list.token.attrGet('start') ?? 1);
    return {
        kind: 'list',
        start: list.type === 'ordered_list' ? start : null,
        tight: paragraphs.every(({ token }) => token.hidden),
        items,
    };
}
/** The item's content after `[x] `. */
function withoutMark([paragraph, ...rest]) {
    const [first, ...others] = paragraph?.children ?? [];
    if (paragraph === undefined || first === undefined)
        return rest;
    return [{ ...paragraph, children: [{ ...first, text: first.text.slice(4) }, ...others] }, ...rest];
}
function tableOf(table, readLink) {
    const rows = table.children.flatMap(({ children }) => children);
    const align = (rows[0]?.children ?? []).map(({ token }) => {
        const [, side] = /text-align:(left|center|right)/.exec(String(token.attrGet('style') ?? '')) ?? [];
        return side ?? null;
    });
    return {
        kind: 'table',
        align,
        rows: rows.map(({ children }) => align.map((_, at) => inlineOf(children[at]?.children ?? [], readLink))),
    };
}
const WRAPPERS = { em: 'em', strong: 'strong', s: 'strike' };
function inlineOf(nodes, readLink, inLink = false) {
    const found = [];
    let text = '';
    // Merges pieces of text, because GitHub's filters see the whole text.
    const flush = () => {
        if (text !== '')
            found.push(...(inLink ? [{ kind: 'text', text }] : inlineText(text, readLink)));
        text = '';
    };
    for (const node of nodes) {
        if (node.type === 'text' || node.type === 'text_special' || node.type === 'image') {
            text += oneLine(node.type === 'image' ? alternative(node) : node.text);
            continue;
        }
        flush();
        if (node.type in WRAPPERS) {
            const children = inlineOf(node.children, readLink, inLink);
            if (isEmpty(children))
                found.push(...children);
            else
                found.push({ kind: WRAPPERS[node.type], children });
        }
        else if (node.type === 'link')
            found.push(...linkOf(node, readLink));
        else if (node.type === 'code_inline') {
            const code = oneLine(node.text);
            if (code.trim() !== '')
                found.push({ kind: 'code', text: code });
        }
        else if (node.type === 'softbreak' || node.type === 'hardbreak')
            found.push({ kind: 'break', hard: node.type === 'hardbreak' });
    }
    flush();
    return merged(found);
}
/** Merges adjacent texts, because GitHub's filters also match across them. */
function merged(nodes) {
    return nodes.reduce((all, node) => {
        const before = all.at(-1);
        if (node.kind === 'text' && before?.kind === 'text')
            all.splice(-1, 1, { kind: 'text', text: before.text + node.text });
        else
            all.push(node);
        return all;
    }, []);
}
/** Character references may produce line breaks and invisible characters. */
function oneLine(text) {
    return (0,safe_text/* visibleText */.Q6)(text).replaceAll('\n', ' ');
}
function plain(nodes) {
    return nodes
        .map(({ text, children, type }) => type.endsWith('break') ? ' ' : text === '' || children.length > 0 ? plain(children) : text)
        .join('');
}
function alternative(image) {
    return plain(image.children).trim() || 'image';
}
function linkOf(node, readLink) {
    const href = String(node.token.attrGet('href') ?? '');
    if (node.token.info === 'auto')
        return inlineText(oneLine(plain(node.children)), readLink);
    const children = inlineOf(node.children, readLink, true);
    const target = readLink(href);
    if (target !== null)
        return [{ kind: 'link', children, target }];
    const parsed = /^(?:https?:)?\/\//i.test(href) ? URL.parse(href, 'https://unknown.invalid') : null;
    if (parsed === null)
        return children;
    const host = oneLine(parsed.host).slice(0, 255);
    // Separate text and code nodes, so that the surrounding text is processed with them.
    return [
        ...children,
        { kind: 'text', text: children.length > 0 ? ' (' : '(' },
        { kind: 'code', text: host },
        { kind: 'text', text: ')' },
    ];
}
const ADDRESS = /\bhttps?:\/\/[^\s<>"'`|\\^{}]{1,2000}/gi;
/** Punctuation that ends a sentence rather than an address. */
const TRAILING = /[.,;:!?)\]*_~]+$/;
/**
 * Addresses that point into a repository of this step become links, others become code, which is inactive and can be copied.
 *
 * @param text on one line, without invisible characters
 */
function inlineText(text, readLink) {
    const found = [];
    let end = 0;
    for (const { 0: match, index } of text.matchAll(ADDRESS)) {
        const address = match.replace(TRAILING, '');
        if (!/:\/\/[^/]/.test(address))
            continue;
        if (index > end)
            found.push({ kind: 'text', text: text.slice(end, index) });
        const target = readLink(address);
        found.push(target === null ? { kind: 'code', text: address } : { kind: 'link', children: [], target });
        end = index + address.length;
    }
    if (end < text.length)
        found.push({ kind: 'text', text: text.slice(end) });
    return found;
}

;// CONCATENATED MODULE: ./build/src/safe/markdown-writer.js
/**
 * Writes a document as Markdown for GitHub, block by block and line by line. Every character that could be syntax becomes a character
 * reference. Pure.
 */

/** The action's own headings use levels 2 and 3. */
const DEMOTED_BY = 3;
function gitHubBlocks(blocks, tight = false) {
    let out = '';
    let before = null;
    // Two adjacent lists need different markers, or they would become one.
    let otherMark = false;
    for (const block of blocks) {
        otherMark = isSameList(before, block) && !otherMark;
        const text = blockText(block, otherMark);
        if (text.trim() === '')
            continue;
        if (out !== '')
            out += tight && mayFollow(before, block) ? '\n' : '\n\n';
        out += text;
        before = block;
    }
    return out;
}
function isSameList(before, block) {
    return before?.kind === 'list' && block.kind === 'list' && (before.start === null) === (block.start === null);
}
/** Whether a block ends a paragraph without a blank line between them. */
function mayFollow(before, block) {
    if (before?.kind !== 'paragraph')
        return false;
    if (block.kind === 'list')
        return block.start === null && itemText(block.items[0], block.tight) !== '';
    return block.kind === 'code' || block.kind === 'quote';
}
function blockText(block, otherMark) {
    switch (block.kind) {
        case 'paragraph':
            return paragraph(gitHubInline(block.children));
        case 'heading': {
            const text = gitHubInline(block.children, { oneLine: true, lineStart: false }).trim();
            // A `#` at the end would close the heading.
            return text === '' ? '' : `${'#'.repeat(Math.min(6, block.level + DEMOTED_BY))} ${text.replace(/#$/, '&#35;')}`;
        }
        case 'list':
            return list(block, otherMark);
        case 'quote':
            return prefixed(gitHubBlocks(block.blocks), '> ', '> ');
        case 'code':
            return (0,markdown/* markdownFence */.p0)(block.text, block.language.toLowerCase());
        case 'table':
            return table(block);
        case 'rule':
            return '___';
    }
}
/** No line of a paragraph may be blank or end in a hard break. */
function paragraph(text) {
    // Other white space is kept, because without it the following text would start the line.
    const lines = text.split('\n').map((line) => line.replace(/^[ \t]+|[ \t]+$/g, ''));
    return lines
        .filter((line) => line !== '' && line !== '\\')
        .join('\n')
        .replace(/\\$/, '');
}
function list({ items, start, tight }, otherMark) {
    return items
        .map((item, at) => {
        const mark = start === null ? (otherMark ? '*' : '-') : `${Math.min(start + at, 999_999_999)}${otherMark ? ')' : '.'}`;
        return prefixed(itemText(item, tight), `${mark} `, ' '.repeat(mark.length + 1));
    })
        .join(tight ? '\n' : '\n\n');
}
function itemText(item, tight) {
    if (item === undefined)
        return '';
    const text = gitHubBlocks(item.blocks, tight);
    return item.checked === null ? text : `[${item.checked ? 'x' : ' '}] ${text}`;
}
function prefixed(text, first, others) {
    return text
        .split('\n')
        .map((line, at) => (at === 0 ? `${first}${line}` : line === '' ? others.trimEnd() : `${others}${line}`))
        .map((line) => (line.trim() === '' ? '' : line))
        .join('\n')
        .trimEnd();
}
const RULES = { left: ':--', center: ':-:', right: '--:' };
function table({ align, rows }) {
    const cellsLine = (cells) => `| ${cells.join(' | ')} |`;
    const [head = '', ...body] = rows.map((row) => cellsLine(row.map((cell) => gitHubInline(cell, { cell: true, oneLine: true, lineStart: false }).trim())));
    return [head, cellsLine(align.map((side) => (side === null ? '---' : RULES[side]))), ...body].join('\n');
}
const MARKS = { em: '*', strong: '**', strike: '~~' };
const TAGS = { em: 'em', strong: 'strong', strike: 'del' };
const isEmphasis = (node) => node.kind in MARKS;
const isSpace = (character) => character === '' || /\s/u.test(character);
const isWord = (character) => /[\p{L}\p{N}]/u.test(character);
/** Punctuation beside which `*` and `~` keep their meaning. */
const isPunctuation = (character) => /[(),.:;?/&<>-]/.test(character);
function gitHubInline(nodes, options = {}) {
    const { lineStart = true, nested = false } = options;
    let out = '';
    nodes.forEach((node, at) => {
        if (isEmphasis(node)) {
            const inner = gitHubInline(node.children, { ...options, lineStart: false, nested: true });
            out += emphasis(inner, {
                kind: node.kind,
                before: out.at(-1) ?? (nested ? '>' : ''),
                after: nextCharacter(nodes[at + 1], options),
            });
            return;
        }
        const atLineStart = out === '' ? lineStart : out.endsWith('\n');
        // An exclamation mark before a link would make it an image.
        if (node.kind === 'link' && out.endsWith('!'))
            out = `${out.slice(0, -1)}&#33;`;
        // Two adjacent code spans would merge into one.
        const afterCode = out.endsWith('`');
        const text = node.kind === 'code' && afterCode ? (0,markdown/* markdownTaggedCode */.nZ)(node.text) : leaf(node, options, atLineStart);
        out += afterCode && text.startsWith('`') ? ` ${text}` : text;
    });
    return out;
}
function leaf(node, options, atLineStart) {
    switch (node.kind) {
        case 'text': {
            const text = (0,markdown/* markdownEscaped */.pE)(node.text);
            return atLineStart ? (0,markdown/* markdownLineStart */.ub)(text.trimStart()) : text;
        }
        case 'code':
            return codeSpan(node.text, options);
        case 'break':
            if (options.oneLine === true)
                return ' ';
            return node.hard ? '\\\n' : '\n';
        case 'link': {
            const text = gitHubInline(node.children, { ...options, lineStart: false, oneLine: true });
            return `[${text === '' ? (0,markdown/* markdownLabel */.ml)(node.target.label) : text}](${node.target.url})`;
        }
    }
}
/** In a table cell, parsers disagree on the end of code that contains both `|` and a backslash. */
function codeSpan(text, { cell = false }) {
    if (!cell || !text.includes('|'))
        return (0,markdown/* markdownCode */.D9)(text);
    return text.includes('\\') ? (0,markdown/* markdownTaggedCode */.nZ)(text) : (0,markdown/* markdownCode */.D9)(text).replaceAll('|', '\\|');
}
function nextCharacter(node, options) {
    if (node === undefined)
        return options.nested === true ? '<' : '';
    return isEmphasis(node) ? '*' : leaf(node, options, false).charAt(0);
}
/** Without the spaces and breaks at both ends. The backslash of a hard break would escape the mark beside it. */
function withoutEdges(inner) {
    let text = inner.trim();
    while (text.startsWith('\\\n'))
        text = text.slice(1).trimStart();
    while (text.endsWith('\\'))
        text = text.slice(0, -1).trimEnd();
    return text;
}
/**
 * Uses Markdown's marks if they are certain to work (`*` depends on the characters on both sides of it), otherwise the equivalent HTML
 * tag.
 */
function emphasis(inner, { kind, before, after }) {
    const trimmed = withoutEdges(inner);
    if (trimmed !== inner) {
        // A tag alone on its line would start an HTML block.
        const at = inner.indexOf(trimmed);
        const [start, end] = [inner.slice(0, at), inner.slice(at + trimmed.length)];
        const within = { kind, before: start.at(-1) ?? before, after: end.charAt(0) || after };
        return trimmed === '' ? inner : `${start}${emphasis(trimmed, within)}${end}`;
    }
    const [first = ''] = /^./su.exec(inner) ?? [];
    const [last = ''] = /.$/su.exec(inner) ?? [];
    const outside = [before, after];
    const edges = [first, last];
    const apart = outside.every(isSpace) && !edges.some(isSpace);
    const words = outside.every((character) => isSpace(character) || isPunctuation(character)) && edges.every(isWord);
    const marked = (apart && !edges.some((edge) => '*~_'.includes(edge))) || words;
    return marked ? `${MARKS[kind]}${inner}${MARKS[kind]}` : `<${TAGS[kind]}>${inner}</${TAGS[kind]}>`;
}

// EXTERNAL MODULE: ./build/src/safe/url.js
var url = __webpack_require__(7255);
;// CONCATENATED MODULE: ./build/src/safe/markdown-html.js
/**
 * Writes blocks as HTML for the trace report, with a fixed list of elements and only the attributes `href`, `start`, `class` and `align`.
 * Pure.
 */



/** The report's own headings use the first three levels. */
const markdown_html_DEMOTED_BY = 3;
const markdown_html_TAGS = { em: 'em', strong: 'strong', strike: 'del' };
function inlineHtml(nodes) {
    return nodes
        .map((node) => {
        switch (node.kind) {
            case 'text':
                return textHtml(node.text);
            case 'code':
                return `<code>${(0,html/* htmlText */.j)(node.text)}</code>`;
            case 'break':
                return node.hard ? '<br>' : '\n';
            case 'link':
                return linkHtml(node);
            default:
                return `<${markdown_html_TAGS[node.kind]}>${inlineHtml(node.children)}</${markdown_html_TAGS[node.kind]}>`;
        }
    })
        .join('');
}
/** With the same words in code as on GitHub, so that both read alike. */
function textHtml(text) {
    return (0,markdown/* textPieces */.Vk)(text)
        .map((piece) => (piece.code ? `<code>${(0,html/* htmlText */.j)(piece.text)}</code>` : (0,html/* htmlText */.j)(piece.text)))
        .join('');
}
function linkHtml({ children, target }) {
    const text = children.length > 0 ? inlineHtml(children) : (0,html/* htmlText */.j)(target.label);
    const address = (0,url/* safeHttpsUrl */.Wb)(target.url);
    return address === null ? text : `<a href="${(0,html/* htmlText */.j)(address)}" rel="noreferrer">${text}</a>`;
}
function htmlBlocks(blocks, tight = false) {
    return blocks.map((block) => blockHtml(block, tight)).join('\n');
}
function blockHtml(block, tight) {
    switch (block.kind) {
        case 'paragraph': {
            const text = inlineHtml(block.children);
            return tight ? text : `<p>${text}</p>`;
        }
        case 'heading': {
            const tag = `h${Math.min(6, block.level + markdown_html_DEMOTED_BY)}`;
            return `<${tag}>${inlineHtml(block.children)}</${tag}>`;
        }
        case 'list': {
            const items = block.items.map((item) => itemHtml(item, block.tight)).join('\n');
            if (block.start === null)
                return `<ul>\n${items}\n</ul>`;
            return `<ol${block.start === 1 ? '' : ` start="${block.start}"`}>\n${items}\n</ol>`;
        }
        case 'quote':
            return `<blockquote>\n${htmlBlocks(block.blocks)}\n</blockquote>`;
        case 'code':
            return `<pre><code>${(0,html/* htmlText */.j)(block.text)}</code></pre>`;
        case 'table':
            return tableHtml(block);
        case 'rule':
            return '<hr>';
    }
}
function itemHtml({ checked, blocks }, tight) {
    // A read-only checkbox needs no form control.
    const mark = checked === null ? '' : `<span class="task">${checked ? '☑' : '☐'}</span> `;
    return `<li>${mark}${htmlBlocks(blocks, tight)}</li>`;
}
function tableHtml({ align, rows }) {
    const row = (cells, tag) => {
        const inner = cells.map((cell, at) => {
            const side = align[at] ?? null;
            return `<${tag}${side === null ? '' : ` class="${side}"`}>${inlineHtml(cell)}</${tag}>`;
        });
        return `<tr>${inner.join('')}</tr>`;
    };
    const [head = [], ...body] = rows;
    const rest = body.length === 0 ? '' : `<tbody>${body.map((cells) => row(cells, 'td')).join('')}</tbody>`;
    return `<table><thead>${row(head, 'th')}</thead>${rest}</table>`;
}

;// CONCATENATED MODULE: ./build/src/safe/rendered-markdown.js
/**
 * Renders agent Markdown readably and safely (contract 6.4 "Readable"): parses it and rebuilds it for GitHub or as HTML. Importing this
 * module loads the Markdown parser. Pure.
 */







/** Limit on the text that is processed. Sanitizing megabytes would block the event loop for too long (contract 6.5). */
const LOOKED_AT_MAX = 1_000_000;
const NO_LINKS = (0,links/* repositoryLinks */.A)({ serverUrl: '', repository: '' });
/** Agent Markdown as Markdown for a summary or comment, and the rest that did not fit. Place it between blank lines. */
function renderMarkdown(text, options = {}) {
    const { visible, beyond } = startOf(text);
    const shown = beginning(visible, Math.min(options.maxLength ?? READ_MAX, READ_MAX));
    const blocks = readDocument(shown, (options.links ?? NO_LINKS).read);
    return {
        text: blocks === null ? (0,markdown/* markdownFence */.p0)(shown, 'text') : gitHubBlocks(blocks),
        rest: visible.slice(shown.length),
        beyond,
    };
}
/**
 * Agent Markdown as HTML for a trace report, with only the elements `p h4 h5 h6 ul ol li blockquote pre code table thead tbody tr th td em
 * strong del br hr span a`. Links lead only into this repository. If more than `maxLength` units were given, a note at the end says so.
 */
function renderMarkdownHtml(text, options = {}) {
    const { visible, beyond } = startOf(text);
    const max = Math.min(options.maxLength ?? READ_MAX, READ_MAX);
    const shown = beginning(visible, max);
    const blocks = readDocument(shown, (options.links ?? NO_LINKS).read);
    if (blocks === null)
        return `<pre><code>${(0,html/* htmlText */.j)((0,safe_text/* cut */.Jj)(visible, max))}</code></pre>`;
    const missing = visible.length - shown.length + beyond;
    return `${htmlBlocks(blocks)}${missing === 0 ? '' : `\n<p>… (${missing} more characters)</p>`}`;
}
function startOf(text) {
    const start = (0,safe_text/* head */.d5)(text, LOOKED_AT_MAX);
    return { visible: (0,safe_text/* visibleText */.Q6)(start).trimEnd(), beyond: text.length - start.length };
}
/** The first `length` units or slightly fewer, to end with a paragraph, line or word if possible. */
function beginning(text, length) {
    if (text.length <= length)
        return text;
    const start = (0,safe_text/* head */.d5)(text, length);
    const end = ['\n\n', '\n', ' '].map((gap) => start.lastIndexOf(gap)).find((at) => at > length * 0.7);
    return end === undefined ? start : start.slice(0, end);
}


/***/ })

};
;