/** The scenarios that come with the sandbox, and loading others from files. */
import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { readScenario, ScenarioError, type Scenario, type ScenarioSource } from './scenario.ts';
import { bugFix } from './scenarios/bug-fix.ts';
import { asks, failed, structured, unknownStatus } from './scenarios/endings.ts';
import { allTypes, huge, noisy, rough } from './scenarios/logs.ts';
import { quick } from './scenarios/quick.ts';

export const BUILT_IN: Readonly<Record<string, ScenarioSource>> = {
  quick,
  structured,
  failed,
  asks,
  noisy,
  'bug-fix': bugFix,
  'unknown-status': unknownStatus,
  huge,
  'all-types': allTypes,
  rough,
};

/** A built-in scenario. @throws ScenarioError naming the known ones */
export function findScenario(name: string): Scenario {
  const source = BUILT_IN[name];
  if (source === undefined)
    throw new ScenarioError(`no scenario "${name}"; built in are ${Object.keys(BUILT_IN).join(', ')} and auto`);
  return readScenario(name, source);
}

/** The first built-in scenario whose expression fits the prompt; `quick` when none does. */
export function scenarioFor(prompt: string): Scenario {
  const found = Object.entries(BUILT_IN).find(
    ([, { match }]) => match !== undefined && new RegExp(match, 'i').test(prompt),
  );
  return findScenario(found?.[0] ?? 'quick');
}

/** A built-in by its name, or a YAML or JSON file by its path. @throws ScenarioError when it cannot be read or is wrong */
export async function loadScenario(nameOrPath: string): Promise<string | Scenario> {
  if (nameOrPath === 'auto' || nameOrPath in BUILT_IN) return nameOrPath;
  if (!['.yml', '.yaml', '.json'].includes(extname(nameOrPath))) return findScenario(nameOrPath);
  let text: string;
  try {
    text = await readFile(nameOrPath, 'utf8');
  } catch (cause) {
    throw new ScenarioError(`the scenario file ${nameOrPath} cannot be read`, { cause });
  }
  const { parse } = await import('yaml');
  let source: unknown;
  try {
    source = parse(text);
  } catch (cause) {
    throw new ScenarioError(`${nameOrPath} is not valid YAML or JSON`, { cause });
  }
  return readScenario(basename(nameOrPath), source);
}
