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

/** What every read is answered with. */
interface Hostile {
  readonly body: string;
  /** Default: 200. */
  readonly status?: number;
  /** Default: that of the specification. */
  readonly service?: 'openhands';
}

/** A service that creates run 7 and answers every read like this, compressed. */
async function hostile({ body, status = 200 }: Hostile): Promise<string> {
  const packed = gzipSync(body);
  const made = createServer((incoming, response) => {
    incoming.resume();
    if (incoming.method === 'POST') {
      return void response.end('{"id":"7","status":"ACTIVE"}');
    }
    reads += 1;
    response.writeHead(status, { 'content-encoding': 'gzip' }).end(packed);
  });
  const listening = await listen(made);
  close = listening.close;
  return `http://${listening.host}`;
}

async function act(answer: Hostile, more: Pick<ActionOptions, 'onStart'> = {}): Promise<ActionRun> {
  reads = 0;
  const service = answer.service ?? 'agent-run';
  const connection = { service, token: TOKEN, org_id: '1', base_url: await hostile(answer) };
  return runAction({
    inputs: { ...connection, prompt: 'x', timeout_minutes: '0.05', poll_interval_seconds: '0.2' },
    env: { NODE_OPTIONS: '--max-old-space-size=512' },
    ...more,
  });
}

const ACTIVE = '{"id":7,"status":"ACTIVE","logs":[';
const FIVE_MILLION = `[${'{},'.repeat(5_400_000)}{}]`;
const CASES: readonly (readonly [string, Hostile])[] = [
  [
    'a million entries on a page',
    { body: `${ACTIVE}${new Array(1_000_000).fill('{}').join(',')}]}` },
  ],
  [
    '400,000 unknown keys in one entry',
    { body: `${ACTIVE}{${Array.from({ length: 400_000 }, (_, at) => `"k${at}":0`).join(',')}}]}` },
  ],
  [
    '300,000 entries where a hundred were asked for',
    { body: `${ACTIVE}${'0,'.repeat(299_999)}0]}` },
  ],
  [
    'eight million brackets',
    { body: `${ACTIVE}${'['.repeat(4_000_000)}${']'.repeat(4_000_000)}]}` },
  ],
  ['five million values of a 404', { status: 404, body: FIVE_MILLION }],
  ['five million values of a 429', { status: 429, body: FIVE_MILLION, service: 'openhands' }],
];

describe.each(CASES)('%s', (_, answer) => {
  it('do not delay the timeout', async () => {
    const { outputs, durationMs } = await act(answer);
    expect(outputs['outcome']).toBe('timed_out');
    expect(Object.keys(outputs).sort()).toEqual([...OUTPUT_NAMES].sort());
    // The timeout of three seconds holds within ten (contract 6.5).
    expect(durationMs).toBeLessThan(3_000 + 10_000);
  });

  it('do not delay a signal', async () => {
    const signal = signalWhen('SIGINT', () => reads > 0);
    const { outputs } = await act(answer, signal);
    expect(outputs['outcome']).toBe('cancelled');
    expect(performance.now() - signal.at).toBeLessThan(SIGNAL_LIMIT_MS);
  });
});

it('a response of more than 16 MB counts as none', async () => {
  const { outputs } = await act({
    body: `{"id":7,"status":"COMPLETE","result":"${'x'.repeat(17 * 1024 * 1024)}","logs":[]}`,
  });
  expect(outputs['outcome']).toBe('timed_out');
});
