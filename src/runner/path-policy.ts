/**
 * The one policy for every file the action reads or writes (contract 1.1): inside the workspace (output files also in `RUNNER_TEMP`)
 * with all links resolved, never in a folder of Git's own, never a file of the runner's.
 */
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { Env, Files } from '../ports.ts';

type Lookup = Pick<Files, 'realPath' | 'isLink'>;

export interface PathOptions {
  /** Relative paths start here. */
  readonly base: string;
  /** The path must lie in one of these folders; empty ones are none. */
  readonly roots: readonly string[];
}

/** Files that the runner gives the action, or reads from it. */
const RUNNER_FILES = [
  'GITHUB_EVENT_PATH',
  'GITHUB_ENV',
  'GITHUB_OUTPUT',
  'GITHUB_PATH',
  'GITHUB_STATE',
  'GITHUB_STEP_SUMMARY',
] as const;
/** Folders in `RUNNER_TEMP` where the runner keeps these, for every step of the job. */
const RUNNER_FOLDERS: ReadonlySet<string> = new Set(['_github_workflow', '_runner_file_commands']);

export type PathCheck =
  /** With links resolved. */
  | { readonly ok: true; readonly path: string }
  /** Why not, to stand behind the path: `which leads out of the workspace`. */
  | { readonly ok: false; readonly why: string };

export interface PathPolicy {
  /** A file to be read, in the workspace; relative paths start there. */
  readonly forReading: (path: string) => PathCheck;
  /** A file to be written, in the workspace or `RUNNER_TEMP`; relative paths start in the workspace. */
  readonly forWriting: (path: string) => PathCheck;
  /**
   * The same for a file that is being written: its folder is resolved, the file itself is not, so that a link put there in the
   * meantime is not followed. Throws when the path is not allowed (any more).
   */
  readonly here: (path: string) => string;
}

export function createPathPolicy(env: Env, files: Lookup): PathPolicy {
  const workspace = env['GITHUB_WORKSPACE'] ?? '';
  const temp = env['RUNNER_TEMP'] ?? '';
  const base = workspace === '' ? temp : workspace;
  const outputRoots = [workspace, temp];
  const runnerFiles = RUNNER_FILES.flatMap((name) => {
    const path = env[name] ?? '';
    return path === '' ? [] : [files.realPath(path) ?? resolve(path)];
  });

  /** What is wrong with a path whose links are resolved; null when nothing is. */
  const forbidden = (real: string, roots: readonly string[]): string | null => {
    if (runnerFiles.some((path) => path === real)) return "which is one of the runner's own files";
    const names = roots.flatMap((root) => namesBelow(files, { path: real, root }) ?? []);
    if (names.some(isGitFolder)) return 'which leads into .git, where the token of the checkout may be';
    if (names.some((name) => RUNNER_FOLDERS.has(name.toLowerCase()))) return "which is one of the runner's own files";
    return null;
  };

  const check = (
    path: string,
    { roots, where }: { readonly roots: readonly string[]; readonly where: string },
  ): PathCheck => {
    const real = base === '' ? null : resolveInside(files, path, { base, roots });
    const why = real === null ? `which leads out of ${where}` : forbidden(real, roots);
    return real === null || why !== null ? { ok: false, why: why ?? '' } : { ok: true, path: real };
  };

  return {
    forReading: (path) => check(path, { roots: [workspace], where: 'the workspace' }),
    forWriting: (path) => check(path, { roots: outputRoots, where: 'the workspace and RUNNER_TEMP' }),
    here(path) {
      const folder = resolveInside(files, dirname(path), { base: '/', roots: outputRoots });
      const real = folder === null ? null : join(folder, basename(path));
      const why = real === null ? 'which leads out of the workspace and RUNNER_TEMP' : forbidden(real, outputRoots);
      if (real === null || why !== null) throw new Error(`"${path}", ${why ?? ''}, is not written`);
      return real;
    },
  };
}

/** The names on the way from `root` to `path` (with links resolved); null when it does not lead there. */
function namesBelow(
  files: Lookup,
  { path, root }: { readonly path: string; readonly root: string },
): readonly string[] | null {
  if (root === '') return null;
  const way = relative(resolveLinks(files, root) ?? resolve(root), path);
  const outside = way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way);
  return outside ? null : way.split(sep);
}

/** `.git` in every spelling that a file system takes for it: without letter case, with the dots and streams of Windows behind it. */
function isGitFolder(name: string): boolean {
  return /^\.git[. ]*(?::|$)/i.test(name);
}

/** Follows every link that exists on the way to `path`; what does not exist yet is taken literally. Null where that leads nowhere. */
function resolveLinks(files: Lookup, path: string): string | null {
  let existing = resolve(path);
  let rest = '';
  let real = files.realPath(existing);
  while (real === null) {
    // A link that leads nowhere yet leads somewhere as soon as something is written through it.
    if (files.isLink(existing)) return null;
    const parent = dirname(existing);
    if (parent === existing) return null;
    rest = join(relative(parent, existing), rest);
    existing = parent;
    real = files.realPath(existing);
  }
  return rest === '' ? real : join(real, rest);
}

/** `path` (relative to `base`) with its links resolved, when it lies in one of `roots`; else null. */
export function resolveInside(files: Lookup, path: string, { base, roots }: PathOptions): string | null {
  if (path.includes('\0')) return null;
  const target = resolveLinks(files, resolve(base, path));
  if (target === null) return null;
  return roots.some((root) => namesBelow(files, { path: target, root }) !== null) ? target : null;
}

/** Whether something on the way to `path` is a file, so that nothing can be made below it. */
export function isBelowFile(files: Pick<Files, 'isFile'>, path: string): boolean {
  const parent = dirname(path);
  return parent !== path && (files.isFile(parent) || isBelowFile(files, parent));
}
