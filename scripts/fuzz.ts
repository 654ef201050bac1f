/**
 * Throws tricky text at the job log's sanitisers and asks the runner oracle what came of it:
 *
 *     node scripts/fuzz.ts --lines 10000 --seed 1
 *
 * Ends with 1 and the offending text at the first live command or matcher hit.
 */
import { parseArgs } from 'node:util';
import { RunnerOutput, commandShaped } from '../__tests__/support/runner-parser.ts';
import { seeded, trickyText } from '../__tests__/support/tricks.ts';
import { annotation, logInline, logLines } from '../src/report/sanitize/index.ts';

const { values } = parseArgs({
  options: { lines: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' } },
});
const target = Number(values.lines);
const random = seeded(Number(values.seed));
const started = Date.now();
const GUTTERS = [undefined, '', '  ', '::', '> '] as const;

function complaint(text: string): string | null {
  const runner = new RunnerOutput();
  const gutter = GUTTERS[Math.floor(random() * GUTTERS.length)];
  const maxLine = random() < 0.2 ? 1 + Math.floor(random() * 12) : 4096;
  // A line of ours before, as eslint's matcher takes any for a file name.
  runner.feed('Run of ours\n');
  const lines = logLines(text, gutter === undefined ? { maxLine } : { gutter, maxLine });
  runner.feed(`${lines.join('\n')}\n`);
  const inline = logInline(text);
  runner.feed(`   Step ${inline}\n`);
  if (runner.commands.length > 0) return `command ${runner.commands[0]?.name ?? ''}`;
  if (runner.matched.length > 0) return `matcher ${runner.matched[0]?.owner ?? ''}`;
  if (runner.shown.length !== lines.length + 2) return 'another number of lines';
  if (lines.some(commandShaped)) return 'log line shaped like a command';
  if (/::|##\[/.test(inline)) return 'prefix in inline text';
  if (annotation(text).split('\n').some(commandShaped)) return 'annotation line shaped like a command';
  return null;
}

let lines = 0;
let texts = 0;
while (lines < target) {
  const text = trickyText(random);
  const found = complaint(text);
  texts += 1;
  lines += text.split(/\r\n|[\n\r]/).length;
  if (found !== null) {
    console.error(`${found}: ${JSON.stringify(text)} (seed ${values.seed}, text ${texts})`);
    process.exit(1);
  }
}
const seconds = (Date.now() - started) / 1000;
console.log(
  `${lines} lines of ${texts} texts in ${seconds.toFixed(1)} s: no live command, no matcher hit (seed ${values.seed})`,
);
