/**
 * What a step has to drop to name a run is what the limits of the inputs refuse beside one: the
 * table is walked, and each advice is followed to the letter (contract 5).
 */
import { describe, expect, it } from '@jest/globals';
import { SERVICE_NAMES, type ServiceName } from '../../src/agents/service-table.ts';
import {
  askingText,
  followingText,
  inputsToDrop,
  refusedBesideRun,
} from '../../src/inputs/named-run.ts';
import { parseInputs } from '../../src/inputs/parse.ts';
import { INPUT_NAMES, type InputName } from '../../src/inputs/table.ts';
import { MemoryFiles } from '../support/memory-files.ts';

type Given = Readonly<Partial<Record<InputName, string>>>;

const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

function parsed(given: Given): ReturnType<typeof parseInputs> {
  return parseInputs({
    input: (name) => given[name as InputName] ?? '',
    env: {
      GITHUB_REPOSITORY: 'octo/website',
      GITHUB_WORKSPACE: '/workspace',
      RUNNER_TEMP: '/temp',
    },
    files: new MemoryFiles({ '/workspace/task.md': 'Fix it.', '/workspace/shot.png': PNG }),
  });
}

/** What each service needs, with an ID of one of its runs. */
const SERVICES: Readonly<Record<ServiceName, { readonly runId: string; readonly needs: Given }>> = {
  'agent-run': { runId: '7', needs: { org_id: '1', base_url: 'https://agents.example.com' } },
  cursor: { runId: 'bc-01234567-89ab-cdef-0123-456789abcdef', needs: {} },
  devin: { runId: 'devin-0123456789abcdef', needs: {} },
  copilot: { runId: '01234567-89ab-cdef-0123-456789abcdef', needs: {} },
  jules: { runId: '1234567890', needs: {} },
  openhands: { runId: '0123456789abcdef0123456789abcdef', needs: {} },
};

const SETUP = { task: 'setup-commands', repo: 'octo/shop', prompt: '' };
const LOGS = { task: 'analyze-logs', sandbox_id: '5', prompt: '' };

/** Steps that have set an input, with what it needs beside it. One without a row is an error. */
const STEPS: Readonly<Record<InputName, readonly Given[]>> = {
  token: [{}],
  service: [{}],
  org_id: [{ org_id: '1' }, { org_id: 'org-1' }, { org_id: '' }],
  base_url: [{ base_url: 'https://agents.example.com' }],
  prompt: [{}],
  prompt_file: [
    { prompt: '', prompt_file: 'task.md' },
    { ...SETUP, prompt_file: 'task.md' },
  ],
  repo: [{ repo: 'octo/shop' }, { repo: 'none' }],
  repo_id: [{ repo_id: '5' }, { task: 'setup-commands', repo_id: '5', prompt: '' }],
  ref: [{ ref: 'main' }, { ref: 'a'.repeat(40) }],
  create_pull_request: [{ create_pull_request: 'false' }, { create_pull_request: 'true' }],
  agent_run_id: [{}],
  resume: [{ resume: 'thread' }],
  context: [{ context: 'event' }],
  model: [{ model: 'fast' }],
  images: [{ images: 'shot.png' }],
  request_fields: [{ request_fields: '{"tags": ["tax"]}' }, { request_fields: '{"a": 1}' }],
  task: [{ task: 'check' }, SETUP, { ...SETUP, prompt: 'Fix it.' }, LOGS],
  sandbox_id: [LOGS],
  wait: [{ wait: 'false' }],
  timeout_minutes: [{ timeout_minutes: '5' }],
  budget: [{ budget: '10 acu' }, { budget: '5 usd' }],
  poll_interval_seconds: [{ poll_interval_seconds: '9' }],
  on_cancel: [{ on_cancel: 'stop' }],
  success_statuses: [{ success_statuses: 'fine' }],
  failure_statuses: [{ failure_statuses: 'broken' }],
  fail_on: [{ fail_on: 'none' }],
  siblings: [{ siblings: '3' }],
  sibling_index: [{ siblings: '3', sibling_index: '1' }],
  output_schema: [{ output_schema: '{"type": "object"}' }],
  expect: [{ expect: 'pull_request' }, { expect: 'checks' }, { expect: 'result' }],
  max_fixes: [{ expect: 'checks', max_fixes: '1' }],
  ignore_checks: [{ expect: 'checks', ignore_checks: 'lint' }],
  logs: [{ logs: 'full' }],
  logs_file: [{ logs_file: 'log.jsonl' }],
  summary: [{ summary: 'false' }],
  report: [{ report: 'upload' }],
  show_prompt: [{ show_prompt: 'false' }],
  otlp: [{ otlp: 'true' }],
  comment: [{ comment: 'true' }],
  review: [{ review: 'gate' }, { review: 'advise', prompt: '' }],
  comment_key: [{ comment: 'true', comment_key: 'mine' }],
  commit_status: [{ commit_status: 'agent' }],
  github_token: [{ github_token: 'ghs' }],
  trigger_phrase: [{ trigger_phrase: '@agent' }],
  require_permission: [{ require_permission: 'admin' }],
  allowed_bots: [{ allowed_bots: 'renovate[bot]' }],
  idempotency: [{ idempotency: 'on' }],
  idempotency_key: [{ idempotency: 'on', idempotency_key: 'nightly' }],
  max_turns: [{ resume: 'thread', max_turns: '3' }],
  tasks: [{ tasks: '[{"key": "a", "prompt": "Fix it."}]' }],
  max_parallel: [{ tasks: '[{"key": "a", "prompt": "Fix it."}]', max_parallel: '2' }],
  fail_fast: [{ tasks: '[{"key": "a", "prompt": "Fix it."}]', fail_fast: 'true' }],
};

function stepOf(service: ServiceName, step: Given): Given {
  return { token: 'a-token', service, prompt: 'Fix it.', ...SERVICES[service].needs, ...step };
}

/** Only a step that was accepted is given advice. */
function isAccepted(given: Given): boolean {
  return parsed(given).problems.length === 0;
}

/** The step as the advice says it. */
function followed(given: Given, advice: string): Given {
  const [, runId = ''] = /`agent_run_id: (\S+)`/.exec(advice) ?? [];
  const [, dropped = ''] = /\bno (.*)$/.exec(advice) ?? [];
  const without = [...dropped.matchAll(/`(\w+)`/g)].map(([, name = '']) => [name, '']);
  return {
    ...given,
    agent_run_id: runId,
    ...(advice.includes('as `prompt`') ? { prompt: 'This one.' } : {}),
    ...(Object.fromEntries(without) as Given),
  };
}

describe.each(SERVICE_NAMES)('advice to a step of %s is accepted as it stands', (service) => {
  const { runId } = SERVICES[service];

  it.each(INPUT_NAMES)('that sets `%s`', (name) => {
    const steps = STEPS[name].map((step) => stepOf(service, step));
    for (const given of steps.filter(isAccepted)) {
      const { inputs } = parsed(given);
      const toDrop = inputsToDrop(inputs);

      const following = parsed(followed(given, followingText(runId, toDrop)));
      expect([given, following.problems]).toEqual([given, []]);
      // Nothing is sent to a run that is to be followed.
      expect([given, following.inputs.prompt]).toEqual([given, null]);

      if (inputs.service.facts.can.followUp) {
        const advice = askingText(runId, { what: 'your answer', toDrop });
        const asking = parsed(followed(given, advice));
        expect([given, asking.problems]).toEqual([given, []]);
        expect([given, asking.inputs.prompt]).toEqual([given, 'This one.']);

        // The step as it is, with its own prompt, names the run.
        const named: Given = { ...given, agent_run_id: runId };
        const refused = refusedBesideRun(inputs);
        const dropped = Object.fromEntries(refused.map((one) => [one, '']));
        expect([given, parsed(named).problems.length > 0]).toEqual([given, refused.length > 0]);
        expect([given, parsed({ ...named, ...dropped }).problems]).toEqual([given, []]);
      }
    }
  });
});

it.each(INPUT_NAMES)('some service accepts each step that sets `%s`', (name) => {
  for (const step of STEPS[name]) {
    const services = SERVICE_NAMES.filter((service) => isAccepted(stepOf(service, step)));
    expect([step, services]).not.toEqual([step, []]);
  }
});

it('is told after what is always dropped', () => {
  expect(followingText('7', ['task', 'sandbox_id'])).toBe(
    '`agent_run_id: 7` and no `prompt`, `task` or `sandbox_id`',
  );
});
