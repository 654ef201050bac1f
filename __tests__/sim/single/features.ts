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
  ...(['late', 'ties', 'unstamped', 'long', 'descending', 'by_arrival', 'no_total', 'capped', 'filled_in'] as const),
  ...(['foreign_entries', 'alpha_log', 'both_logs', 'no_log'] as const),
  // Clocks.
  ...(['jumps', 'clock_apart', 'clock_back', 'clock_stumbles', 'clock_stumbled_before', 'dated'] as const),
  // How the run shows its end.
  ...(['no_status', 'odd_status', 'blip', 'slow_result', 'taken_back', 'summary', 'pull_requests', 'never'] as const),
  // The follow-up.
  ...(['queued', 'elsewhere', 'silent_reply'] as const),
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
