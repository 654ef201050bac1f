/**
 * Bounds V8's garbage, which is most of this action's memory and which Node does not return (docs/decisions/memory.md). An action cannot pass
 * flags to its process, and the limits of the heap are fixed at the start, but V8 reads these two flags again each time it enlarges a space.
 */
import type { HeapSpaceInfo } from 'node:v8';
import type { Http } from '../service/http/port.ts';

/** Size in bytes from which the young generation no longer grows. V8 would let it grow to 128 MB. */
const YOUNG_MAX = 8 * 1024 * 1024;
const NO_MORE_GROWTH = '--semi-space-growth-factor=1';
/** Collects the old generation when it is half as large again as what was in use, instead of up to four times as large. */
const HALF_AS_LARGE = '--heap-growing-percent=50';

/** The part of `node:v8` that is used. */
export interface HeapControl {
  getHeapSpaceStatistics(): readonly Pick<HeapSpaceInfo, 'space_name' | 'space_size'>[];
  setFlagsFromString(flag: string): void;
}

export interface HeapOptions {
  /** `true`: also bounds the old generation. Only many runs at once fill it with garbage. */
  readonly fleet: boolean;
  /** Default: `node:v8`, loaded after the first response, because loading it takes milliseconds. */
  readonly control?: () => Promise<HeapControl>;
}

/** Wraps a port so that the heap is checked after each response, which is the main source of garbage. */
export function boundingHeap(http: Http, { fleet, control = () => import('node:v8') }: HeapOptions): Http {
  let isBound = false;
  let v8: HeapControl | undefined;
  const bound = async (): Promise<void> => {
    if (v8 === undefined) {
      v8 = await control();
      if (fleet) v8.setFlagsFromString(HALF_AS_LARGE);
    }
    const young = v8.getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
    if (isBound || young === undefined || young.space_size < YOUNG_MAX) return;
    v8.setFlagsFromString(NO_MORE_GROWTH);
    isBound = true;
  };
  return {
    reached: () => http.reached(),
    close: () => http.close(),
    send: async (request, signal) => {
      const answer = await http.send(request, signal);
      // A response must not be lost because the memory could not be bounded.
      if (!isBound) await bound().catch(() => undefined);
      return answer;
    },
  };
}
