/**
 * What is saved of a run's work as it becomes known, so that the post step tells of it what the
 * step has told (contract 5, 7.3): a log and GitHub's answers are not read again.
 */
import { readSavedJson, SAVED_MAX, saveRunState } from '../runner/saved-state.ts';
import type { Host } from '../runner/port.ts';
import { SHOWN_MAX } from './pull-request-lines.ts';
import { pullRequestsOf, type Listener } from './step.ts';
import type { StepView } from './step-view.ts';

interface KeptWork extends Pick<
  StepView,
  'claims' | 'earlier' | 'fixes' | 'headChecks' | 'mentions' | 'pullRequests' | 'usage'
> {
  /** As in `TurnRecord`. */
  readonly isUnread: boolean;
}

const NOTHING: KeptWork = {
  claims: null,
  earlier: [],
  fixes: null,
  headChecks: null,
  isUnread: false,
  mentions: [],
  pullRequests: [],
  usage: null,
};

/**
 * Saves pull requests and the checks of their head once they are known, and what was used with them
 * and at the end.
 */
export function workSaver(host: Pick<Host, 'saveState'>): Listener {
  let saved = keptWork(NOTHING);
  // By identity: a log is long, and the text would be rendered anew for each entry of it.
  let sources: readonly unknown[] = [];
  return (event, state) => {
    const { claims, earlier, fixes, headChecks, led, mentions, pullRequests, turn } = state;
    const isUnread = turn?.isUnread ?? false;
    const ofTurn = [turn?.pullRequests, isUnread];
    const now = [claims, earlier, fixes, headChecks, led, mentions, pullRequests, ...ofTurn];
    const isNews = now.some((value, index) => value !== sources[index]);
    const isEnd = event.type === 'ended' || event.type === 'overruled';
    sources = now;
    if (!isNews && !isEnd) {
      return;
    }
    const usage = turn?.usage ?? null;
    const work = keptWork({
      claims,
      earlier,
      fixes,
      headChecks,
      isUnread,
      mentions,
      pullRequests: pullRequestsOf(state),
      usage,
    });
    if (work !== saved) {
      saved = work;
      saveRunState(host, { work });
    }
  };
}

/**
 * The pull requests that are shown, or say why none counts, as many as may be saved, and the
 * checks, whole or not at all, because they are counted where they are shown.
 */
function keptWork(known: KeptWork): string {
  const { claims, fixes, headChecks, isUnread, pullRequests, usage } = known;
  // Where checks were read, there is a pull request that counts.
  const { earlier, mentions } = headChecks === null ? known : NOTHING;
  const render = (most: number, checks: KeptWork['headChecks']): string =>
    JSON.stringify({
      claims: claims?.slice(0, most) ?? null,
      earlier: earlier.slice(0, most),
      fixes,
      headChecks: checks,
      isUnread,
      mentions: mentions.slice(0, most),
      pullRequests: pullRequests.slice(0, most),
      usage,
    } satisfies KeptWork);
  const withChecks = render(SHOWN_MAX, headChecks);
  if (withChecks.length <= SAVED_MAX) {
    return withChecks;
  }
  let most = SHOWN_MAX;
  while (most > 0 && render(most, null).length > SAVED_MAX) {
    most -= 1;
  }
  return render(most, null);
}

export function readKeptWork(saved: string | null): KeptWork {
  return (readSavedJson(saved) as KeptWork | null) ?? NOTHING;
}
