/** The sandbox's service with many runs of set durations, for steps in memory and the benches. */
import { UNLIMITED } from '../../sandbox/options.ts';
import type { Scenario, Step } from '../../sandbox/scenario.ts';
import type { HttpRequest } from '../../src/http/port.ts';
import { MemorySandbox, scenarioOf, type SandboxAnswer } from './memory-sandbox.ts';
import { TOKEN } from './memory-host.ts';
import type { VirtualClock } from './virtual-clock.ts';

export interface RunsOptions {
  readonly clock: Pick<VirtualClock, 'now' | 'wall'>;
  /** Of the run that was created as number `nth`, from 0. */
  readonly durationMs: (nth: number) => number;
  /** Log entries of a run, spread evenly over its duration. */
  readonly entries?: number;
  /** The fields of entry number `index`, from 0; the last one is a `FINAL_ANSWER`. */
  readonly entry?: (index: number) => Step['entry'];
  /** Whether the service has the list of runs. */
  readonly listed?: boolean;
  /** Whether the list shows all runs at work, because it lags behind. */
  readonly listLags?: boolean;
}

export const FIRST_ID = 1001;

const smallEntry = (index: number): Step['entry'] => ({
  tool_name: 'edit',
  tool_input: {},
  tool_output: {},
  observation: `Entry ${index}.`,
});

export class RunsService extends MemorySandbox {
  readonly #options: RunsOptions;

  constructor(options: RunsOptions) {
    const { clock, listed = true } = options;
    const known = new Map<number, Scenario>();
    const choose = (nth: number): Scenario => {
      const durationMs = options.durationMs(nth);
      const scenario =
        known.get(durationMs) ?? scenarioOf([{ steps: stepsOf(durationMs, options) }]);
      known.set(durationMs, scenario);
      return scenario;
    };
    super({ now: () => clock.wall(), token: TOKEN, limits: UNLIMITED, listed, choose });
    this.#options = options;
  }

  /** In the order in which they were created. Times are of the clock. */
  get runs(): readonly {
    readonly id: number;
    readonly createdAt: number;
    readonly endAt: number;
  }[] {
    const { clock } = this.#options;
    const offset = clock.wall() - clock.now();
    return this.store.all().map(({ id, createdAt, scenario }) => {
      const lastsMs = scenario.turns[0]?.steps.at(-1)?.at ?? 0;
      return { id: Number(id), createdAt: createdAt - offset, endAt: createdAt - offset + lastsMs };
    });
  }

  get banned(): readonly number[] {
    return this.store.all().flatMap(({ id, banned }) => (banned ? [Number(id)] : []));
  }

  /** Adds runs that nobody has asked for. */
  seed(count: number): void {
    const order = { prompt: 'Go.', seeded: true };
    for (let nth = 0; nth < count; nth += 1) {
      const steps = stepsOf(this.#options.durationMs(nth), this.#options);
      this.store.create({ ...order, scenario: scenarioOf([{ steps }]) });
    }
  }

  override answer(
    request: Pick<HttpRequest, 'method' | 'url' | 'headers' | 'body'>,
  ): SandboxAnswer {
    const answer = super.answer(request);
    const { items } = answer.body as { readonly items?: readonly object[] };
    if (this.#options.listLags !== true || items === undefined) {
      return answer;
    }
    return {
      ...answer,
      body: {
        ...(answer.body as object),
        items: items.map((run) => ({ ...run, status: 'ACTIVE' })),
      },
    };
  }
}

function stepsOf(
  durationMs: number,
  { entries = 0, entry = smallEntry }: Pick<RunsOptions, 'entries' | 'entry'>,
): readonly Step[] {
  return [
    ...Array.from({ length: entries }, (_, index) => ({
      at: (durationMs * (index + 1)) / entries,
      entry: { ...entry(index), ...(index === entries - 1 && { message_type: 'FINAL_ANSWER' }) },
    })),
    { at: durationMs, status: 'COMPLETE', result: 'Done.' },
  ];
}
