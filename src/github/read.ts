/** Validates GitHub's responses with a schema. */
import type * as z from 'zod/mini';
import { GitHubError } from './port.ts';

/** An unreadable response counts as no response: the call may have been carried out. */
export function read<T>(schema: z.ZodMiniType<T>, data: unknown): T {
  const parsed = schema.safeParse(data);
  if (parsed.success) return parsed.data;
  const message = 'the answer is not what GitHub documents; something between may have written it';
  throw new GitHubError({ status: null, message, retryAfterMs: null }, { cause: parsed.error });
}
