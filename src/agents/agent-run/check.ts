/**
 * `task: check` of this service: whether token, organization, repository and base address fit
 * together, by reads alone (contract 12).
 */
import { asServiceError, NotOffered, ServiceError } from '../../http/errors.ts';
import type { CallOptions } from '../../http/limits.ts';
import { askInOrder, endsQuestions, noteThat, ok, problem, runFindings } from '../kit/check.ts';
import { AboutAnother } from '../kit/ids.ts';
import type { CheckFinding, CheckOrder } from '../port.ts';
import { withoutRepository } from '../repository.ts';
import type { ServiceClient } from './client.ts';
import { isNotOffered } from './not-offered.ts';
import { pageAt, type Organization } from './published.ts';
import { findRepository, searchList, type LookUpPorts } from './repositories.ts';

interface CheckPorts extends LookUpPorts {
  readonly client: Pick<ServiceClient, 'published' | 'run'>;
  readonly baseUrl: string;
  readonly order: CheckOrder;
  readonly call: CallOptions;
}

/** Answers one question. Rejects with `ServiceError`. */
type Finding = (ports: CheckPorts) => Promise<CheckFinding>;

/** All findings. Ends early only if the remaining questions cannot be answered. */
export async function checkService(ports: CheckPorts): Promise<readonly CheckFinding[]> {
  const access = await askInOrder([
    () => whereTold(tokenFinding, ports),
    async () => {
      // A list of organizations shows more than a read of the spec's endpoints.
      const listed = await whereTold(organizationFinding, ports);
      return listed.length > 0 ? listed : [await specFinding(ports)];
    },
  ]);
  if (access.some(endsQuestions)) {
    return access;
  }
  const repository = await askInOrder([() => repositoryFindings(ports)]);
  if (repository.some(({ kind }) => kind === 'failed')) {
    return [...access, ...repository];
  }
  const rest = await askInOrder([() => integrationsFindings(ports), () => namedRunFindings(ports)]);
  return [...access, ...repository, ...rest];
}

/** None where the service does not tell it. */
async function whereTold(question: Finding, ports: CheckPorts): Promise<readonly CheckFinding[]> {
  try {
    return [await question(ports)];
  } catch (error) {
    if (isUnavailable(asServiceError(error))) {
      return [];
    }
    throw error;
  }
}

/** Not every service has the endpoint, and not every token may read it. */
const isUnavailable = (error: ServiceError): boolean =>
  error instanceof NotOffered || error.status === 403;

/** Whose it is, is not printed (contract 18.8). */
const tokenFinding: Finding = async ({ client, order, call }) => {
  await order.patiently(() => client.published.me(call));
  return ok('The token is valid.');
};

const organizationFinding: Finding = async ({ client, order, call, orgId }) => {
  const found = await searchList<Organization>(
    ({ id }) => String(id) === orgId,
    (cursor) => order.patiently(() => client.published.organizations(pageAt(cursor), call)),
  );
  const named = ({ id, name }: Organization): string =>
    name === null ? String(id) : `${id} (${name})`;
  if ('id' in found) {
    return ok(`Organization ${named(found)} is one of the token's.`);
  }
  const others = found.slice(0, 5).map(named);
  const instead =
    others.length === 0 ? 'The token belongs to none.' : `The token's are ${others.join(', ')}.`;
  const message =
    `Organization ${orgId} is not one of the token's. ${instead} ` + 'Correct the input `org_id`.';
  return problem('forbidden', message);
};

/** Reads any run: a 404 proves access just as well, and so does a response about another run. */
const specFinding: Finding = async ({ client, baseUrl, orgId, order, call }) => {
  const refused = await order.patiently(() => lastingRefusal(client.run('1', call)));
  if (refused !== null && isNotOffered(refused)) {
    const message =
      `There is no agent service at ${baseUrl}, where the address of a run is unknown. ` +
      'Check the input `base_url`.';
    return problem('not_found', message);
  }
  if (refused?.status === 404 && isOfOrganization(refused)) {
    throw refused;
  }
  const fits =
    `The service answers at ${baseUrl}, ` + `and token and organization ${orgId} fit together.`;
  return ok(fits);
};

/** Whether a 404 is about the organization, and not about the run. */
function isOfOrganization({ said }: ServiceError): boolean {
  return /\borgani[sz]ation\b/i.test(said) && !/\brun\b/i.test(said);
}

/** What a read was refused with that tells something for good, or null if it was answered. */
async function lastingRefusal(read: Promise<unknown>): Promise<ServiceError | null> {
  try {
    await read;
    return null;
  } catch (error) {
    const tellsForGood =
      error instanceof AboutAnother ||
      (error instanceof ServiceError && (error.status === 404 || isNotOffered(error)));
    if (tellsForGood) {
      return error;
    }
    throw error;
  }
}

async function repositoryFindings(ports: CheckPorts): Promise<readonly CheckFinding[]> {
  const { order, call } = ports;
  const { repository, repositoryId, runId } = order;
  if (repository === null && repositoryId === null) {
    return runId === null ? [noteThat(withoutRepository())] : [];
  }
  try {
    const found = await findRepository(order, ports, call);
    if (found.kind === 'none') {
      return [problem('not_found', found.why)];
    }
    const { id, fullName, warning } = found;
    if (warning === null) {
      return [ok(`Repository ${fullName} is there (repo_id ${id}).`)];
    }
    return [noteThat(warning)];
  } catch (error) {
    if (!(error instanceof NotOffered)) {
      throw error;
    }
    if (repository !== null) {
      return [problem('not_found', String(error.advice))];
    }
    const unchecked =
      `Repository ${String(repositoryId)} could not be checked: ` +
      'this service has no list of repositories.';
    return [noteThat(unchecked)];
  }
}

function namedRunFindings({ client, order, call }: CheckPorts): Promise<readonly CheckFinding[]> {
  const { runId, patiently } = order;
  return runFindings(runId, {
    nameOf: (id) => `Run ${id}`,
    read: async (id) => (await patiently(() => client.run(id, call))).status,
  });
}

async function integrationsFindings(ports: CheckPorts): Promise<readonly CheckFinding[]> {
  const { client, order, call } = ports;
  try {
    const active = await order.patiently(() => client.published.integrations(call));
    return active.includes('github')
      ? [ok(`Active integrations: ${active.join(', ')}.`)]
      : [noteThat(INACTIVE)];
  } catch (error) {
    return unreadIntegrations(ports, asServiceError(error));
  }
}

const INACTIVE =
  'The GitHub integration is not active: agents can neither read repositories nor open pull ' +
  'requests until it is connected.';

/**
 * Runs need no token that may read the integrations. But the list of organizations shows only that
 * the organization is the token's: where one of its endpoints is closed, all of them may be.
 */
async function unreadIntegrations(
  ports: CheckPorts,
  refusal: ServiceError,
): Promise<readonly CheckFinding[]> {
  if (refusal instanceof NotOffered) {
    return [noteThat('This service does not tell whether the GitHub integration is active.')];
  }
  const unread = `Whether the GitHub integration is active could not be read: ${refusal.message}`;
  const isClosed = refusal.status === 403 || refusal.status === 404;
  const access = isClosed ? [await specFinding(ports)].filter(endsQuestions) : [];
  return [...access, noteThat(unread)];
}
