/**
 * An attempt of a step: its main process, which a kill or a signal may cut short, and the post
 * process after it.
 */
import { MemoryFiles } from '../../support/memory-files.ts';
import type { SimClock } from '../engine/clock.ts';
import type { Troubles } from '../engine/faults.ts';
import type { Network } from '../engine/network.ts';
import { SimProcess, type PlayedProcess, type ProcessOptions } from '../engine/process.ts';

export interface AttemptPlan {
  readonly troubles: Troubles;
  /** Those of the post process. Default: none. */
  readonly postTroubles?: Troubles;
  /** Milliseconds after its start, or null. */
  readonly killAfter: number | null;
  readonly signalAfter: number | null;
}

/** The way of one process to its service. */
export interface Way {
  readonly network: Network;
}

/** A service that processes are connected to. */
export interface Serving<Connected extends Way> {
  readonly options: {
    readonly clock: SimClock;
    readonly trace: ((line: string) => void) | null;
  };
  connect(by: string, troubles: Troubles): Connected;
}

export interface Attempt<Plan extends AttemptPlan, Connected extends Way> {
  readonly plan: Plan;
  readonly process: PlayedProcess;
  readonly connection: Connected;
  post: PlayedProcess | null;
  readonly postConnection: Connected;
}

type Own = 'inputs' | 'env' | 'seed' | 'payload' | 'github' | 'aheadMs' | 'tamper';

interface AttemptOptions<Plan> extends Pick<ProcessOptions, Own> {
  readonly name: string;
  readonly plan: Plan;
  /**
   * Whether a post process follows in any case, and not after a kill alone. What it does not share
   * with the main one.
   */
  readonly post?: Pick<ProcessOptions, 'github'>;
  readonly onEnd: () => void;
}

const CALM: Troubles = { sends: [], windows: [], latencyMs: 20 };
/** What the runner takes until the post process begins. */
const POST_MS = 800;

export function playAttempt<Plan extends AttemptPlan, Connected extends Way>(
  world: Serving<Connected>,
  { name, plan, post, onEnd, ...own }: AttemptOptions<Plan>,
): Attempt<Plan, Connected> {
  const { clock, trace } = world.options;
  const { troubles, postTroubles = CALM, killAfter, signalAfter } = plan;
  const [connection, postConnection] = [
    world.connect(name, troubles),
    world.connect(`${name}.post`, postTroubles),
  ];
  const shared = { ...own, clock, trace, files: new MemoryFiles() };
  const process = new SimProcess(
    { ...shared, name, network: connection.network },
    'main',
    ({ end, host }) => {
      if (end?.how !== 'killed' && post === undefined) {
        return onEnd();
      }
      // Copied, because the state must stay as it was at the end.
      const late = {
        name: `${name}.post`,
        network: postConnection.network,
        saved: { ...host.saved },
        ...post,
      };
      clock.after(
        POST_MS,
        () => (attempt.post = new SimProcess({ ...shared, ...late }, 'post', onEnd)),
      );
    },
  );
  if (killAfter !== null) {
    clock.after(killAfter, () => process.kill());
  }
  if (signalAfter !== null) {
    clock.after(signalAfter, () => process.signal());
  }
  const attempt: Attempt<Plan, Connected> = {
    plan,
    process,
    connection,
    post: null,
    postConnection,
  };
  return attempt;
}

/** What holds for each attempt in every scenario with several of them. */
export function violationsOfAttempt({
  process,
  connection,
  post,
  postConnection,
}: Attempt<AttemptPlan, Way>): string[] {
  return [
    ...connection.network.violations,
    ...process.violations,
    ...(post?.violations ?? []),
    ...postConnection.network.violations,
    ...orderly(process),
  ];
}

/** Every step must end in an orderly way, and say why. */
function orderly({ name, end, host, outcome, code }: PlayedProcess): string[] {
  if (end?.how !== 'ended') {
    return [];
  }
  const bad: string[] = [];
  if (code === 'internal') {
    bad.push(`internal error: ${host.outputs['error_message'] ?? ''}`);
  }
  if (outcome === '' || (outcome === 'error' && code === '')) {
    bad.push('no outcome');
  }
  if (outcome === 'skipped' && host.outputs['skip_reason'] === '') {
    bad.push('skipped without a reason');
  }
  const { phase = '', left = '' } = host.saved;
  // A request that was cut short, or a comment or a stop that had no answer in time, is left to the
  // post step (contract 7.3).
  const isLeft =
    (phase === 'sending' && left !== '') || (phase === 'ended' && /comment|stop/.test(left));
  if (phase !== 'done' && !isLeft) {
    bad.push(`the saved phase is ${phase}`);
  }
  return bad.map((problem) => `${name}: ${problem}`);
}
