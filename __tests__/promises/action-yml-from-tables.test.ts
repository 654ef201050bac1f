/**
 * `action.yml` and the reference are what the code's tables say, and the contract lists the same
 * inputs and outputs (contract 1).
 *
 * Shown red by: another description, default or name in `action.yml`.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { inputsFor, serveRun } from '../support/fake-run.ts';
import { runAction } from '../support/run-action.ts';
import { DONE, MANIFEST, OUTPUT_NAMES, ROOT, Servers } from './step.ts';

const servers = new Servers();
afterAll(() => servers.close());

/** The names in the first column of a table of the contract. */
function contractNames(section: string): readonly string[] {
  const contract = readFileSync(join(ROOT, 'docs/contract.md'), 'utf8');
  const text = contract.split(/^###? /m).find((part) => part.startsWith(section)) ?? '';
  const cells = Array.from(text.matchAll(/^\| (`[^|]*`) \|/gm), ([, cell = '']) => cell);
  return cells
    .flatMap((cell) => Array.from(cell.matchAll(/`(\w+)`/g), ([, name = '']) => name))
    .sort();
}

it('generating it again changes nothing', () => {
  expect(() =>
    execFileSync(process.execPath, ['scripts/docs.ts', '--check'], { cwd: ROOT, stdio: 'pipe' }),
  ).not.toThrow();
});

it('declares the inputs and outputs of the contract', () => {
  expect(Object.keys(MANIFEST.inputs).sort()).toEqual(contractNames('1.1 Inputs'));
  expect(OUTPUT_NAMES).toEqual(contractNames('1.2 Outputs'));
});

it('is documented in the reference, each input and output', () => {
  const reference = readFileSync(join(ROOT, 'docs/reference.md'), 'utf8');
  for (const name of [...Object.keys(MANIFEST.inputs), ...OUTPUT_NAMES]) {
    expect(reference).toContain(`\`${name}\``);
  }
});

// Both at once: at the declared poll interval the second one mostly waits.
describe('a step', () => {
  it.concurrent('sets exactly the declared outputs', async () => {
    const service = servers.add(await serveRun(DONE));
    const { outputs } = await runAction({ inputs: inputsFor(service) });
    expect(Object.keys(outputs).sort()).toEqual(OUTPUT_NAMES);
  });

  it.concurrent(
    'takes every declared default, as a runner passes them, and does the same as without',
    async () => {
      const defaults = Object.fromEntries(
        Object.entries(MANIFEST.inputs).map(([name, { default: value = '' }]) => [
          name,
          value.startsWith('${{') ? '' : value,
        ]),
      );
      const service = servers.add(await serveRun(DONE));
      const { poll_interval_seconds: _, ...given } = inputsFor(service);
      const run = await runAction({ inputs: { ...defaults, ...given } });
      expect(run.outputs).toMatchObject({ outcome: 'succeeded', result: 'All good.' });
      expect(run.stdout).not.toMatch(/^::(?:warning|error)/m);
    },
  );
});
