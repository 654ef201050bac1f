/** Codes and messages of contract 5. */
import { describe, expect, it } from '@jest/globals';
import { toldInputs, type CallName, type FailureContext } from '../../src/run/advice.ts';
import { endOfCrash, failureOf, overBudgetEnd, type timedOutEnd } from '../../src/run/failure.ts';
import { logInline } from '../../src/safe/job-log.ts';
import type { PermissionRules } from '../../src/github/permissions.ts';
import type { Inputs } from '../../src/inputs/parse.ts';
import { Cancelled } from '../../src/runner/clock.ts';
import type { ServiceError } from '../../src/http/errors.ts';
import { transportFailure } from '../../src/http/errors.ts';
import { transportFault } from '../../src/http/transport-fault.ts';
import { httpError, linkError, oddBody } from '../support/memory-client.ts';
import { tokenCause } from '../../src/run/token-advice.ts';
import { serviceNamed } from '../../src/inputs/service.ts';

const AT = { sent: false, responded: false, timedOut: false };

function fail(error: ServiceError, call: CallName, fields: Partial<FailureContext> = {}) {
  const { service = serviceNamed('agent-run') } = fields;
  return failureOf(error, {
    call,
    baseUrl: 'https://agents.example.com',
    service,
    orgId: '42',
    repo: null,
    runId: null,
    webUrl: null,
    runList: 'the list of runs',
    tokenCause: tokenCause('a token', service),
    retiredTokenCause: null,
    toDrop: [],
    ...fields,
  });
}

const STATUSES: readonly (readonly [number, string, string])[] = [
  [301, 'bad_response', 'bad_response'],
  [304, 'bad_response', 'bad_response'],
  [308, 'bad_response', 'bad_response'],
  [400, 'rejected', 'rejected'],
  [401, 'unauthorized', 'unauthorized'],
  [402, 'quota_exceeded', 'quota_exceeded'],
  [403, 'forbidden', 'forbidden'],
  [404, 'not_found', 'not_found'],
  [408, 'ambiguous_create', 'bad_response'],
  [409, 'rejected', 'rejected'],
  [418, 'rejected', 'rejected'],
  [422, 'rejected', 'rejected'],
  [429, 'rate_limited', 'rate_limited'],
  [500, 'ambiguous_create', 'bad_response'],
  [503, 'ambiguous_create', 'bad_response'],
];

describe('the error code for a status', () => {
  it.each(STATUSES)('%i is %s on create and resume, %s on a read', (status, sent, read) => {
    expect(fail(httpError(status), 'create').code).toBe(sent);
    expect(fail(httpError(status), 'resume').code).toBe(sent);
    expect(fail(httpError(status), 'read').code).toBe(read);
  });
});

const FAULTS = [
  ['dns', 'network'],
  ['no_time', 'network'],
  ['certificate', 'network'],
  ['reset', 'ambiguous_create'],
  ['too_large', 'ambiguous_create'],
] as const;

describe('the error code for a fault below HTTP', () => {
  it.each(FAULTS)('%s is %s on create', (kind, code) => {
    expect(fail(linkError(kind), 'create').code).toBe(code);
  });

  it('is ambiguous_create for a 2xx without a readable run ID', () => {
    expect(fail(oddBody(), 'create').code).toBe('ambiguous_create');
  });
});

describe('a token of an older API of the service', () => {
  const given = {
    service: serviceNamed('devin'),
    baseUrl: 'https://api.devin.ai',
    orgId: '',
    repo: null,
    task: 'run' as const,
    budget: null,
    promptFile: null,
    sandboxId: null,
  };
  const askedOf = (error: ServiceError, token: string): string =>
    fail(error, 'create', toldInputs({ ...given, token })).message;
  const refused = (status: number): ServiceError =>
    httpError(status).with({ advice: 'Check the permissions of the key.' });

  it.each([401, 403])('is the cause of a %i, whatever else is likely', (status) => {
    expect(askedOf(refused(status), 'apk_1')).toMatch(/begins with `apk_`: .* Make a new one/);
    expect(askedOf(refused(status), 'apk_1')).not.toContain('permissions');
    expect(askedOf(refused(status), 'cog_1')).toContain('Check the permissions of the key.');
  });

  it('is no cause of another refusal', () => {
    expect(askedOf(refused(422), 'apk_1')).not.toContain('apk_');
  });
});

describe('an error message says what happened, what the service said and what to do next', () => {
  const RUN = { runId: '77', webUrl: 'https://agents.example.com/runs/77' };
  it.each([
    ['401', httpError(401), 'create', {}, ['HTTP 401', '`token`']],
    ['402', httpError(402), 'create', {}, ['quota']],
    ['403', httpError(403), 'create', {}, ['organization 42', '`org_id`']],
    ['404 on create', httpError(404), 'create', {}, ['`base_url` and `org_id`', '`task: check`']],
    [
      '404 on a repository',
      httpError(404, { body: 'Repository 7 not found' }),
      'create',
      {},
      ['`repo_id`, `org_id`'],
    ],
    ['404 on a run', httpError(404), 'read', RUN, ['`agent_run_id` (77)', '`org_id` (42)']],
    [
      '422 on create',
      httpError(422),
      'create',
      {},
      ['gives no reason. Check the inputs; nothing was started'],
    ],
    [
      '451 on create',
      httpError(451, { body: 'Not here' }),
      'create',
      {},
      ['Correct what the service objects to;'],
    ],
    [
      '405 on create',
      httpError(405),
      'create',
      {},
      ['Check that the input `base_url` is the root'],
    ],
    [
      '413 on create',
      httpError(413),
      'create',
      {},
      ['Shorten the prompt', '`images`; nothing was started'],
    ],
    ['304 on a resume', httpError(304), 'resume', RUN, ['The run received nothing']],
    ['422 on a resume', httpError(422), 'resume', RUN, ['the run did not receive the follow-up']],
    ['422 on a read', httpError(422), 'read', RUN, ['Check the inputs']],
    ['429', httpError(429), 'create', {}, ['rate limit', '`timeout_minutes`']],
    [
      '302',
      httpError(302, { headers: { location: '/login?next=secret' } }),
      'create',
      {},
      ['led to https://agents.example.com/login.'],
    ],
    ['500 on a read', httpError(500), 'read', RUN, ['The run received nothing']],
    ['403 in a check', httpError(403), 'check', {}, ['organization 42', '`org_id`']],
    ['500 on a look-up', httpError(500), 'look-up', {}, ['Nothing was created']],
    [
      '429 on a create',
      httpError(429),
      'create',
      {},
      ['until the timeout, so nothing was started.'],
    ],
    [
      'no connection',
      linkError('refused'),
      'create',
      {},
      ['a fault of kind refused', 'https://agents.example.com', 'HTTPS_PROXY'],
    ],
    [
      'no time',
      linkError('no_time'),
      'create',
      {},
      ['`siblings`', 'rate limit', '`timeout_minutes`'],
    ],
    ['certificate', linkError('certificate'), 'create', {}, ['NODE_EXTRA_CA_CERTS']],
    [
      'certificate of another host name',
      transportFailure(
        transportFault(Object.assign(new Error('x'), { code: 'ERR_TLS_CERT_ALTNAME_INVALID' }), AT),
      ),
      'create',
      {},
      ['belongs to another host name', '`base_url` (https://agents.example.com)'],
    ],
    [
      'ambiguous create',
      httpError(500),
      'create',
      {},
      ['It is unknown whether', 'not sent again', 'list of runs', '`agent_run_id`'],
    ],
    [
      'ambiguous resume',
      linkError('reset'),
      'resume',
      RUN,
      ['It is unknown whether', RUN.webUrl, '`agent_run_id`'],
    ],
    [
      'ambiguous resume without address',
      linkError('reset'),
      'resume',
      { runId: '77' },
      ['run 77 at the service'],
    ],
  ] as const)('%s', (...[, error, call, fields, parts]) => {
    const { message } = fail(error, call, fields);
    for (const part of parts) {
      expect(message).toContain(part);
    }
    expect(message).toMatch(
      /^((Creating|Resuming|Reading) the agent run|Looking up the repository|Checking the set-up) failed: /,
    );
  });

  it.each(['create', 'resume', 'read', 'look-up', 'check'] as const)(
    'the same in the job log: %s',
    (call) => {
      const errors = [
        ...STATUSES.map(([status]) => httpError(status)),
        ...FAULTS.map(([kind]) => linkError(kind)),
      ];
      const page = { headers: { 'content-type': 'text/html', location: 'http://127.0.0.1:8080/' } };
      for (const error of [...errors, httpError(404, page), httpError(302, page)]) {
        const { message } = fail(error, call, { ...RUN, baseUrl: 'http://127.0.0.1:8080' });
        expect(logInline(message, 8_000)).toBe(message);
      }
    },
  );

  it("quotes the service's message", () => {
    const error = httpError(422, { body: '{"detail": "prompt is too long"}' });
    expect(fail(error, 'create').message).toContain('The service said: "prompt is too long".');
    expect(fail(httpError(422), 'create').message).not.toContain('said');
  });
});

describe('a token that was accepted earlier in the step', () => {
  const SEEN = { runId: '77', isKnownToExist: true };
  it.each([
    [401, 'has ended or was revoked meanwhile: give a valid one. The run itself is not affected'],
    [403, 'and may not read the run any more. The run itself is not affected'],
  ])('is not said to be a wrong one after a %i', (status, told) => {
    const { message } = fail(httpError(status), 'read', SEEN);
    expect(message).toContain('The input `token` was accepted earlier in this step, ');
    expect(message).toContain(told);
    expect(message).not.toMatch(/mistyped|Check that the token/);
  });

  it('has the advice of a service that knows more', () => {
    const error = httpError(403).with({ advice: 'Ask for ViewOrgSessions.' });
    expect(fail(error, 'read', SEEN).message).toContain('Ask for ViewOrgSessions.');
  });
});

describe('a crash', () => {
  const bug = new RangeError('a bug');
  it.each([
    ['before a run', null, null, ''],
    ['with a run', '77', null, ' The run 77 may go on.'],
    [
      'with a run and its address',
      '77',
      'https://a.example/77',
      ' The run 77 may go on at https://a.example/77.',
    ],
  ])(
    '%s is internal and names the run that may continue, without a stack',
    (...[, runId, webUrl, part]) => {
      const end = endOfCrash(bug, { runId, webUrl });
      expect(end).toMatchObject({ outcome: 'error', errorCode: 'internal' });
      expect(end.errorMessage).toBe(
        `Something went wrong inside this action: RangeError: a bug.${part} Run it again with debug logging (ACTIONS_STEP_DEBUG) and report what it says.`,
      );
      expect(endOfCrash('text', { runId, webUrl }).errorMessage).toContain('text');
    },
  );

  it('is cancelled after a signal', () => {
    const end = endOfCrash(new Cancelled('SIGINT'), { runId: '77', webUrl: null });
    expect(end).toMatchObject({
      outcome: 'cancelled',
      errorCode: null,
      cutShort: expect.stringContaining('SIGINT'),
    });
  });
});

describe('with another service', () => {
  const own = /org_id|organization|base_url` names|repo_id|\/v1\/organizations/;
  const at = {
    cursor: {
      service: serviceNamed('cursor'),
      baseUrl: 'https://api.cursor.com',
      orgId: '',
      repo: 'octo/shop',
    },
    copilot: {
      service: serviceNamed('copilot'),
      baseUrl: 'https://api.github.com',
      orgId: '',
      repo: 'octo/shop',
    },
    devin: {
      service: serviceNamed('devin'),
      baseUrl: 'https://api.devin.ai',
      orgId: 'org-1',
      repo: 'octo/shop',
    },
  } as const;

  it.each([401, 402, 403, 404])('no advice names what only one has: %s', (status) => {
    for (const place of [at.cursor, at.copilot]) {
      expect(fail(httpError(status), 'create', place).message).not.toMatch(own);
    }
  });

  it.each([
    ['cursor', 'the list of agents in the web interface of the service'],
    ['devin', 'the list of sessions in the web interface of the service'],
    ['copilot', 'the list of tasks at https://github.com/copilot/agents'],
  ] as const)('a lost create is looked for where %s has it', (name, words) => {
    const place = at[name];
    const runList = place.service.facts.runList('https://github.com');
    const { message } = fail(httpError(500), 'create', { ...place, runList });
    expect(message).toContain(`Look at ${words}: if`);
  });

  it.each([
    ['cursor', 401, 'it is not the API key of a Cursor user or service account.'],
    ['copilot', 403, 'Check that the token may start agents in octo/shop.'],
    ['cursor', 402, "The account's quota or credit is used up."],
    [
      'copilot',
      404,
      'Check the inputs `repo` (octo/shop) and `base_url`, and that the token may see them: ' +
        'POST https://api.github.com/agents/repos/octo/shop/tasks does not exist. ' +
        'To test the set-up without spending a run, use `task: check`.',
    ],
  ] as const)('%s, %s', (name, status, words) => {
    expect(fail(httpError(status), 'create', at[name]).message).toContain(words);
  });

  it('an id is one of the inputs that may name nothing', () => {
    const place = { ...at.devin, runId: '7c1e0a55f2d94b' };
    expect(fail(httpError(404), 'create', place).message).toContain(
      'Check the inputs `agent_run_id` (7c1e0a55f2d94b), `org_id` (org-1) and `base_url`, and that',
    );
  });

  it.each([
    ['cursor', 'create', null, 'POST https://api.cursor.com/v1/agents was'],
    ['cursor', 'read', 'bc-1/run-2', 'GET https://api.cursor.com/v1/agents/bc-1/runs/run-2 was'],
    ['cursor', 'resume', 'bc-1/run-2', 'POST https://api.cursor.com/v1/agents/bc-1/runs was'],
    ['devin', 'resume', 'devin-1', '/v3/organizations/org-1/sessions/devin-1/messages was'],
    ['copilot', 'read', 'a1', 'GET https://api.github.com/agents/repos/octo/shop/tasks/a1 was'],
  ] as const)('names the request: %s %s', (...[name, call, runId, words]) => {
    const error = transportFailure(
      transportFault(Object.assign(new Error('x'), { code: 'ENOTFOUND' }), AT),
    );
    expect(fail(error, call, { ...at[name], runId }).message).toContain(words);
  });
});

it('takes no object that holds a token, such as the inputs', () => {
  type Tokens = Pick<Inputs, 'githubToken' | 'token'>;
  type Takes<Given> = Tokens extends Pick<Given, keyof Given & keyof Tokens> ? 'some' : 'none';
  // Checked by the compiler.
  const failures: Takes<FailureContext> = 'none';
  const timeouts: Takes<Parameters<typeof timedOutEnd>[1]> = 'none';
  const permissions: Takes<PermissionRules> = 'none';
  expect([failures, timeouts, permissions]).toEqual(['none', 'none', 'none']);
});

describe('a run that has used up its budget (20)', () => {
  const used = '3 ACU of the 3 ACU that `budget` allows';
  const told = { became: 'It was stopped.', runId: '7', setBy: '`budget`' } as const;

  it.each([
    ['watched', true, 'Raise `budget`, or ask for less.'],
    ['sent', false, 'Raise `budget` and start a new run, or ask for less.'],
    ['sent', true, 'Raise `budget` and start a new run in another thread, or ask for less.'],
  ] as const)('%s, in a thread %s: %s', (kept, inThread, advice) => {
    expect(overBudgetEnd(used, { ...told, kept, inThread }).errorMessage).toBe(
      `The agent run 7 has used ${used}. It was stopped. ${advice}`,
    );
  });
});
