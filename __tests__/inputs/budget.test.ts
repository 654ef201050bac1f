/** The input `budget` (contract 20): its form, who takes which, and what can be used instead. */
import { describe, expect, it } from '@jest/globals';
import { SERVICE_NAMES, SERVICE_TABLE, type ServiceName } from '../../src/agents/service-table.ts';
import type { Budget } from '../../src/inputs/budget.ts';
import { parseInputs } from '../../src/inputs/parse.ts';
import { readTasks, taskFormat } from '../../src/inputs/tasks.ts';
import { MemoryFiles } from '../support/memory-files.ts';

type Given = Readonly<Record<string, string>>;

const RUNS: Readonly<Record<'devin' | 'openhands', string>> = {
  devin: 'devin-0123456789abcdef',
  openhands: '0123456789abcdef0123456789abcdef',
};

function sourcesOf(service: ServiceName, given: Given) {
  const isDefault = service === 'agent-run';
  const own = isDefault ? { org_id: '42', base_url: 'https://agents.example.com' } : {};
  const all: Given = { token: 'tok', prompt: 'Fix it.', service, ...own, ...given };
  return {
    input: (name: string) => all[name] ?? '',
    env: { GITHUB_WORKSPACE: '/w', RUNNER_TEMP: '/t', GITHUB_REPOSITORY: 'octo/web' },
    files: new MemoryFiles({}, { directories: ['/w', '/t'] }),
  };
}

const parse = (service: ServiceName, given: Given) => parseInputs(sourcesOf(service, given));

describe('a budget that is kept', () => {
  it.each<[ServiceName, string, Budget]>([
    ['devin', '10 acu', { amount: 10, unit: 'acu' }],
    ['devin', '1 ACU', { amount: 1, unit: 'acu' }],
    ['openhands', '5 usd', { amount: 5, unit: 'usd' }],
    ['openhands', '0.50 usd', { amount: 0.5, unit: 'usd' }],
    ['openhands', ' .5  USD ', { amount: 0.5, unit: 'usd' }],
    ['openhands', '5\tusd', { amount: 5, unit: 'usd' }],
    ['devin', '10\u00a0\n acu', { amount: 10, unit: 'acu' }],
  ])('%s: %s', (service, budget, value) => {
    const { inputs, problems } = parse(service, { budget });
    expect(problems).toEqual([]);
    expect(inputs.budget).toEqual(value);
  });
});

describe('a budget that is refused', () => {
  const FORMS = [
    ...['5', 'usd', '0 usd', '-1 usd', '0.0 usd', '5 usd a day', '1e3 usd', '5,5 usd', '5usd'],
    ...['$5', '5 eur', 'Infinity usd', 'NaN usd', '0x10 usd', '1_000 usd', '5 acu'],
    ...['5 tokens', '١ usd', '9999999999 usd'],
  ];

  it.each(FORMS)('%j with openhands', (budget) => {
    const { problems } = parse('openhands', { budget });
    expect(problems.map(({ name }) => name)).toEqual(['budget']);
    expect(problems[0]?.accepted).toContain('`usd`, such as `5 usd`');
  });

  it.each(['2.5 acu', '5 usd', '5 tokens', '10'])('%j with devin', (budget) => {
    const { problems } = parse('devin', { budget });
    expect(problems.map(({ name }) => name)).toEqual(['budget']);
    expect(problems[0]?.accepted).toContain('whole number and the unit `acu`, such as `10 acu`');
  });

  it.each([
    ['openhands', '5usd', '5 usd'],
    ['openhands', '$5.50', '5.5 usd'],
    ['openhands', '5', '5 usd'],
    ['openhands', '2,5 dollars', '2.5 usd'],
    ['openhands', '$1,000', '1000 usd'],
    ['devin', '2,500 acu', '2500 acu'],
    ['devin', '10 ACUs', '10 acu'],
  ] as const)('%s: %j offers %s', (service, budget, meant) => {
    expect(parse(service, { budget }).problems[0]?.accepted).toContain(
      `. Did you mean \`${meant}\`?`,
    );
  });

  it.each(SERVICE_NAMES.filter((name) => SERVICE_TABLE[name].budget === null))(
    'with %s, which keeps none: what can be used instead',
    (service) => {
      const { problems } = parse(service, { budget: '5 usd' });
      expect(problems.map(({ name }) => name)).toEqual(['budget']);
      const [{ accepted = '' } = {}] = problems;
      expect(accepted).toContain(`nothing with \`service: ${service}\``);
      expect(accepted).toContain('`timeout_minutes`');
      expect(accepted).toContain('`10 acu` with `service: devin`');
      expect(accepted).toContain('`5 usd` with `service: openhands`');
    },
  );

  it('devin: beside the field that sends it', () => {
    const fields = { budget: '10 acu', request_fields: '{"max_acu_limit": 4}' };
    expect(parse('devin', fields).problems).toEqual([
      {
        name: 'budget',
        given: '"10 acu", which `request_fields` has as `max_acu_limit`',
        accepted: 'the budget in one of the two',
      },
    ]);
    expect(parse('devin', { request_fields: '{"max_acu_limit": 4}' }).problems).toEqual([]);
  });

  it.each(['', 'Go on.'])(
    'devin: with a run whose limit cannot be changed, prompt %j',
    (prompt) => {
      const { problems } = parse('devin', { budget: '10 acu', agent_run_id: RUNS.devin, prompt });
      expect(problems.map(({ name }) => name)).toEqual(['budget']);
      expect(problems[0]?.given).toBe('"10 acu" together with `agent_run_id`');
    },
  );

  it('openhands: watched, so that the run may be one that exists, but has to be waited for', () => {
    const budget = '5 usd';
    const named = { budget, agent_run_id: RUNS.openhands };
    expect(parse('openhands', named).problems).toEqual([]);
    const [problem] = parse('openhands', { budget, wait: 'false' }).problems;
    expect(problem?.given).toBe('"5 usd" together with `wait: false`');
    expect(parse('devin', { budget: '10 acu', wait: 'false' }).problems).toEqual([]);
  });
});

describe('with many runs', () => {
  async function problemsOf(tasks: readonly object[]): Promise<readonly string[]> {
    const given = { budget: '10 acu', tasks: JSON.stringify(tasks), prompt: '' };
    const sources = sourcesOf('devin', given);
    const format = (await taskFormat(sources.input('tasks')))!;
    const known = parseInputs(sources).problems;
    const { problems } = readTasks(sources, { format, known });
    return [...known, ...problems].map(({ name }) => name);
  }

  it('is one for the step, and holds for each of them', async () => {
    expect(await problemsOf([{ prompt: 'a' }, { prompt: 'b' }])).toEqual([]);
    expect(await problemsOf([{ prompt: 'a', budget: '1 acu' }])).toEqual(['tasks[0].budget']);
  });

  it('a task may deny it as a step does', async () => {
    const exists = { key: 'old', agent_run_id: RUNS.devin };
    const limited = { key: 'own', prompt: 'a', request_fields: { max_acu_limit: 4 } };
    expect(await problemsOf([{ prompt: 'a' }, exists, limited])).toEqual([
      'tasks[old].budget',
      'tasks[own].budget',
    ]);
  });
});
