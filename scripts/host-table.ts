/**
 * Generates the table in docs/security.md of the hosts that are contacted: what inputs and services
 * say of theirs, and those that variables and GitHub name.
 */
import { SERVICE_NAMES, SERVICE_TABLE } from '../src/agents/service-table.ts';
import type { OtherHost } from '../src/agents/facts.ts';
import { INPUT_NAMES, INPUT_ROWS } from '../src/inputs/table.ts';
import { PROXY_VARIABLES } from '../src/http/proxy.ts';
import { OTLP_ENDPOINT_VARIABLES } from '../src/report/otlp/settings.ts';

const OF_INPUTS = INPUT_NAMES.flatMap((name): readonly OtherHost[] => {
  const { contacted } = INPUT_ROWS[name];
  return contacted === undefined ? [] : [{ host: `\`${name}\``, when: contacted }];
});

const OF_SERVICES = SERVICE_NAMES.flatMap((name) => SERVICE_TABLE[name].otherHosts);

const OTHERS: readonly OtherHost[] = [
  {
    host: "GitHub's API",
    when:
      'To ask about the people behind an event; for `comment`, `resume: thread`, `review`, ' +
      '`commit_status`, `expect`; to read claimed pull requests',
  },
  {
    host: "GitHub's storage of job logs",
    when: 'With `expect: checks`, for the log of a failed job, without a token',
  },
  { host: quoted(OTLP_ENDPOINT_VARIABLES), when: 'Once at the end, with `otlp: true`' },
  {
    host: "GitHub's service for artifacts and its storage",
    when: 'Once at the end, with `report: upload`',
  },
  { host: quoted(PROXY_VARIABLES), when: 'Instead of these, if set' },
];

function quoted(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}

/** @param cell makes a text safe for a cell of a table */
export function hostTable(cell: (text: string) => string): readonly string[] {
  const rows = [...OF_INPUTS, ...OF_SERVICES, ...OTHERS];
  return [
    '| Host | When |',
    '| --- | --- |',
    ...rows.map(({ host, when }) => `| ${cell(host)} | ${cell(when)} |`),
  ];
}
