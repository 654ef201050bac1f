/** Further messages to a run (contract 4.5, 4.9): `resume`, whose echo stands in the log. */
import { entryMeaning } from '../../message-types.ts';
import type { Clock } from '../../runner/port.ts';
import { findMark, type SaidToRun } from '../kit/marks.ts';
import type { FollowUps, TurnEntry } from '../port.ts';
import type { ServiceClient } from './client.ts';
import { countBefore } from './log/before.ts';
import { AgentRunLog } from './log/reader.ts';
import { shownRun } from './shown.ts';

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
    find: (run, mark, call) => findMark(saidToRun(ports), { run, mark }, call),
  };
}

/** The whole log from where it was before, however many pages that are. */
function saidToRun({ client, clock }: FollowUpPorts): SaidToRun {
  return {
    async *said({ id, before }, call) {
      const turn = {
        runId: id,
        entriesBefore: before?.entries ?? 0,
        followUp: null,
        acceptedAt: clock.now(),
      };
      const log = new AgentRunLog(turn, { client, clock, warn: () => undefined });
      for (;;) {
        const { entries, more } = await log.read(call);
        yield entries.filter(isPrompt).map(({ entry }) => entry.line);
        if (!more) {
          return;
        }
      }
    },
    read: async (id, call) => shownRun(await client.run(id, call), id),
  };
}

function isPrompt({ entry }: TurnEntry): boolean {
  return entryMeaning(entry.view.message_type) === 'prompt';
}
