/** How long hostile text of the agent, the service and GitHub may take (contract 6.5). */
import { expect, it } from '@jest/globals';
import { gitBefore } from '../../src/agents/cursor/git.ts';
import { mentionedIn } from '../../src/github/pull-request-check.ts';
import { refusalKind } from '../../src/http/github-refusal.ts';
import { processorMs } from '../support/processor-time.ts';

const filled = (piece: string): string => piece.repeat(500_000 / piece.length);
const HERE = { repository: 'octo/demo', serverUrl: 'https://github.com' };

it.each<[string, (text: string) => unknown, string]>([
  [
    'pull requests in an answer',
    (text) => mentionedIn(text, HERE),
    `https://github.com/${filled('.')}a`,
  ],
  [
    'the address of a branch',
    (repoUrl) => gitBefore([{ repoUrl, branch: 'b', prUrl: null }]),
    `github.com${filled('/')}a`,
  ],
  [
    'the address of a branch, on several lines',
    (repoUrl) => gitBefore([{ repoUrl, branch: 'b', prUrl: null }]),
    `github.com/${filled('?')}\na`,
  ],
  [
    'a refusal of GitHub',
    (message) => refusalKind({ status: 403, message, retryAfterMs: null }),
    filled('interaction '),
  ],
])('%s', (_what, read, text) => {
  expect(processorMs(() => read(text))).toBeLessThan(3_000);
});
