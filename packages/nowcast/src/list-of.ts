/** Numbers of typed memory as a list: `Array.from` walks an iterator, at eight times the price. */
export function listOf(values: ArrayLike<number>, from: number = 0, count: number = values.length - from): number[] {
  const list = new Array<number>(count);
  for (let i = 0; i < count; i++) list[i] = values[from + i]!;
  return list;
}
