/** The published schemas of what steps write (docs/schemas). */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';

/** Checks a value by one of the schemas. Returns every problem as text; none if it fits. */
export function schemaProblems(
  name: 'findings' | 'log-line' | 'runs-file',
  value: unknown,
): readonly string[] {
  const path = resolve(import.meta.dirname, `../../docs/schemas/${name}.schema.json`);
  const ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true });
  const validate = ajv.compile(JSON.parse(readFileSync(path, 'utf8')) as object);
  return validate(value)
    ? []
    : (validate.errors ?? []).map((error) => `${error.instancePath} ${String(error.message)}`);
}
