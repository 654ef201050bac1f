import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/**
 * The figures that a script prints as JSON, in bytes. It runs in a process of its own, in which the collector has one thread:
 * what is left when `gc()` returns is exactly what is held.
 */
export async function measured(script: URL): Promise<Readonly<Record<string, number>>> {
  const flags = ['--expose-gc', '--single-threaded-gc'];
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, fileURLToPath(script)]);
  return JSON.parse(stdout) as Record<string, number>;
}
