/** A proxy on loopback that loses the answer of the first create, which the server carries out. */
import { createServer, request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';

interface LosingProxy {
  readonly url: string;
  /** How many creates went through it. */
  readonly creates: () => number;
  readonly close: () => Promise<void>;
}

const CREATE = '/api/v1/app-conversations';

export async function startLosingProxy(target: string): Promise<LosingProxy> {
  const { hostname, port } = new URL(target);
  let creates = 0;
  const server = createServer((request, response) => {
    const { method, url, headers } = request;
    const isCreate = method === 'POST' && url === CREATE;
    creates += isCreate ? 1 : 0;
    const isLost = isCreate && creates === 1;
    const forwarded = ask({ hostname, port, method, path: url, headers }, (answer) => {
      if (isLost) {
        answer.resume().on('end', () => response.destroy());
        return;
      }
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    forwarded.on('error', () => response.destroy());
    request.pipe(forwarded);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    creates: () => creates,
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
