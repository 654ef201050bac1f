/** What Cursor's cloud agents need and can (contract 18.1). */
import {
  BEARER,
  inAddress,
  type RequestName,
  type PathNames,
  type ServiceFacts,
} from '../facts.ts';
import type { RunId } from '../port.ts';

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
/** The id of a run is the service's own, and whatever it gives is taken back. */
const ID = new RegExp(`^bc-${UUID}(?:/run-[\\w-]{1,190})?$`, 'i');
/** In the page of an agent, `https://cursor.com/agents/bc-…`, or in its query. */
const AGENT_IN_ADDRESS = new RegExp(`[/=](bc-${UUID})(?=$|[/?#&])`, 'gi');

/** An agent, or one run of it. The page of an agent names no run, so that its newest is meant. */
function readRunId(given: string): RunId | null {
  return ID.test(given) ? given : inAddress(given, AGENT_IN_ADDRESS);
}

function requestLine(request: RequestName, { runId }: PathNames): string {
  const [agent = '', run = ''] = (runId ?? '').split('/');
  switch (request) {
    case 'create':
      return 'POST /v1/agents';
    case 'look-up':
      return 'GET /v1/repositories';
    case 'read':
      return `GET /v1/agents/${agent}${run === '' ? '' : `/runs/${run}`}`;
    case 'resume':
      return `POST /v1/agents/${agent}/runs`;
  }
}

export const CURSOR: ServiceFacts = {
  title: 'Cursor',
  titleInText: 'Cursor',
  runNoun: 'run',
  otherNames: ['cursorai', 'cursoragent', 'cursorcloud'],
  runList: () => 'the list of agents in the web interface of the service',
  documentDate: '2026-11-26',
  tried: null,
  baseUrl: { kind: 'fixed', url: 'https://api.cursor.com' },
  otherHosts: [],
  requestLine,
  versionPath: '/v1',
  auth: BEARER,
  token: 'the API key of a Cursor user or service account',
  tokenPrefixes: ['crsr_'],
  // Sheet, section 2.
  olderTokenPrefixes: ['key_'],
  orgId: 'none',
  repository: 'workflow',
  can: {
    followUp: true,
    text: true,
    stop: true,
    ref: 'any',
    startsAtHead: true,
    createPullRequest: true,
    model: true,
    images: 5,
    ownTasks: false,
    log: 'stream',
    promptMax: null,
  },
  fleetMost: Infinity,
  budget: null,
  reservedFields: {
    prompt: 'use the input `prompt`',
    agentId: 'leave it to the action, which makes it so that nothing is created twice',
    repos: 'use the inputs `repo` and `ref`',
    autoCreatePR: 'use the input `create_pull_request`',
    envVars: 'leave it out, because it cannot be sent together with `agentId`',
  },
  secretFields: ['envVars', 'mcpServers.headers', 'mcpServers.env', 'mcpServers.auth'],
  inputFields: { model: 'model' },
  keyField: null,
  runId: {
    accepted: '`bc-<uuid>`, `bc-<uuid>/run-<uuid>`, or the address of an agent that contains it',
    read: readRunId,
    isNumber: false,
    same: (id) => id.toLowerCase(),
  },
  told: {
    repo: '`<GITHUB_SERVER_URL>/owner/name` in `repos`',
    ref: '`startingRef`',
    createPullRequest: '`autoCreatePR`',
    model: '`model.id`',
    stop: 'cancels the run',
    idempotency: 'in `agentId`',
    log: 'live stream',
    usage: 'tokens, and the cost',
    pullRequests: "new ones of the agent's `git`, and earlier ones that got commits",
  },
};
