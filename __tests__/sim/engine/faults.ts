/** The faults that a request can encounter, and those that a seed plans for one process. */
import type { TransportKind } from '../../../src/http/proof.ts';
import type { Dice } from './dice.ts';

/** The request certainly did not arrive. */
const UNSENT_FAULTS = ['dns', 'refused', 'connect_timeout', 'tls', 'proxy'] as const;
/** The connection is lost. `after`: once the service has carried out the request. */
const LOST_FAULTS = [
  ...([
    'reset_before',
    'reset_after',
    'hang_before',
    'hang_after',
    'cut_body',
    'protocol',
    'too_large',
  ] as const),
] as const;

/** Faults of a create or resume, one per attempt. Later attempts succeed. */
export const SEND_FAULTS = [
  ...UNSENT_FAULTS,
  '429',
  ...LOST_FAULTS,
  ...(['http_500', 'http_503_done', 'http_408', 'bad_json', 'no_id', 'html', 'empty'] as const),
  ...([
    'http_401',
    'http_402',
    'http_403',
    'http_404',
    'http_422',
    'redirect',
    'certificate',
  ] as const),
] as const;
export type SendFault = (typeof SEND_FAULTS)[number];
const SURELY_NOT_CARRIED_OUT = [...UNSENT_FAULTS, '429'] as const;

/** Temporary faults of reads. */
export const READ_FAULTS = [
  ...UNSENT_FAULTS,
  ...(['429', '429', '429'] as const),
  // A page is too large because of its entries, and not by chance.
  ...LOST_FAULTS.filter((fault) => fault !== 'too_large'),
  ...([
    'http_500',
    'http_502',
    'http_503',
    'http_408',
    'bad_json',
    'html',
    'empty',
    'array',
    'null',
    'slow',
  ] as const),
] as const;
/** Refusals of a single poll, which do not end a step while the run can be read (contract 2, 5). */
export const REFUSED_LOOKS = [
  ...([
    'http_400',
    'http_402',
    'http_409',
    'http_410',
    'http_421',
    'http_422',
    'http_423',
    'http_425',
  ] as const),
  ...(['http_451', 'http_499', 'logs_403', 'logs_400', 'logs_410'] as const),
] as const;
/** Faults of the logs endpoint only. */
export const LOG_FAULTS = [
  ...(['logs_404', 'logs_500', 'logs_403', 'logs_400', 'logs_object', 'logs_missing'] as const),
] as const;
/** A gateway's web page instead of an answer, while the service behind it restarts. */
export const PAGE_FAULTS = ['page_401', 'page_403', 'page_404', 'page_502'] as const;
/** Answers that end a step early, each with a code of contract 5. */
export const PERMANENT_FAULTS = [
  'http_401',
  'http_403',
  'http_404',
  'redirect',
  'certificate',
] as const;
export type ReadFault =
  | (typeof READ_FAULTS)[number]
  | (typeof REFUSED_LOOKS)[number]
  | (typeof LOG_FAULTS)[number]
  | (typeof PERMANENT_FAULTS)[number]
  | (typeof PAGE_FAULTS)[number];

export type Fault = SendFault | ReadFault;

/** From `from` to `to`, reads encounter one of `kinds` with probability `rate`. */
export interface Window {
  readonly from: number;
  readonly to: number;
  readonly rate: number;
  /** Null: the read meets none. */
  readonly kinds: readonly (ReadFault | null)[];
}

/** The faults and latency of one process. */
export interface Troubles {
  /** Of each create or follow-up, in order; null: it meets none. */
  readonly sends: readonly (SendFault | null)[];
  readonly windows: readonly Window[];
  readonly latencyMs: number;
}

export function isUnsent(fault: string | null): boolean {
  return fault !== null && (SURELY_NOT_CARRIED_OUT as readonly string[]).includes(fault);
}

export function isPermanent(fault: string | null): boolean {
  return (
    fault !== null &&
    ((PERMANENT_FAULTS as readonly string[]).includes(fault) || /^http_4(02|22)$/.test(fault))
  );
}

export const isRefusedLook = (fault: string | null): boolean =>
  REFUSED_LOOKS.some((name) => name === fault);

export const isPage = (fault: string | null): boolean => fault?.startsWith('page_') === true;

const TRANSPORT: Readonly<Record<string, TransportKind>> = {
  dns: 'dns',
  refused: 'refused',
  connect_timeout: 'connect_timeout',
  tls: 'tls',
  proxy: 'proxy',
  certificate: 'certificate',
};

/** The reason why no connection is established, or null if one is. */
export function connectionFault(fault: Fault | null): TransportKind | null {
  return TRANSPORT[fault ?? ''] ?? null;
}

/** The status code of a fault that is a refusal, otherwise null. */
export function statusOf(fault: Fault | null): number | null {
  if (fault === null) {
    return null;
  }
  if (fault === '429') {
    return 429;
  }
  if (fault === 'redirect') {
    return 307;
  }
  const match = /^(?:http|logs|page)_(\d{3})/.exec(fault);
  return match === null ? null : Number(match[1]);
}

/** Invalid bodies of 2xx responses. */
export const JUNK: Readonly<Record<string, string>> = {
  bad_json: '{"id": 1001, "sta',
  no_id: '{"status":"RUNNING"}',
  html: '<!doctype html><p>Welcome',
  empty: '',
  array: '[]',
  null: 'null',
  logs_object: '{"id":1001,"status":"RUNNING","logs":{}}',
  logs_missing: '{"id":1001,"status":"RUNNING"}',
};

/** Faults after which it is unknown whether a create or resume was carried out. */
const AMBIGUOUS_SENDS = [
  ...LOST_FAULTS,
  ...(['http_500', 'http_503_done', 'http_408', 'bad_json', 'html', 'empty'] as const),
] as const;

interface TroubleOptions {
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
  while (faults.length < 4 && dice.chance(0.3)) {
    faults.push(dice.pick(SURELY_NOT_CARRIED_OUT));
  }
  if (dice.chance(0.7)) {
    faults.push(dice.pick(dice.chance(0.85) ? AMBIGUOUS_SENDS : SEND_FAULTS));
  }
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
      kinds: dice.some([...PASSING, null], dice.int(1, 4)),
    };
  });
}
