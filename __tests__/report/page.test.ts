import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'parse5';
import type { DefaultTreeAdapterTypes } from 'parse5';
import { linesOf, sampleEntries, sampleView } from '../../report-page/__tests__/sample-run.ts';
import { runBlocks, traceEntry } from '../../src/report/page/entries.ts';
import { exitOf, ROW_ERROR, ROW_EXIT, rowFlags } from '../../src/report/page/data.ts';
import { writeTrace } from '../../src/report/page/index.ts';
import type { TraceRow } from '../../src/report/page/data.ts';
import type { TraceHead } from '../../src/report/page/index.ts';

const HEAD: TraceHead = sampleView(sampleEntries(6));
const HOSTILE = '</script><script>alert(1)</script><!--<img src=x onerror=alert(1)>\u2028&amp;"\'`';

async function render(lines: readonly string[], head: Partial<TraceHead> = {}): Promise<string> {
  const chunks: string[] = [];
  await writeTrace({ head: { ...HEAD, ...head }, entryLines: lines, write: (chunk) => void chunks.push(chunk) });
  return chunks.join('');
}

interface Element {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly text: string;
}

function elements(html: string): readonly Element[] {
  const found: Element[] = [];
  const visit = (node: DefaultTreeAdapterTypes.Node): void => {
    const children = 'childNodes' in node ? node.childNodes : [];
    if ('tagName' in node) {
      const attributes = Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]));
      const text = children.map((child) => ('value' in child ? child.value : '')).join('');
      found.push({ tag: node.tagName, attributes, text });
    }
    children.forEach(visit);
  };
  visit(parse(html));
  return found;
}

function data(html: string, name: string): string {
  return elements(html).find(({ attributes }) => attributes['class'] === name)?.text ?? '';
}

function visible(html: string): string {
  return elements(html)
    .filter(({ tag }) => !['script', 'style', 'title'].includes(tag))
    .map(({ text }) => text)
    .join(' ');
}

const sha256 = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

describe("the report's file", () => {
  it('allows only its own script and style, by hash', async () => {
    const all = elements(await render(linesOf(sampleEntries(8))));
    const policy = all.find(({ attributes }) => attributes['http-equiv'] === 'Content-Security-Policy')?.attributes[
      'content'
    ];
    const scripts = all.filter(({ tag, attributes }) => tag === 'script' && attributes['type'] === undefined);
    const styles = all.filter(({ tag }) => tag === 'style');
    expect([scripts.length, styles.length]).toEqual([1, 1]);
    expect(policy).toBe(
      `default-src 'none'; script-src ${sha256(scripts[0]!.text)}; style-src ${sha256(styles[0]!.text)}; img-src data:; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'`,
    );
  });

  it('carries a script of less than 160 kB', async () => {
    const [script] = elements(await render([])).filter(
      ({ tag, attributes }) => tag === 'script' && attributes['type'] === undefined,
    );
    expect(script!.text.length).toBeLessThan(160_000);
  });

  it('loads no other resource', async () => {
    const all = elements(await render(linesOf(sampleEntries(8)), { webUrl: null, pullRequests: [], result: '' }));
    expect(all.filter(({ tag }) => ['link', 'img', 'iframe', 'object', 'embed', 'form', 'base'].includes(tag))).toEqual(
      [],
    );
    for (const { attributes } of all)
      for (const name of Object.keys(attributes)) expect(name).not.toMatch(/^(src|href|style|on.*)$/);
    expect(all.filter(({ tag }) => tag === 'script').map(({ text }) => /<\/?script/i.test(text))).not.toContain(true);
    expect(all.find(({ tag }) => tag === 'style')?.text).not.toMatch(/url\(|@import/);
  });

  it('keeps any entry and run data as inert JSON', async () => {
    const entry = { message_type: HOSTILE, tool_name: HOSTILE, thought: HOSTILE, [HOSTILE]: [HOSTILE] };
    const html = await render([JSON.stringify(entry), 'not json <b>', '', JSON.stringify(null)], {
      result: HOSTILE,
      status: HOSTILE,
    });
    const same = await render([JSON.stringify({}), 'a', '', JSON.stringify(null)], { result: 'a', status: 'a' });
    expect(elements(html).map(({ tag }) => tag)).toEqual(elements(same).map(({ tag }) => tag));
    const lines = data(html, 'entries').trim().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([entry, 'not json <b>', null]);
    const index = JSON.parse(data(html, 'rows')) as TraceRow[];
    expect(index.map((row) => row[1])).toEqual([HOSTILE, null, null]);
    expect(visible(html)).toContain('</script><script>alert(1)</script>');
  });

  it.each([
    ['https://a.example/r/1', 'https://a.example/r/1'],
    ['http://a.example/r/1', null],
    ['javascript:alert(1)', null],
    [null, null],
  ])('links %s as %s', async (webUrl, linked) => {
    const all = elements(await render([], { webUrl, pullRequests: [] }));
    expect(all.find(({ tag, text }) => tag === 'a' && text === 'Open the run')?.attributes['href'] ?? null).toBe(
      linked,
    );
  });

  it('links pull requests of its own repository, built from their parts, and shows others as text', async () => {
    const pullRequests = [
      'https://github.com/octo-org/webshop/pull/318?x=<b>',
      'https://github.com/octo-org/webshop/pull/318',
      'https://evil.example/octo-org/webshop/pull/1',
    ];
    const pullRequest = {
      ...{
        repository: 'octo-org/webshop',
        number: 318,
        author: 'agent[bot]',
        headBranch: 'fix',
        headSha: 'a'.repeat(40),
      },
      ...{ title: 'Fix <b>', here: true, byRun: true, changedAt: null },
    };
    const checks = [{ url: pullRequests[1]!, state: 'verified' as const, reason: null, pullRequest }];
    const html = await render([], { pullRequests, checks, webUrl: null, result: '' });
    const links = elements(html).filter(({ tag }) => tag === 'a');
    expect(links.map(({ attributes, text }) => [attributes['href'], text])).toEqual([
      ['https://github.com/octo-org/webshop/pull/318', 'Pull request #318 Fix <b> ✓'],
    ]);
    expect(visible(html)).toContain('https://evil.example/octo-org/webshop/pull/1');
  });

  it('opens a failed run on its cause, what led to it and the last words', async () => {
    const entries = sampleEntries(48).slice(0, -4);
    const text = visible(await render(linesOf(entries), { ...sampleView(entries), outcome: 'failed', result: '' }));
    expect(text).toContain('What went wrong');
    expect(text).toContain('error TS2554: Expected 2 arguments, but got 1.');
    expect(text.match(/Step \d+/g)).toEqual(['Step 44', 'Step 41', 'Step 42', 'Step 43']);
  });

  it('shows the result of a success as rendered text', async () => {
    const html = await render([], { result: '# Done\n\n- **all** of it <b>x</b>' });
    expect(html).toContain('<h4>Done</h4>');
    expect(html).toContain('<li><strong>all</strong> of it &lt;b&gt;x&lt;/b&gt;</li>');
    expect(visible(html)).not.toContain('What went wrong');
  });

  it('shows what went wrong when there are no entries', async () => {
    const html = await render([], { runId: null, outcome: 'error', errorCode: 'network', errorMessage: 'no answer' });
    expect(visible(html)).toContain('network: no answer');
    expect(JSON.parse(data(html, 'head'))).toMatchObject({ title: 'Agent run', outcome: 'error' });
  });

  it('compresses all but the first entries and leaves out what exceeds the size limit', async () => {
    const line = JSON.stringify({ thought: 'words '.repeat(20_000) });
    const html = await render(Array.from({ length: 60 }, () => line));
    const packed = elements(html).filter(({ attributes }) => attributes['data-encoding'] === 'gzip');
    expect(packed.length).toBeGreaterThan(0);
    const [last] = packed.slice(-1);
    expect(gunzipSync(Buffer.from(last!.text.trim(), 'base64')).toString()).toContain('words words');
    const noise = (n: number): string => createHash('sha512').update(String(n)).digest('base64');
    const loud = Array.from({ length: 40 }, (_, n) => JSON.stringify({ thought: noise(n).repeat(300) }));
    const blocks: string[] = [];
    for await (const { parts } of runBlocks(loud, { packed: true, max: 10 })) blocks.push(parts.join(''));
    const left = blocks.map((block) => /class="entries">\n((?:null\n)+)<\/script>/.exec(block)?.[1] ?? '');
    expect(left.join('')).toBe('null\n'.repeat(40));
  });

  it('keeps every character of every entry, as text and compressed', async () => {
    const lines = Array.from({ length: 300 }, (_, n) => JSON.stringify({ thought: `${n} ${'€🦊'.repeat(n * 10)}` }));
    const texts: string[] = [];
    let packed = 0;
    for await (const { parts } of runBlocks(lines)) {
      const [, gzip = '', body = ''] =
        /class="entries"( data-encoding="gzip")?>\n([^]*)\n<\/script>/.exec(parts.join('')) ?? [];
      texts.push(gzip === '' ? body : gunzipSync(Buffer.from(body, 'base64')).toString());
      packed += gzip === '' ? 0 : 1;
    }
    expect(texts.join('\n').split('\n')).toEqual(lines);
    expect(packed).toBeGreaterThan(1);
    expect(texts.length).toBeGreaterThan(packed);
  });

  it('stops when its time is up and says what is missing', async () => {
    const entries = Array.from({ length: 5000 }, (_, n) => ({ message_type: 'ACTION', thought: `${n}` }));
    const chunks: string[] = [];
    const write = (chunk: string): void => void chunks.push(chunk);
    const head = { ...HEAD, steps: sampleView(entries).steps };
    await writeTrace({ head, entryLines: linesOf(entries), write, hasTime: () => false });
    const html = chunks.join('');
    expect(visible(html)).toContain('The step was stopped: 3000 later entries in the logs file.');
    expect(html).toMatch(/<\/html>\n$/);
  });

  it('is written in pieces as entries are read', async () => {
    const line = JSON.stringify({ thought: 'x'.repeat(100_000) });
    let read = 0;
    let held = 0;
    let widest = 0;
    async function* lines(): AsyncGenerator<string> {
      for (; read < 30; read += 1) {
        held += line.length;
        widest = Math.max(widest, held);
        yield await Promise.resolve(line);
      }
    }
    await writeTrace({ head: HEAD, entryLines: lines(), write: () => void (held = 0) });
    expect(widest).toBeLessThan(5 * line.length);
  });
});

describe('an entry', () => {
  it('has very long strings cut, with a note', () => {
    const { json } = traceEntry(JSON.stringify({ tool_output: { dump: 'x'.repeat(300_000) } }), 0);
    expect(json.length).toBeLessThan(210_000);
    expect(json).toContain('100000 more characters in the logs file');
  });

  it('is left out when it is far too large, and may be nested to any depth', () => {
    const wide = JSON.stringify({ tool_output: Array.from({ length: 30 }, () => 'x'.repeat(100_000)) });
    expect(traceEntry(wide, 0).json).toContain('too large for this report');
    expect(traceEntry(`${'['.repeat(50_000)}${']'.repeat(50_000)}`, 0).json).toContain('nested too deeply');
  });

  it('becomes a row of the index', () => {
    const line = JSON.stringify({
      created_at: '2026-01-01T00:00:01.5Z',
      message_type: 'ERROR',
      tool_name: 'bash',
      observation: 'broke',
    });
    expect(traceEntry(line, 4).row).toEqual([Date.UTC(2026, 0, 1) + 1500, 'ERROR', 'bash', 'broke', 1, null]);
    const failed = { message_type: 'ACTION', tool_input: { path: 'src/a.ts' }, tool_output: { exit_code: 2 } };
    const flags = rowFlags({ error: false, exitCode: 2 });
    expect(traceEntry(JSON.stringify(failed), 0).row).toEqual([null, 'ACTION', null, 'src/a.ts', flags, 'src/a.ts']);
    expect(traceEntry('torn {"a', 4).row).toEqual([null, null, null, 'torn {"a', 0, null]);
  });
});

describe('the flags of a row', () => {
  it.each([null, 0, 1, 2, 127, 255, -1, -9, 3221225477])(
    'hold the exit code %p, with and without an error',
    (exitCode) => {
      const kept = exitCode === null || exitCode === 0 ? null : Math.min(exitCode, 2 ** 31);
      for (const error of [true, false]) {
        const flags = rowFlags({ error, exitCode });
        expect([exitOf(flags), (flags & ROW_ERROR) !== 0]).toEqual([kept, error]);
      }
    },
  );

  it('of an older report record that there was an exit code, but not its value', () => {
    expect([exitOf(ROW_EXIT), exitOf(ROW_ERROR)]).toEqual([0, null]);
  });
});
