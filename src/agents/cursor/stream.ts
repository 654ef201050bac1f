/**
 * The live stream of a run (sheet, section 6; contract 18.3): opened, read, and taken up again
 * where it broke. It never decides how a run ended; its `result` event is handed on.
 */
import { createParser, type EventSourceMessage, type EventSourceParser } from 'eventsource-parser';
import { readJson } from '../../http/response.ts';
import { ServiceError, transportFailure } from '../../http/errors.ts';
import type { HttpStream } from '../../http/port.ts';
import { TransportError } from '../../http/proof.ts';
import type { Clock } from '../../runner/port.ts';
import type { Redact } from '../../safe/redaction.ts';
import { isRecord } from '../../safe/json.ts';
import { messageOf } from '../../safe/text.ts';
import type { CursorClient, RunRef } from './client.ts';
import type { Frame } from './entries.ts';
import { SeenFrames, type RawFrame } from './frames.ts';
import { failureText } from './shown.ts';
import type { StreamSlots } from './slots.ts';

/** Without anything for so long, heartbeats included, a stream counts as broken (contract 2.4). */
const SILENCE_MS = 60_000;
/** The same once the run has ended: what it wrote is there. */
const ENDED_SILENCE_MS = 5_000;
/** One event (contract 2.4), in UTF-16 units. */
const EVENT_MAX = 16 * 1024 * 1024;
/** For so long after a create or follow-up was accepted, 409 and 410 mean "not yet" (18.4). */
const NOT_YET_MS = 30_000;
/** The same for 404 (contract 18.4). */
export const NOT_THERE_MS = 120_000;
/** Between two attempts, by how many in a row have brought nothing. The last is repeated. */
const RECONNECT_PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000] as const;
/** Attempts that bring nothing after the run has ended. Then its log counts as not to be had. */
const VAIN_ATTEMPTS = 3;
/** Failures in a row after which the user is told. */
const TELL_AFTER = 4;
/** Between two attempts at a stream that is not there yet. */
const NOT_THERE_PAUSE_MS = 1_000;
/**
 * After an error that passes, or the end that a stream tells of itself, what may still come is read
 * for so long.
 */
const PARTING_MS = 1_000;
/** How often a stream is read from its start because its last id is refused. */
const REPLAYS_MAX = 3;

/** In-stream codes after which nothing more comes (sheet, section 6). */
const FATAL = /^(?:unauthorized|forbidden|api_key_not_found|(?:\w+_)?not_found)$/;
const CONTENT = new Set(['assistant', 'thinking', 'tool_call', 'interaction_update', 'result']);

/** What a stream hands on. All of it is called synchronously. */
export interface StreamSink {
  /** A new frame with content. */
  frame(frame: Frame): void;
  /** A frame that is too large was left out. */
  omitted(): void;
  /** The service ends the log with this error. */
  fatal(cause: string): void;
  /** The log is over, or not to be had any more: nothing more comes. */
  over(): void;
  /** A connection came to its own end, and that of the run was not told. */
  closed(): void;
  /** Resolves once more can be taken in. */
  room(): Promise<void> | null;
  redacts(redact: Redact | undefined): void;
  warn(message: string): void;
  note(message: string): void;
}

interface StreamOptions {
  readonly client: Pick<CursorClient, 'stream'>;
  readonly clock: Clock;
  readonly slots: StreamSlots;
  readonly ref: RunRef;
  /** When the create or follow-up was accepted, on the clock's `now`. Null: nothing was sent. */
  readonly acceptedAt: number | null;
  /** Since when it waits for a place among the streams of the step, on the clock's `now`. */
  readonly since: number;
}

/** How long something may take, in milliseconds. */
interface Patiences {
  readonly running: number;
  /** In a connection that began after the run had ended. */
  readonly ended: number;
}

const READING: Patiences = { running: SILENCE_MS, ended: ENDED_SILENCE_MS };
/** From when it is sent. The request gives up by itself before that, unless the run ends first. */
const OPENING: Patiences = { running: 2 * SILENCE_MS, ended: 2 * ENDED_SILENCE_MS };

/** By an error in the stream. */
interface ToldError {
  readonly kind: 'told';
  readonly code: string;
  readonly text: string;
}

/** How a connection ended. */
type ConnectionEnd =
  /** The run's end was told, or the log is not to be had. */
  | { readonly kind: 'over' }
  /** The body came to its own end. */
  | { readonly kind: 'closed' }
  | { readonly kind: 'silent' }
  | ToldError
  | { readonly kind: 'failed'; readonly error: ServiceError };

interface Parting {
  readonly ending: ConnectionEnd;
  /** On the clock's `now`. */
  readonly until: number;
}

type Next =
  | { readonly kind: 'again'; readonly afterMs: number; readonly why: string }
  /** From the start, at once. */
  | { readonly kind: 'replay' }
  | { readonly kind: 'over'; readonly warning: string | null };

/** What is known of one connection. */
interface StreamConnection {
  /** Ends it. */
  readonly controller: AbortController;
  /** It was sent after the run had ended. */
  beganEnded: boolean;
  /** It has brought something new. */
  hasBrought: boolean;
  /** What ends it unless more comes soon. */
  parting: Parting | null;
  /** The last id that it brought, or began with. */
  lastId: string | null;
}

function connectionStart(lastId: string | null): StreamConnection {
  return {
    controller: new AbortController(),
    beganEnded: false,
    hasBrought: false,
    parting: null,
    lastId,
  };
}

/**
 * What is said of connections that break: what is met and overcome is a note; what is missing at
 * the end is told in a warning.
 */
class BreakNotes {
  readonly #note: (message: string) => void;
  /** Something was read. */
  hasBegun = false;
  #hasNoted = false;
  #hasToldLong = false;

  constructor(note: (message: string) => void) {
    this.#note = note;
  }

  /** @param given.vain connections in a row that brought nothing */
  tell(why: string, { vain, isEnded }: { readonly vain: number; readonly isEnded: boolean }): void {
    if (vain === 1 && !this.#hasNoted) {
      this.#hasNoted = true;
      if (this.hasBegun) {
        this.#note(
          `The live log broke off (${why}). It is taken up again where it ended, ` +
            'as often as that happens.',
        );
      } else {
        this.#note(`The live log is not there yet (${why}). It is asked for again.`);
      }
    }
    if (vain === TELL_AFTER && !isEnded && !this.#hasToldLong) {
      this.#hasToldLong = true;
      this.#note(
        `The live log cannot be read at the moment (${why}). ` +
          'The state of the run is followed without it, and the log is tried again and again.',
      );
    }
  }
}

export class RunStream {
  readonly #options: StreamOptions;
  readonly #sink: StreamSink;
  readonly #seen = new SeenFrames();
  readonly #stop = new AbortController();
  /** Ends the wait of the moment, because what is waited for has changed. */
  #nap = new AbortController();
  #connection = connectionStart(null);
  /** The run has ended. */
  #hasRunEnded = false;
  /** The id is refused, or leads to nothing: the next connection begins at the start. */
  #fromStart = false;
  #replays = 0;
  /** Connections in a row that brought nothing. */
  #vain = 0;
  readonly #notes: BreakNotes;
  /** The ids before the frames that were left out. */
  readonly #omittedAfter = new Set<string | null>();

  constructor(options: StreamOptions, sink: StreamSink) {
    this.#options = options;
    this.#sink = sink;
    this.#notes = new BreakNotes((message) => sink.note(message));
  }

  /** Begins to read. Everything else is told to the sink. */
  start(): void {
    void this.#run().catch((error: unknown) => {
      if (!this.#stop.signal.aborted) {
        this.#sink.warn(`The log of the run cannot be read any more: ${messageOf(error)}.`);
      }
      this.#sink.over();
    });
  }

  /** The run has ended: what is left is read soon, or not at all. */
  runEnded(): void {
    if (!this.#hasRunEnded) {
      this.#hasRunEnded = true;
      this.#vain = 0;
      this.#nap.abort();
    }
  }

  stop(): void {
    this.#stop.abort();
    this.#nap.abort();
    this.#connection.controller.abort(this.#stop.signal.reason);
  }

  async #run(): Promise<void> {
    const giveBack = await this.#slot();
    try {
      for (;;) {
        const next = this.#settleEnd(await this.#connect());
        if (next.kind === 'over') {
          if (next.warning !== null) {
            this.#sink.warn(next.warning);
          }
          this.#sink.over();
          return;
        }
        this.#fromStart = next.kind === 'replay';
        if (next.kind === 'again') {
          this.#notes.tell(next.why, { vain: this.#vain, isEnded: this.#hasRunEnded });
          await this.#pause(next.afterMs);
        }
        this.#stop.signal.throwIfAborted();
      }
    } finally {
      giveBack();
    }
  }

  /** Waits for a place among the streams of the step. */
  async #slot(): Promise<() => void> {
    const { slots, since } = this.#options;
    for (;;) {
      const kind = this.#hasRunEnded ? 'ended' : 'running';
      const slot = await slots.take({ kind, since }, this.#freshNap()).catch(() => null);
      if (this.#stop.signal.aborted) {
        // The stop may come between the place and here.
        slot?.();
        throw this.#stop.signal.reason;
      }
      if (slot !== null) {
        return slot;
      }
    }
  }

  async #connect(): Promise<ConnectionEnd> {
    const lastEventId = this.#fromStart ? null : this.#seen.acknowledged;
    const connection = connectionStart(lastEventId);
    this.#connection = connection;
    try {
      const stream = await this.#open(connection);
      if (stream === 'late') {
        return { kind: 'silent' };
      }
      this.#seen.connect({ fromStart: lastEventId === null });
      this.#sink.redacts(stream.redact);
      return await this.#readAll(stream);
    } catch (error) {
      this.#stop.signal.throwIfAborted();
      return { kind: 'failed', error: asFailure(error) };
    } finally {
      connection.controller.abort();
    }
  }

  /** Asks for the stream. To wait for its turn under the rate limits is no silence. */
  async #open(connection: StreamConnection): Promise<HttpStream | 'late'> {
    const { client, ref } = this.#options;
    const { controller, lastId } = connection;
    const sent = Promise.withResolvers<undefined>();
    const call = {
      signal: controller.signal,
      deadline: Infinity,
      patienceMs: this.#hasRunEnded ? ENDED_SILENCE_MS : SILENCE_MS,
      onSending: () => {
        connection.beganEnded = this.#hasRunEnded;
        sent.resolve(undefined);
      },
    };
    const opening = client.stream({ ...ref, lastEventId: lastId }, call);
    await Promise.race([opening, sent.promise]);
    return this.#inTime(opening, OPENING);
  }

  async #readAll({ pieces, redact }: HttpStream): Promise<ConnectionEnd> {
    const cutter = new FrameCutter();
    const reading = pieces[Symbol.asyncIterator]();
    try {
      for (;;) {
        const piece = await this.#inTime(reading.next(), this.#patience);
        if (piece === 'late') {
          return this.#connection.parting?.ending ?? { kind: 'silent' };
        }
        if (piece.done === true) {
          return this.#connection.parting?.ending ?? { kind: 'closed' };
        }
        const { frames, hasLeftOut } = cutter.take(piece.value);
        for (const frame of frames) {
          const ending = this.#take(frame, redact);
          if (ending !== null) {
            return ending;
          }
        }
        if (hasLeftOut) {
          this.#omit();
        }
        await this.#sink.room();
      }
    } finally {
      // A read that is on its way ends with the connection, and only then the iteration does.
      this.#connection.controller.abort();
      void reading.return?.().catch(() => undefined);
    }
  }

  get #patience(): Patiences {
    if (this.#connection.parting === null) {
      return READING;
    }
    const remainingMs = Math.max(1, this.#connection.parting.until - this.#options.clock.now());
    return { running: remainingMs, ended: remainingMs };
  }

  /** Takes in one frame. Returns how it ends the connection, or null. */
  #take(raw: RawFrame, redact: Redact | undefined): ConnectionEnd | null {
    const { event } = raw;
    if (event === 'done') {
      // The end of this stream, not of the run (sheet, section 6).
      this.#endSoon({ kind: 'closed' });
    }
    const isOfLog = idOf(raw) !== null || CONTENT.has(event);
    if (isOfLog && this.#keep(raw) === 'known') {
      return null;
    }
    if (event === 'error') {
      return this.#takeError(raw, redact);
    }
    if (!isOfLog) {
      return null;
    }
    if (event !== 'done') {
      this.#connection.parting = null;
    }
    return this.#handOn(raw, redact);
  }

  /** Keeps that a frame of the log has come, which a replay may bring once more. */
  #keep(raw: RawFrame): 'known' | 'new' {
    this.#connection.lastId = idOf(raw) ?? this.#connection.lastId;
    if (!this.#seen.take(raw)) {
      return 'known';
    }
    this.#vain = 0;
    this.#connection.hasBrought = true;
    this.#notes.hasBegun = true;
    return 'new';
  }

  /** Tells a new frame with content. Returns how it ends the connection, or null. */
  #handOn(raw: RawFrame, redact: Redact | undefined): ConnectionEnd | null {
    const { event } = raw;
    if (!CONTENT.has(event) || isMirror(raw)) {
      return null;
    }
    const data = this.#read(raw, redact);
    if (data === null) {
      return null;
    }
    this.#sink.frame({ id: idOf(raw), event, data });
    return event === 'result' && this.#isOurs(data) ? { kind: 'over' } : null;
  }

  /** One that passes may be followed by more, in the same connection. */
  #takeError(raw: RawFrame, redact: Redact | undefined): ConnectionEnd | null {
    const told = toldBy(this.#read(raw, redact));
    if (isLasting(told.code)) {
      return told;
    }
    this.#endSoon(told);
    return null;
  }

  #endSoon(ending: ConnectionEnd): void {
    this.#connection.parting ??= { ending, until: this.#options.clock.now() + PARTING_MS };
  }

  /** The data of a frame; null for one that is no JSON object or too large. */
  #read({ data }: RawFrame, redact: Redact | undefined): Frame['data'] | null {
    try {
      const response = { status: 200, headers: {}, body: data };
      const value = readJson(redact === undefined ? response : { ...response, redact });
      return isRecord(value) ? value : null;
    } catch (error) {
      if (!(error instanceof ServiceError)) {
        throw error;
      }
      if (error.kind === 'too_large') {
        this.#sink.omitted();
      }
      return null;
    }
  }

  #isOurs({ runId }: Frame['data']): boolean {
    return typeof runId !== 'string' || runId === this.#options.ref.runId;
  }

  /** A frame that is too large has no id that is known. It is told once, however often it comes. */
  #omit(): void {
    if (!this.#omittedAfter.has(this.#connection.lastId)) {
      this.#omittedAfter.add(this.#connection.lastId);
      this.#sink.omitted();
    }
  }

  #settleEnd(ending: ConnectionEnd): Next {
    switch (ending.kind) {
      case 'over':
        return { kind: 'over', warning: null };
      case 'closed':
        return this.#afterClose();
      case 'silent':
        return this.#afterSilence();
      case 'told':
        return this.#afterTold(ending);
      case 'failed':
        return this.#afterFailure(ending.error);
    }
  }

  /** A body may end early, anywhere: only the end of the run shows that it was all of the log. */
  #afterClose(): Next {
    if (!this.#hasRunEnded) {
      this.#sink.closed();
    }
    return this.#again('the connection was closed');
  }

  #afterSilence(): Next {
    // An id that the service does not know any more gives silence (sheet, section 6).
    const isBarren =
      !this.#fromStart && !this.#connection.hasBrought && this.#replays < REPLAYS_MAX;
    const isAtEnd = this.#hasRunEnded && this.#replays === 0;
    if ((isBarren || isAtEnd) && this.#seen.acknowledged !== null) {
      return this.#replay('nothing came');
    }
    // Silence takes longer than a refusal, so that fewer of them are waited for.
    this.#vain += this.#hasRunEnded ? 1 : 0;
    return this.#again('nothing came');
  }

  #afterTold({ code, text }: { readonly code: string; readonly text: string }): Next {
    if (code === 'stream_expired') {
      return { kind: 'over', warning: expired(text) };
    }
    if (code === 'invalid_last_event_id') {
      return this.#replay(text);
    }
    if (FATAL.test(code)) {
      this.#sink.fatal(text);
      const warning =
        `The service ended the log of the run: ${text}. ` + 'Its state is followed without it.';
      return { kind: 'over', warning };
    }
    return this.#again(text);
  }

  #afterFailure(error: ServiceError): Next {
    const { status, reason } = error;
    if (this.#isNotYet(error)) {
      return this.#again(error.message, NOT_THERE_PAUSE_MS);
    }
    if (status === 410) {
      return { kind: 'over', warning: expired(error.message) };
    }
    if (reason === 'invalid_last_event_id' || (status === 400 && !this.#fromStart)) {
      return this.#replay(error.message);
    }
    const isRefused = status === 401 || status === 403 || status === 400;
    if (error.redirect || (isRefused && !error.isGatewayPage)) {
      return { kind: 'over', warning: withoutLog(error.message) };
    }
    return this.#again(error.message, error.retryAfterMs ?? 0);
  }

  /** The stream of a new run may be missing (contract 18.4). */
  #isNotYet({ status }: ServiceError): boolean {
    if (status === 409 || status === 410) {
      return this.#isYoungerThan(NOT_YET_MS);
    }
    return status === 404 && this.#isYoungerThan(NOT_THERE_MS);
  }

  #isYoungerThan(ms: number): boolean {
    const { acceptedAt, clock } = this.#options;
    return acceptedAt !== null && clock.now() - acceptedAt < ms;
  }

  #replay(why: string): Next {
    this.#replays += 1;
    return this.#replays > REPLAYS_MAX ? this.#again(why) : { kind: 'replay' };
  }

  #again(why: string, floorMs = 0): Next {
    this.#vain += 1;
    if (this.#hasRunEnded && this.#vain >= VAIN_ATTEMPTS) {
      return { kind: 'over', warning: withoutEnd(why) };
    }
    const most = this.#hasRunEnded ? 2 : RECONNECT_PAUSES_MS.length - 1;
    const pauseMs = RECONNECT_PAUSES_MS[Math.min(this.#vain - 1, most)] ?? 0;
    return { kind: 'again', why, afterMs: Math.max(floorMs, pauseMs) };
  }

  async #pause(ms: number): Promise<void> {
    await this.#options.clock.sleep(ms, this.#freshNap()).catch(() => undefined);
  }

  #freshNap(): AbortSignal {
    this.#nap = new AbortController();
    return this.#nap.signal;
  }

  /** What is waited for, or `late` where the silence lasts too long. */
  async #inTime<T>(what: Promise<T>, { running, ended }: Patiences): Promise<T | 'late'> {
    what.catch(() => undefined);
    for (;;) {
      this.#stop.signal.throwIfAborted();
      const endedMs = this.#connection.beganEnded ? ended : ENDED_SILENCE_MS;
      const ms = this.#hasRunEnded ? endedMs : running;
      const silence = this.#options.clock.sleep(ms, this.#freshNap()).then(
        () => 'late' as const,
        () => 'woken' as const,
      );
      try {
        const first = await Promise.race([what, silence]);
        if (first !== 'woken') {
          return first;
        }
      } finally {
        this.#nap.abort();
      }
    }
  }
}

/** Cuts the text of a stream into its frames. */
class FrameCutter {
  readonly #parser: EventSourceParser;
  #frames: RawFrame[] = [];
  #hasLeftOut = false;

  constructor() {
    this.#parser = createParser({
      maxBufferSize: EVENT_MAX,
      onEvent: (message) => this.#frames.push(rawFrame(message)),
      onError: ({ type }) => {
        this.#hasLeftOut ||= type === 'max-buffer-size-exceeded';
      },
    });
  }

  /** What a piece of the text completes, and whether a frame was left out as too large. */
  take(piece: string): { readonly frames: readonly RawFrame[]; readonly hasLeftOut: boolean } {
    this.#parser.feed(piece);
    const taken = { frames: this.#frames, hasLeftOut: this.#hasLeftOut };
    if (taken.hasLeftOut) {
      this.#parser.reset();
    }
    this.#frames = [];
    this.#hasLeftOut = false;
    return taken;
  }
}

/** Null for a frame without one. */
function idOf({ id }: RawFrame): string | null {
  return id === '' ? null : id;
}

/** The mirror of a simple frame may be as large as that, and is not needed. */
function isMirror({ event, data }: RawFrame): boolean {
  return event === 'interaction_update' && !data.includes('user-message-appended');
}

function rawFrame({ id, event, data }: EventSourceMessage): RawFrame {
  return { id: id ?? null, event: event ?? '', data };
}

function toldBy(data: Frame['data'] | null): ToldError {
  const code = typeof data?.['code'] === 'string' ? data['code'] : '';
  const message = typeof data?.['message'] === 'string' ? data['message'] : null;
  return { kind: 'told', code, text: failureText({ code, message }) ?? 'an error without a word' };
}

/** Nothing more comes after it, or not from this id. */
function isLasting(code: string): boolean {
  return code === 'stream_expired' || code === 'invalid_last_event_id' || FATAL.test(code);
}

function asFailure(error: unknown): ServiceError {
  if (error instanceof ServiceError) {
    return error;
  }
  if (error instanceof TransportError) {
    return transportFailure(error);
  }
  throw error;
}

const expired = (why: string): string =>
  `The service no longer keeps the log of this run (${why}): ` +
  'what was not read before is missing. The result is read from the run.';
const withoutLog = (why: string): string =>
  `The log of the run cannot be read (${why}): its state and result are followed without it.`;
const withoutEnd = (why: string): string =>
  `The log of the run could not be read to its end (${why}): its last entries may be missing.`;
