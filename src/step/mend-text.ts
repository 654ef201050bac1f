/**
 * What a run is asked when checks of its pull request failed (contract 19.4): one sentence of ours,
 * the author's own words, and what failed, fenced as untrusted.
 */
import type { Section } from '../github/event-sections.ts';
import type { HeadCheck } from '../github/head-checks.ts';
import { GitHubError, type CheckAnnotation, type CheckReads, type GitHub } from '../github/port.ts';
import { within, type TimeLimit } from '../runner/within.ts';
import { counted, lastLines, visibleText } from '../safe/text.ts';
import { jobIn } from '../safe/url.ts';

/** Failed checks that are told in detail. Of the others the names are. */
const DETAILED_MAX = 8;
const ANNOTATIONS_MAX = 10;
const ANNOTATION_MAX = 500;
const SUMMARY_MAX = 2_000;
/** UTF-16 units of the end of a log. */
const LOG_MAX = 12_000;

interface MendWords {
  /** `Pull request #12` */
  readonly place: string;
  readonly branch: string;
  readonly failed: readonly HeadCheck[];
  /** Checks that count. */
  readonly of: number;
}

/** Above everything else in the follow-up. The branch is agent text. */
export function mendSentence({ place, branch, failed, of }: MendWords): string {
  const name = visibleText(branch).replace(/[`\n]/g, '');
  return (
    `${place}, which you have opened or changed, does not pass its checks: ` +
    `${failed.length} of ${counted(of, 'check')} failed. Mend what is wrong, and push to its ` +
    `branch \`${name}\`, so that they run again.`
  );
}

/** The time limit is for all that is read beside the checks themselves. */
interface DetailPorts extends TimeLimit {
  readonly checks: Pick<CheckReads, 'annotations'>;
  readonly jobs: Pick<GitHub, 'jobLog'>;
  /** `owner/name`. */
  readonly repository: string;
}

/** What failed, as sections for the fence. What may not be read is left out. */
export async function failedSections(
  failed: readonly HeadCheck[],
  ports: DetailPorts,
): Promise<readonly Section[]> {
  const detailed = failed.slice(0, DETAILED_MAX);
  const sections: Section[] = [];
  await within(ports, async (ends) => {
    for (const check of detailed) {
      sections.push(...(await sectionsOfCheck(check, { ...ports, ends })));
    }
  });
  const others = failed.slice(DETAILED_MAX).map(({ name }) => `- ${name}`);
  if (others.length > 0) {
    sections.push({
      title: `${counted(others.length, 'further check')} failed`,
      facts: [],
      text: others.join('\n'),
      isPlain: true,
    });
  }
  return sections;
}

async function sectionsOfCheck(
  { name, conclusion, addresses, run, description }: HeadCheck,
  ports: DetailPorts & { readonly ends: AbortSignal },
): Promise<readonly Section[]> {
  const { checks, jobs, repository, ends } = ports;
  const facts = [
    ['Address', addresses[0] ?? ''],
    ['Title', run?.title ?? description],
  ] as const;
  const about: Section = {
    title: `Check ${name}: ${conclusion ?? 'not completed'}`,
    facts,
    text: (run?.summary ?? '').slice(0, SUMMARY_MAX),
  };
  if (run === null) {
    return [about];
  }
  let annotations: readonly CheckAnnotation[] = [];
  if (run.annotationCount > 0) {
    const place = { repository, checkRunId: run.id };
    annotations = await readable(() => checks.annotations(place, ends), {
      ...ports,
      otherwise: [],
    });
  }
  let log = '';
  const jobId = addresses.map(jobIn).find((id) => id !== null) ?? null;
  if (jobId !== null) {
    const place = { repository, jobId };
    log = await readable(() => jobs.jobLog(place, ends), { ...ports, otherwise: '' });
  }
  const places = annotations.slice(0, ANNOTATIONS_MAX).map(placeLine).join('\n');
  const details: readonly Section[] = [
    { title: `Details of ${name}`, facts: [], text: places, isPlain: true },
    { title: `The end of the log of ${name}`, facts: [], text: endOfLog(log), ...END },
  ];
  return [about, ...details.filter(({ text }) => text !== '')];
}

const END = { isPlain: true, isEnd: true } as const;

/** `src/app.ts:12: Expected 3, got 4` */
function placeLine({ path, line, message }: CheckAnnotation): string {
  return `${path}:${line}: ${message.replace(/\s+/g, ' ').slice(0, ANNOTATION_MAX)}`;
}

/** In front of each line of a job's log. */
const STAMP = /^\uFEFF?\d{4}-\d\d-\d\dT[\d:.]+Z /gm;

/** Its last lines, without the times. */
function endOfLog(log: string): string {
  return lastLines(visibleText(log).replace(STAMP, '').trimEnd(), LOG_MAX);
}

/** What the token may not read, or GitHub does not give in time, is not told. */
async function readable<T>(
  ask: () => Promise<T>,
  {
    signal,
    ends,
    otherwise,
  }: { readonly signal: AbortSignal; readonly ends: AbortSignal; readonly otherwise: T },
): Promise<T> {
  try {
    ends.throwIfAborted();
    return await ask();
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof GitHubError || ends.aborted) {
      return otherwise;
    }
    throw error;
  }
}
