/** What a step does with which run (contract 1.1, 7.2). */
import { describe, expect, it } from '@jest/globals';
import { createBodyOf, startOrderOf } from '../../src/run/order.ts';

const INPUTS = { agentRunId: null, repoId: null, requestFields: { model: 'small' } };
const BODY = { model: 'small', prompt: 'Fix it.' };
const MARK = 'ara-0123456789abcdef';

describe('a step', () => {
  it('creates a run if it knows none', () => {
    const order = { kind: 'create', body: BODY };
    expect(startOrderOf(INPUTS, { prompt: 'Fix it.', recordedRun: null })).toEqual(order);
    expect(startOrderOf(INPUTS, { prompt: null, recordedRun: null })).toEqual({
      ...order,
      body: { ...BODY, prompt: '' },
    });
  });

  it('resumes the run that its inputs name, and fails if that is gone', () => {
    const inputs = { ...INPUTS, agentRunId: 77 };
    expect(startOrderOf(inputs, { prompt: 'Fix it.', recordedRun: 88, mark: MARK })).toEqual({
      ...{ kind: 'resume', runId: 77, prompt: 'Fix it.', mark: MARK, otherwise: null },
    });
  });

  it('resumes the run of the thread, and creates one if that is gone', () => {
    expect(startOrderOf(INPUTS, { prompt: 'Fix it.', recordedRun: 88 })).toEqual({
      ...{ kind: 'resume', runId: 88, prompt: 'Fix it.', mark: null, otherwise: BODY },
    });
  });

  it.each([
    [77, null],
    [77, 88],
    [null, 77],
  ])('only follows the run if it has nothing to say (input %j, thread %j)', (agentRunId, recordedRun) => {
    expect(startOrderOf({ ...INPUTS, agentRunId }, { prompt: null, recordedRun })).toEqual({
      kind: 'attach',
      runId: 77,
    });
  });
});

it('names the repository in a create if the inputs do', () => {
  expect(createBodyOf({ ...INPUTS, repoId: 7 }, 'Fix it.')).toEqual({ ...BODY, repo_id: 7 });
  expect(createBodyOf(INPUTS, 'Fix it.')).toEqual(BODY);
});
