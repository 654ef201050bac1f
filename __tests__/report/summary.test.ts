import { describe, expect, it } from '@jest/globals';
import { foldTurn } from '../../src/run/state.ts';
import { OUTCOMES } from '../../src/outcomes.ts';
import { countFindings } from '../../src/report/review-words.ts';
import { renderSummary } from '../../src/report/summary.ts';
import { endMessage } from '../../src/report/verdict.ts';
import { SUMMARY_MAX_BYTES } from '../../src/runner/host.ts';
import type { ReviewedFinding, StepView } from '../../src/report/step-view.ts';
import { recordOf } from '../../src/run/state.ts';
import { VERSION } from '../../src/runner/host.ts';
import { serviceNamed } from '../../src/inputs/service.ts';
import { stepDigest as step, stepView } from '../support/step-view.ts';

function view(more: Partial<StepView> = {}): StepView {
  return stepView({
    outcome: 'succeeded',
    standing: 'going_on',
    runId: '123',
    webUrl: 'https://agents.example/runs/123',
    status: 'COMPLETE',
    durationMs: 252_000,
    requests: 31,
    totalLogs: 4,
    result: 'All tests pass.',
    pullRequests: ['https://github.com/o/r/pull/7'],
    steps: [
      step(0, 0, { kind: 'PLAN_EVALUATION', tool: null }),
      step(1, 30),
      step(2, 90, { kind: 'ERROR', error: true, detail: 'exit 1\nmore' }),
      step(3, 100, { tool: 'edit' }),
      step(4, 110, { tool: 'view' }),
    ],
    warnings: ['the status word ODD is not known'],
    resultFile: '/tmp/result.txt',
    logsFile: '/tmp/logs.jsonl',
    reportFile: '/tmp/report.html',
    provenance: {
      service: serviceNamed('agent-run'),
      event: 'issues',
      actor: 'octo',
      repository: 'o/r',
      workflow: 'Agent',
      serverUrl: 'https://github.com',
      workflowRunUrl: 'https://github.com/o/r/actions/runs/1',
      earlierAttemptUrl: null,
      actionUrl: null,
    },
    ...more,
  });
}

/** What is known of a run of which its service tells this cause alone. */
function turnOf(cause: string): StepView['turn'] {
  const started = { mode: 'created', runId: '123', webUrl: null, status: 'failed' } as const;
  const turn = foldTurn(null, { type: 'started', ...started });
  return turn === null ? null : { ...turn, cause };
}

const size = (text: string): number => Buffer.byteLength(text, 'utf8');

describe('renderSummary', () => {
  it('puts the outcome first, the result next, then the rest', () => {
    const markdown = renderSummary(view());
    expect(markdown.split('\n')[0]).toBe('## ✅ Agent run 123 succeeded after 4m 12s');
    const order = [
      '**Pull request:** [#7](https://github.com/o/r/pull/7)',
      '[run 123](https://agents.example/runs/123) at the agent run service · [workflow run](',
      ' · status COMPLETE · 4 steps · 31 requests · 1 error on the way',
      ...['### Result', 'All tests pass.', '1 warning', 'actions/upload-artifact'],
    ].map((part) => markdown.indexOf(part));
    expect(order).not.toContain(-1);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  });

  it('names this action, and the repository of the run where it is another one', () => {
    const { provenance } = view();
    const markdown = renderSummary(view());
    expect(markdown).toContain(` · agent-run-action ${VERSION} · `);
    const inOther = (repositories: readonly string[]): string =>
      renderSummary(view({ provenance: { ...provenance, repositories } }));
    expect(inOther(['acme/other_'])).toContain(' at the agent run service in acme/other&#95; · ');
    expect(inOther(['O/R'])).toBe(markdown);
  });

  it('does not tell to upload a report that was uploaded', () => {
    expect(renderSummary(view())).toContain('`report_file`: `/tmp/report.html`');
    const markdown = renderSummary(view({ reportUrl: 'https://github.com/o/r/artifacts/1' }));
    expect(markdown).toContain('[Open the trace report](https://github.com/o/r/artifacts/1)');
    expect(markdown).toContain('`logs_file`: `/tmp/logs.jsonl`');
    expect(markdown).not.toContain('report_file');
    expect(markdown).not.toContain('the report opens in the browser');
  });

  it('names the cause of a failure before the result', () => {
    const markdown = renderSummary(view({ outcome: 'failed' }));
    expect(markdown).toContain('**Cause:** Error in bash, step 3\n\n```text\nexit 1\nmore\n```');
    expect(markdown.indexOf('**Cause:**')).toBeLessThan(markdown.indexOf('### Result'));
  });

  it('names the cause that the service tells, unless log or result do', () => {
    const failed = (cause: string, more: Partial<StepView> = {}): string =>
      renderSummary(
        view({ outcome: 'failed', steps: [step(0, 0)], result: '', turn: turnOf(cause), ...more }),
      );
    expect(failed('Ran out of *tokens*.')).toContain('**Cause:** Ran out of &#42;tokens&#42;.');
    expect(failed('At its limit (`max`).')).toContain('**Cause:** At its limit (`max`).');
    const inResult = failed('It broke.', { result: 'It broke.' });
    expect(inResult.split('It broke.')).toHaveLength(2);
    expect(inResult).toMatch(/### Cause\n\nIt broke\.\n\n.*To try again/);
    const steps = [step(0, 0, { kind: 'ERROR', error: true, detail: 'no' })];
    const both = failed('It broke.', { steps });
    expect(both).toContain('**Cause:** It broke.\n\n**In the log:** Error in bash, step 1');
    expect(failed('no', { steps })).toContain('**Cause:** Error in bash, step 1');
  });

  it('does not say of a log that the post step has not read that it names no cause', () => {
    const unsaid = { outcome: 'failed', status: 'FAILED', result: '' } as const;
    const killed = view({ ...unsaid, steps: [], isReplayed: true });
    expect(endMessage(killed)).toContain('failed; its log was not read to the end.');
    const cause = '**Cause:** not known: its log was not read to the end.';
    expect(renderSummary(killed)).toContain(cause);
  });

  it('says of a failure that nothing explains what `error_message` says', () => {
    const bare = step(1, 1, { kind: 'ERROR', tool: null, error: true, namesNoCause: true });
    const unsaid = { outcome: 'failed', status: 'FAILED', result: '' } as const;
    for (const steps of [[step(0, 0), bare], [step(0, 0)]]) {
      const failed = view({ ...unsaid, steps });
      expect(endMessage(failed)).toContain('failed; its log names no cause.');
      const markdown = renderSummary(failed);
      expect(markdown).toContain('**Cause:** not known: its log names no cause.');
      expect(markdown).not.toContain('Error, step');
    }
    const answered = renderSummary(view({ ...unsaid, steps: [bare], result: 'I gave up.' }));
    expect(answered).not.toContain('**Cause:**');
    const stopped = view({ ...unsaid, steps: [bare], errorMessage: 'Stopped at its budget.' });
    expect(renderSummary(stopped)).not.toContain('**Cause:**');
  });

  it('says that errors were overcome', () => {
    const steps = [step(0, 0, { kind: 'ERROR', error: true, detail: 'no' }), step(1, 1)];
    expect(renderSummary(view({ outcome: 'failed', steps }))).toContain(
      '**Cause:** not in the log: no error was left open',
    );
    expect(renderSummary(view({ outcome: 'timed_out', steps }))).not.toContain('**Cause:**');
  });

  it('has the first line of the task as title, and the rest of it folded', () => {
    const { provenance } = view();
    const shown = (task: string): string =>
      renderSummary(view({ provenance: { ...provenance, task } }));
    expect(shown('# Fix @mona\n\n```\nall of it')).toContain(
      '## ✅ Fix <code>&#64;mona</code>\n\n**Agent run 123 succeeded after 4m 12s**',
    );
    expect(shown('Fix it\n\n```\nall')).toContain(
      '<details><summary>The task</summary>\n\n````text\nFix it\n\n```\nall\n````\n\n</details>',
    );
    expect(shown('Fix it')).not.toContain('The task');
  });

  it.each([
    [
      'Prices **wrong**, see #7',
      '## ✅ <code>&#35;5</code>: Prices &#42;&#42;wrong&#42;&#42;, see <code>&#35;7</code>',
    ],
    [null, '## ✅ <code>&#35;5</code>'],
  ])('has the issue that the event hands over as title, as text: %j', (title, heading) => {
    const provenance = { ...view().provenance, task: 'Do it.', subject: { number: 5, title } };
    const markdown = renderSummary(view({ provenance }));
    expect(markdown.split('\n')[0]).toBe(heading);
    expect(markdown).toContain('<details><summary>The task</summary>\n\n```text\nDo it.\n```');
  });

  it.each([
    [
      { pass: true, files: ['a.ts'] },
      false,
      '```json\n{\n  "pass": true,\n  "files": [\n    "a.ts"\n  ]\n}\n```',
    ],
    [{ pass: true }, true, '}\n```\n\n*Matches `output_schema`, corrected once.*'],
    [[1, 2], false, '```json\n[\n  1,\n  2\n]\n```\n\n*Matches `output_schema`.*'],
  ])('shows the structured result %j', (value, corrected, shown) => {
    const resultJson = JSON.stringify(value);
    const first = corrected
      ? recordOf({ mode: 'created', runId: '123', webUrl: null, status: null })
      : null;
    const result = `\`\`\`json\n${resultJson}\n\`\`\``;
    const markdown = renderSummary(view({ resultJson, result, corrected: first }));
    expect(markdown).toContain(shown);
  });

  it.each([
    ['timed_out', { cutShort: 'Too long.' }, 'Too long. The run 123 goes on at'],
    ['started', {}, 'did not wait'],
    [
      'cancelled',
      { status: 'HALTED', standing: 'ended' },
      'The run was cancelled at the service (status HALTED).',
    ],
    // A resumed run still shows its old end.
    ['cancelled', { status: 'CANCELLED' }, 'The step was cancelled. The run 123 goes on'],
    ['needs_input', {}, 'To answer, run this action with `agent_run_id: 123`'],
    ['failed', {}, 'To try again, run this action with `agent_run_id: 123`'],
    ['skipped', { runId: null, skipReason: 'no token here' }, 'no token here'],
    [
      'error',
      { runId: null, errorCode: 'unauthorized', errorMessage: 'check the token' },
      'unauthorized: check the',
    ],
    ['cancelled', { standing: 'no_run', runId: null, webUrl: null }, 'No agent run was created.'],
  ] as const)('says what to do next when %s (%j)', (outcome, more, said) =>
    expect(renderSummary(view({ ...more, outcome }))).toContain(said),
  );

  it.each(OUTCOMES)('stands without anything known (%s)', (outcome) => {
    const markdown = renderSummary(stepView({ outcome }));
    expect(markdown).toMatch(
      /^## \S+ (?:Agent run |No agent run was started|The step was cancelled)/u,
    );
    for (const absent of ['null', 'undefined', '###', 'NaN', '\n\n\n']) {
      expect(markdown).not.toContain(absent);
    }
  });

  it('links only https addresses', () => {
    const markdown = renderSummary(
      view({
        webUrl: 'javascript:alert(1)',
        pullRequests: ['javascript:alert(2)', 'http://github.com/o/r/pull/8'],
      }),
    );
    expect(markdown).not.toContain('javascript:');
    expect(markdown).not.toContain('pull/8');
  });

  it('shows a result of ordinary length whole', () => {
    const markdown = renderSummary(view({ result: 'lorem '.repeat(60_000).trimEnd() }));
    expect((markdown.match(/\blorem\b/g) ?? []).length).toBe(60_000);
    expect(markdown.includes('is cut')).toBe(false);
  });

  it('says what was cut of a long result', () => {
    const markdown = renderSummary(view({ result: '語'.repeat(2_000_000) }));
    expect(size(markdown)).toBeLessThan(SUMMARY_MAX_BYTES);
    expect(
      /is cut: \d+ of 2000000 characters are shown\. The whole text is in the file that the output `result_file` names\./.test(
        markdown,
      ),
    ).toBe(true);
  });

  it('stays under its bound whatever comes in', () => {
    const wild = '`|<b>@x [a](b)\u202e語😀\n'.repeat(300);
    const steps = Array.from({ length: 5500 }, (_, n) =>
      step(n, n, {
        tool: `${wild}${n % 60}`,
        kind: wild,
        error: true,
        detail: wild.slice(0, 4000),
        headline: wild.slice(0, 300),
      }),
    );
    const markdown = renderSummary(
      view({
        steps,
        result: wild.repeat(200),
        warnings: Array.from({ length: 5000 }, (_, n) => `${n} ${wild}`),
        errorMessage: wild.repeat(90),
        outcome: 'error',
        skipReason: wild,
        cutShort: wild,
        status: wild,
        logsFile: wild,
        webUrl: `https://a.example/${'x'.repeat(9000)}`,
        pullRequests: Array.from(
          { length: 900 },
          (_, n) => `https://a.example/${'&'.repeat(2000)}/o/r/pull/${n}`,
        ),
        provenance: {
          ...view().provenance,
          event: wild,
          actor: wild,
          repository: wild,
          workflow: wild,
        },
      }),
    );
    expect(size(markdown)).toBeLessThan(SUMMARY_MAX_BYTES);
    for (const said of [/\d+ earlier warnings/, / · and \d+ more/, /is cut/]) {
      expect(said.test(markdown)).toBe(true);
    }
  });
});

it('tells in full what was found and not posted', () => {
  const finding: ReviewedFinding = {
    fingerprint: 'f',
    path: 'src/a.ts',
    side: 'RIGHT',
    startLine: 3,
    line: 4,
    severity: 'error',
    title: 'Wrong',
    body: 'Two is not TWO.',
    suggestion: 'two',
    replacement: { text: 'two', offered: ['two'] },
    lines: null,
    isInHead: true,
    placed: null,
    url: null,
  };
  const found = (placed: ReviewedFinding['placed']) =>
    renderSummary(
      view({
        review: {
          number: 7,
          findings: [{ ...finding, placed }],
          counts: countFindings([finding]),
          url: null,
          summary: '',
          pass: null,
        },
      }),
    );
  expect(found(null)).toMatch(
    /not posted[^]*\*\*Error: Wrong\*\* · `src\/a\.ts:3-4`\n\nTwo is not TWO\.\n\n```text\ntwo\n```/,
  );
  expect(found('body')).not.toContain('Two is not');
});

it('stays under its bound with a review, and says how many findings are left out', () => {
  // Each # that begins a reference gets longer.
  const wild = '#1 '.repeat(10_000);
  const finding: ReviewedFinding = {
    fingerprint: 'f',
    path: wild,
    side: 'RIGHT',
    startLine: 3,
    line: 4,
    severity: 'error',
    title: wild,
    body: '',
    suggestion: null,
    replacement: null,
    lines: null,
    isInHead: true,
    placed: 'inline',
    url: null,
  };
  const findings = Array<ReviewedFinding>(200).fill(finding);
  const markdown = renderSummary(
    view({
      review: {
        number: 7,
        findings,
        counts: countFindings(findings),
        url: null,
        summary: wild,
        pass: false,
      },
    }),
  );
  expect(size(markdown)).toBeLessThan(SUMMARY_MAX_BYTES / 2);
  expect(markdown).toMatch(/\d+ more findings in the file of the output `sarif_file`/);
});

it('says once why a step was skipped, also where a warning said it', () => {
  const why = 'The permission of mona could not be read.';
  const markdown = renderSummary(
    stepView({ outcome: 'skipped', skipReason: why, warnings: [why, 'Another.'] }),
  );
  expect(markdown.split(why)).toHaveLength(2);
  expect(markdown).toContain('1 warning');
});

describe('the verdict of a gate', () => {
  const counts = { error: 0, warning: 2, note: 1 };
  const told = (outcome: StepView['outcome'], pass: boolean | null): string =>
    renderSummary(
      stepView({
        runId: '77',
        outcome,
        review: { number: 7, findings: [], counts, url: null, summary: 'So.', pass },
      }),
    );

  it.each([
    ['unverified', true, '### Review: passes, 3 findings (2 warnings, 1 note)'],
    ['cancelled', true, '### Review: passes, 3 findings (2 warnings, 1 note)'],
    ['cancelled', false, '### Review: does not pass, 3 findings (2 warnings, 1 note)'],
    ['unverified', null, '### Review: 3 findings (2 warnings, 1 note)'],
    ['succeeded', true, '### Review: 3 findings\n'],
    ['failed', false, '### Review: 3 findings\n'],
  ] as const)('%s, pass %j: stands above the findings unless the title has it', (...row) => {
    const [outcome, pass, heading] = row;
    expect(told(outcome, pass)).toContain(heading);
  });
});
