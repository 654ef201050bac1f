/** Converts a terminal's colour and weight sequences (SGR) to class names. Pure. */

export interface Pen {
  fg: number | null;
  bg: number | null;
  readonly marks: Set<string>;
}

const MARKS: Readonly<Record<number, readonly [add: string, remove: readonly string[]]>> = {
  1: ['bold', []],
  2: ['faint', []],
  3: ['italic', []],
  4: ['underline', []],
  7: ['inverse', []],
  9: ['strike', []],
  22: ['', ['bold', 'faint']],
  23: ['', ['italic']],
  24: ['', ['underline']],
  27: ['', ['inverse']],
  29: ['', ['strike']],
};

/** The most similar of the eight colours, so that the text stays legible in both themes. */
function nearest(red: number, green: number, blue: number): number | null {
  const high = Math.max(red, green, blue);
  if (high - Math.min(red, green, blue) < 40) return high < 90 ? 0 : high > 200 ? 7 : null;
  const strong = (value: number): number => (value > high * 0.6 ? 1 : 0);
  return strong(red) + 2 * strong(green) + 4 * strong(blue);
}

function indexed(n: number): number | null {
  if (n < 16) return n % 8;
  if (n >= 232) return nearest((n - 232) * 10 + 8, (n - 232) * 10 + 8, (n - 232) * 10 + 8);
  const cube = n - 16;
  const level = (value: number): number => (value === 0 ? 0 : 55 + 40 * value);
  return nearest(level(Math.floor(cube / 36)), level(Math.floor(cube / 6) % 6), level(cube % 6));
}

export function setGraphics(pen: Pen, parameters: readonly number[]): void {
  for (let at = 0; at < parameters.length; at += 1) {
    const code = parameters[at] ?? 0;
    const mark = MARKS[code];
    if (code === 0) {
      pen.fg = null;
      pen.bg = null;
      pen.marks.clear();
    } else if (mark !== undefined) {
      if (mark[0] !== '') pen.marks.add(mark[0]);
      for (const one of mark[1]) pen.marks.delete(one);
    } else if (code === 38 || code === 48) {
      const short = parameters[at + 1] === 5;
      const [red = 0, green = 0, blue = 0] = parameters.slice(at + 2, at + 5);
      const colour = short ? indexed(red) : nearest(red, green, blue);
      if (code === 38) pen.fg = colour;
      else pen.bg = colour;
      at += short ? 2 : 4;
    } else if (code === 39) pen.fg = null;
    else if (code === 49) pen.bg = null;
    else if ((code >= 30 && code <= 37) || (code >= 90 && code <= 97)) pen.fg = code % 10;
    else if ((code >= 40 && code <= 47) || (code >= 100 && code <= 107)) pen.bg = code % 10;
  }
}

export function styleOf({ fg, bg, marks }: Pen): string {
  return [fg === null ? '' : `fg${fg}`, bg === null ? '' : `bg${bg}`, ...marks].filter((name) => name !== '').join(' ');
}
