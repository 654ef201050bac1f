/**
 * Parses and checks all inputs (contract 1.1). Reports all problems together and sends no request.
 */
import type { Env } from '../runner/port.ts';
import { PROXY_VARIABLES, proxyUrl } from '../http/proxy.ts';
import { wantsPullRequest } from './expect.ts';
import { nearest } from './meant.ts';
import { NAMES_ELSEWHERE } from './names-elsewhere.ts';
import {
  InputReader,
  type InputRow,
  type InputSources,
  type Mistyped,
  type Problem,
} from './reader.ts';
import { refuseDenied } from './service.ts';
import { INPUT_NAMES, INPUT_TABLE, valuesOf, type Inputs } from './table.ts';
import { asksForNoRepository } from './values.ts';

export type { Inputs, InputSources, Problem };

interface ParsedInputs {
  readonly inputs: Inputs;
  readonly problems: readonly Problem[];
}

/** With problems, the inputs serve only to look for more of them. */
export function parseInputs(sources: InputSources): ParsedInputs {
  const read = new InputReader(sources.input);
  for (const name of PROXY_VARIABLES) {
    if (proxyUrl(sources.env[name]) === null) {
      // The value may contain a password, so it is not repeated.
      read.problem(
        name,
        'something that is not an address',
        'the address of a proxy, `http://host:port`',
      );
    }
  }
  const inputs = valuesOf(INPUT_NAMES, { ...sources, read });
  refuseDenied(read);
  checkCombinations(read, inputs);
  return { inputs, problems: read.problems };
}

/**
 * Inputs that a task does not use. Ignoring one in silence would leave a step green that did not do
 * what was asked.
 */
const UNUSED: Readonly<Partial<Record<Inputs['task'], readonly string[]>>> = {
  'setup-commands': ['agent_run_id', 'model', 'images', 'request_fields'],
  'analyze-logs': [
    'agent_run_id',
    'prompt',
    'prompt_file',
    'repo',
    'repo_id',
    'model',
    'images',
    'request_fields',
  ],
};

/**
 * An input that is given, whether the case is this one, what follows the value in the message, and
 * what is accepted.
 */
type Rule = readonly [name: string, applies: boolean, why: string, accepted: string];

/**
 * Checks combinations: inputs that require or exclude each other. An input that is wrong in itself
 * is not reported again.
 */
function checkCombinations(
  read: InputReader,
  { createPullRequest, expect, failFast, idempotency, resume, review, task, wait }: Inputs,
): void {
  const wrong = new Set(read.problems.map(({ name }) => name));
  const isRight = (name: string): boolean => !wrong.has(name);
  const isGiven = (name: string): boolean => read.text(name) !== '';
  const startsOnly = !wait && isRight('wait');
  const unused = isRight('task') ? (UNUSED[task] ?? []) : [];
  const together = ` together with \`task: ${task}\``;
  const withReview = (name: string, applies: boolean): Rule => [
    'review',
    applies && review !== 'none',
    ` together with \`${name}\``,
    `only without \`${name}\``,
  ];
  const awaitsChecks = expect === 'checks' || !isRight('expect');
  const withChecks = (name: string, applies: boolean): Rule => [
    'expect',
    applies && expect === 'checks',
    ` together with \`${name}\``,
    `\`checks\` only without \`${name}\``,
  ];
  const asksForNone = asksForNoRepository(read) && isRight('repo');
  const withRepository = (name: string, applies: boolean, accepted: string): Rule => [
    name,
    asksForNone && applies,
    ' together with `repo: none`',
    accepted,
  ];
  const lacksRepository = task === 'setup-commands' && !isGiven('repo') && !isGiven('repo_id');
  const lacksSandbox = task === 'analyze-logs' && !isGiven('sandbox_id');
  const isUnmarked = idempotency === 'none' && isRight('idempotency');
  const rules: readonly Rule[] = [
    ['output_schema', startsOnly, WITHOUT_WAIT, `${WAITS} there is no result to check`],
    ['max_parallel', startsOnly, WITHOUT_WAIT, `${WAITS} it is not known when a run ends`],
    [
      'task',
      lacksRepository,
      ' without a repository',
      '`setup-commands` together with `repo` or `repo_id`',
    ],
    ['task', lacksSandbox, ' without a sandbox', '`analyze-logs` together with `sandbox_id`'],
    [
      'sandbox_id',
      task !== 'analyze-logs' && isRight('task'),
      together,
      'only with `task: analyze-logs`',
    ],
    ...unused.map((name): Rule => [name, true, together, 'nothing: this task does not use it']),
    ['resume', unused.length > 0 && resume === 'thread', together, '`never`'],
    ['idempotency', unused.length > 0 && idempotency === 'on', together, NO_KEY],
    [
      'idempotency_key',
      isUnmarked,
      ' without `idempotency: on`',
      'a key only with `idempotency: on`',
    ],
    [
      'max_turns',
      resume !== 'thread' && isRight('resume'),
      ' without `resume: thread`',
      'a number only with `resume: thread`, whose follow-ups it counts',
    ],
    ['fail_fast', failFast && !isGiven('tasks'), WITHOUT_TASKS, '`true` only with `tasks`'],
    ['max_parallel', !isGiven('tasks'), WITHOUT_TASKS, 'a number only with `tasks`'],
    withReview('output_schema', isGiven('output_schema')),
    withReview('tasks', isGiven('tasks')),
    withReview('wait: false', startsOnly),
    withReview(`task: ${task}`, task !== 'run'),
    ['max_fixes', !awaitsChecks, WITHOUT_CHECKS, ONLY_CHECKS],
    ['ignore_checks', !awaitsChecks, WITHOUT_CHECKS, ONLY_CHECKS],
    withChecks('wait: false', startsOnly),
    withChecks('review', review !== 'none' && isRight('review')),
    withChecks(`task: ${task}`, task !== 'run'),
    withRepository('ref', true, 'nothing: there is no branch to start from'),
    withRepository('create_pull_request', createPullRequest, '`auto` or `false`'),
    withRepository('expect', wantsPullRequest(expect), '`none` or `result`'),
    ['tasks', task !== 'run', together, 'only with `task: run`'],
    ['tasks', resume === 'thread', ' together with `resume: thread`', ONE_RUN],
  ];
  for (const [name, applies, why, accepted] of rules) {
    if (applies && isGiven(name) && isRight(name)) {
      read.refuse(name, accepted, why);
    }
  }
}

const WITHOUT_CHECKS = ' without `expect: checks`';
const ONLY_CHECKS = 'a value only with `expect: checks`';
const WITHOUT_TASKS = ' without `tasks`';
const WITHOUT_WAIT = ' together with `wait: false`';
const WAITS = 'only with `wait: true`: without waiting';
const NO_KEY = '`none`, because a run of this task carries no key';
const ONE_RUN = 'only with `resume: never`: a thread records one run';

/**
 * The given names that are similar to an input, or that other actions use for one that is not given
 * here. The runner passes every key of `with:` as `INPUT_<NAME>`, known or not. Other unknown names
 * are ignored, because they may belong to another tool.
 */
export function mistypedInputs(env: Env): readonly Mistyped[] {
  const known: readonly string[] = INPUT_NAMES;
  return Object.keys(env)
    .filter((name) => /^INPUT_./i.test(name) && name.length < 60 && (env[name] ?? '') !== '')
    .map((name) => name.slice('INPUT_'.length).toLowerCase())
    .filter((name) => !known.includes(name))
    .flatMap((given) => {
      const meant = inputMeant(given, env);
      return meant === null ? [] : [{ given, meant }];
    });
}

/** What another action calls an input counts only while that input is not given itself. */
function inputMeant(given: string, env: Env): string | null {
  const named = NAMES_ELSEWHERE[given.replace(/[- ]/g, '_')];
  if (named === undefined) {
    return nearest(given, INPUT_NAMES);
  }
  const row: InputRow = INPUT_TABLE[named];
  const value = env[`INPUT_${named.toUpperCase()}`] ?? '';
  return value === '' || value === row.default ? named : null;
}
