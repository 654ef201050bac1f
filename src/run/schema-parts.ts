/**
 * What a JSON Schema (2020-12) is made of: which parts apply to the same value, through any
 * reference or combination, and whether they speak of a property. Pure.
 */
import { isRecord } from '../safe/json.ts';
import { SchemaReferences, type SchemaObject } from '../safe/schema-references.ts';

const COMBINATIONS = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'] as const;
const REFERENCES = ['$ref', '$dynamicRef', '$recursiveRef'] as const;

/** Finds parts of one schema. */
class Parts {
  readonly #references: SchemaReferences;

  constructor(root: unknown) {
    this.#references = new SchemaReferences(root);
  }

  /** The parts that apply to the same value as this one does. */
  besides(part: SchemaObject): readonly SchemaObject[] {
    const tables = [part['dependentSchemas'], part['dependencies']].filter(isRecord);
    const given: readonly unknown[] = [
      ...COMBINATIONS.map((name) => part[name]),
      ...tables.map((table) => Object.values(table)),
    ];
    const parts: readonly unknown[] = given.flat();
    return [...this.#targets(part), ...parts.filter(isRecord)];
  }

  /** Where its references lead. */
  #targets(part: SchemaObject): readonly SchemaObject[] {
    const references = REFERENCES.map((name) => part[name]);
    const targets = references.map((reference) =>
      typeof reference === 'string' ? this.#references.resolve(reference, part) : null,
    );
    return targets.filter((target) => target !== null);
  }
}

/**
 * Whether a schema speaks of a property at the top level of the value, itself or in any part that
 * applies there.
 */
export function namesProperty(schema: unknown, name: string): boolean {
  if (!isRecord(schema)) {
    return false;
  }
  const parts = new Parts(schema);
  const seen = new Set<SchemaObject>([schema]);
  // What is added while the loop runs is visited as well.
  for (const part of seen) {
    if (speaksOf(part, name)) {
      return true;
    }
    for (const other of parts.besides(part)) {
      seen.add(other);
    }
  }
  return false;
}

function speaksOf(part: SchemaObject, name: string): boolean {
  const { properties, required, dependentRequired, dependentSchemas, dependencies } = part;
  const dependents = [dependentRequired, dependentSchemas, dependencies].filter(isRecord);
  const names = isRecord(part['propertyNames']) ? part['propertyNames'] : {};
  const lists = [
    required,
    names['enum'],
    names['const'],
    ...dependents.flatMap((table) => Object.values(table)),
  ];
  return (
    [properties, ...dependents].some((table) => isRecord(table) && Object.hasOwn(table, name)) ||
    lists.some((list) => list === name || (Array.isArray(list) && list.includes(name)))
  );
}
