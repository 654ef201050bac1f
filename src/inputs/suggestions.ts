/** Detects mistyped input names. The runner passes every key of `with:` as `INPUT_<NAME>`, known or not. Pure. */
import type { Env } from '../ports.ts';

const DISTANCE_MAX = 2;

/** Edit distance between two words, counting insertions, deletions, substitutions and swaps of adjacent letters. */
function distance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let at = 1; at <= to.length; at += 1) {
      const same = from[row - 1] === to[at - 1];
      const swapped = row > 1 && at > 1 && from[row - 1] === to[at - 2] && from[row - 2] === to[at - 1];
      const steps = [(last[at] ?? 0) + 1, (current[at - 1] ?? 0) + 1, (last[at - 1] ?? 0) + (same ? 0 : 1)];
      if (swapped) steps.push((beforeLast[at - 2] ?? 0) + 1);
      current.push(Math.min(...steps));
    }
    beforeLast = last;
    last = current;
  }
  return last[to.length] ?? 0;
}

/** Ignores case and separators, which are common mistakes. */
const plain = (name: string): string => name.toLowerCase().replace(/[-_ ]/g, '');

export interface Suggestion {
  /** The given name in lower case. */
  readonly given: string;
  readonly meant: string;
}

/** Given names that are similar to an input. Other unknown names are ignored, because they may belong to another tool. */
export function mistypedInputs(env: Env, known: readonly string[]): readonly Suggestion[] {
  const given = Object.keys(env)
    .filter((name) => /^INPUT_./i.test(name) && name.length < 60 && (env[name] ?? '') !== '')
    .map((name) => name.slice('INPUT_'.length).toLowerCase())
    .filter((name) => !known.includes(name));
  return given.flatMap((name) => {
    const near = known
      .map((meant) => ({ meant, edits: distance(plain(name), plain(meant)) }))
      .filter(({ meant, edits }) => edits <= Math.min(DISTANCE_MAX, Math.floor(plain(meant).length / 3)))
      .sort((a, b) => a.edits - b.edits)[0];
    return near === undefined ? [] : [{ given: name, meant: near.meant }];
  });
}

/** `` `promt`: did you mean `prompt`? `` */
export function suggestionText({ given, meant }: Suggestion): string {
  return `\`${given.replace(/[^\w .-]/g, '')}\`: did you mean \`${meant}\`?`;
}
