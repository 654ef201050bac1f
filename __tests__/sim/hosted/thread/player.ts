/** Plays the jobs of one thread, which wait for each other, with their later attempts. */
import { memoryGitHub } from '../../../support/memory-scene.ts';
import type { SimClock } from '../../engine/clock.ts';
import type { SimulateOptions } from '../../engine/simulated.ts';
import {
  playAttempt,
  type Attempt as AnyAttempt,
  type Serving,
  type Way,
} from '../../world/attempt.ts';
import { GitHubWay } from '../../world/github.ts';
import type { ThreadAttempt } from './deliveries.ts';
import { WRITERS, type AttemptPlan, type CommentPlan, type JobPlan } from './comments.ts';

const EVENTS_MOST = 200_000;

interface ThreadOrder {
  readonly seed: number;
  readonly comments: readonly CommentPlan[];
  readonly inputs: Readonly<Record<string, string>>;
  /** Of a process, by its name and the number of its attempt. */
  readonly seedOf: (name: string, index: number) => number;
  /** Called before each main process, with its name: no other one is alive then. */
  readonly onBegin?: (name: string) => void;
  readonly options: SimulateOptions;
}

/** The jobs of one thread, at whichever service. */
export class ThreadPlayer<Connected extends Way> {
  readonly github = memoryGitHub(Object.fromEntries([...WRITERS].map((login) => [login, 'write'])));
  readonly attempts: (AnyAttempt<AttemptPlan, Connected> & Omit<ThreadAttempt, 'plan'>)[] = [];
  readonly #world: Serving<Connected>;
  readonly #order: ThreadOrder;
  #left: number;
  /** The concurrency group: jobs wait for each other in the order of their comments. */
  readonly #queue: (() => void)[] = [];
  #busy = false;

  constructor(world: Serving<Connected>, order: ThreadOrder) {
    this.#world = world;
    this.#order = order;
    this.#left = order.comments.filter(({ job }) => job !== null).length;
  }

  get #clock(): SimClock {
    return this.#world.options.clock;
  }

  async play(): Promise<boolean> {
    for (const comment of this.#order.comments) {
      this.#clock.after(comment.at, () => this.#comes(comment));
    }
    return this.#clock.drive(() => this.#left === 0, EVENTS_MOST);
  }

  #comes(comment: CommentPlan): void {
    const { id, body, author, job } = comment;
    this.github.nextId = id;
    this.github.addComment(7, body, { login: author, type: 'User' });
    if (job === null) {
      return;
    }
    this.#enqueue(() => void this.#clock.after(job.delayMs, () => this.#begin(comment, job, 0)));
  }

  #enqueue(begin: () => void): void {
    this.#queue.push(begin);
    this.#work();
  }

  #work(): void {
    if (this.#busy) {
      return;
    }
    const next = this.#queue.shift();
    if (next === undefined) {
      return;
    }
    this.#busy = true;
    next();
  }

  #begin(comment: CommentPlan, job: JobPlan, index: number): void {
    const plan = job.attempts[index]!;
    const name = `${job.name}.${index + 1}`;
    const github = this.#way(name, job, plan.github);
    const { inputs, seedOf, onBegin, options } = this.#order;
    onBegin?.(name);
    const attempt = playAttempt(this.#world, {
      name,
      plan,
      github,
      post: { github: this.#way(`${name}.post`, job, []) },
      inputs,
      tamper: options.tamper,
      seed: seedOf(name, index),
      env: {
        GITHUB_EVENT_NAME: 'issue_comment',
        GITHUB_REPOSITORY: 'octo/widgets',
        GITHUB_WORKFLOW: 'Agent',
        GITHUB_ACTOR: comment.author,
        GITHUB_TRIGGERING_ACTOR: comment.author,
        GITHUB_JOB: 'agent',
        GITHUB_RUN_ID: job.runId,
        GITHUB_ACTION: '__self',
        GITHUB_RUN_ATTEMPT: String(index + 1),
      },
      payload: payloadOf(comment),
      onEnd: () => this.#next(comment, job, index),
    });
    this.attempts.push(Object.assign(attempt, { comment, job, index, github }));
  }

  #way(
    by: string,
    { githubLatencyMs }: JobPlan,
    troubles: JobPlan['attempts'][number]['github'],
  ): GitHubWay {
    const { seed, options } = this.#order;
    const trace = options.trace ?? null;
    return new GitHubWay(this.github, {
      clock: this.#clock,
      by,
      seed,
      troubles,
      latencyMs: githubLatencyMs,
      trace,
    });
  }

  #next(comment: CommentPlan, job: JobPlan, index: number): void {
    this.#busy = false;
    this.#work();
    const again = job.attempts[index + 1];
    if (again === undefined) {
      this.#left -= 1;
    }
    // A re-run waits in the group like every other job, behind the next one.
    else {
      this.#clock.after(again.gapMs, () =>
        this.#enqueue(() => this.#begin(comment, job, index + 1)),
      );
    }
  }
}

const addressOf = (id: number): string =>
  `https://github.com/octo/widgets/issues/7#issuecomment-${id}`;

function payloadOf({ id, body, author }: CommentPlan): object {
  const user = { login: author, type: 'User' };
  return {
    action: 'created',
    issue: {
      number: 7,
      title: 'A thing',
      body: 'It is broken.',
      user: { login: 'mona', type: 'User' },
    },
    comment: { id, body, user, html_url: addressOf(id) },
    repository: { full_name: 'octo/widgets' },
    sender: user,
  };
}
