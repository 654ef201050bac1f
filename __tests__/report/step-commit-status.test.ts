/** What the commit status says (contract 15). */
import { describe, expect, it } from '@jest/globals';
import {
  passOf,
  statusOf,
  statusOfMany,
  type ManyRuns,
} from '../../src/report/step-commit-status.ts';
import { stepView } from '../support/step-view.ts';

describe('the state', () => {
  it.each([
    ['succeeded', null, 'success'],
    ['succeeded', true, 'success'],
    ['succeeded', false, 'failure'],
    ['failed', true, 'failure'],
    ['cancelled', null, 'failure'],
    ['unverified', true, 'failure'],
    ['timed_out', null, 'error'],
    ['needs_input', null, 'error'],
    ['error', null, 'error'],
    ['running', null, 'pending'],
  ] as const)('of %s with pass %s is %s', (outcome, pass, state) => {
    const resultJson = pass === null ? null : JSON.stringify({ pass });
    const said = statusOf(
      stepView({ outcome, resultJson, standing: 'ended', runId: '77', durationMs: 60_000 }),
      null,
    );
    expect(said.state).toBe(state);
    expect(said.description.length).toBeLessThanOrEqual(140);
    expect(said.description).toContain('77');
  });

  it.each([
    [{ standing: 'ended' }, 'Agent run 77 was cancelled after 1m 00s'],
    [{ standing: 'going_on' }, 'The step that waited for agent run 77 was cancelled after 1m 00s'],
    [
      { standing: 'ended', cutShort: 'Signal.' },
      'The step that waited for agent run 77 was cancelled after 1m 00s',
    ],
  ] as const)(
    'tells a run that was cancelled from a step that no longer waits (%j)',
    (more, description) => {
      const view = stepView({ outcome: 'cancelled', ...more, runId: '77', durationMs: 60_000 });
      expect(statusOf(view, null)).toEqual({ state: 'failure', description });
    },
  );

  it.each([
    ['{"pass":true}', true],
    ['{"pass":false,"why":"x"}', false],
    ['{"pass":"false"}', false],
    ['{"pass":null}', false],
    ['{"verdict":{"pass":true}}', null],
    ['[{"pass":true}]', null],
    [null, null],
  ])('reads pass of %s as %s', (json, pass) => {
    expect(passOf(json, '{"properties": {"verdict": {"properties": {"pass": {}}}}}')).toBe(pass);
  });

  it.each<[string, object]>([
    ['as a property', { properties: { pass: {} } }],
    ['as required', { required: ['pass'] }],
    ['in a part of it', { allOf: [{ anyOf: [{ properties: { pass: { type: 'boolean' } } }] }] }],
    ['by reference', { $ref: '#/$defs/verdict', $defs: { verdict: { properties: { pass: {} } } } }],
    ['by anchor', { $ref: '#v', $defs: { a: { $anchor: 'v', properties: { pass: {} } } } }],
    [
      'by dynamic anchor',
      { $ref: '#v', $defs: { a: { $dynamicAnchor: 'v', required: ['pass'] } } },
    ],
    ['by id', { $ref: 'v.json', $defs: { a: { $id: 'v.json', properties: { pass: {} } } } }],
    [
      'by a pointer with escapes, through an id',
      {
        $id: 'https://example.com/a/',
        $ref: 'b.json#/%24defs/c~1d',
        $defs: { x: { $id: 'b.json', $defs: { 'c/d': { properties: { pass: {} } } } } },
      },
    ],
    ['by several references', { $ref: '#/a/0', a: [{ $ref: '#/b' }], b: { required: ['pass'] } }],
    ['as dependent', { dependentRequired: { why: ['pass'] } }],
    ['as what others depend on', { dependentSchemas: { pass: {} } }],
    ['where another is there', { dependentSchemas: { why: { properties: { pass: {} } } } }],
    ['in a negation', { not: { required: ['pass'] } }],
    ['in a condition', { if: { properties: { pass: { const: true } } } }],
    ['in a consequence', { if: true, then: { oneOf: [{ properties: { pass: {} } }] } }],
    ['otherwise', { if: true, else: { properties: { pass: {} } } }],
    ['as a name', { propertyNames: { enum: ['pass', 'why'] } }],
    [
      'after a reference in a circle',
      { $ref: '#', allOf: [{ $ref: '#' }, { properties: { pass: {} } }] },
    ],
  ])('takes anything but true as a failure where the schema names pass %s', (_, schema) => {
    const text = JSON.stringify(schema);
    const results = [
      '{"pass":true}',
      '{"pass":false}',
      '{"pass":"true"}',
      '{"pass":1}',
      '{}',
      '[]',
      '"pass"',
    ];
    expect(results.map((json) => passOf(json, text))).toEqual([
      true,
      false,
      false,
      false,
      false,
      false,
      false,
    ]);
    expect(passOf(null, text)).toBeNull();
  });

  it.each<[string, object]>([
    ['a deeper one', { properties: { a: { properties: { pass: {} }, required: ['pass'] } } }],
    ['an element', { items: { properties: { pass: {} } } }],
    ['data', { enum: [{ properties: { pass: {} } }], default: { required: ['pass'] } }],
    ['a definition that nothing refers to', { $defs: { a: { properties: { pass: {} } } } }],
  ])('does not take %s for the verdict', (_, schema) => {
    expect(passOf('{"why":"x"}', JSON.stringify(schema))).toBeNull();
  });

  it('reads a schema that refers to itself', () => {
    expect(
      passOf('{"why":"x"}', '{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/a"}}}'),
    ).toBeNull();
  });
});

describe('the state of many runs', () => {
  const NONE = [null, null, null] as const;
  const many = (
    outcome: ManyRuns['outcome'],
    passes: ManyRuns['passes'],
    more: Partial<ManyRuns> = {},
  ) => statusOfMany({ outcome, passes, counts: '3 of them', durationMs: 60_000, ...more });

  it.each([
    ['running', NONE, 'pending', '3 agent runs: 3 of them'],
    ['succeeded', NONE, 'success', '3 agent runs: 3 of them after 1m 00s'],
    ['succeeded', [true, null, true], 'success', '3 agent runs: all passed after 1m 00s'],
    ['succeeded', [true, false, false], 'failure', '3 agent runs: 2 did not pass after 1m 00s'],
    // A run that failed counts more than the verdicts of the others.
    ['failed', [true, true, null], 'failure', '3 agent runs: 3 of them after 1m 00s'],
    ['unverified', [true, null, null], 'failure', '3 agent runs: 3 of them after 1m 00s'],
    ['cancelled', NONE, 'failure', '3 agent runs: 3 of them after 1m 00s'],
    ['timed_out', [false, null, null], 'error', '3 agent runs: 3 of them after 1m 00s'],
    ['needs_input', NONE, 'error', '3 agent runs: 3 of them after 1m 00s'],
    ['skipped', NONE, 'error', '3 agent runs: 3 of them after 1m 00s'],
  ] as const)('%s with %j is %s', (outcome, passes, ...[state, description]) => {
    expect(many(outcome, passes)).toEqual({ state, description });
  });

  it("fits into GitHub's limit, and omits the count of a single run and an unknown time", () => {
    expect(many('failed', NONE, { counts: 'x'.repeat(300) }).description).toHaveLength(140);
    expect(many('failed', [null], { durationMs: 0 }).description).toBe('1 agent run: 3 of them');
  });
});
