/** What is remembered of an agent before a follow-up, as text of at most 2 kB. */
import { hash } from 'node:crypto';
import { isRecord } from '../../safe/json.ts';
import type { Before } from '../port.ts';
import { gitBefore, type GitBefore } from './git.ts';
import type { Branch, Run } from './schema.ts';

interface Memo {
  /** Digests of the ids of the runs on the first page of the list. Its order tells nothing. */
  readonly runs: readonly string[];
  readonly git: GitBefore;
}

/** Enough to tell a hundred runs apart. */
const DIGITS = 6;

export function runDigest(runId: string): string {
  return hash('sha1', runId, 'hex').slice(0, DIGITS);
}

/** @param runs newest first */
export function beforeOf(runs: readonly Run[], branches: readonly Branch[]): Before {
  const { pulls, branches: names } = gitBefore(branches);
  const memo = {
    runs: runs.map(({ id }) => runDigest(id)).join(' '),
    pulls: pulls.join(' '),
    branches: names.join(' '),
  };
  // A turn is a run of its own, which begins without entries.
  return { entries: 0, memo: JSON.stringify(memo) };
}

/** Null where nothing is remembered, or nothing that can be read. */
export function memoOf(before: Before | null): Memo | null {
  let value: unknown;
  try {
    value = JSON.parse(before?.memo ?? '');
  } catch {
    return null;
  }
  if (!isRecord(value)) {
    return null;
  }
  const { runs, pulls, branches } = value;
  return { runs: words(runs), git: { pulls: words(pulls), branches: words(branches) } };
}

function words(value: unknown): readonly string[] {
  return typeof value === 'string' ? value.split(' ').filter((word) => word !== '') : [];
}
