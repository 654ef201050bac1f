/** Writes the run as OTLP/JSON and sends it to the endpoint set in the environment (contract 16). */
import type { Context, Ports } from '../../context.ts';
import type { Inputs } from '../../inputs/parse.ts';
import { otlpSettings } from './settings.ts';
import { runIdOf } from '../step-state.ts';
import { VERSION } from '../../version.ts';
import { fileStem } from '../reporters.ts';
import type { Step } from '../step.ts';

export interface OtlpOptions extends Pick<Ports, 'clock' | 'env' | 'files'> {
  readonly inputs: Pick<Inputs, 'baseUrl' | 'model'>;
  readonly step: Step;
  /** The prompt that was sent, or null if none was. */
  readonly prompt: string | null;
  /** When the create, resume or first read was sent, in ms since the epoch. Required if the clock stopped since then. */
  readonly calledAt?: number | null;
}

/** Writes the file. Rejects if that fails. */
export async function writeOtlpFile(options: OtlpOptions): Promise<void> {
  const { files, step } = options;
  const runId = runIdOf(step.state);
  if (runId === null || step.state.turn === null) return;
  const path = `${step.state.fileStem ?? fileStem(options, runId)}-otlp.jsonl`;
  files.write(path, '');
  await appendTrace(options, path);
  step.dispatch({ type: 'wrote', otlpFile: path });
}

/** Adds the run to a file of traces. Does nothing without a run. */
export async function appendTrace(options: OtlpOptions, path: string): Promise<void> {
  const { clock, env, files, inputs, step, prompt, calledAt } = options;
  const { state } = step;
  const runId = runIdOf(state);
  if (runId === null || state.turn === null) return;
  const { writeOtlp } = await import(/* webpackMode: "eager" */ './index.ts');
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

type SendingContext = Pick<Context, 'clock' | 'env' | 'files' | 'http' | 'otlpHttp' | 'step' | 'userAgent'>;

/** Sends a file of traces once. Failures become warnings. */
export async function sendTraces(
  context: SendingContext,
  { path, signal }: { readonly path: string | null; readonly signal: AbortSignal },
): Promise<void> {
  const { clock, env, files, step, userAgent } = context;
  if (path === null || !files.isFile(path)) return;
  const { endpoint, headers, problem } = otlpSettings(env);
  if (problem !== null) step.warn(`The trace was not sent: ${problem}.`);
  if (endpoint === null) return;
  const { sendOtlp } = await import(/* webpackMode: "eager" */ './send.ts');
  const http = context.otlpHttp?.() ?? context.http;
  try {
    const lines = files.lines(path);
    const failed = await sendOtlp({ http, clock, endpoint, headers, userAgent, lines, signal });
    if (failed !== null) step.warn(failed);
  } catch (error) {
    if (!signal.aborted) throw error;
    step.warn('The trace was not sent: there was no time left.');
  } finally {
    if (context.otlpHttp !== undefined) await http.close();
  }
}
