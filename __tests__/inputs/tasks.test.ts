/**
 * The tasks of a fleet (contract 13): where they come from, what a task inherits, and every problem
 * at once.
 */
import { describe, expect, it } from '@jest/globals';
import { parseInputs } from '../../src/inputs/parse.ts';
import { describeProblems } from '../../src/inputs/reader.ts';
import { readTasks, taskFormat, type FleetTask } from '../../src/inputs/tasks.ts';
import { MemoryFiles } from '../support/memory-files.ts';

const anchors = (count: number): string =>
  Array.from({ length: count }, (_, index) => `    f${index}: &a${index} 1\n`).join('');
const REQUIRED = { token: 'tok-secret', org_id: '42', base_url: 'https://agents.example.com' };
const ENV = { GITHUB_WORKSPACE: '/workspace', RUNNER_TEMP: '/temp' };
const FILES = new MemoryFiles({
  '/workspace/tasks.json': '[{"key": "json", "prompt": "a"}]',
  '/workspace/tasks.jsonl': '{"key": "one", "prompt": "a"}\n\n{"key": "two", "prompt": "b"}\r\n',
  '/workspace/tasks.yaml':
    '- key: 1.5\n  prompt: |\n    a\n    b\n- prompt: c\n  request_fields: { metadata: { team: x } }\n',
  '/workspace/sessions.yaml':
    '- agent_run_id: &id 14550388554331055113\n- agent_run_id: 9007199254740993\n' +
    '- agent_run_id: 0x3782DACE9D900000\n- agent_run_id: 1e3\n',
  '/workspace/numbers.yaml':
    '- { key: 1.10, prompt: 2024, repo_id: 42, model: 4.0, request_fields: { limit: 1.50 } }\n',
  '/workspace/hexadecimal.yaml': '- { prompt: a, repo_id: 0x10 }\n',
  '/workspace/merged.yaml':
    '- <<: { agent_run_id: 14550388554331055113 }\n  prompt: a\n' +
    '  request_fields: { <<: { first: 1 }, second: 2 }\n',
  '/workspace/broken.yaml': '- key: "x',
  '/workspace/broken.jsonl': '{"prompt": "a"}\n\n{oops\n',
  '/workspace/map.yml': 'key: x',
  '/workspace/twice.jsonl': '{"prompt": "a"}\n{"key": "b", "prompt": "b", "key": "c"}',
  '/workspace/circle.yaml': '- &a\n  prompt: x\n  request_fields: *a\n',
  '/workspace/a.gif': 'GIF89a',
  '/workspace/a,b.gif': 'GIF89a',
  '/workspace/anchors.yaml': `- prompt: x\n  request_fields:\n${anchors(101)}`,
  '/workspace/a-few-anchors.yaml': `- prompt: R&D &c\n  request_fields:\n${anchors(100)}`,
  '/workspace/large.json': JSON.stringify([{ prompt: 'x'.repeat(1024 * 1024) }]),
  '/workspace/task.md': 'From a file.\n',
  '/workspace/tasks.toml': 'x = 1',
  '/etc/tasks.json': '[]',
});

type Given = Readonly<Record<string, string>>;

async function read(tasks: unknown, given: Given = {}) {
  const all: Given = {
    ...REQUIRED,
    ...given,
    tasks: typeof tasks === 'string' ? tasks : JSON.stringify(tasks),
  };
  const sources = { input: (name: string) => all[name] ?? '', env: ENV, files: FILES };
  const format = (await taskFormat(sources.input('tasks')))!;
  return readTasks(sources, { format, known: parseInputs(sources).problems });
}

async function accepted(tasks: unknown, given?: Given): Promise<readonly FleetTask[]> {
  const { tasks: read_, problems } = await read(tasks, given);
  expect(problems).toEqual([]);
  return read_;
}

/** Each problem as `name: given`. */
async function problems(tasks: unknown, given?: Given): Promise<string[]> {
  return (await read(tasks, given)).problems.map((one) => `${one.name}: ${one.given}`);
}

describe('the list of tasks', () => {
  it.each([
    ['tasks.json', ['json']],
    ['tasks.jsonl', ['one', 'two']],
    ['tasks.yaml', ['1.5', '1']],
  ])('may be a file in the workspace: %s', async (path, keys) => {
    expect((await accepted(path)).map(({ key }) => key)).toEqual(keys);
  });

  it('may be a JSON array, on several lines', async () => {
    const [task] = await accepted(' \n[ {"prompt": "a"} ]\n');
    expect(task).toMatchObject({
      key: '0',
      own: { prompt: 'a', agentRunId: null, repoId: null, requestFields: {} },
    });
  });

  it.each([
    ['../etc/tasks.json', 'leads out of the workspace'],
    ['absent.json', 'but there is no such file'],
    ['tasks.toml', '"tasks.toml", which is not JSON'],
    ['broken.yaml', 'which is not YAML'],
    ['broken.jsonl', 'which is not JSON lines (line 3: '],
    ['map.yml', 'which holds no list'],
    ['circle.yaml', 'which is not YAML (Converting circular structure'],
    ['large.json', 'which is larger than 1 MB'],
    ['anchors.yaml', '101 anchors; at most 100'],
    ['{"prompt": "a"}', 'which holds no list'],
    ['[{"prompt": }]', 'which is not JSON'],
    ['- key: a\n  prompt: Fix it.\n', 'tasks: several lines that are not JSON'],
    ['[]', '0 tasks'],
    ['[{"prompt": "a", "prompt": "b"}]', 'an object has the name "prompt" twice'],
    ['twice.jsonl', 'line 2: an object has the name "key" twice'],
  ])('may not be %s', async (given, why) => {
    const found = await problems(given);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(why);
  });

  it('is told on one line where it is wrong', async () => {
    const found = await read('broken.yaml');
    expect(found.problems.map(({ given }) => given)).toEqual([
      '"broken.yaml", which is not YAML (Missing closing "quote at line 1, column 10)',
    ]);
    const lines = describeProblems((await read('["a",\n  oops]')).problems).split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(/^- `tasks`: got a text, which is not JSON \(.*\); accepted: /);
  });

  it('may have a hundred anchors, and ampersands in its texts', async () => {
    expect((await accepted('a-few-anchors.yaml'))[0]?.own).toMatchObject({ prompt: 'R&D &c' });
  });

  it('has at most a thousand tasks', async () => {
    const many = (count: number) => Array.from({ length: count }, () => ({ prompt: 'a' }));
    expect(await accepted(many(1000))).toHaveLength(1000);
    expect(await problems(many(1001))).toEqual(['tasks: 1001 tasks']);
  });
});

describe('a number', () => {
  const JULES = { service: 'jules', org_id: '', base_url: '' };
  const runIds = (tasks: readonly FleetTask[]) => tasks.map(({ own }) => own.agentRunId);

  it('of a YAML file is read as it is written', async () => {
    expect(runIds(await accepted('sessions.yaml', JULES))).toEqual([
      '14550388554331055113',
      '9007199254740993',
      '0x3782DACE9D900000',
      '1e3',
    ]);
    const [task] = await accepted('numbers.yaml');
    expect(task).toMatchObject({ key: '1.10', own: { prompt: '2024', repoId: 42, model: '4.0' } });
    expect(task?.own.requestFields).toEqual({ limit: 1.5 });
  });

  it('has what its merge keys bring', async () => {
    const [task] = await accepted('merged.yaml', JULES);
    expect(task?.own).toMatchObject({
      agentRunId: '14550388554331055113',
      requestFields: { first: 1, second: 2 },
    });
  });

  it.each([
    ['hexadecimal.yaml', 'tasks[0].repo_id: "0x10"'],
    ['[{"agent_run_id": 14550388554331055113}]', 'tasks[0].agent_run_id: 14550388554331055113'],
    ['[{"key": 9007199254740993, "prompt": "a"}]', 'tasks[0].key: 9007199254740993'],
    ['[{"key": 1.5, "prompt": "a"}]', 'tasks[0].key: 1.5'],
  ])('that says something else than was written is refused: %s', async (tasks, problem) => {
    expect(await problems(tasks)).toEqual([problem]);
  });

  it('that needs quotes is refused with that advice', async () => {
    const tasks = '[{"key": 1.5, "agent_run_id": 14550388554331055113}]';
    const { problems: found } = await read(tasks, JULES);
    expect(found.map(({ accepted: what }) => what)).toEqual([
      expect.stringMatching(/a number that is long .* needs quotes$/),
      expect.stringMatching(/a number that is long .* needs quotes$/),
    ]);
    const inQuotes = '[{"agent_run_id": "14550388554331055113"}, {"agent_run_id": 1455}]';
    expect(runIds(await accepted(inQuotes, JULES))).toEqual(['14550388554331055113', '1455']);
  });
});

describe('a field that a task does not set', () => {
  const INPUTS = {
    prompt: 'Usual.',
    repo_id: '7',
    model: 'm',
    images: 'a.gif',
    request_fields: '{"x": 1}',
  };

  it('comes from the input of the same name', async () => {
    const [task] = await accepted([{ key: 'a' }], INPUTS);
    expect(task?.own).toMatchObject({
      prompt: 'Usual.',
      repoId: 7,
      model: 'm',
      images: [{ path: '/workspace/a.gif', mimeType: 'image/gif' }],
      requestFields: { x: 1 },
    });
  });

  it("is not taken from the input that the task's own field replaces", async () => {
    const [task] = await accepted(
      [{ prompt_file: 'task.md', repo: 'octo/other', request_fields: { y: 2 }, images: [] }],
      INPUTS,
    );
    expect(task?.own).toMatchObject({
      prompt: 'From a file.\n',
      repo: 'octo/other',
      repoId: null,
      requestFields: { y: 2 },
      images: [],
    });
  });

  it('is not a prompt if the task names its run, which is only followed', async () => {
    const [followed, resumed] = await accepted(
      [{ agent_run_id: 5 }, { agent_run_id: '6', prompt: 'On.' }],
      INPUTS,
    );
    expect(followed?.own).toMatchObject({ prompt: null, agentRunId: '5' });
    expect(resumed?.own).toMatchObject({ prompt: 'On.', agentRunId: '6' });
  });

  it('may name an image with a comma in a list', async () => {
    const [task] = await accepted([{ prompt: 'x', images: ['a,b.gif', 'a.gif'] }]);
    expect(task?.own.images.map(({ path }) => path)).toEqual([
      '/workspace/a,b.gif',
      '/workspace/a.gif',
    ]);
  });

  it('is treated as absent if it is null', async () => {
    const [task] = await accepted([{ key: null, prompt: null, agent_run_id: null }], INPUTS);
    expect(task).toMatchObject({ key: '0', own: { prompt: 'Usual.', agentRunId: null } });
  });
});

describe('all problems are reported at once', () => {
  it('by key and field', async () => {
    expect(
      await problems([
        { key: 'a b', prompt: 'x' },
        { key: 'same', prompt: 'x' },
        { key: 'same', prompt: 'x' },
        { key: 'c', promt: 'x', repo_id: 1.5 },
        { key: 'd' },
        'e',
        { key: 'f', prompt: 'x', repo: 'octo' },
        { key: 'g', prompt: 'x', repo: 'octo/a', repo_id: 3 },
        { key: 'h', prompt: 'x', prompt_file: 'task.md' },
        { key: 'i', prompt: 'x', model: 'm', request_fields: { model: 'n' } },
        { key: 'j', prompt: 'x', request_fields: { prompt: 'n' } },
        { key: 'k', agent_run_id: 9 },
        { key: 'l', agent_run_id: 9 },
        { key: 'm', prompt: ' ' },
        { key: 'n', prompt: 'x', repo: 'octo/..' },
      ]),
    ).toEqual([
      'tasks[0].key: "a b"',
      'tasks[same].key: "same", which tasks 2 and 3 have',
      'tasks[c].promt: a field that tasks do not have',
      'tasks[c].repo_id: 1.5',
      'tasks[d].prompt: nothing',
      'tasks[5]: "e"',
      'tasks[f].repo: "octo"',
      'tasks[g].repo: "octo/a" together with `repo_id`',
      'tasks[h].prompt_file: "task.md" together with `prompt`',
      'tasks[i].model: "m", which `request_fields` has too',
      'tasks[j].request_fields: "{"prompt":"n"}"',
      'tasks[l].agent_run_id: 9, which the task "k" has',
      'tasks[m].prompt: " "',
      'tasks[n].repo: "octo/.."',
    ]);
  });

  it.each([
    ['promt', '. Did you mean `prompt`?'],
    ['repoId', '. Did you mean `repo_id`?'],
    ['reviewers', ''],
  ])('with the field that %s is similar to', async (name, hint) => {
    const [problem] = (await read([{ prompt: 'x', [name]: 'y' }])).problems;
    expect(problem?.accepted).toMatch(/^`key`, `prompt`, .*`request_fields`/);
    expect(problem?.accepted.split('`request_fields`')[1]).toBe(hint);
  });

  it('including an index that another task uses as its key', async () => {
    expect(await problems([{ key: '1', prompt: 'a' }, { prompt: 'b' }])).toEqual([
      'tasks[1].key: "1", which tasks 1 and 2 have',
    ]);
  });

  it('with those of the inputs once, not for each task', async () => {
    expect(
      await problems([{ key: 'a', prompt: 'x' }, { key: 'b' }], { repo: 'octo', prompt: 'y' }),
    ).toEqual([]);
  });
});
