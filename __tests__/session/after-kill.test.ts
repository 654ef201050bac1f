/** What the post step finds out, writes and says about a step that was killed (contract 7.3). */
import { describe, expect, it } from '@jest/globals';
import type { Inputs } from '../../src/inputs/parse.ts';
import type { RunState } from '../../src/runner/saved-state.ts';
import { Cancelled } from '../../src/runner/signals.ts';
import { lookAfterKill } from '../../src/session/after-kill/look.ts';
import { killedMessage, type LookedAt } from '../../src/session/after-kill/message.ts';
import { afterwards, inputsAfterwards, settleAs, summarize } from '../../src/session/after-kill/scene.ts';
import { sendLeftTraces, traceAfterKill } from '../../src/session/after-kill/traces.ts';
import { plainEnd } from '../../src/session/ends.ts';
import { entry, RUN_ID, WEB_URL } from '../support/memory-client.ts';
import { memoryScene, service, type MemoryScene, type SceneOptions } from '../support/memory-scene.ts';

const RUNNING: RunState & { readonly runId: number } = { phase: 'running', runId: RUN_ID, mode: 'created' };
const COLLECTOR = { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://traces.example.com' };

/** The step as the post step knows it, with its run. */
function setUp(
  options: SceneOptions = {},
  state: RunState = RUNNING,
  { status = 'ACTIVE', webUrl = WEB_URL }: { readonly status?: string | null; readonly webUrl?: string | null } = {},
) {
  const made = memoryScene(options);
  const { inputs } = inputsAfterwards(made.ports) as { inputs: Inputs };
  const scene = afterwards(made.ports, { inputs, state });
  scene.step.dispatch({ type: 'started', runId: RUN_ID, mode: state.mode ?? 'created', webUrl, status });
  return { ...made, ...scene };
}

describe('the message about a killed step', () => {
  const said = (
    look: LookedAt,
    given: { webUrl?: string | null; stopped?: string | null; status?: string; outcome?: RunState['outcome'] } = {},
  ): string => {
    const { webUrl = WEB_URL, stopped = null, status = 'COMPLETE', outcome } = given;
    const { step } = setUp({}, RUNNING, { status, webUrl });
    return killedMessage(step, { look, stopped }, { phase: 'running', ...(outcome !== undefined && { outcome }) });
  };
  const BEFORE = 'The step was killed before it saw the agent run 77 end.';
  const FOLLOW = 'with `agent_run_id: 77` and no `prompt`.';

  it.each([
    ['ended', WEB_URL, `The run has ended since (status COMPLETE) at ${WEB_URL}; read its result`],
    ['ended', null, 'The run has ended since (status COMPLETE); read its result'],
    [
      'unclear',
      WEB_URL,
      `The run at ${WEB_URL} shows the status COMPLETE, which may be from before the follow-up; follow it`,
    ],
    ['at_work', WEB_URL, `The run goes on at ${WEB_URL}; follow it`],
    ['at_work', null, 'The run goes on; follow it'],
    ['unread', WEB_URL, `Where the run stands now could not be read; look at ${WEB_URL}, or follow it`],
    ['unread', null, 'Where the run stands now could not be read; look at the service, or follow it'],
  ] as const)('describes the state of its run: %s at %s', (look, webUrl, words) => {
    expect(said(look, { webUrl })).toBe(`${BEFORE} ${words} ${FOLLOW}`);
  });
});

describe('the message about a killed step, in other cases,', () => {
  const { step } = setUp();

  it('says that a status is not known', () => {
    const unknown = setUp({}, RUNNING, { status: null });
    expect(killedMessage(unknown.step, { look: 'ended', stopped: null }, RUNNING)).toContain('(status not known)');
  });

  it('reports the result of the request to stop the run instead', () => {
    expect(killedMessage(step, { look: 'at_work', stopped: 'It was stopped.' }, RUNNING)).toBe(
      'The step was killed before it saw the agent run 77 end. It was stopped.',
    );
  });

  it('says that outputs and files may be missing if the step knew its outcome', () => {
    expect(killedMessage(step, { look: 'ended', stopped: 'Stopped.' }, { ...RUNNING, outcome: 'succeeded' })).toBe(
      'The step was killed while it wrote down what it knew of the agent run 77 (outcome succeeded), so outputs and files may be missing. Stopped.',
    );
  });
});

describe('what is known of a killed step', () => {
  it('is read from its event, its inputs and the saved state', async () => {
    const { step, http, ports } = setUp({ inputs: { org_id: '5' } }, { ...RUNNING, promptHash: 'da39a3ee5e6b' });
    const { provenance } = step.view();
    expect(provenance).toMatchObject({ orgId: 5, promptHash: 'da39a3ee5e6b', workflowRunUrl: expect.any(String) });
    expect(step.view().requests).toBe(0);
    await ports.http.send({ method: 'GET', url: '/' } as never, new AbortController().signal);
    expect([http.reached(), step.view().requests]).toEqual([1, 1]);
    expect(setUp().step.view().provenance.promptHash).toBeNull();
  });

  it('does not depend on files that the inputs name, which may be gone', () => {
    const inputs = { prompt: '', prompt_file: 'task.md', output_schema: 'schema.json', images: 'a.png,*.gif' };
    const made = setUp({ inputs: { ...inputs, logs_file: '/elsewhere/log.jsonl' } });
    expect(made.inputs).toMatchObject({ prompt: null, outputSchema: 'schema.json', images: [], logsFile: null });
    expect(setUp({ inputs: { logs_file: 'log.jsonl' } }).inputs.logsFile).toBe('/workspace/log.jsonl');
  });

  it.each([
    ['true', 1],
    ['false', 0],
  ])('is written to the job summary with the input summary %s: %i', async (summary, count) => {
    const { ports, step, inputs, host } = setUp({ inputs: { summary } });
    settleAs(step, plainEnd('cancelled'), ports);
    await summarize(ports, { step, inputs });
    expect(host.summaries).toHaveLength(count);
    expect(host.summaries.join('').includes('run 77')).toBe(count === 1);
  });
});

describe('the single poll of the run', () => {
  const found = (status: string | null, fields: object = {}) =>
    service([], { fields: { status, result: 'The result.', ...fields } });

  async function look(state: Partial<Omit<RunState, 'runId'>>, options: SceneOptions = {}) {
    const left = { ...RUNNING, ...state };
    const made = setUp(options, left);
    const at = await lookAfterKill(made.ports, made, left);
    const { outcome, errorCode, errorMessage } = made.step.state;
    return { ...made, at, outcome, errorCode, errorMessage, view: made.step.view() };
  }

  it.each([
    ['created', 'COMPLETE', 'ended', 'succeeded', 'ended'],
    ['attached', 'FAILED', 'ended', 'failed', 'ended'],
    ['created', 'ACTIVE', 'at_work', 'cancelled', 'going_on'],
    ['created', 'ODD', 'at_work', 'cancelled', 'going_on'],
    ['resumed', 'COMPLETE', 'unclear', 'cancelled', 'not_known'],
    ['resumed', 'ACTIVE', 'at_work', 'cancelled', 'going_on'],
  ] as const)('of a run that was %s and shows %s: %s', async (...[mode, status, at, outcome, standing]) => {
    const made = await look({ mode }, { answer: found(status) });
    expect([made.at, made.outcome, made.view.standing, made.view.status]).toEqual([at, outcome, standing, status]);
  });

  it.each(['created', 'resumed'] as const)(
    'leaves the state of a run that was %s unknown if it fails',
    async (mode) => {
      const made = await look({ mode }, { answer: () => ({ status: 401 }) });
      expect([made.at, made.outcome, made.view.standing]).toEqual(['unread', 'cancelled', 'not_known']);
      expect(made.http.requests).toHaveLength(1);
    },
  );

  it('takes four seconds at most', async () => {
    const { at, clock } = await look({}, { answer: () => 'hang' });
    expect([at, clock.elapsed]).toEqual(['unread', 4_000]);
  });

  it('is aborted by the signal, but reports an internal error', async () => {
    const stopped = setUp({ answer: () => new Cancelled('SIGTERM') });
    await expect(lookAfterKill(stopped.ports, stopped, RUNNING)).resolves.toBe('unread');
    const bug = setUp({ answer: () => new RangeError('a bug') });
    await expect(lookAfterKill(bug.ports, bug, RUNNING)).rejects.toThrow('a bug');
  });

  it('shows the result and the address', async () => {
    const made = await look({}, { answer: found('COMPLETE', { web_url: 'https://agents.example.com/moved' }) });
    expect(made.view).toMatchObject({ result: 'The result.', webUrl: 'https://agents.example.com/moved' });
    const none = await look({}, { answer: found('COMPLETE', { result: undefined }) });
    expect(none.view.result).toBe('');
  });

  it.each(['succeeded', 'failed', 'needs_input'] as const)(
    'knows that the step had seen the run end: %s',
    async (outcome) => {
      for (const answer of [found('COMPLETE'), found('ACTIVE'), () => ({ status: 401 })]) {
        const made = await look({ mode: 'resumed', outcome }, { answer });
        expect([made.at, made.outcome, made.view.standing]).toEqual(['ended', outcome, 'ended']);
      }
    },
  );

  it.each([
    ['error', 'schema_mismatch', 'It does not fit.'],
    ['timed_out', null, null],
  ] as const)('does not change an outcome that the step had: %s', async (outcome, errorCode, errorMessage) => {
    const made = await look({ outcome, errorCode, errorMessage }, { answer: found('COMPLETE') });
    expect([made.outcome, made.errorCode, made.errorMessage]).toEqual([outcome, errorCode, errorMessage]);
  });

  it.each(['cancelled', 'running', null] as const)('replaces an outcome that was not final: %s', async (outcome) => {
    const made = await look({ outcome }, { answer: found('COMPLETE') });
    expect([made.outcome, made.at]).toEqual(['succeeded', 'ended']);
  });

  const FILE = '/temp/agent-run-77-result.txt';
  it.each([
    ['the file of the main step', { phase: 'comment' }, { [FILE]: 'Saved.' }, 'Saved.'],
    [
      'its file under another name',
      { phase: 'comment', fileStem: '/temp/b' },
      { [FILE]: 'a', '/temp/b-result.txt': 'b' },
      'b',
    ],
    ['nothing without such a file', { phase: 'comment' }, {}, ''],
    ['nothing if the main step had not got that far', { phase: 'running' }, { [FILE]: 'Earlier.' }, ''],
  ] as const)('takes the result of a resumed run from %s', async (...[, state, contents, result]) => {
    const made = await look({ mode: 'resumed', ...state }, { contents, answer: found('COMPLETE') });
    expect(made.view.result).toBe(result);
  });
});

describe('the trace of a killed step', () => {
  const STEM = '/temp/agent-run-77';
  const LOG = { [`${STEM}.jsonl`]: `${JSON.stringify(entry(1))}\n` };
  const otlp = { inputs: { otlp: 'true' }, env: COLLECTOR, contents: LOG };
  const spans = ({ files }: MemoryScene, path = `${STEM}-otlp.jsonl`): string => files.readText(path);
  const left: RunState = { ...RUNNING, fileStem: STEM, webUrl: WEB_URL };

  it('is written from its log file and sent', async () => {
    const made = setUp(otlp);
    await traceAfterKill(made, left);
    expect(spans(made)).toContain('bash');
    expect(spans(made)).toContain(WEB_URL);
    expect(made.http.requests.map(({ url }) => url)).toEqual(['https://traces.example.com/v1/traces']);
    expect(made.host.annotations).toEqual([]);
  });

  it.each([
    ['otlp is not set', { ...otlp, inputs: {} }, left],
    ['only the comment was left', otlp, { ...left, phase: 'comment' }],
    ['there was no run', otlp, { ...left, runId: null }],
    ['there were no files', otlp, { ...left, fileStem: null }],
  ] as const)('is not written if %s', async (_, options, state) => {
    const made = setUp(options);
    await traceAfterKill(made, state);
    expect([made.files.paths(), made.http.requests]).toEqual([[`${STEM}.jsonl`], []]);
  });

  it('reads the log file that the input names', async () => {
    const contents = { ...LOG, '/workspace/log.jsonl': `${JSON.stringify(entry(1, { tool_name: 'browser' }))}\n` };
    const made = setUp({ ...otlp, contents, inputs: { otlp: 'true', logs_file: 'log.jsonl' } });
    await traceAfterKill(made, left);
    expect(spans(made)).toContain('browser');
    expect(spans(made)).not.toContain('bash');
  });

  it('differs from those of the turns before', async () => {
    const ids = async (state: RunState): Promise<ReadonlySet<string>> => {
      const made = setUp(otlp);
      await traceAfterKill(made, state);
      return new Set(spans(made).match(/"spanId":"\w+"/g));
    };
    expect(await ids({ ...left, before: 0 })).toEqual(await ids(left));
    expect(await ids({ ...left, before: 4 })).not.toEqual(await ids(left));
  });

  it('causes a warning if the collector refuses it', async () => {
    const contents = { '/temp/left.jsonl': '{"resourceSpans":[]}\n' };
    const made = memoryScene({ ...otlp, contents, answer: () => ({ status: 403 }) });
    await sendLeftTraces(made.ports, '/temp/left.jsonl');
    expect(made.host.messages('warning')).toEqual([expect.stringContaining('HTTP 403')]);
  });

  it('is written without a log file too', async () => {
    const made = setUp({ ...otlp, contents: {} });
    await traceAfterKill(made, left);
    expect(spans(made)).toContain('cancelled');
    expect(made.host.annotations).toEqual([]);
  });

  it('causes a warning if it cannot be written', async () => {
    const made = setUp(otlp);
    made.files.guard = () => {
      throw new Error('ENOSPC');
    };
    await traceAfterKill(made, left);
    expect(made.host.messages('warning')).toEqual(['The OTLP trace could not be written: ENOSPC.']);
  });
});
