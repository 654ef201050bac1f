/** Ports shared by the parts of a turn. */
import { hasTriggerPhrase } from '../../github/trigger-phrase.ts';
import type { EventContext } from '../../github/event.ts';
import type { Inputs } from '../../inputs/parse.ts';
import type { Clock, Env, Host } from '../../ports.ts';
import type { ServiceClient } from '../../service/client.ts';
import type { Thread } from '../../thread-comment/index.ts';
import { isOwnComment } from '../../thread-comment/identity.ts';

export interface TurnPorts {
  readonly clock: Clock;
  readonly env: Env;
  readonly host: Host;
  readonly stop: AbortSignal;
  readonly inputs: Inputs;
  readonly event: EventContext;
  readonly thread: Thread;
  readonly client: ServiceClient;
  /** On the clock's `now`. */
  readonly deadline: number;
  readonly note: (message: string) => void;
  readonly warn: (message: string) => void;
}

/** Whether the text of a comment addresses the agent. Yields between long comments, so that signals are handled. */
export function asksFor({
  inputs: { triggerPhrase },
  clock,
  stop,
}: Pick<TurnPorts, 'inputs' | 'clock' | 'stop'>): (comment: { readonly body: string }) => Promise<boolean> {
  return async ({ body }) => {
    if (triggerPhrase === null || isOwnComment(body)) return false;
    const since = clock.now();
    const asks = hasTriggerPhrase(body, triggerPhrase);
    if (clock.now() - since > 20) await clock.sleep(1, stop);
    return asks;
  };
}
