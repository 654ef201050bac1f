/** Shared formatting of counts, durations, joined parts and error messages. */

/** A duration in short form: `8s`, `4m 05s`, `1h 02m`. */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const two = (value: number): string => String(value).padStart(2, '0');
  if (seconds < 60) return `${seconds}s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m ${two(seconds % 60)}s`;
  return `${Math.floor(seconds / 3600)}h ${two(Math.floor((seconds % 3600) / 60))}m`;
}

/** When something happens: `in 5s`, or `now` rather than `in 0s`. */
export function inTime(ms: number): string {
  return ms < 500 ? 'now' : `in ${duration(ms)}`;
}

/** `0:07`, `12:45`, `1:02:03`. */
export function clockTime(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const two = (value: number): string => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** A count with its noun: `1 step`, `2 steps`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}

/** Joins the non-empty parts, as paragraphs by default. */
export function joined(parts: readonly string[], separator = '\n\n'): string {
  return parts.filter((part) => part !== '').join(separator);
}

/** Adds a full stop unless the text ends with one, also before a closing quotation mark: it may quote a sentence of others. */
export function asSentence(text: string): string {
  return /[.!?]"?$/.test(text) ? text : `${text}.`;
}

/** The message of an error, or any other thrown value as text. It may contain untrusted text. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * The run's web address for use in a message, or null unless it is an https URL on one line. Links need the stricter `safeHttpsUrl` of the
 * sanitizer. Callers still sanitize the message for its destination.
 */
export function shownAddress(webUrl: string | null): string | null {
  return webUrl !== null && /^https:\/\/[^\s\p{Cc}\p{Cf}]{1,2000}$/iu.test(webUrl) ? webUrl : null;
}

/** Groups digits by thousands: `5,500`, or `5,500 steps` for a text with one number. Unlike `toLocaleString`, loads no locale data. */
export function grouped(value: number | string): string {
  return String(value).replace(/\B(?=(?:\d{3})+(?!\d))/g, ',');
}
