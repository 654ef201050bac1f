/** What a session is created with (contract 18.1, 18.4, 18.5; sheet, section 3.1). Pure. */
import { joined, shortLine } from '../../safe/text.ts';
import type { RequestIdentity, RunOrder } from '../port.ts';
import { tagsOf } from './key.ts';
import { outcomeSchema, SCHEMA_BYTES_MAX } from './outcome.ts';
import { schemaTooLarge } from './refusals.ts';

/** UTF-16 units; clients cut there (sheet, section 3.1). */
const TITLE_MAX = 80;

/** @throws ServiceError if the schema of the answer is larger than the service takes */
export function createBody(order: RunOrder, identity: RequestIdentity | null): object {
  const { prompt, repository, model, fields } = order;
  const body: Record<string, unknown> = { title: promptTitle(prompt) };
  if (model !== null) {
    body['devin_mode'] = model;
  }
  Object.assign(body, fields);
  body['prompt'] = joined([prompt, ...sentencesOf(order)]);
  if (identity !== null) {
    body['tags'] = tagsOf(identity);
  }
  if (repository !== null) {
    body['repos'] = [repository];
  }
  body['structured_output_schema'] = schemaOf(order);
  return body;
}

/** Its first line with words. */
function promptTitle(prompt: string): string {
  const [first = ''] = prompt.trim().split('\n');
  return shortLine(first, TITLE_MAX);
}

/** The service has no field for them. */
function sentencesOf({ ref, createPullRequest }: RunOrder): readonly string[] {
  return [
    ref === null ? '' : `Start from the branch or commit \`${ref}\`.`,
    createPullRequest ? 'Open a pull request with your changes.' : 'Do not open a pull request.',
  ];
}

function schemaOf({ schema }: RunOrder): object {
  const whole = outcomeSchema(schema);
  const bytes = Buffer.byteLength(JSON.stringify(whole));
  if (bytes > SCHEMA_BYTES_MAX) {
    throw schemaTooLarge(bytes, SCHEMA_BYTES_MAX);
  }
  return whole;
}
