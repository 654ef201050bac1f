/**
 * Tells where an input cannot be followed, or does nothing, by the limits in its row: none is
 * ignored in silence (contract 1.1, 18).
 */
import type { InputReader } from './reader.ts';
import { Given, TASKS, type AskedInput, type InputRow, type InputLimit } from './row.ts';
import { chosenService } from './service.ts';

/** An input that does nothing in this step, and why. */
export interface Idle {
  readonly name: string;
  readonly why: string;
}

/** `` Without effect in this step: `model` (it goes into …) ``, or null if nothing is idle. */
export function idleNotice(idle: readonly Idle[]): string | null {
  if (idle.length === 0) {
    return null;
  }
  const told = idle.map(({ name, why }) => `\`${name}\` (${why})`);
  return `Without effect in this step: ${told.join('; ')}.`;
}

type NamedRows = readonly (readonly [name: string, row: InputRow])[];

/**
 * Refuses what the step cannot follow, and returns what does nothing in it. An input that is wrong
 * in itself, or that the service denies, is not told twice.
 */
export function applyLimits(read: InputReader, rows: NamedRows): readonly Idle[] {
  refuseDenied(read, rows);
  const idle: Idle[] = [];
  for (const { name, limit, asked } of limitsOf(read, rows)) {
    switch (limit.by) {
      case 'service':
        break;
      case 'task':
        refuseUnused(read, { name, limit, asked });
        break;
      case 'combination':
        if (limit.when(asked)) {
          read.refuse(name, limit.accepted, limit.beside);
        }
        break;
      case 'idle':
        if (limit.when(asked)) {
          idle.push({ name, why: whyOf(limit, asked) });
        }
    }
  }
  return idle;
}

function whyOf({ why }: Extract<InputLimit, { by: 'idle' }>, asked: AskedInput): string {
  return typeof why === 'string' ? why : why(asked);
}

/** Refuses what the service denies. */
function refuseDenied(read: InputReader, rows: NamedRows): void {
  const service = chosenService(read);
  if (service === null) {
    return;
  }
  for (const { name, limit, asked } of limitsOf(read, rows)) {
    const isDenied = limit.by === 'service' && limit.denies(service.facts);
    if (isDenied && (limit.asks?.(asked) ?? true)) {
      read.refuse(name, `${limit.accepted} with ${service.label}, ${limit.why}`, limit.beside);
    }
  }
}

function refuseUnused(
  read: InputReader,
  {
    name,
    limit,
    asked,
  }: {
    readonly name: string;
    readonly limit: Extract<InputLimit, { by: 'task' }>;
    readonly asked: AskedInput;
  },
): void {
  const task = TASKS.find((one) => asked.given.says('task', one)) ?? TASKS[0];
  const isTaken = limit.takenBy.includes(task) || !asked.given.isRight('task');
  if (!isTaken && (limit.asks?.(asked) ?? true)) {
    read.refuse(name, limit.accepted, ` together with \`task: ${task}\``);
  }
}

interface NamedLimit {
  readonly name: string;
  readonly limit: InputLimit;
  readonly asked: AskedInput;
}

/** The limits of the inputs that are given, other than by their default, and right so far. */
function limitsOf(read: InputReader, rows: NamedRows): readonly NamedLimit[] {
  const given = new Given(read, chosenService(read)?.facts ?? null);
  return rows.flatMap(([name, row]) => {
    const value = read.text(name).toLowerCase();
    if (value === '' || value === row.value.default || !given.isRight(name)) {
      return [];
    }
    return row.limits.map((limit) => ({ name, limit, asked: { value, given } }));
  });
}
