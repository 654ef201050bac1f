/**
 * Invariants of a step that is killed (SIGKILL) and its post step (contract 7.3): nothing more is
 * sent to a run, the post step is short, and it reports exactly what was known at the kill.
 */
import type { MemoryFiles } from '../../support/memory-files.ts';
import type { MemoryHost } from '../../support/memory-host.ts';
import type { Plan } from './plan.ts';
import type { PlannedService } from './service.ts';

export interface Killed {
  readonly plan: Plan;
  readonly service: PlannedService;
  /** The host of the main step at the time of the kill. */
  readonly host: MemoryHost;
  /** The host of the post step. */
  readonly postHost: MemoryHost;
  readonly files: MemoryFiles;
  readonly killedAt: number;
  readonly endedAt: number;
  readonly rejections: readonly string[];
}

/** The post step has 8 seconds for the service, plus a little for its own work. */
const POST_MS = 8_100;
/** With `on_cancel: stop` it also sends a stop request. */
const STOP_POST_MS = 10_200;

export function violationsOfKilled(seen: Killed): string[] {
  return [
    ...seen.service.network.violations,
    ...seen.rejections.map((reason) => `unhandled rejection: ${reason}`),
    ...sentOnce(seen),
    ...idKept(seen),
    ...wordsOf(seen),
    ...linesKept(seen),
    ...quick(seen),
  ];
}

function sentOnce({ service: { posts }, killedAt }: Killed): string[] {
  const bad = posts
    .filter(({ at }) => at > killedAt)
    .map(({ name }) => `the post step sent a ${name}`);
  const carriedOut = posts.filter((post) => post.runId !== null).length;
  return carriedOut > 1 ? [...bad, `${carriedOut} runs were begun`] : bad;
}

/** A delivered run ID must be available to later steps and the post step. */
function idKept({ plan, service, host, killedAt }: Killed): string[] {
  const delivered = service.posts.some(
    ({ deliveredAt }) => deliveredAt !== null && deliveredAt < killedAt,
  );
  if (!delivered) {
    return [];
  }
  const bad: string[] = [];
  if (host.outputs['agent_run_id'] !== '1001') {
    bad.push('killed: the id of an accepted run is not in the outputs');
  }
  if (!plan.features.has('no_wait') && host.saved['runId'] !== '1001') {
    bad.push('killed: the id of an accepted run was not saved');
  }
  return bad;
}

function wordsOf({ plan, service, host, postHost, killedAt }: Killed): string[] {
  const said = postHost.messages('warning').join('\n');
  const phase = host.saved['phase'] ?? '';
  if (phase === 'done') {
    return said === '' ? [] : [`nothing was left to do, but the post step says: ${said}`];
  }
  const last = service.posts.at(-1);
  const delivered = last !== undefined && last.deliveredAt !== null && last.deliveredAt < killedAt;
  if (delivered || (plan.mode === 'attach' && phase === 'running'))
  // A step that was killed while it finished is named by what its post step does for it, the
  // request to stop the run for instance.
  {
    return [said, ...postHost.printed].join('\n').includes('1001')
      ? []
      : [`the post step does not name the run: "${said}"`];
  }
  // The request was carried out and its answer was in flight, which the post step must report, or
  // the step itself as it ended.
  const told = phase === 'ended' ? `${said} ${host.outputs['error_message'] ?? ''}` : said;
  if (last !== undefined && last.runId !== null && last.at < killedAt) {
    return told.includes('not known')
      ? []
      : [`a ${last.name} may have been carried out, but the post step says "${said}"`];
  }
  // The unban request belongs to the follow-up.
  if (last === undefined && plan.mode !== 'attach' && service.stops.length === 0) {
    return said === '' ? [] : [`nothing was sent, but it says: ${said}`];
  }
  return [];
}

/** Each line in the file must be complete, of this turn and unique. */
function linesKept({ plan, host, files }: Killed): string[] {
  if (plan.mode === 'resume') {
    return [];
  }
  const path = [host.outputs['logs_file'] ?? '', '/temp/agent-run-1001.jsonl'].find((name) =>
    files.isFile(name),
  );
  if (path === undefined) {
    return [];
  }
  const left = new Map<string, number>();
  for (const { line } of plan.entries) {
    left.set(line, (left.get(line) ?? 0) + 1);
  }
  const lines = files.readText(path).split('\n');
  const bad = lines.pop() === '' ? [] : ['killed: the last line of the log file is not whole'];
  for (const line of lines) {
    const times = left.get(line) ?? 0;
    if (times === 0) {
      bad.push(`killed: an entry too many: ${line}`);
    }
    left.set(line, times - 1);
  }
  return bad;
}

function quick({ plan, killedAt, endedAt, postHost }: Killed): string[] {
  const said = [...postHost.printed, ...postHost.summaries].join('\n');
  const bad = said.includes(postHost.input('token')) ? ['the post step tells the token'] : [];
  if (postHost.failed) {
    bad.push('the post step is red');
  }
  return endedAt - killedAt > (plan.features.has('stop_on_cancel') ? STOP_POST_MS : POST_MS)
    ? [...bad, `the post step took ${endedAt - killedAt} ms`]
    : bad;
}
