/** The inputs whose values have a form of their own (contract 1.1). */
import type { RootAddress, RunIdForm, ServiceFacts } from '../agents/facts.ts';
import type { RunId } from '../agents/port.ts';
import { SERVICE_NAMES, SERVICE_TABLE } from '../agents/service-table.ts';
import {
  OUTCOMES,
  OUTCOME_TABLE,
  outcomesThat,
  type Outcome,
  type OutcomeTable,
} from '../outcomes.ts';
import type { Env } from '../runner/port.ts';
import { isRecord, parseJson } from '../safe/json.ts';
import { isLoopback } from '../http/proxy.ts';
import { normalizeStatus } from '../agents/status-word.ts';
import { didYouMean, meantWord, type CommonWords } from './meant.ts';
import { isNone, quotedList, type InputReader, type InputReading } from './reader.ts';
import { boolean, choice, type AskedInput, type InputValue } from './row.ts';
import { wantsPullRequest } from './expect.ts';
import { secretsInFields } from './secret-fields.ts';
import { chosenService, serviceMeant, type ChosenService } from './service.ts';

const ANY_TOKEN = 'the API token of the service';
const TOKEN_FORM = 'visible ASCII characters without spaces or quotes';

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

export function token({ read }: InputReading): string {
  const value = read.text('token');
  const problem = TOKEN_PROBLEMS.find(([pattern]) => pattern.test(value));
  if (problem !== undefined) {
    const what = chosenService(read)?.facts.token ?? ANY_TOKEN;
    read.problem('token', problem[1], `${what}, ${TOKEN_FORM}${problem[2]}`);
  }
  return value;
}

/**
 * Why a required input may be empty: it is one of another service than the token, or the value of a
 * variable that is not defined.
 */
function askAboutMissing(read: InputReader, name: string): string {
  if (read.text(name) === '') {
    return (
      serviceMeant(read) ||
      '. If it comes from a variable (`vars`), is that defined for this repository, ' +
        'organization or environment under exactly this name?'
    );
  }
  return '';
}

const ORGANIZATIONS = {
  prefixed: { pattern: /^org[-_][\w-]{1,200}$/, example: ', `org-…`' },
  // No document shows its form; a header carries it.
  text: { pattern: /^[!-~]{1,200}$/, example: '' },
} as const;

/** `org_id`: the number or text by which the service knows the organization, or empty. */
export function orgId({ read }: InputReading, name: string): string {
  const given = read.text(name);
  const service = chosenService(read);
  const kind = service?.facts.orgId;
  if (kind === 'number') {
    // Users often give the name instead.
    const number = read.integer(name, {
      isRequired: true,
      more:
        ", the organization's number in the settings of the service and not its " +
        `name${askAboutMissing(read, name)}`,
    });
    return number === null ? '' : String(number);
  }
  const form = kind === 'prefixed' || kind === 'text' ? ORGANIZATIONS[kind] : null;
  if (form !== null && given !== '' && !form.pattern.test(given)) {
    const accepted =
      `the ID of the organization as its settings show it${form.example}, or nothing for the one ` +
      'of the token';
    read.refuse(name, `${accepted}, with ${String(service?.label)}`);
  }
  return given;
}

/** `, with `service: cursor``, where the input was given: by default it goes without saying. */
function withService(service: ChosenService | null): string {
  return service === null || service.isDefault ? '' : `, with ${service.label}`;
}

function rootUrlAccepted(root: RootAddress): string {
  const isFixed = root.kind === 'fixed';
  const start = isFixed ? `nothing for \`${root.url}\`, or ` : '';
  const example = isFixed ? root.url : 'https://agents.example.com';
  return (
    `${start}the root URL of the service's API, such as \`${example}\` (\`http://\` only ` +
    'for loopback addresses), without user name, password, query or fragment'
  );
}

const ANY_ROOT: Pick<ServiceFacts, 'baseUrl' | 'versionPath'> = {
  baseUrl: { kind: 'required' },
  versionPath: '',
};

/** The address of a service that no input names. Empty: there is none. */
function defaultRootOf(root: RootAddress, env: Env): string {
  switch (root.kind) {
    case 'required':
      return '';
    case 'fixed':
      return root.url;
    case 'variable':
      return (env[root.name] ?? '') || root.otherwise;
  }
}

/** Something before the host, behind a scheme or without one. */
const USER_INFO = /^(?:[^:/?#@\\]*:)?[/\\]*[^/?#\\]*@/;

/**
 * Without a trailing slash, and without the version (`/v1`) that every path of the service's API
 * already has. Empty with a problem.
 */
export function baseUrl({ read, env }: InputReading): string {
  const service = chosenService(read);
  const given = read.text('base_url');
  // With a service that is not known, only what no service accepts is wrong.
  if (service === null && given === '') {
    return '';
  }
  const { baseUrl: root, versionPath } = service?.facts ?? ANY_ROOT;
  const accepted = `${rootUrlAccepted(root)}${withService(service)}`;
  const hasUserInfo = USER_INFO.test(given);
  const address = given === '' ? defaultRootOf(root, env) : given;
  const rootUrl = hasUserInfo ? null : rootUrlIn(address, versionPath);
  if (rootUrl !== null) {
    return rootUrl;
  }
  // What stands before an `@` may be a password, with any character in it, so it is not repeated.
  if (given.includes('@')) {
    const what = hasUserInfo ? 'a user name or password' : 'an `@` in it, which is not shown';
    read.problem('base_url', `an address with ${what}`, accepted);
    return '';
  }
  if (given === '' && root.kind === 'variable') {
    read.refuse('base_url', accepted, `, and \`${root.name}\` is no such address`);
    return '';
  }
  const meant = `${schemeMeant(given)}${askAboutMissing(read, 'base_url')}`;
  read.refuse('base_url', `${accepted}${meant}`);
  return '';
}

/** The root that the address names, or null if the service may not be reached at it. */
function rootUrlIn(address: string, versionPath: string): string | null {
  const url = URL.parse(address);
  if (url === null || !isSafeUrl(url) || /[?#]/.test(address)) {
    return null;
  }
  const path = url.pathname.replace(/\/+$/, '');
  const hasVersion = path.endsWith(versionPath);
  return url.origin + (hasVersion ? path.slice(0, path.length - versionPath.length) : path);
}

function isSafeUrl({ protocol, hostname, username }: URL): boolean {
  const mayCarryToken = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
  return mayCarryToken && username === '';
}

/** `. Did you mean "https://…"?` for an address without a scheme. */
function schemeMeant(given: string): string {
  const lacksScheme = /^[\w-]+(?:\.[\w-]+)+(?:[/:]|$)/.test(given) && !given.includes('://');
  return lacksScheme ? `. Did you mean "https://${given}"?` : '';
}

/** The address of a repository, of any page of it, or the way git names it. */
const REPOSITORY_ADDRESS =
  /^(?:(?:https?|ssh):\/\/)?(?:git@)?[\w.-]+\.[a-z]+[/:]([\w.-]+\/[\w.-]+?)(?:\.git)?(?:\/.*)?$/i;

/** Whether it is `owner/name`. An address would be another one with `.` or `..` in it. */
function isRepository(text: string): boolean {
  return /^(?!\.{1,2}\/)[\w.-]+\/(?!\.{1,2}$)[\w.-]+$/.test(text);
}

/**
 * `. Did you mean "owner/name"?`, by the address, or by the owner of this workflow's repository.
 */
function repositoryMeant(given: string, env: InputReading['env']): string {
  const [, addressed] = REPOSITORY_ADDRESS.exec(given) ?? [];
  if (addressed !== undefined && isRepository(addressed)) {
    return `. Did you mean "${addressed}"?`;
  }
  const isName = isRepository(`owner/${given}`);
  if (!isName) {
    return '';
  }
  const [owner = ''] = (env['GITHUB_REPOSITORY'] ?? '').split('/');
  if (owner === '') {
    return '. The owner is missing';
  }
  return `. The owner is missing: did you mean "${owner}/${given}"?`;
}

/** The word of the input `repo` for a run without one (contract 1.1). */
const NO_REPOSITORY = 'none';

const asksForNoRepository = (read: InputReader): boolean =>
  read.text('repo').toLowerCase() === NO_REPOSITORY;

/** `repo`, or the repository of this workflow with a service that works on one by default. */
export function repo({ read, env }: InputReading): string | null {
  const given = read.text('repo');
  if (given === '') {
    return repositoryByDefault(read, env);
  }
  if (asksForNoRepository(read)) {
    refuseNoRepository(read);
    return null;
  }
  if (!isRepository(given)) {
    read.refuse('repo', `a repository as \`owner/name\`${repositoryMeant(given, env)}`);
  }
  return given;
}

/** Where the service cannot be told so: it has none by default, or always has one. */
function refuseNoRepository(read: InputReader): void {
  const service = chosenService(read);
  if (service === null || service.facts.repository === 'optional') {
    return;
  }
  if (service.facts.repository === 'none') {
    read.refuse('repo', `nothing for a run without a repository with ${service.label}`);
    return;
  }
  const accepted = `a repository as \`owner/name\` with ${service.label}`;
  read.refuse('repo', `${accepted}, whose runs always work in one`);
}

function repositoryByDefault(read: InputReader, env: Env): string | null {
  const service = chosenService(read);
  if (service === null || service.facts.repository === 'none') {
    return null;
  }
  const repository = env['GITHUB_REPOSITORY'] ?? '';
  if (repository !== '') {
    return repository;
  }
  if (service.facts.repository === 'required') {
    const accepted =
      `a repository as \`owner/name\` with ${service.label}, ` + 'whose runs are part of one';
    read.refuse('repo', accepted, ', and `GITHUB_REPOSITORY` is not set');
  }
  return null;
}

/** The names that git allows for a branch, as far as they matter here. */
const REF = /^[^\s\p{Cc}~^:?*[\\]{1,255}$/u;
const BRANCH_PREFIX = /^refs\/heads\//;

/** A branch, by its short name, or a commit. */
export function ref({ read }: InputReading, name: string): string | null {
  const given = read.text(name);
  if (given === '') {
    return null;
  }
  const short = given.replace(BRANCH_PREFIX, '');
  const service = chosenService(read);
  const can = service?.facts.can.ref ?? 'any';
  // A service that cannot be told where to start is told of that (its row's limits).
  if (can !== 'none' && (!REF.test(short) || short.startsWith('refs/'))) {
    const what = can === 'branch' ? 'a branch' : 'a branch, or a commit';
    const where = service === null ? '' : ` with ${service.label}`;
    read.refuse(name, `the name of ${what}${where}${refMeant(given)}`);
  }
  return short;
}

/** What to name instead of a reference of another kind. */
function refMeant(given: string): string {
  if (given.startsWith('refs/pull/')) {
    return '. The branch of a pull request is `${{ github.head_ref }}`';
  }
  return given.startsWith('refs/tags/') ? '; push a branch at this tag and name it' : '';
}

const ASKS_FOR_PULL_REQUEST = choice(['auto', 'true', 'false'], {
  yes: 'true',
  always: 'true',
  on: 'true',
  draft: 'true',
  no: 'false',
  never: 'false',
});

/** Whether a pull request is asked for. */
export const CREATE_PULL_REQUEST_VALUE: InputValue<boolean> = {
  ...ASKS_FOR_PULL_REQUEST,
  read: (reading, name) => {
    const { read } = reading;
    const chosen = ASKS_FOR_PULL_REQUEST.read(reading, name);
    if (chosen !== 'auto') {
      return chosen === 'true';
    }
    if (asksForNoRepository(read)) {
      return false;
    }
    const isExpected = wantsPullRequest(read.text('expect').toLowerCase());
    const wantsReview = !isNone(read, 'review');
    return isExpected || (!wantsReview && read.text('output_schema') === '');
  },
};

/** Contract 19.4. */
const FIXES_MAX = 10;
const FIXES_USUAL = 2;

/** How often the run is asked to mend what failed (contract 1.1). */
export function maxFixes({ read }: InputReading, name: string): number {
  const fixes = read.integer(name, { min: 0, more: ` to ${FIXES_MAX}` }) ?? FIXES_USUAL;
  if (fixes > FIXES_MAX) {
    read.refuse(name, `an integer from 0 to ${FIXES_MAX}`);
  }
  return fixes;
}

const ANY_RUN_ID: Pick<RunIdForm, 'accepted' | 'read'> = {
  accepted: 'the ID of a run, or the address of a run that contains it',
  read: (given) =>
    SERVICE_NAMES.map((name) => SERVICE_TABLE[name].runId.read(given)).find((id) => id !== null) ??
    null,
};

const WORKFLOW_RUN = /\/actions\/runs\//;

/** The ID of a run, as it is or in the run's web address (contract 1.1, 18.2). */
export function agentRunId({ read }: InputReading, name: string): RunId | null {
  const given = read.text(name);
  const service = chosenService(read);
  if (given === '') {
    return null;
  }
  const isWorkflowRun = WORKFLOW_RUN.test(given);
  const { accepted, read: readRunId } = service?.facts.runId ?? ANY_RUN_ID;
  const id = isWorkflowRun ? null : readRunId(given);
  if (id === null) {
    const other = isWorkflowRun ? '. This one is the address of a workflow run' : '';
    const where = service === null ? '' : `, with ${service.label}`;
    read.refuse(name, `${accepted}${where}${other}`);
  }
  return id;
}

/** Further fields of the create request. */
export function requestFields({
  read,
  keepGivenSecret = () => undefined,
}: InputReading): Readonly<Record<string, unknown>> {
  const given = read.text('request_fields');
  const service = chosenService(read);
  if (given === '') {
    return {};
  }
  const { inputFields = {}, reservedFields = {} } = service?.facts ?? {};
  const reserved = Object.keys(reservedFields);
  const without = reserved.length === 0 ? '' : ` without ${quotedList(reserved, 'and')}`;
  const accepted = `a JSON object${without}`;
  let parsed: unknown = null;
  try {
    parsed = parseJson(given);
  } catch {
    read.refuse('request_fields', accepted, ', which is not JSON');
    return {};
  }
  if (!isRecord(parsed)) {
    read.refuse('request_fields', accepted);
    return {};
  }
  const fields = parsed;
  secretsInFields(fields).forEach((secret) => keepGivenSecret(secret));
  const taken = reserved.filter((name) => name in fields);
  if (taken.length > 0) {
    const instead = taken.map((name) => `for \`${name}\`, ${String(reservedFields[name])}`);
    const why = `${accepted}, which the action sets itself with ${String(service?.label)}`;
    read.refuse('request_fields', `${why}; ${instead.join('; ')}`);
    return {};
  }
  for (const [input, field] of Object.entries(inputFields)) {
    if (field in fields && read.text(input) !== '') {
      const other = input === field ? 'too' : `as \`${field}\``;
      read.refuse(
        input,
        `the ${input} in one of the two`,
        `, which \`request_fields\` has ${other}`,
      );
    }
  }
  if (service !== null) {
    refuseKeyField(read, { service, fields });
  }
  return fields;
}

/** The key would replace a value that is no object. */
function refuseKeyField(
  read: InputReader,
  {
    service,
    fields,
  }: { readonly service: ChosenService; readonly fields: Readonly<Record<string, unknown>> },
): void {
  const { keyField }: ServiceFacts = service.facts;
  const value = keyField === null ? null : (fields[keyField] ?? null);
  const isKeyed = !isNone(read, 'idempotency');
  if (isKeyed && value !== null && !isRecord(value)) {
    read.problem(
      'request_fields',
      `\`${String(keyField)}\` ${JSON.stringify(value)} together with \`idempotency: on\``,
      `\`${String(keyField)}\` as a JSON object, which the key of \`idempotency\` is added to`,
    );
  }
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

export function failureStatuses({ read }: InputReading): readonly string[] {
  const words = read.list('failure_statuses');
  const success = new Set(read.list('success_statuses').map(normalizeStatus));
  const both = words.filter((word) => success.has(normalizeStatus(word)));
  if (both.length > 0) {
    const given = `"${both.join(', ')}", named in \`success_statuses\` too`;
    read.problem('failure_statuses', given, 'each word in one of the two');
  }
  return words;
}

export function failOn({ read }: InputReading): ReadonlySet<Outcome> {
  const given = read.text('fail_on') === '' ? failingOutcomes() : read.list('fail_on');
  const words = given.map((word) => word.toLowerCase());
  if (words.length === 1 && words[0] === 'none') {
    return new Set();
  }
  const known: readonly string[] = OUTCOMES;
  const unknown = words.filter((word) => !known.includes(word));
  if (words.length === 0 || unknown.length > 0) {
    const named = OUTCOMES.map((outcome) => `\`${outcome}\``).join(', ');
    const accepted = `any of ${named}; or \`none\` alone`;
    const meant = unknown.map((word) => meantWord(word, { known, common: outcomeMeant() }));
    read.refuse('fail_on', `${accepted}${didYouMeanAll(unknown, meant)}`);
  }
  return new Set(words as Outcome[]);
}

const WRITES_REPORT = boolean(true, ', or `upload`');

export const REPORT_VALUE: InputValue<'none' | 'file' | 'upload'> = {
  ...WRITES_REPORT,
  read: (reading, name) => {
    if (reading.read.text(name).toLowerCase() === 'upload') {
      return 'upload';
    }
    return WRITES_REPORT.read(reading, name) ? 'file' : 'none';
  },
};

/** The only login of a bot that GitHub writes without `[bot]`. */
const COPILOT = 'Copilot';

/** GitHub makes the login of an app's bot from the app's name. */
const BOT_LOGIN = /^[\w.-]+\[bot\]$/;

/** What `allowed_bots` names that is the login of no bot (contract 6.1). */
export function namesNoBot({ given }: AskedInput): readonly string[] {
  return given.list('allowed_bots').filter((login) => !BOT_LOGIN.test(login) && login !== COPILOT);
}

/** The login that a word or an address of an app means (`@helper`, `app/helper`), or null. */
function botMeant(word: string): string | null {
  const [last = ''] = word.replaceAll(/\s/g, '').split('/').filter(Boolean).slice(-1);
  const name = last.replace(/^@/, '').replace(/\[bot\]$/i, '');
  if (name.toLowerCase() === COPILOT.toLowerCase()) {
    return COPILOT;
  }
  const login = `${name}[bot]`;
  return BOT_LOGIN.test(login) ? login : null;
}

/** `` `dependabot`: logins of bots end in `[bot]`; write `dependabot[bot]` `` */
export function whyNoBot(asked: AskedInput): string {
  const named = namesNoBot(asked);
  const meant = named.flatMap((word) => botMeant(word) ?? []);
  const isForm = named.every((login) => login.endsWith('[bot]'));
  const what = isForm ? 'no login of a bot' : 'logins of bots end in `[bot]`';
  const instead = meant.length === 0 ? 'name each bot' : `write ${quotedList(meant, 'and')}`;
  return `${quotedList(named, 'and')}: ${what}; ${instead}`;
}
