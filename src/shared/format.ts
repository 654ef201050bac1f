/** Counts, lengths of time, what is put together of parts and what errors say, as every message, report and log line words them. */

/** A length of time as people say it: `8s`, `4m 05s`, `1h 02m`. */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const two = (value: number): string => String(value).padStart(2, '0');
  if (seconds < 60) return `${seconds}s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m ${two(seconds % 60)}s`;
  return `${Math.floor(seconds / 3600)}h ${two(Math.floor((seconds % 3600) / 60))}m`;
}

/** A count with its noun: `1 step`, `2 steps`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}

/** The parts that say something, one after the other: paragraphs when nothing else is asked for. */
export function joined(parts: readonly string[], separator = '\n\n'): string {
  return parts.filter((part) => part !== '').join(separator);
}

/** What an error says; whatever else was thrown, as text. May quote somebody else. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * The run's web address for a sentence of ours: on one line and https; null when it is anything else. For links there is the sanitiser's
 * `safeHttpsUrl`, which asks for more and stands above this room; the sink of the sentence cleans it as well.
 */
export function shownAddress(webUrl: string | null): string | null {
  return webUrl !== null && /^https:\/\/[^\s\p{Cc}\p{Cf}]{1,2000}$/iu.test(webUrl) ? webUrl : null;
}
