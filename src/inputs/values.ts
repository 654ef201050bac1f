/** The inputs whose values have a form of their own (contract 1.1). */
import type { RunId } from '../agents/port.ts';
import {
  OUTCOMES,
  OUTCOME_TABLE,
  outcomesThat,
  type Outcome,
  type OutcomeTable,
} from '../outcomes.ts';
import { integerOf, isRecord, parseJson } from '../safe/json.ts';
import { isLoopback } from '../http/proxy.ts';
import { normalizeStatus } from '../agents/agent-run/schema.ts';
import { didYouMean, meantWord, type CommonWords } from './meant.ts';
import type { InputReader, Reading } from './reader.ts';

const TOKEN = 'the API token of the service, visible ASCII characters without spaces or quotes';

/**
 * What is wrong with a token, which is not repeated, and what to do about it. The first that fits
 * is told.
 */
const TOKEN_PROBLEMS: readonly (readonly [pattern: RegExp, given: string, advice: string])[] = [
  [
    /^$/,
    'nothing',
    '. Is the secret defined for this repository, organization or environment under exactly ' +
      'this name, and may this event read it? Workflows from forks and by Dependabot, and ' +
      'reusable workflows without `secrets: inherit`, get no secrets',
  ],
  [/^bearer\b/i, 'a value that begins with "Bearer"', '; the action adds "Bearer" itself'],
  [
    /^["'`]|["'`]$/,
    'a value in quotes',
    '; remove the quotation marks from the value of the secret',
  ],
  [
    /\$\{\{|^secrets\./i,
    'an expression that was not evaluated',
    ', as in `token: ${{ secrets.AGENT_RUN_TOKEN }}`',
  ],
  [/\s/, 'a value with spaces or line breaks in it', ''],
  // Not valid in a header value, which would make the request fail with a less helpful error.
  [/[^\x21-\x7e]/, 'a value with characters that no token has', ''],
];

export function token({ read }: Reading): string {
  const value = read.text('token');
  const problem = TOKEN_PROBLEMS.find(([pattern]) => pattern.test(value));
  if (problem !== undefined) {
    read.problem('token', problem[1], `${TOKEN}${problem[2]}`);
  }
  return value;
}

/** The value of a variable that is not defined is empty. */
export function askAboutVariable(read: InputReader, name: string): string {
  return read.text(name) === ''
    ? '. If it comes from a variable (`vars`), is that defined for this repository, ' +
        'organization or environment under exactly this name?'
    : '';
}

const ROOT_URL =
  "the root URL of the service's API, such as `https://agents.example.com` (`http://` only " +
  'for loopback addresses), without user name, password, query or fragment';

/** Without a trailing slash, and without the `/v1` that every path of the spec already has. */
export function baseUrl({ read }: Reading): string {
  const given = read.text('base_url');
  // User info usually contains a password, so the value is not repeated.
  if (/^[a-z]+:\/*[^/?#]*@/i.test(given)) {
    read.problem('base_url', 'an address with a user name or password', ROOT_URL);
    return '';
  }
  const url = URL.parse(given);
  const isSafe =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  if (url !== null && isSafe && !/[?#]/.test(given) && url.username === '') {
    return `${url.origin}${url.pathname.replace(/\/+$/, '').replace(/\/v1$/, '')}`;
  }
  const lacksScheme = /^[\w-]+(?:\.[\w-]+)+(?:[/:]|$)/.test(given) && !given.includes('://');
  const meant = lacksScheme ? `. Did you mean "https://${given}"?` : '';
  read.refuse('base_url', `${ROOT_URL}${meant}${askAboutVariable(read, 'base_url')}`);
  return '';
}

/** The address of a repository, of any page of it, or the way git names it. */
const REPOSITORY_ADDRESS =
  /^(?:(?:https?|ssh):\/\/)?(?:git@)?[\w.-]+\.[a-z]+[/:]([\w.-]+\/[\w.-]+?)(?:\.git)?(?:\/.*)?$/i;

/** `. Did you mean "owner/name"?`, by the address, or by the owner of this workflow's repository. */
function repositoryMeant(given: string, env: Reading['env']): string {
  const [, addressed] = REPOSITORY_ADDRESS.exec(given) ?? [];
  if (addressed !== undefined) {
    return `. Did you mean "${addressed}"?`;
  }
  const isName = /^[\w.-]+$/.test(given);
  if (!isName) {
    return '';
  }
  const [owner = ''] = (env['GITHUB_REPOSITORY'] ?? '').split('/');
  return owner === ''
    ? '. The owner is missing'
    : `. The owner is missing: did you mean "${owner}/${given}"?`;
}

export function repo({ read, env }: Reading): string | null {
  const given = read.text('repo') || null;
  if (given !== null && !/^[\w.-]+\/[\w.-]+$/.test(given)) {
    read.refuse('repo', `a repository as \`owner/name\`${repositoryMeant(given, env)}`);
  } else if (given !== null && read.text('repo_id') !== '') {
    read.refuse('repo', 'one of the two', ' together with `repo_id`');
  }
  return given;
}

/** What stands before the number of a run in an address: `/runs/`, `/trace/`, `?run_id=`. */
const RUN_IN_ADDRESS = /(?:runs?|traces?|agents?|sessions?)(?:_id)?[/=](\d+)(?=$|[/?#&])/gi;
const WORKFLOW_RUN = /\/actions\/runs\//;

/** The number of a run in its web address, or null. The last one: a run may lie below an agent. */
function runInAddress(address: string): number | null {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol) || WORKFLOW_RUN.test(url.pathname)) {
    return null;
  }
  const [, digits = ''] =
    [...`${url.pathname}${url.search}${url.hash}`.matchAll(RUN_IN_ADDRESS)].at(-1) ?? [];
  const id = integerOf(digits);
  return id > 0 ? id : null;
}

/** The ID of a run, as it is or in the run's web address (contract 1.1). */
export function agentRunId({ read }: Reading, name: string): RunId | null {
  const given = read.text(name);
  const addressed = runInAddress(given);
  if (addressed !== null) {
    return String(addressed);
  }
  const isWorkflowRun = WORKFLOW_RUN.test(given);
  const runId = read.integer(name, {
    more:
      ', or the address of a run that contains ' +
      `it${isWorkflowRun ? '. This one is the address of a workflow run' : ''}`,
  });
  return runId === null ? null : String(runId);
}

/** Further fields of the create request. */
export function requestFields({ read }: Reading): Readonly<Record<string, unknown>> {
  const given = read.text('request_fields');
  if (given === '') {
    return {};
  }
  let fields: unknown = null;
  let why = '';
  try {
    fields = parseJson(given);
  } catch {
    why = ', which is not JSON';
  }
  if (!isRecord(fields) || 'prompt' in fields || 'repo_id' in fields) {
    read.refuse('request_fields', 'a JSON object without `prompt` and `repo_id`', why);
    return {};
  }
  for (const name of ['model', 'images']) {
    if (name in fields && read.text(name) !== '') {
      read.refuse(name, `the ${name} in one of the two`, ', which `request_fields` has too');
    }
  }
  const { metadata = null } = fields;
  // The key would replace metadata that is not an object.
  if (
    read.text('idempotency').toLowerCase() === 'metadata' &&
    metadata !== null &&
    !isRecord(metadata)
  ) {
    read.problem(
      'request_fields',
      `\`metadata\` ${JSON.stringify(metadata)} together with \`idempotency: metadata\``,
      '`metadata` as a JSON object, which the key of `idempotency` is added to',
    );
  }
  return fields;
}

/** Words that people write for `none`. */
const NO_OUTCOME: CommonWords = { never: 'none', false: 'none', no: 'none', nothing: 'none' };

/** What is meant by words that people write for outcomes, and for `none`. */
export function outcomeMeant(table: OutcomeTable = OUTCOME_TABLE): CommonWords {
  const pairs = Object.entries(table).flatMap(([outcome, { alsoWritten }]) =>
    alsoWritten.map((word) => [word, outcome] as const),
  );
  return { ...Object.fromEntries(pairs), ...NO_OUTCOME };
}

/** What is meant by one word, or by each of several that is known. */
function didYouMeanAll(given: readonly string[], meant: readonly (string | null)[]): string {
  if (given.length === 1) {
    return didYouMean(meant[0] ?? null);
  }
  const pairs = given.flatMap((word, at) => {
    const known = meant[at] ?? null;
    return known === null ? [] : [`\`${known}\` for "${word}"`];
  });
  return pairs.length === 0 ? '' : `. Did you mean ${pairs.join(', ')}?`;
}

/** The outcomes that fail a step whose `fail_on` is empty (contract 1.1). */
export function failingOutcomes(table: OutcomeTable = OUTCOME_TABLE): readonly Outcome[] {
  return outcomesThat(({ fails }) => fails, table);
}

export function failureStatuses({ read }: Reading): readonly string[] {
  const words = read.list('failure_statuses');
  const success = new Set(read.list('success_statuses').map(normalizeStatus));
  const both = words.filter((word) => success.has(normalizeStatus(word)));
  if (both.length > 0) {
    const given = `"${both.join(', ')}", named in \`success_statuses\` too`;
    read.problem('failure_statuses', given, 'each word in one of the two');
  }
  return words;
}

export function failOn({ read }: Reading): ReadonlySet<Outcome> {
  const given = read.text('fail_on') === '' ? failingOutcomes() : read.list('fail_on');
  const words = given.map((word) => word.toLowerCase());
  if (words.length === 1 && words[0] === 'none') {
    return new Set();
  }
  const known: readonly string[] = OUTCOMES;
  const unknown = words.filter((word) => !known.includes(word));
  if (words.length === 0 || unknown.length > 0) {
    const accepted = `any of ${OUTCOMES.map((outcome) => `\`${outcome}\``).join(', ')}; or \`none\` alone`;
    const meant = unknown.map((word) => meantWord(word, { known, common: outcomeMeant() }));
    read.refuse('fail_on', `${accepted}${didYouMeanAll(unknown, meant)}`);
  }
  return new Set(words as Outcome[]);
}
