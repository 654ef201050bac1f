/** Suggests names similar to a mistyped one. */
import { distance } from 'fastest-levenshtein';

/** The most similar names first. If none is similar, names of the same owner. Ignores case. */
export function closeNames(
  wanted: string,
  { among, most }: { readonly among: readonly string[]; readonly most: number },
): string[] {
  const target = wanted.toLowerCase();
  const [owner = '', targetName = ''] = target.split('/');
  const scored = among.map((fullName) => {
    const candidate = fullName.toLowerCase();
    const [, name = ''] = candidate.split('/');
    // A wrong owner is as likely as a typing error, so the same name with another owner comes first.
    const sameName = name === targetName ? 0 : distance(name, targetName);
    const related = name !== '' && (name.includes(targetName) || targetName.includes(name));
    const score = Math.min(sameName + 0.5, distance(candidate, target), related ? 2 : Infinity);
    return { fullName, score };
  });
  const limit = Math.max(2.5, Math.ceil(targetName.length / 3));
  const close = scored.filter(({ score }) => score <= limit);
  const sameOwner = scored.filter(({ fullName }) => fullName.toLowerCase().startsWith(`${owner}/`));
  return (close.length > 0 ? close : sameOwner)
    .sort((a, b) => a.score - b.score || (a.fullName < b.fullName ? -1 : 1))
    .slice(0, most)
    .map(({ fullName }) => fullName);
}
