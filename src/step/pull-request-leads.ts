/**
 * From what the service tells of pull requests without their address to claims that GitHub can
 * confirm (contract 18.1): database ids become addresses, and what was there before the turn stays
 * a claim of its own kind.
 */
import type { PullRequestLead } from '../agents/port.ts';
import { pullRequestAddress, type PullRequestCheck } from '../github/pull-request-check.ts';
import { GitHubError } from '../github/port.ts';
import { followLead, type LeadScope, type LookedUpPullRequest } from '../github/pull-requests.ts';
import { githubFailure } from '../github/wait-out.ts';

/** What the leads of a run lead to. */
export interface LedClaims {
  /** Addresses of pull requests of this turn. */
  readonly urls: readonly string[];
  /** What GitHub has shown of those that were told by an id alone. */
  readonly pulls: readonly LookedUpPullRequest[];
  /** Addresses of those that count if their head was committed to since the turn began. */
  readonly earlier: readonly string[];
  /** Addresses that tools have shown: they count unless GitHub says that they are not the run's. */
  readonly seen: readonly string[];
  /** Those that could not be followed. */
  readonly lost: readonly PullRequestCheck[];
  readonly failures: readonly GitHubError[];
}

type DatabaseLead = Extract<PullRequestLead, { readonly kind: 'database_id' }>;

interface LeadPorts extends LeadScope {
  /** Repeats a read that fails for now, and returns the last failure. */
  readonly retried: <T>(read: (signal: AbortSignal) => Promise<T>) => Promise<T | GitHubError>;
}

export async function followLeads(
  leads: readonly PullRequestLead[],
  ports: LeadPorts,
): Promise<LedClaims> {
  const urls: string[] = [];
  const pulls: LookedUpPullRequest[] = [];
  const earlier: string[] = [];
  const seen: string[] = [];
  const lost: PullRequestCheck[] = [];
  const failures: GitHubError[] = [];
  for (const lead of leads) {
    if (lead.kind === 'seen') {
      seen.push(pullRequestAddress(lead.url, ports.serverUrl));
      continue;
    }
    if (lead.kind === 'address') {
      const address = pullRequestAddress(lead.url, ports.serverUrl);
      (lead.isEarlier ? earlier : urls).push(address);
      continue;
    }
    const end = await followed(lead, ports);
    if (end.kind === 'found') {
      urls.push(end.url);
      pulls.push(...(end.pull === null ? [] : [end.pull]));
      continue;
    }
    if (end.kind === 'failed') {
      failures.push(end.error);
    }
    const why = end.kind === 'failed' ? githubFailure(end.error) : ': GitHub does not show it';
    lost.push({
      url: leadPlaceOf(lead, ports),
      state: 'unchecked',
      why: `its number could not be looked up${why}`,
      isElsewhere: false,
    });
  }
  return { urls, pulls, earlier, seen, lost, failures };
}

async function followed(
  lead: DatabaseLead,
  ports: LeadPorts,
): Promise<Awaited<ReturnType<typeof followLead>>> {
  const end = await ports.retried(async (signal) => {
    const found = await followLead(lead, ports, signal);
    if (found.kind === 'failed') {
      throw found.error;
    }
    return found;
  });
  return end instanceof GitHubError ? { kind: 'failed', error: end } : end;
}

/** Where people find it: its branch, or the pull requests of its repository. */
function leadPlaceOf(lead: DatabaseLead, { repository, serverUrl }: LeadScope): string {
  const root = `${serverUrl}/${lead.repository ?? repository ?? ''}`;
  return lead.branch === null ? `${root}/pulls` : `${root}/tree/${lead.branch}`;
}
