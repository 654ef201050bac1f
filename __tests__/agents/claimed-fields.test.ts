/**
 * What the facts of a service claim that a create can be told, and what its create then carries
 * (contract 18.1): each claimed field gets a value of its own, which is looked for in the request.
 * And what a create sets by itself can be set in `request_fields` only where that is not lost, and
 * how long its answer is waited for.
 */
import { describe, expect, it } from '@jest/globals';
import type { RunOrder } from '../../src/agents/port.ts';
import { SERVICE_TABLE, SERVICE_NAMES, type ServiceName } from '../../src/agents/service-table.ts';
import type { HttpRequest } from '../../src/http/port.ts';
import { MemoryHttp } from '../support/memory-http.ts';
import { VirtualClock } from '../support/virtual-clock.ts';
import { agentOver, IDENTITY, ORDER } from './scene.ts';

type Body = Readonly<Record<string, unknown>>;

/** What is read of a repository before a create, where a service needs that. */
const SOURCE = {
  name: 'sources/github/acme/shop',
  githubRepo: { defaultBranch: { displayName: 'main' } },
};

/** The create that this order makes. */
async function createOf(service: ServiceName, order: Partial<RunOrder> = {}): Promise<HttpRequest> {
  const clock = new VirtualClock();
  const http = new MemoryHttp(clock, ({ method }) =>
    method === 'GET' ? { status: 200, body: SOURCE } : { status: 422, body: {} },
  );
  const agent = await agentOver(service, { http, clock });
  const call = { signal: new AbortController().signal, deadline: clock.now() + 600_000 };
  await agent.create({ ...ORDER, ...order }, IDENTITY, call).catch(() => undefined);
  const create = http.requests.find(({ method }) => method === 'POST');
  if (create === undefined) {
    throw new Error(`${service} sent no create`);
  }
  return create;
}

async function bodyOf(service: ServiceName, order: Partial<RunOrder> = {}): Promise<Body> {
  const { body } = await createOf(service, order);
  return JSON.parse(body ?? '') as Body;
}

/** How long a create is waited for by the sheets, which of `devin` says a minute or more. */
const CREATE_SECONDS: Readonly<Record<ServiceName, number>> = {
  'agent-run': 120,
  copilot: 120,
  cursor: 120,
  devin: 120,
  jules: 60,
  openhands: 60,
};

const CANARY = 'canary-5f1c';
const IMAGE = 'data:image/png;base64,Y2FuYXJ5';

/** The fields at the top of a body in which a text stands. */
const fieldsWith = (body: Body, text: string): readonly string[] =>
  Object.entries(body).flatMap(([name, value]) =>
    JSON.stringify(value).includes(text) ? [name] : [],
  );

describe.each(SERVICE_NAMES)('%s', (service) => {
  const { can, budget, reservedFields, inputFields, keyField } = SERVICE_TABLE[service];
  const denied = new Set([...Object.keys(reservedFields), ...Object.values(inputFields), keyField]);

  it('is waited for as long as the sheet says', async () => {
    const { totalTimeoutMs } = await createOf(service);
    expect(totalTimeoutMs).toBe(CREATE_SECONDS[service] * 1_000);
  });

  it('carries the prompt', async () => {
    expect(fieldsWith(await bodyOf(service, { prompt: CANARY }), CANARY)).not.toEqual([]);
  });

  it('carries the model where it can be told one, in the field that its facts name', async () => {
    const fields = fieldsWith(await bodyOf(service, { model: CANARY }), CANARY);
    expect(fields).toEqual(can.model ? [inputFields.model] : []);
  });

  it('carries images where it takes some, which `request_fields` cannot set too', async () => {
    const fields = fieldsWith(await bodyOf(service, { images: [IMAGE] }), 'Y2FuYXJ5');
    expect(fields).toHaveLength(can.images > 0 ? 1 : 0);
    expect(fields.filter((name) => !denied.has(name))).toEqual([]);
  });

  it('carries where to start', async () => {
    const fields = fieldsWith(await bodyOf(service, { ref: CANARY }), CANARY);
    expect(fields).toHaveLength(can.ref === 'none' ? 0 : 1);
  });

  it('carries whether to open a pull request', async () => {
    const [wanted, unwanted] = [
      await bodyOf(service, { createPullRequest: true }),
      await bodyOf(service, { createPullRequest: false }),
    ];
    const isTold = JSON.stringify(wanted) !== JSON.stringify(unwanted);
    expect(isTold).toBe(can.createPullRequest);
  });

  it('carries a budget that the service keeps', async () => {
    const fields = fieldsWith(await bodyOf(service, { limit: 713 }), '713');
    expect(fields).toEqual(budget?.kept === 'sent' ? [inputFields.budget] : []);
  });

  it('carries `request_fields`, and loses none of them to a field of its own', async () => {
    const order = {
      model: can.model ? 'm' : null,
      images: can.images > 0 ? [IMAGE] : [],
      limit: budget?.kept === 'sent' ? 7 : null,
      ref: can.ref === 'none' ? null : 'topic',
    };
    const own = Object.keys(await bodyOf(service, order));
    for (const name of [...own, 'another_field'].filter((field) => !denied.has(field))) {
      const body = await bodyOf(service, { ...order, fields: { [name]: CANARY } });
      expect([name, body[name]]).toEqual([name, CANARY]);
    }
  });
});
