/** The scenarios that ship, told by every face to their end. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { SERVICES, type ServiceName } from '../../../sandbox/faces/face.ts';
import { BUILT_IN } from '../../../sandbox/library.ts';
import type { Sandbox } from '../../../sandbox/server.ts';
import { bench, call, type Reply } from '../client.ts';

const { start, advance, close } = bench({});
afterEach(close);

type Headers = Readonly<Record<string, string | null>>;

interface Told {
  /** Beside those of every call; null leaves one out. */
  readonly headers: (sandbox: Sandbox) => Headers;
  /** What creates a run, and the answer's field with its id. */
  readonly create: (sandbox: Sandbox) => Promise<string>;
  readonly read: (sandbox: Sandbox, id: string) => string;
  /** The word of a state, and what it is where all is told. */
  readonly word: (body: Reply['json']) => unknown;
  /** The reads of the log; none where a service has no log. */
  readonly logs: (sandbox: Sandbox, id: string) => readonly string[];
  /** Its log is a stream, which is whole only when its run has ended. */
  readonly isStreamed: boolean;
  readonly entries: (reply: Reply) => number;
  /** The word at the end of a scenario that is done, has failed, or asks. */
  readonly done: string;
  readonly failed: string;
  readonly asks: string;
  /** That of a status that no table knows, `ARCHIVED`. */
  readonly unknown: string;
}

const AGENT_RUN = '/v1/organizations/1/agent/run';
const SESSIONS = '/v3/organizations/org-5a4db0c1/sessions';
const TASKS = '/agents/repos/octo/shop/tasks';
const AGENTS = '/v1/agents';
const CONVERSATIONS = '/api/v1/app-conversations';
const CONVERSATION = 'a1b2c3d4-0001-4a3b-8c2d-aabbccddee01';
const SCHEMA = {
  properties: { outcome: {}, message: {}, answer: {} },
};

async function made(
  reply: Promise<Reply>,
  idIn: (body: Reply['json']) => unknown,
): Promise<string> {
  const { status, json, text } = await reply;
  if (status >= 300) {
    throw new Error(text);
  }
  return String(idIn(json));
}

const plain = (): Headers => ({ 'user-agent': 'test' });
const apiKey = ({ token }: Sandbox): Headers => ({ authorization: null, 'x-goog-api-key': token });

const FACES: Readonly<Record<ServiceName, Told>> = {
  'agent-run': {
    headers: plain,
    create: (sandbox) =>
      made(call(sandbox, `POST ${AGENT_RUN}`, { body: { prompt: 'Go.' } }), ({ id }) => id),
    read: (_, id) => `${AGENT_RUN}/${id}`,
    word: ({ status }) => status,
    logs: (_, id) => [`${AGENT_RUN}/${id}/logs`],
    isStreamed: false,
    entries: ({ json }) => (json['logs'] as unknown[]).length,
    done: 'COMPLETE',
    failed: 'FAILED',
    asks: 'WAITING_FOR_INPUT',
    unknown: 'ARCHIVED',
  },
  cursor: {
    headers: plain,
    create: (sandbox) => {
      const body = {
        prompt: { text: 'Go.' },
        repos: [{ url: 'https://github.com/octo/shop' }],
        autoCreatePR: true,
      };
      return made(call(sandbox, `POST ${AGENTS}`, { body }), ({ agent, run }) => {
        const { id } = agent as { readonly id: string };
        return `${id}/runs/${(run as { readonly id: string }).id}`;
      });
    },
    read: (_, id) => `${AGENTS}/${id}`,
    word: ({ status }) => status,
    logs: (_, id) => [`${AGENTS}/${id}/stream`],
    isStreamed: true,
    entries: ({ text }) => text.split('\n\n').length - 1,
    done: 'FINISHED',
    failed: 'ERROR',
    asks: 'FINISHED',
    unknown: 'ARCHIVED',
  },
  devin: {
    headers: plain,
    create: (sandbox) => {
      const body = { prompt: 'Go.', structured_output_schema: SCHEMA };
      return made(call(sandbox, `POST ${SESSIONS}`, { body }), (json) => json['session_id']);
    },
    read: (_, id) => `${SESSIONS}/devin-${id}`,
    word: ({ status, status_detail, structured_output: output }) =>
      `${String(status)}/${String(status_detail)} ${(output as { outcome: string } | null)?.outcome ?? 'none'}`,
    logs: (_, id) => [`${SESSIONS}/devin-${id}/messages`],
    isStreamed: false,
    entries: ({ json }) => (json['items'] as unknown[]).length,
    done: 'running/waiting_for_user done',
    failed: 'running/waiting_for_user blocked',
    asks: 'running/waiting_for_user question',
    unknown: 'ARCHIVED/null none',
  },
  copilot: {
    headers: plain,
    create: (sandbox) => {
      const body = { prompt: 'Go.', create_pull_request: true };
      return made(call(sandbox, `POST ${TASKS}`, { body, headers: plain() }), ({ id }) => id);
    },
    read: (_, id) => `${TASKS}/${id}`,
    word: ({ state }) => state,
    logs: () => [],
    isStreamed: false,
    entries: () => 0,
    done: 'completed',
    failed: 'failed',
    asks: 'waiting_for_user',
    unknown: 'ARCHIVED',
  },
  jules: {
    headers: apiKey,
    create: (sandbox) => {
      const automation = { automationMode: 'AUTO_CREATE_PR', requirePlanApproval: false };
      const body = { prompt: 'Go.', ...automation };
      const headers = apiKey(sandbox);
      return made(call(sandbox, 'POST /v1alpha/sessions', { body, headers }), ({ id }) => id);
    },
    read: (_, id) => `/v1alpha/sessions/${id}`,
    word: ({ state }) => state,
    logs: (_, id) => [`/v1alpha/sessions/${id}/activities`],
    isStreamed: false,
    entries: ({ json }) => (json['activities'] as unknown[]).length,
    done: 'COMPLETED',
    failed: 'FAILED',
    asks: 'AWAITING_USER_FEEDBACK',
    unknown: 'ARCHIVED',
  },
  openhands: {
    headers: plain,
    create: (sandbox) => {
      const initial_message = { content: [{ type: 'text', text: 'Go.' }] };
      const body = { initial_message, conversation_id: CONVERSATION };
      return made(call(sandbox, `POST ${CONVERSATIONS}`, { body }), () => CONVERSATION);
    },
    read: (_, id) => `${CONVERSATIONS}?ids=${id}`,
    word: (body) => {
      const [conversation] = body as unknown as readonly Readonly<Record<string, unknown>>[];
      return conversation?.['execution_status'];
    },
    logs: (_, id) => [`/api/v1/conversation/${id}/events/search`],
    isStreamed: false,
    entries: ({ json }) => (json['items'] as unknown[]).length,
    done: 'finished',
    failed: 'error',
    asks: 'finished',
    unknown: 'ARCHIVED',
  },
};

/** How each scenario ends. */
const ENDS: Readonly<Record<string, 'asks' | 'done' | 'failed' | 'unknown'>> = {
  quick: 'done',
  'setup-commands': 'done',
  'analyze-logs': 'done',
  review: 'done',
  'review-again': 'done',
  structured: 'done',
  failed: 'failed',
  asks: 'asks',
  noisy: 'done',
  'bug-fix': 'done',
  checks: 'done',
  'unknown-status': 'unknown',
  huge: 'done',
  'all-types': 'done',
  rough: 'done',
  fleet: 'done',
};

it('every scenario that ships is told', () => {
  expect(Object.keys(ENDS).sort()).toEqual(Object.keys(BUILT_IN).sort());
});

describe.each(SERVICES)('%s', (service) => {
  const face = FACES[service];
  it.each(Object.entries(ENDS))('%s', async (scenario, end) => {
    // Its faults are another matter.
    const sandbox = await start({ service, scenario: { ...BUILT_IN[scenario]!, faults: [] } });
    const id = await face.create(sandbox);
    advance(1_200_000);
    const headers = face.headers(sandbox);
    const { json } = await call(sandbox, `GET ${face.read(sandbox, id)}`, { headers });
    expect(face.word(json)).toBe(face[end]);
    const isOpen = face.isStreamed && end === 'unknown';
    for (const path of isOpen ? [] : face.logs(sandbox, id)) {
      expect(face.entries(await call(sandbox, `GET ${path}`, { headers }))).toBeGreaterThan(1);
    }
  });
});

it('a run names the pull request that it pushes to', async () => {
  const sandbox = await start({ scenario: 'checks' });
  await FACES['agent-run'].create(sandbox);
  advance(20_000);
  const [run] = sandbox.runs();
  expect(run?.pullRequests?.map(({ number }) => number)).toEqual([131]);
});

it('a fleet in one repository has a pull request for each run', async () => {
  const sandbox = await start({ service: 'copilot', scenario: 'fleet' });
  await FACES.copilot.create(sandbox);
  await FACES.copilot.create(sandbox);
  advance(60_000);
  const { json } = await call(sandbox, 'GET /repos/octo/shop/pulls', {
    headers: plain(),
  });
  const pulls = json as unknown as readonly { readonly number: number; readonly id: number }[];
  expect(pulls.map(({ number }) => number)).toEqual([201, 200]);
  expect(new Set(pulls.map(({ id }) => id)).size).toBe(2);
});
