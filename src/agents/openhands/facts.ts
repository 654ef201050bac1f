/** What OpenHands needs and can (contract 18.1). */
import {
  BEARER,
  inAddress,
  type PathNames,
  type RequestName,
  type ServiceFacts,
} from '../facts.ts';
import type { RunId } from '../port.ts';

/** 32 hexadecimal digits, with the dashes of a UUID or without (sheet, section 2). */
const DIGITS = '[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}';
const ID = new RegExp(`^${DIGITS}$`, 'i');
/** In the page of a conversation, `https://app.all-hands.dev/conversations/…`. */
const CONVERSATION_IN_ADDRESS = new RegExp(`/conversations/(${DIGITS})(?=$|[/?#])`, 'gi');

/** As the web interface writes an id: the service's answers mix both forms (sheet, section 2). */
export function bareId(id: string): RunId {
  return id.replaceAll('-', '').toLowerCase();
}

function readRunId(given: string): RunId | null {
  const id = ID.test(given) ? given : inAddress(given, CONVERSATION_IN_ADDRESS);
  return id === null ? null : bareId(id);
}

function requestLine(request: RequestName, { runId }: PathNames): string {
  switch (request) {
    case 'create':
      return 'POST /api/v1/app-conversations';
    case 'look-up':
      return 'GET /api/v1/users/me';
    case 'read':
      return `GET /api/v1/app-conversations?ids=${String(runId)}`;
    case 'resume':
      return `POST /api/v1/app-conversations/${String(runId)}/send-message`;
  }
}

export const OPENHANDS: ServiceFacts = {
  title: 'OpenHands',
  titleInText: 'OpenHands',
  runNoun: 'conversation',
  otherNames: ['allhands', 'allhandsai', 'openhandscloud', 'opendevin', 'openhandsai'],
  runList: () => 'the list of conversations in the web interface of the service',
  documentDate: '2026-11-28',
  tried: {
    against: 'the open-source server `openhands-ai` 1.11.0, never against the cloud',
    short: 'open-source server',
    day: '2026-11-29',
    command: 'npm run live:openhands',
  },
  baseUrl: { kind: 'fixed', url: 'https://app.all-hands.dev' },
  otherHosts: [
    {
      host: 'The sandbox of a run, as `conversation_url` names it (`service: openhands`)',
      when:
        'To stop the run, over `https:`, or to a loopback host where `base_url` is one; with ' +
        "the key of that sandbox, never with the service's token",
    },
  ],
  requestLine,
  versionPath: '/api/v1',
  auth: BEARER,
  token:
    'the API key of a person or organization, or of a server of your own its `SESSION_API_KEY`',
  tokenPrefixes: [],
  orgId: 'text',
  repository: 'optional',
  can: {
    followUp: true,
    text: true,
    stop: true,
    ref: 'branch',
    startsAtHead: true,
    createPullRequest: true,
    model: true,
    images: 0,
    ownTasks: false,
    log: 'pages',
    promptMax: null,
  },
  // One more puts the oldest sandbox to sleep, also one of the same fleet (sheet, section 10).
  fleetMost: 3,
  budget: {
    unit: 'usd',
    kept: 'watched',
    usageOf: 'step',
    howLate:
      'The cost comes with the events of a conversation, up to 30 seconds late, and of a call to a ' +
      'model only once that has ended. With a model key of your own it is an estimate.',
  },
  reservedFields: {
    initial_message: 'use the input `prompt`',
    conversation_id: 'leave it to the action, which finds its conversation again by it',
    selected_repository: 'use the input `repo`',
    selected_branch: 'use the input `ref`',
  },
  secretFields: ['secrets'],
  inputFields: { model: 'llm_model' },
  keyField: null,
  runId: {
    accepted:
      'the ID of a conversation, 32 hexadecimal digits with or without dashes, or its address',
    read: readRunId,
    isNumber: false,
    same: bareId,
  },
  told: {
    repo: '`selected_repository`',
    ref: '`selected_branch`',
    createPullRequest: 'a sentence after the prompt',
    model: '`llm_model`',
    stop: '`interrupt` of the conversation, read back',
    idempotency: 'the ID of the conversation',
    log: 'events',
    usage: 'US$ and tokens of the conversation; of a follow-up the difference to before',
    pullRequests: '`pr_number`, and addresses in what its tools showed that GitHub confirms',
  },
};
