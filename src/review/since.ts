/** What the texts of a review say later of findings that are gone or found again (17.4). Pure. */
import { withoutMark } from '../github/mark.ts';
import { sectionStart, shortSha } from './forms.ts';
import type { KnownFinding, KnownReview } from './known.ts';
import { findingMark, readReviewMark, reviewMark, type ReviewPlace } from './marks.ts';

/** What a comment or a section says of its finding since. */
export interface Since {
  readonly kind: 'gone' | 'again';
  /** The head of which it is said. */
  readonly head: string;
}

const SINCE = /^\*(?:No longer found|Found again) in `[0-9a-f]{7}`\.\*\n\n/;

function sinceText({ kind, head }: Since): string {
  return `*${kind === 'gone' ? 'No longer found' : 'Found again'} in \`${shortSha(head)}\`.*\n\n`;
}

/** The body of a finding's own comment from now on. */
export function commentSince(
  finding: KnownFinding,
  {
    since,
    place,
    body,
  }: { readonly since: Since; readonly place: ReviewPlace; readonly body: string },
): string {
  const mark = findingMark(place, markSince(finding, since));
  return `${mark}\n${sinceText(since)}${withoutMark(body).replace(SINCE, '')}`;
}

function markSince(
  { standing, ...marked }: KnownFinding,
  { kind, head }: Since,
): Omit<KnownFinding, 'standing'> {
  return { ...marked, gone: kind === 'gone' ? head : null };
}

/** The body of a review from now on, or null if its mark cannot be read. */
export function reviewSince(
  review: KnownReview,
  {
    place,
    changes,
  }: { readonly place: ReviewPlace; readonly changes: ReadonlyMap<KnownFinding, Since> },
): string | null {
  const mark = readReviewMark(review.body, place)?.mark ?? null;
  if (mark === null) {
    return null;
  }
  let listed = mark.listed;
  let text = withoutMark(review.body);
  for (const [finding, since] of changes) {
    const changed = markSince(finding, since);
    listed = listed.map((each) => (each.id === finding.id ? changed : each));
    text = sectionSince(text, { id: finding.id, since });
  }
  return `${reviewMark(place, { ...mark, listed })}\n${text}`;
}

/** A finding that is gone has its heading struck. */
function sectionSince(
  text: string,
  { id, since }: { readonly id: string; readonly since: Since },
): string {
  const start = `${sectionStart(id)}\n`;
  const at = text.indexOf(start);
  if (at === -1) {
    return text;
  }
  const before = text.slice(0, at + start.length);
  const rest = text.slice(at + start.length).replace(SINCE, '');
  const [heading = ''] = rest.split('\n', 1);
  const plain = heading.replace(/^<del>(.*)<\/del>$/, '$1');
  const shown = since.kind === 'gone' ? `<del>${plain}</del>` : plain;
  return `${before}${sinceText(since)}${shown}${rest.slice(heading.length)}`;
}
