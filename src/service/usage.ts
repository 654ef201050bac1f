/**
 * The cost of a run, if the service reports it (beyond the spec): tokens, credits and money in a run's `metadata` or
 * `usage`, or in its entries. Field names differ between services, so the common ones are supported. Nothing is
 * computed from other values.
 */
import { isRecord } from '../shared/json.ts';

export interface Usage {
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly totalTokens: number | null;
  readonly credits: number | null;
  /** NaN (not shown) for a sum of several currencies. */
  readonly cost: number | null;
  /** ISO 4217 code of `cost` in lower case, or null if unknown. */
  readonly currency: string | null;
}

type Amount = Exclude<keyof Usage, 'currency'>;

const NAMES: Readonly<Record<Amount, readonly string[]>> = {
  inputTokens: ['input_tokens', 'prompt_tokens', 'tokens_in', 'inputTokens'],
  outputTokens: ['output_tokens', 'completion_tokens', 'tokens_out', 'outputTokens'],
  totalTokens: ['total_tokens', 'tokens', 'token_count', 'totalTokens'],
  credits: ['credits', 'credits_used', 'total_credits'],
  cost: ['cost_usd', 'total_cost_usd', 'usd', 'cost', 'total_cost'],
};
const AMOUNTS = Object.keys(NAMES) as Amount[];
/** Fields of a run or an entry that may contain the amounts. */
const HOLDERS = ['usage', 'metadata', 'cost'] as const;

const NOTHING: Usage = {
  inputTokens: null,
  outputTokens: null,
  totalTokens: null,
  credits: null,
  cost: null,
  currency: null,
};

/**
 * The amounts in a run or an entry, at the top level or in `usage`, `metadata` or `metadata.usage`, or null if there
 * are none.
 */
export function readUsage(record: Readonly<Record<string, unknown>>): Usage | null {
  const metadata = isRecord(record['metadata']) ? record['metadata'] : {};
  const places = [record, ...HOLDERS.map((name) => record[name]), ...HOLDERS.map((name) => metadata[name])].filter(
    isRecord,
  );
  let found: Usage = NOTHING;
  for (const place of places) found = filled(found, place);
  return AMOUNTS.every((amount) => found[amount] === null) ? null : found;
}

function filled(known: Usage, place: Readonly<Record<string, unknown>>): Usage {
  let { currency } = known;
  const amounts = AMOUNTS.map((amount): [Amount, number | null] => {
    if (known[amount] !== null) return [amount, known[amount]];
    const name = NAMES[amount].find((one) => isAmount(place[one]));
    if (name === undefined) return [amount, null];
    if (amount === 'cost') currency ??= name.includes('usd') ? 'usd' : currencyOf(place['currency']);
    return [amount, Number(place[name])];
  });
  return { ...known, ...Object.fromEntries(amounts), currency };
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

function currencyOf(value: unknown): string | null {
  return typeof value === 'string' && /^[a-z]{3}$/i.test(value) ? value.toLowerCase() : null;
}

/** Adds two usages. The sum of costs in different currencies has no cost, whatever is added later. */
export function addUsage(one: Usage | null, other: Usage | null): Usage | null {
  if (one === null || other === null) return one ?? other;
  const sums = AMOUNTS.map((amount) => {
    const told = [one[amount], other[amount]].filter((value) => value !== null);
    return [amount, told.length === 0 ? null : told.reduce((sum, value) => sum + value)] as const;
  });
  // NaN plus anything is NaN, so a sum of several currencies never gets a cost again.
  const mixed = one.cost !== null && other.cost !== null && one.currency !== other.currency;
  const currency = one.currency ?? other.currency;
  return { ...NOTHING, ...Object.fromEntries(sums), ...(mixed ? { cost: NaN, currency: null } : { currency }) };
}

/** The value of the output `usage`: compact JSON of the known amounts, or empty if there are none. */
export function usageJson(usage: Usage | null): string {
  if (usage === null) return '';
  const { inputTokens, outputTokens, totalTokens, credits, cost, currency } = usage;
  const told = {
    ...{ input_tokens: inputTokens, output_tokens: outputTokens, total_tokens: totalTokens },
    ...{ credits, cost, currency },
  };
  const shown = Object.entries(told).filter(([, value]) => value !== null && !Number.isNaN(value));
  return shown.length === 0 ? '' : JSON.stringify(Object.fromEntries(shown));
}

/** As text, for example `1,200 input tokens, 300 output tokens, 0.5 USD`. Empty if nothing is known. */
export function usageText(usage: Usage | null): string {
  if (usage === null) return '';
  const { inputTokens, outputTokens, totalTokens, credits, cost, currency } = usage;
  const part = (amount: number | null, unit: string): string[] =>
    amount === null || Number.isNaN(amount)
      ? []
      : [`${amount.toLocaleString('en-US', { maximumFractionDigits: 4 })} ${unit}`.trim()];
  return [
    ...part(inputTokens, 'input tokens'),
    ...part(outputTokens, 'output tokens'),
    ...part(totalTokens, 'tokens'),
    ...part(credits, 'credits'),
    ...part(cost, currency === null ? '(cost)' : currency.toUpperCase()),
  ].join(', ');
}
