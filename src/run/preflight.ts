/**
 * `task: check`: reports whether token, organization, repository and base address fit together,
 * without creating a run (contract 12).
 */
import type { ServiceFacts } from '../agents/facts.ts';
import type { Agent, CheckFinding } from '../agents/port.ts';
import type { ServiceError } from '../http/errors.ts';
import type { CallOptions } from '../http/limits.ts';
import { isTemporary, persistently, type RetryOptions, type Wait } from '../http/retry.ts';
import type { DroppableInputs } from '../inputs/named-run.ts';
import type { Inputs } from '../inputs/parse.ts';
import type { Host } from '../runner/port.ts';
import { logInline } from '../safe/job-log.ts';
import { markdownMessage } from '../safe/markdown.ts';
import type { SessionEnd } from './events.ts';
import { toldInputs } from './advice.ts';
import { amountText } from './amounts.ts';
import { failedEnd, failureOf, plainEnd, type Failure } from './failure.ts';

type Finding =
  /** `note`: could not be determined, or is for information. */
  | { readonly kind: 'ok' | 'note'; readonly message: string }
  | ({ readonly kind: 'problem' } & Failure);

const MARKS: Readonly<Record<Finding['kind'], string>> = { ok: '✅', note: 'ℹ', problem: '❌' };
const marked = ({ kind, message }: Pick<Finding, 'kind' | 'message'>): string =>
  `${MARKS[kind]} ${message}`;
/** Maximum length of a finding in the summary, in UTF-16 units. */
const FINDING_MAX = 2_000;

interface PreflightPorts extends RetryOptions {
  readonly agent: Pick<Agent, 'check' | 'facts' | 'keys'>;
  readonly inputs: DroppableInputs &
    Pick<Inputs, 'agentRunId' | 'baseUrl' | 'orgId' | 'repo' | 'repoId' | 'summary' | 'token'>;
}

/**
 * Prints what is right or worth knowing. Returns the end of the step, which succeeds if nothing
 * needs to change; otherwise its message has the problems, so that each is said once.
 */
export async function checkSetup(
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

/** All findings. */
export async function preflight(
  { agent, inputs, ...retry }: PreflightPorts,
  call: CallOptions,
): Promise<readonly Finding[]> {
  const options = { ...retry, passes: mayPass };
  const findings = await agent.check(
    {
      repository: inputs.repo,
      repositoryId: inputs.repoId,
      runId: inputs.agentRunId,
      patiently: (read) => persistently(read, options, call),
    },
    call,
  );
  const all = findings.map((finding) => told(finding, { inputs, runList: agent.keys.runList }));
  return [...all, ...budgetFinding(inputs.budget, agent.facts)];
}

/** Whether the budget can be kept (contract 20). One that cannot be is refused before. */
function budgetFinding(
  budget: Inputs['budget'],
  { budget: rule, title }: Pick<ServiceFacts, 'budget' | 'title'>,
): readonly Finding[] {
  if (budget === null || rule === null) {
    return [];
  }
  const who = rule.kept === 'sent' ? `${title} itself` : 'this action, which stops the run at it';
  const amount = amountText(budget.amount, budget.unit);
  const message = `The budget of ${amount} for each run is kept by ${who}. ${rule.howLate}`;
  return [{ kind: 'ok', message }];
}

/** A website is no service that is down for now. */
function mayPass(error: ServiceError): boolean {
  return isTemporary(error) && !(error.isWebPage && Number(error.status) < 300);
}

function told(
  finding: CheckFinding,
  { inputs, runList }: Pick<PreflightPorts, 'inputs'> & { readonly runList: string },
): Finding {
  if (finding.kind !== 'failed') {
    return finding;
  }
  const context = {
    ...toldInputs(inputs),
    call: 'check',
    runId: null,
    webUrl: null,
    runList,
  } as const;
  return { kind: 'problem', ...failureOf(finding.error, context) };
}
