"use strict";
exports.id = 30;
exports.ids = [30];
exports.modules = {

/***/ 2030:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  writeTrace: () => (/* binding */ writeTrace)
});

// EXTERNAL MODULE: ./build/src/shared/format.js
var format = __webpack_require__(275);
// EXTERNAL MODULE: ./build/src/report/sanitize/index.js + 5 modules
var sanitize = __webpack_require__(4256);
// EXTERNAL MODULE: ./build/src/run/log/entry.js
var entry = __webpack_require__(3061);
// EXTERNAL MODULE: ./build/src/service/entry.js
var service_entry = __webpack_require__(1570);
// EXTERNAL MODULE: ./build/src/report/entry-summary.js
var entry_summary = __webpack_require__(7152);
;// CONCATENATED MODULE: ./build/src/report/trace/entries.js
/** One line of the logs file as the report keeps it: an index row, and the entry with very long strings cut. Pure. */




/** UTF-16 units of one string of an entry; a longer one is a file or a dump that nobody reads here. */
const STRING_MAX = 200_000;
/** UTF-16 units of one entry as JSON. */
const ENTRY_MAX = 2_000_000;
/** Deeper than any entry a person could unfold. */
const DEPTH_MAX = 60;
function shortened(value, depth) {
    if (typeof value === 'string')
        return value.length <= STRING_MAX
            ? value
            : `${value.slice(0, STRING_MAX)}\n… (${value.length - STRING_MAX} more characters in the logs file)`;
    if (typeof value !== 'object' || value === null)
        return value;
    if (depth >= DEPTH_MAX)
        return '… (nested too deeply, see the logs file)';
    if (Array.isArray(value))
        return value.map((item) => shortened(item, depth + 1));
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shortened(item, depth + 1)]));
}
function parsed(line) {
    try {
        return JSON.parse(line);
    }
    catch {
        // A torn last line, or no JSON at all: shown as it is.
        return line;
    }
}
/** Reads one line of the logs file; a line that is not JSON is kept as text. */
function traceEntry(line, index) {
    const value = parsed(line);
    const view = (0,service_entry/* viewEntry */.gn)(value);
    const time = (0,entry/* parseTime */.pe)(view.created_at);
    const step = (0,entry_summary/* digest */.br)({ index, line, view, time });
    const json = (0,sanitize/* scriptJson */.eC)(shortened(value, 0));
    return {
        row: [time === null ? null : Math.round(time), step.kind, step.tool, step.headline, step.error ? 1 : 0],
        json: json.length <= ENTRY_MAX ? json : (0,sanitize/* scriptJson */.eC)('… (too large for this report, see the logs file)'),
    };
}

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(7598);
;// CONCATENATED MODULE: ./build/src/report/trace/client/app.js
function app(win, parts) {
    const doc = win.document;
    const at = (id) => {
        const element = doc.getElementById(id);
        if (element === null)
            throw new Error(`The report has no #${id}`);
        return element;
    };
    const text = (id) => at(id).textContent ?? '';
    const head = JSON.parse(text('head'));
    const data = parts.model(JSON.parse(text('index')), () => text('entries').trim().split('\n'));
    const errors = data.steps.filter((step) => step.error).map((step) => step.index);
    const [kind, tool, search, onlyErrors, count] = ['kind', 'tool', 'search', 'errors', 'count'].map(at);
    const [rows, pane, side] = ['list', 'pane', 'side'].map(at);
    let shown = [];
    let marked = -1;
    const details = parts.detail(win, data, pane);
    const waterfall = parts.list(win, data, { list: rows, choose: (index) => choose(index, true) });
    const strip = parts.overview(win, data, {
        canvas: at('strip'),
        cursor: at('cursor'),
        choose: (index) => choose(index, true),
    });
    /** Marks a step; opens its pane too, unless it is closed and only the mark moves. */
    function choose(index, open) {
        marked = index;
        waterfall.mark(index);
        strip.update(shown, index);
        if (open)
            side.hidden = false;
        if (!side.hidden)
            details.show(index);
        doc.body.className = side.hidden ? '' : 'open';
        try {
            win.history.replaceState(null, '', `#${index + 1}`);
        }
        catch {
            // Some browsers refuse this on file: addresses; the report works without.
        }
    }
    function close() {
        side.hidden = true;
        doc.body.className = '';
        rows.focus();
    }
    function isPressed() {
        return onlyErrors.dataset['on'] === 'true';
    }
    function press(on) {
        onlyErrors.dataset['on'] = String(on);
        onlyErrors.setAttribute('aria-pressed', String(on));
    }
    function refresh() {
        shown = data.filter({ kind: kind.value, tool: tool.value, text: search.value, errors: isPressed() });
        const all = data.steps.length;
        count.textContent = shown.length === all ? `${all} steps` : `${shown.length} of ${all} steps`;
        at('none').hidden = shown.length > 0;
        waterfall.fill(shown);
        strip.update(shown, marked);
    }
    function reset() {
        for (const control of [kind, tool, search])
            control.value = '';
        press(false);
        refresh();
    }
    /** To the next step in `among` after the marked one, or before it; round the end. */
    function jump(among, by) {
        const next = by > 0 ? among.find((index) => index > marked) : among.findLast((index) => index < marked);
        const target = next ?? (by > 0 ? among[0] : among.at(-1));
        if (target !== undefined)
            choose(target, true);
    }
    function move(by) {
        const from = shown.indexOf(marked);
        const to = from < 0 ? 0 : Math.min(Math.max(from + by, 0), shown.length - 1);
        const index = shown[to];
        if (index !== undefined)
            choose(index, false);
    }
    function nextError(by) {
        if (!errors.some((index) => shown.includes(index)))
            reset();
        jump(errors.filter((index) => shown.includes(index)), by);
    }
    const keys = {
        j: () => move(1),
        ArrowDown: () => move(1),
        k: () => move(-1),
        ArrowUp: () => move(-1),
        PageDown: () => move(waterfall.page()),
        PageUp: () => move(-waterfall.page()),
        Home: () => move(-Infinity),
        End: () => move(Infinity),
        Enter: () => {
            if (marked < 0)
                move(0);
            if (marked >= 0)
                choose(marked, true);
        },
        Escape: close,
        e: () => nextError(1),
        E: () => nextError(-1),
        '/': () => search.select(),
    };
    function onKey(event) {
        if (event.ctrlKey || event.metaKey || event.altKey)
            return;
        const typing = event.target?.closest('input, select, textarea') ?? null;
        if (typing !== null) {
            if (event.key !== 'Escape' && !(typing === search && event.key === 'Enter'))
                return;
            event.preventDefault();
            rows.focus();
            return;
        }
        // Buttons and folds keep their own Enter; a pane that scrolls keeps its own arrows.
        const within = (selector) => (event.target?.closest(selector) ?? null) !== null;
        if (event.key === 'Enter' && within('button, summary, a'))
            return;
        if (within('#side') && /^(Arrow|Page|Home|End)/.test(event.key))
            return;
        const action = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined;
        if (action === undefined)
            return;
        event.preventDefault();
        action();
    }
    function options(select, groups) {
        for (const group of groups) {
            const option = doc.createElement('option');
            option.value = group.name;
            option.textContent = `${group.name.slice(0, 60)} (${group.steps})`;
            select.append(option);
        }
    }
    /** Where the time went: the longest tools, each a button that filters. */
    function legend() {
        for (const group of data.groups.slice(0, 8)) {
            const button = doc.createElement('button');
            button.setAttribute('type', 'button');
            const dot = doc.createElement('span');
            dot.className = `dot c${group.colour}`;
            const share = data.total === 0 ? '' : ` · ${Math.round((100 * group.ms) / data.total)} %`;
            button.append(dot, `${group.name.slice(0, 60)} · ${data.length(group.ms)}${share}`);
            button.addEventListener('click', () => {
                const isTool = tools.some((known) => known.name === group.name);
                const select = isTool ? tool : kind;
                select.value = select.value === group.name ? '' : group.name;
                refresh();
            });
            at('legend').append(button);
        }
    }
    at('title').textContent = head.title;
    at('outcome').textContent = head.outcome.replaceAll('_', ' ');
    at('outcome').className = `outcome ${/^[a-z_]+$/.test(head.outcome) ? head.outcome : ''}`;
    at('facts').textContent = head.facts.join(' · ');
    at('result-text').textContent = head.result;
    at('result').hidden = head.result === '';
    if (head.webUrl !== null) {
        at('web').setAttribute('href', head.webUrl);
        at('web').hidden = false;
    }
    const toolNames = new Set(data.steps.map((step) => step.tool));
    const tools = data.groups.filter((group) => toolNames.has(group.name));
    options(kind, data.kinds);
    options(tool, tools);
    legend();
    for (const tick of [0, 1, 2, 3, 4]) {
        const mark = doc.createElement('span');
        mark.textContent = data.clock((data.total * tick) / 4);
        at('axis').append(mark);
    }
    onlyErrors.textContent = `Errors (${errors.length})`;
    onlyErrors.disabled = errors.length === 0;
    onlyErrors.addEventListener('click', () => {
        press(!isPressed());
        refresh();
    });
    for (const control of [kind, tool])
        control.addEventListener('change', refresh);
    search.addEventListener('input', refresh);
    at('reset').addEventListener('click', reset);
    at('close').addEventListener('click', close);
    at('previous').addEventListener('click', () => move(-1));
    at('next').addEventListener('click', () => move(1));
    doc.addEventListener('keydown', onKey);
    press(false);
    refresh();
    const linked = Number(win.location.hash.slice(1)) - 1;
    if (data.steps[linked] !== undefined)
        choose(linked, true);
    doc.documentElement.dataset['ready'] = 'true';
}

;// CONCATENATED MODULE: ./build/src/report/trace/client/detail.js
function detail(win, data, pane) {
    /** Children of one JSON value shown at once; the rest on demand. */
    const CHILDREN = 200;
    const doc = win.document;
    const make = (tag, className, text = '') => {
        const element = doc.createElement(tag);
        element.className = className;
        if (text !== '')
            element.textContent = text;
        return element;
    };
    const plain = (value) => (typeof value === 'string' ? value : JSON.stringify(value, null, 2));
    /** For pages that may not use the clipboard (some browsers refuse it on file:). */
    const copyBySelection = (text) => {
        const area = make('textarea', 'offscreen');
        area.value = text;
        doc.body.append(area);
        area.select();
        doc.execCommand('copy');
        area.remove();
    };
    const copyButton = (what, value) => {
        const button = make('button', 'copy', 'Copy');
        button.setAttribute('type', 'button');
        button.setAttribute('aria-label', `Copy ${what}`);
        button.addEventListener('click', () => {
            const text = plain(value);
            const done = () => {
                button.textContent = 'Copied';
                win.setTimeout(() => (button.textContent = 'Copy'), 1500);
            };
            const fallBack = () => {
                copyBySelection(text);
                done();
            };
            if (win.navigator.clipboard === undefined)
                fallBack();
            else
                win.navigator.clipboard.writeText(text).then(done, fallBack);
        });
        return button;
    };
    const scalar = (value) => {
        if (typeof value === 'string')
            return make('span', 'string', value === '' ? '""' : value);
        return make('span', 'scalar', String(value));
    };
    /** A value as a tree that folds; branches are built when they are first opened. */
    const tree = (value, depth) => {
        if (typeof value !== 'object' || value === null)
            return scalar(value);
        const entries = Object.entries(value);
        const list = Array.isArray(value);
        if (entries.length === 0)
            return make('span', 'scalar', list ? '[]' : '{}');
        const branch = make('div', 'tree');
        const more = (from) => {
            for (const [key, child] of entries.slice(from, from + CHILDREN))
                branch.append(node(key, child, depth));
            const rest = entries.length - from - CHILDREN;
            if (rest <= 0)
                return;
            const button = make('button', 'more', `${rest} more`);
            button.setAttribute('type', 'button');
            button.addEventListener('click', () => {
                button.remove();
                more(from + CHILDREN);
            });
            branch.append(button);
        };
        more(0);
        return branch;
    };
    const node = (key, value, depth) => {
        if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) {
            const line = make('div', 'leaf');
            line.append(make('span', 'key', key), ' ', tree(value, depth));
            return line;
        }
        const size = Object.keys(value).length;
        const fold = make('details', 'branch');
        const summary = make('summary', '');
        summary.append(make('span', 'key', key), make('span', 'size', Array.isArray(value) ? ` [${size}]` : ` {${size}}`));
        fold.append(summary);
        let built = false;
        const build = () => {
            if (built || !fold.open)
                return;
            built = true;
            fold.append(tree(value, depth + 1));
        };
        fold.addEventListener('toggle', build);
        fold.open = depth < 1;
        build();
        return fold;
    };
    const box = (title, value) => {
        const isText = typeof value === 'string';
        const body = isText ? make('pre', 'text', value) : make('div', 'json');
        if (!isText)
            body.append(tree(value, 0));
        body.setAttribute('tabindex', '0');
        body.setAttribute('role', 'group');
        body.setAttribute('aria-label', title);
        return body;
    };
    const section = (title, value) => {
        const part = make('section', 'part');
        const bar = make('div', 'part-head');
        bar.append(make('h3', '', title), copyButton(title.toLowerCase(), value));
        part.append(bar, box(title, value));
        return part;
    };
    /** Everything as it came, folded: for fields the parts do not show, and for copying. */
    const whole = (entry) => {
        const fold = make('details', 'whole');
        fold.append(make('summary', '', 'Whole entry'));
        let built = false;
        fold.addEventListener('toggle', () => {
            if (built || !fold.open)
                return;
            built = true;
            fold.append(section('Entry', entry));
        });
        return fold;
    };
    /** The fields people look for, in the order they happened, then the entry as it came. */
    const parts = (entry) => {
        if (entry === null)
            return [make('p', 'note', 'Left out of this report for its size: see the logs file.')];
        if (typeof entry !== 'object')
            return [section('Entry', entry)];
        const { thought, tool_input, tool_output, observation } = entry;
        const known = [
            ['Thought', thought],
            ['Input', tool_input],
            ['Output', tool_output],
            ['Observation', observation],
        ];
        return known
            .filter(([, value]) => value !== undefined && value !== null && value !== '')
            .map(([title, value]) => section(title, value))
            .concat(whole(entry));
    };
    const show = (index) => {
        const step = data.steps[index];
        if (step === undefined)
            return;
        const heading = make('h2', '', `Step ${index + 1}`);
        const badges = make('p', 'badges');
        badges.append(make('span', step.error ? 'badge error' : 'badge', step.kind));
        if (step.tool !== '')
            badges.append(' ', make('span', 'badge tool', step.tool));
        const when = step.time === null ? 'time unknown' : new Date(step.time).toISOString().replace('T', ' ').replace('Z', ' UTC');
        const facts = `at ${data.clock(step.end)} · took ${data.length(step.end - step.start)} · ${when}`;
        pane.replaceChildren(heading, badges, make('p', 'facts', facts), ...parts(data.entry(index)));
        pane.scrollTop = 0;
    };
    return { show };
}

;// CONCATENATED MODULE: ./build/src/report/trace/client/list.js
function list(win, data, options) {
    /** Pixels; the style sheet gives a row the same height. */
    const ROW = 34;
    const SPARE = 12;
    const doc = win.document;
    const box = options.list;
    const spacer = doc.createElement('div');
    const rows = doc.createElement('div');
    let shown = [];
    let marked = -1;
    let due = false;
    spacer.className = 'spacer';
    rows.className = 'rows';
    for (const element of [spacer, rows])
        element.setAttribute('role', 'presentation');
    box.replaceChildren(spacer, rows);
    const cell = (className, text) => {
        const element = doc.createElement('span');
        element.className = className;
        element.textContent = text;
        return element;
    };
    const percent = (ms) => (data.total === 0 ? 0 : (100 * ms) / data.total);
    const row = (position) => {
        const index = shown[position] ?? -1;
        const step = data.steps[index];
        if (step === undefined)
            return null;
        const element = doc.createElement('div');
        element.className = `row${step.error ? ' error' : ''}${index === marked ? ' marked' : ''}`;
        element.id = `row-${index}`;
        element.dataset['index'] = String(index);
        element.setAttribute('role', 'option');
        element.setAttribute('aria-selected', String(index === marked));
        element.setAttribute('aria-setsize', String(shown.length));
        element.setAttribute('aria-posinset', String(position + 1));
        const bar = cell(`bar c${step.colour}`, '');
        // Never off the right edge, and wide enough to be seen.
        bar.style['left'] = `${Math.min(percent(step.start), 99.5)}%`;
        bar.style['width'] = `${Math.max(percent(step.end - step.start), 0.5)}%`;
        const lane = cell('lane', '');
        lane.append(bar);
        const what = cell('what', '');
        what.append(cell(`dot c${step.colour}`, ''), cell('name', step.tool || step.kind));
        element.append(cell('number', String(index + 1)), cell('at', data.clock(step.end)), what, cell('words', step.headline), cell('took', data.length(step.end - step.start)), lane);
        return element;
    };
    const draw = () => {
        due = false;
        const first = Math.max(0, Math.floor(box.scrollTop / ROW) - SPARE);
        const last = Math.min(shown.length, Math.ceil((box.scrollTop + box.clientHeight) / ROW) + SPARE);
        const drawn = [];
        for (let position = first; position < last; position += 1) {
            const element = row(position);
            if (element !== null)
                drawn.push(element);
        }
        rows.style['transform'] = `translateY(${first * ROW}px)`;
        rows.replaceChildren(...drawn);
        if (shown.includes(marked) && doc.getElementById(`row-${marked}`) !== null)
            box.setAttribute('aria-activedescendant', `row-${marked}`);
        else
            box.removeAttribute('aria-activedescendant');
    };
    const drawSoon = () => {
        if (due)
            return;
        due = true;
        win.requestAnimationFrame(draw);
    };
    box.addEventListener('scroll', drawSoon);
    win.addEventListener('resize', drawSoon);
    box.addEventListener('click', (event) => {
        const index = event.target?.closest('.row')?.dataset['index'];
        if (index !== undefined)
            options.choose(Number(index));
    });
    return {
        fill(indices) {
            shown = indices;
            spacer.style['height'] = `${shown.length * ROW}px`;
            draw();
        },
        mark(index) {
            marked = index;
            const position = shown.indexOf(index);
            if (position >= 0) {
                const top = position * ROW;
                const above = top - box.scrollTop;
                const below = above + ROW - box.clientHeight;
                const far = above < -ROW || below > ROW;
                // A step further scrolls by a step; a jump lands in the middle, with what is around it in sight.
                if (far)
                    box.scrollTop = Math.max(0, top - (box.clientHeight - ROW) / 2);
                else if (above < 0)
                    box.scrollTop = top;
                else if (below > 0)
                    box.scrollTop += below;
            }
            draw();
        },
        page: () => Math.max(1, Math.floor(box.clientHeight / ROW) - 1),
    };
}

;// CONCATENATED MODULE: ./build/src/report/trace/client/model.js
/**
 * The report's data in the browser. This function's source text becomes part of the report: it must not use anything
 * from outside its own body.
 */
function model(rows, readLines) {
    const COLOURS = 8;
    let lines = null;
    let texts = null;
    const origin = rows.find((row) => row[0] !== null)?.[0] ?? 0;
    let now = 0;
    const drafts = rows.map(([time, kind, tool, headline, error], index) => {
        const start = now;
        now = Math.max(now, (time ?? origin) - origin);
        const known = { index, time, kind: kind ?? '(no type)', tool: tool ?? '', headline, error: error === 1 };
        return { ...known, name: known.tool || known.kind, start, end: now };
    });
    const grouped = (name) => {
        const groups = new Map();
        for (const draft of drafts) {
            const key = name(draft);
            const group = groups.get(key) ?? { name: key, steps: 0, ms: 0 };
            group.steps += 1;
            group.ms += draft.end - draft.start;
            groups.set(key, group);
        }
        return [...groups.values()].sort((a, b) => b.ms - a.ms || b.steps - a.steps);
    };
    const coloured = (groups) => groups.map((group, rank) => ({ ...group, colour: Math.min(rank, COLOURS - 1) }));
    const groups = coloured(grouped((draft) => draft.name));
    const colours = new Map(groups.map((group) => [group.name, group.colour]));
    const steps = drafts.map(({ name, ...draft }) => ({ ...draft, colour: colours.get(name) ?? COLOURS - 1 }));
    const entry = (index) => {
        lines ??= readLines();
        try {
            return JSON.parse(lines[index] ?? 'null');
        }
        catch {
            return null;
        }
    };
    /** Strings as they are, all else as JSON; field names of the entry itself are not searched. */
    const searchText = (value) => {
        if (typeof value !== 'object' || value === null)
            return String(value);
        return Object.values(value)
            .map((field) => (typeof field === 'string' ? field : JSON.stringify(field)))
            .join('\n');
    };
    const filter = ({ kind, tool, text, errors }) => {
        const wanted = text.trim().toLowerCase();
        const escaped = JSON.stringify(wanted).slice(1, -1);
        if (wanted !== '')
            texts ??= steps.map((step) => `${step.headline}\n${searchText(entry(step.index))}`.toLowerCase());
        return steps
            .filter((step) => (!errors || step.error) &&
            (kind === '' || step.kind === kind) &&
            (tool === '' || step.tool === tool) &&
            (wanted === '' || [wanted, escaped].some((words) => texts?.[step.index]?.includes(words))))
            .map((step) => step.index);
    };
    const two = (value) => String(Math.floor(value)).padStart(2, '0');
    const clock = (ms) => {
        const seconds = Math.floor(ms / 1000);
        const minutes = Math.floor(seconds / 60);
        if (minutes < 60)
            return `${minutes}:${two(seconds % 60)}`;
        return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
    };
    const length = (ms) => {
        if (ms < 1000)
            return `${Math.round(ms)}ms`;
        if (ms < 10_000)
            return `${(ms / 1000).toFixed(1)}s`;
        if (ms < 60_000)
            return `${Math.round(ms / 1000)}s`;
        if (ms < 3_600_000)
            return `${Math.floor(ms / 60_000)}m ${two((ms % 60_000) / 1000)}s`;
        return `${Math.floor(ms / 3_600_000)}h ${two((ms % 3_600_000) / 60_000)}m`;
    };
    return { steps, total: now, groups, kinds: coloured(grouped((draft) => draft.kind)), entry, filter, clock, length };
}

;// CONCATENATED MODULE: ./build/src/report/trace/client/overview.js
/* istanbul ignore next: its source text runs in a browser, where no counters are */
function overview(win, data, options) {
    const { canvas, cursor } = options;
    let shown = [];
    let marked = -1;
    const draw = () => {
        const pen = canvas.getContext('2d');
        const { clientWidth: width, clientHeight: height } = canvas;
        if (pen === null || width === 0)
            return;
        const style = win.getComputedStyle(win.document.documentElement);
        const colour = (name) => style.getPropertyValue(name).trim();
        const x = (ms) => (data.total === 0 ? 0 : (ms / data.total) * width);
        canvas.width = width * win.devicePixelRatio;
        canvas.height = height * win.devicePixelRatio;
        pen.scale(win.devicePixelRatio, win.devicePixelRatio);
        pen.clearRect(0, 0, width, height);
        const bright = new Set(shown);
        for (const step of data.steps) {
            pen.globalAlpha = bright.has(step.index) ? 1 : 0.15;
            pen.fillStyle = colour(`--c${step.colour}`);
            const gap = step.end - step.start > 0 && x(step.end) - x(step.start) > 3 ? 1 : 0;
            pen.fillRect(x(step.start), 10, Math.max(x(step.end) - x(step.start) - gap, 1), height - 20);
        }
        pen.fillStyle = colour('--error');
        for (const step of data.steps) {
            if (!step.error)
                continue;
            pen.globalAlpha = bright.has(step.index) ? 1 : 0.3;
            pen.fillRect(Math.min(x(step.end), width - 3) - 1, 0, 3, height);
        }
        const step = data.steps[marked];
        cursor.hidden = step === undefined;
        if (step !== undefined)
            cursor.style['left'] = `${data.total === 0 ? 0 : (100 * (step.start + step.end)) / 2 / data.total}%`;
    };
    canvas.addEventListener('click', (event) => {
        const { left, width } = canvas.getBoundingClientRect();
        const at = ((event.clientX - left) / width) * data.total;
        const hit = shown.find((index) => (data.steps[index]?.end ?? 0) >= at) ?? shown.at(-1);
        if (hit !== undefined)
            options.choose(hit);
    });
    win.addEventListener('resize', draw);
    win.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
    return {
        update(indices, index) {
            shown = indices;
            marked = index;
            draw();
        },
    };
}

;// CONCATENATED MODULE: ./build/src/report/trace/style.js
/** The report's style sheet. Colours meet WCAG AA on their backgrounds, in light and in dark. */
const STYLE = `
:root { color-scheme: light dark;
  --bg: #ffffff; --panel: #f6f8fa; --text: #1f2328; --soft: #59636e; --line: #d1d9e0; --mark: #ddf4ff; --focus: #0969da;
  --error: #cf222e; --error-bg: #ffebe9; --good: #1a7f37; --link: #0969da;
  --c0: #0969da; --c1: #8250df; --c2: #1a7f37; --c3: #9a6700; --c4: #bf3989; --c5: #0f766e; --c6: #bc4c00; --c7: #6e7781; }
@media (prefers-color-scheme: dark) { :root {
  --bg: #0d1117; --panel: #151b23; --text: #f0f6fc; --soft: #9198a1; --line: #3d444d; --mark: #132f4c; --focus: #4493f8;
  --error: #ff7b72; --error-bg: #3a1517; --good: #3fb950; --link: #79b8ff;
  --c0: #4493f8; --c1: #ab7df8; --c2: #3fb950; --c3: #d29922; --c4: #f778ba; --c5: #2dd4bf; --c6: #f0883e; --c7: #848d97; } }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html, body { height: 100%; margin: 0; }
body { display: flex; flex-direction: column; background: var(--bg); color: var(--text);
  font: 14px/1.45 system-ui, -apple-system, "Segoe UI", sans-serif; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 1px; }
button, select, input { font: inherit; color: inherit; background: var(--bg); border: 1px solid var(--line);
  border-radius: 6px; padding: 3px 10px; min-height: 30px; max-width: 100%; }
button { background: var(--panel); cursor: pointer; }
button:disabled { color: var(--soft); cursor: default; }
button[aria-pressed="true"] { background: var(--error-bg); border-color: var(--error); color: var(--error); }
a { color: var(--link); }
header { padding: 14px 16px 0; }
h1 { display: inline; margin: 0 8px 0 0; font-size: 20px; }
.outcome { display: inline-block; padding: 1px 10px; border: 1px solid var(--soft); border-radius: 1em; font-weight: 600; }
.outcome.succeeded { color: var(--good); border-color: var(--good); }
.outcome.failed, .outcome.error, .outcome.timed_out { color: var(--error); border-color: var(--error); }
#facts { margin: 4px 0 8px; color: var(--soft); overflow-wrap: anywhere; }
#result { margin: 0 0 8px; }
#result pre { max-height: 30vh; overflow: auto; }
.track { position: relative; }
#strip { display: block; width: 100%; height: 44px; background: var(--panel); border-radius: 6px; cursor: crosshair; }
#cursor { position: absolute; top: 0; bottom: 0; width: 2px; background: var(--text); pointer-events: none; }
#legend { display: flex; flex-wrap: wrap; gap: 4px; margin: 6px 0; }
#legend button { padding: 1px 8px; min-height: 26px; font-size: 12px; overflow-wrap: anywhere; }
.tools { display: flex; flex-wrap: wrap; gap: 6px; align-items: center; padding: 6px 0 10px; border-top: 1px solid var(--line); }
.tools label { color: var(--soft); }
#search { flex: 1 1 160px; min-width: 0; }
#count { color: var(--soft); }
kbd { padding: 0 4px; border: 1px solid var(--line); border-radius: 4px; font: 12px ui-monospace, monospace; }
.keys { color: var(--soft); font-size: 12px; margin: 0; padding: 6px 16px; border-top: 1px solid var(--line); }
main { display: flex; flex: 1; min-height: 0; border-top: 1px solid var(--line); }
.fall { display: flex; flex: 1 1 0; flex-direction: column; min-width: 0; position: relative; }
.axis-row, .row { display: grid; grid-template-columns: 48px 58px minmax(90px, 150px) minmax(60px, 1fr) 60px minmax(120px, 34%);
  gap: 8px; align-items: center; padding: 0 16px 0 8px; }
.axis-row { color: var(--soft); font-size: 12px; border-bottom: 1px solid var(--line); min-height: 24px; scrollbar-gutter: stable; overflow: hidden; }
#axis { grid-column: 6; display: flex; justify-content: space-between; }
#list { flex: 1; overflow-y: auto; overflow-x: hidden; position: relative; scrollbar-gutter: stable; }
.rows { position: absolute; inset: 0 0 auto; will-change: transform; }
.row { position: relative; height: 34px; border-bottom: 1px solid color-mix(in srgb, var(--line) 45%, transparent); cursor: pointer; }
.row:hover { background: var(--panel); }
.row.marked { background: var(--mark); }
.row.error .words { color: var(--error); font-weight: 600; }
.row.marked.error, .row.error { box-shadow: inset 3px 0 var(--error); }
.row > span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.number, .at, .took { color: var(--soft); font-variant-numeric: tabular-nums; text-align: right; }
.row.marked > .number, .row.marked > .at, .row.marked > .took { color: var(--text); }
.name { font-weight: 600; }
.lane { position: relative; height: 14px; background: var(--panel); border-radius: 3px; }
.row.marked .lane { background: var(--bg); }
.bar { position: absolute; top: 0; bottom: 0; min-width: 3px; border-radius: 3px; }
.dot { display: inline-block; width: 9px; height: 9px; border-radius: 50%; margin-right: 6px; }
.row.error .bar { background: var(--error); }
.c0 { background: var(--c0); } .c1 { background: var(--c1); } .c2 { background: var(--c2); } .c3 { background: var(--c3); }
.c4 { background: var(--c4); } .c5 { background: var(--c5); } .c6 { background: var(--c6); } .c7 { background: var(--c7); }
#none { position: absolute; inset: 60px 0 auto; text-align: center; color: var(--soft); }
#side { display: flex; flex-direction: column; flex: 0 0 40%; min-width: 0; border-left: 1px solid var(--line); }
.side-head { display: flex; gap: 6px; justify-content: flex-end; padding: 8px; border-bottom: 1px solid var(--line); }
#pane { flex: 1; overflow-y: auto; padding: 8px 16px 24px; overflow-wrap: anywhere; }
#pane h2 { margin: 4px 0; font-size: 17px; }
.badges { margin: 4px 0; }
.badge { padding: 1px 8px; border: 1px solid var(--line); border-radius: 1em; font-size: 12px; }
.badge.error { color: var(--error); border-color: var(--error); }
.facts, .note { margin: 4px 0 10px; color: var(--soft); }
.part-head { display: flex; align-items: center; justify-content: space-between; margin-top: 14px; }
.part-head h3 { margin: 0; font-size: 13px; color: var(--soft); }
.copy { padding: 0 8px; min-height: 26px; font-size: 12px; }
pre, .json { margin: 4px 0 0; padding: 8px 10px; background: var(--panel); border: 1px solid var(--line); border-radius: 6px;
  font: 12.5px/1.5 ui-monospace, SFMono-Regular, Consolas, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
.tree .tree { margin-left: 14px; }
.key { color: var(--link); } .key::after { content: ":"; color: var(--soft); }
.size { color: var(--soft); }
summary { cursor: pointer; }
.more { margin: 4px 0; }
.offscreen { position: fixed; left: -9999px; }
.whole { margin-top: 18px; color: var(--soft); }
@media (min-width: 1001px) { body.open .axis-row, body.open .row {
  grid-template-columns: 36px 50px minmax(80px, 130px) minmax(80px, 1fr) 48px minmax(90px, 22%); } }
@media (max-width: 1500px) { body.open #axis span:nth-child(even) { display: none; } }
@media (max-width: 1000px) {
  .axis-row { display: none; }
  .row { grid-template-columns: 44px 52px minmax(70px, 120px) minmax(0, 1fr) auto; }
  .lane { position: absolute; left: 0; right: 0; bottom: 0; height: 4px; border-radius: 0; background: none; }
  .keys { display: none; }
}
@media (max-width: 760px) {
  body.open main, body.open #side { min-height: 0; }
  #side { position: fixed; inset: 0; background: var(--bg); border: 0; z-index: 1; }
  .row { grid-template-columns: 36px minmax(60px, 110px) minmax(0, 1fr) auto; }
  .at { display: none; }
  .tools select { flex: 1 1 90px; min-width: 0; }
  #facts { max-height: 3em; overflow: auto; }
  header { padding: 10px 10px 0; }
}
@media (max-height: 640px), (max-width: 760px) { #legend { flex-wrap: nowrap; overflow-x: auto; } #legend button { flex: none; } }
@media (forced-colors: active) { .bar, .dot { forced-color-adjust: none; } }
`;

;// CONCATENATED MODULE: ./build/src/report/trace/page.js
/** The report's page around its data: skeleton, style, script, and the policy that allows those two and nothing else. */







/** The functions' own source text: what runs in the browser is what is type-checked and tested here. */
function script() {
    const parts = Object.entries({ model: model, list: list, detail: detail, overview: overview }).map(([name, part]) => `${name}: ${String(part)}`);
    return `'use strict';\n(${String(app)})(window, {\n${parts.join(',\n')}\n});\n`;
}
function hashOf(source) {
    return `'sha256-${(0,external_node_crypto_.createHash)('sha256').update(source, 'utf8').digest('base64')}'`;
}
/** Filled by the script; no text here comes from anywhere else. */
const BODY = `<header>
<h1 id="title">Agent run</h1><span id="outcome" class="outcome"></span> <a id="web" rel="noopener noreferrer" target="_blank" hidden>Open the run</a>
<p id="facts"></p>
<details id="result" hidden><summary>Result</summary><pre id="result-text" tabindex="0" role="group" aria-label="Result"></pre></details>
<div class="track"><canvas id="strip" role="img" aria-label="All steps over time, errors in red; the list below has the same steps"></canvas><div id="cursor" hidden></div></div>
<div id="legend" role="group" aria-label="Where the time went" tabindex="0"></div>
<div class="tools">
<label for="kind">Type</label><select id="kind"><option value="">all</option></select>
<label for="tool">Tool</label><select id="tool"><option value="">all</option></select>
<input id="search" type="search" placeholder="Search all text" aria-label="Search all text" autocomplete="off">
<button id="errors" type="button" aria-pressed="false">Errors</button>
<button id="reset" type="button">Reset</button>
<span id="count" role="status"></span>
</div>
</header>
<main>
<div class="fall">
<div class="axis-row" aria-hidden="true"><span>#</span><span>at</span><span>tool</span><span>what</span><span>took</span><div id="axis"></div></div>
<div id="list" role="listbox" tabindex="0" aria-label="Steps"></div>
<p id="none" hidden>No step passes these filters.</p>
</div>
<section id="side" aria-label="Step" hidden>
<div class="side-head"><button id="previous" type="button">Previous</button><button id="next" type="button">Next</button><button id="close" type="button">Close</button></div>
<div id="pane" tabindex="0" role="region" aria-label="Details of the step"></div>
</section>
</main>
<p class="keys"><kbd>j</kbd> <kbd>k</kbd> next, previous · <kbd>Enter</kbd> open · <kbd>Esc</kbd> close · <kbd>e</kbd> <kbd>E</kbd> next, previous error · <kbd>/</kbd> search. An entry is stamped when it is written: the time before it counts as its own.</p>
<noscript><p>This report needs JavaScript, which it carries inside; nothing is loaded from anywhere.</p></noscript>
`;
/** The page in pieces around its three blocks of data. `title` is plain text of ours. */
function page(title) {
    const source = script();
    const policy = [
        "default-src 'none'",
        `script-src ${hashOf(source)}`,
        `style-src ${hashOf(STYLE)}`,
        "base-uri 'none'",
        "form-action 'none'",
    ].join('; ');
    const opening = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
${BODY}<script type="application/json" id="entries">
`;
    return {
        opening,
        middle: '</script>\n<script type="application/json" id="index">',
        beforeHead: '</script>\n<script type="application/json" id="head">',
        closing: `</script>\n<script>${source}</script>\n</body>\n</html>\n`,
    };
}

;// CONCATENATED MODULE: ./build/src/report/trace/index.js
/**
 * The trace report (contract 9): one HTML file that needs nothing else. The entries stream through from the logs file;
 * only a short row of each is held, so that a long run costs little memory.
 */




/** UTF-16 units after which entries are kept as rows only: a browser has to hold the whole file. */
const TOTAL_MAX = 120_000_000;
const RESULT_MAX = 500_000;
/** UTF-16 units collected before a write. */
const CHUNK = 256 * 1024;
function pageHead(head) {
    const { provenance } = head;
    const error = head.errorCode === null ? '' : `${head.errorCode}: ${head.errorMessage ?? ''}`;
    const facts = [
        error,
        head.status === null ? '' : `status ${head.status}`,
        (0,format/* duration */.p0)(head.durationMs),
        (0,format/* counted */.hS)(head.requests, 'request'),
        provenance.repository,
        provenance.workflow,
        provenance.event === '' ? '' : `event ${provenance.event}`,
        provenance.actor === '' ? '' : `by ${provenance.actor}`,
    ];
    return {
        title: title(head),
        outcome: head.outcome,
        facts: facts.filter((fact) => fact !== ''),
        webUrl: head.webUrl === null ? null : (0,sanitize/* safeHttpsUrl */.Wb)(head.webUrl),
        result: head.result.length <= RESULT_MAX
            ? head.result
            : `${head.result.slice(0, RESULT_MAX)}\n… (${head.result.length - RESULT_MAX} more characters in the result file)`,
    };
}
function title(head) {
    return head.runId === null ? 'Agent run' : `Agent run ${head.runId}`;
}
/** Writes the report. Rejects only with what `entryLines` or `write` reject with. */
async function writeTrace({ head, entryLines, write }) {
    const { opening, middle, beforeHead, closing } = page((0,sanitize/* htmlText */.js)(title(head)));
    const rows = [];
    let pending = opening;
    let total = 0;
    for await (const line of entryLines) {
        if (line === '')
            continue;
        const { row, json } = traceEntry(line, rows.length);
        rows.push(row);
        total += json.length;
        pending += total <= TOTAL_MAX ? `${json}\n` : 'null\n';
        if (pending.length < CHUNK)
            continue;
        await write(pending);
        pending = '';
    }
    // Row by row: the index of a very long run is no single string.
    pending += `${middle}[`;
    for (const [position, row] of rows.entries()) {
        pending += `${position === 0 ? '' : ','}\n${(0,sanitize/* scriptJson */.eC)(row)}`;
        if (pending.length < CHUNK)
            continue;
        await write(pending);
        pending = '';
    }
    await write(`${pending}]${beforeHead}${(0,sanitize/* scriptJson */.eC)(pageHead(head))}${closing}`);
}


/***/ })

};
;