/**
 * The text sent to the agent: the author's prompt, the request for a structured answer, and other
 * people's text, in this order (contract 6.2, 8).
 */
import type { EventContext } from '../github/event.ts';
import type { Inputs } from '../inputs/parse.ts';
import { joined } from '../safe/text.ts';
import type { DeliveredComment } from './untrusted-text.ts';
import type { OutputSchema } from './output-schema.ts';

export interface PromptParts {
  /** What the run is asked: the author's words, or those of a review. Null if nothing is sent. */
  readonly request: string | null;
  readonly context: Inputs['context'];
  readonly schema: OutputSchema | null;
  readonly event: EventContext;
  /** Random, generated for this step, so that no text can contain it. */
  readonly fence: string;
  /**
   * Comments of the thread to deliver, with any `context` (contract 7.2). Null: the event's
   * content, only with `context: event`.
   */
  readonly comments?: readonly DeliveredComment[] | null;
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
  comments = null,
  most = null,
}: PromptParts): Promise<string | null> {
  if (request === null) {
    return null;
  }
  const withEvent = context === 'event';
  let others = comments;
  if (!withEvent && comments !== null) {
    // If the author builds the request from the comment, it already contains that comment.
    others = comments.filter(({ body }) => !quotes(request, body));
  }
  const own = joined([request, schema?.promptAddition ?? '']);
  const room = most === null ? Infinity : most - own.length - KEY_LINE;
  let otherText = '';
  if (others !== null || withEvent) {
    const texts = await import(/* webpackMode: "eager" */ './untrusted-text.ts');
    if (others === null) {
      otherText = texts.eventContext(event, { fence, most: room });
    } else {
      otherText = texts.commentsContext(event, others, { fence, withThread: withEvent });
    }
  }
  return joined([own, otherText]);
}

function quotes(request: string, body: string): boolean {
  const [whole, part] = [request, body].map((text) => text.replaceAll('\r\n', '\n').trim()) as [
    string,
    string,
  ];
  return whole.includes(part);
}
