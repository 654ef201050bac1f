/** What a report offers to copy, so that a run that failed goes on. */
import { expect, it } from '@jest/globals';
import { parse } from 'yaml';
import type { ServiceName } from '../../src/agents/service-table.ts';
import { followUpOf } from '../../src/report/page/follow-up.ts';
import { serviceNamed } from '../../src/inputs/service.ts';
import { stepDigest, stepView } from '../support/step-view.ts';

const KILLED = stepDigest(2, 60, {
  headline: 'npm run build',
  exitCode: 137,
  detail: 'out of memory ${{ secrets.KEY }}\n  at heap',
});
const FAILED = {
  outcome: 'failed',
  runId: '7',
  result: 'I gave up.',
  steps: [stepDigest(0, 0), stepDigest(1, 30), KILLED],
} as const;

it('is the cause, what led to it and the result, as a text and as a step', () => {
  const { prompt, yaml } = followUpOf(stepView(FAILED)) ?? { prompt: '', yaml: '' };
  expect(prompt).toContain(
    'Cause: bash exited with 137 in step 3\n$ npm run build\nout of memory ${{ secrets.KEY }}\n  at heap',
  );
  expect(prompt).toContain('What led to it:\n- Step 1, Bash: step 0\n- Step 2, Bash: step 1');
  expect(prompt).toContain('The result so far:\nI gave up.');
  const [step] = parse(yaml) as readonly { readonly with: Readonly<Record<string, unknown>> }[];
  // What the agent wrote is no expression of the workflow.
  expect(step?.with).toMatchObject({
    agent_run_id: 7,
    prompt: `${prompt.replaceAll('${{', '$ {{')}\n`,
  });
});

it('is for the service of the run, or nothing where that takes no message', () => {
  const at = (service: ServiceName) =>
    followUpOf(
      stepView({
        ...FAILED,
        provenance: { ...stepView().provenance, service: serviceNamed(service) },
      }),
    );
  const [step] = parse(at('cursor')?.yaml ?? '') as readonly { readonly with: object }[];
  expect(Object.keys(step?.with ?? {})).toEqual(['service', 'token', 'agent_run_id', 'prompt']);
  expect(at('agent-run')?.yaml).toContain('    org_id: ${{ vars.AGENT_RUN_ORG_ID }}');
  expect(at('copilot')).toBeNull();
});

it.each([
  ['succeeded', { ...FAILED, outcome: 'succeeded' }],
  ['was not created', { ...FAILED, runId: null }],
  ['names no cause', { ...FAILED, steps: [stepDigest(0, 0)] }],
  [
    'says that it failed and not why',
    { ...FAILED, result: '', steps: [stepDigest(0, 0, { error: true, namesNoCause: true })] },
  ],
] as const)('is nothing for a run that %s', (_, view) => {
  expect(followUpOf(stepView(view))).toBeNull();
});
