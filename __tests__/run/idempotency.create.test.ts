/**
 * A create with a key over any service (contract 4.9, 18.4): when it is looked for, what is said of
 * a key that got lost, and how it ends where no run is found.
 */
import { describe, expect, it } from '@jest/globals';
import type { Found, KeyRules, RunShown, Search } from '../../src/agents/port.ts';
import { readEvent } from '../../src/github/event.ts';
import type { RunEvent } from '../../src/run/events.ts';
import { failedEnd, NotStarted } from '../../src/run/failure.ts';
import { confirmKey } from '../../src/run/once/confirm-key.ts';
import { createOnce } from '../../src/run/once/create.ts';
import { findEcho, lookUntilFound } from '../../src/run/once/find.ts';
import { exactlyOnceOf, type ExactlyOnce } from '../../src/run/once/key.ts';
import { createClassifier } from '../../src/run/status.ts';
import { httpError, linkError } from '../support/memory-client.ts';
import { scriptedAgent, SHOWN, type AgentScript } from '../support/scripted-agent.ts';
import { inputsOf, marksOf, orderOf } from '../support/start-of.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const ONCE: ExactlyOnce = {
  identity: { key: 'a'.repeat(32), generation: 1, asked: 'b'.repeat(32) },
  isRandom: false,
  lookFirst: false,
  began: null,
  followUp: marksOf('ara-1'),
  isLaterAttempt: false,
};
const LOST = new NotStarted(
  failedEnd('ambiguous_create', 'Creating the agent run failed.'),
  linkError('reset'),
);

interface Creating {
  readonly onlyFound?: string;
  readonly keys?: Partial<KeyRules>;
  readonly once?: Partial<ExactlyOnce>;
  readonly find?: AgentScript['find'];
  /** The create, by its number from 1. */
  readonly send: (nth: number, clock: VirtualClock) => Promise<RunShown> | RunShown;
}

async function create({ keys, once, find, send, onlyFound }: Creating) {
  const clock = new VirtualClock();
  const script = { ...(keys && { keys }), ...(find && { find }) };
  const { agent, calls } = scriptedAgent(script);
  const events: RunEvent[] = [];
  let sent = 0;
  const ports = {
    agent,
    clock,
    inputs: inputsOf(),
    random: () => 0.5,
    emit: (event: RunEvent) => void events.push(event),
    classify: createClassifier({ successStatuses: [], failureStatuses: [] }),
    exactlyOnce: { ...ONCE, ...once },
    call: { signal: new AbortController().signal, deadline: clock.now() + 60 * MINUTE },
  };
  const created = await createOnce(ports, {
    order: orderOf(),
    onlyFound: onlyFound ?? null,
    send: async () => {
      sent += 1;
      return Promise.resolve(send(sent, clock));
    },
  }).catch((error: unknown) => error as NotStarted);
  const said = events.flatMap((event) => ('message' in event ? [event.message] : []));
  return { created, said, calls, sent };
}

const rejecting = (error: Error) => (): never => {
  throw error;
};

describe('a created run that does not show its key', () => {
  it.each<[string, Partial<KeyRules>, readonly string[]]>([
    [
      'which the service always shows',
      { shown: { where: 'in_answer', holder: 'tags' }, lookedFor: 'in the list of sessions' },
      [
        'The service did not give the tags of run bc-1/run-1 back: if the job is run again, or ' +
          'is killed now, the run cannot be found in the list of sessions. In that case, ' +
          'follow it with `agent_run_id` and no `prompt`.',
      ],
    ],
    ['which the service never shows', {}, []],
  ])('%s', async (_, keys, said) => {
    const played = await create({ keys, send: () => SHOWN });
    expect(played.created).toEqual({ kind: 'created', run: SHOWN });
    expect(played.said).toEqual(said);
  });

  it('is told of nowhere where it shows it', async () => {
    const shown = { ...SHOWN, key: { ...ONCE.identity } };
    const keys = { shown: { where: 'in_answer', holder: 'tags' } } as const;
    expect((await create({ keys, send: () => shown })).said).toEqual([]);
    const other = { ...shown, key: { ...shown.key, generation: 2 } };
    expect((await create({ keys, send: () => other })).said).toHaveLength(1);
  });
});

describe('a key that the answer to a create lacks', () => {
  const keys = {
    shown: { where: 'in_run', holder: 'tags' },
    lookedFor: 'in the list',
  } as const;
  const { identity } = ONCE;

  const SHOWN_WITH_KEY = { ...SHOWN, key: { ...identity } };
  const afterMissing =
    (run: RunShown) =>
    (nth: number): RunShown => {
      if (nth === 1) {
        throw httpError(404);
      }
      return run;
    };

  it('is looked for in the run, once that is known', async () => {
    const { created, said } = await create({ keys, send: () => SHOWN });
    expect(created).toEqual({ kind: 'created', run: SHOWN, unseenKey: identity });
    expect(said).toEqual([]);
  });

  it.each([
    { what: 'there', read: () => SHOWN_WITH_KEY, told: 0 },
    { what: 'not there either', read: () => SHOWN, told: 1 },
    { what: 'not known, because the run cannot be read', read: rejecting(httpError(503)), told: 0 },
    { what: 'not known, because nobody may read', read: rejecting(httpError(403)), told: 0 },
    { what: 'there once the run is found', read: afterMissing(SHOWN_WITH_KEY), told: 0 },
    { what: 'not there either once the run is found', read: afterMissing(SHOWN), told: 1 },
  ])('is $what', async ({ read, told }) => {
    const { agent } = scriptedAgent({ read });
    const events: RunEvent[] = [];
    const clock = new VirtualClock();
    const ports = {
      agent: { ...agent, keys: { ...agent.keys, ...keys } },
      call: { signal: new AbortController().signal, deadline: clock.now() + 60 * MINUTE },
      clock,
      inputs: inputsOf(),
      random: () => 0.5,
      emit: (event: RunEvent) => void events.push(event),
    };
    await confirmKey(ports, { runId: SHOWN.id, unseenKey: identity });
    expect(events.map(({ type }) => type)).toEqual(Array.from({ length: told }, () => 'warning'));
    expect(clock.elapsed).toBeLessThanOrEqual(30 * SECOND);
  });

  it('is asked for once where nobody may read', async () => {
    const { agent, calls } = scriptedAgent({ read: rejecting(httpError(403)) });
    const clock = new VirtualClock();
    const call = { signal: new AbortController().signal, deadline: clock.now() + 60 * MINUTE };
    const ports = {
      agent: { ...agent, keys: { ...agent.keys, ...keys } },
      call,
      clock,
      inputs: inputsOf(),
      random: () => 0.5,
      emit: () => undefined,
    };
    await confirmKey(ports, { runId: SHOWN.id, unseenKey: identity });
    expect([calls, clock.elapsed]).toEqual([[`read ${SHOWN.id}`], 0]);
  });
});

describe('a create of which only what an earlier attempt has made counts', () => {
  const onlyFound = 'The pull request was closed meanwhile.';
  const none = (): Found => ({ kind: 'none' });

  it.each<[string, Partial<ExactlyOnce>]>([
    ['in a first attempt', {}],
    ['in a later one that finds nothing', { lookFirst: true, isLaterAttempt: true }],
  ])('is not sent %s', async (_, once) => {
    const { created, sent } = await create({ once, onlyFound, find: none, send: () => SHOWN });
    expect(sent).toBe(0);
    expect(created).toMatchObject({ end: { outcome: 'skipped', skipReason: onlyFound } });
  });

  it('is the run that a later attempt finds', async () => {
    const run = { ...SHOWN, meaning: 'active', key: { ...ONCE.identity } } as const;
    const match = { run, generation: 1, asks: 'same' } as const;
    const { created, sent } = await create({
      once: { lookFirst: true, isLaterAttempt: true },
      onlyFound,
      find: () => ({ kind: 'found', matches: [match] }),
      send: () => SHOWN,
    });
    expect([created, sent]).toEqual([{ kind: 'attach', runId: SHOWN.id }, 0]);
  });
});

describe('a create that is refused', () => {
  const conflict = new NotStarted(failedEnd('rejected', 'Refused.'), httpError(409));

  it('with a random key, which nothing else can have: a run may be there', async () => {
    const { created } = await create({
      keys: { idToBe: () => 'bc-77' },
      once: { isRandom: true },
      send: rejecting(conflict),
    });
    expect(created).toMatchObject({
      end: {
        errorCode: 'ambiguous_create',
        errorMessage: 'Refused. If the run exists, its id is `bc-77`.',
      },
    });
  });

  it.each<[string, Partial<ExactlyOnce>, Partial<KeyRules>, number]>([
    ['otherwise', { isRandom: true }, {}, 403],
    ['with a key of the step', { isRandom: false }, {}, 409],
    ['by a service that tells no two creates apart', { isRandom: true }, { resends: false }, 409],
  ])('%s: as the service says', async (...[, once, keys, status]) => {
    const refused = new NotStarted(failedEnd('rejected', 'Refused.'), httpError(status));
    const { created, sent } = await create({ once, keys, send: rejecting(refused) });
    expect(created).toBe(refused);
    expect(sent).toBe(1);
  });
});

describe('a create whose response was lost', () => {
  it('without an id that its key decides, ends in two sentences', async () => {
    const { created, calls } = await create({
      keys: { resends: false },
      find: () => ({ kind: 'none' }),
      send: rejecting(LOST),
    });
    expect((created as NotStarted).end.errorMessage).toBe(
      'Creating the agent run failed. No run at the service carries the key of this request; it ' +
        'was looked for until three minutes had passed or the time of this step was up.',
    );
    expect(new Set(calls)).toEqual(new Set(['find lost']));
  });

  it('has its whole time from then where it is not sent again', async () => {
    const { said } = await create({
      keys: { resends: false },
      send: async (_, clock) => {
        await clock.sleep(2 * MINUTE);
        throw LOST;
      },
    });
    expect(said[0]).toContain('for up to three minutes.');
  });

  it('has two minutes where its key is taken, also long after it was sent', async () => {
    const { said, sent } = await create({
      send: async (_, clock) => {
        await clock.sleep(2 * MINUTE);
        throw new NotStarted(LOST.end, httpError(409).proving('ambiguous'));
      },
    });
    expect(said[0]).toContain('for up to two minutes.');
    expect(sent).toBe(1);
  });

  it('was sent twice: the minutes of both searches are told', async () => {
    const { created, said, sent } = await create({ send: rejecting(LOST) });
    expect(sent).toBe(2);
    expect(said[1]).toBe(
      'The run is not there: the create is sent again under the same key, which makes no other.',
    );
    expect((created as NotStarted).end.errorMessage).toContain(
      'until five minutes had passed or the time',
    );
  });
});

describe('the search', () => {
  const LOOKED: Search = {
    identity: ONCE.identity,
    kind: 'earlier',
    order: null,
    from: 0,
    began: null,
  };
  const search = async (kind: Search['kind'], find: (nth: number) => Found, pausesMs: number[]) => {
    const clock = new VirtualClock();
    const times: number[] = [];
    const { agent } = scriptedAgent({
      keys: { pausesMs },
      find: (nth) => {
        times.push(clock.elapsed / SECOND);
        return find(nth);
      },
    });
    const call = { signal: new AbortController().signal, deadline: clock.now() + 60 * MINUTE };
    const ports = { agent, clock, random: () => 0.5 };
    return { found: await lookUntilFound(ports, { ...LOOKED, kind }, call), times };
  };
  const open = (mayClose: boolean): Found => ({ kind: 'open', why: 'a task is unread', mayClose });

  it('waits for what may still be told of an earlier attempt, and for nothing else', async () => {
    const closing = (nth: number): Found => (nth < 3 ? open(true) : { kind: 'none' });
    const pauses = [2 * SECOND, 5 * SECOND];
    expect(await search('earlier', closing, pauses)).toEqual({
      found: { kind: 'none' },
      times: [2, 7, 12],
    });
    expect((await search('earlier', () => open(false), pauses)).times).toEqual([2]);
    expect((await search('earlier', () => ({ kind: 'none' }), [0, SECOND])).times).toEqual([0]);
    // A lost one may appear as long as the search lasts.
    expect((await search('lost', () => ({ kind: 'none' }), pauses)).times.length).toBeGreaterThan(
      30,
    );
  });

  it('for an echo asks nothing of a service that takes no messages', async () => {
    const { agent } = scriptedAgent({});
    const clock = new VirtualClock();
    const call = { signal: new AbortController().signal, deadline: clock.now() + MINUTE };
    const ports = { agent: { ...agent, followUps: undefined }, clock };
    expect(
      await findEcho(ports, { run: { id: 'bc-1', before: null }, mark: 'ara-1' }, call),
    ).toEqual({ kind: 'none' });
    expect(clock.elapsed).toBe(0);
  });

  it('for an echo is over when another look would come too late', async () => {
    const { agent, calls } = scriptedAgent({});
    const clock = new VirtualClock();
    const call = { signal: new AbortController().signal, deadline: clock.now() + 9 * SECOND };
    const run = { id: 'bc-1', before: { entries: null, memo: 'before' } };
    expect(await findEcho({ agent, clock }, { run, mark: 'ara-1' }, call)).toEqual({
      kind: 'none',
    });
    expect(calls).toEqual(Array.from({ length: 3 }, () => 'find-follow-up before'));
  });
});

it('a random key is of its own for each step and each token (18.4)', () => {
  const { agent } = scriptedAgent({});
  const keyOf = (uuid: string, token = 'token-1234567890'): string => {
    const sources = { inputs: { ...inputsOf(), token }, event: readEvent({}, {}) };
    const wish = { keys: agent.keys, request: 'Fix it.', uuid: () => uuid };
    const once = exactlyOnceOf(sources, wish);
    expect(once).toMatchObject({ isRandom: true, lookFirst: false });
    return once?.identity.key ?? '';
  };
  const keys = [keyOf('u'), keyOf('v'), keyOf('u', 'token-0987654321')];
  expect(keys.every((key) => /^[0-9a-f]{32}$/.test(key))).toBe(true);
  expect(new Set(keys).size).toBe(3);
  expect(keyOf('u')).toBe(keys[0]);
});
