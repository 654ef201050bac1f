/** What the cloud agent of GitHub Copilot needs and can (contract 18.1). */
import {
  BEARER,
  inAddress,
  type RequestName,
  type PathNames,
  type ServiceFacts,
} from '../facts.ts';
import type { RunId } from '../port.ts';

/** A UUID as far as was seen, but no more than a text is promised (sheet, section 3.3). */
const ID = /^[0-9a-z][\w-]{7,99}$/i;
/** In the page of a task, `https://github.com/owner/name/agents/tasks/…`, or in its API's. */
const TASK_IN_ADDRESS = /\/tasks\/([0-9a-z][\w-]{7,99})(?=$|[/?#])/gi;

function readRunId(given: string): RunId | null {
  return ID.test(given) ? given : inAddress(given, TASK_IN_ADDRESS);
}

function requestLine(request: RequestName, { repo, runId }: PathNames): string {
  const tasks = `/agents/repos/${String(repo)}/tasks`;
  switch (request) {
    case 'create':
    case 'resume':
      return `POST ${tasks}`;
    case 'look-up':
      return `GET ${tasks}`;
    case 'read':
      return `GET ${tasks}/${String(runId)}`;
  }
}

/** Where a person's tasks of all repositories are (sheet, section 5). */
export function tasksAt(serverUrl: string): string {
  return `${serverUrl}/copilot/agents`;
}

export const COPILOT: ServiceFacts = {
  title: 'GitHub Copilot',
  titleInText: 'GitHub Copilot',
  runNoun: 'task',
  otherNames: ['github', 'githubcopilot', 'copilotagent', 'copilotcodingagent'],
  runList: (serverUrl) => `the list of tasks at ${tasksAt(serverUrl)}`,
  documentDate: '2026-11-26',
  tried: null,
  baseUrl: { kind: 'variable', name: 'GITHUB_API_URL', otherwise: 'https://api.github.com' },
  otherHosts: [],
  requestLine,
  versionPath: '',
  auth: BEARER,
  token:
    'a GitHub token of a person with the permission "Agent tasks", which the token of the job ' +
    'does not have',
  // Those of persons, classic ones among them (sheet, section 2).
  tokenPrefixes: ['github_pat_', 'ghp_', 'gho_', 'ghu_'],
  orgId: 'none',
  repository: 'required',
  can: {
    followUp: false,
    text: false,
    stop: false,
    ref: 'branch',
    startsAtHead: true,
    createPullRequest: true,
    model: true,
    images: 0,
    ownTasks: false,
    log: 'states',
    promptMax: 16_000,
  },
  fleetMost: Infinity,
  budget: null,
  reservedFields: {
    prompt: 'use the input `prompt`',
    create_pull_request: 'use the input `create_pull_request`',
    base_ref: 'use the input `ref`',
    head_ref: 'leave it out, because each task gets a branch of its own',
  },
  secretFields: [],
  inputFields: { model: 'model' },
  keyField: null,
  runId: {
    accepted: 'the ID of a task, or the address of one',
    read: readRunId,
    isNumber: false,
    same: (id) => id.toLowerCase(),
  },
  told: {
    repo: 'in the path',
    ref: '`base_ref`',
    createPullRequest: '`create_pull_request`, always sent',
    model: '`model`',
    stop: 'no',
    idempotency: 'in a line at the end of the prompt',
    log: 'none: changes of state alone, as entries of the type `STATE`',
    usage: 'AI credits or premium requests',
    pullRequests: 'the one of the task',
  },
};
