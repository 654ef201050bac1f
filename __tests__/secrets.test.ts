/**
 * Each secret that a step can be given is masked before anything else, and is in nothing that
 * leaves the process (contract 1.1, 5, 16). A variable without a canary fails by its name.
 */
import { describe, expect, it } from '@jest/globals';
import { guarded, type Ports } from '../src/context.ts';
import { statusError } from '../src/http/errors.ts';
import { parseInputs } from '../src/inputs/parse.ts';
import { InputReader } from '../src/inputs/reader.ts';
import { SECRET_FIELDS, secretsInFields } from '../src/inputs/secret-fields.ts';
import { readTasks, taskFormat } from '../src/inputs/tasks.ts';
import { isSecretInput, type SecretInput } from '../src/inputs/table.ts';
import type { Secretless } from '../src/safe/redaction.ts';
import { SECRET_INPUTS, SECRET_VARIABLES, secretsGiven } from '../src/secrets.ts';
import { canaryOf, inputCanary, INPUT_CANARIES, isTaken } from './support/canaries.ts';
import { leaks, writings } from './support/canary.ts';
import { MemoryFiles } from './support/memory-files.ts';
import { MemoryHost } from './support/memory-host.ts';
import { MemoryHttp } from './support/memory-http.ts';
import { VirtualClock } from './support/virtual-clock.ts';

const SERVER = 'http://server.example:3128';
const VARIABLES = SECRET_VARIABLES.flatMap(({ names }) => names);

type Given = Readonly<Record<string, string>>;

interface Played {
  readonly ports: Ports;
  readonly host: MemoryHost;
  readonly files: MemoryFiles;
  readonly traces: MemoryHttp;
}

/** A step with this input or variable, whose service answers all that is secret. */
function play(given: { readonly inputs?: Given; readonly env?: Given }, said: string): Played {
  const clock = new VirtualClock();
  const host = new MemoryHost({ otlp: 'true', ...given.inputs });
  const files = new MemoryFiles({}, { directories: ['/temp'] });
  const http = new MemoryHttp(clock, () => ({ status: 404, body: { message: said } }));
  const traces = new MemoryHttp(clock, () => ({ status: 404, body: { message: said } }));
  const unused = (): never => {
    throw new Error('not asked for');
  };
  const ports = guarded({
    host,
    files,
    clock,
    random: () => 0.5,
    env: { RUNNER_TEMP: '/temp', ...given.env },
    payload: {},
    http,
    otlpHttp: () => traces,
    github: unused,
    uploadArtifact: unused,
    stop: new AbortController().signal,
    uuid: () => 'uuid',
    userAgent: 'test',
  });
  return { ports, host, files, traces };
}

const REQUEST = {
  method: 'POST',
  headers: {},
  fresh: false,
  headersTimeoutMs: 1_000,
  totalTimeoutMs: 1_000,
} as const;

/** Writes the text into each place that a step has, and returns what arrived there. */
async function everywhere({ ports, host, files, traces }: Played, text: string): Promise<string> {
  const { host: guardedHost } = ports;
  const title = { title: text };
  guardedHost.line(text);
  guardedHost.startGroup(text);
  guardedHost.notice(text, title);
  guardedHost.warning(text, title);
  guardedHost.error(text, title);
  guardedHost.debug(text);
  guardedHost.summary(text);
  guardedHost.output('result', text);
  guardedHost.saveState('agent_run', text);
  ports.files.write('/temp/written.txt', text);
  ports.files.append('/temp/appended.txt', text);
  const { signal } = new AbortController();
  const url = 'https://agents.example.com/';
  // An error that quotes it, as every message about a refused request is made.
  const refused = await ports.http.send({ ...REQUEST, url, body: null }, signal);
  const notTaken = await ports.otlpHttp().send({ ...REQUEST, url, body: text }, signal);
  const messages = [refused, notTaken].map((response) => statusError(response).message);
  return JSON.stringify([
    host.lines,
    host.annotations,
    host.debugged,
    host.summaries,
    host.outputs,
    host.saved,
    ['/temp/written.txt', '/temp/appended.txt'].map((path) => files.readText(path)),
    traces.requests.map(({ body }) => body),
    messages,
    // What sinks on GitHub are given to redact comments, reviews and statuses with.
    ports.redact?.(text),
  ]);
}

async function leaksOf(
  given: { readonly inputs?: Given; readonly env?: Given },
  secret: string,
): Promise<readonly string[]> {
  const said = writings(secret).join(' and ');
  const played = play(given, said);
  expect(played.host.masked).toContain(secret);
  const left = await everywhere(played, said);
  expect(left).toContain('***');
  return leaks(left, [secret]);
}

describe('no secret leaves a step', () => {
  it.each(SECRET_INPUTS)('of the input %s', async (name) => {
    const secret = INPUT_CANARIES[name];
    // One that is refused would never get as far as the places where it could leak.
    expect(isTaken(name, secret)).toBe(true);
    expect(await leaksOf({ inputs: { [name]: secret } }, secret)).toEqual([]);
  });

  it.each(VARIABLES)('of the variable %s', async (name) => {
    const { value, secret } = canaryOf(name);
    expect(await leaksOf({ env: { [name]: value(SERVER) } }, secret)).toEqual([]);
  });
});

describe('no secret for a run leaves a step', () => {
  const SECRET = 'c4n/of+field_d*e"f<i>%20j';
  const fieldsOf = (field: string): object => {
    const [list, within] = field.split('.');
    if (list !== undefined && within !== undefined) {
      return { [list]: [{ name: 'npm', [within]: { NPM: SECRET } }] };
    }
    return {
      [field]: field === 'session_secrets' ? [{ key: 'NPM', value: SECRET }] : { NPM: SECRET },
    };
  };
  const sourcesOf = ({ ports }: Played, files = ports.files) => {
    const { host, keepGivenSecret } = ports;
    const env = { ...ports.env, GITHUB_WORKSPACE: '/workspace' };
    return { input: (name: string) => host.input(name), env, files, keepGivenSecret };
  };

  it.each(SECRET_FIELDS)('of %s in `request_fields`', async (field) => {
    const said = writings(SECRET).join(' and ');
    const played = play({ inputs: { request_fields: JSON.stringify(fieldsOf(field)) } }, said);
    parseInputs(sourcesOf(played));
    expect(played.host.masked).toContain(SECRET);
    expect(leaks(await everywhere(played, said), [SECRET])).toEqual([]);
  });

  it('of a task in a file', async () => {
    const task = { prompt: 'Go.', request_fields: fieldsOf('session_secrets') };
    const files = new MemoryFiles({ '/workspace/tasks.yaml': JSON.stringify([task]) });
    const played = play({ inputs: { tasks: 'tasks.yaml' } }, '');
    const format = (await taskFormat('tasks.yaml'))!;
    readTasks(sourcesOf(played, files), { known: [], format });
    expect(played.host.masked).toContain(SECRET);
  });

  it.each([
    ['with a field that is refused', { ...fieldsOf('session_secrets'), prompt: 'Go.' }],
    [
      'that is no JSON',
      `{"session_secrets": [{"key": "NPM", "value": ${JSON.stringify(SECRET)}}],`,
    ],
  ])('of `request_fields` %s', (_, given) => {
    const text = typeof given === 'string' ? given : JSON.stringify(given);
    const { problems } = parseInputs(sourcesOf(play({ inputs: { request_fields: text } }, '')));
    expect(problems.map(({ given: told }) => told)).toContainEqual(
      expect.stringMatching(/^a value that is not shown/),
    );
    expect(JSON.stringify(problems)).not.toContain('c4n');
  });

  it.each([
    ['', `[{"request_fields": {"secrets": {"NPM": "${'c4n'.repeat(9)}"},}}]`],
    ['a.yaml', `- prompt: Go.\n  request_fields: {secrets: {NPM: "${'c4n'.repeat(9)}"`],
    ['', `[{"request_fields": "{\\"secrets\\": {\\"NPM\\": \\"c4n\\"}}"}]`],
    ['', `["{\\"secrets\\": {\\"NPM\\": \\"c4n\\"}}"]`],
  ])('of `tasks` that cannot be read: %s %s', async (path, text) => {
    const given = path === '' ? text : path;
    const files = new MemoryFiles({ [`/workspace/${path}`]: text });
    const sources = sourcesOf(play({ inputs: { tasks: given } }, ''), files);
    const { problems } = readTasks(sources, { known: [], format: (await taskFormat(given))! });
    expect(JSON.stringify(problems)).toMatch(/not shown|line \d/);
    expect(JSON.stringify(problems)).not.toContain('c4n');
  });

  it('and what is no secret is none', () => {
    const session_secrets = [
      { key: 'STAGE', value: 'production', sensitive: false },
      { key: 'CI', value: 'true' },
      { key: 'PROXY', value: 'null' },
      { key: 'NPM', value: SECRET, sensitive: true },
      { key: 'PORT', value: '80' },
      'bare secret',
      7,
    ];
    const mcpServers = [
      {
        name: 'npm',
        url: 'https://npm.example',
        headers: { Key: 'a key', Authorization: 'Bearer a-token' },
      },
    ];
    expect(secretsInFields({ session_secrets, devin_mode: 'fast', mcpServers })).toEqual([
      'a key',
      'Bearer a-token',
      'a-token',
      SECRET,
      'bare secret',
    ]);
  });
});

describe('the canary of an input', () => {
  // None of them is a secret. They stand for the forms that the input of tomorrow may ask for.
  it.each([
    ['prompt', /^c4n.*["\\\\&<]/],
    ['idempotency_key', /^c4n.*["\\\\&<]/],
    ['base_url', /^https:/],
    ['failure_statuses', /^c4n/],
  ] as const)('is in the form that %s takes', (name, form) => {
    expect(inputCanary(name)).toMatch(form);
  });

  it('is asked for by name where none is', () => {
    expect(() => inputCanary('timeout_minutes')).toThrow(/timeout_minutes takes none .* FORMS/);
  });
});

describe('what is a secret', () => {
  const givenOf = (inputs: Given, env: Given = {}): readonly string[] =>
    secretsGiven(new MemoryHost(inputs), env);

  it('nothing of an input that is empty', () => {
    expect(givenOf({ token: ' ', github_token: '' })).toEqual([]);
  });

  it('nothing that is for traces, where none are written', () => {
    const headers = canaryOf('OTEL_EXPORTER_OTLP_HEADERS');
    const endpoint = canaryOf('OTEL_EXPORTER_OTLP_ENDPOINT');
    const env = {
      OTEL_EXPORTER_OTLP_HEADERS: headers.value(SERVER),
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint.value(SERVER),
    };
    expect(givenOf({ otlp: 'false' }, env)).toEqual([]);
    expect(givenOf({ otlp: 'true' }, env)).toContain(headers.secret);
  });

  it('of an address its path too, which an answer quotes alone', () => {
    const address = 'https://hooks.example/services/T0/B0?key=1';
    expect(givenOf({ token: address })).toEqual([
      address,
      '/services/T0/B0?key=1',
      '/services/T0/B0',
    ]);
    expect(givenOf({ token: 'https://hooks.example/v1' })).toEqual(['https://hooks.example/v1']);
  });

  it('is not quoted where its value is refused', () => {
    const read = new InputReader(() => 's3cret', isSecretInput);
    read.refuse('github_token', 'a token', ' in the wrong place');
    read.refuse('model', 'a name');
    expect(read.problems.map(({ given }) => given)).toEqual([
      'a value that is not shown in the wrong place',
      '"s3cret"',
    ]);
  });

  it('is no field of what messages are built from', () => {
    type Camel<Name extends string> = Name extends `${infer First}_${infer Rest}`
      ? `${First}${Capitalize<Rest>}`
      : Name;
    type Same = [Camel<SecretInput>] extends [keyof Secretless] ? 'yes' : 'no';
    // Checked by the compiler.
    const isSame: Same = 'yes';
    expect(isSame).toBe('yes');
  });
});
