/** What Devin's sessions need and can (contract 18.1). */
import {
  BEARER,
  inAddress,
  type RequestName,
  type PathNames,
  type ServiceFacts,
} from '../facts.ts';
import type { RunId } from '../port.ts';

/** `devin-` and hex (sheet, section 3); an id of Cursor has a dash sooner: `bc-…`. */
const ID = /^(?:devin-)?[0-9a-f]{8}[0-9a-f-]{0,56}$/i;
/** In the page of a session, `https://app.devin.ai/sessions/…`. */
const SESSION_IN_ADDRESS = /\/sessions\/((?:devin-)?[0-9a-f]{8}[0-9a-f-]{0,56})(?=$|[/?#])/gi;

/** A session, with or without `devin-`. */
function readRunId(given: string): RunId | null {
  return ID.test(given) ? given : inAddress(given, SESSION_IN_ADDRESS);
}

function requestLine(request: RequestName, { orgId, runId }: PathNames): string {
  const sessions = `/v3/organizations/${orgId === '' ? '…' : orgId}/sessions`;
  switch (request) {
    case 'create':
      return `POST ${sessions}`;
    case 'look-up':
      return `GET ${sessions}`;
    case 'read':
      return `GET ${sessions}/${String(runId)}`;
    case 'resume':
      return `POST ${sessions}/${String(runId)}/messages`;
  }
}

export const DEVIN: ServiceFacts = {
  title: 'Devin',
  titleInText: 'Devin',
  runNoun: 'session',
  otherNames: ['devinai', 'cognition'],
  runList: () => 'the list of sessions in the web interface of the service',
  documentDate: '2026-11-26',
  tried: null,
  baseUrl: { kind: 'fixed', url: 'https://api.devin.ai' },
  otherHosts: [],
  requestLine,
  versionPath: '/v3',
  auth: BEARER,
  token: 'the API key (`cog_…`) of a Devin service user or person',
  tokenPrefixes: ['cog_'],
  // Sheet, sections 2 and 7.
  retiredTokenPrefixes: ['apk_'],
  orgId: 'prefixed',
  repository: 'optional',
  can: {
    followUp: true,
    text: true,
    stop: true,
    ref: 'any',
    startsAtHead: false,
    createPullRequest: true,
    model: true,
    images: 0,
    ownTasks: false,
    log: 'messages',
    promptMax: null,
  },
  fleetMost: Infinity,
  budget: {
    unit: 'acu',
    kept: 'sent',
    usageOf: 'run',
    howLate:
      'Devin itself ends a session at its limit. What it used is told late, and on some plans not ' +
      'at all.',
  },
  reservedFields: {
    prompt: 'use the input `prompt`',
    tags: 'leave them to the action, which finds its sessions by them',
    repos: 'use the input `repo`',
    structured_output_schema: 'use the input `output_schema`',
  },
  secretFields: ['session_secrets'],
  inputFields: { model: 'devin_mode', budget: 'max_acu_limit' },
  keyField: null,
  runId: {
    accepted: 'the ID of a session, with or without `devin-`, or the address of one',
    read: readRunId,
    isNumber: false,
    same: (id) => id.toLowerCase().replace(/^devin-/, ''),
  },
  told: {
    repo: '`owner/name` in `repos`',
    ref: 'a sentence after the prompt',
    createPullRequest: 'a sentence after the prompt',
    model: '`devin_mode`',
    stop: 'archives the session: it sleeps until the next follow-up',
    idempotency: 'in `tags`',
    log: 'messages',
    usage: 'ACU',
    pullRequests: 'new ones of the session, and earlier ones that got commits',
  },
};
