/**
 * Whether token, repository and feature fit together (contract 12). The list of tasks proves token,
 * repository and feature; nothing proves the plan, the policy or the credits before a create, and
 * who the person is, is not printed.
 */
import { ServiceError } from '../../http/errors.ts';
import type { CallOptions } from '../../http/limits.ts';
import type { CheckFinding, CheckOrder, RunId } from '../port.ts';
import { isOfInstallation, whatToCheck, type Refused } from './refusals.ts';
import type { TaskParts, Tasks } from './tasks.ts';

export async function checkTasks(
  { repository, runId, patiently }: CheckOrder,
  parts: TaskParts & { readonly tasks: Tasks; readonly token: string; readonly baseUrl: string },
  call: CallOptions,
): Promise<readonly CheckFinding[]> {
  const { client, tasks, token, baseUrl } = parts;
  const told = { isOfInstallation: isOfInstallation(token), baseUrl };
  const target = repository ?? parts.repository;
  const findings: CheckFinding[] = [{ kind: 'ok', message: `The base address is ${baseUrl}.` }];
  const person = await asked(() => patiently(() => client.person(call)), call);
  if (person instanceof ServiceError) {
    const why = refused(person, { ...told, repository: target ?? 'the repository' });
    return [...findings, { kind: 'failed', error: why }];
  }
  findings.push({ kind: 'ok', message: 'The token belongs to a person, as it must.' });
  if (target === null) {
    const message =
      'No repository is named, and there is no workflow whose repository it could be: ' +
      'set `repo` to owner/name.';
    return [...findings, { kind: 'problem', code: 'invalid_input', message }];
  }
  const list = await asked(() => patiently(() => client.tasks(oneOf(target), call)), call);
  if (list instanceof ServiceError) {
    const error = refused(list, { ...told, repository: target });
    return [...findings, { kind: 'failed', error }];
  }
  findings.push(
    { kind: 'ok', message: `The token may read the agent tasks of ${target}.` },
    {
      kind: 'note',
      message:
        'Whether it may create one is seen at the first create alone: that needs the permission ' +
        '"Agent tasks" (write), a Copilot plan with credits left, and a policy that allows the ' +
        'cloud agent.',
    },
  );
  if (runId !== null) {
    const task = await asked(() => patiently(() => tasks.read(runId, call)), call);
    if (task instanceof ServiceError) {
      findings.push({ kind: 'failed', error: unknownTask(task, { runId, target }) });
    } else {
      const message = `Task ${runId} is there: its state is ${String(task.state)}.`;
      findings.push({ kind: 'ok', message });
    }
  }
  return findings;
}

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
function refused(error: ServiceError, where: Refused): ServiceError {
  switch (error.throttled ? null : error.status) {
    case 400:
    case 401:
      return error.meaning('unauthorized', whatToCheck(where));
    case 403:
      return error.meaning('forbidden', whatToCheck(where));
    case 404:
      return error.meaning('not_found', whatToCheck(where));
    default:
      return error;
  }
}

async function asked<T>(ask: () => Promise<T>, { signal }: CallOptions): Promise<T | ServiceError> {
  try {
    return await ask();
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ServiceError) {
      return error;
    }
    throw error;
  }
}
