/** A wait that entries end which come by themselves, as those of a live stream do. */

type WaitFor = (signal: AbortSignal) => Promise<void>;

/**
 * Waits for `sleep`, or for `arrival` if that is sooner. Neither goes on afterwards. Rejects with
 * the reason of `signal` on abort.
 *
 * @param arrival absent where nothing comes by itself
 */
export async function sleepUnlessWoken(
  { sleep, arrival }: { readonly sleep: WaitFor; readonly arrival: WaitFor | undefined },
  signal: AbortSignal,
): Promise<void> {
  if (arrival === undefined) {
    return sleep(signal);
  }
  const over = new AbortController();
  const either = AbortSignal.any([signal, over.signal]);
  const waits = [sleep(either), arrival(either)];
  try {
    await Promise.race(waits);
  } finally {
    over.abort();
    await Promise.allSettled(waits);
  }
}
