/** Entries of a log in the form of the specification (contract 18.3), made in one place. */
import type { ENTRY_TYPE } from '../../message-types.ts';
import { parseTime, viewEntry, type EntryView } from '../entry.ts';
import type { Entry, RunId } from '../port.ts';
import { normalizeStatus } from '../status-word.ts';

/** The fields in which entries differ. What is not given is null. */
export interface EntryDraft {
  /** One of `ENTRY_TYPE`, or a word of the service's own. */
  readonly type: (typeof ENTRY_TYPE)[keyof typeof ENTRY_TYPE] | (string & {});
  readonly thought?: string;
  readonly tool?: string;
  readonly input?: unknown;
  readonly output?: unknown;
  readonly observation?: string;
  /** The time as the service writes it; null or unreadable: the time of receipt. */
  readonly at: string | null;
  /** The service's own id of the event, null where it has none. */
  readonly sourceId: string | null;
  /** A note of the action's own, see `Entry`. */
  readonly isNote?: boolean;
  /** It says that the run failed, and not why, see `Entry`. */
  readonly namesNoCause?: boolean;
}

/**
 * The exit code of a call that failed and tells none, so that it counts as a failed command
 * (contract 9).
 */
export const UNTOLD_EXIT_CODE = 1;

/** Numbers the entries of a turn. */
export class EntryMaker {
  readonly #runId: RunId;
  readonly #wall: () => number;
  #count = 0;

  /** @param wall the time of receipt, ms since the epoch */
  constructor(runId: RunId, wall: () => number) {
    this.#runId = runId;
    this.#wall = wall;
  }

  make(draft: EntryDraft): Entry {
    const value = this.#valueOf(draft);
    const index = this.#count;
    this.#count += 1;
    return {
      index,
      line: JSON.stringify(value),
      view: viewEntry(value),
      time: parseTime(value.created_at),
      isNote: draft.isNote === true,
      namesNoCause: draft.namesNoCause === true,
    };
  }

  /** As it would be told, without a number. */
  view(draft: EntryDraft): EntryView {
    return viewEntry(this.#valueOf(draft));
  }

  #valueOf(draft: EntryDraft) {
    const { type, thought, tool, input, output, observation, at, sourceId } = draft;
    const createdAt = parseTime(at) === null ? new Date(this.#wall()).toISOString() : at;
    return {
      agent_run_id: this.#runId,
      created_at: createdAt,
      message_type: type,
      thought: thought ?? null,
      tool_name: tool ?? null,
      tool_input: input ?? null,
      tool_output: output ?? null,
      observation: observation ?? null,
      // A note of the action's own has none.
      source_id: draft.isNote === true ? undefined : sourceId,
    };
  }
}

/** Under its own name, so that nothing is lost that the service begins to tell. */
export function unknownDraft(name: string, text: string): Pick<EntryDraft, 'observation' | 'type'> {
  const type = normalizeStatus(name.replace(/([a-z])([A-Z])/g, '$1_$2'));
  return { type, observation: cutText(text) };
}

/** How much of a text is kept that a service repeats or sends whole, such as a patch. */
const TEXT_MAX = 20_000;

/** A text of any length, cut with a visible mark. */
export function cutText(text: string): string {
  if (text.length <= TEXT_MAX) {
    return text;
  }
  return `${text.slice(0, TEXT_MAX)}\n… (${text.length - TEXT_MAX} more characters)`;
}
