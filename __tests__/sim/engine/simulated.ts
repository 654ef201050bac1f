/** Options and results common to the simulations of all scenarios. */
import { SERVICE_NAMES } from '../../../src/agents/service-table.ts';
import type { GitHubModel } from '../../support/fake-github.ts';
import type { MemoryFiles } from '../../support/memory-files.ts';
import type { MemoryHost } from '../../support/memory-host.ts';

/**
 * Rare states that the simulation must reach, and whether it has. One that is never reached is not
 * tested.
 */
export type Marks = Readonly<Record<string, boolean>>;

export interface Simulated {
  readonly seed: number;
  readonly violations: readonly string[];
  readonly marks: Marks;
  readonly outcome: string;
  readonly requests: number;
  /** Virtual milliseconds. */
  readonly lasted: number;
}

interface Ended {
  readonly seed: number;
  readonly clock: { now(): number };
  /** Whether every process came to its end. */
  readonly isOver: boolean;
  readonly attempts: readonly {
    readonly process: { readonly outcome: string };
    readonly connection: { readonly network: { reached(): number } };
  }[];
  /** Looked for only where every process came to its end. */
  readonly violations: () => readonly string[];
  readonly marks: Marks;
}

/** What the attempts of several jobs came to. */
export function simulatedAttempts(ended: Ended): Simulated {
  const { seed, clock, isOver, attempts, violations, marks } = ended;
  const outcomes = new Set(attempts.map(({ process: { outcome } }) => outcome || 'killed'));
  return {
    seed,
    violations: isOver ? violations() : [`a hang at ${clock.now()}`],
    marks,
    outcome: [...outcomes].toSorted().join('+'),
    requests: attempts.reduce((sum, { connection }) => sum + connection.network.reached(), 0),
    lasted: clock.now(),
  };
}

export interface SimulateOptions {
  /** Receives a line per step. Slows the simulation down. */
  readonly trace?: (line: string) => void;
  /** Deliberately breaks a part of the runner, or of GitHub. */
  readonly tamper?: (host: MemoryHost, files: MemoryFiles) => void;
  readonly tamperGitHub?: (github: GitHubModel) => void;
}

/**
 * Unhandled rejections. They are collected for the whole process, and each simulation takes its
 * own.
 */
const rejections: string[] = [];
let listening = false;

export function takeRejections(): string[] {
  if (!listening) {
    listening = true;
    process.on('unhandledRejection', (reason) => rejections.push(String(reason)));
  }
  return rejections.splice(0);
}

/**
 * Loads all modules that the step loads on demand, so that no simulation waits for them in real
 * time.
 */
export async function warmUp(): Promise<void> {
  await Promise.all([
    import('../../../src/step/finish.ts'),
    import('../../../src/report/summary.ts'),
    import('../../../src/report/page/index.ts'),
    import('../../../src/agents/agent-run/schema.ts'),
    import('../../../src/agents/agent-run/published.ts'),
    ...SERVICE_NAMES.map((name) => import(`../../../src/agents/${name}/index.ts`)),
    import('../../../src/fleet/fleet.ts'),
    import('../../../src/fleet/post-fleet.ts'),
    import('../../../src/inputs/tasks.ts'),
    import('../../../src/run/output-schema.ts'),
    import('../../../src/run/untrusted-text.ts'),
  ]);
}
