/** What a failure proves, and the service's message (contract 4.1, 5). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import {
  bodyError,
  NotOffered,
  ServiceError,
  statusError,
  transportFailure,
  type Judge,
  whatTheServiceSaid,
} from '../../src/http/errors.ts';
import { AboutAnother } from '../../src/agents/kit/ids.ts';
import { isNotOffered } from '../../src/agents/agent-run/not-offered.ts';
import { statusProof, TRANSPORT_FAULTS, TransportError } from '../../src/http/proof.ts';

describe('what a failure proves, as docs/faults.md says', () => {
  const rows = readFileSync(join(import.meta.dirname, '../../docs/faults.md'), 'utf8').matchAll(
    /^\| (.*) \|$/gm,
  );
  /** What happened → what that proves. */
  const told = new Map(
    Array.from(rows, ([, row = '']): [string, string] => {
      const [failure = '', , proves = ''] = row.split('|').map((cell) => cell.trim());
      return [failure, proves];
    }),
  );

  it('below HTTP', () => {
    const faults = [...told].filter(([failure]) => /^`[a-z_]+`$/.test(failure));
    const proofs = Object.entries(TRANSPORT_FAULTS).map(([kind, { proof }]) => [
      `\`${kind}\``,
      proof,
    ]);
    expect(Object.fromEntries(faults)).toEqual(Object.fromEntries(proofs));
  });

  it.each(Object.entries(TRANSPORT_FAULTS))(
    'below HTTP, in words that follow "failed: " (%s)',
    (_, { text }) => {
      expect(text).toMatch(/^[a-z][^.]{20,}$/);
    },
  );

  it.each([
    ['HTTP 429', 'unsent', [429]],
    ['HTTP 408, 5xx', 'ambiguous', [408, 500, 501, 502, 503, 504, 599]],
    ['HTTP 3xx, other 4xx', 'permanent', [300, 302, 307, 400, 401, 404, 409, 422, 451, 499]],
  ])('%s: %s', (failure, ...[proof, statuses]) => {
    expect(told.get(failure)).toBe(proof);
    expect(statuses.map(statusProof)).toEqual(statuses.map(() => proof));
  });

  it('a 2xx that cannot be read', () => {
    const { proof } = bodyError({ status: 200, headers: {}, body: '' }, 'its body is not JSON');
    expect(told.get('2xx that cannot be read')).toBe(proof);
  });
});

describe("the service's message", () => {
  it.each([
    ['message', '{"message": "No such run"}', 'No such run'],
    ['detail', '{"detail": "No such run"}', 'No such run'],
    ['error', '{"error": "No such run"}', 'No such run'],
    ['an error object', '{"error": {"code": 7, "message": "No such run"}}', 'No such run'],
    ['a problem document', '{"type": "about:blank", "title": "No such run"}', 'No such run'],
    ['OAuth', '{"error_description": "No such run"}', 'No such run'],
    [
      'a validation list',
      '{"detail": [{"loc": ["body", "prompt"], "msg": "field required", "type": "missing"}]}',
      'body.prompt: field required',
    ],
    [
      'a validation list of two',
      '{"detail": [{"loc": ["body", "a", 0], "msg": "one"}, {"msg": "two"}]}',
      'body.a.0: one; two',
    ],
    ['a validation list without place', '{"detail": [{"loc": [], "msg": "one"}]}', 'one'],
    [
      'a validation list with a place as text',
      '{"detail": [{"loc": "body", "msg": "one"}]}',
      'one',
    ],
    [
      'a validation list with odd places',
      '{"detail": [null, {"loc": ["body", null, {"a": 1}, "b"], "msg": "one"}]}',
      'body.b: one',
    ],
    [
      'a long list',
      JSON.stringify({ errors: Array.from({ length: 11 }, (_, at) => `e${at}`) }),
      'e0; e1; e2; e3; e4; e5; e6; e7; e8; e9',
    ],
    ['a list of strings', '{"errors": ["one", "", "two"]}', 'one; two'],
    ['JSON text', '"No such run"', 'No such run'],
    ['plain text', 'upstream\n  timed out', 'upstream timed out'],
    [
      'an error page',
      '<style>p {}</style><h1>502<script>x()</script>Bad</h1>gateway',
      '502 Bad gateway',
    ],
    ['text beyond what is read of it', `${' '.repeat(20_000)}x`, ''],
    ['nothing', '', ''],
    ['an empty object', '{}', ''],
    ['null', 'null', ''],
    ['a number', '7', ''],
    ['an object of four levels', '{"error": {"error": {"error": {"error": "deep"}}}}', 'deep'],
    [
      'an object of more levels',
      '{"error": {"error": {"error": {"error": {"error": "deep"}}}}}',
      '',
    ],
    ['lists of more levels', '[[[[["deep"]]]]]', ''],
  ])('as %s', (_, body, said) => {
    expect(whatTheServiceSaid(body)).toBe(said);
  });

  it('is truncated at 500 characters', () => {
    expect(whatTheServiceSaid('x'.repeat(2_000))).toBe(`${'x'.repeat(499)}…`);
  });
});

it.each([
  ['a page', 401, '<html>401 Authorization Required</html>', true],
  ['plain text', 404, '404 page not found', true],
  ['half of a JSON document', 403, '{"message": "For', true],
  ['JSON', 401, '{"message": "Bad token"}', false],
  ['a JSON text', 404, '"Not found"', false],
  // What has no text is no page.
  ['nothing', 401, '', false],
  ['a page with another status', 400, '<html>400</html>', false],
])('whether a gateway has answered: %s with %d', (...[, status, body, isGatewayPage]) => {
  const error = statusError({ status, headers: {}, body });
  expect([error.isGatewayPage, error.meaning('not_found', 'x').isGatewayPage]).toEqual([
    isGatewayPage,
    isGatewayPage,
  ]);
});

it.each([
  ['the page of a gateway', 404, '404 page not found', true],
  ["the service's own refusal", 404, '{"message": "Not found"}', false],
  ['a page with a status that passes', 502, '<html>502</html>', true],
])('whether a later read may succeed: %s', (...[, status, body, mayPass]) => {
  expect(statusError({ status, headers: {}, body }).mayPass).toBe(mayPass);
});

describe('errors', () => {
  const answer = { status: 422, headers: { 'retry-after': '3' }, body: '{"detail": "No"}' };

  it('carry the status, the wait that is asked for, and the message', () => {
    const error = statusError(answer);
    expect(error).toMatchObject({
      name: 'ServiceError',
      kind: 'status',
      status: 422,
      proof: 'permanent',
      retryAfterMs: 3_000,
      said: 'No',
      message: 'HTTP 422: No',
    });
  });

  it('are read as far as any refusal goes, by whoever reads them', () => {
    const said = (blanks: number): string =>
      statusError({ ...answer, body: `${' '.repeat(blanks)}{"detail": "No"}` }).message;
    expect([said(1_000_000), said(1024 * 1024)]).toEqual(['HTTP 422: No', 'HTTP 422']);

    const lengths: number[] = [];
    const judge: Judge = ({ body }) => {
      lengths.push(body.length);
      return {};
    };
    const body = `[${'{},'.repeat(1_000_000)}{}]`;
    expect(statusError({ status: 404, headers: {}, body }, { judge }).isGatewayPage).toBe(true);
    expect(lengths).toEqual([1024 * 1024]);
  });

  it('say the status once where the text of a page begins with it', () => {
    const page = '<html><h1>503 Service Temporarily Unavailable</h1></html>';
    const { message } = statusError({ status: 503, headers: {}, body: page });
    expect(message).toBe('HTTP 503 Service Temporarily Unavailable');
  });

  it.each([
    [429, true, false, true],
    [300, false, true, false],
    // Nothing has changed, which leads nowhere.
    [304, false, false, true],
    [399, false, true, false],
    [400, false, false, true],
    [403, false, false, false],
    [299, false, false, true],
  ])('%i: throttled %p, redirect %p, passing %p', (status, ...[throttled, redirect, passing]) => {
    const error = statusError({ ...answer, status });
    expect([error.throttled, error.redirect, error.passing]).toEqual([
      throttled,
      redirect,
      passing,
    ]);
  });

  it('of a 2xx body are ambiguous', () => {
    expect(bodyError({ ...answer, status: 200 }, 'without an id')).toMatchObject({
      kind: 'body',
      proof: 'ambiguous',
      status: 200,
      message: 'HTTP 200, but without an id',
    });
  });

  it.each([
    ['text/html', 'it is a web page (check `base_url`)'],
    [' Application/XHTML+xml', 'it is a web page (check `base_url`)'],
    ['x-text/html', 'without an id'],
  ])('of a 2xx of type %j say: %s', (type, problem) => {
    const page = { ...answer, status: 200, headers: { 'content-type': type } };
    expect(bodyError(page, 'without an id').message).toBe(`HTTP 200, but ${problem}`);
  });

  it('from below HTTP keep their cause', () => {
    const cause = new TransportError('dns', 'no name', { cause: new Error('ENOTFOUND') });
    const error = transportFailure(cause);
    expect(error).toMatchObject({
      kind: 'dns',
      proof: 'unsent',
      status: null,
      message: 'no name',
      said: '',
    });
    expect(error.cause).toBe(cause);
  });

  it.each([
    [404, 'Not found', true],
    [404, '', true],
    [404, '<h1>Not Found</h1>', true],
    [404, 'No such route: /v1/organizations/4/agent/run/7/logs', true],
    [404, 'Nothing at agent-run-of/my-run', true],
    [404, 'Run 7 not found', false],
    [404, 'Repository 7 not found', false],
    [404, 'Repo not found', false],
    [404, 'Unknown organization', false],
    [404, 'Unknown organisation', false],
    [404, 'Sandbox is gone', false],
    [404, 'User unknown', false],
    [405, 'Run 7', true],
    [501, '', true],
    [403, 'Not found', false],
    [500, '', false],
  ])('%i that says "%s" means that the endpoint is missing: %s', (status, body, notOffered) => {
    expect(isNotOffered(statusError({ ...answer, status, body }))).toBe(notOffered);
  });

  it.each([
    ['headers_timeout', true, true],
    ['body_timeout', true, true],
    ['connect_timeout', false, true],
    ['certificate', false, false],
  ] as const)(
    '%s is an answer that came too late: %s; it passes: %s',
    (kind, timedOut, passing) => {
      expect(transportFailure(new TransportError(kind, 'x'))).toMatchObject({ timedOut, passing });
    },
  );

  it.each([
    ['dns', 'getaddrinfo ENOTFOUND agents.example', 20_000],
    ['dns', 'getaddrinfo EAI_AGAIN agents.example', 120_000],
    ['refused', 'ENOTFOUND', 120_000],
    ['refused', 'no connection (ECONNREFUSED: connect ECONNREFUSED 127.0.0.1:9)', 60_000],
    ['refused', 'no connection (EHOSTUNREACH)', 120_000],
  ] as const)('%s (%s) is given up after %i ms', (kind, message, ms) => {
    expect(transportFailure(new TransportError(kind, message)).patienceMs).toBe(ms);
  });

  it('say what a request needs beyond the spec', () => {
    const cause = statusError({ ...answer, status: 404 });
    const { kind, proof, status, retryAfterMs, said, message } = cause;
    const error = new NotOffered(cause, { advice: 'the list of runs' });
    expect(error).toMatchObject({
      kind,
      proof,
      status,
      retryAfterMs,
      said,
      message,
      code: 'not_found',
      advice: 'the list of runs',
      cause,
    });
  });

  it('name both addresses of a log, and the run that an answer is about', () => {
    const cause = statusError({ ...answer, status: 404 });
    const message = 'HTTP 404 at /v1/a and at /v1/alpha/a';
    const missing = new NotOffered(cause, { advice: '', message });
    expect(missing).toMatchObject({
      message,
      status: 404,
      passing: false,
      cause,
    });
    const another = new AboutAnother({ ...answer, status: 200 }, 'run', '78');
    expect(another).toMatchObject({
      message: 'HTTP 200, but it is about another run (78)',
      proof: 'ambiguous',
      said: '',
    });
  });
});

describe('what is known of a failure', () => {
  const refused = {
    kind: 'status',
    proof: 'permanent',
    status: 403,
    said: '',
  } as const;

  it('is what was given, and nothing is made up', () => {
    const told = { reason: 'archived', mayConcernRepository: true, isGatewayPage: true };
    expect(new ServiceError('HTTP 403', { ...refused, ...told })).toMatchObject(told);
    expect(new ServiceError('HTTP 403', refused)).toMatchObject({
      reason: null,
      mayConcernRepository: false,
      isGatewayPage: false,
    });
  });

  it('stays in all its parts where more is known', () => {
    const told = {
      kind: 'status',
      proof: 'permanent',
      status: 302,
      retryAfterMs: 5_000,
      location: 'https://login.example.com/',
      said: 'Sign in',
      code: 'bad_response',
      advice: 'Look at `base_url`.',
      reason: 'moved',
      throttled: true,
      isWebPage: true,
      isGatewayPage: true,
      mayConcernRepository: true,
    } as const;
    const known = new ServiceError('HTTP 302', told).with({ wasLookedFor: true });
    expect(known).toMatchObject({ ...told, wasLookedFor: true });
  });

  it('is no page where nothing says so', () => {
    const untyped = statusError({ status: 404, headers: {}, body: '<h1>Wait</h1>' });
    expect(untyped.isWebPage).toBe(false);
    expect(new ServiceError('HTTP 403', refused).isWebPage).toBe(false);
  });

  it.each([
    [422, 'unauthorized', false],
    [422, 'rejected', true],
    [409, null, true],
    [403, null, false],
    [302, null, false],
  ] as const)('HTTP %i with the code %s: a read may succeed later: %s', (status, code, passing) => {
    expect(new ServiceError('Refused.', { ...refused, status, code }).passing).toBe(passing);
  });

  it('stays where its meaning is known, and the failure is the cause', () => {
    const failure = new ServiceError('HTTP 403', { ...refused, reason: 'archived' });
    const known = failure.meaning('forbidden', 'Look at the token.');
    expect(known).toMatchObject({ code: 'forbidden', reason: 'archived' });
    expect(known.cause).toBe(failure);
  });

  it('is patient with a proxy that refuses, not with a host that does', () => {
    const patienceOf = (kind: 'proxy' | 'refused') =>
      transportFailure(new TransportError(kind, 'no connection (ECONNREFUSED)')).patienceMs;
    expect([patienceOf('refused'), patienceOf('proxy')]).toEqual([60_000, 120_000]);
  });

  it('is the page of a gateway only where there is a text', () => {
    const isPage = (body: string) => statusError({ status: 404, headers: {}, body }).isGatewayPage;
    expect([isPage('<h1>Wait</h1>'), isPage('{}'), isPage(''), isPage(' \n ')]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it('has the name of its kind in stacks', () => {
    expect(String(new TransportError('dns', 'no such name'))).toBe('TransportError: no such name');
  });
});
