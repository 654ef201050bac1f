/** What a run is asked when checks failed, and what it is told of them (contract 19.4). */
import { describe, expect, it } from '@jest/globals';
import type { HeadCheck } from '../../src/github/head-checks.ts';
import { GitHubError, type CheckAnnotation, type CheckRun } from '../../src/github/port.ts';
import { failedSections, mendSentence } from '../../src/step/mend-text.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

const RUN: CheckRun = {
  id: 1,
  name: 'build',
  app: 'github-actions',
  suiteId: 1,
  status: 'completed',
  conclusion: 'failure',
  startedAt: null,
  addresses: [],
  title: '1 failure',
  summary: 'One **test** failed.',
  annotationCount: 0,
};
const JOB = 'https://github.com/octo/widgets/actions/runs/5/job/77';

function check(name: string, run: Partial<CheckRun> | null, of: Partial<HeadCheck> = {}) {
  const failed: HeadCheck = {
    name,
    conclusion: 'failure',
    verdict: 'bad',
    addresses: [],
    run: run === null ? null : { ...RUN, name, ...run },
    description: '',
    ...of,
  };
  return failed;
}

interface Told {
  readonly annotations?: (signal: AbortSignal) => Promise<readonly CheckAnnotation[]>;
  readonly log?: (signal: AbortSignal) => Promise<string>;
}

function scene({
  annotations = async () => Promise.resolve([]),
  log = async () => Promise.resolve(''),
}: Told = {}) {
  const clock = new VirtualClock();
  const stop = new AbortController();
  const asked: object[] = [];
  const ports = {
    clock,
    signal: stop.signal,
    ms: 30_000,
    repository: 'octo/shop',
    checks: {
      annotations: async (place: object, signal: AbortSignal) => {
        asked.push(place);
        return annotations(signal);
      },
    },
    jobs: {
      jobLog: async (place: object, signal: AbortSignal) => {
        asked.push(place);
        return log(signal);
      },
    },
  };
  return { clock, stop, asked, ports };
}

const places = (count: number, message: string): readonly CheckAnnotation[] =>
  Array.from({ length: count }, (_, nth) => ({ path: 'src/tax.ts', line: nth + 1, message }));

const refused = async (): Promise<never> =>
  Promise.reject(new GitHubError({ status: 403, message: 'No.', retryAfterMs: null }));

/** No answer before the request is given up. */
const unanswered = async (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('given up')));
  });

/** The text of that section of the only check. */
async function textOf(
  title: string,
  told: Told,
  run: Partial<CheckRun> = {},
): Promise<string | undefined> {
  const { ports } = scene(told);
  const failed = [check('build', run, { addresses: [JOB] })];
  const sections = await failedSections(failed, ports);
  return sections.find((section) => section.title === title)?.text;
}

describe('the sentence above everything else', () => {
  it.each([
    { branch: 'agent/tax', count: 1, of: '1 of 1 check failed', shown: 'agent/tax' },
    { branch: 'agent/tax', count: 2, of: '2 of 5 checks failed', shown: 'agent/tax' },
    { branch: 'a`b\n# c\u202ed', count: 1, of: '1 of 3 checks failed', shown: 'ab# cd' },
  ])('names the branch $branch, and how many failed: $of', ({ branch, count, of, shown }) => {
    const failed = Array.from({ length: count }, () => check('build', RUN));
    const counting = Number(of.split(' ')[2]);
    const sentence = mendSentence({ place: 'Pull request #9', branch, failed, of: counting });
    expect(sentence).toBe(
      `Pull request #9, which you have opened or changed, does not pass its checks: ${of}. ` +
        `Mend what is wrong, and push to its branch \`${shown}\`, so that they run again.`,
    );
  });
});

describe('a failed check', () => {
  it('is told with its address, its title and its summary', async () => {
    const { ports, asked } = scene();
    const addresses = ['https://ci.example.com/1', 'https://ci.example.com/2'];
    expect(await failedSections([check('build', RUN, { addresses })], ports)).toEqual([
      {
        title: 'Check build: failure',
        facts: [
          ['Address', 'https://ci.example.com/1'],
          ['Title', '1 failure'],
        ],
        text: 'One **test** failed.',
      },
    ]);
    // It names no place, and is no job.
    expect(asked).toEqual([]);
  });

  it('that is a commit status is told with what it says of itself', async () => {
    const { ports, asked } = scene();
    const of = { description: '3 tests failed', conclusion: 'error', addresses: [JOB] };
    expect(await failedSections([check('ci/old', null, of)], ports)).toEqual([
      {
        title: 'Check ci/old: error',
        facts: [
          ['Address', JOB],
          ['Title', '3 tests failed'],
        ],
        text: '',
      },
    ]);
    expect(asked).toEqual([]);
  });

  it('tells the first 2,000 units of its summary', async () => {
    const { ports } = scene();
    const [about] = await failedSections([check('build', { summary: 'x'.repeat(2_001) })], ports);
    expect(about?.text).toHaveLength(2_000);
  });

  it('tells the places that it names, and the end of its log, as they are', async () => {
    const { ports, asked } = scene({
      annotations: async () =>
        Promise.resolve([
          { path: 'src/tax.ts', line: 12, message: 'Expected 3,\n  got 4' },
          { path: 'src/a.ts', line: 1, message: '*No*' },
        ]),
      log: async () =>
        Promise.resolve(
          '\uFEFF2026-01-01T00:00:00.0000000Z npm test\n2026-01-01T00:00:01.0Z 3 \u001B[31m!=\u001B[0m 4\n' +
            '2026-01-01T00:00:02.0Z due 2026-01-02T00:00:00Z or later\n\n',
        ),
    });
    const addresses = ['https://ci.example.com/1', JOB];
    const failed = [check('build', { id: 5, annotationCount: 2 }, { addresses })];
    const [, ...details] = await failedSections(failed, ports);
    expect(details).toEqual([
      {
        title: 'Details of build',
        facts: [],
        text: 'src/tax.ts:12: Expected 3, got 4\nsrc/a.ts:1: *No*',
        isPlain: true,
      },
      {
        title: 'The end of the log of build',
        facts: [],
        text: 'npm test\n3 != 4\ndue 2026-01-02T00:00:00Z or later',
        isPlain: true,
        isEnd: true,
      },
    ]);
    expect(asked).toEqual([
      { repository: 'octo/shop', checkRunId: 5 },
      { repository: 'octo/shop', jobId: 77 },
    ]);
  });

  it('tells ten places at most, and 500 units of each', async () => {
    const annotations: Told['annotations'] = async () =>
      Promise.resolve(places(11, 'y'.repeat(501)));
    const lines = (
      await textOf('Details of build', { annotations }, { annotationCount: 11 })
    )?.split('\n');
    expect(lines).toHaveLength(10);
    expect(lines?.at(-1)).toBe(`src/tax.ts:10: ${'y'.repeat(500)}`);
  });

  it.each<[string, string, string]>([
    ['that fits is told whole', 'z'.repeat(12_000), 'z'.repeat(12_000)],
    ['loses the line that does not fit', `first\n${'z'.repeat(11_995)}`, 'z'.repeat(11_995)],
    ['of one long line ends as that', `${'-'.repeat(9)}${'z'.repeat(12_000)}`, 'z'.repeat(12_000)],
  ])('a log %s', async (_, log, told) => {
    const text = await textOf('The end of the log of build', {
      log: async () => Promise.resolve(log),
    });
    expect(text).toBe(told);
  });

  it('is told without what the token may not read', async () => {
    const { ports, asked } = scene({ annotations: refused, log: refused });
    const failed = [check('build', { annotationCount: 1 }, { addresses: [JOB] })];
    const sections = await failedSections(failed, ports);
    expect(sections.map(({ title }) => title)).toEqual(['Check build: failure']);
    expect(asked).toHaveLength(2);
  });
});

describe('many failed checks', () => {
  const failed = (count: number): readonly HeadCheck[] =>
    Array.from({ length: count }, (_, nth) =>
      check(`test ${nth + 1}`, { id: nth + 1 }, { addresses: [JOB] }),
    );

  it.each<[number, object[]]>([
    [8, []],
    [9, [{ title: '1 further check failed', facts: [], text: '- test 9', isPlain: true }]],
    [
      10,
      [{ title: '2 further checks failed', facts: [], text: '- test 9\n- test 10', isPlain: true }],
    ],
  ])('of %i, eight are told in detail', async (count, further) => {
    const { ports, asked } = scene();
    const sections = await failedSections(failed(count), ports);
    expect(sections.slice(0, 8).map(({ title }) => title)).toEqual(
      Array.from({ length: 8 }, (_, nth) => `Check test ${nth + 1}: failure`),
    );
    expect(sections.slice(8)).toEqual(further);
    expect(asked).toHaveLength(8);
  });
});

describe('what GitHub does not tell in time', () => {
  it('is left out after 30 seconds for all together', async () => {
    const { ports, clock, asked } = scene({ annotations: unanswered, log: unanswered });
    const failed = ['build', 'lint'].map((name) =>
      check(name, { annotationCount: 1 }, { addresses: [JOB] }),
    );
    const sections = await failedSections(failed, ports);
    expect(sections.map(({ title }) => title)).toEqual([
      'Check build: failure',
      'Check lint: failure',
    ]);
    expect([clock.elapsed, asked.length]).toEqual([30_000, 1]);
  });

  it('is not waited for after a signal', async () => {
    const { ports, clock, stop } = scene({ log: unanswered });
    const reason = new Error('cancelled');
    clock.after(5_000, () => stop.abort(reason));
    const sections = failedSections([check('build', RUN, { addresses: [JOB] })], ports);
    await expect(sections).rejects.toBe(reason);
    expect(clock.elapsed).toBe(5_000);
  });

  it('hides no bug', async () => {
    const bug = new TypeError('a bug');
    const { ports } = scene({ log: async () => Promise.reject(bug) });
    const sections = failedSections([check('build', RUN, { addresses: [JOB] })], ports);
    await expect(sections).rejects.toBe(bug);
  });
});
