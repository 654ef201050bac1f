/** What both the facts of a service and the port of an open agent speak of. */

/**
 * Identifies a run at its service, as people read it in the output `agent_run_id`. Never parsed
 * above the adapters: a number with one service, a UUID or two of them with another. Letters,
 * digits, `_`, `-` and `/` alone, so that it acts nowhere (contract 6.4).
 */
export type RunId = string;

/** What a service counts the use of a run in (contract 1.2, `usage`). */
export type UsageUnit = 'acu' | 'ai_credits' | 'premium_requests' | 'tokens';

/**
 * More than a job has attempts: a service that shows more shows what was never sent, and nothing is
 * sent then (contract 4.8).
 */
export const GENERATIONS_MAX = 100;
