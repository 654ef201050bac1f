/** The first review of the demo's pull request, as on GitHub's page "Files changed". */
import { runAction } from '../../__tests__/support/run-action.ts';
import { REVIEWED } from '../../sandbox/scenarios/review.ts';
import { startSandbox } from '../../sandbox/server.ts';
import { REPOSITORY, startDemoPullRequest, withoutMarker, type Posted } from '../demo-review.ts';
import { escaped, framed, htmlOf } from './github-page.ts';

export async function reviewHtml(): Promise<string> {
  const pull = await startDemoPullRequest();
  const sandbox = await startSandbox({ scenario: 'review', speed: 8 });
  const service = { token: sandbox.token, org_id: String(sandbox.orgId), base_url: sandbox.url };
  const event = { name: 'pull_request', payload: pull.payload() };
  const env = { GITHUB_API_URL: pull.url, GITHUB_REPOSITORY: REPOSITORY };
  await runAction({
    inputs: Object.assign({}, service, { github_token: 'ghs_picture', review: 'advise' }),
    env,
    event,
  });
  await sandbox.close();
  pull.close();
  return filesHtml({ path: REVIEWED.path, patch: REVIEWED.patches[0] }, pull.comments);
}

const KINDS: Readonly<Record<string, string>> = { '@': 'hunk', '+': 'add', '-': 'del' };

/** A file of the pull request with its comments. Suggestions are shown as the change they make. */
function filesHtml(
  { path, patch }: { readonly path: string; readonly patch: string },
  comments: readonly Posted[],
): string {
  let right = 0;
  const rows = patch.split('\n').map((line) => {
    const kind = KINDS[line.charAt(0)] ?? '';
    if (kind === 'hunk') {
      right = Number(/\+(\d+)/.exec(line)?.[1]) - 1;
    } else if (kind !== 'del') {
      right += 1;
    }
    const isRight = kind === 'add' || kind === '';
    const here = isRight ? comments.filter((comment) => comment.line === right) : [];
    return (
      `<tr class="${kind}"><td>${isRight ? right : ''}</td><td>${escaped(line)}</td></tr>` +
      here
        .map((comment) => `<tr><td></td><td>${commentHtml(comment, line.slice(1))}</td></tr>`)
        .join('')
    );
  });
  return (
    `<div class="frame"><header>${path}</header>` +
    `<table class="diff">${rows.join('')}</table></div>`
  );
}

function commentHtml({ body }: Posted, line: string): string {
  const shown = htmlOf(withoutMarker(body)).replace(
    /<pre><code class="language-suggestion">([^]*?)\n?<\/code><\/pre>/g,
    (_, text: string) =>
      '<b>Suggested change</b><table class="diff"><tr class="del"><td>-</td>' +
      `<td>${escaped(line)}</td></tr><tr class="add"><td>+</td><td>${text}</td></tr></table>`,
  );
  return framed('<b>github-actions</b> reviewed 2 minutes ago', shown);
}
