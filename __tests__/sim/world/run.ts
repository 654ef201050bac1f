/**
 * The runs of the simulation: scenarios of the sandbox drawn from a seed, and what the invariants
 * ask about them.
 */
import { entryBody } from '../../../sandbox/faces/agent-run/run-body.ts';
import type { Turn } from '../../../sandbox/scenario.ts';
import type { Store, StoredRun, StoredTurn } from '../../../sandbox/store.ts';
import type { Dice } from '../engine/dice.ts';

export interface TurnShape {
  /** Milliseconds until a turn begins if no other one is active, and its duration. */
  readonly pickupMs: number;
  readonly lastsMs: number;
  readonly word: string;
  readonly steps: number;
}

export function turnShape(dice: Dice): TurnShape {
  return {
    pickupMs: dice.chance(0.6) ? 0 : dice.int(1, 8_000),
    lastsMs: dice.chance(0.8) ? dice.int(500, 40_000) : dice.int(40_000, 300_000),
    word: dice.pick([
      'COMPLETE',
      'COMPLETE',
      'COMPLETE',
      'COMPLETE',
      'FAILED',
      'CANCELLED',
      'PAUSED',
    ]),
    steps: dice.chance(0.95) ? dice.int(0, 6) : dice.int(90, 150),
  };
}

/** Turns of these shapes, one after the other. */
export function turnsOf(shapes: readonly TurnShape[]): readonly Turn[] {
  return shapes.map(({ pickupMs, lastsMs, word, steps }, index) => {
    const endMs = pickupMs + lastsMs;
    const answer = `Answer ${index + 1} of run {{run}}.`;
    return {
      echo: false,
      queued: true,
      statusLag: pickupMs,
      steps: [
        { at: 0, status: 'PENDING' },
        {
          at: pickupMs,
          status: 'RUNNING',
          entry: { message_type: 'USER_MESSAGE', observation: '{{prompt}}' },
        },
        ...Array.from({ length: steps }, (_, step) => ({
          at: pickupMs + 1 + Math.floor((lastsMs * (step + 1)) / (steps + 2)),
          entry: {
            message_type: 'ACTION',
            tool_name: 'bash',
            tool_input: { step },
            tool_output: { turn: index + 1 },
            observation: `Step ${step} of turn ${index + 1}`,
          },
        })),
        ...(word === 'COMPLETE'
          ? [{ at: endMs - 1, entry: { message_type: 'FINAL_ANSWER', observation: answer } }]
          : []),
        { at: endMs, status: word, ...(word === 'COMPLETE' && { result: answer }) },
      ],
    };
  });
}

/** A turn of a run. All times are of the simulation's clock. */
interface WorldTurn {
  readonly prompt: string;
  readonly acceptedAt: number;
  readonly startAt: number;
  readonly endAt: number;
  readonly word: string | null;
  readonly entries: readonly { readonly at: number; readonly value: unknown }[];
}

/** Later than everything a scenario shows. */
const EVER_MS = 1e12;

export class WorldRun {
  readonly id: number;
  readonly #store: Store;
  readonly #wallOffset: number;

  constructor(
    id: number,
    { store, wallOffset }: { readonly store: Store; readonly wallOffset: number },
  ) {
    this.id = id;
    this.#store = store;
    this.#wallOffset = wallOffset;
  }

  get #run(): StoredRun {
    const run = this.#store.behind(-EVER_MS).get(String(this.id));
    if (run === undefined) {
      throw new Error(`there is no run ${this.id}`);
    }
    return run;
  }

  get createdAt(): number {
    return this.#run.createdAt - this.#wallOffset;
  }

  get metadata(): StoredRun['metadata'] {
    return this.#run.metadata;
  }

  get turns(): readonly WorldTurn[] {
    const run = this.#run;
    const values = this.#store
      .behind(-EVER_MS)
      .now(run)
      .log.map((item) => entryBody(run, item));
    return run.turns.map((turn) => this.#turn(turn, values));
  }

  /** @param values the entries of this turn and of those after it; its own are taken off */
  #turn({ prompt, acceptedAt, startedAt, script }: StoredTurn, values: unknown[]): WorldTurn {
    const [last, from] = [script.steps.at(-1), startedAt - this.#wallOffset];
    return {
      prompt,
      acceptedAt: acceptedAt - this.#wallOffset,
      startAt: from + script.statusLag,
      endAt: from + (last?.at ?? 0),
      word: last?.status ?? null,
      entries: script.steps.flatMap(({ at, entry, raw }) =>
        (entry ?? raw) === undefined ? [] : [{ at: from + at, value: values.shift() }],
      ),
    };
  }

  status(at: number): string | null {
    const turn = this.turns.findLast(({ startAt }) => startAt <= at);
    if (turn === undefined) {
      return 'PENDING';
    }
    return at < turn.endAt ? 'RUNNING' : turn.word;
  }

  /** Whether the status was one of these at some time of the period. */
  wasIn(
    words: readonly string[],
    { from, to }: { readonly from: number; readonly to: number },
  ): boolean {
    const { turns } = this;
    return turns.some(
      ({ word, endAt }, index) =>
        words.includes(word ?? '') && endAt <= to && (turns[index + 1]?.startAt ?? Infinity) > from,
    );
  }
}
