/**
 * Plans the jobs of one thread at a hosted agent that takes follow-ups: comments and what goes
 * wrong at GitHub as everywhere, the rest as the service is.
 */
import { Dice, swarm } from '../../engine/dice.ts';

import { settingOf, type Setting } from '../plan.ts';
import type { Subject } from '../subject.ts';
import { commentsOf, type CommentPlan } from './comments.ts';

export const FEATURES = [
  ...(['stream_cuts', 'stream_silences', 'pull_requests', 'long_logs', 'bad_ends'] as const),
  ...(['odd_status', 'stop_on_cancel', 'gone_runs'] as const),
] as const;
export type Feature = (typeof FEATURES)[number];

export interface Plan extends Setting {
  readonly features: ReadonlySet<string>;
  readonly comments: readonly CommentPlan[];
  readonly inputs: Readonly<Record<string, string>>;
  /** What somebody does to the runs before a process begins, by its name. */
  readonly gone: ReadonlyMap<string, Gone>;
}

/** How a run may be lost to its thread (contract 7.2, 18.4, 18.5). */
const GONE = ['archived', 'closed', 'removed'] as const;
export type Gone = (typeof GONE)[number];

export function planOf(subject: Subject, seed: number): Plan {
  const { features: ofThread, comments, inputs } = commentsOf(seed);
  const own = swarm(seed, FEATURES);
  const timeoutMs = Number(inputs['timeout_minutes']) * 60_000;
  const isStoppable = subject.kinds.stops.length > 0;
  const has = (feature: Feature): boolean =>
    own.has(feature) && (isStoppable || feature !== 'stop_on_cancel');
  const isKeyed = inputs['idempotency'] !== undefined;
  return {
    ...settingOf(subject, { seed, features: new Set([...own].filter(isOfService)), timeoutMs }),
    features: new Set([...ofThread, ...own]),
    comments,
    gone: new Map(has('gone_runs') ? comments.flatMap((comment) => goneAt(seed, comment)) : []),
    inputs: {
      ...inputs,
      service: subject.service,
      org_id: '',
      idempotency: isKeyed ? 'on' : 'none',
      create_pull_request: String(has('pull_requests')),
      on_cancel: has('stop_on_cancel') ? 'stop' : 'leave',
      ...subject.inputs(Dice.of(seed, 'inputs')),
    },
  };
}

const isOfService = (feature: Feature): feature is Exclude<Feature, 'gone_runs'> =>
  feature !== 'gone_runs';

function goneAt(seed: number, { job }: CommentPlan): readonly (readonly [string, Gone])[] {
  const dice = Dice.of(seed, `gone/${job?.name ?? ''}`);
  return (job?.attempts ?? []).flatMap((_, index) =>
    dice.chance(0.4) ? [[`${String(job?.name)}.${index + 1}`, dice.pick(GONE)] as const] : [],
  );
}
