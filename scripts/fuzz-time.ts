/**
 * Runs the bundle with hostile responses and measures time (contract 6.5): wide, deep, long, compressed, slow, with
 * megabytes of headers. A signal must end the step within 6 seconds and the timeout within 10, with 512 MB of heap and
 * every output set. `npm run fuzz:time -- [--seconds 60] [--seed 1] [--slack 1]`: slack is the tolerance factor for a
 * busy machine.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { OUTPUT_NAMES } from '../src/runner/output-table.ts';

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    slack: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
  },
});
const BUNDLE = resolve(import.meta.dirname, '../dist/index.js');
const SIGNAL_BOUND_MS = 6_000;
const TIMEOUT_BOUND_MS = 10_000;
const TIMEOUT_MS = 3_000;
const TOKEN = 'sk-0123456789abcdefghij';

/** Mulberry32, deterministic for a given seed. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Random = () => number;
const pick = <T>(random: Random, items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
/** Between `low` and `high` on a logarithmic scale. */
const size = (random: Random, low: number, high: number): number => Math.floor(low * (high / low) ** random());

/** Text fragments that are expensive for parsers, redactors and sanitizers. */
const UNITS = [
  ...[
    'a',
    ' ',
    '\\',
    '"',
    '%41',
    '&#65;',
    '\\u0041',
    '\n',
    '::',
    '##[',
    '\x1b[31m',
    '\u202e',
    '`',
    '|',
    '<',
    '<!--',
    '[',
    '![',
    '*',
  ],
  ...[
    '0a ',
    'c2st',
    '-----',
    '@',
    'https://',
    'https://github.com/o/r/pull/1 ',
    'a.c:1:2: error: ',
    '\u0301',
    '😀',
    '\ud800',
    TOKEN,
    TOKEN.slice(0, -1),
  ],
];

const KINDS = ['ACTION', 'ERROR', 'FINAL_ANSWER', 'PLAN_EVALUATION', 'INITIAL_PR_GENERATION', 'WHAT'];
const stamp = (at: number): string => new Date(Date.UTC(2026, 0, 1) + at * 1000).toISOString();

/** The JSON text of one list of entries. */
const SHAPES: Readonly<Record<string, (random: Random) => string>> = {
  many: (random) =>
    Array.from({ length: size(random, 1_000, 1_500_000) }, () => pick(random, ['0', '{}', '[]', '""'])).join(','),
  equal: (random) => new Array(size(random, 1_000, 5_000_000)).fill(pick(random, ['0', '{}', '[]', '"x"'])).join(','),
  keys: (random) => `{${Array.from({ length: size(random, 1_000, 1_500_000) }, (_, at) => `"k${at}":0`).join(',')}}`,
  nested: (random) => {
    const levels = size(random, 100, 8_000_000);
    return random() < 0.5
      ? `${'['.repeat(levels)}${']'.repeat(levels)}`
      : `${'{"a":'.repeat(levels / 3)}0${'}'.repeat(levels / 3)}`;
  },
  values: (random) => `{"tool_output":[${new Array(size(random, 1_000, 8_000_000)).fill('1e5').join(',')}]}`,
  strings: (random) =>
    Array.from({ length: size(random, 1, 120) }, () => {
      const text = pick(random, UNITS).repeat(size(random, 10, 60_000));
      const [thought, observation] = [pick(random, [null, text]), pick(random, [text, { text }, [text, text]])];
      const tool = {
        tool_name: pick(random, ['bash', text.slice(0, 10_000)]),
        tool_input: { command: text },
        tool_output: { [text.slice(0, 500)]: text },
      };
      return JSON.stringify({
        created_at: stamp(Math.floor(random() * 1e6)),
        message_type: pick(random, KINDS),
        thought,
        observation,
        ...tool,
      });
    }).join(','),
  text: (random) =>
    JSON.stringify({
      message_type: pick(random, KINDS),
      observation: pick(random, UNITS)
        .repeat(size(random, 100_000, 8_000_000))
        .slice(0, 24_000_000),
    }),
  mixed: (random) =>
    JSON.stringify({
      message_type: 'ACTION',
      observation: Array.from({ length: 300_000 }, () => pick(random, UNITS)).join(''),
    }),
};
const PACKERS: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  identity: (body) => body,
  gzip: (body) => gzipSync(body, { level: 9 }),
  deflate: (body) => deflateSync(body),
  br: (body) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
};

interface Case {
  readonly name: string;
  readonly reply: (call: string, response: ServerResponse) => void;
}

function makeCase(random: Random): Case {
  const shape = pick(random, options.only === '' ? Object.keys(SHAPES) : [options.only]);
  const packing = pick(random, Object.keys(PACKERS));
  const status = pick(random, ['ACTIVE', 'COMPLETE', null, 'WHAT'.repeat(1_000)]);
  const total = pick(random, [undefined, null, 1, 100, 1e9]);
  const answer = pick(random, ['page', 'page', 'page', 'page', 'drip', 'headers', 'error']);
  const list = SHAPES[shape]?.(random) ?? '';
  const facts = JSON.stringify({
    id: 7,
    status,
    web_url: 'https://agents.example.com/7',
    total_logs: total,
    result: pick(random, [null, 'x', '![a](b)'.repeat(200_000)]),
  });
  const text = `${facts.slice(0, -1)},"logs":[${list}]}`;
  const body = PACKERS[packing]?.(Buffer.from(text)) ?? Buffer.alloc(0);
  const headers = { 'content-type': 'application/json', 'content-encoding': packing };
  const reply = (call: string, response: ServerResponse): void => {
    if (call === 'create')
      return void response.end('{"id":7,"status":"ACTIVE","web_url":"https://agents.example.com/7"}');
    if (answer === 'error') return void response.writeHead(500, headers).end(body);
    if (answer === 'headers')
      return void response.socket?.end(`HTTP/1.1 200 OK\r\n${`X-A: ${'a'.repeat(8_000)}\r\n`.repeat(1_000)}\r\n{}`);
    if (answer === 'page') return void response.writeHead(200, headers).end(body);
    response.writeHead(200, headers);
    let sent = 0;
    const timer = setInterval(() => {
      response.write(body.subarray(sent, (sent += 7)));
      if (sent >= body.length) response.end();
    }, 50);
    response.on('close', () => clearInterval(timer));
  };
  return {
    name: `${answer} of ${shape}, ${packing}, ${Math.round(text.length / 1024)} KB, ${String(status).slice(0, 8)}`,
    reply,
  };
}

interface Result {
  readonly overMs: number;
  readonly boundMs: number;
  readonly problem: string | null;
}

async function run({ reply }: Case, random: Random): Promise<Result> {
  const kill = random() < 0.6 ? size(random, 20, 1_500) : null;
  const folder = mkdtempSync(join(tmpdir(), 'fuzz-time-'));
  for (const name of ['temp', 'workspace']) mkdirSync(join(folder, name));
  for (const name of ['output', 'state', 'summary']) writeFileSync(join(folder, name), '');
  let looked = (): void => undefined;
  const firstLook = new Promise<void>((resolvePromise) => (looked = resolvePromise));
  const server = createServer((incoming: IncomingMessage, response) => {
    incoming.resume();
    const call = incoming.method === 'POST' ? 'create' : 'read';
    if (call === 'read') looked();
    reply(call, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const inputs = {
    token: TOKEN,
    org_id: '1',
    base_url: `http://127.0.0.1:${port}`,
    prompt: 'x',
    timeout_minutes: String(TIMEOUT_MS / 60_000),
    poll_interval_seconds: '0.2',
    logs: pick(random, ['full', 'compact', 'errors', 'none']),
  };
  const child = spawn(process.execPath, ['--max-old-space-size=512', BUNDLE], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...Object.fromEntries(Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value])),
      RUNNER_TEMP: join(folder, 'temp'),
      GITHUB_WORKSPACE: join(folder, 'workspace'),
      GITHUB_OUTPUT: join(folder, 'output'),
      GITHUB_STATE: join(folder, 'state'),
      GITHUB_STEP_SUMMARY: join(folder, 'summary'),
      GITHUB_EVENT_NAME: 'workflow_dispatch',
    },
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (part: string) => (stderr += part));
  const startedAt = performance.now();
  let from = startedAt + TIMEOUT_MS;
  let boundMs = TIMEOUT_BOUND_MS;
  if (kill !== null)
    void firstLook.then(() =>
      setTimeout(() => {
        if (child.exitCode !== null) return;
        from = performance.now();
        boundMs = SIGNAL_BOUND_MS;
        child.kill('SIGINT');
      }, kill),
    );
  const giveUp = setTimeout(() => child.kill('SIGKILL'), 120_000);
  const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((done) =>
    child.on('close', (...end) => done(end)),
  );
  clearTimeout(giveUp);
  const overMs = Math.max(0, performance.now() - from);
  server.closeAllConnections();
  server.close();
  const outputs = readFileSync(join(folder, 'output'), 'utf8');
  rmSync(folder, { recursive: true, force: true });
  const missing = OUTPUT_NAMES.filter((name) => !new RegExp(`^${name}<<`, 'm').test(outputs));
  const problem =
    overMs > boundMs * Number(options.slack)
      ? `took ${Math.round(overMs)} ms of ${boundMs}`
      : code === null
        ? `ended by ${String(signal)}`
        : stderr.includes('heap out of memory')
          ? 'out of memory'
          : // A signal's watchdog may end the process before the last of them.
            boundMs === TIMEOUT_BOUND_MS && missing.length > 0
            ? `outputs not set: ${missing.join(', ')}`
            : outputs.includes(TOKEN)
              ? 'the token is in an output'
              : null;
  return { overMs, boundMs, problem };
}

const worst = { [SIGNAL_BOUND_MS]: { ms: 0, name: '' }, [TIMEOUT_BOUND_MS]: { ms: 0, name: '' } };
const until = performance.now() + Number(options.seconds) * 1000;
let seed = Number(options.seed);
let cases = 0;
for (; performance.now() < until; seed += 1) {
  const random = dice(seed);
  const one = makeCase(random);
  const { overMs, boundMs, problem } = await run(one, random);
  cases += 1;
  if (overMs > worst[boundMs as typeof SIGNAL_BOUND_MS].ms)
    worst[boundMs as typeof SIGNAL_BOUND_MS] = { ms: overMs, name: `${one.name}, seed ${seed}` };
  if (problem !== null) {
    console.error(`seed ${seed}: ${one.name}: ${problem}`);
    process.exitCode = 1;
  }
}
console.log(`${cases} answers.`);
console.log(`Signal to exit: at most ${Math.round(worst[SIGNAL_BOUND_MS].ms)} ms (${worst[SIGNAL_BOUND_MS].name})`);
console.log(`Timeout to exit: at most ${Math.round(worst[TIMEOUT_BOUND_MS].ms)} ms (${worst[TIMEOUT_BOUND_MS].name})`);
