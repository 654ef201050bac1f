/**
 * Whether the set-up of a step is usable: the repository of its runs in the organization's list (contract 1.1 `repo`), and `task: check`,
 * which reports whether token, organization, repository and base address fit together, without creating a run (contract 12).
 */
import { distance } from 'fastest-levenshtein';
import type { Inputs } from '../inputs/parse.ts';
import type { Host } from '../runner/port.ts';
import { annotation, logInline } from '../safe/job-log.ts';
import { markdownMessage } from '../safe/markdown.ts';
import type { CallOptions, ServiceClient } from '../service/client.ts';
import { PAGE_LIMIT } from '../service/entry.ts';
import { AnotherRun, isWebPage, ServiceError } from '../service/errors.ts';
import type { List, Organization, PageRequest, Published, Repository } from '../service/published.ts';
import { isTemporary, persistently, type RetryOptions, type Wait } from '../service/retry.ts';
import type { SessionEnd } from './events.ts';
import { asServiceError, endOfRequest, failedEnd, failureOf, plainEnd, type Failure } from './failure.ts';

/** Reads pages until one has the item. Rejects with `ServiceError`. @returns the item, or all that were read */
async function search<T extends object>(
  isWanted: (item: T) => boolean,
  read: (page: PageRequest) => Promise<List<T>>,
): Promise<T | readonly T[]> {
  const others: T[] = [];
  for (let skip: number | null = 0; skip !== null;) {
    const { items, next }: List<T> = await read({ skip, limit: PAGE_LIMIT });
    const found = items.find(isWanted);
    if (found !== undefined) return found;
    others.push(...items);
    skip = next;
  }
  return others;
}

/**
 * The repository `repo` (`owner/name` in any letter case), or else the one with the ID `repoId`; or why the input cannot be used. Rejects
 * with `ServiceError`.
 */
export async function findRepository(
  { repo, repoId, orgId }: Pick<Inputs, 'orgId' | 'repo' | 'repoId'>,
  { client, ...retry }: RetryOptions & { readonly client: { readonly published: Pick<Published, 'repositories'> } },
  call: CallOptions,
): Promise<Repository | string> {
  const found = await search<Repository>(
    ({ id, fullName }) => (repo === null ? id === repoId : fullName.toLowerCase() === repo.toLowerCase()),
    (page) => persistently(() => client.published.repositories(page, call), retry, call),
  );
  if ('id' in found) return found;
  if (repo === null) return `Organization ${orgId} has no repository ${String(repoId)}. Correct the input \`repo_id\`.`;
  const close = closeNames(repo, found);
  const meant = close.length === 0 ? '' : ` Close names: ${close.join(', ')}.`;
  return `Organization ${orgId} has no repository ${repo} at the service.${meant} Correct the input \`repo\`, or connect the repository in the service's web interface.`;
}

const CLOSE_MOST = 5;

/** The names that are most like it. A wrong owner is as likely as a typing error, so the name alone counts as well. */
function closeNames(wanted: string, among: readonly Repository[]): readonly string[] {
  const parts = (text: string): readonly string[] => [text, text.slice(text.indexOf('/') + 1)];
  const [target = '', name = ''] = parts(wanted.toLowerCase());
  return among
    .map(({ fullName }) => {
      const [full = '', own = ''] = parts(fullName.toLowerCase());
      return { fullName, far: Math.min(distance(full, target), distance(own, name) + 0.5) };
    })
    .filter(({ far }) => far <= Math.max(2.5, name.length / 3))
    .sort((a, b) => a.far - b.far)
    .slice(0, CLOSE_MOST)
    .map(({ fullName }) => fullName);
}

const NO_LIST =
  "This service has no list of repositories, so `repo` cannot be looked up. Give the repository's number in `repo_id` instead.";

function archivedRepository(fullName: string): string {
  return `The repository ${fullName} is archived: the agent can read it, but neither push nor open pull requests.`;
}

/** A run without a repository is legitimate and rarely meant (contract 12). @param runs if only some of a fleet are such */
export function withoutRepository(runs: { readonly some: number; readonly all: number } | null = null): string {
  const which =
    runs === null || runs.some === runs.all
      ? 'Neither `repo` nor `repo_id` is set, so runs are created without a repository'
      : `${runs.some} of ${runs.all} tasks name no repository, so their runs are created without one`;
  return `${which}: the agent has no code to work on. Set \`repo: \${{ github.repository }}\` for that of this workflow.`;
}

export interface RepoPorts extends Pick<RetryOptions, 'clock' | 'random'> {
  readonly client: Pick<ServiceClient, 'published'>;
  readonly warn: (message: string) => void;
  /** The repository to look up if the inputs name none. The run is created without one if it is not there. */
  readonly presumed: string | null;
  readonly host: Pick<Host, 'line' | 'notice'>;
}

/**
 * The given `repo_id`, or the ID of `repo` from the published list of repositories. Null if the run has no repository, or exists and
 * needs none. Or the end of a step whose `repo` cannot be used.
 */
export async function repoIdFor(
  inputs: Pick<Inputs, 'agentRunId' | 'baseUrl' | 'orgId' | 'repo' | 'repoId'>,
  { client, warn, presumed, host, clock, random }: RepoPorts,
  call: CallOptions,
): Promise<number | null | SessionEnd> {
  const { agentRunId, repoId, orgId, baseUrl } = inputs;
  const repo = inputs.repo ?? (repoId === null ? presumed : null);
  if (repo === null || agentRunId !== null) return repoId;
  const without = (why: string): null => {
    host.notice(annotation(`The run is created without a repository: ${why}`), { title: 'Agent run: repository' });
    return null;
  };
  const onWait = ({ text }: Wait): void => host.line(logInline(`Looking up ${repo}: ${text}`, 400));
  // A service that fails is given up like one that cannot be reached. A rate limit is waited out (contract 3.2).
  const look = { client, clock, random, onWait, patienceMs: (error: ServiceError) => error.patienceMs };
  const found = await findRepository({ repo, repoId, orgId }, look, call).catch(asServiceError);
  if (found instanceof ServiceError) {
    if (inputs.repo === null && found.notOffered)
      return without('the service has no list of repositories to look it up in.');
    const why = found.notOffered ? found.because(NO_LIST) : found;
    return endOfRequest(why, { call: 'look-up', baseUrl, orgId, runId: null, webUrl: null });
  }
  if (typeof found === 'string') return inputs.repo === null ? without(found) : failedEnd('not_found', found);
  if (found.archived) warn(archivedRepository(found.fullName));
  return found.id;
}

export type Finding =
  /** `note`: could not be determined, or is for information. */
  { readonly kind: 'ok' | 'note'; readonly message: string } | ({ readonly kind: 'problem' } & Failure);

const ok = (message: string): Finding => ({ kind: 'ok', message });
const note = (message: string): Finding => ({ kind: 'note', message });
const problem = (failure: Failure): Finding => ({ kind: 'problem', ...failure });

const MARKS: Readonly<Record<Finding['kind'], string>> = { ok: '✅', note: 'ℹ', problem: '❌' };
/** Maximum length of a finding in the summary, in UTF-16 units. */
const FINDING_MAX = 2_000;

export interface PreflightPorts extends RetryOptions {
  readonly client: ServiceClient;
  readonly inputs: Inputs;
}

interface CheckPorts extends PreflightPorts {
  readonly host: Pick<Host, 'line' | 'summary'>;
}

/** Prints every finding. Returns the end of the step, which succeeds if nothing needs to change. */
export async function check({ host, ...ports }: CheckPorts, call: CallOptions): Promise<SessionEnd> {
  const onWait = ({ text }: Wait): void => host.line(logInline(text, 400));
  const findings = await preflight({ ...ports, onWait }, call);
  for (const { kind, message } of findings) host.line(logInline(`${MARKS[kind]} ${message}`));
  if (ports.inputs.summary) {
    const rows = findings.map(
      ({ kind, message }) => `- ${MARKS[kind]} ${markdownMessage(message, { maxLength: FINDING_MAX })}`,
    );
    host.summary(`## Agent service check\n\n${rows.join('\n')}\n`);
  }
  const problems = findings.filter((finding) => finding.kind === 'problem');
  const [first] = problems;
  if (first === undefined) return plainEnd('succeeded');
  return failedEnd(first.code, problems.map(({ message }) => message).join(' '));
}

/** Answers one question. Null if the service cannot answer it. Rejects with `ServiceError`. */
type Question = (ports: PreflightPorts, call: CallOptions) => Promise<Finding | null>;

/** All findings. Stops early only if the remaining questions cannot be answered. */
export async function preflight(given: PreflightPorts, call: CallOptions): Promise<readonly Finding[]> {
  // Neither a website nor an answer about another run is a service that is down for now.
  const passes = (error: ServiceError): boolean =>
    isTemporary(error) && !(error instanceof AnotherRun) && !(isWebPage(error) && Number(error.status) < 300);
  const ports = { ...given, passes };
  const place = { call: 'check', ...given.inputs, runId: null, webUrl: null } as const;
  const findings: Finding[] = [];
  const ask = async (question: Question, mayFail?: (error: ServiceError) => boolean): Promise<Finding | null> => {
    const answer = await question(ports, call).catch(asServiceError);
    if (answer instanceof ServiceError && mayFail?.(answer) === true) return null;
    const finding = answer instanceof ServiceError ? problem(failureOf(answer, place)) : answer;
    if (finding !== null) findings.push(finding);
    return finding;
  };
  if ((await ask(tokenFinding, isUnavailable))?.kind === 'problem') return findings;
  // A list of organizations shows more than a read of the spec's endpoints.
  const organization = (await ask(organizationFinding, isUnavailable)) ?? (await ask(specFinding));
  if (organization?.kind === 'problem') return findings;
  await ask(repositoryFinding);
  await ask(integrationsFinding, () => true);
  return findings;
}

/** Not every service has the endpoint, and not every token may read it. */
const isUnavailable = ({ notOffered, status }: ServiceError): boolean => notOffered || status === 403;

const tokenFinding: Question = async (ports, call) => {
  const user = await persistently(() => ports.client.published.me(call), ports, call);
  const { github_username: login, full_name: name, email } = user;
  return ok(`The token is valid; it belongs to ${login ?? name ?? email ?? 'an account without a name'}.`);
};

const organizationFinding: Question = async (ports, call) => {
  const { client, inputs } = ports;
  const { orgId } = inputs;
  const found = await search<Organization>(
    ({ id }) => id === orgId,
    (page) => persistently(() => client.published.organizations(page, call), ports, call),
  );
  const named = ({ id, name }: Organization): string => (name === null ? String(id) : `${id} (${name})`);
  if ('id' in found) return ok(`Organization ${named(found)} is one of the token's.`);
  const others = found.slice(0, 5).map(named);
  const instead = others.length === 0 ? 'The token belongs to none.' : `The token's are ${others.join(', ')}.`;
  const message = `Organization ${orgId} is not one of the token's. ${instead} Correct the input \`org_id\`.`;
  return problem({ code: 'forbidden', message });
};

/**
 * Reads the run of `agent_run_id`, or else any run ID: a 404 for a missing run proves access just as well, and so does a response about
 * another run.
 */
const specFinding: Question = async (ports, call) => {
  const { agentRunId, baseUrl, orgId } = ports.inputs;
  const run = await persistently(() => ports.client.run(agentRunId ?? 1, call), ports, call).catch(asServiceError);
  const fits = `The service answers at ${baseUrl}, and token and organization ${orgId} fit together.`;
  if (!(run instanceof ServiceError)) return ok(fits);
  if (run.notOffered) {
    const message = `There is no agent service at ${baseUrl}, where the address of a run is unknown. Check the input \`base_url\` (without \`/v1\`).`;
    return problem({ code: 'not_found', message });
  }
  if (run.status !== 404 && !(agentRunId === null && run instanceof AnotherRun)) throw run;
  if (agentRunId === null) return ok(fits);
  const message = `${fits} Run ${agentRunId} does not exist there: check the input \`agent_run_id\`.`;
  return problem({ code: 'not_found', message });
};

const repositoryFinding: Question = async (ports, call) => {
  const { repo, repoId, agentRunId } = ports.inputs;
  if (repo === null && repoId === null) return agentRunId === null ? note(withoutRepository()) : null;
  const found = await findRepository(ports.inputs, ports, call).catch(asServiceError);
  if (found instanceof ServiceError) {
    if (!found.notOffered) throw found;
    return repo === null
      ? note(`Repository ${String(repoId)} could not be checked: this service has no list of repositories.`)
      : problem({ code: 'not_found', message: NO_LIST });
  }
  if (typeof found === 'string') return problem({ code: 'not_found', message: found });
  const { id, fullName, archived } = found;
  return archived ? note(archivedRepository(fullName)) : ok(`Repository ${fullName} is there (repo_id ${id}).`);
};

const integrationsFinding: Question = async (ports, call) => {
  const active = await persistently(() => ports.client.published.integrations(call), ports, call);
  if (active.includes('github')) return ok(`Active integrations: ${active.join(', ')}.`);
  return note(
    'The GitHub integration is not active: agents can neither read repositories nor open pull requests until it is connected.',
  );
};
