/**
 * Copies a typed array into a list: `Array.from` uses an iterator, at 25 times the cost.
 *
 * @param into list to overwrite if the length fits; a list that ever contained null keeps boxing its numbers.
 */
export function listOf(values: ArrayLike<number>, into?: readonly (number | null)[] | null): number[] {
  // oxlint-disable typescript/no-unsafe-type-assertion -- a caller who gives a list gives it to be written over
  // oxlint-disable-next-line unicorn/no-new-array -- room for all at once: pushes would leave the smaller lists behind
  const list = into?.length === values.length ? (into as number[]) : new Array<number>(values.length);
  // oxlint-enable typescript/no-unsafe-type-assertion
  for (let i = 0; i < values.length; i++) list[i] = values[i]!;
  return list;
}
