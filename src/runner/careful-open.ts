/** Opening files without following links: what stands at the path now, not what a link made since its check leads to (contract 1.1). */
import { closeSync, constants, fstatSync, openSync, type Stats } from 'node:fs';

/** No link is followed, and nothing that is no file keeps the process waiting for another end. Windows knows neither flag. */
export const CAREFUL =
  ((constants as { O_NOFOLLOW?: number }).O_NOFOLLOW ?? 0) | ((constants as { O_NONBLOCK?: number }).O_NONBLOCK ?? 0);

/** Does something with the regular file at `path`, which is no link. */
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
