/** What a step has to drop to name a run is what the limits of the inputs refuse beside one. */
import { expect, it } from '@jest/globals';
import { followingText, inputsToDrop } from '../../src/inputs/named-run.ts';
import { parseInputs } from '../../src/inputs/parse.ts';
import { MemoryFiles } from '../support/memory-files.ts';

type Given = Readonly<Record<string, string>>;

const AGENT_RUN = { service: 'agent-run', org_id: '1', base_url: 'https://agents.example.com' };

function parsed(given: Given): ReturnType<typeof parseInputs> {
  const all: Given = { token: 'a-token', ...given };
  const env = { GITHUB_REPOSITORY: 'octo/website' };
  return parseInputs({ input: (name) => all[name] ?? '', env, files: new MemoryFiles() });
}

it.each<[Given, runId: string, readonly string[]]>([
  [{ ...AGENT_RUN, prompt: 'Fix it.' }, '7', []],
  [{ ...AGENT_RUN, task: 'check' }, '7', []],
  [{ ...AGENT_RUN, task: 'setup-commands', repo_id: '5' }, '7', ['task']],
  [{ ...AGENT_RUN, task: 'analyze-logs', sandbox_id: '5' }, '7', ['task', 'sandbox_id']],
  [{ service: 'devin', prompt: 'Fix it.', budget: '10 acu' }, 'devin-0123456789abcdef', ['budget']],
  [
    { service: 'openhands', prompt: 'Fix it.', budget: '5 usd' },
    '0123456789abcdef0123456789abcdef',
    [],
  ],
])('%j', (given, runId, toDrop) => {
  const { inputs, problems } = parsed(given);
  expect([problems, inputsToDrop(inputs)]).toEqual([[], toDrop]);
  const named = { ...given, prompt: '', agent_run_id: runId };
  expect(parsed(named).problems.length > 0).toBe(toDrop.length > 0);
  const dropped = Object.fromEntries(toDrop.map((name) => [name, '']));
  expect(parsed({ ...named, ...dropped }).problems).toEqual([]);
});

it('is told after what is always dropped', () => {
  expect(followingText('7', ['task', 'sandbox_id'])).toBe(
    '`agent_run_id: 7` and no `prompt`, `task` or `sandbox_id`',
  );
});
