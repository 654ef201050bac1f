/** Bounds, slices and redaction of a response (contract 6.5). */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createRedactor } from '../../../src/runner/redact.ts';
import type { BoundedJson, JsonBounds } from '../../../src/service/answer/bounder.ts';
import { boundJson } from '../../../src/service/answer/bounds.ts';
import { readBody } from '../../../src/service/answer/read.ts';
import { inSlices } from '../../../src/shared/slices.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

const BOUNDS: JsonBounds = { list: { key: 'logs', limit: 3 }, values: 5, depth: 6, keep: new Set(['status', 'logs']) };

function bounded(text: string, bounds = BOUNDS): BoundedJson {
  const work = boundJson(text, bounds);
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
}

describe('boundJson', () => {
  it.each([
    [
      'entries beyond the limit',
      '{"logs":[1,[2],{"a":3},4,[5],6],"status":"x"}',
      '{"logs":[1,[2],{"a":3}],"status":"x"}',
      3,
    ],
    ['an empty list', '{"logs":[ ],"status":"x"}', '{"logs":[ ],"status":"x"}', 0],
    [
      'an entry with too many fields',
      '{"logs":[{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":{"h":[1]}},{"a":1}]}',
      '{"logs":[{"a":1,"b":2,"c":3,"d":4,"e":5},{"a":1}]}',
      0,
    ],
    [
      'one with too many in a list of its own',
      '{"logs":[{"a":[1,2,[3,4],5,6,[7]],"b":1},2]}',
      '{"logs":[{"a":[1,2,[3]]},2]}',
      0,
    ],
    [
      'unknown fields beside the list',
      '{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7,"logs":[1],"z":1,"status":"s","y":2}',
      '{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"logs":[1],"z":1,"status":"s","y":2}',
      0,
    ],
    [
      'nesting',
      '{"logs":[{"a":{"b":{"c":{"d":{"e":1}}}}},2]}',
      '{"logs":[{"a":{"b":{"c":{"d":"(nested too deeply to keep)"}}}},2]}',
      0,
    ],
    ['brackets and quotes in strings', '{"logs":["[[[{\\"]]","\\\\",",,,"]}', '{"logs":["[[[{\\"]]","\\\\",",,,"]}', 0],
    ['a list at the top', '[1,2,3,4,5,6,7,[8]]', '[1,2,3,4,5,6]', 0],
    ['no list at all', '"text"', '"text"', 0],
  ])('bounds %s', (...[, text, expected, beyondLimit]) => {
    expect(bounded(text)).toMatchObject({ text: expected, beyondLimit });
  });

  it('returns a text within the bounds unchanged, and valid JSON for all valid JSON', () => {
    const wide = { ...BOUNDS, list: { key: 'logs', limit: 1_000 }, values: 10_000, depth: 1_000 };
    fc.assert(
      fc.property(fc.jsonValue(), fc.array(fc.jsonValue()), fc.constantFrom(0, 2), (value, logs, indent) => {
        const text = JSON.stringify({ before: value, logs, after: value }, null, indent);
        expect(bounded(text, wide).text).toBe(text);
        expect(bounded(JSON.stringify(value), wide).text).toBe(JSON.stringify(value));
        const cut = JSON.parse(bounded(text).text) as { logs: unknown[] };
        expect(cut.logs).toHaveLength(Math.min(3, logs.length));
        expect(() => JSON.parse(bounded(JSON.stringify(value)).text) as unknown).not.toThrow();
      }),
      { numRuns: 1_000 },
    );
  });

  it('accepts text that is not JSON', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'[]{},:"\\a1 '.match(/./gu)!) }), (text) => void bounded(text)),
    );
  });
});

const TOKEN = 'sk-0123456789"\\/é<&';
const clock = new VirtualClock();
const { signal } = new AbortController();

async function read(body: string, limit = 100): Promise<{ body: unknown; beyondLimit: number }> {
  const answer = { status: 200, headers: {}, body, redact: createRedactor([TOKEN]) };
  return readBody(answer, { list: { key: 'logs', limit }, clock, signal });
}

/** Every character of a text as JSON may spell it. */
function spelled(text: string): string {
  return text
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`)
    .join('');
}

describe('readBody', () => {
  it.each([
    ['plain', JSON.stringify(TOKEN).slice(1, -1)],
    ['escaped throughout', spelled(TOKEN)],
    ['behind 32 backslashes', `${'\\'.repeat(64)}${spelled(TOKEN)}`],
    ['with escaped slashes', JSON.stringify(TOKEN).slice(1, -1).replaceAll('/', '\\/')],
  ])('redacts a secret %s in values and in names', async (_, spelling) => {
    const text = `{"result":"a ${spelling} b","logs":[{"${spelling}":"x","thought":"${spelling}","list":["${spelling}"]}]}`;
    const { body } = await read(text);
    expect(JSON.stringify(body)).not.toContain('0123456789');
    expect((body as { logs: [{ thought: string }] }).logs[0].thought).toContain('***');
  });

  it('redacts before anything is truncated', async () => {
    const thought = `${'x'.repeat(3_999_990)}${TOKEN}${'y'.repeat(100)}`;
    const { body } = await read(
      JSON.stringify({ logs: [{ thought, message_type: 'ACTION', observation: 'z'.repeat(1_000) }] }),
    );
    const [kept] = (body as { logs: [{ thought: string; message_type: string; observation: string }] }).logs;
    expect(kept.thought).toMatch(/x\*\*\*y*… \[\d+ characters left out\]$/);
    expect(kept).toMatchObject({
      message_type: 'ACTION',
      observation: `${'z'.repeat(200)}… [800 characters left out]`,
    });
  });

  it('finds a secret across the windows of a long text', async () => {
    for (const at of [100_000, 114_680, 131_060, 131_072, 245_700]) {
      const { body } = await read(JSON.stringify({ result: `${'x'.repeat(at)}${TOKEN}${'y'.repeat(200_000)}` }));
      expect((body as { result: string }).result.slice(at - 1, at + 4)).toBe('x***y');
    }
  });

  it('keeps numbers as written, and reports what was beyond the limit', async () => {
    const { body, beyondLimit } = await read('{"logs":[{"n":12345678901234567890},2,3,4]}', 2);
    expect(JSON.stringify(body)).toBe('{"logs":[{"n":12345678901234567890},2]}');
    expect(beyondLimit).toBe(2);
  });

  it('reports a body that is not JSON', async () => {
    await expect(read('{"logs":[')).rejects.toMatchObject({ name: 'ServiceError', kind: 'body' });
  });
});

describe('work in slices', () => {
  it('lets other work run, and ends with the signal', async () => {
    let now = 0;
    const stop = new AbortController();
    const sleeps: number[] = [];
    const slow = {
      now: () => (now += 15),
      sleep: (ms: number): Promise<void> => {
        sleeps.push(ms);
        if (sleeps.length === 3) stop.abort(new Error('stop'));
        return stop.signal.aborted ? Promise.reject(stop.signal.reason as Error) : Promise.resolve();
      },
    };
    const text = JSON.stringify({ logs: ['x".'.repeat(1_000_000)] });
    await expect(inSlices(boundJson(text, BOUNDS), { clock: slow, signal: stop.signal })).rejects.toThrow('stop');
    expect(sleeps).toHaveLength(3);
  });
});
