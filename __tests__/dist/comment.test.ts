/** The comment of a step that ends before its run, from outside (contract 7.1, 7.3). */
import { afterEach, expect, it } from '@jest/globals';
import { startFakeGitHub, type FakeGitHub } from '../support/fake-github.ts';
import { entry, inputsFor, serveRun } from '../support/fake-run.ts';
import { runAction, type ActionOptions } from '../support/run-action.ts';
import type { ScriptedService } from '../support/scripted-service.ts';

let service: ScriptedService;
let github: FakeGitHub;
afterEach(async () => {
  await service.close();
  await github.close();
});

async function options(inputs: Readonly<Record<string, string>>): Promise<ActionOptions> {
  service = await serveRun({ entries: [entry(0)], moments: [{ status: 'RUNNING' }] });
  github = await startFakeGitHub();
  github.permissions.set('mona', { permission: 'write', role_name: 'write' });
  return {
    inputs: inputsFor(service, { github_token: 'ghs_secret', comment: 'true', ...inputs }),
    env: { GITHUB_API_URL: github.url, GITHUB_REPOSITORY: 'octo/repo' },
    event: { name: 'issues', payload: { action: 'opened', issue: { number: 7 } } },
  };
}

it('says so at a timeout', async () => {
  await runAction(await options({ timeout_minutes: '0.06' }));
  const [comment, ...more] = github.comments(7);
  expect(more).toEqual([]);
  expect(comment?.body).toMatch(/timed out|did not end|goes on/i);
  expect(comment?.body).not.toMatch(/is running/i);
});

it.each(['SIGINT', 'SIGKILL'] as const)('says so after %s and the post step', async (signal) => {
  const given = await options({ poll_interval_seconds: '0.2' });
  // Permission, the thread, the new comment.
  const commented = github.arrived(3);
  let kill = (): void => undefined;
  const killed = runAction({ ...given, onOutput: (child) => (kill = () => child.kill(signal)) });
  await commented;
  kill();
  const { state } = await killed;
  const post = await runAction({ ...given, state });
  expect(post.exitCode).toBe(0);
  const [comment, ...more] = github.comments(7);
  expect(more).toEqual([]);
  expect(comment?.body).toMatch(/cancelled|goes on/i);
  expect(comment?.body).toContain('https://agents.example.com/runs/77');
});
