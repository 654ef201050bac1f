/**
 * The real main and post step, hostile text in everything that comes from outside, and the oracle of each sink over all
 * that leaves: standard output, summary, comments, report.
 */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parse } from 'parse5';
import type { DefaultTreeAdapterTypes } from 'parse5';
import { GitHubError } from '../../../src/github/port.ts';
import { Cancelled } from '../../../src/runner/signals.ts';
import { main } from '../../../src/main.ts';
import { post } from '../../../src/post.ts';
import { alive, render } from '../../support/markdown-oracle.ts';
import { RUN_ID } from '../../support/memory-client.ts';
import { memoryScene, MemoryGitHub, service, type MemoryScene, type SceneOptions } from '../../support/memory-scene.ts';
import { printing } from '../../support/printing-host.ts';
import { commandShaped, RunnerOutput } from '../../support/runner-parser.ts';
import { seeded } from '../../support/random.ts';
import { TRICKS, trickyText } from '../../support/tricks.ts';

const MARKUP = [
  '<img src=x onerror=alert(1)>',
  '</script><script>alert(1)</script><!--',
  '</details></summary><table><tr><td>',
  '[a](https://evil.example) ![b](https://evil.example/b.png)',
  '@octocat #1 octo/widgets#2 GH-3 www.evil.example https://evil.example',
  '```\n[a](https://evil.example)\n~~~~\n<b>',
  '| a | b |\n| - | - |\n| ` | $x$ |',
  '<!-- agent-run -->\n/close :+1: $`x`$',
  '\x1b]8;;https://evil.example\x1b\\link\x1b]8;;\x1b\\',
];
const tricky = fc.oneof(
  fc.constantFrom(...TRICKS, ...MARKUP),
  fc.integer().map((seed) => trickyText(seeded(seed))),
  fc.tuple(fc.constantFrom(...TRICKS), fc.constantFrom(...MARKUP)).map((both) => both.join('\n')),
);
const texts = fc.array(tricky, { minLength: 7, maxLength: 7 });
type Texts = readonly string[];

function hostileEntries([a = '', b = '', c = '', d = '']: Texts): object[] {
  const value = { command: b, [c]: [d, { [a]: b }], error: c };
  const kinds = ['ACTION', 'ERROR', 'PR_CREATION_FAILED', 'INITIAL_PR_GENERATION', a, 'FINAL_ANSWER'];
  return kinds.map((kind, index) => ({
    agent_run_id: RUN_ID,
    created_at: index === 3 ? d : `2026-01-01T12:00:0${index}Z`,
    message_type: kind,
    tool_name: kind === 'ERROR' ? null : b,
    thought: c,
    tool_input: kind === 'ACTION' ? value : b,
    tool_output: { [d]: a, url: `https://github.com/o/r/pull/1${a}` },
    observation: index % 2 === 0 ? `${d} https://github.com/o/r/pull/${index}` : value,
    [a]: b,
  }));
}

function hostileFields([a = '', b = '', c = '', d = '', e = '']: Texts): object {
  return {
    web_url: `https://x.example/${a}`,
    result: `${b}\n${c}`,
    // Not a word of the table by chance.
    status: `${d}?`,
    github_pull_requests: [{ url: e }, { url: `https://github.com/o/r/pull/1?${a}` }, { url: b, title: c }],
    [e]: a,
  };
}

function hostileEvent([a = '', b = '', c = '', d = '', e = '', f = '', g = '']: Texts): unknown {
  return {
    action: a,
    issue: { number: 7, title: b, body: c, html_url: `https://github.com/${d}`, user: { login: e } },
    comment: { id: 1, body: f, html_url: g, user: { login: a, type: b } },
    repository: { full_name: c },
    sender: { login: d, type: e },
  };
}

const INPUTS = {
  comment: 'true',
  context: 'event',
  require_permission: 'none',
  timeout_minutes: '1',
  output_schema: '',
};
const ENV = { GITHUB_EVENT_NAME: 'issue_comment' };

/** A fence of ours, and what is in it, is no text of anybody's that could come alive. */
const TAGS = ['img', 'script', 'iframe', 'input', 'style', 'form', 'svg', 'object', 'b', 'font', '#comment'];

function judgeMarkdown(markdown: string): void {
  const marked = /^<!--[^\n]*-->\n/.exec(markdown)?.[0] ?? '';
  const rendered = render(markdown.slice(marked.length));
  expect(rendered.elements.filter((tag) => TAGS.includes(tag))).toEqual([]);
  for (const link of rendered.links)
    expect(link).toMatch(
      /^https:\/\/(?:x\.example\/|agents\.example\.com\/runs\/77$|github\.com\/octo\/widgets\/actions\/runs\/7001$)/,
    );
  expect(alive(rendered).filter((name) => name !== 'commit')).toEqual([]);
}

interface Element {
  readonly tag: string;
  readonly attributes: readonly string[];
  readonly href: string | null;
}

function elements(html: string): Element[] {
  const found: Element[] = [];
  const visit = (node: DefaultTreeAdapterTypes.Node): void => {
    if ('tagName' in node) {
      const href = node.attrs.find(({ name }) => name === 'href')?.value ?? null;
      found.push({ tag: node.tagName, attributes: node.attrs.map(({ name }) => name), href });
    } else if (node.nodeName === '#comment') found.push({ tag: '#comment', attributes: [], href: null });
    if ('childNodes' in node) node.childNodes.forEach(visit);
  };
  visit(parse(html));
  return found;
}

const shape = ({ tag, attributes }: Element): string => [tag, ...attributes].join(' ');

/** What a report of nobody's text is made of. */
async function plainShapes(): Promise<ReadonlySet<string>> {
  const scene = memoryScene({ answer: service([]) });
  await main(scene.ports);
  return new Set(elements(scene.files.readText('/temp/agent-run-77.html')).map(shape));
}

/** Elements of rendered text: no script, no frame, no image, no form, and no attribute that could act or load. Where links lead is looked at below. */
const TEXT_ELEMENT =
  /^(?:p|div|section|span|code|pre|blockquote|strong|em|del|s|br|hr|ul|ol|li|dl|dt|dd|h[1-6]|table|thead|tbody|tr|th|td|time|details|summary|a href)(?: (?:class|id|start|open|title|tabindex|role|aria-[a-z]+|data-[a-z]+))*$/;

async function judgeReport(html: string): Promise<void> {
  const plain = await PLAIN;
  const found = elements(html);
  expect(found.map(shape).filter((one) => !plain.has(one) && !TEXT_ELEMENT.test(one))).toEqual([]);
  for (const { href } of found)
    if (href !== null) expect(href).toMatch(/^(?:https:\/\/(?:agents\.example\.com\/runs\/77$|x\.example\/)|#)/);
}

interface Judged extends MemoryScene {
  readonly runner: RunnerOutput;
}

const PLAIN = plainShapes();

/** Runs the step, and asks the oracles of all sinks. */
async function judged(
  options: SceneOptions & { readonly step?: (scene: MemoryScene) => Promise<void> },
): Promise<Judged> {
  const { step, ...given } = options;
  const scene = memoryScene({
    payload: {},
    ...given,
    inputs: { ...INPUTS, ...given.inputs },
    env: { ...ENV, ...given.env },
  });
  scene.host.debugOn = true;
  const { stdout, given: count } = printing(scene.host);
  await (step === undefined ? main(scene.ports) : step(scene));

  const runner = new RunnerOutput();
  runner.feed(stdout());
  const obeyed = (name: string): number => runner.commands.filter((command) => command.name === name).length;
  // Every command is one that the action itself gave, and each of those was obeyed.
  const ours = ['group', 'endgroup', 'error', 'warning', 'notice', 'debug', 'add-mask'];
  for (const name of ours) expect([name, obeyed(name)]).toEqual([name, count(name)]);
  // The groups of entries stop commands; those of the parts of a run hold single lines of ours.
  const parts = ['Plan', 'Work', 'Pull request'];
  const entries = runner.commands.filter(({ name, data }) => name === 'group' && !parts.includes(data));
  expect(obeyed('stop-commands')).toBe(entries.length);
  expect(runner.commands.filter(({ name }) => ![...ours, 'stop-commands'].includes(name))).toEqual([]);
  expect(runner.masks).toEqual(scene.host.masked);
  expect([runner.matched, runner.stopped]).toEqual([[], false]);
  for (const { message, title } of runner.annotations) {
    expect(title.split('\n')).toHaveLength(1);
    expect(message.split(/\r\n|[\n\r]/).filter(commandShaped)).toEqual([]);
  }
  // The red of errors is ours, around a whole line.
  const uncoloured = runner.shown.map((line) => line.replace(/^(\s+\S+\s+)\x1b\[31m(.*)\x1b\[0m$/, '$1$2'));
  for (const line of uncoloured) expect(line).not.toMatch(/[\r\v\f\u0085\u2028\u2029\x1b\x80-\x9f]/);

  for (const summary of scene.host.summaries) judgeMarkdown(summary);
  for (const { body } of scene.github.thread) judgeMarkdown(body);
  for (const path of scene.files.paths().filter((name) => name.endsWith('.html')))
    await judgeReport(scene.files.readText(path));
  return { ...scene, runner };
}

const failing = (texts: Texts, message = texts.join(' ')): MemoryGitHub => {
  const github = new MemoryGitHub();
  github.failure = new GitHubError({ status: 403, message, retryAfterMs: null });
  return github;
};

const property = (check: (given: Texts) => Promise<void>, numRuns = 40): Promise<void> =>
  fc.assert(fc.asyncProperty(texts, check), { numRuns });

describe('nothing from outside acts', () => {
  it.each(['full', 'compact', 'errors'])('when the run ends well (logs: %s)', async (logs) => {
    await property(async (given) => {
      let looks = 0;
      const answering = service(hostileEntries(given), { fields: hostileFields(given) });
      const { host, github, files } = await judged({
        payload: hostileEvent(given),
        inputs: { logs },
        answer: (request, nth) => {
          const answer = answering(request, nth) as { body: Record<string, unknown> };
          looks += 1;
          return looks < 4 ? answer : { ...answer, body: { ...answer.body, status: 'COMPLETE' } };
        },
      });
      expect(host.outputs['outcome']).toBe('succeeded');
      expect(host.summaries).toHaveLength(1);
      expect(github.thread).toHaveLength(1);
      expect(files.isFile('/temp/agent-run-77.html')).toBe(true);
    });
  });

  it.each(['FAILED', 'CANCELLED', 'PAUSED'])('when the run ends as %s', async (status) => {
    await property(async (given) => {
      await judged({
        payload: hostileEvent(given),
        answer: service(hostileEntries(given), { fields: { ...hostileFields(given), status } }),
      });
    }, 20);
  });

  it('when the run does not end, with status words nobody knows', async () => {
    await property(async (given) => {
      const { host } = await judged({
        answer: service([], { fields: { ...hostileFields(given), status: `${given[3] ?? ''}?` } }),
      });
      expect(host.outputs['outcome']).toBe('timed_out');
    }, 20);
  });

  it.each([400, 401, 403, 404, 409, 422, 302, 500])('when the create is answered with %i', async (status) => {
    await property(async ([a = '', b = '', c = '', ...rest]) => {
      const bodies = [
        { message: a },
        { detail: [{ loc: ['body', a], msg: b }] },
        { error: { code: a, message: c } },
        `${a}${b}`,
      ];
      const body = bodies[(a.length + status) % bodies.length];
      const { host } = await judged({
        payload: hostileEvent([a, b, c, ...rest]),
        answer: service([], { 'POST create': { status, body, headers: { location: a, 'retry-after': b } } }),
      });
      expect(host.outputs['outcome']).toBe('error');
    }, 15);
  });

  it.each(['GET logs', 'GET run'])('when %s fails', async (call) => {
    await property(async (given) => {
      await judged({
        answer: service(hostileEntries(given), {
          fields: hostileFields(given),
          [call]: { status: 500, body: { message: given.join('\r') } },
        }),
      });
    }, 20);
  });

  it('when GitHub says it', async () => {
    await property(async (given) => {
      const github = failing(given);
      const { host } = await judged({ payload: { issue: { number: 7 } }, inputs: { resume: 'thread' }, github });
      expect(host.messages('warning').length).toBeGreaterThan(0);
    }, 30);
  });

  it('when the answer does not satisfy the schema', async () => {
    const schema = '{"type":"object","additionalProperties":false,"properties":{"a":{"enum":["x"]}}}';
    await property(async ([a = '', b = '', ...rest]) => {
      const { host } = await judged({
        inputs: { output_schema: schema },
        answer: service([], {
          fields: { ...hostileFields([a, b, ...rest]), status: 'COMPLETE', result: JSON.stringify({ [a]: b, a: b }) },
        }),
      });
      expect(host.outputs['outcome']).toBe('error');
    }, 20);
  });

  it('when a bug of ours quotes it, debug logging on', async () => {
    await property(async (given) => {
      const { host } = await judged({ answer: () => new RangeError(given.join('\n')) });
      expect(host.outputs['error_code']).toBe('internal');
      expect(host.debugged).toHaveLength(1);
    }, 30);
  });

  it('when the step is cancelled', async () => {
    await property(async (given) => {
      const answering = service(hostileEntries(given), { fields: hostileFields(given) });
      await judged({
        payload: { issue: { number: 7 } },
        step: async (scene) => {
          await main({
            ...scene.ports,
            http: {
              reached: () => scene.http.reached(),
              close: () => scene.http.close(),
              send: (request, signal) => {
                if (scene.http.requests.length === 3) scene.stop.abort(new Cancelled('SIGTERM'));
                return scene.http.send(request, signal);
              },
            },
          });
        },
        answer: answering,
      });
    }, 20);
  });

  it.each(['ACTIVE', 'FAILED', 'COMPLETE'])('in the post step of a run that is %s', async (status) => {
    await property(async (given) => {
      const [a = ''] = given;
      const { host } = await judged({
        payload: { ...(hostileEvent(given) as object), issue: { number: 7 } },
        saved: { is_post: 'true', phase: 'running', runId: String(RUN_ID), webUrl: a },
        answer: service([], {
          fields: { ...hostileFields(given), status: status === 'ACTIVE' ? `${given[3] ?? ''}?` : status },
        }),
        step: ({ ports }) => post(ports),
      });
      expect(host.messages('warning').length).toBeGreaterThan(0);
    }, 20);
  });

  it('in a post step that meets nothing but trouble', async () => {
    await property(async (given) => {
      await judged({
        payload: { issue: { number: 7 } },
        saved: {
          is_post: 'true',
          phase: 'running',
          runId: String(RUN_ID),
          webUrl: given[0] ?? '',
          commentUrl: given[1] ?? '',
        },
        answer: (_, nth) =>
          nth % 2 === 0 ? { status: 500, body: given.join('\r') } : new RangeError(given.join('\r')),
        github: failing(given),
        step: ({ ports }) => post(ports),
      });
    }, 20);
  });
});
