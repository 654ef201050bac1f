import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'parse5';
import type { DefaultTreeAdapterTypes } from 'parse5';
import { linesOf, sampleEntries, sampleView } from '../browser/sample-run.ts';
import { model } from '../../src/report/trace/client/model.ts';
import { traceEntry } from '../../src/report/trace/entries.ts';
import { writeTrace } from '../../src/report/trace/index.ts';
import type { Filter } from '../../src/report/trace/client/model.ts';
import type { TraceRow } from '../../src/report/trace/data.ts';
import type { TraceHead } from '../../src/report/trace/index.ts';

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

function data(html: string, id: string): string {
  return elements(html).find(({ attributes }) => attributes['id'] === id)?.text ?? '';
}

const sha256 = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

describe('the file', () => {
  it('carries its one script and style by hash and allows nothing else', async () => {
    const all = elements(await render(linesOf(sampleEntries(8))));
    const policy = all.find(({ attributes }) => attributes['http-equiv'] === 'Content-Security-Policy')?.attributes[
      'content'
    ];
    const scripts = all.filter(({ tag, attributes }) => tag === 'script' && attributes['type'] !== 'application/json');
    const styles = all.filter(({ tag }) => tag === 'style');
    expect([scripts.length, styles.length]).toEqual([1, 1]);
    expect(policy).toBe(
      `default-src 'none'; script-src ${sha256(scripts[0]!.text)}; style-src ${sha256(styles[0]!.text)}; base-uri 'none'; form-action 'none'`,
    );
  });

  it('refers to nothing outside', async () => {
    const all = elements(await render(linesOf(sampleEntries(8))));
    expect(all.filter(({ tag }) => ['link', 'img', 'iframe', 'object', 'embed', 'form', 'base'].includes(tag))).toEqual(
      [],
    );
    for (const { attributes } of all)
      for (const name of Object.keys(attributes)) expect(name).not.toMatch(/^(src|href|style|on.*)$/);
    expect(all.find(({ tag }) => tag === 'style')?.text).not.toMatch(/url\(|@import/);
  });

  it('keeps every entry and the head as data, whatever is in them', async () => {
    const entry = { message_type: HOSTILE, tool_name: HOSTILE, thought: HOSTILE, [HOSTILE]: [HOSTILE] };
    const html = await render([JSON.stringify(entry), 'not json <b>', '', JSON.stringify(null)], {
      result: HOSTILE,
      status: HOSTILE,
    });
    expect(elements(html).map(({ tag }) => tag)).toEqual(elements(await render([])).map(({ tag }) => tag));
    expect(
      data(html, 'entries')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual([entry, 'not json <b>', null]);
    const index = JSON.parse(data(html, 'index')) as TraceRow[];
    expect(index.map((row) => row[1])).toEqual([HOSTILE, null, null]);
    expect(JSON.parse(data(html, 'head'))).toMatchObject({ result: HOSTILE, title: 'Agent run 48213' });
  });

  it.each([
    ['https://a.example/r/1', 'https://a.example/r/1'],
    ['http://a.example/r/1', null],
    ['javascript:alert(1)', null],
    [null, null],
  ])('links %s as %s', async (webUrl, linked) =>
    expect(JSON.parse(data(await render([], { webUrl }), 'head'))).toMatchObject({ webUrl: linked }),
  );

  it('stands without entries and says what went wrong', async () => {
    const html = await render([], { runId: null, outcome: 'error', errorCode: 'network', errorMessage: 'no answer' });
    expect(data(html, 'index')).toBe('[]');
    expect(JSON.parse(data(html, 'head'))).toMatchObject({
      title: 'Agent run',
      outcome: 'error',
      facts: expect.arrayContaining(['network: no answer']) as unknown,
    });
  });

  it('is written while it is read', async () => {
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
  it('has very long strings cut, and says so', () => {
    const { json } = traceEntry(JSON.stringify({ tool_output: { dump: 'x'.repeat(300_000) } }), 0);
    expect(json.length).toBeLessThan(210_000);
    expect(json).toContain('100000 more characters in the logs file');
  });

  it('is left out when it is far too large, and any depth is survived', () => {
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
    expect(traceEntry(line, 4).row).toEqual([Date.UTC(2026, 0, 1) + 1500, 'ERROR', 'bash', 'broke', 1]);
    expect(traceEntry('torn {"a', 4).row).toEqual([null, null, null, 'torn {"a', 0]);
  });
});

describe('the model in the browser', () => {
  const entries = [
    { message_type: 'ACTION', tool_name: 'bash', thought: 'Über "quotes"', tool_input: { command: 'a "b"' } },
    { message_type: 'ACTION', tool_name: 'edit', observation: '<b>' },
    { message_type: 'ERROR', observation: 'broke\nbadly' },
  ];
  const rows: readonly TraceRow[] = [
    [1000, 'ACTION', 'bash', 'one', 0],
    [61_000, 'ACTION', 'edit', 'two', 0],
    [null, 'ERROR', null, 'three', 1],
  ];
  const run = model(rows, () => linesOf(entries));
  const passing = (filter: Partial<Filter>): readonly number[] =>
    run.filter({ kind: '', tool: '', text: '', errors: false, ...filter });

  it.each([
    [{}, [0, 1, 2]],
    [{ kind: 'ACTION' }, [0, 1]],
    [{ tool: 'edit' }, [1]],
    [{ errors: true }, [2]],
    [{ text: 'ÜBER' }, [0]],
    [{ text: 'quotes"' }, [0]],
    [{ text: 'a "b"' }, [0]],
    [{ text: '<B>' }, [1]],
    [{ text: 'three' }, [2]],
    [{ text: 'broke', kind: 'ACTION' }, []],
    [{ text: 'message_type' }, []],
  ] as const)('passes by %j', (filter, indices) => expect(passing(filter)).toEqual(indices));

  it('gives each step its time and its tool a colour', () => {
    expect(run.steps.map(({ start, end, colour }) => [start, end, colour])).toEqual([
      [0, 0, 1],
      [0, 60_000, 0],
      [60_000, 60_000, 2],
    ]);
    expect(run.total).toBe(60_000);
    expect(run.groups[0]).toEqual({ name: 'edit', steps: 1, ms: 60_000, colour: 0 });
  });

  it('says times in short', () => {
    expect([0, 61_000, 3_661_000].map(run.clock)).toEqual(['0:00', '1:01', '1:01:01']);
    expect([5, 1500, 12_400, 61_000, 3_660_000].map(run.length)).toEqual(['5ms', '1.5s', '12s', '1m 01s', '1h 01m']);
  });

  it('has nothing for an entry that is missing or torn', () => {
    expect(model(rows, () => ['{"torn']).entry(0)).toBeNull();
    expect(run.entry(99)).toBeNull();
  });
});
