/** Writes the run as OTLP/JSON and sends it to the endpoint set in the environment (contract 16). */
import type { Ports } from '../context.ts';
import type { Inputs } from '../inputs/parse.ts';
import { runIdOf } from '../report/view-of-step.ts';
import { VERSION } from '../version.ts';
import { saveRunState } from '../runner/saved-state.ts';
import { fileStem } from './reporters.ts';
import type { Step } from './step.ts';

export interface OtlpOptions {
  readonly ports: Pick<Ports, 'clock' | 'env' | 'files' | 'http' | 'otlpHttp' | 'stop' | 'userAgent'>;
  readonly inputs: Pick<Inputs, 'baseUrl' | 'model' | 'otlp'>;
  readonly step: Step;
  /** The prompt that was sent, or null if none was. */
  readonly prompt: string | null;
  /** When the create, resume or first read was sent, in ms since the epoch. Required if the clock stopped since then. */
  readonly calledAt?: number | null;
}

/** Writes the file. Rejects if that fails. */
export async function writeOtlpFile(options: OtlpOptions): Promise<void> {
  const { ports, step } = options;
  const runId = runIdOf(step.state);
  if (runId === null || step.state.turn === null) return;
  const path = `${step.state.fileStem ?? fileStem(ports, runId)}-otlp.jsonl`;
  ports.files.write(path, '');
  await appendTrace(options, path);
  step.dispatch({ type: 'wrote', otlpFile: path });
}

/** Adds the run to a file of traces. Does nothing without a run. */
export async function appendTrace({ ports, inputs, step, prompt, calledAt }: OtlpOptions, path: string): Promise<void> {
  const { clock, env, files } = ports;
  const { state } = step;
  const runId = runIdOf(state);
  if (runId === null || state.turn === null) return;
  const [{ writeOtlp }, { otlpSettings }] = await Promise.all([
    import('../report/otlp/index.ts'),
    import('../report/otlp/settings.ts'),
  ]);
  const head = step.view();
  const endedAt = clock.wall() - (clock.now() - (state.endAt ?? clock.now()));
  await writeOtlp({
    ...otlpSettings(env),
    ...{ head, runId, prompt, endedAt, version: VERSION },
    beganAt: calledAt ?? endedAt - head.durationMs,
    before: state.entriesBefore,
    model: inputs.model,
    baseUrl: inputs.baseUrl,
    entryLines: state.logsFile === null ? [] : files.lines(state.logsFile),
    write: (line) => files.append(path, `${line}\n`),
  });
}

export interface TraceSending {
  readonly ports: Pick<Ports, 'clock' | 'env' | 'files' | 'host' | 'http' | 'otlpHttp' | 'stop' | 'userAgent'>;
  readonly step: Step;
  /** A file of traces, or null if there is none. */
  readonly path: string | null;
  /** Milliseconds until the step must end. Default: no limit. */
  readonly timeLeftMs?: number;
}

/** Sends the file once. After a signal it is left to the post step. All other failures become warnings. */
export async function sendTraces({ ports, step, path, timeLeftMs = Infinity }: TraceSending): Promise<void> {
  const { clock, env, files, host, stop, userAgent } = ports;
  if (path === null || !files.isFile(path)) return;
  const { otlpSettings } = await import('../report/otlp/settings.ts');
  const { endpoint, headers, protobuf, problem } = otlpSettings(env);
  if (problem !== null) step.warn(`The trace was not sent: ${problem}.`);
  if (endpoint === null) return;
  if (stop.aborted) {
    saveRunState(host, { trace: path });
    return;
  }
  const { sendOtlp } = await import('../report/otlp/send.ts');
  // If the step is killed from here on, nothing is sent again, so that no trace arrives twice.
  saveRunState(host, { trace: null });
  const http = ports.otlpHttp?.() ?? ports.http;
  try {
    const lines = files.lines(path);
    const sending = { http, clock, endpoint, headers, protobuf, userAgent, lines, timeLeftMs };
    const failed = await sendOtlp({ ...sending, signal: stop });
    if (failed !== null) step.warn(failed);
  } catch (error) {
    if (!isOver(stop)) throw error;
  } finally {
    if (ports.otlpHttp !== undefined) await http.close();
  }
}

/** A function, because the value changes during an await. */
function isOver({ aborted }: AbortSignal): boolean {
  return aborted;
}
