/**
 * Ids, units, bounds and times that the facts of a service, the port of an open agent and the code
 * that follows runs share.
 */

/**
 * Identifies a run at its service, as people read it in the output `agent_run_id`. Never parsed
 * above the adapters: a number with one service, a UUID or two of them with another. Letters,
 * digits, `_`, `-` and `/` alone, so that it acts nowhere (contract 6.4).
 */
export type RunId = string;

/** What a service counts the use of a run in (contract 1.2, `usage`). */
export const USAGE_UNITS = ['acu', 'ai_credits', 'premium_requests', 'tokens'] as const;
export type UsageUnit = (typeof USAGE_UNITS)[number];

/**
 * More than a job has attempts: a service that shows more shows what was never sent, and nothing is
 * sent then (contract 4.8).
 */
export const GENERATIONS_MAX = 100;

/**
 * By then an echo is shown if the service sends one: entries that came this long after a follow-up
 * was accepted are its own, whatever they say (contract 4.5).
 */
export const OWN_AFTER_MS = 30_000;

/**
 * After a follow-up, an answer other than the result that was read before counts after this time
 * without its echo: that read may have come from a replica that lagged (contract 4.5).
 */
export const NEW_ANSWER_AFTER_MS = 60_000;
