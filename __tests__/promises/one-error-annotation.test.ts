/**
 * A step makes at most one error annotation, for its outcome; it says what `error_message` and the
 * last line of the log say, and what was met and overcome makes none (contract 6.4 Annotations, 1.2
 * `error_message`).
 *
 * Shown red by: telling the outcome twice.
 */
import { afterEach, describe, expect, it } from '@jest/globals';
import { startFakeGitHub, type FakeGitHub } from '../support/fake-github.ts';
import { entry, finalAnswer, inputsFor, serveRun, type FakeRun } from '../support/fake-run.ts';
import { runAction, type ActionRun } from '../support/run-action.ts';
import { annotations, DONE, Servers, titles } from './step.ts';

const servers = new Servers();
afterEach(() => servers.close());

async function act(
  fake: FakeRun,
  inputs: Readonly<Record<string, string>> = {},
): Promise<ActionRun> {
  const service = servers.add(await serveRun(fake));
  return runAction({ inputs: inputsFor(service, inputs) });
}

/** A step that keeps a comment, for this event of issue 7. */
async function commenting(
  event: string,
  { fake = DONE, faults }: { fake?: FakeRun; faults: FakeGitHub['faults'] },
) {
  const github = servers.add(await startFakeGitHub({ permissions: { mona: 'write' } }));
  github.faults.push(...faults);
  const run = await runAction({
    inputs: inputsFor(servers.add(await serveRun(fake)), {
      github_token: 'ghs_secret',
      comment: 'true',
    }),
    event: { name: event, payload: { action: 'opened', issue: { number: 7 } } },
    env: { GITHUB_API_URL: github.url, GITHUB_REPOSITORY: 'octo/repo' },
  });
  return { run, github };
}

const plain = (text: string): string =>
  text.replaceAll('%25', '%').replaceAll('%0A', '\n').replace(/\s+/g, ' ').trim();
const ERRORS = [
  entry(0, { message_type: 'ERROR', thought: null, observation: 'npm test failed.' }),
  entry(1, { message_type: 'ERROR', thought: null, observation: 'And again.' }),
];

describe('one for each step that is red', () => {
  it.each<[string, FakeRun, Readonly<Record<string, string>>]>([
    [
      'a failed run with errors in its log',
      { entries: ERRORS, moments: [{ status: 'FAILED' }] },
      {},
    ],
    ['a cancelled run', { ...DONE, moments: [{ status: 'CANCELLED' }] }, {}],
    [
      'a question',
      { entries: [finalAnswer(0, 'Which branch?')], moments: [{ status: 'PAUSED' }] },
      {},
    ],
    ['a timeout', { ...DONE, moments: [{ status: 'ACTIVE' }] }, { timeout_minutes: '0.15' }],
    [
      'a refused create',
      { ...DONE, answer: () => ({ status: 401, body: { message: 'Bad token' } }) },
      {},
    ],
    ['wrong inputs', DONE, { org_id: '-1', logs: 'loud', wait: 'maybe' }],
    ['no proof', DONE, { expect: 'pull_request' }],
    ['a wrong result', DONE, { output_schema: '{"type":"object"}', timeout_minutes: '0.05' }],
    [
      'a fleet that may not create',
      { ...DONE, answer: () => ({ status: 401 }) },
      { tasks: '[{},{}]' },
    ],
    [
      'a fleet',
      { ...DONE, moments: [{ status: 'FAILED' }] },
      { tasks: '[{"key":"a"},{"key":"b"}]' },
    ],
  ])('%s', async (_, fake, inputs) => {
    const run = await act(fake, inputs);
    expect(run.exitCode).toBe(1);
    const [error = '', ...more] = annotations(run, 'error');
    expect(more).toEqual([]);
    for (const title of titles(run)) {
      expect(title).toMatch(/^(?:Agent|Pull request)/);
    }
    const message = run.outputs['error_message'] ?? '';
    expect(message).not.toBe('');
    expect(message.split('\n')).toHaveLength(1);
    const firstWords = plain(message).slice(0, 60);
    expect(plain(error)).toContain(firstWords);
    const lines = run.stdout.trimEnd().split('\n');
    expect(plain(lines.at(-1) ?? '')).toContain(firstWords);
    // Not twice in a row.
    expect(plain(lines.at(-2) ?? '')).not.toContain(firstWords);
  });
});

describe('every annotation has a title that names the agent', () => {
  it.each([
    { which: 'may not comment', event: 'issues', level: 'warning', count: 1 },
    // The other notice is that the run has no repository.
    { which: 'has no thread', event: 'push', level: 'notice', count: 2 },
  ] as const)('on a step that $which', async ({ event, level, count }) => {
    const { run } = await commenting(event, {
      faults: [{ method: 'POST', times: 99, act: { status: 403 } }],
    });
    expect(annotations(run, level)).toHaveLength(count);
    for (const title of titles(run)) {
      expect(title).toMatch(/^(?:Agent|Pull request)/);
    }
  });
});

describe('none for a step that is green', () => {
  it('because `fail_on` says so', async () => {
    const run = await act({ ...DONE, moments: [{ status: 'FAILED' }] }, { fail_on: 'none' });
    expect([run.exitCode, annotations(run, 'error')]).toEqual([0, []]);
    expect(run.outputs['error_message']).not.toBe('');
  });

  it('although the agent met errors and overcame them', async () => {
    const run = await act({
      ...DONE,
      entries: [...ERRORS, finalAnswer(2)],
      moments: [{ status: 'COMPLETE', result: 'ok' }],
    });
    expect(run.outputs['outcome']).toBe('succeeded');
    expect([...annotations(run, 'error'), ...annotations(run, 'warning')]).toEqual([]);
  });

  it('although the service and GitHub failed for a moment', async () => {
    const faults = [
      { status: 503 },
      undefined,
      { reset: true },
      { status: 429, headers: { 'retry-after': '1' } },
    ];
    const fake: FakeRun = {
      ...DONE,
      answer: (call, _, nth) => (call === 'GET logs' ? faults[nth - 1] : undefined),
    };
    const { run, github } = await commenting('issues', {
      fake,
      faults: [{ method: 'POST', act: { status: 502 } }],
    });
    expect(run.outputs['outcome']).toBe('succeeded');
    expect(github.comments(7)[0]?.body).toContain('All good.');
    expect([...annotations(run, 'error'), ...annotations(run, 'warning')]).toEqual([]);
  });
});
