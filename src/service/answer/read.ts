/** Reads a response body within bounds and in slices (contract 6.5), parsing each text only once. */
import { parseJson } from '../../shared/json.ts';
import { inSlices, type SliceOptions } from '../../shared/slices.ts';
import { bodyError } from '../errors.ts';
import type { HttpAnswer } from '../http/port.ts';
import { boundJson } from './bounds.ts';
import { cleanse } from './cleanse.ts';

/** Values of one log entry, not counting field names. Far more than any tool output that a person would read. */
const VALUES_MAX = 20_000;
const DEPTH_MAX = 500;
/** Up to this many values, numbers keep their original notation, which costs one call per value. */
const EXACT_VALUES_MAX = 100_000;
/** Fields of a response that the action reads, apart from its list. */
const FIELDS: ReadonlySet<string> = new Set([
  ...['id', 'organization_id', 'status', 'created_at', 'web_url', 'result', 'summary', 'metadata', 'source_type'],
  ...['github_pull_requests', 'logs', 'items', 'total_logs', 'total', 'page', 'size', 'pages'],
  ...['agent_run_id', 'url', 'message'],
]);

export interface ReadBody {
  readonly body: unknown;
  /** Dropped list elements beyond the requested `limit`. */
  readonly beyondLimit: number;
}

/** @throws ServiceError when the body is not JSON */
export async function readBody(
  answer: HttpAnswer,
  { list, ...slices }: SliceOptions & { readonly list: { readonly key: string; readonly limit: number } },
): Promise<ReadBody> {
  const bounds = { list, values: VALUES_MAX, depth: DEPTH_MAX, keep: FIELDS };
  const { text, values, beyondLimit } = await inSlices(boundJson(answer.body, bounds), slices);
  let body: unknown;
  try {
    body = values <= EXACT_VALUES_MAX ? parseJson(text) : (JSON.parse(text) as unknown);
  } catch (cause) {
    throw Object.assign(bodyError(answer, 'its body is not JSON'), { cause });
  }
  const { redact } = answer;
  const clean = redact === undefined ? body : await inSlices(cleanse(body, { redact, list: list.key }), slices);
  return { body: clean, beyondLimit };
}
