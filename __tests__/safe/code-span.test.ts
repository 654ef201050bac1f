import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { markdownCode } from '../../src/safe/markdown.ts';

const render = (markdown: string): string => micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()] });

describe('markdownCode', () => {
  it('keeps paths and addresses unchanged', () => {
    expect(markdownCode('/home/runner/_temp/02905083304722de/agent-run-101.html')).toBe(
      '`/home/runner/_temp/02905083304722de/agent-run-101.html`',
    );
  });

  it('renders as one code element for any text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('`', 'a', ' ', '[', ']', '(', ')', '<', '@', '\\', '\n', '*', '#') }),
        (text) => {
          const markdown = markdownCode(text);
          fc.pre(markdown !== '');
          const html = render(`- ${markdown}`);
          expect(html.replace(/<code>[^<]*<\/code>/, '').replace(/<\/?(ul|li)>|\s/g, '')).toBe('');
        },
      ),
    );
  });
});
