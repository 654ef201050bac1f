/** Writes README's tables of inputs and outputs from action.yml; `--check` only compares. */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'yaml';

interface Field {
  readonly description: string;
  readonly default?: string;
}

const root = resolve(import.meta.dirname, '..');
const action = parse(readFileSync(`${root}/action.yml`, 'utf8')) as {
  readonly inputs: Readonly<Record<string, Field>>;
  readonly outputs: Readonly<Record<string, Field>>;
};

const cell = (text: string): string => text.trim().replace(/\s+/g, ' ').replaceAll('|', '\\|');

const tables = {
  inputs: [
    '| Input | Default | Meaning |',
    '| --- | --- | --- |',
    ...Object.entries(action.inputs).map(([name, field]) => {
      const initial = field.default === undefined || field.default === '' ? '–' : `\`${cell(field.default)}\``;
      return `| \`${name}\` | ${initial} | ${cell(field.description)} |`;
    }),
  ],
  outputs: [
    '| Output | Meaning |',
    '| --- | --- |',
    ...Object.entries(action.outputs).map(([name, field]) => `| \`${name}\` | ${cell(field.description)} |`),
  ],
};

const path = `${root}/README.md`;
const before = readFileSync(path, 'utf8');
let after = before;
for (const [name, lines] of Object.entries(tables)) {
  const block = new RegExp(`(<!-- ${name}:begin -->\\n)[\\s\\S]*?(<!-- ${name}:end -->)`);
  if (!block.test(after)) throw new Error(`README.md has no place for the table of ${name}`);
  after = after.replace(block, (_, begin: string, end: string) => `${begin}\n${lines.join('\n')}\n\n${end}`);
}
if (!process.argv.includes('--check')) writeFileSync(path, after);
else if (after !== before) {
  console.error('README.md does not match action.yml: run `npm run docs` and commit it.');
  process.exitCode = 1;
} else console.log('README.md matches action.yml');
