/** What a killed step leaves can be taken up (contract 7.3, 18.4). */
import { sendsOf, type Attempt, type Seen } from './seen.ts';

/** The post step has 8 seconds for each of: what is in flight, the run (half of it), a stop. */
const POST_MS = 20_500;

export function toldAfterKill(seen: Seen, attempt: Attempt): readonly string[] {
  const { process, post } = attempt;
  if (post === null || process.end === null) {
    return [];
  }
  const bad: string[] = [];
  const { host } = post;
  if (host.failed) {
    bad.push('the post step is red');
  }
  const lasted = (post.end?.at ?? 0) - post.startedAt;
  if (lasted > POST_MS) {
    bad.push(`the post step took ${lasted} ms`);
  }
  if (host.printed.join('\n').includes(host.input('token'))) {
    bad.push('the post step tells the token');
  }
  return [...bad, ...namesRun(seen, attempt, host.messages('warning').join('\n'))];
}

/**
 * It names the run that was made, or, where the step has not heard of that, says that it is not
 * known whether there is one.
 */
export function namesRun(seen: Seen, { process }: Attempt, said: string): readonly string[] {
  const { phase, outcome = '' } = process.host.saved as { phase?: string; outcome?: string };
  const killedAt = process.end?.at ?? 0;
  const last = sendsOf(seen, process.name).findLast(({ at }) => at < killedAt);
  const done = last?.done ?? null;
  if (done === null || phase === 'done' || outcome !== '') {
    return [];
  }
  const hex = /[0-9a-f]{8}/.exec(done.runId)?.[0] ?? done.runId;
  const isHeard = (last?.deliveredAt ?? Infinity) < killedAt;
  return said.includes(hex) || (!isHeard && said.includes('not known'))
    ? []
    : [`a ${String(last?.kind)} was carried out (${done.runId}), but it says: "${said}"`];
}
