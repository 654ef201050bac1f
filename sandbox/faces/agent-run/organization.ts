/** The published endpoints that read an organization's data. */
import { Refused } from './errors.ts';
import type { User } from './sample-organization.ts';
import { listPage, onlyQuery, pageOf, pathId, type Fields } from './request.ts';
import type { EndpointOptions } from './options.ts';

type Query = { readonly query: URLSearchParams };

export function readMe({ organization }: EndpointOptions, { query }: Query): Fields {
  onlyQuery(query, []);
  return userBody(organization.me);
}

export function listOrganizations(
  { organization, orgId }: EndpointOptions,
  { query }: Query,
): Fields {
  const page = pageFor(query);
  const settings = { enable_pr_creation: true, enable_rules_detection: true };
  return listPage([{ id: orgId, name: organization.name, settings }], page);
}

export function listUsers({ organization }: EndpointOptions, { query }: Query): Fields {
  return listPage(organization.users.map(userBody), pageFor(query));
}

export function readUser(
  { organization }: EndpointOptions,
  { query, userId }: Query & { userId: string },
): Fields {
  onlyQuery(query, []);
  const id = pathId(userId, 'user_id');
  const user = organization.users.find((each) => each.id === id);
  if (user === undefined) {
    throw new Refused(404, 'User not found');
  }
  return userBody(user);
}

export function listRepositories(
  { organization, orgId }: EndpointOptions,
  { query }: Query,
): Fields {
  const page = pageFor(query);
  const items = organization.repositories.map(({ id, fullName, archived = false }) => ({
    id,
    name: fullName.split('/').at(-1),
    full_name: fullName,
    description: null,
    github_id: String(900_000 + id),
    organization_id: orgId,
    visibility: 'private',
    archived,
    setup_status: 'completed',
    language: 'TypeScript',
  }));
  return listPage(items, page);
}

export function readIntegrations(
  { organization, orgId }: EndpointOptions,
  { query }: Query,
): Fields {
  onlyQuery(query, []);
  const integrations = organization.integrations.map(({ type, active }) => ({
    integration_type: type,
    active,
  }));
  return {
    organization_id: orgId,
    organization_name: organization.name,
    integrations,
    total_active_integrations: integrations.filter(({ active }) => active).length,
  };
}

function pageFor(query: URLSearchParams): ReturnType<typeof pageOf> {
  onlyQuery(query, ['skip', 'limit']);
  return pageOf(query);
}

function userBody({ id, login, isAdmin = false }: User): Fields {
  return {
    id,
    email: `${login}@sandbox.example`,
    github_user_id: String(500_000 + id),
    github_username: login,
    avatar_url: null,
    full_name: null,
    role: isAdmin ? 'ADMIN' : 'MEMBER',
    is_admin: isAdmin,
  };
}
