/** A step with many runs, in memory and virtual time (contract 13). */
import { describe, expect, it } from '@jest/globals';
import { main } from '../../src/main.ts';
import { post } from '../../src/post.ts';
import { Cancelled } from '../../src/runner/clock.ts';
import type { HttpRequest } from '../../src/http/port.ts';
import { TransportError } from '../../src/http/proof.ts';
import type { FleetRow } from '../../src/report/page/data.ts';
import type { Answer } from '../support/memory-http.ts';
import {
  memoryGitHub,
  memoryScene,
  type MemoryScene,
  type SceneOptions,
} from '../support/memory-scene.ts';
import { sandboxScene } from '../support/sandbox-scene.ts';
import { RunsService, type RunsOptions } from '../support/runs-service.ts';
import { suspendedSession } from '../support/suspended-session.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

const MINUTE_MS = 60_000;
const isCreate = ({ method, url }: Pick<HttpRequest, 'method' | 'url'>): boolean =>
  method === 'POST' && url.endsWith('/agent/run');
const tasksOf = (count: number): object[] =>
  Array.from({ length: count }, (_, index) => ({ key: `k${index}` }));

interface Row {
  readonly key: string;
  readonly agent_run_id: number | null;
  readonly outcome: string;
  readonly error_code: string | null;
  readonly error_message: string | null;
}

const rowsOf = ({ host }: MemoryScene): readonly Row[] =>
  JSON.parse(host.outputs['runs'] || '[]') as Row[];
const counts = ({ host }: MemoryScene): unknown => JSON.parse(host.outputs['counts'] || '{}');

interface FleetOptions extends Omit<SceneOptions, 'answer'> {
  readonly tasks: readonly object[];
  readonly runs?: Partial<RunsOptions>;
  /** Answers instead of the service. Undefined: the service answers. */
  readonly instead?: (
    request: HttpRequest,
    service: RunsService,
  ) => Answer | Error | 'hang' | undefined;
}

function fleet({
  tasks,
  runs = {},
  instead,
  ...options
}: FleetOptions): MemoryScene & { readonly service: RunsService } {
  const clock = options.clock ?? new VirtualClock();
  const service = new RunsService({ clock, durationMs: () => 5 * MINUTE_MS, ...runs });
  const scene = memoryScene({
    ...options,
    clock,
    inputs: { tasks: JSON.stringify(tasks), report: 'false', ...options.inputs },
    answer: (request) => instead?.(request, service) ?? { delayMs: 50, ...service.answer(request) },
  });
  return { ...scene, service };
}

/** The post step of the same job. */
async function afterwards(scene: MemoryScene, options: FleetOptions): Promise<MemoryScene> {
  const contents = Object.fromEntries(
    scene.files.paths().map((path) => [path, scene.files.readText(path)]),
  );
  const again = memoryScene({
    ...options,
    inputs: { tasks: JSON.stringify(options.tasks), ...options.inputs },
    contents,
    clock: scene.clock,
    saved: { ...scene.host.saved },
    answer: (request) => (scene as ReturnType<typeof fleet>).service.answer(request),
  });
  await post(again.ports);
  return again;
}

function signalAfter({ clock, stop }: MemoryScene, ms: number): void {
  clock.after(ms, () => stop.abort(new Cancelled('SIGINT')));
}

describe('a signal', () => {
  const STALLED: FleetOptions = {
    tasks: tasksOf(3),
    inputs: { idempotency: 'on', on_cancel: 'stop' },
    // The second create is carried out, but not answered.
    instead: (request, service) => {
      if (!isCreate(request) || service.runs.length !== 1) {
        return undefined;
      }
      service.answer(request);
      return 'hang';
    },
  };

  it('while a create is on its way: its row says that a run may exist, and the post step finds and stops it', async () => {
    const scene = fleet(STALLED);
    signalAfter(scene, 10_000);
    await main(scene.ports);
    expect(scene.clock.elapsed).toBeLessThan(16_000);
    expect(rowsOf(scene).map(({ outcome }) => outcome)).toEqual([
      'cancelled',
      'cancelled',
      'cancelled',
    ]);
    expect(rowsOf(scene)[1]?.error_message).toContain('Whether a run was created is not known');
    expect(scene.service.banned.toSorted()).toEqual([1001, 1003]);
    const later = await afterwards(scene, STALLED);
    expect(scene.service.banned.toSorted()).toEqual([1001, 1002, 1003]);
    expect(later.host.messages('notice').join()).toContain('stop 3 of 3 unfinished runs');
  });

  describe('while the first create is on its way', () => {
    const COMMENT = { comment: 'true', github_token: 'ghs_secret', require_permission: 'none' };
    const first = (inputs: Readonly<Record<string, string>>) => ({
      tasks: tasksOf(1),
      inputs: { ...COMMENT, ...inputs },
      github: memoryGitHub(),
      env: { GITHUB_EVENT_NAME: 'issues' },
      payload: { issue: { number: 7 } },
      instead: (request: HttpRequest, service: RunsService): 'hang' | undefined => {
        if (!isCreate(request)) {
          return undefined;
        }
        service.answer(request);
        return 'hang';
      },
    });
    const threadOf = ({ github }: Pick<ReturnType<typeof first>, 'github'>) =>
      github.thread.map(({ body }) => body).join();

    it('records no run in the marker of its comment, so that none of many is resumed later', async () => {
      const { instead: _, ...options } = first({});
      const scene = fleet({ ...options, tasks: tasksOf(3) });
      await main(scene.ports);
      expect(threadOf(options)).toContain('3 agent runs: 3 succeeded');
      expect(threadOf(options)).toContain('"runId":null');
      expect(threadOf(options)).not.toContain('"runId":"');
    });

    it('is told in the thread by the post step', async () => {
      const options = first({});
      const scene = fleet(options);
      signalAfter(scene, 10_000);
      await main(scene.ports);
      expect(scene.host.outputs['error_message']).toContain(
        'Whether a run was created for 1 task is not known',
      );
      await afterwards(scene, options);
      expect(threadOf(options)).toContain('An agent run may have been started');
    });

    it('is told in the thread with the run that the post step finds, and the stopped run is named', async () => {
      const options = first({ idempotency: 'on', on_cancel: 'stop' });
      const scene = fleet(options);
      signalAfter(scene, 10_000);
      await main(scene.ports);
      const { host } = await afterwards(scene, options);
      expect(scene.service.banned).toEqual([1001]);
      expect(host.messages('notice').join()).toContain(
        'stop 1 of 1 unfinished run (`on_cancel: stop`): 1001.',
      );
      expect(threadOf(options)).toContain('| k0<br>Fix it. |');
      expect(threadOf(options)).toContain('1001');
    });
  });

  it('leaves tasks that were never sent as skipped', async () => {
    const scene = fleet({ tasks: tasksOf(30) });
    signalAfter(scene, 30_000);
    await main(scene.ports);
    expect(counts(scene)).toEqual({ cancelled: 10, skipped: 20 });
    expect(scene.host.outputs['outcome']).toBe('cancelled');
    expect(rowsOf(scene).at(-1)?.error_message).toBe(
      'The step was cancelled before this task was started.',
    );
  });

  it('after a minute finds most of the logs read, and says what is missing', async () => {
    const scene = fleet({
      tasks: tasksOf(5),
      runs: { entries: 600, durationMs: () => 3 * MINUTE_MS },
    });
    signalAfter(scene, MINUTE_MS);
    await main(scene.ports);
    const logs = scene.files.paths().filter((path) => /agent-run-\d+\.jsonl$/.test(path));
    expect(logs).toHaveLength(5);
    for (const path of logs) {
      expect(scene.files.readText(path).split('\n').length).toBeGreaterThan(90);
    }
  });

  it('ends a step of 1,000 tasks within six seconds', async () => {
    const tasks = Array.from({ length: 1_000 }, (_, index) => ({
      key: `k${index}`,
      agent_run_id: 1001 + index,
    }));
    const scene = fleet({ tasks, inputs: { prompt: '', on_cancel: 'stop' } });
    scene.service.seed(tasks.length);
    signalAfter(scene, 20_000);
    await main(scene.ports);
    expect(scene.clock.elapsed).toBeLessThan(26_000);
    expect(scene.host.outputs['outcome']).toBe('cancelled');
  });
});

describe('the logs of running runs', () => {
  it('are read at least every 30 seconds while requests are to spare, and once more at a timeout', async () => {
    const scene = fleet({
      tasks: tasksOf(4),
      inputs: { timeout_minutes: '2' },
      runs: { entries: 400, durationMs: () => 100 * MINUTE_MS },
    });
    await main(scene.ports);
    expect(counts(scene)).toEqual({ timed_out: 4 });
    for (const id of [1001, 1002, 1003, 1004]) {
      const reads = scene.http.requests
        .filter(({ url }) => url.includes(`/${id}/logs`))
        .map(({ at }) => at);
      for (const [index, at] of reads.entries()) {
        expect(at - (reads[index - 1] ?? 0)).toBeLessThan(33_000);
      }
      expect(reads.at(-1)).toBeGreaterThan(2 * MINUTE_MS - 3_000);
    }
    // All that the service had announced was read by then.
    for (const { error_message: message } of rowsOf(scene)) {
      expect(message).not.toContain('not read');
    }
  });

  it('that could not be read to the end are told per run', async () => {
    const announced = new Map<number | null, number>();
    const scene = fleet({
      tasks: tasksOf(3),
      inputs: { timeout_minutes: '1' },
      runs: { entries: 100_000, durationMs: () => 10 * MINUTE_MS },
      // Slow pages: the log grows faster than it can be read.
      instead: (request, service) => {
        if (!request.url.includes('/logs')) {
          return undefined;
        }
        const { body } = service.answer(request);
        announced.set(
          Number(/\/run\/(\d+)/.exec(request.url)?.[1]),
          (body as { readonly total_logs: number }).total_logs,
        );
        return { body, delayMs: 5_000 };
      },
    });
    await main(scene.ports);
    for (const { agent_run_id: id, error_message: message } of rowsOf(scene)) {
      const missing = Number(
        /Its log has (\d+) more entries, which were not read\./.exec(message ?? '')?.[1],
      );
      const kept = scene.files
        .readText(`/temp/agent-run-${String(id)}.jsonl`)
        .trimEnd()
        .split('\n').length;
      expect(missing + kept).toBe(announced.get(id));
    }
  });
});

describe('the list of runs', () => {
  it('is no reason to wait for a run whose status in it lags behind', async () => {
    const scene = fleet({ tasks: tasksOf(4), runs: { entries: 3, listLags: true } });
    await main(scene.ports);
    expect(counts(scene)).toEqual({ succeeded: 4 });
    expect(scene.clock.elapsed).toBeLessThan(6 * MINUTE_MS);
  });

  it('has a run that has ended read at once, and then as seldom as any other that cannot be read', async () => {
    const clock = new VirtualClock();
    const endAt = 5 * MINUTE_MS;
    const isTrouble = (at: number): boolean => at > endAt && at < endAt + 30_000;
    const isRead = (url: string): boolean => url.includes('/run/1001');
    const scene = fleet({
      clock,
      tasks: tasksOf(4),
      runs: { entries: 3 },
      instead: ({ url }) =>
        isRead(url) && isTrouble(clock.elapsed) ? { status: 502, body: '' } : undefined,
    });
    await main(scene.ports);
    expect(counts(scene)).toEqual({ succeeded: 4 });
    const reads = scene.http.requests.filter(({ at, url }) => isRead(url) && isTrouble(at));
    expect(reads.length).toBeGreaterThan(2);
    expect(reads.length).toBeLessThan(20);
  });

  it('shows the ends of a hundred runs in few requests', async () => {
    const scene = fleet({
      tasks: tasksOf(100),
      runs: { entries: 5 },
      inputs: { timeout_minutes: '600' },
    });
    await main(scene.ports);
    expect(counts(scene)).toEqual({ succeeded: 100 });
    expect(scene.clock.elapsed).toBeLessThan(15.5 * MINUTE_MS);
  });
});

describe('an error that every create would meet', () => {
  it.each([
    [401, 'unauthorized'],
    [402, 'quota_exceeded'],
    [403, 'forbidden'],
    [404, 'not_found'],
  ])('stops the creating after two in a row: HTTP %d', async (status, code) => {
    const scene = fleet({
      tasks: tasksOf(50),
      instead: (request) => (isCreate(request) ? { status, body: { message: 'No.' } } : undefined),
    });
    await main(scene.ports);
    expect(scene.http.requests.filter(isCreate)).toHaveLength(2);
    expect(counts(scene)).toEqual({ error: 2, skipped: 48 });
    expect(scene.host.outputs['error_code']).toBe(code);
    expect(scene.clock.elapsed).toBeLessThan(5_000);
    expect(rowsOf(scene).at(-1)?.error_message).toContain(`refused with ${code}`);
  });

  it('names the codes of both', async () => {
    let creates = 0;
    const scene = fleet({
      tasks: tasksOf(3),
      instead: (request) => {
        creates += isCreate(request) ? 1 : 0;
        return isCreate(request)
          ? { status: creates === 1 ? 401 : 403, body: { message: 'No.' } }
          : undefined;
      },
    });
    await main(scene.ports);
    expect(rowsOf(scene).at(-1)?.error_message).toContain('with unauthorized and forbidden, as');
  });

  it('is not a repository that only its own task names', async () => {
    const scene = fleet({
      tasks: tasksOf(4).map((task, index) => ({ ...task, repo_id: index + 1 })),
      instead: ({ body, ...request }) =>
        isCreate(request) && (JSON.parse(body ?? '{}') as { readonly repo_id: number }).repo_id < 4
          ? { status: 404, body: { message: 'Repository not found.' } }
          : undefined,
    });
    await main(scene.ports);
    expect(counts(scene)).toEqual({ error: 3, succeeded: 1 });
  });
});

describe('refusals where each task names a repository of its own', () => {
  const tasks = tasksOf(12).map((task, index) => ({ ...task, repo_id: index + 1 }));
  const played = async (answers: readonly (readonly [number, string])[], of: typeof tasks) => {
    let nth = -1;
    const scene = fleet({
      tasks: of,
      instead: (request) => {
        if (!isCreate(request)) {
          return undefined;
        }
        nth += 1;
        const [status, message] = answers[nth % answers.length] ?? [500, ''];
        return status === 200 ? undefined : { status, body: { message } };
      },
    });
    await main(scene.ports);
    return scene.http.requests.filter(isCreate).length;
  };
  const same = tasks.map((task) => ({ ...task, repo_id: 7 }));

  it.each<[string, number, readonly (readonly [number, string])[], typeof tasks]>([
    ['a 404 that names the organization', 2, [[404, 'Organization not found.']], tasks],
    ['a 404 that names the repository', 12, [[404, 'Repository not found.']], tasks],
    ['a 404 that names both', 12, [[404, 'No such repository in the organization.']], tasks],
    ['a 404 that names nothing', 12, [[404, 'Not found.']], tasks],
    ['a 404 that names the repository of all', 2, [[404, 'Repository not found.']], same],
    ['401', 2, [[401, 'No.']], tasks],
    ['403', 2, [[403, 'No.']], tasks],
    ['403 for a repository', 12, [[403, 'No access to this repository.']], tasks],
    [
      'two with another refusal in between',
      12,
      [
        [401, 'No.'],
        [422, 'Too long.'],
      ],
      tasks,
    ],
  ])('%s: %d creates are sent', async (...[, creates, answers, of]) => {
    expect(await played(answers, of)).toBe(creates);
  });
});

describe('fail_fast', () => {
  it('waits for no create that will not be sent again', async () => {
    let creates = 0;
    const scene = fleet({
      tasks: tasksOf(2),
      inputs: { fail_fast: 'true' },
      instead: (request) => {
        if (!isCreate(request)) {
          return undefined;
        }
        creates += 1;
        return creates === 1
          ? { status: 429, headers: { 'retry-after': '600' }, body: {} }
          : { status: 422, body: { message: 'No.' }, delayMs: 2_000 };
      },
    });
    await main(scene.ports);
    expect(counts(scene)).toEqual({ error: 1, skipped: 1 });
    expect(rowsOf(scene)[0]?.error_message).toContain('`fail_fast` is set');
    expect(scene.clock.elapsed).toBeLessThan(10_000);
  });
});

describe('the job log', () => {
  it('says what tasks that have not begun wait for', async () => {
    const scene = fleet({ tasks: tasksOf(12) });
    await main(scene.ports);
    const log = scene.host.lines.join('\n');
    expect(log).toMatch(
      /10 running, with \d+ steps so far, 2 wait for the creation limit, next in \d+s/,
    );
    const bounded = fleet({ tasks: tasksOf(3), inputs: { max_parallel: '1' } });
    await main(bounded.ports);
    expect(bounded.host.lines.join('\n')).toContain('2 wait for a free place (max_parallel: 1)');
  });

  it('ends with the failures, each with its cause, and the annotation names them all', async () => {
    const scene = fleet({
      tasks: ['red', 'blue', 'green'].map((key) => ({ key, prompt: `Paint it ${key}.` })),
      instead: ({ body, ...request }) =>
        isCreate(request) && !body?.includes('green')
          ? { status: 422, body: { message: 'No such paint.' } }
          : undefined,
    });
    await main(scene.ports);
    const last = scene.host.lines.slice(-3);
    expect(last[0]).toMatch(/^ blue {2}error {2}.*No such paint/);
    expect(last[1]).toMatch(/^ red {3}error {2}.*No such paint/);
    expect(last[2]).toMatch(/^Agent runs: error after /);
    const message = scene.host.messages('error').join();
    expect(message).toMatch(/"red" ended as error: .*No such paint.*Also "blue" error: .*paint/);
  });
});

describe('a disk that is full', () => {
  it('is a warning, as for one run', async () => {
    const scene = fleet({ tasks: tasksOf(3) });
    scene.files.guard = () => {
      throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
    };
    await main(scene.ports);
    expect(scene.host.outputs['outcome']).toBe('succeeded');
    expect(scene.host.messages('warning').join()).toContain(
      'The state of the runs cannot be recorded',
    );
  });

  it('does not make the post step take running runs for tasks that were not started', async () => {
    const options = { tasks: tasksOf(3) };
    const scene = fleet(options);
    // The step is killed a minute later.
    const killed = new Promise<void>((resolve) => void scene.clock.after(MINUTE_MS, resolve));
    scene.files.guard = (path) => {
      if (path.endsWith('-state.jsonl') && scene.service.runs.length > 0) {
        throw new Error('ENOSPC');
      }
    };
    void main(scene.ports);
    await killed;
    const { host } = await afterwards(scene, options);
    expect(host.lines.join('\n')).not.toContain('Not started');
    expect(host.messages('warning').join()).toContain('could not be recorded');
  });
});

it('says why a run is unverified', async () => {
  const scene = fleet({
    tasks: tasksOf(2),
    inputs: { expect: 'pull_request', github_token: 'ghs_secret' },
  });
  await main(scene.ports);
  expect(counts(scene)).toEqual({ unverified: 2 });
  for (const { error_message: message } of rowsOf(scene)) {
    expect(message).toContain('the run names none');
  }
});

it('the report of a run counts the requests that reached the service', async () => {
  let refused = 0;
  const scene = fleet({
    tasks: tasksOf(1),
    inputs: { report: 'true' },
    instead: (request) => {
      if (!isCreate(request) || refused === 3) {
        return undefined;
      }
      refused += 1;
      return new TransportError('refused', 'connection refused');
    },
  });
  await main(scene.ports);
  const [line = ''] = scene.files.readText(String(scene.host.outputs['runs_file'])).split('\n');
  const { report_file: report } = JSON.parse(line) as { readonly report_file: string };
  const [, told] = / · (\d+) requests /.exec(scene.files.readText(report)) ?? [];
  expect(Number(told)).toBe(scene.http.requests.length - refused);
});

describe('the index of the reports', () => {
  const indexOf = ({ files, host }: MemoryScene): readonly FleetRow[] => {
    const html = files.readText(String(host.outputs['report_file']));
    const rows = /class="fleet-rows">(.*?)<\/script>/s.exec(html)?.[1] ?? '';
    return JSON.parse(rows) as readonly FleetRow[];
  };

  it('has a row for each task, also where no run was started, which says why (5, 13)', async () => {
    const scene = fleet({
      tasks: ['a', 'b', 'c'].map((key) => ({ key, prompt: `Do ${key}.` })),
      inputs: { report: 'true', fail_fast: 'true', max_parallel: '1' },
      instead: ({ body, ...request }) =>
        isCreate(request) && body?.includes('Do b.') === true
          ? { status: 422, body: { message: 'No such paint.' } }
          : undefined,
    });
    await main(scene.ports);
    expect(indexOf(scene)).toMatchObject([
      { key: 'a', outcome: 'succeeded', isInside: true },
      {
        key: 'b',
        outcome: 'error',
        reason: expect.stringContaining('No such paint.') as unknown,
        isInside: false,
        reportFile: null,
      },
      {
        key: 'c',
        outcome: 'skipped',
        reason: 'Not started: the task "b" ended as error, and `fail_fast` is set.',
        isInside: false,
        reportFile: null,
      },
    ]);
  });

  it('is not written where no run is waited for: none has files then', async () => {
    const inputs = { report: 'true', wait: 'false' };
    const scene = fleet({ tasks: tasksOf(2), inputs });
    await main(scene.ports);
    expect(scene.host.outputs['report_file']).toBe('');
    expect(scene.files.paths().filter((path) => path.endsWith('.html'))).toEqual([]);
    expect(scene.host.summaries.join()).not.toContain('Each run has its own');
    expect(scene.host.lines.join()).not.toContain('Each run has its own');
  });
});

it('takes `owner/name` as a key, and makes no folder of it', async () => {
  const tasks = [{ key: 'octo/shop' }, { key: 'octo-shop' }];
  const scene = fleet({ tasks, inputs: { logs_file: '/temp/log.jsonl' } });
  await main(scene.ports);
  expect(rowsOf(scene).map(({ key }) => key)).toEqual(['octo/shop', 'octo-shop']);
  const logs = scene.files.paths().filter((path) => path.startsWith('/temp/log'));
  expect(logs).toEqual(['/temp/log-octo-shop-2.jsonl', '/temp/log-octo-shop.jsonl']);
});

it('that does not wait tells each run once, and none as running', async () => {
  const scene = fleet({ tasks: tasksOf(2), inputs: { wait: 'false' } });
  await main(scene.ports);
  const told = scene.host.lines.filter((line) => / k\d /.test(line));
  expect(told.map((line) => line.trim().split(/\s+/).slice(1, 4))).toEqual([
    ['1/2', 'k0', 'started'],
    ['2/2', 'k1', 'started'],
  ]);
});

describe('runs that failed', () => {
  /** A fleet of Devin sessions that are suspended for these reasons. */
  async function suspended(...details: readonly string[]): Promise<MemoryScene> {
    let created = 0;
    const session = (number: number): object => suspendedSession(String(number), details[number]);
    const sessions = (): object[] =>
      Array.from({ length: created }, (_, number) => session(number));
    const scene = memoryScene({
      inputs: {
        service: 'devin',
        org_id: 'org-1',
        budget: '5 acu',
        tasks: JSON.stringify(tasksOf(details.length)),
        report: 'false',
      },
      answer: ({ method, url }) => {
        if (method === 'POST') {
          return { body: session((created += 1) - 1) };
        }
        const number = /devin-(\d+)/.exec(url)?.[1];
        const items = url.includes('messages') ? [] : sessions();
        const isOne = number !== undefined && !url.includes('messages');
        return { body: isOne ? session(Number(number)) : { items, has_next_page: false } };
      },
    });
    await main(scene.ports);
    expect(scene.host.outputs).toMatchObject({ outcome: 'failed' });
    return scene;
  }

  it.each([
    ['for their budget', ['usage_limit_exceeded', 'usage_limit_exceeded'], 'budget_exceeded'],
    ['for want of money', ['out_of_credits', 'out_of_credits'], 'quota_exceeded'],
    ['for each of these', ['usage_limit_exceeded', 'out_of_credits'], ''],
    ['for its budget, and as another one', ['usage_limit_exceeded', 'error'], ''],
  ])('%s: `error_code` is that of all of them', async (_, details, code) => {
    const { host } = await suspended(...details);
    expect(host.outputs['error_code']).toBe(code);
  });
});

it('refuses `max_parallel` without waiting, which would start all of them', async () => {
  const scene = fleet({ tasks: tasksOf(3), inputs: { wait: 'false', max_parallel: '1' } });
  await main(scene.ports);
  expect(scene.host.outputs['error_code']).toBe('invalid_input');
  expect(scene.host.outputs['error_message']).toContain('max_parallel');
  expect(scene.http.requests).toEqual([]);
});

describe('without waiting, more runs than the service can bear (18.10)', () => {
  const warnings = async (tasks: readonly object[], inputs: Readonly<Record<string, string>>) => {
    const scene = await sandboxScene({
      inputs: { org_id: '', wait: 'false', tasks: JSON.stringify(tasks), ...inputs },
      sandbox: { service: 'openhands', speed: 1 },
    });
    await main(scene.ports);
    return scene.host.messages('warning');
  };
  const five = tasksOf(5);

  it('are started, with a warning of how many may be put to sleep', async () => {
    expect(await warnings(five, { service: 'openhands' })).toEqual([
      expect.stringMatching(/5 runs .* no more than 3: up to 2 of them may be put to sleep/),
    ]);
  });

  it.each([
    ['no more than it can bear', tasksOf(3), {}],
    ['with waiting', five, { wait: 'true' }],
    [
      'only followed',
      five.map((task, nth) => ({ ...task, agent_run_id: `${nth}`.repeat(32) })),
      {},
    ],
  ])('%s: without a warning', async (_, tasks, inputs) => {
    const told = await warnings(tasks, { service: 'openhands', ...inputs });
    expect(told.join()).not.toContain('put to sleep');
  });
});
