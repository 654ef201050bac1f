/** The action as a preflight (`task: check`, contract 12): its lines in the job log and the summary, and what the step ends with. */
import type { Host } from '../ports.ts';
import { logInline, markdownText } from '../report/sanitize/index.ts';
import type { Failure } from '../run/error-message.ts';
import type { CallOptions } from '../service/client.ts';
import type { Finding, PreflightPorts } from './preflight.ts';

const MARKS: Readonly<Record<Finding['kind'], string>> = { ok: '✅', note: 'ℹ', problem: '❌' };
/** UTF-16 units of a finding in the summary. */
const FINDING_MAX = 2_000;

export interface CheckPorts extends PreflightPorts {
  readonly host: Pick<Host, 'line' | 'summary'>;
  readonly summary: boolean;
}

/** Tells every finding. Gives the failure of the step, null when nothing needs to change. */
export async function check(ports: CheckPorts, call: CallOptions): Promise<Failure | null> {
  const { host } = ports;
  const { preflight } = await import('./preflight.ts');
  const findings = await preflight(ports, call);
  for (const { kind, text } of findings) host.line(logInline(`${MARKS[kind]} ${text}`));
  if (ports.summary) {
    const rows = findings.map(({ kind, text }) => `- ${MARKS[kind]} ${markdownText(text, FINDING_MAX)}`);
    await host.summary(`## Agent service check\n\n${rows.join('\n')}\n`);
  }
  const problems = findings.filter(({ kind }) => kind === 'problem');
  const [first] = problems;
  if (first === undefined) return null;
  return { code: first.code ?? 'internal', message: problems.map(({ text }) => text).join(' ') };
}
