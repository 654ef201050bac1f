/** The whole number that these digits are; NaN when they are none, or one that a double does not hold exactly. */
export function integerOf(digits: string): number {
  const value = /^\d{1,16}$/.test(digits) ? Number(digits) : NaN;
  return Number.isSafeInteger(value) ? value : NaN;
}
