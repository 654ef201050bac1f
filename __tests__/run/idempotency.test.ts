/**
 * Exactly one run (contract 4.8, 4.9): what follows from what the list shows, how the list is read,
 * and what is sent.
 */
import { describe, expect, it } from '@jest/globals';
import { readEvent } from '../../src/github/event.ts';
import type { RunEvent } from '../../src/run/events.ts';
import { afterCreate, beforeCreate } from '../../src/run/once/adopt.ts';
import { findEcho, lookOnce, lookUntilFound, type Looked } from '../../src/run/once/find.ts';
import {
  exactlyOnceOf,
  identityOf,
  identityText,
  repairIdentityOf,
  repairMarks,
} from '../../src/run/once/key.ts';
import { settleKilled } from '../../src/run/once/after-kill.ts';
import { withIdentity } from '../../src/agents/agent-run/key.ts';
import { shownRun } from '../../src/agents/agent-run/shown.ts';
import type { Match, RequestIdentity, Search } from '../../src/agents/port.ts';
import { startRun } from '../../src/run/start.ts';
import { createClassifier } from '../../src/run/status.ts';
import type { SavedRunState } from '../../src/runner/saved-state.ts';
import { NotOffered, statusError, type ServiceError } from '../../src/http/errors.ts';
import { parseRun, type IdentifiedRun } from '../../src/agents/agent-run/schema.ts';
import {
  actions,
  entry,
  httpError,
  linkError,
  MemoryClient,
  RUN_ID,
  WEB_URL,
  type ServiceScript,
} from '../support/memory-client.ts';
import { scriptedAgent } from '../support/scripted-agent.ts';
import { agentOf, inputsOf, marksOf, orderOf, resultOf, runContext } from '../support/start-of.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const identity = { key: 'a'.repeat(32), generation: 1, asked: 'b'.repeat(32) };
const markOf = (generation = 1, key = identity.key) =>
  withIdentity({ metadata: {} }, { ...identity, key, generation }).metadata;
const runOf = (fields: object = {}): IdentifiedRun => ({
  ...(parseRun({ id: RUN_ID, web_url: WEB_URL, status: 'ACTIVE', ...fields }) as IdentifiedRun),
});
const classify = createClassifier({ successStatuses: [], failureStatuses: [] });

const match = (
  status: string,
  { id = RUN_ID, ...known }: Partial<RequestIdentity> & { id?: string } = {},
): Match => ({
  run: shownRun(runOf({ id, status }), id),
  generation: known.generation ?? identity.generation,
  asks: (known.asked ?? identity.asked) === identity.asked ? 'same' : 'other',
});
const found = (newest: Match, ...others: readonly Match[]): Looked => ({
  kind: 'found',
  matches: [newest, ...others],
});
const failed = (error: ServiceError): Looked => ({ kind: 'failed', error });
const NONE: Looked = { kind: 'none' };
const BOUND: Looked = { kind: 'open', why: 'the list goes on behind 20 pages of 100 runs each' };
const UNTOLD: Looked = { kind: 'untold', why: 'neither the list nor the runs show metadata' };
const OTHER = 'c'.repeat(32);
const NAMED = `run ${RUN_ID} (${WEB_URL})`;

describe('before the create of a later attempt', () => {
  const { keys } = stage({}).ports.agent;
  const decide = (shown: Looked) => beforeCreate(shown, { identity, classify, keys, toDrop: [] });
  const [later, laterOther] = [{ generation: 2 }, { generation: 7, asked: OTHER }];

  it.each<[string, Looked, number, string | null]>([
    ['nothing was found', NONE, 1, null],
    ['the run failed', found(match('FAILED', later)), 3, 'ended as FAILED: starting a new run'],
    ['the run was cancelled', found(match('CANCELLED')), 2, 'ended as CANCELLED'],
    [
      'the newest failed, whatever it was asked',
      found(match('FAILED', laterOther)),
      8,
      'as FAILED',
    ],
    [
      'all of several failed',
      found(match('FAILED'), match('CANCELLED', { id: '5' })),
      2,
      'ended as FAILED',
    ],
    [
      'there is no list',
      failed(httpError(404)),
      1,
      'cannot be read (HTTP 404), so it is not known',
    ],
    [
      'the list may not be read',
      failed(httpError(403)),
      1,
      'cannot be read (HTTP 403), so it is not known',
    ],
    ['nothing shows metadata', UNTOLD, 1, 'show metadata, so it is not known'],
  ])('a run is created where %s', (...[, shown, generation, said]) => {
    const type = said?.includes('not known') === true ? 'warning' : 'note';
    const say = said === null ? [] : [{ type, message: expect.stringContaining(said) }];
    expect(decide(shown)).toEqual({ kind: 'create', identity: { ...identity, generation }, say });
  });

  it.each<[string, Looked]>([
    ['cannot be read', failed(httpError(403))],
    ['cannot be read for now', failed(httpError(503))],
    ['tells nothing', UNTOLD],
    ['comes to no end', { kind: 'open', why: 'a page is missing' }],
  ])('each service is spoken of in its own words where the search %s', (_, shown) => {
    const { keys: own } = scriptedAgent({}).agent;
    const plan = beforeCreate(shown, { identity, classify, keys: own, toDrop: [] });
    const told = JSON.stringify(plan);
    expect(told).toContain('Look at the list of agents in the web interface of the service');
    expect(told).not.toMatch(/list of runs/);
  });

  it('the page of a gateway says nothing of a run: nothing is created', () => {
    const page = { status: 404, headers: {}, body: '<h1>Please wait</h1>' };
    const { keys: own } = scriptedAgent({}).agent;
    const plan = beforeCreate(failed(statusError(page)), {
      identity,
      classify,
      keys: own,
      toDrop: [],
    });
    expect(plan).toEqual({ kind: 'refused', why: expect.stringContaining('Please wait') });
    // After two minutes it is how a service says that it has no list at all.
    const without = new NotOffered(statusError(page), { advice: '' });
    expect(decide(failed(without))).toMatchObject({ kind: 'create' });
  });

  it.each(['COMPLETE', 'something else'])('a run that is %s is attached to', (status) => {
    const message = `Run ${RUN_ID} was started by an earlier attempt of this step: attaching to it.`;
    const say = [{ type: 'note', message }];
    expect(decide(found(match(status, later)))).toEqual({ kind: 'attach', runId: RUN_ID, say });
  });

  it.each<[string, Looked, readonly string[]]>([
    [
      'the run was asked something else',
      found(match('ACTIVE', { asked: OTHER })),
      [NAMED, 'another prompt'],
    ],
    [
      'one of several goes on',
      found(match('FAILED'), match('ACTIVE', { id: '5' })),
      [NAMED, 'run 5', 'more than one'],
    ],
    [
      'the list goes on',
      BOUND,
      ['20 pages of 100 runs', 'Nothing was created', 'anew, without `idempotency_key` if'],
    ],
    [
      'the list cannot be read for now',
      failed(httpError(503)),
      ['HTTP 503', 'Nothing was created'],
    ],
    ['the list is in conflict', failed(httpError(409)), ['HTTP 409']],
    [
      'the list refuses the request, which may pass',
      failed(httpError(422)),
      ['HTTP 422', 'Nothing was created'],
    ],
  ])('nothing is created where %s', (_, shown, words) => {
    for (const word of words) {
      expect(decide(shown)).toEqual({ kind: 'refused', why: expect.stringContaining(word) });
    }
  });
});

describe('after a create whose answer was lost', () => {
  const SERVICE = { ...stage({}).ports.agent, toDrop: [] };

  it('says why a search for a lost create came to no end', () => {
    const settled = afterCreate({ kind: 'open', why: 'a page is missing' }, SERVICE);
    expect(settled).toEqual({
      kind: 'unsettled',
      why: expect.stringMatching(/was up\. A page is missing\.$/) as unknown,
    });
  });

  it('the run with key, generation and request is the one', () => {
    expect(afterCreate(found(match('ACTIVE')), SERVICE)).toMatchObject({
      kind: 'adopted',
      run: { id: RUN_ID, webUrl: WEB_URL },
    });
  });

  const nameless = { ...match('ACTIVE'), run: shownRun(runOf({ id: 5, web_url: null }), '5') };
  it.each<[string, Looked, string]>([
    [
      'the run was asked something else',
      found(match('ACTIVE', { asked: OTHER })),
      `${NAMED} carries the key`,
    ],
    [
      'there are two',
      found(match('ACTIVE'), nameless),
      `More than one run carries the key of this request: ${NAMED}, run 5.`,
    ],
    ['there is none', NONE, 'No run in the list carries the key'],
    ['the list is too long', BOUND, 'No run in the list carries the key'],
    ['nothing shows metadata', UNTOLD, 'show metadata'],
    ['the list cannot be read', failed(httpError(503)), '(HTTP 503)'],
  ])('none is adopted where %s', (_, shown, message) => {
    expect(afterCreate(shown, SERVICE)).toEqual({
      kind: 'unsettled',
      why: expect.stringContaining(message),
    });
  });
});

interface Setting extends ServiceScript {
  /** The metadata of the runs in the list, newest first. */
  readonly listed?: readonly (object | null)[];
  /** Their status. */
  readonly status?: string;
  /** Their address. */
  readonly webUrl?: string | null;
  readonly lookFirst?: boolean;
  /** How far the service's clock is behind. */
  readonly skewMs?: number;
  readonly timeoutMs?: number;
}

/** Creates or resumes once, over a client that answers as scripted and has a list of runs. */
function stage({
  listed = [],
  status = 'ACTIVE',
  lookFirst = false,
  skewMs = 0,
  timeoutMs = 60 * MINUTE,
  webUrl = WEB_URL,
  ...script
}: Setting) {
  const clock = new VirtualClock();
  const created_at = new Date(clock.wall() - skewMs).toISOString();
  let lists = 0;
  const runs = (): Promise<never> => {
    lists += 1;
    const items = listed.map((metadata, index) =>
      runOf({ id: Number(RUN_ID) + index, created_at, metadata, status, web_url: webUrl }),
    );
    return Promise.resolve({ items, next: null } as never);
  };
  const plain = new MemoryClient(clock, { moments: [{ at: 0, status: 'ACTIVE' }], ...script });
  const client = Object.assign(plain, { published: { ...plain.published, runs } });
  const told: RunEvent[] = [];
  const followUp = marksOf('ara-1');
  const isLaterAttempt = lookFirst;
  const exactlyOnce = {
    identity,
    isRandom: false,
    lookFirst,
    began: null,
    followUp,
    isLaterAttempt,
  };
  const emit = (event: RunEvent): void => void told.push(event);
  const ports = runContext({ clock, client, emit, exactlyOnce, timeoutMs });
  const said = (): string[] =>
    told.flatMap((event) => ('message' in event ? [`${event.type}: ${event.message}`] : []));
  return { ports, call: ports.call, client, told, said, clock, lists: () => lists };
}

const BODY = { prompt: 'Fix it.', metadata: { team: 'core' } };
const KEYED = withIdentity(BODY, identity);

async function create(setting: Setting) {
  const staged = stage(setting);
  const result = await resultOf(
    startRun(staged.ports, {
      kind: 'create',
      order: orderOf({ prompt: 'Fix it.', fields: { metadata: BODY.metadata } }),
    }),
  );
  const bodies = staged.client.calls
    .filter(({ name }) => name === 'create')
    .map(({ body }) => body);
  return { ...staged, result, bodies };
}

describe('a create with a key', () => {
  const kept: ServiceScript['answer'] = ({ name }) =>
    name === 'create' ? { id: RUN_ID, metadata: KEYED.metadata } : undefined;

  it('is told before it is sent, and looks nowhere', async () => {
    const { result, told, bodies, lists, clock } = await create({ answer: kept });
    expect(result).toMatchObject({ ok: true, value: { mode: 'created', runId: RUN_ID } });
    expect(told).toEqual([
      { type: 'begin', runId: null, at: clock.now() },
      { type: 'keyed', identity, idToBe: null },
      { type: 'sending', runId: null },
    ]);
    expect([bodies, lists()]).toEqual([[KEYED], 0]);
  });

  it.each([
    ['no metadata', null],
    ['another key', markOf(1, OTHER)],
    ['another generation', markOf(2)],
  ])('warns if the created run shows %s', async (_, metadata) => {
    const { result, said } = await create({ answer: () => ({ id: RUN_ID, metadata }) });
    expect(result.ok).toBe(true);
    expect(said()).toEqual([
      expect.stringMatching(/^warning: The service did not give the metadata of run \d+ back/),
    ]);
  });

  it.each([400, 422])(
    'that the service refuses for its metadata (%i) is refused, with what to set',
    async (status) => {
      const body = JSON.stringify({
        detail: [{ loc: ['body', 'metadata'], msg: 'Extra inputs are not permitted' }],
      });
      const { result, bodies, said } = await create({
        answer: () => statusError({ status, headers: {}, body }),
      });
      const message = expect.stringContaining('Set `idempotency: none`') as unknown;
      expect(result).toMatchObject({ ok: false, failure: { code: 'rejected', message } });
      expect([bodies, said()]).toEqual([[KEYED], []]);
    },
  );

  it.each([
    ['the workflow run began, but for the clocks', 10 * MINUTE, 15 * MINUTE],
    ['thirty days ago, if that is unknown', null, 30 * DAY],
  ])('of a later attempt looks for runs since %s', async (_, beganMs, agoMs) => {
    const { ports, clock } = stage({ lookFirst: true });
    const began = beganMs === null ? null : clock.wall() - beganMs;
    const asked: Search[] = [];
    const find = (search: Search) => {
      asked.push(search);
      return Promise.resolve({ kind: 'none' as const });
    };
    const agent = Object.assign(ports.agent, { find });
    const exactlyOnce = ports.exactlyOnce && { ...ports.exactlyOnce, began };
    const context = { ...ports, agent, exactlyOnce };
    await resultOf(startRun(context, { kind: 'create', order: orderOf({ prompt: 'Fix it.' }) }));
    expect(asked[0]).toMatchObject({ kind: 'earlier', from: clock.wall() - agoMs, began });
  });

  it('that is refused for another reason is told without that advice', async () => {
    const { result, said } = await create({ answer: () => httpError(422) });
    const message = expect.not.stringContaining('idempotency') as unknown;
    expect(result).toMatchObject({ ok: false, failure: { code: 'rejected', message } });
    expect(said()).toEqual([]);
  });

  it('is not looked for if it is refused for good', async () => {
    const { result, lists, bodies } = await create({ answer: () => httpError(403) });
    expect(result).toMatchObject({ ok: false, failure: { code: 'forbidden' } });
    expect([lists(), bodies.length]).toEqual([0, 1]);
  });

  it('adopts the run of a lost answer', async () => {
    const { result, bodies, said } = await create({
      answer: () => linkError('reset'),
      listed: [{}, markOf()],
    });
    const adopted = {
      mode: 'created',
      runId: String(Number(RUN_ID) + 1),
      webUrl: WEB_URL,
      status: 'ACTIVE',
    };
    expect(result).toMatchObject({ ok: true, value: adopted });
    expect(bodies).toHaveLength(1);
    expect(said()).toEqual([
      expect.stringMatching(/^note: A fault of kind reset: looking for the run/),
      `note: Run ${Number(RUN_ID) + 1} carries the key of this request: it is the run that was created.`,
    ]);
  });

  it.each([
    [4, true],
    [6, false],
  ])(
    'adopts a run that shows the key itself, if the clocks differ by %i minutes: %s',
    async (minutes, expected) => {
      const own: ServiceScript['answer'] = ({ name }) =>
        name === 'create' ? httpError(502) : { id: RUN_ID, metadata: KEYED.metadata };
      const { result } = await create({ answer: own, listed: [null], skewMs: minutes * MINUTE });
      expect(result.ok).toBe(expected);
    },
  );

  it('is never sent again after a lost answer: no run of this generation has the key in two minutes', async () => {
    const { result, bodies, lists, clock } = await create({
      answer: () => httpError(502),
      listed: [markOf(2)],
    });
    const failure = {
      code: 'ambiguous_create',
      message: expect.stringContaining('No run in the list'),
    };
    expect(result).toMatchObject({ ok: false, failure, error: { status: 502 } });
    expect([bodies.length, lists(), clock.elapsed]).toEqual([1, 12, 118_000]);
  });

  const attaching = `note: Run ${RUN_ID} was started by an earlier attempt of this step: attaching to it.`;
  it.each<[string, readonly object[], readonly object[], object, readonly string[]]>([
    [
      'creates none where an earlier attempt did',
      [markOf()],
      [],
      { value: { mode: 'attached' } },
      [attaching],
    ],
    [
      'creates none where that is not clear',
      [markOf(), markOf()],
      [],
      { error: null, outOfTime: false },
      [],
    ],
    ['creates one where none is there', [], [KEYED], { value: { mode: 'created' } }, []],
  ])('of a later attempt %s', async (...[, listed, sent, expected, notes]) => {
    const { result, bodies, lists, said } = await create({ listed, lookFirst: true, answer: kept });
    expect(result).toMatchObject(expected);
    expect([bodies, lists(), said()]).toEqual([sent, 1, notes]);
  });

  it('of a later attempt is the next generation after one that failed', async () => {
    const { told, bodies } = await create({
      listed: [markOf()],
      status: 'FAILED',
      lookFirst: true,
    });
    const next = { ...identity, generation: 2 };
    expect(bodies).toEqual([withIdentity(BODY, next)]);
    expect(told).toContainEqual(expect.objectContaining({ type: 'keyed', identity: next }));
  });

  it.each([
    [29, 'attached'],
    [31, 'created'],
  ])('looks back thirty days: a run of %i days ago is %s', async (days, mode) => {
    const answer: ServiceScript['answer'] = () => ({ id: RUN_ID, metadata: KEYED.metadata });
    const { result } = await create({
      listed: [null],
      lookFirst: true,
      skewMs: days * DAY,
      answer,
    });
    expect(result).toMatchObject({ ok: true, value: { mode } });
  });
});

const MARK = 'ara-0123456789abcdef';
const userMessage = (fields: object) => entry(500, { message_type: 'USER_MESSAGE', ...fields });
const echo = userMessage({ observation: `Go on. (Reference of this message: ${MARK})` });
const NESTED = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`) as unknown;

describe('a follow-up with a mark', () => {
  const resume = async (
    setting: Setting,
    { isKeyed = true, mark = MARK as string | null } = {},
  ) => {
    const staged = stage(setting);
    const { exactlyOnce } = staged.ports;
    const ports = { ...staged.ports, exactlyOnce: isKeyed ? exactlyOnce : null };
    const order = {
      kind: 'resume',
      runId: RUN_ID,
      prompt: 'Go on.',
      marks: mark === null ? null : marksOf(mark),
      otherwise: null,
    } as const;
    const result = await resultOf(startRun(ports, order));
    return { ...staged, result };
  };
  const lost: ServiceScript['answer'] = ({ name }) =>
    name === 'resume' ? httpError(500) : undefined;

  /** The last entry comes after the follow-up. */
  const arriving = (before: number): NonNullable<ServiceScript['moments']> => [
    { at: 0, status: 'ACTIVE', entries: before },
    { at: 1_000, status: 'ACTIVE', entries: before + 1 },
  ];

  it('is not looked for without a mark', async () => {
    const { result, client } = await resume({ entries: [echo], answer: lost }, { mark: null });
    expect(client.names()).toEqual(['run', 'logs', 'resume']);
    expect(client.calls[2]?.body).toEqual({ agent_run_id: RUN_ID, prompt: 'Go on.' });
    expect(result).toMatchObject({ ok: false, failure: { code: 'ambiguous_create' } });
  });

  it('is looked for by its mark without a key: that of a thread, or of a mend (7.2, 19.4)', async () => {
    const { result } = await resume(
      { entries: [echo], moments: arriving(0), answer: lost },
      { isKeyed: false },
    );
    expect(result.ok).toBe(true);
  });

  it('carries it, and looks nowhere if it was answered or refused', async () => {
    const answered = await resume({ entries: [echo] });
    expect(answered.client.calls.at(-1)).toMatchObject({
      body: { prompt: expect.stringContaining(MARK) },
    });
    const refused = await resume({
      answer: ({ name }) => (name === 'resume' ? httpError(403) : undefined),
    });
    expect([answered.result.ok, refused.result.ok]).toEqual([true, false]);
    expect([answered.said(), refused.said()]).toEqual([[], []]);
  });

  it('has arrived if the log shows its echo', async () => {
    const entries = [...actions(3), echo];
    const { result, client, said } = await resume({
      entries,
      moments: arriving(3),
      answer: lost,
    });
    expect(result).toMatchObject({ ok: true, value: { mode: 'resumed', runId: RUN_ID } });
    expect(client.times('resume')).toHaveLength(1);
    expect(said()[1]).toBe(`note: The follow-up has arrived: the log of run ${RUN_ID} shows it.`);
  });

  it('is never sent again if the log does not show it for two minutes', async () => {
    const { result, client, clock } = await resume({ entries: actions(3), answer: lost });
    const message = expect.stringMatching(
      / Its log was read for 1m 5\ds and does not show the follow-up\./,
    );
    expect(result).toMatchObject({ ok: false, failure: { code: 'ambiguous_create', message } });
    expect(client.times('resume')).toHaveLength(1);
    expect(clock.elapsed).toBeGreaterThan(110_000);
    expect(clock.elapsed).toBeLessThanOrEqual(120_000);
  });

  it('is looked for no longer than the step may take', async () => {
    const { result, clock, said } = await resume({ answer: lost, timeoutMs: 30_000 });
    expect([result.ok, clock.elapsed <= 30_000]).toEqual([false, true]);
    const looking =
      'The answer to the follow-up was lost: looking for it in the log, for up to two minutes.';
    expect(said()).toEqual([`note: ${looking}`]);
  });
});

describe('the echo of a follow-up', () => {
  const SENT = { run: { id: RUN_ID, before: null }, mark: MARK };
  const at = (index: number, of: number): unknown[] => actions(of).with(index, echo);
  const failing: ServiceScript['answer'] = ({ name, nth }) =>
    name === 'logs' && nth < 3 ? httpError(503) : undefined;

  it.each<[string, ServiceScript, readonly number[], 'found' | 'none']>([
    [
      'on the first page, behind which a later turn may stand',
      { entries: at(3, 250) },
      [0, 100, 200],
      'found',
    ],
    ['on the last page', { entries: at(249, 250) }, [0, 100, 200], 'found'],
    ['before the last page', { entries: at(130, 250) }, [0, 100, 200], 'found'],
    ['at the end of the first of two pages', { entries: at(100, 101) }, [0, 100], 'found'],
    [
      'behind more pages than one would think',
      { entries: at(1920, 2000) },
      Array.from({ length: 20 }, (_, page) => page * 100),
      'found',
    ],
    ['nowhere', { entries: actions(20) }, [0], 'none'],
    [
      'in a field of its own',
      { entries: [userMessage({ message: { text: MARK } })] },
      [0],
      'found',
    ],
    [
      'beside an entry that is nested too deeply for JSON',
      { entries: [userMessage({ observation: NESTED }), echo] },
      [0],
      'found',
    ],
    ['of another follow-up', { entries: [userMessage({ observation: 'Go on.' })] }, [0], 'none'],
    ['only in what the agent wrote', { entries: [entry(1, { thought: MARK })] }, [0], 'none'],
  ])('%s', async (...[, script, skips, expected]) => {
    const { ports, client, clock, call } = stage(script);
    const found = await findEcho(ports, SENT, { ...call, deadline: clock.start + 1 });
    const pages = client.calls.filter(({ name }) => name === 'logs');
    expect([pages.map(({ skip }) => skip), found.kind]).toEqual([skips, expected]);
  });

  it('is read again every three seconds until the time is up', async () => {
    const { client, call, ports } = stage({ entries: [echo], answer: failing });
    expect(await findEcho(ports, SENT, call)).toMatchObject({
      run: { id: RUN_ID },
      inLog: { id: RUN_ID },
    });
    expect(client.times('logs')).toEqual([0, 3_000, 6_000]);
    const never = stage({});
    const until = { ...never.call, deadline: never.clock.start + 10_000 };
    expect(await findEcho(never.ports, SENT, until)).toEqual({ kind: 'none' });
    expect(never.client.times('logs')).toEqual([0, 3_000, 6_000, 9_000]);
  });
});

describe('the request that a killed step had in flight', () => {
  const settle = async (state: Partial<SavedRunState>, setting: Setting = {}) => {
    const { ports, call, clock, client, lists } = stage(setting);
    const lines: string[] = [];
    const given = { phase: 'sending', startedAt: clock.wall(), ...state } as SavedRunState;
    const until = { ...call, deadline: clock.start + 8_000 };
    const settled = await settleKilled(
      { ...ports, say: (line) => void lines.push(line) },
      given,
      until,
    );
    return { settled, given, lines, lists, reads: [lists() > 0, client.names().includes('logs')] };
  };
  const sent = identityText(identity);
  const own: ServiceScript['answer'] = () => ({ id: RUN_ID, metadata: markOf() });

  it('was a create, and is found by its key', async () => {
    const { settled, given, lines } = await settle({ identity: sent }, { listed: [markOf()] });
    expect(settled).toEqual({
      ...given,
      phase: 'running',
      runId: RUN_ID,
      webUrl: WEB_URL,
      mode: 'created',
    });
    expect(lines).toEqual([
      `Run ${RUN_ID} carries the key of the create that the killed step had sent: look at ${WEB_URL}.`,
    ]);
  });

  it('is told without an address where the run has none', async () => {
    const { lines } = await settle({ identity: sent }, { listed: [markOf()], webUrl: null });
    expect(lines).toEqual([
      `Run ${RUN_ID} carries the key of the create that the killed step had sent.`,
    ]);
  });

  it.each([
    [4, undefined, true],
    [6, undefined, false],
    [6, null, true],
  ])(
    'is looked for in runs that are %i minutes older than its start (%s): %s',
    async (minutes, startedAt, isFound) => {
      const state = { identity: sent, ...(startedAt === null && { startedAt }) };
      const { settled } = await settle(state, {
        listed: [null],
        answer: own,
        skewMs: minutes * MINUTE,
      });
      expect(settled.runId === RUN_ID).toBe(isFound);
    },
  );

  it.each<[string, Partial<SavedRunState>, Setting, readonly boolean[]]>([
    ['the list does not show it', { identity: sent }, {}, [true, false]],
    ['two runs carry the key', { identity: sent }, { listed: [markOf(), markOf()] }, [true, false]],
    [
      'the list shows another request',
      { identity: sent.replaceAll('b', 'c') },
      { listed: [markOf()] },
      [true, false],
    ],
    ['it had no key', { identity: null }, { listed: [markOf()] }, [false, false]],
    ['the key is damaged', { identity: 'x' }, { listed: [markOf()] }, [false, false]],
    ['it was a follow-up', { runId: RUN_ID }, { entries: [echo] }, [false, false]],
    [
      'the key was that of its create',
      { runId: RUN_ID, identity: sent },
      { listed: [markOf()] },
      [false, false],
    ],
  ])('stays unknown if %s', async (...[, state, setting, read]) => {
    const { settled, given, lines, reads } = await settle(state, setting);
    expect([settled, lines, reads]).toEqual([given, [], read]);
  });

  it('stays unknown if a signal ends the search, which hides no bug', async () => {
    const { ports, call } = stage({});
    const state: SavedRunState = { phase: 'sending', identity: sent };
    const stop = new AbortController();
    const settled = settleKilled({ ...ports, say: () => undefined }, state, {
      ...call,
      signal: stop.signal,
    });
    const [reason, bug] = [new Error('SIGTERM'), new RangeError('a bug')];
    stop.abort(reason);
    expect(await settled).toBe(state);
    const agent = { ...ports.agent, find: () => Promise.reject(bug) };
    await expect(settleKilled({ ...ports, agent, say: () => undefined }, state, call)).rejects.toBe(
      bug,
    );
  });
});

describe('exactly once', () => {
  const order = (
    inputs: Record<string, string>,
    env: Record<string, string> = {},
    payload: object = {},
  ) => {
    const sources = {
      inputs: inputsOf({ idempotency: 'on', ...inputs }),
      event: readEvent(env, payload),
    };
    const { keys } = stage({}).ports.agent;
    const request = sources.inputs.prompt;
    return { sources, once: exactlyOnceOf(sources, { keys, request, uuid: () => 'u' }) };
  };

  it.each([
    ['without the input', { idempotency: 'none' }],
    ['without a prompt, so that nothing is sent', { prompt: '', agent_run_id: '7' }],
  ])('is not wanted %s', (_, inputs) => {
    expect(order(inputs).once).toBeNull();
  });

  it('has its identity, and marks for a follow-up and a repair', () => {
    const { sources, once } = order({});
    expect(once).toEqual({
      identity: identityOf(sources),
      isRandom: false,
      lookFirst: false,
      began: null,
      followUp: { of: expect.any(Function), lookFirst: false, isRepeated: true },
      isLaterAttempt: false,
    });
    const { of } = repairMarks(identityOf(sources), { lookFirst: false });
    const marks = [1, 2].flatMap((generation) => [once?.followUp.of(generation), of(generation)]);
    expect(new Set(marks).size).toBe(4);
  });

  describe('the marks of a correction', () => {
    it('follow from what is corrected, in each attempt', () => {
      const { sources } = order({});
      const identity = identityOf(sources);
      const ofCreate = repairMarks(identity, { lookFirst: true });
      expect(ofCreate).toMatchObject({ lookFirst: true, isRepeated: true });
      const other = repairMarks({ ...identity, asked: 'f'.repeat(32) }, { lookFirst: true });
      const [first, second] = [repairMarks('ara-1', ofCreate), repairMarks('ara-2', ofCreate)];
      const all = [ofCreate, other, first, second].map(({ of }) => of(1));
      expect(new Set(all).size).toBe(4);
      expect(repairMarks('ara-1', ofCreate).of(1)).toBe(first.of(1));
    });

    it.each([
      { what: 'has a key', once: true, isInThread: false, has: true },
      { what: 'is in a thread', once: false, isInThread: true, has: true },
      { what: 'is found by nothing', once: false, isInThread: false, has: false },
    ])('exist or not where the run $what', ({ once, isInThread, has }) => {
      const { sources, once: exactlyOnce } = order({});
      const given = { exactlyOnce: once ? exactlyOnce : null, isInThread };
      const identity = repairIdentityOf(sources, given);
      expect(identity !== null).toBe(has);
      const later = order({}, { GITHUB_RUN_ATTEMPT: '2' }).sources;
      expect(repairIdentityOf(later, given)).toEqual(identity);
    });
  });

  it('looks first in a later attempt, and with a key of its own', () => {
    const payload = { issue: { updated_at: '2026-01-02T03:04:05Z' } };
    const began = Date.UTC(2026, 0, 2, 3, 4, 5);
    expect(order({}, { GITHUB_RUN_ATTEMPT: '2' }, payload).once).toMatchObject({
      lookFirst: true,
      began,
    });
    expect(order({ idempotency_key: 'k' }, {}, payload).once).toMatchObject({
      lookFirst: true,
      began: null,
    });
  });
});

interface Run {
  readonly id: number;
  /** In milliseconds. */
  readonly age?: number;
  readonly metadata?: object | null;
  /** What the run itself shows, if the list shows nothing. */
  readonly own?: object | null;
  /** The first reads of the run itself that fail with 404. */
  readonly unknown?: number;
  readonly source?: string | null;
}

interface Listing {
  /** The list, newest first, at each reading. */
  readonly lists: readonly (readonly Run[] | Error)[];
  readonly search?: (now: number) => Partial<Pick<Search, 'began' | 'from' | 'kind'>>;
  readonly pageSize?: number;
  readonly timeoutMs?: number;
}

async function look({ lists, search, pageSize = 100, timeoutMs = DAY }: Listing) {
  const clock = new VirtualClock();
  const began = clock.wall();
  const reads: number[] = [];
  const skips: number[] = [];
  const times: number[] = [];
  let readings = -1;
  const listed = ({ id, age = 0, metadata = null, source = 'API' }: Run): IdentifiedRun => {
    const created_at = new Date(began - age).toISOString();
    return {
      ...parseRun({ id, created_at, metadata, source_type: source }),
      id: String(id),
    } as IdentifiedRun;
  };
  const published = {
    runs: ({ skip }: { readonly skip: number }) => {
      if (skip === 0) {
        readings += 1;
        times.push(clock.elapsed);
      }
      skips.push(skip);
      const list = lists[Math.min(readings, lists.length - 1)] ?? [];
      if (list instanceof Error) {
        return Promise.reject(list);
      }
      const next = skip + pageSize < list.length ? String(skip + pageSize) : null;
      return Promise.resolve({
        items: list.slice(skip, skip + pageSize).map(listed),
        next,
        total: list.length,
      });
    },
  };
  const client = {
    published,
    logs: () => Promise.reject(new Error('The log tells nothing of a create.')),
    run: (runId: string) => {
      const id = Number(runId);
      reads.push(id);
      const run = lists
        .flatMap((list) => (list instanceof Error ? [] : list))
        .find((known) => known.id === id);
      if (run?.own instanceof Error) {
        return Promise.reject(run.own);
      }
      if (reads.filter((read) => read === id).length <= (run?.unknown ?? 0)) {
        return Promise.reject(refusal(404));
      }
      return Promise.resolve({
        ...listed(run ?? { id }),
        metadata: (run?.own ?? null) as IdentifiedRun['metadata'],
      });
    },
  };
  const from = began - 5 * MINUTE;
  const wanted: Search = {
    identity,
    kind: 'lost',
    order: null,
    from,
    began: null,
    ...search?.(began),
  };
  const call = { signal: new AbortController().signal, deadline: clock.now() + timeoutMs };
  const ports = { clock, random: () => 0.5, agent: agentOf(client as never, { clock }) };
  const shown = await (wanted.kind === 'earlier' ? lookOnce : lookUntilFound)(ports, wanted, call);
  return { found: shown, reads, skips, times, took: clock.elapsed };
}

const refusal = (status: number, headers: Record<string, string> = {}): ServiceError =>
  statusError({ status, headers, body: '' });
const PAGE = new NotOffered(
  statusError({ status: 404, headers: {}, body: '<h1>Please wait</h1>' }),
  { advice: '' },
);
const earlier = (now: number) => ({ kind: 'earlier' as const, from: now - 30 * DAY });
const ours = (id: number, ...mark: Parameters<typeof markOf>): Run => ({
  id,
  metadata: markOf(...mark),
});
const OTHERS = { metadata: { team: 'core' } };
const many = (count: number, ageOf: (index: number) => number): readonly Run[] =>
  Array.from({ length: count }, (_, index) => ({ id: 9000 - index, age: ageOf(index), ...OTHERS }));
/** The runs that were found, the status of a refusal, or what else it came to. */
const shownAs = (shown: Looked): unknown => {
  if (shown.kind === 'failed') {
    return shown.error.status;
  }
  return shown.kind === 'found' ? shown.matches.map(({ run }) => Number(run.id)) : shown.kind;
};

describe('the list after a lost answer', () => {
  const again = refusal(429, { 'retry-after': '9' });
  it.each<[string, readonly (readonly Run[] | Error)[], unknown]>([
    ['the run with key and generation', [[{ id: 7 }, ours(5)]], [5]],
    ['a run that the list shows late', [[], [], [ours(5)]], [5]],
    ['two runs', [[ours(6), ours(5)]], [6, 5]],
    ['no run of this generation or key', [[ours(6, 2), ours(5, 1, OTHER)]], 'none'],
    ['no run in a list that goes on to older ones', [many(150, (index) => index * DAY)], 'none'],
    ['the run in a list that fails for a while', [refusal(503), again, [ours(5)]], [5]],
    ['the run in a list that is refused for a while', [refusal(400), [ours(5)]], [5]],
    ['a service without the list', [refusal(404)], 404],
    ['the run in a list in whose place a gateway answers for a while', [PAGE, [ours(5)]], [5]],
    ['a service whose gateway says throughout that there is no list', [PAGE], 404],
    ['a list that fails throughout', [refusal(500)], 500],
  ])('finds %s', async (_, lists, expected) => {
    const { found: shown, took } = await look({ lists });
    expect(shownAs(shown)).toEqual(expected);
    expect(took).toBeLessThanOrEqual(120_000);
  });

  it('looks again after growing pauses, at last shortly before two minutes are over', async () => {
    const { times } = await look({ lists: [[]] });
    expect(times.map((ms) => ms / 1000)).toEqual([0, 1, 3, 7, 15, 30, 45, 60, 75, 90, 105, 118]);
  });

  it('looks no longer than the step may take, and no longer than it must', async () => {
    expect((await look({ lists: [[]], timeoutMs: 20_000 })).took).toBe(18_000);
    for (const list of [new NotOffered(refusal(405), { advice: '' }), [ours(5), ours(6)]]) {
      expect((await look({ lists: [list] })).times).toEqual([0]);
    }
  });

  it('reads until the runs are older than the request, because there may be a second one', async () => {
    // The first one has moved to the next page meanwhile.
    const ages = [0, 0, 2, 3, 6, 7].map((minutes) => minutes * MINUTE);
    const list = [9, 9, 7, 6, 5, 4].map((id, at) => ({
      ...(id % 3 === 0 ? ours(id) : { id }),
      age: ages[at] ?? 0,
    }));
    const { found: shown, skips } = await look({ lists: [list], pageSize: 1 });
    expect([shownAs(shown), skips]).toEqual([
      [9, 6],
      [0, 1, 2, 3, 4],
    ]);
  });
});

it('the list after a lost answer is left where a page has runs that are too old', async () => {
  const ages = [0, 6, 7, 8].map((minutes, at) => ({
    id: 9 - at,
    age: minutes * MINUTE,
    ...OTHERS,
  }));
  const { found: shown, skips } = await look({ lists: [ages], pageSize: 2, timeoutMs: MINUTE });
  expect(shown.kind).toBe('none');
  expect(new Set(skips)).toEqual(new Set([0]));
});

describe('the list before the create of a later attempt', () => {
  it.each<[string, readonly Run[], unknown]>([
    ['the newest generation', [ours(6, 2), ours(5, 1)], [6]],
    ['none in a list that ends', many(90, (index) => index * DAY), 'none'],
    ['none in a list that goes on behind 30 days', many(150, (index) => index * DAY), 'none'],
    ['none that is older', [{ ...ours(5), age: 31 * DAY }], 'none'],
    ['that the list has more than 20 pages within that time', many(2100, () => MINUTE), 'open'],
    ['none in 20 pages that go back further', many(2100, (index) => index * 30 * MINUTE), 'none'],
  ])('finds %s', async (_, list, expected) => {
    expect(shownAs((await look({ lists: [list], search: earlier })).found)).toEqual(expected);
  });

  it('says how far it was read', async () => {
    const list = many(2100, () => MINUTE);
    expect((await look({ lists: [list], search: earlier })).found).toEqual({
      kind: 'open',
      why: 'the list of runs goes on behind the newest 20 pages of 100 runs each',
    });
    // The run of a lost response is among the newest.
    expect((await look({ lists: [list] })).found.kind).toBe('none');
    expect(shownAs((await look({ lists: [[ours(9), ...list]] })).found)).toEqual([9]);
  });

  it('says whether the run was asked the same', async () => {
    const { found: shown } = await look({ lists: [[ours(5)]], search: earlier });
    expect(shown).toMatchObject({ kind: 'found', matches: [{ asks: 'same', generation: 1 }] });
  });

  it('is waited for no longer than two minutes', async () => {
    const { found: shown, took } = await look({ lists: [refusal(503)], search: earlier });
    expect(shown.kind).toBe('failed');
    expect(took).toBeLessThanOrEqual(120_000);
  });

  it.each<[string, readonly number[], readonly number[], readonly number[]]>([
    ['one', [0], [9000], [0, 3]],
    ['two on different pages', [2, 3], [8998, 8997], [0, 3, 6]],
    ['one on the second page', [4], [8996], [0, 3, 6]],
  ])('reads no further than one page behind the run: %s', async (...[, at, ids, read]) => {
    const list = many(90, () => MINUTE).map((run, index) =>
      at.includes(index) ? ours(run.id) : run,
    );
    const { found: shown, skips } = await look({ lists: [list], search: earlier, pageSize: 3 });
    expect([shownAs(shown), skips]).toEqual([ids, read]);
  });

  it('looks once, but waits for a list that cannot be read for now', async () => {
    expect((await look({ lists: [[]], search: earlier })).times).toEqual([0]);
    expect(shownAs((await look({ lists: [refusal(502), []], search: earlier })).found)).toBe(
      'none',
    );
  });
});

describe('a list whose items carry no metadata', () => {
  // As a create asks that knows when its workflow run began.
  const since = (now: number) => ({
    ...earlier(now),
    began: now - 10 * MINUTE,
    from: now - 15 * MINUTE,
  });
  const own = OTHERS.metadata;

  it('is completed by the runs themselves: those of this source that began since the workflow run did', async () => {
    const list: readonly Run[] = [
      { id: 9, age: MINUTE, source: 'SLACK', own: markOf() },
      { id: 8, age: MINUTE, own },
      { id: 7, age: 2 * MINUTE, metadata: {}, source: null, own: markOf() },
      { id: 6, age: 60 * MINUTE, own: markOf() },
    ];
    const { found: shown, reads } = await look({ lists: [list], search: since });
    expect([shownAs(shown), reads]).toEqual([[7], [8, 7]]);
  });

  it('is completed back to five minutes before that, and by no more than a hundred', async () => {
    const ages = [14, 15, 16].map((minutes, id) => ({ id: id + 1, age: minutes * MINUTE, own }));
    expect((await look({ lists: [ages], search: since })).reads).toEqual([1, 2]);
    const list = Array.from({ length: 120 }, (_, index) => ({ id: 900 - index, age: 0, own }));
    expect((await look({ lists: [list], search: since })).reads).toHaveLength(100);
    expect((await look({ lists: [list] })).reads).toHaveLength(100);
  });

  it('is completed by the newest twenty where it is not known when that was', async () => {
    const list = Array.from({ length: 40 }, (_, index) => ({
      id: 900 - index,
      age: index * 60 * MINUTE,
      own,
    }));
    const { found: shown, reads } = await look({ lists: [list], search: earlier });
    expect([shown.kind, reads.length]).toEqual(['none', 20]);
  });

  it.each<[string, readonly Run[], string]>([
    ['nothing began since', [{ id: 5, age: DAY }], 'none'],
    ['a run began, and shows no metadata either', [{ id: 5, age: MINUTE }], 'untold'],
    ['the runs show metadata of others', [{ id: 5, age: MINUTE, own }, { id: 4 }], 'none'],
  ])('tells %s', async (_, list, kind) => {
    const { found: shown } = await look({ lists: [list], search: since });
    expect(shown).toEqual(
      kind === 'untold'
        ? { kind, why: 'neither the list of runs nor the runs themselves show metadata' }
        : { kind },
    );
  });

  it('shows the run of a lost answer too, and each run is read once, or again if a replica did not know it', async () => {
    const others: readonly Run[] = [{ id: 8, own }];
    const late = { id: 9, own: markOf(), unknown: 2 };
    const { found: shown, reads } = await look({ lists: [others, others, [late, ...others]] });
    expect([shownAs(shown), reads]).toEqual([[9], [8, 9, 9, 9]]);
  });

  it('is unreadable where the runs themselves are', async () => {
    expect(shownAs((await look({ lists: [[{ id: 9, own: refusal(403) }]] })).found)).toBe(403);
  });
});
