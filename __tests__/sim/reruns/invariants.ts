/**
 * Invariants of steps with `idempotency: on` (contract 4.8, 4.9, 7.3):
 * - There is at most one run per key and generation, and no create is sent again after an ambiguous
 *   answer.
 * - No adopted or attached run belongs to another key.
 * - A later attempt creates a run only if all runs of earlier attempts have failed or were
 *   cancelled.
 * - A run is found if it is the only one and the list shows it in time.
 * - A service that drops metadata is told once by each step that created a run there.
 *
 * Exceptions: a service that drops metadata or has no list (then runs are counted neither by key
 * nor by attempt, and need not be found), problems while reading the list, and the step's own
 * timeout, signal or kill.
 */
import { integerOf } from '../../../src/safe/json.ts';
import type { Marks } from '../engine/simulated.ts';
import { violationsOfAttempt, type Attempt as AnyAttempt } from '../world/attempt.ts';
import type { WorldRun } from '../world/run.ts';
import { sentAgain, type World, type WorldSend } from '../world/service.ts';
import type { AttemptPlan, JobPlan, Plan } from './plan.ts';

export interface Attempt extends AnyAttempt<AttemptPlan> {
  readonly job: JobPlan;
  readonly resumedRun: number | null;
}

export interface Seen {
  readonly plan: Plan;
  readonly world: World;
  readonly attempts: readonly Attempt[];
  readonly rejections: readonly string[];
}

const keyOf = (fields: Readonly<Record<string, unknown>> | null): string | null =>
  (fields?.['agent_run_action_key'] ?? null) as string | null;
const generationOf = (fields: Readonly<Record<string, unknown>> | null): number =>
  integerOf((fields?.['agent_run_action_generation'] ?? '') as string);
const metadataOf = ({ body }: WorldSend): Readonly<Record<string, unknown>> | null =>
  (body['metadata'] ?? null) as Readonly<Record<string, unknown>> | null;

export function violationsOf(seen: Seen): string[] {
  return [
    ...seen.rejections.map((reason) => `unhandled rejection: ${reason}`),
    ...seen.attempts.flatMap((attempt) => [
      ...violationsOfAttempt(attempt),
      ...sentOnce(seen, attempt),
      ...ownRun(seen, attempt),
      ...counted(attempt),
      ...found(seen, attempt),
      ...told(seen, attempt),
      ...warnedOfKey(seen, attempt),
    ]),
    ...onePerKey(seen),
    ...onlyAfterBadEnds(seen),
  ];
}

function sendsOf({ world }: Seen, by: string): readonly WorldSend[] {
  return world.sends.filter((send) => send.by === by);
}

function sentOnce(seen: Seen, { process, post }: Attempt): string[] {
  const sends = sendsOf(seen, process.name);
  const bad = sentAgain(sends, process.name);
  if (sends.filter(({ runId }) => runId !== null).length > 1) {
    bad.push(`${process.name}: more than one request was carried out`);
  }
  if (post !== null && sendsOf(seen, post.name).length > 0) {
    bad.push(`${post.name}: something was sent`);
  }
  return bad;
}

function onePerKey({ world, plan }: Seen): string[] {
  // Without a list generations cannot be counted.
  if (plan.service.metadata !== 'keep' || !plan.service.list.offered) {
    return [];
  }
  const byKey = new Map<string, number>();
  for (const { metadata } of world.runs()) {
    const key = keyOf(metadata);
    if (key === null) {
      continue;
    }
    const name = `${key}/${generationOf(metadata)}`;
    byKey.set(name, (byKey.get(name) ?? 0) + 1);
  }
  return [...byKey]
    .filter(([, runs]) => runs > 1)
    .map(([name, runs]) => `${runs} runs of the key ${name}`);
}

/** The key that a job's steps use, taken from its creates. */
function keyOfJob({ world, attempts }: Seen, job: JobPlan): string | null {
  const names = new Set(
    attempts.filter((attempt) => attempt.job === job).map(({ process }) => process.name),
  );
  const send = world.sends.find(
    ({ by, body }) =>
      names.has(by) &&
      keyOf((body['metadata'] ?? null) as Readonly<Record<string, unknown>> | null) !== null,
  );
  return send === undefined ? null : keyOf(metadataOf(send));
}

/** A step must end with its own run: created by it, or with its key. */
function ownRun(seen: Seen, attempt: Attempt): string[] {
  const { process, post, job, resumedRun } = attempt;
  const own = new Set(sendsOf(seen, process.name).map(({ runId }) => runId));
  const key = keyOfJob(seen, job);
  const isOurs = (id: number): boolean => {
    const run = seen.world.run(id);
    return (
      own.has(id) ||
      id === resumedRun ||
      (run !== undefined && key !== null && keyOf(run.metadata) === key)
    );
  };
  const bad: string[] = [];
  if (process.runId > 0 && !isOurs(process.runId)) {
    bad.push(`${process.name}: run ${process.runId} is not its own`);
  }
  for (const [, id] of (post?.host.messages('warning').join('\n') ?? '').matchAll(
    /\brun (\d{4,})/g,
  )) {
    if (!isOurs(Number(id))) {
      bad.push(`${process.name}: the post step names run ${String(id)}, which is not its own`);
    }
  }
  return bad;
}

/**
 * No attempt may create a run while one of an earlier attempt is active, waits for input or has
 * succeeded.
 */
function onlyAfterBadEnds(seen: Seen): string[] {
  const { world, plan, attempts } = seen;
  if (plan.service.metadata !== 'keep' || !plan.service.list.offered) {
    return [];
  }
  return plan.jobs.flatMap((job) => {
    const names = attempts
      .filter((attempt) => attempt.job === job)
      .map(({ process }) => process.name);
    const creates = world.sends.filter(
      ({ by, name, runId }) => names.includes(by) && name === 'create' && runId !== null,
    );
    return creates.flatMap((create, index) => {
      const before = creates.slice(0, index).map(({ runId }) => world.run(runId));
      const good = before.filter(
        (run): run is WorldRun =>
          // A run that was created without a key cannot be found.
          run !== undefined &&
          keyOf(run.metadata) !== null &&
          !['FAILED', 'CANCELLED'].includes(String(run.status(create.at))),
      );
      return good.map(
        (run) =>
          `${create.by}: a run was created although run ${run.id} was ${String(run.status(create.at))}`,
      );
    });
  });
}

/** The output `requests` must be the number of those that reached the service. */
function counted({ process, plan, connection }: Attempt): string[] {
  const { requests } = process.host.outputs;
  const isSettled = process.end?.how === 'ended' && plan.signalAfter === null;
  return isSettled && requests !== String(connection.network.reached())
    ? [`${process.name}: requests is ${String(requests)}`]
    : [];
}

/** The run of a lost answer must be found if the list of runs could be read. */
function found(seen: Seen, attempt: Attempt): string[] {
  const { process, connection } = attempt;
  const { plan, world } = seen;
  if (process.code !== 'ambiguous_create' || process.signalledAt !== null) {
    return [];
  }
  const last = sendsOf(seen, process.name).at(-1);
  if (last === undefined || last.name !== 'create' || last.runId === null) {
    return [];
  }
  const { service, timeoutMs } = plan;
  const canFind =
    service.metadata === 'keep' &&
    service.list.offered &&
    connection.troubleUntil <= last.at + 125_000;
  // The list may be read late because of the wait for the answer, but not too early. The last
  // look-up is up to 15 s before the end.
  const shownAt = last.at + service.list.lateMs + service.list.staleMs + 17_000;
  // A missing answer is awaited for two minutes first.
  const lostAt = last.at + (last.fault?.startsWith('hang') === true ? 122_000 : 0);
  const deadline = process.startedAt + timeoutMs;
  const hasTime = shownAt < Math.min(last.at + 120_000, deadline) && lostAt + 17_000 < deadline;
  const run = world.run(last.runId);
  if (!canFind || !hasTime || connection.met.size > 1 || run === undefined) {
    return [];
  }
  // The list may be read late because of the wait for the answer, but not too early.
  return [
    `${process.name}: run ${run.id} carries the key and was not found: ${process.host.outputs['error_message'] ?? ''}`,
  ];
}

/**
 * After a kill, the post step must name the known run, or say that it is unknown whether there is
 * one.
 */
function told(seen: Seen, { process, post }: Attempt): string[] {
  if (post === null || process.end === null) {
    return [];
  }
  const killedAt = process.end.at;
  const sends = sendsOf(seen, process.name).filter(({ at }) => at < killedAt);
  const last = sends.at(-1);
  const said = post.host.messages('warning').join('\n');
  if (last?.runId === undefined || last.runId === null || process.host.saved['phase'] === 'done') {
    return [];
  }
  const { phase } = process.host.saved as { phase?: string };
  if (phase === 'comment' || (process.host.saved['outcome'] ?? '') !== '') {
    return [];
  }
  if (said.includes(String(last.runId)) || said.includes('not known')) {
    return [];
  }
  return [
    `${post.name}: a ${last.name} was carried out (run ${last.runId}), but it says: "${said}"`,
  ];
}

const DROPPED = 'did not give the metadata';

/** Contract 4.9: "one that does not give it back on the created run: one warning". */
function warnedOfKey(seen: Seen, { process }: Attempt): string[] {
  const heard = sendsOf(seen, process.name).filter(
    ({ name, deliveredAt }) => name === 'create' && deliveredAt !== null,
  );
  const warnings = process.host.printed.filter((line) => line.includes(DROPPED)).length;
  const isDropped = seen.plan.service.metadata === 'drop';
  const isHeard = heard.length > 0 && process.end?.how === 'ended';
  const most = isDropped ? 1 : 0;
  const least = isDropped && isHeard ? 1 : 0;
  const isRight = warnings >= least && warnings <= most;
  return isRight ? [] : [`${process.name}: ${warnings} warnings that metadata is dropped`];
}

export function marksOf(seen: Seen): Marks {
  const { plan, world, attempts } = seen;
  const said = (attempt: Attempt): string => attempt.process.host.printed.join('\n');
  const any = (test: (attempt: Attempt) => boolean): boolean => attempts.some(test);
  const adopted = (attempt: Attempt): boolean =>
    said(attempt).includes('it is the run that was created');
  return {
    adopted: any(adopted),
    adopted_late: plan.service.list.lateMs > 5_000 && any(adopted),
    adopted_far_back: plan.service.list.others > 100 && world.pages > 0 && any(adopted),
    adopted_by_post: any(
      ({ post }) =>
        post?.host.printed.join('\n').includes('carries the key of the create') === true,
    ),
    rerun_attached: any((attempt) =>
      said(attempt).includes('was started by an earlier attempt of this step: attaching'),
    ),
    rerun_next_generation: any((attempt) => /ended as .*: starting a new run/.test(said(attempt))),
    rerun_other_request: any(({ process }) =>
      (process.host.outputs['error_message'] ?? '').includes(
        'with another prompt, schema or event text',
      ),
    ),
    rerun_unchecked: any(({ process }) =>
      (process.host.outputs['error_message'] ?? '').includes('that could not be checked'),
    ),
    list_bound: any(({ process }) =>
      (process.host.outputs['error_message'] ?? '').includes('20 pages'),
    ),
    list_missing: any((attempt) => said(attempt).includes('The list of runs cannot be read')),
    metadata_dropped: any((attempt) => said(attempt).includes(DROPPED)),
    not_adopted: any(({ process }) =>
      (process.host.outputs['error_message'] ?? '').includes('No run in the list carries the key'),
    ),
    resume_settled: any((attempt) => said(attempt).includes('The follow-up has arrived')),
    resume_unsettled: any(({ process }) =>
      (process.host.outputs['error_message'] ?? '').includes('does not show the follow-up'),
    ),
  };
}
