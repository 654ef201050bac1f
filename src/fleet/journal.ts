/**
 * Records the state of each run of a fleet immediately, so that the post step can report it after a kill (contract 7.3,
 * 13).
 */
import type { Files } from '../ports.ts';
import { isRecord } from '../shared/json.ts';
import { OUTCOMES, type Outcome } from '../run/events.ts';

export interface JournalNote {
  readonly key: string;
  /** `sending`: a create or resume is in flight. `idle`: nothing was carried out. */
  readonly phase: 'idle' | 'sending' | 'running' | 'ended';
  readonly runId?: number | null;
  readonly webUrl?: string | null;
  readonly resumed?: boolean;
  /** The file with the entries of this turn, and the number of the run's entries before it. */
  readonly logsFile?: string | null;
  readonly before?: number;
  readonly outcome?: Outcome | null;
  /** The key of the create; see `identityText`. */
  readonly identity?: string | null;
  /** The boolean `pass` of the structured result, or null. */
  readonly passed?: boolean | null;
  /** `on_cancel: stop`: whether the stop request still has to be made or repeated. */
  readonly stop?: 'pending' | 'done';
}

const PHASES: readonly JournalNote['phase'][] = ['idle', 'sending', 'running', 'ended'];

export class Journal {
  readonly #files: Pick<Files, 'write' | 'append'>;
  readonly #path: string;
  #broken = false;

  /** Starts a new file with the keys of all tasks. */
  constructor(files: Pick<Files, 'write' | 'append'>, path: string, keys: readonly string[]) {
    this.#files = files;
    this.#path = path;
    files.write(path, keys.map((key) => `${JSON.stringify({ key, phase: 'idle' })}\n`).join(''));
  }

  note(note: JournalNote): void {
    if (this.#broken) return;
    try {
      this.#files.append(this.#path, `${JSON.stringify(note)}\n`);
    } catch {
      // A full disk costs the post step's report, but must not fail the runs.
      this.#broken = true;
    }
  }
}

/**
 * The last state of each task, in the order of the tasks. Unreadable lines are skipped, because a kill may truncate the
 * last one.
 */
export function readJournal(text: string): JournalNote[] {
  const notes = new Map<string, JournalNote>();
  for (const line of text.split('\n')) {
    const note = noteOf(line);
    if (note !== null) notes.set(note.key, { ...notes.get(note.key), ...note });
  }
  return [...notes.values()];
}

function noteOf(line: string): JournalNote | null {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return null;
  }
  if (!isRecord(value) || typeof value['key'] !== 'string') return null;
  const { key, runId, webUrl, resumed, logsFile, before, identity, passed, stop } = value;
  const phase = PHASES.find((known) => known === value['phase']);
  const outcome = OUTCOMES.find((known) => known === value['outcome']);
  if (phase === undefined) return null;
  return {
    ...{ key, phase },
    ...(typeof runId === 'number' && { runId }),
    ...(typeof webUrl === 'string' && { webUrl }),
    ...(typeof resumed === 'boolean' && { resumed }),
    ...(typeof logsFile === 'string' && { logsFile }),
    ...(typeof before === 'number' && { before }),
    ...(outcome !== undefined && { outcome }),
    ...(typeof identity === 'string' && { identity }),
    ...(typeof passed === 'boolean' && { passed }),
    ...((stop === 'pending' || stop === 'done') && { stop }),
  };
}
