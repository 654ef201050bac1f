/** Compares two runs. Pure. */
import type { RunHead, TraceRow } from '../../../src/report/page/data.ts';
import { stepName } from '../../../src/report/page/data.ts';
import { createRun, sumsBy } from './run.ts';
import type { Run, Step } from './run.ts';

export interface Difference {
  readonly name: string;
  readonly steps: readonly [number, number];
  readonly ms: readonly [number, number];
  readonly errors: readonly [number, number];
}

export interface Comparison {
  readonly tools: readonly Difference[];
  /** First words of errors that only one of the two runs had. */
  readonly errors: readonly [readonly Step[], readonly Step[]];
}

/** Created at run time, because this script is inlined and must not contain the start of a tag. */
const LESS = String.fromCharCode(60);
const ROWS = `${LESS}script type="application/json" class="rows">`;
const HEAD = `${LESS}script type="application/json" class="head">`;
const END = `${LESS}/script>`;

function blocks(html: string, opening: string): readonly string[] {
  const found: string[] = [];
  for (let at = html.indexOf(opening); at >= 0; at = html.indexOf(opening, at)) {
    const end = html.indexOf(END, at);
    if (end < 0) break;
    found.push(html.slice(at + opening.length, end));
    at = end;
  }
  return found;
}

function isRow(row: unknown): row is TraceRow {
  if (!Array.isArray(row) || row.length !== 6) return false;
  const [time, kind, tool, headline, flags, target] = row as readonly unknown[];
  const isText = (value: unknown): boolean => value === null || typeof value === 'string';
  return (
    (time === null || typeof time === 'number') &&
    isText(kind) &&
    isText(tool) &&
    typeof headline === 'string' &&
    typeof flags === 'number' &&
    isText(target)
  );
}

/** Reads the run from another report's file. @throws Error if the file is not a report of one run */
export function readReport(html: string): Run {
  const heads = blocks(html, HEAD);
  const [head] = heads;
  if (head === undefined) throw new Error('This file is not a trace report.');
  if (heads.length > 1) throw new Error('This is a report of several runs: open one of its runs in a file of its own.');
  const rows = blocks(html, ROWS).flatMap((block) => JSON.parse(block) as unknown[]);
  const { title, outcome, durationMs, requests } = JSON.parse(head) as Partial<RunHead>;
  if (!rows.every(isRow)) throw new Error('This report was written by another version of the action.');
  return createRun(
    { title: String(title), outcome: String(outcome), durationMs: Number(durationMs), requests: Number(requests) },
    rows,
  );
}

/** Errors count as equal if their tool and first words are, ignoring numbers. */
function errorKey(step: Step): string {
  return `${step.tool}\n${step.headline.replace(/\d+/g, '0')}`;
}

export function compareRuns(left: Run, right: Run): Comparison {
  const nameOf = (step: Step): string => (step.error ? 'Errors' : stepName(step.kind, step.tool));
  const sums = [left, right].map((run) => new Map(sumsBy(run.steps, nameOf).map((sum) => [sum.name, sum]))) as [
    Map<string, Sums>,
    Map<string, Sums>,
  ];
  const names = [...new Set(sums.flatMap((map) => [...map.keys()]))];
  const pair = (name: string, pick: (sum: Sums) => number): readonly [number, number] => {
    const [a, b] = sums.map((map) => map.get(name));
    return [a === undefined ? 0 : pick(a), b === undefined ? 0 : pick(b)];
  };
  const tools = names.map((name) => ({
    name,
    steps: pair(name, (sum) => sum.steps),
    ms: pair(name, (sum) => sum.ms),
    errors: pair(name, (sum) => sum.errors),
  }));
  const only = (run: Run, other: Run): readonly Step[] => {
    const known = new Set(other.steps.filter(({ error }) => error).map(errorKey));
    return run.steps.filter((step) => step.error && !known.has(errorKey(step)));
  };
  return {
    tools: tools.sort((a, b) => Math.abs(b.ms[1] - b.ms[0]) - Math.abs(a.ms[1] - a.ms[0])),
    errors: [only(left, right), only(right, left)],
  };
}

type Sums = ReturnType<typeof sumsBy>[number];
