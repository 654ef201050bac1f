/** The proof of `expect: checks`, look by look (contract 19), in virtual time. */
import { describe, expect, it } from '@jest/globals';
import type { Agent } from '../../src/agents/port.ts';
import { rawEntry, toEntry } from '../../src/agents/agent-run/log/entry.ts';
import { createContext } from '../../src/context.ts';
import type { ExistingPullRequest, PullRequestCheck } from '../../src/github/pull-request-check.ts';
import type { SessionEnd } from '../../src/run/events.ts';
import { failedEnd, plainEnd } from '../../src/run/failure.ts';
import { mendMark } from '../../src/run/once/mend-mark.ts';
import { pacing } from '../../src/runner/clock.ts';
import { openChecksProof } from '../../src/step/checks-proof.ts';
import type { Look, OpenedProof, ProofPorts } from '../../src/step/proof.ts';
import { actionsSuite, type FakeChecks } from '../support/fake-github-checks.ts';
import type { FakePullRequest } from '../support/fake-github-pulls.ts';
import type { GitHubModel } from '../support/fake-github.ts';
import { entry } from '../support/memory-client.ts';
import { clientOf, memoryGitHub, memoryScene, refusal } from '../support/memory-scene.ts';
import { scriptedAgent, SHOWN } from '../support/scripted-agent.ts';
import { inputsOf } from '../support/start-of.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const FIRST = 'a'.repeat(40);
const NEXT = 'b'.repeat(40);
const KEY = '0123456789abcdef';
const RED = actionsSuite({ build: 'failure', lint: 'success' });
const GREEN = actionsSuite({ build: 'success' });
const RUNNING = actionsSuite({ build: null, lint: 'success' });

const PULL: ExistingPullRequest = {
  repository: 'octo/widgets',
  number: 9,
  author: 'agent',
  title: 'Fix the tax',
  headBranch: 'agent/fix',
  headSha: FIRST,
  here: true,
  byRun: true,
  isEmpty: false,
  changedAt: null,
};

const claimOf = (pullRequest: Partial<ExistingPullRequest>): PullRequestCheck => ({
  state: 'exists',
  url: `https://github.com/${pullRequest.repository}/pull/${pullRequest.number}`,
  pullRequest: { ...PULL, ...pullRequest },
  timeUnread: null,
});

interface Given extends Partial<Pick<ProofPorts, 'promptMax' | 'request' | 'withheld'>> {
  /** Of the first head. */
  readonly checks?: FakeChecks;
  readonly pull?: Partial<FakePullRequest>;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly agent?: Agent;
  /** Of the job. */
  readonly attempt?: number;
  /** How the step came by the run. */
  readonly mode?: 'attached' | 'created' | 'resumed';
  /** An earlier attempt has sent the follow-up. */
  readonly isFound?: boolean;
  readonly deadlineMs?: number;
  readonly prepare?: (github: GitHubModel) => void;
  /** How long GitHub takes for the log of a job. */
  readonly logMs?: number;
  /** Between two reads of GitHub. Null: nobody else reads it. */
  readonly paceMs?: number | null;
}

async function open({
  checks = RED,
  pull = {},
  inputs = {},
  agent = scriptedAgent({}).agent,
  attempt = 1,
  mode = 'created',
  isFound = false,
  deadlineMs = 60 * MINUTE,
  prepare,
  logMs = 0,
  paceMs = 0,
  ...ports
}: Given = {}) {
  const clock = new VirtualClock();
  const github = memoryGitHub();
  github.checks.set(FIRST, checks).set(NEXT, GREEN);
  const moved = (fields: Partial<FakePullRequest>): void => {
    const known = { number: 9, openedAt: clock.wall(), headSha: FIRST };
    github.pulls.splice(0, 1, { ...known, ...pull, ...fields });
  };
  moved({});
  prepare?.(github);
  const scene = memoryScene({ github, clock, env: { GITHUB_RUN_ATTEMPT: String(attempt) } });
  const context = createContext({
    ...scene.ports,
    github: async ({ event: _, ...options }) => {
      const client = clientOf(github, clock, { ...options, repository: 'octo/widgets' });
      const jobLog: typeof client.jobLog = async (place, signal) => {
        await clock.sleep(logMs, signal);
        return client.jobLog(place, signal);
      };
      return Promise.resolve({ ...client, jobLog });
    },
  });
  const run = { runId: SHOWN.id, webUrl: SHOWN.webUrl, status: SHOWN.status };
  const { step } = context;
  step.dispatch({ ...run, type: 'started', mode, isFound });
  const proof = await openChecksProof(
    {
      context,
      inputs: inputsOf({ expect: 'checks', github_token: 'ghs', prompt: 'Fix it.', ...inputs }),
      agent,
      deadline: clock.now() + deadlineMs,
      request: 'Fix it.',
      mendKey: KEY,
      promptMax: null,
      withheld: () => null,
      pace: paceMs === null ? undefined : pacing(clock, paceMs),
      ...ports,
    },
    PULL,
  );
  return { clock, github, moved, proof, scene, step };
}

function messageOf(look: ReturnType<OpenedProof['answered']> | Look): string | null {
  if (look.kind !== 'lacking') {
    throw new Error(`it is ${look.kind}`);
  }
  expect(look.end).toMatchObject({ outcome: 'unverified', lacks: 'checks', cutShort: null });
  return look.end.errorMessage;
}

function asked(look: Look) {
  if (look.kind !== 'ask') {
    throw new Error(`it is ${look.kind}`);
  }
  return look.request;
}

/** What is noted from now on. */
function notesOf(step: Awaited<ReturnType<typeof open>>['step']): readonly string[] {
  const notes: string[] = [];
  step.listen((event) => {
    if (event.type === 'note') {
      notes.push(event.message);
    }
  });
  return notes;
}

/** It may span workflow runs, each of which has a first attempt (contract 4.9). */
const OWN_KEY = { idempotency: 'on', idempotency_key: 'mine' };

const IS_RED = 'The agent reported success, but pull request #9 is not green: build failed.';

describe('a red head', () => {
  const { followUps: _, ...mute } = scriptedAgent({}).agent;

  it.each<[string, Given, string]>([
    [
      'with `max_fixes: 0`',
      { inputs: { max_fixes: '0' } },
      'The run is not asked to mend it (`max_fixes`).',
    ],
    [
      'with `max_fixes: 0`, and two that failed',
      {
        inputs: { max_fixes: '0' },
        checks: actionsSuite({ build: 'failure', lint: 'failure' }),
      },
      'The run is not asked to mend them (`max_fixes`).',
    ],
    [
      'of a run that is only followed',
      { request: null },
      'A run that is only followed is not asked to mend anything.',
    ],
    [
      'of a service without follow-ups',
      { agent: mute },
      'This service takes no message to a run that exists, so it is not asked to mend them.',
    ],
    [
      'of a run that has used up its budget',
      { withheld: () => 'Its budget is used up.' },
      'Its budget is used up.',
    ],
  ])('is unverified at once: %s', async (_name, given, why) => {
    const { clock, proof } = await open(given);
    const message = messageOf(await proof.look()) ?? '';
    expect(message.replace(', lint failed', '')).toBe(`${IS_RED} ${why}`);
    expect(clock.elapsed).toBe(0);
  });

  it('on which only what was called off is bad says what to do', async () => {
    const { proof } = await open({ checks: actionsSuite({ build: 'cancelled', lint: 'stale' }) });
    expect(messageOf(await proof.look())).toBe(
      'The agent reported success, but pull request #9 is not green: build cancelled, lint stale. ' +
        'Nothing is wrong that could be mended: run them again.',
    );
  });

  it('on which something is bad beside that is mended', async () => {
    const { proof } = await open({ checks: actionsSuite({ build: 'failure', lint: 'cancelled' }) });
    const { prompt } = asked(await proof.look());
    expect(prompt).toContain('2 of 2 checks failed.');
  });

  it.each<[string, Given, boolean]>([
    ['at once', { mode: 'resumed' }, false],
    ['once it was looked for', { mode: 'resumed', attempt: 2 }, true],
    ['once it was looked for', { mode: 'resumed', inputs: OWN_KEY }, true],
    ['at once: the run is new', { attempt: 2 }, false],
    ['at once: the run is new', { inputs: OWN_KEY }, false],
  ])('is asked to be mended %s, %j', async (_, given, lookFirst) => {
    const { proof, step, scene } = await open(given);
    const { prompt, ...request } = asked(await proof.look());
    expect(request).toMatchObject({ mark: `ara-${KEY}-fix1-aaaaaaaaaaaa`, lookFirst });
    expect(prompt.split('\n').slice(0, 4)).toEqual([
      'Pull request #9, which you have opened or changed, does not pass its checks: 1 of 2 checks ' +
        'failed. Mend what is wrong, and push to its branch `agent/fix`, so that they run again.',
      '',
      'Fix it.',
      '',
    ]);
    expect(step.state.fixes).toBe(1);
    expect(scene.host.lines).toEqual([]);
  });
});

describe('what the run is asked', () => {
  const [build] = RED.runs;
  const long = { ...RED, runs: [{ name: 'build', ...build, log: 'It failed.\n'.repeat(9_000) }] };

  it('quotes 20,000 units of the checks at most', async () => {
    const summary = `One test failed. ${'x '.repeat(900)}`;
    const runs = Array.from({ length: 8 }, (_, nth) => ({
      ...long.runs[0],
      name: `test ${nth}`,
      id: nth + 1,
      conclusion: 'failure',
      summary,
    }));
    const { proof } = await open({ checks: { ...RED, runs } });
    const { prompt } = asked(await proof.look());
    const [, quoted = ''] = prompt.split('\n\nFix it.\n\n');
    expect(quoted.length).toBeLessThanOrEqual(20_000);
    expect(quoted.length).toBeGreaterThan(15_000);
  });

  it('is read at the pace of all that read GitHub, the log of a job too', async () => {
    const { proof, clock, github } = await open({ checks: long, paceMs: SECOND });
    asked(await proof.look());
    expect(github.log().filter((line) => line.includes('/logs'))).toHaveLength(1);
    // The pull request, three reads of what is checked, and the log.
    expect(clock.elapsed).toBe(4 * SECOND);
  });

  it('has the log of a job also where its turn comes late among many', async () => {
    const { proof, github } = await open({ checks: long, paceMs: MINUTE });
    asked(await proof.look());
    expect(github.log().filter((line) => line.includes('/logs'))).toHaveLength(1);
  });

  it('is prepared no longer than the time of the step', async () => {
    const deadlineMs = 20 * SECOND;
    const { proof, clock } = await open({ checks: long, logMs: MINUTE, deadlineMs });
    asked(await proof.look());
    expect(clock.elapsed).toBe(deadlineMs);
  });

  it('is prepared for 30 seconds at most where nobody else reads GitHub', async () => {
    const { proof, clock } = await open({ checks: long, logMs: MINUTE, paceMs: null });
    asked(await proof.look());
    expect(clock.elapsed).toBe(30 * SECOND);
  });

  it.each([2_000, 5_000])('fits into what the service takes, with its mark: %i', async (most) => {
    const { proof } = await open({ checks: long, promptMax: most });
    const { prompt, mark } = asked(await proof.look());
    const sent = `${prompt}\n\n(Reference of this message: ${mark})`;
    expect(sent.length).toBeLessThanOrEqual(most);
    expect(sent.length).toBeGreaterThan(most - 200);
    expect(prompt).toMatch(/----- end of failed checks \S+ -----$/);
  });

  it.each<[string, Partial<FakePullRequest>]>([
    ['there is another head', { headSha: NEXT }],
    ['the pull request was closed', { closed: true }],
  ])('is not sent where %s while it was prepared', async (_, change) => {
    const { proof, clock, github, moved, step } = await open({
      checks: long,
      logMs: 5 * SECOND + 1,
    });
    // As red as the head before.
    github.checks.set(NEXT, long);
    clock.after(4 * SECOND, () => moved(change));
    expect(await proof.look()).toEqual({ kind: 'open', waitMs: 0 });
    expect(step.state.fixes).toBe(0);
  });

  it('is not sent where the checks have begun anew while it was prepared', async () => {
    const { proof, clock, github } = await open({ checks: long, logMs: 10 * SECOND });
    clock.after(4 * SECOND, () => github.checks.set(FIRST, RUNNING));
    expect(await proof.look()).toEqual({ kind: 'open', waitMs: 0 });
  });

  it.each<[string, RegExp, number]>([
    ['cannot be read once more', /statuses/, 403],
    ['is no more known to GitHub', /check-suites/, 422],
  ])('is not sent where the head %s', async (_, path, status) => {
    const { proof, clock, github } = await open({ checks: long, logMs: 10 * SECOND });
    clock.after(4 * SECOND, () => {
      github.faults.push({ path, times: 9, act: refusal(status) });
    });
    expect(await proof.look()).toEqual({ kind: 'open', waitMs: 0 });
  });

  it.each([
    { logMs: 5 * SECOND, looks: 1 },
    { logMs: 5 * SECOND + 1, looks: 2 },
  ])('is sent where nothing has changed, read anew after 5 s: $logMs', async ({ logMs, looks }) => {
    const { proof, github } = await open({ checks: long, logMs });
    expect(await proof.look()).toMatchObject({ kind: 'ask' });
    expect(github.log().filter((line) => line.endsWith('/pulls/9'))).toHaveLength(looks);
  });

  it('is due for five seconds, and then as long as the head stands as it did', async () => {
    const { proof, clock, github } = await open();
    const { isStillDue } = asked(await proof.look());
    const looks = (): number => github.log().filter((line) => line.endsWith('/pulls/9')).length;
    await clock.sleep(5 * SECOND);
    expect([await isStillDue?.(), looks()]).toEqual([true, 1]);
    await clock.sleep(1);
    expect([await isStillDue?.(), looks()]).toEqual([true, 2]);
    await clock.sleep(MINUTE);
    github.checks.set(FIRST, RUNNING);
    expect([await isStillDue?.(), looks()]).toEqual([false, 3]);
  });
});

describe('what became of a mend', () => {
  const question: SessionEnd = { ...plainEnd('needs_input'), errorMessage: 'Which tax?' };
  const unknown = failedEnd('ambiguous_create', 'It may have arrived.');
  const late: SessionEnd = { ...plainEnd('timed_out'), cutShort: 'The time was over.' };
  const stopped: SessionEnd = { ...plainEnd('failed'), cutShort: 'It was stopped.' };

  it.each<[string, Parameters<OpenedProof['answered']>[0], SessionEnd]>([
    ['that asks', { kind: 'ended', end: question }, question],
    ['whose turn was not over in time', { kind: 'ended', end: late }, late],
    ['whose turn was cut short', { kind: 'ended', end: stopped }, stopped],
    ['that may have arrived', { kind: 'not_started', end: unknown }, unknown],
    ['for which there was no time', { kind: 'not_started', end: late }, late],
  ])('%s is how it ends', async (_, became, end) => {
    const { proof } = await open();
    await proof.look();
    expect(proof.answered(became)).toEqual({ kind: 'lacking', end });
  });

  it.each<[string, Parameters<OpenedProof['answered']>[0], string]>([
    [
      'that was not taken up',
      { kind: 'not_taken_up' },
      'The run never acted on the request to mend them.',
    ],
    [
      'that was refused',
      { kind: 'not_started', end: failedEnd('rejected', 'The run takes no message') },
      'The run takes no message.',
    ],
    [
      'whose turn failed',
      { kind: 'ended', end: failedEnd('network', 'The service is down.') },
      'The run was asked to mend them, and ended as error: network: The service is down.',
    ],
  ])('%s is unverified with the cause', async (_, became, why) => {
    const { proof } = await open();
    await proof.look();
    expect(messageOf(proof.answered(became))).toBe(`${IS_RED} ${why}`);
  });

  it.each<[string, SessionEnd, number]>([
    ['that was refused', failedEnd('rejected', 'The run takes no message'), 0],
    ['for which there was no time', late, 0],
    ['that may have arrived', unknown, 1],
  ])('%s is counted as far as the run may have got it', async (_, end, fixes) => {
    const { proof, step } = await open();
    await proof.look();
    proof.answered({ kind: 'not_started', end });
    expect(step.state.fixes).toBe(fixes);
  });

  it('whose turn failed is told in 300 units', async () => {
    const { proof } = await open();
    await proof.look();
    const end = failedEnd('network', `The service is down: ${'x'.repeat(400)}.`);
    const message = messageOf(proof.answered({ kind: 'ended', end })) ?? '';
    const [, why = ''] = message.split('ended as error: ');
    expect(why.length).toBeGreaterThan(290);
    expect(why.length).toBeLessThanOrEqual(301);
  });

  it('whose turn ended well is judged by the head that follows from it', async () => {
    const { proof, moved, step, clock } = await open();
    await proof.look();
    expect(proof.answered({ kind: 'ended', end: plainEnd('succeeded') })).toEqual({
      kind: 'look_again',
    });
    clock.after(14 * SECOND, () => moved({ headSha: NEXT }));
    expect(await proof.look()).toEqual({ kind: 'open', waitMs: 30 * SECOND });
    expect(clock.elapsed).toBe(15 * SECOND);
    expect(step.state.headChecks?.headSha).toBe(NEXT);
  });

  it('that was not sent does not count, and the head is looked at again', async () => {
    const { proof, moved, step } = await open();
    await proof.look();
    moved({ headSha: NEXT });
    const notes = notesOf(step);
    expect(proof.answered({ kind: 'outdated' })).toEqual({ kind: 'look_again' });
    expect(notes).toEqual([
      'The request to mend was not sent: meanwhile the checks have begun anew, or another head ' +
        'was pushed.',
    ]);
    expect(await proof.look()).toEqual({ kind: 'open', waitMs: 30 * SECOND });
    expect([step.state.fixes, step.state.headChecks?.headSha]).toEqual([0, NEXT]);
  });

  it.each([
    { deadlineMs: 30 * SECOND, outcome: 'unverified' },
    { deadlineMs: 30 * SECOND - 1, outcome: 'timed_out' },
  ])('waits 30 seconds for a new head, if there is time: $deadlineMs', async (given) => {
    const { deadlineMs, outcome } = given;
    const { proof, clock } = await open({ deadlineMs });
    await proof.look();
    proof.answered({ kind: 'ended', end: plainEnd('succeeded') });
    expect(await proof.look()).toMatchObject({ end: { outcome } });
    expect(clock.elapsed).toBe(outcome === 'unverified' ? 30 * SECOND : 15 * SECOND);
  });

  it('says what it needs to look for a new head', async () => {
    const { proof, github } = await open();
    await proof.look();
    proof.answered({ kind: 'ended', end: plainEnd('succeeded') });
    github.faults.push({ path: /pulls/, times: 9, act: refusal(403) });
    expect(messageOf(await proof.look())).toBe(
      'The agent reported success, but the checks of pull request #9 could not be read (403): ' +
        'No. - https://docs.github.com/rest. The job needs `permissions: pull-requests: read`.',
    );
  });
});

describe('a head', () => {
  it('is the head of its pull request alone, from when it is seen', async () => {
    const { proof, moved, step } = await open();
    const unchecked: PullRequestCheck = {
      state: 'unchecked',
      url: 'https://github.com/octo/widgets/pull/8',
      why: 'it was not asked for',
      isElsewhere: false,
    };
    const others = [claimOf({ number: 10 }), claimOf({ repository: 'octo/shop' }), unchecked];
    step.dispatch({ type: 'known', claims: [claimOf({}), ...others] });
    moved({ headSha: NEXT });
    await proof.look();
    expect(step.state.claims).toEqual([claimOf({ headSha: NEXT }), ...others]);
  });

  it('that has not changed is told once', async () => {
    const { proof, step } = await open({ checks: RUNNING });
    const told: string[] = [];
    step.listen(({ type }) => told.push(type));
    expect(await proof.look()).toEqual({ kind: 'open', waitMs: 15 * SECOND });
    await proof.look();
    expect(told).toEqual(['checks_awaited', 'known', 'checks', 'checks_awaited']);
  });

  it.each([
    { afterMs: 119 * SECOND, kind: 'open' },
    { afterMs: 120 * SECOND, kind: 'lacking' },
  ])('may be unknown to GitHub for two minutes: after $afterMs', async ({ afterMs, kind }) => {
    const { proof, clock } = await open({
      checks: RUNNING,
      prepare: ({ faults }) => faults.push({ path: /check-suites/, times: 1, act: refusal(422) }),
    });
    await clock.sleep(afterMs);
    expect(await proof.look()).toMatchObject({ kind });
  });

  it('whose reads fail is told once for each outage', async () => {
    const { proof, github, step } = await open({ checks: RUNNING });
    const notes = notesOf(step);
    const outage = { path: /check-runs/, times: 2, act: refusal(503) };
    github.faults.push(outage);
    await proof.look();
    expect(notes).toEqual([
      'GitHub cannot be read for now (503): No. - https://docs.github.com/rest; the checks are asked for again.',
    ]);
    github.faults.push({ ...outage });
    await proof.look();
    expect(notes).toHaveLength(2);
  });
});

describe('what is no green says what to do', () => {
  it.each<[string, Given, string]>([
    [
      'a check that waits for a person',
      { checks: { runs: [{ name: 'deploy', id: 77, suite: 1, status: 'waiting' }] } },
      'pull request #9 has checks that wait for a person: deploy. Approve them there, or leave ' +
        'them out with `ignore_checks`.',
    ],
    [
      'a workflow that is queued',
      { checks: { suites: [{ id: 1, status: 'queued' }] } },
      'a workflow on the head of pull request #9 has been queued for ten minutes without a job. ' +
        'It may wait for a concurrency group that this very job holds, or for a runner: see why ' +
        'on the page of its run.',
    ],
    [
      'no check',
      { checks: {} },
      'no check ran on the head of pull request #9 within two minutes. That is common: the ' +
        "workflows of a pull request that was made with a workflow's own token do not start, or " +
        'wait for approval. See docs/proof-of-work.md.',
    ],
    [
      'no check that counts',
      { checks: GREEN, inputs: { ignore_checks: 'build' } },
      'no check on the head of pull request #9 counts: `ignore_checks`, this very workflow run ' +
        'and its own `commit_status` leave out all that there are.',
    ],
    [
      'a pull request that was closed',
      { checks: RUNNING, pull: { closed: true } },
      'pull request #9 was closed without a merge. Its checks stood at: checks 1 of 2, waiting ' +
        'for build. Reopen it, or start a new run.',
    ],
    [
      'a closed one whose checks may not be read',
      {
        pull: { closed: true },
        prepare: ({ faults }) => faults.push({ path: /check-runs/, times: 9, act: refusal(403) }),
      },
      'pull request #9 was closed without a merge. Its checks could not be read. Reopen it, or ' +
        'start a new run.',
    ],
  ])('%s', async (_, given, why) => {
    const { proof, clock } = await open(given);
    let look = await proof.look();
    while (look.kind === 'open') {
      await clock.sleep(look.waitMs);
      look = await proof.look();
    }
    expect(messageOf(look)).toBe(`The agent reported success, but ${why}`);
  });
});

describe('a pull request that is merged', () => {
  it.each<[string, Given, string]>([
    [
      'with its checks',
      { checks: RUNNING },
      'green; they stood at: checks 1 of 2, waiting for build.',
    ],
    [
      'with one that failed before the others were over',
      { checks: actionsSuite({ build: null, lint: 'failure' }) },
      'green; they stood at: checks 1 of 2, lint failed, waiting for build.',
    ],
    [
      'without a right to read them',
      { prepare: ({ faults }) => faults.push({ path: /check-/, times: 9, act: refusal(403) }) },
      'green; they could not be read.',
    ],
    [
      'with checks that were seen green once',
      { checks: GREEN },
      'seen green twice; they stood at: checks 1 of 1, all green.',
    ],
  ])('is proven, %s', async (_, given, words) => {
    const { proof, step } = await open({ ...given, pull: { closed: true, merged: true } });
    const notices: string[] = [];
    step.listen((event) => {
      if (event.type === 'notice') {
        notices.push(event.message);
      }
    });
    expect(await proof.look()).toEqual({ kind: 'proven' });
    expect(notices).toEqual([`Pull request #9 was merged before its checks were ${words}`]);
  });
});

describe('when the time is over', () => {
  const over = 'were not done until the time of the step was over (`timeout_minutes`).';

  it('it is said how the checks stand', async () => {
    const { proof } = await open({ checks: RUNNING });
    await proof.look();
    expect(proof.timedOut()).toEqual({
      ...plainEnd('timed_out'),
      lacks: 'checks',
      cutShort:
        `The run itself has ended, but the checks of pull request #9 ${over} ` +
        'They stand at: checks 1 of 2, waiting for build.',
    });
  });

  it('between two looks at green, it is said that the second was missing', async () => {
    const { proof } = await open({ checks: GREEN });
    await proof.look();
    expect(proof.timedOut().cutShort).toBe(
      'The run itself has ended, but the checks of pull request #9 were seen green once, and the ' +
        'time of the step was over (`timeout_minutes`) before the second look, 30 seconds later, ' +
        'that counts. They stand at: checks 1 of 1, all green.',
    );
  });

  it('nothing is said of checks that were not read', async () => {
    const { proof } = await open();
    expect(proof.timedOut().cutShort).toBe(
      `The run itself has ended, but the checks of pull request #9 ${over}`,
    );
  });

  /** Reads the checks once, and again near the end of a minute. */
  const lookLate = async (given: Given) => {
    const opened = await open({ checks: RUNNING, deadlineMs: MINUTE, ...given });
    const { clock, proof } = opened;
    const notes = notesOf(opened.step);
    await proof.look();
    await clock.sleep(58 * SECOND - clock.elapsed);
    return { ...opened, notes };
  };
  const stand = 'They stand at: checks 1 of 2, waiting for build.';

  it('within the last look, it is said how they stood before it', async () => {
    const { proof, clock, notes } = await lookLate({ paceMs: 3 * SECOND });
    const look = await proof.look();
    expect(look).toMatchObject({
      end: {
        outcome: 'timed_out',
        cutShort: `The run itself has ended, but the checks of pull request #9 ${over} ${stand}`,
      },
    });
    expect(clock.elapsed).toBe(MINUTE + 3 * SECOND);
    expect(notes).toEqual([]);
  });

  it('while GitHub fails, that is told, and how they stood before', async () => {
    const { proof, github } = await lookLate({});
    github.faults.push({ path: /check-runs/, times: 99, act: refusal(503) });
    expect(await proof.look()).toMatchObject({
      end: {
        outcome: 'timed_out',
        cutShort:
          'The run itself has ended, but the checks of pull request #9 could not be read (503): ' +
          'No. - https://docs.github.com/rest. That lasted until the time of the step was over ' +
          '(`timeout_minutes`). They stood at: checks 1 of 2, waiting for build.',
      },
    });
  });

  it.each<[string, number | null, string]>([
    ['an outage', null, 'That lasted until the time of the step was over (`timeout_minutes`).'],
    [
      'a limit',
      2 * MINUTE,
      'GitHub allows the next request after the time of the step only (`timeout_minutes`).',
    ],
  ])('%s is told as that', async (_, waitMs, words) => {
    const { proof } = await open({
      deadlineMs: MINUTE,
      prepare: ({ faults }) =>
        faults.push({ path: /check-runs/, times: 99, act: refusal(503, 'No.', waitMs) }),
    });
    const look = await proof.look();
    expect(look).toMatchObject({
      end: {
        outcome: 'timed_out',
        cutShort:
          'The run itself has ended, but the checks of pull request #9 could not be read (503): ' +
          `No. - https://docs.github.com/rest. ${words}`,
      },
    });
  });
});

describe('a later attempt', () => {
  /** An agent that was sent these marks, and the texts that were looked for. */
  const sent = (...marks: readonly string[]) => {
    const looked: string[] = [];
    const agentOf = (turnIsRun: boolean) =>
      scriptedAgent({
        turnIsRun,
        findFollowUp: (_, text) => {
          looked.push(text);
          return marks.some((mark) => mark.includes(text)) ? SHOWN : null;
        },
      }).agent;
    return { looked, agentOf };
  };
  const first = mendMark(KEY, { number: 1, head: FIRST });
  const other = mendMark(KEY, { number: 1, head: NEXT });

  it.each<[string, Given, boolean]>([
    ['a first attempt', { mode: 'attached' }, true],
    ['a run that it has created', { attempt: 2, mode: 'created' }, true],
    ['a run that it has created, own key', { inputs: OWN_KEY, mode: 'created' }, true],
    ['a run that is only followed', { attempt: 2, mode: 'attached', request: null }, true],
    ['a run whose log shows all its turns', { attempt: 2, mode: 'attached' }, false],
  ])('looks for no earlier mend of %s', async (_, given, turnIsRun) => {
    const { looked, agentOf } = sent(first);
    const { proof } = await open({ ...given, agent: agentOf(turnIsRun) });
    await proof.look();
    await proof.look();
    expect(looked).toEqual([]);
  });

  it.each<[string, Given, boolean]>([
    ['each turn is a run', { mode: 'attached', attempt: 2 }, true],
    ['it goes on behind a follow-up', { mode: 'resumed', attempt: 2 }, false],
    ['another workflow run has the same key', { mode: 'attached', inputs: OWN_KEY }, true],
  ])('follows the mend of this head where %s', async (_, given, turnIsRun) => {
    const { agentOf } = sent(first);
    const { proof, step } = await open({ ...given, agent: agentOf(turnIsRun) });
    // At the last number, too: it was sent before.
    expect(asked(await proof.look())).toMatchObject({ mark: first, lookFirst: true });
    expect(step.state.fixes).toBe(1);
  });

  it.each<[string, Given, boolean]>([
    ['green', { pull: { headSha: NEXT } }, true],
    ['green, the one that it was asked for', { checks: GREEN }, false],
    ['at work', { checks: RUNNING }, false],
    ['merged', { pull: { closed: true, merged: true } }, false],
  ])('follows the last mend, whose answer counts, once the head is %s', async (_, given, isNew) => {
    const { agentOf } = sent(first, mendMark(KEY, { number: 2, head: FIRST }));
    const { proof, step } = await open({
      mode: 'resumed',
      isFound: true,
      attempt: 2,
      agent: agentOf(false),
      ...given,
    });
    const { mark, lookFirst, isStillDue, isOfUnknownHead } = asked(await proof.look());
    // It was sent, and is not sent again.
    expect([mark, lookFirst, isStillDue]).toEqual([`ara-${KEY}-fix2-`, true, null]);
    expect(isOfUnknownHead).toBe(isNew);
    expect(step.state.fixes).toBe(2);
    expect(proof.answered({ kind: 'ended', end: plainEnd('succeeded') }).kind).toBe('look_again');
    expect((await proof.look()).kind).not.toBe('ask');
  });

  it.each<[string, Parameters<OpenedProof['answered']>[0], string]>([
    [
      'is no more to be found',
      { kind: 'not_started', end: failedEnd('rejected', 'It has not got it.') },
      'look_again',
    ],
    [
      'may be one of two',
      { kind: 'not_started', end: failedEnd('ambiguous_create', 'It may have arrived.') },
      'look_again',
    ],
    [
      'is at work until the timeout',
      { kind: 'ended', end: { ...plainEnd('timed_out'), cutShort: 'The time was over.' } },
      'lacking',
    ],
  ])('whose last mend %s', async (_, became, kind) => {
    const { agentOf } = sent(first);
    const { proof, step } = await open({
      mode: 'attached',
      attempt: 2,
      agent: agentOf(true),
      pull: { headSha: NEXT },
    });
    await proof.look();
    expect(proof.answered(became).kind).toBe(kind);
    expect(step.state.fixes).toBe(1);
  });

  it('mends what is red once it has followed the last mend', async () => {
    const { agentOf } = sent(first);
    const { proof, github } = await open({
      mode: 'attached',
      attempt: 2,
      agent: agentOf(true),
      pull: { headSha: NEXT },
    });
    github.checks.set(NEXT, RED);
    await proof.look();
    proof.answered({ kind: 'ended', end: plainEnd('succeeded') });
    expect(asked(await proof.look())).toMatchObject({ mark: `ara-${KEY}-fix2-bbbbbbbbbbbb` });
    expect(messageOf(proof.answered({ kind: 'not_taken_up' }))).toBe(
      `${IS_RED} The run never acted on the request to mend them.`,
    );
  });

  it('waits for the head of a mend that the log shows', async () => {
    const { proof, step, clock } = await open({ mode: 'attached', attempt: 2 });
    const order = entry(0, { message_type: 'USER_MESSAGE', observation: `Mend it. (${first})` });
    step.dispatch({ type: 'entry', entry: toEntry(rawEntry(order), 0) });
    expect(await proof.look()).toEqual({ kind: 'open', waitMs: 0 });
    expect(step.state.fixes).toBe(1);
    expect(messageOf(await proof.look())).toBe(
      `${IS_RED} The run was asked to mend them, but the run changed nothing.`,
    );
    expect(clock.elapsed).toBe(30 * SECOND);
  });

  it('counts all mends where it follows one before the last', async () => {
    const { agentOf } = sent(first, mendMark(KEY, { number: 2, head: NEXT }));
    const { proof, step } = await open({ mode: 'resumed', attempt: 2, agent: agentOf(false) });
    expect(asked(await proof.look())).toMatchObject({ mark: first });
    expect(step.state.fixes).toBe(2);
  });

  it('that has sent a follow-up of its own looks back at no mend before it', async () => {
    const { agentOf } = sent(first);
    const { proof, step } = await open({
      mode: 'resumed',
      attempt: 2,
      agent: agentOf(false),
      pull: { headSha: NEXT },
    });
    expect((await proof.look()).kind).toBe('open');
    expect(step.state.fixes).toBe(1);
  });

  it('counts the mend of another head', async () => {
    const { agentOf, looked } = sent(other);
    const inputs = { max_fixes: '1' };
    const { proof } = await open({ attempt: 2, mode: 'attached', agent: agentOf(true), inputs });
    expect(asked(await proof.look())).toMatchObject({ mark: `ara-${KEY}-fix1-` });
    proof.answered({ kind: 'ended', end: plainEnd('succeeded') });
    expect(messageOf(await proof.look())).toBe(
      `${IS_RED} The run is not asked to mend it again after 1 mend (\`max_fixes\`).`,
    );
    expect(looked).toHaveLength(2);
  });
});
