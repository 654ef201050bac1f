/** Writes the run as OTLP/JSON and sends it, once, to the endpoint set in the environment (contract 16). */
import type { Inputs } from '../../inputs/parse.ts';
import type { Clock, Env, Files } from '../../ports.ts';
import { messageOf } from '../../safe/format.ts';
import { isRecord } from '../../safe/json.ts';
import { whatTheServiceSaid } from '../../service/errors.ts';
import { TransportError, type Http, type HttpAnswer } from '../../service/http/port.ts';
import type { Log } from '../kept-entries.ts';
import { stepFile } from '../step-files.ts';
import type { Step } from '../step.ts';
import { otlpSettings } from './settings.ts';
import { messagesOf, writeTrace } from './trace.ts';

const NO_LOG: Log = { size: 0, lines: () => [] };
const TOTAL_MS = 10_000;
const UNSUPPORTED_MEDIA_TYPE = 415;

interface OtlpPorts {
  readonly clock: Clock;
  readonly env: Env;
  readonly files: Files;
}

export interface OtlpOptions extends OtlpPorts {
  readonly inputs: Pick<Inputs, 'baseUrl' | 'model'>;
  readonly step: Step;
  /** The prompt that was sent, or null if none was. */
  readonly prompt: string | null;
}

/** Writes the file. Rejects if that fails. */
export async function writeOtlpFile(options: OtlpOptions): Promise<void> {
  const { files, step } = options;
  const path = step.state.turn === null ? null : stepFile(options, '-otlp.jsonl');
  if (path === null) return;
  files.write(path, '');
  await appendTrace(options, path);
  step.dispatch({ type: 'wrote', otlpFile: path });
}

/** Adds the run to a file of traces. Does nothing without a run. */
export async function appendTrace(options: OtlpOptions, path: string): Promise<void> {
  const { clock, env, files, inputs, step, prompt } = options;
  const { entriesBefore, endAt, logsFile, turn } = step.state;
  if (turn === null) return;
  const head = step.view();
  const endedAt = clock.wall() - (clock.now() - (endAt ?? clock.now()));
  await writeTrace({
    ...otlpSettings(env),
    ...{ head, prompt, endedAt, beganAt: endedAt - head.durationMs, runId: turn.runId, before: entriesBefore },
    ...{ model: inputs.model, baseUrl: inputs.baseUrl },
    log: logsFile === null ? NO_LOG : { size: files.head(logsFile, 0).size, lines: () => files.lines(logsFile) },
    write: (line) => files.append(path, `${line}\n`),
  });
}

interface SendingContext extends OtlpPorts {
  readonly http: Http;
  /** Defaults to `http`. */
  readonly otlpHttp?: () => Http;
  readonly userAgent: string;
  readonly step: Pick<Step, 'warn'>;
}

const NO_TIME = 'there was no time left';

/** Sends a file of traces, each once, in as few requests as their size allows. What fails becomes a warning. */
export async function sendTraces(
  { clock, env, files, step, userAgent, ...ports }: SendingContext,
  { path, signal }: { readonly path: string | null; readonly signal: AbortSignal },
): Promise<void> {
  if (path === null || !files.isFile(path)) return;
  const { endpoint, headers, problem } = otlpSettings(env);
  if (problem !== null) step.warn(`The trace was not sent: ${problem}.`);
  if (endpoint === null) return;
  const http = ports.otlpHttp?.() ?? ports.http;
  const deadline = clock.now() + TOTAL_MS;
  const own = { 'content-type': 'application/json', 'user-agent': userAgent };
  const request = { method: 'POST' as const, url: endpoint, headers: { ...headers, ...own }, fresh: false };
  const reasonNotSent = async (body: string): Promise<string | null> => {
    const timeoutMs = deadline - clock.now();
    if (timeoutMs <= 0) return NO_TIME;
    const limits = { headersTimeoutMs: timeoutMs, totalTimeoutMs: timeoutMs };
    return problemOf(await http.send({ ...request, ...limits, body }, signal));
  };
  let why: string | null = null;
  try {
    for await (const body of messagesOf(files.lines(path))) {
      why = await reasonNotSent(body);
      if (why !== null) break;
    }
  } catch (error) {
    if (!signal.aborted && !(error instanceof TransportError)) throw error;
    why = signal.aborted ? NO_TIME : messageOf(error);
  } finally {
    if (ports.otlpHttp !== undefined) await http.close();
  }
  if (why !== null)
    step.warn(
      `The trace could not be sent to ${new URL(endpoint).origin}: ${why}. It takes an endpoint for OTLP over HTTP as JSON (usually port 4318, not 4317); the trace is in \`otlp_file\`.`,
    );
}

function problemOf({ status, body }: HttpAnswer): string | null {
  if (status === UNSUPPORTED_MEDIA_TYPE) return 'HTTP 415: the receiver does not take OTLP as JSON';
  if (status < 200 || status > 299) {
    const said = whatTheServiceSaid(body);
    return `HTTP ${status}${said === '' ? '' : `: ${said}`}`;
  }
  const partial = partialSuccess(body);
  return partial === null ? null : `some spans were rejected: ${partial}`;
}

/** A collector that accepts only some of the spans still answers 200. */
function partialSuccess(body: string): string | null {
  try {
    const answer: unknown = JSON.parse(body);
    const partial = isRecord(answer) ? answer['partialSuccess'] : null;
    if (!isRecord(partial) || Number(partial['rejectedSpans'] ?? 0) === 0) return null;
    const { errorMessage } = partial;
    return typeof errorMessage === 'string' ? errorMessage.slice(0, 500) : 'no reason was given';
  } catch {
    return null;
  }
}
