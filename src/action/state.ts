/** What the main step leaves for the post step (contract 7.3): enough to say what is known after a kill. */
import type { Host } from '../ports.ts';

const PHASES = ['idle', 'sending', 'running', 'comment', 'done'] as const;

export interface RunState {
  /**
   * `idle`: nothing was carried out yet; `sending`: a create or resume is in flight; `running`: the run is followed;
   * `comment`: only the comment may be out of date; `done`: nothing is left to do.
   */
  readonly phase: (typeof PHASES)[number];
  readonly runId?: number | null;
  readonly webUrl?: string | null;
}

/** Only what is given is saved; what was saved before stays. */
export function saveRunState(host: Pick<Host, 'saveState'>, state: RunState): void {
  for (const [name, value] of Object.entries(state) as [string, string | number | null | undefined][]) {
    if (value !== undefined) host.saveState(name, value === null ? '' : String(value));
  }
}

export function readRunState(host: Pick<Host, 'state'>): RunState | null {
  const phase = PHASES.find((known) => known === host.state('phase'));
  if (phase === undefined) return null;
  const runId = host.state('runId');
  const webUrl = host.state('webUrl');
  return {
    phase,
    runId: /^\d{1,15}$/.test(runId) ? Number(runId) : null,
    webUrl: webUrl === '' ? null : webUrl,
  };
}
