/** Reads event streams of a face over HTTP, as they come. */
import { request } from 'node:http';
import type { Sandbox } from '../../../sandbox/server.ts';

export interface Frame {
  readonly id: string | null;
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface Read {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The whole frames. */
  readonly frames: readonly Frame[];
  /** What follows the last whole frame. */
  readonly rest: string;
  /** Whether the body came to its own end. */
  readonly isEnded: boolean;
}

export interface Reading {
  /** Resolves once as many whole frames have come, or the body is over. */
  readonly frames: (count: number) => Promise<readonly Frame[]>;
  /** Resolves when the body is over. */
  readonly end: () => Promise<Read>;
  readonly close: () => void;
}

export function readStream(
  sandbox: Sandbox,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Reading {
  let text = '';
  let read: Read | null = null;
  const waiting = new Set<() => void>();
  const wake = (): void => {
    for (const each of waiting) {
      each();
    }
  };
  const url = new URL(sandbox.url + path);
  const authorization = `Bearer ${sandbox.token}`;
  const options = {
    agent: false,
    headers: { accept: 'text/event-stream', authorization, ...headers },
  };
  const outgoing = request(url, options, (response) => {
    const over = (isEnded: boolean): void => {
      if (read !== null) {
        return;
      }
      const { statusCode: status = 0 } = response;
      read = { status, headers: response.headers, isEnded, ...framesIn(text) };
      wake();
    };
    response.setEncoding('utf8');
    response.on('data', (piece: string) => {
      text += piece;
      wake();
    });
    response.on('error', () => over(false));
    response.on('aborted', () => over(false));
    response.on('end', () => over(response.complete));
  });
  outgoing.on('error', () => undefined);
  outgoing.end();
  const until = async (isThere: () => boolean): Promise<void> => {
    while (!isThere()) {
      await new Promise<void>((done) => waiting.add(done));
    }
  };
  return {
    frames: async (count) => {
      await until(() => read !== null || framesIn(text).frames.length >= count);
      return framesIn(text).frames;
    },
    end: async () => {
      await until(() => read !== null);
      if (read === null) {
        throw new Error('the body is not over');
      }
      return read;
    },
    close: () => outgoing.destroy(),
  };
}

function framesIn(text: string): { readonly frames: readonly Frame[]; readonly rest: string } {
  const blocks = text.split('\n\n');
  const rest = blocks.pop() ?? '';
  return { frames: blocks.map(frameOf), rest };
}

function frameOf(block: string): Frame {
  const fields = new Map(
    block.split('\n').map((line) => {
      const [name = '', value = ''] = line.split(/: (.*)/s);
      return [name, value] as const;
    }),
  );
  const data = JSON.parse(fields.get('data') ?? '{}') as Frame['data'];
  return { id: fields.get('id') ?? null, event: fields.get('event') ?? '', data };
}
