/** Findings of `task: check`: the key, and whether it can list agents (contract 12). */
import { ServiceError } from '../../http/errors.ts';
import type { CallOptions } from '../../http/limits.ts';
import type { CheckFinding, CheckOrder } from '../port.ts';
import type { CursorClient } from './client.ts';
import { asServiceError } from './errors.ts';

const NO_QUESTION =
  "Whether Cursor's GitHub app has access to the repository shows only when a run is created: " +
  'the service has no quick question for it.';

/** Neither asks a scarce list nor tells a name or address of a person (contract 18.8). */
export async function check(
  client: CursorClient,
  { patiently }: CheckOrder,
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
  return [
    key,
    { kind: 'ok', message: 'The key may use cloud agents.' },
    { kind: 'note', message: NO_QUESTION },
  ];
}
