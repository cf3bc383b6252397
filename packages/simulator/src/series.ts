/** Columns that grow at the end. What was written stays where it is, so views handed out earlier stay true. */

/** Room for at least `needed` values: the same array, or a copy at twice the size. */
export function grown(values: Float64Array, needed: number): Float64Array {
  if (values.length >= needed) return values;
  const larger = new Float64Array(Math.max(needed, 2 * values.length, 1024));
  larger.set(values);
  return larger;
}
