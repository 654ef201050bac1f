/**
 * Brings a JSON Schema of 2020-12 to draft 7, as far as that has words for it: what it cannot say
 * is left out, because the answer is checked against the original (contract 18.5). Pure.
 */
import { isRecord } from '../../safe/json.ts';
import { SchemaReferences, type SchemaObject } from '../../safe/schema-references.ts';

/** The converted schema, and the definitions that its references name. */
export interface Draft7 {
  readonly schema: unknown;
  readonly definitions: Readonly<Record<string, unknown>>;
}

/** @param at where the schema will stand, as a reference to it: `#/properties/answer` */
export function toDraft7(schema: unknown, at: string): Draft7 {
  const conversion = new Conversion(schema, at);
  return { schema: conversion.convert(schema), definitions: conversion.definitions() };
}

/** Keywords whose value is one schema, and those with a list or a table of schemas. */
const SINGLE: ReadonlySet<string> = new Set([
  'additionalProperties',
  'contains',
  'else',
  'if',
  'not',
  'propertyNames',
  'then',
]);
const LISTS: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf']);
const TABLES: ReadonlySet<string> = new Set(['patternProperties', 'properties']);
/** Keywords that are said in another way, or that draft 7 does not have. */
const OTHERWISE: ReadonlySet<string> = new Set([
  '$anchor',
  '$defs',
  '$dynamicAnchor',
  '$dynamicRef',
  '$id',
  '$recursiveAnchor',
  '$recursiveRef',
  '$ref',
  '$schema',
  '$vocabulary',
  'additionalItems',
  'contentSchema',
  'definitions',
  'dependencies',
  'dependentRequired',
  'dependentSchemas',
  'items',
  'maxContains',
  'minContains',
  'prefixItems',
  'unevaluatedItems',
  'unevaluatedProperties',
]);

class Conversion {
  readonly #root: unknown;
  readonly #at: string;
  readonly #references: SchemaReferences;
  /** Of what references lead to. */
  readonly #names = new Map<SchemaObject, string>();
  readonly #definitions = new Map<string, unknown>();

  constructor(root: unknown, at: string) {
    this.#root = root;
    this.#at = at;
    this.#references = new SchemaReferences(root);
  }

  definitions(): Readonly<Record<string, unknown>> {
    return Object.fromEntries(this.#definitions);
  }

  convert(part: unknown): unknown {
    if (!isRecord(part)) {
      return part;
    }
    const kept = Object.entries(part)
      .filter(([name]) => !OTHERWISE.has(name))
      .map(([name, value]) => [name, this.#valueOf(name, value)] as const);
    const own: Record<string, unknown> = {
      ...Object.fromEntries<unknown>(kept),
      ...this.#items(part),
      ...this.#dependencies(part),
    };
    // Nothing need be contained, which draft 7 can only say by silence.
    if (part['minContains'] === 0) {
      delete own['contains'];
    }
    return this.#withReference(part, own);
  }

  #valueOf(name: string, value: unknown): unknown {
    if (SINGLE.has(name)) {
      return this.convert(value);
    }
    if (LISTS.has(name) && Array.isArray(value)) {
      return value.map((part) => this.convert(part));
    }
    return TABLES.has(name) ? this.#table(value) : value;
  }

  #table(table: unknown): unknown {
    if (!isRecord(table)) {
      return table;
    }
    return Object.fromEntries(
      Object.entries(table).map(([name, part]) => [name, this.convert(part)]),
    );
  }

  #items({ prefixItems, items }: SchemaObject): SchemaObject {
    if (!Array.isArray(prefixItems)) {
      return items === undefined ? {} : { items: this.convert(items) };
    }
    const first = prefixItems.map((part: unknown) => this.convert(part));
    if (items === undefined) {
      return { items: first };
    }
    return { items: first, additionalItems: this.convert(items) };
  }

  #dependencies(part: SchemaObject): SchemaObject {
    const tables = [part['dependencies'], part['dependentSchemas'], part['dependentRequired']];
    const all = tables.filter(isRecord).flatMap((table) => Object.entries(table));
    if (all.length === 0) {
      return {};
    }
    const names = [...new Set(all.map(([name]) => name))];
    const dependencies = names.map((name) => {
      const demands = all.filter(([other]) => other === name).map(([, demand]) => demand);
      return [name, this.#demand(demands)];
    });
    return { dependencies: Object.fromEntries(dependencies) };
  }

  /** What one property demands: names of others, a schema, or several of both. */
  #demand(demands: readonly unknown[]): unknown {
    const [first, ...others] = demands.map((demand) =>
      Array.isArray(demand) ? demand : this.convert(demand),
    );
    if (others.length === 0) {
      return first;
    }
    const parts = [first, ...others];
    return { allOf: parts.map((part) => (Array.isArray(part) ? { required: part } : part)) };
  }

  /** In draft 7 nothing counts that stands beside a reference. */
  #withReference(part: SchemaObject, own: Readonly<Record<string, unknown>>): unknown {
    const reference = part['$ref'];
    const target = typeof reference === 'string' ? this.#references.resolve(reference, part) : null;
    if (target === null) {
      return own;
    }
    const $ref = this.#nameOf(target, String(reference));
    if (Object.keys(own).length === 0) {
      return { $ref };
    }
    const others: readonly unknown[] = Array.isArray(own['allOf']) ? own['allOf'] : [];
    return { ...own, allOf: [{ $ref }, ...others] };
  }

  #nameOf(target: SchemaObject, reference: string): string {
    if (target === this.#root) {
      return this.#at;
    }
    let name = this.#names.get(target);
    if (name === undefined) {
      name = this.#newName(reference);
      this.#names.set(target, name);
      this.#definitions.set(name, this.convert(target));
    }
    return `#/definitions/${name}`;
  }

  #newName(reference: string): string {
    const [last = ''] = /[\w.-]*$/.exec(reference) ?? [];
    const wanted = last === '' ? 'part' : last;
    const taken = new Set(this.#names.values());
    let name = wanted;
    for (let count = 2; taken.has(name); count += 1) {
      name = `${wanted}-${count}`;
    }
    return name;
  }
}
