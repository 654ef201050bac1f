import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { endpointSecrets, headerSecrets, otlpSettings } from '../../../src/report/otlp/settings.ts';
import { sendTraces } from '../../../src/report/otlp/step.ts';
import { traceLines } from '../../../src/report/otlp/trace.ts';
import type { StepView } from '../../../src/report/step-view.ts';
import type { Http, HttpResponse, HttpRequest } from '../../../src/http/port.ts';
import { TransportError } from '../../../src/http/proof.ts';
import { describeWhere } from '../../support/describe-where.ts';
import { entry, finalAnswer } from '../../support/fake-run.ts';
import { MemoryFiles } from '../../support/memory-files.ts';
import { stepView } from '../../support/step-view.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

interface KeyValue {
  readonly key: string;
  readonly value: object;
}

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly KeyValue[];
  readonly events?: readonly { readonly name: string }[];
  readonly droppedEventsCount?: number;
  readonly status?: object;
}

const BEGAN = Date.UTC(2026, 0, 1, 11, 59, 50);
const ENTRIES = [
  entry(0, { message_type: 'PLAN_EVALUATION', tool_name: null, thought: 'a secret plan' }),
  entry(5),
  entry(9, { tool_name: 'edit_file', observation: 'done' }),
  entry(9, { message_type: 'ERROR', tool_name: 'bash', observation: 'boom' }),
  finalAnswer(12, 'All good.'),
];

interface Change {
  readonly entries?: readonly unknown[];
  readonly env?: Readonly<Record<string, string>>;
  readonly view?: Partial<StepView>;
  readonly endedAt?: number;
}

const WITH_CONTENT = { OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'true' };

async function write({
  entries = ENTRIES,
  env = {},
  view = {},
  endedAt = BEGAN + 30_000,
}: Change = {}): Promise<string[]> {
  const webUrl = 'https://agents.example.com/runs/77';
  const lines = entries.map((one) => JSON.stringify(one));
  const written: string[] = [];
  const trace = traceLines({
    view: stepView({
      outcome: 'succeeded',
      runId: '77',
      result: 'All good.',
      durationMs: 30_000,
      webUrl,
      ...view,
    }),
    settings: otlpSettings(env),
    prompt: 'Fix the bug.',
    endedAt,
    inputs: { model: null, orgId: '42', baseUrl: 'https://agents.example.com/api' },
    log: { size: lines.join('\n').length, lines: () => lines },
  });
  for await (const line of trace) {
    written.push(line);
  }
  return written;
}

function spansOf(lines: readonly string[]): Span[] {
  interface Data {
    readonly resourceSpans: readonly {
      readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
    }[];
  }
  return lines
    .map((line) => JSON.parse(line) as Data)
    .flatMap(({ resourceSpans }) =>
      resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    );
}

const told = (attributes: readonly KeyValue[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0] as unknown]));
const nano = (second: number): string => `${Date.UTC(2026, 0, 1, 12, 0, second)}000000`;

describe('the trace', () => {
  it('has a span for the turn, one for each tool execution, and events for the rest', async () => {
    const lines = await write();
    expect(lines).toHaveLength(1);
    const [bash, edit, turn, ...none] = spansOf(lines);
    expect(none).toEqual([]);
    expect([bash?.name, edit?.name, turn?.name]).toEqual([
      'execute_tool bash',
      'execute_tool edit_file',
      'invoke_agent',
    ]);
    expect([bash?.kind, turn?.kind]).toEqual([1, 3]);
    expect([bash?.startTimeUnixNano, bash?.endTimeUnixNano]).toEqual([nano(0), nano(5)]);
    expect([turn?.startTimeUnixNano, turn?.endTimeUnixNano]).toEqual([
      `${BEGAN}000000`,
      `${BEGAN + 30_000}000000`,
    ]);
    for (const span of [bash, edit]) {
      expect(span?.parentSpanId).toBe(turn?.spanId);
    }
    expect(turn?.parentSpanId).toBeUndefined();
    expect(turn?.events?.map(({ name }) => name)).toEqual([
      'agent_run.plan_evaluation',
      'agent_run.error',
      'agent_run.final_answer',
    ]);
    expect(told(bash?.attributes ?? [])).toMatchObject({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'bash',
      'agent_run.entry.index': '1',
      'agent_run.time.inferred': true,
    });
    expect(told(turn?.attributes ?? [])).toMatchObject({
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.provider.name': 'agents.example.com',
      'gen_ai.conversation.id': '77',
      'server.address': 'agents.example.com',
      'server.port': '443',
      'agent_run.outcome': 'succeeded',
      'agent_run.time.inferred': false,
    });
  });

  it('marks a command that failed, with its exit code', async () => {
    const entries = [entry(0, { tool_output: { exit_code: 2, stdout: 'boom' } }), entry(1)];
    const [failed, passed] = spansOf(await write({ entries }));
    expect(failed?.status).toEqual({ code: 2 });
    expect(told(failed?.attributes ?? [])).toMatchObject({
      'process.exit.code': '2',
      'error.type': '2',
    });
    expect(passed?.status).toBeUndefined();
    expect(told(passed?.attributes ?? [])).toMatchObject({ 'process.exit.code': '0' });
    expect(told(passed?.attributes ?? [])).not.toHaveProperty('error.type');
  });

  it('gives no exit code where the service told none', async () => {
    const entries = [entry(0, { tool_output: { exit_code: 1, is_error: true } })];
    const [failed] = spansOf(await write({ entries }));
    expect(failed?.status).toEqual({ code: 2 });
    expect(told(failed?.attributes ?? [])).toMatchObject({ 'error.type': '_OTHER' });
    expect(told(failed?.attributes ?? [])).not.toHaveProperty('process.exit.code');
  });

  it('leaves the texts out unless content is asked for', async () => {
    const without = (await write()).join('');
    for (const word of ['Fix the bug', 'secret plan', 'All good', 'boom', 'step 5', 'exit_code']) {
      expect(without).not.toContain(word);
    }
    const [bash, , turn] = spansOf(await write({ env: WITH_CONTENT }));
    expect(told(bash?.attributes ?? [])).toMatchObject({
      'gen_ai.tool.call.arguments': '{"command":"step 5"}',
      'gen_ai.tool.call.result': '{"exit_code":0}',
      'agent_run.thought': 'thought 5',
    });
    expect(JSON.stringify(turn)).toContain('secret plan');
    expect(JSON.parse(String(told(turn?.attributes ?? [])['gen_ai.input.messages']))).toEqual([
      { role: 'user', parts: [{ type: 'text', content: 'Fix the bug.' }] },
    ]);
    expect(JSON.parse(String(told(turn?.attributes ?? [])['gen_ai.output.messages']))).toEqual([
      { role: 'assistant', parts: [{ type: 'text', content: 'All good.' }], finish_reason: 'stop' },
    ]);
  });

  it('has the same IDs for the same run, others for other runs and turns', async () => {
    const ids = async (more: Change = {}) =>
      spansOf(await write(more)).map(({ traceId, spanId }) => `${traceId} ${spanId}`);
    const one = await ids();
    expect(await ids({ view: { durationMs: 25_000 } })).toEqual(one);
    expect(new Set([...one, ...(await ids({ view: { runId: '78' } }))]).size).toBe(6);
    expect(new Set([...one, ...(await ids({ view: { entriesBefore: 5 } }))]).size).toBe(6);
    for (const id of one) {
      expect(id).toMatch(/^[0-9a-f]{32} [0-9a-f]{16}$/);
    }
  });

  it('hangs below TRACEPARENT', async () => {
    const env = { TRACEPARENT: `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01` };
    const spans = spansOf(await write({ env }));
    expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set(['1'.repeat(32)]));
    expect(spans.at(-1)?.parentSpanId).toBe('2'.repeat(16));
  });

  it.each([
    ['', false],
    ['x', false],
    [`00-${'0'.repeat(32)}-${'2'.repeat(16)}-01`, false],
    [`ff-${'1'.repeat(32)}-${'2'.repeat(16)}-01`, false],
    // W3C Trace Context: version 00 ends with the flags, a later one may go on.
    [`00-${'1'.repeat(32)}-${'2'.repeat(16)}-01-more`, false],
    [`01-${'1'.repeat(32)}-${'2'.repeat(16)}-01-more`, true],
  ])('of TRACEPARENT %j has a parent: %s', (TRACEPARENT, isParent) =>
    expect(otlpSettings({ TRACEPARENT }).parent !== null).toBe(isParent),
  );

  it('takes the ends from the log where the runner’s clock is far from it', async () => {
    const [, , turn] = spansOf(await write({ endedAt: BEGAN + 86_430_000 }));
    expect([turn?.startTimeUnixNano, turn?.endTimeUnixNano]).toEqual([nano(0), nano(12)]);
    expect(told(turn?.attributes ?? [])['agent_run.time.inferred']).toBe(true);
  });

  it('marks a turn that went wrong', async () => {
    const turn = spansOf(await write({ view: { outcome: 'failed', result: '' } })).at(-1);
    expect(turn?.status).toEqual({ code: 2 });
    expect(told(turn?.attributes ?? [])).toMatchObject({ 'error.type': 'failed' });
  });

  it('is bounded: lines that a collector takes, and no more events than it can hold', async () => {
    const plan = { message_type: 'PLAN_EVALUATION' };
    const entries = [
      ...Array.from({ length: 1200 }, (_, i) => entry(i, { observation: 'x'.repeat(5_000) })),
      ...Array.from({ length: 20_000 }, () => entry(9, plan)),
    ];
    const lines = await write({ entries, env: WITH_CONTENT });
    expect(lines.length).toBeGreaterThan(3);
    for (const line of lines) {
      expect(line.length).toBeLessThan(5_000_000);
    }
    const turn = spansOf(lines).at(-1);
    const [kept = 0, dropped = 0] = [turn?.events?.length, turn?.droppedEventsCount];
    expect([kept > 5_000, dropped > 0, kept + dropped]).toEqual([true, true, 20_000]);
  });

  it('of a very long log has the first thousand and the newest entries, and says how many it leaves out', async () => {
    // Lines of 40 kB, of which 50 MB hold 1,250.
    const entries = Array.from({ length: 2_000 }, (_, i) =>
      entry(i, { observation: 'x'.repeat(39_800) }),
    );
    const spans = spansOf(await write({ entries }));
    const [turn] = spans.splice(-1);
    const indexes = spans.map(({ attributes }) =>
      Number(told(attributes)['agent_run.entry.index']),
    );
    const missing = Number(told(turn?.attributes ?? [])['agent_run.entries.left_out']);
    const from = indexes.findIndex((index, at) => index !== at);
    expect([from > 600, missing > 700]).toEqual([true, true]);
    expect(indexes).toEqual([...entries.keys()].filter((at) => at < from || at >= from + missing));
    // What was left out took no time.
    const next = spans[from];
    expect(next?.startTimeUnixNano).toBe(next?.endTimeUnixNano);
  });

  it('takes entries of any shape', async () => {
    const entries = [
      null,
      'text',
      [],
      { message_type: 'ACTION' },
      { message_type: '<b>\n', tool_name: '\u0000' },
      7,
    ];
    expect(spansOf(await write({ entries }))).toHaveLength(2);
  });
});

const python = process.env['PYTHON'] ?? 'python3';
const hasMessages =
  spawnSync(python, ['-c', 'import opentelemetry.proto.trace.v1.trace_pb2']).status === 0;
const missing = hasMessages
  ? null
  : 'They are in Python packages that are not installed: __tests__/report/otlp/requirements.txt.';

describeWhere(missing, 'the messages of OpenTelemetry itself', () => {
  it('can be parsed', async () => {
    const input = `${[...(await write()), ...(await write({ env: WITH_CONTENT }))].join('\n')}\n`;
    const run = spawnSync(python, [join(import.meta.dirname, 'parse.py')], {
      input,
      encoding: 'utf8',
    });
    expect([run.status, run.stderr]).toEqual([0, '']);
    expect(JSON.parse(run.stdout)).toEqual({ spans: 6, events: 6 });
  });
});

describe('the settings', () => {
  it.each([
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }, 'http://127.0.0.1:4318/v1/traces'],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://o.example/otlp/' },
      'https://o.example/otlp/v1/traces',
    ],
    [
      { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://o.example/in?x=1' },
      'https://o.example/in?x=1',
    ],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4317' }, null],
    [{}, null],
  ])('of %j send to %s', (env, endpoint) => {
    const settings = otlpSettings(env);
    expect(settings.endpoint).toBe(endpoint);
    expect(settings.problem !== null).toBe(
      endpoint === null && 'OTEL_EXPORTER_OTLP_ENDPOINT' in env,
    );
  });

  it('read headers, and take their values for secrets where their names say so', () => {
    const env = {
      OTEL_EXPORTER_OTLP_HEADERS:
        'Authorization=Bearer%20s3cr3t-key, x-tenant=acme-corp,content-encoding=gzip,bad',
    };
    expect(otlpSettings(env).headers).toMatchObject({
      authorization: 'Bearer s3cr3t-key',
      'x-tenant': 'acme-corp',
    });
    const secrets = headerSecrets(env);
    expect(secrets).toEqual(
      expect.arrayContaining(['Bearer s3cr3t-key', 's3cr3t-key', 'Bearer%20s3cr3t-key']),
    );
    expect(secrets).not.toContain('gzip');
    expect(secrets).not.toContain('acme-corp');
  });

  it('take the password in an address, and parameters whose names say so, for secrets', () => {
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://ann:pass%2Fword@traces.example/v1?api-key=k3y0fours',
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example/v1/traces?tenant=acme&token=true',
    };
    expect(endpointSecrets(env)).toEqual(['pass%2Fword', 'pass/word', 'k3y0fours']);
    expect(endpointSecrets({ OTEL_EXPORTER_OTLP_ENDPOINT: 'no address' })).toEqual([]);
  });

  it('prefer the headers for traces alone, and take them for secrets too', () => {
    const env = {
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=for-all-signals,x-tenant=acme-corp',
      OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'x-key=for-traces',
    };
    expect(otlpSettings(env).headers).toEqual({ 'x-key': 'for-traces', 'x-tenant': 'acme-corp' });
    expect(headerSecrets(env)).toEqual(expect.arrayContaining(['for-all-signals', 'for-traces']));
  });

  it.each([
    ['authorization', true],
    ['x-honeycomb-team', true],
    ['X-Api-Key', true],
    ['api-token', true],
    ['client-secret', true],
    ['x-password', true],
    ['proxy-auth', true],
    ['x-honeycomb-dataset', false],
    ['x-tenant', false],
    ['x-scope-orgid', false],
  ])('take the value of %s for a secret: %s', (name, isSecret) => {
    const env = { OTEL_EXPORTER_OTLP_HEADERS: `${name}=some-value` };
    expect(headerSecrets(env)).toEqual(isSecret ? ['some-value'] : []);
  });

  it.each([
    { OTEL_SDK_DISABLED: 'true' },
    { OTEL_SDK_DISABLED: 'True' },
    { OTEL_TRACES_EXPORTER: 'none' },
  ])('switch the sending off: %j', (off) => {
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', ...off };
    expect(otlpSettings(env)).toMatchObject({ endpoint: null, problem: null });
    const on = { ...env, OTEL_SDK_DISABLED: 'false', OTEL_TRACES_EXPORTER: 'otlp' };
    expect(otlpSettings(on).endpoint).toBe('http://127.0.0.1:4318/v1/traces');
  });

  it('say where the trace comes from', () => {
    const env = {
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=ci%20west,service.name=a',
    };
    expect(otlpSettings(env).resource).toEqual({
      'deployment.environment.name': 'ci west',
      'service.name': 'a',
    });
    expect(otlpSettings({ ...env, OTEL_SERVICE_NAME: 'b' }).resource).toMatchObject({
      'service.name': 'b',
    });
    expect(otlpSettings({}).resource).toEqual({ 'service.name': 'agent-run-action' });
  });

  it('take the password of Basic for a secret, as sent and on its own', () => {
    const basic = Buffer.from('user:pass:word').toString('base64');
    for (const value of [`Basic ${basic}`, encodeURIComponent(`basic ${basic}`)]) {
      expect(headerSecrets({ OTEL_EXPORTER_OTLP_HEADERS: `Authorization=${value}` })).toEqual(
        expect.arrayContaining([basic, 'user:pass:word', 'pass:word']),
      );
    }
  });
});

describe('sending', () => {
  const send = async (
    answer: (request: HttpRequest) => HttpResponse | Error,
    lines: readonly string[],
  ) => {
    const requests: HttpRequest[] = [];
    const http: Http = {
      reached: () => 0,
      close: () => Promise.resolve(),
      open: () => Promise.reject(new Error('no streams here')),
      send: (request) => {
        requests.push(request);
        const reply = answer(request);
        return reply instanceof Error ? Promise.reject(reply) : Promise.resolve(reply);
      },
    };
    const warnings: string[] = [];
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
      OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Bearer x',
    };
    const files = new MemoryFiles({
      '/temp/otlp.jsonl': lines.map((line) => `${line}\n`).join(''),
    });
    const step = { warn: (message: string): void => void warnings.push(message) };
    const context = {
      clock: new VirtualClock(),
      env,
      files,
      otlpHttp: () => http,
      step,
      userAgent: 'a/1',
    };
    await sendTraces(context, { path: '/temp/otlp.jsonl', signal: new AbortController().signal });
    return { warnings, requests };
  };
  const ok = { status: 200, headers: {}, body: '{"partialSuccess":{}}' };

  const line = (resource: unknown): string => JSON.stringify({ resourceSpans: [resource] });

  it('posts each line once, together with others as far as a collector takes them', async () => {
    const large = 'x'.repeat(1_200_000);
    const { warnings, requests } = await send(
      () => ok,
      [line({ a: 'tok' }), line({ b: 2 }), line(large), line(large)],
    );
    expect(warnings).toEqual([]);
    expect(requests.map(({ body }) => JSON.parse(String(body)) as unknown)).toEqual([
      { resourceSpans: [{ a: 'tok' }, { b: 2 }, large] },
      { resourceSpans: [large] },
    ]);
    expect(requests[0]).toMatchObject({
      method: 'POST',
      headers: { authorization: 'Bearer x', 'content-type': 'application/json' },
      totalTimeoutMs: 10_000,
    });
  });

  it.each<[string, HttpResponse | Error, string]>([
    ['a refusal', { status: 401, headers: {}, body: '{"message":"no key"}' }, 'HTTP 401: no key'],
    ['a redirect', { status: 302, headers: {}, body: '' }, 'HTTP 302'],
    [
      'rejected spans',
      { ...ok, body: '{"partialSuccess":{"rejectedSpans":"2","errorMessage":"full"}}' },
      'rejected: {"partial',
    ],
    [
      'a receiver of protobuf alone',
      { status: 415, headers: {}, body: '' },
      '415. The endpoint must take OTLP over HTTP as JSON',
    ],
    ['no connection', new TransportError('refused', 'no connection'), 'no connection'],
  ])('says what went wrong at %s, and tries nothing again', async (_, answer, words) => {
    const { warnings, requests } = await send(() => answer, [line('x'.repeat(2_000_000)), line(1)]);
    expect(warnings).toEqual([expect.stringContaining(words)]);
    expect(warnings[0]).toContain('http://127.0.0.1:4318');
    expect(requests).toHaveLength(1);
  });
});
