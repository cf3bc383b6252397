/** Numbers of typed memory as a list: `Array.from` walks an iterator, at 25 times the price. */
export function listOf(values: ArrayLike<number>): number[] {
  // oxlint-disable-next-line unicorn/no-new-array -- room for all at once: pushes would leave the smaller lists behind
  const list = new Array<number>(values.length);
  for (let i = 0; i < values.length; i++) list[i] = values[i]!;
  return list;
}
