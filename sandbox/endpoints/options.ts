import type { Organization } from '../organization.ts';
import type { Mode, Scenario } from '../scenario.ts';
import type { Store } from '../store.ts';

/** What an endpoint works on. */
export interface EndpointOptions {
  readonly store: Store;
  readonly orgId: number;
  readonly organization: Organization;
  readonly scenarioFor: (prompt: string) => Scenario;
  /** Of the run or scenario that the request is about. */
  readonly mode: Mode;
  readonly logOrder: 'asc' | 'desc';
  /** Null: any repository is known. */
  readonly repoIds: readonly number[] | null;
  readonly extraFields: readonly string[];
}
