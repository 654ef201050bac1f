/**
 * What a JSON Schema (2020-12) is made of: which parts apply to the same value, through any
 * reference or combination, whether they speak of a property, and how much work the whole is. Pure.
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

  /** Every object in the schema that may be a part of it. */
  all(): Iterable<SchemaObject> {
    return this.#references.all();
  }

  /** The parts that apply to the same value as this one does. */
  besides(part: SchemaObject): readonly SchemaObject[] {
    const tables = [part['dependentSchemas'], part['dependencies']].filter(isRecord);
    const given: readonly unknown[] = [
      ...COMBINATIONS.map((name) => part[name]),
      ...tables.map((table) => Object.values(table)),
    ];
    const parts: readonly unknown[] = given.flat();
    return [...this.targets(part), ...parts.filter(isRecord)];
  }

  /** Where its references lead. */
  targets(part: SchemaObject): readonly SchemaObject[] {
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

/** What a part costs beyond its own place, counted in parts, as measured with the validator. */
const PER_REFERENCED_PART = 8;
const PER_PATTERN = 8;
const FOR_UNEVALUATED = 4;

/**
 * How much work it is to compile a schema and to check a value with it: the number of its parts,
 * those that apply to one value counted as often as references lead there. Infinite if too many to
 * count.
 */
export function workOf(schema: unknown): number {
  if (!isRecord(schema)) {
    return 1;
  }
  const parts = new Parts(schema);
  const sizes = new Map<SchemaObject, number>();
  const sizeOf = (part: SchemaObject): number => {
    const known = sizes.get(part);
    if (known !== undefined) {
      return known;
    }
    // A part that leads back to itself ends there.
    sizes.set(part, 1);
    const size = parts.besides(part).reduce((sum, other) => sum + sizeOf(other), 1);
    sizes.set(part, size);
    return size;
  };
  const referenced = new Set<SchemaObject>();
  let [count, largest, isTracked] = [0, 0, false];
  for (const part of parts.all()) {
    count += 1 + countingEntries(part);
    largest = Math.max(largest, sizeOf(part));
    isTracked ||= 'unevaluatedProperties' in part || 'unevaluatedItems' in part;
    for (const target of parts.targets(part)) {
      referenced.add(target);
    }
  }
  const each = isTracked ? FOR_UNEVALUATED : 1;
  return count * each + referenced.size * PER_REFERENCED_PART + largest;
}

/** The entries of tables that are no parts but cost as much. */
function countingEntries({ patternProperties, dependentRequired }: SchemaObject): number {
  const patterns = isRecord(patternProperties) ? Object.keys(patternProperties).length : 0;
  const names = isRecord(dependentRequired) ? Object.values(dependentRequired).flat().length : 0;
  return patterns * PER_PATTERN + names;
}
