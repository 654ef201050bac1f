/** What the runner says about the event that started the workflow: environment and payload, read once. */

export interface EventContext {
  /** `GITHUB_EVENT_NAME`. */
  readonly name: string;
  /** The event payload; an empty object when there is none. Written by outsiders: trust nothing in it. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** `owner/name`, empty outside GitHub. */
  readonly repository: string;
  /** `GITHUB_ACTOR`. */
  readonly actor: string;
  /** `GITHUB_TRIGGERING_ACTOR`; `actor` when absent. */
  readonly triggeringActor: string;
  readonly workflow: string;
  readonly job: string;
  /** `GITHUB_RUN_ID`. */
  readonly workflowRunId: string;
  /** Without a trailing slash; `https://github.com` unless told. */
  readonly serverUrl: string;
  /** Without a trailing slash; `https://api.github.com` unless told. */
  readonly apiUrl: string;
}
