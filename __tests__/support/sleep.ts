/**
 * Sleeping on a clock of which only this is known: it does something after so many milliseconds, unless it is taken back. Rejects
 * with the signal's reason when that is aborted.
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
