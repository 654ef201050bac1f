/**
 * What the adapter sends, and what the sandbox answers, as GitHub's OpenAPI description has both.
 */
import { expect, it } from '@jest/globals';
import type { Http, HttpRequest } from '../../../src/http/port.ts';
import { UndiciHttp } from '../../../src/http/undici.ts';
import { loadOpenApi, type Exchange } from '../../support/openapi.ts';
import { FIRST_IDENTITY, ORDER } from '../scene.ts';
import { lostSearch, sceneOf } from './scene.ts';

const exchanges: Exchange[] = [];
const direct = new UndiciHttp({ httpProxy: undefined, httpsProxy: undefined, noProxy: '*' });
const parsed = (text: string): unknown => (text === '' ? undefined : (JSON.parse(text) as unknown));
const recording: Http = {
  async send(request: HttpRequest, signal) {
    const answer = await direct.send(request, signal);
    const { pathname, searchParams } = new URL(request.url);
    exchanges.push({
      method: request.method,
      path: pathname,
      query: Object.fromEntries(searchParams),
      headers: request.headers,
      body: request.body === null ? undefined : parsed(request.body),
      answer: { status: answer.status, body: parsed(answer.body) },
    });
    return answer;
  },
  open: (request, signal) => direct.open(request, signal),
  reached: () => direct.reached(),
  close: () => direct.close(),
};

it('every exchange is as described', async () => {
  const one = await sceneOf([], { http: recording });
  const { agent, call } = one;
  const order = { ...ORDER, ref: 'main', model: 'auto', fields: { custom_agent: 'tester' } };
  const { id } = await agent.create(order, FIRST_IDENTITY, call);
  await agent.read(id, call);
  one.clock.advance(2_500);
  await agent.read(id, call);
  await agent.find(lostSearch(one), call);
  await agent.standings?.([id], call);
  await agent.standings?.([id, 'elsewhere'], call);
  await one.anew({ env: {} }).read(id, call);
  await agent.readGitHub?.('/repos/acme/shop/pulls?state=all&per_page=100', call);
  await direct.close();
  const judge = loadOpenApi('api.github.com');
  const tasks = exchanges.filter(({ path }) => path.startsWith('/agents/'));
  expect(tasks.map(({ method, path }) => `${method} ${path.replace(id, 'ID')}`)).toEqual([
    'POST /agents/repos/acme/shop/tasks',
    'GET /agents/repos/acme/shop/tasks/ID',
    'GET /agents/repos/acme/shop/tasks/ID',
    'GET /agents/repos/acme/shop/tasks',
    'GET /agents/repos/acme/shop/tasks',
    'GET /agents/repos/acme/shop/tasks/ID',
    'GET /agents/repos/acme/shop/tasks',
    'GET /agents/tasks',
    'GET /agents/tasks/ID',
  ]);
  expect(tasks.flatMap((exchange) => judge(exchange))).toEqual([]);
});
