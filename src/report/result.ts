/** The result text out of what the service calls a result. */
import { entryText } from './entry-summary.ts';
import { outputValue } from './sanitize/index.ts';

/** Null gives the empty text, a string itself, an observation object the text in it or its JSON. Data: nothing else is changed. */
export function resultText(source: unknown): string {
  return source === null || source === undefined ? '' : outputValue(entryText(source));
}
