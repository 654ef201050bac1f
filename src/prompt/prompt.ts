/** What is sent to the agent: the author's prompt, the wish for a structured answer, and what the event says, in this order (contract 6.2, 8). */
import { createHash } from 'node:crypto';
import type { EventContext } from '../event/event.ts';
import type { Inputs } from '../inputs/parse.ts';
import type { DeliveredComment } from './comments-context.ts';
import type { OutputSchema } from '../structured-output/index.ts';

/** Characters of event text; more than that drowns the instruction. */
const CONTEXT_LIMIT = 60_000;

export interface PromptParts {
  readonly inputs: Pick<Inputs, 'prompt' | 'context'>;
  readonly schema: OutputSchema | null;
  readonly event: EventContext;
  /** Random; outsiders cannot know it. */
  readonly marker: string;
  /** Comments of the thread to deliver, with any `context` (contract 7.2); null: what the event says, with `context: event` alone. */
  readonly comments?: readonly DeliveredComment[] | null;
}

/** The whole prompt; null when nothing is to be sent. What reads the event's text is loaded only where it is asked for. */
export async function assemblePrompt(parts: PromptParts): Promise<string | null> {
  const { inputs, schema } = parts;
  if (inputs.prompt === null) return null;
  const context = await contextOf(parts);
  return [inputs.prompt, schema?.promptAddition() ?? '', context].filter((part) => part !== '').join('\n\n');
}

async function contextOf({ inputs, event, marker, comments = null }: PromptParts): Promise<string> {
  const withEvent = inputs.context === 'event';
  const options = { marker, maxLength: CONTEXT_LIMIT };
  if (comments !== null) {
    const { commentsContext } = await import('./comments-context.ts');
    // An author who builds the prompt from the comment has brought that one already.
    const others = withEvent ? comments : comments.filter(({ body }) => !quotes(inputs.prompt ?? '', body));
    return commentsContext(event, others, { ...options, withThread: withEvent });
  }
  return withEvent ? (await import('./event-context.ts')).eventContext(event, options) : '';
}

function quotes(prompt: string, body: string): boolean {
  const [whole, part] = [prompt, body].map((text) => text.replaceAll('\r\n', '\n').trim()) as [string, string];
  return whole.includes(part);
}

/** What the event itself says of what is asked, before fencing and without the random marker (contract 4.9); empty when it is not sent. */
export async function askedText({ inputs, event }: Pick<PromptParts, 'inputs' | 'event'>): Promise<string> {
  return inputs.context === 'event' ? (await import('./event-context.ts')).eventText(event) : '';
}

/** First 12 hex digits of the prompt's SHA-256: tells two prompts apart without showing one. */
export function promptHash(prompt: string): string {
  return createHash('sha256').update(prompt).digest('hex').slice(0, 12);
}
