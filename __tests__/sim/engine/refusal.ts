/**
 * Refusals with every form of retry time that a service may send, including invalid ones, and how
 * to read the valid ones.
 */
import type { HttpResponse } from '../../../src/http/port.ts';
import type { Dice } from './dice.ts';

/** @param wall the service's own clock, ms since the epoch */
export function refusal(
  status: number,
  { dice, wall }: { readonly dice: Dice; readonly wall: number },
): HttpResponse {
  const headers: Record<string, string> = status === 429 ? floorHeaders(dice, wall) : {};
  if (status >= 300 && status < 400) {
    headers['location'] = 'https://elsewhere.example.com/';
  }
  return {
    status,
    headers,
    body: dice.pick(['', '{"detail":"No."}', '<html>No.</html>', '{"message":{}}']),
  };
}

function floorHeaders(dice: Dice, now: number): Record<string, string> {
  const seconds = dice.chance(0.95) ? dice.int(0, 40) : dice.int(100, 4_000);
  const date = new Date(now).toUTCString();
  switch (dice.int(0, 8)) {
    case 0:
      return { 'retry-after': String(seconds) };
    case 1:
      return { 'retry-after': new Date(now + seconds * 1000).toUTCString(), date };
    case 2:
      return { 'retry-after-ms': String(seconds * 1000) };
    case 3:
      return { 'x-ratelimit-reset': String(seconds), date };
    case 4:
      return { 'x-ratelimit-reset': String(Math.floor(now / 1000) + seconds), date };
    case 5:
      return { 'x-ratelimit-reset': String(now + seconds * 1000), date };
    case 6:
      return {
        'retry-after': dice.pick(['soon', '-5', 'NaN', '', '1e9', '5 minutes', 'Infinity', '0x10']),
      };
    default:
      return {};
  }
}

/**
 * Milliseconds that a valid 429 asks to wait, parsed independently of the action. Null if it names
 * no time.
 */
export function floorOf({ headers }: HttpResponse): number | null {
  const date = Date.parse(headers['date'] ?? '');
  const after = headers['retry-after'] ?? '';
  const reset = headers['x-ratelimit-reset'];
  if (headers['retry-after-ms'] !== undefined) {
    return Number(headers['retry-after-ms']);
  }
  if (/^\d+$/.test(after)) {
    return Number(after) * 1000;
  }
  if (after.endsWith('GMT')) {
    return Date.parse(after) - date;
  }
  if (reset === undefined) {
    return null;
  }
  if (reset.length < 9) {
    return Number(reset) * 1000;
  }
  const at = reset.length < 12 ? Number(reset) * 1000 : Number(reset);
  return at - date;
}
