/**
 * What the refusals of a service mean, as a table (contract 5): status and words lead to what a
 * refusal proves, its code, and what to do next. Pure.
 */
import type { Judge, Judgement } from '../../http/errors.ts';
import type { HttpResponse } from '../../http/port.ts';

/** The words of a refusal. */
export interface RefusalWords {
  /** The service's own word for it, such as `agent_busy`; empty without one. */
  readonly reason: string;
  /** What it says to people. */
  readonly said: string;
}

/** A sentence without the paths and repositories in it, whose names are no words of its own. */
export function withoutPaths(said: string): string {
  const words = said.split(/\s+/);
  return words.filter((word) => !word.includes('/')).join(' ');
}

/** All that a row names must be there. */
interface RefusalRow {
  readonly status?: number;
  readonly reason?: string;
  readonly said?: RegExp;
  readonly means: Judgement;
}

/**
 * The first row that fits counts, and what none fits is as HTTP has it.
 *
 * @param read the words in the body of a refusal
 */
export function refusalTable(
  rows: readonly RefusalRow[],
  read: (response: HttpResponse) => RefusalWords,
): Judge {
  return (response) => {
    const { reason, said } = read(response);
    const row = rows.find((one) => fits(one, { status: response.status, reason, said }));
    return { ...toldBy({ reason, said }), ...row?.means };
  };
}

function toldBy({ reason, said }: RefusalWords): Judgement {
  const told: { reason?: string; said?: string } = {};
  if (reason !== '') {
    told.reason = reason;
  }
  if (said !== '') {
    told.said = said;
  }
  return told;
}

function fits(row: RefusalRow, given: RefusalWords & { readonly status: number }): boolean {
  const isStatus = row.status === undefined || row.status === given.status;
  const isReason = row.reason === undefined || row.reason === given.reason;
  const isSaid = row.said === undefined || row.said.test(given.said);
  return isStatus && isReason && isSaid;
}
