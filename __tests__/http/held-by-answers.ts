/**
 * Prints how many bytes of array buffers are held after one response of a megabyte, and after
 * twenty more. See `support/measured.ts`.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { UndiciHttp } from '../../src/http/undici.ts';

const BODY = 'x'.repeat(1_000_000);
const server = createServer((_, response) => response.end(BODY));
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
const http = new UndiciHttp({ httpProxy: undefined, httpsProxy: undefined, noProxy: undefined });
// The step's signal outlives every exchange.
const { signal } = new AbortController();

async function heldAfter(answers: number): Promise<number> {
  for (let count = 0; count < answers; count += 1) {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const shared = { method: 'GET', url, headers: {}, body: null, fresh: false } as const;
    const { body } = await http.send(
      { ...shared, headersTimeoutMs: 5_000, totalTimeoutMs: 5_000 },
      signal,
    );
    if (body !== BODY) {
      throw new Error(`not the body that was sent: ${body.length} characters`);
    }
  }
  await new Promise(setImmediate);
  gc?.();
  return process.memoryUsage().arrayBuffers;
}

console.log(JSON.stringify({ first: await heldAfter(1), later: await heldAfter(20) }));
await http.close();
server.close();
