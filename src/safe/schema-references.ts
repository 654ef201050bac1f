/**
 * The parts of one JSON Schema (2020-12) by the places where its references find them: pointers,
 * anchors and ids. Pure.
 */
import { isRecord } from './json.ts';

export type SchemaObject = Readonly<Record<string, unknown>>;

/** Against which a schema without an `$id` resolves its references. */
const BASE = 'https://schema.invalid/';
/** Their values are data. */
const SCHEMA_DATA: ReadonlySet<string> = new Set(['const', 'default', 'enum', 'examples']);

export class SchemaReferences {
  /** By address, with the anchor if it has one. */
  readonly #parts = new Map<string, SchemaObject>();
  /** The address against which the references in a part are resolved. */
  readonly #bases = new Map<SchemaObject, string>();

  constructor(root: unknown) {
    const pending: { readonly value: unknown; readonly base: string }[] = [
      { value: root, base: BASE },
    ];
    if (isRecord(root)) {
      this.#parts.set(BASE, root);
    }
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const { value } = next;
      let { base } = next;
      if (isRecord(value)) {
        base = this.#note(value, base);
        pending.push(...partsWithin(value).map((part) => ({ value: part, base })));
      } else if (Array.isArray(value)) {
        pending.push(...value.map((part: unknown) => ({ value: part, base })));
      }
    }
  }

  /** Where a reference leads that stands in `from`, or null. */
  resolve(reference: string, from: SchemaObject): SchemaObject | null {
    const base = this.#bases.get(from) ?? BASE;
    if (!URL.canParse(reference, base)) {
      return null;
    }
    const [document = '', fragment = ''] = new URL(reference, base).href.split('#');
    if (!fragment.startsWith('/')) {
      return this.#parts.get(fragment === '' ? document : `${document}#${fragment}`) ?? null;
    }
    const names = fragment.slice(1).split('/').map(unescaped);
    const target = names.reduce<unknown>(childOf, this.#parts.get(document));
    return isRecord(target) ? target : null;
  }

  /** @returns the address for what is within */
  #note(part: SchemaObject, base: string): string {
    const id = part['$id'];
    let own = base;
    if (typeof id === 'string' && URL.canParse(id, base)) {
      const { href } = new URL(id, base);
      this.#parts.set(href.replace(/#$/, ''), part);
      own = href.replace(/#.*/, '');
    }
    for (const anchor of [part['$anchor'], part['$dynamicAnchor']]) {
      if (typeof anchor === 'string') {
        this.#parts.set(`${own}#${anchor}`, part);
      }
    }
    this.#bases.set(part, own);
    return own;
  }
}

function partsWithin(part: SchemaObject): readonly unknown[] {
  return Object.entries(part).flatMap(([name, value]) => (SCHEMA_DATA.has(name) ? [] : [value]));
}

function childOf(value: unknown, name: string): unknown {
  if (Array.isArray(value)) {
    return value[Number(name)];
  }
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** A name of a JSON pointer in an address. */
function unescaped(name: string): string {
  let decoded = name;
  try {
    decoded = decodeURIComponent(name);
  } catch {
    // No valid escape, so it is meant as it is written.
  }
  return decoded.replaceAll('~1', '/').replaceAll('~0', '~');
}
