/** The report's style sheet. Colours meet WCAG AA on their backgrounds, in light and in dark. */
export const STYLE = `
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
