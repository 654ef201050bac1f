/**
 * The pull requests of the simulated runs, the commits that are pushed to them, and what is checked
 * of each commit: drawn from the seed, and true whatever a step reads of it.
 */
import { hexOf } from '../../../../sandbox/faces/ids.ts';
import type { FakeCheckRun, FakeChecks } from '../../../support/fake-github-checks.ts';
import type { GitHubModel } from '../../../support/fake-github.ts';
import { EPOCH } from '../../engine/clock.ts';
import { Dice } from '../../engine/dice.ts';
import type { HostedTurn } from '../turn.ts';
import type { HostedWorld } from '../world.ts';
import type { Feature, Plan } from './plan.ts';

/** What a head comes to at some time. */
export type HeadTruth = 'green' | 'none' | 'person' | 'red' | 'running' | 'stopped';

export interface Head {
  readonly sha: string;
  /** When it was pushed. */
  readonly at: number;
}

export interface Pull {
  readonly runId: string;
  readonly number: number;
  readonly openedAt: number;
  /** Oldest first, with those that are still to come. */
  readonly heads: readonly Head[];
  /** When somebody merges it or closes it without that; Infinity: nobody does. */
  readonly closedAt: number;
  readonly isMerged: boolean;
}

interface Check {
  readonly name: string;
  readonly kind: 'job' | 'status';
  /** Milliseconds since the push. */
  readonly fromMs: number;
  readonly doneMs: number;
  readonly conclusion: string;
}

/** A turn has pushed by its end. */
const BEFORE_END_MS = 3;
/** A head without any check within two minutes counts as one that has none (contract 19.2). */
const LATE_MS = 100_000;
const STOPPED: readonly string[] = ['cancelled', 'stale'];
const GOOD: readonly string[] = ['success', 'neutral', 'skipped'];

export class Heads {
  readonly #world: HostedWorld;
  readonly #plan: Plan;

  constructor(world: HostedWorld, plan: Plan) {
    this.#world = world;
    this.#plan = plan;
  }

  /** Those of all runs, as they come to be. */
  pulls(): readonly Pull[] {
    return this.#world.runs().flatMap(({ id }) => this.#pullOf(id) ?? []);
  }

  pullOfHead(sha: string): Pull | null {
    return this.pulls().find(({ heads }) => heads.some((head) => head.sha === sha)) ?? null;
  }

  /** What GitHub shows from now on, until it is asked again. */
  show(github: GitHubModel, now: number): void {
    github.pulls.length = 0;
    github.statuses.length = 0;
    for (const pull of this.pulls()) {
      const { number, openedAt, heads, closedAt, isMerged } = pull;
      const pushed = heads.filter(({ at }) => at <= now);
      const last = pushed.at(-1);
      if (last !== undefined) {
        github.pulls.push({
          number,
          openedAt: EPOCH + openedAt,
          committedAt: EPOCH + last.at,
          headSha: last.sha,
          ...(closedAt <= now && { closed: true, merged: isMerged }),
        });
      }
      for (const head of pushed) {
        this.#showChecks(github, { head, now });
      }
    }
  }

  #showChecks(
    github: GitHubModel,
    { head, now }: { readonly head: Head; readonly now: number },
  ): void {
    const age = now - head.at;
    const checks = this.#checksOf(head);
    const begun = checks.filter(({ fromMs }) => fromMs <= age);
    const isDone = (check: Check): boolean => check.doneMs <= age;
    for (const check of begun.filter(({ kind }) => kind === 'status')) {
      const { name: context, conclusion } = check;
      const state = isDone(check) ? conclusion : 'pending';
      github.statuses.push({ sha: head.sha, context, state, description: '', target_url: null });
    }
    const jobs = checks.filter(({ kind }) => kind === 'job');
    const runs = begun
      .filter(({ kind }) => kind === 'job')
      .map((check) => runOf(check, { id: jobs.indexOf(check) + 1, isDone: isDone(check) }));
    const hasEnded = jobs.every(isDone);
    const suite = { id: 1, status: hasEnded ? 'completed' : 'in_progress', conclusion: null };
    const shown: FakeChecks = runs.length === 0 ? {} : { suites: [suite], runs };
    github.checks.set(head.sha, shown);
  }

  truth(head: Head, now: number): HeadTruth {
    const checks = this.#checksOf(head);
    const age = now - head.at;
    if (checks.every(({ fromMs }) => fromMs > age)) {
      return 'none';
    }
    if (checks.some(({ doneMs }) => doneMs > age)) {
      return 'running';
    }
    const conclusions = checks.map(({ conclusion }) => conclusion);
    const isBad = (word: string): boolean =>
      !GOOD.includes(word) && !STOPPED.includes(word) && word !== 'action_required';
    if (conclusions.some(isBad)) {
      return 'red';
    }
    if (conclusions.some((word) => STOPPED.includes(word))) {
      return 'stopped';
    }
    return conclusions.includes('action_required') ? 'person' : 'green';
  }

  /** Nothing that is checked of it begins or ends any more. */
  isSettled(head: Head, now: number): boolean {
    return this.#checksOf(head).every(({ doneMs }) => doneMs <= now - head.at);
  }

  #pullOf(runId: string): Pull | null {
    const turns = this.#world.turns(runId);
    const address = turns[0]?.pullRequest ?? null;
    if (address === null) {
      return null;
    }
    const own = turns
      .filter((turn) => this.#pushes(runId, turn))
      .map((turn) => headOf(runId, turn));
    const openedAt = own[0]?.at ?? 0;
    const dice = this.#dice(`pull/${runId}`);
    const others = this.#has('pushed_by_others')
      ? [0, 1].map((nth): Head => ({
          sha: hexOf(`${runId}/other/${nth}`, 40),
          at: openedAt + dice.int(1_000, 400_000),
        }))
      : [];
    const closes = this.#has('closed_pulls') && dice.chance(0.5);
    return {
      runId,
      number: Number(/\d+$/.exec(address)?.[0]),
      openedAt,
      heads: [...own, ...others].toSorted((a, b) => a.at - b.at),
      closedAt: closes ? openedAt + dice.int(1_000, 300_000) : Infinity,
      isMerged: dice.chance(0.5),
    };
  }

  /** The first turn opens the pull request; a later one mends it, or changes nothing. */
  #pushes(runId: string, { index, isStopped }: HostedTurn): boolean {
    const hasEndedByItself = !isStopped;
    if (index === 0) {
      return hasEndedByItself;
    }
    const isEmpty = this.#dice(`push/${runId}/${index}`).chance(this.#has('empty_mends') ? 0.5 : 0);
    return hasEndedByItself && !isEmpty;
  }

  #checksOf({ sha }: Head): readonly Check[] {
    const dice = this.#dice(`head/${sha}`);
    if (this.#has('no_checks') && dice.chance(0.3)) {
      return [];
    }
    const beginMs = dice.chance(0.6) ? dice.int(0, 5_000) : dice.int(0, LATE_MS);
    const longest = this.#has('slow_checks') && dice.chance(0.5) ? 1_200_000 : 90_000;
    const names = ['build', 'lint', 'test'].slice(0, dice.int(1, 3));
    const first = names.map((name, nth): Check => {
      const isStatus = nth > 0 && this.#has('statuses') && dice.chance(0.5);
      const doneMs = beginMs + dice.int(0, longest);
      const word = this.#conclusion(dice);
      return {
        name,
        kind: isStatus ? 'status' : 'job',
        fromMs: beginMs,
        doneMs,
        conclusion: isStatus ? stateOf(word) : word,
      };
    });
    return this.#has('staged_checks') ? [...first, this.#laterJob(dice, first)] : first;
  }

  /** It has no check run until those before it are done; its suite is open meanwhile. */
  #laterJob(dice: Dice, first: readonly Check[]): Check {
    const fromMs = Math.max(...first.map(({ doneMs }) => doneMs)) + dice.int(1, 60_000);
    const conclusion = this.#conclusion(dice);
    return {
      name: 'deploy',
      kind: 'job',
      fromMs,
      doneMs: fromMs + dice.int(0, 60_000),
      conclusion,
    };
  }

  #conclusion(dice: Dice): string {
    if (dice.chance(this.#plan.redRate)) {
      return dice.pick(['failure', 'failure', 'timed_out']);
    }
    const words = [
      ...(this.#has('stopped_checks') ? STOPPED : []),
      ...(this.#has('held_checks') ? ['action_required'] : []),
    ];
    return words.length > 0 && dice.chance(0.3) ? dice.pick(words) : dice.pick(GOOD);
  }

  #has(feature: Feature): boolean {
    return this.#plan.features.has(feature);
  }

  #dice(matter: string): Dice {
    return Dice.of(this.#plan.seed, matter);
  }
}

/** A commit status knows less words. */
const stateOf = (word: string): string => (word === 'failure' ? word : 'success');

function headOf(runId: string, { index, endAt }: HostedTurn): Head {
  return { sha: hexOf(`${runId}/head/${index}`, 40), at: endAt - BEFORE_END_MS };
}

function runOf(
  { name, conclusion }: Check,
  { id, isDone }: { readonly id: number; readonly isDone: boolean },
): FakeCheckRun {
  return { name, id, suite: 1, conclusion: isDone ? conclusion : null };
}
