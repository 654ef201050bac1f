/** What is said of a request to stop a run (contract 1.1, 7.3). */
import { describe, expect, it } from '@jest/globals';
import type { Agent } from '../../src/agents/port.ts';
import { createContext } from '../../src/context.ts';
import { NotOffered, ServiceError, statusError, transportFailure } from '../../src/http/errors.ts';
import { TransportError, type Proof } from '../../src/http/proof.ts';
import { nextStepsText } from '../../src/report/next-steps.ts';
import { plainEnd } from '../../src/run/failure.ts';
import { askToStop, isClearStop, mayHaveStopped, stopAbandonedRun } from '../../src/step/stop.ts';
import { memoryScene } from '../support/memory-scene.ts';
import { scriptedAgent, SHOWN } from '../support/scripted-agent.ts';
import { inputsOf } from '../support/start-of.ts';

const failure = (status: number | null, proof: Proof): ServiceError =>
  new ServiceError(status === null ? 'no organization' : `HTTP ${status}`, {
    kind: status === null ? 'unsendable' : 'status',
    proof,
    status,
    said: '',
  });

const PAGE = statusError({ status: 404, headers: {}, body: '<h1>Please wait</h1>' });

function ask(error: ServiceError) {
  return askWith(() => Promise.reject(error));
}

async function askWith(stop: NonNullable<Agent['stop']>) {
  const { ports } = memoryScene();
  const context = createContext(ports);
  const { signal } = new AbortController();
  const attempt = await askToStop(context, { agent: { stop }, runId: '7', ms: 1_000, signal });
  context.close();
  return attempt;
}

it.each([
  ['what comes before it failed', failure(502, 'unsent')],
  ['it was put off', failure(429, 'unsent')],
  ['it cannot be made', failure(null, 'permanent')],
  ['a gateway answers', new NotOffered(PAGE, { advice: '' })],
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

describe('where the time is up before there is an answer', () => {
  const never = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });

  it('a request that waits for its turn was not sent', async () => {
    const { result, message } = await askWith((_, { signal }) => never(signal));
    expect(result).toBe('unsent');
    expect(message).toContain('was not sent, or not taken for now (there was no time left)');
  });

  it('one that was sent may have been carried out', async () => {
    const { result } = await askWith((_, { signal, onSending }) => {
      onSending?.();
      return never(signal);
    });
    expect(result).toBe('unknown');
  });
});

it('a run that had ended by then is told as that, not as one whose stop was accepted', async () => {
  const over = { kind: 'over', text: 'It had ended already (FINISHED).' } as const;
  const { result, message } = await askWith(() => Promise.resolve(over));
  expect(message).toBe(
    'Nothing was left to stop (`on_cancel: stop`). It had ended already (FINISHED). ' +
      'Look in the web interface of the service.',
  );
  expect([isClearStop(result), mayHaveStopped(result)]).toEqual([true, false]);
});

it('a refusal is clear', async () => {
  const { result, message } = await ask(failure(403, 'permanent'));
  expect(message).toContain('The service refused to stop run 7');
  expect(isClearStop(result)).toBe(true);
});

describe('a repair that has no answer when a signal comes (contract 7.3)', () => {
  const cancelled = { ...plainEnd('cancelled'), cutShort: 'The step was cancelled (SIGINT).' };

  /** @param newest the run that is the newest one by now; null: it was there before */
  async function cancel(newest: string | null) {
    const { ports } = memoryScene();
    const context = createContext(ports);
    const { step, opened } = context;
    const { agent: scripted } = scriptedAgent({ newest });
    const stopped: string[] = [];
    const stop: Agent['stop'] = async (id) => {
      stopped.push(id);
      return Promise.resolve({ kind: 'accepted', text: 'The service cancelled it.' } as const);
    };
    const agent: Agent = { ...scripted, stop, under: () => agent };
    opened.set('cursor', agent);
    const { id: runId, webUrl, status } = SHOWN;
    step.dispatch({ type: 'started', runId, mode: 'created', webUrl, status });
    step.dispatch({ type: 'finished' });
    step.dispatch({ type: 'sending', runId });
    step.dispatch({ type: 'ended', end: cancelled, at: 0 });
    const isClear = await stopAbandonedRun(
      context,
      inputsOf({ service: 'cursor', org_id: '', repo: 'acme/shop' }),
    );
    context.close();
    return { isClear, stopped, text: nextStepsText(step.view(), { inThread: false }) };
  }

  it('is found and stopped, and nothing is said of whether it arrived', async () => {
    const { isClear, stopped, text } = await cancel('bc-1/run-2');
    expect([isClear, stopped]).toEqual([true, ['bc-1/run-2']]);
    expect(text).toContain('The service cancelled it.');
    expect(text).not.toContain('not known');
  });

  it('is left to the post step where its run is not there yet, and told as not known', async () => {
    const { isClear, stopped, text } = await cancel(SHOWN.id);
    expect([isClear, stopped]).toEqual([false, []]);
    expect(text).toContain('received the follow-up is not known');
  });

  it('is left to the post step where the newest run was there before, whoever works in it', async () => {
    const { isClear, stopped } = await cancel(null);
    expect([isClear, stopped]).toEqual([false, []]);
  });
});
