/** What a fleet records of a task while it runs, for the post step after a kill (contract 7.3, 13). */
import { expect, it } from '@jest/globals';
import type { JournalNote } from '../../src/fleet/journal.ts';
import { main } from '../../src/main.ts';
import { entry, finalAnswer, RUN_ID } from '../support/memory-client.ts';
import { callOf, memoryScene, service, type MemoryScene } from '../support/memory-scene.ts';

const REFUSED = { status: 429, headers: { 'retry-after': '5' } };

/** Phase and run of each note that changed them. */
function notesOf({ files, host }: MemoryScene): readonly string[] {
  const notes = files
    .readText(host.saved['journal'] ?? '')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as JournalNote)
    .map(({ phase, runId = null }) => ({ phase, runId }));
  const texts = notes.map(({ phase, runId }) => `${phase}${runId === null ? '' : ` ${runId}`}`);
  return texts.filter((text, index) => !(texts[index - 1] ?? '').startsWith(text));
}

it('has a run that goes on while its schema repair is refused with 429, and waits', async () => {
  const first = service([finalAnswer(1, 'No JSON.')], { fields: { result: 'No JSON.' } });
  const repaired = service(
    [finalAnswer(1, 'No JSON.'), entry(60, { message_type: 'USER_MESSAGE' }), finalAnswer(61, '{"a":1}')],
    { fields: { result: '{"a":1}' } },
  );
  const seen = { creates: 0, resumes: 0 };
  const scene = memoryScene({
    inputs: { tasks: '[{"key":"a"}]', output_schema: '{"type":"object","required":["a"]}' },
    answer: (request, nth) => {
      const call = callOf(request);
      if (call === 'POST create' && (seen.creates += 1) === 1) return REFUSED;
      if (call === 'POST resume' && (seen.resumes += 1) === 1) return REFUSED;
      return (seen.resumes < 2 ? first : repaired)(request, nth);
    },
  });
  await main(scene.ports);
  expect(scene.host.outputs['counts']).toBe('{"succeeded":1}');
  expect(seen).toEqual({ creates: 2, resumes: 2 });
  const run = ` ${RUN_ID}`;
  expect(notesOf(scene)).toEqual([
    ...['idle', 'sending', 'idle', 'sending', `running${run}`],
    ...[`sending${run}`, `running${run}`, `sending${run}`, `running${run}`, 'ended'],
  ]);
});
