/** Checks what a sanitizer must guarantee for one text. Used by every fuzzer here. */
import { RunnerOutput, commandShaped } from '../__tests__/support/runner-parser.ts';
import type * as html from '../src/safe/html.ts';
import type * as jobLog from '../src/safe/job-log.ts';
import type * as text from '../src/safe/text.ts';
import type * as url from '../src/safe/url.ts';

type Sanitizer = Pick<typeof jobLog, 'annotation' | 'logInline' | 'logJoined' | 'logLines'> &
  Pick<typeof html, 'htmlText' | 'scriptJson'> &
  Pick<typeof text, 'fileNamePart' | 'shortLine'> &
  Pick<typeof url, 'safeHttpsUrl'>;

/** @param folder URL of `src/safe/`, or of a copy with a fault */
export async function loadSanitizer(folder: string): Promise<Sanitizer> {
  const modules = ['job-log', 'html', 'text', 'url'].map(
    (name) => import(`${folder}${name}.ts`) as Promise<object>,
  );
  return Object.assign({}, ...(await Promise.all(modules))) as Sanitizer;
}

export interface FuzzCase {
  readonly text: string;
  readonly maxLine: number;
}

/** Characters that break a line for some reader, or move its cursor. */
const BREAKS = /[\r\n\v\f\u0085\u2028\u2029\x1b\x80-\x9f]/;

export interface Verdict {
  /** Null if the text has no effect. */
  readonly complaint: string | null;
  /** The lines that the job log showed. */
  readonly shown: readonly string[];
}

/** Passes the text through the sanitizers and checks it with the oracle of each sink. */
export function judge(sanitizer: Sanitizer, { text, maxLine }: FuzzCase): Verdict {
  const runner = new RunnerOutput();
  // A preceding line of ours, because eslint's matcher takes any line as a file name.
  runner.feed('Run of ours\n');
  const lines = sanitizer.logLines(text, { maxLine, maxLines: Infinity });
  runner.feed(`${lines.join('\n')}\n`);
  const inline = sanitizer.logInline(text);
  runner.feed(`   Step ${inline}\n`);
  // The line of an entry: its time, then the pieces.
  const joined = sanitizer.logJoined('      2s  ', sanitizer.shortLine(text, 200));
  runner.feed(`${joined}\n`);
  const shown = [...lines, inline, joined];
  const find = (): string | null => {
    if (runner.commands.length > 0) {
      return `command ${runner.commands[0]?.name ?? ''}`;
    }
    if (runner.matched.length > 0) {
      return `matcher ${runner.matched[0]?.owner ?? ''}`;
    }
    if (runner.shown.length !== lines.length + 3) {
      return 'another number of lines';
    }
    if (lines.some(commandShaped)) {
      return 'log line shaped like a command';
    }
    if (lines.some((line) => !line.startsWith(' '))) {
      return 'log line without a gutter';
    }
    if (shown.some((line) => BREAKS.test(line))) {
      return 'a line break or an escape in a line';
    }
    if (/::|##\[/.test(inline)) {
      return 'prefix in inline text';
    }
    if (sanitizer.annotation(text).split('\n').some(commandShaped)) {
      return 'annotation line shaped like a command';
    }
    if (/[<>"'`]/.test(sanitizer.htmlText(text))) {
      return 'markup in HTML text';
    }
    if (/[<>\u2028\u2029]/.test(sanitizer.scriptJson([text, { [text]: text }]))) {
      return 'markup in script data';
    }
    if (!/^[\w-](?:[\w.-]{0,98}[\w-])?$/.test(sanitizer.fileNamePart(text))) {
      return 'not a file name';
    }
    return (
      badAddress(sanitizer.safeHttpsUrl(`https://${text}`)) ??
      badAddress(sanitizer.safeHttpsUrl(text))
    );
  };
  return { complaint: find(), shown };
}

function badAddress(address: string | null): string | null {
  if (address === null) {
    return null;
  }
  const plain =
    /^https:\/\/(?:[^\s@/?#[\]\\<>"'`]+|\[[\da-f:.]+\](?::\d+)?)(?:[/?#][^\s[\]\\<>"`{}|^]*)?$/u.test(
      address,
    );
  return plain ? null : 'an address that is no plain one';
}
