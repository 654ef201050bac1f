/** What the texts of a review say later of findings that are gone or found again (17.4). Pure. */
import { withoutMarker } from '../github/marker.ts';
import { sectionStart, shortSha } from './forms.ts';
import type { KnownFinding, KnownReview } from './known.ts';
import { findingMarker, readReviewMarker, reviewMarker, type ReviewPlace } from './markers.ts';

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
  const marker = findingMarker(place, markedSince(finding, since));
  return `${marker}\n${sinceText(since)}${withoutMarker(body).replace(SINCE, '')}`;
}

function markedSince(
  { standing, ...marked }: KnownFinding,
  { kind, head }: Since,
): Omit<KnownFinding, 'standing'> {
  return { ...marked, gone: kind === 'gone' ? head : null };
}

/** The body of a review from now on, or null if its marker cannot be read. */
export function reviewSince(
  review: KnownReview,
  {
    place,
    changes,
  }: { readonly place: ReviewPlace; readonly changes: ReadonlyMap<KnownFinding, Since> },
): string | null {
  const marker = readReviewMarker(review.body, place)?.marker ?? null;
  if (marker === null) {
    return null;
  }
  let listed = marker.listed;
  let text = withoutMarker(review.body);
  for (const [finding, since] of changes) {
    const changed = markedSince(finding, since);
    listed = listed.map((each) => (each.id === finding.id ? changed : each));
    text = sectionSince(text, { id: finding.id, since });
  }
  return `${reviewMarker(place, { ...marker, listed })}\n${text}`;
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
