/**
 * Reads scenario files, validates scenarios and converts times to milliseconds. Strict, so that
 * typing errors are reported with their place.
 */
import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { declaredFaults, declaredNames, faultKinds } from './faces/declared.ts';
import type { DeclaredFault } from './faces/face.ts';
import {
  APIS,
  ERROR_FORMATS,
  FAULT_NAMES,
  fill,
  LOG_ADDRESSES,
  METADATA_USES,
  parseTime,
  ScenarioError,
  type FaultSource,
  type Scenario,
  type Step,
  type Turn,
} from './scenario.ts';

/** The 13 log types (spec 2.4) and their required fields (spec 2.5, where defined). */
export const LOG_TYPES: Readonly<Record<string, readonly string[]>> = {
  ACTION: ['tool_name', 'tool_input', 'tool_output'],
  PLAN_EVALUATION: ['thought'],
  FINAL_ANSWER: ['observation'],
  ERROR: ['observation'],
  USER_MESSAGE: [],
  USER_GITHUB_ISSUE_COMMENT: [],
  INITIAL_PR_GENERATION: [],
  DETECT_PR_ERRORS: [],
  FIX_PR_ERRORS: [],
  PR_CREATION_FAILED: [],
  PR_EVALUATION: [],
  COMMIT_EVALUATION: [],
  AGENT_RUN_LINK: [],
};

const KNOWN = {
  scenario: [
    'description',
    'match',
    'turns',
    'faults',
    'extraFields',
    'errorFormat',
    'api',
    'logs',
    'metadata',
  ],
  turn: ['steps', 'echo', 'statusLag', 'queued'],
  step: [
    'at',
    'status',
    'result',
    'summary',
    'web_url',
    'github_pull_requests',
    'entry',
    'raw',
    'usage',
    'output',
    'push',
    'repeat',
  ],
  push: ['number', 'branch', 'title', 'checks'],
  check: ['name', 'kind', 'after', 'conclusion', 'title', 'summary', 'annotations', 'log'],
  annotation: ['path', 'line', 'message'],
  usage: ['tokens', 'cost_usd', 'acu', 'ai_credits', 'premium_requests'],
  entry: [
    'message_type',
    'thought',
    'tool_name',
    'tool_input',
    'tool_output',
    'observation',
    'created_at',
  ],
  fault: ['on', 'nth', 'from', 'to', 'every', 'do'],
  named: ['fault', 'for', 'count'],
  answer: ['status', 'body', 'headers', 'delay', 'after'],
} as const;

/** Fields of a scenario with a fixed set of values. */
const WORDS = {
  errorFormat: ERROR_FORMATS,
  api: APIS,
  logs: LOG_ADDRESSES,
  metadata: METADATA_USES,
} as const;

const MAX_REPEATS = 100_000;

type Fields = Readonly<Record<string, unknown>>;

export function isScenarioFile(path: string): boolean {
  return ['.yml', '.yaml', '.json'].includes(extname(path).toLowerCase());
}

/** @throws ScenarioError if it cannot be read or is invalid */
export async function readScenarioFile(path: string): Promise<Scenario> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    throw new ScenarioError(`the scenario file ${path} cannot be read`, { cause });
  }
  // The built-in scenarios need no package, so that the demo runs without an install.
  const { parse } = await import(/* webpackMode: "eager" */ 'yaml');
  let source: unknown;
  try {
    source = parse(text);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new ScenarioError(`${path} is not valid YAML or JSON: ${why}`, { cause });
  }
  return readScenario(basename(path), source);
}

/** Validates a scenario. @throws ScenarioError with the place and the problem */
export function readScenario(name: string, source: unknown): Scenario {
  const scenario = fields(source, { where: name, known: KNOWN.scenario });
  const turns = list(scenario['turns'], `${name}.turns`);
  if (turns.length === 0) {
    throw new ScenarioError(`${name}.turns: at least one turn is needed`);
  }
  const { description, match, faults = [], extraFields = [] } = scenario;
  if (description !== undefined) {
    text(description, `${name}.description`);
  }
  for (const [field, allowed] of Object.entries(WORDS)) {
    if (
      scenario[field] !== undefined &&
      !(allowed as readonly unknown[]).includes(scenario[field])
    ) {
      throw new ScenarioError(`${name}.${field}: must be one of ${allowed.join(', ')}`);
    }
  }
  return {
    checked: true,
    name,
    description: typeof description === 'string' ? description : '',
    match: match === undefined ? null : pattern(match, `${name}.match`),
    turns: turns.map((turn, index) => readTurn(turn, `${name}.turns[${index}]`)),
    faults: readFaults(`${name}.faults`, faults),
    extraFields: list(extraFields, `${name}.extraFields`).map((field, index) =>
      text(field, `${name}.extraFields[${index}]`),
    ),
    errorFormat: (scenario['errorFormat'] as Scenario['errorFormat'] | undefined) ?? null,
    mode: Object.fromEntries(
      ['api', 'logs', 'metadata'].flatMap((field) =>
        scenario[field] === undefined ? [] : [[field, scenario[field]]],
      ),
    ),
  };
}

function readTurn(source: unknown, where: string): Turn {
  const turn = fields(source, { where, known: KNOWN.turn });
  const steps = list(turn['steps'], `${where}.steps`).flatMap((step, index) =>
    readStep(step, `${where}.steps[${index}]`),
  );
  for (const name of ['echo', 'queued']) {
    if (turn[name] !== undefined && typeof turn[name] !== 'boolean') {
      throw new ScenarioError(`${where}.${name}: must be true or false`);
    }
  }
  return {
    // A stable sort keeps the order of steps at the same time.
    steps: steps.sort((a, b) => a.at - b.at),
    echo: turn['echo'] !== false,
    statusLag:
      turn['statusLag'] === undefined ? 0 : parseTime(turn['statusLag'], `${where}.statusLag`),
    queued: turn['queued'] === true,
  };
}

function readStep(source: unknown, where: string): Step[] {
  const { at: time = 0, repeat, ...rest } = fields(source, { where, known: KNOWN.step });
  const at = parseTime(time, `${where}.at`);
  for (const name of ['status', 'result', 'summary', 'web_url']) {
    if (rest[name] !== undefined && rest[name] !== null) {
      text(rest[name], `${where}.${name}`);
    }
  }
  list(rest['github_pull_requests'] ?? [], `${where}.github_pull_requests`).forEach(
    (pull, index) => {
      const at = `${where}.github_pull_requests[${index}]`;
      text(fields(pull, { where: at, known: null })['url'], `${at}.url`);
    },
  );
  if (rest['entry'] !== undefined) {
    readEntry(rest['entry'], `${where}.entry`);
  }
  readUsage(rest['usage'] ?? {}, `${where}.usage`);
  if (rest['push'] !== undefined) {
    readPush(rest['push'], `${where}.push`);
  }
  if (rest['output'] !== undefined && rest['output'] !== null) {
    fields(rest['output'], { where: `${where}.output`, known: null });
  }
  const step = (from: number, texts: <T>(value: T) => T): Step => ({
    ...texts(rest),
    at: from,
  });
  if (repeat === undefined) {
    return [step(at, (value) => value)];
  }
  const { times, every = 0 } = fields(repeat, {
    where: `${where}.repeat`,
    known: ['times', 'every'],
  });
  const count = positive(times, `${where}.repeat.times`);
  if (count > MAX_REPEATS) {
    throw new ScenarioError(`${where}.repeat.times: at most ${MAX_REPEATS}`);
  }
  const gap = parseTime(every, `${where}.repeat.every`);
  return Array.from({ length: count }, (_, index) =>
    step(at + index * gap, <T>(value: T) => fill(value, { n: String(index + 1) }) as T),
  );
}

function readPush(source: unknown, where: string): void {
  const { number, branch, title, checks = [] } = fields(source, { where, known: KNOWN.push });
  positive(number, `${where}.number`);
  readTexts({ branch, title }, where);
  list(checks, `${where}.checks`).forEach((check, index) => {
    readCheck(check, `${where}.checks[${index}]`);
  });
}

function readCheck(source: unknown, where: string): void {
  const check = fields(source, { where, known: KNOWN.check });
  const { name, kind = 'job', after = 0, conclusion, title, summary, log } = check;
  text(name, `${where}.name`);
  if (kind !== 'job' && kind !== 'status') {
    throw new ScenarioError(`${where}.kind: must be job or status`);
  }
  parseTime(after, `${where}.after`);
  readTexts({ conclusion, title, summary, log }, where);
  list(check['annotations'] ?? [], `${where}.annotations`).forEach((annotation, index) => {
    const at = `${where}.annotations[${index}]`;
    const { path, line, message } = fields(annotation, { where: at, known: KNOWN.annotation });
    positive(line, `${at}.line`);
    readTexts({ path, message }, at);
  });
}

/** Texts that may be absent. */
function readTexts(texts: Fields, where: string): void {
  for (const [name, value] of Object.entries(texts)) {
    if (value !== undefined) {
      text(value, `${where}.${name}`);
    }
  }
}

function readUsage(source: unknown, where: string): void {
  for (const [name, amount] of Object.entries(fields(source, { where, known: KNOWN.usage }))) {
    if (typeof amount !== 'number' || !(amount >= 0)) {
      throw new ScenarioError(`${where}.${name}: must be a number`);
    }
  }
}

function readEntry(source: unknown, where: string): void {
  const entry = fields(source, { where, known: KNOWN.entry });
  const type = entry['message_type'] ?? 'ACTION';
  const needed =
    typeof type === 'string' && Object.hasOwn(LOG_TYPES, type) ? LOG_TYPES[type] : undefined;
  if (needed === undefined) {
    throw new ScenarioError(
      `${where}.message_type: no log type of the spec; write the entry under raw to send it anyway`,
    );
  }
  for (const name of needed) {
    if (entry[name] === undefined || entry[name] === null) {
      throw new ScenarioError(`${where}: the log type always has ${name} (spec 2.5)`);
    }
  }
}

/** Validates a list of faults. @throws ScenarioError with `where` */
export function readFaults(where: string, source: unknown): FaultSource[] {
  return list(source, where).map((fault, index) => readFault(fault, `${where}[${index}]`));
}

function readFault(source: unknown, where: string): FaultSource {
  const fault = fields(source, { where, known: KNOWN.fault });
  for (const name of ['nth', 'every', 'from', 'to']) {
    if (fault[name] !== undefined) {
      positive(fault[name], `${where}.${name}`);
    }
  }
  const isDeclared = readAction(fault['do'], `${where}.do`);
  const kinds = faultKinds();
  if (!(fault['on'] === undefined && isDeclared) && !kinds.includes(String(fault['on']))) {
    throw new ScenarioError(`${where}.on: must be one of ${kinds.join(', ')}`);
  }
  return fault as unknown as FaultSource;
}

/** Whether it is a fault that a face declares. */
function readAction(action: unknown, where: string): boolean {
  if ((FAULT_NAMES as readonly unknown[]).includes(action)) {
    return false;
  }
  if (typeof action === 'string') {
    declaredNamed(action, where);
    return true;
  }
  if (action !== null && typeof action === 'object' && 'fault' in action) {
    readNamed(action, where);
    return true;
  }
  const spelled =
    action !== null && typeof action === 'object' && ('status' in action || 'delay' in action);
  if (!spelled) {
    throw new ScenarioError(
      `${where}: must be {status: …}, {delay: …}, {fault: …} or one of ${allNames()}`,
    );
  }
  const answer = fields(action, { where, known: KNOWN.answer });
  if (answer['delay'] !== undefined) {
    parseTime(answer['delay'], `${where}.delay`);
  }
  const status = answer['status'];
  if (
    status !== undefined &&
    !(positive(status, `${where}.status`) >= 200 && Number(status) <= 599)
  ) {
    throw new ScenarioError(`${where}.status: must be from 200 to 599`);
  }
  const headers = fields(answer['headers'] ?? {}, { where: `${where}.headers`, known: null });
  for (const [name, value] of Object.entries(headers)) {
    text(value, `${where}.headers.${name}`);
  }
  return false;
}

function readNamed(action: object, where: string): void {
  const named = fields(action, { where, known: KNOWN.named });
  const name = text(named['fault'], `${where}.fault`);
  const declared = declaredNamed(name, `${where}.fault`);
  if (named['for'] !== undefined) {
    parseTime(named['for'], `${where}.for`);
    if (declared.every(({ forMs }) => forMs === null)) {
      throw new ScenarioError(`${where}.for: ${name} takes no time`);
    }
  }
  if (named['count'] !== undefined) {
    positive(named['count'], `${where}.count`);
    if (declared.every(({ count }) => count === null)) {
      throw new ScenarioError(`${where}.count: ${name} takes no number`);
    }
  }
}

/** The declarations of the faces that have such a fault. */
function declaredNamed(name: string, where: string): readonly DeclaredFault[] {
  const declared = declaredFaults(name);
  if (declared.length === 0) {
    throw new ScenarioError(`${where}: must be one of ${allNames()}`);
  }
  return declared;
}

function allNames(): string {
  return [...FAULT_NAMES, ...declaredNames()].join(', ');
}

function fields(
  value: unknown,
  { where, known }: { readonly where: string; readonly known: readonly string[] | null },
): Fields {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw new ScenarioError(`${where}: must be an object`);
  }
  const unknown = known === null ? [] : Object.keys(value).filter((key) => !known.includes(key));
  if (unknown.length > 0) {
    throw new ScenarioError(
      `${where}: unknown ${unknown.join(', ')}; known are ${(known ?? []).join(', ')}`,
    );
  }
  return value as Fields;
}

function list(value: unknown, where: string): readonly unknown[] {
  if (!Array.isArray(value)) {
    throw new ScenarioError(`${where}: must be a list`);
  }
  return value;
}

function text(value: unknown, where: string): string {
  if (typeof value !== 'string') {
    throw new ScenarioError(`${where}: must be a text`);
  }
  return value;
}

function positive(value: unknown, where: string): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 1) {
    throw new ScenarioError(`${where}: must be a positive integer`);
  }
  return value;
}

function pattern(value: unknown, where: string): RegExp {
  try {
    return new RegExp(text(value, where), 'i');
  } catch (cause) {
    if (cause instanceof ScenarioError) {
      throw cause;
    }
    throw new ScenarioError(`${where}: is no regular expression`, { cause });
  }
}
