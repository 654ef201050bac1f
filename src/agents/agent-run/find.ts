/**
 * Where the key of a create stands (contract 4.9): in the metadata of the list of runs, or of the
 * runs themselves where the list shows none.
 */
import type { CallOptions } from '../../http/limits.ts';
import { parseTime } from '../entry.ts';
import { absentAsNull } from '../kit/failures.ts';
import type { KeyCarrier, Listed, ListToSearch } from '../kit/search.ts';
import type { Found, Search } from '../port.ts';
import type { ServiceClient } from './client.ts';
import { identityIn } from './key.ts';
import { PAGE_MAX } from './logs-read.ts';
import { pageAt } from './published.ts';
import type { IdentifiedRun } from './schema.ts';
import { shownRun } from './shown.ts';

/**
 * Runs that are read themselves where the list shows no metadata: since the workflow run began, or
 * the newest if that is unknown.
 */
const READS_MAX = { since: 100, newest: 20 };

type Client = Pick<ServiceClient, 'published' | 'run'>;

export function carrierOf(client: Client, search: Search): KeyCarrier<IdentifiedRun> {
  return {
    stages: [[runsOf(client)]],
    ownReads: {
      candidates: (listed) => candidatesOf(listed, search),
      read: (run, call) => readItself(client, run, call),
      unfound,
    },
    several: 'ambiguous',
    shown: (run) => shownRun(run, run.id),
    plural: 'runs',
    pageSize: PAGE_MAX,
  };
}

/** Rejects with `NotOffered` where there is no list. */
function runsOf({ published }: Client): ListToSearch<IdentifiedRun> {
  return {
    name: 'runs',
    async read(cursor, call) {
      const page = await published.runs(pageAt(cursor), call);
      return { ...page, items: page.items.map(listedRun) };
    },
  };
}

function listedRun(run: IdentifiedRun): Listed<IdentifiedRun> {
  const identity = identityIn(run.metadata);
  return {
    item: run,
    id: run.id,
    createdAt: parseTime(run.created_at),
    identities: identity === null ? [] : [identity],
    isUnseen: !hasMetadata(run),
  };
}

function hasMetadata({ metadata }: IdentifiedRun): boolean {
  return metadata !== null && Object.keys(metadata).length > 0;
}

/** Where the list shows no metadata, the runs themselves may (published: null or absent). */
function candidatesOf(
  listed: readonly Listed<IdentifiedRun>[],
  { began, kind }: Search,
): readonly Listed<IdentifiedRun>[] {
  if (listed.some(({ item }) => hasMetadata(item))) {
    return [];
  }
  const possible = listed.filter(({ item }) => (item.source_type ?? 'API') === 'API');
  const isUnbounded = began === null && kind === 'earlier';
  return possible.slice(0, isUnbounded ? READS_MAX.newest : READS_MAX.since);
}

/** Null: a replica that lags may not know the run yet. */
async function readItself(
  client: Client,
  listed: IdentifiedRun,
  call: CallOptions,
): Promise<Listed<IdentifiedRun> | null> {
  const run = await client.run(listed.id, call).catch(absentAsNull);
  if (run === null) {
    return null;
  }
  return { ...listedRun({ ...listed, metadata: run.metadata }), isUnseen: false };
}

function unfound(candidates: readonly Listed<IdentifiedRun>[]): Found {
  if (candidates.length === 0 || candidates.some(({ item }) => hasMetadata(item))) {
    return { kind: 'none' };
  }
  return { kind: 'untold', why: 'neither the list of runs nor the runs themselves show metadata' };
}
