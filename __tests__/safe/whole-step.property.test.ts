/**
 * The real main and post step, hostile text in everything that comes from outside, and the oracle
 * of each sink over all that leaves: standard output, summary, comments, report.
 */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parse } from 'parse5';
import type { DefaultTreeAdapterTypes } from 'parse5';
import { Cancelled } from '../../src/runner/clock.ts';
import { main } from '../../src/main.ts';
import { post } from '../../src/post.ts';
import { alive, render } from '../support/markdown-oracle.ts';
import { RUN_ID } from '../support/memory-client.ts';
import type { GitHubModel } from '../support/fake-github.ts';
import {
  memoryGitHub,
  memoryScene,
  refusal,
  service,
  type MemoryScene,
  type SceneOptions,
} from '../support/memory-scene.ts';
import { printing } from '../support/printing-host.ts';
import { commandShaped, RunnerOutput } from '../support/runner-parser.ts';
import { seeded } from '../support/random.ts';
import { TRICKS, trickyText } from '../support/tricks.ts';

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
  const kinds = [
    'ACTION',
    'ERROR',
    'PR_CREATION_FAILED',
    'INITIAL_PR_GENERATION',
    a,
    'FINAL_ANSWER',
  ];
  return kinds.map((kind, index) => ({
    agent_run_id: Number(RUN_ID),
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
    github_pull_requests: [
      { url: e },
      { url: `https://github.com/o/r/pull/1?${a}` },
      { url: b, title: c },
    ],
    [e]: a,
  };
}

function hostileEvent([a = '', b = '', c = '', d = '', e = '', f = '', g = '']: Texts): unknown {
  return {
    action: a,
    issue: {
      number: 7,
      title: b,
      body: c,
      html_url: `https://github.com/${d}`,
      user: { login: e },
    },
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
const TAGS = [
  'img',
  'script',
  'iframe',
  'input',
  'style',
  'form',
  'svg',
  'object',
  'b',
  'font',
  '#comment',
];

function judgeMarkdown(markdown: string): void {
  const marked = /^<!--[^\n]*-->\n/.exec(markdown)?.[0] ?? '';
  const rendered = render(markdown.slice(marked.length));
  expect(rendered.elements.filter((tag) => TAGS.includes(tag))).toEqual([]);
  for (const link of rendered.links) {
    expect(link).toMatch(
      /^https:\/\/(?:x\.example\/|agents\.example\.com\/runs\/77$|github\.com\/octo\/widgets\/actions\/runs\/7001$)/,
    );
  }
  expect(alive(rendered).filter((name) => name !== 'commit')).toEqual([]);
}

type Node = DefaultTreeAdapterTypes.Node;

/**
 * Each element with all its attributes, in the order of the document, but for what is inside of
 * elements that `skip` names.
 */
function skeleton(
  root: Node,
  skip: (element: DefaultTreeAdapterTypes.Element) => boolean = () => false,
): string[] {
  const found: string[] = [];
  const visit = (node: Node): void => {
    if ('tagName' in node) {
      found.push(
        `<${node.tagName}${node.attrs.map(({ name, value }) => ` ${name}="${value}"`).join('')}>`,
      );
      if (skip(node)) {
        return;
      }
    } else if (node.nodeName === '#comment') {
      found.push('#comment');
    }
    if ('childNodes' in node) {
      node.childNodes.forEach(visit);
    }
    if ('tagName' in node) {
      found.push(`</${node.tagName}>`);
    }
  };
  visit(root);
  return found;
}

const hasClass = ({ attrs }: DefaultTreeAdapterTypes.Element, name: string): boolean =>
  attrs.some(
    (attribute) => attribute.name === 'class' && attribute.value.split(' ').includes(name),
  );

/**
 * The parts of a report whose elements depend on what was said: links to addresses that are well
 * formed, and the rendered result.
 */
const REGIONS = ['links', 'result'] as const;
const isRegion = (element: DefaultTreeAdapterTypes.Element): boolean =>
  REGIONS.some((name) => hasClass(element, name));

function regions(root: Node): Readonly<Record<(typeof REGIONS)[number], string[]>> {
  const found = { links: [] as string[], result: [] as string[] };
  const visit = (node: Node): void => {
    if ('tagName' in node) {
      for (const name of REGIONS) {
        if (hasClass(node, name)) {
          found[name].push(...node.childNodes.flatMap((child) => skeleton(child)));
        }
      }
    }
    if ('childNodes' in node) {
      node.childNodes.forEach(visit);
    }
  };
  visit(root);
  return found;
}

/**
 * All that a rendered result is made of, attributes included: here no address in it belongs to the
 * repository of the workflow.
 */
const RESULT_ELEMENT =
  /^<(?:\/?(?:p|h[456]|code|pre|blockquote|strong|em|del|br|hr|ul|li|table|thead|tbody|tr|th|td)|t[hd] class="(?:left|center|right)"|ol(?: start="\d+")?|\/ol)>$/;
/**
 * All that the links of a report are made of: the workflow's run, the run, and pull requests of
 * other repositories, which are text.
 */
const LINK_ELEMENT =
  /^<(?:a href="https:\/\/(?:x\.example\/[^"]*|agents\.example\.com\/runs\/77|github\.com\/octo\/widgets\/actions\/runs\/7001)" target="_blank" rel="noopener noreferrer"|\/a|\/?span|\/?code)>$/;

/** What a report has around the two parts that depend on what was said. */
function frameOf(html: string): string[] {
  const page = parse(html);
  const { links, result } = regions(page);
  expect(result.filter((one) => !RESULT_ELEMENT.test(one))).toEqual([]);
  expect(links.filter((one) => !LINK_ELEMENT.test(one))).toEqual([]);
  const agentLinks = links.filter((one) => /^<a .*(?:x|agents)\.example/.test(one));
  expect(agentLinks.length).toBeLessThanOrEqual(1);
  // What stands between backticks in a message is shown as code, which has no attributes.
  return skeleton(page, isRegion).filter((one) => one !== '<code>' && one !== '</code>');
}

interface Judged extends MemoryScene {
  readonly runner: RunnerOutput;
}

type Scenario = (
  given: Texts,
) => SceneOptions & { readonly step?: (scene: MemoryScene) => Promise<void> };

/** The same texts with nothing in them: equal ones stay equal, and blank ones blank. */
function harmless(given: Texts): Texts {
  const words = [...new Set(given)];
  return given.map((text) => (text.trim() === '' ? '' : `word${words.indexOf(text)}`));
}

async function played(
  scenario: Scenario,
  given: Texts,
): Promise<Judged & { readonly count: (name: string) => number }> {
  const { step, ...options } = scenario(given);
  const scene = memoryScene({
    payload: {},
    ...options,
    inputs: { ...INPUTS, ...options.inputs },
    env: { ...ENV, ...options.env },
  });
  scene.host.debugOn = true;
  const { stdout, given: count } = printing(scene.host);
  await (step === undefined ? main(scene.ports) : step(scene));
  const runner = new RunnerOutput();
  runner.feed(stdout());
  return { ...scene, runner, count };
}

type Frames = Readonly<Record<string, string[]>>;

const framesOf = ({ files }: MemoryScene): Frames =>
  Object.fromEntries(
    files
      .paths()
      .filter((name) => name.endsWith('.html'))
      .map((path) => [path, frameOf(files.readText(path))]),
  );

/**
 * What the same step gives with nothing in the texts; worked out once for each pattern of equal and
 * blank ones.
 */
const known = new Map<string, Promise<Frames>>();
function plain(scenario: Scenario, given: Texts): Promise<Frames> {
  const texts = harmless(given);
  const key = [expect.getState().currentTestName, ...texts].join('\n');
  const before = known.get(key);
  if (before !== undefined) {
    return before;
  }
  const now = played(scenario, texts).then(framesOf);
  known.set(key, now);
  return now;
}

/** Runs the step, and asks the oracles of all sinks. */
async function judged(scenario: Scenario, given: Texts): Promise<Judged> {
  const step = await played(scenario, given);
  const { runner, count, ...scene } = step;
  const obeyed = (name: string): number =>
    runner.commands.filter((command) => command.name === name).length;
  // Every command is one that the action itself gave, and each of those was obeyed.
  const ours = ['group', 'endgroup', 'error', 'warning', 'notice', 'debug', 'add-mask'];
  for (const name of ours) {
    expect([name, obeyed(name)]).toEqual([name, count(name)]);
  }
  expect(obeyed('stop-commands')).toBe(obeyed('group'));
  expect(runner.commands.filter(({ name }) => ![...ours, 'stop-commands'].includes(name))).toEqual(
    [],
  );
  expect(runner.masks).toEqual(scene.host.masked);
  expect([runner.matched, runner.stopped]).toEqual([[], false]);
  for (const { message, title } of runner.annotations) {
    expect(title.split('\n')).toHaveLength(1);
    expect(message.split(/\r\n|[\n\r]/).filter(commandShaped)).toEqual([]);
  }
  for (const line of runner.shown) {
    expect(line).not.toMatch(/[\r\v\f\u0085\u2028\u2029\x1b\x80-\x9f]/);
  }

  for (const summary of scene.host.summaries) {
    judgeMarkdown(summary);
  }
  for (const { body } of scene.github.thread) {
    judgeMarkdown(body);
  }
  expect(framesOf(step)).toEqual(await plain(scenario, given));
  return step;
}

const failing = (texts: Texts, message = texts.join(' ')): GitHubModel => {
  const github = memoryGitHub();
  github.failure = refusal(403, message);
  return github;
};

const property = (scenario: Scenario, check: (step: Judged) => void, numRuns = 40): Promise<void> =>
  fc.assert(
    fc.asyncProperty(texts, async (given) => check(await judged(scenario, given))),
    { numRuns },
  );
const nothing = (): void => undefined;
const fails = ({ host }: Judged): void => expect(host.outputs['outcome']).toBe('error');

describe('text from outside has no effect', () => {
  it.each(['full', 'compact', 'errors'])('when the run ends well (logs: %s)', async (logs) => {
    await property(
      (given) => {
        let looks = 0;
        const answering = service(hostileEntries(given), { fields: hostileFields(given) });
        return {
          payload: hostileEvent(given),
          inputs: { logs },
          answer: (request, nth) => {
            const answer = answering(request, nth) as { body: Record<string, unknown> };
            looks += 1;
            return looks < 4 ? answer : { ...answer, body: { ...answer.body, status: 'COMPLETE' } };
          },
        };
      },
      ({ host, github, files }) => {
        expect(host.outputs['outcome']).toBe('succeeded');
        expect(host.summaries).toHaveLength(1);
        expect(github.thread).toHaveLength(1);
        expect(files.isFile('/temp/agent-run-77.html')).toBe(true);
      },
    );
  });

  it.each(['FAILED', 'CANCELLED', 'PAUSED'])('when the run ends as %s', async (status) => {
    await property(
      (given) => ({
        payload: hostileEvent(given),
        answer: service(hostileEntries(given), { fields: { ...hostileFields(given), status } }),
      }),
      nothing,
      20,
    );
  });

  it('when the run does not end and has unknown status words', async () => {
    await property(
      (given) => ({
        answer: service([], { fields: { ...hostileFields(given), status: `${given[3] ?? ''}?` } }),
      }),
      ({ host }) => expect(host.outputs['outcome']).toBe('timed_out'),
      20,
    );
  });

  it.each([400, 401, 403, 404, 409, 422, 302, 500])(
    'when the create is answered with %i',
    async (status) => {
      await property(
        (given) => {
          const [a = '', b = '', c = ''] = given;
          const bodies = [
            { message: a },
            { detail: [{ loc: ['body', a], msg: b }] },
            { error: { code: a, message: c } },
            `${a}${b}`,
          ];
          const body = bodies[(a.length + status) % bodies.length];
          return {
            payload: hostileEvent(given),
            answer: service([], {
              'POST create': { status, body, headers: { location: a, 'retry-after': b } },
            }),
          };
        },
        fails,
        15,
      );
    },
  );

  it.each(['GET logs', 'GET run'])('when %s fails', async (call) => {
    await property(
      (given) => ({
        answer: service(hostileEntries(given), {
          fields: hostileFields(given),
          [call]: { status: 500, body: { message: given.join('\r') } },
        }),
      }),
      nothing,
      20,
    );
  });

  it('when GitHub sends it', async () => {
    await property(
      (given) => ({
        payload: { issue: { number: 7 } },
        inputs: { resume: 'thread' },
        github: failing(given),
      }),
      ({ host }) => expect(host.messages('warning').length).toBeGreaterThan(0),
      30,
    );
  });

  it('when the answer does not satisfy the schema', async () => {
    const schema =
      '{"type":"object","additionalProperties":false,"properties":{"a":{"enum":["x"]}}}';
    await property(
      (given) => {
        const [a = '', b = ''] = given;
        const result = JSON.stringify({ [a]: b, a: b });
        return {
          inputs: { output_schema: schema },
          answer: service([], { fields: { ...hostileFields(given), status: 'COMPLETE', result } }),
        };
      },
      fails,
      20,
    );
  });

  it('when an internal error quotes it, with debug logging on', async () => {
    await property(
      (given) => ({ answer: () => new RangeError(given.join('\n')) }),
      ({ host }) => {
        expect(host.outputs['error_code']).toBe('internal');
        expect(host.debugged).toHaveLength(1);
      },
      30,
    );
  });

  it('when the step is cancelled', async () => {
    await property(
      (given) => ({
        payload: { issue: { number: 7 } },
        step: async (scene) => {
          await main({
            ...scene.ports,
            http: {
              reached: () => scene.http.reached(),
              close: () => scene.http.close(),
              open: (request, signal) => scene.http.open(request, signal),
              send: (request, signal) => {
                if (scene.http.requests.length === 3) {
                  scene.stop.abort(new Cancelled('SIGTERM'));
                }
                return scene.http.send(request, signal);
              },
            },
          });
        },
        answer: service(hostileEntries(given), { fields: hostileFields(given) }),
      }),
      nothing,
      20,
    );
  });

  it.each(['ACTIVE', 'FAILED', 'COMPLETE'])(
    'in the post step of a run that is %s',
    async (status) => {
      await property(
        (given) => ({
          payload: { ...(hostileEvent(given) as object), issue: { number: 7 } },
          saved: {
            phase: 'running',
            runId: RUN_ID,
            webUrl: given[0] ?? '',
          },
          answer: service([], {
            fields: {
              ...hostileFields(given),
              status: status === 'ACTIVE' ? `${given[3] ?? ''}?` : status,
            },
          }),
          step: ({ ports }) => post(ports),
        }),
        ({ host }) => expect(host.messages('warning').length).toBeGreaterThan(0),
        20,
      );
    },
  );

  it('in a post step whose requests all fail', async () => {
    await property(
      (given) => ({
        payload: { issue: { number: 7 } },
        saved: {
          phase: 'running',
          runId: RUN_ID,
          webUrl: given[0] ?? '',
          commentUrl: given[1] ?? '',
        },
        answer: (_, nth) =>
          nth % 2 === 0
            ? { status: 500, body: given.join('\r') }
            : new RangeError(given.join('\r')),
        github: failing(given),
        step: ({ ports }) => post(ports),
      }),
      nothing,
      20,
    );
  });
});
