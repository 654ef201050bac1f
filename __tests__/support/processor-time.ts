/**
 * Milliseconds of processor time that the work takes. Bounds on work that must not be slow use it,
 * because on a busy machine the clock also shows what others do.
 */
export function processorMs(work: () => void): number {
  const began = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1_000;
}
