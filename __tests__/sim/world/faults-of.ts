/** The faults that a seed plans for one process. */
import type { Dice } from '../engine/dice.ts';
import { READ_FAULTS, SEND_FAULTS, SURELY_NOT_CARRIED_OUT, type ReadFault, type SendFault } from '../engine/faults.ts';
import type { Troubles } from './service.ts';

/** Faults after which it is unknown whether a create or resume was carried out. */
export const AMBIGUOUS_SENDS = [
  ...(['reset_before', 'reset_after', 'hang_before', 'hang_after', 'cut_body', 'protocol', 'too_large'] as const),
  ...(['http_500', 'http_503_done', 'http_408', 'bad_json', 'html', 'empty'] as const),
] as const;

export interface TroubleOptions {
  readonly sends: boolean;
  readonly reads: boolean;
  /** When the process starts. */
  readonly at: number;
}

export function troublesOf(dice: Dice, { sends, reads, at }: TroubleOptions): Troubles {
  return {
    sends: sends ? sendFaults(dice) : [],
    windows: reads ? windows(dice, at) : [],
    latencyMs: dice.pick([1, 20, 20, 150, 900]),
  };
}

function sendFaults(dice: Dice): SendFault[] {
  const faults: SendFault[] = [];
  while (faults.length < 4 && dice.chance(0.3)) faults.push(dice.pick(SURELY_NOT_CARRIED_OUT));
  if (dice.chance(0.7)) faults.push(dice.pick(dice.chance(0.85) ? AMBIGUOUS_SENDS : SEND_FAULTS));
  return faults;
}

const PASSING: readonly ReadFault[] = READ_FAULTS.filter((fault) => fault !== 'slow');

function windows(dice: Dice, at: number): Troubles['windows'] {
  return Array.from({ length: dice.int(1, 2) }, () => {
    const from = at + dice.int(0, 60_000);
    return {
      from,
      to: from + dice.int(500, 50_000),
      rate: dice.pick([0.2, 0.5, 1]),
      kinds: dice.some([...PASSING, 'stale'] as const, dice.int(1, 4)),
    };
  });
}
