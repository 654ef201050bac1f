/**
 * `task: check`: reports whether token, organization, repository and base address fit together,
 * without creating a run (contract 12).
 */
import type { Inputs } from '../inputs/parse.ts';
import type { Host } from '../runner/port.ts';
import { logInline } from '../safe/job-log.ts';
import { markdownMessage } from '../safe/markdown.ts';
import type { CallOptions, ServiceClient } from '../agents/agent-run/client.ts';
import { AnotherRun, isWebPage, ServiceError } from '../http/errors.ts';
import type { Organization } from '../agents/agent-run/published.ts';
import { isTemporary, persistently, type RetryOptions, type Wait } from '../http/retry.ts';
import type { SessionEnd } from './events.ts';
import { asServiceError, failedEnd, failureOf, plainEnd, type Failure } from './failure.ts';
import {
  archivedRepository,
  findRepository,
  NO_LIST,
  search,
  withoutRepository,
} from './repository.ts';

export type Finding =
  /** `note`: could not be determined, or is for information. */
  | { readonly kind: 'ok' | 'note'; readonly message: string }
  | ({ readonly kind: 'problem' } & Failure);

const ok = (message: string): Finding => ({ kind: 'ok', message });
const note = (message: string): Finding => ({ kind: 'note', message });
const problem = (failure: Failure): Finding => ({ kind: 'problem', ...failure });

const MARKS: Readonly<Record<Finding['kind'], string>> = { ok: '✅', note: 'ℹ', problem: '❌' };
const marked = ({ kind, message }: Pick<Finding, 'kind' | 'message'>): string =>
  `${MARKS[kind]} ${message}`;
/** Maximum length of a finding in the summary, in UTF-16 units. */
const FINDING_MAX = 2_000;

export interface PreflightPorts extends RetryOptions {
  readonly client: ServiceClient;
  readonly inputs: Inputs;
}

/**
 * Prints what is right or worth knowing. Returns the end of the step, which succeeds if nothing
 * needs to change; otherwise its message has the problems, so that each is said once.
 */
export async function check(
  { host, ...ports }: PreflightPorts & { readonly host: Pick<Host, 'line' | 'summary'> },
  call: CallOptions,
): Promise<SessionEnd> {
  const onWait = ({ text }: Wait): void => host.line(logInline(text, 400));
  const findings = await preflight({ ...ports, onWait }, call);
  const problems = findings.filter((finding) => finding.kind === 'problem');
  for (const finding of findings.filter(({ kind }) => kind !== 'problem')) {
    host.line(logInline(marked(finding)));
  }
  if (ports.inputs.summary) {
    const rows = findings.map(
      ({ kind, message }) =>
        `- ${MARKS[kind]} ${markdownMessage(message, { maxLength: FINDING_MAX })}`,
    );
    host.summary(`## Agent service check\n\n${rows.join('\n')}\n`);
  }
  const [first] = problems;
  if (first === undefined) {
    return plainEnd('succeeded');
  }
  return failedEnd(first.code, problems.map(marked).join(' '));
}

/** Answers one question. Null if the service cannot answer it. Rejects with `ServiceError`. */
type Question = (ports: PreflightPorts, call: CallOptions) => Promise<Finding | null>;

/** All findings. Stops early only if the remaining questions cannot be answered. */
export async function preflight(
  given: PreflightPorts,
  call: CallOptions,
): Promise<readonly Finding[]> {
  // Neither a website nor an answer about another run is a service that is down for now.
  const passes = (error: ServiceError): boolean =>
    isTemporary(error) &&
    !(error instanceof AnotherRun) &&
    !(isWebPage(error) && Number(error.status) < 300);
  const ports = { ...given, passes };
  const place = { call: 'check', ...given.inputs, runId: null, webUrl: null } as const;
  const findings: Finding[] = [];
  const ask = async (
    question: Question,
    mayFail?: (error: ServiceError) => boolean,
  ): Promise<Finding | null> => {
    const answer = await question(ports, call).catch(asServiceError);
    if (answer instanceof ServiceError && mayFail?.(answer) === true) {
      return null;
    }
    const finding = answer instanceof ServiceError ? problem(failureOf(answer, place)) : answer;
    if (finding !== null) {
      findings.push(finding);
    }
    return finding;
  };
  if ((await ask(tokenFinding, isUnavailable))?.kind === 'problem') {
    return findings;
  }
  // A list of organizations shows more than a read of the spec's endpoints.
  const organization = (await ask(organizationFinding, isUnavailable)) ?? (await ask(specFinding));
  if (organization?.kind === 'problem') {
    return findings;
  }
  await ask(repositoryFinding);
  await ask(integrationsFinding, () => true);
  return findings;
}

/** Not every service has the endpoint, and not every token may read it. */
const isUnavailable = ({ notOffered, status }: ServiceError): boolean =>
  notOffered || status === 403;

const tokenFinding: Question = async (ports, call) => {
  const user = await persistently(() => ports.client.published.me(call), ports, call);
  const { github_username: login, full_name: name, email } = user;
  return ok(
    `The token is valid; it belongs to ${login ?? name ?? email ?? 'an account without a name'}.`,
  );
};

const organizationFinding: Question = async (ports, call) => {
  const { client, inputs } = ports;
  const { orgId } = inputs;
  const found = await search<Organization>(
    ({ id }) => String(id) === orgId,
    (page) => persistently(() => client.published.organizations(page, call), ports, call),
  );
  const named = ({ id, name }: Organization): string =>
    name === null ? String(id) : `${id} (${name})`;
  if ('id' in found) {
    return ok(`Organization ${named(found)} is one of the token's.`);
  }
  const others = found.slice(0, 5).map(named);
  const instead =
    others.length === 0 ? 'The token belongs to none.' : `The token's are ${others.join(', ')}.`;
  const message = `Organization ${orgId} is not one of the token's. ${instead} Correct the input \`org_id\`.`;
  return problem({ code: 'forbidden', message });
};

/**
 * Reads the run of `agent_run_id`, or else any run ID: a 404 for a missing run proves access just
 * as well, and so does a response about another run.
 */
const specFinding: Question = async (ports, call) => {
  const { agentRunId, baseUrl, orgId } = ports.inputs;
  const run = await persistently(
    () => ports.client.run(agentRunId ?? '1', call),
    ports,
    call,
  ).catch(asServiceError);
  const fits = `The service answers at ${baseUrl}, and token and organization ${orgId} fit together.`;
  if (!(run instanceof ServiceError)) {
    return ok(fits);
  }
  if (run.notOffered) {
    const message =
      `There is no agent service at ${baseUrl}, where the address of a run is unknown. ` +
      'Check the input `base_url` (without `/v1`).';
    return problem({ code: 'not_found', message });
  }
  if (run.status !== 404 && !(agentRunId === null && run instanceof AnotherRun)) {
    throw run;
  }
  if (agentRunId === null) {
    return ok(fits);
  }
  const message = `${fits} Run ${agentRunId} does not exist there: check the input \`agent_run_id\`.`;
  return problem({ code: 'not_found', message });
};

const repositoryFinding: Question = async (ports, call) => {
  const { repo, repoId, agentRunId } = ports.inputs;
  if (repo === null && repoId === null) {
    return agentRunId === null ? note(withoutRepository()) : null;
  }
  const found = await findRepository(ports.inputs, ports, call).catch(asServiceError);
  if (found instanceof ServiceError) {
    if (!found.notOffered) {
      throw found;
    }
    return repo === null
      ? note(
          `Repository ${String(repoId)} could not be checked: ` +
            'this service has no list of repositories.',
        )
      : problem({ code: 'not_found', message: NO_LIST });
  }
  if (typeof found === 'string') {
    return problem({ code: 'not_found', message: found });
  }
  const { id, fullName, archived } = found;
  return archived
    ? note(archivedRepository(fullName))
    : ok(`Repository ${fullName} is there (repo_id ${id}).`);
};

const integrationsFinding: Question = async (ports, call) => {
  const active = await persistently(() => ports.client.published.integrations(call), ports, call);
  if (active.includes('github')) {
    return ok(`Active integrations: ${active.join(', ')}.`);
  }
  return note(
    'The GitHub integration is not active: agents can neither read repositories nor open ' +
      'pull requests until it is connected.',
  );
};
