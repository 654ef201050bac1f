/**
 * The pull requests that the service tells by an id alone, or that tools of the run have shown,
 * looked up as soon as they are told, so that a signal finds them known (contract 7.3).
 * `verify` follows what leads to them once more after the run, and confirms them.
 */
import type { Agent, PullRequestLead } from '../agents/port.ts';
import type { Context } from '../context.ts';
import { GITHUB_PATIENCE_MS, waitOut } from '../github/wait-out.ts';
import type { Inputs } from '../inputs/parse.ts';
import { mayRead, openReads, type ReadsOrder } from './github-reads.ts';
import { followLeads, type LedClaims } from './pull-request-leads.ts';
import { lookUpClaims } from './verify.ts';

interface EarlyOrder extends ReadsOrder {
  readonly inputs: Inputs;
  readonly agent: Agent;
  /** `owner/name` of the repository that the run works in, empty if unknown. */
  readonly worksIn: string;
  /** Ends what is on its way. */
  readonly signal: AbortSignal;
}

/** More that tools have shown would be a list, and no work of one run. */
const SEEN_MOST = 10;

/**
 * Returns what is called after each event of the run: it begins to look up what leads to a pull
 * request for the first time, and adds what it found to the step's. Without a token
 * nothing is asked.
 */
export function earlyLeads(context: Context, order: EarlyOrder): () => void {
  const asked = new Set<number>();
  const seen = new Set<string>();
  return () => {
    if (!mayRead(order) || order.worksIn === '') {
      return;
    }
    for (const lead of context.step.state.turn?.leads ?? []) {
      if (lead.kind === 'database_id' && !asked.has(lead.id)) {
        asked.add(lead.id);
        void lookUp(lead, { context, order });
      }
      if (lead.kind === 'seen' && seen.size < SEEN_MOST && !seen.has(lead.url)) {
        seen.add(lead.url);
        void lookUp(lead, { context, order });
      }
    }
  };
}

interface LookUpPorts {
  readonly context: Context;
  readonly order: EarlyOrder;
}

async function lookUp(lead: PullRequestLead, ports: LookUpPorts): Promise<void> {
  const { step } = ports.context;
  try {
    const { urls, pulls } = await foundBy(lead, ports);
    if (!ports.order.signal.aborted) {
      const { led, lookedUp } = step.state;
      step.dispatch({
        type: 'known',
        led: [...new Set([...led, ...urls])],
        lookedUp: [...lookedUp, ...pulls],
      });
    }
  } catch {
    // It is followed again after the run, where what fails is told.
  }
}

async function foundBy(
  lead: PullRequestLead,
  { context, order }: LookUpPorts,
): Promise<Pick<LedClaims, 'pulls' | 'urls'>> {
  const { clock, event } = context;
  const { worksIn, signal } = order;
  if (lead.kind === 'seen') {
    const asked = { leads: [lead], urls: [], mentions: [], budgetMs: GITHUB_PATIENCE_MS };
    const { claims } = await lookUpClaims(context, { ...order, ...asked });
    const ofRun = claims.flatMap((check) =>
      check.state === 'exists' && check.pullRequest.byRun ? [check] : [],
    );
    return {
      urls: ofRun.map(({ url }) => url),
      pulls: ofRun.map(({ pullRequest }) => pullRequest),
    };
  }
  const { pulls } = await openReads(context, order);
  return followLeads([lead], {
    repository: worksIn,
    serverUrl: event.serverUrl,
    reads: pulls,
    retried: (read) => waitOut(read, { clock, signal, budgetMs: GITHUB_PATIENCE_MS }),
  });
}
