/**
 * `npm run openapi` writes what the tests use of GitHub's OpenAPI description (contract 7, GitHub):
 * the operations below, the schemas that they refer to, and four examples, without any prose. The
 * description itself has 385 MB as a package, so it is installed into a temporary folder and thrown
 * away. An operation that the action begins to use is added here.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PACKAGE = '@octokit/openapi';
const VERSION = '23.0.2';
const DESCRIPTIONS = ['api.github.com', 'ghes-3.19'];
const REPOSITORY = '/repos/{owner}/{repo}';
const OPERATIONS: Readonly<Record<string, readonly string[]>> = {
  '/user': ['get'],
  '/users/{username}': ['get'],
  [`${REPOSITORY}/collaborators/{username}/permission`]: ['get'],
  [`${REPOSITORY}/actions/jobs/{job_id}/logs`]: ['get'],
  [`${REPOSITORY}/check-runs/{check_run_id}/annotations`]: ['get'],
  [`${REPOSITORY}/commits/{ref}`]: ['get'],
  [`${REPOSITORY}/commits/{ref}/check-runs`]: ['get'],
  [`${REPOSITORY}/commits/{ref}/check-suites`]: ['get'],
  [`${REPOSITORY}/commits/{ref}/statuses`]: ['get'],
  [`${REPOSITORY}/issues/{issue_number}/comments`]: ['get', 'post'],
  [`${REPOSITORY}/issues/comments/{comment_id}`]: ['get', 'patch', 'delete'],
  [`${REPOSITORY}/issues/comments/{comment_id}/reactions`]: ['post'],
  [`${REPOSITORY}/pulls`]: ['get'],
  [`${REPOSITORY}/pulls/{pull_number}`]: ['get'],
  [`${REPOSITORY}/pulls/{pull_number}/comments`]: ['get'],
  [`${REPOSITORY}/pulls/{pull_number}/files`]: ['get'],
  [`${REPOSITORY}/pulls/{pull_number}/reviews`]: ['get', 'post'],
  [`${REPOSITORY}/pulls/{pull_number}/reviews/{review_id}`]: ['put'],
  [`${REPOSITORY}/pulls/comments/{comment_id}`]: ['patch'],
  [`${REPOSITORY}/statuses/{sha}`]: ['post'],
};
/** GitHub Enterprise Server has none of these. */
const OPERATIONS_OF_GITHUB_COM: typeof OPERATIONS = {
  '/agents/tasks': ['get'],
  '/agents/tasks/{task_id}': ['get'],
  '/agents/repos/{owner}/{repo}/tasks': ['get', 'post'],
  '/agents/repos/{owner}/{repo}/tasks/{task_id}': ['get'],
};
const EXAMPLES = ['pull-request', 'commit', 'status', 'check-run', 'check-suite-paginated'];
/** What a validator does not read. */
const PROSE = new Set([
  'description',
  'summary',
  'title',
  'example',
  'examples',
  'format',
  'externalDocs',
  'deprecated',
]);

interface Document {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly license: unknown };
  readonly paths: Record<string, Record<string, Operation | undefined> | undefined>;
  readonly components: Record<string, Record<string, unknown> | undefined>;
}
interface Operation {
  readonly parameters?: unknown;
  readonly requestBody?: unknown;
  readonly responses: unknown;
}

function sliceOf(document: Document, operations: typeof OPERATIONS) {
  const paths = Object.fromEntries(
    Object.entries(operations).map(([path, methods]) => [
      path,
      operationsOf(document, path, methods),
    ]),
  );
  const components: Record<string, Record<string, unknown>> = {
    examples: Object.fromEntries(
      EXAMPLES.map((name) => [name, document.components['examples']?.[name]]),
    ),
  };
  const pending: unknown[] = [paths];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value !== 'object' || value === null) {
      continue;
    }
    pending.push(...(Object.values(value) as unknown[]));
    const [, , kind, name] = '$ref' in value ? String(value.$ref).split('/') : [];
    if (kind === undefined || name === undefined) {
      continue;
    }
    const ofKind = (components[kind] ??= {});
    if (name in ofKind) {
      continue;
    }
    ofKind[name] = withoutProse(document.components[kind]?.[name]);
    pending.push(ofKind[name]);
  }
  const { openapi, info } = document;
  return {
    openapi,
    info: { title: info.title, version: info.version, license: info.license },
    paths,
    components,
  };
}

function operationsOf(document: Document, path: string, methods: readonly string[]) {
  return Object.fromEntries(
    methods.map((method) => {
      const operation = document.paths[path]?.[method];
      if (operation === undefined) {
        throw new Error(`${PACKAGE} ${VERSION} does not describe ${method} ${path}.`);
      }
      const { parameters, requestBody, responses } = operation;
      return [method, withoutProse({ parameters, requestBody, responses })];
    }),
  );
}

/** A property may be called `description`, so names in `properties` are not keywords. */
function withoutProse(value: unknown, keywords = true): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => withoutProse(item));
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !keywords || !(PROSE.has(key) || key.startsWith('x-')))
      .map(([key, child]) => [key, withoutProse(child, !(keywords && key === 'properties'))]),
  );
}

const folder = mkdtempSync(join(tmpdir(), 'openapi-'));
try {
  execFileSync('npm', [
    'install',
    '--prefix',
    folder,
    '--no-audit',
    '--no-fund',
    `${PACKAGE}@${VERSION}`,
  ]);
  for (const name of DESCRIPTIONS) {
    const file = join(folder, 'node_modules', PACKAGE, 'generated', `${name}.json`);
    const operations = name.startsWith('ghes')
      ? OPERATIONS
      : { ...OPERATIONS, ...OPERATIONS_OF_GITHUB_COM };
    const slice = sliceOf(JSON.parse(readFileSync(file, 'utf8')) as Document, operations);
    writeFileSync(join('__tests__/support/openapi', `${name}.json`), `${JSON.stringify(slice)}\n`);
  }
} finally {
  rmSync(folder, { recursive: true });
}
