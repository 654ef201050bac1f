/** A create of Cursor that is sent a second time under the same id (contract 7.3, 18.4, 18.8). */
import { describe, expect, it } from '@jest/globals';
import { main } from '../../../src/main.ts';
import { post } from '../../../src/post.ts';
import { Cancelled } from '../../../src/runner/clock.ts';
import { memoryScene, type MemoryScene } from '../../support/memory-scene.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

const INPUTS = {
  service: 'cursor',
  org_id: '',
  repo: 'octo/widgets',
  report: 'false',
  on_cancel: 'stop',
};
const MISSING = { error: { code: 'agent_not_found', message: 'No such agent.' } };

/**
 * The answer to the create is lost, and its id is not there within three minutes; the second
 * sending is refused for a quarter of an hour, in which a signal comes. Returns what a kill at that
 * moment would have left, too.
 */
async function refusedTheSecondTime(refusal: object): Promise<{
  readonly scene: MemoryScene;
  readonly id: string;
  readonly leftByKill: Readonly<Record<string, string>>;
}> {
  const clock = new VirtualClock();
  const ids: string[] = [];
  const scene = memoryScene({
    clock,
    inputs: INPUTS,
    answer: ({ method, url, body }) => {
      if (method !== 'POST' || !url.endsWith('/v1/agents')) {
        return { status: 404, body: MISSING };
      }
      const { agentId } = JSON.parse(body ?? '') as { readonly agentId: string };
      ids.push(agentId);
      return ids.length === 1 ? { status: 502, body: {} } : { delayMs: 50, ...refusal };
    },
  });
  let leftByKill = {};
  clock.after(240_000, () => {
    leftByKill = { ...scene.host.saved };
    scene.stop.abort(new Cancelled('SIGINT'));
  });
  await main(scene.ports);
  const [id = '', again] = ids;
  expect([ids.length, again]).toEqual([2, id]);
  return { scene, id, leftByKill };
}

describe.each([
  [
    'refused for now',
    {
      status: 429,
      headers: { 'retry-after': '900' },
      body: { error: { code: 'rate_limit_exceeded', message: 'Slow down.' } },
    },
  ],
  [
    'refused for good',
    { status: 403, body: { error: { code: 'role_forbidden', message: 'Not you.' } } },
  ],
])('whose second sending is %s', (_, refusal) => {
  it('may have been carried out the first time: a cancelled step names its id', async () => {
    const { scene, id } = await refusedTheSecondTime(refusal);
    expect(scene.host.outputs).toMatchObject({ outcome: 'cancelled', agent_run_id: '' });
    expect(scene.host.outputs['error_message']).toContain(id);
  });

  it('is looked for by the post step of a killed step', async () => {
    const { leftByKill, id } = await refusedTheSecondTime(refusal);
    const asked: string[] = [];
    const killed = memoryScene({
      saved: leftByKill,
      inputs: INPUTS,
      answer: ({ method, url }) => {
        asked.push(`${method} ${url}`);
        return { status: 404, body: MISSING };
      },
    });
    await post(killed.ports);
    expect(asked.join('\n')).toContain(id);
  });
});
