import { createRequire as __WEBPACK_EXTERNAL_createRequire } from "module";
/******/ var __webpack_modules__ = ({

/***/ 181:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("buffer");

/***/ }),

/***/ 1421:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:child_process");

/***/ }),

/***/ 7598:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:crypto");

/***/ }),

/***/ 3024:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:fs");

/***/ }),

/***/ 8161:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:os");

/***/ }),

/***/ 6760:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:path");

/***/ }),

/***/ 8500:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:timers/promises");

/***/ }),

/***/ 932:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("process");

/***/ }),

/***/ 7349:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {



var identity = __nccwpck_require__(1127);
var Scalar = __nccwpck_require__(3301);
var YAMLMap = __nccwpck_require__(4454);
var YAMLSeq = __nccwpck_require__(2223);
var resolveBlockMap = __nccwpck_require__(7103);
var resolveBlockSeq = __nccwpck_require__(334);
var resolveFlowCollection = __nccwpck_require__(3142);

function resolveCollection(CN, ctx, token, onError, tagName, tag) {
    const coll = token.type === 'block-map'
        ? resolveBlockMap.resolveBlockMap(CN, ctx, token, onError, tag)
        : token.type === 'block-seq'
            ? resolveBlockSeq.resolveBlockSeq(CN, ctx, token, onError, tag)
            : resolveFlowCollection.resolveFlowCollection(CN, ctx, token, onError, tag);
    const Coll = coll.constructor;
    // If we got a tagName matching the class, or the tag name is '!',
    // then use the tagName from the node class used to create it.
    if (tagName === '!' || tagName === Coll.tagName) {
        coll.tag = Coll.tagName;
        return coll;
    }
    if (tagName)
        coll.tag = tagName;
    return coll;
}
function composeCollection(CN, ctx, token, props, onError) {
    const tagToken = props.tag;
    const tagName = !tagToken
        ? null
        : ctx.directives.tagName(tagToken.source, msg => onError(tagToken, 'TAG_RESOLVE_FAILED', msg));
    if (token.type === 'block-seq') {
        const { anchor, newlineAfterProp: nl } = props;
        const lastProp = anchor && tagToken
            ? anchor.offset > tagToken.offset
                ? anchor
                : tagToken
            : (anchor ?? tagToken);
        if (lastProp && (!nl || nl.offset < lastProp.offset)) {
            const message = 'Missing newline after block sequence props';
            onError(lastProp, 'MISSING_CHAR', message);
        }
    }
    const expType = token.type === 'block-map'
        ? 'map'
        : token.type === 'block-seq'
            ? 'seq'
            : token.start.source === '{'
                ? 'map'
                : 'seq';
    // shortcut: check if it's a generic YAMLMap or YAMLSeq
    // before jumping into the custom tag logic.
    if (!tagToken ||
        !tagName ||
        tagName === '!' ||
        (tagName === YAMLMap.YAMLMap.tagName && expType === 'map') ||
        (tagName === YAMLSeq.YAMLSeq.tagName && expType === 'seq')) {
        return resolveCollection(CN, ctx, token, onError, tagName);
    }
    let tag = ctx.schema.tags.find(t => t.tag === tagName && t.collection === expType);
    if (!tag) {
        const kt = ctx.schema.knownTags[tagName];
        if (kt?.collection === expType) {
            ctx.schema.tags.push(Object.assign({}, kt, { default: false }));
            tag = kt;
        }
        else {
            if (kt) {
                onError(tagToken, 'BAD_COLLECTION_TYPE', `${kt.tag} used for ${expType} collection, but expects ${kt.collection ?? 'scalar'}`, true);
            }
            else {
                onError(tagToken, 'TAG_RESOLVE_FAILED', `Unresolved tag: ${tagName}`, true);
            }
            return resolveCollection(CN, ctx, token, onError, tagName);
        }
    }
    const coll = resolveCollection(CN, ctx, token, onError, tagName, tag);
    const res = tag.resolve?.(coll, msg => onError(tagToken, 'TAG_RESOLVE_FAILED', msg), ctx.options) ?? coll;
    const node = identity.isNode(res)
        ? res
        : new Scalar.Scalar(res);
    node.range = coll.range;
    node.tag = tagName;
    if (tag?.format)
        node.format = tag.format;
    return node;
}

exports.composeCollection = composeCollection;


/***/ }),

/***/ 3683:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {



var Document = __nccwpck_require__(3021);
var composeNode = __nccwpck_require__(5937);
var resolveEnd = __nccwpck_require__(7788);
var resolveProps = __nccwpck_require__(4631);

function composeDoc(options, directives, { offset, start, value, end }, onError) {
    const opts = Object.assign({ _directives: directives }, options);
    const doc = new Document.Document(undefined, opts);
    const ctx = {
        atKey: false,
        atRoot: true,
        directives: doc.directives,
        options: doc.options,
        schema: doc.schema
    };
    const props = resolveProps.resolveProps(start, {
        indicator: 'doc-start',
        next: value ?? end?.[0],
        offset,
        onError,
        parentIndent: 0,
        startOnNewline: true
    });
    if (props.found) {
        doc.directives.docStart = true;
        if (value &&
            (value.type === 'block-map' || value.type === 'block-seq') &&
            !props.hasNewline)
            onError(props.end, 'MISSING_CHAR', 'Block collection cannot start on same line with directives-end marker');
    }
    // @ts-expect-error If Contents is set, let's trust the user
    doc.contents = value
        ? composeNode.composeNode(ctx, value, props, onError)
        : composeNode.composeEmptyNode(ctx, props.end, start, null, props, onError);
    const contentEnd = doc.contents.range[2];
    const re = resolveEnd.resolveEnd(end, contentEnd, false, onError);
    if (re.comment)
        doc.comment = re.comment;
    doc.range = [offset, contentEnd, re.offset];
    return doc;
}

exports.composeDoc = composeDoc;


/***/ }),

/***/ 5937:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {



var Alias = __nccwpck_require__(4065);
var identity = __nccwpck_require__(1127);
var composeCollection = __nccwpck_require__(7349);
var composeScalar = __nccwpck_require__(5413);
var resolveEnd = __nccwpck_require__(7788);
var utilEmptyScalarPosition = __nccwpck_require__(2599);

const CN = { composeNode, composeEmptyNode };
function composeNode(ctx, token, props, onError) {
    const atKey = ctx.atKey;
    const { spaceBefore, comment, anchor, tag } = props;
    let node;
    let isSrcToken = true;
    switch (token.type) {
        case 'alias':
            node = composeAlias(ctx, token, onError);
            if (anchor || tag)
                onError(token, 'ALIAS_PROPS', 'An alias node must not specify any properties');
            break;
        case 'scalar':
        case 'single-quoted-scalar':
        case 'double-quoted-scalar':
        case 'block-scalar':
            node = composeScalar.composeScalar(ctx, token, tag, onError);
            if (anchor)
                node.anchor = anchor.source.substring(1);
            break;
        case 'block-map':
        case 'block-seq':
        case 'flow-collection':
            try {
                node = composeCollection.composeCollection(CN, ctx, token, props, onError);
                if (anchor)
                    node.anchor = anchor.source.substring(1);
            }
            catch (error) {
                // Almost certainly here due to a stack overflow
                const message = error instanceof Error ? error.message : String(error);
                onError(token, 'RESOURCE_EXHAUSTION', message);
            }
            break;
        default: {
            const message = token.type === 'error'
                ? token.message
                : `Unsupported token (type: ${token.type})`;
            onError(token, 'UNEXPECTED_TOKEN', message);
            isSrcToken = false;
        }
    }
    node ?? (node = composeEmptyNode(ctx, token.offset, undefined, null, props, onError));
    if (anchor && node.anchor === '')
        onError(anchor, 'BAD_ALIAS', 'Anchor cannot be an empty string');
    if (atKey &&
        ctx.options.stringKeys &&
        (!identity.isScalar(node) ||
            typeof node.value !== 'string' ||
            (node.tag && node.tag !== 'tag:yaml.org,2002:str'))) {
        const msg = 'With stringKeys, all keys must be strings';
        onError(tag ?? token, 'NON_STRING_KEY', msg);
    }
    if (spaceBefore)
        node.spaceBefore = true;
    if (comment) {
        if (token.type === 'scalar' && token.source === '')
            node.comment = comment;
        else
            node.commentBefore = comment;
    }
    // @ts-expect-error Type checking misses meaning of isSrcToken
    if (ctx.options.keepSourceTokens && isSrcToken)
        node.srcToken = token;
    return node;
}
function composeEmptyNode(ctx, offset, before, pos, { spaceBefore, comment, anchor, tag, end }, onError) {
    const token = {
        type: 'scalar',
        offset: utilEmptyScalarPosition.emptyScalarPosition(offset, before, pos),
        indent: -1,
        source: ''
    };
    const node = composeScalar.composeScalar(ctx, token, tag, onError);
    if (anchor) {
        node.anchor = anchor.source.substring(1);
        if (node.anchor === '')
            onError(anchor, 'BAD_ALIAS', 'Anchor cannot be an empty string');
    }
    if (spaceBefore)
        node.spaceBefore = true;
    if (comment) {
        node.comment = comment;
        node.range[2] = end;
    }
    return node;
}
function composeAlias({ options }, { offset, source, end }, onError) {
    const alias = new Alias.Alias(source.substring(1));
    if (alias.source === '')
        onError(offset, 'BAD_ALIAS', 'Alias cannot be an empty string');
    if (alias.source.endsWith(':'))
        onError(offset + source.length - 1, 'BAD_ALIAS', 'Alias ending in : is ambiguous', true);
    const valueEnd = offset + source.length;
    const re = resolveEnd.resolveEnd(end, valueEnd, options.strict, onError);
    alias.range = [offset, valueEnd, re.offset];
    if (re.comment)
        alias.comment = re.comment;
    return alias;
}

exports.composeEmptyNode = composeEmptyNode;
exports.composeNode = composeNode;


/***/ }),

/***/ 5413:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {



var identity = __nccwpck_require__(1127);
var Scalar = __nccwpck_require__(3301);
var resolveBlockScalar = __nccwpck_require__(8913);
var resolveFlowScalar = __nccwpck_require__(6842);

function composeScalar(ctx, token, tagToken, onError) {
    const { value, type, comment, range } = token.type === 'block-scalar'
        ? resolveBlockScalar.resolveBlockScalar(ctx, token, onError)
        : resolveFlowScalar.resolveFlowScalar(token, ctx.options.strict, onError);
    const tagName = tagToken
        ? ctx.directives.tagName(tagToken.source, msg => onError(tagToken, 'TAG_RESOLVE_FAILED', msg))
        : null;
    let tag;
    if (ctx.options.stringKeys && ctx.atKey) {
        tag = ctx.schema[identity.SCALAR];
    }
    else if (tagName)
        tag = findScalarTagByName(ctx.schema, value, tagName, tagToken, onError);
    else if (token.type === 'scalar')
        tag = findScalarTagByTest(ctx, value, token, onError);
    else
        tag = ctx.schema[identity.SCALAR];
    let scalar;
    try {
        const res = tag.resolve(value, msg => onError(tagToken ?? token, 'TAG_RESOLVE_FAILED', msg), ctx.options);
        scalar = identity.isScalar(res) ? res : new Scalar.Scalar(res);
    }
    catch (error) {
        const msg = error instanceof Error ? error.message : String(error);
        onError(tagToken ?? token, 'TAG_RESOLVE_FAILED', msg);
        scalar = new Scalar.Scalar(value);
    }
    scalar.range = range;
    scalar.source = value;
    if (type)
        scalar.type = type;
    if (tagName)
        scalar.tag = tagName;
    if (tag.format)
        scalar.format = tag.format;
    if (comment)
        scalar.comment = comment;
    return scalar;
}
function findScalarTagByName(schema, value, tagName, tagToken, onError) {
    if (tagName === '!')
        return schema[identity.SCALAR]; // non-specific tag
    const matchWithTest = [];
    for (const tag of schema.tags) {
        if (!tag.collection && tag.tag === tagName) {
            if (tag.default && tag.test)
                matchWithTest.push(tag);
            else
                return tag;
        }
    }
    for (const tag of matchWithTest)
        if (tag.test?.test(value))
            return tag;
    const kt = schema.knownTags[tagName];
    if (kt && !kt.collection) {
        // Ensure that the known tag is available for stringifying,
        // but does not get used by default.
        schema.tags.push(Object.assign({}, kt, { default: false, test: undefined }));
        return kt;
    }
    onError(tagToken, 'TAG_RESOLVE_FAILED', `Unresolved tag: ${tagName}`, tagName !== 'tag:yaml.org,2002:str');
    return schema[identity.SCALAR];
}
function findScalarTagByTest({ atKey, directives, schema }, value, token, onError) {
    const tag = schema.tags.find(tag => (tag.default === true || (atKey && tag.default === 'key')) &&
        tag.test?.test(value)) || schema[identity.SCALAR];
    if (schema.compat) {
        const compat = schema.compat.find(tag => tag.default && tag.test?.test(value)) ??
            schema[identity.SCALAR];
        if (tag.tag !== compat.tag) {
            const ts = directives.tagString(tag.tag);
            const cs = directives.tagString(compat.tag);
            const msg = `Value may be parsed as either ${ts} or ${cs}`;
            onError(token, 'TAG_RESOLVE_FAILED', msg, true);
        }
    }
    return tag;
}

exports.composeScalar = composeScalar;


/***/ }),

/***/ 9984:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {



var node_process = __nccwpck_require__(932);
var directives = __nccwpck_require__(1342);
var Document = __nccwpck_require__(3021);
var errors = __nccwpck_require__(1464);
var identity = __nccwpck_require__(1127);
var composeDoc = __nccwpck_require__(3683);
var resolveEnd = __nccwpck_require__(7788);

function getErrorPos(src) {
    if (typeof src === 'number')
        return [src, src + 1];
    if (Array.isArray(src))
        return src.length === 2 ? src : [src[0], src[1]];
    const { offset, source } = src;
    return [offset, offset + (typeof source === 'string' ? source.length : 1)];
}
function parsePrelude(prelude) {
    let comment = '';
    let atComment = false;
    let afterEmptyLine = false;
    for (let i = 0; i < prelude.length; ++i) {
        const source = prelude[i];
        switch (source[0]) {
            case '#':
                comment +=
                    (comment === '' ? '' : afterEmptyLine ? '\n\n' : '\n') +
                        (source.substring(1) || ' ');
                atComment = true;
                afterEmptyLine = false;
                break;
            case '%':
                if (prelude[i + 1]?.[0] !== '#')
                    i += 1;
                atComment = false;
                break;
            default:
                // This may be wrong after doc-end, but in that case it doesn't matter
                if (!atComment)
                    afterEmptyLine = true;
                atComment = false;
        }
    }
    return { comment, afterEmptyLine };
}
/**
 * Compose a stream of CST nodes into a stream of YAML Documents.
 *
 * ```ts
 * import { Composer, Parser } from 'yaml'
 *
 * const src: string = ...
 * const tokens = new Parser().parse(src)
 * const docs = new Composer().compose(tokens)
 * ```
 */
class Composer {
    constructor(options = {}) {
        this.doc = null;
        this.atDirectives = false;
        this.prelude = [];
        this.errors = [];
        this.warnings = [];
        this.onError = (source, code, message, warning) => {
            const pos = getErrorPos(source);
            if (warning)
                this.warnings.push(new errors.YAMLWarning(pos, code, message));
            else
                this.errors.push(new errors.YAMLParseError(pos, code, message));
        };
        // eslint-disable-next-line @typescript-eslint/prefer-nullish-coalescing
        this.directives = new directives.Directives({ version: options.version || '1.2' });
        this.options = options;
    }
    decorate(doc, afterDoc) {
        const { comment, afterEmptyLine } = parsePrelude(this.prelude);
        //console.log({ dc: doc.comment, prelude, comment })
        if (comment) {
            const dc = doc.contents;
            if (afterDoc) {
                doc.comment = doc.comment ? `${doc.comment}\n${comment}` : comment;
            }
            else if (afterEmptyLine || doc.directives.docStart || !dc) {
                doc.commentBefore = comment;
            }
            else if (identity.isCollection(dc) && !dc.flow && dc.items.length > 0) {
                let it = dc.items[0];
                if (identity.isPair(it))
                    it = it.key;
                const cb = it.commentBefore;
                it.commentBefore = cb ? `${comment}\n${cb}` : comment;
            }
            else {
                const cb = dc.commentBefore;
                dc.commentBefore = cb ? `${comment}\n${cb}` : comment;
            }
        }
        if (afterDoc) {
            for (let i = 0; i < this.errors.length; ++i)
                doc.errors.push(this.errors[i]);
            for (let i = 0; i < this.warnings.length; ++i)
                doc.warnings.push(this.warnings[i]);
        }
        else {
            doc.errors = this.errors;
            doc.warnings = this.warnings;
        }
        this.prelude = [];
        this.errors = [];
        this.warnings = [];
    }
    /**
     * Current stream status information.
     *
     * Mostly useful at the end of input for an empty stream.
     */
    streamInfo() {
        return {
            comment: parsePrelude(this.prelude).comment,
            directives: this.directives,
            errors: this.errors,
            warnings: this.warnings
        };
    }
    /**
     * Compose tokens into documents.
     *
     * @param forceDoc - If the stream contains no document, still emit a final document including any comments and directives that would be applied to a subsequent document.
     * @param endOffset - Should be set if `forceDoc` is also set, to set the document range end and to indicate errors correctly.
     */
    *compose(tokens, forceDoc = false, endOffset = -1) {
        for (const token of tokens)
            yield* this.next(token);
        yield* this.end(forceDoc, endOffset);
    }
    /** Advance the composer by one CST token. */
    *next(token) {
        if (node_process.env.LOG_STREAM)
            console.dir(token, { depth: null });
        switch (token.type) {
            case 'directive':
                this.directives.add(token.source, (offset, message, warning) => {
                    const pos = getErrorPos(token);
                    pos[0] += offset;
                    this.onError(pos, 'BAD_DIRECTIVE', message, warning);
                });
                this.prelude.push(token.source);
                this.atDirectives = true;
                break;
            case 'document': {
                const doc = composeDoc.composeDoc(this.options, this.directives, token, this.onError);
                if (this.atDirectives && !doc.directives.docStart)
                    this.onError(token, 'MISSING_CHAR', 'Missing directives-end/doc-start indicator line');
                this.decorate(doc, false);
                if (this.doc)
                    yield this.doc;
                this.doc = doc;
                this.atDirectives = false;
                break;
            }
            case 'byte-order-mark':
            case 'space':
                break;
            case 'comment':
            case 'newline':
                this.prelude.push(token.source);
                break;
            case 'error': {
                const msg = token.source
                    ? `${token.message}: ${JSON.stringify(token.source)}`
                    : token.message;
                const error = new errors.YAMLParseError(getErrorPos(token), 'UNEXPECTED_TOKEN', msg);
                if (this.atDirectives || !this.doc)
                    this.errors.push(error);
                else
                    this.doc.errors.push(error);
                break;
            }
            case 'doc-end': {
                if (!this.doc) {
                    const msg = 'Unexpected doc-end without preceding document';
                    this.errors.push(new errors.YAMLParseError(getErrorPos(token), 'UNEXPECTED_TOKEN', msg));
                    break;
                }
                this.doc.directives.docEnd = true;
                const end = resolveEnd.resolveEnd(token.end, token.offset + token.source.length, this.doc.options.strict, this.onError);
                this.decorate(this.doc, true);
                if (end.comment) {
                    const dc = this.doc.comment;
                    this.doc.comment = dc ? `${dc}\n${end.comment}` : end.comment;
                }
                this.doc.range[2] = end.offset;
                break;
            }
            default:
                this.errors.push(new errors.YAMLParseError(getErrorPos(token), 'UNEXPECTED_TOKEN', `Unsupported token ${token.type}`));
        }
    }
    /**
     * Call at end of input to yield any remaining document.
     *
     * @param forceDoc - If the stream contains no document, still emit a final document including any comments and directives that would be applied to a subsequent document.
     * @param endOffset - Should be set if `forceDoc` is also set, to set the document range end and to indicate errors correctly.
     */
    *end(forceDoc = false, endOffset = -1) {
        if (this.doc) {
            this.decorate(this.doc, true);
            yield this.doc;
            this.doc = null;
        }
        else if (forceDoc) {
            const opts = Object.assign({ _directives: this.directives }, this.options);
            const doc = new Document.Document(undefined, opts);
            if (this.atDirectives)
                this.onError(endOffset, 'MISSING_CHAR', 'Missing directives-end indicator line');
            doc.range = [0, endOffset, endOffset];
            this.decorate(doc, false);
            yield doc;
        }
    }
}

exports.Composer = Composer;


/***/ }),

/***/ 7103:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {



var Pair = __nccwpck_require__(7165);
var YAMLMap = __nccwpck_require__(4454);
var resolveProps = __nccwpck_require__(4631);
var utilContainsNewline = __nccwpck_require__(9499);
var utilFlowIndentCheck = __nccwpck_require__(4051);
var utilMapIncludes = __nccwpck_require__(1187);

const startColMsg = 'All mapping items must start at the same column';
function resolveBlockMap({ composeNode, composeEmptyNode }, ctx, bm, onError, tag) {
    const NodeClass = tag?.nodeClass ?? YAMLMap.YAMLMap;
    const map = new NodeClass(ctx.schema);
    if (ctx.atRoot)
        ctx.atRoot = false;
    let offset = bm.offset;
    let commentEnd = null;
    for (const collItem of bm.items) {
        const { start, key, sep, value } = collItem;
        // key properties
        const keyProps = resolveProps.resolveProps(start, {
            indicator: 'explicit-key-ind',
            next: key ?? sep?.[0],
            offset,
            onError,
            parentIndent: bm.indent,
            startOnNewline: true
        });
        const implicitKey = !keyProps.found;
        if (implicitKey) {
            if (key) {
                if (key.type === 'block-seq')
                    onError(offset, 'BLOCK_AS_IMPLICIT_KEY', 'A block sequence may not be used as an implicit map key');
                else if ('indent' in key && key.indent !== bm.indent)
                    onError(offset, 'BAD_INDENT', startColMsg);
            }
            if (!keyProps.anchor && !keyProps.tag && !sep) {
                commentEnd = keyProps.end;
                if (keyProps.comment) {
                    if (map.comment)
                        map.comment += '\n' + keyProps.comment;
                    else
                        map.comment = keyProps.comment;
                }
                continue;
            }
            if (keyProps.newlineAfterProp || utilContainsNewline.containsNewline(key)) {
                onError(key ?? start[start.length - 1], 'MULTILINE_IMPLICIT_KEY', 'Implicit keys need to be on a single line');
            }
        }
        else if (keyProps.found?.indent !== bm.indent) {
            onError(offset, 'BAD_INDENT', startColMsg);
        }
        // key value
        ctx.atKey = true;
        const keyStart = keyProps.end;
        const keyNode = key
            ? composeNode(ctx, key, keyProps, onError)
            : composeEmptyNode(ctx, keyStart, start, null, keyProps, onError);
        if (ctx.schema.compat)
            utilFlowIndentCheck.flowIndentCheck(bm.indent, key, onError);
        ctx.atKey = false;
        if (utilMapIncludes.mapIncludes(ctx, map.items, keyNode))
            onError(keyStart, 'DUPLICATE_KEY', 'Map keys must be unique');
        // value properties
        const valueProps = resolveProps.resolveProps(sep ?? [], {
            indicator: 'map-value-ind',
            next: value,
            offset: keyNode.range[2],
            onError,
            parentIndent: bm.indent,
            startOnNewline: !key || key.type === 'block-scalar'
        });
        offset = valueProps.end;
        if (valueProps.found) {
            if (implicitKey) {
                if (value?.type === 'block-map' && !valueProps.hasNewline)
                    onError(offset, 'BLOCK_AS_IMPLICIT_KEY', 'Nested mappings are not allowed in compact mappings');
                if (ctx.options.strict &&
                    keyProps.start < valueProps.found.offset - 1024)
                    onError(keyNode.range, 'KEY_OVER_1024_CHARS', 'The : indicator must be at most 1024 chars after the start of an implicit block mapping key');
            }
            // value value
            const valueNode = value
                ? composeNode(ctx, value, valueProps, onError)
                : composeEmptyNode(ctx, offset, sep, null, valueProps, onError);
            if (ctx.schema.compat)
                utilFlowIndentCheck.flowIndentCheck(bm.indent, value, onError);
            offset = valueNode.range[2];
            const pair = new Pair.Pair(keyNode, valueNode);
            if (ctx.options.keepSourceTokens)
                pair.srcToken = collItem;
            map.items.push(pair);
        }
        else {
            // key with no value
            if (implicitKey)
                onError(keyNode.range, 'MISSING_CHAR', 'Implicit map keys need to be followed by map values');
            if (valueProps.comment) {
                if (keyNode.comment)
                    keyNode.comment += '\n' + valueProps.comment;
                else
                    keyNode.comment = valueProps.comment;
            }
            const pair = new Pair.Pair(keyNode);
            if (ctx.options.keepSourceTokens)
                pair.srcToken = collItem;
            map.items.push(pair);
        }
    }
    if (commentEnd && commentEnd < offset)
        onError(commentEnd, 'IMPOSSIBLE', 'Map comment with trailing content');
    map.range = [bm.offset, offset, commentEnd ?? offset];
    return map;
}

exports.resolveBlockMap = resolveBlockMap;


/***/ }),

/***/ 8913:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {



var Scalar = __nccwpck_require__(3301);

function resolveBlockScalar(ctx, scalar, onError) {
    const start = scalar.offset;
    const header = parseBlockScalarHeader(scalar, ctx.options.strict, onError);
    if (!header)
        return { value: '', type: null, comment: '', range: [start, start, start] };
    const type = header.mode === '>' ? Scalar.Scalar.BLOCK_FOLDED : Scalar.Scalar.BLOCK_LITERAL;
    const lines = scalar.source ? splitLines(scalar.source) : [];
    // determine the end of content & start of chomping
    let chompStart = lines.length;
    for (let i = lines.length - 1; i >= 0; --i) {
        const content = lines[i][1];
        if (content === '' || content === '\r')
            chompStart = i;
        else
            break;
    }
    // shortcut for empty contents
    if (chompStart === 0) {
        const value = header.chomp === '+' && lines.length > 0
            ? '\n'.repeat(Math.max(1, lines.length - 1))
            : '';
        let end = start + header.length;
        if (scalar.source)
            end += scalar.source.length;
        return { value, type, comment: header.comment, range: [start, end, end] };
    }
    // find the indentation level to trim from start
    let trimIndent = scalar.indent + header.indent;
    let offset = scalar.offset + header.length;
    let contentStart = 0;
    for (let i = 0; i < chompStart; ++i) {
        const [indent, content] = lines[i];
        if (content === '' || content === '\r') {
            if (header.indent === 0 && indent.length > trimIndent)
                trimIndent = indent.length;
        }
        else {
            if (indent.length < trimIndent) {
                const message = 'Block scalars with more-indented leading empty lines must use an explicit indentation indicator';
                onError(offset + indent.length, 'MISSING_CHAR', message);
            }
            if (header.indent === 0)
                trimIndent = indent.length;
            contentStart = i;
            if (trimIndent === 0 && !ctx.atRoot) {
                const message = 'Block scalar values in collections must be indented';
                onError(offset, 'BAD_INDENT', message);
            }
            break;
        }
        offset += indent.length + content.length + 1;
    }
    // include trailing more-indented empty lines in content
    for (let i = lines.length - 1; i >= chompStart; --i) {
        if (lines[i][0].length > trimIndent)
            chompStart = i + 1;
    }
    let value = '';
    let sep = '';
    let prevMoreIndented = false;
    // leading whitespace is kept intact
    for (let i = 0; i < contentStart; ++i)
        value += lines[i][0].slice(trimIndent) + '\n';
    for (let i = contentStart; i < chompStart; ++i) {
        let [indent, content] = lines[i];
        offset += indent.length + content.length + 1;
        const crlf = content[content.length - 1] === '\r';
        if (crlf)
            content = content.slice(0, -1);
        /* istanbul ignore if already caught in lexer */
        if (content && indent.length < trimIndent) {
            const src = header.indent
                ? 'explicit indentation indicator'
                : 'first line';
            const message = `Block scalar lines must not be less indented than their ${src}`;
            onError(offset - content.length - (crlf ? 2 : 1), 'BAD_INDENT', message);
            indent = '';
        }
        if (type === Scalar.Scalar.BLOCK_LITERAL) {
            value += sep + indent.slice(trimIndent) + content;
            sep = '\n';
        }
        else if (indent.length > trimIndent || content[0] === '\t') {
            // more-indented content within a folded block
            if (sep === ' ')
                sep = '\n';
            else if (!prevMoreIndented && sep === '\n')
                sep = '\n\n';
            value += sep + indent.slice(trimIndent) + content;
            sep = '\n';
            prevMoreIndented = true;
        }
        else if (content === '') {
            // empty line
            if (sep === '\n')
                value += '\n';
            else
                sep = '\n';
        }
        else {
            value += sep + content;
            sep = ' ';
            prevMoreIndented = false;
        }
    }
    switch (header.chomp) {
        case '-':
            break;
        case '+':
            for (let i = chompStart; i < lines.length; ++i)
                value += '\n' + lines[i][0].slice(trimIndent);
            if (value[value.length - 1] !== '\n')
                value += '\n';
            break;
        default:
            value += '\n';
    }
    const end = start + header.length + scalar.source.length;
    return { value, type, comment: header.comment, range: [start, end, end] };
}
function parseBlockScalarHeader({ offset, props }, strict, onError) {
    /* istanbul ignore if should not happen */
    if (props[0].type !== 'block-scalar-header') {
        onError(props[0], 'IMPOSSIBLE', 'Block scalar header not found');
        return null;
    }
    const { source } = props[0];
    const mode = source[0];
    let indent = 0;
    let chomp = '';
    let error = -1;
    for (let i = 1; i < source.length; ++i) {
        const ch = source[i];
        if (!chomp && (ch === '-' || ch === '+'))
            chomp = ch;
        else {
            const n = Number(ch);
            if (!indent && n)
                indent = n;
            else if (error === -1)
                error = offset + i;
        }
    }
    if (error !== -1)
        onError(error, 'UNEXPECTED_TOKEN', `Block scalar header includes extra characters: ${source}`);
    let hasSpace = false;
    let comment = '';
    let length = source.length;
    for (let i = 1; i < props.length; ++i) {
        const token = props[i];
        switch (token.type) {
            case 'space':
                hasSpace = true;
            // fallthrough
            case 'newline':
                length += token.source.length;
                break;
            case 'comment':
                if (strict && !hasSpace) {
                    const message = 'Comments must be separated from other tokens by white space characters';
                    onError(token, 'MISSING_CHAR', message);
                }
                length += token.source.length;
                comment = token.source.substring(1);
                break;
            case 'error':
                onError(token, 'UNEXPECTED_TOKEN', token.message);
                length += token.source.length;
                break;
            /* istanbul ignore next should not happen */
            default: {
                const message = `Unexpected token in block scalar header: ${token.type}`;
                onError(token, 'UNEXPECTED_TOKEN', message);
                const ts = token.source;
                if (ts && typeof ts === 'string')
                    length += ts.length;
            }
        }
    }
    return { mode, indent, chomp, comment, length };
}
/** @returns Array of lines split up as `[indent, content]` */
function splitLines(source) {
    const split = source.split(/\n( *)/);
    const first = split[0];
    const m = first.match(/^( *)/);
    const line0 = m?.[1]
        ? [m[1], first.slice(m[1].length)]
        : ['', first];
    const lines = [line0];
    for (let i = 1; i < split.length; i += 2)
        lines.push([split[i], split[i + 1]]);
    return lines;
}

exports.resolveBlockScalar = resolveBlockScalar;


/***/ }),

/***/ 334:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {



var YAMLSeq = __nccwpck_require__(2223);
var resolveProps = __nccwpck_require__(4631);
var utilFlowIndentCheck = __nccwpck_require__(4051);

function resolveBlockSeq({ composeNode, composeEmptyNode }, ctx, bs, onError, tag) {
    const NodeClass = tag?.nodeClass ?? YAMLSeq.YAMLSeq;
    const seq = new NodeClass(ctx.schema);
    if (ctx.atRoot)
        ctx.atRoot = false;
    if (ctx.atKey)
        ctx.atKey = false;
    let offset = bs.offset;
    let commentEnd = null;
    for (const { start, value } of bs.items) {
        const props = resolveProps.resolveProps(start, {
            indicator: 'seq-item-ind',
            next: value,
            offset,
            onError,
            parentIndent: bs.indent,
            startOnNewline: true
        });
        if (!props.found) {
            if (props.anchor || props.tag || value) {
                if (value?.type === 'block-seq')
                    onError(props.end, 'BAD_INDENT', 'All sequence items must start at the same column');
                else
                    onError(offset, 'MISSING_CHAR', 'Sequence item without - indicator');
            }
            else {
                commentEnd = props.end;
                if (props.comment)
                    seq.comment = props.comment;
                continue;
            }
        }
        const node = value
            ? composeNode(ctx, value, props, onError)
            : composeEmptyNode(ctx, props.end, start, null, props, onError);
        if (ctx.schema.compat)
            utilFlowIndentCheck.flowIndentCheck(bs.indent, value, onError);
        offset = node.range[2];
        seq.items.push(node);
    }
    seq.range = [bs.offset, offset, commentEnd ?? offset];
    return seq;
}

exports.resolveBlockSeq = resolveBlockSeq;


/***/ }),

/***/ 7788:
/***/ ((__unused_webpack_module, exports) => {



function resolveEnd(end, offset, reqSpace, onError) {
    let comment = '';
    if (end) {
        let hasSpace = false;
        let sep = '';
        for (const token of end) {
            const { source, type } = token;
            switch (type) {
                case 'space':
                    hasSpace = true;
                    break;
                case 'comment': {
                    if (reqSpace && !hasSpace)
                        onError(token, 'MISSING_CHAR', 'Comments must be separated from other tokens by white space characters');
                    const cb = source.substring(1) || ' ';
                    if (!comment)
                        comment = cb;
                    else
                        comment += sep + cb;
                    sep = '';
                    break;
                }
                case 'newline':
                    if (comment)
                        sep += source;
                    hasSpace = true;
                    break;
                default:
                    onError(token, 'UNEXPECTED_TOKEN', `Unexpected ${type} at node end`);
            }
            offset += source.length;
        }
    }
    return { comment, offset };
}

exports.resolveEnd = resolveEnd;


/***/ }),

/***/ 3142:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {



var identity = __nccwpck_require__(1127);
var Pair = __nccwpck_require__(7165);
var YAMLMap = __nccwpck_require__(4454);
var YAMLSeq = __nccwpck_require__(2223);
var resolveEnd = __nccwpck_require__(7788);
var resolveProps = __nccwpck_require__(4631);
var utilContainsNewline = __nccwpck_require__(9499);
var utilMapIncludes = __nccwpck_require__(1187);

const blockMsg = 'Block collections are not allowed within flow collections';
const isBlock = (token) => token && (token.type === 'block-map' || token.type === 'block-seq');
function resolveFlowCollection({ composeNode, composeEmptyNode }, ctx, fc, onError, tag) {
    const isMap = fc.start.source === '{';
    const fcName = isMap ? 'flow map' : 'flow sequence';
    const NodeClass = (tag?.nodeClass ?? (isMap ? YAMLMap.YAMLMap : YAMLSeq.YAMLSeq));
    const coll = new NodeClass(ctx.schema);
    coll.flow = true;
    const atRoot = ctx.atRoot;
    if (atRoot)
        ctx.atRoot = false;
    if (ctx.atKey)
        ctx.atKey = false;
    let offset = fc.offset + fc.start.source.length;
    for (let i = 0; i < fc.items.length; ++i) {
        const collItem = fc.items[i];
        const { start, key, sep, value } = collItem;
        const props = resolveProps.resolveProps(start, {
            flow: fcName,
            indicator: 'explicit-key-ind',
            next: key ?? sep?.[0],
            offset,
            onError,
            parentIndent: fc.indent,
            startOnNewline: false
        });
        if (!props.found) {
            if (!props.anchor && !props.tag && !sep && !value) {
                if (i === 0 && props.comma)
                    onError(props.comma, 'UNEXPECTED_TOKEN', `Unexpected , in ${fcName}`);
                else if (i < fc.items.length - 1)
                    onError(props.start, 'UNEXPECTED_TOKEN', `Unexpected empty item in ${fcName}`);
                if (props.comment) {
                    if (coll.comment)
                        coll.comment += '\n' + props.comment;
                    else
                        coll.comment = props.comment;
                }
                offset = props.end;
                continue;
            }
            if (!isMap && ctx.options.strict && utilContainsNewline.containsNewline(key))
                onError(key, // checked by containsNewline()
                'MULTILINE_IMPLICIT_KEY', 'Implicit keys of flow sequence pairs need to be on a single line');
        }
        if (i === 0) {
            if (props.comma)
                onError(props.comma, 'UNEXPECTED_TOKEN', `Unexpected , in ${fcName}`);
        }
        else {
            if (!props.comma)
                onError(props.start, 'MISSING_CHAR', `Missing , between ${fcName} items`);
            if (props.comment) {
                let prevItemComment = '';
                loop: for (const st of start) {
                    switch (st.type) {
                        case 'comma':
                        case 'space':
                            break;
                        case 'comment':
                            prevItemComment = st.source.substring(1);
                            break loop;
                        default:
                            break loop;
                    }
                }
                if (prevItemComment) {
                    let prev = coll.items[coll.items.length - 1];
                    if (identity.isPair(prev))
                        prev = prev.value ?? prev.key;
                    if (prev.comment)
                        prev.comment += '\n' + prevItemComment;
                    else
                        prev.comment = prevItemComment;
                    props.comment = props.comment.substring(prevItemComment.length + 1);
                }
            }
        }
        if (!isMap && !sep && !props.found) {
            // item is a value in a seq
            // → key & sep are empty, start does not include ? or :
            const valueNode = value
                ? composeNode(ctx, value, props, onError)
                : composeEmptyNode(ctx, props.end, sep, null, props, onError);
            coll.items.push(valueNode);
            offset = valueNode.range[2];
            if (isBlock(value))
                onError(valueNode.range, 'BLOCK_IN_FLOW', blockMsg);
        }
        else {
            // item is a key+value pair
            // key value
            ctx.atKey = true;
            const keyStart = props.end;
            const keyNode = key
                ? composeNode(ctx, key, props, onError)
                : composeEmptyNode(ctx, keyStart, start, null, props, onError);
            if (isBlock(key))
                onError(keyNode.range, 'BLOCK_IN_FLOW', blockMsg);
            ctx.atKey = false;
            // value properties
            const valueProps = resolveProps.resolveProps(sep ?? [], {
                flow: fcName,
                indicator: 'map-value-ind',
                next: value,
                offset: keyNode.range[2],
                onError,
                parentIndent: fc.indent,
                startOnNewline: false
            });
            if (valueProps.found) {
                if (!isMap && !props.found && ctx.options.strict) {
                    if (sep)
                        for (const st of sep) {
                            if (st === valueProps.found)
                                break;
                            if (st.type === 'newline') {
                                onError(st, 'MULTILINE_IMPLICIT_KEY', 'Implicit keys of flow sequence pairs need to be on a single line');
                                break;
                            }
                        }
                    if (props.start < valueProps.found.offset - 1024)
                        onError(valueProps.found, 'KEY_OVER_1024_CHARS', 'The : indicator must be at most 1024 chars after the start of an implicit flow sequence key');
                }
            }
            else if (value) {
                if ('source' in value && value.source?.[0] === ':')
                    onError(value, 'MISSING_CHAR', `Missing space after : in ${fcName}`);
                else
                    onError(valueProps.start, 'MISSING_CHAR', `Missing , or : between ${fcName} items`);
            }
            // value value
            const valueNode = value
                ? composeNode(ctx, value, valueProps, onError)
                : valueProps.found
                    ? composeEmptyNode(ctx, valueProps.end, sep, null, valueProps, onError)
                    : null;
            if (valueNode) {
                if (isBlock(value))
                    onError(valueNode.range, 'BLOCK_IN_FLOW', blockMsg);
            }
            else if (valueProps.comment) {
                if (keyNode.comment)
                    keyNode.comment += '\n' + valueProps.comment;
                else
                    keyNode.comment = valueProps.comment;
            }
            const pair = new Pair.Pair(keyNode, valueNode);
            if (ctx.options.keepSourceTokens)
                pair.srcToken = collItem;
            if (isMap) {
                const map = coll;
                if (utilMapIncludes.mapIncludes(ctx, map.items, keyNode))
                    onError(keyStart, 'DUPLICATE_KEY', 'Map keys must be unique');
                map.items.push(pair);
            }
            else {
                const map = new YAMLMap.YAMLMap(ctx.schema);
                map.flow = true;
                map.items.push(pair);
                const endRange = (valueNode ?? keyNode).range;
                map.range = [keyNode.range[0], endRange[1], endRange[2]];
                coll.items.push(map);
            }
            offset = valueNode ? valueNode.range[2] : valueProps.end;
        }
    }
    const expectedEnd = isMap ? '}' : ']';
    const [ce, ...ee] = fc.end;
    let cePos = offset;
    if (ce?.source === expectedEnd)
        cePos = ce.offset + ce.source.length;
    else {
        const name = fcName[0].toUpperCase() + fcName.substring(1);
        const msg = atRoot
            ? `${name} must end with a ${expectedEnd}`
            : `${name} in block collection must be sufficiently indented and end with a ${expectedEnd}`;
        onError(offset, atRoot ? 'MISSING_CHAR' : 'BAD_INDENT', msg);
        if (ce && ce.source.length !== 1)
            ee.unshift(ce);
    }
    if (ee.length > 0) {
        const end = resolveEnd.resolveEnd(ee, cePos, ctx.options.strict, onError);
        if (end.comment) {
            if (coll.comment)
                coll.comment += '\n' + end.comment;
            else
                coll.comment = end.comment;
        }
        coll.range = [fc.offset, cePos, end.offset];
    }
    else {
        coll.range = [fc.offset, cePos, cePos];
    }
    return coll;
}

exports.resolveFlowCollection = resolveFlowCollection;


/***/ }),

/***/ 6842:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {



var Scalar = __nccwpck_require__(3301);
var resolveEnd = __nccwpck_require__(7788);

function resolveFlowScalar(scalar, strict, onError) {
    const { offset, type, source, end } = scalar;
    let _type;
    let value;
    const _onError = (rel, code, msg) => onError(offset + rel, code, msg);
    switch (type) {
        case 'scalar':
            _type = Scalar.Scalar.PLAIN;
            value = plainValue(source, _onError);
            break;
        case 'single-quoted-scalar':
            _type = Scalar.Scalar.QUOTE_SINGLE;
            value = singleQuotedValue(source, _onError);
            break;
        case 'double-quoted-scalar':
            _type = Scalar.Scalar.QUOTE_DOUBLE;
            value = doubleQuotedValue(source, _onError);
            break;
        /* istanbul ignore next should not happen */
        default:
            onError(scalar, 'UNEXPECTED_TOKEN', `Expected a flow scalar value, but found: ${type}`);
            return {
                value: '',
                type: null,
                comment: '',
                range: [offset, offset + source.length, offset + source.length]
            };
    }
    const valueEnd = offset + source.length;
    const re = resolveEnd.resolveEnd(end, valueEnd, strict, onError);
    return {
        value,
        type: _type,
        comment: re.comment,
        range: [offset, valueEnd, re.offset]
    };
}
function plainValue(source, onError) {
    let badChar = '';
    switch (source[0]) {
        /* istanbul ignore next should not happen */
        case '\t':
            badChar = 'a tab character';
            break;
        case ',':
            badChar = 'flow indicator character ,';
            break;
        case '%':
            badChar = 'directive indicator character %';
            break;
        case '|':
        case '>': {
            badChar = `block scalar indicator ${source[0]}`;
            break;
        }
        case '@':
        case '`': {
            badChar = `reserved character ${source[0]}`;
            break;
        }
    }
    if (badChar)
        onError(0, 'BAD_SCALAR_START', `Plain value cannot start with ${badChar}`);
    return unfoldLines(source);
}
function singleQuotedValue(source, onError) {
    if (source[source.length - 1] !== "'" || source.length === 1)
        onError(source.length, 'MISSING_CHAR', "Missing closing 'quote");
    return unfoldLines(source.slice(1, -1)).replace(/''/g, "'");
}
function unfoldLines(source) {
    const line = /(.*?)\r?\n/sy;
    let match = line.exec(source);
    if (!match)
        return source;
    /**
     * The negative lookbehinds in these RegExps are to
     * prevent causing a polynomial search time in certain cases.
     *
     * The try-catch is for Safari < 16.4 and other old browsers:
     * https://caniuse.com/js-regexp-lookbehind
     */
    let trimEnd, trimBoth;
    try {
        trimEnd = new RegExp('(?<![ \t])[ \t]+$');
        trimBoth = new RegExp('^[ \t]+|(?<![ \t])[ \t]+$', 'g');
    }
    catch {
        trimEnd = /[ \t]+$/;
        trimBoth = /^[ \t]+|[ \t]+$/g;
    }
    let res = match[1].replace(trimEnd, '');
    let sep = ' ';
    let pos = line.lastIndex;
    while ((match = line.exec(source))) {
        const lm = match[1].replace(trimBoth, '');
        if (lm === '') {
            if (sep === '\n')
                res += sep;
            else
                sep = '\n';
        }
        else {
            res += sep + lm;
            sep = ' ';
        }
        pos = line.lastIndex;
    }
    const last = /[ \t]*(.*)/sy;
    last.lastIndex = pos;
    match = last.exec(source);
    return res + sep + (match?.[1] ?? '');
}
function doubleQuotedValue(source, onError) {
    let res = '';
    for (let i = 1; i < source.length - 1; ++i) {
        const ch = source[i];
        if (ch === '\r' && source[i + 1] === '\n')
            continue;
        if (ch === '\n') {
            const { fold, offset } = foldNewline(source, i);
            res += fold;
            i = offset;
        }
        else if (ch === '\\') {
            let next = source[++i];
            const cc = escapeCodes[next];
            if (cc)
                res += cc;
            else if (next === '\n') {
                // skip escaped newlines, but still trim the following line
                next = source[i + 1];
                while (next === ' ' || next === '\t')
                    next = source[++i + 1];
            }
            else if (next === '\r' && source[i + 1] === '\n') {
                // skip escaped CRLF newlines, but still trim the following line
                next = source[++i + 1];
                while (next === ' ' || next === '\t')
                    next = source[++i + 1];
            }
            else if (next === 'x' || next === 'u' || next === 'U') {
                const length = next === 'x' ? 2 : next === 'u' ? 4 : 8;
                res += parseCharCode(source, i + 1, length, onError);
                i += length;
            }
            else {
                const raw = source.substr(i - 1, 2);
                onError(i - 1, 'BAD_DQ_ESCAPE', `Invalid escape sequence ${raw}`);
                res += raw;
            }
        }
        else if (ch === ' ' || ch === '\t') {
            // trim trailing whitespace
            const wsStart = i;
            let next = source[i + 1];
            while (next === ' ' || next === '\t')
                next = source[++i + 1];
            if (next !== '\n' && !(next === '\r' && source[i + 2] === '\n'))
                res += i > wsStart ? source.slice(wsStart, i + 1) : ch;
        }
        else {
            res += ch;
        }
    }
    if (source[source.length - 1] !== '"' || source.length === 1)
        onError(source.length, 'MISSING_CHAR', 'Missing closing "quote');
    return res;
}
/**
 * Fold a single newline into a space, multiple newlines to N - 1 newlines.
 * Presumes `source[offset] === '\n'`
 */
function foldNewline(source, offset) {
    let fold = '';
    let ch = source[offset + 1];
    while (ch === ' ' || ch === '\t' || ch === '\n' || ch === '\r') {
        if (ch === '\r' && source[offset + 2] !== '\n')
            break;
        if (ch === '\n')
            fold += '\n';
        offset += 1;
        ch = source[offset + 1];
    }
    if (!fold)
        fold = ' ';
    return { fold, offset };
}
const escapeCodes = {
    '0': '\0', // null character
    a: '\x07', // bell character
    b: '\b', // backspace
    e: '\x1b', // escape character
    f: '\f', // form feed
    n: '\n', // line feed
    r: '\r', // carriage return
    t: '\t', // horizontal tab
    v: '\v', // vertical tab
    N: '\u0085', // Unicode next line
    _: '\u00a0', // Unicode non-breaking space
    L: '\u2028', // Unicode line separator
    P: '\u2029', // Unicode paragraph separator
    ' ': ' ',
    '"': '"',
    '/': '/',
    '\\': '\\',
    '\t': '\t'
};
function parseCharCode(source, offset, length, onError) {
    const cc = source.substr(offset, length);
    const ok = cc.length === length && /^[0-9a-fA-F]+$/.test(cc);
    const code = ok ? parseInt(cc, 16) : NaN;
    try {
        return String.fromCodePoint(code);
    }
    catch {
        const raw = source.substr(offset - 2, length + 2);
        onError(offset - 2, 'BAD_DQ_ESCAPE', `Invalid escape sequence ${raw}`);
        return raw;
    }
}

exports.resolveFlowScalar = resolveFlowScalar;


/***/ }),

/***/ 4631:
/***/ ((__unused_webpack_module, exports) => {



function resolveProps(tokens, { flow, indicator, next, offset, onError, parentIndent, startOnNewline }) {
    let spaceBefore = false;
    let atNewline = startOnNewline;
    let hasSpace = startOnNewline;
    let comment = '';
    let commentSep = '';
    let hasNewline = false;
    let reqSpace = false;
    let tab = null;
    let anchor = null;
    let tag = null;
    let newlineAfterProp = null;
    let comma = null;
    let found = null;
    let start = null;
    for (const token of tokens) {
        if (reqSpace) {
            if (token.type !== 'space' &&
                token.type !== 'newline' &&
                token.type !== 'comma')
                onError(token.offset, 'MISSING_CHAR', 'Tags and anchors must be separated from the next token by white space');
            reqSpace = false;
        }
        if (tab) {
            if (atNewline && token.type !== 'comment' && token.type !== 'newline') {
                onError(tab, 'TAB_AS_INDENT', 'Tabs are not allowed as indentation');
            }
            tab = null;
        }
        switch (token.type) {
            case 'space':
                // At the doc level, tabs at line start may be parsed
                // as leading white space rather than indentation.
                // In a flow collection, only the parser handles indent.
                if (!flow &&
                    (indicator !== 'doc-start' || next?.type !== 'flow-collection') &&
                    token.source.includes('\t')) {
                    tab = token;
                }
                hasSpace = true;
                break;
            case 'comment': {
                if (!hasSpace)
                    onError(token, 'MISSING_CHAR', 'Comments must be separated from other tokens by white space characters');
                const cb = token.source.substring(1) || ' ';
                if (!comment)
                    comment = cb;
                else
                    comment += commentSep + cb;
                commentSep = '';
                atNewline = false;
                break;
            }
            case 'newline':
                if (atNewline) {
                    if (comment)
                        comment += token.source;
                    else if (!found || indicator !== 'seq-item-ind')
                        spaceBefore = true;
                }
                else
                    commentSep += token.source;
                atNewline = true;
                hasNewline = true;
                if (anchor || tag)
                    newlineAfterProp = token;
                hasSpace = true;
                break;
            case 'anchor':
                if (anchor)
                    onError(token, 'MULTIPLE_ANCHORS', 'A node can have at most one anchor');
                if (token.source.endsWith(':'))
                    onError(token.offset + token.source.length - 1, 'BAD_ALIAS', 'Anchor ending in : is ambiguous', true);
                anchor = token;
                start ?? (start = token.offset);
                atNewline = false;
                hasSpace = false;
                reqSpace = true;
                break;
            case 'tag': {
                if (tag)
                    onError(token, 'MULTIPLE_TAGS', 'A node can have at most one tag');
                tag = token;
                start ?? (start = token.offset);
                atNewline = false;
                hasSpace = false;
                reqSpace = true;
                break;
            }
            case indicator:
                // Could here handle preceding comments differently
                if (anchor || tag)
                    onError(token, 'BAD_PROP_ORDER', `Anchors and tags must be after the ${token.source} indicator`);
                if (found)
                    onError(token, 'UNEXPECTED_TOKEN', `Unexpected ${token.source} in ${flow ?? 'collection'}`);
                found = token;
                atNewline =
                    indicator === 'seq-item-ind' || indicator === 'explicit-key-ind';
                hasSpace = false;
                break;
            case 'comma':
                if (flow) {
                    if (comma)
                        onError(token, 'UNEXPECTED_TOKEN', `Unexpected , in ${flow}`);
                    comma = token;
                    atNewline = false;
                    hasSpace = false;
                    break;
                }
            // else fallthrough
            default:
                onError(token, 'UNEXPECTED_TOKEN', `Unexpected ${token.type} token`);
                atNewline = false;
                hasSpace = false;
        }
    }
    const last = tokens[tokens.length - 1];
    const end = last ? last.offset + last.source.length : offset;
    if (reqSpace &&
        next &&
        next.type !== 'space' &&
        next.type !== 'newline' &&
        next.type !== 'comma' &&
        (next.type !== 'scalar' || next.source !== '')) {
        onError(next.offset, 'MISSING_CHAR', 'Tags and anchors must be separated from the next token by white space');
    }
    if (tab &&
        ((atNewline && tab.indent <= parentIndent) ||
            next?.type === 'block-map' ||
            next?.type === 'block-seq'))
        onError(tab, 'TAB_AS_INDENT', 'Tabs are not allowed as indentation');
    return {
        comma,
        found,
        spaceBefore,
        comment,
        hasNewline,
        anchor,
        tag,
        newlineAfterProp,
        end,
        start: start ?? end
    };
}

exports.resolveProps = resolveProps;


/***/ }),

/***/ 9499:
/***/ ((__unused_webpack_module, exports) => {



function containsNewline(key) {
    if (!key)
        return null;
    switch (key.type) {
        case 'alias':
        case 'scalar':
        case 'double-quoted-scalar':
        case 'single-quoted-scalar':
            if (key.source.includes('\n'))
                return true;
            if (key.end)
                for (const st of key.end)
                    if (st.type === 'newline')
                        return true;
            return false;
        case 'flow-collection':
            for (const it of key.items) {
                for (const st of it.start)
                    if (st.type === 'newline')
                        return true;
                if (it.sep)
                    for (const st of it.sep)
                        if (st.type === 'newline')
                            return true;
                if (containsNewline(it.key) || containsNewline(it.value))
                    return true;
            }
            return false;
        default:
            return true;
    }
}

exports.containsNewline = containsNewline;


/***/ }),

/***/ 2599:
/***/ ((__unused_webpack_module, exports) => {



function emptyScalarPosition(offset, before, pos) {
    if (before) {
        pos ?? (pos = before.length);
        for (let i = pos - 1; i >= 0; --i) {
            let st = before[i];
            switch (st.type) {
                case 'space':
                case 'comment':
                case 'newline':
                    offset -= st.source.length;
                    continue;
            }
            // Technically, an empty scalar is immediately after the last non-empty
            // node, but it's more useful to place it after any whitespace.
            st = before[++i];
            while (st?.type === 'space') {
                offset += st.source.length;
                st = before[++i];
            }
            break;
        }
    }
    return offset;
}

exports.emptyScalarPosition = emptyScalarPosition;


/***/ }),

/***/ 4051:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {



var utilContainsNewline = __nccwpck_require__(9499);

function flowIndentCheck(indent, fc, onError) {
    if (fc?.type === 'flow-collection') {
        const end = fc.end[0];
        if (end.indent === indent &&
            (end.source === ']' || end.source === '}') &&
            utilContainsNewline.containsNewline(fc)) {
            const msg = 'Flow end indicator should be more indented than parent';
            onError(end, 'BAD_INDENT', msg, true);
        }
    }
}

exports.flowIndentCheck = flowIndentCheck;


/***/ }),

/***/ 1187:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {



var identity = __nccwpck_require__(1127);

function mapIncludes(ctx, items, search) {
    const { uniqueKeys } = ctx.options;
    if (uniqueKeys === false)
        return false;
    const isEqual = typeof uniqueKeys === 'function'
        ? uniqueKeys
        : (a, b) => a === b || (identity.isScalar(a) && identity.isScalar(b) && a.value === b.value);
    return items.some(pair => isEqual(pair.key, search));
}

exports.mapIncludes = mapIncludes;


/***/ }),

/***/ 3021:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {



var Alias = __nccwpck_require__(4065);
var Collection = __nccwpck_require__(101);
var identity = __nccwpck_require__(1127);
var Pair = __nccwpck_require__(7165);
var toJS = __nccwpck_require__(4043);
var Schema = __nccwpck_require__(5840);
var stringifyDocument = __nccwpck_require__(6829);
var anchors = __nccwpck_require__(1596);
var applyReviver = __nccwpck_require__(3661);
var createNode = __nccwpck_require__(2404);
var directives = __nccwpck_require__(1342);

class Document {
    constructor(value, replacer, options) {
        /** A comment before this Document */
        this.commentBefore = null;
        /** A comment immediately after this Document */
        this.comment = null;
        /** Errors encountered during parsing. */
        this.errors = [];
        /** Warnings encountered during parsing. */
        this.warnings = [];
        Object.defineProperty(this, identity.NODE_TYPE, { value: identity.DOC });
        let _replacer = null;
        if (typeof replacer === 'function' || Array.isArray(replacer)) {
            _replacer = replacer;
        }
        else if (options === undefined && replacer) {
            options = replacer;
            replacer = undefined;
        }
        const opt = Object.assign({
            intAsBigInt: false,
            keepSourceTokens: false,
            logLevel: 'warn',
            prettyErrors: true,
            strict: true,
            stringKeys: false,
            uniqueKeys: true,
            version: '1.2'
        }, options);
        this.options = opt;
        let { version } = opt;
        if (options?._directives) {
            this.directives = options._directives.atDocument();
            if (this.directives.yaml.explicit)
                version = this.directives.yaml.version;
        }
        else
            this.directives = new directives.Directives({ version });
        this.setSchema(version, options);
        // @ts-expect-error We can't really know that this matches Contents.
        this.contents =
            value === undefined ? null : this.createNode(value, _replacer, options);
    }
    /**
     * Create a deep copy of this Document and its contents.
     *
     * Custom Node values that inherit from `Object` still refer to their original instances.
     */
    clone() {
        const copy = Object.create(Document.prototype, {
            [identity.NODE_TYPE]: { value: identity.DOC }
        });
        copy.commentBefore = this.commentBefore;
        copy.comment = this.comment;
        copy.errors = this.errors.slice();
        copy.warnings = this.warnings.slice();
        copy.options = Object.assign({}, this.options);
        if (this.directives)
            copy.directives = this.directives.clone();
        copy.schema = this.schema.clone();
        // @ts-expect-error We can't really know that this matches Contents.
        copy.contents = identity.isNode(this.contents)
            ? this.contents.clone(copy.schema)
            : this.contents;
        if (this.range)
            copy.range = this.range.slice();
        return copy;
    }
    /** Adds a value to the document. */
    add(value) {
        if (assertCollection(this.contents))
            this.contents.add(value);
    }
    /** Adds a value to the document. */
    addIn(path, value) {
        if (assertCollection(this.contents))
            this.contents.addIn(path, value);
    }
    /**
     * Create a new `Alias` node, ensuring that the target `node` has the required anchor.
     *
     * If `node` already has an anchor, `name` is ignored.
     * Otherwise, the `node.anchor` value will be set to `name`,
     * or if an anchor with that name is already present in the document,
     * `name` will be used as a prefix for a new unique anchor.
     * If `name` is undefined, the generated anchor will use 'a' as a prefix.
     */
    createAlias(node, name) {
        if (!node.anchor) {
            const prev = anchors.anchorNames(this);
            node.anchor =
                // eslint-disable-next-line @typescript-eslint/prefer-nullish-coalescing
                !name || prev.has(name) ? anchors.findNewAnchor(name || 'a', prev) : name;
        }
        return new Alias.Alias(node.anchor);
    }
    createNode(value, replacer, options) {
        let _replacer = undefined;
        if (typeof replacer === 'function') {
            value = replacer.call({ '': value }, '', value);
            _replacer = replacer;
        }
        else if (Array.isArray(replacer)) {
            const keyToStr = (v) => typeof v === 'number' || v instanceof String || v instanceof Number;
            const asStr = replacer.filter(keyToStr).map(String);
            if (asStr.length > 0)
                replacer = replacer.concat(asStr);
            _replacer = replacer;
        }
        else if (options === undefined && replacer) {
            options = replacer;
            replacer = undefined;
        }
        const { aliasDuplicateObjects, anchorPrefix, flow, keepUndefined, onTagObj, tag } = options ?? {};
        const { onAnchor, setAnchors, sourceObjects } = anchors.createNodeAnchors(this, 
        // eslint-disable-next-line @typescript-eslint/prefer-nullish-coalescing
        anchorPrefix || 'a');
        const ctx = {
            aliasDuplicateObjects: aliasDuplicateObjects ?? true,
            keepUndefined: keepUndefined ?? false,
            onAnchor,
            onTagObj,
            replacer: _replacer,
            schema: this.schema,
            sourceObjects
        };
        const node = createNode.createNode(value, tag, ctx);
        if (flow && identity.isCollection(node))
            node.flow = true;
        setAnchors();
        return node;
    }
    /**
     * Convert a key and a value into a `Pair` using the current schema,
     * recursively wrapping all values as `Scalar` or `Collection` nodes.
     */
    createPair(key, value, options = {}) {
        const k = this.createNode(key, null, options);
        const v = this.createNode(value, null, options);
        return new Pair.Pair(k, v);
    }
    /**
     * Removes a value from the document.
     * @returns `true` if the item was found and removed.
     */
    delete(key) {
        return assertCollection(this.contents) ? this.contents.delete(key) : false;
    }
    /**
     * Removes a value from the document.
     * @returns `true` if the item was found and removed.
     */
    deleteIn(path) {
        if (Collection.isEmptyPath(path)) {
            if (this.contents == null)
                return false;
            // @ts-expect-error Presumed impossible if Strict extends false
            this.contents = null;
            return true;
        }
        return assertCollection(this.contents)
            ? this.contents.deleteIn(path)
            : false;
    }
    /**
     * Returns item at `key`, or `undefined` if not found. By default unwraps
     * scalar values from their surrounding node; to disable set `keepScalar` to
     * `true` (collections are always returned intact).
     */
    get(key, keepScalar) {
        return identity.isCollection(this.contents)
            ? this.contents.get(key, keepScalar)
            : undefined;
    }
    /**
     * Returns item at `path`, or `undefined` if not found. By default unwraps
     * scalar values from their surrounding node; to disable set `keepScalar` to
     * `true` (collections are always returned intact).
     */
    getIn(path, keepScalar) {
        if (Collection.isEmptyPath(path))
            return !keepScalar && identity.isScalar(this.contents)
                ? this.contents.value
                : this.contents;
        return identity.isCollection(this.contents)
            ? this.contents.getIn(path, keepScalar)
            : undefined;
    }
    /**
     * Checks if the document includes a value with the key `key`.
     */
    has(key) {
        return identity.isCollection(this.contents) ? this.contents.has(key) : false;
    }
    /**
     * Checks if the document includes a value at `path`.
     */
    hasIn(path) {
        if (Collection.isEmptyPath(path))
            return this.contents !== undefined;
        return identity.isCollection(this.contents) ? this.contents.hasIn(path) : false;
    }
    /**
     * Sets a value in this document. For `!!set`, `value` needs to be a
     * boolean to add/remove the item from the set.
     */
    set(key, value) {
        if (this.contents == null) {
            // @ts-expect-error We can't really know that this matches Contents.
            this.contents = Collection.collectionFromPath(this.schema, [key], value);
        }
        else if (assertCollection(this.contents)) {
            this.contents.set(key, value);
        }
    }
    /**
     * Sets a value in this document. For `!!set`, `value` needs to be a
     * boolean to add/remove the item from the set.
     */
    setIn(path, value) {
        if (Collection.isEmptyPath(path)) {
            // @ts-expect-error We can't really know that this matches Contents.
            this.contents = value;
        }
        else if (this.contents == null) {
            // @ts-expect-error We can't really know that this matches Contents.
            this.contents = Collection.collectionFromPath(this.schema, Array.from(path), value);
        }
        else if (assertCollection(this.contents)) {
            this.contents.setIn(path, value);
        }
    }
    /**
     * Change the YAML version and schema used by the document.
     * A `null` version disables support for directives, explicit tags, anchors, and aliases.
     * It also requires the `schema` option to be given as a `Schema` instance value.
     *
     * Overrides all previously set schema options.
     */
    setSchema(version, options = {}) {
        if (typeof version === 'number')
            version = String(version);
        let opt;
        switch (version) {
            case '1.1':
                if (this.directives)
                    this.directives.yaml.version = '1.1';
                else
                    this.directives = new directives.Directives({ version: '1.1' });
                opt = { resolveKnownTags: false, schema: 'yaml-1.1' };
                break;
            case '1.2':
            case 'next':
                if (this.directives)
                    this.directives.yaml.version = version;
                else
                    this.directives = new directives.Directives({ version });
                opt = { resolveKnownTags: true, schema: 'core' };
                break;
            case null:
                if (this.directives)
                    delete this.directives;
                opt = null;
                break;
            default: {
                const sv = JSON.stringify(version);
                throw new Error(`Expected '1.1', '1.2' or null as first argument, but found: ${sv}`);
            }
        }
        // Not using `instanceof Schema` to allow for duck typing
        if (options.schema instanceof Object)
            this.schema = options.schema;
        else if (opt)
            this.schema = new Schema.Schema(Object.assign(opt, options));
        else
            throw new Error(`With a null YAML version, the { schema: Schema } option is required`);
    }
    // json & jsonArg are only used from toJSON()
    toJS({ json, jsonArg, mapAsMap, maxAliasCount, onAnchor, reviver } = {}) {
        const ctx = {
            anchors: new Map(),
            doc: this,
            keep: !json,
            mapAsMap: mapAsMap === true,
            mapKeyWarned: false,
            maxAliasCount: typeof maxAliasCount === 'number' ? maxAliasCount : 100
        };
        const res = toJS.toJS(this.contents, jsonArg ?? '', ctx);
        if (typeof onAnchor === 'function')
            for (const { count, res } of ctx.anchors.values())
                onAnchor(res, count);
        return typeof reviver === 'function'
            ? applyReviver.applyReviver(reviver, { '': res }, '', res)
            : res;
    }
    /**
     * A JSON representation of the document `contents`.
     *
     * @param jsonArg Used by `JSON.stringify` to indicate the array index or
     *   property name.
     */
    toJSON(jsonArg, onAnchor) {
        return this.toJS({ json: true, jsonArg, mapAsMap: false, onAnchor });
    }
    /** A YAML representation of the document. */
    toString(options = {}) {
        if (this.errors.length > 0)
            throw new Error('Document with errors cannot be stringified');
        if ('indent' in options &&
            (!Number.isInteger(options.indent) || Number(options.indent) <= 0)) {
            const s = JSON.stringify(options.indent);
            throw new Error(`"indent" option must be a positive integer, not ${s}`);
        }
        return stringifyDocument.stringifyDocument(this, options);
    }
}
function assertCollection(contents) {
    if (identity.isCollection(contents))
        return true;
    throw new Error('Expected a YAML collection as document contents');
}

exports.Document = Document;


/***/ }),

/***/ 1596:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {



var identity = __nccwpck_require__(1127);
var visit = __nccwpck_require__(204);

/**
 * Verify that the input string is a valid anchor.
 *
 * Will throw on errors.
 */
function anchorIsValid(anchor) {
    if (/[\x00-\x19\s,[\]{}]/.test(anchor)) {
        const sa = JSON.stringify(anchor);
        const msg = `Anchor must not contain whitespace or control characters: ${sa}`;
        throw new Error(msg);
    }
    return true;
}
function anchorNames(root) {
    const anchors = new Set();
    visit.visit(root, {
        Value(_key, node) {
            if (node.anchor)
                anchors.add(node.anchor);
        }
    });
    return anchors;
}
/** Find a new anchor name with the given `prefix` and a one-indexed suffix. */
function findNewAnchor(prefix, exclude) {
    for (let i = 1; true; ++i) {
        const name = `${prefix}${i}`;
        if (!exclude.has(name))
            return name;
    }
}
function createNodeAnchors(doc, prefix) {
    const aliasObjects = [];
    const sourceObjects = new Map();
    let prevAnchors = null;
    return {
        onAnchor: (source) => {
            aliasObjects.push(source);
            prevAnchors ?? (prevAnchors = anchorNames(doc));
            const anchor = findNewAnchor(prefix, prevAnchors);
            prevAnchors.add(anchor);
            return anchor;
        },
        /**
         * With circular references, the source node is only resolved after all
         * of its child nodes are. This is why anchors are set only after all of
         * the nodes have been created.
         */
        setAnchors: () => {
            for (const source of aliasObjects) {
                const ref = sourceObjects.get(source);
                if (typeof ref === 'object' &&
                    ref.anchor &&
                    (identity.isScalar(ref.node) || identity.isCollection(ref.node))) {
                    ref.node.anchor = ref.anchor;
                }
                else {
                    const error = new Error('Failed to resolve repeated object (this should not happen)');
                    error.source = source;
                    throw error;
                }
            }
        },
        sourceObjects
    };
}

exports.anchorIsValid = anchorIsValid;
exports.anchorNames = anchorNames;
exports.createNodeAnchors = createNodeAnchors;
exports.findNewAnchor = findNewAnchor;


/***/ }),

/***/ 3661:
/***/ ((__unused_webpack_module, exports) => {



/**
 * Applies the JSON.parse reviver algorithm as defined in the ECMA-262 spec,
 * in section 24.5.1.1 "Runtime Semantics: InternalizeJSONProperty" of the
 * 2021 edition: https://tc39.es/ecma262/#sec-json.parse
 *
 * Includes extensions for handling Map and Set objects.
 */
function applyReviver(reviver, obj, key, val) {
    if (val && typeof val === 'object') {
        if (Array.isArray(val)) {
            for (let i = 0, len = val.length; i < len; ++i) {
                const v0 = val[i];
                const v1 = applyReviver(reviver, val, String(i), v0);
                // eslint-disable-next-line @typescript-eslint/no-array-delete
                if (v1 === undefined)
                    delete val[i];
                else if (v1 !== v0)
                    val[i] = v1;
            }
        }
        else if (val instanceof Map) {
            for (const k of Array.from(val.keys())) {
                const v0 = val.get(k);
                const v1 = applyReviver(reviver, val, k, v0);
                if (v1 === undefined)
                    val.delete(k);
                else if (v1 !== v0)
                    val.set(k, v1);
            }
        }
        else if (val instanceof Set) {
            for (const v0 of Array.from(val)) {
                const v1 = applyReviver(reviver, val, v0, v0);
                if (v1 === undefined)
                    val.delete(v0);
                else if (v1 !== v0) {
                    val.delete(v0);
                    val.add(v1);
                }
            }
        }
        else {
            for (const [k, v0] of Object.entries(val)) {
                const v1 = applyReviver(reviver, val, k, v0);
                if (v1 === undefined)
                    delete val[k];
                else if (v1 !== v0)
                    val[k] = v1;
            }
        }
    }
    return reviver.call(obj, key, val);
}

exports.applyReviver = applyReviver;


/***/ }),

/***/ 2404:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {



var Alias = __nccwpck_require__(4065);
var identity = __nccwpck_require__(1127);
var Scalar = __nccwpck_require__(3301);

const defaultTagPrefix = 'tag:yaml.org,2002:';
function findTagObject(value, tagName, tags) {
    if (tagName) {
        const match = tags.filter(t => t.tag === tagName);
        const tagObj = match.find(t => !t.format) ?? match[0];
        if (!tagObj)
            throw new Error(`Tag ${tagName} not found`);
        return tagObj;
    }
    return tags.find(t => t.identify?.(value) && !t.format);
}
function createNode(value, tagName, ctx) {
    if (identity.isDocument(value))
        value = value.contents;
    if (identity.isNode(value))
        return value;
    if (identity.isPair(value)) {
        const map = ctx.schema[identity.MAP].createNode?.(ctx.schema, null, ctx);
        map.items.push(value);
        return map;
    }
    if (value instanceof String ||
        value instanceof Number ||
        value instanceof Boolean ||
        (typeof BigInt !== 'undefined' && value instanceof BigInt) // not supported everywhere
    ) {
        // https://tc39.es/ecma262/#sec-serializejsonproperty
        value = value.valueOf();
    }
    const { aliasDuplicateObjects, onAnchor, onTagObj, schema, sourceObjects } = ctx;
    // Detect duplicate references to the same object & use Alias nodes for all
    // after first. The `ref` wrapper allows for circular references to resolve.
    let ref = undefined;
    if (aliasDuplicateObjects && value && typeof value === 'object') {
        ref = sourceObjects.get(value);
        if (ref) {
            ref.anchor ?? (ref.anchor = onAnchor(value));
            return new Alias.Alias(ref.anchor);
        }
        else {
            ref = { anchor: null, node: null };
            sourceObjects.set(value, ref);
        }
    }
    if (tagName?.startsWith('!!'))
        tagName = defaultTagPrefix + tagName.slice(2);
    let tagObj = findTagObject(value, tagName, schema.tags);
    if (!tagObj) {
        if (value && typeof value.toJSON === 'function') {
            // eslint-disable-next-line @typescript-eslint/no-unsafe-call
            value = value.toJSON();
        }
        if (!value || typeof value !== 'object') {
            const node = new Scalar.Scalar(value);
            if (ref)
                ref.node = node;
            return node;
        }
        tagObj =
            value instanceof Map
                ? schema[identity.MAP]
                : Symbol.iterator in Object(value)
                    ? schema[identity.SEQ]
                    : schema[identity.MAP];
    }
    if (onTagObj) {
        onTagObj(tagObj);
        delete ctx.onTagObj;
    }
    const node = tagObj?.createNode
        ? tagObj.createNode(ctx.schema, value, ctx)
        : typeof tagObj?.nodeClass?.from === 'function'
            ? tagObj.nodeClass.from(ctx.schema, value, ctx)
            : new Scalar.Scalar(value);
    if (tagName)
        node.tag = tagName;
    else if (!tagObj.default)
        node.tag = tagObj.tag;
    if (ref)
        ref.node = node;
    return node;
}

exports.createNode = createNode;


/***/ }),

/***/ 1342:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {



var identity = __nccwpck_require__(1127);
var visit = __nccwpck_require__(204);

const escapeChars = {
    '!': '%21',
    ',': '%2C',
    '[': '%5B',
    ']': '%5D',
    '{': '%7B',
    '}': '%7D'
};
const escapeTagName = (tn) => tn.replace(/[!,[\]{}]/g, ch => escapeChars[ch]);
class Directives {
    constructor(yaml, tags) {
        /**
         * The directives-end/doc-start marker `---`. If `null`, a marker may still be
         * included in the document's stringified representation.
         */
        this.docStart = null;
        /** The doc-end marker `...`.  */
        this.docEnd = false;
        this.yaml = Object.assign({}, Directives.defaultYaml, yaml);
        this.tags = Object.assign({}, Directives.defaultTags, tags);
    }
    clone() {
        const copy = new Directives(this.yaml, this.tags);
        copy.docStart = this.docStart;
        return copy;
    }
    /**
     * During parsing, get a Directives instance for the current document and
     * update the stream state according to the current version's spec.
     */
    atDocument() {
        const res = new Directives(this.yaml, this.tags);
        switch (this.yaml.version) {
            case '1.1':
                this.atNextDocument = true;
                break;
            case '1.2':
                this.atNextDocument = false;
                this.yaml = {
                    explicit: Directives.defaultYaml.explicit,
                    version: '1.2'
                };
                this.tags = Object.assign({}, Directives.defaultTags);
                break;
        }
        return res;
    }
    /**
     * @param onError - May be called even if the action was successful
     * @returns `true` on success
     */
    add(line, onError) {
        if (this.atNextDocument) {
            this.yaml = { explicit: Directives.defaultYaml.explicit, version: '1.1' };
            this.tags = Object.assign({}, Directives.defaultTags);
            this.atNextDocument = false;
        }
        const parts = line.trim().split(/[ \t]+/);
        const name = parts.shift();
        switch (name) {
            case '%TAG': {
                if (parts.length !== 2) {
                    onError(0, '%TAG directive should contain exactly two parts');
                    if (parts.length < 2)
                        return false;
                }
                const [handle, prefix] = parts;
                this.tags[handle] = prefix;
                return true;
            }
            case '%YAML': {
                this.yaml.explicit = true;
                if (parts.length !== 1) {
                    onError(0, '%YAML directive should contain exactly one part');
                    return false;
                }
                const [version] = parts;
                if (version === '1.1' || version === '1.2') {
                    this.yaml.version = version;
                    return true;
                }
                else {
                    const isValid = /^\d+\.\d+$/.test(version);
                    onError(6, `Unsupported YAML version ${version}`, isValid);
                    return false;
                }
            }
            default:
                onError(0, `Unknown directive ${name}`, true);
                return false;
        }
    }
    /**
     * Resolves a tag, matching handles to those defined in %TAG directives.
     *
     * @returns Resolved tag, which may also be the non-specific tag `'!'` or a
     *   `'!local'` tag, or `null` if unresolvable.
     */
    tagName(source, onError) {
        if (source === '!')
            return '!'; // non-specific tag
        if (source[0] !== '!') {
            onError(`Not a valid tag: ${source}`);
            return null;
        }
        if (source[1] === '<') {
            const verbatim = source.slice(2, -1);
            if (verbatim === '!' || verbatim === '!!') {
                onError(`Verbatim tags aren't resolved, so ${source} is invalid.`);
                return null;
            }
            if (source[source.length - 1] !== '>')
                onError('Verbatim tags must end with a >');
            return verbatim;
        }
        const [, handle, suffix] = source.match(/^(.*!)([^!]*)$/s);
        if (!suffix)
            onError(`The ${source} tag has no suffix`);
        const prefix = this.tags[handle];
        if (prefix) {
            try {
                return prefix + decodeURIComponent(suffix);
            }
            catch (error) {
                onError(String(error));
                return null;
            }
        }
        if (handle === '!')
            return source; // local tag
        onError(`Could not resolve tag: ${source}`);
        return null;
    }
    /**
     * Given a fully resolved tag, returns its printable string form,
     * taking into account current tag prefixes and defaults.
     */
    tagString(tag) {
        for (const [handle, prefix] of Object.entries(this.tags)) {
            if (tag.startsWith(prefix))
                return handle + escapeTagName(tag.substring(prefix.length));
        }
        return tag[0] === '!' ? tag : `!<${tag}>`;
    }
    toString(doc) {
        const lines = this.yaml.explicit
            ? [`%YAML ${this.yaml.version || '1.2'}`]
            : [];
        const tagEntries = Object.entries(this.tags);
        let tagNames;
        if (doc && tagEntries.length > 0 && identity.isNode(doc.contents)) {
            const tags = {};
            visit.visit(doc.contents, (_key, node) => {
                if (identity.isNode(node) && node.tag)
                    tags[node.tag] = true;
            });
            tagNames = Object.keys(tags);
        }
        else
            tagNames = [];
        for (const [handle, prefix] of tagEntries) {
            if (handle === '!!' && prefix === 'tag:yaml.org,2002:')
                continue;
            if (!doc || tagNames.some(tn => tn.startsWith(prefix)))
                lines.push(`%TAG ${handle} ${prefix}`);
        }
        return lines.join('\n');
    }
}
Directives.defaultYaml = { explicit: false, version: '1.2' };
Directives.defaultTags = { '!!': 'tag:yaml.org,2002:' };

exports.Directives = Directives;


/***/ }),

/***/ 1464:
/***/ ((__unused_webpack_module, exports) => {



class YAMLError extends Error {
    constructor(name, pos, code, message) {
        super();
        this.name = name;
        this.code = code;
        this.message = message;
        this.pos = pos;
    }
}
class YAMLParseError extends YAMLError {
    constructor(pos, code, message) {
        super('YAMLParseError', pos, code, message);
    }
}
class YAMLWarning extends YAMLError {
    constructor(pos, code, message) {
        super('YAMLWarning', pos, code, message);
    }
}
const prettifyError = (src, lc) => (error) => {
    if (error.pos[0] === -1)
        return;
    error.linePos = error.pos.map(pos => lc.linePos(pos));
    const { line, col } = error.linePos[0];
    error.message += ` at line ${line}, column ${col}`;
    let ci = col - 1;
    let lineStr = src
        .substring(lc.lineStarts[line - 1], lc.lineStarts[line])
        .replace(/[\n\r]+$/, '');
    // Trim to max 80 chars, keeping col position near the middle
    if (ci >= 60 && lineStr.length > 80) {
        const trimStart = Math.min(ci - 39, lineStr.length - 79);
        lineStr = '…' + lineStr.substring(trimStart);
        ci -= trimStart - 1;
    }
    if (lineStr.length > 80)
        lineStr = lineStr.substring(0, 79) + '…';
    // Include previous line in context if pointing at line start
    if (line > 1 && /^ *$/.test(lineStr.substring(0, ci))) {
        // Regexp won't match if start is trimmed
        let prev = src.substring(lc.lineStarts[line - 2], lc.lineStarts[line - 1]);
        if (prev.length > 80)
            prev = prev.substring(0, 79) + '…\n';
        lineStr = prev + lineStr;
    }
    if (/[^ ]/.test(lineStr)) {
        let count = 1;
        const end = error.linePos[1];
        if (end?.line === line && end.col > col) {
            count = Math.max(1, Math.min(end.col - col, 80 - ci));
        }
        const pointer = ' '.repeat(ci) + '^'.repeat(count);
        error.message += `:\n\n${lineStr}\n${pointer}\n`;
    }
};

exports.YAMLError = YAMLError;
exports.YAMLParseError = YAMLParseError;
exports.YAMLWarning = YAMLWarning;
exports.prettifyError = prettifyError;


/***/ }),

/***/ 8815:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {

var __webpack_unused_export__;


var composer = __nccwpck_require__(9984);
var Document = __nccwpck_require__(3021);
var Schema = __nccwpck_require__(5840);
var errors = __nccwpck_require__(1464);
var Alias = __nccwpck_require__(4065);
var identity = __nccwpck_require__(1127);
var Pair = __nccwpck_require__(7165);
var Scalar = __nccwpck_require__(3301);
var YAMLMap = __nccwpck_require__(4454);
var YAMLSeq = __nccwpck_require__(2223);
var cst = __nccwpck_require__(3461);
var lexer = __nccwpck_require__(361);
var lineCounter = __nccwpck_require__(6628);
var parser = __nccwpck_require__(3456);
var publicApi = __nccwpck_require__(4047);
var visit = __nccwpck_require__(204);



__webpack_unused_export__ = composer.Composer;
__webpack_unused_export__ = Document.Document;
__webpack_unused_export__ = Schema.Schema;
__webpack_unused_export__ = errors.YAMLError;
__webpack_unused_export__ = errors.YAMLParseError;
__webpack_unused_export__ = errors.YAMLWarning;
__webpack_unused_export__ = Alias.Alias;
__webpack_unused_export__ = identity.isAlias;
__webpack_unused_export__ = identity.isCollection;
__webpack_unused_export__ = identity.isDocument;
__webpack_unused_export__ = identity.isMap;
__webpack_unused_export__ = identity.isNode;
__webpack_unused_export__ = identity.isPair;
__webpack_unused_export__ = identity.isScalar;
__webpack_unused_export__ = identity.isSeq;
__webpack_unused_export__ = Pair.Pair;
__webpack_unused_export__ = Scalar.Scalar;
__webpack_unused_export__ = YAMLMap.YAMLMap;
__webpack_unused_export__ = YAMLSeq.YAMLSeq;
__webpack_unused_export__ = cst;
__webpack_unused_export__ = lexer.Lexer;
__webpack_unused_export__ = lineCounter.LineCounter;
__webpack_unused_export__ = parser.Parser;
exports.parse = publicApi.parse;
__webpack_unused_export__ = publicApi.parseAllDocuments;
__webpack_unused_export__ = publicApi.parseDocument;
__webpack_unused_export__ = publicApi.stringify;
__webpack_unused_export__ = visit.visit;
__webpack_unused_export__ = visit.visitAsync;


/***/ }),

/***/ 7249:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {



var node_process = __nccwpck_require__(932);

function debug(logLevel, ...messages) {
    if (logLevel === 'debug')
        console.log(...messages);
}
function warn(logLevel, warning) {
    if (logLevel === 'debug' || logLevel === 'warn') {
        if (typeof node_process.emitWarning === 'function')
            node_process.emitWarning(warning);
        else
            console.warn(warning);
    }
}

exports.debug = debug;
exports.warn = warn;


/***/ }),

/***/ 4065:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {



var anchors = __nccwpck_require__(1596);
var visit = __nccwpck_require__(204);
var identity = __nccwpck_require__(1127);
var Node = __nccwpck_require__(6673);
var toJS = __nccwpck_require__(4043);

class Alias extends Node.NodeBase {
    constructor(source) {
        super(identity.ALIAS);
        this.source = source;
        Object.defineProperty(this, 'tag', {
            set() {
                throw new Error('Alias nodes cannot have tags');
            }
        });
    }
    /**
     * Resolve the value of this alias within `doc`, finding the last
     * instance of the `source` anchor before this node.
     */
    resolve(doc, ctx) {
        if (ctx?.maxAliasCount === 0)
            throw new ReferenceError('Alias resolution is disabled');
        let nodes;
        if (ctx?.aliasResolveCache) {
            nodes = ctx.aliasResolveCache;
        }
        else {
            nodes = [];
            visit.visit(doc, {
                Node: (_key, node) => {
                    if (identity.isAlias(node) || identity.hasAnchor(node))
                        nodes.push(node);
                }
            });
            if (ctx)
                ctx.aliasResolveCache = nodes;
        }
        let found = undefined;
        for (const node of nodes) {
            if (node === this)
                break;
            if (node.anchor === this.source)
                found = node;
        }
        if (found && ctx) {
            const { anchors, doc, maxAliasCount } = ctx;
            let data = anchors.get(found);
            if (!data) {
                // Resolve anchors for Node.prototype.toJS()
                toJS.toJS(found, null, ctx);
                data = anchors.get(found);
            }
            /* istanbul ignore if */
            if (data?.res === undefined) {
                const msg = 'This should not happen: Alias anchor was not resolved?';
                throw new ReferenceError(msg);
            }
            if (maxAliasCount >= 0) {
                data.count += 1;
                if (data.aliasCount === 0)
                    data.aliasCount = getAliasCount(doc, found, anchors);
                if (data.count * data.aliasCount > maxAliasCount) {
                    const msg = 'Excessive alias count indicates a resource exhaustion attack';
                    throw new ReferenceError(msg);
                }
            }
        }
        return found;
    }
    toJSON(_arg, ctx) {
        if (!ctx)
            return { source: this.source };
        const source = this.resolve(ctx.doc, ctx);
        if (!source) {
            const msg = `Unresolved alias (the anchor must be set before the alias): ${this.source}`;
            throw new ReferenceError(msg);
        }
        return ctx.anchors.get(source).res;
    }
    toString(ctx, _onComment, _onChompKeep) {
        const src = `*${this.source}`;
        if (ctx) {
            anchors.anchorIsValid(this.source);
            if (ctx.options.verifyAliasOrder && !ctx.anchors.has(this.source)) {
                const msg = `Unresolved alias (the anchor must be set before the alias): ${this.source}`;
                throw new Error(msg);
            }
            if (ctx.implicitKey)
                return `${src} `;
        }
        return src;
    }
}
function getAliasCount(doc, node, anchors) {
    if (identity.isAlias(node)) {
        const source = node.resolve(doc);
        const anchor = anchors && source && anchors.get(source);
        return anchor ? anchor.count * anchor.aliasCount : 0;
    }
    else if (identity.isCollection(node)) {
        let count = 0;
        for (const item of node.items) {
            const c = getAliasCount(doc, item, anchors);
            if (c > count)
                count = c;
        }
        return count;
    }
    else if (identity.isPair(node)) {
        const kc = getAliasCount(doc, node.key, anchors);
        const vc = getAliasCount(doc, node.value, anchors);
        return Math.max(kc, vc);
    }
    return 1;
}

exports.Alias = Alias;


/***/ }),

/***/ 101:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {



var createNode = __nccwpck_require__(2404);
var identity = __nccwpck_require__(1127);
var Node = __nccwpck_require__(6673);

function collectionFromPath(schema, path, value) {
    let v = value;
    for (let i = path.length - 1; i >= 0; --i) {
        const k = path[i];
        if (typeof k === 'number' && Number.isInteger(k) && k >= 0) {
            const a = [];
            a[k] = v;
            v = a;
        }
        else {
            v = new Map([[k, v]]);
        }
    }
    return createNode.createNode(v, undefined, {
        aliasDuplicateObjects: false,
        keepUndefined: false,
        onAnchor: () => {
            throw new Error('This should not happen, please report a bug.');
        },
        schema,
        sourceObjects: new Map()
    });
}
// Type guard is intentionally a little wrong so as to be more useful,
// as it does not cover untypable empty non-string iterables (e.g. []).
const isEmptyPath = (path) => path == null ||
    (typeof path === 'object' && !!path[Symbol.iterator]().next().done);
class Collection extends Node.NodeBase {
    constructor(type, schema) {
        super(type);
        Object.defineProperty(this, 'schema', {
            value: schema,
            configurable: true,
            enumerable: false,
            writable: true
        });
    }
    /**
     * Create a copy of this collection.
     *
     * @param schema - If defined, overwrites the original's schema
     */
    clone(schema) {
        const copy = Object.create(Object.getPrototypeOf(this), Object.getOwnPropertyDescriptors(this));
        if (schema)
            copy.schema = schema;
        copy.items = copy.items.map(it => identity.isNode(it) || identity.isPair(it) ? it.clone(schema) : it);
        if (this.range)
            copy.range = this.range.slice();
        return copy;
    }
    /**
     * Adds a value to the collection. For `!!map` and `!!omap` the value must
     * be a Pair instance or a `{ key, value }` object, which may not have a key
     * that already exists in the map.
     */
    addIn(path, value) {
        if (isEmptyPath(path))
            this.add(value);
        else {
            const [key, ...rest] = path;
            const node = this.get(key, true);
            if (identity.isCollection(node))
                node.addIn(rest, value);
            else if (node === undefined && this.schema)
                this.set(key, collectionFromPath(this.schema, rest, value));
            else
                throw new Error(`Expected YAML collection at ${key}. Remaining path: ${rest}`);
        }
    }
    /**
     * Removes a value from the collection.
     * @returns `true` if the item was found and removed.
     */
    deleteIn(path) {
        const [key, ...rest] = path;
        if (rest.length === 0)
            return this.delete(key);
        const node = this.get(key, true);
        if (identity.isCollection(node))
            return node.deleteIn(rest);
        else
            throw new Error(`Expected YAML collection at ${key}. Remaining path: ${rest}`);
    }
    /**
     * Returns item at `key`, or `undefined` if not found. By default unwraps
     * scalar values from their surrounding node; to disable set `keepScalar` to
     * `true` (collections are always returned intact).
     */
    getIn(path, keepScalar) {
        const [key, ...rest] = path;
        const node = this.get(key, true);
        if (rest.length === 0)
            return !keepScalar && identity.isScalar(node) ? node.value : node;
        else
            return identity.isCollection(node) ? node.getIn(rest, keepScalar) : undefined;
    }
    hasAllNullValues(allowScalar) {
        return this.items.every(node => {
            if (!identity.isPair(node))
                return false;
            const n = node.value;
            return (n == null ||
                (allowScalar &&
                    identity.isScalar(n) &&
                    n.value == null &&
                    !n.commentBefore &&
                    !n.comment &&
                    !n.tag));
        });
    }
    /**
     * Checks if the collection includes a value with the key `key`.
     */
    hasIn(path) {
        const [key, ...rest] = path;
        if (rest.length === 0)
            return this.has(key);
        const node = this.get(key, true);
        return identity.isCollection(node) ? node.hasIn(rest) : false;
    }
    /**
     * Sets a value in this collection. For `!!set`, `value` needs to be a
     * boolean to add/remove the item from the set.
     */
    setIn(path, value) {
        const [key, ...rest] = path;
        if (rest.length === 0) {
            this.set(key, value);
        }
        else {
            const node = this.get(key, true);
            if (identity.isCollection(node))
                node.setIn(rest, value);
            else if (node === undefined && this.schema)
                this.set(key, collectionFromPath(this.schema, rest, value));
            else
                throw new Error(`Expected YAML collection at ${key}. Remaining path: ${rest}`);
        }
    }
}

exports.Collection = Collection;
exports.collectionFromPath = collectionFromPath;
exports.isEmptyPath = isEmptyPath;


/***/ }),

/***/ 6673:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {



var applyReviver = __nccwpck_require__(3661);
var identity = __nccwpck_require__(1127);
var toJS = __nccwpck_require__(4043);

class NodeBase {
    constructor(type) {
        Object.defineProperty(this, identity.NODE_TYPE, { value: type });
    }
    /** Create a copy of this node.  */
    clone() {
        const copy = Object.create(Object.getPrototypeOf(this), Object.getOwnPropertyDescriptors(this));
        if (this.range)
            copy.range = this.range.slice();
        return copy;
    }
    /** A plain JavaScript representation of this node. */
    toJS(doc, { mapAsMap, maxAliasCount, onAnchor, reviver } = {}) {
        if (!identity.isDocument(doc))
            throw new TypeError('A document argument is required');
        const ctx = {
            anchors: new Map(),
            doc,
            keep: true,
            mapAsMap: mapAsMap === true,
            mapKeyWarned: false,
            maxAliasCount: typeof maxAliasCount === 'number' ? maxAliasCount : 100
        };
        const res = toJS.toJS(this, '', ctx);
        if (typeof onAnchor === 'function')
            for (const { count, res } of ctx.anchors.values())
                onAnchor(res, count);
        return typeof reviver === 'function'
            ? applyReviver.applyReviver(reviver, { '': res }, '', res)
            : res;
    }
}

exports.NodeBase = NodeBase;


/***/ }),

/***/ 7165:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {



var createNode = __nccwpck_require__(2404);
var stringifyPair = __nccwpck_require__(9748);
var addPairToJSMap = __nccwpck_require__(7104);
var identity = __nccwpck_require__(1127);

function createPair(key, value, ctx) {
    const k = createNode.createNode(key, undefined, ctx);
    const v = createNode.createNode(value, undefined, ctx);
    return new Pair(k, v);
}
class Pair {
    constructor(key, value = null) {
        Object.defineProperty(this, identity.NODE_TYPE, { value: identity.PAIR });
        this.key = key;
        this.value = value;
    }
    clone(schema) {
        let { key, value } = this;
        if (identity.isNode(key))
            key = key.clone(schema);
        if (identity.isNode(value))
            value = value.clone(schema);
        return new Pair(key, value);
    }
    toJSON(_, ctx) {
        const pair = ctx?.mapAsMap ? new Map() : {};
        return addPairToJSMap.addPairToJSMap(ctx, pair, this);
    }
    toString(ctx, onComment, onChompKeep) {
        return ctx?.doc
            ? stringifyPair.stringifyPair(this, ctx, onComment, onChompKeep)
            : JSON.stringify(this);
    }
}

exports.Pair = Pair;
exports.createPair = createPair;


/***/ }),

/***/ 3301:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {



var identity = __nccwpck_require__(1127);
var Node = __nccwpck_require__(6673);
var toJS = __nccwpck_require__(4043);

const isScalarValue = (value) => !value || (typeof value !== 'function' && typeof value !== 'object');
class Scalar extends Node.NodeBase {
    constructor(value) {
        super(identity.SCALAR);
        this.value = value;
    }
    toJSON(arg, ctx) {
        return ctx?.keep ? this.value : toJS.toJS(this.value, arg, ctx);
    }
    toString() {
        return String(this.value);
    }
}
Scalar.BLOCK_FOLDED = 'BLOCK_FOLDED';
Scalar.BLOCK_LITERAL = 'BLOCK_LITERAL';
Scalar.PLAIN = 'PLAIN';
Scalar.QUOTE_DOUBLE = 'QUOTE_DOUBLE';
Scalar.QUOTE_SINGLE = 'QUOTE_SINGLE';

exports.Scalar = Scalar;
exports.isScalarValue = isScalarValue;


/***/ }),

/***/ 4454:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {



var stringifyCollection = __nccwpck_require__(1212);
var addPairToJSMap = __nccwpck_require__(7104);
var Collection = __nccwpck_require__(101);
var identity = __nccwpck_require__(1127);
var Pair = __nccwpck_require__(7165);
var Scalar = __nccwpck_require__(3301);

function findPair(items, key) {
    const k = identity.isScalar(key) ? key.value : key;
    for (const it of items) {
        if (identity.isPair(it)) {
            if (it.key === key || it.key === k)
                return it;
            if (identity.isScalar(it.key) && it.key.value === k)
                return it;
        }
    }
    return undefined;
}
class YAMLMap extends Collection.Collection {
    static get tagName() {
        return 'tag:yaml.org,2002:map';
    }
    constructor(schema) {
        super(identity.MAP, schema);
        this.items = [];
    }
    /**
     * A generic collection parsing method that can be extended
     * to other node classes that inherit from YAMLMap
     */
    static from(schema, obj, ctx) {
        const { keepUndefined, replacer } = ctx;
        const map = new this(schema);
        const add = (key, value) => {
            if (typeof replacer === 'function')
                value = replacer.call(obj, key, value);
            else if (Array.isArray(replacer) && !replacer.includes(key))
                return;
            if (value !== undefined || keepUndefined)
                map.items.push(Pair.createPair(key, value, ctx));
        };
        if (obj instanceof Map) {
            for (const [key, value] of obj)
                add(key, value);
        }
        else if (obj && typeof obj === 'object') {
            for (const key of Object.keys(obj))
                add(key, obj[key]);
        }
        if (typeof schema.sortMapEntries === 'function') {
            map.items.sort(schema.sortMapEntries);
        }
        return map;
    }
    /**
     * Adds a value to the collection.
     *
     * @param overwrite - If not set `true`, using a key that is already in the
     *   collection will throw. Otherwise, overwrites the previous value.
     */
    add(pair, overwrite) {
        let _pair;
        if (identity.isPair(pair))
            _pair = pair;
        else if (!pair || typeof pair !== 'object' || !('key' in pair)) {
            // In TypeScript, this never happens.
            _pair = new Pair.Pair(pair, pair?.value);
        }
        else
            _pair = new Pair.Pair(pair.key, pair.value);
        const prev = findPair(this.items, _pair.key);
        const sortEntries = this.schema?.sortMapEntries;
        if (prev) {
            if (!overwrite)
                throw new Error(`Key ${_pair.key} already set`);
            // For scalars, keep the old node & its comments and anchors
            if (identity.isScalar(prev.value) && Scalar.isScalarValue(_pair.value))
                prev.value.value = _pair.value;
            else
                prev.value = _pair.value;
        }
        else if (sortEntries) {
            const i = this.items.findIndex(item => sortEntries(_pair, item) < 0);
            if (i === -1)
                this.items.push(_pair);
            else
                this.items.splice(i, 0, _pair);
        }
        else {
            this.items.push(_pair);
        }
    }
    delete(key) {
        const it = findPair(this.items, key);
        if (!it)
            return false;
        const del = this.items.splice(this.items.indexOf(it), 1);
        return del.length > 0;
    }
    get(key, keepScalar) {
        const it = findPair(this.items, key);
        const node = it?.value;
        return (!keepScalar && identity.isScalar(node) ? node.value : node) ?? undefined;
    }
    has(key) {
        return !!findPair(this.items, key);
    }
    set(key, value) {
        this.add(new Pair.Pair(key, value), true);
    }
    /**
     * @param ctx - Conversion context, originally set in Document#toJS()
     * @param {Class} Type - If set, forces the returned collection type
     * @returns Instance of Type, Map, or Object
     */
    toJSON(_, ctx, Type) {
        const map = Type ? new Type() : ctx?.mapAsMap ? new Map() : {};
        if (ctx?.onCreate)
            ctx.onCreate(map);
        for (const item of this.items)
            addPairToJSMap.addPairToJSMap(ctx, map, item);
        return map;
    }
    toString(ctx, onComment, onChompKeep) {
        if (!ctx)
            return JSON.stringify(this);
        for (const item of this.items) {
            if (!identity.isPair(item))
                throw new Error(`Map items must all be pairs; found ${JSON.stringify(item)} instead`);
        }
        if (!ctx.allNullValues && this.hasAllNullValues(false))
            ctx = Object.assign({}, ctx, { allNullValues: true });
        return stringifyCollection.stringifyCollection(this, ctx, {
            blockItemPrefix: '',
            flowChars: { start: '{', end: '}' },
            itemIndent: ctx.indent || '',
            onChompKeep,
            onComment
        });
    }
}

exports.YAMLMap = YAMLMap;
exports.findPair = findPair;


/***/ }),

/***/ 2223:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {



var createNode = __nccwpck_require__(2404);
var stringifyCollection = __nccwpck_require__(1212);
var Collection = __nccwpck_require__(101);
var identity = __nccwpck_require__(1127);
var Scalar = __nccwpck_require__(3301);
var toJS = __nccwpck_require__(4043);

class YAMLSeq extends Collection.Collection {
    static get tagName() {
        return 'tag:yaml.org,2002:seq';
    }
    constructor(schema) {
        super(identity.SEQ, schema);
        this.items = [];
    }
    add(value) {
        this.items.push(value);
    }
    /**
     * Removes a value from the collection.
     *
     * `key` must contain a representation of an integer for this to succeed.
     * It may be wrapped in a `Scalar`.
     *
     * @returns `true` if the item was found and removed.
     */
    delete(key) {
        const idx = asItemIndex(key);
        if (typeof idx !== 'number')
            return false;
        const del = this.items.splice(idx, 1);
        return del.length > 0;
    }
    get(key, keepScalar) {
        const idx = asItemIndex(key);
        if (typeof idx !== 'number')
            return undefined;
        const it = this.items[idx];
        return !keepScalar && identity.isScalar(it) ? it.value : it;
    }
    /**
     * Checks if the collection includes a value with the key `key`.
     *
     * `key` must contain a representation of an integer for this to succeed.
     * It may be wrapped in a `Scalar`.
     */
    has(key) {
        const idx = asItemIndex(key);
        return typeof idx === 'number' && idx < this.items.length;
    }
    /**
     * Sets a value in this collection. For `!!set`, `value` needs to be a
     * boolean to add/remove the item from the set.
     *
     * If `key` does not contain a representation of an integer, this will throw.
     * It may be wrapped in a `Scalar`.
     */
    set(key, value) {
        const idx = asItemIndex(key);
        if (typeof idx !== 'number')
            throw new Error(`Expected a valid index, not ${key}.`);
        const prev = this.items[idx];
        if (identity.isScalar(prev) && Scalar.isScalarValue(value))
            prev.value = value;
        else
            this.items[idx] = value;
    }
    toJSON(_, ctx) {
        const seq = [];
        if (ctx?.onCreate)
            ctx.onCreate(seq);
        let i = 0;
        for (const item of this.items)
            seq.push(toJS.toJS(item, String(i++), ctx));
        return seq;
    }
    toString(ctx, onComment, onChompKeep) {
        if (!ctx)
            return JSON.stringify(this);
        return stringifyCollection.stringifyCollection(this, ctx, {
            blockItemPrefix: '- ',
            flowChars: { start: '[', end: ']' },
            itemIndent: (ctx.indent || '') + '  ',
            onChompKeep,
            onComment
        });
    }
    static from(schema, obj, ctx) {
        const { replacer } = ctx;
        const seq = new this(schema);
        if (obj && Symbol.iterator in Object(obj)) {
            let i = 0;
            for (let it of obj) {
                if (typeof replacer === 'function') {
                    const key = obj instanceof Set ? it : String(i++);
                    it = replacer.call(obj, key, it);
                }
                seq.items.push(createNode.createNode(it, undefined, ctx));
            }
        }
        return seq;
    }
}
function asItemIndex(key) {
    let idx = identity.isScalar(key) ? key.value : key;
    if (idx && typeof idx === 'string')
        idx = Number(idx);
    return typeof idx === 'number' && Number.isInteger(idx) && idx >= 0
        ? idx
        : null;
}

exports.YAMLSeq = YAMLSeq;


/***/ }),

/***/ 7104:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {



var log = __nccwpck_require__(7249);
var merge = __nccwpck_require__(452);
var stringify = __nccwpck_require__(2148);
var identity = __nccwpck_require__(1127);
var toJS = __nccwpck_require__(4043);

function addPairToJSMap(ctx, map, { key, value }) {
    if (identity.isNode(key) && key.addToJSMap)
        key.addToJSMap(ctx, map, value);
    // TODO: Should drop this special case for bare << handling
    else if (merge.isMergeKey(ctx, key))
        merge.addMergeToJSMap(ctx, map, value);
    else {
        const jsKey = toJS.toJS(key, '', ctx);
        if (map instanceof Map) {
            map.set(jsKey, toJS.toJS(value, jsKey, ctx));
        }
        else if (map instanceof Set) {
            map.add(jsKey);
        }
        else {
            const stringKey = stringifyKey(key, jsKey, ctx);
            const jsValue = toJS.toJS(value, stringKey, ctx);
            if (stringKey in map)
                Object.defineProperty(map, stringKey, {
                    value: jsValue,
                    writable: true,
                    enumerable: true,
                    configurable: true
                });
            else
                map[stringKey] = jsValue;
        }
    }
    return map;
}
function stringifyKey(key, jsKey, ctx) {
    if (jsKey === null)
        return '';
    // eslint-disable-next-line @typescript-eslint/no-base-to-string
    if (typeof jsKey !== 'object')
        return String(jsKey);
    if (identity.isNode(key) && ctx?.doc) {
        const strCtx = stringify.createStringifyContext(ctx.doc, {});
        strCtx.anchors = new Set();
        for (const node of ctx.anchors.keys())
            strCtx.anchors.add(node.anchor);
        strCtx.inFlow = true;
        strCtx.inStringifyKey = true;
        const strKey = key.toString(strCtx);
        if (!ctx.mapKeyWarned) {
            let jsonStr = JSON.stringify(strKey);
            if (jsonStr.length > 40)
                jsonStr = jsonStr.substring(0, 36) + '..."';
            log.warn(ctx.doc.options.logLevel, `Keys with collection values will be stringified due to JS Object restrictions: ${jsonStr}. Set mapAsMap: true to use object keys.`);
            ctx.mapKeyWarned = true;
        }
        return strKey;
    }
    return JSON.stringify(jsKey);
}

exports.addPairToJSMap = addPairToJSMap;


/***/ }),

/***/ 1127:
/***/ ((__unused_webpack_module, exports) => {



const ALIAS = Symbol.for('yaml.alias');
const DOC = Symbol.for('yaml.document');
const MAP = Symbol.for('yaml.map');
const PAIR = Symbol.for('yaml.pair');
const SCALAR = Symbol.for('yaml.scalar');
const SEQ = Symbol.for('yaml.seq');
const NODE_TYPE = Symbol.for('yaml.node.type');
const isAlias = (node) => !!node && typeof node === 'object' && node[NODE_TYPE] === ALIAS;
const isDocument = (node) => !!node && typeof node === 'object' && node[NODE_TYPE] === DOC;
const isMap = (node) => !!node && typeof node === 'object' && node[NODE_TYPE] === MAP;
const isPair = (node) => !!node && typeof node === 'object' && node[NODE_TYPE] === PAIR;
const isScalar = (node) => !!node && typeof node === 'object' && node[NODE_TYPE] === SCALAR;
const isSeq = (node) => !!node && typeof node === 'object' && node[NODE_TYPE] === SEQ;
function isCollection(node) {
    if (node && typeof node === 'object')
        switch (node[NODE_TYPE]) {
            case MAP:
            case SEQ:
                return true;
        }
    return false;
}
function isNode(node) {
    if (node && typeof node === 'object')
        switch (node[NODE_TYPE]) {
            case ALIAS:
            case MAP:
            case SCALAR:
            case SEQ:
                return true;
        }
    return false;
}
const hasAnchor = (node) => (isScalar(node) || isCollection(node)) && !!node.anchor;

exports.ALIAS = ALIAS;
exports.DOC = DOC;
exports.MAP = MAP;
exports.NODE_TYPE = NODE_TYPE;
exports.PAIR = PAIR;
exports.SCALAR = SCALAR;
exports.SEQ = SEQ;
exports.hasAnchor = hasAnchor;
exports.isAlias = isAlias;
exports.isCollection = isCollection;
exports.isDocument = isDocument;
exports.isMap = isMap;
exports.isNode = isNode;
exports.isPair = isPair;
exports.isScalar = isScalar;
exports.isSeq = isSeq;


/***/ }),

/***/ 4043:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {



var identity = __nccwpck_require__(1127);

/**
 * Recursively convert any node or its contents to native JavaScript
 *
 * @param value - The input value
 * @param arg - If `value` defines a `toJSON()` method, use this
 *   as its first argument
 * @param ctx - Conversion context, originally set in Document#toJS(). If
 *   `{ keep: true }` is not set, output should be suitable for JSON
 *   stringification.
 */
function toJS(value, arg, ctx) {
    // eslint-disable-next-line @typescript-eslint/no-unsafe-return
    if (Array.isArray(value))
        return value.map((v, i) => toJS(v, String(i), ctx));
    if (value && typeof value.toJSON === 'function') {
        // eslint-disable-next-line @typescript-eslint/no-unsafe-call
        if (!ctx || !identity.hasAnchor(value))
            return value.toJSON(arg, ctx);
        const data = { aliasCount: 0, count: 1, res: undefined };
        ctx.anchors.set(value, data);
        ctx.onCreate = res => {
            data.res = res;
            delete ctx.onCreate;
        };
        const res = value.toJSON(arg, ctx);
        if (ctx.onCreate)
            ctx.onCreate(res);
        return res;
    }
    if (typeof value === 'bigint' && !ctx?.keep)
        return Number(value);
    return value;
}

exports.toJS = toJS;


/***/ }),

/***/ 110:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {



var resolveBlockScalar = __nccwpck_require__(8913);
var resolveFlowScalar = __nccwpck_require__(6842);
var errors = __nccwpck_require__(1464);
var stringifyString = __nccwpck_require__(3069);

function resolveAsScalar(token, strict = true, onError) {
    if (token) {
        const _onError = (pos, code, message) => {
            const offset = typeof pos === 'number' ? pos : Array.isArray(pos) ? pos[0] : pos.offset;
            if (onError)
                onError(offset, code, message);
            else
                throw new errors.YAMLParseError([offset, offset + 1], code, message);
        };
        switch (token.type) {
            case 'scalar':
            case 'single-quoted-scalar':
            case 'double-quoted-scalar':
                return resolveFlowScalar.resolveFlowScalar(token, strict, _onError);
            case 'block-scalar':
                return resolveBlockScalar.resolveBlockScalar({ options: { strict } }, token, _onError);
        }
    }
    return null;
}
/**
 * Create a new scalar token with `value`
 *
 * Values that represent an actual string but may be parsed as a different type should use a `type` other than `'PLAIN'`,
 * as this function does not support any schema operations and won't check for such conflicts.
 *
 * @param value The string representation of the value, which will have its content properly indented.
 * @param context.end Comments and whitespace after the end of the value, or after the block scalar header. If undefined, a newline will be added.
 * @param context.implicitKey Being within an implicit key may affect the resolved type of the token's value.
 * @param context.indent The indent level of the token.
 * @param context.inFlow Is this scalar within a flow collection? This may affect the resolved type of the token's value.
 * @param context.offset The offset position of the token.
 * @param context.type The preferred type of the scalar token. If undefined, the previous type of the `token` will be used, defaulting to `'PLAIN'`.
 */
function createScalarToken(value, context) {
    const { implicitKey = false, indent, inFlow = false, offset = -1, type = 'PLAIN' } = context;
    const source = stringifyString.stringifyString({ type, value }, {
        implicitKey,
        indent: indent > 0 ? ' '.repeat(indent) : '',
        inFlow,
        options: { blockQuote: true, lineWidth: -1 }
    });
    const end = context.end ?? [
        { type: 'newline', offset: -1, indent, source: '\n' }
    ];
    switch (source[0]) {
        case '|':
        case '>': {
            const he = source.indexOf('\n');
            const head = source.substring(0, he);
            const body = source.substring(he + 1) + '\n';
            const props = [
                { type: 'block-scalar-header', offset, indent, source: head }
            ];
            if (!addEndtoBlockProps(props, end))
                props.push({ type: 'newline', offset: -1, indent, source: '\n' });
            return { type: 'block-scalar', offset, indent, props, source: body };
        }
        case '"':
            return { type: 'double-quoted-scalar', offset, indent, source, end };
        case "'":
            return { type: 'single-quoted-scalar', offset, indent, source, end };
        default:
            return { type: 'scalar', offset, indent, source, end };
    }
}
/**
 * Set the value of `token` to the given string `value`, overwriting any previous contents and type that it may have.
 *
 * Best efforts are made to retain any comments previously associated with the `token`,
 * though all contents within a collection's `items` will be overwritten.
 *
 * Values that represent an actual string but may be parsed as a different type should use a `type` other than `'PLAIN'`,
 * as this function does not support any schema operations and won't check for such conflicts.
 *
 * @param token Any token. If it does not include an `indent` value, the value will be stringified as if it were an implicit key.
 * @param value The string representation of the value, which will have its content properly indented.
 * @param context.afterKey In most cases, values after a key should have an additional level of indentation.
 * @param context.implicitKey Being within an implicit key may affect the resolved type of the token's value.
 * @param context.inFlow Being within a flow collection may affect the resolved type of the token's value.
 * @param context.type The preferred type of the scalar token. If undefined, the previous type of the `token` will be used, defaulting to `'PLAIN'`.
 */
function setScalarValue(token, value, context = {}) {
    let { afterKey = false, implicitKey = false, inFlow = false, type } = context;
    let indent = 'indent' in token ? token.indent : null;
    if (afterKey && typeof indent === 'number')
        indent += 2;
    if (!type)
        switch (token.type) {
            case 'single-quoted-scalar':
                type = 'QUOTE_SINGLE';
                break;
            case 'double-quoted-scalar':
                type = 'QUOTE_DOUBLE';
                break;
            case 'block-scalar': {
                const header = token.props[0];
                if (header.type !== 'block-scalar-header')
                    throw new Error('Invalid block scalar header');
                type = header.source[0] === '>' ? 'BLOCK_FOLDED' : 'BLOCK_LITERAL';
                break;
            }
            default:
                type = 'PLAIN';
        }
    const source = stringifyString.stringifyString({ type, value }, {
        implicitKey: implicitKey || indent === null,
        indent: indent !== null && indent > 0 ? ' '.repeat(indent) : '',
        inFlow,
        options: { blockQuote: true, lineWidth: -1 }
    });
    switch (source[0]) {
        case '|':
        case '>':
            setBlockScalarValue(token, source);
            break;
        case '"':
            setFlowScalarValue(token, source, 'double-quoted-scalar');
            break;
        case "'":
            setFlowScalarValue(token, source, 'single-quoted-scalar');
            break;
        default:
            setFlowScalarValue(token, source, 'scalar');
    }
}
function setBlockScalarValue(token, source) {
    const he = source.indexOf('\n');
    const head = source.substring(0, he);
    const body = source.substring(he + 1) + '\n';
    if (token.type === 'block-scalar') {
        const header = token.props[0];
        if (header.type !== 'block-scalar-header')
            throw new Error('Invalid block scalar header');
        header.source = head;
        token.source = body;
    }
    else {
        const { offset } = token;
        const indent = 'indent' in token ? token.indent : -1;
        const props = [
            { type: 'block-scalar-header', offset, indent, source: head }
        ];
        if (!addEndtoBlockProps(props, 'end' in token ? token.end : undefined))
            props.push({ type: 'newline', offset: -1, indent, source: '\n' });
        for (const key of Object.keys(token))
            if (key !== 'type' && key !== 'offset')
                delete token[key];
        Object.assign(token, { type: 'block-scalar', indent, props, source: body });
    }
}
/** @returns `true` if last token is a newline */
function addEndtoBlockProps(props, end) {
    if (end)
        for (const st of end)
            switch (st.type) {
                case 'space':
                case 'comment':
                    props.push(st);
                    break;
                case 'newline':
                    props.push(st);
                    return true;
            }
    return false;
}
function setFlowScalarValue(token, source, type) {
    switch (token.type) {
        case 'scalar':
        case 'double-quoted-scalar':
        case 'single-quoted-scalar':
            token.type = type;
            token.source = source;
            break;
        case 'block-scalar': {
            const end = token.props.slice(1);
            let oa = source.length;
            if (token.props[0].type === 'block-scalar-header')
                oa -= token.props[0].source.length;
            for (const tok of end)
                tok.offset += oa;
            delete token.props;
            Object.assign(token, { type, source, end });
            break;
        }
        case 'block-map':
        case 'block-seq': {
            const offset = token.offset + source.length;
            const nl = { type: 'newline', offset, indent: token.indent, source: '\n' };
            delete token.items;
            Object.assign(token, { type, source, end: [nl] });
            break;
        }
        default: {
            const indent = 'indent' in token ? token.indent : -1;
            const end = 'end' in token && Array.isArray(token.end)
                ? token.end.filter(st => st.type === 'space' ||
                    st.type === 'comment' ||
                    st.type === 'newline')
                : [];
            for (const key of Object.keys(token))
                if (key !== 'type' && key !== 'offset')
                    delete token[key];
            Object.assign(token, { type, indent, source, end });
        }
    }
}

exports.createScalarToken = createScalarToken;
exports.resolveAsScalar = resolveAsScalar;
exports.setScalarValue = setScalarValue;


/***/ }),

/***/ 1733:
/***/ ((__unused_webpack_module, exports) => {



/**
 * Stringify a CST document, token, or collection item
 *
 * Fair warning: This applies no validation whatsoever, and
 * simply concatenates the sources in their logical order.
 */
const stringify = (cst) => 'type' in cst ? stringifyToken(cst) : stringifyItem(cst);
function stringifyToken(token) {
    switch (token.type) {
        case 'block-scalar': {
            let res = '';
            for (const tok of token.props)
                res += stringifyToken(tok);
            return res + token.source;
        }
        case 'block-map':
        case 'block-seq': {
            let res = '';
            for (const item of token.items)
                res += stringifyItem(item);
            return res;
        }
        case 'flow-collection': {
            let res = token.start.source;
            for (const item of token.items)
                res += stringifyItem(item);
            for (const st of token.end)
                res += st.source;
            return res;
        }
        case 'document': {
            let res = stringifyItem(token);
            if (token.end)
                for (const st of token.end)
                    res += st.source;
            return res;
        }
        default: {
            let res = token.source;
            if ('end' in token && token.end)
                for (const st of token.end)
                    res += st.source;
            return res;
        }
    }
}
function stringifyItem({ start, key, sep, value }) {
    let res = '';
    for (const st of start)
        res += st.source;
    if (key)
        res += stringifyToken(key);
    if (sep)
        for (const st of sep)
            res += st.source;
    if (value)
        res += stringifyToken(value);
    return res;
}

exports.stringify = stringify;


/***/ }),

/***/ 7715:
/***/ ((__unused_webpack_module, exports) => {



const BREAK = Symbol('break visit');
const SKIP = Symbol('skip children');
const REMOVE = Symbol('remove item');
/**
 * Apply a visitor to a CST document or item.
 *
 * Walks through the tree (depth-first) starting from the root, calling a
 * `visitor` function with two arguments when entering each item:
 *   - `item`: The current item, which included the following members:
 *     - `start: SourceToken[]` – Source tokens before the key or value,
 *       possibly including its anchor or tag.
 *     - `key?: Token | null` – Set for pair values. May then be `null`, if
 *       the key before the `:` separator is empty.
 *     - `sep?: SourceToken[]` – Source tokens between the key and the value,
 *       which should include the `:` map value indicator if `value` is set.
 *     - `value?: Token` – The value of a sequence item, or of a map pair.
 *   - `path`: The steps from the root to the current node, as an array of
 *     `['key' | 'value', number]` tuples.
 *
 * The return value of the visitor may be used to control the traversal:
 *   - `undefined` (default): Do nothing and continue
 *   - `visit.SKIP`: Do not visit the children of this token, continue with
 *      next sibling
 *   - `visit.BREAK`: Terminate traversal completely
 *   - `visit.REMOVE`: Remove the current item, then continue with the next one
 *   - `number`: Set the index of the next step. This is useful especially if
 *     the index of the current token has changed.
 *   - `function`: Define the next visitor for this item. After the original
 *     visitor is called on item entry, next visitors are called after handling
 *     a non-empty `key` and when exiting the item.
 */
function visit(cst, visitor) {
    if ('type' in cst && cst.type === 'document')
        cst = { start: cst.start, value: cst.value };
    _visit(Object.freeze([]), cst, visitor);
}
// Without the `as symbol` casts, TS declares these in the `visit`
// namespace using `var`, but then complains about that because
// `unique symbol` must be `const`.
/** Terminate visit traversal completely */
visit.BREAK = BREAK;
/** Do not visit the children of the current item */
visit.SKIP = SKIP;
/** Remove the current item */
visit.REMOVE = REMOVE;
/** Find the item at `path` from `cst` as the root */
visit.itemAtPath = (cst, path) => {
    let item = cst;
    for (const [field, index] of path) {
        const tok = item?.[field];
        if (tok && 'items' in tok) {
            item = tok.items[index];
        }
        else
            return undefined;
    }
    return item;
};
/**
 * Get the immediate parent collection of the item at `path` from `cst` as the root.
 *
 * Throws an error if the collection is not found, which should never happen if the item itself exists.
 */
visit.parentCollection = (cst, path) => {
    const parent = visit.itemAtPath(cst, path.slice(0, -1));
    const field = path[path.length - 1][0];
    const coll = parent?.[field];
    if (coll && 'items' in coll)
        return coll;
    throw new Error('Parent collection not found');
};
function _visit(path, item, visitor) {
    let ctrl = visitor(item, path);
    if (typeof ctrl === 'symbol')
        return ctrl;
    for (const field of ['key', 'value']) {
        const token = item[field];
        if (token && 'items' in token) {
            for (let i = 0; i < token.items.length; ++i) {
                const ci = _visit(Object.freeze(path.concat([[field, i]])), token.items[i], visitor);
                if (typeof ci === 'number')
                    i = ci - 1;
                else if (ci === BREAK)
                    return BREAK;
                else if (ci === REMOVE) {
                    token.items.splice(i, 1);
                    i -= 1;
                }
            }
            if (typeof ctrl === 'function' && field === 'key')
                ctrl = ctrl(item, path);
        }
    }
    return typeof ctrl === 'function' ? ctrl(item, path) : ctrl;
}

exports.visit = visit;


/***/ }),

/***/ 3461:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {



var cstScalar = __nccwpck_require__(110);
var cstStringify = __nccwpck_require__(1733);
var cstVisit = __nccwpck_require__(7715);

/** The byte order mark */
const BOM = '\u{FEFF}';
/** Start of doc-mode */
const DOCUMENT = '\x02'; // C0: Start of Text
/** Unexpected end of flow-mode */
const FLOW_END = '\x18'; // C0: Cancel
/** Next token is a scalar value */
const SCALAR = '\x1f'; // C0: Unit Separator
/** @returns `true` if `token` is a flow or block collection */
const isCollection = (token) => !!token && 'items' in token;
/** @returns `true` if `token` is a flow or block scalar; not an alias */
const isScalar = (token) => !!token &&
    (token.type === 'scalar' ||
        token.type === 'single-quoted-scalar' ||
        token.type === 'double-quoted-scalar' ||
        token.type === 'block-scalar');
/* istanbul ignore next */
/** Get a printable representation of a lexer token */
function prettyToken(token) {
    switch (token) {
        case BOM:
            return '<BOM>';
        case DOCUMENT:
            return '<DOC>';
        case FLOW_END:
            return '<FLOW_END>';
        case SCALAR:
            return '<SCALAR>';
        default:
            return JSON.stringify(token);
    }
}
/** Identify the type of a lexer token. May return `null` for unknown tokens. */
function tokenType(source) {
    switch (source) {
        case BOM:
            return 'byte-order-mark';
        case DOCUMENT:
            return 'doc-mode';
        case FLOW_END:
            return 'flow-error-end';
        case SCALAR:
            return 'scalar';
        case '---':
            return 'doc-start';
        case '...':
            return 'doc-end';
        case '':
        case '\n':
        case '\r\n':
            return 'newline';
        case '-':
            return 'seq-item-ind';
        case '?':
            return 'explicit-key-ind';
        case ':':
            return 'map-value-ind';
        case '{':
            return 'flow-map-start';
        case '}':
            return 'flow-map-end';
        case '[':
            return 'flow-seq-start';
        case ']':
            return 'flow-seq-end';
        case ',':
            return 'comma';
    }
    switch (source[0]) {
        case ' ':
        case '\t':
            return 'space';
        case '#':
            return 'comment';
        case '%':
            return 'directive-line';
        case '*':
            return 'alias';
        case '&':
            return 'anchor';
        case '!':
            return 'tag';
        case "'":
            return 'single-quoted-scalar';
        case '"':
            return 'double-quoted-scalar';
        case '|':
        case '>':
            return 'block-scalar-header';
    }
    return null;
}

exports.createScalarToken = cstScalar.createScalarToken;
exports.resolveAsScalar = cstScalar.resolveAsScalar;
exports.setScalarValue = cstScalar.setScalarValue;
exports.stringify = cstStringify.stringify;
exports.visit = cstVisit.visit;
exports.BOM = BOM;
exports.DOCUMENT = DOCUMENT;
exports.FLOW_END = FLOW_END;
exports.SCALAR = SCALAR;
exports.isCollection = isCollection;
exports.isScalar = isScalar;
exports.prettyToken = prettyToken;
exports.tokenType = tokenType;


/***/ }),

/***/ 361:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {



var cst = __nccwpck_require__(3461);

/*
START -> stream

stream
  directive -> line-end -> stream
  indent + line-end -> stream
  [else] -> line-start

line-end
  comment -> line-end
  newline -> .
  input-end -> END

line-start
  doc-start -> doc
  doc-end -> stream
  [else] -> indent -> block-start

block-start
  seq-item-start -> block-start
  explicit-key-start -> block-start
  map-value-start -> block-start
  [else] -> doc

doc
  line-end -> line-start
  spaces -> doc
  anchor -> doc
  tag -> doc
  flow-start -> flow -> doc
  flow-end -> error -> doc
  seq-item-start -> error -> doc
  explicit-key-start -> error -> doc
  map-value-start -> doc
  alias -> doc
  quote-start -> quoted-scalar -> doc
  block-scalar-header -> line-end -> block-scalar(min) -> line-start
  [else] -> plain-scalar(false, min) -> doc

flow
  line-end -> flow
  spaces -> flow
  anchor -> flow
  tag -> flow
  flow-start -> flow -> flow
  flow-end -> .
  seq-item-start -> error -> flow
  explicit-key-start -> flow
  map-value-start -> flow
  alias -> flow
  quote-start -> quoted-scalar -> flow
  comma -> flow
  [else] -> plain-scalar(true, 0) -> flow

quoted-scalar
  quote-end -> .
  [else] -> quoted-scalar

block-scalar(min)
  newline + peek(indent < min) -> .
  [else] -> block-scalar(min)

plain-scalar(is-flow, min)
  scalar-end(is-flow) -> .
  peek(newline + (indent < min)) -> .
  [else] -> plain-scalar(min)
*/
function isEmpty(ch) {
    switch (ch) {
        case undefined:
        case ' ':
        case '\n':
        case '\r':
        case '\t':
            return true;
        default:
            return false;
    }
}
const hexDigits = new Set('0123456789ABCDEFabcdef');
const tagChars = new Set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-#;/?:@&=+$_.!~*'()");
const flowIndicatorChars = new Set(',[]{}');
const invalidAnchorChars = new Set(' ,[]{}\n\r\t');
const isNotAnchorChar = (ch) => !ch || invalidAnchorChars.has(ch);
/**
 * Splits an input string into lexical tokens, i.e. smaller strings that are
 * easily identifiable by `tokens.tokenType()`.
 *
 * Lexing starts always in a "stream" context. Incomplete input may be buffered
 * until a complete token can be emitted.
 *
 * In addition to slices of the original input, the following control characters
 * may also be emitted:
 *
 * - `\x02` (Start of Text): A document starts with the next token
 * - `\x18` (Cancel): Unexpected end of flow-mode (indicates an error)
 * - `\x1f` (Unit Separator): Next token is a scalar value
 * - `\u{FEFF}` (Byte order mark): Emitted separately outside documents
 */
class Lexer {
    constructor() {
        /**
         * Flag indicating whether the end of the current buffer marks the end of
         * all input
         */
        this.atEnd = false;
        /**
         * Explicit indent set in block scalar header, as an offset from the current
         * minimum indent, so e.g. set to 1 from a header `|2+`. Set to -1 if not
         * explicitly set.
         */
        this.blockScalarIndent = -1;
        /**
         * Block scalars that include a + (keep) chomping indicator in their header
         * include trailing empty lines, which are otherwise excluded from the
         * scalar's contents.
         */
        this.blockScalarKeep = false;
        /** Current input */
        this.buffer = '';
        /**
         * Flag noting whether the map value indicator : can immediately follow this
         * node within a flow context.
         */
        this.flowKey = false;
        /** Count of surrounding flow collection levels. */
        this.flowLevel = 0;
        /**
         * Minimum level of indentation required for next lines to be parsed as a
         * part of the current scalar value.
         */
        this.indentNext = 0;
        /** Indentation level of the current line. */
        this.indentValue = 0;
        /** Position of the next \n character. */
        this.lineEndPos = null;
        /** Stores the state of the lexer if reaching the end of incpomplete input */
        this.next = null;
        /** A pointer to `buffer`; the current position of the lexer. */
        this.pos = 0;
    }
    /**
     * Generate YAML tokens from the `source` string. If `incomplete`,
     * a part of the last line may be left as a buffer for the next call.
     *
     * @returns A generator of lexical tokens
     */
    *lex(source, incomplete = false) {
        if (source) {
            if (typeof source !== 'string')
                throw TypeError('source is not a string');
            this.buffer = this.buffer ? this.buffer + source : source;
            this.lineEndPos = null;
        }
        this.atEnd = !incomplete;
        let next = this.next ?? 'stream';
        while (next && (incomplete || this.hasChars(1)))
            next = yield* this.parseNext(next);
    }
    atLineEnd() {
        let i = this.pos;
        let ch = this.buffer[i];
        while (ch === ' ' || ch === '\t')
            ch = this.buffer[++i];
        if (!ch || ch === '#' || ch === '\n')
            return true;
        if (ch === '\r')
            return this.buffer[i + 1] === '\n';
        return false;
    }
    charAt(n) {
        return this.buffer[this.pos + n];
    }
    continueScalar(offset) {
        let ch = this.buffer[offset];
        if (this.indentNext > 0) {
            let indent = 0;
            while (ch === ' ')
                ch = this.buffer[++indent + offset];
            if (ch === '\r') {
                const next = this.buffer[indent + offset + 1];
                if (next === '\n' || (!next && !this.atEnd))
                    return offset + indent + 1;
            }
            return ch === '\n' || indent >= this.indentNext || (!ch && !this.atEnd)
                ? offset + indent
                : -1;
        }
        if (ch === '-' || ch === '.') {
            const dt = this.buffer.substr(offset, 3);
            if ((dt === '---' || dt === '...') && isEmpty(this.buffer[offset + 3]))
                return -1;
        }
        return offset;
    }
    getLine() {
        let end = this.lineEndPos;
        if (typeof end !== 'number' || (end !== -1 && end < this.pos)) {
            end = this.buffer.indexOf('\n', this.pos);
            this.lineEndPos = end;
        }
        if (end === -1)
            return this.atEnd ? this.buffer.substring(this.pos) : null;
        if (this.buffer[end - 1] === '\r')
            end -= 1;
        return this.buffer.substring(this.pos, end);
    }
    hasChars(n) {
        return this.pos + n <= this.buffer.length;
    }
    setNext(state) {
        this.buffer = this.buffer.substring(this.pos);
        this.pos = 0;
        this.lineEndPos = null;
        this.next = state;
        return null;
    }
    peek(n) {
        return this.buffer.substr(this.pos, n);
    }
    *parseNext(next) {
        switch (next) {
            case 'stream':
                return yield* this.parseStream();
            case 'line-start':
                return yield* this.parseLineStart();
            case 'block-start':
                return yield* this.parseBlockStart();
            case 'doc':
                return yield* this.parseDocument();
            case 'flow':
                return yield* this.parseFlowCollection();
            case 'quoted-scalar':
                return yield* this.parseQuotedScalar();
            case 'block-scalar':
                return yield* this.parseBlockScalar();
            case 'plain-scalar':
                return yield* this.parsePlainScalar();
        }
    }
    *parseStream() {
        let line = this.getLine();
        if (line === null)
            return this.setNext('stream');
        if (line[0] === cst.BOM) {
            yield* this.pushCount(1);
            line = line.substring(1);
        }
        if (line[0] === '%') {
            let dirEnd = line.length;
            let cs = line.indexOf('#');
            while (cs !== -1) {
                const ch = line[cs - 1];
                if (ch === ' ' || ch === '\t') {
                    dirEnd = cs - 1;
                    break;
                }
                else {
                    cs = line.indexOf('#', cs + 1);
                }
            }
            while (true) {
                const ch = line[dirEnd - 1];
                if (ch === ' ' || ch === '\t')
                    dirEnd -= 1;
                else
                    break;
            }
            const n = (yield* this.pushCount(dirEnd)) + (yield* this.pushSpaces(true));
            yield* this.pushCount(line.length - n); // possible comment
            this.pushNewline();
            return 'stream';
        }
        if (this.atLineEnd()) {
            const sp = yield* this.pushSpaces(true);
            yield* this.pushCount(line.length - sp);
            yield* this.pushNewline();
            return 'stream';
        }
        yield cst.DOCUMENT;
        return yield* this.parseLineStart();
    }
    *parseLineStart() {
        const ch = this.charAt(0);
        if (!ch && !this.atEnd)
            return this.setNext('line-start');
        if (ch === '-' || ch === '.') {
            if (!this.atEnd && !this.hasChars(4))
                return this.setNext('line-start');
            const s = this.peek(3);
            if ((s === '---' || s === '...') && isEmpty(this.charAt(3))) {
                yield* this.pushCount(3);
                this.indentValue = 0;
                this.indentNext = 0;
                return s === '---' ? 'doc' : 'stream';
            }
        }
        this.indentValue = yield* this.pushSpaces(false);
        if (this.indentNext > this.indentValue && !isEmpty(this.charAt(1)))
            this.indentNext = this.indentValue;
        return yield* this.parseBlockStart();
    }
    *parseBlockStart() {
        const [ch0, ch1] = this.peek(2);
        if (!ch1 && !this.atEnd)
            return this.setNext('block-start');
        if ((ch0 === '-' || ch0 === '?' || ch0 === ':') && isEmpty(ch1)) {
            const n = (yield* this.pushCount(1)) + (yield* this.pushSpaces(true));
            this.indentNext = this.indentValue + 1;
            this.indentValue += n;
            return 'block-start';
        }
        return 'doc';
    }
    *parseDocument() {
        yield* this.pushSpaces(true);
        const line = this.getLine();
        if (line === null)
            return this.setNext('doc');
        let n = yield* this.pushIndicators();
        switch (line[n]) {
            case '#':
                yield* this.pushCount(line.length - n);
            // fallthrough
            case undefined:
                yield* this.pushNewline();
                return yield* this.parseLineStart();
            case '{':
            case '[':
                yield* this.pushCount(1);
                this.flowKey = false;
                this.flowLevel = 1;
                return 'flow';
            case '}':
            case ']':
                // this is an error
                yield* this.pushCount(1);
                return 'doc';
            case '*':
                yield* this.pushUntil(isNotAnchorChar);
                return 'doc';
            case '"':
            case "'":
                return yield* this.parseQuotedScalar();
            case '|':
            case '>':
                n += yield* this.parseBlockScalarHeader();
                n += yield* this.pushSpaces(true);
                yield* this.pushCount(line.length - n);
                yield* this.pushNewline();
                return yield* this.parseBlockScalar();
            default:
                return yield* this.parsePlainScalar();
        }
    }
    *parseFlowCollection() {
        let nl, sp;
        let indent = -1;
        do {
            nl = yield* this.pushNewline();
            if (nl > 0) {
                sp = yield* this.pushSpaces(false);
                this.indentValue = indent = sp;
            }
            else {
                sp = 0;
            }
            sp += yield* this.pushSpaces(true);
        } while (nl + sp > 0);
        const line = this.getLine();
        if (line === null)
            return this.setNext('flow');
        if ((indent !== -1 && indent < this.indentNext && line[0] !== '#') ||
            (indent === 0 &&
                (line.startsWith('---') || line.startsWith('...')) &&
                isEmpty(line[3]))) {
            // Allowing for the terminal ] or } at the same (rather than greater)
            // indent level as the initial [ or { is technically invalid, but
            // failing here would be surprising to users.
            const atFlowEndMarker = indent === this.indentNext - 1 &&
                this.flowLevel === 1 &&
                (line[0] === ']' || line[0] === '}');
            if (!atFlowEndMarker) {
                // this is an error
                this.flowLevel = 0;
                yield cst.FLOW_END;
                return yield* this.parseLineStart();
            }
        }
        let n = 0;
        while (line[n] === ',') {
            n += yield* this.pushCount(1);
            n += yield* this.pushSpaces(true);
            this.flowKey = false;
        }
        n += yield* this.pushIndicators();
        switch (line[n]) {
            case undefined:
                return 'flow';
            case '#':
                yield* this.pushCount(line.length - n);
                return 'flow';
            case '{':
            case '[':
                yield* this.pushCount(1);
                this.flowKey = false;
                this.flowLevel += 1;
                return 'flow';
            case '}':
            case ']':
                yield* this.pushCount(1);
                this.flowKey = true;
                this.flowLevel -= 1;
                return this.flowLevel ? 'flow' : 'doc';
            case '*':
                yield* this.pushUntil(isNotAnchorChar);
                return 'flow';
            case '"':
            case "'":
                this.flowKey = true;
                return yield* this.parseQuotedScalar();
            case ':': {
                const next = this.charAt(1);
                if (this.flowKey || isEmpty(next) || next === ',') {
                    this.flowKey = false;
                    yield* this.pushCount(1);
                    yield* this.pushSpaces(true);
                    return 'flow';
                }
            }
            // fallthrough
            default:
                this.flowKey = false;
                return yield* this.parsePlainScalar();
        }
    }
    *parseQuotedScalar() {
        const quote = this.charAt(0);
        let end = this.buffer.indexOf(quote, this.pos + 1);
        if (quote === "'") {
            while (end !== -1 && this.buffer[end + 1] === "'")
                end = this.buffer.indexOf("'", end + 2);
        }
        else {
            // double-quote
            while (end !== -1) {
                let n = 0;
                while (this.buffer[end - 1 - n] === '\\')
                    n += 1;
                if (n % 2 === 0)
                    break;
                end = this.buffer.indexOf('"', end + 1);
            }
        }
        // Only looking for newlines within the quotes
        const qb = this.buffer.substring(0, end);
        let nl = qb.indexOf('\n', this.pos);
        if (nl !== -1) {
            while (nl !== -1) {
                const cs = this.continueScalar(nl + 1);
                if (cs === -1)
                    break;
                nl = qb.indexOf('\n', cs);
            }
            if (nl !== -1) {
                // this is an error caused by an unexpected unindent
                end = nl - (qb[nl - 1] === '\r' ? 2 : 1);
            }
        }
        if (end === -1) {
            if (!this.atEnd)
                return this.setNext('quoted-scalar');
            end = this.buffer.length;
        }
        yield* this.pushToIndex(end + 1, false);
        return this.flowLevel ? 'flow' : 'doc';
    }
    *parseBlockScalarHeader() {
        this.blockScalarIndent = -1;
        this.blockScalarKeep = false;
        let i = this.pos;
        while (true) {
            const ch = this.buffer[++i];
            if (ch === '+')
                this.blockScalarKeep = true;
            else if (ch > '0' && ch <= '9')
                this.blockScalarIndent = Number(ch) - 1;
            else if (ch !== '-')
                break;
        }
        return yield* this.pushUntil(ch => isEmpty(ch) || ch === '#');
    }
    *parseBlockScalar() {
        let nl = this.pos - 1; // may be -1 if this.pos === 0
        let indent = 0;
        let ch;
        loop: for (let i = this.pos; (ch = this.buffer[i]); ++i) {
            switch (ch) {
                case ' ':
                    indent += 1;
                    break;
                case '\n':
                    nl = i;
                    indent = 0;
                    break;
                case '\r': {
                    const next = this.buffer[i + 1];
                    if (!next && !this.atEnd)
                        return this.setNext('block-scalar');
                    if (next === '\n')
                        break;
                } // fallthrough
                default:
                    break loop;
            }
        }
        if (!ch && !this.atEnd)
            return this.setNext('block-scalar');
        if (indent >= this.indentNext) {
            if (this.blockScalarIndent === -1)
                this.indentNext = indent;
            else {
                this.indentNext =
                    this.blockScalarIndent + (this.indentNext === 0 ? 1 : this.indentNext);
            }
            do {
                const cs = this.continueScalar(nl + 1);
                if (cs === -1)
                    break;
                nl = this.buffer.indexOf('\n', cs);
            } while (nl !== -1);
            if (nl === -1) {
                if (!this.atEnd)
                    return this.setNext('block-scalar');
                nl = this.buffer.length;
            }
        }
        // Trailing insufficiently indented tabs are invalid.
        // To catch that during parsing, we include them in the block scalar value.
        let i = nl + 1;
        ch = this.buffer[i];
        while (ch === ' ')
            ch = this.buffer[++i];
        if (ch === '\t') {
            while (ch === '\t' || ch === ' ' || ch === '\r' || ch === '\n')
                ch = this.buffer[++i];
            nl = i - 1;
        }
        else if (!this.blockScalarKeep) {
            do {
                let i = nl - 1;
                let ch = this.buffer[i];
                if (ch === '\r')
                    ch = this.buffer[--i];
                const lastChar = i; // Drop the line if last char not more indented
                while (ch === ' ')
                    ch = this.buffer[--i];
                if (ch === '\n' && i >= this.pos && i + 1 + indent > lastChar)
                    nl = i;
                else
                    break;
            } while (true);
        }
        yield cst.SCALAR;
        yield* this.pushToIndex(nl + 1, true);
        return yield* this.parseLineStart();
    }
    *parsePlainScalar() {
        const inFlow = this.flowLevel > 0;
        let end = this.pos - 1;
        let i = this.pos - 1;
        let ch;
        while ((ch = this.buffer[++i])) {
            if (ch === ':') {
                const next = this.buffer[i + 1];
                if (isEmpty(next) || (inFlow && flowIndicatorChars.has(next)))
                    break;
                end = i;
            }
            else if (isEmpty(ch)) {
                let next = this.buffer[i + 1];
                if (ch === '\r') {
                    if (next === '\n') {
                        i += 1;
                        ch = '\n';
                        next = this.buffer[i + 1];
                    }
                    else
                        end = i;
                }
                if (next === '#' || (inFlow && flowIndicatorChars.has(next)))
                    break;
                if (ch === '\n') {
                    const cs = this.continueScalar(i + 1);
                    if (cs === -1)
                        break;
                    i = Math.max(i, cs - 2); // to advance, but still account for ' #'
                }
            }
            else {
                if (inFlow && flowIndicatorChars.has(ch))
                    break;
                end = i;
            }
        }
        if (!ch && !this.atEnd)
            return this.setNext('plain-scalar');
        yield cst.SCALAR;
        yield* this.pushToIndex(end + 1, true);
        return inFlow ? 'flow' : 'doc';
    }
    *pushCount(n) {
        if (n > 0) {
            yield this.buffer.substr(this.pos, n);
            this.pos += n;
            return n;
        }
        return 0;
    }
    *pushToIndex(i, allowEmpty) {
        const s = this.buffer.slice(this.pos, i);
        if (s) {
            yield s;
            this.pos += s.length;
            return s.length;
        }
        else if (allowEmpty)
            yield '';
        return 0;
    }
    *pushIndicators() {
        let n = 0;
        loop: while (true) {
            switch (this.charAt(0)) {
                case '!':
                    n += yield* this.pushTag();
                    n += yield* this.pushSpaces(true);
                    continue loop;
                case '&':
                    n += yield* this.pushUntil(isNotAnchorChar);
                    n += yield* this.pushSpaces(true);
                    continue loop;
                case '-': // this is an error
                case '?': // this is an error outside flow collections
                case ':': {
                    const inFlow = this.flowLevel > 0;
                    const ch1 = this.charAt(1);
                    if (isEmpty(ch1) || (inFlow && flowIndicatorChars.has(ch1))) {
                        if (!inFlow)
                            this.indentNext = this.indentValue + 1;
                        else if (this.flowKey)
                            this.flowKey = false;
                        n += yield* this.pushCount(1);
                        n += yield* this.pushSpaces(true);
                        continue loop;
                    }
                }
            }
            break loop;
        }
        return n;
    }
    *pushTag() {
        if (this.charAt(1) === '<') {
            let i = this.pos + 2;
            let ch = this.buffer[i];
            while (!isEmpty(ch) && ch !== '>')
                ch = this.buffer[++i];
            return yield* this.pushToIndex(ch === '>' ? i + 1 : i, false);
        }
        else {
            let i = this.pos + 1;
            let ch = this.buffer[i];
            while (ch) {
                if (tagChars.has(ch))
                    ch = this.buffer[++i];
                else if (ch === '%' &&
                    hexDigits.has(this.buffer[i + 1]) &&
                    hexDigits.has(this.buffer[i + 2])) {
                    ch = this.buffer[(i += 3)];
                }
                else
                    break;
            }
            return yield* this.pushToIndex(i, false);
        }
    }
    *pushNewline() {
        const ch = this.buffer[this.pos];
        if (ch === '\n')
            return yield* this.pushCount(1);
        else if (ch === '\r' && this.charAt(1) === '\n')
            return yield* this.pushCount(2);
        else
            return 0;
    }
    *pushSpaces(allowTabs) {
        let i = this.pos - 1;
        let ch;
        do {
            ch = this.buffer[++i];
        } while (ch === ' ' || (allowTabs && ch === '\t'));
        const n = i - this.pos;
        if (n > 0) {
            yield this.buffer.substr(this.pos, n);
            this.pos = i;
        }
        return n;
    }
    *pushUntil(test) {
        let i = this.pos;
        let ch = this.buffer[i];
        while (!test(ch))
            ch = this.buffer[++i];
        return yield* this.pushToIndex(i, false);
    }
}

exports.Lexer = Lexer;


/***/ }),

/***/ 6628:
/***/ ((__unused_webpack_module, exports) => {



/**
 * Tracks newlines during parsing in order to provide an efficient API for
 * determining the one-indexed `{ line, col }` position for any offset
 * within the input.
 */
class LineCounter {
    constructor() {
        this.lineStarts = [];
        /**
         * Should be called in ascending order. Otherwise, call
         * `lineCounter.lineStarts.sort()` before calling `linePos()`.
         */
        this.addNewLine = (offset) => this.lineStarts.push(offset);
        /**
         * Performs a binary search and returns the 1-indexed { line, col }
         * position of `offset`. If `line === 0`, `addNewLine` has never been
         * called or `offset` is before the first known newline.
         */
        this.linePos = (offset) => {
            let low = 0;
            let high = this.lineStarts.length;
            while (low < high) {
                const mid = (low + high) >> 1; // Math.floor((low + high) / 2)
                if (this.lineStarts[mid] < offset)
                    low = mid + 1;
                else
                    high = mid;
            }
            if (this.lineStarts[low] === offset)
                return { line: low + 1, col: 1 };
            if (low === 0)
                return { line: 0, col: offset };
            const start = this.lineStarts[low - 1];
            return { line: low, col: offset - start + 1 };
        };
    }
}

exports.LineCounter = LineCounter;


/***/ }),

/***/ 3456:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {



var node_process = __nccwpck_require__(932);
var cst = __nccwpck_require__(3461);
var lexer = __nccwpck_require__(361);

function includesToken(list, type) {
    for (let i = 0; i < list.length; ++i)
        if (list[i].type === type)
            return true;
    return false;
}
function findNonEmptyIndex(list) {
    for (let i = 0; i < list.length; ++i) {
        switch (list[i].type) {
            case 'space':
            case 'comment':
            case 'newline':
                break;
            default:
                return i;
        }
    }
    return -1;
}
function isFlowToken(token) {
    switch (token?.type) {
        case 'alias':
        case 'scalar':
        case 'single-quoted-scalar':
        case 'double-quoted-scalar':
        case 'flow-collection':
            return true;
        default:
            return false;
    }
}
function getPrevProps(parent) {
    switch (parent.type) {
        case 'document':
            return parent.start;
        case 'block-map': {
            const it = parent.items[parent.items.length - 1];
            return it.sep ?? it.start;
        }
        case 'block-seq':
            return parent.items[parent.items.length - 1].start;
        /* istanbul ignore next should not happen */
        default:
            return [];
    }
}
/** Note: May modify input array */
function getFirstKeyStartProps(prev) {
    if (prev.length === 0)
        return [];
    let i = prev.length;
    loop: while (--i >= 0) {
        switch (prev[i].type) {
            case 'doc-start':
            case 'explicit-key-ind':
            case 'map-value-ind':
            case 'seq-item-ind':
            case 'newline':
                break loop;
        }
    }
    while (prev[++i]?.type === 'space') {
        /* loop */
    }
    return prev.splice(i, prev.length);
}
function arrayPushArray(target, source) {
    // May exhaust call stack with large `source` array
    if (source.length < 1e5)
        Array.prototype.push.apply(target, source);
    else
        for (let i = 0; i < source.length; ++i)
            target.push(source[i]);
}
function fixFlowSeqItems(fc) {
    if (fc.start.type === 'flow-seq-start') {
        for (const it of fc.items) {
            if (it.sep &&
                !it.value &&
                !includesToken(it.start, 'explicit-key-ind') &&
                !includesToken(it.sep, 'map-value-ind')) {
                if (it.key)
                    it.value = it.key;
                delete it.key;
                if (isFlowToken(it.value)) {
                    if (it.value.end)
                        arrayPushArray(it.value.end, it.sep);
                    else
                        it.value.end = it.sep;
                }
                else
                    arrayPushArray(it.start, it.sep);
                delete it.sep;
            }
        }
    }
}
/**
 * A YAML concrete syntax tree (CST) parser
 *
 * ```ts
 * const src: string = ...
 * for (const token of new Parser().parse(src)) {
 *   // token: Token
 * }
 * ```
 *
 * To use the parser with a user-provided lexer:
 *
 * ```ts
 * function* parse(source: string, lexer: Lexer) {
 *   const parser = new Parser()
 *   for (const lexeme of lexer.lex(source))
 *     yield* parser.next(lexeme)
 *   yield* parser.end()
 * }
 *
 * const src: string = ...
 * const lexer = new Lexer()
 * for (const token of parse(src, lexer)) {
 *   // token: Token
 * }
 * ```
 */
class Parser {
    /**
     * @param onNewLine - If defined, called separately with the start position of
     *   each new line (in `parse()`, including the start of input).
     */
    constructor(onNewLine) {
        /** If true, space and sequence indicators count as indentation */
        this.atNewLine = true;
        /** If true, next token is a scalar value */
        this.atScalar = false;
        /** Current indentation level */
        this.indent = 0;
        /** Current offset since the start of parsing */
        this.offset = 0;
        /** On the same line with a block map key */
        this.onKeyLine = false;
        /** Top indicates the node that's currently being built */
        this.stack = [];
        /** The source of the current token, set in parse() */
        this.source = '';
        /** The type of the current token, set in parse() */
        this.type = '';
        // Must be defined after `next()`
        this.lexer = new lexer.Lexer();
        this.onNewLine = onNewLine;
    }
    /**
     * Parse `source` as a YAML stream.
     * If `incomplete`, a part of the last line may be left as a buffer for the next call.
     *
     * Errors are not thrown, but yielded as `{ type: 'error', message }` tokens.
     *
     * @returns A generator of tokens representing each directive, document, and other structure.
     */
    *parse(source, incomplete = false) {
        if (this.onNewLine && this.offset === 0)
            this.onNewLine(0);
        for (const lexeme of this.lexer.lex(source, incomplete))
            yield* this.next(lexeme);
        if (!incomplete)
            yield* this.end();
    }
    /**
     * Advance the parser by the `source` of one lexical token.
     */
    *next(source) {
        this.source = source;
        if (node_process.env.LOG_TOKENS)
            console.log('|', cst.prettyToken(source));
        if (this.atScalar) {
            this.atScalar = false;
            yield* this.step();
            this.offset += source.length;
            return;
        }
        const type = cst.tokenType(source);
        if (!type) {
            const message = `Not a YAML token: ${source}`;
            yield* this.pop({ type: 'error', offset: this.offset, message, source });
            this.offset += source.length;
        }
        else if (type === 'scalar') {
            this.atNewLine = false;
            this.atScalar = true;
            this.type = 'scalar';
        }
        else {
            this.type = type;
            yield* this.step();
            switch (type) {
                case 'newline':
                    this.atNewLine = true;
                    this.indent = 0;
                    if (this.onNewLine)
                        this.onNewLine(this.offset + source.length);
                    break;
                case 'space':
                    if (this.atNewLine && source[0] === ' ')
                        this.indent += source.length;
                    break;
                case 'explicit-key-ind':
                case 'map-value-ind':
                case 'seq-item-ind':
                    if (this.atNewLine)
                        this.indent += source.length;
                    break;
                case 'doc-mode':
                case 'flow-error-end':
                    return;
                default:
                    this.atNewLine = false;
            }
            this.offset += source.length;
        }
    }
    /** Call at end of input to push out any remaining constructions */
    *end() {
        while (this.stack.length > 0)
            yield* this.pop();
    }
    get sourceToken() {
        const st = {
            type: this.type,
            offset: this.offset,
            indent: this.indent,
            source: this.source
        };
        return st;
    }
    *step() {
        const top = this.peek(1);
        if (this.type === 'doc-end' && top?.type !== 'doc-end') {
            while (this.stack.length > 0)
                yield* this.pop();
            this.stack.push({
                type: 'doc-end',
                offset: this.offset,
                source: this.source
            });
            return;
        }
        if (!top)
            return yield* this.stream();
        switch (top.type) {
            case 'document':
                return yield* this.document(top);
            case 'alias':
            case 'scalar':
            case 'single-quoted-scalar':
            case 'double-quoted-scalar':
                return yield* this.scalar(top);
            case 'block-scalar':
                return yield* this.blockScalar(top);
            case 'block-map':
                return yield* this.blockMap(top);
            case 'block-seq':
                return yield* this.blockSequence(top);
            case 'flow-collection':
                return yield* this.flowCollection(top);
            case 'doc-end':
                return yield* this.documentEnd(top);
        }
        /* istanbul ignore next should not happen */
        yield* this.pop();
    }
    peek(n) {
        return this.stack[this.stack.length - n];
    }
    *pop(error) {
        const token = error ?? this.stack.pop();
        /* istanbul ignore if should not happen */
        if (!token) {
            const message = 'Tried to pop an empty stack';
            yield { type: 'error', offset: this.offset, source: '', message };
        }
        else if (this.stack.length === 0) {
            yield token;
        }
        else {
            const top = this.peek(1);
            if (token.type === 'block-scalar') {
                // Block scalars use their parent rather than header indent
                token.indent = 'indent' in top ? top.indent : 0;
            }
            else if (token.type === 'flow-collection' && top.type === 'document') {
                // Ignore all indent for top-level flow collections
                token.indent = 0;
            }
            if (token.type === 'flow-collection')
                fixFlowSeqItems(token);
            switch (top.type) {
                case 'document':
                    top.value = token;
                    break;
                case 'block-scalar':
                    top.props.push(token); // error
                    break;
                case 'block-map': {
                    const it = top.items[top.items.length - 1];
                    if (it.value) {
                        top.items.push({ start: [], key: token, sep: [] });
                        this.onKeyLine = true;
                        return;
                    }
                    else if (it.sep) {
                        it.value = token;
                    }
                    else {
                        Object.assign(it, { key: token, sep: [] });
                        this.onKeyLine = !it.explicitKey;
                        return;
                    }
                    break;
                }
                case 'block-seq': {
                    const it = top.items[top.items.length - 1];
                    if (it.value)
                        top.items.push({ start: [], value: token });
                    else
                        it.value = token;
                    break;
                }
                case 'flow-collection': {
                    const it = top.items[top.items.length - 1];
                    if (!it || it.value)
                        top.items.push({ start: [], key: token, sep: [] });
                    else if (it.sep)
                        it.value = token;
                    else
                        Object.assign(it, { key: token, sep: [] });
                    return;
                }
                /* istanbul ignore next should not happen */
                default:
                    yield* this.pop();
                    yield* this.pop(token);
            }
            if ((top.type === 'document' ||
                top.type === 'block-map' ||
                top.type === 'block-seq') &&
                (token.type === 'block-map' || token.type === 'block-seq')) {
                const last = token.items[token.items.length - 1];
                if (last &&
                    !last.sep &&
                    !last.value &&
                    last.start.length > 0 &&
                    findNonEmptyIndex(last.start) === -1 &&
                    (token.indent === 0 ||
                        last.start.every(st => st.type !== 'comment' || st.indent < token.indent))) {
                    if (top.type === 'document')
                        top.end = last.start;
                    else
                        top.items.push({ start: last.start });
                    token.items.splice(-1, 1);
                }
            }
        }
    }
    *stream() {
        switch (this.type) {
            case 'directive-line':
                yield { type: 'directive', offset: this.offset, source: this.source };
                return;
            case 'byte-order-mark':
            case 'space':
            case 'comment':
            case 'newline':
                yield this.sourceToken;
                return;
            case 'doc-mode':
            case 'doc-start': {
                const doc = {
                    type: 'document',
                    offset: this.offset,
                    start: []
                };
                if (this.type === 'doc-start')
                    doc.start.push(this.sourceToken);
                this.stack.push(doc);
                return;
            }
        }
        yield {
            type: 'error',
            offset: this.offset,
            message: `Unexpected ${this.type} token in YAML stream`,
            source: this.source
        };
    }
    *document(doc) {
        if (doc.value)
            return yield* this.lineEnd(doc);
        switch (this.type) {
            case 'doc-start': {
                if (findNonEmptyIndex(doc.start) !== -1) {
                    yield* this.pop();
                    yield* this.step();
                }
                else
                    doc.start.push(this.sourceToken);
                return;
            }
            case 'anchor':
            case 'tag':
            case 'space':
            case 'comment':
            case 'newline':
                doc.start.push(this.sourceToken);
                return;
        }
        const bv = this.startBlockValue(doc);
        if (bv)
            this.stack.push(bv);
        else {
            yield {
                type: 'error',
                offset: this.offset,
                message: `Unexpected ${this.type} token in YAML document`,
                source: this.source
            };
        }
    }
    *scalar(scalar) {
        if (this.type === 'map-value-ind') {
            const prev = getPrevProps(this.peek(2));
            const start = getFirstKeyStartProps(prev);
            let sep;
            if (scalar.end) {
                sep = scalar.end;
                sep.push(this.sourceToken);
                delete scalar.end;
            }
            else
                sep = [this.sourceToken];
            const map = {
                type: 'block-map',
                offset: scalar.offset,
                indent: scalar.indent,
                items: [{ start, key: scalar, sep }]
            };
            this.onKeyLine = true;
            this.stack[this.stack.length - 1] = map;
        }
        else
            yield* this.lineEnd(scalar);
    }
    *blockScalar(scalar) {
        switch (this.type) {
            case 'space':
            case 'comment':
            case 'newline':
                scalar.props.push(this.sourceToken);
                return;
            case 'scalar':
                scalar.source = this.source;
                // block-scalar source includes trailing newline
                this.atNewLine = true;
                this.indent = 0;
                if (this.onNewLine) {
                    let nl = this.source.indexOf('\n') + 1;
                    while (nl !== 0) {
                        this.onNewLine(this.offset + nl);
                        nl = this.source.indexOf('\n', nl) + 1;
                    }
                }
                yield* this.pop();
                break;
            /* istanbul ignore next should not happen */
            default:
                yield* this.pop();
                yield* this.step();
        }
    }
    *blockMap(map) {
        const it = map.items[map.items.length - 1];
        // it.sep is true-ish if pair already has key or : separator
        switch (this.type) {
            case 'newline':
                this.onKeyLine = false;
                if (it.value) {
                    const end = 'end' in it.value ? it.value.end : undefined;
                    const last = Array.isArray(end) ? end[end.length - 1] : undefined;
                    if (last?.type === 'comment')
                        end?.push(this.sourceToken);
                    else
                        map.items.push({ start: [this.sourceToken] });
                }
                else if (it.sep) {
                    it.sep.push(this.sourceToken);
                }
                else {
                    it.start.push(this.sourceToken);
                }
                return;
            case 'space':
            case 'comment':
                if (it.value) {
                    map.items.push({ start: [this.sourceToken] });
                }
                else if (it.sep) {
                    it.sep.push(this.sourceToken);
                }
                else {
                    if (this.atIndentedComment(it.start, map.indent)) {
                        const prev = map.items[map.items.length - 2];
                        const end = prev?.value?.end;
                        if (Array.isArray(end)) {
                            arrayPushArray(end, it.start);
                            end.push(this.sourceToken);
                            map.items.pop();
                            return;
                        }
                    }
                    it.start.push(this.sourceToken);
                }
                return;
        }
        if (this.indent >= map.indent) {
            const atMapIndent = !this.onKeyLine && this.indent === map.indent;
            const atNextItem = atMapIndent &&
                (it.sep || it.explicitKey) &&
                this.type !== 'seq-item-ind';
            // For empty nodes, assign newline-separated not indented empty tokens to following node
            let start = [];
            if (atNextItem && it.sep && !it.value) {
                const nl = [];
                for (let i = 0; i < it.sep.length; ++i) {
                    const st = it.sep[i];
                    switch (st.type) {
                        case 'newline':
                            nl.push(i);
                            break;
                        case 'space':
                            break;
                        case 'comment':
                            if (st.indent > map.indent)
                                nl.length = 0;
                            break;
                        default:
                            nl.length = 0;
                    }
                }
                if (nl.length >= 2)
                    start = it.sep.splice(nl[1]);
            }
            switch (this.type) {
                case 'anchor':
                case 'tag':
                    if (atNextItem || it.value) {
                        start.push(this.sourceToken);
                        map.items.push({ start });
                        this.onKeyLine = true;
                    }
                    else if (it.sep) {
                        it.sep.push(this.sourceToken);
                    }
                    else {
                        it.start.push(this.sourceToken);
                    }
                    return;
                case 'explicit-key-ind':
                    if (!it.sep && !it.explicitKey) {
                        it.start.push(this.sourceToken);
                        it.explicitKey = true;
                    }
                    else if (atNextItem || it.value) {
                        start.push(this.sourceToken);
                        map.items.push({ start, explicitKey: true });
                    }
                    else {
                        this.stack.push({
                            type: 'block-map',
                            offset: this.offset,
                            indent: this.indent,
                            items: [{ start: [this.sourceToken], explicitKey: true }]
                        });
                    }
                    this.onKeyLine = true;
                    return;
                case 'map-value-ind':
                    if (it.explicitKey) {
                        if (!it.sep) {
                            if (includesToken(it.start, 'newline')) {
                                Object.assign(it, { key: null, sep: [this.sourceToken] });
                            }
                            else {
                                const start = getFirstKeyStartProps(it.start);
                                this.stack.push({
                                    type: 'block-map',
                                    offset: this.offset,
                                    indent: this.indent,
                                    items: [{ start, key: null, sep: [this.sourceToken] }]
                                });
                            }
                        }
                        else if (it.value) {
                            map.items.push({ start: [], key: null, sep: [this.sourceToken] });
                        }
                        else if (includesToken(it.sep, 'map-value-ind')) {
                            this.stack.push({
                                type: 'block-map',
                                offset: this.offset,
                                indent: this.indent,
                                items: [{ start, key: null, sep: [this.sourceToken] }]
                            });
                        }
                        else if (isFlowToken(it.key) &&
                            !includesToken(it.sep, 'newline')) {
                            const start = getFirstKeyStartProps(it.start);
                            const key = it.key;
                            const sep = it.sep;
                            sep.push(this.sourceToken);
                            // @ts-expect-error type guard is wrong here
                            delete it.key;
                            // @ts-expect-error type guard is wrong here
                            delete it.sep;
                            this.stack.push({
                                type: 'block-map',
                                offset: this.offset,
                                indent: this.indent,
                                items: [{ start, key, sep }]
                            });
                        }
                        else if (start.length > 0) {
                            // Not actually at next item
                            it.sep = it.sep.concat(start, this.sourceToken);
                        }
                        else {
                            it.sep.push(this.sourceToken);
                        }
                    }
                    else {
                        if (!it.sep) {
                            Object.assign(it, { key: null, sep: [this.sourceToken] });
                        }
                        else if (it.value || atNextItem) {
                            map.items.push({ start, key: null, sep: [this.sourceToken] });
                        }
                        else if (includesToken(it.sep, 'map-value-ind')) {
                            this.stack.push({
                                type: 'block-map',
                                offset: this.offset,
                                indent: this.indent,
                                items: [{ start: [], key: null, sep: [this.sourceToken] }]
                            });
                        }
                        else {
                            it.sep.push(this.sourceToken);
                        }
                    }
                    this.onKeyLine = true;
                    return;
                case 'alias':
                case 'scalar':
                case 'single-quoted-scalar':
                case 'double-quoted-scalar': {
                    const fs = this.flowScalar(this.type);
                    if (atNextItem || it.value) {
                        map.items.push({ start, key: fs, sep: [] });
                        this.onKeyLine = true;
                    }
                    else if (it.sep) {
                        this.stack.push(fs);
                    }
                    else {
                        Object.assign(it, { key: fs, sep: [] });
                        this.onKeyLine = true;
                    }
                    return;
                }
                default: {
                    const bv = this.startBlockValue(map);
                    if (bv) {
                        if (bv.type === 'block-seq') {
                            if (!it.explicitKey &&
                                it.sep &&
                                !includesToken(it.sep, 'newline')) {
                                yield* this.pop({
                                    type: 'error',
                                    offset: this.offset,
                                    message: 'Unexpected block-seq-ind on same line with key',
                                    source: this.source
                                });
                                return;
                            }
                        }
                        else if (atMapIndent) {
                            map.items.push({ start });
                        }
                        this.stack.push(bv);
                        return;
                    }
                }
            }
        }
        yield* this.pop();
        yield* this.step();
    }
    *blockSequence(seq) {
        const it = seq.items[seq.items.length - 1];
        switch (this.type) {
            case 'newline':
                if (it.value) {
                    const end = 'end' in it.value ? it.value.end : undefined;
                    const last = Array.isArray(end) ? end[end.length - 1] : undefined;
                    if (last?.type === 'comment')
                        end?.push(this.sourceToken);
                    else
                        seq.items.push({ start: [this.sourceToken] });
                }
                else
                    it.start.push(this.sourceToken);
                return;
            case 'space':
            case 'comment':
                if (it.value)
                    seq.items.push({ start: [this.sourceToken] });
                else {
                    if (this.atIndentedComment(it.start, seq.indent)) {
                        const prev = seq.items[seq.items.length - 2];
                        const end = prev?.value?.end;
                        if (Array.isArray(end)) {
                            arrayPushArray(end, it.start);
                            end.push(this.sourceToken);
                            seq.items.pop();
                            return;
                        }
                    }
                    it.start.push(this.sourceToken);
                }
                return;
            case 'anchor':
            case 'tag':
                if (it.value || this.indent <= seq.indent)
                    break;
                it.start.push(this.sourceToken);
                return;
            case 'seq-item-ind':
                if (this.indent !== seq.indent)
                    break;
                if (it.value || includesToken(it.start, 'seq-item-ind'))
                    seq.items.push({ start: [this.sourceToken] });
                else
                    it.start.push(this.sourceToken);
                return;
        }
        if (this.indent > seq.indent) {
            const bv = this.startBlockValue(seq);
            if (bv) {
                this.stack.push(bv);
                return;
            }
        }
        yield* this.pop();
        yield* this.step();
    }
    *flowCollection(fc) {
        const it = fc.items[fc.items.length - 1];
        if (this.type === 'flow-error-end') {
            let top;
            do {
                yield* this.pop();
                top = this.peek(1);
            } while (top?.type === 'flow-collection');
        }
        else if (fc.end.length === 0) {
            switch (this.type) {
                case 'comma':
                case 'explicit-key-ind':
                    if (!it || it.sep)
                        fc.items.push({ start: [this.sourceToken] });
                    else
                        it.start.push(this.sourceToken);
                    return;
                case 'map-value-ind':
                    if (!it || it.value)
                        fc.items.push({ start: [], key: null, sep: [this.sourceToken] });
                    else if (it.sep)
                        it.sep.push(this.sourceToken);
                    else
                        Object.assign(it, { key: null, sep: [this.sourceToken] });
                    return;
                case 'space':
                case 'comment':
                case 'newline':
                case 'anchor':
                case 'tag':
                    if (!it || it.value)
                        fc.items.push({ start: [this.sourceToken] });
                    else if (it.sep)
                        it.sep.push(this.sourceToken);
                    else
                        it.start.push(this.sourceToken);
                    return;
                case 'alias':
                case 'scalar':
                case 'single-quoted-scalar':
                case 'double-quoted-scalar': {
                    const fs = this.flowScalar(this.type);
                    if (!it || it.value)
                        fc.items.push({ start: [], key: fs, sep: [] });
                    else if (it.sep)
                        this.stack.push(fs);
                    else
                        Object.assign(it, { key: fs, sep: [] });
                    return;
                }
                case 'flow-map-end':
                case 'flow-seq-end':
                    fc.end.push(this.sourceToken);
                    return;
            }
            const bv = this.startBlockValue(fc);
            /* istanbul ignore else should not happen */
            if (bv)
                this.stack.push(bv);
            else {
                yield* this.pop();
                yield* this.step();
            }
        }
        else {
            const parent = this.peek(2);
            if (parent.type === 'block-map' &&
                ((this.type === 'map-value-ind' && parent.indent === fc.indent) ||
                    (this.type === 'newline' &&
                        !parent.items[parent.items.length - 1].sep))) {
                yield* this.pop();
                yield* this.step();
            }
            else if (this.type === 'map-value-ind' &&
                parent.type !== 'flow-collection') {
                const prev = getPrevProps(parent);
                const start = getFirstKeyStartProps(prev);
                fixFlowSeqItems(fc);
                const sep = fc.end.splice(1, fc.end.length);
                sep.push(this.sourceToken);
                const map = {
                    type: 'block-map',
                    offset: fc.offset,
                    indent: fc.indent,
                    items: [{ start, key: fc, sep }]
                };
                this.onKeyLine = true;
                this.stack[this.stack.length - 1] = map;
            }
            else {
                yield* this.lineEnd(fc);
            }
        }
    }
    flowScalar(type) {
        if (this.onNewLine) {
            let nl = this.source.indexOf('\n') + 1;
            while (nl !== 0) {
                this.onNewLine(this.offset + nl);
                nl = this.source.indexOf('\n', nl) + 1;
            }
        }
        return {
            type,
            offset: this.offset,
            indent: this.indent,
            source: this.source
        };
    }
    startBlockValue(parent) {
        switch (this.type) {
            case 'alias':
            case 'scalar':
            case 'single-quoted-scalar':
            case 'double-quoted-scalar':
                return this.flowScalar(this.type);
            case 'block-scalar-header':
                return {
                    type: 'block-scalar',
                    offset: this.offset,
                    indent: this.indent,
                    props: [this.sourceToken],
                    source: ''
                };
            case 'flow-map-start':
            case 'flow-seq-start':
                return {
                    type: 'flow-collection',
                    offset: this.offset,
                    indent: this.indent,
                    start: this.sourceToken,
                    items: [],
                    end: []
                };
            case 'seq-item-ind':
                return {
                    type: 'block-seq',
                    offset: this.offset,
                    indent: this.indent,
                    items: [{ start: [this.sourceToken] }]
                };
            case 'explicit-key-ind': {
                this.onKeyLine = true;
                const prev = getPrevProps(parent);
                const start = getFirstKeyStartProps(prev);
                start.push(this.sourceToken);
                return {
                    type: 'block-map',
                    offset: this.offset,
                    indent: this.indent,
                    items: [{ start, explicitKey: true }]
                };
            }
            case 'map-value-ind': {
                this.onKeyLine = true;
                const prev = getPrevProps(parent);
                const start = getFirstKeyStartProps(prev);
                return {
                    type: 'block-map',
                    offset: this.offset,
                    indent: this.indent,
                    items: [{ start, key: null, sep: [this.sourceToken] }]
                };
            }
        }
        return null;
    }
    atIndentedComment(start, indent) {
        if (this.type !== 'comment')
            return false;
        if (this.indent <= indent)
            return false;
        return start.every(st => st.type === 'newline' || st.type === 'space');
    }
    *documentEnd(docEnd) {
        if (this.type !== 'doc-mode') {
            if (docEnd.end)
                docEnd.end.push(this.sourceToken);
            else
                docEnd.end = [this.sourceToken];
            if (this.type === 'newline')
                yield* this.pop();
        }
    }
    *lineEnd(token) {
        switch (this.type) {
            case 'comma':
            case 'doc-start':
            case 'doc-end':
            case 'flow-seq-end':
            case 'flow-map-end':
            case 'map-value-ind':
                yield* this.pop();
                yield* this.step();
                break;
            case 'newline':
                this.onKeyLine = false;
            // fallthrough
            case 'space':
            case 'comment':
            default:
                // all other values are errors
                if (token.end)
                    token.end.push(this.sourceToken);
                else
                    token.end = [this.sourceToken];
                if (this.type === 'newline')
                    yield* this.pop();
        }
    }
}

exports.Parser = Parser;


/***/ }),

/***/ 4047:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {



var composer = __nccwpck_require__(9984);
var Document = __nccwpck_require__(3021);
var errors = __nccwpck_require__(1464);
var log = __nccwpck_require__(7249);
var identity = __nccwpck_require__(1127);
var lineCounter = __nccwpck_require__(6628);
var parser = __nccwpck_require__(3456);

function parseOptions(options) {
    const prettyErrors = options.prettyErrors !== false;
    const lineCounter$1 = options.lineCounter || (prettyErrors && new lineCounter.LineCounter()) || null;
    return { lineCounter: lineCounter$1, prettyErrors };
}
/**
 * Parse the input as a stream of YAML documents.
 *
 * Documents should be separated from each other by `...` or `---` marker lines.
 *
 * @returns If an empty `docs` array is returned, it will be of type
 *   EmptyStream and contain additional stream information. In
 *   TypeScript, you should use `'empty' in docs` as a type guard for it.
 */
function parseAllDocuments(source, options = {}) {
    const { lineCounter, prettyErrors } = parseOptions(options);
    const parser$1 = new parser.Parser(lineCounter?.addNewLine);
    const composer$1 = new composer.Composer(options);
    const docs = Array.from(composer$1.compose(parser$1.parse(source)));
    if (prettyErrors && lineCounter)
        for (const doc of docs) {
            doc.errors.forEach(errors.prettifyError(source, lineCounter));
            doc.warnings.forEach(errors.prettifyError(source, lineCounter));
        }
    if (docs.length > 0)
        return docs;
    return Object.assign([], { empty: true }, composer$1.streamInfo());
}
/** Parse an input string into a single YAML.Document */
function parseDocument(source, options = {}) {
    const { lineCounter, prettyErrors } = parseOptions(options);
    const parser$1 = new parser.Parser(lineCounter?.addNewLine);
    const composer$1 = new composer.Composer(options);
    // `doc` is always set by compose.end(true) at the very latest
    let doc = null;
    for (const _doc of composer$1.compose(parser$1.parse(source), true, source.length)) {
        if (!doc)
            doc = _doc;
        else if (doc.options.logLevel !== 'silent') {
            doc.errors.push(new errors.YAMLParseError(_doc.range.slice(0, 2), 'MULTIPLE_DOCS', 'Source contains multiple documents; please use YAML.parseAllDocuments()'));
            break;
        }
    }
    if (prettyErrors && lineCounter) {
        doc.errors.forEach(errors.prettifyError(source, lineCounter));
        doc.warnings.forEach(errors.prettifyError(source, lineCounter));
    }
    return doc;
}
function parse(src, reviver, options) {
    let _reviver = undefined;
    if (typeof reviver === 'function') {
        _reviver = reviver;
    }
    else if (options === undefined && reviver && typeof reviver === 'object') {
        options = reviver;
    }
    const doc = parseDocument(src, options);
    if (!doc)
        return null;
    doc.warnings.forEach(warning => log.warn(doc.options.logLevel, warning));
    if (doc.errors.length > 0) {
        if (doc.options.logLevel !== 'silent')
            throw doc.errors[0];
        else
            doc.errors = [];
    }
    return doc.toJS(Object.assign({ reviver: _reviver }, options));
}
function stringify(value, replacer, options) {
    let _replacer = null;
    if (typeof replacer === 'function' || Array.isArray(replacer)) {
        _replacer = replacer;
    }
    else if (options === undefined && replacer) {
        options = replacer;
    }
    if (typeof options === 'string')
        options = options.length;
    if (typeof options === 'number') {
        const indent = Math.round(options);
        options = indent < 1 ? undefined : indent > 8 ? { indent: 8 } : { indent };
    }
    if (value === undefined) {
        const { keepUndefined } = options ?? replacer ?? {};
        if (!keepUndefined)
            return undefined;
    }
    if (identity.isDocument(value) && !_replacer)
        return value.toString(options);
    return new Document.Document(value, _replacer, options).toString(options);
}

exports.parse = parse;
exports.parseAllDocuments = parseAllDocuments;
exports.parseDocument = parseDocument;
exports.stringify = stringify;


/***/ }),

/***/ 5840:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {



var identity = __nccwpck_require__(1127);
var map = __nccwpck_require__(7451);
var seq = __nccwpck_require__(1706);
var string = __nccwpck_require__(6464);
var tags = __nccwpck_require__(18);

const sortMapEntriesByKey = (a, b) => a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
class Schema {
    constructor({ compat, customTags, merge, resolveKnownTags, schema, sortMapEntries, toStringDefaults }) {
        this.compat = Array.isArray(compat)
            ? tags.getTags(compat, 'compat')
            : compat
                ? tags.getTags(null, compat)
                : null;
        this.name = (typeof schema === 'string' && schema) || 'core';
        this.knownTags = resolveKnownTags ? tags.coreKnownTags : {};
        this.tags = tags.getTags(customTags, this.name, merge);
        this.toStringOptions = toStringDefaults ?? null;
        Object.defineProperty(this, identity.MAP, { value: map.map });
        Object.defineProperty(this, identity.SCALAR, { value: string.string });
        Object.defineProperty(this, identity.SEQ, { value: seq.seq });
        // Used by createMap()
        this.sortMapEntries =
            typeof sortMapEntries === 'function'
                ? sortMapEntries
                : sortMapEntries === true
                    ? sortMapEntriesByKey
                    : null;
    }
    clone() {
        const copy = Object.create(Schema.prototype, Object.getOwnPropertyDescriptors(this));
        copy.tags = this.tags.slice();
        return copy;
    }
}

exports.Schema = Schema;


/***/ }),

/***/ 7451:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {



var identity = __nccwpck_require__(1127);
var YAMLMap = __nccwpck_require__(4454);

const map = {
    collection: 'map',
    default: true,
    nodeClass: YAMLMap.YAMLMap,
    tag: 'tag:yaml.org,2002:map',
    resolve(map, onError) {
        if (!identity.isMap(map))
            onError('Expected a mapping for this tag');
        return map;
    },
    createNode: (schema, obj, ctx) => YAMLMap.YAMLMap.from(schema, obj, ctx)
};

exports.map = map;


/***/ }),

/***/ 3632:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {



var Scalar = __nccwpck_require__(3301);

const nullTag = {
    identify: value => value == null,
    createNode: () => new Scalar.Scalar(null),
    default: true,
    tag: 'tag:yaml.org,2002:null',
    test: /^(?:~|[Nn]ull|NULL)?$/,
    resolve: () => new Scalar.Scalar(null),
    stringify: ({ source }, ctx) => typeof source === 'string' && nullTag.test.test(source)
        ? source
        : ctx.options.nullStr
};

exports.nullTag = nullTag;


/***/ }),

/***/ 1706:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {



var identity = __nccwpck_require__(1127);
var YAMLSeq = __nccwpck_require__(2223);

const seq = {
    collection: 'seq',
    default: true,
    nodeClass: YAMLSeq.YAMLSeq,
    tag: 'tag:yaml.org,2002:seq',
    resolve(seq, onError) {
        if (!identity.isSeq(seq))
            onError('Expected a sequence for this tag');
        return seq;
    },
    createNode: (schema, obj, ctx) => YAMLSeq.YAMLSeq.from(schema, obj, ctx)
};

exports.seq = seq;


/***/ }),

/***/ 6464:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {



var stringifyString = __nccwpck_require__(3069);

const string = {
    identify: value => typeof value === 'string',
    default: true,
    tag: 'tag:yaml.org,2002:str',
    resolve: str => str,
    stringify(item, ctx, onComment, onChompKeep) {
        ctx = Object.assign({ actualString: true }, ctx);
        return stringifyString.stringifyString(item, ctx, onComment, onChompKeep);
    }
};

exports.string = string;


/***/ }),

/***/ 3959:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {



var Scalar = __nccwpck_require__(3301);

const boolTag = {
    identify: value => typeof value === 'boolean',
    default: true,
    tag: 'tag:yaml.org,2002:bool',
    test: /^(?:[Tt]rue|TRUE|[Ff]alse|FALSE)$/,
    resolve: str => new Scalar.Scalar(str[0] === 't' || str[0] === 'T'),
    stringify({ source, value }, ctx) {
        if (source && boolTag.test.test(source)) {
            const sv = source[0] === 't' || source[0] === 'T';
            if (value === sv)
                return source;
        }
        return value ? ctx.options.trueStr : ctx.options.falseStr;
    }
};

exports.boolTag = boolTag;


/***/ }),

/***/ 8405:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {



var Scalar = __nccwpck_require__(3301);
var stringifyNumber = __nccwpck_require__(8689);

const floatNaN = {
    identify: value => typeof value === 'number',
    default: true,
    tag: 'tag:yaml.org,2002:float',
    test: /^(?:[-+]?\.(?:inf|Inf|INF)|\.nan|\.NaN|\.NAN)$/,
    resolve: str => str.slice(-3).toLowerCase() === 'nan'
        ? NaN
        : str[0] === '-'
            ? Number.NEGATIVE_INFINITY
            : Number.POSITIVE_INFINITY,
    stringify: stringifyNumber.stringifyNumber
};
const floatExp = {
    identify: value => typeof value === 'number',
    default: true,
    tag: 'tag:yaml.org,2002:float',
    format: 'EXP',
    test: /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)[eE][-+]?[0-9]+$/,
    resolve: str => parseFloat(str),
    stringify(node) {
        const num = Number(node.value);
        return isFinite(num) ? num.toExponential() : stringifyNumber.stringifyNumber(node);
    }
};
const float = {
    identify: value => typeof value === 'number',
    default: true,
    tag: 'tag:yaml.org,2002:float',
    test: /^[-+]?(?:\.[0-9]+|[0-9]+\.[0-9]*)$/,
    resolve(str) {
        const node = new Scalar.Scalar(parseFloat(str));
        const dot = str.indexOf('.');
        if (dot !== -1 && str[str.length - 1] === '0')
            node.minFractionDigits = str.length - dot - 1;
        return node;
    },
    stringify: stringifyNumber.stringifyNumber
};

exports.float = float;
exports.floatExp = floatExp;
exports.floatNaN = floatNaN;


/***/ }),

/***/ 9874:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {



var stringifyNumber = __nccwpck_require__(8689);

const intIdentify = (value) => typeof value === 'bigint' || Number.isInteger(value);
const intResolve = (str, offset, radix, { intAsBigInt }) => (intAsBigInt ? BigInt(str) : parseInt(str.substring(offset), radix));
function intStringify(node, radix, prefix) {
    const { value } = node;
    if (intIdentify(value) && value >= 0)
        return prefix + value.toString(radix);
    return stringifyNumber.stringifyNumber(node);
}
const intOct = {
    identify: value => intIdentify(value) && value >= 0,
    default: true,
    tag: 'tag:yaml.org,2002:int',
    format: 'OCT',
    test: /^0o[0-7]+$/,
    resolve: (str, _onError, opt) => intResolve(str, 2, 8, opt),
    stringify: node => intStringify(node, 8, '0o')
};
const int = {
    identify: intIdentify,
    default: true,
    tag: 'tag:yaml.org,2002:int',
    test: /^[-+]?[0-9]+$/,
    resolve: (str, _onError, opt) => intResolve(str, 0, 10, opt),
    stringify: stringifyNumber.stringifyNumber
};
const intHex = {
    identify: value => intIdentify(value) && value >= 0,
    default: true,
    tag: 'tag:yaml.org,2002:int',
    format: 'HEX',
    test: /^0x[0-9a-fA-F]+$/,
    resolve: (str, _onError, opt) => intResolve(str, 2, 16, opt),
    stringify: node => intStringify(node, 16, '0x')
};

exports.int = int;
exports.intHex = intHex;
exports.intOct = intOct;


/***/ }),

/***/ 896:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {



var map = __nccwpck_require__(7451);
var _null = __nccwpck_require__(3632);
var seq = __nccwpck_require__(1706);
var string = __nccwpck_require__(6464);
var bool = __nccwpck_require__(3959);
var float = __nccwpck_require__(8405);
var int = __nccwpck_require__(9874);

const schema = [
    map.map,
    seq.seq,
    string.string,
    _null.nullTag,
    bool.boolTag,
    int.intOct,
    int.int,
    int.intHex,
    float.floatNaN,
    float.floatExp,
    float.float
];

exports.schema = schema;


/***/ }),

/***/ 3559:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {



var Scalar = __nccwpck_require__(3301);
var map = __nccwpck_require__(7451);
var seq = __nccwpck_require__(1706);

function intIdentify(value) {
    return typeof value === 'bigint' || Number.isInteger(value);
}
const stringifyJSON = ({ value }) => JSON.stringify(value);
const jsonScalars = [
    {
        identify: value => typeof value === 'string',
        default: true,
        tag: 'tag:yaml.org,2002:str',
        resolve: str => str,
        stringify: stringifyJSON
    },
    {
        identify: value => value == null,
        createNode: () => new Scalar.Scalar(null),
        default: true,
        tag: 'tag:yaml.org,2002:null',
        test: /^null$/,
        resolve: () => null,
        stringify: stringifyJSON
    },
    {
        identify: value => typeof value === 'boolean',
        default: true,
        tag: 'tag:yaml.org,2002:bool',
        test: /^true$|^false$/,
        resolve: str => str === 'true',
        stringify: stringifyJSON
    },
    {
        identify: intIdentify,
        default: true,
        tag: 'tag:yaml.org,2002:int',
        test: /^-?(?:0|[1-9][0-9]*)$/,
        resolve: (str, _onError, { intAsBigInt }) => intAsBigInt ? BigInt(str) : parseInt(str, 10),
        stringify: ({ value }) => intIdentify(value) ? value.toString() : JSON.stringify(value)
    },
    {
        identify: value => typeof value === 'number',
        default: true,
        tag: 'tag:yaml.org,2002:float',
        test: /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)?$/,
        resolve: str => parseFloat(str),
        stringify: stringifyJSON
    }
];
const jsonError = {
    default: true,
    tag: '',
    test: /^/,
    resolve(str, onError) {
        onError(`Unresolved plain scalar ${JSON.stringify(str)}`);
        return str;
    }
};
const schema = [map.map, seq.seq].concat(jsonScalars, jsonError);

exports.schema = schema;


/***/ }),

/***/ 18:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {



var map = __nccwpck_require__(7451);
var _null = __nccwpck_require__(3632);
var seq = __nccwpck_require__(1706);
var string = __nccwpck_require__(6464);
var bool = __nccwpck_require__(3959);
var float = __nccwpck_require__(8405);
var int = __nccwpck_require__(9874);
var schema = __nccwpck_require__(896);
var schema$1 = __nccwpck_require__(3559);
var binary = __nccwpck_require__(6083);
var merge = __nccwpck_require__(452);
var omap = __nccwpck_require__(303);
var pairs = __nccwpck_require__(8385);
var schema$2 = __nccwpck_require__(5913);
var set = __nccwpck_require__(1528);
var timestamp = __nccwpck_require__(6752);

const schemas = new Map([
    ['core', schema.schema],
    ['failsafe', [map.map, seq.seq, string.string]],
    ['json', schema$1.schema],
    ['yaml11', schema$2.schema],
    ['yaml-1.1', schema$2.schema]
]);
const tagsByName = {
    binary: binary.binary,
    bool: bool.boolTag,
    float: float.float,
    floatExp: float.floatExp,
    floatNaN: float.floatNaN,
    floatTime: timestamp.floatTime,
    int: int.int,
    intHex: int.intHex,
    intOct: int.intOct,
    intTime: timestamp.intTime,
    map: map.map,
    merge: merge.merge,
    null: _null.nullTag,
    omap: omap.omap,
    pairs: pairs.pairs,
    seq: seq.seq,
    set: set.set,
    timestamp: timestamp.timestamp
};
const coreKnownTags = {
    'tag:yaml.org,2002:binary': binary.binary,
    'tag:yaml.org,2002:merge': merge.merge,
    'tag:yaml.org,2002:omap': omap.omap,
    'tag:yaml.org,2002:pairs': pairs.pairs,
    'tag:yaml.org,2002:set': set.set,
    'tag:yaml.org,2002:timestamp': timestamp.timestamp
};
function getTags(customTags, schemaName, addMergeTag) {
    const schemaTags = schemas.get(schemaName);
    if (schemaTags && !customTags) {
        return addMergeTag && !schemaTags.includes(merge.merge)
            ? schemaTags.concat(merge.merge)
            : schemaTags.slice();
    }
    let tags = schemaTags;
    if (!tags) {
        if (Array.isArray(customTags))
            tags = [];
        else {
            const keys = Array.from(schemas.keys())
                .filter(key => key !== 'yaml11')
                .map(key => JSON.stringify(key))
                .join(', ');
            throw new Error(`Unknown schema "${schemaName}"; use one of ${keys} or define customTags array`);
        }
    }
    if (Array.isArray(customTags)) {
        for (const tag of customTags)
            tags = tags.concat(tag);
    }
    else if (typeof customTags === 'function') {
        tags = customTags(tags.slice());
    }
    if (addMergeTag)
        tags = tags.concat(merge.merge);
    return tags.reduce((tags, tag) => {
        const tagObj = typeof tag === 'string' ? tagsByName[tag] : tag;
        if (!tagObj) {
            const tagName = JSON.stringify(tag);
            const keys = Object.keys(tagsByName)
                .map(key => JSON.stringify(key))
                .join(', ');
            throw new Error(`Unknown custom tag ${tagName}; use one of ${keys}`);
        }
        if (!tags.includes(tagObj))
            tags.push(tagObj);
        return tags;
    }, []);
}

exports.coreKnownTags = coreKnownTags;
exports.getTags = getTags;


/***/ }),

/***/ 6083:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {



var node_buffer = __nccwpck_require__(181);
var Scalar = __nccwpck_require__(3301);
var stringifyString = __nccwpck_require__(3069);

const binary = {
    identify: value => value instanceof Uint8Array, // Buffer inherits from Uint8Array
    default: false,
    tag: 'tag:yaml.org,2002:binary',
    /**
     * Returns a Buffer in node and an Uint8Array in browsers
     *
     * To use the resulting buffer as an image, you'll want to do something like:
     *
     *   const blob = new Blob([buffer], { type: 'image/jpeg' })
     *   document.querySelector('#photo').src = URL.createObjectURL(blob)
     */
    resolve(src, onError) {
        if (typeof node_buffer.Buffer === 'function') {
            return node_buffer.Buffer.from(src, 'base64');
        }
        else if (typeof atob === 'function') {
            // On IE 11, atob() can't handle newlines
            const str = atob(src.replace(/[\n\r]/g, ''));
            const buffer = new Uint8Array(str.length);
            for (let i = 0; i < str.length; ++i)
                buffer[i] = str.charCodeAt(i);
            return buffer;
        }
        else {
            onError('This environment does not support reading binary tags; either Buffer or atob is required');
            return src;
        }
    },
    stringify({ comment, type, value }, ctx, onComment, onChompKeep) {
        if (!value)
            return '';
        const buf = value; // checked earlier by binary.identify()
        let str;
        if (typeof node_buffer.Buffer === 'function') {
            str =
                buf instanceof node_buffer.Buffer
                    ? buf.toString('base64')
                    : node_buffer.Buffer.from(buf.buffer).toString('base64');
        }
        else if (typeof btoa === 'function') {
            let s = '';
            for (let i = 0; i < buf.length; ++i)
                s += String.fromCharCode(buf[i]);
            str = btoa(s);
        }
        else {
            throw new Error('This environment does not support writing binary tags; either Buffer or btoa is required');
        }
        type ?? (type = Scalar.Scalar.BLOCK_LITERAL);
        if (type !== Scalar.Scalar.QUOTE_DOUBLE) {
            const lineWidth = Math.max(ctx.options.lineWidth - ctx.indent.length, ctx.options.minContentWidth);
            const n = Math.ceil(str.length / lineWidth);
            const lines = new Array(n);
            for (let i = 0, o = 0; i < n; ++i, o += lineWidth) {
                lines[i] = str.substr(o, lineWidth);
            }
            str = lines.join(type === Scalar.Scalar.BLOCK_LITERAL ? '\n' : ' ');
        }
        return stringifyString.stringifyString({ comment, type, value: str }, ctx, onComment, onChompKeep);
    }
};

exports.binary = binary;


/***/ }),

/***/ 8398:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {



var Scalar = __nccwpck_require__(3301);

function boolStringify({ value, source }, ctx) {
    const boolObj = value ? trueTag : falseTag;
    if (source && boolObj.test.test(source))
        return source;
    return value ? ctx.options.trueStr : ctx.options.falseStr;
}
const trueTag = {
    identify: value => value === true,
    default: true,
    tag: 'tag:yaml.org,2002:bool',
    test: /^(?:Y|y|[Yy]es|YES|[Tt]rue|TRUE|[Oo]n|ON)$/,
    resolve: () => new Scalar.Scalar(true),
    stringify: boolStringify
};
const falseTag = {
    identify: value => value === false,
    default: true,
    tag: 'tag:yaml.org,2002:bool',
    test: /^(?:N|n|[Nn]o|NO|[Ff]alse|FALSE|[Oo]ff|OFF)$/,
    resolve: () => new Scalar.Scalar(false),
    stringify: boolStringify
};

exports.falseTag = falseTag;
exports.trueTag = trueTag;


/***/ }),

/***/ 5782:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {



var Scalar = __nccwpck_require__(3301);
var stringifyNumber = __nccwpck_require__(8689);

const floatNaN = {
    identify: value => typeof value === 'number',
    default: true,
    tag: 'tag:yaml.org,2002:float',
    test: /^(?:[-+]?\.(?:inf|Inf|INF)|\.nan|\.NaN|\.NAN)$/,
    resolve: (str) => str.slice(-3).toLowerCase() === 'nan'
        ? NaN
        : str[0] === '-'
            ? Number.NEGATIVE_INFINITY
            : Number.POSITIVE_INFINITY,
    stringify: stringifyNumber.stringifyNumber
};
const floatExp = {
    identify: value => typeof value === 'number',
    default: true,
    tag: 'tag:yaml.org,2002:float',
    format: 'EXP',
    test: /^[-+]?(?:[0-9][0-9_]*)?(?:\.[0-9_]*)?[eE][-+]?[0-9]+$/,
    resolve: (str) => parseFloat(str.replace(/_/g, '')),
    stringify(node) {
        const num = Number(node.value);
        return isFinite(num) ? num.toExponential() : stringifyNumber.stringifyNumber(node);
    }
};
const float = {
    identify: value => typeof value === 'number',
    default: true,
    tag: 'tag:yaml.org,2002:float',
    test: /^[-+]?(?:[0-9][0-9_]*)?\.[0-9_]*$/,
    resolve(str) {
        const node = new Scalar.Scalar(parseFloat(str.replace(/_/g, '')));
        const dot = str.indexOf('.');
        if (dot !== -1) {
            const f = str.substring(dot + 1).replace(/_/g, '');
            if (f[f.length - 1] === '0')
                node.minFractionDigits = f.length;
        }
        return node;
    },
    stringify: stringifyNumber.stringifyNumber
};

exports.float = float;
exports.floatExp = floatExp;
exports.floatNaN = floatNaN;


/***/ }),

/***/ 873:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {



var stringifyNumber = __nccwpck_require__(8689);

const intIdentify = (value) => typeof value === 'bigint' || Number.isInteger(value);
function intResolve(str, offset, radix, { intAsBigInt }) {
    const sign = str[0];
    if (sign === '-' || sign === '+')
        offset += 1;
    str = str.substring(offset).replace(/_/g, '');
    if (intAsBigInt) {
        switch (radix) {
            case 2:
                str = `0b${str}`;
                break;
            case 8:
                str = `0o${str}`;
                break;
            case 16:
                str = `0x${str}`;
                break;
        }
        const n = BigInt(str);
        return sign === '-' ? BigInt(-1) * n : n;
    }
    const n = parseInt(str, radix);
    return sign === '-' ? -1 * n : n;
}
function intStringify(node, radix, prefix) {
    const { value } = node;
    if (intIdentify(value)) {
        const str = value.toString(radix);
        return value < 0 ? '-' + prefix + str.substr(1) : prefix + str;
    }
    return stringifyNumber.stringifyNumber(node);
}
const intBin = {
    identify: intIdentify,
    default: true,
    tag: 'tag:yaml.org,2002:int',
    format: 'BIN',
    test: /^[-+]?0b[0-1_]+$/,
    resolve: (str, _onError, opt) => intResolve(str, 2, 2, opt),
    stringify: node => intStringify(node, 2, '0b')
};
const intOct = {
    identify: intIdentify,
    default: true,
    tag: 'tag:yaml.org,2002:int',
    format: 'OCT',
    test: /^[-+]?0[0-7_]+$/,
    resolve: (str, _onError, opt) => intResolve(str, 1, 8, opt),
    stringify: node => intStringify(node, 8, '0')
};
const int = {
    identify: intIdentify,
    default: true,
    tag: 'tag:yaml.org,2002:int',
    test: /^[-+]?[0-9][0-9_]*$/,
    resolve: (str, _onError, opt) => intResolve(str, 0, 10, opt),
    stringify: stringifyNumber.stringifyNumber
};
const intHex = {
    identify: intIdentify,
    default: true,
    tag: 'tag:yaml.org,2002:int',
    format: 'HEX',
    test: /^[-+]?0x[0-9a-fA-F_]+$/,
    resolve: (str, _onError, opt) => intResolve(str, 2, 16, opt),
    stringify: node => intStringify(node, 16, '0x')
};

exports.int = int;
exports.intBin = intBin;
exports.intHex = intHex;
exports.intOct = intOct;


/***/ }),

/***/ 452:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {



var identity = __nccwpck_require__(1127);
var Scalar = __nccwpck_require__(3301);

// If the value associated with a merge key is a single mapping node, each of
// its key/value pairs is inserted into the current mapping, unless the key
// already exists in it. If the value associated with the merge key is a
// sequence, then this sequence is expected to contain mapping nodes and each
// of these nodes is merged in turn according to its order in the sequence.
// Keys in mapping nodes earlier in the sequence override keys specified in
// later mapping nodes. -- http://yaml.org/type/merge.html
const MERGE_KEY = '<<';
const merge = {
    identify: value => value === MERGE_KEY ||
        (typeof value === 'symbol' && value.description === MERGE_KEY),
    default: 'key',
    tag: 'tag:yaml.org,2002:merge',
    test: /^<<$/,
    resolve: () => Object.assign(new Scalar.Scalar(Symbol(MERGE_KEY)), {
        addToJSMap: addMergeToJSMap
    }),
    stringify: () => MERGE_KEY
};
const isMergeKey = (ctx, key) => (merge.identify(key) ||
    (identity.isScalar(key) &&
        (!key.type || key.type === Scalar.Scalar.PLAIN) &&
        merge.identify(key.value))) &&
    ctx?.doc.schema.tags.some(tag => tag.tag === merge.tag && tag.default);
function addMergeToJSMap(ctx, map, value) {
    const source = resolveAliasValue(ctx, value);
    if (identity.isSeq(source))
        for (const it of source.items)
            mergeValue(ctx, map, it);
    else if (Array.isArray(source))
        for (const it of source)
            mergeValue(ctx, map, it);
    else
        mergeValue(ctx, map, source);
}
function mergeValue(ctx, map, value) {
    const source = resolveAliasValue(ctx, value);
    if (!identity.isMap(source))
        throw new Error('Merge sources must be maps or map aliases');
    const srcMap = source.toJSON(null, ctx, Map);
    for (const [key, value] of srcMap) {
        if (map instanceof Map) {
            if (!map.has(key))
                map.set(key, value);
        }
        else if (map instanceof Set) {
            map.add(key);
        }
        else if (!Object.prototype.hasOwnProperty.call(map, key)) {
            Object.defineProperty(map, key, {
                value,
                writable: true,
                enumerable: true,
                configurable: true
            });
        }
    }
    return map;
}
function resolveAliasValue(ctx, value) {
    return ctx && identity.isAlias(value) ? value.resolve(ctx.doc, ctx) : value;
}

exports.addMergeToJSMap = addMergeToJSMap;
exports.isMergeKey = isMergeKey;
exports.merge = merge;


/***/ }),

/***/ 303:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {



var identity = __nccwpck_require__(1127);
var toJS = __nccwpck_require__(4043);
var YAMLMap = __nccwpck_require__(4454);
var YAMLSeq = __nccwpck_require__(2223);
var pairs = __nccwpck_require__(8385);

class YAMLOMap extends YAMLSeq.YAMLSeq {
    constructor() {
        super();
        this.add = YAMLMap.YAMLMap.prototype.add.bind(this);
        this.delete = YAMLMap.YAMLMap.prototype.delete.bind(this);
        this.get = YAMLMap.YAMLMap.prototype.get.bind(this);
        this.has = YAMLMap.YAMLMap.prototype.has.bind(this);
        this.set = YAMLMap.YAMLMap.prototype.set.bind(this);
        this.tag = YAMLOMap.tag;
    }
    /**
     * If `ctx` is given, the return type is actually `Map<unknown, unknown>`,
     * but TypeScript won't allow widening the signature of a child method.
     */
    toJSON(_, ctx) {
        if (!ctx)
            return super.toJSON(_);
        const map = new Map();
        if (ctx?.onCreate)
            ctx.onCreate(map);
        for (const pair of this.items) {
            let key, value;
            if (identity.isPair(pair)) {
                key = toJS.toJS(pair.key, '', ctx);
                value = toJS.toJS(pair.value, key, ctx);
            }
            else {
                key = toJS.toJS(pair, '', ctx);
            }
            if (map.has(key))
                throw new Error('Ordered maps must not include duplicate keys');
            map.set(key, value);
        }
        return map;
    }
    static from(schema, iterable, ctx) {
        const pairs$1 = pairs.createPairs(schema, iterable, ctx);
        const omap = new this();
        omap.items = pairs$1.items;
        return omap;
    }
}
YAMLOMap.tag = 'tag:yaml.org,2002:omap';
const omap = {
    collection: 'seq',
    identify: value => value instanceof Map,
    nodeClass: YAMLOMap,
    default: false,
    tag: 'tag:yaml.org,2002:omap',
    resolve(seq, onError) {
        const pairs$1 = pairs.resolvePairs(seq, onError);
        const seenKeys = [];
        for (const { key } of pairs$1.items) {
            if (identity.isScalar(key)) {
                if (seenKeys.includes(key.value)) {
                    onError(`Ordered maps must not include duplicate keys: ${key.value}`);
                }
                else {
                    seenKeys.push(key.value);
                }
            }
        }
        return Object.assign(new YAMLOMap(), pairs$1);
    },
    createNode: (schema, iterable, ctx) => YAMLOMap.from(schema, iterable, ctx)
};

exports.YAMLOMap = YAMLOMap;
exports.omap = omap;


/***/ }),

/***/ 8385:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {



var identity = __nccwpck_require__(1127);
var Pair = __nccwpck_require__(7165);
var Scalar = __nccwpck_require__(3301);
var YAMLSeq = __nccwpck_require__(2223);

function resolvePairs(seq, onError) {
    if (identity.isSeq(seq)) {
        for (let i = 0; i < seq.items.length; ++i) {
            let item = seq.items[i];
            if (identity.isPair(item))
                continue;
            else if (identity.isMap(item)) {
                if (item.items.length > 1)
                    onError('Each pair must have its own sequence indicator');
                const pair = item.items[0] || new Pair.Pair(new Scalar.Scalar(null));
                if (item.commentBefore)
                    pair.key.commentBefore = pair.key.commentBefore
                        ? `${item.commentBefore}\n${pair.key.commentBefore}`
                        : item.commentBefore;
                if (item.comment) {
                    const cn = pair.value ?? pair.key;
                    cn.comment = cn.comment
                        ? `${item.comment}\n${cn.comment}`
                        : item.comment;
                }
                item = pair;
            }
            seq.items[i] = identity.isPair(item) ? item : new Pair.Pair(item);
        }
    }
    else
        onError('Expected a sequence for this tag');
    return seq;
}
function createPairs(schema, iterable, ctx) {
    const { replacer } = ctx;
    const pairs = new YAMLSeq.YAMLSeq(schema);
    pairs.tag = 'tag:yaml.org,2002:pairs';
    let i = 0;
    if (iterable && Symbol.iterator in Object(iterable))
        for (let it of iterable) {
            if (typeof replacer === 'function')
                it = replacer.call(iterable, String(i++), it);
            let key, value;
            if (Array.isArray(it)) {
                if (it.length === 2) {
                    key = it[0];
                    value = it[1];
                }
                else
                    throw new TypeError(`Expected [key, value] tuple: ${it}`);
            }
            else if (it && it instanceof Object) {
                const keys = Object.keys(it);
                if (keys.length === 1) {
                    key = keys[0];
                    value = it[key];
                }
                else {
                    throw new TypeError(`Expected tuple with one key, not ${keys.length} keys`);
                }
            }
            else {
                key = it;
            }
            pairs.items.push(Pair.createPair(key, value, ctx));
        }
    return pairs;
}
const pairs = {
    collection: 'seq',
    default: false,
    tag: 'tag:yaml.org,2002:pairs',
    resolve: resolvePairs,
    createNode: createPairs
};

exports.createPairs = createPairs;
exports.pairs = pairs;
exports.resolvePairs = resolvePairs;


/***/ }),

/***/ 5913:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {



var map = __nccwpck_require__(7451);
var _null = __nccwpck_require__(3632);
var seq = __nccwpck_require__(1706);
var string = __nccwpck_require__(6464);
var binary = __nccwpck_require__(6083);
var bool = __nccwpck_require__(8398);
var float = __nccwpck_require__(5782);
var int = __nccwpck_require__(873);
var merge = __nccwpck_require__(452);
var omap = __nccwpck_require__(303);
var pairs = __nccwpck_require__(8385);
var set = __nccwpck_require__(1528);
var timestamp = __nccwpck_require__(6752);

const schema = [
    map.map,
    seq.seq,
    string.string,
    _null.nullTag,
    bool.trueTag,
    bool.falseTag,
    int.intBin,
    int.intOct,
    int.int,
    int.intHex,
    float.floatNaN,
    float.floatExp,
    float.float,
    binary.binary,
    merge.merge,
    omap.omap,
    pairs.pairs,
    set.set,
    timestamp.intTime,
    timestamp.floatTime,
    timestamp.timestamp
];

exports.schema = schema;


/***/ }),

/***/ 1528:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {



var identity = __nccwpck_require__(1127);
var Pair = __nccwpck_require__(7165);
var YAMLMap = __nccwpck_require__(4454);

class YAMLSet extends YAMLMap.YAMLMap {
    constructor(schema) {
        super(schema);
        this.tag = YAMLSet.tag;
    }
    add(key) {
        let pair;
        if (identity.isPair(key))
            pair = key;
        else if (key &&
            typeof key === 'object' &&
            'key' in key &&
            'value' in key &&
            key.value === null)
            pair = new Pair.Pair(key.key, null);
        else
            pair = new Pair.Pair(key, null);
        const prev = YAMLMap.findPair(this.items, pair.key);
        if (!prev)
            this.items.push(pair);
    }
    /**
     * If `keepPair` is `true`, returns the Pair matching `key`.
     * Otherwise, returns the value of that Pair's key.
     */
    get(key, keepPair) {
        const pair = YAMLMap.findPair(this.items, key);
        return !keepPair && identity.isPair(pair)
            ? identity.isScalar(pair.key)
                ? pair.key.value
                : pair.key
            : pair;
    }
    set(key, value) {
        if (typeof value !== 'boolean')
            throw new Error(`Expected boolean value for set(key, value) in a YAML set, not ${typeof value}`);
        const prev = YAMLMap.findPair(this.items, key);
        if (prev && !value) {
            this.items.splice(this.items.indexOf(prev), 1);
        }
        else if (!prev && value) {
            this.items.push(new Pair.Pair(key));
        }
    }
    toJSON(_, ctx) {
        return super.toJSON(_, ctx, Set);
    }
    toString(ctx, onComment, onChompKeep) {
        if (!ctx)
            return JSON.stringify(this);
        if (this.hasAllNullValues(true))
            return super.toString(Object.assign({}, ctx, { allNullValues: true }), onComment, onChompKeep);
        else
            throw new Error('Set items must all have null values');
    }
    static from(schema, iterable, ctx) {
        const { replacer } = ctx;
        const set = new this(schema);
        if (iterable && Symbol.iterator in Object(iterable))
            for (let value of iterable) {
                if (typeof replacer === 'function')
                    value = replacer.call(iterable, value, value);
                set.items.push(Pair.createPair(value, null, ctx));
            }
        return set;
    }
}
YAMLSet.tag = 'tag:yaml.org,2002:set';
const set = {
    collection: 'map',
    identify: value => value instanceof Set,
    nodeClass: YAMLSet,
    default: false,
    tag: 'tag:yaml.org,2002:set',
    createNode: (schema, iterable, ctx) => YAMLSet.from(schema, iterable, ctx),
    resolve(map, onError) {
        if (identity.isMap(map)) {
            if (map.hasAllNullValues(true))
                return Object.assign(new YAMLSet(), map);
            else
                onError('Set items must all have null values');
        }
        else
            onError('Expected a mapping for this tag');
        return map;
    }
};

exports.YAMLSet = YAMLSet;
exports.set = set;


/***/ }),

/***/ 6752:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {



var stringifyNumber = __nccwpck_require__(8689);

/** Internal types handle bigint as number, because TS can't figure it out. */
function parseSexagesimal(str, asBigInt) {
    const sign = str[0];
    const parts = sign === '-' || sign === '+' ? str.substring(1) : str;
    const num = (n) => asBigInt ? BigInt(n) : Number(n);
    const res = parts
        .replace(/_/g, '')
        .split(':')
        .reduce((res, p) => res * num(60) + num(p), num(0));
    return (sign === '-' ? num(-1) * res : res);
}
/**
 * hhhh:mm:ss.sss
 *
 * Internal types handle bigint as number, because TS can't figure it out.
 */
function stringifySexagesimal(node) {
    let { value } = node;
    let num = (n) => n;
    if (typeof value === 'bigint')
        num = n => BigInt(n);
    else if (isNaN(value) || !isFinite(value))
        return stringifyNumber.stringifyNumber(node);
    let sign = '';
    if (value < 0) {
        sign = '-';
        value *= num(-1);
    }
    const _60 = num(60);
    const parts = [value % _60]; // seconds, including ms
    if (value < 60) {
        parts.unshift(0); // at least one : is required
    }
    else {
        value = (value - parts[0]) / _60;
        parts.unshift(value % _60); // minutes
        if (value >= 60) {
            value = (value - parts[0]) / _60;
            parts.unshift(value); // hours
        }
    }
    return (sign +
        parts
            .map(n => String(n).padStart(2, '0'))
            .join(':')
            .replace(/000000\d*$/, '') // % 60 may introduce error
    );
}
const intTime = {
    identify: value => typeof value === 'bigint' || Number.isInteger(value),
    default: true,
    tag: 'tag:yaml.org,2002:int',
    format: 'TIME',
    test: /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+$/,
    resolve: (str, _onError, { intAsBigInt }) => parseSexagesimal(str, intAsBigInt),
    stringify: stringifySexagesimal
};
const floatTime = {
    identify: value => typeof value === 'number',
    default: true,
    tag: 'tag:yaml.org,2002:float',
    format: 'TIME',
    test: /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*$/,
    resolve: str => parseSexagesimal(str, false),
    stringify: stringifySexagesimal
};
const timestamp = {
    identify: value => value instanceof Date,
    default: true,
    tag: 'tag:yaml.org,2002:timestamp',
    // If the time zone is omitted, the timestamp is assumed to be specified in UTC. The time part
    // may be omitted altogether, resulting in a date format. In such a case, the time part is
    // assumed to be 00:00:00Z (start of day, UTC).
    test: RegExp('^([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})' + // YYYY-Mm-Dd
        '(?:' + // time is optional
        '(?:t|T|[ \\t]+)' + // t | T | whitespace
        '([0-9]{1,2}):([0-9]{1,2}):([0-9]{1,2}(\\.[0-9]+)?)' + // Hh:Mm:Ss(.ss)?
        '(?:[ \\t]*(Z|[-+][012]?[0-9](?::[0-9]{2})?))?' + // Z | +5 | -03:30
        ')?$'),
    resolve(str) {
        const match = str.match(timestamp.test);
        if (!match)
            throw new Error('!!timestamp expects a date, starting with yyyy-mm-dd');
        const [, year, month, day, hour, minute, second] = match.map(Number);
        const millisec = match[7] ? Number((match[7] + '00').substr(1, 3)) : 0;
        let date = Date.UTC(year, month - 1, day, hour || 0, minute || 0, second || 0, millisec);
        const tz = match[8];
        if (tz && tz !== 'Z') {
            let d = parseSexagesimal(tz, false);
            if (Math.abs(d) < 30)
                d *= 60;
            date -= 60000 * d;
        }
        return new Date(date);
    },
    stringify: ({ value }) => value?.toISOString().replace(/(T00:00:00)?\.000Z$/, '') ?? ''
};

exports.floatTime = floatTime;
exports.intTime = intTime;
exports.timestamp = timestamp;


/***/ }),

/***/ 4475:
/***/ ((__unused_webpack_module, exports) => {



const FOLD_FLOW = 'flow';
const FOLD_BLOCK = 'block';
const FOLD_QUOTED = 'quoted';
/**
 * Tries to keep input at up to `lineWidth` characters, splitting only on spaces
 * not followed by newlines or spaces unless `mode` is `'quoted'`. Lines are
 * terminated with `\n` and started with `indent`.
 */
function foldFlowLines(text, indent, mode = 'flow', { indentAtStart, lineWidth = 80, minContentWidth = 20, onFold, onOverflow } = {}) {
    if (!lineWidth || lineWidth < 0)
        return text;
    if (lineWidth < minContentWidth)
        minContentWidth = 0;
    const endStep = Math.max(1 + minContentWidth, 1 + lineWidth - indent.length);
    if (text.length <= endStep)
        return text;
    const folds = [];
    const escapedFolds = {};
    let end = lineWidth - indent.length;
    if (typeof indentAtStart === 'number') {
        if (indentAtStart > lineWidth - Math.max(2, minContentWidth))
            folds.push(0);
        else
            end = lineWidth - indentAtStart;
    }
    let split = undefined;
    let prev = undefined;
    let overflow = false;
    let i = -1;
    let escStart = -1;
    let escEnd = -1;
    if (mode === FOLD_BLOCK) {
        i = consumeMoreIndentedLines(text, i, indent.length);
        if (i !== -1)
            end = i + endStep;
    }
    for (let ch; (ch = text[(i += 1)]);) {
        if (mode === FOLD_QUOTED && ch === '\\') {
            escStart = i;
            switch (text[i + 1]) {
                case 'x':
                    i += 3;
                    break;
                case 'u':
                    i += 5;
                    break;
                case 'U':
                    i += 9;
                    break;
                default:
                    i += 1;
            }
            escEnd = i;
        }
        if (ch === '\n') {
            if (mode === FOLD_BLOCK)
                i = consumeMoreIndentedLines(text, i, indent.length);
            end = i + indent.length + endStep;
            split = undefined;
        }
        else {
            if (ch === ' ' &&
                prev &&
                prev !== ' ' &&
                prev !== '\n' &&
                prev !== '\t') {
                // space surrounded by non-space can be replaced with newline + indent
                const next = text[i + 1];
                if (next && next !== ' ' && next !== '\n' && next !== '\t')
                    split = i;
            }
            if (i >= end) {
                if (split) {
                    folds.push(split);
                    end = split + endStep;
                    split = undefined;
                }
                else if (mode === FOLD_QUOTED) {
                    // white-space collected at end may stretch past lineWidth
                    while (prev === ' ' || prev === '\t') {
                        prev = ch;
                        ch = text[(i += 1)];
                        overflow = true;
                    }
                    // Account for newline escape, but don't break preceding escape
                    const j = i > escEnd + 1 ? i - 2 : escStart - 1;
                    // Bail out if lineWidth & minContentWidth are shorter than an escape string
                    if (escapedFolds[j])
                        return text;
                    folds.push(j);
                    escapedFolds[j] = true;
                    end = j + endStep;
                    split = undefined;
                }
                else {
                    overflow = true;
                }
            }
        }
        prev = ch;
    }
    if (overflow && onOverflow)
        onOverflow();
    if (folds.length === 0)
        return text;
    if (onFold)
        onFold();
    let res = text.slice(0, folds[0]);
    for (let i = 0; i < folds.length; ++i) {
        const fold = folds[i];
        const end = folds[i + 1] || text.length;
        if (fold === 0)
            res = `\n${indent}${text.slice(0, end)}`;
        else {
            if (mode === FOLD_QUOTED && escapedFolds[fold])
                res += `${text[fold]}\\`;
            res += `\n${indent}${text.slice(fold + 1, end)}`;
        }
    }
    return res;
}
/**
 * Presumes `i + 1` is at the start of a line
 * @returns index of last newline in more-indented block
 */
function consumeMoreIndentedLines(text, i, indent) {
    let end = i;
    let start = i + 1;
    let ch = text[start];
    while (ch === ' ' || ch === '\t') {
        if (i < start + indent) {
            ch = text[++i];
        }
        else {
            do {
                ch = text[++i];
            } while (ch && ch !== '\n');
            end = i;
            start = i + 1;
            ch = text[start];
        }
    }
    return end;
}

exports.FOLD_BLOCK = FOLD_BLOCK;
exports.FOLD_FLOW = FOLD_FLOW;
exports.FOLD_QUOTED = FOLD_QUOTED;
exports.foldFlowLines = foldFlowLines;


/***/ }),

/***/ 2148:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {



var anchors = __nccwpck_require__(1596);
var identity = __nccwpck_require__(1127);
var stringifyComment = __nccwpck_require__(9799);
var stringifyString = __nccwpck_require__(3069);

function createStringifyContext(doc, options) {
    const opt = Object.assign({
        blockQuote: true,
        commentString: stringifyComment.stringifyComment,
        defaultKeyType: null,
        defaultStringType: 'PLAIN',
        directives: null,
        doubleQuotedAsJSON: false,
        doubleQuotedMinMultiLineLength: 40,
        falseStr: 'false',
        flowCollectionPadding: true,
        indentSeq: true,
        lineWidth: 80,
        minContentWidth: 20,
        nullStr: 'null',
        simpleKeys: false,
        singleQuote: null,
        trailingComma: false,
        trueStr: 'true',
        verifyAliasOrder: true
    }, doc.schema.toStringOptions, options);
    let inFlow;
    switch (opt.collectionStyle) {
        case 'block':
            inFlow = false;
            break;
        case 'flow':
            inFlow = true;
            break;
        default:
            inFlow = null;
    }
    return {
        anchors: new Set(),
        doc,
        flowCollectionPadding: opt.flowCollectionPadding ? ' ' : '',
        indent: '',
        indentStep: typeof opt.indent === 'number' ? ' '.repeat(opt.indent) : '  ',
        inFlow,
        options: opt
    };
}
function getTagObject(tags, item) {
    if (item.tag) {
        const match = tags.filter(t => t.tag === item.tag);
        if (match.length > 0)
            return match.find(t => t.format === item.format) ?? match[0];
    }
    let tagObj = undefined;
    let obj;
    if (identity.isScalar(item)) {
        obj = item.value;
        let match = tags.filter(t => t.identify?.(obj));
        if (match.length > 1) {
            const testMatch = match.filter(t => t.test);
            if (testMatch.length > 0)
                match = testMatch;
        }
        tagObj =
            match.find(t => t.format === item.format) ?? match.find(t => !t.format);
    }
    else {
        obj = item;
        tagObj = tags.find(t => t.nodeClass && obj instanceof t.nodeClass);
    }
    if (!tagObj) {
        const name = obj?.constructor?.name ?? (obj === null ? 'null' : typeof obj);
        throw new Error(`Tag not resolved for ${name} value`);
    }
    return tagObj;
}
// needs to be called before value stringifier to allow for circular anchor refs
function stringifyProps(node, tagObj, { anchors: anchors$1, doc }) {
    if (!doc.directives)
        return '';
    const props = [];
    const anchor = (identity.isScalar(node) || identity.isCollection(node)) && node.anchor;
    if (anchor && anchors.anchorIsValid(anchor)) {
        anchors$1.add(anchor);
        props.push(`&${anchor}`);
    }
    const tag = node.tag ?? (tagObj.default ? null : tagObj.tag);
    if (tag)
        props.push(doc.directives.tagString(tag));
    return props.join(' ');
}
function stringify(item, ctx, onComment, onChompKeep) {
    if (identity.isPair(item))
        return item.toString(ctx, onComment, onChompKeep);
    if (identity.isAlias(item)) {
        if (ctx.doc.directives)
            return item.toString(ctx);
        if (ctx.resolvedAliases?.has(item)) {
            throw new TypeError(`Cannot stringify circular structure without alias nodes`);
        }
        else {
            if (ctx.resolvedAliases)
                ctx.resolvedAliases.add(item);
            else
                ctx.resolvedAliases = new Set([item]);
            item = item.resolve(ctx.doc);
        }
    }
    let tagObj = undefined;
    const node = identity.isNode(item)
        ? item
        : ctx.doc.createNode(item, { onTagObj: o => (tagObj = o) });
    tagObj ?? (tagObj = getTagObject(ctx.doc.schema.tags, node));
    const props = stringifyProps(node, tagObj, ctx);
    if (props.length > 0)
        ctx.indentAtStart = (ctx.indentAtStart ?? 0) + props.length + 1;
    const str = typeof tagObj.stringify === 'function'
        ? tagObj.stringify(node, ctx, onComment, onChompKeep)
        : identity.isScalar(node)
            ? stringifyString.stringifyString(node, ctx, onComment, onChompKeep)
            : node.toString(ctx, onComment, onChompKeep);
    if (!props)
        return str;
    return identity.isScalar(node) || str[0] === '{' || str[0] === '['
        ? `${props} ${str}`
        : `${props}\n${ctx.indent}${str}`;
}

exports.createStringifyContext = createStringifyContext;
exports.stringify = stringify;


/***/ }),

/***/ 1212:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {



var identity = __nccwpck_require__(1127);
var stringify = __nccwpck_require__(2148);
var stringifyComment = __nccwpck_require__(9799);

function stringifyCollection(collection, ctx, options) {
    const flow = ctx.inFlow ?? collection.flow;
    const stringify = flow ? stringifyFlowCollection : stringifyBlockCollection;
    return stringify(collection, ctx, options);
}
function stringifyBlockCollection({ comment, items }, ctx, { blockItemPrefix, flowChars, itemIndent, onChompKeep, onComment }) {
    const { indent, options: { commentString } } = ctx;
    const itemCtx = Object.assign({}, ctx, { indent: itemIndent, type: null });
    let chompKeep = false; // flag for the preceding node's status
    const lines = [];
    for (let i = 0; i < items.length; ++i) {
        const item = items[i];
        let comment = null;
        if (identity.isNode(item)) {
            if (!chompKeep && item.spaceBefore)
                lines.push('');
            addCommentBefore(ctx, lines, item.commentBefore, chompKeep);
            if (item.comment)
                comment = item.comment;
        }
        else if (identity.isPair(item)) {
            const ik = identity.isNode(item.key) ? item.key : null;
            if (ik) {
                if (!chompKeep && ik.spaceBefore)
                    lines.push('');
                addCommentBefore(ctx, lines, ik.commentBefore, chompKeep);
            }
        }
        chompKeep = false;
        let str = stringify.stringify(item, itemCtx, () => (comment = null), () => (chompKeep = true));
        if (comment)
            str += stringifyComment.lineComment(str, itemIndent, commentString(comment));
        if (chompKeep && comment)
            chompKeep = false;
        lines.push(blockItemPrefix + str);
    }
    let str;
    if (lines.length === 0) {
        str = flowChars.start + flowChars.end;
    }
    else {
        str = lines[0];
        for (let i = 1; i < lines.length; ++i) {
            const line = lines[i];
            str += line ? `\n${indent}${line}` : '\n';
        }
    }
    if (comment) {
        str += '\n' + stringifyComment.indentComment(commentString(comment), indent);
        if (onComment)
            onComment();
    }
    else if (chompKeep && onChompKeep)
        onChompKeep();
    return str;
}
function stringifyFlowCollection({ items }, ctx, { flowChars, itemIndent }) {
    const { indent, indentStep, flowCollectionPadding: fcPadding, options: { commentString } } = ctx;
    itemIndent += indentStep;
    const itemCtx = Object.assign({}, ctx, {
        indent: itemIndent,
        inFlow: true,
        type: null
    });
    let reqNewline = false;
    let linesAtValue = 0;
    const lines = [];
    for (let i = 0; i < items.length; ++i) {
        const item = items[i];
        let comment = null;
        if (identity.isNode(item)) {
            if (item.spaceBefore)
                lines.push('');
            addCommentBefore(ctx, lines, item.commentBefore, false);
            if (item.comment)
                comment = item.comment;
        }
        else if (identity.isPair(item)) {
            const ik = identity.isNode(item.key) ? item.key : null;
            if (ik) {
                if (ik.spaceBefore)
                    lines.push('');
                addCommentBefore(ctx, lines, ik.commentBefore, false);
                if (ik.comment)
                    reqNewline = true;
            }
            const iv = identity.isNode(item.value) ? item.value : null;
            if (iv) {
                if (iv.comment)
                    comment = iv.comment;
                if (iv.commentBefore)
                    reqNewline = true;
            }
            else if (item.value == null && ik?.comment) {
                comment = ik.comment;
            }
        }
        if (comment)
            reqNewline = true;
        let str = stringify.stringify(item, itemCtx, () => (comment = null));
        reqNewline || (reqNewline = lines.length > linesAtValue || str.includes('\n'));
        if (i < items.length - 1) {
            str += ',';
        }
        else if (ctx.options.trailingComma) {
            if (ctx.options.lineWidth > 0) {
                reqNewline || (reqNewline = lines.reduce((sum, line) => sum + line.length + 2, 2) +
                    (str.length + 2) >
                    ctx.options.lineWidth);
            }
            if (reqNewline) {
                str += ',';
            }
        }
        if (comment)
            str += stringifyComment.lineComment(str, itemIndent, commentString(comment));
        lines.push(str);
        linesAtValue = lines.length;
    }
    const { start, end } = flowChars;
    if (lines.length === 0) {
        return start + end;
    }
    else {
        if (!reqNewline) {
            const len = lines.reduce((sum, line) => sum + line.length + 2, 2);
            reqNewline = ctx.options.lineWidth > 0 && len > ctx.options.lineWidth;
        }
        if (reqNewline) {
            let str = start;
            for (const line of lines)
                str += line ? `\n${indentStep}${indent}${line}` : '\n';
            return `${str}\n${indent}${end}`;
        }
        else {
            return `${start}${fcPadding}${lines.join(' ')}${fcPadding}${end}`;
        }
    }
}
function addCommentBefore({ indent, options: { commentString } }, lines, comment, chompKeep) {
    if (comment && chompKeep)
        comment = comment.replace(/^\n+/, '');
    if (comment) {
        const ic = stringifyComment.indentComment(commentString(comment), indent);
        lines.push(ic.trimStart()); // Avoid double indent on first line
    }
}

exports.stringifyCollection = stringifyCollection;


/***/ }),

/***/ 9799:
/***/ ((__unused_webpack_module, exports) => {



/**
 * Stringifies a comment.
 *
 * Empty comment lines are left empty,
 * lines consisting of a single space are replaced by `#`,
 * and all other lines are prefixed with a `#`.
 */
const stringifyComment = (str) => str.replace(/^(?!$)(?: $)?/gm, '#');
function indentComment(comment, indent) {
    if (/^\n+$/.test(comment))
        return comment.substring(1);
    return indent ? comment.replace(/^(?! *$)/gm, indent) : comment;
}
const lineComment = (str, indent, comment) => str.endsWith('\n')
    ? indentComment(comment, indent)
    : comment.includes('\n')
        ? '\n' + indentComment(comment, indent)
        : (str.endsWith(' ') ? '' : ' ') + comment;

exports.indentComment = indentComment;
exports.lineComment = lineComment;
exports.stringifyComment = stringifyComment;


/***/ }),

/***/ 6829:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {



var identity = __nccwpck_require__(1127);
var stringify = __nccwpck_require__(2148);
var stringifyComment = __nccwpck_require__(9799);

function stringifyDocument(doc, options) {
    const lines = [];
    let hasDirectives = options.directives === true;
    if (options.directives !== false && doc.directives) {
        const dir = doc.directives.toString(doc);
        if (dir) {
            lines.push(dir);
            hasDirectives = true;
        }
        else if (doc.directives.docStart)
            hasDirectives = true;
    }
    if (hasDirectives)
        lines.push('---');
    const ctx = stringify.createStringifyContext(doc, options);
    const { commentString } = ctx.options;
    if (doc.commentBefore) {
        if (lines.length !== 1)
            lines.unshift('');
        const cs = commentString(doc.commentBefore);
        lines.unshift(stringifyComment.indentComment(cs, ''));
    }
    let chompKeep = false;
    let contentComment = null;
    if (doc.contents) {
        if (identity.isNode(doc.contents)) {
            if (doc.contents.spaceBefore && hasDirectives)
                lines.push('');
            if (doc.contents.commentBefore) {
                const cs = commentString(doc.contents.commentBefore);
                lines.push(stringifyComment.indentComment(cs, ''));
            }
            // top-level block scalars need to be indented if followed by a comment
            ctx.forceBlockIndent = !!doc.comment;
            contentComment = doc.contents.comment;
        }
        const onChompKeep = contentComment ? undefined : () => (chompKeep = true);
        let body = stringify.stringify(doc.contents, ctx, () => (contentComment = null), onChompKeep);
        if (contentComment)
            body += stringifyComment.lineComment(body, '', commentString(contentComment));
        if ((body[0] === '|' || body[0] === '>') &&
            lines[lines.length - 1] === '---') {
            // Top-level block scalars with a preceding doc marker ought to use the
            // same line for their header.
            lines[lines.length - 1] = `--- ${body}`;
        }
        else
            lines.push(body);
    }
    else {
        lines.push(stringify.stringify(doc.contents, ctx));
    }
    if (doc.directives?.docEnd) {
        if (doc.comment) {
            const cs = commentString(doc.comment);
            if (cs.includes('\n')) {
                lines.push('...');
                lines.push(stringifyComment.indentComment(cs, ''));
            }
            else {
                lines.push(`... ${cs}`);
            }
        }
        else {
            lines.push('...');
        }
    }
    else {
        let dc = doc.comment;
        if (dc && chompKeep)
            dc = dc.replace(/^\n+/, '');
        if (dc) {
            if ((!chompKeep || contentComment) && lines[lines.length - 1] !== '')
                lines.push('');
            lines.push(stringifyComment.indentComment(commentString(dc), ''));
        }
    }
    return lines.join('\n') + '\n';
}

exports.stringifyDocument = stringifyDocument;


/***/ }),

/***/ 8689:
/***/ ((__unused_webpack_module, exports) => {



function stringifyNumber({ format, minFractionDigits, tag, value }) {
    if (typeof value === 'bigint')
        return String(value);
    const num = typeof value === 'number' ? value : Number(value);
    if (!isFinite(num))
        return isNaN(num) ? '.nan' : num < 0 ? '-.inf' : '.inf';
    let n = Object.is(value, -0) ? '-0' : JSON.stringify(value);
    if (!format &&
        minFractionDigits &&
        (!tag || tag === 'tag:yaml.org,2002:float') &&
        /^-?\d/.test(n) &&
        !n.includes('e')) {
        let i = n.indexOf('.');
        if (i < 0) {
            i = n.length;
            n += '.';
        }
        let d = minFractionDigits - (n.length - i - 1);
        while (d-- > 0)
            n += '0';
    }
    return n;
}

exports.stringifyNumber = stringifyNumber;


/***/ }),

/***/ 9748:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {



var identity = __nccwpck_require__(1127);
var Scalar = __nccwpck_require__(3301);
var stringify = __nccwpck_require__(2148);
var stringifyComment = __nccwpck_require__(9799);

function stringifyPair({ key, value }, ctx, onComment, onChompKeep) {
    const { allNullValues, doc, indent, indentStep, options: { commentString, indentSeq, simpleKeys } } = ctx;
    let keyComment = (identity.isNode(key) && key.comment) || null;
    if (simpleKeys) {
        if (keyComment) {
            throw new Error('With simple keys, key nodes cannot have comments');
        }
        if (identity.isCollection(key) || (!identity.isNode(key) && typeof key === 'object')) {
            const msg = 'With simple keys, collection cannot be used as a key value';
            throw new Error(msg);
        }
    }
    let explicitKey = !simpleKeys &&
        (!key ||
            (keyComment && value == null && !ctx.inFlow) ||
            identity.isCollection(key) ||
            (identity.isScalar(key)
                ? key.type === Scalar.Scalar.BLOCK_FOLDED || key.type === Scalar.Scalar.BLOCK_LITERAL
                : typeof key === 'object'));
    ctx = Object.assign({}, ctx, {
        allNullValues: false,
        implicitKey: !explicitKey && (simpleKeys || !allNullValues),
        indent: indent + indentStep
    });
    let keyCommentDone = false;
    let chompKeep = false;
    let str = stringify.stringify(key, ctx, () => (keyCommentDone = true), () => (chompKeep = true));
    if (!explicitKey && !ctx.inFlow && str.length > 1024) {
        if (simpleKeys)
            throw new Error('With simple keys, single line scalar must not span more than 1024 characters');
        explicitKey = true;
    }
    if (ctx.inFlow) {
        if (allNullValues || value == null) {
            if (keyCommentDone && onComment)
                onComment();
            return str === '' ? '?' : explicitKey ? `? ${str}` : str;
        }
    }
    else if ((allNullValues && !simpleKeys) || (value == null && explicitKey)) {
        str = `? ${str}`;
        if (keyComment && !keyCommentDone) {
            str += stringifyComment.lineComment(str, ctx.indent, commentString(keyComment));
        }
        else if (chompKeep && onChompKeep)
            onChompKeep();
        return str;
    }
    if (keyCommentDone)
        keyComment = null;
    if (explicitKey) {
        if (keyComment)
            str += stringifyComment.lineComment(str, ctx.indent, commentString(keyComment));
        str = `? ${str}\n${indent}:`;
    }
    else {
        str = `${str}:`;
        if (keyComment)
            str += stringifyComment.lineComment(str, ctx.indent, commentString(keyComment));
    }
    let vsb, vcb, valueComment;
    if (identity.isNode(value)) {
        vsb = !!value.spaceBefore;
        vcb = value.commentBefore;
        valueComment = value.comment;
    }
    else {
        vsb = false;
        vcb = null;
        valueComment = null;
        if (value && typeof value === 'object')
            value = doc.createNode(value);
    }
    ctx.implicitKey = false;
    if (!explicitKey && !keyComment && identity.isScalar(value))
        ctx.indentAtStart = str.length + 1;
    chompKeep = false;
    if (!indentSeq &&
        indentStep.length >= 2 &&
        !ctx.inFlow &&
        !explicitKey &&
        identity.isSeq(value) &&
        !value.flow &&
        !value.tag &&
        !value.anchor) {
        // If indentSeq === false, consider '- ' as part of indentation where possible
        ctx.indent = ctx.indent.substring(2);
    }
    let valueCommentDone = false;
    const valueStr = stringify.stringify(value, ctx, () => (valueCommentDone = true), () => (chompKeep = true));
    let ws = ' ';
    if (keyComment || vsb || vcb) {
        ws = vsb ? '\n' : '';
        if (vcb) {
            const cs = commentString(vcb);
            ws += `\n${stringifyComment.indentComment(cs, ctx.indent)}`;
        }
        if (valueStr === '' && !ctx.inFlow) {
            if (ws === '\n' && valueComment)
                ws = '\n\n';
        }
        else {
            ws += `\n${ctx.indent}`;
        }
    }
    else if (!explicitKey && identity.isCollection(value)) {
        const vs0 = valueStr[0];
        const nl0 = valueStr.indexOf('\n');
        const hasNewline = nl0 !== -1;
        const flow = ctx.inFlow ?? value.flow ?? value.items.length === 0;
        if (hasNewline || !flow) {
            let hasPropsLine = false;
            if (hasNewline && (vs0 === '&' || vs0 === '!')) {
                let sp0 = valueStr.indexOf(' ');
                if (vs0 === '&' &&
                    sp0 !== -1 &&
                    sp0 < nl0 &&
                    valueStr[sp0 + 1] === '!') {
                    sp0 = valueStr.indexOf(' ', sp0 + 1);
                }
                if (sp0 === -1 || nl0 < sp0)
                    hasPropsLine = true;
            }
            if (!hasPropsLine)
                ws = `\n${ctx.indent}`;
        }
    }
    else if (valueStr === '' || valueStr[0] === '\n') {
        ws = '';
    }
    str += ws + valueStr;
    if (ctx.inFlow) {
        if (valueCommentDone && onComment)
            onComment();
    }
    else if (valueComment && !valueCommentDone) {
        str += stringifyComment.lineComment(str, ctx.indent, commentString(valueComment));
    }
    else if (chompKeep && onChompKeep) {
        onChompKeep();
    }
    return str;
}

exports.stringifyPair = stringifyPair;


/***/ }),

/***/ 3069:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {



var Scalar = __nccwpck_require__(3301);
var foldFlowLines = __nccwpck_require__(4475);

const getFoldOptions = (ctx, isBlock) => ({
    indentAtStart: isBlock ? ctx.indent.length : ctx.indentAtStart,
    lineWidth: ctx.options.lineWidth,
    minContentWidth: ctx.options.minContentWidth
});
// Also checks for lines starting with %, as parsing the output as YAML 1.1 will
// presume that's starting a new document.
const containsDocumentMarker = (str) => /^(%|---|\.\.\.)/m.test(str);
function lineLengthOverLimit(str, lineWidth, indentLength) {
    if (!lineWidth || lineWidth < 0)
        return false;
    const limit = lineWidth - indentLength;
    const strLen = str.length;
    if (strLen <= limit)
        return false;
    for (let i = 0, start = 0; i < strLen; ++i) {
        if (str[i] === '\n') {
            if (i - start > limit)
                return true;
            start = i + 1;
            if (strLen - start <= limit)
                return false;
        }
    }
    return true;
}
function doubleQuotedString(value, ctx) {
    const json = JSON.stringify(value);
    if (ctx.options.doubleQuotedAsJSON)
        return json;
    const { implicitKey } = ctx;
    const minMultiLineLength = ctx.options.doubleQuotedMinMultiLineLength;
    const indent = ctx.indent || (containsDocumentMarker(value) ? '  ' : '');
    let str = '';
    let start = 0;
    for (let i = 0, ch = json[i]; ch; ch = json[++i]) {
        if (ch === ' ' && json[i + 1] === '\\' && json[i + 2] === 'n') {
            // space before newline needs to be escaped to not be folded
            str += json.slice(start, i) + '\\ ';
            i += 1;
            start = i;
            ch = '\\';
        }
        if (ch === '\\')
            switch (json[i + 1]) {
                case 'u':
                    {
                        str += json.slice(start, i);
                        const code = json.substr(i + 2, 4);
                        switch (code) {
                            case '0000':
                                str += '\\0';
                                break;
                            case '0007':
                                str += '\\a';
                                break;
                            case '000b':
                                str += '\\v';
                                break;
                            case '001b':
                                str += '\\e';
                                break;
                            case '0085':
                                str += '\\N';
                                break;
                            case '00a0':
                                str += '\\_';
                                break;
                            case '2028':
                                str += '\\L';
                                break;
                            case '2029':
                                str += '\\P';
                                break;
                            default:
                                if (code.substr(0, 2) === '00')
                                    str += '\\x' + code.substr(2);
                                else
                                    str += json.substr(i, 6);
                        }
                        i += 5;
                        start = i + 1;
                    }
                    break;
                case 'n':
                    if (implicitKey ||
                        json[i + 2] === '"' ||
                        json.length < minMultiLineLength) {
                        i += 1;
                    }
                    else {
                        // folding will eat first newline
                        str += json.slice(start, i) + '\n\n';
                        while (json[i + 2] === '\\' &&
                            json[i + 3] === 'n' &&
                            json[i + 4] !== '"') {
                            str += '\n';
                            i += 2;
                        }
                        str += indent;
                        // space after newline needs to be escaped to not be folded
                        if (json[i + 2] === ' ')
                            str += '\\';
                        i += 1;
                        start = i + 1;
                    }
                    break;
                default:
                    i += 1;
            }
    }
    str = start ? str + json.slice(start) : json;
    return implicitKey
        ? str
        : foldFlowLines.foldFlowLines(str, indent, foldFlowLines.FOLD_QUOTED, getFoldOptions(ctx, false));
}
function singleQuotedString(value, ctx) {
    if (ctx.options.singleQuote === false ||
        (ctx.implicitKey && value.includes('\n')) ||
        /[ \t]\n|\n[ \t]/.test(value) // single quoted string can't have leading or trailing whitespace around newline
    )
        return doubleQuotedString(value, ctx);
    const indent = ctx.indent || (containsDocumentMarker(value) ? '  ' : '');
    const res = "'" + value.replace(/'/g, "''").replace(/\n+/g, `$&\n${indent}`) + "'";
    return ctx.implicitKey
        ? res
        : foldFlowLines.foldFlowLines(res, indent, foldFlowLines.FOLD_FLOW, getFoldOptions(ctx, false));
}
function quotedString(value, ctx) {
    const { singleQuote } = ctx.options;
    let qs;
    if (singleQuote === false)
        qs = doubleQuotedString;
    else {
        const hasDouble = value.includes('"');
        const hasSingle = value.includes("'");
        if (hasDouble && !hasSingle)
            qs = singleQuotedString;
        else if (hasSingle && !hasDouble)
            qs = doubleQuotedString;
        else
            qs = singleQuote ? singleQuotedString : doubleQuotedString;
    }
    return qs(value, ctx);
}
// The negative lookbehind avoids a polynomial search,
// but isn't supported yet on Safari: https://caniuse.com/js-regexp-lookbehind
let blockEndNewlines;
try {
    blockEndNewlines = new RegExp('(^|(?<!\n))\n+(?!\n|$)', 'g');
}
catch {
    blockEndNewlines = /\n+(?!\n|$)/g;
}
function blockString({ comment, type, value }, ctx, onComment, onChompKeep) {
    const { blockQuote, commentString, lineWidth } = ctx.options;
    // 1. Block can't end in whitespace unless the last line is non-empty.
    // 2. Strings consisting of only whitespace are best rendered explicitly.
    if (!blockQuote || /\n[\t ]+$/.test(value)) {
        return quotedString(value, ctx);
    }
    const indent = ctx.indent ||
        (ctx.forceBlockIndent || containsDocumentMarker(value) ? '  ' : '');
    const literal = blockQuote === 'literal'
        ? true
        : blockQuote === 'folded' || type === Scalar.Scalar.BLOCK_FOLDED
            ? false
            : type === Scalar.Scalar.BLOCK_LITERAL
                ? true
                : !lineLengthOverLimit(value, lineWidth, indent.length);
    if (!value)
        return literal ? '|\n' : '>\n';
    // determine chomping from whitespace at value end
    let chomp;
    let endStart;
    for (endStart = value.length; endStart > 0; --endStart) {
        const ch = value[endStart - 1];
        if (ch !== '\n' && ch !== '\t' && ch !== ' ')
            break;
    }
    let end = value.substring(endStart);
    const endNlPos = end.indexOf('\n');
    if (endNlPos === -1) {
        chomp = '-'; // strip
    }
    else if (value === end || endNlPos !== end.length - 1) {
        chomp = '+'; // keep
        if (onChompKeep)
            onChompKeep();
    }
    else {
        chomp = ''; // clip
    }
    if (end) {
        value = value.slice(0, -end.length);
        if (end[end.length - 1] === '\n')
            end = end.slice(0, -1);
        end = end.replace(blockEndNewlines, `$&${indent}`);
    }
    // determine indent indicator from whitespace at value start
    let startWithSpace = false;
    let startEnd;
    let startNlPos = -1;
    for (startEnd = 0; startEnd < value.length; ++startEnd) {
        const ch = value[startEnd];
        if (ch === ' ')
            startWithSpace = true;
        else if (ch === '\n')
            startNlPos = startEnd;
        else
            break;
    }
    let start = value.substring(0, startNlPos < startEnd ? startNlPos + 1 : startEnd);
    if (start) {
        value = value.substring(start.length);
        start = start.replace(/\n+/g, `$&${indent}`);
    }
    const indentSize = indent ? '2' : '1'; // root is at -1
    // Leading | or > is added later
    let header = (startWithSpace ? indentSize : '') + chomp;
    if (comment) {
        header += ' ' + commentString(comment.replace(/ ?[\r\n]+/g, ' '));
        if (onComment)
            onComment();
    }
    if (!literal) {
        const foldedValue = value
            .replace(/\n+/g, '\n$&')
            .replace(/(?:^|\n)([\t ].*)(?:([\n\t ]*)\n(?![\n\t ]))?/g, '$1$2') // more-indented lines aren't folded
            //                ^ more-ind. ^ empty     ^ capture next empty lines only at end of indent
            .replace(/\n+/g, `$&${indent}`);
        let literalFallback = false;
        const foldOptions = getFoldOptions(ctx, true);
        if (blockQuote !== 'folded' && type !== Scalar.Scalar.BLOCK_FOLDED) {
            foldOptions.onOverflow = () => {
                literalFallback = true;
            };
        }
        const body = foldFlowLines.foldFlowLines(`${start}${foldedValue}${end}`, indent, foldFlowLines.FOLD_BLOCK, foldOptions);
        if (!literalFallback)
            return `>${header}\n${indent}${body}`;
    }
    value = value.replace(/\n+/g, `$&${indent}`);
    return `|${header}\n${indent}${start}${value}${end}`;
}
function plainString(item, ctx, onComment, onChompKeep) {
    const { type, value } = item;
    const { actualString, implicitKey, indent, indentStep, inFlow } = ctx;
    if ((implicitKey && value.includes('\n')) ||
        (inFlow && /[[\]{},]/.test(value))) {
        return quotedString(value, ctx);
    }
    if (/^[\n\t ,[\]{}#&*!|>'"%@`]|^[?-]$|^[?-][ \t]|[\n:][ \t]|[ \t]\n|[\n\t ]#|[\n\t :]$/.test(value)) {
        // not allowed:
        // - '-' or '?'
        // - start with an indicator character (except [?:-]) or /[?-] /
        // - '\n ', ': ' or ' \n' anywhere
        // - '#' not preceded by a non-space char
        // - end with ' ' or ':'
        return implicitKey || inFlow || !value.includes('\n')
            ? quotedString(value, ctx)
            : blockString(item, ctx, onComment, onChompKeep);
    }
    if (!implicitKey &&
        !inFlow &&
        type !== Scalar.Scalar.PLAIN &&
        value.includes('\n')) {
        // Where allowed & type not set explicitly, prefer block style for multiline strings
        return blockString(item, ctx, onComment, onChompKeep);
    }
    if (containsDocumentMarker(value)) {
        if (indent === '') {
            ctx.forceBlockIndent = true;
            return blockString(item, ctx, onComment, onChompKeep);
        }
        else if (implicitKey && indent === indentStep) {
            return quotedString(value, ctx);
        }
    }
    const str = value.replace(/\n+/g, `$&\n${indent}`);
    // Verify that output will be parsed as a string, as e.g. plain numbers and
    // booleans get parsed with those types in v1.2 (e.g. '42', 'true' & '0.9e-3'),
    // and others in v1.1.
    if (actualString) {
        const test = (tag) => tag.default && tag.tag !== 'tag:yaml.org,2002:str' && tag.test?.test(str);
        const { compat, tags } = ctx.doc.schema;
        if (tags.some(test) || compat?.some(test))
            return quotedString(value, ctx);
    }
    return implicitKey
        ? str
        : foldFlowLines.foldFlowLines(str, indent, foldFlowLines.FOLD_FLOW, getFoldOptions(ctx, false));
}
function stringifyString(item, ctx, onComment, onChompKeep) {
    const { implicitKey, inFlow } = ctx;
    const ss = typeof item.value === 'string'
        ? item
        : Object.assign({}, item, { value: String(item.value) });
    let { type } = item;
    if (type !== Scalar.Scalar.QUOTE_DOUBLE) {
        // force double quotes on control characters & unpaired surrogates
        if (/[\x00-\x08\x0b-\x1f\x7f-\x9f\u{D800}-\u{DFFF}]/u.test(ss.value))
            type = Scalar.Scalar.QUOTE_DOUBLE;
    }
    const _stringify = (_type) => {
        switch (_type) {
            case Scalar.Scalar.BLOCK_FOLDED:
            case Scalar.Scalar.BLOCK_LITERAL:
                return implicitKey || inFlow
                    ? quotedString(ss.value, ctx) // blocks are not valid inside flow containers
                    : blockString(ss, ctx, onComment, onChompKeep);
            case Scalar.Scalar.QUOTE_DOUBLE:
                return doubleQuotedString(ss.value, ctx);
            case Scalar.Scalar.QUOTE_SINGLE:
                return singleQuotedString(ss.value, ctx);
            case Scalar.Scalar.PLAIN:
                return plainString(ss, ctx, onComment, onChompKeep);
            default:
                return null;
        }
    };
    let res = _stringify(type);
    if (res === null) {
        const { defaultKeyType, defaultStringType } = ctx.options;
        const t = (implicitKey && defaultKeyType) || defaultStringType;
        res = _stringify(t);
        if (res === null)
            throw new Error(`Unsupported default string type ${t}`);
    }
    return res;
}

exports.stringifyString = stringifyString;


/***/ }),

/***/ 204:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {



var identity = __nccwpck_require__(1127);

const BREAK = Symbol('break visit');
const SKIP = Symbol('skip children');
const REMOVE = Symbol('remove node');
/**
 * Apply a visitor to an AST node or document.
 *
 * Walks through the tree (depth-first) starting from `node`, calling a
 * `visitor` function with three arguments:
 *   - `key`: For sequence values and map `Pair`, the node's index in the
 *     collection. Within a `Pair`, `'key'` or `'value'`, correspondingly.
 *     `null` for the root node.
 *   - `node`: The current node.
 *   - `path`: The ancestry of the current node.
 *
 * The return value of the visitor may be used to control the traversal:
 *   - `undefined` (default): Do nothing and continue
 *   - `visit.SKIP`: Do not visit the children of this node, continue with next
 *     sibling
 *   - `visit.BREAK`: Terminate traversal completely
 *   - `visit.REMOVE`: Remove the current node, then continue with the next one
 *   - `Node`: Replace the current node, then continue by visiting it
 *   - `number`: While iterating the items of a sequence or map, set the index
 *     of the next step. This is useful especially if the index of the current
 *     node has changed.
 *
 * If `visitor` is a single function, it will be called with all values
 * encountered in the tree, including e.g. `null` values. Alternatively,
 * separate visitor functions may be defined for each `Map`, `Pair`, `Seq`,
 * `Alias` and `Scalar` node. To define the same visitor function for more than
 * one node type, use the `Collection` (map and seq), `Value` (map, seq & scalar)
 * and `Node` (alias, map, seq & scalar) targets. Of all these, only the most
 * specific defined one will be used for each node.
 */
function visit(node, visitor) {
    const visitor_ = initVisitor(visitor);
    if (identity.isDocument(node)) {
        const cd = visit_(null, node.contents, visitor_, Object.freeze([node]));
        if (cd === REMOVE)
            node.contents = null;
    }
    else
        visit_(null, node, visitor_, Object.freeze([]));
}
// Without the `as symbol` casts, TS declares these in the `visit`
// namespace using `var`, but then complains about that because
// `unique symbol` must be `const`.
/** Terminate visit traversal completely */
visit.BREAK = BREAK;
/** Do not visit the children of the current node */
visit.SKIP = SKIP;
/** Remove the current node */
visit.REMOVE = REMOVE;
function visit_(key, node, visitor, path) {
    const ctrl = callVisitor(key, node, visitor, path);
    if (identity.isNode(ctrl) || identity.isPair(ctrl)) {
        replaceNode(key, path, ctrl);
        return visit_(key, ctrl, visitor, path);
    }
    if (typeof ctrl !== 'symbol') {
        if (identity.isCollection(node)) {
            path = Object.freeze(path.concat(node));
            for (let i = 0; i < node.items.length; ++i) {
                const ci = visit_(i, node.items[i], visitor, path);
                if (typeof ci === 'number')
                    i = ci - 1;
                else if (ci === BREAK)
                    return BREAK;
                else if (ci === REMOVE) {
                    node.items.splice(i, 1);
                    i -= 1;
                }
            }
        }
        else if (identity.isPair(node)) {
            path = Object.freeze(path.concat(node));
            const ck = visit_('key', node.key, visitor, path);
            if (ck === BREAK)
                return BREAK;
            else if (ck === REMOVE)
                node.key = null;
            const cv = visit_('value', node.value, visitor, path);
            if (cv === BREAK)
                return BREAK;
            else if (cv === REMOVE)
                node.value = null;
        }
    }
    return ctrl;
}
/**
 * Apply an async visitor to an AST node or document.
 *
 * Walks through the tree (depth-first) starting from `node`, calling a
 * `visitor` function with three arguments:
 *   - `key`: For sequence values and map `Pair`, the node's index in the
 *     collection. Within a `Pair`, `'key'` or `'value'`, correspondingly.
 *     `null` for the root node.
 *   - `node`: The current node.
 *   - `path`: The ancestry of the current node.
 *
 * The return value of the visitor may be used to control the traversal:
 *   - `Promise`: Must resolve to one of the following values
 *   - `undefined` (default): Do nothing and continue
 *   - `visit.SKIP`: Do not visit the children of this node, continue with next
 *     sibling
 *   - `visit.BREAK`: Terminate traversal completely
 *   - `visit.REMOVE`: Remove the current node, then continue with the next one
 *   - `Node`: Replace the current node, then continue by visiting it
 *   - `number`: While iterating the items of a sequence or map, set the index
 *     of the next step. This is useful especially if the index of the current
 *     node has changed.
 *
 * If `visitor` is a single function, it will be called with all values
 * encountered in the tree, including e.g. `null` values. Alternatively,
 * separate visitor functions may be defined for each `Map`, `Pair`, `Seq`,
 * `Alias` and `Scalar` node. To define the same visitor function for more than
 * one node type, use the `Collection` (map and seq), `Value` (map, seq & scalar)
 * and `Node` (alias, map, seq & scalar) targets. Of all these, only the most
 * specific defined one will be used for each node.
 */
async function visitAsync(node, visitor) {
    const visitor_ = initVisitor(visitor);
    if (identity.isDocument(node)) {
        const cd = await visitAsync_(null, node.contents, visitor_, Object.freeze([node]));
        if (cd === REMOVE)
            node.contents = null;
    }
    else
        await visitAsync_(null, node, visitor_, Object.freeze([]));
}
// Without the `as symbol` casts, TS declares these in the `visit`
// namespace using `var`, but then complains about that because
// `unique symbol` must be `const`.
/** Terminate visit traversal completely */
visitAsync.BREAK = BREAK;
/** Do not visit the children of the current node */
visitAsync.SKIP = SKIP;
/** Remove the current node */
visitAsync.REMOVE = REMOVE;
async function visitAsync_(key, node, visitor, path) {
    const ctrl = await callVisitor(key, node, visitor, path);
    if (identity.isNode(ctrl) || identity.isPair(ctrl)) {
        replaceNode(key, path, ctrl);
        return visitAsync_(key, ctrl, visitor, path);
    }
    if (typeof ctrl !== 'symbol') {
        if (identity.isCollection(node)) {
            path = Object.freeze(path.concat(node));
            for (let i = 0; i < node.items.length; ++i) {
                const ci = await visitAsync_(i, node.items[i], visitor, path);
                if (typeof ci === 'number')
                    i = ci - 1;
                else if (ci === BREAK)
                    return BREAK;
                else if (ci === REMOVE) {
                    node.items.splice(i, 1);
                    i -= 1;
                }
            }
        }
        else if (identity.isPair(node)) {
            path = Object.freeze(path.concat(node));
            const ck = await visitAsync_('key', node.key, visitor, path);
            if (ck === BREAK)
                return BREAK;
            else if (ck === REMOVE)
                node.key = null;
            const cv = await visitAsync_('value', node.value, visitor, path);
            if (cv === BREAK)
                return BREAK;
            else if (cv === REMOVE)
                node.value = null;
        }
    }
    return ctrl;
}
function initVisitor(visitor) {
    if (typeof visitor === 'object' &&
        (visitor.Collection || visitor.Node || visitor.Value)) {
        return Object.assign({
            Alias: visitor.Node,
            Map: visitor.Node,
            Scalar: visitor.Node,
            Seq: visitor.Node
        }, visitor.Value && {
            Map: visitor.Value,
            Scalar: visitor.Value,
            Seq: visitor.Value
        }, visitor.Collection && {
            Map: visitor.Collection,
            Seq: visitor.Collection
        }, visitor);
    }
    return visitor;
}
function callVisitor(key, node, visitor, path) {
    if (typeof visitor === 'function')
        return visitor(key, node, path);
    if (identity.isMap(node))
        return visitor.Map?.(key, node, path);
    if (identity.isSeq(node))
        return visitor.Seq?.(key, node, path);
    if (identity.isPair(node))
        return visitor.Pair?.(key, node, path);
    if (identity.isScalar(node))
        return visitor.Scalar?.(key, node, path);
    if (identity.isAlias(node))
        return visitor.Alias?.(key, node, path);
    return undefined;
}
function replaceNode(key, path, node) {
    const parent = path[path.length - 1];
    if (identity.isCollection(parent)) {
        parent.items[key] = node;
    }
    else if (identity.isPair(parent)) {
        if (key === 'key')
            parent.key = node;
        else
            parent.value = node;
    }
    else if (identity.isDocument(parent)) {
        parent.contents = node;
    }
    else {
        const pt = identity.isAlias(parent) ? 'alias' : 'scalar';
        throw new Error(`Cannot replace node with ${pt} parent`);
    }
}

exports.visit = visit;
exports.visitAsync = visitAsync;


/***/ }),

/***/ 6800:
/***/ ((__webpack_module__, __unused_webpack___webpack_exports__, __nccwpck_require__) => {

__nccwpck_require__.a(__webpack_module__, async (__webpack_handle_async_dependencies__, __webpack_async_result__) => { try {
/* harmony import */ var node_child_process__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(1421);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(3024);
/* harmony import */ var node_os__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(8161);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_3__ = __nccwpck_require__(6760);
/* harmony import */ var node_timers_promises__WEBPACK_IMPORTED_MODULE_4__ = __nccwpck_require__(8500);
/* harmony import */ var _faces_face_js__WEBPACK_IMPORTED_MODULE_5__ = __nccwpck_require__(4419);
/* harmony import */ var _library_js__WEBPACK_IMPORTED_MODULE_6__ = __nccwpck_require__(8210);
/* harmony import */ var _runner_js__WEBPACK_IMPORTED_MODULE_7__ = __nccwpck_require__(8628);
/* harmony import */ var _scenario_js__WEBPACK_IMPORTED_MODULE_8__ = __nccwpck_require__(320);
/* harmony import */ var _server_js__WEBPACK_IMPORTED_MODULE_9__ = __nccwpck_require__(2801);
/**
 * The sandbox as an action. The main step starts a copy of this bundle as a server in the
 * background and outputs its address. The post step stops it. Copy and post step are recognized by
 * an argument, which the entry of the post step sets itself (`scripts/post-entry.mjs`).
 */










const SERVE = 'serve';
const POST = 'post';
const READY_MS = 20_000;
const STOP_MS = 2000;
const LOOK_MS = 25;
/** A fallback: the post step stops the server, and the runner ends remaining processes of a job. */
const LIFETIME_MS = 6 * 3_600_000;
async function serve(plan) {
    const { service, scenario, speed, api, logs, port, readyFile } = plan;
    const sandbox = await (0,_server_js__WEBPACK_IMPORTED_MODULE_9__/* .startSandbox */ .O)({
        service,
        scenario,
        speed,
        port,
        api,
        ...(logs !== null && { logs }),
        onRequest: (request) => console.log((0,_server_js__WEBPACK_IMPORTED_MODULE_9__/* .requestLine */ .u)(request)),
    });
    const { url, token, orgId } = sandbox;
    // Renamed into place, so that an incomplete file is never read.
    (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.writeFileSync)(`${readyFile}.tmp`, JSON.stringify({ url, token, orgId }), {
        mode: 0o600,
    });
    (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.renameSync)(`${readyFile}.tmp`, readyFile);
    const lifetime = setTimeout(() => void sandbox.close(), LIFETIME_MS);
    process.once('SIGTERM', () => {
        clearTimeout(lifetime);
        void sandbox.close();
    });
}
async function main(runner) {
    const folder = (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.mkdtempSync)((0,node_path__WEBPACK_IMPORTED_MODULE_3__.join)(process.env['RUNNER_TEMP'] ?? (0,node_os__WEBPACK_IMPORTED_MODULE_2__.tmpdir)(), 'agent-run-sandbox-'));
    const plan = readPlan(runner, (0,node_path__WEBPACK_IMPORTED_MODULE_3__.join)(folder, 'ready.json'));
    const logFile = (0,node_path__WEBPACK_IMPORTED_MODULE_3__.join)(folder, 'server.log');
    const log = (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.openSync)(logFile, 'a', 0o600);
    const child = (0,node_child_process__WEBPACK_IMPORTED_MODULE_0__.spawn)(process.execPath, [process.argv[1] ?? '', SERVE, JSON.stringify(plan)], {
        detached: true,
        stdio: ['ignore', log, log],
        windowsHide: true,
    });
    (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.closeSync)(log);
    runner.saveState('pid', String(child.pid ?? ''));
    const ready = await untilReady(child, plan.readyFile);
    child.unref();
    if (ready === null) {
        child.kill('SIGKILL');
        throw new Error(`The sandbox did not start. ${(0,node_fs__WEBPACK_IMPORTED_MODULE_1__.readFileSync)(logFile, 'utf8').trim().slice(0, 2000)}`);
    }
    runner.mask(ready.token);
    runner.output('base_url', ready.url);
    runner.output('token', ready.token);
    runner.output('org_id', ready.orgId);
    runner.info(`The sandbox service listens at ${ready.url} until the end of this job. Its log: ${logFile}`);
}
/** @throws Error naming every input that is wrong */
function readPlan(runner, readyFile) {
    const service = _faces_face_js__WEBPACK_IMPORTED_MODULE_5__/* .SERVICES */ .Bg.find((word) => word === (runner.input('service') || 'agent-run'));
    const scenario = runner.input('scenario') || 'auto';
    const speed = Number(runner.input('speed') || '1');
    const port = Number(runner.input('port') || '0');
    const api = _scenario_js__WEBPACK_IMPORTED_MODULE_8__/* .APIS */ .yc.find((word) => word === (runner.input('api') || 'published'));
    const logs = _scenario_js__WEBPACK_IMPORTED_MODULE_8__/* .LOG_ADDRESSES */ .Cx.find((word) => word === runner.input('logs')) ?? null;
    const isName = scenario === 'auto' || Object.hasOwn(_library_js__WEBPACK_IMPORTED_MODULE_6__/* .BUILT_IN */ .$A, scenario);
    const wrong = [
        service !== undefined ? '' : `\`service\` must be one of ${_faces_face_js__WEBPACK_IMPORTED_MODULE_5__/* .SERVICES */ .Bg.join(', ')}.`,
        speed > 0 && Number.isFinite(speed) ? '' : '`speed` must be a positive number.',
        Number.isInteger(port) && port >= 0 && port <= 65_535
            ? ''
            : '`port` must be a port number, or 0 for any.',
        api !== undefined ? '' : `\`api\` must be one of ${_scenario_js__WEBPACK_IMPORTED_MODULE_8__/* .APIS */ .yc.join(', ')}.`,
        logs !== null || runner.input('logs') === ''
            ? ''
            : `\`logs\` must be one of ${_scenario_js__WEBPACK_IMPORTED_MODULE_8__/* .LOG_ADDRESSES */ .Cx.join(', ')}.`,
    ].filter((problem) => problem !== '');
    if (wrong.length > 0) {
        throw new Error(`Inputs that cannot be used: ${wrong.join(' ')}`);
    }
    const workspace = process.env['GITHUB_WORKSPACE'] ?? '';
    const path = /\.(ya?ml|json)$/i.test(scenario) && !isName ? (0,node_path__WEBPACK_IMPORTED_MODULE_3__.resolve)(workspace, scenario) : scenario;
    const chosen = {
        service: service ?? 'agent-run',
        api: api ?? 'published',
        logs,
    };
    return { scenario: path, speed, port, ...chosen, readyFile };
}
/** Null if the server ended or did not start in time. */
async function untilReady(child, file) {
    const ended = new AbortController();
    for (const event of ['exit', 'error']) {
        child.once(event, () => ended.abort());
    }
    const until = performance.now() + READY_MS;
    while (performance.now() < until && !ended.signal.aborted) {
        if ((0,node_fs__WEBPACK_IMPORTED_MODULE_1__.existsSync)(file)) {
            return JSON.parse((0,node_fs__WEBPACK_IMPORTED_MODULE_1__.readFileSync)(file, 'utf8'));
        }
        await (0,node_timers_promises__WEBPACK_IMPORTED_MODULE_4__.setTimeout)(LOOK_MS);
    }
    return null;
}
/** Stops the server and waits for its end. Succeeds if it has already ended. */
async function post(runner) {
    const pid = Number(runner.state('pid'));
    if (!Number.isInteger(pid) || pid <= 0) {
        runner.info('The step saved nothing: there is no sandbox service to stop.');
        return;
    }
    if (!signal(pid, 'SIGTERM')) {
        runner.info('The sandbox service was gone already.');
        return;
    }
    const killAt = performance.now() + STOP_MS;
    // In a container without an init process, an ended process stays as a zombie that still accepts
    // signals.
    const giveUpAt = killAt + STOP_MS;
    while (signal(pid, 0) && performance.now() < giveUpAt) {
        if (performance.now() > killAt) {
            signal(pid, 'SIGKILL');
        }
        await (0,node_timers_promises__WEBPACK_IMPORTED_MODULE_4__.setTimeout)(LOOK_MS);
    }
    runner.info('The sandbox service is stopped.');
}
/** False if the process does not exist or belongs to another user. */
function signal(pid, name) {
    try {
        return process.kill(pid, name);
    }
    catch {
        return false;
    }
}
const runner = (0,_runner_js__WEBPACK_IMPORTED_MODULE_7__/* .createRunner */ .j)(process.env, (line) => console.log(line));
const [, , command, plan = '{}'] = process.argv;
try {
    if (command === SERVE) {
        await serve(JSON.parse(plan));
    }
    else if (command === POST) {
        await post(runner);
    }
    else {
        await main(runner);
    }
}
catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (command === SERVE) {
        console.error(message);
    }
    else {
        runner.error(message);
    }
    process.exitCode = 1;
}

__webpack_async_result__();
} catch(e) { __webpack_async_result__(e); } }, 1);

/***/ }),

/***/ 1998:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   m: () => (/* binding */ AGENT_RUN_FAULTS)
/* harmony export */ });
/* harmony import */ var _face_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(4419);
/** The kinds of requests of `agent-run`, and the faults that it alone has. */

/** The four of the specification, then those of the published API. */
const CALL_KINDS = [
    'create',
    'resume',
    'read',
    'logs',
    'runs',
    'ban',
    'unban',
    'remove-from-pr',
    'setup-commands',
    'analyze-logs',
    'me',
    'organizations',
    'users',
    'user',
    'repos',
    'integrations',
];
/** The answer of an endpoint that the service does not have. */
const notFound = () => ({ status: 404, body: { detail: 'Not Found' } });
const AGENT_RUN_FAULTS = {
    kinds: CALL_KINDS,
    faults: {
        stale: (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['runs'], {
            says: 'The list of runs without its newest run, like a list that lags behind',
        }),
        'list-lag': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['runs'], { says: 'The list as it was some time ago', forMs: 5_000 }),
        'uneven-list': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['runs'], {
            says: 'Each page of the list is as it was at another time',
            forMs: 5_000,
        }),
        'read-lag': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['read'], { says: 'The run as it was some time ago', forMs: 5_000 }),
        'log-lag': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['logs'], { says: 'The log as it was some time ago', forMs: 5_000 }),
        'foreign-run': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['read', 'logs'], { says: "The answer is another run's" }),
        'no-list': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .standsFor */ .jE)(['runs'], { says: 'There is no list of runs', stands: notFound() }),
        'no-log': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .standsFor */ .jE)(['logs'], { says: 'There is no log', stands: notFound() }),
        'no-result': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['create', 'resume', 'read', 'logs'], {
            says: 'The run shows no `result`; its log has it',
        }),
        'late-result': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['read', 'logs'], {
            says: 'The `result` of the run as it was some time ago',
            forMs: 5_000,
        }),
        'silent-reply': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['resume'], { says: 'The answer shows the run as it was before' }),
        'lost-metadata': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['create'], { says: 'The `metadata` is neither kept nor given back' }),
    },
};


/***/ }),

/***/ 5115:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   H: () => (/* binding */ refusalBody),
/* harmony export */   h: () => (/* binding */ CopilotRefused)
/* harmony export */ });
/** Error answers of `copilot`: those of GitHub (sheet, section 2). */
const DOCUMENTATION = 'https://docs.github.com/rest/agent-tasks/agent-tasks';
class CopilotRefused extends Error {
    name = 'CopilotRefused';
    status;
    errors;
    constructor(status, message, errors = []) {
        super(message);
        this.status = status;
        this.errors = errors;
    }
}
function refusalBody(message, errors = []) {
    const body = { message, documentation_url: DOCUMENTATION };
    return errors.length > 0 ? { ...body, errors } : body;
}


/***/ }),

/***/ 8441:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   N: () => (/* binding */ COPILOT_FAULTS)
/* harmony export */ });
/* harmony import */ var _face_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(4419);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(5115);


const COPILOT_KINDS = [
    'create',
    'runs',
    'my-runs',
    'read',
    'me',
    'repository',
    'pulls',
    'pull',
    'commits',
    'commit',
    'checks',
];
const TASKS = ['create', 'runs', 'my-runs', 'read'];
const LISTS = ['runs', 'my-runs'];
const SHOWN = ['runs', 'my-runs', 'read'];
const PAGE = { body: '<h1>Bad Gateway</h1>', headers: { 'content-type': 'text/html' } };
function refusal(status, message) {
    return { status, body: (0,_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .refusalBody */ .H)(message) };
}
const COPILOT_FAULTS = {
    kinds: COPILOT_KINDS,
    faults: {
        'error-before': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .standsFor */ .jE)(['create'], {
            says: '502 with a page of HTML, nothing was made',
            stands: { status: 502, body: PAGE.body, headers: PAGE.headers },
        }),
        'error-after': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .standsFor */ .jE)(['create'], {
            says: '502 with a page of HTML after the task was made',
            stands: { status: 502, after: true, body: PAGE.body, headers: PAGE.headers },
        }),
        'cut-answer': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .standsFor */ .jE)(['create'], {
            says: 'Carried out; half of the 201, then the connection breaks',
            stands: 'cut-body',
        }),
        'html-502': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .standsFor */ .jE)(COPILOT_KINDS, {
            says: '502 with a page of HTML',
            stands: { status: 502, body: PAGE.body, headers: PAGE.headers },
        }),
        'secondary-limit': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .standsFor */ .jE)(COPILOT_KINDS, {
            says: '403 that names a secondary limit, with `Retry-After: 1`',
            stands: {
                status: 403,
                body: (0,_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .refusalBody */ .H)('You have exceeded a secondary rate limit. Please wait.'),
                headers: { 'retry-after': '1' },
            },
        }),
        'secondary-limit-bare': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .standsFor */ .jE)(COPILOT_KINDS, {
            says: 'The same without a time',
            stands: refusal(403, 'You have exceeded a secondary rate limit. Please wait.'),
        }),
        'primary-limit': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .standsFor */ .jE)(COPILOT_KINDS, {
            says: '403 with `X-RateLimit-Remaining: 0` and a time that has passed',
            stands: {
                status: 403,
                body: (0,_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .refusalBody */ .H)('API rate limit exceeded.'),
                headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1' },
            },
        }),
        refused: (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .standsFor */ .jE)(TASKS, {
            says: '403 without any sign of a limit',
            stands: refusal(403, 'Resource not accessible by personal access token'),
        }),
        'installation-token': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .standsFor */ .jE)(TASKS, {
            says: '403: the token is one of an app installation',
            stands: refusal(403, 'Resource not accessible by integration'),
        }),
        hidden: (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .standsFor */ .jE)([...TASKS, 'repository', 'pulls', 'pull', 'commits', 'commit', 'checks'], {
            says: '404: the repository cannot be seen, or the feature is off',
            stands: refusal(404, 'Not Found'),
        }),
        unprocessable: (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .standsFor */ .jE)(['create'], {
            says: '422 with an error of the code `custom`',
            stands: {
                status: 422,
                body: (0,_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .refusalBody */ .H)('Validation Failed', [
                    { code: 'custom', message: 'The model is not available.' },
                ]),
            },
        }),
        'list-lag': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(LISTS, { says: 'Tasks made since are not listed yet', forMs: 5_000 }),
        'link-only': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(LISTS, { says: 'No totals: the header `Link` alone tells of pages' }),
        'foreign-tasks': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(SHOWN, {
            says: "Before each task two of somebody else's and one of an automation",
        }),
        'equal-marker': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(SHOWN, { says: 'Each task has a second one with the same prompt' }),
        archived: (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(SHOWN, {
            says: 'Tasks are archived, and listed with `is_archived=true` alone',
        }),
        'no-sessions': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['read'], { says: 'A task has no sessions' }),
        'late-sessions': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['read'], {
            says: 'A task has no sessions for some time',
            forMs: 5_000,
        }),
        'no-prompt': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['read'], { says: 'Sessions have no prompt' }),
        renamed: (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)([...SHOWN, 'create'], { says: 'The name has nothing of the prompt' }),
        reopened: (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(SHOWN, {
            says: 'Some time after its end a person starts a further session',
            forMs: 0,
        }),
        'late-pull-request': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)([...SHOWN, 'pulls', 'pull'], {
            says: 'The pull request is there only some time after the end',
            forMs: 10_000,
        }),
        'no-pull-request': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)([...SHOWN, 'pulls', 'pull'], { says: 'There is no pull request' }),
        'no-commit': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['pulls', 'pull', 'commits', 'commit', 'checks'], {
            says: 'The pull request has the empty first commit alone',
        }),
        'head-ref-ignored': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['create', ...SHOWN], {
            says: '`head_ref` is ignored, also with an open pull request',
        }),
        'error-text': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['read'], { says: '`error` of a session is a text' }),
        'bare-numbers': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)([...SHOWN, 'create'], {
            says: '`creator`, `owner` and `repository` are numbers',
        }),
        credits: (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['read'], { says: '`usage` has `credits` in the place of `amount`' }),
        'no-usage': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['read'], { says: 'There is no `usage`' }),
        'no-address': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)([...SHOWN, 'create'], { says: 'There is no `html_url`' }),
    },
};


/***/ }),

/***/ 1641:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   V: () => (/* binding */ CursorRefused),
/* harmony export */   t: () => (/* binding */ errorBody)
/* harmony export */ });
/** Error answers of `cursor` (sheet, section 2). */
class CursorRefused extends Error {
    name = 'CursorRefused';
    status;
    code;
    constructor(status, code, message) {
        super(message);
        this.status = status;
        this.code = code;
    }
}
function errorBody(code, message) {
    return { error: { code, message } };
}


/***/ }),

/***/ 1091:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   p: () => (/* binding */ CURSOR_FAULTS)
/* harmony export */ });
/* harmony import */ var _face_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(4419);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(1641);
/** The kinds of requests of `cursor`, and the faults that it alone has (sheet, section 12). */


const CURSOR_KINDS = [
    'create',
    'agents',
    'agent',
    'delete',
    'resume',
    'runs',
    'read',
    'logs',
    'cancel',
    'usage',
    'archive',
    'unarchive',
    'artifacts',
    'artifact',
    'models',
    'repositories',
    'me',
    'conversation',
];
const SENDS = ['create', 'resume'];
const RECORDS = ['runs', 'read'];
const CURSOR_FAULTS = {
    kinds: CURSOR_KINDS,
    faults: {
        'slow-create': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .standsFor */ .jE)(['create'], {
            says: 'The answer comes late; the agent is made at once, also for a client that hangs up',
            stands: { delay: '60s' },
            forMs: 60_000,
        }),
        'error-before': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .standsFor */ .jE)(SENDS, {
            says: '500 `internal_error`, nothing was made',
            stands: { status: 500, body: (0,_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .errorBody */ .t)('internal_error', 'Internal error.') },
        }),
        'error-after': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .standsFor */ .jE)(SENDS, {
            says: '500 `internal_error` after the agent or run was made',
            stands: { status: 500, after: true, body: (0,_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .errorBody */ .t)('internal_error', 'Internal error.') },
        }),
        'usage-limit': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .standsFor */ .jE)(SENDS, {
            says: '400 `usage_limit_exceeded`',
            stands: {
                status: 400,
                body: (0,_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .errorBody */ .t)('usage_limit_exceeded', 'Usage limit exceeded. Raise the hard limit.'),
            },
        }),
        'plan-required': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .standsFor */ .jE)(SENDS, {
            says: '400 `plan_required`',
            stands: { status: 400, body: (0,_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .errorBody */ .t)('plan_required', 'A paid plan is required.') },
        }),
        'branch-unverified': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .standsFor */ .jE)(['create'], {
            says: '400 `validation_error`: the branch cannot be verified, mostly for want of access',
            stands: {
                status: 400,
                body: (0,_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .errorBody */ .t)('validation_error', 'Cannot verify that branch main exists.'),
            },
        }),
        'rate-limited': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .standsFor */ .jE)(CURSOR_KINDS, {
            says: '429 `rate_limit_exceeded` with `Retry-After: 1` and the headers of the limit',
            stands: {
                status: 429,
                headers: {
                    'retry-after': '1',
                    'x-ratelimit-limit': '60',
                    'x-ratelimit-remaining': '0',
                    'x-ratelimit-reset': '1',
                },
                body: (0,_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .errorBody */ .t)('rate_limit_exceeded', 'Too many requests.'),
            },
        }),
        'flat-error': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(CURSOR_KINDS, {
            says: 'Refusals have the body `{code, message}`',
        }),
        'string-error': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(CURSOR_KINDS, {
            says: 'Refusals have the body `{error: "<code>", message}`',
        }),
        conflict: (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .standsFor */ .jE)(['create'], {
            says: '409 `agent_id_conflict` although there is no agent of this id to be read',
            stands: {
                status: 409,
                body: (0,_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .errorBody */ .t)('agent_id_conflict', 'An agent with this id already exists.'),
            },
        }),
        'agent-busy': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .standsFor */ .jE)(['resume'], {
            says: '409 `agent_busy`, also where no run is at work',
            stands: { status: 409, body: (0,_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .errorBody */ .t)('agent_busy', 'The agent has an active run.') },
        }),
        'plain-200': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(SENDS, { says: '200 in the place of 201' }),
        'bare-run': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['resume'], { says: 'The run itself in the place of `{run}`' }),
        lag: (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['agents', 'agent', 'runs', 'read', 'logs'], {
            says: 'What was made since is not there yet: 404, or missing in the list',
            forMs: 5_000,
        }),
        'foreign-run': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['agent', 'runs', 'read'], {
            says: "The newest run of each agent is somebody else's",
        }),
        'null-cursor': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['agents', 'runs'], {
            says: '`nextCursor` is null on the last page, instead of absent',
        }),
        'empty-cursor': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['agents', 'runs'], { says: 'The same with an empty text' }),
        'bare-list': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['runs'], { says: 'The items lack `result` and `durationMs`' }),
        'frozen-record': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(RECORDS, {
            says: 'The record stays `RUNNING`, whatever the stream says',
        }),
        'no-result': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)([...RECORDS, 'logs'], { says: 'The result text is missing' }),
        'stale-git': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)([...RECORDS, 'logs'], {
            says: '`git` also lists a branch and a pull request of earlier work, first',
        }),
        'late-pull-request': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)([...RECORDS, 'logs'], {
            says: '`prUrl` comes only some time after the end of the run',
            forMs: 10_000,
        }),
        'cancel-fails': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .standsFor */ .jE)(['cancel'], {
            says: '500, and the run stays `RUNNING`',
            stands: { status: 500, body: (0,_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .errorBody */ .t)('internal_error', 'Internal error.') },
        }),
        'cancel-empty': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .standsFor */ .jE)(['cancel'], {
            says: 'Carried out; 200 without a body',
            stands: 'empty',
        }),
        'usage-denied': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .standsFor */ .jE)(['usage'], {
            says: '403 `feature_unavailable`',
            stands: { status: 403, body: (0,_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .errorBody */ .t)('feature_unavailable', 'Not in your plan.') },
        }),
        'late-usage': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['usage'], {
            says: 'Zeros and no cost until some time after the end of the run',
            forMs: 5_000,
        }),
        'stream-late': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['logs'], {
            says: 'At first a stream of `status`, `error` `stream_unavailable` and `done`',
            forMs: 2_000,
        }),
        'stream-409': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['logs'], { says: 'At first 409 `stream_unavailable`', forMs: 2_000 }),
        'stream-410': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['logs'], { says: 'At first 410 `stream_unavailable`', forMs: 2_000 }),
        'stream-expired': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .standsFor */ .jE)(['logs'], {
            says: '410 `stream_expired`',
            stands: { status: 410, body: (0,_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .errorBody */ .t)('stream_expired', 'The stream has expired.') },
        }),
        'cut-stream': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['logs'], {
            says: 'The connection breaks in the middle of a frame, after `count` whole ones',
            count: 20,
        }),
        'cut-between-twins': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['logs'], {
            says: 'The connection breaks after the first frame of the `count`th pair with one id',
            count: 1,
        }),
        'stream-error': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['logs'], {
            says: 'After `count` frames an `error` frame that passes, and the end of the stream',
            count: 20,
        }),
        'silent-stream': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['logs'], { says: 'Headers, then nothing at all' }),
        'no-heartbeats': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['logs'], { says: 'No heartbeats' }),
        'finished-frame': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['logs'], {
            says: 'After `count` frames a `status` frame `FINISHED`, and the end of the stream',
            count: 20,
        }),
        'no-result-frame': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['logs'], { says: 'The stream ends without `result` and `done`' }),
        'open-stream': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['logs'], { says: 'The stream stays open when the run has ended' }),
        'open-call': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['logs'], { says: 'The last tool call never completes' }),
        'no-echo': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['logs', 'conversation'], { says: 'The prompt is not echoed' }),
    },
};


/***/ }),

/***/ 1075:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   CC: () => (/* binding */ problem),
/* harmony export */   Lz: () => (/* binding */ DevinRefused),
/* harmony export */   hc: () => (/* binding */ PROBLEM_TYPE),
/* harmony export */   qf: () => (/* binding */ earlierProblem)
/* harmony export */ });
const TITLES = {
    400: 'Bad Request',
    401: 'Unauthorized',
    403: 'Forbidden',
    404: 'Not Found',
    405: 'Method Not Allowed',
    409: 'Conflict',
    422: 'Unprocessable Content',
    429: 'Too Many Requests',
};
class DevinRefused extends Error {
    name = 'DevinRefused';
    status;
    misfits;
    constructor(status, detail, misfits = []) {
        super(detail);
        this.status = status;
        this.misfits = misfits;
    }
}
const PROBLEM_TYPE = { 'content-type': 'application/problem+json' };
function problem(status, detail, misfits = []) {
    return {
        type: 'about:blank',
        title: TITLES[status] ?? 'Error',
        status,
        detail,
        ...(misfits.length > 0 && { errors: misfits.map(({ at, why }) => ({ loc: at, msg: why })) }),
    };
}
/** The form of earlier versions. */
function earlierProblem(detail, misfits) {
    const list = misfits.map(({ at, why }) => ({ loc: at, msg: why, type: 'value_error' }));
    return { detail: misfits.length > 0 ? list : detail };
}


/***/ }),

/***/ 7041:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   b: () => (/* binding */ DEVIN_FAULTS)
/* harmony export */ });
/* harmony import */ var _face_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(4419);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(1075);


const DEVIN_KINDS = [
    'create',
    'runs',
    'read',
    'logs',
    'resume',
    'stop',
    'archive',
    'unarchive',
    'tags',
    'upload',
    'attachments',
    'attachment',
    'signed',
    'self',
    'repositories',
    'consumption',
];
const SENDS = ['create', 'resume'];
const SHOWN = ['create', 'runs', 'read', 'resume', 'stop', 'archive', 'unarchive'];
const STATES = ['runs', 'read'];
const LISTS = ['runs', 'logs'];
function refusal(status, detail) {
    return { status, body: (0,_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .problem */ .CC)(status, detail), headers: _errors_js__WEBPACK_IMPORTED_MODULE_1__/* .PROBLEM_TYPE */ .hc };
}
const DEVIN_FAULTS = {
    kinds: DEVIN_KINDS,
    faults: {
        'slow-create': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .standsFor */ .jE)(['create'], {
            says: 'The answer comes late; the session is made at once, also for a client that hangs up',
            stands: { delay: '40s' },
            forMs: 40_000,
        }),
        'lost-answer': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .standsFor */ .jE)(SENDS, {
            says: 'Carried out, then the connection is reset',
            stands: 'reset-after',
        }),
        'error-before': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .standsFor */ .jE)(SENDS, {
            says: '502, nothing was made',
            stands: {
                status: 502,
                body: '<h1>Bad Gateway</h1>',
                headers: { 'content-type': 'text/html' },
            },
        }),
        'error-after': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .standsFor */ .jE)(SENDS, {
            says: '502 after the session was made or the message taken',
            stands: {
                status: 502,
                after: true,
                body: '<h1>Bad Gateway</h1>',
                headers: { 'content-type': 'text/html' },
            },
        }),
        'html-503': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .standsFor */ .jE)(DEVIN_KINDS, {
            says: '503 with a page of HTML',
            stands: {
                status: 503,
                body: '<h1>Service Unavailable</h1>',
                headers: { 'content-type': 'text/html' },
            },
        }),
        conflict: (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .standsFor */ .jE)(SENDS, {
            says: '409, nothing was made',
            stands: refusal(409, 'The request conflicts with another one.'),
        }),
        'conflict-after': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .standsFor */ .jE)(SENDS, {
            says: '409 after the session was made or the message taken',
            stands: { ...refusal(409, 'The request conflicts with another one.'), after: true },
        }),
        'rate-limited': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .standsFor */ .jE)(DEVIN_KINDS, {
            says: '429 with `Retry-After: 1`',
            stands: {
                status: 429,
                body: (0,_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .problem */ .CC)(429, 'Too many requests.'),
                headers: { 'content-type': 'application/problem+json', 'retry-after': '1' },
            },
        }),
        'rate-limited-bare': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .standsFor */ .jE)(DEVIN_KINDS, {
            says: '429 without a time',
            stands: refusal(429, 'Too many requests.'),
        }),
        'session-cap': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .standsFor */ .jE)(['create'], {
            says: '429: too many sessions are running',
            stands: refusal(429, 'The organization has too many concurrent sessions.'),
        }),
        'out-of-credits': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .standsFor */ .jE)(['create'], {
            says: '403: the organization is out of credits',
            stands: refusal(403, 'The organization is out of credits.'),
        }),
        'list-forbidden': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .standsFor */ .jE)(['runs'], {
            says: '403: the key lacks ViewOrgSessions',
            stands: refusal(403, 'Missing permission: ViewOrgSessions.'),
        }),
        'unregistered-tag': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .standsFor */ .jE)(['create'], {
            says: '422 that names `tags`: the enterprise has a list of allowed ones',
            stands: {
                status: 422,
                body: (0,_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .problem */ .CC)(422, 'body invalid', [{ at: ['body', 'tags'], why: 'Tag is not allowed' }]),
                headers: _errors_js__WEBPACK_IMPORTED_MODULE_1__/* .PROBLEM_TYPE */ .hc,
            },
        }),
        'unknown-repo': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .standsFor */ .jE)(['create'], {
            says: '422 that names `repos`',
            stands: {
                status: 422,
                body: (0,_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .problem */ .CC)(422, 'body invalid', [{ at: ['body', 'repos'], why: 'Unknown repository' }]),
                headers: _errors_js__WEBPACK_IMPORTED_MODULE_1__/* .PROBLEM_TYPE */ .hc,
            },
        }),
        'earlier-error': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(DEVIN_KINDS, {
            says: 'Refusals have the body `{detail}`, a list of `{loc, msg, type}` with 422',
        }),
        'prefixed-ids': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(SHOWN, { says: '`session_id` begins with `devin-`' }),
        'bare-paths': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(DEVIN_KINDS, { says: 'Paths take the bare id as well' }),
        'bare-paths-only': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(DEVIN_KINDS, { says: 'Paths take the bare id, and not `devin-`' }),
        milliseconds: (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)([...SHOWN, 'logs'], { says: 'Times are in milliseconds' }),
        'oldest-first': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['runs'], { says: 'Sessions are listed oldest first' }),
        'archived-hidden': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['runs'], {
            says: 'Archived sessions are listed only with `is_archived=true`',
        }),
        'list-lag': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['runs'], { says: 'Sessions made since are not listed yet', forMs: 5_000 }),
        'read-lag': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['read', 'logs'], { says: 'A session made since is 404', forMs: 5_000 }),
        'tags-any': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['runs'], { says: 'A session with any of the tags is listed' }),
        'tags-ignored': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['runs'], { says: 'The filter by tags does nothing' }),
        'tags-whole': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['runs'], {
            says: 'The filter compares with all tags of a session, joined by commas',
        }),
        'lost-tags': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(SHOWN, { says: 'Sessions have no tags' }),
        'next-without-cursor': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(LISTS, {
            says: 'The last page says `has_next_page` without a cursor',
        }),
        'repeated-cursor': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(LISTS, {
            says: 'The last page says `has_next_page` with the cursor that led to it',
        }),
        finished: (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(STATES, { says: 'A turn that is done is `running/finished`' }),
        'falls-asleep': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(STATES, {
            says: 'A session that waits is `suspended/inactivity` after this time, not after 30 minutes',
            forMs: 2_000,
        }),
        'stale-session': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(STATES, {
            says: 'After a message the old status, output and pull requests for some time',
            forMs: 5_000,
        }),
        'message-lag': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['logs'], { says: 'Messages come late', forMs: 5_000 }),
        'no-output': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(STATES, { says: 'There is no structured output' }),
        'exited-404': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['resume'], { says: 'A message to a session that has exited is 404' }),
        'exited-422': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['resume'], { says: 'The same with 422' }),
        exits: (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['resume'], { says: 'Somebody terminates the session just before the message' }),
        'delete-refused': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .standsFor */ .jE)(['stop'], {
            says: '409, and nothing happens',
            stands: refusal(409, 'The session cannot be terminated.'),
        }),
        'delete-archives': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['stop'], {
            says: 'A deleted session is archived and suspended afterwards, not exited',
        }),
        'no-org': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['self'], { says: '`org_id` is null' }),
        'personal-key': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['self'], { says: 'The key is one of a person' }),
    },
};


/***/ }),

/***/ 4419:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   Bg: () => (/* binding */ SERVICES),
/* harmony export */   Pq: () => (/* binding */ json),
/* harmony export */   g9: () => (/* binding */ NO_HABITS),
/* harmony export */   jE: () => (/* binding */ standsFor),
/* harmony export */   pj: () => (/* binding */ plain),
/* harmony export */   xi: () => (/* binding */ habit)
/* harmony export */ });
const SERVICES = ['agent-run', 'cursor', 'devin', 'copilot', 'jules', 'openhands'];
const NO_HABITS = new Map();
/** Declares a habit. */
function habit(on, { says, forMs = null, count = null }) {
    return { says, on, stands: null, forMs, count };
}
/** Declares a name for a general fault. */
function standsFor(on, { says, stands, forMs = null }) {
    return { says, on, stands, forMs, count: null };
}
function json(status, value, headers = {}) {
    return { status, headers, content: { kind: 'json', value } };
}
/** @param type the content type */
function plain(status, said, type) {
    return { status, headers: { 'content-type': type }, content: { kind: 'text', text: said } };
}


/***/ }),

/***/ 1458:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   Pw: () => (/* binding */ invalidKey),
/* harmony export */   Td: () => (/* binding */ badFields),
/* harmony export */   e6: () => (/* binding */ JulesRefused),
/* harmony export */   t4: () => (/* binding */ errorBody)
/* harmony export */ });
/** Error answers of `jules`, in Google's form (sheet, section 2). */
const CODES = {
    FAILED_PRECONDITION: 400,
    INVALID_ARGUMENT: 400,
    UNAUTHENTICATED: 401,
    PERMISSION_DENIED: 403,
    NOT_FOUND: 404,
    RESOURCE_EXHAUSTED: 429,
    INTERNAL: 500,
    UNAVAILABLE: 503,
};
class JulesRefused extends Error {
    name = 'JulesRefused';
    status;
    details;
    constructor(status, message, details = []) {
        super(message);
        this.status = status;
        this.details = details;
    }
    get code() {
        return CODES[this.status];
    }
}
/** 400 that names the fields which it is about. */
function badFields(violations) {
    const [first] = violations;
    const message = `Invalid value at '${first?.field ?? ''}': ${first?.description ?? ''}`;
    return new JulesRefused('INVALID_ARGUMENT', message, [
        { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: violations },
    ]);
}
/** The key belongs to nobody: 400, not 401. */
function invalidKey() {
    const message = 'API key not valid. Please pass a valid API key.';
    return new JulesRefused('INVALID_ARGUMENT', message, [
        {
            '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
            reason: 'API_KEY_INVALID',
            domain: 'googleapis.com',
        },
    ]);
}
function errorBody({ code, message, status, details }) {
    const error = { code, message, status };
    return { error: details.length > 0 ? { ...error, details } : error };
}


/***/ }),

/***/ 8448:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   i: () => (/* binding */ JULES_FAULTS)
/* harmony export */ });
/* harmony import */ var _face_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(4419);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(1458);


const JULES_KINDS = [
    'create',
    'runs',
    'read',
    'logs',
    'activity',
    'resume',
    'approve',
    'archive',
    'unarchive',
    'remove',
    'source',
    'sources',
];
const SENDS = ['create', 'resume'];
const STATES = ['runs', 'read'];
const SHOWN = ['create', ...STATES];
const LISTS = ['runs', 'logs', 'sources'];
const PAGE = { body: '<h1>502. That’s an error.</h1>', headers: { 'content-type': 'text/html' } };
function refusal(status, message) {
    const refused = new _errors_js__WEBPACK_IMPORTED_MODULE_1__/* .JulesRefused */ .e6(status, message);
    return { status: refused.code, body: (0,_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .errorBody */ .t4)(refused) };
}
const JULES_FAULTS = {
    kinds: JULES_KINDS,
    faults: {
        'lost-answer': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .standsFor */ .jE)(SENDS, {
            says: 'Carried out, then the connection is reset',
            stands: 'reset-after',
        }),
        'error-before': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .standsFor */ .jE)(SENDS, {
            says: '502 with a page of HTML, nothing was made',
            stands: { status: 502, ...PAGE },
        }),
        'error-after': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .standsFor */ .jE)(SENDS, {
            says: '502 with a page of HTML after the session was made or the message taken',
            stands: { status: 502, after: true, ...PAGE },
        }),
        'html-503': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .standsFor */ .jE)(JULES_KINDS, {
            says: '503 with a page of HTML',
            stands: { status: 503, ...PAGE },
        }),
        'rate-limited-bare': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .standsFor */ .jE)(JULES_KINDS, {
            says: '429 without `Retry-After`',
            stands: refusal('RESOURCE_EXHAUSTED', 'Resource has been exhausted (e.g. check quota).'),
        }),
        'source-busy': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .standsFor */ .jE)(['create'], {
            says: '404 "Could not get source", as under load: nothing was made',
            stands: refusal('NOT_FOUND', 'Could not get source.'),
        }),
        'source-missing': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .standsFor */ .jE)(['source'], {
            says: '404: the GitHub app of Jules does not see the repository, or not for now',
            stands: refusal('NOT_FOUND', 'Requested entity was not found.'),
        }),
        'bad-field': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .standsFor */ .jE)(['create'], {
            says: '400 with `fieldViolations`',
            stands: {
                status: 400,
                body: (0,_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .errorBody */ .t4)((0,_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .badFields */ .Td)([{ field: 'source_context', description: 'The branch does not exist.' }])),
            },
        }),
        'wrong-key': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .standsFor */ .jE)(JULES_KINDS, {
            says: '401, as for a key that was taken back',
            stands: refusal('UNAUTHENTICATED', 'Request had invalid authentication credentials.'),
        }),
        'late-activities': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['logs'], {
            says: 'The activities of a session made since are 404',
            forMs: 5_000,
        }),
        'list-lag': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['runs'], { says: 'Sessions made since are not listed yet', forMs: 5_000 }),
        'oldest-first': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['runs'], { says: 'Sessions are listed oldest first' }),
        'newest-first': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['logs'], { says: 'Activities are listed newest first' }),
        'archive-refused': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['runs'], { says: '400 for the filter that lists archived sessions' }),
        'prompt-cut': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['runs'], { says: 'The list shows the first 200 characters of prompts' }),
        'title-rewritten': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(SHOWN, { says: 'The title is one of the service’s own' }),
        'bare-names': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(SHOWN, { says: '`name` is the id without `sessions/`' }),
        'input-only': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(SHOWN, {
            says: 'Sessions show neither `automationMode` nor `requirePlanApproval`',
        }),
        'source-names': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['source', 'sources'], {
            says: 'A source is named `sources/github-owner-repo`, as in examples of the documentation',
        }),
        archived: (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(STATES, {
            says: 'Sessions are archived, and listed with `archived = true` alone',
        }),
        'equal-marker': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['runs', 'read', 'logs'], {
            says: 'Each session has a second one with the same prompt, made a second later',
        }),
        paused: (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(STATES, { says: 'A person has paused the session at work' }),
        'stays-queued': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(STATES, { says: 'A session is QUEUED for ever' }),
        'end-untold': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(STATES, {
            says: 'A session that is done stays IN_PROGRESS; its activities tell the end',
        }),
        'stale-session': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(STATES, {
            says: 'After a message the old state and outputs for some time',
            forMs: 5_000,
        }),
        'no-output': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(STATES, { says: 'There are no outputs' }),
        'late-pull-request': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(STATES, {
            says: 'The pull request is there only some time after the end',
            forMs: 10_000,
        }),
        'no-reason': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['logs'], { says: 'A session that failed tells no reason' }),
        'activity-lag': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['logs'], { says: 'Activities come late', forMs: 3_000 }),
        'repeated-token': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(LISTS, {
            says: 'The last page has a `nextPageToken`, which leads to an empty page with the same one',
        }),
        'equal-times': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['logs'], { says: 'Activities of ten seconds have one time' }),
        'nine-digits': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)([...SHOWN, 'logs'], { says: 'Times have nine digits of a second' }),
        'filter-refused': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['logs'], { says: '400 for a filter of activities' }),
        'filter-ignored': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['logs'], { says: 'The filter of activities does nothing' }),
        'unknown-activity': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['logs'], {
            says: 'Each turn begins with an activity of a kind that no document names',
        }),
        'huge-artifact': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['logs'], {
            says: 'Each activity has the same picture of so many kilobytes',
            count: 500,
        }),
    },
};


/***/ }),

/***/ 7327:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   b: () => (/* binding */ OPENHANDS_FAULTS)
/* harmony export */ });
/* harmony import */ var _face_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(4419);
/** The kinds of requests of `openhands`, and the faults that it alone has (sheet, 10 and A12). */

const OPENHANDS_KINDS = [
    'create',
    'runs',
    'count',
    'read',
    'start-tasks',
    'logs',
    'log-count',
    'log-entries',
    'resume',
    'pending',
    'wake',
    'sleep',
    'delete',
    'stop',
    'pause',
    'answer',
    'self',
    'me',
];
const CONVERSATIONS = ['read', 'runs'];
const STARTS = ['start-tasks', ...CONVERSATIONS, 'logs', 'resume'];
const STATES = [...CONVERSATIONS, 'logs', 'resume', 'wake'];
const UNREACHED = { detail: 'Failed to reach agent server.' };
const OPENHANDS_FAULTS = {
    kinds: OPENHANDS_KINDS,
    faults: {
        'slow-start': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(STARTS, {
            says: 'The start task becomes `READY` only some time after the create',
            forMs: 11_000,
        }),
        'start-fails': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(STARTS, {
            says: 'The start task ends in `ERROR` with an empty `detail`, and there is no conversation',
        }),
        'start-fails-with-detail': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(STARTS, {
            says: 'The same with a `detail`: the agent server did not start',
        }),
        'open-source': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(OPENHANDS_KINDS, {
            says: 'A `Bearer` key is refused, `X-Session-API-Key` is asked for, and `/api/keys/current` is a ' +
                'web page',
        }),
        'error-before': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .standsFor */ .jE)(['create', 'resume'], {
            says: '500 as plain text, nothing was made',
            stands: { status: 500, body: 'Internal Server Error' },
        }),
        'error-after': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .standsFor */ .jE)(['create', 'resume'], {
            says: '500 as plain text after the conversation or message was taken',
            stands: { status: 500, after: true, body: 'Internal Server Error' },
        }),
        'blocked-message': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .standsFor */ .jE)(['resume'], {
            says: '502 because a command runs; the message arrives all the same',
            stands: { status: 502, after: true, body: UNREACHED },
        }),
        unreached: (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .standsFor */ .jE)(['resume'], {
            says: '502, and the message does not arrive',
            stands: { status: 502, body: UNREACHED },
        }),
        'rate-limited': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .standsFor */ .jE)(OPENHANDS_KINDS, {
            says: '429 `Too many requests` with `Retry-After: 1`',
            stands: {
                status: 429,
                headers: { 'retry-after': '1' },
                body: { message: 'Too many requests' },
            },
        }),
        'day-quota': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .standsFor */ .jE)(['create'], {
            says: '429 `daily_conversation_limit_reached` with `reset_at`, without `Retry-After`',
            stands: {
                status: 429,
                body: {
                    detail: {
                        code: 'daily_conversation_limit_reached',
                        message: 'Daily conversation limit reached.',
                        limit: 10,
                        used: 10,
                        reset_at: '2999-01-01T00:00:00Z',
                    },
                },
            },
        }),
        'web-page': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['read', 'runs', 'logs', 'start-tasks'], {
            says: '200 with the web page, as for a path that the API does not have',
        }),
        'late-events': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['logs', 'log-count', 'log-entries'], {
            says: 'The last events of a turn come only some time after its final word',
            forMs: 30_000,
        }),
        'repeated-events': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['logs'], { says: 'The newest event stands twice' }),
        'shifted-page': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['logs'], {
            says: 'The second page begins one event too early, because another came in between',
        }),
        'unknown-events': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['logs'], { says: 'The log has an event of a kind nobody knows' }),
        'no-word': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(CONVERSATIONS, {
            says: '`execution_status` is null for some time after the start',
            forMs: 5_000,
        }),
        'sandbox-error': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(CONVERSATIONS, {
            says: 'The sandbox reads `ERROR` for some time after the start, and recovers',
            forMs: 2_000,
        }),
        'sandbox-lost': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(CONVERSATIONS, { says: 'The sandbox reads `ERROR` and stays so' }),
        sleeps: (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(STATES, {
            says: 'The sandbox is put to sleep some time after the end of a turn, until it is resumed',
            forMs: 0,
        }),
        'sleeps-in-mid-turn': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(STATES, {
            says: 'The same some time after a turn began, until it is resumed',
            forMs: 2_000,
        }),
        missing: (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(STATES, {
            says: 'The sandbox is gone after the end: `MISSING`, and a message is refused with 404',
        }),
        'missing-410': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(STATES, { says: 'The same with 410' }),
        'stale-word': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(CONVERSATIONS, {
            says: 'The final word of the turn before is shown for some time after a follow-up',
            forMs: 200,
        }),
        'no-metrics': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(CONVERSATIONS, { says: 'Lists tell a cost of 0; the events tell it' }),
        'shell-pull-request': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)([...CONVERSATIONS, 'logs'], {
            says: '`pr_number` stays empty; the address stands in the output of a command',
        }),
        'earlier-pull-request': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(CONVERSATIONS, {
            says: '`pr_number` also names 1, a pull request of earlier work',
        }),
        'interrupt-ignored': (0,_face_js__WEBPACK_IMPORTED_MODULE_0__/* .habit */ .xi)(['stop'], {
            says: 'Accepted, and the conversation goes on as it was',
        }),
    },
};


/***/ }),

/***/ 8210:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {


// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  $A: () => (/* binding */ BUILT_IN),
  cz: () => (/* binding */ createLibrary)
});

// UNUSED EXPORTS: findScenario, loadScenario

// EXTERNAL MODULE: ./build/sandbox/read-scenario.js + 2 modules
var read_scenario = __nccwpck_require__(1708);
// EXTERNAL MODULE: ./build/sandbox/scenario.js
var scenario = __nccwpck_require__(320);
;// CONCATENATED MODULE: ./build/sandbox/scenarios/bug-fix.js
const PULL_REQUEST = '{{repository}}/pull/128';
const TEST = 'npm test -- price-filter';
/** A bug is found, fixed, tested and proposed; the checks of the pull request fail once. */
const bugFix = {
    description: 'A bug fix with a pull request whose checks fail once, 25 seconds',
    match: '\\b(fix|bug|broken|error)\\b',
    turns: [
        {
            steps: [
                { at: 0, status: 'ACTIVE' },
                {
                    at: '1s',
                    entry: {
                        message_type: 'PLAN_EVALUATION',
                        thought: 'Plan: 1. find the price filter, 2. reproduce the report in a test, 3. ' +
                            'fix it, 4. open a pull request.',
                    },
                },
                {
                    at: '2s',
                    entry: {
                        thought: 'The filter must be somewhere in the catalogue.',
                        tool_name: 'search',
                        tool_input: { query: 'priceFilter', path: 'src/catalogue' },
                        tool_output: {
                            matches: ['src/catalogue/price-filter.ts:14', 'src/catalogue/index.ts:8'],
                        },
                        observation: '2 matches',
                    },
                },
                {
                    at: '3.2s',
                    entry: {
                        thought: 'Let me read the whole filter.',
                        tool_name: 'read_file',
                        tool_input: { path: 'src/catalogue/price-filter.ts' },
                        tool_output: {
                            text: 'export function priceFilter(items: Item[], max: ' +
                                'number): Item[] {\n' +
                                '  return items.filter((item) => item.price <= max || item.stock === 0);\n' +
                                '}\n',
                        },
                    },
                },
                {
                    at: '3.8s',
                    entry: {
                        thought: 'Who uses it? A change must not break them.',
                        tool_name: 'search',
                        tool_input: { query: 'priceFilter(', path: 'src' },
                        tool_output: { matches: ['src/catalogue/index.ts:31', 'src/search/facets.ts:77'] },
                        observation: 'Two callers; both want what can be bought.',
                    },
                },
                {
                    at: '4.5s',
                    entry: {
                        thought: 'Items without stock pass whatever they cost: ' +
                            '`||` should be `&&` with stock above zero. A test first.',
                        tool_name: 'edit_file',
                        tool_input: {
                            path: 'test/price-filter.test.ts',
                            append: "it('leaves out what is out of stock', () => {\n" +
                                '  expect(priceFilter([{ price: 5, stock: 0 }], 10)).toEqual([]);\n' +
                                '});\n',
                        },
                        tool_output: { changed: 1 },
                    },
                },
                {
                    at: '6s',
                    entry: {
                        thought: 'It should fail now.',
                        tool_name: 'bash',
                        tool_input: { command: TEST },
                        tool_output: {
                            exit_code: 1,
                            stdout: 'FAIL test/price-filter.test.ts\n' +
                                '  ✕ leaves out what is out of stock\n\n' +
                                '1 failed, 6 passed\n',
                        },
                        observation: 'The test fails as expected: 1 failed, 6 passed.',
                    },
                },
                {
                    at: '7.5s',
                    entry: {
                        thought: 'Now the fix.',
                        tool_name: 'edit_file',
                        tool_input: {
                            path: 'src/catalogue/price-filter.ts',
                            old: '|| item.stock === 0',
                            new: '&& item.stock > 0',
                        },
                        tool_output: { changed: 1 },
                    },
                },
                {
                    at: '8s',
                    entry: {
                        message_type: 'ERROR',
                        tool_name: 'bash',
                        tool_input: { command: 'npm test -- --coverage' },
                        observation: 'No space left on device while the suite wrote its coverage ' +
                            'report: npm test -- --coverage',
                    },
                },
                {
                    at: '10s',
                    entry: {
                        thought: 'Coverage is not needed here; the one file is enough for now.',
                        tool_name: 'bash',
                        tool_input: { command: TEST },
                        tool_output: { exit_code: 0, stdout: 'PASS test/price-filter.test.ts\n\n7 passed\n' },
                        observation: '7 passed',
                    },
                },
                {
                    at: '10.4s',
                    entry: {
                        thought: 'Both callers have tests of their own.',
                        tool_name: 'bash',
                        tool_input: { command: 'npm test -- catalogue search' },
                        tool_output: {
                            exit_code: 0,
                            stdout: 'PASS test/catalogue.test.ts\nPASS test/facets.test.ts\n\n31 passed\n',
                        },
                        observation: '31 passed',
                    },
                },
                {
                    at: '10.7s',
                    entry: {
                        tool_name: 'bash',
                        tool_input: {
                            command: 'git commit -am "Leave items without stock out of the price filter"',
                        },
                        tool_output: {
                            exit_code: 0,
                            stdout: '[fix-price-filter 4f1c2ab] 2 files changed, 5 insertions(+), 1 deletion(-)\n',
                        },
                    },
                },
                {
                    at: '11s',
                    entry: {
                        message_type: 'COMMIT_EVALUATION',
                        observation: 'One commit: “Leave items without stock out of the price filter”, 2 files changed.',
                    },
                },
                {
                    at: '11.5s',
                    entry: {
                        message_type: 'PR_CREATION_FAILED',
                        tool_name: 'create_pull_request',
                        tool_input: {
                            title: 'Leave items without stock out of the price filter',
                            base: 'master',
                        },
                        observation: 'The base branch master does not exist; the default branch is main.',
                    },
                },
                {
                    at: '12s',
                    github_pull_requests: [{ url: PULL_REQUEST, number: 128 }],
                    entry: {
                        message_type: 'INITIAL_PR_GENERATION',
                        tool_name: 'create_pull_request',
                        tool_input: {
                            title: 'Leave items without stock out of the price filter',
                            base: 'main',
                        },
                        tool_output: { url: PULL_REQUEST },
                        observation: `Opened ${PULL_REQUEST}`,
                    },
                },
                {
                    at: '16s',
                    entry: {
                        message_type: 'DETECT_PR_ERRORS',
                        observation: { check: 'lint', conclusion: 'failure', url: `${PULL_REQUEST}/checks` },
                    },
                },
                {
                    at: '18s',
                    entry: {
                        message_type: 'FIX_PR_ERRORS',
                        thought: 'The linter wants a line break there.',
                        tool_name: 'edit_file',
                        tool_input: { path: 'test/price-filter.test.ts', line: 31 },
                        tool_output: { changed: 1 },
                    },
                },
                {
                    at: '22s',
                    entry: {
                        message_type: 'PR_EVALUATION',
                        observation: `All checks of ${PULL_REQUEST} pass.`,
                    },
                },
                {
                    at: '23s',
                    entry: {
                        message_type: 'PLAN_EVALUATION',
                        thought: 'Everything in the plan is done.',
                        observation: '4 of 4 steps done',
                    },
                },
                {
                    at: '25s',
                    status: 'COMPLETE',
                    result: 'The price filter let items without stock through because of an `||` where an ' +
                        '`&&` belongs.\n\n' +
                        '- Fixed in `src/catalogue/price-filter.ts`\n' +
                        '- Covered by a new test\n' +
                        `- Proposed in ${PULL_REQUEST}`,
                    entry: {
                        message_type: 'FINAL_ANSWER',
                        thought: 'Sum up.',
                        observation: `Fixed and proposed in ${PULL_REQUEST}.`,
                    },
                },
            ],
        },
        {
            statusLag: '2s',
            steps: [
                {
                    at: '1s',
                    entry: { message_type: 'PLAN_EVALUATION', thought: 'The follow-up: {{prompt}}' },
                },
                {
                    at: '4s',
                    entry: {
                        tool_name: 'bash',
                        tool_input: { command: TEST },
                        tool_output: { exit_code: 0 },
                        observation: '7 passed',
                    },
                },
                {
                    at: '6s',
                    status: 'COMPLETE',
                    result: 'The follow-up is done; the pull request is up to date.',
                    entry: {
                        message_type: 'FINAL_ANSWER',
                        observation: 'The follow-up is done; the pull request is up to date.',
                    },
                },
            ],
        },
    ],
};

;// CONCATENATED MODULE: ./build/sandbox/scenarios/checks.js
const ADDRESS = '{{repository}}/pull/131';
const TITLE = 'Round taxes to the cent';
const checks_TEST = 'test/tax.test.ts';
const LOG = `2026-01-02T03:04:05.0000000Z ##[group]Run npm test
2026-01-02T03:04:05.1000000Z > shop@1.0.0 test
2026-01-02T03:04:07.2000000Z FAIL ${checks_TEST}
2026-01-02T03:04:07.3000000Z   ● rounds half a cent up
2026-01-02T03:04:07.4000000Z     Expected: 10.35
2026-01-02T03:04:07.5000000Z     Received: 10.34
2026-01-02T03:04:08.6000000Z ##[error]Process completed with exit code 1.
`;
const LINT = { name: 'lint', after: '8s' };
const BUILD = { name: 'build', after: '20s' };
const PREVIEW = {
    name: 'deploy/preview',
    kind: 'status',
    after: '12s',
    title: 'Preview is ready',
};
const FAILED = {
    name: 'test',
    after: '40s',
    conclusion: 'failure',
    title: '1 test failed',
    summary: '**1 of 214 tests failed**, in `test/tax.test.ts`.',
    annotations: [{ path: checks_TEST, line: 31, message: 'Expected 10.35, received 10.34' }],
    log: LOG,
};
/** A fix whose pull request is red, mended when the run is asked to, and green then. */
const checks = {
    description: 'A pull request whose test fails, and that is mended when asked, 30 seconds',
    turns: [
        {
            steps: [
                { at: 0, status: 'ACTIVE' },
                {
                    at: '3s',
                    entry: {
                        thought: 'Taxes are cut off instead of rounded.',
                        tool_name: 'edit_file',
                        tool_input: { path: 'src/tax.ts', old: 'Math.floor', new: 'Math.round' },
                        tool_output: { changed: 1 },
                    },
                },
                { at: '15s', push: { number: 131, title: TITLE, checks: [LINT, BUILD, PREVIEW, FAILED] } },
                {
                    at: '16s',
                    github_pull_requests: [{ url: ADDRESS, number: 131, title: TITLE }],
                    entry: { message_type: 'INITIAL_PR_GENERATION', observation: `Opened ${ADDRESS}.` },
                },
                {
                    at: '18s',
                    entry: {
                        message_type: 'FINAL_ANSWER',
                        observation: `Taxes are rounded to the cent: ${ADDRESS}.`,
                    },
                },
                { at: '18s', status: 'COMPLETE', result: `Taxes are rounded to the cent: ${ADDRESS}.` },
            ],
        },
        {
            steps: [
                { at: 0, status: 'ACTIVE' },
                {
                    at: '4s',
                    entry: {
                        thought: 'Half a cent has to go up also where the product is a hair below it.',
                        tool_name: 'edit_file',
                        tool_input: { path: 'src/tax.ts', old: 'cents', new: 'cents + Number.EPSILON' },
                        tool_output: { changed: 1 },
                    },
                },
                {
                    at: '9s',
                    entry: {
                        tool_name: 'bash',
                        tool_input: { command: 'npm test -- tax' },
                        tool_output: { stdout: '3 passed', exit_code: 0 },
                    },
                },
                {
                    at: '10s',
                    push: {
                        number: 131,
                        title: TITLE,
                        checks: [LINT, BUILD, PREVIEW, { name: 'test', after: '40s' }],
                    },
                },
                {
                    at: '12s',
                    entry: {
                        message_type: 'FINAL_ANSWER',
                        observation: 'Half a cent goes up now, and the test of it passes.',
                    },
                },
                {
                    at: '12s',
                    status: 'COMPLETE',
                    result: 'Half a cent goes up now, and the test of it passes.',
                },
            ],
        },
    ],
};

;// CONCATENATED MODULE: ./build/sandbox/scenarios/endings.js
/** What npm prints. */
const UNRESOLVED = [
    'npm error code ERESOLVE',
    'npm error ERESOLVE unable to resolve dependency tree',
    'npm error Found: react@18.3.1',
    'npm error Could not resolve dependency: peer react@"^17.0.0" from react-table@7.8.0',
].join('\n');
const failed = {
    description: 'A run that fails: no pull request can be created',
    match: '\\bfail',
    turns: [
        {
            steps: [
                { at: 0, status: 'ACTIVE' },
                {
                    at: '500ms',
                    entry: {
                        message_type: 'PLAN_EVALUATION',
                        thought: 'Update the lock file and propose it.',
                    },
                },
                {
                    at: '1s',
                    entry: {
                        thought: 'Refresh everything.',
                        tool_name: 'bash',
                        tool_input: { command: 'npm update' },
                        tool_output: { exit_code: 1, stderr: UNRESOLVED },
                        observation: UNRESOLVED,
                    },
                },
                {
                    at: '2s',
                    entry: {
                        message_type: 'ERROR',
                        tool_name: 'bash',
                        tool_input: { command: 'npm update --force' },
                        observation: 'npm update failed twice: two packages want different versions of a third.',
                    },
                },
                {
                    at: '3s',
                    entry: {
                        message_type: 'PR_CREATION_FAILED',
                        observation: 'There is nothing to propose: the branch has no commits.',
                    },
                },
                {
                    at: '4s',
                    status: 'FAILED',
                    result: 'The dependencies could not be updated: two packages contradict each other.',
                },
            ],
        },
    ],
};
const asks = {
    description: 'A run that asks a question; resume it with the answer',
    match: '\\bask',
    turns: [
        {
            steps: [
                {
                    at: 0,
                    status: 'ACTIVE',
                    entry: {
                        message_type: 'PLAN_EVALUATION',
                        thought: 'Two databases would do. Better ask.',
                    },
                },
                {
                    at: '1.5s',
                    status: 'WAITING_FOR_INPUT',
                    entry: {
                        message_type: 'FINAL_ANSWER',
                        observation: 'Shall the cache live in Redis or in the database?',
                    },
                },
            ],
        },
        {
            statusLag: '2s',
            steps: [
                {
                    at: '1s',
                    entry: { message_type: 'PLAN_EVALUATION', thought: 'The answer was: {{prompt}}' },
                },
                { at: '2.5s', status: 'ACTIVE' },
                {
                    at: '3s',
                    entry: {
                        tool_name: 'edit_file',
                        tool_input: { path: 'src/cache.ts' },
                        tool_output: { changed: 1 },
                    },
                },
                {
                    at: '4s',
                    status: 'COMPLETE',
                    result: 'The cache is built as you said: {{prompt}}',
                    entry: {
                        message_type: 'FINAL_ANSWER',
                        observation: 'The cache is built as you said: {{prompt}}',
                    },
                },
            ],
        },
    ],
};
const unknownStatus = {
    description: 'Status words that no table knows; the answer comes all the same',
    turns: [
        {
            steps: [
                { at: 0, status: 'THINKING', entry: { message_type: 'PLAN_EVALUATION', thought: 'Hm.' } },
                {
                    at: '1s',
                    status: 'POLISHING',
                    entry: {
                        tool_name: 'bash',
                        tool_input: { command: 'make' },
                        tool_output: { exit_code: 0 },
                    },
                },
                {
                    at: '2s',
                    status: 'ARCHIVED',
                    entry: { message_type: 'FINAL_ANSWER', observation: 'Everything is built.' },
                },
            ],
        },
    ],
};
const structured = {
    description: 'Answers in JSON; the first answer lacks a field, the repair has it',
    match: 'json schema|json block',
    turns: [
        {
            steps: [
                {
                    at: 0,
                    status: 'ACTIVE',
                    entry: {
                        tool_name: 'read_diff',
                        tool_input: { base: 'main' },
                        tool_output: { files: 3 },
                    },
                },
                {
                    at: '1s',
                    status: 'COMPLETE',
                    result: 'The change looks good.\n\n```json\n{"verdict": "pass"}\n```',
                    entry: {
                        message_type: 'FINAL_ANSWER',
                        observation: 'The change looks good.\n\n```json\n{"verdict": "pass"}\n```',
                    },
                },
            ],
        },
        {
            statusLag: '500ms',
            steps: [
                {
                    at: '600ms',
                    status: 'ACTIVE',
                    entry: { message_type: 'PLAN_EVALUATION', thought: 'A field was missing.' },
                },
                {
                    at: '2.5s',
                    status: 'COMPLETE',
                    result: '```json\n{"verdict": "pass", "summary": "Small and tested."}\n```',
                    entry: {
                        message_type: 'FINAL_ANSWER',
                        observation: '```json\n{"verdict": "pass", "summary": "Small and tested."}\n```',
                    },
                },
            ],
        },
    ],
};

;// CONCATENATED MODULE: ./build/sandbox/scenarios/fleet.js
const PLACES = [
    'price filter',
    'login form',
    'search page',
    'cart',
    'export',
    'mail templates',
    'settings',
    'invoices',
];
/** Of ten runs, the one that fails and the one that asks. */
const FAILING = 3;
const ASKING = 7;
/** The `nth` run of a fleet, from 0. Deterministic. */
function fleetRun(nth) {
    const place = PLACES[nth % PLACES.length] ?? '';
    const seconds = 6 + ((nth * 7) % 13);
    const file = `src/${place.replaceAll(' ', '-')}.ts`;
    return {
        description: 'One of many runs that differ: 6 to 18 seconds, one in ten fails, one asks',
        turns: [
            {
                steps: [
                    {
                        at: 0,
                        status: 'ACTIVE',
                        entry: {
                            message_type: 'PLAN_EVALUATION',
                            thought: `Look at the ${place}, change it, run its tests.`,
                        },
                    },
                    {
                        at: '1s',
                        entry: {
                            tool_name: 'search',
                            tool_input: { query: place },
                            tool_output: { matches: [`${file}:${nth + 3}`] },
                        },
                    },
                    {
                        at: '2s',
                        repeat: { times: seconds - 4, every: '1s' },
                        entry: {
                            thought: `Step {{n}} in the ${place}.`,
                            tool_name: 'edit_file',
                            tool_input: { path: file },
                            tool_output: { changed: 1 },
                        },
                    },
                    ...endOf(nth, { place, at: `${seconds}s` }),
                ],
            },
        ],
    };
}
function endOf(nth, { place, at }) {
    if (nth % 10 === FAILING) {
        const observation = `npm test: 2 of 14 tests of the ${place} fail.`;
        const result = `Gave up on the ${place}: two of its tests fail, and I could not find out why.`;
        return [
            { at, entry: { message_type: 'ERROR', tool_name: 'bash', observation } },
            {
                at,
                status: 'FAILED',
                result,
                entry: { message_type: 'FINAL_ANSWER', observation: result },
            },
        ];
    }
    if (nth % 10 === ASKING) {
        const observation = `Shall old links to the ${place} go on working?`;
        return [
            { at, status: 'WAITING_FOR_INPUT', entry: { message_type: 'FINAL_ANSWER', observation } },
        ];
    }
    const url = `{{repository}}/pull/${200 + nth}`;
    const result = `Corrected the ${place}, with a test: ${url}`;
    return [
        {
            at,
            status: 'COMPLETE',
            result,
            github_pull_requests: [
                { url, title: `Correct the ${place}`, head_branch_name: `agent/${nth}` },
            ],
            entry: { message_type: 'FINAL_ANSWER', observation: result },
        },
    ];
}

;// CONCATENATED MODULE: ./build/sandbox/scenarios/logs.js
/** Text that an agent may print and that neither a runner nor a page may act on. */
const HOSTILE = [
    '::error::not an annotation',
    '::set-output name=outcome::forged',
    'text\r::warning::after a bare return',
    '##[error]not this either',
    '\u001b[31mred\u001b[0m and \u202Ereversed\u202C',
    '<script>document.title = "owned"</script><img src=x onerror=alert(1)>',
    '[a link](https://example.com) @octocat #1',
].join('\n');
const noisy = {
    description: 'A long and noisy run: 600 entries with large and hostile output',
    match: '\\bnois',
    turns: [
        {
            steps: [
                { at: 0, status: 'ACTIVE' },
                {
                    at: '100ms',
                    repeat: { times: 600, every: '50ms' },
                    entry: {
                        thought: 'Step {{n}}',
                        tool_name: 'bash',
                        tool_input: { command: 'make step-{{n}}' },
                        tool_output: {
                            exit_code: 0,
                            stdout: `${HOSTILE}\n${'output of step {{n}}\n'.repeat(20)}`,
                        },
                        observation: HOSTILE,
                    },
                },
                {
                    at: '31s',
                    status: 'COMPLETE',
                    result: HOSTILE,
                    entry: { message_type: 'FINAL_ANSWER', observation: HOSTILE },
                },
            ],
        },
    ],
};
const huge = {
    description: '5,500 entries of 2 KB, all there after half a second',
    turns: [
        {
            steps: [
                {
                    at: 0,
                    status: 'ACTIVE',
                    repeat: { times: 5499, every: '0.1ms' },
                    entry: {
                        thought: 'Step {{n}}',
                        tool_name: 'read_file',
                        tool_input: { path: 'src/file-{{n}}.ts' },
                        tool_output: { text: 'All work and no play makes a dull log. '.repeat(48) },
                    },
                },
                {
                    at: '550ms',
                    status: 'COMPLETE',
                    result: 'Read them all.',
                    entry: { message_type: 'FINAL_ANSWER', observation: 'Read them all.' },
                },
            ],
        },
    ],
};
const allTypes = {
    description: 'One entry of each of the 13 log types, with the fields the spec shows for it',
    turns: [
        {
            steps: [
                {
                    at: 0,
                    status: 'ACTIVE',
                    entry: { message_type: 'USER_MESSAGE', observation: '{{prompt}}' },
                },
                {
                    at: '100ms',
                    entry: {
                        message_type: 'USER_GITHUB_ISSUE_COMMENT',
                        observation: 'Please also look at the footer.',
                    },
                },
                {
                    at: '200ms',
                    entry: {
                        message_type: 'PLAN_EVALUATION',
                        thought: 'Header first, footer second.',
                        observation: 'Plan updated',
                    },
                },
                {
                    at: '300ms',
                    entry: {
                        message_type: 'ACTION',
                        thought: 'Look around.',
                        tool_name: 'search',
                        tool_input: { query: 'footer' },
                        tool_output: { matches: [] },
                        observation: { matches: 0 },
                    },
                },
                {
                    at: '400ms',
                    entry: {
                        message_type: 'ERROR',
                        tool_name: 'search',
                        observation: { error: 'index not ready' },
                    },
                },
                {
                    at: '500ms',
                    entry: {
                        message_type: 'INITIAL_PR_GENERATION',
                        tool_output: { url: '{{repository}}/pull/7' },
                    },
                },
                { at: '600ms', entry: { message_type: 'DETECT_PR_ERRORS', observation: 'lint failed' } },
                { at: '700ms', entry: { message_type: 'FIX_PR_ERRORS', thought: 'A missing semicolon.' } },
                {
                    at: '800ms',
                    entry: { message_type: 'PR_CREATION_FAILED', observation: 'the branch is protected' },
                },
                { at: '900ms', entry: { message_type: 'PR_EVALUATION', observation: 'checks pass' } },
                { at: '1s', entry: { message_type: 'COMMIT_EVALUATION', observation: 'one commit' } },
                {
                    at: '1100ms',
                    entry: {
                        message_type: 'AGENT_RUN_LINK',
                        observation: 'https://agents.example.com/runs/8',
                    },
                },
                {
                    at: '1200ms',
                    status: 'COMPLETE',
                    result: null,
                    entry: {
                        message_type: 'FINAL_ANSWER',
                        thought: 'Done.',
                        observation: { content: 'Header and footer match now.' },
                    },
                },
            ],
        },
    ],
};
const rough = {
    description: 'The quick run on a bad day: refused, reset and failing requests on the way',
    turns: [
        {
            steps: [
                {
                    at: 0,
                    status: 'ACTIVE',
                    entry: { message_type: 'PLAN_EVALUATION', thought: 'It will be windy.' },
                },
                {
                    at: '1s',
                    entry: {
                        tool_name: 'bash',
                        tool_input: { command: 'true' },
                        tool_output: { exit_code: 0 },
                    },
                },
                {
                    at: '3s',
                    status: 'COMPLETE',
                    result: 'Got through.',
                    entry: { message_type: 'FINAL_ANSWER', observation: 'Got through.' },
                },
            ],
        },
    ],
    faults: [
        { on: 'create', nth: 1, do: { status: 429, headers: { 'retry-after': '1' } } },
        { on: 'logs', nth: 1, do: { status: 500, body: { message: 'the log store is busy' } } },
        { on: 'logs', nth: 2, do: 'cut-body' },
        { on: 'read', nth: 1, do: 'reset-after' },
    ],
};

;// CONCATENATED MODULE: ./build/sandbox/scenarios/quick.js
/** Two seconds, four entries. */
const quick = {
    description: 'Two seconds and four entries, for trying things out',
    turns: [
        {
            steps: [
                {
                    at: 0,
                    status: 'ACTIVE',
                    entry: { message_type: 'PLAN_EVALUATION', thought: 'A small task: look, change, check.' },
                },
                {
                    at: '500ms',
                    entry: {
                        thought: 'Where is the greeting?',
                        tool_name: 'search',
                        tool_input: { query: 'greeting', path: 'src' },
                        tool_output: { matches: ['src/greet.ts:3'] },
                    },
                },
                {
                    at: '1s',
                    entry: {
                        thought: 'One word is wrong.',
                        tool_name: 'edit_file',
                        tool_input: { path: 'src/greet.ts', old: 'Helo', new: 'Hello' },
                        tool_output: { changed: 1 },
                        observation: 'src/greet.ts changed',
                    },
                },
                {
                    at: '2s',
                    status: 'COMPLETE',
                    result: 'Corrected the greeting in `src/greet.ts`.',
                    entry: {
                        message_type: 'FINAL_ANSWER',
                        observation: 'Corrected the greeting in `src/greet.ts`.',
                    },
                },
            ],
        },
    ],
};

;// CONCATENATED MODULE: ./build/sandbox/scenarios/review.js
const FILE = 'src/catalogue/price-filter.ts';
const CONTEXT_BEFORE = ` import type { Filter, Product } from './types.ts';
 
 export function applyFilter(products: readonly Product[], filter: Filter): Product[] {
-  return products.filter((product) => product.price <= filter.maxPrice);`;
const CACHE = '+const found = new Map<string, Product[]>();';
/**
 * The changes that the two scenarios review: one file with its `patch`, as GitHub lists it, before
 * and after the second push. For whoever plays GitHub beside the sandbox.
 */
const REVIEWED = {
    path: FILE,
    patches: [
        `@@ -1,5 +1,9 @@
${CONTEXT_BEFORE}
+  const affordable = products.filter((product) => product.price <= filter.maxPrice);
+  if (filter.inStock) {
+    return affordable.filter((product) => product.stock >= 0);
+  }
+  return affordable;
 }`,
        `@@ -1,5 +1,10 @@
 import type { Filter, Product } from './types.ts';
${CACHE}
 
 export function applyFilter(products: readonly Product[], filter: Filter): Product[] {
-  return products.filter((product) => product.price <= filter.maxPrice);
+  const affordable = products.filter((product) => product.price <= filter.maxPrice);
+  if (filter.inStock) {
+    return affordable.filter((product) => product.stock > 0);
+  }
+  return affordable;
 }`,
    ],
};
/**
 * What the action calls the first finding: its fingerprint, which depends on path, title and text
 * of the line alone.
 */
const FIRST_FINDING = '3735ab70194ad230';
const withoutPrice = (line) => ({
    path: FILE,
    line,
    severity: 'warning',
    title: 'A filter without a maximum price finds nothing',
    body: 'Comparing with `undefined` is always false. `filter.maxPrice` is optional (`types.ts:9`), ' +
        'so a filter for stock alone hides every product.',
});
/** As JSON, as the action asks for it. `pass` counts only with `review: gate`. */
const ANSWERS = [
    {
        summary: 'The filter now takes the stock into account. One comparison is off by one, so the bug ' +
            'that this change is about stays.',
        findings: [
            {
                path: FILE,
                line: 6,
                severity: 'error',
                title: 'Sold-out products stay in the list',
                body: '`stock >= 0` is true for a stock of 0. ' +
                    'Only products with at least one piece are in stock.',
                suggestion: '    return affordable.filter((product) => product.stock > 0);',
            },
            withoutPrice(4),
            {
                path: 'test/price-filter.test.ts',
                line: 1,
                severity: 'note',
                title: 'No test has a sold-out product',
                body: 'A product with a stock of 0 would have shown the first finding.',
            },
        ],
        resolved: [],
        pass: false,
    },
    {
        summary: 'Sold-out products are hidden now. The new cache is not used and would never be emptied.',
        findings: [
            withoutPrice(5),
            {
                path: FILE,
                line: 2,
                severity: 'warning',
                title: 'The cache grows without a limit',
                body: 'Nothing reads `found`, and nothing removes an entry. Remove it until it is needed.',
                suggestion: '',
            },
        ],
        resolved: [FIRST_FINDING],
        pass: true,
    },
].map((answer) => JSON.stringify(answer, null, 2));
function reviewing(answer, description) {
    return {
        description,
        turns: [
            {
                steps: [
                    {
                        at: 0,
                        status: 'ACTIVE',
                        entry: {
                            message_type: 'PLAN_EVALUATION',
                            thought: 'Read the change, then what it touches, then its tests.',
                        },
                    },
                    {
                        at: '1s',
                        entry: {
                            thought: 'What has changed?',
                            tool_name: 'bash',
                            tool_input: { command: 'git diff origin/main...HEAD --stat' },
                            tool_output: { exit_code: 0, stdout: ` ${FILE} | 7 ++++++-\n 1 file changed` },
                        },
                    },
                    {
                        at: '2s',
                        entry: {
                            thought: 'What does the type say about the fields that it reads?',
                            tool_name: 'view_file',
                            tool_input: { path: 'src/catalogue/types.ts' },
                            tool_output: {
                                content: 'export interface Filter {\n  maxPrice?: number;\n  inStock?: boolean;\n}',
                            },
                        },
                    },
                    {
                        at: '4s',
                        status: 'COMPLETE',
                        result: answer,
                        entry: { message_type: 'FINAL_ANSWER', observation: answer },
                    },
                ],
            },
        ],
    };
}
const [first = '', second = ''] = ANSWERS;
const review = {
    ...reviewing(first, 'A review of a pull request: three findings, one of them with a suggestion'),
    match: 'the pull request to review:',
};
const reviewAgain = reviewing(second, 'The review after the next push: one finding is resolved, one known, one new');

;// CONCATENATED MODULE: ./build/sandbox/scenarios/special-runs.js
const setupCommandsScenario = {
    description: 'Generates the setup commands of a repository',
    match: '^generate setup commands for ',
    turns: [
        {
            steps: [
                {
                    at: 0,
                    status: 'ACTIVE',
                    entry: {
                        thought: 'The lock file tells the package manager.',
                        tool_name: 'search',
                        tool_input: { query: 'package-lock.json' },
                        tool_output: { matches: ['package-lock.json'] },
                    },
                },
                {
                    at: '1s',
                    entry: {
                        tool_name: 'bash',
                        tool_input: { command: 'npm ci && npm test' },
                        tool_output: { exit_code: 0, stdout: '31 passed\n' },
                        observation: '31 passed',
                    },
                },
                {
                    at: '2s',
                    status: 'COMPLETE',
                    result: 'npm ci\nnpm run build',
                    summary: 'Two setup commands',
                    entry: { message_type: 'FINAL_ANSWER', observation: 'npm ci\nnpm run build' },
                },
            ],
        },
    ],
};
const analyzeLogsScenario = {
    description: 'Analyzes the logs of a sandbox',
    match: '^analyze the logs of sandbox ',
    turns: [
        {
            steps: [
                {
                    at: 0,
                    status: 'ACTIVE',
                    entry: {
                        thought: 'The end of the log tells most.',
                        tool_name: 'read_file',
                        tool_input: { path: '/var/log/setup.log' },
                        tool_output: { text: 'npm error code ERESOLVE' },
                    },
                },
                {
                    at: '2s',
                    status: 'COMPLETE',
                    result: 'The setup failed because two packages need different versions of `react`.',
                    summary: 'Conflict of versions',
                    entry: {
                        message_type: 'FINAL_ANSWER',
                        observation: 'The setup failed because two packages need different versions of `react`.',
                    },
                },
            ],
        },
    ],
};

;// CONCATENATED MODULE: ./build/sandbox/library.js
/** The built-in scenarios, and the selection of the scenario for a new run. */










/** In the order in which `auto` tries them. */
const BUILT_IN = {
    quick: quick,
    'setup-commands': setupCommandsScenario,
    'analyze-logs': analyzeLogsScenario,
    review: review,
    'review-again': reviewAgain,
    structured: structured,
    failed: failed,
    asks: asks,
    noisy: noisy,
    'bug-fix': bugFix,
    checks: checks,
    'unknown-status': unknownStatus,
    huge: huge,
    'all-types': allTypes,
    rough: rough,
    fleet: fleetRun(0),
};
/** Selects a scenario for each run. */
const FLEET = 'fleet';
/** Reads the scenarios for successive runs. @throws ScenarioError if one is invalid */
async function createLibrary(choices) {
    const builtIn = new Map();
    const named = (name) => {
        const scenario = builtIn.get(name) ?? findScenario(name);
        builtIn.set(name, scenario);
        return scenario;
    };
    const find = (choice, prompt) => {
        if (typeof choice === 'string') {
            return named(choice === 'auto' ? nameFor(prompt) : choice);
        }
        return 'checked' in choice ? choice : (0,read_scenario/* readScenario */.ZN)('scenario', choice);
    };
    const loaded = await Promise.all(choices.map(async (choice) => typeof choice === 'string' ? await loadScenario(choice) : find(choice, '')));
    const choose = (nth, prompt) => {
        const choice = loaded[Math.min(nth, loaded.length - 1)] ?? 'auto';
        return choice === FLEET ? (0,read_scenario/* readScenario */.ZN)(FLEET, fleetRun(nth)) : find(choice, prompt);
    };
    return { find, choose };
}
/** A built-in scenario. @throws ScenarioError with the names of all built-in ones */
function findScenario(name) {
    const source = Object.hasOwn(BUILT_IN, name) ? BUILT_IN[name] : undefined;
    if (source === undefined) {
        throw new scenario/* ScenarioError */.tp(`no scenario "${name}"; built in are ${Object.keys(BUILT_IN).join(', ')} and auto`);
    }
    return (0,read_scenario/* readScenario */.ZN)(name, source);
}
/** The first built-in scenario whose expression matches the prompt, or `quick`. */
function nameFor(prompt) {
    const found = Object.entries(BUILT_IN).find(([, { match }]) => match !== undefined && new RegExp(match, 'i').test(prompt));
    return found?.[0] ?? 'quick';
}
/**
 * A built-in name, or the path of a YAML or JSON file. @throws ScenarioError if it cannot be read
 * or is invalid
 */
async function loadScenario(nameOrPath) {
    if (nameOrPath === 'auto' || Object.hasOwn(BUILT_IN, nameOrPath)) {
        return nameOrPath;
    }
    return (0,read_scenario/* isScenarioFile */.f1)(nameOrPath) ? (0,read_scenario/* readScenarioFile */.t4)(nameOrPath) : findScenario(nameOrPath);
}


/***/ }),

/***/ 1708:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {


// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  f1: () => (/* binding */ isScenarioFile),
  G6: () => (/* binding */ readFaults),
  ZN: () => (/* binding */ readScenario),
  t4: () => (/* binding */ readScenarioFile)
});

// UNUSED EXPORTS: LOG_TYPES

;// CONCATENATED MODULE: external "node:fs/promises"
const promises_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:fs/promises");
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __nccwpck_require__(6760);
// EXTERNAL MODULE: ./build/sandbox/faces/agent-run/faults.js
var faults = __nccwpck_require__(1998);
// EXTERNAL MODULE: ./build/sandbox/faces/copilot/faults.js
var copilot_faults = __nccwpck_require__(8441);
// EXTERNAL MODULE: ./build/sandbox/faces/cursor/faults.js
var cursor_faults = __nccwpck_require__(1091);
// EXTERNAL MODULE: ./build/sandbox/faces/devin/faults.js
var devin_faults = __nccwpck_require__(7041);
// EXTERNAL MODULE: ./build/sandbox/faces/openhands/faults.js
var openhands_faults = __nccwpck_require__(7327);
// EXTERNAL MODULE: ./build/sandbox/faces/jules/faults.js
var jules_faults = __nccwpck_require__(8448);
;// CONCATENATED MODULE: ./build/sandbox/faces/declared.js
/**
 * The kinds of requests and the faults of all faces. A scenario is read without knowing which
 * service will play it, so it may name those of every one.
 */






const DECLARED = {
    'agent-run': faults/* AGENT_RUN_FAULTS */.m,
    cursor: cursor_faults/* CURSOR_FAULTS */.p,
    devin: devin_faults/* DEVIN_FAULTS */.b,
    copilot: copilot_faults/* COPILOT_FAULTS */.N,
    jules: jules_faults/* JULES_FAULTS */.i,
    openhands: openhands_faults/* OPENHANDS_FAULTS */.b,
};
/** What a rule may write under `on`. */
function faultKinds() {
    const kinds = Object.values(DECLARED).flatMap((declared) => declared.kinds);
    return [...new Set([...kinds, 'any'])];
}
function declaredNames() {
    return [...new Set(Object.values(DECLARED).flatMap(({ faults }) => Object.keys(faults)))];
}
/** The declarations of one name, by different faces. */
function declaredFaults(name) {
    return Object.values(DECLARED).flatMap(({ faults }) => {
        const declared = Object.hasOwn(faults, name) ? faults[name] : undefined;
        return declared === undefined ? [] : [declared];
    });
}

// EXTERNAL MODULE: ./build/sandbox/scenario.js
var sandbox_scenario = __nccwpck_require__(320);
;// CONCATENATED MODULE: ./build/sandbox/read-scenario.js
/**
 * Reads scenario files, validates scenarios and converts times to milliseconds. Strict, so that
 * typing errors are reported with their place.
 */




/** The 13 log types (spec 2.4) and their required fields (spec 2.5, where defined). */
const LOG_TYPES = {
    ACTION: ['tool_name', 'tool_input', 'tool_output'],
    PLAN_EVALUATION: ['thought'],
    FINAL_ANSWER: ['observation'],
    ERROR: ['observation'],
    USER_MESSAGE: [],
    USER_GITHUB_ISSUE_COMMENT: [],
    INITIAL_PR_GENERATION: [],
    DETECT_PR_ERRORS: [],
    FIX_PR_ERRORS: [],
    PR_CREATION_FAILED: [],
    PR_EVALUATION: [],
    COMMIT_EVALUATION: [],
    AGENT_RUN_LINK: [],
};
const KNOWN = {
    scenario: [
        'description',
        'match',
        'turns',
        'faults',
        'extraFields',
        'errorFormat',
        'api',
        'logs',
        'metadata',
    ],
    turn: ['steps', 'echo', 'statusLag', 'queued'],
    step: [
        'at',
        'status',
        'result',
        'summary',
        'web_url',
        'github_pull_requests',
        'entry',
        'raw',
        'usage',
        'output',
        'push',
        'repeat',
    ],
    push: ['number', 'branch', 'title', 'checks'],
    check: ['name', 'kind', 'after', 'conclusion', 'title', 'summary', 'annotations', 'log'],
    annotation: ['path', 'line', 'message'],
    usage: ['tokens', 'cost_usd', 'acu', 'ai_credits', 'premium_requests'],
    entry: [
        'message_type',
        'thought',
        'tool_name',
        'tool_input',
        'tool_output',
        'observation',
        'created_at',
    ],
    fault: ['on', 'nth', 'from', 'to', 'every', 'do'],
    named: ['fault', 'for', 'count'],
    answer: ['status', 'body', 'headers', 'delay', 'after'],
};
/** Fields of a scenario with a fixed set of values. */
const WORDS = {
    errorFormat: sandbox_scenario/* ERROR_FORMATS */.AW,
    api: sandbox_scenario/* APIS */.yc,
    logs: sandbox_scenario/* LOG_ADDRESSES */.Cx,
    metadata: sandbox_scenario/* METADATA_USES */.T3,
};
const MAX_REPEATS = 100_000;
function isScenarioFile(path) {
    return ['.yml', '.yaml', '.json'].includes((0,external_node_path_.extname)(path).toLowerCase());
}
/** @throws ScenarioError if it cannot be read or is invalid */
async function readScenarioFile(path) {
    let text;
    try {
        text = await (0,promises_namespaceObject.readFile)(path, 'utf8');
    }
    catch (cause) {
        throw new sandbox_scenario/* ScenarioError */.tp(`the scenario file ${path} cannot be read`, { cause });
    }
    // The built-in scenarios need no package, so that the demo runs without an install.
    const { parse } = await Promise.resolve(/* import() eager */).then(__nccwpck_require__.t.bind(__nccwpck_require__, 8815, 19));
    let source;
    try {
        source = parse(text);
    }
    catch (cause) {
        const why = cause instanceof Error ? cause.message : String(cause);
        throw new sandbox_scenario/* ScenarioError */.tp(`${path} is not valid YAML or JSON: ${why}`, { cause });
    }
    return readScenario((0,external_node_path_.basename)(path), source);
}
/** Validates a scenario. @throws ScenarioError with the place and the problem */
function readScenario(name, source) {
    const scenario = fields(source, { where: name, known: KNOWN.scenario });
    const turns = list(scenario['turns'], `${name}.turns`);
    if (turns.length === 0) {
        throw new sandbox_scenario/* ScenarioError */.tp(`${name}.turns: at least one turn is needed`);
    }
    const { description, match, faults = [], extraFields = [] } = scenario;
    if (description !== undefined) {
        read_scenario_text(description, `${name}.description`);
    }
    for (const [field, allowed] of Object.entries(WORDS)) {
        if (scenario[field] !== undefined &&
            !allowed.includes(scenario[field])) {
            throw new sandbox_scenario/* ScenarioError */.tp(`${name}.${field}: must be one of ${allowed.join(', ')}`);
        }
    }
    return {
        checked: true,
        name,
        description: typeof description === 'string' ? description : '',
        match: match === undefined ? null : pattern(match, `${name}.match`),
        turns: turns.map((turn, index) => readTurn(turn, `${name}.turns[${index}]`)),
        faults: readFaults(`${name}.faults`, faults),
        extraFields: list(extraFields, `${name}.extraFields`).map((field, index) => read_scenario_text(field, `${name}.extraFields[${index}]`)),
        errorFormat: scenario['errorFormat'] ?? null,
        mode: Object.fromEntries(['api', 'logs', 'metadata'].flatMap((field) => scenario[field] === undefined ? [] : [[field, scenario[field]]])),
    };
}
function readTurn(source, where) {
    const turn = fields(source, { where, known: KNOWN.turn });
    const steps = list(turn['steps'], `${where}.steps`).flatMap((step, index) => readStep(step, `${where}.steps[${index}]`));
    for (const name of ['echo', 'queued']) {
        if (turn[name] !== undefined && typeof turn[name] !== 'boolean') {
            throw new sandbox_scenario/* ScenarioError */.tp(`${where}.${name}: must be true or false`);
        }
    }
    return {
        // A stable sort keeps the order of steps at the same time.
        steps: steps.sort((a, b) => a.at - b.at),
        echo: turn['echo'] !== false,
        statusLag: turn['statusLag'] === undefined ? 0 : (0,sandbox_scenario/* parseTime */.pe)(turn['statusLag'], `${where}.statusLag`),
        queued: turn['queued'] === true,
    };
}
function readStep(source, where) {
    const { at: time = 0, repeat, ...rest } = fields(source, { where, known: KNOWN.step });
    const at = (0,sandbox_scenario/* parseTime */.pe)(time, `${where}.at`);
    for (const name of ['status', 'result', 'summary', 'web_url']) {
        if (rest[name] !== undefined && rest[name] !== null) {
            read_scenario_text(rest[name], `${where}.${name}`);
        }
    }
    list(rest['github_pull_requests'] ?? [], `${where}.github_pull_requests`).forEach((pull, index) => {
        const at = `${where}.github_pull_requests[${index}]`;
        read_scenario_text(fields(pull, { where: at, known: null })['url'], `${at}.url`);
    });
    if (rest['entry'] !== undefined) {
        readEntry(rest['entry'], `${where}.entry`);
    }
    readUsage(rest['usage'] ?? {}, `${where}.usage`);
    if (rest['push'] !== undefined) {
        readPush(rest['push'], `${where}.push`);
    }
    if (rest['output'] !== undefined && rest['output'] !== null) {
        fields(rest['output'], { where: `${where}.output`, known: null });
    }
    const step = (from, texts) => ({
        ...texts(rest),
        at: from,
    });
    if (repeat === undefined) {
        return [step(at, (value) => value)];
    }
    const { times, every = 0 } = fields(repeat, {
        where: `${where}.repeat`,
        known: ['times', 'every'],
    });
    const count = positive(times, `${where}.repeat.times`);
    if (count > MAX_REPEATS) {
        throw new sandbox_scenario/* ScenarioError */.tp(`${where}.repeat.times: at most ${MAX_REPEATS}`);
    }
    const gap = (0,sandbox_scenario/* parseTime */.pe)(every, `${where}.repeat.every`);
    return Array.from({ length: count }, (_, index) => step(at + index * gap, (value) => (0,sandbox_scenario/* fill */.GS)(value, { n: String(index + 1) })));
}
function readPush(source, where) {
    const { number, branch, title, checks = [] } = fields(source, { where, known: KNOWN.push });
    positive(number, `${where}.number`);
    readTexts({ branch, title }, where);
    list(checks, `${where}.checks`).forEach((check, index) => {
        readCheck(check, `${where}.checks[${index}]`);
    });
}
function readCheck(source, where) {
    const check = fields(source, { where, known: KNOWN.check });
    const { name, kind = 'job', after = 0, conclusion, title, summary, log } = check;
    read_scenario_text(name, `${where}.name`);
    if (kind !== 'job' && kind !== 'status') {
        throw new sandbox_scenario/* ScenarioError */.tp(`${where}.kind: must be job or status`);
    }
    (0,sandbox_scenario/* parseTime */.pe)(after, `${where}.after`);
    readTexts({ conclusion, title, summary, log }, where);
    list(check['annotations'] ?? [], `${where}.annotations`).forEach((annotation, index) => {
        const at = `${where}.annotations[${index}]`;
        const { path, line, message } = fields(annotation, { where: at, known: KNOWN.annotation });
        positive(line, `${at}.line`);
        readTexts({ path, message }, at);
    });
}
/** Texts that may be absent. */
function readTexts(texts, where) {
    for (const [name, value] of Object.entries(texts)) {
        if (value !== undefined) {
            read_scenario_text(value, `${where}.${name}`);
        }
    }
}
function readUsage(source, where) {
    for (const [name, amount] of Object.entries(fields(source, { where, known: KNOWN.usage }))) {
        if (typeof amount !== 'number' || !(amount >= 0)) {
            throw new sandbox_scenario/* ScenarioError */.tp(`${where}.${name}: must be a number`);
        }
    }
}
function readEntry(source, where) {
    const entry = fields(source, { where, known: KNOWN.entry });
    const type = entry['message_type'] ?? 'ACTION';
    const needed = typeof type === 'string' && Object.hasOwn(LOG_TYPES, type) ? LOG_TYPES[type] : undefined;
    if (needed === undefined) {
        throw new sandbox_scenario/* ScenarioError */.tp(`${where}.message_type: no log type of the spec; write the entry under raw to send it anyway`);
    }
    for (const name of needed) {
        if (entry[name] === undefined || entry[name] === null) {
            throw new sandbox_scenario/* ScenarioError */.tp(`${where}: the log type always has ${name} (spec 2.5)`);
        }
    }
}
/** Validates a list of faults. @throws ScenarioError with `where` */
function readFaults(where, source) {
    return list(source, where).map((fault, index) => readFault(fault, `${where}[${index}]`));
}
function readFault(source, where) {
    const fault = fields(source, { where, known: KNOWN.fault });
    for (const name of ['nth', 'every', 'from', 'to']) {
        if (fault[name] !== undefined) {
            positive(fault[name], `${where}.${name}`);
        }
    }
    const isDeclared = readAction(fault['do'], `${where}.do`);
    const kinds = faultKinds();
    if (!(fault['on'] === undefined && isDeclared) && !kinds.includes(String(fault['on']))) {
        throw new sandbox_scenario/* ScenarioError */.tp(`${where}.on: must be one of ${kinds.join(', ')}`);
    }
    return fault;
}
/** Whether it is a fault that a face declares. */
function readAction(action, where) {
    if (sandbox_scenario/* FAULT_NAMES */.cT.includes(action)) {
        return false;
    }
    if (typeof action === 'string') {
        declaredNamed(action, where);
        return true;
    }
    if (action !== null && typeof action === 'object' && 'fault' in action) {
        readNamed(action, where);
        return true;
    }
    const spelled = action !== null && typeof action === 'object' && ('status' in action || 'delay' in action);
    if (!spelled) {
        throw new sandbox_scenario/* ScenarioError */.tp(`${where}: must be {status: …}, {delay: …}, {fault: …} or one of ${allNames()}`);
    }
    const answer = fields(action, { where, known: KNOWN.answer });
    if (answer['delay'] !== undefined) {
        (0,sandbox_scenario/* parseTime */.pe)(answer['delay'], `${where}.delay`);
    }
    const status = answer['status'];
    if (status !== undefined &&
        !(positive(status, `${where}.status`) >= 200 && Number(status) <= 599)) {
        throw new sandbox_scenario/* ScenarioError */.tp(`${where}.status: must be from 200 to 599`);
    }
    const headers = fields(answer['headers'] ?? {}, { where: `${where}.headers`, known: null });
    for (const [name, value] of Object.entries(headers)) {
        read_scenario_text(value, `${where}.headers.${name}`);
    }
    return false;
}
function readNamed(action, where) {
    const named = fields(action, { where, known: KNOWN.named });
    const name = read_scenario_text(named['fault'], `${where}.fault`);
    const declared = declaredNamed(name, `${where}.fault`);
    if (named['for'] !== undefined) {
        (0,sandbox_scenario/* parseTime */.pe)(named['for'], `${where}.for`);
        if (declared.every(({ forMs }) => forMs === null)) {
            throw new sandbox_scenario/* ScenarioError */.tp(`${where}.for: ${name} takes no time`);
        }
    }
    if (named['count'] !== undefined) {
        positive(named['count'], `${where}.count`);
        if (declared.every(({ count }) => count === null)) {
            throw new sandbox_scenario/* ScenarioError */.tp(`${where}.count: ${name} takes no number`);
        }
    }
}
/** The declarations of the faces that have such a fault. */
function declaredNamed(name, where) {
    const declared = declaredFaults(name);
    if (declared.length === 0) {
        throw new sandbox_scenario/* ScenarioError */.tp(`${where}: must be one of ${allNames()}`);
    }
    return declared;
}
function allNames() {
    return [...sandbox_scenario/* FAULT_NAMES */.cT, ...declaredNames()].join(', ');
}
function fields(value, { where, known }) {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) {
        throw new sandbox_scenario/* ScenarioError */.tp(`${where}: must be an object`);
    }
    const unknown = known === null ? [] : Object.keys(value).filter((key) => !known.includes(key));
    if (unknown.length > 0) {
        throw new sandbox_scenario/* ScenarioError */.tp(`${where}: unknown ${unknown.join(', ')}; known are ${(known ?? []).join(', ')}`);
    }
    return value;
}
function list(value, where) {
    if (!Array.isArray(value)) {
        throw new sandbox_scenario/* ScenarioError */.tp(`${where}: must be a list`);
    }
    return value;
}
function read_scenario_text(value, where) {
    if (typeof value !== 'string') {
        throw new sandbox_scenario/* ScenarioError */.tp(`${where}: must be a text`);
    }
    return value;
}
function positive(value, where) {
    if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 1) {
        throw new sandbox_scenario/* ScenarioError */.tp(`${where}: must be a positive integer`);
    }
    return value;
}
function pattern(value, where) {
    try {
        return new RegExp(read_scenario_text(value, where), 'i');
    }
    catch (cause) {
        if (cause instanceof sandbox_scenario/* ScenarioError */.tp) {
            throw cause;
        }
        throw new sandbox_scenario/* ScenarioError */.tp(`${where}: is no regular expression`, { cause });
    }
}


/***/ }),

/***/ 8628:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   j: () => (/* binding */ createRunner)
/* harmony export */ });
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(7598);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(3024);
/* harmony import */ var node_os__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(8161);
/** A minimal runner interface for the sandbox's action, which keeps the bundle small. */



function createRunner(env, print) {
    const append = (variable, { name, value }) => {
        const file = env[variable];
        if (file === undefined || file === '') {
            throw new Error(`${variable} is not set: this script is a step of a job.`);
        }
        // Random, so that no value can contain it.
        const end = `end_${(0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.randomUUID)()}`;
        (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.appendFileSync)(file, [`${name}<<${end}`, value, end, ''].join(node_os__WEBPACK_IMPORTED_MODULE_2__.EOL));
    };
    const escaped = (text) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
    return {
        input: (name) => env[`INPUT_${name.toUpperCase()}`]?.trim() ?? '',
        output: (name, value) => append('GITHUB_OUTPUT', { name, value }),
        state: (name) => env[`STATE_${name}`] ?? '',
        saveState: (name, value) => append('GITHUB_STATE', { name, value }),
        mask: (value) => print(`::add-mask::${escaped(value)}`),
        info: print,
        error: (message) => print(`::error::${escaped(message)}`),
    };
}


/***/ }),

/***/ 320:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   AW: () => (/* binding */ ERROR_FORMATS),
/* harmony export */   Cx: () => (/* binding */ LOG_ADDRESSES),
/* harmony export */   GS: () => (/* binding */ fill),
/* harmony export */   T3: () => (/* binding */ METADATA_USES),
/* harmony export */   cT: () => (/* binding */ FAULT_NAMES),
/* harmony export */   pe: () => (/* binding */ parseTime),
/* harmony export */   tp: () => (/* binding */ ScenarioError),
/* harmony export */   yc: () => (/* binding */ APIS)
/* harmony export */ });
/**
 * Scenarios script how a run develops over time: log entries, status words, the result, and faults
 * of the service. They are plain data from YAML or JSON (see README.md in this folder).
 * `read-scenario.ts` validates them.
 */
/** The faults that every face has. `reset-before` strikes before the request is carried out. */
const FAULT_NAMES = [
    'reset-before',
    'reset-after',
    'cut-body',
    'wrong-body',
    'html',
    'empty',
    'gzip',
    'redirect',
    'stall-headers',
    'stall-body',
    'drip',
];
const APIS = ['published', 'spec'];
const LOG_ADDRESSES = ['both', 'spec', 'alpha', 'none'];
const METADATA_USES = ['keep', 'drop', 'refuse'];
const ERROR_FORMATS = ['message', 'detail', 'validation', 'published'];
class ScenarioError extends Error {
    name = 'ScenarioError';
}
const UNITS = { ms: 1, s: 1000, m: 60_000 };
/** Converts a `Time` to milliseconds. @throws ScenarioError with `where` */
function parseTime(time, where) {
    const given = typeof time === 'string' || typeof time === 'number' ? String(time).trim() : '';
    const match = /^(\d+(?:\.\d+)?)\s*(ms|s|m)?$/.exec(given);
    if (match === null) {
        throw new ScenarioError(`${where}: ${JSON.stringify(time)} is no time; write 250ms, 1.5s or 2m`);
    }
    return Number(match[1]) * (UNITS[match[2] ?? 's'] ?? 1000);
}
/** Replaces `{{name}}` in every string of the data. Names without a value are kept. */
function fill(value, values) {
    if (typeof value === 'string') {
        if (!value.includes('{{')) {
            return value;
        }
        return value.replace(/\{\{(\w+)\}\}/g, (mark, name) => Object.hasOwn(values, name) ? (values[name] ?? mark) : mark);
    }
    if (Array.isArray(value)) {
        return value.map((item) => fill(item, values));
    }
    if (value === null || typeof value !== 'object') {
        return value;
    }
    return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, fill(field, values)]));
}


/***/ }),

/***/ 2801:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {


// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  u: () => (/* binding */ requestLine),
  O: () => (/* binding */ startSandbox)
});

;// CONCATENATED MODULE: external "node:http"
const external_node_http_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:http");
// EXTERNAL MODULE: external "node:timers/promises"
var promises_ = __nccwpck_require__(8500);
// EXTERNAL MODULE: ./build/sandbox/faces/face.js
var face = __nccwpck_require__(4419);
;// CONCATENATED MODULE: external "node:zlib"
const external_node_zlib_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:zlib");
// EXTERNAL MODULE: ./build/sandbox/scenario.js
var scenario = __nccwpck_require__(320);
;// CONCATENATED MODULE: ./build/sandbox/faults.js



const ANY = 'any';
/** The scope of requests that name no run, and of the sandbox's own rules. */
const EVERY_RUN = '';
/** Counts requests by kind and finds the faults for the current one. */
class FaultPlan {
    #declared;
    #counts = new Map();
    constructor(declared) {
        this.#declared = declared;
    }
    /** Counts the request. */
    next({ kind, runId }, rules) {
        this.#count(EVERY_RUN, kind);
        // The run of a create has no ID yet, so all creates are counted together.
        const scope = runId ?? EVERY_RUN;
        if (scope !== EVERY_RUN) {
            this.#count(scope, kind);
        }
        const striking = [
            ...this.#striking(rules.own, { kind, scope: EVERY_RUN }),
            ...this.#striking(rules.scenario, { kind, scope }),
        ];
        const habits = new Map();
        for (const each of striking) {
            if (each.kind === 'habit' && !habits.has(each.name)) {
                habits.set(each.name, each.habit);
            }
        }
        const first = striking.find((each) => each.kind === 'fault');
        return { fault: first?.fault ?? null, habits };
    }
    #striking(rules, { kind, scope }) {
        return rules.flatMap((rule) => {
            const resolved = resolve(rule, this.#declared);
            if (resolved.kind === 'foreign' || !(resolved.on.includes(kind) || resolved.on[0] === ANY)) {
                return [];
            }
            return hits(rule, this.#counted(scope, resolved.on)) ? [resolved] : [];
        });
    }
    #counted(scope, kinds) {
        return kinds.reduce((sum, kind) => sum + (this.#counts.get(`${scope} ${kind}`) ?? 0), 0);
    }
    #count(scope, kind) {
        for (const each of [kind, ANY]) {
            const name = `${scope} ${each}`;
            this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
        }
    }
    /** Resets all counts. */
    clear() {
        this.#counts.clear();
    }
}
function resolve(rule, { faults }) {
    const { do: action } = rule;
    const on = rule.on === undefined ? [ANY] : [rule.on];
    if (isFaultName(action) || (typeof action === 'object' && !('fault' in action))) {
        return { kind: 'fault', fault: action, on };
    }
    const named = typeof action === 'string' ? { fault: action } : action;
    const declared = Object.hasOwn(faults, named.fault) ? faults[named.fault] : undefined;
    if (declared === undefined) {
        return { kind: 'foreign' };
    }
    const kinds = rule.on === undefined ? declared.on : on;
    const { stands } = declared;
    if (stands === null) {
        const forMs = named.for === undefined ? declared.forMs : (0,scenario/* parseTime */.pe)(named.for, 'for');
        const habit = { forMs: forMs ?? 0, count: named.count ?? declared.count ?? 0 };
        return { kind: 'habit', name: named.fault, habit, on: kinds };
    }
    if (named.for === undefined || typeof stands === 'string') {
        return { kind: 'fault', fault: stands, on: kinds };
    }
    return { kind: 'fault', fault: { ...stands, delay: named.for }, on: kinds };
}
function isFaultName(action) {
    return scenario/* FAULT_NAMES */.cT.includes(action);
}
function hits(rule, count) {
    if (rule.nth !== undefined) {
        return count === rule.nth;
    }
    if (count < (rule.from ?? 1) || count > (rule.to ?? Infinity)) {
        return false;
    }
    return rule.every === undefined || count % rule.every === 0;
}
/** Whether the fault takes effect before the request is carried out. */
function strikesBefore(action) {
    if (typeof action === 'string') {
        return action === 'reset-before';
    }
    return action.status !== undefined && action.after !== true;
}
/** The status that the client receives, or null. */
function statusSeen(action, status) {
    if (typeof action === 'object') {
        return action.status ?? status;
    }
    if (action === 'reset-before' || action === 'reset-after' || action === 'stall-headers') {
        return null;
    }
    return action === 'redirect' ? 302 : status;
}
const JSON_TYPE = { 'content-type': 'application/json' };
const DRIP_MS = 20;
/**
 * Sends the fault's response instead of `prepared`. Ends early if the client disconnects or the
 * sandbox closes.
 */
async function answerFaulty(response, action, prepared) {
    const { status, body } = prepared;
    const type = { ...JSON_TYPE, ...prepared.headers };
    if (typeof action === 'object') {
        if (action.delay !== undefined && !(await pause(response, (0,scenario/* parseTime */.pe)(action.delay, 'delay')))) {
            return;
        }
        if (action.status === undefined) {
            response.writeHead(status, { ...type, ...action.headers }).end(body);
            return;
        }
        const said = action.body ?? { message: `A fault of the scenario: status ${action.status}` };
        const text = typeof said === 'string' ? said : JSON.stringify(said);
        response.writeHead(action.status, { ...JSON_TYPE, ...action.headers }).end(text);
        return;
    }
    const bytes = Buffer.from(body);
    const whole = { ...type, 'content-length': bytes.length };
    const half = bytes.subarray(0, Math.max(1, Math.floor(bytes.length / 2)));
    switch (action) {
        case 'reset-before':
        case 'reset-after':
            response.socket?.resetAndDestroy();
            return;
        case 'cut-body':
            response.writeHead(status, whole);
            response.write(half, () => response.socket?.destroy());
            return;
        case 'wrong-body':
            response.writeHead(status, JSON_TYPE).end('{"half": ');
            return;
        case 'html':
            response
                .writeHead(status, { 'content-type': 'text/html' })
                .end('<!doctype html><title>Busy</title><p>Please wait.</p>');
            return;
        case 'empty':
            response.writeHead(status, JSON_TYPE).end();
            return;
        case 'gzip':
            response.writeHead(status, { ...type, 'content-encoding': 'gzip' }).end((0,external_node_zlib_namespaceObject.gzipSync)(bytes));
            return;
        case 'redirect':
            response.writeHead(302, { location: 'https://example.com/elsewhere' }).end();
            return;
        case 'stall-headers':
            return;
        case 'stall-body':
            response.writeHead(status, whole).write(half);
            return;
        case 'drip':
            response.writeHead(status, whole);
            for (const byte of bytes) {
                response.write(Buffer.of(byte));
                if (!(await pause(response, DRIP_MS))) {
                    return;
                }
            }
            response.end();
    }
}
/** False if the connection ended in the meantime. Leaves no timer behind. */
async function pause(response, ms) {
    const gone = new AbortController();
    const end = () => gone.abort();
    response.once('close', end);
    try {
        await (0,promises_.setTimeout)(ms, undefined, { signal: gone.signal });
        return !response.destroyed;
    }
    catch {
        return false;
    }
    finally {
        response.off('close', end);
    }
}

;// CONCATENATED MODULE: ./build/sandbox/faces/shape.js
/** Shapes of bodies and queries, without a package: the built-in scenarios need none. */
const anything = () => [];
const shape_boolean = (value, at) => typeof value === 'boolean' ? [] : [{ at, why: 'must be true or false' }];
function shape_text({ min = 0, max = Infinity, pattern = /^/, } = {}) {
    return (value, at) => {
        if (typeof value !== 'string') {
            return [{ at, why: 'must be a string' }];
        }
        if (value.length < min || value.length > max) {
            return [{ at, why: `must have ${min} to ${max} characters` }];
        }
        return pattern.test(value) ? [] : [{ at, why: `must match ${pattern.source}` }];
    };
}
function oneOf(words) {
    return (value, at) => words.includes(value) ? [] : [{ at, why: `must be one of ${words.join(', ')}` }];
}
function number({ min }) {
    return (value, at) => typeof value === 'number' && value >= min ? [] : [{ at, why: `must be at least ${min}` }];
}
function listOf(shape, { max = Infinity, min = 0 } = {}) {
    return (value, at) => {
        if (!Array.isArray(value)) {
            return [{ at, why: 'must be a list' }];
        }
        if (value.length > max || value.length < min) {
            return [{ at, why: `must have ${min} to ${max} items` }];
        }
        return value.flatMap((item, index) => shape(item, [...at, String(index)]));
    };
}
/** An object of any fields with values of this shape. */
function mapOf(shape) {
    return (value, at) => {
        if (isObject(value)) {
            return Object.entries(value).flatMap(([name, field]) => shape(field, [...at, name]));
        }
        return [{ at, why: 'must be an object' }];
    };
}
/** An object of these fields alone. A name that ends in `?` may be absent. */
function object(fields, { open = false } = {}) {
    const known = new Map(Object.entries(fields).map(([name, shape]) => [
        name.replace('?', ''),
        { shape, isOptional: name.endsWith('?') },
    ]));
    return (value, at) => {
        if (!isObject(value)) {
            return [{ at, why: 'must be an object' }];
        }
        const missing = [...known].filter(([name, { isOptional }]) => !isOptional && !Object.hasOwn(value, name));
        const given = Object.entries(value).flatMap(([name, field]) => {
            const field_ = known.get(name);
            if (field_ !== undefined) {
                return field_.shape(field, [...at, name]);
            }
            return open ? [] : [{ at: [...at, name], why: 'is not a known field' }];
        });
        return [...missing.map(([name]) => ({ at: [...at, name], why: 'is required' })), ...given];
    };
}
/** Null is as good as absent. */
function nullable(shape) {
    return (value, at) => (value === null ? [] : shape(value, at));
}
function isObject(value) {
    return value !== null && typeof value === 'object' && !Array.isArray(value);
}
/** A body that was not validated yet; null if it is no JSON object. */
function bodyObject(body) {
    try {
        const value = JSON.parse(body);
        return isObject(value) ? value : null;
    }
    catch {
        return null;
    }
}

;// CONCATENATED MODULE: ./build/sandbox/faces/entries.js

/** The entry of an item that is not raw. */
function entryOf(item) {
    return item.value();
}
/** A text as it is, anything else as JSON, nothing as an empty text. */
function asText(value) {
    if (value === null || value === undefined) {
        return '';
    }
    return typeof value === 'string' ? value : JSON.stringify(value);
}
/** The same for people: `check: lint, conclusion: failure` of an object. */
function asWords(value) {
    if (!isObject(value)) {
        return asText(value);
    }
    return Object.entries(value)
        .map(([name, field]) => `${name}: ${asText(field)}`)
        .join(', ');
}
/** What a tool printed, or else what was observed of it; without either, what else it gave. */
function printedBy({ tool_output: output, observation }) {
    if (!isObject(output)) {
        return asWords(observation) || asText(output);
    }
    const { exit_code: _, stdout, stderr, ...rest } = output;
    const printed = [stdout, stderr].map(asText).filter((text) => text !== '');
    if (printed.length > 0) {
        return printed.join('\n');
    }
    return asWords(observation) || (Object.keys(rest).length > 0 ? asText(rest) : '');
}
/** What the turn answers: its result, or the last `FINAL_ANSWER`; empty without either. */
function answerOf({ result, log }) {
    if (result !== null) {
        return result;
    }
    const last = log.findLast((item) => !item.isRaw && entryOf(item).message_type === 'FINAL_ANSWER');
    return last === undefined ? '' : asText(entryOf(last).observation);
}

;// CONCATENATED MODULE: ./build/sandbox/faces/endpoints.js

/** `target` is like `GET /v1/agents/{agent}`; a name in braces takes one segment. */
function endpoint(target, kind) {
    const [method = '', template = ''] = target.split(' ');
    const path = template.replace(/\{(\w+)\}/g, (_, name) => `(?<${name}>[^/]+)`);
    return { kind, method, path: new RegExp(`^${path}$`) };
}
function findEndpoint(table, { request, pathPrefix }) {
    if (!request.path.startsWith(pathPrefix)) {
        return { kind: 'nowhere' };
    }
    const rest = request.path.slice(pathPrefix.length);
    const matching = table.filter(({ path }) => path.test(rest));
    const found = matching.find(({ method }) => method === request.method);
    if (found === undefined) {
        return { kind: matching.length === 0 ? 'nowhere' : 'wrong-method' };
    }
    const groups = found.path.exec(rest)?.groups ?? {};
    const params = Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decoded(value)]));
    return { kind: 'found', endpoint: found, params };
}
/** The route of a request, by the table of a service. Null: there is no such endpoint. */
function routeOf(table, { world, request, runId, prompt }) {
    const found = findEndpoint(table, { request, pathPrefix: world.pathPrefix });
    if (found.kind !== 'found') {
        return null;
    }
    const { kind } = found.endpoint;
    return {
        kind,
        runId: runId(found.params, kind),
        prompt: kind === 'create' ? prompt(bodyObject(request.body)) : null,
    };
}
function decoded(segment) {
    try {
        return decodeURIComponent(segment);
    }
    catch {
        return segment;
    }
}

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __nccwpck_require__(7598);
;// CONCATENATED MODULE: ./build/sandbox/faces/ids.js
/** Ids that look random but are the same in every sandbox, so that tests can be repeated. */

/** `length` hexadecimal digits, at most 64. */
function hexOf(text, length) {
    return (0,external_node_crypto_.createHash)('sha256').update(text).digest('hex').slice(0, length);
}
/** A UUID in the form of version 4. */
function uuidOf(text) {
    const hex = hexOf(text, 32);
    return [
        hex.slice(0, 8),
        hex.slice(8, 12),
        `4${hex.slice(13, 16)}`,
        `8${hex.slice(17, 20)}`,
        hex.slice(20),
    ].join('-');
}

;// CONCATENATED MODULE: ./build/sandbox/store.js
/**
 * The runs, whichever service the sandbox plays. The state of a run is a function of its scenario
 * and the time, without timers.
 */

/** Where the built-in scenarios play if a run names no repository. */
const SAMPLE_REPOSITORY = 'https://github.com/octo/shop';
class Store {
    #options;
    #runs = new Map();
    #creates = new Map();
    #nextNth = 1;
    #created = 0;
    constructor(options) {
        this.#options = options;
    }
    create(order) {
        const { prompt, scenario, request = {}, keys = [], repository = '' } = order;
        const { sourceType = 'API', metadata = null, repoId = null } = order;
        const createdAt = this.#options.now() - (order.elapsedMs ?? 0) / this.#options.speed;
        const run = {
            id: order.id ?? this.#newId(),
            scenario,
            createdAt,
            turns: [
                {
                    prompt,
                    acceptedAt: createdAt,
                    startedAt: createdAt,
                    script: scriptOf(scenario, 0),
                    stoppedAt: Infinity,
                    sleptAt: Infinity,
                    isWoken: false,
                    notes: [],
                },
            ],
            request,
            keys,
            repository,
            isArchived: false,
            isClosed: false,
            banned: false,
            repoId,
            sourceType,
            metadata,
        };
        this.#put(run);
        if (order.seeded !== true) {
            this.#created++;
            for (const key of keys) {
                this.#creates.set(key, this.creates(key) + 1);
            }
        }
        return run;
    }
    #newId() {
        while (this.#runs.has(this.#options.idOf(this.#nextNth))) {
            this.#nextNth++;
        }
        return this.#options.idOf(this.#nextNth++);
    }
    /** Number of runs created since the start or the last `clear`. */
    get created() {
        return this.#created;
    }
    /** How many of them carry this key. */
    creates(key) {
        return this.#creates.get(key) ?? 0;
    }
    get(id) {
        const run = this.#runs.get(id);
        return run !== undefined && this.#knows(run) ? run : undefined;
    }
    /** In the order in which they were created. */
    all() {
        return [...this.#runs.values()].filter((run) => this.#knows(run));
    }
    /** The same runs as a replica shows them that lags behind. */
    behind(lagMs) {
        const replica = new Store({ ...this.#options, now: () => this.#options.now() - lagMs });
        replica.#runs = this.#runs;
        replica.#creates = this.#creates;
        return replica;
    }
    #knows({ createdAt }) {
        return createdAt <= this.#options.now();
    }
    clear() {
        this.#runs.clear();
        this.#creates.clear();
        this.#nextNth = 1;
        this.#created = 0;
    }
    /**
     * Begins the next turn of the scenario, or repeats the last one. Interrupts an active run unless
     * the turn is queued.
     */
    resume(run, prompt, { isWoken = false } = {}) {
        const script = this.nextScript(run);
        const acceptedAt = this.scenarioNow(run);
        const startedAt = script.queued ? Math.max(acceptedAt, ...run.turns.map(endOf)) : acceptedAt;
        const stoppedAt = run.banned ? acceptedAt : Infinity;
        const times = { acceptedAt, startedAt, stoppedAt, sleptAt: Infinity };
        const turn = { prompt, script, ...times, isWoken, notes: [] };
        return this.#put({ ...run, turns: [...run.turns, turn] });
    }
    /** What the next turn would play. */
    nextScript(run) {
        return scriptOf(run.scenario, run.turns.length);
    }
    /** The user says something to the turn at work, which goes on as it was. */
    note(run, text) {
        const note = { text, at: this.scenarioNow(run) };
        return this.#changeLast(run, (turn) => ({ ...turn, notes: [...turn.notes, note] }));
    }
    #changeLast(run, change) {
        const last = run.turns.length - 1;
        const turns = run.turns.map((turn, index) => (index === last ? change(turn) : turn));
        return this.#put({ ...run, turns });
    }
    /** Stops the turns that have not ended. */
    stop(run) {
        const now = this.scenarioNow(run);
        const turns = run.turns.map((turn, index) => {
            const isOver = Math.min(endOf(turn), run.turns[index + 1]?.startedAt ?? Infinity) <= now;
            return isOver ? turn : { ...turn, stoppedAt: Math.min(turn.stoppedAt, now) };
        });
        return this.#put({ ...run, turns });
    }
    /** The same, and all that begin before `unban`. */
    ban(run) {
        this.#put({ ...this.stop(run), banned: true });
    }
    unban(run) {
        this.#put({ ...run, banned: false });
    }
    /** Stops the run until its next turn. */
    sleep(run) {
        const now = this.scenarioNow(run);
        return this.#changeLast(this.stop(run), (turn) => ({
            ...turn,
            sleptAt: Math.min(turn.sleptAt, now),
        }));
    }
    /** Gives it other keys. */
    rekey(run, keys) {
        return this.#put({ ...run, keys });
    }
    archive(run, isArchived) {
        return this.#put({ ...run, isArchived });
    }
    /** Stops the run for ever. */
    close(run) {
        return this.#put({ ...this.stop(run), isClosed: true });
    }
    /** Takes the run away. */
    remove(run) {
        this.#runs.delete(run.id);
    }
    #put(run) {
        this.#runs.set(run.id, run);
        return run;
    }
    /** The current state of the run. */
    state(run) {
        const { log, ...fields } = this.now(run);
        return { ...fields, entries: log.map(({ value }) => value()) };
    }
    /**
     * The same, but entries are made when they are called for: a long log is mostly read in pages.
     */
    now(run) {
        let status = 'ACTIVE';
        let result = null;
        let summary = null;
        const { webUrlRoot } = this.#options;
        let webUrl = webUrlRoot === null ? null : `${webUrlRoot}/${run.id}`;
        let pullRequests = null;
        const log = [];
        for (const { turn, index, until, steps, isStopped } of this.#views(run)) {
            const resumed = index > 0;
            const isStatusVisible = !resumed || until >= turn.script.statusLag;
            if (resumed && isStatusVisible) {
                status = 'ACTIVE';
            }
            if (resumed && turn.script.echo && until >= 0) {
                log.push({ at: turn.startedAt, isRaw: false, value: () => echo(turn) });
            }
            const values = valuesOf(run, turn);
            for (const step of steps) {
                if (step.status !== undefined && isStatusVisible) {
                    status = step.status;
                }
                if (step.result !== undefined) {
                    result = (0,scenario/* fill */.GS)(step.result, values);
                }
                if (step.summary !== undefined) {
                    summary = (0,scenario/* fill */.GS)(step.summary, values);
                }
                if (step.web_url !== undefined) {
                    webUrl = (0,scenario/* fill */.GS)(step.web_url, values);
                }
                if (step.github_pull_requests !== undefined) {
                    pullRequests = (0,scenario/* fill */.GS)(step.github_pull_requests, values);
                }
                log.push(...itemsOf(step, { turn, values }));
            }
            if (isStopped) {
                status = 'CANCELLED';
            }
        }
        return { status, result, summary, webUrl, pullRequests, log };
    }
    /** Each turn by itself, for services that tell more of a turn than the state of its run. */
    turns(run) {
        return this.#views(run).map((view) => turnState(run, view));
    }
    #views(run) {
        const now = this.scenarioNow(run);
        return run.turns.map((turn, index) => {
            // A turn stops when the next one begins.
            const until = Math.min(now, run.turns[index + 1]?.startedAt ?? Infinity, turn.stoppedAt) - turn.startedAt;
            const { steps } = turn.script;
            const later = steps.findIndex(({ at }) => at > until);
            return {
                turn,
                index,
                until,
                steps: later === -1 ? steps : steps.slice(0, later),
                isStopped: turn.stoppedAt <= now,
            };
        });
    }
    /** When a time of the scenario is, on the real clock. Milliseconds since the epoch. */
    realTime(run, scenarioTime) {
        return run.createdAt + (scenarioTime - run.createdAt) / this.#options.speed;
    }
    /** Scenario time is scaled by the speed. Milliseconds since the epoch. */
    scenarioNow(run) {
        return this.scenarioTime(run, this.#options.now());
    }
    /** The same at a time of the real clock. */
    scenarioTime(run, realTime) {
        return run.createdAt + (realTime - run.createdAt) * this.#options.speed;
    }
}
const EMPTY_ENTRY = {
    message_type: 'ACTION',
    thought: null,
    tool_name: null,
    tool_input: null,
    tool_output: null,
    observation: null,
};
function scriptOf({ turns }, index) {
    const script = turns[Math.min(index, turns.length - 1)];
    if (script === undefined) {
        throw new Error('a scenario has at least one turn');
    }
    return script;
}
/** Somebody has put it to sleep, and its next turn has not begun. */
function isPutToSleep({ turns }) {
    return (turns.at(-1)?.sleptAt ?? Infinity) < Infinity;
}
/** When the turn ends if nothing interrupts it, milliseconds since the epoch. */
function endOf({ startedAt, script, stoppedAt }) {
    return Math.min(stoppedAt, startedAt + (script.steps.at(-1)?.at ?? 0));
}
function turnState(run, { turn, index, until, steps, isStopped }) {
    let status = null;
    let statusAt = turn.startedAt;
    let result = null;
    let pullRequests = null;
    let usage = null;
    let output = null;
    const log = [];
    const pushes = [];
    const values = valuesOf(run, turn);
    for (const step of steps) {
        if (step.push !== undefined) {
            pushes.push({ ...step.push, at: turn.startedAt + step.at });
        }
        if (step.status !== undefined) {
            status = step.status;
            statusAt = turn.startedAt + step.at;
        }
        if (step.result !== undefined) {
            result = (0,scenario/* fill */.GS)(step.result, values);
        }
        if (step.github_pull_requests !== undefined) {
            pullRequests = (0,scenario/* fill */.GS)(step.github_pull_requests, values);
        }
        usage = step.usage ?? usage;
        if (step.output !== undefined) {
            output = (0,scenario/* fill */.GS)(step.output, values);
        }
        log.push(...itemsOf(step, { turn, values }));
    }
    if (isStopped) {
        status = 'CANCELLED';
        statusAt = turn.stoppedAt;
    }
    const isWaiting = until < 0;
    return {
        index,
        turn,
        isWaiting,
        isStopped,
        status,
        statusAt,
        result,
        pullRequests,
        usage,
        output,
        log,
        pushes,
    };
}
function valuesOf(run, turn) {
    const repository = run.repository === '' ? SAMPLE_REPOSITORY : run.repository;
    return { prompt: turn.prompt, run: run.id, repository };
}
/** What the step adds to the log: nothing, an entry, a raw one, or both. */
function itemsOf(step, { turn, values }) {
    const { raw, entry } = step;
    const at = turn.startedAt + step.at;
    const items = [];
    if (raw !== undefined) {
        items.push({ at, isRaw: true, value: () => raw });
    }
    if (entry !== undefined) {
        items.push({ at, isRaw: false, value: () => store_entryOf(entry, { at, values }) });
    }
    return items;
}
function store_entryOf(entry, { at, values }) {
    const created_at = new Date(at).toISOString();
    return { ...EMPTY_ENTRY, created_at, ...(0,scenario/* fill */.GS)(entry, values) };
}
function echo(turn) {
    const created_at = new Date(turn.startedAt).toISOString();
    return { ...EMPTY_ENTRY, created_at, message_type: 'USER_MESSAGE', observation: turn.prompt };
}

;// CONCATENATED MODULE: ./build/sandbox/github.js
/**
 * GitHub beside the service: the pull requests that runs push to, and what is checked of their
 * commits, as scenarios script them (`push`). It only answers reads, at the path `/github` of the
 * sandbox, for `GITHUB_API_URL`.
 */






const GITHUB_PATH = '/github';
const ENDPOINTS = [
    endpoint('GET /repos/{owner}/{repo}/pulls/{number}', 'pull'),
    endpoint('GET /repos/{owner}/{repo}/commits/{sha}', 'commit'),
    endpoint('GET /repos/{owner}/{repo}/commits/{sha}/check-suites', 'suites'),
    endpoint('GET /repos/{owner}/{repo}/commits/{sha}/check-runs', 'runs'),
    endpoint('GET /repos/{owner}/{repo}/commits/{sha}/statuses', 'statuses'),
    endpoint('GET /repos/{owner}/{repo}/check-runs/{id}/annotations', 'annotations'),
    endpoint('GET /repos/{owner}/{repo}/actions/jobs/{id}/logs', 'log-address'),
    endpoint('GET /job-logs/{id}', 'log'),
];
/** Null where the path is none of GitHub's. */
function answerGitHub(world, request) {
    const pathPrefix = `${world.pathPrefix}${GITHUB_PATH}`;
    if (!request.path.startsWith(`${pathPrefix}/`)) {
        return null;
    }
    const found = findEndpoint(ENDPOINTS, { request, pathPrefix });
    if (found.kind !== 'found') {
        return notFound();
    }
    const { endpoint: known, params } = found;
    if (known.kind !== 'log' && asText(request.headers['authorization']) === '') {
        return (0,face/* json */.Pq)(401, { message: 'Requires authentication' });
    }
    const place = `${params['owner'] ?? ''}/${params['repo'] ?? ''}`.toLowerCase();
    const all = commitsOf(world);
    const here = all.filter((commit) => commit.place.toLowerCase() === place);
    const ofSha = here.find(({ sha }) => sha === params['sha']);
    switch (known.kind) {
        case 'pull': {
            const commits = here.filter(({ push }) => String(push.number) === params['number']);
            return commits.length === 0 ? notFound() : (0,face/* json */.Pq)(200, pullBody(world, commits));
        }
        case 'log': {
            const check = all.flatMap(jobsOf).find(({ id }) => String(id) === params['id']);
            const headers = { 'content-type': 'text/plain; charset=utf-8' };
            return { status: 200, headers, content: { kind: 'text', text: check?.source.log ?? '' } };
        }
        case 'log-address': {
            const host = `http://${asText(request.headers['host'])}`;
            const location = `${host}${pathPrefix}/job-logs/${params['id'] ?? ''}`;
            return { status: 302, headers: { location }, content: { kind: 'none' } };
        }
        case 'annotations': {
            const check = here.flatMap(jobsOf).find(({ id }) => String(id) === params['id']);
            return (0,face/* json */.Pq)(200, (check?.source.annotations ?? []).map(annotationBody));
        }
        default:
            return ofSha === undefined ? notFound() : (0,face/* json */.Pq)(200, checksBody(world, known.kind, ofSha));
    }
}
function notFound() {
    return (0,face/* json */.Pq)(404, { message: 'Not Found' });
}
/** Oldest first. */
function commitsOf({ store }) {
    return store.all().flatMap((run) => {
        const address = run.repository === '' ? SAMPLE_REPOSITORY : run.repository;
        const place = new URL(address).pathname.replace(/^\//, '');
        const pushes = store.turns(run).flatMap((turn) => turn.pushes);
        return pushes.map((push, index) => ({
            run,
            push,
            sha: hexOf(`${run.id}/push/${index}`, 40),
            place,
            ageMs: store.scenarioNow(run) - push.at,
        }));
    });
}
function pullBody({ store }, commits) {
    const [first] = commits;
    const last = commits.at(-1);
    if (first === undefined || last === undefined) {
        throw new Error('a pull request has a commit');
    }
    const { place, push, sha } = last;
    const repo = { full_name: place };
    return {
        number: push.number,
        title: push.title ?? 'Fix',
        state: 'open',
        merged: false,
        created_at: new Date(store.realTime(first.run, first.push.at)).toISOString(),
        user: { login: 'sandbox-agent[bot]' },
        head: { ref: push.branch ?? 'agent/fix', sha, repo },
        base: { ref: 'main', sha: hexOf(`${place}/base`, 40), repo },
        changed_files: commits.length,
    };
}
/** What a read of the commit, or of what is checked of it, is answered. */
function checksBody({ store }, kind, commit) {
    const jobs = jobsOf(commit);
    const id = idOf(`${commit.sha}/suite`);
    switch (kind) {
        case 'commit': {
            const date = new Date(store.realTime(commit.run, commit.push.at)).toISOString();
            return { sha: commit.sha, commit: { message: 'Fix', committer: { date } } };
        }
        case 'suites': {
            const suites = jobs.length === 0 ? [] : [suiteBody(jobs, id)];
            return { total_count: suites.length, check_suites: suites };
        }
        case 'runs':
            return {
                total_count: jobs.length,
                check_runs: jobs.map((job) => jobBody(job, { commit, suite: id })),
            };
        case 'statuses':
            return checksOf(commit)
                .filter(({ source }) => source.kind === 'status')
                .map(statusBody);
    }
}
function checksOf({ push, sha, ageMs }) {
    return (push.checks ?? []).map((source) => {
        const isDone = ageMs >= (0,scenario/* parseTime */.pe)(source.after ?? 0, source.name);
        return {
            id: idOf(`${sha}/${source.name}`),
            source,
            conclusion: isDone ? (source.conclusion ?? 'success') : null,
        };
    });
}
function jobsOf(commit) {
    return checksOf(commit).filter(({ source }) => source.kind !== 'status');
}
const APP = { slug: 'github-actions', name: 'GitHub Actions' };
const GOOD = ['success', 'neutral', 'skipped'];
function suiteBody(jobs, id) {
    const isDone = jobs.every(({ conclusion }) => conclusion !== null);
    const isGood = jobs.every(({ conclusion }) => GOOD.includes(conclusion ?? ''));
    const end = isGood ? 'success' : 'failure';
    return {
        id,
        app: APP,
        status: isDone ? 'completed' : 'in_progress',
        conclusion: isDone ? end : null,
        latest_check_runs_count: jobs.length,
    };
}
function jobBody({ id, source, conclusion }, { commit, suite }) {
    const address = `https://github.com/${commit.place}/actions/runs/${suite}/job/${id}`;
    const isDone = conclusion !== null;
    const { title = null, summary = null, annotations = [] } = source;
    return {
        id,
        name: source.name,
        app: APP,
        check_suite: { id: suite },
        status: isDone ? 'completed' : 'in_progress',
        conclusion,
        started_at: null,
        details_url: address,
        html_url: address,
        output: {
            title: isDone ? title : null,
            summary: isDone ? summary : null,
            annotations_count: isDone ? annotations.length : 0,
        },
    };
}
function statusBody({ id, source, conclusion }) {
    const description = source.title ?? null;
    const state = conclusion ?? 'pending';
    return { id, context: source.name, state, description, target_url: null, created_at: null };
}
function annotationBody({ path, line, message, }) {
    return { path, start_line: line, end_line: line, annotation_level: 'failure', message };
}
/** A number that looks as GitHub's do. */
function idOf(text) {
    return Number.parseInt(hexOf(text, 9), 16);
}

// EXTERNAL MODULE: ./build/sandbox/library.js + 8 modules
var sandbox_library = __nccwpck_require__(8210);
// EXTERNAL MODULE: ./build/sandbox/read-scenario.js + 2 modules
var read_scenario = __nccwpck_require__(1708);
;// CONCATENATED MODULE: ./build/sandbox/faces/agent-run/errors.js
class Refused extends Error {
    name = 'Refused';
    status;
    /** The location of the problem in the request, such as `['body', 'prompt']`. */
    at;
    constructor(status, message, at = []) {
        super(message);
        this.status = status;
        this.at = at;
    }
}
/** 429, with the time when a request will be possible again. */
class RateLimited extends Refused {
    refusal;
    constructor(refusal) {
        super(429, `Rate limit exceeded (${refusal.limit})`);
        this.refusal = refusal;
    }
}
/** Status and body of an error response. */
function errorAnswer({ status, message, at }, format) {
    switch (format) {
        case 'message':
            return { status, body: { message } };
        case 'detail':
            return { status, body: { detail: message } };
        case 'validation':
            return { status, body: validation(at, message) };
        case 'published':
            if (at.length > 0) {
                return { status: 422, body: validation(at, message) };
            }
            if (status === 405) {
                return { status, body: { detail: 'Method Not Allowed' } };
            }
            return { status, body: { message, status_code: status } };
    }
}
function validation(at, message) {
    return { detail: [{ loc: at, msg: message, type: 'value_error' }] };
}
/** `now` in milliseconds since the epoch. */
function retryHeaders({ retryMs }, { say, now }) {
    switch (say) {
        case 'none':
            return {};
        case 'seconds':
            return { 'retry-after': String(Math.ceil(retryMs / 1000)) };
        case 'date':
            // HTTP dates have whole seconds. Rounded up, so that a retry at that time is not too early.
            return { 'retry-after': new Date(now + retryMs + 999).toUTCString() };
        case 'ms':
            return { 'retry-after-ms': String(Math.ceil(retryMs)) };
        case 'reset':
            return { 'x-ratelimit-reset': String(Math.ceil((now + retryMs) / 1000)) };
    }
}

// EXTERNAL MODULE: ./build/sandbox/faces/agent-run/faults.js
var faults = __nccwpck_require__(1998);
;// CONCATENATED MODULE: ./build/sandbox/faces/agent-run/limits.js
/**
 * The service's rate limits (spec 8): sliding windows over the requests of the sandbox's only
 * token. Each limit can be changed or switched off.
 */
const SPEC_LIMITS = {
    standard: { limit: 60, windowMs: 30_000 },
    shared: { limit: 60, windowMs: 60_000 },
    creation: { limit: 10, windowMs: 60_000 },
    setup: { limit: 5, windowMs: 60_000 },
    analysis: { limit: 5, windowMs: 60_000 },
};
/** Counts accepted requests. Refused ones do not count. */
class RateLimiter {
    #limits;
    /** Times of the accepted requests in each window, oldest first. */
    #taken = new Map();
    constructor(limits) {
        this.#limits = limits;
    }
    /**
     * Null if the request is within all limits (and was counted), otherwise the exceeded limit with
     * the longest wait.
     */
    take(category, now) {
        const windows = [category, 'shared'].flatMap((limit) => {
            const window = this.#limits[limit];
            if (window === null) {
                return [];
            }
            const times = (this.#taken.get(limit) ?? []).filter((time) => time > now - window.windowMs);
            return [{ limit, window, times }];
        });
        const refusals = windows
            .filter(({ window, times }) => times.length >= window.limit)
            .map(({ limit, window, times }) => ({
            limit,
            retryMs: (times[0] ?? now) + window.windowMs - now,
        }));
        const [worst] = refusals.sort((a, b) => b.retryMs - a.retryMs);
        if (worst !== undefined) {
            return worst;
        }
        for (const { limit, times } of windows) {
            this.#taken.set(limit, [...times, now]);
        }
        return null;
    }
    /** Forgets every request. */
    clear() {
        this.#taken.clear();
    }
}

;// CONCATENATED MODULE: ./build/sandbox/faces/agent-run/request.js
/** Validation of requests. Undocumented fields are refused, so that client errors are noticed. */

/** The body's fields, all of them in `allowed`. @throws Refused */
function bodyFields({ query, contentType, body }, allowed) {
    onlyQuery(query, []);
    if (!/^application\/json\s*(;|$)/i.test(contentType)) {
        throw new Refused(400, 'Requests with a body must carry Content-Type: application/json', [
            'header',
            'content-type',
        ]);
    }
    let parsed;
    try {
        parsed = JSON.parse(body);
    }
    catch {
        throw new Refused(400, 'The body is not valid JSON', ['body']);
    }
    if (parsed === null || typeof parsed !== 'object' || Array.isArray(parsed)) {
        throw new Refused(400, 'The body must be a JSON object', ['body']);
    }
    for (const name of Object.keys(parsed)) {
        if (!allowed.includes(name)) {
            throw new Refused(400, `Unknown field ${name}; known are ${allowed.join(', ')}`, [
                'body',
                name,
            ]);
        }
    }
    return parsed;
}
/** @throws Refused for any other parameter, and for one that is given twice */
function onlyQuery(query, allowed) {
    for (const name of query.keys()) {
        if (!allowed.includes(name)) {
            throw new Refused(400, `Unknown query parameter ${name}`, ['query', name]);
        }
        if (query.getAll(name).length > 1) {
            throw new Refused(400, `Query parameter ${name} is given twice`, ['query', name]);
        }
    }
}
/** @throws Refused */
function requiredText(body, name) {
    const value = body[name];
    if (typeof value !== 'string' || value.trim() === '') {
        throw new Refused(400, `${name} must be a string that is not empty`, ['body', name]);
    }
    return value;
}
/** Null if the field is null or absent. @throws Refused */
function optional(body, name, read) {
    return body[name] === undefined || body[name] === null ? null : read(body, name);
}
/** @throws Refused */
function positive(body, name) {
    const value = body[name];
    if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 1) {
        throw new Refused(400, `${name} must be a positive integer`, ['body', name]);
    }
    return value;
}
/** Images as data URIs. @throws Refused */
function dataUris(body, name) {
    const value = body[name];
    const isUri = (item) => typeof item === 'string' && /^data:image\/[\w.+-]+;base64,/.test(item);
    if (!Array.isArray(value) || !value.every(isUri)) {
        throw new Refused(400, `${name} must be a list of images as data URIs`, ['body', name]);
    }
    return value;
}
/** @throws Refused */
function jsonObject(body, name) {
    const value = body[name];
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
        throw new Refused(400, `${name} must be an object`, ['body', name]);
    }
    return value;
}
/** An ID in a path. @throws Refused */
function pathId(value, name) {
    if (!/^[1-9]\d{0,14}$/.test(value)) {
        throw new Refused(400, `${name} must be a positive integer, not "${value}"`, ['path', name]);
    }
    return Number(value);
}
/** `skip` and `limit` (spec 4.5); lists of the published API take the same. @throws Refused */
function pageOf(query) {
    return {
        skip: queryInteger(query, { name: 'skip', initial: 0, min: 0, max: Infinity }),
        limit: queryInteger(query, { name: 'limit', initial: 100, min: 1, max: 100 }),
    };
}
/**
 * `page` and `pages` are counted in pages of `size` = `limit`; the specification does not show how.
 */
function pageFields({ skip, limit }, total) {
    return { page: Math.floor(skip / limit) + 1, size: limit, pages: Math.ceil(total / limit) };
}
/** A page of a list in the published API's form. */
function listPage(items, page) {
    const shown = items.slice(page.skip, page.skip + page.limit);
    return { items: shown, total: items.length, ...pageFields(page, items.length) };
}
/** @throws Refused */
function queryInteger(query, rule) {
    const given = query.get(rule.name);
    if (given === null) {
        return rule.initial;
    }
    const value = /^\d{1,15}$/.test(given) ? Number(given) : NaN;
    if (value >= rule.min && value <= rule.max) {
        return value;
    }
    const bound = rule.max === Infinity ? `at least ${rule.min}` : `from ${rule.min} to ${rule.max}`;
    throw new Refused(400, `${rule.name} must be an integer ${bound}, not "${given}"`, [
        'query',
        rule.name,
    ]);
}

;// CONCATENATED MODULE: ./build/sandbox/faces/agent-run/organization.js
/** The published endpoints that read an organization's data. */


function readMe({ organization }, { query }) {
    onlyQuery(query, []);
    return userBody(organization.me);
}
function listOrganizations({ organization, orgId }, { query }) {
    const page = pageFor(query);
    const settings = { enable_pr_creation: true, enable_rules_detection: true };
    return listPage([{ id: orgId, name: organization.name, settings }], page);
}
function listUsers({ organization }, { query }) {
    return listPage(organization.users.map(userBody), pageFor(query));
}
function readUser({ organization }, { query, userId }) {
    onlyQuery(query, []);
    const id = pathId(userId, 'user_id');
    const user = organization.users.find((each) => each.id === id);
    if (user === undefined) {
        throw new Refused(404, 'User not found');
    }
    return userBody(user);
}
function listRepositories({ organization, orgId }, { query }) {
    const page = pageFor(query);
    const items = organization.repositories.map(({ id, fullName, archived = false }) => ({
        id,
        name: fullName.split('/').at(-1),
        full_name: fullName,
        description: null,
        github_id: String(900_000 + id),
        organization_id: orgId,
        visibility: 'private',
        archived,
        setup_status: 'completed',
        language: 'TypeScript',
    }));
    return listPage(items, page);
}
function readIntegrations({ organization, orgId }, { query }) {
    onlyQuery(query, []);
    const integrations = organization.integrations.map(({ type, active }) => ({
        integration_type: type,
        active,
    }));
    return {
        organization_id: orgId,
        organization_name: organization.name,
        integrations,
        total_active_integrations: integrations.filter(({ active }) => active).length,
    };
}
function pageFor(query) {
    onlyQuery(query, ['skip', 'limit']);
    return pageOf(query);
}
function userBody({ id, login, isAdmin = false }) {
    return {
        id,
        email: `${login}@sandbox.example`,
        github_user_id: String(500_000 + id),
        github_username: login,
        avatar_url: null,
        full_name: null,
        role: isAdmin ? 'ADMIN' : 'MEMBER',
        is_admin: isAdmin,
    };
}

;// CONCATENATED MODULE: ./build/sandbox/faces/agent-run/run-body.js
/** The response of create, resume and read, and an item of the list of runs. */
function runBody(run, { store, orgId, mode }) {
    const state = store.now(run);
    const { pullRequests, summary } = state;
    const base = commonBody(run, { state, orgId, mode });
    if (mode.api === 'spec') {
        return { ...base, ...(pullRequests === null ? {} : { github_pull_requests: pullRequests }) };
    }
    return {
        ...base,
        summary,
        source_type: run.sourceType,
        github_pull_requests: pullRequests?.map((pull, index) => pullRequestBody(run, { pull, index })) ?? null,
    };
}
/**
 * The run's fields on a page of logs. In the published API it has no summary, source or pull
 * requests.
 */
function logsBody(run, { store, orgId, mode }) {
    if (mode.api === 'spec') {
        return runBody(run, { store, orgId, mode });
    }
    return commonBody(run, { state: store.now(run), orgId, mode });
}
/** An entry of the log, with the run that it belongs to. A raw one is sent unchanged. */
function entryBody(run, { isRaw, value }) {
    return isRaw ? value() : { agent_run_id: Number(run.id), ...value() };
}
function commonBody(run, { state, orgId, mode, }) {
    const { status, webUrl, result } = state;
    return {
        id: Number(run.id),
        organization_id: orgId,
        status,
        created_at: new Date(run.createdAt).toISOString(),
        web_url: webUrl,
        result,
        ...(mode.api === 'spec' ? {} : { metadata: run.metadata }),
    };
}
/** `id` is the service's own number, not GitHub's. */
function pullRequestBody(run, { pull, index }) {
    const { url, title = null, head_branch_name = null } = pull;
    return {
        id: Number(run.id) * 100 + index + 1,
        title,
        url,
        created_at: new Date(run.createdAt).toISOString(),
        head_branch_name,
    };
}

;// CONCATENATED MODULE: ./build/sandbox/faces/agent-run/runs.js



const PUBLISHED_FIELDS = ['images', 'metadata', 'model', 'agent_type'];
const AGENT_TYPES = ['codegen', 'claude_code'];
/** Endpoint 1 (spec 4.2). */
function createRun(options, request) {
    const { store, mode, organization } = options;
    const isPublished = mode.api === 'published';
    const scenario = options.scenarioFor(promptIn(request.body));
    const known = ['prompt', 'repo_id', ...options.extraFields, ...scenario.extraFields];
    const body = bodyFields(request, isPublished ? [...new Set([...known, ...PUBLISHED_FIELDS])] : known);
    const prompt = requiredText(body, 'prompt');
    let repoId = null;
    if (isPublished) {
        repoId = optional(body, 'repo_id', positive);
    }
    else if (body['repo_id'] !== undefined) {
        repoId = positive(body, 'repo_id');
    }
    knownRepository(options, repoId);
    const fields = isPublished ? publishedFields(body, mode) : {};
    const metadata = mode.metadata === 'drop' ? null : optional(fields, 'metadata', jsonObject);
    const repository = organization.repositories.find(({ id }) => id === repoId);
    const run = store.create({
        repoId,
        repository: repository === undefined ? '' : `https://github.com/${repository.fullName}`,
        prompt,
        scenario,
        metadata,
        keys: Object.values(metadata ?? {}).filter((value) => typeof value === 'string'),
        request: body,
    });
    return runBody(run, options);
}
/** Checks fields that the published API accepts beyond the specification. @throws Refused */
function publishedFields(body, { metadata }) {
    optional(body, 'images', dataUris);
    optional(body, 'model', requiredText);
    optional(body, 'metadata', jsonObject);
    const agentType = optional(body, 'agent_type', requiredText);
    if (agentType !== null && !AGENT_TYPES.includes(agentType)) {
        throw new Refused(400, `agent_type must be one of ${AGENT_TYPES.join(', ')}`, [
            'body',
            'agent_type',
        ]);
    }
    if (metadata === 'refuse' && body['metadata'] !== undefined && body['metadata'] !== null) {
        throw new Refused(400, 'Extra inputs are not permitted', ['body', 'metadata']);
    }
    return body;
}
/** @throws Refused if the organization has no such repository */
function knownRepository({ repoIds }, repoId) {
    if (repoId !== null && repoIds !== null && !repoIds.includes(repoId)) {
        throw new Refused(404, `Repository ${repoId} not found`);
    }
}
/** Endpoint 3 (spec 4.4). */
function resumeRun(options, request) {
    const { store, mode } = options;
    const isPublished = mode.api === 'published';
    const body = bodyFields(request, [
        'agent_run_id',
        'prompt',
        ...(isPublished ? ['images', 'model'] : []),
    ]);
    const id = positive(body, 'agent_run_id');
    const prompt = requiredText(body, 'prompt');
    if (isPublished) {
        publishedFields(body, mode);
    }
    return runBody(store.resume(knownRun(options, id), prompt), options);
}
/** Endpoint 2 (spec 4.3). */
function readRun(options, { runId, query }) {
    onlyQuery(query, []);
    return runBody(knownRun(options, pathId(runId, 'agent_run_id')), options);
}
/** Endpoint 4 (spec 4.5). */
function readLogs(options, { runId, query }) {
    const { store, mode } = options;
    onlyQuery(query, ['skip', 'limit', ...(mode.api === 'published' ? ['reverse'] : [])]);
    const page = pageOf(query);
    const reverse = query.get('reverse');
    if (reverse !== null && !['true', 'false'].includes(reverse)) {
        throw new Refused(400, `reverse must be true or false, not "${reverse}"`, ['query', 'reverse']);
    }
    const run = knownRun(options, pathId(runId, 'agent_run_id'));
    const { log } = store.now(run);
    const ordered = reverse === 'true' ? log.toReversed() : log;
    return {
        ...logsBody(run, options),
        logs: ordered.slice(page.skip, page.skip + page.limit).map((item) => entryBody(run, item)),
        total_logs: log.length,
        ...pageFields(page, log.length),
    };
}
/**
 * The list of runs, newest first. `stale`: without the newest run, to simulate a list that lags
 * behind.
 */
function listRuns(options, { query, stale }) {
    const { store, organization } = options;
    onlyQuery(query, ['skip', 'limit', 'user_id', 'source_type']);
    const page = pageOf(query);
    const userId = queryInteger(query, { name: 'user_id', initial: 0, min: 0, max: Infinity });
    const sourceType = query.get('source_type');
    const ofUser = userId === 0 || userId === organization.me.id;
    const newestFirst = store
        .all()
        .toSorted((a, b) => b.createdAt - a.createdAt || Number(b.id) - Number(a.id));
    const runs = (stale ? newestFirst.slice(1) : newestFirst).filter((run) => ofUser && (sourceType === null || run.sourceType === sourceType));
    const shown = listPage(runs, page);
    return {
        ...shown,
        items: shown['items'].map((run) => runBody(run, options)),
    };
}
/** @throws Refused */
function knownRun({ store, mode }, id) {
    const run = store.get(String(id));
    if (run !== undefined) {
        return run;
    }
    throw new Refused(404, mode.api === 'published' ? 'Agent run not found.' : `Agent run ${id} not found`);
}
/** The prompt, which selects a scenario before the request is validated. */
function promptIn(body) {
    try {
        const prompt = JSON.parse(body)?.['prompt'];
        return typeof prompt === 'string' ? prompt : '';
    }
    catch {
        return '';
    }
}

;// CONCATENATED MODULE: ./build/sandbox/faces/agent-run/sample-organization.js
/**
 * The data of the sandbox's organization: the token's owner, users, repositories and integrations.
 */
const ME = { id: 11, login: 'octo-dev', isAdmin: true };
const SAMPLE_ORGANIZATION = {
    name: 'Octo Shop',
    me: ME,
    users: [ME, { id: 12, login: 'octo-reviewer' }],
    repositories: [
        { id: 1, fullName: 'octo/shop' },
        { id: 2, fullName: 'octo/shop-api' },
        { id: 3, fullName: 'octo/docs' },
        { id: 4, fullName: 'octo/legacy-shop', archived: true },
    ],
    integrations: [
        { type: 'github', active: true },
        { type: 'slack', active: false },
    ],
};

;// CONCATENATED MODULE: ./build/sandbox/faces/agent-run/special-runs.js


/** Starts a run that generates the setup commands of a repository. */
function generateSetupCommands(options, request) {
    const body = bodyFields(request, ['repo_id', 'prompt']);
    const repoId = positive(body, 'repo_id');
    const hint = optional(body, 'prompt', requiredText);
    knownRepository(options, repoId);
    const { store, organization, scenarioFor } = options;
    const name = organization.repositories.find(({ id }) => id === repoId)?.fullName ?? `repository ${repoId}`;
    const prompt = [`Generate setup commands for ${name}.`, ...(hint === null ? [] : [hint])].join('\n\n');
    const scenario = scenarioFor(prompt);
    const run = store.create({
        repoId,
        prompt,
        scenario,
        sourceType: 'SETUP_COMMANDS',
        request: body,
    });
    const { status, webUrl } = store.state(run);
    return { agent_run_id: Number(run.id), status, url: webUrl };
}
/** Starts a run that analyzes the logs of a sandbox. */
function analyzeLogs({ store, scenarioFor }, { sandboxId, query }) {
    onlyQuery(query, []);
    const id = pathId(sandboxId, 'sandbox_id');
    const prompt = `Analyze the logs of sandbox ${id}.`;
    const run = store.create({
        prompt,
        scenario: scenarioFor(prompt),
        request: {},
    });
    return {
        agent_run_id: Number(run.id),
        status: store.state(run).status,
        message: `Analyzing the logs of sandbox ${id}`,
    };
}
/** Stops the run and all later turns until `unban`. */
function ban(options, request) {
    options.store.ban(knownRun(options, namedRun(request)));
    return { message: 'All agents of the pull request are stopped.' };
}
/** Allows later turns again. */
function unban(options, request) {
    options.store.unban(knownRun(options, namedRun(request)));
    return { message: 'Agents may work on the pull request again.' };
}
/** Has no effect, because runs of the sandbox have no real pull request. */
function removeFromPullRequest(options, request) {
    knownRun(options, namedRun(request));
    return { message: 'The agent is removed from the pull request.' };
}
function namedRun(request) {
    return positive(bodyFields(request, ['agent_run_id']), 'agent_run_id');
}

;// CONCATENATED MODULE: ./build/sandbox/faces/agent-run/table.js
const always = () => true;
const published = ({ api }) => api === 'published';
const logsAtSpecPath = ({ logs }) => logs === 'both' || logs === 'spec';
const logsAtAlphaPath = ({ logs }) => logs === 'both' || logs === 'alpha';
/** In matching order: names such as `resume` come before `{agent_run_id}`. */
const table_ENDPOINTS = [
    row('POST ORG/agent/run', 'create', { category: 'creation' }),
    row('POST ORG/agent/run/resume', 'resume'),
    row('POST ORG/agent/run/ban', 'ban', { isServed: published }),
    row('POST ORG/agent/run/unban', 'unban', { isServed: published }),
    row('POST ORG/agent/run/remove-from-pr', 'remove-from-pr', { isServed: published }),
    row('GET ORG/agent/runs', 'runs', { isServed: published }),
    row('GET ORG/agent/run/RUN/logs', 'logs', { isServed: logsAtSpecPath }),
    row('GET ALPHA/agent/run/RUN/logs', 'logs', { isServed: logsAtAlphaPath }),
    row('GET ORG/agent/run/RUN', 'read'),
    row('GET /v1/users/me', 'me', { isServed: published }),
    row('GET /v1/organizations', 'organizations', { isServed: published }),
    row('GET ORG/users', 'users', { isServed: published }),
    row('GET ORG/users/ITEM', 'user', { isServed: published }),
    row('GET ORG/repos', 'repos', { isServed: published }),
    row('GET ORG/integrations', 'integrations', { isServed: published }),
    row('POST ORG/setup-commands/generate', 'setup-commands', {
        category: 'setup',
        isServed: published,
    }),
    row('POST ORG/sandbox/ITEM/analyze-logs', 'analyze-logs', {
        category: 'analysis',
        isServed: published,
    }),
];
function row(target, kind, rest = {}) {
    const [method, template = ''] = target.split(' ');
    const path = template
        .replace('ORG', '/v1/organizations/(?<org>[^/]+)')
        .replace('ALPHA', '/v1/alpha/organizations/(?<org>[^/]+)')
        .replace('RUN', '(?<run>[^/]+)')
        .replace('ITEM', '(?<item>[^/]+)');
    const { category = 'standard', isServed = always } = rest;
    return {
        kind,
        method: method === 'POST' ? 'POST' : 'GET',
        category,
        isServed,
        path: new RegExp(`^${path}$`),
    };
}
/** The endpoint of a path in a mode of the service, or null. */
function findRoute(path, { prefix, mode }) {
    if (!path.startsWith(prefix)) {
        return null;
    }
    const rest = path.slice(prefix.length);
    const endpoint = table_ENDPOINTS.find((each) => each.isServed(mode) && each.path.test(rest));
    if (endpoint === undefined) {
        return null;
    }
    const { org = null, run = null, item = null } = endpoint.path.exec(rest)?.groups ?? {};
    const { kind, method, category } = endpoint;
    return { kind, method, category, orgId: org, runId: run, itemId: item };
}

;// CONCATENATED MODULE: ./build/sandbox/faces/agent-run/face.js









const FIRST_ID = 1001;
class AgentRunFace {
    declared = faults/* AGENT_RUN_FAULTS */.m;
    limiter;
    #org;
    #options;
    #mode;
    constructor(options) {
        const { api = 'published', metadata = 'keep' } = options;
        const { logs = api === 'published' ? 'both' : 'spec' } = options;
        this.#options = options;
        this.#mode = { api, logs, metadata };
        this.#org = String(options.orgId ?? 1);
        this.limiter = new RateLimiter({ ...SPEC_LIMITS, ...options.limits });
    }
    get example() {
        const path = `/v1/organizations/${this.#org}/agent/run`;
        return { path, body: { prompt: 'Fix the bug.' } };
    }
    get orgId() {
        return this.#org;
    }
    idOf(nth) {
        return String(FIRST_ID + nth - 1);
    }
    clear() {
        this.limiter.clear();
    }
    route(world, { path, body }) {
        const { route } = this.#routed(world, path);
        if (route === null) {
            return null;
        }
        const runId = route.runId ?? namedIn(body, 'agent_run_id');
        const prompt = route.kind === 'create' ? (namedIn(body, 'prompt') ?? '') : null;
        return { kind: route.kind, runId, prompt };
    }
    answer(world, { request, habits }) {
        const routed = this.#routed(world, request.path);
        const { mode, errorFormat } = routed;
        try {
            const route = this.#admit(world, { request, routed });
            const options = this.#endpointOptions(replicaOf(world, habits), modeWith(mode, habits));
            const before = habits.has('silent-reply') ? runBefore(options, request) : null;
            const body = carryOut(options, { request, route, stale: habits.has('stale') });
            return (0,face/* json */.Pq)(200, shownBody(before ?? body, { world, habits }));
        }
        catch (error) {
            if (error instanceof NoEndpoint && errorFormat === 'published') {
                return (0,face/* json */.Pq)(404, { detail: 'Not Found' });
            }
            if (!(error instanceof Refused)) {
                return (0,face/* json */.Pq)(500, { message: `Sandbox: ${String(error)}` });
            }
            const { status, body } = errorAnswer(error, errorFormat);
            return (0,face/* json */.Pq)(status, body, this.#errorHeaders(error, { route: routed.route, world }));
        }
    }
    #errorHeaders(error, { route, world }) {
        if (error instanceof RateLimited) {
            const { retryAfter: say = 'none' } = this.#options;
            return retryHeaders(error.refusal, { say, now: world.now() });
        }
        return error.status === 405 && route !== null ? { allow: route.method } : {};
    }
    /** Finds the endpoint. The scenario of a run, or of the next run, may set its own mode. */
    #routed({ store, scenarioFor, pathPrefix: prefix }, path) {
        const named = /\/agent\/run\/(\d+)(?:\/|$)/.exec(path)?.[1];
        const scenario = store.get(named ?? '')?.scenario ?? scenarioFor('');
        const mode = {
            ...this.#mode,
            ...(scenario.mode.api === 'spec' && { logs: 'spec' }),
            ...scenario.mode,
        };
        const usual = mode.api === 'published' ? 'published' : 'message';
        const errorFormat = scenario.errorFormat ?? this.#options.errorFormat ?? usual;
        return { route: findRoute(path, { prefix, mode }), mode, errorFormat };
    }
    /**
     * Checks authentication, path and limits in this order: 401, 404, 400 for an organization that is
     * not a number, 403, 405, 429.
     */
    #admit(world, { request, routed: { route } }) {
        const { method, path, headers } = request;
        if (headers['authorization'] !== `Bearer ${world.token}`) {
            throw new Refused(401, 'Invalid or missing API token');
        }
        if (route === null) {
            throw new NoEndpoint(path);
        }
        if (route.orgId !== null && !/^[1-9]\d{0,14}$/.test(route.orgId)) {
            throw new Refused(400, `org_id must be a positive integer, not "${route.orgId}"`, [
                'path',
                'org_id',
            ]);
        }
        if (route.orgId !== null && route.orgId !== this.#org) {
            throw new Refused(403, `The token has no permission for organization ${route.orgId}`);
        }
        if (method !== route.method) {
            throw new Refused(405, `${path} takes ${route.method}, not ${method}`);
        }
        const refusal = this.limiter.take(route.category, world.now());
        if (refusal !== null) {
            throw new RateLimited(refusal);
        }
        return route;
    }
    #endpointOptions({ store, scenarioFor }, mode) {
        const { organization, repoIds = null } = this.#options;
        const { extraFields = ['model', 'metadata'] } = this.#options;
        return {
            store,
            orgId: Number(this.#org),
            organization: { ...SAMPLE_ORGANIZATION, ...organization },
            scenarioFor,
            mode,
            repoIds,
            extraFields,
        };
    }
}
class NoEndpoint extends Refused {
    constructor(path) {
        super(404, `No endpoint ${path}`);
    }
}
/** The habits of a replica that lags behind. */
const LAGS = ['list-lag', 'read-lag', 'log-lag'];
/** Replicas that lag behind by different times answer in turn. */
const REPLICAS = 4;
function replicaOf(world, habits) {
    const lags = LAGS.map((name) => habits.get(name)?.forMs ?? 0);
    const mostMs = habits.get('uneven-list')?.forMs ?? 0;
    const unevenMs = (mostMs * (Math.floor(world.now()) % REPLICAS)) / (REPLICAS - 1);
    const lagMs = Math.max(...lags, unevenMs);
    return lagMs === 0 ? world : { ...world, store: world.store.behind(lagMs) };
}
function modeWith(mode, habits) {
    return habits.has('lost-metadata') ? { ...mode, metadata: 'drop' } : mode;
}
/** The run of a follow-up before that is carried out. */
function runBefore(options, { body }) {
    const runId = namedIn(body, 'agent_run_id') ?? '';
    return readRun(options, { runId, query: new URLSearchParams() });
}
function shownBody(body, { world: { store }, habits }) {
    if (habits.has('foreign-run')) {
        return foreignBody(body);
    }
    const lateMs = habits.get('late-result')?.forMs ?? 0;
    if (habits.has('no-result') || lateMs > 0) {
        const shown = body;
        const late = store.behind(lateMs);
        const run = late.get(String(shown['id']));
        const isShown = run !== undefined && !habits.has('no-result');
        return { ...shown, result: isShown ? late.now(run).result : null };
    }
    return body;
}
/** Nobody's run, which has failed. */
const FOREIGN_ID = 999_999;
/** The same of another run. */
function foreignBody(body) {
    const shown = body;
    const run = { ...shown, id: FOREIGN_ID, status: 'FAILED', result: 'What another run did.' };
    if (!('logs' in shown)) {
        return run;
    }
    const entry = {
        agent_run_id: FOREIGN_ID,
        created_at: shown['created_at'],
        message_type: 'FINAL_ANSWER',
        observation: 'What another run said.',
    };
    return { ...run, logs: [entry], total_logs: 1 };
}
/** A text or number in a body that was not validated yet, as text. */
function namedIn(body, name) {
    try {
        const value = JSON.parse(body)?.[name];
        return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
    }
    catch {
        return null;
    }
}
function carryOut(options, { request, route, stale, }) {
    const { method, query, headers, body } = request;
    if (method === 'GET' && body !== '') {
        throw new Refused(400, 'A GET request takes no body', ['body']);
    }
    const given = headers['content-type'];
    const sent = { query, contentType: typeof given === 'string' ? given : '', body };
    const runId = route.runId ?? '';
    const itemId = route.itemId ?? '';
    switch (route.kind) {
        case 'create':
            return createRun(options, sent);
        case 'resume':
            return resumeRun(options, sent);
        case 'read':
            return readRun(options, { runId, query });
        case 'logs':
            return readLogs(options, { runId, query });
        case 'runs':
            return listRuns(options, { query, stale });
        case 'ban':
            return ban(options, sent);
        case 'unban':
            return unban(options, sent);
        case 'remove-from-pr':
            return removeFromPullRequest(options, sent);
        case 'setup-commands':
            return generateSetupCommands(options, sent);
        case 'analyze-logs':
            return analyzeLogs(options, { sandboxId: itemId, query });
        case 'me':
            return readMe(options, { query });
        case 'organizations':
            return listOrganizations(options, { query });
        case 'users':
            return listUsers(options, { query });
        case 'user':
            return readUser(options, { query, userId: itemId });
        case 'repos':
            return listRepositories(options, { query });
        case 'integrations':
            return readIntegrations(options, { query });
    }
}

// EXTERNAL MODULE: ./build/sandbox/faces/copilot/errors.js
var errors = __nccwpck_require__(5115);
// EXTERNAL MODULE: ./build/sandbox/faces/copilot/faults.js
var copilot_faults = __nccwpck_require__(8441);
;// CONCATENATED MODULE: ./build/sandbox/faces/words.js
/** What the status words of scenarios mean, for faces that say it in words of their own. */
const STATUS_MEANINGS = {
    PENDING: 'queued',
    QUEUED: 'queued',
    ACTIVE: 'working',
    RUNNING: 'working',
    COMPLETE: 'done',
    WAITING_FOR_INPUT: 'asks',
    PAUSED: 'asks',
    FAILED: 'failed',
    CANCELLED: 'cancelled',
    TIMEOUT: 'timed-out',
};
/** Null for a word that no table knows. */
function meaningOf(status) {
    if (status === null) {
        return 'working';
    }
    return Object.hasOwn(STATUS_MEANINGS, status) ? (STATUS_MEANINGS[status] ?? null) : null;
}
/** The word of a service for a status of a scenario. One that no table knows is its own word. */
function wordFor(status, words) {
    const meaning = meaningOf(status);
    return meaning === null ? (status ?? '') : words[meaning];
}

;// CONCATENATED MODULE: ./build/sandbox/faces/copilot/tasks.js




const tasks_ME = { id: 501, login: 'octo-dev', type: 'User' };
const AGENT = { id: 1_143_301, login: 'copilot-swe-agent[bot]', type: 'Bot' };
const WORDS = {
    queued: 'queued',
    working: 'in_progress',
    done: 'completed',
    asks: 'waiting_for_user',
    failed: 'failed',
    cancelled: 'cancelled',
    'timed-out': 'timed_out',
};
const OVER = ['completed', 'failed', 'cancelled', 'timed_out', 'waiting_for_user'];
/** How long a task is queued, without a session. Scenario time. */
const QUEUED_MS = 500;
const NANO = 1_000_000_000;
const CREDITS_EACH_ENTRY = 0.5;
const NAME_LENGTH = 80;
const DEFAULT_BRANCH = 'main';
/** All tasks that can be read, in the order in which they were made. */
function tasksOf({ store, habits }) {
    return store.all().flatMap((run) => {
        const own = { id: run.id, run, creatorId: tasks_ME.id, prompt: null };
        const foreign = [777, 778, null].map((creatorId, nth) => ({
            id: uuidOf(`${run.id}/foreign/${nth}`),
            run,
            creatorId,
            prompt: `Something else, number ${nth + 1}.`,
        }));
        const twin = { ...own, id: uuidOf(`${run.id}/twin`) };
        return [
            ...(habits.has('foreign-tasks') ? foreign : []),
            own,
            ...(habits.has('equal-marker') ? [twin] : []),
        ];
    });
}
/** Oldest first. Empty while the task is queued. */
function sessionsOf({ run, prompt }, showing) {
    const { store, now, habits } = showing;
    const elapsed = store.scenarioNow(run) - run.createdAt;
    const turns = store.turns(run);
    const sessions = turns
        .filter(({ isWaiting }) => !isWaiting)
        .map((turn) => {
        const state = wordFor(turn.status, WORDS);
        const id = uuidOf(`${run.id}/session/${turn.index}`);
        const text = prompt ?? turn.turn.prompt;
        const createdAt = turn.turn.startedAt + QUEUED_MS;
        return { id, state, isOver: OVER.includes(state), createdAt, turn, prompt: text };
    });
    const [first] = sessions;
    if (first === undefined || (elapsed < QUEUED_MS && !first.isOver)) {
        return [];
    }
    const last = sessions.at(-1) ?? first;
    const reopened = habits.get('reopened');
    const isReopened = reopened !== undefined &&
        last.isOver &&
        now >= store.realTime(run, last.turn.statusAt) + reopened.forMs;
    if (!isReopened) {
        return sessions;
    }
    const later = {
        id: uuidOf(`${run.id}/later`),
        state: 'in_progress',
        isOver: false,
        createdAt: last.turn.statusAt + reopened.forMs,
        turn: last.turn,
        prompt: '@copilot one more thing',
    };
    return [...sessions, later];
}
/** That of the latest session. */
function taskState(task, showing) {
    const last = sessionsOf(task, showing).at(-1);
    if (last === undefined) {
        return 'queued';
    }
    return last.state;
}
/** A task as it stands in lists, and in the answer of a create. */
function taskBody(task, showing) {
    const { run, creatorId } = task;
    const { habits, origin, serverUrl } = showing;
    const place = placeOf(run);
    const sessions = sessionsOf(task, showing);
    const reference = (id) => (habits.has('bare-numbers') ? id : { id });
    const pages = `${serverUrl}/${place}/agents/tasks/${task.id}`;
    return {
        id: task.id,
        url: `${origin}/agents/repos/${place}/tasks/${task.id}`,
        ...(!habits.has('no-address') && { html_url: pages }),
        name: nameOf(task, { showing, sessions }),
        state: taskState(task, showing),
        ...(creatorId !== null && { creator: reference(creatorId), creator_type: 'user' }),
        user_collaborators: [],
        owner: reference(numberOf(place.split('/')[0] ?? '')),
        repository: reference(numberOf(place)),
        session_count: sessions.length,
        artifacts: artifactsOf(task, showing),
        archived_at: habits.has('archived') ? timeOf(run.createdAt) : null,
        created_at: timeOf(run.createdAt),
        updated_at: timeOf(updatedAt(run, showing)),
    };
}
/** The same with its sessions and prompts, which only the two reads of one task have. */
function taskDetail(task, showing) {
    const { habits, now } = showing;
    const late = habits.get('late-sessions')?.forMs ?? 0;
    const isHidden = habits.has('no-sessions') || now < task.run.createdAt + late;
    const sessions = isHidden ? [] : sessionsOf(task, showing);
    return {
        ...taskBody(task, showing),
        sessions: sessions.map((session) => sessionBody(session, { task, showing })),
    };
}
function sessionBody(session, { task, showing }) {
    const { run } = task;
    const { habits } = showing;
    const { turn, isOver } = session;
    const place = placeOf(run);
    const usage = isOver && !habits.has('no-usage') ? usageOf(turn, habits) : null;
    const error = session.state === 'failed' ? causeOf(turn) : '';
    const { model = 'claude-sonnet-4.6' } = run.request;
    return {
        id: session.id,
        name: firstLine(session.prompt),
        user: { id: tasks_ME.id },
        owner: { id: numberOf(place.split('/')[0] ?? '') },
        repository: { id: numberOf(place) },
        task_id: task.id,
        state: session.state,
        created_at: timeOf(session.createdAt),
        updated_at: timeOf(Math.max(session.createdAt, turn.statusAt)),
        ...(isOver && { completed_at: timeOf(turn.statusAt) }),
        ...(!habits.has('no-prompt') && { prompt: session.prompt }),
        head_ref: headOf(task, showing),
        base_ref: baseOf(run),
        model: `sweagent-capi:${asText(model)}`,
        ...(usage !== null && { usage }),
        ...(error !== '' && { error: habits.has('error-text') ? error : { message: error } }),
    };
}
/** Nano credits are whole numbers. */
function usageOf({ usage, log }, habits) {
    const field = habits.has('credits') ? 'credits' : 'amount';
    if (usage?.premium_requests !== undefined) {
        return { type: 'premium_requests', [field]: usage.premium_requests };
    }
    const credits = usage?.ai_credits ?? (log.length + 1) * CREDITS_EACH_ENTRY;
    return { type: 'ai_credits', [field]: Math.round(credits * NANO) };
}
function causeOf(turn) {
    const error = turn.log.findLast((item) => !item.isRaw && entryOf(item).message_type === 'ERROR');
    return error === undefined ? answerOf(turn) : asText(entryOf(error).observation);
}
function artifactsOf(task, showing) {
    if (sessionsOf(task, showing).length === 0) {
        return [];
    }
    const pull = continuedPull(task.run, showing) ?? pullOf(task.run, showing);
    const branch = { head_ref: headOf(task, showing), base_ref: baseOf(task.run) };
    const pulls = pull === null ? [] : [{ id: pull.id, global_id: pull.nodeId }];
    return [
        ...pulls.map((data) => ({ provider: 'github', type: 'pull', data })),
        { provider: 'github', type: 'branch', data: branch },
    ];
}
/** Null until the scenario has one, and if none was asked for. */
function pullOf(run, showing) {
    const { store, now, habits } = showing;
    // Without the field it is made: the documentation says otherwise (sheet, section 3.1).
    if (run.request['create_pull_request'] === false || habits.has('no-pull-request')) {
        return null;
    }
    const turn = store.turns(run).findLast(({ pullRequests }) => pullRequests !== null);
    const told = turn?.pullRequests?.at(-1);
    if (turn === undefined || told === undefined) {
        return null;
    }
    const isOver = OVER.includes(wordFor(turn.status, WORDS));
    const late = habits.get('late-pull-request');
    if (late !== undefined && !(isOver && now >= store.realTime(run, turn.statusAt) + late.forMs)) {
        return null;
    }
    const number = Number(/\/pull\/(\d+)$/.exec(told.url)?.[1] ?? '1');
    const id = numberOf(`${run.id}/pull/${number}`);
    const nodeId = `PR_kw${hexOf(`${run.id}/pull/${number}`, 12)}`;
    return { run, turn, id, nodeId, number, head: ownHead(run), isOver, told };
}
/** A new branch, or that of the pull request that the task continues. */
function headOf({ run }, showing) {
    return continuedPull(run, showing)?.head ?? ownHead(run);
}
/**
 * The open pull request of another task that `head_ref` and `base_ref` name. Without one they are
 * ignored in silence.
 */
function continuedPull(run, showing) {
    const { store, habits } = showing;
    if (habits.has('head-ref-ignored')) {
        return null;
    }
    const usual = { ...showing, habits: face/* NO_HABITS */.g9 };
    const others = store
        .all()
        .filter((each) => each.id !== run.id && placeOf(each) === placeOf(run))
        .flatMap((each) => pullOf(each, usual) ?? []);
    const wanted = run.request['head_ref'];
    return others.find(({ head, run: of }) => head === wanted && baseOf(of) === baseOf(run)) ?? null;
}
function ownHead({ id }) {
    return `copilot/work-${hexOf(id, 6)}`;
}
function baseOf({ request }) {
    const base = request['base_ref'];
    return typeof base === 'string' ? base : DEFAULT_BRANCH;
}
/** `owner/name`. */
function placeOf({ repository }) {
    return repository.split('/').slice(-2).join('/');
}
/** First from the prompt, rewritten at the end. */
function nameOf(task, { showing, sessions }) {
    if (showing.habits.has('renamed')) {
        return 'Improve the code';
    }
    const first = firstLine(task.prompt ?? task.run.turns[0]?.prompt ?? '');
    return sessions.at(-1)?.isOver === true ? `Done: ${first}`.slice(0, NAME_LENGTH) : first;
}
function firstLine(prompt) {
    return (prompt.split('\n')[0] ?? '').slice(0, NAME_LENGTH);
}
function updatedAt(run, { store }) {
    const times = store
        .turns(run)
        .flatMap(({ turn, statusAt, log }) => [turn.acceptedAt, statusAt, log.at(-1)?.at ?? 0]);
    return Math.min(Math.max(...times), store.scenarioNow(run));
}
/** An id as GitHub has them: a number without meaning. */
function numberOf(text) {
    return Number.parseInt(hexOf(text, 9), 16);
}
/** In whole seconds, as GitHub writes times. */
function timeOf(ms) {
    return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

;// CONCATENATED MODULE: ./build/sandbox/faces/copilot/pulls.js



/** Newest first. */
function pullsIn(place, showing) {
    return showing.store
        .all()
        .filter((run) => placeOf(run).toLowerCase() === place.toLowerCase())
        .filter((run) => continuedPull(run, showing) === null)
        .flatMap((run) => pullOf(run, showing) ?? [])
        .toReversed();
}
/** It is a draft and stays one; title and text are rewritten at the end. */
function pulls_pullBody(pull, showing) {
    const { run, turn, number, isOver, told } = pull;
    const { origin, serverUrl } = showing;
    const place = placeOf(run);
    const repo = { id: numberOf(place), full_name: place };
    const commits = pulls_commitsOf(pull, showing);
    const title = told.title ?? firstLine(turn.turn.prompt);
    return {
        id: pull.id,
        node_id: pull.nodeId,
        number,
        url: `${origin}/repos/${place}/pulls/${number}`,
        html_url: `${serverUrl}/${place}/pull/${number}`,
        state: 'open',
        draft: true,
        merged: false,
        title: isOver ? title : `[WIP] ${title}`,
        body: isOver ? answerOf(turn) : 'I am at work on this.',
        user: AGENT,
        created_at: timeOf(turn.turn.startedAt),
        updated_at: timeOf(turn.statusAt),
        head: { ref: pull.head, sha: commits.at(-1)?.sha, repo },
        base: { ref: baseOf(run), sha: hexOf(`${place}/base`, 40), repo },
    };
}
/** One of them, as only its own read shows it. The first commit changes no file. */
function wholePullBody(pull, showing) {
    const commits = pulls_commitsOf(pull, showing);
    return {
        ...pulls_pullBody(pull, showing),
        commits: commits.length,
        changed_files: commits.length - 1,
    };
}
/** The first one is empty; the last names the session that made it. */
function pulls_commitsOf(pull, { habits, serverUrl }) {
    const { run, turn, isOver, told } = pull;
    const first = {
        sha: hexOf(`${run.id}/commit/0`, 40),
        run,
        message: 'Initial plan',
        at: turn.turn.startedAt,
    };
    if (!isOver || habits.has('no-commit')) {
        return [first];
    }
    const session = uuidOf(`${run.id}/session/${turn.index}`);
    const title = told.title ?? firstLine(turn.turn.prompt);
    const trailer = `Agent-Logs-Url: ${serverUrl}/${placeOf(run)}/sessions/${session}`;
    const sha = hexOf(`${run.id}/commit/1`, 40);
    return [first, { sha, run, message: `${title}\n\n${trailer}`, at: turn.statusAt }];
}
function commitBody({ sha, run, message, at }, { origin }) {
    const person = { name: 'Copilot', email: 'copilot@sandbox.example', date: timeOf(at) };
    return {
        sha,
        url: `${origin}/repos/${placeOf(run)}/commits/${sha}`,
        commit: { message, author: person, committer: person },
        author: AGENT,
    };
}

;// CONCATENATED MODULE: ./build/sandbox/faces/copilot/face.js
/** GitHub's agent tasks, and the reads beside them: a request as data, an answer as data. */










const face_ENDPOINTS = [
    endpoint('POST /agents/repos/{owner}/{repo}/tasks', 'create'),
    endpoint('GET /agents/repos/{owner}/{repo}/tasks', 'runs'),
    endpoint('GET /agents/tasks', 'my-runs'),
    endpoint('GET /agents/repos/{owner}/{repo}/tasks/{task}', 'read'),
    endpoint('GET /agents/tasks/{task}', 'read'),
    endpoint('GET /user', 'me'),
    endpoint('GET /repos/{owner}/{repo}', 'repository'),
    endpoint('GET /repositories/{id}', 'repository'),
    endpoint('GET /repos/{owner}/{repo}/pulls', 'pulls'),
    endpoint('GET /repos/{owner}/{repo}/pulls/{number}', 'pull'),
    endpoint('GET /repos/{owner}/{repo}/pulls/{number}/commits', 'commits'),
    endpoint('GET /repos/{owner}/{repo}/commits/{sha}', 'commit'),
    endpoint('GET /repos/{owner}/{repo}/commits/{sha}/check-suites', 'checks'),
    endpoint('GET /repos/{owner}/{repo}/commits/{sha}/check-runs', 'checks'),
    endpoint('GET /repos/{owner}/{repo}/commits/{sha}/statuses', 'checks'),
];
const PAGE = ['per_page', 'page'];
const LIST = [...PAGE, 'sort', 'direction', 'state', 'is_archived', 'since'];
const QUERIES = {
    runs: [...LIST, 'creator_id'],
    'my-runs': LIST,
    pulls: [...PAGE, 'state', 'head', 'base', 'sort', 'direction'],
    commits: PAGE,
    checks: [...PAGE, 'filter', 'check_name', 'status', 'app_id'],
};
const OF_TASKS = ['create', 'runs', 'my-runs', 'read'];
const VERSIONS = ['2022-11-28', '2026-03-10'];
const LIMIT_HEADERS = { 'x-ratelimit-limit': '5000', 'x-ratelimit-remaining': '4999' };
/** What tokens of app installations begin with, the job's own among them. */
const INSTALLATION = 'ghs_';
const createShape = object({
    prompt: shape_text({ min: 1 }),
    'model?': shape_text({ min: 1 }),
    'custom_agent?': shape_text({ min: 1 }),
    'create_pull_request?': shape_boolean,
    'base_ref?': shape_text({ min: 1 }),
    'head_ref?': shape_text({ min: 1 }),
});
class CopilotFace {
    declared = copilot_faults/* COPILOT_FAULTS */.N;
    orgId = '';
    example = { path: '/agents/repos/octo/shop/tasks', body: { prompt: 'Fix the bug.' } };
    #serverUrl;
    constructor({ serverUrl = 'https://github.com' }) {
        this.#serverUrl = serverUrl;
    }
    idOf(nth) {
        return uuidOf(`copilot/${nth}`);
    }
    clear() {
        // It counts nothing.
    }
    route(world, request) {
        return routeOf(face_ENDPOINTS, {
            world,
            request,
            runId: ({ task = null }) => task,
            prompt: (body) => asText(body?.['prompt']),
        });
    }
    answer(world, { request, habits }) {
        try {
            return conditional(request, this.#carryOut(world, { request, habits }));
        }
        catch (error) {
            if (!(error instanceof errors/* CopilotRefused */.h)) {
                return (0,face/* json */.Pq)(500, (0,errors/* refusalBody */.H)(`Sandbox: ${String(error)}`));
            }
            return (0,face/* json */.Pq)(error.status, (0,errors/* refusalBody */.H)(error.message, error.errors), LIMIT_HEADERS);
        }
    }
    #carryOut(world, { request, habits }) {
        const found = findEndpoint(face_ENDPOINTS, { request, pathPrefix: world.pathPrefix });
        refuseHeaders(request);
        if (found.kind !== 'found') {
            throw new errors/* CopilotRefused */.h(404, 'Not Found');
        }
        const { endpoint: known, params } = found;
        refuseToken(world, { request, isOfTasks: OF_TASKS.includes(known.kind) });
        face_onlyQuery(request.query, QUERIES[known.kind] ?? []);
        const { store, now, pathPrefix } = world;
        const origin = `http://${asText(request.headers['host'])}${pathPrefix}`;
        const serverUrl = this.#serverUrl;
        const call = { world, request, params, store, now: now(), habits, origin, serverUrl };
        switch (known.kind) {
            case 'create':
                return create(call);
            case 'runs':
            case 'my-runs':
                return list(call);
            case 'read':
                return (0,face/* json */.Pq)(200, taskDetail(knownTask(call), call));
            case 'me':
                return (0,face/* json */.Pq)(200, tasks_ME);
            case 'repository':
                return repository(call);
            case 'pulls':
                return listPulls(call);
            case 'pull':
                return (0,face/* json */.Pq)(200, wholePullBody(knownPull(call), call));
            case 'commits':
                return (0,face/* json */.Pq)(200, pulls_commitsOf(knownPull(call), call).map((commit) => commitBody(commit, call)));
            case 'commit':
                return (0,face/* json */.Pq)(200, commitBody(knownCommit(call), call));
            case 'checks':
                return face_checksOf(knownCommit(call), call);
        }
    }
}
const LISTS = { 'check-suites': 'suites', 'check-runs': 'runs', statuses: 'statuses' };
/** Those of the last push. Without one: workflows on its pushes wait for a person's approval. */
function face_checksOf({ run, sha }, { world, store, request }) {
    const [list = ''] = /[\w-]+$/.exec(request.path) ?? [];
    const kind = Object.entries(LISTS).find(([name]) => name === list)?.[1] ?? 'statuses';
    const pushes = store.turns(run).flatMap((turn) => turn.pushes);
    const push = pushes.at(-1) ?? { number: 0, checks: [], at: 0 };
    const ageMs = store.scenarioNow(run) - push.at;
    return (0,face/* json */.Pq)(200, checksBody(world, kind, { run, push, sha, place: placeOf(run), ageMs }));
}
function create(call) {
    const { world, store, request, serverUrl } = call;
    const body = bodyObject(request.body);
    if (body === null) {
        throw new errors/* CopilotRefused */.h(400, 'Problems parsing JSON');
    }
    const [misfit] = createShape(body, []);
    if (misfit !== undefined) {
        const isMissing = misfit.why === 'is required';
        const message = `${misfit.at.join('.')} ${misfit.why}`;
        throw new errors/* CopilotRefused */.h(422, 'Validation Failed', [
            { code: isMissing ? 'missing_field' : 'invalid', message },
        ]);
    }
    const prompt = asText(body['prompt']);
    const run = store.create({
        prompt,
        scenario: world.scenarioFor(prompt),
        request: body,
        repository: `${serverUrl}/${placeIn(call)}`,
        keys: [...prompt.matchAll(/\bara-[\w-]+/g)].map(([marker]) => marker),
    });
    return (0,face/* json */.Pq)(201, taskBody({ id: run.id, run, creatorId: tasks_ME.id, prompt: null }, call));
}
function list(call) {
    const { request, habits, now } = call;
    const { query } = request;
    const lag = habits.get('list-lag')?.forMs ?? 0;
    const isOfRepository = call.params['owner'] !== undefined;
    const place = placeIn(call).toLowerCase();
    const creators = query.getAll('creator_id').flatMap((ids) => ids.split(','));
    const states = query.get('state')?.split(',') ?? null;
    const since = Date.parse(query.get('since') ?? '1970-01-01T00:00:00Z');
    const all = tasksOf(call)
        .filter(({ run }) => run.createdAt + lag <= now)
        .filter(({ run, creatorId }) => isOfRepository ? placeOf(run).toLowerCase() === place : creatorId === tasks_ME.id)
        .filter(({ creatorId }) => creators.length === 0 || creators.includes(String(creatorId)))
        .filter((task) => states === null || states.includes(taskState(task, call)))
        .filter(({ run }) => Math.floor(updatedAt(run, call) / 1000) * 1000 >= since);
    const isArchived = habits.has('archived');
    const wanted = query.get('is_archived') === 'true';
    const tasks = isArchived === wanted ? ordered(all, call) : [];
    const { items, headers } = page(call, tasks);
    const totals = {
        total_active_count: isArchived ? 0 : all.length,
        total_archived_count: isArchived ? all.length : 0,
    };
    const body = { tasks: items.map((task) => taskBody(task, call)) };
    return (0,face/* json */.Pq)(200, habits.has('link-only') ? body : { ...body, ...totals }, headers);
}
/** Newest first, by the last change unless another order is asked for. */
function ordered(tasks, call) {
    const { query } = call.request;
    const sort = query.get('sort') ?? 'updated_at';
    const direction = query.get('direction') ?? 'desc';
    if (!['updated_at', 'created_at'].includes(sort) || !['asc', 'desc'].includes(direction)) {
        throw new errors/* CopilotRefused */.h(422, 'Validation Failed', [{ code: 'invalid' }]);
    }
    const timeIn = ({ run }) => sort === 'created_at' ? run.createdAt : updatedAt(run, call);
    const oldestFirst = tasks.toSorted((a, b) => timeIn(a) - timeIn(b));
    return direction === 'asc' ? oldestFirst : oldestFirst.toReversed();
}
/** The header `Link` names the pages around this one. */
function page({ request, origin }, all) {
    const { query, path } = request;
    const size = integer(query, { name: 'per_page', initial: 30, max: 100 });
    const number = integer(query, { name: 'page', initial: 1, max: Infinity });
    const last = Math.max(1, Math.ceil(all.length / size));
    const items = all.slice((number - 1) * size, number * size);
    const address = (to) => {
        const asked = new URLSearchParams(query);
        asked.set('page', String(to));
        return `<${new URL(origin).origin}${path}?${asked.toString()}>`;
    };
    const before = [
        [1, 'first'],
        [number - 1, 'prev'],
    ];
    const after = [
        [number + 1, 'next'],
        [last, 'last'],
    ];
    const links = [...(number > 1 ? before : []), ...(number < last ? after : [])];
    const told = links.map(([to, rel]) => `${address(to)}; rel="${rel}"`).join(', ');
    return { items, headers: told === '' ? {} : { link: told } };
}
/** By its name, or by its number. */
function placeAskedFor(call) {
    const { params, store } = call;
    if (params['id'] === undefined) {
        return placeIn(call);
    }
    const known = [...store.all().map(placeOf), 'octo/shop'];
    return known.find((each) => String(numberOf(each)) === params['id']);
}
function repository(call) {
    const place = placeAskedFor(call);
    if (place === undefined) {
        throw new errors/* CopilotRefused */.h(404, 'Not Found');
    }
    const [owner = ''] = place.split('/');
    return (0,face/* json */.Pq)(200, {
        id: numberOf(place),
        full_name: place,
        default_branch: 'main',
        owner: { id: numberOf(owner), login: owner },
    });
}
function listPulls(call) {
    const { query } = call.request;
    const [owner = ''] = placeIn(call).split('/');
    const state = query.get('state') ?? 'open';
    const head = query.get('head');
    const base = query.get('base');
    const pulls = pullsIn(placeIn(call), call)
        .filter(() => state === 'open' || state === 'all')
        .filter((pull) => head === null || `${owner}:${pull.head}`.toLowerCase() === head.toLowerCase())
        .filter(({ run }) => base === null || baseOf(run) === base);
    const { items, headers } = page(call, pulls);
    return (0,face/* json */.Pq)(200, items.map((pull) => pulls_pullBody(pull, call)), headers);
}
function knownTask(call) {
    const { params } = call;
    const task = tasksOf(call).find(({ id }) => id === params['task']);
    const isElsewhere = params['owner'] !== undefined &&
        task !== undefined &&
        placeOf(task.run).toLowerCase() !== placeIn(call).toLowerCase();
    if (task === undefined || isElsewhere) {
        throw new errors/* CopilotRefused */.h(404, 'Not Found');
    }
    return task;
}
function knownPull(call) {
    const pull = pullsIn(placeIn(call), call).find(({ number }) => String(number) === call.params['number']);
    if (pull === undefined) {
        throw new errors/* CopilotRefused */.h(404, 'Not Found');
    }
    return pull;
}
function knownCommit(call) {
    const commit = pullsIn(placeIn(call), call)
        .flatMap((pull) => pulls_commitsOf(pull, call))
        .find(({ sha }) => sha === call.params['sha']);
    if (commit === undefined) {
        throw new errors/* CopilotRefused */.h(404, 'Not Found');
    }
    return commit;
}
/** `owner/name` of the path; empty without one. */
function placeIn({ params: { owner = '', repo = '' } }) {
    return owner === '' ? '' : `${owner}/${repo}`;
}
function refuseHeaders({ headers }) {
    const version = headers['x-github-api-version'];
    if (version !== undefined && !VERSIONS.includes(asText(version))) {
        throw new errors/* CopilotRefused */.h(400, `${asText(version)} is no version of the API`);
    }
    if (asText(headers['user-agent']) === '') {
        throw new errors/* CopilotRefused */.h(403, 'Request forbidden by administrative rules: no User-Agent.');
    }
}
/** A token of an installation, such as the job's own, may read pull requests, and no tasks. */
function refuseToken(world, { request, isOfTasks }) {
    const given = asText(request.headers['authorization']);
    const token = given.replace(/^(Bearer|token) /i, '');
    if (given === '') {
        throw new errors/* CopilotRefused */.h(isOfTasks ? 400 : 401, 'Requires authentication');
    }
    if (token.startsWith(INSTALLATION)) {
        if (isOfTasks) {
            throw new errors/* CopilotRefused */.h(403, 'Resource not accessible by integration');
        }
        return;
    }
    if (token !== world.token) {
        throw new errors/* CopilotRefused */.h(401, 'Bad credentials');
    }
}
/** 304 for what the client has already. */
function conditional({ method, headers }, answer) {
    if (method !== 'GET' || answer.content.kind !== 'json') {
        return { ...answer, headers: { ...LIMIT_HEADERS, ...answer.headers } };
    }
    const etag = `W/"${hexOf(JSON.stringify(answer.content.value), 40)}"`;
    const sent = { ...LIMIT_HEADERS, ...answer.headers, etag };
    if (headers['if-none-match'] === etag) {
        return { status: 304, headers: sent, content: { kind: 'none' } };
    }
    return { ...answer, headers: sent };
}
function face_onlyQuery(query, known) {
    const unknown = [...query.keys()].filter((name) => !known.includes(name));
    if (unknown.length > 0) {
        throw new errors/* CopilotRefused */.h(422, 'Validation Failed', [
            { code: 'custom', message: `Unknown query parameter ${unknown.join(', ')}` },
        ]);
    }
}
function integer(query, { name, initial, max }) {
    const given = query.get(name);
    const value = given === null ? initial : Number(given);
    if (!Number.isInteger(value) || value < 1 || value > max) {
        throw new errors/* CopilotRefused */.h(422, 'Validation Failed', [{ code: 'invalid', message: name }]);
    }
    return value;
}

;// CONCATENATED MODULE: ./build/sandbox/faces/paging.js
/** Pages of lists by an opaque cursor, which names the last item of the page before. */
/** @param cursor empty for the first page */
function cursorPage(all, { limit, cursor }) {
    let from = 0;
    if (cursor !== '') {
        const id = Buffer.from(cursor, 'base64url').toString('utf8');
        const last = all.findIndex((item) => item.id === id);
        if (last === -1) {
            return { kind: 'no-cursor' };
        }
        from = last + 1;
    }
    const items = all.slice(from, from + limit);
    const last = items.at(-1);
    const isEnd = last === undefined || from + limit >= all.length;
    const next = isEnd ? '' : Buffer.from(last.id, 'utf8').toString('base64url');
    return { kind: 'page', page: { items, next } };
}

;// CONCATENATED MODULE: ./build/sandbox/faces/cursor/agents.js



/** A question has no word: an agent that asks has finished. */
const agents_WORDS = {
    queued: 'CREATING',
    working: 'RUNNING',
    done: 'FINISHED',
    asks: 'FINISHED',
    failed: 'ERROR',
    cancelled: 'CANCELLED',
    'timed-out': 'EXPIRED',
};
const FINAL = ['FINISHED', 'ERROR', 'CANCELLED', 'EXPIRED'];
/** How long a run is created before it is running. Scenario time. */
const CREATING_MS = 500;
const TOKENS_EACH_ENTRY = 1_200;
function runIdOf(agentId, index) {
    return `run-${uuidOf(`${agentId}/${index}`)}`;
}
/** The runs of an agent, oldest first. */
function runsOf(store, agent) {
    const now = store.scenarioNow(agent);
    return store.turns(agent).map((state) => {
        const { turn } = state;
        const word = wordFor(state.status, agents_WORDS);
        const isNew = word === 'RUNNING' && now - turn.startedAt < CREATING_MS;
        const status = isNew ? 'CREATING' : word;
        return {
            id: runIdOf(agent.id, state.index),
            agent,
            state,
            status,
            isOver: FINAL.includes(status),
            endedAt: state.statusAt,
        };
    });
}
function agents_runBody(run, showing) {
    const { habits } = showing;
    const { turn } = run.state;
    const isFrozen = run.isOver && habits.has('frozen-record');
    const isOver = run.isOver && !isFrozen;
    const text = resultText(run, habits);
    const git = gitOf(run, showing);
    // While it runs, the time of the last change stays near that of the creation.
    const updatedAt = isOver ? run.endedAt : turn.acceptedAt + CREATING_MS;
    return {
        id: run.id,
        agentId: run.agent.id,
        status: isFrozen ? 'RUNNING' : run.status,
        createdAt: agents_timeOf(turn.acceptedAt),
        updatedAt: agents_timeOf(updatedAt),
        ...(isOver && { durationMs: durationOf(run) }),
        ...(isOver && text !== '' && { result: text }),
        ...(git !== null && { git }),
    };
}
function durationOf({ endedAt, state }) {
    return Math.max(0, Math.round(endedAt - state.turn.startedAt));
}
/** Empty for a run that failed: its record has no cause. */
function resultText({ status, state }, habits) {
    return status === 'FINISHED' && !habits.has('no-result') ? answerOf(state) : '';
}
function agentSummary(agent, { store, habits }) {
    const { webUrl } = store.now(agent);
    const name = agent.request['name'];
    const latest = habits.has('foreign-run')
        ? foreignRunId(agent.id)
        : runIdOf(agent.id, agent.turns.length - 1);
    const last = agent.turns.at(-1)?.acceptedAt ?? agent.createdAt;
    return {
        id: agent.id,
        ...(typeof name === 'string' && { name }),
        status: agent.isArchived ? 'ARCHIVED' : 'ACTIVE',
        env: { type: 'cloud' },
        ...(webUrl !== null && { url: webUrl }),
        createdAt: agents_timeOf(agent.createdAt),
        updatedAt: agents_timeOf(last),
        latestRunId: latest,
    };
}
function agentBody(agent, showing) {
    const { repos = [], workOnCurrentBranch = false, autoCreatePR = false } = agent.request;
    const { skipReviewerRequest = false } = agent.request;
    return {
        ...agentSummary(agent, showing),
        repos,
        workOnCurrentBranch,
        autoCreatePR,
        skipReviewerRequest,
    };
}
/**
 * A snapshot of the agent: the same list in each run, with the work of earlier ones. Null without
 * a repository, and until there is a branch.
 */
function gitOf(run, showing) {
    const { agent } = run;
    const { store, now, habits } = showing;
    if (agent.repository === '') {
        return null;
    }
    const pulls = new Map();
    const isAsked = agent.request['autoCreatePR'] === true;
    const late = habits.get('late-pull-request')?.forMs ?? 0;
    const runs = runsOf(store, agent);
    for (const each of runs) {
        const toldAt = store.realTime(agent, each.endedAt) + late;
        for (const pull of each.state.pullRequests ?? []) {
            const isTold = isAsked && each.isOver && toldAt <= now;
            pulls.set(pull.url, { pull, isTold: isTold || (pulls.get(pull.url)?.isTold ?? false) });
        }
    }
    const branches = [...pulls.values()].map(({ pull, isTold }) => ({
        repoUrl: bareAddress(repositoryOf(pull.url)),
        branch: pull.head_branch_name ?? branchOf(agent),
        ...(isTold && { prUrl: pull.url }),
    }));
    // A branch is listed for a run that changed nothing, too.
    if (branches.length === 0 && runs.some(({ isOver }) => isOver)) {
        branches.push({ repoUrl: bareAddress(agent.repository), branch: branchOf(agent) });
    }
    if (habits.has('stale-git')) {
        branches.unshift({
            repoUrl: bareAddress(agent.repository),
            branch: 'cursor/earlier-work-0a1b',
            prUrl: `${agent.repository}/pull/1`,
        });
    }
    return branches.length === 0 ? null : { branches };
}
function branchOf(agent) {
    return `cursor/work-${hexOf(agent.id, 4)}`;
}
function repositoryOf(pullRequest) {
    return pullRequest.replace(/\/pull\/\d+$/, '');
}
/** Without its scheme, as the service writes addresses of repositories. */
function bareAddress(url) {
    return url.replace(/^https?:\/\//, '');
}
/** A run that somebody started on the web page, and that has ended. */
function foreignRun(agent) {
    const at = agents_timeOf((agent.turns.at(-1)?.acceptedAt ?? agent.createdAt) + 1);
    return {
        id: foreignRunId(agent.id),
        agentId: agent.id,
        status: 'FINISHED',
        createdAt: at,
        updatedAt: at,
        durationMs: 1,
        result: 'Somebody asked for this on the web page.',
    };
}
function foreignRunId(agentId) {
    return `run-${uuidOf(`${agentId}/foreign`)}`;
}
/** `runId` empty: all runs of the agent. */
function usageBody(runs, { store, now, habits }) {
    const late = habits.get('late-usage')?.forMs ?? 0;
    const each = runs.map((run) => {
        const toldAt = store.realTime(run.agent, run.endedAt) + late;
        const isSettled = run.isOver && toldAt <= now;
        const { usage, log } = run.state;
        const tokens = isSettled ? (usage?.tokens ?? (log.length + 1) * TOKENS_EACH_ENTRY) : 0;
        const cents = isSettled ? usage?.cost_usd : undefined;
        return { id: run.id, tokens, cents: cents === undefined ? null : Math.round(cents * 100) };
    });
    const total = each.reduce((sum, { tokens }) => sum + tokens, 0);
    return {
        totalUsage: tokenFields(total),
        runs: each.map(({ id, tokens, cents }) => ({
            id,
            usage: {
                ...tokenFields(tokens),
                ...(cents !== null && { cost: { rawCostCents: cents, chargedCents: cents } }),
            },
        })),
    };
}
/** The total is the sum of all four. */
function tokenFields(total) {
    const inputTokens = Math.floor(total * 0.3);
    const outputTokens = Math.floor(total * 0.2);
    const cacheWriteTokens = Math.floor(total * 0.1);
    const cacheReadTokens = total - inputTokens - outputTokens - cacheWriteTokens;
    return { inputTokens, outputTokens, cacheWriteTokens, cacheReadTokens, totalTokens: total };
}
function agents_timeOf(ms) {
    return new Date(ms).toISOString();
}

// EXTERNAL MODULE: ./build/sandbox/faces/cursor/errors.js
var cursor_errors = __nccwpck_require__(1641);
// EXTERNAL MODULE: ./build/sandbox/faces/cursor/faults.js
var cursor_faults = __nccwpck_require__(1091);
;// CONCATENATED MODULE: ./build/sandbox/faces/cursor/shapes.js
/** The bodies that `cursor` takes; any other key is refused (sheet, sections 2 and 3). */

const AGENT_ID = /^bc-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const imageFields = object({
    'data?': shape_text({ min: 1, max: 20_000_000 }),
    'mimeType?': oneOf(['image/png', 'image/jpeg', 'image/gif', 'image/webp']),
    'url?': shape_text({ min: 1 }),
    'dimension?': anything,
});
/** One of `data`, with its type, or `url`, without one. */
const shapes_image = (value, at) => {
    const misfits = imageFields(value, at);
    if (misfits.length > 0) {
        return misfits;
    }
    const { data, url, mimeType } = value;
    const isData = data !== undefined && mimeType !== undefined && url === undefined;
    const isUrl = url !== undefined && data === undefined && mimeType === undefined;
    return isData || isUrl ? [] : [{ at, why: 'must have data and mimeType, or url' }];
};
const shapes_prompt = object({ text: shape_text({ min: 1 }), 'images?': listOf(shapes_image, { max: 5 }) });
const mode = oneOf(['agent', 'plan']);
const model = object({
    id: shape_text({ min: 1 }),
    'params?': listOf(object({ id: shape_text(), value: anything })),
});
const createFields = object({
    prompt: shapes_prompt,
    'agentId?': shape_text({ pattern: AGENT_ID }),
    'model?': model,
    'name?': shape_text({ min: 1, max: 100 }),
    'repos?': listOf(object({
        url: shape_text({ min: 1 }),
        'startingRef?': shape_text({ min: 1 }),
        'prUrl?': shape_text({ min: 1 }),
    }), { max: 20 }),
    'env?': object({ type: oneOf(['cloud', 'pool', 'machine']), 'name?': shape_text({ min: 1 }) }),
    'workOnCurrentBranch?': shape_boolean,
    'autoCreatePR?': shape_boolean,
    'skipReviewerRequest?': shape_boolean,
    'mode?': mode,
    'envVars?': mapOf(shape_text({ min: 1, max: 4096 })),
    'mcpServers?': listOf(anything, { max: 50 }),
    'customSubagents?': listOf(anything, { max: 20 }),
});
function createMisfits(body) {
    const misfits = createFields(body, []);
    if (misfits.length > 0) {
        return misfits;
    }
    const { agentId, envVars, env, repos } = body;
    const environment = env;
    if (agentId !== undefined && envVars !== undefined) {
        return [{ at: ['agentId'], why: 'cannot be given together with envVars' }];
    }
    if (environment?.name !== undefined && repos !== undefined) {
        return [{ at: ['repos'], why: 'cannot be given together with a named environment' }];
    }
    return [];
}
/** `model` is not documented here, and works (sheet, section 3.3). */
const followUpShape = object({
    prompt: shapes_prompt,
    'mode?': mode,
    'model?': model,
    'mcpServers?': listOf(anything, { max: 50 }),
});

;// CONCATENATED MODULE: ./build/sandbox/faces/cursor/frames.js



/** A text comes in pieces of a word or some, not in more pieces than these. */
const MOST_PIECES = 40;
/** Makes frames and gives them ids, in their order. */
class Frames {
    #runId;
    /** Null: it is not told, or the scenario tells it itself. */
    #echo;
    #count = 0;
    #calls = 0;
    constructor(runId, { echo }) {
        this.#runId = runId;
        this.#echo = echo;
    }
    /** The prompt, as the stream gives it back. */
    echo(at) {
        if (this.#echo === null) {
            return [];
        }
        return [this.#frame(at, 'interaction_update', userMessage(this.#echo))];
    }
    /**
     * `isOpen`: a tool call in it never completes. `isDone`: a plan in it says that all is done.
     */
    item(item, { isOpen, isDone = false }) {
        if (item.isRaw) {
            return rawFrames(item.value());
        }
        const entry = entryOf(item);
        const { at } = item;
        switch (entry.message_type) {
            case 'ACTION':
                return [...this.#text(at, 'thinking', entry.thought), ...this.#call(at, entry, { isOpen })];
            case 'PLAN_EVALUATION':
                return this.#todos(at, entry, { isDone });
            case 'FINAL_ANSWER':
                return [
                    ...this.#text(at, 'thinking', entry.thought),
                    ...this.#text(at, 'assistant', entry.observation),
                ];
            case 'USER_MESSAGE':
            case 'USER_GITHUB_ISSUE_COMMENT':
                return this.#userMessage(at, asText(entry.observation));
            default:
                return this.#other(at, entry);
        }
    }
    /** `event` of the run's end, and `done` with the same id. */
    end(at, result) {
        const turnEnded = this.#frame(at, 'interaction_update', { type: 'turn-ended' });
        const end = this.#frame(at, 'result', result);
        return [turnEnded, end, { id: end.id, event: 'done', data: {} }];
    }
    statusFrame(status) {
        return { id: null, event: 'status', data: { runId: this.#runId, status } };
    }
    /** A prompt that was echoed is not told again. */
    #userMessage(at, text) {
        return text === this.#echo ? [] : [this.#frame(at, 'interaction_update', userMessage(text))];
    }
    /** Entries of types that this service does not have. */
    #other(at, entry) {
        const said = asWords(entry.observation);
        if (entry.tool_name !== null) {
            return [
                ...this.#text(at, 'thinking', entry.thought),
                ...this.#call(at, entry, { isOpen: false }),
            ];
        }
        return this.#text(at, 'assistant', said === '' ? entry.thought : said);
    }
    #todos(at, { thought, observation }, { isDone }) {
        const status = isDone ? 'completed' : 'in_progress';
        const plan = {
            message_type: 'ACTION',
            thought: null,
            tool_name: 'todo_write',
            tool_input: { todos: [{ id: '1', content: asText(thought), status }] },
            tool_output: {},
            observation,
        };
        return this.#call(at, plan, { isOpen: false });
    }
    /** Each piece has a twin in the SDK's form, with the same id. */
    #text(at, event, value) {
        const type = event === 'thinking' ? 'thinking-delta' : 'text-delta';
        return piecesOf(asText(value)).flatMap((text) => {
            const frame = this.#frame(at, event, { text });
            return [frame, { id: frame.id, event: 'interaction_update', data: { type, text } }];
        });
    }
    /** `running` first without arguments, then with them, then `completed`. */
    #call(at, entry, { isOpen }) {
        this.#calls++;
        const callId = callIdOf(this.#runId, this.#calls);
        const name = entry.tool_name ?? 'unknown';
        const args = entry.tool_input ?? {};
        const running = { callId, name, status: 'running' };
        const frames = [
            ...this.#twins(at, { data: running, type: 'partial-tool-call' }),
            ...this.#twins(at, { data: { ...running, args }, type: 'tool-call-started' }),
        ];
        if (isOpen) {
            return frames;
        }
        const completed = { callId, name, status: 'completed', args, result: resultOf(entry) };
        return [...frames, ...this.#twins(at, { data: completed, type: 'tool-call-completed' })];
    }
    /** The mirror comes first here, and after the simple frame with texts: no order is promised. */
    #twins(at, { data, type }) {
        const frame = this.#frame(at, 'tool_call', data);
        const mirror = { type, callId: data['callId'], toolCall: { name: data['name'] } };
        return [{ id: frame.id, event: 'interaction_update', data: mirror }, frame];
    }
    #frame(at, event, data) {
        this.#count++;
        return { id: `${Math.round(at)}-${this.#count}`, event, data };
    }
}
/** A frame as bytes. */
function frameText({ id, event, data }) {
    const head = id === null ? '' : `id: ${id}\n`;
    return `${head}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
function userMessage(text) {
    return { type: 'user-message-appended', userMessage: { text } };
}
/** `raw` of a scenario may be a frame, word for word. */
function rawFrames(value) {
    if (!isObject(value) || typeof value['event'] !== 'string') {
        return [];
    }
    const id = typeof value['id'] === 'string' ? value['id'] : null;
    return [{ id, event: value['event'], data: value['data'] ?? {} }];
}
/** Every third one has a line break, as live ones may. */
function callIdOf(runId, nth) {
    const call = `call_${hexOf(`${runId}/${nth}`, 24)}`;
    return nth % 3 === 0 ? `${call}\nfc_${hexOf(call, 24)}` : call;
}
/** One key for the outcome: `success`, `failure` of a command, or `error`. */
function resultOf(entry) {
    const output = entry.tool_output;
    const failed = ['ERROR', 'PR_CREATION_FAILED'].includes(entry.message_type);
    if (failed) {
        return { error: { message: asText(entry.observation) } };
    }
    if (isObject(output) && typeof output['exit_code'] === 'number' && output['exit_code'] !== 0) {
        const { exit_code, stdout = '', stderr = '' } = output;
        return { failure: { exitCode: exit_code, stdout, stderr } };
    }
    return { success: output ?? {} };
}
function piecesOf(text) {
    const words = text.match(/\s*\S+\s*/g) ?? [];
    const each = Math.ceil(words.length / MOST_PIECES);
    const pieces = [];
    for (let from = 0; from < words.length; from += each) {
        pieces.push(words.slice(from, from + each).join(''));
    }
    return pieces;
}

;// CONCATENATED MODULE: ./build/sandbox/faces/cursor/stream.js



/** Of a connection's life, in real time. */
const FIRST_HEARTBEAT_MS = 30_000;
const HEARTBEAT_MS = 15_000;
/** All frames of a run so far, made as it goes. */
class RunFrames {
    #frames;
    #habits;
    /** Of the item whose tool call never completes. */
    #openItem;
    /** Of the item whose plan is done. */
    #donePlan;
    #items = 0;
    #isBegun = false;
    isEnded = false;
    constructor({ id, state: { turn } }, habits) {
        const isEchoed = turn.script.echo && !habits.has('no-echo');
        this.#frames = new Frames(id, { echo: isEchoed ? turn.prompt : null });
        this.#habits = habits;
        const { steps } = turn.script;
        this.#openItem = habits.has('open-call') ? typesIn(steps).lastIndexOf('ACTION') : null;
        this.#donePlan = donePlanOf(typesIn(steps));
    }
    top(run) {
        return this.#frames.statusFrame(run.status);
    }
    /** Those that came since the last time. `result`: the data of the end. */
    next(run, result) {
        if (this.isEnded || run.state.isWaiting) {
            return [];
        }
        const { log, turn } = run.state;
        const frames = [];
        if (!this.#isBegun) {
            this.#isBegun = true;
            frames.push(...this.#frames.echo(turn.startedAt));
        }
        for (const item of log.slice(this.#items)) {
            const isOpen = this.#items === this.#openItem;
            const isDone = this.#items === this.#donePlan;
            frames.push(...this.#frames.item(item, { isOpen, isDone }));
            this.#items++;
        }
        if (run.isOver) {
            this.isEnded = true;
            frames.push(...this.#end(run, result()));
        }
        return frames;
    }
    /** A run that was cancelled says first that it has finished (sheet, section 6). */
    #end(run, result) {
        if (this.#habits.has('no-result-frame')) {
            return [];
        }
        const word = run.status === 'CANCELLED' ? 'FINISHED' : run.status;
        return [this.#frames.statusFrame(word), ...this.#frames.end(run.endedAt, result)];
    }
}
/** The type of each item, in the order of the log; null of what is sent as it is. */
function typesIn(steps) {
    return steps.flatMap(({ raw, entry }) => {
        const rawItems = raw === undefined ? [] : [null];
        const type = asText(entry?.['message_type'] ?? 'ACTION');
        return entry === undefined ? rawItems : [...rawItems, type];
    });
}
/** The plan that the answer follows, and nothing else before it: it says what was done. */
function donePlanOf(types) {
    const last = types.lastIndexOf('PLAN_EVALUATION');
    return last > 0 && types[last + 1] === 'FINAL_ANSWER' ? last : null;
}
/** What a connection has sent. */
class RunStream {
    contentType = 'text/event-stream';
    #world;
    #order;
    #frames = null;
    #isCaughtUp;
    #lastId = null;
    #sent = 0;
    #pairs = 0;
    #heartbeatAt;
    constructor(world, order) {
        this.#world = world;
        this.#order = order;
        this.#isCaughtUp = order.lastEventId === '';
        this.#heartbeatAt = world.now() + FIRST_HEARTBEAT_MS;
    }
    take() {
        const { habits } = this.#order;
        const run = this.#run();
        if (habits.has('silent-stream') || run === undefined) {
            return { text: '', state: run === undefined ? 'cut' : 'open' };
        }
        let text = '';
        if (this.#frames === null) {
            this.#frames = new RunFrames(run, habits);
            text = frameText(this.#frames.top(run));
        }
        const showing = { store: this.#world.store, now: this.#world.now(), habits };
        const fresh = this.#unseen(this.#frames.next(run, () => resultData(run, showing)));
        for (const frame of fresh) {
            const broken = this.#broken(run, frame);
            if (broken !== null) {
                return { text: text + broken.text, state: broken.state };
            }
            text += frameText(frame);
            this.#lastId = frame.id;
            this.#sent++;
        }
        text += this.#heartbeat(text !== '');
        const isEnded = this.#frames.isEnded && this.#isCaughtUp && !habits.has('open-stream');
        return { text, state: isEnded ? 'ended' : 'open' };
    }
    #run() {
        const { agent, index } = this.#order;
        const { store } = this.#world;
        const known = store.get(agent.id);
        return known === undefined ? undefined : runsOf(store, known)[index];
    }
    /** The frames after the client's last id, and after its twin. */
    #unseen(frames) {
        if (this.#isCaughtUp) {
            return frames;
        }
        const known = frames.findLastIndex(({ id }) => id === this.#order.lastEventId);
        if (known === -1) {
            return [];
        }
        this.#isCaughtUp = true;
        return frames.slice(known + 1);
    }
    /** How the stream breaks before this frame, or null. */
    #broken(run, frame) {
        const { habits } = this.#order;
        if (this.#sent === habits.get('cut-stream')?.count) {
            const whole = frameText(frame);
            return { text: whole.slice(0, Math.ceil(whole.length / 2)), state: 'cut' };
        }
        if (frame.id !== null && frame.id === this.#lastId) {
            this.#pairs++;
            if (this.#pairs === habits.get('cut-between-twins')?.count) {
                return { text: '', state: 'cut' };
            }
        }
        if (this.#sent === habits.get('stream-error')?.count) {
            const data = { code: 'stream_error', message: 'The stream was interrupted.' };
            return { text: frameText({ id: null, event: 'error', data }), state: 'ended' };
        }
        if (this.#sent === habits.get('finished-frame')?.count) {
            const data = { runId: run.id, status: 'FINISHED' };
            return { text: frameText({ id: null, event: 'status', data }), state: 'ended' };
        }
        return null;
    }
    /** After some time without anything else. */
    #heartbeat(isAlive) {
        const now = this.#world.now();
        if (isAlive) {
            this.#heartbeatAt = Math.max(this.#heartbeatAt, now + HEARTBEAT_MS);
            return '';
        }
        if (now < this.#heartbeatAt || this.#order.habits.has('no-heartbeats')) {
            return '';
        }
        this.#heartbeatAt = now + HEARTBEAT_MS;
        return frameText({ id: null, event: 'heartbeat', data: {} });
    }
}
function runStream(world, order) {
    return new RunStream(world, order);
}
/** What a stream says that is not there yet. */
function missingStream(run) {
    const error = { code: 'stream_unavailable', message: 'The stream is not available yet.' };
    const frames = [
        { id: null, event: 'status', data: { runId: run.id, status: run.status } },
        { id: null, event: 'error', data: error },
        { id: null, event: 'done', data: {} },
    ];
    const text = frames.map(frameText).join('');
    return { contentType: 'text/event-stream', take: () => ({ text, state: 'ended' }) };
}
/** Whether an id is one of the run's events until now. */
function hasEvent(run, { id, habits }) {
    const all = new RunFrames(run, habits).next(run, () => ({}));
    return all.some((frame) => frame.id === id);
}
function resultData(run, showing) {
    const text = resultText(run, showing.habits);
    const git = gitOf(run, showing);
    return {
        runId: run.id,
        status: run.status,
        ...(text !== '' && { text }),
        durationMs: durationOf(run),
        ...(git !== null && { git }),
    };
}

;// CONCATENATED MODULE: ./build/sandbox/faces/cursor/face.js











const cursor_face_ENDPOINTS = [
    endpoint('POST /v1/agents', 'create'),
    endpoint('GET /v1/agents', 'agents'),
    endpoint('GET /v1/agents/{agent}', 'agent'),
    endpoint('DELETE /v1/agents/{agent}', 'delete'),
    endpoint('POST /v1/agents/{agent}/runs', 'resume'),
    endpoint('GET /v1/agents/{agent}/runs', 'runs'),
    endpoint('GET /v1/agents/{agent}/runs/{run}', 'read'),
    endpoint('GET /v1/agents/{agent}/runs/{run}/stream', 'logs'),
    endpoint('POST /v1/agents/{agent}/runs/{run}/cancel', 'cancel'),
    endpoint('GET /v1/agents/{agent}/usage', 'usage'),
    endpoint('POST /v1/agents/{agent}/archive', 'archive'),
    endpoint('POST /v1/agents/{agent}/unarchive', 'unarchive'),
    endpoint('GET /v1/agents/{agent}/artifacts', 'artifacts'),
    endpoint('GET /v1/agents/{agent}/artifacts/download', 'artifact'),
    endpoint('GET /v1/models', 'models'),
    endpoint('GET /v1/repositories', 'repositories'),
    endpoint('GET /v1/me', 'me'),
    endpoint('GET /v0/agents/{agent}/conversation', 'conversation'),
];
const face_QUERIES = {
    agents: ['limit', 'cursor', 'prUrl', 'includeArchived'],
    runs: ['limit', 'cursor'],
    usage: ['runId'],
    artifact: ['path'],
};
/** How long a stream is kept after its run, in real time. The service does not publish it. */
const RETENTION_MS = 10_800_000;
const REPOSITORIES_EACH_MS = 60_000;
const WELL_FORMED_EVENT = /^\d{10,16}-\d+$/;
class CursorFace {
    declared = cursor_faults/* CURSOR_FAULTS */.p;
    orgId = '';
    example = { path: '/v1/agents', body: { prompt: { text: 'Fix the bug.' } } };
    #repositoriesAt = -Infinity;
    idOf(nth) {
        return `bc-${uuidOf(`cursor/${nth}`)}`;
    }
    clear() {
        this.#repositoriesAt = -Infinity;
    }
    route(world, request) {
        return routeOf(cursor_face_ENDPOINTS, {
            world,
            request,
            runId: ({ agent = null }) => agent,
            prompt: (body) => (isObject(body?.['prompt']) ? asText(body['prompt']['text']) : ''),
        });
    }
    answer(world, { request, habits }) {
        try {
            return this.#carryOut(world, { request, habits });
        }
        catch (error) {
            if (error instanceof cursor_errors/* CursorRefused */.V) {
                return (0,face/* json */.Pq)(error.status, refusalBody(error, habits));
            }
            return (0,face/* json */.Pq)(500, (0,cursor_errors/* errorBody */.t)('internal_error', `Sandbox: ${String(error)}`));
        }
    }
    #carryOut(world, { request, habits }) {
        if (!isAuthorized(world, request)) {
            throw new cursor_errors/* CursorRefused */.V(401, 'unauthorized', 'Invalid User API Key');
        }
        const found = findEndpoint(cursor_face_ENDPOINTS, { request, pathPrefix: world.pathPrefix });
        if (found.kind !== 'found') {
            const status = found.kind === 'nowhere' ? 404 : 405;
            throw new cursor_errors/* CursorRefused */.V(status, 'not_implemented', `No endpoint ${request.path}`);
        }
        const { endpoint: known, params } = found;
        const { store, now } = world;
        const call = { world, request, params, store, now: now(), habits };
        cursor_face_onlyQuery(request.query, face_QUERIES[known.kind] ?? []);
        switch (known.kind) {
            case 'create':
                return face_create(call);
            case 'agents':
                return listAgents(call);
            case 'agent':
                return (0,face/* json */.Pq)(200, agentBody(knownAgent(call), call));
            case 'delete':
                return remove(call);
            case 'resume':
                return followUp(call);
            case 'runs':
                return face_listRuns(call);
            case 'read':
                return read(call);
            case 'logs':
                return stream(call);
            case 'cancel':
                return cancel(call);
            case 'usage':
                return usage(call);
            case 'archive':
                return archive(call, true);
            case 'unarchive':
                return archive(call, false);
            case 'artifacts':
                knownAgent(call);
                return (0,face/* json */.Pq)(200, { items: [] });
            case 'artifact':
                knownAgent(call);
                throw new cursor_errors/* CursorRefused */.V(404, 'artifact_not_found', 'Artifact not found.');
            case 'models':
                return (0,face/* json */.Pq)(200, { items: [{ id: 'sandbox-1', displayName: 'Sandbox 1' }] });
            case 'repositories':
                return this.#repositories(call);
            case 'me':
                return (0,face/* json */.Pq)(200, face_ME);
            case 'conversation':
                return conversation(call);
        }
    }
    /** One request a minute. */
    #repositories({ now }) {
        if (now - this.#repositoriesAt < REPOSITORIES_EACH_MS) {
            throw new cursor_errors/* CursorRefused */.V(429, 'rate_limit_exceeded', 'One request a minute.');
        }
        this.#repositoriesAt = now;
        return (0,face/* json */.Pq)(200, { items: [{ url: 'https://github.com/octo/shop' }] });
    }
}
const face_ME = {
    apiKeyName: 'sandbox',
    createdAt: '2026-01-01T00:00:00.000Z',
    userId: 11,
    userEmail: 'octo-dev@sandbox.example',
};
function face_create(call) {
    const { world, store, request } = call;
    const body = jsonBody(request);
    if ('metadata' in body) {
        throw new cursor_errors/* CursorRefused */.V(403, 'feature_unavailable', 'metadata is not available.');
    }
    refuseMisfits(createMisfits(body));
    const { agentId, prompt, repos } = body;
    if (agentId !== undefined && store.get(agentId) !== undefined) {
        throw new cursor_errors/* CursorRefused */.V(409, 'agent_id_conflict', 'An agent with this id already exists.');
    }
    const agent = store.create({
        prompt: prompt.text,
        scenario: world.scenarioFor(prompt.text),
        request: body,
        repository: addressOf(repos?.[0]?.url ?? ''),
        keys: agentId === undefined ? [] : [agentId],
        ...(agentId !== undefined && { id: agentId }),
    });
    const run = newestRun(call, agent);
    return (0,face/* json */.Pq)(created(call), { agent: agentBody(agent, call), run: agents_runBody(run, call) });
}
function followUp(call) {
    const { store, request, habits } = call;
    const agent = knownAgent(call);
    const body = jsonBody(request);
    refuseMisfits(followUpShape(body, []));
    if (agent.isArchived) {
        throw new cursor_errors/* CursorRefused */.V(409, 'agent_archived', 'The agent is archived.');
    }
    if (!newestRun(call, agent).isOver) {
        throw new cursor_errors/* CursorRefused */.V(409, 'agent_busy', 'The agent has an active run.');
    }
    const { prompt } = body;
    const run = agents_runBody(newestRun(call, store.resume(agent, prompt.text)), call);
    return (0,face/* json */.Pq)(created(call), habits.has('bare-run') ? run : { run });
}
function created({ habits }) {
    return habits.has('plain-200') ? 200 : 201;
}
function newestRun({ store }, agent) {
    const run = runsOf(store, agent).at(-1);
    if (run === undefined) {
        throw new Error('an agent has at least one run');
    }
    return run;
}
function listAgents(call) {
    const { store, request, habits, now } = call;
    const { query } = request;
    const isAll = query.get('includeArchived') !== 'false';
    const pull = query.get('prUrl');
    const lag = habits.get('lag')?.forMs ?? 0;
    const agents = store
        .all()
        .toReversed()
        .filter((agent) => isAll || !agent.isArchived)
        .filter((agent) => agent.createdAt + lag <= now)
        .filter((agent) => pull === null || pullsOf(call, agent).includes(pull));
    return face_page(call, agents, (agent) => agentSummary(agent, call));
}
function pullsOf({ store }, agent) {
    return (store.now(agent).pullRequests ?? []).map(({ url }) => url);
}
function face_listRuns(call) {
    const { habits } = call;
    const agent = knownAgent(call);
    const runs = runsOf(call.store, agent).filter((run) => !isLagging(call, run));
    const bodies = runs.toReversed().map((run) => {
        const { result, durationMs, ...bare } = agents_runBody(run, call);
        return habits.has('bare-list') ? bare : agents_runBody(run, call);
    });
    if (habits.has('foreign-run')) {
        bodies.unshift(foreignRun(agent));
    }
    const all = bodies.map((body) => ({ id: String(body['id']), body }));
    return face_page(call, all, ({ body }) => body);
}
function face_page({ request, habits }, all, shown) {
    const limit = Number(request.query.get('limit') ?? '20');
    if (!Number.isInteger(limit) || limit < 1 || limit > 100) {
        throw new cursor_errors/* CursorRefused */.V(400, 'validation_error', 'limit must be from 1 to 100');
    }
    const paged = cursorPage(all, { limit, cursor: request.query.get('cursor') ?? '' });
    if (paged.kind === 'no-cursor') {
        throw new cursor_errors/* CursorRefused */.V(400, 'validation_error', 'cursor is unknown');
    }
    const { items, next } = paged.page;
    const body = { items: items.map(shown) };
    if (next !== '') {
        return (0,face/* json */.Pq)(200, { ...body, nextCursor: next });
    }
    if (habits.has('null-cursor')) {
        return (0,face/* json */.Pq)(200, { ...body, nextCursor: null });
    }
    return (0,face/* json */.Pq)(200, habits.has('empty-cursor') ? { ...body, nextCursor: '' } : body);
}
function read(call) {
    const agent = knownAgent(call);
    if (call.habits.has('foreign-run') && call.params['run'] === foreignRunId(agent.id)) {
        return (0,face/* json */.Pq)(200, foreignRun(agent));
    }
    return (0,face/* json */.Pq)(200, agents_runBody(face_knownRun(call, agent), call));
}
function stream(call) {
    const { world, request, habits, now } = call;
    const agent = knownAgent(call);
    const run = face_knownRun(call, agent);
    const lastEventId = asText(request.headers['last-event-id']);
    const age = now - call.store.realTime(agent, run.state.turn.acceptedAt);
    const isYoung = (name) => age < (habits.get(name)?.forMs ?? 0);
    if (isYoung('stream-409') || isYoung('stream-410')) {
        const status = isYoung('stream-409') ? 409 : 410;
        throw new cursor_errors/* CursorRefused */.V(status, 'stream_unavailable', 'The stream is not available yet.');
    }
    const endedFor = run.isOver ? now - call.store.realTime(agent, run.endedAt) : 0;
    if (endedFor > RETENTION_MS) {
        throw new cursor_errors/* CursorRefused */.V(410, 'stream_expired', 'The stream has expired.');
    }
    refuseEvent(call, { agent, run, lastEventId });
    const order = { agent, index: run.state.index, lastEventId, habits };
    const content = isYoung('stream-late') ? missingStream(run) : runStream(world, order);
    return {
        status: 200,
        headers: {
            'cache-control': 'no-cache',
            'x-cursor-stream-retention-seconds': String(RETENTION_MS / 1000),
        },
        content: { kind: 'stream', stream: content },
    };
}
/** One of another run is refused; an unknown one in the right form only gives silence. */
function refuseEvent({ store, habits }, { agent, run, lastEventId: id, }) {
    if (id === '' || hasEvent(run, { id, habits })) {
        return;
    }
    const isForeign = runsOf(store, agent).some((each) => hasEvent(each, { id, habits }));
    if (isForeign || !WELL_FORMED_EVENT.test(id)) {
        throw new cursor_errors/* CursorRefused */.V(400, 'invalid_last_event_id', 'Last-Event-ID is not of this run.');
    }
}
function cancel(call) {
    const run = face_knownRun(call, knownAgent(call));
    if (run.isOver) {
        throw new cursor_errors/* CursorRefused */.V(409, 'run_not_cancellable', 'The run is not active.');
    }
    call.store.stop(run.agent);
    return (0,face/* json */.Pq)(200, { id: run.id });
}
function usage(call) {
    const agent = knownAgent(call);
    const runId = call.request.query.get('runId');
    const runs = runsOf(call.store, agent).filter(({ id }) => runId === null || id === runId);
    if (runs.length === 0) {
        throw new cursor_errors/* CursorRefused */.V(404, 'run_not_found', 'Run not found.');
    }
    return (0,face/* json */.Pq)(200, usageBody(runs, call));
}
function archive(call, isArchived) {
    const agent = knownAgent(call);
    call.store.archive(agent, isArchived);
    return (0,face/* json */.Pq)(200, { id: agent.id });
}
function remove(call) {
    const agent = knownAgent(call);
    call.store.remove(agent);
    return (0,face/* json */.Pq)(200, { id: agent.id });
}
/** The texts of all runs; it outlives the streams. */
function conversation(call) {
    const agent = knownAgent(call);
    const isEchoed = !call.habits.has('no-echo');
    const messages = runsOf(call.store, agent).flatMap(({ state }) => {
        const said = state.log
            .filter(({ isRaw }) => !isRaw)
            .map(entryOf)
            .filter(({ message_type }) => message_type === 'FINAL_ANSWER')
            .map(({ observation }) => ({ type: 'assistant_message', text: asText(observation) }));
        return [...(isEchoed ? [{ type: 'user_message', text: state.turn.prompt }] : []), ...said];
    });
    const numbered = messages.map((message, index) => ({ id: `msg_${index + 1}`, ...message }));
    return (0,face/* json */.Pq)(200, { id: agent.id, messages: numbered });
}
function knownAgent(call) {
    const agent = call.store.get(call.params['agent'] ?? '');
    const lag = call.habits.get('lag')?.forMs ?? 0;
    if (agent === undefined || agent.createdAt + lag > call.now) {
        throw new cursor_errors/* CursorRefused */.V(404, 'agent_not_found', 'Agent not found.');
    }
    return agent;
}
function face_knownRun(call, agent) {
    const run = runsOf(call.store, agent).find(({ id }) => id === call.params['run']);
    if (run === undefined || isLagging(call, run)) {
        throw new cursor_errors/* CursorRefused */.V(404, 'run_not_found', 'Run not found.');
    }
    return run;
}
function isLagging({ store, habits, now }, { agent, state }) {
    const lag = habits.get('lag')?.forMs ?? 0;
    return store.realTime(agent, state.turn.acceptedAt) + lag > now;
}
/** A key as bearer token, or as user with an empty password. */
function isAuthorized({ token }, { headers }) {
    const basic = Buffer.from(`${token}:`, 'utf8').toString('base64');
    return [`Bearer ${token}`, `Basic ${basic}`].includes(asText(headers['authorization']));
}
function jsonBody({ headers, body }) {
    if (body === '') {
        throw new cursor_errors/* CursorRefused */.V(400, 'missing_body', 'A body is required.');
    }
    const fields = bodyObject(body);
    if (!/^application\/json\s*(;|$)/i.test(asText(headers['content-type'])) || fields === null) {
        throw new cursor_errors/* CursorRefused */.V(400, 'validation_error', 'The body must be a JSON object.');
    }
    return fields;
}
function refuseMisfits(misfits) {
    if (misfits.length > 0) {
        const told = misfits.map(({ at, why }) => `${at.join('.')} ${why}`).join('; ');
        throw new cursor_errors/* CursorRefused */.V(400, 'validation_error', told);
    }
}
function cursor_face_onlyQuery(query, known) {
    const unknown = [...query.keys()].filter((name) => !known.includes(name));
    if (unknown.length > 0) {
        throw new cursor_errors/* CursorRefused */.V(400, 'validation_error', `Unrecognized key: ${unknown.join(', ')}`);
    }
}
function refusalBody({ code, message }, habits) {
    if (habits.has('flat-error')) {
        return { code, message };
    }
    return habits.has('string-error') ? { error: code, message } : (0,cursor_errors/* errorBody */.t)(code, message);
}
/** With its scheme, and without `.git` or a slash at the end. */
function addressOf(url) {
    const bare = url.replace(/\/+$/, '').replace(/\.git$/, '');
    return bare === '' || /^https?:\/\//.test(bare) ? bare : `https://${bare}`;
}

// EXTERNAL MODULE: ./build/sandbox/faces/devin/errors.js
var devin_errors = __nccwpck_require__(1075);
// EXTERNAL MODULE: ./build/sandbox/faces/devin/faults.js
var devin_faults = __nccwpck_require__(7041);
;// CONCATENATED MODULE: ./build/sandbox/faces/shown-turns.js
/**
 * Without the newest turn as long as the state of the one before is shown: while that is at work,
 * and for a while after the turn began.
 *
 * @param stale the habit that lengthens that while, beside the scenario's own lag
 */
function shownTurns(run, { store, now, habits }, stale) {
    const [first, ...later] = store.turns(run);
    if (first === undefined) {
        throw new Error('a run has at least one turn');
    }
    const last = later.at(-1);
    if (last === undefined) {
        return [first];
    }
    const { startedAt, script } = last.turn;
    const staleMs = habits.get(stale)?.forMs ?? 0;
    const shownAt = Math.max(store.realTime(run, startedAt + script.statusLag), store.realTime(run, startedAt) + staleMs);
    return last.isWaiting || now < shownAt ? [first, ...later.slice(0, -1)] : [first, ...later];
}

;// CONCATENATED MODULE: ./build/sandbox/faces/devin/sessions.js
/** Sessions as `devin` shows them: words of two levels, output, messages (sheet, 3.2 to 6). */






const sessions_WORDS = {
    queued: 'new',
    working: 'running/working',
    done: 'running/waiting_for_user',
    asks: 'running/waiting_for_user',
    failed: 'error',
    cancelled: 'suspended/user_request',
    'timed-out': 'error',
};
/** Of a session's life, in scenario time. */
const NEW_MS = 250;
const CLAIMED_MS = 500;
const RESUMING_MS = 500;
/** How long a session waits before it falls asleep, in scenario time. */
const AWAKE_MS = 1_800_000;
const OUT_OF_MONEY = /^(usage_limit_exceeded|out_of_\w+|no_quota_allocation|payment_declined|\w+_limit_exceeded|contract_expired)$/;
/** Whether no message can wake it any more. */
function isDead(run, { status }) {
    const isLost = run.request['resumable'] === false && status === 'suspended';
    return ['exit', 'error'].includes(status) || isLost;
}
function isOutOfMoney({ status, detail }) {
    return status === 'suspended' && OUT_OF_MONEY.test(detail ?? '');
}
function sessionState(run, showing) {
    const turns = shownTurns(run, showing, 'stale-session');
    const last = turns.at(-1);
    if (last === undefined) {
        throw new Error('a session has at least one turn');
    }
    const [status = '', detail = null] = wordsOf(run, { turn: last, showing }).split('/');
    return { status, detail, output: outputOf(run, turns), pullRequests: sessions_pullsOf(turns) };
}
/** `status` or `status/status_detail`. */
function wordsOf(run, { turn, showing }) {
    const { store, habits } = showing;
    if (run.isClosed) {
        return 'exit';
    }
    if (isPutToSleep(run)) {
        return 'suspended/user_request';
    }
    const word = wordOf(run, turn);
    if (word === sessions_WORDS.working && isAtLimit(run, store)) {
        return 'suspended/usage_limit_exceeded';
    }
    if (word === sessions_WORDS.working) {
        const elapsed = store.scenarioNow(run) - turn.turn.startedAt;
        return beginning(turn, elapsed) ?? word;
    }
    if (!isResting(word)) {
        return word;
    }
    if (isAsleep(run, { showing, turn })) {
        return 'suspended/inactivity';
    }
    const isDone = meaningOf(turn.status) === 'done';
    return isDone && habits.has('finished') ? 'running/finished' : word;
}
/** After a rest of `AWAKE_MS`, or of the habit's own time. */
function isAsleep(run, { turn, showing }) {
    const { store, now, habits } = showing;
    const habit = habits.get('falls-asleep');
    if (habit === undefined) {
        return store.scenarioNow(run) - turn.statusAt >= AWAKE_MS;
    }
    return now >= store.realTime(run, turn.statusAt) + habit.forMs;
}
/** With a schema that has a word for it, a run that fails says so there, and waits. */
function wordOf(run, { status }) {
    const word = wordFor(status, sessions_WORDS);
    const isTold = meaningOf(status) === 'failed' && hasOutcome(schemaOf(run));
    return isTold ? sessions_WORDS.done : word;
}
function beginning({ index, turn }, elapsed) {
    if (index > 0) {
        return turn.isWoken && elapsed < RESUMING_MS ? 'resuming' : null;
    }
    if (elapsed < NEW_MS) {
        return 'new';
    }
    return elapsed < CLAIMED_MS ? 'claimed' : null;
}
function isResting(word) {
    return ['running/waiting_for_user', 'running/finished'].includes(word);
}
/** That of the last turn that has one: it stays until another comes. */
function outputOf(run, turns) {
    const schema = schemaOf(run);
    if (schema === null) {
        return null;
    }
    for (const turn of turns.toReversed()) {
        const output = turn.output ?? composed(run, { turn, schema });
        if (output !== null) {
            return output;
        }
    }
    return null;
}
/** What the turn answers, in the form that was asked for. Null while it works. */
function composed(run, { turn, schema }) {
    if (!isResting(wordOf(run, turn))) {
        return null;
    }
    const message = answerOf(turn);
    const answer = jsonIn(message);
    if (!hasOutcome(schema)) {
        return isObject(answer) ? answer : null;
    }
    const outcome = outcomeOf(turn);
    const properties = schema['properties'];
    const isAnswered = outcome === 'done' && 'answer' in properties && answer !== null;
    return { outcome, message, ...(isAnswered && { answer }) };
}
function outcomeOf({ status }) {
    const meaning = meaningOf(status);
    if (meaning === 'asks') {
        return 'question';
    }
    return meaning === 'failed' ? 'blocked' : 'done';
}
function schemaOf({ request }) {
    const schema = request['structured_output_schema'];
    return isObject(schema) ? schema : null;
}
/** Whether the schema has a word for how a turn ended, and a text. */
function hasOutcome(schema) {
    const properties = schema?.['properties'];
    return isObject(properties) && 'outcome' in properties && 'message' in properties;
}
/** The text as JSON, or its last block of JSON; null without either. */
function jsonIn(text) {
    const block = [...text.matchAll(/```json\n([\s\S]*?)\n```/g)].at(-1)?.[1];
    try {
        return JSON.parse(block ?? text);
    }
    catch {
        return null;
    }
}
/** Of all turns together. */
function sessions_pullsOf(turns) {
    const pulls = turns.flatMap(({ pullRequests }) => pullRequests ?? []);
    return [...new Set(pulls.map(({ url }) => url))];
}
/**
 * Status detail and output are told by get and list alone.
 */
function sessions_sessionBody(run, { showing, isRead }) {
    const { store, habits, orgId } = showing;
    const { status, detail, output, pullRequests } = sessionState(run, showing);
    const { title = null, devin_mode = 'normal' } = run.request;
    const id = habits.has('prefixed-ids') ? `devin-${run.id}` : run.id;
    const hasOutput = isRead && !habits.has('no-output');
    return {
        session_id: id,
        url: store.now(run).webUrl ?? `https://app.devin.ai/sessions/${run.id}`,
        status,
        status_detail: isRead ? detail : null,
        structured_output: hasOutput ? output : null,
        tags: habits.has('lost-tags') ? [] : run.keys,
        org_id: orgId,
        created_at: epoch(run.createdAt, habits),
        updated_at: epoch(sessions_updatedAt(run, store), habits),
        acus_consumed: acusOf(run, store),
        pull_requests: pullRequests.map((pr_url) => ({ pr_url, pr_state: 'open' })),
        title,
        devin_mode,
        origin: 'api',
        parent_session_id: null,
        child_session_ids: [],
        service_user_id: 'service-user-1',
        is_archived: run.isArchived,
        category: null,
        // A field that no document names.
        snapshot_state: 'none',
    };
}
/** It works on no more once it has used what `max_acu_limit` allows. */
function isAtLimit(run, store) {
    const limit = run.request['max_acu_limit'];
    return typeof limit === 'number' && acusOf(run, store) >= limit;
}
/** Zero where the scenario says nothing. */
function acusOf(run, store) {
    return store.turns(run).reduce((sum, { usage }) => sum + (usage?.acu ?? 0), 0);
}
function sessions_updatedAt(run, store) {
    const times = store
        .turns(run)
        .flatMap(({ turn, statusAt, log }) => [
        turn.acceptedAt,
        statusAt,
        log.at(-1)?.at ?? 0,
        turn.notes.at(-1)?.at ?? 0,
    ]);
    return Math.min(Math.max(...times), store.scenarioNow(run));
}
/** Whole seconds since the epoch. */
function epoch(ms, habits) {
    return habits.has('milliseconds') ? Math.floor(ms) : Math.floor(ms / 1000);
}
/** Oldest first. There is nothing else in the log: no tool, no thought that was not said. */
function messagesOf(run, { store, now, habits }) {
    const lag = habits.get('message-lag')?.forMs ?? 0;
    return store
        .turns(run)
        .flatMap((state) => turnMessages(run, state))
        .toSorted((a, b) => a.at - b.at)
        .filter(({ at }) => store.realTime(run, at) + lag <= now);
}
function turnMessages(run, state) {
    const { turn, index, log } = state;
    const idOf = (what) => `ev-${hexOf(`${run.id}/${index}/${what}`, 12)}`;
    const said = (what, message) => ({
        id: idOf(what),
        raw: null,
        ...message,
    });
    const prompt = said('prompt', { at: turn.acceptedAt, source: 'user', text: turn.prompt });
    const spoken = log.flatMap((item, nth) => {
        const id = idOf(`entry ${nth}`);
        const { at } = item;
        if (item.isRaw) {
            const raw = item.value();
            return isObject(raw) && 'message' in raw ? [{ id, at, source: 'devin', text: '', raw }] : [];
        }
        const message = messageIn(item.value(), turn.prompt);
        return message === null ? [] : [{ id, at, ...message, raw: null }];
    });
    const notes = turn.notes.map(({ at, text }, nth) => said(`note ${nth}`, { at, source: 'user', text }));
    return [prompt, ...spoken, ...lastWord(state, { spoken, said }), ...notes];
}
/** A turn that ends with a result alone says it. */
function lastWord(state, { spoken, said, }) {
    const { result, status, statusAt, log } = state;
    const isAnswered = log.some((item) => !item.isRaw && entryOf(item).message_type === 'FINAL_ANSWER');
    const isOver = !['queued', 'working', null].includes(meaningOf(status));
    if (result === null || isAnswered || !isOver || spoken.some(({ text }) => text === result)) {
        return [];
    }
    return [said('result', { at: statusAt, source: 'devin', text: result })];
}
/** Null for what is not said to anybody. */
function messageIn(value, prompt) {
    const entry = value;
    const observation = asWords(entry.observation);
    switch (entry.message_type) {
        case 'ACTION':
            return null;
        case 'PLAN_EVALUATION':
        case 'FIX_PR_ERRORS':
            return { source: 'devin', text: asText(entry.thought) };
        case 'USER_MESSAGE':
        case 'USER_GITHUB_ISSUE_COMMENT':
            return observation === prompt ? null : { source: 'user', text: observation };
        default:
            return observation === '' ? null : { source: 'devin', text: observation };
    }
}
function messageBody({ id, at, source, text, raw }, habits) {
    const usual = {
        event_id: id,
        source,
        message: text,
        created_at: epoch(at, habits),
        origin: source === 'user' ? 'api' : null,
        user_id: null,
        username: null,
    };
    return raw === null ? usual : { ...usual, ...raw };
}

;// CONCATENATED MODULE: ./build/sandbox/faces/devin/shapes.js
/** The bodies that `devin` takes; the sandbox refuses any other key (sheet, section 3). */

const texts = listOf(shape_text());
const addresses = listOf(shape_text({ min: 1, max: 2083 }));
const MAX_SCHEMA_BYTES = 65_536;
const DRAFT_7 = 'http://json-schema.org/draft-07/schema#';
/** Draft 7, at most 64 KB, no reference to somewhere else. */
const schema = (value, at) => {
    const misfits = object({}, { open: true })(value, at);
    if (misfits.length > 0) {
        return misfits;
    }
    const told = JSON.stringify(value);
    const draft = value['$schema'];
    const problems = [
        Buffer.byteLength(told) > MAX_SCHEMA_BYTES ? 'must have at most 64 KB' : '',
        draft !== undefined && draft !== DRAFT_7 ? 'must be of draft 7' : '',
        /"\$ref":"(?!#)/.test(told) ? 'must not refer to another document' : '',
    ];
    return problems.filter((why) => why !== '').map((why) => ({ at, why }));
};
const fields = {
    'title?': shape_text(),
    'tags?': texts,
    'repos?': listOf(shape_text({ pattern: /^(https:\/\/[^/]+\/)?[\w.-]+\/[\w.-]+$/ })),
    'structured_output_schema?': schema,
    'structured_output_required?': shape_boolean,
    'max_acu_limit?': number({ min: 1 }),
    'devin_mode?': oneOf(['normal', 'fast', 'lite', 'ultra', 'fusion']),
    'resumable?': shape_boolean,
    'attachment_urls?': addresses,
    'session_secrets?': anything,
    'secret_ids?': texts,
    'knowledge_ids?': texts,
    'playbook_id?': shape_text(),
    'child_playbook_id?': shape_text(),
    'platform?': shape_text(),
    'create_as_user_id?': shape_text(),
    'session_links?': texts,
    'bypass_approval?': shape_boolean,
    'security_profile?': shape_text(),
};
const shapes_createShape = object({
    prompt: shape_text({ min: 1 }),
    ...Object.fromEntries(Object.entries(fields).map(([name, shape]) => [name, nullable(shape)])),
});
const messageShape = object({
    message: shape_text({ min: 1 }),
    'attachment_urls?': nullable(addresses),
    'message_as_user_id?': nullable(shape_text()),
});
const tagsShape = object({ tags: listOf(shape_text({ min: 1 }), { max: 50 }) });
const misfitsOf = {
    create: (body) => shapes_createShape(body, ['body']),
    message: (body) => messageShape(body, ['body']),
    tags: (body) => tagsShape(body, ['body']),
};

;// CONCATENATED MODULE: ./build/sandbox/faces/devin/face.js










const ORG = '/v3/organizations/{org}';
const SESSION = `${ORG}/sessions/{session}`;
const devin_face_ENDPOINTS = [
    endpoint(`POST ${ORG}/sessions`, 'create'),
    endpoint(`GET ${ORG}/sessions`, 'runs'),
    endpoint(`GET ${SESSION}`, 'read'),
    endpoint(`DELETE ${SESSION}`, 'stop'),
    endpoint(`GET ${SESSION}/messages`, 'logs'),
    endpoint(`POST ${SESSION}/messages`, 'resume'),
    endpoint(`POST ${SESSION}/archive`, 'archive'),
    endpoint(`POST ${SESSION}/unarchive`, 'unarchive'),
    endpoint(`GET ${SESSION}/tags`, 'tags'),
    endpoint(`POST ${SESSION}/tags`, 'tags'),
    endpoint(`PUT ${SESSION}/tags`, 'tags'),
    endpoint(`GET ${SESSION}/attachments`, 'attachments'),
    endpoint(`POST ${ORG}/attachments`, 'upload'),
    endpoint(`GET ${ORG}/attachments/{attachment}/{name}`, 'attachment'),
    endpoint('GET /signed/{attachment}/{name}', 'signed'),
    endpoint('GET /v3/self', 'self'),
    endpoint('GET /v3beta1/organizations/{org}/repositories', 'repositories'),
    endpoint(`GET ${ORG}/consumption/daily/sessions/{session}`, 'consumption'),
];
const face_PAGE = ['first', 'after'];
const devin_face_QUERIES = {
    create: ['devin_id'],
    runs: [
        ...face_PAGE,
        'devin_id',
        'tags',
        'session_ids',
        'user_ids',
        'service_user_ids',
        'repo_names',
        'origins',
        'automation_ids',
        'created_after',
        'created_before',
        'updated_after',
        'updated_before',
        'is_archived',
        'playbook_id',
        'schedule_id',
        'parent_session_id',
        'category',
    ],
    logs: face_PAGE,
    stop: ['archive'],
    repositories: face_PAGE,
    consumption: ['time_after', 'time_before'],
};
/** Filters by something that no session of the sandbox has. */
const MATCHING_NONE = [
    'user_ids',
    'automation_ids',
    'playbook_id',
    'schedule_id',
    'parent_session_id',
    'category',
];
class DevinFace {
    declared = devin_faults/* DEVIN_FAULTS */.b;
    orgId = 'org-5a4db0c1';
    example = {
        path: `/v3/organizations/${this.orgId}/sessions`,
        body: { prompt: 'Fix the bug.' },
    };
    idOf(nth) {
        return hexOf(`devin/${nth}`, 32);
    }
    clear() {
        // It counts nothing.
    }
    route(world, request) {
        return routeOf(devin_face_ENDPOINTS, {
            world,
            request,
            runId: ({ session }) => (session === undefined ? null : bareId(session)),
            prompt: (body) => asText(body?.['prompt']),
        });
    }
    answer(world, { request, habits }) {
        try {
            return this.#carryOut(world, { request, habits });
        }
        catch (error) {
            if (!(error instanceof devin_errors/* DevinRefused */.Lz)) {
                return (0,face/* json */.Pq)(500, { detail: `Sandbox: ${String(error)}` });
            }
            const { status, message, misfits } = error;
            if (habits.has('earlier-error')) {
                return (0,face/* json */.Pq)(status, (0,devin_errors/* earlierProblem */.qf)(message, misfits));
            }
            return (0,face/* json */.Pq)(status, (0,devin_errors/* problem */.CC)(status, message, misfits), devin_errors/* PROBLEM_TYPE */.hc);
        }
    }
    #carryOut(world, { request, habits }) {
        const found = findEndpoint(devin_face_ENDPOINTS, { request, pathPrefix: world.pathPrefix });
        const isSigned = found.kind === 'found' && found.endpoint.kind === 'signed';
        if (!isSigned && request.headers['authorization'] !== `Bearer ${world.token}`) {
            throw new devin_errors/* DevinRefused */.Lz(401, 'Invalid or missing API key.');
        }
        if (found.kind !== 'found') {
            throw new devin_errors/* DevinRefused */.Lz(found.kind === 'nowhere' ? 404 : 405, `Nothing at ${request.path}`);
        }
        const { endpoint: known, params } = found;
        if (params['org'] !== undefined && params['org'] !== this.orgId) {
            throw new devin_errors/* DevinRefused */.Lz(403, 'The key has no permission in this organization.');
        }
        const { store, now } = world;
        const { orgId } = this;
        const call = { world, request, params, store, now: now(), habits, orgId };
        devin_face_onlyQuery(request.query, devin_face_QUERIES[known.kind] ?? []);
        switch (known.kind) {
            case 'create':
                return devin_face_create(call);
            case 'runs':
                return face_list(call);
            case 'read':
                return (0,face/* json */.Pq)(200, sessions_sessionBody(knownSession(call), { showing: call, isRead: true }));
            case 'stop':
                return terminate(call);
            case 'logs':
                return messages(call);
            case 'resume':
                return message(call);
            case 'archive':
                return face_archive(call);
            case 'unarchive':
                return shown(call, store.archive(knownSession(call), false));
            case 'tags':
                return tags(call);
            case 'attachments':
                knownSession(call);
                return (0,face/* json */.Pq)(200, []);
            case 'upload':
                return upload(call);
            case 'attachment':
                return attachment(call);
            case 'signed':
                return signed(request);
            case 'self':
                return face_self(call);
            case 'repositories':
                return devin_face_page(call, [{ id: 'octo/shop' }], ({ id }) => ({
                    repo_path: id,
                    repo_name: id.split('/')[1],
                }));
            case 'consumption':
                knownSession(call);
                return (0,face/* json */.Pq)(200, { total_acus: 0, consumption_by_date: [] });
        }
    }
}
function devin_face_create(call) {
    const { world, store, request } = call;
    const body = face_jsonBody(request);
    face_refuseMisfits(misfitsOf.create(body));
    const prompt = asText(body['prompt']);
    const [repo = ''] = (body['repos'] ?? []);
    const run = store.create({
        prompt,
        scenario: world.scenarioFor(prompt),
        request: body,
        repository: face_addressOf(repo),
        keys: (body['tags'] ?? []),
    });
    return shown(call, run);
}
function face_addressOf(repo) {
    return repo === '' || repo.startsWith('https://') ? repo : `https://github.com/${repo}`;
}
function shown(call, run) {
    return (0,face/* json */.Pq)(200, sessions_sessionBody(run, { showing: call, isRead: false }));
}
function face_list(call) {
    const { store, habits, now, request } = call;
    const lag = habits.get('list-lag')?.forMs ?? 0;
    const sessions = store
        .all()
        .filter((run) => run.createdAt + lag <= now)
        .filter((run) => isListed(run, { query: request.query, call }));
    const ordered = habits.has('oldest-first') ? sessions : sessions.toReversed();
    return devin_face_page(call, ordered, (run) => sessions_sessionBody(run, { showing: call, isRead: true }));
}
function isListed(run, { query, call }) {
    const { store, habits } = call;
    const isOneOf = (name, values) => !query.has(name) || query.getAll(name).some((given) => values.includes(given));
    const isWithin = (name, at) => at > face_integer(query, { name: `${name}_after`, initial: -1 }) &&
        at < face_integer(query, { name: `${name}_before`, initial: Infinity });
    const archived = query.get('is_archived') ?? (habits.has('archived-hidden') ? 'false' : null);
    const repos = (run.request['repos'] ?? []).map((repo) => repo.replace(/^https:\/\/[^/]+\//, ''));
    return (hasTags(run.keys, { given: query.getAll('tags'), habits }) &&
        (archived === null || String(run.isArchived) === archived) &&
        isOneOf('session_ids', [run.id, `devin-${run.id}`]) &&
        isOneOf('repo_names', repos) &&
        isOneOf('origins', ['api']) &&
        isOneOf('service_user_ids', ['service-user-1']) &&
        MATCHING_NONE.every((name) => !query.has(name)) &&
        isWithin('created', epoch(run.createdAt, call.habits)) &&
        isWithin('updated', epoch(sessions_updatedAt(run, store), call.habits)));
}
/** All of them, where nothing else is asked for. */
function hasTags(tags, { given, habits }) {
    if (given.length === 0 || habits.has('tags-ignored')) {
        return true;
    }
    if (habits.has('tags-whole')) {
        return given.join(',') === tags.join(',');
    }
    if (habits.has('tags-any')) {
        return given.some((tag) => tags.includes(tag));
    }
    return given.every((tag) => tags.includes(tag));
}
/** A cursor is promised only while there is a next page. */
function devin_face_page({ request, habits }, all, shownAs) {
    const { query } = request;
    const first = face_integer(query, { name: 'first', initial: 100 });
    if (first < 1 || first > 200) {
        throw new devin_errors/* DevinRefused */.Lz(422, 'query invalid', [
            { at: ['query', 'first'], why: 'must be from 1 to 200' },
        ]);
    }
    const after = query.get('after') ?? '';
    const paged = cursorPage(all, { limit: first, cursor: after });
    if (paged.kind === 'no-cursor') {
        throw new devin_errors/* DevinRefused */.Lz(422, 'query invalid', [{ at: ['query', 'after'], why: 'is unknown' }]);
    }
    const { items, next } = paged.page;
    const body = { items: items.map(shownAs), total: null };
    if (next !== '') {
        return (0,face/* json */.Pq)(200, { ...body, end_cursor: next, has_next_page: true });
    }
    if (habits.has('next-without-cursor')) {
        return (0,face/* json */.Pq)(200, { ...body, end_cursor: null, has_next_page: true });
    }
    if (habits.has('repeated-cursor')) {
        return (0,face/* json */.Pq)(200, { ...body, end_cursor: after, has_next_page: true });
    }
    return (0,face/* json */.Pq)(200, { ...body, end_cursor: null, has_next_page: false });
}
function messages(call) {
    const all = messagesOf(knownSession(call), call);
    return devin_face_page(call, all, (each) => messageBody(each, call.habits));
}
/** Wakes a session that sleeps; one at work takes it in, without a turn of its own. */
function message(call) {
    const { store, request, habits } = call;
    const known = knownSession(call);
    const body = face_jsonBody(request);
    face_refuseMisfits(misfitsOf.message(body));
    const text = asText(body['message']);
    const run = habits.has('exits') ? store.close(known) : known;
    // What is shown for a while after a message does not count here.
    const state = sessionState(run, { ...call, habits: new Map() });
    if (isDead(run, state)) {
        const refusedAs = habits.has('exited-422') ? 422 : 409;
        throw new devin_errors/* DevinRefused */.Lz(habits.has('exited-404') ? 404 : refusedAs, 'The session has exited.');
    }
    if (run.isArchived) {
        throw new devin_errors/* DevinRefused */.Lz(409, 'The session is archived.');
    }
    const isAtWork = ['new', 'claimed', 'resuming'].includes(state.status) || isWorking(state.detail);
    const isNote = isOutOfMoney(state) || (isAtWork && !store.nextScript(run).queued);
    if (isNote) {
        return shown(call, store.note(run, text));
    }
    return shown(call, store.resume(run, text, { isWoken: state.status === 'suspended' }));
}
function isWorking(detail) {
    return detail === 'working';
}
/** The answer still shows the state before. */
function terminate(call) {
    const { store, request, habits } = call;
    const run = knownSession(call);
    const answer = shown(call, run);
    if (habits.has('delete-archives')) {
        store.archive(store.sleep(run), true);
        return answer;
    }
    const closed = store.close(run);
    if (request.query.get('archive') === 'true') {
        store.archive(closed, true);
    }
    return answer;
}
/** Puts a session to sleep that has not ended, and hides it. */
function face_archive(call) {
    const { store } = call;
    const run = knownSession(call);
    const state = sessionState(run, call);
    const resting = isDead(run, state) || isOutOfMoney(state) ? run : store.sleep(run);
    return shown(call, store.archive(resting, true));
}
function tags(call) {
    const { store, request } = call;
    const run = knownSession(call);
    if (request.method === 'GET') {
        return (0,face/* json */.Pq)(200, { tags: run.keys });
    }
    const body = face_jsonBody(request);
    face_refuseMisfits(misfitsOf.tags(body));
    const given = body['tags'];
    const all = request.method === 'PUT' ? given : [...run.keys, ...given];
    return (0,face/* json */.Pq)(200, { tags: store.rekey(run, [...new Set(all)]).keys });
}
function upload(call) {
    const { request, orgId } = call;
    if (!/^multipart\/form-data/i.test(asText(request.headers['content-type']))) {
        throw new devin_errors/* DevinRefused */.Lz(422, 'body invalid', [{ at: ['body', 'file'], why: 'is required' }]);
    }
    const name = /filename="([^"]+)"/.exec(request.body)?.[1] ?? 'file';
    const id = uuidOf(request.body);
    const url = `${originOf(call)}/v3/organizations/${orgId}/attachments/${id}/${name}`;
    return (0,face/* json */.Pq)(200, { attachment_id: id, name, url });
}
function attachment(call) {
    const { attachment: id = '', name = '' } = call.params;
    const location = `${originOf(call)}/signed/${id}/${name}`;
    return { status: 307, headers: { location }, content: { kind: 'none' } };
}
/** Another host in reality: no key must arrive here. */
function signed({ headers }) {
    const isClean = headers['authorization'] === undefined;
    return (0,face/* json */.Pq)(isClean ? 200 : 400, { signed: isClean });
}
function originOf({ request, world }) {
    return `http://${asText(request.headers['host'])}${world.pathPrefix}`;
}
function face_self({ habits, orgId }) {
    const org_id = habits.has('no-org') ? null : orgId;
    if (habits.has('personal-key')) {
        return (0,face/* json */.Pq)(200, {
            principal_type: 'pat_user',
            user_id: 'user-1',
            user_name: 'Octo Dev',
            api_key_id: 'key-1',
            api_key_name: 'sandbox',
            org_id,
        });
    }
    return (0,face/* json */.Pq)(200, {
        principal_type: 'service_user',
        service_user_id: 'service-user-1',
        service_user_name: 'sandbox',
        org_id,
    });
}
/** Paths take the id with `devin-` before it. */
function knownSession(call) {
    const { store, params, habits, now } = call;
    const given = params['session'] ?? '';
    const run = store.get(bareId(given));
    const lag = habits.get('read-lag')?.forMs ?? 0;
    if (!isTaken(given, habits) || run === undefined || run.createdAt + lag > now) {
        throw new devin_errors/* DevinRefused */.Lz(404, 'Session not found.');
    }
    return run;
}
function isTaken(id, habits) {
    if (id.startsWith('devin-')) {
        return !habits.has('bare-paths-only');
    }
    return habits.has('bare-paths') || habits.has('bare-paths-only');
}
function bareId(id) {
    return id.replace(/^devin-/, '');
}
function face_jsonBody({ headers, body }) {
    const fields = bodyObject(body);
    if (!/^application\/json\s*(;|$)/i.test(asText(headers['content-type'])) || fields === null) {
        throw new devin_errors/* DevinRefused */.Lz(422, 'body invalid', [{ at: ['body'], why: 'must be a JSON object' }]);
    }
    return fields;
}
function face_refuseMisfits(misfits) {
    if (misfits.length > 0) {
        throw new devin_errors/* DevinRefused */.Lz(422, 'body invalid', misfits);
    }
}
function devin_face_onlyQuery(query, known) {
    const unknown = [...new Set(query.keys())].filter((name) => !known.includes(name));
    if (unknown.length > 0) {
        const misfits = unknown.map((name) => ({ at: ['query', name], why: 'is not known' }));
        throw new devin_errors/* DevinRefused */.Lz(422, 'query invalid', misfits);
    }
}
function face_integer(query, { name, initial }) {
    const given = query.get(name);
    if (given === null) {
        return initial;
    }
    if (!/^\d{1,15}$/.test(given)) {
        throw new devin_errors/* DevinRefused */.Lz(422, 'query invalid', [
            { at: ['query', name], why: 'must be an integer' },
        ]);
    }
    return Number(given);
}

// EXTERNAL MODULE: ./build/sandbox/faces/jules/errors.js
var jules_errors = __nccwpck_require__(1458);
// EXTERNAL MODULE: ./build/sandbox/faces/jules/faults.js
var jules_faults = __nccwpck_require__(8448);
;// CONCATENATED MODULE: ./build/sandbox/faces/jules/sessions.js





/** There is no word for a session that was cancelled: nobody can cancel one. */
const jules_sessions_WORDS = {
    queued: 'QUEUED',
    working: 'IN_PROGRESS',
    done: 'COMPLETED',
    asks: 'AWAITING_USER_FEEDBACK',
    failed: 'FAILED',
    cancelled: 'FAILED',
    'timed-out': 'FAILED',
};
/** Of a session's life, in scenario time. */
const sessions_QUEUED_MS = 250;
const PLANNING_MS = 500;
/** A twin is made so much later. */
const TWIN_MS = 1_000;
const EQUAL_MS = 10_000;
const LISTED_PROMPT = 200;
/** Says of a session that its plan was approved. */
const APPROVED = 'plan-approved';
/** In the order in which they were made. */
function sessions_sessionsOf({ store, habits }) {
    return store.all().flatMap((run) => {
        const own = { id: run.id, run };
        const twin = { id: digitsOf(`${run.id}/twin`), run };
        return habits.has('equal-marker') ? [own, twin] : [own];
    });
}
/** An id as Jules has them: digits alone. */
function digitsOf(text) {
    return BigInt(`0x${hexOf(text, 16)}`).toString();
}
function stateOf(run, showing) {
    const { habits } = showing;
    const last = shownTurns(run, showing, 'stale-session').at(-1);
    if (last === undefined) {
        throw new Error('a session has at least one turn');
    }
    if (habits.has('stays-queued')) {
        return jules_sessions_WORDS.queued;
    }
    if (run.request['requirePlanApproval'] === true && !run.keys.includes(APPROVED)) {
        return 'AWAITING_PLAN_APPROVAL';
    }
    const word = wordFor(last.status, jules_sessions_WORDS);
    if (word === jules_sessions_WORDS.working) {
        if (habits.has('paused')) {
            return 'PAUSED';
        }
        return sessions_beginning(run, { turn: last, showing }) ?? word;
    }
    return isEnded(last) && habits.has('end-untold') ? jules_sessions_WORDS.working : word;
}
function sessions_beginning(run, { turn, showing }) {
    const elapsed = showing.store.scenarioNow(run) - turn.turn.startedAt;
    if (elapsed < sessions_QUEUED_MS) {
        return jules_sessions_WORDS.queued;
    }
    return elapsed < PLANNING_MS ? 'PLANNING' : null;
}
/** It is done or has failed, which the activities tell too. */
function isEnded({ status }) {
    const word = wordFor(status, jules_sessions_WORDS);
    return word === jules_sessions_WORDS.done || word === jules_sessions_WORDS.failed;
}
function jules_sessions_sessionBody({ id, run }, { showing, isListed = false }) {
    const { habits, store } = showing;
    const { prompt = '', title = '', ...asked } = run.request;
    const first = asText(prompt).split('\n')[0] ?? '';
    const given = asText(title) === '' ? first : asText(title);
    const outputs = outputsOf(run, showing);
    const isPromptCut = isListed && habits.has('prompt-cut');
    return {
        name: habits.has('bare-names') ? id : `sessions/${id}`,
        id,
        prompt: isPromptCut ? asText(prompt).slice(0, LISTED_PROMPT) : prompt,
        title: habits.has('title-rewritten') ? 'Improve the code' : given,
        state: stateOf(run, showing),
        url: store.now(run).webUrl ?? `https://jules.google.com/session/${id}`,
        createTime: sessions_timeOf(run.createdAt + (id === run.id ? 0 : TWIN_MS), habits),
        updateTime: sessions_timeOf(jules_sessions_updatedAt(run, store), habits),
        ...shownRequest(asked, { isInputOnly: habits.has('input-only') }),
        ...(outputs.length > 0 && { outputs }),
        ...((run.isArchived || habits.has('archived')) && { archived: true }),
        // A field that no document names.
        surface: 'API',
    };
}
/** What is false or unspecified is left out, as empty lists are. */
function shownRequest({ sourceContext, requirePlanApproval, automationMode }, { isInputOnly }) {
    const context = sourceContext === undefined ? {} : { sourceContext };
    if (isInputOnly) {
        return context;
    }
    return {
        ...context,
        ...(requirePlanApproval === true && { requirePlanApproval }),
        ...(automationMode === 'AUTO_CREATE_PR' && { automationMode }),
    };
}
/** Of all turns together. Without a wish for a pull request the work is a patch. */
function outputsOf(run, showing) {
    const { habits } = showing;
    if (habits.has('no-output')) {
        return [];
    }
    const turns = shownTurns(run, showing, 'stale-session');
    const pulls = turns.flatMap((turn) => (isTold(run, { turn, showing }) ? jules_sessions_pullsOf(turn) : []));
    const unique = new Map(pulls.map((pull) => [pull.url, pull]));
    const isAsked = run.request['automationMode'] === 'AUTO_CREATE_PR';
    return [...unique.values()].map((pull) => isAsked ? { pullRequest: sessions_pullBody(pull, run) } : { changeSet: changeSetOf(run) });
}
function jules_sessions_pullsOf({ pullRequests }) {
    return pullRequests ?? [];
}
function isTold(run, { turn, showing }) {
    const late = showing.habits.get('late-pull-request');
    if (late === undefined) {
        return true;
    }
    const endedAt = showing.store.realTime(run, turn.statusAt);
    return isEnded(turn) && showing.now >= endedAt + late.forMs;
}
function sessions_pullBody({ url, title, head_branch_name: head }, run) {
    return {
        url,
        title: title ?? 'Improve the code',
        description: 'What was asked for.',
        baseRef: startingBranchOf(run),
        headRef: head ?? `jules/work-${hexOf(run.id, 6)}`,
    };
}
function startingBranchOf({ request }) {
    const context = request['sourceContext'];
    const branches = isObject(context) ? context['githubRepoContext'] : null;
    return isObject(branches) ? asText(branches['startingBranch']) : 'main';
}
function patchOf(path) {
    const header = `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n`;
    return `${header}@@ -1 +1 @@\n-one\n+two\n`;
}
function changeSetOf(run) {
    return {
        source: sourceOf(run),
        gitPatch: { unidiffPatch: patchOf('src/file.ts'), baseCommitId: hexOf(run.id, 40) },
    };
}
function sourceOf({ request }) {
    const context = request['sourceContext'];
    return isObject(context) ? asText(context['source']) : '';
}
function jules_sessions_updatedAt(run, store) {
    const times = store
        .turns(run)
        .flatMap(({ turn, statusAt, log }) => [
        turn.acceptedAt,
        statusAt,
        log.at(-1)?.at ?? 0,
        turn.notes.at(-1)?.at ?? 0,
    ]);
    return Math.min(Math.max(...times), store.scenarioNow(run));
}
/** With microseconds, or with more. */
function sessions_timeOf(ms, habits) {
    const stem = new Date(Math.floor(ms)).toISOString().slice(0, -1);
    return habits.has('nine-digits') ? `${stem}000007Z` : `${stem}000Z`;
}
/** Oldest first. The prompt that a session was made with is in the session alone. */
function activitiesOf({ id, run }, showing) {
    const { store, now, habits } = showing;
    const lag = habits.get('activity-lag')?.forMs ?? 0;
    return store
        .turns(run)
        .flatMap((turn) => turnActivities(turn, habits).map((told, nth) => ({
        id: hexOf(`${id}/${turn.index}/${nth}/${told.at}`, 16),
        ...told,
    })))
        .filter(({ at }) => store.realTime(run, at) + lag <= now);
}
function turnActivities(state, habits) {
    const { turn, index, log } = state;
    const prompt = index === 0 ? [] : [userSaid(turn.prompt, turn.acceptedAt)];
    const told = log.flatMap((item, nth) => {
        if (item.isRaw) {
            const raw = item.value();
            return isObject(raw) ? [{ at: item.at, originator: 'agent', fields: raw }] : [];
        }
        return told_(entryOf(item), { at: item.at, isFirst: nth === 0, prompt: turn.prompt });
    });
    const notes = turn.notes.map(({ at, text }) => userSaid(text, at));
    const all = [...told, ...notes].toSorted((a, b) => a.at - b.at);
    const unknown = habits.has('unknown-activity') ? [reviewed(turn.startedAt)] : [];
    return [...prompt, ...unknown, ...all, ...sessions_endOf(state, { all, habits })].map((one) => sessions_shown(one, habits));
}
/** Of a kind that no document names. */
function reviewed(at) {
    return {
        at,
        originator: 'system',
        fields: { codeReviewed: { summary: 'Looks fine.' }, description: 'The code was reviewed.' },
    };
}
function sessions_shown(told, habits) {
    const picture = habits.get('huge-artifact');
    if (picture === undefined) {
        return told;
    }
    const media = { data: 'A'.repeat(picture.count * 1_000), mimeType: 'image/png' };
    const { artifacts = [] } = told.fields;
    return { ...told, fields: { ...told.fields, artifacts: [...artifacts, { media }] } };
}
function userSaid(userMessage, at) {
    return { at, originator: 'user', fields: { userMessaged: { userMessage } } };
}
function agentSaid(agentMessage, at) {
    return { at, originator: 'agent', fields: { agentMessaged: { agentMessage } } };
}
function told_(entry, { at, isFirst, prompt }) {
    const observation = asWords(entry.observation);
    const thought = asText(entry.thought);
    switch (entry.message_type) {
        case 'ACTION':
            return [progress(entry.tool_name ?? 'tool', { at, artifacts: [artifactOf(entry)] })];
        case 'PLAN_EVALUATION':
            return isFirst ? [planned(thought, at)] : [progress(thought, { at })];
        case 'USER_MESSAGE':
        case 'USER_GITHUB_ISSUE_COMMENT':
            return observation === prompt ? [] : [userSaid(observation, at)];
        case 'FINAL_ANSWER':
            return [agentSaid(observation, at)];
        // What ends a session tells the reason.
        case 'ERROR':
            return [];
        default:
            return observation === '' ? [] : [progress(observation, { at })];
    }
}
/** `Plan: 1. find it, 2. mend it.` has two steps. */
const STEP_BEGINS = /(?:^|[,;\s])\s*\d+\.\s+/;
function planned(thought, at) {
    const [, ...numbered] = thought.split(STEP_BEGINS);
    const titles = numbered.length > 1 ? numbered : [thought];
    const steps = titles.map((title, index) => ({
        id: `s${index + 1}`,
        index,
        title,
        ...(titles.length === 1 && { description: 'The first step.' }),
    }));
    const plan = { id: 'p1', steps };
    return { at, originator: 'agent', fields: { planGenerated: { plan } } };
}
function progress(title, { at, artifacts = [] }) {
    const progressUpdated = { title, description: '' };
    const fields = artifacts.length > 0 ? { progressUpdated, artifacts } : { progressUpdated };
    return { at, originator: 'agent', fields };
}
function artifactOf(entry) {
    const { tool_name: tool, tool_input: input, tool_output: output } = entry;
    if (tool !== null && /edit|write|patch/i.test(tool)) {
        const path = isObject(input) ? asText(input['path'] ?? 'src/file.ts') : 'src/file.ts';
        return { changeSet: { source: '', gitPatch: { unidiffPatch: patchOf(path) } } };
    }
    const exitCode = isObject(output) ? Number(output['exit_code'] ?? 0) : 0;
    return { bashOutput: { command: commandOf(entry), output: printedBy(entry), exitCode } };
}
/** What has no command of its own reads like one: `search greeting src`. */
function commandOf({ tool_name: tool, tool_input: input }) {
    if (!isObject(input)) {
        return asText(input);
    }
    return asText(input['command']) || [tool, ...Object.values(input)].map(asText).join(' ').trim();
}
/** A result that nobody said is said; then what tells the end. */
function sessions_endOf(state, { all, habits }) {
    const { status, statusAt, result } = state;
    const word = wordFor(status, jules_sessions_WORDS);
    const isOver = !['queued', 'working', null].includes(meaningOf(status)) || isEnded(state);
    const isSaid = all.some(({ fields }) => 'agentMessaged' in fields);
    const last = result === null || isSaid || !isOver ? [] : [agentSaid(result, statusAt)];
    if (!isEnded(state)) {
        return last;
    }
    const system = { at: statusAt, originator: 'system' };
    if (word === jules_sessions_WORDS.done) {
        return [...last, { ...system, fields: { sessionCompleted: {} } }];
    }
    const reason = habits.has('no-reason') ? {} : { reason: reasonOf(state) };
    return [...last, { ...system, fields: { sessionFailed: reason } }];
}
function reasonOf(state) {
    const error = state.log.findLast((item) => !item.isRaw && entryOf(item).message_type === 'ERROR');
    const told = error === undefined ? answerOf(state) : asText(entryOf(error).observation);
    return told === '' ? 'The session ended with an error.' : told;
}
function activityBody({ id, at, originator, fields }, { sessionId, habits }) {
    return {
        name: `sessions/${sessionId}/activities/${id}`,
        id,
        createTime: sessions_timeOf(shownTime(at, habits), habits),
        originator,
        ...fields,
    };
}
/** The time of an activity, as it is told. */
function shownTime(at, habits) {
    return habits.has('equal-times') ? Math.floor(at / EQUAL_MS) * EQUAL_MS : Math.floor(at);
}

;// CONCATENATED MODULE: ./build/sandbox/faces/jules/shapes.js
/**
 * The bodies that `jules` takes; any other field, and any other enum word, is refused (sheet,
 * section 3).
 */

const jules_shapes_createShape = object({
    prompt: shape_text({ min: 1 }),
    'title?': shape_text(),
    'sourceContext?': object({
        source: shape_text({ pattern: /^sources\/[^/]+(?:\/[^/]+)*$/ }),
        githubRepoContext: object({ startingBranch: shape_text({ min: 1 }) }),
        'workingBranch?': shape_text({ min: 1 }),
        'environmentVariablesEnabled?': shape_boolean,
    }),
    'requirePlanApproval?': shape_boolean,
    'automationMode?': oneOf(['AUTO_CREATE_PR', 'AUTOMATION_MODE_UNSPECIFIED']),
});
const shapes_messageShape = object({ prompt: shape_text({ min: 1 }) });
const emptyShape = object({});
const shapes_misfitsOf = {
    create: (body) => jules_shapes_createShape(body, []),
    message: (body) => shapes_messageShape(body, []),
    empty: (body) => emptyShape(body, []),
};

;// CONCATENATED MODULE: ./build/sandbox/faces/jules/face.js
/** Jules: a request as data, an answer as data (sheet, sections 2 and 3). */









const face_SESSION = '/v1alpha/sessions/{session}';
const jules_face_ENDPOINTS = [
    endpoint('POST /v1alpha/sessions', 'create'),
    endpoint('GET /v1alpha/sessions', 'runs'),
    endpoint(`GET ${face_SESSION}`, 'read'),
    endpoint(`DELETE ${face_SESSION}`, 'remove'),
    endpoint(`GET ${face_SESSION}/activities`, 'logs'),
    endpoint(`GET ${face_SESSION}/activities/{activity}`, 'activity'),
    endpoint(`POST ${face_SESSION}:sendMessage`, 'resume'),
    endpoint(`POST ${face_SESSION}:approvePlan`, 'approve'),
    endpoint(`POST ${face_SESSION}:archive`, 'archive'),
    endpoint(`POST ${face_SESSION}:unarchive`, 'unarchive'),
    endpoint('GET /v1alpha/sources', 'sources'),
    endpoint('GET /v1alpha/sources/github/{owner}/{repo}', 'source'),
];
const jules_face_PAGE = ['pageSize', 'pageToken'];
const jules_face_QUERIES = {
    runs: [...jules_face_PAGE, 'filter'],
    logs: [...jules_face_PAGE, 'filter'],
    sources: [...jules_face_PAGE, 'filter'],
};
const PAGE_MAX = 100;
const PAGE_USUAL = 50;
/** A session at work takes a message in, without a turn of its own. */
const AT_WORK = ['QUEUED', 'PLANNING', 'IN_PROGRESS'];
const WAITS = ['AWAITING_PLAN_APPROVAL', 'PAUSED'];
const MARKERS = /\bara-[\w-]+/g;
class JulesFace {
    declared = jules_faults/* JULES_FAULTS */.i;
    orgId = '';
    example = { path: '/v1alpha/sessions', body: { prompt: 'Fix the bug.' } };
    idOf(nth) {
        return digitsOf(`jules/${nth}`);
    }
    clear() {
        // It counts nothing.
    }
    route(world, request) {
        return routeOf(jules_face_ENDPOINTS, {
            world,
            request,
            runId: ({ session = null }) => session,
            prompt: (body) => asText(body?.['prompt']),
        });
    }
    answer(world, { request, habits }) {
        try {
            return this.#carryOut(world, { request, habits });
        }
        catch (error) {
            const refused = error instanceof jules_errors/* JulesRefused */.e6
                ? error
                : new jules_errors/* JulesRefused */.e6('INTERNAL', `Sandbox: ${String(error)}`);
            return (0,face/* json */.Pq)(refused.code, (0,jules_errors/* errorBody */.t4)(refused));
        }
    }
    #carryOut(world, { request, habits }) {
        const found = findEndpoint(jules_face_ENDPOINTS, { request, pathPrefix: world.pathPrefix });
        refuseKey(world, request);
        if (found.kind !== 'found') {
            throw new jules_errors/* JulesRefused */.e6('NOT_FOUND', 'Method not found.');
        }
        const { endpoint: known, params } = found;
        jules_face_onlyQuery(request.query, jules_face_QUERIES[known.kind] ?? []);
        const { store, now } = world;
        const call = { world, request, params, store, now: now(), habits };
        switch (known.kind) {
            case 'create':
                return jules_face_create(call);
            case 'runs':
                return jules_face_list(call);
            case 'read':
                return (0,face/* json */.Pq)(200, jules_sessions_sessionBody(face_knownSession(call), { showing: call }));
            case 'remove':
                store.remove(face_knownSession(call).run);
                return (0,face/* json */.Pq)(200, {});
            case 'logs':
                return activities(call);
            case 'activity':
                return activity(call);
            case 'resume':
                return face_message(call);
            case 'approve':
                return approve(call);
            case 'archive':
                store.archive(face_knownSession(call).run, true);
                return (0,face/* json */.Pq)(200, {});
            case 'unarchive':
                store.archive(face_knownSession(call).run, false);
                return (0,face/* json */.Pq)(200, {});
            case 'sources':
                return jules_face_page(call, { name: 'sources', items: [{ id: 'octo/shop' }] }, ({ id }) => sourceBody(id, call));
            case 'source':
                return (0,face/* json */.Pq)(200, sourceBody(face_placeIn(call), call));
        }
    }
}
function jules_face_create(call) {
    const { world, store, request } = call;
    const body = jules_face_jsonBody(request);
    jules_face_refuseMisfits(shapes_misfitsOf.create(body));
    const isAsked = body['automationMode'] === 'AUTO_CREATE_PR';
    if (isAsked && body['requirePlanApproval'] !== false) {
        const message = 'automation_mode AUTO_CREATE_PR needs require_plan_approval to be false.';
        throw new jules_errors/* JulesRefused */.e6('FAILED_PRECONDITION', message);
    }
    const prompt = asText(body['prompt']);
    const run = store.create({
        prompt,
        scenario: world.scenarioFor(prompt),
        request: body,
        repository: addressIn(body),
        keys: [...prompt.matchAll(MARKERS)].map(([marker]) => marker),
    });
    return (0,face/* json */.Pq)(200, jules_sessions_sessionBody({ id: run.id, run }, { showing: call }));
}
function addressIn({ sourceContext }) {
    if (!isObject(sourceContext)) {
        return '';
    }
    const name = asText(sourceContext['source']);
    const place = name.replace(/^sources\/github[/-]/, '').split(/[/-]/);
    if (!name.startsWith('sources/github') || place.length < 2) {
        throw new jules_errors/* JulesRefused */.e6('NOT_FOUND', 'Could not get source.');
    }
    return `https://github.com/${place[0] ?? ''}/${place.slice(1).join('-')}`;
}
function jules_face_list(call) {
    const { habits, now, request } = call;
    const lag = habits.get('list-lag')?.forMs ?? 0;
    const filter = request.query.get('filter') ?? '';
    const isRefused = filter !== '' && habits.has('archive-refused');
    if (isRefused || (filter !== '' && !/^archived\s*=\s*(true|false)$/.test(filter))) {
        throw new jules_errors/* JulesRefused */.e6('INVALID_ARGUMENT', 'Invalid filter.');
    }
    const wanted = filter.endsWith('true');
    const sessions = sessions_sessionsOf(call)
        .filter(({ run }) => run.createdAt + lag <= now)
        .filter(({ run }) => (run.isArchived || habits.has('archived')) === wanted);
    const items = habits.has('oldest-first') ? sessions : sessions.toReversed();
    return jules_face_page(call, { name: 'sessions', items }, (session) => jules_sessions_sessionBody(session, { showing: call, isListed: true }));
}
const SINCE = /^create_time\s*>\s*"([^"]+)"$/;
function activities(call) {
    const { habits, now, request } = call;
    const session = face_knownSession(call);
    const late = habits.get('late-activities')?.forMs ?? 0;
    if (now < session.run.createdAt + late) {
        throw face_notFound();
    }
    const all = activitiesOf(session, call);
    const filter = request.query.get('filter');
    const items = filter === null ? all : since(all, { filter, call });
    const ordered = habits.has('newest-first') ? items.toReversed() : items;
    return jules_face_page(call, { name: 'activities', items: ordered }, (one) => activityBody(one, { sessionId: session.id, habits }));
}
function since(all, { filter, call }) {
    const { habits } = call;
    const from = Date.parse(SINCE.exec(filter)?.[1] ?? '');
    if (habits.has('filter-refused') || Number.isNaN(from)) {
        throw new jules_errors/* JulesRefused */.e6('INVALID_ARGUMENT', 'Invalid filter.');
    }
    return habits.has('filter-ignored') ? all : all.filter(({ at }) => shownTime(at, habits) > from);
}
function activity(call) {
    const session = face_knownSession(call);
    const found = activitiesOf(session, call).find(({ id }) => id === call.params['activity']);
    if (found === undefined) {
        throw face_notFound();
    }
    return (0,face/* json */.Pq)(200, activityBody(found, { sessionId: session.id, habits: call.habits }));
}
/** The answer tells nothing: neither an id nor a state. */
function face_message(call) {
    const { store, request } = call;
    const { run } = face_knownSession(call);
    const body = jules_face_jsonBody(request);
    jules_face_refuseMisfits(shapes_misfitsOf.message(body));
    const text = asText(body['prompt']);
    // What is shown otherwise, or for a while, does not count here.
    const state = stateOf(run, { ...call, habits: new Map() });
    if (WAITS.includes(state)) {
        throw new jules_errors/* JulesRefused */.e6('FAILED_PRECONDITION', `The session is ${state}.`);
    }
    if (AT_WORK.includes(state)) {
        store.note(run, text);
    }
    else {
        store.resume(run, text);
    }
    return (0,face/* json */.Pq)(200, {});
}
function approve(call) {
    const { store, request } = call;
    const { run } = face_knownSession(call);
    jules_face_refuseMisfits(shapes_misfitsOf.empty(jules_face_jsonBody(request)));
    store.rekey(run, [...run.keys, APPROVED]);
    return (0,face/* json */.Pq)(200, {});
}
/** An empty list is left out, and so is the token on the last page. */
function jules_face_page({ request, habits }, { name, items: all }, shownAs) {
    const { query } = request;
    const token = query.get('pageToken') ?? '';
    const paged = cursorPage(all, { limit: pageSize(query), cursor: token });
    if (paged.kind === 'no-cursor') {
        throw (0,jules_errors/* badFields */.Td)([{ field: 'page_token', description: 'is invalid' }]);
    }
    const { items, next } = paged.page;
    const last = all.at(-1);
    const repeated = habits.has('repeated-token') && last !== undefined
        ? Buffer.from(last.id, 'utf8').toString('base64url')
        : '';
    const nextPageToken = next === '' ? repeated : next;
    return (0,face/* json */.Pq)(200, {
        ...(items.length > 0 && { [name]: items.map(shownAs) }),
        ...(nextPageToken !== '' && { nextPageToken }),
    });
}
function pageSize(query) {
    const given = query.get('pageSize');
    const size = given === null ? PAGE_USUAL : Number(given);
    if (!Number.isInteger(size) || size < 1 || size > PAGE_MAX) {
        throw (0,jules_errors/* badFields */.Td)([{ field: 'page_size', description: `must be from 1 to ${PAGE_MAX}` }]);
    }
    return size;
}
function sourceBody(place, { habits }) {
    const [owner = '', repo = ''] = place.split('/');
    const isOld = habits.has('source-names');
    return {
        name: isOld ? `sources/github-${owner}-${repo}` : `sources/github/${place}`,
        id: isOld ? `github-${owner}-${repo}` : `github/${place}`,
        githubRepo: {
            owner,
            repo,
            defaultBranch: { displayName: 'main' },
            branches: [{ displayName: 'main' }],
        },
    };
}
function face_placeIn({ params: { owner = '', repo = '' } }) {
    return `${owner}/${repo}`;
}
function face_knownSession(call) {
    const session = sessions_sessionsOf(call).find(({ id }) => id === call.params['session']);
    if (session === undefined) {
        throw face_notFound();
    }
    return session;
}
function face_notFound() {
    return new jules_errors/* JulesRefused */.e6('NOT_FOUND', 'Requested entity was not found.');
}
/** The key has a header of its own; nothing else proves anybody. */
function refuseKey(world, { headers }) {
    const key = asText(headers['x-goog-api-key']);
    if (headers['authorization'] !== undefined) {
        const message = 'Request had invalid authentication credentials.';
        throw new jules_errors/* JulesRefused */.e6('UNAUTHENTICATED', message);
    }
    if (key === '') {
        const message = "Method doesn't allow unregistered callers.";
        throw new jules_errors/* JulesRefused */.e6('PERMISSION_DENIED', message);
    }
    if (key !== world.token) {
        throw (0,jules_errors/* invalidKey */.Pw)();
    }
}
function jules_face_jsonBody({ headers, body }) {
    const fields = bodyObject(body);
    if (!/^application\/json\s*(;|$)/i.test(asText(headers['content-type'])) || fields === null) {
        throw new jules_errors/* JulesRefused */.e6('INVALID_ARGUMENT', 'Invalid JSON payload received.');
    }
    return fields;
}
function jules_face_refuseMisfits(misfits) {
    if (misfits.length > 0) {
        throw (0,jules_errors/* badFields */.Td)(misfits.map(({ at, why }) => ({ field: at.join('.'), description: why })));
    }
}
function jules_face_onlyQuery(query, known) {
    const unknown = [...new Set(query.keys())].filter((name) => !known.includes(name));
    if (unknown.length > 0) {
        throw (0,jules_errors/* badFields */.Td)(unknown.map((field) => ({ field, description: 'Cannot bind query parameter' })));
    }
}

;// CONCATENATED MODULE: ./build/sandbox/faces/openhands/shapes.js
/** The bodies that `openhands` takes. It ignores fields that it does not know (sheet, 3.1). */

const UUID = /^[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}$/i;
const content = listOf(object({ type: oneOf(['text', 'image']), 'text?': shape_text() }, { open: true }));
const contentOfMessage = listOf(object({ type: oneOf(['text', 'image']), 'text?': shape_text() }, { open: true }), { min: 1 });
const shapes_fields = {
    'conversation_id?': shape_text({ pattern: UUID }),
    'initial_message?': object({ content, 'role?': shape_text(), 'run?': anything }, { open: true }),
    'selected_repository?': shape_text(),
    'selected_branch?': shape_text(),
    'git_provider?': oneOf(['github', 'gitlab', 'bitbucket', 'azure_devops', 'forgejo']),
    'llm_model?': shape_text(),
    'agent_type?': oneOf(['default', 'plan']),
    'title?': shape_text(),
    'pr_number?': listOf(anything),
    'system_message_suffix?': shape_text(),
    'secrets?': anything,
};
const shapes_create = object(Object.fromEntries(Object.entries(shapes_fields).map(([name, shape]) => [name, nullable(shape)])), { open: true });
const shapes_message = object({ content: contentOfMessage, 'run?': anything }, { open: true });
const openhands_shapes_misfitsOf = {
    create: (body) => shapes_create(body, ['body']),
    message: (body) => shapes_message(body, ['body']),
};
function isUuid(id) {
    return UUID.test(id);
}
/** Ids come with dashes and without (sheet, section 2). */
function shapes_bareId(id) {
    return id.replaceAll('-', '').toLowerCase();
}
/** `a1b2c3d4-0001-4a3b-8c2d-aabbccddee01` */
function dashedId(id) {
    return id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
/** The texts of a message's content, joined. */
function contentText(given) {
    const parts = Array.isArray(given) ? given : [];
    const texts = parts.map((part) => part['text']).filter((part) => typeof part === 'string');
    return texts.join('\n');
}

;// CONCATENATED MODULE: ./build/sandbox/faces/openhands/conversations.js





const conversations_WORDS = {
    queued: 'idle',
    working: 'running',
    done: 'finished',
    // A question ends a turn like any other (sheet, section 4).
    asks: 'finished',
    failed: 'error',
    cancelled: 'paused',
    'timed-out': 'error',
};
/** The words with which a turn rests. */
const FINAL_WORDS = ['error', 'finished', 'paused', 'stuck', 'waiting_for_confirmation'];
/** The steps of a start and when each begins, in scenario time since the create. */
const START_STEPS = [
    { word: 'WORKING', from: 0 },
    { word: 'PREPARING_REPOSITORY', from: 300 },
    { word: 'STARTING_CONVERSATION', from: 400 },
    { word: 'READY', from: 500 },
];
const NO_DETAIL = '';
const NOT_STARTED = '500: Agent Server Failed to start properly';
const conversations_TOKENS_EACH_ENTRY = 110;
function startTaskOf(run) {
    const { createdAt, request } = run;
    return { id: hexOf(`task/${run.id}`, 32), run, createdAt, request, isRepeat: false };
}
/** The word of a start task, with its detail. */
function startState({ run, createdAt, isRepeat }, { store, now, habits }) {
    const elapsed = store.scenarioTime(run, now) - store.scenarioTime(run, createdAt);
    if (elapsed < START_STEPS[1].from) {
        return { word: 'WORKING', detail: null };
    }
    if (habits.has('start-fails')) {
        return { word: 'ERROR', detail: NO_DETAIL };
    }
    if (habits.has('start-fails-with-detail')) {
        return { word: 'ERROR', detail: NOT_STARTED };
    }
    if (isRepeat) {
        const detail = `Server error '500 Internal Server Error' for url '${sandboxHost(run)}'`;
        return { word: 'ERROR', detail };
    }
    const held = habits.get('slow-start')?.forMs ?? 0;
    const isHeld = now < run.createdAt + held;
    const steps = START_STEPS.filter(({ word, from }) => elapsed >= from && !(isHeld && word === 'READY'));
    return { word: steps.at(-1)?.word ?? 'WORKING', detail: null };
}
/** Whether the conversation can be read: its start task is `READY`. */
function isStarted(run, showing) {
    return startState(startTaskOf(run), showing).word === 'READY';
}
function startTaskBody(task, showing) {
    const { run, createdAt, request } = task;
    const { word, detail } = startState(task, showing);
    const isReady = word === 'READY';
    const conversationId = dashedId(run.id);
    return {
        id: task.id,
        created_by_user_id: null,
        status: word,
        detail,
        app_conversation_id: isReady ? run.id : null,
        sandbox_id: word === 'WORKING' ? null : run.id,
        agent_server_url: isReady ? sandboxRoot(run, showing) : null,
        request: { ...requestDefaults(), ...echoOf(request), conversation_id: conversationId },
        created_at: withoutZone(createdAt),
        updated_at: withoutZone(createdAt),
    };
}
function requestDefaults() {
    return {
        sandbox_id: null,
        initial_message: null,
        system_message_suffix: null,
        processors: null,
        llm_model: null,
        agent_profile_id: null,
        selected_repository: null,
        selected_branch: null,
        git_provider: null,
        suggested_task: null,
        title: null,
        trigger: null,
        pr_number: [],
        parent_conversation_id: null,
        agent_type: 'default',
        public: null,
        plugins: null,
        secrets: null,
    };
}
/** As it was sent, but for secrets, and for `run`, which is told false whatever was asked. */
function echoOf(request) {
    const echoed = { ...request };
    const { initial_message: message, secrets } = request;
    if (isObject(message)) {
        echoed['initial_message'] = { role: 'user', ...message, run: false };
    }
    if (isObject(secrets)) {
        const masked = Object.keys(secrets).map((name) => [name, '**********']);
        echoed['secrets'] = Object.fromEntries(masked);
    }
    return echoed;
}
/** The execution status of a turn, whatever its sandbox does. */
function wordOfTurn({ status }) {
    return wordFor(status, conversations_WORDS);
}
function isOver(state) {
    return FINAL_WORDS.includes(wordOfTurn(state));
}
function conversationState(run, showing) {
    const { store, now, habits } = showing;
    const last = shownTurns(run, showing, 'stale-word').at(-1);
    if (last === undefined) {
        throw new Error('a conversation has at least one turn');
    }
    const isGone = habits.has('missing') || habits.has('missing-410');
    if (isGone && isOver(last)) {
        return { sandbox: 'MISSING', word: null };
    }
    if (sleepsSince(run, showing) !== null) {
        return { sandbox: 'PAUSED', word: null };
    }
    const age = now - run.createdAt;
    const failing = habits.get('sandbox-error')?.forMs ?? 0;
    if (habits.has('sandbox-lost') || age < failing) {
        return { sandbox: 'ERROR', word: null };
    }
    if (age < (habits.get('no-word')?.forMs ?? 0)) {
        return { sandbox: 'RUNNING', word: null };
    }
    const isBegun = store.scenarioNow(run) >= last.turn.startedAt;
    return { sandbox: 'RUNNING', word: isBegun ? wordOfTurn(last) : 'idle' };
}
/** Since when the sandbox sleeps (epoch, ms); null while it is awake. */
function sleepsSince(run, showing) {
    const { store, now, habits, woken } = showing;
    const last = shownTurns(run, showing, 'stale-word').at(-1);
    if (last === undefined) {
        return null;
    }
    const sleeps = habits.get('sleeps');
    const inMidTurn = habits.get('sleeps-in-mid-turn');
    const times = [];
    if (sleeps !== undefined && isOver(last)) {
        times.push(store.realTime(run, last.statusAt) + sleeps.forMs);
    }
    if (inMidTurn !== undefined) {
        times.push(store.realTime(run, last.turn.startedAt) + inMidTurn.forMs);
    }
    const since = Math.min(...times);
    const isAwake = now < since || (woken.get(run.id) ?? -Infinity) >= since;
    return times.length === 0 || isAwake ? null : since;
}
function conversationBody(run, showing) {
    const { store, habits } = showing;
    const { sandbox, word } = conversationState(run, showing);
    const isAwake = sandbox === 'RUNNING';
    const createdAt = `${withoutZone(run.createdAt)}Z`;
    const turns = shownTurns(run, showing, 'stale-word');
    const updatedAt = store.realTime(run, turns.at(-1)?.statusAt ?? run.createdAt);
    return {
        id: run.id,
        created_by_user_id: null,
        sandbox_id: run.id,
        selected_repository: run.request['selected_repository'] ?? null,
        selected_branch: run.request['selected_branch'] ?? null,
        git_provider: run.request['git_provider'] ?? null,
        title: `Conversation ${run.id.slice(0, 5)}`,
        trigger: null,
        pr_number: [...new Set([...presetNumbers(run), ...pullRequestNumbers(turns, habits)])],
        llm_model: run.request['llm_model'] ?? 'openhands/default',
        agent_kind: 'openhands',
        metrics: metricsBody(habits.has('no-metrics') ? NO_USE : useOf(turns)),
        parent_conversation_id: null,
        sub_conversation_ids: [],
        public: null,
        tags: { archiveworkspacepath: '.' },
        created_at: createdAt,
        updated_at: `${withoutZone(updatedAt)}Z`,
        sandbox_status: sandbox,
        execution_status: word,
        conversation_url: isAwake ? `${sandboxRoot(run, showing)}/api/conversations/${run.id}` : null,
        session_api_key: isAwake ? sandboxKey(run) : null,
        acp_server: null,
        launched_agent_profile: null,
    };
}
/** The create may name some (sheet, annex A5). */
function presetNumbers({ request }) {
    const { pr_number: given } = request;
    return Array.isArray(given) ? given.filter((number) => typeof number === 'number') : [];
}
/** Of all turns together. */
function pullRequestNumbers(turns, habits) {
    if (habits.has('shell-pull-request')) {
        return [];
    }
    const named = turns.flatMap(({ pullRequests }) => pullRequests ?? []);
    const numbers = named.flatMap(({ url }) => {
        const digits = /\/pull\/(\d+)/.exec(url)?.[1];
        return digits === undefined ? [] : [Number(digits)];
    });
    const earlier = habits.has('earlier-pull-request') ? [1] : [];
    return [...earlier, ...numbers];
}
const NO_USE = { costUsd: 0, tokens: 0 };
/** A running total of the conversation. Without a scenario's word each entry costs some tokens. */
function useOf(turns) {
    const tokens = turns.map(({ usage, log }) => usage?.tokens ?? log.length * conversations_TOKENS_EACH_ENTRY);
    const cost = turns.map(({ usage }) => usage?.cost_usd ?? 0);
    const sum = (numbers) => numbers.reduce((all, each) => all + each, 0);
    return { costUsd: sum(cost), tokens: sum(tokens) };
}
function metricsBody({ costUsd, tokens }) {
    const completion = Math.floor(tokens / 11);
    return {
        model_name: 'default',
        accumulated_cost: costUsd,
        max_budget_per_task: null,
        accumulated_token_usage: {
            model: '',
            prompt_tokens: tokens - completion,
            completion_tokens: completion,
            cache_read_tokens: 0,
            cache_write_tokens: 0,
            reasoning_tokens: 0,
            context_window: 0,
            per_turn_token: 0,
            response_id: '',
        },
    };
}
/** The key of the sandbox, which gives power over it. */
function sandboxKey(run) {
    return `sandbox-${hexOf(`key/${run.id}`, 32)}`;
}
/** Where the sandbox itself is reached: here another path of the same host. */
function sandboxRoot(run, { origin }) {
    return `${origin}/sandboxes/${run.id}`;
}
function sandboxHost({ id }) {
    return `http://localhost/${id}/api/conversations`;
}
/** Six digits, no zone: `2026-11-28T21:14:06.373421`. */
function withoutZone(ms) {
    return new Date(ms).toISOString().replace(/(\.\d{3})Z$/, '$1000');
}

;// CONCATENATED MODULE: ./build/sandbox/faces/openhands/errors.js
/** Answers of `openhands` that are no good news (sheet, section 2). */

/** Refused with `{detail}`: a text, an object, or a list of what does not fit. */
class OpenHandsRefused extends Error {
    name = 'OpenHandsRefused';
    status;
    detail;
    constructor(status, detail) {
        super(typeof detail === 'string' ? detail : JSON.stringify(detail));
        this.status = status;
        this.detail = detail;
    }
}
/** An error of the server that nobody caught. */
class OpenHandsBroken extends Error {
    name = 'OpenHandsBroken';
}
/** 422: each place of the body or query, with what was sent there. */
function misfit(misfits, input = null) {
    const detail = misfits.map(({ at, why }) => ({ type: 'value_error', loc: at, msg: why, input }));
    return new OpenHandsRefused(422, detail);
}
function refusal(error) {
    if (error instanceof OpenHandsRefused) {
        return (0,face/* json */.Pq)(error.status, { detail: error.detail });
    }
    return (0,face/* plain */.pj)(500, 'Internal Server Error', 'text/plain; charset=utf-8');
}
/** What a `GET` of any path that the API does not have answers: the web interface. */
function webPage() {
    const page = '<!doctype html><html><body>OpenHands</body></html>\n';
    return (0,face/* plain */.pj)(200, page, 'text/html; charset=utf-8');
}

;// CONCATENATED MODULE: ./build/sandbox/faces/openhands/events.js





/** Oldest first; empty until the conversation has started. */
function eventsOf(run, showing) {
    if (!isStarted(run, showing)) {
        return [];
    }
    const { store, now, habits } = showing;
    const asleepAt = sleepsSince(run, showing) ?? Infinity;
    const late = habits.get('late-events')?.forMs ?? 0;
    return store
        .turns(run)
        .flatMap((turn, index, all) => eventsOfTurn(run, { turn, before: all.slice(0, index), showing }))
        .toSorted((a, b) => a.at - b.at)
        .filter(({ at, isLast }) => {
        const toldAt = store.realTime(run, at) + (isLast ? late : 0);
        return toldAt <= now && store.realTime(run, at) <= asleepAt;
    });
}
function eventsOfTurn(run, { turn, before, showing, }) {
    if (turn.isWaiting) {
        return [];
    }
    const made = [
        ...events_beginning(run, turn),
        ...pullRequestOutput(turn, showing),
        ...turn.log.flatMap((item, nth) => eventsOfItem(item, `entry ${nth}`)),
        ...turn.turn.notes.map(({ at, text }, nth) => events_userMessage(text, { at, name: `note ${nth}` })),
        ...ending(turn, before),
    ];
    const idOf = (name) => uuidOf(`${run.id}/${turn.index}/${name}`);
    return made.map(({ name, at, kind, source, fields, isLast = false, answers }) => {
        const id = idOf(name);
        const head = { id, timestamp: withoutZone(at), source, parent_id: null };
        const action = answers === undefined ? {} : { action_id: idOf(answers) };
        return { id, at, isLast, body: { ...head, ...fields, ...action, kind } };
    });
}
function events_beginning(run, { index, turn }) {
    const at = turn.acceptedAt;
    const message = events_userMessage(turn.prompt, { at, name: 'prompt' });
    const running = stateUpdate('execution_status', 'running', { at, name: 'running' });
    if (index > 0) {
        return [message, running];
    }
    const state = { id: dashedId(run.id), execution_status: 'idle' };
    const prompt = { type: 'text', text: 'You are OpenHands agent.' };
    return [
        stateUpdate('full_state', state, { at, name: 'state' }),
        {
            name: 'system',
            at,
            kind: 'SystemPromptEvent',
            source: 'agent',
            fields: { system_prompt: prompt, tools: [] },
        },
        message,
        running,
    ];
}
/** A turn that ends with a result alone says it with `finish`. */
function ending(state, before) {
    const { log, result, statusAt, isStopped } = state;
    if (!isOver(state)) {
        return [];
    }
    const at = statusAt;
    const isAnswered = log.some(isAnswer);
    const answer = answerOf(state);
    const isTold = result === null || isAnswered || wordOfTurn(state) !== 'finished';
    const finish = isTold ? [] : finishCall(answer, { at, name: 'result' });
    const stats = { usage_to_metrics: { agent: metricsBody(useOf([...before, state])) } };
    const interrupted = {
        name: 'interrupt',
        at,
        kind: 'InterruptEvent',
        source: 'user',
        fields: {},
    };
    return [
        ...finish,
        ...(isStopped ? [interrupted] : []),
        stateUpdate('execution_status', wordOfTurn(state), { at, name: 'end', isLast: true }),
        stateUpdate('stats', stats, { at, name: 'stats', isLast: true }),
    ];
}
const isAnswer = (item) => !item.isRaw && entryOf(item).message_type === 'FINAL_ANSWER';
function eventsOfItem(item, name) {
    const { at } = item;
    if (item.isRaw) {
        const raw = item.value();
        const { kind = 'ServerErrorEvent', source = 'agent', ...fields } = isObject(raw) ? raw : {};
        return [{ name, at, kind: asText(kind), source: source, fields }];
    }
    const entry = entryOf(item);
    const observation = asWords(entry.observation);
    switch (entry.message_type) {
        case 'ACTION':
            return toolCall(entry, { at, name });
        case 'FINAL_ANSWER':
            return finishCall(observation, { at, name });
        case 'USER_MESSAGE':
            return [events_userMessage(observation, { at, name })];
        case 'ERROR':
            return [
                {
                    name,
                    at,
                    kind: 'ConversationErrorEvent',
                    source: 'environment',
                    fields: { code: 'AgentError', detail: observation },
                },
            ];
        default:
            return [agentMessage(observation || asText(entry.thought), { at, name })];
    }
}
function toolCall(entry, { at, name }) {
    const tool_name = entry.tool_name ?? 'terminal';
    const tool_call_id = `call_${name.replace(/\D/g, '')}`;
    const input = isObject(entry.tool_input) ? entry.tool_input : {};
    const output = isObject(entry.tool_output) ? entry.tool_output : {};
    const thought = asText(entry.thought);
    const text = printedBy(entry);
    const action = {
        name,
        at,
        kind: 'ActionEvent',
        source: 'agent',
        fields: {
            thought: thought === '' ? [] : [{ type: 'text', text: thought }],
            reasoning_content: null,
            action: { ...input, kind: 'TerminalAction' },
            tool_name,
            tool_call_id,
            summary: null,
        },
    };
    const observed = {
        name: `${name} observed`,
        at,
        kind: 'ObservationEvent',
        source: 'environment',
        answers: name,
        fields: {
            tool_name,
            tool_call_id,
            observation: {
                content: [{ type: 'text', text }],
                is_error: false,
                ...output,
                kind: 'TerminalObservation',
            },
        },
    };
    return [action, observed];
}
/** The call and its observation, which repeats the text (sheet, section 6). */
function finishCall(message, { at, name }) {
    const tool_call_id = `call_finish_${name.replace(/\W/g, '_')}`;
    return [
        {
            name,
            at,
            kind: 'ActionEvent',
            source: 'agent',
            isLast: true,
            fields: {
                thought: [],
                reasoning_content: null,
                action: { message, kind: 'FinishAction' },
                tool_name: 'finish',
                tool_call_id,
                summary: 'finish',
            },
        },
        {
            name: `${name} observed`,
            at,
            kind: 'ObservationEvent',
            source: 'environment',
            isLast: true,
            answers: name,
            fields: {
                tool_name: 'finish',
                tool_call_id,
                observation: {
                    content: [{ type: 'text', text: message }],
                    is_error: false,
                    kind: 'FinishObservation',
                },
            },
        },
    ];
}
function events_userMessage(text, { at, name }) {
    return { name, at, kind: 'MessageEvent', source: 'user', fields: messageFields('user', text) };
}
function agentMessage(text, { at, name }) {
    const fields = messageFields('assistant', text);
    return { name, at, kind: 'MessageEvent', source: 'agent', fields };
}
function messageFields(role, text) {
    return { llm_message: { role, content: [{ type: 'text', text }] }, activated_skills: [] };
}
function stateUpdate(key, value, { at, name, isLast = false }) {
    return {
        name,
        at,
        kind: 'ConversationStateUpdateEvent',
        source: 'environment',
        fields: { key, value },
        isLast,
    };
}
/** The pull request as a command's output, where the agent used the shell before it finished. */
function pullRequestOutput(state, { habits }) {
    const urls = (state.pullRequests ?? []).map(({ url }) => url);
    if (!habits.has('shell-pull-request') || urls.length === 0) {
        return [];
    }
    const entry = {
        message_type: 'ACTION',
        thought: null,
        tool_name: 'terminal',
        tool_input: { command: 'gh pr create --fill' },
        tool_output: { exit_code: 0 },
        observation: urls.join('\n'),
    };
    const answer = state.log.find(isAnswer);
    const at = Math.min(state.statusAt, answer?.at ?? Infinity);
    return toolCall(entry, { at, name: 'pull request 0' });
}

// EXTERNAL MODULE: ./build/sandbox/faces/openhands/faults.js
var openhands_faults = __nccwpck_require__(7327);
;// CONCATENATED MODULE: ./build/sandbox/faces/openhands/face.js










const API = '/api/v1';
const CONVERSATIONS = `${API}/app-conversations`;
const EVENTS = `${API}/conversation/{conversation}/events`;
/** The sandbox itself, which has a host of its own in reality. */
const INSIDE = '/sandboxes/{sandbox}/api/conversations/{conversation}';
const openhands_face_ENDPOINTS = [
    endpoint(`POST ${CONVERSATIONS}`, 'create'),
    endpoint(`GET ${CONVERSATIONS}`, 'read'),
    endpoint(`GET ${CONVERSATIONS}/search`, 'runs'),
    endpoint(`GET ${CONVERSATIONS}/count`, 'count'),
    endpoint(`GET ${CONVERSATIONS}/start-tasks`, 'start-tasks'),
    endpoint(`GET ${CONVERSATIONS}/start-tasks/search`, 'start-tasks'),
    endpoint(`GET ${EVENTS}/search`, 'logs'),
    endpoint(`GET ${EVENTS}/count`, 'log-count'),
    endpoint(`GET ${EVENTS}`, 'log-entries'),
    endpoint(`POST ${CONVERSATIONS}/{conversation}/send-message`, 'resume'),
    endpoint(`DELETE ${CONVERSATIONS}/{conversation}`, 'delete'),
    endpoint(`POST ${API}/conversations/{conversation}/pending-messages`, 'pending'),
    endpoint(`POST ${API}/sandboxes/{conversation}/resume`, 'wake'),
    endpoint(`POST ${API}/sandboxes/{conversation}/pause`, 'sleep'),
    endpoint(`POST ${INSIDE}/interrupt`, 'stop'),
    endpoint(`POST ${INSIDE}/pause`, 'pause'),
    endpoint(`GET ${INSIDE}/agent_final_response`, 'answer'),
    endpoint('GET /api/keys/current', 'self'),
    endpoint(`GET ${API}/users/me`, 'me'),
];
/** What the sandbox itself answers, to its own key alone. */
const INSIDE_KINDS = ['stop', 'pause', 'answer'];
const EVENT_KINDS = [
    'ACPToolCallEvent',
    'ActionEvent',
    'AgentErrorEvent',
    'Condensation',
    'ConversationErrorEvent',
    'ConversationStateUpdateEvent',
    'InterruptEvent',
    'MessageEvent',
    'ObservationEvent',
    'PauseEvent',
    'ServerErrorEvent',
    'StreamingDeltaEvent',
    'SystemPromptEvent',
    'UserRejectObservation',
];
const face_PAGE_MAX = 100;
const IDS_MAX = 99;
class OpenHandsFace {
    declared = openhands_faults/* OPENHANDS_FAULTS */.b;
    orgId = '';
    example = {
        path: CONVERSATIONS,
        body: {
            initial_message: { role: 'user', content: [{ type: 'text', text: 'Fix the bug.' }] },
        },
    };
    /** Start tasks of creates under the id of a conversation that existed. */
    #repeats = [];
    /** When each sandbox was last resumed, by the id of its conversation (epoch, ms). */
    #woken = new Map();
    idOf(nth) {
        return hexOf(`openhands/${nth}`, 32);
    }
    clear() {
        this.#repeats = [];
        this.#woken.clear();
    }
    route(world, request) {
        return routeOf(openhands_face_ENDPOINTS, {
            world,
            request,
            runId: (params, kind) => this.#runIdOf(world, { kind, request, params }),
            prompt: promptOf,
        });
    }
    /** Of requests by `ids` the first one; of start tasks the conversation that it starts. */
    #runIdOf(world, { kind, request, params }) {
        const named = params['conversation'] ?? request.query.get('ids');
        if (named === null) {
            return null;
        }
        const id = shapes_bareId(named);
        if (kind !== 'start-tasks') {
            return id;
        }
        return this.#startTasks(world).find((task) => task.id === id)?.run.id ?? null;
    }
    answer(world, { request, habits }) {
        try {
            const found = findEndpoint(openhands_face_ENDPOINTS, { request, pathPrefix: world.pathPrefix });
            if (found.kind !== 'found') {
                return elsewhere(request);
            }
            const { endpoint: known, params } = found;
            const { store, now } = world;
            const origin = face_originOf(request, world.pathPrefix);
            const call = {
                world,
                request,
                params,
                store,
                now: now(),
                habits,
                woken: this.#woken,
                origin,
            };
            if (INSIDE_KINDS.includes(known.kind)) {
                return inside(call, known.kind);
            }
            refuseStrangers(call);
            if (habits.has('web-page') && request.method === 'GET') {
                return webPage();
            }
            return this.#carryOut(call, known.kind);
        }
        catch (error) {
            return refusal(error);
        }
    }
    #carryOut(call, kind) {
        switch (kind) {
            case 'create':
                return this.#create(call);
            case 'read':
                return batch(call, (id) => shownById(call, id));
            case 'runs':
                return searchConversations(call);
            case 'count':
                return (0,face/* json */.Pq)(200, startedRuns(call).length);
            case 'start-tasks':
                return this.#readStartTasks(call);
            case 'logs':
                return searchEvents(call);
            case 'log-count':
                return (0,face/* json */.Pq)(200, logOf(call).length);
            case 'log-entries':
                return eventsById(call);
            case 'resume':
                return sendMessage(call);
            case 'pending':
                return (0,face/* json */.Pq)(201, { id: uuidOf(call.request.body), queued: true, position: 1 });
            case 'wake':
                return this.#wake(call);
            case 'sleep':
                call.store.sleep(knownSandbox(call));
                return (0,face/* json */.Pq)(200, { success: true });
            case 'delete':
                call.store.remove(knownConversation(call));
                return (0,face/* json */.Pq)(200, { success: true });
            case 'self':
                return currentKey(call);
            case 'me':
                return (0,face/* json */.Pq)(200, { id: 'user-1', email: 'octo@example.com', git_user_name: 'Octo Dev' });
            default:
                throw new OpenHandsBroken(`no answer to ${kind}`);
        }
    }
    /** A second create under one id is answered alike, and its start task fails (sheet, 7). */
    #create(call) {
        const { world, store, request } = call;
        const body = openhands_face_jsonBody(request);
        openhands_face_refuseMisfits(openhands_shapes_misfitsOf.create(body), body);
        if (body['parent_conversation_id'] !== undefined && body['parent_conversation_id'] !== null) {
            throw new OpenHandsBroken('the parent is unknown');
        }
        const given = body['conversation_id'];
        const id = typeof given === 'string' ? shapes_bareId(given) : this.idOf(store.all().length + 1);
        const existing = store.get(id);
        if (existing !== undefined) {
            const task = {
                id: hexOf(`task/${id}/${this.#repeats.length}`, 32),
                run: existing,
                createdAt: call.now,
                request: body,
                isRepeat: true,
            };
            this.#repeats.push(task);
            return (0,face/* json */.Pq)(200, startTaskBody(task, call));
        }
        const prompt = promptOf(body);
        const repository = asText(body['selected_repository']);
        const run = store.create({
            id,
            prompt,
            scenario: world.scenarioFor(prompt),
            request: body,
            keys: [id],
            repository: repository === '' ? '' : `https://github.com/${repository}`,
        });
        return (0,face/* json */.Pq)(200, startTaskBody(startTaskOf(run), call));
    }
    /** Newest first. */
    #startTasks({ store }) {
        const tasks = [...store.all().map(startTaskOf), ...this.#repeats];
        return tasks.toSorted((a, b) => b.createdAt - a.createdAt);
    }
    #readStartTasks(call) {
        const { request, world } = call;
        const tasks = this.#startTasks(world);
        if (!request.path.endsWith('/search')) {
            return batch(call, (id) => {
                const task = tasks.find((each) => each.id === id);
                return task === undefined ? null : startTaskBody(task, call);
            });
        }
        const { query } = request;
        const since = Date.parse(query.get('created_at__gte') ?? '') || -Infinity;
        const conversation = query.get('conversation_id__eq');
        const shown = tasks
            .filter(({ createdAt }) => createdAt >= since)
            .map((task) => startTaskBody(task, call))
            .filter((task) => conversation === null || task['app_conversation_id'] === shapes_bareId(conversation));
        return (0,face/* json */.Pq)(200, face_pageOf(shown, query));
    }
    #wake(call) {
        const run = knownSandbox(call);
        this.#woken.set(run.id, call.now);
        return (0,face/* json */.Pq)(200, { success: true });
    }
}
/** On this machine without TLS, as the open-source server (sheet, 3.6). */
function face_originOf({ headers }, pathPrefix) {
    const host = asText(headers['host']);
    const isHere = /^(?:127\.\d+\.\d+\.\d+|localhost|\[::1\])(?::\d+)?$/.test(host);
    return `${isHere ? 'http' : 'https'}://${host}${pathPrefix}`;
}
/** A path that the API does not have (sheet, section 2). */
function elsewhere({ method }) {
    if (method === 'GET') {
        return webPage();
    }
    return (0,face/* json */.Pq)(405, { detail: 'Method Not Allowed' });
}
/** The open-source server takes the key in a header of its own, and no `Bearer`. */
function refuseStrangers({ request, world, habits }) {
    const isBearer = request.headers['authorization'] === `Bearer ${world.token}`;
    const isSession = request.headers['x-session-api-key'] === world.token;
    const isKnown = habits.has('open-source') ? isSession : isBearer || isSession;
    if (!isKnown) {
        throw new OpenHandsRefused(401, 'Unauthorized');
    }
}
/** What the sandbox's own server answers, whose key no other sandbox has. */
function inside(call, kind) {
    const { request, store, habits } = call;
    const run = store.get(shapes_bareId(call.params['conversation'] ?? ''));
    if (run === undefined || request.headers['x-session-api-key'] !== sandboxKey(run)) {
        throw new OpenHandsRefused(401, 'Unauthorized');
    }
    if (kind === 'answer') {
        const finish = eventsOf(run, call).findLast(({ body }) => body['tool_name'] === 'finish');
        const action = finish?.body['action'];
        return (0,face/* json */.Pq)(200, { response: asText(action?.message) });
    }
    if (!habits.has('interrupt-ignored')) {
        store.stop(run);
    }
    return (0,face/* json */.Pq)(200, { success: true });
}
function currentKey({ habits }) {
    if (habits.has('open-source')) {
        return webPage();
    }
    return (0,face/* json */.Pq)(200, {
        id: 1,
        name: 'sandbox',
        org_id: null,
        bound_org_id: null,
        user_id: 'user-1',
        auth_type: 'api_key',
    });
}
/** In the order of `ids`, null for what is not there. */
function batch({ request }, shown) {
    const ids = request.query.getAll('ids');
    if (ids.length === 0) {
        throw misfit([{ at: ['query', 'ids'], why: 'Field required' }]);
    }
    const strange = ids.filter((id) => !isUuid(id));
    if (strange.length > 0) {
        const list = strange.map((id) => `'${id}'`).join(', ');
        throw new OpenHandsRefused(400, `Invalid UUID format for ids: [${list}]`);
    }
    if (ids.length > IDS_MAX) {
        throw new OpenHandsRefused(400, 'Too many ids requested.');
    }
    return (0,face/* json */.Pq)(200, ids.map((id) => shown(shapes_bareId(id))));
}
function shownById(call, id) {
    const run = call.store.get(id);
    return run !== undefined && isStarted(run, call) ? conversationBody(run, call) : null;
}
/** Newest first. */
function startedRuns(call) {
    return call.store
        .all()
        .filter((run) => isStarted(run, call))
        .toReversed();
}
function searchConversations(call) {
    const shown = startedRuns(call).map((run) => conversationBody(run, call));
    return (0,face/* json */.Pq)(200, face_pageOf(shown, call.request.query));
}
/** Pages by row, so that they shift when something comes in between. */
function face_pageOf(all, query) {
    const limit = Number(query.get('limit') ?? face_PAGE_MAX);
    if (!Number.isInteger(limit) || limit < 1 || limit > face_PAGE_MAX) {
        const why = `Input should be between 1 and ${face_PAGE_MAX}`;
        throw misfit([{ at: ['query', 'limit'], why }], query.get('limit'));
    }
    const from = Number(query.get('page_id') ?? 0);
    const items = all.slice(from, from + limit);
    const isEnd = from + limit >= all.length;
    return { items, next_page_id: isEnd ? null : String(from + limit) };
}
/** Of an id that nobody knows an empty list; of one that is no UUID a crash (sheet, 3.4). */
function logOf(call) {
    const id = call.params['conversation'] ?? '';
    if (!isUuid(id)) {
        throw new OpenHandsBroken('badly formed hexadecimal UUID string');
    }
    const run = call.store.get(shapes_bareId(id));
    if (run === undefined) {
        return [];
    }
    const events = eventsOf(run, call);
    const first = events[0];
    if (first === undefined || !call.habits.has('unknown-events')) {
        return events;
    }
    const strange = uuidOf(`strange/${run.id}`);
    const body = { ...first.body, id: strange, kind: 'SandboxEvent', note: 'Nobody knows it.' };
    return [first, { ...first, id: strange, body }, ...events.slice(1)];
}
function searchEvents(call) {
    const { query } = call.request;
    const kind = query.get('kind__eq');
    if (kind !== null && !EVENT_KINDS.includes(kind)) {
        const why = `Input should be ${EVENT_KINDS.map((each) => `'${each}'`).join(', ')}`;
        throw misfit([{ at: ['query', 'kind__eq'], why }], kind);
    }
    // Compared as texts, so that a bound with a zone leaves out its own event (sheet, section 2).
    const from = query.get('timestamp__gte') ?? '';
    const to = query.get('timestamp__lt');
    const found = logOf(call)
        .map(({ body }) => body)
        .filter((body) => kind === null || body['kind'] === kind)
        .filter((body) => asText(body['timestamp']) >= from)
        .filter((body) => to === null || asText(body['timestamp']) < to);
    const last = found.at(-1);
    const isTwice = call.habits.has('repeated-events') && last !== undefined;
    const all = isTwice ? [...found, last] : found;
    const ordered = query.get('sort_order') === 'TIMESTAMP_DESC' ? all.toReversed() : all;
    return (0,face/* json */.Pq)(200, face_pageOf(shifted(ordered, call), query));
}
/** An event that came in between puts the last one of the first page onto the second as well. */
function shifted(all, { request, habits }) {
    const from = Number(request.query.get('page_id') ?? 0);
    const again = all[from - 1];
    if (!habits.has('shifted-page') || again === undefined) {
        return all;
    }
    return [...all.slice(0, from), again, ...all.slice(from)];
}
function eventsById(call) {
    const events = logOf(call);
    const shown = call.request.query
        .getAll('id')
        .map((id) => events.find((event) => event.id === id)?.body ?? null);
    return (0,face/* json */.Pq)(200, shown);
}
/** One at work takes it in; one that waits for a confirmation takes it as that (sheet, 3.5). */
function sendMessage(call) {
    const { store, request, habits } = call;
    const body = openhands_face_jsonBody(request);
    openhands_face_refuseMisfits(openhands_shapes_misfitsOf.message(body), body);
    const run = knownConversation(call);
    const { sandbox } = conversationState(run, call);
    if (sandbox === 'MISSING') {
        const status = habits.has('missing-410') ? 410 : 404;
        throw new OpenHandsRefused(status, `Sandbox not found for conversation ${run.id}`);
    }
    if (sandbox === 'PAUSED') {
        const resume = `POST ${API}/sandboxes/${run.id}/resume`;
        throw new OpenHandsRefused(409, `Sandbox is PAUSED. Use ${resume} to resume it first.`);
    }
    const text = contentText(body['content']);
    const last = store.turns(run).at(-1);
    const isAtWork = last !== undefined && !isOver(last) && wordOfTurn(last) === 'running';
    if (isAtWork && !store.nextScript(run).queued) {
        store.note(run, text);
    }
    else {
        store.resume(run, text);
    }
    return (0,face/* json */.Pq)(200, { success: true, sandbox_status: sandbox, message: null });
}
/** Before its start task is `READY`, nobody knows it. */
function knownConversation(call) {
    const id = call.params['conversation'] ?? '';
    const run = call.store.get(shapes_bareId(id));
    if (run === undefined || !isStarted(run, call)) {
        throw new OpenHandsRefused(404, `Conversation ${id} not found`);
    }
    return run;
}
function knownSandbox(call) {
    const run = call.store.get(shapes_bareId(call.params['conversation'] ?? ''));
    if (run === undefined) {
        throw new OpenHandsRefused(404, 'Not Found');
    }
    return run;
}
function promptOf(body) {
    const message = body?.['initial_message'];
    return contentText(message?.content);
}
function openhands_face_jsonBody({ body }) {
    const fields = bodyObject(body);
    if (fields === null) {
        throw misfit([{ at: ['body', '1'], why: 'JSON decode error' }], {});
    }
    return fields;
}
/** What was sent comes back in the refusal (sheet, section 2). */
function openhands_face_refuseMisfits(misfits, body) {
    const [first] = misfits;
    if (first !== undefined) {
        throw misfit(misfits, body[first.at[1] ?? ''] ?? null);
    }
}

;// CONCATENATED MODULE: ./build/sandbox/faces/faces.js
/** The faces by the name of their service. */






const FACES = {
    'agent-run': (options) => new AgentRunFace(options),
    cursor: () => new CursorFace(),
    devin: () => new DevinFace(),
    copilot: (options) => new CopilotFace(options),
    jules: () => new JulesFace(),
    openhands: () => new OpenHandsFace(),
};
function createFace(service, options) {
    return FACES[service](options);
}

;// CONCATENATED MODULE: ./build/sandbox/world.js
/** A face with the store that it tells of, without HTTP. */



/** The sandbox has no web interface, so the address uses a reserved name. */
const WEB_URL_ROOT = 'https://sandbox.example/runs';
function createWorld(options, library) {
    const { service = 'agent-run', now = Date.now, speed = 1, webUrlRoot = WEB_URL_ROOT } = options;
    const { token = `sbx_${(0,external_node_crypto_.randomBytes)(16).toString('hex')}`, pathPrefix = '' } = options;
    const face = createFace(service, options);
    const store = new Store({ now, speed, webUrlRoot, idOf: (nth) => face.idOf(nth) });
    const scenarioFor = (prompt) => library.choose(store.created, prompt);
    return { face, world: { store, token, pathPrefix, now, scenarioFor } };
}

;// CONCATENATED MODULE: ./build/sandbox/server.js
/** The sandbox: a hosted agent's service as a real HTTP server on this machine (contract 10). */








/** A header of every answer: whoever reads it knows that no agent is at work (contract 10). */
const SANDBOX_HEADER = 'x-agent-sandbox';
const MAX_BODY_BYTES = 10_000_000;
/** How often a stream looks for something new, in real time. */
const STREAM_LOOK_MS = 20;
const NO_FAULT = { fault: null, habits: face/* NO_HABITS */.g9 };
/** Starts the service. @throws ScenarioError if a scenario cannot be read or is invalid */
async function startSandbox(options = {}) {
    const { host = '127.0.0.1' } = options;
    const library = await (0,sandbox_library/* createLibrary */.cz)(options.scenarios ?? [options.scenario ?? 'auto']);
    const { face, world } = createWorld(options, library);
    const { store, now, token, pathPrefix } = world;
    const faults = new FaultPlan(face.declared);
    const ownFaults = (0,read_scenario/* readFaults */.G6)('faults', options.faults ?? []);
    const requests = [];
    async function serve(incoming, response) {
        response.setHeader(SANDBOX_HEADER, 'true');
        const body = await readBody(incoming);
        if (body === null) {
            return void response.writeHead(413, { connection: 'close' }).end();
        }
        const [path = '', query = ''] = (incoming.url ?? '/').split(/\?(.*)/s);
        const { method = '', headers } = incoming;
        const received = { method, path, query: new URLSearchParams(query), headers, body };
        const ofGitHub = answerGitHub(world, received);
        if (ofGitHub !== null) {
            return send(ofGitHub, response);
        }
        const route = face.route(world, received);
        const kind = route?.kind ?? null;
        const request = { ...received, kind, at: now(), status: null };
        requests.push(request);
        await respond(request, { route, response });
        options.onRequest?.(request);
    }
    async function respond(request, { route, response }) {
        const { fault, habits } = strikeAt(route);
        // With a fault that takes effect before the request, the request must not be carried out.
        if (fault !== null && strikesBefore(fault)) {
            request.status = statusSeen(fault, 503);
            return answerFaulty(response, fault, { status: 503, body: '', headers: {} });
        }
        const answer = face.answer(world, { request, habits });
        request.status = answer.status;
        // Refused requests need no fault.
        if (fault === null || answer.status >= 300) {
            return send(answer, response);
        }
        request.status = statusSeen(fault, answer.status);
        const { status, headers } = answer;
        return answerFaulty(response, fault, { status, headers, body: textOf(answer) });
    }
    /** A request that names no run and starts none plays by the scenario of the next run. */
    function strikeAt(route) {
        if (route === null) {
            return NO_FAULT;
        }
        const run = route.runId === null ? undefined : store.get(route.runId);
        const scenario = run?.scenario ?? world.scenarioFor(route.prompt ?? '');
        const struck = { kind: route.kind, runId: run?.id ?? null };
        return faults.next(struck, { own: ownFaults, scenario: scenario.faults });
    }
    const sockets = new Set();
    const server = (0,external_node_http_namespaceObject.createServer)((incoming, response) => {
        // A client that disconnects during its request is not an error of the sandbox.
        serve(incoming, response).catch(() => response.destroy());
    });
    server.on('connection', (socket) => {
        sockets.add(socket);
        socket.on('close', () => sockets.delete(socket));
    });
    await new Promise((done, failed) => server.once('error', failed).listen(options.port ?? 0, host, done));
    const { port } = server.address();
    const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}${pathPrefix}`;
    return {
        url,
        gitHubUrl: `${url}${GITHUB_PATH}`,
        token,
        orgId: face.orgId,
        example: face.example,
        requests,
        store,
        runs: () => store.all().map((run) => ({ ...run, ...store.state(run) })),
        seedRun: ({ scenario, prompt = 'An earlier prompt.', ...known } = {}) => {
            const chosen = scenario === undefined ? library.choose(0, prompt) : library.find(scenario, prompt);
            return store.create({ prompt, scenario: chosen, seeded: true, ...known });
        },
        clear: () => {
            requests.length = 0;
            for (const each of [store, face, faults]) {
                each.clear();
            }
        },
        close: () => new Promise((done) => {
            server.close(() => done());
            for (const socket of sockets) {
                socket.destroy();
            }
        }),
    };
}
/**
 * Null if it is too long. It is still read to its end, because a client that is still sending does
 * not receive a response.
 */
async function readBody(incoming) {
    const chunks = [];
    let size = 0;
    for await (const chunk of incoming) {
        size += chunk.length;
        if (size <= MAX_BODY_BYTES) {
            chunks.push(chunk);
        }
    }
    if (size > MAX_BODY_BYTES) {
        return null;
    }
    return Buffer.concat(chunks).toString('utf8');
}
async function send({ status, headers, content }, response) {
    switch (content.kind) {
        case 'none':
            response.writeHead(status, headers).end();
            return;
        case 'json':
            response
                .writeHead(status, { 'content-type': 'application/json', ...headers })
                .end(JSON.stringify(content.value));
            return;
        case 'text':
            response.writeHead(status, headers).end(content.text);
            return;
        case 'stream':
            response.writeHead(status, { 'content-type': content.stream.contentType, ...headers });
            response.flushHeaders();
            return pour(content.stream, response);
    }
}
/** Until the stream or the connection ends. */
async function pour(stream, response) {
    while (!response.destroyed) {
        const { text, state } = stream.take();
        if (text !== '') {
            await new Promise((written) => response.write(text, written));
        }
        if (state === 'ended') {
            response.end();
            return;
        }
        if (state === 'cut') {
            response.destroy();
            return;
        }
        await (0,promises_.setTimeout)(STREAM_LOOK_MS);
    }
}
/** What a fault cuts or compresses: of a stream, what it has until now. */
function textOf({ content }) {
    switch (content.kind) {
        case 'none':
            return '';
        case 'json':
            return JSON.stringify(content.value);
        case 'text':
            return content.text;
        case 'stream':
            return content.stream.take().text;
    }
}
/** A request as a line for the console. */
function requestLine({ at, method, path, query, status }) {
    const asked = query.size === 0 ? path : `${path}?${query.toString()}`;
    return `${new Date(at).toISOString()} ${method} ${asked} ${status ?? 'no answer'}`;
}


/***/ })

/******/ });
/************************************************************************/
/******/ // The module cache
/******/ var __webpack_module_cache__ = {};
/******/ 
/******/ // The require function
/******/ function __nccwpck_require__(moduleId) {
/******/ 	// Check if module is in cache
/******/ 	var cachedModule = __webpack_module_cache__[moduleId];
/******/ 	if (cachedModule !== undefined) {
/******/ 		return cachedModule.exports;
/******/ 	}
/******/ 	// Create a new module (and put it into the cache)
/******/ 	var module = __webpack_module_cache__[moduleId] = {
/******/ 		// no module.id needed
/******/ 		// no module.loaded needed
/******/ 		exports: {}
/******/ 	};
/******/ 
/******/ 	// Execute the module function
/******/ 	var threw = true;
/******/ 	try {
/******/ 		__webpack_modules__[moduleId](module, module.exports, __nccwpck_require__);
/******/ 		threw = false;
/******/ 	} finally {
/******/ 		if(threw) delete __webpack_module_cache__[moduleId];
/******/ 	}
/******/ 
/******/ 	// Return the exports of the module
/******/ 	return module.exports;
/******/ }
/******/ 
/************************************************************************/
/******/ /* webpack/runtime/asset-relocator-loader */
/******/ if (typeof __nccwpck_require__ !== 'undefined') __nccwpck_require__.ab = decodeURIComponent(new URL('.', import.meta.url).pathname).slice(import.meta.url.match(/^file:\/\/\/\w:/) ? 1 : 0, -1) + "/";
/******/ 
/******/ /* webpack/runtime/async module */
/******/ (() => {
/******/ 	var webpackQueues = typeof Symbol === "function" ? Symbol("webpack queues") : "__webpack_queues__";
/******/ 	var webpackExports = typeof Symbol === "function" ? Symbol("webpack exports") : "__webpack_exports__";
/******/ 	var webpackError = typeof Symbol === "function" ? Symbol("webpack error") : "__webpack_error__";
/******/ 	var resolveQueue = (queue) => {
/******/ 		if(queue && queue.d < 1) {
/******/ 			queue.d = 1;
/******/ 			queue.forEach((fn) => (fn.r--));
/******/ 			queue.forEach((fn) => (fn.r-- ? fn.r++ : fn()));
/******/ 		}
/******/ 	}
/******/ 	var wrapDeps = (deps) => (deps.map((dep) => {
/******/ 		if(dep !== null && typeof dep === "object") {
/******/ 			if(dep[webpackQueues]) return dep;
/******/ 			if(dep.then) {
/******/ 				var queue = [];
/******/ 				queue.d = 0;
/******/ 				dep.then((r) => {
/******/ 					obj[webpackExports] = r;
/******/ 					resolveQueue(queue);
/******/ 				}, (e) => {
/******/ 					obj[webpackError] = e;
/******/ 					resolveQueue(queue);
/******/ 				});
/******/ 				var obj = {};
/******/ 				obj[webpackQueues] = (fn) => (fn(queue));
/******/ 				return obj;
/******/ 			}
/******/ 		}
/******/ 		var ret = {};
/******/ 		ret[webpackQueues] = x => {};
/******/ 		ret[webpackExports] = dep;
/******/ 		return ret;
/******/ 	}));
/******/ 	__nccwpck_require__.a = (module, body, hasAwait) => {
/******/ 		var queue;
/******/ 		hasAwait && ((queue = []).d = -1);
/******/ 		var depQueues = new Set();
/******/ 		var exports = module.exports;
/******/ 		var currentDeps;
/******/ 		var outerResolve;
/******/ 		var reject;
/******/ 		var promise = new Promise((resolve, rej) => {
/******/ 			reject = rej;
/******/ 			outerResolve = resolve;
/******/ 		});
/******/ 		promise[webpackExports] = exports;
/******/ 		promise[webpackQueues] = (fn) => (queue && fn(queue), depQueues.forEach(fn), promise["catch"](x => {}));
/******/ 		module.exports = promise;
/******/ 		body((deps) => {
/******/ 			currentDeps = wrapDeps(deps);
/******/ 			var fn;
/******/ 			var getResult = () => (currentDeps.map((d) => {
/******/ 				if(d[webpackError]) throw d[webpackError];
/******/ 				return d[webpackExports];
/******/ 			}))
/******/ 			var promise = new Promise((resolve) => {
/******/ 				fn = () => (resolve(getResult));
/******/ 				fn.r = 0;
/******/ 				var fnQueue = (q) => (q !== queue && !depQueues.has(q) && (depQueues.add(q), q && !q.d && (fn.r++, q.push(fn))));
/******/ 				currentDeps.map((dep) => (dep[webpackQueues](fnQueue)));
/******/ 			});
/******/ 			return fn.r ? promise : getResult();
/******/ 		}, (err) => ((err ? reject(promise[webpackError] = err) : outerResolve(exports)), resolveQueue(queue)));
/******/ 		queue && queue.d < 0 && (queue.d = 0);
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/create fake namespace object */
/******/ (() => {
/******/ 	var getProto = Object.getPrototypeOf ? (obj) => (Object.getPrototypeOf(obj)) : (obj) => (obj.__proto__);
/******/ 	var leafPrototypes;
/******/ 	// create a fake namespace object
/******/ 	// mode & 1: value is a module id, require it
/******/ 	// mode & 2: merge all properties of value into the ns
/******/ 	// mode & 4: return value when already ns object
/******/ 	// mode & 16: return value when it's Promise-like
/******/ 	// mode & 8|1: behave like require
/******/ 	__nccwpck_require__.t = function(value, mode) {
/******/ 		if(mode & 1) value = this(value);
/******/ 		if(mode & 8) return value;
/******/ 		if(typeof value === 'object' && value) {
/******/ 			if((mode & 4) && value.__esModule) return value;
/******/ 			if((mode & 16) && typeof value.then === 'function') return value;
/******/ 		}
/******/ 		var ns = Object.create(null);
/******/ 		__nccwpck_require__.r(ns);
/******/ 		var def = {};
/******/ 		leafPrototypes = leafPrototypes || [null, getProto({}), getProto([]), getProto(getProto)];
/******/ 		for(var current = mode & 2 && value; typeof current == 'object' && !~leafPrototypes.indexOf(current); current = getProto(current)) {
/******/ 			Object.getOwnPropertyNames(current).forEach((key) => (def[key] = () => (value[key])));
/******/ 		}
/******/ 		def['default'] = () => (value);
/******/ 		__nccwpck_require__.d(ns, def);
/******/ 		return ns;
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/define property getters */
/******/ (() => {
/******/ 	// define getter functions for harmony exports
/******/ 	__nccwpck_require__.d = (exports, definition) => {
/******/ 		for(var key in definition) {
/******/ 			if(__nccwpck_require__.o(definition, key) && !__nccwpck_require__.o(exports, key)) {
/******/ 				Object.defineProperty(exports, key, { enumerable: true, get: definition[key] });
/******/ 			}
/******/ 		}
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/hasOwnProperty shorthand */
/******/ (() => {
/******/ 	__nccwpck_require__.o = (obj, prop) => (Object.prototype.hasOwnProperty.call(obj, prop))
/******/ })();
/******/ 
/******/ /* webpack/runtime/make namespace object */
/******/ (() => {
/******/ 	// define __esModule on exports
/******/ 	__nccwpck_require__.r = (exports) => {
/******/ 		if(typeof Symbol !== 'undefined' && Symbol.toStringTag) {
/******/ 			Object.defineProperty(exports, Symbol.toStringTag, { value: 'Module' });
/******/ 		}
/******/ 		Object.defineProperty(exports, '__esModule', { value: true });
/******/ 	};
/******/ })();
/******/ 
/************************************************************************/
/******/ 
/******/ // startup
/******/ // Load entry module and return exports
/******/ // This entry module used 'module' so it can't be inlined
/******/ var __webpack_exports__ = __nccwpck_require__(6800);
/******/ __webpack_exports__ = await __webpack_exports__;
/******/ 
