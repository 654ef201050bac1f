/** Opens files without following links, so that a link created after the path was checked has no effect (contract 1.1). */
import { closeSync, constants, fstatSync, openSync, type Stats } from 'node:fs';

/** Does not follow links, and does not block on a pipe or device. Windows has neither flag. */
export const CAREFUL =
  ((constants as { O_NOFOLLOW?: number }).O_NOFOLLOW ?? 0) | ((constants as { O_NONBLOCK?: number }).O_NONBLOCK ?? 0);

/** Opens the regular file at `path` (not a link), passes it to the callback, and closes it. */
export function withFile<T>(path: string, flags: number, use: (descriptor: number, stats: Stats) => T): T {
  const descriptor = openSync(path, flags | CAREFUL);
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw notRegular(path);
    return use(descriptor, stats);
  } finally {
    closeSync(descriptor);
  }
}

export function notRegular(path: string): Error {
  return Object.assign(new Error(`${path} is not a regular file`), { code: 'EINVAL' });
}
