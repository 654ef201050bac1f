/** What becomes of each run of a fleet, written down at once, so that the post step can tell it after a kill (contract 7.3, 13). */
import type { Files } from '../ports.ts';
import { isRecord } from '../shared/json.ts';
import { OUTCOMES, type Outcome } from '../run/events.ts';

export interface JournalNote {
  readonly key: string;
  /** `sending`: a create or resume is on its way; `idle`: nothing was carried out; `running`; `ended`. */
  readonly phase: 'idle' | 'sending' | 'running' | 'ended';
  readonly runId?: number | null;
  readonly webUrl?: string | null;
  readonly resumed?: boolean;
  /** Where the entries of this turn are kept, and how many entries the run had before it. */
  readonly logsFile?: string | null;
  readonly before?: number;
  readonly outcome?: Outcome | null;
  /** The key of the create; see `identityText`. */
  readonly identity?: string | null;
  /** The boolean `pass` of the structured result; null where there is none. */
  readonly passed?: boolean | null;
  /** `on_cancel: stop`: whether the request to stop the run is still to be made, or made again. */
  readonly stop?: 'pending' | 'done';
}

const PHASES: readonly JournalNote['phase'][] = ['idle', 'sending', 'running', 'ended'];

export class Journal {
  readonly #files: Pick<Files, 'write' | 'append'>;
  readonly #path: string;
  #broken = false;

  /** Begins the file anew, with the keys of all tasks. */
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
      // A full disk loses what the post step could say, not the runs.
      this.#broken = true;
    }
  }
}

/** The last state of each task, in their order. Lines that make no sense are passed over: a kill may cut the last one. */
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
