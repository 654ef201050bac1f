// GitHub for the twins: the tests' own, on a loopback port, until it is killed. Prints its address.
// `maintainer` may write, everyone else may read; there are the threads 12 and 42 and some pull
// requests in the repository octo/repo, one for each twin that reviews. When it is killed, it
// judges every request by GitHub's OpenAPI description, and exits with 1 where one is against it.
import { startFakeGitHub } from '../../__tests__/support/fake-github.ts';
import { loadOpenApi } from '../../__tests__/support/openapi.ts';
import { REVIEWED } from '../../sandbox/scenarios/review.ts';

const github = await startFakeGitHub({ threads: [12, 42] });
github.permissions.set('maintainer', { permission: 'write', role_name: 'write' });
// As if it had been opened by a run, however late that run begins.
github.pulls.push({ number: 57, openedAt: new Date(Date.now() + 3_600_000).toISOString() });
for (const number of [12, 13, 14]) {
  github.pulls.push({ number, openedAt: '2026-01-01T00:00:00Z' });
  github.files.set(number, [{ filename: REVIEWED.path, patch: REVIEWED.patches[0] }]);
}
process.on('SIGTERM', () => {
  const wrong = github.requests.flatMap(loadOpenApi('api.github.com'));
  for (const what of wrong) {
    console.error(what);
  }
  process.exit(wrong.length === 0 ? 0 : 1);
});
console.log(github.url);
