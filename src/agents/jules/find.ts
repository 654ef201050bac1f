/** Where the key of a create stands (contract 18.4; sheet, section 7): in the list of sessions. */
import { asServiceError, ServiceError } from '../../http/errors.ts';
import type { CallOptions } from '../../http/limits.ts';
import { parseTime } from '../entry.ts';
import type { Page } from '../kit/pages.ts';
import { searchByKey, type KeyCarrier, type Listed } from '../kit/search.ts';
import type { Found, Match, Search } from '../port.ts';
import { PAGE_MAX, type Session } from './client.ts';
import { asksForPullRequest } from './create.ts';
import type { Jules } from './memory.ts';
import { readShown } from './records.ts';
import { BY_ITSELF, mayWorkIn, sessionIdentity, shownSession } from './shown.ts';

/** What the list shows counts also where archived sessions cannot be listed. */
export async function find(service: Jules, search: Search, call: CallOptions): Promise<Found> {
  const { clock, memory } = service;
  const parts = { search, memory: memory.searched, clock };
  const found = await searchByKey(carrierOf(service, search), parts, call);
  if (found.kind === 'found' && search.kind === 'earlier') {
    return withLogs(service, found, call);
  }
  const isOpen = found.kind === 'none' && search.kind === 'earlier' && memory.isArchiveRefused;
  return isOpen ? { kind: 'open', why: ARCHIVE_REFUSED } : found;
}

const ARCHIVE_REFUSED =
  'the service refuses to list archived sessions, and the other ones do not have it';

/**
 * Whether a new session is created depends on how these have ended, and one may be done without
 * saying so (sheet, section 4): then its activities tell. One that cannot be read counts as it is
 * listed, so that no second one is created for it.
 */
async function withLogs(
  service: Jules,
  found: Extract<Found, { readonly kind: 'found' }>,
  call: CallOptions,
): Promise<Found> {
  const withLog = async (match: Match): Promise<Match> => {
    const run = await readShown(service, match.run.id, call).catch(asServiceError);
    return run instanceof ServiceError ? match : { ...match, run };
  };
  const [first, ...others] = found.matches;
  const matches = [await withLog(first), ...(await Promise.all(others.map(withLog)))] as const;
  return { ...found, matches };
}

/** Sessions carry the key in their prompt; archived ones are in a list of their own. */
function carrierOf({ client, memory }: Jules, { order }: Search): KeyCarrier<Session> {
  const listOf =
    (isArchived: boolean) =>
    async (cursor: string | null, call: CallOptions): Promise<Page<Listed<Session>>> => {
      const list = { isArchived, cursor, size: PAGE_MAX };
      const page = await client.sessions(list, call).catch((error: unknown) => {
        if (isArchived && error instanceof ServiceError && error.status === 400) {
          memory.isArchiveRefused = true;
          return { items: [], next: null };
        }
        throw error;
      });
      return { ...page, items: page.items.map(listedSession) };
    };
  return {
    stages: [
      [
        { name: 'active', read: listOf(false) },
        { name: 'archived', read: listOf(true) },
      ],
    ],
    // With a key of one's own (sheet, section 7).
    mayBe: (session) => order === null || mayWorkIn(session, order.repository),
    several: 'all_choose_one',
    shown: (session) => {
      if (order !== null) {
        memory.asksForPullRequest.set(session.id, asksForPullRequest(order));
      }
      return shownSession(session, BY_ITSELF);
    },
    plural: 'sessions',
    pageSize: PAGE_MAX,
  };
}

function listedSession(session: Session): Listed<Session> {
  const createdAt = parseTime(session.createTime);
  const identity = sessionIdentity(session);
  const identities = identity === null ? [] : [identity];
  return { item: session, id: session.id, createdAt, identities };
}
