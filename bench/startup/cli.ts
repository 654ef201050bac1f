/**
 * `npm run bench:startup [-- --json]`: the time from process start to the bundle's first request,
 * beside that of an empty Node process from start to exit, and the cost of importing each
 * dependency alone. Runs them alternately, so that a busy machine slows all of them equally.
 */
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { exited, inTemporary, median, serve, startStep } from '../step.ts';

const ROUNDS = 15;
/** On an idle machine. */
const BOUND_MS = 200;
const ROOT = resolve(import.meta.dirname, '..', '..');
const { values } = parseArgs({ options: { json: { type: 'boolean' } } });
const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>;
};

/** Milliseconds until a process with an empty module, or with only this import, has exited. */
async function processMs(file: string): Promise<number> {
  const started = performance.now();
  await exited(spawn(process.execPath, [file], { cwd: ROOT, stdio: 'ignore' }));
  return performance.now() - started;
}

/** Milliseconds until the bundle's first request arrives. */
async function firstRequestMs(directory: string): Promise<number> {
  let arrived = (): void => undefined;
  const request = new Promise<void>((done) => (arrived = done));
  const server = await serve((_, response) => {
    arrived();
    response.writeHead(401).end('{}');
  });
  const started = performance.now();
  const child = startStep({ base_url: server.baseUrl }, { directory });
  const gone = exited(child);
  const came = await Promise.race([request.then(() => true), gone.then(() => false)]);
  const ms = performance.now() - started;
  child.kill('SIGKILL');
  await gone;
  await server.close();
  if (!came) {
    throw new Error('the bundle ended without a request');
  }
  return ms;
}

await inTemporary(async (directory) => {
  const moduleFile = (name: string, code: string): string => {
    const file = join(directory, `${name.replaceAll(/\W/g, '_')}.mjs`);
    writeFileSync(file, code);
    return file;
  };
  const empty = moduleFile('empty', '');
  const dependencies = Object.keys(manifest.dependencies).map((name) => ({
    name,
    // The address is resolved here, because the file lies outside of this repository.
    file: moduleFile(
      name,
      `import ${JSON.stringify(import.meta.resolve(name === 'zod' ? 'zod/mini' : name))};\n`,
    ),
    ms: [] as number[],
  }));
  const emptyMs: number[] = [];
  const bundleMs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    emptyMs.push(await processMs(empty));
    bundleMs.push(await firstRequestMs(directory));
    for (const dependency of dependencies) {
      dependency.ms.push(await processMs(dependency.file));
    }
  }
  const base = median(emptyMs);
  const bundle = median(bundleMs);
  const figures = {
    empty_ms: base,
    first_request_ms: bundle,
    dependencies: dependencies.map(({ name, ms }) => ({
      name,
      ratio: median(ms) / base,
      more_ms: median(ms) - base,
    })),
  };
  if (values.json === true) {
    process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
    return;
  }
  const verdict = bundle <= BOUND_MS ? 'reached' : 'NOT reached';
  const lines = [
    `empty process        ${base.toFixed(0)} ms`,
    `first request        ${bundle.toFixed(0)} ms (at most ${BOUND_MS}: ${verdict})`,
    'each dependency imported alone, on top of the empty process:',
    ...figures.dependencies.map(
      ({ name, more_ms: ms }) => `  ${name.padEnd(18)} ${ms.toFixed(0).padStart(4)} ms`,
    ),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
});
