/** The version of this action, as in package.json (a test checks that they are equal). */
export const VERSION = '1.0.0';

/** The oldest major version of Node that can run this code. `action.yml` requests 24. */
const OLDEST_NODE = 22;

/** Why the action cannot run with this version of Node (such as `22.1.0`), or null if it can. */
export function nodeTooOld(version: string): string | null {
  return Number.parseInt(version, 10) >= OLDEST_NODE
    ? null
    : `This is Node ${version}, and the action needs Node ${OLDEST_NODE} or later. Runners bring Node 24 for it; by hand, start it with a newer one (\`npm exec -- node dist/index.js\` in a clone).`;
}
