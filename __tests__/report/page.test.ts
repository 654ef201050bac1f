import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'parse5';
import type { DefaultTreeAdapterTypes } from 'parse5';
import {
  linesOf,
  logOf,
  sampleEntries,
  sampleView,
} from '../../report-page/__tests__/sample-run.ts';
import { omittedEntries, readEntry } from '../../src/report/kept-entries.ts';
import { entryBlocks, traceEntry } from '../../src/report/page/entries.ts';
import { recordOf } from '../../src/run/state.ts';
import { writeTrace } from '../../src/report/page/index.ts';
import type { TraceRow } from '../../src/report/page/data.ts';
import type { StepView } from '../../src/report/step-view.ts';
import { serviceNamed } from '../../src/inputs/service.ts';
import { stepDigest, stepView } from '../support/step-view.ts';

const HEAD: StepView = sampleView(sampleEntries(6));
const HOSTILE = '</script><script>alert(1)</script><!--<img src=x onerror=alert(1)>\u2028&amp;"\'`';

async function render(lines: readonly string[], head: Partial<StepView> = {}): Promise<string> {
  const chunks: string[] = [];
  await writeTrace({
    head: { ...HEAD, ...head },
    log: logOf(lines),
    write: (chunk) => void chunks.push(chunk),
  });
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

const sha256 = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

it('is without the prompt that the service gives back, where that is not shown', async () => {
  const asked = { message_type: 'USER_MESSAGE', observation: 'The private prompt.' };
  const lines = [JSON.stringify(asked), ...linesOf(sampleEntries(1))];
  const { provenance } = HEAD;
  const hidden = await render(lines, { provenance: { ...provenance, hidesPrompt: true } });
  expect(hidden).not.toContain('The private prompt.');
  expect(hidden).toContain('Not shown (`show_prompt: false`)');
  expect(await render(lines)).toContain('The private prompt.');
});

it('shows the result of an earlier turn beside the question of the last one', async () => {
  const lastWords = stepDigest(0, null, { headline: 'Which database?' });
  const inLog = { ...HEAD.inLog, lastWords };
  const asks = { outcome: 'needs_input', result: 'All done.', inLog } as const;
  const shown = visible(await render([], { ...asks, resultIsEarlier: true }));
  expect(shown).toContain('Which database?');
  expect(shown).toContain('All done.');
});

it('says of a failure that nothing explains that its cause is not known', async () => {
  const kind = 'ERROR';
  const steps = [
    stepDigest(0, 0),
    stepDigest(1, 1, { kind, tool: null, error: true, namesNoCause: true }),
  ];
  const html = await render([], stepView({ outcome: 'failed', steps }));
  expect(visible(html)).toContain('The cause is not known: its log names no cause.');
  expect(visible(html)).toContain('What led to it');
  expect(html).not.toContain('class="error"');
});

it('opens on a result that is the cause of a failure, and shows it once', async () => {
  const told = recordOf({ mode: 'created', runId: '7', webUrl: null, status: 'blocked' });
  const result = 'I may not read the database.';
  const turn = { ...told, cause: result };
  const html = await render([], stepView({ outcome: 'failed', runId: '7', result, turn }));
  expect(visible(html).split(result)).toHaveLength(2);
  expect(visible(html)).toMatch(/What went wrong\s+I may not read the database\.\s+What to do/);
});

it('shows code in the cause that the service tells as code', async () => {
  const told = recordOf({ mode: 'created', runId: '7', webUrl: null, status: 'failed' });
  const turn = { ...told, cause: 'At its limit (`max <5>`).' };
  const html = await render([], stepView({ outcome: 'failed', runId: '7', turn }));
  expect(html).toContain('At its limit (<code>max &#60;5&#62;</code>).');
});

it('says in its header where and when the run was asked for, and by what', async () => {
  const provenance = {
    ...HEAD.provenance,
    service: serviceNamed('cursor'),
    startedAt: Date.UTC(2026, 10, 29, 3, 4),
    earlierAttemptUrl: 'https://github.com/octo-org/webshop/actions/runs/9121/attempts/1',
  };
  const html = await render([], { provenance, steps: [] });
  const facts = '2026-11-29 03:04 UTC';
  expect(visible(html)).toContain(facts);
  expect(visible(html)).toContain('Cursor · octo-org/webshop · workflow Fix labelled issues');
  expect(visible(html)).toMatch(/ · agent-run-action \d+\.\d+\.\d+\s/);
  const elsewhere = { ...provenance, repositories: ['acme/other'] };
  const other = await render(linesOf(sampleEntries(1)), { provenance: elsewhere });
  expect(visible(other)).toContain('Cursor in acme/other · octo-org/webshop · workflow');
  const links = elements(html).filter(({ tag }) => tag === 'a');
  expect(links.map(({ attributes, text }) => [text, attributes['href']])).toEqual(
    expect.arrayContaining([
      ['Open the workflow run', provenance.workflowRunUrl],
      ['Open the earlier attempt, with its report', provenance.earlierAttemptUrl],
    ]),
  );
});

describe("the report's file", () => {
  it('allows only its own script and style, by hash', async () => {
    const all = elements(await render(linesOf(sampleEntries(8))));
    const policy = all.find(
      ({ attributes }) => attributes['http-equiv'] === 'Content-Security-Policy',
    )?.attributes['content'];
    const scripts = all.filter(
      ({ tag, attributes }) => tag === 'script' && attributes['type'] === undefined,
    );
    const styles = all.filter(({ tag }) => tag === 'style');
    expect([scripts.length, styles.length]).toEqual([1, 1]);
    expect(policy).toBe(
      `default-src 'none'; script-src ${sha256(scripts[0]!.text)}; style-src ${sha256(styles[0]!.text)}; img-src data:; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'`,
    );
  });

  it('carries a script of less than 120 kB', async () => {
    const [script] = elements(await render([])).filter(
      ({ tag, attributes }) => tag === 'script' && attributes['type'] === undefined,
    );
    expect(script!.text.length).toBeLessThan(120_000);
  });

  it('loads no other resource', async () => {
    const provenance = { ...HEAD.provenance, workflowRunUrl: null };
    const known = { provenance, webUrl: null, pullRequests: [], result: '' };
    const all = elements(await render(linesOf(sampleEntries(8)), known));
    expect(
      all.filter(({ tag }) =>
        ['link', 'img', 'iframe', 'object', 'embed', 'form', 'base'].includes(tag),
      ),
    ).toEqual([]);
    for (const { attributes } of all) {
      for (const name of Object.keys(attributes)) {
        expect(name).not.toMatch(/^(src|href|style|on.*)$/);
      }
    }
    expect(
      all.filter(({ tag }) => tag === 'script').map(({ text }) => /<\/?script/i.test(text)),
    ).not.toContain(true);
    expect(all.find(({ tag }) => tag === 'style')?.text).not.toMatch(/url\(|@import/);
  });

  it('keeps any entry and run data as inert JSON', async () => {
    const entry = {
      message_type: HOSTILE,
      tool_name: HOSTILE,
      thought: HOSTILE,
      [HOSTILE]: [HOSTILE],
    };
    const html = await render([JSON.stringify(entry), 'not json <b>', JSON.stringify(null)], {
      result: HOSTILE,
      status: HOSTILE,
    });
    const same = await render([JSON.stringify({}), 'a', JSON.stringify(null)], {
      result: 'a',
      status: 'a',
    });
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
    expect(
      all.find(({ tag, text }) => tag === 'a' && text === 'Open the run')?.attributes['href'] ??
        null,
    ).toBe(linked);
  });

  it('links pull requests of its own repository, built from their parts, and shows others as text', async () => {
    const pullRequests = [
      'https://github.com/octo-org/webshop/pull/318?x=<b>',
      'https://github.com/octo-org/webshop/pull/318',
      'https://evil.example/octo-org/webshop/pull/1',
    ];
    const pullRequest = {
      repository: 'octo-org/webshop',
      number: 318,
      author: 'agent[bot]',
      headBranch: 'fix',
      headSha: 'a'.repeat(40),
      title: 'Fix <b>',
      here: true,
      byRun: true,
      isEmpty: false,
      changedAt: null,
    };
    const claims = [
      { url: pullRequests[1]!, state: 'exists' as const, timeUnread: null, pullRequest },
    ];
    const html = await render([], { pullRequests, claims, webUrl: null, result: '' });
    const links = elements(html).filter(({ tag }) => tag === 'a');
    expect(links.map(({ attributes, text }) => [attributes['href'], text])).toEqual([
      ['https://github.com/octo-org/webshop/pull/318', 'Pull request #318 Fix <b> ✓'],
      ['https://github.com/octo-org/webshop/actions/runs/9121', 'Open the workflow run'],
    ]);
    expect(visible(html)).toContain('https://evil.example/octo-org/webshop/pull/1');
  });

  it('opens a failed run on its cause, what led to it and the last words', async () => {
    const entries = sampleEntries(48).slice(0, -4);
    const text = visible(
      await render(linesOf(entries), { ...sampleView(entries), outcome: 'failed', result: '' }),
    );
    expect(text).toContain('What went wrong');
    expect(text).toContain('error TS2554: Expected 2 arguments, but got 1.');
    expect(text.match(/Step \d+/g)).toEqual(['Step 44', 'Step 41', 'Step 42', 'Step 43']);
  });

  it('shows the result of a success as rendered text', async () => {
    const html = await render([], { result: '# Done\n\n- **all** of it <b>x</b>' });
    expect(html).toContain('<h4>Done</h4>');
    expect(html).toContain('<li><strong>all</strong> of it &#60;b&#62;x&#60;/b&#62;</li>');
    expect(visible(html)).not.toContain('What went wrong');
  });

  it('shows what went wrong when there are no entries', async () => {
    const html = await render([], {
      runId: null,
      outcome: 'error',
      errorCode: 'network',
      errorMessage: 'no answer',
    });
    expect(html).toContain('network: no answer');
    expect(elements(html).find(({ tag }) => tag === 'h1')?.text).toBe('Agent run');
  });

  it('keeps every character of every entry, as text and compressed', async () => {
    const lines = Array.from({ length: 300 }, (_, n) =>
      JSON.stringify({ thought: `${n} ${'€🦊'.repeat(n * 10)}` }),
    );
    const texts: string[] = [];
    let packed = 0;
    for await (const block of entryBlocks({ log: logOf(lines), total: 300 })) {
      const [, gzip = '', body = ''] =
        /class="entries"( data-encoding="gzip")?>\n([^]*?)\n<\/script>/.exec(block) ?? [];
      texts.push(gzip === '' ? body : gunzipSync(Buffer.from(body, 'base64')).toString());
      packed += gzip === '' ? 0 : 1;
    }
    expect(texts.join('\n').split('\n')).toEqual(lines);
    expect(packed).toBeGreaterThan(1);
    expect(texts.length).toBeGreaterThan(packed);
  });

  it('stops when its time is up and says what is missing', async () => {
    const entries = Array.from({ length: 5000 }, (_, n) => ({
      message_type: 'ACTION',
      thought: `${n}`,
    }));
    const chunks: string[] = [];
    const write = (chunk: string): void => void chunks.push(chunk);
    // Of a very long log only some of the steps are kept.
    const head = { ...HEAD, steps: sampleView(entries).steps.slice(0, 100), totalLogs: 5000 };
    await writeTrace({ head, log: logOf(linesOf(entries)), write, hasTime: () => false });
    const html = chunks.join('');
    expect(visible(html)).toContain('Left out because the step was stopped: 3,000 later entries.');
    expect(html).toMatch(/<\/html>\n$/);
  });

  it('is written in pieces as entries are read', async () => {
    const line = JSON.stringify({ thought: 'x'.repeat(100_000) });
    let held = 0;
    let widest = 0;
    async function* lines(): AsyncGenerator<string> {
      for (let read = 0; read < 30; read += 1) {
        held += line.length;
        widest = Math.max(widest, held);
        yield await Promise.resolve(line);
      }
    }
    await writeTrace({ head: HEAD, log: { size: 0, lines }, write: () => void (held = 0) });
    expect(widest).toBeLessThan(5 * line.length);
  });

  it('keeps the first entries and the newest of a log that is too large, and says what it left out', async () => {
    const entries = Array.from({ length: 3_000 }, (_, n) => ({
      thought: `${n} `.padEnd(20_000, 'x'),
    }));
    const html = await render(linesOf(entries));
    const blocks = elements(html).filter(({ attributes }) => attributes['class'] === 'rows');
    const numbers = blocks.flatMap(({ text, attributes }) =>
      (JSON.parse(text) as TraceRow[]).map((row, n) => {
        expect(row[3]).toMatch(new RegExp(`^${Number(attributes['data-first']) + n} `));
        return Number(attributes['data-first']) + n;
      }),
    );
    expect([numbers[999], numbers.at(-1), numbers.length]).toEqual([999, 2_999, 2_498]);
    expect(visible(html)).toContain(
      'Left out for the size of this report: 502 entries after step 1,000.',
    );
  });
});

describe('the entries that are kept', () => {
  it.each([
    ['all that fit', 100, [10, 10, 10, 70], null],
    ['the newest beside the first half', 100, [30, 10, 10, 20, 20, 30], { from: 3, to: 4 }],
    ['the newest whatever its size', 100, [10, 10, 200], null],
    ['at most the first 1,000', 2_500, Array<number>(3_000).fill(1), { from: 1_000, to: 1_500 }],
    ['none of none', 100, [], null],
  ])('are %s', async (...[, maxBytes, sizes, gap]) => {
    const lines = sizes.map((size) => 'x'.repeat(size - 1));
    expect(await omittedEntries(logOf(lines), { maxBytes })).toEqual(gap);
  });
});

describe('an entry', () => {
  it('has very long strings cut, with a note', () => {
    const { json } = traceEntry(
      readEntry(JSON.stringify({ tool_output: { dump: 'x'.repeat(300_000) } }), 0),
    );
    expect(json.length).toBeLessThan(210_000);
    expect(json).toMatch(/… \(\d+ more characters\)/);
  });

  it('is left out when it is far too large, and may be nested to any depth', () => {
    const wide = JSON.stringify({
      tool_output: Array.from({ length: 30 }, () => 'x'.repeat(100_000)),
    });
    expect(traceEntry(readEntry(wide, 0)).json).toContain('too large');
    expect(traceEntry(readEntry(`${'['.repeat(50_000)}${']'.repeat(50_000)}`, 0)).json).toContain(
      'too deeply nested',
    );
  });

  it('becomes a row of the index', () => {
    const line = JSON.stringify({
      created_at: '2026-01-01T00:00:01.5Z',
      message_type: 'ERROR',
      tool_name: 'bash',
      observation: 'broke',
    });
    expect(traceEntry(readEntry(line, 4)).row).toEqual([
      Date.UTC(2026, 0, 1) + 1500,
      'ERROR',
      'bash',
      'broke',
      true,
      0,
      null,
    ]);
    const failed = {
      message_type: 'ACTION',
      tool_input: { path: 'src/a.ts' },
      tool_output: { exit_code: 2 },
    };
    expect(traceEntry(readEntry(JSON.stringify(failed), 0)).row).toEqual([
      null,
      'ACTION',
      null,
      'src/a.ts',
      false,
      2,
      'src/a.ts',
    ]);
    expect(traceEntry(readEntry('torn {"a', 4)).row).toEqual([
      null,
      null,
      null,
      'torn {"a',
      false,
      0,
      null,
    ]);
  });

  it('has its Markdown as elements, beside it', async () => {
    const entries = [
      { message_type: 'ACTION', thought: 'Plain words.', observation: '**output**' },
      {
        message_type: 'PLAN_EVALUATION',
        thought: 'See **a** <b>',
        observation: '- [x] one\n- [two](https://evil.example)',
      },
    ];
    const html = await render(linesOf(entries));
    expect(JSON.parse(data(html, 'markup'))).toEqual({
      1: {
        thought: [['p', {}, ['See ', ['strong', {}, ['a']], ' <b>']]],
        observation: [
          [
            'ul',
            {},
            [
              ['li', {}, [['tight', {}, ['☑ one']]]],
              ['li', {}, [['tight', {}, ['two (', ['code', {}, ['evil.example']], ')']]]],
            ],
          ],
        ],
      },
    });
  });
});
