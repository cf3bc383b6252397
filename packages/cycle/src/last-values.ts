/**
 * Last values of a series in one typed column, oldest first: an append costs a write, and an occasional move of the
 * column.
 */

/** Stored values, up to a limit. */
export interface LastValues {
  readonly length: number;
  push(value: number): void;
  /** Value `places` before the newest, which is at 0; undefined out of range. */
  back(places: number): number | undefined;
  /** Sum of the newest `count` values, added oldest first, like the sum of a list. */
  sum(count: number): number;
  /** Values as a list. */
  list(): number[];
}

/** Creates the column. @param limit most values. @param from initial values, oldest first. */
export function createLastValues(limit: number, from: readonly number[] = []): LastValues {
  const values = new Float64Array(2 * limit);
  const kept = from.slice(-limit);
  values.set(kept);
  let end = kept.length;
  let length = kept.length;
  return {
    get length() {
      return length;
    },
    push: (value) => {
      if (end === values.length) {
        values.copyWithin(0, end - limit, end);
        end = limit;
      }
      values[end++] = value;
      if (length < limit) length++;
    },
    back: (places) => (places < length ? values[end - 1 - places] : undefined),
    sum: (count) => {
      let sum = 0;
      for (let i = end - count; i < end; i++) sum += values[i]!;
      return sum;
    },
    list: () => Array.from(values.subarray(end - length, end)),
  };
}
