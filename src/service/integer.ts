/** Parses decimal digits as an integer. Returns NaN for anything else and for numbers that a double cannot represent exactly. */
export function integerOf(digits: string): number {
  const value = /^\d{1,16}$/.test(digits) ? Number(digits) : NaN;
  return Number.isSafeInteger(value) ? value : NaN;
}
