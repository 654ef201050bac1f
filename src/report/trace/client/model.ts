/** The report's data in the browser. No DOM here: it is tested without a browser too. */
import type { TraceRow } from '../data.ts';

export interface Step {
  readonly index: number;
  readonly time: number | null;
  readonly kind: string;
  readonly tool: string;
  readonly headline: string;
  readonly error: boolean;
  /** Milliseconds from the first entry; what passed since the entry before counts as the step's own. */
  readonly start: number;
  readonly end: number;
  /** 0 to 7: rank of the tool by time, the last for all others. */
  readonly colour: number;
}

export interface Group {
  readonly name: string;
  readonly steps: number;
  readonly ms: number;
  readonly colour: number;
}

export interface Filter {
  readonly kind: string;
  readonly tool: string;
  readonly text: string;
  readonly errors: boolean;
}

export interface Model {
  readonly steps: readonly Step[];
  readonly total: number;
  /** By tool, or by kind where there is none; the longest first. */
  readonly groups: readonly Group[];
  readonly kinds: readonly Group[];
  /** The whole entry, parsed when asked for; a string when the line was not JSON, null when it was left out. */
  readonly entry: (index: number) => unknown;
  /** Positions of the steps that pass, in order. */
  readonly filter: (filter: Filter) => readonly number[];
  /** `0:07`, `1:02:03`. */
  readonly clock: (ms: number) => string;
  /** `8s`, `4m 05s`, `350ms`. */
  readonly length: (ms: number) => string;
}

export function model(rows: readonly TraceRow[], readLines: () => readonly string[]): Model {
  const COLOURS = 8;
  let lines: readonly string[] | null = null;
  let texts: readonly string[] | null = null;

  const origin = rows.find((row) => row[0] !== null)?.[0] ?? 0;
  let now = 0;
  const drafts = rows.map(([time, kind, tool, headline, error], index) => {
    const start = now;
    now = Math.max(now, (time ?? origin) - origin);
    const known = { index, time, kind: kind ?? '(no type)', tool: tool ?? '', headline, error: error === 1 };
    return { ...known, name: known.tool || known.kind, start, end: now };
  });

  const grouped = (name: (draft: (typeof drafts)[number]) => string): Omit<Group, 'colour'>[] => {
    const groups = new Map<string, { name: string; steps: number; ms: number }>();
    for (const draft of drafts) {
      const key = name(draft);
      const group = groups.get(key) ?? { name: key, steps: 0, ms: 0 };
      group.steps += 1;
      group.ms += draft.end - draft.start;
      groups.set(key, group);
    }
    return [...groups.values()].sort((a, b) => b.ms - a.ms || b.steps - a.steps);
  };
  const coloured = (groups: readonly Omit<Group, 'colour'>[]): Group[] =>
    groups.map((group, rank) => ({ ...group, colour: Math.min(rank, COLOURS - 1) }));
  const groups = coloured(grouped((draft) => draft.name));
  const colours = new Map(groups.map((group) => [group.name, group.colour]));
  const steps = drafts.map(({ name, ...draft }): Step => ({ ...draft, colour: colours.get(name) ?? COLOURS - 1 }));

  const entry = (index: number): unknown => {
    lines ??= readLines();
    try {
      return JSON.parse(lines[index] ?? 'null');
    } catch {
      return null;
    }
  };

  /** Strings as they are, all else as JSON; field names of the entry itself are not searched. */
  const searchText = (value: unknown): string => {
    if (typeof value !== 'object' || value === null) return String(value);
    return Object.values(value)
      .map((field) => (typeof field === 'string' ? field : JSON.stringify(field)))
      .join('\n');
  };

  const filter = ({ kind, tool, text, errors }: Filter): readonly number[] => {
    const wanted = text.trim().toLowerCase();
    const escaped = JSON.stringify(wanted).slice(1, -1);
    if (wanted !== '')
      texts ??= steps.map((step) => `${step.headline}\n${searchText(entry(step.index))}`.toLowerCase());
    return steps
      .filter(
        (step) =>
          (!errors || step.error) &&
          (kind === '' || step.kind === kind) &&
          (tool === '' || step.tool === tool) &&
          (wanted === '' || [wanted, escaped].some((words) => texts?.[step.index]?.includes(words))),
      )
      .map((step) => step.index);
  };

  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  const clock = (ms: number): string => {
    const seconds = Math.floor(ms / 1000);
    const minutes = Math.floor(seconds / 60);
    if (minutes < 60) return `${minutes}:${two(seconds % 60)}`;
    return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
  };
  const length = (ms: number): string => {
    if (ms < 1000) return `${Math.round(ms)}ms`;
    if (ms < 10_000) return `${(ms / 1000).toFixed(1)}s`;
    if (ms < 60_000) return `${Math.round(ms / 1000)}s`;
    if (ms < 3_600_000) return `${Math.floor(ms / 60_000)}m ${two((ms % 60_000) / 1000)}s`;
    return `${Math.floor(ms / 3_600_000)}h ${two((ms % 3_600_000) / 60_000)}m`;
  };

  return { steps, total: now, groups, kinds: coloured(grouped((draft) => draft.kind)), entry, filter, clock, length };
}
