/**
 * The trace report's script: `src/report/trace/client/` as one file for browsers. From source it is bundled when it is
 * first imported; in `dist/` the build has put the finished text in this module's place (docs/decisions/trace-client.md).
 */
import { resolve } from 'node:path';
import { buildSync } from 'esbuild';

/** Packages behind markdown-it that the report's script does without. */
const STUBBED = ['linkify-it', 'mdurl', 'punycode.js', 'uc.micro', 'entities'];

const ROOT = resolve(import.meta.dirname, '..');

export interface TraceClient {
  readonly script: string;
  readonly style: string;
  /** Files that the script is made of, absolute. */
  readonly files: readonly string[];
}

/** Bundles script and style; the same sources give the same bytes on every machine. Minified: every report carries them. */
export function buildTraceClient(): TraceClient {
  const { outputFiles, metafile } = buildSync({
    absWorkingDir: ROOT,
    entryPoints: ['src/report/trace/client/main.ts', 'src/report/trace/client/style.css'],
    outdir: 'build/trace',
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2023',
    charset: 'ascii',
    legalComments: 'none',
    // The script stands inside a script element.
    supported: { 'inline-script': false },
    alias: Object.fromEntries(STUBBED.map((name) => [name, './scripts/stubs/trace-markdown.js'])),
    logLevel: 'error',
  });
  const text = (end: string): string => {
    const file = outputFiles.find(({ path }) => path.endsWith(end));
    if (file === undefined) throw new Error(`esbuild wrote no ${end}`);
    // A pattern keeps its characters whatever the character set: escaped, they mean the same.
    return file.text
      .trimEnd()
      .replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  };
  const files = Object.keys(metafile.inputs).map((path) => resolve(ROOT, path));
  return { script: `${text('.js')}\n`, style: text('.css'), files };
}

export const TRACE_CLIENT: Pick<TraceClient, 'script' | 'style'> = buildTraceClient();
