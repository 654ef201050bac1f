/**
 * Renders terminal output as it looked on screen: colours as classes, with carriage returns and cursor movements
 * applied. Pure.
 */
import { setGraphics, styleOf, type Pen } from './terminal-style.ts';

export interface TextSpan {
  readonly text: string;
  /** Class names for colours and weight. Empty for plain text. */
  readonly style: string;
}

/** Maximum UTF-16 units to interpret. The rest is cut off with a mark. */
const TEXT_MAX = 300_000;
const COLUMNS_MAX = 4000;
const LINES_MAX = 20_000;
/** Number of lines that cursor movements can reach, as on a screen. */
const SCREEN = 200;

type Cell = readonly [character: string, style: string];

const SEQUENCE =
  // CSI sequences, then OSC and other strings up to their end, then two-character escapes.

  /^(?:\x1b\[|\x9b)([0-?]*)[ -/]*([@-~])|^(?:\x1b[\]P^_X]|\x9d|\x90)[^\x07\x1b\x9c]{0,4096}(?:\x07|\x1b\\|\x9c|$)|^\x1b[ -/]*[0-~]?/;

class Screen {
  readonly lines: Cell[][] = [[]];
  row = 0;
  column = 0;
  readonly pen: Pen = { fg: null, bg: null, marks: new Set() };
  style = '';

  put(character: string): void {
    if (this.column >= COLUMNS_MAX) return;
    const line = this.line();
    while (line.length < this.column) line.push([' ', '']);
    line[this.column] = [character, this.style];
    this.column += 1;
  }

  line(): Cell[] {
    while (this.lines.length <= this.row) this.lines.push([]);
    return this.lines[this.row] ?? [];
  }

  moveTo(row: number): void {
    const top = Math.max(0, this.lines.length - SCREEN);
    this.row = Math.min(Math.max(row, top), this.lines.length - 1 + SCREEN, LINES_MAX - 1);
  }

  /** Applies a control sequence, given its parameters and its final letter. */
  control(parameters: readonly number[], final: string): void {
    const [first = 0, second = 0] = parameters;
    const count = Math.max(1, first);
    if (final === 'm') {
      setGraphics(this.pen, parameters.length === 0 ? [0] : parameters);
      this.style = styleOf(this.pen);
    } else if (final === 'A') this.moveTo(this.row - count);
    else if (final === 'B') this.moveTo(this.row + count);
    else if (final === 'E' || final === 'F') {
      this.moveTo(this.row + (final === 'E' ? count : -count));
      this.column = 0;
    } else if (final === 'C') this.column = Math.min(this.column + count, COLUMNS_MAX);
    else if (final === 'D') this.column = Math.max(0, this.column - count);
    else if (final === 'G') this.column = Math.min(count - 1, COLUMNS_MAX);
    else if (final === 'H' || final === 'f') {
      this.moveTo(Math.max(0, this.lines.length - SCREEN) + count - 1);
      this.column = Math.min(Math.max(1, second) - 1, COLUMNS_MAX);
    } else if (final === 'K') this.eraseLine(first);
    else if (final === 'J') this.eraseScreen(first);
  }

  eraseLine(mode: number): void {
    const line = this.line();
    if (mode === 0) line.length = Math.min(line.length, this.column);
    else if (mode === 2) line.length = 0;
    else for (let at = 0; at <= this.column && at < line.length; at += 1) line[at] = [' ', ''];
  }

  /** Text that was cleared from the screen is not shown. */
  eraseScreen(mode: number): void {
    if (mode === 0) {
      this.eraseLine(0);
      this.lines.length = Math.min(this.lines.length, this.row + 1);
    } else if (mode >= 2) {
      this.lines.splice(0, this.lines.length, []);
      this.row = 0;
      this.column = 0;
    }
  }

  newLine(): void {
    this.row = Math.min(this.row + 1, LINES_MAX - 1);
    this.column = 0;
    this.line();
  }
}

function spansOf(line: readonly Cell[]): readonly TextSpan[] {
  const spans: { text: string; style: string }[] = [];
  for (const [character, style] of line) {
    const last = spans.at(-1);
    if (last?.style === style) last.text += character;
    else spans.push({ text: character, style });
  }
  return spans;
}

/** Whether a text contains control characters that need terminal rendering. */
export function hasControls(text: string): boolean {
  return /[\x08\x1b\x9b]|\r(?!\n)/.test(text.slice(0, TEXT_MAX));
}

/** The lines in their final state. */
export function terminalLines(given: string): readonly (readonly TextSpan[])[] {
  const cut = given.length > TEXT_MAX;
  const text = cut ? given.slice(0, TEXT_MAX) : given;
  const screen = new Screen();
  for (let at = 0; at < text.length;) {
    const character = text[at] ?? '';
    const code = character.charCodeAt(0);
    if (code === 0x1b || (code >= 0x80 && code < 0xa0)) {
      const match = SEQUENCE.exec(text.slice(at, at + 4200));
      const [, parameters, final] = match ?? [];
      if (final !== undefined)
        screen.control(
          (parameters ?? '')
            .split(/[;:]/)
            .slice(0, 32)
            .filter((part) => part !== '')
            .map((part) => Number.parseInt(part, 10) || 0),
          final,
        );
      at += match === null || match[0] === '' ? 1 : match[0].length;
      continue;
    }
    at += 1;
    if (character === '\n') screen.newLine();
    else if (character === '\r') screen.column = 0;
    else if (character === '\b') screen.column = Math.max(0, screen.column - 1);
    else if (character === '\t')
      do screen.put(' ');
      while (screen.column % 8 !== 0 && screen.column < COLUMNS_MAX);
    else if (code >= 0x20 && code !== 0x7f) screen.put(character);
  }
  const lines = screen.lines.map(spansOf);
  if (lines.at(-1)?.length === 0 && lines.length > 1) lines.pop();
  if (cut) lines.push([{ text: `… (${given.length - TEXT_MAX} more characters)`, style: 'faint' }]);
  return lines;
}
