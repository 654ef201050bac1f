/**
 * `npm run bench:streams`: how soon a step notices the end of its run with each service, what the
 * live stream of `cursor` brings over polls alone, that a stream which is cut again and again loses
 * and repeats nothing, and what many streams cost at once.
 */
import { SERVICE_NAMES } from '../../src/agents/service-table.ts';
import { isRecord, parseJson } from '../../src/safe/json.ts';
import { measureStreams } from './many.ts';
import { evenRun, FRAMES_EACH } from './scenario.ts';
import { measureStep, type StepMeasured, type StepSetting } from './step.ts';
import type { Habit, Habits } from '../../sandbox/faces/face.ts';

const RUN_MS = 480_000;
const CALLS = 50;
const LONG_CALLS = 300;
const CUTS = 5;
const STREAMS = [1, 20, 60];

const habits = (name: string, habit: Habit): Habits => new Map([[name, habit]]);

const failures: string[] = [];
const bound = (isKept: boolean, what: string): void => {
  if (!isKept) {
    failures.push(what);
  }
};

const row = (cells: readonly (number | string)[]): string => `| ${cells.join(' | ')} |`;
const seconds = (ms: number): string => (ms / 1000).toFixed(1);

/** Ends at ten moments between two polls. */
const ENDS = Array.from({ length: 10 }, (_, index) => RUN_MS + 1_000 * index);

/** The means of runs that end at each of those moments. */
async function meansOf(
  name: string,
  setting: StepSetting,
): Promise<{ readonly afterMs: number; readonly requests: number }> {
  let afterMs = 0;
  let requests = 0;
  for (const durationMs of ENDS) {
    const measured = await measureStep(evenRun({ calls: CALLS, durationMs }), setting);
    bound(measured.outcome === 'succeeded', `${name}: each run succeeds`);
    afterMs += (measured.durationMs - durationMs) / ENDS.length;
    requests += measured.requests / ENDS.length;
  }
  return { afterMs, requests };
}

/** The same runs with each service. */
async function eachService(): Promise<void> {
  console.log('Runs of eight minutes with 50 tool calls, each service (virtual time, means):\n');
  console.log(row(['service', 'end of run to end of step s', 'requests']));
  console.log(row(['---', '--:', '--:']));
  const each = SERVICE_NAMES.map((service) => [`\`${service}\``, { service }] as const);
  const polled = ['`cursor` without its stream', { habits: () => null }] as const;
  for (const [name, setting] of [...each, polled]) {
    const { afterMs, requests } = await meansOf(name, setting);
    console.log(row([name, seconds(afterMs), requests.toFixed(0)]));
  }
  console.log('');
}

/** An eight-minute run, followed by its stream or by polls alone. */
async function eightMinutes(): Promise<void> {
  const source = evenRun({ calls: CALLS, durationMs: RUN_MS });
  const live = await measureStep(source);
  const polled = await measureStep(source, { habits: () => null });
  const afterMs = (measured: StepMeasured): number => measured.durationMs - RUN_MS;
  console.log('An eight-minute run with 50 tool calls (virtual time):\n');
  console.log(row(['followed by', 'end of run to end of step s', 'requests', 'entries']));
  console.log(row(['---', '--:', '--:', '--:']));
  for (const [name, measured] of [
    ['the stream', live],
    ['polls alone', polled],
  ] as const) {
    console.log(row([name, seconds(afterMs(measured)), measured.requests, measured.lines.length]));
  }
  const time = afterMs(live) / afterMs(polled);
  const requests = live.requests / polled.requests;
  console.log(
    `\nRatios: ${time.toFixed(2)} of the time, ${requests.toFixed(2)} of the requests.\n`,
  );
  bound(time < 1, 'with the stream the step ends sooner');
}

/** 2,400 events through five streams that are cut, and through one that is not. */
async function cutStreams(): Promise<void> {
  const source = evenRun({ calls: LONG_CALLS, durationMs: RUN_MS });
  const events = LONG_CALLS * FRAMES_EACH;
  const each = Math.floor(events / (CUTS + 1));
  const whole = await measureStep(source);
  const cut = await measureStep(source, {
    habits: (nth) =>
      nth < CUTS ? habits('cut-stream', { forMs: 0, count: each + nth }) : new Map(),
  });
  const isSame = JSON.stringify(cut.lines.map(told)) === JSON.stringify(whole.lines.map(told));
  console.log(
    `${events} events through ${CUTS} cut streams: ${cut.lines.length} entries, ` +
      `${isSame ? 'each once, in order' : 'NOT as without a cut'}; ` +
      `${cut.requests} requests, ${whole.requests} without a cut.\n`,
  );
  bound(isSame, 'each entry comes once, in order');
}

/** An entry without its time of receipt, and the ids, which differ from run to run. */
function told(line: string): unknown {
  const entry = parseJson(line);
  if (!isRecord(entry)) {
    return entry;
  }
  const { created_at: _at, agent_run_id: _run, source_id: _source, ...rest } = entry;
  return rest;
}

async function manyStreams(): Promise<void> {
  console.log('Streams at once, 100 tool calls in ten seconds each (real time, own process):\n');
  console.log(row(['streams', 'CPU ms for each', '÷ one', 'memory MB', 'requests for each']));
  console.log(row(['--:', '--:', '--:', '--:', '--:']));
  let one = Number.NaN;
  for (const count of STREAMS) {
    const { cpuMs, memoryMb, requests, entries } = await measureStreams(count);
    const each = cpuMs / count;
    one = Number.isNaN(one) ? each : one;
    const cells = [count, each.toFixed(0), (each / one).toFixed(2), memoryMb.toFixed(0)];
    console.log(row([...cells, (requests / count).toFixed(1)]));
    bound(entries === 102 * count, `${count} streams bring all entries`);
  }
  console.log('');
}

await eachService();
await eightMinutes();
await cutStreams();
await manyStreams();
for (const failure of failures) {
  console.log(`MISSED: ${failure}`);
}
process.exitCode = failures.length === 0 ? 0 : 1;
