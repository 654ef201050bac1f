/**
 * What GitHub makes of Markdown, near enough for a picture: its look on a light and a dark page.
 */
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';

/** An approximation of GitHub's style sheet. */
const STYLE = `
  :root { color-scheme: light dark; --page: #fff; --text: #1f2328; --line: #d1d9e0; --soft: #f6f8fa; --link: #0969da; --code: #818b981f;
    --add: #dafbe1; --del: #ffebe9; --hunk: #ddf4ff; }
  @media (prefers-color-scheme: dark) { :root { --page: #0d1117; --text: #f0f6fc; --line: #3d444d; --soft: #151b23; --link: #4493f8; --code: #656c7633;
    --add: #12261e; --del: #25171c; --hunk: #111d2e; } }
  * { box-sizing: border-box; }
  body { max-width: 1012px; margin: 0 auto; padding: 24px; background: var(--page); color: var(--text);
    font: 16px/1.5 -apple-system, "Segoe UI", "Noto Sans", Helvetica, Arial, sans-serif; overflow-wrap: break-word; }
  h1 { font-size: 2em; } h2 { font-size: 1.5em; } h3 { font-size: 1.25em; } h1, h2 { border-bottom: 1px solid var(--line); padding-bottom: .3em; }
  h1, h2, h3 { line-height: 1.25; margin: 24px 0 16px; } p, ul, ol, table, pre, details { margin: 0 0 16px; } ul, ol { padding-left: 2em; }
  a { color: var(--link); text-underline-offset: .2rem; } img { max-width: 100%; }
  table { border-collapse: collapse; display: block; width: max-content; max-width: 100%; overflow: auto; }
  th, td { border: 1px solid var(--line); padding: 6px 13px; } tr:nth-child(2n) { background: var(--soft); }
  code, pre { font: 85% ui-monospace, SFMono-Regular, "Liberation Mono", monospace; } code { background: var(--code); border-radius: 6px; padding: .2em .4em; }
  pre { background: var(--soft); border-radius: 6px; padding: 16px; overflow: auto; white-space: pre; line-height: 1.45; }
  pre code { padding: 0; font-size: 100%; background: none; } details > summary { cursor: pointer; } li:has(> input) { list-style: none; margin-left: -1.4em; }
  .frame { border: 1px solid var(--line); border-radius: 6px; overflow: hidden; font-size: 14px; }
  .frame > header { background: var(--soft); border-bottom: 1px solid var(--line); padding: 8px 16px; }
  .frame > div { padding: 4px 16px 0; } .frame h3 { margin-top: 12px; }
  .diff { display: table; font: 12px/20px ui-monospace, SFMono-Regular, "Liberation Mono", monospace; white-space: pre; width: 100%; margin: 0; }
  .diff tr, .diff tr:nth-child(2n) { background: none; } .diff td { border: 0; padding: 0 10px; } .diff td:first-child { width: 1%; opacity: .6; text-align: right; }
  .diff tr.add { background: var(--add); } .diff tr.del { background: var(--del); } .diff tr.hunk { background: var(--hunk); }
  .diff .frame { font: 14px/1.5 -apple-system, "Segoe UI", "Noto Sans", Helvetica, Arial, sans-serif; white-space: normal; margin: 8px; }
  .diff .frame .diff { margin: 8px 0 16px; }
  @media (max-width: 600px) { body { padding: 16px; } .diff { white-space: pre-wrap; overflow-wrap: anywhere; } .diff td { padding: 0 6px; } .diff .frame { margin: 8px 0; } }`;

export function htmlOf(markdown: string): string {
  return micromark(markdown, {
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
    allowDangerousHtml: true,
  });
}

export function pageOf(body: string): string {
  return (
    '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width">' +
    `<style>${STYLE}</style><body>${body}</body></html>`
  );
}

export const framed = (header: string, html: string): string =>
  `<div class="frame"><header>${header}</header><div>${html}</div></div>`;

export const escaped = (text: string): string =>
  text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
