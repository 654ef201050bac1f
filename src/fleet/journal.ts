/**
 * Records the state of each task as a single run saves its own (contract 7.3, 13), so that the post step can serve the runs of a killed
 * step. One line for each value that changes.
 */
import type { Files, Host } from '../runner/port.ts';
import { parseJson } from '../safe/json.ts';

export type SavedState = Readonly<Record<string, string>>;

export class Journal {
  readonly path: string;
  readonly #files: Pick<Files, 'append' | 'remove'>;
  readonly #onBroken: (error: unknown) => void;
  readonly #states = new Map<string, Record<string, string>>();
  #isBroken = false;

  /** @param onBroken the journal cannot be written, for example because the disk is full. Called at most once */
  constructor(files: Pick<Files, 'append' | 'remove'>, path: string, onBroken: (error: unknown) => void) {
    this.#files = files;
    this.path = path;
    this.#onBroken = onBroken;
  }

  /** Names the tasks, none of which is started. */
  begin(keys: readonly string[]): void {
    this.#append(keys.map((key) => lineOf(key, 'phase', 'idle')).join(''));
  }

  save(key: string, name: string, value: string): void {
    const state = this.#states.get(key) ?? {};
    if (state[name] === value) return;
    this.#states.set(key, { ...state, [name]: value });
    this.#append(lineOf(key, name, value));
  }

  /** The runner as a task sees it: saved values go here, and nothing is printed, because the step speaks for all tasks. */
  host(key: string): Host {
    return quietHost({
      state: (name) => this.#states.get(key)?.[name] ?? '',
      saveState: (name, value) => this.save(key, name, value),
    });
  }

  #append(text: string): void {
    if (this.#isBroken) return;
    try {
      this.#files.append(this.path, text);
    } catch (error) {
      this.#isBroken = true;
      this.#onBroken(error);
      try {
        // Without a journal the post step says that it does not know. From an outdated one it would say what is wrong.
        this.#files.remove(this.path);
      } catch {
        // What the disk still has stays.
      }
    }
  }
}

/** A runner that shows nothing. */
export function quietHost(own: Pick<Host, 'saveState' | 'state'>): Host {
  const nothing = (): void => undefined;
  return {
    ...{ mask: nothing, output: nothing, line: nothing, startGroup: nothing, endGroup: nothing, debug: nothing },
    ...{ notice: nothing, warning: nothing, error: nothing, fail: nothing, summary: nothing },
    ...{ input: () => '', debugging: () => false, ...own },
  };
}

function lineOf(...line: readonly [key: string, name: string, value: string]): string {
  return `${JSON.stringify(line)}\n`;
}

/** The saved state of each task, in the order of the tasks. A kill may have truncated the last line, which is skipped. */
export function readJournal(text: string): ReadonlyMap<string, SavedState> {
  const states = new Map<string, SavedState>();
  for (const line of text.split('\n')) {
    const [key, name, value] = partsOf(line);
    if (typeof key !== 'string' || typeof name !== 'string' || typeof value !== 'string') continue;
    states.set(key, { ...states.get(key), [name]: value });
  }
  return states;
}

function partsOf(line: string): readonly unknown[] {
  try {
    const parts = parseJson(line);
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}
