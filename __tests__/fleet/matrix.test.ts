/** Fleets in the jobs of a matrix, whose tasks have equal keys (contract 4.9, 13). */
import { expect, it } from '@jest/globals';
import { createLibrary } from '../../sandbox/library.ts';
import { main } from '../../src/main.ts';
import { SUBJECTS, type Subject } from '../conformance/subjects.ts';
import { memoryScene } from '../support/memory-scene.ts';
import { sandboxOn } from '../support/sandbox-scene.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

const JOBS = [0, 1, 2];
type Row = Readonly<Record<string, unknown>>;

/** What each job tells of its only task, in the first and in the second attempt. */
async function attempts({ service, inputs }: Subject): Promise<readonly (readonly Row[])[]> {
  const clock = new VirtualClock();
  const { choose } = await createLibrary(['quick']);
  const sandbox = sandboxOn(clock, { service, choose });
  const told: (readonly Row[])[] = [];
  for (const attempt of ['1', '2']) {
    const rows: Row[] = [];
    for (const job of JOBS) {
      const { ports, host } = memoryScene({
        clock,
        answer: (request) => sandbox.answer(request),
        env: { GITHUB_RUN_ATTEMPT: attempt },
        inputs: {
          org_id: '',
          ...inputs,
          service,
          report: 'false',
          idempotency: 'on',
          siblings: String(JOBS.length),
          sibling_index: String(job),
          tasks: '[{}]',
        },
      });
      await main(ports);
      rows.push(...(JSON.parse(host.outputs['runs'] ?? '[]') as readonly Row[]));
    }
    told.push(rows);
  }
  return told;
}

it.each(SUBJECTS)(
  '$service: each job has a run of its own, which its later attempt finds again',
  async (subject) => {
    const [first = [], second = []] = await attempts(subject);
    const ids = first.map(({ agent_run_id: id }) => id);
    expect(new Set(ids).size).toBe(JOBS.length);
    expect(second).toMatchObject(
      ids.map((id) => ({ key: '0', agent_run_id: id, outcome: 'succeeded' })),
    );
  },
);
