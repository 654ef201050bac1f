/** The turns of a run: scenarios of the sandbox drawn from a seed, and what is right about them. */
import type { Turn, UsageSource } from '../../../sandbox/scenario.ts';
import type { PullRequest, Store, StoredRun, StoredTurn } from '../../../sandbox/store.ts';
import type { Dice } from '../engine/dice.ts';

/** What a turn does, in milliseconds since its begin. */
export interface TurnShape {
  readonly pickupMs: number;
  readonly lastsMs: number;
  readonly word: string;
  /** Whether it ends with a text. */
  readonly isAnswered: boolean;
  readonly steps: number;
  /** A pull request that it opens. */
  readonly opensPull: boolean;
}

export interface ShapeOptions {
  readonly words: readonly string[];
  /** Words after which a run has a text. */
  readonly answered: readonly string[];
  readonly long: boolean;
  readonly pulls: boolean;
}

export function turnShape(dice: Dice, { words, answered, long, pulls }: ShapeOptions): TurnShape {
  const few = dice.chance(0.95) || !long;
  const word = dice.pick(words);
  return {
    pickupMs: dice.chance(0.5) ? 0 : dice.int(1, 8_000),
    lastsMs: dice.chance(0.8) ? dice.int(1_500, 40_000) : dice.int(40_000, 300_000),
    word,
    isAnswered: answered.includes(word),
    steps: few ? dice.int(0, 6) : dice.int(60, 120),
    // One that somebody puts an end to has none yet.
    opensPull: pulls && word !== 'CANCELLED' && dice.chance(0.6),
  };
}

/** Labels the entry number `step` of the turn. Each text of an entry has its label. */
const labelOf = (turn: number, step: number): string => `#${turn}.${step}${'aw'[step % 2]}#`;
const LABEL = /#\d+\.\d+[aw]#/g;

/** The labels in a text, each once. */
export function labelsIn(text: string): readonly string[] {
  return [...new Set(text.match(LABEL) ?? [])];
}

/** Whether the label is of something said, and not of a tool call. */
export const isSaid = (label: string): boolean => label.endsWith('a#');

const answerOf = (turn: number): string => `The answer of turn ${turn} of {{run}}.`;

/** Of a turn in its run, and of the run in its world, from 0. */
interface Ordinal {
  readonly index: number;
  readonly nthRun: number;
}

export function turnOf(shape: TurnShape, { index, nthRun }: Ordinal): Turn {
  const { pickupMs, lastsMs, word, isAnswered, steps, opensPull } = shape;
  const endMs = pickupMs + lastsMs;
  const answer = answerOf(index);
  return {
    echo: true,
    queued: false,
    statusLag: 0,
    steps: [
      { at: 0, status: 'PENDING' },
      { at: pickupMs, status: 'RUNNING' },
      ...Array.from({ length: steps }, (_, step) => ({
        at: pickupMs + 1 + Math.floor((lastsMs * (step + 1)) / (steps + 2)),
        entry: entryOf(labelOf(index, step)),
        usage: useAfter(step + 1),
      })),
      ...(opensPull ? [{ at: endMs - 2, github_pull_requests: [pullOf({ index, nthRun })] }] : []),
      ...(isAnswered
        ? [{ at: endMs - 1, entry: { message_type: 'FINAL_ANSWER', observation: answer } }]
        : []),
      {
        at: endMs,
        status: word,
        usage: useAfter(steps + 1),
        ...(isAnswered && { result: answer }),
      },
    ],
  };
}

/** It grows with each entry, and with the end. In halves and quarters, whose sums are exact. */
function useAfter(steps: number): UsageSource {
  return { tokens: 1_000 * steps, cost_usd: 0.25 * steps, acu: 0.5 * steps, ai_credits: 3 * steps };
}

/** Each turn has a branch of its own, and no two pull requests of the repository a number. */
function pullOf({ index, nthRun }: Ordinal): PullRequest {
  const number = 41 + 10 * nthRun + index;
  return {
    url: `{{repository}}/pull/${number}`,
    number,
    head_branch_name: `work-${index}`,
  };
}

/** By turns something said and a tool call. */
function entryOf(label: string): Readonly<Record<string, unknown>> {
  if (isSaid(label)) {
    return { message_type: 'PLAN_EVALUATION', thought: `Now ${label}.` };
  }
  return {
    message_type: 'ACTION',
    thought: 'I look around.',
    tool_name: 'bash',
    tool_input: { command: `echo ${label}` },
    tool_output: { exit_code: 0 },
  };
}

/** A turn of a run. All times are of the simulation's clock. */
export interface HostedTurn {
  readonly index: number;
  readonly prompt: string;
  readonly acceptedAt: number;
  readonly startAt: number;
  readonly endAt: number;
  /** The word of its end. */
  readonly word: string;
  /** Empty without a text. */
  readonly result: string;
  readonly labels: readonly { readonly at: number; readonly label: string }[];
  /** When something more was said to it while it was at work. */
  readonly notes: readonly number[];
  readonly pullRequest: string | null;
  /** Somebody has put an end to it. */
  readonly isStopped: boolean;
  /** When somebody has put the run to sleep after it; Infinity: nobody has. */
  readonly sleptAt: number;
  /** What it has used, and since when. */
  readonly uses: readonly { readonly at: number; readonly use: UsageSource }[];
  /** The last of it. */
  readonly usage: UsageSource | null;
}

/** @param wallOffset the time of day at the begin of the simulation */
export function turnsOf(run: StoredRun, wallOffset: number): readonly HostedTurn[] {
  return run.turns.map((turn, index) => hostedTurn(turn, { run, index, wallOffset }));
}

function hostedTurn(
  { prompt, acceptedAt, startedAt, stoppedAt, sleptAt, script, notes }: StoredTurn,
  {
    run,
    index,
    wallOffset,
  }: { readonly run: StoredRun; readonly index: number; readonly wallOffset: number },
): HostedTurn {
  const from = startedAt - wallOffset;
  const last = script.steps.at(-1);
  const scripted = from + (last?.at ?? 0);
  const stopped = stoppedAt - wallOffset;
  const isStopped = stopped < scripted;
  const endAt = isStopped ? stopped : scripted;
  const word = isStopped ? 'CANCELLED' : String(last?.status);
  const uses = script.steps.flatMap(({ at, usage: use }) =>
    use === undefined || use === null || from + at > endAt ? [] : [{ at: from + at, use }],
  );
  const pull = script.steps.findLast((step) => step.github_pull_requests !== undefined);
  const url = pull?.github_pull_requests?.at(-1)?.url ?? null;
  return {
    index,
    prompt,
    notes: notes.map(({ at }) => at - wallOffset),
    acceptedAt: acceptedAt - wallOffset,
    startAt: from,
    endAt,
    word,
    result: isStopped ? '' : String(last?.result ?? '').replace('{{run}}', run.id),
    labels: script.steps.flatMap(({ at, entry }) => {
      const [label] = labelsIn(JSON.stringify(entry ?? null));
      return label === undefined || from + at > endAt ? [] : [{ at: from + at, label }];
    }),
    isStopped,
    sleptAt: sleptAt - wallOffset,
    uses,
    usage: uses.at(-1)?.use ?? null,
    pullRequest: isStopped || url === null ? null : url.replace('{{repository}}', run.repository),
  };
}

/** The run as the service has it in the end, whatever replicas show. */
export function finalOf(store: Store, id: string): StoredRun | undefined {
  return store.behind(-1e12).get(id);
}
