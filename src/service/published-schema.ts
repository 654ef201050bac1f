/** Schemas of the published API, as tolerant as those of the spec (contract 2.2): malformed fields count as absent. */
import * as z from 'zod/mini';
import { count, id, parseRun, text, type IdentifiedRun } from './schema.ts';

const flag = z.catch(z.boolean(), false);

const listSchema = z.object({ items: z.array(z.unknown()), total: count });

export interface List<T> {
  /** Malformed items are left out. */
  readonly items: readonly T[];
  /** Null if the service does not report it. */
  readonly total: number | null;
  /** `skip` of the next page, or null if there is none. */
  readonly next: number | null;
}

/** Reads a page of a list, or returns null if the body has none. A page shorter than requested need not be the last one. */
export function parseList<T>(
  body: unknown,
  { skip, limit, read }: { readonly skip: number; readonly limit: number; readonly read: (item: unknown) => T | null },
): List<T> | null {
  const parsed = listSchema.safeParse(body);
  if (!parsed.success) return null;
  const { items, total } = parsed.data;
  const reached = skip + items.length;
  const hasMore = total === null ? items.length >= limit : reached < total;
  return {
    items: items.flatMap((item) => read(item) ?? []),
    total,
    next: hasMore && items.length > 0 ? reached : null,
  };
}

const repositorySchema = z.object({ id, full_name: text, archived: flag });
export interface Repository {
  readonly id: number;
  /** `owner/name` */
  readonly fullName: string;
  readonly archived: boolean;
}

export function parseRepository(item: unknown): Repository | null {
  const parsed = repositorySchema.safeParse(item);
  if (!parsed.success || parsed.data.id === null || parsed.data.full_name === null) return null;
  return { id: parsed.data.id, fullName: parsed.data.full_name, archived: parsed.data.archived };
}

const organizationSchema = z.object({ id, name: text });
export interface Organization {
  readonly id: number;
  readonly name: string | null;
}

export function parseOrganization(item: unknown): Organization | null {
  const parsed = organizationSchema.safeParse(item);
  return parsed.success && parsed.data.id !== null ? { id: parsed.data.id, name: parsed.data.name } : null;
}

const userSchema = z.object({ id, email: text, github_username: text, full_name: text, role: text });
/** Every field may be null. */
export type User = z.infer<typeof userSchema>;

export function parseUser(body: unknown): User | null {
  const parsed = userSchema.safeParse(body);
  return parsed.success ? parsed.data : null;
}

const integrationSchema = z.object({ integration_type: text, active: flag });
const integrationsSchema = z.object({ integrations: z.array(z.unknown()) });
/** Integration types, such as `github`. */
export interface Integrations {
  readonly active: readonly string[];
  readonly inactive: readonly string[];
}

export function parseIntegrations(body: unknown): Integrations | null {
  const parsed = integrationsSchema.safeParse(body);
  if (!parsed.success) return null;
  const known = parsed.data.integrations.flatMap((item) => {
    const { success, data } = integrationSchema.safeParse(item);
    return success && data.integration_type !== null ? [{ type: data.integration_type, active: data.active }] : [];
  });
  const types = (active: boolean): string[] => known.filter((each) => each.active === active).map(({ type }) => type);
  return { active: types(true), inactive: types(false) };
}

const startedRunSchema = z.object({ agent_run_id: id, status: text, url: text });
/** The run started by one of these endpoints, or null without a readable run ID. */
export function parseStartedRun(body: unknown): IdentifiedRun | null {
  const parsed = startedRunSchema.safeParse(body);
  if (!parsed.success || parsed.data.agent_run_id === null) return null;
  const { agent_run_id: runId, status, url } = parsed.data;
  const run = parseRun({ status, web_url: url });
  return run && { ...run, id: runId };
}
