/**
 * What a fleet records of a task while it runs, for the post step after a kill (contract 7.3, 13).
 */
import { expect, it } from '@jest/globals';
import { main } from '../../src/main.ts';
import { entry, finalAnswer } from '../support/memory-client.ts';
import { callOf, memoryScene, service, type MemoryScene } from '../support/memory-scene.ts';

const REFUSED = { status: 429, headers: { 'retry-after': '5' } };

/** The phases in their order. */
function phasesOf({ files, host }: MemoryScene): readonly string[] {
  const lines = files
    .readText(host.saved['journal'] ?? '')
    .trim()
    .split('\n');
  return lines.flatMap((line) => {
    const [, name, value] = JSON.parse(line) as [string, string, string];
    return name === 'phase' ? [value] : [];
  });
}

it('has a run that goes on while its schema repair is refused with 429, and waits', async () => {
  const first = service([finalAnswer(1, 'No JSON.')], { fields: { result: 'No JSON.' } });
  const repaired = service(
    [
      finalAnswer(1, 'No JSON.'),
      entry(60, { message_type: 'USER_MESSAGE' }),
      finalAnswer(61, '{"a":1}'),
    ],
    { fields: { result: '{"a":1}' } },
  );
  const seen = { creates: 0, resumes: 0 };
  const scene = memoryScene({
    inputs: { tasks: '[{"key":"a"}]', output_schema: '{"type":"object","required":["a"]}' },
    answer: (request, nth) => {
      const call = callOf(request);
      if (call === 'POST create' && (seen.creates += 1) === 1) {
        return REFUSED;
      }
      if (call === 'POST resume' && (seen.resumes += 1) === 1) {
        return REFUSED;
      }
      return (seen.resumes < 2 ? first : repaired)(request, nth);
    },
  });
  await main(scene.ports);
  expect(scene.host.outputs['counts']).toBe('{"succeeded":1}');
  expect(seen).toEqual({ creates: 2, resumes: 2 });
  expect(phasesOf(scene)).toEqual([
    ...['idle', 'sending', 'idle', 'sending', 'running', 'ended', 'done'],
  ]);
});
