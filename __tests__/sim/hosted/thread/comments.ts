/**
 * Plans jobs that the comments of one thread start, and which run in its concurrency group, with
 * faults of the network and of GitHub. Nothing in it is of one service.
 */
import { Dice, swarm } from '../../engine/dice.ts';
import { troublesOf } from '../../engine/faults.ts';
import { GITHUB_FAULTS, type GitHubTrouble } from '../../world/github.ts';
import type { AttemptPlan as AnyAttemptPlan } from '../../world/attempt.ts';
import { QUIET } from '../../world/connection.ts';

export const FEATURES = [
  ...([
    'github_faults',
    'send_faults',
    'read_faults',
    'kills',
    'signals',
    'reruns',
    'outsiders',
  ] as const),
  ...(['metadata', 'max_turns', 'comment', 'chatter', 'no_context', 'slow_github'] as const),
] as const;
export type Feature = (typeof FEATURES)[number];

export interface CommentPlan {
  readonly id: number;
  readonly at: number;
  readonly author: string;
  /** Null if the comment does not address the agent. */
  readonly job: JobPlan | null;
  readonly body: string;
}

export interface AttemptPlan extends AnyAttemptPlan {
  readonly github: readonly GitHubTrouble[];
  /** Milliseconds since the previous attempt. */
  readonly gapMs: number;
}

export interface JobPlan {
  readonly name: string;
  readonly attempts: readonly AttemptPlan[];
  readonly runId: string;
  readonly githubLatencyMs: number;
  /** Time until the runner starts it. */
  readonly delayMs: number;
}

interface CommentsPlan {
  readonly seed: number;
  readonly features: ReadonlySet<Feature>;
  readonly comments: readonly CommentPlan[];
  readonly inputs: Readonly<Record<string, string>>;
}

export const WRITERS: ReadonlySet<string> = new Set(['mona', 'hubot', 'octocat']);

/** Far apart, to leave numbers for the action's own comments. */
const commentId = (index: number): number => 1_000 * (index + 1);

export function commentsOf(seed: number): CommentsPlan {
  const features = swarm(seed, FEATURES);
  const has = (feature: Feature): boolean => features.has(feature);
  const of = (matter: string): Dice => Dice.of(seed, matter);
  const count = of('jobs').int(2, 5);
  const timeoutMs = of('timeout').int(10, 30) * 60_000;
  let at = 0;
  const comments: CommentPlan[] = [];
  for (let index = 0; index < count; index += 1) {
    const dice = of(`comment/${index}`);
    at += dice.chance(0.5) ? dice.int(0, 15_000) : dice.int(0, 240_000);
    const author =
      has('outsiders') && dice.chance(0.35) ? `outsider${dice.int(1, 3)}` : dice.pick([...WRITERS]);
    const id = commentId(comments.length);
    if (has('chatter') && dice.chance(0.5)) {
      comments.push({
        id,
        at: Math.max(0, at - 5),
        author: 'mona',
        job: null,
        body: `Talk about something [c${id}].`,
      });
    }
    const own = commentId(comments.length);
    comments.push({
      id: own,
      at,
      author,
      job: jobOf(of(`job/${index}`), { index, features, at }),
      body: `@agent please do thing [c${own}].`,
    });
  }
  return {
    seed,
    features,
    comments,
    inputs: {
      ...QUIET,
      github_token: 'ghs-0123456789abcdef',
      prompt: 'Do what the comments ask for.',
      timeout_minutes: String(timeoutMs / 60_000),
      resume: 'thread',
      context: has('no_context') ? 'none' : 'event',
      trigger_phrase: '@agent',
      comment: String(has('comment')),
      ...(has('metadata') && { idempotency: 'on' }),
      ...(has('max_turns') && { max_turns: String(of('turns').int(1, 3)) }),
    },
  };
}

function jobOf(
  dice: Dice,
  {
    index,
    features,
    at,
  }: { readonly index: number; readonly features: ReadonlySet<Feature>; readonly at: number },
): JobPlan {
  const has = (feature: Feature): boolean => features.has(feature);
  const attempts = Array.from(
    { length: has('reruns') ? dice.int(1, 2) : 1 },
    (_, attempt): AttemptPlan => {
      const begin = at + attempt * 200_000;
      return {
        troubles: troublesOf(dice, {
          sends: has('send_faults') && dice.chance(0.6),
          reads: has('read_faults') && dice.chance(0.6),
          at: begin,
        }),
        github: has('github_faults') && dice.chance(0.7) ? githubTroubles(dice, begin) : [],
        killAfter:
          has('kills') && dice.chance(0.5)
            ? dice.int(1, dice.chance(0.7) ? 12_000 : 200_000)
            : null,
        signalAfter:
          has('signals') && dice.chance(0.4)
            ? dice.int(1, dice.chance(0.5) ? 12_000 : 100_000)
            : null,
        gapMs: dice.int(20_000, 200_000),
      };
    },
  );
  return {
    name: `job${index}`,
    attempts,
    runId: String(9000 + index),
    githubLatencyMs: has('slow_github') ? dice.int(200, 1_500) : dice.pick([5, 60, 150]),
    delayMs: dice.int(0, 20_000),
  };
}

export function githubTroubles(dice: Dice, at: number): GitHubTrouble[] {
  return Array.from({ length: dice.int(1, 3) }, () => {
    const from = at + dice.int(0, dice.chance(0.6) ? 6_000 : 90_000);
    // Longer than the two minutes for which GitHub is waited for (contract 6.1), now and then.
    const to = from + dice.int(100, dice.chance(0.8) ? 20_000 : 400_000);
    return {
      from,
      to,
      rate: dice.pick([0.2, 0.5, 1]),
      kinds: dice.some(GITHUB_FAULTS, dice.int(1, 3)),
    };
  });
}
