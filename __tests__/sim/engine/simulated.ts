/** What a simulation of any scenario takes and gives. */
import type { Mark } from '../marks.ts';
import type { SimHost } from './machine.ts';

export interface Simulated {
  readonly seed: number;
  readonly violations: readonly string[];
  /** The rare states that were reached. */
  readonly marks: readonly Mark[];
  readonly outcome: string;
  readonly code: string;
  readonly requests: number;
  /** Virtual milliseconds. */
  readonly lasted: number;
}

export interface SimulateOptions {
  /** Called with each step; slows everything down. */
  readonly trace?: (line: string) => void;
  /** Breaks something of the runner on purpose. */
  readonly tamper?: (host: SimHost) => void;
}

/** What promises rejected without anyone listening. One collector for the process; a simulation takes what is its own. */
const rejections: string[] = [];
let listening = false;

export function takeRejections(): string[] {
  if (!listening) {
    listening = true;
    process.on('unhandledRejection', (reason) => rejections.push(String(reason)));
  }
  return rejections.splice(0);
}

/** Loads what the step loads when it needs it, so that no simulation waits for it in real time. */
export async function warmUp(): Promise<void> {
  await Promise.all([
    import('../../../src/report/summary/index.ts'),
    import('../../../src/report/trace/index.ts'),
    import('../../../src/service/schema.ts'),
    import('../../../src/service/published.ts'),
    import('../../../src/idempotency/create-once.ts'),
    import('../../../src/idempotency/resume-once.ts'),
    import('../../../src/idempotency/after-kill.ts'),
    import('../../../src/thread-comment/schedule.ts'),
    import('../../../src/thread-comment/turns/deliver.ts'),
    import('../../../src/thread-comment/find.ts'),
    import('../../../src/fleet/step.ts'),
    import('../../../src/fleet/afterwards/index.ts'),
    import('../../../src/inputs/tasks.ts'),
    import('../../../src/structured-output/index.ts'),
  ]);
}
