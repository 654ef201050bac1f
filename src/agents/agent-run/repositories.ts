/**
 * The repository of a run in the organization's list at the service: by name or ID, with close
 * names if it is not there (contract 1.1 `repo`).
 */
import { distance } from 'fastest-levenshtein';
import type { CallOptions } from '../../http/limits.ts';
import { sameName } from '../../safe/text.ts';
import { readPages, type KnownPages, type Page } from '../kit/pages.ts';
import type { CheckOrder, FoundRepository } from '../port.ts';
import type { ServiceClient } from './client.ts';
import { pageAt, type Repository } from './published.ts';

/**
 * Reads pages until one has the item. Rejects with `ServiceError`. @returns the item, or all that
 * were read
 */
export async function searchList<T extends object>(
  isWanted: (item: T) => boolean,
  read: (cursor: string | null) => Promise<Page<T>>,
): Promise<T | readonly T[]> {
  const { items } = await readPages({
    read,
    pagesMax: Infinity,
    isEnough: (page) => page.some(isWanted),
  });
  return items.find(isWanted) ?? items;
}

export interface LookUpPorts {
  readonly client: { readonly published: Pick<ServiceClient['published'], 'repositories'> };
  readonly list: KnownPages<Repository>;
  readonly orgId: string;
}

/**
 * The repository by its name (`owner/name` in any letter case), or else its ID. Rejects with
 * `ServiceError`, with `NotOffered` where there is no list.
 */
export async function findRepository(
  {
    repository,
    repositoryId,
    patiently,
  }: Pick<CheckOrder, 'patiently' | 'repository' | 'repositoryId'>,
  { client, list, orgId }: LookUpPorts,
  call: CallOptions,
): Promise<FoundRepository> {
  const read = (cursor: string | null): Promise<Page<Repository>> =>
    client.published.repositories(pageAt(cursor), call);
  const found = await searchList<Repository>(
    ({ id, fullName }) => {
      if (repository === null) {
        return id === repositoryId;
      }
      return sameName(fullName, repository);
    },
    (cursor) => patiently(() => list.page(cursor, () => read(cursor))),
  );
  if ('id' in found) {
    const { id, fullName, archived } = found;
    const warning = archived ? archivedRepository(fullName) : null;
    return { kind: 'found', id, fullName, warning };
  }
  if (repository === null) {
    const why =
      `Organization ${orgId} has no repository ${String(repositoryId)}. ` +
      'Correct the input `repo_id`.';
    return { kind: 'none', why };
  }
  const close = closeNames(repository, found);
  const meant = close.length === 0 ? '' : ` Close names: ${close.join(', ')}.`;
  const why =
    `Organization ${orgId} has no repository ${repository} at the service.${meant} Correct the ` +
    "input `repo`, or connect the repository in the service's web interface.";
  return { kind: 'none', why };
}

const CLOSE_MOST = 5;

/**
 * The names that are most like it. A wrong owner is as likely as a typing error, so the name alone
 * counts as well.
 */
function closeNames(wanted: string, among: readonly Repository[]): readonly string[] {
  const parts = (text: string): readonly string[] => [text, text.slice(text.indexOf('/') + 1)];
  const [target = '', name = ''] = parts(wanted.toLowerCase());
  return among
    .map(({ fullName }) => {
      const [full = '', own = ''] = parts(fullName.toLowerCase());
      return { fullName, far: Math.min(distance(full, target), distance(own, name) + 0.5) };
    })
    .filter(({ far }) => far <= Math.max(2.5, name.length / 3))
    .sort((a, b) => a.far - b.far)
    .slice(0, CLOSE_MOST)
    .map(({ fullName }) => fullName);
}

function archivedRepository(fullName: string): string {
  return (
    `The repository ${fullName} is archived: the agent can read it, but ` +
    'neither push nor open pull requests.'
  );
}
