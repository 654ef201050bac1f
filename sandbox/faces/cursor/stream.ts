/** The live stream of a run: replayed from its start or from an event on, then as it goes. */
import type { Step } from '../../scenario.ts';
import type { StoredRun } from '../../store.ts';
import type { EventStream, Habits, RunShowing, StreamPiece, World } from '../face.ts';
import { durationOf, gitOf, resultText, runsOf, type CursorRun } from './agents.ts';
import { asText } from '../entries.ts';
import { Frames, frameText, type Frame } from './frames.ts';

/** Of a connection's life, in real time. */
const FIRST_HEARTBEAT_MS = 30_000;
const HEARTBEAT_MS = 15_000;

export interface StreamOrder {
  readonly agent: StoredRun;
  readonly index: number;
  /** Empty: from the start. */
  readonly lastEventId: string;
  readonly habits: Habits;
}

/** All frames of a run so far, made as it goes. */
class RunFrames {
  readonly #frames: Frames;
  readonly #habits: Habits;
  /** Of the item whose tool call never completes. */
  readonly #openItem: number | null;
  /** Of the item whose plan is done. */
  readonly #donePlan: number | null;
  #items = 0;
  #isBegun = false;
  isEnded = false;

  constructor({ id, state: { turn } }: CursorRun, habits: Habits) {
    const isEchoed = turn.script.echo && !habits.has('no-echo');
    this.#frames = new Frames(id, { echo: isEchoed ? turn.prompt : null });
    this.#habits = habits;
    const { steps } = turn.script;
    this.#openItem = habits.has('open-call') ? typesIn(steps).lastIndexOf('ACTION') : null;
    this.#donePlan = donePlanOf(typesIn(steps));
  }

  top(run: CursorRun): Frame {
    return this.#frames.statusFrame(run.status);
  }

  /** Those that came since the last time. `result`: the data of the end. */
  next(run: CursorRun, result: () => unknown): readonly Frame[] {
    if (this.isEnded || run.state.isWaiting) {
      return [];
    }
    const { log, turn } = run.state;
    const frames: Frame[] = [];
    if (!this.#isBegun) {
      this.#isBegun = true;
      frames.push(...this.#frames.echo(turn.startedAt));
    }
    for (const item of log.slice(this.#items)) {
      const isOpen = this.#items === this.#openItem;
      const isDone = this.#items === this.#donePlan;
      frames.push(...this.#frames.item(item, { isOpen, isDone }));
      this.#items++;
    }
    if (run.isOver) {
      this.isEnded = true;
      frames.push(...this.#end(run, result()));
    }
    return frames;
  }

  /** A run that was cancelled says first that it has finished (sheet, section 6). */
  #end(run: CursorRun, result: unknown): readonly Frame[] {
    if (this.#habits.has('no-result-frame')) {
      return [];
    }
    const word = run.status === 'CANCELLED' ? 'FINISHED' : run.status;
    return [this.#frames.statusFrame(word), ...this.#frames.end(run.endedAt, result)];
  }
}

/** The type of each item, in the order of the log; null of what is sent as it is. */
function typesIn(steps: readonly Step[]): readonly (string | null)[] {
  return steps.flatMap(({ raw, entry }) => {
    const rawItems = raw === undefined ? [] : [null];
    const type = asText(entry?.['message_type'] ?? 'ACTION');
    return entry === undefined ? rawItems : [...rawItems, type];
  });
}

/** The plan that the answer follows, and nothing else before it: it says what was done. */
function donePlanOf(types: readonly (string | null)[]): number | null {
  const last = types.lastIndexOf('PLAN_EVALUATION');
  return last > 0 && types[last + 1] === 'FINAL_ANSWER' ? last : null;
}

/** What a connection has sent. */
class RunStream implements EventStream {
  readonly contentType = 'text/event-stream';
  readonly #world: World;
  readonly #order: StreamOrder;
  #frames: RunFrames | null = null;
  #isCaughtUp: boolean;
  #lastId: string | null = null;
  #sent = 0;
  #pairs = 0;
  #heartbeatAt: number;

  constructor(world: World, order: StreamOrder) {
    this.#world = world;
    this.#order = order;
    this.#isCaughtUp = order.lastEventId === '';
    this.#heartbeatAt = world.now() + FIRST_HEARTBEAT_MS;
  }

  take(): StreamPiece {
    const { habits } = this.#order;
    const run = this.#run();
    if (habits.has('silent-stream') || run === undefined) {
      return { text: '', state: run === undefined ? 'cut' : 'open' };
    }
    let text = '';
    if (this.#frames === null) {
      this.#frames = new RunFrames(run, habits);
      text = frameText(this.#frames.top(run));
    }
    const showing = { store: this.#world.store, now: this.#world.now(), habits };
    const fresh = this.#unseen(this.#frames.next(run, () => resultData(run, showing)));
    for (const frame of fresh) {
      const broken = this.#broken(run, frame);
      if (broken !== null) {
        return { text: text + broken.text, state: broken.state };
      }
      text += frameText(frame);
      this.#lastId = frame.id;
      this.#sent++;
    }
    text += this.#heartbeat(text !== '');
    const isEnded = this.#frames.isEnded && this.#isCaughtUp && !habits.has('open-stream');
    return { text, state: isEnded ? 'ended' : 'open' };
  }

  #run(): CursorRun | undefined {
    const { agent, index } = this.#order;
    const { store } = this.#world;
    const known = store.get(agent.id);
    return known === undefined ? undefined : runsOf(store, known)[index];
  }

  /** The frames after the client's last id, and after its twin. */
  #unseen(frames: readonly Frame[]): readonly Frame[] {
    if (this.#isCaughtUp) {
      return frames;
    }
    const known = frames.findLastIndex(({ id }) => id === this.#order.lastEventId);
    if (known === -1) {
      return [];
    }
    this.#isCaughtUp = true;
    return frames.slice(known + 1);
  }

  /** How the stream breaks before this frame, or null. */
  #broken(run: CursorRun, frame: Frame): StreamPiece | null {
    const { habits } = this.#order;
    if (this.#sent === habits.get('cut-stream')?.count) {
      const whole = frameText(frame);
      return { text: whole.slice(0, Math.ceil(whole.length / 2)), state: 'cut' };
    }
    if (frame.id !== null && frame.id === this.#lastId) {
      this.#pairs++;
      if (this.#pairs === habits.get('cut-between-twins')?.count) {
        return { text: '', state: 'cut' };
      }
    }
    if (this.#sent === habits.get('stream-error')?.count) {
      const data = { code: 'stream_error', message: 'The stream was interrupted.' };
      return { text: frameText({ id: null, event: 'error', data }), state: 'ended' };
    }
    if (this.#sent === habits.get('finished-frame')?.count) {
      const data = { runId: run.id, status: 'FINISHED' };
      return { text: frameText({ id: null, event: 'status', data }), state: 'ended' };
    }
    return null;
  }

  /** After some time without anything else. */
  #heartbeat(isAlive: boolean): string {
    const now = this.#world.now();
    if (isAlive) {
      this.#heartbeatAt = Math.max(this.#heartbeatAt, now + HEARTBEAT_MS);
      return '';
    }
    if (now < this.#heartbeatAt || this.#order.habits.has('no-heartbeats')) {
      return '';
    }
    this.#heartbeatAt = now + HEARTBEAT_MS;
    return frameText({ id: null, event: 'heartbeat', data: {} });
  }
}

export function runStream(world: World, order: StreamOrder): EventStream {
  return new RunStream(world, order);
}

/** What a stream says that is not there yet. */
export function missingStream(run: CursorRun): EventStream {
  const error = { code: 'stream_unavailable', message: 'The stream is not available yet.' };
  const frames = [
    { id: null, event: 'status', data: { runId: run.id, status: run.status } },
    { id: null, event: 'error', data: error },
    { id: null, event: 'done', data: {} },
  ];
  const text = frames.map(frameText).join('');
  return { contentType: 'text/event-stream', take: () => ({ text, state: 'ended' }) };
}

/** Whether an id is one of the run's events until now. */
export function hasEvent(run: CursorRun, { id, habits }: { id: string; habits: Habits }): boolean {
  const all = new RunFrames(run, habits).next(run, () => ({}));
  return all.some((frame) => frame.id === id);
}

function resultData(run: CursorRun, showing: RunShowing): Readonly<Record<string, unknown>> {
  const text = resultText(run, showing.habits);
  const git = gitOf(run, showing);
  return {
    runId: run.id,
    status: run.status,
    ...(text !== '' && { text }),
    durationMs: durationOf(run),
    ...(git !== null && { git }),
  };
}
