/** What people are told to do next, and where the run stands. */
import { describe, expect, it } from '@jest/globals';
import { nextSteps, standingText } from '../../src/report/next-steps.ts';
import { endMessage, resultTitle, whyOf } from '../../src/report/verdict.ts';
import type { StepView } from '../../src/report/step-view.ts';
import { serviceNamed } from '../../src/inputs/service.ts';
import { recordOf } from '../../src/run/state.ts';
import { stepView } from '../support/step-view.ts';

describe('what to do next', () => {
  it('where the result could not be read is to read it, and not to ask for another one', () => {
    const turn = recordOf({ mode: 'created', runId: '7', webUrl: null, status: null });
    const end = { outcome: 'unverified', runId: '7', lacks: 'result' } as const;
    const view = stepView({ ...end, turn: { ...turn, isUnread: true } });
    expect(nextSteps(view, { inThread: false })).toEqual({
      why: expect.stringContaining('not all of what it said could be read'),
      advice: 'To read the result, follow the run with `agent_run_id: 7` and no `prompt`.',
    });
    expect(nextSteps(view, { inThread: true }).advice).toBe('');
    expect(whyOf(view, { maxLength: 80 })).toBe('Its result could not be read.');
  });

  it('where a pull request could not be looked up is not to ask the run for one', () => {
    const url = 'https://github.com/octo/repo/pull/9';
    const why = 'the look-up on GitHub failed (503): Bad Gateway';
    const claims = [{ url, state: 'unchecked', why, isElsewhere: false } as const];
    for (const [unseen, advice] of [
      [claims, 'Look for it on GitHub, or remove'],
      [null, 'Leave `github_token` at its default'],
    ] as const) {
      const view = stepView({ outcome: 'unverified', runId: '7', claims: unseen });
      const message = endMessage(view) ?? '';
      expect(message).toContain('what `expect: pull_request` asks for could not be checked');
      expect(message).toContain(advice);
      expect(message).not.toMatch(/found no pull request|ask for one/);
    }
    const missing = [...claims, { url: `${url}9`, state: 'not_found' } as const];
    expect(endMessage(stepView({ outcome: 'unverified', runId: '7', claims: missing }))).toContain(
      'found no pull request of this run',
    );
  });

  it('to answer in a thread is to comment, and what brings the comment to the agent', () => {
    const reply = { thread: 7, phrase: '@agent', turnsMost: null };
    const told = (isHandedOn: boolean): string => {
      const provenance = { ...stepView().provenance, reply: { ...reply, isHandedOn } };
      return endMessage(stepView({ outcome: 'needs_input', runId: '7', provenance })) ?? '';
    };
    const way = 'To answer, comment in #7 with `@agent` and your answer.';
    expect(told(true)).toContain(way);
    expect(told(true)).not.toContain('`context: event`');
    expect(told(false)).toContain(
      `${way} A comment reaches the agent only if the workflow hands it on, by \`context: event\``,
    );
  });

  it('of a thread whose follow-ups are used up names `max_turns`, in it first', () => {
    const reply = { thread: 7, phrase: '@agent', isHandedOn: true, turnsMost: 2 };
    const provenance = { ...stepView().provenance, reply };
    const told = (threadTurns: number) =>
      [false, true].map(
        (inThread) =>
          nextSteps(stepView({ outcome: 'needs_input', runId: '7', threadTurns, provenance }), {
            inThread,
          }).advice,
      );
    const raise = expect.stringContaining('raise `max_turns` in the workflow, then comment');
    const elsewhere = expect.stringMatching(
      /^To answer, run this action with .*, or raise `max_turns` in the workflow and comment in #7/,
    );
    expect(told(2)).toEqual([elsewhere, raise]);
    for (const advice of told(1)) {
      expect(advice).not.toContain('max_turns');
    }
  });

  it('outside of such a thread begins with the way that needs no follow-up of it', () => {
    const reply = { thread: 7, phrase: null, isHandedOn: true, turnsMost: 2 };
    const provenance = { ...stepView().provenance, reply };
    const told = (threadTurns: number) => {
      const view = stepView({ outcome: 'needs_input', runId: '7', threadTurns, provenance });
      return nextSteps(view, { inThread: false }).advice;
    };
    expect(told(1)).toContain(
      'To answer, trigger this workflow again in #7 with your answer, or run this action with ' +
        '`agent_run_id: 7` and your answer as `prompt`.',
    );
    expect(told(2)).toContain(
      'To answer, run this action with `agent_run_id: 7` and your answer as `prompt`, or raise ' +
        '`max_turns` in the workflow and trigger this workflow again in #7 with your answer.',
    );
  });

  it.each<[string, Partial<StepView>, string, string]>([
    ['a timeout', { outcome: 'timed_out', standing: 'going_on' }, 'agent_run_id', '`prompt`'],
    ['a run to be resumed', { outcome: 'failed', standing: 'ended' }, 'agent_run_id', 'narrower'],
    ['an unverified success', { outcome: 'unverified', claims: [] }, 'Resume the run', 'or remove'],
  ])(
    'of %s is told to the author of the workflow, not to the people in the thread',
    (...[, view, ...words]) => {
      const told = (inThread: boolean): string =>
        JSON.stringify(nextSteps(stepView({ ...view, runId: '7' }), { inThread }));
      for (const word of words) {
        expect([told(false).includes(word), told(true).includes(word)]).toEqual([true, false]);
      }
    },
  );

  it.each<[Partial<StepView>, string, string]>([
    [
      { outcome: 'failed' },
      'Start a new run with a narrower task.',
      'failed; the service names no cause.',
    ],
    [
      { outcome: 'needs_input', result: 'Which?', webUrl: 'https://a.example/7' },
      'The agent is waiting for an answer. Answer it on its page: this service takes no message from here.',
      'takes no message from here. See https://a.example/7.',
    ],
    [
      { outcome: 'unverified', claims: [] },
      'Start a new run that asks for one, or remove `expect: pull_request`.',
      'Start a new run that asks for one',
    ],
  ])('is another where the service takes no message to a run: %j', (change, advice, line) => {
    const provenance = { ...stepView().provenance, service: serviceNamed('copilot') };
    const view = stepView({ standing: 'ended', runId: '7', provenance, ...change });
    expect(nextSteps(view, { inThread: false }).advice).toBe(advice);
    expect(endMessage(view)).toContain(line);
  });

  const devin = { ...stepView().provenance, service: serviceNamed('devin') };
  const turn = recordOf({ mode: 'created', runId: '7', webUrl: null, status: null });
  const ended = { standing: 'ended', runId: '7', provenance: devin } as const;
  const page = 'https://a.example/7';

  it.each([
    ['approval', 'waits for an approval', 'Approve or refuse it there'],
    ['paused', 'is paused', 'Go on with it there'],
    ['waking', 'fell asleep', 'To wake it'],
  ] as const)('of a run that waits for %s asks nothing', (waitsFor, what, advice) => {
    const view = stepView({
      ...ended,
      outcome: 'needs_input',
      result: 'I am installing the packages.',
      webUrl: page,
      turn: { ...turn, waitsFor },
    });
    expect(endMessage(view)).toMatch(new RegExp(`${what}.*${advice}.*${page}`));
    expect(endMessage(view)).not.toContain('installing');
    expect(nextSteps(view, { inThread: true })).toMatchObject({
      why: expect.stringContaining(what),
    });
    expect(whyOf(view, { maxLength: 80 })).toMatch(
      /^(?:Waits for an approval|Is paused|Fell asleep)/,
    );
    expect(resultTitle(view)).toBe('Result');
  });

  it('calls the answer of an earlier turn no question', () => {
    const asks = { ...ended, outcome: 'needs_input', result: 'Done.' } as const;
    expect(resultTitle(stepView(asks))).toBe('Question');
    expect(resultTitle(stepView({ ...asks, resultIsEarlier: true }))).toBe('Result');
  });

  it('of a run that is paused in mid-turn is to go on with it, not that it goes on', () => {
    const paused = {
      ...ended,
      webUrl: page,
      standing: 'going_on',
      turn: { ...turn, waitsFor: 'paused' },
    } as const;
    const late = { outcome: 'timed_out', cutShort: 'It did not end in time.' } as const;
    expect(endMessage(stepView({ ...paused, ...late }))).toBe(
      'It did not end in time. The run 7 is paused, by a person or by the service, and goes on ' +
        `once somebody takes it up at ${page}. Go on with it there, then follow the run with ` +
        '`agent_run_id: 7` and no `prompt`.',
    );
    expect(whyOf(stepView({ ...paused, ...late }), { maxLength: 80 })).toBe(
      'Is paused: somebody goes on with it on its page.',
    );
    const running = stepView({ ...paused, outcome: 'running' });
    expect(whyOf(running, { maxLength: 80 })).toContain('Is paused');
    expect(nextSteps(running, { inThread: true })).toEqual({
      why:
        'The run 7 is paused, by a person or by the service, and goes on once somebody takes it ' +
        `up at ${page}.`,
      advice: 'Go on with it there.',
    });
  });

  it.each([
    ['failed', { totalLogs: 3 }, 'Start a new run with a narrower task.'],
    ['failed', { totalLogs: 0 }, 'Start a new run.'],
    ['unverified', { lacks: 'result' }, 'Start a new run that asks for one'],
  ] as const)('of a run that takes no message and %s never says to send one', (...given) => {
    const [outcome, more, advice] = given;
    const gone = { ...turn, takesNoMessage: true };
    const view = stepView({ ...ended, outcome, ...more, turn: gone });
    const told = nextSteps(view, { inThread: false }).advice;
    expect(told).toContain(advice);
    expect(told).not.toContain('agent_run_id');
  });

  it('says who else can stop a run that the service cannot be asked to stop', () => {
    const at = (service: 'copilot' | 'cursor') =>
      nextSteps(
        stepView({
          outcome: 'cancelled',
          standing: 'going_on',
          cutShort: 'A signal.',
          runId: '7',
          provenance: { ...stepView().provenance, service: serviceNamed(service) },
        }),
        { inThread: true },
      ).advice;
    expect(at('copilot')).toMatch(
      /goes on at the service\. This service cannot be asked to stop it/,
    );
    expect(at('cursor')).toBe('The run 7 goes on at the service.');
  });

  it.each([
    ['agent-run', 'the list of runs in the web interface of the service'],
    ['devin', 'the list of sessions in the web interface of the service'],
    ['copilot', 'the list of tasks at https://github.com/copilot/agents'],
  ] as const)('of a run that may exist is where %s lists it', (service, list) => {
    const provenance = { ...stepView().provenance, service: serviceNamed(service) };
    const view = stepView({ outcome: 'cancelled', standing: 'maybe_created', provenance });
    expect(standingText(view)).toBe(`Whether a run was created is not known: look at ${list}.`);
  });

  it('of a run without credit is how to go on, not what to do differently', () => {
    const view = stepView({
      outcome: 'failed',
      errorCode: 'quota_exceeded',
      standing: 'ended',
      runId: '7',
    });
    expect(nextSteps(view, { inThread: false })).toEqual({
      why: '',
      advice:
        'Once that is settled, run this action with `agent_run_id: 7` and `Go on.` as `prompt`.',
    });
    const provenance = { ...view.provenance, service: serviceNamed('copilot') };
    expect(nextSteps({ ...view, provenance }, { inThread: false }).advice).toBe(
      'Once that is settled, start a new run.',
    );
  });

  it('of a run without credit that has used up its limit is a new one, once that is settled', () => {
    const view = stepView({
      outcome: 'failed',
      errorCode: 'quota_exceeded',
      standing: 'ended',
      runId: '7',
      mode: 'created',
      budget: { amount: 5, unit: 'acu', kept: 'sent', usageOf: 'run', setBy: '`budget`' },
    });
    const used = { ...turn, usage: { amount: 5, unit: 'acu', costUsd: null } } as const;
    expect(nextSteps({ ...view, turn: used }, { inThread: false }).advice).toBe(
      'Once that is settled, start a new run.',
    );
  });

  it('of a run at the limit of its create is none beside the cause, since no credit raises it', () => {
    const end = { outcome: 'failed', errorCode: 'quota_exceeded', errorMessage: 'Why.' } as const;
    const atLimit = { ...stepView(end), runId: '7', turn: { ...turn, isAtLimit: true } };
    expect(nextSteps(atLimit, { inThread: false })).toEqual({ why: 'Why.' });
    const webUrl = 'https://a.example/7';
    expect(endMessage({ ...atLimit, webUrl })).toBe('Why. See https://a.example/7.');
  });

  it('keeps what others said apart from its own words, in which all code is its own', () => {
    const view = {
      standing: 'ended',
      runId: '7',
      status: '`x`',
      webUrl: 'https://a.example/`7`',
    } as const;
    const said = nextSteps(stepView({ ...view, outcome: 'timed_out', cutShort: 'It `said` so.' }), {
      inThread: true,
    });
    expect(said).toEqual({
      why: 'It `said` so.',
      advice: 'The run 7 has ended (status x); look at https://a.example/%607%60.',
    });
  });
});
