/** Random mutations of a text: with words of the dictionary, unusual characters, and other texts. */
type Random = () => number;

/** Ranges of characters that some reader skips, breaks at, or confuses with others. */
const RANGES: readonly (readonly [number, number])[] = [
  [0x00, 0x1f],
  [0x20, 0x7e],
  [0x7f, 0xa0],
  [0xad, 0xad],
  [0x300, 0x36f],
  [0x483, 0x489],
  [0x591, 0x61c],
  [0x115f, 0x1160],
  [0x17b4, 0x17d3],
  [0x180b, 0x180f],
  [0x1ab0, 0x1aff],
  [0x2000, 0x206f],
  [0x20d0, 0x20ff],
  [0x2100, 0x21ff],
  [0x302a, 0x3030],
  [0xa66f, 0xa69f],
  [0xd800, 0xdfff],
  [0xfe00, 0xfe6f],
  [0xfeff, 0xffff],
  [0x1bca0, 0x1bca3],
  [0x1d173, 0x1d182],
  [0xe0000, 0xe01ef],
];

export interface Mutator {
  /** Applies one to six mutations. `other` is a text to take a piece from. */
  mutate(text: string, other: string): string;
}

export function createMutator(dictionary: readonly string[], random: Random): Mutator {
  const below = (count: number): number => Math.floor(random() * count);
  const oddCharacter = (): string => {
    const [from, to] = RANGES[below(RANGES.length)] ?? [0, 0];
    return String.fromCodePoint(from + below(to - from + 1));
  };
  const word = (): string => (random() < 0.6 ? (dictionary[below(dictionary.length)] ?? '') : oddCharacter());
  const span = (text: string): readonly [number, number] => {
    const from = below(text.length + 1);
    return [from, Math.min(text.length, from + 1 + below(random() < 0.7 ? 3 : 16))];
  };

  const changes: readonly ((text: string, other: string) => string)[] = [
    (text) => insert(text, below(text.length + 1), word()),
    (text) => insert(text, below(text.length + 1), oddCharacter()),
    (text) => replace(text, span(text), word()),
    (text) => replace(text, span(text), ''),
    (text) => {
      const [from, to] = span(text);
      return insert(text, to, text.slice(from, to).repeat(1 + below(3)));
    },
    (text) => {
      const [from, to] = span(text);
      return insert(replace(text, [from, to], ''), below(text.length - (to - from) + 1), text.slice(from, to));
    },
    (text, other) => insert(text, below(text.length + 1), other.slice(...span(other))),
    (text, other) => text.slice(0, below(text.length + 1)) + other.slice(below(other.length + 1)),
    (text) => insert(text, text.length, `${['\n', '\r', '\u2028', ' '][below(4)] ?? ''}${word()}`),
  ];

  return {
    mutate: (text, other) => {
      let changed = text;
      for (let left = 1 + below(random() < 0.7 ? 2 : 6); left > 0; left -= 1)
        changed = changes[below(changes.length)]?.(changed, other) ?? changed;
      return changed.slice(0, 400);
    },
  };
}

function insert(text: string, at: number, piece: string): string {
  return text.slice(0, at) + piece + text.slice(at);
}

function replace(text: string, [from, to]: readonly [number, number], piece: string): string {
  return text.slice(0, from) + piece + text.slice(to);
}

/** Removes pieces of the text as long as `does` remains true, and returns the shortest one found. */
export function minimise(text: string, does: (text: string) => boolean): string {
  let least = text;
  for (let size = Math.ceil(least.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < least.length;) {
      const without = least.slice(0, at) + least.slice(at + size);
      if (does(without)) least = without;
      else at += size;
    }
  }
  return least;
}
