/**
 * What the agent wrote is text everywhere and acts nowhere (contract 6.4): no workflow command, no
 * forged output, no problem matcher, nothing live in summary, comment and report, and the token in
 * none of them (contract 5). The same step with harmless text is the measure.
 *
 * Shown red by: printing the text of an entry as it came.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { parse, type DefaultTreeAdapterTypes } from 'parse5';
import { filesBelow, leaks, writings } from '../support/canary.ts';
import { startFakeGitHub, type FakeGitHub } from '../support/fake-github.ts';
import { entry, inputsFor, serveRun, TOKEN } from '../support/fake-run.ts';
import { alive, render } from '../support/markdown-oracle.ts';
import { runAction, type ActionRun } from '../support/run-action.ts';
import { RunnerOutput } from '../support/runner-parser.ts';
import { TRICKS } from '../support/tricks.ts';
import { OUTPUT_NAMES, Servers } from './step.ts';

const servers = new Servers();
afterEach(() => servers.close());

const MARKUP = [
  '<img src=x onerror=alert(1)>',
  '</script><script>alert(1)</script><!--',
  '</details></summary><table><tr><td>',
  '[a](https://evil.example) ![b](https://evil.example/b.png)',
  '@octocat #1 octo/other#2 GH-3 www.evil.example https://evil.example',
  '```\n[a](https://evil.example)\n~~~~\n<b>',
  '| a | b |\n| - | - |\n| ` | $x$ |',
  '<!-- agent-run -->\n/close :+1: $`x`$',
  '\x1b]8;;https://evil.example\x1b\\link\x1b]8;;\x1b\\',
  'javascript:alert(1)',
];
const HOSTILE = [...TRICKS, ...MARKUP];
const KINDS = ['ACTION', 'ERROR', 'PLAN_EVALUATION', 'INITIAL_PR_GENERATION', 'PR_CREATION_FAILED'];

/** Every text in every field of some entry. */
const hostileEntries = (texts: readonly string[]): Record<string, unknown>[] =>
  texts.map((text, index) =>
    entry(index, {
      message_type: index % 11 === 10 ? text : KINDS[index % KINDS.length],
      tool_name: text,
      thought: text,
      tool_input: { command: text, [text]: [text] },
      tool_output: { output: text, url: `https://github.com/o/r/pull/1${text}` },
      observation: index % 2 === 0 ? text : { text },
      [text]: text,
    }),
  );

interface Act {
  readonly texts: readonly string[];
  readonly logs: string;
  readonly status: string;
}

async function act({ texts, logs, status }: Act): Promise<{ run: ActionRun; github: FakeGitHub }> {
  const all = texts.join('\n\n');
  const service = servers.add(
    await serveRun({
      entries: hostileEntries(texts),
      moments: [
        { status: `${texts[5] ?? ''}?`, entries: 5 },
        { status, result: all, entries: texts.length },
      ],
      extra: {
        web_url: `https://agents.example.com/runs/77?${encodeURIComponent(texts[0] ?? '')}`,
        summary: all,
        github_pull_requests: texts
          .slice(0, 5)
          .map((text) => ({ url: `https://github.com/o/r/pull/1?${text}`, title: text })),
      },
    }),
  );
  const github = servers.add(await startFakeGitHub());
  github.permissions.set('mona', { permission: 'write', role_name: 'write' });
  const comment = { id: 1, body: all, user: { login: 'mona', type: 'User' } };
  const run = await runAction({
    inputs: inputsFor(service, {
      github_token: 'ghs_secret',
      comment: 'true',
      context: 'event',
      logs,
      otlp: 'true',
    }),
    event: {
      name: 'issue_comment',
      payload: { action: 'created', issue: { number: 7, title: all }, comment },
    },
    env: { GITHUB_API_URL: github.url, GITHUB_REPOSITORY: 'octo/repo' },
  });
  return { run, github };
}

function runnerOf({ stdout }: ActionRun): RunnerOutput {
  const runner = new RunnerOutput();
  runner.feed(stdout);
  return runner;
}

/**
 * How often each command was obeyed; a group each for entries and parts, and what is said beside
 * them.
 */
const commandNames = ({ commands }: RunnerOutput): ReadonlySet<string> =>
  new Set(commands.map(({ name }) => name));

/**
 * Links to the run, to the workflow run, and built by the action to a pull request, issue, commit
 * or file.
 */
const LINK =
  /^https:\/\/(?:agents\.example\.com\/runs\/77(?:\?\S*)?|github\.com\/octo\/repo\/[\w/.#-]+)$/;

function expectDeadMarkdown(markdown: string): void {
  const rendered = render(markdown.replace(/^<!--[^\n]*-->\n/, ''));
  const forbidden = [
    'img',
    'script',
    'iframe',
    'input',
    'style',
    'form',
    'svg',
    'object',
    'video',
    '#comment',
  ];
  expect(rendered.elements.filter((tag) => forbidden.includes(tag))).toEqual([]);
  expect(rendered.links.filter((link) => !LINK.test(link))).toEqual([]);
  expect(alive(rendered).filter((name) => name !== 'commit')).toEqual([]);
}

type Element = DefaultTreeAdapterTypes.Element;

function elementsOf(node: DefaultTreeAdapterTypes.Node): readonly Element[] {
  const inside = 'childNodes' in node ? node.childNodes.flatMap(elementsOf) : [];
  return 'tagName' in node ? [node, ...inside] : inside;
}

/** A report loads nothing, and every script, style and handler in it is the action's own. */
function expectDeadReport(html: string, harmless: string): void {
  const [elements, measure] = [html, harmless].map((text) => elementsOf(parse(text)));
  const code = (all: readonly Element[] = []): readonly string[] =>
    all
      .filter(({ tagName }) => ['script', 'style', 'link', 'meta', 'base'].includes(tagName))
      .map(({ tagName, attrs }) => [tagName, ...attrs.map(({ name }) => name)].join(' '));
  expect(code(elements)).toEqual(code(measure));
  for (const { tagName, attrs } of elements ?? []) {
    expect(['img', 'iframe', 'object', 'embed', 'form', 'video', 'audio', 'frame']).not.toContain(
      tagName,
    );
    for (const { name, value } of attrs) {
      expect(name).not.toMatch(/^on/);
      if (name === 'href' && !value.startsWith('#')) {
        expect(value).toMatch(LINK);
      }
      if (name === 'src') {
        expect(value).toMatch(/^data:/);
      }
    }
  }
  expect(html).toMatch(/<meta[^>]*Content-Security-Policy[^>]*default-src 'none'/i);
}

const read = (path: string | undefined): string => readFileSync(path ?? '', 'utf8');
const harmlessTexts = HOSTILE.map((_, index) => `word${index}`);

describe.each([
  { logs: 'full', status: 'COMPLETE' },
  { logs: 'compact', status: 'FAILED' },
  { logs: 'errors', status: 'PAUSED' },
])('$status, logs: $logs', (how) => {
  it('gives the runner nothing but text, and people nothing but words', async () => {
    const { run, github } = await act({ ...how, texts: HOSTILE });
    const plain = await act({ ...how, texts: harmlessTexts });
    const [runner, measure] = [runnerOf(run), runnerOf(plain.run)];
    expect(commandNames(runner)).toEqual(commandNames(measure));
    expect(runner.annotations.map(({ level, title }) => [level, title])).toEqual(
      measure.annotations.map(({ level, title }) => [level, title]),
    );
    expect(runner.masks.length).toBe(measure.masks.length);
    expect([runner.matched, runner.outputs, runner.stateSaved, runner.stopped]).toEqual([
      [],
      {},
      {},
      false,
    ]);
    expect(Object.keys(run.outputs).sort()).toEqual(OUTPUT_NAMES);
    expect(run.outputs['outcome']).toBe(plain.run.outputs['outcome']);
    expect(run.outputs['total_logs']).toBe(String(HOSTILE.length));
    for (const file of ['env', 'path']) {
      expect(read(join(run.temp, '..', file))).toBe('');
    }

    expectDeadMarkdown(run.summary);
    const [comment, ...more] = github.comments(7);
    expect(more).toEqual([]);
    expectDeadMarkdown(comment?.body ?? '');
    expectDeadReport(read(run.outputs['report_file']), read(plain.run.outputs['report_file']));
  });
});

it('the token is nowhere but in the mask, in no writing, with debug logging on', async () => {
  const echo = writings(TOKEN).join(' ');
  const service = servers.add(
    await serveRun({
      entries: [
        ...hostileEntries([echo, echo, echo]),
        entry(3, { message_type: 'FINAL_ANSWER', observation: echo }),
      ],
      moments: [
        { status: 'ACTIVE', entries: 2 },
        { status: 'COMPLETE', result: echo, entries: 4 },
      ],
      extra: {
        summary: echo,
        web_url: `https://agents.example.com/runs/77?${encodeURIComponent(TOKEN)}`,
      },
      answer: (call, _, nth) =>
        call === 'GET logs' && nth === 2 ? { status: 500, body: { message: echo } } : undefined,
    }),
  );
  const run = await runAction({
    inputs: inputsFor(service, { logs: 'full', otlp: 'true' }),
    env: {
      RUNNER_DEBUG: '1',
      ACTIONS_STEP_DEBUG: 'true',
      OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'true',
    },
  });
  expect(run.outputs).toMatchObject({ outcome: 'succeeded', total_logs: '4' });
  expect(run.stdout.startsWith(`::add-mask::${TOKEN}`)).toBe(true);
  const printed = run.stdout.split('\n').filter((line) => !line.startsWith('::add-mask::'));
  const places = {
    stdout: printed.join('\n'),
    stderr: run.stderr,
    ...filesBelow(join(run.temp, '..')),
  };
  expect(Object.keys(places)).toEqual(expect.arrayContaining(['output', 'state', 'summary']));
  const found = Object.entries(places).flatMap(([where, text]) =>
    leaks(text, [TOKEN]).map((what) => `${where}: ${what}`),
  );
  expect(found).toEqual([]);
});
