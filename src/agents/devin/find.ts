/**
 * Where the key of a create stands (contract 18.4; sheet, section 8.1): in the tags of its session.
 * A filter of the list is only a help: what counts is that a session's own tags hold the key.
 */
import type { CallOptions } from '../../http/limits.ts';
import { searchByKey, type KeyCarrier, type Listed, type ListToSearch } from '../kit/search.ts';
import type { Found, RunShown, Search } from '../port.ts';
import { PAGE_MAX, type DevinClient, type ListQuery } from './client.ts';
import { identityIn, keyTag } from './key.ts';
import type { Devin } from './memory.ts';
import { withoutList } from './refusals.ts';
import type { Session } from './schema.ts';

const MAY_NOT_LIST =
  'the key may not list sessions (it lacks the permission ViewOrgSessions in this organization)';

type ListClient = Pick<DevinClient, 'list' | 'organization'>;

interface SessionSearch {
  readonly search: Search;
  readonly shown: (session: Session) => RunShown;
}

/** One look. Rejects with `ServiceError`: then it is not known whether there is a session. */
export async function findSession(
  { client, clock, memory }: Devin,
  { search, shown }: SessionSearch,
  call: CallOptions,
): Promise<Found> {
  const carrier = carrierOf(client, { search, shown });
  try {
    return await searchByKey(carrier, { search, memory: memory.searched, clock }, call);
  } catch (error) {
    const failure = withoutList(error);
    // Without the list nothing is created: there may be a session (sheet, section 8.1).
    if (failure.status === 403 && search.kind === 'earlier') {
      return { kind: 'open', why: MAY_NOT_LIST };
    }
    throw failure;
  }
}

function carrierOf(
  client: ListClient,
  { search: { identity, from }, shown }: SessionSearch,
): KeyCarrier<Session> {
  const tag = keyTag(identity);
  const since = String(Math.max(0, Math.floor(from / 1_000)));
  return {
    stages: [
      listsOf(client, { name: `with ${tag}`, query: { tags: tag } }),
      listsOf(client, { name: 'all', query: { created_after: since } }),
    ],
    several: 'all_choose_one',
    shown,
    plural: 'sessions',
    pageSize: PAGE_MAX,
  };
}

/** Whether a list shows archived sessions by default is not published, so both are asked. */
function listsOf(
  client: ListClient,
  { name, query }: { readonly name: string; readonly query: ListQuery },
): readonly ListToSearch<Session>[] {
  const listOf = (archived: ListQuery): ListToSearch<Session>['read'] => {
    return async (after, call) => {
      const asked = { first: String(PAGE_MAX), ...query, ...archived, after };
      const { items, hasNext, cursor, problem } = await client.list(asked, call);
      const orgId = await client.organization(call);
      const listed = items.map((session) => listedSession(session, orgId));
      return { items: listed, next: hasNext ? cursor : null, unreachable: problem };
    };
  };
  return [
    { name, read: listOf({}) },
    { name: `${name}, archived`, read: listOf({ is_archived: 'true' }) },
  ];
}

/** One of another organization is none of ours, whatever its tags (sheet, section 8.1). */
function listedSession(session: Session, orgId: string): Listed<Session> {
  const { id, createdAt, isArchived, tags } = session;
  const isOurs = session.orgId === null || bareOrg(session.orgId) === bareOrg(orgId);
  const identity = isOurs ? identityIn(tags) : null;
  const identities = identity === null ? [] : [identity];
  return { item: session, id, createdAt, isArchived, identities };
}

/** It is written with `org-` before it, and with `org_` (sheet, section 2). */
function bareOrg(id: string): string {
  return id.toLowerCase().replace(/^org[-_]/, '');
}
