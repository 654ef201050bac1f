/**
 * Imports only the parts of undici that every request needs. Its index also loads fetch, web sockets, caches and mocks, which took a
 * quarter of the time from process start to the first request (bench/startup, docs/decisions/start-up.md).
 */
import apiRequest from 'undici/lib/api/api-request.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import type { Dispatcher } from 'undici';

export { Agent };

/** undici's `request()` on the given dispatcher: one attempt, no redirects, no decoding. */
export function request(
  url: URL,
  { dispatcher, ...options }: Omit<Dispatcher.RequestOptions, 'origin' | 'path'> & { readonly dispatcher: Dispatcher },
): Promise<Dispatcher.ResponseData> {
  return apiRequest.call(dispatcher, { ...options, origin: url.origin, path: url.pathname + url.search });
}
