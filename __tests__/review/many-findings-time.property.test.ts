/** How long thousands of findings may take (contract 6.5): meanwhile no signal is heard. */
import { describe, expect, it } from '@jest/globals';
import { COMMENT_MAX } from '../../src/github/port.ts';
import type { AnsweredFinding } from '../../src/review/answer.ts';
import { readDiff } from '../../src/review/diff.ts';
import { reviewForms } from '../../src/review/forms.ts';
import type { KnownFinding } from '../../src/review/known.ts';
import { placeFindings, type Placement } from '../../src/review/place.ts';
import type { ReviewedPullRequest } from '../../src/review/pull-request.ts';
import { processorMs } from '../support/processor-time.ts';

const FINDINGS = 10_000;
const KNOWN = 1_000;
/** Of a file that the diff shows in one hunk. */
const LINES = 3_000;

const words = (at: number): string => at.toString(36).replaceAll(/\d/g, 'x');

const found = Array.from({ length: FINDINGS }, (_, at): AnsweredFinding => ({
  path: at % 2 === 0 ? 'src/large.ts' : `src/${at}.ts`,
  line: (at % LINES) + 1,
  startLine: null,
  side: null,
  severity: 'note',
  title: `Finding ${words(at)}`,
  body: 'The text.',
  suggestion: null,
}));
const findings = Array.from({ length: KNOWN }, (_, at): KnownFinding => ({
  id: at.toString(16).padStart(16, '0'),
  path: `src/${at}.ts`,
  line: 1,
  startLine: null,
  side: 'RIGHT',
  severity: 'note',
  title: `Known ${words(at)}`,
  text: null,
  gone: null,
  standing: { kind: 'comment', id: at, url: `https://github.com/${at}`, isEditable: true },
}));
const known = { findings, fingerprints: new Set<string>(), reviews: [], bodies: new Map() };
const lines = Array.from({ length: LINES }, (_, at) => ` line ${at}`);
const patch = [`@@ -1,${LINES} +1,${LINES} @@`, ...lines].join('\n');
const diff = readDiff([{ path: 'src/large.ts', previousPath: null, isDeleted: false, patch }]);

function placed(): Placement {
  return placeFindings(found, { diff, repository: 'octo/shop', known, resolved: [] });
}

const pull: ReviewedPullRequest = {
  place: { secret: 'tok-0123456789abcdef', repository: 'octo/shop', number: 7, key: 'Review' },
  url: 'https://github.com/octo/shop/pull/7',
  headSha: 'a'.repeat(40),
  movedTo: null,
  headBranch: 'topic',
  baseSha: 'b'.repeat(40),
  headRepository: 'octo/shop',
  isFork: false,
  diff,
  hasDiff: true,
  known,
  links: () => null,
  workflowRunId: '900',
  by: { attempt: 1, asked: 'security' },
  isAskedFor: false,
};

describe(`${FINDINGS} findings beside ${KNOWN} known ones`, () => {
  it('are soon placed', () => {
    expect(processorMs(() => void placed())).toBeLessThan(3_000);
  });

  it('are soon written into the forms of a review', () => {
    const answer = {
      summary: 'Fine.',
      findings: found,
      resolved: [],
      pass: null,
      readAs: [],
      unreadable: 0,
    };
    const order = { pull, answer, findings: placed().findings, headNow: pull.headSha };
    let bodies: readonly string[] = [];
    const write = (): void => {
      bodies = [...reviewForms(order)].map(({ review: { body } }) => body);
    };
    expect(processorMs(write)).toBeLessThan(3_000);
    expect(bodies.every(({ length }) => length <= COMMENT_MAX)).toBe(true);
  });
});
