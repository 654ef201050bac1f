/** What GitHub tells of people and bots (contract 6.1, 7.2). */
import * as z from 'zod/mini';
import { GitHubError, type GitHub } from './port.ts';
import { read, type Call } from './request.ts';
import { isPassing } from './wait-out.ts';

const NO_MAINTAINER = { permissions: { maintain: false } };
const permissionSchema = z.object({
  permission: z.string(),
  role_name: z.catch(z.string(), ''),
  user: z.catch(z.object({ permissions: z.object({ maintain: z.boolean() }) }), NO_MAINTAINER),
});
const userSchema = z.object({ login: z.string() });
const accountSchema = z.object({ type: z.string() });

export function accountCalls(
  call: Call,
  { owner, repo }: { readonly owner: string; readonly repo: string },
): Pick<GitHub, 'accountType' | 'ownLogin' | 'permissionOf'> {
  return {
    async permissionOf(login, signal) {
      const reply = await call(
        (kit, request) =>
          kit.rest.repos.getCollaboratorPermissionLevel({ owner, repo, username: login, request }),
        signal,
      );
      const { permission, role_name, user } = read(permissionSchema, reply.data);
      return { permission, roleName: role_name, maintains: user.permissions.maintain };
    },

    async accountType(login, signal) {
      try {
        const reply = await call(
          (kit, request) => kit.rest.users.getByUsername({ username: login, request }),
          signal,
        );
        return read(accountSchema, reply.data).type;
      } catch (error) {
        if (error instanceof GitHubError && error.status === 404) {
          return null;
        }
        throw error;
      }
    },

    async ownLogin(signal) {
      try {
        const reply = await call(
          (kit, request) => kit.rest.users.getAuthenticated({ request }),
          signal,
        );
        return read(userSchema, reply.data).login;
      } catch (error) {
        // Installation tokens, such as the one of GitHub Actions, have no user; their comments
        // belong to a bot account.
        if (error instanceof GitHubError && !isPassing(error)) {
          return null;
        }
        throw error;
      }
    },
  };
}
