/** The bodies that `cursor` takes; any other key is refused (sheet, sections 2 and 3). */
import {
  anything,
  boolean,
  listOf,
  mapOf,
  object,
  oneOf,
  text,
  type Misfit,
  type Shape,
} from '../shape.ts';

const AGENT_ID = /^bc-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const imageFields = object({
  'data?': text({ min: 1, max: 20_000_000 }),
  'mimeType?': oneOf(['image/png', 'image/jpeg', 'image/gif', 'image/webp']),
  'url?': text({ min: 1 }),
  'dimension?': anything,
});

/** One of `data`, with its type, or `url`, without one. */
const image: Shape = (value, at) => {
  const misfits = imageFields(value, at);
  if (misfits.length > 0) {
    return misfits;
  }
  const { data, url, mimeType } = value as Readonly<Record<string, unknown>>;
  const isData = data !== undefined && mimeType !== undefined && url === undefined;
  const isUrl = url !== undefined && data === undefined && mimeType === undefined;
  return isData || isUrl ? [] : [{ at, why: 'must have data and mimeType, or url' }];
};

const prompt = object({ text: text({ min: 1 }), 'images?': listOf(image, { max: 5 }) });
const mode = oneOf(['agent', 'plan']);
const model = object({
  id: text({ min: 1 }),
  'params?': listOf(object({ id: text(), value: anything })),
});

const createFields = object({
  prompt,
  'agentId?': text({ pattern: AGENT_ID }),
  'model?': model,
  'name?': text({ min: 1, max: 100 }),
  'repos?': listOf(
    object({
      url: text({ min: 1 }),
      'startingRef?': text({ min: 1 }),
      'prUrl?': text({ min: 1 }),
    }),
    { max: 20 },
  ),
  'env?': object({ type: oneOf(['cloud', 'pool', 'machine']), 'name?': text({ min: 1 }) }),
  'workOnCurrentBranch?': boolean,
  'autoCreatePR?': boolean,
  'skipReviewerRequest?': boolean,
  'mode?': mode,
  'envVars?': mapOf(text({ min: 1, max: 4096 })),
  'mcpServers?': listOf(anything, { max: 50 }),
  'customSubagents?': listOf(anything, { max: 20 }),
});

export function createMisfits(body: Readonly<Record<string, unknown>>): readonly Misfit[] {
  const misfits = createFields(body, []);
  if (misfits.length > 0) {
    return misfits;
  }
  const { agentId, envVars, env, repos } = body;
  const environment = env as { readonly name?: string } | undefined;
  if (agentId !== undefined && envVars !== undefined) {
    return [{ at: ['agentId'], why: 'cannot be given together with envVars' }];
  }
  if (environment?.name !== undefined && repos !== undefined) {
    return [{ at: ['repos'], why: 'cannot be given together with a named environment' }];
  }
  return [];
}

/** `model` is not documented here, and works (sheet, section 3.3). */
export const followUpShape = object({
  prompt,
  'mode?': mode,
  'model?': model,
  'mcpServers?': listOf(anything, { max: 50 }),
});
