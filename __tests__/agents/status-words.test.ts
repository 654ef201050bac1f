/**
 * The status words of each service in its sheet and in the code (contract 4.2, 18): a word that one
 * of the two lacks is named. Those of the specification are compared with the contract in
 * `docs.test.ts`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { meaningOf as copilot } from '../../src/agents/copilot/words.ts';
import { meaningOf as cursor } from '../../src/agents/cursor/words.ts';
import { STATUS_TABLE, statusMeaning } from '../../src/agents/agent-run/words.ts';
import { stateOf as devin, wordsIn, type SessionState } from '../../src/agents/devin/words.ts';
import { meaningOf as jules } from '../../src/agents/jules/words.ts';
import { meaningOf as openhands } from '../../src/agents/openhands/words.ts';
import type { ServiceName } from '../../src/agents/service-table.ts';
import { SUBJECTS } from '../conformance/subjects.ts';
import { outcomesThat } from '../../src/outcomes.ts';

type Sheeted = Exclude<ServiceName, 'agent-run'>;

const ROOT = join(import.meta.dirname, '..', '..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** Section 4 of a service's sheet. */
function statesIn(service: Sheeted): string {
  const [, section = ''] =
    /\n## 4\. ([\s\S]*?)\n## 5\. /.exec(read(`docs/services/${service}.md`)) ?? [];
  expect(section).not.toBe('');
  return section;
}

/** Those of `devin` have two levels: below. */
const WORDS: Readonly<Record<Exclude<Sheeted, 'devin'>, (word: string) => string>> = {
  copilot,
  cursor,
  jules,
  openhands,
};
const TABLED = Object.keys(WORDS) as (keyof typeof WORDS)[];

/** The cells of the table in section 4, by the names of its columns. */
function rowsOf(service: Sheeted): readonly Readonly<Record<string, string>>[] {
  const lines = statesIn(service)
    .split('\n')
    .filter((line) => line.startsWith('|'));
  const [head = [], , ...rows] = lines.map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  return rows.map((cells) =>
    Object.fromEntries(head.map((name, at) => [name.toLowerCase(), cells[at] ?? ''])),
  );
}

const ENDS = outcomesThat(({ endsRun }) => endsRun).map((name) => name.replace('_', '[_ ]'));
const MEANINGS = new RegExp(`^(?:active|keep polling|${ENDS.join('|')})`);

/** `cancelled if this step stopped it, else active` is about more than the word. */
function meaningIn(cell: string): string {
  const alone = cell.replace(/^.*\belse /, '');
  const [meaning = ''] = MEANINGS.exec(alone) ?? [];
  return meaning.replace(' ', '_').replace('keep_polling', 'active');
}

/** Each word of a sheet that means something by itself, and what. */
function wordsOf(service: keyof typeof WORDS): readonly (readonly [string, string])[] {
  return rowsOf(service).flatMap((row) => {
    const words = row['execution'] ?? row['word'] ?? '';
    const meaning = meaningIn(row['meaning'] ?? row['our outcome'] ?? row['outcome'] ?? '');
    if (meaning === '') {
      return [];
    }
    const named = words.replaceAll('`', '').split(', ');
    // `any other` is no word of the service, and `null` is none at all.
    return named
      .filter((word) => /^\w+$/.test(word) && word !== 'null')
      .map((word) => [word, meaning] as const);
  });
}

describe.each(TABLED)('%s', (service) => {
  it('means what the sheet says', () => {
    const words = wordsOf(service);
    expect(words.map(([word]) => [word, WORDS[service](word)])).toEqual(words);
  });

  it('has the words of the sheet and no other', () => {
    const rows = [...read(`src/agents/${service}/words.ts`).matchAll(/^ {2}([A-Z_]+): '\w+',/gm)];
    const inSheet = wordsOf(service).map(([word]) => word.toUpperCase());
    expect(rows.map(([, word]) => word).toSorted()).toEqual(inSheet.toSorted());
  });
});

describe('devin', () => {
  const sheet = statesIn('devin').replace(/\s+/g, ' ');
  const listed = (pattern: RegExp): readonly string[] => {
    const [, list = ''] = pattern.exec(sheet) ?? [];
    return list.match(/\w+/g) ?? [];
  };
  const statuses = listed(/`status`: ([^.]*)\./);

  it('knows each word of the first level', () => {
    expect(statuses).not.toEqual([]);
    const unknown = statuses.filter((status) => devin({ status, detail: null }) === 'unknown');
    expect(unknown).toEqual([]);
  });

  it('tells a lack of money by each detail that means one', () => {
    const words = listed(/with suspended: (.*?)\. Else null/).filter((word) =>
      /limit|out_of|quota|payment|contract/.test(word),
    );
    expect(words).not.toEqual([]);
    const others = words.filter(
      (detail) => devin({ status: 'suspended', detail }) !== 'out_of_money',
    );
    expect(others).toEqual([]);
  });

  it('has no word that the sheet lacks', () => {
    const cases = read('src/agents/devin/words.ts').matchAll(/case '(\w+)':/g);
    const words = [...cases].map(([, word = '']) => word);
    expect(words).toEqual(expect.arrayContaining([...statuses]));
    expect(words.filter((word) => !sheet.includes(word))).toEqual([]);
  });
});

describe('the certificate plays every word that ends a run', () => {
  const playedBy = (service: ServiceName): readonly string[] =>
    (SUBJECTS.find((subject) => subject.service === service)?.ends ?? []).map(
      ({ status }) => status,
    );

  it.each(TABLED)('%s', (service) => {
    const played = playedBy(service).map((status) =>
      status.replace(/^RUNNING[/]/, '').toUpperCase(),
    );
    const ending = wordsOf(service).filter(([, meaning]) => meaning !== 'active');
    expect(
      ending.map(([word]) => word.toUpperCase()).filter((word) => !played.includes(word)),
    ).toEqual([]);
  });

  it('agent-run, a word of each meaning', () => {
    const played = new Set(playedBy('agent-run').map((word) => statusMeaning(word)));
    const ending = Object.keys(STATUS_TABLE).filter((meaning) => meaning !== 'active');
    expect([...played].toSorted()).toEqual(ending.toSorted());
  });

  it('devin, but for those whose session is gone or asleep', () => {
    // `no`: it ends no run. `there`: told by the adapter's own tests, over the same face.
    const ends: Readonly<Record<SessionState, 'here' | 'no' | 'there'>> = {
      approval: 'here',
      cancelled: 'there',
      exited: 'there',
      failed: 'here',
      finished: 'here',
      out_of_money: 'here',
      put_to_sleep: 'here',
      queued: 'no',
      sleeps: 'there',
      unknown: 'no',
      waits: 'here',
      working: 'no',
    };
    const played = new Set(playedBy('devin').map((word) => devin(wordsIn(word))));
    const named = Object.entries(ends).flatMap(([state, where]) =>
      where === 'here' ? [state] : [],
    );
    expect([...played].toSorted()).toEqual(named);
  });
});
