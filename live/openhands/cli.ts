/**
 * `npm run live:openhands [-- -t TEXT]`: installs the OpenHands server once (README.md beside this
 * file), and tries the committed bundle against it. Needs Python 3.12 or 3.13, tmux and git.
 * Nothing but the installation leaves this machine.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..', '..');
const REQUIREMENTS = join(import.meta.dirname, 'requirements.txt');

const pythons = [process.env['PYTHON'] ?? '', 'python3.12', 'python3.13', 'python3'];
const VERSION_CHECK = 'import sys; sys.exit(not (3, 12) <= sys.version_info[:2] < (3, 14))';

const works = (command: string, args: readonly string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0;

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

const python = pythons.find((each) => each !== '' && works(each, ['-c', VERSION_CHECK]));
const missing = [
  python === undefined ? 'Python 3.12 or 3.13 (`PYTHON` names it)' : '',
  works('tmux', ['-V']) ? '' : 'tmux',
  works('git', ['--version']) ? '' : 'git',
].filter((each) => each !== '');
if (python === undefined || missing.length > 0) {
  fail(`Not on this machine: ${missing.join(', ')}.`);
}

process.stdout.write('Installing the server, once: about 1 GB, a minute or two.\n');
const installed = spawnSync(join(ROOT, 'scripts', 'pinned.sh'), [REQUIREMENTS], {
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'inherit'],
  env: { ...process.env, PYTHON: python },
});
if (installed.status !== 0) {
  fail('The server could not be installed.');
}

const jest = join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js');
const args = ['--selectProjects', 'live', '--config', join(ROOT, 'jest.config.js'), '--verbose'];
const { status } = spawnSync(
  process.execPath,
  ['--experimental-vm-modules', jest, ...args, ...process.argv.slice(2)],
  {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, LIVE_PYTHON: join(installed.stdout.trim(), 'python') },
  },
);
const requirements = readFileSync(REQUIREMENTS, 'utf8');
const versions = ['openhands-ai', 'openhands-agent-server'].map(
  (name) => `${name} ${new RegExp(`^${name}==(\\S+)`, 'm').exec(requirements)?.[1] ?? ''}`,
);
const day = new Date().toISOString().slice(0, 10);
const result = status === 0 ? 'passed' : 'FAILED';
process.stdout.write(`${result} against ${versions.join(' with ')} on ${day}\n`);
process.exitCode = status ?? 1;
