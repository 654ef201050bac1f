/**
 * What the headers of an answer say beside its body, as values, and those that a request needs for
 * it: outside `http/` no header of an answer is read. How long to wait is read in `asked-wait`.
 */
import type { HttpResponse } from './port.ts';

type Headers = Readonly<Record<string, unknown>>;

function textOf(headers: Headers, name: string): string | null {
  const value = headers[name];
  return typeof value === 'string' ? value : null;
}

/** Whether the response has a header of this name (lower case). */
export function isTold(headers: Headers, name: string): boolean {
  return textOf(headers, name) !== null;
}

/** Tells this version of what was asked for from another (`ETag`); null: not told. */
export function versionOf(headers: Headers): string | null {
  return textOf(headers, 'etag');
}

/** For a read that is answered with 304 where the version has not changed. */
export function unlessVersion(version: string | null): Readonly<Record<string, string>> {
  return version === null ? {} : { 'if-none-match': version };
}

/** For a stream that goes on behind an event (`Last-Event-ID`); null: from its start. */
export function afterEvent(id: string | null): Readonly<Record<string, string>> {
  return id === null ? {} : { 'last-event-id': id };
}

/** Whether it leads elsewhere. 304 says that nothing has changed, and leads nowhere. */
export function isRedirectStatus(status: number): boolean {
  return status >= 300 && status < 400 && status !== 304;
}

/** Where the response leads (`Location`); null: not told. */
export function locationOf(headers: Headers): string | null {
  return textOf(headers, 'location');
}

/**
 * Whether another page of a list follows, as `Link` tells (RFC 8288). A full page without the
 * header may have one, because a proxy may have dropped it.
 */
export function hasNextPage(
  headers: Headers,
  { received, size }: { readonly received: number; readonly size: number },
): boolean {
  const link = textOf(headers, 'link');
  return link === null ? received >= size : /\brel="?next\b/i.test(link);
}

/** Whether it is a stream of events (`text/event-stream`). */
export function isEventStream({ headers }: Pick<HttpResponse, 'headers'>): boolean {
  return /^\s*text\/event-stream\b/i.test(textOf(headers, 'content-type') ?? '');
}
