/** Features that a seed of the single-run simulation may enable, besides a run that is created, resumed or attached to and ends. */
import { swarm } from '../engine/dice.ts';

export const FEATURES = [
  // The network and the service's refusals.
  ...([
    'send_faults',
    'read_faults',
    'log_faults',
    'refused_looks',
    'permanent_faults',
    'other_run',
    'slow_network',
  ] as const),
  // The log.
  ...(['late', 'ties', 'unstamped', 'long', 'descending', 'filled_in', 'alpha_log', 'both_logs', 'no_log'] as const),
  // Service and runner differ by as much as the contract allows.
  'clock_apart',
  // How the run shows its end.
  ...(['no_status', 'odd_status', 'slow_result', 'taken_back', 'summary', 'pull_requests', 'never'] as const),
  // The follow-up.
  ...(['queued', 'silent_reply'] as const),
  // The step.
  ...([
    'signal',
    'kill',
    'stop_on_cancel',
    'fixed_interval',
    'short_timeout',
    'no_wait',
    'siblings',
    'reports',
  ] as const),
] as const;
export type Feature = (typeof FEATURES)[number];

export function featuresOf(seed: number): ReadonlySet<Feature> {
  return swarm(seed, FEATURES);
}
