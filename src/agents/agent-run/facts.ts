/** What the service of the spec needs and can (contract 18.1). */
import { integerOf } from '../../safe/json.ts';
import {
  BEARER,
  inAddress,
  type RequestName,
  type PathNames,
  type ServiceFacts,
} from '../facts.ts';
import type { RunId } from '../port.ts';

/** What stands before the number of a run in an address: `/runs/`, `/trace/`, `?run_id=`. */
const RUN_IN_ADDRESS = /(?:runs?|traces?|agents?|sessions?)(?:_id)?[/=](\d+)(?=$|[/?#&])/gi;

/**
 * The number of a run, or its web address. The last number counts: a run may lie below an agent.
 */
function readRunId(given: string): RunId | null {
  const id = integerOf(inAddress(given, RUN_IN_ADDRESS) ?? given);
  return id > 0 ? String(id) : null;
}

function requestLine(request: RequestName, { orgId, runId }: PathNames): string {
  const organization = `/v1/organizations/${orgId}`;
  switch (request) {
    case 'create':
      return `POST ${organization}/agent/run`;
    case 'look-up':
      return `GET ${organization}/repos`;
    case 'read':
      return `GET ${organization}/agent/run/${String(runId)}`;
    case 'resume':
      return `POST ${organization}/agent/run/resume`;
  }
}

export const AGENT_RUN: ServiceFacts = {
  title: 'Agent run service',
  titleInText: 'the agent run service',
  runNoun: 'run',
  otherNames: [],
  runList: () => 'the list of runs in the web interface of the service',
  documentDate: '2026-11-26',
  tried: null,
  baseUrl: { kind: 'required' },
  otherHosts: [],
  requestLine,
  versionPath: '/v1',
  auth: BEARER,
  token: 'the API token of the service',
  tokenPrefixes: [],
  orgId: 'number',
  repository: 'none',
  can: {
    followUp: true,
    text: true,
    stop: true,
    ref: 'none',
    startsAtHead: false,
    createPullRequest: false,
    model: true,
    images: 10,
    ownTasks: true,
    log: 'pages',
    promptMax: null,
  },
  fleetMost: Infinity,
  budget: null,
  reservedFields: {
    prompt: 'use the input `prompt`',
    repo_id: 'use the input `repo_id` or `repo`',
  },
  secretFields: [],
  inputFields: { model: 'model', images: 'images' },
  keyField: 'metadata',
  runId: {
    accepted: 'a positive integer, or the address of a run that contains it',
    read: readRunId,
    isNumber: true,
    same: (id) => id,
  },
  told: {
    repo: "looked up in the organization's list",
    ref: 'no',
    createPullRequest: '`auto` alone: it decides itself',
    model: '`model`',
    stop: '`ban`',
    idempotency: 'in `metadata`',
    log: 'pages',
    usage: 'no',
    pullRequests: 'of the run and of its log',
  },
};
