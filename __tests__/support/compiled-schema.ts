/** A JSON Schema that compiles. */
import { compileSchema, type OutputSchema } from '../../src/run/output-schema.ts';

/** @throws why it does not */
export function compiledSchema(text: string): OutputSchema {
  const compiled = compileSchema(text);
  if (compiled.kind === 'unusable') {
    throw new Error(compiled.why);
  }
  return compiled.schema;
}
