/**
 * The positions that are offered for inline comments, against `git diff` itself: 10,000 changed
 * files. The oracle does not read a patch's lines. It takes the changes that `git diff -U0` counts,
 * adds three lines of context on either side, and joins what touches.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ReviewedFinding } from '../../src/report/step-view.ts';
import { hunkOf, lineText, readDiff } from '../../src/review/diff.ts';
import { seeded } from '../support/random.ts';

const COMMITS = 20;
const FILES = 500;
const CONTEXT = 3;

interface Range {
  from: number;
  to: number;
}
type Hunk = Readonly<Record<ReviewedFinding['side'], Range>>;

let folder: string;
const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'core.autocrlf=false', '-c', 'core.safecrlf=false', ...args], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' },
  });

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'agent-run-diff-'));
  git('init', '-q');
  // So many objects would start git's housekeeping in the background, which removes folders under
  // the next `git add`.
  git('config', 'maintenance.auto', 'false');
});

const WORDS = [
  '',
  'a',
  'b',
  '}',
  '  return x;',
  '+ plus',
  '- minus',
  '@@ -1 +1 @@',
  '\\ No newline at end of file',
  'ä',
];

class Text {
  readonly random: () => number;
  constructor(random: () => number) {
    this.random = random;
  }
  below(limit: number): number {
    return Math.floor(this.random() * limit);
  }
  line(): string {
    return WORDS[this.below(WORDS.length)] ?? '';
  }
  fresh(): string[] {
    return Array.from({ length: this.below(60) }, () => this.line());
  }
  changed(lines: readonly string[]): string[] {
    const next = [...lines];
    for (let edits = 1 + this.below(4); edits > 0; edits -= 1) {
      const at = this.below(next.length + 1);
      next.splice(at, this.below(4), ...Array.from({ length: this.below(4) }, () => this.line()));
    }
    return next;
  }
  written(lines: readonly string[]): string {
    const end = this.random() < 0.3 ? '\r\n' : '\n';
    return lines.join(end) + (this.random() < 0.7 && lines.length > 0 ? end : '');
  }
}

/** The diff of each file between the last two commits. */
function diffs(context: number): Map<string, string> {
  const all = git(
    'diff',
    `-U${context}`,
    '--no-color',
    '--no-ext-diff',
    '--no-renames',
    '--inter-hunk-context=0',
    'HEAD~1',
    'HEAD',
  );
  const parts = all.split(/^diff --git a\/(\S+) b\/\S+\n/m).slice(1);
  return new Map(
    Array.from({ length: parts.length / 2 }, (_, at) => {
      const body = parts[at * 2 + 1] ?? '';
      const start = body.search(/^@@ /m);
      return [parts[at * 2] ?? '', start === -1 ? '' : body.slice(start)] as const;
    }),
  );
}

const linesIn = (text: string): number =>
  text === '' ? 0 : text.split('\n').length - (text.endsWith('\n') ? 1 : 0);

function expectedHunks(
  changes: string,
  counts: Readonly<Record<ReviewedFinding['side'], number>>,
): Hunk[] {
  const hunks: Hunk[] = [];
  for (const [, left = '', lefts = '1', right = '', rights = '1'] of changes.matchAll(
    /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/gm,
  )) {
    const range = (start: number, count: number, last: number): Range => {
      // A range of no lines stands after the line that it names.
      const from = count === 0 ? start + 1 : start;
      return { from: Math.max(1, from - CONTEXT), to: Math.min(last, from + count - 1 + CONTEXT) };
    };
    const next = {
      LEFT: range(Number(left), Number(lefts), counts.LEFT),
      RIGHT: range(Number(right), Number(rights), counts.RIGHT),
    };
    const before = hunks.at(-1);
    if (
      before !== undefined &&
      next.RIGHT.from <= before.RIGHT.to + 1 &&
      next.LEFT.from <= before.LEFT.to + 1
    ) {
      before.LEFT.to = next.LEFT.to;
      before.RIGHT.to = next.RIGHT.to;
    } else {
      hunks.push(next);
    }
  }
  return hunks;
}

describe('positions for inline comments', () => {
  it('are those that stand in one hunk of git’s diff, with the text that stands there', () => {
    const text = new Text(seeded(17));
    let lines = Array.from({ length: FILES }, () => text.fresh());
    let contents = lines.map((each) => text.written(each));
    let judged = 0;
    for (let commit = 0; commit <= COMMITS; commit += 1) {
      const before = contents;
      if (commit > 0) {
        lines = lines.map((each) => text.changed(each));
        contents = lines.map((each) => text.written(each));
      }
      for (const [at, content] of contents.entries()) {
        writeFileSync(join(folder, `f${at}.txt`), content);
      }
      git('add', '-A');
      git(
        '-c',
        'user.name=t',
        '-c',
        'user.email=t@example.com',
        'commit',
        '-qm',
        'c',
        '--allow-empty',
      );
      if (commit === 0) {
        continue;
      }
      const patches = diffs(CONTEXT);
      const changes = diffs(0);
      for (const [path, patch] of patches) {
        const at = Number(/\d+/.exec(path)?.[0]);
        const [old = '', now = ''] = [before[at], contents[at]];
        const expected = expectedHunks(changes.get(path) ?? '', {
          LEFT: linesIn(old),
          RIGHT: linesIn(now),
        });
        const diff = readDiff([{ path, previousPath: null, isDeleted: false, patch }]);
        const file = diff.byPath.get(path) ?? null;
        for (const side of ['LEFT', 'RIGHT'] as const) {
          const [from, span] = [1 + text.below(62), text.below(12)];
          const to = from + span;
          const within = expected.some(({ [side]: range }) => range.from <= from && to <= range.to);
          const hunk = hunkOf(file, { side, startLine: from, line: to });
          expect([path, patch, side, from, to, hunk !== null]).toEqual([
            path,
            patch,
            side,
            from,
            to,
            within,
          ]);
          if (within) {
            expect(lineText(file, { side, line: to })).toBe(
              (side === 'LEFT' ? old : now).split('\n')[to - 1],
            );
          }
        }
        judged += 1;
      }
    }
    expect(judged).toBeGreaterThan(9_000);
  });
});
