/** Google's Jules behind the port `Agent` (contract 18; its sheet). */
import type { CallOptions } from '../../http/limits.ts';
import { openDefined } from '../kit/define.ts';
import type { Agent, AgentPorts, RunId, RunShown } from '../port.ts';
import { check } from './check.ts';
import { JulesClient, judge, PAGE_MAX, type Session } from './client.ts';
import { create } from './create.ts';
import { JULES } from './facts.ts';
import { find } from './find.ts';
import { followUpsOf } from './follow-ups.ts';
import { JULES_KEYS } from './key.ts';
import { JulesMemory, type Jules } from './memory.ts';
import { readShown, restOf } from './records.ts';
import { BY_ITSELF, shownSession } from './shown.ts';
import { turnOf } from './turn.ts';

export function openJules(ports: AgentPorts): Agent {
  return openDefined<JulesClient, JulesMemory>(
    {
      facts: JULES,
      keys: JULES_KEYS,
      // Contract 18.6.
      pollMs: 10_000,
      createsAtOnce: 1,
      // Sheet, section 2.
      refusedMostMs: 60_000,
      turnIsRun: false,
      judge,
      client: (requests) => new JulesClient(requests),
      memory: () => new JulesMemory(),
      create,
      find,
      read: readShown,
      turn: turnOf,
      followUps: followUpsOf,
      standings,
      check,
    },
    ports,
  );
}

/** A session that shows nothing new for so long may be done without saying so. */
const STILL_MS = 60_000;

function standings(
  service: Jules,
  ids: readonly RunId[],
  call: CallOptions,
): Promise<ReadonlyMap<RunId, RunShown | null>> {
  const { client, memory } = service;
  return memory.listed.read(ids, async (cursor) => {
    const page = await client.sessions({ isArchived: false, cursor, size: PAGE_MAX }, call);
    return { ...page, items: page.items.map((one) => [one.id, standingOf(service, one)] as const) };
  });
}

/** Null: only its activities tell. */
function standingOf(service: Jules, session: Session): RunShown | null {
  const restMs = restOf(service, session);
  const shown = shownSession(session, { ...BY_ITSELF, restMs });
  return shown.meaning === 'active' && restMs >= STILL_MS ? null : shown;
}
