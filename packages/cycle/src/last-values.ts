/** The last values of a series in one typed column, oldest first: an entry costs a write, and moves what is kept once in a while. */

/** Values kept, up to a limit. */
export interface LastValues {
  readonly length: number;
  push(value: number): void;
  /** Value so many places before the newest, which is at 0; undefined where there is none. */
  back(places: number): number | undefined;
  /** Sum of the newest `count` of them, added up from the oldest on, as a list of them would be. */
  sum(count: number): number;
  /** A list of them. */
  list(): number[];
}

/** @param limit most values kept. @param from the values so far, oldest first. */
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
