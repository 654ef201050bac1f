// Installs the dependencies of a fresh clone, so that the command after it is the only one to run.
// Plain JavaScript for Node 20 or later, because the pinned Node 24 is one of the dependencies.
// With `--unless-typescript`, a Node that can run TypeScript itself needs no install.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const isEnough =
  process.argv.includes('--unless-typescript') && Boolean(process.features.typescript);
if (!isEnough && !existsSync(new URL('../node_modules/.package-lock.json', import.meta.url))) {
  console.log('Installing the dependencies of this clone (npm ci) …');
  const npm = process.env.npm_execpath;
  const [command, args] = npm === undefined ? ['npm', ['ci']] : [process.execPath, [npm, 'ci']];
  const { status } = spawnSync(command, args, {
    cwd: new URL('..', import.meta.url),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  process.exitCode = status ?? 1;
}
