/**
 * `npm run report-page`: serves the report page with sample runs, built anew for each request, and
 * reloads it when a file of `src/` changes. Every sample is one report exactly as the action writes
 * it, in a frame, because its policy lets nothing else in.
 */
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { SAMPLE_NAMES } from './__tests__/samples.ts';

const { values } = parseArgs({ options: { port: { type: 'string', default: '4700' } } });

const page = (
  name: string,
): string => `<!doctype html><html lang="en"><meta charset="utf-8"><title>${name}</title>
<style>body { margin: 0; display: flex; flex-direction: column; height: 100vh; font: 14px system-ui } nav { display: flex; gap: 12px; padding: 6px 12px } iframe { flex: 1; border: 0 }</style>
<nav>${SAMPLE_NAMES.map((one) => `<a href="/${one}">${one}</a>`).join(' ')}</nav><iframe src="/reports/${name}" title="Report"></iframe>
<script>new EventSource('/changes').onmessage = () => document.querySelector('iframe').contentWindow.location.reload()</script></html>`;

/** Builds the page and the report in a process of its own, because a module is loaded only once. */
function reportOf(name: string): Promise<string> {
  const samples = join(import.meta.dirname, '__tests__/samples.ts');
  const code = `import { sampleReport } from ${JSON.stringify(samples)};
process.stdout.write(await sampleReport(${JSON.stringify(name)}));`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => process.stderr.write(chunk));
  return new Promise((resolve) =>
    child.on('close', () => resolve(Buffer.concat(output).toString())),
  );
}

const listeners = new Set<() => void>();
watch(join(import.meta.dirname, 'src'), { recursive: true }, () => {
  for (const tell of listeners) {
    tell();
  }
});

const server = createServer((request, response) => {
  const path = request.url ?? '/';
  if (path === '/changes') {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const tell = (): void => void response.write('data: changed\n\n');
    listeners.add(tell);
    request.on('close', () => listeners.delete(tell));
    return;
  }
  const name = path.split('/').at(-1) ?? '';
  response.setHeader('content-type', 'text/html; charset=utf-8');
  if (path.startsWith('/reports/') && SAMPLE_NAMES.includes(name)) {
    void reportOf(name).then((html) => response.end(html));
  } else {
    response.end(page(SAMPLE_NAMES.includes(name) ? name : 'success'));
  }
});
server.listen(Number(values.port), '127.0.0.1', () =>
  console.log(
    `The report page is at http://127.0.0.1:${values.port}/; ` +
      'it reloads when report-page/src changes.',
  ),
);
