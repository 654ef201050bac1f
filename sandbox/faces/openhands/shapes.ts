/** The bodies that `openhands` takes. It ignores fields that it does not know (sheet, 3.1). */
import {
  anything,
  listOf,
  nullable,
  object,
  oneOf,
  text,
  type Misfit,
  type Shape,
} from '../shape.ts';

const UUID = /^[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}$/i;

const content = listOf(object({ type: oneOf(['text', 'image']), 'text?': text() }, { open: true }));
const contentOfMessage = listOf(
  object({ type: oneOf(['text', 'image']), 'text?': text() }, { open: true }),
  { min: 1 },
);

const fields: Readonly<Record<string, Shape>> = {
  'conversation_id?': text({ pattern: UUID }),
  'initial_message?': object({ content, 'role?': text(), 'run?': anything }, { open: true }),
  'selected_repository?': text(),
  'selected_branch?': text(),
  'git_provider?': oneOf(['github', 'gitlab', 'bitbucket', 'azure_devops', 'forgejo']),
  'llm_model?': text(),
  'agent_type?': oneOf(['default', 'plan']),
  'title?': text(),
  'pr_number?': listOf(anything),
  'system_message_suffix?': text(),
  'secrets?': anything,
};

const create = object(
  Object.fromEntries(Object.entries(fields).map(([name, shape]) => [name, nullable(shape)])),
  { open: true },
);
const message = object({ content: contentOfMessage, 'run?': anything }, { open: true });

type Body = Readonly<Record<string, unknown>>;

export const misfitsOf = {
  create: (body: Body): readonly Misfit[] => create(body, ['body']),
  message: (body: Body): readonly Misfit[] => message(body, ['body']),
};

export function isUuid(id: string): boolean {
  return UUID.test(id);
}

/** Ids come with dashes and without (sheet, section 2). */
export function bareId(id: string): string {
  return id.replaceAll('-', '').toLowerCase();
}

/** `a1b2c3d4-0001-4a3b-8c2d-aabbccddee01` */
export function dashedId(id: string): string {
  return id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** The texts of a message's content, joined. */
export function contentText(given: unknown): string {
  const parts = Array.isArray(given) ? (given as readonly Body[]) : [];
  const texts = parts.map((part) => part['text']).filter((part) => typeof part === 'string');
  return texts.join('\n');
}
