/**
 * The table of outcomes, what derives from it with one row more, and that nothing else lists them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { countsOf, outcomeCounts, fleetOutcome } from '../src/fleet/rows.ts';
import { failingOutcomes, outcomeMeant } from '../src/inputs/values.ts';
import { OUTCOMES, SHOWN, outcomesThat, stopsFleet, worstFirst } from '../src/outcomes.ts';
import type { Outcome } from '../src/outcomes.ts';
import { endCause } from '../src/report/cause.ts';
import { statusOfMany } from '../src/report/step-commit-status.ts';
import { nextSteps } from '../src/report/next-steps.ts';
import { endMessage, happened, verdictOf, whyOf } from '../src/report/verdict.ts';
import { EXTRA, OUTCOMES_AND_ONE, SHOWN_AND_ONE } from './support/one-more-outcome.ts';
import { stepView } from './support/step-view.ts';

const ROOT = resolve(import.meta.dirname, '..');

describe('the table', () => {
  it('ranks each outcome and each state on its own', () => {
    const ranks = Object.values(SHOWN).map(({ rank }) => rank);
    expect(new Set(ranks).size).toBe(ranks.length);
  });

  it('agrees with itself', () => {
    // Good news tells no reason.
    expect(outcomesThat(({ fails, hasCause }) => !fails && hasCause)).toEqual([]);
    // Nothing is left at work after an end that was seen.
    expect(outcomesThat(({ endSeen, mayGoOn }) => endSeen && mayGoOn)).toEqual([]);
    expect(outcomesThat(({ ending, fails }) => ending === 'good' && fails)).toEqual([]);
    // What fails is told under a heading, in a sentence.
    expect(outcomesThat(({ fails, heading }) => fails === (heading === ''))).toEqual([]);
    expect(outcomesThat(({ sentence }) => !/^[A-Z].*\.$/.test(sentence))).toEqual([]);
    // What the step cuts may be left at work.
    expect(outcomesThat(({ cutBy, ending }) => (cutBy !== null) !== (ending === 'cut'))).toEqual(
      [],
    );
  });
});

describe('one row more', () => {
  const view = stepView({ outcome: EXTRA, runId: '7', result: 'I had to stop.' });
  const runs = (['succeeded', EXTRA, 'failed', 'error', EXTRA] as const).map((outcome) => ({
    outcome,
  }));

  it('fails the step by default, and its other words are understood', () => {
    expect(failingOutcomes(OUTCOMES_AND_ONE)).toEqual([...failingOutcomes(), EXTRA]);
    expect(outcomeMeant(OUTCOMES_AND_ONE)).toMatchObject({ broke: EXTRA, success: 'succeeded' });
  });

  it('has its place in a fleet, its number and its words', () => {
    const order = worstFirst(runs, SHOWN_AND_ONE).map(({ outcome }) => outcome);
    expect(order).toEqual(['error', EXTRA, EXTRA, 'failed', 'succeeded']);
    expect(fleetOutcome(runs.slice(0, 3), SHOWN_AND_ONE)).toBe(EXTRA);
    expect(Object.entries(countsOf(runs, SHOWN_AND_ONE))).toEqual([
      ['error', 1],
      [EXTRA, 2],
      ['failed', 1],
      ['succeeded', 1],
    ]);
    expect(outcomeCounts(runs, SHOWN_AND_ONE)).toBe(
      '1 with an error, 2 out of credit, 1 failed, 1 succeeded',
    );
  });

  it('stops a fleet with `fail_fast` as its row says', () => {
    const table = OUTCOMES_AND_ONE;
    expect(stopsFleet(EXTRA, { failOn: new Set([EXTRA]), table })).toBe(true);
    expect(stopsFleet(EXTRA, { failOn: new Set(), table })).toBe(false);
  });

  it('is told: what happened, the message, the reason, what to do next', () => {
    const table = SHOWN_AND_ONE;
    expect(happened(view, table)).toBe('Agent run 7 ran out of credit, but may be resumed');
    expect(endCause(view, table)).not.toBeNull();
    expect(endMessage(view, table)).toContain('agent run 7 ran out of credit');
    expect(whyOf({ ...view, errorCode: 'quota_exceeded' }, { maxLength: 99, table })).toContain(
      'quota_exceeded',
    );
    expect(nextSteps(view, { inThread: false, table }).advice).toContain('To try again');
  });

  it('that cuts a run short is told in its own sentence', () => {
    const row = { ...SHOWN_AND_ONE[EXTRA], ending: 'cut', cutBy: 'time' } as const;
    const table = { ...SHOWN_AND_ONE, [EXTRA]: row };
    expect(endMessage(view, table)).toMatch(/^The credit was used up\./);
  });

  it('fails the step with its message, and the commit status', () => {
    const table = SHOWN_AND_ONE;
    expect(verdictOf(view, { failOn: new Set([EXTRA]), cancelled: null, table })).toMatchObject({
      red: true,
      level: 'error',
      title: 'Agent run: out of credit',
    });
    const failOn = new Set<Outcome>();
    expect(verdictOf(view, { failOn, cancelled: null, table }).level).toBe('warning');
    const many = { counts: '1 out of credit', passes: [null], durationMs: 0 };
    expect(statusOfMany({ outcome: EXTRA, ...many }, table).state).toBe('failure');
  });
});

describe('names of outcomes', () => {
  const NAMES: ReadonlySet<string> = new Set(OUTCOMES);
  /** What a service's own words mean is a table in its folder, and so are GitHub's conclusions. */
  const WORDS = /^src[/](agents[/][^/]+[/]|github[/]head-checks[.])/;
  const FILES = ['src', 'report-page/src', 'scripts'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path))
      .map((path) => join(folder, path)),
  );

  /** What an expression, type or clause names itself, not what lies within its parts. */
  function partsOf(node: ts.Node): readonly ts.Node[] {
    if (ts.isArrayLiteralExpression(node)) {
      return node.elements;
    }
    if (ts.isObjectLiteralExpression(node)) {
      return node.properties.flatMap(({ name }) => name ?? []);
    }
    if (ts.isUnionTypeNode(node)) {
      return node.types.map((type) => (ts.isLiteralTypeNode(type) ? type.literal : type));
    }
    if (ts.isCaseBlock(node)) {
      return node.clauses.flatMap((clause) => (ts.isCaseClause(clause) ? clause.expression : []));
    }
    if (ts.isConditionalExpression(node)) {
      return [node.whenTrue, node.whenFalse];
    }
    if (ts.isBinaryExpression(node)) {
      return [node.left, node.right].flatMap((side) =>
        ts.isBinaryExpression(side) ? partsOf(side) : side,
      );
    }
    return [];
  }

  function listsIn(source: string, path: string): number {
    const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
    let found = 0;
    const visit = (node: ts.Node): void => {
      const named = partsOf(node).flatMap((part) =>
        ts.isStringLiteral(part) || ts.isIdentifier(part) ? part.text : [],
      );
      if (new Set(named.filter((name) => NAMES.has(name))).size > 1) {
        found += 1;
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
    return found;
  }

  it.each([
    "const bad = new Set(['failed', 'timed_out']);",
    "type End = 'failed' | 'cancelled';",
    "const isBad = end === 'failed' || end === 'unverified';",
    "switch (end) { case 'failed': case 'skipped': break; }",
    'const words = { failed: 1, cancelled: 2 };',
    "const ended = isGood ? 'succeeded' : 'failed';",
  ])('are found where they are listed: %s', (source) => {
    expect(listsIn(source, 'x.ts')).toBeGreaterThan(0);
  });

  it('are listed in the table alone', () => {
    const users = FILES.filter((path) => listsIn(readFileSync(join(ROOT, path), 'utf8'), path) > 0);
    expect(users.filter((path) => !WORDS.test(path))).toEqual(['src/outcomes.ts']);
  });

  it('are compared nowhere above the agents: a row says what is asked of an outcome', () => {
    const name = `'(?:${OUTCOMES.join('|')})'`;
    const ways = [
      String.raw`\boutcome\b\)?\s*[!=]==\s*${name}`,
      String.raw`switch \([\w.]*\boutcome\) \{\s*case ${name}`,
      String.raw`${name}\]\.includes\([\w.]*\boutcome\)`,
    ];
    const compared = new RegExp(ways.join('|'));
    const samples = [
      "view.outcome === 'failed'",
      "switch (end.outcome) {\n  case 'failed':",
      "['x', 'failed'].includes(outcome)",
    ];
    expect(samples.filter((sample) => !compared.test(sample))).toEqual([]);
    const above = FILES.filter((path) => path.startsWith('src') && !WORDS.test(path));
    const users = above.filter((path) => compared.test(readFileSync(join(ROOT, path), 'utf8')));
    expect(users).toEqual([]);
  });

  it('colour the report by the table', () => {
    const style = readFileSync(join(ROOT, 'report-page/src/style.css'), 'utf8');
    const named = OUTCOMES.filter((outcome) => new RegExp(`[.-]${outcome}\\b`).test(style));
    // Steps of the log are `error` too.
    expect(named.filter((outcome) => outcome !== 'error')).toEqual([]);
  });
});
