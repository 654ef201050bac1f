/** Responses that are expensive to process, at the maximum accepted size (contract 6.5), as JSON texts of log pages. */

const TOKEN_START = 'tok-0123456789abcde';
/** Text fragments that are expensive for parsers, redactors and sanitizers. */
const UNITS = [
  ...[
    'a',
    '\\',
    '"',
    '%41',
    '&#65;',
    '\n',
    '::',
    '##[',
    '\x1b[31m',
    '\u202e',
    '`',
    '|',
    '<',
    '<!--',
    '[',
    '![',
    '*',
    '0a ',
  ],
  ...['c2st', '-----', 'https://', 'a.c:1:2: error: ', '\u0301', '😀', '\ud800', TOKEN_START],
];

const mixed = (): string =>
  Array.from({ length: 3_000_000 }, (_, at) => UNITS[(at * 7919 + (at >> 5)) % UNITS.length]).join('');

const page = (entries: readonly object[], result = 'x'): string =>
  JSON.stringify({ id: 7, status: 'COMPLETE', result, total_logs: entries.length, logs: entries });

/** Newest first, in pages that are read as oldest first. */
const entries = (count: number, of: (at: number) => object): object[] =>
  Array.from({ length: count }, (_, at) => ({
    message_type: 'ACTION',
    created_at: new Date(1e12 - at * 1000).toISOString(),
    ...of(at),
  }));

const raw = (logs: string): string => `{"id":7,"status":"COMPLETE","logs":[${logs}]}`;

export const CASES: readonly { readonly name: string; readonly body: () => string }[] = [
  { name: 'one entry of 12 MB of symbols', body: () => page(entries(1, () => ({ observation: mixed() }))) },
  { name: 'a result of 12 MB of symbols', body: () => page([], mixed()) },
  { name: 'a result of two million brackets', body: () => page([], '['.repeat(2_000_000)) },
  { name: 'a result of a million links', body: () => page([], '![a](b)'.repeat(1_000_000)) },
  {
    name: '100 entries of 100 KB out of order',
    body: () => {
      const text = mixed();
      const part = (from: number): string => text.slice(from, from + 50_000);
      return page(entries(100, (at) => ({ thought: part(at * 1000), tool_input: { command: part(at) } })));
    },
  },
  { name: 'a million entries', body: () => raw(new Array<string>(1_000_000).fill('{}').join(',')) },
  {
    name: 'a million keys',
    body: () => raw(`{${Array.from({ length: 1_000_000 }, (_, at) => `"k${at}":0`).join(',')}}`),
  },
  { name: 'eight million brackets', body: () => raw(`${'['.repeat(4_000_000)}${']'.repeat(4_000_000)}`) },
];
