/** The input `request_fields`: further fields of the create request (contract 1.1). */
import { isRecord, parseJson } from '../shared/json.ts';
import type { InputReader } from './reader.ts';

export function requestFields(read: InputReader): Readonly<Record<string, unknown>> {
  const given = read.text('request_fields');
  if (given === '') return {};
  const accepted = 'a JSON object without `prompt` and `repo_id`';
  let parsed: unknown;
  try {
    parsed = parseJson(given);
  } catch {
    read.problem('request_fields', `"${given}", which is not JSON`, accepted);
    return {};
  }
  if (!isRecord(parsed) || 'prompt' in parsed || 'repo_id' in parsed) {
    read.problem('request_fields', `"${given}"`, accepted);
    return {};
  }
  if ('model' in parsed && read.text('model') !== '')
    read.problem('model', `"${read.text('model')}", with another in \`request_fields\``, 'the model in one of the two');
  if ('images' in parsed && read.text('images') !== '')
    read.problem('images', 'images, with others in `request_fields`', 'the images in one of the two');
  const { metadata } = parsed;
  if (read.text('idempotency').toLowerCase() === 'metadata' && !takesFields(metadata))
    read.problem(
      'request_fields',
      `\`metadata\` ${JSON.stringify(metadata)} together with \`idempotency: metadata\``,
      '`metadata` as a JSON object, which the key of `idempotency` is added to',
    );
  return parsed;
}

/** Whether the key of `idempotency: metadata` can be added. It would replace metadata that is not an object. */
function takesFields(metadata: unknown): boolean {
  return metadata === undefined || metadata === null || isRecord(metadata);
}
