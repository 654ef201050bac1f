/**
 * Whether token, repository and feature fit together (contract 12). The list of tasks proves token,
 * repository and feature; nothing proves the plan, the policy or the credits before a create, and
 * who the person is, is not printed.
 */
import { asServiceError, type ServiceError } from '../../http/errors.ts';
import type { CallOptions } from '../../http/limits.ts';
import { askInOrder, noteThat, ok, problem, type Question } from '../kit/check.ts';
import type { CheckFinding, CheckOrder, RunId } from '../port.ts';
import { explained, READ_CODES, tokenKind, type RefusedTasks } from './refusals.ts';
import type { TaskParts, Tasks } from './tasks.ts';

export function checkTasks(
  { repository, runId, patiently }: CheckOrder,
  parts: TaskParts & { readonly tasks: Tasks; readonly token: string; readonly baseUrl: string },
  call: CallOptions,
): Promise<readonly CheckFinding[]> {
  const { client, tasks, token, baseUrl } = parts;
  const told = { tokenKind: tokenKind(token), baseUrl };
  const target = repository ?? parts.repository;
  const person: Question = async () => {
    const where = { ...told, repository: target ?? 'the repository' };
    await patiently(() => client.person(call)).catch((error: unknown) => refuse(error, where));
    return [ok(`The service answers at ${baseUrl}, and the token is a person's, as it must be.`)];
  };
  const list = async (at: string): Promise<readonly CheckFinding[]> => {
    const where = { ...told, repository: at };
    await patiently(() => client.tasks(oneOf(at), call)).catch((error: unknown) =>
      refuse(error, where),
    );
    return [ok(`The token may read the agent tasks of ${at}.`), noteThat(UNSEEN)];
  };
  const task = async (at: string, id: RunId): Promise<readonly CheckFinding[]> => {
    const { state } = await patiently(() => tasks.read(id, call)).catch((error: unknown) => {
      throw unknownTask(asServiceError(error), { runId: id, target: at });
    });
    return [ok(`Task ${id} is there: its state is ${String(state)}.`)];
  };
  if (target === null) {
    const nowhere: Question = () => Promise.resolve([problem('invalid_input', NOWHERE)]);
    return askInOrder([person, nowhere]);
  }
  const ofTask = runId === null ? [] : [() => task(target, runId)];
  return askInOrder([person, () => list(target), ...ofTask]);
}

const NOWHERE =
  'No repository is named, and there is no workflow whose repository it could be: ' +
  'set `repo` to owner/name.';
const UNSEEN =
  'Whether it may create one is seen at the first create alone: that needs the permission ' +
  '"Agent tasks" (write), a Copilot plan with credits left, and a policy that allows the ' +
  'cloud agent.';

function unknownTask(
  error: ServiceError,
  { runId, target }: { readonly runId: RunId; readonly target: string },
): ServiceError {
  if (error.throttled || error.status !== 404) {
    return error;
  }
  return error.meaning(
    'not_found',
    `Check \`agent_run_id\` (${runId}): there is no such task in ${target}, nor among those of ` +
      'the person behind `token`. Set `repo` where it is the task of somebody else.',
  );
}

function oneOf(repository: string) {
  const sort = 'updated_at' as const;
  return { repository, isArchived: false, sort, since: null, page: 1, size: 1 };
}

/** A read that is refused, with what can be the reason. */
function refuse(error: unknown, where: RefusedTasks): never {
  throw explained(error, where, READ_CODES);
}
