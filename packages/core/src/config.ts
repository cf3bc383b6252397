/** Configs are frozen constants, one per version: a changed default is a new constant, never an edit of the old one. */

// Bundlers drop calls whose result is unused, including the two inside this function: see tsup.config.ts.
// @__NO_SIDE_EFFECTS__
/**
 * Freezes a plain value deeply and returns it. Typed arrays stay writable: the language cannot freeze them.
 * @returns the same value, frozen.
 *
 * @example
 * Object.isFrozen(deepFreeze({ a: { b: 1 } }).a); // → true
 */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || Object.isFrozen(value)) return value;
  const frozen = Object.freeze(value);
  Object.values(frozen).forEach((part) => deepFreeze(part));
  return frozen;
}

/**
 * Compares two plain JSON values, regardless of the order of their keys (databases reorder them).
 *
 * @example
 * sameConfig({ a: 1, b: 2 }, { b: 2, a: 1 }); // → true
 */
export function sameConfig(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Object.is(a, b);
  const [left, right] = [Object.entries(a), new Map(Object.entries(b))];
  return (
    Array.isArray(a) === Array.isArray(b) &&
    left.length === right.size &&
    left.every(([key, value]) => right.has(key) && sameConfig(value, right.get(key)))
  );
}
