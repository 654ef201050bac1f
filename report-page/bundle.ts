/**
 * Bundles the report page, `src/` in this folder, into the one script and the one style that every
 * report carries. When the action runs from source, this happens on first import. In `dist/`, the
 * build replaces this module with the finished text (docs/decisions/report-page.md).
 */
import { resolve } from 'node:path';
import { buildSync } from 'esbuild';

const ROOT = resolve(import.meta.dirname, '..');

interface ReportPage {
  readonly script: string;
  readonly style: string;
  /** Absolute paths of the files in the script. */
  readonly files: readonly string[];
}

/**
 * Bundles script and style. Deterministic on every machine. Minified, because every report contains
 * them.
 */
export function buildReportPage(): ReportPage {
  const { outputFiles, metafile } = buildSync({
    absWorkingDir: ROOT,
    entryPoints: ['report-page/src/main.ts', 'report-page/src/style.css'],
    outdir: 'build/report-page',
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2024',
    charset: 'ascii',
    legalComments: 'none',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    // The script is placed inside a script element.
    supported: { 'inline-script': false },
    alias: {
      // The virtual list is written for React, whose interface Preact has.
      react: 'preact/compat',
      'react-dom': 'preact/compat',
      'react/jsx-runtime': 'preact/jsx-runtime',
    },
    logLevel: 'error',
  });
  const text = (end: string): string => {
    const file = outputFiles.find(({ path }) => path.endsWith(end));
    if (file === undefined) {
      throw new Error(`esbuild wrote no ${end}`);
    }
    // Escapes characters in patterns, so that they do not depend on the page's character set.
    return file.text
      .trimEnd()
      .replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  };
  const files = Object.keys(metafile.inputs).map((path) => resolve(ROOT, path));
  return { script: `${text('.js')}\n`, style: text('.css'), files };
}

export const REPORT_PAGE: Pick<ReportPage, 'script' | 'style'> = buildReportPage();
