/**
 * Every entry of an honest log stands in `logs_file` exactly once, oldest first (contract 4.7):
 * with equal stamps, while it grows, over page borders, through lost answers, and where a replica
 * lags behind for a while.
 *
 * Shown red by: asking for the page behind a full one from an entry too far.
 */
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from '@jest/globals';
import { startSandbox } from '../../sandbox/server.ts';
import { entry, finalAnswer, inputsFor, serveRun, type FakeRun } from '../support/fake-run.ts';
import { jsonLines, runAction, type ActionRun } from '../support/run-action.ts';
import { logsPage } from '../support/scripted-service.ts';
import { Servers } from './step.ts';

const servers = new Servers();
afterEach(() => servers.close());

async function act(
  fake: FakeRun,
  inputs: Readonly<Record<string, string>> = {},
): Promise<ActionRun> {
  const service = servers.add(await serveRun(fake));
  return runAction({
    inputs: inputsFor(service, { poll_interval_seconds: '0.02', logs: 'none', ...inputs }),
  });
}

const entriesOf = (count: number, stampOf = (index: number) => index): Record<string, unknown>[] =>
  Array.from({ length: count }, (_, index) =>
    index < count - 1
      ? entry(stampOf(index), { thought: `thought ${index}` })
      : finalAnswer(stampOf(index)),
  );

/** Grows from poll to poll by these steps. */
function growing(entries: readonly unknown[], by: number): FakeRun['moments'] {
  const moments = Array.from({ length: Math.ceil(entries.length / by) }, (_, index) => ({
    status: 'ACTIVE',
    entries: Math.min(entries.length, (index + 1) * by),
  }));
  return [...moments, { status: 'COMPLETE', entries: entries.length, result: 'ok' }];
}

function expectExact({ outputs }: ActionRun, entries: readonly unknown[]): void {
  expect(outputs).toMatchObject({ outcome: 'succeeded', total_logs: String(entries.length) });
  expect(jsonLines(outputs['logs_file'])).toEqual(entries);
}

describe('a log', () => {
  it.each([1, 99, 100, 101, 250])(
    'of %i entries, half of them there at the first poll',
    async (count) => {
      const entries = entriesOf(count);
      expectExact(
        await act({ entries, moments: growing(entries, Math.max(1, count >> 1)) }),
        entries,
      );
    },
  );

  it('that grows by 7 from poll to poll', async () => {
    const entries = entriesOf(130);
    expectExact(await act({ entries, moments: growing(entries, 7) }), entries);
  });

  it('in which many entries have the same stamp, and some are equal in all fields', async () => {
    const entries = [
      ...entriesOf(121, (index) => Math.floor(index / 10)).slice(0, -1),
      ...Array.from({ length: 3 }, () => entry(12, { thought: 'the same' })),
      finalAnswer(13),
    ];
    expectExact(await act({ entries, moments: growing(entries, 25) }), entries);
  });

  it('whose first entries have one stamp', async () => {
    const entries = [
      ...['a', 'b\u2028b', 'c'].map((thought) => entry(1, { thought })),
      finalAnswer(9),
    ];
    const moments = [
      { status: 'ACTIVE', entries: 3 },
      { status: 'COMPLETE', entries: 4, result: 'ok' },
    ];
    expectExact(await act({ entries, moments }), entries);
  });

  it('of which answers are lost', async () => {
    const entries = entriesOf(230);
    const lost = [
      { reset: true },
      undefined,
      { status: 502 },
      undefined,
      { body: '<html>busy</html>' },
    ];
    const answer: FakeRun['answer'] = (call, _, nth) =>
      call === 'GET logs' ? lost[nth - 1] : undefined;
    expectExact(await act({ entries, moments: growing(entries, 60), answer }), entries);
  });

  it('of which a replica shows an earlier state now and then', async () => {
    const entries = entriesOf(60);
    const facts = {
      id: 77,
      organization_id: 1,
      status: 'ACTIVE',
      web_url: 'https://agents.example.com/runs/77',
      result: null,
    };
    const answer: FakeRun['answer'] = (call, { query }, nth) =>
      call === 'GET logs' && nth % 3 === 0 && nth < 10
        ? { body: logsPage(facts, { entries: entries.slice(0, nth), query }) }
        : undefined;
    expectExact(await act({ entries, moments: growing(entries, 9), answer }), entries);
  });

  it('of 5,500 entries, within the 60 requests that a minute allows', async () => {
    const sandbox = servers.add(await startSandbox({ scenario: 'huge', speed: 1000 }));
    const { outputs } = await runAction({
      inputs: inputsFor(sandbox, { token: sandbox.token, logs: 'none' }),
    });
    expect(outputs).toMatchObject({ outcome: 'succeeded', total_logs: '5500' });
    expect(Number(outputs['requests'])).toBeLessThanOrEqual(60);
    const thoughts = jsonLines(outputs['logs_file']).map(
      (one) => (one as { thought: string | null }).thought,
    );
    expect(thoughts.slice(0, -1)).toEqual(
      Array.from({ length: 5499 }, (_, index) => `Step ${index + 1}`),
    );
  });

  it('of a follow-up holds its own turn alone', async () => {
    const before = [...entriesOf(103).slice(0, -1), finalAnswer(103, 'Old.')];
    const turn = [
      entry(200, {
        message_type: 'USER_MESSAGE',
        thought: null,
        tool_name: null,
        observation: 'Now the tests.',
      }),
      ...Array.from({ length: 110 }, (_, index) => entry(201 + index)),
      finalAnswer(400, 'New.'),
    ];
    const entries = [...before, ...turn];
    const moments = [
      { status: 'COMPLETE', entries: before.length, result: 'Old.' },
      { status: 'COMPLETE', entries: before.length, result: 'Old.' },
      { status: 'ACTIVE', entries: before.length + 50 },
      { status: 'COMPLETE', entries: entries.length, result: 'New.' },
    ];
    const run = await act({ entries, moments }, { agent_run_id: '77', prompt: 'Now the tests.' });
    expectExact(run, turn);
    expect(run.outputs['result']).toBe('New.');
  });
});

it('a log whose second entry is stamped before the first is read as it is listed', async () => {
  const [first, second, ...later] = entriesOf(8);
  const at = (ms: number) => ({
    created_at: new Date(Date.UTC(2026, 0, 1, 12) + ms).toISOString(),
  });
  const entries = [{ ...first, ...at(5) }, { ...second, ...at(0) }, ...later];
  expectExact(await act({ entries, moments: growing(entries, 4) }), entries);
});

describe('a page', () => {
  /** Changes what the scripted service would answer. */
  const pages = (
    entries: readonly unknown[],
    { most, more }: { readonly most: number; readonly more: number },
  ): FakeRun => ({
    entries,
    moments: [{ status: 'COMPLETE', result: 'ok' }],
    answer: (call, { query }) => {
      if (call !== 'GET logs') {
        return undefined;
      }
      const facts = { id: 77, status: 'COMPLETE', result: 'ok' };
      const sent = logsPage(facts, { entries, query }) as { readonly logs: unknown[] };
      return {
        body: { ...sent, logs: sent.logs.slice(0, most), total_logs: entries.length + more },
      };
    },
  });

  it.each([20, 50])('may have at most %i entries', async (most) => {
    const entries = entriesOf(130);
    const run = await act(pages(entries, { most, more: 0 }));
    expectExact(run, entries);
    // If the log were not taken for complete, draining would ask twenty times in half a minute.
    expect(Number(run.outputs['requests'])).toBeLessThan(12);
    expect(run.durationMs).toBeLessThan(15_000);
  });

  it('may announce an entry that does not come', async () => {
    const entries = entriesOf(130);
    const fake = pages(entries, { most: 100, more: 1 });
    // The timeout comes before the end of draining.
    const run = await act(fake, { timeout_minutes: '0.1' });
    expectExact(run, entries);
    expect(Number(run.outputs['requests'])).toBeLessThan(12);
  });
});

it('an entry that was told stays as it was told, one line and one step', async () => {
  const early = entry(2, { tool_output: null });
  const late = entry(2, { tool_output: { exit_code: 0 } });
  const entries = (isLater: boolean): unknown[] => [
    entry(0),
    entry(1),
    isLater ? late : early,
    finalAnswer(3),
  ];
  const facts = { id: 77, organization_id: 1, web_url: 'https://agents.example.com/runs/77' };
  const run = await act({
    entries: entries(true),
    moments: [{ status: 'COMPLETE', result: 'ok' }],
    answer: (call, { query }, nth) => {
      if (call !== 'GET logs' || nth > 2) {
        return undefined;
      }
      const known = entries(false).slice(0, nth + 1);
      return {
        body: logsPage({ ...facts, status: 'ACTIVE', result: null }, { entries: known, query }),
      };
    },
  });
  expectExact(run, entries(false));
  const report = readFileSync(run.outputs['report_file'] ?? '', 'utf8');
  expect(report.match(/\[\d{13},"[A-Z_]+"/g)).toHaveLength(4);
});
