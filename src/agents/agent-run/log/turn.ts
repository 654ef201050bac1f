/**
 * Which entries belong to the turn, and their numbers in it (contract 4.5). Those that come after a
 * follow-up wait for its echo: before that stand entries of earlier turns, if a replica that lagged
 * behind told too small a number of them.
 */
import { entryMeaning } from '../../../message-types.ts';
import { isRecord } from '../../../safe/json.ts';
import type { TurnEntry } from '../../port.ts';
import { NEW_ANSWER_AFTER_MS, OWN_AFTER_MS } from '../../values.ts';
import { toEntry, type RawEntry } from './entry.ts';

/** What was sent to the run. */
export interface FollowUpInLog {
  readonly text: string;
  /** At the end of the text, null for none. */
  readonly mark: string | null;
  /** The entries from before it were counted, so that those are left out. */
  readonly isCounted: boolean;
  /** The run's result before it, or undefined if unknown. */
  readonly resultBefore: string | null | undefined;
}

/** Where a turn begins among entries. */
interface Begin {
  readonly index: number;
  readonly isEcho: boolean;
}

/**
 * Where the turn begins among entries after those that were counted before the follow-up. Null as
 * long as that is not known: where the message of somebody else stands among them, their number
 * came from a replica that lagged, and nothing before the echo counts (contract 4.5).
 *
 * @param waitedMs since the follow-up was accepted
 */
export function turnBegin(
  entries: readonly Pick<RawEntry, 'value' | 'view'>[],
  { followUp, waitedMs }: { readonly followUp: FollowUpInLog | null; readonly waitedMs: number },
): Begin | null {
  const whole = { index: 0, isEcho: false };
  if (followUp === null) {
    return whole;
  }
  // The same text may have been sent before: the last one counts.
  const echo = entries.findLastIndex(({ value }) => isEcho(value, followUp));
  if (echo >= 0) {
    return { index: echo, isEcho: true };
  }
  if (followUp.isCounted && entries.some(isPrompt)) {
    return null;
  }
  const isAnswered = answersAnew(entries, followUp.resultBefore);
  return waitedMs >= (isAnswered ? NEW_ANSWER_AFTER_MS : OWN_AFTER_MS) ? whole : null;
}

function isPrompt({ view }: Pick<RawEntry, 'view'>): boolean {
  return entryMeaning(view.message_type) === 'prompt';
}

/**
 * There is an answer other than the result before the follow-up: that of this turn, or of the one
 * before, where result and number were read from a replica that lagged.
 */
function answersAnew(
  entries: readonly Pick<RawEntry, 'view'>[],
  resultBefore: string | null | undefined,
): boolean {
  return (
    (resultBefore ?? null) !== null &&
    entries.some(
      ({ view }) =>
        entryMeaning(view.message_type) === 'answer' && view.observation !== resultBefore,
    )
  );
}

interface TurnEntriesOptions {
  readonly followUp: FollowUpInLog | null;
  /** Told if nothing shows where the turn begins. */
  readonly onUnknownBegin: () => void;
  /** Told if somebody else's message is there, and no echo. */
  readonly onOtherMessage: () => void;
}

/** The entries of the turn, numbered in the order in which they are told. */
export class TurnEntries {
  readonly #options: TurnEntriesOptions;
  /** Received before it was certain that they are of the turn. Null once it has begun. */
  #held: RawEntry[] | null;
  #told = 0;

  constructor(options: TurnEntriesOptions) {
    this.#options = options;
    this.#held = options.followUp === null ? null : [];
  }

  /** Takes in new entries. Returns those that need not wait. */
  add(received: readonly RawEntry[]): readonly TurnEntry[] {
    if (this.#held === null) {
      return received.map((raw) => this.#tell(raw));
    }
    this.#held.push(...received);
    return [];
  }

  /**
   * Entries that need not wait any longer.
   *
   * @param waitedMs since the follow-up was accepted
   */
  settle(waitedMs: number): readonly TurnEntry[] {
    const held = this.#held ?? [];
    if (held.length === 0) {
      return [];
    }
    const { followUp, onUnknownBegin } = this.#options;
    const begin = turnBegin(held, { followUp, waitedMs });
    if (begin === null) {
      return [];
    }
    if (!begin.isEcho) {
      onUnknownBegin();
    }
    this.#held = null;
    return held.slice(begin.index).map((raw) => this.#tell(raw));
  }

  /** Nothing more comes: what may be of an earlier turn is told as that. */
  close(): readonly TurnEntry[] {
    const settled = this.settle(Infinity);
    const held = this.#held ?? [];
    this.#held = null;
    if (held.length > 0) {
      this.#options.onOtherMessage();
    }
    return [...settled, ...held.map((raw) => ({ ...this.#tell(raw), isUncertain: true }))];
  }

  #tell(raw: RawEntry): TurnEntry {
    const { followUp } = this.#options;
    const index = this.#told;
    this.#told += 1;
    return {
      entry: toEntry(raw, index),
      isEcho: followUp !== null && isEcho(raw.value, followUp),
    };
  }
}

/** Characters compared; services may truncate or wrap longer prompts. */
const HEAD = 200;
/** Where an entry may have its text: which fields a `USER_MESSAGE` has is not shown (spec 2.5). */
const TEXTS = ['thought', 'observation', 'tool_input', 'tool_output'];
/** The mark of any follow-up. */
const ANY_MARK = /\bara-[0-9a-f]{16}\b/;

/**
 * Whether the entry is the follow-up's own (contract 4.5): a `USER_MESSAGE` with its mark, or with
 * the text that was sent where it has no mark, or none is left of it.
 */
export function isEcho(
  value: unknown,
  { text, mark }: Pick<FollowUpInLog, 'mark' | 'text'>,
): boolean {
  if (!isRecord(value)) {
    return false;
  }
  const type = value['message_type'];
  if (typeof type !== 'string' || entryMeaning(type) !== 'prompt') {
    return false;
  }
  const shown = TEXTS.flatMap((name) => textsIn(value[name]));
  if (mark !== null && shown.some((one) => ANY_MARK.test(one))) {
    return shown.some((one) => one.includes(mark));
  }
  const sent = squeezed(text);
  return sent !== '' && shown.some((one) => isCopy(one, sent));
}

/** The field itself, or the fields of an object. */
function textsIn(field: unknown): readonly string[] {
  const parts = typeof field === 'object' && field !== null ? Object.values(field) : [field];
  return parts.filter((part) => typeof part === 'string');
}

function isCopy(shown: string, sent: string): boolean {
  const text = squeezed(shown);
  return text !== '' && (text.includes(sent.slice(0, HEAD)) || sent.startsWith(text));
}

function squeezed(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
