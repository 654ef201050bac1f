/**
 * Sleeps on any clock that can schedule a cancellable callback. Rejects with the signal's reason on
 * abort.
 */
export function sleepOn(
  after: (ms: number, wake: () => void) => () => void,
  ms: number,
  signal?: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(signal.reason as Error);
      return;
    }
    const aborted = (): void => {
      cancel();
      reject(signal?.reason as Error);
    };
    const cancel = after(ms, () => {
      signal?.removeEventListener('abort', aborted);
      resolve();
    });
    signal?.addEventListener('abort', aborted, { once: true });
  });
}
