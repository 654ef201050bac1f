/** Converts the service's result to text. */
import { entryText } from './entry-summary.ts';
import { outputValue } from '../safe/outputs.ts';

/** Null gives an empty text, a string is unchanged, and an observation object gives its text or its JSON. Nothing is sanitized here. */
export function resultText(source: unknown): string {
  return source === null || source === undefined ? '' : outputValue(entryText(source));
}
