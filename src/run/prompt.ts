/**
 * The text sent to the agent: the author's prompt, the request for a structured answer, and other
 * people's text, in this order (contract 6.2, 8).
 */
import type { EventContext } from '../github/event.ts';
import type { EventBranches } from '../github/event-pull-request.ts';
import type { Inputs } from '../inputs/parse.ts';
import { joined } from '../safe/text.ts';
import type { OutputSchema } from './output-schema.ts';

export interface PromptParts {
  /** What the run is asked: the author's words, or those of a review. Null if nothing is sent. */
  readonly request: string | null;
  readonly context: Inputs['context'];
  readonly schema: OutputSchema | null;
  readonly event: EventContext;
  /** Those of the event's pull request, where the payload does not name them. Default: none. */
  readonly branches?: EventBranches | null;
  /** Random, generated for this step, so that no text can contain it. */
  readonly fence: string;
  /**
   * UTF-16 units that the service takes, to which the event's text is cut (contract 18.8). Null,
   * and by default: no bound.
   */
  readonly most?: number | null;
}

/** Kept for the key of a create, which some services carry in a line of the prompt (18.4). */
const KEY_LINE = 100;

/** The whole prompt, or null if nothing is sent. */
export async function assemblePrompt({
  request,
  context,
  schema,
  event,
  fence,
  branches = null,
  most = null,
}: PromptParts): Promise<string | null> {
  if (request === null) {
    return null;
  }
  const own = joined([request, schema?.promptAddition ?? '']);
  if (context !== 'event') {
    return own;
  }
  const room = most === null ? Infinity : most - own.length - KEY_LINE;
  const texts = await import(/* webpackMode: "eager" */ './untrusted-text.ts');
  const otherText = texts.eventContext(event, { fence, most: room, branches });
  return joined([own, otherText]);
}
