/** The report's page around its data: skeleton, style, script, and the policy that allows those two and nothing else. */
import { createHash } from 'node:crypto';
import { TRACE_CLIENT } from '#trace-client';
import { STYLE } from './style.ts';

function hashOf(source: string): string {
  return `'sha256-${createHash('sha256').update(source, 'utf8').digest('base64')}'`;
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

export interface Page {
  /** Up to where the entries follow, one a line. */
  readonly opening: string;
  /** Between the entries and the index. */
  readonly middle: string;
  /** Between the index and the head. */
  readonly beforeHead: string;
  readonly closing: string;
}

/** The page in pieces around its three blocks of data. `title` is plain text of ours. */
export function page(title: string): Page {
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
