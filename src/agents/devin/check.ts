/**
 * `task: check` (contract 12; sheet, section 3.7): whose kind the key is, which organization it
 * belongs to, and whether it may list sessions. No name is printed (contract 18.8).
 */
import { isMissing, ServiceError } from '../../http/errors.ts';
import type { CallOptions } from '../../http/limits.ts';
import { shortId } from '../../safe/text.ts';
import { askInOrder, noteThat, ok, problem, runFindings } from '../kit/check.ts';
import type { CheckFinding, CheckOrder } from '../port.ts';
import { bareId, type DevinClient } from './client.ts';
import type { Self } from './schema.ts';
import { wordOf } from './words.ts';

interface CheckParts {
  readonly client: Pick<DevinClient, 'list' | 'self' | 'session'>;
  /** As the input gives it, empty without one. */
  readonly orgId: string;
}

export function checkDevin(
  parts: CheckParts,
  order: CheckOrder,
  call: CallOptions,
): Promise<readonly CheckFinding[]> {
  const { runId, repository } = order;
  return askInOrder([
    () => keyFindings(parts, order, call),
    () => listFindings(parts, order, call),
    () =>
      runId === null
        ? Promise.resolve(repositoryFindings(repository))
        : sessionFindings(parts, order, call),
  ]);
}

/**
 * The list of repositories is one of an older API, and neither the form of its names nor the
 * permission that it needs is known (sheet, section 3.7).
 */
function repositoryFindings(repository: string | null): readonly CheckFinding[] {
  const note =
    `Whether Devin's own git connection has access to ${String(repository)} shows only when a ` +
    'session is created.';
  return repository === null ? [] : [noteThat(note)];
}

/** Where `org_id` is given, no run asks whose the key is, and not every key may (sheet, 1 (e)). */
async function keyFindings(
  { client, orgId }: CheckParts,
  { patiently }: CheckOrder,
  call: CallOptions,
): Promise<readonly CheckFinding[]> {
  try {
    return ownerFindings(await patiently(() => client.self(call)), orgId);
  } catch (error) {
    const isClosed = isMissing(error) || isForbidden(error);
    if (orgId === '' || !isClosed) {
      throw error;
    }
    const message =
      `Whose the key is could not be read (${error.message}). ` +
      `No run needs that, because \`org_id\` is given (${orgId}).`;
    return [noteThat(message)];
  }
}

function isForbidden(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.status === 403;
}

function ownerFindings(self: Self, orgId: string): readonly CheckFinding[] {
  const whose = self.isPerson ? 'a person' : 'a service user';
  const accepted = ok(`The token is accepted: it is the API key of ${whose}.`);
  if (self.orgId === null) {
    if (orgId === '') {
      const message =
        'The key belongs to no single organization, so that none can be told from it. Set the ' +
        'input `org_id` to the id of the organization (`org-…`).';
      return [accepted, problem('not_found', message)];
    }
    return [accepted, noteThat(`The key does not tell its organization; \`org_id\` is ${orgId}.`)];
  }
  if (orgId !== '' && orgId !== self.orgId) {
    const message = `The key is one of the organization ${self.orgId}, \`org_id\` names ${orgId}.`;
    return [accepted, noteThat(message)];
  }
  return [accepted, ok(`The organization is ${self.orgId}.`)];
}

async function listFindings(
  { client, orgId }: CheckParts,
  { patiently }: CheckOrder,
  call: CallOptions,
): Promise<readonly CheckFinding[]> {
  try {
    await patiently(() => client.list({ first: '1' }, call));
  } catch (error) {
    if (!isForbidden(error)) {
      throw error;
    }
    const message =
      'The key may not list sessions of this organization, so that none can be followed or found ' +
      'again: give it the permission ViewOrgSessions' +
      (orgId === '' ? '.' : `, or correct \`org_id\` (${orgId}).`);
    return [problem('forbidden', message)];
  }
  return [
    ok('Sessions of the organization can be read (ViewOrgSessions).'),
    noteThat(
      'Whether the key may create sessions (ManageOrgSessions) shows only when one is created.',
    ),
  ];
}

function sessionFindings(
  { client }: CheckParts,
  { patiently, runId }: CheckOrder,
  call: CallOptions,
): Promise<readonly CheckFinding[]> {
  return runFindings(runId, {
    nameOf: (id) => `Session ${shortId(bareId(id))}`,
    read: async (id) => {
      const session = await patiently(() => client.session(id, call));
      return `${String(wordOf(session))}${session.isArchived ? ', archived' : ''}`;
    },
  });
}
