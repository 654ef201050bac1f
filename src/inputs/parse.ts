/** The inputs of contract 1.1: all read, all checked, every problem named at once. No request is made here. */
import { isRecord, parseJson } from '../shared/json.ts';
import { normalizeStatus } from '../run/status.ts';
import { OUTCOMES, type Outcome } from '../run/events.ts';
import type { Env, Files } from '../ports.ts';
import { PROXY_VARIABLES, proxyUrl } from '../service/http/proxy.ts';
import { logsFile, outputSchema, prompt } from './files.ts';
import { InputReader, type Problem } from './reader.ts';

export type { Problem };

export interface Inputs {
  readonly token: string;
  readonly orgId: number;
  /** Without a trailing slash. */
  readonly baseUrl: string;
  /** Null: follow `agentRunId` without sending anything. */
  readonly prompt: string | null;
  readonly repoId: number | null;
  readonly agentRunId: number | null;
  readonly resume: 'never' | 'thread';
  readonly context: 'none' | 'event';
  readonly requestFields: Readonly<Record<string, unknown>>;
  readonly wait: boolean;
  readonly timeoutMs: number;
  /** Null: `auto`. */
  readonly pollIntervalMs: number | null;
  readonly successStatuses: readonly string[];
  readonly failureStatuses: readonly string[];
  readonly failOn: ReadonlySet<Outcome>;
  /** Text of the JSON Schema; null when not given. */
  readonly outputSchema: string | null;
  readonly logs: 'full' | 'compact' | 'errors' | 'none';
  /** Real path; null for the default. */
  readonly logsFile: string | null;
  readonly summary: boolean;
  readonly report: boolean;
  readonly comment: boolean;
  /** Null: made of workflow, job and matrix index. */
  readonly commentKey: string | null;
  readonly siblings: number;
  readonly siblingIndex: number;
  readonly githubToken: string;
  /** Null: none. */
  readonly triggerPhrase: string | null;
  readonly requirePermission: 'write' | 'maintain' | 'admin' | 'none';
  readonly allowedBots: readonly string[];
}

export interface InputSources {
  /** The input as given, trimmed; empty when absent. */
  readonly input: (name: string) => string;
  readonly env: Env;
  readonly files: Files;
}

export type ParsedInputs =
  | { readonly ok: true; readonly inputs: Inputs }
  | {
      readonly ok: false;
      readonly problems: readonly Problem[];
      /** Given all the same, so that its own problems are named along with the others. */
      readonly outputSchema: string | null;
    };

const DEFAULT_FAIL_ON = 'failed,cancelled,needs_input,timed_out,error';
const POSITIVE_INTEGER = 'a positive integer';

export function parseInputs(sources: InputSources): ParsedInputs {
  const read = new InputReader(sources.input);
  for (const name of PROXY_VARIABLES)
    // A password may stand in it: not repeated.
    if (proxyUrl(sources.env[name]) === null)
      read.problem(name, 'something that is no address', 'the address of a proxy in this variable, `http://host:port`');
  const inputs: Inputs = {
    token: token(read),
    orgId: read.integer('org_id', { min: 1, accepted: POSITIVE_INTEGER, required: true }) ?? 0,
    baseUrl: baseUrl(read, sources.env),
    prompt: prompt(read, sources),
    repoId: read.integer('repo_id', { min: 1, accepted: POSITIVE_INTEGER }),
    agentRunId: read.integer('agent_run_id', { min: 1, accepted: POSITIVE_INTEGER }),
    resume: read.choice('resume', ['never', 'thread']),
    context: read.choice('context', ['none', 'event']),
    requestFields: requestFields(read),
    wait: read.boolean('wait', true),
    timeoutMs: read.positive('timeout_minutes', {
      initial: 60,
      unitMs: 60_000,
      accepted: 'a positive number of minutes',
    }),
    pollIntervalMs: ['', 'auto'].includes(read.text('poll_interval_seconds').toLowerCase())
      ? null
      : read.positive('poll_interval_seconds', {
          initial: 10,
          unitMs: 1000,
          accepted: '`auto`, or a positive number of seconds',
        }),
    ...statuses(read),
    failOn: failOn(read),
    outputSchema: outputSchema(read, sources),
    logs: read.choice('logs', ['compact', 'full', 'errors', 'none']),
    logsFile: logsFile(read, sources),
    summary: read.boolean('summary', true),
    report: read.boolean('report', true),
    comment: read.boolean('comment', false),
    commentKey: read.text('comment_key') === '' ? null : read.text('comment_key'),
    ...place(read),
    githubToken: read.text('github_token'),
    triggerPhrase: read.text('trigger_phrase') === '' ? null : read.text('trigger_phrase'),
    requirePermission: read.choice('require_permission', ['write', 'maintain', 'admin', 'none']),
    allowedBots: read.list('allowed_bots'),
  };
  if (inputs.outputSchema !== null && !inputs.wait) {
    read.problem(
      'output_schema',
      'together with `wait: false`',
      'only with `wait: true`: without waiting there is no result to check',
    );
  }
  if (read.problems.length === 0) return { ok: true, inputs };
  return { ok: false, problems: read.problems, outputSchema: inputs.outputSchema };
}

function token(read: InputReader): string {
  const value = read.text('token');
  // A header value; whatever else is in it would make the request fail in a less helpful way.
  if (!/^[\x21-\x7e]+$/.test(value)) {
    read.problem(
      'token',
      value === '' ? 'nothing' : 'something else',
      'the API token, visible ASCII characters without spaces',
    );
  }
  return value;
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

function baseUrl(read: InputReader, env: Env): string {
  const given = read.text('base_url') === '' ? (env['AGENT_RUN_BASE_URL'] ?? '').trim() : read.text('base_url');
  const accepted =
    'the root address of the service, `https://…` (`http://` only on this machine), without user info, query or fragment';
  const authority = /^[a-z]+:\/*([^/?#]*)/i.exec(given)?.[1] ?? '';
  // User info is a password more often than not: it is not repeated.
  const shown = authority.includes('@') ? 'an address with user info' : given;
  const refuse = (): string => {
    read.problem('base_url', shown === '' ? 'nothing (nor AGENT_RUN_BASE_URL)' : `"${shown}"`, accepted);
    return '';
  };
  if (!URL.canParse(given)) return refuse();
  const url = new URL(given);
  const safe = url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname));
  if (!safe || authority.includes('@') || /[?#]/.test(given) || url.username !== '' || url.password !== '')
    return refuse();
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

function requestFields(read: InputReader): Readonly<Record<string, unknown>> {
  const given = read.text('request_fields');
  if (given === '') return {};
  const accepted = 'a JSON object without `prompt` and `repo_id`';
  let parsed: unknown;
  try {
    parsed = parseJson(given);
  } catch {
    read.problem('request_fields', `"${given}", which is not JSON`, accepted);
    return {};
  }
  if (!isRecord(parsed) || 'prompt' in parsed || 'repo_id' in parsed) {
    read.problem('request_fields', `"${given}"`, accepted);
    return {};
  }
  return parsed;
}

function statuses(read: InputReader): Pick<Inputs, 'successStatuses' | 'failureStatuses'> {
  const successStatuses = read.list('success_statuses');
  const failureStatuses = read.list('failure_statuses');
  const success = new Set(successStatuses.map(normalizeStatus));
  const both = failureStatuses.filter((word) => success.has(normalizeStatus(word)));
  if (both.length > 0) {
    read.problem(
      'failure_statuses',
      `"${both.join(', ')}", named in \`success_statuses\` too`,
      'each word in one of the two',
    );
  }
  return { successStatuses, failureStatuses };
}

function failOn(read: InputReader): ReadonlySet<Outcome> {
  const given = read.text('fail_on') === '' ? DEFAULT_FAIL_ON : read.text('fail_on');
  const words = read.split(given).map((word) => word.toLowerCase());
  if (words.length === 1 && words[0] === 'none') return new Set();
  const known: readonly string[] = OUTCOMES;
  if (words.length === 0 || !words.every((word) => known.includes(word))) {
    read.problem('fail_on', `"${given}"`, `outcomes out of ${OUTCOMES.join(', ')}, or \`none\` alone`);
  }
  return new Set(words as Outcome[]);
}

function place(read: InputReader): Pick<Inputs, 'siblings' | 'siblingIndex'> {
  const siblings = read.integer('siblings', { min: 1, accepted: 'a positive integer, or nothing' }) ?? 1;
  const index = read.integer('sibling_index', { min: 0, accepted: 'an integer from 0, or nothing' }) ?? 0;
  if (index >= siblings && read.text('siblings') !== '') {
    read.problem('sibling_index', `"${index}"`, `an integer from 0 to ${siblings - 1}, less than \`siblings\``);
  }
  return { siblings, siblingIndex: Math.min(index, siblings - 1) };
}
