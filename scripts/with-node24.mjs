// Runs a script of this repository that imports nothing from npm, such as the demo, with a Node
// that runs TypeScript: this one, or else the pinned Node 24, which npm fetches and nothing
// besides. Plain JavaScript for Node 20 or later.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const args = process.argv.slice(2);
const [command, options] = process.features.typescript ? [process.execPath, args] : fetched(args);
const { status } = spawnSync(command, options, { stdio: 'inherit' });
process.exitCode = status ?? 1;

function fetched(given) {
  const manifest = fileURLToPath(new URL('../package.json', import.meta.url));
  const { node } = JSON.parse(readFileSync(manifest, 'utf8')).devDependencies;
  console.log(
    `This is Node ${process.versions.node}, and the demo needs Node 24, which runs TypeScript. ` +
      `For this command npm fetches node@${node}, once, and installs nothing here.`,
  );
  const npm = process.env.npm_execpath;
  const before = npm === undefined ? ['npm', []] : [process.execPath, [npm]];
  return [
    before[0],
    [...before[1], 'exec', '--yes', `--package=node@${node}`, '--', 'node', ...given],
  ];
}
