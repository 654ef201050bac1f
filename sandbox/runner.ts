/** A minimal runner interface for the sandbox's action, which keeps the bundle small. */
import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { EOL } from 'node:os';

type Env = Readonly<Record<string, string | undefined>>;

export interface Runner {
  /** The raw input, trimmed. Empty if absent. */
  input(name: string): string;
  output(name: string, value: string): void;
  /** In the post step, a value saved by the main step. Empty if absent. */
  state(name: string): string;
  saveState(name: string, value: string): void;
  /** Registers a secret with the runner's masking. */
  mask(value: string): void;
  info(message: string): void;
  /** An error annotation. */
  error(message: string): void;
}

export function createRunner(env: Env, print: (line: string) => void): Runner {
  const append = (
    variable: string,
    { name, value }: { readonly name: string; readonly value: string },
  ): void => {
    const file = env[variable];
    if (file === undefined || file === '') {
      throw new Error(`${variable} is not set: this script is a step of a job.`);
    }
    // Random, so that no value can contain it.
    const end = `end_${randomUUID()}`;
    appendFileSync(file, [`${name}<<${end}`, value, end, ''].join(EOL));
  };
  const escaped = (text: string): string =>
    text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  return {
    input: (name) => env[`INPUT_${name.toUpperCase()}`]?.trim() ?? '',
    output: (name, value) => append('GITHUB_OUTPUT', { name, value }),
    state: (name) => env[`STATE_${name}`] ?? '',
    saveState: (name, value) => append('GITHUB_STATE', { name, value }),
    mask: (value) => print(`::add-mask::${escaped(value)}`),
    info: print,
    error: (message) => print(`::error::${escaped(message)}`),
  };
}
