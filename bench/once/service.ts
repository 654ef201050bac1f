/** The services on loopback, and what they count. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ServiceName } from '../../sandbox/faces/face.ts';
import { answerFaulty, FaultPlan } from '../../sandbox/faults.ts';
import type { FaultSource } from '../../sandbox/scenario.ts';
import { startSandbox } from '../../sandbox/server.ts';

/** A service on loopback, and what it has counted. */
export interface Counted {
  readonly url: string;
  readonly token: string;
  readonly orgId: string;
  /** Requests for a new agent that arrived whole. */
  readonly creates: () => number;
  /** Those of them that started one. */
  readonly agents: () => number;
  readonly close: () => Promise<void>;
}

/** A service of this action. It knows its own rules about a create that comes again. */
export async function serveSandbox(
  service: ServiceName,
  faults: readonly FaultSource[],
): Promise<Counted> {
  const sandbox = await startSandbox({ service, scenario: 'quick', speed: 10, faults });
  return {
    url: sandbox.url,
    token: sandbox.token,
    orgId: sandbox.orgId,
    creates: () => sandbox.requests.filter(({ kind }) => kind === 'create').length,
    agents: () => sandbox.runs().length,
    close: () => sandbox.close(),
  };
}

/**
 * Another agent's service. It knows one request, its create, and each one starts an agent: the
 * packages send no key by which a service could know that it came again.
 */
export async function serveOther(
  { createPath, answer }: { readonly createPath: string; readonly answer: unknown },
  faults: readonly FaultSource[],
): Promise<Counted> {
  const plan = new FaultPlan({ kinds: ['create'], faults: {} });
  const body = JSON.stringify(answer);
  let creates = 0;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      if (request.method !== 'POST' || request.url !== createPath) {
        response.writeHead(404).end();
        return;
      }
      creates += 1;
      const { fault } = plan.next({ kind: 'create', runId: null }, { own: faults, scenario: [] });
      const prepared = { status: 200, headers: {}, body };
      void answerFaulty(response, fault ?? { delay: '0s' }, prepared);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    token: 'bench-token',
    orgId: '',
    creates: () => creates,
    agents: () => creates,
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
