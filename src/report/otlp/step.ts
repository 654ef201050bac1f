/**
 * Writes the run as OTLP/JSON and sends it, once, to the endpoint set in the environment (contract
 * 16).
 */
import { messageOf } from '../../safe/text.ts';
import { statusError } from '../../http/errors.ts';
import type { Http, HttpResponse } from '../../http/port.ts';
import { TransportError } from '../../http/proof.ts';
import { logOf } from '../kept-entries.ts';
import { stepFile } from '../step-files.ts';
import type { Step, StepPorts } from '../step.ts';
import { otlpSettings } from './settings.ts';
import { messagesOf, traceLines, type OtlpTraceSource, type TracedInputs } from './trace.ts';

/** To send it (contract 16). */
const TOTAL_MS = 10_000;

interface OtlpOptions
  extends Pick<OtlpTraceSource, 'prompt'>, Pick<StepPorts, 'clock' | 'env' | 'files' | 'step'> {
  readonly inputs: TracedInputs;
}

/**
 * Writes the run's trace: into a file of its own, or to the end of one that many runs share.
 * Rejects if that fails.
 */
export async function writeOtlpFile(options: OtlpOptions, shared: string | null): Promise<void> {
  const { files, step } = options;
  if (shared !== null) {
    return appendTrace(options, shared);
  }
  const path = step.state.turn === null ? null : stepFile(options, '-otlp.jsonl');
  if (path === null) {
    return;
  }
  files.write(path, '');
  await appendTrace(options, path);
  step.dispatch({ type: 'known', otlpFile: path });
}

/** Adds the run to a file of traces. Does nothing without a run. */
async function appendTrace(options: OtlpOptions, path: string): Promise<void> {
  const { clock, env, files, inputs, prompt, step } = options;
  const { baseUrl, model, orgId } = inputs;
  const { endAt, logsFile, turn } = step.state;
  if (turn === null) {
    return;
  }
  const lines = traceLines({
    inputs: { baseUrl, model, orgId },
    prompt,
    settings: otlpSettings(env),
    view: step.view(),
    endedAt: clock.wall() - (clock.now() - (endAt ?? clock.now())),
    log: logsFile === null ? null : logOf(files, logsFile),
  });
  for await (const line of lines) {
    files.append(path, `${line}\n`);
  }
}

interface SendingContext extends Pick<OtlpOptions, 'clock' | 'env' | 'files'> {
  readonly otlpHttp: () => Http;
  readonly userAgent: string;
  readonly step: Pick<Step, 'warn'>;
}

const NO_TIME = 'there was no time left';

/**
 * Sends a file of traces, each once, in as few requests as their size allows. What fails becomes a
 * warning.
 */
export async function sendTraces(
  { clock, env, files, step, userAgent, otlpHttp }: SendingContext,
  { path, signal }: { readonly path: string | null; readonly signal: AbortSignal },
): Promise<void> {
  if (path === null || !files.isFile(path)) {
    return;
  }
  const { endpoint, headers, problem } = otlpSettings(env);
  if (problem !== null) {
    step.warn(`The trace was not sent: ${problem}.`);
  }
  if (endpoint === null) {
    return;
  }
  const http = otlpHttp();
  const deadline = clock.now() + TOTAL_MS;
  const own = { 'content-type': 'application/json', 'user-agent': userAgent };
  const request = {
    method: 'POST' as const,
    url: endpoint,
    headers: { ...headers, ...own },
    fresh: false,
  };
  const notSent = (why: string): void =>
    step.warn(
      `The trace could not be sent to ${new URL(endpoint).origin}: ` +
        `${why}. The endpoint must take OTLP over HTTP as JSON (usually port 4318, not 4317); ` +
        'the trace is in `otlp_file`.',
    );
  try {
    for await (const body of messagesOf(files.lines(path))) {
      const timeoutMs = deadline - clock.now();
      if (timeoutMs <= 0) {
        notSent(NO_TIME);
        break;
      }
      const limits = { headersTimeoutMs: timeoutMs, totalTimeoutMs: timeoutMs };
      const why = problemOf(await http.send({ ...request, ...limits, body }, signal));
      if (why !== null) {
        notSent(why);
        break;
      }
    }
  } catch (error) {
    if (!signal.aborted && !(error instanceof TransportError)) {
      throw error;
    }
    notSent(signal.aborted ? NO_TIME : messageOf(error));
  } finally {
    await http.close();
  }
}

/** A collector that accepts only some of the spans still answers 200. */
const REJECTED = /"rejectedSpans"\s*:\s*"?[1-9]/;

function problemOf(response: HttpResponse): string | null {
  const { status, body } = response;
  if (status < 200 || status > 299) {
    return statusError(response).message;
  }
  return REJECTED.test(body) ? `some spans were rejected: ${body.slice(0, 500)}` : null;
}
