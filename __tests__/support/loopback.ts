/**
 * The base of all test servers: picks a port, tolerates clients that disconnect at any time, and
 * closes cleanly.
 */
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

export interface Listening {
  readonly port: number;
  /** `127.0.0.1:port`. */
  readonly host: string;
  /** Closes the connections as well. */
  readonly close: () => Promise<void>;
}

export async function listen(server: Server): Promise<Listening> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    // Node's HTTP server removes its error handler from `connect` sockets; without one, a reset
    // would end the test run.
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    host: `127.0.0.1:${port}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        for (const socket of sockets) {
          socket.destroy();
        }
      }),
  };
}

/**
 * Connects the socket to a local port in both directions. If one side closes, so does the other.
 */
export function handOn(
  socket: Duplex,
  port: number,
  connected: () => void = () => undefined,
): void {
  const onward = connect(port, '127.0.0.1', () => {
    connected();
    onward.pipe(socket).pipe(onward);
  });
  onward.on('error', () => socket.destroy()).on('close', () => socket.destroy());
  socket.on('error', () => onward.destroy()).on('close', () => onward.destroy());
}

/** Null if the client disconnected before the body was complete. */
export async function readBody(incoming: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of incoming) {
      chunks.push(chunk as Buffer);
    }
  } catch {
    return null;
  }
  return Buffer.concat(chunks).toString('utf8');
}
