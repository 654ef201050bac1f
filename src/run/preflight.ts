/** Checks whether token, organization, repository and base address match, without creating a run (contract 12). */
import type { Inputs } from '../inputs/parse.ts';
import type { CallOptions, ServiceClient } from '../service/client.ts';
import { isWebPage } from './error-message.ts';
import { AnotherRun, ServiceError } from '../service/errors.ts';
import { pagesOf, type Organization, type Published } from '../service/published.ts';
import { persistently, type ReadPorts } from '../service/retry.ts';
import { note, ok, problem, troubleOf, type Finding } from './finding.ts';
import { findRepository, repositoryById } from './repository.ts';
import { archivedRepository, missingRepository, withoutRepository } from './wording.ts';

export type PreflightInputs = Pick<Inputs, 'agentRunId' | 'baseUrl' | 'orgId' | 'repo' | 'repoId'>;

export interface PreflightPorts extends ReadPorts {
  readonly client: ServiceClient;
  readonly inputs: PreflightInputs;
}

/** Runs all checks. Stops early only if the remaining checks cannot succeed. */
export async function preflight(ports: PreflightPorts, call: CallOptions): Promise<readonly Finding[]> {
  const { published } = ports.client;
  const token = await tokenFinding(ports, published, call);
  if (token?.kind === 'problem') return [token];
  const organization = await organizationFinding(ports, published, call);
  if (organization?.kind === 'problem') return compact([token, organization]);
  const spec = organization === null ? await specFinding(ports, call) : null;
  if (spec?.kind === 'problem') return compact([token, spec]);
  const repository = await repositoryFinding(ports, published, call);
  const integrations = await integrationsFinding(ports, published, call);
  return compact([token, organization, spec, repository, integrations]);
}

function compact(findings: readonly (Finding | null)[]): Finding[] {
  return findings.filter((finding) => finding !== null);
}

/** The response, or the reason why there is none. Null if the service does not offer the endpoint. */
type Answer<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: ServiceError } | null;

async function ask<T>(
  { clock, random, say }: ReadPorts,
  read: (call: CallOptions) => Promise<T>,
  call: CallOptions,
): Promise<Answer<T>> {
  /** A website is no service that is down for now: it is not asked again. */
  const once = async (each: CallOptions): Promise<Answer<T>> => {
    try {
      return { ok: true, value: await read(each) };
    } catch (error) {
      if (error instanceof ServiceError && isWebPage(error) && Number(error.status) < 300) return { ok: false, error };
      throw error;
    }
  };
  try {
    return await persistently(once, { clock, random, say }, call);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return error.notOffered ? null : { ok: false, error };
  }
}

async function tokenFinding(ports: PreflightPorts, published: Published, call: CallOptions): Promise<Finding | null> {
  const answer = await ask(ports, (read) => published.me(read), call);
  if (answer === null) return null;
  if (!answer.ok) {
    // A token without access to this endpoint may still have access to all others.
    if (answer.error.status === 403) return null;
    return troubleOf(answer.error, ports.inputs);
  }
  const { github_username: login, full_name: name, email } = answer.value;
  return ok(`The token is valid; it belongs to ${login ?? name ?? email ?? 'an account without a name'}.`);
}

async function organizationFinding(
  ports: PreflightPorts,
  published: Published,
  call: CallOptions,
): Promise<Finding | null> {
  const { orgId } = ports.inputs;
  const known: Organization[] = [];
  const answer = await ask(
    ports,
    async (read) => {
      known.length = 0;
      for await (const page of pagesOf((which) => published.organizations(which, read))) known.push(...page);
    },
    call,
  );
  if (answer === null) return null;
  if (!answer.ok) return answer.error.status === 403 ? null : troubleOf(answer.error, ports.inputs);
  const own = known.find(({ id }) => id === orgId);
  if (own !== undefined)
    return ok(`Organization ${orgId}${own.name === null ? '' : ` (${own.name})`} is one of the token's.`);
  const others = known.slice(0, 5).map(({ id, name }) => (name === null ? String(id) : `${id} (${name})`));
  const instead = others.length === 0 ? 'The token belongs to none.' : `The token's are ${others.join(', ')}.`;
  return problem(
    'forbidden',
    `Organization ${orgId} is not one of the token's. ${instead} Correct the input \`org_id\`.`,
  );
}

/**
 * Reads the run of `agent_run_id`, or else any run ID: a 404 for a missing run proves access just as well, and so does a response about
 * another run.
 */
async function specFinding(ports: PreflightPorts, call: CallOptions): Promise<Finding> {
  const { client, inputs } = ports;
  const { agentRunId, baseUrl, orgId } = inputs;
  const readAny = async (read: CallOptions): Promise<void> => {
    try {
      await client.run(1, read);
    } catch (error) {
      if (!(error instanceof AnotherRun)) throw error;
    }
  };
  const answer = await ask<unknown>(
    ports,
    agentRunId === null ? readAny : (read) => client.run(agentRunId, read),
    call,
  );
  const fits = `The service answers at ${baseUrl}, and token and organization ${orgId} fit together.`;
  if (answer === null)
    return problem(
      'not_found',
      `There is no agent service at ${baseUrl}: the address of a run is unknown there. Check the input \`base_url\` (without \`/v1\`).`,
    );
  if (answer.ok) return ok(fits);
  if (answer.error.status !== 404) return troubleOf(answer.error, inputs);
  return agentRunId === null
    ? ok(fits)
    : problem('not_found', `${fits} Run ${agentRunId} does not exist there: check the input \`agent_run_id\`.`);
}

async function repositoryFinding(
  ports: PreflightPorts,
  published: Published,
  call: CallOptions,
): Promise<Finding | null> {
  const { repo, repoId, orgId } = ports.inputs;
  const noList = (name: string): Finding =>
    note(`Repository ${name} could not be checked: this service has no list of repositories.`);
  if (repo !== null) {
    const answer = await ask(ports, (read) => findRepository(repo, { ...ports, published }, read), call);
    if (answer === null)
      return problem(
        'not_found',
        `\`repo\` needs the service's list of repositories, and it has none. Use \`repo_id\`.`,
      );
    if (!answer.ok) return troubleOf(answer.error, ports.inputs);
    const found = answer.value;
    if (!found.found) return problem('not_found', missingRepository(repo, { ...found, orgId }));
    const { id, fullName, archived } = found.repository;
    return archived ? note(archivedRepository(fullName)) : ok(`Repository ${fullName} is there (repo_id ${id}).`);
  }
  if (repoId === null) return ports.inputs.agentRunId === null ? note(withoutRepository()) : null;
  const answer = await ask(ports, (read) => repositoryById(repoId, { ...ports, published }, read), call);
  if (answer === null) return noList(String(repoId));
  if (!answer.ok) return troubleOf(answer.error, ports.inputs);
  const found = answer.value;
  if (found === null)
    return problem('not_found', `Organization ${orgId} has no repository ${repoId}. Correct the input \`repo_id\`.`);
  return found.archived ? note(archivedRepository(found.fullName)) : ok(`Repository ${repoId} is ${found.fullName}.`);
}

async function integrationsFinding(
  ports: PreflightPorts,
  published: Published,
  call: CallOptions,
): Promise<Finding | null> {
  const answer = await ask(ports, (read) => published.integrations(read), call);
  if (answer === null || !answer.ok) return null;
  const { active } = answer.value;
  if (active.includes('github')) return ok(`Active integrations: ${active.join(', ')}.`);
  return note(
    'The GitHub integration is not active: agents can neither read repositories nor open pull requests until it is connected.',
  );
}
