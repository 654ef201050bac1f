/** `task: check` (contract 12): whether token, organization, repository and base address fit together, without creating a run. */
import type { Inputs } from '../inputs/parse.ts';
import type { Host } from '../ports.ts';
import { logInline } from '../safe/job-log.ts';
import { markdownMessage } from '../safe/markdown.ts';
import type { CallOptions, ServiceClient } from '../service/client.ts';
import { AnotherRun, ServiceError } from '../service/errors.ts';
import { pagesOf, type Organization, type Published } from '../service/published.ts';
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
type Question = (ports: Asking, call: CallOptions) => Promise<Finding | null>;
type Asking = PreflightPorts & { readonly published: Published };

/** All findings. Stops early only if the remaining questions cannot be answered. */
export async function preflight(ports: PreflightPorts, call: CallOptions): Promise<readonly Finding[]> {
  const asking = { ...ports, published: ports.client.published };
  const findings: Finding[] = [];
  const ask = async (question: Question): Promise<Finding | null> => {
    const finding = await question(asking, call);
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

/** The response, or the reason why there is none. Null if the service does not offer the endpoint. */
type Answer<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: ServiceError } | null;

async function answerTo<T>(
  { clock, random, onWait }: RetryOptions,
  read: (call: CallOptions) => Promise<T>,
  call: CallOptions,
): Promise<Answer<T>> {
  // A website is no service that is down for now.
  const passes = (error: ServiceError): boolean =>
    isTemporary(error) && !(isWebPage(error) && Number(error.status) < 300);
  try {
    return { ok: true, value: await persistently(() => read(call), { clock, random, onWait, passes }, call) };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return error.notOffered ? null : { ok: false, error };
  }
}

function troubleOf(error: ServiceError, { inputs: { baseUrl, orgId } }: PreflightPorts): Finding {
  const { code, message } = failureOf(error, { call: 'check', baseUrl, orgId, runId: null, webUrl: null });
  return problem(code, message);
}

const tokenFinding: Question = async (ports, call) => {
  const answer = await answerTo(ports, (read) => ports.published.me(read), call);
  if (answer === null) return null;
  // A token without access to this endpoint may still have access to all others.
  if (!answer.ok) return answer.error.status === 403 ? null : troubleOf(answer.error, ports);
  const { github_username: login, full_name: name, email } = answer.value;
  return ok(`The token is valid; it belongs to ${login ?? name ?? email ?? 'an account without a name'}.`);
};

const organizationFinding: Question = async (ports, call) => {
  const { orgId } = ports.inputs;
  const all = async (read: CallOptions): Promise<readonly Organization[]> => {
    const known: Organization[] = [];
    for await (const page of pagesOf((which) => ports.published.organizations(which, read))) known.push(...page);
    return known;
  };
  const answer = await answerTo(ports, all, call);
  if (answer === null) return null;
  if (!answer.ok) return answer.error.status === 403 ? null : troubleOf(answer.error, ports);
  const named = ({ id, name }: Organization): string => (name === null ? String(id) : `${id} (${name})`);
  const own = answer.value.find(({ id }) => id === orgId);
  if (own !== undefined) return ok(`Organization ${named(own)} is one of the token's.`);
  const others = answer.value.slice(0, 5).map(named);
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
  const read = async (each: CallOptions): Promise<unknown> => {
    try {
      return await client.run(agentRunId ?? 1, each);
    } catch (error) {
      if (agentRunId === null && error instanceof AnotherRun) return null;
      throw error;
    }
  };
  const answer = await answerTo(ports, read, call);
  const fits = `The service answers at ${baseUrl}, and token and organization ${orgId} fit together.`;
  if (answer === null) {
    const message = `There is no agent service at ${baseUrl}: the address of a run is unknown there. Check the input \`base_url\` (without \`/v1\`).`;
    return problem('not_found', message);
  }
  if (answer.ok) return ok(fits);
  if (answer.error.status !== 404) return troubleOf(answer.error, ports);
  if (agentRunId === null) return ok(fits);
  return problem('not_found', `${fits} Run ${agentRunId} does not exist there: check the input \`agent_run_id\`.`);
};

const repositoryFinding: Question = async (ports, call) => {
  const { repo, repoId, orgId, agentRunId } = ports.inputs;
  if (repo === null && repoId === null) return agentRunId === null ? note(withoutRepository()) : null;
  const look = { ...ports, orgId };
  const answer = await answerTo(
    ports,
    (read) => (repo === null ? repositoryById(Number(repoId), look, read) : repositoryByName(repo, look, read)),
    call,
  );
  if (answer === null)
    return repo === null
      ? note(`Repository ${Number(repoId)} could not be checked: this service has no list of repositories.`)
      : problem('not_found', "`repo` needs the service's list of repositories, and it has none. Use `repo_id`.");
  if (!answer.ok) return troubleOf(answer.error, ports);
  const found = answer.value;
  if (found === null)
    return problem('not_found', `Organization ${orgId} has no repository ${repoId}. Correct the input \`repo_id\`.`);
  if (typeof found === 'string') return problem('not_found', found);
  const { id, fullName, archived } = found;
  return archived ? note(archivedRepository(fullName)) : ok(`Repository ${fullName} is there (repo_id ${id}).`);
};

const integrationsFinding: Question = async (ports, call) => {
  const answer = await answerTo(ports, (read) => ports.published.integrations(read), call);
  if (answer === null || !answer.ok) return null;
  const { active } = answer.value;
  if (active.includes('github')) return ok(`Active integrations: ${active.join(', ')}.`);
  return note(
    'The GitHub integration is not active: agents can neither read repositories nor open pull requests until it is connected.',
  );
};
