/**
 * Prints how many bytes the digest of an entry with a megabyte of text holds, by the kind of entry.
 * See `support/measured.ts`.
 */
import { digest, pullRequestUrls } from '../../src/report/entry-summary.ts';
import { rawEntry, toEntry } from '../../src/agents/agent-run/log/entry.ts';

const ENTRIES = 20;
const kinds = {
  words: { message_type: 'ACTION', observation: 'x'.repeat(1_000_000) },
  error: { message_type: 'ERROR', observation: 'word '.repeat(200_000) },
  link: {
    message_type: 'PR_EVALUATION',
    observation: `https://github.com/o/r/pull/7 ${'word '.repeat(200_000)}`,
  },
};

function heldBy(body: object): number {
  const kept: unknown[] = [];
  const held = (): number => {
    gc?.();
    return process.memoryUsage().heapUsed;
  };
  const read = (index: number): void => {
    const entry = toEntry(rawEntry(JSON.parse(JSON.stringify(body))), index);
    kept.push(digest(entry), pullRequestUrls(entry.view));
  };
  // The first brings what is compiled, and the last text that a pattern was matched with.
  read(0);
  const before = held();
  for (let index = 1; index <= ENTRIES; index += 1) {
    read(index);
  }
  return (held() - before) / ENTRIES;
}

console.log(
  JSON.stringify(
    Object.fromEntries(Object.entries(kinds).map(([kind, body]) => [kind, heldBy(body)])),
  ),
);
