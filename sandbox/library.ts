/** The built-in scenarios, and the selection of the scenario for a new run. */
import { isScenarioFile, readScenario, readScenarioFile } from './read-scenario.ts';
import { ScenarioError, type Scenario, type ScenarioSource } from './scenario.ts';
import { bugFix } from './scenarios/bug-fix.ts';
import { checks } from './scenarios/checks.ts';
import { asks, failed, structured, unknownStatus } from './scenarios/endings.ts';
import { fleetRun } from './scenarios/fleet.ts';
import { allTypes, huge, noisy, rough } from './scenarios/logs.ts';
import { quick } from './scenarios/quick.ts';
import { review, reviewAgain } from './scenarios/review.ts';
import { analyzeLogsScenario, setupCommandsScenario } from './scenarios/special-runs.ts';

/** In the order in which `auto` tries them. */
export const BUILT_IN: Readonly<Record<string, ScenarioSource>> = {
  quick,
  'setup-commands': setupCommandsScenario,
  'analyze-logs': analyzeLogsScenario,
  review,
  'review-again': reviewAgain,
  structured,
  failed,
  asks,
  noisy,
  'bug-fix': bugFix,
  checks,
  'unknown-status': unknownStatus,
  huge,
  'all-types': allTypes,
  rough,
  fleet: fleetRun(0),
};
/** Selects a scenario for each run. */
const FLEET = 'fleet';

/** `auto`, a built-in name, the path of a YAML or JSON file, or a scenario. */
export type ScenarioChoice = string | ScenarioSource | Scenario;

export interface Library {
  /** The scenario of created run number `nth`, from 0. */
  choose(nth: number, prompt: string): Scenario;
  /** A built-in or given scenario, but not a file. @throws ScenarioError */
  find(choice: ScenarioChoice, prompt: string): Scenario;
}

/** Reads the scenarios for successive runs. @throws ScenarioError if one is invalid */
export async function createLibrary(choices: readonly ScenarioChoice[]): Promise<Library> {
  const builtIn = new Map<string, Scenario>();
  const named = (name: string): Scenario => {
    const scenario = builtIn.get(name) ?? findScenario(name);
    builtIn.set(name, scenario);
    return scenario;
  };
  const find = (choice: ScenarioChoice, prompt: string): Scenario => {
    if (typeof choice === 'string') {
      return named(choice === 'auto' ? nameFor(prompt) : choice);
    }
    return 'checked' in choice ? choice : readScenario('scenario', choice);
  };
  const loaded = await Promise.all(
    choices.map(async (choice) =>
      typeof choice === 'string' ? await loadScenario(choice) : find(choice, ''),
    ),
  );
  const choose = (nth: number, prompt: string): Scenario => {
    const choice = loaded[Math.min(nth, loaded.length - 1)] ?? 'auto';
    return choice === FLEET ? readScenario(FLEET, fleetRun(nth)) : find(choice, prompt);
  };
  return { find, choose };
}

/** A built-in scenario. @throws ScenarioError with the names of all built-in ones */
export function findScenario(name: string): Scenario {
  const source = Object.hasOwn(BUILT_IN, name) ? BUILT_IN[name] : undefined;
  if (source === undefined) {
    throw new ScenarioError(
      `no scenario "${name}"; built in are ${Object.keys(BUILT_IN).join(', ')} and auto`,
    );
  }
  return readScenario(name, source);
}

/** The first built-in scenario whose expression matches the prompt, or `quick`. */
function nameFor(prompt: string): string {
  const found = Object.entries(BUILT_IN).find(
    ([, { match }]) => match !== undefined && new RegExp(match, 'i').test(prompt),
  );
  return found?.[0] ?? 'quick';
}

/**
 * A built-in name, or the path of a YAML or JSON file. @throws ScenarioError if it cannot be read
 * or is invalid
 */
export async function loadScenario(nameOrPath: string): Promise<string | Scenario> {
  if (nameOrPath === 'auto' || Object.hasOwn(BUILT_IN, nameOrPath)) {
    return nameOrPath;
  }
  return isScenarioFile(nameOrPath) ? readScenarioFile(nameOrPath) : findScenario(nameOrPath);
}
