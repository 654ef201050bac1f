/** The version of this action, as in package.json (a test holds the two together). */
export const VERSION = '1.0.0';

/** Node's oldest major version that has all of the language this needs; `action.yml` asks for 24. */
const OLDEST_NODE = 22;

/** Why this does not run with that version of Node (`22.1.0`), in words; null when it does. */
export function nodeTooOld(version: string): string | null {
  return Number.parseInt(version, 10) >= OLDEST_NODE
    ? null
    : `This is Node ${version}, and the action needs Node ${OLDEST_NODE} or later. Runners bring Node 24 for it; by hand, start it with a newer one (\`npm exec -- node dist/index.js\` in a clone).`;
}
