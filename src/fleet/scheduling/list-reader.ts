/**
 * Reads pages of the list of runs (published API) for a fleet, and distinguishes a service without a list from a
 * temporary failure.
 */
import type { StatusClass } from '../../run/status.ts';
import { createClient, type ClientOptions } from '../../service/client.ts';
import { ServiceError } from '../../service/errors.ts';
import { UNSPACED } from '../../service/limiter.ts';
import { retryFloor } from '../../service/retry-after.ts';
import { WINDOW } from './listing.ts';
import type { Granted, ListPage } from './permits.ts';

/** A slower page would be outdated. */
const PATIENCE_MS = 20_000;

export function listReader(
  options: ClientOptions & { readonly stop: AbortSignal },
  classify: (word: string | null) => StatusClass,
): (skip: number, granted: Granted) => Promise<ListPage> {
  const { clock, stop } = options;
  return async (skip, granted) => {
    const client = createClient({
      ...options,
      limiter: {
        ...UNSPACED,
        acquire: () =>
          Promise.resolve({
            done: ({ status, headers, unsent }) => {
              const refused = status === 429 ? { floorMs: retryFloor(headers, clock.wall()) } : null;
              granted.done({ refused, unsent });
            },
          }),
      },
    });
    try {
      const published = await client.published();
      const page = await published.runs({ skip, limit: WINDOW }, { signal: stop, deadline: clock.now() + PATIENCE_MS });
      return page.items.map(({ id, status }) => ({ id, meaning: classify(status) }));
    } catch (error) {
      const absent =
        error instanceof ServiceError && (error.notOffered || error.status === 403 || error.status === 404);
      return absent ? 'absent' : null;
    }
  };
}
