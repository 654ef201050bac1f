/** Shapes of bodies and queries, without a package: the built-in scenarios need none. */

/** Where a value does not fit, and why. */
export interface Misfit {
  readonly at: readonly string[];
  readonly why: string;
}

/** The misfits of a value. */
export type Shape = (value: unknown, at: readonly string[]) => readonly Misfit[];

export const anything: Shape = () => [];

export const boolean: Shape = (value, at) =>
  typeof value === 'boolean' ? [] : [{ at, why: 'must be true or false' }];

export function text({
  min = 0,
  max = Infinity,
  pattern = /^/,
}: {
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: RegExp;
} = {}): Shape {
  return (value, at) => {
    if (typeof value !== 'string') {
      return [{ at, why: 'must be a string' }];
    }
    if (value.length < min || value.length > max) {
      return [{ at, why: `must have ${min} to ${max} characters` }];
    }
    return pattern.test(value) ? [] : [{ at, why: `must match ${pattern.source}` }];
  };
}

export function oneOf(words: readonly unknown[]): Shape {
  return (value, at) =>
    words.includes(value) ? [] : [{ at, why: `must be one of ${words.join(', ')}` }];
}

export function number({ min }: { readonly min: number }): Shape {
  return (value, at) =>
    typeof value === 'number' && value >= min ? [] : [{ at, why: `must be at least ${min}` }];
}

export function listOf(
  shape: Shape,
  { max = Infinity, min = 0 }: { readonly max?: number; readonly min?: number } = {},
): Shape {
  return (value, at) => {
    if (!Array.isArray(value)) {
      return [{ at, why: 'must be a list' }];
    }
    if (value.length > max || value.length < min) {
      return [{ at, why: `must have ${min} to ${max} items` }];
    }
    return value.flatMap((item, index) => shape(item, [...at, String(index)]));
  };
}

/** An object of any fields with values of this shape. */
export function mapOf(shape: Shape): Shape {
  return (value, at) => {
    if (isObject(value)) {
      return Object.entries(value).flatMap(([name, field]) => shape(field, [...at, name]));
    }
    return [{ at, why: 'must be an object' }];
  };
}

/** An object of these fields alone. A name that ends in `?` may be absent. */
export function object(
  fields: Readonly<Record<string, Shape>>,
  { open = false }: { readonly open?: boolean } = {},
): Shape {
  const known = new Map(
    Object.entries(fields).map(([name, shape]) => [
      name.replace('?', ''),
      { shape, isOptional: name.endsWith('?') },
    ]),
  );
  return (value, at) => {
    if (!isObject(value)) {
      return [{ at, why: 'must be an object' }];
    }
    const missing = [...known].filter(
      ([name, { isOptional }]) => !isOptional && !Object.hasOwn(value, name),
    );
    const given = Object.entries(value).flatMap(([name, field]) => {
      const field_ = known.get(name);
      if (field_ !== undefined) {
        return field_.shape(field, [...at, name]);
      }
      return open ? [] : [{ at: [...at, name], why: 'is not a known field' }];
    });
    return [...missing.map(([name]) => ({ at: [...at, name], why: 'is required' })), ...given];
  };
}

/** Null is as good as absent. */
export function nullable(shape: Shape): Shape {
  return (value, at) => (value === null ? [] : shape(value, at));
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** A body that was not validated yet; null if it is no JSON object. */
export function bodyObject(body: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(body);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
