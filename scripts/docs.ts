/**
 * Generates the inputs and outputs in action.yml, the tables in README and docs/reference.md, and
 * the events, secrets and hosts in docs/security.md from `src`, what the simulation does in
 * docs/faults.md from `__tests__/sim/sources.ts`, the services in docs/services.md from what
 * `src/agents` says of each, and the faults in sandbox/README.md from what its faces declare.
 * `--check` only compares.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { format } from 'prettier';
import { stringify } from 'yaml';
import { DECLARED } from '../sandbox/faces/declared.ts';
import type { DeclaredFault, DeclaredFaults } from '../sandbox/faces/face.ts';
import { SUBJECTS } from '../__tests__/sim/hosted/subjects.ts';
import { SOURCES } from '../__tests__/sim/sources.ts';
import { INPUT_GROUPS, type InputRow } from '../src/inputs/row.ts';
import { INPUT_ROWS, type InputName } from '../src/inputs/table.ts';
import { OUTCOME_TABLE } from '../src/outcomes.ts';
import { ERROR_CODE_TABLE, OUTPUT_TABLE } from '../src/runner/output-table.ts';
import { SECRET_FIELDS } from '../src/inputs/secret-fields.ts';
import { SECRET_INPUTS, SECRET_VARIABLES } from '../src/secrets.ts';
import { STATUS_TABLE } from '../src/agents/agent-run/words.ts';
import { DEFAULT_SERVICE, SERVICE_NAMES, SERVICE_TABLE } from '../src/agents/service-table.ts';
import { MESSAGE_TYPE_TABLE, type MessageType } from '../src/message-types.ts';
import { eventTable } from './event-table.ts';
import { hostTable } from './host-table.ts';
import { serviceOverview, serviceTable } from './service-table.ts';

const root = resolve(import.meta.dirname, '..');
const check = process.argv.includes('--check');

const cell = (text: string): string => text.trim().replace(/\s+/g, ' ').replaceAll('|', '\\|');

/** The services whose words are in a sheet of their own. */
const SHEETS = SERVICE_NAMES.filter((name) => name !== DEFAULT_SERVICE);

/** GitHub's Marketplace takes at most 125 characters (`__tests__/architecture.test.ts`). */
const ACTION_DESCRIPTION =
  `Hand a task to ${SHEETS.map((name) => SERVICE_TABLE[name].title).join(', ')} or your own agent ` +
  'service, and get its result back';

function inputFields({
  description,
  required,
  value: { default: initial },
}: InputRow): Record<string, unknown> {
  return {
    description,
    required: required === true,
    ...(initial === undefined ? {} : { default: initial }),
  };
}

/** Replaces the text between two marks. */
function between(
  text: string,
  { begin, end, content }: Readonly<Record<'begin' | 'end' | 'content', string>>,
): string {
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from === -1 || to < from) {
    throw new Error(`There is no text between ${begin} and ${end}`);
  }
  return `${text.slice(0, from + begin.length)}${content}${text.slice(to)}`;
}

type InputEntries = readonly (readonly [name: string, row: InputRow])[];

/** The inputs below each heading, in the order of the table. */
function inputsByGroup(): readonly (readonly [group: string, inputs: InputEntries])[] {
  return INPUT_GROUPS.map((group) => [
    group,
    Object.entries(INPUT_ROWS).filter(([, row]) => row.group === group),
  ]);
}

function manifest(before: string): string {
  const yaml = (value: unknown): string =>
    stringify(value, { lineWidth: 140, blockQuote: 'folded' }).trimEnd();
  const indented = (text: string): string => text.replaceAll(/^(?=.)/gm, '  ');
  const groups = inputsByGroup().map(([group, inputs]) => {
    const fields = inputs.map(([name, row]) => [name, inputFields(row)] as const);
    return `  # ${group}\n${indented(yaml(Object.fromEntries(fields)))}`;
  });
  const outputs = Object.fromEntries(
    Object.entries(OUTPUT_TABLE).map(([name, description]) => [name, { description }]),
  );
  const described = between(before, {
    begin: '\ndescription: ',
    end: '\nauthor:',
    content: ACTION_DESCRIPTION,
  });
  return between(described, {
    begin: '\n\ninputs:',
    end: '\n\nruns:',
    content: `\n${groups.join('\n\n')}\n\n${yaml({ outputs })}`,
  });
}

/** The inputs that a first workflow needs. */
const BASICS = [
  'token',
  'service',
  'org_id',
  'base_url',
  'prompt',
  'repo',
  'repo_id',
  'create_pull_request',
  'timeout_minutes',
  'report',
  'context',
  'comment',
  'trigger_phrase',
  'resume',
] as const satisfies readonly InputName[];

function inputTable(inputs: InputEntries): readonly string[] {
  return [
    '| Input | Default | Meaning |',
    '| --- | --- | --- |',
    ...inputs.map(
      ([
        name,
        {
          description,
          value: { default: initial = '' },
          required,
        },
      ]) => {
        const value = initial === '' ? '–' : `\`${cell(initial)}\``;
        const shown = required === true ? 'required' : value;
        return `| \`${name}\` | ${shown} | ${cell(description)} |`;
      },
    ),
    '',
  ];
}

/** The outputs that most workflows read. */
const BASIC_OUTPUTS = [
  'agent_run_id',
  'web_url',
  'outcome',
  'result',
  'pull_requests',
  'report_file',
  'error_message',
  'skip_reason',
] as const;

function outputTable(names: readonly string[]): readonly string[] {
  const all = new Map<string, string>(Object.entries(OUTPUT_TABLE));
  const described = names.map((name) => `| \`${name}\` | ${cell(all.get(name) ?? '')} |`);
  return ['| Output | Meaning |', '| --- | --- |', ...described, ''];
}

function readme(before: string): string {
  const basics = BASICS.map((name) => [name, INPUT_ROWS[name]] as const);
  const table = (text: string, name: string, lines: readonly string[]): string =>
    between(text, {
      begin: `<!-- ${name}:begin -->`,
      end: `<!-- ${name}:end -->`,
      content: `\n\n${lines.join('\n')}\n`,
    });
  const tables = {
    services: [...serviceOverview(cell), ''],
    inputs: inputTable(basics),
    outputs: outputTable(BASIC_OUTPUTS),
  };
  return Object.entries(tables).reduce((text, [name, lines]) => table(text, name, lines), before);
}

function security(before: string): string {
  const tables = { events: eventTable(), secrets: secretTable(), hosts: hostTable(cell) };
  return Object.entries(tables).reduce(
    (text, [name, lines]) =>
      between(text, {
        begin: `<!-- ${name}:begin -->`,
        end: `<!-- ${name}:end -->`,
        content: `\n\n${lines.join('\n')}\n\n`,
      }),
    before,
  );
}

/** What is masked and redacted, and where it comes from. */
function secretTable(): readonly string[] {
  const quoted = (names: readonly string[]): string =>
    names.map((name) => `\`${name}\``).join(', ');
  const ofVariables = SECRET_VARIABLES.map(({ names, what, isForTraces }) => {
    const when = isForTraces ? '; with `otlp: true` alone' : '';
    return `| The variables ${quoted(names)} | ${cell(what)}${when} |`;
  });
  return [
    '| From | What of it |',
    '| --- | --- |',
    `| The inputs ${quoted(SECRET_INPUTS)} | The whole value |`,
    `| In \`request_fields\`, of a task too: ${quoted(SECRET_FIELDS)} | Each value, but for those ` +
      'with `sensitive: false`, and for `true`, `false` and `null`; as soon as the inputs are read |',
    ...ofVariables,
  ];
}

function faults(before: string): string {
  const table = [
    '| What happens to a step | What shows that it does |',
    '| --- | --- |',
    ...SOURCES.map(({ what, source }) => `| ${cell(what)} | ${cell(source)} |`),
    ...SUBJECTS.map(ofService),
  ];
  const content = `\n\n${table.join('\n')}\n\n`;
  return between(before, { begin: '<!-- sources:begin -->', end: '<!-- sources:end -->', content });
}

/** The faults of a service's face, and the sections that show them. */
function ofService({ service, faults: known }: (typeof SUBJECTS)[number]): string {
  const names = known.map(({ name }) => `\`${name}\``).join(', ');
  const sources = [...new Set(known.map(({ source }) => source))].sort().join('; ');
  return `| ${cell(`\`${service}\`: ${names}`)} | ${cell(sources)} |`;
}

function rows(
  table: Readonly<Record<string, string>>,
  [name, meaning]: readonly [string, string],
): string[] {
  return [
    `| ${name} | ${meaning} |`,
    '| --- | --- |',
    ...Object.entries(table).map(([word, text]) => `| \`${word}\` | ${cell(text)} |`),
  ];
}

function reference(before: string): string {
  const quoted = (words: readonly string[]): string =>
    words.map((word) => `\`${word}\``).join(', ');
  const statuses = Object.entries(STATUS_TABLE).map(
    ([meaning, words]) => [meaning, quoted(words)] as const,
  );
  const outcomes = Object.fromEntries(
    Object.entries(OUTCOME_TABLE).map(([outcome, { meaning }]) => [outcome, meaning]),
  );
  const types = Object.entries<MessageType>(MESSAGE_TYPE_TABLE).map(
    ([name, { label, phase }]) => [name, `${label} (${phase.replace('_', ' ')})`] as const,
  );
  const inputs = inputsByGroup().flatMap(([group, entries]) => [
    `### ${group}`,
    '',
    ...inputTable(entries),
  ]);
  const sheets = SHEETS.map((name) => `[\`${name}\`](services/${name}.md)`).join(', ');
  const ofOthers = 'What the words of another service mean is in section 4 of its sheet';
  const content = [
    '## Inputs',
    '',
    ...inputs,
    '## Outputs',
    '',
    ...outputTable(Object.keys(OUTPUT_TABLE)),
    '## Outcomes',
    '',
    ...rows(outcomes, ['Outcome', 'Meaning']),
    '',
    '## Error codes',
    '',
    ...rows(ERROR_CODE_TABLE, ['Code', 'Meaning']),
    '',
    '## Status words',
    '',
    `Those of \`agent-run\`. ${ofOthers}: ${sheets}.`,
    '',
    ...rows(Object.fromEntries(statuses), ['Meaning', "The service's words"]),
    '',
    '## Log types',
    '',
    ...rows(Object.fromEntries(types), ['Type', 'Shown as (phase)']),
  ].join('\n');
  return between(before, {
    begin: '<!-- tables:begin -->',
    end: '<!-- tables:end -->',
    content: `\n\n${content}\n\n`,
  });
}

function sandboxFaults(before: string): string {
  const sections = Object.entries(DECLARED).map(([service, declared]) =>
    serviceFaults(service, declared),
  );
  return between(before, {
    begin: '<!-- faults:begin -->',
    end: '<!-- faults:end -->',
    content: `\n\n${sections.join('\n\n')}\n\n`,
  });
}

function serviceFaults(service: string, { kinds, faults: declared }: DeclaredFaults): string {
  const quoted = (words: readonly string[]): string =>
    words.map((word) => `\`${word}\``).join(', ');
  const lines = Object.entries(declared).map(([name, { on, says, forMs, count }]) => {
    const requests = on.length === kinds.length ? 'all' : quoted(on);
    return `| \`${name}\` | ${requests} | ${cell(says)} | ${takenBy({ forMs, count })} |`;
  });
  return [
    `### \`${service}\``,
    '',
    `Kinds of requests: ${quoted(kinds)}.`,
    '',
    '| Fault | Requests | What happens | Takes |',
    '| --- | --- | --- | --- |',
    ...lines,
  ].join('\n');
}

function takenBy({ forMs, count }: Pick<DeclaredFault, 'forMs' | 'count'>): string {
  const time = forMs === null ? [] : [`\`for\` (${forMs / 1000}s)`];
  const number = count === null ? [] : [`\`count\` (${count})`];
  return [...time, ...number].join(', ') || '–';
}

function services(before: string): string {
  return between(before, {
    begin: '<!-- services:begin -->',
    end: '<!-- services:end -->',
    content: `\n\n${serviceTable(cell).join('\n')}\n\n`,
  });
}

const documents = [
  { path: 'action.yml', parser: 'yaml', write: manifest },
  { path: 'README.md', parser: 'markdown', write: readme },
  { path: 'docs/faults.md', parser: 'markdown', write: faults },
  { path: 'docs/reference.md', parser: 'markdown', write: reference },
  { path: 'sandbox/README.md', parser: 'markdown', write: sandboxFaults },
  { path: 'docs/security.md', parser: 'markdown', write: security },
  { path: 'docs/services.md', parser: 'markdown', write: services },
] as const;
for (const { path, parser, write } of documents) {
  const before = readFileSync(`${root}/${path}`, 'utf8');
  const options = { parser, printWidth: 120, singleQuote: true };
  const isFormatted = !path.endsWith('README.md');
  const after = isFormatted ? await format(write(before), options) : write(before);
  if (after === before) {
    console.log(`${path} is up to date`);
  } else if (check) {
    console.error(`${path} does not match the tables in src: run \`npm run docs\` and commit it.`);
    process.exitCode = 1;
  } else {
    writeFileSync(`${root}/${path}`, after);
    console.log(`${path} was written`);
  }
}
