/** Determines which comments the turn delivers, from the thread, its authors and the run's log (contract 7.2). */
import { checkAccount } from '../../github/permissions.ts';
import { GitHubError, type GitHub } from '../../github/port.ts';
import { isRateLimit, waitOut } from '../../github/wait-out.ts';
import { runOfKey } from '../../idempotency/after-kill.ts';
import { findEcho } from '../../idempotency/find-echo.ts';
import { commentMark, stepKey } from '../../idempotency/index.ts';
import { attemptOf } from '../../idempotency/key.ts';
import { saveRunState } from '../../runner/saved-state.ts';
import { prepareDelivery, type Delivery } from '../../thread-comment/turns/deliver.ts';
import { readThread, type ThreadReading } from '../../thread-comment/find.ts';
import type { AuthorVerdict, Message } from '../../thread-comment/waiting.ts';
import type { Writer } from '../../thread-comment/marker.ts';
import { readPatiently, ThreadUnavailable } from '../../thread-comment/patience.ts';
import { asksFor, type TurnPorts } from './ports.ts';

export interface Delivering {
  readonly own: Message;
  /** See `DeliveryOrder`. */
  readonly again: boolean;
  readonly anew: boolean;
}

/** @throws ThreadUnavailable */
export async function deliver(
  ports: TurnPorts,
  { own, again, anew }: Delivering,
): Promise<{ readonly delivery: Delivery; readonly mark: string }> {
  const { clock, stop, inputs, thread, client, deadline, env, host, note, warn } = ports;
  const { github, place, memory, reading, readAt } = thread;
  const asks = asksFor(ports);
  const mark = await commentMark(ports, own.id);
  const writer: Writer = { key: stepKey(ports), attempt: attemptOf(env), mode: 'created' };
  const call = { signal: stop, deadline };
  const delivery = await prepareDelivery(
    {
      ...{ github, clock, stop, place, memory, note, warn },
      read: () => readAgain(ports, (asked) => readThread(asked, { place, asks }, stop)),
      verdictOf: verdicts(ports),
      arrived: (runId, of) => {
        const echoCall = { ...call, deadline: Math.min(deadline, clock.now() + ECHO_PATIENCE_MS) };
        return findEcho(client, { runId, mark: of }, echoCall);
      },
      runOf: async (of) =>
        inputs.idempotency === 'metadata' ? runOfKey({ clock, published: () => client.published() }, of, call) : null,
      announcing: () => saveRunState(host, { phase: 'idle', mark, announced: 'unsent' }),
    },
    { own, mark, writer, again, anew, maxTurns: inputs.maxTurns, deadline },
    { reading: reading ?? { found: null, claims: [], requests: [] }, readAt },
  );
  return { delivery, mark };
}

/** How long to retry reading the log before it counts as unreadable for now. */
const ECHO_PATIENCE_MS = 30_000;
/** How long to wait for GitHub's rate limits before comments are left to a later step. */
const PATIENCE_MS = 60_000;

async function readAgain(
  { clock, stop, thread: { github }, deadline }: TurnPorts,
  read: (github: Pick<GitHub, 'comments' | 'ownLogin'>) => Promise<ThreadReading>,
): Promise<ThreadReading> {
  const reading = await readPatiently(read, { github, clock, stop, deadline, warn: () => undefined });
  if (reading === null)
    throw new ThreadUnavailable('The comments of this thread can no longer be read. Nothing was sent.');
  return reading;
}

/** Asks GitHub about authors. Its rate limits are waited out for a minute in all; then nobody else is asked about. */
function verdicts(ports: TurnPorts): (author: Message) => Promise<AuthorVerdict> {
  const { clock, stop, inputs, event, thread, deadline } = ports;
  let until: number | null = null;
  let refusal: GitHubError | null = null;
  const ask = async <T>(question: () => Promise<T>): Promise<T> => {
    if (refusal !== null) throw refusal;
    until ??= Math.min(clock.now() + PATIENCE_MS, deadline);
    try {
      const budgetMs = until - clock.now();
      return await waitOut(question, { clock, signal: stop, budgetMs, passes: isRateLimit });
    } catch (error) {
      if (error instanceof GitHubError && isRateLimit(error)) refusal = error;
      throw error;
    }
  };
  return async ({ author, authorIsBot }) => {
    const unanswered = new Set<string>();
    const answered = <T>(question: () => Promise<T>): Promise<T> =>
      ask(question).catch((error: unknown) => {
        unanswered.add(author);
        throw error;
      });
    const { repository } = event;
    const { requirePermission, allowedBots } = inputs;
    const decision = await checkAccount(
      { login: author, type: authorIsBot ? 'Bot' : 'User' },
      {
        ...{ repository, requirePermission, allowedBots },
        permissionOf: (login) => answered(() => thread.github.permissionOf(login, stop)),
        accountType: (login) => answered(() => thread.github.accountType(login, stop)),
      },
    );
    stop.throwIfAborted();
    if (decision.go) return 'admitted';
    return unanswered.size > 0 ? 'unknown' : 'refused';
  };
}
