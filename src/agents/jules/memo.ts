/** What is known of a session before a follow-up (sheet, sections 5 and 6). */
import * as z from 'zod/mini';

export const memoSchema = z.object({
  /** An activity told its end, whatever the state says. */
  isOver: z.boolean(),
  newest: z.nullable(z.number()),
  ids: z.array(z.string()),
  pulls: z.array(z.string()),
});
