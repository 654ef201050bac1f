/** What is said of a request to stop a run (contract 1.1, 7.3). */
import { expect, it } from '@jest/globals';
import { createContext } from '../../src/context.ts';
import { ServiceError, transportFailure } from '../../src/http/errors.ts';
import { TransportError, type Proof } from '../../src/http/proof.ts';
import { askToStop, isClearStop } from '../../src/step/stop.ts';
import { memoryScene } from '../support/memory-scene.ts';

const failure = (status: number | null, proof: Proof): ServiceError =>
  new ServiceError(status === null ? 'no organization' : `HTTP ${status}`, {
    kind: status === null ? 'unsendable' : 'status',
    proof,
    status,
    headers: {},
    said: '',
  });

async function ask(error: ServiceError) {
  const { ports } = memoryScene();
  const context = createContext(ports);
  const stop = () => Promise.reject(error);
  const { signal } = new AbortController();
  const attempt = await askToStop(context, { agent: { stop }, runId: '7', ms: 1_000, signal });
  context.close();
  return attempt;
}

it.each([
  ['what comes before it failed', failure(502, 'unsent')],
  ['it was put off', failure(429, 'unsent')],
  ['it cannot be made', failure(null, 'permanent')],
  ['nothing connects', transportFailure(new TransportError('refused', 'no connection'))],
])('a request that was not carried out is told as that, and made again: %s', async (_, error) => {
  const { result, message } = await ask(error);
  expect(message).toContain('Run 7 was not stopped: ');
  expect(message).toContain(`was not sent, or not taken for now (${error.message})`);
  expect(isClearStop(result)).toBe(false);
});

it('one without a clear answer may have been carried out', async () => {
  const { result, message } = await ask(failure(502, 'ambiguous'));
  expect(message).toContain('It is not known whether run 7 was stopped');
  expect(isClearStop(result)).toBe(false);
});

it('a refusal is clear', async () => {
  const { result, message } = await ask(failure(403, 'permanent'));
  expect(message).toContain('The service refused to stop run 7');
  expect(isClearStop(result)).toBe(true);
});
