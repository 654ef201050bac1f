/** Lists in answers of services (contract 2.2). */
import { describe, expect, it } from '@jest/globals';
import * as z from 'zod/mini';
import { detailedMessage } from '../../../src/agents/copilot/schema.ts';
import { judge as julesJudge } from '../../../src/agents/jules/client.ts';
import { listOf } from '../../../src/agents/kit/lists.ts';

describe('a list', () => {
  const schema = z.object({ numbers: listOf<number>(z.number()) });

  it.each([
    [
      [6, null, '7', 8],
      [6, 8],
    ],
    [null, []],
    [{ 0: 6 }, []],
  ])('of %j is read as %j: an odd item does not lose the others', (numbers, read) => {
    expect(schema.parse({ numbers })).toEqual({ numbers: read });
  });

  it('that is absent is empty', () => {
    expect(schema.parse({})).toEqual({ numbers: [] });
  });
});

it('of reasons for a refusal keeps those that can be read: copilot', () => {
  const body = { message: 'Validation Failed', errors: [null, { message: 'No such branch.' }] };
  expect(detailedMessage(body)).toBe('Validation Failed: No such branch.');
});

it('of reasons for a refusal keeps those that can be read: jules', () => {
  const violations = [null, { field: 'prompt', description: 'is too long' }];
  const error = { message: 'Refused.', details: [{ fieldViolations: violations }] };
  const response = { status: 400, headers: {}, body: JSON.stringify({ error }) };
  const told = { retryAfterMs: null, resetMs: null, now: 0 };
  const judgement = julesJudge(response as never, told as never);
  expect(JSON.stringify(judgement)).toContain('prompt: is too long');
});
