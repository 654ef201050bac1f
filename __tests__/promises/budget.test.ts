/**
 * What a run may use is bounded where the service can be kept to it: a run at its budget ends as
 * `failed`, `budget_exceeded`, is asked for nothing more, and its own end wins (contract 20).
 *
 * Shown red by: judging the budget before the end of the turn, or counting the last turn alone.
 */
import { afterAll, describe, expect, it } from '@jest/globals';
import type { ServiceName } from '../../sandbox/faces/face.ts';
import type { ScenarioSource, StepSource, UsageSource } from '../../sandbox/scenario.ts';
import { UNLIMITED } from '../../sandbox/options.ts';
import { startSandbox, type SandboxOptions } from '../../sandbox/server.ts';
import { jsonLines, runAction, type ActionRun } from '../support/run-action.ts';
import { startMentionThread } from '../support/mention-thread.ts';
import { annotations, Servers } from './step.ts';

const servers = new Servers();
afterAll(() => servers.close());

/** Scenario seconds for one of the test. */
const SPEED = 4;

const at = (when: string | number, usage: UsageSource): StepSource => ({
  at: when,
  status: 'ACTIVE',
  usage,
});
const done = (when: string, result: string, usage: UsageSource): StepSource => ({
  at: when,
  status: 'COMPLETE',
  result,
  usage,
  entry: { message_type: 'FINAL_ANSWER', observation: result },
});
const usd = (cost_usd: number): UsageSource => ({ cost_usd, tokens: cost_usd * 1000 });

const turn = (...steps: readonly StepSource[]) => ({ steps });

interface Act {
  readonly service: ServiceName;
  readonly turns: ScenarioSource['turns'];
  readonly inputs?: Readonly<Record<string, string>>;
  readonly faults?: ScenarioSource['faults'];
  readonly sandbox?: Partial<SandboxOptions>;
  /** Beside the service stands its GitHub. */
  readonly onGitHub?: boolean;
}

interface Acted extends ActionRun {
  readonly inputs: Readonly<Record<string, string>>;
  /** Method and path of each request that changes something, and its body. */
  readonly sent: readonly { readonly line: string; readonly body: string }[];
}

async function act({
  service,
  turns,
  inputs = {},
  faults,
  sandbox: more,
  onGitHub = false,
}: Act): Promise<Acted> {
  const sent: { line: string; body: string }[] = [];
  const scenario = faults === undefined ? { turns } : { turns, faults };
  const sandbox = servers.add(
    await startSandbox({
      service,
      scenario,
      speed: SPEED,
      limits: UNLIMITED,
      onRequest: ({ method, path, body }) => {
        if (method !== 'GET') {
          sent.push({ line: `${method} ${path}`, body });
        }
      },
      ...more,
    }),
  );
  const all = {
    service,
    token: sandbox.token,
    base_url: sandbox.url,
    prompt: 'Fix it.',
    poll_interval_seconds: '0.2',
    timeout_minutes: '1',
    ...inputs,
  };
  const github = { GITHUB_API_URL: `${sandbox.url}/github`, GITHUB_REPOSITORY: 'octo/shop' };
  const run = await runAction({ inputs: all, ...(onGitHub && { env: github }) });
  return { ...run, inputs: all, sent };
}

const stops = ({ sent }: Acted): number =>
  sent.filter(({ line }) => line.endsWith('/interrupt')).length;
const messages = ({ sent }: Acted): number =>
  sent.filter(({ line }) => /\/(?:send-message|messages)$/.test(line)).length;

/** Works on until it is stopped. */
const ENDLESS = turn(at(0, usd(0.5)), at('2s', usd(3)), at('4s', usd(5.25)), at('400s', usd(90)));
const SCHEMA = JSON.stringify({ type: 'object', required: ['ok'] });

describe('watched (20.2)', () => {
  it.concurrent(
    'a run at its budget is stopped, whatever `on_cancel` says, and read back',
    async () => {
      const step = await act({
        service: 'openhands',
        turns: [ENDLESS],
        inputs: { budget: '5 usd', on_cancel: 'leave' },
      });
      expect(step.outputs).toMatchObject({
        outcome: 'failed',
        error_code: 'budget_exceeded',
        status: 'RUNNING/paused',
      });
      const message = step.outputs['error_message'];
      expect(message).toContain('has used 5.25 USD of the 5.00 USD that `budget` allows');
      expect(message).toContain('This step has stopped it.');
      expect(stops(step)).toBe(1);
      expect(step.stdout).toContain('so this step has asked the service to stop it.');
      expect(annotations(step, 'error')).toEqual([message]);
      expect(step.summary).toContain('5.25 USD of the 5.00 USD');
      expect(JSON.parse(step.outputs['usage'] ?? '')).toMatchObject({ cost_usd: 5.25 });
    },
  );

  it.concurrent('a run that has used it up to the cent is stopped too', async () => {
    const turns = [turn(at(0, usd(1)), at('2s', usd(5)), at('400s', usd(90)))];
    const step = await act({ service: 'openhands', turns, inputs: { budget: '5 usd' } });
    expect(step.outputs).toMatchObject({ outcome: 'failed', error_code: 'budget_exceeded' });
    expect(step.outputs['error_message']).toContain('has used 5.00 USD of the 5.00 USD');
    expect(stops(step)).toBe(1);
  });

  it.concurrent('below it, nothing is done', async () => {
    const turns = [turn(at(0, usd(1)), done('4s', 'Done.', usd(2)))];
    const step = await act({ service: 'openhands', turns, inputs: { budget: '5 usd' } });
    expect(step.outputs).toMatchObject({ outcome: 'succeeded', error_code: '' });
    expect(stops(step)).toBe(0);
    expect(annotations(step, 'warning')).toEqual([]);
  });

  it.concurrent('a run that could not be stopped is told as that, and where it is', async () => {
    const step = await act({
      service: 'openhands',
      turns: [ENDLESS],
      inputs: { budget: '5 usd' },
      faults: [{ on: 'stop', do: { status: 403 } }],
    });
    expect(step.outputs).toMatchObject({ outcome: 'failed', error_code: 'budget_exceeded' });
    expect(step.outputs['error_message']).toContain('The service refused to stop run');
    expect(step.outputs['error_message']).toContain('It goes on');
  });

  it.concurrent('the end that the run reached by itself wins, with a warning (20.4)', async () => {
    const turns = [turn(at(0, usd(1)), done('4s', 'Done.', usd(7)))];
    const step = await act({ service: 'openhands', turns, inputs: { budget: '5 usd' } });
    expect(step.outputs).toMatchObject({ outcome: 'succeeded', result: 'Done.', error_code: '' });
    expect(stops(step)).toBe(0);
    expect(annotations(step, 'warning')).toEqual([
      'The run ended by itself, and had used 7.00 USD of the 5.00 USD that `budget` allows by then.',
    ]);
  });
});

describe('kept by the service (20.1)', () => {
  it.concurrent(
    'the limit goes out with the create, and its end tells used and allowed',
    async () => {
      const turns = [turn(at(0, { acu: 1 }), at('4s', { acu: 4.1 }), at('400s', { acu: 9 }))];
      const step = await act({ service: 'devin', turns, inputs: { budget: '4 acu' } });
      expect(JSON.parse(step.sent[0]?.body ?? '')).toMatchObject({ max_acu_limit: 4 });
      expect(step.outputs).toMatchObject({
        outcome: 'failed',
        error_code: 'budget_exceeded',
        status: 'suspended/usage_limit_exceeded',
      });
      const message = step.outputs['error_message'];
      expect(message).toContain('has used 4.1 ACU of the 4 ACU that `budget` allows');
      expect(message).toContain(
        'The service has stopped it. Raise `budget` and start a new run, or ask for less.',
      );
    },
  );

  it.concurrent('a run that ended by itself and had used more keeps its end (20.4)', async () => {
    const turns = [turn(at(0, { acu: 2.5 }), done('4s', 'Done.', { acu: 5 }))];
    const step = await act({ service: 'devin', turns, inputs: { budget: '4 acu' } });
    expect(step.outputs).toMatchObject({ outcome: 'succeeded', result: 'Done.', error_code: '' });
    expect(annotations(step, 'warning')).toEqual([
      'The run ended by itself, and had used 5 ACU of the 4 ACU that `budget` allows by then.',
    ]);
  });

  it.concurrent('a limit of somebody else is want of money', async () => {
    const turns = [turn({ at: '2s', status: 'suspended/usage_limit_exceeded' })];
    const step = await act({ service: 'devin', turns });
    expect(step.outputs).toMatchObject({ outcome: 'failed', error_code: 'quota_exceeded' });
    expect(JSON.parse(step.sent[0]?.body ?? '')).not.toHaveProperty('max_acu_limit');
  });
});

describe('follow-ups (20.3)', () => {
  it.concurrent('none is sent once the budget is used up, and the message names it', async () => {
    const turns = [
      turn(at(0, usd(1)), done('3s', 'No JSON.', usd(6))),
      turn(done('3s', '{"ok":true}', usd(1))),
    ];
    const inputs = { budget: '5 usd', output_schema: SCHEMA };
    const step = await act({ service: 'openhands', turns, inputs });
    expect(step.outputs).toMatchObject({ outcome: 'error', error_code: 'schema_mismatch' });
    expect(step.outputs['error_message']).toContain(
      'The run is asked for nothing more: it has used 6.00 USD of the 5.00 USD that `budget` allows.',
    );
    expect(messages(step)).toBe(0);
  });

  it.concurrent(
    'counts for all turns of the run: one that reaches it in a repair is stopped',
    async () => {
      const turns = [
        turn(at(0, usd(1)), done('3s', 'No JSON.', usd(3))),
        turn(at(0, usd(0.5)), at('3s', usd(2.5)), at('400s', usd(50))),
      ];
      const inputs = { budget: '5 usd', output_schema: SCHEMA };
      const step = await act({ service: 'openhands', turns, inputs });
      expect(messages(step)).toBe(1);
      expect(stops(step)).toBe(1);
      expect(step.outputs).toMatchObject({ outcome: 'failed', error_code: 'budget_exceeded' });
      expect(step.outputs['error_message']).toContain(
        'has used 5.50 USD of the 5.00 USD that `budget` allows.',
      );
      expect(JSON.parse(step.outputs['usage'] ?? '')).toMatchObject({ cost_usd: 5.5 });
    },
  );
});

describe('a mend (19.4, 20.3)', () => {
  /** Opens a red pull request, and uses so much. */
  const opens = (cost: number) =>
    turn(
      at(0, usd(1)),
      {
        at: '2s',
        push: { number: 131, checks: [{ name: 'test', conclusion: 'failure' }] },
        entry: {
          message_type: 'INITIAL_PR_GENERATION',
          observation: '{{repository}}/pull/131',
        },
        github_pull_requests: [{ url: '{{repository}}/pull/131', number: 131 }],
      },
      done('4s', 'Opened it.', usd(cost)),
    );
  const mending = (cost: number, next: ReturnType<typeof turn>) =>
    act({
      service: 'openhands',
      turns: [opens(cost), next],
      inputs: { budget: '5 usd', expect: 'checks', github_token: 'ghs_secret' },
      onGitHub: true,
    });

  it.concurrent('is not asked for once the budget is used up: unverified, naming it', async () => {
    const step = await mending(6, turn(done('3s', 'Mended.', usd(1))));
    expect(step.outputs).toMatchObject({ outcome: 'unverified', error_code: '', fixes: '0' });
    expect(step.outputs['error_message']).toMatch(
      /#131 is not green: test failed\. .*6\.00 USD of the 5\.00 USD that `budget` allows/,
    );
    expect([messages(step), stops(step)]).toEqual([0, 0]);
  });

  it.concurrent('that reaches it is stopped: unverified, with that cause', async () => {
    const step = await mending(3, turn(at(0, usd(0.5)), at('3s', usd(2.5)), at('400s', usd(50))));
    expect(step.outputs).toMatchObject({ outcome: 'unverified', error_code: '', fixes: '1' });
    expect(step.outputs['error_message']).toMatch(
      /#131 is not green: test failed\. .*5\.50 USD of the 5\.00 USD that `budget` allows/,
    );
    expect([messages(step), stops(step)]).toEqual([1, 1]);
    expect(annotations(step, 'error')).toHaveLength(1);
  });
});

describe('with `tasks` (20.3)', () => {
  it.concurrent('each run has it, and `runs_file` tells what each one used', async () => {
    const cheap = turn(at(0, usd(1)), done('4s', 'Done.', usd(3)));
    const step = await act({
      service: 'openhands',
      turns: [],
      inputs: {
        prompt: '',
        budget: '5 usd',
        tasks: JSON.stringify([
          { key: 'cheap', prompt: 'Go.' },
          { key: 'dear', prompt: 'Go.' },
        ]),
      },
      sandbox: { scenarios: [{ turns: [cheap] }, { turns: [ENDLESS] }] },
    });
    const rows = jsonLines(step.outputs['runs_file']) as {
      readonly outcome: string;
      readonly error_code: string;
      readonly usage: object;
    }[];
    expect(rows.map(({ outcome }) => outcome)).toEqual(['succeeded', 'failed']);
    expect(rows[1]?.error_code).toBe('budget_exceeded');
    expect(step.stdout).toMatch(/ \d\/2 {2}dear +The run has used up what `budget` allows/);
    expect(step.stdout).toContain('2 tasks, 2 runs at a time');
    expect(rows.map(({ usage }) => usage)).toMatchObject([{ cost_usd: 3 }, { cost_usd: 5.25 }]);
    expect(JSON.parse(step.outputs['usage'] ?? '')).toMatchObject({ cost_usd: 8.25, of: 2 });
  });
});

describe('a run that is only followed (20.4)', () => {
  it.concurrent('goes on with a warning', async () => {
    const turns = [turn(at(0, usd(6)), done('12s', 'Done.', usd(7)))];
    const started = await act({ service: 'openhands', turns, inputs: { wait: 'false' } });
    const inputs = {
      service: 'openhands',
      token: started.inputs['token'] ?? '',
      base_url: started.inputs['base_url'] ?? '',
      agent_run_id: started.outputs['agent_run_id'] ?? '',
      budget: '5 usd',
      poll_interval_seconds: '0.2',
    };
    const step = await runAction({ inputs });
    expect(step.outputs).toMatchObject({ outcome: 'succeeded', result: 'Done.' });
    expect(annotations(step, 'warning').join(' ')).toContain('`budget` does not hold for this run');
  });
});

describe('a session of a thread that is gone on with (20)', () => {
  it.concurrent('keeps the limit that it was created with: one warning', async () => {
    const said = (text: string) => turn(done('2s', text, { acu: 1 }));
    const thread = servers.add(
      await startMentionThread({
        service: 'devin',
        scenario: { turns: [said('One.'), said('Two.')] },
      }),
    );
    const inputs = { service: 'devin', org_id: '', budget: '4 acu' };
    const first = await thread.job(thread.say('@agent first'), { inputs });
    const second = await thread.job(thread.say('@agent second'), { inputs });
    expect(annotations(first, 'warning')).toEqual([]);
    expect(second.outputs).toMatchObject({ outcome: 'succeeded', resumed: 'true' });
    expect(annotations(second, 'warning')).toEqual([
      expect.stringContaining('`budget` does not hold for this run'),
    ]);
  });
});

describe('`task: check`', () => {
  it.concurrent.each<[ServiceName, string, RegExp]>([
    ['devin', '4 acu', /The budget of 4 ACU for each run is kept by Devin itself/],
    ['openhands', '5 usd', /The budget of 5\.00 USD for each run is kept by this action/],
  ])('%s: says who keeps the budget', async (service, budget, words) => {
    const step = await act({
      service,
      turns: [ENDLESS],
      inputs: { task: 'check', budget, prompt: '' },
    });
    expect(step.outputs).toMatchObject({ outcome: 'succeeded' });
    expect(step.stdout).toMatch(words);
    expect(step.summary).toMatch(words);
    expect(step.sent).toEqual([]);
  });
});

describe('refused when the inputs are read', () => {
  it.concurrent.each<[ServiceName, Readonly<Record<string, string>>, string]>([
    ['agent-run', { budget: '5 usd', org_id: '1' }, '`timeout_minutes`'],
    ['cursor', { budget: '5 usd' }, '`on_cancel: stop`'],
    ['copilot', { budget: '5 usd' }, '`timeout_minutes`'],
    ['jules', { budget: '5 usd' }, '`timeout_minutes`'],
    ['devin', { budget: '5 usd' }, '`10 acu`'],
    ['devin', { budget: '2.5 acu' }, 'whole number'],
    ['devin', { budget: '4 acu', request_fields: '{"max_acu_limit": 4}' }, 'request_fields'],
    ['devin', { budget: '4 acu', agent_run_id: `devin-${'a'.repeat(32)}` }, 'agent_run_id'],
    ['openhands', { budget: '4 acu' }, '`5 usd`'],
    ['openhands', { budget: '0 usd' }, '`5 usd`'],
  ])('%s, %j: the message names %s', async (service, inputs, named) => {
    const step = await act({ service, turns: [ENDLESS], inputs });
    expect(step.outputs).toMatchObject({ outcome: 'error', error_code: 'invalid_input' });
    expect(step.outputs['error_message']).toContain('budget');
    expect(step.outputs['error_message']).toContain(named);
    expect(step.sent).toEqual([]);
  });
});
