/**
 * What is saved of a run's work as it becomes known, so that the post step tells of it what the
 * step has told (contract 5, 7.3): a log and GitHub's answers are not read again.
 */
import { SAVED_MAX, saveRunState } from '../runner/saved-state.ts';
import type { Host } from '../runner/port.ts';
import { fitting } from './sections.ts';
import { pullRequestsOf, type Listener } from './step.ts';
import type { StepView } from './step-view.ts';

export type KeptWork = Pick<StepView, 'claims' | 'pullRequests' | 'usage'>;

const NOTHING: KeptWork = { claims: null, pullRequests: [], usage: null };
/** As many as summary and comment show. */
const PULL_REQUESTS_MOST = 10;

/** Saves pull requests once they are known, and what was used with them and at the end. */
export function workSaver(host: Pick<Host, 'saveState'>): Listener {
  let saved = keptWork(NOTHING);
  let sources: readonly unknown[] = [];
  return (event, state) => {
    const { claims, led, pullRequests, turn } = state;
    const now = [claims, led, pullRequests, turn?.pullRequests];
    const isNews = now.some((value, index) => value !== sources[index]);
    const isEnd = event.type === 'ended' || event.type === 'overruled';
    sources = now;
    if (!isNews && !isEnd) {
      return;
    }
    const usage = turn?.usage ?? null;
    const work = keptWork({ claims, pullRequests: pullRequestsOf(state), usage });
    if (work !== saved) {
      saved = work;
      saveRunState(host, { work });
    }
  };
}

/** The first pull requests, as many as may be saved. */
function keptWork({ claims, pullRequests, usage }: KeptWork): string {
  return fitting(PULL_REQUESTS_MOST, {
    render: (most) =>
      JSON.stringify({
        claims: claims?.slice(0, most) ?? null,
        pullRequests: pullRequests.slice(0, most),
        usage,
      } satisfies KeptWork),
    excess: ({ length }) => length - SAVED_MAX,
  });
}

export function readKeptWork(saved: string | null): KeptWork {
  return saved === null ? NOTHING : (JSON.parse(saved) as KeptWork);
}
