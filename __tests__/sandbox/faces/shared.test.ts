/**
 * What all faces share: the header of the sandbox, ids as text, and faults that a face declares.
 */
import { afterEach, expect, it } from '@jest/globals';
import { declaredNames } from '../../../sandbox/faces/declared.ts';
import { readScenario } from '../../../sandbox/read-scenario.ts';
import { bench, call, create, ORG } from '../client.ts';

const { start, close } = bench({ api: 'published' });
afterEach(close);

it('every answer says that it is the sandbox: contract 10', async () => {
  const sandbox = await start({ faults: [{ on: 'read', do: { status: 503 } }] });
  const id = await create(sandbox);
  const replies = [
    await call(sandbox, 'GET /nothing'),
    await call(sandbox, `GET ${ORG}/${id}/logs`),
    await call(sandbox, `GET ${ORG}/${id}`),
    await call(sandbox, `GET ${ORG}/${id}`, { headers: { authorization: null } }),
  ];
  expect(replies.map(({ headers }) => headers['x-agent-sandbox'])).toEqual(
    replies.map(() => 'true'),
  );
});

it('ids are texts in the store', async () => {
  const sandbox = await start();
  await create(sandbox);
  expect(sandbox.runs().map(({ id }) => id)).toEqual(['1001']);
  expect(sandbox.seedRun({ id: 'any-text', repository: 'https://x.test/o/r' })).toMatchObject({
    id: 'any-text',
    repository: 'https://x.test/o/r',
  });
});

it('creates are counted for each key, seeded runs are not', async () => {
  const sandbox = await start();
  const body = { prompt: 'x', metadata: { key: 'k-1', other: 5 } };
  await call(sandbox, `POST ${ORG}`, { body });
  await call(sandbox, `POST ${ORG}`, { body });
  sandbox.seedRun();
  expect([sandbox.store.creates('k-1'), sandbox.store.creates('k-2')]).toEqual([2, 0]);
  sandbox.clear();
  expect(sandbox.store.creates('k-1')).toBe(0);
});

it('a declared fault needs no `on`, applies beside a general one, and is ignored elsewhere', async () => {
  const scenario = {
    turns: [{ steps: [] }],
    faults: [{ do: 'stale' }, { on: 'runs', do: { delay: '1ms' } }],
  };
  const sandbox = await start({ scenario });
  const first = await create(sandbox);
  await create(sandbox);
  const { json } = await call(sandbox, `GET ${ORG}s`);
  expect((json['items'] as readonly { id: number }[]).map(({ id }) => id)).toEqual([first]);
});

it.each([
  ['nothing', { do: 'nothing' }, /s\.faults\[0\]\.do: must be one of reset-before/],
  ['no kind', { on: 'nothing', do: 'stale' }, /s\.faults\[0\]\.on: must be one of create/],
  ['no name', { do: { fault: 'nothing' } }, /s\.faults\[0\]\.do\.fault: must be one of/],
  ['a time', { do: { fault: 'stale', for: '1s' } }, /do\.for: stale takes no time/],
  ['a number', { do: { fault: 'stale', count: 2 } }, /do\.count: stale takes no number/],
  ['a general one without kind', { do: 'html' }, /s\.faults\[0\]\.on: must be one of create/],
])('a rule with %s is refused', (_, rule, message) => {
  const source = { turns: [{ steps: [] }], faults: [rule] };
  expect(() => readScenario('s', source)).toThrow(message);
});

it('the names of declared faults are words with hyphens', () => {
  for (const name of declaredNames()) {
    expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  }
});
