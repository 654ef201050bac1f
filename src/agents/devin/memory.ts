/** What a step has found out of Devin, shared by the tasks of a fleet. */
import type { Clock } from '../../runner/port.ts';
import type { OpenedService } from '../kit/define.ts';
import { SearchMemory } from '../kit/search.ts';
import { ListPlace } from '../kit/standings.ts';
import { ServiceFindings, type DevinClient } from './client.ts';
import { KnownSessions } from './known-sessions.ts';
import type { Session } from './schema.ts';

export class DevinMemory {
  readonly findings = new ServiceFindings();
  readonly seen: KnownSessions;
  readonly searched = new SearchMemory<Session>();
  readonly listed = new ListPlace();

  constructor(clock: Pick<Clock, 'now'>) {
    this.seen = new KnownSessions(clock);
  }
}

export type Devin = OpenedService<DevinClient, DevinMemory>;
