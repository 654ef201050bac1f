/** The IDs that services give, of runs and of what leads to one. */
import * as z from 'zod/mini';

/**
 * An ID is opaque, but it stands as it is in paths of requests, in the job log, in comments and in
 * the marker of a thread, so that nothing may be in it that acts in one of them (contract 6.4). No
 * sheet shows another character in one. Anything else counts as no ID.
 */
export const safeId = z.string().check(z.regex(/^[\w-]{1,200}$/));
export const safeIdOrNull = z.catch(z.nullable(safeId), null);
