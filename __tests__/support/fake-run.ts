/** A run that advances with each poll, for tests of the bundle against the scripted service. */
import { entriesSince, RUN_ID } from './entries.ts';
import {
  logsPage,
  scriptedService,
  type Reply,
  type ScriptedService,
  type SeenRequest,
} from './scripted-service.ts';

export const TOKEN = 'tok-0123456789abcdef';

export interface Moment {
  /** Unchanged if absent. */
  readonly status?: string | null;
  readonly result?: string | null;
  /** Number of entries that exist. */
  readonly entries?: number;
}

export interface FakeRun {
  readonly id?: number;
  readonly entries?: readonly unknown[];
  /** The state at each poll of the log, in order. The last one is repeated. */
  readonly moments: readonly Moment[];
  readonly extra?: Readonly<Record<string, unknown>>;
  /** Overrides single answers. */
  readonly answer?: (
    call: string,
    request: SeenRequest,
    nth: number,
  ) => Reply | undefined | Promise<Reply | undefined>;
}

export const { entry, finalAnswer } = entriesSince(Date.UTC(2026, 0, 1, 12));

/** Serves the run on loopback. Each read of the log advances it by one moment. */
export async function serveRun(run: FakeRun): Promise<ScriptedService> {
  const { id = RUN_ID, entries = [], moments } = run;
  let looks = 0;
  return scriptedService(async (call, request, nth) => {
    const special = await run.answer?.(call, request, nth);
    if (special !== undefined) {
      return special;
    }
    if (call === 'GET logs') {
      looks += 1;
    }
    const shown = moments
      .slice(0, Math.max(1, looks))
      .reduce<Moment>((known, moment) => ({ ...known, ...moment }), {});
    const facts = {
      id,
      organization_id: 1,
      status: shown.status ?? null,
      created_at: '2026-01-01T12:00:00Z',
      web_url: `https://agents.example.com/runs/${id}`,
      result: shown.result ?? null,
      ...run.extra,
    };
    if (call !== 'GET logs') {
      return { body: facts };
    }
    return {
      body: logsPage(facts, {
        entries: entries.slice(0, shown.entries ?? entries.length),
        query: request.query,
      }),
    };
  });
}

/** The inputs that every step needs, with a short poll interval. */
export function inputsFor(
  service: Pick<ScriptedService, 'url'>,
  more: Readonly<Record<string, string>> = {},
): Record<string, string> {
  return {
    token: TOKEN,
    org_id: '1',
    base_url: service.url,
    prompt: 'Fix the bug.',
    poll_interval_seconds: '0.05',
    ...more,
  };
}
