/** `task: check` (contract 12): whether token, organization, repository and base address fit together, without creating a run. */
import type { Inputs } from '../inputs/parse.ts';
import type { Host } from '../ports.ts';
import { logInline } from '../safe/job-log.ts';
import { markdownMessage } from '../safe/markdown.ts';
import type { CallOptions, ServiceClient } from '../service/client.ts';
import { AnotherRun, ServiceError } from '../service/errors.ts';
import { pagesOf, type Organization } from '../service/published.ts';
import { isTemporary, persistently, type RetryOptions, type Wait } from '../service/retry.ts';
import { failureOf, isWebPage, type Failure } from './failure.ts';
import { archivedRepository, repositoryById, repositoryByName, withoutRepository } from './repository.ts';

export interface Finding {
  /** `note`: could not be determined, or is for information. */
  readonly kind: 'ok' | 'note' | 'problem';
  /** What was found and, for a problem, what to change. */
  readonly text: string;
  /** Problems only. */
  readonly code?: Failure['code'];
}

const ok = (text: string): Finding => ({ kind: 'ok', text });
const note = (text: string): Finding => ({ kind: 'note', text });
const problem = (code: Failure['code'], text: string): Finding => ({ kind: 'problem', text, code });

const MARKS: Readonly<Record<Finding['kind'], string>> = { ok: '✅', note: 'ℹ', problem: '❌' };
/** Maximum length of a finding in the summary, in UTF-16 units. */
const FINDING_MAX = 2_000;

export interface PreflightPorts extends RetryOptions {
  readonly client: ServiceClient;
  readonly inputs: Pick<Inputs, 'agentRunId' | 'baseUrl' | 'orgId' | 'repo' | 'repoId'>;
}

export interface CheckPorts extends PreflightPorts {
  readonly host: Pick<Host, 'line' | 'summary'>;
  readonly summary: boolean;
}

/** Prints every finding. Returns the failure of the step, or null if nothing needs to change. */
export async function check(ports: CheckPorts, call: CallOptions): Promise<Failure | null> {
  const { host } = ports;
  const onWait = ({ text }: Wait): void => host.line(logInline(text, 400));
  const findings = await preflight({ ...ports, onWait }, call);
  for (const { kind, text } of findings) host.line(logInline(`${MARKS[kind]} ${text}`));
  if (ports.summary) {
    const rows = findings.map(({ kind, text }) => `- ${MARKS[kind]} ${markdownMessage(text, FINDING_MAX)}`);
    await host.summary(`## Agent service check\n\n${rows.join('\n')}\n`);
  }
  const problems = findings.filter(({ kind }) => kind === 'problem');
  const [first] = problems;
  if (first === undefined) return null;
  return { code: first.code ?? 'internal', message: problems.map(({ text }) => text).join(' ') };
}

/** Answers one question. Null if the service cannot answer it. */
type Question = (ports: PreflightPorts, call: CallOptions) => Promise<Finding | null>;

/** All findings. Stops early only if the remaining questions cannot be answered. */
export async function preflight(ports: PreflightPorts, call: CallOptions): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  const ask = async (question: Question): Promise<Finding | null> => {
    const finding = await question(ports, call);
    if (finding !== null) findings.push(finding);
    return finding;
  };
  if ((await ask(tokenFinding))?.kind === 'problem') return findings;
  // A list of organizations shows more than a read of the spec's endpoints.
  const organization = (await ask(organizationFinding)) ?? (await ask(specFinding));
  if (organization?.kind === 'problem') return findings;
  await ask(repositoryFinding);
  await ask(integrationsFinding);
  return findings;
}

async function answerTo<T>(
  { clock, random, onWait }: RetryOptions,
  read: () => Promise<T>,
  call: CallOptions,
): Promise<T | ServiceError> {
  // Neither a website nor an answer about another run is a service that is down for now.
  const passes = (error: ServiceError): boolean =>
    isTemporary(error) && !(error instanceof AnotherRun) && !(isWebPage(error) && Number(error.status) < 300);
  try {
    return await persistently(read, { clock, random, onWait, passes }, call);
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}

/** Null where not every token may read, and where not every service has the endpoint. */
function troubleUnlessOptional(error: ServiceError, ports: PreflightPorts): Finding | null {
  return error.notOffered || error.status === 403 ? null : troubleOf(error, ports);
}

function troubleOf(error: ServiceError, { inputs: { baseUrl, orgId } }: PreflightPorts): Finding {
  const { code, message } = failureOf(error, { call: 'check', baseUrl, orgId, runId: null, webUrl: null });
  return problem(code, message);
}

const tokenFinding: Question = async (ports, call) => {
  const user = await answerTo(ports, () => ports.client.published.me(call), call);
  if (user instanceof ServiceError) return troubleUnlessOptional(user, ports);
  const { github_username: login, full_name: name, email } = user;
  return ok(`The token is valid; it belongs to ${login ?? name ?? email ?? 'an account without a name'}.`);
};

const organizationFinding: Question = async (ports, call) => {
  const { client, inputs } = ports;
  const { orgId } = inputs;
  const all = async (): Promise<readonly Organization[]> => {
    const known: Organization[] = [];
    for await (const page of pagesOf((which) => client.published.organizations(which, call))) known.push(...page);
    return known;
  };
  const organizations = await answerTo(ports, all, call);
  if (organizations instanceof ServiceError) return troubleUnlessOptional(organizations, ports);
  const named = ({ id, name }: Organization): string => (name === null ? String(id) : `${id} (${name})`);
  const own = organizations.find(({ id }) => id === orgId);
  if (own !== undefined) return ok(`Organization ${named(own)} is one of the token's.`);
  const others = organizations.slice(0, 5).map(named);
  const instead = others.length === 0 ? 'The token belongs to none.' : `The token's are ${others.join(', ')}.`;
  const message = `Organization ${orgId} is not one of the token's. ${instead} Correct the input \`org_id\`.`;
  return problem('forbidden', message);
};

/**
 * Reads the run of `agent_run_id`, or else any run ID: a 404 for a missing run proves access just as well, and so does a response about
 * another run.
 */
const specFinding: Question = async (ports, call) => {
  const { client, inputs } = ports;
  const { agentRunId, baseUrl, orgId } = inputs;
  const run = await answerTo(ports, () => client.run(agentRunId ?? 1, call), call);
  const fits = `The service answers at ${baseUrl}, and token and organization ${orgId} fit together.`;
  if (!(run instanceof ServiceError)) return ok(fits);
  if (run.notOffered) {
    const message = `There is no agent service at ${baseUrl}: the address of a run is unknown there. Check the input \`base_url\` (without \`/v1\`).`;
    return problem('not_found', message);
  }
  if (run.status !== 404 && !(agentRunId === null && run instanceof AnotherRun)) return troubleOf(run, ports);
  if (agentRunId === null) return ok(fits);
  return problem('not_found', `${fits} Run ${agentRunId} does not exist there: check the input \`agent_run_id\`.`);
};

const repositoryFinding: Question = async (ports, call) => {
  const { repo, repoId, orgId, agentRunId } = ports.inputs;
  if (repo === null && repoId === null) return agentRunId === null ? note(withoutRepository()) : null;
  const look = { ...ports, orgId, published: ports.client.published };
  const found = await answerTo(
    ports,
    () => (repo === null ? repositoryById(Number(repoId), look, call) : repositoryByName(repo, look, call)),
    call,
  );
  if (found instanceof ServiceError) {
    if (!found.notOffered) return troubleOf(found, ports);
    return repo === null
      ? note(`Repository ${Number(repoId)} could not be checked: this service has no list of repositories.`)
      : problem('not_found', "`repo` needs the service's list of repositories, and it has none. Use `repo_id`.");
  }
  if (found === null)
    return problem('not_found', `Organization ${orgId} has no repository ${repoId}. Correct the input \`repo_id\`.`);
  if (typeof found === 'string') return problem('not_found', found);
  const { id, fullName, archived } = found;
  return archived ? note(archivedRepository(fullName)) : ok(`Repository ${fullName} is there (repo_id ${id}).`);
};

const integrationsFinding: Question = async (ports, call) => {
  const integrations = await answerTo(ports, () => ports.client.published.integrations(call), call);
  if (integrations instanceof ServiceError) return null;
  const { active } = integrations;
  if (active.includes('github')) return ok(`Active integrations: ${active.join(', ')}.`);
  return note(
    'The GitHub integration is not active: agents can neither read repositories nor open pull requests until it is connected.',
  );
};
