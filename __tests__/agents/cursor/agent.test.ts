/** Cursor's adapter against its face, member by member (sheet, sections 3 to 8). */
import { describe, expect, it } from '@jest/globals';
import { RunBusy, RunGone, type Before } from '../../../src/agents/port.ts';
import type { FaultSource, ScenarioSource } from '../../../sandbox/scenario.ts';
import { agentOver, FIRST_IDENTITY } from '../scene.ts';
import {
  archive,
  created,
  follow,
  LONG,
  ORDER,
  plain,
  readerOf,
  remove,
  scene,
  SHORT,
  turnOf,
  type Scene,
} from './scene.ts';

const ANSWER = 'Fixed; see https://github.com/acme/shop/pull/41.';
const ECHO = ['USER_MESSAGE', null, null, ORDER.prompt];
const WHOLE = [
  ECHO,
  ['PLAN_EVALUATION', '- [ ] A plan. (in progress)', null, null],
  ['ACTION', 'I look around.', 'read_file', null],
  ['FINAL_ANSWER', 'Sum up.\n\nFixed it.', null, ANSWER],
];

const followed = async (of: Scene) => {
  const run = await created(of);
  return follow(of, readerOf(of, turnOf(of, run)));
};

/** The short run with another end. */
function endsAs(status: string): ScenarioSource {
  const text = JSON.stringify(SHORT).replace('"COMPLETE"', JSON.stringify(status));
  return JSON.parse(text) as ScenarioSource;
}

/** Half a minute of polls, whatever they meet: how many reads of the run, and how many entries. */
async function polled(
  faults: readonly FaultSource[],
  source: ScenarioSource,
): Promise<{ readonly reads: number; readonly entries: number }> {
  const of = await scene(faults, source);
  const { clock } = of;
  const reader = readerOf(of, turnOf(of, await created(of)));
  const until = clock.now() + 30_000;
  let entries = 0;
  while (clock.now() < until) {
    const part = await reader.read(of.call).catch(() => null);
    entries += part?.entries.length ?? 0;
    const done = new AbortController();
    const woken = reader.arrival?.(done.signal).catch(() => undefined);
    await Promise.race([clock.sleep(5_000, done.signal).catch(() => undefined), woken]);
    done.abort();
  }
  reader.close();
  const reads = of.http.requests.filter(({ url }) => /\/runs\/[^/]+$/.test(url)).length;
  return { reads, entries };
}

describe('a run', () => {
  it('is created under an id of ours, and followed live to its end', async () => {
    const of = await scene();
    const run = await created(of);
    expect(run.id).toMatch(/^bc-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\/run-[0-9a-f-]{36}$/);
    expect(run).toMatchObject({
      webUrl: `https://sandbox.example/runs/${String(run.id.split('/')[0])}`,
      status: 'CREATING',
      meaning: 'active',
      key: { key: FIRST_IDENTITY.key, generation: 1 },
    });
    const { entries, run: end } = await follow(of, readerOf(of, turnOf(of, run)));
    expect(plain(entries)).toEqual(WHOLE);
    expect(entries.map(({ index }) => index)).toEqual([0, 1, 2, 3]);
    expect(end).toMatchObject({
      id: run.id,
      status: 'FINISHED',
      meaning: 'succeeded',
      result: ANSWER,
      usage: { unit: 'tokens', amount: 5_000, costUsd: 0.42 },
      pullRequests: [
        { kind: 'address', url: 'https://github.com/acme/shop/pull/41', isEarlier: false },
      ],
      awaitsPullRequest: 'no',
    });
    expect(of.said).toEqual([]);
    expect(JSON.parse(String(entries[2]?.line))).toMatchObject({
      agent_run_id: run.id,
      tool_input: { path: 'a.ts' },
      tool_output: { success: { content: 'x' } },
      source_id: expect.stringMatching(/^\d+-\d+$/),
    });
  });

  it('is asked for exactly as the service takes it', async () => {
    const of = await scene();
    const image = `data:image/png;base64,${Buffer.from('x').toString('base64')}`;
    const order = {
      ...ORDER,
      ref: 'main',
      model: 'fast',
      images: [image],
      fields: { name: 'A name' },
    };
    const run = await of.agent.create(order, FIRST_IDENTITY, of.call);
    const [agentId = ''] = run.id.split('/');
    expect(of.service.store.get(agentId)?.request).toEqual({
      agentId,
      name: 'A name',
      prompt: { text: ORDER.prompt, images: [{ data: 'eA==', mimeType: 'image/png' }] },
      model: { id: 'fast' },
      repos: [{ url: 'https://github.com/acme/shop', startingRef: 'main' }],
      autoCreatePR: true,
    });
  });

  it.each<[string, object]>([
    ['that is cut in the middle of a frame', { to: 3, do: { fault: 'cut-stream', count: 6 } }],
    ['that is cut between twins', { to: 2, do: { fault: 'cut-between-twins', count: 2 } }],
    ['with errors that pass', { to: 2, do: { fault: 'stream-error', count: 5 } }],
    ['that is late', { do: { fault: 'stream-late', for: '2s' } }],
    ['that is 409 at first', { do: { fault: 'stream-409', for: '2s' } }],
    ['that is 410 at first', { do: { fault: 'stream-410', for: '2s' } }],
    ['that claims an end that is none', { to: 1, do: { fault: 'finished-frame', count: 5 } }],
    ['that stays open at the end', { do: 'open-stream' }],
    ['without a result frame', { do: 'no-result-frame' }],
  ])('a stream %s gives each entry once', async (_, fault) => {
    const of = await scene([fault as never]);
    const { entries, run } = await followed(of);
    expect(plain(entries)).toEqual(WHOLE);
    expect(run).toMatchObject({ status: 'FINISHED', result: ANSWER });
  });

  it('whose stream has expired is told by its record, with one warning', async () => {
    const of = await scene([{ do: 'stream-expired' } as never]);
    const run = await created(of);
    const turn = turnOf(of, run, { mode: 'attached' });
    const end = await follow(of, readerOf(of, turn));
    expect(end.run.result).toBe(ANSWER);
    expect(plain(end.entries)).toEqual([['FINAL_ANSWER', null, null, ANSWER]]);
    expect(of.said).toEqual([
      expect.stringMatching(
        /^The service no longer keeps the log of this run .*stream has expired/,
      ),
    ]);
  });

  it('whose stream is silent ends by its record, soon', async () => {
    const of = await scene([{ do: 'silent-stream' } as never]);
    const { run, parts } = await followed(of);
    expect(run.status).toBe('FINISHED');
    expect(parts.at(-1)?.complete).toBe(true);
  });

  it('whose record is frozen ends by the event, and its record is read for half a minute', async () => {
    const of = await scene([{ do: 'frozen-record' } as never]);
    const { run, entries } = await followed(of);
    expect(run).toMatchObject({ status: 'FINISHED', result: ANSWER });
    expect(plain(entries)).toEqual(WHOLE);
  });

  it('whose record cannot be read at its end is not asked for without a pause', async () => {
    const cancelled = { turns: [{ steps: [{ at: '1s', status: 'CANCELLED' }] }] };
    const { reads } = await polled([{ on: 'read', do: { status: 503 } }], cancelled);
    expect(reads).toBeLessThan(16);
  });

  it('whose record cannot be read is not asked for it with each entry', async () => {
    const call = { tool_name: 'bash', tool_input: {}, tool_output: {} };
    const step = { entry: call, repeat: { times: 60, every: '250ms' } };
    const busy = { turns: [{ steps: [step, { at: '40s', status: 'COMPLETE' }] }] };
    const { reads, entries } = await polled([{ on: 'read', do: { status: 503 } }], busy);
    expect(entries).toBeGreaterThan(50);
    expect(reads).toBeLessThan(10);
  });

  it('with a call that never completes has an entry for it', async () => {
    const of = await scene([{ do: 'open-call' } as never]);
    const { entries } = await followed(of);
    expect(plain(entries).slice(2)).toEqual([
      ['ACTION', 'I look around.', 'read_file', 'no result was sent'],
      ['FINAL_ANSWER', 'Sum up.\n\nFixed it.', null, ANSWER],
    ]);
  });

  it('tells a pull request that comes late, and that it is awaited', async () => {
    const of = await scene([{ do: { fault: 'late-pull-request', for: '20s' } } as never]);
    const { run, ...rest } = await followed(of);
    expect(run).toMatchObject({ awaitsPullRequest: 'yes', pullRequests: [] });
    expect(rest.entries).toHaveLength(4);
    await of.clock.sleep(20_000);
    expect(await of.agent.read(run.id, of.call)).toMatchObject({
      awaitsPullRequest: 'no',
      pullRequests: [{ url: 'https://github.com/acme/shop/pull/41' }],
    });
  });

  it('that is not there at first is followed as any other', async () => {
    const of = await scene([{ do: { fault: 'lag', for: '3s' } } as never]);
    const reader = readerOf(of, turnOf(of, await created(of)));
    await expect(reader.read(of.call)).rejects.toMatchObject({ status: 404, passing: true });
    await of.clock.sleep(4_000);
    const { run } = await follow(of, reader);
    expect(run).toMatchObject({ result: ANSWER, usage: { amount: 5_000 } });
  });

  it('whose answer is 200 is followed as any other', async () => {
    const of = await scene([{ do: 'plain-200' } as never]);
    const { run } = await followed(of);
    expect(run).toMatchObject({ result: ANSWER, usage: { amount: 5_000 } });
  });

  it('without a result text has the last words as its answer', async () => {
    const of = await scene([{ do: 'no-result' } as never]);
    const { run, entries } = await followed(of);
    expect(run).toMatchObject({ status: 'FINISHED', result: null });
    expect(plain(entries).at(-1)).toEqual(['FINAL_ANSWER', 'Sum up.', null, 'Fixed it.']);
  });

  it('whose use may not be read has none', async () => {
    const of = await scene([{ do: 'usage-denied' } as never]);
    expect((await followed(of)).run.usage).toBeNull();
  });

  it.each<[string, Partial<ScenarioSource>, object]>([
    ['failed', endsAs('FAILED'), { status: 'ERROR', meaning: 'failed', cause: null }],
    ['expired', endsAs('TIMEOUT'), { status: 'EXPIRED', meaning: 'failed' }],
    ['cancelled', endsAs('CANCELLED'), { status: 'CANCELLED', meaning: 'cancelled', cause: null }],
  ])('that %s is told so', async (name, source, shown) => {
    const of = await scene([], source as ScenarioSource);
    const { run, entries } = await followed(of);
    expect(run).toMatchObject(shown);
    expect(plain(entries).some((entry) => String(entry).startsWith('ERROR'))).toBe(
      name !== 'cancelled',
    );
  });

  it('of the agent alone is its newest one', async () => {
    const of = await scene();
    const run = await created(of);
    const [agentId = ''] = run.id.split('/');
    expect((await of.agent.read(agentId, of.call)).id).toBe(run.id);
    const { run: end } = await follow(
      of,
      readerOf(of, turnOf(of, { ...run, id: agentId }, { mode: 'attached' })),
    );
    expect(end.id).toBe(run.id);
  });
});

describe('the key', () => {
  const search = { order: ORDER, from: 0, began: 0 } as const;

  it('finds the run of a create whose answer was lost', async () => {
    const of = await scene([{ do: 'error-after', on: 'create' } as never]);
    await expect(created(of)).rejects.toMatchObject({ proof: 'ambiguous', status: 500 });
    const found = await of.agent.find(
      { ...search, kind: 'lost', identity: FIRST_IDENTITY },
      of.call,
    );
    expect(found).toMatchObject({
      kind: 'found',
      matches: [{ generation: 1, asks: 'same', run: { key: { generation: 1 } } }],
    });
    expect(of.service.store.created).toBe(1);
  });

  it('finds nothing where nothing was created', async () => {
    const of = await scene([{ do: 'error-before', on: 'create', to: 1 } as never]);
    await expect(created(of)).rejects.toMatchObject({ proof: 'ambiguous' });
    const found = await of.agent.find(
      { ...search, kind: 'lost', identity: FIRST_IDENTITY },
      of.call,
    );
    expect(found).toEqual({ kind: 'none' });
    expect((await created(of)).id).toMatch(/^bc-/);
  });

  it('given twice is ambiguous, and makes nothing', async () => {
    const of = await scene();
    await created(of);
    await expect(created(of)).rejects.toMatchObject({
      proof: 'ambiguous',
      status: 409,
      reason: 'agent_id_conflict',
    });
    expect(of.service.store.created).toBe(1);
  });

  it('of earlier attempts is looked up one generation after the other, in any workflow run', async () => {
    const of = await scene();
    const find = (began: number | null) =>
      of.agent.find({ ...search, began, kind: 'earlier', identity: FIRST_IDENTITY }, of.call);
    expect(await find(0)).toEqual({ kind: 'none' });
    for (const generation of [1, 2, 3]) {
      await of.agent.create(ORDER, { ...FIRST_IDENTITY, generation }, of.call);
      for (const began of [0, null]) {
        expect(await find(began)).toMatchObject({ matches: [{ generation, asks: 'same' }] });
      }
    }
  });

  it('with another request is another agent, and nothing of the first one is read', async () => {
    const of = await scene();
    await created(of);
    const identity = { ...FIRST_IDENTITY, asked: 'f'.repeat(32) };
    const found = await of.agent.find({ ...search, kind: 'earlier', identity }, of.call);
    expect(found).toEqual({ kind: 'none' });
    const other = await of.agent.create(ORDER, identity, of.call);
    expect(of.service.store.created).toBe(2);
    expect(other.key).toEqual(identity);
  });

  it.each([
    { ...ORDER, prompt: 'The head is another one, and one finding is known.' },
    { ...ORDER, repository: 'acme/shop-api' },
  ])('is told by the id alone, whatever was sent beside it: %j', async (order) => {
    const of = await scene([{ on: 'conversation', do: { status: 404 } }] as never);
    await created(of);
    for (const kind of ['earlier', 'lost'] as const) {
      const found = await of.agent.find(
        { ...search, order, kind, identity: FIRST_IDENTITY },
        of.call,
      );
      expect(found).toMatchObject({ matches: [{ asks: 'same' }] });
    }
  });

  it('is looked for again where the runs of the agent lag behind', async () => {
    const of = await scene([{ on: 'runs', nth: 1, do: { status: 404 } }]);
    await created(of);
    const find = () =>
      of.agent.find({ ...search, kind: 'lost', identity: FIRST_IDENTITY }, of.call);
    await expect(find()).rejects.toMatchObject({ passing: true });
    expect(await find()).toMatchObject({ kind: 'found' });
  });

  it('that may not be read is open for a lost create', async () => {
    const of = await scene([{ on: 'agent', do: { status: 403 } }]);
    const find = (kind: 'earlier' | 'lost') =>
      of.agent.find({ ...search, kind, identity: { ...FIRST_IDENTITY, generation: 2 } }, of.call);
    expect(await find('lost')).toEqual({
      kind: 'open',
      why: 'the agent with the id of this request may not be read (HTTP 403: a fault)',
      mayClose: true,
    });
    await expect(find('earlier')).rejects.toMatchObject({ status: 403 });
  });
});

describe('a follow-up', () => {
  const MARK = 'ara-0123456789abcdef';
  const message = { text: `More.\n\n(Reference of this message: ${MARK})`, mark: MARK, images: [] };
  const ended = async (of: Scene) => {
    const { run } = await followed(of);
    return { run, before: await of.agent.followUps!.before(run, of.call) };
  };

  it('is a new run, whose pull requests are told from earlier ones', async () => {
    const of = await scene();
    const { run, before } = await ended(of);
    expect(before.memo.length).toBeLessThan(2_000);
    const next = await of.agent.followUps!.send({ id: run.id, before }, message, of.call);
    expect(next).toMatchObject({ meaning: 'active' });
    expect(next?.id).not.toBe(run.id);
    const fields = { mode: 'resumed', before, sent: message, runBefore: run } as const;
    const turn = turnOf(of, next!, fields);
    const { echoes, run: end } = await follow(of, readerOf(of, turn));
    expect(echoes).toEqual([0]);
    expect(end.id).toBe(next!.id);
    expect(end.pullRequests).toEqual([
      { kind: 'address', url: 'https://github.com/acme/shop/pull/41', isEarlier: true },
    ]);
  });

  it('whose answer was lost is found by its mark, and no other run is', async () => {
    const of = await scene([{ do: 'error-after', on: 'resume' } as never]);
    const { run, before } = await ended(of);
    const known = { id: run.id, before };
    expect(await of.agent.followUps!.find(known, MARK, of.call)).toEqual({ kind: 'none' });
    await expect(of.agent.followUps!.send(known, message, of.call)).rejects.toMatchObject({
      proof: 'ambiguous',
    });
    const found = await of.agent.followUps!.find(known, MARK, of.call);
    expect(found).toMatchObject({ kind: 'found', run: { id: expect.not.stringMatching(run.id) } });
    const other = await of.agent.followUps!.find(known, 'ara-ffffffffffffffff', of.call);
    expect(other).toEqual({ kind: 'none' });
  });

  it.each(['bare-run', 'bare-list', 'null-cursor', 'empty-cursor', 'foreign-run', 'stale-git'])(
    'is sent and found whatever the answers look like: %s',
    async (fault) => {
      const of = await scene([{ do: fault }, { do: 'error-after', on: 'resume', nth: 2 }] as never);
      const { run, before } = await ended(of);
      const known = { id: run.id, before };
      const next = await of.agent.followUps!.send(known, message, of.call);
      expect(next?.id).not.toBe(run.id);
      expect(await of.agent.followUps!.find(known, MARK, of.call)).toMatchObject({
        run: { id: next?.id },
      });
    },
  );

  it('whose echo cannot be read is not told from another run', async () => {
    const of = await scene([{ do: 'no-echo' } as never]);
    const { run, before } = await ended(of);
    const known = { id: run.id, before };
    await of.agent.followUps!.send(known, message, of.call);
    expect(await of.agent.followUps!.find(known, MARK, of.call)).toEqual({ kind: 'none' });
  });

  it('of an earlier attempt cannot be told where no message is shown', async () => {
    const of = await scene([{ do: 'no-echo' } as never]);
    const { run, before } = await ended(of);
    await of.agent.followUps!.send({ id: run.id, before }, message, of.call);
    const known = { id: run.id, before: null };
    expect(await of.agent.followUps!.find(known, MARK, of.call)).toEqual({
      kind: 'untold',
      why: 'the conversation does not show all that was said',
    });
  });

  it.each([
    ['as its stream shows', []],
    ['as the conversation shows, where streams have expired', [{ do: 'stream-expired' }]],
  ])('of an earlier attempt is found among all runs of the agent: %s', async (_, faults) => {
    const of = await scene(faults as never);
    const run = await created(of);
    const turns: string[] = [];
    for (let turn = 1; turn <= 7; turn += 1) {
      await of.clock.sleep(10_000);
      // The text of an event may quote what was said before.
      const said = turn === 7 ? `They said: ara-${'1'.repeat(16)}.` : 'More.';
      const text = `${said}\n\n(Reference of this message: ara-${String(turn).repeat(16)})`;
      const known = { id: run.id, before: null };
      const next = await of.agent.followUps!.send(known, { ...message, text }, of.call);
      turns.push(next!.id);
    }
    const find = (turn: number) =>
      of.agent.followUps!.find(
        { id: run.id, before: null },
        `ara-${String(turn).repeat(16)}`,
        of.call,
      );
    expect(await find(1)).toMatchObject({ kind: 'found', run: { id: turns[0] } });
    expect(await find(7)).toMatchObject({ kind: 'found', run: { id: turns[6] } });
    expect(await find(8)).toEqual({ kind: 'none' });
  });

  it('of an earlier attempt cannot be told where nothing shows what was said', async () => {
    const of = await scene([
      { do: 'stream-expired' },
      { on: 'conversation', do: { status: 404 } },
    ] as never);
    const run = await created(of);
    const found = await of.agent.followUps!.find({ id: run.id, before: null }, MARK, of.call);
    expect(found).toMatchObject({ kind: 'untold' });
  });

  it('is read again where its stream fails for now', async () => {
    const of = await scene([
      { on: 'logs', do: { status: 503 } },
      { on: 'conversation', do: { status: 404 } },
    ] as never);
    const run = await created(of);
    const found = of.agent.followUps!.find({ id: run.id, before: null }, MARK, of.call);
    await expect(found).rejects.toMatchObject({ status: 503 });
  });

  it('is the newest run of its agent', async () => {
    const of = await scene();
    const { run, before } = await ended(of);
    const newest = (known: Before | null) =>
      of.agent.followUps!.newest!({ id: run.id, before: known }, of.call);
    expect(await newest(null)).toBe(run.id);
    expect(await newest(before)).toBeNull();
    const next = await of.agent.followUps!.send({ id: run.id, before }, message, of.call);
    expect([await newest(null), await newest(before)]).toEqual([next?.id, next?.id]);
  });

  it('to an agent at work is refused with the run at work', async () => {
    const of = await scene([], LONG);
    const run = await created(of);
    const refused = of.agent.followUps!.send({ id: run.id, before: null }, message, of.call);
    const error: unknown = await refused.catch((one: unknown) => one);
    expect(error).toBeInstanceOf(RunBusy);
    expect((error as RunBusy).busy).toBe(run.id);
  });

  it.each([
    ['with a word that nobody knows', { error: { code: 'plan_locked', message: 'No.' } }],
    ['without a word', {}],
  ])('is refused by a conflict %s, because it is sent once', async (_, body) => {
    const of = await scene([{ on: 'resume', do: { status: 409, body } }] as never);
    const { run, before } = await ended(of);
    const sent = of.agent.followUps!.send({ id: run.id, before }, message, of.call);
    await expect(sent).rejects.toMatchObject({ status: 409, proof: 'permanent' });
  });

  it('to an agent that is archived or gone never comes', async () => {
    const of = await scene();
    const { run, before } = await ended(of);
    archive(of, run);
    const again = () => of.agent.followUps!.send({ id: run.id, before }, message, of.call);
    await expect(again()).rejects.toBeInstanceOf(RunGone);
    remove(of, run);
    await expect(again()).rejects.toThrow('does not exist');
  });

  it('is advised for no run of an agent that is archived (contract 5)', async () => {
    const of = await scene([], endsAs('FAILED'));
    const { run } = await ended(of);
    expect(await of.agent.read(run.id, of.call)).toMatchObject({ takesNoMessage: false });
    archive(of, run);
    const agentOfLaterStep = await agentOver('cursor', of);
    const shown = await agentOfLaterStep.read(run.id, of.call);
    expect(shown).toMatchObject({ status: 'ERROR', takesNoMessage: true });
  });
});

describe('a stop', () => {
  it('is read back', async () => {
    const of = await scene([], LONG);
    const run = await created(of);
    expect(await of.agent.stop?.(run.id, of.call)).toMatchObject({
      kind: 'accepted',
      text: `The service cancelled run ${run.id.slice(3, 11)}; it shows CANCELLED.`,
    });
    expect(await of.agent.stop?.(run.id, of.call)).toMatchObject({ kind: 'over' });
  });

  it('that was accepted is said to be, also where no read is answered in time', async () => {
    const of = await scene([{ on: 'read', do: 'stall-headers' }], LONG);
    const run = await created(of);
    const call = { signal: new AbortController().signal, deadline: of.clock.now() + 2_000 };
    expect(await of.agent.stop?.(run.id, call)).toMatchObject({
      kind: 'accepted',
      text: expect.stringContaining('did not show yet'),
    });
  });

  const failing = (nth: number): FaultSource => ({ on: 'cancel', nth, do: 'cancel-fails' });

  it('that fails is tried three times more, and told with what the run shows', async () => {
    const of = await scene([1, 2, 3, 4].map(failing), LONG);
    const run = await created(of);
    await expect(of.agent.stop?.(run.id, of.call)).rejects.toMatchObject({
      status: 500,
      message: expect.stringMatching(/^HTTP 500: .*; the run shows (CREAT|RUNN)ING$/),
    });
    expect(await of.agent.read(run.id, of.call)).toMatchObject({ meaning: 'active' });
    expect(await of.agent.stop?.(run.id, of.call)).toMatchObject({ kind: 'accepted' });
  });
});

describe('refusals', () => {
  it.each<[string, object]>([
    ['usage-limit', { code: 'quota_exceeded', proof: 'permanent', status: 400 }],
    ['plan-required', { code: 'quota_exceeded', proof: 'permanent', status: 400 }],
    ['branch-unverified', { code: 'rejected', advice: expect.stringMatching(/GitHub app/) }],
    ['rate-limited', { throttled: true, proof: 'unsent' }],
  ])('%s', async (fault, shown) => {
    for (const shape of ['flat-error', 'string-error', null]) {
      const more = shape === null ? [] : [{ do: shape }];
      const of = await scene([{ do: fault, on: 'create' }, ...more] as never);
      await expect(created(of)).rejects.toMatchObject(shown);
    }
  });

  it('for want of storage', async () => {
    const body = { error: 'Storage mode is disabled' };
    const of = await scene([{ on: 'create', do: { status: 403, body } }]);
    await expect(created(of)).rejects.toMatchObject({
      status: 403,
      advice: expect.stringMatching(/privacy setting/),
    });
  });

  it('a wrong key', async () => {
    const of = await scene();
    const order = { runId: null, patiently: (read: () => unknown) => read() } as never;
    expect(await of.agent.check(order, of.call)).toMatchObject([
      { kind: 'ok', message: 'The API key is valid; it belongs to a person.' },
      { kind: 'ok' },
      { kind: 'note' },
    ]);
  });

  it('an agent that is there, archived, or unknown', async () => {
    const of = await scene();
    const run = await created(of);
    const order = { runId: run.id, patiently: (read: () => unknown) => read() } as never;
    const finding = async () => (await of.agent.check(order, of.call)).at(-1);
    expect(await finding()).toMatchObject({
      kind: 'ok',
      message: expect.stringMatching(/^Agent \w{8} is there/),
    });
    archive(of, run);
    expect(await finding()).toMatchObject({
      kind: 'note',
      message: expect.stringMatching(/is archived/),
    });
    remove(of, run);
    expect(await finding()).toMatchObject({ kind: 'problem', code: 'not_found' });
  });
});
