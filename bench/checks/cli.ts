/**
 * `npm run bench:checks`: what a step asks of GitHub while it waits half an hour for checks
 * (contract 19.3, 19.5), in virtual time: all requests, and those that cost something of the
 * limit, because the answer has changed since.
 */
import { main } from '../../src/main.ts';
import { actionsSuite } from '../../__tests__/support/fake-github-checks.ts';
import { memoryGitHub } from '../../__tests__/support/memory-scene.ts';
import { sandboxScene } from '../../__tests__/support/sandbox-scene.ts';
import { VirtualClock } from '../../__tests__/support/virtual-clock.ts';

const MINUTE = 60_000;
const WAIT_MINUTES = 30;
const HEAD = 'a'.repeat(40);
const observation = 'https://github.com/octo/widgets/pull/9';
const SCENARIO = {
  turns: [
    {
      steps: [
        { at: 0, entry: { message_type: 'INITIAL_PR_GENERATION', observation } },
        { at: 0, entry: { message_type: 'FINAL_ANSWER', observation: 'Opened #9.' } },
        { at: 0, status: 'COMPLETE', result: 'Opened #9.' },
      ],
    },
  ],
};

interface Case {
  readonly name: string;
  readonly checks: number;
  /** Runs of one step, each with its own wait. */
  readonly tasks: number;
}

const CASES: readonly Case[] = [
  { name: 'one run, 5 checks', checks: 5, tasks: 1 },
  { name: 'one run, 120 checks', checks: 120, tasks: 1 },
  { name: '20 runs of one step, 5 checks', checks: 5, tasks: 20 },
];

async function measure({ checks, tasks }: Case) {
  const clock = new VirtualClock();
  const github = memoryGitHub();
  const beganAt = clock.wall();
  github.pulls.push({ number: 9, openedAt: beganAt, headSha: HEAD });
  const isDone = (): boolean => clock.wall() - beganAt > WAIT_MINUTES * MINUTE;
  const names = Array.from({ length: checks }, (_, at) => `check ${at}`);
  github.checks.set(HEAD, () =>
    actionsSuite(Object.fromEntries(names.map((name) => [name, isDone() ? 'success' : null]))),
  );
  const keys = Array.from({ length: tasks }, (_, at) => ({ key: `k${at}`, prompt: 'Fix it.' }));
  const asked = tasks === 1 ? { prompt: 'Fix it.' } : { prompt: '', tasks: JSON.stringify(keys) };
  const scene = await sandboxScene({
    inputs: { expect: 'checks', report: 'false', ...asked },
    sandbox: { scenario: SCENARIO, speed: 1 },
    github,
    clock,
  });
  await main(scene.ports);
  if (scene.host.outputs['outcome'] !== 'succeeded') {
    throw new Error(String(scene.host.outputs['error_message']));
  }
  const { requests } = github;
  const counted = requests.filter(({ answer }) => answer?.status !== 304);
  return { requests: requests.length, counted: counted.length, minutes: clock.elapsed / MINUTE };
}

console.log('                                requests  of the limit  minutes');
for (const each of CASES) {
  const { requests, counted, minutes } = await measure(each);
  const cells = [String(requests).padStart(8), String(counted).padStart(12)];
  console.log(`${each.name.padEnd(32)}${cells.join('  ')}  ${minutes.toFixed(1).padStart(7)}`);
}
