/** Valid scenarios, and the messages for mistakes in them. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { parse, stringify } from 'yaml';
import { BUILT_IN, createLibrary, loadScenario } from '../../sandbox/library.ts';
import { LOG_TYPES, readScenario } from '../../sandbox/read-scenario.ts';
import { fill, parseTime } from '../../sandbox/scenario.ts';
import { startSandbox } from '../../sandbox/server.ts';
import { SPEC_TYPES } from '../support/spec-types.ts';
import { bench, create } from './client.ts';

const folder = mkdtempSync(join(tmpdir(), 'scenarios-'));
const { start, close } = bench();
afterEach(close);

function fileOf(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

describe('times', () => {
  it.each([
    ['250ms', 250],
    ['1.5s', 1500],
    ['2m', 120_000],
    [2, 2000],
    ['0.5', 500],
    [' 1 s ', 1000],
    [0, 0],
  ])('%j', (written, ms) => expect(parseTime(written, 'at')).toBe(ms));

  it.each(['soon', '-1s', '1h', '', null, {}, Infinity])('%j is invalid', (written) => {
    expect(() => parseTime(written, 'steps[2].at')).toThrow('steps[2].at: ');
  });
});

it('fill replaces names with a value and keeps the others', () => {
  const filled = fill(
    { a: ['{{x}} {{y}}', 1, null], b: { c: '{{constructor}}{{x}}' } },
    { x: '{{y}}' },
  );
  expect(filled).toEqual({ a: ['{{y}} {{y}}', 1, null], b: { c: '{{constructor}}{{y}}' } });
});

describe('errors name their location', () => {
  const turn = (step: unknown): unknown => ({ turns: [{ steps: [step] }] });
  const fault = (rule: unknown): unknown => ({ turns: [{ steps: [] }], faults: [rule] });
  const action = (does: unknown): unknown => fault({ on: 'any', do: does });
  it.each([
    ['text', 's: must be an object'],
    [null, 's: must be an object'],
    [{}, 's.turns: must be a list'],
    [{ turns: [] }, 's.turns: at least one turn is needed'],
    [{ turns: [{ steps: [] }], name: 'x' }, 's: unknown name; known are description, match, turns'],
    [{ turns: [{ steps: [] }], match: '(' }, 's.match: is no regular expression'],
    [{ turns: [{ steps: [] }], description: 1 }, 's.description: must be a text'],
    [{ turns: [{ steps: [] }], extraFields: [1] }, 's.extraFields[0]: must be a text'],
    [
      { turns: [{ steps: [] }], errorFormat: 'xml' },
      's.errorFormat: must be one of message, detail, validation',
    ],
    [{ turns: [{ steps: [] }], api: 'v2' }, 's.api: must be one of published, spec'],
    [{ turns: [{ steps: [] }], logs: 'here' }, 's.logs: must be one of both, spec, alpha, none'],
    [{ turns: [{ steps: [] }], metadata: 'lose' }, 's.metadata: must be one of keep, drop, refuse'],
    [{ turns: [{}] }, 's.turns[0].steps: must be a list'],
    [{ turns: [{ steps: [], statusLag: 'x' }] }, 's.turns[0].statusLag: "x" is no time'],
    [{ turns: [{ steps: [], echo: 'no' }] }, 's.turns[0].echo: must be true or false'],
    [{ turns: [{ steps: [], queued: 1 }] }, 's.turns[0].queued: must be true or false'],
    [
      { turns: [{ steps: [] }, { step: [] }] },
      's.turns[1]: unknown step; known are steps, echo, statusLag, queued',
    ],
    [turn([]), 's.turns[0].steps[0]: must be an object'],
    [turn({ at: 'soon' }), 's.turns[0].steps[0].at: "soon" is no time; write 250ms, 1.5s or 2m'],
    [turn({ state: 'x' }), 's.turns[0].steps[0]: unknown state'],
    [turn({ status: 1 }), 's.turns[0].steps[0].status: must be a text'],
    [turn({ result: {} }), 's.turns[0].steps[0].result: must be a text'],
    [
      turn({ github_pull_requests: ['x'] }),
      's.turns[0].steps[0].github_pull_requests[0]: must be an object',
    ],
    [
      turn({ github_pull_requests: [{}] }),
      's.turns[0].steps[0].github_pull_requests[0].url: must be a text',
    ],
    [turn({ entry: 'x' }), 's.turns[0].steps[0].entry: must be an object'],
    [turn({ entry: { message: 'x' } }), 's.turns[0].steps[0].entry: unknown message'],
    [
      turn({ entry: { message_type: 'TOOL' } }),
      's.turns[0].steps[0].entry.message_type: no log type of the spec',
    ],
    [turn({ entry: { message_type: 'toString' } }), 'entry.message_type: no log type of the spec'],
    [
      turn({ entry: { tool_name: 'x', tool_input: {} } }),
      'entry: the log type always has tool_output',
    ],
    [
      turn({ entry: { message_type: 'PLAN_EVALUATION' } }),
      'entry: the log type always has thought',
    ],
    [turn({ entry: { message_type: 'ERROR' } }), 'entry: the log type always has observation'],
    [
      turn({ entry: { message_type: 'FINAL_ANSWER', observation: null } }),
      'the log type always has observation',
    ],
    [
      turn({ repeat: { times: 0 } }),
      's.turns[0].steps[0].repeat.times: must be a positive integer',
    ],
    [turn({ repeat: { times: 100_001 } }), 's.turns[0].steps[0].repeat.times: at most 100000'],
    [turn({ repeat: { times: 1, each: 1 } }), 's.turns[0].steps[0].repeat: unknown each'],
    [
      fault({ on: 'write', do: 'html' }),
      's.faults[0].on: must be one of create, resume, read, logs, runs, ban',
    ],
    [fault({ on: 'any', nth: 0, do: 'html' }), 's.faults[0].nth: must be a positive integer'],
    [
      fault({ on: 'any' }),
      's.faults[0].do: must be {status: …}, {delay: …}, {fault: …} or one of reset-before',
    ],
    [action('explode'), 's.faults[0].do: must be'],
    [action({ body: 'x' }), 's.faults[0].do: must be'],
    [action({ status: 700 }), 's.faults[0].do.status: must be from 200 to 599'],
    [action({ status: 500, header: {} }), 's.faults[0].do: unknown header'],
    [action({ status: 500, headers: { a: 1 } }), 's.faults[0].do.headers.a: must be a text'],
    [action({ delay: 'long' }), 's.faults[0].do.delay: "long" is no time'],
  ])('%j', (source, message) => {
    expect(() => readScenario('s', source)).toThrow(
      expect.objectContaining({ name: 'ScenarioError' }),
    );
    expect(() => readScenario('s', source)).toThrow(message);
  });

  it('including faults of a sandbox', async () => {
    const faults = [{ on: 'any', do: 'explode' }] as never;
    await expect(startSandbox({ faults })).rejects.toThrow('faults[0].do: must be');
  });
});

describe('files', () => {
  const TEXT = 'turns:\n  - steps:\n      - { at: 1s, status: DONE }\n';

  it('are read as YAML and as JSON', async () => {
    const expected = {
      checked: true,
      turns: [{ steps: [{ at: 1000, status: 'DONE' }], echo: true, statusLag: 0, queued: false }],
    };
    expect(await loadScenario(fileOf('a.yml', TEXT))).toMatchObject({ name: 'a.yml', ...expected });
    expect(await loadScenario(fileOf('b.json', JSON.stringify(parse(TEXT))))).toMatchObject(
      expected,
    );
  });

  it('can be played by a sandbox', async () => {
    const sandbox = await start({ scenario: fileOf('c.yaml', TEXT), speed: 1e9 });
    await create(sandbox);
    expect(sandbox.runs()[0]).toMatchObject({ scenario: { name: 'c.yaml' } });
  });

  it.each([
    [
      'nope',
      'no scenario "nope"; built in are quick, setup-commands, analyze-logs, review, review-again, structured, failed, asks, noisy, bug-fix, checks',
    ],
    ['toString', 'no scenario "toString"'],
    ['/nowhere/x.yml', 'the scenario file /nowhere/x.yml cannot be read'],
  ])('%s is reported as an error', async (scenario, message) => {
    await expect(startSandbox({ scenario })).rejects.toThrow(message);
  });

  it('that are not valid YAML are reported with the location', async () => {
    await expect(loadScenario(fileOf('d.yml', 'turns: [\n'))).rejects.toThrow(
      /d\.yml is not valid YAML or JSON: .*line 2/s,
    );
  });
});

describe('selecting a scenario', () => {
  it.each([
    ['Say hello.', 'quick'],
    ['Fix the price filter.', 'bug-fix'],
    ['This must FAIL.', 'failed'],
    ['Ask before you start.', 'asks'],
    ['Be noisy.', 'noisy'],
    ['Fix it. Answer in a JSON block.', 'structured'],
    ['The prefix is fine.', 'quick'],
  ])('auto: %s → %s', async (prompt, name) => {
    const library = await createLibrary(['auto']);
    expect(library.choose(0, prompt).name).toBe(name);
  });

  it('uses one scenario after the other, and the last one from then on', async () => {
    const sandbox = await start({ scenarios: ['failed', { turns: [{ steps: [] }] }, 'quick'] });
    sandbox.seedRun({ scenario: 'asks' });
    for (let nth = 0; nth < 4; nth++) {
      await create(sandbox);
    }
    const names = sandbox.runs().map(({ scenario }) => scenario.name);
    expect(names).toEqual(['asks', 'failed', 'scenario', 'quick', 'quick']);
  });
});

describe('built-in scenarios', () => {
  it.each(Object.keys(BUILT_IN))('%s is unchanged by a conversion to YAML', (name) => {
    const source = BUILT_IN[name];
    expect(readScenario(name, parse(stringify(source)))).toEqual(readScenario(name, source));
  });

  it('use the log types of the spec', () =>
    expect(Object.keys(LOG_TYPES)).toEqual([...SPEC_TYPES]));
});
