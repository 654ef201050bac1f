/** Amounts of what runs use, as people read them (contract 1.2, `usage`, and 20). Pure. */
import type { BudgetUnit } from '../agents/facts.ts';
import { grouped } from '../safe/text.ts';

/** A unit, for one and for more. */
const UNITS: Readonly<Record<BudgetUnit, readonly [one: string, more: string]>> = {
  tokens: ['token', 'tokens'],
  acu: ['ACU', 'ACU'],
  ai_credits: ['AI credit', 'AI credits'],
  premium_requests: ['premium request', 'premium requests'],
  usd: ['USD', 'USD'],
};

/** The most behind a point that `toFixed` takes. */
const DIGITS_MAX = 100;

/** `81,234.5 tokens`, `0.42 USD`. */
export function amountText(amount: number, unit: BudgetUnit): string {
  const [one, more] = UNITS[unit];
  const number = unit === 'usd' ? dollars(amount) : withGroups(amount);
  return `${number} ${amount === 1 ? one : more}`;
}

/** The digits before the point alone are grouped. */
function withGroups(amount: number): string {
  const [whole = '', fraction] = String(amount).split('.');
  return fraction === undefined ? grouped(whole) : `${grouped(whole)}.${fraction}`;
}

/**
 * Cents, or of what costs less than one as many digits as show two of it, without zeros at the
 * end. Without the sign `$`, which begins a formula on GitHub.
 */
function dollars(usd: number): string {
  if (usd <= 0 || usd >= 0.01) {
    return usd.toFixed(2);
  }
  const digits = 1 - Math.floor(Math.log10(usd));
  return usd.toFixed(Math.min(digits, DIGITS_MAX)).replace(/\.?0+$/, '');
}
