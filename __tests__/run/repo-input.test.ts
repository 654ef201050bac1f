/** The input `repo` of a whole step, whose look-up must wait (contract 1.1, 3.2, 13). */
import { describe, expect, it } from '@jest/globals';
import { main } from '../../src/main.ts';
import { RUN_ID } from '../support/memory-client.ts';
import type { Answer } from '../support/memory-http.ts';
import { memoryScene, type MemoryScene } from '../support/memory-scene.ts';

const MINUTE_MS = 60_000;
const REFUSED: Answer = { status: 429, headers: { 'retry-after': '150' } };
const LIST: Answer = { body: { items: [{ id: 5, full_name: 'octo/shop' }] } };

interface LookUp {
  readonly inputs?: Readonly<Record<string, string>>;
  /** Answers to the look-up, in order. The last one is repeated. */
  readonly answers: readonly Answer[];
  readonly runMs?: number;
}

async function lookUp({ inputs = {}, answers, runMs = 0 }: LookUp): Promise<MemoryScene> {
  let lookUps = 0;
  let endsAt = Infinity;
  const scene = memoryScene({
    inputs: { repo: 'octo/shop', ...inputs },
    answer: ({ method, url }) => {
      if (url.includes('/repos')) return answers[Math.min(lookUps++, answers.length - 1)]!;
      if (method === 'POST') endsAt = scene.clock.elapsed + runMs;
      const status = scene.clock.elapsed >= endsAt ? 'COMPLETE' : 'ACTIVE';
      return { body: { id: RUN_ID, status, result: 'Done.', logs: [], total_logs: 0 } };
    },
  });
  await main(scene.ports);
  return scene;
}

describe('the look-up of a repository', () => {
  it.each([
    ['a run', {}],
    ['a fleet', { tasks: '[{"key":"a"}]' }],
  ])('waits out the rate limit (%s)', async (_, inputs) => {
    const { host } = await lookUp({ inputs, answers: [REFUSED, LIST] });
    expect([host.outputs['outcome'], host.outputs['error_message']]).toEqual(['succeeded', '']);
  });

  it('is given up after two minutes of failures, not counting waits for the rate limit', async () => {
    const { host, clock } = await lookUp({ answers: [{ status: 503 }, REFUSED, { status: 503 }] });
    expect(host.outputs['outcome']).toBe('error');
    expect(clock.elapsed).toBeGreaterThan(4 * MINUTE_MS);
    expect(clock.elapsed).toBeLessThan(6 * MINUTE_MS);
  });

  it('does not shorten the timeout of a task', async () => {
    const inputs = { tasks: '[{"key":"a"}]', timeout_minutes: '3' };
    const { host } = await lookUp({ inputs, answers: [REFUSED, LIST], runMs: 2 * MINUTE_MS });
    expect(host.outputs['outcome']).toBe('succeeded');
  });
});
