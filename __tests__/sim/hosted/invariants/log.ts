/** Each entry of the turn once, in order (contract 18.3, 18.9). */
import { labelsIn } from '../turn.ts';
import { followedBy, saidBy, type Attempt, type Seen } from './seen.ts';

/** What stands in a line: a label of the turn, or the type of its entry. */
function wordsOf(line: string): string {
  const { message_type: type } = JSON.parse(line) as { readonly message_type: string };
  return [type === 'USER_MESSAGE' ? 'prompt' : '', ...labelsIn(line)].join('') || type;
}

/** Words of the agent without a label. */
const LEFT_OVER = 'PLAN_EVALUATION';
/** What a warning says of a log that is not whole. */
const SAID = /may be missing|is missing|cannot be read|could not be read|no longer keeps/;

export function rightLog(seen: Seen, attempt: Attempt): readonly string[] {
  const { process } = attempt;
  const { host, files, outcome } = process;
  const path = host.outputs['logs_file'] ?? '';
  const followed = followedBy(seen, attempt);
  if (path === '' || followed === null || !files.isFile(path)) {
    return [];
  }
  const { subject } = seen.plan;
  const lines = files.linesOf(path);
  const words = lines.map(wordsOf);
  const { turn } = followed;
  const end = subject.ends.find(({ word }) => word === turn.word)?.entry ?? null;
  const entries = subject.entriesOf(turn, attempt.connection.met);
  const expected = [...entries, ...(end === null ? [] : [end])];
  const bad: string[] = [];
  if (host.outputs['total_logs'] !== String(lines.length)) {
    bad.push(`total_logs is ${String(host.outputs['total_logs'])} of ${lines.length}`);
  }
  const sawEnd = ['succeeded', 'failed', 'needs_input', 'unverified'].includes(outcome);
  // What was said last when a step left its run is told as it is.
  if (!sawEnd && words.at(-1) === LEFT_OVER) {
    words.pop();
  }
  let at = 0;
  for (const [index, word] of words.entries()) {
    const place = expected.indexOf(word, at);
    if (place === -1) {
      bad.push(`an entry too many, or out of order: ${String(lines[index]).slice(0, 200)}`);
    } else {
      at = place + 1;
    }
  }
  const lost = expected.filter((word) => !words.includes(word));
  const isSaid = SAID.test(saidBy(attempt));
  const isTroubled = attempt.connection.met.size > 0;
  if (sawEnd && lost.length > 0 && !(isSaid && isTroubled)) {
    bad.push(`entries are lost: ${lost.join(' ')}`);
  }
  // What came is a part from the begin on, whenever the step ended.
  const gaps = expected.slice(0, at).filter((word) => !words.includes(word));
  if (!sawEnd && gaps.length > 0 && !isTroubled) {
    bad.push(`entries are lost in between: ${gaps.join(' ')}`);
  }
  return bad;
}
