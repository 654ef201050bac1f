/**
 * What is saved of a review once it was posted, so that the post step tells it as the step would
 * have (contract 7.3, 17.5). What it found stands on its page.
 */
import type { ReviewView } from '../report/step-view.ts';

type KeptReview = Pick<ReviewView, 'counts' | 'number' | 'pass' | 'url'>;

export function keptReview({ counts, number, pass, url }: ReviewView): string {
  const kept: KeptReview = { counts, number, pass, url };
  return JSON.stringify(kept);
}

/** Null where no review was posted. */
export function readKeptReview(saved: string | null): ReviewView | null {
  return saved === null
    ? null
    : { ...(JSON.parse(saved) as KeptReview), findings: [], summary: '' };
}
