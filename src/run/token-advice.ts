/** What a refused token most likely is, by what it begins with (contract 5, 18.1). Pure. */
import { quotedList } from '../inputs/reader.ts';
import { otherServiceOf, type ChosenService } from '../inputs/service.ts';

/** What tokens of GitHub begin with. */
const OF_GITHUB: Readonly<Record<string, string>> = {
  ghs_: "a token of GitHub for an app or a job, as the job's own `GITHUB_TOKEN` is",
  github_pat_: 'a personal access token of GitHub',
  ghp_: 'a personal access token of GitHub',
  gho_: 'a token of GitHub',
};

/** Why a token of an older API of the service is refused, or null for any other token. */
export function retiredTokenCause(token: string, { facts }: ChosenService): string | null {
  const { retiredTokenPrefixes = [], title, token: expected } = facts;
  const prefix = retiredTokenPrefixes.find((one) => token.startsWith(one));
  if (prefix === undefined) {
    return null;
  }
  return (
    `The input \`token\` begins with \`${prefix}\`: it is a key of an older API of ${title}, ` +
    `which this one refuses. Make a new one: the input takes ${expected}.`
  );
}

/**
 * The likely cause first: a token of another service, one of another kind than the service's, and
 * otherwise one that is not valid any more.
 */
export function tokenCause(token: string, service: ChosenService): string {
  const { name, facts: own } = service;
  const retired = retiredTokenCause(token, service);
  if (retired !== null) {
    return retired;
  }
  const { tokenPrefixes, olderTokenPrefixes = [] } = own;
  const prefixes = tokenPrefixes.concat(olderTokenPrefixes);
  const isOwn = prefixes.some((prefix) => token.startsWith(prefix));
  const github = Object.keys(OF_GITHUB).find((prefix) => token.startsWith(prefix));
  if (github !== undefined && !isOwn) {
    return (
      `The input \`token\` begins with \`${github}\`: it is ${String(OF_GITHUB[github])}. ` +
      `It takes ${own.token}.`
    );
  }
  const other = otherServiceOf(token, name);
  if (other !== null) {
    return (
      `The input \`token\` begins with \`${other.prefix}\`, as keys of ${other.title} do: ` +
      `did you mean \`service: ${other.name}\`?`
    );
  }
  if (prefixes.length > 0 && !isOwn) {
    const expected = quotedList(tokenPrefixes, 'or');
    return (
      `The input \`token\` does not begin with ${expected}, as keys of ${own.title} do: ` +
      `it is mistyped, or it is not ${own.token}.`
    );
  }
  if (own.baseUrl.kind === 'required') {
    return (
      'Check the input `token`: the API token is mistyped, expired or revoked, or belongs to ' +
      'another service than `base_url` names.'
    );
  }
  const { token: expected } = own;
  return `Check the input \`token\`: it is mistyped, expired or revoked, or it is not ${expected}.`;
}

/** Why a token is refused that was taken before. */
export const ENDED_TOKEN =
  'The input `token` was accepted earlier in this step, ' +
  'so it has ended or was revoked meanwhile: give a valid one.';

/** The same of a token that is valid still. */
export const RUN_CLOSED =
  'The input `token` was accepted earlier in this step, and may not read the run any more.';
