import type { Mode, Scenario } from '../../scenario.ts';
import type { Store } from '../../store.ts';
import type { Organization } from './sample-organization.ts';

/** The context of an endpoint. */
export interface EndpointOptions {
  readonly store: Store;
  readonly orgId: number;
  readonly organization: Organization;
  readonly scenarioFor: (prompt: string) => Scenario;
  /** The mode of the request's run or scenario. */
  readonly mode: Mode;
  /** Null: any repository is known. */
  readonly repoIds: readonly number[] | null;
  readonly extraFields: readonly string[];
}
