/**
 * Records the state of each task as a single run saves its own (contract 7.3, 13), so that the post
 * step can serve the runs of a killed step. One line for each value that changes.
 */
import type { Files, Host } from '../runner/port.ts';

export type SavedState = Readonly<Record<string, string>>;

export class Journal {
  readonly path: string;
  readonly #files: Pick<Files, 'append' | 'remove'>;
  readonly #onBroken: (error: unknown) => void;
  readonly #states = new Map<string, Record<string, string>>();
  #isBroken = false;

  /**
   * @param onBroken the journal cannot be written, for example because the disk is full. Called at
   * most once
   */
  constructor(
    files: Pick<Files, 'append' | 'remove'>,
    path: string,
    onBroken: (error: unknown) => void,
  ) {
    this.#files = files;
    this.path = path;
    this.#onBroken = onBroken;
  }

  save(key: string, name: string, value: string): void {
    const state = this.#states.get(key);
    if (state?.[name] === value) {
      return;
    }
    this.#states.set(key, { ...state, [name]: value });
    if (this.#isBroken) {
      return;
    }
    try {
      this.#files.append(this.path, `${JSON.stringify([key, name, value])}\n`);
    } catch (error) {
      this.#isBroken = true;
      this.#onBroken(error);
      try {
        // Without a journal the post step says that it does not know. From an outdated one it would
        // say what is wrong.
        this.#files.remove(this.path);
      } catch {
        // What the disk still has stays.
      }
    }
  }

  /**
   * The runner as a task sees it: saved values go here, and nothing is printed, because the step
   * speaks for all tasks.
   */
  host(key: string): Host {
    const nothing = (): void => undefined;
    return {
      mask: nothing,
      output: nothing,
      line: nothing,
      block: nothing,
      drained: () => Promise.resolve(),
      startGroup: nothing,
      endGroup: nothing,
      debug: nothing,
      notice: nothing,
      warning: nothing,
      error: nothing,
      fail: nothing,
      summary: nothing,
      input: () => '',
      debugging: () => false,
      state: (name) => this.#states.get(key)?.[name] ?? '',
      saveState: (name, value) => this.save(key, name, value),
    };
  }
}

/**
 * The saved state of each task, in the order of the tasks. The last line is skipped: it is empty,
 * or a kill has truncated it.
 */
export function readJournal(text: string): ReadonlyMap<string, SavedState> {
  const states = new Map<string, SavedState>();
  for (const line of text.split('\n').slice(0, -1)) {
    const [key, name, value] = JSON.parse(line) as readonly [
      key: string,
      name: string,
      value: string,
    ];
    states.set(key, { ...states.get(key), [name]: value });
  }
  return states;
}
