/**
 * One run, as the pictures show it: a comment in an issue asks for a bug fix, which takes fourteen
 * minutes of a virtual clock. The step is the action's own, the service is the sandbox.
 */
import { gitHubModel } from '../../__tests__/support/fake-github.ts';
import { sandboxScene } from '../../__tests__/support/sandbox-scene.ts';
import { VirtualClock } from '../../__tests__/support/virtual-clock.ts';
import { bugFix } from '../../sandbox/scenarios/bug-fix.ts';
import type { ScenarioSource } from '../../sandbox/scenario.ts';
import { main } from '../../src/main.ts';

const REPOSITORY = 'octo/shop';
const THREAD = 121;
const ISSUE = 'The price filter shows sold-out products';
/** As the scenario names it. */
const PULL_REQUEST = { number: 128, title: 'Leave items without stock out of the price filter' };
const BEGINS_AT = Date.UTC(2026, 10, 26, 9, 12, 0);
/** Seconds from the start to each step of the scenario. */
const TIMES = [
  0, 2, 14, 26, 44, 96, 142, 171, 205, 262, 318, 327, 335, 343, 358, 611, 668, 803, 821, 838.5,
];
const OPENED_AT = BEGINS_AT + 358_000;

const EVENT = {
  action: 'created',
  issue: { number: THREAD, title: ISSUE, body: '', user: { login: 'ann' } },
  comment: { id: 1, body: '@agent please fix this', user: { login: 'mona', type: 'User' } },
  repository: { full_name: REPOSITORY },
};

export interface RecordedRun {
  /** Markdown of the job summary. */
  readonly summary: string;
  /** Markdown of the comment, as the end left it. */
  readonly comment: string;
  /** The trace report, as HTML. */
  readonly report: string;
}

/** The bug fix at the pace of a real run. */
function atRealPace(): ScenarioSource {
  const [turn] = bugFix.turns;
  if (turn?.steps.length !== TIMES.length) {
    throw new Error('Each step of the scenario needs a time');
  }
  const steps = turn.steps.map((step, nth) => Object.assign({}, step, { at: `${TIMES[nth]}s` }));
  return { turns: [{ steps }] };
}

export async function recordRun(): Promise<RecordedRun> {
  const github = gitHubModel({
    repository: REPOSITORY,
    threads: [THREAD],
    permissions: { mona: 'write' },
  });
  github.pulls.push(Object.assign({ openedAt: OPENED_AT, changedFiles: 2 }, PULL_REQUEST));
  const scene = await sandboxScene({
    clock: new VirtualClock(BEGINS_AT),
    github,
    sandbox: { scenario: atRealPace(), webUrlRoot: 'https://agents.example.com/runs' },
    payload: EVENT,
    env: {
      GITHUB_REPOSITORY: REPOSITORY,
      GITHUB_EVENT_NAME: 'issue_comment',
      GITHUB_WORKFLOW: 'Issue agent',
      GITHUB_ACTOR: 'mona',
      GITHUB_TRIGGERING_ACTOR: 'mona',
      GITHUB_SERVER_URL: 'https://github.com',
    },
    inputs: {
      trigger_phrase: '@agent',
      comment: 'true',
      resume: 'thread',
      context: 'event',
      report: 'upload',
      repo: REPOSITORY,
      prompt: 'Do what the quoted comment asks for.',
    },
  });
  await main(scene.ports);
  const { host, files } = scene;
  const wrong = [...host.messages('error'), ...host.messages('warning')];
  if (host.outputs['outcome'] !== 'succeeded' || wrong.length > 0) {
    throw new Error(`The run went otherwise: ${host.outputs['outcome']}; ${wrong.join('; ')}`);
  }
  return {
    summary: host.summaries.join('\n'),
    comment: github.comments(THREAD).at(-1)?.body ?? '',
    report: files.readText(host.outputs['report_file'] ?? ''),
  };
}
