/** What a run used, as people and workflows read it (contract 1.2, `usage`). */
import type { Usage } from '../agents/port.ts';
import { grouped } from '../safe/text.ts';

/** A unit, for one and for more. */
const UNITS: Readonly<Record<Usage['unit'], readonly [one: string, more: string]>> = {
  tokens: ['token', 'tokens'],
  acu: ['ACU', 'ACU'],
  ai_credits: ['AI credit', 'AI credits'],
  premium_requests: ['premium request', 'premium requests'],
};

/** `81,234.5`: the digits before the point alone are grouped. */
function amountText(amount: number): string {
  const [whole = '', fraction] = String(amount).split('.');
  return fraction === undefined ? grouped(whole) : `${grouped(whole)}.${fraction}`;
}

/**
 * Cents, or of what costs less than one as many digits as show two of it. Without the sign `$`,
 * which begins a formula on GitHub.
 */
function costText(usd: number): string {
  return `${usd > 0 && usd < 0.01 ? usd.toPrecision(2) : usd.toFixed(2)} USD`;
}

/** `81,234 tokens (0.42 USD)`, or empty if the service tells nothing. */
export function usageText(usage: Usage | null): string {
  if (usage === null) {
    return '';
  }
  const { unit, amount, costUsd } = usage;
  const [one, more] = UNITS[unit];
  const used = `${amountText(amount)} ${amount === 1 ? one : more}`;
  return costUsd === null ? used : `${used} (${costText(costUsd)})`;
}

/** The value of the output, of which `runs_file` has one for each run. */
export function usageValue(usage: Usage | null): object | null {
  if (usage === null) {
    return null;
  }
  const { unit, amount, costUsd } = usage;
  return { unit, amount, cost_usd: costUsd };
}
