/** Fields of answers, read tolerantly (contract 2.2): one of the wrong type counts as absent. */
import * as z from 'zod/mini';

/** What does not fit is null. */
export function orNull<T>(schema: z.ZodMiniType<T>) {
  return z.catch(z.nullable(schema), null);
}

export const text = orNull(z.string());
