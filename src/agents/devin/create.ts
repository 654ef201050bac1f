/** What a session is created with (contract 18.1, 18.4, 18.5; sheet, section 3.1). Pure. */
import { joined } from '../../safe/text.ts';
import { promptTitle, pullRequestSentence } from '../kit/asked.ts';
import type { RequestIdentity, RunOrder } from '../port.ts';
import { tagsOf } from './key.ts';
import { outcomeSchema } from './outcome.ts';

export function createBody(order: RunOrder, identity: RequestIdentity | null): object {
  const { prompt, repository, model, limit, fields } = order;
  const body: Record<string, unknown> = { title: promptTitle(prompt) };
  if (model !== null) {
    body['devin_mode'] = model;
  }
  if (limit !== null) {
    body['max_acu_limit'] = limit;
  }
  Object.assign(body, fields);
  body['prompt'] = joined([prompt, ...sentencesOf(order)]);
  if (identity !== null) {
    body['tags'] = tagsOf(identity);
  }
  if (repository !== null) {
    body['repos'] = [repository];
  }
  body['structured_output_schema'] = outcomeSchema(order.schema);
  return body;
}

/** The service has no field for them. */
function sentencesOf({ ref, createPullRequest }: RunOrder): readonly string[] {
  return [
    ref === null ? '' : `Start from the branch or commit \`${ref}\`.`,
    pullRequestSentence(createPullRequest),
  ];
}
