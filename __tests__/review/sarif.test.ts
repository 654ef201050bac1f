/**
 * The file for code scanning (contract 17.5), judged by the published schema of SARIF 2.1.0 and by
 * GitHub's page "SARIF support for code scanning".
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import type { ReviewedFinding } from '../../src/report/step-view.ts';
import { sarifOf } from '../../src/review/sarif.ts';

const SCHEMA = new URL('../support/sarif/sarif-2.1.0.json', import.meta.url);
const validate = new Ajv({ strict: false, unicodeRegExp: false }).compile(
  JSON.parse(readFileSync(SCHEMA, 'utf8')) as object,
);

const FINDING: ReviewedFinding = {
  fingerprint: '0123456789abcdef',
  path: 'src/a b.ts',
  side: 'RIGHT',
  startLine: 1,
  line: 2,
  severity: 'warning',
  title: 'Two is not TWO',
  body: 'Lower case, please.',
  suggestion: null,
  replacement: null,
  lines: null,
  isInHead: true,
  placed: 'inline',
  url: null,
};

type Json = Readonly<Record<string, unknown>>;
interface Log {
  readonly $schema: string;
  readonly version: string;
  readonly runs: readonly {
    readonly tool: { readonly driver: { readonly name: string; readonly rules: readonly Json[] } };
    readonly automationDetails: { readonly id: string };
    readonly results: readonly (Json & {
      readonly ruleId: string;
      readonly ruleIndex: number;
      readonly message: { readonly text: string };
      readonly locations: readonly {
        readonly physicalLocation: {
          readonly artifactLocation: { readonly uri: string };
          readonly region?: Json;
        };
      }[];
      readonly partialFingerprints: Json;
    })[];
  }[];
}

function logOf(findings: readonly Partial<ReviewedFinding>[], key = 'Review/security/0'): Log {
  const whole = findings.map((changes) => ({ ...FINDING, ...changes }));
  const log = JSON.parse(sarifOf(whole, key)) as Log;
  expect(validate(log) ? [] : validate.errors).toEqual([]);
  return log;
}

function resultOf(changes: Partial<ReviewedFinding>) {
  const [result] = logOf([changes]).runs[0]?.results ?? [];
  if (result === undefined) {
    throw new Error('there is no result');
  }
  return result;
}

/** The value at a path such as `tool.driver.name`. */
function valueAt(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((at, name) => (at as Json | undefined)?.[name], value);
}

const LOG = logOf([FINDING, { severity: 'error' }, { severity: 'note', side: 'LEFT' }]);
const RULES = LOG.runs[0]?.tool.driver.rules ?? [];
const RESULTS = LOG.runs[0]?.results ?? [];

describe('what GitHub’s page calls required', () => {
  it.each<[string, readonly unknown[], readonly string[]]>([
    ['the log', [LOG], ['$schema', 'version', 'runs']],
    ['a run', LOG.runs, ['tool.driver.name', 'tool.driver.rules', 'results']],
    ['a rule', RULES, ['id', 'shortDescription.text', 'fullDescription.text', 'help.text']],
    ['a result', RESULTS, ['message.text', 'locations', 'partialFingerprints']],
    [
      'a location',
      RESULTS.flatMap(({ locations }) => locations),
      ['physicalLocation.artifactLocation.uri'],
    ],
  ])('%s has it, and none of it is empty', (_what, objects, paths) => {
    expect(objects.length).toBeGreaterThan(0);
    for (const path of paths) {
      for (const each of objects) {
        const value = valueAt(each, path);
        expect([path, value]).not.toEqual([path, undefined]);
        expect([path, value]).not.toEqual([path, '']);
        expect([path, value]).not.toEqual([path, []]);
      }
    }
  });

  it('says where a region begins and ends', () => {
    expect(resultOf({}).locations[0]?.physicalLocation.region).toEqual({
      startLine: 1,
      startColumn: 1,
      endLine: 2,
    });
  });
});

describe('what GitHub’s page limits', () => {
  it.each([
    ['name', 255],
    ['shortDescription.text', 1_024],
    ['fullDescription.text', 1_024],
  ])('%s of a rule has at most %d characters', (path, most) => {
    for (const rule of RULES) {
      expect(String(valueAt(rule, path)).length).toBeLessThanOrEqual(most);
    }
  });

  it.each([
    ['defaultConfiguration.level', ['note', 'warning', 'error']],
    ['properties.precision', ['very-high', 'high', 'medium', 'low']],
    ['properties', expect.objectContaining({ tags: expect.any(Array) })],
  ])('%s of a rule is one of what it lists', (path, allowed) => {
    for (const rule of RULES) {
      const value = valueAt(rule, path);
      expect(Array.isArray(allowed) ? [value] : value).toEqual(
        Array.isArray(allowed) ? [allowed.find((each) => each === value)] : allowed,
      );
    }
  });

  it('a file has at most 25,000 results, and each one location', () => {
    const { runs } = logOf(Array.from({ length: 25_001 }, () => ({})));
    expect(runs[0]?.results).toHaveLength(25_000);
    expect(RESULTS.every(({ locations }) => locations.length === 1)).toBe(true);
  });
});

describe('a finding', () => {
  it('is a result of the rule of its severity', () => {
    expect(resultOf({ severity: 'note' })).toMatchObject({
      ruleId: 'agent-review/note',
      ruleIndex: RULES.findIndex(({ id }) => id === 'agent-review/note'),
      level: 'note',
      message: { text: 'Two is not TWO\n\nLower case, please.' },
    });
  });

  it.each<[string, Partial<ReviewedFinding>]>([
    ['on a removed line', { side: 'LEFT', isInHead: false }],
    ['in a deleted file', { path: 'old.ts', isInHead: false }],
    ['of an earlier head', { placed: 'known', isInHead: false }],
    ['without a line', { line: null, startLine: null, isInHead: false }],
  ])('%s has a file and no region', (_what, changes) => {
    const location = resultOf(changes).locations[0]?.physicalLocation;
    expect(location?.artifactLocation.uri).toBe(changes.path ?? 'src/a%20b.ts');
    expect(location).not.toHaveProperty('region');
  });

  it('without a path is left out', () => {
    expect(logOf([{ path: null }]).runs[0]?.results).toEqual([]);
  });

  it('with an empty body has its title as text', () => {
    expect(resultOf({ body: '' }).message.text).toBe('Two is not TWO');
  });

  it('with half a character in its text has the replacement character there', () => {
    expect(resultOf({ title: 'a\ud800', body: '\udc00b' }).message.text).toBe('a�\n\n�b');
  });

  it('has its fingerprint under a name of its own, because the upload adds GitHub’s', () => {
    expect(resultOf({}).partialFingerprints).toEqual({
      'agentRunFinding/v1': '0123456789abcdef',
    });
  });

  it('has no live link, which a plain text may embed (SARIF 2.1.0, 3.11.6)', () => {
    const changes = {
      title: '[Fix](https://evil.example)',
      body: 'Use `a[0](b)` and ![x](https://evil.example)',
    };
    expect(resultOf(changes).message.text).toBe(
      '[Fix] (https://evil.example)\n\nUse `a[0] (b)` and ![x] (https://evil.example)',
    );
  });
});

it('each reviewer has a category of its own', () => {
  const ids = ['Review/security/0', 'Review/tests/0'].map(
    (key) => logOf([], key).runs[0]?.automationDetails.id,
  );
  expect(ids).toEqual(['agent-review/Review/security/0/', 'agent-review/Review/tests/0/']);
});

it('half a surrogate pair in one path loses nothing else', () => {
  const [half, whole] = logOf([{ path: 'src/\ud83d.ts' }, {}]).runs[0]?.results ?? [];
  expect(valueAt(half, 'locations.0.physicalLocation.artifactLocation.uri')).toBe(
    'src/%EF%BF%BD.ts',
  );
  expect(valueAt(whole, 'locations.0.physicalLocation.artifactLocation.uri')).toBe('src/a%20b.ts');
});
