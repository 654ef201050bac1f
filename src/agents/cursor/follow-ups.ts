/**
 * Follow-ups: new runs of an agent (sheet, section 3.3). There is no key for one: what stood before
 * and a mark in its text tell whether it arrived (contract 18.4; sheet, section 8).
 */
import { asServiceError, ServiceError } from '../../http/errors.ts';
import type { CallOptions } from '../../http/limits.ts';
import {
  RunBusy,
  RunGone,
  type Before,
  type FollowUps,
  type FoundMark,
  type KnownRun,
  type Message,
  type RunId,
  type RunShown,
} from '../port.ts';
import { readEcho } from './echo.ts';
import { namedRunOf, runIdOf } from './ids.ts';
import { beforeOf, memoOf, runDigest } from './memo.ts';
import { promptOf } from './create.ts';
import type { Run } from './schema.ts';
import { shownOf, stateOf } from './shown.ts';
import { newestRun, type TurnParts } from './turn.ts';
import { meaningOf } from './words.ts';

export class CursorFollowUps implements FollowUps {
  readonly #parts: TurnParts;

  constructor(parts: TurnParts) {
    this.#parts = parts;
  }

  async before({ id }: RunShown, call: CallOptions): Promise<Before> {
    const { client } = this.#parts;
    const { agentId } = namedRunOf(id);
    const runs = await client.newestRuns(agentId, call);
    const [newest] = runs;
    const branches = runs.toReversed().flatMap(({ git }) => git?.branches ?? []);
    // Items of a list may lack fields (sheet, section 3.3).
    if (newest !== undefined && newest.git === null) {
      const whole = await client.run({ agentId, runId: newest.id }, call);
      branches.push(...(whole.git?.branches ?? []));
    }
    return beforeOf(runs, branches);
  }

  /** A run that was cancelled stays so: the next one is new. */
  wake(): Promise<void> {
    return Promise.resolve();
  }

  async newest({ id, before }: KnownRun, call: CallOptions): Promise<RunId | null> {
    const { agentId } = namedRunOf(id);
    const { runId } = await newestRun(this.#parts, agentId, call);
    const wasThere = memoOf(before)?.runs.includes(runDigest(runId)) === true;
    return wasThere ? null : runIdOf(agentId, runId);
  }

  async send({ id, before }: KnownRun, message: Message, call: CallOptions): Promise<RunShown> {
    const { client } = this.#parts;
    const { agentId } = namedRunOf(id);
    try {
      return this.#shown(agentId, await client.followUp(agentId, promptOf(message), call), before);
    } catch (error) {
      if (!(error instanceof ServiceError)) {
        throw error;
      }
      throw await this.#refusal(agentId, error, call);
    }
  }

  #shown(agentId: string, run: Run, before: Before | null): RunShown {
    return shownOf({
      agentId,
      runId: run.id,
      state: stateOf(run),
      facts: this.#parts.facts.of(agentId),
      before: memoOf(before)?.git ?? null,
    });
  }

  async #refusal(agentId: string, error: ServiceError, call: CallOptions): Promise<Error> {
    switch (error.reason) {
      case 'agent_busy':
        return new RunBusy(await this.#busyRun(agentId, call), error);
      case 'agent_archived':
        return new RunGone('the agent is archived', error);
      case 'agent_not_found':
        return new RunGone('the agent does not exist (any more)', error);
      default:
        return error;
    }
  }

  /** The run at work; the agent where that cannot be told. */
  async #busyRun(agentId: string, call: CallOptions): Promise<RunId> {
    const runs = await this.#parts.client.newestRuns(agentId, call).catch(asServiceError);
    const busy = runs instanceof Error ? undefined : runs.find(isActive);
    return busy === undefined ? agentId : runIdOf(agentId, busy.id);
  }

  /**
   * The run whose first message carries the mark, of those that were not there before: as its
   * stream tells it, or where that has expired the conversation of the agent.
   */
  async find({ id, before }: KnownRun, mark: string, call: CallOptions): Promise<FoundMark> {
    const { client } = this.#parts;
    const { agentId } = namedRunOf(id);
    const memo = memoOf(before);
    // Without a memory of what was before, it may be any run that the agent ever had.
    const runs = await (memo === null
      ? client.runs(agentId, call)
      : client.newestRuns(agentId, call));
    const fresh = freshOf(runs, new Set(memo?.runs ?? []));
    const unread: Run[] = [];
    let mayPass: ServiceError | null = null;
    for (const run of fresh) {
      const { text, failure } = await readEcho(this.#parts, { agentId, runId: run.id }, call);
      if (text !== null && isMarked(text, mark)) {
        return { kind: 'found', run: this.#shown(agentId, run, before) };
      }
      if (text === null) {
        unread.push(run);
      }
      mayPass ??= failure;
    }
    if (unread.length === 0) {
      return { kind: 'none' };
    }
    const messages = await this.#messages(agentId, call);
    if (messages === null) {
      if (mayPass !== null) {
        throw mayPass;
      }
      return { kind: 'untold', why: 'neither streams nor the conversation show what was said' };
    }
    const place = messages.findIndex((text) => isMarked(text, mark));
    if (place === -1) {
      // Each run begins with a message.
      const isWhole = memo !== null || messages.length >= runs.length;
      return isWhole
        ? { kind: 'none' }
        : { kind: 'untold', why: 'the conversation does not show all that was said' };
    }
    const isOnly = memo !== null && unread.length === 1;
    const run = isOnly ? unread[0] : unread.find((one) => one === runOf(messages, { runs, place }));
    return run === undefined
      ? { kind: 'open', why: 'the conversation shows it, and not which run does it' }
      : { kind: 'found', run: this.#shown(agentId, run, before) };
  }

  /** Null where the service does not tell them. */
  async #messages(agentId: string, call: CallOptions): Promise<readonly string[] | null> {
    const messages = await this.#parts.client.userMessages(agentId, call).catch(asServiceError);
    if (!(messages instanceof ServiceError)) {
      return messages;
    }
    if (messages.passing) {
      throw messages;
    }
    return null;
  }
}

/** The mark ends its message; before the mark of another one it is quoted. */
function isMarked(text: string, mark: string): boolean {
  const place = text.lastIndexOf(mark);
  return place !== -1 && !text.slice(place + mark.length).includes('ara-');
}

const isActive = ({ status }: Run): boolean => meaningOf(status) === 'active';

/** The runs that were not there before, newest first: by their ids, never by their places. */
function freshOf(runs: readonly Run[], known: ReadonlySet<string>): readonly Run[] {
  return runs.filter(({ id }) => !known.has(runDigest(id)));
}

/** Each run begins with a message, so that their places agree where none is missing. */
function runOf(
  messages: readonly string[],
  { runs, place }: { readonly runs: readonly Run[]; readonly place: number },
): Run | undefined {
  const oldestFirst = runs.toReversed();
  return messages.length === runs.length ? oldestFirst[place] : undefined;
}
