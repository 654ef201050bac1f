/** Simulates the jobs of a thread. */
import type { Dice } from '../engine/dice.ts';
import { MemoryGitHub } from '../../support/memory-scene.ts';
import { SimClock } from '../engine/clock.ts';
import { MemoryFiles } from '../../support/memory-files.ts';
import { SimProcess } from '../engine/process.ts';
import { takeRejections, type SimulateOptions, type Simulated } from '../engine/simulated.ts';
import { GitHubWay } from '../world/github.ts';
import { turnShape } from '../world/run.ts';
import { World } from '../world/service.ts';
import { marksOf, violationsOf, type Attempt, type Seen } from './invariants.ts';
import { EPOCH, planOf, WRITERS, type CommentPlan, type JobPlan, type Plan } from './plan.ts';

const EVENTS_MOST = 200_000;

export async function simulateThread(seed: number, { trace, tamper }: SimulateOptions = {}): Promise<Simulated> {
  takeRejections();
  const plan = planOf(seed);
  trace?.(JSON.stringify({ ...plan, features: [...plan.features] }, null, 1));
  const player = new Player(plan, { ...(trace && { trace }), ...(tamper && { tamper }) });
  const over = await player.play();
  const { attempts, world, github, clock } = player;
  const seen: Seen = { plan, world, github, attempts, rejections: takeRejections() };
  return {
    seed,
    violations: over ? violationsOf(seen) : [`a hang at ${clock.now()}`],
    marks: marksOf(seen),
    outcome: [...new Set(attempts.map(({ process }) => process.outcome || 'killed'))].sort().join('+'),
    code: '',
    requests: attempts.reduce((sum, { connection }) => sum + connection.network.reached(), 0),
    lasted: clock.now(),
  };
}

class Player {
  readonly clock = new SimClock(0);
  readonly world: World;
  readonly github = new MemoryGitHub(Object.fromEntries([...WRITERS].map((login) => [login, 'write'])));
  readonly attempts: Attempt[] = [];
  readonly #plan: Plan;
  readonly #options: SimulateOptions;
  #left: number;
  /** The concurrency group: jobs wait for each other in the order of their comments. */
  readonly #queue: (() => void)[] = [];
  #busy = false;

  constructor(plan: Plan, options: SimulateOptions) {
    const { seed, comments } = plan;
    this.#plan = plan;
    this.#options = options;
    const trace = options.trace ?? null;
    this.world = new World({
      ...{ seed, trace, clock: this.clock, wallOffset: EPOCH, metadata: 'keep' },
      list: { offered: true, lateMs: 0, staleMs: 0, others: 3 },
      shape: (dice: Dice) => ({ ...turnShape(dice), word: dice.pick(['COMPLETE', 'COMPLETE', 'COMPLETE', 'FAILED']) }),
    });
    this.#left = comments.filter(({ job }) => job !== null).length;
  }

  async play(): Promise<boolean> {
    for (const comment of this.#plan.comments) this.clock.after(comment.at, () => this.#comes(comment));
    return this.clock.drive(() => this.#left === 0, EVENTS_MOST);
  }

  #comes(comment: CommentPlan): void {
    const { id, body, author, job } = comment;
    this.github.thread.push({
      id,
      body,
      author,
      authorIsBot: false,
      htmlUrl: `https://github.com/octo/widgets/issues/7#issuecomment-${id}`,
    });
    if (job === null) return;
    this.#queue.push(() => void this.clock.after(job.delayMs, () => this.#begin(comment, job, 0)));
    this.#work();
  }

  #work(): void {
    if (this.#busy) return;
    const next = this.#queue.shift();
    if (next === undefined) return;
    this.#busy = true;
    next();
  }

  #begin(comment: CommentPlan, job: JobPlan, index: number): void {
    const plan = job.attempts[index];
    if (plan === undefined) {
      this.#left -= 1;
      return;
    }
    const name = `${job.name}.${index + 1}`;
    const connection = this.world.connect(name, plan.troubles);
    const github = this.#github(name, job, plan.github);
    const process = new SimProcess(
      this.#processOptions({ name, comment, job, index, connection, github }),
      'main',
      (ended) => {
        const entry = this.attempts.find((known) => known.process === ended);
        if (entry === undefined) throw new Error('a process is known before it ends');
        if (ended.end?.how === 'killed') github.gone = true;
        this.#post(comment, job, { index, entry });
      },
    );
    this.attempts.push({ comment, job, index, plan, process, connection, github, post: null });
    if (plan.killAfter !== null) this.clock.after(plan.killAfter, () => process.kill());
    if (plan.signalAfter !== null) this.clock.after(plan.signalAfter, () => process.signal());
  }

  #github(by: string, job: JobPlan, troubles: JobPlan['attempts'][number]['github']): GitHubWay {
    const { seed } = this.#plan;
    return new GitHubWay(this.github, {
      clock: this.clock,
      by,
      seed,
      troubles,
      latencyMs: job.githubLatencyMs,
      trace: this.#options.trace ?? null,
    });
  }

  #processOptions(of: {
    readonly name: string;
    readonly comment: CommentPlan;
    readonly job: JobPlan;
    readonly index: number;
    readonly connection: ReturnType<World['connect']>;
    readonly github: GitHubWay;
  }): ConstructorParameters<typeof SimProcess>[0] {
    const { comment, job } = of;
    return {
      name: of.name,
      clock: this.clock,
      wallOffset: job.wallOffset,
      network: of.connection.network,
      files: new MemoryFiles(),
      inputs: this.#plan.inputs,
      env: {
        RUNNER_TEMP: '/temp',
        GITHUB_WORKSPACE: '/workspace',
        GITHUB_EVENT_NAME: 'issue_comment',
        GITHUB_REPOSITORY: 'octo/widgets',
        GITHUB_ACTOR: comment.author,
        GITHUB_TRIGGERING_ACTOR: comment.author,
        GITHUB_WORKFLOW: 'Agent',
        GITHUB_JOB: 'agent',
        GITHUB_RUN_ID: job.runId,
        GITHUB_ACTION: '__self',
        GITHUB_RUN_ATTEMPT: String(of.index + 1),
      },
      payload: {
        action: 'created',
        issue: { number: 7, title: 'A thing', body: 'It is broken.', user: { login: 'mona', type: 'User' } },
        comment: {
          id: comment.id,
          body: comment.body,
          user: { login: comment.author, type: 'User' },
          html_url: `https://github.com/octo/widgets/issues/7#issuecomment-${comment.id}`,
        },
        repository: { full_name: 'octo/widgets' },
        sender: { login: comment.author, type: 'User' },
      },
      github: of.github.client,
      seed: this.#plan.seed * 7 + of.index,
      trace: this.#options.trace ?? null,
      tamper: this.#options.tamper,
    };
  }

  #post(
    comment: CommentPlan,
    job: JobPlan,
    { index, entry }: { readonly index: number; readonly entry: Attempt },
  ): void {
    const name = `${job.name}.${index + 1}.post`;
    const connection = this.world.connect(name, { sends: [], windows: [], latencyMs: 20 });
    const state = { ...entry.process.host.saved };
    this.clock.after(800, () => {
      const github = this.#github(name, job, []);
      const options = {
        ...this.#processOptions({ name, comment, job, index, connection, github }),
        saved: state,
        files: entry.process.files,
      };
      entry.post = new SimProcess(options, 'post', () => this.#next(comment, job, index));
    });
  }

  #next(comment: CommentPlan, job: JobPlan, index: number): void {
    // A re-run waits in the group like every other job, behind the next one.
    this.#busy = false;
    this.#work();
    this.clock.after(job.attempts[index + 1]?.gapMs ?? 0, () => {
      if (job.attempts[index + 1] !== undefined) {
        this.#queue.push(() => this.#begin(comment, job, index + 1));
        this.#work();
      } else this.#begin(comment, job, index + 1);
    });
  }
}
