/** What differs between the services that the certificate is about (contract 18.9). */
import { SERVICES, type ServiceName } from '../../sandbox/faces/face.ts';
import type { FaultSource } from '../../sandbox/scenario.ts';

/** Kinds of requests as the service's face names them. */
interface Kinds {
  readonly create: string;
  readonly followUp: string | null;
  /** Puts an end to the work, as `on_cancel: stop` asks. */
  readonly stop: string | null;
}

/** How the service comes to give an answer, or why it gives none of the kind. */
type Given = { readonly faults: readonly FaultSource[] } | { readonly none: string };

export interface Subject {
  readonly service: ServiceName;
  readonly kinds: Kinds;
  /** Inputs beside address, token and prompt. */
  readonly inputs: Readonly<Record<string, string>>;
  /** Answers to the create that are lost: what was asked for was carried out, or not. */
  readonly lost: {
    readonly carriedOut: readonly FaultSource['do'][];
    readonly notCarriedOut: readonly FaultSource['do'][];
  };
  /** How a run of the scenario's words ends here, and the word in the output `status`. */
  readonly ends: readonly {
    readonly scenario: string;
    readonly status: string;
    readonly outcome: string;
    /** The output `error_code`, empty without one. */
    readonly code?: string;
  }[];
  /** An answer about another run than the one that was asked about, which has failed. */
  readonly another: {
    readonly answer: FaultSource['do'];
    /** The status that the step would tell if it took the answer for its own run's. */
    readonly word: string;
  };
  /** A run that does not end by itself takes no message. */
  readonly busy: Given;
  /** A message is refused because the run will never take one again. */
  readonly gone: Given;
  /** A stop is refused, and the run goes on. */
  readonly stopRefused: Given;
  /** A search by key reads a list, which no filter of the service keeps short. */
  readonly longList: Given;
  /** The log says when a turn is over, so that it is known before which message it ended. */
  readonly tellsEnds: boolean;
  /** Inputs that the service cannot do, one refusal each. */
  readonly refused: readonly Readonly<Record<string, string>>[];
}

const AGENT_RUN: Subject = {
  service: 'agent-run',
  kinds: { create: 'create', followUp: 'resume', stop: 'ban' },
  inputs: { org_id: '1' },
  lost: {
    carriedOut: ['reset-after', { status: 502, after: true }, 'cut-body'],
    notCarriedOut: ['reset-before', { status: 502 }],
  },
  ends: [
    { scenario: 'COMPLETE', status: 'COMPLETE', outcome: 'succeeded' },
    { scenario: 'FAILED', status: 'FAILED', outcome: 'failed' },
    { scenario: 'CANCELLED', status: 'CANCELLED', outcome: 'cancelled' },
    { scenario: 'PAUSED', status: 'PAUSED', outcome: 'needs_input' },
  ],
  another: { answer: 'foreign-run', word: 'FAILED' },
  busy: { none: 'The specification knows no such answer: a run at work takes messages.' },
  gone: { none: 'The specification knows no such answer (section 4.4).' },
  stopRefused: {
    faults: [{ on: 'ban', do: { status: 403, body: { message: 'No access.', status_code: 403 } } }],
  },
  longList: { faults: [] },
  tellsEnds: true,
  refused: [{ ref: 'main' }, { create_pull_request: 'true' }, { budget: '4 usd' }],
};

const CURSOR: Subject = {
  service: 'cursor',
  kinds: { create: 'create', followUp: 'resume', stop: 'cancel' },
  // A branch stands without a pull request, which would be waited for (contract 18.5).
  inputs: { create_pull_request: 'false' },
  lost: {
    carriedOut: ['reset-after', 'error-after', 'cut-body'],
    notCarriedOut: ['reset-before', 'error-before', 'conflict'],
  },
  ends: [
    { scenario: 'COMPLETE', status: 'FINISHED', outcome: 'succeeded' },
    { scenario: 'PAUSED', status: 'FINISHED', outcome: 'succeeded' },
    { scenario: 'FAILED', status: 'ERROR', outcome: 'failed' },
    { scenario: 'CANCELLED', status: 'CANCELLED', outcome: 'cancelled' },
    { scenario: 'TIMEOUT', status: 'EXPIRED', outcome: 'failed' },
  ],
  another: {
    answer: { status: 200, body: { id: 'run-another', status: 'ERROR' } },
    word: 'ERROR',
  },
  busy: { faults: [] },
  gone: {
    faults: [
      {
        on: 'resume',
        do: { status: 409, body: { error: { code: 'agent_archived', message: 'Archived.' } } },
      },
    ],
  },
  stopRefused: {
    faults: [
      {
        on: 'cancel',
        do: { status: 403, body: { error: { code: 'role_forbidden', message: 'Not yours.' } } },
      },
    ],
  },
  longList: { none: 'The id of an agent is its key: no list is searched.' },
  tellsEnds: true,
  refused: [
    { budget: '4 usd' },
    { org_id: '1' },
    { repo_id: '7' },
    { task: 'setup-commands', repo_id: '7' },
    { request_fields: '{"agentId":"bc-1"}' },
    { agent_run_id: '../x' },
  ],
};

const DEVIN: Subject = {
  service: 'devin',
  kinds: { create: 'create', followUp: 'resume', stop: 'archive' },
  inputs: {},
  lost: {
    carriedOut: ['lost-answer', 'error-after', 'conflict-after', 'cut-body'],
    notCarriedOut: ['reset-before', 'error-before', 'conflict'],
  },
  ends: [
    { scenario: 'COMPLETE', status: 'running/waiting_for_user', outcome: 'succeeded' },
    { scenario: 'FAILED', status: 'running/waiting_for_user', outcome: 'failed' },
    { scenario: 'PAUSED', status: 'running/waiting_for_user', outcome: 'needs_input' },
    { scenario: 'CANCELLED', status: 'suspended/user_request', outcome: 'cancelled' },
    { scenario: 'error', status: 'error', outcome: 'failed' },
    { scenario: 'running/finished', status: 'running/finished', outcome: 'succeeded' },
    {
      scenario: 'running/waiting_for_approval',
      status: 'running/waiting_for_approval',
      outcome: 'needs_input',
    },
    {
      scenario: 'suspended/out_of_credits',
      status: 'suspended/out_of_credits',
      outcome: 'failed',
      code: 'quota_exceeded',
    },
  ],
  another: {
    answer: { status: 200, body: { session_id: 'f'.repeat(32), status: 'error' } },
    word: 'error',
  },
  busy: { none: 'A session at work takes a message in (sheet, section 4).' },
  gone: { faults: [{ on: 'resume', do: 'exits' }] },
  stopRefused: {
    faults: [
      { on: 'archive', do: { status: 403, body: { title: 'Forbidden', detail: 'No access.' } } },
    ],
  },
  longList: { faults: [{ on: 'runs', do: 'tags-ignored' }] },
  tellsEnds: false,
  refused: [
    { repo_id: '7' },
    { task: 'setup-commands', repo_id: '7' },
    { images: 'x.png' },
    { request_fields: '{"tags":["x"]}' },
    { agent_run_id: '../x' },
  ],
};

const COPILOT: Subject = {
  service: 'copilot',
  kinds: { create: 'create', followUp: null, stop: null },
  // The scenarios have no pull request, which would be waited for.
  inputs: { repo: 'acme/shop', create_pull_request: 'false' },
  lost: {
    carriedOut: ['reset-after', 'error-after', 'cut-answer'],
    notCarriedOut: ['reset-before', 'error-before'],
  },
  ends: [
    { scenario: 'COMPLETE', status: 'completed', outcome: 'succeeded' },
    { scenario: 'FAILED', status: 'failed', outcome: 'failed' },
    { scenario: 'CANCELLED', status: 'cancelled', outcome: 'cancelled' },
    { scenario: 'TIMEOUT', status: 'timed_out', outcome: 'failed' },
    { scenario: 'PAUSED', status: 'waiting_for_user', outcome: 'needs_input' },
  ],
  another: {
    answer: {
      status: 200,
      body: { id: '5d0c1f3a-0000-4000-8000-00000000000f', state: 'failed', sessions: [] },
    },
    word: 'failed',
  },
  busy: { none: 'A task takes no message.' },
  gone: { none: 'A task takes no message.' },
  stopRefused: { none: 'A task cannot be stopped.' },
  longList: {
    none:
      'Lists show no prompts: a hundred tasks are read themselves, which takes minutes at the ' +
      'rate that the action keeps (contract 3.1).',
  },
  tellsEnds: false,
  refused: [
    { budget: '4 usd' },
    { org_id: '7' },
    { repo_id: '7' },
    { task: 'setup-commands', repo_id: '7' },
    { images: 'x.png' },
    { ref: '0123456789abcdef0123456789abcdef01234567' },
    { request_fields: '{"head_ref":"main"}' },
    { request_fields: '{"create_pull_request":false}' },
    { agent_run_id: '5d0c1f3a-0000-4000-8000-000000000000' },
    { resume: 'thread' },
    { output_schema: '{"type":"object"}' },
    { expect: 'result' },
    { review: 'advise' },
    { on_cancel: 'stop' },
  ],
};

const JULES: Subject = {
  service: 'jules',
  kinds: { create: 'create', followUp: 'resume', stop: null },
  // The scenarios have no pull request, which would be waited for.
  inputs: { repo: 'acme/shop', create_pull_request: 'false' },
  lost: {
    carriedOut: ['lost-answer', 'error-after', 'cut-body'],
    notCarriedOut: ['reset-before', 'error-before'],
  },
  ends: [
    { scenario: 'COMPLETE', status: 'COMPLETED', outcome: 'succeeded' },
    { scenario: 'FAILED', status: 'FAILED', outcome: 'failed' },
    { scenario: 'PAUSED', status: 'AWAITING_USER_FEEDBACK', outcome: 'needs_input' },
    {
      scenario: 'AWAITING_PLAN_APPROVAL',
      status: 'AWAITING_PLAN_APPROVAL',
      outcome: 'needs_input',
    },
  ],
  another: {
    answer: { status: 200, body: { name: 'sessions/999', id: '999', state: 'FAILED' } },
    word: 'FAILED',
  },
  busy: { faults: [] },
  gone: {
    faults: [
      {
        on: 'resume',
        do: {
          status: 404,
          body: { error: { code: 404, status: 'NOT_FOUND', message: 'It was not found.' } },
        },
      },
    ],
  },
  stopRefused: { none: 'A session cannot be stopped.' },
  longList: { faults: [] },
  tellsEnds: true,
  refused: [
    { budget: '4 usd' },
    { org_id: '7' },
    { repo_id: '7' },
    { task: 'setup-commands', repo_id: '7' },
    { model: 'gemini' },
    { images: 'x.png' },
    { ref: '0123456789abcdef0123456789abcdef01234567' },
    { request_fields: '{"automationMode":"MANUAL"}' },
    { request_fields: '{"requirePlanApproval":true}' },
    { agent_run_id: '../x' },
    { on_cancel: 'stop' },
  ],
};

const OPENHANDS: Subject = {
  service: 'openhands',
  kinds: { create: 'create', followUp: 'resume', stop: 'stop' },
  inputs: { repo: 'acme/shop' },
  lost: {
    carriedOut: ['reset-after', 'error-after', 'cut-body'],
    notCarriedOut: ['reset-before', 'error-before'],
  },
  ends: [
    { scenario: 'COMPLETE', status: 'RUNNING/finished', outcome: 'succeeded' },
    { scenario: 'PAUSED', status: 'RUNNING/finished', outcome: 'succeeded' },
    { scenario: 'FAILED', status: 'RUNNING/error', outcome: 'failed' },
    { scenario: 'stuck', status: 'RUNNING/stuck', outcome: 'failed' },
    {
      scenario: 'waiting_for_confirmation',
      status: 'RUNNING/waiting_for_confirmation',
      outcome: 'needs_input',
    },
  ],
  another: {
    answer: {
      status: 200,
      body: [{ id: 'f'.repeat(32), sandbox_status: 'RUNNING', execution_status: 'error' }],
    },
    word: 'RUNNING/error',
  },
  // One at work takes a message in; one that has not started yet takes none.
  busy: { faults: [{ do: { fault: 'slow-start', for: '100s' } }] },
  gone: {
    faults: [{ on: 'resume', do: { status: 404, body: { detail: 'Sandbox not found' } } }],
  },
  stopRefused: {
    faults: [{ on: 'stop', do: { status: 401, body: { detail: 'Unauthorized' } } }],
  },
  longList: { none: 'The id of a conversation is its key: no list is searched.' },
  tellsEnds: true,
  refused: [
    { repo_id: '7' },
    { task: 'setup-commands', repo_id: '7' },
    { images: 'x.png' },
    { ref: '0123456789abcdef0123456789abcdef01234567' },
    { request_fields: '{"conversation_id":"x"}' },
    { agent_run_id: '../x' },
  ],
};

const SUBJECT_OF: Readonly<Record<ServiceName, Subject>> = {
  'agent-run': AGENT_RUN,
  cursor: CURSOR,
  devin: DEVIN,
  copilot: COPILOT,
  jules: JULES,
  openhands: OPENHANDS,
};

export const SUBJECTS: readonly Subject[] = SERVICES.map(subjectOf);

export function subjectOf(service: ServiceName): Subject {
  return SUBJECT_OF[service];
}
