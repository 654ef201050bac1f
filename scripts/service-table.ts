/**
 * What each service needs and can, as the table of docs/services.md (contract 18.1), and the short
 * one of README.
 */
import type { ServiceFacts } from '../src/agents/facts.ts';
import { DEFAULT_SERVICE, SERVICE_NAMES, SERVICE_TABLE } from '../src/agents/service-table.ts';

type Facts = ServiceFacts;
type Row = readonly [what: string, cell: (facts: Facts) => string];

const yesOrNo = (can: boolean): string => (can ? 'yes' : 'no');

function rootOf({ baseUrl }: Facts): string {
  switch (baseUrl.kind) {
    case 'required':
      return 'required';
    case 'fixed':
      return `\`${baseUrl.url}\``;
    case 'variable':
      return `\`${baseUrl.name}\``;
  }
}

const ORGANIZATIONS: Readonly<Record<Facts['orgId'], string>> = {
  none: 'no',
  number: 'a positive integer, required',
  prefixed: '`org-…`; empty: the one of the token',
  text: 'an ID; empty: the one of the token',
};

const REPOSITORIES: Readonly<Record<Facts['repository'], string>> = {
  none: 'no repository',
  optional: "the workflow's; `none`: no repository",
  required: "the workflow's",
  workflow: "the workflow's",
};

function triedOf({ tried }: Facts): string {
  if (tried === null) {
    return 'never';
  }
  const { against, day, command } = tried;
  return `on ${day}, by \`${command}\`: ${against}`;
}

function refOf({ can, told }: Facts): string {
  return can.ref === 'branch' ? `${told.ref}: a branch, no commit` : told.ref;
}

function imagesOf({ can }: Facts): string {
  return can.images === 0 ? 'no' : `at most ${can.images}`;
}

function fieldsOf({ reservedFields }: Facts): string {
  const names = Object.keys(reservedFields).map((name) => `\`${name}\``);
  return `merged, without ${names.join(', ')}`;
}

function promptOf({ can }: Facts): string {
  return can.promptMax === null ? '–' : `at most ${can.promptMax.toLocaleString('en')} characters`;
}

function budgetOf({ budget, inputFields }: Facts): string {
  if (budget === null) {
    return 'no';
  }
  const { unit, kept } = budget;
  const how = kept === 'sent' ? `sent as \`${String(inputFields.budget)}\`` : 'watched';
  return `\`${unit}\`: ${how}`;
}

function schemaOf({ can }: Facts): string {
  return can.text ? 'yes' : 'no: it gives no text';
}

const ROWS: readonly Row[] = [
  ['Made from the documents of', ({ documentDate }) => documentDate],
  ['Tried against the live service', triedOf],
  ['`base_url`, default', rootOf],
  ['`token`', ({ token }) => token],
  ['`org_id`', ({ orgId }) => ORGANIZATIONS[orgId]],
  ['`repo`', ({ told }) => told.repo],
  ['`repo` empty', ({ repository }) => REPOSITORIES[repository]],
  [
    '`repo_id`, `sandbox_id`, `task` other than `run` and `check`',
    ({ can }) => yesOrNo(can.ownTasks),
  ],
  ['`ref`', refOf],
  ['`create_pull_request`', ({ told }) => told.createPullRequest],
  ['`model`', ({ told }) => told.model],
  ['`prompt`', promptOf],
  ['`images`', imagesOf],
  ['`request_fields`', fieldsOf],
  ['`agent_run_id`', ({ runId }) => runId.accepted],
  [
    'Follow-up: `prompt` with `agent_run_id`, `resume: thread`, repair of an answer',
    ({ can }) => yesOrNo(can.followUp),
  ],
  ['`output_schema`, `review`, `expect: result`', schemaOf],
  ['`on_cancel: stop`', ({ told }) => told.stop],
  ['Key of `idempotency: on`', ({ told }) => told.idempotency],
  ['Log', ({ told }) => told.log],
  ['`budget`', budgetOf],
  ['Output `usage`', ({ told }) => told.usage],
  ['Pull requests', ({ told }) => told.pullRequests],
];

const LOGS: Readonly<Record<Facts['can']['log'], string>> = {
  pages: 'each step',
  stream: 'each step, live',
  messages: 'its messages',
  states: 'changes of state',
};

const mark = (can: boolean): string => (can ? '✓' : '–');

/** Few and narrow columns, so that the table fits a phone. */
const OVERVIEW: readonly Row[] = [
  ['Review, text, JSON', ({ can }) => mark(can.text)],
  ['Follow-ups', ({ can }) => mark(can.followUp)],
  ['Stop', ({ can }) => mark(can.stop)],
  ['Log', ({ can }) => LOGS[can.log]],
  ['Tried live', ({ tried }) => tried?.short ?? 'not yet'],
];

/**
 * What each service can, a row for each, those with a name of their own first.
 * @param cell makes a text safe for a cell of a table
 */
export function serviceOverview(cell: (text: string) => string): readonly string[] {
  const names = [...SERVICE_NAMES.filter((name) => name !== DEFAULT_SERVICE), DEFAULT_SERVICE];
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
  return [
    line(['`service:`', ...OVERVIEW.map(([what]) => what)]),
    `| --- |${' :-: |'.repeat(OVERVIEW.length)}`,
    ...names.map((name) =>
      line([`\`${name}\``, ...OVERVIEW.map(([, cellOf]) => cellOf(SERVICE_TABLE[name]))]),
    ),
  ];
}

/** @param cell makes a text safe for a cell of a table */
export function serviceTable(cell: (text: string) => string): readonly string[] {
  const services = SERVICE_NAMES.map((name) => SERVICE_TABLE[name]);
  const head = SERVICE_NAMES.map((name) => `\`${name}\``);
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
  return [
    line(['', ...head]),
    line(['', ...head].map(() => '---')),
    ...ROWS.map(([what, cellOf]) => line([what, ...services.map(cellOf)])),
  ];
}
