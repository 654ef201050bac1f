/**
 * What a step works with: its ports, wrapped so that no secret leaves the process, and what is
 * known of it so far.
 */
import { readEvent, type EventContext } from './github/event.ts';
import { provenanceOf, type Provenance } from './github/provenance.ts';
import type { OpenGitHub } from './github/port.ts';
import type { Clock, Env, Files, Host, Random, UploadArtifact } from './runner/port.ts';
import { policedFiles, redactingFiles, redactingHost } from './runner/host.ts';
import type { OutputName } from './runner/output-table.ts';
import { delayedStop } from './runner/clock.ts';
import { readRunState, saveRunState, type SavedRunState } from './runner/saved-state.ts';
import { messageOf } from './safe/text.ts';
import { secretForms, Secrets, type Redact } from './safe/redaction.ts';
import type { Http } from './http/port.ts';
import { noticeSandbox } from './http/sandbox.ts';
import type { Limiter } from './http/limits.ts';
import type { Agent } from './agents/port.ts';
import type { ServiceName } from './agents/service-table.ts';
import { SERVICES } from './agents/services.ts';
import type { Inputs } from './inputs/parse.ts';
import { Step } from './report/step.ts';
import { secretsGiven } from './secrets.ts';

/**
 * A step finishes its own work for so long after a signal. All is over after six seconds (contract
 * 7.3); GitHub allows 7.5.
 */
const FINISH_AFTER_SIGNAL_MS = 5_000;
/** After a signal, when the process ends even if something hangs. */
export const WATCHDOG_MS = 5_700;
/** What a step may take from its timeout on, which holds within 10 seconds (contract 6.5). */
const OVERRUN_MS = 9_000;

export interface Ports {
  readonly host: Host;
  readonly files: Files;
  readonly clock: Clock;
  readonly random: Random;
  readonly env: Env;
  /** The parsed event payload, or an empty object. */
  readonly payload: unknown;
  readonly http: Http;
  /** Separate connections for traces, so that `requests` counts only those to the agent service. */
  readonly otlpHttp: () => Http;
  readonly github: OpenGitHub;
  readonly uploadArtifact: UploadArtifact;
  /** Aborts with `Cancelled` on SIGINT and SIGTERM. */
  readonly stop: AbortSignal;
  /** An unguessable random string. */
  readonly uuid: () => string;
  readonly userAgent: string;
  /** Takes secrets out of a text. Absent before the ports are guarded. */
  readonly redact?: Redact;
  /**
   * Masks and redacts a secret that an answer brings, such as the key of an agent's machine
   * (contract 18.10). Absent before the ports are guarded.
   */
  readonly keepSecret?: (secret: string) => void;
  /**
   * The same for one that an input brings for the run: what the service says of it is redacted too.
   */
  readonly keepGivenSecret?: (secret: string) => void;
  /** The sandbox answers (contract 10). Absent before the ports are guarded. */
  readonly isSandbox?: () => boolean;
  /** The limiter of a run in a step with many. Default: its own. */
  readonly limiter?: Limiter;
}

export interface Context extends Ports {
  readonly event: EventContext;
  readonly step: Step;
  /** On the clock's `now`. */
  readonly startedAt: number;
  /** Aborts after `stop`, when no more time is left for finishing the step. */
  readonly finishStop: AbortSignal;
  /**
   * Milliseconds until the step must be over because of a signal, or of its timeout, given as
   * milliseconds from its beginning.
   */
  readonly remainingMs: (timeoutMs: number) => number;
  readonly warn: (message: string) => void;
  /** The outputs as last set. */
  readonly written: Map<OutputName, string>;
  /** The agents that the step has opened, which know what was found out of their service. */
  readonly opened: Map<ServiceName, Agent>;
  /** Ends the timer that a signal starts. */
  readonly close: () => void;
}

/**
 * Masks the secrets before anything else happens, and redacts them from everything that leaves the
 * process.
 */
export function guarded(ports: Ports): Ports {
  const { host, files } = ports;
  const secrets = secretsGiven(host, ports.env);
  // Must come first (contract 1.1).
  secrets.forEach((secret) => maskForms(host, secret));
  const given = new Secrets(secrets);
  const all = new Secrets(secrets);
  const keepSecret = (secret: string): void => {
    if (all.learn(secret)) {
      maskForms(host, secret);
    }
  };
  // The post step may have no reason to ask the service again.
  let isSandbox = readRunState(host)?.playedBy === 'sandbox';
  const onSandbox = (): void => {
    isSandbox = true;
    saveRunState(host, { playedBy: 'sandbox' });
  };
  return {
    ...ports,
    redact: all.redact,
    keepSecret,
    keepGivenSecret: (secret) => {
      given.learn(secret);
      keepSecret(secret);
    },
    host: redactingHost(host, all.redact),
    files: policedFiles(redactingFiles(files, all.redact), ports.env),
    // What a service's answers bring is needed as it is, to be used there.
    http: noticeSandbox(redactingHttp(ports.http, given.redact), onSandbox),
    isSandbox: () => isSandbox,
    otlpHttp: () => redactingBodies(redactingHttp(ports.otlpHttp(), all.redact), all.redact),
    github: (options) => ports.github({ ...options, redact: all.redact }),
  };
}

/** Short secrets have no encoded forms worth masking. */
function maskForms(host: Host, secret: string): void {
  for (const form of new Set([secret, ...secretForms(secret)])) {
    host.mask(form);
  }
}

/** Wraps a port so that its responses carry a function that redacts secrets. */
export function redactingHttp(http: Http, redact: Redact): Http {
  return {
    reached: () => http.reached(),
    close: () => http.close(),
    send: async (request, signal) => ({ ...(await http.send(request, signal)), redact }),
    open: async (request, signal) => {
      const opened = await http.open(request, signal);
      if (opened.kind === 'stream') {
        return { kind: 'stream', stream: { ...opened.stream, redact } };
      }
      return { kind: 'refused', response: { ...opened.response, redact } };
    },
  };
}

/**
 * Wraps a port for data that this action writes itself, so that no request body contains a secret.
 */
function redactingBodies(http: Http, redact: Redact): Http {
  return {
    reached: () => http.reached(),
    close: () => http.close(),
    send: (request, signal) =>
      http.send({ ...request, body: request.body === null ? null : redact(request.body) }, signal),
    open: (request, signal) => http.open(request, signal),
  };
}

/** @param known details of the step's origin that the event does not tell */
export function createContext(ports: Ports, known: Partial<Provenance> = {}): Context {
  const { clock, host, http, isSandbox, stop } = ports;
  const event = readEvent(ports.env, ports.payload);
  const step = new Step(
    { clock, host, redact: ports.redact, requests: () => http.reached(), isSandbox },
    { ...provenanceOf(event), ...known },
  );
  const startedAt = clock.now();
  const done = new AbortController();
  let signalledAt = Infinity;
  const noteSignal = (): void => void (signalledAt = clock.now());
  if (stop.aborted) {
    noteSignal();
  } else {
    stop.addEventListener('abort', noteSignal, { once: true, signal: done.signal });
  }
  return {
    ...ports,
    event,
    step,
    startedAt,
    finishStop: delayedStop(clock, {
      stop,
      done: done.signal,
      graceMs: FINISH_AFTER_SIGNAL_MS,
    }),
    remainingMs: (timeoutMs) => {
      const timeout = startedAt + timeoutMs;
      return Math.max(
        0,
        Math.min(signalledAt + FINISH_AFTER_SIGNAL_MS, timeout + OVERRUN_MS) - clock.now(),
      );
    },
    warn: (message) => step.warn(message),
    written: new Map(),
    opened: new Map(),
    close: () => done.abort(),
  };
}

/** Opens the hosted agent that the inputs choose. */
export async function openAgent(
  given: Ports & Partial<Pick<Context, 'opened'>>,
  inputs: Pick<Inputs, 'baseUrl' | 'orgId' | 'repo' | 'service' | 'token'>,
): Promise<Agent> {
  const { http, clock, env, userAgent, limiter, opened, keepSecret = () => undefined } = given;
  const { baseUrl, token, orgId, repo: repository, service } = inputs;
  const agent = await SERVICES[service.name]({
    http,
    clock,
    env,
    userAgent,
    baseUrl,
    token,
    orgId,
    repository,
    limiter,
    keepSecret,
  });
  opened?.set(service.name, agent);
  return agent;
}

/**
 * Does one piece of the end of a step: its failure is reported, and the others are done all the
 * same.
 */
export async function attempt(
  { clock, step }: Context,
  what: string,
  work: () => unknown,
): Promise<void> {
  // Yields before each piece, so that a signal is handled in between (contract 6.5).
  await clock.sleep(0);
  try {
    await work();
  } catch (error) {
    step.warn(`The ${what} could not be written: ${messageOf(error)}.`);
  }
}

/** On the clock's `now`. */
interface StepTimes {
  readonly beganAt: number | null;
  readonly endedAt: number;
}

/** When the main step whose state was saved began and ended. An end that is not known is now. */
export function timesOf(
  clock: Pick<Clock, 'now' | 'wall'>,
  { startedAt = null, durationMs = null }: SavedRunState,
): StepTimes {
  const now = clock.now();
  const beganAt = startedAt === null ? null : now - Math.max(0, clock.wall() - startedAt);
  return { beganAt, endedAt: beganAt === null || durationMs === null ? now : beganAt + durationMs };
}
