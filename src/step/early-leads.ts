/**
 * The pull requests that the service tells by an id alone, looked up as soon as it tells them, so
 * that a signal finds their addresses known (contract 7.3). `verify` follows what leads to them
 * once more after the run, and confirms them.
 */
import type { PullRequestLead } from '../agents/port.ts';
import type { Context } from '../context.ts';
import { GITHUB_PATIENCE_MS, waitOut } from '../github/wait-out.ts';
import { mayRead, openReads, type ReadsOrder } from './github-reads.ts';
import { followLeads } from './pull-request-leads.ts';

interface EarlyOrder extends ReadsOrder {
  /** `owner/name` of the repository that the run works in, empty if unknown. */
  readonly worksIn: string;
  /** Ends what is on its way. */
  readonly signal: AbortSignal;
}

/**
 * Returns what is called after each event of the run: it begins to look up what leads to a pull
 * request for the first time, and adds the address to the step's when it is known. Without a token
 * nothing is asked.
 */
export function earlyLeads(context: Context, order: EarlyOrder): () => void {
  const asked = new Set<number>();
  return () => {
    if (!mayRead(order) || order.worksIn === '') {
      return;
    }
    for (const lead of context.step.state.turn?.leads ?? []) {
      if (lead.kind === 'database_id' && !asked.has(lead.id)) {
        asked.add(lead.id);
        void lookUp(lead, { context, order });
      }
    }
  };
}

async function lookUp(
  lead: PullRequestLead,
  { context, order }: { readonly context: Context; readonly order: EarlyOrder },
): Promise<void> {
  const { clock, event, step } = context;
  const { worksIn, signal } = order;
  try {
    const { pulls } = await openReads(context, order);
    const { urls } = await followLeads([lead], {
      repository: worksIn,
      serverUrl: event.serverUrl,
      reads: pulls,
      retried: (read) => waitOut(read, { clock, signal, budgetMs: GITHUB_PATIENCE_MS }),
    });
    if (!signal.aborted) {
      step.dispatch({ type: 'known', led: [...new Set([...step.state.led, ...urls])] });
    }
  } catch {
    // It is followed again after the run, where what fails is told.
  }
}
