/**
 * Looks for the session of a create by the key in its tags (contract 18.4; sheet, section 8.1). A
 * filter of the list is only a help: what counts is that a session's own tags hold the key.
 */
import type { CallOptions } from '../../http/limits.ts';
import { shortId } from '../../safe/text.ts';
import { safeHttpsUrl } from '../../safe/url.ts';
import { isSought, matchOf, newestOf, type Carrier } from '../kit/generations.ts';
import type { Found, RunShown, Search } from '../port.ts';
import { PAGE_MAX, type DevinClient, type ListQuery } from './client.ts';
import { identityIn, keyTag } from './key.ts';
import { withoutList } from './refusals.ts';
import type { Session } from './schema.ts';

/** The most pages of the whole list (contract 4.9). */
const PAGES_MAX = 20;
/** The list is read from this long before the first request (sheet, section 8.1). */
const EARLIER_S = 120;

const MAY_NOT_LIST =
  'the key may not list sessions (it lacks the permission ViewOrgSessions in this organization)';

interface SearchPorts {
  readonly client: Pick<DevinClient, 'list'>;
  readonly shown: (session: Session) => RunShown;
}

interface CarryingSession extends Carrier {
  readonly session: Session;
}

/** One look. Rejects with `ServiceError`: then it is not known whether there is a session. */
export async function findSession(
  ports: SearchPorts,
  search: Search,
  call: CallOptions,
): Promise<Found> {
  try {
    return await new Look(ports, search, call).run();
  } catch (error) {
    const failure = withoutList(error);
    // Without the list nothing is created: there may be a session (sheet, section 8.1).
    if (failure.status === 403 && search.kind === 'earlier') {
      return { kind: 'open', why: MAY_NOT_LIST };
    }
    throw failure;
  }
}

class Look {
  readonly #ports: SearchPorts;
  readonly #search: Search;
  readonly #call: CallOptions;
  /** A list went on behind its last page that was read. */
  #isOpen = false;

  constructor(ports: SearchPorts, search: Search, call: CallOptions) {
    this.#ports = ports;
    this.#search = search;
    this.#call = call;
  }

  async run(): Promise<Found> {
    const { identity, kind, began, from } = this.#search;
    const tagged = await this.#carriers({ tags: keyTag(identity) });
    if (tagged.length > 0) {
      return this.#chosen(tagged);
    }
    const since = Math.max(0, Math.floor((began ?? from) / 1_000) - EARLIER_S);
    const all = await this.#carriers({ created_after: String(since) });
    if (all.length > 0) {
      return this.#chosen(all);
    }
    if (this.#isOpen && kind === 'earlier') {
      const read = `${PAGES_MAX} pages of ${PAGE_MAX} sessions each`;
      return { kind: 'open', why: `the list goes on behind the newest ${read}` };
    }
    return { kind: 'none' };
  }

  /** Whether a list shows archived sessions by default is not published, so both are asked. */
  async #carriers(query: ListQuery): Promise<readonly CarryingSession[]> {
    const seen = new Map<string, CarryingSession>();
    for (const archived of [{}, { is_archived: 'true' }]) {
      for (const session of await this.#sessions({ ...query, ...archived })) {
        const identity = identityIn(session.tags);
        if (identity !== null && isSought(identity, this.#search)) {
          seen.set(session.id, { session, identity });
        }
      }
    }
    return [...seen.values()];
  }

  async #sessions(query: ListQuery): Promise<readonly Session[]> {
    const read: Session[] = [];
    let after: string | null = null;
    for (let count = 0; count < PAGES_MAX; count += 1) {
      const page = await this.#ports.client.list(
        { first: String(PAGE_MAX), ...query, after },
        this.#call,
      );
      read.push(...page.items);
      if (!page.hasNext) {
        return read;
      }
      after = page.cursor;
    }
    this.#isOpen = true;
    return read;
  }

  /**
   * One session of the newest generation. Tags are no lock, so there may be several: everybody
   * chooses the same one (sheet, section 8.1).
   */
  #chosen(carriers: readonly CarryingSession[]): Found {
    const [first, ...others] = newestOf(carriers).toSorted((a, b) => inOrder(a.session, b.session));
    if (first === undefined) {
      return { kind: 'none' };
    }
    const match = matchOf(this.#ports.shown(first.session), first, this.#search);
    if (others.length === 0) {
      return { kind: 'found', matches: [match] };
    }
    return { kind: 'found', matches: [match], warning: severalText(first, others) };
  }
}

/** Not archived first, then the earliest, then by id. */
function inOrder(one: Session, other: Session): number {
  const archived = Number(one.isArchived) - Number(other.isArchived);
  const created = (one.createdAt ?? Infinity) - (other.createdAt ?? Infinity);
  const named = one.id < other.id ? -1 : 1;
  return archived || (Number.isNaN(created) ? 0 : created) || named;
}

function severalText({ session }: CarryingSession, others: readonly CarryingSession[]): string {
  const names = others.map((other) => safeHttpsUrl(other.session.url) ?? other.session.id);
  return (
    'More than one session carries the key of this request. ' +
    `${shortId(session.id)} is followed, as every job of this key does; ` +
    `look after the others yourself: ${names.join(', ')}. ` +
    'To keep jobs from racing, use a `concurrency` group in the workflow.'
  );
}
