/**
 * Decides whether the step may run, in the order of contract 1.1: skip without token, inputs,
 * trigger phrase, permission.
 */
import { idleNotice, type Idle } from '../inputs/limits.ts';
import { describeProblems, mistypedHint } from '../inputs/reader.ts';
import {
  mistypedInputs,
  parseInputs,
  type Inputs,
  type InputSources,
  type Problem,
} from '../inputs/parse.ts';
import { readTasks, taskFormat, type FleetTask, type ReadTasks } from '../inputs/tasks.ts';
import type { Clock } from '../runner/port.ts';
import type { OutputSchema } from '../run/output-schema.ts';
import { payloadNumber, payloadText, type EventContext } from '../github/event.ts';
import { noSecretsHere } from '../github/event-rules.ts';
import { sectionsOf } from '../github/event-sections.ts';
import { accountsOf, checkPermission } from '../github/permissions.ts';
import type { GitHub } from '../github/port.ts';

interface AdmitPorts extends InputSources {
  readonly event: EventContext;
  /** The repository on GitHub, with the token of the input `github_token`. Called on demand. */
  readonly github: (token: string) => Promise<GitHub>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

interface Read {
  readonly kind: 'go';
  readonly inputs: Inputs;
  readonly schema: OutputSchema | null;
  /** Null for a single run. */
  readonly tasks: readonly FleetTask[] | null;
  /** Names in the step's `with:` block that are no inputs, each with the one that is meant. */
  readonly hints: readonly string[];
  /** What has no effect in this step, in one message, or null. */
  readonly notice: string | null;
}

interface Invalid {
  readonly kind: 'invalid';
  readonly message: string;
}

export type Admission =
  | Read
  | Invalid
  /** A gate whose permission could not be read, which must not look as if it had passed. */
  | { readonly kind: 'unavailable'; readonly message: string; readonly inputs: Inputs }
  | {
      readonly kind: 'skip';
      readonly reason: string;
      /** Whether the reason is something to change, because a permission could not be read. */
      readonly warns: boolean;
      /** Null if they were not parsed. */
      readonly inputs: Inputs | null;
    };

const NO_TOKEN =
  'The input `token` is empty: workflows started by a pull request from a fork or by ' +
  'Dependabot get no secrets. Nothing was sent to the agent service.';

const UNREAD_GATE =
  'Nothing was reviewed, and nothing was sent to the agent service: a gate (`review: gate`) ' +
  'does not pass because something could not be read.';

export async function admit(ports: AdmitPorts): Promise<Admission> {
  const { event, clock, signal } = ports;
  const startedAt = clock.now();
  if (ports.input('token').trim() === '' && noSecretsHere(event)) {
    return { kind: 'skip', reason: NO_TOKEN, warns: false, inputs: null };
  }
  const read = await readAll(ports);
  if (read.kind === 'invalid') {
    return read;
  }
  const { inputs } = read;
  const allowed = await checkPermission(event, {
    ...accountsOf(() => ports.github(inputs.githubToken), {
      clock,
      signal,
      deadline: startedAt + inputs.timeoutMs,
    }),
    requirePermission: inputs.requirePermission,
    allowedBots: inputs.allowedBots,
    triggerPhrase: inputs.triggerPhrase ?? '',
    commentAsks: inputs.context === 'event' || inputs.review !== 'none',
  });
  // A signal during the permission check is not a denial.
  signal.throwIfAborted();
  if (allowed.go) {
    return read;
  }
  const warns = allowed.unread === true;
  if (warns && inputs.triggerPhrase !== null) {
    await reactTo(ports, inputs.githubToken);
  }
  const { reason } = allowed;
  if (warns && inputs.review === 'gate') {
    return { kind: 'unavailable', message: `${reason} ${UNREAD_GATE}`, inputs };
  }
  return { kind: 'skip', reason, warns, inputs };
}

/** Reads and checks all inputs and the files that they name. Sends nothing. */
async function readAll(ports: AdmitPorts): Promise<Read | Invalid> {
  const mistyped = mistypedInputs(ports.env);
  const { inputs, problems: found, idle } = parseInputs(ports);
  const problems = [...found];
  const schema = await readSchema(inputs, problems);
  const fleet = await readFleet(ports, problems);
  if (problems.length > 0) {
    return { kind: 'invalid', message: describeProblems(problems, mistyped) };
  }
  const hints = mistyped.map(mistypedHint);
  const here = idleOn(ports.event, inputs, idle);
  const notice = idleNotice([...idle, ...here, ...(fleet?.idle ?? [])]);
  return { kind: 'go', inputs, schema, tasks: fleet?.tasks ?? null, hints, notice };
}

/** The inputs that do nothing on this event. @param idle those that do nothing on any */
function idleOn(
  event: EventContext,
  { context }: Pick<Inputs, 'context'>,
  idle: readonly Idle[],
): readonly Idle[] {
  const isAppended = context === 'event' && !idle.some(({ name }) => name === 'context');
  if (!isAppended || sectionsOf(event).length > 0) {
    return [];
  }
  const why = `the event ${event.name || '(none)'} has no text that it appends`;
  return [{ name: 'context', why }];
}

/** The schema that the answer must satisfy, or null. Adds what is wrong with it to `problems`. */
async function readSchema(
  { outputSchema }: Pick<Inputs, 'outputSchema'>,
  problems: Problem[],
): Promise<OutputSchema | null> {
  if (outputSchema === null) {
    return null;
  }
  const { compileSchema } = await import(/* webpackMode: "eager" */ '../run/output-schema.ts');
  const compiled = compileSchema(outputSchema);
  if (compiled.kind === 'usable') {
    return compiled.schema;
  }
  problems.push({
    name: 'output_schema',
    given: `a schema that ${compiled.why}`,
    accepted: 'a JSON Schema (2020-12) without references outside itself',
  });
  return null;
}

/** The tasks of a fleet, or null for a single run. Adds what is wrong with them to `problems`. */
async function readFleet(ports: AdmitPorts, problems: Problem[]): Promise<ReadTasks | null> {
  const format = await taskFormat(ports.input('tasks'));
  if (format === null) {
    return null;
  }
  const list = readTasks(ports, { known: problems, format });
  problems.push(...list.problems);
  return list;
}

const INSIDERS: ReadonlySet<string> = new Set(['OWNER', 'MEMBER', 'COLLABORATOR']);

/**
 * Tells someone of the repository in the thread that their comment started nothing (contract 6.1).
 */
async function reactTo({ event, github, signal }: AdmitPorts, token: string): Promise<void> {
  const id = payloadNumber(event, 'comment', 'id');
  if (id === null || !INSIDERS.has(payloadText(event, 'comment', 'author_association'))) {
    return;
  }
  try {
    const port = await github(token);
    if (event.name === 'issue_comment') {
      await port.react(id, 'confused', signal);
    }
    if (event.name === 'pull_request_review_comment') {
      await port.reactToReviewComment(id, 'confused', signal);
    }
  } catch {
    // The warning says what is missing. A token that cannot read a permission may not be able to
    // react, either.
    signal.throwIfAborted();
  }
}
