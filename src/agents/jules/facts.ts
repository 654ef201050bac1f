/** What Google's Jules needs and can (contract 18.1). */
import { inAddress, type PathNames, type RequestName, type ServiceFacts } from '../facts.ts';
import type { RunId } from '../port.ts';

/** Digits as far as was seen, but no more than a text is promised (sheet, section 3). */
const ID = /^[0-9a-z][\w-]{2,99}$/i;
/** `sessions/ID`, as the service names a session. */
const NAME = /^sessions\/([0-9a-z][\w-]{2,99})$/i;
/** In the page of a session, `https://jules.google.com/session/…` or `/task/…`, or in its API's. */
const SESSION_IN_ADDRESS = /\/(?:sessions?|tasks?)\/([0-9a-z][\w-]{2,99})(?=$|[/?#:])/gi;

function readRunId(given: string): RunId | null {
  if (ID.test(given)) {
    return given;
  }
  return NAME.exec(given)?.[1] ?? inAddress(given, SESSION_IN_ADDRESS);
}

function requestLine(request: RequestName, { repo, runId }: PathNames): string {
  switch (request) {
    case 'create':
      return 'POST /v1alpha/sessions';
    case 'look-up':
      return `GET /v1alpha/sources/github/${String(repo)}`;
    case 'read':
      return `GET /v1alpha/sessions/${String(runId)}`;
    case 'resume':
      return `POST /v1alpha/sessions/${String(runId)}:sendMessage`;
  }
}

export const JULES: ServiceFacts = {
  title: 'Jules',
  titleInText: 'Jules',
  runNoun: 'session',
  otherNames: ['google', 'googlejules', 'julesgoogle', 'julesapi'],
  runList: () => 'the list of sessions at https://jules.google.com',
  documentDate: '2026-11-28',
  tried: null,
  baseUrl: { kind: 'fixed', url: 'https://jules.googleapis.com' },
  otherHosts: [],
  requestLine,
  versionPath: '/v1alpha',
  auth: [{ name: 'x-goog-api-key', prefix: '' }],
  token: "the API key of a person, made in the person's settings of Jules",
  tokenPrefixes: [],
  orgId: 'none',
  repository: 'optional',
  can: {
    followUp: true,
    text: true,
    stop: false,
    ref: 'branch',
    startsAtHead: true,
    createPullRequest: true,
    model: false,
    images: 0,
    ownTasks: false,
    log: 'pages',
    promptMax: 20_000,
  },
  fleetMost: Infinity,
  budget: null,
  reservedFields: {
    prompt: 'use the input `prompt`',
    title: 'leave it to the action, which makes it from the first line of the prompt',
    sourceContext: 'use the inputs `repo` and `ref`',
    automationMode: 'use the input `create_pull_request`',
    requirePlanApproval: 'leave it out, because a plan that waits for a person holds the job up',
  },
  secretFields: [],
  inputFields: {},
  keyField: null,
  runId: {
    accepted: 'the ID of a session, `sessions/<ID>`, or the address of one',
    read: readRunId,
    isNumber: false,
    same: (id) => id,
  },
  told: {
    repo: '`sources/github/owner/name` in `sourceContext`, as the service names it',
    ref: '`startingBranch`',
    createPullRequest: '`automationMode`',
    model: 'no',
    stop: 'no',
    idempotency: 'in a line at the end of the prompt',
    log: 'activities',
    usage: 'no',
    pullRequests: 'new ones of the session, and earlier ones that got commits',
  },
};
