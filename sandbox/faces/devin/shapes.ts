/** The bodies that `devin` takes; the sandbox refuses any other key (sheet, section 3). */
import {
  anything,
  boolean,
  listOf,
  nullable,
  number,
  object,
  oneOf,
  text,
  type Misfit,
  type Shape,
} from '../shape.ts';

const texts = listOf(text());
const addresses = listOf(text({ min: 1, max: 2083 }));
const MAX_SCHEMA_BYTES = 65_536;
const DRAFT_7 = 'http://json-schema.org/draft-07/schema#';

/** Draft 7, at most 64 KB, no reference to somewhere else. */
const schema: Shape = (value, at) => {
  const misfits = object({}, { open: true })(value, at);
  if (misfits.length > 0) {
    return misfits;
  }
  const told = JSON.stringify(value);
  const draft = (value as Readonly<Record<string, unknown>>)['$schema'];
  const problems = [
    Buffer.byteLength(told) > MAX_SCHEMA_BYTES ? 'must have at most 64 KB' : '',
    draft !== undefined && draft !== DRAFT_7 ? 'must be of draft 7' : '',
    /"\$ref":"(?!#)/.test(told) ? 'must not refer to another document' : '',
  ];
  return problems.filter((why) => why !== '').map((why) => ({ at, why }));
};

const fields: Readonly<Record<string, Shape>> = {
  'title?': text(),
  'tags?': texts,
  'repos?': listOf(text({ pattern: /^(https:\/\/[^/]+\/)?[\w.-]+\/[\w.-]+$/ })),
  'structured_output_schema?': schema,
  'structured_output_required?': boolean,
  'max_acu_limit?': number({ min: 1 }),
  'devin_mode?': oneOf(['normal', 'fast', 'lite', 'ultra', 'fusion']),
  'resumable?': boolean,
  'attachment_urls?': addresses,
  'session_secrets?': anything,
  'secret_ids?': texts,
  'knowledge_ids?': texts,
  'playbook_id?': text(),
  'child_playbook_id?': text(),
  'platform?': text(),
  'create_as_user_id?': text(),
  'session_links?': texts,
  'bypass_approval?': boolean,
  'security_profile?': text(),
};

const createShape = object({
  prompt: text({ min: 1 }),
  ...Object.fromEntries(Object.entries(fields).map(([name, shape]) => [name, nullable(shape)])),
});

const messageShape = object({
  message: text({ min: 1 }),
  'attachment_urls?': nullable(addresses),
  'message_as_user_id?': nullable(text()),
});

const tagsShape = object({ tags: listOf(text({ min: 1 }), { max: 50 }) });

type Body = Readonly<Record<string, unknown>>;

export const misfitsOf = {
  create: (body: Body): readonly Misfit[] => createShape(body, ['body']),
  message: (body: Body): readonly Misfit[] => messageShape(body, ['body']),
  tags: (body: Body): readonly Misfit[] => tagsShape(body, ['body']),
};
