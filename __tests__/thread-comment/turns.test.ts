/** What a job does about the other jobs of its thread, on a clock of its own (contract 7.2). */
import { describe, expect, it } from '@jest/globals';
import { GitHubError, type GitHub } from '../../src/github/port.ts';
import { readThread, type ThreadReading } from '../../src/thread-comment/find.ts';
import { EMPTY_MAILBOX } from '../../src/thread-comment/mailbox.ts';
import type { Message } from '../../src/thread-comment/waiting.ts';
import { readMarker, writeMarker, type ThreadRecord } from '../../src/thread-comment/marker.ts';
import { ThreadMemory } from '../../src/thread-comment/memory.ts';
import { ThreadUnavailable, TurnTaken } from '../../src/thread-comment/patience.ts';
import { prepareDelivery, type Delivery, type DeliveryPorts } from '../../src/thread-comment/turns/deliver.ts';
import { MemoryGitHub } from '../support/memory-scene.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

const PLACE = { secret: 'token', repository: 'octo/repo', thread: 7, commentKey: 'key' };
const OURS = `ara-${'a'.repeat(16)}`;
const THEIRS = `ara-${'b'.repeat(16)}`;
const WRITER = { key: 'c'.repeat(32), attempt: 1, mode: 'created' } as const;

class Scene {
  readonly clock = new VirtualClock();
  readonly github = new MemoryGitHub();
  readonly memory = new ThreadMemory();
  readonly stop = new AbortController();
  readonly warnings: string[] = [];
  /** Marks that the log shows, and the run that a killed create made. */
  readonly echoed = new Set<string>();
  lostRun: number | null = null;
  own!: Message;

  /** A comment of the action with this marker. */
  async write(record: Partial<ThreadRecord> & Pick<ThreadRecord, 'runId'>): Promise<void> {
    await this.github.createComment(7, writeMarker({ ...PLACE, writer: WRITER, ...record }));
  }

  ask(body: string): Message {
    const id = this.github.thread.length + 1;
    const message = { id, body, htmlUrl: `https://github.com/c/${id}`, author: 'mona', authorIsBot: false };
    this.github.thread.push(message);
    return message;
  }

  intent(
    ids: readonly number[],
    ageMs = 0,
  ): { readonly ids: readonly number[]; readonly mark: string; readonly at: number } {
    return { ids, mark: THEIRS, at: Math.floor((this.clock.wall() - ageMs) / 1000) };
  }

  read(): Promise<ThreadReading> {
    const asks = ({ body }: { readonly body: string }): Promise<boolean> => Promise.resolve(body.includes('@agent'));
    return readThread(this.github, { place: PLACE, asks }, this.stop.signal);
  }

  async deliver(changes: Partial<DeliveryPorts> = {}, timeoutMs = 3_600_000): Promise<Delivery> {
    const { clock, github, memory, stop } = this;
    const readAt = clock.now();
    const reading = await this.read();
    return prepareDelivery(
      {
        ...{ clock, github, memory, stop: stop.signal, place: PLACE },
        read: () => this.read(),
        verdictOf: () => Promise.resolve('admitted'),
        arrived: (_runId, mark) => Promise.resolve(this.echoed.has(mark)),
        runOf: () => Promise.resolve(this.lostRun),
        announcing: () => undefined,
        note: () => undefined,
        warn: (message) => void this.warnings.push(message),
        ...changes,
      },
      {
        ...{ own: this.own, mark: OURS, writer: WRITER },
        ...{ again: false, anew: false, maxTurns: null, deadline: readAt + timeoutMs },
      },
      { reading, readAt },
    );
  }

  markers(): readonly NonNullable<ReturnType<typeof readMarker>>[] {
    return this.github.thread.flatMap(({ body }) => readMarker(body) ?? []);
  }
}

const ids = (delivery: Delivery): readonly number[] =>
  delivery.kind === 'deliver' ? delivery.comments.map(({ id }) => id) : [];

it('settles the comments of authors without permission in the first turn as well', async () => {
  const scene = new Scene();
  const theirs = { ...scene.ask('@agent theirs'), author: 'outsider' };
  scene.github.thread[0] = theirs;
  scene.own = scene.ask('@agent ours');
  const verdictOf = ({ author }: Message) => Promise.resolve(author === 'outsider' ? 'refused' : 'admitted');
  expect(ids(await scene.deliver({ verdictOf: verdictOf as DeliveryPorts['verdictOf'] }))).toEqual([scene.own.id]);
  expect(scene.memory.mailbox).toMatchObject({ settled: [theirs.id], intended: { ids: [scene.own.id] } });
});

describe('the announcement of another job', () => {
  it.each([
    ['was just made', 0],
    ['seems to come from the future, on a clock that is ahead', -30_000],
    ['seems to be minutes old, on a clock that is behind', 200_000],
  ])('that %s is awaited for two minutes before its comments are delivered', async (_when, ageMs) => {
    const scene = new Scene();
    const theirs = scene.ask('@agent theirs');
    await scene.write({ runId: 5, mailbox: { ...EMPTY_MAILBOX, intended: scene.intent([theirs.id], ageMs) } });
    scene.own = scene.ask('@agent ours');
    expect(ids(await scene.deliver())).toEqual([theirs.id, scene.own.id]);
    expect(scene.clock.elapsed).toBeGreaterThanOrEqual(120_000);
    expect(scene.clock.elapsed).toBeLessThan(150_000);
  });

  it('of yesterday is not awaited', async () => {
    const scene = new Scene();
    const theirs = scene.ask('@agent theirs');
    await scene.write({ runId: 5, mailbox: { ...EMPTY_MAILBOX, intended: scene.intent([theirs.id], 86_400_000) } });
    scene.own = scene.ask('@agent ours');
    expect(ids(await scene.deliver())).toEqual([theirs.id, scene.own.id]);
    expect(scene.clock.elapsed).toBeLessThan(15_000);
  });

  it('whose follow-up the log shows is settled at once', async () => {
    const scene = new Scene();
    const theirs = scene.ask('@agent theirs');
    await scene.write({ runId: 5, mailbox: { ...EMPTY_MAILBOX, intended: scene.intent([theirs.id]) } });
    scene.own = scene.ask('@agent ours');
    scene.echoed.add(THEIRS);
    expect(ids(await scene.deliver())).toEqual([scene.own.id]);
    expect(scene.memory.mailbox).toMatchObject({ turns: 1, settled: [theirs.id] });
  });

  it('whose follow-up the log shows only after another job took its comments over is settled then', async () => {
    const scene = new Scene();
    const theirs = scene.ask('@agent theirs');
    const second = { ids: [theirs.id], mark: 'ara-2222222222222222' };
    await scene.write({ runId: 5, mailbox: { ...EMPTY_MAILBOX, intended: scene.intent([theirs.id], 86_400_000) } });
    scene.own = scene.ask('@agent ours');
    await scene.deliver();
    const [taken] = scene.markers();
    expect(taken?.mailbox).toMatchObject({
      intended: { mark: OURS, ids: [theirs.id, scene.own.id] },
      doubtful: [{ mark: THEIRS, ids: [theirs.id] }],
    });
    // The job that took them over is killed too, and a third one comes.
    const later = new Scene();
    later.github.thread.push(...scene.github.thread);
    const mailbox = { ...EMPTY_MAILBOX, doubtful: taken?.mailbox.doubtful ?? [], intended: { ...second, at: 0 } };
    const place = later.github.thread.findIndex(({ body }) => readMarker(body) !== null);
    const comment = later.github.thread[place];
    if (comment === undefined) throw new Error('no comment with a marker');
    later.github.thread[place] = { ...comment, body: writeMarker({ ...PLACE, runId: 5, mailbox }) };
    later.own = scene.own;
    later.echoed.add(THEIRS);
    expect(ids(await later.deliver())).toEqual([scene.own.id]);
    expect(later.memory.mailbox).toMatchObject({ settled: [theirs.id], doubtful: [] });
  });

  describe('taken over, whose follow-up the log shows', () => {
    const takenOver = async (isOurs: boolean): Promise<{ readonly scene: Scene; readonly own: Message }> => {
      const scene = new Scene();
      const theirs = scene.ask('@agent theirs');
      const own = (scene.own = scene.ask('@agent ours'));
      const ids = isOurs ? [theirs.id, own.id] : [theirs.id];
      await scene.write({ runId: 5, mailbox: { ...EMPTY_MAILBOX, doubtful: [{ mark: THEIRS, ids }] } });
      return { scene, own };
    };

    it('only when this step is about to send, is not delivered again', async () => {
      const { scene, own } = await takenOver(false);
      scene.clock.after(1_000, () => void scene.echoed.add(THEIRS));
      expect(ids(await scene.deliver())).toEqual([own.id]);
      expect(scene.markers()).toMatchObject([{ mailbox: { intended: { mark: OURS, ids: [own.id] }, doubtful: [] } }]);
    });

    it('only when this step is about to send, leaves it nothing to send if it brought its comment', async () => {
      const { scene } = await takenOver(true);
      scene.clock.after(1_000, () => void scene.echoed.add(THEIRS));
      const before = scene.github.calls;
      expect(await scene.deliver()).toEqual({ kind: 'settled', runId: 5 });
      // One reading and the announcement: nothing more has to be read to know that, even if the time for agreeing is up.
      expect(scene.github.calls - before).toBe(2);
    });

    it('never, because the log cannot be read, is delivered after one more attempt to read it', async () => {
      const { scene, own } = await takenOver(true);
      let reads = 0;
      const arrived = (): Promise<null> => {
        reads += 1;
        return Promise.resolve(null);
      };
      expect(ids(await scene.deliver({ arrived }))).toContain(own.id);
      expect(reads).toBe(2);
    });
  });

  it('that is repeated endlessly ends the step without sending', async () => {
    const scene = new Scene();
    await scene.write({ runId: 5, mailbox: { ...EMPTY_MAILBOX, intended: scene.intent([]) } });
    scene.own = scene.ask('@agent ours');
    const read = async (): Promise<ThreadReading> => {
      scene.github.thread.shift();
      const intended = scene.intent([]);
      const body = writeMarker({ ...PLACE, runId: 5, mailbox: { ...EMPTY_MAILBOX, intended } });
      scene.github.thread.unshift({ id: 1, body, htmlUrl: '', author: 'app[bot]', authorIsBot: true });
      return scene.read();
    };
    await expect(scene.deliver({ read })).rejects.toThrow(ThreadUnavailable);
  });
});

describe('a slow write', () => {
  it.each([3_000, 11_000])(
    'of %d ms does not deliver comments again that an overwritten job has sent',
    async (lastsMs) => {
      const scene = new Scene();
      const theirs = scene.ask('@agent theirs');
      await scene.write({ runId: 5 });
      scene.own = scene.ask('@agent ours');
      let writes = 0;
      const updateComment: MemoryGitHub['updateComment'] = async (id, body, signal) => {
        writes += 1;
        if (writes > 1) return scene.github.updateComment(id, body, signal);
        await scene.clock.sleep(lastsMs);
        const written = await scene.github.updateComment(id, body, signal);
        // The other job edits the comment again half a minute later, and tells what it has sent.
        scene.clock.after(30_000, () => {
          const { mailbox } = scene.markers()[0]!;
          const told = writeMarker({ ...PLACE, runId: 5, mailbox: { ...mailbox, settled: [theirs.id] } });
          void scene.github.updateComment(id, told, signal);
        });
        return written;
      };
      const delivery = await scene.deliver({
        github: scene.github.with({ updateComment }),
      });
      expect(ids(delivery)).toEqual([scene.own.id]);
    },
  );
});

describe('the agreement with other jobs', () => {
  it.each([
    [1_500, 0],
    [30_000, 11_000],
  ])('ends before a timeout of %d ms, and nothing is sent', async (timeoutMs, writeMs) => {
    const scene = new Scene();
    await scene.write({ runId: 5 });
    scene.own = scene.ask('@agent ours');
    const updateComment: MemoryGitHub['updateComment'] = async (...args) => {
      await scene.clock.sleep(writeMs);
      return scene.github.updateComment(...args);
    };
    const delivery = scene.deliver({ github: scene.github.with({ updateComment }) }, timeoutMs);
    await expect(delivery).rejects.toThrow('The time was up before this job could agree');
    expect(scene.clock.elapsed).toBeLessThan(timeoutMs);
  });
});

it('does not write over a claim of its earlier attempt that became a run while authors were asked about', async () => {
  const scene = new Scene();
  const theirs = scene.ask('@agent theirs');
  const intended = { ids: [theirs.id], mark: OURS, at: 0 };
  await scene.write({ runId: null, mailbox: { ...EMPTY_MAILBOX, intended } });
  scene.own = scene.ask('@agent ours');
  const verdictOf = async (): Promise<'admitted'> => {
    await scene.clock.sleep(40_000);
    return 'admitted';
  };
  scene.clock.after(20_000, () => {
    const mailbox = { ...EMPTY_MAILBOX, settled: [theirs.id] };
    void scene.github.updateComment(2, writeMarker({ ...PLACE, runId: 9, mailbox }), scene.stop.signal);
  });
  const delivery = await scene.deliver({ verdictOf });
  expect(delivery).toMatchObject({ kind: 'deliver', runId: 9 });
  expect(ids(delivery)).toEqual([scene.own.id]);
});

describe('the claim of another job', () => {
  async function claimed(ageMs = 0): Promise<{ readonly scene: Scene; readonly theirs: Message }> {
    const scene = new Scene();
    const theirs = scene.ask('@agent theirs');
    await scene.write({ runId: null, mailbox: { ...EMPTY_MAILBOX, intended: scene.intent([theirs.id], ageMs) } });
    scene.own = scene.ask('@agent ours');
    return { scene, theirs };
  }

  it('is awaited until it becomes a run', async () => {
    const { scene, theirs } = await claimed();
    scene.clock.after(20_000, () => {
      const body = writeMarker({ ...PLACE, runId: 5, mailbox: { ...EMPTY_MAILBOX, settled: [theirs.id] } });
      void scene.github.updateComment(2, body, scene.stop.signal);
    });
    const delivery = await scene.deliver();
    expect(delivery).toMatchObject({ kind: 'deliver', runId: 5 });
    expect(ids(delivery)).toEqual([scene.own.id]);
  });

  it('is replaced after two minutes, with a warning that there may be a run', async () => {
    const { scene, theirs } = await claimed();
    const delivery = await scene.deliver();
    expect(delivery).toMatchObject({ kind: 'deliver', runId: null });
    expect(ids(delivery)).toEqual([theirs.id, scene.own.id]);
    expect(scene.clock.elapsed).toBeGreaterThanOrEqual(120_000);
    expect(scene.warnings).toEqual([expect.stringContaining('It is not known whether it created one')]);
    expect(scene.markers()).toHaveLength(1);
  });

  it('leads to its run if that has the key, and its comments count as delivered', async () => {
    const { scene, theirs } = await claimed(86_400_000);
    scene.lostRun = 9;
    const delivery = await scene.deliver();
    expect(delivery).toMatchObject({ kind: 'deliver', runId: 9 });
    expect(ids(delivery)).toEqual([scene.own.id]);
    expect(scene.markers()).toMatchObject([{ runId: 9, mailbox: { settled: [theirs.id] } }]);
    expect(scene.warnings).toEqual([]);
  });

  it('is looked up and recorded once, although GitHub shows the edit a second later', async () => {
    const { scene } = await claimed(86_400_000);
    let lookups = 0;
    const runOf = (): Promise<number> => {
      lookups += 1;
      return lookups > 9 ? Promise.reject(new Error('looked up without a pause')) : Promise.resolve(9);
    };
    const { clock } = scene;
    const before = await scene.read();
    const read = (): Promise<ThreadReading> => (clock.elapsed < 1_000 ? Promise.resolve(before) : scene.read());
    expect(await scene.deliver({ runOf, read })).toMatchObject({ kind: 'deliver', runId: 9 });
    expect(lookups).toBe(1);
  });

  it.each([
    ['finds its run', 9],
    ['finds nothing', null],
  ])('that another job takes over during a slow look-up, which %s, is left to that job', async (_what, lostRun) => {
    const { scene, theirs } = await claimed(86_400_000);
    const runOf = async (): Promise<number | null> => {
      await scene.clock.sleep(40_000);
      return lostRun;
    };
    scene.clock.after(20_000, () => {
      const mailbox = { ...EMPTY_MAILBOX, turns: 1, settled: [theirs.id] };
      void scene.github.updateComment(2, writeMarker({ ...PLACE, runId: 9, mailbox }), scene.stop.signal);
    });
    const delivery = await scene.deliver({ runOf });
    expect(delivery).toMatchObject({ kind: 'deliver', runId: 9 });
    expect(ids(delivery)).toEqual([scene.own.id]);
    expect(scene.markers()).toMatchObject([{ runId: 9, mailbox: { turns: 1, settled: [theirs.id] } }]);
    expect(scene.warnings).toEqual([]);
  });

  it('is not looked up again after a slow look-up if it is still there', async () => {
    const { scene } = await claimed(86_400_000);
    let lookups = 0;
    const runOf = async (): Promise<number> => {
      lookups += 1;
      await scene.clock.sleep(40_000);
      return 9;
    };
    expect(await scene.deliver({ runOf })).toMatchObject({ kind: 'deliver', runId: 9 });
    expect(lookups).toBe(1);
  });

  it('that GitHub does not let this step remove is replaced once', async () => {
    const { scene } = await claimed(86_400_000);
    const refuse = (): Promise<never> =>
      Promise.reject(new GitHubError({ status: 403, message: 'No.', retryAfterMs: null }));
    const github = scene.github.with({ deleteComment: refuse, updateComment: refuse });
    expect(await scene.deliver({ github })).toMatchObject({ kind: 'deliver', runId: null, claim: { id: 4 } });
    expect(scene.warnings).toHaveLength(1);
  });

  it('that a reading overlooked, because an abandoned one before it was deleted meanwhile, is awaited', async () => {
    const scene = new Scene();
    scene.own = scene.ask('@agent ours');
    const claim = (ageMs: number): Promise<void> =>
      scene.write({ runId: null, mailbox: { ...EMPTY_MAILBOX, intended: scene.intent([], ageMs) } });
    const createComment: MemoryGitHub['createComment'] = async (thread, body) => {
      await claim(86_400_000);
      await claim(0);
      return scene.github.createComment(thread, body);
    };
    scene.clock.after(30_000, () => {
      void scene.github.updateComment(3, writeMarker({ ...PLACE, runId: 5 }), scene.stop.signal);
    });
    let readings = 0;
    const read = async (): Promise<ThreadReading> => {
      const reading = await scene.read();
      readings += 1;
      return readings > 1 ? reading : { ...reading, claims: reading.claims.filter(({ comment }) => comment.id !== 3) };
    };
    const delivery = await scene.deliver({ read, github: scene.github.with({ createComment }) });
    expect(delivery).toMatchObject({ kind: 'deliver', runId: 5 });
  });
});

describe('the claim of this step', () => {
  const firstTurn = async (changes: Partial<GitHub> = {}): Promise<{ scene: Scene; delivery: Delivery }> => {
    const scene = new Scene();
    scene.own = scene.ask('@agent ours');
    const github = scene.github.with(changes);
    return { scene, delivery: await scene.deliver({ github }) };
  };
  const refusal = (status: number): GitHubError => new GitHubError({ status, message: 'No.', retryAfterMs: null });

  it('costs a lone job one comment, one more reading and two seconds', async () => {
    const { scene, delivery } = await firstTurn();
    expect(delivery).toMatchObject({ kind: 'deliver', runId: null, claim: { id: 2 } });
    expect(scene.github.calls).toBe(3);
    expect(scene.clock.elapsed).toBe(2_000);
  });

  it('is written once even if the thread never shows it', async () => {
    const scene = new Scene();
    scene.own = scene.ask('@agent ours');
    const empty: ThreadReading = { found: null, claims: [], requests: scene.github.thread.slice() };
    const delivery = await scene.deliver({ read: () => Promise.resolve(empty) });
    expect(delivery).toMatchObject({ kind: 'deliver', runId: null, claim: { id: 2 } });
    expect(scene.markers()).toHaveLength(1);
    expect(scene.clock.elapsed).toBe(4_000);
  });

  it('is found if its response was lost', async () => {
    const scene = new Scene();
    scene.own = scene.ask('@agent ours');
    const createComment: MemoryGitHub['createComment'] = async (thread, body) => {
      await scene.github.createComment(thread, body);
      throw refusal(502);
    };
    const github = scene.github.with({ createComment });
    expect(await scene.deliver({ github })).toMatchObject({ kind: 'deliver', runId: null, claim: { id: 2 } });
    expect(scene.markers()).toHaveLength(1);
  });

  it.each([
    [403, 1],
    [502, 3],
  ])('that GitHub refuses (%d) is tried %d times before the run is created without it', async (status, times) => {
    let tries = 0;
    const createComment = (): Promise<never> => {
      tries += 1;
      return Promise.reject(refusal(status));
    };
    const { delivery } = await firstTurn({ createComment });
    expect(delivery).toMatchObject({ kind: 'deliver', runId: null, claim: null });
    expect(tries).toBe(times);
  });

  it('remains if GitHub does not allow its removal, and the step continues', async () => {
    const scene = new Scene();
    scene.own = scene.ask('@agent ours');
    const taken: GitHubError[] = [];
    const deleteComment = (): Promise<never> => {
      taken.push(refusal(503));
      return Promise.reject(taken[0]!);
    };
    // Another job was faster, and its claim becomes the run.
    const marker = (runId: number | null): string =>
      writeMarker({
        ...PLACE,
        runId,
        mailbox: { ...EMPTY_MAILBOX, intended: runId === null ? scene.intent([]) : null },
      });
    const createComment: MemoryGitHub['createComment'] = async (thread, body) => {
      const first = await scene.github.createComment(thread, marker(null));
      scene.clock.after(20_000, () => void scene.github.updateComment(first.id, marker(5), scene.stop.signal));
      return scene.github.createComment(thread, body);
    };
    const github = scene.github.with({ createComment, deleteComment });
    const delivery = await scene.deliver({ github });
    expect(delivery).toMatchObject({ kind: 'deliver', runId: 5 });
    expect(taken).toHaveLength(1);
  });
});

describe('immediately before a request', () => {
  it('a step that waited long ends if another job took its turn', async () => {
    const scene = new Scene();
    await scene.write({ runId: 5 });
    scene.own = scene.ask('@agent ours');
    const delivery = await scene.deliver();
    if (delivery.kind !== 'deliver') throw new Error(delivery.kind);
    await delivery.confirm();
    await scene.clock.sleep(60_000);
    await delivery.confirm();
    const renewed = scene.markers()[0]?.mailbox.intended;
    expect(renewed).toMatchObject({ mark: OURS, at: Math.floor(scene.clock.wall() / 1000) });
    await scene.clock.sleep(180_000);
    const body = writeMarker({ ...PLACE, runId: 5, mailbox: { ...EMPTY_MAILBOX, intended: scene.intent([]) } });
    await scene.github.updateComment(1, body, scene.stop.signal);
    await expect(delivery.confirm()).rejects.toThrow(TurnTaken);
    scene.memory.accepted();
    await expect(delivery.confirm()).resolves.toBeUndefined();
  });

  it('a step ends if the log shows meanwhile that a killed job had sent the comments', async () => {
    const scene = new Scene();
    const theirs = scene.ask('@agent theirs');
    await scene.write({ runId: 5, mailbox: { ...EMPTY_MAILBOX, doubtful: [{ ids: [theirs.id], mark: THEIRS }] } });
    scene.own = scene.ask('@agent ours');
    const delivery = await scene.deliver();
    if (delivery.kind !== 'deliver') throw new Error(delivery.kind);
    await scene.clock.sleep(60_000);
    await delivery.confirm();
    scene.echoed.add(THEIRS);
    await scene.clock.sleep(60_000);
    await expect(delivery.confirm()).rejects.toThrow(TurnTaken);
    expect(scene.memory.mailbox).toMatchObject({ turns: 1, settled: [theirs.id] });
  });

  it('a step ends if its claim is gone', async () => {
    const scene = new Scene();
    scene.own = scene.ask('@agent ours');
    const delivery = await scene.deliver();
    if (delivery.kind !== 'deliver') throw new Error(delivery.kind);
    await scene.clock.sleep(60_000);
    await delivery.confirm();
    scene.github.thread.pop();
    await scene.clock.sleep(60_000);
    await expect(delivery.confirm()).rejects.toThrow(TurnTaken);
  });
});
