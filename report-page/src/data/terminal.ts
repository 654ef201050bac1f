/**
 * Terminal output as lines of styled text: its colours and weights, in its final state where it
 * redrew a line. Pure.
 */
import Anser from 'anser';

export interface TextSpan {
  readonly text: string;
  /** Class names for its weight and decoration. Empty for plain text. */
  readonly style: string;
  /** One of the eight colours, from 0, or null for that of the text. */
  readonly colour: number | null;
}

/** Maximum UTF-16 units to read. The rest is cut off with a mark. */
const TEXT_MAX = 300_000;

/**
 * Titles and links (OSC and other strings) up to their end, and escapes other than control
 * sequences.
 */
const STRINGS =
  /(?:\x1b[\]P^_X]|[\x9d\x90])[^\x07\x1b\x9c]{0,4096}(?:\x07|\x1b\\|\x9c|$)|\x1b(?!\[)[ -/]*[0-~]?/g;
const COLOUR = /(?:\x1b\[|\x9b)[\d;:]*m/g;
/** Control sequences other than colours: nothing here moves a cursor. */
const MOVES = /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-ln-~]/g;

const COLOURS = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const;
const MARKS: Readonly<Record<string, string>> = {
  bold: 'bold',
  dim: 'faint',
  italic: 'italic',
  underline: 'underline',
  reverse: 'inverse',
  strikethrough: 'strike',
  hidden: 'inverse',
};

const PLAIN = { style: '', colour: null } as const;

/** The most similar of the eight colours, so that the text stays legible in both themes. */
function nearest(red: number, green: number, blue: number): number | null {
  const high = Math.max(red, green, blue);
  if (high - Math.min(red, green, blue) < 40) {
    if (high < 90) {
      return 0;
    }
    return high > 200 ? 7 : null;
  }
  const strong = (value: number): number => (value > high * 0.6 ? 1 : 0);
  return strong(red) + 2 * strong(green) + 4 * strong(blue);
}

/**
 * The number of a colour as Anser names it: `ansi-bright-red`, `ansi-palette-46`, or
 * `ansi-truecolor` with its parts.
 */
function colour(name: string | null, parts: string | null): number | null {
  const [red = 0, green = 0, blue = 0] = (parts ?? '').split(',').map(Number);
  if (name === 'ansi-truecolor') {
    return nearest(red, green, blue);
  }
  const palette = Number(/^ansi-palette-(\d{1,3})$/.exec(name ?? '')?.[1] ?? NaN);
  if (palette >= 232) {
    return nearest(...grey((palette - 232) * 10 + 8));
  }
  const level = (value: number): number => (value === 0 ? 0 : 55 + 40 * value);
  const cube = palette - 16;
  if (cube >= 0) {
    return nearest(level(Math.floor(cube / 36)), level(Math.floor(cube / 6) % 6), level(cube % 6));
  }
  const place = COLOURS.findIndex((word) => name?.endsWith(word) === true);
  return place < 0 ? null : place;
}

const grey = (value: number): [number, number, number] => [value, value, value];

/**
 * Of a line that was written over, what was written last, with the colours that were set before.
 */
function lastWritten(line: string): string {
  const parts = line.split('\r');
  const at = parts.findLastIndex((part) => part.replace(COLOUR, '') !== '');
  return at <= 0
    ? line.replaceAll('\r', '')
    : [...parts.slice(0, at).join('').matchAll(COLOUR), parts[at]].join('');
}

/** Whether a text contains control characters that need terminal rendering. */
export function hasControls(text: string): boolean {
  return /[\x08\x1b\x9b]|\r(?!\n)/.test(text.slice(0, TEXT_MAX));
}

export function terminalLines(given: string): readonly (readonly TextSpan[])[] {
  const cut = given.length > TEXT_MAX;
  const text = (cut ? given.slice(0, TEXT_MAX) : given).replace(/\r\n/g, '\n');
  const lines: TextSpan[][] = [[]];
  const add = ({ text: words, ...look }: TextSpan): void => {
    for (const [n, part] of words.split('\n').entries()) {
      if (n > 0) {
        lines.push([]);
      }
      if (part !== '') {
        lines.at(-1)?.push({ text: part, ...look });
      }
    }
  };
  if (!hasControls(text)) {
    add({ text, ...PLAIN });
  } else {
    const plain = text.replace(STRINGS, '').replace(MOVES, '').replaceAll('\x9b', '\x1b[');
    const final = plain.split('\n').map(lastWritten).join('\n');
    for (const part of Anser.ansiToJson(final, { use_classes: true, remove_empty: true })) {
      const [fg, bg] = [colour(part.fg, part.fg_truecolor), colour(part.bg, part.bg_truecolor)];
      const marks = part.decorations.flatMap((name) => MARKS[name] ?? []);
      const style = [...(bg === null ? [] : ['inverse']), ...marks].join(' ');
      add({ text: part.content, style, colour: fg ?? bg });
    }
  }
  if (lines.length > 1 && lines.at(-1)?.length === 0) {
    lines.pop();
  }
  if (cut) {
    lines.push([
      { ...PLAIN, text: `… (${given.length - TEXT_MAX} more characters)`, style: 'faint' },
    ]);
  }
  return lines;
}
