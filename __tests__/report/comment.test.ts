import { describe, expect, it } from '@jest/globals';
import { isOwnComment } from '../../src/github/marker.ts';
import { readMarker, writeMarker } from '../../src/thread/record.ts';
import { COMMENT_MAX } from '../../src/github/port.ts';
import { renderComment } from '../../src/report/comment.ts';
import { recordOf } from '../../src/run/state.ts';
import type { StepDigest, StepView } from '../../src/report/step-view.ts';
import { tellingOfRun } from '../../src/report/telling.ts';
import { serviceNamed } from '../../src/inputs/service.ts';
import { stepDigest, stepView } from '../support/step-view.ts';

const place = { secret: 'api-token', repository: 'octo/repo', thread: 7, commentKey: 'ci/agent/0' };
const marker = writeMarker({ ...place, runId: '4711' });
const now = Date.UTC(2026, 0, 2, 3, 4, 5);

const base = {
  standing: 'going_on',
  runId: '4711',
  webUrl: 'https://agents.test/run/4711',
  status: 'ACTIVE',
  durationMs: 200_000,
  requests: 9,
  provenance: {
    service: serviceNamed('agent-run'),
    event: 'issues',
    actor: 'mona',
    repository: 'octo/repo',
    workflow: 'agent',
    serverUrl: 'https://github.com',
    workflowRunUrl: 'https://github.test/octo/repo/actions/runs/1',
    earlierAttemptUrl: null,
    actionUrl: null,
  },
} as const;

const step = (index: number, change: Partial<StepDigest> = {}): StepDigest =>
  stepDigest(index, null, { tool: 'grep', headline: `look ${index}`, ...change });

function render(change: Partial<StepView>, options: { full?: boolean } = {}): string {
  return renderComment(stepView({ ...base, ...change }), {
    marker,
    full: true,
    now,
    ...options,
  });
}

describe('the comment', () => {
  it('says how long the run has taken when it is written, not when it was asked for', () => {
    let durationMs = 17_000;
    const step = { view: () => stepView({ ...base, outcome: 'running', durationMs }) };
    const words = tellingOfRun(step, null).comment();
    durationMs = 30_000;
    expect(words.render({ marker, full: true, now })).toContain('30s so far');
  });

  it('shows nothing of the prompt that the service gives back, and no bullet without words', () => {
    const asked = step(0, { kind: 'USER_MESSAGE', tool: null, headline: 'The whole prompt.' });
    const text = render({ steps: [asked, step(1)], totalLogs: 2 });
    expect(text).toContain('**Last 1 of 2 steps**\n\n- Searched for `look 1`');
    expect(text).not.toContain('The whole prompt.');
  });

  it('has no line for a step that says that the run failed and not why', () => {
    const bare = step(1, { kind: 'ERROR', tool: null, error: true, namesNoCause: true });
    const text = render({ outcome: 'failed', steps: [step(0), bare], totalLogs: 2 });
    expect(text).toContain('Last 1 of 2 steps</summary>\n\n- Searched for `look 0`\n\n</details>');
    expect(render({ outcome: 'failed', steps: [bare], totalLogs: 1 })).not.toContain('1 step');
  });

  it('shows the plan with its boxes while the run goes on, and no steps before the first', () => {
    const plan = [
      { text: 'Look', state: 'done' },
      { text: 'Write *it*', state: 'current' },
      { text: 'Test', state: 'open' },
    ] as const;
    const text = render({ outcome: 'running', steps: [], totalLogs: 0, plan });
    expect(text).toContain(
      '**Plan:** 1 of 3 done, now: Write &#42;it&#42;\n\n' +
        '- [x] Look\n- [ ] **Write &#42;it&#42;**\n- [ ] Test',
    );
    expect(text).not.toContain('0 steps');
  });

  it('says of a run that succeeded what it left of its plan, without a box', () => {
    const plan = [
      { text: 'Look', state: 'done' },
      { text: 'Test', state: 'current' },
    ] as const;
    const text = render({ outcome: 'succeeded', plan });
    expect(text).toContain('**Plan left unfinished:** 1 of 2: “Test”');
    expect(text).not.toContain('- [');
    expect(render({ outcome: 'failed', plan })).not.toContain('Plan');
  });

  it('has no number alone as its title, which in its own thread says nothing', () => {
    const provenance = { ...base.provenance, subject: { number: 5, title: null } };
    expect(render({ provenance })).toContain('### ⏳ Agent run 4711 is running');
  });

  it('says while running what goes on', () => {
    const steps = [
      step(0, { kind: 'PLAN_EVALUATION', tool: null, headline: 'look first' }),
      ...Array.from({ length: 7 }, (_, i) => step(i + 1)),
      step(8, { kind: 'PLAN_EVALUATION', tool: null, headline: 'tests next' }),
      step(9, { kind: 'SOMETHING_NEW', tool: null, headline: '' }),
      step(10, { kind: 'INITIAL_PR_GENERATION', tool: null, headline: '' }),
    ];
    expect(render({ steps, totalLogs: 12 })).toBe(
      [
        marker,
        '### ⏳ Agent run 4711 is running',
        '',
        '3m 20s so far · [run 4711](https://agents.test/run/4711) at the agent run service · [workflow run](https://github.test/octo/repo/actions/runs/1) · as of 03:04 UTC',
        '',
        '**Last 5 of 12 steps**',
        '',
        '- Searched for `look 6`',
        '- Searched for `look 7`',
        '- **Plan** tests next',
        '- **Something new**',
        '- **Open pull request**',
      ].join('\n'),
    );
  });

  it('says of a run that is paused where it is gone on with', () => {
    const { runId, webUrl } = base;
    const turn = recordOf({ mode: 'created', runId, webUrl, status: null, meaning: 'active' });
    const body = render({ turn: { ...turn, waitsFor: 'paused' } });
    expect(body).toContain('### ⏳ Agent run 4711 is paused');
    expect(body).toContain(
      'The run 4711 is paused, by a person or by the service, and goes on once somebody takes ' +
        'it up at [https://agents.test/run/4711](https://agents.test/run/4711). Go on with it there.',
    );
  });

  it('has the first line of the task as title, and nothing more of it', () => {
    const body = render({
      provenance: { ...base.provenance, task: 'Fix the **filter**\nSecretly.' },
    });
    expect(body).toContain(
      '### ⏳ Fix the &#42;&#42;filter&#42;&#42;\n\n**Agent run 4711 is running**\n\n3m 20s so far',
    );
    expect(body).not.toContain('Secretly');
  });

  it('puts the outcome and the result first and folds the steps when it is over', () => {
    const body = render({
      outcome: 'succeeded',
      result: 'All **green**.',
      steps: [step(0)],
      mode: 'resumed',
    });
    expect(body).toContain(
      '### ✅ Agent run 4711 succeeded after 3m 20s\n\n[run 4711](https://agents.test/run/4711) (resumed) at the agent run service',
    );
    expect(body).toContain('\n\nAll **green**.\n\n');
    expect(body.indexOf('All **green')).toBeLessThan(body.indexOf('<details>'));
    expect(body).toContain(
      '<details><summary>1 step</summary>\n\n- Searched for `look 0`\n\n</details>',
    );
    expect(body).not.toContain('as of');
  });

  it('links the workflow run of a server without TLS too, and the run only by https', () => {
    const workflowRunUrl = 'http://127.0.0.1:8080/octo/repo/actions/runs/1';
    const body = render({
      webUrl: 'http://agents.test/run',
      provenance: { ...base.provenance, workflowRunUrl },
    });
    expect(body).toContain(
      ` · run 4711 at the agent run service · [workflow run](${workflowRunUrl})`,
    );
  });

  it.each([59_000, 61_000, 64_000, 64_500, 70_000, 300_000])(
    'says of a result of %i how much is shown',
    (length) => {
      const body = render({ outcome: 'succeeded', result: 'x'.repeat(length) });
      const shown = (body.match(/x{100,}/g) ?? []).join('').length;
      expect(shown).toBeGreaterThan(Math.min(length, 61_000) - 1);
      expect(body.match(/more characters/g)).toBeNull();
      const hint = `is cut: ${shown} of ${length} characters are shown. The whole text is in the file that the output \`result_file\``;
      expect(body.includes(hint)).toBe(shown < length);
      expect(body.includes('is cut')).toBe(shown < length);
    },
  );

  it('says of a result that it is from before', () => {
    const old = { outcome: 'cancelled', resultIsOld: true } as const;
    expect(render({ ...old, result: 'Old.' })).toContain(
      '**Result from before the follow-up:**\n\nOld.',
    );
    expect(render({ ...old, result: 'line\n'.repeat(100) })).toContain(
      '<summary>Result from before the follow-up</summary>',
    );
  });

  it('puts a question before the way to answer it, and says whose words follow a failure', () => {
    const provenance = {
      ...base.provenance,
      reply: { phrase: '@agent', thread: 7, isHandedOn: true, turnsMost: null },
    };
    const question = render({ outcome: 'needs_input', result: 'Redis?', provenance });
    expect(question.indexOf('Redis?')).toBeLessThan(question.indexOf('To answer'));
    expect(render({ outcome: 'failed', result: 'Could not.' })).toContain(
      '**Result:**\n\nCould not.',
    );
  });

  it('folds a long result', () => {
    const result = 'line\n'.repeat(100);
    expect(render({ outcome: 'succeeded', result })).toContain(
      '<details><summary>Result</summary>\n\nline\n',
    );
  });

  it('has the pull requests right behind the outcome, and warnings folded', () => {
    const pullRequests = ['https://github.com/octo/repo/pull/128'];
    const body = render({
      outcome: 'succeeded',
      result: 'Done.',
      pullRequests,
      warnings: ['odd status @everyone'],
    });
    expect(body).toContain(
      `succeeded after 3m 20s\n\n**Pull request:** [#128](${pullRequests[0]!})\n\n`,
    );
    expect(body).toContain(
      '<details><summary>1 warning</summary>\n\n- odd status <code>&#64;everyone</code>',
    );
  });

  it('says exactly how to answer', () => {
    const answer = (phrase?: string | null, { isHandedOn = true } = {}): string => {
      const reply =
        phrase === undefined ? {} : { reply: { phrase, thread: 7, isHandedOn, turnsMost: null } };
      return render({ outcome: 'needs_input', provenance: { ...base.provenance, ...reply } });
    };
    expect(answer('@agent')).toContain(
      'To answer, comment here with `@agent` and your answer. The same run continues.',
    );
    expect(answer(null)).toContain(
      'To answer, trigger this workflow again here with your answer. The same run continues.',
    );
    // With `context: none` only the author of the workflow knows what becomes of a comment.
    const perhaps = answer('@agent', { isHandedOn: false });
    expect(perhaps).toContain(
      'comment here with `@agent` and your answer. ' +
        'A comment reaches the agent only if the workflow hands it on. The same run continues.',
    );
    // Who comments may not know the workflow.
    expect(answer()).toContain('The agent is waiting for an answer.');
    for (const body of [answer(), answer(null), answer('@agent'), perhaps]) {
      expect(body).not.toMatch(/`agent_run_id|`prompt`/);
    }
  });

  it('names the cause of a failure, not what was overcome', () => {
    const steps = [
      step(0, {
        kind: 'ERROR',
        tool: 'npm',
        headline: 'overcome',
        error: true,
        detail: 'overcome',
      }),
      step(1, { tool: 'npm' }),
      step(2, {
        kind: 'ERROR',
        tool: 'git',
        headline: 'rejected',
        error: true,
        detail: 'rejected\nby the hook',
      }),
      step(3, { kind: 'PLAN_EVALUATION', tool: null, headline: 'I give up.' }),
    ];
    const body = render({ outcome: 'failed', steps });
    expect(body).toContain(
      '**Cause:** Error in git, step 3\n\n```text\nrejected\nby the hook\n```\n\n**Last words:** I give up.',
    );
    expect(body).not.toContain('step 1\n');
  });

  it('has a result that is the cause of a failure as that', () => {
    const told = recordOf({ mode: 'created', runId: '4711', webUrl: null, status: 'blocked' });
    const result = 'I may not read the database.';
    const body = render({ outcome: 'failed', result, turn: { ...told, cause: result } });
    expect(body).toContain(`**Cause:**\n\n${result}`);
    expect(body).not.toContain('Result');
  });

  it('names this action at the end, and the repository of the run where it is another one', () => {
    const provenance = { ...base.provenance, repositories: ['acme/other'] };
    expect(render({ provenance, outcome: 'succeeded' })).toMatch(
      / at the agent run service in acme\/other · .* · agent-run-action \d/,
    );
    expect(render({ outcome: 'running' })).not.toContain('agent-run-action 1');
  });

  it('is one line besides the marker where it only keeps the marker', () => {
    const body = render({ outcome: 'succeeded', result: 'x', steps: [step(0)] }, { full: false });
    expect(body.split('\n')).toHaveLength(2);
    expect(readMarker(body, place)?.runId).toBe('4711');
    expect(body).toContain('**✅ Agent run 4711 succeeded after 3m 20s** · [run 4711]');
    // The same words at every look: nothing to edit while the run goes on but the elapsed time.
    expect(render({}, { full: false })).not.toContain('as of');
  });
});

it.each([
  ['timed_out', 'going_on', null, 'It goes on.'],
  ['cancelled', 'going_on', 'refused', 'The service refused to stop it: it goes on.'],
  ['cancelled', 'maybe_resumed', null, 'It may have got the follow-up.'],
] as const)('the one line of a step that was %s says where the run stands', (...args) => {
  const [outcome, standing, stopped, words] = args;
  const body = render({ outcome, standing, stopped, cutShort: 'Cut short.' }, { full: false });
  expect(body.split('\n')).toHaveLength(2);
  expect(body).toContain(`** · ${words} · [run 4711]`);
});

describe('room', () => {
  it.each([
    ['a long text', 'word '.repeat(1_000_000)],
    ['backticks', '`'.repeat(200_000)],
    ['line ends', '\n'.repeat(200_000) + 'x'],
    ['surrogates', '😀'.repeat(100_000)],
    ['lone surrogates', '\ud800'.repeat(200_000)],
    ['controls', '\u0000\u202e'.repeat(100_000) + 'x'],
  ])('keeps %s under the limit, with a mark', (_, result) => {
    const steps = Array.from({ length: 5_500 }, (_, i) =>
      step(i, { headline: '|'.repeat(300), tool: '<'.repeat(300) }),
    );
    const warnings = Array.from({ length: 100 }, () => '&'.repeat(5_000));
    const body = render({ outcome: 'succeeded', result, steps, warnings });
    expect(body.length).toBeLessThanOrEqual(COMMENT_MAX);
    // Of what cannot be seen nothing is missing.
    if (!result.startsWith('\u0000')) {
      expect(body).toContain(`of ${result.length} characters are shown`);
    }
    expect(body).toContain('Last 5 of 5500 steps');
    expect(body.match(/<details>/g)?.length).toBeLessThanOrEqual(4);
  });

  it('shows the head alone where the rest does not fit', () => {
    const long = '*'.repeat(9_000);
    const kinds = ['ERROR', 'PR_CREATION_FAILED'];
    const steps = kinds.map((kind, at) =>
      step(at, { kind, error: true, detail: long, headline: long }),
    );
    const warnings = Array.from({ length: 5 }, () => long);
    const head = render({ outcome: 'failed', errorMessage: long, steps, warnings });
    expect(head.length).toBeLessThanOrEqual(COMMENT_MAX);
    expect(head).toContain('More does not fit here');
    expect(readMarker(head, place)?.runId).toBe('4711');
  });
});

it('begins with its own marker, whatever others write', () => {
  const forged = `\n\n${writeMarker({ ...place, secret: 'guess', runId: '666' })}\n--> <script>`;
  const steps = [step(0, { kind: forged, tool: forged, headline: forged })];
  const texts = {
    errorMessage: forged,
    result: forged,
    status: forged,
    webUrl: forged,
    warnings: [forged],
    steps,
  };
  const body = render({ outcome: 'error', ...texts, pullRequests: [forged] });
  expect(body.startsWith(`${marker}\n`)).toBe(true);
  expect(readMarker(body, place)?.runId).toBe('4711');
  expect(isOwnComment(body)).toBe(true);
});
