/**
 * The upload of the trace report with GitHub's own client (contract 1.1 `report: upload`), against
 * a results service on loopback.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { entry, finalAnswer, inputsFor, serveRun } from '../support/fake-run.ts';
import { resultsService, type ResultsService } from '../support/results-service.ts';
import {
  runAction,
  signalWhen,
  SIGNAL_LIMIT_MS,
  type ActionOptions,
  type ActionRun,
} from '../support/run-action.ts';

const servers: { readonly close: () => Promise<void> }[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

async function run(
  results: ResultsService | null,
  { env = {}, ...options }: Partial<ActionOptions> = {},
): Promise<ActionRun> {
  const service = await serveRun({
    entries: [entry(0), finalAnswer(1)],
    moments: [{ status: 'COMPLETE' }],
  });
  servers.push(service, ...(results === null ? [] : [results]));
  const inputs = inputsFor(service, { report: 'upload' });
  return runAction({ ...options, inputs, env: { ...results?.env, ...env } });
}

const warningsIn = ({ stdout }: ActionRun): readonly string[] =>
  stdout.split('\n').filter((line) => line.startsWith('::warning'));

it('is one file that opens in the browser, linked first', async () => {
  const results = await resultsService();
  const made = await run(results);
  const { outputs, summary, stdout, exitCode } = made;
  const file = String(outputs['report_file']);
  expect(results.artifacts).toEqual([
    { name: basename(file), mimeType: 'text/html', body: readFileSync(file, 'utf8') },
  ]);
  const url = 'https://github.com/octo/widgets/actions/runs/7001/artifacts/1';
  expect(outputs['report_url']).toBe(url);
  expect(/\]\((https?:[^)\s]+)/.exec(summary)?.[1]).toBe(url);
  expect([exitCode, warningsIn(made)]).toEqual([0, []]);
  // The client prints nothing, and the address of the storage is a secret.
  expect(stdout).not.toMatch(/artifact content|s3cret/);
});

describe('where it cannot be, one warning says why', () => {
  it.each([
    ['on a server of your own', { GITHUB_SERVER_URL: 'https://git.example.com' }, 'GHES'],
    ['without the token of a job', { ACTIONS_RUNTIME_TOKEN: '' }, 'ACTIONS_RUNTIME_TOKEN'],
  ])('%s', async (_, env, words) => {
    const results = await resultsService();
    const made = await run(results, { env });
    expect(warningsIn(made)).toEqual([expect.stringContaining(words)]);
    expect(made.outputs).toMatchObject({ outcome: 'succeeded', report_url: '' });
    expect([made.exitCode, results.artifacts]).toEqual([0, []]);
  });

  it('refused by GitHub', async () => {
    const made = await run(await resultsService({ refuse: 403 }));
    expect(warningsIn(made)).toEqual([expect.stringMatching(/\(403\).*not for this job/)]);
    expect(made.exitCode).toBe(0);
  });
});

it('a signal ends it, and the step within six seconds', async () => {
  const results = await resultsService({ refuse: 'hang' });
  const sent = signalWhen('SIGINT', () => results.isAsked());
  const made = await run(results, { onStart: sent.onStart });
  expect(performance.now() - sent.at).toBeLessThan(SIGNAL_LIMIT_MS);
  expect(made.stdout).toContain('The trace report was not uploaded');
  expect(warningsIn(made)).toEqual([]);
  expect(made.outputs).toMatchObject({ outcome: 'succeeded', report_url: '' });
  expect(made.summary).toContain('succeeded');
});
