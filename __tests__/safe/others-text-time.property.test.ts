/** How long hostile text of the agent, the service and GitHub may take (contract 6.5). */
import { describe, expect, it } from '@jest/globals';
import { gitBefore } from '../../src/agents/cursor/git.ts';
import { mentionedIn } from '../../src/github/pull-request-check.ts';
import { hasTriggerPhrase } from '../../src/github/trigger-phrase.ts';
import { refusalKind } from '../../src/http/github-refusal.ts';
import { readEntry } from '../../src/report/kept-entries.ts';
import { traceEntry } from '../../src/report/page/entries.ts';
import { renderMarkdown } from '../../src/safe/markdown.ts';
import { repositoryLinks } from '../../src/safe/url.ts';
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

describe('an answer as Markdown', () => {
  const links = repositoryLinks({ serverUrl: 'https://github.com', repository: 'octo/shop' });

  it.each([
    `https://github.com/octo/shop/blob/main/${'a'.repeat(35)}%20(1).ts`,
    '> '.repeat(5_000),
    '['.repeat(10_000),
    '|a'.repeat(5_000),
    `|a\n${'|-'.repeat(90)}\n${'|\n'.repeat(9_000)}`,
  ])('is soon rendered (%#)', (text) => {
    expect(processorMs(() => renderMarkdown(text, { links }))).toBeLessThan(2_000);
  });
});

it.each(['\n', '\r', '\r\n', '\n ', '\u2028'])(
  'an entry of the log with %j many times is read fast',
  (piece) => {
    const text = `${piece.repeat(60_000)}x`;
    const value = { message_type: 'PLAN_EVALUATION', thought: text, observation: text };
    const entry = readEntry(JSON.stringify(value), 0);
    // A pattern in quadratic time takes ten seconds.
    expect(processorMs(() => traceEntry(entry))).toBeLessThan(2_000);
  },
);

it.each([
  `x\n${' '.repeat(20_000)}y\n${'     z\n'.repeat(40)}`,
  `x\n${'\t'.repeat(10_000)}y\n${'     z\n'.repeat(40)}`,
  `x\n${'     z\n'.repeat(9_000)}`,
  `x\n${'|-'.repeat(10_000)}!\n${'     z\n'.repeat(40)}`,
])('a paragraph with indented lines is soon searched for the trigger phrase (%#)', (body) => {
  const look = (): void => expect(hasTriggerPhrase(body, '@agent')).toBe(false);
  expect(processorMs(look)).toBeLessThan(5_000);
});
