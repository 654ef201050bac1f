import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/**
 * Returns the byte counts that a script prints as JSON. The script runs in a separate process with
 * a single-threaded garbage collector, so that only reachable memory remains when `gc()` returns.
 */
export async function measured(script: URL): Promise<Readonly<Record<string, number>>> {
  const flags = ['--expose-gc', '--single-threaded-gc'];
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, fileURLToPath(script)]);
  return JSON.parse(stdout) as Record<string, number>;
}
