/**
 * Terminal output as lines of styled text: its colours and weights, in its final state where it
 * redrew a line. Pure.
 */
import Anser from 'anser';

interface TextSpan {
  readonly text: string;
  /** Class names for its weight and decoration. Empty for plain text. */
  readonly style: string;
  /** One of the eight colours, from 0, or null for that of the text. */
  readonly colour: number | null;
}

/** Maximum UTF-16 units to read. The rest is cut off with a mark. */
const TEXT_MAX = 300_000;

/**
 * Spans with a look of their own in one line. A terminal is rarely wider; what is more has the look
 * of plain text.
 */
const LINE_SPANS_MAX = 200;
/** Lines to show at once, and spans in them. The rest is shown on demand. */
const LINES_AT_ONCE = 600;
const SPANS_AT_ONCE = 4_000;
/** Numbers to read of one sequence. A terminal reads about as many. */
const NUMBERS_MAX = 32;

/**
 * Titles and links (OSC and other strings) up to their end, and escapes other than control
 * sequences. A string also ends at the next introducer, because otherwise each of many unterminated
 * strings would be searched to the end.
 */
const STRINGS =
  /(?:\x1b[\]P^_X]|[\x9d\x90])[^\x07\x1b\x90\x9c\x9d]{0,4096}(?:\x07|\x1b\\|\x9c|$)|\x1b(?!\[)[ -/]*[0-~]?/g;
const COLOUR = /(?:\x1b\[|\x9b)([\d;:]*)m/g;
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

/** Anser, which would add a decoration each time it is set, until a reset that may never come. */
class Colours extends Anser {
  declare decorations: Anser.DecorationName[];

  override processChunkJson(...given: Parameters<Anser['processChunkJson']>): Anser.AnserJsonEntry {
    const entry = super.processChunkJson(...given);
    this.decorations = [...new Set(this.decorations)];
    if (entry.was_processed) {
      entry.decorations = this.decorations;
    }
    return entry;
  }
}

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
  if (at <= 0) {
    return line.replaceAll('\r', '');
  }
  return [...parts.slice(0, at).join('').matchAll(COLOUR), parts[at]].join('');
}

/** Colours without more numbers than a terminal reads, and without sub-parameters. */
const bounded = (_: string, numbers: string): string =>
  numbers.includes(':') ? '' : `\x1b[${numbers.split(';', NUMBERS_MAX).join(';')}m`;

/** Without the colours that say the same as those before them. */
function withoutRepeats(text: string): string {
  let last = '';
  return text.replace(COLOUR, (sequence) => {
    const isRepeated = sequence === last;
    last = sequence;
    return isRepeated ? '' : sequence;
  });
}

/** Adds a span to its line: to the last one if it looks the same. */
function append(line: TextSpan[], { text, ...given }: TextSpan): void {
  const last = line.at(-1);
  const { style, colour } = line.length < LINE_SPANS_MAX ? given : PLAIN;
  if (last !== undefined && last.style === style && last.colour === colour) {
    line[line.length - 1] = { text: last.text + text, style, colour };
  } else {
    line.push({ text, style, colour });
  }
}

/** Whether a text contains control characters that need terminal rendering. */
export function hasControls(text: string): boolean {
  return /[\x08\x1b\x9b]|\r(?!\n)/.test(text.slice(0, TEXT_MAX));
}

/** How many lines to show at once: fewer where they have many colours. */
export function linesAtOnce(lines: readonly (readonly TextSpan[])[]): number {
  let count = 0;
  let spans = 0;
  for (const line of lines.slice(0, LINES_AT_ONCE)) {
    spans += line.length;
    if (spans > SPANS_AT_ONCE) {
      break;
    }
    count += 1;
  }
  return count;
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
      const line = lines.at(-1);
      if (part !== '' && line !== undefined) {
        append(line, { text: part, ...look });
      }
    }
  };
  if (!hasControls(text)) {
    add({ text, ...PLAIN });
  } else {
    const plain = text.replace(STRINGS, '').replace(MOVES, '').replace(COLOUR, bounded);
    const final = plain.split('\n').map(lastWritten).join('\n');
    const parts = new Colours().ansiToJson(withoutRepeats(final), {
      use_classes: true,
      remove_empty: true,
    });
    for (const part of parts) {
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
