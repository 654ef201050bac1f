/** Lists in answers, read tolerantly (contract 2.2): one odd item does not lose the others. */
import * as z from 'zod/mini';

/** The items that fit and say something; undefined where it is no list. */
export function fittingItems<T>(
  schema: z.ZodMiniType<T | null>,
  value: unknown,
): readonly T[] | undefined {
  return Array.isArray(value)
    ? value.flatMap((item) => schema.safeParse(item).data ?? [])
    : undefined;
}

/** The items that fit and say something; what is no list counts as an empty one. */
export function listOf<T>(schema: z.ZodMiniType<T | null>) {
  return z.pipe(
    z.transform((value: unknown): readonly T[] => fittingItems(schema, value) ?? []),
    z.custom<readonly T[]>(),
  );
}
