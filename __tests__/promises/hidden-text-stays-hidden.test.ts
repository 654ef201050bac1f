/**
 * What a page of GitHub does not show starts no run and does not reach the agent (contract 1.1,
 * 6.2), in whatever way it is hidden.
 *
 * Shown red by: a parser that takes what follows an unclosed `<?` for text.
 */
import { afterEach, describe, expect, it } from '@jest/globals';
import { startFakeGitHub } from '../support/fake-github.ts';
import { inputsFor, serveRun } from '../support/fake-run.ts';
import { runAction } from '../support/run-action.ts';
import { DONE, Servers } from './step.ts';

const servers = new Servers();
afterEach(() => servers.close());

const HIDDEN = [
  'The build fails with a <? in the log. <!-- @agent HIDDEN -->',
  'It prints <![CDATA[ first. <!-- @agent HIDDEN -->',
  '<![CDATA[ a <!-- @agent HIDDEN -->',
  '<div></ @agent HIDDEN ></div>',
  '<rp> @agent HIDDEN </rp>',
  '<template> @agent HIDDEN </template>',
  '<style> @agent HIDDEN </style>',
  '<title><!--</title> @agent HIDDEN -->',
  '<div hidden> @agent HIDDEN </div>',
  '[//]: # (@agent HIDDEN)',
  '[x](https://example.com "@agent HIDDEN")',
  '![@agent HIDDEN](https://example.com/i.png)',
  '[^1]: @agent HIDDEN',
  'a\n:-\nb | @agent HIDDEN',
];
const SHOWN = [
  '@agent SHOWN $x_1 * y_2$',
  '<details><summary>Log</summary>\n\n@agent SHOWN\n\n</details>',
  'See[^1].\n\n[^1]: @agent SHOWN',
  'a <? b @agent SHOWN',
];

async function comment(body: string, trigger: string): Promise<readonly string[]> {
  const service = servers.add(await serveRun(DONE));
  const github = servers.add(await startFakeGitHub());
  github.permissions.set('mona', { permission: 'write', role_name: 'write' });
  const user = { login: 'mona', type: 'User' };
  await runAction({
    inputs: inputsFor(service, {
      github_token: 'ghs_secret',
      context: 'event',
      trigger_phrase: trigger,
    }),
    event: {
      name: 'issue_comment',
      payload: {
        action: 'created',
        issue: { number: 7, title: 'It is broken', user },
        comment: { id: 5, body, user },
        sender: user,
      },
    },
    env: {
      GITHUB_API_URL: github.url,
      GITHUB_REPOSITORY: 'octo/repo',
      GITHUB_ACTOR: 'mona',
      GITHUB_TRIGGERING_ACTOR: 'mona',
    },
  });
  return service.requests
    .filter(({ method }) => method === 'POST')
    .map(({ body: sent }) => JSON.stringify(sent));
}

describe('a comment', () => {
  it.each(HIDDEN)('starts nothing by a phrase that nobody sees: %j', async (body) => {
    expect(await comment(body, '@agent')).toEqual([]);
  });

  it.each(HIDDEN)('does not bring hidden text to the agent: %j', async (body) => {
    const [sent] = await comment(`${body}\n\n/go`, '');
    expect(sent).toBeDefined();
    expect(sent).not.toContain('HIDDEN');
  });

  it.each(SHOWN)('starts a run, and brings what the page shows: %j', async (body) => {
    const [sent] = await comment(body, '@agent');
    expect(sent).toContain('SHOWN');
  });
});
