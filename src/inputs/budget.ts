/** The input `budget`: what each run of a step may use at most (contract 20). */
import type { BudgetRule, BudgetUnit, ServiceFacts } from '../agents/facts.ts';
import { SERVICE_NAMES, SERVICE_TABLE } from '../agents/service-table.ts';
import { USAGE_UNITS } from '../agents/values.ts';
import { didYouMean, plainNumber } from './meant.ts';
import type { InputReading } from './reader.ts';
import { chosenService, type ChosenService } from './service.ts';

export interface Budget {
  /** More than 0. */
  readonly amount: number;
  readonly unit: BudgetUnit;
}

/** A positive number and one word, such as `5 usd`. */
const FORM = /^(\d{1,9}(?:\.\d{1,9})?|\.\d{1,9})\s+([a-z_]+)$/;

const BUDGET_UNITS: readonly BudgetUnit[] = [...USAGE_UNITS, 'usd'];

/** Words and signs that people write for a unit. */
const UNITS_MEANT: Readonly<Record<string, BudgetUnit>> = {
  $: 'usd',
  us$: 'usd',
  dollar: 'usd',
  dollars: 'usd',
  acus: 'acu',
};

/** Null without a budget, and where it is invalid. */
export function budget({ read }: InputReading, name: string): Budget | null {
  const given = read.text(name);
  if (given === '') {
    return null;
  }
  const service = chosenService(read);
  const rule = service?.facts.budget ?? null;
  if (service !== null && rule === null) {
    read.refuse(name, instead(service));
    return null;
  }
  const value = budgetIn(given.toLowerCase());
  if (value === null || !isKept(value, rule)) {
    read.refuse(name, `${accepted(rule, service)}${didYouMean(meant(given, rule))}`);
    return null;
  }
  return value;
}

function budgetIn(given: string): Budget | null {
  const [, number = '', unit = ''] = FORM.exec(given) ?? [];
  const known = BUDGET_UNITS.find((one) => one === unit);
  const amount = Number(number);
  return known === undefined || !(amount > 0) ? null : { amount, unit: known };
}

/**
 * Whether the service can keep to it: a limit that is sent is a whole number.
 *
 * @param rule null: the service is not known, so that any may
 */
function isKept({ amount, unit }: Budget, rule: BudgetRule | null): boolean {
  if (rule === null) {
    return true;
  }
  return unit === rule.unit && (rule.kept === 'watched' || Number.isInteger(amount));
}

/** What the service of a rule takes, or what any takes. */
function accepted(rule: BudgetRule | null, service: ChosenService | null): string {
  if (rule === null || service === null) {
    return `a positive number and a unit, such as ${examples()}`;
  }
  const { unit, kept } = rule;
  const number = kept === 'sent' ? 'a positive whole number' : 'a positive number';
  const example = exampleOf(unit);
  return `${number} and the unit \`${unit}\`, such as \`${example}\`, with ${service.label}`;
}

function exampleOf(unit: BudgetUnit): string {
  return unit === 'usd' ? '5 usd' : `10 ${unit}`;
}

/** `` `10 acu` with `devin` or `5 usd` with `openhands` `` */
function examples(): string {
  const each = SERVICE_NAMES.flatMap((name) => {
    const { budget: rule }: ServiceFacts = SERVICE_TABLE[name];
    return rule === null ? [] : [`\`${exampleOf(rule.unit)}\` with \`service: ${name}\``];
  });
  return each.join(' or ');
}

/** What can be used where the service keeps no budget. */
function instead({ label, facts }: ChosenService): string {
  const bounds = facts.can.stop
    ? '`timeout_minutes` and `on_cancel: stop` together bound how long its run works'
    : '`timeout_minutes` bounds how long its run is waited for';
  return (
    `nothing with ${label}, whose runs cannot be kept to one; ${bounds}; ` +
    `a budget can be ${examples()}`
  );
}

/** The budget that was probably meant, in the form that is accepted; null where none is near. */
function meant(given: string, rule: BudgetRule | null): string | null {
  const [, before = '', number = '', after = ''] =
    /^(us\$|\$|[a-z]*) ?(\d{1,9}(?:[.,]\d{1,9})?) ?(us\$|\$|[a-z_ -]*)$/i.exec(given) ?? [];
  const word = (before === '' ? after : before).toLowerCase().replace(/[ -]/g, '_');
  const unit = word === '' ? rule?.unit : (UNITS_MEANT[word] ?? word);
  const value = budgetIn(`${plainNumber(number)} ${String(unit)}`);
  return value !== null && isKept(value, rule) ? `${value.amount} ${value.unit}` : null;
}
