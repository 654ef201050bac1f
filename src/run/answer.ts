/** Parses JSON from an agent's answer (contract 8): the whole text, or its fenced blocks that are valid JSON. */

export interface ParsedAnswer {
  readonly value: unknown;
  /** The JSON text as the agent wrote it. */
  readonly source: string;
}

interface Fence {
  readonly mark: string;
  readonly length: number;
}

// CommonMark's fenced code blocks: up to three spaces, at least three markers, and no backticks in the info string after backticks.
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

/** The contents of the fenced blocks of a text, in order. An unclosed block extends to the end, as in CommonMark. */
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
  // `trim` also removes a byte order mark, which JSON.parse would reject.
  const source = text.trim();
  if (source === '') return null;
  try {
    return { value: JSON.parse(source) as unknown, source };
  } catch {
    return null;
  }
}

/** The JSON value of the whole text, or else that of each fenced block that is valid JSON, in order. */
export function parseAnswers(text: string): readonly ParsedAnswer[] {
  const whole = parse(text);
  return whole === null ? fencedBlocks(text).flatMap((block) => parse(block) ?? []) : [whole];
}

/** The first name that one object has twice, or null. Which of the two values counts depends on the reader. @param source valid JSON */
export function nameGivenTwice(source: string): string | null {
  const open: Set<string>[] = [];
  // A string before a colon is a name.
  for (const [token, name] of source.matchAll(/("(?:[^"\\]|\\.)*")\s*:|"(?:[^"\\]|\\.)*"|[{}[\]]/g)) {
    if (token === '{' || token === '[') open.push(new Set());
    else if (token === '}' || token === ']') open.pop();
    if (name === undefined) continue;
    const known = open.at(-1);
    const text = JSON.parse(name) as string;
    if (known?.has(text) === true) return text;
    known?.add(text);
  }
  return null;
}

/** Not yet in TypeScript's library: JSON.parse with source text access, and JSON.rawJSON. */
interface ExactJson {
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
  ): unknown;
  rawJSON(text: string): unknown;
}

/**
 * Compact JSON of a parsed answer. Numbers that a double cannot represent (such as 19-digit IDs) keep their original digits, so that other
 * tools do not read a different ID.
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
