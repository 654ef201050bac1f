/**
 * What the documents say, held against the code: links, paths, error codes, dependencies, pictures,
 * tables, examples.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { WORDS as COPILOT_WORDS } from '../sandbox/faces/copilot/tasks.ts';
import { WORDS as CURSOR_WORDS } from '../sandbox/faces/cursor/agents.ts';
import { WORDS as DEVIN_WORDS } from '../sandbox/faces/devin/sessions.ts';
import { WORDS as JULES_WORDS } from '../sandbox/faces/jules/sessions.ts';
import { WORDS as OPENHANDS_WORDS } from '../sandbox/faces/openhands/conversations.ts';
import { STATUS_MEANINGS, type Meaning } from '../sandbox/faces/words.ts';
import { BUILT_IN } from '../sandbox/library.ts';
import { readScenario } from '../sandbox/read-scenario.ts';
import { FAULT_NAMES } from '../sandbox/scenario.ts';
import { figures, modulesOf, PARTS } from '../scripts/mutation.ts';
import { OUTCOMES, OUTCOME_TABLE, outcomesThat } from '../src/outcomes.ts';
import { ERROR_CODES, OUTPUT_TABLE } from '../src/runner/output-table.ts';
import { STATUS_TABLE } from '../src/agents/agent-run/words.ts';
import {
  DEFAULT_SERVICE,
  SERVICE_NAMES,
  SERVICE_TABLE,
  type ServiceName,
} from '../src/agents/service-table.ts';
import { SERVICES } from '../src/agents/services.ts';
import { quotedList } from '../src/inputs/reader.ts';
import type { ServiceFacts } from '../src/agents/facts.ts';
import { SINKS } from '../src/step/sinks.ts';
import { parseInputs } from '../src/inputs/parse.ts';
import { INPUT_NAMES, INPUT_ROWS, INPUT_TABLE, type InputName } from '../src/inputs/table.ts';
import type { FailureContext } from '../src/run/advice.ts';
import { failureOf } from '../src/run/failure.ts';
import { statusError, transportFailure } from '../src/http/errors.ts';
import { TransportError } from '../src/http/proof.ts';
import { tokenCause } from '../src/run/token-advice.ts';
import { serviceNamed } from '../src/inputs/service.ts';
import { MemoryFiles } from './support/memory-files.ts';
import { MemoryHttp } from './support/memory-http.ts';
import { VirtualClock } from './support/virtual-clock.ts';

const ROOT = resolve(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const markdownIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => join(folder, path))
    .sort();

const DOCUMENTS = [
  ...[
    'README.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    'CHANGELOG.md',
    'bench/README.md',
    'sandbox/README.md',
  ],
  ...markdownIn('docs'),
  ...markdownIn('examples'),
];

const withoutFences = (text: string): string => text.replace(/^(```|~~~)[\s\S]*?^\1/gm, '');
const withoutCode = (text: string): string => withoutFences(text).replace(/`[^`\n]*`/g, '');

const headings = (text: string): { readonly level: number; readonly title: string }[] =>
  [...withoutFences(text).matchAll(/^(#{1,6}) (.+)$/gm)].map(([, marks = '', title = '']) => ({
    level: marks.length,
    title: title.trim(),
  }));

/** The anchor GitHub gives a heading. */
const anchor = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');

/** The text below a heading, up to the next one of its level or above. */
function section(text: string, title: string): string {
  const [, rest = ''] = text.split(new RegExp(`^#{1,6} ${title}$`, 'm'));
  return rest.split(/^#{1,3} /m)[0] ?? '';
}

/** The first cells of the rows of every table in a text, code marks taken off. */
const firstCells = (text: string): string[] =>
  [...text.matchAll(/^\| `([^`]+)`/gm)].map(([, cell = '']) => cell.replaceAll('\\|', '|'));

describe('every snippet with `resume: thread`', () => {
  const fences = DOCUMENTS.flatMap((path) =>
    [...read(path).matchAll(/^( *)```ya?ml\n([\s\S]*?)^\1```/gm)].map(
      ([, , text = '']): [string, string] => [path, text],
    ),
  );
  const examples = readdirSync(join(ROOT, 'examples')).map((name): [string, string] => {
    const path = join('examples', name);
    return [path, name.endsWith('.yml') ? read(path) : ''];
  });
  const snippets = [...fences, ...examples].filter(([, text]) =>
    /^\s*resume: *thread\b/m.test(text),
  );

  it('is found at all', () => {
    const found = new Set(snippets.map(([path]) => path));
    expect([...found]).toEqual(
      expect.arrayContaining(['docs/security.md', 'examples/issue-agent.yml']),
    );
  });

  it.each(snippets)('has a concurrency group that keeps what waits: %s', (_path, text) => {
    expect(text).toMatch(/^ *concurrency:\n(?: +[^\n]+\n)*? +group: .*\$\{\{[^\n]*\}\}/m);
    expect(text).toMatch(/^ +queue: max\b/m);
  });
});

describe('links', () => {
  it('are read at all', () => {
    expect(DOCUMENTS).toContain('docs/decisions/send-line.md');
    expect(read('README.md')).toContain('](docs/troubleshooting.md)');
  });

  it.each(DOCUMENTS)('of %s lead to a file, and to a heading where one is named', (path) => {
    const text = withoutCode(read(path));
    const inHtml = text.matchAll(/\b(?:src|srcset)="([^"]+)"/g);
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g), ...inHtml].map(([, to = '']) => to);
    const broken = links.filter((to) => {
      // `../../actions/…` from the README is the page of the repository's own workflows.
      if (/^[a-z]+:/.test(to) || (path === 'README.md' && to.startsWith('../../actions/'))) {
        return false;
      }
      const [file = '', heading] = to.split('#');
      const target = file === '' ? path : join(dirname(path), file);
      if (!existsSync(join(ROOT, target))) {
        return true;
      }
      return (
        heading !== undefined &&
        !headings(read(target)).some(({ title }) => anchor(title) === heading)
      );
    });
    expect(broken).toEqual([]);
  });

  it.each(DOCUMENTS)('and the files that %s names are there', (path) => {
    const named = [
      ...withoutFences(read(path)).matchAll(
        /`((?:src|__tests__|sandbox|bench|scripts|docs)\/[\w./-]+)`/g,
      ),
    ];
    const missing = named
      .map(([, file = '']) => file)
      .filter((file) => !existsSync(join(ROOT, file)));
    // Built, not written.
    expect(missing.filter((file) => file !== 'sandbox/dist')).toEqual([]);
  });
});

describe('sections that the code cites', () => {
  const sources = ['src', 'sandbox', 'bench', 'scripts', '__tests__'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !/(?:^|\/)(?:dist|node_modules)\//.test(path))
      .map((path) => join(folder, path)),
  );
  it.each([
    ['contract', 'docs/contract.md'],
    ['spec', 'docs/service-api.md'],
  ])('are in the %s', (name, document) => {
    const text = read(document);
    const cited = sources.flatMap((path) =>
      [...read(path).matchAll(new RegExp(`\\b${name},? (?:section )?(\\d+(?:\\.\\d+)?)`, 'g'))].map(
        ([, number = '']) => number,
      ),
    );
    expect(cited.length).toBeGreaterThan(10);
    // `4.5` is a heading of its own, or the fifth point under heading 4.
    const known = (number: string): boolean => {
      const [section = '', point = ''] = number.split('.');
      if (new RegExp(`^#+ ${number.replace('.', '\\.')}\\.? `, 'm').test(text)) {
        return true;
      }
      const body = text.split(/^## /m).find((part) => part.startsWith(`${section}. `)) ?? '';
      return point !== '' && new RegExp(`^${point}\\. `, 'm').test(body);
    };
    expect([...new Set(cited)].filter((number) => !known(number))).toEqual([]);
  });
});

describe('README', () => {
  it('shows workflows with inputs that exist and permissions of their own', () => {
    const { inputs } = parse(read('action.yml')) as { readonly inputs: object };
    type Workflow = {
      readonly permissions: object;
      readonly jobs: Record<
        string,
        { readonly steps: { readonly uses?: string; readonly with?: object }[] }
      >;
    };
    const workflows = [...read('README.md').matchAll(/^```yaml\n([\s\S]*?)^```/gm)].map(
      ([, text = '']) => parse(text) as Workflow,
    );
    expect(workflows).toHaveLength(4);
    for (const { permissions, jobs } of workflows) {
      expect(permissions).toEqual({});
      const steps = Object.values(jobs).flatMap((job) => job.steps);
      const own = steps.filter(({ uses = '' }) => /^[\w-]+\/agent-run-action@v1$/.test(uses));
      expect(own).toHaveLength(1);
      expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(own[0]?.with ?? {})));
    }
  });
});

/** The outcomes that a text names as code. */
function outcomesIn(text: string): ReadonlySet<string> {
  const names = Array.from(text.matchAll(/`(\w+)`/g), ([, name = '']) => name);
  return new Set(names.filter((name) => (OUTCOMES as readonly string[]).includes(name)));
}

describe('the outcomes', () => {
  it('that are green and red are those of the README', () => {
    const [, section = ''] = read('README.md').split(/^## Outcomes$/m);
    const [, green = '', red = ''] = /^(.* are green)\.(.* are red) /m.exec(section) ?? [];
    expect(outcomesIn(green)).toEqual(new Set(outcomesThat(({ fails }) => !fails)));
    expect(outcomesIn(red)).toEqual(new Set(outcomesThat(({ fails }) => fails)));
  });

  it('that need an explanation have one in troubleshooting', () => {
    const [list = ''] = /^- \[Other outcomes\].*$/m.exec(read('docs/troubleshooting.md')) ?? [];
    const explained = OUTCOMES.filter((name) => !['succeeded', 'started', 'error'].includes(name));
    expect(outcomesIn(list)).toEqual(new Set(explained));
  });
});

it('the fields of a task are those of the contract (13) and of the description of `tasks`', () => {
  const fields = Object.entries<{ readonly inFleet: unknown }>(INPUT_TABLE)
    .filter(([, { inFleet }]) => inFleet !== null)
    .map(([name]) => name);
  const [, listed = ''] = /and any of\n(`prompt`[^(]*)\(/.exec(read('docs/contract.md')) ?? [];
  for (const text of [listed, INPUT_TABLE.tasks.description.replace(/.*Each task may set/, '')]) {
    const named = Array.from(text.matchAll(/`(\w+)`/g), ([, name = '']) => name);
    expect(new Set(named.filter((name) => name !== 'key'))).toEqual(new Set(fields));
  }
});

it('docs/security.md says of each service whose token it is, and where that is known from', () => {
  const part = section(read('docs/security.md'), 'Whose token it is, and what the agent reaches');
  const rows = [...part.matchAll(/^\| ([^|]+?) +\| +(?:always )?of /gm)].map(([, name]) => name);
  const own = SERVICE_NAMES.filter((name) => name !== DEFAULT_SERVICE);
  const titles = own.map((name) => SERVICE_TABLE[name].title);
  expect(rows).toEqual([...titles, `\`${DEFAULT_SERVICE}\``]);
  const sheets = [...part.matchAll(/\]\(services\/([\w-]+)\.md\)/g)].map(([, name]) => name);
  expect(sheets).toEqual(own);
});

describe('docs/setup.md', () => {
  const text = read('docs/setup.md');
  const titles = SERVICE_NAMES.map((name) => SERVICE_TABLE[name].title);
  const headings = titles.map((title) =>
    title === SERVICE_TABLE[DEFAULT_SERVICE].title ? 'A service of the specification' : title,
  );
  const ASKED = [
    'Account',
    'Token',
    'Repository access',
    'First run',
    'What it costs',
    'Never tried live',
  ];

  it('has a section for each service', () => {
    const sections = Array.from(text.matchAll(/^## (.+)$/gm), ([, title = '']) => title);
    expect(sections.toSorted()).toEqual([...headings, 'Time and cost'].toSorted());
  });

  it.each(headings)('answers the same for %s, in the same order', (heading) => {
    const [, part = ''] = text.split(new RegExp(`^## ${heading}$`, 'm'));
    const [own = ''] = part.split(/^## /m);
    const labels = Array.from(own.matchAll(/^- \*\*([^*]+?)\.\*\* \S/gm), ([, label]) => label);
    expect(labels.slice(0, ASKED.length)).toEqual(ASKED);
  });
});

describe('what the post step does', () => {
  const quoted = (names: readonly string[]): string => quotedList(names, 'and');

  it('is, of what a step tells, what the list of sinks gives it', () => {
    const [, listed = ''] =
      /A crash leaves all outputs set; (.*?) are completed by the post step/.exec(
        read('docs/security.md'),
      ) ?? [];
    const served = SINKS.filter(({ afterwards }) => afterwards !== undefined);
    expect(listed.split(/, | and /)).toEqual(served.map(({ words }) => words));
    const [, left = ''] =
      /what it could\n +not write in time \(([^)]*)\)/.exec(read('docs/contract.md')) ?? [];
    // The summary is written by then, unless the step was killed.
    const names = served.map(({ words }) => words).filter((words) => words !== 'job summary');
    expect(left.split(', ')).toEqual([...names, 'stop request']);
  });

  it('finds a run without `idempotency` with the services whose creates always carry a key', async () => {
    const always: ServiceName[] = [];
    for (const name of SERVICE_NAMES) {
      const clock = new VirtualClock();
      const agent = await SERVICES[name]({
        http: new MemoryHttp(clock, () => 'hang'),
        clock,
        env: {},
        userAgent: 'test',
        baseUrl: 'https://agents.example.com',
        token: 'a token',
        orgId: '1',
      });
      if (agent.keys.always) {
        always.push(name);
      }
    }
    const others = SERVICE_NAMES.filter((name) => !always.includes(name));
    expect(read('docs/what-happens-when.md')).toContain(
      `${quoted(always)}: the post step finds the run by its key, for up to eight seconds, and ` +
        `reports it. ${quoted(others)}: it says that it is unknown`,
    );
    const contract = read('docs/contract.md').replace(/\s+/g, ' ');
    const [, found] =
      /After a kill the post step finds the run by the same key, with (.*?) always/.exec(
        contract,
      ) ?? [];
    const [, lookedFor] = /\(18\.4: always with (.*?)\)/.exec(contract) ?? [];
    expect([found, lookedFor]).toEqual([quoted(always), quoted(always)]);
  });
});

describe('the hosts of docs/security.md', () => {
  const refuses = (name: InputName, value: string): boolean => {
    const files = new MemoryFiles();
    const { problems } = parseInputs({
      input: (asked) => (asked === name ? value : ''),
      env: {},
      files,
    });
    return problems.some((problem) => problem.name === name);
  };

  it('have each input that takes an address, and nothing else', () => {
    const addresses = INPUT_NAMES.filter(
      (name) => refuses(name, 'x') && !refuses(name, 'https://host.example/T0/B0'),
    );
    const contacted = INPUT_NAMES.filter((name) => INPUT_ROWS[name].contacted !== undefined);
    expect(contacted).toContain('base_url');
    expect(contacted).toEqual(addresses);
  });
});

describe('troubleshooting', () => {
  const text = read('docs/troubleshooting.md');

  it('has a section for each error code, in their order', () => {
    const titles = headings(text).filter(({ title }) =>
      (ERROR_CODES as readonly string[]).includes(title),
    );
    expect(titles).toEqual(ERROR_CODES.map((title) => ({ level: 3, title })));
  });

  it('has a section for each outcome with something to do', () => {
    const told = outcomesThat(({ ending }) => !['good', 'handed_on', 'error'].includes(ending));
    const titles = headings(text).map(({ title }) => title);
    expect(told.filter((outcome) => !titles.includes(outcome))).toEqual([]);
  });

  it.each(ERROR_CODES)('%s has an example, causes and what to do', (code) => {
    const body = section(text, code);
    expect(body).toMatch(/^\n\n```\n.{20}/);
    expect(body).toContain('**Causes.**');
    expect(body).toContain('**What to do.**');
  });

  const create: FailureContext = {
    call: 'create',
    baseUrl: 'https://agents.example.com',
    service: serviceNamed('agent-run'),
    orgId: '42',
    repo: null,
    runId: null,
    webUrl: null,
    tokenCause: tokenCause('a token', serviceNamed('agent-run')),
    retiredTokenCause: null,
    toDrop: [],
    runList: 'the list of runs in the web interface of the service',
  };
  const answered = (status: number, body: string) => statusError({ status, headers: {}, body });
  const dns = new TransportError(
    'dns',
    'the name of the service could not be resolved (ENOTFOUND: getaddrinfo ENOTFOUND agents.example.com)',
  );
  it.each([
    [401, failureOf(answered(401, '{"message":"Invalid or missing API token"}'), create)],
    [402, failureOf(answered(402, '{"detail":"Quota exceeded"}'), create)],
    [
      403,
      failureOf(
        answered(403, '{"message":"The token has no permission for organization 42"}'),
        create,
      ),
    ],
    [
      404,
      failureOf(answered(404, '{"message":"Agent run 4711 not found"}'), {
        ...create,
        call: 'resume',
        runId: '4711',
      }),
    ],
    [
      422,
      failureOf(
        answered(422, '{"detail":[{"loc":["body","model"],"msg":"unknown model"}]}'),
        create,
      ),
    ],
    [429, failureOf(answered(429, '{"message":"Rate limit exceeded"}'), create)],
    [301, failureOf(answered(301, ''), create)],
    [502, failureOf(answered(502, '<h1>Bad Gateway</h1>'), create)],
    ['dns', failureOf(transportFailure(dns), create)],
  ])('shows the message of %s as it is', (_what, { code, message }) => {
    expect(section(text, code)).toContain(`\n${message}\n`);
  });
});

interface ToldOfInputs {
  readonly service: ServiceName;
  /** Those that the row is about. */
  readonly inputs: readonly InputName[];
  readonly cell: string;
}

/** The cells of a table with a column for each service. */
function cellsOf(table: string): readonly ToldOfInputs[] {
  const [head = [], , ...rows] = table
    .split('\n')
    .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()));
  return rows.flatMap(([, what = '', ...cells]) => {
    const inputs = INPUT_NAMES.filter((name) => what.includes(`\`${name}`));
    return cells.flatMap((cell, at) => {
      const service = SERVICE_NAMES.find((name) => head[at + 2] === `\`${name}\``);
      return service === undefined ? [] : [{ service, inputs, cell }];
    });
  });
}

/** What a cell about several inputs says of this one: `` `a` is optional; the others no ``. */
function clauseOf(cell: string, name: InputName): string {
  const clauses = cell.split('; ');
  return clauses.find((clause) => clause.includes(`\`${name}\``)) ?? clauses.at(-1) ?? '';
}

/** The limits of an input that say of some services that they take no value of it at all. */
function denialsOf(name: InputName) {
  return INPUT_ROWS[name].limits.flatMap((limit) =>
    limit.by === 'service' && limit.asks === undefined ? [limit] : [],
  );
}

const WHOLLY_DENIED = INPUT_NAMES.filter((name) => denialsOf(name).length > 0);

/** Null: no service is denied it. */
function isDeniedTo(facts: ServiceFacts, name: InputName): boolean | null {
  const denials = denialsOf(name);
  return denials.length === 0 ? null : denials.some(({ denies }) => denies(facts));
}

describe('the contract', () => {
  const text = read('docs/contract.md');
  const words = (list: string): string[] => list.match(/[A-Za-z_]+/g) ?? [];
  /** The rows of tables whose first cell names it. */
  const row = (name: string): string =>
    text.split('\n').find((line) => line.startsWith(`| \`${name}\``)) ?? '';

  it('lists the outcomes (contract 1.2)', () => {
    const [, , meaning = ''] = row('outcome').split(' | ');
    const listed = [...(meaning || row('outcome')).matchAll(/`(\w+)`/g)].map(([, word]) => word);
    expect(new Set(listed.filter((word) => word !== 'outcome'))).toEqual(new Set(OUTCOMES));
  });

  it('lists the outcomes that fail a step, and that have a message (contract 1.1, 1.2)', () => {
    const failing = outcomesThat(({ fails }) => fails);
    expect(row('fail_on')).toContain(`\`${failing.join()}\``);
    const [, told = ''] = /not good news \(([^)]*)\)/.exec(row('error_code')) ?? [];
    expect(new Set(words(told))).toEqual(new Set(outcomesThat(({ fails }) => fails)));
  });

  it('gives the order of the outcomes in a fleet (contract 13)', () => {
    const [, order = ''] = /in the\s+order of `([^`]*)`/.exec(text) ?? [];
    const ranked = OUTCOMES.toSorted((a, b) => OUTCOME_TABLE[a].rank - OUTCOME_TABLE[b].rank);
    expect([...words(order), 'succeeded']).toEqual(ranked);
  });

  it('names the failures of a commit status (contract 15)', () => {
    const [, failures = ''] = /`failure` \(([^)]*), schema verdict\)/.exec(text) ?? [];
    const failing = outcomesThat(({ commitState }) => commitState === 'failure');
    expect(new Set(words(failures))).toEqual(new Set(failing));
  });

  it('lists the status words and what they mean (contract 4.2)', () => {
    const [, list = ''] = /Built in: ([\s\S]*?)\. Anything else/.exec(text) ?? [];
    const listed = [...list.matchAll(/(\w+(?: \w+)?)\s+`([^`]*)`/g)].map(
      ([, meaning = '', of = '']) => [meaning, words(of)],
    );
    const named = { succeeded: 'success', failed: 'failure' } as Record<string, string>;
    expect(listed).toEqual(
      Object.entries(STATUS_TABLE).map(([meaning, of]) => [
        named[meaning] ?? meaning.replace('_', ' '),
        of,
      ]),
    );
  });

  it('has a row for every input and every output (contract 1.1, 1.2)', () => {
    const cells = [...text.matchAll(/^\| ((?:`\w+`(?:, )?)+)/gm)].flatMap(([, cell = '']) =>
      words(cell),
    );
    const missing = [...Object.keys(INPUT_TABLE), ...Object.keys(OUTPUT_TABLE)].filter(
      (name) => !cells.includes(name),
    );
    expect(missing).toEqual([]);
  });

  it('denies in its tables what the limits of the inputs deny a service (contract 18.1)', () => {
    const [, part = ''] =
      /^1\. \*\*What each needs and can([\s\S]*?)^2\. /m.exec(
        text.slice(text.indexOf('\n## 18. ')),
      ) ?? [];
    const told = part
      .split('\n\n')
      .filter((table) => table.startsWith('| |'))
      .flatMap(cellsOf)
      .filter(({ inputs }) => inputs.length > 0);
    const compared = told.flatMap(({ service, inputs, cell }) =>
      inputs.flatMap((name) => {
        const isDenied = isDeniedTo(SERVICE_TABLE[service], name);
        return isDenied === null ? [] : [{ service, name, cell: clauseOf(cell, name), isDenied }];
      }),
    );
    expect(new Set(compared.map(({ name }) => name))).toEqual(
      new Set(WHOLLY_DENIED.filter((name) => name !== 'max_turns')),
    );
    const wrong = compared.filter(
      ({ cell, isDenied }) => /\bno\b|^`auto` alone$/.test(cell) !== isDenied,
    );
    expect(wrong).toEqual([]);
  });

  it('names every error code (contract 5)', () => {
    const [, codes = ''] = /^## 5\. [^\n]*\n([\s\S]*?)^## 6/m.exec(text) ?? [];
    expect(ERROR_CODES.filter((code) => !codes.includes(`\`${code}\``))).toEqual([]);
  });
});

/** The words of bash arrays `name=(…)` at the beginning of a line, also of those in quotes. */
const listsIn = (script: string): string[] =>
  [...read(script).matchAll(/^\w+=\(([^)]+)\)$/gm)].flatMap(([, words = '']) =>
    words.replaceAll('"', '').split(' '),
  );

/** The names of checks that a job of a workflow spreads over a matrix. */
function spread(workflow: string, job: string): string[] {
  const { jobs } = parse(read(workflow)) as {
    jobs: Record<
      string,
      { strategy: { matrix: { include: readonly { readonly checks: string }[] } } }
    >;
  };
  return (jobs[job]?.strategy.matrix.include ?? []).flatMap(({ checks }) => checks.split(' '));
}

describe('workflows', () => {
  it.each([
    ['.github/workflows/ci.yml', 'checks', 'scripts/checks.sh'],
    ['.github/workflows/nightly.yml', 'check', 'scripts/nightly.sh'],
  ])('%s runs every check of its list', (workflow, job, script) => {
    expect(spread(workflow, job).sort()).toEqual(listsIn(script).sort());
  });
});

describe('CONTRIBUTING', () => {
  it('names every check that CI requires of a change', () => {
    const required = spread('.github/workflows/ci.yml', 'checks');
    const [, steps = ''] = /^## From the clone([\s\S]*?)^## /m.exec(read('CONTRIBUTING.md')) ?? [];
    const named = [...steps.matchAll(/`([^`]+)`/g)].flatMap(([, code = '']) => code.split(' '));
    expect(required.filter((name) => !named.includes(name))).toEqual([]);
  });

  it('says what each module of the kit is for', () => {
    const head = '| Part | Modules of `src/agents/kit/` |';
    const [, rest = ''] = read('CONTRIBUTING.md').split(head);
    const [table = ''] = rest.split('\n\n');
    const named = [...table.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name);
    const modules = readdirSync(join(ROOT, 'src/agents/kit')).map((name) =>
      name.replace('.ts', ''),
    );
    // That which makes an agent of all of them.
    expect(modules.filter((name) => name !== 'define' && !named.includes(name))).toEqual([]);
  });
});

describe('the schema of runs_file', () => {
  it('lists the outcomes', () => {
    const { properties } = JSON.parse(read('docs/schemas/runs-file.schema.json')) as {
      properties: { outcome: { enum: readonly string[] } };
    };
    expect(properties.outcome.enum).toEqual(OUTCOMES);
  });
});

describe('decisions', () => {
  it('have a line for every package in the bundle', () => {
    const { dependencies } = JSON.parse(read('package.json')) as {
      dependencies: Record<string, string>;
    };
    expect(firstCells(read('docs/decisions/dependencies.md')).sort()).toEqual(
      Object.keys(dependencies).sort(),
    );
  });

  it('are all in the list', () => {
    const records = markdownIn('docs/decisions').map((path) => path.replace('docs/decisions/', ''));
    const listed = [...read('docs/decisions/README.md').matchAll(/\]\(([\w-]+\.md)\)/g)].map(
      ([, to]) => to,
    );
    expect(listed.sort()).toEqual(records.filter((name) => name !== 'README.md'));
  });

  it.each(markdownIn('docs/decisions').filter((path) => !path.endsWith('README.md')))(
    '%s says what was given, what was decided and what follows',
    (path) => {
      const parts = [...read(path).matchAll(/^\*\*(\w+)\.\*\*/gm)].map(([, part]) => part);
      expect(parts).toEqual(['Context', 'Decision', 'Consequences']);
    },
  );
});

describe('mutation tests', () => {
  it('have a row for every part, and every part its modules', () => {
    expect(firstCells(read('docs/mutation.md'))).toEqual(Object.keys(PARTS));
    for (const part of Object.values(PARTS)) {
      expect(modulesOf(part).length).toBeGreaterThan(0);
    }
    for (const figure of figures().values()) {
      expect(figure).toBeGreaterThanOrEqual(95);
    }
  });
});

describe('the sandbox', () => {
  const text = read('sandbox/README.md');

  it('names its scenarios in the order in which auto tries them', () => {
    expect(firstCells(section(text, 'Scenarios'))).toEqual(Object.keys(BUILT_IN));
  });

  it('shows a scenario that can be played', () => {
    const [, source = ''] = /^```yaml\n(description[\s\S]*?)^```/m.exec(text) ?? [];
    const { turns, faults } = readScenario('README', parse(source));
    expect({ turns: turns.length, faults: faults.length }).toEqual({ turns: 2, faults: 2 });
  });

  it('names every fault', () => {
    const general = /Fault \(`do`\)[\s\S]*?\n\n/.exec(section(text, 'Faults'))?.[0] ?? '';
    const named = firstCells(general).filter((cell) => !cell.startsWith('{'));
    expect(named.sort()).toEqual([...FAULT_NAMES].sort());
  });

  it('names every option of the command', () => {
    const help = /HELP = `([\s\S]*?)`/.exec(read('sandbox/cli.ts'))?.[1] ?? '';
    const options = [...help.matchAll(/^ {2}(--\w+)/gm)].map(([, name]) => name);
    const named = firstCells(section(text, 'On your machine')).map((cell) => cell.split(' ')[0]);
    expect(options.length).toBeGreaterThan(0);
    expect(named).toEqual(options);
  });

  it('names every service that it plays: as an option, with its words, and in a part of its own', () => {
    const [option = ''] = /^\| `--service NAME` \|(.*)$/m.exec(text)?.slice(1) ?? [];
    const others = section(text, 'Other services');
    const words = (others.match(/^\| Status in a scenario .*$/gm) ?? []).join();
    const named = (line: string): readonly string[] =>
      [...line.matchAll(/`([a-z-]+)`/g)].flatMap(([, name = '']) => name);
    const isOther = (name: string): boolean => name !== DEFAULT_SERVICE;
    expect(named(option)).toEqual(SERVICE_NAMES);
    expect(named(words)).toEqual(SERVICE_NAMES.filter(isOther));
    const parts = [...others.matchAll(/^`([a-z-]+)`\n: /gm)].map(([, name]) => name);
    expect(parts).toEqual(SERVICE_NAMES.filter(isOther));
  });

  it('says in which words each service tells a status', () => {
    type WordOf = (meaning: Meaning) => string;
    const words: Readonly<Record<Exclude<ServiceName, 'agent-run'>, WordOf>> = {
      cursor: (meaning) => CURSOR_WORDS[meaning],
      devin: (meaning) => DEVIN_WORDS[meaning],
      copilot: (meaning) => COPILOT_WORDS[meaning],
      jules: (meaning) => JULES_WORDS[meaning],
      // The word of its sandbox comes first.
      openhands: (meaning) => `RUNNING/${OPENHANDS_WORDS[meaning]}`,
    };
    const tables = section(text, 'Other services')
      .split('\n\n')
      .filter((part) => part.startsWith('| Status in a scenario'));
    const codes = (cell: string): readonly string[] =>
      [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
    const shown = tables.flatMap((table) => {
      const [head = [], , ...rows] = table
        .split('\n')
        .map((line) => line.split('|').slice(1, -1).map(codes));
      const services = head.flat();
      return rows.flatMap(([statuses = [], ...cells]) =>
        statuses.flatMap((status) =>
          services.map((service, at) => `${service}: ${status} is ${cells[at]?.[0] ?? ''}`),
        ),
      );
    });
    const played = Object.entries(words).flatMap(([service, wordOf]) =>
      Object.entries(STATUS_MEANINGS).map(
        ([status, meaning]) => `${service}: ${status} is ${wordOf(meaning)}`,
      ),
    );
    expect(shown.toSorted()).toEqual(played.toSorted());
  });

  it('names the inputs and outputs of its action', () => {
    const { inputs, outputs } = parse(read('sandbox/action.yml')) as Record<
      string,
      Record<string, unknown>
    >;
    const prose = section(text, 'In a workflow').replace(/```[\s\S]*?```/g, '');
    for (const name of [...Object.keys(inputs ?? {}), ...Object.keys(outputs ?? {})]) {
      expect(prose).toContain(`\`${name}\``);
    }
  });
});
