/**
 * Committing a suggestion never doubles, loses or mangles a line (contract 17.4): what the comment
 * offers is put into the file as GitHub does it, and compared with what the run meant. The comment
 * is read by a parser of Markdown that the action does not use for it.
 */
import { expect, it } from '@jest/globals';
import createMarkdownIt from 'markdown-it';
import { findingText } from '../../src/report/review-section.ts';
import { readDiff } from '../../src/review/diff.ts';
import { placeFindings } from '../../src/review/place.ts';
import fc from '../support/fast-check.ts';

const LINES = ['', '}', 'a', '  b();', '\tc', '```', '```ts', '~~~', '> q', '<!-- x -->', '"é"'];
const ODD = ['a\u00adb', 'a  ', 'b\t', '👩\u200d💻', '\u001b[1mx', 'a\fb'];
const fileLine = fc.constantFrom(...LINES);
const meantLine = fc.oneof(
  { weight: 20, arbitrary: fileLine },
  { weight: 1, arbitrary: fc.constantFrom(...ODD) },
);

/** The ways in which runs write the lines that they mean. */
const WAYS = {
  plain: (lines: readonly string[]) => lines.join('\n'),
  ended: (lines: readonly string[]) => lines.map((line) => `${line}\n`).join(''),
  crlf: (lines: readonly string[]) => lines.map((line) => `${line}\r\n`).join(''),
  fenced: (lines: readonly string[]) => ['`````ts', ...lines, '`````'].join('\n'),
};

const story = fc
  .record({
    file: fc.array(fileLine, { minLength: 1, maxLength: 12 }),
    from: fc.nat(11),
    span: fc.nat(3),
    meant: fc.array(meantLine, { maxLength: 5 }),
    way: fc.constantFrom('plain', 'ended', 'crlf', 'fenced'),
  })
  .map(({ file, from, span, ...rest }) => {
    const start = Math.min(from, file.length - 1);
    return { file, start, end: Math.min(start + span, file.length - 1), ...rest };
  });

const isFence = (line = ''): boolean => /^(?:```|~~~)/.test(line);

/** The suggestion in a comment's body, as its lines, or null. */
function suggestionIn(body: string): readonly string[] | null {
  const fences = createMarkdownIt()
    .parse(body, {})
    .filter(({ type, info }) => type === 'fence' && info.trim() === 'suggestion');
  const [fence] = fences;
  expect(fences.length).toBeLessThan(2);
  if (fence === undefined) {
    return null;
  }
  return fence.content === '' ? [] : fence.content.replace(/\n$/, '').split('\n');
}

it('what is offered is what the run meant', () => {
  let offers = 0;
  fc.assert(
    fc.property(story, ({ file, start, end, meant, way }) => {
      // Here nobody can tell the code from the way in which it is written.
      fc.pre(way === 'fenced' ? !isFence(file[start]) : !isFence(meant[0]));
      const patch = [`@@ -0,0 +1,${file.length} @@`, ...file.map((line) => `+${line}`)].join('\n');
      const [finding] = placeFindings(
        [
          {
            path: 'a',
            line: end + 1,
            startLine: start + 1,
            side: null,
            severity: 'note',
            title: 'Title',
            body: 'Body',
            suggestion: WAYS[way](meant),
          },
        ],
        {
          diff: readDiff([{ path: 'a', previousPath: null, isDeleted: false, patch }]),
          repository: 'octo/shop',
          known: { findings: [], fingerprints: new Set(), reviews: [], bodies: new Map() },
          resolved: [],
        },
      ).findings;
      if (finding === undefined) {
        throw new Error('the finding is lost');
      }
      const body = findingText(finding, { links: () => null, isOnItsLines: true, isExact: true });
      const offered = suggestionIn(body);
      if (offered === null) {
        return;
      }
      offers += 1;
      const commit = (lines: readonly string[]): string[] =>
        file.toSpliced(start, end - start + 1, ...lines);
      expect(commit(offered)).toEqual(commit(meantBy(meant, way)));
      expect(commit(offered)).not.toEqual(file);
    }),
    { numRuns: 3_000 },
  );
  expect(offers).toBeGreaterThan(500);
});

/** An empty line at the end of a text that does not end its lines is the end of the line before. */
function meantBy(meant: readonly string[], way: keyof typeof WAYS): readonly string[] {
  return way === 'plain' && meant.at(-1) === '' ? meant.slice(0, -1) : meant;
}
