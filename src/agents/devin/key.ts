/** The key of a create in two tags of its session (contract 18.4; sheet, section 8.1). */
import type { KeyRules, RequestIdentity } from '../port.ts';

/** Sheet, section 8.1; the key is looked for in two tags of the session. */
export const DEVIN_KEYS: Omit<KeyRules, 'runList'> = {
  always: true,
  pausesMs: [2_000, 4_000, 8_000, 15_000, 30_000, 60_000],
  settleMs: 120_000,
  resends: false,
  shown: { where: 'in_run', holder: 'tags' },
  lookedFor: 'in the list of sessions',
  searched: 'the list of sessions',
};

const KEY_TAG = /^ar-([0-9a-f]{32})$/;
const ASKED_TAG = /^ara-(\d{1,9})-([0-9a-f]{32})$/;

/** The tags of a create: the key, and the generation with what is asked. */
export function tagsOf(identity: RequestIdentity): readonly [string, string] {
  return [keyTag(identity), `ara-${identity.generation}-${identity.asked}`];
}

/** At most 40 characters of [a-z0-9-], as the other one (sheet, section 10). */
export function keyTag({ key }: Pick<RequestIdentity, 'key'>): string {
  return `ar-${key}`;
}

/** The identity that a session carries, or null. Whether tags keep their case is not published. */
export function identityIn(tags: readonly string[]): RequestIdentity | null {
  const lower = tags.map((tag) => tag.toLowerCase());
  const [key] = lower.flatMap((tag) => KEY_TAG.exec(tag)?.slice(1) ?? []);
  const [generation, asked] = lower.flatMap((tag) => ASKED_TAG.exec(tag)?.slice(1) ?? []);
  const isWhole = key !== undefined && asked !== undefined;
  return isWhole ? { key, generation: Number(generation), asked } : null;
}
