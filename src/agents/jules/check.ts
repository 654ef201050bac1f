/** `task: check` (contract 12): whether key and repository fit together. */
import { isMissing } from '../../http/errors.ts';
import type { CallOptions } from '../../http/limits.ts';
import { shortId } from '../../safe/text.ts';
import { askInOrder, noteThat, ok, problem, runFindings } from '../kit/check.ts';
import type { CheckFinding, CheckOrder } from '../port.ts';
import { sourceOf } from './create.ts';
import type { Jules } from './memory.ts';

/** Whose key it is, is not printed (contract 18.8). */
export function check(
  service: Jules,
  { repository, runId, patiently }: CheckOrder,
  call: CallOptions,
): Promise<readonly CheckFinding[]> {
  const { client, baseUrl } = service;
  const key = async (): Promise<readonly CheckFinding[]> => {
    await patiently(() => client.sessions({ isArchived: false, cursor: null, size: 1 }, call));
    return [
      ok(`The service answers at ${baseUrl}, and the API key is valid.`),
      noteThat('Whether tasks are left for today is seen at the first create alone.'),
    ];
  };
  const source = async (): Promise<readonly CheckFinding[]> => {
    if (repository === null) {
      return [];
    }
    try {
      const { defaultBranch } = await patiently(() => sourceOf(service, repository, call));
      const branch = defaultBranch === null ? '' : `; its default branch is ${defaultBranch}`;
      return [ok(`Jules sees the repository ${repository}${branch}.`)];
    } catch (error) {
      if (!isMissing(error)) {
        throw error;
      }
      return [problem('not_found', String(error.advice))];
    }
  };
  const session = (): Promise<readonly CheckFinding[]> =>
    runFindings(runId, {
      nameOf: (id) => `Session ${shortId(id)}`,
      read: async (id) => (await patiently(() => client.session(id, call))).state,
    });
  return askInOrder([key, source, session]);
}
