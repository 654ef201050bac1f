/** A fleet's waits for its turn do not change when a run began (contract 13, 14, 16). */
import { expect, it } from '@jest/globals';
import { main } from '../../src/main.ts';
import type { Answering } from '../support/memory-http.ts';
import {
  callOf,
  memoryScene,
  memoryGitHub,
  service,
  type MemoryScene,
} from '../support/memory-scene.ts';

const MINUTE_MS = 60_000;
const PULL = 'https://github.com/octo/widgets/pull/9';
/** Longer than the clock skew that the check tolerates. */
const WAIT_S = 400;

/**
 * Refuses the first request of this kind, so that all requests wait. Nothing tells a result, so
 * that the final read is waited for.
 */
function refusingOnce(refused: string): Answering {
  const answer = service([], {
    fields: { result: null, github_pull_requests: [{ id: 1, url: PULL }] },
  });
  let isFirst = true;
  return (request, nth) => {
    if (callOf(request) !== refused || !isFirst) {
      return answer(request, nth);
    }
    isFirst = false;
    return { status: 429, headers: { 'retry-after': String(WAIT_S) } };
  };
}

async function runOne(
  refused: string,
  inputs: Readonly<Record<string, string>>,
): Promise<MemoryScene> {
  const github = memoryGitHub();
  const scene = memoryScene({
    answer: refusingOnce(refused),
    github,
    inputs: { tasks: '[{"key":"a"}]', ...inputs },
  });
  github.pulls.push({
    number: 9,
    openedAt: scene.clock.wall() + 30_000,
  });
  await main(scene.ports);
  return scene;
}

it('accepts a pull request of the run although its final read waited for long', async () => {
  const { host } = await runOne('GET run', { expect: 'pull_request', github_token: 'ghs_secret' });
  expect(host.outputs['outcome']).toBe('succeeded');
});

it('ends in time if no run acts on its follow-up, although all share the rate limit', async () => {
  const tasks = Array.from({ length: 30 }, (_, index) => ({
    key: `k${index}`,
    agent_run_id: index + 1,
  }));
  const { clock, host, ports } = memoryScene({
    inputs: {
      tasks: JSON.stringify(tasks.map((task) => ({ ...task, prompt: 'Go on.' }))),
      timeout_minutes: '10',
    },
    answer: ({ url }) => {
      const id = Number(/\/run\/(\d+)/.exec(url)?.[1]);
      const run = { id, status: 'COMPLETE', result: 'Done before.', logs: [], total_logs: 0 };
      return url.includes('/runs') ? { status: 404, body: { detail: 'Not Found' } } : { body: run };
    },
  });
  await main(ports);
  // Those that could not be polled in the last half minute may have acted since.
  const { error = 0, timed_out: late = 0 } = JSON.parse(host.outputs['counts'] ?? '') as Record<
    string,
    number
  >;
  expect(error + late).toBe(30);
  expect(error).toBeGreaterThan(5);
  // Two minutes are enough to start them all.
  expect(clock.elapsed).toBeLessThan(12 * MINUTE_MS);
});

interface Traces {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly {
      readonly spans: readonly {
        readonly startTimeUnixNano: string;
        readonly endTimeUnixNano: string;
      }[];
    }[];
  }[];
}

/** When the span of each run began and ended, in whole minutes since the step began. */
function spansOf({ host, files, clock }: MemoryScene): readonly (readonly number[])[] {
  const startedAt = clock.wall() - clock.elapsed;
  const lines = files.readText(host.outputs['otlp_file'] ?? '').trimEnd();
  return lines.split('\n').map((line) => {
    const span = (JSON.parse(line) as Traces).resourceSpans[0]?.scopeSpans[0]?.spans.at(-1);
    return [span?.startTimeUnixNano, span?.endTimeUnixNano].map((nano) =>
      Math.round((Number(nano) / 1e6 - startedAt) / MINUTE_MS),
    );
  });
}

it('dates the span of a run from its create, not from when the create was queued', async () => {
  // Ten a minute.
  const tasks = JSON.stringify(Array.from({ length: 11 }, (_, index) => ({ key: `k${index}` })));
  const begun = spansOf(await runOne('nothing', { otlp: 'true', tasks })).map(
    ([beganAt]) => beganAt,
  );
  expect(begun.toSorted()).toEqual([...Array.from({ length: 10 }, () => 0), 1]);
});

it.each([
  ['created', {}],
  ['only followed', { tasks: '[{"key":"a","agent_run_id":77}]', prompt: '' }],
])('dates the span of a run that was %s and whose final read waited', async (_, inputs) => {
  expect(spansOf(await runOne('GET run', { otlp: 'true', ...inputs }))).toEqual([[0, 7]]);
});
