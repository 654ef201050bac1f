/**
 * What is saved of a review once it was posted, so that the post step tells it as the step would
 * have (contract 7.3, 17.5). What it found stands on its page.
 */
import type { ReviewView } from '../report/step-view.ts';
import { readSavedJson } from '../runner/saved-state.ts';

type KeptReview = Pick<ReviewView, 'counts' | 'mayBePosted' | 'number' | 'pass' | 'url'>;

export function keptReview({ counts, mayBePosted, number, pass, url }: ReviewView): string {
  const known: KeptReview = { counts, number, pass, url };
  return JSON.stringify(mayBePosted === true ? { ...known, mayBePosted } : known);
}

/** Null where no review was posted, or what was saved of it cannot be read. */
export function readKeptReview(saved: string | null): ReviewView | null {
  const kept = readSavedJson(saved) as KeptReview | null;
  return kept === null ? null : { ...kept, findings: [], summary: '' };
}
