/**
 * Notices that the sandbox answers (contract 10): it says so in a header of each response. Believed
 * from this machine alone, where it listens; no other service may pass its runs off as played.
 */
import type { Http, HttpResponse, HttpRequest } from './port.ts';
import { isLoopback } from './proxy.ts';

const SANDBOX_HEADER = 'x-agent-sandbox';

/** Calls `onSandbox` once, at the first response of the sandbox. */
export function noticeSandbox(http: Http, onSandbox: () => void): Http {
  let isNoticed = false;
  return {
    reached: () => http.reached(),
    close: () => http.close(),
    // A stream is opened for a run that an earlier response told.
    open: (request, signal) => http.open(request, signal),
    send: async (request, signal) => {
      const response = await http.send(request, signal);
      if (!isNoticed && isOfSandbox(request, response)) {
        isNoticed = true;
        onSandbox();
      }
      return response;
    },
  };
}

function isOfSandbox({ url }: HttpRequest, { headers }: HttpResponse): boolean {
  return headers[SANDBOX_HEADER] === 'true' && isLoopback(new URL(url).hostname);
}
