/**
 * What the action needs of a hosted coding agent, in the action's own words. Each service fills it
 * in a folder beside this file and knows nothing of the others; everything above speaks of runs,
 * entries and outcomes alone.
 */

/**
 * Identifies a run at its service. Never parsed above the adapters: a number with one service, a
 * UUID with another.
 */
export type RunId = string;
