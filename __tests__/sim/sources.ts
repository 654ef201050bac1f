/**
 * What the simulation may do to a step, and what shows that it happens: the specification, the
 * published API, GitHub's or the runner's documentation, the contract, or ordinary operation. What
 * no row names is not simulated (a test compares). The table in docs/faults.md is generated from
 * this one (`npm run docs`).
 */
import type { Fault } from './engine/faults.ts';
import type { Feature as HostedChecksFeature } from './hosted/checks/plan.ts';
import type { Feature as FleetFeature } from './hosted/fleet/plan.ts';
import type { Feature as HostedFeature } from './hosted/plan.ts';
import type { Feature as ThreadFeature } from './hosted/thread/comments.ts';
import type { Feature as HostedThreadFeature } from './hosted/thread/plan.ts';
import type { GitHubFault } from './world/github.ts';

export type Simulated =
  | Fault
  | GitHubFault
  | ThreadFeature
  | FleetFeature
  | HostedFeature
  | HostedThreadFeature
  | HostedChecksFeature;

interface SourceRow {
  readonly names: readonly Simulated[];
  readonly what: string;
  readonly source: string;
}

export const SOURCES: readonly SourceRow[] = [
  {
    names: [
      'dns',
      'refused',
      'connect_timeout',
      'tls',
      'proxy',
      'certificate',
      'send_faults',
      'read_faults',
    ],
    what: 'No connection: name, host, TLS, proxy, certificate',
    source: 'Ordinary operation; contract 4.1',
  },
  {
    names: ['reset_before', 'reset_after', 'hang_before', 'hang_after', 'cut_body', 'protocol'],
    what: 'The answer is lost, before or after the work, or cut',
    source: 'Ordinary operation (a restart, a load balancer); contract 4.1',
  },
  { names: ['too_large'], what: 'An answer larger than is taken', source: 'Contract 2.4, 6.5' },
  {
    names: ['slow', 'slow_network'],
    what: 'Answers that take seconds',
    source: 'Ordinary operation',
  },
  {
    names: ['429', 'others'],
    what: 'A refusal, with and without a time to wait; others use the same token',
    source: 'Spec 8 (limits), contract 3.2',
  },
  {
    names: ['http_401', 'http_402', 'http_403', 'http_404', 'http_422'],
    what: 'A refusal for good',
    source: 'Spec 7 (errors), contract 5',
  },
  {
    names: ['http_500', 'http_502', 'http_503', 'http_503_done', 'http_408', 'http_502_done'],
    what: 'The service fails, before or after the work',
    source: 'Ordinary operation; contract 4.1',
  },
  {
    names: [
      ...([
        'odd_reads',
        'http_400',
        'http_409',
        'http_410',
        'http_421',
        'http_423',
        'http_425',
      ] as const),
      ...(['http_451', 'http_499'] as const),
    ],
    what: 'Another 4xx on a read',
    source: 'Contract 4.1 (counts as transient)',
  },
  { names: ['redirect'], what: 'A redirect', source: 'Contract 2.4, 5' },
  {
    names: ['gateway_pages', 'page_401', 'page_403', 'page_404', 'page_502'],
    what: "A gateway's web page as a refusal, while the service behind it restarts",
    source: 'A reported incident (web-check#268); contract 4.1',
  },
  {
    names: ['bad_json', 'html', 'empty', 'no_id', 'array', 'null'],
    what: 'A 2xx that is not what was asked for: a page of a gateway, nothing, no id',
    source: 'Ordinary operation (gateways); contract 2.2, 4.1',
  },
  {
    names: [
      'logs_404',
      'logs_500',
      'logs_403',
      'logs_400',
      'logs_410',
      'logs_object',
      'logs_missing',
    ],
    what: 'The log alone fails, or its shape makes no sense',
    source: 'Published API (the endpoint is ALPHA), contract 2.3',
  },
  {
    names: ['long_logs', 'list_long'],
    what: 'Many entries; many runs',
    source: 'Contract 4.7, 4.9; spec 4.5 (paging)',
  },
  {
    names: ['odd_status', 'pull_requests', 'bad_ends'],
    what: 'How a run shows its end',
    source: 'Contract 4.2, 4.3; the sheet of each service',
  },
  {
    names: ['stream_cuts', 'stream_silences'],
    what: 'A live stream that breaks in the middle of an event, or falls silent',
    source: 'Sheet of Cursor 6; contract 18.3',
  },
  {
    names: ['busy_runs'],
    what: 'A follow-up of a run at work',
    source: 'Contract 4.5',
  },
  {
    names: ['gone_runs'],
    what: 'A run of the thread that somebody has archived, ended or deleted',
    source: 'Contract 7.2, 18.4, 18.5; sheets of Cursor 3.4 and Devin 3.5',
  },
  {
    names: ['clocks_apart'],
    what: 'Clocks that differ by up to five minutes',
    source: 'Contract 4.9',
  },
  {
    names: ['metadata', 'idempotency', 'own_key', 'prompt_changed'],
    what: 'What the service does with `metadata`, and what a re-run asks',
    source: 'Published API, contract 4.9, 18.4',
  },
  {
    names: ['signals', 'kills', 'reruns', 'resumes'],
    what: 'A cancelled, killed or repeated job',
    source: "GitHub's documentation (cancellation, re-runs); the runner's source",
  },
  {
    names: [
      'secondary',
      'secondary_untimed',
      'github_502',
      'primary',
      'too_many',
      'lost',
      'lost_done',
      'github_faults',
      'slow_github',
    ],
    what: 'GitHub limits requests, also without a time to wait, fails or loses an answer',
    source:
      "GitHub's documentation (rate limits); reported incidents (ThrillhouseBot#568, rhwp#2804); ordinary operation",
  },
  {
    names: [
      ...(['slow_checks', 'staged_checks', 'stopped_checks', 'held_checks', 'no_checks'] as const),
      'statuses',
    ],
    what: 'What is checked of a commit, when it begins, and how it ends',
    source: "GitHub's documentation (checks, commit statuses); contract 19.2",
  },
  {
    names: ['empty_mends', 'pushed_by_others', 'closed_pulls'],
    what: 'A mend that changes nothing, and what people do to the pull request meanwhile',
    source: 'Contract 19.2, 19.4; ordinary operation',
  },
  {
    names: ['outsiders', 'chatter', 'max_turns', 'no_context', 'comment'],
    what: 'Who comments in a thread, and what',
    source: 'Contract 6.1, 7.2',
  },
  {
    names: [
      ...(['fixed_interval', 'no_wait', 'siblings', 'reports', 'stop_on_cancel', 'tight'] as const),
      ...(['max_parallel', 'fail_fast', 'own_runs', 'attaches', 'expect_result'] as const),
    ],
    what: "The step's own inputs, and how long runs take",
    source: 'Contract 1.1, 13',
  },
];
