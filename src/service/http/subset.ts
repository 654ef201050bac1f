/**
 * Imports only the parts of undici in use. Its index also loads fetch, web sockets, caches and mocks, which took a
 * quarter of the time from process start to the first request (bench/startup, docs/decisions/start-up.md).
 */
import api from 'undici/lib/api/index.js';
import DispatcherBase from 'undici/lib/dispatcher/dispatcher.js';
import EnvHttpProxyAgent from 'undici/lib/dispatcher/env-http-proxy-agent.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import type { Dispatcher } from 'undici';

// undici's index does the same, and the proxy agent relies on these methods.
Object.assign(DispatcherBase.prototype, api);

export { EnvHttpProxyAgent, Pool };

/** undici's `request()` on the given dispatcher: one attempt, no redirects, no decoding. */
export function request(
  url: URL,
  { dispatcher, ...options }: Omit<Dispatcher.RequestOptions, 'origin' | 'path'> & { readonly dispatcher: Dispatcher },
): Promise<Dispatcher.ResponseData> {
  return dispatcher.request({ ...options, origin: url.origin, path: url.pathname + url.search });
}
