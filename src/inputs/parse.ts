/**
 * Parses and checks all inputs (contract 1.1). Reports all problems together and sends no request.
 */
import type { Env } from '../runner/port.ts';
import { PROXY_VARIABLES, proxyUrl } from '../http/proxy.ts';
import { applyLimits, type Idle } from './limits.ts';
import { nearest } from './meant.ts';
import { NAMES_ELSEWHERE } from './names-elsewhere.ts';
import { InputReader, type InputSources, type Mistyped, type Problem } from './reader.ts';
import { INPUT_NAMES, INPUT_ROWS, isSecretInput, valuesOf, type Inputs } from './table.ts';

export type { Inputs, InputSources, Problem };

interface ParsedInputs {
  readonly inputs: Inputs;
  readonly problems: readonly Problem[];
  /** What is given and does nothing in this step. */
  readonly idle: readonly Idle[];
}

/** With problems, the inputs serve only to look for more of them. */
export function parseInputs(sources: InputSources): ParsedInputs {
  const read = new InputReader(sources.input, isSecretInput);
  for (const name of PROXY_VARIABLES) {
    if (proxyUrl(sources.env[name]) === null) {
      // The value may contain a password, so it is not repeated.
      read.problem(
        name,
        'something that is not an address',
        'the address of a proxy, `http://host:port`',
      );
    }
  }
  const inputs = valuesOf(INPUT_NAMES, { ...sources, read });
  const idle = applyLimits(read, Object.entries(INPUT_ROWS));
  return { inputs, problems: read.problems, idle };
}

/**
 * The given names that are similar to an input, or that other actions use for one that is not given
 * here. The runner passes every key of `with:` as `INPUT_<NAME>`, known or not. Other unknown names
 * are ignored, because they may belong to another tool.
 */
export function mistypedInputs(env: Env): readonly Mistyped[] {
  const known: readonly string[] = INPUT_NAMES;
  return Object.keys(env)
    .filter((name) => /^INPUT_./i.test(name) && name.length < 60 && (env[name] ?? '') !== '')
    .map((name) => name.slice('INPUT_'.length).toLowerCase())
    .filter((name) => !known.includes(name))
    .flatMap((given) => {
      const meant = inputMeant(given, env);
      return meant === null ? [] : [{ given, meant }];
    });
}

/** What another action calls an input counts only while that input is not given itself. */
function inputMeant(given: string, env: Env): string | null {
  const name = given.replace(/[- ]/g, '_');
  const named = Object.hasOwn(NAMES_ELSEWHERE, name) ? NAMES_ELSEWHERE[name] : undefined;
  if (named === undefined) {
    return nearest(given, INPUT_NAMES);
  }
  const { value: row } = INPUT_ROWS[named];
  const value = env[`INPUT_${named.toUpperCase()}`] ?? '';
  return value === '' || value === row.default ? named : null;
}
