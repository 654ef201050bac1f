/** Paths that inputs name, held to the folders they may lie in (contract 1.1). */
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { Files } from '../ports.ts';

/** Whether `path` is `root` or lies below it; both with links resolved. */
function isInside(path: string, root: string): boolean {
  const way = relative(root, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/**
 * Resolves `path` against `base`, follows every link that exists on the way, and gives the real path when it lies
 * below one of `roots`; else null. What does not exist yet is taken literally below its nearest existing folder.
 */
export function resolveInside(
  files: Pick<Files, 'realPath' | 'isLink'>,
  path: string,
  { base, roots }: { readonly base: string; readonly roots: readonly string[] },
): string | null {
  if (path.includes('\0')) return null;
  let existing = resolve(base, path);
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
  const target = rest === '' ? real : join(real, rest);
  const inside = roots.some((root) => root !== '' && isInside(target, files.realPath(root) ?? resolve(root)));
  return inside ? target : null;
}

/**
 * Whether `path` (with links resolved) lies in a folder below `root` that holds a Git repository's own files: the checkout may have
 * left the job's token there.
 */
export function isInGit(files: Pick<Files, 'realPath'>, path: string, root: string): boolean {
  const way = relative(files.realPath(root) ?? resolve(root), path);
  return way.split(sep).some((name) => name.toLowerCase() === '.git');
}

/** Whether something on the way to `path` is a file, so that nothing can be made below it. */
export function isBelowFile(files: Pick<Files, 'isFile'>, path: string): boolean {
  const parent = dirname(path);
  return parent !== path && (files.isFile(parent) || isBelowFile(files, parent));
}
