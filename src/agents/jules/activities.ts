/** The activities of a session as a log by time (sheet, section 6). */
import { parseTime } from '../entry.ts';
import { TimedLog, type FilterHabits, type LogPlace } from '../kit/timed-log.ts';
import type { RunId } from '../port.ts';
import { PAGE_MAX, type Activity, type JulesClient } from './client.ts';

/** Activities that come late may be a little older than the newest one. */
const OVERLAP_MS = 1_000;

interface ActivityPorts {
  readonly client: Pick<JulesClient, 'activities'>;
  readonly habits: FilterHabits;
  /** The log ends here: an activity is too large to be read. Absent: nobody is told. */
  readonly onTooLarge?: () => void;
}

/** @param before where the log stood before a follow-up; null: all activities count */
export function activityLog(
  id: RunId,
  { client, habits, onTooLarge = () => undefined }: ActivityPorts,
  before: LogPlace | null = null,
): TimedLog<Activity> {
  return new TimedLog(
    {
      read: ({ since, cursor, size }, call) => {
        const bound = since === null ? null : new Date(since).toISOString();
        return client.activities(id, { since: bound, cursor, size }, call);
      },
      idOf: (activity) => activity.id,
      timeOf: ({ createTime }) => parseTime(createTime),
      stampOf: ({ createTime }) => createTime ?? '',
      overlapMs: OVERLAP_MS,
      pageMax: PAGE_MAX,
      habits,
      onTooLarge,
    },
    before,
  );
}
