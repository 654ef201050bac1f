/**
 * An ID that a service gives a run stands as it is in the job log, in comments, in the marker of a
 * thread and in paths of requests: one that could act there is none, so that nobody knows which run
 * was created (contract 4.1, 6.4).
 */
import { describe, expect, it } from '@jest/globals';
import { agentIdOf } from '../../src/agents/cursor/key.ts';
import type { Agent } from '../../src/agents/port.ts';
import { SERVICE_NAMES, type ServiceName } from '../../src/agents/service-table.ts';
import type { CallOptions } from '../../src/http/limits.ts';
import { MemoryHttp } from '../support/memory-http.ts';
import { VirtualClock } from '../support/virtual-clock.ts';
import { agentOver, IDENTITY, ORDER } from './scene.ts';

interface Answers {
  /** An ID as the service makes them. */
  readonly good: string;
  /** What the run is read by, where that is not its ID. */
  readonly known?: string;
  /** What it answers to the create of a run with this ID, and where the run is read. */
  readonly created: (id: string) => unknown;
  readonly read: (id: string, path: string) => unknown;
}

const same = (answer: (id: string) => unknown) => ({ created: answer, read: answer });

/** With Cursor the agent is ours, and its run is the service's. */
const AGENT = agentIdOf(IDENTITY, 'https://github.com');
const MAIN = { defaultBranch: { displayName: 'main' } };

const ANSWERS: Readonly<Record<ServiceName, Answers>> = {
  'agent-run': { good: '77', ...same((id) => ({ id, status: 'ACTIVE' })) },
  cursor: {
    good: 'run-1',
    known: AGENT,
    created: (id) => ({ agent: { id: AGENT, latestRunId: id }, run: { id } }),
    read: (id, path) =>
      path.endsWith(AGENT) ? { id: AGENT, latestRunId: id } : { id, items: [{ id }] },
  },
  devin: {
    good: 'devin-7c1e0a55f2d94b',
    ...same((id) => ({ session_id: id, status: 'new' })),
  },
  copilot: {
    good: '5d0c1f3a-0000-4000-8000-000000000000',
    ...same((id) => ({ id, state: 'queued' })),
  },
  jules: {
    good: '31415926535897932384',
    created: (id) => ({ id }),
    // Before a create the repository is read.
    read: (id) => ({ name: `sessions/${id}`, githubRepo: MAIN }),
  },
  openhands: {
    good: '00000000000040008000000000000001',
    created: (id) => ({ id, status: 'WORKING', request: { conversation_id: id } }),
    read: (id) => [{ id, sandbox_status: 'RUNNING', execution_status: 'running' }],
  },
};

const ACTING = [
  '##[error]pwned',
  '@octo-org',
  '<img>',
  '-->',
  'x\r::error::y',
  '7\n',
  '..',
  '?ids=1',
  '[a](b)',
  'x'.repeat(201),
];

interface Opened {
  readonly agent: Agent;
  readonly call: CallOptions;
}

async function open(service: ServiceName, id: string): Promise<Opened> {
  const { created, read } = ANSWERS[service];
  const clock = new VirtualClock();
  const http = new MemoryHttp(clock, ({ method, url }) => {
    if (url.includes('/events/')) {
      return { body: { items: [] } };
    }
    const { pathname } = new URL(url);
    return { body: method === 'POST' ? created(id) : read(id, pathname) };
  });
  const agent = await agentOver(service, { http, clock });
  return { agent, call: { signal: new AbortController().signal, deadline: clock.now() + 60_000 } };
}

describe.each(SERVICE_NAMES)('%s', (service) => {
  const { good, known = good } = ANSWERS[service];

  it('takes the ID of a run as it comes', async () => {
    const { agent, call } = await open(service, good);
    await expect(agent.create(ORDER, IDENTITY, call)).resolves.toHaveProperty('id');
    await expect(agent.read(known, call)).resolves.toMatchObject({
      id: expect.stringContaining(good),
    });
  });

  it.each(ACTING)('takes %j for no ID', async (id) => {
    const { agent, call } = await open(service, id);
    await expect(agent.create(ORDER, IDENTITY, call)).rejects.toMatchObject({
      kind: 'body',
      proof: 'ambiguous',
    });

    const shown = await agent.read(known, call).catch(() => null);
    expect([null, known]).toContain(shown?.id ?? null);
  });
});
