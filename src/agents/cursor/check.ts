/** Findings of `task: check`: the key, and whether it can list agents (contract 12). */
import { ServiceError } from '../../http/errors.ts';
import type { CallOptions } from '../../http/limits.ts';
import { shortId } from '../../safe/text.ts';
import type { CheckFinding, CheckOrder } from '../port.ts';
import type { CursorClient } from './client.ts';
import { asServiceError, isMissing } from '../kit/failures.ts';
import { namedRunOf } from './ids.ts';
import type { CursorAgent } from './schema.ts';
import { wordOf } from './words.ts';

const NO_QUESTION =
  "Whether Cursor's GitHub app has access to the repository shows only when a run is created: " +
  'the service has no quick question for it.';

const ARCHIVED = 'is archived: its runs can be read, and it takes no prompt.';

/** Neither asks a scarce list nor tells a name or address of a person (contract 18.8). */
export async function check(
  client: CursorClient,
  { patiently, runId }: CheckOrder,
  call: CallOptions,
): Promise<readonly CheckFinding[]> {
  const owner = await patiently(() => client.keyOwner(call)).catch(asServiceError);
  if (owner instanceof ServiceError) {
    return [{ kind: 'failed', error: owner }];
  }
  const whose = owner === 'person' ? 'a person' : 'a service account';
  const key: CheckFinding = {
    kind: 'ok',
    message: `The API key is valid; it belongs to ${whose}.`,
  };
  const refusal = await patiently(() => client.listsAgents(call)).then(() => null, asServiceError);
  if (refusal !== null) {
    return [key, { kind: 'failed', error: refusal }];
  }
  const agents: CheckFinding = { kind: 'ok', message: 'The key may use cloud agents.' };
  if (runId === null) {
    return [key, agents, { kind: 'note', message: NO_QUESTION }];
  }
  const { agentId } = namedRunOf(runId);
  const agent = await patiently(() => client.agent(agentId, call)).catch(asServiceError);
  return [key, agents, agentFinding(agentId, agent)];
}

/** The agent of the input `agent_run_id`. */
function agentFinding(agentId: string, agent: CursorAgent | ServiceError): CheckFinding {
  const name = `Agent ${shortId(agentId)}`;
  if (!(agent instanceof ServiceError)) {
    if (wordOf(agent.status) === 'ARCHIVED') {
      return { kind: 'note', message: `${name} ${ARCHIVED}` };
    }
    return { kind: 'ok', message: `${name} is there.` };
  }
  if (!isMissing(agent)) {
    return { kind: 'failed', error: agent };
  }
  const message = `${name} does not exist for this key: check the input \`agent_run_id\`.`;
  return { kind: 'problem', code: 'not_found', message };
}
