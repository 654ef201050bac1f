/**
 * What of a suggestion may be offered (contract 17.4). GitHub puts what is offered in the place of
 * the lines, with one click, so it is what the run wrote, byte for byte, or it is shown as code.
 * Pure.
 */
import type { Replacement } from '../report/step-view.ts';
import { visibleText } from '../safe/text.ts';

/** The lines that a suggestion is about, without their line ends. */
export interface Surroundings {
  readonly replaced: readonly string[];
  /** The lines just above and below, or null where the diff does not show them. */
  readonly above: string | null;
  readonly below: string | null;
}

/** A comment has no room for more, and what is cut would be lost. */
const OFFERED_MAX = 8_000;

/**
 * @param around null where no lines of the head could be replaced
 */
export function readSuggestion(written: string, around: Surroundings | null): Replacement {
  const text = written.replaceAll('\r\n', '\n');
  const isFenceMeant = around !== null && FENCE.test(around.replaced[0] ?? '');
  const bare = isFenceMeant ? text : withoutFence(text);
  const lines = linesOf(bare);
  const isOffered = around !== null && isHarmless(bare) && isChange(lines, plain(around));
  return { text: bare, offered: isOffered ? lines : null };
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** The text inside of one fence that is around all of it. */
function withoutFence(text: string): string {
  const lines = text.trim().split('\n');
  const opening = FENCE.exec(lines[0] ?? '')?.[1];
  if (opening === undefined || lines.length < 2) {
    return text;
  }
  const isClosing = (line: string): boolean => {
    const [, run = ''] = /^ {0,3}(`+|~+)[ \t]*$/.exec(line) ?? [];
    return run.startsWith(opening);
  };
  const end = lines.findIndex((line, at) => at > 0 && isClosing(line));
  // A fence that ends before the last line is part of what is suggested.
  if (end !== lines.length - 1) {
    return text;
  }
  return lines
    .slice(1, end)
    .map((line) => `${line}\n`)
    .join('');
}

/** The lines of a text whose final line end is no part of it. */
function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

/** Whether nothing of it would change on its way into a comment and out of it. */
function isHarmless(text: string): boolean {
  const isWhole = text.length <= OFFERED_MAX && visibleText(text) === text;
  return isWhole && !/[ \t]$/m.test(text);
}

/** A diff of a file with CRLF shows the first half of each line end. */
function plain({ replaced, above, below }: Surroundings): Surroundings {
  const bare = (line: string): string => line.replace(/\r$/, '');
  return {
    replaced: replaced.map(bare),
    above: above === null ? null : bare(above),
    below: below === null ? null : bare(below),
  };
}

/**
 * Whether the lines differ from those they replace, and repeat neither neighbour: a run that quotes
 * more than it was asked for would double these lines.
 */
function isChange(lines: readonly string[], { replaced, above, below }: Surroundings): boolean {
  if (lines.length === replaced.length && lines.every((line, at) => line === replaced[at])) {
    return false;
  }
  const repeatsAbove = lines[0] === above && replaced[0] !== above;
  const repeatsBelow = lines.at(-1) === below && replaced.at(-1) !== below;
  return !repeatsAbove && !repeatsBelow;
}
