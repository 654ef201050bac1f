/**
 * The text sent to the agent: the author's prompt, the request for a structured answer, and other
 * people's text, in this order (contract 6.2, 8).
 */
import type { EventContext } from '../github/event.ts';
import type { Inputs } from '../inputs/parse.ts';
import { joined } from '../safe/text.ts';
import type { DeliveredComment } from './event-context.ts';
import type { OutputSchema } from './output-schema.ts';

export interface PromptParts {
  readonly inputs: Pick<Inputs, 'prompt' | 'context'>;
  readonly schema: OutputSchema | null;
  readonly event: EventContext;
  /** Random, generated for this step, so that no text can contain it. */
  readonly marker: string;
  /**
   * Comments of the thread to deliver, with any `context` (contract 7.2). Null: the event's
   * content, only with `context: event`.
   */
  readonly comments?: readonly DeliveredComment[] | null;
}

/** The whole prompt, or null if nothing is sent. */
export async function assemblePrompt({
  inputs,
  schema,
  event,
  marker,
  comments = null,
}: PromptParts): Promise<string | null> {
  const { prompt } = inputs;
  if (prompt === null) {
    return null;
  }
  const withEvent = inputs.context === 'event';
  // If the author builds the prompt from the comment, it already contains that comment.
  const others = withEvent
    ? comments
    : (comments?.filter(({ body }) => !quotes(prompt, body)) ?? null);
  let context = '';
  if (others !== null || withEvent) {
    const texts = await import(/* webpackMode: "eager" */ './event-context.ts');
    context =
      others === null
        ? texts.eventContext(event, marker)
        : texts.commentsContext(event, others, { marker, withThread: withEvent });
  }
  return joined([prompt, schema?.promptAddition ?? '', context]);
}

function quotes(prompt: string, body: string): boolean {
  const [whole, part] = [prompt, body].map((text) => text.replaceAll('\r\n', '\n').trim()) as [
    string,
    string,
  ];
  return whole.includes(part);
}
