/** Reading JSON out of an agent's answer (contract 8): the whole text, or its last fenced block that parses. */

export interface ParsedAnswer {
  readonly value: unknown;
  /** The JSON text as the agent wrote it. */
  readonly source: string;
}

interface Fence {
  readonly mark: string;
  readonly length: number;
}

// CommonMark's fenced code blocks: up to three spaces, at least three marks; an info string after back ticks holds none.
const OPENING = /^ {0,3}(?:(`{3,})[^`]*$|(~{3,}))/;
const CLOSING = /^ {0,3}(`{3,}|~{3,})[ \t]*$/;

function opening(line: string): Fence | null {
  const match = OPENING.exec(line);
  const run = match?.[1] ?? match?.[2];
  return run === undefined ? null : { mark: run.charAt(0), length: run.length };
}

function closes(line: string, fence: Fence): boolean {
  const run = CLOSING.exec(line)?.[1];
  return run !== undefined && run.startsWith(fence.mark) && run.length >= fence.length;
}

/** The contents of the fenced blocks of a text, in order. A block that is not closed goes on to the end, as in CommonMark. */
function fencedBlocks(text: string): readonly string[] {
  const blocks: string[] = [];
  let fence: Fence | null = null;
  let content: string[] = [];
  for (const line of text.split(/\r\n|\n|\r/)) {
    if (fence === null) {
      fence = opening(line);
      content = [];
    } else if (closes(line, fence)) {
      blocks.push(content.join('\n'));
      fence = null;
    } else {
      content.push(line);
    }
  }
  if (fence !== null) blocks.push(content.join('\n'));
  return blocks;
}

function parse(text: string): ParsedAnswer | null {
  // `trim` takes a byte order mark along, which JSON.parse would refuse.
  const source = text.trim();
  if (source === '') return null;
  try {
    return { value: JSON.parse(source) as unknown, source };
  } catch {
    return null;
  }
}

/** The JSON value of an answer; null when neither the whole text nor one of its fenced blocks parses. */
export function parseAnswer(text: string): ParsedAnswer | null {
  const whole = parse(text);
  if (whole !== null) return whole;
  for (const block of fencedBlocks(text).toReversed()) {
    const parsed = parse(block);
    if (parsed !== null) return parsed;
  }
  return null;
}

/** Not yet in TypeScript's library: JSON.parse's access to the source text, and its counterpart. */
interface ExactJson {
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
  ): unknown;
  rawJSON(text: string): unknown;
}

/**
 * Compact JSON of a parsed answer. Numbers that a double cannot hold (an identifier of 19 digits) stay as they were
 * written: a step that reads them with other tools must not get a neighbour's identifier.
 */
export function compactJson(answer: ParsedAnswer): string {
  const exact = JSON as unknown as ExactJson;
  const value = /\d{16}|\d[eE]/.test(answer.source)
    ? exact.parse(answer.source, (_key, part, { source }) =>
        typeof part === 'number' && source !== undefined && isInexact(part) ? exact.rawJSON(source) : part,
      )
    : answer.value;
  return JSON.stringify(value);
}

function isInexact(value: number): boolean {
  return !Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value));
}
