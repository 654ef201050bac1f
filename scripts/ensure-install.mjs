// Installs the dependencies of a fresh clone, so that the command after it is the only one to run.
// Plain JavaScript for Node 20 or later, because the pinned Node 24 is one of the dependencies.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

if (!existsSync(new URL('../node_modules/.package-lock.json', import.meta.url))) {
  console.log(
    'This needs the packages of this repository, Node 24 among them, which are not installed yet: ' +
      'npm ci, once.',
  );
  const npm = process.env.npm_execpath;
  const [command, args] = npm === undefined ? ['npm', ['ci']] : [process.execPath, [npm, 'ci']];
  const { status } = spawnSync(command, args, {
    cwd: new URL('..', import.meta.url),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  process.exitCode = status ?? 1;
}
