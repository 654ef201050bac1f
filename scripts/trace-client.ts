/**
 * The trace report's script: `src/report/trace/client/` as one file for browsers. From source it is bundled when it is
 * first imported; in `dist/` the build has put the finished text in this module's place (docs/decisions/trace-client.md).
 */
import { resolve } from 'node:path';
import { buildSync } from 'esbuild';

const ROOT = resolve(import.meta.dirname, '..');

export interface TraceClient {
  readonly script: string;
  /** Files that the script is made of, absolute. */
  readonly files: readonly string[];
}

/** Bundles the script; the same sources give the same bytes on every machine. */
export function buildTraceClient(): TraceClient {
  const { outputFiles, metafile } = buildSync({
    absWorkingDir: ROOT,
    entryPoints: ['src/report/trace/client/main.ts'],
    bundle: true,
    write: false,
    metafile: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    charset: 'ascii',
    legalComments: 'none',
    // The script stands inside a script element.
    supported: { 'inline-script': false },
    logLevel: 'error',
  });
  const [file] = outputFiles;
  if (file === undefined) throw new Error('esbuild wrote no file');
  return { script: file.text, files: Object.keys(metafile.inputs).map((path) => resolve(ROOT, path)) };
}

export const TRACE_CLIENT: string = buildTraceClient().script;
