/**
 * The policy for every file that the action reads or writes (contract 1.1). With all links
 * resolved, a file must be inside the workspace (or `RUNNER_TEMP` for output files), and not in a
 * `.git` folder or one of the runner's own files.
 */
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { Env, Files } from './port.ts';

type Lookup = Pick<Files, 'realPath' | 'isLink'>;

/** Files that the runner writes for the action, or reads from it. */
const RUNNER_FILES = [
  'GITHUB_EVENT_PATH',
  'GITHUB_ENV',
  'GITHUB_OUTPUT',
  'GITHUB_PATH',
  'GITHUB_STATE',
  'GITHUB_STEP_SUMMARY',
] as const;
/** Folders in `RUNNER_TEMP` where the runner stores these files for all steps of the job. */
const RUNNER_FOLDERS: ReadonlySet<string> = new Set(['_github_workflow', '_runner_file_commands']);

type PathCheck =
  /** Resolved path. */
  | { readonly ok: true; readonly path: string }
  /** The reason, as a clause that follows the path: `which leads out of the workspace`. */
  | { readonly ok: false; readonly why: string };

interface PathPolicy {
  /** Checks a file to read, in the workspace. Relative paths start there. */
  readonly forReading: (path: string) => PathCheck;
  /**
   * Checks a file to write, in the workspace or `RUNNER_TEMP`. Relative paths start in the
   * workspace.
   */
  readonly forWriting: (path: string) => PathCheck;
  /**
   * Checks a file immediately before it is written. Resolves the folder but not the file itself, so
   * a link created there in the meantime is not followed. Throws if the path is not or no longer
   * allowed.
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

  /** The problem with a resolved path, or null. */
  const forbidden = (real: string, roots: readonly string[]): string | null => {
    if (runnerFiles.some((path) => path === real)) {
      return "which is one of the runner's own files";
    }
    const names = roots.flatMap((root) => namesBelow(files, { path: real, root }) ?? []);
    if (names.some(isGitFolder)) {
      return 'which leads into .git, where the token of the checkout may be';
    }
    if (names.some((name) => RUNNER_FOLDERS.has(name.toLowerCase()))) {
      return "which is one of the runner's own files";
    }
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
    forWriting: (path) =>
      check(path, { roots: outputRoots, where: 'the workspace and RUNNER_TEMP' }),
    here(path) {
      const folder = resolveInside(files, dirname(path), { base: '/', roots: outputRoots });
      if (folder === null) {
        throw notWritten(path, 'which leads out of the workspace and RUNNER_TEMP');
      }
      const real = join(folder, basename(path));
      const why = forbidden(real, outputRoots);
      if (why !== null) {
        throw notWritten(path, why);
      }
      return real;
    },
  };
}

function notWritten(path: string, why: string): Error {
  return new Error(`"${path}", ${why}, is not written`);
}

/** The path segments from `root` to the resolved `path`, or null if `path` is outside. */
function namesBelow(
  files: Lookup,
  { path, root }: { readonly path: string; readonly root: string },
): readonly string[] | null {
  if (root === '') {
    return null;
  }
  const way = relative(resolveLinks(files, root) ?? resolve(root), path);
  const outside = way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way);
  return outside ? null : way.split(sep);
}

/**
 * Matches every spelling that a file system treats as `.git`: any letter case, and on Windows
 * trailing dots, stream names and `git~1`.
 */
function isGitFolder(name: string): boolean {
  return /^(?:\.git|git~\d+)[. ]*(?::|$)/i.test(name);
}

/**
 * Resolves every existing link in `path`. Segments that do not exist yet are kept. Null if the path
 * cannot be resolved.
 */
function resolveLinks(files: Lookup, path: string): string | null {
  let existing = resolve(path);
  let rest = '';
  let real = files.realPath(existing);
  while (real === null) {
    // A dangling link becomes effective as soon as something is written through it.
    if (files.isLink(existing)) {
      return null;
    }
    const parent = dirname(existing);
    if (parent === existing) {
      return null;
    }
    rest = join(relative(parent, existing), rest);
    existing = parent;
    real = files.realPath(existing);
  }
  return join(real, rest);
}

/** The resolved `path` (relative to `base`) if it is in one of `roots`, otherwise null. */
export function resolveInside(
  files: Lookup,
  path: string,
  {
    base,
    roots,
  }: {
    /** Base folder for relative paths. */
    readonly base: string;
    /** The path must be in one of these folders. Empty entries are ignored. */
    readonly roots: readonly string[];
  },
): string | null {
  if (path.includes('\0')) {
    return null;
  }
  const target = resolveLinks(files, resolve(base, path));
  if (target === null) {
    return null;
  }
  return roots.some((root) => namesBelow(files, { path: target, root }) !== null) ? target : null;
}

/** Whether a parent of `path` is a file, so that nothing can be created below it. */
export function isBelowFile(files: Pick<Files, 'isFile'>, path: string): boolean {
  const parent = dirname(path);
  return parent !== path && (files.isFile(parent) || isBelowFile(files, parent));
}
