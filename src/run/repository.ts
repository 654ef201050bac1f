/** Finds a repository in the organization by its name or its ID (contract 1.1). */
import type { CallOptions } from '../service/client.ts';
import { type Published, type Repository, MOST_ITEMS, pagesOf } from '../service/published.ts';
import { persistently, type ReadPorts } from '../service/retry.ts';
import { closeNames } from './close-names.ts';

export type FoundRepository =
  | { readonly found: true; readonly repository: Repository }
  /** `whole`: whether the whole list was read. */
  | { readonly found: false; readonly close: readonly string[]; readonly whole: boolean };

const MOST_CLOSE_NAMES = 5;

/** Reads pages until the name is found. Rejects with `ServiceError`. @param fullName `owner/name` in any letter case */
export async function findRepository(
  fullName: string,
  { published, ...ports }: ReadPorts & { readonly published: Pick<Published, 'repositories'> },
  call: CallOptions,
): Promise<FoundRepository> {
  const seen: string[] = [];
  const pages = pagesOf((page) => persistently((read) => published.repositories(page, read), ports, call));
  for await (const repositories of pages) {
    const repository = repositories.find((each) => each.fullName.toLowerCase() === fullName.toLowerCase());
    if (repository !== undefined) return { found: true, repository };
    seen.push(...repositories.map((each) => each.fullName));
  }
  const close = closeNames(fullName, { among: seen, most: MOST_CLOSE_NAMES });
  return { found: false, close, whole: seen.length < MOST_ITEMS };
}

/** The repository with an ID, or null. Rejects with `ServiceError`. */
export async function repositoryById(
  repoId: number,
  { published, ...ports }: ReadPorts & { readonly published: Pick<Published, 'repositories'> },
  call: CallOptions,
): Promise<Repository | null> {
  for await (const page of pagesOf((which) =>
    persistently((read) => published.repositories(which, read), ports, call),
  )) {
    const found = page.find(({ id }) => id === repoId);
    if (found !== undefined) return found;
  }
  return null;
}
