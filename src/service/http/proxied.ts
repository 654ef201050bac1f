/** The parts of undici for connections through a proxy, loaded only if one is set (docs/decisions/start-up.md). */
import api from 'undici/lib/api/index.js';
import DispatcherBase from 'undici/lib/dispatcher/dispatcher.js';
import EnvHttpProxyAgent from 'undici/lib/dispatcher/env-http-proxy-agent.js';
import Pool from 'undici/lib/dispatcher/pool.js';

// undici's index does the same, and the proxy agent relies on these methods.
Object.assign(DispatcherBase.prototype, api);

export { EnvHttpProxyAgent, Pool };
