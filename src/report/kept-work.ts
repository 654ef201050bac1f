/**
 * What is saved of a run's work as it becomes known, so that the post step tells of it what the
 * step has told (contract 5, 7.3): a log and GitHub's answers are not read again.
 */
import { readSavedJson, SAVED_MAX, saveRunState } from '../runner/saved-state.ts';
import type { Host } from '../runner/port.ts';
import { SHOWN_MAX } from './pull-request-lines.ts';
import { pullRequestsOf, type Listener } from './step.ts';
import type { StepView } from './step-view.ts';

type KeptWork = Pick<StepView, 'claims' | 'fixes' | 'headChecks' | 'pullRequests' | 'usage'>;

const NOTHING: KeptWork = {
  claims: null,
  fixes: null,
  headChecks: null,
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
    const { claims, fixes, headChecks, led, pullRequests, turn } = state;
    const now = [claims, fixes, headChecks, led, pullRequests, turn?.pullRequests];
    const isNews = now.some((value, index) => value !== sources[index]);
    const isEnd = event.type === 'ended' || event.type === 'overruled';
    sources = now;
    if (!isNews && !isEnd) {
      return;
    }
    const usage = turn?.usage ?? null;
    const work = keptWork({
      claims,
      fixes,
      headChecks,
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
 * The pull requests that are shown, as many as may be saved, and the checks, whole or not at all,
 * because they are counted where they are shown.
 */
function keptWork({ claims, fixes, headChecks, pullRequests, usage }: KeptWork): string {
  const render = (most: number, checks: KeptWork['headChecks']): string =>
    JSON.stringify({
      claims: claims?.slice(0, most) ?? null,
      fixes,
      headChecks: checks,
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
