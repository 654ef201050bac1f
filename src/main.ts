/** The main step: inputs → gate → start → follow → reporters → outputs. */
import { admit } from './access/admission.ts';
import { conclude } from './session/finish.ts';
import { readEvent, type EventContext } from './event/event.ts';
import { openThread, type Thread } from './thread-comment/index.ts';
import { redactingGitHub, type GitHub } from './github/port.ts';
import { policedFiles, redactingFiles, redactingHost, sturdyHost } from './runner/host.ts';
import { messageOf } from './shared/format.ts';
import { redactingHttp } from './service/http/port.ts';
import type { Inputs } from './inputs/parse.ts';
import type { OutputSchema } from './structured-output/index.ts';
import { webUrlOutput } from './runner/outputs.ts';
import { assemblePrompt, promptHash } from './prompt/prompt.ts';
import { provenanceOf } from './event/provenance.ts';
import { createReporters } from './session/reporters.ts';
import { Cancelled, lateSignal } from './runner/signals.ts';
import { saveRunState } from './runner/saved-state.ts';
import { Step } from './session/state.ts';
import { runTurns, type Order } from './session/session.ts';
import type { Clock, Env, Files, Host, Random } from './ports.ts';
import { createClient } from './service/client.ts';
import type { Http } from './service/http/port.ts';
import { proxySecrets } from './service/http/proxy.ts';
import { createRedactor, encodedForms } from './runner/redact.ts';

export interface Ports {
  readonly host: Host;
  readonly files: Files;
  readonly clock: Clock;
  readonly random: Random;
  readonly env: Env;
  /** The event payload as JSON; an empty object when there is none. */
  readonly payload: unknown;
  readonly http: Http;
  readonly github: (options: { readonly token: string; readonly event: EventContext }) => Promise<GitHub>;
  /** Aborts with `Cancelled` on SIGINT and SIGTERM. */
  readonly stop: AbortSignal;
  /** A random string nobody can guess. */
  readonly uuid: () => string;
  readonly userAgent: string;
}

/** Runs the step. Never rejects: whatever happens ends in outputs, summary and a log line. */
export async function main(given: Ports): Promise<void> {
  const guards = guarded(given);
  const unwritable = reasonWhyNot(() => guards.host.saveState('is_post', 'true'));
  const ports = { ...guards, host: sturdyHost(guards.host) };
  const { host, clock, http } = ports;
  const event = readEvent(ports.env, ports.payload);
  const step = new Step({ clock, host, requests: () => http.reached() }, provenanceOf(event));
  const scene: Scene = { ports, event, step, thread: null, startedAt: clock.now() };
  try {
    if (unwritable === null) await perform(scene);
    else
      step.fail(
        'internal',
        `The files of the runner cannot be written (${unwritable}). Nothing was sent to the service: nobody could have read what came of it. Make room on the disk of the runner and run this again.`,
      );
  } catch (error) {
    if (error instanceof Cancelled) {
      step.outcome = 'cancelled';
      step.cutShort = error.message;
    } else {
      step.crash(error);
    }
  }
  await conclude(scene);
}

/** What keeps the work from being done, in words; null when it is done. */
function reasonWhyNot(work: () => void): string | null {
  try {
    work();
    return null;
  } catch (error) {
    return messageOf(error);
  }
}

/** Masks the secrets before anything else happens, and lets nothing out that holds one. */
export function guarded(ports: Ports): Ports {
  const { host, files } = ports;
  const tokens = [host.input('token').trim(), host.input('github_token').trim()].filter((token) => token !== '');
  const secrets = [...new Set([...tokens, ...proxySecrets(ports.env)])];
  // Before anything else happens (contract 1.1); short secrets have no encoded forms worth masking.
  for (const secret of secrets) for (const form of new Set([secret, ...encodedForms(secret)])) host.mask(form);
  const redact = createRedactor(secrets);
  return {
    ...ports,
    host: redactingHost(host, redact),
    files: policedFiles(redactingFiles(files, redact), ports.env),
    http: redactingHttp(ports.http, redact),
    github: async (options) => redactingGitHub(await ports.github(options), redact),
  };
}

/** One step's things, handed from hand to hand. */
export interface Scene {
  readonly ports: Ports;
  readonly event: EventContext;
  readonly step: Step;
  thread: Thread | null;
  /** On the clock's `now`. */
  readonly startedAt: number;
  inputs?: Inputs;
  reporters?: ReturnType<typeof createReporters>;
}

async function perform(scene: Scene): Promise<void> {
  const { ports, event, step } = scene;
  const { host, env, files, stop } = ports;
  const admission = await admit({
    input: (name) => host.input(name),
    env,
    files,
    event,
    github: (token) => ports.github({ token, event }),
    clock: ports.clock,
    signal: stop,
  });
  if (admission.kind === 'invalid') {
    step.fail('invalid_input', admission.message);
    return;
  }
  if (admission.inputs !== null) scene.inputs = admission.inputs;
  if (admission.kind === 'skip') {
    step.skip(admission.reason);
    return;
  }
  await work(scene, admission);
}

async function work(
  scene: Scene,
  { inputs, schema }: { readonly inputs: Inputs; readonly schema: OutputSchema | null },
): Promise<void> {
  const { ports, event, step } = scene;
  const { host, clock, random, http, stop, userAgent } = ports;
  const deadline = scene.startedAt + inputs.timeoutMs;
  const prompt = await assemblePrompt({ inputs, schema, event, marker: ports.uuid() });
  if (prompt !== null) step.provenance = { ...step.provenance, promptHash: promptHash(prompt) };
  step.provenance = { ...step.provenance, orgId: inputs.orgId };
  const thread = await openThread({ ...ports, inputs, event, step });
  scene.thread = thread;
  const recorded = inputs.agentRunId === null ? (thread?.recordedRun ?? null) : null;
  const order: Order = {
    prompt,
    runId: inputs.agentRunId ?? recorded,
    replaceIfGone: recorded !== null,
    onGone: () =>
      host.notice(`Run ${String(recorded)}, recorded in this thread, is gone at the service: a new run is created.`),
  };
  const reporters = createReporters({ ...ports, inputs, step, thread });
  scene.reporters = reporters;
  reporters.log.begin({
    mode: order.runId === null ? 'create' : prompt === null ? 'attach' : 'resume',
    orgId: inputs.orgId,
    runId: order.runId,
    wait: inputs.wait,
    timeoutMs: inputs.timeoutMs,
  });
  const client = createClient({
    http,
    clock,
    userAgent,
    baseUrl: inputs.baseUrl,
    orgId: inputs.orgId,
    token: inputs.token,
  });
  const done = new AbortController();
  const lateStop = lateSignal(clock, { stop, done: done.signal });
  // At once, so that it outlives a killed step (contract 1.2).
  if (order.runId !== null) host.output('agent_run_id', String(order.runId));
  await runTurns(
    {
      client,
      clock,
      random,
      inputs,
      schema,
      step,
      emit: reporters.emit,
      stop,
      lateStop,
      deadline,
      onSending: (runId) => {
        step.sending = true;
        const { promptHash } = step.provenance;
        saveRunState(host, { phase: 'sending', runId, webUrl: step.webUrl, promptHash });
      },
      onUnsent: () => {
        step.sending = false;
        saveRunState(host, { phase: 'idle' });
      },
      onSeen: (run) => {
        step.seen(run);
        if (run.web_url !== null) host.output('web_url', webUrlOutput(run.web_url));
      },
    },
    order,
  ).finally(() => done.abort());
}
