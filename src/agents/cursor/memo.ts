/** What is remembered of an agent before a follow-up, as text of at most 2 kB. */
import { hash } from 'node:crypto';
import * as z from 'zod/mini';
import { memoText, readMemo } from '../kit/memo.ts';
import type { Before } from '../port.ts';
import { gitBefore, type GitBefore } from './git.ts';
import type { Branch, Run } from './schema.ts';

interface Memo {
  /** Digests of the ids of the runs on the first page of the list. Its order tells nothing. */
  readonly runs: readonly string[];
  readonly git: GitBefore;
}

/** Enough to tell a hundred runs apart, all of which have to fit. */
const DIGITS = 6;

export function runDigest(runId: string): string {
  return hash('sha1', runId, 'hex').slice(0, DIGITS);
}

/** @param runs newest first */
export function beforeOf(runs: readonly Run[], branches: readonly Branch[]): Before {
  const { pulls, branches: names } = gitBefore(branches);
  const ids = runs.map(({ id }) => runDigest(id)).join(' ');
  // A turn is a run of its own, which begins without entries.
  return { entries: 0, memo: memoText({ runs: ids }, { pulls, branches: names }) };
}

const memoSchema = z.object({
  runs: z.string(),
  pulls: z.array(z.string()),
  branches: z.array(z.string()),
});

/** Null where nothing is remembered, or nothing that can be read. */
export function memoOf(before: Before | null): Memo | null {
  const known = readMemo(before, memoSchema);
  if (known === null) {
    return null;
  }
  const { runs, pulls, branches } = known;
  return { runs: runs.split(' '), git: { pulls, branches } };
}
