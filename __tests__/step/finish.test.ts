/**
 * The end of the main step: outputs, files, summary, comment, commit status, the last log line
 * (contract 1.2, 6.5, 7.3).
 */
import { describe, expect, it } from '@jest/globals';
import { createContext, type Context } from '../../src/context.ts';
import { Sinks } from '../../src/step/finish.ts';
import { SINKS } from '../../src/step/sinks.ts';
import type { StepEvent } from '../../src/report/step.ts';
import type { Outcome } from '../../src/outcomes.ts';
import { rawEntry, toEntry } from '../../src/agents/agent-run/log/entry.ts';
import { Cancelled } from '../../src/runner/clock.ts';
import { plainEnd, skippedEnd } from '../../src/run/failure.ts';
import { tellingOfRun } from '../../src/report/telling.ts';
import { entry, RUN_ID, WEB_URL } from '../support/memory-client.ts';
import { memoryScene, type MemoryScene, type SceneOptions } from '../support/memory-scene.ts';
import { inputsOf } from '../support/start-of.ts';

const RESULT_FILE = '/temp/agent-run-77-result.txt';
const REPORT_FILE = '/temp/agent-run-77.html';
const OTLP_FILE = '/temp/agent-run-77-otlp.jsonl';
const COLLECTOR = { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://traces.example.com' };

const RUN = { runId: RUN_ID, webUrl: WEB_URL, status: 'COMPLETE' };
const started: StepEvent = { type: 'started', mode: 'created', ...RUN };
const answered: StepEvent = { type: 'status', ...RUN, result: 'Fixed it.' };
const ended = (outcome: Outcome, fields: object = {}): StepEvent => ({
  type: 'ended',
  end: { ...plainEnd(outcome), ...fields },
  at: 5_000,
});
const entries = (count: number, fields: object = {}): StepEvent[] =>
  Array.from({ length: count }, (_, index) => ({
    type: 'entry',
    entry: toEntry(rawEntry(entry(index, { ...fields })), index),
  }));

interface Given extends SceneOptions {
  readonly events?: readonly StepEvent[];
  readonly inputs?: Readonly<Record<string, string>>;
  /** The inputs could not be read. */
  readonly withoutInputs?: boolean;
  /** Sets a commit status. */
  readonly status?: boolean;
  readonly prompt?: string;
  /** From the beginning of the step. */
  readonly timeoutMs?: number;
  /** Called when all is ready and nothing is written yet. */
  readonly prepare?: (made: MemoryScene & { readonly context: Context }) => void;
}

type Method = (...given: never[]) => unknown;

/** Calls `told` before each call of a method. */
function onCall<T extends Record<K, Method>, K extends keyof T>(
  target: T,
  name: K,
  told: (...given: Parameters<T[K]>) => unknown,
): void {
  const method = target[name].bind(target) as (...given: Parameters<T[K]>) => unknown;
  Object.assign(target, {
    [name]: (...given: Parameters<T[K]>) => (told(...given), method(...given)),
  });
}

/** Everything that happens between the run's end and the end of the process. */
async function finish({
  events = [started, answered, ended('succeeded')],
  prepare,
  ...given
}: Given = {}) {
  const env = { GITHUB_SHA: 'c'.repeat(40), ...given.env };
  const made = memoryScene({ ...given, env });
  const { ports, host } = made;
  const phases: string[] = [];
  onCall(host, 'saveState', (name, value) => name === 'phase' && phases.push(value));
  const context = createContext(ports);
  const { step } = context;
  const inputs = inputsOf(given.inputs, ports);
  const sinks = new Sinks(context);
  sinks.open('step');
  sinks.open('run');
  sinks.begin({
    inputs: { ...inputs, commitStatus: given.status === true ? 'agent' : null },
    prompt: given.prompt ?? null,
    telling: tellingOfRun(step, inputs.outputSchema),
  });
  for (const next of events) {
    step.dispatch(next);
  }
  // The status is pending by now.
  await new Promise(setImmediate);
  made.github.statuses.length = 0;
  phases.length = 0;
  const timeoutMs = given.timeoutMs ?? inputs.timeoutMs;
  prepare?.({ ...made, context });
  await sinks.finish({ inputs: given.withoutInputs === true ? null : { ...inputs, timeoutMs } });
  context.close();
  return { ...made, context, step, phases, warnings: host.messages('warning') };
}

const full = (): never => {
  throw new Error('ENOSPC');
};

describe('the files of a step', () => {
  it('are written, and their paths are outputs', async () => {
    const { host, files, warnings } = await finish({ inputs: { otlp: 'true' } });
    expect(files.readText(RESULT_FILE)).toBe('Fixed it.');
    expect(files.readText(REPORT_FILE)).toMatch(
      /^<!doctype html>[^]*Agent run 77[^]*<\/html>\s*$/i,
    );
    expect(host.outputs).toMatchObject({
      result_file: RESULT_FILE,
      report_file: REPORT_FILE,
      otlp_file: OTLP_FILE,
    });
    expect(host.summaries).toEqual([expect.stringContaining('Fixed it.')]);
    expect(warnings).toEqual([]);
  });

  it('are not written without a run', async () => {
    const wrote: StepEvent = { type: 'known', logsFile: '/temp/left.jsonl' };
    const { files, warnings } = await finish({
      events: [wrote, ended('error')],
      contents: { '/temp/left.jsonl': '' },
    });
    expect([files.paths(), warnings]).toEqual([['/temp/left.jsonl'], []]);
  });

  it('do not include a result or a report if the step only starts a run', async () => {
    const { files, warnings } = await finish({
      inputs: { wait: 'false' },
      events: [started, ended('started')],
    });
    expect([files.paths(), warnings]).toEqual([[], []]);
  });

  it('do not include a result if the inputs could not be read', async () => {
    const { files } = await finish({ withoutInputs: true });
    expect(files.paths()).not.toContain(RESULT_FILE);
  });

  it('cause one warning each if they cannot be written, and the others are still written', async () => {
    const { host, warnings } = await finish({
      inputs: { otlp: 'true' },
      events: [started, ...entries(1), answered, ended('succeeded')],
      prepare: ({ files, host: given }) => {
        Object.assign(given, { summary: full });
        files.guard = full;
      },
    });
    const names = ['result file', 'trace report', 'OTLP trace', 'job summary'];
    expect(warnings).toEqual(names.map((name) => `The ${name} could not be written: ENOSPC.`));
    expect(host.outputs).toMatchObject({
      outcome: 'succeeded',
      result: 'Fixed it.',
      result_file: '',
      report_file: '',
    });
    expect(host.failed).toBe(false);
  });

  it.each([
    ['', 'not given'],
    ['true', 'the prompt'],
  ])('include the prompt in the trace with capture %j: %s', async (capture) => {
    const { files } = await finish({
      inputs: { otlp: 'true' },
      env: { OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: capture },
      prompt: 'Mend the fence.',
    });
    expect(files.readText(OTLP_FILE).includes('Mend the fence.')).toBe(capture === 'true');
  });
});

describe('the trace report', () => {
  /** Each entry of the log file takes `ms` to read. */
  const slow = ({ files, clock }: MemoryScene, ms: number): void => {
    const { lines } = files;
    Object.assign(files, {
      lines: async function* (path: string) {
        for await (const line of lines(path)) {
          await clock.sleep(ms);
          yield line;
        }
      },
    });
  };
  /** Two of them fill a block of the report. */
  const large = entries(6, { observation: 'x'.repeat(300_000) });
  const shown = ({ files }: MemoryScene): string =>
    /the step was stopped: \d later/.exec(files.readText(REPORT_FILE))?.[0] ?? 'whole';

  it('of a step that timed out contains what can be read in nine seconds', async () => {
    const made = await finish({
      timeoutMs: 0,
      events: [started, ...large, ended('timed_out')],
      prepare: (given) => slow(given, 5_000),
    });
    expect(shown(made)).toBe('the step was stopped: 4 later');
  });

  it('of a cancelled step contains what can be read in five seconds', async () => {
    const made = await finish({
      events: [
        started,
        ...large,
        ended('cancelled', { cutShort: 'The step was cancelled (SIGINT).' }),
      ],
      prepare: (given) => {
        slow(given, 3_000);
        given.stop.abort(new Cancelled('SIGINT'));
      },
    });
    expect(shown(made)).toBe('the step was stopped: 4 later');
    expect(made.host.outputs['report_file']).toBe(REPORT_FILE);
  });
});

describe('the job summary', () => {
  it.each([
    ['', 1],
    ['true', 1],
    ['False', 0],
  ])(
    'of a step whose inputs could not be read, with the input summary %j, is written %i times',
    async (summary, count) => {
      const { host } = await finish({ withoutInputs: true, inputs: { summary } });
      expect(host.summaries).toHaveLength(count);
    },
  );

  it('is written according to the parsed inputs if they could be read', async () => {
    const { host } = await finish({
      prepare: ({ host: given }) => Object.assign(given, { input: () => 'false' }),
    });
    expect(host.summaries).toHaveLength(1);
  });
});

describe('the result', () => {
  it.each([
    ['succeeded', 1],
    ['started', 0],
  ] as const)(
    'from before the follow-up is marked as such in a step that %s: %i',
    async (outcome, count) => {
      const resumed: StepEvent = { ...started, mode: 'resumed', resultBefore: 'Fixed it.' };
      const { warnings } = await finish({ events: [resumed, answered, ended(outcome)] });
      expect(
        warnings.filter((warning) =>
          warning.includes('what the run had said before the follow-up'),
        ),
      ).toHaveLength(count);
    },
  );

  it.each([
    [
      500_000,
      [
        'The structured result is larger than step outputs may be; read it from '.concat(
          RESULT_FILE,
        ),
      ],
    ],
    [400_000, []],
    [null, []],
  ])(
    'of %d characters of JSON is an output, or a warning says where it is',
    async (units, words) => {
      const resultJson = units === null ? null : JSON.stringify('x'.repeat(units));
      const { host, warnings } = await finish({
        events: [started, answered, ended('succeeded', { resultJson })],
      });
      expect(host.outputs['result_json']).toBe(words.length > 0 ? '' : (resultJson ?? ''));
      expect(warnings).toEqual(words.map((word) => `${word} (result_file).`));
    },
  );
});

describe('the commit status', () => {
  it('is saved in the state before it is set', async () => {
    const saved: (string | undefined)[][] = [];
    const { github, host, phases } = await finish({
      status: true,
      prepare: ({ host: given, github: hub }) =>
        void hub.faults.push({
          meanwhile: () =>
            saved.push(
              ['phase', 'left', 'statusState', 'statusText'].map((name) => given.saved[name]),
            ),
        }),
    });
    expect(github.statuses).toEqual([
      expect.objectContaining({ state: 'success', description: 'Agent run 77 succeeded' }),
    ]);
    expect(saved).toEqual([['ended', 'status', 'success', 'Agent run 77 succeeded']]);
    expect([phases, host.saved['phase']]).toEqual([['ended', 'done'], 'done']);
  });

  it('is not changed by a skipped step', async () => {
    const { github, host, phases } = await finish({
      status: true,
      events: [{ type: 'ended', end: skippedEnd('No.'), at: 5_000 }],
    });
    expect([github.statuses, host.saved['statusState'], phases]).toEqual([
      [],
      '',
      ['ended', 'done'],
    ]);
  });

  const hanging = ({ github }: MemoryScene): void => void (github.failure = 'hang');

  it.each([
    ['long before the timeout', 600_000, 120_000],
    ['a minute before the timeout', 60_000, 69_000],
    ['at the timeout', 0, 9_000],
    ['two seconds after the timeout', -2_000, 7_000],
    ['long after the timeout', -30_000, 0],
  ])('is left to the post step in time if GitHub does not respond %s', async (...given) => {
    const [, timeoutMs, budgetMs] = given;
    let began = 0;
    const { clock, host, phases } = await finish({
      status: true,
      timeoutMs,
      prepare: (made) => {
        hanging(made);
        began = made.clock.now();
      },
    });
    expect([clock.now() - began, phases, host.saved['left']]).toEqual([
      budgetMs,
      ['ended'],
      'status',
    ]);
  });

  it('gets five seconds in a cancelled step', async () => {
    const { clock, phases } = await finish({
      status: true,
      prepare: (made) => {
        hanging(made);
        made.stop.abort(new Cancelled('SIGINT'));
      },
    });
    expect([clock.elapsed, phases]).toEqual([5_000, ['ended']]);
  });
});

describe('after a signal', () => {
  const cancelled = ended('cancelled', { cutShort: 'The step was cancelled (SIGINT).' });
  const working: StepEvent = { ...started, status: 'ACTIVE' };

  it('all is done in the order of any other end', async () => {
    const told: string[] = [];
    let first: string | undefined;
    await finish({
      status: true,
      inputs: { on_cancel: 'stop', otlp: 'true' },
      events: [working, ...entries(2), cancelled],
      prepare: ({ host, files, http, github, stop }) => {
        // Set by the event itself.
        first = host.outputs['outcome'];
        onCall(host, 'summary', () => told.push('summary'));
        onCall(files, 'write', (path) => told.push(path));
        onCall(http, 'send', ({ url }) => told.push(new URL(url).pathname.replace(/.*\//, '')));
        github.faults.push({ meanwhile: () => told.push('status') });
        stop.abort(new Cancelled('SIGINT'));
      },
    });
    expect(first).toBe('cancelled');
    const rest = told.filter((what) => what !== 'ban');
    expect(rest).toEqual([RESULT_FILE, REPORT_FILE, OTLP_FILE, 'summary', 'status']);
    expect(told.indexOf('ban')).toBeGreaterThan(0);
    expect(told.indexOf('ban')).toBeLessThan(told.indexOf('summary'));
  });

  it('the list for the post step has what is not done when the time is up', async () => {
    const { clock, host } = await finish({
      status: true,
      answer: () => 'hang',
      inputs: { on_cancel: 'stop' },
      events: [working, cancelled],
      prepare: ({ github, stop }) => {
        github.failure = 'hang';
        stop.abort(new Cancelled('SIGINT'));
      },
    });
    expect(clock.elapsed).toBe(5_000);
    expect(host.saved).toMatchObject({ phase: 'ended', outcome: 'cancelled', left: 'stop,status' });
    expect(host.outputs['error_message']).toContain('It is not known whether run 77 was stopped');
    expect(host.summaries).toHaveLength(1);
  });

  it.each([
    ['has ended', [{ ...started }, { type: 'finished' }, cancelled] as StepEvent[]],
    ['did not exist', [cancelled]],
  ])('a run that %s is not stopped', async (_, events) => {
    const { http } = await finish({ inputs: { on_cancel: 'stop' }, events });
    expect(http.requests).toEqual([]);
  });
});

describe('what the post step does if this one is killed while it finishes', () => {
  const working: StepEvent = { ...started, status: 'ACTIVE' };
  const sending: StepEvent = { type: 'sending', runId: null };
  const cancelled = ended('cancelled', { cutShort: 'The step was cancelled (SIGINT).' });
  /** A step that owes it, for each sink that can be owed, by its name. */
  const OWED: Readonly<Record<string, Given>> = {
    stop: { inputs: { on_cancel: 'stop' }, events: [working, cancelled] },
    summary: {},
    // Nobody knows whether there is a run, so the post step looks for it and says so there.
    comment: { events: [sending, cancelled] },
    status: { status: true },
  };

  it('is asked for here of each sink that can be owed', () => {
    const { ports } = memoryScene();
    const context = createContext(ports);
    const canBeOwed = SINKS.filter(({ run, step }) =>
      [run?.(context), step?.(context)].some((sink) => sink?.isOwed !== undefined),
    );
    expect(canBeOwed.map(({ name }) => name)).toEqual(Object.keys(OWED));
    // What it would do is never asked of it otherwise.
    const servedInVain = SINKS.filter(
      (row) => row.afterwards !== undefined && !canBeOwed.includes(row),
    );
    expect(servedInVain).toEqual([]);
    context.close();
  });

  it.each(Object.keys(OWED))('is saved before it is begun: %s', async (name) => {
    const lists: string[] = [];
    await finish({
      ...OWED[name],
      prepare: ({ host }) =>
        onCall(host, 'saveState', (field, value) => field === 'left' && lists.push(value)),
    });
    expect(lists[0]?.split(',')).toContain(name);
  });
});

describe('the trace', () => {
  const traced = { inputs: { otlp: 'true' }, env: COLLECTOR };

  it('is sent to the collector before the post step is told that nothing is left', async () => {
    const { http, phases, warnings } = await finish(traced);
    expect(http.requests.map(({ url }) => url)).toEqual(['https://traces.example.com/v1/traces']);
    expect([phases, warnings]).toEqual([['ended', 'done'], []]);
  });

  it('causes a warning if it cannot be read again', async () => {
    const { warnings, phases } = await finish({
      ...traced,
      prepare: ({ files }) => {
        const { lines } = files;
        Object.assign(files, {
          lines: (path: string) => (path === OTLP_FILE ? full() : lines(path)),
        });
      },
    });
    expect([warnings, phases]).toEqual([
      ['The OTLP trace could not be written: ENOSPC.'],
      ['ended', 'done'],
    ]);
  });
});

describe('the end of the step', () => {
  it('leaves nothing to the post step if only files had to be written', async () => {
    expect((await finish()).phases).toEqual(['ended', 'done']);
  });

  it('leaves no timer running, even if a signal arrives later', async () => {
    const { clock, stop } = await finish();
    const before = clock.slept.length;
    stop.abort(new Cancelled('SIGTERM'));
    expect(clock.slept).toHaveLength(before);
  });

  it('is one line in the log if there was no run', async () => {
    const { host } = await finish({
      events: [{ type: 'ended', end: skippedEnd('No.'), at: 5_000 }],
    });
    expect(host.lines).toEqual(['Outcome: skipped.']);
  });
});
