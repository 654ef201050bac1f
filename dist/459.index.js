"use strict";
exports.id = 459;
exports.ids = [459];
exports.modules = {

/***/ 1459:
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
    const view = (0,service_entry/* viewEntry */.g)(value);
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
;// CONCATENATED MODULE: ./build/src/trace-client.js
const TRACE_CLIENT = "\"use strict\";\n(() => {\n  // src/report/trace/client/detail.ts\n  function detail(win, data, pane) {\n    const CHILDREN = 200;\n    const doc = win.document;\n    const make = (tag, className, text = \"\") => {\n      const element = doc.createElement(tag);\n      element.className = className;\n      if (text !== \"\") element.textContent = text;\n      return element;\n    };\n    const plain = (value) => typeof value === \"string\" ? value : JSON.stringify(value, null, 2);\n    const copyBySelection = (text) => {\n      const area = make(\"textarea\", \"offscreen\");\n      area.value = text;\n      doc.body.append(area);\n      area.select();\n      doc.execCommand(\"copy\");\n      area.remove();\n    };\n    const copyButton = (what, value) => {\n      const button = make(\"button\", \"copy\", \"Copy\");\n      button.setAttribute(\"type\", \"button\");\n      button.setAttribute(\"aria-label\", `Copy ${what}`);\n      button.addEventListener(\"click\", () => {\n        const text = plain(value);\n        const done = () => {\n          button.textContent = \"Copied\";\n          win.setTimeout(() => button.textContent = \"Copy\", 1500);\n        };\n        const fallBack = () => {\n          copyBySelection(text);\n          done();\n        };\n        win.navigator.clipboard.writeText(text).then(done, fallBack);\n      });\n      return button;\n    };\n    const scalar = (value) => {\n      if (typeof value === \"string\") return make(\"span\", \"string\", value === \"\" ? '\"\"' : value);\n      return make(\"span\", \"scalar\", String(value));\n    };\n    const tree = (value, depth) => {\n      if (typeof value !== \"object\" || value === null) return scalar(value);\n      const entries = Object.entries(value);\n      const list2 = Array.isArray(value);\n      if (entries.length === 0) return make(\"span\", \"scalar\", list2 ? \"[]\" : \"{}\");\n      const branch = make(\"div\", \"tree\");\n      const more = (from) => {\n        for (const [key, child] of entries.slice(from, from + CHILDREN)) branch.append(node(key, child, depth));\n        const rest = entries.length - from - CHILDREN;\n        if (rest <= 0) return;\n        const button = make(\"button\", \"more\", `${rest} more`);\n        button.setAttribute(\"type\", \"button\");\n        button.addEventListener(\"click\", () => {\n          button.remove();\n          more(from + CHILDREN);\n        });\n        branch.append(button);\n      };\n      more(0);\n      return branch;\n    };\n    const node = (key, value, depth) => {\n      if (typeof value !== \"object\" || value === null || Object.keys(value).length === 0) {\n        const line = make(\"div\", \"leaf\");\n        line.append(make(\"span\", \"key\", key), \" \", tree(value, depth));\n        return line;\n      }\n      const size = Object.keys(value).length;\n      const fold = make(\"details\", \"branch\");\n      const summary = make(\"summary\", \"\");\n      summary.append(make(\"span\", \"key\", key), make(\"span\", \"size\", Array.isArray(value) ? ` [${size}]` : ` {${size}}`));\n      fold.append(summary);\n      let built = false;\n      const build = () => {\n        if (built || !fold.open) return;\n        built = true;\n        fold.append(tree(value, depth + 1));\n      };\n      fold.addEventListener(\"toggle\", build);\n      fold.open = depth < 1;\n      build();\n      return fold;\n    };\n    const box = (title, value) => {\n      const isText = typeof value === \"string\";\n      const body = isText ? make(\"pre\", \"text\", value) : make(\"div\", \"json\");\n      if (!isText) body.append(tree(value, 0));\n      body.setAttribute(\"tabindex\", \"0\");\n      body.setAttribute(\"role\", \"group\");\n      body.setAttribute(\"aria-label\", title);\n      return body;\n    };\n    const section = (title, value) => {\n      const part = make(\"section\", \"part\");\n      const bar = make(\"div\", \"part-head\");\n      bar.append(make(\"h3\", \"\", title), copyButton(title.toLowerCase(), value));\n      part.append(bar, box(title, value));\n      return part;\n    };\n    const whole = (entry) => {\n      const fold = make(\"details\", \"whole\");\n      fold.append(make(\"summary\", \"\", \"Whole entry\"));\n      let built = false;\n      fold.addEventListener(\"toggle\", () => {\n        if (built || !fold.open) return;\n        built = true;\n        fold.append(section(\"Entry\", entry));\n      });\n      return fold;\n    };\n    const parts = (entry) => {\n      if (entry === null) return [make(\"p\", \"note\", \"Left out of this report for its size: see the logs file.\")];\n      if (typeof entry !== \"object\") return [section(\"Entry\", entry)];\n      const { thought, tool_input, tool_output, observation } = entry;\n      const known = [\n        [\"Thought\", thought],\n        [\"Input\", tool_input],\n        [\"Output\", tool_output],\n        [\"Observation\", observation]\n      ];\n      return known.filter(([, value]) => value !== void 0 && value !== null && value !== \"\").map(([title, value]) => section(title, value)).concat(whole(entry));\n    };\n    const show = (index) => {\n      const step = data.steps[index];\n      if (step === void 0) return;\n      const heading = make(\"h2\", \"\", `Step ${index + 1}`);\n      const badges = make(\"p\", \"badges\");\n      badges.append(make(\"span\", step.error ? \"badge error\" : \"badge\", step.kind));\n      if (step.tool !== \"\") badges.append(\" \", make(\"span\", \"badge tool\", step.tool));\n      const when = step.time === null ? \"time unknown\" : new Date(step.time).toISOString().replace(\"T\", \" \").replace(\"Z\", \" UTC\");\n      const facts = `at ${data.clock(step.end)} \\xB7 took ${data.length(step.end - step.start)} \\xB7 ${when}`;\n      pane.replaceChildren(heading, badges, make(\"p\", \"facts\", facts), ...parts(data.entry(index)));\n      pane.scrollTop = 0;\n    };\n    return { show };\n  }\n\n  // src/report/trace/client/list.ts\n  function list(win, data, options) {\n    const ROW = 34;\n    const SPARE = 12;\n    const doc = win.document;\n    const box = options.list;\n    const spacer = doc.createElement(\"div\");\n    const rows = doc.createElement(\"div\");\n    let shown = [];\n    let marked = -1;\n    let due = false;\n    spacer.className = \"spacer\";\n    rows.className = \"rows\";\n    for (const element of [spacer, rows]) element.setAttribute(\"role\", \"presentation\");\n    box.replaceChildren(spacer, rows);\n    const cell = (className, text) => {\n      const element = doc.createElement(\"span\");\n      element.className = className;\n      element.textContent = text;\n      return element;\n    };\n    const percent = (ms) => data.total === 0 ? 0 : 100 * ms / data.total;\n    const row = (position) => {\n      const index = shown[position] ?? -1;\n      const step = data.steps[index];\n      if (step === void 0) return null;\n      const element = doc.createElement(\"div\");\n      element.className = `row${step.error ? \" error\" : \"\"}${index === marked ? \" marked\" : \"\"}`;\n      element.id = `row-${index}`;\n      element.dataset[\"index\"] = String(index);\n      element.setAttribute(\"role\", \"option\");\n      element.setAttribute(\"aria-selected\", String(index === marked));\n      element.setAttribute(\"aria-setsize\", String(shown.length));\n      element.setAttribute(\"aria-posinset\", String(position + 1));\n      const bar = cell(`bar c${step.colour}`, \"\");\n      bar.style[\"left\"] = `${Math.min(percent(step.start), 99.5)}%`;\n      bar.style[\"width\"] = `${Math.max(percent(step.end - step.start), 0.5)}%`;\n      const lane = cell(\"lane\", \"\");\n      lane.append(bar);\n      const what = cell(\"what\", \"\");\n      what.append(cell(`dot c${step.colour}`, \"\"), cell(\"name\", step.tool || step.kind));\n      element.append(\n        cell(\"number\", String(index + 1)),\n        cell(\"at\", data.clock(step.end)),\n        what,\n        cell(\"words\", step.headline),\n        cell(\"took\", data.length(step.end - step.start)),\n        lane\n      );\n      return element;\n    };\n    const draw = () => {\n      due = false;\n      const first = Math.max(0, Math.floor(box.scrollTop / ROW) - SPARE);\n      const last = Math.min(shown.length, Math.ceil((box.scrollTop + box.clientHeight) / ROW) + SPARE);\n      const drawn = [];\n      for (let position = first; position < last; position += 1) {\n        const element = row(position);\n        if (element !== null) drawn.push(element);\n      }\n      rows.style[\"transform\"] = `translateY(${first * ROW}px)`;\n      rows.replaceChildren(...drawn);\n      if (shown.includes(marked) && doc.getElementById(`row-${marked}`) !== null)\n        box.setAttribute(\"aria-activedescendant\", `row-${marked}`);\n      else box.removeAttribute(\"aria-activedescendant\");\n    };\n    const drawSoon = () => {\n      if (due) return;\n      due = true;\n      win.requestAnimationFrame(draw);\n    };\n    box.addEventListener(\"scroll\", drawSoon);\n    win.addEventListener(\"resize\", drawSoon);\n    box.addEventListener(\"click\", (event) => {\n      const index = event.target instanceof Element ? event.target.closest(\".row\")?.dataset[\"index\"] : void 0;\n      if (index !== void 0) options.choose(Number(index));\n    });\n    return {\n      fill(indices) {\n        shown = indices;\n        spacer.style[\"height\"] = `${shown.length * ROW}px`;\n        draw();\n      },\n      mark(index) {\n        marked = index;\n        const position = shown.indexOf(index);\n        if (position >= 0) {\n          const top = position * ROW;\n          const above = top - box.scrollTop;\n          const below = above + ROW - box.clientHeight;\n          const far = above < -ROW || below > ROW;\n          if (far) box.scrollTop = Math.max(0, top - (box.clientHeight - ROW) / 2);\n          else if (above < 0) box.scrollTop = top;\n          else if (below > 0) box.scrollTop += below;\n        }\n        draw();\n      },\n      page: () => Math.max(1, Math.floor(box.clientHeight / ROW) - 1)\n    };\n  }\n\n  // src/report/trace/client/model.ts\n  function model(rows, readLines) {\n    const COLOURS = 8;\n    let lines = null;\n    let texts = null;\n    const origin = rows.find((row) => row[0] !== null)?.[0] ?? 0;\n    let now = 0;\n    const drafts = rows.map(([time, kind, tool, headline, error], index) => {\n      const start = now;\n      now = Math.max(now, (time ?? origin) - origin);\n      const known = { index, time, kind: kind ?? \"(no type)\", tool: tool ?? \"\", headline, error: error === 1 };\n      return { ...known, name: known.tool || known.kind, start, end: now };\n    });\n    const grouped = (name) => {\n      const groups2 = /* @__PURE__ */ new Map();\n      for (const draft of drafts) {\n        const key = name(draft);\n        const group = groups2.get(key) ?? { name: key, steps: 0, ms: 0 };\n        group.steps += 1;\n        group.ms += draft.end - draft.start;\n        groups2.set(key, group);\n      }\n      return [...groups2.values()].sort((a, b) => b.ms - a.ms || b.steps - a.steps);\n    };\n    const coloured = (groups2) => groups2.map((group, rank) => ({ ...group, colour: Math.min(rank, COLOURS - 1) }));\n    const groups = coloured(grouped((draft) => draft.name));\n    const colours = new Map(groups.map((group) => [group.name, group.colour]));\n    const steps = drafts.map(({ name, ...draft }) => ({ ...draft, colour: colours.get(name) ?? COLOURS - 1 }));\n    const entry = (index) => {\n      lines ??= readLines();\n      try {\n        return JSON.parse(lines[index] ?? \"null\");\n      } catch {\n        return null;\n      }\n    };\n    const searchText = (value) => {\n      if (typeof value !== \"object\" || value === null) return String(value);\n      return Object.values(value).map((field) => typeof field === \"string\" ? field : JSON.stringify(field)).join(\"\\n\");\n    };\n    const filter = ({ kind, tool, text, errors }) => {\n      const wanted = text.trim().toLowerCase();\n      const escaped = JSON.stringify(wanted).slice(1, -1);\n      if (wanted !== \"\")\n        texts ??= steps.map((step) => `${step.headline}\n${searchText(entry(step.index))}`.toLowerCase());\n      return steps.filter(\n        (step) => (!errors || step.error) && (kind === \"\" || step.kind === kind) && (tool === \"\" || step.tool === tool) && (wanted === \"\" || [wanted, escaped].some((words) => texts?.[step.index]?.includes(words)))\n      ).map((step) => step.index);\n    };\n    const two = (value) => String(Math.floor(value)).padStart(2, \"0\");\n    const clock = (ms) => {\n      const seconds = Math.floor(ms / 1e3);\n      const minutes = Math.floor(seconds / 60);\n      if (minutes < 60) return `${minutes}:${two(seconds % 60)}`;\n      return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;\n    };\n    const length = (ms) => {\n      if (ms < 1e3) return `${Math.round(ms)}ms`;\n      if (ms < 1e4) return `${(ms / 1e3).toFixed(1)}s`;\n      if (ms < 6e4) return `${Math.round(ms / 1e3)}s`;\n      if (ms < 36e5) return `${Math.floor(ms / 6e4)}m ${two(ms % 6e4 / 1e3)}s`;\n      return `${Math.floor(ms / 36e5)}h ${two(ms % 36e5 / 6e4)}m`;\n    };\n    return { steps, total: now, groups, kinds: coloured(grouped((draft) => draft.kind)), entry, filter, clock, length };\n  }\n\n  // src/report/trace/client/overview.ts\n  function overview(win, data, options) {\n    const { canvas, cursor } = options;\n    let shown = [];\n    let marked = -1;\n    const draw = () => {\n      const pen = canvas.getContext(\"2d\");\n      const { clientWidth: width, clientHeight: height } = canvas;\n      if (pen === null || width === 0) return;\n      const style = win.getComputedStyle(win.document.documentElement);\n      const colour = (name) => style.getPropertyValue(name).trim();\n      const x = (ms) => data.total === 0 ? 0 : ms / data.total * width;\n      canvas.width = width * win.devicePixelRatio;\n      canvas.height = height * win.devicePixelRatio;\n      pen.scale(win.devicePixelRatio, win.devicePixelRatio);\n      pen.clearRect(0, 0, width, height);\n      const bright = new Set(shown);\n      for (const step2 of data.steps) {\n        pen.globalAlpha = bright.has(step2.index) ? 1 : 0.15;\n        pen.fillStyle = colour(`--c${step2.colour}`);\n        const gap = step2.end - step2.start > 0 && x(step2.end) - x(step2.start) > 3 ? 1 : 0;\n        pen.fillRect(x(step2.start), 10, Math.max(x(step2.end) - x(step2.start) - gap, 1), height - 20);\n      }\n      pen.fillStyle = colour(\"--error\");\n      for (const step2 of data.steps) {\n        if (!step2.error) continue;\n        pen.globalAlpha = bright.has(step2.index) ? 1 : 0.3;\n        pen.fillRect(Math.min(x(step2.end), width - 3) - 1, 0, 3, height);\n      }\n      const step = data.steps[marked];\n      cursor.hidden = step === void 0;\n      if (step !== void 0)\n        cursor.style[\"left\"] = `${data.total === 0 ? 0 : 100 * (step.start + step.end) / 2 / data.total}%`;\n    };\n    canvas.addEventListener(\"click\", (event) => {\n      const { left, width } = canvas.getBoundingClientRect();\n      const at = (event.clientX - left) / width * data.total;\n      const hit = shown.find((index) => (data.steps[index]?.end ?? 0) >= at) ?? shown.at(-1);\n      if (hit !== void 0) options.choose(hit);\n    });\n    win.addEventListener(\"resize\", draw);\n    win.matchMedia(\"(prefers-color-scheme: dark)\").addEventListener(\"change\", draw);\n    return {\n      update(indices, index) {\n        shown = indices;\n        marked = index;\n        draw();\n      }\n    };\n  }\n\n  // src/report/trace/client/app.ts\n  function app(win) {\n    const doc = win.document;\n    const at = (id) => {\n      const element = doc.getElementById(id);\n      if (element === null) throw new Error(`The report has no #${id}`);\n      return element;\n    };\n    const text = (id) => at(id).textContent;\n    const head = JSON.parse(text(\"head\"));\n    const data = model(JSON.parse(text(\"index\")), () => text(\"entries\").trim().split(\"\\n\"));\n    const errors = data.steps.filter((step) => step.error).map((step) => step.index);\n    const [kind, tool] = [\"kind\", \"tool\"].map(at);\n    const search = at(\"search\");\n    const onlyErrors = at(\"errors\");\n    const count = at(\"count\");\n    const [rows, pane, side] = [\"list\", \"pane\", \"side\"].map(at);\n    let shown = [];\n    let marked = -1;\n    const details = detail(win, data, pane);\n    const waterfall = list(win, data, { list: rows, choose: (index) => choose(index, true) });\n    const strip = overview(win, data, {\n      canvas: at(\"strip\"),\n      cursor: at(\"cursor\"),\n      choose: (index) => choose(index, true)\n    });\n    function choose(index, open) {\n      marked = index;\n      waterfall.mark(index);\n      strip.update(shown, index);\n      if (open) side.hidden = false;\n      if (!side.hidden) details.show(index);\n      doc.body.className = side.hidden ? \"\" : \"open\";\n      try {\n        win.history.replaceState(null, \"\", `#${index + 1}`);\n      } catch {\n      }\n    }\n    function close() {\n      side.hidden = true;\n      doc.body.className = \"\";\n      rows.focus();\n    }\n    function isPressed() {\n      return onlyErrors.dataset[\"on\"] === \"true\";\n    }\n    function press(on) {\n      onlyErrors.dataset[\"on\"] = String(on);\n      onlyErrors.setAttribute(\"aria-pressed\", String(on));\n    }\n    function refresh() {\n      shown = data.filter({ kind: kind.value, tool: tool.value, text: search.value, errors: isPressed() });\n      const all = data.steps.length;\n      count.textContent = shown.length === all ? `${all} steps` : `${shown.length} of ${all} steps`;\n      at(\"none\").hidden = shown.length > 0;\n      waterfall.fill(shown);\n      strip.update(shown, marked);\n    }\n    function reset() {\n      for (const control of [kind, tool, search]) control.value = \"\";\n      press(false);\n      refresh();\n    }\n    function jump(among, by) {\n      const next = by > 0 ? among.find((index) => index > marked) : among.findLast((index) => index < marked);\n      const target = next ?? (by > 0 ? among[0] : among.at(-1));\n      if (target !== void 0) choose(target, true);\n    }\n    function move(by) {\n      const from = shown.indexOf(marked);\n      const to = from < 0 ? 0 : Math.min(Math.max(from + by, 0), shown.length - 1);\n      const index = shown[to];\n      if (index !== void 0) choose(index, false);\n    }\n    function nextError(by) {\n      if (!errors.some((index) => shown.includes(index))) reset();\n      jump(\n        errors.filter((index) => shown.includes(index)),\n        by\n      );\n    }\n    const keys = {\n      j: () => move(1),\n      ArrowDown: () => move(1),\n      k: () => move(-1),\n      ArrowUp: () => move(-1),\n      PageDown: () => move(waterfall.page()),\n      PageUp: () => move(-waterfall.page()),\n      Home: () => move(-Infinity),\n      End: () => move(Infinity),\n      Enter: () => {\n        if (marked < 0) move(0);\n        if (marked >= 0) choose(marked, true);\n      },\n      Escape: close,\n      e: () => nextError(1),\n      E: () => nextError(-1),\n      \"/\": () => search.select()\n    };\n    function onKey(event) {\n      if (event.ctrlKey || event.metaKey || event.altKey) return;\n      const target = event.target instanceof Element ? event.target : null;\n      const typing = target?.closest(\"input, select, textarea\") ?? null;\n      if (typing !== null) {\n        if (event.key !== \"Escape\" && !(typing === search && event.key === \"Enter\")) return;\n        event.preventDefault();\n        rows.focus();\n        return;\n      }\n      const within = (selector) => (target?.closest(selector) ?? null) !== null;\n      if (event.key === \"Enter\" && within(\"button, summary, a\")) return;\n      if (within(\"#side\") && /^(Arrow|Page|Home|End)/.test(event.key)) return;\n      const action = Object.hasOwn(keys, event.key) ? keys[event.key] : void 0;\n      if (action === void 0) return;\n      event.preventDefault();\n      action();\n    }\n    function options(select, groups) {\n      for (const group of groups) {\n        const option = doc.createElement(\"option\");\n        option.value = group.name;\n        option.textContent = `${group.name.slice(0, 60)} (${group.steps})`;\n        select.append(option);\n      }\n    }\n    function legend() {\n      for (const group of data.groups.slice(0, 8)) {\n        const button = doc.createElement(\"button\");\n        button.setAttribute(\"type\", \"button\");\n        const dot = doc.createElement(\"span\");\n        dot.className = `dot c${group.colour}`;\n        const share = data.total === 0 ? \"\" : ` \\xB7 ${Math.round(100 * group.ms / data.total)} %`;\n        button.append(dot, `${group.name.slice(0, 60)} \\xB7 ${data.length(group.ms)}${share}`);\n        button.addEventListener(\"click\", () => {\n          const isTool = tools.some((known) => known.name === group.name);\n          const select = isTool ? tool : kind;\n          select.value = select.value === group.name ? \"\" : group.name;\n          refresh();\n        });\n        at(\"legend\").append(button);\n      }\n    }\n    at(\"title\").textContent = head.title;\n    at(\"outcome\").textContent = head.outcome.replaceAll(\"_\", \" \");\n    at(\"outcome\").className = `outcome ${/^[a-z_]+$/.test(head.outcome) ? head.outcome : \"\"}`;\n    at(\"facts\").textContent = head.facts.join(\" \\xB7 \");\n    at(\"result-text\").textContent = head.result;\n    at(\"result\").hidden = head.result === \"\";\n    if (head.webUrl !== null) {\n      at(\"web\").setAttribute(\"href\", head.webUrl);\n      at(\"web\").hidden = false;\n    }\n    const toolNames = new Set(data.steps.map((step) => step.tool));\n    const tools = data.groups.filter((group) => toolNames.has(group.name));\n    options(kind, data.kinds);\n    options(tool, tools);\n    legend();\n    for (const tick of [0, 1, 2, 3, 4]) {\n      const mark = doc.createElement(\"span\");\n      mark.textContent = data.clock(data.total * tick / 4);\n      at(\"axis\").append(mark);\n    }\n    onlyErrors.textContent = `Errors (${errors.length})`;\n    onlyErrors.disabled = errors.length === 0;\n    onlyErrors.addEventListener(\"click\", () => {\n      press(!isPressed());\n      refresh();\n    });\n    for (const control of [kind, tool]) control.addEventListener(\"change\", refresh);\n    search.addEventListener(\"input\", refresh);\n    at(\"reset\").addEventListener(\"click\", reset);\n    at(\"close\").addEventListener(\"click\", close);\n    at(\"previous\").addEventListener(\"click\", () => move(-1));\n    at(\"next\").addEventListener(\"click\", () => move(1));\n    doc.addEventListener(\"keydown\", onKey);\n    press(false);\n    refresh();\n    const linked = Number(win.location.hash.slice(1)) - 1;\n    if (data.steps[linked] !== void 0) choose(linked, true);\n    doc.documentElement.dataset[\"ready\"] = \"true\";\n  }\n\n  // src/report/trace/client/main.ts\n  app(window);\n})();\n";

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
    const policy = [
        "default-src 'none'",
        `script-src ${hashOf(TRACE_CLIENT)}`,
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
        closing: `</script>\n<script>${TRACE_CLIENT}</script>\n</body>\n</html>\n`,
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