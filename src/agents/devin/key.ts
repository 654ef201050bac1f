/** The key of a create in two tags of its session (contract 18.4; sheet, section 8.1). */
import type { KeyRules, CarriedKey, RequestIdentity } from '../port.ts';
import { DEVIN } from './facts.ts';

/** Sheet, section 8.1; the key is looked for in two tags of the session. */
export const DEVIN_KEYS: KeyRules = {
  always: true,
  pausesMs: [2_000, 4_000, 8_000, 15_000, 30_000, 60_000],
  settleMs: 120_000,
  resends: false,
  isOptional: false,
  isShown: true,
  holder: 'tags',
  lookedFor: 'in the list of sessions',
  searched: 'the list of sessions',
  runList: DEVIN.runList(''),
};

/** 4 hex digits for the generation, after the 32 of the key; 39 characters of [a-z0-9-]. */
const GENERATION_DIGITS = 4;
const KEY_TAG = /^ar-([0-9a-f]{32})([0-9a-f]{4})$/;
const ASKED_TAG = /^asked-([0-9a-f]{32})$/;

/** The tags of a create: which request it is, and what it asks. */
export function tagsOf(identity: RequestIdentity): readonly [string, string] {
  return [keyTag(identity), `asked-${identity.asked}`];
}

export function keyTag({ key, generation }: CarriedKey): string {
  return `ar-${key}${generation.toString(16).padStart(GENERATION_DIGITS, '0')}`;
}

/** The key that a session carries, or null. Whether tags keep their case is not published. */
export function keyIn(tags: readonly string[]): CarriedKey | null {
  for (const tag of tags) {
    const [, key = '', generation = ''] = KEY_TAG.exec(tag.toLowerCase()) ?? [];
    if (key !== '') {
      return { key, generation: parseInt(generation, 16) };
    }
  }
  return null;
}

/** The digest of what a session was asked for, or null. */
export function askedIn(tags: readonly string[]): string | null {
  return (
    tags
      .map((tag) => ASKED_TAG.exec(tag.toLowerCase())?.[1] ?? null)
      .find((asked) => asked !== null) ?? null
  );
}
