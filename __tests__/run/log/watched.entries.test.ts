/** Which entries may still be filled in, and which entry is the later form of another (contract 4.7; spec 2.5). */
import { describe, expect, it } from '@jest/globals';
import { rawEntry, type RawEntry } from '../../../src/run/log/entry.ts';
import { isFilledIn, isIncomplete, Watched } from '../../../src/run/log/watched.ts';
import { entry } from '../../support/memory-client.ts';

const raw = (second: number, fields: object = {}): RawEntry => rawEntry({ ...entry(second), ...fields });
const open = (second: number, fields: object = {}): RawEntry => raw(second, { tool_output: null, ...fields });
const everGone = (): boolean => true;

function watching(...entries: readonly RawEntry[]): Watched {
  const watched = new Watched();
  watched.add(entries, { at: 0, count: entries.length });
  return watched;
}

describe('an entry is incomplete', () => {
  const whole = { thought: 't', tool_input: {}, tool_output: 'o', observation: 'b' };

  it.each([
    ['ACTION', ['tool_input', 'tool_output']],
    ['PLAN_EVALUATION', ['thought']],
    ['ERROR', ['observation']],
    ['FINAL_ANSWER', ['observation']],
    ['USER_MESSAGE', []],
    ['NEW_TYPE', []],
    ['constructor', []],
    [null, []],
    [['ACTION'], []],
  ])('of type %j if it lacks one of %j', (type, fields) => {
    const given = { ...whole, message_type: type };
    expect(isIncomplete(rawEntry(given))).toBe(false);
    const lacking = Object.keys(whole).filter((name) => isIncomplete(rawEntry({ ...given, [name]: null })));
    expect(lacking.sort()).toEqual([...fields]);
    const { tool_output: _, ...without } = given;
    expect(isIncomplete(rawEntry(without))).toBe(lacking.includes('tool_output'));
  });

  it.each([null, 'text', 7, [['tool_output', null]]])('never if it is %j', (value) => {
    expect(isIncomplete(rawEntry(value))).toBe(false);
  });

  it('unless it is large', () => {
    const sized = (length: number): RawEntry => {
      const made = (thought: string): RawEntry => rawEntry({ message_type: 'ACTION', thought });
      return made('x'.repeat(length - made('').line.length));
    };
    expect([sized(4_096).line.length, isIncomplete(sized(4_096)), isIncomplete(sized(4_097))]).toEqual([
      ...[4_096, true, false],
    ]);
  });

  it('by what was found out when it was put into a file', () => {
    const traits = { isEcho: false, isIncomplete: true };
    expect([
      isIncomplete({ ...raw(0), traits }),
      isIncomplete({ ...open(0), traits: { ...traits, isIncomplete: false } }),
    ]).toEqual([...[true, false]]);
  });
});

describe('an entry is the later form of another', () => {
  const at = { created_at: '2026-01-01T00:00:00Z', message_type: 'ACTION' };

  it.each([
    ['whose list has another part', { a: [1, 2] }, { a: [1, 3] }],
    ['whose list became an object', { a: [1] }, { a: { 0: 1, length: 1 } }],
    ['whose field changed within', { a: { b: 1 } }, { a: { b: 2 } }],
    ['whose field was set within', { a: { b: null } }, { a: { b: {} } }],
    ['whose field was taken back within', { a: { b: { c: 1 } } }, { a: { b: null } }],
    ['whose empty field was taken back within', { a: { b: {} } }, { a: { b: null } }],
    ['whose number became an object', { a: { b: 1 } }, { a: { b: {} } }],
    ['whose object became a number', { a: { b: {} } }, { a: { b: 1 } }],
    ['whose names are others', { a: { b: 1 } }, { a: JSON.parse('{"__proto__": {}}') as object }],
    ['of another type', { message_type: null }, {}],
    ['of another time', { created_at: '2026-01-01T00:00:01Z' }, {}],
    ['without a time', { created_at: null }, { created_at: null }],
    ['that got its time now', { created_at: null }, {}],
    ['whose time is no text', { created_at: 7 }, { created_at: 7 }],
  ])('but not of one %s', (_, old, filled) => {
    expect(isFilledIn({ ...at, ...old }, { ...at, ...filled })).toBe(false);
  });

  it.each([
    ['text', at],
    [at, 'text'],
    [null, null],
    [[at], [at]],
  ])('but not %j of %j', (filled, old) => {
    expect(isFilledIn(old, filled)).toBe(false);
  });
});

describe('what is watched', () => {
  it('is nothing at first', () => {
    expect(new Watched().earliest).toBeNull();
  });

  it('is the newest entry, and each that is incomplete', () => {
    expect(watching(raw(0), raw(1)).earliest).toBe(1);
    expect(watching(raw(0), open(1), raw(2), raw(3)).earliest).toBe(1);
    const watched = watching(raw(0));
    watched.add([raw(5), raw(6), raw(7)], { at: 5, count: 8 });
    expect(watched.earliest).toBe(7);
  });

  it('is among the last 50', () => {
    const watched = watching(open(0));
    watched.add([], { at: 50, count: 50 });
    expect(watched.earliest).toBe(0);
    watched.add([], { at: 51, count: 51 });
    expect(watched.earliest).toBeNull();
  });

  it('is found filled in at its place, or doubted', () => {
    const watched = watching(open(0), raw(1, { thought: null }));
    expect(watched.compare([open(0), raw(1, { thought: null })], 0)).toEqual([]);
    expect(watched.compare([raw(5), raw(1, { thought: null })], 0)).toBeNull();
    const found = watched.compare([raw(0), raw(1)], 0);
    expect(found?.map(({ now }) => now.fingerprint)).toEqual([raw(0).fingerprint, raw(1).fingerprint]);
    expect(watched.compare([raw(0), raw(1)], 0)).toEqual([]);
    // A stretch that ends before it tells nothing.
    expect(watched.compare([], 0)).toEqual([]);
  });
});

describe('an earlier form', () => {
  it('is found where the entry is gone that had it', () => {
    const watched = watching(raw(0), open(1), raw(2));
    expect(watched.earlierForm(raw(1), everGone)?.fingerprint).toBe(open(1).fingerprint);
    expect(watched.earlierForm(raw(1), (fingerprint) => fingerprint !== open(1).fingerprint)).toBeNull();
    expect(watched.earlierForm(raw(3), everGone)).toBeNull();
  });

  it('is remembered of what was incomplete alone', () => {
    const bare = { thought: null };
    const watched = watching(open(0), raw(1, bare));
    expect(watched.earlierForm(raw(1), everGone)).not.toBeNull();
    watched.add([raw(2, bare)], { at: 2, count: 3 });
    expect(watched.earlierForm(raw(1), everGone)).toBeNull();
    watched.clear();
    expect(watched.earliest).toBeNull();
    expect(watched.earlierForm(raw(2), everGone)).toBeNull();
    expect(watched.earlierForm(raw(0), everGone)?.fingerprint).toBe(open(0).fingerprint);
  });

  const many = (count: number, second: (index: number) => number): RawEntry[] =>
    Array.from({ length: count }, (_, index) => open(second(index), { tool_name: `tool ${index}` }));

  it('is remembered of the last 1,000', () => {
    const watched = watching(...many(1_001, (index) => index));
    watched.clear();
    const later = (index: number): RawEntry => raw(index, { tool_name: `tool ${index}` });
    expect([0, 1, 1_000].map((index) => watched.earlierForm(later(index), everGone) !== null)).toEqual([
      ...[false, true, true],
    ]);
  });

  it('is looked for in 20,000 comparisons of entries of one time, until the log is read again', () => {
    const of = (index: number): RawEntry => raw(0, { tool_name: `tool ${index}` });
    const known = (): Watched => {
      const watched = watching(...many(1_000, () => 0));
      watched.clear();
      return watched;
    };
    const miss = (watched: Watched, { times, entry: made }: { times: number; entry: RawEntry }): void => {
      for (let time = 0; time < times; time += 1) expect(watched.earlierForm(made, everGone)).toBeNull();
    };
    const watched = known();
    // Entries of another time cost no comparison.
    miss(watched, { times: 30, entry: raw(1, { tool_name: 'other' }) });
    miss(watched, { times: 19, entry: of(-1) });
    expect(watched.earlierForm(of(999), everGone)).not.toBeNull();
    expect(watched.earlierForm(of(0), everGone)).toBeNull();
    watched.clear();
    expect(watched.earlierForm(of(0), everGone)).not.toBeNull();
  });
});

describe('the later form of an entry', () => {
  function having(...entries: readonly RawEntry[]): Watched {
    const watched = new Watched();
    watched.emitted(entries);
    return watched;
  }

  it('is the one that replaced it in the end', () => {
    const watched = watching(raw(0));
    const forms = [open(1, { tool_input: null }), open(1), raw(1)] as const;
    watched.replace({ was: forms[0], now: forms[1] });
    watched.replace({ was: forms[1], now: forms[2] });
    expect(watched.laterForm(forms[0], everGone)).toBe(forms[2].fingerprint);
    expect(watched.laterForm(forms[0], () => false)).toBeNull();
  });

  it('is also known after a hundred entries more', () => {
    const watched = watching(raw(0));
    watched.replace({ was: open(1), now: raw(1) });
    watched.emitted(Array.from({ length: 100 }, (_, index) => raw(index + 2)));
    expect(watched.laterForm(open(1), everGone)).toBe(raw(1).fingerprint);
    expect(watched.laterForm(open(1), () => false)).toBeNull();
  });

  it('is found beside an entry without a date', () => {
    const undated = raw(0, { created_at: null });
    expect(having(undated, raw(1)).laterForm(open(1), everGone)).toBe(raw(1).fingerprint);
  });

  it('is one that was read without it, but not itself or one of another time', () => {
    const watched = having(raw(0), raw(1), raw(2));
    expect(watched.laterForm(open(1), everGone)).toBe(raw(1).fingerprint);
    expect(watched.laterForm(open(1), (fingerprint) => fingerprint !== raw(1).fingerprint)).toBeNull();
    expect(watched.laterForm(open(3), everGone)).toBeNull();
    expect(watched.laterForm(open(1, { thought: 'other' }), everGone)).toBeNull();
    expect(watched.laterForm({ ...open(1), value: 'text' }, everGone)).toBeNull();
    expect(watched.laterForm(open(1, { created_at: null }), everGone)).toBeNull();
  });

  it('is found of the last 100 entries emitted, at once or one by one', () => {
    const entries = Array.from({ length: 101 }, (_, index) => raw(index));
    const paged = having(...entries.slice(0, 30));
    for (const entry of entries.slice(30)) paged.emitted([entry]);
    for (const watched of [having(...entries), paged]) {
      const found = [0, 1, 100].map((index) => watched.laterForm(open(index), everGone) !== null);
      expect(found).toEqual([false, true, true]);
    }
  });

  it('is not kept beside the one that replaced it', () => {
    const watched = having(...Array.from({ length: 100 }, (_, index) => open(index)));
    for (let index = 0; index < 100; index += 1) watched.replace({ was: open(index), now: raw(index) });
    const bare = (index: number): RawEntry => open(index, { tool_input: null });
    expect([0, 99].map((index) => watched.laterForm(bare(index), everGone))).toEqual(
      [raw(0), raw(99)].map(({ fingerprint }) => fingerprint),
    );
  });

  it('is searched for in bounded time', () => {
    const at = { created_at: entry(0)['created_at'] };
    const entries = Array.from({ length: 100 }, (_, index) => raw(index, at));
    const watched = having(...entries);
    watched.clear();
    const find = (index: number): string | null => watched.laterForm(open(index, at), everGone);
    for (let times = 0; times < 199; times += 1) expect(find(100)).toBeNull();
    expect(find(99)).toBe(entries[99]?.fingerprint);
    expect(find(0)).toBeNull();
    watched.clear();
    expect(find(0)).not.toBeNull();
  });
});
