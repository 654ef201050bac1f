/** What a run is to the modelled service, and a run of consecutive turns, each with a log and an end. */
import type { Dice } from '../engine/dice.ts';

/** A run as the service serves it. All times are of the simulation's clock. */
export interface ServedRun {
  readonly id: number;
  readonly createdAt: number;
  /** Accepts a prompt, and returns what the answer shows. */
  accept(prompt: string, at: number, name: 'create' | 'resume'): Readonly<Record<string, unknown>>;
  /** The fields of the run, and those of it that stand beside a page of its log. */
  body(at: number, of?: 'run' | 'page'): Readonly<Record<string, unknown>>;
  /** In the order of the service. */
  log(at: number): readonly Readonly<Record<string, unknown>>[];
  /** The time that a replica shows which lags behind. */
  lagging(now: number, dice: Dice): number;
}

/** What the service knows of a run when it is made. */
export interface RunFacts {
  readonly id: number;
  readonly createdAt: number;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  /** Converts a time of the simulation to epoch milliseconds by the clock of the service. */
  readonly wall: (at: number) => number;
}

export interface WorldTurn {
  readonly prompt: string;
  readonly acceptedAt: number;
  readonly startAt: number;
  readonly endAt: number;
  readonly word: string;
  readonly entries: readonly { readonly at: number; readonly value: Readonly<Record<string, unknown>> }[];
}

export interface TurnShape {
  /** Milliseconds until a turn begins if no other one is active, and its duration. */
  readonly pickupMs: number;
  readonly lastsMs: number;
  readonly word: string;
  readonly steps: number;
}

export class WorldRun implements ServedRun {
  readonly id: number;
  readonly createdAt: number;
  readonly metadata: RunFacts['metadata'];
  readonly turns: WorldTurn[] = [];
  readonly #wall: RunFacts['wall'];
  readonly #shapeOf: (turn: number) => TurnShape;

  /** @param shapeOf of the turn with this index */
  constructor({ id, createdAt, metadata, wall }: RunFacts, shapeOf: (turn: number) => TurnShape) {
    this.id = id;
    this.createdAt = createdAt;
    this.metadata = metadata;
    this.#wall = wall;
    this.#shapeOf = shapeOf;
  }

  accept(prompt: string, at: number): Readonly<Record<string, unknown>> {
    this.begin(prompt, at, this.#shapeOf(this.turns.length));
    return this.body(at);
  }

  /** Accepts a prompt, whose turn begins after the previous one. */
  begin(prompt: string, now: number, { pickupMs, lastsMs, word, steps }: TurnShape): void {
    const startAt = Math.max(now, this.turns.at(-1)?.endAt ?? 0) + pickupMs;
    const endAt = startAt + lastsMs;
    const turn = this.turns.length + 1;
    const entry = (at: number, fields: Readonly<Record<string, unknown>>): WorldTurn['entries'][number] => ({
      at,
      value: { agent_run_id: this.id, created_at: new Date(this.#wall(at)).toISOString(), ...fields },
    });
    const entries = [
      entry(startAt, { message_type: 'USER_MESSAGE', observation: prompt }),
      ...Array.from({ length: steps }, (_, index) =>
        entry(startAt + 1 + Math.floor((lastsMs * (index + 1)) / (steps + 2)), {
          ...{ message_type: 'ACTION', tool_name: 'bash', tool_input: { step: index }, tool_output: { turn } },
          observation: `Step ${index} of turn ${turn}`,
        }),
      ),
      ...(word === 'COMPLETE'
        ? [entry(endAt - 1, { message_type: 'FINAL_ANSWER', observation: this.answer(turn) })]
        : []),
    ];
    this.turns.push({ prompt, acceptedAt: now, startAt, endAt, word, entries });
  }

  answer(turn: number): string {
    return `Answer ${turn} of run ${this.id}.`;
  }

  status(at: number): string {
    const begun = this.turns.findLastIndex(({ startAt }) => startAt <= at);
    const turn = this.turns[begun];
    if (turn === undefined) return 'PENDING';
    return at < turn.endAt ? 'RUNNING' : turn.word;
  }

  /** Whether the status was one of these at some time of the period. */
  wasIn(words: readonly string[], { from, to }: { readonly from: number; readonly to: number }): boolean {
    return this.turns.some(
      ({ word, endAt }, index) =>
        words.includes(word) && endAt <= to && (this.turns[index + 1]?.startAt ?? Infinity) > from,
    );
  }

  result(at: number): string | null {
    const ended = this.turns.findLastIndex(({ endAt, word }) => endAt <= at && word === 'COMPLETE');
    return ended === -1 ? null : this.answer(ended + 1);
  }

  body(at: number): Readonly<Record<string, unknown>> {
    return {
      ...{ id: this.id, organization_id: 42, status: this.status(at), result: this.result(at) },
      created_at: new Date(this.#wall(this.createdAt)).toISOString(),
      web_url: `https://agents.example.com/runs/${this.id}`,
      metadata: this.metadata,
    };
  }

  lagging(now: number, dice: Dice): number {
    return Math.max(this.createdAt, now - dice.int(200, 8_000));
  }

  log(at: number): Readonly<Record<string, unknown>>[] {
    return this.turns.flatMap(({ entries }) => entries.filter((entry) => entry.at <= at).map(({ value }) => value));
  }

  /** All accepted prompts. */
  get prompts(): readonly string[] {
    return this.turns.map(({ prompt }) => prompt);
  }
}

export function turnShape(dice: Dice): TurnShape {
  return {
    pickupMs: dice.chance(0.6) ? 0 : dice.int(1, 8_000),
    lastsMs: dice.chance(0.8) ? dice.int(500, 40_000) : dice.int(40_000, 300_000),
    word: dice.pick(['COMPLETE', 'COMPLETE', 'COMPLETE', 'COMPLETE', 'FAILED', 'CANCELLED', 'PAUSED']),
    steps: dice.chance(0.95) ? dice.int(0, 6) : dice.int(90, 150),
  };
}
