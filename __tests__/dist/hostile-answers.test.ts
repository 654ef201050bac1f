/** Answers that once kept the step busy for minutes (contract 6.5). */
import { afterEach, describe, expect, it } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import { createServer } from 'node:http';
import { OUTPUT_NAMES } from '../../src/runner/output-table.ts';
import { TOKEN } from '../support/fake-run.ts';
import { listen } from '../support/loopback.ts';
import {
  runAction,
  SIGNAL_LIMIT_MS,
  signalWhen,
  type ActionOptions,
  type ActionRun,
} from '../support/run-action.ts';

let close: (() => Promise<void>) | undefined;
let reads = 0;
afterEach(() => close?.());

/** A service that creates run 7 and answers every read with this body, compressed. */
async function hostile(body: string): Promise<string> {
  const packed = gzipSync(body);
  const made = createServer((incoming, response) => {
    incoming.resume();
    if (incoming.method === 'POST') {
      return void response.end('{"id":7,"status":"ACTIVE"}');
    }
    reads += 1;
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed);
  });
  const listening = await listen(made);
  close = listening.close;
  return `http://${listening.host}`;
}

async function act(body: string, more: Pick<ActionOptions, 'onStart'> = {}): Promise<ActionRun> {
  reads = 0;
  const connection = { token: TOKEN, org_id: '1', base_url: await hostile(body), prompt: 'x' };
  return runAction({
    inputs: { ...connection, timeout_minutes: '0.05', poll_interval_seconds: '0.2' },
    ...more,
  });
}

const ACTIVE = '{"id":7,"status":"ACTIVE","logs":[';
const CASES: readonly (readonly [string, string])[] = [
  ['a million entries on a page', `${ACTIVE}${new Array(1_000_000).fill('{}').join(',')}]}`],
  [
    '400,000 unknown keys in one entry',
    `${ACTIVE}{${Array.from({ length: 400_000 }, (_, at) => `"k${at}":0`).join(',')}}]}`,
  ],
  ['300,000 entries where a hundred were asked for', `${ACTIVE}${'0,'.repeat(299_999)}0]}`],
  ['eight million brackets', `${ACTIVE}${'['.repeat(4_000_000)}${']'.repeat(4_000_000)}]}`],
];

describe.each(CASES)('%s', (_, body) => {
  it('do not delay the timeout', async () => {
    const { outputs, durationMs } = await act(body);
    expect(outputs['outcome']).toBe('timed_out');
    expect(Object.keys(outputs).sort()).toEqual([...OUTPUT_NAMES].sort());
    // The timeout of three seconds holds within ten (contract 6.5).
    expect(durationMs).toBeLessThan(3_000 + 10_000);
  });

  it('do not delay a signal', async () => {
    const signal = signalWhen('SIGINT', () => reads > 0);
    const { outputs } = await act(body, signal);
    expect(outputs['outcome']).toBe('cancelled');
    expect(performance.now() - signal.at).toBeLessThan(SIGNAL_LIMIT_MS);
  });
});

it('a response of more than 16 MB counts as none', async () => {
  const { outputs } = await act(
    `{"id":7,"status":"COMPLETE","result":"${'x'.repeat(17 * 1024 * 1024)}","logs":[]}`,
  );
  expect(outputs['outcome']).toBe('timed_out');
});
