/**
 * The text sent to the agent: the author's prompt, the request for a structured answer, and the event's content, in
 * this order (contract 6.2, 8).
 */
import { createHash } from 'node:crypto';
import type { EventContext } from '../github/event.ts';
import type { Inputs } from '../inputs/parse.ts';
import { commentsContext, type DeliveredComment } from './comments-context.ts';
import { eventContext, eventText } from './event-context.ts';
import type { OutputSchema } from './output-schema.ts';

/** Maximum characters of event text. More would drown out the instruction. */
const CONTEXT_LIMIT = 60_000;

export interface PromptParts {
  readonly inputs: Pick<Inputs, 'prompt' | 'context'>;
  readonly schema: OutputSchema | null;
  readonly event: EventContext;
  /** Random, so that outsiders cannot guess it. */
  readonly marker: string;
  /**
   * Comments of the thread to deliver, with any `context` (contract 7.2). Null: the event's content, only with
   * `context: event`.
   */
  readonly comments?: readonly DeliveredComment[] | null;
}

/** The whole prompt, or null if nothing is sent. */
export function assemblePrompt(parts: PromptParts): Promise<string | null> {
  const { inputs, schema } = parts;
  if (inputs.prompt === null) return Promise.resolve(null);
  const paragraphs = [inputs.prompt, schema?.promptAddition() ?? '', contextOf(parts)];
  return Promise.resolve(paragraphs.filter((part) => part !== '').join('\n\n'));
}

function contextOf({ inputs, event, marker, comments = null }: PromptParts): string {
  const withEvent = inputs.context === 'event';
  const options = { marker, maxLength: CONTEXT_LIMIT };
  if (comments !== null) {
    // If the author builds the prompt from the comment, it already contains that comment.
    const others = withEvent ? comments : comments.filter(({ body }) => !quotes(inputs.prompt ?? '', body));
    return commentsContext(event, others, { ...options, withThread: withEvent });
  }
  return withEvent ? eventContext(event, options) : '';
}

function quotes(prompt: string, body: string): boolean {
  const [whole, part] = [prompt, body].map((text) => text.replaceAll('\r\n', '\n').trim()) as [string, string];
  return whole.includes(part);
}

/**
 * The event's text about the request, before framing and without the random marker (contract 4.9). Empty if it is not
 * sent.
 */
export function askedText({ inputs, event }: Pick<PromptParts, 'inputs' | 'event'>): Promise<string> {
  return Promise.resolve(inputs.context === 'event' ? eventText(event) : '');
}

/** The first 12 hex digits of the prompt's SHA-256, to distinguish prompts without showing them. */
export function promptHash(prompt: string): string {
  return createHash('sha256').update(prompt).digest('hex').slice(0, 12);
}
