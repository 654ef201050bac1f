/**
 * Groups consecutive steps in the list: repeated commands and retries, and work on the same file.
 * Pure.
 */
import type { Step } from './run.ts';

export interface Group {
  /** Index of the first step, which identifies the group. */
  readonly first: number;
  readonly reason: 'repeated' | 'file';
  /** Number of repetitions, or of steps for the file. */
  readonly count: number;
  readonly label: string;
  readonly steps: readonly number[];
  readonly errors: number;
  /** Steps whose command ended with another exit code than 0. */
  readonly failed: number;
  readonly ms: number;
}

export type Item =
  { readonly step: number; readonly of: number | null } | { readonly group: Group };

const FILE_MIN = 3;
const REPEATED_MIN = 2;

const keyOf = (step: Step): string | null =>
  step.headline === '' || step.error ? null : `${step.kind}\n${step.tool}\n${step.headline}`;

/**
 * Number of steps from `at` that repeat the same action. An error of the same tool in between
 * counts as one of the retries.
 */
function repeats(
  steps: readonly Step[],
  at: number,
): { readonly end: number; readonly count: number } {
  const first = steps[at];
  const key = first === undefined ? null : keyOf(first);
  let end = at + 1;
  let count = 1;
  if (first === undefined || key === null) {
    return { end, count };
  }
  for (let next = at + 1; next < steps.length; next += 1) {
    const step = steps[next];
    if (step === undefined) {
      break;
    }
    if (step.turn !== null) {
      break;
    }
    if (keyOf(step) === key) {
      count += 1;
      end = next + 1;
    } else if (!(step.error && first.tool !== '' && step.tool === first.tool)) {
      break;
    }
  }
  return { end, count };
}

function sameFile(steps: readonly Step[], at: number): number {
  const target = steps[at]?.target ?? null;
  let end = at + 1;
  while (
    target !== null &&
    end < steps.length &&
    steps[end]?.target === target &&
    steps[end]?.error === false &&
    steps[end]?.turn === null
  ) {
    end += 1;
  }
  return end;
}

function groupOf(steps: readonly Step[], fields: Pick<Group, 'reason' | 'count' | 'label'>): Group {
  const [first] = steps;
  const last = steps.at(-1);
  return {
    ...fields,
    first: first?.index ?? 0,
    steps: steps.map((step) => step.index),
    errors: steps.filter((step) => step.error).length,
    failed: steps.filter((step) => step.problem && !step.error).length,
    ms: (last?.end ?? 0) - (first?.start ?? 0),
  };
}

/** The steps of a run in groups. A single step is an item of its own. */
export function groupSteps(steps: readonly Step[]): readonly (number | Group)[] {
  const items: (number | Group)[] = [];
  for (let at = 0; at < steps.length;) {
    const step = steps[at];
    if (step === undefined) {
      break;
    }
    const { end, count } = repeats(steps, at);
    const fileEnd = sameFile(steps, at);
    if (count >= REPEATED_MIN && end >= fileEnd) {
      items.push(
        groupOf(steps.slice(at, end), { reason: 'repeated', count, label: step.headline }),
      );
      at = end;
    } else if (fileEnd - at >= FILE_MIN) {
      items.push(
        groupOf(steps.slice(at, fileEnd), {
          reason: 'file',
          count: fileEnd - at,
          label: step.target ?? '',
        }),
      );
      at = fileEnd;
    } else {
      items.push(step.index);
      at += 1;
    }
  }
  return items;
}

/** The lines of the list. Collapsed groups hide their steps. */
export function visibleItems(
  grouped: readonly (number | Group)[],
  open: ReadonlySet<number>,
): readonly Item[] {
  return grouped.flatMap((item): Item[] => {
    if (typeof item === 'number') {
      return [{ step: item, of: null }];
    }
    if (!open.has(item.first)) {
      return [{ group: item }];
    }
    return [{ group: item }, ...item.steps.map((step) => ({ step, of: item.first }))];
  });
}
