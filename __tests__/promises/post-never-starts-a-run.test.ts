/**
 * The post step knows itself by its entry, not by a state that the main step had to save first:
 * whenever the main step is ended in its first second, the post step creates nothing and ends soon,
 * green (contract 1, 7.3, 10).
 *
 * Shown red by: one entry for both steps, told apart by a saved state.
 */
import { afterEach, describe, expect, it } from '@jest/globals';
import { entry, inputsFor, serveRun, type FakeRun } from '../support/fake-run.ts';
import {
  runAction,
  signalWhen,
  type ActionOptions,
  type ActionRun,
} from '../support/run-action.ts';
import type { Reply, ScriptedService } from '../support/scripted-service.ts';
import { Servers } from './step.ts';

const servers = new Servers();
afterEach(() => servers.close());

const RUNNING: FakeRun = { entries: [entry(0)], moments: [{ status: 'RUNNING' }] };
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGKILL'] as const;
const CALLS = ['POST create', 'GET logs'] as const;
/** Steps that run at the same time. */
const LANES = 8;
/** A post step that takes longer is killed, and then it has no exit code. */
const SOON_MS = 20_000;

interface End {
  readonly signal: NodeJS.Signals;
  readonly afterMs: number;
}

/** Ends the process with this signal, so long after it was started. */
const endedBy = ({ signal, afterMs }: End): Pick<ActionOptions, 'onStart'> => ({
  onStart: (child) => {
    const timer = setTimeout(() => child.kill(signal), afterMs);
    return () => clearTimeout(timer);
  },
});

const SOON = endedBy({ signal: 'SIGKILL', afterMs: SOON_MS });

/** Does the work of all, a few at a time, and returns what came of each in their order. */
async function inLanes<In, Out>(
  all: readonly In[],
  work: (one: In) => Promise<Out>,
): Promise<Out[]> {
  const done: Out[] = [];
  const waiting = [...all.entries()];
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, one] = next;
      done[index] = await work(one);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return done;
}

/** When the step began differs each time, and decides nothing. */
const withoutTime = ({ startedAt: _, ...state }: ActionRun['state']): string =>
  JSON.stringify(state);

const isCreate = (call: string): boolean => call.startsWith('POST');

/** Runs the post step of each state, and expects that the service is asked for no further run. */
async function expectNoneCreated(
  service: ScriptedService,
  { inputs, states }: Pick<ActionOptions, 'inputs'> & { readonly states: ActionRun['state'][] },
): Promise<void> {
  const before = service.calls.filter(isCreate).length;
  const posts = await inLanes(states, (state) => runAction({ inputs, state, ...SOON }));
  expect(service.calls.filter(isCreate)).toHaveLength(before);
  for (const { exitCode, stdout } of posts) {
    expect(exitCode).toBe(0);
    expect(stdout).not.toMatch(/^::error/m);
  }
}

it('a main step that is ended at any time of its first second', async () => {
  const service = servers.add(await serveRun(RUNNING));
  const inputs = inputsFor(service, { report: 'false' });
  const ends = Array.from({ length: 100 }, (_, index) => index * 10).flatMap((afterMs) =>
    SIGNALS.map((signal) => ({ signal, afterMs })),
  );
  const mains = await inLanes(ends, (end) => runAction({ inputs, ...endedBy(end) }));
  // Steps that saved the same have the same post step.
  const states = new Map(mains.map(({ state }) => [withoutTime(state), state]));
  expect([...states.keys()]).toContain('{}');
  await expectNoneCreated(service, { inputs, states: [...states.values()] });
});

// However slow the machine is.
it.each(SIGNALS.flatMap((signal) => CALLS.map((call) => [signal, call] as const)))(
  'a main step that gets %s when the service gets %s',
  async (signal, wanted) => {
    const hang = { hang: true };
    const answer = (call: string): Reply | undefined => (call === wanted ? hang : undefined);
    const service = servers.add(await serveRun({ ...RUNNING, answer }));
    const inputs = inputsFor(service, { report: 'false' });
    const isTime = (): boolean => service.calls.includes(wanted);
    const { state } = await runAction({ inputs, ...signalWhen(signal, isTime) });
    expect(state).toHaveProperty('phase');
    await expectNoneCreated(service, { inputs, states: [state] });
  },
);

describe('a main step that saved nothing', () => {
  it('the post step says so, and asks the service for nothing', async () => {
    const service = servers.add(await serveRun(RUNNING));
    const inputs = inputsFor(service, { comment: 'true', commit_status: 'agent' });
    const post = await runAction({ inputs, state: {}, ...SOON });
    expect([post.exitCode, post.stderr, post.outputs, post.state]).toEqual([0, '', {}, {}]);
    expect(post.stdout).toMatch(/saved anything: nothing was sent/);
    expect(service.requests).toEqual([]);
  });

  it('the post step of the sandbox likewise', async () => {
    const manifest = 'sandbox/action.yml';
    const post = await runAction({ manifest, inputs: {}, state: {}, ...SOON });
    expect([post.exitCode, post.stderr, post.outputs, post.state]).toEqual([0, '', {}, {}]);
    expect(post.stdout).toMatch(/saved nothing/);
  });
});

it('a main step of the sandbox that is killed: the post step serves nothing and leaves nothing', async () => {
  const manifest = 'sandbox/action.yml';
  const times = Array.from({ length: 12 }, (_, index) => index * 50);
  await inLanes(times, async (afterMs) => {
    const kill = endedBy({ signal: 'SIGKILL', afterMs });
    const { state, outputs } = await runAction({ manifest, inputs: {}, ...kill });
    const post = await runAction({ manifest, inputs: {}, state, ...SOON });
    expect([post.exitCode, post.stderr, post.outputs, post.state]).toEqual([0, '', {}, {}]);
    if (outputs['base_url'] !== undefined) {
      await expect(fetch(outputs['base_url'])).rejects.toThrow();
    }
  });
});
