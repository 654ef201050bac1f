/**
 * The schemas in docs/schemas against what whole steps write (contract 1.2, 13); those of findings
 * in `dist/review.test.ts`.
 */
import { describe, expect, it } from '@jest/globals';
import { main } from '../src/main.ts';
import type { MemoryScene } from './support/memory-scene.ts';
import { schemaProblems } from './support/output-schemas.ts';
import { sandboxScene } from './support/sandbox-scene.ts';

async function act(inputs: Readonly<Record<string, string>>): Promise<MemoryScene> {
  const scene = await sandboxScene({ inputs });
  await main(scene.ports);
  return scene;
}

const linesOf = ({ files, host }: MemoryScene, output: string): unknown[] =>
  files.linesOf(host.outputs[output] ?? '').map((line) => JSON.parse(line) as unknown);

describe('the schema', () => {
  it('of runs_file fits every line: with a result and a schema, and without a run', async () => {
    const tasks = [
      { key: 'octo/a' },
      { key: 'none', repo: 'octo/missing' },
      { key: 'followed', agent_run_id: 999 },
    ];
    const lines = linesOf(
      await act({ tasks: JSON.stringify(tasks), output_schema: 'true' }),
      'runs_file',
    );
    expect(lines).toHaveLength(3);
    expect(lines.flatMap((line) => schemaProblems('runs-file', line))).toEqual([]);
  });

  it('of logs_file fits every entry', async () => {
    const lines = linesOf(await act({}), 'logs_file');
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.flatMap((line) => schemaProblems('log-line', line))).toEqual([]);
  });

  it.each([
    ['runs-file', {}],
    ['runs-file', { key: 'a b' }],
    ['findings', [{}]],
    ['findings', {}],
    ['log-line', { tool_input: 'text' }],
    ['log-line', []],
  ] as const)('of %s does not fit %j', (name, value) => {
    expect(schemaProblems(name, value)).not.toEqual([]);
  });
});
