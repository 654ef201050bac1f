/**
 * OpenHands' face over HTTP: held against what a running server answered (`openhands-recorded`, of
 * the open-source edition), and each of its habits.
 */
import { afterEach, describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FaultSource, ScenarioSource } from '../../../sandbox/scenario.ts';
import type { Sandbox } from '../../../sandbox/server.ts';
import { bench, call, type Reply } from '../client.ts';

const { start, advance, close } = bench({ service: 'openhands' });
afterEach(close);

const RECORDED = join(import.meta.dirname, 'openhands-recorded');
const CONVERSATIONS = '/api/v1/app-conversations';
const ID = 'a1b2c3d4-0001-4a3b-8c2d-aabbccddee01';
const BARE = ID.replaceAll('-', '');

type Fields = Readonly<Record<string, unknown>>;

interface Exchange {
  readonly request: { readonly method: string; readonly url: string; readonly body?: unknown };
  readonly response: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: unknown;
  };
}

/** The exchange whose file begins with this number. */
function exchange(nth: string): Exchange {
  const file = readdirSync(RECORDED).find((name) => name.startsWith(`${nth}-`)) ?? nth;
  return JSON.parse(readFileSync(join(RECORDED, file), 'utf8')) as Exchange;
}

const SHORT: ScenarioSource = {
  turns: [
    {
      steps: [
        { at: 0, status: 'ACTIVE' },
        {
          at: '1s',
          entry: {
            tool_name: 'terminal',
            tool_input: { command: 'echo hi 1' },
            tool_output: { exit_code: 0 },
            observation: 'hi 1',
          },
        },
        {
          at: '2s',
          status: 'COMPLETE',
          result: 'Said hi.',
          usage: { tokens: 110, cost_usd: 0.0013 },
          github_pull_requests: [{ url: '{{repository}}/pull/812' }],
        },
      ],
    },
    { steps: [{ at: '1s', status: 'COMPLETE', result: 'Again: {{prompt}}' }] },
  ],
};

const serve = (faults: readonly FaultSource[] = [], more: object = {}): Promise<Sandbox> =>
  start({ scenario: { ...SHORT, faults, ...more } });

function create(sandbox: Sandbox, id = ID): Promise<Reply> {
  const initial_message = { role: 'user', content: [{ type: 'text', text: 'Say hi, please.' }] };
  const body = { conversation_id: id, initial_message, title: 'my own title' };
  return call(sandbox, `POST ${CONVERSATIONS}`, { body });
}

async function conversation(sandbox: Sandbox): Promise<Fields> {
  const { json } = await call(sandbox, `GET ${CONVERSATIONS}?ids=${ID}`);
  return (json as unknown as readonly Fields[])[0] ?? {};
}

async function word(sandbox: Sandbox): Promise<string> {
  const { sandbox_status: box, execution_status: told } = await conversation(sandbox);
  return `${String(box)}/${String(told)}`;
}

async function events(sandbox: Sandbox, query = ''): Promise<readonly Fields[]> {
  const { json } = await call(sandbox, `GET /api/v1/conversation/${ID}/events/search${query}`);
  return json['items'] as readonly Fields[];
}

function say(sandbox: Sandbox, text: string): Promise<Reply> {
  const body = { content: [{ type: 'text', text }], run: true };
  return call(sandbox, `POST ${CONVERSATIONS}/${ID}/send-message`, { body });
}

/** Names and types, at any depth. Null fits anything. */
function shapeOf(value: unknown): unknown {
  if (value === null) {
    return expect.anything();
  }
  if (Array.isArray(value)) {
    return expect.any(Array);
  }
  if (typeof value !== 'object') {
    return typeof value === 'string' ? expect.any(String) : expect.anything();
  }
  const fields = Object.entries(value).map(([name, field]) => [name, shapeOf(field)]);
  return Object.fromEntries(fields) as Fields;
}

/** With a text in the place of each null, which an answer may have where another has a value. */
function told(value: unknown): unknown {
  if (value === null || value === undefined) {
    return 'null';
  }
  if (typeof value !== 'object' || Array.isArray(value)) {
    return value;
  }
  const fields = Object.entries(value).map(([name, field]) => [name, told(field)]);
  return Object.fromEntries(fields) as Fields;
}

function expectShape(given: unknown, recorded: unknown): void {
  expect(told(given)).toEqual(shapeOf(told(recorded)));
}

const first = (value: unknown): unknown => (value as readonly unknown[])[0];

describe('as the running server answered', () => {
  it('a create is a start task that works', async () => {
    const sandbox = await serve();
    const { status, json } = await create(sandbox);
    const { response } = exchange('01');
    expect(status).toBe(response.status);
    expectShape(json, response.body);
    expect(json).toMatchObject({ status: 'WORKING', detail: null, app_conversation_id: null });
  });

  it('a start task becomes ready, and the conversation is there', async () => {
    const sandbox = await serve();
    const { json: task } = await create(sandbox);
    expect(await call(sandbox, `GET ${CONVERSATIONS}?ids=${ID}`)).toMatchObject({ json: [null] });
    advance(600);
    const target = `GET ${CONVERSATIONS}/start-tasks?ids=${String(task['id'])}`;
    const { json } = await call(sandbox, target);
    expectShape(first(json), first(exchange('05').response.body));
    expect(first(json)).toMatchObject({ status: 'READY', app_conversation_id: BARE });
    expectShape(await conversation(sandbox), first(exchange('06').response.body));
    expect(await word(sandbox)).toBe('RUNNING/running');
    advance(2000);
    expect(await word(sandbox)).toBe('RUNNING/finished');
  });

  it('events have the fields and kinds of the real ones, and no others', async () => {
    const sandbox = await serve();
    await create(sandbox);
    advance(3000);
    const recorded = (exchange('11').response.body as { readonly items: readonly Fields[] }).items;
    for (const event of await events(sandbox)) {
      const kind = event['kind'];
      const { key } = event;
      const same = recorded.find((each) => each['kind'] === kind && each['key'] === key);
      expect(Object.keys(same ?? {})).toEqual(expect.arrayContaining(Object.keys(event)));
    }
  });

  it.each([
    ['21', 'a batch with an unknown id'],
    ['22', 'a batch with an id that is none'],
    ['23', 'a batch without ids'],
    ['24', 'the path of one conversation'],
    ['25', 'a path that is not there'],
    ['26', 'the same with POST'],
    ['29', 'an unknown start task'],
    ['37', 'a kind that is not there'],
    ['39', 'events of an unknown conversation'],
    ['40', 'events of an id that is none'],
    ['43', 'the plural path of events'],
    ['44', 'a message to an unknown conversation'],
    ['45', 'a message without content'],
    ['46', 'a message'],
    ['87', 'an unknown sandbox'],
    ['225', 'a create with a bad id'],
    ['226', 'a create that is no JSON'],
    ['227', 'a create with a wrong message'],
    ['229', 'a create with an unknown parent'],
  ])('%s: %s', async (nth) => {
    const sandbox = await serve();
    await create(sandbox);
    advance(3000);
    const { request, response } = exchange(nth);
    const target = `${request.method} ${request.url}`;
    const sent = request.body === null ? {} : { body: request.body };
    const { status, headers, json, text } = await call(sandbox, target, sent);
    expect(status).toBe(response.status);
    expect(headers['content-type']).toBe(response.headers['content-type'] ?? 'application/json');
    if (typeof response.body === 'string') {
      expect(text).toBe(response.body);
      return;
    }
    const detail = (response.body as { readonly detail?: unknown }).detail;
    if (typeof detail === 'string') {
      expect(json['detail']).toBe(detail);
    } else if (Array.isArray(detail)) {
      expect(Object.keys(first(detail) as Fields)).toEqual(
        expect.arrayContaining(Object.keys(first(json['detail']) as Fields)),
      );
    } else {
      expectShape(Array.isArray(json) ? json.length : json, shapeSource(response.body));
    }
  });

  it('a key of no one is refused', async () => {
    const sandbox = await serve();
    const { response } = exchange('30');
    const headers = { authorization: 'Bearer wrong' };
    const reply = await call(sandbox, `GET ${CONVERSATIONS}/search?limit=1`, { headers });
    expect(reply).toMatchObject({ status: response.status, json: response.body });
  });

  it('a second create under one id is answered alike and fails later', async () => {
    const sandbox = await serve();
    await create(sandbox);
    advance(600);
    expect(await create(sandbox)).toMatchObject({ status: 200, json: { status: 'WORKING' } });
    advance(600);
    const { json } = await call(sandbox, `GET ${CONVERSATIONS}/start-tasks/search`);
    const words = (json['items'] as readonly Fields[]).map(({ status }) => status);
    expect(words).toEqual(['ERROR', 'READY']);
  });

  it('an interrupt takes the key of the sandbox alone', async () => {
    const sandbox = await serve();
    await create(sandbox);
    advance(1000);
    const { conversation_url: url, session_api_key: key } = await conversation(sandbox);
    const path = String(url).slice(sandbox.url.length);
    const bare = { authorization: null };
    const wrong = await call(sandbox, `POST ${path}/interrupt`);
    expect(wrong).toMatchObject({ status: 401, json: exchange('55').response.body });
    const headers = { ...bare, 'x-session-api-key': String(key) };
    const right = await call(sandbox, `POST ${path}/interrupt`, { headers });
    expect(right).toMatchObject({ status: 200, json: exchange('56').response.body });
    expect(await word(sandbox)).toBe('RUNNING/paused');
    const kinds = (await events(sandbox)).map(({ kind }) => kind);
    expect(kinds).toContain('InterruptEvent');
  });
});

/** A list stands for its length. */
function shapeSource(body: unknown): unknown {
  return Array.isArray(body) ? body.length : body;
}

describe('what can go wrong', () => {
  const made = async (fault: string, more: object = {}): Promise<Sandbox> => {
    const sandbox = await serve([{ do: { fault, ...more } }]);
    await create(sandbox);
    return sandbox;
  };

  it('slow-start', async () => {
    const sandbox = await made('slow-start');
    advance(10_000);
    expect(await conversation(sandbox)).toEqual({});
    advance(1_100);
    expect(await word(sandbox)).toBe('RUNNING/finished');
  });

  it.each([
    ['start-fails', ''],
    ['start-fails-with-detail', '500: Agent Server Failed to start properly'],
  ])('%s', async (fault, detail) => {
    const sandbox = await made(fault);
    advance(1_000);
    const { json } = await call(sandbox, `GET ${CONVERSATIONS}/start-tasks/search`);
    expect(first(json['items'])).toMatchObject({ status: 'ERROR', detail });
    expect(await conversation(sandbox)).toEqual({});
  });

  it('open-source', async () => {
    const sandbox = await made('open-source');
    const headers = { authorization: null, 'x-session-api-key': sandbox.token };
    expect((await call(sandbox, `GET ${CONVERSATIONS}/search`)).status).toBe(401);
    const { status } = await call(sandbox, `GET ${CONVERSATIONS}/search`, { headers });
    expect(status).toBe(200);
    const { headers: sent } = await call(sandbox, 'GET /api/keys/current', { headers });
    expect(sent['content-type']).toBe('text/html; charset=utf-8');
  });

  it('blocked-message', async () => {
    const sandbox = await made('blocked-message');
    advance(3_000);
    const { response } = exchange('77');
    const reply = await say(sandbox, 'More. [mark 1]');
    expect(reply).toMatchObject({ status: response.status, json: response.body });
    advance(3_000);
    const texts = JSON.stringify(await events(sandbox));
    expect(texts).toContain('[mark 1]');
  });

  it('late-events', async () => {
    const sandbox = await made('late-events', { for: '30s' });
    advance(3_000);
    expect(await word(sandbox)).toBe('RUNNING/finished');
    const early = await events(sandbox);
    expect(early.filter(({ tool_name: tool }) => tool === 'finish')).toEqual([]);
    advance(30_000);
    const late = await events(sandbox);
    expect(late.length - early.length).toBe(4);
  });

  it('sleeps, until it is resumed', async () => {
    const sandbox = await made('sleeps');
    advance(3_000);
    expect(await word(sandbox)).toBe('PAUSED/null');
    const { response } = exchange('83');
    const refused = await say(sandbox, 'Wake up?');
    expect(refused).toMatchObject({ status: response.status, json: response.body });
    const resume = `POST /api/v1/sandboxes/${BARE}/resume`;
    expect(await call(sandbox, resume)).toMatchObject({ json: exchange('85').response.body });
    expect((await say(sandbox, 'Go on.')).status).toBe(200);
  });

  it('sleeps-in-mid-turn', async () => {
    const sandbox = await made('sleeps-in-mid-turn', { for: '1500ms' });
    advance(3_000);
    expect(await word(sandbox)).toBe('PAUSED/null');
    expect(JSON.stringify(await events(sandbox))).not.toContain('Said hi.');
    await call(sandbox, `POST /api/v1/sandboxes/${BARE}/resume`);
    expect(await word(sandbox)).toBe('RUNNING/finished');
  });

  it.each([
    ['missing', 404],
    ['missing-410', 410],
  ])('%s', async (fault, status) => {
    const sandbox = await made(fault);
    advance(3_000);
    expect(await word(sandbox)).toBe('MISSING/null');
    expect((await say(sandbox, 'Anybody?')).status).toBe(status);
  });

  it.each([
    ['sandbox-error', 'ERROR/null'],
    ['no-word', 'RUNNING/null'],
  ])('%s', async (fault, early) => {
    const sandbox = await made(fault);
    advance(1_000);
    expect(await word(sandbox)).toBe(early);
    advance(6_000);
    expect(await word(sandbox)).toBe('RUNNING/finished');
  });

  it('shell-pull-request', async () => {
    const sandbox = await made('shell-pull-request');
    advance(3_000);
    expect(await conversation(sandbox)).toMatchObject({ pr_number: [] });
    expect(JSON.stringify(await events(sandbox))).toContain('octo/shop/pull/812');
  });

  it('earlier-pull-request', async () => {
    const sandbox = await made('earlier-pull-request');
    advance(3_000);
    expect(await conversation(sandbox)).toMatchObject({ pr_number: [1, 812] });
  });

  it('no-metrics: the events tell the cost', async () => {
    const sandbox = await made('no-metrics');
    advance(3_000);
    expect(await conversation(sandbox)).toMatchObject({ metrics: { accumulated_cost: 0 } });
    const stats = (await events(sandbox)).filter(({ key }) => key === 'stats').at(-1);
    expect(stats).toMatchObject({
      value: { usage_to_metrics: { agent: { accumulated_cost: 0.0013 } } },
    });
  });

  it('pages by row', async () => {
    const sandbox = await made('shifted-page');
    advance(3_000);
    const all = await events(sandbox);
    const second = await events(sandbox, '?limit=4&page_id=4');
    expect(second[0]?.['id']).toBe(all[3]?.['id']);
  });

  it('a bound in time is compared as a text', async () => {
    const sandbox = await serve();
    await create(sandbox);
    advance(3_000);
    const all = await events(sandbox);
    const { timestamp } = all.at(-1) ?? {};
    const from = await events(sandbox, `?timestamp__gte=${String(timestamp)}`);
    const zoned = await events(sandbox, `?timestamp__gte=${String(timestamp)}Z`);
    expect([from.length > 0, zoned.length]).toEqual([true, 0]);
  });

  it('web-page', async () => {
    const sandbox = await made('web-page');
    const { headers } = await call(sandbox, `GET ${CONVERSATIONS}?ids=${ID}`);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
  });
});
