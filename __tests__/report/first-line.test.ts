import { describe, expect, it } from '@jest/globals';
import { firstLine } from '../../src/report/first-line.ts';
import { VERSION } from '../../src/runner/host.ts';
import { serviceNamed } from '../../src/inputs/service.ts';

type Given = Parameters<typeof firstLine>[0];

const GIVEN: Given = {
  agentRunId: null,
  orgId: '',
  prompt: 'Fix it.',
  repo: null,
  repoId: null,
  resume: 'never',
  service: serviceNamed('cursor'),
  task: 'run',
  timeoutMs: 3_600_000,
  wait: true,
};
const HERE = { workflowRepository: 'octo/shop', tasks: null };
const WHOSE = `agent-run-action ${VERSION} in octo/shop, service cursor`;
const PATIENCE = 'waiting up to 1h 00m for it to end.';

describe('the first line of the log', () => {
  it.each<[Partial<Given>, string]>([
    [{}, `${WHOSE}: creating an agent run, ${PATIENCE}`],
    [{ repo: 'Octo/Shop' }, `${WHOSE}: creating an agent run, ${PATIENCE}`],
    [{ repo: 'octo/app' }, `${WHOSE}: creating an agent run for octo/app, ${PATIENCE}`],
    [{ agentRunId: '7' }, `${WHOSE}: sending a follow-up to agent run 7, ${PATIENCE}`],
    [{ agentRunId: '7', prompt: null }, `${WHOSE}: attaching to agent run 7, ${PATIENCE}`],
    [
      { resume: 'thread' },
      `${WHOSE}: sending a follow-up to the run of this thread, or creating an agent run, ${PATIENCE}`,
    ],
    [{ wait: false }, `${WHOSE}: creating an agent run, not waiting for it to end (wait: false).`],
    [{ task: 'check' }, `${WHOSE}: checking the setup without a run.`],
  ])('says whose it is and what the step does: %j', (given, line) => {
    expect(firstLine({ ...GIVEN, ...given }, HERE)).toBe(line);
  });

  it('names the organization, and the repository that is known by its id', () => {
    const inputs: Given = { ...GIVEN, service: serviceNamed('agent-run'), orgId: '42', repoId: 9 };
    expect(firstLine(inputs, HERE)).toBe(
      `agent-run-action ${VERSION} in octo/shop, service agent-run (organization 42): ` +
        `creating an agent run for the repository 9, ${PATIENCE}`,
    );
  });

  it('says how many runs a step has', () => {
    expect(firstLine(GIVEN, { ...HERE, tasks: 12 })).toBe(
      `${WHOSE}: running 12 tasks, waiting up to 1h 00m for each to end.`,
    );
  });
});
