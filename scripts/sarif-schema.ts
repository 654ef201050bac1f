/**
 * `npm run sarif-schema` writes the published JSON Schema of SARIF 2.1.0, by which the tests judge
 * the file of a review (contract 17.5), without any prose. The package that carries it is installed
 * into a temporary folder and thrown away.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PACKAGE = '@microsoft/jest-sarif';
const VERSION = '1.0.0-beta.0';
const SCHEMA = 'lib/schemas/sarif-2.1.0-rtm.5.json';
const FOLDER = '__tests__/support/sarif';
/** What a validator does not read. The identity and the dialect are those of an older draft. */
const DROPPED = new Set(['description', 'title', '$schema', 'id', 'format']);

/** A property may be called `description`, so names in `properties` are not keywords. */
function withoutProse(value: unknown, isNames = false): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => withoutProse(item));
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => isNames || !DROPPED.has(name))
      .map(([name, child]) => {
        const holdsNames = !isNames && (name === 'properties' || name === 'definitions');
        return [name, withoutProse(child, holdsNames)];
      }),
  );
}

const folder = mkdtempSync(join(tmpdir(), 'sarif-'));
try {
  const options = ['--prefix', folder, '--no-audit', '--no-fund', '--ignore-scripts'];
  execFileSync('npm', ['install', ...options, `${PACKAGE}@${VERSION}`]);
  const file = join(folder, 'node_modules', PACKAGE, SCHEMA);
  const schema: unknown = JSON.parse(readFileSync(file, 'utf8'));
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, 'sarif-2.1.0.json'), `${JSON.stringify(withoutProse(schema))}\n`);
} finally {
  rmSync(folder, { recursive: true });
}
