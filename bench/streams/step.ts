/** A whole step in virtual time, its service in memory. */
import { createLibrary } from '../../sandbox/library.ts';
import type { Habits } from '../../sandbox/faces/face.ts';
import type { ScenarioSource } from '../../sandbox/scenario.ts';
import { MemoryFiles } from '../../__tests__/support/memory-files.ts';
import { MemoryHost } from '../../__tests__/support/memory-host.ts';
import { MemoryHttp } from '../../__tests__/support/memory-http.ts';
import { MemorySandbox } from '../../__tests__/support/memory-sandbox.ts';
import { TOKEN } from '../../__tests__/support/memory-scene.ts';
import { seeded } from '../../__tests__/support/random.ts';
import { VirtualClock } from '../../__tests__/support/virtual-clock.ts';
import { SERVICE_TABLE, type ServiceName } from '../../src/agents/service-table.ts';
import { main } from '../../src/main.ts';

const ROUND_TRIP_MS = 200;
const LOGS_FILE = '/temp/log.jsonl';

export interface StepMeasured {
  /** From the create to the end of the step. */
  readonly durationMs: number;
  readonly requests: number;
  /** Lines of the log file; none where a service shows no log. */
  readonly lines: readonly string[];
  readonly outcome: string;
}

/** As the service answers where it keeps no stream (sheet, section 6). */
const EXPIRED = { status: 410, body: { error: { code: 'stream_expired', message: 'Gone.' } } };

export interface StepSetting {
  /** Default: `cursor`. */
  readonly service?: ServiceName;
  /**
   * How connection number `nth` of the stream misbehaves, from 0; null: there is none. Default: not
   * at all.
   */
  readonly habits?: (nth: number) => Habits | null;
}

const NO_HABITS: Habits = new Map();

export async function measureStep(
  source: ScenarioSource,
  { service: name = 'cursor', habits = () => NO_HABITS }: StepSetting = {},
): Promise<StepMeasured> {
  const clock = new VirtualClock();
  const { choose } = await createLibrary([source]);
  const service = new MemorySandbox({
    service: name,
    token: TOKEN,
    now: () => clock.wall(),
    choose,
  });
  let streams = 0;
  const http = new MemoryHttp(clock, (request) => {
    const isStream = request.url.endsWith('/stream');
    const wanted = isStream ? habits(streams) : NO_HABITS;
    streams += isStream ? 1 : 0;
    const answer = wanted === null ? EXPIRED : service.answer(request, { habits: wanted });
    return { ...answer, delayMs: ROUND_TRIP_MS };
  });
  const host = new MemoryHost({
    service: name,
    token: TOKEN,
    org_id: service.orgId,
    base_url: 'http://127.0.0.1:9',
    prompt: 'Go.',
    timeout_minutes: '600',
    // A pull request that was asked for is waited for after the end (contract 18.5).
    create_pull_request: SERVICE_TABLE[name].can.createPullRequest ? 'false' : 'auto',
    logs_file: LOGS_FILE,
  });
  const files = new MemoryFiles();
  const startedAt = clock.now();
  await main({
    clock,
    http,
    host,
    files,
    otlpHttp: () => http,
    random: seeded(7),
    payload: {},
    userAgent: 'bench',
    uploadArtifact: () => Promise.reject(new Error('there is no artifact here')),
    env: {
      RUNNER_TEMP: '/temp',
      GITHUB_WORKSPACE: '/workspace',
      GITHUB_REPOSITORY: 'octo/bench',
      GITHUB_EVENT_NAME: 'workflow_dispatch',
    },
    github: () => Promise.reject(new Error('there is no GitHub here')),
    stop: new AbortController().signal,
    uuid: () => crypto.randomUUID(),
  });
  return {
    durationMs: clock.now() - startedAt,
    requests: http.reached(),
    lines: files.paths().includes(LOGS_FILE) ? files.linesOf(LOGS_FILE) : [],
    outcome: host.outputs['outcome'] ?? '',
  };
}
