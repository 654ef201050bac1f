/** A proxy that records the destinations. It tunnels, and passes plain requests on to `port`. */
import { createServer, request as send, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { handOn, listen, type Listening } from './loopback.ts';

export interface FakeProxy extends Pick<Listening, 'host' | 'close'> {
  readonly url: string;
  /** The `host:port` of each CONNECT, and the address of each other request. */
  readonly asked: readonly string[];
  /** The `Proxy-Authorization` of each of these. */
  readonly authorizations: readonly (string | undefined)[];
}

export interface FakeProxyOptions {
  /** The raw response to every request. */
  readonly refusal?: string;
  /** The local port that everything leads to, for host names that cannot be resolved. */
  readonly port?: number;
}

export async function startFakeProxy({ refusal, port }: FakeProxyOptions = {}): Promise<FakeProxy> {
  const asked: string[] = [];
  const authorizations: FakeProxy['authorizations'][number][] = [];
  const note = (request: IncomingMessage): void => {
    asked.push(String(request.url));
    authorizations.push(request.headers['proxy-authorization']);
  };
  const server = createServer((request, response) => {
    note(request);
    if (refusal === undefined && port !== undefined) {
      const { pathname, search } = new URL(String(request.url));
      const { method, headers } = request;
      const onward = send({ port, method, headers, path: `${pathname}${search}` }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      request.pipe(onward);
      return;
    }
    request.socket.end(refusal ?? 'HTTP/1.1 405 Method Not Allowed\r\n\r\n');
  });
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    note(request);
    if (refusal !== undefined) {
      socket.end(refusal);
    } else {
      handOn(socket, port ?? Number(request.url?.split(':')[1]), () =>
        socket.write('HTTP/1.1 200 Connection Established\r\n\r\n'),
      );
    }
  });
  const listening = await listen(server);
  return { ...listening, url: `http://${listening.host}`, asked, authorizations };
}
