/** The HTML page around the report's data: style, script, and a Content-Security-Policy that allows only these two. */
import { createHash } from 'node:crypto';
import { TRACE_CLIENT } from '#trace-client';

function hashOf(source: string): string {
  return `'sha256-${createHash('sha256').update(source, 'utf8').digest('base64')}'`;
}

/** Regular expression searches run in a worker that the page creates from its own text. */
function policy(): string {
  return [
    "default-src 'none'",
    `script-src ${hashOf(TRACE_CLIENT.script)}`,
    `style-src ${hashOf(TRACE_CLIENT.style)}`,
    'worker-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types search',
  ].join('; ');
}

export interface PageOptions {
  /** Escapes trusted plain text as HTML. */
  readonly title: string;
  readonly bodyClass: 'single' | 'fleet';
}

/** The page up to the body's content. */
export function pageStart({ title, bodyClass }: PageOptions): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy()}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${TRACE_CLIENT.style}</style>
</head>
<body class="${bodyClass}">
<noscript><p>The steps need JavaScript, which this file carries inside; nothing is loaded from anywhere.</p></noscript>
`;
}

export function pageEnd(): string {
  return `<script>${TRACE_CLIENT.script}</script>\n</body>\n</html>\n`;
}
