/** The trace report as an artifact of the workflow run (contract 1.1 `report: upload`). */
import { describe, expect, it } from '@jest/globals';
import { main } from '../../src/main.ts';
import { Cancelled } from '../../src/runner/clock.ts';
import type { UploadArtifact } from '../../src/runner/port.ts';
import { memoryGitHub, memoryScene, type SceneOptions } from '../support/memory-scene.ts';
import { RunsService } from '../support/runs-service.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

const RUN = 'https://github.com/octo/widgets/actions/runs/7001';
const inputs = { report: 'upload' };

interface Given extends SceneOptions {
  readonly uploadArtifact?: UploadArtifact;
  readonly prepare?: (scene: ReturnType<typeof memoryScene>) => void;
}

async function run({ uploadArtifact, prepare, ...given }: Given = {}) {
  const scene = memoryScene({ ...given, inputs: { ...inputs, ...given.inputs } });
  prepare?.(scene);
  await main({ ...scene.ports, ...(uploadArtifact !== undefined && { uploadArtifact }) });
  const { host } = scene;
  return { ...scene, warnings: host.messages('warning'), url: host.outputs['report_url'] };
}

describe('an uploaded report', () => {
  it('is an output, and the first link in the summary', async () => {
    const { uploads, url, host, warnings } = await run();
    expect(uploads).toEqual(['/temp/agent-run-77.html']);
    expect(url).toBe(`${RUN}/artifacts/1`);
    const [summary = ''] = host.summaries;
    expect(summary.match(/https?:[^)\s]+/)?.[0]).toBe(url);
    expect(summary).toContain(`[Open the trace report](${url})`);
    expect(warnings).toEqual([]);
  });

  it('is told in the log with its whole address', async () => {
    const repository = `${'o'.repeat(39)}/${'r'.repeat(100)}`;
    const serverUrl = 'https://github.corporation.example';
    const env = { GITHUB_REPOSITORY: repository, GITHUB_SERVER_URL: serverUrl };
    const { url, host } = await run({ env });
    expect(url).toBe(`${serverUrl}/${repository}/actions/runs/7001/artifacts/1`);
    expect(host.lines).toContain(`Trace report: ${String(url)}`);
  });

  it('is the first link in the comment', async () => {
    const github = memoryGitHub({ mona: 'write' });
    const env = { GITHUB_EVENT_NAME: 'issues' };
    const payload = { issue: { number: 7 } };
    const given = { comment: 'true', github_token: 'ghs_job' };
    const { url } = await run({ github, env, payload, inputs: given });
    const body = github.thread.map((comment) => comment.body).join();
    expect(/\]\((https?:[^)\s]+)/.exec(body)?.[1]).toBe(url);
  });

  it('of a fleet is the index of all reports, once', async () => {
    const clock = new VirtualClock();
    const runs = new RunsService({ clock, durationMs: () => 60_000 });
    const tasks = JSON.stringify([{ key: 'a' }, { key: 'b' }]);
    const { uploads, url, host } = await run({
      clock,
      answer: (request) => runs.answer(request),
      inputs: { tasks },
    });
    expect(uploads).toEqual([expect.stringMatching(/^\/temp\/agent-runs-[0-9a-f]{8}\.html$/)]);
    expect(host.summaries.join()).toContain(`[Open the trace report](${String(url)})`);
  });

  it('has another name where another job has uploaded that of the same run', async () => {
    const asked: string[] = [];
    const { url, files, warnings } = await run({
      uploadArtifact: (path) => {
        asked.push(path);
        return asked.length === 1
          ? Promise.reject(new Error('Received non-retryable error: (409) Conflict'))
          : Promise.resolve(9);
      },
    });
    const [first = '', second = ''] = asked;
    expect(second).toMatch(/^\/temp\/agent-run-77-[0-9a-f]{8}\.html$/);
    expect(files.readText(second)).toBe(files.readText(first));
    expect([url, warnings]).toEqual([`${RUN}/artifacts/9`, []]);
  });
});

describe('a report that is not uploaded', () => {
  it.each(['true', 'false'])('with `report: %s` is not tried', async (report) => {
    const { uploads, url, warnings } = await run({ inputs: { report } });
    expect([uploads, url, warnings]).toEqual([[], '', []]);
  });

  it('is one warning where it cannot be, and the step goes on', async () => {
    const { url, warnings, host } = await run({
      uploadArtifact: () => Promise.reject(new Error('not supported on GHES')),
    });
    expect(url).toBe('');
    expect(warnings).toEqual([
      expect.stringMatching(/^The trace report could not be uploaded .*: not supported on GHES\./),
    ]);
    expect(host.outputs).toMatchObject({ outcome: 'succeeded', result: 'Fixed it.' });
    expect(host.summaries.join()).not.toContain('Open the trace report');
  });

  it.each([
    ['in a minute', '60', 60_000],
    ['in half of the time that the timeout leaves', '0.1', 30_000],
  ])('%s is given up', async (_, timeoutMinutes, mostMs) => {
    const { clock, warnings } = await run({
      inputs: { timeout_minutes: timeoutMinutes },
      uploadArtifact: (_path, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error));
        }),
    });
    expect(clock.elapsed).toBeLessThanOrEqual(mostMs + 10_000);
    expect(warnings).toEqual([expect.stringContaining('there was no time left')]);
  });

  it('because of a signal is told in the log alone: the time is needed for the rest', async () => {
    const { warnings, host } = await run({
      prepare: ({ clock, stop, ports }) => {
        Object.assign(ports, {
          uploadArtifact: (_: string, signal: AbortSignal) => {
            clock.after(1_000, () => stop.abort(new Cancelled('SIGINT')));
            return new Promise((_resolve, reject) => {
              signal.addEventListener('abort', () => reject(signal.reason as Error));
            });
          },
        });
      },
    });
    expect(warnings).toEqual([]);
    expect(host.lines).toContain(
      'The trace report was not uploaded, because the step was cancelled.',
    );
  });
});
