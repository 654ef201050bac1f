/** Code, runners and plans that are broken on purpose, to show that invariants fail. */
import { expect } from '@jest/globals';
import { TRANSPORT_FAULTS } from '../../src/http/proof.ts';
import type { Fault, GitHubModel } from '../support/fake-github.ts';
import type { MemoryFiles } from '../support/memory-files.ts';
import type { MemoryHost } from '../support/memory-host.ts';
import type { Simulated } from './engine/simulated.ts';

/** Plays the seeds until an invariant is violated as expected. */
export async function expectViolation(
  play: (seed: number) => Promise<Simulated>,
  { seeds, like }: { readonly seeds: Iterable<number>; readonly like: RegExp },
): Promise<void> {
  const found: string[] = [];
  for (const seed of seeds) {
    found.push(...(await play(seed)).violations);
    if (found.some((violation) => like.test(violation))) {
      break;
    }
  }
  expect(found).toContainEqual(expect.stringMatching(like));
}

/** More than a plan that fits ever needs. */
const SEEDS_MOST = 20_000;

/** Seeds whose plan satisfies `fits`. */
export function* seedsOf<T>(
  of: (seed: number) => T,
  fits: (plan: T) => boolean,
): Generator<number> {
  for (let seed = 1; seed <= SEEDS_MOST; seed += 1) {
    if (fits(of(seed))) {
      yield seed;
    }
  }
}

/** A client that takes a lost connection for a request that was not sent. Returns the repair. */
export function takeLostForUnsent(): () => void {
  const reset = TRANSPORT_FAULTS.reset as { proof: string };
  reset.proof = 'unsent';
  return () => {
    reset.proof = 'ambiguous';
  };
}

/** Modifies outputs before they reach the host. */
export function outputs(
  change: (name: string, value: string) => string,
): (host: MemoryHost) => void {
  return (host) => {
    const { output } = host;
    Object.assign(host, {
      output: (name: string, value: string) => output(name, change(name, value)),
    });
  };
}

/** Modifies what the invariants read of a log file. */
export const logs = (change: Change): Tamper => changed(/agent-run-.*\.jsonl$/, change);

/** The same of each line of `runs_file`. */
export const rows = (change: (line: string) => string): Tamper =>
  changed(/agent-runs-[0-9a-f]+\.jsonl$/, (lines) => lines.map(change));

type Change = (lines: readonly string[]) => readonly string[];
type Tamper = (host: MemoryHost, files: MemoryFiles) => void;

/** Modifies what the invariants read of the files with such a path. */
function changed(path: RegExp, change: Change): Tamper {
  const known = new WeakSet<MemoryFiles>();
  return (_, files) => {
    // Main and post process share their files.
    if (known.has(files)) {
      return;
    }
    known.add(files);
    const readText = files.readText.bind(files);
    Object.assign(files, {
      readText: (asked: string): string => {
        const text = readText(asked);
        if (!path.test(asked)) {
          return text;
        }
        return change(text.split('\n').slice(0, -1))
          .map((line) => `${line}\n`)
          .join('');
      },
    });
  };
}

/** Overrides an input of the plan. */
export function input(name: string, value: string): (host: MemoryHost) => void {
  return (host) => {
    const own = host.input;
    Object.assign(host, { input: (asked: string) => (asked === name ? value : own(asked)) });
  };
}

/** A step that does not save that a request is on its way. */
export function forgetful(host: MemoryHost): void {
  const { saveState } = host;
  Object.assign(host, {
    saveState: (name: string, value: string) =>
      saveState(name, value === 'sending' ? 'idle' : value),
  });
}

/** A step that never sees its turn at work or ended, as if one had just begun. */
export function unseeing(host: MemoryHost): void {
  const { saveState } = host;
  saveState('repair', 'accepted');
  const unsaved = new Set(['turnSeen', 'repair', 'followed']);
  Object.assign(host, {
    saveState: (name: string, value: string) => unsaved.has(name) || saveState(name, value),
  });
}

/** A thread whose comments lose their markers. */
export function losesMarker({ faults }: GitHubModel): void {
  const meanwhile: Fault['meanwhile'] = ({ body }) => {
    const given = body as { body: string };
    given.body = given.body.replace(/^<!-- agent-run-action:thread .*\n/, '');
  };
  const always = { path: /comments(\/\d+)?$/, times: Infinity, meanwhile };
  faults.push({ ...always, method: 'POST' }, { ...always, method: 'PATCH' });
}
