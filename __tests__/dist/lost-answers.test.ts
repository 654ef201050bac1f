/**
 * Every fault of a create or a follow-up × `idempotency` (contract 4.1, 4.9), from outside: what reaches the service, and what the
 * user reads. In no row is a request sent twice.
 */
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { FaultAction } from '../../sandbox/scenario.ts';
import { startSandbox, type Sandbox } from '../../sandbox/server.ts';
import { runAction, type ActionRun } from '../support/run-action.ts';

const UNLIMITED = { standard: null, shared: null, creation: null };
interface Fault {
  readonly name: string;
  readonly does: FaultAction;
  /** The service has done what was asked all the same. */
  readonly isDone: boolean;
  /** A follow-up's answer need not be readable to be one. */
  readonly isAnswerToFollowUp?: boolean;
}

const after = (status: number): Fault => ({
  name: `a ${status} after the work`,
  does: { status, after: true },
  isDone: true,
});
const before = (status: number): Fault => ({
  name: `a ${status} instead of the work`,
  does: { status },
  isDone: false,
});
const FAULTS: readonly Fault[] = [
  { name: 'the connection is lost before the work', does: 'reset-before', isDone: false },
  { name: 'the connection is lost after the work', does: 'reset-after', isDone: true },
  { name: 'the answer is cut off', does: 'cut-body', isDone: true },
  { name: 'the answer stops coming', does: 'stall-body', isDone: true },
  { name: 'no answer comes', does: 'stall-headers', isDone: true },
  { name: 'the answer is no JSON', does: 'wrong-body', isDone: true },
  { name: 'the answer is a page of a proxy', does: 'html', isDone: true },
  { name: 'the answer is empty', does: 'empty', isDone: true, isAnswerToFollowUp: true },
  ...[500, 502, 504, 408].flatMap((status) => [before(status), after(status)]),
];
const STALLS: ReadonlySet<FaultAction> = new Set<FaultAction>(['stall-body', 'stall-headers']);

type Row = Fault & { readonly call: 'create' | 'resume'; readonly idempotency: 'none' | 'metadata' };
const ROWS: readonly Row[] = FAULTS.flatMap((fault) =>
  (['create', 'resume'] as const).flatMap((call) =>
    (['none', 'metadata'] as const).map((idempotency) => ({ ...fault, call, idempotency })),
  ),
);

interface Seen extends Row {
  readonly run: ActionRun;
  /** In the order of their arrival: `run`, `run/resume`. */
  readonly posts: readonly string[];
  readonly listReads: number;
  readonly runId: number | null;
  readonly succeeds: boolean;
}

async function play(row: Row): Promise<Seen> {
  const { call, does, idempotency, isDone, isAnswerToFollowUp = false } = row;
  const faults = [{ on: call, nth: 1, do: does }];
  const sandbox: Sandbox = await startSandbox({ scenario: 'quick', speed: 1000, limits: UNLIMITED, faults });
  const before = call === 'resume' ? sandbox.seedRun({ elapsedMs: 100_000 }) : null;
  const isFound = idempotency === 'metadata' && isDone && !STALLS.has(does);
  const succeeds = isFound || (call === 'resume' && isAnswerToFollowUp);
  const run = await runAction({
    inputs: {
      ...{ token: sandbox.token, base_url: sandbox.url, org_id: '1', prompt: 'Fix the bug.' },
      ...{ idempotency, poll_interval_seconds: '0.05' },
      // Looking for what never came would take two minutes; an answer that never comes, as long.
      timeout_minutes: succeeds ? '2' : '0.05',
      ...(before !== null && { agent_run_id: String(before.id) }),
    },
  });
  await sandbox.close();
  const posts = sandbox.requests.filter(({ method }) => method === 'POST');
  return {
    ...row,
    run,
    posts: posts.map(({ path }) => path.replace(/^.*\/agent\//, '')),
    listReads: sandbox.requests.filter(({ path }) => path.endsWith('/agent/runs')).length,
    runId: sandbox.runs()[0]?.id ?? null,
    succeeds,
  };
}

/** Most rows wait for something: several at a time. */
const AT_ONCE = 3;
const seen = new Map<Row, Seen>();
beforeAll(async () => {
  const rows = ROWS.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const row of rows) seen.set(row, await play(row));
    }),
  );
}, 300_000);

describe.each(['create', 'resume'] as const)('a %s', (call) => {
  it.each(ROWS.filter((row) => row.call === call))('$name, idempotency: $idempotency', (row) => {
    const result = seen.get(row);
    if (result === undefined) throw new Error('the row was not played');
    const { run, posts, listReads, runId, succeeds } = result;
    expect(posts).toEqual([call === 'create' ? 'run' : 'run/resume']);
    expect(listReads > 0).toBe(call === 'create' && row.idempotency === 'metadata' && !STALLS.has(row.does));
    expect(run.outputs).toMatchObject({
      outcome: succeeds ? 'succeeded' : 'error',
      error_code: succeeds ? '' : 'ambiguous_create',
      agent_run_id: succeeds || call === 'resume' ? String(runId) : '',
      resumed: String(call === 'resume' && succeeds),
    });
    expect(run.exitCode).toBe(succeeds ? 0 : 1);
    expect(run.stdout.match(/^::error/gm) ?? []).toHaveLength(succeeds ? 0 : 1);
    if (!succeeds) expect(run.outputs['error_message']).toMatch(/not sent again/);
  });
});
