/** Writes the run as OTLP/JSON and sends it where the environment says (contract 16). */
import type { Ports } from '../context.ts';
import type { Inputs } from '../inputs/parse.ts';
import { runIdOf } from '../report/step-state.ts';
import { VERSION } from '../version.ts';
import { fileStem } from './reporters.ts';
import type { Step } from './step.ts';

export interface OtlpOptions {
  readonly ports: Pick<Ports, 'clock' | 'env' | 'files' | 'http' | 'otlpHttp' | 'stop' | 'userAgent'>;
  readonly inputs: Pick<Inputs, 'baseUrl' | 'model' | 'otlp'>;
  readonly step: Step;
  /** What was sent; null when nothing was. */
  readonly prompt: string | null;
}

/** Writes the file. Rejects when that fails. */
export async function writeOtlpFile({ ports, inputs, step, prompt }: OtlpOptions): Promise<void> {
  const { clock, env, files } = ports;
  const { state } = step;
  const runId = runIdOf(state);
  if (runId === null || state.turn === null) return;
  const [{ writeOtlp }, { otlpSettings }] = await Promise.all([
    import('../report/otlp/index.ts'),
    import('../report/otlp/settings.ts'),
  ]);
  const path = `${state.fileStem ?? fileStem(ports, runId)}-otlp.jsonl`;
  const head = step.view();
  const endedAt = clock.wall() - (clock.now() - (state.endAt ?? clock.now()));
  files.write(path, '');
  await writeOtlp({
    ...otlpSettings(env),
    ...{ head, runId, prompt, endedAt, version: VERSION },
    beganAt: endedAt - head.durationMs,
    before: state.entriesBefore,
    usage: head.usage ?? null,
    model: inputs.model,
    baseUrl: inputs.baseUrl,
    entryLines: state.logsFile === null ? [] : files.lines(state.logsFile),
    write: (line) => files.append(path, `${line}\n`),
  });
  step.dispatch({ type: 'wrote', otlpFile: path });
}

/** Sends the file, once. A signal ends it; whatever else fails is a warning. */
export async function sendOtlpFile({ ports, step }: Omit<OtlpOptions, 'prompt' | 'inputs'>): Promise<void> {
  const { clock, env, files, stop, userAgent } = ports;
  const { otlpFile } = step.state;
  if (otlpFile === null || stop.aborted) return;
  const { otlpSettings } = await import('../report/otlp/settings.ts');
  const { endpoint, headers, problem } = otlpSettings(env);
  if (problem !== null) step.warn(`The trace was not sent: ${problem}.`);
  if (endpoint === null) return;
  const { sendOtlp } = await import('../report/otlp/send.ts');
  const http = ports.otlpHttp?.() ?? ports.http;
  try {
    const lines = files.lines(otlpFile);
    const failed = await sendOtlp({ http, clock, endpoint, headers, userAgent, lines, signal: stop });
    if (failed !== null) step.warn(failed);
  } catch (error) {
    if (!isOver(stop)) throw error;
  } finally {
    if (ports.otlpHttp !== undefined) await http.close();
  }
}

/** A function, since it changes while it is waited. */
function isOver({ aborted }: AbortSignal): boolean {
  return aborted;
}
