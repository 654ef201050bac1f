/** What the published service may do to entries and results, through the bundle (contract 1.2, 2.3, 4.5, 4.6, 4.7). */
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from '@jest/globals';
import { entry, finalAnswer, inputsFor, serveRun, type FakeRun } from '../support/fake-run.ts';
import { jsonLines, runAction, type ActionRun } from '../support/run-action.ts';
import { logsPage, type Reply, type ScriptedService } from '../support/scripted-service.ts';

let service: ScriptedService | undefined;
afterEach(() => service?.close());

async function play(run: FakeRun, inputs: Readonly<Record<string, string>> = {}): Promise<ActionRun> {
  service = await serveRun(run);
  return runAction({ inputs: inputsFor(service, inputs) });
}

const calls = (name: string): number => service?.calls.filter((call) => call === name).length ?? 0;
const RUN = { id: 77, organization_id: 1, web_url: 'https://agents.example.com/runs/77', result: null };
const PULL = 'https://github.com/octo/widgets/pull/12';

/** A log that goes on to its next stage whenever it was read to its end; each has its entries and the status beside them. */
function staged(stages: readonly (readonly [status: string, entries: readonly unknown[]])[]): FakeRun {
  let at = 0;
  const stage = () => stages[Math.min(at, stages.length - 1)] ?? ['COMPLETE', []];
  return {
    moments: [],
    answer: (call, { query }) => {
      const [status, entries] = stage();
      if (call === 'POST create') return { body: { ...RUN, status: 'ACTIVE' } };
      if (call === 'POST resume') at = Math.max(at, stages.findIndex(([word]) => word === 'COMPLETE') + 1);
      if (call !== 'GET logs') return { body: { ...RUN, status } };
      const body = logsPage({ ...RUN, status }, { entries, query });
      const isLast = Number(query.get('skip')) + 100 >= entries.length;
      if (isLast && status === 'ACTIVE') at += 1;
      return { body };
    },
  };
}

describe('an entry that the service completes later', () => {
  it.each([2, 900])('stays one entry in a log of %i, for only a few requests', async (count) => {
    const steps = Array.from({ length: count }, (_, index) => entry(index));
    const pull = (filled: boolean): unknown =>
      entry(count, {
        message_type: 'INITIAL_PR_GENERATION',
        tool_output: filled ? { url: PULL } : null,
      });
    const action = (filled: boolean): unknown => entry(count + 1, filled ? {} : { tool_output: null });
    const whole = [...steps, pull(true), action(true), finalAnswer(count + 2, 'Done.')];
    const { outputs, durationMs } = await play(
      staged([
        ['ACTIVE', [...steps, pull(false)]],
        ['ACTIVE', [...steps, pull(true), action(false)]],
        ['ACTIVE', [...steps, pull(true), action(false), finalAnswer(count + 2, null)]],
        ['COMPLETE', whole],
      ]),
    );
    expect(outputs).toMatchObject({ outcome: 'succeeded', result: 'Done.', total_logs: String(count + 3) });
    expect(outputs).toMatchObject({ pull_requests: JSON.stringify([PULL]) });
    expect(jsonLines(outputs['logs_file'])).toEqual(whole);
    const report = readFileSync(outputs['report_file'] ?? '', 'utf8');
    expect(report.match(/\[\d{13},"[A-Z_]+"/g)).toHaveLength(count + 3);
    expect(calls('GET logs')).toBeLessThanOrEqual(count / 100 + 6);
    expect(durationMs).toBeLessThan(15_000);
  });

  it('in a schema repair is the answer to it, at its own position', async () => {
    const first = finalAnswer(1, 'Looks good.');
    const second = (observation: string | null): unknown => finalAnswer(100, observation);
    const { outputs } = await play(
      staged([
        ['COMPLETE', [first]],
        ['ACTIVE', [first, second(null)]],
        ['COMPLETE', [first, second('{"pass":true}')]],
      ]),
      { output_schema: '{"type":"object","required":["pass"]}' },
    );
    expect(outputs).toMatchObject({ outcome: 'succeeded', result_json: '{"pass":true}', result: '{"pass":true}' });
    expect(jsonLines(outputs['logs_file'])).toEqual([first, second('{"pass":true}')]);
  });
});

describe('the address of the log', () => {
  const NOT_FOUND: Reply = { status: 404, body: { detail: 'Not Found' } };
  const entries = [entry(0), finalAnswer(1)];
  const addresses = (): string[] =>
    (service?.requests ?? []).flatMap(({ path }) =>
      path.endsWith('/logs') ? [path.startsWith('/v1/alpha/') ? 'alpha' : 'spec'] : [],
    );
  /** @param alpha the answer at the published address; undefined for the log */
  const at = (alpha: (nth: number) => Reply | undefined): FakeRun => {
    let reads = 0;
    return {
      entries,
      moments: [
        { status: 'ACTIVE', entries: 1, result: null },
        ...Array<object>(3).fill({}),
        { entries: 2, status: 'COMPLETE' },
      ],
      answer: (call, { path }) => {
        if (call !== 'GET logs') return undefined;
        if (!path.startsWith('/v1/alpha/')) return NOT_FOUND;
        reads += 1;
        return alpha(reads);
      },
    };
  };

  it('that has temporary problems is tried first the next time, rather than the missing one', async () => {
    const { outputs } = await play(at((nth) => (nth < 3 ? { status: 503 } : undefined)));
    expect(jsonLines(outputs['logs_file'])).toEqual(entries);
    expect(addresses().slice(0, 4)).toEqual(['spec', 'alpha', 'alpha', 'alpha']);
    expect(addresses().filter((address) => address === 'spec')).toHaveLength(1);
  });

  it('is searched again if neither had the log, and then kept', async () => {
    const { outputs, stdout } = await play(at((nth) => (nth < 2 ? NOT_FOUND : undefined)));
    expect(jsonLines(outputs['logs_file'])).toEqual(entries);
    expect(addresses().slice(0, 4)).toEqual(['spec', 'alpha', 'spec', 'alpha']);
    expect(new Set(addresses().slice(4))).toEqual(new Set(['alpha']));
    expect(stdout.match(/^::warning/gm)).toHaveLength(1);
  });
});

it('is not needed at the timeout, when one read of the run returns its pull requests', async () => {
  const { outputs } = await play(
    {
      entries: [entry(0)],
      moments: [{ status: 'ACTIVE' }],
      answer: (call) =>
        call === 'GET run' ? { body: { ...RUN, status: 'ACTIVE', github_pull_requests: [{ url: PULL }] } } : undefined,
    },
    { timeout_minutes: '0.05', poll_interval_seconds: '0.7' },
  );
  expect(outputs).toMatchObject({ outcome: 'timed_out', pull_requests: JSON.stringify([PULL]) });
  expect(calls('GET run')).toBe(1);
});

describe('a result that the service withdrew', () => {
  const moments = (status: string) => [
    { status: 'ACTIVE', result: 'A draft.' },
    { result: 'A draft.' },
    { status, result: null },
  ];

  it('does not count: the final answer is the result', async () => {
    const entries = [entry(0), finalAnswer(1, 'The answer.')];
    const { outputs, stdout } = await play({ entries, moments: moments('COMPLETE') });
    expect(outputs).toMatchObject({ outcome: 'succeeded', result: 'The answer.' });
    expect(stdout).not.toContain('A draft.');
  });

  it('does not count if nothing replaces it', async () => {
    const { outputs } = await play({ entries: [entry(0)], moments: moments('FAILED') });
    expect(outputs).toMatchObject({ outcome: 'failed', result: '' });
    expect(readFileSync(outputs['result_file'] ?? '', 'utf8')).toBe('');
  });
});

describe('the summary of a run', () => {
  const SUMMARY = 'Fixed in short.';
  const extra = { summary: SUMMARY };
  const moments = [{ status: 'ACTIVE' }, { status: 'FAILED' }];

  it('has its own output, and is the result if there is no other', async () => {
    const { outputs } = await play({ entries: [entry(0)], moments, extra });
    expect(outputs).toMatchObject({ outcome: 'failed', result: SUMMARY, run_summary: SUMMARY });
  });

  it('is not the result if there is a final answer', async () => {
    const { outputs } = await play({ entries: [finalAnswer(0)], moments, extra });
    expect(outputs).toMatchObject({ outcome: 'failed', result: 'The answer.', run_summary: SUMMARY });
  });

  it('is not the result if it existed before the follow-up', async () => {
    const entries = [finalAnswer(0, 'Old.'), entry(100)];
    const { outputs } = await play(
      {
        entries,
        moments: [{ status: 'COMPLETE', entries: 1 }, { status: 'ACTIVE', entries: 2 }, { status: 'FAILED' }],
        extra,
      },
      { agent_run_id: '77' },
    );
    expect(outputs).toMatchObject({ outcome: 'failed', result: '', run_summary: SUMMARY });
  });
});
