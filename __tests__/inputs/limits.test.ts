/** No input is ignored in silence: refused, or told in a notice (contract 1.1, 18). */
import { describe, expect, it } from '@jest/globals';
import { SERVICE_NAMES, SERVICE_TABLE } from '../../src/agents/service-table.ts';
import { idleNotice } from '../../src/inputs/limits.ts';
import { parseInputs } from '../../src/inputs/parse.ts';
import { InputReader } from '../../src/inputs/reader.ts';
import { Given, INPUT_GROUPS, type InputLimit } from '../../src/inputs/row.ts';
import { INPUT_NAMES, INPUT_ROWS, type InputName } from '../../src/inputs/table.ts';
import { OF_THE_STEP, readTasks, taskFormat } from '../../src/inputs/tasks.ts';
import { MemoryFiles } from '../support/memory-files.ts';

type Inputs = Readonly<Record<string, string>>;

const FILES = new MemoryFiles({ '/workspace/a.gif': 'GIF89a' }, { directories: ['/temp'] });
const ENV = {
  GITHUB_WORKSPACE: '/workspace',
  RUNNER_TEMP: '/temp',
  GITHUB_REPOSITORY: 'octo/website',
  GITHUB_API_URL: 'https://api.github.example',
};

function sourcesOf(given: Inputs) {
  const all: Inputs = { token: 'tok-secret', prompt: 'Fix it.', service: 'cursor', ...given };
  return { input: (name: string) => all[name] ?? '', env: ENV, files: FILES };
}

function noticeOf(given: Inputs): string | null {
  const { problems, idle } = parseInputs(sourcesOf(given));
  expect(problems).toEqual([]);
  return idleNotice(idle);
}

const RUN = 'bc-5f0c1d2e-3a4b-4c5d-8e6f-708192a3b4c5';
const NEW_RUN =
  'it goes into the request that creates a run, and `agent_run_id` names one that exists';
const WITH_PROMPT = 'it is sent with a `prompt`, and without one the run is only followed';
const NO_RUN = 'with `task: check` there is no run';
const NO_WAIT = 'with `wait: false` the step ends when the run exists';

describe('what does nothing is told', () => {
  it.each<[Inputs, string, string]>([
    [{ agent_run_id: RUN, model: 'opus' }, 'model', NEW_RUN],
    [{ agent_run_id: RUN, ref: 'topic' }, 'ref', NEW_RUN],
    [{ agent_run_id: RUN, create_pull_request: 'true' }, 'create_pull_request', NEW_RUN],
    [{ agent_run_id: RUN, request_fields: '{"a":1}' }, 'request_fields', NEW_RUN],
    [
      { service: 'agent-run', org_id: '1', base_url: 'https://a.example', ...attached('77') },
      'repo_id',
      NEW_RUN,
    ],
    [{ agent_run_id: RUN, prompt: '', images: 'a.gif' }, 'images', WITH_PROMPT],
    [{ agent_run_id: RUN, prompt: '', context: 'event' }, 'context', WITH_PROMPT],
    [{ wait: 'false', poll_interval_seconds: '30' }, 'poll_interval_seconds', NO_WAIT],
    [{ wait: 'false', success_statuses: 'GOOD' }, 'success_statuses', NO_WAIT],
    [{ wait: 'false', failure_statuses: 'BAD' }, 'failure_statuses', NO_WAIT],
    [{ wait: 'false', expect: 'pull_request' }, 'expect', NO_WAIT],
    [{ wait: 'false', logs: 'full' }, 'logs', NO_WAIT],
    [{ wait: 'false', logs_file: 'agent.jsonl' }, 'logs_file', NO_WAIT],
    [{ wait: 'false', report: 'upload' }, 'report', NO_WAIT],
    [
      { wait: 'false', commit_status: 'agent' },
      'commit_status',
      'with `wait: false` no step would be left to update it; set it on the step that waits for ' +
        'the run',
    ],
    [
      { comment_key: 'nightly' },
      'comment_key',
      'it tells comments, reviews and keys of runs apart, and the step has none of them; is ' +
        '`comment: true` missing?',
    ],
    [
      { expect: 'checks', max_fixes: '1', agent_run_id: RUN, prompt: '' },
      'max_fixes',
      'a run that is only followed (`agent_run_id` without a `prompt`) is asked for nothing',
    ],
    [
      { idempotency: 'on', agent_run_id: RUN, prompt: '' },
      'idempotency',
      'a run that is only followed (`agent_run_id` without a `prompt`) is asked for nothing',
    ],
    [{ task: 'check', comment: 'true' }, 'comment', NO_RUN],
    [{ task: 'check', commit_status: 'agent' }, 'commit_status', NO_RUN],
    [{ task: 'check', expect: 'pull_request' }, 'expect', NO_RUN],
    [
      { service: 'copilot', expect: 'checks', max_fixes: '1' },
      'max_fixes',
      'the service takes no message to a run that exists, so that it is asked for nothing',
    ],
    [
      { agent_run_id: RUN, resume: 'thread', max_turns: '2' },
      'max_turns',
      'it counts follow-ups to the run that a thread records, and `agent_run_id`, which wins over ' +
        '`resume: thread`, names the run',
    ],
    [
      { allowed_bots: 'dependabot, renovate[bot], Copilot' },
      'allowed_bots',
      '`dependabot`: logins of bots end in `[bot]`; write `dependabot[bot]`',
    ],
    [{ allowed_bots: '*' }, 'allowed_bots', '`*`: logins of bots end in `[bot]`; name each bot'],
    [{ allowed_bots: '*[bot]' }, 'allowed_bots', '`*[bot]`: no login of a bot; name each bot'],
    [
      { allowed_bots: '@renovate[bot], helper [bot]' },
      'allowed_bots',
      '`@renovate[bot]` and `helper [bot]`: no login of a bot; ' +
        'write `renovate[bot]` and `helper[bot]`',
    ],
    [
      { allowed_bots: 'app/renovate, https://github.com/apps/helper/, @copilot' },
      'allowed_bots',
      '`app/renovate`, `https://github.com/apps/helper/` and `@copilot`: ' +
        'logins of bots end in `[bot]`; write `renovate[bot]`, `helper[bot]` and `Copilot`',
    ],
  ])('%j: %s', (given, name, why) => {
    expect(noticeOf(given)).toBe(`Without effect in this step: \`${name}\` (${why}).`);
  });

  it('all in one notice', () => {
    expect(noticeOf({ agent_run_id: RUN, model: 'opus', ref: 'topic' })).toBe(
      `Without effect in this step: \`ref\` (${NEW_RUN}); \`model\` (${NEW_RUN}).`,
    );
  });

  it.each<Inputs>([
    {},
    { agent_run_id: RUN },
    { agent_run_id: RUN, idempotency: 'on' },
    { agent_run_id: RUN, task: 'check', prompt: '' },
    { comment_key: 'a', comment: 'true' },
    { comment_key: 'a', resume: 'thread' },
    { comment_key: 'a', idempotency: 'on' },
    { comment_key: 'a', review: 'gate' },
    { context: 'event', review: 'advise', prompt: '' },
    { allowed_bots: 'renovate[bot], Copilot' },
    { expect: 'checks', max_fixes: '3' },
    // The thread records the run.
    { agent_run_id: RUN, resume: 'thread' },
    { resume: 'thread', max_turns: '2' },
    // As the runner passes them: the defaults of action.yml.
    { agent_run_id: RUN, create_pull_request: 'auto', context: 'none', resume: 'never' },
    { wait: 'false', poll_interval_seconds: 'auto', logs: 'compact', expect: 'none' },
    { wait: 'false', report: 'false', logs: 'none' },
  ])('nothing is told of %j', (given) => {
    expect(noticeOf(given)).toBeNull();
  });

  it('of a task, only what it sets itself', async () => {
    const tasks = JSON.stringify([
      { key: 'old', agent_run_id: RUN, prompt: 'Go on.', ref: 'topic' },
      { key: 'new', ref: 'topic' },
    ]);
    const sources = sourcesOf({ model: 'opus', tasks });
    const format = await taskFormat(tasks);
    const read = format === null ? null : readTasks(sources, { known: [], format });
    expect(read?.problems).toEqual([]);
    expect(read?.idle).toEqual([{ name: 'tasks[old].ref', why: NEW_RUN }]);
  });
});

function attached(id: string): Inputs {
  return { agent_run_id: id, repo_id: '7' };
}

it('every capability that a service lacks refuses an input', () => {
  const denials = Object.values(INPUT_ROWS).flatMap(({ limits }) =>
    limits.flatMap((limit) => (limit.by === 'service' ? [limit] : [])),
  );
  const lacking = SERVICE_NAMES.filter((name) => !SERVICE_TABLE[name].can.model);
  expect(lacking).not.toEqual([]);
  for (const name of lacking) {
    const { problems } = parseInputs(sourcesOf({ service: name, model: 'opus' }));
    expect(problems.map((problem) => problem.name)).toContain('model');
  }
  const asked = new Set<PropertyKey>();
  const { can, ...facts } = SERVICE_TABLE.cursor;
  const watched = new Proxy(can, {
    get: (target, name) => {
      asked.add(name);
      return Reflect.get(target, name);
    },
  });
  denials.forEach(({ denies }) => denies({ ...facts, can: watched }));
  // What of a service's abilities no input asks for.
  const own = ['log', 'promptMax', 'startsAtHead'];
  expect(Object.keys(can).filter((name) => !asked.has(name) && !own.includes(name))).toEqual([]);
});

describe('the table of inputs', () => {
  it('asks in its limits of inputs that exist', () => {
    const known = new Set<string>(INPUT_NAMES);
    const asked = new Set<string>();
    const read = new InputReader((name) => {
      asked.add(name);
      return '';
    });
    const every = Object.values(INPUT_ROWS).flatMap(({ limits }) => limits);
    for (const limit of every) {
      askAll(limit, new Given(read, SERVICE_TABLE.cursor));
    }
    expect(asked.size).toBeGreaterThan(5);
    expect([...asked].filter((name) => !known.has(name))).toEqual([]);
  });

  it('names every input of the step that an input of a task may rule out', () => {
    const refusing = INPUT_NAMES.filter((name) => INPUT_ROWS[name].inFleet === null).filter(
      (name) => refusedBy(name).some((one) => INPUT_ROWS[one].inFleet !== null),
    );
    // With `tasks`, there is no other `task` than `run`.
    expect(refusing.filter((name) => name !== 'task')).toEqual(OF_THE_STEP);
  });

  it('has something below each heading, and first what the first hour needs', () => {
    const groups = new Set(Object.values(INPUT_ROWS).map(({ group }) => group));
    expect([...groups]).toEqual([...INPUT_GROUPS]);
    expect(INPUT_NAMES.slice(0, 5)).toEqual(['token', 'service', 'org_id', 'base_url', 'prompt']);
  });
});

/** The inputs that decide whether this one is refused. */
function refusedBy(name: InputName): readonly InputName[] {
  const asked = new Set<string>();
  const read = new InputReader((one) => {
    asked.add(one);
    return '';
  });
  const refusals = INPUT_ROWS[name].limits.filter(({ by }) => by !== 'idle');
  refusals.forEach((limit) => askAll(limit, new Given(read, SERVICE_TABLE.cursor)));
  return INPUT_NAMES.filter((one) => asked.has(one));
}

/** With every value that limits compare. */
function askAll(limit: InputLimit, given: Given): void {
  for (const value of ['true', 'false', 'checks', 'result', 'setup-commands', 'analyze-logs']) {
    if (limit.by === 'service' || limit.by === 'task') {
      limit.asks?.({ value, given });
    } else {
      limit.when({ value, given });
    }
  }
}
