/** Further messages to a run (contract 4.5, 4.9): `resume`, whose echo stands in the log. */
import type { Clock } from '../../runner/port.ts';
import { FoundTurn } from '../kit/found-turn.ts';
import { findMark, type LogToSearch } from '../kit/marks.ts';
import type { Entry, FollowUps, RunShown } from '../port.ts';
import type { ServiceClient } from './client.ts';
import { countBefore } from './log/before.ts';
import { AgentRunLog } from './log/reader.ts';
import { pastRun, shownRun, TURN_SIGNS } from './shown.ts';

interface FollowUpPorts {
  readonly client: Pick<ServiceClient, 'logs' | 'published' | 'resume' | 'run'>;
  readonly clock: Pick<Clock, 'now'>;
}

export function followUpsOf(ports: FollowUpPorts): FollowUps {
  const { client } = ports;
  return {
    async before({ id }, call) {
      return { entries: await countBefore(client, id, call), memo: '' };
    },
    wake: (id, call) => client.published.unban(id, call),
    async send({ id }, { text, images }, call) {
      const sent = images.length === 0 ? undefined : images;
      const run = await client.resume({ agent_run_id: id, prompt: text, images: sent }, call);
      return run === null ? null : shownRun(run, id);
    },
    find: (run, mark, call) => findMark(logToSearch(ports), { run, mark }, call),
  };
}

/** The whole log from where it was before, however many pages that are. */
function logToSearch({ client, clock }: FollowUpPorts): LogToSearch<Entry> {
  let told: RunShown | undefined;
  return {
    async *pages({ id, before }, call) {
      const turn = {
        runId: id,
        entriesBefore: before?.entries ?? 0,
        followUp: null,
        found: null,
        isPast: false,
        acceptedAt: clock.now(),
      };
      const log = new AgentRunLog(turn, { client, clock, warn: () => undefined });
      for (;;) {
        const { entries, more, run } = await log.read(call);
        told = run ?? told;
        yield entries.map(({ entry }) => entry);
        if (!more) {
          return;
        }
      }
    },
    told: () => told,
    turn: (mark) => new FoundTurn(TURN_SIGNS, mark),
    read: async ({ id }, call) => shownRun(await client.run(id, call), id),
    readPast: async ({ id }, call) =>
      pastRun(shownRun(await client.run(id, call), id), { isRead: true }),
  };
}
