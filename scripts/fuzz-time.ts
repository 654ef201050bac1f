/**
 * Runs the bundle with hostile responses and measures time (contract 6.5): wide, deep, long,
 * compressed, slow, with megabytes of headers. A signal must end the step within 6 seconds and the
 * timeout within 10, with 512 MB of heap and every output set. `npm run fuzz:time -- [--seconds 60]
 * [--seed 1] [--slack 1]`: slack is the tolerance factor for a busy machine.
 */
import { createServer, type ServerResponse } from 'node:http';
import { parseArgs } from 'node:util';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { listen } from '../__tests__/support/loopback.ts';
import { seeded } from '../__tests__/support/random.ts';
import { runAction, SIGNAL_LIMIT_MS } from '../__tests__/support/run-action.ts';
import { PIECES } from '../__tests__/support/tricks.ts';
import { OUTPUT_NAMES } from '../src/runner/output-table.ts';

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    slack: { type: 'string', default: '1' },
    only: { type: 'string' },
  },
});
const TIMEOUT_LIMIT_MS = 10_000;
const TIMEOUT_MS = 3_000;
const TOKEN = 'sk-0123456789abcdefghij';

type Random = () => number;
const pick = <T>(random: Random, items: readonly T[]): T =>
  items[Math.floor(random() * items.length)] as T;
/** Between `low` and `high` on a logarithmic scale. */
const size = (random: Random, low: number, high: number): number =>
  Math.floor(low * (high / low) ** random());
const some = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));

/** Text that is expensive for parsers, redactors and sanitizers. */
const UNITS = [
  ...PIECES,
  'a',
  '"',
  '%41',
  '&#65;',
  '\\u0041',
  'c2st',
  'https://github.com/o/r/pull/1 ',
  TOKEN,
  '\ud800',
];
const KINDS = [
  'ACTION',
  'ERROR',
  'FINAL_ANSWER',
  'PLAN_EVALUATION',
  'INITIAL_PR_GENERATION',
  'WHAT',
];

function entryOfText(random: Random): string {
  const text = pick(random, UNITS).repeat(size(random, 10, 60_000));
  return JSON.stringify({
    created_at: new Date(Date.UTC(2026, 0, 1) + Math.floor(random() * 1e9)).toISOString(),
    message_type: pick(random, KINDS),
    thought: pick(random, [null, text]),
    observation: pick(random, [text, { text }, [text, text]]),
    tool_name: pick(random, ['bash', text.slice(0, 10_000)]),
    tool_input: { command: text },
    tool_output: { [text.slice(0, 500)]: text },
  });
}

/** The JSON text of one list of entries. */
const SHAPES: Readonly<Record<string, (random: Random) => string>> = {
  many: (random) =>
    some(size(random, 1_000, 1_500_000), () => pick(random, ['0', '{}', '[]', '""'])).join(','),
  keys: (random) => `{${some(size(random, 1_000, 1_500_000), (at) => `"k${at}":0`).join(',')}}`,
  nested: (random) => {
    const levels = size(random, 100, 8_000_000);
    const [open, close] = pick(random, [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const);
    return `${open.repeat(levels / open.length)}0${close.repeat(levels / open.length)}`;
  },
  values: (random) =>
    `{"tool_output":[${some(size(random, 1_000, 8_000_000), () => '1e5').join(',')}]}`,
  strings: (random) => some(size(random, 1, 120), () => entryOfText(random)).join(','),
  text: (random) => {
    const text = pick(random, UNITS).repeat(size(random, 100_000, 8_000_000));
    return JSON.stringify({
      message_type: pick(random, KINDS),
      observation: text.slice(0, 24_000_000),
    });
  },
  mixed: (random) =>
    JSON.stringify({ observation: some(300_000, () => pick(random, UNITS)).join('') }),
};
const PACKERS: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  identity: (body) => body,
  gzip: (body) => gzipSync(body, { level: 9 }),
  deflate: (body) => deflateSync(body),
  br: (body) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
};

interface Case {
  readonly name: string;
  readonly answerRead: (response: ServerResponse) => void;
}

function makeCase(random: Random): Case {
  const shape = options.only ?? pick(random, Object.keys(SHAPES));
  const packing = pick(random, Object.keys(PACKERS));
  const way = pick(random, ['page', 'page', 'page', 'page', 'drip', 'headers', 'error']);
  const run = {
    id: 7,
    status: pick(random, ['ACTIVE', 'COMPLETE', null, 'WHAT'.repeat(1_000)]),
    total_logs: pick(random, [undefined, null, 1, 100, 1e9]),
    result: pick(random, [null, 'x', '![a](b)'.repeat(200_000)]),
  };
  const text = `${JSON.stringify(run).slice(0, -1)},"logs":[${SHAPES[shape]?.(random) ?? ''}]}`;
  const body = PACKERS[packing]?.(Buffer.from(text)) ?? Buffer.alloc(0);
  const headers = { 'content-type': 'application/json', 'content-encoding': packing };
  const answerRead = (response: ServerResponse): void => {
    if (way === 'error') {
      response.writeHead(500, headers).end(body);
    } else if (way === 'headers') {
      response.socket?.end(
        `HTTP/1.1 200 OK\r\n${`X-A: ${'a'.repeat(8_000)}\r\n`.repeat(1_000)}\r\n{}`,
      );
    } else if (way === 'page') {
      response.writeHead(200, headers).end(body);
    } else {
      response.writeHead(200, headers);
      let sent = 0;
      const timer = setInterval(() => response.write(body.subarray(sent, (sent += 7))), 50);
      response.on('close', () => clearInterval(timer));
    }
  };
  return {
    name: `${way} of ${shape}, ${packing}, ${Math.round(text.length / 1024)} KB`,
    answerRead,
  };
}

interface Result {
  readonly limit: 'signal' | 'timeout';
  /** Milliseconds from the signal or the timeout to the end. */
  readonly overMs: number;
  readonly problem: string | null;
}

async function run({ answerRead }: Case, random: Random): Promise<Result> {
  const killAfterMs = random() < 0.6 ? size(random, 20, 1_500) : null;
  let interrupt = (): void => undefined;
  const due: { limit: Result['limit']; at: number } = { limit: 'timeout', at: Infinity };
  const server = createServer((incoming, response) => {
    incoming.resume();
    if (incoming.method === 'POST') {
      response.end('{"id":7,"status":"ACTIVE"}');
      return;
    }
    if (killAfterMs !== null) {
      setTimeout(() => interrupt(), killAfterMs);
    }
    answerRead(response);
  });
  const { host, close } = await listen(server);
  const inputs = {
    token: TOKEN,
    org_id: '1',
    base_url: `http://${host}`,
    prompt: 'x',
    timeout_minutes: String(TIMEOUT_MS / 60_000),
    poll_interval_seconds: '0.2',
    logs: pick(random, ['full', 'compact', 'errors', 'none']),
  };
  const { exitCode, signal, outputs, stderr } = await runAction({
    inputs,
    env: { NODE_OPTIONS: '--max-old-space-size=512' },
    onStart: (process) => {
      const hung = setTimeout(() => process.kill('SIGKILL'), 120_000);
      due.at = performance.now() + TIMEOUT_MS;
      interrupt = () => {
        interrupt = () => undefined;
        Object.assign(due, { limit: 'signal', at: performance.now() });
        process.kill('SIGINT');
      };
      return () => clearTimeout(hung);
    },
  });
  const overMs = Math.max(0, performance.now() - due.at);
  interrupt = () => undefined;
  await close();
  const limitMs =
    (due.limit === 'signal' ? SIGNAL_LIMIT_MS : TIMEOUT_LIMIT_MS) * Number(options.slack);
  const missing = OUTPUT_NAMES.filter((name) => !(name in outputs));
  const problems = [
    overMs > limitMs && `took ${Math.round(overMs)} ms of ${limitMs}`,
    exitCode === null && `ended by ${String(signal)}`,
    stderr.includes('heap out of memory') && 'out of memory',
    missing.length > 0 && `outputs not set: ${missing.join(', ')}`,
    JSON.stringify(outputs).includes(TOKEN) && 'the token is in an output',
  ];
  return {
    limit: due.limit,
    overMs,
    problem: problems.find((problem) => problem !== false) ?? null,
  };
}

const worst = { signal: { ms: 0, name: 'none' }, timeout: { ms: 0, name: 'none' } };
const until = performance.now() + Number(options.seconds) * 1000;
let cases = 0;
for (let seed = Number(options.seed); performance.now() < until; seed += 1) {
  const random = seeded(seed);
  const one = makeCase(random);
  const { limit, overMs, problem } = await run(one, random);
  cases += 1;
  if (overMs > worst[limit].ms) {
    worst[limit] = { ms: overMs, name: `${one.name}, seed ${seed}` };
  }
  if (problem === null) {
    continue;
  }
  console.error(`seed ${seed}: ${one.name}: ${problem}`);
  process.exitCode = 1;
}
console.log(`${cases} answers.`);
console.log(`Signal to exit: at most ${Math.round(worst.signal.ms)} ms (${worst.signal.name})`);
console.log(`Timeout to exit: at most ${Math.round(worst.timeout.ms)} ms (${worst.timeout.name})`);
