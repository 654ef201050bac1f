/** Every path to a sink: agent text in all fields at once, through the reporters, before the oracle of the sink. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createJobLog, type LogHost } from '../../../src/report/joblog.ts';
import { renderComment } from '../../../src/report/comment.ts';
import { renderSummary } from '../../../src/report/summary.ts';
import type { StepView } from '../../../src/report/view.ts';
import type { Entry } from '../../../src/run/events.ts';
import { viewEntry } from '../../../src/service/entry.ts';
import { alive, render } from '../../support/markdown-oracle.ts';
import { RunnerOutput } from '../../support/runner-parser.ts';
import { seeded, TRICKS, trickyText } from '../../support/tricks.ts';

const tricky = fc.oneof(
  fc.constantFrom(...TRICKS, 'error', 'warning', '@user #1 www.x.example', '<img src=x>', '[a](https://x.example)'),
  fc.integer().map((seed) => trickyText(seeded(seed))),
);
const kind = fc.oneof(fc.constantFrom('ACTION', 'ERROR', 'FINAL_ANSWER'), tricky);

const TOKEN = '8c7c4f3e-stop';

function entry(index: number, raw: object): Entry {
  return { index, line: JSON.stringify(raw), view: viewEntry(raw), time: 1000 * index };
}

/** What the job log prints, in the runner's own syntax. */
function printed(mode: 'full' | 'compact' | 'errors', texts: readonly string[]): string {
  const lines: string[] = [];
  const escape = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  const issue = (level: string) => (message: string, properties?: { readonly title?: string }) => {
    const title = escape(properties?.title ?? '')
      .replaceAll(':', '%3A')
      .replaceAll(',', '%2C');
    lines.push(`::${level} title=${title}::${escape(message)}`);
  };
  const host: LogHost = {
    line: (text) => lines.push(text),
    startGroup: (title) => lines.push(`::group::${title}`),
    endGroup: () => lines.push('::endgroup::'),
    error: issue('error'),
    warning: issue('warning'),
  };
  const [type = '', tool = '', thought = '', observation = '', status = ''] = texts;
  const log = createJobLog({ host, mode, stopToken: TOKEN, startedAt: 0 });
  log.begin({ mode: 'create', orgId: 1, runId: null, wait: true, timeoutMs: 60_000 });
  log.event({ type: 'started', mode: 'created', runId: 1, webUrl: `https://x.example/${thought}`, status });
  const raw = {
    message_type: type,
    tool_name: tool,
    thought,
    observation,
    tool_input: { command: thought },
    tool_output: { a: observation },
  };
  for (let index = 0; index < 3; index += 1) log.event({ type: 'entry', entry: entry(index, raw) });
  log.event({ type: 'status', runId: 1, webUrl: observation, status: `${status}!` });
  log.event({ type: 'warning', message: thought });
  log.event({ type: 'outage', message: observation, waitMs: 1000 });
  log.end({ outcome: 'failed', durationMs: 5, requests: 2, webUrl: thought });
  return `${lines.join('\n')}\n`;
}

function view([type = '', tool = '', headline = '', text = '', status = '']: readonly string[]): StepView {
  const step = { time: 1000, kind: type, tool, headline, error: true, detail: text };
  return {
    outcome: 'error',
    errorCode: 'rejected',
    errorMessage: text,
    skipReason: null,
    cutShort: null,
    standing: 'going_on',
    runId: 12,
    webUrl: `https://x.example/${headline}`,
    status,
    resumed: false,
    attached: false,
    durationMs: 5000,
    requests: 3,
    totalLogs: 2,
    result: text,
    pullRequests: [text, `https://github.com/o/r/pull/1?${headline}`],
    steps: [
      { index: 0, ...step },
      { index: 1, ...step, time: 4000 },
    ],
    warnings: [headline],
    resultFile: '/tmp/result.md',
    logsFile: '/tmp/logs.jsonl',
    reportFile: null,
    provenance: {
      event: 'issues',
      actor: tool,
      repository: 'o/r',
      workflow: headline,
      workflowRunUrl: 'https://github.com/o/r/actions/runs/1',
      promptHash: 'da39a3ee5e6b',
      orgId: 1,
    },
  };
}

const texts = fc.tuple(kind, tricky, tricky, tricky, tricky);

describe('the job log', () => {
  it.each(['full', 'compact', 'errors'] as const)('obeys nobody but us (%s)', (mode) => {
    fc.assert(
      fc.property(texts, (given) => {
        const runner = new RunnerOutput();
        runner.feed(printed(mode, given));
        const ours = new Set(['group', 'endgroup', 'stop-commands', 'error', 'warning']);
        expect(runner.commands.filter(({ name }) => !ours.has(name))).toEqual([]);
        expect(runner.matched).toEqual([]);
        expect(runner.stopped).toBe(false);
        const count = (name: string): number => runner.commands.filter((command) => command.name === name).length;
        expect(count('group')).toBe(mode === 'full' ? 3 : 0);
        expect(count('endgroup')).toBe(count('group'));
        expect(count('warning')).toBe(1);
        for (const { message } of runner.annotations) expect(message.split('\n').join(' ')).not.toMatch(/##\[/);
      }),
      { numRuns: 150 },
    );
  });
});

describe('summary and comment', () => {
  it.each([
    ['summary', renderSummary],
    ['comment', (given: StepView) => renderComment(given, { marker: '<!-- ours -->', full: true })],
  ] as const)('the %s shows agent text and nothing that lives', (_name, draw) => {
    fc.assert(
      fc.property(texts, (given) => {
        const rendered = render(draw(view(given)));
        expect(
          rendered.elements.filter((tag) => ['img', 'script', 'iframe', 'input', 'style', 'form'].includes(tag)),
        ).toEqual([]);
        for (const link of rendered.links) expect(link).toMatch(/^https:\/\/(?:x\.example|github\.com)\//);
        expect(alive(rendered).filter((name) => name !== 'commit')).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });
});
