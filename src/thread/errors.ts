/** Interprets failed GitHub calls about the thread's comment, and words them for users. Pure. */
import { asSentence, messageOf } from '../safe/format.ts';
import { GitHubError } from '../github/port.ts';

export type ThreadKind = 'issue' | 'pull_request';
/** The attempted call: reading the thread, creating a comment, or editing the known one. */
export type ThreadAction = 'find' | 'create' | 'edit';

export type Verdict =
  /** Retry after at least `waitMs`. `ambiguous`: the call may have been carried out. */
  | { readonly kind: 'later'; readonly waitMs: number; readonly ambiguous: boolean }
  /** The comment was deleted or belongs to someone else; create a new one. */
  | { readonly kind: 'replace' }
  | { readonly kind: 'shorten' }
  | { readonly kind: 'stop' };

export function judge(error: unknown, action: ThreadAction): Verdict {
  if (!(error instanceof GitHubError)) return { kind: 'stop' };
  const { status, retryAfterMs } = error;
  const ambiguous = status === null || status >= 500 || status === 408;
  if (ambiguous || retryAfterMs !== null) return { kind: 'later', waitMs: retryAfterMs ?? 0, ambiguous };
  if (action === 'edit' && (status === 403 || status === 404)) return { kind: 'replace' };
  if (action !== 'find' && status === 422) return { kind: 'shorten' };
  return { kind: 'stop' };
}

export interface Trouble {
  readonly error: unknown;
  readonly action: ThreadAction;
  readonly verdict: Verdict['kind'];
  readonly thread: number;
  readonly kind: ThreadKind;
}

/** The message for users: what failed, what GitHub said, what to do. It quotes GitHub, so sanitize it for its sink. */
export function explain(trouble: Trouble): string {
  const { error, action, thread, kind } = trouble;
  const noun = kind === 'issue' ? 'issue' : 'pull request';
  const doing = { find: 'looked for', create: 'written', edit: 'edited' }[action];
  const said = messageOf(error);
  const status = error instanceof GitHubError ? error.status : null;
  const code = status === null ? '' : ` (${status})`;
  return `${asSentence(`The comment in ${noun} #${thread} could not be ${doing}${code}: ${said}`)} ${advice(trouble, status)}`;
}

/** The warning that the last edit was not made. `failure`: what GitHub said last, or null. */
export function explainLate({ thread, failure }: { readonly thread: number; readonly failure: string | null }): string {
  const said = failure === null ? '' : ` ${asSentence(`GitHub said last: ${failure}`)}`;
  return `The comment in #${thread} could not be brought up to date; it may not show the end.${said}`;
}

function advice({ verdict, kind }: Trouble, status: number | null): string {
  if (verdict === 'later') return 'It is tried again later.';
  if (verdict === 'replace') return 'A new one is written.';
  if (verdict === 'shorten') return 'A shorter one is written.';
  if (status === 401) return 'Check the input `github_token`.';
  if (status === 410) return 'The conversation is locked or gone: nothing more is written there.';
  if (status !== 403 && status !== 404) return 'Nothing more is written there.';
  const line = kind === 'issue' ? 'issues: write' : 'pull-requests: write';
  const fork = kind === 'issue' ? '' : ' On pull requests from forks the token may only read, whatever the file says.';
  return `Unless the conversation is locked, the job lacks a permission: add "${line}" under "permissions:" of the job in the workflow file.${fork}`;
}

/** The message for users that two jobs, without a concurrency group, have each recorded a run in the thread (contract 7.2). */
export function anotherRun({ theirs, ours }: { readonly theirs: number; readonly ours: number }): string {
  return `Another job recorded run ${theirs} in this thread while this one worked with run ${ours}: comments may have been delivered to both, or to one that the thread has lost. Give the job a \`concurrency\` group for each thread, with \`queue: max\`.`;
}
