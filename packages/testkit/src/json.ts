/** Checks for values that survive JSON, so that they can be saved and resumed. */

/**
 * Returns the path of the first part of `value` that JSON would drop or change (NaN, ±Infinity, undefined, a function,
 * a class instance, a typed array), or `undefined` when the value survives `JSON.parse(JSON.stringify(value))`.
 * @param path path of `value` in the answer. @default '$'
 *
 * @example
 * firstNotJson({ phase: 'held', reads: [1, NaN] }); // → '$.reads[1]'
 * firstNotJson({ phase: 'held', reads: [1, null] }); // → undefined
 */
export function firstNotJson(value: unknown, path: string = '$'): string | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return undefined;
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : path;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      const found = firstNotJson(value[i], `${path}[${i}]`);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (typeof value !== 'object') return path;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return path;
  for (const [key, part] of Object.entries(value)) {
    const found = firstNotJson(part, `${path}.${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}
