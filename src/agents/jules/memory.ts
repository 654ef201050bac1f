/** What a step has found out of Jules, shared by the tasks of a fleet. */
import type { OpenedService } from '../kit/define.ts';
import { Rests } from '../kit/rests.ts';
import { SearchMemory } from '../kit/search.ts';
import { ListPlace } from '../kit/standings.ts';
import type { FilterHabits, TimedLog } from '../kit/timed-log.ts';
import type { TurnLog } from '../kit/turn-log.ts';
import type { RunId, RunShown } from '../port.ts';
import type { Activity, JulesClient, Session, Source } from './client.ts';

/** The log of a session as far as it was read: the next read goes on behind that. */
export interface WholeLog {
  readonly log: TurnLog;
  readonly reader: TimedLog<Activity>;
  /** What was shown of the session last with what was read; null: nothing yet. */
  shown: RunShown | null;
}

export class JulesMemory {
  readonly sources = new Map<string, Source>();
  /** Whether a pull request was asked for, of sessions that this step created or found. */
  readonly asksForPullRequest = new Map<RunId, boolean>();
  readonly searched = new SearchMemory<Session>();
  /** The service refuses to list archived sessions. */
  isArchiveRefused = false;
  readonly listed = new ListPlace();
  readonly habits: FilterHabits = { isRefused: false };
  readonly rests = new Rests();
  readonly logs = new Map<RunId, WholeLog>();
}

export type Jules = OpenedService<JulesClient, JulesMemory>;
