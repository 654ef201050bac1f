/** Detects mistyped input names. The runner passes every key of `with:` as `INPUT_<NAME>`, known or not. Pure. */
import { distance } from 'fastest-levenshtein';
import type { Env } from '../ports.ts';

const DISTANCE_MAX = 2;

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
      .filter(({ meant, edits }) => edits <= Math.min(DISTANCE_MAX, Math.round(plain(meant).length / 3)))
      .sort((a, b) => a.edits - b.edits)[0];
    return near === undefined ? [] : [{ given: name, meant: near.meant }];
  });
}

/** `` `promt`: did you mean `prompt`? `` */
export function suggestionText({ given, meant }: Suggestion): string {
  return `\`${given.replace(/[^\w .-]/g, '')}\`: did you mean \`${meant}\`?`;
}
