import { describe, expect, it } from '@jest/globals';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { parseFragment } from 'parse5';
import type { DefaultTreeAdapterTypes } from 'parse5';
import { renderSummary } from '../../src/report/summary.ts';
import { stepView } from '../support/step-view.ts';

/** Text that would like to be more than text, with blank lines to break out of a block. */
const HOSTILE = [
  '\n\n```\n````\n~~~\n</details></summary></sub><h1>x</h1>\n\n',
  '| a | b |\n|--|--|\n\n# heading\n\n- [x](javascript:alert(1)) ![i](https://evil.example/i.png)\n\n',
  '<img src=x onerror=alert(1)><script>alert(1)</script><!-- @someone #1 https://evil.example www.evil.example\n',
  '[ref]: https://evil.example\n[ref] <https://evil.example> **b** `c` $x$ ```mermaid\nclick a "https://evil.example"\n',
].join('');

const VIEW = stepView({
  ...{
    outcome: 'error',
    errorCode: 'internal',
    errorMessage: HOSTILE,
    skipReason: HOSTILE,
    cutShort: HOSTILE,
    standing: 'going_on',
    runId: 123,
    status: HOSTILE,
  },
  ...{
    webUrl: 'https://agents.example/runs/123',
    resumed: true,
    attached: false,
    durationMs: 9000,
    requests: 3,
    totalLogs: 4,
  },
  ...{
    result: HOSTILE,
    resultIsOld: true,
    warnings: [HOSTILE],
    resultFile: HOSTILE,
    logsFile: HOSTILE,
    reportFile: HOSTILE,
  },
  pullRequests: ['https://github.com/o/r/pull/7', `https://evil.example/([x](y))/pull/8`],
  steps: [0, 1, 2, 3].map((index) => ({
    ...{
      index,
      time: index * 4000,
      kind: HOSTILE,
      tool: HOSTILE,
      headline: HOSTILE,
      error: index > 1,
      detail: HOSTILE,
    },
  })),
  provenance: {
    ...{ event: HOSTILE, actor: HOSTILE, repository: HOSTILE, workflow: HOSTILE, promptHash: HOSTILE, orgId: 42 },
    serverUrl: 'https://github.com',
    workflowRunUrl: 'https://github.com/o/r/actions/runs/1',
  },
});

interface Found {
  readonly tags: ReadonlySet<string>;
  readonly links: readonly string[];
  readonly attributes: ReadonlySet<string>;
}

/** What GitHub's Markdown makes of the summary, before GitHub's own cleaning. */
function rendered(markdown: string): Found {
  const html = micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()], allowDangerousHtml: true });
  const found = { tags: new Set<string>(), links: [] as string[], attributes: new Set<string>() };
  const visit = (node: DefaultTreeAdapterTypes.Node): void => {
    if ('tagName' in node) {
      found.tags.add(node.tagName);
      for (const { name, value } of node.attrs) {
        found.attributes.add(name);
        if (name === 'href') found.links.push(value);
      }
    }
    if ('childNodes' in node) node.childNodes.forEach(visit);
  };
  visit(parseFragment(html));
  return found;
}

describe('the summary as GitHub reads it', () => {
  it.each(['error', 'skipped', 'timed_out', 'failed'] as const)(
    'has nothing alive in it but its own (%s)',
    (outcome) => {
      const { tags, links, attributes } = rendered(renderSummary({ ...VIEW, outcome }));
      const own = ['h2', 'h3', 'p', 'strong', 'em', 'a', 'pre', 'code', 'ul', 'li', 'sub', 'details', 'summary'];
      const table = ['table', 'thead', 'tbody', 'tr', 'th', 'td'];
      expect([...tags].filter((tag) => !own.includes(tag) && !table.includes(tag))).toEqual([]);
      expect([...attributes].filter((name) => !['href', 'class', 'align'].includes(name))).toEqual([]);
      for (const link of links) expect(link).toMatch(/^https:\/\/(agents\.example|github\.com|evil\.example\/%28)/);
    },
  );

  it('keeps the structure it has with harmless text', () => {
    const tame = renderSummary({ ...VIEW, result: 'fine', errorMessage: 'fine' });
    const count = (markdown: string): number =>
      micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()], allowDangerousHtml: true }).split('<h3>')
        .length;
    expect(count(renderSummary(VIEW))).toBe(count(tame));
    expect(count(tame)).toBe(4);
  });
});
