/** Findings of `task: check`: the key, and whether it can list agents (contract 12). */
import type { CallOptions } from '../../http/limits.ts';
import { shortId } from '../../safe/text.ts';
import { askAboutRun, askInOrder, noteThat, ok } from '../kit/check.ts';
import type { CheckFinding, CheckOrder, RunId } from '../port.ts';
import type { CursorClient } from './client.ts';
import { namedRunOf } from './ids.ts';
import { isArchived } from './words.ts';

const NO_QUESTION =
  "Whether Cursor's GitHub app has access to the repository shows only when a run is created: " +
  'the service has no quick question for it.';

const ARCHIVED = 'is archived: its runs can be read, and it takes no prompt.';

/** Neither asks a scarce list nor tells a name or address of a person (contract 18.8). */
export function check(
  client: CursorClient,
  { patiently, runId }: CheckOrder,
  call: CallOptions,
): Promise<readonly CheckFinding[]> {
  const key = async (): Promise<readonly CheckFinding[]> => {
    const owner = await patiently(() => client.keyOwner(call));
    const whose = owner === 'person' ? 'a person' : 'a service account';
    return [ok(`The API key is valid; it belongs to ${whose}.`)];
  };
  const use = async (): Promise<readonly CheckFinding[]> => {
    await patiently(() => client.listsAgents(call));
    return [ok('The key may use cloud agents.')];
  };
  const agent = (id: RunId) => (): Promise<readonly CheckFinding[]> => {
    const { agentId } = namedRunOf(id);
    const name = `Agent ${shortId(agentId)}`;
    return askAboutRun(name, async () => {
      const { status } = await patiently(() => client.agent(agentId, call));
      return [isArchived(status) ? noteThat(`${name} ${ARCHIVED}`) : ok(`${name} is there.`)];
    });
  };
  const rest = runId === null ? () => Promise.resolve([noteThat(NO_QUESTION)]) : agent(runId);
  return askInOrder([key, use, rest]);
}
