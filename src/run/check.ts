/** The preflight check (`task: check`, contract 12): its output in the job log and the summary, and the step's outcome. */
import type { Host } from '../ports.ts';
import { logInline } from '../safe/job-log.ts';
import { markdownMessage } from '../safe/markdown.ts';
import type { Failure } from './error-message.ts';
import type { CallOptions } from '../service/client.ts';
import type { Finding } from './finding.ts';
import { preflight, type PreflightPorts } from './preflight.ts';

const MARKS: Readonly<Record<Finding['kind'], string>> = { ok: '✅', note: 'ℹ', problem: '❌' };
/** Maximum length of a finding in the summary, in UTF-16 units. */
const FINDING_MAX = 2_000;

export interface CheckPorts extends PreflightPorts {
  readonly host: Pick<Host, 'line' | 'summary'>;
  readonly summary: boolean;
}

/** Prints every finding. Returns the failure of the step, or null if nothing needs to change. */
export async function check(ports: CheckPorts, call: CallOptions): Promise<Failure | null> {
  const { host } = ports;
  const say = (message: string): void => host.line(logInline(message, 400));
  const findings = await preflight({ ...ports, say }, call);
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
