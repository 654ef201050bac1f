/**
 * What tells the tasks of a fleet apart (contract 13): what all are asked is said once, and each
 * row says what differs. Pure.
 */
import type { StepView } from '../report/step-view.ts';
import { taskTitle } from '../report/verdict.ts';
import { ellipsis, visibleLine } from '../safe/text.ts';

export interface TaskTitles {
  /** What all tasks are asked, with `…` in the place of what differs, or null. May quote others. */
  readonly shared: string | null;
  /** By key: what is said of a task beside its key. None where the key says it. */
  readonly own: ReadonlyMap<string, string>;
}

/** A task that may be shown. */
interface AskedTask extends Pick<StepView, 'provenance'> {
  readonly key: string;
  readonly title: string;
  readonly words: readonly string[];
}

/** UTF-16 units of a task that are compared with others. */
export const COMPARED_MAX = 2_000;
const OWN_MAX = 80;
/** Fewer words in common are no sentence that all share. */
const COMMON_LEAST = 2;

export function taskTitles(
  rows: readonly (Pick<StepView, 'provenance'> & { readonly key: string })[],
): TaskTitles {
  const tasks = rows.flatMap(({ key, provenance }) => {
    const title = taskTitle({ provenance });
    return title === null ? [] : [{ key, provenance, title, words: wordsOf(provenance.task) }];
  });
  const [first, ...others] = tasks;
  const titles = { shared: null, own: new Map(tasks.map(({ key, title }) => [key, title])) };
  if (first === undefined || others.length === 0) {
    return titles;
  }
  const common = commonWords(
    first.words,
    others.map(({ words }) => words),
  );
  const isOneTitle = tasks.every(({ title }) => title === first.title);
  if (!isOneTitle && common.before + common.after < COMMON_LEAST) {
    return titles;
  }
  const repositories = new Set(tasks.map(repositoryOf));
  const own = tasks.flatMap((task): readonly (readonly [string, string])[] => {
    const otherwise = repositories.size > 1 ? repositoryOf(task) : '';
    const words = ownWords(task, common) || otherwise;
    return saysIt(task.key, words) ? [] : [[task.key, ellipsis(words, OWN_MAX)]];
  });
  return { shared: isOneTitle ? first.title : gapped(first.words, common), own: new Map(own) };
}

function wordsOf(task = ''): readonly string[] {
  return visibleLine(task.slice(0, COMPARED_MAX)).split(' ');
}

/** With how many words all texts begin, and with how many more they end. */
interface CommonWords {
  readonly before: number;
  readonly after: number;
}

function commonWords(
  first: readonly string[],
  others: readonly (readonly string[])[],
): CommonWords {
  const shortest = Math.min(first.length, ...others.map(({ length }) => length));
  const isCommon = (at: number): boolean => others.every((words) => words.at(at) === first.at(at));
  let before = 0;
  while (before < shortest && isCommon(before)) {
    before += 1;
  }
  let after = 0;
  while (after < shortest - before && isCommon(-1 - after)) {
    after += 1;
  }
  return { before, after };
}

/** `Update the dependencies of … and open a pull request.` */
function gapped(words: readonly string[], { before, after }: CommonWords): string {
  const start = words.slice(0, before);
  const end = words.slice(words.length - after);
  return [...start, '…', ...end].join(' ');
}

/** Without what ends the sentence. Empty where all have the same words. */
function ownWords({ words }: AskedTask, { before, after }: CommonWords): string {
  return words
    .slice(before, words.length - after)
    .join(' ')
    .replace(/[.,;:!?]+$/, '');
}

/** Empty if none is named. */
function repositoryOf({ provenance }: AskedTask): string {
  return provenance.repositories?.[0] ?? '';
}

/** As the key `octo/webshop` says it of "Update the dependencies of octo/webshop". */
function saysIt(key: string, words: string): boolean {
  return words === '' || key.toLowerCase().includes(words.toLowerCase());
}
